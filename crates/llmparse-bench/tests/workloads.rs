//! The workloads are what they say they are.

#![expect(clippy::panic, reason = "a test may panic")]

use llmparse_bench::workloads::{self, Damage, Workload, adversarial};
use serde_json::Value;

fn parse(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text}"))
}

fn payloads(prefix: &str) -> Vec<Workload> {
    let mut all = workloads::payloads();
    all.retain(|workload| workload.name.starts_with(prefix));
    assert!(!all.is_empty());
    all
}

#[test]
fn every_payload_is_json_and_its_compact_form_the_same_value() {
    for workload in payloads("") {
        for document in &workload.documents {
            let truth = document.truth.as_ref().unwrap();
            assert_eq!(
                parse(&truth.payload),
                parse(&truth.compact),
                "{}",
                workload.name
            );
            assert!(!truth.compact.contains('\n'));
        }
    }
}

#[test]
fn sizes_are_near_their_names() {
    for (prefix, wanted) in [("b_512", 512), ("b_4k", 4096), ("b_64k", 65536)] {
        let workload = payloads(prefix).remove(0);
        let mean = workload.bytes() / workload.documents.len();
        assert!(
            (wanted * 6 / 10..wanted * 15 / 10).contains(&mean),
            "{prefix} has {mean} bytes"
        );
    }
}

#[test]
fn orders_of_four_kilobytes_have_twenty_fields_and_the_liberties_that_they_are_named_for() {
    for (workload, liberties) in workloads::typed().iter().zip([0, 3, 15]) {
        for document in &workload.documents {
            let truth = document.truth.as_ref().unwrap();
            let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
            let (loose, strict) = (lines(&document.reply), lines(&truth.payload));
            let changed = loose
                .iter()
                .zip(&strict)
                .filter(|(loose, strict)| loose != strict);
            assert_eq!(changed.count(), liberties, "{}", workload.name);
            assert_eq!(
                parse(&document.reply).as_object().map(|order| order.len()),
                Some(20)
            );
            assert!((3500..5000).contains(&document.reply.len()));
        }
    }
}

#[test]
fn clean_replies_contain_their_payload() {
    for workload in ["a_", "b_", "c_"]
        .iter()
        .flat_map(|prefix| payloads(prefix))
    {
        assert!(workload.documents.iter().all(|document| {
            let payload = &document.truth.as_ref().unwrap().payload;
            document.reply.contains(payload.as_str())
        }));
    }
}

#[test]
fn damaged_replies_do_not_contain_their_payload() {
    for workload in payloads("d_") {
        for document in &workload.documents {
            let payload = &document.truth.as_ref().unwrap().payload;
            assert!(
                !document.reply.contains(payload.as_str()),
                "{}: {}",
                workload.name,
                document.reply
            );
        }
    }
    assert_eq!(payloads("d_").len(), Damage::ALL.len() + 1);
}

#[test]
fn every_run_makes_the_same_workloads() {
    assert_eq!(workloads::payloads(), workloads::payloads());
    assert_eq!(workloads::texts(), workloads::texts());
    assert_eq!(workloads::typed(), workloads::typed());
}

#[test]
fn texts_hold_no_truth_and_are_not_empty() {
    for workload in workloads::texts() {
        assert!(!workload.has_truth());
        assert!(
            workload
                .documents
                .iter()
                .all(|document| document.reply.lines().count() >= 4),
            "{}",
            workload.name
        );
    }
}

#[test]
fn a_workload_survives_being_written_and_read() {
    let directory = tempfile::tempdir().unwrap();
    let mut all = payloads("c_512");
    all.extend(payloads("d_mixed"));
    all.push(workloads::adversarial(&adversarial::SHAPES[0], 2));
    for workload in all {
        let path = workloads::save(&workload, directory.path()).unwrap();
        assert_eq!(workloads::load(&path).unwrap(), workload);
    }
    let names: Vec<String> = workloads::load_directory(directory.path(), "df")
        .unwrap()
        .into_iter()
        .map(|workload| workload.name)
        .collect();
    assert_eq!(names, ["d_mixed", "f_open_brackets.n2"]);
}

#[test]
fn adversarial_texts_grow_as_asked() {
    for shape in &adversarial::SHAPES {
        let lengths = [1, 2, 4].map(|multiple| shape.text(multiple).len());
        let [at_n, _, at_4n] = lengths;
        assert!(
            (39..=41).contains(&(at_4n * 10 / at_n)),
            "{} has {lengths:?} bytes",
            shape.name
        );
    }
}

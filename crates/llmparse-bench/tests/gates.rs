//! What is promised about speed, as instruction counts in the release profile; skipped where there is no valgrind, unless in CI.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use std::env;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use llmparse_bench::callgrind;
use llmparse_bench::measure::{Runner, growth_exponent, in_parallel};
use llmparse_bench::report;
use llmparse_bench::subjects::Subject;
use llmparse_bench::workloads::{self, adversarial};
use serde_json::Value;

/// Against `serde_json` on the payload alone.
const CLEAN_RATIO: f64 = 1.2;
/// Against `serde_json` on the repaired payload, the record of repairs included.
const DAMAGED_RATIO: f64 = 1.6;
/// What it costs to make a value fit a schema, against a strict parse of it.
const TYPED_RATIO: f64 = 0.5;
const EXPONENT: f64 = 1.15;
/// Percent of the values; a reader that gives up early is quick.
const LEAST_RIGHT: usize = 95;

/// A runner of the release binary; none where the gates are skipped.
fn runner() -> Option<Runner> {
    if callgrind::is_available() {
        return Some(Runner::new(build_ratios()).unwrap());
    }
    assert!(
        env::var_os("CI").is_none(),
        "the gates need valgrind, and there is none on the path"
    );
    println!("skipped: there is no valgrind on the path");
    None
}

/// Builds without the other crates, which the gates do not look at.
fn build_ratios() -> PathBuf {
    let arguments = [
        "build",
        "--release",
        "--package",
        "llmparse-bench",
        "--bin",
        "ratios",
        "--no-default-features",
    ];
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .args(arguments)
        .arg("--message-format=json")
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let output = cargo.stderr(Stdio::inherit()).output().unwrap();
    assert!(
        output.status.success(),
        "cargo failed to build the release binary"
    );
    let messages = String::from_utf8(output.stdout).unwrap();
    let executable = |line: &str| {
        let message: Value = serde_json::from_str(line).ok()?;
        Some(PathBuf::from(message.get("executable")?.as_str()?))
    };
    messages
        .lines()
        .find_map(executable)
        .expect("cargo names the binary that it built")
}

/// Instructions as a multiple of what `serde_json` needs; a value that is wrong or missing costs nothing and counts nothing.
fn ratio(runner: &Runner, subject: Subject, name: &str) -> f64 {
    let workload = workloads::payloads()
        .into_iter()
        .find(|workload| workload.name == name)
        .unwrap();
    runner.add(&workload).unwrap();
    let (right, all) = (
        runner.right(subject, name).unwrap(),
        workload.documents.len(),
    );
    assert!(
        right * 100 >= all * LEAST_RIGHT,
        "{}: only {right} of {all} values are right",
        subject.name()
    );
    let counts = in_parallel(&[subject, Subject::SerdeJson], |&subject| {
        runner.instructions(subject, name).unwrap()
    });
    let ratio = counts[0] as f64 / counts[1] as f64;
    println!(
        "{name}: {} needs {ratio:.3} times the instructions of serde_json",
        subject.name()
    );
    ratio
}

#[test]
fn a_clean_fenced_reply_costs_little_more_than_its_payload() {
    let Some(runner) = runner() else { return };
    let ratio = ratio(&runner, Subject::ParseJsonValue, "a_4k");
    assert!(ratio <= CLEAN_RATIO, "{ratio:.3} is above {CLEAN_RATIO}");
}

#[test]
fn a_damaged_reply_costs_little_more_than_its_repaired_payload() {
    let Some(runner) = runner() else { return };
    let ratio = ratio(&runner, Subject::ParseJsonValueWithTrace, "d_mixed");
    assert!(
        ratio <= DAMAGED_RATIO,
        "{ratio:.3} is above {DAMAGED_RATIO}"
    );
}

#[test]
fn a_value_is_made_to_fit_at_half_the_cost_of_its_strict_parse() {
    let Some(runner) = runner() else { return };
    for workload in workloads::typed()
        .iter()
        .filter(|workload| workload.name != "t_many")
    {
        runner.add(workload).unwrap();
        let (name, all) = (workload.name.as_str(), workload.documents.len());
        assert_eq!(runner.right(Subject::Coerce, name).unwrap(), all, "{name}");
        let ratio = report::typed_ratio(&runner, name).unwrap();
        assert!(
            ratio <= TYPED_RATIO,
            "{name}: {ratio:.3} is above {TYPED_RATIO}"
        );
    }
}

#[test]
fn work_on_adversarial_replies_grows_linearly() {
    let Some(runner) = runner() else { return };
    let too_steep: Vec<String> =
        in_parallel(&adversarial::SHAPES, |shape| steepness(&runner, shape))
            .into_iter()
            .flatten()
            .collect();
    assert!(too_steep.is_empty(), "{}", too_steep.join("\n"));
}

/// The readers whose work on `shape` grows too fast, or that fail on it.
fn steepness(runner: &Runner, shape: &adversarial::Shape) -> Vec<String> {
    let [short, long] = [1, 4].map(|multiple| workloads::adversarial(shape, multiple));
    for workload in [&short, &long] {
        runner.add(workload).unwrap();
    }
    let judge = |subject: Subject| {
        let count = |name: &str| runner.instructions(subject, name);
        let exponent = match (count(&short.name), count(&long.name)) {
            (Ok(at_n), Ok(at_4n)) => growth_exponent(at_n, at_4n),
            (Err(failure), _) | (_, Err(failure)) => {
                return Some(format!("{} {}: {failure}", shape.name, subject.name()));
            }
        };
        (exponent >= EXPONENT)
            .then(|| format!("{} {}: exponent {exponent:.2}", shape.name, subject.name()))
    };
    [Subject::ParseJsonValue, Subject::EveryReader]
        .into_iter()
        .filter_map(judge)
        .collect()
}

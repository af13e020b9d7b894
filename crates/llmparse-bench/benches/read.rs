//! Seconds for each reader over each workload; `ratios` has the figures that can be compared between machines.

#![expect(clippy::expect_used, reason = "a benchmark may panic")]

use divan::Bencher;
use divan::counter::BytesCount;
use llmparse_bench::subjects::{Subject, read_every_document};
use llmparse_bench::workloads::{self, Workload};

fn main() {
    divan::main();
}

fn workloads() -> Vec<Workload> {
    workloads::asked().expect("the workloads can be read")
}

fn names() -> impl Iterator<Item = String> {
    workloads().into_iter().map(|workload| workload.name)
}

fn find(name: &str) -> Workload {
    let mut all = workloads().into_iter();
    all.find(|workload| workload.name == name)
        .expect("it is one of the names")
}

fn read(bencher: Bencher<'_, '_>, subject: Subject, name: &str) {
    let workload = find(name);
    bencher
        .counter(BytesCount::new(workload.bytes()))
        .bench_local(|| read_every_document(subject, &workload));
}

macro_rules! benches {
    ($($function:ident reads with $subject:ident;)+) => {
        $(
            #[divan::bench(args = names(), max_time = 0.3)]
            fn $function(bencher: Bencher<'_, '_>, name: &str) {
                read(bencher, Subject::$subject, name);
            }
        )+
    };
}

benches! {
    serde_json_payload reads with SerdeJson;
    parse_json_value reads with ParseJsonValue;
    parse_json_value_with_trace reads with ParseJsonValueWithTrace;
    parse_value reads with ParseValue;
}

#[cfg(feature = "peers")]
mod peers {
    use super::{Bencher, Subject, names, read};

    benches! {
        jsonrepair reads with Jsonrepair;
        llm_json reads with LlmJson;
        llm_output_parser reads with LlmOutputParser;
    }
}

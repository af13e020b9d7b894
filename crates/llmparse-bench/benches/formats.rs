//! Seconds and MB/s for the readers of every format but JSON, over the replies without JSON: `e_bullets`, `e_yaml`, ...

#![expect(clippy::expect_used, reason = "a benchmark may panic")]

use std::hint::black_box;

use divan::Bencher;
use divan::counter::BytesCount;
use llmparse::Decimal;
use llmparse_bench::workloads::{self, Workload};

const CHOICES: [&str; 3] = ["positive", "negative", "neutral"];
const TAGS: [&str; 2] = ["answer", "score"];

fn main() {
    divan::main();
}

fn names() -> impl Iterator<Item = String> {
    workloads::texts().into_iter().map(|workload| workload.name)
}

fn find(name: &str) -> Workload {
    let mut all = workloads::texts().into_iter();
    all.find(|workload| workload.name == name)
        .expect("it is one of the names")
}

fn read<T>(bencher: Bencher<'_, '_>, name: &str, read: impl Fn(&str) -> T) {
    let workload = find(name);
    bencher
        .counter(BytesCount::new(workload.bytes()))
        .bench_local(|| {
            for document in &workload.documents {
                black_box(read(black_box(&document.reply)));
            }
        });
}

macro_rules! benches {
    ($($function:ident: $read:expr;)+) => {
        $(
            #[divan::bench(args = names(), max_time = 0.3)]
            fn $function(bencher: Bencher<'_, '_>, name: &str) {
                read(bencher, name, $read);
            }
        )+
    };
}

benches! {
    parse_choice: |reply| llmparse::parse_choice(reply, &CHOICES).ok();
    parse_csv: |reply| llmparse::parse_csv(reply).ok();
    parse_key_value: |reply| llmparse::parse_key_value(reply).ok();
    parse_nested_list: |reply| llmparse::parse_nested_list(reply).ok();
    parse_number: |reply| llmparse::parse_number::<Decimal>(reply).ok();
    parse_string_list: |reply| llmparse::parse_string_list(reply).ok();
    parse_string_list_raw: |reply| llmparse::parse_string_list_raw(reply).ok();
    parse_table: |reply| llmparse::parse_table(reply).ok();
    parse_text: |reply| llmparse::parse_text(reply).ok();
    parse_xml_tags: |reply| llmparse::parse_xml_tags(reply, &TAGS).ok();
    parse_yaml_value: |reply| llmparse::parse_yaml_value(reply).ok();
}

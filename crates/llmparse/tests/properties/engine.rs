//! The engine as a whole: data is there or an error says why, whoever asks and however often, and the time grows in line.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use llmparse::{
    Dtype, FieldSchema, Level, Options, Outcome, OutputFormat, OutputParser, ParseMode,
    parse_mixed, redact, scan_safety,
};
use proptest::prelude::*;

use crate::config;
use crate::detect::reply;

fn fields() -> [FieldSchema; 3] {
    [
        FieldSchema::new("answer"),
        FieldSchema::new("score").dtype(Dtype::Float).optional(),
        FieldSchema::new("tags")
            .dtype(Dtype::List)
            .aliases(["labels"])
            .optional(),
    ]
}

fn parsers() -> [OutputParser; 4] {
    [
        OutputParser::new(),
        OutputParser::new().fields(fields()),
        OutputParser::new().mode(ParseMode::Strict),
        OutputParser::new()
            .mode(ParseMode::ToolCall)
            .level(Level::Lenient),
    ]
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn there_is_data_or_an_error(text in prop_oneof![reply(), any::<String>()]) {
        for parser in parsers() {
            let result = parser.parse(&text);
            let is_read = matches!(result.outcome, Outcome::Parsed | Outcome::Repaired);
            prop_assert_eq!(result.ok(), is_read);
            prop_assert_eq!(result.trace.success, is_read);
            prop_assert!(is_read || !result.trace.errors.is_empty());
            prop_assert_eq!(result.fallback.is_some(), result.outcome == Outcome::Fallback);
        }
    }

    #[test]
    fn strict_data_took_no_repair(text in reply()) {
        let result = OutputParser::new().mode(ParseMode::Strict).parse(&text);
        if result.ok() {
            prop_assert!(!result.trace.reading.is_repaired(), "{:?}", result.trace.reading);
            prop_assert_eq!(result.outcome, Outcome::Parsed);
        }
    }

    #[test]
    fn parts_stand_in_order_and_are_what_they_say(text in reply()) {
        if let Ok(parts) = parse_mixed(&text) {
            let mut end = 0;
            for part in &parts {
                prop_assert!(part.span.start() >= end, "{:?}", parts);
                prop_assert!(text.get(part.span.range()).is_some(), "{:?}", parts);
                end = part.span.end();
            }
        }
    }

    #[test]
    fn what_was_redacted_is_found_no_more(text in prop_oneof![reply(), any::<String>()]) {
        for secret in ["", "password: hunter2", " jo@example.org ", " 4111 1111 1111 1111 "] {
            let text = format!("{text}{secret}");
            let found = scan_safety(&text);
            let is_placed = found.iter().all(|finding| text.get(finding.span.range()).is_some());
            prop_assert!(is_placed, "{:?}", found);
            prop_assert_eq!(redact(&text) == text, found.is_empty());
        }
    }

    #[test]
    fn every_format_can_be_asked_of_every_reply(text in prop_oneof![reply(), any::<String>()]) {
        for format in OutputFormat::ALL {
            let read = llmparse::parse_as_with_trace(&text, format, &Options::default());
            let is_placed = |span: llmparse::Span| text.get(span.range()).is_some();
            prop_assert!(read.trace.repairs.iter().all(|repair| is_placed(repair.span)), "{}", format);
            prop_assert!(read.trace.warnings.iter().all(|warning| is_placed(warning.span)), "{}", format);
        }
    }
}

#[test]
fn threads_share_a_parser() {
    let parser = Arc::new(OutputParser::new().fields(fields()).cache_size(8));
    let workers: Vec<_> = (0..8)
        .map(|worker| {
            let parser = Arc::clone(&parser);
            thread::spawn(move || {
                for round in 0..200 {
                    // Some replies are those of other threads, some are this one's own.
                    let number = if round % 2 == 0 { round } else { worker };
                    let text = format!("Answer: {number}\nScore: 0.{number}");
                    let data = parser.parse(&text).data.unwrap();
                    let wanted =
                        format!(r#"{{"answer":"{number}","score":0.{number},"tags":null}}"#);
                    assert_eq!(data.to_json_text(), wanted);
                    if round % 50 == 0 {
                        parser.clear_cache();
                    }
                }
            })
        })
        .collect();
    for worker in workers {
        worker.join().unwrap();
    }
    assert!(parser.cached() <= 8);
}

const SHAPES: [&str; 20] = [
    "word ",
    "word word\n",
    "- a\n",
    "a: b\n",
    "a, b, c\n",
    "| a | b |\n",
    "<a>b</a>",
    "<a>",
    "{\"a\": 1} ",
    "```\n",
    "Action: f\n",
    "Action: f\nInput: {\n",
    "password: ",
    "bearer.",
    "a@",
    "jailbreak ",
    "以前の",
    "ignore all previous ",
    "4111 ",
    "eyJ.",
];

/// The best of some tries.
fn time(work: impl Fn()) -> Duration {
    let tries = (0..3).map(|_| {
        let start = Instant::now();
        work();
        start.elapsed()
    });
    tries.min().unwrap_or_default()
}

fn grows_in_line(work: impl Fn(&str)) {
    for shape in SHAPES {
        let [short, long] = [4_000, 16_000].map(|size| shape.repeat(size / shape.len()));
        let floor = Duration::from_millis(2);
        let at_n = time(|| work(&short)).max(floor);
        let at_4n = time(|| work(&long));
        assert!(at_4n < at_n * 9, "{shape:?}: {at_n:?}, then {at_4n:?}");
    }
}

#[test]
fn time_of_parsing_grows_in_line_with_the_length() {
    let parser = OutputParser::new().cache_size(0);
    grows_in_line(|text| drop(parser.parse(text)));
}

#[test]
fn time_of_the_safety_scan_grows_in_line_with_the_length() {
    grows_in_line(|text| drop(scan_safety(text)));
}

#[test]
fn time_of_reading_parts_grows_in_line_with_the_length() {
    grows_in_line(|text| drop(parse_mixed(text)));
}

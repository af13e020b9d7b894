//! The whole way from a reply to a value, and the two routes to it: the engine's value is what a strict reader makes of the
//! repaired text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use llmparse::{Ending, Options, Value};
use llmparse_fuzz::{check_places, check_settled, check_span, check_trace, read_strictly};

fuzz_target!(|text: &str| {
    let read = llmparse::parse_value_with_trace(text, &Options::default());
    check_trace(text, &read.trace);
    if let Ok(value) = read.result {
        check_spans(text, &value);
        check_routes(text, value, &read.trace);
    }
    let all = llmparse::parse_all(text).unwrap_or_default();
    all.iter().for_each(|value| check_spans(text, value));
    check_extractors(text);
    let open = Options::default().ending(Ending::Open);
    let so_far = llmparse::parse_value_with_trace(text, &open);
    check_places(text, &so_far.trace);
    if let Ok(value) = so_far.result {
        check_spans(text, &value);
        check_settled(&value);
    }
});

fn check_routes(text: &str, value: Value, trace: &llmparse::Trace) {
    let Some(repaired) = trace.repaired_text(text) else {
        panic!("a value without a place")
    };
    let Some(strict) = read_strictly(&repaired) else {
        return;
    };
    let value = serde_json::Value::from(value);
    assert_eq!(value, strict);
}

fn check_spans(text: &str, value: &Value) {
    check_span(text, value.span);
    for item in value.as_array().unwrap_or_default() {
        check_spans(text, item);
    }
    for (_, member) in value
        .as_object()
        .into_iter()
        .flat_map(|members| members.iter())
    {
        check_spans(text, member);
    }
}

fn check_extractors(text: &str) {
    let reply = llmparse::split_reasoning(text);
    assert_eq!(
        reply.content.trim(),
        llmparse::strip_think_tags(text).trim()
    );
    if let Some((_, content)) = llmparse::extract_code_block(text) {
        assert!(text.contains(content));
    }
    for (open, close) in [('{', '}'), ('[', ']')] {
        let Some(region) = llmparse::find_bracketed(text, open, close) else {
            continue;
        };
        assert!(
            region.starts_with(open) && region.ends_with(close),
            "{region}"
        );
    }
}

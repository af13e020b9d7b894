//! The engine: no panic, data or an error, places that fit the text, and values that fit the schema they were made to fit.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use llmparse::{
    Ending, Level, Options, OutputFormat, OutputParser, ParseMode, Schema, parse_as_with_trace,
    parse_mixed_with_trace, parse_tool_calls_with_trace, parse_with_schema_with_trace, redact,
    scan_safety,
};
use llmparse_fuzz::{check_places, check_settled, check_span};

static SCHEMA: LazyLock<Option<Schema>> = LazyLock::new(|| {
    let text = r##"{
        "properties": {
            "a": {"type": "integer", "x-alias": "first"}, "b": {"enum": ["good", "bad"]},
            "c": {"anyOf": [{"type": "number"}, {"type": ["boolean", "null"]}]},
            "d": {"type": "array", "items": {"$ref": "#"}}, "e": {"type": "string", "format": "date"}
        },
        "required": ["a"], "additionalProperties": false
    }"##;
    Schema::from_text(text).ok()
});

fuzz_target!(|text: &str| {
    let options = Options::default();
    for format in OutputFormat::ALL {
        check_places(text, &parse_as_with_trace(text, format, &options).trace);
    }
    let parts = parse_mixed_with_trace(text, &options);
    check_places(text, &parts.trace);
    for part in parts.result.unwrap_or_default() {
        check_span(text, part.span);
    }
    check_places(text, &parse_tool_calls_with_trace(text, &options).trace);
    for mode in [ParseMode::Strict, ParseMode::Lenient] {
        let result = OutputParser::new().cache_size(0).mode(mode).parse(text);
        assert_eq!(result.ok(), result.trace.success);
        assert!(result.ok() || !result.trace.errors.is_empty());
    }
    check_typed(text);
    let findings = scan_safety(text);
    findings
        .iter()
        .for_each(|finding| check_span(text, finding.span));
    assert_eq!(redact(text) == text, findings.is_empty());
});

fn check_typed(text: &str) {
    let Some(schema) = &*SCHEMA else { return };
    for level in [Level::Strict, Level::Normal, Level::Lenient] {
        let options = Options::default().level(level);
        let read = parse_with_schema_with_trace(text, schema, &options);
        check_places(text, &read.trace);
        for coercion in &read.trace.coercions {
            check_span(text, coercion.span);
        }
        if let Ok(value) = read.result {
            assert_eq!(schema.check(&value), []);
        }
        check_so_far(text, schema, &options.ending(Ending::Open));
    }
}

fn check_so_far(text: &str, schema: &Schema, options: &Options) {
    let read = parse_with_schema_with_trace(text, schema, options);
    check_places(text, &read.trace);
    if let Ok(value) = read.result {
        check_settled(&value);
        assert!(!value.complete || schema.check(&value).is_empty());
    }
}

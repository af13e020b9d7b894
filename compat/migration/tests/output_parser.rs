//! Every path and signature of `llm_pipeline::output_parser`.

use std::collections::HashMap;

use llm_pipeline::output_parser::streaming::{auto_complete_json, StreamingJsonParser};
use llm_pipeline::output_parser::{
    self, choice, error, extract, json, list, number, repair, text, xml, yaml, ParseError,
    ParseOptions, ParseTrace,
};
use serde_json::Value;

type Parsed<T> = Result<T, ParseError>;
type Traced<T> = Result<(T, ParseTrace), ParseError>;
type Map = HashMap<String, String>;

// The shapes of the functions, as a user may name them.
type Reader<T> = fn(&str) -> Parsed<T>;
type TracedReader<T> = fn(&str, &ParseOptions) -> Traced<T>;
type TagReader = fn(&str, &str) -> Parsed<String>;
type TracedTagReader = fn(&str, &str, &ParseOptions) -> Traced<String>;
type TagsReader = fn(&str, &[&str]) -> Parsed<Map>;
type TracedTagsReader = fn(&str, &[&str], &ParseOptions) -> Traced<Map>;
type ChoiceReader = for<'a> fn(&str, &[&'a str]) -> Parsed<&'a str>;
type TracedChoiceReader = for<'a> fn(&str, &[&'a str], &ParseOptions) -> Traced<&'a str>;
type RangeReader<T> = fn(&str, T, T) -> Parsed<T>;
type TracedRangeReader<T> = fn(&str, T, T, &ParseOptions) -> Traced<T>;
type BlockFinder = fn(&str) -> Option<(Option<&str>, &str)>;

#[test]
fn plain_functions_have_their_signatures_at_both_paths() {
    let _: [Reader<Vec<bool>>; 2] = [output_parser::parse_json, json::parse_json];
    let _: [Reader<Value>; 2] = [output_parser::parse_json_value, json::parse_json_value];
    let _: [Reader<Vec<String>>; 4] = [
        output_parser::parse_string_list,
        output_parser::parse_string_list_raw,
        list::parse_string_list,
        list::parse_string_list_raw,
    ];
    let _: [TagReader; 2] = [output_parser::parse_xml_tag, xml::parse_xml_tag];
    let _: [TagsReader; 2] = [output_parser::parse_xml_tags, xml::parse_xml_tags];
    let _: [Reader<Map>; 2] = [output_parser::parse_yaml, yaml::parse_yaml];
    let _: [ChoiceReader; 2] = [output_parser::parse_choice, choice::parse_choice];
    let _: [Reader<f64>; 2] = [output_parser::parse_number, number::parse_number];
    let _: [RangeReader<u8>; 2] = [
        output_parser::parse_number_in_range,
        number::parse_number_in_range,
    ];
    let _: [Reader<String>; 2] = [output_parser::parse_text, text::parse_text];
}

#[test]
fn traced_functions_have_their_signatures_at_both_paths() {
    let _: [TracedReader<Vec<bool>>; 2] = [
        output_parser::parse_json_with_trace,
        json::parse_json_with_trace,
    ];
    let _: [TracedReader<Value>; 2] = [
        output_parser::parse_json_value_with_trace,
        json::parse_json_value_with_trace,
    ];
    let _: [TracedReader<Vec<String>>; 2] = [
        output_parser::parse_string_list_with_trace,
        list::parse_string_list_with_trace,
    ];
    let _: [TracedTagReader; 2] = [
        output_parser::parse_xml_tag_with_trace,
        xml::parse_xml_tag_with_trace,
    ];
    let _: [TracedTagsReader; 2] = [
        output_parser::parse_xml_tags_with_trace,
        xml::parse_xml_tags_with_trace,
    ];
    let _: [TracedChoiceReader; 2] = [
        output_parser::parse_choice_with_trace,
        choice::parse_choice_with_trace,
    ];
    let _: [TracedReader<f32>; 2] = [
        output_parser::parse_number_with_trace,
        number::parse_number_with_trace,
    ];
    let _: [TracedRangeReader<i64>; 2] = [
        output_parser::parse_number_in_range_with_trace,
        number::parse_number_in_range_with_trace,
    ];
    let _: [TracedReader<String>; 2] = [
        output_parser::parse_text_with_trace,
        text::parse_text_with_trace,
    ];
}

#[test]
fn shared_functions_have_their_signatures() {
    let _: [fn(&str) -> String; 4] = [
        output_parser::preprocess,
        output_parser::strip_think_tags,
        extract::preprocess,
        extract::strip_think_tags,
    ];
    let _: BlockFinder = extract::extract_code_block;
    let _: for<'a> fn(&'a str, &str) -> Option<&'a str> = extract::extract_code_block_for;
    let _: fn(&str, char, char) -> Option<&str> = extract::find_bracketed;
    let _: [fn(&str) -> Option<String>; 2] =
        [output_parser::try_repair_json, repair::try_repair_json];
    let _: fn(&str) -> Option<String> = auto_complete_json;
}

#[test]
fn the_streaming_parser_has_its_methods() {
    let _: fn() -> StreamingJsonParser = StreamingJsonParser::new;
    let mut parser = StreamingJsonParser::default();
    parser.push(r#"{"a": [1, 2"#);
    let current: Option<&Value> = parser.current_value();
    assert_eq!(current.unwrap()["a"][1], 2);
    let buffer: &str = parser.buffer();
    assert_eq!(buffer, r#"{"a": [1, 2"#);
    parser.clear();
    assert!(format!("{parser:?}").contains("StreamingJsonParser"));
}

#[test]
fn options_can_be_written_out() {
    let options: error::ParseOptions = ParseOptions {
        max_input_bytes: 2_097_152,
        max_nesting_depth: 64,
        max_repair_attempts: 3,
        strip_think_tags: true,
        allow_code_fences: true,
    };
    assert_eq!(
        format!("{options:?}"),
        format!("{:?}", ParseOptions::default().clone())
    );
}

#[test]
fn a_trace_can_be_written_out_and_taken_apart() {
    let trace: error::ParseTrace = ParseTrace {
        strategies_tried: vec!["direct_parse"],
        repaired: false,
        repair_actions: Vec::new(),
        extracted_span: Some((0, 3)),
        warnings: Vec::new(),
    };
    let (_, found) =
        output_parser::parse_json_with_trace::<Vec<u8>>("[1]", &ParseOptions::default()).unwrap();
    let ParseTrace {
        strategies_tried,
        repaired,
        repair_actions,
        extracted_span,
        warnings,
    } = found;
    assert_eq!(strategies_tried, trace.strategies_tried);
    assert_eq!(
        (repaired, repair_actions),
        (trace.repaired, trace.repair_actions)
    );
    assert_eq!(
        (extracted_span, warnings),
        (trace.extracted_span, trace.warnings)
    );
    assert!(ParseTrace::default().strategies_tried.is_empty());
}

/// As a user writes it: no wildcard.
fn tell(error: &ParseError) -> String {
    match error {
        ParseError::EmptyResponse => "empty".to_owned(),
        ParseError::Unparseable {
            expected_format,
            text,
        } => {
            let format: &'static str = expected_format;
            format!("no {format} in {text}")
        }
        ParseError::DeserializationFailed { reason, raw_json } => format!("{reason}: {raw_json}"),
        ParseError::NoMatchingChoice { valid } => valid.join("|"),
        ParseError::NoNumber => "no number".to_owned(),
        ParseError::TooLarge { size, limit } => format!("{size} > {limit}"),
        ParseError::TooDeep { depth, limit } => format!("{depth} >> {limit}"),
    }
}

#[test]
fn errors_are_matched_without_a_wildcard() {
    let is_error: fn(&ParseError) -> &dyn std::error::Error = |error| error;
    let kinds = [
        (
            ParseError::EmptyResponse,
            "empty",
            "empty_response",
            "empty LLM response",
        ),
        (
            ParseError::Unparseable {
                expected_format: "JSON",
                text: "hi".to_owned(),
            },
            "no JSON in hi",
            "unparseable",
            "could not parse JSON from LLM response: hi",
        ),
        (
            ParseError::DeserializationFailed {
                reason: "not a number".to_owned(),
                raw_json: "[]".to_owned(),
            },
            "not a number: []",
            "deserialization_failed",
            "JSON deserialization failed: not a number",
        ),
        (
            ParseError::NoMatchingChoice {
                valid: vec!["a".to_owned(), "b".to_owned()],
            },
            "a|b",
            "no_matching_choice",
            r#"no valid choice found in response (valid: ["a", "b"])"#,
        ),
        (
            ParseError::NoNumber,
            "no number",
            "no_number",
            "no valid number found in response",
        ),
        (
            ParseError::TooLarge { size: 9, limit: 8 },
            "9 > 8",
            "too_large",
            "input too large: 9 bytes exceeds limit of 8 bytes",
        ),
        (
            ParseError::TooDeep {
                depth: 65,
                limit: 64,
            },
            "65 >> 64",
            "too_deep",
            "nesting too deep: depth 65 exceeds limit of 64",
        ),
    ];
    for (error, told, kind, message) in kinds {
        assert_eq!((tell(&error).as_str(), error.kind()), (told, kind));
        assert_eq!(is_error(&error).to_string(), message);
    }
}

#[test]
fn each_error_comes_about() {
    let tiny = ParseOptions {
        max_input_bytes: 4,
        ..ParseOptions::default()
    };
    let deep = "[".repeat(65) + &"]".repeat(65);
    let errors = [
        output_parser::parse_json_value("  ").unwrap_err(),
        output_parser::parse_json_value("nothing here").unwrap_err(),
        output_parser::parse_json::<Vec<u8>>(r#"["a"]"#).unwrap_err(),
        output_parser::parse_choice("maybe", &["yes", "no"]).unwrap_err(),
        output_parser::parse_number::<u8>("none").unwrap_err(),
        output_parser::parse_number_in_range::<u8>("15", 1, 10).unwrap_err(),
        output_parser::parse_text_with_trace("too long", &tiny).unwrap_err(),
        output_parser::parse_json_value_with_trace(&deep, &ParseOptions::default()).unwrap_err(),
    ];
    let kinds: Vec<&str> = errors.iter().map(ParseError::kind).collect();
    assert_eq!(
        kinds,
        [
            "empty_response",
            "unparseable",
            "deserialization_failed",
            "no_matching_choice",
            "no_number",
            "no_number",
            "too_large",
            "too_deep"
        ]
    );
}

#[test]
fn the_limits_hold_for_every_traced_function() {
    let tiny = ParseOptions {
        max_input_bytes: 2,
        ..ParseOptions::default()
    };
    let long = "[1, 2]";
    let errors = [
        output_parser::parse_json_value_with_trace(long, &tiny).unwrap_err(),
        output_parser::parse_string_list_with_trace(long, &tiny).unwrap_err(),
        output_parser::parse_xml_tag_with_trace(long, "a", &tiny).unwrap_err(),
        output_parser::parse_xml_tags_with_trace(long, &["a"], &tiny).unwrap_err(),
        output_parser::parse_choice_with_trace(long, &["a"], &tiny).unwrap_err(),
        output_parser::parse_number_with_trace::<u8>(long, &tiny).unwrap_err(),
        output_parser::parse_number_in_range_with_trace::<u8>(long, 1, 2, &tiny).unwrap_err(),
        output_parser::parse_text_with_trace(long, &tiny).unwrap_err(),
    ];
    for error in errors {
        assert!(
            matches!(error, ParseError::TooLarge { size: 6, limit: 2 }),
            "{error}"
        );
    }
}

#[test]
fn texts_in_errors_are_bounded() {
    let error = output_parser::parse_json_value(&"no JSON ".repeat(1000)).unwrap_err();
    let ParseError::Unparseable { text, .. } = error else {
        panic!("{error}");
    };
    assert!(text.chars().count() <= 200);
}

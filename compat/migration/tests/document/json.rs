use llm_pipeline::output_parser::{parse_json, parse_json_value, ParseError};
use serde_json::{json, Value};

#[derive(serde::Deserialize)]
struct Analysis {
    sentiment: String,
    confidence: f64,
}

/// What both functions make of `reply`.
fn read(reply: &str) -> Value {
    let value = parse_json_value(reply).unwrap();
    assert_eq!(parse_json::<Value>(reply).unwrap(), value);
    value
}

#[test]
fn the_example_is_read_into_a_type() {
    let response = r#"<think>analyzing...</think>{"sentiment": "positive", "confidence": 0.92}"#;
    let result: Analysis = parse_json(response).unwrap();
    assert_eq!((&*result.sentiment, result.confidence), ("positive", 0.92));
}

#[test]
fn json_of_another_type_is_an_error() {
    let error = parse_json::<Vec<u8>>(r#"{"a": 1}"#).unwrap_err();
    assert!(
        matches!(error, ParseError::DeserializationFailed { .. }),
        "{error}"
    );
}

super::cases! {
    direct_json_object: read(r#"{"key": "value"}"#) => json!({"key": "value"});
    direct_json_array: read("[1, 2, 3]") => json!([1, 2, 3]);
    think_then_json: read(r#"<think>...</think>{"key": "value"}"#) => json!({"key": "value"});
    code_block_json: read("Here's the data:\n```json\n{\"key\": \"value\"}\n```") => json!({"key": "value"});
    bare_code_block: read("```\n{\"key\": \"value\"}\n```") => json!({"key": "value"});
    json_in_prose:
        read(r#"The analysis is {"sentiment": "positive"} as shown."#) => json!({"sentiment": "positive"});
    nested_json: read(r#"{"outer": {"inner": [1,2,3]}}"#) => json!({"outer": {"inner": [1, 2, 3]}});
    repaired_trailing_comma: read(r#"{"key": "value",}"#) => json!({"key": "value"});
    repaired_single_quotes: read("{'key': 'value'}") => json!({"key": "value"});
    think_and_code_block: read("<think>...</think>\n```json\n{\"a\":1}\n```") => json!({"a": 1});
    json_with_surrounding_text:
        read("Sure! Here's your result: {\"a\": 1}\nHope that helps!") => json!({"a": 1});
    array_in_prose: read("The ids are [1, 2] as asked.") => json!([1, 2]);
}

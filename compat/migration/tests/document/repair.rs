use llm_pipeline::output_parser::{parse_json_value, try_repair_json};
use serde_json::json;

fn repair(broken: &str) -> Option<String> {
    try_repair_json(broken)
}

fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

super::cases! {
    trailing_comma_object: repair(r#"{"a": 1, "b": 2,}"#) => some(r#"{"a": 1, "b": 2}"#);
    trailing_comma_array: repair("[1, 2, 3,]") => some("[1, 2, 3]");
    single_quotes: repair("{'key': 'value'}") => some(r#"{"key": "value"}"#);
    python_booleans: repair(r#"{"active": True}"#) => some(r#"{"active": true}"#);
    python_none: repair(r#"{"data": None}"#) => some(r#"{"data": null}"#);
    unquoted_keys: repair(r#"{name: "Josh", age: 30}"#) => some(r#"{"name": "Josh", "age": 30}"#);
    inline_comment: repair(r#"{"a": 1} // comment"#) => some(r#"{"a": 1}"#);
    block_comment: repair(r#"{"a": /* one */ 1}"#).map(|text| parse_json_value(&text).unwrap()) => Some(json!({"a": 1}));
    missing_close_brace: repair(r#"{"a": 1"#) => some(r#"{"a": 1}"#);
    missing_close_bracket: repair("[1, 2, 3") => some("[1, 2, 3]");
    mixed_errors: repair("{'a': True, 'b': None,}") => some(r#"{"a": true, "b": null}"#);
    no_repair_needed: repair(r#"{"a": 1}"#) => None;
    unrepairable: repair("not json at all") => None;
    apostrophe_safety: repair(r#"{"text": "don't stop",}"#) => some(r#"{"text": "don't stop"}"#);
    apostrophe_in_valid_json: parse_json_value(r#"{"text": "don't stop"}"#).unwrap() => json!({"text": "don't stop"});
    nested_trailing: repair(r#"{"a": [1, 2,], "b": 3,}"#) => some(r#"{"a": [1, 2], "b": 3}"#);
    raw_newline_in_a_string: repair("{\"a\": \"x\ny\"}") => some(r#"{"a": "x\ny"}"#);
    comment_mark_in_a_string: repair(r#"{"a": "http://b",}"#) => some(r#"{"a": "http://b"}"#);
    literal_in_a_string: repair("{'a': 'None of these'}") => some(r#"{"a": "None of these"}"#);
}

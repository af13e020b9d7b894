//! JSON that is cut off anywhere, and JSON that comes in pieces.

use llm_pipeline::output_parser::streaming::{StreamingJsonParser, auto_complete_json};
use serde_json::{Value, json};

const REPLY: &str = "<think>a list, {\"x\"?</think>Here it is:\n```json\n{\"name\": \"Ada \\\"L\\\" \\u00e9\\ud83d\\ude00\", \
    \"age\": -36.5e1, \"alive\": false, \"none\": null, \"tags\": [\"a\", [], {\"deep\": {\"er\": true}}]}\n```\nDone.";

#[test]
fn a_text_cut_anywhere_behind_its_opener_is_completed_to_json() {
    let whole: Value = serde_json::from_str(&auto_complete_json(REPLY).unwrap()).unwrap();
    assert_eq!(whole["tags"][2]["deep"]["er"], true);

    let opener = REPLY.find("{\"name").unwrap();
    for end in (opener + 1..=REPLY.len()).filter(|end| REPLY.is_char_boundary(*end)) {
        let completed = auto_complete_json(&REPLY[..end]).unwrap();
        let value: Value = serde_json::from_str(&completed).unwrap();
        assert!(is_part(&value, &whole), "{completed} at {end}");
    }
}

/// Whether `part` may be what is there of `whole` so far; numbers and strings may still grow.
fn is_part(part: &Value, whole: &Value) -> bool {
    match (part, whole) {
        (Value::Object(part), Value::Object(whole)) => part
            .iter()
            .all(|(key, part)| whole.get(key).is_some_and(|whole| is_part(part, whole))),
        (Value::Array(part), Value::Array(whole)) => {
            part.len() <= whole.len()
                && part
                    .iter()
                    .zip(whole)
                    .all(|(part, whole)| is_part(part, whole))
        }
        (Value::String(part), Value::String(whole)) => {
            whole.starts_with(part.trim_end_matches('\u{fffd}'))
        }
        (Value::Number(_), Value::Number(_)) => true,
        _ => part == whole,
    }
}

#[test]
fn what_has_not_begun_is_left_out() {
    for cut in [
        r#"{"a": 1, "b"#,
        r#"{"a": 1, "b""#,
        r#"{"a": 1, "b":"#,
        r#"{"a": 1, "b": -"#,
    ] {
        assert_eq!(
            auto_complete_json(cut).as_deref(),
            Some(r#"{"a": 1}"#),
            "{cut}"
        );
    }
    assert_eq!(
        auto_complete_json(r#"{"a": nul"#).as_deref(),
        Some(r#"{"a": null}"#)
    );
    assert_eq!(
        auto_complete_json(r#"[{"x": {"y":"#).as_deref(),
        Some(r#"[{"x": {}}]"#)
    );
}

#[test]
fn half_a_token_is_completed_or_left_out() {
    for (cut, completed) in [
        (r#"{"a": tru"#, r#"{"a": true}"#),
        (r#"{"a": "x\"#, r#"{"a": "x"}"#),
        (r#"{"a": "x\u12"#, r#"{"a": "x"}"#),
        ("[1.", "[1.0]"),
        ("[1e", "[1]"),
        (r#"{"a": 1, "b": 2,"#, r#"{"a": 1, "b": 2}"#),
    ] {
        assert_eq!(auto_complete_json(cut).as_deref(), Some(completed), "{cut}");
    }
}

#[test]
fn whole_json_is_returned_as_it_stands() {
    for whole in [r#"{"complete":   true}"#, "[1, 2]", "12", r#""text""#] {
        assert_eq!(auto_complete_json(whole).as_deref(), Some(whole));
    }
}

#[test]
fn a_text_without_json_gives_nothing() {
    for text in ["", "  ", "just plain text", "<think>[1]</think>"] {
        assert_eq!(auto_complete_json(text), None, "{text}");
    }
}

#[test]
fn pieces_of_any_size_give_the_value_of_the_whole() {
    for size in [1, 2, 3, 7, REPLY.len()] {
        let mut parser = StreamingJsonParser::new();
        for piece in REPLY.as_bytes().chunks(size) {
            parser.push(std::str::from_utf8(piece).unwrap());
        }
        assert_eq!(parser.buffer(), REPLY);
        assert_eq!(parser.current_value().unwrap()["age"], json!(-365.0));
    }
}

#[test]
fn the_value_grows_with_the_pieces() {
    let mut parser = StreamingJsonParser::default();
    let mut seen = Vec::new();
    for piece in [
        "Sure: ",
        r#"{"na"#,
        r#"me": "A"#,
        r#"da", "tags": ["#,
        "1, 2",
        "3]}",
    ] {
        parser.push(piece);
        seen.push(parser.current_value().cloned());
    }
    assert_eq!(
        seen,
        [
            None,
            Some(json!({})),
            Some(json!({"name": "A"})),
            Some(json!({"name": "Ada", "tags": []})),
            Some(json!({"name": "Ada", "tags": [1, 2]})),
            Some(json!({"name": "Ada", "tags": [1, 23]})),
        ]
    );
}

#[test]
fn a_value_that_was_seen_is_kept_while_the_text_says_nothing() {
    let mut parser = StreamingJsonParser::new();
    parser.push("[1, 2]");
    assert_eq!(parser.current_value(), Some(&json!([1, 2])));
    parser.push("</think>");
    assert_eq!(parser.current_value(), Some(&json!([1, 2])));
    parser.clear();
    assert_eq!(parser.current_value(), None);
}

#[test]
fn a_parser_can_be_shared_among_threads() {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<StreamingJsonParser>();
}

//! `llmparse json --schema`: values that fit a schema, each liberty in the row, and schemas that are wrong.

use serde_json::{Value, json};

use crate::run::{Run, run};

const SCHEMA: &str =
    r#"{"type": "object", "properties": {"age": {"type": "integer"}}, "required": ["age"]}"#;

/// Runs `llmparse json --schema FILE` with this text in the file.
fn run_with(schema: &str, args: &[&str], input: &str) -> Run {
    run_as("json", schema, args, input)
}

fn run_as(what: &str, schema: &str, args: &[&str], input: &str) -> Run {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("schema.json");
    std::fs::write(&file, schema).unwrap();
    let file = file.display().to_string();
    let args = [&[what, "--schema", &file], args].concat();
    run(&args, input)
}

#[test]
fn a_reply_is_made_to_fit() {
    let done = run_with(SCHEMA, &[], "Here: {Age: '31'}");
    assert_eq!((done.status, done.stdout.as_str()), (0, "{\"age\":31}\n"));
}

#[test]
fn what_does_not_fit_is_told_and_fails() {
    let done = run_with(SCHEMA, &[], r#"{"age": "thirty"}"#);
    assert_eq!((done.status, done.stdout.as_str()), (1, ""));
    assert!(
        done.stderr
            .contains(r#"/age: expected an integer, found "thirty""#),
        "{}",
        done.stderr
    );
}

#[test]
fn the_level_says_how_far_a_value_is_changed() {
    for (level, status) in [("strict", 1), ("normal", 1), ("lenient", 0)] {
        let done = run_with(SCHEMA, &["--level", level], r#"{"age": "about 31"}"#);
        assert_eq!(done.status, status, "{level}: {}", done.stderr);
    }
}

#[test]
fn each_liberty_is_in_the_row() {
    let line = json!({"id": 1, "text": r#"{"age": "31"}"#}).to_string();
    let rows = run_with(SCHEMA, &["--jsonl"], &line).rows();
    let coercion = json!({"path": "/age", "rule": "number-text", "risk": "low", "from": "\"31\"", "to": "31", "span": [8, 12]});
    assert_eq!(rows[0]["coercions"], json!([coercion]));
    let traced = run_with(SCHEMA, &["--trace"], r#"{"age": "31"}"#);
    assert_eq!(traced.rows()[0]["coercions"], json!([coercion]));
}

#[test]
fn each_line_may_have_a_schema_of_its_own() {
    let lines = [
        json!({"id": 1, "s": {"items": {"type": "integer"}}, "text": "[\"1\"]"}),
        json!({"id": 2, "s": r#"{"items": {"type": "string"}}"#, "text": "[1]"}),
        json!({"id": 3, "s": {"items": {"type": "text"}}, "text": "[1]"}),
        json!({"id": 4, "text": "[1]"}),
    ];
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let done = run(&["json", "--jsonl", "--schema-field", "s"], input);
    let rows = done.rows();
    assert_eq!(done.status, 1);
    assert_eq!(
        (&rows[0]["value"], &rows[1]["value"]),
        (&json!([1]), &json!(["1"]))
    );
    let told = |row: &Value| {
        (
            row["error"]["kind"].clone(),
            row["error"]["message"].to_string(),
        )
    };
    let (kind, message) = told(&rows[2]);
    assert_eq!(kind, "invalid_schema");
    assert!(message.contains("/items/type"), "{message}");
    let (kind, message) = told(&rows[3]);
    assert_eq!(kind, "bad_input");
    assert!(message.contains("no field `s`"), "{message}");
}

#[test]
fn a_schema_that_is_wrong_is_wrong_usage() {
    for (schema, place) in [
        (r#"{"items": {"minLength": "3"}}"#, "/items/minLength"),
        ("{", "not JSON"),
    ] {
        let done = run_with(schema, &[], "[1]");
        assert_eq!(done.status, 2);
        assert!(done.stderr.contains(place), "{}", done.stderr);
    }
    assert_eq!(
        run(&["json", "--schema", "no/such/file.json"], "[1]").status,
        2
    );
    assert_eq!(run_with(SCHEMA, &["--all"], "[1]").status, 2);
    assert_eq!(run(&["json", "--schema-field", "s"], "[1]").status, 2);
}

#[test]
fn formats_without_types_fit_a_schema_too() {
    let person = r#"{"properties": {"name": {"type": "string"}, "age": {"type": "integer"}}, "required": ["name", "age"]}"#;
    let people = format!(r#"{{"type": "array", "items": {person}}}"#);
    for (what, schema, input, value) in [
        (
            "yaml",
            person,
            "Name: Ann\nage: \"31\"\n",
            r#"{"name":"Ann","age":31}"#,
        ),
        (
            "kv",
            person,
            "Name: Ann\nAge: 31\n",
            r#"{"name":"Ann","age":31}"#,
        ),
        (
            "csv",
            &people,
            "name,age\nAnn,31\nBob,7\n",
            r#"[{"name":"Ann","age":31},{"name":"Bob","age":7}]"#,
        ),
        (
            "table",
            &people,
            "| name | age |\n|---|---|\n| Ann | 31 |\n",
            r#"[{"name":"Ann","age":31}]"#,
        ),
    ] {
        let done = run_as(what, schema, &[], input);
        assert_eq!((done.status, done.stdout.trim()), (0, value), "{what}");
        let strict = &["--level", "strict"];
        let done = run_as(what, schema, strict, "name: old\nage: young\n");
        assert_eq!(done.status, 1, "{what}");
    }
}

#[test]
fn what_does_not_fit_is_told_for_every_format() {
    let line = r#"{"s": {"properties": {"age": {"type": "integer"}}, "required": ["age"]}, "text": "age: young"}"#;
    for what in ["yaml", "kv"] {
        let row = &run(&[what, "--jsonl", "--schema-field", "s"], line).rows()[0];
        assert_eq!(row["error"]["kind"], "does_not_fit", "{what}");
        let message = row["error"]["message"].as_str().unwrap();
        assert!(
            message.contains(r#"/age: expected an integer, found "young""#),
            "{message}"
        );
    }
}

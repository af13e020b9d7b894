//! `llmparse auto`: the format is found, fields are fitted, checks fail, secrets go.

use std::fs;

use crate::run::run;

#[test]
fn the_format_is_found_and_said() {
    let done = run(&["auto", "--trace"], "name;age\nAnn;3\nBob;4\n");
    assert_eq!(done.status, 0);
    assert!(
        done.stdout
            .contains(r#""value":[{"name":"Ann","age":"3"},{"name":"Bob","age":"4"}]"#)
    );
    assert!(done.stdout.contains(r#""format":"csv""#), "{}", done.stdout);
}

#[test]
fn fields_of_a_file_are_fitted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("fields.json");
    let fields = r#"[{"name": "answer"}, {"name": "score", "dtype": "float", "aliases": ["rating"], "required": false}]"#;
    fs::write(&file, fields).unwrap();
    let file = file.display().to_string();
    let done = run(
        &["auto", "--fields", &file],
        "**Answer:** Paris\n**Rating:** 0.7\n",
    );
    assert_eq!(done.stdout, "{\"answer\":\"Paris\",\"score\":0.7}\n");
    assert_eq!(run(&["auto", "--fields", &file], "[1, 2]").status, 1);

    fs::write(
        folder.path().join("bad.json"),
        r#"[{"name": "a", "dtype": "date"}]"#,
    )
    .unwrap();
    let bad = folder.path().join("bad.json").display().to_string();
    let done = run(&["auto", "--fields", &bad], "a: 1");
    assert_eq!(done.status, 2);
    assert!(
        done.stderr.contains("`date` is no dtype"),
        "{}",
        done.stderr
    );
}

#[test]
fn a_required_field_has_to_be_there() {
    assert_eq!(
        run(&["auto", "--required", "answer"], "Answer: Paris\n").stdout,
        "{\"answer\":\"Paris\"}\n"
    );
    let done = run(&["auto", "--required", "answer"], "It is Paris.\n");
    assert_eq!(done.status, 1);
    assert!(
        done.stderr.contains("required fields are missing: answer"),
        "{}",
        done.stderr
    );
}

#[test]
fn a_mode_may_refuse() {
    assert_eq!(run(&["auto", "--mode", "strict"], "{\"a\": 1,}").status, 1);
    assert_eq!(run(&["auto"], "{\"a\": 1,}").stdout, "{\"a\":1}\n");
    assert_eq!(
        run(&["auto", "--mode", "tool_call"], "{\"a\": 1}").status,
        1
    );
}

#[test]
fn checks_fail_on_request_and_secrets_go() {
    let leak = "{\"note\": \"mail jo@example.org\"}";
    assert_eq!(run(&["auto"], leak).status, 0);
    let done = run(&["auto", "--validate"], leak);
    assert_eq!(done.status, 1);
    assert!(done.stderr.contains("email"), "{}", done.stderr);
    assert_eq!(
        run(&["auto", "--redact"], leak).stdout,
        "{\"note\":\"mail [REDACTED:email]\"}\n"
    );
}

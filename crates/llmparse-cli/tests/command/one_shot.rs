//! One reply in, its value out.

use std::fs;
use std::process::{Command, Stdio};

use crate::run::{run, start};

#[test]
fn the_value_comes_out_compact_with_numbers_as_spelled() {
    let done = run(
        &["json"],
        "{\"b\": [1.50, 12345678901234567890123], \"a\": \"é\"}\n",
    );
    assert_eq!(
        done.stdout,
        "{\"b\":[1.50,12345678901234567890123],\"a\":\"é\"}\n"
    );
    assert_eq!((done.status, done.stderr.as_str()), (0, ""));
}

#[test]
fn a_dash_is_stdin_and_a_name_is_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("reply.txt");
    fs::write(&path, "\u{feff}[1]\r\n").unwrap();
    assert_eq!(run(&["json", path.to_str().unwrap()], "").stdout, "[1]\n");
    assert_eq!(run(&["json", "-"], "[2]").stdout, "[2]\n");
}

#[test]
fn a_reply_without_json_is_named_and_gives_status_1() {
    let done = run(&["json"], "I cannot help with that.");
    assert_eq!((done.status, done.stdout.as_str()), (1, ""));
    assert!(
        done.stderr.starts_with("llmparse: stdin: no JSON found in"),
        "{}",
        done.stderr
    );
}

#[test]
fn a_reply_that_is_not_utf8_is_named_with_the_byte() {
    let done = run(&["json"], b"[1, \"\xff\"]");
    assert_eq!((done.status, done.stdout.as_str()), (1, ""));
    assert_eq!(done.stderr, "llmparse: stdin: not UTF-8 at byte 5\n");
}

#[test]
fn a_missing_file_gives_status_3() {
    let done = run(&["json", "no/such/file"], "");
    assert_eq!((done.status, done.stdout.as_str()), (3, ""));
    assert!(
        done.stderr.starts_with("llmparse: no/such/file: "),
        "{}",
        done.stderr
    );
    assert_eq!(run(&["explain", "no/such/file"], "").status, 3);
}

#[test]
fn wrong_usage_gives_status_2() {
    let wrong: [&[&str]; 8] = [
        &[],
        &["toml"],
        &["json", "--no-such-option"],
        &["json", "--mode", "loose"],
        &["json", "--max-depth", "0"],
        &["json", "--field", "reply"],
        &["json", "--jsonl", "--threads", "0"],
        &["completions", "tcsh"],
    ];
    for args in wrong {
        let done = run(args, "");
        assert_eq!((done.status, done.stdout.as_str()), (2, ""), "{args:?}");
        assert!(!done.stderr.is_empty(), "{args:?}");
    }
}

#[test]
fn a_reply_over_the_size_limit_is_refused() {
    let done = run(&["json", "--max-bytes", "4"], "[1, 2]");
    assert_eq!((done.status, done.stdout.as_str()), (1, ""));
    assert!(done.stderr.contains("more than 4 bytes"), "{}", done.stderr);
    let row = run(
        &["reasoning", "--jsonl", "--max-bytes", "4"],
        r#"{"text": "[1, 2]"}"#,
    );
    assert_eq!(row.rows()[0]["error"]["kind"], "too_large");
}

#[test]
fn the_trace_comes_with_the_whole_row() {
    let done = run(&["json", "--trace"], "[1]");
    let row = &done.rows()[0];
    assert_eq!(
        (&row["ok"], &row["value"]),
        (&true.into(), &serde_json::json!([1]))
    );
    assert!(row["trace"]["steps"].is_u64(), "{row}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_gives_status_3() {
    for args in [
        &["json"][..],
        &["json", "--jsonl"],
        &["explain"],
        &["completions", "bash"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_llmparse"))
            .args(args)
            .stdin(Stdio::piped())
            .stdout(fs::File::options().write(true).open("/dev/full").unwrap())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"[1]").unwrap_or_default();
        let done = child.wait_with_output().unwrap();
        let message = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(3), "{args:?}: {message}");
        assert!(
            message.starts_with("llmparse: stdout: "),
            "{args:?}: {message}"
        );
    }
}

#[test]
fn a_closed_stdout_is_no_failure() {
    for args in [
        &["json"][..],
        &["reasoning"],
        &["explain"],
        &["completions", "zsh"],
    ] {
        let mut child = start(args);
        drop(child.stdout.take());
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"[1]").unwrap_or_default();
        let done = child.wait_with_output().unwrap();
        let message = String::from_utf8(done.stderr).unwrap();
        assert_eq!(
            (done.status.code(), message.as_str()),
            (Some(0), ""),
            "{args:?}"
        );
    }
}

#[test]
fn reasoning_of_an_empty_reply_is_empty() {
    let done = run(&["reasoning"], "");
    assert_eq!(
        (done.status, done.stdout.as_str()),
        (0, "{\"reasoning\":\"\",\"content\":\"\"}\n")
    );
}

#[test]
fn reasoning_is_split_from_the_content() {
    let done = run(&["reasoning"], "<think>Two and two...</think>4");
    assert_eq!(
        done.stdout,
        "{\"reasoning\":\"Two and two...\",\"content\":\"4\"}\n"
    );
}

#[test]
fn no_fence_is_a_failure_that_names_the_language() {
    let done = run(&["fence"], "no code here");
    assert_eq!(
        (done.status, done.stderr.as_str()),
        (1, "llmparse: stdin: no code fence found\n")
    );
    let done = run(&["fence", "--lang", "json"], "```sh\nls\n```");
    assert_eq!(
        (done.status, done.stderr.as_str()),
        (1, "llmparse: stdin: no `json` code fence found\n")
    );
}

#[test]
fn a_fence_is_read_with_its_language() {
    let reply = "```sh\nls\n```\n~~~\nplain\n~~~\n```json\n[1]\n```";
    assert_eq!(
        run(&["fence"], reply).stdout,
        "{\"lang\":\"sh\",\"content\":\"ls\"}\n"
    );
    assert_eq!(
        run(&["fence", "--lang", "json"], reply).stdout,
        "{\"lang\":\"json\",\"content\":\"[1]\"}\n"
    );
    assert_eq!(
        run(&["fence"], "```\nx\n```").stdout,
        "{\"lang\":null,\"content\":\"x\"}\n"
    );
}

#[test]
fn fixed_text_keeps_its_spelling() {
    let done = run(&["fix"], "Sure: {'a': 1.50,  'b': [True");
    assert_eq!(
        (done.status, done.stdout.as_str()),
        (0, "{\"a\": 1.50,  \"b\": [true]}\n")
    );
}

#[test]
fn text_that_needs_no_fixing_comes_out_as_it_was() {
    let done = run(&["fix"], "{\"a\":  1.50}");
    assert_eq!((done.status, done.stdout.as_str()), (0, "{\"a\":  1.50}\n"));
}

#[test]
fn text_that_cannot_be_fixed_gives_status_1() {
    let done = run(&["fix"], "I cannot help with that.");
    assert_eq!((done.status, done.stdout.as_str()), (1, ""));
}

#[test]
fn strict_mode_refuses_what_has_to_be_repaired() {
    assert_eq!(run(&["json", "--mode", "strict"], "[1, 2,]").status, 1);
    assert_eq!(run(&["json"], "[1, 2,]").stdout, "[1,2]\n");
}

#[test]
fn all_values_come_out_as_a_list() {
    let done = run(&["json", "--all"], "First {\"a\": 1}, then {\"a\": 2}.");
    assert_eq!(done.stdout, "[{\"a\":1},{\"a\":2}]\n");
}

#[test]
fn latex_commands_keep_their_backslash_on_request() {
    let done = run(&["json", "--latex"], r#"["\frac{1}{2}"]"#);
    assert_eq!(done.stdout, "[\"\\\\frac{1}{2}\"]\n");
}

#[test]
fn nesting_beyond_the_limit_is_refused() {
    assert_eq!(run(&["json", "--max-depth", "3"], "[[[1]]]").status, 0);
    let done = run(&["json", "--max-depth", "2"], "[[[1]]]");
    assert_eq!(done.status, 1);
    assert!(
        done.stderr.contains("nested deeper than 2 levels"),
        "{}",
        done.stderr
    );
}

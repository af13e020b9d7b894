//! Many replies in, one row a line out.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};

use serde_json::json;

use crate::run::{run, start};

/// Lines of very different sizes, so that threads overtake each other if they can.
fn lines(count: usize) -> String {
    let mut lines = String::new();
    for id in 0..count {
        let items = vec![id.to_string(); id * 37 % 211 + 1].join(", ");
        writeln!(lines, r#"{{"id": {id}, "text": "[{items}]"}}"#).unwrap();
    }
    lines
}

#[test]
fn rows_keep_the_order_of_the_lines_for_any_number_of_threads() {
    let input = lines(5000);
    let alone = run(&["json", "--jsonl", "--threads", "1"], &input);
    let rows = alone.rows();
    assert_eq!((alone.status, rows.len()), (0, 5000));
    assert!(
        rows.iter()
            .zip(0..)
            .all(|(row, id)| row["id"] == id && row["value"][0] == id)
    );
    for threads in ["2", "8"] {
        let done = run(&["json", "--jsonl", "--threads", threads], &input);
        assert!(
            done.stdout == alone.stdout,
            "{threads} threads give other rows"
        );
        assert_eq!((done.status, done.stderr.as_str()), (0, ""));
    }
}

#[test]
fn the_default_number_of_threads_gives_the_same_rows() {
    let input = lines(300);
    let alone = run(&["json", "--jsonl", "--threads", "1"], &input);
    assert!(run(&["json", "--jsonl"], &input).stdout == alone.stdout);
}

#[test]
fn other_fields_are_passed_through_byte_for_byte() {
    let line = r#" { "id" : 123456789012345678901234567890, "text" : "[1]","x":  { "b" : [1.0,  1e5 ,"\u00e9\/"], "a":-0.0 } , "d":1,"d": 2 ,"k\u00e9\"y":null }"#;
    let done = run(&["json", "--jsonl"], line);
    let wanted = r#"{"id":123456789012345678901234567890,"x":{ "b" : [1.0,  1e5 ,"\u00e9\/"], "a":-0.0 },"d":1,"d":2,"k\u00e9\"y":null,"ok":true,"value":[1],"format":"json","repairs":[],"coercions":[],"warnings":[]}"#;
    assert_eq!(done.stdout, format!("{wanted}\n"));
}

#[test]
fn fields_of_the_row_win_over_those_of_the_line() {
    let line = r#"{"ok":"mine","value":0,"\u0065rror":1,"trace":"kept","complete":2,"line":3,"text":"[1]"}"#;
    let row = |args: &[&str]| run(&[&["json", "--jsonl"], args].concat(), line).stdout;
    let own = r#""ok":true,"value":[1],"format":"json","#;
    assert!(row(&[]).starts_with(&format!(
        r#"{{"trace":"kept","complete":2,"line":3,{own}"repairs""#
    )));
    assert!(row(&["--partial"]).starts_with(&format!(
        r#"{{"trace":"kept","line":3,{own}"complete":true,"#
    )));
    assert!(row(&["--trace"]).starts_with(&format!(r#"{{"complete":2,"line":3,{own}"repairs""#)));
}

#[test]
fn a_failed_row_keeps_the_other_fields() {
    let done = run(
        &["json", "--jsonl"],
        r#"{"id": "a", "text": "I cannot help with that."}"#,
    );
    assert_eq!(done.status, 1);
    let row = &done.rows()[0];
    assert_eq!(
        (&row["id"], &row["ok"], &row["error"]["kind"]),
        (&json!("a"), &json!(false), &json!("unparseable"))
    );
    assert!(row.get("value").is_none() && row.get("repairs").is_none());
}

#[test]
fn the_text_may_be_in_another_field_and_have_escapes() {
    let line = r#"{"r\u0065ply": "{\"a\": \"\\n\u00e9\\\"\"}", "text": "kept"}"#;
    let done = run(&["json", "--jsonl", "--field", "reply"], line);
    let row = &done.rows()[0];
    assert_eq!(
        (&row["value"], &row["text"]),
        (&json!({"a": "\né\""}), &json!("kept"))
    );
}

#[test]
fn a_bad_line_gives_a_row_that_names_it_and_the_run_goes_on() {
    let input = b"\xEF\xBB\xBF{\"text\": \"[1]\"}\r\n\
        \r\n\
        {\"text\": \"\xff\"}\n\
        {\"text\": \"[1]\"\n\
        [1]\n\
        {\"id\": 6}\n\
        {\"id\": 7, \"text\": null}\n\
        {\"text\": \"[1]\", \"text\": \"[2]\"}\n\
        {\"text\": \"\\ud800\"}\n\
        {\"text\": \"[1]\"} x\n\
        {\"id\": 11, \"text\": \"[11]\"}";
    for threads in ["1", "3"] {
        let done = run(&["json", "--jsonl", "--threads", threads], input);
        assert_eq!(done.status, 1);
        let rows = done.rows();
        let bad: Vec<_> = rows.iter().filter(|row| row["ok"] == false).collect();
        let messages: Vec<_> = bad
            .iter()
            .map(|row| row["error"]["message"].as_str().unwrap())
            .collect();
        assert_eq!(
            messages,
            [
                "line 3: not UTF-8 at byte 10",
                "line 4: not JSON: EOF while parsing an object at column 14",
                "line 5: not a JSON object",
                "line 6: no field `text`",
                "line 7: the field `text` is not a string",
                "line 8: more than one field `text`",
                "line 9: the field `text` is not a string: unexpected end of hex escape at column 8",
                "line 10: not JSON: trailing characters at column 17",
            ]
        );
        assert!(
            bad.iter()
                .all(|row| row["error"]["kind"] == "bad_input" && row["line"].is_u64())
        );
        assert_eq!((&bad[3]["id"], &bad[3]["line"]), (&json!(6), &json!(6)));
        assert_eq!(
            (&rows[0]["value"], &rows[9]["value"]),
            (&json!([1]), &json!([11]))
        );
        assert_eq!(rows.len(), 10);
    }
}

#[test]
fn no_lines_give_no_rows() {
    let done = run(&["json", "--jsonl"], "\n  \r\n");
    assert_eq!(
        (done.status, done.stdout.as_str(), done.stderr.as_str()),
        (0, "", "")
    );
}

#[test]
fn failed_rows_are_written_to_the_file_of_errors_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("failed.jsonl");
    let input = "{\"id\":1,\"text\":\"no\"}\n{\"id\":2,\"text\":\"[1]\"}\nbad\n";
    let done = run(
        &["json", "--jsonl", "--errors", path.to_str().unwrap()],
        input,
    );
    let failed: String = done
        .stdout
        .lines()
        .filter(|line| line.contains(r#""ok":false"#))
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(fs::read_to_string(&path).unwrap(), failed);
    assert_eq!(failed.lines().count(), 2);
}

#[test]
fn the_input_is_not_overwritten_by_its_errors() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("replies.jsonl");
    fs::write(&path, "{\"text\": \"no\"}\n").unwrap();
    let name = path.to_str().unwrap();
    assert_eq!(
        run(&["json", "--jsonl", name, "--errors", name], "").status,
        2
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), "{\"text\": \"no\"}\n");
}

#[test]
fn files_that_cannot_be_opened_give_status_3() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().to_str().unwrap();
    assert_eq!(run(&["json", "--jsonl", "no/such/file"], "").status, 3);
    assert_eq!(run(&["json", "--jsonl", "--errors", name], "").status, 3);
    for threads in ["1", "2"] {
        let done = run(&["json", "--jsonl", "--threads", threads, name], "");
        assert_eq!(
            (done.status, done.stderr.starts_with("llmparse: ")),
            (3, true),
            "{}",
            done.stderr
        );
    }
}

#[test]
fn the_summary_counts_replies_and_failures() {
    let input = "{\"text\": \"[1]\"}\n".repeat(1200) + "{\"text\": \"no\"}\nbad\nbad\n";
    let done = run(&["json", "--jsonl", "--summary"], input);
    let lines: Vec<_> = done.stderr.lines().map(str::trim_end).collect();
    assert!(lines[0].starts_with("1,203 replies in "), "{}", lines[0]);
    let failed = lines.iter().position(|line| *line == "Failures").unwrap();
    let outcomes = [
        "  as they stood                1,200   99.8 %  █████████████████████████████▉",
        "  repaired                         0    0.0 %",
        "  failed                           3    0.2 %  ▏",
    ];
    assert_eq!(lines[2..5], outcomes);
    assert_eq!(
        lines[failed + 1..],
        [
            "  bad_input                        2",
            "  unparseable                      1"
        ]
    );
    assert!(!done.stderr.contains('\u{1b}'));
}

#[test]
fn the_summary_counts_repairs_and_warnings_by_kind() {
    let input = r#"{"text": "[1, 2,]"}
{"text": "[True, True,]"}
{"text": "{\"a\": 1, \"a\": 2}"}"#;
    let done = run(&["json", "--jsonl", "--summary"], input);
    let tables = done.stderr.split_once("\n\nRepairs\n").unwrap().1;
    let wanted = [
        "  trailing-comma                   2  no risk",
        "  literal-spelling                 2  no risk",
        "",
        "Warnings",
        "  duplicate-key                    1  high risk",
    ];
    assert_eq!(tables.lines().collect::<Vec<_>>(), wanted);
    assert!(
        done.stderr
            .contains("  repaired                         2   66.7 %"),
        "{}",
        done.stderr
    );
}

#[test]
fn progress_is_lines_where_there_is_no_terminal() {
    let input = "{\"text\": \"[1]\"}\nbad\n";
    let shown = |when: &str| run(&["json", "--jsonl", "--progress", when], input).stderr;
    assert_eq!(shown("always"), "llmparse: 2 replies, 1 failed\n");
    assert_eq!(
        (shown("auto"), shown("never")),
        (String::new(), String::new())
    );
}

#[test]
fn a_reader_that_leaves_early_ends_the_run_quietly() {
    for threads in ["1", "4"] {
        let mut child = start(&["json", "--jsonl", "--threads", threads]);
        let mut stdin = child.stdin.take().unwrap();
        let feeding =
            std::thread::spawn(move || while stdin.write_all(b"{\"text\": \"[1]\"}\n").is_ok() {});
        let mut rows = BufReader::new(child.stdout.take().unwrap());
        rows.read_line(&mut String::new()).unwrap();
        drop(rows);
        let done = child.wait_with_output().unwrap();
        feeding.join().unwrap();
        assert_eq!(
            (done.status.code(), done.stderr.as_slice()),
            (Some(0), &b""[..]),
            "{threads} threads"
        );
    }
}

#[test]
fn a_slow_producer_sees_each_row_at_once() {
    for threads in ["1", "2"] {
        let mut child = start(&["json", "--jsonl", "--threads", threads]);
        let mut stdin = child.stdin.take().unwrap();
        let mut rows = BufReader::new(child.stdout.take().unwrap());
        for id in 0..3 {
            writeln!(stdin, r#"{{"id": {id}, "text": "[]"}}"#).unwrap();
            let mut row = String::new();
            rows.read_line(&mut row).unwrap();
            assert!(
                row.starts_with(&format!(r#"{{"id":{id},"ok":true"#)),
                "{row}"
            );
        }
        drop(stdin);
        assert!(child.wait().unwrap().success());
    }
}

/// The most memory that process `id` has held so far, in bytes.
#[cfg(target_os = "linux")]
fn peak_memory(id: u32) -> usize {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let line = status
        .lines()
        .find(|line| line.starts_with("VmHWM:"))
        .unwrap();
    line.split_whitespace()
        .nth(1)
        .unwrap()
        .parse::<usize>()
        .unwrap()
        << 10
}

#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_input() {
    let line = format!("{{\"text\": \"[{}1]\"}}\n", "123456, ".repeat(500));
    let count = (64 << 20) / line.len();
    let mut child = start(&["json", "--jsonl", "--threads", "4"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut rows = BufReader::new(child.stdout.take().unwrap());
    let feeding = std::thread::spawn(move || {
        (0..count).for_each(|_| stdin.write_all(line.as_bytes()).unwrap());
        stdin
    });
    for _ in 0..count {
        assert!(rows.skip_until(b'\n').unwrap() > 0);
    }
    let peak = peak_memory(child.id());
    drop(feeding.join().unwrap());
    assert!(child.wait().unwrap().success());
    assert!(peak < 64 << 20, "{} MB", peak >> 20);
    assert_eq!(rows.read(&mut [0]).unwrap(), 0);
}

#[test]
fn a_repair_is_on_record_with_kind_risk_place_and_replacement() {
    let done = run(
        &["json", "--jsonl"],
        r#"{"id": 7, "text": "Sure: [1, 2,]"}"#,
    );
    let repair = r#"{"kind":"trailing-comma","risk":"none","span":[11,12],"replacement":""}"#;
    let wanted = format!(
        r#"{{"id":7,"ok":true,"value":[1,2],"format":"json","repairs":[{repair}],"coercions":[],"warnings":[]}}"#
    );
    assert_eq!(done.stdout, wanted + "\n");
}

#[test]
fn a_warning_is_on_record_with_its_place() {
    let row = &run(&["json", "--jsonl"], r#"{"text": "{\"a\": 1, \"a\": 2}"}"#).rows()[0];
    assert_eq!(
        row["warnings"],
        json!([{"kind": "duplicate-key", "span": [9, 12]}])
    );
}

#[test]
fn a_cut_off_value_is_marked_on_request() {
    let input = "{\"text\": \"[1, [2\"}\n{\"text\": \"[1]\"}\n";
    let rows = run(&["json", "--jsonl", "--partial"], input).rows();
    assert_eq!(
        (&rows[0]["complete"], &rows[1]["complete"]),
        (&json!(false), &json!(true))
    );
    assert_eq!(
        run(&["json", "--jsonl", "--all", "--partial"], input).rows()[0]["complete"],
        json!(false)
    );
}

#[test]
fn the_trace_says_where_the_value_and_the_reasoning_stood() {
    let line = r#"{"text": "<think>hm</think>Here: [1] ok"}"#;
    let row = &run(&["json", "--jsonl", "--trace"], line).rows()[0];
    let trace = &row["trace"];
    assert_eq!(
        (&trace["extracted"], &trace["reasoning"]),
        (&json!([23, 26]), &json!([[0, 17]]))
    );
    assert!(trace["steps"].is_u64());
}

#[test]
fn fixed_rows_say_whether_anything_was_changed() {
    let input = "{\"text\": \"[1, 2,]\"}\n{\"text\": \"[1,  2]\"}\n{\"text\": \"no\"}\n";
    let rows = run(&["fix", "--jsonl"], input).rows();
    assert_eq!(
        (&rows[0]["value"], &rows[0]["changed"]),
        (&json!("[1, 2]"), &json!(true))
    );
    assert_eq!(
        (&rows[1]["value"], &rows[1]["changed"]),
        (&json!("[1,  2]"), &json!(false))
    );
    assert_eq!(rows[2]["ok"], false);
}

#[test]
fn fences_and_reasoning_have_rows_of_their_own() {
    let fence = &run(&["fence", "--jsonl"], r#"{"text": "```sh\nls\n```"}"#).rows()[0];
    assert_eq!(
        (&fence["value"], &fence["format"]),
        (&json!({"lang": "sh", "content": "ls"}), &json!("fence"))
    );
    let none = &run(
        &["fence", "--jsonl", "--lang", "py"],
        r#"{"text": "```sh\nls\n```"}"#,
    )
    .rows()[0];
    let error = json!({"kind": "unparseable", "message": "no `py` code fence found"});
    assert_eq!(none["error"], error);
    let reply = &run(
        &["reasoning", "--jsonl"],
        r#"{"text": "<think>a</think>b"}"#,
    )
    .rows()[0];
    assert_eq!(
        (&reply["value"], &reply["format"]),
        (
            &json!({"reasoning": "a", "content": "b"}),
            &json!("reasoning")
        )
    );
}

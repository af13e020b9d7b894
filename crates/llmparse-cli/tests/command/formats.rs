//! Lists, tags, choices, numbers and rows: what their options do.

use super::run::run;

/// What the command prints for `text`.
fn read(arguments: &[&str], text: &str) -> String {
    let done = run(arguments, text);
    assert_eq!(
        (done.status, done.stderr.as_str()),
        (0, ""),
        "{arguments:?}"
    );
    done.stdout.trim_end().to_owned()
}

#[test]
fn what_no_reply_can_give_is_wrong_usage() {
    for (arguments, message) in [
        (&["number", "--min", "10", "--max", "1"][..], "from 10 to 1"),
        (&["choice", "--option", ""], "choice"),
        (&["choice", "--option", "a", "--option", "A"], "choice"),
        (&["choice", "--option-text", "Paris"], "NAME=TEXT"),
        (&["choice"], "--option"),
        (&["xml", "--tag", "a b"], "a b"),
        (&["xml", "--all"], "--tag"),
        (&["number", "--min", "one"], "one"),
    ] {
        let done = run(arguments, "1");
        assert_eq!(
            (done.status, done.stdout.as_str()),
            (2, ""),
            "{arguments:?}"
        );
        assert!(done.stderr.contains(message), "{}", done.stderr);
    }
}

#[test]
fn what_no_reply_can_give_is_an_error_in_every_row() {
    let lines = "{\"text\": \"1\"}\n{\"text\": \"2\"}\n";
    let done = run(&["number", "--min", "10", "--max", "1", "--jsonl"], lines);
    assert_eq!(done.status, 1);
    for row in done.rows() {
        assert_eq!(row["error"]["kind"], "invalid_range");
    }
}

#[test]
fn a_range_may_be_open_on_one_side() {
    assert_eq!(
        read(&["number", "--min", "0"], "It is 1,234.50."),
        "1234.50"
    );
    assert_eq!(read(&["number", "--max=-1"], "It is -3."), "-3");
    let done = run(&["number", "--min", "0"], "It is -3.");
    assert_eq!(done.status, 1);
    assert!(
        done.stderr.contains("-3 is outside 0 to infinity"),
        "{}",
        done.stderr
    );
}

#[test]
fn a_number_keeps_its_digits() {
    let digits = "12345678901234567890.10";
    assert_eq!(read(&["number"], digits), digits);
    assert_eq!(read(&["number", "--integer"], "Score: 8.0"), "8");
    assert_eq!(run(&["number", "--integer"], "8.5").status, 1);
}

#[test]
fn tags_come_in_the_order_in_which_they_were_asked_for() {
    let reply = "<b>2</b><a>1</a><b>3</b>";
    let tags = ["xml", "--tag", "a", "--tag", "b"];
    assert_eq!(read(&tags, reply), r#"{"a":"1","b":"2"}"#);
    let all = [&tags[..], &["--tag", "c", "--all"]].concat();
    assert_eq!(read(&all, reply), r#"{"a":["1"],"b":["2","3"]}"#);
    assert_eq!(run(&["xml", "--tag", "c", "--all"], reply).status, 1);
}

#[test]
fn a_choice_is_named_as_the_caller_names_it() {
    let options = ["choice", "--option", "YES", "--option", "NO"];
    assert_eq!(read(&options, "yes, it is"), "\"YES\"");
    let texts = [
        "choice",
        "--option-text",
        "A=Oslo",
        "--option-text",
        "B=a=b",
    ];
    assert_eq!(read(&texts, "Oslo"), "\"A\"");
    assert_eq!(read(&texts, "B"), "\"B\"");
}

#[test]
fn rows_need_the_columns_that_were_asked_for() {
    let reply = "name,age\nAnn,31\n";
    let done = run(&["csv", "--column", "city"], reply);
    assert_eq!(done.status, 1);
    assert!(
        done.stderr.contains("missing required columns: city"),
        "{}",
        done.stderr
    );
    assert_eq!(
        read(&["csv", "--column", "age"], reply),
        r#"[{"name":"Ann","age":"31"}]"#
    );
    let tables = "| a |\n|---|\n| 1 |\n\nThen:\n\n| b |\n|---|\n| 2 |\n";
    assert_eq!(
        read(&["table", "--all"], tables),
        r#"[[{"a":"1"}],[{"b":"2"}]]"#
    );
}

#[test]
fn the_trace_is_part_of_the_row_on_request() {
    let done = run(&["list", "--trace"], "Here you go:\n- a\n- b\n");
    assert!(
        done.stdout.contains(r#""trace":{"extracted":["#),
        "{}",
        done.stdout
    );
    assert!(
        done.stdout.contains(r#""kind":"surrounding-text""#),
        "{}",
        done.stdout
    );
}

#[test]
fn strict_mode_takes_no_repaired_yaml() {
    assert_eq!(read(&["yaml"], "note: a: b\n"), r#"{"note":"a: b"}"#);
    assert_eq!(run(&["yaml", "--mode", "strict"], "note: a: b\n").status, 1);
}

//! What holds for every reply that is read as YAML: places, both routes, reasoning set aside, growth in line.

use std::time::{Duration, Instant};

use llmparse::{Limits, Options, ParseError, ParseMode, Value};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::agreement::{self, Check, ensure};
use crate::{config, told};

/// What replies are put together from.
const PIECES: [&str; 92] = [
    "a: ",
    "b: ",
    "key:",
    "- ",
    "-",
    "  ",
    "    ",
    " ",
    "\n",
    "\n\n",
    "\n  ",
    "\n    ",
    "\n- ",
    "\n  - ",
    "\na: ",
    "\nb: ",
    "\r\n",
    "\t",
    "\n\t",
    "x",
    "some text",
    "1",
    "1.50",
    "012",
    "no",
    "true",
    "~",
    "12:30",
    "2024-01-02",
    "[",
    "]",
    "{",
    "}",
    "[a, b]",
    "{x: 1}",
    "[1, 2",
    ", ",
    ",",
    ":",
    ": ",
    "#",
    " # note",
    " #1",
    "\"",
    "'",
    "\"q\"",
    "'q'",
    "'it's'",
    "\\",
    "\\'",
    "\\d",
    "|",
    "|\n  ",
    ">-\n  ",
    "&x ",
    "*x",
    "*y*",
    "!!str ",
    "!t ",
    "@h",
    "`c`",
    "%y",
    "? ",
    "<<: ",
    "---\n",
    "\n---\n",
    "...\n",
    "%YAML 1.2\n",
    "```yaml\n",
    "\n```\n",
    "```",
    "~~~\n",
    "> ",
    "\n> ",
    "* ",
    "\n* ",
    "• ",
    "**b**: ",
    "Here is it:\n",
    "Note: this.\n",
    "\n\nHope this helps!",
    "é",
    "日本",
    "：",
    "\u{a0}",
    "\u{feff}",
    "👩‍👩‍👧",
    "שלום",
    "e\u{301}",
    "\u{2028}",
    "\u{7f}",
    "<b>",
];

fn reply() -> impl Strategy<Value = String> {
    vec(select(&PIECES[..]), 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn places_lie_in_the_reply_and_both_routes_agree(reply in reply()) {
        told(check(&reply))?;
    }

    #[test]
    fn any_text_is_a_value_or_an_error(reply in any::<String>()) {
        told(check(&reply))?;
    }

    #[test]
    fn reasoning_around_changes_nothing(reply in reply()) {
        let plain = llmparse::parse_yaml_value(&reply);
        let around = format!("<think>\nx: 0\n</think>\n{reply}");
        let read = llmparse::parse_yaml_value_with_trace(&around, &Options::default());
        let is_same = read.result.as_ref().ok() == plain.as_ref().ok();
        prop_assert!(is_same || reply.contains("<b>"), "{:?} and {:?}", plain, read.result);
        if let Ok(value) = &read.result {
            told(agreement::check_places(&around, value))?;
        }
    }

    #[test]
    fn a_fence_around_changes_nothing(members in vec(("[a-z]{1,6}", "[a-z ]{0,5}[a-z]"), 1..6)) {
        let yaml: String = members.iter().map(|(key, text)| format!("k{key}: t {text}\n")).collect();
        let plain = llmparse::parse_yaml_value(&format!("id: 1\n{yaml}"));
        let fenced = llmparse::parse_yaml_value(&format!("Sure:\n\n```yaml\nid: 1\n{yaml}```\nDone."));
        prop_assert_eq!(plain, fenced);
    }
}

fn check(reply: &str) -> Check {
    let read = llmparse::parse_yaml_value_with_trace(reply, &Options::default());
    let blame = |what: String| format!("{reply:?}\n    {what}");
    agreement::check_trace(reply, &read.trace).map_err(blame)?;
    let Ok(value) = &read.result else {
        return Ok(());
    };
    agreement::check_places(reply, value).map_err(blame)?;
    check_routes(reply, value, &read.trace).map_err(blame)
}

/// What was repaired is read strictly as the same.
fn check_routes(reply: &str, value: &Value, trace: &llmparse::Trace) -> Check {
    if !trace.is_repaired() {
        return Ok(());
    }
    let text = trace.repaired_text(reply).unwrap_or_default();
    let fenced = format!("~~~~~~yaml\n{text}\n~~~~~~\n");
    let strict = Options::default().mode(ParseMode::Strict);
    let again = llmparse::parse_yaml_value_with_options(&fenced, &strict);
    ensure(
        again
            .as_ref()
            .ok()
            .is_some_and(|again| is_alike(again, value)),
        || format!("repaired {text:?}\n    read as {value:?}\n    and as {again:?}"),
    )
}

/// The line break behind a block text at the end does not count, which the fence adds.
fn is_alike(one: &Value, two: &Value) -> bool {
    one == two
        || one.to_json_text().replace("\\n\"", "\"") == two.to_json_text().replace("\\n\"", "\"")
}

/// Texts that make a careless reader quadratic: start and piece.
const SHAPES: [(&str, &str); 44] = [
    ("", "Note: some three words.\n\nWords go here.\n\n"),
    ("", "{a b}\n\nWords go here.\n\n"),
    ("", "```json\n{\"a\": [\n```\n"),
    ("", "[a: b, c\n\nWords go here.\n\n"),
    ("", "["),
    ("", "{"),
    ("", "- "),
    ("", "- - -\n"),
    ("", "? "),
    ("", "a: "),
    ("", ": "),
    ("a: ", "&a "),
    ("a: ", "!t "),
    ("a: ", "*b "),
    ("", "a: [\n"),
    ("", "a: [1\n"),
    ("", "a: \"x\n"),
    ("", "a: 'x\n"),
    ("a: \"", "x\n"),
    ("a: 'it's ", "it's "),
    ("a: \"the ", "\"b\" "),
    ("", "a: b: c\n"),
    ("", "\tb: 1\n"),
    ("", "```yaml\n"),
    ("", " ```yaml\na: 1\n"),
    ("", "```yaml\na: 1\n```\n"),
    ("", "---\n"),
    ("", "a: |\n"),
    ("a: |\n", "  x\n"),
    ("a: |\n", "x\n"),
    ("", "\n"),
    ("a: x\n", "\n"),
    ("a: x", "\n\nb"),
    ("", "Some words.\n"),
    ("", "Some words: here.\n\n"),
    ("", "name:Ann\n"),
    ("", "* a\n"),
    ("a: ", "#"),
    ("a: ", "\\"),
    ("a: \"", "\\d"),
    ("", "> a: 1\n"),
    ("", "<think>x</think>a: 1\n"),
    ("", "Here is it:\n"),
    ("a: @x\n", "k: v\n"),
];

fn time(text: &str) -> Duration {
    let once = || {
        let start = Instant::now();
        let _ = llmparse::parse_yaml_value_with_trace(text, &Options::default());
        start.elapsed()
    };
    (0..3).map(|_| once()).min().unwrap_or_default()
}

#[test]
fn time_grows_in_line_with_the_length() {
    let grow = |(start, piece): &(&str, &str)| {
        let text = |bytes: usize| [start, &*piece.repeat(bytes / piece.len())].concat();
        // Eight times the length; a quadratic reader needs 64 times as long. Others may be at work, too.
        let try_once = || {
            let (short, long) = (time(&text(40_000)), time(&text(320_000)));
            let is_linear = long < short * 28 + Duration::from_millis(120);
            (!is_linear).then(|| format!("{start:?} and {piece:?}: {short:?}, then {long:?}"))
        };
        try_once().and_then(|_| try_once()).and_then(|_| try_once())
    };
    let failures: Vec<String> = SHAPES.iter().filter_map(grow).collect();
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn nesting_of_any_depth_is_a_value_or_an_error() {
    let deep = [
        ("[", "]"),
        ("{a: ", "}"),
        ("- ", ""),
        ("a:\n", ""),
        ("[a: ", "]"),
        ("? ", ""),
    ];
    for (open, close) in deep {
        for options in [
            Options::default(),
            Options::default().limits(Limits::default().max_depth(Limits::DEEPEST)),
        ] {
            let text = [&*open.repeat(100_000), "x", &*close.repeat(100_000)].concat();
            let _ = llmparse::parse_yaml_value_with_options(&text, &options);
            let _ = llmparse::parse_yaml_value_with_options(&open.repeat(100_000), &options);
        }
    }
}

#[test]
fn nesting_up_to_the_limit_is_read() {
    let lines: String = (0..200)
        .map(|depth| format!("{}k:\n", "  ".repeat(depth)))
        .collect();
    assert!(llmparse::parse_yaml_value(&lines).is_ok());
    let options = Options::default().limits(Limits::default().max_depth(100));
    let error = llmparse::parse_yaml_value_with_options(&lines, &options).unwrap_err();
    assert!(
        matches!(error, ParseError::TooDeep { limit: 100, .. }),
        "{error:?}"
    );
}

#[test]
fn aliases_that_grow_too_far_are_an_error() {
    let mut text = "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n".to_owned();
    for level in 1..30 {
        let aliases = vec![format!("*a{}", level - 1); 9].join(", ");
        text.push_str(&format!("a{level}: &a{level} [{aliases}]\n"));
    }
    let error = llmparse::parse_yaml_value(&text).unwrap_err();
    assert!(matches!(error, ParseError::TooLarge { .. }), "{error:?}");
}

//! Small replies on which something did not hold once, found by other seeds.

use llmparse::{Options, ParseMode};

use crate::arbitrary::check_everything;
use crate::valid::check_as_serde_json;

/// Neither route panics, and both agree.
const REPLIES: [&str; 63] = [
    "{\"𑒀:\\\"quoted\\, so:null}",
    "\"a\": 1, \"b\": 2}",
    "\"a\": 1{\"a\": \"\"}",
    "[[],\"\"]]",
    "[[1],2]]",
    "[1, 2]...{\"a\": 1}",
    "[1, 2]\\n{\"a\": \"\"}",
    "{```[1, 2]\u{feff}{\"a\": \"\"}",
    "[\n  \"\\frac{1}{2}\",\n  [],\n  \n    -0.00E-0\n  ]\n]",
    "{:;a",
    "{:0\t'",
    "{\"'{}¡\0\"a",
    "a{¹:''{`\"",
    "{[]]",
    "{a“\\n[1, 2])]",
    "{\"\":null,\"\"",
    "{\"a\": {a]{\"a\": \"\"}",
    "{\"a\": {\"a\": }[{\"a\": \"\"}",
    "\"\"=>\0```{{\"a\": \"\"}",
    "{\":\"\",\":\"\"}",
    "{'A0', \\'':null,'0':{",
    "`{```{\"a\": \"\"}",
    "\"“{\"a\": \"\"}",
    "'\"({\"a\": \"\"}",
    "[a('a': 'b'{\"a\": \"\"}",
    "[\"\":[][,\"a\":\"b\"]",
    "{\"a\": [\n 1\n  ][\n}",
    "0;\"",
    "“\";\"",
    "{\"\\A:\"```\"}",
    "{\n  \"\u{feff}🙂\\\": \"```\",",
    "[b'={{{{\"a\": \"\"}",
    "{```json\n\"a\": 1{{{\"a\": \"\"}",
    "[\n  {\n    ```: null,\n    \"\": null\n  }\n]",
    "[{\"\":\"\",\"{\\\"a\\: 1}:null,\"\":null,\"\":null}]",
    "'a': 'b'}",
    "'a': 'b'\0}{\"a\": \"\"}",
    "\"{'{\"a\": \"\\\"\"}",
    "{\n\n\"\"':\n\n\"\\u0000}",
    "{&quot;\t{\"a\": \"\\n\"}",
    "[{a[1, 2]='{\"a\": \"\\beta\"}",
    "{\n  &quot;a&quot;: null,\n  &quot;_&quot;'\n}",
    "[\n  null,\n  “the answer“\\\n]",
    "{\n\"\\n```\\n\":\"\"  ,\"®🌀\\\"0𞹹0:  [\r\n\"\" ]\n,\"\u{feff}\":  \"a\"}",
    "{\"\":1;}]",
    "const x = [1;",
    "{\"\":null,a`:null}",
    "{\"\":-1000.00000,,\"",
    "\"¡\"¡\n\"\0\"0",
    "(0",
    "0(\"",
    "```json\n0\"\n```",
    "...{\"a\": \"\"}",
    "[//",
    "{\"a\": /*{\"a\": \"C:\\new\"}",
    "{\"a\": \\n//",
    "{:a\u{b}",
    "{'\"{>",
    "[\n  0,:",
    "\\[-\u{1b}[31m",
    "[1, 2]({\"a\": \"\\beta\"}",
    "{\\\"a\\\": \\\"xa\\\": \\\"x\\\\\"}",
    "\0]{\"a\": =>\"</think>}<think>{\"a\": \"\\beta\"}",
];

/// Valid as they stand.
const VALID: [&str; 9] = [
    "\"C:\\new\"",
    "[ { }, [ ], null ]",
    "[{ }, [[ 138E81, null] ]]",
    "[ { } , [ -0 , null ] ]",
    "[-0, -0.0, 0e0]",
    "[123456789.123456789123456789]",
    "{\"a\": 7210000000321119.00}",
    "[[{ },40000000001493425E2 ]]",
    "{\"</think>\": \"```json\\n{}\\n```\"}",
];

fn check_all(replies: &[&str], check: impl Fn(&str) -> Result<(), String>) {
    let failures = replies
        .iter()
        .filter_map(|reply| Some(format!("{reply:?}: {}", check(reply).err()?)));
    let failures: Vec<String> = failures.collect();
    assert!(
        failures.is_empty(),
        "{} fail:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn replies_that_were_read_inconsistently_are_not() {
    check_all(&REPLIES, check_everything);
}

#[test]
fn valid_replies_that_were_changed_are_not() {
    check_all(&VALID, check_as_serde_json);
}

/// Damaged values with a valid value in them.
const PARTS: [&str; 3] = [
    "{\"a\": 1, x: {\"c\": 2}}",
    "{\"a\": [{\"b\": 1}, {\"c\": 2}], x}",
    "Here: {\"a\": 1, x: {\"c\": 2}}",
];

#[test]
fn strict_mode_gives_no_part_of_a_damaged_value() {
    let strict = Options::default().mode(ParseMode::Strict);
    check_all(&PARTS, |reply| {
        match llmparse::parse_value_with_options(reply, &strict) {
            Ok(part) => Err(format!("gives {}", part.to_json_text())),
            Err(_) => Ok(()),
        }
    });
}

#[test]
fn the_place_of_a_choice_in_a_cut_off_string_is_a_part_of_the_reply() {
    let reply = "{\"next\": «b";
    let read = llmparse::parse_choice_with_trace(reply, &["b", "c"], &llmparse::Options::default());
    let places = read.trace.extracted.into_iter();
    let places = places.chain(read.trace.warnings.iter().map(|warning| warning.span));
    for place in places {
        assert!(reply.get(place.range()).is_some(), "{place:?}");
    }
    assert_eq!(read.result.unwrap(), "b");
}

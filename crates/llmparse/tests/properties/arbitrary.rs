//! Any text at all: nothing panics, and what is said about it is consistent.

use llmparse::{Escapes, Options, ParseMode};
use proptest::prelude::*;
use proptest::sample::select;

use crate::agreement::{self, Check, ensure};
use crate::strict::Strict;
use crate::{config, pieces, told};

/// What structure is made of, and what is easily taken for it.
const TOKENS: [&str; 76] = [
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    ",",
    ":",
    ";",
    "=",
    "=>",
    "\"",
    "'",
    "`",
    "“",
    "”",
    "\\",
    "\\\"",
    "\\n",
    "\\u00",
    "\n",
    " ",
    "\r\n",
    "\t",
    "\u{a0}",
    "\u{feff}",
    "\u{0}",
    "a",
    "key",
    "the end",
    "é",
    "🙂",
    "0",
    "12",
    "-",
    "+1",
    ".5",
    "1e",
    "1e400",
    "0x1F",
    "1_000",
    "true",
    "True",
    "null",
    "None",
    "NaN",
    "undefined",
    "```",
    "```json\n",
    "~~~",
    "<think>",
    "</think>",
    "[THINK]",
    "<answer>",
    "</answer>",
    "<|eot_id|>",
    "<|channel|>",
    "//",
    "/*",
    "*/",
    "#",
    "...",
    "&quot;",
    "\u{1b}[31m",
    "ObjectId(",
    "b'",
    "{\"a\": ",
    "\"a\": 1",
    "[1, 2]",
    "{\"a\": 1}",
    "'a': 'b'",
    "> ",
    "- ",
    "1. ",
    "：",
    "，",
];

fn soup() -> impl Strategy<Value = String> {
    prop::collection::vec(select(&TOKENS[..]), 0..24).prop_map(|tokens| tokens.concat())
}

/// Every public function that takes a reply.
pub(crate) fn check_everything(reply: &str) -> Check {
    let blame = |error: String| format!("{reply:?}\n    {error}");
    agreement::check(reply).map_err(blame)?;
    check_all_values(reply).map_err(blame)?;
    check_strict_mode(reply).map_err(blame)?;
    check_parts(reply).map_err(blame)?;
    let latex = Options::default().escapes(Escapes::Latex);
    let read = llmparse::try_repair_json_with_trace(reply, &latex);
    let is_json = read
        .result
        .as_ref()
        .map_or(Ok(()), |text| Strict::read(text).map(|_| ()));
    is_json.map_err(|error| blame(format!("{error} with LaTeX: {:?}", read.result)))
}

fn check_all_values(reply: &str) -> Check {
    let read = llmparse::parse_all_with_trace(reply, &Options::default());
    let one = llmparse::parse_value(reply);
    ensure(read.result.is_ok() == one.is_ok(), || {
        format!("all: {:?}, one: {one:?}", read.result)
    })?;
    let all = llmparse::parse_all(reply);
    ensure(all == read.result, || {
        format!("parse_all {all:?}, with a trace {:?}", read.result)
    })?;
    let values = read.result.unwrap_or_default();
    values
        .iter()
        .try_for_each(|value| agreement::check_places(reply, value))
}

/// What is read in strict mode stands in the reply as it is.
fn check_strict_mode(reply: &str) -> Check {
    let options = Options::default().mode(ParseMode::Strict);
    let read = llmparse::parse_value_with_trace(reply, &options);
    let Ok(value) = &read.result else {
        return Ok(());
    };
    let place = read.trace.extracted.unwrap_or_default().of(reply);
    let strict =
        Strict::read(place).map_err(|error| format!("{error} in strict mode: {place:?}"))?;
    ensure(strict == value.into(), || {
        format!("strict mode reads {value:?} from {place:?}")
    })
}

/// Fences, regions and reasoning.
fn check_parts(reply: &str) -> Check {
    let split = llmparse::split_reasoning(reply);
    let content = llmparse::strip_think_tags(reply);
    ensure(content.trim() == split.content, || {
        format!(
            "content {content:?}, of the split reply {:?}",
            split.content
        )
    })?;
    let bare = llmparse::preprocess(reply);
    ensure(content.contains(&bare), || {
        format!("content {content:?}, preprocessed {bare:?}")
    })?;
    if let Some((Some(lang), _)) = llmparse::extract_code_block(reply) {
        let found = llmparse::extract_code_block_for(reply, lang);
        ensure(found.is_some(), || {
            format!("no fence of {lang:?}, which the first one is")
        })?;
    }
    for (open, close) in [('{', '}'), ('[', ']'), ('“', '”')] {
        let region = llmparse::find_bracketed(reply, open, close);
        let is_region =
            region.is_none_or(|region| region.starts_with(open) && region.ends_with(close));
        ensure(is_region, || format!("no region: {region:?}"))?;
    }
    Ok(())
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_text_is_read_consistently(reply in "(?s:.{0,80})") {
        told(check_everything(&reply))?;
    }

    #[test]
    fn any_tokens_are_read_consistently(reply in soup()) {
        told(check_everything(&reply))?;
    }

    #[test]
    fn tokens_in_front_of_json_are_read_consistently(before in soup(), text in pieces::text()) {
        told(check_everything(&format!("{before}{{\"a\": {}}}", serde_json::Value::from(text))))?;
    }
}

//! Choices: nothing panics, places stand in the reply, reasoning changes nothing, and work grows with the text.

use std::hint::black_box;
use std::time::{Duration, Instant};

use llmparse::{Options, ParseError, Span};
use proptest::prelude::*;
use proptest::sample::select;

use crate::agreement::{Check, ensure};
use crate::{config, told};

/// What replies about choices are made of.
const TOKENS: [&str; 84] = [
    "A",
    "B",
    "a",
    "I",
    "(A)",
    "A)",
    "[[B]]",
    "**B**",
    "positive",
    "Positive",
    "negative",
    "not positive",
    "very good",
    "good",
    "C++",
    "N/A",
    "no",
    "yes",
    "1",
    "10",
    "1.5",
    "-1",
    "正面",
    "不",
    "긍정",
    "👍",
    "caf\u{e9}",
    "cafe\u{301}",
    "ß",
    "İ",
    "Answer",
    "answer is",
    "Final answer:",
    ":",
    "：",
    "=",
    "->",
    "is",
    "not",
    "isn't",
    "n't",
    "rather than",
    "neither",
    "nor",
    "either",
    "or",
    "and",
    "but",
    "so",
    "therefore",
    "wrong",
    "correct",
    "if",
    "?",
    ".",
    ",",
    ";",
    "/",
    "|",
    "-",
    "_",
    "\n",
    "\n\n",
    "\r\n",
    " ",
    "  ",
    "\t",
    "<answer>",
    "</answer>",
    "<",
    "\\boxed{",
    "\\text",
    "}",
    "{",
    "\"",
    "```",
    "$",
    "\u{feff}",
    "\u{200d}",
    "\u{200f}",
    "option",
    "the",
    "Options:",
    "{\"answer\": \"B\"}",
];

const LABELS: [&[&str]; 6] = [
    &["A", "B", "C", "I"],
    &["positive", "negative", "neutral"],
    &["good", "very good", "not good", "no", "yes"],
    &["1", "10", "-1", "1.5"],
    &["C", "C++", "N/A", "café", "ß", "İ"],
    &["正面", "负面", "긍정", "👍"],
];

fn soup() -> impl Strategy<Value = String> {
    let token = prop_oneof![select(&TOKENS[..]), Just(" ")];
    prop::collection::vec(token, 0..32).prop_map(|tokens| tokens.concat())
}

fn stands_in(reply: &str, span: Span) -> bool {
    reply.get(span.range()).is_some()
}

fn check_reply(reply: &str, labels: &[&str]) -> Check {
    let read = llmparse::parse_choice_with_trace(reply, labels, &Options::default());
    let plain = llmparse::parse_choice(reply, labels);
    let blame = |what: &str| format!("{what}: {reply:?}\n    {read:?}");
    ensure(plain == read.result, || blame("the plain function differs"))?;
    let warned = read.trace.warnings.iter().map(|warning| warning.span);
    let places = warned.chain(read.trace.extracted);
    let places = places.chain(read.result.as_ref().err().and_then(ParseError::span));
    ensure(
        places.into_iter().all(|span| stands_in(reply, span)),
        || blame("a place outside"),
    )?;
    match &read.result {
        Ok(label) => {
            ensure(labels.contains(label), || {
                blame("not the caller's spelling")
            })?;
            ensure(
                read.trace.extracted.is_some_and(|span| !span.is_empty()),
                || blame("no place"),
            )
        }
        Err(ParseError::Ambiguous { readings, .. }) => {
            ensure(readings.len() > 1, || blame("one reading"))
        }
        Err(_) => Ok(()),
    }
}

/// Reasoning in front of a reply that holds no marks of its own leaves the choice as it is.
fn check_reasoning(reply: &str, labels: &[&str]) -> Check {
    if reply.contains(['<', '{', '`', '[']) {
        return Ok(());
    }
    let wrapped = format!("<think>A? positive? no.</think>\n{reply}");
    let (bare, wrapped) = (
        llmparse::parse_choice(reply, labels),
        llmparse::parse_choice(&wrapped, labels),
    );
    ensure(bare.ok() == wrapped.clone().ok(), || {
        format!("{reply:?} behind reasoning: {wrapped:?}")
    })
}

fn check_options(reply: &str) -> Check {
    let options = [
        ("A", "positive"),
        ("B", "very good"),
        ("C", "a longer text, with commas"),
        ("D", ""),
    ];
    let read = llmparse::parse_choice_of_with_trace(reply, &options, &Options::default());
    let place = read
        .trace
        .extracted
        .is_none_or(|span| stands_in(reply, span));
    ensure(place, || format!("{reply:?}: {read:?}"))
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_text_is_read_consistently(reply in "(?s:.{0,60})", labels in select(&LABELS[..])) {
        told(check_reply(&reply, labels))?;
    }

    #[test]
    fn any_tokens_are_read_consistently(reply in soup(), labels in select(&LABELS[..])) {
        told(check_reply(&reply, labels))?;
        told(check_reasoning(&reply, labels))?;
        told(check_options(&reply))?;
    }

    #[test]
    fn any_choices_are_taken_or_refused(reply in soup(), labels in prop::collection::vec("(?s:.{0,6})", 0..5)) {
        let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
        told(check_reply(&reply, &labels))?;
    }

    #[test]
    fn a_choice_alone_is_chosen(labels in select(&LABELS[..]), index in 0_usize..3) {
        let label = labels[index];
        for reply in [label.to_owned(), format!("Answer: {label}"), format!("**{label}**"), format!("\"{label}\"\n"), label.to_uppercase()] {
            prop_assert_eq!(llmparse::parse_choice(&reply, labels), Ok(label), "{:?}", reply);
        }
    }
}

/// Shapes that a reader with a look too many reads again and again.
const SHAPES: [&str; 24] = [
    "`",
    "a `` ",
    "~",
    "& ",
    "- [x] A\n",
    "neither A nor ",
    "A) B ",
    "{\"A\": ",
    "A ",
    "not ",
    "A, ",
    "A and ",
    "answer ",
    "answer: ",
    "A is not not ",
    "<a",
    "[[",
    "\\",
    "- A\n",
    "A? ",
    "either ",
    "wrong ",
    "(",
    "A) x\n",
];

fn time(text: &str, labels: &[&str]) -> Duration {
    let runs = (0..2).map(|_| {
        let start = Instant::now();
        let _ = black_box(llmparse::parse_choice(black_box(text), labels));
        start.elapsed()
    });
    runs.min().unwrap_or_default()
}

/// Sixteen times the text: linear work takes 16 times as long, quadratic work 256 times.
fn is_linear(shape: &str, labels: &[&str]) -> bool {
    let small = time(&shape.repeat(40_000 / shape.len()), labels);
    let large = time(&shape.repeat(640_000 / shape.len()), labels);
    large < small * 100 + Duration::from_millis(20)
}

#[test]
fn work_grows_with_the_text() {
    let long = "a ".repeat(400);
    for labels in [&["A", "B"][..], &["x", &long]] {
        for shape in SHAPES {
            // Another process may take the time; it does not take it four times.
            let is_linear = (0..4).any(|_| is_linear(shape, labels));
            assert!(is_linear, "{shape:?}");
        }
    }
}

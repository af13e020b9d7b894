//! Numbers of replies: whatever stands there, a reader comes to an end without a panic, in time that grows linearly,
//! and tells places that are there.

use std::time::{Duration, Instant};

use llmparse::{Decimal, Options, ParseError, Span, Traced};
use proptest::prelude::*;

use crate::config;

/// What a reply about numbers is made of.
const PIECES: [&str; 64] = [
    "8",
    "1,234",
    "1.234",
    "12",
    "0",
    "7.5",
    ".5",
    "2024",
    "½",
    "٣",
    "８",
    "one",
    "seven",
    "hundred",
    "-",
    "−",
    "+",
    "/",
    "/10",
    " out of ",
    " of ",
    "Score",
    "Final answer",
    ": ",
    " = ",
    "is ",
    "about ",
    "max ",
    "page ",
    "not ",
    "\n",
    "\r\n",
    "\t",
    " ",
    "\u{a0}",
    "**",
    "`",
    "\"",
    "'",
    "(",
    ")",
    "[",
    "]",
    "[[",
    "]]",
    "{",
    "}",
    "\\boxed{",
    "\\frac{",
    "}{",
    "<score>",
    "</score>",
    "#### ",
    "| ",
    "%",
    "$",
    " €",
    "评分：",
    "は",
    "分",
    "e5",
    "×10^6",
    "\u{301}",
    "👍🏽",
];

fn reply() -> impl Strategy<Value = String> {
    let piece = prop_oneof![4 => prop::sample::select(&PIECES[..]).prop_map(str::to_owned), 1 => "\\PC{0,4}"];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

fn read(text: &str) -> Traced<Decimal> {
    llmparse::parse_number_with_trace(text, &Options::default())
}

fn is_there(span: Span, text: &str) -> bool {
    text.get(span.range()).is_some()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn places_are_inside_of_the_reply(text in reply()) {
        let read = read(&text);
        let spans = read.trace.extracted.into_iter()
            .chain(read.trace.repairs.iter().map(|repair| repair.span))
            .chain(read.trace.warnings.iter().map(|warning| warning.span));
        for span in spans {
            prop_assert!(is_there(span, &text), "{span:?}");
        }
        if let Err(ParseError::Ambiguous { readings, span }) = &read.result {
            prop_assert!(is_there(*span, &text) && readings.len() > 1, "{readings:?}");
        }
    }

    #[test]
    fn the_repaired_text_is_the_number(text in reply()) {
        let read = read(&text);
        if let Ok(number) = &read.result {
            let repaired = read.trace.repaired_text(&text);
            prop_assert_eq!(repaired.as_deref(), Some(number.as_str()));
            prop_assert!(serde_json::from_str::<serde_json::Number>(number.as_str()).is_ok());
        }
    }

    #[test]
    fn reasoning_before_a_reply_changes_nothing(text in reply(), thought in "[a-z ]{0,9}[0-9]{1,3}") {
        let wrapped = format!("<think>{thought}</think>\n{text}");
        prop_assert_eq!(read(&wrapped).result.ok(), read(&text).result.ok());
    }

    #[test]
    fn a_labelled_number_is_read_as_it_is(number in -1_000_000_i64..1_000_000, scale in 0_u32..4) {
        let text = if scale == 0 { number.to_string() } else { format!("{number}.{}", "5".repeat(scale as usize)) };
        let decimal: Decimal = text.parse().unwrap();
        prop_assert_eq!(read(&format!("Score: {text}")).result.ok(), Some(decimal.clone()));
        prop_assert_eq!(read(&format!("{{\"score\": {text}}}")).result.ok(), Some(decimal.clone()));
        prop_assert_eq!(read(&format!("**Final answer:** {text}\n")).result.ok(), Some(decimal));
    }
}

/// Replies that make a careless reader quadratic.
const SHAPES: [&str; 30] = [
    "1",
    "9 ",
    "1,",
    "1,234,",
    "1.",
    "1-",
    "1/",
    "1:",
    "1 000 ",
    "10^",
    "\\boxed{",
    "<score>",
    "<a ",
    "[1] ",
    "1. a\n",
    "Score: ",
    "one hundred ",
    "8 out of 10 ",
    "-",
    "$",
    "  ",
    "(",
    "٣",
    "½",
    "n/a ",
    "1 + ",
    "is ",
    "\\frac{1}{2}",
    "8\n",
    "得分",
];

/// How many short texts are as long as the long one.
const PARTS: u32 = 32;
const BYTES: usize = 160_000;

fn time(read_all: impl Fn()) -> Duration {
    let start = Instant::now();
    read_all();
    start.elapsed()
}

/// Whether a long text takes about as long as many short ones that are as long together; quadratic work would take
/// as many times longer as there are. A machine that does other things may spoil some tries, not all.
fn is_linear(shape: &str) -> bool {
    let long = shape.repeat(BYTES / shape.len());
    let short = shape.repeat(BYTES / PARTS as usize / shape.len());
    (0..8).any(|_| {
        let together = time(|| (0..PARTS).for_each(|_| drop(read(&short))));
        time(|| drop(read(&long))) < together * (PARTS / 4)
    })
}

#[test]
fn time_grows_in_line_with_the_length() {
    let quadratic = SHAPES.into_iter().filter(|shape| !is_linear(shape));
    assert_eq!(quadratic.collect::<Vec<_>>(), Vec::<&str>::new());
}

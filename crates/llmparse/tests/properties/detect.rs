//! The detector: it takes any reply, ranks by confidence, sets reasoning aside, and its time grows in line.

use std::time::{Duration, Instant};

use llmparse::{FormatCandidate, FormatDetector, OutputFormat};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::config;

/// Pieces that replies of all formats are made of.
const PIECES: [&str; 48] = [
    "a",
    "word word",
    "é",
    "王",
    "Ann",
    "1",
    "2.5",
    ",",
    ";",
    "\t",
    "|",
    ":",
    ": ",
    "：",
    "=",
    " = ",
    "\"",
    "'",
    "{",
    "}",
    "[",
    "]",
    "{\"a\": ",
    "[1, ",
    "\"name\": \"f\", \"arguments\"",
    "- ",
    "* ",
    "• ",
    "1. ",
    "2) ",
    "(3) ",
    "Step 1: ",
    "```",
    "```json\n",
    "~~~",
    "---\n",
    "|---|---|\n",
    "<a>",
    "</a>",
    "<think>",
    "</think>",
    "Action: ",
    "Args: ",
    "\n",
    "\n\n",
    "\r\n",
    "  ",
    "\u{feff}",
];

pub(crate) fn reply() -> impl Strategy<Value = String> {
    vec(prop::sample::select(&PIECES[..]), 0..40).prop_map(|pieces| pieces.concat())
}

fn rank(text: &str) -> Vec<FormatCandidate> {
    FormatDetector::new().rank(text)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_most_likely_comes_first_and_each_format_once(reply in prop_oneof![reply(), any::<String>()]) {
        let ranked = rank(&reply);
        let detector = FormatDetector::new();
        let best = ranked.first().map(|best| (best.format, best.confidence));
        prop_assert_eq!(best, Some(detector.detect_with_confidence(&reply)));
        prop_assert_eq!(best.map(|best| best.0), Some(detector.detect(&reply)));
        let mut formats: Vec<OutputFormat> = ranked.iter().map(|found| found.format).collect();
        formats.sort_unstable();
        formats.dedup();
        prop_assert_eq!(formats.len(), ranked.len(), "{:?}", ranked);
        prop_assert!(ranked.is_sorted_by(|one, two| one.confidence >= two.confidence), "{:?}", ranked);
        let is_told = |found: &FormatCandidate| {
            !found.evidence.is_empty() && (0.0..=1.0).contains(&found.confidence)
        };
        prop_assert!(ranked.iter().all(is_told), "{:?}", ranked);
    }

    #[test]
    fn only_what_shows_nothing_is_unknown(reply in "[ \n\t\u{feff}\u{200b}]{0,8}[a-z]{0,2}") {
        let is_blank = !reply.contains(|letter: char| letter.is_ascii_lowercase());
        prop_assert_eq!(FormatDetector::new().detect(&reply) == OutputFormat::Unknown, is_blank);
    }

    #[test]
    fn reasoning_before_a_reply_changes_no_format(reply in "[a-z]{1,6}(: [a-z]{1,6}\n|\n- [a-z]{1,6}){0,5}") {
        let wrapped = format!("<think>1. a\n2. b\n3. c\n{{\"a\": 1}}</think>\n{reply}");
        let detector = FormatDetector::new();
        prop_assert_eq!(detector.detect(&wrapped), detector.detect(&reply), "{:?}", reply);
    }
}

/// What the text of each shape starts with, and what it repeats.
const SHAPES: [(&str, &str); 54] = [
    ("", "\n"),
    ("", " "),
    ("a", " \n"),
    ("", "lorem ipsum dolor\n"),
    ("", "The quick brown fox jumps over the lazy dog. "),
    ("", "a\n"),
    ("", "a: "),
    ("", "a:\n"),
    ("", "a :"),
    ("", "a = b\n"),
    ("", "a-"),
    ("", "-"),
    ("", "- "),
    ("", "- a\n"),
    ("", "1. a\n"),
    ("", "1."),
    ("", "("),
    ("", "{"),
    ("", "["),
    ("", "[ "),
    ("", "{\""),
    ("", "{'"),
    ("", "{\"a\":"),
    ("", "{\"a\": 1, "),
    ("", "{\"a\": 1} "),
    ("", "{\"a\": 1}\n"),
    ("", "{a: 1 "),
    ("", "[\"a\", "),
    ("", "[\"a\", x "),
    ("", "[{"),
    ("", "}\n"),
    ("", "`"),
    ("", "```\n"),
    ("", "```json\n"),
    ("", "```a"),
    ("", "~~~\na: 1\n"),
    ("", "<"),
    ("", "<a"),
    ("", "<a>"),
    ("", "</a>"),
    ("", "<a><b>"),
    ("<a>", "<b></a>"),
    ("", "|"),
    ("", "|a|\n"),
    ("|a|\n", "|-|\n"),
    ("", "a,"),
    ("", "a,b\n"),
    ("a,b\n", "\"x\n"),
    ("", "Action: "),
    ("", "Action: f\nx"),
    ("", "\"arguments\""),
    ("", "\"name\": \"f\", \"arguments\" "),
    ("", "[f("),
    ("", "<think>"),
];

/// Four times the text may take four times as long; a quadratic scorer takes sixteen times as long, and far more than
/// a second.
#[test]
fn time_of_detection_grows_in_line_with_the_text() {
    let slow = SHAPES.iter().filter_map(|(start, piece)| {
        let text = |bytes: usize| format!("{start}{}", piece.repeat(bytes / piece.len()));
        let (short, long) = (measure(&text(50_000)), measure(&text(200_000)));
        let bound = 10 * short + Duration::from_millis(200);
        (long > bound).then(|| format!("{start:?} {piece:?}: {short:?}, {long:?}"))
    });
    let slow: Vec<String> = slow.collect();
    assert!(slow.is_empty(), "{slow:#?}");
}

fn measure(text: &str) -> Duration {
    let times = (0..3).map(|_| {
        let start = Instant::now();
        drop(rank(text));
        start.elapsed()
    });
    times.min().unwrap_or_default()
}

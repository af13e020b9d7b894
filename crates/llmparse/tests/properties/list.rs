//! Lists: any reply, in any wrapping, gives spans inside it, no panic, and work that grows in line with it.

use std::time::{Duration, Instant};

use llmparse::{ListItem, Options, Span, Trace};
use proptest::prelude::*;

use crate::agreement::{Check, ensure};
use crate::{config, told};

/// Pieces that lists are made of, and what disturbs them.
const PIECES: [&str; 48] = [
    "- ",
    "* ",
    "1. ",
    "2. ",
    "2) ",
    "(3) ",
    "a. ",
    "ii) ",
    "①",
    "一、",
    "• ",
    "→",
    "✅ ",
    "[x] ",
    "[ ]",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "  ",
    "\t",
    "\u{a0}",
    "\u{3000}",
    "\u{200d}",
    "red",
    "dark blue",
    "**Name**",
    "**",
    "`",
    "\"",
    "“",
    "'",
    ", ",
    "、",
    "; ",
    " | ",
    "/",
    " and ",
    ": ",
    "：",
    "[\"a\", \"b\"]",
    "{\"tags\": [",
    "]",
    "<li>",
    "</ul>",
    "```\n",
    "I cannot ",
    "🍎",
];

fn reply() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        8 => prop::sample::select(&PIECES[..]).prop_map(str::to_owned),
        1 => "\\PC{0,6}",
    ];
    prop::collection::vec(piece, 0..30).prop_map(|pieces| pieces.concat())
}

fn is_inside(span: Span, text: &str) -> bool {
    text.get(span.range()).is_some()
}

fn check_trace(trace: &Trace, text: &str) -> Check {
    let spans = trace.extracted.into_iter();
    let spans = spans.chain(trace.warnings.iter().map(|warning| warning.span));
    let spans = spans.chain(trace.repairs.iter().map(|repair| repair.span));
    let outside: Vec<Span> = spans.filter(|span| !is_inside(*span, text)).collect();
    ensure(outside.is_empty(), || format!("{outside:?} in {text:?}"))?;
    let is_sorted = trace.warnings.is_sorted_by_key(|warning| warning.span);
    ensure(is_sorted, || format!("{:?}", trace.warnings))
}

fn check_items(items: &[ListItem], text: &str) -> Check {
    items.iter().try_for_each(|item| {
        ensure(is_inside(item.span, text), || {
            format!("{item:?} in {text:?}")
        })?;
        ensure(!item.text.trim().is_empty(), || {
            format!("blank item in {text:?}")
        })?;
        check_items(&item.items, text)
    })
}

fn check(text: &str) -> Check {
    let options = Options::default();
    let tags = llmparse::parse_string_list_with_trace(text, &options);
    check_trace(&tags.trace, text)?;
    if let Ok(tags) = &tags.result {
        let is_clean = tags
            .iter()
            .all(|tag| !tag.trim().is_empty() && tag.chars().count() <= 50);
        ensure(is_clean, || format!("{tags:?} from {text:?}"))?;
    }
    let raw = llmparse::parse_string_list_raw_with_trace(text, &options);
    check_trace(&raw.trace, text)?;
    let tree = llmparse::parse_nested_list_with_trace(text, &options);
    check_trace(&tree.trace, text)?;
    check_items(&tree.result.unwrap_or_default(), text)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn spans_of_lists_lie_inside_the_reply(text in reply()) {
        told(check(&text))?;
    }

    #[test]
    fn reasoning_before_a_list_changes_nothing(text in reply()) {
        let wrapped = format!("<think>Let me see: - maybe\n- not</think>{text}");
        prop_assert_eq!(
            llmparse::parse_string_list_raw(&wrapped).ok(),
            llmparse::parse_string_list_raw(&text).ok()
        );
    }

    #[test]
    fn items_come_back_whatever_marks_them(
        items in prop::collection::vec("[a-z]{3,8}", 2..6),
        mark in prop::sample::select(vec!["- ", "* ", "+ ", "• ", "– ", "→ ", "✅ ", "- [ ] "]),
        end in prop::sample::select(vec!["\n", "\r\n", "\n\n"]),
    ) {
        let text: String = items.iter().map(|item| format!("{mark}{item}{end}")).collect();
        prop_assert_eq!(llmparse::parse_string_list_raw(&text).unwrap(), items);
    }
}

/// Texts that make a careless reader quadratic: what they start with and repeat.
const SHAPES: [(&str, &str); 40] = [
    ("", "- "),
    ("", "- a\n"),
    ("", "1. a\n"),
    ("", "1. "),
    ("", "a. b\n"),
    ("", "i) "),
    ("", "-a\n"),
    ("- a", " b\n"),
    ("- a", "\n  b"),
    ("- a\n", "word word\n"),
    ("", "word\n"),
    ("", "word "),
    ("", "word, "),
    ("", "\"a, "),
    ("", "'a\" "),
    ("", "("),
    ("", "(a, "),
    ("", "Tags: "),
    ("", "Tags: a, b\n"),
    ("", "a and "),
    ("", "**"),
    ("- ", "**"),
    ("- ", "*a"),
    ("", "> "),
    ("", ">"),
    ("", "#"),
    ("", "\t"),
    ("", "。"),
    ("", ". A"),
    ("", "St. "),
    ("", "<li>"),
    ("", "<li>a</li>"),
    ("", "<ul>"),
    ("", "<a "),
    ("", "<tag>a</tag>"),
    ("", "| a |\n|---|\n"),
    ("", "```\n- a\n"),
    ("", "[\"a\"], "),
    ("", "1) a "),
    ("", "🍎 a\n"),
];

fn time(text: &str) -> Duration {
    let options = Options::default();
    let start = Instant::now();
    let _ = llmparse::parse_string_list_with_trace(text, &options);
    let _ = llmparse::parse_nested_list_with_trace(text, &options);
    start.elapsed()
}

/// Four times the text takes four times as long; on a busy machine not in every try.
#[test]
fn time_for_lists_grows_in_line_with_the_length() {
    let slow: Vec<String> = SHAPES
        .iter()
        .filter_map(|(start, piece)| {
            let text = |bytes: usize| [start, &*piece.repeat(bytes / piece.len())].concat();
            let (short, long) = (text(40_000), text(160_000));
            let is_linear = (0..8).any(|_| {
                let (small, large) = (time(&short), time(&long));
                large < Duration::from_millis(40) || large < small * 10
            });
            (!is_linear).then(|| format!("{start:?} {piece:?}"))
        })
        .collect();
    assert!(slow.is_empty(), "{slow:#?}");
}

/// Items, each deeper than the one before by two columns.
#[test]
fn a_deep_list_is_an_error_and_not_an_overflow() {
    let text: String = (0..2000)
        .map(|depth| format!("{}- a\n", "  ".repeat(depth)))
        .collect();
    let error = llmparse::parse_nested_list(&text).unwrap_err();
    assert_eq!(error.kind(), "too_deep");
    assert_eq!(llmparse::parse_string_list_raw(&text).unwrap().len(), 2000);
}

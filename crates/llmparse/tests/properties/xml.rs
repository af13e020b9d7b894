//! What stands between tags comes through every wrapping, and damage around it is told where it is.

use std::time::{Duration, Instant};

use llmparse::{Options, ParseMode, Trace};
use proptest::prelude::*;
use proptest::sample::select;

use crate::config;

/// What replies are made of: tags in and out of order, and what hides them.
const PIECES: [&str; 34] = [
    "<answer>",
    "</answer>",
    "<answer/>",
    "<answer lang=\"a > b\">",
    "</answer >",
    "< answer>",
    "<Answer>",
    "</ANSWER>",
    "</anwser>",
    "<answer",
    "<b>",
    "</b>",
    "<item>",
    "</item>",
    "`",
    "```",
    "\n```xml\n",
    "\n```\n",
    "<!-- ",
    " -->",
    "<![CDATA[",
    "]]>",
    "<think>",
    "</think>",
    "&lt;",
    "\n",
    " ",
    "x",
    "Paris",
    "日本語",
    "👩‍👩‍👧",
    "e\u{301}",
    "5 < 6",
    "\\\"",
];

/// Contents that say nothing to a reader of tags.
const CONTENTS: [&str; 16] = [
    "Paris",
    " ",
    "\n",
    "\t",
    "日本語",
    "👩‍👩‍👧",
    "مرحبا",
    "e\u{301}",
    "5 < 6 > 4",
    "<b>bold</b>",
    "{\"a\": 1}",
    "| a | b |",
    "$x^2$",
    "# Title",
    "“quoted”",
    "<br/>",
];

/// What stands around an element.
const WRAPPINGS: [(&str, &str); 14] = [
    ("", ""),
    ("\u{feff}\n", "\n"),
    ("Sure! Here it is:\n\n", "\n\nAnything else?"),
    ("The <answer> tag holds it. ", ""),
    ("Use `<answer>`:\n", "\n"),
    ("<!-- <answer>old</answer> -->\n", ""),
    ("```xml\n", "\n```\n"),
    ("<result>\n", "\n</result>"),
    ("<think>Is it <answer>Lyon</answer>?</think>\n", ""),
    ("Is it <answer>Lyon</answer>?</think>\n", ""),
    ("<draft><answer>Lyon</answer></draft>\n", ""),
    ("<question>Where?</question>", "<note>none</note>"),
    ("> ", "\n"),
    ("", "<|im_end|>"),
];

fn reply() -> impl Strategy<Value = String> {
    prop::collection::vec(select(PIECES.as_slice()), 0..14).prop_map(|pieces| pieces.concat())
}

fn content() -> impl Strategy<Value = String> {
    let pieces = prop::collection::vec(select(CONTENTS.as_slice()), 1..6);
    pieces.prop_map(|pieces| format!("Oslo {} 1", pieces.concat()))
}

fn check_spans(reply: &str, trace: &Trace) -> Result<(), TestCaseError> {
    let repairs = trace.repairs.iter().map(|repair| repair.span);
    let warnings = trace.warnings.iter().map(|warning| warning.span);
    for span in repairs.chain(warnings).chain(trace.extracted) {
        prop_assert!(
            reply.get(span.range()).is_some(),
            "{:?} in {:?}",
            span,
            reply
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_reply_is_read_with_places_in_it(reply in reply()) {
        let options = Options::default();
        let one = llmparse::parse_xml_tag_with_trace(&reply, "answer", &options);
        check_spans(&reply, &one.trace)?;
        let all = llmparse::parse_xml_tag_all_with_trace(&reply, "answer", &options);
        check_spans(&reply, &all.trace)?;
        prop_assert_eq!(all.result.is_ok(), one.result.is_ok());
        let several = llmparse::parse_xml_tags_with_trace(&reply, &["answer", "item", "think"], &options);
        check_spans(&reply, &several.trace)?;
    }

    #[test]
    fn a_content_comes_through_every_wrapping(content in content(), (before, after) in select(WRAPPINGS.as_slice())) {
        let reply = format!("{before}<answer>{content}</answer>{after}");
        let read = llmparse::parse_xml_tag_with_trace(&reply, "answer", &Options::default());
        prop_assert_eq!(read.result.as_deref(), Ok(content.trim()), "{:?}", reply);
        prop_assert!(!read.trace.is_repaired());
    }

    #[test]
    fn a_closer_may_be_missing(content in content()) {
        let reply = format!("<result>\n<answer>{content}\n</result>");
        let read = llmparse::parse_xml_tag_with_trace(&reply, "answer", &Options::default());
        prop_assert_eq!(read.result.as_deref(), Ok(content.trim()), "{:?}", reply);
        let strict = Options::default().mode(ParseMode::Strict);
        let text = read.trace.repaired_text(&reply).unwrap();
        let again = llmparse::parse_xml_tag_with_options(&text, "answer", &strict);
        prop_assert_eq!(again.as_deref(), Ok(content.trim()), "{:?}", text);
    }

    #[test]
    fn any_text_has_tags_or_not(reply in any::<String>(), tag in any::<String>()) {
        let _ = llmparse::parse_xml_tag(&reply, &tag);
    }
}

/// Texts that make a careless reader quadratic, by what they repeat.
const SHAPES: [&str; 18] = [
    "<answer>",
    "</answer>",
    "<answer>x</answer>",
    "<answer b='",
    "<answer b=\" x='\" c='",
    "<answer ",
    "<a>",
    "<!-- ",
    "<![CDATA[",
    "`",
    "`<answer>",
    "` ``  ",
    "```\n<answer>x\n```\n",
    "<answer>a <think>b</think> ",
    "<answer>b</anwer>",
    "x</answer>\n",
    "<answer>    \n",
    "&",
];

#[test]
fn time_grows_in_line_with_the_length() {
    for piece in SHAPES {
        let time = |bytes: usize| {
            let text = format!(
                "{}{}<z>1</z>",
                piece.repeat(bytes / piece.len()),
                " ".repeat(bytes)
            );
            let runs = (0..3).map(|_| {
                let start = Instant::now();
                let _ = llmparse::parse_xml_tag(&text, "answer");
                let _ = llmparse::parse_xml_tag_all(&text, "answer");
                start.elapsed()
            });
            runs.min().unwrap()
        };
        let (short, long) = (time(10_000), time(160_000));
        let most = 100 * short.max(Duration::from_millis(5));
        assert!(long < most, "{piece:?}: {short:?}, then {long:?}");
    }
}

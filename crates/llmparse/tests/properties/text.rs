//! Plain text comes through untouched but for its lead-ins, and what was left out is told.

use llmparse::Options;
use proptest::prelude::*;
use proptest::sample::select;

use crate::config;

/// What replies are made of: lead-ins, what looks like one, and text.
const PIECES: [&str; 30] = [
    "Sure",
    "Sure!",
    "Of course",
    "Here's ",
    "Here is the answer",
    "Voici la réponse",
    "以下是答案",
    "もちろんです",
    "Конечно",
    "¡Claro",
    ":",
    "：",
    "!",
    "！",
    ".",
    "。",
    ",",
    " ",
    "\u{a0}",
    "\n",
    "\r\n",
    "**",
    "---\n\n",
    "Paris",
    "e\u{301}",
    "👩‍👩‍👧",
    "مرحبا",
    "```\nx\n```",
    "\u{feff}",
    "the summary of it",
];

fn reply() -> impl Strategy<Value = String> {
    prop::collection::vec(select(PIECES.as_slice()), 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_text_is_the_end_of_its_reply(reply in reply()) {
        let read = llmparse::parse_text_with_trace(&reply, &Options::default());
        for warning in &read.trace.warnings {
            prop_assert!(reply.get(warning.span.range()).is_some_and(|lead_in| !lead_in.is_empty()));
        }
        match read.result {
            Ok(text) => {
                let place = read.trace.extracted.unwrap();
                prop_assert_eq!(place.of(&reply), &text);
                let behind = reply.get(place.end()..).unwrap().chars();
                let is_blank = |letter: char| letter.is_whitespace() || letter == '\u{feff}';
                prop_assert_eq!(behind.filter(|letter| !is_blank(*letter)).count(), 0);
            }
            Err(error) => prop_assert_eq!(error.kind(), "empty_response"),
        }
    }

    #[test]
    fn reasoning_before_a_text_does_not_matter(reply in reply()) {
        let thoughtful = format!("<think>Sure! Here's the answer:\nLyon</think>\n{reply}");
        prop_assert_eq!(llmparse::parse_text(&thoughtful), llmparse::parse_text(&reply));
    }

    #[test]
    fn what_is_left_has_no_lead_in(reply in reply()) {
        if let Ok(text) = llmparse::parse_text(&reply) {
            prop_assert_eq!(llmparse::parse_text(&text), Ok(text));
        }
    }

    #[test]
    fn any_text_is_read(reply in any::<String>()) {
        let _ = llmparse::parse_text(&reply);
    }
}

//! How lines start: `1.` before an item, `Q:` and `A:` before a question and its answer.

use super::cues::Cue;
use super::tokens::{Kind, Token};

fn word<'t>(text: &'t str, token: &Token) -> &'t str {
    text.get(token.start()..token.end()).unwrap_or_default()
}

/// The number of an item is no word: `1. positive`.
pub(super) fn mark_enumerators(text: &str, tokens: &mut [Token]) {
    for line in tokens.split_mut(|token| token.kind == Kind::Line) {
        let [first, second, _, ..] = line else {
            continue;
        };
        let is_digits = word(text, first).bytes().all(|byte| byte.is_ascii_digit());
        let is_end = matches!(word(text, second), "." | ")") && second.start() == first.end();
        if first.kind == Kind::Word && is_digits && is_end {
            first.kind = Kind::Dash;
            second.kind = Kind::Dash;
        }
    }
}

/// `Q: Which one?`, `A: B`: the `A` stands for an answer.
pub(super) fn mark_dialogue(text: &str, tokens: &mut [Token]) {
    let mut is_asked = false;
    let mut answer = None;
    let mut start = 0;
    for line in tokens.split(|token| token.kind == Kind::Line) {
        if let [first, second, rest @ ..] = line {
            let is_led = second.kind == Kind::Colon;
            let is_label = is_led && matches!(first.kind, Kind::Choice(_));
            if is_led && first.kind == Kind::Word && matches!(word(text, first), "Q" | "F") {
                is_asked = true;
            } else if is_label && (answer.is_some() || !is_asked) {
                return;
            } else if is_label && word(text, first) == "A" {
                let is_named = rest
                    .iter()
                    .any(|token| matches!(token.kind, Kind::Choice(_)));
                answer = is_named.then_some(start);
            }
        }
        start += line.len() + 1;
    }
    if let Some(token) = answer.and_then(|answer| tokens.get_mut(answer)) {
        token.kind = Kind::Cue(Cue::Marker);
    }
}

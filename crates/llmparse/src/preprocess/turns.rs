//! Where a message ends and another starts: `Rome.<|im_end|>\n<|im_start|>user`. A token that is only named delimits
//! nothing: `Use <|im_end|> to stop.`

use super::reasoning::{Kind, is_header, mark_at, tokens};
use crate::scan::Input;

/// What a token does where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// It is part of the text.
    Named,
    Edge,
    /// It ends the reply, and a turn of someone else stands behind it.
    LastEdge,
}

/// How a turn that is not the model's starts.
const FOREIGN: [&str; 14] = [
    "<|im_start|>user",
    "<|im_start|>system",
    "<|im_start|>human",
    "<|start_header_id|>user",
    "<|start_header_id|>system",
    "<|start_of_role|>user",
    "<start_of_turn>user",
    "<|start|>user",
    "<|start|>system",
    "<|user|>",
    "<|system|>",
    "<｜User｜>",
    "<|USER_TOKEN|>",
    "[INST]",
];

/// The same, right behind a token only.
const FOREIGN_NAMES: [&str; 6] = [
    "Human:",
    "User:",
    "user:",
    "USER:",
    "### Instruction",
    "### User",
];

/// Words that a name follows.
const AWAITING: [&str; 37] = [
    "is", "are", "with", "use", "using", "uses", "like", "called", "named", "token", "tokens",
    "the", "a", "by", "and", "or", "to", "as", "of", "in", "ist", "mit", "und", "oder", "das",
    "est", "avec", "et", "ou", "le", "es", "con", "y", "è", "é", "это", "и",
];

/// How many tokens in a row are looked through.
const ROW: usize = 8;
/// How many bytes before a token say what it stands behind.
const NEAR: usize = 64;

/// What is known of the edges of the messages of a text.
#[derive(Default)]
pub(crate) struct Edges {
    /// From here on there are but tokens and blanks.
    tail: Option<usize>,
    strikes_out: Option<bool>,
    /// Turns of others stand before the end of a message: the text is a dialogue.
    is_dialogue: bool,
}

impl Edges {
    /// What the token from `at` to `end` does; `is_first` if no content stands before it in its message.
    pub(crate) fn judge(
        &mut self,
        input: Input<'_>,
        (at, end): (usize, usize),
        is_first: bool,
    ) -> Standing {
        let token = input.slice(at, end);
        if token == "</s>" && self.strikes_out(input) {
            return Standing::Named;
        }
        let is_edge = if is_first {
            !goes_on(input.slice(end, input.len()))
        } else if is_header(token) {
            !stands_in_line(input, at)
        } else {
            at >= self.tail(input) && !is_awaited(input, at)
        };
        if is_edge {
            return Standing::Edge;
        }
        if is_first || stands_in_line(input, at) {
            return Standing::Named;
        }
        self.before_turn(input, end)
    }

    fn before_turn(&mut self, input: Input<'_>, end: usize) -> Standing {
        let next = behind_tokens(input, end);
        if mark_at(input, next).is_some_and(|mark| is_header(input.slice(next, next + mark.len))) {
            return Standing::Edge;
        }
        let has = |starts: &[&str]| starts.iter().any(|start| input.has(next, start));
        if !has(&FOREIGN) && !has(&FOREIGN_NAMES) {
            return Standing::Named;
        }
        let is_foreign = |start: &&str| {
            memchr::memmem::find(input.slice(0, next).as_bytes(), start.as_bytes()).is_some()
        };
        self.is_dialogue = self.is_dialogue || FOREIGN.iter().any(is_foreign);
        if self.is_dialogue {
            Standing::Edge
        } else {
            Standing::LastEdge
        }
    }

    /// Whether `</s>` closes what is struck out: `<s>old</s>`.
    fn strikes_out(&mut self, input: Input<'_>) -> bool {
        let strikes = &mut self.strikes_out;
        *strikes.get_or_insert_with(|| input.text.contains("<s>"))
    }

    fn tail(&mut self, input: Input<'_>) -> usize {
        *self.tail.get_or_insert_with(|| {
            let mut text = input.text.trim_end();
            while let Some(rest) = tokens().find_map(|token| text.strip_suffix(token)) {
                text = rest.trim_end();
            }
            text.len()
        })
    }
}

/// Behind the tokens and blanks at `at`, up to one that starts a turn.
fn behind_tokens(input: Input<'_>, at: usize) -> usize {
    let mut at = input.skip_blank(at);
    for _ in 0..ROW {
        let mark = mark_at(input, at).filter(|mark| mark.kind == Kind::Token);
        let Some(mark) = mark.filter(|mark| !is_header(input.slice(at, at + mark.len))) else {
            break;
        };
        if FOREIGN.iter().any(|start| input.has(at, start)) {
            break;
        }
        at = input.skip_blank(at + mark.len);
    }
    at
}

/// Whether what stands behind a token goes on with a sentence: ` ends the turn`, `, and`.
fn goes_on(behind: &str) -> bool {
    let word = behind.trim_start_matches([' ', '\t']);
    let is_word = word.len() < behind.len() && word.starts_with(char::is_lowercase);
    is_word || behind.starts_with([',', ';', ')', '\'', '"', '”'])
}

/// Whether a blank or an opening mark stands before `at` on its line.
fn stands_in_line(input: Input<'_>, at: usize) -> bool {
    let before = near_line(input, at);
    before.ends_with([' ', '\t', '(', '[', '"', '\'', '“', '‘', '=', ','])
        && !before.trim().is_empty()
}

/// Whether what stands before `at` on its line has to go on: `1. `, `Tokens: `, `The token is `.
fn is_awaited(input: Input<'_>, at: usize) -> bool {
    if !stands_in_line(input, at) {
        return false;
    }
    let before = near_line(input, at).trim();
    let word = before.rsplit([' ', '\t']).next().unwrap_or_default();
    let is_number = before
        .trim_end_matches(['.', ')'])
        .bytes()
        .all(|byte| byte.is_ascii_digit());
    is_number
        || before.ends_with([
            ',', ':', ';', '(', '[', '-', '*', '+', '•', '=', '"', '\'', '“', '‘', '→', '：', '，',
        ])
        || AWAITING
            .iter()
            .any(|awaiting| word.eq_ignore_ascii_case(awaiting))
}

fn near_line(input: Input<'_>, at: usize) -> &str {
    let mut from = at.saturating_sub(NEAR);
    while !input.text.is_char_boundary(from) {
        from += 1;
    }
    input
        .slice(from, at)
        .rsplit(['\n', '\r'])
        .next()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the first token in `text` does.
    fn judge(text: &str) -> Standing {
        let input = Input::whole(text);
        let at = (0..text.len())
            .find(|&at| mark_at(input, at).is_some())
            .unwrap();
        let end = at + mark_at(input, at).unwrap().len;
        Edges::default().judge(input, (at, end), text[..at].trim().is_empty())
    }

    #[test]
    fn a_token_that_is_named_is_text() {
        for text in [
            "Use <|im_end|> to stop.",
            "It ends with <|im_end|>, I think.",
            "The token is <|im_end|>",
            "- <|im_start|>\n- <|im_end|>",
            "1. </s>",
            "<|im_end|> ends a turn.",
            "Das Token <|end|> beendet den Zug.",
        ] {
            assert_eq!(judge(text), Standing::Named, "{text}");
        }
    }

    #[test]
    fn a_token_at_the_edge_of_a_message_is_none() {
        for text in [
            "Rome.<|im_end|>",
            "Rome. <|im_end|>\n<|endoftext|> ",
            "<|im_start|>assistant\nRome.",
            "- a\n- b</s>",
            "Rome.<|end|><|start|>assistant<|channel|>final<|message|>Rome.",
        ] {
            assert_eq!(judge(text), Standing::Edge, "{text}");
        }
    }

    #[test]
    fn a_turn_of_someone_else_ends_the_reply() {
        for text in [
            "Rome.<|im_end|>\n<|im_start|>user\nand?",
            "Rome.<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nand?",
            "Rome.<|endoftext|>Human: and?",
            "Rome.</s><|user|>and?",
        ] {
            assert_eq!(judge(text), Standing::LastEdge, "{text}");
        }
        assert_eq!(
            judge("<|im_start|>user\nA<|im_end|>\n<|im_start|>user\nB"),
            Standing::Edge
        );
    }
}

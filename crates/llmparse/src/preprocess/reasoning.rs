//! Marks around a model's reasoning: `<think>`, `[THINK]`, `◁think▷`, channels, and the tokens that delimit messages.

use crate::scan::Input;
use crate::span::Span;

/// What a mark does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Open,
    Close,
    /// It delimits messages, and is part of neither reasoning nor content.
    Token,
}

/// A mark in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) kind: Kind,
    pub(crate) len: usize,
}

/// Names of tags that hold reasoning.
const NAMES: [&str; 14] = [
    "think",
    "thinking",
    "thought",
    "thoughts",
    "reasoning",
    "reflection",
    "scratchpad",
    "analysis",
    "inner_monologue",
    "seed:think",
    "mm:think",
    "ifm|think",
    "seed:thinking",
    "antml:thinking",
];

/// Marks that are no tags, by what they do; longer ones before their beginnings.
const FIXED: [(&str, Kind); 52] = [
    ("[THINK]", Kind::Open),
    ("[/THINK]", Kind::Close),
    ("◁think▷", Kind::Open),
    ("◁/think▷", Kind::Close),
    ("<|begin_of_thought|>", Kind::Open),
    ("<|end_of_thought|>", Kind::Close),
    ("<|begin_of_solution|>", Kind::Token),
    ("<|end_of_solution|>", Kind::Token),
    ("<|START_THINKING|>", Kind::Open),
    ("<|END_THINKING|>", Kind::Close),
    ("<|START_RESPONSE|>", Kind::Token),
    ("<|END_RESPONSE|>", Kind::Token),
    ("<|plamo:begin_think:plamo|>", Kind::Open),
    ("<|plamo:end_think:plamo|>", Kind::Close),
    ("<|content_thinking|>", Kind::Open),
    ("<|content_text|>", Kind::Token),
    ("<|message_model|>", Kind::Token),
    ("<|channel>thought", Kind::Open),
    ("<channel|>", Kind::Close),
    ("<|open|>think<|sep|>", Kind::Open),
    ("<|close|>think<|sep|>", Kind::Close),
    ("<|open|>response<|sep|>", Kind::Token),
    ("<|close|>response<|sep|>", Kind::Token),
    (
        "<|start|>assistant<|channel|>analysis<|message|>",
        Kind::Open,
    ),
    ("<|start|>assistant<|channel|>final<|message|>", Kind::Token),
    ("<|channel|>analysis<|message|>", Kind::Open),
    ("<|channel|>final<|message|>", Kind::Token),
    ("<|channel|>commentary<|message|>", Kind::Token),
    ("<|start|>assistant", Kind::Token),
    ("<|message|>", Kind::Token),
    ("<|return|>", Kind::Token),
    ("<|eot_id|>", Kind::Token),
    ("<|eom_id|>", Kind::Token),
    ("<|im_end|>", Kind::Token),
    ("<|im_start|>assistant", Kind::Token),
    ("<|endoftext|>", Kind::Token),
    ("<|assistant|>", Kind::Token),
    ("<|start_header_id|>assistant<|end_header_id|>", Kind::Token),
    ("<|start_of_role|>assistant<|end_of_role|>", Kind::Token),
    ("<|begin_of_text|>", Kind::Token),
    ("<|end_of_text|>", Kind::Token),
    ("<|im_sep|>", Kind::Token),
    ("<｜Assistant｜>", Kind::Token),
    ("<｜end▁of▁sentence｜>", Kind::Token),
    ("<end_of_turn>", Kind::Token),
    ("<start_of_turn>model", Kind::Token),
    ("<|START_OF_TURN_TOKEN|>", Kind::Token),
    ("<|END_OF_TURN_TOKEN|>", Kind::Token),
    ("<|CHATBOT_TOKEN|>", Kind::Token),
    ("</s>", Kind::Token),
    ("<eos>", Kind::Token),
    ("<bos>", Kind::Token),
];

/// Ends a message of any kind: reasoning where one is open, nothing else otherwise.
const MESSAGE_ENDS: [&str; 2] = ["<|end|>", "<|end_message|>"];

/// Words that delimit reasoning at the start of a text: the opener, and any of the closers.
const WORDED: [(&str, &[&str]); 3] = [
    ("analysis", &["assistantfinal"]),
    (
        "Here is my thought process:",
        &["Here is my response:", "Here's my response:"],
    ),
    (
        "Here's my thought process:",
        &["Here is my response:", "Here's my response:"],
    ),
];

/// Tags that may stand around all of what follows the reasoning.
const WRAPPERS: [(&str, &str); 2] = [("<answer>", "</answer>"), ("<response>", "</response>")];

/// The reasoning that words delimit at the start of `text`, and where the content behind it starts. A channel whose
/// tokens were stripped, `analysisLook it up.assistantfinalOslo`, counts only with no blank behind its name.
pub(crate) fn find_worded(text: &str) -> Option<(Span, usize)> {
    let start =
        text.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}');
    let (rest, closers) = WORDED
        .iter()
        .find_map(|&(opener, closers)| Some((start.strip_prefix(opener)?, closers)))?;
    let is_glued =
        rest.starts_with(|letter: char| letter.is_alphanumeric() && !letter.is_lowercase());
    if start.starts_with("analysis") && !is_glued {
        return None;
    }
    let found = closers
        .iter()
        .filter_map(|closer| Some((rest.find(closer)?, closer.len())));
    let (close, len) = found.min()?;
    let inner = text.len() - rest.len();
    Some((Span::new(inner, inner + close), inner + close + len))
}

/// The lengths of the tags that stand around all of `content`.
pub(crate) fn find_wrapper(content: &str) -> Option<(usize, usize)> {
    let wraps = |open, close| {
        let inner = content
            .strip_prefix(open)
            .and_then(|inner| inner.strip_suffix(close));
        inner.is_some_and(|inner| !inner.contains(close))
    };
    let (open, close) = WRAPPERS.iter().find(|&&(open, close)| wraps(open, close))?;
    Some((open.len(), close.len()))
}

/// The mark that stands at `at`.
pub(crate) fn mark_at(input: Input<'_>, at: usize) -> Option<Mark> {
    match input.at(at)? {
        b'<' => tag_at(input, at).or_else(|| fixed_at(input, at)),
        b'[' | 0xe2 => fixed_at(input, at),
        _ => None,
    }
}

/// The tokens that delimit messages.
pub(crate) fn tokens() -> impl Iterator<Item = &'static str> {
    let fixed = FIXED.iter().filter(|(_, kind)| *kind == Kind::Token);
    fixed.map(|(text, _)| *text).chain(MESSAGE_ENDS)
}

/// Whether a token says that the model's turn, or its answer, starts.
pub(crate) fn is_header(token: &str) -> bool {
    const ROLES: [&str; 6] = [
        "assistant",
        "Assistant",
        "model",
        "CHATBOT",
        "final",
        "commentary",
    ];
    ROLES.iter().any(|role| token.contains(role))
}

/// Whether a mark may start with `byte`.
pub(crate) fn may_start(byte: u8) -> bool {
    matches!(byte, b'<' | b'[' | 0xe2)
}

/// Whether the mark at `at` ends a message; such a mark closes reasoning that is open.
pub(crate) fn is_message_end(input: Input<'_>, at: usize) -> bool {
    MESSAGE_ENDS.iter().any(|end| input.has(at, end))
}

fn fixed_at(input: Input<'_>, at: usize) -> Option<Mark> {
    let head = input.bytes().get(at..at + 3)?;
    if !matches!(
        head.get(1)?,
        b'|' | b'/' | b'T' | b'b' | b'c' | b'e' | b's' | 0x97 | 0xef
    ) {
        return None;
    }
    let has = |text: &str| text.as_bytes().get(..3) == Some(head) && input.has(at, text);
    if let Some(end) = MESSAGE_ENDS.iter().find(|end| has(end)) {
        return Some(Mark {
            kind: Kind::Token,
            len: end.len(),
        });
    }
    let found = FIXED.iter().find(|(text, _)| has(text))?;
    Some(Mark {
        kind: found.1,
        len: found.0.len(),
    })
}

/// `<think>`, `</Thinking >`, `<think type="plan">`, `<think:6124c78e>`
fn tag_at(input: Input<'_>, at: usize) -> Option<Mark> {
    let is_closer = input.at(at + 1) == Some(b'/');
    let start = at + 1 + usize::from(is_closer);
    if !matches!(
        input.at(start)? | 0x20,
        b'a' | b'i' | b'm' | b'r' | b's' | b't'
    ) {
        return None;
    }
    let name = NAMES
        .iter()
        .filter(|name| has_ignoring_case(input, start, name))
        .max_by_key(|name| name.len())?;
    let behind = start + name.len();
    let close = match input.at(behind)? {
        b'>' => behind,
        b' ' | b'\t' | b'\n' | b':' => (behind..behind + 128)
            .find(|&index| matches!(input.at(index), Some(b'>' | b'<') | None))?,
        _ => return None,
    };
    if input.at(close) != Some(b'>') || input.before(close) == Some(b'/') {
        return None;
    }
    let kind = if is_closer { Kind::Close } else { Kind::Open };
    Some(Mark {
        kind,
        len: close + 1 - at,
    })
}

fn has_ignoring_case(input: Input<'_>, at: usize, word: &str) -> bool {
    let found = input.bytes().get(at..at + word.len()).unwrap_or_default();
    found.eq_ignore_ascii_case(word.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(text: &str) -> Option<(Kind, usize)> {
        mark_at(Input::whole(text), 0).map(|mark| (mark.kind, mark.len))
    }

    #[test]
    fn tags_are_known_in_any_case_and_with_attributes() {
        assert_eq!(mark("<think>x"), Some((Kind::Open, 7)));
        assert_eq!(mark("</Thinking >x"), Some((Kind::Close, 12)));
        assert_eq!(mark("<think type=\"plan\">x"), Some((Kind::Open, 19)));
        assert_eq!(mark("<think:6124c78e>x"), Some((Kind::Open, 16)));
        assert_eq!(mark("<thinker>x"), None);
        assert_eq!(mark("<think/>x"), None);
        assert_eq!(mark("<thinking>x"), Some((Kind::Open, 10)));
    }

    #[test]
    fn other_marks_are_known() {
        assert_eq!(mark("[/THINK]"), Some((Kind::Close, 8)));
        assert_eq!(mark("◁think▷"), Some((Kind::Open, "◁think▷".len())));
        assert_eq!(
            mark("<|channel|>analysis<|message|>"),
            Some((Kind::Open, 30))
        );
        assert_eq!(mark("<|eot_id|>"), Some((Kind::Token, 10)));
    }

    #[test]
    fn every_fixed_mark_is_found_whole() {
        for (text, kind) in FIXED {
            assert_eq!(mark(text), Some((kind, text.len())), "{text}");
        }
    }

    fn worded(text: &str) -> Option<(&str, &str)> {
        find_worded(text).map(|(inner, end)| (inner.of(text), &text[end..]))
    }

    #[test]
    fn words_delimit_reasoning_at_the_start_only() {
        assert_eq!(
            worded("analysisLook it up.assistantfinalOslo."),
            Some(("Look it up.", "Oslo."))
        );
        assert_eq!(
            worded("Here's my thought process: a Here is my response: b"),
            Some((" a ", " b"))
        );
        assert_eq!(worded("So: analysisLook.assistantfinalOslo."), None);
    }

    #[test]
    fn talk_of_an_analysis_is_no_reasoning() {
        assert_eq!(worded("analysis of the assistantfinal channel"), None);
        assert_eq!(worded("analysisLook it up."), None);
        assert_eq!(worded("Here is my thought process: think."), None);
    }

    #[test]
    fn a_wrapper_stands_around_all_of_the_content() {
        assert_eq!(find_wrapper("<answer>Oslo</answer>"), Some((8, 9)));
        assert_eq!(
            find_wrapper("<response>\nOslo\n</response>"),
            Some((10, 11))
        );
        assert_eq!(
            find_wrapper("<answer>a</answer> or <answer>b</answer>"),
            None
        );
        assert_eq!(find_wrapper("<answer>Oslo</answer>."), None);
    }
}

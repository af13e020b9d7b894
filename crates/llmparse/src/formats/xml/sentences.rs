//! What stands around a tag on its line: `Use <answer> tags` talks of one, `So: <answer>Paris` has one.

/// How many bytes before an opener say what it stands behind.
const NEAR: usize = 256;

/// Whether an element may start at `at` rather than talk of one: where an answer starts, or right behind a word.
pub(super) fn starts_element(text: &str, at: usize) -> bool {
    let head = text.get(..at).unwrap_or_default();
    head.ends_with(char::is_alphanumeric) || starts_answer(before(text, at))
}

/// What stands before `at` on its line.
pub(super) fn before(text: &str, at: usize) -> &str {
    let mut from = at.saturating_sub(NEAR);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let before = text.get(from..at).unwrap_or_default();
    before.rsplit('\n').next().unwrap_or_default().trim()
}

/// Whether what stands behind an opener in a sentence goes on with the sentence.
pub(super) fn is_talk(text: &str, at: usize) -> bool {
    let next = text.get(at..).and_then(|rest| rest.chars().next());
    next.is_none_or(|letter| {
        letter.is_whitespace() && !matches!(letter, '\n' | '\r')
            || matches!(
                letter,
                ',' | '.'
                    | ';'
                    | ':'
                    | ')'
                    | '!'
                    | '?'
                    | '"'
                    | '\''
                    | '”'
                    | '’'
                    | '»'
                    | '，'
                    | '。'
                    | '、'
                    | '：'
                    | '）'
            )
    })
}

/// Whether words stand before an element on its line.
pub(super) fn is_in_sentence(before: &str) -> bool {
    before.contains(char::is_alphanumeric) && !before.ends_with('>')
}

/// Whether what stands before an opener on its line lets an answer start there: nothing, marks, or the end of a
/// sentence.
fn starts_answer(before: &str) -> bool {
    let before = before.trim_end_matches(['*', '_', ' ', '"', '“', '(']);
    !before.contains(char::is_alphanumeric)
        || before.ends_with([
            ':', '.', '!', '?', '>', ';', '=', '：', '。', '！', '？', '；', '-', '—', '"',
        ])
}

/// What stands between tags that are only named.
const FILLERS: &[&str] = &[
    "",
    "...",
    "…",
    "and",
    "or",
    "/",
    "&",
    ",",
    "und",
    "oder",
    "et",
    "ou",
    "y",
    "o",
    "e",
    "и",
    "или",
    "和",
    "与",
    "或",
    "と",
    "및",
    "와",
    "과",
    "x",
    "content",
    "text",
    "your answer",
    "your answer here",
    "answer",
    "answer here",
];

pub(super) fn is_filler(content: &str) -> bool {
    let is_bracketed =
        content.starts_with(['[', '{']) && content.ends_with([']', '}']) && content.len() < 64;
    is_bracketed
        || FILLERS
            .iter()
            .any(|filler| content.eq_ignore_ascii_case(filler))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_may_talk_of_a_tag() {
        let is_talk = |text: &str| is_talk(text, text.find('>').unwrap() + 1);
        assert!(is_talk("use <answer> tags") && is_talk("use <answer>, too"));
        assert!(!is_talk("it is <answer>Paris") && !is_talk("it is <answer>\nParis"));
    }

    #[test]
    fn an_answer_starts_behind_the_end_of_a_sentence() {
        for text in ["", "- ", "> ", "So: ", "Done. ", "**", "</b>", "終わり。"] {
            assert!(starts_answer(before(text, text.len())), "{text}");
        }
        assert!(!starts_answer("I use"));
    }
}

//! Balanced regions such as `{"a": [1]}`, found by brackets alone, strings respected.

use crate::span::Span;

/// The outermost regions from `open` to its `close`, in order. An opener that nothing closes hides no region behind
/// it.
pub(crate) fn find_regions(text: &str, open: char, close: char) -> Vec<Span> {
    let mut regions: Vec<Span> = Vec::new();
    let mut openers: Vec<usize> = Vec::new();
    let mut quoted = false;
    let mut escaped = false;
    for (at, letter) in text.char_indices() {
        if quoted && !openers.is_empty() {
            quoted = escaped || letter != '"' && letter != '\n';
            escaped = letter == '\\' && !escaped;
        } else if letter == open {
            openers.push(at);
        } else if letter == close {
            let Some(start) = openers.pop() else { continue };
            while regions.last().is_some_and(|inner| inner.start() > start) {
                regions.pop();
            }
            regions.push(Span::new(start, at + close.len_utf8()));
        } else {
            quoted = letter == '"' && !openers.is_empty();
            escaped = false;
        }
    }
    regions
}

/// Whether the region `text` says little: `{}`, `[]`, `{name}`, `[1]`.
pub(crate) fn is_trivial(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next();
    letters.next_back();
    let inner = letters.as_str().trim();
    inner.len() <= 40
        && inner
            .chars()
            .all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '.' | '-' | ' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        find_regions(text, '{', '}')
            .into_iter()
            .map(|span| span.of(text))
            .collect()
    }

    #[test]
    fn outermost_regions_come_in_order() {
        assert_eq!(found("a {b {c}} d {e}"), ["{b {c}}", "{e}"]);
    }

    #[test]
    fn brackets_in_strings_do_not_count() {
        assert_eq!(found(r#"{"a": "} \" {"}"#), [r#"{"a": "} \" {"}"#]);
    }

    #[test]
    fn an_opener_without_closer_hides_nothing() {
        assert_eq!(found("{ and {a}"), ["{a}"]);
    }
}

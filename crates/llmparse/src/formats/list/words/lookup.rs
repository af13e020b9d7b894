//! Words at the start of a text, in any case.

use super::{ends_word, strip_start};
use crate::scan::words::Words;

impl Words {
    /// The words at the start of `text`, and what is behind each.
    pub(in crate::formats::list) fn at_start<'t>(
        &self,
        text: &'t str,
    ) -> impl Iterator<Item = (&'static str, &'t str)> {
        let words = near(self.near(text), text);
        words.filter_map(move |word| Some((word, strip_start(text, word)?)))
    }

    /// Whether `text` is one of the words.
    #[inline]
    pub(in crate::formats::list) fn contain(&self, text: &str) -> bool {
        !self.are_far(text.as_bytes()) && is_one_of(self.near_first(text), text)
    }

    /// Whether one of the words stands at the start of `text`, as a word of its own.
    #[inline]
    pub(in crate::formats::list) fn start(&self, text: &str) -> bool {
        !self.are_far(text.as_bytes()) && is_begun_by(self.near_first(text), text)
    }
}

/// Those of `words` that `text` may start with: those whose fourth letter is that of `text`, where the first ones are of ASCII.
fn near<'w>(words: &'w [&'static str], text: &str) -> impl Iterator<Item = &'static str> + use<'w> {
    let start = text.as_bytes().get(..4).filter(|start| start.is_ascii());
    let fourth = start
        .and_then(|start| start.last())
        .map(u8::to_ascii_lowercase);
    let is_near = move |word: &&str| match (fourth, word.as_bytes().get(3)) {
        (Some(letter), Some(wanted)) => letter == *wanted,
        _ => true,
    };
    words.iter().copied().filter(is_near)
}

#[inline(never)]
fn is_begun_by(words: &[&'static str], text: &str) -> bool {
    near(words, text)
        .any(|word| strip_start(text, word).is_some_and(|behind| ends_word(word, behind)))
}

#[inline(never)]
fn is_one_of(words: &[&'static str], text: &str) -> bool {
    if words.is_empty() {
        return false;
    }
    let mut near = near(words, text);
    if text.is_ascii() {
        near.any(|word| word.eq_ignore_ascii_case(text))
    } else {
        near.any(|word| is_same_word(text, word))
    }
}

fn is_same_word(text: &str, word: &str) -> bool {
    may_end_alike(text, word) && strip_start(text, word).is_some_and(str::is_empty)
}

/// Whether `text` may end with the last letter of `word`, in any case.
fn may_end_alike(text: &str, word: &str) -> bool {
    let (last, wanted) = (text.as_bytes().last(), word.as_bytes().last());
    let last = last.filter(|last| last.is_ascii());
    last.is_none_or(|last| wanted.is_some_and(|wanted| last.eq_ignore_ascii_case(wanted)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_in_any_case() {
        let words = Words::new(&["да", "sure", "i am", "sí", "i", "нет", "…"]);
        for text in ["I", "i am", "I AM", "Sí", "SURE", "ДА", "Нет", "…"] {
            assert!(words.contain(text), "{text}");
        }
        for text in ["", "a", "su", "s", "surely", "éa", "дат", "İ", "~"] {
            assert!(!words.contain(text), "{text}");
        }
        assert!(words.start("I, too") && !words.start("is"));
    }

    #[test]
    fn words_at_a_start_keep_their_order() {
        let words = Words::new(&["b", "ab", "a", "abc"]);
        let found: Vec<&str> = words.at_start("ABCD").map(|(word, _)| word).collect();
        assert_eq!(found, ["ab", "a", "abc"]);
    }
}

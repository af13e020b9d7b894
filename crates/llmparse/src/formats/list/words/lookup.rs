//! Words at the start of a text, in any case.

use super::{ends_word, strip_start};
use crate::scan::words::Words;

impl Words {
    /// The words at the start of `text`, and what is behind each.
    pub(in crate::formats::list) fn at_start<'t>(
        &self,
        text: &'t str,
    ) -> impl Iterator<Item = (&'static str, &'t str)> {
        let words = self.near_three(text).iter();
        words.filter_map(move |word| Some((*word, strip_start(text, word)?)))
    }

    /// Whether `text` is one of the words.
    pub(in crate::formats::list) fn contain(&self, text: &str) -> bool {
        if text.is_ascii() {
            return self.contain_ascii(text);
        }
        let mut near = self.near_three(text).iter();
        near.any(|word| is_same_word(text, word))
    }

    /// Whether `text`, which has letters of ASCII alone, is one of the words.
    pub(in crate::formats::list) fn contain_ascii(&self, text: &str) -> bool {
        let mut alike = self.alike(text).iter();
        alike.any(|word| word.eq_ignore_ascii_case(text))
    }

    /// Whether one of the words stands at the start of `text`, as a word of its own.
    pub(in crate::formats::list) fn start(&self, text: &str) -> bool {
        let mut near = self.near_three(text).iter();
        near.any(|word| strip_start(text, word).is_some_and(|behind| ends_word(word, behind)))
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

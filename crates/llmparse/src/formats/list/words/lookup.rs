//! Words by the letter that they start with, so that a text is held against few of them.

use super::{ends_word, strip_start};

/// A table of words, sorted by their first letters; words with the same one keep their order.
pub(super) struct Words {
    words: Vec<&'static str>,
    /// Where the words of each first letter of ASCII start; all others stand behind them.
    starts: [usize; ASCII + 1],
}

const ASCII: usize = 128;

impl Words {
    pub(super) fn new(table: &[&'static str]) -> Self {
        let mut words = table.to_vec();
        words.sort_by_key(|word| word.chars().next());
        let mut starts = [0; ASCII + 1];
        for (letter, start) in (0_u8..).zip(&mut starts) {
            *start = words.partition_point(|word| first_byte(word) < letter);
        }
        Self { words, starts }
    }

    /// The words that start as `text` does, in any case.
    #[inline]
    fn near(&self, text: &str) -> &[&'static str] {
        let letter = usize::from(first_byte(text).to_ascii_lowercase());
        match (self.starts.get(letter), self.starts.get(letter + 1)) {
            (Some(start), Some(end)) => self.words.get(*start..*end).unwrap_or_default(),
            _ => self.near_foreign(text),
        }
    }

    fn near_foreign(&self, text: &str) -> &[&'static str] {
        let lower = text
            .chars()
            .next()
            .and_then(|letter| letter.to_lowercase().next());
        let start = self
            .words
            .partition_point(|word| word.chars().next() < lower);
        let words = self.words.get(start..).unwrap_or_default();
        let len = words.partition_point(|word| word.chars().next() == lower);
        words.get(..len).unwrap_or_default()
    }

    /// The words at the start of `text`, and what is behind each.
    pub(super) fn at_start<'t>(
        &self,
        text: &'t str,
    ) -> impl Iterator<Item = (&'static str, &'t str)> {
        let words = self.near(text).iter();
        words.filter_map(move |word| Some((*word, strip_start(text, word)?)))
    }

    /// Whether `text` is one of the words.
    pub(super) fn contain(&self, text: &str) -> bool {
        self.at_start(text).any(|(_, behind)| behind.is_empty())
    }

    /// Whether one of the words stands at the start of `text`, as a word of its own.
    pub(super) fn start(&self, text: &str) -> bool {
        let mut found = self.at_start(text);
        found.any(|(word, behind)| ends_word(word, behind))
    }
}

fn first_byte(text: &str) -> u8 {
    text.bytes().next().unwrap_or_default()
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

//! Tables of words by the letter that they start with, so that a text is held against few of them.

/// A table of words in lower case, sorted by their first letters; words with the same one keep their order.
pub(crate) struct Words {
    words: Vec<&'static str>,
    /// Where the words of each first letter of ASCII start; all others stand behind them.
    starts: [usize; ASCII + 1],
}

const ASCII: usize = 128;

impl Words {
    pub(crate) fn new(table: &[&'static str]) -> Self {
        let mut words = table.to_vec();
        words.sort_by_key(|word| word.chars().next());
        let mut starts = [0; ASCII + 1];
        for (letter, start) in (0_u8..).zip(&mut starts) {
            *start = words.partition_point(|word| first_byte(word) < letter);
        }
        Self { words, starts }
    }

    /// The words whose first letter is that of `text`, in any case.
    #[inline]
    pub(crate) fn near(&self, text: &str) -> &[&'static str] {
        let letter = usize::from(first_byte(text).to_ascii_lowercase());
        match (self.starts.get(letter), self.starts.get(letter + 1)) {
            (Some(start), Some(end)) => self.words.get(*start..*end).unwrap_or_default(),
            _ => self.near_foreign(text),
        }
    }

    fn near_foreign(&self, text: &str) -> &[&'static str] {
        let letter = text.chars().next();
        let lower = letter.and_then(|letter| letter.to_lowercase().next());
        let first = |word: &&str| word.chars().next();
        let start = self.words.partition_point(|word| first(word) < lower);
        let words = self.words.get(start..).unwrap_or_default();
        let len = words.partition_point(|word| first(word) == lower);
        words.get(..len).unwrap_or_default()
    }
}

fn first_byte(text: &str) -> u8 {
    text.bytes().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_near_in_any_case_and_keep_their_order() {
        let words = Words::new(&["да", "b", "ab", "a", "i am", "sí", "день", "…"]);
        assert_eq!(words.near("A"), ["ab", "a"]);
        assert_eq!(words.near("I"), ["i am"]);
        assert_eq!(words.near("До"), ["да", "день"]);
        assert_eq!(words.near("…"), ["…"]);
        for text in ["", "c", "é", "中", "~", "\0"] {
            assert!(words.near(text).is_empty(), "{text}");
        }
    }
}

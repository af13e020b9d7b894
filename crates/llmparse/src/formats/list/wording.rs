//! What the words of a text tell of it, found in one pass: `The dog runs` has three, and one that stands in sentences.

use super::lines;
use super::text::{has_sentences, is_ideograph};
use super::words;
use crate::scan::words::Words;

/// The longest word that is looked up, in bytes.
const LONGEST: usize = 20;

/// What the words of a text tell of it.
pub(super) struct Wording<'t> {
    text: &'t str,
    /// The words that belong to sentences.
    known: &'t Words,
    /// What stands between blanks.
    runs: usize,
    ideographs: usize,
    /// Where the first letter stands that a piece of a sentence may start with, in scripts without blanks.
    piece: Option<usize>,
    /// Whether a sentence may end before the end.
    may_stop: bool,
    /// Whether one of the words belongs to a sentence.
    has_known: bool,
    /// Where the run and the word that are read start.
    run_start: usize,
    word_start: usize,
}

/// What a byte is between words, or in one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Word,
    Blank,
    Mark,
    /// A mark that a sentence may end with.
    Stop,
    /// The first byte of a letter that may be a wide blank, or one of a script without blanks.
    Wide,
}

/// For each byte, what it is.
#[expect(
    clippy::indexing_slicing,
    reason = "done by the compiler, which would refuse an index out of bounds"
)]
static KINDS: [Kind; 256] = {
    let mut kinds = [Kind::Word; 256];
    let mut byte = 0;
    while byte < 256 {
        kinds[byte] = match byte as u8 {
            b' ' | b'\t' | b'\r' | b'\n' => Kind::Blank,
            b',' | b';' | b':' | b'(' | b')' | b'"' => Kind::Mark,
            b'.' | b'!' | b'?' => Kind::Stop,
            0xc2 | 0xe0.. => Kind::Wide,
            _ => Kind::Word,
        };
        byte += 1;
    }
    kinds
};

/// The first byte, from `at` on, that is more than a part of a word, and what it is.
#[inline]
fn find_other(bytes: &[u8], mut at: usize) -> Option<(usize, Kind)> {
    loop {
        let byte = usize::from(*bytes.get(at)?);
        match KINDS.get(byte)? {
            Kind::Word => at += 1,
            kind => return Some((at, *kind)),
        }
    }
}

impl<'t> Wording<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        let mut wording = Self {
            text,
            known: &words::SENTENCE,
            runs: 0,
            ideographs: 0,
            piece: None,
            may_stop: false,
            has_known: false,
            run_start: 0,
            word_start: 0,
        };
        let bytes = text.as_bytes();
        let mut next = 0;
        while next <= bytes.len() {
            // The end is like a blank.
            let (at, kind) = find_other(bytes, next).unwrap_or((bytes.len(), Kind::Blank));
            next = at + 1;
            wording.take(kind, at);
        }
        wording
    }

    /// How many words there are; in scripts without blanks two characters count as one.
    pub(super) fn count(&self) -> usize {
        self.runs + self.ideographs / 3
    }

    /// Whether another sentence stands behind the first one.
    pub(super) fn has_sentences(&self) -> bool {
        self.may_stop && has_sentences(self.text)
    }

    /// Whether one of the words belongs to a sentence.
    pub(super) fn has_sentence_word(&self) -> bool {
        let has_piece = |at| words::has_sentence_piece(self.text.get(at..).unwrap_or_default());
        self.has_known || self.piece.is_some_and(has_piece)
    }

    #[inline]
    fn take(&mut self, kind: Kind, at: usize) {
        let mut next = at + 1;
        let mut is_blank = kind == Kind::Blank;
        if kind == Kind::Wide {
            let letter = letter_at(self.text, at);
            self.take_wide(letter, at);
            next = at + letter.len_utf8();
            is_blank = lines::is_blank(letter);
            if !is_blank {
                return;
            }
        }
        if kind == Kind::Stop {
            self.may_stop |= may_stop(self.text.as_bytes().get(next).copied());
        }
        if is_blank {
            self.runs += usize::from(self.run_start < at);
            self.run_start = next;
        }
        let start = std::mem::replace(&mut self.word_start, next);
        if start < at && !self.has_known {
            self.has_known = self.is_known(start, at);
        }
    }

    #[inline]
    fn take_wide(&mut self, letter: char, at: usize) {
        if letter >= words::FIRST_PIECE {
            self.piece.get_or_insert(at);
        }
        self.may_stop |= matches!(letter, '。' | '！' | '？');
        self.ideographs += usize::from(is_ideograph(letter));
    }

    /// Whether the word from `start` to `end` belongs to sentences.
    #[inline]
    fn is_known(&self, start: usize, end: usize) -> bool {
        let word = self.text.as_bytes().get(start..end).unwrap_or_default();
        let is_number = word.first().is_some_and(u8::is_ascii_digit);
        if is_number || word.len() > LONGEST || self.known.are_far(word) {
            return false;
        }
        let word = self.text.get(start..end).unwrap_or_default();
        self.known.contain(word)
    }
}

/// Whether a sentence may end with a mark that `behind` follows.
fn may_stop(behind: Option<u8>) -> bool {
    behind.is_some_and(|byte| !byte.is_ascii() || byte.is_ascii_whitespace())
}

#[inline(never)]
fn letter_at(text: &str, at: usize) -> char {
    let letter = text.get(at..).and_then(|rest| rest.chars().next());
    letter.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::text::count_words;
    use super::*;

    #[test]
    fn words_are_counted_as_they_are_elsewhere() {
        for text in [
            "",
            " ",
            "a",
            " a  b\tc ",
            "a\u{a0}b",
            "猫和狗在这里",
            "名前: 猫、狗",
            "Zoë, \"a b\"",
            "a\u{3000}b c",
        ] {
            assert_eq!(Wording::of(text).count(), count_words(text), "{text:?}");
        }
    }

    #[test]
    fn words_of_sentences_are_known() {
        for text in ["it IS so", "(is)", "a,was", "ist\u{a0}es", "Können wir"] {
            assert!(Wording::of(text).has_sentence_word(), "{text:?}");
        }
        for text in ["island", "", "a, b", "Zoë Müller", "李小龙"] {
            assert!(!Wording::of(text).has_sentence_word(), "{text:?}");
        }
    }

    #[test]
    fn sentences_are_found_as_they_are_elsewhere() {
        for text in ["a. B", "a.b", "a! b", "猫。狗", "a.", "a.\u{a0}B", "3.5"] {
            assert_eq!(
                Wording::of(text).has_sentences(),
                has_sentences(text),
                "{text:?}"
            );
        }
    }
}

//! What the words of a text tell of it, found in one pass: `The dog runs` has three, and one that stands in sentences.

use super::lines::is_blank;
use super::text::{has_sentences, is_ideograph};
use super::words;

/// The longest word that is looked up, in bytes.
const LONGEST: usize = 20;

/// What the words of a text tell of it.
pub(super) struct Wording<'t> {
    text: &'t str,
    /// What stands between blanks.
    runs: usize,
    ideographs: usize,
    has_wide: bool,
    /// Whether a sentence may end before the end.
    may_stop: bool,
    /// Whether one of the words belongs to a sentence.
    has_known: bool,
    /// Where the run and the word that are read start.
    run_start: usize,
    word_start: usize,
    /// Whether the word that is read has letters beyond ASCII.
    is_foreign: bool,
}

/// What a byte is between words, or in one.
#[derive(Clone, Copy)]
enum Kind {
    Word,
    Blank,
    Mark,
    /// A mark that a sentence may end with.
    Stop,
    /// A part of a letter beyond ASCII.
    Foreign,
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
            0x80.. => Kind::Foreign,
            _ => Kind::Word,
        };
        byte += 1;
    }
    kinds
};

/// The first byte, from `start` on, that is more than a part of a word of ASCII, and what it is.
fn find_other(text: &str, start: usize) -> Option<(usize, Kind)> {
    let rest = text.as_bytes().get(start..)?.iter();
    let mut kinds = rest.map(|byte| KINDS.get(usize::from(*byte)).copied().unwrap_or(Kind::Word));
    let mut at = start;
    loop {
        match kinds.next()? {
            Kind::Word => at += 1,
            kind => return Some((at, kind)),
        }
    }
}

impl<'t> Wording<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        let mut wording = Self {
            text,
            runs: 0,
            ideographs: 0,
            has_wide: false,
            may_stop: false,
            has_known: false,
            run_start: 0,
            word_start: 0,
            is_foreign: false,
        };
        let mut next = 0;
        while let Some((at, kind)) = find_other(text, next) {
            wording.take(kind, at);
            next = at + 1;
        }
        wording.end_run(text.len(), 0);
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
        self.has_known || self.has_wide && words::has_sentence_piece(self.text)
    }

    fn take(&mut self, kind: Kind, at: usize) {
        match kind {
            Kind::Word => {}
            Kind::Blank => self.end_run(at, 1),
            Kind::Mark => self.end_word(at, 1),
            Kind::Stop => {
                let behind = self.text.as_bytes().get(at + 1);
                self.may_stop |=
                    behind.is_some_and(|byte| !byte.is_ascii() || byte.is_ascii_whitespace());
                self.end_word(at, 1);
            }
            Kind::Foreign => self.is_foreign = true,
            Kind::Wide => self.take_wide(at),
        }
    }

    fn take_wide(&mut self, at: usize) {
        let rest = self.text.get(at..).unwrap_or_default();
        let letter = rest.chars().next().unwrap_or_default();
        self.is_foreign = true;
        self.has_wide = true;
        self.may_stop |= matches!(letter, '。' | '！' | '？');
        self.ideographs += usize::from(is_ideograph(letter));
        if is_blank(letter) {
            self.end_run(at, letter.len_utf8());
        }
    }

    /// A blank of `len` bytes stands at `at`.
    fn end_run(&mut self, at: usize, len: usize) {
        self.runs += usize::from(self.run_start < at);
        self.run_start = at + len;
        self.end_word(at, len);
    }

    /// What stands at `at`, `len` bytes long, is no part of a word.
    fn end_word(&mut self, at: usize, len: usize) {
        let start = std::mem::replace(&mut self.word_start, at + len);
        let is_foreign = std::mem::take(&mut self.is_foreign);
        if self.has_known || start == at || at - start > LONGEST {
            return;
        }
        let first = self.text.as_bytes().get(start);
        if first.is_some_and(u8::is_ascii_digit) {
            return;
        }
        let word = self.text.get(start..at).unwrap_or_default();
        self.has_known = if is_foreign {
            words::SENTENCE.contain(word)
        } else {
            words::SENTENCE.contain_ascii(word)
        };
    }
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

//! Tables of words by the letter that they start with, so that a text is held against few of them.

use std::ops::Range;

/// A table of words in lower case, sorted by their first letters; words with the same one keep their order.
pub(crate) struct Words {
    words: Vec<&'static str>,
    /// Where those that start with each letter of ASCII are.
    ascii: [(usize, usize); ASCII],
    /// Every other first letter, and where its words are.
    foreign: Vec<(char, Range<usize>)>,
    /// A bit for each of these letters.
    foreign_bits: [u64; 4],
    /// For each first and second letter, a bit for each third one.
    thirds: [u32; PAIRS],
    /// A bit for each first letter of words whose second one may be beyond ASCII in a text: `ça`, `i’m`.
    foreign_seconds: u32,
}

const ASCII: usize = 128;

/// How many pairs of letters are told apart.
const PAIRS: usize = 1 << 10;

impl Words {
    pub(crate) fn new(table: &[&'static str]) -> Self {
        let mut words = table.to_vec();
        words.sort_by_key(|word| word.chars().next());
        let mut ascii = [(0, 0); ASCII];
        for (letter, place) in (0_u8..).zip(&mut ascii) {
            let start = words.partition_point(|word| first_byte(word) < letter);
            let end = words.partition_point(|word| first_byte(word) <= letter);
            *place = (start, end);
        }
        let foreign = find_foreign(&words);
        Self {
            ascii,
            foreign_bits: foreign_bits(&foreign),
            foreign,
            thirds: find_thirds(&words),
            foreign_seconds: find_foreign_seconds(&words),
            words,
        }
    }

    /// The words that `text` may start with, in any case: those with its first letter, and none if no such word has its
    /// second and third ones.
    #[inline]
    pub(crate) fn near(&self, text: &str) -> &[&'static str] {
        if self.are_far(text.as_bytes()) {
            return &[];
        }
        self.near_first(text)
    }

    /// Whether `text` plainly starts with none of the words: its first three letters are of ASCII, and no word has them.
    #[inline]
    pub(crate) fn are_far(&self, text: &[u8]) -> bool {
        let (first, second, third) = match *text {
            [first, second, third, ..] => (first, second, third),
            [first, second] => (first, second, 0),
            [first] => (first, 0, 0),
            [] => return true,
        };
        let thirds = self.thirds.get(pair(first, second));
        let has_word = thirds.is_some_and(|thirds| thirds & bit(third) != 0);
        !has_word && (first | second | third).is_ascii()
    }

    /// The words with the first letter of `text`, and none if its second one is beyond ASCII, and theirs are not.
    #[inline(never)]
    pub(crate) fn near_first(&self, text: &str) -> &[&'static str] {
        let bytes = text.as_bytes();
        let first = bytes.first().map_or(0, u8::to_ascii_lowercase);
        if !first.is_ascii() {
            return self.near_foreign(text);
        }
        let is_foreign = bytes.get(1).is_some_and(|second| !second.is_ascii());
        if is_foreign && self.foreign_seconds & bit(first) == 0 {
            return &[];
        }
        let place = self.ascii.get(usize::from(first));
        let (start, end) = place.copied().unwrap_or_default();
        self.words.get(start..end).unwrap_or_default()
    }

    fn near_foreign(&self, text: &str) -> &[&'static str] {
        let letter = lower(text.chars().next().unwrap_or_default());
        let (part, bit) = foreign_bit(letter);
        if self
            .foreign_bits
            .get(part)
            .is_none_or(|bits| bits & bit == 0)
        {
            return &[];
        }
        let found = self
            .foreign
            .binary_search_by_key(&letter, |(first, _)| *first);
        let place = found.ok().and_then(|index| self.foreign.get(index));
        let words = place.and_then(|(_, place)| self.words.get(place.clone()));
        words.unwrap_or_default()
    }
}

/// The first letter that `letter` is in lower case.
#[inline]
pub(crate) fn lower(letter: char) -> char {
    let shifted = |letter: char| char::from_u32(u32::from(letter) + 0x20).unwrap_or(letter);
    match letter {
        // Where most letters of names are.
        '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{de}' | '\u{410}'..='\u{42f}' => shifted(letter),
        '\u{df}'..='\u{ff}' | '\u{430}'..='\u{45f}' => letter,
        '\u{100}'..='\u{12f}'
        | '\u{132}'..='\u{137}'
        | '\u{14a}'..='\u{177}'
        | '\u{1ea0}'..='\u{1eff}' => char::from_u32(u32::from(letter) | 1).unwrap_or(letter),
        '\u{139}'..='\u{148}' => char::from_u32((u32::from(letter) + 1) & !1).unwrap_or(letter),
        '\u{3040}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' => letter,
        _ => letter.to_lowercase().next().unwrap_or(letter),
    }
}

/// The first letters of `words` beyond ASCII, and where the words of each are.
fn find_foreign(words: &[&str]) -> Vec<(char, Range<usize>)> {
    let first = |word: &&str| word.chars().next();
    let letters = words.iter().filter_map(first);
    let mut letters: Vec<char> = letters.filter(|letter| !letter.is_ascii()).collect();
    letters.dedup();
    let places = letters.into_iter().map(|letter| {
        let start = words.partition_point(|word| first(word) < Some(letter));
        let end = words.partition_point(|word| first(word) <= Some(letter));
        (letter, start..end)
    });
    places.collect()
}

fn foreign_bits(letters: &[(char, Range<usize>)]) -> [u64; 4] {
    let mut all = [0; 4];
    for (part, bit) in letters.iter().map(|(letter, _)| foreign_bit(*letter)) {
        all.iter_mut()
            .skip(part)
            .take(1)
            .for_each(|bits| *bits |= bit);
    }
    all
}

/// One of the parts of a set, and the bit in it that stands for `letter`.
#[inline]
fn foreign_bit(letter: char) -> (usize, u64) {
    let letter = u32::from(letter);
    ((letter >> 6) as usize & 3, 1 << (letter & 63))
}

/// For each first and second letter of `words`, the third ones: all of them, where a word ends before.
fn find_thirds(words: &[&str]) -> [u32; PAIRS] {
    let mut all = [0; PAIRS];
    for word in words.iter().map(|word| word.as_bytes()) {
        let (first, pairs, bits) = match *word {
            [] => continue,
            [first] => (first, 32, u32::MAX),
            [first, _] => (first, 1, u32::MAX),
            [first, _, third, ..] => (first, 1, bit(third)),
        };
        let second = word.get(1).copied().unwrap_or_default();
        let thirds = all.iter_mut().skip(pair(first, second)).take(pairs);
        thirds.for_each(|thirds| *thirds |= bits);
    }
    all
}

fn find_foreign_seconds(words: &[&str]) -> u32 {
    let is_foreign = |word: &&&str| match word.as_bytes().get(1) {
        // An apostrophe may be a curly one, and `k` the sign of Kelvin.
        Some(second) => !second.is_ascii() || matches!(second, b'\'' | b'k'),
        None => true,
    };
    let firsts = words
        .iter()
        .filter(is_foreign)
        .map(|word| bit(first_byte(word)));
    firsts.fold(0, |bits, bit| bits | bit)
}

fn first_byte(text: &str) -> u8 {
    text.bytes().next().unwrap_or_default()
}

/// A bit that stands for a letter, the same in either case.
#[inline]
fn bit(letter: u8) -> u32 {
    1 << (letter & 31)
}

/// A number for two letters, the same in either case.
#[inline]
fn pair(first: u8, second: u8) -> usize {
    usize::from(first & 31) << 5 | usize::from(second & 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_near_in_any_case_and_keep_their_order() {
        let words = Words::new(&["да", "b", "ab", "a", "i am", "sí", "день", "…"]);
        assert_eq!(words.near("A"), ["ab", "a"]);
        assert_eq!(words.near("I AM"), ["i am"]);
        assert_eq!(words.near("До"), ["да", "день"]);
        assert_eq!(words.near("…"), ["…"]);
        for text in ["", "c", "é", "中", "~", "\0"] {
            assert!(words.near(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn words_without_the_second_or_third_letter_are_not_near() {
        let words = Words::new(&["i'm", "it is", "at", "ça", "я"]);
        assert_eq!(words.near("I’m"), ["i'm", "it is"]);
        assert_eq!(words.near("IT IS"), ["i'm", "it is"]);
        assert_eq!(words.near("At"), ["at"]);
        assert_eq!(words.near("ATTIC"), ["at"]);
        assert_eq!(words.near("Ça va"), ["ça"]);
        assert_eq!(words.near("Я"), ["я"]);
        for text in ["I", "is", "its", "an", "a", "ь"] {
            assert!(words.near(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn a_letter_is_lowered_as_by_the_standard_library() {
        assert!(
            ('\0'..=char::MAX).all(|letter| letter.to_lowercase().next() == Some(lower(letter)))
        );
    }
}

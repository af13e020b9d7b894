//! Tables of words by the letter that they start with, so that a text is held against few of them.

use std::ops::Range;

/// A table of words in lower case, sorted by their first letters; words with the same one keep their order.
pub(crate) struct Words {
    words: Vec<&'static str>,
    /// Those that start with each letter of ASCII.
    ascii: [Letter; ASCII],
    /// Every other first letter, and where its words are.
    foreign: Vec<(char, Range<usize>)>,
}

const ASCII: usize = 128;

/// The words that start with one letter.
#[derive(Clone, Copy, Default)]
struct Letter {
    start: usize,
    end: usize,
    /// A bit for each second letter.
    seconds: u32,
    /// A bit for each second and third letter, of words whose second one is of ASCII.
    thirds: u64,
    /// A bit for each [`look`].
    looks: [u64; 4],
}

impl Words {
    pub(crate) fn new(table: &[&'static str]) -> Self {
        let mut words = table.to_vec();
        words.sort_by_key(|word| word.chars().next());
        let mut ascii = [Letter::default(); ASCII];
        for (letter, entry) in (0_u8..).zip(&mut ascii) {
            *entry = Letter::of(letter, &words);
        }
        Self {
            ascii,
            foreign: find_foreign(&words),
            words,
        }
    }

    /// The words that `text` may start with, in any case: those with its first letter, and none if no such word has its
    /// second one.
    #[inline]
    pub(crate) fn near(&self, text: &str) -> &[&'static str] {
        match self.letter(text) {
            Some(letter) if letter.may_go_on(text) => self.of_letter(letter),
            Some(_) => &[],
            None => self.near_foreign(text),
        }
    }

    /// As [`Words::near`], and none if no such word has the third letter of `text`.
    #[inline]
    pub(crate) fn near_three(&self, text: &str) -> &[&'static str] {
        match self.letter(text) {
            Some(letter) if letter.may_go_on(text) && letter.may_go_on_to_third(text) => {
                self.of_letter(letter)
            }
            Some(_) => &[],
            None => self.near_foreign(text),
        }
    }

    /// The words that `text`, which has letters of ASCII alone, may be in any case: those that it may start with, and none
    /// if no such word has its length and its last letter.
    #[inline]
    pub(crate) fn alike(&self, text: &str) -> &[&'static str] {
        match self.letter(text) {
            Some(letter) if letter.looks_like(text) => self.of_letter(letter),
            _ => &[],
        }
    }

    #[inline]
    fn letter(&self, text: &str) -> Option<&Letter> {
        let first = first_byte(text).to_ascii_lowercase();
        self.ascii.get(usize::from(first))
    }

    fn of_letter(&self, letter: &Letter) -> &[&'static str] {
        let words = self.words.get(letter.start..letter.end);
        words.unwrap_or_default()
    }

    fn near_foreign(&self, text: &str) -> &[&'static str] {
        let Some(letter) = text.chars().next() else {
            return &[];
        };
        let lower = if letter.is_uppercase() {
            letter.to_lowercase().next().unwrap_or(letter)
        } else {
            letter
        };
        let found = self
            .foreign
            .binary_search_by_key(&lower, |(first, _)| *first);
        let place = found.ok().and_then(|index| self.foreign.get(index));
        let words = place.and_then(|(_, place)| self.words.get(place.clone()));
        words.unwrap_or_default()
    }
}

impl Letter {
    fn of(letter: u8, words: &[&str]) -> Self {
        let start = words.partition_point(|word| first_byte(word) < letter);
        let end = words.partition_point(|word| first_byte(word) <= letter);
        let own = || words.get(start..end).unwrap_or_default().iter();
        let second = |word: &&str| word.as_bytes().get(1).map_or(u32::MAX, |byte| bit(*byte));
        let third = |word: &&str| match word.as_bytes().get(1..3) {
            Some([second, third]) if second.is_ascii() => pair_bit(*second, *third),
            _ => u64::MAX,
        };
        Self {
            start,
            end,
            seconds: own().map(second).fold(0, |bits, bit| bits | bit),
            thirds: own().map(third).fold(0, |bits, bit| bits | bit),
            looks: own().fold([0; 4], |looks, word| with_look(looks, look(word))),
        }
    }

    /// Whether one of the words may have the second letter of `text`, or ends before it.
    #[inline]
    fn may_go_on(&self, text: &str) -> bool {
        let second = text.as_bytes().get(1).filter(|second| second.is_ascii());
        second.is_none_or(|second| self.seconds & bit(*second) != 0)
    }

    /// Whether one of the words may have the third letter of `text`, or ends before it.
    #[inline]
    fn may_go_on_to_third(&self, text: &str) -> bool {
        match text.as_bytes().get(1..3) {
            Some([second, third]) if second.is_ascii() && third.is_ascii() => {
                self.thirds & pair_bit(*second, *third) != 0
            }
            _ => true,
        }
    }

    /// Whether one of the words may be `text`.
    #[inline]
    fn looks_like(&self, text: &str) -> bool {
        let (part, bit) = look(text);
        self.looks.get(part).is_some_and(|looks| looks & bit != 0)
    }
}

/// The second letter, the last one and the length of `text`, put together so that few words look the same: one of the
/// parts of a set, and a bit in it.
#[inline]
fn look(text: &str) -> (usize, u64) {
    let letter = |byte: Option<&u8>| byte.map_or(0, |byte| usize::from(byte & 31));
    let (second, last) = (text.as_bytes().get(1), text.as_bytes().last());
    let look = letter(second) ^ (letter(last) << 1) ^ (text.len() << 4);
    ((look >> 6) & 3, 1 << (look & 63))
}

fn with_look(mut looks: [u64; 4], (part, bit): (usize, u64)) -> [u64; 4] {
    looks
        .iter_mut()
        .skip(part)
        .take(1)
        .for_each(|looks| *looks |= bit);
    looks
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

fn first_byte(text: &str) -> u8 {
    text.bytes().next().unwrap_or_default()
}

/// The same for a letter in either case.
fn bit(letter: u8) -> u32 {
    1 << (letter & 31)
}

/// The same for two letters in either case.
fn pair_bit(first: u8, second: u8) -> u64 {
    1 << ((first & 31) ^ ((second & 31) << 1))
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

    #[test]
    fn words_without_the_second_letter_or_the_length_are_not_near() {
        let words = Words::new(&["i'm", "it is", "я"]);
        assert_eq!(words.near("I’m"), ["i'm", "it is"]);
        assert_eq!(words.near("IT"), ["i'm", "it is"]);
        assert!(words.near("is").is_empty());
        assert_eq!(words.near_three("It is"), ["i'm", "it is"]);
        assert_eq!(words.near_three("i’m"), ["i'm", "it is"]);
        assert!(words.near_three("its").is_empty());
        assert_eq!(words.alike("It Is"), ["i'm", "it is"]);
        assert!(words.alike("it").is_empty());
        assert_eq!(words.near_three("Я"), ["я"]);
    }
}

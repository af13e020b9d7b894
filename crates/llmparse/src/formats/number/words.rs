//! Numbers in English words: `seven`, `twenty-one`, `one hundred and five`, `minus two and a half`, `eight point five`.

use super::decimal::Parts;
use super::fraction::divide;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    /// Zero to nineteen.
    Small(u128),
    /// Twenty to ninety.
    Tens(u128),
    Hundred,
    Scale(u128),
    Minus,
}

const WORDS: [(&str, Word); 36] = [
    ("zero", Word::Small(0)),
    ("one", Word::Small(1)),
    ("two", Word::Small(2)),
    ("three", Word::Small(3)),
    ("four", Word::Small(4)),
    ("five", Word::Small(5)),
    ("six", Word::Small(6)),
    ("seven", Word::Small(7)),
    ("eight", Word::Small(8)),
    ("nine", Word::Small(9)),
    ("ten", Word::Small(10)),
    ("eleven", Word::Small(11)),
    ("twelve", Word::Small(12)),
    ("thirteen", Word::Small(13)),
    ("fourteen", Word::Small(14)),
    ("fifteen", Word::Small(15)),
    ("sixteen", Word::Small(16)),
    ("seventeen", Word::Small(17)),
    ("eighteen", Word::Small(18)),
    ("nineteen", Word::Small(19)),
    ("twenty", Word::Tens(20)),
    ("thirty", Word::Tens(30)),
    ("forty", Word::Tens(40)),
    ("fourty", Word::Tens(40)),
    ("fifty", Word::Tens(50)),
    ("sixty", Word::Tens(60)),
    ("seventy", Word::Tens(70)),
    ("eighty", Word::Tens(80)),
    ("ninety", Word::Tens(90)),
    ("hundred", Word::Hundred),
    ("thousand", Word::Scale(1_000)),
    ("million", Word::Scale(1_000_000)),
    ("billion", Word::Scale(1_000_000_000)),
    ("trillion", Word::Scale(1_000_000_000_000)),
    ("minus", Word::Minus),
    ("negative", Word::Minus),
];

/// What a whole is divided into.
const PARTS: [(&str, &str); 8] = [
    ("half", "2"),
    ("halves", "2"),
    ("third", "3"),
    ("thirds", "3"),
    ("quarter", "4"),
    ("quarters", "4"),
    ("fifths", "5"),
    ("tenths", "10"),
];

/// A number in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spelled {
    pub(crate) end: usize,
    pub(crate) parts: Parts,
    /// Whether it is the one word `one`, which is a pronoun, too.
    pub(crate) is_one: bool,
}

fn find_word(word: &str) -> Option<Word> {
    let found = WORDS
        .iter()
        .find(|(other, _)| word.eq_ignore_ascii_case(other));
    found.map(|(_, word)| *word)
}

/// Whether a number may start with `word`: a quick look that spares most words the table.
pub(crate) fn may_start(word: &[u8]) -> bool {
    let [first, second, _, ..] = word else {
        return false;
    };
    let start = [first.to_ascii_lowercase(), second.to_ascii_lowercase()];
    word.len() <= 9 && word.last().is_some_and(may_end) && STARTS.contains(&start)
}

/// Whether one of the words ends with `last`.
fn may_end(last: &u8) -> bool {
    let last = last.to_ascii_lowercase();
    matches!(
        last,
        b'o' | b'e' | b'r' | b'n' | b'x' | b't' | b'y' | b'd' | b's'
    )
}

/// The first two letters of the words.
const STARTS: [[u8; 2]; 17] = [
    *b"ze", *b"on", *b"tw", *b"th", *b"fo", *b"fi", *b"si", *b"se", *b"ei", *b"ni", *b"te", *b"el",
    *b"hu", *b"mi", *b"bi", *b"tr", *b"ne",
];

/// The word that starts at `at`, and its end.
fn word_at(text: &str, at: usize) -> Option<(&str, usize)> {
    let rest = text.get(at..)?;
    let len = rest
        .bytes()
        .take(12)
        .take_while(u8::is_ascii_alphabetic)
        .count();
    let goes_on = rest
        .get(len..)?
        .chars()
        .next()
        .is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
    (len > 0 && !goes_on).then_some((rest.get(..len)?, at + len))
}

/// The word behind a blank or a hyphen at `at`.
fn next_word(text: &str, at: usize) -> Option<(&str, usize)> {
    text.get(at..)?
        .starts_with([' ', '-'])
        .then(|| word_at(text, at + 1))?
}

/// The number that starts with the word at `at`.
pub(crate) fn read(text: &str, at: usize) -> Option<Spelled> {
    let (word, end) = word_at(text, at)?;
    let first = find_word(word)?;
    if first == Word::Minus {
        let (next, next_end) = next_word(text, end)?;
        let mut spelled = Reader::start(text, find_word(next)?, next_end)?.read();
        spelled.parts.is_negative = true;
        return Some(spelled);
    }
    let is_counted = !matches!(first, Word::Hundred | Word::Scale(_));
    let has_article =
        text.get(..at)?.ends_with(" a ") || matches!(text.get(..at), Some("a " | "A "));
    (is_counted || has_article)
        .then(|| Reader::start(text, first, end))?
        .map(Reader::read)
}

struct Reader<'t> {
    text: &'t str,
    end: usize,
    total: u128,
    group: u128,
    /// The word that came last.
    last: Word,
    /// The scale that was used last; the next has to be smaller.
    scale: u128,
    count: usize,
}

impl<'t> Reader<'t> {
    fn start(text: &'t str, first: Word, end: usize) -> Option<Self> {
        let mut reader = Self {
            text,
            end,
            total: 0,
            group: 0,
            last: first,
            scale: u128::MAX,
            count: 1,
        };
        match first {
            Word::Small(value) | Word::Tens(value) => reader.group = value,
            Word::Hundred => reader.group = 100,
            Word::Scale(scale) => (reader.total, reader.scale) = (scale, scale),
            Word::Minus => return None,
        }
        Some(reader)
    }

    fn read(mut self) -> Spelled {
        while let Some((word, end)) = self.next() {
            if !self.take(word) {
                break;
            }
            self.end = end;
            self.last = word;
            self.count += 1;
        }
        let whole = self.total.saturating_add(self.group);
        let mut parts = Parts::whole(whole.to_string());
        match self.next_part() {
            Some((denominator, end)) => {
                parts = divide(&whole.to_string(), denominator).unwrap_or(parts);
                self.end = end;
                self.count += 1;
            }
            None => self.read_fraction(&mut parts),
        }
        Spelled {
            end: self.end,
            parts,
            is_one: self.count == 1 && whole == 1,
        }
    }

    /// The next word of the number; an `and` stands behind hundreds and above only.
    fn next(&self) -> Option<(Word, usize)> {
        let (word, end) = next_word(self.text, self.end)?;
        let is_large = matches!(self.last, Word::Hundred | Word::Scale(_));
        if is_large && word.eq_ignore_ascii_case("and") {
            let (word, end) = next_word(self.text, end)?;
            let found = find_word(word)?;
            return matches!(found, Word::Small(_) | Word::Tens(_)).then_some((found, end));
        }
        Some((find_word(word)?, end))
    }

    fn take(&mut self, word: Word) -> bool {
        match (self.last, word) {
            (Word::Tens(_), Word::Small(value @ 1..=9))
            | (Word::Hundred | Word::Scale(_), Word::Small(value) | Word::Tens(value)) => {
                self.group += value;
            }
            (Word::Small(_) | Word::Tens(_), Word::Hundred) if (1..100).contains(&self.group) => {
                self.group *= 100
            }
            (Word::Small(_) | Word::Tens(_) | Word::Hundred, Word::Scale(scale))
                if scale < self.scale && self.group > 0 =>
            {
                self.total += self.group * scale;
                (self.group, self.scale) = (0, scale);
            }
            _ => return false,
        }
        true
    }

    /// `quarters` of `three quarters`, and its end.
    fn next_part(&self) -> Option<(&'static str, usize)> {
        let (word, end) = next_word(self.text, self.end)?;
        let found = PARTS
            .iter()
            .find(|(part, _)| word.eq_ignore_ascii_case(part));
        found.map(|(_, denominator)| (*denominator, end))
    }

    /// `and a half`, `point five`.
    fn read_fraction(&mut self, parts: &mut Parts) {
        let rest = self.text.get(self.end..).unwrap_or_default();
        for (words, digits) in [
            (" and a half", "5"),
            (" and a quarter", "25"),
            (" and three quarters", "75"),
        ] {
            let found = rest
                .get(..words.len())
                .is_some_and(|found| found.eq_ignore_ascii_case(words));
            if found
                && word_at(
                    self.text,
                    self.end + words.rfind(' ').unwrap_or_default() + 1,
                )
                .is_some_and(|(_, end)| end == self.end + words.len())
            {
                parts.fraction = digits.to_owned();
                self.end += words.len();
                return;
            }
        }
        self.read_point(parts);
    }

    fn read_point(&mut self, parts: &mut Parts) {
        let Some(("point" | "Point", mut end)) = next_word(self.text, self.end) else {
            return;
        };
        while let Some((word, next)) = next_word(self.text, end) {
            let Some(Word::Small(digit @ 0..=9)) = find_word(word) else {
                break;
            };
            parts.fraction.push_str(&digit.to_string());
            (end, self.end) = (next, next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::number::decimal::Decimal;

    fn number(text: &str) -> Option<String> {
        let spelled = read(text, 0)?;
        let rest = text.get(spelled.end..).unwrap();
        Some(format!("{}{rest}", Decimal::from_parts(spelled.parts)))
    }

    #[test]
    fn words_add_up() {
        for (text, wanted) in [
            ("seven", "7"),
            ("Twenty-one", "21"),
            ("one hundred and five", "105"),
            ("three thousand two hundred twelve", "3212"),
            ("two million five", "2000005"),
            ("nineteen hundred", "1900"),
            ("seven and a half", "7.5"),
            ("eight point five zero", "8.50"),
            ("minus three", "-3"),
            ("three quarters", "0.75"),
            ("one half", "0.5"),
            ("two and three", "2 and three"),
            ("seven eight", "7 eight"),
            ("seven-point plan", "7-point plan"),
        ] {
            assert_eq!(number(text).as_deref(), Some(wanted), "{text}");
        }
    }

    #[test]
    fn what_only_looks_like_a_word_is_none() {
        for text in [
            "often", "tent", "million", "hundred", "sevens", "ninety9", "minus x",
        ] {
            assert_eq!(number(text), None, "{text}");
        }
        assert!(WORDS.iter().all(|(word, _)| may_start(word.as_bytes())));
    }
}

//! Phrases with choices, as `ignore|disregard all|the* previous|prior instructions`, against text in which blanks, line
//! breaks and markup stand between the words.

use super::characters::{char_at, char_before, is_unspaced, is_word};

/// How often the words of a slot may stand one behind the other.
const REPEATS: usize = 8;

/// How many bytes may stand between two words.
const GAP: usize = 48;

/// A phrase, slot by slot.
#[derive(Clone, Debug)]
pub(super) struct Phrase {
    slots: Vec<Slot>,
}

#[derive(Clone, Debug)]
struct Slot {
    times: Times,
    words: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Times {
    Once,
    /// `word?`
    Maybe,
    /// `word*`
    Many,
    /// `!word`: it does not stand there.
    Not,
    /// `$`: the clause ends.
    End,
}

/// Reads a phrase: slots stand between blanks, words of one slot between bars, `_` stands for what separates words, and
/// `@name` for the words of a set. `?` and `*` behind a slot say that it may be
/// left out, or stand there several times; `!` before it, that it may not stand there; `$` is the end of a clause.
pub(super) fn read_phrase(text: &str, sets: &[(&str, &str)]) -> Phrase {
    let slots = text
        .split_ascii_whitespace()
        .map(|slot| read_slot(slot, sets));
    Phrase {
        slots: slots.collect(),
    }
}

fn read_slot(text: &str, sets: &[(&str, &str)]) -> Slot {
    let (times, words) = match text {
        "$" => (Times::End, ""),
        _ if text.starts_with('!') => (Times::Not, text.trim_start_matches('!')),
        _ if text.ends_with('?') => (Times::Maybe, text.trim_end_matches('?')),
        _ if text.ends_with('*') => (Times::Many, text.trim_end_matches('*')),
        _ => (Times::Once, text),
    };
    let mut read = Vec::new();
    for word in words.split('|') {
        let set = word.strip_prefix('@').and_then(|name| find_set(name, sets));
        let words = set.map_or(vec![word], |set| set.split('|').collect());
        read.extend(words.into_iter().map(str::to_owned));
    }
    Slot { times, words: read }
}

fn find_set<'s>(name: &str, sets: &[(&str, &'s str)]) -> Option<&'s str> {
    sets.iter()
        .find(|(of, _)| *of == name)
        .map(|(_, words)| *words)
}

/// The words that the phrase may start with, each up to the first blank or apostrophe.
pub(super) fn first_words(phrase: &Phrase) -> Vec<String> {
    let words = phrase
        .slots
        .first()
        .into_iter()
        .flat_map(|slot| &slot.words);
    let mut words: Vec<String> = words.map(|word| first_word(word).to_owned()).collect();
    words.sort_unstable();
    words.dedup();
    words
}

fn first_word(word: &str) -> &str {
    word.split(['_', '\'']).next().unwrap_or_default()
}

/// A set of starts of words, by a hash of two letters: what is not in it can be left alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Starts(u128);

impl Starts {
    const ALL: Self = Self(u128::MAX);

    /// The start of what stands at the front of `text`.
    fn of(text: &str) -> Self {
        let mut letters = text.chars().map(fold);
        let first = letters.next().unwrap_or_default();
        let second = letters
            .next()
            .filter(|letter| is_word(*letter) && !is_unspaced(first));
        let hash = u32::from(first) * 31 + second.map_or(0, u32::from);
        Self(1 << (hash % 127))
    }

    /// The start of what follows a word that ends at `end`.
    pub(super) fn behind(text: &str, end: usize) -> Self {
        let rest = |at: usize| text.get(at..).unwrap_or_default();
        match char_at(text, end).map(fold) {
            Some('\'') => Self::of(rest(end)),
            _ => skip_gap(text, end).map_or(Self::END, |at| Self::of(rest(at))),
        }
    }

    /// No word follows.
    const END: Self = Self(1 << 127);

    pub(super) fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) fn has_any(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl Phrase {
    /// How what follows the first word, `word`, may start.
    pub(super) fn starts_behind(&self, word: &str) -> Starts {
        let Some((first, others)) = self.slots.split_first() else {
            return Starts::ALL;
        };
        let own = first.words.iter().filter(|own| first_word(own) == word);
        let starts = own.map(|own| match own.get(word.len()..).unwrap_or_default() {
            "" => starts_of(others),
            rest => Starts::of(rest.trim_start_matches('_')),
        });
        starts.fold(Starts::default(), Starts::with)
    }

    /// Where the phrase that starts at `start` ends, if it does; at the last place if there are several.
    pub(super) fn find_end(&self, text: &str, start: usize) -> Option<usize> {
        let (first, others) = self.slots.split_first()?;
        let mut ends: Vec<usize> = first.ends(text, start).collect();
        for slot in others {
            if ends.is_empty() {
                return None;
            }
            ends = slot.step(text, ends);
        }
        ends.into_iter().max()
    }
}

/// How what stands in the first slots that are not left out may start.
fn starts_of(slots: &[Slot]) -> Starts {
    let mut starts = Starts::default();
    for slot in slots {
        let words = slot.words.iter().map(|word| Starts::of(word));
        starts = words.fold(starts, Starts::with);
        match slot.times {
            Times::Once => return starts,
            Times::Maybe | Times::Many => {}
            Times::Not | Times::End => return Starts::ALL,
        }
    }
    Starts::ALL
}

impl Slot {
    /// Where the phrase may have come to behind this slot, from each of `ends`.
    fn step(&self, text: &str, mut ends: Vec<usize>) -> Vec<usize> {
        match self.times {
            Times::End => ends.retain(|end| ends_clause(text, *end)),
            Times::Not => ends.retain(|end| self.ends_behind(text, *end).next().is_none()),
            Times::Once => ends = self.ends_behind_each(text, &ends),
            Times::Maybe => ends.extend(self.ends_behind_each(text, &ends)),
            Times::Many => self.repeat(text, &mut ends),
        }
        ends.sort_unstable();
        ends.dedup();
        ends
    }

    fn repeat(&self, text: &str, ends: &mut Vec<usize>) {
        let mut new = ends.clone();
        for _ in 0..REPEATS {
            new = self.ends_behind_each(text, &new);
            new.retain(|end| !ends.contains(end));
            if new.is_empty() {
                break;
            }
            ends.extend(&new);
        }
    }

    fn ends_behind_each(&self, text: &str, ends: &[usize]) -> Vec<usize> {
        ends.iter()
            .flat_map(|end| self.ends_behind(text, *end))
            .collect()
    }

    /// Where words of the slot that stand behind `end` end.
    fn ends_behind(&self, text: &str, end: usize) -> impl Iterator<Item = usize> {
        let at = skip_gap(text, end).into_iter();
        at.flat_map(move |at| self.ends(text, at))
    }

    fn ends(&self, text: &str, at: usize) -> impl Iterator<Item = usize> {
        self.words
            .iter()
            .filter_map(move |word| word_end(text, at, word))
    }
}

/// Where `word` that starts at `at` ends, in any case and with any apostrophe.
fn word_end(text: &str, at: usize, word: &str) -> Option<usize> {
    let mut at = at;
    let mut last = ' ';
    for wanted in word.chars() {
        match wanted {
            '_' => at = skip_gap(text, at)?,
            wanted => {
                let letter = char_at(text, at)?;
                (fold(letter) == wanted).then_some(())?;
                at += letter.len_utf8();
                last = wanted;
            }
        }
    }
    (!(is_word(last) && goes_on(text, at))).then_some(at)
}

/// Whether the word before `at` is only a part of one: `fact-based`, `Dan's`.
fn goes_on(text: &str, at: usize) -> bool {
    let Some(next) = char_at(text, at) else {
        return false;
    };
    let behind = char_at(text, at + next.len_utf8());
    is_word(next) || matches!(fold(next), '-' | '\'') && behind.is_some_and(is_word)
}

fn fold(letter: char) -> char {
    match letter {
        '’' | '‘' | 'ʼ' | '`' | '´' | '＇' => '\'',
        '‐' | '‑' => '-',
        _ if letter.is_ascii() => letter.to_ascii_lowercase(),
        _ => letter.to_lowercase().next().unwrap_or(letter),
    }
}

/// Skips blanks, line breaks and markup between two words; there is a blank unless the script needs none.
fn skip_gap(text: &str, at: usize) -> Option<usize> {
    if let Some([b' ', next, ..]) = text.as_bytes().get(at..) {
        // What stands between two words of prose.
        if next.is_ascii_alphanumeric() {
            return Some(at + 1);
        }
    }
    let rest = text.get(at..)?;
    let mut has_blank = false;
    let mut escaped = false;
    for (index, letter) in rest.char_indices() {
        let is_escape = escaped && matches!(letter, 'n' | 'r' | 't');
        has_blank |= letter.is_whitespace() || is_escape;
        escaped = letter == '\\';
        let is_gap = is_escape || letter.is_whitespace() || is_markup(letter);
        if index > GAP {
            return None;
        }
        if !is_gap {
            let before = char_before(text, at);
            let is_free = is_unspaced(letter)
                || before.is_some_and(|before| is_unspaced(before) || fold(before) == '\'');
            return (has_blank || is_free).then_some(at + index);
        }
    }
    None
}

fn is_markup(letter: char) -> bool {
    matches!(
        letter,
        '*' | '_'
            | '"'
            | '\''
            | ','
            | '>'
            | '#'
            | '/'
            | '\\'
            | '“'
            | '”'
            | '«'
            | '»'
            | '，'
            | '、'
            | '-'
            | '~'
            | '`'
            | '\u{200b}'..='\u{200d}' | '\u{ad}' | '\u{feff}' | '\u{2060}'
    )
}

/// Whether nothing, a line break or a mark that ends a clause stands at `at`.
fn ends_clause(text: &str, at: usize) -> bool {
    let rest = text.get(at..).unwrap_or_default();
    let next = rest
        .chars()
        .take(GAP)
        .find(|letter| !matches!(letter, ' ' | '*' | '"' | '”' | '\''));
    next.is_none_or(|letter| {
        !is_word(letter) && !is_unspaced(letter) && !matches!(letter, '$' | '%' | '(' | '-')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found<'t>(phrase: &str, text: &'t str) -> Option<&'t str> {
        let end = read_phrase(phrase, &[("set", "red|blue")]).find_end(text, 0)?;
        text.get(..end)
    }

    #[test]
    fn words_stand_apart_by_blanks_and_markup() {
        for text in ["a b", "A  B", "*a*\n> b", "a \u{200b}b", "a\\nb", "a, b"] {
            let phrase = if text.starts_with('*') { "b" } else { "a b" };
            let text = text.trim_start_matches("*a*\n> ");
            assert_eq!(found(phrase, text), Some(text), "{text:?}");
        }
        for text in ["ab", "a-b", "a_b", "a", "a bc", "a c"] {
            assert_eq!(found("a b", text), None, "{text:?}");
        }
    }

    #[test]
    fn slots_are_left_out_repeated_and_refused() {
        assert_eq!(found("a x|y* b", "a x y x b"), Some("a x y x b"));
        assert_eq!(found("a x? b", "a b"), Some("a b"));
        assert_eq!(found("a !b", "a b"), None);
        assert_eq!(found("a !b", "a c"), Some("a"));
        assert_eq!(found("a $", "a. b"), Some("a"));
        assert_eq!(found("a $", "a b"), None);
        assert_eq!(found("a @set", "a blue"), Some("a blue"));
        assert_eq!(found("don't", "don’t"), Some("don’t"));
    }

    #[test]
    fn scripts_without_blanks_need_none() {
        assert_eq!(
            found("忽略 之前 的* 指令", "忽略之前的指令。"),
            Some("忽略之前的指令")
        );
    }
}

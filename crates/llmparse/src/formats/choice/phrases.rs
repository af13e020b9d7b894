//! Finds phrases word by word, all of them in one pass: `new york` and `new` in `the New  York office`.

use std::collections::HashMap;

use super::letters;
use super::pieces::{Piece, pieces};

/// How many bits tell at once that a word is in no phrase.
const FILTER_BITS: u64 = 4096;

/// A set of phrases, as the automaton of Aho and Corasick over words.
#[derive(Debug)]
pub(super) struct Phrases {
    filter: Vec<u64>,
    /// Hash and folded letters, by hash; the place in the list is the number of the word.
    words: Vec<(u64, Box<str>)>,
    /// State, word, and the next state; sorted.
    edges: Vec<(u32, u32, u32)>,
    states: Vec<State>,
}

#[derive(Clone, Copy, Debug, Default)]
struct State {
    /// The state of the longest end of this one that starts a phrase.
    fallback: u32,
    /// The longest phrase that ends here.
    found: Option<Found>,
}

/// A phrase, and how many words it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) phrase: u32,
    pub(super) len: u32,
}

impl Phrases {
    /// The automaton of `phrases`; of those that are alike only the first is ever found.
    pub(super) fn new<'p>(phrases: impl Iterator<Item = &'p str>) -> Self {
        let phrases: Vec<Vec<(u64, &str)>> = phrases.map(words_of).collect();
        let mut all: Vec<(u64, &str)> = phrases.iter().flatten().copied().collect();
        all.sort_unstable_by_key(|&(hash, _)| hash);
        all.dedup_by_key(|&mut (hash, _)| hash);
        let mut filter = vec![0; (FILTER_BITS / 64) as usize];
        for &(hash, _) in &all {
            if let Some(bits) = filter.get_mut(slot(hash)) {
                *bits |= bit(hash);
            }
        }
        let words = all
            .iter()
            .map(|&(hash, word)| (hash, letters::folded(word).into()));
        let words = words.collect();
        let states = vec![State::default()];
        let mut built = Self {
            filter,
            words,
            edges: Vec::new(),
            states,
        };
        built.add_all(&phrases);
        built
    }

    fn add_all(&mut self, phrases: &[Vec<(u64, &str)>]) {
        // Level by level: a state comes after all shorter ones.
        let mut at = vec![0; phrases.len()];
        let longest = phrases.iter().map(Vec::len).max().unwrap_or(0);
        for depth in 0..longest {
            let known = self.edges.len();
            let mut level = HashMap::new();
            for (index, words) in phrases.iter().enumerate() {
                let (Some(&(hash, _)), Some(state)) = (words.get(depth), at.get_mut(index)) else {
                    continue;
                };
                let word = self.number_of(hash);
                let from = *state;
                *state = *level
                    .entry((from, word))
                    .or_insert_with(|| self.add_edge(from, word, known));
                if words.len() == depth + 1 {
                    self.end_phrase(*state, index, words.len());
                }
            }
            self.edges.sort_unstable();
        }
    }

    /// Adds the state behind `word`, where the first `known` edges are those of shorter states.
    fn add_edge(&mut self, state: u32, word: u32, known: usize) -> u32 {
        let next = self.states.len() as u32;
        let fallback = if state == 0 {
            0
        } else {
            self.next_among(self.state(state).fallback, word, known)
        };
        let found = self.state(fallback).found;
        self.states.push(State { fallback, found });
        self.edges.push((state, word, next));
        next
    }

    fn end_phrase(&mut self, state: u32, index: usize, len: usize) {
        let (phrase, len) = (index as u32, len as u32);
        let Some(state) = self.states.get_mut(state as usize) else {
            return;
        };
        if state.found.is_none_or(|found| found.len < len) {
            state.found = Some(Found { phrase, len });
        }
    }

    fn state(&self, state: u32) -> State {
        self.states.get(state as usize).copied().unwrap_or_default()
    }

    fn number_of(&self, hash: u64) -> u32 {
        self.words.partition_point(|&(other, _)| other < hash) as u32
    }

    /// The number of `word`, whose hash is `hash`, if it is in any phrase.
    #[inline]
    pub(super) fn find_word(&self, hash: u64, word: &str) -> Option<u32> {
        let bits = self.filter.get(slot(hash)).copied().unwrap_or(0);
        if bits & bit(hash) == 0 {
            return None;
        }
        let number = self.number_of(hash);
        let (other, folded) = self.words.get(number as usize)?;
        (*other == hash && is_same_word(word, folded)).then_some(number)
    }

    fn next(&self, state: u32, word: u32) -> u32 {
        self.next_among(state, word, self.edges.len())
    }

    fn next_among(&self, mut state: u32, word: u32, known: usize) -> u32 {
        let edges = self.edges.get(..known).unwrap_or_default();
        loop {
            let edge = edges.binary_search_by_key(&(state, word), |edge| (edge.0, edge.1));
            if let Some(&(.., next)) = edge.ok().and_then(|index| edges.get(index)) {
                return next;
            }
            if state == 0 {
                return 0;
            }
            state = self.state(state).fallback;
        }
    }
}

fn is_same_word(word: &str, folded: &str) -> bool {
    if word.is_ascii() {
        word.eq_ignore_ascii_case(folded)
    } else {
        letters::folded(word) == folded
    }
}

/// The words and symbols of a phrase that count.
fn words_of(phrase: &str) -> Vec<(u64, &str)> {
    let all: Vec<Piece> = pieces(phrase)
        .filter(|piece| piece.is_spoken(phrase))
        .collect();
    let is_edge = |piece: &&Piece| piece.is_stop();
    let first = all.iter().take_while(is_edge).count();
    let last = all.len() - all.iter().rev().take_while(is_edge).count();
    let kept = all.get(first..last).unwrap_or(&all);
    let kept = if kept.is_empty() { &all } else { kept };
    kept.iter()
        .map(|piece| (piece.hash, piece.of(phrase)))
        .collect()
}

/// What tells a phrase from others, word by word; empty if nothing of it can be found.
pub(super) fn word_hashes(phrase: &str) -> Vec<u64> {
    words_of(phrase).into_iter().map(|(hash, _)| hash).collect()
}

fn slot(hash: u64) -> usize {
    ((hash >> 32) % FILTER_BITS / 64) as usize
}

fn bit(hash: u64) -> u64 {
    1 << ((hash >> 32) % 64)
}

/// Goes through a text with a set of phrases.
pub(super) struct Matcher<'p> {
    pub(super) phrases: &'p Phrases,
    state: u32,
    /// Where the words since the last one that is in no phrase start.
    starts: Vec<u32>,
}

impl<'p> Matcher<'p> {
    pub(super) fn new(phrases: &'p Phrases) -> Self {
        Self {
            phrases,
            state: 0,
            starts: Vec::new(),
        }
    }

    /// Nothing goes on over this place.
    #[inline]
    pub(super) fn reset(&mut self) {
        self.state = 0;
        self.starts.clear();
    }

    /// The longest phrase that ends with `word`, and where it starts.
    pub(super) fn feed(&mut self, word: u32, start: usize) -> Option<(u32, usize)> {
        self.state = self.phrases.next(self.state, word);
        if self.state == 0 {
            self.starts.clear();
            return None;
        }
        self.starts.push(start as u32);
        let found = self.phrases.state(self.state).found?;
        let first = self.starts.len().checked_sub(found.len as usize)?;
        let start = self.starts.get(first)?;
        Some((found.phrase, *start as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find_all(phrases: &[&str], text: &str) -> Vec<(u32, usize)> {
        let phrases = Phrases::new(phrases.iter().copied());
        let mut matcher = Matcher::new(&phrases);
        let mut found = Vec::new();
        for piece in pieces(text).filter(|piece| piece.is_spoken(text)) {
            match phrases.find_word(piece.hash, piece.of(text)) {
                Some(word) => found.extend(matcher.feed(word, piece.start)),
                None => matcher.reset(),
            }
        }
        found
    }

    #[test]
    fn phrases_are_found_over_blanks_and_case() {
        let phrases = ["new", "new york", "york city"];
        assert_eq!(find_all(&phrases, "NEW\n York"), [(0, 0), (1, 0)]);
        assert_eq!(
            find_all(&phrases, "New York City"),
            [(0, 0), (1, 0), (2, 4)]
        );
        assert_eq!(find_all(&phrases, "York, New"), [(0, 6)]);
    }

    #[test]
    fn phrases_that_repeat_are_found_again() {
        assert_eq!(find_all(&["a a b"], "a a a b"), [(0, 2)]);
        assert_eq!(find_all(&["C++", "c"], "c c++"), [(1, 0), (1, 2), (0, 2)]);
    }
}

//! Finds phrases word by word, all of them in one pass: `new york` and `new` in `the New  York office`.

use super::letters;
use super::pieces::{Piece, pieces};

/// How many bits for each word tell at once that another is in no phrase.
const BITS: usize = 32;

/// Phrases, cut into words.
#[derive(Default)]
pub(super) struct Wording<'p> {
    /// Hash and letters, phrase by phrase.
    words: Vec<(u64, &'p str)>,
    /// Where each phrase ends in them.
    ends: Vec<usize>,
}

impl<'p> Wording<'p> {
    /// Adds the words and symbols of a phrase; punctuation around them does not count.
    pub(super) fn add(&mut self, phrase: &'p str) {
        let start = self.words.len();
        let spoken = |piece: &Piece| piece.is_spoken(phrase);
        let mut end = start;
        for piece in pieces(phrase).filter(spoken) {
            let is_stop = piece.is_stop();
            if is_stop && end == start {
                continue;
            }
            self.words.push((piece.hash, piece.of(phrase)));
            end = if is_stop { end } else { self.words.len() };
        }
        self.words.truncate(end);
        if end == start {
            let stops = pieces(phrase).filter(spoken);
            self.words
                .extend(stops.map(|piece| (piece.hash, piece.of(phrase))));
        }
        self.ends.push(self.words.len());
    }

    /// Takes the last phrase away.
    pub(super) fn pop(&mut self) {
        self.ends.pop();
        self.words.truncate(self.ends.last().copied().unwrap_or(0));
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The words of a phrase; none if nothing of it can be found.
    fn of(&self, phrase: usize) -> &[(u64, &'p str)] {
        let start = phrase
            .checked_sub(1)
            .and_then(|before| self.ends.get(before));
        let end = self.ends.get(phrase).copied().unwrap_or(0);
        self.words
            .get(start.copied().unwrap_or(0)..end)
            .unwrap_or_default()
    }

    pub(super) fn is_empty(&self, phrase: usize) -> bool {
        self.of(phrase).is_empty()
    }

    pub(super) fn hashes(&self, phrase: usize) -> Vec<u64> {
        self.of(phrase).iter().map(|&(hash, _)| hash).collect()
    }

    pub(super) fn is_alike(&self, left: usize, right: usize) -> bool {
        let hashes = |phrase| self.of(phrase).iter().map(|&(hash, _)| hash);
        hashes(left).eq(hashes(right))
    }
}

/// A set of phrases, as the automaton of Aho and Corasick over words.
#[derive(Debug)]
pub(super) struct Phrases {
    /// A power of two of 64 bits.
    filter: Vec<u64>,
    /// Hash, and where the folded letters end, by hash; the place in the list is the number of the word.
    words: Vec<(u64, u32)>,
    letters: String,
    /// State, word, and the next state; sorted.
    edges: Vec<(u32, u32, u32)>,
    states: Vec<State>,
    /// The state behind each word at the start.
    roots: Vec<u32>,
    /// A phrase that is like one before it, which is found instead.
    pub(super) double: Option<u32>,
}

#[derive(Clone, Copy, Debug, Default)]
struct State {
    /// The state of the longest end of this one that starts a phrase.
    fallback: u32,
    /// The longest phrase that ends here.
    found: Option<Found>,
    /// Where its edges start and end in the list of all.
    edges: (u32, u32),
}

/// A phrase, and how many words it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Found {
    phrase: u32,
    len: u32,
}

impl Phrases {
    pub(super) fn new(wording: &Wording<'_>) -> Self {
        let mut all = wording.words.clone();
        all.sort_unstable_by_key(|&(hash, _)| hash);
        all.dedup_by_key(|&mut (hash, _)| hash);
        let mut built = Self {
            filter: vec![0; (all.len() * BITS / 64).next_power_of_two()],
            words: Vec::with_capacity(all.len()),
            letters: String::new(),
            edges: Vec::with_capacity(wording.words.len()),
            states: vec![State::default()],
            roots: Vec::new(),
            double: None,
        };
        for (hash, word) in all {
            let slot = built.slot(hash);
            if let Some(bits) = built.filter.get_mut(slot) {
                *bits |= bit(hash);
            }
            letters::fold(word, |letter| built.letters.push(letter));
            built.words.push((hash, built.letters.len() as u32));
        }
        built.add_all(wording);
        built.index_edges();
        built
    }

    fn index_edges(&mut self) {
        self.roots = vec![0; self.words.len()];
        for (index, &(from, word, next)) in self.edges.iter().enumerate() {
            if from == 0 {
                self.roots
                    .get_mut(word as usize)
                    .into_iter()
                    .for_each(|root| *root = next);
            } else if let Some(state) = self.states.get_mut(from as usize) {
                let start = if state.edges.1 == 0 {
                    index as u32
                } else {
                    state.edges.0
                };
                state.edges = (start, index as u32 + 1);
            }
        }
    }

    /// Adds the phrases level by level, so that a state comes after all shorter ones.
    fn add_all(&mut self, wording: &Wording<'_>) {
        let mut at = vec![0; wording.len()];
        let mut open: Vec<u32> = (0..wording.len() as u32).collect();
        let mut level: Vec<(u32, u32, u32)> = Vec::new();
        let mut depth = 0;
        while !open.is_empty() {
            let step = |&phrase: &u32| {
                let &(hash, _) = wording.of(phrase as usize).get(depth)?;
                Some((*at.get(phrase as usize)?, self.number_of(hash), phrase))
            };
            level.clear();
            level.extend(open.iter().filter_map(step));
            level.sort_unstable();
            depth += 1;
            open.clear();
            for (phrase, state) in self.add_level(&level) {
                if let Some(at) = at.get_mut(phrase as usize) {
                    *at = state;
                }
                if wording.of(phrase as usize).len() == depth {
                    self.end_phrase(state, phrase, depth);
                } else {
                    open.push(phrase);
                }
            }
        }
    }

    /// Adds the states behind those of the last level, and gives the phrases with their states.
    fn add_level(&mut self, level: &[(u32, u32, u32)]) -> Vec<(u32, u32)> {
        let known = self.edges.len();
        let mut before = None;
        let steps = level.iter().map(|&(from, word, phrase)| {
            let state = match before {
                Some((edge, state)) if edge == (from, word) => state,
                _ => self.add_edge(from, word, known),
            };
            before = Some(((from, word), state));
            (phrase, state)
        });
        steps.collect()
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
        self.states.push(State {
            fallback,
            found,
            edges: (0, 0),
        });
        self.edges.push((state, word, next));
        next
    }

    fn end_phrase(&mut self, state: u32, phrase: u32, len: usize) {
        let len = len as u32;
        let Some(state) = self.states.get_mut(state as usize) else {
            return;
        };
        if state.found.is_none_or(|found| found.len < len) {
            state.found = Some(Found { phrase, len });
        } else {
            self.double = self.double.or(Some(phrase));
        }
    }

    fn slot(&self, hash: u64) -> usize {
        (hash >> 38) as usize & self.filter.len().saturating_sub(1)
    }

    fn state(&self, state: u32) -> State {
        self.states.get(state as usize).copied().unwrap_or_default()
    }

    fn number_of(&self, hash: u64) -> u32 {
        self.words.partition_point(|&(other, _)| other < hash) as u32
    }

    /// The number of a piece of `text`, if it is in any phrase.
    #[inline(always)]
    pub(super) fn find_piece(&self, piece: Piece, text: &str) -> Option<u32> {
        let bits = self.filter.get(self.slot(piece.hash)).copied().unwrap_or(0);
        if bits & bit(piece.hash) == 0 {
            return None;
        }
        self.find_word(piece.hash, piece.of(text))
    }

    /// The number of `word`, whose hash is `hash`, if it is in any phrase.
    #[inline(never)]
    pub(super) fn find_word(&self, hash: u64, word: &str) -> Option<u32> {
        let number = self.number_of(hash);
        let &(other, end) = self.words.get(number as usize)?;
        let before = number.checked_sub(1);
        let before = before.and_then(|before| self.words.get(before as usize));
        let start = before.map_or(0, |&(_, end)| end as usize);
        let folded = self.letters.get(start..end as usize)?;
        (other == hash && is_same_word(word, folded)).then_some(number)
    }

    fn next(&self, mut state: u32, word: u32) -> u32 {
        while state != 0 {
            let here = self.state(state);
            let edges = self
                .edges
                .get(here.edges.0 as usize..here.edges.1 as usize)
                .unwrap_or_default();
            let edge = edges.binary_search_by_key(&word, |edge| edge.1);
            if let Some(&(.., next)) = edge.ok().and_then(|index| edges.get(index)) {
                return next;
            }
            state = here.fallback;
        }
        self.roots.get(word as usize).copied().unwrap_or(0)
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
    if word.is_ascii() && word != "&" {
        word.eq_ignore_ascii_case(folded)
    } else {
        letters::folded(word) == folded
    }
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
        let mut wording = Wording::default();
        phrases.iter().for_each(|phrase| wording.add(phrase));
        let phrases = Phrases::new(&wording);
        let mut matcher = Matcher::new(&phrases);
        let mut found = Vec::new();
        for piece in pieces(text).filter(|piece| piece.is_spoken(text)) {
            match phrases.find_piece(piece, text) {
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

//! The places of a text where a look is worth while, found in one pass: `@`, `password`, `Bearer`, `ignore`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind};

use super::addresses::{find_email, find_url_password};
use super::characters::{char_at, char_before, is_word};
use super::hallucination::HALLUCINATIONS;
use super::injection::{INJECTIONS, SETS, find_jailbreak, is_negated};
use super::kind::{Family, SafetyFinding, SafetyKind};
use super::passwords::{NAMES, find_password};
use super::phrases::{Phrase, Starts, first_words, read_phrase};
use super::providers::PROVIDERS;
use super::tokens::{find_bearer, find_jwt, find_key, find_private_key};

/// What may stand at a place.
#[derive(Clone, Copy, Debug)]
enum Anchor {
    Email,
    UrlPassword,
    Jwt,
    Bearer,
    PrivateKey,
    Password,
    Jailbreak,
    /// A key of a provider, by its index in the table.
    Key(usize),
    /// The phrases that start with a word, by the index of the word.
    Phrases(usize),
}

/// Marks and words that start one kind of thing each.
const MARKS: [(&str, Anchor); 6] = [
    ("@", Anchor::Email),
    ("://", Anchor::UrlPassword),
    ("eyJ", Anchor::Jwt),
    ("bearer", Anchor::Bearer),
    ("-----BEGIN ", Anchor::PrivateKey),
    ("jailbr", Anchor::Jailbreak),
];

/// The words that are searched for, what each starts, and the phrases.
struct Anchors {
    automaton: Option<AhoCorasick>,
    anchors: Vec<Anchor>,
    groups: Vec<Group>,
}

/// The phrases that start with one word.
#[derive(Default)]
struct Group {
    phrases: Vec<Entry>,
    /// How what follows the word starts in any of them.
    starts: Starts,
}

struct Entry {
    kind: SafetyKind,
    phrase: Phrase,
    /// How what follows the word starts.
    starts: Starts,
}

static ANCHORS: LazyLock<Anchors> = LazyLock::new(Anchors::build);

impl Anchors {
    fn build() -> Self {
        let mut words: Vec<(String, Anchor)> = Vec::new();
        words.extend(MARKS.map(|(mark, anchor)| (mark.to_owned(), anchor)));
        let prefixes = PROVIDERS.iter().enumerate();
        words.extend(prefixes.map(|(index, key)| (key.prefix.to_owned(), Anchor::Key(index))));
        let names = NAMES.iter().flat_map(|name| spellings(name));
        words.extend(names.map(|name| (name, Anchor::Password)));
        let mut groups = Vec::new();
        for (word, group) in read_groups() {
            let anchor = Anchor::Phrases(groups.len());
            let spellings = spellings(&word).into_iter().flat_map(with_next);
            words.extend(spellings.map(|word| (word, anchor)));
            groups.push(group);
        }
        Self {
            automaton: build_automaton(&words),
            anchors: words.into_iter().map(|(_, anchor)| anchor).collect(),
            groups,
        }
    }
}

/// All phrases by the word that each may start with.
fn read_groups() -> BTreeMap<String, Group> {
    let mut groups: BTreeMap<String, Group> = BTreeMap::new();
    let injections = INJECTIONS.map(|text| (SafetyKind::PromptInjection, text));
    let admissions = HALLUCINATIONS.map(|text| (SafetyKind::HallucinationMarker, text));
    for (kind, text) in injections.into_iter().chain(admissions) {
        let phrase = read_phrase(text, &SETS);
        for word in first_words(&phrase) {
            let starts = phrase.starts_behind(&word);
            let group = groups.entry(word).or_default();
            group.starts = group.starts.with(starts);
            group.phrases.push(Entry {
                kind,
                phrase: phrase.clone(),
                starts,
            });
        }
    }
    groups
}

/// What stands behind a short word, which would be found within many others without it.
const NEXT: [char; 9] = [' ', '\n', '\r', '\t', '\u{a0}', '\'', '’', '*', '\\'];

fn with_next(word: String) -> Vec<String> {
    if word.len() > 2 || !word.is_ascii() {
        return vec![word];
    }
    NEXT.iter().map(|next| format!("{word}{next}")).collect()
}

/// The searched word in the cases that it has; those of ASCII are the automaton's.
fn spellings(word: &str) -> Vec<String> {
    if word.is_ascii() {
        return vec![word.to_owned()];
    }
    let mut letters = word.chars();
    let first: String = letters
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .collect();
    let mut found = vec![
        word.to_owned(),
        first + letters.as_str(),
        word.to_uppercase(),
    ];
    found.dedup();
    found
}

fn build_automaton(words: &[(String, Anchor)]) -> Option<AhoCorasick> {
    let words = words.iter().map(|(word, _)| word);
    AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .kind(Some(AhoCorasickKind::DFA))
        .build(words)
        .ok()
}

/// Finds what starts, or stands around, a known word or mark.
pub(super) fn find_anchored(text: &str, found: &mut Vec<SafetyFinding>) {
    let Some(automaton) = &ANCHORS.automaton else {
        return;
    };
    let hits = automaton.try_find_overlapping_iter(text);
    for hit in hits.into_iter().flatten() {
        let anchor = ANCHORS.anchors.get(hit.pattern().as_usize());
        found.extend(anchor.and_then(|anchor| look(text, hit.start(), hit.end(), *anchor)));
    }
}

fn look(text: &str, start: usize, end: usize, anchor: Anchor) -> Option<SafetyFinding> {
    match anchor {
        Anchor::Email => find_email(text, start),
        Anchor::UrlPassword => find_url_password(text, start),
        Anchor::Jwt => find_jwt(text, start),
        Anchor::Bearer => find_bearer(text, start),
        Anchor::PrivateKey => find_private_key(text, start),
        Anchor::Password => find_password(text, start, end),
        Anchor::Jailbreak => find_jailbreak(text, start),
        Anchor::Key(index) => find_key(text, start, PROVIDERS.get(index)?),
        Anchor::Phrases(index) => find_phrase(text, start, end, ANCHORS.groups.get(index)?),
    }
}

fn find_phrase(text: &str, start: usize, end: usize, group: &Group) -> Option<SafetyFinding> {
    let hit = text.get(start..end)?;
    let word = hit.trim_end_matches(NEXT);
    let end = start + word.len();
    let is_joined = |letter: Option<char>| letter.is_some_and(is_word);
    let is_spaced = word.starts_with(is_word);
    if is_spaced && (is_joined(char_before(text, start)) || is_joined(char_at(text, end))) {
        return None;
    }
    let behind = Starts::behind(text, end);
    if !group.starts.has_any(behind) {
        return None;
    }
    let likely = group
        .phrases
        .iter()
        .filter(|entry| entry.starts.has_any(behind));
    let matches = likely.filter_map(|entry| {
        let end = entry.phrase.find_end(text, start)?;
        Some(SafetyFinding::new(entry.kind, start, end))
    });
    let longest = matches.max_by_key(|finding| finding.span.len())?;
    let is_order = longest.kind.family() == Family::Injection;
    (!is_order || !is_negated(text, start)).then_some(longest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_make_an_automaton() {
        assert!(ANCHORS.automaton.is_some());
        assert!(ANCHORS.groups.len() > 50);
    }
}

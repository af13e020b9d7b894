//! The places of a text where a look is worth while, found in one pass: `@`, `password`, `Bearer`, `ignore`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind};

use super::addresses::{find_email, find_url_password};
use super::characters::{char_before, is_word};
use super::hallucination::HALLUCINATIONS;
use super::injection::{INJECTIONS, SETS, find_jailbreak, is_negated};
use super::kind::{Family, SafetyFinding, SafetyKind};
use super::passwords::{NAMES, find_password};
use super::phrases::{Phrase, first_words, read_phrase};
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
    phrases: Vec<Vec<(SafetyKind, Phrase)>>,
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
        let mut phrases = Vec::new();
        for (word, group) in read_groups() {
            let anchor = Anchor::Phrases(phrases.len());
            words.extend(spellings(&word).into_iter().map(|word| (word, anchor)));
            phrases.push(group);
        }
        Self {
            automaton: build_automaton(&words),
            anchors: words.into_iter().map(|(_, anchor)| anchor).collect(),
            phrases,
        }
    }
}

/// All phrases by the word that each may start with.
fn read_groups() -> BTreeMap<String, Vec<(SafetyKind, Phrase)>> {
    let mut groups: BTreeMap<String, Vec<(SafetyKind, Phrase)>> = BTreeMap::new();
    let injections = INJECTIONS
        .iter()
        .map(|text| (SafetyKind::PromptInjection, *text));
    let admissions = HALLUCINATIONS
        .iter()
        .map(|text| (SafetyKind::HallucinationMarker, *text));
    for (kind, text) in injections.chain(admissions) {
        let phrase = read_phrase(text, &SETS);
        for word in first_words(&phrase) {
            groups.entry(word).or_default().push((kind, phrase.clone()));
        }
    }
    groups
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
        Anchor::Phrases(index) => find_phrase(text, start, ANCHORS.phrases.get(index)?),
    }
}

fn find_phrase(
    text: &str,
    start: usize,
    phrases: &[(SafetyKind, Phrase)],
) -> Option<SafetyFinding> {
    let is_inside = char_before(text, start).is_some_and(|letter| is_word(letter) || letter == '_')
        && text.get(start..)?.starts_with(is_word);
    if is_inside {
        return None;
    }
    let matches = phrases.iter().filter_map(|(kind, phrase)| {
        let end = phrase.find_end(text, start)?;
        Some(SafetyFinding::new(*kind, start, end))
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
        assert!(ANCHORS.phrases.len() > 50);
    }
}

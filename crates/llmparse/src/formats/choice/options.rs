//! What may be chosen: `positive`, or the letter `B` with its text `Paris`.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::letters::{Class, class, folded, is_hiragana, is_sign};
use super::phrases::{Phrases, Wording};
use super::spellings;
use crate::error::ParseError;

/// Words that mean little by themselves, though a choice may be spelled like one.
const SMALL_WORDS: &str = "|in|on|at|as|is|it|us|or|an|am|so|do|he|be|by|to|of|and|are|can|may|will|not|who|if|up|off|out|over|under|\
    for|with|from|der|die|das|und|zu|le|la|les|et|ou|de|el|los|y|que|um|os|il|lo|e|o|и|на|";

/// Words that say how many when another word stands behind them.
const QUANTITIES: &str = "no|all|some|none|one|two|three|more|less|other|any|both|many|few|most|kein|alle|einige|mehr|weniger|\
    aucun|tous|toutes|plus|moins|ninguno|todos|todas|algunos|más|menos|nenhum|alguns|mais|nessuno|tutti|più|meno|все";

/// Letters that are a word in one of the languages: the article `a`, `I`, `y`, `в`.
const WORDS_OF_ONE_LETTER: &str = "aeiouykvszwаеивксоуяжбіηο";

/// What a phrase easily is when it is no choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nature {
    Plain,
    /// A letter, and whether it is a word of its own.
    Letter {
        is_word: bool,
    },
    /// Digits.
    Number,
    /// `no` or `all`, which may say how many.
    Quantity,
    /// A small word, and whether the choice is written in capitals.
    Small {
        is_acronym: bool,
    },
    /// One character of a script without blanks.
    Sign,
    /// Hiragana, in which words do not stand out.
    Kana,
}

/// How a choice was named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Label,
    Text,
}

/// A phrase that names a choice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Name {
    pub(super) choice: u32,
    pub(super) form: Form,
    pub(super) nature: Nature,
    /// Its first character is a sign that has to stand right before the next: `-1`.
    pub(super) has_sign: bool,
}

/// The choices of one call, ready to be looked for.
#[derive(Debug)]
pub(crate) struct Choices<'a> {
    labels: Vec<&'a str>,
    names: Vec<Name>,
    pub(super) phrases: Phrases,
}

impl<'a> Choices<'a> {
    /// Choices that are their own label.
    pub(crate) fn of_labels(labels: &[&'a str]) -> Result<Self, ParseError> {
        let others = spellings::of_all(labels.iter().copied());
        let mut names = Names::default();
        for (choice, label) in labels.iter().enumerate() {
            names.add(choice, Form::Label, label);
        }
        names.add_others(&others);
        names.build(labels.to_vec())
    }

    /// Choices with a label and a text each; one without a text is named by its label only.
    pub(crate) fn of_options(options: &[(&'a str, &str)]) -> Result<Self, ParseError> {
        let others = spellings::of_all(options.iter().map(|&(label, _)| label));
        let mut names = Names::default();
        for (choice, (label, text)) in options.iter().enumerate() {
            names.add(choice, Form::Label, label);
            names.add(choice, Form::Text, text);
            let last = names.phrases.len().saturating_sub(1);
            if names.wording.is_empty(last) || names.wording.is_alike(last, last.saturating_sub(1))
            {
                names.pop();
            }
        }
        names.add_others(&others);
        names.build(options.iter().map(|&(label, _)| label).collect())
    }

    pub(super) fn name(&self, phrase: u32) -> Option<Name> {
        self.names.get(phrase as usize).copied()
    }

    pub(super) fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether all labels are single letters.
    pub(super) fn are_letters(&self) -> bool {
        let mut labels = self.names.iter().filter(|name| name.form == Form::Label);
        labels.all(|name| matches!(name.nature, Nature::Letter { .. }))
    }

    pub(crate) fn label(&self, choice: u32) -> Option<&'a str> {
        self.labels.get(choice as usize).copied()
    }

    /// Whether the label goes on as another one, so that it may be the start of that: `not`, `not sure`.
    pub(crate) fn is_start_of_another(&self, choice: u32) -> bool {
        let label = self.label(choice).map(folded).unwrap_or_default();
        let others = self.labels.iter().map(|other| folded(other));
        others.filter(|other| other.starts_with(&label)).count() > 1
    }

    pub(crate) fn valid(&self) -> Vec<String> {
        self.labels.iter().map(|&label| label.to_owned()).collect()
    }
}

fn invalid(reason: &'static str, choice: &str) -> ParseError {
    ParseError::InvalidChoices {
        reason,
        choice: crate::error::excerpt(choice),
    }
}

/// The names of the choices, on their way to be [`Choices`].
#[derive(Default)]
struct Names<'p> {
    names: Vec<Name>,
    phrases: Vec<&'p str>,
    wording: Wording<'p>,
}

impl<'p> Names<'p> {
    fn add(&mut self, choice: usize, form: Form, phrase: &'p str) {
        self.names.push(Name {
            choice: choice as u32,
            form,
            nature: nature(phrase),
            has_sign: has_sign(phrase),
        });
        self.phrases.push(phrase);
        self.wording.add(phrase);
    }

    /// Adds what is not another name already.
    fn add_others(&mut self, others: &'p [(usize, String)]) {
        if others.is_empty() {
            return;
        }
        let known = 0..self.phrases.len();
        let mut seen: HashSet<Vec<u64>> = known.map(|name| self.wording.hashes(name)).collect();
        for (choice, phrase) in others {
            self.add(*choice, Form::Label, phrase);
            if !seen.insert(self.wording.hashes(self.phrases.len().saturating_sub(1))) {
                self.pop();
            }
        }
    }

    fn pop(&mut self) {
        self.names.pop();
        self.phrases.pop();
        self.wording.pop();
    }

    fn build<'a>(self, labels: Vec<&'a str>) -> Result<Choices<'a>, ParseError> {
        if labels.is_empty() {
            return Err(invalid("there are none", ""));
        }
        if let Some(empty) = (0..self.phrases.len()).find(|&phrase| self.wording.is_empty(phrase)) {
            return Err(invalid(
                "one has no letters",
                self.phrases.get(empty).unwrap_or(&""),
            ));
        }
        let phrases = Phrases::new(&self.wording);
        if let Some(double) = phrases.double {
            return Err(invalid(
                "two are the same",
                self.phrases.get(double as usize).unwrap_or(&""),
            ));
        }
        Ok(Choices {
            labels,
            names: self.names,
            phrases,
        })
    }
}

fn nature(phrase: &str) -> Nature {
    let phrase = phrase.trim();
    if phrase.len() > LONGEST {
        return Nature::Plain;
    }
    let folded = folded(phrase);
    let mut letters = folded.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if class(letter) == Class::Letter && letter.is_alphabetic() => {
            return Nature::Letter {
                is_word: WORDS_OF_ONE_LETTER.contains(letter),
            };
        }
        (Some(letter), None) if is_sign(letter) => return Nature::Sign,
        _ => {}
    }
    if folded.bytes().all(|byte| byte.is_ascii_digit()) {
        Nature::Number
    } else if folded.chars().all(is_hiragana) {
        Nature::Kana
    } else {
        match SMALL.get(folded.as_str()) {
            None => Nature::Plain,
            Some(Small::Word) => Nature::Small {
                is_acronym: phrase.chars().all(char::is_uppercase),
            },
            Some(Small::Quantity) => Nature::Quantity,
        }
    }
}

/// The longest word, in bytes, that is looked at more closely.
const LONGEST: usize = 32;

enum Small {
    Word,
    Quantity,
}

static SMALL: LazyLock<HashMap<&str, Small>> = LazyLock::new(|| {
    let words = SMALL_WORDS.split('|').map(|word| (word, Small::Word));
    let quantities = QUANTITIES.split('|').map(|word| (word, Small::Quantity));
    words.chain(quantities).collect()
});

fn has_sign(phrase: &str) -> bool {
    let mut letters = phrase.trim().chars();
    let first = letters.next().map(class);
    first == Some(Class::Symbol) && letters.next().map(class) == Some(Class::Letter)
}

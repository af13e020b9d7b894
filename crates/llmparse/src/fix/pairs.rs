//! Pairs made an object of texts: `**Answer**: Paris` becomes `{"answer": "Paris"}`.

use std::collections::HashMap;

use super::fields::{Fields, fold};
use super::words::{ANSWERS, STATEMENTS};
use super::{FixStrategy, Fixed};
use crate::options::Options;
use crate::pipeline::{parse_key_value_of_with_trace, parse_key_value_with_trace};
use crate::scan::lines::{count_words, ends_sentence, starts_with_words};
use crate::trace::{Trace, WarningKind};
use crate::value::spaced::to_spaced_text;
use crate::value::{Key, Object, Value};

/// How many words of a single pair may be a value and no sentence.
const FEW_WORDS: usize = 4;

/// The object that the pairs of `text` make, if pairs are what stands there.
pub(super) fn read(text: &str, fields: &Fields) -> Option<Fixed> {
    let names = Names::new(fields);
    let read = parse_key_value_with_trace(text, &Options::default());
    let all = read.result.ok().map(|pairs| (pairs, read.trace));
    let all = all.filter(|(pairs, trace)| are_pairs(text, (pairs, trace), &names));
    let (pairs, trace) = all.or_else(|| read_asked(text, fields))?;
    let mut value = Value::from(rename(pairs.as_object()?, &names));
    let injected = fields.inject(&mut value);
    Some(Fixed {
        text: to_spaced_text(&value),
        strategy: FixStrategy::FallbackParse,
        is_valid: true,
        injected,
        trace,
        error: None,
    })
}

/// The required fields, if all of them are there: `<answer>Paris</answer>`, `Answer: Paris; Score: 3`.
fn read_asked(text: &str, fields: &Fields) -> Option<(Value, Trace)> {
    let names: Vec<&str> = fields.required().iter().map(String::as_str).collect();
    if names.is_empty() {
        return None;
    }
    let read = parse_key_value_of_with_trace(text, &names, &Options::default());
    let pairs = read.result.ok()?;
    let object = pairs.as_object()?;
    let is_sound = fields.are_all_in(&pairs) && !are_damaged(object) && !is_code(text, object);
    is_sound.then_some((pairs, read.trace))
}

/// Whether `text` is several pairs and nothing else, whose values are lists or short.
pub(super) fn are_data(text: &str) -> bool {
    let read = parse_key_value_with_trace(text, &Options::default());
    let is_datum = |value: &str| {
        value.starts_with('[')
            || !ends_sentence(value) && count_words(value, FEW_WORDS + 1) <= FEW_WORDS
    };
    let is_plain = read.trace.warnings.is_empty();
    let pairs = read.result.ok();
    let pairs = pairs
        .as_ref()
        .and_then(Value::as_object)
        .filter(|_| is_plain);
    pairs.is_some_and(|pairs| {
        let mut values = pairs.iter().filter_map(|(_, value)| value.as_str());
        pairs.len() > 1 && values.all(is_datum)
    })
}

/// The required fields by their names in any spelling.
struct Names<'f>(HashMap<String, &'f str>);

impl<'f> Names<'f> {
    fn new(fields: &'f Fields) -> Self {
        let names = fields.required().iter();
        Self(names.map(|name| (fold(name), name.as_str())).collect())
    }

    fn find(&self, key: &str) -> Option<&'f str> {
        self.0.get(&fold(key)).copied()
    }
}

/// Several pairs are pairs. A single one could be a sentence with a colon: it has to be asked for, or short.
fn are_pairs(text: &str, (value, trace): (&Value, &Trace), names: &Names<'_>) -> bool {
    let has = |kind| trace.warnings.iter().any(|warning| warning.kind == kind);
    let Some(pairs) = value.as_object().filter(|pairs| !are_damaged(pairs)) else {
        return false;
    };
    if has(WarningKind::OtherFormat) || is_code(text, pairs) {
        return false;
    }
    if pairs.iter().any(|(key, _)| names.find(key).is_some()) {
        return true;
    }
    match pairs.iter().next() {
        Some((key, value)) if pairs.len() == 1 => {
            names.0.is_empty()
                && !has(WarningKind::SurroundingText)
                && is_single_pair(key, value.as_str().unwrap_or_default())
        }
        first => first.is_some(),
    }
}

/// Whether a value holds another pair, or a bracket that something else opened.
fn are_damaged(pairs: &Object) -> bool {
    let mut values = pairs.iter().filter_map(|(_, value)| value.as_str());
    values.any(|value| holds_pair(value) || has_stray_closer(value))
}

/// `Ann, Age: 3`
fn holds_pair(value: &str) -> bool {
    const LONGEST: usize = 24;
    let is_separator = |letter: char| matches!(letter, ',' | ';' | '|');
    let mut parts = value.split(is_separator).skip(1);
    parts.any(|part| {
        let Some((name, rest)) = part.split_once(':') else {
            return false;
        };
        let is_name = |letter: char| letter.is_alphanumeric() || matches!(letter, ' ' | '_' | '-');
        let name = name.trim();
        name.starts_with(char::is_alphabetic)
            && name.len() <= LONGEST
            && name.chars().all(is_name)
            && count_words(name, 3) < 3
            && (rest.is_empty() || rest.starts_with(char::is_whitespace))
    })
}

fn has_stray_closer(value: &str) -> bool {
    [('{', '}'), ('[', ']')]
        .iter()
        .any(|&(open, close)| value.ends_with(close) && !value.contains(open))
}

/// `def f(x): return x`, or more calls than not: `y = f(x)`. A label may name one call: `Function: f(x)`.
fn is_code(text: &str, pairs: &Object) -> bool {
    let opens = |key: &str| {
        STATEMENTS.iter().any(|word| {
            starts_with_words(key, word) && key.len() > word.len() || key.ends_with("()")
        })
    };
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let (calls, count) = lines.fold((0, 0), |(calls, count), line| {
        (calls + usize::from(is_call(line)), count + 1)
    });
    pairs.iter().any(|(key, _)| opens(key))
        || calls * 2 > count && (count > 1 || text.contains('='))
}

fn is_call(line: &str) -> bool {
    let behind_word = |(before, _): (&str, &str)| {
        before.ends_with(|letter: char| letter.is_alphanumeric() || letter == '_')
    };
    line.trim_end().ends_with(')') && line.split_once('(').is_some_and(behind_word)
}

fn is_single_pair(key: &str, value: &str) -> bool {
    let is_sentence = ends_sentence(value) || count_words(value, FEW_WORDS + 1) > FEW_WORDS;
    let is_answer = || ANSWERS.contains(&fold(key).replace('_', " ").as_str());
    !is_sentence || unquote(value) != value || is_answer()
}

/// The pairs under the names that are asked for, or in lower case with underscores; of several values the last.
fn rename(pairs: &Object, names: &Names<'_>) -> Object {
    let mut places: HashMap<String, usize> = HashMap::with_capacity(pairs.len());
    let mut members: Vec<(Key, Value)> = Vec::with_capacity(pairs.len());
    for (key, value) in pairs.iter() {
        let name = names
            .find(key)
            .map_or_else(|| plain_name(key), str::to_owned);
        let value: Value = unquote(value.as_str().unwrap_or_default()).into();
        match places.get(&name).and_then(|place| members.get_mut(*place)) {
            Some(member) => member.1 = value,
            None => {
                places.insert(name.clone(), members.len());
                members.push((name.as_str().into(), value));
            }
        }
    }
    Object { members }
}

fn plain_name(key: &str) -> String {
    let lower = key.to_lowercase();
    lower.split_whitespace().collect::<Vec<_>>().join("_")
}

/// What stands between quotes, if they enclose all of `text` and stand nowhere else in it.
fn unquote(text: &str) -> &str {
    const QUOTES: [(char, char); 5] =
        [('"', '"'), ('\'', '\''), ('“', '”'), ('„', '“'), ('«', '»')];
    let inner = QUOTES.iter().find_map(|&(open, close)| {
        let inner = text.strip_prefix(open)?.strip_suffix(close)?;
        (!inner.contains([open, close])).then_some(inner)
    });
    inner.unwrap_or(text)
}

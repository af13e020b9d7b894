//! Pairs made an object of texts: `**Answer**: Paris` becomes `{"answer": "Paris"}`.

use std::collections::HashMap;

use super::fields::Fields;
use super::words::ANSWERS;
use super::{FixStrategy, Fixed};
use crate::options::Options;
use crate::pipeline::parse_key_value_with_trace;
use crate::scan::lines::{count_words, ends_sentence};
use crate::trace::{Trace, WarningKind};
use crate::value::spaced::to_spaced_text;
use crate::value::{Object, Value};

/// How many words of a single pair may be a value and no sentence.
const FEW_WORDS: usize = 4;

/// The object that the pairs of `text` make, if pairs are what stands there.
pub(super) fn read(text: &str, fields: &Fields) -> Option<Fixed> {
    let read = parse_key_value_with_trace(text, &Options::default());
    let pairs = read.result.ok()?;
    let pairs = pairs.as_object()?;
    let names = Names::new(fields);
    if !are_pairs(pairs, &read.trace, &names) {
        return None;
    }
    let mut value = Value::from(rename(pairs, &names));
    let injected = fields.inject(&mut value);
    Some(Fixed {
        text: to_spaced_text(&value),
        strategy: FixStrategy::FallbackParse,
        is_valid: true,
        injected,
        trace: read.trace,
        error: None,
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

/// A name without case, blanks, hyphens and underscores alike.
fn fold(name: &str) -> String {
    let lower = name.trim().to_lowercase();
    lower
        .split(|letter: char| letter.is_whitespace() || matches!(letter, '_' | '-'))
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join("_")
}

/// Several pairs are pairs. A single one could be a sentence with a colon: it has to be asked for, or short.
fn are_pairs(pairs: &Object, trace: &Trace, names: &Names<'_>) -> bool {
    let has = |kind| trace.warnings.iter().any(|warning| warning.kind == kind);
    if pairs.iter().any(|(key, _)| names.find(key).is_some()) {
        return true;
    }
    if has(WarningKind::OtherFormat) {
        return false;
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

fn is_single_pair(key: &str, value: &str) -> bool {
    let is_sentence = ends_sentence(value) || count_words(value, FEW_WORDS + 1) > FEW_WORDS;
    let is_answer = || ANSWERS.contains(&fold(key).replace('_', " ").as_str());
    !is_sentence || unquote(value) != value || is_answer()
}

/// The pairs under the names that are asked for, or in lower case with underscores; of several values the last.
fn rename(pairs: &Object, names: &Names<'_>) -> Object {
    let mut places: HashMap<String, usize> = HashMap::with_capacity(pairs.len());
    let mut members: Vec<(Box<str>, Value)> = Vec::with_capacity(pairs.len());
    for (key, value) in pairs.iter() {
        let name = names
            .find(key)
            .map_or_else(|| plain_name(key), str::to_owned);
        let value: Value = unquote(value.as_str().unwrap_or_default()).into();
        match places.get(&name).and_then(|place| members.get_mut(*place)) {
            Some(member) => member.1 = value,
            None => {
                places.insert(name.clone(), members.len());
                members.push((name.into(), value));
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

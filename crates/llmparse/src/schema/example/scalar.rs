//! Plain scalars that keep to bounds: `"example text"`, `0`, `0.0`, `true`.

use super::super::formats::example_of;
use super::super::shape::{Bound, Types};
use super::{Maker, Plan};
use crate::value::{Data, Number, Value};

/// How long a string is made, at most.
const LONGEST: usize = 10_000;

impl<'s> Maker<'s> {
    /// Scalars of a type, the plainest first.
    pub(super) fn scalars(&self, types: Types, plan: &Plan<'s>) -> Vec<Value> {
        match types {
            Types::STRING => self.texts(plan),
            Types::INTEGER => self.numbers(plan, true),
            Types::NUMBER => self.numbers(plan, false),
            Types::BOOLEAN => {
                let truths = [true, false].into_iter().skip(self.turn);
                truths.map(|truth| Data::Bool(truth).into()).collect()
            }
            _ => vec![Data::Null.into()],
        }
    }

    fn texts(&self, plan: &Plan<'s>) -> Vec<Value> {
        let formats = self
            .nodes(plan)
            .filter_map(|node| node.text.format.as_deref())
            .filter_map(example_of);
        let mut texts: Vec<String> = formats.map(str::to_owned).collect();
        texts.extend(self.pattern_texts(plan));
        let lengths = self.nodes(plan).map(|node| node.text.length);
        let least = lengths
            .clone()
            .map(|length| length.least)
            .max()
            .unwrap_or(0);
        let most = lengths
            .filter_map(|length| length.most)
            .min()
            .unwrap_or(usize::MAX);
        let plain = match self.turn {
            0 => "example text".to_owned(),
            turn => format!("{} example text", turn + 1),
        };
        texts.push(fit_length(&plain, least, most));
        texts.into_iter().map(Value::from).collect()
    }

    #[cfg(feature = "regex")]
    fn pattern_texts(&self, plan: &Plan<'s>) -> Vec<String> {
        let patterns = self
            .nodes(plan)
            .filter_map(|node| node.text.pattern.as_ref());
        patterns.filter_map(|pattern| pattern.example()).collect()
    }

    /// Without an engine no pattern is checked, and none is read.
    #[cfg(not(feature = "regex"))]
    #[expect(clippy::unused_self, reason = "the feature `regex` uses it")]
    fn pattern_texts(&self, _: &Plan<'s>) -> Vec<String> {
        Vec::new()
    }

    /// Zero, if it keeps to the bounds, or else the numbers at and next to the bounds.
    fn numbers(&self, plan: &Plan<'s>, is_whole: bool) -> Vec<Value> {
        let rules = || self.nodes(plan).map(|node| &node.number);
        let bounds = rules().flat_map(|rules| rules.least.iter().chain(&rules.greatest));
        let steps = rules().filter_map(|rules| rules.multiple_of.as_ref());
        let mut numbers = vec![if is_whole {
            "0".to_owned()
        } else {
            "0.0".to_owned()
        }];
        for bound in bounds {
            numbers.extend(near(bound, is_whole));
            numbers.extend(steps.clone().flat_map(|step| multiples_near(bound, step)));
        }
        numbers.extend(middle(
            rules().filter_map(|rules| rules.least.as_ref()),
            rules().filter_map(|rules| rules.greatest.as_ref()),
        ));
        numbers.extend(steps.map(ToString::to_string));
        let end = if is_whole { "" } else { ".0" };
        numbers.extend((1..=3 + self.turn).map(|number| format!("{number}{end}")));
        numbers.push(format!("-1{end}"));
        let mut fitting: Vec<Value> = Vec::new();
        for number in numbers {
            let value: Value = Data::Number(Number::from_json(&number)).into();
            if !fitting.contains(&value) && (self.turn == 0 || self.guess_fits(&value, plan)) {
                fitting.push(value);
            }
        }
        fitting.into_iter().skip(self.turn).collect()
    }
}

/// `text` made as long as it has to be, and no longer than it may be.
fn fit_length(text: &str, least: usize, most: usize) -> String {
    let length = least.max(text.chars().count()).min(most).min(LONGEST);
    text.chars()
        .chain(" example text".chars().cycle())
        .take(length)
        .collect()
}

/// A bound and the numbers beside it.
fn near(bound: &Bound, is_whole: bool) -> Vec<String> {
    let at = bound.number.to_string();
    if let Some(number) = bound.number.as_i128() {
        let around = [0, 1, -1, 2, -2].map(|step| number.saturating_add(step).to_string());
        let halves = [0.5, -0.5].map(|step| shift(&bound.number, step));
        return around
            .into_iter()
            .chain(halves.into_iter().flatten().filter(|_| !is_whole))
            .collect();
    }
    let Some(number) = bound.number.as_f64() else {
        return vec![at];
    };
    if is_whole {
        return [number.ceil(), number.floor()]
            .into_iter()
            .map(|number| format!("{number}"))
            .collect();
    }
    let around = [1.0, -1.0, 0.01, -0.01, 1e-6, -1e-6].map(|step| shift(&bound.number, step));
    std::iter::once(at)
        .chain(around.into_iter().flatten())
        .collect()
}

fn shift(number: &Number, step: f64) -> Option<String> {
    spelled(number.as_f64()? + step)
}

fn spelled(number: f64) -> Option<String> {
    serde_json::Number::from_f64(number).map(|number| number.to_string())
}

/// The multiples of `step` on both sides of a bound.
fn multiples_near(bound: &Bound, step: &Number) -> Vec<String> {
    if let (Some(bound), Some(step)) = (
        bound.number.as_i128(),
        step.as_i128().filter(|step| *step > 0),
    ) {
        let below = bound - bound.rem_euclid(step);
        return [below, below + step, below - step]
            .map(|number| number.to_string())
            .to_vec();
    }
    let (Some(bound), Some(size)) = (bound.number.as_f64(), step.as_f64()) else {
        return Vec::new();
    };
    let count = (bound / size).floor();
    let spelling = step.to_string();
    let places = spelling
        .split_once('.')
        .map_or(0, |(_, fraction)| fraction.len());
    [0.0, 1.0, -1.0, 2.0]
        .map(|more| format!("{:.places$}", (count + more) * size))
        .to_vec()
}

/// The number between the tightest bounds.
fn middle<'b>(
    least: impl Iterator<Item = &'b Bound>,
    greatest: impl Iterator<Item = &'b Bound>,
) -> Option<String> {
    let least = least
        .filter_map(|bound| bound.number.as_f64())
        .fold(f64::NEG_INFINITY, f64::max);
    let greatest = greatest
        .filter_map(|bound| bound.number.as_f64())
        .fold(f64::INFINITY, f64::min);
    spelled(f64::midpoint(least, greatest))
}

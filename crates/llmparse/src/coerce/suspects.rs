//! What fits a schema and still is not what is meant: a key in another spelling, which would be kept beside the field that
//! it is; `NaN` read as null; what the end of the text cut off: `{"user_name": NaN, "date": "2024-01-1`.

use std::collections::{HashMap, HashSet};

use super::Origin;
use super::demand::Demand;
use super::plan::{Note, Plan, Planner, Step, keep, refuse};
use crate::error::excerpt;
use crate::options::Level;
use crate::scan::literals::{Literal, read_literal};
use crate::schema::{SchemaIssue, Shape, Types, describe, join};
use crate::trace::CoercionRule;
use crate::value::{Data, Value};

/// Who takes a guess.
const HINT: &str = " (the level lenient takes it)";

/// How many guesses are told of.
const MOST_TOLD: usize = 1000;

/// Why a scalar may not be what was meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guess {
    /// The end of the text cut it off: `"2024-01-1`, `tru`.
    CutOff,
    /// It has no notation in JSON and was read as null: `NaN`.
    NonFinite,
}

/// The suspects in one value, by where they stand in memory.
#[derive(Debug, Default)]
pub(super) struct Suspects {
    /// Whether every container is one.
    are_all: bool,
    /// Containers with a suspect somewhere inside.
    containers: HashSet<usize>,
    guesses: HashMap<usize, Guess>,
}

impl Suspects {
    /// The suspects in `value`, which was read from `origin`.
    pub(super) fn find(value: &Value, shape: &Shape, origin: Origin<'_>) -> Self {
        let mut suspects = Self {
            are_all: shape.has_loose_arms(),
            ..Self::default()
        };
        let mut found = 0_usize;
        // A container comes again, behind its parts, with how many were found before them.
        let mut open = vec![(value, None)];
        while let Some((value, before)) = open.pop() {
            if let Some(before) = before {
                if found > before {
                    suspects.containers.insert(address(value));
                }
                continue;
            }
            match &value.data {
                Data::Array(items) => {
                    open.push((value, Some(found)));
                    open.extend(items.iter().map(|item| (item, None)));
                }
                Data::Object(object) => {
                    open.push((value, Some(found)));
                    let keys = object.iter().map(|(key, _)| key);
                    found += keys.filter(|key| shape.is_other_spelling(key)).count();
                    open.extend(object.iter().map(|(_, member)| (member, None)));
                }
                _ => {
                    let guess = origin.guess_of(value);
                    found += usize::from(guess.is_some());
                    suspects
                        .guesses
                        .extend(guess.map(|guess| (address(value), guess)));
                }
            }
        }
        suspects
    }

    /// Whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        !self.are_all && self.containers.is_empty() && self.guesses.is_empty()
    }

    /// Whether one stands inside of `container`.
    pub(super) fn holds(&self, container: &Value) -> bool {
        self.are_all || self.containers.contains(&address(container))
    }

    pub(super) fn guess(&self, scalar: &Value) -> Option<Guess> {
        self.guesses.get(&address(scalar)).copied()
    }
}

impl<'s: 'v, 'v> Planner<'_, 's, 'v> {
    /// What becomes of a scalar that is only guessed, where something is asked of it.
    pub(super) fn plan_guess(&mut self, value: &'v Value, demand: &Demand<'s>) -> Option<Plan<'v>> {
        let guess = self.suspects.guess(value)?;
        let is_free =
            demand.types == Types::ANY && demand.choices.is_empty() && demand.union().is_none();
        if is_free {
            return None;
        }
        let takes_text = demand.types.contains(Types::STRING) && demand.types != Types::ANY;
        let is_null_taken = demand.types.contains(Types::NULL);
        let source = value.span.of(self.place.text);
        match guess {
            Guess::NonFinite if takes_text && !is_null_taken => {
                let found = (Data::String(source.into()), CoercionRule::ScalarAsText);
                Some(self.checked(value, found, demand))
            }
            Guess::CutOff if self.level() == Level::Lenient => None,
            Guess::NonFinite if self.level() == Level::Lenient && is_null_taken => {
                Some(keep(value))
            }
            _ => {
                let mut note = note(value, source, guess);
                let is_taken = match guess {
                    Guess::CutOff => self.fits(value, demand) || !self.asks_format(demand),
                    Guess::NonFinite => is_null_taken,
                };
                if is_taken {
                    note.found.push_str(HINT);
                }
                Some(refuse(value, note))
            }
        }
    }

    pub(super) fn asks_format(&mut self, demand: &Demand<'s>) -> bool {
        let shape = self.demands().shape;
        let mut nodes = demand.nodes().iter().map(|id| shape.node(*id));
        nodes.any(|node| node.text.format.is_some())
    }

    /// What the end of the text cut off is not completed: `"2024-01-1` as the first of January.
    pub(super) fn uncompleted(&self, plan: Plan<'v>) -> Plan<'v> {
        match plan.step {
            Step::Scalar {
                from,
                rule: CoercionRule::FormatSpelling | CoercionRule::FormatInWords,
                ..
            } if self.suspects.guess(from).is_some() => {
                let source = from.span.of(self.place.text);
                refuse(from, note(from, source, Guess::CutOff))
            }
            _ => plan,
        }
    }
}

/// Whether any part of `value` is only guessed.
pub(super) fn has_guesses(value: &Value, origin: Origin<'_>) -> bool {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match &value.data {
            Data::Array(items) => open.extend(items),
            Data::Object(object) => open.extend(object.iter().map(|(_, member)| member)),
            _ if origin.guess_of(value).is_some() => return true,
            _ => {}
        }
    }
    false
}

/// Everything in `value` that is only guessed, for a caller who takes no guess.
pub(super) fn issues(value: &Value, origin: Origin<'_>) -> Vec<SchemaIssue> {
    let mut issues = Vec::new();
    let mut places: Vec<(Option<usize>, String)> = Vec::new();
    let mut open = vec![(value, None)];
    while let Some((value, place)) = open.pop() {
        if issues.len() >= MOST_TOLD {
            break;
        }
        let parts: Vec<(String, &Value)> = match &value.data {
            Data::Array(items) => {
                let items = items.iter().enumerate();
                items
                    .map(|(index, item)| (index.to_string(), item))
                    .collect()
            }
            Data::Object(object) => {
                let members = object.iter();
                members
                    .map(|(key, member)| (key.to_owned(), member))
                    .collect()
            }
            _ => {
                let guess = origin.guess_of(value);
                issues.extend(
                    guess.map(|guess| issue(value, origin, guess, &path_of(&places, place))),
                );
                continue;
            }
        };
        for (step, part) in parts.into_iter().rev() {
            places.push((place, step));
            open.push((part, Some(places.len() - 1)));
        }
    }
    issues
}

fn issue(value: &Value, origin: Origin<'_>, guess: Guess, path: &str) -> SchemaIssue {
    let note = note(value, value.span.of(origin.text), guess);
    SchemaIssue {
        path: path.to_owned(),
        keyword: note.keyword,
        expected: note.expected,
        found: format!("{}{HINT}", note.found),
    }
}

/// The path that ends with the step at `place`; each step has the place of the one before it.
fn path_of(places: &[(Option<usize>, String)], mut place: Option<usize>) -> String {
    let mut steps = Vec::new();
    while let Some((before, step)) = place.and_then(|place| places.get(place)) {
        steps.push(step);
        place = *before;
    }
    steps
        .iter()
        .rev()
        .fold(String::new(), |path, step| join(&path, step))
}

fn note(value: &Value, source: &str, guess: Guess) -> Note {
    let (expected, found) = match guess {
        Guess::NonFinite => (
            "a value that JSON can hold",
            format!("{}, which was read as null", excerpt(source)),
        ),
        Guess::CutOff => (
            "a whole value",
            format!("{}, which the end of the text cut off", describe(value)),
        ),
    };
    Note {
        key: None,
        keyword: "",
        expected: expected.to_owned(),
        found,
    }
}

fn address(value: &Value) -> usize {
    std::ptr::from_ref(value).addr()
}

impl Origin<'_> {
    /// Why a scalar may not be what was meant, as far as the place tells that it was read from.
    fn guess_of(self, value: &Value) -> Option<Guess> {
        if !self.is_repaired {
            return None;
        }
        let text = || value.span.of(self.text);
        match &value.data {
            Data::Null if read_literal(text()) == Some(Literal::NonFinite) => {
                Some(Guess::NonFinite)
            }
            _ if value.complete => None,
            Data::Null | Data::Bool(_) => read_literal(text()).is_none().then_some(Guess::CutOff),
            // `12` at the end may be all of it, `1.` is not.
            Data::Number(_) => {
                let is_whole = text().ends_with(|letter: char| {
                    letter.is_alphanumeric() && !matches!(letter, 'e' | 'E')
                });
                (!is_whole).then_some(Guess::CutOff)
            }
            _ => Some(Guess::CutOff),
        }
    }
}

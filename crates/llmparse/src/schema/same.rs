//! Whether two values are the same by JSON's measure: `{"a": 1, "b": 2}` and `{"b": 2.0, "a": 1}` are.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::exact::{self, Exact};
use crate::value::{Data, Object, Value};

/// Whether two values are the same; the spelling of numbers and the order of keys do not count.
///
/// It goes no deeper than the one of the two that is less deep.
pub(crate) fn are_same(left: &Value, right: &Value) -> bool {
    match (&left.data, &right.data) {
        (Data::Null, Data::Null) => true,
        (Data::Bool(left), Data::Bool(right)) => left == right,
        (Data::Number(left), Data::Number(right)) => exact::compare(left, right) == Ordering::Equal,
        (Data::String(left), Data::String(right)) => left == right,
        (Data::Array(left), Data::Array(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .zip(right)
                    .all(|(left, right)| are_same(left, right))
        }
        (Data::Object(left), Data::Object(right)) => have_same_members(left, right),
        _ => false,
    }
}

fn have_same_members(left: &Object, right: &Object) -> bool {
    if left.len() != right.len() {
        return false;
    }
    let right: HashMap<&str, &Value> = right.iter().collect();
    left.iter()
        .all(|(key, member)| right.get(key).is_some_and(|other| are_same(member, other)))
}

/// Gives equal values equal numbers, each value looked at once.
#[derive(Default)]
pub(super) struct Identities {
    known: HashMap<Identity, usize>,
    /// The number of a container, by where it stands in memory.
    containers: HashMap<usize, usize>,
}

#[derive(PartialEq, Eq, Hash)]
enum Identity {
    Null,
    Bool(bool),
    Number(String),
    Text(Box<str>),
    Array(Vec<usize>),
    Object(Vec<(Box<str>, usize)>),
}

impl Identities {
    /// The number of `value`; as deep as the value, which a reader bounds.
    pub(super) fn of(&mut self, value: &Value) -> usize {
        let place = std::ptr::from_ref(value).addr();
        if let Some(known) = self.containers.get(&place) {
            return *known;
        }
        let identity = match &value.data {
            Data::Null => Identity::Null,
            Data::Bool(truth) => Identity::Bool(*truth),
            Data::Number(number) => Identity::Number(Exact::new(number).key()),
            Data::String(text) => Identity::Text(text.clone()),
            Data::Array(items) => Identity::Array(items.iter().map(|item| self.of(item)).collect()),
            Data::Object(object) => {
                let members = object
                    .iter()
                    .map(|(key, member)| (key.into(), self.of(member)));
                let mut members: Vec<(Box<str>, usize)> = members.collect();
                members.sort_unstable();
                Identity::Object(members)
            }
        };
        let next = self.known.len();
        let number = *self.known.entry(identity).or_insert(next);
        if matches!(value.data, Data::Array(_) | Data::Object(_)) {
            self.containers.insert(place, number);
        }
        number
    }
}

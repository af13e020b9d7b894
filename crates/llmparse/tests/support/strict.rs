//! What a strict reader makes of a text, nothing lost: `{"b": 1.50}` with the order of keys and the spelling of numbers.

use std::collections::HashMap;
use std::fmt;

use llmparse::{Data, Value};
use serde::Deserialize;
use serde::de::{MapAccess, Visitor};
use serde_json::value::RawValue;

/// A JSON value; equal to another when keys stand in the same order and numbers are spelled alike.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Strict {
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    Array(Vec<Strict>),
    Object(Vec<(String, Strict)>),
}

impl Strict {
    /// Reads all of `text` by `serde_json`, numbers beyond `f64` and any depth included.
    pub(crate) fn read(text: &str) -> Result<Self, serde_json::Error> {
        let raw: &RawValue = serde_json::from_str(text)?;
        let raw = raw.get();
        match raw.as_bytes().first() {
            Some(b'{') => read_members(raw),
            Some(b'[') => {
                let items: Vec<&RawValue> = serde_json::from_str(raw)?;
                let items = items.into_iter().map(|item| Self::read(item.get()));
                items.collect::<Result<_, _>>().map(Self::Array)
            }
            Some(b'"') => serde_json::from_str(raw).map(Self::Text),
            Some(b'n') => Ok(Self::Null),
            Some(b't' | b'f') => Ok(Self::Bool(raw == "true")),
            _ => Ok(Self::Number(raw.to_owned())),
        }
    }
}

/// Of members with the same key the last value counts, in the place of the first.
fn read_members(raw: &str) -> Result<Strict, serde_json::Error> {
    let Members(members) = serde_json::from_str(raw)?;
    let mut places = HashMap::new();
    let mut kept: Vec<(String, Strict)> = Vec::new();
    for (key, raw) in members {
        let value = Strict::read(raw.get())?;
        let place = *places.entry(key.clone()).or_insert(kept.len());
        match kept.get_mut(place) {
            Some(earlier) => earlier.1 = value,
            None => kept.push((key, value)),
        }
    }
    Ok(Strict::Object(kept))
}

/// The members of an object in the order of the text, repeated keys included.
struct Members<'t>(Vec<(String, &'t RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MembersVisitor)
    }
}

struct MembersVisitor;

impl<'de> Visitor<'de> for MembersVisitor {
    type Value = Members<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Members(members))
    }
}

impl From<&Value> for Strict {
    fn from(value: &Value) -> Self {
        match &value.data {
            Data::Null => Self::Null,
            Data::Bool(truth) => Self::Bool(*truth),
            Data::Number(number) => Self::Number(number.to_string()),
            Data::String(text) => Self::Text(text.to_string()),
            Data::Array(items) => Self::Array(items.iter().map(Self::from).collect()),
            Data::Object(members) => {
                let members = members.iter();
                Self::Object(
                    members
                        .map(|(key, value)| (key.to_owned(), value.into()))
                        .collect(),
                )
            }
        }
    }
}

//! One line of input: `{"id": 7, "text": "Sure: [1]"}` gives the text `Sure: [1]` and the fields to pass through, as they
//! stand.

use std::borrow::Cow;

use serde::Deserializer;
use serde::de::{MapAccess, Visitor};
use serde_json::value::RawValue;

/// A member of the line, both halves as they stand there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field<'l> {
    /// The key with its quotes.
    pub(crate) key: &'l str,
    pub(crate) value: &'l str,
}

impl<'l> Field<'l> {
    /// The key without quotes and escapes.
    pub(crate) fn name(&self) -> Cow<'l, str> {
        read_string(self.key).unwrap_or(Cow::Borrowed(self.key))
    }

    /// The text of a string, and of anything else its JSON.
    pub(crate) fn text(&self) -> Cow<'l, str> {
        if self.value.starts_with('"') {
            return read_string(self.value).unwrap_or(Cow::Borrowed(self.value));
        }
        Cow::Borrowed(self.value)
    }
}

/// What a line holds.
#[derive(Debug)]
pub(crate) struct Line<'l> {
    /// The text of the reply, or why there is none.
    pub(crate) text: Result<Cow<'l, str>, String>,
    /// Every other field in the order of the line.
    pub(crate) others: Vec<Field<'l>>,
}

impl<'l> Line<'l> {
    /// Reads `line`; the text is that of the field `name`.
    pub(crate) fn read(line: &'l [u8], name: &str) -> Self {
        match read_fields(line) {
            Ok(fields) => Self::split(fields, name),
            Err(reason) => Self {
                text: Err(reason),
                others: Vec::new(),
            },
        }
    }

    fn split(fields: Vec<Field<'l>>, name: &str) -> Self {
        let (texts, others): (Vec<_>, Vec<_>) =
            fields.into_iter().partition(|field| field.name() == name);
        let text = match texts.as_slice() {
            [] => Err(format!("no field `{name}`")),
            [field] => read_text(field.value, name),
            _ => Err(format!("more than one field `{name}`")),
        };
        Self { text, others }
    }
}

fn read_text<'l>(value: &'l str, name: &str) -> Result<Cow<'l, str>, String> {
    if !value.starts_with('"') {
        return Err(format!("the field `{name}` is not a string"));
    }
    read_string(value)
        .map_err(|error| format!("the field `{name}` is not a string: {}", describe(&error)))
}

/// The text of a JSON string; borrowed unless it has escapes.
fn read_string(literal: &str) -> serde_json::Result<Cow<'_, str>> {
    let content = literal
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    match content {
        Some(content) if memchr::memchr(b'\\', content.as_bytes()).is_none() => {
            Ok(Cow::Borrowed(content))
        }
        _ => serde_json::from_str(literal).map(Cow::Owned),
    }
}

fn read_fields(line: &[u8]) -> Result<Vec<Field<'_>>, String> {
    let line = std::str::from_utf8(line).map_err(|error| describe_encoding(&error))?;
    if !line.trim_start().starts_with('{') {
        return Err("not a JSON object".to_owned());
    }
    let mut reader = serde_json::Deserializer::from_str(line);
    let fields = reader.deserialize_map(Fields);
    fields
        .and_then(|fields| reader.end().map(|()| fields))
        .map_err(|error| format!("not JSON: {}", describe(&error)))
}

/// Where a text stops being UTF-8.
pub(crate) fn describe_encoding(error: &std::str::Utf8Error) -> String {
    format!("not UTF-8 at byte {}", error.valid_up_to())
}

/// The error with its column only: it is always in line 1 of what was read.
fn describe(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let reason = message.split(" at line ").next().unwrap_or_default();
    format!("{reason} at column {}", error.column())
}

/// Collects the members of an object without reading them.
struct Fields;

impl<'l> Visitor<'l> for Fields {
    type Value = Vec<Field<'l>>;

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'l>>(self, mut members: A) -> Result<Self::Value, A::Error> {
        let mut fields = Vec::new();
        while let Some((key, value)) = members.next_entry::<&RawValue, &RawValue>()? {
            fields.push(Field {
                key: key.get(),
                value: value.get(),
            });
        }
        Ok(fields)
    }
}

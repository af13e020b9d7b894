//! Why a schema is wrong: `/properties/age/type: "integr" is no type; the types are null, boolean, ...`.

use std::fmt;

use crate::error::{EXCERPT, excerpt};
use crate::value::{Data, Value};

/// A schema is wrong, and where.
///
/// ```
/// let schema = serde_json::json!({"properties": {"age": {"type": "integr"}}});
/// let error = llmparse::Schema::from_json(&schema).unwrap_err();
/// assert_eq!(error.path(), "/properties/age/type");
/// assert_eq!(
///     error.to_string(),
///     r#"/properties/age/type: "integr" is no type; the types are null, boolean, integer, number, string, array, object"#
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaError {
    path: String,
    reason: String,
}

impl SchemaError {
    pub(super) fn new(path: impl Into<String>, reason: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            reason: reason.into(),
        }
    }

    /// `found` stands at `path`, and is not what is accepted there.
    pub(super) fn not(path: impl Into<String>, found: &Value, accepted: &str) -> Self {
        Self::new(path, format!("{} is no {accepted}", describe(found)))
    }

    /// Where it is wrong, as a JSON pointer; empty for the whole schema.
    ///
    /// ```
    /// assert_eq!(llmparse::Schema::from_text("{").unwrap_err().path(), "");
    /// ```
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }
}

impl fmt::Display for SchemaError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.as_str() {
            "" => write!(formatter, "the schema: {}", self.reason),
            path => write!(formatter, "{path}: {}", self.reason),
        }
    }
}

impl std::error::Error for SchemaError {}

/// A value in a few words: a scalar as it is, cut to 80 characters; of a container how large it is.
pub(crate) fn describe(value: &Value) -> String {
    match &value.data {
        Data::Null => "null".to_owned(),
        Data::Bool(truth) => truth.to_string(),
        Data::Number(number) => excerpt(&number.to_string()),
        Data::String(text) => quote(text),
        Data::Array(items) => match items.len() {
            0 => "an empty array".to_owned(),
            1 => "an array of 1 item".to_owned(),
            count => format!("an array of {count} items"),
        },
        Data::Object(object) => describe_keys(object.iter().map(|(key, _)| key)),
    }
}

fn describe_keys<'k>(keys: impl ExactSizeIterator<Item = &'k str>) -> String {
    const SHOWN: usize = 5;
    let more = keys.len().saturating_sub(SHOWN);
    let names: Vec<String> = keys.take(SHOWN).map(quote).collect();
    match (names.as_slice(), more) {
        ([], _) => "an empty object".to_owned(),
        ([name], _) => format!("an object with the key {name}"),
        (_, 0) => format!("an object with the keys {}", names.join(", ")),
        _ => format!(
            "an object with the keys {} and {more} more",
            names.join(", ")
        ),
    }
}

/// `text` in quotes, cut to 80 characters.
pub(crate) fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len().min(4 * EXCERPT) + 2);
    if text.char_indices().nth(EXCERPT).is_none() {
        crate::value::write_text(&mut out, text);
    } else {
        crate::value::write_text(&mut out, &excerpt(text));
    }
    out
}

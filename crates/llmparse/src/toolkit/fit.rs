//! Whether a value fits a schema: `{"age": "3"}` does after `"3"` is read as the integer that is asked for.

use std::collections::HashSet;

use crate::error::ParsingError;
use crate::schema::{Schema, SchemaIssue};
use crate::trace::{Trace, Warning, WarningKind};
use crate::value::{Data, Number, Value};

/// How many issues a message names.
const SHOWN: usize = 5;

/// A schema, and what its values are written in.
#[derive(Clone, Copy)]
pub(super) struct Fit<'s> {
    schema: &'s Schema,
    format: &'static str,
    object: &'static str,
}

impl<'s> Fit<'s> {
    pub(super) fn json(schema: &'s Schema) -> Self {
        Self {
            schema,
            format: "JSON",
            object: "object",
        }
    }

    #[cfg(feature = "yaml")]
    pub(super) fn yaml(schema: &'s Schema) -> Self {
        Self {
            schema,
            format: "YAML",
            object: "mapping",
        }
    }

    /// The value, which fits; what was changed for that is told to `trace`.
    pub(super) fn fit(self, value: Value, trace: &mut Trace) -> Result<Value, ParsingError> {
        let adapted = adapt(self.schema, value);
        let Some(first) = adapted.issues.first() else {
            trace.warnings.extend(adapted.changed);
            trace.warnings.sort_by_key(|warning| warning.span);
            return Ok(adapted.value);
        };
        let name = self.name();
        let is_object = matches!(adapted.value.data, Data::Object(_));
        if first.path.is_empty() && first.keyword == "type" && !is_object {
            let found = type_of(&adapted.value);
            if first.expected.starts_with("an object") {
                let (format, object) = (self.format, self.object);
                let message = format!("Expected {format} {object} for schema {name}, got {found}");
                return Err(ParsingError::of_kind("schema_mismatch", message));
            }
        }
        let issues = describe(&adapted.issues);
        let message = format!("{} does not match schema for {name}: {issues}", self.format);
        Err(ParsingError::of_kind("schema_mismatch", message).cause(first.to_string()))
    }

    /// What the schema is called.
    pub(super) fn name(self) -> &'s str {
        self.schema.name().unwrap_or("this task")
    }

    /// What a model is told.
    pub(super) fn instructions(self) -> String {
        let lines = self.schema.to_prompt();
        let example = self.schema.example();
        let example = match self.format {
            "YAML" => write_yaml(&example),
            _ => write_json(&example),
        };
        let label = self.format.to_lowercase();
        format!(
            "Return ONLY valid {} that matches this description:\n\n{}\n\nExample:\n```{label}\n{example}\n```",
            self.format,
            lines.trim_end(),
        )
    }
}

fn write_json(value: &Value) -> String {
    let value = serde_json::Value::from(value.clone());
    serde_json::to_string_pretty(&value).unwrap_or_default()
}

/// `name: "Ann"` and the like: each member on a line of its own, its value as JSON, which is YAML too.
fn write_yaml(value: &Value) -> String {
    let Data::Object(object) = &value.data else {
        return value.to_json_text();
    };
    let lines = object.iter().map(|(key, member)| {
        let is_plain = key
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let starts_well = key.starts_with(|letter: char| letter.is_ascii_alphabetic());
        let key = if is_plain && starts_well {
            key.to_owned()
        } else {
            Value::from(key).to_json_text()
        };
        format!("{key}: {}", member.to_json_text())
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn describe(issues: &[SchemaIssue]) -> String {
    let shown = issues.iter().take(SHOWN).map(ToString::to_string);
    let mut out = shown.collect::<Vec<_>>().join("; ");
    if issues.len() > SHOWN {
        out.push_str(&format!("; and {} more", issues.len() - SHOWN));
    }
    out
}

pub(super) fn type_of(value: &Value) -> &'static str {
    match &value.data {
        Data::Null => "null",
        Data::Bool(_) => "bool",
        Data::Number(_) => "number",
        Data::String(_) => "str",
        Data::Array(_) => "list",
        Data::Object(_) => "dict",
    }
}

/// A value with texts read as what they say, where only that fits.
struct Adapted {
    value: Value,
    issues: Vec<SchemaIssue>,
    changed: Vec<Warning>,
}

type Reading = fn(&str) -> Option<Data>;

fn adapt(schema: &Schema, value: Value) -> Adapted {
    let mut adapted = Adapted {
        issues: schema.check(&value),
        value,
        changed: Vec::new(),
    };
    for reading in [read_number as Reading, read_truth as Reading] {
        if !adapted.issues.is_empty() {
            adapted.try_reading(schema, reading);
        }
    }
    adapted
}

impl Adapted {
    /// Reads the texts that do not fit by `reading`, and keeps what fits then.
    fn try_reading(&mut self, schema: &Schema, reading: Reading) {
        let mut tried = self.value.clone();
        let paths: HashSet<&str> = self
            .issues
            .iter()
            .map(|issue| issue.path.as_str())
            .collect();
        let changed = paths
            .into_iter()
            .filter(|path| change(&mut tried, path, reading).is_some());
        let changed: Vec<String> = changed.map(str::to_owned).collect();
        if changed.is_empty() {
            return;
        }
        let left = schema.check(&tried);
        let unfit: HashSet<&str> = left.iter().map(|issue| issue.path.as_str()).collect();
        for path in changed.iter().filter(|path| !unfit.contains(path.as_str())) {
            let span = change(&mut self.value, path, reading);
            self.changed.extend(span.map(|span| Warning {
                kind: WarningKind::QuotedScalar,
                span,
            }));
        }
        self.issues = schema.check(&self.value);
    }
}

/// Replaces the text at `path` by what `reading` makes of it; gives where it stands.
fn change(value: &mut Value, path: &str, reading: Reading) -> Option<crate::span::Span> {
    let place = find(value, path)?;
    let data = reading(place.as_str()?)?;
    place.data = data;
    Some(place.span)
}

/// The value under a JSON pointer.
fn find<'v>(value: &'v mut Value, path: &str) -> Option<&'v mut Value> {
    let mut place = value;
    for step in path.split('/').skip(1) {
        place = match &mut place.data {
            Data::Array(items) => items.get_mut(step.parse::<usize>().ok()?)?,
            Data::Object(object) => {
                let name = step.replace("~1", "/").replace("~0", "~");
                let mut members = object.members.iter_mut();
                &mut members.find(|(key, _)| **key == *name)?.1
            }
            _ => return None,
        };
    }
    Some(place)
}

/// A number that JSON spells as the text does.
fn read_number(text: &str) -> Option<Data> {
    let text = text.trim();
    serde_json::from_str::<serde_json::Number>(text).ok()?;
    Some(Data::Number(Number::from_json(text)))
}

fn read_truth(text: &str) -> Option<Data> {
    let is = |word: &str| text.trim().eq_ignore_ascii_case(word);
    match (is("true"), is("false")) {
        (true, _) => Some(Data::Bool(true)),
        (_, true) => Some(Data::Bool(false)),
        _ => None,
    }
}

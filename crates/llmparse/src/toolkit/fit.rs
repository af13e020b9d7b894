//! Whether a value fits a schema: `{"age": "3"}` does after `"3"` is read as the integer that is asked for.

use crate::coerce::coerce;
use crate::error::ParsingError;
use crate::options::Level;
use crate::schema::{Schema, SchemaIssue};
use crate::trace::Trace;
use crate::value::{Data, Value};

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
        let coerced = coerce(value, self.schema, Level::Normal);
        let Some(first) = coerced.issues.first() else {
            trace.coercions.extend(coerced.coercions);
            return Ok(coerced.value);
        };
        let name = self.name();
        let is_object = matches!(coerced.value.data, Data::Object(_));
        if first.path.is_empty() && first.keyword == "type" && !is_object {
            let found = type_of(&coerced.value);
            if first.expected.starts_with("an object") {
                let (format, object) = (self.format, self.object);
                let message = format!("Expected {format} {object} for schema {name}, got {found}");
                return Err(ParsingError::of_kind("schema_mismatch", message));
            }
        }
        let issues = describe(&coerced.issues);
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

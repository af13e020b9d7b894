//! A model asked to write a text anew in its format, and its reply checked: ```` ```json ```` around it is taken off, a
//! refusal is no answer.

use std::fmt;

use super::fields::Fields;
use super::{json, other};
use crate::error::excerpt;
use crate::formats::list::is_refusal;
use crate::llm::{Llm, LlmError};
use crate::output_format::OutputFormat;
use crate::pipeline::{parse_value, preprocess};
use crate::scan::cut::cut_middle;
use crate::value::{Data, Value};

/// The most characters of a text that a model is shown.
const SHOWN: usize = 12_000;

/// Why a model was asked in vain to write a text anew.
///
/// ```
/// use llmparse::{Llm, LlmError, OutputFixer, OutputFormat, ReformatError};
/// let fixer = OutputFixer::new().llm(Llm::new(|_| Ok::<_, LlmError>("I'm sorry, I can't do that.".into())));
/// let error = fixer.fix_with_report("a is one", OutputFormat::Json).error.unwrap();
/// assert!(matches!(error, ReformatError::Refused { .. }));
/// assert_eq!(error.to_string(), "the model refused: \"I'm sorry, I can't do that.\"");
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReformatError {
    /// The model gave no reply.
    #[error("the model gave no reply: {0}")]
    Model(#[source] LlmError),
    /// The reply is blank.
    #[error("the reply of the model is empty")]
    Empty,
    /// The model says that it cannot, or will not.
    #[error("the model refused: {reply:?}")]
    Refused {
        /// How the reply starts.
        reply: String,
    },
    /// The reply is not of the format that was asked for.
    #[error("the reply of the model is not {expected}: {reply:?}")]
    WrongFormat {
        /// What was asked for.
        expected: OutputFormat,
        /// How the reply starts.
        reply: String,
    },
    /// Fields that are required are not in the reply.
    #[error("the reply of the model lacks {}", names.join(", "))]
    MissingFields {
        /// The names of the fields.
        names: Vec<String>,
    },
}

/// The text as the model writes it.
pub(super) fn ask(
    llm: &Llm,
    text: &str,
    expected: OutputFormat,
    fields: &Fields,
) -> Result<String, ReformatError> {
    let prompt = prompt(text, expected, fields);
    let reply = llm.ask(&prompt).map_err(ReformatError::Model)?;
    check(&reply, expected, fields)
}

/// What a model is asked.
pub(super) fn prompt(text: &str, expected: OutputFormat, fields: &Fields) -> String {
    let prompt = Prompt {
        text,
        expected,
        fields,
    };
    prompt.to_string()
}

/// What the model is asked.
struct Prompt<'a> {
    text: &'a str,
    expected: OutputFormat,
    fields: &'a Fields,
}

impl fmt::Display for Prompt<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let request = self.expected.request();
        writeln!(
            out,
            "The following output is malformed. Reformat it as {request}."
        )?;
        if !self.fields.required().is_empty() {
            writeln!(
                out,
                "Required fields: {}.",
                self.fields.required().join(", ")
            )?;
        }
        writeln!(
            out,
            "Return ONLY {request}, without any explanation. Keep what it says; add nothing."
        )?;
        writeln!(out, "\n--- BEGIN MALFORMED OUTPUT ---")?;
        writeln!(out, "{}", cut_middle(self.text, SHOWN))?;
        writeln!(out, "--- END ---")
    }
}

/// The part of `reply` that is of the expected format.
pub(super) fn check(
    reply: &str,
    expected: OutputFormat,
    fields: &Fields,
) -> Result<String, ReformatError> {
    let reply = &preprocess(reply);
    if reply.is_empty() {
        return Err(ReformatError::Empty);
    }
    let (text, value) = match expected {
        OutputFormat::Json | OutputFormat::ToolCall => read_json(reply, expected, fields)?,
        _ => read_other(reply, expected, fields)?,
    };
    match value.map(|value| lacking(&value, expected, fields)) {
        Some(names) if !names.is_empty() => Err(ReformatError::MissingFields { names }),
        _ => Ok(text),
    }
}

type Read = (String, Option<Value>);

fn read_json(reply: &str, expected: OutputFormat, fields: &Fields) -> Result<Read, ReformatError> {
    let Some(read) = json::mend(reply, fields).filter(|read| !read.is_members) else {
        return Err(wrong(reply, expected));
    };
    let start = read.mended.trace.extracted.map_or(0, |span| span.start());
    if is_refusal(reply.get(..start).unwrap_or_default()) {
        return Err(wrong(reply, expected));
    }
    let value = match read.value {
        Some(value) => Some(value),
        None => parse_value(&read.mended.text).ok(),
    };
    let is_container = |value: &Value| matches!(value.data, Data::Object(_) | Data::Array(_));
    match value.filter(is_container) {
        Some(value) => Ok((read.mended.text, Some(value))),
        None => Err(wrong(reply, expected)),
    }
}

fn read_other(reply: &str, expected: OutputFormat, fields: &Fields) -> Result<Read, ReformatError> {
    let refuses = || is_refusal(reply.trim_start());
    let Some(mended) = other::mend(reply, expected, fields).filter(|_| !refuses()) else {
        return Err(wrong(reply, expected));
    };
    let is_read = !matches!(
        expected,
        OutputFormat::PlainText | OutputFormat::Mixed | OutputFormat::Unknown
    );
    let value = other::read(&mended.text, expected, fields).map(|(value, _)| value);
    let can_read = is_read && (cfg!(feature = "yaml") || expected != OutputFormat::Yaml);
    if can_read && value.is_none() {
        return Err(wrong(reply, expected));
    }
    Ok((mended.text.trim().to_owned(), value))
}

fn wrong(reply: &str, expected: OutputFormat) -> ReformatError {
    let is_refused = is_refusal(reply.trim_start());
    let reply = excerpt(reply);
    if is_refused {
        ReformatError::Refused { reply }
    } else {
        ReformatError::WrongFormat { expected, reply }
    }
}

/// The required fields that `value` lacks: members of an object, columns of rows. A list has none.
fn lacking(value: &Value, expected: OutputFormat, fields: &Fields) -> Vec<String> {
    use OutputFormat::{BulletedList, Csv, KeyValue, MarkdownTable, NumberedList};
    if matches!(expected, NumberedList | BulletedList) {
        return Vec::new();
    }
    let first = value.as_array().and_then(|items| items.first());
    let rows = matches!(expected, Csv | MarkdownTable);
    let object = if rows { first } else { Some(value) };
    let Some(object) = object.and_then(Value::as_object) else {
        return fields.required().to_vec();
    };
    if rows || expected == KeyValue {
        let names = object.iter().map(|(name, _)| name);
        fields.missing_among(names)
    } else {
        fields.missing_in(object)
    }
}

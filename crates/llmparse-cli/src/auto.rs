//! A reply of any format, made to fit fields and checked: the one reading that stands on `OutputParser`.

use std::path::Path;
use std::sync::OnceLock;

use clap::{Args, ValueEnum};
use llmparse::{
    Dtype, FieldSchema, Options, OutputFormat, OutputParser, OutputValidator, ParseMode,
    ParseResult, Safety, ValidationResult, redact_value,
};
use serde::Deserialize;

use crate::args::{DepthArgs, Mode, SourceArgs, TraceArgs};
use crate::payload::Payload;
use crate::reading::{Failure, Reading};

#[derive(Args)]
pub(crate) struct AutoArgs {
    /// How the reply is read
    #[arg(long, value_enum, default_value_t = AutoMode::Lenient)]
    mode: AutoMode,
    /// Make the value fit the fields in this file: a list of `{"name", "dtype", "required", "aliases", "default",
    /// "choices", "description"}`, of which only the name has to be there
    #[arg(long, value_name = "FILE", value_parser = read_fields)]
    fields: Option<Fields>,
    /// A field that has to be there and not null; may be given several times
    #[arg(long, value_name = "NAME")]
    required: Vec<String>,
    /// Check the value, fail if a check fails, and say in the row what was found: `validations`
    #[arg(long)]
    validate: bool,
    /// Replace secrets and personal data in the value by `[REDACTED:kind]`
    #[arg(long)]
    redact: bool,
    #[command(flatten)]
    depth: DepthArgs,
    #[command(flatten)]
    trace: TraceArgs,
    /// Made of the settings, once.
    #[arg(skip)]
    parser: OnceLock<Box<OutputParser>>,
}

/// How a reply is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum AutoMode {
    /// Only what a strict reader takes, and nothing is coerced
    Strict,
    /// Damage is repaired, and every repair is recorded
    Lenient,
    /// As lenient; there is no model to be asked
    Semantic,
    /// The reply has to call a tool
    #[value(name = "tool_call", alias = "tool-call")]
    ToolCall,
}

impl From<AutoMode> for ParseMode {
    fn from(mode: AutoMode) -> Self {
        match mode {
            AutoMode::Strict => Self::Strict,
            AutoMode::Lenient => Self::Lenient,
            AutoMode::Semantic => Self::Semantic,
            AutoMode::ToolCall => Self::ToolCall,
        }
    }
}

#[derive(Clone)]
struct Fields(Vec<FieldSchema>);

/// A field as the file spells it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Spelled {
    name: String,
    #[serde(default)]
    description: String,
    dtype: Option<String>,
    #[serde(default = "yes")]
    required: bool,
    #[serde(default)]
    aliases: Vec<String>,
    default: Option<serde_json::Value>,
    #[serde(default)]
    choices: Vec<serde_json::Value>,
}

fn yes() -> bool {
    true
}

fn read_fields(path: &str) -> Result<Fields, String> {
    let text = std::fs::read_to_string(Path::new(path)).map_err(|error| error.to_string())?;
    let fields: Vec<Spelled> = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let fields: Result<Vec<FieldSchema>, String> = fields.into_iter().map(field).collect();
    fields.map(Fields)
}

fn field(spelled: Spelled) -> Result<FieldSchema, String> {
    let mut field = FieldSchema::new(spelled.name)
        .description(spelled.description)
        .aliases(spelled.aliases)
        .choices(spelled.choices);
    if let Some(dtype) = spelled.dtype {
        let dtype: Dtype = dtype
            .parse()
            .map_err(|error: llmparse::UnknownDtype| error.to_string())?;
        field = field.dtype(dtype);
    }
    if let Some(default) = spelled.default {
        field = field.default(default);
    }
    Ok(if spelled.required {
        field
    } else {
        field.optional()
    })
}

impl AutoArgs {
    fn parser(&self, source: &SourceArgs) -> &OutputParser {
        self.parser.get_or_init(|| {
            let limits: Options = self.depth.options(Mode::Lenient, source);
            let safety = if self.validate {
                Safety::On
            } else {
                Safety::Off
            };
            let parser = OutputParser::new()
                .mode(self.mode.into())
                .options(limits)
                .safety(safety)
                .cache_size(0);
            Box::new(match &self.fields {
                Some(Fields(fields)) => parser.fields(fields.iter().cloned()),
                None => parser,
            })
        })
    }

    /// Reads `text`; where fields have to be there, a text without any structure is at most a pair.
    fn parse(&self, text: &str, source: &SourceArgs) -> ParseResult {
        let parser = self.parser(source);
        let result = parser.parse(text);
        if self.required.is_empty() || !is_text(&result) {
            return result;
        }
        let pairs = parser.parse_format(text, OutputFormat::KeyValue);
        if pairs.ok() { pairs } else { result }
    }

    /// What the value has not, of what it has to have.
    fn missing<'a>(&'a self, result: &ParseResult) -> Vec<&'a str> {
        let Some(value) = result.data.as_ref().filter(|_| !is_text(result)) else {
            return self.required.iter().map(String::as_str).collect();
        };
        let rows = value.as_array().unwrap_or(std::slice::from_ref(value));
        let has = |name: &str| {
            !rows.is_empty()
                && rows
                    .iter()
                    .all(|row| row.get(name).is_some_and(|member| !member.is_null()))
        };
        let names = self.required.iter().map(String::as_str);
        names.filter(|name| !has(name)).collect()
    }
}

/// Whether nothing but sentences were read.
fn is_text(result: &ParseResult) -> bool {
    result.ok() && result.trace.detected_format == OutputFormat::PlainText
}

/// Reads a reply as whatever it looks like.
pub(crate) fn read<'t>(text: &str, asked: &AutoArgs, source: &SourceArgs) -> Reading<'t> {
    let result = asked.parse(text, source);
    let format = result.trace.detected_format.name();
    let checked = check(&result, asked);
    let trace = result.trace;
    let value = checked.map(|()| result.data);
    let value = match value {
        Ok(Some(value)) if asked.redact => Ok(Payload::Value(redact_value(&value))),
        Ok(Some(value)) => Ok(Payload::Value(value)),
        Ok(None) => Err(failure_of(trace.errors)),
        Err(failure) => Err(failure),
    };
    let mut reading = Reading::new(format, value).traced(trace.reading);
    reading.notes.trace = asked.trace.trace;
    reading.notes.validations = asked.validate.then_some(trace.validations);
    reading
}

fn check(result: &ParseResult, asked: &AutoArgs) -> Result<(), Failure> {
    let missing = asked.missing(result);
    if result.ok() && !missing.is_empty() {
        let message = format!("required fields are missing: {}", missing.join(", "));
        return Err(Failure::new("missing_fields", message));
    }
    let mut failed = OutputValidator::failures(&result.trace.validations);
    match failed.next().filter(|_| asked.validate && result.ok()) {
        Some(failed) => Err(Failure::new("validation_failed", describe(failed))),
        None => Ok(()),
    }
}

fn describe(failed: &ValidationResult) -> String {
    let kinds: Vec<String> = failed
        .findings
        .iter()
        .map(|finding| finding.kind.to_string())
        .collect();
    if kinds.is_empty() {
        failed.message.clone()
    } else {
        format!("{}: {}", failed.message, kinds.join(", "))
    }
}

fn failure_of(errors: Vec<String>) -> Failure {
    let message = errors.into_iter().next_back().unwrap_or_default();
    if message == "Input text is empty" {
        return Failure::new("empty_response", message);
    }
    let kind = if message.starts_with("Schema cast failed") {
        "does_not_fit"
    } else {
        "unparseable"
    };
    Failure::new(kind, message)
}

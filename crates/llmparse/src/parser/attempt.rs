//! One text read without any model: as its format, made to fit, and checked.

use super::OutputParser;
use super::fit::{Fitted, fit};
use crate::error::ParseError;
use crate::fix::FixStrategy;
use crate::options::ParseMode;
use crate::output_format::OutputFormat;
use crate::pipeline::parse_as_with_trace;
use crate::trace::{Trace, Traced};
use crate::validate::{OutputValidator, ValidationResult};
use crate::value::{Data, Object, Value};

/// How sure the detector has to be of a format that is not its first.
const LIKELY: f64 = 0.3;

/// What was read.
pub(super) struct Success {
    pub(super) format: OutputFormat,
    pub(super) data: Value,
    pub(super) fix: FixStrategy,
    pub(super) reading: Trace,
    pub(super) validations: Vec<ValidationResult>,
    pub(super) errors: Vec<String>,
    pub(super) warnings: Vec<String>,
}

/// Why nothing was read.
pub(super) struct Failure {
    pub(super) format: OutputFormat,
    pub(super) reading: Trace,
    pub(super) validations: Vec<ValidationResult>,
    /// Oldest first; there is one at least.
    pub(super) errors: Vec<String>,
}

impl Failure {
    fn new(format: OutputFormat, reading: Trace, error: String) -> Box<Self> {
        Box::new(Self {
            format,
            reading,
            validations: Vec::new(),
            errors: vec![error],
        })
    }

    pub(super) fn newest(&self) -> &str {
        self.errors.last().map_or("", String::as_str)
    }
}

/// A value as its reader gave it, and what it took.
struct Read {
    value: Value,
    fix: FixStrategy,
    reading: Trace,
    errors: Vec<String>,
}

impl OutputParser {
    /// Reads `text` as `format`, or as the formats that it looks like, the likeliest first.
    pub(super) fn attempt(
        &self,
        text: &str,
        format: Option<OutputFormat>,
    ) -> Result<Success, Box<Failure>> {
        if let Some(format) = format.or(self.wanted_format()) {
            return self.attempt_as(text, format);
        }
        let mut first = None;
        for format in self.likely_formats(text) {
            match self.attempt_as(text, format) {
                Ok(success) => return Ok(success),
                Err(failure) => first = first.or(Some(failure)),
            }
        }
        Err(first.unwrap_or_else(|| Self::nothing(OutputFormat::Unknown)))
    }

    /// The formats that `text` may be of. Text is one of them just if it looks like nothing else.
    fn likely_formats(&self, text: &str) -> Vec<OutputFormat> {
        let ranked = self.detector.rank(text).into_iter();
        let mut formats: Vec<OutputFormat> = ranked
            .enumerate()
            .filter(|(index, candidate)| *index == 0 || candidate.confidence >= LIKELY)
            .map(|(_, candidate)| candidate.format)
            .collect();
        // A call is not what a schema or fields ask for, if it may be read as JSON.
        let json = formats
            .iter()
            .position(|format| *format == OutputFormat::Json);
        if let (Some(json), Some(_)) = (json, &self.shape) {
            formats.swap(0, json);
        }
        let end = formats
            .iter()
            .position(|format| *format == OutputFormat::PlainText);
        formats.truncate(end.map_or(formats.len(), |at| at.max(1)));
        let has_fields = self.schema.is_none() && !self.fields.is_empty();
        if has_fields && formats == [OutputFormat::PlainText] {
            // A text is no field; a single pair may look like one.
            formats = vec![OutputFormat::KeyValue];
        }
        formats
    }

    fn nothing(format: OutputFormat) -> Box<Failure> {
        let error = ParseError::EmptyResponse.to_string();
        Failure::new(format, Trace::default(), error)
    }

    /// The format that is wanted whatever the text looks like.
    pub(super) fn wanted_format(&self) -> Option<OutputFormat> {
        match self.mode {
            ParseMode::ToolCall => Some(OutputFormat::ToolCall),
            _ => self.expected_format,
        }
    }

    fn attempt_as(&self, text: &str, format: OutputFormat) -> Result<Success, Box<Failure>> {
        let read = self.read(text, format)?;
        self.finish(text, format, read)
    }

    fn read(&self, text: &str, format: OutputFormat) -> Result<Read, Box<Failure>> {
        let Traced { result, trace } = parse_as_with_trace(text, format, &self.reader_options());
        match result {
            Ok(value) => {
                let is_repaired = trace.is_repaired();
                let repaired = || format!("Parse failed ({format}): {}", describe(&trace, text));
                Ok(Read {
                    value: shape(value, format),
                    fix: if is_repaired {
                        FixStrategy::RegexRepair
                    } else {
                        FixStrategy::None
                    },
                    errors: is_repaired.then(repaired).into_iter().collect(),
                    reading: trace,
                })
            }
            Err(error) => {
                let error = format!("Parse failed ({format}): {error}");
                self.read_fixed(text, format, &error)
                    .ok_or_else(|| Failure::new(format, trace, error))
            }
        }
    }

    /// What the fixer makes of a text that is not readable as it stands: the same mended, or pairs in its place.
    fn read_fixed(&self, text: &str, format: OutputFormat, error: &str) -> Option<Read> {
        if self.mode == ParseMode::Strict {
            return None;
        }
        let fixed = self.fixer.fix_with_report(text, format);
        let format = match fixed.strategy {
            FixStrategy::FallbackParse => OutputFormat::Json,
            FixStrategy::RegexRepair if fixed.is_valid => format,
            _ => return None,
        };
        let read = parse_as_with_trace(&fixed.text, format, &self.reader_options());
        Some(Read {
            value: shape(read.result.ok()?, format),
            fix: fixed.strategy,
            reading: fixed.trace,
            errors: vec![error.to_owned()],
        })
    }

    /// Makes what was read fit, and checks it.
    fn finish(
        &self,
        text: &str,
        format: OutputFormat,
        read: Read,
    ) -> Result<Success, Box<Failure>> {
        let Read {
            mut value,
            mut fix,
            mut reading,
            mut errors,
        } = read;
        let mut warnings = Vec::new();
        let mut prepared = Vec::new();
        if let Some(prepare) = self.prepare {
            prepared.extend(prepare(&mut value, &mut warnings));
        }
        let fitted = match fit(self, value) {
            Ok(fitted) => fitted,
            Err(error) => {
                errors.push(error);
                return Err(Box::new(Failure {
                    format,
                    reading,
                    validations: Vec::new(),
                    errors,
                }));
            }
        };
        let Fitted {
            data,
            coercions,
            is_injected,
        } = fitted;
        reading.coercions.extend(coercions);
        if is_injected && fix == FixStrategy::None {
            fix = FixStrategy::FieldInjection;
        }
        let mut validations = prepared;
        validations.extend(self.validator.validate(Some(&data), text));
        let failed = OutputValidator::failures(&validations).next();
        if let Some(failed) = failed.filter(|_| self.mode == ParseMode::Strict) {
            errors.push(format!("Validation failed: {}", failed.message));
            return Err(Box::new(Failure {
                format,
                reading,
                validations,
                errors,
            }));
        }
        Ok(Success {
            format,
            data,
            fix,
            reading,
            validations,
            errors,
            warnings,
        })
    }
}

/// The value in the shape that the engine's documents give it.
fn shape(value: Value, format: OutputFormat) -> Value {
    match format {
        OutputFormat::KeyValue => with_plain_keys(value),
        OutputFormat::PlainText | OutputFormat::Unknown => answer(value),
        OutputFormat::Mixed if value.as_str().is_some() => answer(value),
        _ => value,
    }
}

/// `{"answer": …}` of a text.
fn answer(text: Value) -> Value {
    let span = text.span;
    let mut object = Object::default();
    object.insert("answer", text);
    Value {
        span,
        ..object.into()
    }
}

/// An object whose keys are in lower case, with underscores for blanks.
fn with_plain_keys(value: Value) -> Value {
    let Data::Object(object) = value.data else {
        return value;
    };
    let mut plain = Object::default();
    for (key, member) in object.members {
        let words: Vec<String> = key.split_whitespace().map(str::to_lowercase).collect();
        plain.insert(words.join("_"), member);
    }
    Value {
        data: Data::Object(plain),
        ..value
    }
}

/// What had to be repaired, in short.
fn describe(trace: &Trace, text: &str) -> String {
    let Some(first) = trace.repairs.first() else {
        return "the reply needs repair".to_owned();
    };
    let line = text
        .get(..first.span.start())
        .unwrap_or_default()
        .matches('\n')
        .count();
    let others = trace.repairs.len() - 1;
    let also = match others {
        0 => String::new(),
        1 => ", and 1 more repair".to_owned(),
        _ => format!(", and {others} more repairs"),
    };
    format!("{} on line {}{also}", first.kind.code(), line + 1)
}

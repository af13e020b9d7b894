//! What a parser did with a reply: the format, the fix, the checks, the time.

use std::time::{Duration, SystemTime};

use serde::Serialize;

use crate::fix::FixStrategy;
use crate::options::ParseMode;
use crate::output_format::OutputFormat;
use crate::trace::Trace;
use crate::validate::{OutputValidator, ValidationResult};

/// What was done with one reply.
///
/// ```
/// let trace = llmparse::OutputParser::new().parse("{'a': 1}").trace;
/// assert_eq!(trace.fix_applied, llmparse::FixStrategy::RegexRepair);
/// assert_eq!(trace.reading.repairs[0].kind.code(), "quote-style");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ParseTrace {
    /// The reply.
    pub raw_input: String,
    /// The format that was expected, or found.
    pub detected_format: OutputFormat,
    /// How the parser reads.
    pub parse_mode: ParseMode,
    /// What made the data readable.
    pub fix_applied: FixStrategy,
    /// How often a model was asked again.
    pub retries: u32,
    /// What the checks say of the data.
    pub validations: Vec<ValidationResult>,
    /// What failed, oldest first; there may be some and data all the same.
    pub errors: Vec<String>,
    /// What is worth a look.
    pub warnings: Vec<String>,
    /// How long it took.
    pub duration: Duration,
    /// When it began.
    pub timestamp: SystemTime,
    /// Whether there is data.
    pub success: bool,
    /// The repairs and warnings of the reader, in places of the text that the data was read from: the reply, unless
    /// [`fix_applied`](Self::fix_applied) or [`retries`](Self::retries) say that a model wrote it anew.
    pub reading: Trace,
}

impl ParseTrace {
    pub(super) fn new(raw_input: &str, parse_mode: ParseMode) -> Self {
        Self {
            raw_input: raw_input.to_owned(),
            detected_format: OutputFormat::Unknown,
            parse_mode,
            fix_applied: FixStrategy::None,
            retries: 0,
            validations: Vec::new(),
            errors: Vec::new(),
            warnings: Vec::new(),
            duration: Duration::ZERO,
            timestamp: SystemTime::now(),
            success: false,
            reading: Trace::default(),
        }
    }

    /// Adds an error.
    ///
    /// ```
    /// let mut trace = llmparse::OutputParser::new().parse("[1]").trace;
    /// trace.add_error("too short");
    /// assert_eq!(trace.errors, ["too short"]);
    /// ```
    pub fn add_error(&mut self, message: impl Into<String>) {
        self.errors.push(message.into());
    }

    /// Adds a warning.
    ///
    /// ```
    /// let mut trace = llmparse::OutputParser::new().parse("[1]").trace;
    /// trace.add_warning("short");
    /// assert_eq!(trace.warnings, ["short"]);
    /// ```
    pub fn add_warning(&mut self, message: impl Into<String>) {
        self.warnings.push(message.into());
    }

    /// Adds what a check says.
    ///
    /// ```
    /// use llmparse::FieldSchema;
    /// let mut trace = llmparse::OutputParser::new().parse("[1]").trace;
    /// trace.add_validation(FieldSchema::new("a").validate_value(None));
    /// assert_eq!(trace.summary().validation_failed, 1);
    /// ```
    pub fn add_validation(&mut self, result: ValidationResult) {
        self.validations.push(result);
    }

    /// The trace in short, as a copy.
    ///
    /// ```
    /// let summary = llmparse::OutputParser::new().parse("[1]").trace.summary();
    /// assert!(summary.success);
    /// assert_eq!(summary.detected_format, "json");
    /// ```
    #[must_use]
    pub fn summary(&self) -> TraceSummary {
        let counts = OutputValidator::counts(&self.validations);
        let millis = self.duration.as_secs_f64() * 1e3;
        TraceSummary {
            success: self.success,
            detected_format: self.detected_format.name(),
            parse_mode: self.parse_mode.name(),
            fix_applied: self.fix_applied.name(),
            retries: self.retries,
            errors: self.errors.clone(),
            warnings: self.warnings.clone(),
            validation_passed: counts.passed,
            validation_warning: counts.warning,
            validation_failed: counts.failed,
            validation_skipped: counts.skipped,
            duration_ms: (millis * 100.0).round() / 100.0,
        }
    }
}

/// A trace in short, to be logged.
///
/// ```
/// let summary = llmparse::OutputParser::new().parse("{'a': 1}").trace.summary();
/// let json = serde_json::to_value(&summary).unwrap();
/// assert_eq!(json["fix_applied"], "regex_repair");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct TraceSummary {
    /// Whether there is data.
    pub success: bool,
    /// The name of the format.
    pub detected_format: &'static str,
    /// The name of the mode.
    pub parse_mode: &'static str,
    /// The name of the fix.
    pub fix_applied: &'static str,
    /// How often a model was asked again.
    pub retries: u32,
    /// What failed.
    pub errors: Vec<String>,
    /// What is worth a look.
    pub warnings: Vec<String>,
    /// How many checks passed.
    pub validation_passed: usize,
    /// How many checks warn.
    pub validation_warning: usize,
    /// How many checks failed.
    pub validation_failed: usize,
    /// How many checks had nothing to look at.
    pub validation_skipped: usize,
    /// How long it took, in milliseconds, to two places.
    pub duration_ms: f64,
}

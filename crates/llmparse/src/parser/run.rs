//! One reply on its way through a parser: read, else a model asked to make it readable, else a fallback.

use std::time::Instant;

use super::OutputParser;
use super::attempt::{Failure, Success};
use super::factories::graceful_fallback;
use super::result::{Outcome, ParseResult};
use super::trace::ParseTrace;
use crate::fix::FixStrategy;
use crate::options::ParseMode;
use crate::output_format::OutputFormat;
use crate::retry::{RetryRequest, RetryResult};
use crate::trace::WarningKind;

/// What is known so far.
pub(super) struct Run<'p> {
    parser: &'p OutputParser,
    text: &'p str,
    format: Option<OutputFormat>,
    trace: ParseTrace,
    started: Instant,
    success: Option<Box<Success>>,
    /// What was read, and may be better if a model is asked.
    spare: Option<Box<Success>>,
    is_blank: bool,
}

/// Whether there is a model to be asked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Asks {
    Yes,
    No,
}

impl<'p> Run<'p> {
    /// Reads `text` without a model; one may be asked later.
    pub(super) fn start(
        parser: &'p OutputParser,
        (text, format): (&'p str, Option<OutputFormat>),
        asks: Asks,
    ) -> Self {
        let mut run = Self {
            parser,
            text,
            format,
            trace: ParseTrace::new(text, parser.mode),
            started: Instant::now(),
            success: None,
            spare: None,
            is_blank: text.trim().is_empty(),
        };
        if run.is_blank {
            run.trace.add_error("Input text is empty");
            return run;
        }
        match parser.attempt(text, format) {
            Ok(success) => {
                run.trace.detected_format = success.format;
                if asks == Asks::Yes && has_no_rows(&success) {
                    let error = format!("Parse failed ({}): it has no rows", success.format);
                    run.trace.add_error(error);
                    run.spare = Some(Box::new(success));
                } else {
                    run.succeed(success);
                }
            }
            Err(failure) => run.fail(*failure),
        }
        run
    }

    fn succeed(&mut self, success: Success) {
        self.success = Some(Box::new(success));
    }

    fn fail(&mut self, failure: Failure) {
        self.trace.detected_format = failure.format;
        self.trace.errors.extend(failure.errors);
        self.trace.reading = failure.reading;
        self.trace.validations = failure.validations;
    }

    // ---- a model that extracts ------------------------------------------------------------------------------------

    /// What to ask where a parser reads by meaning and the text has no structure to read.
    pub(super) fn semantic_prompt(&self) -> Option<String> {
        let format = self.success.as_ref().map(|success| success.format);
        let has_structure = format.is_some_and(|format| {
            !matches!(format, OutputFormat::PlainText | OutputFormat::Unknown)
        });
        let asks = self.parser.mode == ParseMode::Semantic && !self.is_blank && !has_structure;
        asks.then(|| self.parser.semantic_prompt(self.text))
    }

    pub(super) fn take_semantic(&mut self, reply: Result<String, String>) {
        let read = reply.and_then(|reply| {
            let read = self.parser.attempt(&reply, Some(OutputFormat::Json));
            read.map_err(|failure| failure.newest().to_owned())
        });
        match read {
            Ok(success) => self.succeed(success),
            Err(error) => self
                .trace
                .add_warning(format!("Semantic parse failed: {error}")),
        }
    }

    // ---- a model that writes anew ---------------------------------------------------------------------------------

    fn is_open(&self) -> bool {
        self.success.is_none() && !self.is_blank
    }

    /// The format that a model is asked for.
    pub(super) fn asked_format(&self) -> OutputFormat {
        let wanted = self.format.or(self.parser.wanted_format());
        wanted.unwrap_or(match self.trace.detected_format {
            OutputFormat::PlainText | OutputFormat::Unknown | OutputFormat::Mixed => {
                OutputFormat::Json
            }
            format => format,
        })
    }

    /// What to ask where nothing could be read.
    pub(super) fn reformat_prompt(&self) -> Option<String> {
        let prompt = || {
            self.parser
                .fixer
                .reformat_prompt(self.text, self.asked_format())
        };
        self.is_open().then(prompt)
    }

    pub(super) fn take_reformatted(&mut self, reply: Result<String, String>) {
        let format = self.asked_format();
        let read = reply.and_then(|reply| {
            let text = self.parser.fixer.check_reformatted(&reply, format);
            let text = text.map_err(|error| error.to_string())?;
            let read = self.parser.attempt(&text, Some(format));
            read.map_err(|failure| failure.newest().to_owned())
        });
        match read {
            Ok(mut success) => {
                success.fix = FixStrategy::LlmReformat;
                success.errors.clear();
                self.succeed(success);
            }
            Err(error) => self.trace.add_error(format!("Fix+parse failed: {error}")),
        }
    }

    // ---- a model that is asked again ------------------------------------------------------------------------------

    /// What to ask where that did not help either.
    pub(super) fn retry_request(&self) -> Option<RetryRequest> {
        let asks = self.is_open() && self.parser.max_retries > 0;
        let last_error = self.trace.errors.last().map_or("", String::as_str);
        asks.then(|| {
            RetryRequest::new(&self.parser.original_prompt)
                .format_instructions(self.parser.format_instructions())
                .last_error(last_error)
                .last_response(self.text)
        })
    }

    pub(super) fn take_retried(&mut self, result: RetryResult<Success>) {
        self.trace.retries = result.attempts;
        self.trace.errors.extend(result.errors);
        if let Some(mut success) = result.value {
            success.errors.clear();
            self.succeed(success);
        }
    }

    // ---- the end --------------------------------------------------------------------------------------------------

    pub(super) fn finish(mut self) -> ParseResult {
        let success = self.success.take().or_else(|| self.spare.take());
        let is_first = self.trace.errors.is_empty() && self.trace.retries == 0;
        let mut result = match success {
            Some(success) => self.succeeded(*success, is_first),
            None => self.failed(),
        };
        result.trace.duration = self.started.elapsed();
        result
    }

    fn succeeded(&mut self, success: Success, is_first: bool) -> ParseResult {
        let trace = &mut self.trace;
        trace.errors.extend(success.errors);
        trace.warnings.extend(success.warnings);
        trace.reading = success.reading;
        trace.validations = success.validations;
        trace.fix_applied = success.fix;
        trace.success = true;
        let is_parsed = is_first && success.fix == FixStrategy::None;
        ParseResult {
            outcome: if is_parsed {
                Outcome::Parsed
            } else {
                Outcome::Repaired
            },
            data: Some(success.data),
            fallback: None,
            schema_type: self.parser.schema_type(),
            trace: trace.clone(),
            raw: self.text.to_owned(),
        }
    }

    fn failed(&mut self) -> ParseResult {
        let falls_back = self.parser.mode != ParseMode::Strict && !self.is_blank;
        if falls_back {
            self.trace
                .add_warning("Using graceful fallback — parse failed after all recovery");
        }
        let fallback = || graceful_fallback(self.text, &self.parser.original_prompt);
        ParseResult {
            outcome: if falls_back {
                Outcome::Fallback
            } else {
                Outcome::Failed
            },
            data: None,
            fallback: falls_back.then(fallback),
            schema_type: None,
            trace: self.trace.clone(),
            raw: self.text.to_owned(),
        }
    }
}

/// Whether there is a header, and nothing below it.
fn has_no_rows(success: &Success) -> bool {
    let mut warnings = success.reading.warnings.iter();
    warnings.any(|warning| warning.kind == WarningKind::NoRows)
}

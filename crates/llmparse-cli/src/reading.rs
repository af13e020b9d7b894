//! From the text of a reply to what was asked for: a payload or a failure, with the record of how it came about.

use llmparse::{ParseError, Span, Trace};

use crate::args::{FenceArgs, FixArgs, JsonArgs, Mode, SourceArgs, What};
use crate::payload::Payload;

/// What came of one reply.
#[derive(Debug)]
pub(crate) struct Reading<'t> {
    pub(crate) format: &'static str,
    pub(crate) result: Result<Payload<'t>, Failure>,
    pub(crate) trace: Trace,
    pub(crate) notes: Notes,
}

/// What the row says on request.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    /// Whether the text differs from what stood in the reply.
    pub(crate) changed: Option<bool>,
    /// Whether the reply closed the value.
    pub(crate) complete: Option<bool>,
    /// Whether the trace is part of the row.
    pub(crate) trace: bool,
}

impl<'t> Reading<'t> {
    fn new(format: &'static str, result: Result<Payload<'t>, Failure>) -> Self {
        Self {
            format,
            result,
            trace: Trace::default(),
            notes: Notes::default(),
        }
    }

    fn traced(self, trace: Trace) -> Self {
        Self { trace, ..self }
    }

    /// A reading that never got to the text of a reply.
    pub(crate) fn of_bad_input(message: String) -> Self {
        Self::new("", Err(Failure::bad_input(message)))
    }
}

/// Why there is no payload.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) kind: &'static str,
    pub(crate) message: String,
    pub(crate) span: Option<Span>,
}

impl Failure {
    fn new(kind: &'static str, message: String) -> Self {
        Self {
            kind,
            message,
            span: None,
        }
    }

    /// The input is not of the form that it should have: encoding, line, field.
    pub(crate) fn bad_input(message: String) -> Self {
        Self::new("bad_input", message)
    }

    /// The reply is longer than `limit` bytes, and nobody knows how long.
    pub(crate) fn too_large(limit: usize) -> Self {
        Self::new(
            "too_large",
            format!("the reply has more than {limit} bytes, and no more are read"),
        )
    }
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Self {
        Self {
            kind: error.kind(),
            message: error.to_string(),
            span: error.span(),
        }
    }
}

/// Reads what was asked for out of `text`.
pub(crate) fn read<'t>(what: &'t What, text: &'t str) -> Reading<'t> {
    let source = &what.run().source;
    if text.len() > source.max_bytes() {
        return too_large(text.len(), source.max_bytes());
    }
    match what {
        What::Json(asked) => read_json(text, &asked.own, source),
        What::Fix(asked) => fix(text, &asked.own, source),
        What::Fence(asked) => read_fence(text, &asked.own),
        What::Reasoning(_) => split_reasoning(text),
    }
}

fn too_large<'t>(size: usize, limit: usize) -> Reading<'t> {
    Reading::new("", Err(ParseError::TooLarge { size, limit }.into()))
}

fn read_json<'t>(text: &'t str, asked: &JsonArgs, source: &SourceArgs) -> Reading<'t> {
    let options = asked.engine.tolerance.options(asked.mode, source);
    let (result, trace) = if asked.all {
        let read = llmparse::parse_all_with_trace(text, &options);
        (read.result.map(Payload::Values), read.trace)
    } else {
        let read = llmparse::parse_value_with_trace(text, &options);
        (read.result.map(Payload::Value), read.trace)
    };
    let mut reading = Reading::new("json", result.map_err(Failure::from)).traced(trace);
    let closed = reading.result.as_ref().ok().map(Payload::is_complete);
    reading.notes.complete = closed.filter(|_| asked.partial);
    reading.notes.trace = asked.engine.trace;
    reading
}

fn fix<'t>(text: &'t str, asked: &FixArgs, source: &SourceArgs) -> Reading<'t> {
    let options = asked.engine.tolerance.options(Mode::Lenient, source);
    let read = llmparse::try_repair_json_with_trace(text, &options);
    let changed = read.result.is_ok().then(|| read.trace.is_repaired());
    let result = read.result.map(Payload::Repaired).map_err(Failure::from);
    let mut reading = Reading::new("json", result).traced(read.trace);
    reading.notes.changed = changed;
    reading.notes.trace = asked.engine.trace;
    reading
}

fn read_fence<'t>(text: &'t str, asked: &'t FenceArgs) -> Reading<'t> {
    let found = match asked.lang.as_deref() {
        None => llmparse::extract_code_block(text),
        Some(lang) => {
            llmparse::extract_code_block_for(text, lang).map(|content| (Some(lang), content))
        }
    };
    let result = found.map(|(lang, content)| Payload::Fence { lang, content });
    Reading::new("fence", result.ok_or_else(|| no_fence(asked)))
}

fn no_fence(asked: &FenceArgs) -> Failure {
    let message = match &asked.lang {
        None => "no code fence found".to_owned(),
        Some(lang) => format!("no `{lang}` code fence found"),
    };
    Failure::new("unparseable", message)
}

fn split_reasoning(text: &str) -> Reading<'_> {
    Reading::new(
        "reasoning",
        Ok(Payload::Reply(llmparse::split_reasoning(text))),
    )
}

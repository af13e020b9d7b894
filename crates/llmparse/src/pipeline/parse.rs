//! The public readers of JSON, each plain, with options, and with a trace: `parse_json::<T>("Sure: {a: 1}")`.

use serde::de::DeserializeOwned;

use super::{Detail, Run, Typed, check_size, read_reply, reasoning_spans, withhold};
use crate::error::ParseError;
use crate::options::{Ending, Options};
use crate::span::Span;
use crate::trace::{Repair, Trace, Traced, apply_repairs};
use crate::value::Value;

/// Reads a reply into `T`.
///
/// The reply may hold anything around the value, and the value may be damaged; see [`RepairKind`](crate::RepairKind)
/// for what is repaired.
///
/// # Errors
///
/// [`ParseError::EmptyResponse`] and [`ParseError::Unparseable`] if there is no JSON,
/// [`ParseError::DeserializationFailed`] if there is and none of it fits `T`, and an error for each of the
/// [`Limits`](crate::Limits).
///
/// ```
/// #[derive(serde::Deserialize)]
/// struct Answer {
///     city: String,
/// }
/// let answer: Answer = llmparse::parse_json("Sure! {city: 'Oslo',} Anything else?")?;
/// assert_eq!(answer.city, "Oslo");
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_json<T: DeserializeOwned>(response: &str) -> Result<T, ParseError> {
    parse_json_with_options(response, &Options::default())
}

/// Reads a reply into `T`, with options.
///
/// # Errors
///
/// Those of [`parse_json`].
///
/// ```
/// use llmparse::{Options, ParseMode};
/// let strict = Options::default().mode(ParseMode::Strict);
/// let numbers: Vec<u8> = llmparse::parse_json_with_options("Here: [1, 2]", &strict)?;
/// assert_eq!(numbers, [1, 2]);
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_json_with_options<T: DeserializeOwned>(
    response: &str,
    options: &Options,
) -> Result<T, ParseError> {
    read_reply::<Typed<T>>(response, options, Detail::Value)
        .result
        .map(|typed| typed.0)
}

/// Reads a reply into `T`, and says how; the trace is there on failure too.
///
/// ```
/// let read = llmparse::parse_json_with_trace::<Vec<u8>>("[1 2]", &Default::default());
/// assert_eq!(read.result.unwrap(), [1, 2]);
/// assert_eq!(read.trace.repairs[0].kind.code(), "missing-comma");
/// ```
#[must_use]
pub fn parse_json_with_trace<T: DeserializeOwned>(response: &str, options: &Options) -> Traced<T> {
    let read = read_reply::<Typed<T>>(response, options, Detail::Record);
    Traced {
        result: read.result.map(|typed| typed.0),
        trace: read.trace,
    }
}

/// Reads a reply into a `serde_json::Value`.
///
/// # Errors
///
/// Those of [`parse_json`], without `DeserializationFailed`.
///
/// ```
/// assert_eq!(llmparse::parse_json_value("```json\n{\"a\": 1}\n```")?, serde_json::json!({"a": 1}));
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_json_value(response: &str) -> Result<serde_json::Value, ParseError> {
    parse_json_value_with_options(response, &Options::default())
}

/// Reads a reply into a `serde_json::Value`, with options.
///
/// # Errors
///
/// Those of [`parse_json_value`].
///
/// ```
/// let value = llmparse::parse_json_value_with_options("[True]", &Default::default())?;
/// assert_eq!(value, serde_json::json!([true]));
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_json_value_with_options(
    response: &str,
    options: &Options,
) -> Result<serde_json::Value, ParseError> {
    read_reply(response, options, Detail::Value).result
}

/// Reads a reply into a `serde_json::Value`, and says how.
///
/// ```
/// let read = llmparse::parse_json_value_with_trace("{'a': 1}", &Default::default());
/// assert!(read.trace.is_repaired());
/// ```
#[must_use]
pub fn parse_json_value_with_trace(response: &str, options: &Options) -> Traced<serde_json::Value> {
    read_reply(response, options, Detail::Record)
}

/// Reads a reply into a [`Value`], which keeps key order, the spelling of numbers and where everything stood.
///
/// # Errors
///
/// Those of [`parse_json_value`].
///
/// ```
/// let value = llmparse::parse_value("{\"id\": 123456789012345678901234567890}")?;
/// assert_eq!(value.to_json_text(), "{\"id\":123456789012345678901234567890}");
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_value(response: &str) -> Result<Value, ParseError> {
    parse_value_with_options(response, &Options::default())
}

/// Reads a reply into a [`Value`], with options.
///
/// # Errors
///
/// Those of [`parse_value`].
///
/// ```
/// assert!(llmparse::parse_value_with_options("[1]", &Default::default()).is_ok());
/// ```
pub fn parse_value_with_options(response: &str, options: &Options) -> Result<Value, ParseError> {
    read_reply(response, options, Detail::Value).result
}

/// Reads a reply into a [`Value`], and says how.
///
/// ```
/// let read = llmparse::parse_value_with_trace("[1, 2", &Default::default());
/// assert!(!read.result.unwrap().complete);
/// assert_eq!(read.trace.repairs[0].kind.code(), "missing-closer");
/// ```
#[must_use]
pub fn parse_value_with_trace(response: &str, options: &Options) -> Traced<Value> {
    read_reply(response, options, Detail::Record)
}

/// Reads every value of a reply, in order. Values that stand right behind each other, which
/// [`parse_value`] reads as one list, are several here.
///
/// # Errors
///
/// Those of [`parse_value`].
///
/// ```
/// let values = llmparse::parse_all("First {\"a\": 1}, then {\"a\": 2}.")?;
/// assert_eq!(values.len(), 2);
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_all(response: &str) -> Result<Vec<Value>, ParseError> {
    parse_all_with_options(response, &Options::default())
}

/// Reads every value of a reply, in order, with options.
///
/// # Errors
///
/// Those of [`parse_value`].
///
/// ```
/// assert_eq!(llmparse::parse_all_with_options("[1] [2]", &Default::default())?.len(), 2);
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_all_with_options(response: &str, options: &Options) -> Result<Vec<Value>, ParseError> {
    parse_all_with_trace(response, options).result
}

/// Reads every value of a reply, in order, and says how; the trace covers all of them.
///
/// ```
/// let read = llmparse::parse_all_with_trace("{a: 1} and [2,]", &Default::default());
/// assert_eq!(read.result.unwrap().len(), 2);
/// assert_eq!(read.trace.repairs.len(), 2);
/// ```
#[must_use]
pub fn parse_all_with_trace(response: &str, options: &Options) -> Traced<Vec<Value>> {
    if let Err(error) = check_size(response, options) {
        return Traced {
            result: Err(error),
            trace: Trace::default(),
        };
    }
    let mut run: Run<'_, '_, Value> = Run::new(response, options, Detail::Every);
    run.read_all();
    let mut trace = Trace {
        reasoning: reasoning_spans(&run.finder.set_aside),
        steps: run.steps,
        ..Trace::default()
    };
    if run.found.is_empty() {
        return Traced {
            result: Err(run.nothing_found()),
            trace,
        };
    }
    let first = run
        .found
        .first()
        .map_or(0, |candidate| candidate.span.start());
    let last = run.found.last().map_or(0, |candidate| candidate.span.end());
    trace.extracted = Some(Span::new(first, last));
    let mut values = Vec::new();
    for candidate in run.found {
        let is_list = candidate
            .repairs
            .iter()
            .any(|repair| is_list_opener(repair, candidate.span));
        trace.repairs.extend(candidate.repairs);
        trace.warnings.extend(candidate.warnings);
        match candidate.fitted {
            Ok(Value {
                data: crate::value::Data::Array(items),
                ..
            }) if is_list => values.extend(items),
            Ok(value) => values.push(value),
            Err(_) => {}
        }
    }
    if options.ending == Ending::Open {
        let settled = values.into_iter().map(|value| value.settled(response));
        values = settled.filter(Value::is_shown).collect();
        let withheld = values.last_mut().and_then(withhold);
        trace.warnings.extend(withheld);
    }
    Traced {
        result: Ok(values),
        trace,
    }
}

/// Whether `repair` made a list of several values.
pub(super) fn is_list_opener(repair: &Repair, span: Span) -> bool {
    repair.kind == crate::trace::RepairKind::SeveralValues
        && repair.span.start() == span.start()
        && repair.replacement == "["
}

/// The JSON of a text with its damage repaired, white space, key order and number spelling kept; none if the text is
/// valid as it stands, or nothing can be made of it.
///
/// ```
/// assert_eq!(llmparse::try_repair_json("{'key':  'value',}").as_deref(), Some("{\"key\":  \"value\"}"));
/// assert_eq!(llmparse::try_repair_json("{\"a\": 1}"), None);
/// assert_eq!(llmparse::try_repair_json("not json at all"), None);
/// ```
#[must_use]
pub fn try_repair_json(text: &str) -> Option<String> {
    try_repair_json_with_options(text, &Options::default())
}

/// [`try_repair_json`] with options.
///
/// ```
/// assert!(llmparse::try_repair_json_with_options("[1,]", &Default::default()).is_some());
/// ```
#[must_use]
pub fn try_repair_json_with_options(text: &str, options: &Options) -> Option<String> {
    let read = try_repair_json_with_trace(text, options);
    read.result.ok().filter(|repaired| repaired != text.trim())
}

/// The JSON of a text, repaired where it has to be, and what was done; without repairs in the trace it stood there
/// as it is. The end of the text is taken for that of the reply.
///
/// ```
/// let read = llmparse::try_repair_json_with_trace("Here: [1, 2", &Default::default());
/// assert_eq!(read.result.unwrap(), "[1, 2]");
/// ```
#[must_use]
pub fn try_repair_json_with_trace(text: &str, options: &Options) -> Traced<String> {
    let options = options.clone().ending(Ending::Final);
    let read = read_reply::<Value>(text, &options, Detail::Record);
    let span = read.trace.extracted.unwrap_or_default();
    let repaired = read
        .result
        .map(|_| apply_repairs(text, span, &read.trace.repairs));
    Traced {
        result: repaired,
        trace: read.trace,
    }
}

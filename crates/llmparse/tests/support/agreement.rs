//! What holds for every reply, whatever is in it: two routes to the value agree, and the record fits the text.

use llmparse::{Options, Span, Trace, Traced, Value};

use crate::strict::Strict;

/// What holds, or what does not.
pub(crate) type Check = Result<(), String>;

/// Everything that can be said about `reply` without knowing what is in it.
pub(crate) fn check(reply: &str) -> Check {
    let read = llmparse::parse_value_with_trace(reply, &Options::default());
    check_trace(reply, &read.trace)?;
    check_calls(reply, &read)?;
    check_repaired_text(reply, &read)?;
    check_strict_text(reply, &read)?;
    let Ok(value) = &read.result else {
        return Ok(());
    };
    check_value(reply, value, &read.trace)?;
    check_routes(reply, value, &read.trace)
}

pub(crate) fn ensure(holds: bool, otherwise: impl FnOnce() -> String) -> Check {
    if holds { Ok(()) } else { Err(otherwise()) }
}

/// The value is what a strict reader makes of the repaired text.
fn check_routes(reply: &str, value: &Value, trace: &Trace) -> Check {
    let repaired = trace
        .repaired_text(reply)
        .ok_or("a value, and no place where it stands")?;
    let strict = Strict::read(&repaired).map_err(|error| {
        format!(
            "{error} in the repaired text {repaired:?}, {:?}",
            trace.repairs
        )
    })?;
    let value = Strict::from(value);
    ensure(value == strict, || {
        format!(
            "the engine reads {value:?}, a strict reader {strict:?} from the repaired text {repaired:?}"
        )
    })
}

/// What `serde_json` takes is read as it reads it, without repairs.
fn check_strict_text(reply: &str, read: &Traced<Value>) -> Check {
    let Ok(wanted) = serde_json::from_str::<serde_json::Value>(reply) else {
        return Ok(());
    };
    ensure(!read.trace.is_repaired(), || {
        format!("repairs in valid JSON: {:?}", read.trace.repairs)
    })?;
    let value = llmparse::parse_json_value(reply);
    ensure(value.as_ref() == Ok(&wanted), || {
        format!("valid JSON is {wanted:?}, and read as {value:?}")
    })?;
    let typed = llmparse::parse_json::<serde_json::Value>(reply);
    ensure(typed.as_ref() == Ok(&wanted), || {
        format!("valid JSON is {wanted:?}, and read into a type as {typed:?}")
    })
}

/// The readers that differ in what they return alone give the same.
fn check_calls(reply: &str, read: &Traced<Value>) -> Check {
    let value = llmparse::parse_value(reply);
    ensure(value == read.result, || {
        format!("parse_value {value:?}, with a trace {:?}", read.result)
    })?;
    let wanted = value.map(serde_json::Value::from);
    let json = llmparse::parse_json_value(reply);
    ensure(json == wanted, || {
        format!("parse_json_value {json:?}, parse_value {wanted:?}")
    })?;
    let traced = llmparse::parse_json_value_with_trace(reply, &Options::default());
    ensure(traced.result == wanted, || {
        format!(
            "parse_json_value_with_trace {:?}, parse_value {wanted:?}",
            traced.result
        )
    })?;
    ensure(traced.trace == read.trace, || {
        format!("two traces: {:?}, {:?}", traced.trace, read.trace)
    })
}

/// `try_repair_json` gives nothing for what is JSON as it stands, and JSON for everything else that has a value.
fn check_repaired_text(reply: &str, read: &Traced<Value>) -> Check {
    let repaired = llmparse::try_repair_json(reply);
    let is_json = Strict::read(reply.trim()).is_ok();
    let is_untouched = !read.trace.is_repaired() && is_json;
    if read.result.is_err() || is_untouched {
        return ensure(repaired.is_none(), || {
            format!("try_repair_json gives {repaired:?}")
        });
    }
    let text = repaired.ok_or("try_repair_json gives nothing")?;
    Strict::read(&text)
        .map(|_| ())
        .map_err(|error| format!("{error} in what try_repair_json gives: {text:?}"))
}

/// Places lie inside the text on character boundaries, in order, apart from each other.
pub(crate) fn check_trace(reply: &str, trace: &Trace) -> Check {
    let repairs: Vec<Span> = trace.repairs.iter().map(|repair| repair.span).collect();
    check_apart(reply, "repairs", &repairs)?;
    check_apart(reply, "reasoning", &trace.reasoning)?;
    for warning in &trace.warnings {
        check_span(reply, warning.span)?;
    }
    let is_sorted = trace
        .warnings
        .is_sorted_by_key(|warning| warning.span.start());
    ensure(is_sorted, || {
        format!("warnings out of order: {:?}", trace.warnings)
    })?;
    let Some(extracted) = trace.extracted else {
        return ensure(repairs.is_empty(), || {
            format!("repairs of nothing: {:?}", trace.repairs)
        });
    };
    check_span(reply, extracted)?;
    let outside = trace
        .repairs
        .iter()
        .find(|repair| !contains(extracted, repair.span));
    ensure(outside.is_none(), || {
        format!("{outside:?} outside of {extracted:?}")
    })
}

fn check_apart(reply: &str, what: &str, spans: &[Span]) -> Check {
    spans.iter().try_for_each(|span| check_span(reply, *span))?;
    let is_apart = spans
        .windows(2)
        .all(|pair| matches!(pair, [one, two] if one.end() <= two.start()));
    ensure(is_apart, || {
        format!("{what} overlap or are out of order: {spans:?}")
    })
}

fn check_span(reply: &str, span: Span) -> Check {
    ensure(reply.get(span.range()).is_some(), || {
        format!("{span:?} is no part of the text")
    })
}

fn contains(outer: Span, inner: Span) -> bool {
    outer.start() <= inner.start() && inner.end() <= outer.end()
}

/// The value stands where the trace says, and what is in it stands inside of it.
fn check_value(reply: &str, value: &Value, trace: &Trace) -> Check {
    let extracted = trace.extracted.unwrap_or_default();
    let is_there =
        value.span == extracted || trace.is_repaired() && contains(extracted, value.span);
    ensure(is_there, || {
        format!(
            "the value stands at {:?}, extracted {extracted:?}",
            value.span
        )
    })?;
    check_places(reply, value)
}

pub(crate) fn check_places(reply: &str, value: &Value) -> Check {
    check_span(reply, value.span)?;
    let items = value.as_array().unwrap_or_default().iter();
    let members = value
        .as_object()
        .into_iter()
        .flat_map(|object| object.iter());
    for part in items.chain(members.map(|(_, member)| member)) {
        ensure(contains(value.span, part.span), || {
            format!("{part:?} stands outside of {:?}", value.span)
        })?;
        check_places(reply, part)?;
    }
    Ok(())
}

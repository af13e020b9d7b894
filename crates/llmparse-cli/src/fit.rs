//! What a format that knows no types gave, made to fit a schema: `age: "31"` as `{"age": 31}`.

use llmparse::{Level, ParseError, Schema, coerce};

use crate::payload::Payload;
use crate::reading::{Failure, Reading};

/// Makes the value that was read fit `schema`; the trace has each coercion.
pub(crate) fn fit<'t>(reading: Reading<'t>, schema: &Schema, level: Level) -> Reading<'t> {
    let (value, mut trace, notes) = match reading {
        Reading {
            result: Ok(Payload::Value(value)),
            trace,
            notes,
            ..
        } => (value, trace, notes),
        other => return other,
    };
    let span = value.span;
    let coerced = coerce(value, schema, level);
    let issues = coerced.issues;
    let result = if issues.is_empty() {
        trace.coercions = coerced.coercions;
        Ok(Payload::Value(coerced.value))
    } else {
        Err(Failure::from(ParseError::DoesNotFit { issues, span }))
    };
    Reading {
        format: reading.format,
        result,
        trace,
        notes,
    }
}

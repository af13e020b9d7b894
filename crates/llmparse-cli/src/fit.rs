//! What a format that knows no types gave, made to fit a schema: `age: "31"` as `{"age": 31}`.

use llmparse::{Level, ParseError, Schema, Traced, Value, coerce};

/// Makes what was read fit `schema`, if there is one; the trace has each coercion.
pub(crate) fn fit(read: Traced<Value>, schema: Option<&Schema>, level: Level) -> Traced<Value> {
    let (Some(schema), Ok(value)) = (schema, &read.result) else {
        return read;
    };
    let span = value.span;
    let coerced = coerce(value.clone(), schema, level);
    let mut trace = read.trace;
    let result = if coerced.issues.is_empty() {
        trace.coercions = coerced.coercions;
        Ok(coerced.value)
    } else {
        Err(ParseError::DoesNotFit {
            issues: coerced.issues,
            span,
        })
    };
    Traced { result, trace }
}

//! What holds for every text: the checks that the fuzz targets share.

use llmparse::{Data, Object, Span, Trace};
use serde::Deserialize;
use serde_json::Value;

/// Every span lies inside `text`, on character boundaries, and repairs are sorted, do not overlap, and stand inside
/// what was extracted.
///
/// # Panics
/// If that does not hold.
pub fn check_trace(text: &str, trace: &Trace) {
    check_places(text, trace);
    if let Some(extracted) = trace.extracted {
        let inside =
            |span: Span| extracted.start() <= span.start() && span.end() <= extracted.end();
        assert!(
            trace.repairs.iter().all(|repair| inside(repair.span)),
            "a repair outside {extracted:?}"
        );
    }
}

/// Every span lies inside `text`, on character boundaries, and repairs are sorted and do not overlap.
///
/// # Panics
/// If that does not hold.
pub fn check_places(text: &str, trace: &Trace) {
    let repairs = trace.repairs.iter().map(|repair| repair.span);
    let warnings = trace.warnings.iter().map(|warning| warning.span);
    let others = trace.extracted.iter().chain(&trace.reasoning).copied();
    for span in repairs.chain(warnings).chain(others) {
        check_span(text, span);
    }
    for pair in trace.repairs.windows(2) {
        let [first, second] = pair else { continue };
        assert!(
            first.span.end() <= second.span.start(),
            "{first:?} and {second:?} are out of order"
        );
    }
}

/// Every number and word in `value`, read from a text of which more may come, is closed.
///
/// # Panics
/// If one is not.
pub fn check_settled(value: &llmparse::Value) {
    let grows = matches!(
        value.data,
        Data::String(_) | Data::Array(_) | Data::Object(_)
    );
    assert!(
        grows || value.complete,
        "{value:?} may become another value"
    );
    for item in value.as_array().unwrap_or_default() {
        check_settled(item);
    }
    for (_, member) in value.as_object().into_iter().flat_map(Object::iter) {
        check_settled(member);
    }
}

/// # Panics
/// If `span` is not a part of `text`.
pub fn check_span(text: &str, span: Span) {
    assert!(
        text.get(span.range()).is_some(),
        "{span:?} is not a part of the text"
    );
}

/// What `serde_json` makes of `json`; none if a number in it is too large for an `f64`.
///
/// # Panics
/// If `json` is not strict JSON.
pub fn read_strictly(json: &str) -> Option<Value> {
    let mut reader = serde_json::Deserializer::from_str(json);
    reader.disable_recursion_limit();
    let read = Value::deserialize(&mut reader).and_then(|value| reader.end().map(|()| value));
    match read {
        Ok(value) => Some(value),
        Err(error) if error.to_string().starts_with("number out of range") => None,
        Err(error) => panic!("{error} in {json}"),
    }
}

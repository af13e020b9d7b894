//! A text without what was found in it: `mail [REDACTED:email]`.

use super::scan_safety;
use crate::value::{Data, Object, Value};

/// `text` with each finding of [`scan_safety`] replaced by `[REDACTED:kind]`.
///
/// ```
/// let text = "Ada (ada@example.org) pays with 4111 1111 1111 1111.";
/// assert_eq!(llmparse::redact(text), "Ada ([REDACTED:email]) pays with [REDACTED:credit-card].");
/// ```
#[must_use]
pub fn redact(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for finding in scan_safety(text) {
        out.push_str(text.get(done..finding.span.start()).unwrap_or_default());
        out.push_str("[REDACTED:");
        out.push_str(finding.kind.code());
        out.push(']');
        done = finding.span.end();
    }
    out.push_str(text.get(done..).unwrap_or_default());
    out
}

/// `value` with each of its texts, and of its keys, as [`redact`] has it.
///
/// ```
/// let value = llmparse::parse_value(r#"{"to": ["ada@example.org"], "n": 1}"#).unwrap();
/// assert_eq!(llmparse::redact_value(&value).to_json_text(), r#"{"to":["[REDACTED:email]"],"n":1}"#);
/// ```
#[must_use]
pub fn redact_value(value: &Value) -> Value {
    let data = match &value.data {
        Data::String(text) => Data::String(redact(text).into_boxed_str()),
        Data::Array(items) => Data::Array(items.iter().map(redact_value).collect()),
        Data::Object(object) => {
            let members = object.iter();
            let members =
                members.map(|(key, member)| (redact(key).into(), redact_member(key, member)));
            Data::Object(Object {
                members: members.collect(),
            })
        }
        other => other.clone(),
    };
    Value {
        data,
        span: value.span,
        complete: value.complete,
    }
}

/// What stands under `key`, which may say that it is a secret: `{"password": "hunter2"}`.
fn redact_member(key: &str, member: &Value) -> Value {
    let Some(text) = member.as_str() else {
        return redact_value(member);
    };
    let label = format!("{key}: ");
    let labelled = redact(&format!("{label}{text}"));
    match labelled.strip_prefix(&label) {
        Some(text) => Value {
            data: Data::String(text.into()),
            span: member.span,
            complete: member.complete,
        },
        None => redact_value(member),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn redacted(text: &str) -> String {
        redact_value(&crate::value::Value::from(
            serde_json::from_str::<serde_json::Value>(text).unwrap(),
        ))
        .to_json_text()
    }

    #[test]
    fn a_key_may_say_that_its_value_is_a_secret() {
        assert_eq!(
            redacted(r#"{"password": "hunter2", "user": "jo"}"#),
            r#"{"password":"[REDACTED:password]","user":"jo"}"#
        );
    }

    #[test]
    fn texts_at_any_depth_are_redacted_and_numbers_stay() {
        assert_eq!(
            redacted(r#"[{"a": ["mail jo@example.org"], "n": 1.50}]"#),
            r#"[{"a":["mail [REDACTED:email]"],"n":1.5}]"#
        );
    }
}

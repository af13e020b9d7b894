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

/// `value` with each of its texts, numbers and keys as [`redact`] has it; what stands under a key that names a secret is
/// one, at any depth below it.
///
/// ```
/// let value = llmparse::parse_value(r#"{"to": ["ada@example.org"], "password": 12345678, "n": 1}"#).unwrap();
/// assert_eq!(
///     llmparse::redact_value(&value).to_json_text(),
///     r#"{"to":["[REDACTED:email]"],"password":"[REDACTED:password]","n":1}"#
/// );
/// ```
#[must_use]
pub fn redact_value(value: &Value) -> Value {
    redact_under("", value)
}

/// `value`, which stands under `label`.
fn redact_under(label: &str, value: &Value) -> Value {
    let data = match &value.data {
        Data::String(text) => Data::String(redact_text(label, text).into_boxed_str()),
        Data::Number(number) => {
            let text = number.to_string();
            let redacted = redact_text(label, &text);
            if redacted == text {
                value.data.clone()
            } else {
                Data::String(redacted.into_boxed_str())
            }
        }
        Data::Array(items) => {
            Data::Array(items.iter().map(|item| redact_under(label, item)).collect())
        }
        Data::Object(object) => {
            let members = object.iter().map(|(key, member)| {
                let label = if names_secret(label) { label } else { key };
                (redact(key).into(), redact_under(label, member))
            });
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

/// Whether what stands under a key of this name is a secret, whatever it is.
fn names_secret(key: &str) -> bool {
    !key.is_empty() && redact(&format!("{key}: Zk4-vQ9xT2")).contains("[REDACTED:")
}

fn redact_text(label: &str, text: &str) -> String {
    if label.is_empty() {
        return redact(text);
    }
    let label = format!("{label}: ");
    let labelled = redact(&format!("{label}{text}"));
    match labelled.strip_prefix(&label) {
        Some(text) => text.to_owned(),
        None => redact(text),
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
    fn what_is_below_such_a_key_is_a_secret_too() {
        assert_eq!(
            redacted(r#"{"password": ["hunter2"], "api_key": {"value": "abc-123-XYZ"}}"#),
            r#"{"api_key":{"value":"[REDACTED:password]"},"password":["[REDACTED:password]"]}"#
        );
        assert_eq!(
            redacted(r#"{"card": 4111111111111111}"#),
            r#"{"card":"[REDACTED:credit-card]"}"#
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

//! A value in a message: `'q'`, `[1, 2]`, `True`, cut to a bounded length.

use crate::error::EXCERPT;
use crate::value::{Data, Value};

/// Deeper levels are left out.
const DEPTH: usize = 4;

/// `value` in at most 80 characters.
pub(super) fn repr(value: &Value) -> String {
    let mut out = String::new();
    write(&mut out, value, DEPTH);
    cut(out)
}

/// All of `values`, each cut.
pub(super) fn repr_list(values: &[Value]) -> String {
    let values: Vec<String> = values.iter().map(repr).collect();
    format!("[{}]", values.join(", "))
}

fn cut(text: String) -> String {
    match text.char_indices().nth(EXCERPT) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}

fn write(out: &mut String, value: &Value, depth: usize) {
    match &value.data {
        _ if depth == 0 || out.len() > 4 * EXCERPT => out.push('…'),
        Data::Null => out.push_str("None"),
        Data::Bool(true) => out.push_str("True"),
        Data::Bool(false) => out.push_str("False"),
        Data::Number(number) => out.push_str(&number.to_string()),
        Data::String(text) => write_text(out, text),
        Data::Array(items) => write_items(out, items, depth - 1),
        Data::Object(object) => write_members(out, object.iter(), depth - 1),
    }
}

fn write_items(out: &mut String, items: &[Value], depth: usize) {
    out.push('[');
    for (index, item) in items.iter().take(EXCERPT).enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        write(out, item, depth);
    }
    out.push(']');
}

fn write_members<'v>(
    out: &mut String,
    members: impl Iterator<Item = (&'v str, &'v Value)>,
    depth: usize,
) {
    out.push('{');
    for (index, (key, member)) in members.take(EXCERPT).enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        write_text(out, key);
        out.push_str(": ");
        write(out, member, depth);
    }
    out.push('}');
}

/// `'it'`, `"it's"`
fn write_text(out: &mut String, text: &str) {
    let quote = if text.contains('\'') && !text.contains('"') {
        '"'
    } else {
        '\''
    };
    out.push(quote);
    for letter in text.chars().take(EXCERPT + 1) {
        match letter {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            letter if letter == quote => out.extend(['\\', letter]),
            letter => out.push(letter),
        }
    }
    out.push(quote);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_the_messages_have_them() {
        let value =
            crate::value::Value::from(serde_json::json!(["a", "it's", true, null, {"k": 1}]));
        assert_eq!(repr(&value), r#"['a', "it's", True, None, {'k': 1}]"#);
    }

    #[test]
    fn long_and_deep_values_are_cut() {
        let long = Value::from("x".repeat(1000));
        assert_eq!(repr(&long).chars().count(), EXCERPT + 1);
        let wide = Value::from(vec![long; 1000]);
        assert_eq!(repr(&wide).chars().count(), EXCERPT + 1);
        let deep = (0..50).fold(Value::from("x"), |value, _| vec![value].into());
        assert_eq!(repr(&deep), "[[[[…]]]]");
    }
}

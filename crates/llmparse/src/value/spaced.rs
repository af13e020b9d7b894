//! JSON text with a blank behind each comma and colon, `{"a": 1, "b": [2, 3]}`, or on lines of its own.

use super::{Data, Value, write_text};

/// `value` as JSON text with blanks, numbers as they were spelled.
pub(crate) fn to_spaced_text(value: &Value) -> String {
    let mut out = String::new();
    write_spaced(&mut out, value);
    out
}

fn write_spaced(out: &mut String, value: &Value) {
    match &value.data {
        Data::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                separate(out, index);
                write_spaced(out, item);
            }
            out.push(']');
        }
        Data::Object(object) => {
            out.push('{');
            for (index, (key, member)) in object.iter().enumerate() {
                separate(out, index);
                write_text(out, key);
                out.push_str(": ");
                write_spaced(out, member);
            }
            out.push('}');
        }
        _ => super::write_value(out, value),
    }
}

/// `value` as JSON text, each item and member on a line of its own, indented by two.
pub(crate) fn to_indented_text(value: &Value) -> String {
    let mut out = String::new();
    write_indented(&mut out, value, 0);
    out
}

fn write_indented(out: &mut String, value: &Value, depth: usize) {
    match &value.data {
        Data::Array(items) if !items.is_empty() => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                start_line(out, index, depth + 1);
                write_indented(out, item, depth + 1);
            }
            end_line(out, depth);
            out.push(']');
        }
        Data::Object(object) if !object.is_empty() => {
            out.push('{');
            for (index, (key, member)) in object.iter().enumerate() {
                start_line(out, index, depth + 1);
                write_text(out, key);
                out.push_str(": ");
                write_indented(out, member, depth + 1);
            }
            end_line(out, depth);
            out.push('}');
        }
        _ => write_spaced(out, value),
    }
}

fn start_line(out: &mut String, index: usize, depth: usize) {
    if index > 0 {
        out.push(',');
    }
    end_line(out, depth);
}

fn end_line(out: &mut String, depth: usize) {
    out.push('\n');
    out.extend(std::iter::repeat_n("  ", depth));
}

fn separate(out: &mut String, index: usize) {
    if index > 0 {
        out.push_str(", ");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_stand_behind_commas_and_colons() {
        let value = serde_json::json!({"a": [1, {"b": null}], "c": "ä, \"b\": c"}).into();
        let wanted = r#"{"a": [1, {"b": null}], "c": "ä, \"b\": c"}"#;
        assert_eq!(to_spaced_text(&value), wanted);
    }

    #[test]
    fn lines_are_indented_by_two() {
        let value = serde_json::json!({"a": [1, {}], "b": []}).into();
        let wanted = "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": []\n}";
        assert_eq!(to_indented_text(&value), wanted);
    }
}

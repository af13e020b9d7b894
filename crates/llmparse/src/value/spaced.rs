//! JSON text with a blank behind each comma and colon: `{"a": 1, "b": [2, 3]}`.

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
}

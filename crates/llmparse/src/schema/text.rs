//! The text of a schema, read and written with its keys in their order.

use std::collections::HashSet;
use std::fmt;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use super::error::{SchemaError, quote};
use crate::value::{Data, Key, Object, Value, write_text};

/// The deepest nesting of a schema, which is that of `serde_json`.
const DEEPEST: usize = 128;

pub(super) fn read(text: &str) -> Result<Value, SchemaError> {
    let read = serde_json::from_str::<Ordered>(text);
    read.map(|ordered| ordered.0)
        .map_err(|error| SchemaError::new("", format!("it is not JSON: {error}")))
}

/// A value made by hand may be nested deeper than any text that is read.
pub(super) fn check_depth(schema: &serde_json::Value) -> Result<(), SchemaError> {
    let mut open = vec![(schema, 0)];
    while let Some((value, depth)) = open.pop() {
        if depth > DEEPEST {
            return Err(SchemaError::new(
                "",
                format!("it is nested deeper than {DEEPEST} levels"),
            ));
        }
        match value {
            serde_json::Value::Array(items) => {
                open.extend(items.iter().map(|item| (item, depth + 1)))
            }
            serde_json::Value::Object(members) => {
                open.extend(members.values().map(|member| (member, depth + 1)))
            }
            _ => {}
        }
    }
    Ok(())
}

/// A value without a key that stands twice.
struct Ordered(Value);

impl<'de> Deserialize<'de> for Ordered {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader).map(Self)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON Schema")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Value, E> {
        Ok(Data::Null.into())
    }

    fn visit_bool<E: de::Error>(self, truth: bool) -> Result<Value, E> {
        Ok(Data::Bool(truth).into())
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Value, E> {
        Ok(serde_json::Value::from(number).into())
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Value, E> {
        Ok(serde_json::Value::from(number).into())
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Value, E> {
        Ok(serde_json::Value::from(number).into())
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(Ordered(item)) = access.next_element()? {
            items.push(item);
        }
        Ok(items.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut seen = HashSet::new();
        let mut members = Vec::new();
        while let Some((key, Ordered(member))) = access.next_entry::<String, Ordered>()? {
            if !seen.insert(key.clone()) {
                return Err(de::Error::custom(format_args!(
                    "the key {} stands twice",
                    quote(&key)
                )));
            }
            members.push((Key::from(key), member));
        }
        Ok(Object { members }.into())
    }
}

/// JSON text, indented by two.
pub(super) fn write(value: &Value) -> String {
    let mut out = String::new();
    write_at(&mut out, value, 0);
    out
}

fn write_at(out: &mut String, value: &Value, depth: usize) {
    match &value.data {
        Data::Array(items) if !items.is_empty() => {
            write_parts(out, "[]", depth, items.iter().map(|item| (None, item)));
        }
        Data::Object(object) if !object.is_empty() => {
            write_parts(
                out,
                "{}",
                depth,
                object.iter().map(|(key, member)| (Some(key), member)),
            );
        }
        _ => out.push_str(&value.to_json_text()),
    }
}

fn write_parts<'v>(
    out: &mut String,
    brackets: &str,
    depth: usize,
    parts: impl Iterator<Item = (Option<&'v str>, &'v Value)>,
) {
    let (open, close) = brackets.split_at(1);
    out.push_str(open);
    for (index, (key, part)) in parts.enumerate() {
        out.push_str(if index > 0 { ",\n" } else { "\n" });
        out.push_str(&"  ".repeat(depth + 1));
        if let Some(key) = key {
            write_text(out, key);
            out.push_str(": ");
        }
        write_at(out, part, depth + 1);
    }
    out.push('\n');
    out.push_str(&"  ".repeat(depth));
    out.push_str(close);
}

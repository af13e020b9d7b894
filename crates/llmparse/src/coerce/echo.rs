//! Replies that repeat the schema in place of an instance: `{"properties": {"name": {"type": "string"}}}`.

use super::plan::Note;
use crate::schema::{Types, describe};
use crate::value::{Data, Object, Value};

const KEYWORDS: [&str; 38] = [
    "$defs",
    "$id",
    "$ref",
    "$schema",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "default",
    "definitions",
    "dependentRequired",
    "description",
    "enum",
    "example",
    "examples",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "items",
    "maxItems",
    "maxLength",
    "maximum",
    "minItems",
    "minLength",
    "minimum",
    "multipleOf",
    "not",
    "nullable",
    "oneOf",
    "pattern",
    "patternProperties",
    "prefixItems",
    "properties",
    "required",
    "strict",
    "title",
    "type",
    "uniqueItems",
];

fn is_keyword(key: &str) -> bool {
    KEYWORDS.binary_search(&key).is_ok()
}

/// Whether `value` is a schema rather than data: `{"type": "string", "title": "Name"}`.
pub(super) fn is_schema(value: &Value) -> bool {
    let Data::Object(object) = &value.data else {
        return false;
    };
    let names_type = object.get("type").is_some_and(is_type);
    let refers = ["$ref", "anyOf", "oneOf", "allOf", "enum"]
        .iter()
        .any(|key| object.get(key).is_some());
    (names_type || refers) && object.iter().all(|(key, _)| is_keyword(key))
}

fn is_type(value: &Value) -> bool {
    let is_name = |value: &Value| {
        value
            .as_str()
            .is_some_and(|name| Types::named(name).is_some())
    };
    is_name(value)
        || value
            .as_array()
            .is_some_and(|items| !items.is_empty() && items.iter().all(is_name))
}

fn are_schemas(object: &Object) -> bool {
    !object.is_empty() && object.iter().all(|(_, member)| is_schema(member))
}

/// Whether `value` is a copy of a schema, or of its properties.
pub(super) fn is_echo(value: &Value) -> bool {
    let Data::Object(object) = &value.data else {
        return false;
    };
    let properties = object.get("properties").and_then(Value::as_object);
    properties.is_some_and(are_schemas) || are_schemas(object)
}

/// The names of the properties of a copy of a schema.
pub(super) fn repeated_names(value: &Value) -> Option<Vec<&str>> {
    let properties = value.as_object()?.get("properties")?.as_object()?;
    let names = properties.iter().map(|(name, _)| name).collect();
    are_schemas(properties).then_some(names)
}

/// The instance that stands where a schema has its properties.
pub(super) fn instance(object: &Object) -> Option<&Value> {
    let inner = object.get("properties")?;
    let is_instance = inner.as_object().is_some_and(|inner| !are_schemas(inner));
    let others_are_schema = object.iter().all(|(key, _)| is_keyword(key));
    Some(inner).filter(|_| is_instance && others_are_schema)
}

pub(super) fn note(value: &Value) -> Note {
    Note {
        key: None,
        keyword: "",
        expected: "a value that fits the schema".to_owned(),
        found: format!("{}, which repeats a schema", describe(value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(json: serde_json::Value) -> Value {
        json.into()
    }

    #[test]
    fn a_schema_is_told_from_data() {
        assert!(KEYWORDS.is_sorted());
        assert!(is_schema(&value(
            serde_json::json!({"type": "string", "title": "Name"})
        )));
        assert!(!is_schema(&value(serde_json::json!({"type": "circle"}))));
        assert!(!is_schema(&value(
            serde_json::json!({"type": "string", "radius": 2})
        )));
        assert!(is_echo(&value(
            serde_json::json!({"properties": {"a": {"type": "string"}}})
        )));
        assert!(!is_echo(&value(
            serde_json::json!({"properties": {"a": "x"}})
        )));
    }
}

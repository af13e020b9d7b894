//! Fields as a JSON Schema: `FieldSchema::new("age").dtype(Dtype::Int)` is the property `{"type": "integer"}`.

use super::field::{Dtype, FieldSchema};
use crate::value::{Data, Object, Value};

/// The schema of an object with `fields`; of two with one name the last counts.
pub(super) fn to_document(fields: impl IntoIterator<Item = FieldSchema>) -> Value {
    let mut properties = Object::default();
    let mut required = Vec::new();
    for field in fields {
        required.retain(|name: &String| *name != field.name);
        properties.insert(field.name.as_str(), to_property(&field));
        if field.required {
            required.push(field.name);
        }
    }
    let mut document = Object::default();
    document.insert("type", "object".into());
    document.insert("properties", properties.into());
    if !required.is_empty() {
        document.insert("required", list(required));
    }
    document.into()
}

fn to_property(field: &FieldSchema) -> Value {
    let mut property = Object::default();
    let name = type_name(field.dtype);
    let mut choices = field.choices.clone();
    if choices.is_empty() {
        let or_null = || list([name, "null"]);
        property.insert(
            "type",
            if field.required {
                name.into()
            } else {
                or_null()
            },
        );
    } else {
        let lacks_null = !choices.iter().any(Value::is_null);
        choices.extend((!field.required && lacks_null).then(|| Data::Null.into()));
        property.insert("enum", choices.into());
    }
    if !field.description.is_empty() {
        property.insert("description", field.description.as_str().into());
    }
    if let Some(default) = &field.default {
        property.insert("default", default.clone());
    }
    if !field.aliases.is_empty() {
        property.insert("x-alias", list(field.aliases.clone()));
    }
    property.into()
}

fn list<T: Into<Value>>(items: impl IntoIterator<Item = T>) -> Value {
    items
        .into_iter()
        .map(Into::into)
        .collect::<Vec<Value>>()
        .into()
}

fn type_name(dtype: Dtype) -> &'static str {
    match dtype {
        Dtype::Str => "string",
        Dtype::Int => "integer",
        Dtype::Float => "number",
        Dtype::Bool => "boolean",
        Dtype::List => "array",
        Dtype::Dict => "object",
    }
}

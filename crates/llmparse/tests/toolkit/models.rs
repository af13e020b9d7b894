//! The types that rows name, with their schemas.

use llmparse::Schema;
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct User {
    name: String,
    age: i64,
}

pub(crate) fn user_schema() -> Schema {
    let schema = json!({
        "title": "User",
        "type": "object",
        "properties": {"name": {"type": "string"}, "age": {"type": "integer"}},
        "required": ["name", "age"]
    });
    Schema::from_json(&schema).unwrap()
}

#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Product {
    name: String,
    price: f64,
    #[serde(default = "in_stock")]
    in_stock: bool,
    note: Option<String>,
    sub: Option<Sub>,
    #[serde(default)]
    mix: Mix,
    #[serde(default)]
    tags: Vec<String>,
}

fn in_stock() -> bool {
    true
}

#[derive(Debug, Deserialize, Serialize)]
struct Sub {
    k: String,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(untagged)]
enum Mix {
    Count(i64),
    Text(String),
}

impl Default for Mix {
    fn default() -> Self {
        Self::Count(1)
    }
}

pub(crate) fn product_schema() -> Schema {
    let schema = json!({
        "title": "Product",
        "type": "object",
        "properties": {
            "name": {"type": "string", "description": "what it is called"},
            "price": {"type": "number", "exclusiveMinimum": 0},
            "in_stock": {"type": "boolean", "default": true},
            "note": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": null},
            "sub": {"anyOf": [{"$ref": "#/$defs/Sub"}, {"type": "null"}], "default": null},
            "mix": {"anyOf": [{"type": "integer"}, {"type": "string"}], "default": 1},
            "tags": {"type": "array", "items": {"type": "string"}, "default": []}
        },
        "required": ["name", "price"],
        "$defs": {"Sub": {"title": "Sub", "type": "object", "properties": {"k": {"type": "string"}}, "required": ["k"]}}
    });
    Schema::from_json(&schema).unwrap()
}

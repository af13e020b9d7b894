//! The walk comes to what the planner comes to, wherever it comes to anything.

use serde_json::{Value as Json, json};

use super::*;
use crate::trace::Risk;

fn schemas() -> Vec<Json> {
    let mut schemas: Vec<Json> = [
        r#"{"type": "string"}"#,
        r#"{"type": "string", "minLength": 2}"#,
        r#"{"type": "string", "format": "date"}"#,
        r#"{"type": "integer"}"#,
        r#"{"type": "integer", "minimum": 1, "maximum": 5}"#,
        r#"{"type": "number"}"#,
        r#"{"type": "number", "multipleOf": 0.5}"#,
        r#"{"type": "boolean"}"#,
        r#"{"type": ["string", "null"]}"#,
        r#"{"type": ["integer", "boolean"]}"#,
        r#"{"type": "string", "nullable": true}"#,
        r#"{"enum": ["high", "low", "Low"]}"#,
        r#"{"enum": [1, 2, "three", null]}"#,
        r#"{"enum": ["red", "green"], "x-aliases": {"rot": "red"}}"#,
        r#"{"const": "person"}"#,
        r#"{"oneOf": [{"type": "integer"}, {"type": "string"}]}"#,
        r#"{"anyOf": [{"type": "integer"}, {"type": "boolean"}]}"#,
        r#"{"allOf": [{"type": "integer"}, {"minimum": 3}]}"#,
        r#"{"type": "integer", "default": 7}"#,
        r#"{"not": {"type": "string"}}"#,
        r#"{"type": "null"}"#,
        "{}",
        "false",
    ]
    .iter()
    .filter_map(|text| serde_json::from_str(text).ok())
    .collect();
    for schema in schemas.clone() {
        schemas.push(json!({"type": "array", "items": schema}));
        schemas.push(json!({"anyOf": [schema, {"type": "null"}]}));
    }
    schemas
}

fn values() -> Vec<Json> {
    let mut values = vec![
        json!("3"),
        json!("3.0"),
        json!("1,234"),
        json!("50%"),
        json!("yes"),
        json!("True"),
        json!("N/A"),
        json!("none"),
        json!("-"),
        json!(""),
        json!("HIGH"),
        json!("low"),
        json!("**red**"),
        json!("rot"),
        json!("person"),
        json!("2026-03-01"),
        json!("1. March 2026"),
        json!("about 3 apples"),
        json!(3),
        json!(3.0),
        json!(0),
        json!(1),
        json!(12.5),
        json!(true),
        json!(null),
        json!({"b": 1}),
        json!([]),
    ];
    for value in values.clone() {
        values.push(json!([value]));
    }
    values.push(json!(["3", 4, "N/A"]));
    values
}

/// A schema around another, with a value around a value for it.
fn wrap(schema: &Json, value: &Json, way: usize) -> (Json, Json) {
    match way {
        0 => (schema.clone(), value.clone()),
        1 => (
            json!({"properties": {"first_name": schema}, "required": ["first_name"]}),
            json!({"First Name": value, "other": 1}),
        ),
        2 => (
            json!({"properties": {"a": schema, "b": {"type": "integer"}}, "required": ["b"], "additionalProperties": false}),
            json!({"a": value, "b": "2", "c": 3}),
        ),
        3 => (
            json!({"properties": {"a": {"$ref": "#/$defs/A"}}, "required": ["a"], "$defs": {"A": schema}}),
            json!({"a": value}),
        ),
        4 => (
            json!({"properties": {"firstName": schema, "n": {"type": "integer"}}}),
            json!({"first_name": value, "n": 1, "other": [1]}),
        ),
        _ => (
            json!({"properties": {"a": {"type": "array", "items": {"properties": {"b": schema}, "required": ["b"]}}}}),
            json!({"a": [{"b": value}, {"B": value}]}),
        ),
    }
}

fn told(coercions: &[Coercion]) -> Vec<(String, CoercionRule, String, String, Risk)> {
    let mut told: Vec<_> = coercions
        .iter()
        .map(|told| {
            (
                told.path.clone(),
                told.rule,
                told.from.clone(),
                told.to.clone(),
                told.risk,
            )
        })
        .collect();
    told.sort_by(|left, right| (&left.0, left.1.code()).cmp(&(&right.0, right.1.code())));
    told
}

/// What the walk comes to, if it does, next to what the planner does.
fn both(schema: &Json, value: &Json, level: Level) -> Option<(Coerced, Coerced)> {
    let schema = Schema::from_json(schema).ok()?;
    let mut value = Value::from(value.clone());
    let root = schema.shape().root();
    let mut coercer = Coercer::new(&schema, &Options::default().level(level));
    let planned = coercer.coerce_by_plan(value.clone(), Origin::default());
    let mut walk = Walk::new(&mut coercer, "");
    if !walk.fits(&value, root) {
        return None;
    }
    let walked = Coerced {
        coercions: std::mem::take(&mut walk.coercions),
        cost: walk.cost,
        issues: Vec::new(),
        withheld: None,
        value: {
            let edits = std::mem::take(&mut walk.edits);
            edits::apply(&mut value, edits);
            value
        },
    };
    Some((walked, planned))
}

#[test]
fn the_walk_and_the_planner_agree() {
    let mut walked_count = 0;
    let (schemas, values) = (schemas(), values());
    for (schema, value) in schemas
        .iter()
        .flat_map(|schema| values.iter().map(move |value| (schema, value)))
    {
        for (way, level) in (0..6).flat_map(|way| {
            [Level::Strict, Level::Normal, Level::Lenient].map(|level| (way, level))
        }) {
            let (schema, value) = wrap(schema, value, way);
            let Some((walked, planned)) = both(&schema, &value, level) else {
                continue;
            };
            let place = format!("{schema} {value} {level:?}");
            assert!(planned.issues.is_empty(), "{place}: {:?}", planned.issues);
            assert_eq!(
                walked.value.to_json_text(),
                planned.value.to_json_text(),
                "{place}"
            );
            assert_eq!(told(&walked.coercions), told(&planned.coercions), "{place}");
            walked_count += usize::from(!walked.coercions.is_empty());
        }
    }
    assert!(walked_count > 1000, "{walked_count} values were changed");
}

//! Each keyword of JSON Schema by itself, what is told of values that do not fit, and of schemas that are wrong.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use llmparse::{Dtype, FieldSchema, Limits, Options, Schema, SchemaCache, Value};
use serde_json::{Value as Json, json};

fn read(json: &Json) -> Schema {
    Schema::from_json(json).unwrap()
}

fn issues(schema: &Json, value: &Json) -> Vec<String> {
    let issues = read(schema).check(&value.clone().into());
    issues.iter().map(ToString::to_string).collect()
}

/// A schema, a value that fits it, one that does not, and what is told of that one.
type Row = (Json, Json, Json, &'static str);

fn check(rows: impl IntoIterator<Item = Row>) {
    for (schema, good, bad, told) in rows {
        assert_eq!(
            issues(&schema, &good),
            Vec::<String>::new(),
            "{schema} takes {good}"
        );
        assert_eq!(issues(&schema, &bad), [told], "{schema} refuses {bad}");
        let example = read(&schema).example();
        assert_eq!(
            read(&schema).check(&example),
            [],
            "{schema} {}",
            example.to_json_text()
        );
    }
}

#[test]
fn types_are_told_apart() {
    check([
        (
            json!({"type": "null"}),
            json!(null),
            json!(0),
            "the value: expected null, found 0",
        ),
        (
            json!({"type": "boolean"}),
            json!(true),
            json!("true"),
            r#"the value: expected true or false, found "true""#,
        ),
        (
            json!({"type": "integer"}),
            json!(1.0),
            json!(1.5),
            "the value: expected an integer, found 1.5",
        ),
        (
            json!({"type": "number"}),
            json!(1),
            json!(true),
            "the value: expected a number, found true",
        ),
        (
            json!({"type": "string"}),
            json!(""),
            json!(null),
            "the value: expected a string, found null",
        ),
        (
            json!({"type": "array"}),
            json!([]),
            json!({}),
            "the value: expected an array, found an empty object",
        ),
        (
            json!({"type": "object"}),
            json!({}),
            json!([1]),
            "the value: expected an object, found an array of 1 item",
        ),
        (
            json!({"type": ["integer", "null"]}),
            json!(null),
            json!("x"),
            r#"the value: expected an integer or null, found "x""#,
        ),
        (
            json!({"type": "string", "nullable": true}),
            json!(null),
            json!(1),
            "the value: expected a string, found 1",
        ),
    ]);
}

#[test]
fn values_are_told_apart() {
    check([
        (
            json!({"enum": ["a", 1, null]}),
            json!(1.0),
            json!("b"),
            r#"the value: expected "a", 1 or null, found "b""#,
        ),
        (
            json!({"const": {"a": [1]}}),
            json!({"a": [1.0]}),
            json!([]),
            r#"the value: expected {"a":[1]}, found an empty array"#,
        ),
        (
            json!({"enum": ["a", "b"], "const": "b"}),
            json!("b"),
            json!("a"),
            r#"the value: expected "b", found "a""#,
        ),
        (
            json!({"enum": [1]}),
            json!(1),
            json!(true),
            "the value: expected 1, found true",
        ),
    ]);
}

#[test]
fn numbers_are_held_within_bounds() {
    check([
        (
            json!({"minimum": 1}),
            json!(1),
            json!(0.5),
            "the value: expected at least 1, found 0.5",
        ),
        (
            json!({"maximum": 1}),
            json!("2"),
            json!(2),
            "the value: expected at most 1, found 2",
        ),
        (
            json!({"exclusiveMinimum": 1}),
            json!(1.1),
            json!(1.0),
            "the value: expected more than 1, found 1.0",
        ),
        (
            json!({"exclusiveMaximum": 1}),
            json!(0),
            json!(1),
            "the value: expected less than 1, found 1",
        ),
        (
            json!({"minimum": 1, "exclusiveMinimum": true}),
            json!(2),
            json!(1),
            "the value: expected more than 1, found 1",
        ),
        (
            json!({"minimum": 1, "exclusiveMinimum": false}),
            json!(1),
            json!(0),
            "the value: expected at least 1, found 0",
        ),
        (
            json!({"minimum": 5, "exclusiveMinimum": 1}),
            json!(5),
            json!(4),
            "the value: expected at least 5, found 4",
        ),
        (
            json!({"multipleOf": 0.01}),
            json!(4.35),
            json!(4.355),
            "the value: expected a multiple of 0.01, found 4.355",
        ),
        (
            json!({"minimum": 9_007_199_254_740_993_i64}),
            json!(9_007_199_254_740_993_i64),
            json!(9_007_199_254_740_992_i64),
            "the value: expected at least 9007199254740993, found 9007199254740992",
        ),
    ]);
}

#[test]
fn strings_are_held_within_bounds() {
    check([
        (
            json!({"minLength": 2}),
            json!("é🙂"),
            json!("🙂"),
            r#"the value: expected at least 2 characters, found "🙂" (1 character)"#,
        ),
        (
            json!({"maxLength": 1}),
            json!("🙂"),
            json!("ab"),
            r#"the value: expected at most 1 character, found "ab" (2 characters)"#,
        ),
        (
            json!({"format": "date"}),
            json!("2024-02-29"),
            json!("29.2.2024"),
            r#"the value: expected a date, such as 2024-01-31, found "29.2.2024""#,
        ),
        (
            json!({"format": "email"}),
            json!(5),
            json!("ann"),
            r#"the value: expected an email, such as name@example.com, found "ann""#,
        ),
    ]);
}

#[cfg(feature = "regex")]
#[test]
fn strings_are_held_against_patterns() {
    check([
        (
            json!({"pattern": "^[A-Z]{2}\\d$"}),
            json!("AB1"),
            json!("ab1"),
            r#"the value: expected a text that matches ^[A-Z]{2}\d$, found "ab1""#,
        ),
        (
            json!({"patternProperties": {"^x-": {"type": "string"}}, "additionalProperties": false}),
            json!({"x-a": ""}),
            json!({"x-a": 1}),
            "/x-a: expected a string, found 1",
        ),
        (
            json!({"patternProperties": {"^x-": true}, "additionalProperties": false, "properties": {"a": true}}),
            json!({"x-b": 1}),
            json!({"b": 1}),
            "/b: expected no such key (the keys are a), found 1",
        ),
        (
            json!({"propertyNames": {"pattern": "^[a-z]+$"}}),
            json!({"a": 1}),
            json!({"A": 1}),
            r#"/A: expected a key that matches ^[a-z]+$, found "A""#,
        ),
    ]);
    let lookaround = read(&json!({"properties": {"a": {"pattern": "^(?!x)"}}}));
    assert_eq!(lookaround.unchecked(), ["/properties/a/pattern"]);
}

#[cfg(not(feature = "regex"))]
#[test]
fn patterns_without_an_engine_are_named() {
    let schema = read(
        &json!({"pattern": "^a", "patternProperties": {"^x-": false}, "additionalProperties": false}),
    );
    assert_eq!(schema.unchecked(), ["/pattern", "/patternProperties"]);
    assert_eq!(schema.check(&json!("b").into()), []);
    assert_eq!(schema.check(&json!({"b": 1}).into()), []);
}

#[test]
fn lists_are_held_within_bounds() {
    check([
        (
            json!({"minItems": 2}),
            json!([1, 1]),
            json!([1]),
            "the value: expected at least 2 items, found an array of 1 item",
        ),
        (
            json!({"maxItems": 0}),
            json!([]),
            json!([1]),
            "the value: expected at most 0 items, found an array of 1 item",
        ),
        (
            json!({"uniqueItems": true}),
            json!([1, "1", [1], true]),
            json!([1, 2, 1.0]),
            "/2: expected no item twice, found 1.0",
        ),
        (
            json!({"uniqueItems": true}),
            json!([{"a": 1}, {"a": 2}]),
            json!([{"a": 1, "b": 2}, {"b": 2, "a": 1}]),
            r#"/1: expected no item twice, found an object with the keys "a", "b""#,
        ),
        (
            json!({"items": {"type": "integer"}}),
            json!([1]),
            json!([1, "x"]),
            r#"/1: expected an integer, found "x""#,
        ),
        (
            json!({"prefixItems": [{"type": "integer"}], "items": false}),
            json!([1]),
            json!([1, 2]),
            "/1: expected at most 1 item, found 2",
        ),
        (
            json!({"prefixItems": [true, {"type": "integer"}]}),
            json!([1]),
            json!([1, null]),
            "/1: expected an integer, found null",
        ),
        (
            json!({"items": [{"type": "integer"}], "additionalItems": {"type": "string"}}),
            json!([1, "a"]),
            json!([1, 2]),
            "/1: expected a string, found 2",
        ),
        (
            json!({"contains": {"type": "string"}}),
            json!([1, "a"]),
            json!([1]),
            "the value: expected at least 1 item being a string, found 0",
        ),
        (
            json!({"contains": {"const": 1}, "maxContains": 1}),
            json!([1]),
            json!([1, 1]),
            "the value: expected at most 1 item being 1, found 2",
        ),
        (
            json!({"contains": {"const": 1}, "minContains": 2}),
            json!([1, 1]),
            json!([1]),
            "the value: expected at least 2 items being 1, found 1",
        ),
    ]);
}

#[test]
fn objects_are_held_within_bounds() {
    check([
        (
            json!({"properties": {"a": {"type": "integer"}}}),
            json!({"b": 1}),
            json!({"a": "x"}),
            r#"/a: expected an integer, found "x""#,
        ),
        (
            json!({"required": ["a"]}),
            json!({"a": null}),
            json!({"b": 1}),
            "/a: expected a value, found nothing",
        ),
        (
            json!({"properties": {"a/b": {"type": "integer"}}, "required": ["a/b"]}),
            json!({"a/b": 1}),
            json!({}),
            "/a~1b: expected an integer, found nothing",
        ),
        (
            json!({"properties": {"city": {"x-alias": "town"}}, "required": ["city"]}),
            json!({"city": 1}),
            json!({"town": 1}),
            r#"/city: expected a value, found nothing, but "town""#,
        ),
        (
            json!({"additionalProperties": false}),
            json!({}),
            json!({"a": 1}),
            "/a: expected no such key, found 1",
        ),
        (
            json!({"additionalProperties": {"type": "integer"}}),
            json!({"a": 1}),
            json!({"a": "x"}),
            r#"/a: expected an integer, found "x""#,
        ),
        (
            json!({"properties": {"a": false}}),
            json!({}),
            json!({"a": 1}),
            "/a: expected no value here, found 1",
        ),
    ]);
}

#[test]
fn members_are_held_to_their_names() {
    check([
        (
            json!({"propertyNames": {"enum": ["a"]}}),
            json!({"a": 1}),
            json!({"b": 1}),
            r#"/b: expected the key "a", found "b""#,
        ),
        (
            json!({"minProperties": 1}),
            json!({"a": 1}),
            json!({}),
            "the value: expected at least 1 key, found an empty object",
        ),
        (
            json!({"maxProperties": 0}),
            json!({}),
            json!({"a": 1}),
            r#"the value: expected at most 0 keys, found an object with the key "a""#,
        ),
        (
            json!({"dependentRequired": {"a": ["b"]}}),
            json!({"b": 1}),
            json!({"a": 1}),
            r#"/b: expected a value, as "a" is there, found nothing"#,
        ),
        (
            json!({"dependencies": {"a": ["b"]}}),
            json!({"b": 1}),
            json!({"a": 1}),
            r#"/b: expected a value, as "a" is there, found nothing"#,
        ),
        (
            json!({"dependentSchemas": {"a": {"required": ["b"]}}}),
            json!({"b": 1}),
            json!({"a": 1}),
            "/b: expected a value, found nothing",
        ),
        (
            json!({"dependencies": {"a": {"required": ["b"]}}}),
            json!({}),
            json!({"a": 1}),
            "/b: expected a value, found nothing",
        ),
    ]);
}

#[test]
fn schemas_are_put_together() {
    let shapes = json!({"oneOf": [
        {"properties": {"kind": {"const": "circle"}, "radius": {"type": "number"}}, "required": ["kind", "radius"]},
        {"properties": {"kind": {"const": "square"}, "side": {"type": "number"}}, "required": ["kind", "side"]},
    ]});
    check([
        (
            json!({"anyOf": [{"type": "integer"}, {"type": "null"}]}),
            json!(null),
            json!("x"),
            r#"the value: expected an integer or null, found "x""#,
        ),
        (
            json!({"anyOf": [{"type": "string", "minLength": 2}, {"type": "null"}]}),
            json!("ab"),
            json!("a"),
            r#"the value: expected at least 2 characters, found "a" (1 character)"#,
        ),
        (
            json!({"oneOf": [{"type": "integer"}, {"minimum": 2}]}),
            json!(1),
            json!(3),
            "the value: expected what fits exactly one of 2 schemas, found 3, which fits 2",
        ),
        (
            shapes.clone(),
            json!({"kind": "circle", "radius": 1}),
            json!({"kind": "square", "side": "x"}),
            r#"/side: expected a number, found "x""#,
        ),
        (
            shapes.clone(),
            json!({"kind": "square", "side": 1}),
            json!({"kind": "line"}),
            r#"/kind: expected "circle" or "square", found "line""#,
        ),
        (
            shapes,
            json!({"kind": "circle", "radius": 1}),
            json!({}),
            r#"/kind: expected "circle" or "square", found nothing"#,
        ),
    ]);
}

#[test]
fn schemas_refer_to_others_and_hold_together() {
    check([
        (
            json!({"allOf": [{"minimum": 1}, {"maximum": 2}]}),
            json!(1),
            json!(3),
            "the value: expected at most 2, found 3",
        ),
        (
            json!({"not": {"type": "string"}}),
            json!(1),
            json!("a"),
            r#"the value: expected anything but a string, found "a""#,
        ),
        (
            json!({"if": {"type": "string"}, "then": {"minLength": 1}}),
            json!(1),
            json!(""),
            r#"the value: expected at least 1 character, found "" (0 characters)"#,
        ),
        (
            json!({"if": {"type": "string"}, "else": {"type": "null"}}),
            json!(""),
            json!(1),
            "the value: expected null, found 1",
        ),
        (
            json!({"$ref": "#/$defs/n", "$defs": {"n": {"type": "integer"}}}),
            json!(1),
            json!("x"),
            r#"the value: expected an integer, found "x""#,
        ),
        (
            json!({"$ref": "#n", "$defs": {"n": {"$anchor": "n", "type": "integer"}}}),
            json!(1),
            json!("x"),
            r#"the value: expected an integer, found "x""#,
        ),
        (
            json!({"$id": "https://x.org/s", "$ref": "https://x.org/s#/definitions/a%25b", "definitions": {"a%b": {"type": "integer"}}}),
            json!(1),
            json!("x"),
            r#"the value: expected an integer, found "x""#,
        ),
        (
            json!({"$ref": "/s/n", "$defs": {"n": {"$id": "https://x.org/s/n", "$ref": "#/$defs/m", "$defs": {"m": {"type": "integer"}}}}}),
            json!(1),
            json!("x"),
            r#"the value: expected an integer, found "x""#,
        ),
        (
            json!({"properties": {"next": {"$ref": "#"}}, "required": ["n"]}),
            json!({"n": 1, "next": {"n": 2}}),
            json!({"n": 1, "next": {"n": 1, "next": {}}}),
            "/next/next/n: expected a value, found nothing",
        ),
    ]);
}

#[test]
fn all_issues_are_told_at_once_in_their_order() {
    let schema = json!({
        "properties": {
            "name": {"type": "string", "minLength": 1},
            "tags": {"items": {"enum": ["a", "b"]}, "maxItems": 1},
        },
        "required": ["id", "name"],
        "additionalProperties": false,
    });
    assert_eq!(
        issues(&schema, &json!({"name": "", "tags": ["c", "a"], "x": 1})),
        [
            "/id: expected a value, found nothing",
            "/x: expected no such key (the keys are name, tags), found 1",
            r#"/name: expected at least 1 character, found "" (0 characters)"#,
            "/tags: expected at most 1 item, found an array of 2 items",
            r#"/tags/0: expected "a" or "b", found "c""#,
        ]
    );
}

fn check_wrong<const N: usize>(wrong: [(serde_json::Value, &str); N]) {
    for (schema, error) in wrong {
        let found = Schema::from_json(&schema).unwrap_err().to_string();
        assert_eq!(found, error, "{schema}");
    }
}

#[test]
fn a_wrong_schema_is_an_error_at_its_place() {
    check_wrong([
        (
            json!("string"),
            r#"the schema: "string" is no schema; a schema is an object, true or false"#,
        ),
        (
            json!({"properties": {"a": "string"}}),
            r#"/properties/a: "string" is no schema; a schema is an object, true or false"#,
        ),
        (
            json!({"type": ["string", 5]}),
            "/type/1: 5 is no type; the types are null, boolean, integer, number, string, array, object",
        ),
        (
            json!({"type": []}),
            "/type: an empty list takes nothing; one type or more is needed",
        ),
        (
            json!({"required": "a"}),
            r#"/required: "a" is no list of strings"#,
        ),
        (json!({"required": ["a", 1]}), "/required/1: 1 is no string"),
        (json!({"enum": "a"}), r#"/enum: "a" is no array"#),
        (
            json!({"enum": []}),
            "/enum: an empty list takes nothing; one value or more is needed",
        ),
        (
            json!({"anyOf": []}),
            "/anyOf: an empty list takes nothing; one schema or more is needed",
        ),
        (json!({"minimum": "1"}), r#"/minimum: "1" is no number"#),
        (
            json!({"maxItems": -1}),
            "/maxItems: -1 is no count; a whole number from 0 on is",
        ),
        (
            json!({"maxItems": 1.5}),
            "/maxItems: 1.5 is no count; a whole number from 0 on is",
        ),
    ]);
}

#[test]
fn a_keyword_that_says_nothing_is_an_error_at_its_place() {
    check_wrong([
        (
            json!({"multipleOf": 0}),
            "/multipleOf: 0 is no step; a number greater than 0 is",
        ),
        (
            json!({"uniqueItems": "yes"}),
            r#"/uniqueItems: "yes" is no truth value; true or false is"#,
        ),
        (json!({"description": 1}), "/description: 1 is no string"),
        (
            json!({"properties": []}),
            "/properties: an empty array is no object",
        ),
        (
            json!({"$ref": "#/$defs/a"}),
            r##"/$ref: nothing stands at "#/$defs/a""##,
        ),
        (
            json!({"items": {"$ref": "other.json"}}),
            r#"/items/$ref: "other.json" is not in this schema; a reference starts with `#`, as in `#/$defs/Name`"#,
        ),
        (
            json!({"$ref": "#"}),
            "the schema: refers to itself for the same value, so that nothing is said",
        ),
        (
            json!({"$defs": {"a": {"type": "x"}}}),
            r#"/$defs/a/type: "x" is no type; the types are null, boolean, integer, number, string, array, object"#,
        ),
        (
            json!({"enum": ["a"], "x-aliases": {"b": "c"}}),
            r#"/x-aliases/b: "c" is no value of `enum`"#,
        ),
        (
            json!({"enum": ["a"], "x-enum-descriptions": {"b": "c"}}),
            "/x-enum-descriptions/b: describes no value of `enum`",
        ),
        (json!({"x-alias": 1}), "/x-alias: 1 is no list of strings"),
        (
            json!({"discriminator": {}}),
            "/discriminator: an empty object is no discriminator; an object with the string `propertyName` is",
        ),
    ]);
    let twice = Schema::from_text(r#"{"type": "string", "type": "null"}"#).unwrap_err();
    assert_eq!(
        twice.to_string(),
        "the schema: it is not JSON: the key \"type\" stands twice at line 1 column 34"
    );
}

#[test]
fn fields_are_the_schema_of_an_object() {
    let schema = Schema::from_fields([
        FieldSchema::new("name")
            .description("in full")
            .aliases(["title", "label"]),
        FieldSchema::new("mood")
            .choices([json!("good"), json!("bad")])
            .optional(),
        FieldSchema::new("score")
            .dtype(Dtype::Float)
            .default(json!(0.5))
            .optional(),
        FieldSchema::new("tags").dtype(Dtype::List),
        FieldSchema::new("more").dtype(Dtype::Dict),
        FieldSchema::new("sure").dtype(Dtype::Bool),
    ]);
    let expected = json!({
        "type": "object",
        "properties": {
            "name": {"type": "string", "description": "in full", "x-alias": ["title", "label"]},
            "mood": {"enum": ["good", "bad", null]},
            "score": {"type": ["number", "null"], "default": 0.5},
            "tags": {"type": "array"},
            "more": {"type": "object"},
            "sure": {"type": "boolean"},
        },
        "required": ["name", "tags", "more", "sure"],
    });
    assert_eq!(schema.to_json(), expected);
    let example =
        r#"{"name":"example text","mood":"good","score":0.5,"tags":[],"more":{},"sure":true}"#;
    assert_eq!(schema.example().to_json_text(), example);
    let value = json!({"title": "a", "mood": null, "tags": [], "more": {}, "sure": 1, "extra": 1});
    let issues = schema.check(&value.into());
    let issues: Vec<String> = issues.iter().map(ToString::to_string).collect();
    assert_eq!(
        issues,
        [
            r#"/name: expected a string, found nothing, but "title""#,
            "/sure: expected true or false, found 1",
        ]
    );
}

#[test]
fn of_fields_with_one_name_the_last_counts() {
    let fields = [
        FieldSchema::new("a"),
        FieldSchema::new("a").dtype(Dtype::Int).optional(),
    ];
    let schema = Schema::from_fields(fields);
    assert_eq!(schema.to_prompt(), "{ a?: int | null }");
    assert_eq!(schema.check(&json!({}).into()), []);
}

#[test]
fn a_prompt_says_what_fits() {
    for (schema, prompt) in [
        (r#"true"#, "any"),
        (r#"false"#, "never"),
        (
            r#"{"type": "integer", "minimum": 0, "maximum": 9}"#,
            "int // 0 to 9",
        ),
        (r#"{"type": ["string", "null"]}"#, "string | null"),
        (r#"{"type": "number", "nullable": true}"#, "number | null"),
        (
            r#"{"type": "array", "items": {"type": ["string", "null"]}}"#,
            "(string | null)[]",
        ),
        (
            r#"{"type": "array", "items": {"enum": ["a|b"]}}"#,
            "\"a|b\"[]",
        ),
        (
            r#"{"prefixItems": [{"type": "string"}, {"type": "integer"}], "items": false}"#,
            "[string, int]",
        ),
        (r#"{"type": "object"}"#, "object"),
        (
            r#"{"additionalProperties": {"type": "integer"}}"#,
            "{ [key: string]: int }",
        ),
        (
            r#"{"properties": {"a b": {}, "größe": {"type": "boolean"}}}"#,
            "{ \"a b\"?: any, größe?: bool }",
        ),
        (
            r#"{"anyOf": [{"type": "string"}, {"type": "null"}, {"type": "string"}]}"#,
            "string | null",
        ),
        (
            r##"{"allOf": [{"$ref": "#/$defs/a"}, {"properties": {"c": {"type": "string"}}}], "$defs": {"a": {"properties": {"b": {}}}}}"##,
            "{ b?: any } & { c?: string }",
        ),
        (
            r#"{"enum": ["good", "bad"], "x-enum-descriptions": ["all\n went well", "it did not"]}"#,
            "\"good\" | \"bad\" // \"good\": all went well; \"bad\": it did not",
        ),
        (
            r#"{"properties": {"when": {"type": "string", "format": "date", "description": "of birth"}, "n": {"type": "integer", "default": 3}}, "required": ["when"]}"#,
            "{\n  when: string, // of birth; date, such as 2024-01-31\n  n?: int, // default: 3\n}",
        ),
        (
            r#"{"oneOf": [{"const": "a", "description": "the first"}, {"const": "b", "title": "the second"}]}"#,
            "\"a\" | \"b\" // \"a\": the first; \"b\": the second",
        ),
        (
            r##"{"properties": {"p": {"$ref": "#/$defs/P"}}, "$defs": {"P": {"description": "who", "properties": {"x": {"description": "where"}}}}}"##,
            "{\n  p?: {\n    x?: any, // where\n  }, // who\n}",
        ),
        (
            r#"{"items": {"properties": {"x": {"description": "not \"a | b"}}}}"#,
            "{\n  x?: any, // not \"a | b\n}[]",
        ),
        (
            r#"{"type": "object", "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}"#,
            "{ a: any } | { b: any }",
        ),
        (
            r##"{"properties": {"a": {"$ref": "#/$defs/P"}, "b": {"$ref": "#/$defs/P"}}, "$defs": {"P": {"properties": {"x": {"type": "number"}}}}}"##,
            "{ a?: P, b?: P }\n\ntype P = { x?: number }",
        ),
        (
            r##"{"$ref": "#/$defs/Tree", "$defs": {"Tree": {"properties": {"left": {"$ref": "#/$defs/Tree"}}}}}"##,
            "Tree\n\ntype Tree = { left?: Tree }",
        ),
    ] {
        let read = Schema::from_text(schema).unwrap();
        assert_eq!(read.to_prompt(), prompt, "{schema}");
    }
}

#[test]
fn an_example_is_what_the_schema_says_or_the_plainest_value() {
    for (schema, example) in [
        (json!({"type": "string"}), r#""example text""#),
        (json!({"type": "integer"}), "0"),
        (json!({"type": "number"}), "0.0"),
        (json!({"type": "boolean"}), "true"),
        (json!({"type": "array"}), "[]"),
        (json!({"type": "object"}), "{}"),
        (json!({"type": "null"}), "null"),
        (
            json!({"anyOf": [{"type": "string"}, {"type": "null"}], "default": null}),
            r#""example text""#,
        ),
        (json!({"type": "integer", "default": 5}), "5"),
        (json!({"type": "integer", "default": "x"}), "0"),
        (json!({"type": "string", "examples": ["Oslo"]}), r#""Oslo""#),
        (
            json!({"type": "integer", "minimum": 3, "multipleOf": 5}),
            "5",
        ),
        (
            json!({"type": "number", "exclusiveMinimum": 0, "maximum": 1}),
            "1",
        ),
        (
            json!({"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}),
            "0.5",
        ),
        (json!({"type": "string", "maxLength": 4}), r#""exam""#),
        (
            json!({"type": "string", "minLength": 15}),
            r#""example text ex""#,
        ),
        (
            json!({"type": "string", "format": "uuid"}),
            r#""123e4567-e89b-42d3-a456-426614174000""#,
        ),
        (json!({"type": "array", "items": {"type": "string"}}), "[]"),
        (
            json!({"type": "array", "items": {"type": "string"}, "minItems": 2}),
            r#"["example text","example text"]"#,
        ),
        (
            json!({"type": "array", "items": {"type": "integer"}, "minItems": 3, "uniqueItems": true}),
            "[0,1,2]",
        ),
        (
            json!({"type": "array", "items": {"properties": {"a": {"type": "integer"}}}}),
            r#"[{"a":0}]"#,
        ),
        (json!({"type": "array", "contains": {"const": 7}}), "[7]"),
        (
            json!({"type": "object", "minProperties": 2}),
            r#"{"key":"example text","key2":"example text"}"#,
        ),
        (
            json!({"properties": {"next": {"$ref": "#"}, "n": {"type": "integer"}}}),
            r#"{"n":0}"#,
        ),
        (
            json!({"properties": {"all": {"items": {"$ref": "#"}}}, "required": ["all"]}),
            r#"{"all":[]}"#,
        ),
        (json!({"oneOf": [{"type": "integer"}, {"const": 0}]}), "1"),
        (
            json!({"allOf": [{"properties": {"a": {"type": "integer"}}}, {"properties": {"a": {"minimum": 3}}}]}),
            r#"{"a":3}"#,
        ),
    ] {
        let read = read(&schema);
        assert_eq!(read.example().to_json_text(), example, "{schema}");
        assert_eq!(read.check(&read.example()), [], "{schema}");
    }
}

#[test]
fn what_nothing_fits_has_an_example_all_the_same() {
    assert!(read(&json!(false)).example().is_null());
    assert!(
        read(&json!({"properties": {"a": {"$ref": "#"}}, "required": ["a"], "type": "object"}))
            .example()
            .is_null()
    );
}

#[test]
fn schemas_are_shared_between_threads() {
    let cache = SchemaCache::default();
    let text = r#"{"minimum": 1}"#;
    let schemas: Vec<Schema> = std::thread::scope(|scope| {
        let read = || cache.from_text(text).unwrap();
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(read)).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    });
    assert!(schemas.windows(2).all(|pair| pair[0] == pair[1]));
    assert_eq!(cache.len(), 1);
}

#[test]
fn the_deepest_value_that_is_read_is_checked_on_a_small_stack() {
    let tree = json!({
        "anyOf": [{"$ref": "#/$defs/leaf"}, {"$ref": "#/$defs/node"}],
        "$defs": {
            "leaf": {"type": "integer"},
            "node": {"type": "array", "items": {"allOf": [{"$ref": "#"}]}, "uniqueItems": true},
        },
    });
    let run = move || {
        let depth = Limits::DEEPEST;
        let options = Options::default().limits(Limits::default().max_depth(depth));
        let text = |inner: &str| format!("{}{inner}{}", "[".repeat(depth), "]".repeat(depth));
        let schema = read(&tree);
        let value = |inner| llmparse::parse_value_with_options(&text(inner), &options).unwrap();
        assert_eq!(schema.check(&value("1")), []);
        assert_eq!(schema.check(&value("null")).len(), 1);
    };
    let thread = std::thread::Builder::new()
        .stack_size(1 << 20)
        .spawn(run)
        .unwrap();
    thread.join().unwrap();
}

/// Unions that hold each other would be tried `2^depth` times, if each try did not count once.
#[test]
fn unions_of_unions_are_tried_once() {
    let schema = json!({
        "anyOf": [
            {"type": "object", "properties": {"a": {"$ref": "#"}, "b": {"const": 1}}, "required": ["a", "b"]},
            {"type": "object", "properties": {"a": {"$ref": "#"}, "b": {"const": 2}}, "required": ["a", "b"]},
            {"type": "null"},
        ],
    });
    let value = (0..100).fold(json!(null), |inner, _| json!({"a": inner, "b": 2}));
    assert_eq!(issues(&schema, &value), Vec::<String>::new());
    let wrong = (0..100).fold(json!(5), |inner, _| json!({"a": inner, "b": 2}));
    assert_eq!(issues(&schema, &wrong).len(), 1);
}

#[test]
fn wide_values_give_a_bounded_number_of_issues() {
    let value = Value::from(Json::from(vec!["x"; 100_000]));
    let schema = read(&json!({"items": {"type": "integer"}}));
    assert_eq!(schema.check(&value).len(), 1000);
}

/// Each definition holds the one before it twice, so that written out the last would have `2^40` parts.
#[test]
fn definitions_that_grow_stay_small() {
    let definitions = (1..40).map(|index| {
        let inner = json!({"$ref": format!("#/$defs/d{}", index - 1)});
        (
            format!("d{index}"),
            json!({"properties": {"a": inner, "b": inner}}),
        )
    });
    let mut all: serde_json::Map<String, Json> = definitions.collect();
    all.insert("d0".to_owned(), json!({"type": "integer"}));
    let schema = read(&json!({"$ref": "#/$defs/d39", "$defs": all}));
    assert!(schema.to_prompt().len() < 4000);
    let example = schema.example();
    assert_eq!(schema.check(&example), []);
    assert!(example.get("a").is_some() && example.to_json_text().len() < 100_000);
}

#[cfg(feature = "jsonschema")]
#[test]
fn values_are_held_against_what_the_own_check_leaves_out() {
    let schema = read(&json!({
        "properties": {"host": {"format": "hostname"}, "port": {"type": "integer"}},
        "allOf": [{"properties": {"path": {"type": "string"}}}],
        "unevaluatedProperties": false,
    }));
    assert_eq!(schema.unchecked().len(), 2);
    let read =
        |text: &str| llmparse::parse_with_schema(text, &schema).map_err(|error| error.to_string());
    let fits = r#"{"host": "example.com", "Port": "80", "path": "/"}"#;
    assert_eq!(read(fits).unwrap().get("port"), Some(&json!(80).into()));
    let host = read(r#"{"host": "-x-", "port": 80}"#).unwrap_err();
    assert!(host.contains("/host: expected"), "{host}");
    let other = read(r#"{"host": "example.com", "user": "x"}"#).unwrap_err();
    assert!(
        other.contains("unevaluated") || other.contains("'user' was unexpected"),
        "{other}"
    );
}

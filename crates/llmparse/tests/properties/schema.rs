//! Schemas of every kind: held against the crate `jsonschema`, read again from what they were written as, and their
//! examples held against themselves.

use llmparse::{Schema, SchemaCache, Value};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Map, Value as Json, json};

use crate::config;

const NAMES: [&str; 4] = ["a", "b", "c", "key"];

/// Values that keywords tell apart.
fn scalar() -> impl Strategy<Value = Json> {
    select(vec![
        json!(null),
        json!(true),
        json!(false),
        json!(0),
        json!(1),
        json!(-1),
        json!(3),
        json!(6),
        json!(1.0),
        json!(0.5),
        json!(2.5),
        json!(1e3),
        json!(""),
        json!("a"),
        json!("ab"),
        json!("good"),
        json!("example text"),
        json!("é🙂"),
    ])
}

pub(crate) fn instance() -> impl Strategy<Value = Json> {
    scalar().prop_recursive(3, 12, 4, |inner| {
        let members = prop::collection::vec((select(&NAMES[..]), inner.clone()), 0..4);
        prop_oneof![
            prop::collection::vec(inner, 0..4).prop_map(Json::from),
            members.prop_map(|members| object(members).into()),
        ]
    })
}

fn object<K: Into<String>>(members: impl IntoIterator<Item = (K, Json)>) -> Map<String, Json> {
    members
        .into_iter()
        .map(|(key, member)| (key.into(), member))
        .collect()
}

fn types() -> impl Strategy<Value = Json> {
    let names = vec![
        "null", "boolean", "integer", "number", "string", "array", "object",
    ];
    prop_oneof![
        3 => select(names.clone()).prop_map(Json::from),
        1 => subsequence(names, 1..4).prop_map(Json::from),
    ]
}

fn keyword(
    name: &'static str,
    value: impl Strategy<Value = Json>,
) -> impl Strategy<Value = (String, Json)> {
    value.prop_map(move |value| (name.to_owned(), value))
}

fn number() -> impl Strategy<Value = Json> {
    select(vec![
        json!(-1),
        json!(0),
        json!(1),
        json!(2.5),
        json!(3),
        json!(1.0),
    ])
}

fn count() -> impl Strategy<Value = Json> {
    (0..4_u8).prop_map(Json::from)
}

/// A keyword without schemas in it.
fn plain() -> impl Strategy<Value = (String, Json)> {
    let names = subsequence(NAMES.to_vec(), 0..3);
    prop_oneof![
        4 => keyword("type", types()),
        1 => keyword("enum", prop::collection::vec(scalar(), 1..4).prop_map(Json::from)),
        1 => keyword("const", instance()),
        1 => keyword("minimum", number()),
        1 => keyword("maximum", number()),
        1 => keyword("exclusiveMinimum", number()),
        1 => keyword("exclusiveMaximum", number()),
        1 => keyword("multipleOf", select(vec![json!(1), json!(2), json!(0.5), json!(3), json!(1.5)])),
        1 => keyword("minLength", count()),
        1 => keyword("maxLength", count()),
        1 => keyword("minItems", count()),
        1 => keyword("maxItems", count()),
        1 => keyword("uniqueItems", any::<bool>().prop_map(Json::from)),
        1 => keyword("minProperties", count()),
        1 => keyword("maxProperties", count()),
        1 => keyword("required", names.clone().prop_map(Json::from)),
        1 => keyword("dependentRequired", names.prop_map(|names| json!({"a": names}))),
        1 => keyword("description", select(vec![json!("what it is")])),
    ]
}

#[cfg(feature = "regex")]
fn leaf() -> impl Strategy<Value = (String, Json)> {
    let patterns = select(vec![
        "^a",
        "b$",
        r"^\w+$",
        "[^a]",
        r"\s",
        "^$",
        "^(good|bad)$",
    ]);
    prop_oneof![8 => plain(), 1 => keyword("pattern", patterns.prop_map(Json::from))]
}

#[cfg(not(feature = "regex"))]
fn leaf() -> impl Strategy<Value = (String, Json)> {
    plain()
}

/// How many schemas there are to refer to.
const DEFINITIONS: usize = 3;

fn reference() -> impl Strategy<Value = Json> {
    let places = (0..DEFINITIONS).map(|index| format!("#/$defs/d{index}"));
    let places: Vec<String> = std::iter::once("#".to_owned()).chain(places).collect();
    select(places).prop_map(|place| json!({"$ref": place}))
}

/// A keyword with schemas in it.
fn nested(inner: BoxedStrategy<Json>) -> impl Strategy<Value = (String, Json)> {
    let list = || prop::collection::vec(inner.clone(), 1..3).prop_map(Json::from);
    let members = || {
        prop::collection::vec((select(&NAMES[..]), inner.clone()), 1..4)
            .prop_map(|members| Json::from(object(members)))
    };
    let names = prop_oneof![
        Just(json!({"maxLength": 1})),
        Just(json!({"enum": ["a", "b"]})),
        Just(json!({"minLength": 2})),
    ];
    prop_oneof![
        4 => keyword("properties", members()),
        1 => keyword("additionalProperties", inner.clone()),
        1 => keyword("propertyNames", names),
        1 => keyword("dependentSchemas", members()),
        3 => keyword("items", inner.clone()),
        1 => keyword("prefixItems", list()),
        1 => keyword("contains", inner.clone()),
        1 => keyword("minContains", count()),
        1 => keyword("maxContains", count()),
        2 => keyword("anyOf", list()),
        1 => keyword("oneOf", list()),
        1 => keyword("allOf", list()),
        1 => keyword("not", inner.clone()),
        1 => keyword("if", inner.clone()),
        1 => keyword("then", inner.clone()),
        1 => keyword("else", inner.clone()),
    ]
}

fn part() -> impl Strategy<Value = Json> {
    let bottom = prop_oneof![
        6 => prop::collection::vec(leaf(), 0..3).prop_map(|keywords| object(keywords).into()),
        1 => any::<bool>().prop_map(Json::from),
        1 => reference(),
    ];
    bottom.prop_recursive(3, 16, 3, |inner| {
        let keywords = prop::collection::vec(prop_oneof![leaf(), nested(inner.boxed())], 1..4);
        keywords.prop_map(|keywords| object(keywords).into())
    })
}

pub(crate) fn schema() -> impl Strategy<Value = Json> {
    let definitions = prop::collection::vec(part(), DEFINITIONS);
    (part(), definitions).prop_map(|(top, definitions)| {
        let mut top = match top {
            Json::Object(top) => top,
            other => object([("allOf", json!([other]))]),
        };
        let names = definitions
            .into_iter()
            .enumerate()
            .map(|(index, part)| (format!("d{index}"), part));
        top.insert("$defs".to_owned(), object(names).into());
        top.into()
    })
}

/// Whether something has to be found that does not fit a schema, which an example does not look for.
fn asks_for_a_misfit(json: &Json) -> bool {
    let text = json.to_string();
    let keywords = ["\"not\"", "\"oneOf\"", "\"else\"", "\"maxContains\""];
    keywords.iter().any(|keyword| text.contains(keyword))
}

/// The schema, unless a reference leads back to itself for the same value.
pub(crate) fn read(json: &Json) -> Result<Option<Schema>, TestCaseError> {
    match Schema::from_json(json) {
        Ok(schema) => Ok(Some(schema)),
        Err(error) if error.to_string().contains("refers to itself") => Ok(None),
        Err(error) => Err(TestCaseError::fail(format!("{error} in {json}"))),
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_check_agrees_with_another_engine(
        json in schema(),
        instances in prop::collection::vec(instance(), 12),
    ) {
        let Some(schema) = read(&json)? else {
            return Ok(());
        };
        let other = jsonschema::draft202012::new(&json).unwrap();
        for instance in instances {
            let issues = schema.check(&Value::from(instance.clone()));
            prop_assert_eq!(issues.is_empty(), other.is_valid(&instance), "{} in {}: {:?}", instance, json, issues);
        }
    }

    #[test]
    fn where_a_value_fits_the_example_does(
        json in schema(),
        instances in prop::collection::vec(instance(), 24),
    ) {
        let Some(schema) = read(&json)? else {
            return Ok(());
        };
        let example = schema.example();
        prop_assert_eq!(&example, &schema.example());
        if asks_for_a_misfit(&json) {
            return Ok(());
        }
        for example in [example, schema.required_example()] {
            if !schema.check(&example).is_empty() {
                let fitting = instances.iter().find(|value| schema.check(&Value::from((*value).clone())).is_empty());
                prop_assert_eq!(fitting, None, "fits, and not {} in {}", example.to_json_text(), json);
            }
        }
    }

    #[test]
    fn a_schema_is_read_again_as_what_it_was(json in schema()) {
        let Some(schema) = read(&json)? else {
            return Ok(());
        };
        prop_assert_eq!(&schema.to_json(), &json);
        let again = Schema::from_json(&schema.to_json()).unwrap();
        let from_text = Schema::from_text(&schema.to_json_text()).unwrap();
        prop_assert_eq!(&again, &schema);
        prop_assert_eq!(&from_text, &schema);
        prop_assert_eq!(again.to_prompt(), schema.to_prompt());
        prop_assert_eq!(from_text.to_json_text(), schema.to_json_text());
        prop_assert_eq!(SchemaCache::default().from_json(&json).unwrap(), schema);
    }

    #[test]
    fn any_json_is_a_schema_or_an_error_with_a_place_in_it(json in instance(), part in part()) {
        for json in [json!({"properties": json}), json!({"items": [json, part]}), json] {
            if let Err(error) = Schema::from_json(&json) {
                prop_assert!(json.pointer(error.path()).is_some(), "{} in {}", error, json);
            }
        }
    }
}

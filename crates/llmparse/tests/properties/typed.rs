//! Values made to fit schemas of every kind: what comes out validates, what fits is left alone, and work grows in line.

use std::time::{Duration, Instant};

use llmparse::{Coercion, Level, Options, Schema, Value, coerce};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Value as Json, json};

use crate::config;
use crate::schema::{instance, read, schema};

const LEVELS: [Level; 3] = [Level::Strict, Level::Normal, Level::Lenient];

/// What a model may write in place of a part of a value.
fn damaged(json: &Json, how: u8) -> Json {
    match how {
        0 => json!([json]),
        1 => json!({"result": json}),
        2 => Json::from(json.to_string()),
        3 => json!(null),
        4 => json!({"properties": json}),
        5 => upper_keys(json),
        6 => match json {
            Json::String(text) => json!(format!("**{}**.", text.to_uppercase())),
            Json::Number(number) => json!(format!("about {number} items")),
            Json::Bool(truth) => json!(if *truth { "yes" } else { "No." }),
            other => json!({"a": other, "extra": 1}),
        },
        _ => match json {
            Json::Array(items) => items.first().unwrap_or(json).clone(),
            Json::Number(number) => json!(format!("{number}.0")),
            other => other.clone(),
        },
    }
}

fn upper_keys(json: &Json) -> Json {
    match json {
        Json::Object(members) => members
            .iter()
            .map(|(key, member)| (key.to_uppercase(), member.clone()))
            .collect::<serde_json::Map<_, _>>()
            .into(),
        other => other.clone(),
    }
}

/// The value with one of its parts damaged.
fn damage(json: &mut Json, place: Index, how: u8) {
    let mut pointers = vec![String::new()];
    let mut index = 0;
    while let Some(pointer) = pointers.get(index).cloned() {
        match json.pointer(&pointer) {
            Some(Json::Array(items)) => {
                pointers.extend((0..items.len()).map(|item| format!("{pointer}/{item}")));
            }
            Some(Json::Object(members)) => {
                let keys = members
                    .keys()
                    .map(|key| key.replace('~', "~0").replace('/', "~1"));
                pointers.extend(keys.map(|key| format!("{pointer}/{key}")));
            }
            _ => {}
        }
        index += 1;
    }
    let pointer = place.get(&pointers);
    if let Some(part) = json.pointer_mut(pointer) {
        *part = damaged(part, how);
    }
}

/// Spellings of a value that fits which are changed all the same.
fn is_spelling(coercion: &Coercion) -> bool {
    matches!(coercion.rule.code(), "integer-spelling" | "null-word")
}

/// Whether a union may take an object of which it knows no key by an arm that asks for none, while another arm knows some:
/// that is no answer, or the other arm is meant.
fn has_loose_arms(schema: &Json) -> bool {
    let is_open = |arm: &Json| {
        ["properties", "$ref", "allOf", "anyOf", "oneOf"]
            .iter()
            .any(|key| arm.get(key).is_some())
    };
    let is_loose = |arms: &[Json]| {
        let open: Vec<&Json> = arms.iter().filter(|arm| is_open(arm)).collect();
        open.len() > 1
            && open
                .iter()
                .any(|arm| arm.get("required").is_none_or(|keys| *keys == json!([])))
    };
    match schema {
        Json::Object(members) => members.iter().any(|(key, member)| {
            let arms = member
                .as_array()
                .filter(|_| key == "anyOf" || key == "oneOf");
            arms.is_some_and(|arms| is_loose(arms)) || has_loose_arms(member)
        }),
        Json::Array(items) => items.iter().any(has_loose_arms),
        _ => false,
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn what_comes_out_fits_by_another_engine_too(
        json in schema(),
        instances in prop::collection::vec(instance(), 4),
        damages in prop::collection::vec((any::<Index>(), 0..8_u8), 1..4),
    ) {
        let Some(schema) = read(&json)? else {
            return Ok(());
        };
        let other = jsonschema::draft202012::new(&json).unwrap();
        let example = Json::from(schema.example());
        for instance in instances.into_iter().chain([example]) {
            let mut instance = instance;
            damages.iter().for_each(|(place, how)| damage(&mut instance, *place, *how));
            for level in LEVELS {
                let coerced = coerce(instance.clone().into(), &schema, level);
                if coerced.issues.is_empty() {
                    let made = Json::from(coerced.value.clone());
                    prop_assert!(schema.check(&coerced.value).is_empty(), "{} in {}", made, json);
                    prop_assert!(other.is_valid(&made), "{} of {} in {}", made, instance, json);
                }
                if level == Level::Strict {
                    prop_assert!(coerced.coercions.is_empty());
                    prop_assert_eq!(Json::from(coerced.value), instance.clone());
                }
            }
        }
    }

    #[test]
    fn what_fits_is_left_alone(json in schema(), instances in prop::collection::vec(instance(), 8)) {
        let Some(schema) = read(&json)? else {
            return Ok(());
        };
        let is_loose = has_loose_arms(&json);
        for instance in instances.into_iter().map(Value::from).chain([schema.example()]) {
            if !schema.check(&instance).is_empty() {
                continue;
            }
            for level in LEVELS {
                let coerced = coerce(instance.clone(), &schema, level);
                let may_differ = is_loose && level > Level::Strict;
                prop_assert!(may_differ || coerced.issues.is_empty(), "{} in {}", instance.to_json_text(), json);
                prop_assert!(may_differ || coerced.coercions.iter().all(is_spelling), "{:?} in {}", coerced.coercions, json);
                if coerced.issues.is_empty() && coerced.coercions.is_empty() {
                    prop_assert_eq!(coerced.value, instance.clone());
                }
            }
        }
    }

    #[test]
    fn a_value_that_does_not_fit_has_issues_and_a_text_for_them(
        json in schema(),
        instance in instance(),
        level in select(&LEVELS[..]),
    ) {
        let Some(schema) = read(&json)? else {
            return Ok(());
        };
        let instance = Value::from(instance);
        let coerced = coerce(instance.clone(), &schema, level);
        if !coerced.issues.is_empty() {
            prop_assert!(has_loose_arms(&json) || !schema.check(&instance).is_empty());
            let text = llmparse::issues_text(&coerced.issues);
            prop_assert!(!text.is_empty() && text.chars().count() <= 1500);
        }
    }

    #[test]
    fn spans_lie_inside_of_the_reply(
        json in schema(),
        instance in instance(),
        damages in prop::collection::vec((any::<Index>(), 0..8_u8), 0..4),
        around in select(&["", "Sure! é ", "<think>x</think>\n", "```json\n"][..]),
    ) {
        let Some(schema) = read(&json)? else {
            return Ok(());
        };
        let mut instance = instance;
        damages.iter().for_each(|(place, how)| damage(&mut instance, *place, *how));
        let reply = format!("{around}{instance}");
        for level in LEVELS {
            let read = llmparse::parse_with_schema_with_trace(&reply, &schema, &Options::default().level(level));
            for coercion in &read.trace.coercions {
                prop_assert!(reply.get(coercion.span.range()).is_some(), "{:?} in {}", coercion, reply);
                prop_assert_eq!(coercion.risk, coercion.rule.risk());
            }
            match read.result {
                Ok(value) => prop_assert!(schema.check(&value).is_empty()),
                Err(error) => prop_assert!(error.span().is_none_or(|span| reply.get(span.range()).is_some())),
            }
        }
    }
}

fn schema_of(json: &Json) -> Schema {
    Schema::from_json(json).unwrap()
}

/// Unions of unions, each arm of which takes the whole of what is below.
fn nested_unions(depth: usize) -> Json {
    let mut definitions = serde_json::Map::new();
    definitions.insert("n0".to_owned(), json!({"type": "integer"}));
    for level in 0..depth {
        let inner = json!({"$ref": format!("#/$defs/n{level}")});
        let arm = |more: &str| json!({"type": "object", "properties": {"a": inner, more: {"type": "string"}}, "required": ["a"]});
        definitions.insert(
            format!("n{}", level + 1),
            json!({"anyOf": [arm("x"), arm("y"), arm("z")]}),
        );
    }
    json!({"$defs": definitions, "$ref": format!("#/$defs/n{depth}")})
}

/// A list of what `schema`, which has definitions, asks for.
fn list_of(mut schema: Json) -> Json {
    let schema = schema.as_object_mut().unwrap();
    let definitions = schema.remove("$defs");
    json!({"$defs": definitions, "type": "array", "items": schema})
}

fn nested(depth: usize, bottom: &str) -> String {
    format!("{}{bottom}{}", "{\"a\":".repeat(depth), "}".repeat(depth))
}

/// A reply by how much of it there is.
type Reply = fn(usize) -> String;

/// Replies by how much of them there is, and the schemas they are read by.
fn shapes() -> Vec<(Json, Reply)> {
    let person = json!({
        "type": "object",
        "properties": {"first_name": {"type": "string"}, "age": {"type": "integer"}, "mood": {"enum": ["good", "bad"]}},
        "required": ["first_name", "age"],
        "additionalProperties": false,
    });
    let tree = json!({
        "$defs": {"n": {"anyOf": [
            {"type": "object", "properties": {"a": {"$ref": "#/$defs/n"}}, "required": ["a"]},
            {"type": "object", "properties": {"a": {"$ref": "#/$defs/n"}, "b": {"type": "integer"}}, "required": ["a"]},
            {"type": "integer"},
        ]}},
        "$ref": "#/$defs/n",
    });
    vec![
        (
            json!({"type": "array", "items": {"type": "integer"}}),
            |n| format!("[{}0]", "\"1,234\",".repeat(n)),
        ),
        (
            json!({"type": "array", "items": {"type": "integer"}}),
            |n| format!("\"{}1\"", "12, ".repeat(n)),
        ),
        (person.clone(), |n| "{\"x\": 1}\n".repeat(n)),
        (person.clone(), |n| {
            "{\"FirstName\": \"Ann\", \"age\": \"3\"} and ".repeat(n)
        }),
        (json!({"type": "array", "items": person}), |n| {
            format!(
                "[{}]",
                "{\"FirstName\": \"Ann\", \"age\": \"3\", \"moood\": 1},".repeat(n)
            )
        }),
        (
            json!({"type": "object", "additionalProperties": {"type": "integer"}}),
            |n| {
                let members: Vec<String> = (0..n)
                    .map(|index| format!("\"k{index}\": \"{index}\""))
                    .collect();
                format!("{{{}}}", members.join(","))
            },
        ),
        (
            json!({"properties": {"kind": {"enum": ["good", "bad"]}}, "required": ["kind"]}),
            |n| format!("{{\"kind\": \"{}\"}}", "so good ".repeat(n)),
        ),
        (list_of(nested_unions(6)), |n| {
            format!("[{}]", format!("{},", nested(6, "\"1\"")).repeat(n / 8))
        }),
        (list_of(tree), |n| {
            format!("[{}]", format!("{},", nested(40, "\"1\"")).repeat(n / 40))
        }),
        (
            json!({"type": "array", "items": {"type": "object", "required": ["a"]}}),
            |n| {
                format!(
                    "\"{}\"",
                    format!("[{}]", "{\\\"a\\\": 1},".repeat(n)).replace(",]", "]")
                )
            },
        ),
    ]
}

fn time(schema: &Schema, text: &str) -> Duration {
    let options = Options::default().level(Level::Lenient);
    let start = Instant::now();
    let _ = llmparse::parse_with_schema_with_trace(text, schema, &options);
    start.elapsed()
}

/// Four times the reply takes four times as long; on a busy machine not in every try.
#[test]
fn time_for_values_that_do_not_fit_grows_in_line_with_their_size() {
    let slow: Vec<String> = shapes()
        .into_iter()
        .filter_map(|(json, text)| {
            let schema = schema_of(&json);
            let (short, long) = (text(400), text(1600));
            let is_linear = (0..8).any(|_| {
                let (small, large) = (time(&schema, &short), time(&schema, &long));
                large < Duration::from_millis(20) || large < small * 10
            });
            (!is_linear).then(|| format!("{json} {:?}", long.get(..80)))
        })
        .collect();
    assert!(slow.is_empty(), "{slow:#?}");
}

/// A thousand times as many choices do not make each misspelled item a thousand times as slow.
#[test]
fn a_misspelled_choice_costs_about_the_same_among_many() {
    let list_of = |members: usize| {
        let names: Vec<String> = (0..members)
            .map(|index| format!("member{index:05}"))
            .collect();
        schema_of(&json!({"type": "array", "items": {"enum": names}}))
    };
    let items: Vec<String> = (0..4000)
        .map(|index| format!("\"mmeber{:05}\"", index % 8))
        .collect();
    let text = format!("[{}]", items.join(","));
    let (few, many) = (list_of(8), list_of(8000));
    let is_flat = (0..8).any(|_| time(&many, &text) < time(&few, &text) * 40);
    assert!(is_flat);
}

/// Three arms in each of 40 levels have more combinations than there is time.
#[test]
fn nested_unions_are_told_apart_without_trying_all_combinations() {
    let schema = schema_of(&nested_unions(40));
    let start = Instant::now();
    let coerced = coerce(
        llmparse::parse_value(&nested(40, "\"1\"")).unwrap(),
        &schema,
        Level::Normal,
    );
    assert!(start.elapsed() < Duration::from_secs(5));
    assert_eq!(coerced.value.to_json_text(), nested(40, "1"));
    assert!(coerced.issues.is_empty());
}

#[test]
fn a_value_of_any_depth_is_an_answer_or_a_refusal() {
    let json = json!({"$defs": {"n": {"type": "object", "properties": {"a": {"$ref": "#/$defs/n"}}}}, "$ref": "#/$defs/n"});
    let schema = schema_of(&json);
    let options = Options::default().limits(llmparse::Limits::default().max_depth(1024));
    for depth in [10, 200, 1000] {
        let text = nested(depth, "5");
        let value = llmparse::parse_value_with_options(&text, &options).unwrap();
        let coerced = coerce(value, &schema, Level::Normal);
        assert!(!coerced.issues.is_empty());
        let fitting = llmparse::parse_value_with_options(&nested(depth, "{}"), &options).unwrap();
        assert!(coerce(fitting, &schema, Level::Normal).issues.is_empty());
    }
}

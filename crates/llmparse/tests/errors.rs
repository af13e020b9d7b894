//! What an error says of a value is enough to mend it: a model that sees nothing but that text comes to a value that fits.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use llmparse::{ParseError, Schema, issues_text};
use serde_json::{Value, json};

/// A model that knows no schema. It changes its answer line by line, as the text says.
struct Model(Value);

impl Model {
    fn read(&mut self, text: &str) {
        // From the end, so that places in lists stay what they are.
        for line in text.lines().rev() {
            if let Some((path, rest)) = line.split_once(": expected ") {
                let (expected, found) = rest.rsplit_once(", found ").unwrap();
                let path = if path == "the value" { "" } else { path };
                self.mend(path, expected, found);
            }
        }
    }

    fn mend(&mut self, path: &str, expected: &str, found: &str) {
        if expected.starts_with("no such key") || expected.starts_with("no item twice") {
            self.remove(path);
            return;
        }
        let new = guess(self.0.pointer(path), expected);
        match self.0.pointer_mut(path) {
            Some(slot) => *slot = new,
            None => {
                assert_eq!(found, "nothing", "{path} is not there");
                let (parent, key) = path.rsplit_once('/').unwrap();
                let parent = self.0.pointer_mut(parent).unwrap();
                parent.as_object_mut().unwrap().insert(key.to_owned(), new);
            }
        }
    }

    fn remove(&mut self, path: &str) {
        let (parent, key) = path.rsplit_once('/').unwrap();
        match self.0.pointer_mut(parent).unwrap() {
            Value::Object(object) => drop(object.remove(key)),
            Value::Array(items) => drop(items.remove(key.parse().unwrap())),
            _ => panic!("{path} is in no container"),
        }
    }
}

/// A value that the words of an error ask for.
fn guess(now: Option<&Value>, expected: &str) -> Value {
    let number = || {
        expected
            .split(' ')
            .find_map(|word| word.parse::<i64>().ok())
    };
    let json = || {
        serde_json::Deserializer::from_str(expected)
            .into_iter()
            .next()?
            .ok()
    };
    if let Some((_, example)) = expected.split_once("such as ") {
        return json!(example);
    }
    if expected.contains("character") {
        return json!("x".repeat(usize::try_from(number().unwrap()).unwrap()));
    }
    if let (Some(count), Some(Value::Array(items))) = (number(), now) {
        let count = usize::try_from(count).unwrap();
        let filler = items.first().cloned().unwrap_or_default();
        return json!(
            items
                .iter()
                .chain(std::iter::repeat(&filler))
                .take(count)
                .collect::<Vec<_>>()
        );
    }
    let words = [
        ("an integer", json!(1)),
        ("a number", json!(0.5)),
        ("a string", json!("some text")),
        ("true", json!(true)),
        ("an array", json!([])),
        ("an object", json!({})),
    ];
    let named = words
        .into_iter()
        .find(|(words, _)| expected.starts_with(words));
    named
        .map(|(_, value)| value)
        .or_else(|| number().map(|number| json!(number)))
        .or_else(json)
        .unwrap_or_else(|| panic!("nothing can be made of {expected}"))
}

/// How many answers the model needs until one fits.
fn rounds(schema: &Value, answer: Value) -> usize {
    let schema = Schema::from_json(schema).unwrap();
    let mut model = Model(answer);
    for round in 1..10 {
        let reply = format!("Here it is:\n```json\n{}\n```", model.0);
        match llmparse::parse_with_schema(&reply, &schema) {
            Ok(value) => {
                assert!(schema.check(&value).is_empty());
                return round;
            }
            Err(ParseError::DoesNotFit { issues, .. }) => {
                let text = issues_text(&issues);
                assert!(text.chars().count() <= 1500);
                model.read(&text);
            }
            Err(other) => panic!("{other}"),
        }
    }
    panic!("{} never fits", model.0)
}

#[test]
fn all_problems_are_mended_in_one_round() {
    let schema = json!({
        "properties": {
            "name": {"type": "string", "minLength": 3},
            "age": {"type": "integer", "minimum": 18},
            "mood": {"enum": ["good", "bad"]},
            "born": {"type": "string", "format": "date"},
            "active": {"type": "boolean"},
            "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 2},
            "address": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
        },
        "required": ["name", "age", "mood", "born", "active", "tags", "address"],
        "additionalProperties": false,
    });
    let answer = json!({
        "name": "X",
        "age": 7,
        "mood": "mixed feelings",
        "born": "long ago",
        "active": "perhaps",
        "tags": ["a", "b", "c"],
        "address": {"city": {"of": "light"}},
    });
    assert_eq!(rounds(&schema, answer), 2);
}

#[test]
fn what_is_missing_is_told_with_its_type() {
    let schema = json!({
        "properties": {"id": {"type": "integer"}, "lines": {"type": "array", "minItems": 1, "items": {"type": "number"}}},
        "required": ["id", "lines"],
    });
    assert_eq!(rounds(&schema, json!({"text": "no order"})), 4);
}

#[test]
fn items_are_named_by_their_place() {
    let schema = json!({"type": "array", "items": {"type": "integer"}, "uniqueItems": true});
    assert_eq!(rounds(&schema, json!([4, "many", 5, {"n": []}, 4])), 3);
}

#[test]
fn many_problems_are_mended_in_several_rounds() {
    let schema = json!({"type": "array", "items": {"type": "integer"}});
    let words = vec!["a word that is no number at all"; 60];
    assert!((3..6).contains(&rounds(&schema, json!(words))));
}

#[test]
fn arms_of_a_union_are_told_apart() {
    let schema = json!({
        "oneOf": [
            {"properties": {"kind": {"const": "card"}, "number": {"type": "string", "minLength": 4}}, "required": ["kind", "number"]},
            {"properties": {"kind": {"const": "cash"}, "paid": {"type": "boolean"}}, "required": ["kind", "paid"]},
        ],
    });
    assert_eq!(rounds(&schema, json!({"kind": "card", "number": "1"})), 2);
    assert_eq!(rounds(&schema, json!({"kind": "cash", "paid": []})), 2);
}

//! Replies of which more may come: what is shown of any start of a reply is there in the whole, too.

use llmparse::{Data, Ending, Level, Options, ParseError, Schema, Traced, Value, WarningKind};
use proptest::prelude::*;
use serde_json::{Value as Json, json};

use crate::config;
use crate::schema::{instance, read, schema};

/// Whether `start` is the same value as `whole`, but for what is not there yet.
fn starts(start: &Value, whole: &Value) -> bool {
    match (&start.data, &whole.data) {
        (Data::Array(start), Data::Array(whole)) => {
            start.len() <= whole.len()
                && start
                    .iter()
                    .zip(whole)
                    .all(|(start, whole)| starts(start, whole))
        }
        (Data::Object(start), Data::Object(whole)) => start
            .iter()
            .all(|(key, start)| whole.get(key).is_some_and(|whole| starts(start, whole))),
        (Data::String(text), Data::String(whole)) if !start.complete => whole.starts_with(&**text),
        (start, whole) => start == whole,
    }
}

fn open() -> Options {
    Options::default().ending(Ending::Open)
}

/// Every start of `reply` that ends between two characters.
fn cuts(reply: &str) -> impl Iterator<Item = &str> {
    reply.char_indices().filter_map(|(end, _)| reply.get(..end))
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn what_is_shown_stays(json in instance()) {
        let reply = json.to_string();
        let whole = llmparse::parse_value(&reply).unwrap();
        let is_container = json.is_object() || json.is_array();
        for cut in cuts(&reply) {
            match llmparse::parse_value_with_options(cut, &open()) {
                Ok(so_far) => prop_assert!(starts(&so_far, &whole), "{} of {}", so_far.to_json_text(), cut),
                Err(error) => prop_assert!(!is_container || cut.is_empty(), "{} of {}", error, cut),
            }
        }
        let closed = llmparse::parse_value_with_options(&format!("{reply}\n"), &open());
        prop_assert!(!is_container || closed.unwrap().to_json_text() == whole.to_json_text());
    }

    #[test]
    fn what_is_shown_by_a_schema_stays(json in schema(), instances in prop::collection::vec(instance(), 4)) {
        let Some(schema) = read(&json)? else {
            return Ok(());
        };
        for instance in instances.into_iter().chain([Json::from(schema.example())]) {
            let reply = instance.to_string();
            for level in [Level::Strict, Level::Normal, Level::Lenient] {
                stays(&schema, &reply, level)?;
            }
        }
    }

    #[test]
    fn texts_that_look_like_the_end_stay(text in text(), fence in any::<bool>()) {
        let schema = json!({
            "properties": {
                "note": {"type": "string", "minLength": 2},
                "mood": {"enum": ["good", "good}"]},
                "list": {"type": "array", "items": {"type": "string"}},
            },
            "required": ["note", "mood", "list"],
        });
        let schema = Schema::from_json(&schema).unwrap();
        let json = json!({"note": format!("{text}ab"), "mood": "good}", "list": [text, "x"]});
        let reply = if fence { format!("```json\n{json}\n```") } else { json.to_string() };
        for level in [Level::Strict, Level::Normal, Level::Lenient] {
            let whole = llmparse::parse_with_schema_with_options(&reply, &schema, &Options::default().level(level));
            stay(&schema, (&reply, &whole.unwrap()), level)?;
        }
    }
}

/// A text with marks in it that may close a string, or what is around it.
fn text() -> impl Strategy<Value = String> {
    let pieces = [
        "}",
        "]",
        "},",
        "\"",
        "\"}",
        "'",
        "```",
        "```json\n",
        "`",
        "~~~",
        "\n",
        "{",
        "[",
        ",",
        ": ",
        "</a>",
        "//",
        "\\",
        "x",
        " ",
        "é",
        "1",
    ];
    let pieces = prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..8);
    pieces.prop_map(|pieces| pieces.concat())
}

fn stays(schema: &Schema, reply: &str, level: Level) -> Result<(), TestCaseError> {
    let options = Options::default().level(level);
    let whole = llmparse::parse_with_schema_with_options(reply, schema, &options);
    match whole.ok().filter(|whole| whole.to_json_text() == reply) {
        Some(whole) => stay(schema, (reply, &whole), level),
        None => Ok(()),
    }
}

/// What is shown of each start of a reply is a start of the whole value, and none is said not to fit.
fn stay(
    schema: &Schema,
    (reply, whole): (&str, &Value),
    level: Level,
) -> Result<(), TestCaseError> {
    let json = schema.to_json_text();
    for cut in cuts(reply) {
        match llmparse::parse_with_schema_with_options(cut, schema, &open().level(level)) {
            Ok(so_far) => {
                let shown = so_far.to_json_text();
                prop_assert!(
                    starts(&so_far, whole),
                    "{level:?}: {shown} of {cut} in {json}"
                );
            }
            Err(error) => {
                let is_early = !matches!(error, ParseError::DoesNotFit { .. });
                prop_assert!(
                    is_early,
                    "{level:?}: {error} of {cut} from {reply} in {json}"
                );
            }
        }
    }
    Ok(())
}

fn person() -> Json {
    json!({"properties": {"name": {"type": "string"}, "age": {"type": "integer"}}, "required": ["name", "age"]})
}

/// Replies that are made to fit, each with its schema and the level that takes it.
fn coerced() -> Vec<(Json, &'static str, Level)> {
    let optional = json!({"anyOf": [{"type": "null"}, person()]});
    let nullable = json!({"anyOf": [{"type": "null"}, {"type": "string"}]});
    let tagged = json!({"oneOf": [
        {"properties": {"kind": {"const": "dot"}, "colour": {"type": "string"}}, "required": ["kind", "colour"]},
        {"properties": {"from": {"type": "integer"}, "to": {"type": "integer"}, "kind": {"const": "line"}},
            "required": ["from", "to", "kind"]},
    ]});
    let house = json!({
        "properties": {"name": {"type": "string"}, "place": {
            "properties": {"street": {"type": "string"}, "zip": {"type": "string"}, "city": {"type": "string"}},
            "required": ["street", "zip", "city"],
        }},
        "required": ["name", "place"],
    });
    vec![
        (
            person(),
            r#"{"person": {"Name": "Ann", "age": "31"}}"#,
            Level::Normal,
        ),
        (
            house,
            r#"{"result": {"name": "x", "place": {"street": "y", "zip": 1, "city": "z"}}}"#,
            Level::Normal,
        ),
        (
            json!({"items": person()}),
            r#"{"people": [{"name": "Ann", "age": 3}, {"name": "Bo", "age": 4}]}"#,
            Level::Normal,
        ),
        (
            json!({"properties": {"a": optional}}),
            r#"{"a": {"name": "Ann", "age": 31}}"#,
            Level::Strict,
        ),
        (
            json!({"properties": {"a": nullable}}),
            r#"{"a": "None"}"#,
            Level::Normal,
        ),
        (
            json!({"items": {"additionalProperties": {"type": ["string", "null"]}}}),
            r#"[{"a": "N/A"}, {"b": "x"}]"#,
            Level::Normal,
        ),
        (
            tagged,
            r#"{"From": "1", "To": "20", "kind": "line"}"#,
            Level::Normal,
        ),
        (
            json!({"properties": {"p": person()}}),
            r#"{'p': '{"name": "Ann", "age": 31}'}"#,
            Level::Normal,
        ),
        (
            json!({"properties": {"n": {"anyOf": [{"type": "integer"}, {"items": {"type": "integer"}}]}}}),
            r#"{"n": ["1", 2]}"#,
            Level::Normal,
        ),
    ]
}

#[test]
fn what_is_shown_of_a_reply_that_is_made_to_fit_stays() {
    for (json, reply, level) in coerced() {
        let schema = Schema::from_json(&json).unwrap();
        let options = Options::default().level(level);
        let whole = llmparse::parse_with_schema_with_options(reply, &schema, &options).unwrap();
        stay(&schema, (reply, &whole), level).unwrap();
    }
}

/// How the parts of a value are shown while it comes, each row with what stands there so far and what is shown.
#[test]
fn texts_grow_and_all_else_comes_at_once() {
    let schema = Schema::from_json(&json!({
        "properties": {
            "title": {"type": "string"},
            "year": {"type": "integer"},
            "mood": {"enum": ["good", "goodish"]},
            "day": {"type": "string", "format": "date"},
            "seen": {"type": "boolean"},
        },
        "required": ["title", "year", "mood", "day", "seen"],
    }))
    .unwrap();
    for (reply, shown) in [
        (r#"{"ti"#, json!({})),
        (r#"{"Title": "The s"#, json!({"title": "The s"})),
        (
            r#"{"title": "The sea", "year": 195"#,
            json!({"title": "The sea"}),
        ),
        (r#"{"year": "1952"#, json!({})),
        (r#"{"year": "1952""#, json!({"year": 1952})),
        (r#"{"mood": "good"#, json!({})),
        (r#"{"mood": "good","#, json!({"mood": "good"})),
        (r#"{"day": "2024-01-0"#, json!({})),
        (
            r#"{"day": "2024/01/02", "seen": tru"#,
            json!({"day": "2024-01-02"}),
        ),
        (r#"{"seen": "yes""#, json!({"seen": true})),
    ] {
        let so_far = llmparse::parse_with_schema_with_options(reply, &schema, &open()).unwrap();
        assert_eq!(Json::from(so_far), shown, "{reply}");
    }
}

#[test]
fn what_cannot_fit_any_more_is_an_error_at_once() {
    let schema = json!({"properties": {"age": {"type": "integer"}}, "required": ["age", "name"]});
    let schema = Schema::from_json(&schema).unwrap();
    let error = llmparse::parse_with_schema_with_options(r#"{"age": "old", "na"#, &schema, &open());
    let error = error.unwrap_err().to_string();
    assert_eq!(
        error,
        r#"the value found does not fit the schema: /age: expected an integer, found "old""#
    );
}

/// The part that is left out, under its kind of warning.
fn withheld<'r>(read: &Traced<Value>, reply: &'r str) -> Option<&'r str> {
    let mut warnings = read.trace.warnings.iter();
    let warning = warnings.find(|warning| warning.kind == WarningKind::Withheld);
    warning.map(|warning| warning.span.of(reply))
}

#[test]
fn what_is_withheld_is_named() {
    let anything = Schema::from_text("{}").unwrap();
    for (reply, shown, part) in [
        (r#"{"a": "x", "b": 1"#, r#"{"a":"x"}"#, Some("1")),
        (
            r#"{"a": [1, {"b": 2.5, "c": -"#,
            r#"{"a":[1,{"b":2.5}]}"#,
            Some("-"),
        ),
        (r#"{"a": true, "b": fal"#, r#"{"a":true}"#, Some("fal")),
        (r#"{"a": 1, "b":"#, r#"{"a":1}"#, Some("")),
        (r#"["x", 1 ap"#, r#"["x"]"#, Some("1 ap")),
        ("4, 5", "[4]", Some("5")),
        ("\"a\": 1, \"b\": 2", r#"{"a":1}"#, Some("2")),
        (r#"{"a": "wor"#, r#"{"a":"wor"}"#, None),
        (r#"{"a": [1, 2], "b": {"#, r#"{"a":[1,2],"b":{}}"#, None),
        (r#"{"a": [1, "#, r#"{"a":[1]}"#, None),
        (r#"{"a": true"#, r#"{"a":true}"#, None),
        (r#"{"a": 1, "b": 2, "a": "x"#, r#"{"a":"x","b":2}"#, None),
    ] {
        let plain = llmparse::parse_value_with_trace(reply, &open());
        let typed = llmparse::parse_with_schema_with_trace(reply, &anything, &open());
        for read in [plain, typed] {
            assert_eq!(withheld(&read, reply), part, "{reply}");
            assert_eq!(read.result.unwrap().to_json_text(), shown);
        }
    }
}

#[test]
fn every_reader_of_json_withholds() {
    let reply = "[1, 2, 3";
    let shown = [1, 2];
    assert_eq!(
        llmparse::parse_json_with_options::<Vec<u8>>(reply, &open()).unwrap(),
        shown
    );
    assert_eq!(
        llmparse::parse_json_value_with_options(reply, &open()).unwrap(),
        json!(shown)
    );
    let all = llmparse::parse_all_with_options(r#"{"a": 1} and {"b": 2"#, &open()).unwrap();
    let all: Vec<String> = all.iter().map(Value::to_json_text).collect();
    assert_eq!(all, [r#"{"a":1}"#, "{}"]);
}

#[test]
fn a_value_that_may_become_another_is_no_value_yet() {
    let number = Schema::from_text(r#"{"type": "integer"}"#).unwrap();
    for error in [
        llmparse::parse_value_with_options("12", &open()).unwrap_err(),
        llmparse::parse_with_schema_with_options("12", &number, &open()).unwrap_err(),
    ] {
        assert_eq!(error.kind(), "unsettled");
        assert_eq!(error.span().unwrap().range(), 0..2);
        assert_eq!(
            error.to_string(),
            "12 may still become another value; more of the reply has to come first"
        );
    }
}

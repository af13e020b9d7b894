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
        for cut in cuts(&reply) {
            if let Ok(so_far) = llmparse::parse_value_with_options(cut, &open()) {
                prop_assert!(starts(&so_far, &whole), "{} of {}", so_far.to_json_text(), cut);
            }
        }
        let closed = llmparse::parse_value_with_options(&format!("{reply}\n"), &open());
        prop_assert!(!json.is_object() && !json.is_array() || closed.unwrap().to_json_text() == whole.to_json_text());
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
}

fn stays(schema: &Schema, reply: &str, level: Level) -> Result<(), TestCaseError> {
    let options = Options::default().level(level);
    let whole = llmparse::parse_with_schema_with_options(reply, schema, &options);
    let Some(whole) = whole.ok().filter(|whole| whole.to_json_text() == reply) else {
        return Ok(());
    };
    for cut in cuts(reply) {
        match llmparse::parse_with_schema_with_options(cut, schema, &open().level(level)) {
            Ok(so_far) => {
                let json = schema.to_json_text();
                let shown = so_far.to_json_text();
                prop_assert!(
                    starts(&so_far, &whole),
                    "{level:?}: {shown} of {cut} in {json}"
                );
            }
            Err(error) => {
                let is_early = !matches!(error, ParseError::DoesNotFit { .. });
                let json = schema.to_json_text();
                prop_assert!(
                    is_early,
                    "{level:?}: {error} of {cut} from {reply} in {json}"
                );
            }
        }
    }
    Ok(())
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
            "what follows may make another value of 12"
        );
    }
}

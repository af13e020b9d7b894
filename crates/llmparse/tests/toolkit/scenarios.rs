//! Rows that name a scenario: constructors, errors, wrappers.

use std::ops::Bound;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

use llmparse::{
    AutoFixingParser, BaseOutputParser, ChainedParser, CsvOutputParser, Dtype, JsonOutputParser,
    ListOutputParser, ParsingError, ResponseSchema, Schema, StructuredOutputParser,
    TypedOutputParser, YamlOutputParser,
};
use serde_json::{Value, json};

use crate::models::{User, user_schema};

/// What of a row does not apply to Rust, and why.
const NOT_FOR_RUST: [(&str, &str); 2] = [
    (
        "JSONOutputParser(dict)",
        "the type of the schema is checked by the compiler",
    ),
    (
        "PydanticOutputParser(dict)",
        "the type of the schema is checked by the compiler",
    ),
];

pub(crate) fn check(scenario: &str, row: &Value) -> Result<(), String> {
    if NOT_FOR_RUST.iter().any(|(name, _)| *name == scenario) {
        // What is no schema is refused where a schema is made.
        return same(
            &json!(Schema::from_json(&json!("dict")).is_err()),
            &json!(true),
        );
    }
    let want = if row["want"].is_null() {
        &row["better"]
    } else {
        &row["want"]
    };
    if let Some(rest) = scenario.strip_prefix("auto: ") {
        return check_auto(rest, want);
    }
    match scenario {
        "repr" | "reprs" => check_debug(want),
        "csv instructions" => same(&csv_instructions(), want),
        "list instructions" => same(&list_instructions(), want),
        // A count cannot be negative, and one that is not there is refused by the compiler.
        "ListOutputParser(-1)" => same(&json!(u64::try_from(-1).is_err()), &json!(true)),
        "ListOutputParser(3,1)" => same_error(
            ListOutputParser::new()
                .item_count((Bound::Included(3), Bound::Included(1)))
                .err(),
            want,
        ),
        "item_transform raises" => check_transform(),
        "ResponseSchema bad type" => check_bad_type(want),
        "duplicate alias" => check_duplicate(want),
        "ResponseSchema.to_dict" => {
            let field = ResponseSchema::new("a", "d")
                .dtype(Dtype::Int)
                .optional()
                .aliases(["b"]);
            same(&serde_json::to_value(field).unwrap(), want)
        }
        "validate ok" => {
            let user = users().validate(json!({"name": "a", "age": 1})).unwrap();
            same(&serde_json::to_value(user).unwrap(), &want["fields"])
        }
        "validate bad" => check_validate(want),
        "get_schema keys" => {
            let schema: Value = serde_json::from_str(&users().schema().to_json_text()).unwrap();
            same(
                &json!(schema.as_object().unwrap().keys().collect::<Vec<_>>()),
                want,
            )
        }
        "parse_or_default" => check_default(want),
        "parse_with_prompt" => {
            let parser = JsonOutputParser::new();
            let (value, instructions) = parser.parse_with_prompt("{\"a\": 1}").unwrap();
            same(&json!(instructions), &json!(parser.format_instructions()))?;
            same(&json!([value, 2]), want)
        }
        "async_parse" => same(&poll(ListOutputParser::new().parse_async("- a\n- b")), want),
        "str(ParsingError)" => check_display(want),
        "chain first" => same(&chain("{\"a\": 1}").unwrap(), &want["data"]),
        "chain second" => same(&chain("1. a\n2. b").unwrap(), &want["data"]),
        "chain none" => {
            let message = chain("zzz").unwrap_err().message;
            same(&json!(as_in_python(&message)), &want["raises"])
        }
        "chain empty" => same_error(ChainedParser::new([]).err(), want),
        "chain nested error text" => {
            let parser = ChainedParser::new([JsonOutputParser::new().boxed()]).unwrap();
            let message = parser.parse(&"z".repeat(300)).unwrap_err().message;
            same(&json!(message.chars().count()), want)
        }
        other => panic!("unknown scenario {other}"),
    }
}

fn same(got: &Value, want: &Value) -> Result<(), String> {
    if got == want {
        Ok(())
    } else {
        Err(format!("\n  wanted {want}\n  got    {got}"))
    }
}

fn same_error(error: Option<llmparse::InvalidParser>, want: &Value) -> Result<(), String> {
    same(
        &json!(error.map(|error| error.to_string())),
        &want["message"],
    )
}

fn users() -> TypedOutputParser<User> {
    TypedOutputParser::new(user_schema())
}

/// Rust spells acronyms as words.
fn as_in_python(text: &str) -> String {
    let text = text.replace("JsonOutputParser", "JSONOutputParser");
    text.replace("CsvOutputParser", "CSVOutputParser")
}

/// `Debug` names each parser and what it was given.
fn check_debug(want: &Value) -> Result<(), String> {
    let list = ListOutputParser::new().item_count(1..=2).unwrap();
    let csv = CsvOutputParser::new().required_column("a").delimiter(';');
    let chain = ChainedParser::new([JsonOutputParser::new().boxed()]).unwrap();
    let field = ResponseSchema::new("a", "d");
    let shown = [
        format!("{:?}", JsonOutputParser::new()),
        format!("{:?}", JsonOutputParser::with_schema(user_schema())),
        format!("{list:?}"),
        format!("{csv:?}"),
        format!("{:?}", YamlOutputParser::new()),
        format!("{:?}", users()),
        format!(
            "{:?}",
            StructuredOutputParser::new([field.clone()]).unwrap()
        ),
        format!("{field:?}"),
        format!("{:?}", AutoFixingParser::new(JsonOutputParser::new())),
        format!("{chain:?}"),
    ];
    for wanted in want.as_array().unwrap() {
        let wanted = wanted.as_str().unwrap();
        let name = wanted.split('(').next().unwrap();
        let name = name
            .replace("JSON", "Json")
            .replace("CSV", "Csv")
            .replace("YAML", "Yaml");
        let name = name.replace("PydanticOutputParser", "TypedOutputParser");
        let is_named = |shown: &&String| shown.starts_with(&name);
        let shown = shown
            .iter()
            .find(is_named)
            .ok_or_else(|| format!("no {name}"))?;
        let values = wanted
            .split(['=', ',', '(', ')', '[', ']', '\''])
            .filter(|word| word.len() == 1);
        for value in values {
            if !shown.contains(value) {
                return Err(format!("{shown} does not show {value}"));
            }
        }
    }
    Ok(())
}

fn csv_instructions() -> Value {
    let required = CsvOutputParser::new()
        .required_column("name")
        .required_column("age");
    json!([
        CsvOutputParser::new().format_instructions(),
        required.format_instructions()
    ])
}

fn list_instructions() -> Value {
    let counted = ListOutputParser::new().item_count(2..=5).unwrap();
    json!([
        ListOutputParser::new().format_instructions(),
        counted.format_instructions()
    ])
}

fn check_transform() -> Result<(), String> {
    let parser = ListOutputParser::new().item_transform(|_| Err::<u8, _>("division by zero"));
    let error = parser.parse("- a").unwrap_err();
    same(
        &json!([error.kind(), error.cause.unwrap().to_string()]),
        &json!(["refused_item", "division by zero"]),
    )
}

/// The order of the types is that of a Python set.
fn check_bad_type(want: &Value) -> Result<(), String> {
    let field = ResponseSchema::new("a", "").dtype(Dtype::Dict);
    let error = StructuredOutputParser::new([field])
        .unwrap_err()
        .to_string();
    let words = |text: &str| {
        let mut words: Vec<String> = text
            .split_whitespace()
            .map(|word| word.replace(['{', '}', '\'', ','], ""))
            .collect();
        words.sort();
        words
    };
    same(
        &json!(words(&error)),
        &json!(words(want["message"].as_str().unwrap())),
    )
}

fn check_duplicate(want: &Value) -> Result<(), String> {
    let fields = [
        ResponseSchema::new("a", ""),
        ResponseSchema::new("b", "").aliases(["A"]),
    ];
    same_error(StructuredOutputParser::new(fields).err(), want)
}

fn check_validate(want: &Value) -> Result<(), String> {
    let message = users().validate(json!({"name": "a"})).unwrap_err().message;
    let wanted = want["message"].as_str().unwrap();
    let start = &wanted[..wanted.find("1 validation error").unwrap()];
    if message.starts_with(start) && message.contains("/age") {
        return Ok(());
    }
    Err(format!("\n  wanted {start}\n  got    {message}"))
}

fn check_default(want: &Value) -> Result<(), String> {
    let parser = JsonOutputParser::new();
    let default = |text: &str, default: Value| {
        let value = parser.parse_or_default(text, default.into());
        serde_json::to_value(value).unwrap()
    };
    let got = json!([
        default("bad", json!({"d": 1})),
        default("bad", Value::Null),
        default("{\"a\": 1}", json!({"d": 1}))
    ]);
    same(&got, want)
}

fn poll<T: serde::Serialize>(
    future: impl Future<Output = Result<T, ParsingError>> + Send,
) -> Value {
    let mut future = std::pin::pin!(future);
    match future
        .as_mut()
        .poll(&mut Context::from_waker(Waker::noop()))
    {
        Poll::Ready(result) => serde_json::to_value(result.unwrap()).unwrap(),
        Poll::Pending => panic!("parsing waits for nothing"),
    }
}

fn check_display(want: &Value) -> Result<(), String> {
    let long = ParsingError::new("m")
        .cause("c")
        .original_text("y".repeat(300));
    let wanted = want.as_array().unwrap();
    let long = long.to_string();
    let preview: String = "y".repeat(200);
    let got = [
        ParsingError::new("m").to_string(),
        ParsingError::new("m").original_text("t").to_string(),
        format!("m\nCaused by: c\nOriginal text preview: {preview}..."),
    ];
    same(&json!(long), &json!(got[2]))?;
    for (got, want) in got.iter().zip(wanted) {
        let start = want.as_str().unwrap().trim_end_matches(['y', '.']);
        if !got.starts_with(start) {
            return Err(format!("\n  wanted {want}\n  got    {got}"));
        }
    }
    // The text is empty: nothing is shown of it.
    same(
        &json!(ParsingError::new("m").original_text("").to_string()),
        &wanted[4],
    )
}

fn chain(text: &str) -> Result<Value, ParsingError> {
    let parsers = [
        JsonOutputParser::new().boxed(),
        ListOutputParser::new().boxed(),
    ];
    let value = ChainedParser::new(parsers).unwrap().parse(text)?;
    Ok(serde_json::to_value(value).unwrap())
}

type Calls = Arc<Mutex<Vec<Value>>>;

/// A parser whose fixer gives `replies` in turn, and the calls of it; beyond them it fails.
fn auto(
    replies: &'static [&'static str],
    retries: usize,
) -> (AutoFixingParser<JsonOutputParser>, Calls) {
    let calls = Calls::default();
    let seen = Arc::clone(&calls);
    let parser = AutoFixingParser::new(JsonOutputParser::new()).max_retries(retries);
    let parser = parser.fixer(move |text, instructions| {
        let mut seen = seen.lock().unwrap();
        seen.push(json!({"text": text, "instructions_len": instructions.chars().count()}));
        let reply = replies.get(seen.len() - 1).ok_or("fx down")?;
        Ok::<_, &str>((*reply).to_owned())
    });
    (parser, calls)
}

fn check_auto(scenario: &str, want: &Value) -> Result<(), String> {
    let (replies, retries): (&'static [&'static str], usize) = match scenario {
        "fixed at once" => (&["{\"a\": 1}"], 2),
        "fixed at second" => (&["worse", "{\"a\": 1}"], 2),
        "never" => (&["no", "no"], 2),
        "max_retries 0" => (&[], 0),
        "fixer raises" => (&[], 2),
        // There is no negative count; without retries what is valid is read.
        "negative max_retries" => {
            return same(
                &serde_json::to_value(auto(&[], 0).0.parse("{\"a\":1}").unwrap()).unwrap(),
                &json!({"a": 1}),
            );
        }
        other => panic!("unknown scenario {other}"),
    };
    let (parser, calls) = auto(replies, retries);
    let result = parser.parse("bad");
    let calls = json!(*calls.lock().unwrap());
    match result {
        Ok(value) => {
            same(&serde_json::to_value(value).unwrap(), &want["data"])?;
            same(&calls, &want["fixer_calls"])
        }
        Err(error) if scenario == "fixer raises" => {
            same(&json!(error.message), &want["raises"])?;
            same(&json!(error.cause.unwrap().to_string()), &json!("fx down"))?;
            same(
                &json!(calls.as_array().unwrap().len()),
                &want["fixer_calls"],
            )
        }
        Err(error) => {
            same(&json!(error.message), &want["raises"])?;
            same(&json!(error.original_text), &want["original_text"])?;
            let cause = error.cause.unwrap().to_string();
            if !cause.starts_with(want["cause"].as_str().unwrap()) {
                return Err(cause);
            }
            same(&calls, &want["fixer_calls"])
        }
    }
}

//! The rows of `cases/engine/toolkit.jsonl`: one trial each, `cargo test --test toolkit -- toolkit-158`.

#![cfg(feature = "yaml")]
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

#[path = "toolkit/models.rs"]
mod models;
#[path = "toolkit/parsers.rs"]
mod parsers;
#[path = "toolkit/scenarios.rs"]
mod scenarios;

use libtest_mimic::{Arguments, Trial};
use serde_json::Value;

use parsers::Outcome;

const FILE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../cases/engine/toolkit.jsonl"
);

fn main() {
    let rows = std::fs::read_to_string(FILE).unwrap();
    let trials = rows.lines().map(|line| {
        let row: Value = serde_json::from_str(line).unwrap();
        let id = row["id"].as_str().unwrap().to_owned();
        Trial::test(id, move || check(&row).map_err(Into::into))
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

fn check(row: &Value) -> Result<(), String> {
    if let Some(scenario) = row["scenario"].as_str() {
        return scenarios::check(scenario, row);
    }
    let outcome = parsers::run(row);
    let checked = match (&row["want"], &row["better"]) {
        (Value::Null, better) => check_better(&outcome, better),
        (want, _) => check_want(&outcome, want),
    };
    checked.map_err(|wanted| {
        let text = parsers::text_of(row);
        let start: String = text.chars().take(200).collect();
        format!("\n  text   {start:?}\n  wanted {wanted}\n  got    {outcome:?}")
    })
}

fn check_want(outcome: &Outcome, want: &Value) -> Result<(), String> {
    let holds = match want["message"].as_str() {
        Some(message) => {
            let error = outcome.result.as_ref().err();
            error.is_some_and(|error| {
                is_message(&error.message, message)
                    && Some(error.has_cause) == want["has_cause"].as_bool()
            })
        }
        None => is_data(outcome, &want["data"]),
    };
    if holds { Ok(()) } else { Err(want.to_string()) }
}

/// What of a message only Python's libraries would say: it may be said otherwise.
const FOREIGN: [&str; 3] = [
    "1 validation error for ",
    "invalid literal for int()",
    "could not determine a constructor",
];

fn is_message(got: &str, want: &str) -> bool {
    let want = want.replace("Pydantic model", "schema User");
    match FOREIGN.iter().find_map(|words| want.find(words)) {
        Some(at) => got.starts_with(&want[..at]) && got.len() > at,
        None => got == want,
    }
}

fn is_data(outcome: &Outcome, want: &Value) -> bool {
    let want = want.get("fields").map_or(want.clone(), unwrap_models);
    outcome.result.as_ref().is_ok_and(|got| is_same(got, &want))
}

/// `{"$model": "Sub", "fields": {...}}` is its fields.
fn unwrap_models(value: &Value) -> Value {
    match value {
        Value::Object(members) if members.contains_key("$model") => {
            unwrap_models(&members["fields"])
        }
        Value::Object(members) => {
            let members = members.iter();
            members
                .map(|(key, value)| (key.clone(), unwrap_models(value)))
                .collect()
        }
        other => other.clone(),
    }
}

fn is_same(got: &Value, want: &Value) -> bool {
    match (got, want) {
        (Value::Number(got), Value::Number(want)) => {
            let (got, want) = (got.as_f64().unwrap(), want.as_f64().unwrap());
            (got - want).abs() <= 1e-9 * want.abs().max(1.0)
        }
        (Value::Array(got), Value::Array(want)) => {
            got.len() == want.len() && got.iter().zip(want).all(|(got, want)| is_same(got, want))
        }
        (Value::Object(got), Value::Object(want)) => {
            let has = |(key, value): (&String, &Value)| {
                want.get(key).is_some_and(|want| is_same(value, want))
            };
            got.len() == want.len() && got.iter().all(has)
        }
        _ => got == want,
    }
}

fn check_better(outcome: &Outcome, better: &Value) -> Result<(), String> {
    let error = outcome.result.as_ref().err();
    let holds = match better.as_object().unwrap().iter().next().unwrap() {
        (key, words) if key == "data" && words.is_string() && outcome.describes(words) => true,
        (key, data) if key == "data" => {
            let is_error = better.get("or").is_some() && error.is_some();
            is_data(outcome, data) && has_warning(outcome, &better["warning"]) || is_error
        }
        (key, _) if key == "raises" => error.is_some(),
        (key, words) if key == "error" => {
            let error = error.ok_or_else(|| better.to_string())?;
            match words.as_str().unwrap() {
                "no list" => error.kind == "unparseable",
                "answer is empty" => {
                    error.kind == "empty_field" && error.message.contains("'answer' is empty")
                }
                other => panic!("unknown error {other}"),
            }
        }
        (key, words) if key == "error_or_warning" => {
            error.is_some_and(|error| error.message.contains(words.as_str().unwrap()))
        }
        (key, data) if key == "error_or" => error.is_some() || is_data(outcome, data),
        (key, _) => panic!("unknown property {key}"),
    };
    if holds {
        Ok(())
    } else {
        Err(better.to_string())
    }
}

/// The kinds of warning that the words of rows stand for.
const WARNINGS: [(&str, &str); 2] = [
    ("duplicate", "duplicate-key"),
    ("extra cell", "surplus-cell"),
];

fn has_warning(outcome: &Outcome, words: &Value) -> bool {
    let Some(words) = words.as_str() else {
        return true;
    };
    let (_, code) = WARNINGS.iter().find(|(known, _)| *known == words).unwrap();
    outcome.warnings.contains(code)
}

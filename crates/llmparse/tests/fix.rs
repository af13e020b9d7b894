//! Runs every row of `cases/engine/fix.jsonl`, one test for each.

#![expect(clippy::panic, clippy::indexing_slicing, reason = "a test may panic")]

#[path = "support/rows.rs"]
mod rows;
#[path = "support/text.rs"]
mod text;

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use libtest_mimic::Arguments;
use llmparse::{FixStrategy, Llm, LlmError, OutputFixer, OutputFormat, Value, build_answer_fixer};
use serde_json::Value as Json;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    libtest_mimic::run(&arguments, rows::trials("fix.jsonl", 80, run_row)).exit_code()
}

fn run_row(row: &Json) -> Result<(), String> {
    let has_kind = row.get("want").is_some() != row.get("better").is_some();
    if !has_kind {
        return Err("the row has to have either `want` or `better`".to_owned());
    }
    match row["fn"].as_str() {
        Some("fix") => run_fix(row),
        Some("fix_dict") => run_fix_dict(row),
        other => Err(format!("unknown function {other:?}")),
    }
}

/// What has to come out.
fn wanted(row: &Json) -> &Json {
    row.get("want").unwrap_or(&row["better"])
}

fn run_fix(row: &Json) -> Result<(), String> {
    let text = text::input(row);
    let calls = Arc::new(AtomicUsize::new(0));
    let fixer = build_fixer(row, &calls);
    let expected: OutputFormat = row["expected_format"]
        .as_str()
        .unwrap_or_default()
        .parse()
        .map_err(|error| format!("{error}"))?;
    let (fixed, strategy) = fixer.fix(&text, expected);
    check_calls(row, strategy, calls.load(Ordering::Relaxed))?;
    match wanted(row)["note"].as_str() {
        Some(note) => check_note(note, &text, (&fixed, strategy)),
        None => check_text(row, &text, (&fixed, strategy)),
    }
}

/// The model is asked once if its reply is what came out, and never otherwise.
fn check_calls(row: &Json, strategy: FixStrategy, calls: usize) -> Result<(), String> {
    let wanted = usize::from(strategy == FixStrategy::LlmReformat);
    if row["llm_response"].is_string() && calls != wanted {
        return Err(format!("{strategy} with {calls} calls of the model"));
    }
    Ok(())
}

fn check_text(row: &Json, input: &str, got: (&str, FixStrategy)) -> Result<(), String> {
    let text = wanted(row)["text"].as_str().unwrap_or_default();
    let long = row["text_gen"]["n"].as_u64().unwrap_or_default();
    // `{"k": "xxx...(40000)"}` stands for a text that is closed.
    let text = if text.contains("...(") {
        assert!(text.contains(&format!("...({long})")), "{text}");
        format!("{input}\"}}")
    } else {
        text.to_owned()
    };
    let strategy = wanted(row)["strategy"].as_str().unwrap_or_default();
    if (got.0, got.1.name()) == (text.as_str(), strategy) {
        return Ok(());
    }
    let why = row["why"].as_str().unwrap_or_default();
    Err(format!(
        "\n  input {input:?}\n  got   {:?} {}\n  want  {text:?} {strategy}\n  {why}",
        got.0, got.1
    ))
}

/// What `better` says in words.
fn check_note(note: &str, input: &str, got: (&str, FixStrategy)) -> Result<(), String> {
    let holds = match note {
        "bounded depth, error value or repaired nesting; never a crash" => {
            got == (input, FixStrategy::None)
        }
        "keep the big integer as text/arbitrary precision; never a crash" => {
            let value = llmparse::parse_value(got.0).map_err(|error| error.to_string())?;
            let number = value.get("n").and_then(Value::as_number);
            let digits = number.map(ToString::to_string).unwrap_or_default();
            got.1 == FixStrategy::None && digits.len() == 5000 && input.contains(&digits)
        }
        _ => return Err(format!("nothing is checked for {note:?}")),
    };
    if holds {
        Ok(())
    } else {
        Err(format!("{note}: got {} {}", got.1, got.0.len()))
    }
}

fn build_fixer(row: &Json, calls: &Arc<AtomicUsize>) -> OutputFixer {
    let llm = row["llm_response"].as_str().map(|reply| {
        let (reply, calls) = (reply.to_owned(), Arc::clone(calls));
        Llm::new(move |_| {
            calls.fetch_add(1, Ordering::Relaxed);
            Ok::<_, LlmError>(reply.clone())
        })
    });
    match row["factory"].as_str() {
        Some("build_answer_fixer") => return build_answer_fixer(llm),
        Some(other) => panic!("unknown factory {other}"),
        None => {}
    }
    let names = row["required_fields"].as_array().into_iter().flatten();
    let names = names.filter_map(Json::as_str);
    let defaults = row["field_defaults"].as_object().into_iter().flatten();
    let defaults = defaults.map(|(name, value)| (name.clone(), value.clone()));
    let fixer = OutputFixer::new()
        .required_fields(names)
        .field_defaults(defaults);
    match llm {
        Some(llm) => fixer.llm(llm),
        None => fixer,
    }
}

fn run_fix_dict(row: &Json) -> Result<(), String> {
    let fixer = build_fixer(row, &Arc::default());
    let data = Value::from(row["data"].clone());
    let (fixed, strategy) = fixer.fix_dict(data.clone());
    let wanted = wanted(row);
    let is_same = fixed == Value::from(wanted["data"].clone());
    let is_named = wanted["strategy"].as_str() == Some(strategy.name());
    // The data is taken by value, so that what the caller keeps cannot change; `same_object` is that it is equal.
    let is_untouched = wanted["same_object"].as_bool() == Some(fixed == data);
    if is_same && is_named && is_untouched {
        return Ok(());
    }
    Err(format!(
        "got {} {strategy}, want {wanted}",
        fixed.to_json_text()
    ))
}

//! Runs every row of `engine/validate.jsonl` and `engine/safety.jsonl`, one test each.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use libtest_mimic::{Arguments, Failed, Trial};
use llmparse::{
    Answer, Dtype, FieldSchema, FixStrategy, OutputFormat, OutputParser, OutputValidator,
    ParseMode, RankedAnswers, RetrievalResult, RetryStrategy, Safety, SafetyFinding,
    ToolCallRequest, ValidationCounts, ValidationResult, ValidationRule, ValidationStatus, Value,
    build_answer_validator, redact, scan_safety,
};
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut trials: Vec<Trial> = read_rows("validate.jsonl")
        .into_iter()
        .map(row_trial)
        .collect();
    trials.extend(read_rows("safety.jsonl").into_iter().map(safety_trial));
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn read_rows(file: &str) -> Vec<Json> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/engine");
    let text = fs::read_to_string(folder.join(file)).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn row_trial(row: Json) -> Trial {
    let id = row["id"].as_str().unwrap().to_owned();
    Trial::test(id, move || {
        let outcome = match row["scenario"].as_str() {
            Some(scenario) => check_scenario(scenario, &row),
            None => check_row(&row),
        };
        outcome.map_err(Failed::from)
    })
}

// Validation of a value.

fn check_row(row: &Json) -> Result<(), String> {
    let raw_text = raw_text(&row["raw_text"]);
    let results = validator(row).validate(Some(&data(&row["data"])), &raw_text);
    match row.get("want") {
        Some(want) => check_wanted(&results, want),
        None => check_better(&results, &row["better"], &raw_text),
    }
}

fn raw_text(row: &Json) -> String {
    match row {
        Json::Object(made) => {
            let unit = made["unit"].as_str().unwrap();
            let times = usize::try_from(made["n"].as_u64().unwrap()).unwrap();
            let post = made.get("post").and_then(Json::as_str).unwrap_or_default();
            format!(
                "{}{}{post}",
                made["pre"].as_str().unwrap(),
                unit.repeat(times)
            )
        }
        text => text.as_str().unwrap().to_owned(),
    }
}

/// A `$map` has keys that are no texts, which are spelled as ones.
fn data(row: &Json) -> Value {
    let Some(pairs) = row.get("$map") else {
        return row.clone().into();
    };
    let pairs = pairs.as_array().unwrap().iter();
    let members = pairs.map(|pair| (pair[0].to_string(), pair[1].clone()));
    Json::Object(members.collect()).into()
}

fn validator(row: &Json) -> OutputValidator {
    if row["factory"] == "build_answer_validator" {
        return build_answer_validator();
    }
    let safety = if row["enable_safety"] == true {
        Safety::On
    } else {
        Safety::Off
    };
    let fields = row["fields"].as_array().into_iter().flatten().map(field);
    let validator = OutputValidator::new().fields(fields).safety(safety);
    let validator = row["rules"]
        .as_str()
        .into_iter()
        .fold(validator, |validator, rules| {
            assert!(rules.starts_with("r1: a > 0"), "{rules}");
            validator.rule(positive_rule(rules))
        });
    match row["model"].as_str() {
        Some(model) => {
            assert_eq!(model, "User{name:str,age:int>=0}");
            validator.schema("User", check_user)
        }
        None => validator,
    }
}

fn field(row: &Json) -> FieldSchema {
    let values = |key: &str| row[key].as_array().cloned().unwrap_or_default();
    let aliases = values("aliases")
        .into_iter()
        .map(|name| name.as_str().unwrap().to_owned());
    let field = FieldSchema::new(row["name"].as_str().unwrap())
        .description(row["description"].as_str().unwrap())
        .dtype(row["dtype"].as_str().unwrap().parse::<Dtype>().unwrap())
        .aliases(aliases)
        .choices(values("choices"));
    if row["required"] == true {
        field
    } else {
        field.optional()
    }
}

fn positive_rule(rules: &str) -> ValidationRule {
    let is_positive = |value: &Value| {
        let number = value.get("a").and_then(Value::as_number).ok_or("'a'")?;
        Ok::<_, &str>(number.as_f64().is_some_and(|number| number > 0.0))
    };
    let rule = ValidationRule::fallible("r1", "must be > 0", is_positive).field("a");
    if rules.contains("severity WARNING") {
        rule.severity(ValidationStatus::Warning)
    } else {
        rule
    }
}

fn check_user(value: &Value) -> Result<(), String> {
    let age = value.get("age").ok_or("age: missing")?;
    let age = age
        .as_number()
        .and_then(|age| age.as_i64())
        .ok_or("age: no integer")?;
    let has_name = value
        .get("name")
        .is_some_and(|name| name.as_str().is_some());
    match age {
        _ if !has_name => Err("name: missing".to_owned()),
        ..0 => Err("age: less than 0".to_owned()),
        _ => Ok(()),
    }
}

fn check_wanted(results: &[ValidationResult], want: &Json) -> Result<(), String> {
    let wanted = want["results"].as_array().unwrap();
    let is_same = results.len() == wanted.len()
        && results
            .iter()
            .zip(wanted)
            .all(|(result, want)| is_wanted(result, want));
    let counts = ValidationCounts::of(results);
    let others = counts.failed + counts.warning + counts.skipped;
    let has_counts = json!(others) == want["failures"] && counts.passed + others == results.len();
    let is_valid = json!(OutputValidator::is_valid(results)) == want["is_valid"];
    if is_same && has_counts && is_valid {
        Ok(())
    } else {
        Err(format!("\n  wanted {want}\n  got    {}", show(results)))
    }
}

/// `[status, field, message]`, and the value if one is carried.
fn is_wanted(result: &ValidationResult, want: &Json) -> bool {
    let message = want[2]
        .as_str()
        .unwrap()
        .replace("Pydantic model", "Schema")
        .replace("Pydantic", "Schema");
    let is_message = match message.strip_prefix("Schema validation failed: ") {
        // The text of the error is the schema's own.
        Some(error) => {
            let names_age = !error.contains("\nage\n") || result.message.contains("age");
            result.message.starts_with("Schema validation failed: ") && names_age
        }
        None => result.message == message,
    };
    let value = result.value.clone().map(Json::from);
    let is_value = want.get(3).is_none_or(|want| value.as_ref() == Some(want));
    let is_carried = want.get(3).is_some() || result.value.is_none();
    result.status.name() == want[0]
        && json!(result.field) == want[1]
        && is_message
        && is_value
        && is_carried
}

fn show(results: &[ValidationResult]) -> String {
    serde_json::to_string(results).unwrap()
}

fn check_better(results: &[ValidationResult], better: &Json, raw_text: &str) -> Result<(), String> {
    let findings: Vec<&SafetyFinding> =
        results.iter().flat_map(|result| &result.findings).collect();
    let has = |code: &str| findings.iter().any(|finding| finding.kind.code() == code);
    for (key, want) in better.as_object().unwrap() {
        let holds = match (key.as_str(), want) {
            ("results", want) => {
                let wanted = want.as_array().unwrap();
                results.len() == wanted.len()
                    && results
                        .iter()
                        .zip(wanted)
                        .all(|(result, want)| is_like(result, want))
            }
            ("is_valid", want) => json!(OutputValidator::is_valid(results)) == *want,
            ("message", want) => {
                let mut failures = OutputValidator::failures(results);
                failures.any(|result| result.message.contains(want.as_str().unwrap()))
            }
            ("one_failure", _) => OutputValidator::failures(results).count() == 1,
            ("leak", Json::Null) => findings.is_empty() && results.is_empty(),
            ("leak", kind) => {
                has(match kind.as_str().unwrap() {
                    "credit_card" => "credit-card",
                    "aws_key" => "api-key",
                    other => other,
                }) && !OutputValidator::is_valid(results)
            }
            ("injection", Json::Bool(true)) => {
                has("prompt-injection") && !OutputValidator::is_valid(results)
            }
            ("injection", Json::Bool(false)) => findings.is_empty(),
            ("injection", _) => has("jailbreak-topic") && OutputValidator::is_valid(results),
            ("hallucination", _) => has("hallucination-marker"),
            ("status", _) => is_configurable(raw_text),
            ("kind", kind) => has(kind.as_str().unwrap()),
            ("span", _) => findings
                .iter()
                .all(|finding| !finding.span.of(raw_text).is_empty()),
            (other, _) => return Err(format!("unknown property {other}")),
        };
        if !holds {
            return Err(format!("\n  {key}: {want}\n  got {}", show(results)));
        }
    }
    Ok(())
}

/// The message is a piece of ours.
fn is_like(result: &ValidationResult, want: &Json) -> bool {
    result.status.name() == want[0]
        && json!(result.field) == want[1]
        && result.message.contains(want[2].as_str().unwrap())
        && (want[2] != "" || result.message.is_empty())
}

fn is_configurable(raw_text: &str) -> bool {
    let kind = scan_safety(raw_text)[0].kind;
    let validator = OutputValidator::new().safety_status(kind, ValidationStatus::Warning);
    let results = validator.validate(None, raw_text);
    results.len() == 1 && results[0].status == ValidationStatus::Warning
}

// Types.

fn check_scenario(scenario: &str, row: &Json) -> Result<(), String> {
    let want = &row["want"];
    let got = match scenario {
        "FieldSchema bad dtype" => {
            let error = "date".parse::<Dtype>().unwrap_err().to_string();
            let names_all = Dtype::ALL.iter().all(|dtype| error.contains(dtype.name()));
            json!({"raises": "ValueError", "message": if names_all && error.contains("date") { &want["message"] } else { &Json::Null }})
        }
        "FieldSchema defaults" => show_field(&FieldSchema::new("a").description("d")),
        "all_names" => {
            let field = FieldSchema::new("a").aliases(["b"]);
            json!(field.all_names().collect::<Vec<_>>())
        }
        "ValidationResult repr/passed" => show_statuses(),
        "ParseTrace.summary" => show_summary(want),
        "ParseTrace defaults" => show_trace(),
        "ParseResult.as_typed wrong type" => return check_cast(),
        "enums" => show_enums(),
        "AnswerSchema confidence text" => {
            let answer: Answer = read(r#"{"answer": "x", "confidence": "85%"}"#)?;
            return check_equal(&json!(answer.confidence()), &row["better"]);
        }
        "AnswerSchema NaN" => {
            let answer: Answer = read(r#"{"answer": "x", "confidence": "NaN"}"#)?;
            return check_equal(&json!(answer.confidence()), &json!(null));
        }
        "AnswerSchema missing" => return check_refused::<Answer>("{}", "answer"),
        "RankedAnswers empty" => {
            return check_refused::<RankedAnswers>(r#"{"answers": []}"#, "answer");
        }
        "RankedAnswers best" => {
            let ranked = r#"{"answers": [{"answer": "a"}, {"answer": "b"}], "best_index": 1}"#;
            let ranked: RankedAnswers = read(ranked)?;
            json!(ranked.best().map(|best| best.answer.as_str()))
        }
        "RankedAnswers out of range" => {
            let ranked = r#"{"answers": [{"answer": "a"}], "best_index": 5}"#;
            return check_refused::<RankedAnswers>(ranked, "best_index");
        }
        "RetrievalResult score" => {
            return check_refused::<RetrievalResult>(r#"{"content": "c", "score": 1.5}"#, "1.5");
        }
        "ToolCallSchema" => {
            let call: ToolCallRequest = read(r#"{"tool_name": "f"}"#)?;
            let fields = json!({"tool_name": call.tool_name, "arguments": call.arguments, "thought": call.thought});
            json!({"$model": "ToolCallSchema", "fields": fields})
        }
        other => return Err(format!("unknown scenario {other}")),
    };
    if got == *want {
        Ok(())
    } else {
        Err(format!("\n  wanted {want}\n  got    {got}"))
    }
}

fn check_equal(got: &Json, want: &Json) -> Result<(), String> {
    if got == want {
        Ok(())
    } else {
        Err(format!("got {got}, wanted {want}"))
    }
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    llmparse::parse_json(text).map_err(|error| error.to_string())
}

/// `text` is no `T`, and the error names `what` is wrong with it.
fn check_refused<T: DeserializeOwned>(text: &str, what: &str) -> Result<(), String> {
    match read::<T>(text) {
        Ok(_) => Err(format!("{text} is taken")),
        Err(error) if error.contains(what) => Ok(()),
        Err(error) => Err(format!("{error} does not name {what}")),
    }
}

/// The trace of a reply that nothing came of, in the names of the row; an empty one has no format.
fn show_trace() -> Json {
    let trace = OutputParser::new().parse(" ").trace;
    let raw = OutputParser::new().parse("x").trace.raw_input;
    // Time passes, less than can be told here.
    let millis = (trace.duration.as_secs_f64() * 1e3).floor();
    json!({
        "raw_input": raw, "detected_format": trace.detected_format.name(), "parse_mode": trace.parse_mode.name(),
        "fix_applied": trace.fix_applied.name(), "retries": trace.retries, "warnings": trace.warnings,
        "errors": trace.errors.iter().filter(|error| *error != "Input text is empty").collect::<Vec<_>>(),
        "validations": trace.validations.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "success": trace.success, "duration_ms": millis,
    })
}

fn show_summary(want: &Json) -> Json {
    let mut trace = OutputParser::new().parse("").trace;
    trace.errors.clear();
    trace.duration = Duration::from_micros(1_234);
    let mut summary = serde_json::to_value(trace.summary()).unwrap();
    let members = summary.as_object_mut().unwrap();
    // Warnings and checks that were skipped are counted apart.
    members.retain(|name, _| want.get(name).is_some());
    summary
}

fn check_cast() -> Result<(), String> {
    let parser = OutputParser::new().expected_format(OutputFormat::Json);
    let error = parser.parse("3").as_typed::<Answer>();
    let message = error.err().map(|error| error.message).unwrap_or_default();
    if message.starts_with("Cannot cast int to ") && message.ends_with("Answer") {
        Ok(())
    } else {
        Err(message)
    }
}

/// The names of all enums; those of a list are numbered from 1.
fn show_enums() -> Json {
    let by_name = |names: &[&str]| -> Json {
        let pairs = names.iter().map(|name| (name.to_uppercase(), json!(name)));
        Json::Object(pairs.collect())
    };
    let numbered = |names: &[&str]| -> Json {
        let pairs = names.iter().enumerate();
        Json::Object(
            pairs
                .map(|(index, name)| ((*name).to_owned(), json!(index + 1)))
                .collect(),
        )
    };
    let modes = [
        ParseMode::Strict,
        ParseMode::Lenient,
        ParseMode::Semantic,
        ParseMode::ToolCall,
    ];
    json!({
        "OutputFormat": show_formats(),
        "ParseMode": by_name(&modes.map(ParseMode::name)),
        "FixStrategy": by_name(&FixStrategy::ALL.map(FixStrategy::name)),
        "ValidationStatus": numbered(&ValidationStatus::ALL.map(ValidationStatus::name)),
        "RetryStrategy": numbered(&RetryStrategy::ALL.map(RetryStrategy::name)),
    })
}

fn show_field(field: &FieldSchema) -> Json {
    let choices = if field.choices.is_empty() {
        Json::Null
    } else {
        json!(field.choices)
    };
    json!({
        "name": field.name, "description": field.description, "dtype": field.dtype.name(), "required": field.required,
        "aliases": field.aliases, "default": field.default.clone().map(Json::from), "choices": choices,
    })
}

/// The text of a warning, and whether a warning, a pass and a failure passed.
fn show_statuses() -> Json {
    let rule = |status| {
        ValidationRule::new("r", "m", |_| false)
            .field("a")
            .severity(status)
    };
    let results = [
        ValidationStatus::Warning,
        ValidationStatus::Passed,
        ValidationStatus::Failed,
    ]
    .map(|status| {
        OutputValidator::new()
            .rule(rule(status))
            .validate(None, "")
            .remove(0)
    });
    let [warning, passed, failed] = results.each_ref();
    json!([
        warning.to_string(),
        warning.passed(),
        passed.passed(),
        failed.passed()
    ])
}

fn show_formats() -> Json {
    let names = OutputFormat::ALL.iter().map(|format| format.name());
    Json::Object(
        names
            .map(|name| (name.to_uppercase(), json!(name)))
            .collect(),
    )
}

// Safety.

fn safety_trial(row: Json) -> Trial {
    Trial::test(row["id"].as_str().unwrap().to_owned(), move || {
        let text = row["text"].as_str().unwrap();
        let found = scan_safety(text);
        let mut kinds: Vec<String> = found
            .iter()
            .map(|finding| finding.kind.to_string())
            .collect();
        kinds.sort();
        kinds.dedup();
        if json!(kinds) != row["kinds"] {
            let places: Vec<&str> = found.iter().map(|finding| finding.span.of(text)).collect();
            return Err(format!(
                "\n  {text:?}\n  wanted {}\n  got    {kinds:?} {places:?}",
                row["kinds"]
            )
            .into());
        }
        let rest = scan_safety(&redact(text));
        if rest.is_empty() {
            Ok(())
        } else {
            Err(format!("left in {:?}: {rest:?}", redact(text)).into())
        }
    })
}

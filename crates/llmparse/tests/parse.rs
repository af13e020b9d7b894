//! Runs every row of `cases/engine/parse.jsonl`, one test for each.

#![expect(clippy::panic, clippy::indexing_slicing, reason = "a test may panic")]

#[path = "support/rows.rs"]
mod rows;
#[path = "support/text.rs"]
mod text;

use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use libtest_mimic::Arguments;
use llmparse::{
    Answer, Dtype, FieldSchema, Llm, OutputFormat, OutputParser, ParseMode, ParseResult,
    RankedAnswers, RetrievalResult, Safety, Schema, ToolCallRequest, create_answer_parser,
    create_json_parser, create_tool_call_parser, graceful_fallback,
};
use serde_json::{Value as Json, json};

/// Rows that cannot hold, and why.
const EXCEPTIONS: [(&str, &str); 4] = [
    (
        "parse-011",
        "objects right behind each other are all kept, as a list, so that none is lost",
    ),
    (
        "parse-029",
        "a key that was cut off behind its name is null, as everywhere: see kinds/135",
    ),
    (
        "parse-051",
        "a tag that is not known is a warning, and its value is read",
    ),
    (
        "parse-094",
        "items below others are items beside them, as everywhere, so that none is lost",
    ),
];

type Outcome = Result<(), String>;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    libtest_mimic::run(&arguments, rows::trials("parse.jsonl", 150, run_or_excuse)).exit_code()
}

/// Runs a row; one that is excepted has to fail.
fn run_or_excuse(row: &Json) -> Outcome {
    let id = row["id"].as_str().unwrap_or_default();
    let outcome = run_row(row);
    match EXCEPTIONS.iter().find(|(excepted, _)| *excepted == id) {
        Some((_, why)) if outcome.is_ok() => Err(format!("it holds by now, though {why}")),
        Some(_) => Ok(()),
        None => outcome,
    }
}

fn run_row(row: &Json) -> Outcome {
    match row["scenario"].as_str() {
        Some(scenario) => run_scenario(scenario, row),
        None => run_text(row),
    }
}

// ---- texts ----------------------------------------------------------------------------------------------------------

fn run_text(row: &Json) -> Outcome {
    let text = text::input(row);
    let calls = Arc::new(Mutex::new(Calls::default()));
    let parser = build(row, &calls)?;
    let result = parser.parse(&text);
    let calls = calls.lock().map_err(|error| error.to_string())?;
    match (row.get("want"), row.get("better")) {
        (Some(want), None) => check_want(row, want, (&result, &calls)),
        (None, Some(better)) => check_better(row, better, (&result, &calls)),
        _ => Err("the row has to have either `want` or `better`".to_owned()),
    }
    .map_err(|error| {
        format!(
            "\n  input {text:?}\n  got   {} {:?} {}\n  errors {:?} warnings {:?}\n  {error}\n  {}",
            result.trace.detected_format,
            result.outcome,
            data_of(&result),
            result.trace.errors,
            result.trace.warnings,
            row["why"].as_str().unwrap_or_default(),
        )
    })
}

/// What a model was asked, and the waits between.
#[derive(Default)]
struct Calls {
    count: usize,
    sleeps: Vec<f64>,
}

fn build(row: &Json, calls: &Arc<Mutex<Calls>>) -> Result<OutputParser, String> {
    let config = &row["config"];
    let llm = row["llm_responses"]
        .as_array()
        .map(|replies| scripted(replies.clone(), calls));
    let mut parser = match config["factory"].as_str() {
        Some("answer") => create_answer_parser(llm.clone()),
        Some("tool_call") => create_tool_call_parser(llm.clone()),
        Some("json") => create_json_parser(None, llm.clone()),
        Some(other) => return Err(format!("unknown factory {other}")),
        None => match config["schema"].as_str() {
            Some("AnswerSchema") => create_answer_parser(llm.clone()),
            _ => OutputParser::new(),
        },
    };
    for (name, value) in config.as_object().into_iter().flatten() {
        let text = value.as_str().unwrap_or_default();
        parser = match name.as_str() {
            "factory" => parser,
            "mode" => parser.mode(mode(text)?),
            "expected_format" if value.is_null() => parser,
            "expected_format" => parser.expected_format(format(text)?),
            "max_retries" => {
                let retries = value.as_u64().and_then(|count| u32::try_from(count).ok());
                parser.max_retries(retries.ok_or("no count of retries")?)
            }
            "enable_safety" if *value == json!(false) => parser.safety(Safety::Off),
            "enable_safety" => parser,
            "schema" if text == "AnswerSchema" => parser,
            "schema" => parser.schema(schema(text)?),
            "fields" => parser.fields(fields(value)?),
            "original_prompt" => parser.original_prompt(text),
            other => return Err(format!("unknown setting {other}")),
        };
    }
    let slept = Arc::clone(calls);
    parser = parser.sleeper(move |time: Duration| {
        if let Ok(mut calls) = slept.lock() {
            calls.sleeps.push(time.as_secs_f64());
        }
    });
    Ok(match llm {
        Some(llm) => parser.llm(llm),
        None => parser,
    })
}

/// A model that gives the replies in order, the last of them again and again.
fn scripted(replies: Vec<Json>, calls: &Arc<Mutex<Calls>>) -> Llm {
    let calls = Arc::clone(calls);
    Llm::new(move |_| {
        let mut calls = calls.lock().map_err(|error| error.to_string())?;
        let reply = replies.get(calls.count).or(replies.last());
        calls.count += 1;
        match reply {
            Some(Json::String(text)) => Ok(text.clone()),
            Some(other) => Err(other["raise"].as_str().unwrap_or("error").to_owned()),
            None => Err("no reply".to_owned()),
        }
    })
}

fn mode(name: &str) -> Result<ParseMode, String> {
    match name {
        "strict" => Ok(ParseMode::Strict),
        "lenient" => Ok(ParseMode::Lenient),
        "semantic" => Ok(ParseMode::Semantic),
        "tool_call" => Ok(ParseMode::ToolCall),
        _ => Err(format!("unknown mode {name}")),
    }
}

fn format(name: &str) -> Result<OutputFormat, String> {
    name.parse()
        .map_err(|error: llmparse::UnknownFormat| error.to_string())
}

fn schema(name: &str) -> Result<Schema, String> {
    const PRODUCT: &str = r#"{"title": "Product", "type": "object", "properties": {"name": {"type": "string"},
        "price": {"type": "number"}, "tags": {"type": "array", "items": {"type": "string"}, "default": []}},
        "required": ["name", "price"]}"#;
    let nested = || {
        format!(
            r#"{{"title": "Nested", "type": "object", "properties": {{"title": {{"type": "string"}}, "item": {PRODUCT}}},
            "required": ["title", "item"]}}"#
        )
    };
    match name {
        "Product" => Schema::from_text(PRODUCT),
        "Nested" => Schema::from_text(&nested()),
        "ToolCallSchema" => Ok(ToolCallRequest::schema()),
        "RetrievalResultSchema" => Ok(RetrievalResult::schema()),
        "RankedAnswersSchema" => Ok(RankedAnswers::schema()),
        _ => return Err(format!("unknown schema {name}")),
    }
    .map_err(|error| error.to_string())
}

fn fields(list: &Json) -> Result<Vec<FieldSchema>, String> {
    let items = list.as_array().into_iter().flatten();
    items.map(field).collect()
}

fn field(item: &Json) -> Result<FieldSchema, String> {
    let text = |name: &str| item[name].as_str().unwrap_or_default().to_owned();
    let mut field = FieldSchema::new(text("name")).description(text("description"));
    if let Some(dtype) = item["dtype"].as_str() {
        let dtype: Dtype = dtype
            .parse()
            .map_err(|error: llmparse::UnknownDtype| error.to_string())?;
        field = field.dtype(dtype);
    }
    if item["required"] == json!(false) {
        field = field.optional();
    }
    if let Some(default) = item.get("default").filter(|default| !default.is_null()) {
        field = field.default(default.clone());
    }
    let choices = item["choices"].as_array().into_iter().flatten();
    let aliases = item["aliases"].as_array().into_iter().flatten();
    Ok(field
        .choices(choices.cloned())
        .aliases(aliases.filter_map(Json::as_str)))
}

fn data_of(result: &ParseResult) -> Json {
    result.data.clone().map_or(Json::Null, Json::from)
}

// ---- rows to keep ---------------------------------------------------------------------------------------------------

fn check_want(row: &Json, want: &Json, (result, calls): (&ParseResult, &Calls)) -> Outcome {
    check("ok", &json!(result.ok()), &want["ok"])?;
    check_data(result, &want["data"])?;
    let summary = result.trace.summary();
    let summary = serde_json::to_value(&summary).map_err(|error| error.to_string())?;
    for (name, wanted) in want["trace"].as_object().into_iter().flatten() {
        match name.as_str() {
            // How an error is worded is ours; how many there are of which stage is not.
            "errors" => check("errors", &stages(&summary["errors"]), &stages(wanted))?,
            _ => check(name, &summary[name], wanted)?,
        }
    }
    check_calls(want, calls)?;
    let schema_type = want["schema_type"].as_str().map(name_of);
    let got = result.schema_type.as_deref();
    if got != schema_type && row["config"].get("schema").is_some() {
        return Err(format!("schema {got:?}, not {schema_type:?}"));
    }
    Ok(())
}

/// `AnswerSchema` is called `Answer` here.
fn name_of(name: &str) -> &str {
    match name {
        "ToolCallSchema" => "ToolCallRequest",
        _ => name.strip_suffix("Schema").unwrap_or(name),
    }
}

/// The words before the colon of each message.
fn stages(messages: &Json) -> Json {
    let messages = messages.as_array().into_iter().flatten();
    let stages = messages.map(|message| {
        let message = message.as_str().unwrap_or_default();
        message.split_once(':').map_or(message, |(stage, _)| stage)
    });
    stages.collect()
}

fn check_calls(want: &Json, calls: &Calls) -> Outcome {
    if let Some(count) = want.get("llm_calls") {
        check("calls of the model", &json!(calls.count), count)?;
    }
    if let Some(sleeps) = want.get("sleeps") {
        check("waits", &json!(calls.sleeps), sleeps)?;
    }
    Ok(())
}

fn check(what: &str, got: &Json, want: &Json) -> Outcome {
    if same(got, want) {
        Ok(())
    } else {
        Err(format!("{what}: got {got}, want {want}"))
    }
}

/// Equal as values; 1 and 1.0 are.
fn same(got: &Json, want: &Json) -> bool {
    match (got, want) {
        (Json::Number(got), Json::Number(want)) => got.as_f64() == want.as_f64(),
        (Json::Array(got), Json::Array(want)) => {
            got.len() == want.len() && got.iter().zip(want).all(|(got, want)| same(got, want))
        }
        (Json::Object(got), Json::Object(want)) => {
            got.len() == want.len()
                && got
                    .iter()
                    .all(|(key, got)| want.get(key).is_some_and(|want| same(got, want)))
        }
        _ => got == want,
    }
}

/// Holds the data against what is wanted, which may be a model with fields, or stand for a long text.
fn check_data(result: &ParseResult, want: &Json) -> Outcome {
    if let Some(length) = want.get("$long").and_then(Json::as_u64) {
        let compact = data_of(result).to_string().len() as u64;
        // The length is that of a text with blanks behind commas and colons.
        return if compact > length / 2 && compact <= length {
            Ok(())
        } else {
            Err(format!("{compact} bytes of data, not about {length}"))
        };
    }
    let want = plain(want);
    let mut got = data_of(result);
    complete(&mut got, &want);
    check("data", &got, &want)
}

/// The wanted data without `{"$model", "fields"}` around it.
fn plain(want: &Json) -> Json {
    match want {
        Json::Object(members) if members.contains_key("$model") => plain(&want["fields"]),
        Json::Object(members) => {
            let members = members
                .iter()
                .map(|(key, member)| (key.clone(), plain(member)));
            Json::Object(members.collect())
        }
        Json::Array(items) => items.iter().map(plain).collect(),
        _ => want.clone(),
    }
}

/// A model's optional members that were not said are absent here, and null, empty or 1.0 there.
fn complete(got: &mut Json, want: &Json) {
    match (got, want) {
        (Json::Object(got), Json::Object(want)) => {
            for (key, wanted) in want {
                let unsaid = [json!(null), json!([]), json!({}), json!(1.0)];
                match got.get_mut(key) {
                    Some(got) => complete(got, wanted),
                    None if unsaid.iter().any(|value| same(value, wanted)) => {
                        got.insert(key.clone(), wanted.clone());
                    }
                    None => {}
                }
            }
        }
        (Json::Array(got), Json::Array(want)) => {
            for (got, want) in got.iter_mut().zip(want) {
                complete(got, want);
            }
        }
        _ => {}
    }
}

// ---- defects --------------------------------------------------------------------------------------------------------

fn check_better(row: &Json, better: &Json, (result, calls): (&ParseResult, &Calls)) -> Outcome {
    let id = row["id"].as_str().unwrap_or_default();
    for (name, wanted) in better.as_object().into_iter().flatten() {
        match name.as_str() {
            "data" if is_dropped_confidence(id) => check_answer(result)?,
            "data" => {
                check_data(result, wanted)?;
                check("ok", &json!(result.ok()), &json!(true))?;
            }
            "ok" => check("ok", &json!(result.ok()), wanted)?,
            "or" => {}
            "error" if better.get("or").is_some() => check_either(result, &better["or"])?,
            "error" | "error_or_ok_false" | "raises" => check_failed(result)?,
            "error_or_warning" => check_told(result)?,
            "warning" => check_told(result)?,
            "trace_success" => check(name, &json!(result.trace.success), wanted)?,
            "fallback_payload_available" => {
                check(name, &json!(result.fallback.is_some()), wanted)?;
            }
            "llm_calls" => check(name, &json!(calls.count), wanted)?,
            // Of a header without rows the names are in the warning's place; no row stands below it.
            "columns" => check("columns", &columns_of(result), wanted)?,
            other => return Err(format!("nothing is checked for {other}: {wanted}")),
        }
    }
    Ok(())
}

/// The names that stand where a header without rows is told.
fn columns_of(result: &ParseResult) -> Json {
    let mut warnings = result.trace.reading.warnings.iter();
    let told = warnings.find(|warning| warning.kind == llmparse::WarningKind::NoRows);
    let header = told.map_or("", |warning| warning.span.of(&result.raw));
    header.split(',').map(str::trim).collect()
}

/// The row whose confidence is a word: it is missing rather than a number here.
fn is_dropped_confidence(id: &str) -> bool {
    id == "parse-166"
}

fn check_answer(result: &ParseResult) -> Outcome {
    let answer: Answer = result.as_typed().map_err(|error| error.to_string())?;
    check("confidence", &json!(answer.confidence()), &json!(null))?;
    check("answer", &json!(answer.answer), &json!("x"))
}

fn check_failed(result: &ParseResult) -> Outcome {
    let has_error = !result.trace.errors.is_empty();
    if !result.ok() && !result.trace.success && has_error {
        Ok(())
    } else {
        Err("it has to fail, with an error".to_owned())
    }
}

/// An error, or a value that something is said about.
fn check_told(result: &ParseResult) -> Outcome {
    let reading = &result.trace.reading;
    let is_ranked = result.schema_type.as_deref() == Some("RankedAnswers");
    if is_ranked && result.as_typed::<RankedAnswers>().is_err() {
        return Ok(());
    }
    let is_told = !result.trace.warnings.is_empty()
        || !reading.warnings.is_empty()
        || !reading.coercions.is_empty()
        || !result.ok() && !result.trace.errors.is_empty();
    if is_told {
        Ok(())
    } else {
        Err("nothing is said about it".to_owned())
    }
}

/// An error, or the value that is as good.
fn check_either(result: &ParseResult, other: &Json) -> Outcome {
    if !result.ok() {
        return check_failed(result);
    }
    match other {
        Json::String(_) => check_repaired(result),
        _ => check("data", &data_of(result), other),
    }
}

fn check_repaired(result: &ParseResult) -> Outcome {
    if result.trace.reading.is_repaired() {
        Ok(())
    } else {
        Err("it has to be repaired".to_owned())
    }
}

// ---- scenarios ------------------------------------------------------------------------------------------------------

fn run_scenario(scenario: &str, row: &Json) -> Outcome {
    let want = row.get("want").unwrap_or(&row["better"]);
    let parser = OutputParser::new();
    match scenario {
        "parse(\"a,b\\n1,2\"); parse(same, expected_format=plain_text)" => {
            let first = parser.parse("a,b\n1,2");
            check("first", &data_of(&first), &json!([{"a": "1", "b": "2"}]))?;
            let second = parser.parse_format("a,b\n1,2", OutputFormat::PlainText);
            check("second", &data_of(&second), &want["second_as_plain_text"])
        }
        "enable_cache=False" => {
            let parser = parser.cache_size(0);
            let _ = parser.parse("[1]");
            check("kept", &json!(parser.cached()), &json!(0))
        }
        "clear_cache" => {
            let _ = parser.parse("[1]");
            check("kept", &json!(parser.cached()), &json!(1))?;
            parser.clear_cache();
            check("kept", &json!(parser.cached()), &json!(0))
        }
        "300 different inputs" => {
            for number in 0..300 {
                let _ = parser.parse(&format!("[{number}]"));
            }
            check("kept", &json!(parser.cached()), &json!(128))
        }
        "parse_typed on empty" => {
            let error = parser.parse_typed::<Answer>("").err();
            let message = error.map(|error| error.message.clone());
            check("message", &json!(message), &want["message"])
        }
        "parse_typed on unparsable text" => {
            let parser = parser.expected_format(OutputFormat::Json);
            let read = parser.parse_typed::<Answer>("garbage [");
            check("error", &json!(read.is_err()), &json!(true))
        }
        "repr(ParseResult)" => check("text", &json!(parser.parse("{\"a\": 1}").to_string()), want),
        "ParseResult.ok with data null" => {
            check("ok", &json!(parser.parse("").ok()), &want["ok"])?;
            let null = parser.expected_format(OutputFormat::Json).parse("null");
            check("ok of null", &json!(null.ok()), &json!(true))
        }
        _ => run_text_scenario(scenario, want),
    }
}

/// Scenarios of what is written: instructions, payloads, summaries.
fn run_text_scenario(scenario: &str, want: &Json) -> Outcome {
    let parser = OutputParser::new();
    match scenario {
        "format instructions fields" => {
            let parser = parser.fields([
                FieldSchema::new("a").description("first"),
                FieldSchema::new("n")
                    .dtype(Dtype::Int)
                    .description("count")
                    .optional(),
            ]);
            let text = parser.format_instructions();
            let lines: Vec<&str> = text.lines().collect();
            check("lines", &json!(lines.len()), &want["text_lines"])?;
            check(
                "fields",
                &json!(lines.get(1..)),
                &json!([
                    "  a: <str> — first (required)",
                    "  n: <int> — count (optional)"
                ]),
            )
        }
        "format instructions schema" => {
            let schema = Answer::schema();
            let text = parser.schema(schema.clone()).format_instructions();
            check(
                "schema",
                &json!(text.contains(&schema.to_json_text())),
                &json!(true),
            )?;
            check("fence", &json!(text.contains("```json\n")), &json!(true))
        }
        "factories" => run_factories(),
        "graceful_fallback(\"x\"*600, \"q\"*300)" => {
            let payload = Json::from(graceful_fallback(&"x".repeat(600), &"q".repeat(300)));
            let length = |name: &str| payload[name].as_str().map(str::len);
            for name in ["answer", "_raw", "_query"] {
                check(name, &json!(length(name)), &want[name])?;
            }
            check("flag", &payload["_parse_error"], &want["_parse_error"])
        }
        "graceful_fallback(\"\", \"\")" => {
            check("payload", &Json::from(graceful_fallback("", "")), want)
        }
        "graceful_fallback(\"  hi \", \"\")" => {
            check("payload", &Json::from(graceful_fallback("  hi ", "")), want)
        }
        "summary counts" => run_summary(want),
        _ => Err(format!("unknown scenario {scenario}")),
    }
}

fn run_factories() -> Outcome {
    let silent = || {
        let calls = Arc::new(Mutex::new(Calls::default()));
        (scripted(vec![json!("no")], &calls), calls)
    };
    // Each: one call to write it anew, and the retries.
    for (factory, retries) in [("answer", 2), ("json", 2), ("tool_call", 1)] {
        let (llm, calls) = silent();
        let parser = match factory {
            "answer" => create_answer_parser(Some(llm)).expected_format(OutputFormat::Json),
            "json" => create_json_parser(None, Some(llm)),
            _ => create_tool_call_parser(Some(llm)),
        };
        let _ = parser.parse("nothing of it");
        let count = calls.lock().map_err(|error| error.to_string())?.count;
        check(factory, &json!(count), &json!(1 + retries))?;
    }
    let call = r#"{"name": "f", "arguments": {"password": "hunter2"}}"#;
    let result = create_tool_call_parser(None).parse(call);
    check(
        "checks of a call",
        &json!(result.trace.validations.len()),
        &json!(0),
    )?;
    let leak = r#"{"answer": "mail jo@example.org"}"#;
    let result = create_answer_parser(None).parse(leak);
    let failed = result.trace.summary().validation_failed;
    check("leaks of an answer", &json!(failed), &json!(1))?;
    check("schema", &json!(result.schema_type), &json!("Answer"))
}

fn run_summary(want: &Json) -> Outcome {
    let parser = OutputParser::new().expected_format(OutputFormat::Json);
    let mut trace = parser.parse("{}").trace;
    trace.add_validation(FieldSchema::new("a").optional().validate_value(None));
    let mut warning = FieldSchema::new("b").validate_value(None);
    warning.status = llmparse::ValidationStatus::Warning;
    trace.add_validation(warning);
    let summary = serde_json::to_value(trace.summary()).map_err(|error| error.to_string())?;
    for (name, wanted) in want.as_object().into_iter().flatten() {
        check(name, &summary[name], wanted)?;
    }
    Ok(())
}

//! Runs every row of `cases/engine/retry.jsonl`, one test for each.
//!
//! Two facts of the rows are not compared. How long the prompts `JSON_STRICT` and `SIMPLIFIED` were: those show the newest
//! reply and the instructions now, as other rows ask. And how long `STRICT_FORMAT` was with a schema: it shows an example.

#![expect(clippy::panic, clippy::indexing_slicing, reason = "a test may panic")]

#[path = "support/rows.rs"]
mod rows;

use std::collections::BTreeSet;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use libtest_mimic::Arguments;
use llmparse::{Llm, RetryHandler, RetryRequest, RetryResult, RetryStrategy, Schema, Value};
use serde_json::{Value as Json, json};

/// What the parser of the rows says of any text that is no JSON.
const NO_JSON: &str = "Expecting value: line 1 column 1 (char 0)";

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    libtest_mimic::run(&arguments, rows::trials("retry.jsonl", 30, run_row)).exit_code()
}

fn run_row(row: &Json) -> Result<(), String> {
    if let Some(scenario) = row["scenario"].as_str() {
        return run_scenario(scenario, &row["want"]);
    }
    let run = Run::of(row)?;
    match (row.get("want"), row.get("better")) {
        (Some(want), None) => run.check(want),
        (None, Some(better)) => run.check_better(better),
        _ => Err("the row has to have either `want` or `better`".to_owned()),
    }
}

/// Texts that were recorded while a handler ran.
type Record<T> = Arc<Mutex<Vec<T>>>;

fn read<T: Clone>(record: &Record<T>) -> Vec<T> {
    let held = record.lock().unwrap_or_else(PoisonError::into_inner);
    held.clone()
}

fn push<T>(record: &Record<T>, item: T) {
    let mut held = record.lock().unwrap_or_else(PoisonError::into_inner);
    held.push(item);
}

/// What came of one row.
struct Run<'r> {
    row: &'r Json,
    request: RetryRequest,
    result: RetryResult<Value>,
    prompts: Vec<String>,
    sleeps: Vec<f64>,
}

impl<'r> Run<'r> {
    fn of(row: &'r Json) -> Result<Self, String> {
        let (prompts, sleeps) = (Record::default(), Record::default());
        let llm = scripted(row, &prompts);
        let handler = build_handler(row, &sleeps)?;
        let request = RetryRequest::new(text_of(&row["original_prompt"]))
            .format_instructions(text_of(&row["format_instructions"]))
            .last_error(text_of(&row["last_error"]))
            .last_response(text_of(&row["last_response"]));
        // Where the value has to fit the schema, this is asked for; otherwise what the parser takes is taken.
        let result = if row["better"].get("success") == Some(&json!(false)) {
            handler.run_value(&llm, &request, parse)
        } else {
            handler.run(&llm, &request, parse)
        };
        Ok(Self {
            row,
            request,
            result,
            prompts: read(&prompts),
            sleeps: read(&sleeps),
        })
    }

    fn check(&self, want: &Json) -> Result<(), String> {
        let strategy = self.result.strategy.map(RetryStrategy::name);
        let got = json!({
            "success": self.result.success,
            "response": self.result.response,
            "attempts": self.result.attempts,
            "strategy_used": strategy,
            "errors": self.result.errors,
            "llm_calls": self.prompts.len(),
            "sleeps": self.sleeps,
        });
        let members = got.as_object().into_iter().flatten();
        for (name, got) in members {
            same(name, got, &want[name])?;
        }
        let known: BTreeSet<&String> = got
            .as_object()
            .into_iter()
            .flat_map(|got| got.keys())
            .collect();
        let unknown = want.as_object().into_iter().flat_map(|want| want.keys());
        if let Some(name) = unknown
            .into_iter()
            .find(|name| !known.contains(name) && *name != "prompts")
        {
            return Err(format!("nothing is checked for {name}"));
        }
        let facts = want["prompts"]
            .as_array()
            .map(Vec::as_slice)
            .unwrap_or_default();
        same("prompts", &json!(self.prompts.len()), &json!(facts.len()))?;
        for (index, facts) in facts.iter().enumerate() {
            self.check_facts(index, facts)?;
        }
        Ok(())
    }

    fn check_facts(&self, index: usize, facts: &Json) -> Result<(), String> {
        let prompt = &self.prompts[index];
        for (name, want) in facts.as_object().into_iter().flatten() {
            let got = match name.as_str() {
                "strategy" => json!(strategy_of(prompt)),
                "length" if self.is_comparable(facts) => json!(prompt.chars().count()),
                "length" => continue,
                "contains_original_prompt" => json!(prompt.contains(&self.request.original_prompt)),
                "contains_instructions" => contains(prompt, &self.request.format_instructions),
                "contains_initial_error" => contains(prompt, &self.request.last_error),
                "contains_latest_response" => {
                    contains(prompt, &text_of(&self.row["llm_responses"][index - 1]))
                }
                "schema_example" if want.is_boolean() => json!(!examples(prompt).is_empty()),
                "schema_example" => json!(
                    examples(prompt)
                        .iter()
                        .any(|found| *found == Value::from(want.clone()) || is_same(found, want))
                        .then_some(want)
                ),
                "error_line" => {
                    let line = want.as_str().unwrap_or_default();
                    json!(prompt.contains(line).then_some(line))
                }
                "preview_of_response" => preview(prompt, &self.request.last_response),
                _ => return Err(format!("nothing is checked for {name}")),
            };
            same(name, &got, want).map_err(|error| format!("{error}\n{prompt}"))?;
        }
        Ok(())
    }

    fn is_comparable(&self, facts: &Json) -> bool {
        facts["strategy"] == "STRICT_FORMAT" && self.row["schema"].is_null()
    }

    fn check_better(&self, better: &Json) -> Result<(), String> {
        for (name, want) in better.as_object().into_iter().flatten() {
            match (name.as_str(), want) {
                ("llm_calls", _) => same(name, &json!(self.prompts.len()), want)?,
                ("success", _) => same(name, &json!(self.result.success), want)?,
                ("attempts", _) => same(name, &json!(self.result.attempts), want)?,
                ("errors_kind", Json::String(kind)) if kind == "transport" => {
                    same(
                        name,
                        &json!(self.result.transport_errors),
                        &json!(self.result.attempts),
                    )?;
                }
                ("prompts", Json::Array(prompts)) => self.check_prompts(prompts)?,
                ("prompts_3", Json::String(note)) if note == "ask for the required fields only" => {
                    self.check_required_only()?;
                }
                ("sleeps", Json::String(note))
                    if note == "capped, injectable clock, async variant" =>
                {
                    self.check_sleeps()?;
                }
                _ => return Err(format!("nothing is checked for {name}: {want}")),
            }
        }
        Ok(())
    }

    fn check_prompts(&self, wanted: &[Json]) -> Result<(), String> {
        for (index, facts) in wanted.iter().enumerate() {
            if facts["length"] == "bounded or configurable" {
                let len = self.prompts[index].chars().count();
                let is_bounded = len < 33_000 && self.request.original_prompt.len() == 100_000;
                same("bounded", &json!(is_bounded), &json!(true))?;
            } else {
                self.check_facts(index, facts)?;
            }
        }
        Ok(())
    }

    fn check_required_only(&self) -> Result<(), String> {
        let mut wanted = schema_of(self.row)?.ok_or("no schema")?.example();
        let Some(found) = examples(&self.prompts[2]).pop() else {
            return Err("no example".to_owned());
        };
        let mut required = llmparse::Object::default();
        if let llmparse::Data::Object(object) = &mut wanted.data {
            for (name, value) in object.iter().filter(|(name, _)| *name != "note") {
                required.insert(name, value.clone());
            }
        }
        same(
            "example",
            &json!(found.to_json_text()),
            &json!(Value::from(required).to_json_text()),
        )
    }

    /// Waits grow to five seconds and no further; with a bound and a source of jitter, to half of that bound.
    fn check_sleeps(&self) -> Result<(), String> {
        let wanted = [1.0, 2.0, 3.0, 4.0, 5.0, 5.0, 5.0, 5.0, 5.0];
        same("sleeps", &json!(self.sleeps), &json!(wanted))?;
        let sleeps = Record::default();
        let handler = build_handler(self.row, &sleeps)?
            .max_backoff(Duration::from_secs(2))
            .jitter(|| 0.5)
            .clock(|| Duration::from_secs(1));
        let llm = scripted(self.row, &Record::default());
        let result = handler.run(&llm, &self.request, parse);
        same("total", &json!(result.total.as_secs()), &json!(0))?;
        let plain = read(&sleeps);
        let wanted = [0.5, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0];
        same("sleeps", &json!(plain), &json!(wanted))?;
        let (waited, asked) = (Record::default(), Record::<String>::default());
        let model = async |prompt: &str| {
            push(&asked, prompt.to_owned());
            Ok::<_, std::fmt::Error>("x".to_owned())
        };
        let wait = async |delay: Duration| push(&waited, delay.as_secs_f64());
        let again = block_on(handler.run_async(model, wait, &self.request, parse));
        same("async sleeps", &json!(read(&waited)), &json!(plain))?;
        same("async errors", &json!(again.errors), &json!(result.errors))?;
        same("async prompts", &json!(read(&asked)), &json!(self.prompts))
    }
}

fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = std::pin::pin!(future);
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    loop {
        if let std::task::Poll::Ready(out) = future.as_mut().poll(&mut context) {
            return out;
        }
    }
}

/// What the rows call `parse_fn`: strict JSON.
fn parse(reply: &str) -> Result<Value, &'static str> {
    let value = serde_json::from_str::<Json>(reply);
    value.map(Value::from).map_err(|_| NO_JSON)
}

/// A model that gives the replies of the row, the last one again and again.
fn scripted(row: &Json, prompts: &Record<String>) -> Llm {
    let replies = row["llm_responses"].as_array().cloned().unwrap_or_default();
    let prompts = Arc::clone(prompts);
    Llm::new(move |prompt| {
        let index = read(&prompts).len().min(replies.len() - 1);
        push(&prompts, prompt.to_owned());
        match (replies[index].as_str(), replies[index]["raise"].as_str()) {
            (Some(reply), _) => Ok(reply.to_owned()),
            (None, error) => Err(error.unwrap_or("no reply").to_owned()),
        }
    })
}

fn build_handler(row: &Json, sleeps: &Record<f64>) -> Result<RetryHandler, String> {
    // A count below zero is none; the front ends that can be given one take the least that asks at all.
    let retries = row["max_retries"].as_i64().ok_or("no max_retries")?;
    let retries = u32::try_from(retries).unwrap_or(1);
    let backoff = row["backoff_seconds"].as_f64().ok_or("no backoff")?;
    let sleeps = Arc::clone(sleeps);
    let names = row["required_fields"].as_array().into_iter().flatten();
    let handler = RetryHandler::new()
        .max_retries(retries)
        .backoff(Duration::from_secs_f64(backoff))
        .sleeper(move |delay| push(&sleeps, delay.as_secs_f64()))
        .required_fields(names.filter_map(Json::as_str));
    Ok(match schema_of(row)? {
        Some(schema) => handler.schema(schema),
        None => handler,
    })
}

/// The models that the rows name: one as pydantic writes its schema, the other is built in.
fn schema_of(row: &Json) -> Result<Option<Schema>, String> {
    let text = match row["schema"].as_str() {
        None => return Ok(None),
        Some("M") => {
            r#"{"properties": {"title": {"title": "Title", "type": "string"}, "n": {"title": "N", "type": "integer"},
            "ratio": {"title": "Ratio", "type": "number"}, "ok": {"title": "Ok", "type": "boolean"},
            "tags": {"items": {"type": "string"}, "title": "Tags", "type": "array"},
            "meta": {"additionalProperties": true, "title": "Meta", "type": "object"},
            "note": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": null, "title": "Note"}},
            "required": ["title", "n", "ratio", "ok", "tags", "meta"], "title": "M", "type": "object"}"#
        }
        Some("AnswerSchema") => return Ok(Some(llmparse::Answer::schema())),
        Some(other) => return Err(format!("unknown schema {other}")),
    };
    let schema = Schema::from_text(text).map_err(|error| error.to_string())?;
    Ok(Some(schema))
}

/// A text, or one that is described: `{"unit": "z", "n": 300}`, `{"len": 100000}`.
fn text_of(json: &Json) -> String {
    let count = |name: &str| json[name].as_u64().and_then(|n| usize::try_from(n).ok());
    if let Some(text) = json.as_str() {
        text.to_owned()
    } else if let Some(len) = count("len") {
        "q".repeat(len)
    } else {
        let unit = json["unit"].as_str().unwrap_or_default();
        unit.repeat(count("n").unwrap_or_default())
    }
}

/// The strategy that a prompt is of, by how it starts.
fn strategy_of(prompt: &str) -> &'static str {
    let starts = [
        (
            "Your previous response could not be parsed",
            "STRICT_FORMAT",
        ),
        ("IMPORTANT", "JSON_STRICT"),
        ("Answer the question concisely", "SIMPLIFIED"),
    ];
    let found = starts.iter().find(|(start, _)| prompt.starts_with(start));
    found.map_or("?", |(_, name)| *name)
}

/// Whether a text that was given is there; one that was not is nowhere.
fn contains(prompt: &str, text: &str) -> Json {
    json!(!text.is_empty() && prompt.contains(text))
}

/// The objects that stand in a prompt on lines of their own.
fn examples(prompt: &str) -> Vec<Value> {
    let starts = prompt.match_indices("\n{\n").map(|(at, _)| at + 1);
    let texts = starts.filter_map(|start| {
        let text = prompt.get(start..)?;
        text.find("\n}").and_then(|end| text.get(..end + 2))
    });
    texts
        .filter_map(|text| llmparse::parse_value(text).ok())
        .collect()
}

/// Numbers by value: `0` is `0.0`.
fn is_same(found: &Value, want: &Json) -> bool {
    let found = Json::from(found.clone());
    let (Some(found), Some(want)) = (found.as_object(), want.as_object()) else {
        return false;
    };
    found.len() == want.len()
        && want.iter().all(|(name, want)| {
            found.get(name).is_some_and(|found| {
                found == want || found.as_f64().is_some() && found.as_f64() == want.as_f64()
            })
        })
}

fn preview(prompt: &str, response: &str) -> Json {
    let start = |count: usize| response.chars().take(count).collect::<String>();
    let is_longer = response.chars().count() > 300;
    json!({
        "full": prompt.contains(response),
        "first_300": prompt.contains(&start(300)),
        "first_301": is_longer && prompt.contains(&start(301)),
        "ellipsis": prompt.contains(&format!("{}...", start(300))),
    })
}

fn run_scenario(scenario: &str, want: &Json) -> Result<(), String> {
    match scenario {
        "as_error_payload" => {
            let result = RetryResult::<()> {
                attempts: 3,
                errors: vec!["e1".to_owned()],
                ..RetryResult::default()
            };
            let payload = Json::from(result.as_error_payload("q"));
            same("payload", &payload, want)
        }
        "RetryResult defaults" => {
            let result = RetryResult::<()> {
                success: true,
                response: "r".to_owned(),
                ..RetryResult::default()
            };
            let got = json!({
                "success": result.success,
                "response": result.response,
                "attempts": result.attempts,
                "strategy_used": result.strategy.map(RetryStrategy::name),
                "errors": result.errors,
                "total_duration_ms": result.total.as_secs_f64() * 1000.0,
            });
            same("defaults", &got, want)
        }
        "defaults" => {
            let handler = RetryHandler::new();
            let model = Llm::new(|_| Ok::<_, std::fmt::Error>("x".to_owned()));
            let result = handler.run(&model, &RetryRequest::default(), parse);
            let got = json!({
                "max_retries": result.attempts,
                "backoff_seconds": handler.delay_before(1).as_secs_f64(),
                "required_fields": [],
            });
            same(
                "no fields",
                &json!(format!("{handler:?}").contains("required: []")),
                &json!(true),
            )?;
            same("defaults", &got, want)
        }
        _ => Err(format!("unknown scenario {scenario}")),
    }
}

fn same(name: &str, got: &Json, want: &Json) -> Result<(), String> {
    if got == want {
        Ok(())
    } else {
        Err(format!("{name}: got {got}, want {want}"))
    }
}

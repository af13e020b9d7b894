//! Parsers for what is asked for most, and the payload for what could not be read.

use serde::Deserialize;

use super::OutputParser;
use crate::llm::Llm;
use crate::options::ParseMode;
use crate::output_format::OutputFormat;
use crate::schema::{Answer, Schema};
use crate::validate::{Safety, ValidationResult, ValidationStatus};
use crate::value::{Data, Number, Object, Value};

/// The most characters of the reply, and of the question, that a fallback holds.
const RAW_CHARS: usize = 500;
const QUERY_CHARS: usize = 200;

/// A parser of answers: [`Answer::schema`], the safety checks on, two retries if there is a model. A confidence that is no
/// number is left out, with a warning.
///
/// ```
/// use llmparse::{Answer, create_answer_parser};
/// let parser = create_answer_parser(None);
/// let answer: Answer = parser.parse_typed(r#"{"answer": "Oslo", "confidence": "85%"}"#)?;
/// assert_eq!(answer.confidence(), Some(0.85));
/// let result = parser.parse(r#"{"answer": "Oslo", "confidence": "high"}"#);
/// assert_eq!(result.trace.warnings, ["confidence \"high\" is no number; it is left out"]);
/// # Ok::<(), llmparse::ParsingError>(())
/// ```
#[must_use]
pub fn create_answer_parser(llm: Option<Llm>) -> OutputParser {
    let mut parser = OutputParser::new().schema(Answer::schema());
    parser.prepare = Some(prepare_answer);
    with_llm(parser, llm)
}

/// A parser of JSON, of a schema if there is one.
///
/// ```
/// let parser = llmparse::create_json_parser(None, None);
/// assert_eq!(parser.parse("Here: [1, 2]").data.unwrap().to_json_text(), "[1,2]");
/// ```
#[must_use]
pub fn create_json_parser(schema: Option<Schema>, llm: Option<Llm>) -> OutputParser {
    let parser = OutputParser::new().expected_format(OutputFormat::Json);
    let parser = match schema {
        Some(schema) => parser.schema(schema),
        None => parser,
    };
    with_llm(parser, llm)
}

/// A parser of tool calls, without safety checks, for arguments may hold anything; one retry if there is a model.
///
/// ```
/// let parser = llmparse::create_tool_call_parser(None);
/// let call = parser.parse("Action: search\nAction Input: {\"q\": \"rust\"}").data.unwrap();
/// assert_eq!(call.to_json_text(), r#"{"tool_name":"search","arguments":{"q":"rust"},"thought":null}"#);
/// ```
#[must_use]
pub fn create_tool_call_parser(llm: Option<Llm>) -> OutputParser {
    let parser = OutputParser::new()
        .mode(ParseMode::ToolCall)
        .expected_format(OutputFormat::ToolCall)
        .max_retries(1)
        .safety(Safety::Off);
    with_llm(parser, llm)
}

fn with_llm(parser: OutputParser, llm: Option<Llm>) -> OutputParser {
    match llm {
        Some(llm) => parser.llm(llm),
        None => parser,
    }
}

/// Makes the confidence a number from 0 to 1, or leaves it out; says so.
fn prepare_answer(value: &mut Value, warnings: &mut Vec<String>) -> Option<ValidationResult> {
    let Data::Object(object) = &mut value.data else {
        return None;
    };
    let given = object.get("confidence").cloned()?;
    match read_confidence(&given) {
        Some(confidence) if given.as_number().and_then(Number::as_f64) == Some(confidence) => None,
        Some(confidence) => {
            let number = Number::from_json(&confidence.to_string());
            let read = Value {
                data: Data::Number(number),
                ..given.clone()
            };
            let message = format!(
                "confidence {} is read as {confidence}",
                given.to_json_text()
            );
            object.insert("confidence", read);
            Some(
                ValidationResult::new(ValidationStatus::Warning, message).field(Some("confidence")),
            )
        }
        None => {
            object.members.retain(|(key, _)| &**key != "confidence");
            if !given.is_null() {
                warnings.push(format!(
                    "confidence {} is no number; it is left out",
                    given.to_json_text()
                ));
            }
            None
        }
    }
}

fn read_confidence(given: &Value) -> Option<f64> {
    let mut answer = Object::default();
    answer.insert("answer", "".into());
    answer.insert("confidence", given.clone());
    let answer = Answer::deserialize(&Value::from(answer)).ok()?;
    answer.confidence()
}

/// The payload for a reply that could not be read: the answer's members, `_parse_error`, and what was said and asked.
///
/// ```
/// let payload = llmparse::graceful_fallback("  hi ", "Why?");
/// assert_eq!(
///     payload.to_json_text(),
///     r#"{"answer":"hi","sources":[],"confidence":0.0,"_parse_error":true,"_raw":"  hi ","_query":"Why?"}"#
/// );
/// ```
#[must_use]
pub fn graceful_fallback(raw: &str, query: &str) -> Value {
    let answer = match raw.trim() {
        "" => "Unable to parse response",
        answer => answer,
    };
    let mut payload = Object::default();
    payload.insert("answer", answer.into());
    payload.insert("sources", Vec::<Value>::new().into());
    payload.insert("confidence", Data::Number(Number::from_json("0.0")).into());
    payload.insert("_parse_error", Data::Bool(true).into());
    payload.insert("_raw", first_chars(raw, RAW_CHARS).into());
    payload.insert("_query", first_chars(query, QUERY_CHARS).into());
    payload.into()
}

fn first_chars(text: &str, count: usize) -> &str {
    let end = text.char_indices().nth(count);
    text.get(..end.map_or(text.len(), |(at, _)| at))
        .unwrap_or(text)
}

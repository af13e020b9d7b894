//! The public reader of any format, plain, with options, and with a trace: `<a>1</a>` as XML, `a,b` as CSV, ...

use super::content::{Reasoning, read_content};
use super::{
    ToolCall, parse_csv_with_trace, parse_key_value_with_trace, parse_string_list_raw_with_trace,
    parse_table_with_trace, parse_tool_calls_with_trace, parse_value_with_trace,
    parse_xml_with_trace,
};
use crate::error::ParseError;
use crate::options::Options;
use crate::output_format::OutputFormat;
use crate::scan::lines::trim;
use crate::span::Span;
use crate::trace::Traced;
use crate::value::{Data, Object, Value};

/// Reads a reply as `format`.
///
/// | format | value |
/// |---|---|
/// | `json`, `yaml` | the value |
/// | `csv`, `markdown_table` | a list of objects, a row each |
/// | `numbered_list`, `bulleted_list` | a list of texts |
/// | `key_value` | an object of texts |
/// | `xml` | an object, the elements as a tree |
/// | `tool_call` | an object `{tool_name, arguments, thought}`, or a list of several |
/// | `plain_text`, `unknown` | the text without reasoning |
///
/// # Errors
///
/// Those of the format's own reader; [`ParseError::Unparseable`] also if there is no tool call, and for a format that this
/// build does not read.
///
/// ```
/// use llmparse::OutputFormat;
/// let value = llmparse::parse_as("So:\n- red\n- green", OutputFormat::BulletedList)?;
/// assert_eq!(value.to_json_text(), r#"["red","green"]"#);
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_as(response: &str, format: OutputFormat) -> Result<Value, ParseError> {
    parse_as_with_options(response, format, &Options::default())
}

/// Reads a reply as `format`, with options.
///
/// # Errors
///
/// Those of [`parse_as`].
///
/// ```
/// use llmparse::{Options, OutputFormat, ParseMode};
/// let strict = Options::default().mode(ParseMode::Strict);
/// assert!(llmparse::parse_as_with_options("{'a': 1}", OutputFormat::Json, &strict).is_err());
/// ```
pub fn parse_as_with_options(
    response: &str,
    format: OutputFormat,
    options: &Options,
) -> Result<Value, ParseError> {
    parse_as_with_trace(response, format, options).result
}

/// Reads a reply as `format`, and says how.
///
/// ```
/// use llmparse::OutputFormat;
/// let read = llmparse::parse_as_with_trace("<a>1", OutputFormat::Xml, &Default::default());
/// assert_eq!(read.trace.repairs[0].kind.code(), "missing-closer");
/// ```
#[must_use]
pub fn parse_as_with_trace(
    response: &str,
    format: OutputFormat,
    options: &Options,
) -> Traced<Value> {
    match format {
        OutputFormat::Json => parse_value_with_trace(response, options),
        #[cfg(feature = "yaml")]
        OutputFormat::Yaml => super::parse_yaml_value_with_trace(response, options),
        #[cfg(not(feature = "yaml"))]
        OutputFormat::Yaml => Traced {
            result: Err(ParseError::unparseable(
                "YAML (this build has no `yaml` feature)",
                response,
            )),
            trace: crate::trace::Trace::default(),
        },
        OutputFormat::Csv => parse_csv_with_trace(response, options),
        OutputFormat::MarkdownTable => parse_table_with_trace(response, options),
        OutputFormat::NumberedList | OutputFormat::BulletedList => {
            let read = parse_string_list_raw_with_trace(response, options);
            let items = |items: Vec<String>| items.into_iter().map(Value::from).collect::<Vec<_>>();
            Traced {
                result: read.result.map(|found| items(found).into()),
                trace: read.trace,
            }
        }
        OutputFormat::KeyValue => parse_key_value_with_trace(response, options),
        OutputFormat::Xml => parse_xml_with_trace(response, options),
        OutputFormat::ToolCall => read_calls(response, options),
        OutputFormat::PlainText | OutputFormat::Mixed | OutputFormat::Unknown => {
            read_plain(response, options)
        }
    }
}

fn read_calls(response: &str, options: &Options) -> Traced<Value> {
    let read = parse_tool_calls_with_trace(response, options);
    let result = read.result.and_then(|reply| {
        let no_call = || match &reply.final_answer {
            Some(answer) => ParseError::unparseable("tool call besides the final answer", answer),
            None => ParseError::unparseable("tool call", response),
        };
        let mut calls: Vec<Value> = reply.calls.iter().map(call_value).collect();
        match calls.len() {
            0 => Err(no_call()),
            1 => Ok(calls.remove(0)),
            _ => Ok(calls.into()),
        }
    });
    Traced {
        result,
        trace: read.trace,
    }
}

fn call_value(call: &ToolCall) -> Value {
    let thought = call.thought.as_deref();
    let mut object = Object::default();
    object.insert("tool_name", call.name.as_str().into());
    object.insert("arguments", call.arguments.clone());
    object.insert(
        "thought",
        thought.map_or_else(|| Data::Null.into(), Value::from),
    );
    Value {
        span: call.span,
        ..object.into()
    }
}

fn read_plain(response: &str, options: &Options) -> Traced<Value> {
    read_content(response, options, Reasoning::SetAside, |text, trace| {
        let span = trim(text, Span::new(0, text.len()));
        trace.extracted = Some(span);
        Ok(Value::from(span.of(text)))
    })
}

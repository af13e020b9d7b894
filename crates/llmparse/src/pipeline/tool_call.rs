//! The public readers of tool calls in their simple forms, each plain, with options, and with a trace: `Action: search`.

use super::content::read_placed;
use super::{Detail, parse_all_with_trace, read_reply};
use crate::error::ParseError;
use crate::formats::tool_call::{self, Called, Marked, Step, Steps};
use crate::options::{Options, ParseMode};
use crate::preprocess::fences::find_fences;
use crate::span::Span;
use crate::trace::{Trace, Traced};
use crate::value::Value;

/// Marks before a call, and those that close them.
const MARKS: [(&str, &str); 7] = [
    ("<tool_call>", "</tool_call>"),
    ("<tool_calls>", "</tool_calls>"),
    ("<function_call>", "</function_call>"),
    ("<function_calls>", "</function_calls>"),
    ("<tools>", "</tools>"),
    ("[TOOL_CALLS]", "[/TOOL_CALLS]"),
    ("<|python_tag|>", "<|eom_id|>"),
];

/// A call of a tool.
///
/// ```
/// let reply = llmparse::parse_tool_calls(r#"{"name": "search", "arguments": {"q": "rust"}}"#).unwrap();
/// assert_eq!(reply.calls[0].name, "search");
/// assert_eq!(reply.calls[0].arguments.to_json_text(), r#"{"q":"rust"}"#);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ToolCall {
    /// The name of the tool.
    pub name: String,
    /// What it is given: always an object. What is none in the reply is its only member, `input`.
    pub arguments: Value,
    /// What the model thought before the call, if it says so.
    pub thought: Option<String>,
    /// Where the call stands, in bytes of the reply.
    pub span: Span,
}

/// A reply that may call tools.
///
/// ```
/// let reply = llmparse::parse_tool_calls("No tool is needed: it is 4.").unwrap();
/// assert!(reply.calls.is_empty());
/// assert_eq!(reply.content, "No tool is needed: it is 4.");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ToolReply {
    /// The calls, in order.
    pub calls: Vec<ToolCall>,
    /// The text besides the calls, outer blanks removed.
    pub content: String,
    /// What `Final Answer:` says.
    pub final_answer: Option<String>,
}

/// Reads the calls of tools in a reply: lines such as `Action: search`, and JSON objects with a name and arguments, bare, in
/// fences and tags, or as providers wrap them. A reply without any call is a reply with text alone.
///
/// # Errors
///
/// [`ParseError::EmptyResponse`], and an error for each of the [`Limits`](crate::Limits).
///
/// ```
/// let reply = llmparse::parse_tool_calls("Thought: I need it\nAction: search\nAction Input: {'q': 1}")?;
/// assert_eq!(reply.calls[0].thought.as_deref(), Some("I need it"));
/// assert_eq!(reply.calls[0].arguments.to_json_text(), r#"{"q":1}"#);
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_tool_calls(response: &str) -> Result<ToolReply, ParseError> {
    parse_tool_calls_with_options(response, &Options::default())
}

/// Reads the calls of tools in a reply, with options.
///
/// # Errors
///
/// Those of [`parse_tool_calls`]; in [`ParseMode::Strict`] also [`ParseError::Unparseable`] if a call had to be repaired.
///
/// ```
/// let strict = llmparse::Options::default().mode(llmparse::ParseMode::Strict);
/// assert!(llmparse::parse_tool_calls_with_options("Action: f\nAction Input: {'a': 1}", &strict).is_err());
/// ```
pub fn parse_tool_calls_with_options(
    response: &str,
    options: &Options,
) -> Result<ToolReply, ParseError> {
    parse_tool_calls_with_trace(response, options).result
}

/// Reads the calls of tools in a reply, and says how; `extracted` goes from the first call to the last.
///
/// ```
/// let read = llmparse::parse_tool_calls_with_trace("Action: f\nAction Input: {'a': 1}", &Default::default());
/// assert!(read.trace.is_repaired());
/// ```
#[must_use]
pub fn parse_tool_calls_with_trace(response: &str, options: &Options) -> Traced<ToolReply> {
    let place = |reply: &mut ToolReply, place: &dyn Fn(Span) -> Span| {
        for call in &mut reply.calls {
            call.span = place(call.span);
            call.arguments.move_spans(place);
        }
    };
    read_placed(
        response,
        options,
        |text, trace| read(text, options, trace),
        place,
    )
}

fn read(text: &str, options: &Options, trace: &mut Trace) -> Result<ToolReply, ParseError> {
    let steps = tool_call::find_steps(text);
    let has_input = steps.calls.iter().any(|step| step.input.is_some());
    // What is repaired here is refused below, so that a broken call is no text.
    let lenient = options.clone().mode(ParseMode::Lenient);
    let mut reply = if has_input {
        read_steps(text, &steps, (&lenient, trace))?
    } else {
        let reply = read_objects(text, (&lenient, trace))?;
        if reply.calls.is_empty() {
            read_steps(text, &steps, (&lenient, trace))?
        } else {
            reply
        }
    };
    if options.mode == ParseMode::Strict && trace.is_repaired() {
        return Err(ParseError::unparseable("tool call", text));
    }
    let spans = reply.calls.iter().map(|call| call.span);
    let first = spans.clone().map(|span| span.start()).min();
    let last = spans.map(|span| span.end()).max();
    trace.extracted = first.zip(last).map(|(start, end)| Span::new(start, end));
    reply.final_answer = steps.final_answer.map(|span| span.of(text).to_owned());
    Ok(reply)
}

// ---- lines ----------------------------------------------------------------------------------------------------------

fn read_steps(
    text: &str,
    steps: &Steps,
    (options, trace): (&Options, &mut Trace),
) -> Result<ToolReply, ParseError> {
    let calls = steps.calls.iter();
    let calls: Result<Vec<ToolCall>, ParseError> = calls
        .map(|step| read_step(text, step, (options, trace)))
        .collect();
    let calls = calls?;
    let spans: Vec<Span> = calls.iter().map(|call| call.span).collect();
    Ok(ToolReply {
        calls,
        content: content_besides(text, &spans),
        final_answer: None,
    })
}

fn read_step(
    text: &str,
    step: &Step,
    (options, trace): (&Options, &mut Trace),
) -> Result<ToolCall, ParseError> {
    let arguments = match step.input {
        Some(input) => read_input(text, input, (options, trace))?,
        None => Value::from(""),
    };
    Ok(ToolCall {
        name: step.name.of(text).to_owned(),
        arguments: tool_call::into_arguments(arguments),
        thought: step.thought.map(|thought| thought.of(text).to_owned()),
        span: step.span,
    })
}

/// What stands behind `Action Input:`: JSON if it starts like that, and otherwise text.
fn read_input(
    text: &str,
    input: Span,
    (options, trace): (&Options, &mut Trace),
) -> Result<Value, ParseError> {
    let source = input.of(text);
    if !source.starts_with(['{', '[', '`', '"']) {
        return Ok(text_value(text, input));
    }
    let read = read_reply::<Value>(source, options, Detail::Record);
    let place = |span: Span| Span::new(input.start() + span.start(), input.start() + span.end());
    match read.result {
        Ok(mut value) => {
            value.move_spans(&place);
            trace.append(read.trace, &place);
            Ok(value)
        }
        Err(error @ (ParseError::TooDeep { .. } | ParseError::TooLarge { .. })) => {
            Err(error.map_span(place))
        }
        Err(_) => Ok(text_value(text, input)),
    }
}

fn text_value(text: &str, span: Span) -> Value {
    Value {
        span,
        ..Value::from(span.of(text))
    }
}

// ---- objects --------------------------------------------------------------------------------------------------------

fn read_objects(
    text: &str,
    (options, trace): (&Options, &mut Trace),
) -> Result<ToolReply, ParseError> {
    let read = parse_all_with_trace(text, options);
    let values = match read.result {
        Ok(values) => values,
        Err(error @ (ParseError::TooDeep { .. } | ParseError::TooLarge { .. })) => {
            return Err(error);
        }
        Err(_) => Vec::new(),
    };
    let mut calls = Vec::new();
    let mut spans = Vec::new();
    for value in &values {
        let wrapped = wrapped_span(text, value.span);
        let marked = if wrapped.is_some() {
            Marked::Yes
        } else {
            Marked::No
        };
        let found = tool_call::find_calls(value, marked);
        if !found.is_empty() {
            spans.push(wrapped.unwrap_or(value.span));
            calls.extend(found.into_iter().map(|call| read_call(call, options)));
        }
    }
    if !calls.is_empty() {
        trace.append(read.trace, &|span| span);
    }
    let fences = find_fences(text);
    let fences = fences.iter().map(|fence| Span::new(fence.start, fence.end));
    for fence in fences {
        let is_inside = |span: &Span| fence.start() <= span.start() && span.end() <= fence.end();
        if let Some(span) = spans.iter_mut().find(|span| is_inside(span)) {
            *span = fence;
        }
    }
    Ok(ToolReply {
        calls,
        content: content_besides(text, &spans),
        final_answer: None,
    })
}

/// A value and the marks around it that say it is a call.
fn wrapped_span(text: &str, span: Span) -> Option<Span> {
    let before = text.get(..span.start())?.trim_end();
    let (open, close) = MARKS.iter().find(|(open, _)| before.ends_with(open))?;
    let behind = text.get(span.end()..)?;
    let blanks = behind.len() - behind.trim_start().len();
    let closes = behind.trim_start().starts_with(close);
    let end = if closes {
        span.end() + blanks + close.len()
    } else {
        span.end()
    };
    Some(Span::new(before.len() - open.len(), end))
}

fn read_call(call: Called<'_>, options: &Options) -> ToolCall {
    let arguments = call.arguments.cloned().unwrap_or_else(|| Value::from(""));
    ToolCall {
        name: call.name.to_owned(),
        arguments: tool_call::into_arguments(decode(arguments, options)),
        thought: call.thought.map(str::to_owned),
        span: call.value.span,
    }
}

/// Arguments that are JSON in a string, as some providers give them.
fn decode(arguments: Value, options: &Options) -> Value {
    let decoded = arguments
        .as_str()
        .filter(|text| text.trim_start().starts_with(['{', '[']))
        .and_then(|text| {
            read_reply::<Value>(text, options, Detail::Value)
                .result
                .ok()
        });
    match decoded {
        Some(mut value) => {
            value.move_spans(&|_| arguments.span);
            value
        }
        None => arguments,
    }
}

/// What stands in `text` besides `spans`, in order.
fn content_besides(text: &str, spans: &[Span]) -> String {
    let mut pieces = Vec::new();
    let mut done = 0;
    for span in spans {
        pieces.push(text.get(done..span.start()).unwrap_or_default().trim());
        done = done.max(span.end());
    }
    pieces.push(text.get(done..).unwrap_or_default().trim());
    pieces.retain(|piece| !piece.is_empty());
    pieces.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(String, String)> {
        let reply = parse_tool_calls(text).unwrap();
        let calls = reply.calls.into_iter();
        calls
            .map(|call| (call.name, call.arguments.to_json_text()))
            .collect()
    }

    fn one(name: &str, arguments: &str) -> Vec<(String, String)> {
        vec![(name.to_owned(), arguments.to_owned())]
    }

    #[test]
    fn objects_of_many_providers_are_calls() {
        for text in [
            r#"{"name": "f", "arguments": {"a": 1}}"#,
            r#"{"name": "f", "arguments": "{\"a\": 1}"}"#,
            r#"{"tool_name": "f", "arguments": {"a": 1}}"#,
            r#"{"tool": "f", "args": {"a": 1}}"#,
            r#"{"type": "tool_use", "id": "x", "name": "f", "input": {"a": 1}}"#,
            r#"{"tool_calls": [{"id": "1", "type": "function", "function": {"name": "f", "arguments": "{\"a\": 1}"}}]}"#,
            r#"{"content": [{"type": "text", "text": "ok"}, {"type": "tool_use", "name": "f", "input": {"a": 1}}]}"#,
            r#"{"tool_call": {"action": "f", "action_input": {"a": 1}}}"#,
            "<tool_call>\n{\"name\": \"f\", \"arguments\": {\"a\": 1}}\n</tool_call>",
            "Sure:\n```json\n{'name': 'f', 'parameters': {'a': 1}}\n```",
        ] {
            assert_eq!(read(text), one("f", r#"{"a":1}"#), "{text}");
        }
    }

    #[test]
    fn other_objects_are_no_calls() {
        for text in [
            r#"{"name": "Ann", "age": 3}"#,
            r#"{"answer": "f", "input": 3}"#,
            r#"[{"name": "f", "arguments": {}}, {"x": 1}]"#,
            "Action: the tool that I would use.",
        ] {
            assert!(read(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn what_is_no_object_is_the_input() {
        assert_eq!(
            read("Action: f\nAction Input: [1, 2, 3]"),
            one("f", r#"{"input":[1,2,3]}"#)
        );
        assert_eq!(
            read("Action: f\nAction Input: Paris in July"),
            one("f", r#"{"input":"Paris in July"}"#)
        );
        assert_eq!(
            read("<tool_call>{\"name\": \"now\"}</tool_call>"),
            one("now", "{}")
        );
        assert_eq!(
            read(r#"{"name": "list", "arguments": ""}"#),
            one("list", "{}")
        );
    }

    #[test]
    fn several_calls_keep_their_order() {
        let text = "<tool_call>{\"name\": \"a\", \"arguments\": {}}</tool_call>\nand\n<tool_call>{\"name\": \"b\", \"arguments\": {}}</tool_call>";
        let reply = parse_tool_calls(text).unwrap();
        let names: Vec<&str> = reply.calls.iter().map(|call| call.name.as_str()).collect();
        assert_eq!(names, ["a", "b"]);
        assert_eq!(reply.content, "and");
    }

    #[test]
    fn a_final_answer_is_no_call() {
        let reply = parse_tool_calls("Thought: I know.\nFinal Answer: 42").unwrap();
        assert!(reply.calls.is_empty());
        assert_eq!(reply.final_answer.as_deref(), Some("42"));
    }

    #[test]
    fn places_are_those_of_the_reply() {
        let text = "<think>hm</think>{\"name\": \"f\", \"arguments\": {\"a\": 1}}";
        let reply = parse_tool_calls(text).unwrap();
        assert!(reply.calls[0].span.of(text).starts_with("{\"name\""));
        assert_eq!(
            reply.calls[0].arguments.get("a").unwrap().span.of(text),
            "1"
        );
    }
}

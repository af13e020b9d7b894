//! Objects that call a tool: `{"name": "f", "arguments": {}}`, its synonyms, and what providers wrap around it.

use crate::scan::calls::{ARGUMENTS, TOOL_NAMES};
use crate::value::{Data, Object, Value};

/// How deep a call may be wrapped.
const DEEPEST: usize = 6;

const WRAPPERS: [&str; 9] = [
    "tool_calls",
    "tool_call",
    "function_call",
    "function_calls",
    "calls",
    "choices",
    "message",
    "content",
    "output",
];
const THOUGHTS: [&str; 4] = ["thought", "thoughts", "reasoning", "thinking"];

/// A call that an object makes.
#[derive(Clone, Debug)]
pub(crate) struct Called<'v> {
    pub(crate) name: &'v str,
    pub(crate) arguments: Option<&'v Value>,
    pub(crate) thought: Option<&'v str>,
    pub(crate) value: &'v Value,
}

/// The calls that `value` makes, in order; none if it is something else. `is_marked` says that a mark before it announces
/// a call, so that a name is enough.
pub(crate) fn find_calls(value: &Value, is_marked: Marked) -> Vec<Called<'_>> {
    let mut calls = Vec::new();
    if collect(value, (is_marked, DEEPEST), &mut calls).is_none() {
        calls.clear();
    }
    calls
}

/// Whether something around a value says that it is a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Marked {
    Yes,
    No,
}

/// Adds the calls of `value`; none if there is something in it that is no call.
fn collect<'v>(
    value: &'v Value,
    (marked, depth): (Marked, usize),
    calls: &mut Vec<Called<'v>>,
) -> Option<()> {
    let depth = depth.checked_sub(1)?;
    if let Some(items) = value.as_array() {
        let is_part = |item: &&Value| !is_text_block(item);
        let mut items = items.iter().filter(is_part).peekable();
        items.peek()?;
        return items.try_for_each(|item| collect(item, (marked, depth), calls));
    }
    let object = value.as_object()?;
    if let Some(call) = read_call(value, object, marked) {
        calls.push(call);
        return Some(());
    }
    let wrapped = WRAPPERS.iter().find_map(|key| {
        let inner = object.get(key)?;
        (inner.as_object().is_some() || inner.as_array().is_some()).then_some((key, inner))
    });
    if let Some((key, inner)) = wrapped {
        let marked = if key.contains("call") {
            Marked::Yes
        } else {
            marked
        };
        return collect(inner, (marked, depth), calls);
    }
    let function = object.get("function")?;
    collect(function, (Marked::Yes, depth), calls)
}

/// Whether `value` is a piece of text beside calls: `{"type": "text", "text": "…"}`.
fn is_text_block(value: &Value) -> bool {
    let kind = value.get("type").and_then(Value::as_str);
    kind.is_some_and(|kind| matches!(kind, "text" | "thinking" | "output_text" | "reasoning"))
}

fn read_call<'v>(value: &'v Value, object: &'v Object, marked: Marked) -> Option<Called<'v>> {
    let arguments = ARGUMENTS.iter().find_map(|key| object.get(key));
    let kind = object.get("type").and_then(Value::as_str);
    let is_typed = kind.is_some_and(|kind| matches!(kind, "tool_use" | "function_call"));
    let named = object.get("name").and_then(Value::as_str);
    let named = named.filter(|_| {
        let has_arguments = ["arguments", "parameters", "args", "kwargs"]
            .iter()
            .any(|key| object.get(key).is_some());
        marked == Marked::Yes || is_typed || has_arguments
    });
    let tool = || {
        let names = TOOL_NAMES.iter();
        let mut names = names.filter_map(|key| object.get(key)?.as_str());
        names.next().filter(|_| arguments.is_some())
    };
    let name = named.or_else(tool)?.trim();
    if name.is_empty() || name.eq_ignore_ascii_case("final answer") {
        return None;
    }
    Some(Called {
        name,
        arguments,
        thought: THOUGHTS.iter().find_map(|key| object.get(key)?.as_str()),
        value,
    })
}

/// The arguments of a call as an object: what is none is its only member, `input`.
pub(crate) fn into_arguments(value: Value) -> Value {
    let is_blank = value.as_str().is_some_and(|text| text.trim().is_empty());
    if value.is_null() || is_blank {
        return Value {
            data: Data::Object(Object::default()),
            ..value
        };
    }
    if value.as_object().is_some() {
        return value;
    }
    let (span, complete) = (value.span, value.complete);
    let mut object = Object::default();
    object.insert("input", value);
    Value {
        data: Data::Object(object),
        span,
        complete,
    }
}

//! Calls of tools: `Action: search` with `Action Input: …`, `{"name": "f", "arguments": {}}`, `[f(x=1), g()]`,
//! `<tool_call>`.

use memchr::{memchr2_iter, memmem};

use super::{Score, weights};
use crate::output_format::OutputFormat;
use crate::scan::calls::{ARGUMENTS, TOOL_NAMES};
use crate::scan::lines::lines;
use crate::span::Span;

const NAMES: [&str; 4] = ["action", "tool", "function", "tool_name"];
const INPUTS: [&str; 3] = ["input", "args", "arguments"];

/// Marks around calls, as families of models write them.
const MARKS: [&str; 14] = [
    "<tool_call>",
    "<tool_calls>",
    "<tool_use>",
    "<function_call>",
    "<function_calls>",
    "<function=",
    "<invoke name=",
    "<|tool_call",
    "<|python_tag|>",
    "<use_mcp_tool>",
    "[TOOL_CALLS]",
    "[TOOL_REQUEST]",
    "✿FUNCTION✿",
    "<｜tool▁calls▁begin｜>",
];

pub(crate) fn score(text: &str) -> Option<Score> {
    let (confidence, evidence) = match find_words(text) {
        (true, true) => (weights::TOOL_WITH_INPUT, "tool/action pattern found"),
        (true, false) => (weights::TOOL_NAME, "tool/action pattern found"),
        _ if has_json_call(text) => (weights::TOOL_JSON, "OpenAI function call JSON"),
        _ => return None,
    };
    Some(Score::new(OutputFormat::ToolCall, confidence, evidence))
}

/// Whether a name, `Action: search`, and an input, `Args: {}`, stand anywhere.
fn find_words(text: &str) -> (bool, bool) {
    let (mut has_name, mut has_input) = (false, false);
    for at in memchr2_iter(b':', b'-', text.as_bytes()) {
        let before = text.get(..at).unwrap_or_default().trim_end();
        let ends = |words: &[&str]| words.iter().any(|word| ends_with_word(before, word));
        has_name = has_name || ends(&NAMES) && is_word_behind(text, at + 1);
        has_input = has_input || ends(&INPUTS);
        if has_name && has_input {
            break;
        }
    }
    (has_name, has_input)
}

fn ends_with_word(text: &str, word: &str) -> bool {
    let start = text.len().checked_sub(word.len());
    let end = start.and_then(|start| text.as_bytes().get(start..));
    end.is_some_and(|end| end.eq_ignore_ascii_case(word.as_bytes()))
}

fn is_word_behind(text: &str, at: usize) -> bool {
    let behind = text.get(at..).unwrap_or_default().trim_start();
    behind.starts_with(|letter: char| letter.is_alphanumeric() || letter == '_')
}

/// `"name": "f", "arguments"`
fn has_json_call(text: &str) -> bool {
    let mut places = memmem::find_iter(text.as_bytes(), "\"arguments\"");
    places.any(|at| {
        let before = text.get(..at).unwrap_or_default().trim_end();
        let name = before.strip_suffix(',').map(str::trim_end);
        let name = name.and_then(|before| before.strip_suffix('"'));
        let start = name.and_then(|name| memchr::memrchr(b'"', name.as_bytes()));
        let key = start
            .and_then(|start| before.get(..start))
            .unwrap_or_default();
        let key = key.trim_end().strip_suffix(':').map(str::trim_end);
        key.is_some_and(|key| key.ends_with("\"name\""))
    })
}

/// Why a careful reader would name what stands there a call, if so.
pub(crate) fn find(text: &str) -> Option<&'static str> {
    if has_mark(text) {
        return Some("marks around a tool call");
    }
    if is_call_list(text) {
        return Some("a list of calls");
    }
    let mut lines = (0, 0);
    for_each_key(text, |word, value| {
        lines.0 += usize::from(is_named(word, value));
        lines.1 += usize::from(is_input(word));
    });
    (lines.0 > 0 && lines.1 > 0).then_some("tool/action pattern found")
}

/// Whether a line names a tool, be there an input or not.
pub(crate) fn has_name(text: &str) -> bool {
    let mut has_name = false;
    for_each_key(text, |word, value| has_name |= is_named(word, value));
    has_name
}

/// Calls `visit` with the word before the first colon of each line, and what stands behind it.
fn for_each_key(text: &str, mut visit: impl FnMut(&str, &str)) {
    if memchr::memchr(b':', text.as_bytes()).is_none() {
        return;
    }
    for line in lines(text, Span::new(0, text.len())) {
        let line = line
            .of(text)
            .trim()
            .trim_start_matches(['*', '#', '>', '-', ' ']);
        let near = line
            .as_bytes()
            .get(..line.len().min(LONGEST))
            .unwrap_or_default();
        if let Some((word, value)) =
            memchr::memchr(b':', near).and_then(|at| line.split_at_checked(at))
        {
            visit(
                word.trim_end_matches(['*', ' ']),
                value.get(1..).unwrap_or_default(),
            );
        }
    }
}

/// The longest word before a colon that is looked at, in bytes.
const LONGEST: usize = 32;

fn has_mark(text: &str) -> bool {
    let is_standing = |at: usize| {
        !text
            .get(..at)
            .is_some_and(|before| before.ends_with(['`', '"', '\'']))
    };
    let found = |mark: &&str| memmem::find_iter(text.as_bytes(), *mark).any(is_standing);
    let has_first = |mark: &&&str| {
        mark.bytes()
            .next()
            .is_some_and(|first| memchr::memchr(first, text.as_bytes()).is_some())
    };
    MARKS.iter().filter(has_first).any(found)
}

/// Whether a line is `Action: search`: a name without blanks behind one of the words.
fn is_named(word: &str, value: &str) -> bool {
    if !NAMES.iter().any(|known| known.eq_ignore_ascii_case(word)) {
        return false;
    }
    let value = value.trim_matches(['*', ' ', '`', '"', '\'', '\t']);
    let (name, behind) = value.split_at(value.find(['(', '[', ' ', '{']).unwrap_or(value.len()));
    let is_name = name.starts_with(char::is_alphabetic)
        && name.chars().all(|letter| {
            letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.' | '/' | ':')
        });
    is_name && (behind.is_empty() || behind.starts_with(['(', '[', '{']))
}

/// `Action Input`, `Args`
fn is_input(word: &str) -> bool {
    let mut words = word.rsplit([' ', '_']);
    let last = words.next().unwrap_or_default();
    words.nth(1).is_none()
        && INPUTS
            .iter()
            .chain(&["parameters"])
            .any(|known| known.eq_ignore_ascii_case(last))
}

/// `[search(query="a"), now()]`, and nothing else.
fn is_call_list(text: &str) -> bool {
    let text = text.trim();
    let inner = text
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    inner.is_some_and(|inner| {
        let inner = inner.trim();
        let end =
            inner.find(|letter: char| !letter.is_alphanumeric() && !matches!(letter, '_' | '.'));
        let starts = inner.starts_with(|letter: char| letter.is_alphabetic() || letter == '_');
        let opens = end
            .and_then(|end| inner.get(end..))
            .is_some_and(|rest| rest.starts_with('('));
        starts && opens && inner.ends_with(')') && is_balanced(inner)
    })
}

/// Whether calls stand behind each other with commas between them.
fn is_balanced(text: &str) -> bool {
    let (mut depth, mut quote, mut is_escaped, mut is_open) = (0_usize, None, false, true);
    for letter in text.chars() {
        match quote {
            Some(_) if is_escaped => is_escaped = false,
            Some(_) if letter == '\\' => is_escaped = true,
            Some(close) if letter == close => quote = None,
            Some(_) => {}
            None if matches!(letter, '"' | '\'') => quote = Some(letter),
            None if matches!(letter, '(' | '[' | '{') => {
                if depth == 0 && (letter != '(' || !is_open) {
                    return false;
                }
                (depth, is_open) = (depth + 1, false);
            }
            None if matches!(letter, ')' | ']' | '}') => {
                let Some(less) = depth.checked_sub(1) else {
                    return false;
                };
                depth = less;
            }
            None if depth > 0 || letter.is_whitespace() => {}
            None if letter == ',' => is_open = true,
            None if !is_open || !(letter.is_alphanumeric() || matches!(letter, '_' | '.')) => {
                return false;
            }
            None => {}
        }
    }
    depth == 0 && quote.is_none()
}

const WRAPPERS: [&str; 3] = ["tool_calls", "tool_uses", "function_call"];

/// Whether the names of the members of `text` may be those of a call, so that it is worth while to read it.
pub(crate) fn may_be_call(text: &str) -> bool {
    let has = |key: &&str| memmem::find(text.as_bytes(), key.as_bytes()).is_some();
    ARGUMENTS.iter().any(has) || WRAPPERS.iter().any(has)
}

/// Whether `value` is a call, or a list of nothing but calls.
pub(crate) fn is_call(value: &serde_json::Value) -> bool {
    match value {
        serde_json::Value::Array(items) => !items.is_empty() && items.iter().all(is_call_object),
        value => is_call_object(value),
    }
}

fn is_call_object(value: &serde_json::Value) -> bool {
    let Some(object) = value.as_object() else {
        return false;
    };
    let is_wrapper = |key: &&str| {
        object
            .get(*key)
            .is_some_and(|calls| calls.is_array() || calls.is_object())
    };
    if WRAPPERS.iter().any(is_wrapper) {
        return true;
    }
    if object.get("type").is_some_and(|kind| kind == "tool_use") {
        return object.contains_key("name");
    }
    if let Some(function) = object
        .get("function")
        .and_then(|function| function.as_object())
    {
        return function.contains_key("name") && function.contains_key("arguments");
    }
    let mut called = std::iter::once(&"name").chain(&TOOL_NAMES);
    let called = called.find_map(|key| object.get(*key));
    let arguments = ARGUMENTS.iter().find_map(|key| object.get(*key));
    let is_named = called.is_some_and(|name| name.as_str().is_some_and(is_name));
    is_named && object.len() <= 5 && arguments.is_some_and(are_arguments)
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && !name.contains(char::is_whitespace)
}

/// An object, or the text of one; the schema of a tool is no call of it.
fn are_arguments(value: &serde_json::Value) -> bool {
    match value {
        serde_json::Value::Object(object) => !object.contains_key("properties"),
        serde_json::Value::String(text) => text.trim_start().starts_with('{'),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_in_a_list_are_calls() {
        for text in ["[f()]", "[a.b(x=1), g(y=[1, 2], z=\"(\")]"] {
            assert!(is_call_list(text), "{text}");
        }
        for text in [
            "[1, 2]",
            "[f() and g()]",
            "[f(x]",
            "[see (a), b]",
            "f()",
            "[x](u)",
        ] {
            assert!(!is_call_list(text), "{text}");
        }
    }

    #[test]
    fn an_object_with_a_name_and_arguments_is_a_call() {
        for text in [
            r#"{"arguments": {}, "name": "f"}"#,
            r#"[{"name": "f", "parameters": {"a": 1}}]"#,
            r#"{"type": "tool_use", "id": "1", "name": "f", "input": {}}"#,
        ] {
            assert!(is_call(&serde_json::from_str(text).unwrap()), "{text}");
        }
        for text in [
            r#"{"name": "f", "parameters": {"type": "object", "properties": {}}}"#,
            r#"{"name": "Ann Lee", "arguments": {}}"#,
            r#"{"name": "pump", "input": 5}"#,
            "[]",
        ] {
            assert!(!is_call(&serde_json::from_str(text).unwrap()), "{text}");
        }
    }

    #[test]
    fn a_line_names_a_tool() {
        for line in [
            "Action: search",
            "**Tool:** `web.get`",
            "- Function: f(x)",
            "tool_name: a-b",
        ] {
            assert!(has_name(line), "{line}");
        }
        for line in [
            "Plan of action: rest",
            "Action: sit down and rest",
            "Tool - x",
            "Action:",
        ] {
            assert!(!has_name(line), "{line}");
        }
    }
}

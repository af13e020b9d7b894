//! Lines with labels: `Thought: I need it`, `Action: search`, `Action Input: {"q": 1}`, `Final Answer: 42`.

use crate::scan::lines::{lines, trim};
use crate::span::Span;

/// The longest name of a tool, in words.
const MOST_WORDS: usize = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    Thought,
    Name,
    Input,
    Observation,
    FinalAnswer,
}

/// Labels in lower case, one blank between words.
const LABELS: [(&str, Label); 27] = [
    ("action", Label::Name),
    ("action input", Label::Input),
    ("answer", Label::FinalAnswer),
    ("args", Label::Input),
    ("arguments", Label::Input),
    ("final answer", Label::FinalAnswer),
    ("function", Label::Name),
    ("function arguments", Label::Input),
    ("function call", Label::Name),
    ("function name", Label::Name),
    ("input", Label::Input),
    ("observation", Label::Observation),
    ("parameters", Label::Input),
    ("params", Label::Input),
    ("plan", Label::Thought),
    ("reason", Label::Thought),
    ("reasoning", Label::Thought),
    ("thinking", Label::Thought),
    ("thought", Label::Thought),
    ("thoughts", Label::Thought),
    ("tool", Label::Name),
    ("tool args", Label::Input),
    ("tool arguments", Label::Input),
    ("tool call", Label::Name),
    ("tool input", Label::Input),
    ("tool name", Label::Name),
    ("use tool", Label::Name),
];

/// One call: the name of a tool and what it is given.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) span: Span,
    pub(crate) thought: Option<Span>,
    pub(crate) name: Span,
    pub(crate) input: Option<Span>,
}

/// The calls of a text, and the answer that it ends with.
#[derive(Debug, Default)]
pub(crate) struct Steps {
    pub(crate) calls: Vec<Step>,
    pub(crate) final_answer: Option<Span>,
}

/// A label, where its line starts, and what it labels: up to the next label.
#[derive(Clone, Copy)]
struct Part {
    label: Label,
    start: usize,
    content: Span,
}

/// The calls that lines of `text` make.
pub(crate) fn find_steps(text: &str) -> Steps {
    let mut steps = Steps::default();
    let mut thought = None;
    let mut parts = find_parts(text).into_iter().peekable();
    while let Some(part) = parts.next() {
        match part.label {
            Label::Thought => thought = Some(part),
            Label::FinalAnswer => steps.final_answer = Some(part.content),
            Label::Name => {
                let input = parts.next_if(|next| next.label == Label::Input);
                steps
                    .calls
                    .extend(step(text, (thought.take(), part, input)));
            }
            Label::Input | Label::Observation => {}
        }
    }
    steps
}

fn step(text: &str, (thought, name, input): (Option<Part>, Part, Option<Part>)) -> Option<Step> {
    let first_line = lines(text, name.content).next()?;
    let first_line = undecorated(text, first_line);
    let (called, inline) = split_call(text, first_line);
    let input = input.map(|input| without_fence(text, input.content));
    let input = input.or(inline);
    let words = called.of(text).split_whitespace().count();
    let is_name = words == 1 || input.is_some() && words <= MOST_WORDS;
    if !is_name || !is_tool_name(called.of(text)) {
        return None;
    }
    let start = thought.map_or(name.start, |thought| thought.start);
    let end = input.map_or(first_line.end(), |input| input.end());
    Some(Step {
        span: Span::new(start, end.max(first_line.end())),
        thought: thought.map(|thought| thought.content),
        name: called,
        input,
    })
}

/// `input` without the end of a fence that stands around all of the call.
fn without_fence(text: &str, input: Span) -> Span {
    let source = input.of(text);
    let is_closed = source.starts_with("```") || source.starts_with("~~~");
    match source.strip_suffix("```").filter(|_| !is_closed) {
        Some(inner) => trim(text, Span::new(input.start(), input.start() + inner.len())),
        None => input,
    }
}

/// Whether `name` may name a tool, rather than say that there is none.
fn is_tool_name(name: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || " _-.:/".contains(letter);
    let is_none = ["none", "n/a", "no", "null", "final answer", "finish"]
        .iter()
        .any(|none| name.eq_ignore_ascii_case(none));
    name.starts_with(|letter: char| letter.is_alphabetic() || letter == '_')
        && name.chars().all(is_part)
        && !name.ends_with(['.', ':'])
        && !is_none
}

/// `search[rust]` and `search({"q": 1})`: the name, and what stands in the brackets.
fn split_call(text: &str, line: Span) -> (Span, Option<Span>) {
    let call = line.of(text);
    let closer = match call.chars().last() {
        Some(']') => '[',
        Some(')') => '(',
        _ => return (line, None),
    };
    match call.find(closer).filter(|at| *at > 0) {
        Some(at) => {
            let name = Span::new(line.start(), line.start() + at);
            let inner = Span::new(name.end() + 1, line.end() - 1);
            (trim(text, name), Some(trim(text, inner)))
        }
        None => (line, None),
    }
}

/// `span` without quotes, backticks and bold marks around it.
fn undecorated(text: &str, span: Span) -> Span {
    let span = trim(text, span);
    let inner = span.of(text);
    let is_mark = |letter: char| matches!(letter, '*' | '`' | '"' | '\'');
    let from_start = inner.trim_start_matches(is_mark);
    let start = span.end() - from_start.len();
    Span::new(start, start + from_start.trim_end_matches(is_mark).len())
}

fn find_parts(text: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for line in lines(text, Span::new(0, text.len())) {
        if let Some((label, content)) = read_label(text, line) {
            end_part(text, &mut parts, line.start());
            parts.push(Part {
                label,
                start: trim(text, line).start(),
                content: Span::new(content, content),
            });
        }
    }
    end_part(text, &mut parts, text.len());
    parts
}

fn end_part(text: &str, parts: &mut [Part], end: usize) {
    if let Some(part) = parts.last_mut() {
        let start = part.content.start().min(end);
        part.content = trim(text, Span::new(start, end));
    }
}

/// The label that `line` starts with, and where what it labels starts.
fn read_label(text: &str, line: Span) -> Option<(Label, usize)> {
    let source = line.of(text);
    let bare = source.trim_start_matches(|letter: char| {
        letter.is_whitespace() || matches!(letter, '*' | '#' | '>' | '-' | '_' | '\u{feff}')
    });
    let at = bare.find([':', '：', '-'])?;
    let (label, behind) = (bare.get(..at)?, bare.get(at..)?);
    // A hyphen is a separator only with a blank on either side.
    if behind.starts_with('-') && !(label.ends_with(' ') && behind.starts_with("- ")) {
        return None;
    }
    let label = find_label(label)?;
    let behind = behind.trim_start_matches([':', '：', '-', '*', ' ', '\t']);
    Some((label, line.end() - behind.len()))
}

fn find_label(text: &str) -> Option<Label> {
    let words = text.trim_matches(|letter: char| letter.is_whitespace() || letter == '*');
    if words.len() > 20 {
        return None;
    }
    let words = words.to_lowercase().replace('_', " ");
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    // `Action 1:` of numbered steps.
    let words = words.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == ' ');
    let found = LABELS.iter().find(|(label, _)| *label == words);
    found.map(|(_, label)| *label)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(Option<&str>, &str, Option<&str>)> {
        let steps = find_steps(text);
        let calls = steps.calls.into_iter().map(|step| {
            (
                step.thought.map(|thought| thought.of(text)),
                step.name.of(text),
                step.input.map(|input| input.of(text)),
            )
        });
        calls.collect()
    }

    #[test]
    fn labels_start_lines() {
        assert_eq!(
            read("Thought: the input: is short\nAction: f\nAction Input: {\"a\": 1}"),
            [(Some("the input: is short"), "f", Some("{\"a\": 1}"))]
        );
        assert_eq!(
            read("Function - g.h\nArgs: {\"x\": [1]}"),
            [(None, "g.h", Some("{\"x\": [1]}"))]
        );
        assert_eq!(
            read("**Action:** `look-up`\n**Action Input:** Paris in July\nObservation: x"),
            [(None, "look-up", Some("Paris in July"))]
        );
        assert_eq!(
            read("tool_name: search\narguments:\n{\n \"q\": 1\n}"),
            [(None, "search", Some("{\n \"q\": 1\n}"))]
        );
    }

    #[test]
    fn the_end_of_a_fence_around_a_call_is_no_input() {
        assert_eq!(
            read("```\nAction: search\nAction Input: rust\n```"),
            [(None, "search", Some("rust"))]
        );
    }

    #[test]
    fn a_call_may_stand_on_one_line() {
        assert_eq!(
            read("Action: Search[Oslo]"),
            [(None, "Search", Some("Oslo"))]
        );
        assert_eq!(
            read("Action 1: f({\"a\": 1})"),
            [(None, "f", Some("{\"a\": 1}"))]
        );
    }

    #[test]
    fn words_about_actions_are_no_calls() {
        for text in [
            "transaction: 500",
            "satisfaction - great",
            "Action: I will search the web for it.",
            "Action: None",
            "The tool: a hammer",
            "Action: Final Answer",
        ] {
            assert!(read(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn several_calls_and_the_answer_are_told_apart() {
        let text = "Action: a\nAction Input: 1\nObservation: 2\nThought: so\nAction: b\nInput: 3\nFinal Answer: 42";
        assert_eq!(
            read(text),
            [(None, "a", Some("1")), (Some("so"), "b", Some("3"))]
        );
        assert_eq!(find_steps(text).final_answer.unwrap().of(text), "42");
    }
}

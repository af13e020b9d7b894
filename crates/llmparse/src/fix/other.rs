//! Texts of the other formats: a fence is taken off, and damage is mended as the format's reader mends it.

use super::fields::Fields;
use super::{Mended, flow};
use crate::options::Options;
use crate::output_format::OutputFormat;
use crate::pipeline::{parse_as_with_trace, parse_xml_tags_with_trace, strip_think_tags};
use crate::preprocess::fences::{Fence, find_fences};
use crate::span::Span;
use crate::trace::{Repair, RepairKind, Trace, apply_repairs};
use crate::value::{Object, Value};

/// The text that a reader of `format` takes: as it is, out of its fence, or mended.
pub(super) fn mend(text: &str, format: OutputFormat, fields: &Fields) -> Option<Mended> {
    match format {
        OutputFormat::PlainText | OutputFormat::Mixed | OutputFormat::Unknown => {
            Some(unwrap(text).unwrap_or_else(|| keep(text)))
        }
        OutputFormat::Json => None,
        OutputFormat::ToolCall => mend_call(text, fields),
        OutputFormat::Yaml => mend_read(text, format, fields)
            .or_else(|| close_flow(text, fields))
            .or_else(|| unwrap(text)),
        _ => mend_read(text, format, fields).or_else(|| unwrap(text)),
    }
}

/// A text whose last collection the end cuts off, with that closed.
fn close_flow(text: &str, fields: &Fields) -> Option<Mended> {
    let closers = flow::closers(text);
    if closers.is_empty() {
        return None;
    }
    let end = text.trim_end().len();
    let closed = format!("{}{closers}", text.trim_end());
    let mut mended = mend_read(&closed, OutputFormat::Yaml, fields)?;
    mended.is_changed = true;
    mended.trace.repairs.push(Repair {
        kind: RepairKind::MissingCloser,
        span: Span::new(end, end),
        replacement: closers.into(),
    });
    Some(mended)
}

fn keep(text: &str) -> Mended {
    Mended {
        text: text.to_owned(),
        is_changed: false,
        trace: Trace::default(),
    }
}

fn changed(text: String, trace: Trace) -> Mended {
    Mended {
        text,
        is_changed: true,
        trace,
    }
}

/// The content of the fence that is all of `text`.
fn unwrap(text: &str) -> Option<Mended> {
    let fences = find_fences(text);
    let [fence] = fences.as_slice() else {
        return None;
    };
    let before = text.get(..fence.start).unwrap_or_default();
    let behind = text.get(fence.end..).unwrap_or_default();
    let content = content(text, fence);
    let is_all = before.trim().is_empty() && behind.trim().is_empty();
    let trace = Trace {
        extracted: Some(span(fence)),
        ..Trace::default()
    };
    (is_all && !content.is_empty()).then(|| changed(content.to_owned(), trace))
}

/// The content of `fence` without blank lines around it.
fn content<'t>(text: &'t str, fence: &Fence) -> &'t str {
    trim_lines(fence.content(text))
}

/// `text` without blank lines at its start and blanks at its end; the indentation of a line may matter.
fn trim_lines(text: &str) -> &str {
    let text = text.trim_end();
    let start = text.len() - text.trim_start().len();
    let line = text.get(..start).and_then(|blank| blank.rfind('\n'));
    text.get(line.map_or(0, |at| at + 1)..).unwrap_or_default()
}

fn span(fence: &Fence) -> Span {
    Span::new(fence.content.0, fence.content.1)
}

/// A call is often JSON; what stands around it may be the name of the tool, so that JSON is mended only if it is all.
fn mend_call(text: &str, fields: &Fields) -> Option<Mended> {
    let unwrapped = unwrap(text);
    let inner = unwrapped.as_ref().map_or(text, |mended| &mended.text);
    if inner.trim_start().starts_with(['{', '[']) {
        if let Some(mut read) = super::json::mend(inner, fields) {
            read.mended.is_changed |= unwrapped.is_some();
            return Some(read.mended);
        }
    }
    unwrapped.or_else(|| read(text, OutputFormat::ToolCall, fields).map(|_| keep(text)))
}

/// What the reader of `format` makes of `text`; its reasoning is taken away.
fn mend_read(text: &str, format: OutputFormat, fields: &Fields) -> Option<Mended> {
    let (value, trace) = read(text, format, fields)?;
    if trace.reasoning.is_empty() {
        return Some(mend_content(text, (&value, trace), format, fields));
    }
    let content = strip_think_tags(text);
    let (value, inner) = read(&content, format, fields)?;
    let mended = mend_content(&content, (&value, inner), format, fields);
    Some(changed(trim_lines(&mended.text).to_owned(), trace))
}

/// What was read as `value`, mended if the reader then takes it without repairs for the same.
fn mend_content(
    text: &str,
    (value, trace): (&Value, Trace),
    format: OutputFormat,
    fields: &Fields,
) -> Mended {
    let repaired = repair(text, base_of(text, trace.extracted), &trace);
    let reads_same = || {
        let again = read(&repaired, format, fields);
        again.is_some_and(|(again, trace)| again == *value && trace.repairs.is_empty())
    };
    if repaired != trim_lines(text) && reads_same() {
        changed(repaired, trace)
    } else {
        Mended {
            trace,
            ..keep(text)
        }
    }
}

/// The content of the fence in which the value stands, or all of the text.
fn base_of(text: &str, value: Option<Span>) -> Span {
    let fences = find_fences(text);
    let around = fences.iter().map(span).find(|fence| {
        value.is_some_and(|value| fence.start() <= value.start() && value.end() <= fence.end())
    });
    around.unwrap_or_else(|| Span::new(0, text.len()))
}

fn repair(text: &str, base: Span, trace: &Trace) -> String {
    trim_lines(&apply_repairs(text, base, &inside(trace, base))).to_owned()
}

fn inside(trace: &Trace, base: Span) -> Vec<crate::trace::Repair> {
    let repairs = trace.repairs.iter();
    let is_inside = |span: Span| base.start() <= span.start() && span.end() <= base.end();
    repairs
        .filter(|repair| is_inside(repair.span))
        .cloned()
        .collect()
}

/// The value of `text` in `format`, and how it was read; none for a text without any structure.
pub(super) fn read(text: &str, format: OutputFormat, fields: &Fields) -> Option<(Value, Trace)> {
    let read = match format {
        OutputFormat::Json
        | OutputFormat::PlainText
        | OutputFormat::Mixed
        | OutputFormat::Unknown => return None,
        OutputFormat::Xml if !fields.required().is_empty() => return read_tags(text, fields),
        _ => parse_as_with_trace(text, format, &Options::default()),
    };
    read.result.ok().map(|value| (value, read.trace))
}

/// The tags that are required.
fn read_tags(text: &str, fields: &Fields) -> Option<(Value, Trace)> {
    let names: Vec<&str> = fields.required().iter().map(String::as_str).collect();
    let read = parse_xml_tags_with_trace(text, &names, &Options::default());
    let found = read.result.ok()?;
    let mut object = Object::default();
    for name in names {
        if let Some(content) = found.get(name) {
            object.insert(name, content.as_str().into());
        }
    }
    Some((object.into(), read.trace))
}

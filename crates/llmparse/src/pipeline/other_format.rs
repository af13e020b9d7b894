//! Rows and pairs that a model gave as JSON: `[{"a": 1}]` where CSV was asked for.

use std::borrow::Cow;
use std::collections::HashMap;

use super::{Detail, read_reply};
use crate::error::ParseError;
use crate::formats::grid::{Cell, Grid, Log, Reading};
use crate::options::Options;
use crate::span::Span;
use crate::trace::{Trace, Warning, WarningKind};
use crate::value::{Data, Object, Value};

/// The rows of a JSON list of objects, if `text` holds one.
pub(super) fn read_rows(
    text: &str,
    options: &Options,
    trace: &mut Trace,
) -> Option<Result<Value, ParseError>> {
    let (value, read) = read_json(text, options)?;
    let rows = find_rows(&value)?;
    let objects: Option<Vec<&Object>> = rows.iter().map(Value::as_object).collect();
    let objects = objects.filter(|objects| objects.iter().any(|object| !object.is_empty()))?;
    Some(build_rows(&objects, rows, options).map(|mut reading| {
        reading.value.span = value.span;
        tell(value.span, read, trace);
        trace.warnings.append(&mut reading.warnings);
        reading.value
    }))
}

/// The list that `value` is, or the only member of the object that it is.
fn find_rows(value: &Value) -> Option<&[Value]> {
    let only = value.as_object().filter(|object| object.len() == 1);
    let only = only.and_then(|object| object.iter().next());
    value
        .as_array()
        .or_else(|| only.and_then(|(_, member)| member.as_array()))
}

fn build_rows(
    objects: &[&Object],
    rows: &[Value],
    options: &Options,
) -> Result<Reading, ParseError> {
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut header = Vec::new();
    for (key, _) in objects.iter().flat_map(|object| object.iter()) {
        places.entry(key).or_insert_with(|| {
            header.push(cell(Cow::Borrowed(key), Span::default()));
            header.len() - 1
        });
    }
    let mut log = Log::default();
    let mut grid = Grid::new(&header, &options.columns, &mut log)?;
    for (object, row) in objects.iter().zip(rows) {
        let end = Span::new(row.span.end(), row.span.end());
        let mut cells: Vec<Cell<'_>> = header
            .iter()
            .map(|_| cell(Cow::Borrowed(""), end))
            .collect();
        for (key, member) in object.iter() {
            if let Some(place) = places.get(key).and_then(|place| cells.get_mut(*place)) {
                *place = cell(as_text(member), member.span);
            }
        }
        grid.add_row(cells.into_iter(), row.span, &mut log)?;
    }
    Ok(grid.finish(Span::default(), log))
}

fn cell(text: Cow<'_, str>, span: Span) -> Cell<'_> {
    Cell {
        text,
        span,
        is_complete: true,
    }
}

/// The members of a JSON object as texts, if `text` holds one.
pub(super) fn read_pairs(text: &str, options: &Options, trace: &mut Trace) -> Option<Value> {
    let (value, read) = read_json(text, options)?;
    let Data::Object(object) = value.data else {
        return None;
    };
    if object.is_empty() {
        return None;
    }
    let members = object.members.into_iter().map(|(key, member)| {
        let text = as_text(&member).into();
        let member = Value {
            data: Data::String(text),
            span: member.span,
            complete: member.complete,
        };
        (key, member)
    });
    let members = members.collect();
    tell(value.span, read, trace);
    Some(Value {
        data: Data::Object(Object { members }),
        span: value.span,
        complete: value.complete,
    })
}

fn read_json(text: &str, options: &Options) -> Option<(Value, Trace)> {
    memchr::memchr2(b'{', b'[', text.as_bytes())?;
    let read = read_reply::<Value>(text, options, Detail::Record);
    Some((read.result.ok()?, read.trace))
}

/// Tells how the JSON at `span` was read, and that it is JSON.
fn tell(span: Span, read: Trace, trace: &mut Trace) {
    trace.extracted = Some(span);
    trace.repairs = read.repairs;
    trace.warnings = read.warnings;
    trace.warnings.push(Warning {
        kind: WarningKind::OtherFormat,
        span,
    });
}

/// Whether a strict reader would have taken what was read as `trace` says.
pub(super) fn is_strict(trace: &Trace) -> bool {
    let is_other = |warning: &Warning| warning.kind == WarningKind::OtherFormat;
    trace.repairs.is_empty() && !trace.warnings.iter().any(is_other)
}

/// A text as it is, nothing for null, and anything else as it is written in JSON.
fn as_text(value: &Value) -> Cow<'_, str> {
    match &value.data {
        Data::String(text) => Cow::Borrowed(text),
        Data::Null => Cow::Borrowed(""),
        _ => Cow::Owned(value.to_json_text()),
    }
}

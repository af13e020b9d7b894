//! JSON mended by the tolerant reader: `Here: {'a': 1,} ok` becomes `{"a": 1}`.

use serde::de::IgnoredAny;

use super::Mended;
use super::choose::choose;
use super::fields::Fields;
use crate::options::Options;
use crate::pipeline::parse_value_with_trace;
use crate::span::Span;
use crate::trace::{Repair, RepairKind, Trace};
use crate::value::{Data, Value};

/// What was read as JSON.
pub(super) struct Read {
    pub(super) mended: Mended,
    pub(super) value: Option<Value>,
    /// Whether it is lines of members without any bracket, which may be pairs as well: `a: 1` over `b: 2`.
    pub(super) is_members: bool,
}

impl Read {
    /// Whether it is a list among words, which may be the value of one of several pairs: `tags: [1, 2]`.
    pub(super) fn is_list_in_prose(&self, text: &str) -> bool {
        let span = self.mended.trace.extracted.unwrap_or_default();
        let before = text.get(..span.start()).unwrap_or_default().trim_end();
        let is_list = self
            .value
            .as_ref()
            .is_some_and(|value| value.as_array().is_some());
        is_list && before.ends_with([':', '=', '：'])
    }
}

/// The JSON that `text` is or holds.
pub(super) fn mend(text: &str, fields: &Fields) -> Option<Read> {
    if is_strict(text) {
        return Some(keep(text));
    }
    let read = parse_value_with_trace(text, &Options::default());
    let value = read.result.ok()?;
    let (value, mut trace) = choose(text, fields, (value, read.trace));
    let is_members = are_members(text, &value, &trace);
    tidy(text, &mut trace);
    let mended = trace.repaired_text(text)?;
    Some(Read {
        is_members,
        value: Some(value),
        mended: Mended {
            is_changed: mended != text.trim(),
            text: mended,
            trace,
        },
    })
}

/// Whether a strict reader takes `text` as it is.
pub(super) fn is_strict(text: &str) -> bool {
    serde_json::from_str::<IgnoredAny>(text).is_ok()
}

fn keep(text: &str) -> Read {
    let start = text.len() - text.trim_start().len();
    let trimmed = text.trim();
    let trace = Trace {
        extracted: Some(Span::new(start, start + trimmed.len())),
        ..Trace::default()
    };
    Read {
        mended: Mended {
            text: trimmed.to_owned(),
            is_changed: false,
            trace,
        },
        value: None,
        is_members: false,
    }
}

/// Whether `value` is members of one level that stand on lines of their own, without brackets or quotes.
fn are_members(text: &str, value: &Value, trace: &Trace) -> bool {
    let span = trace.extracted.unwrap_or_default();
    let source = span.of(text);
    let is_scalar = |value: &Value| !matches!(value.data, Data::Array(_) | Data::Object(_));
    let is_flat = value
        .as_object()
        .is_some_and(|object| object.iter().all(|(_, value)| is_scalar(value)));
    let is_bare = !source.starts_with(['{', '[', '"', '\'', '“']) && !source.ends_with(['}', ']']);
    is_flat
        && is_bare
        && !source
            .lines()
            .any(|line| line.trim_end().ends_with([',', ';']))
}

/// Makes what the repairs leave look as if it had been written so.
fn tidy(text: &str, trace: &mut Trace) {
    let mut done = 0;
    for repair in &mut trace.repairs {
        match repair.kind {
            RepairKind::Comment => take_blanks(text, done, repair),
            RepairKind::MissingValue | RepairKind::CutOff => set_apart(text, repair),
            _ => {}
        }
        done = repair.span.end();
    }
}

/// A comment that ends its line goes together with the blanks before it.
fn take_blanks(text: &str, done: usize, repair: &mut Repair) {
    let rest = text.get(repair.span.end()..).unwrap_or_default();
    let ends_line = rest.is_empty() || rest.starts_with(['\n', '\r']);
    if !ends_line || !repair.replacement.is_empty() {
        return;
    }
    let before = text.get(done..repair.span.start()).unwrap_or_default();
    let start = done + before.trim_end_matches([' ', '\t']).len();
    repair.span = Span::new(start, repair.span.end());
}

/// A value that is put in right behind its colon gets a blank before it.
fn set_apart(text: &str, repair: &mut Repair) {
    let before = text.get(..repair.span.start()).unwrap_or_default();
    if before.ends_with(':') && repair.replacement.starts_with("null") {
        repair.replacement = format!(" {}", repair.replacement).into();
    }
}

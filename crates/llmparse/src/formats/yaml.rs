//! YAML 1.2: `name: Ann\ntags: [a, b]`, read strictly by the short way or by the events of a parser, or repaired first.

use std::borrow::Cow;

use crate::span::Span;
use crate::trace::{Repair, RepairKind, Warning, apply_repairs};
use crate::value::{Data, Value};

mod events;
mod line;
mod member;
mod mend;
mod phrases;
mod places;
mod plain;
mod region;
mod scalar;
mod suspicious;
mod tag;
mod tree;

/// Why there is no value.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// It is not YAML.
    Invalid,
    /// Something at this offset is nested too deep.
    TooDeep(usize),
    /// Aliases written out, it is too large; sizes are in nodes and bytes.
    TooLarge { size: usize, limit: usize },
}

/// What was read, in places of the whole text.
#[derive(Debug)]
pub(crate) struct Reading {
    pub(crate) value: Value,
    pub(crate) span: Span,
    pub(crate) repairs: Vec<Repair>,
    pub(crate) warnings: Vec<Warning>,
}

impl Reading {
    /// The value, in whose place null stays.
    pub(crate) fn take_value(&mut self) -> Value {
        let span = self.value.span;
        std::mem::replace(&mut self.value, tree::value(Data::Null, span))
    }

    /// The part of `text` that was read, repaired.
    fn source<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.repairs.is_empty() {
            return Cow::Borrowed(self.span.of(text));
        }
        Cow::Owned(apply_repairs(text, self.span, &self.repairs))
    }

    /// Moves all places by `offset`.
    pub(crate) fn move_by(&mut self, offset: usize) {
        let place = |span: Span| Span::new(span.start() + offset, span.end() + offset);
        self.value.move_spans(&place);
        self.span = place(self.span);
        for repair in &mut self.repairs {
            repair.span = place(repair.span);
        }
        for warning in &mut self.warnings {
            warning.span = place(warning.span);
        }
    }
}

/// Reads what stands under `span`, whole lines, without any repair; nothing may be nested deeper than `depth`.
pub(crate) fn read_strict(text: &str, span: Span, depth: usize) -> Result<Reading, Failure> {
    if let Some((value, warnings)) = read_plain(text, span, depth) {
        return Ok(Reading {
            value,
            span,
            repairs: Vec::new(),
            warnings,
        });
    }
    let text = span.of(text);
    if has_foreign_items(text) {
        return Err(Failure::Invalid);
    }
    let read = read_events(text, depth);
    move_back(read, span, Vec::new())
}

/// Whether items of a list have marks that YAML does not know: at the left they end a list of its own with an error, as in
/// `- a\n* b`, or make one text of all lines, as in `• a\n- b`.
fn has_foreign_items(text: &str) -> bool {
    let has = |mark: &str| memchr::memmem::find(text.as_bytes(), mark.as_bytes()).is_some();
    text.starts_with("- ") && (has("\n* ") || has("\n• "))
        || text.starts_with("• ") && (has("\n- ") || has("\n* ") || has("\n• "))
}

/// Reads what stands under `span`, repaired.
pub(crate) fn read_mended(text: &str, span: Span, depth: usize) -> Result<Reading, Failure> {
    let mended = mend::mend(text, span).ok_or(Failure::Invalid)?;
    let all = Span::new(0, mended.text.len());
    let read = match read_plain(&mended.text, all, depth) {
        Some(read) => Ok(read),
        None => read_events(&mended.text, depth),
    };
    let is_cut = |repair: &Repair| repair.kind == RepairKind::CutOff;
    let is_cut = mended.repairs.iter().any(is_cut);
    let mut reading = move_back(read, span, mended.repairs)?;
    if is_cut {
        mark_incomplete(&mut reading.value);
    }
    Ok(reading)
}

type Read = (Value, Vec<Warning>);

/// Reads all that stands under `span` the short way.
fn read_plain(text: &str, span: Span, depth: usize) -> Option<Read> {
    let plain = plain::read_plain(text, span, depth)?;
    (plain.end >= span.end()).then_some((plain.value, plain.warnings))
}

fn read_events(text: &str, depth: usize) -> Result<Read, Failure> {
    let stream = events::read_events(text, depth)?;
    let value = join_documents(stream.documents).ok_or(Failure::Invalid)?;
    Ok((value, stream.warnings))
}

/// Tells what was read in the text that `repairs` made of what stands under `span` in places of the source.
fn move_back(
    read: Result<Read, Failure>,
    span: Span,
    repairs: Vec<Repair>,
) -> Result<Reading, Failure> {
    let places = places::Places::new(span.start(), &repairs);
    let place = |place: Span| places.to_source(place);
    let (mut value, mut warnings) = read.map_err(|failure| match failure {
        Failure::TooDeep(at) => Failure::TooDeep(place(Span::new(at, at)).start()),
        other => other,
    })?;
    value.move_spans(&place);
    for warning in &mut warnings {
        warning.span = place(warning.span);
    }
    Ok(Reading {
        value,
        span,
        repairs,
        warnings,
    })
}

/// The document, or the list of them.
fn join_documents(mut documents: Vec<Value>) -> Option<Value> {
    if documents.len() < 2 {
        return documents.pop();
    }
    let start = documents.first()?.span.start();
    let end = documents.last()?.span.end();
    Some(tree::value(Data::Array(documents), Span::new(start, end)))
}

/// Marks what the end of the text cut off: the last of everything.
pub(crate) fn mark_incomplete(value: &mut Value) {
    let mut last = Some(value);
    while let Some(value) = last {
        value.complete = false;
        last = match &mut value.data {
            Data::Array(items) => items.last_mut(),
            Data::Object(object) => object.members.last_mut().map(|(_, member)| member),
            _ => None,
        };
    }
}

/// What may be YAML among sentences.
#[derive(Debug)]
pub(crate) enum Bare {
    /// Read already, the short way.
    Read(Reading),
    /// Parts of the text, the best first.
    Parts(Vec<Span>),
}

/// Finds YAML among sentences, and reads it where that is cheap.
pub(crate) fn find_bare(text: &str, depth: usize) -> Bare {
    let Some(start) = region::find_start(text) else {
        return Bare::Parts(Vec::new());
    };
    let all = Span::new(start, text.len());
    if let Some(plain) = plain::read_plain(text, all, depth) {
        let rest = text.get(plain.end..).unwrap_or_default();
        let is_sound = region::ends_in_key(&plain.value);
        if is_sound && is_apart(text, plain.end) && region::is_closing(rest) {
            return Bare::Read(Reading {
                value: plain.value,
                span: Span::new(start, plain.end),
                repairs: Vec::new(),
                warnings: plain.warnings,
            });
        }
    }
    let regions = region::find_regions(text, start).into_iter();
    Bare::Parts(regions.map(|region| region.span).collect())
}

/// Whether `at` is the end, or an empty line is before it.
fn is_apart(text: &str, at: usize) -> bool {
    let before = text
        .get(..at)
        .unwrap_or_default()
        .trim_end_matches([' ', '\t', '\r']);
    at >= text.len()
        || before
            .strip_suffix('\n')
            .is_some_and(|line| line.trim_end_matches([' ', '\t', '\r']).ends_with('\n'))
}

/// What is left out of `text` if what stands under `span` is the value.
pub(crate) fn left_out(text: &str, span: Span) -> Vec<Span> {
    let around = [
        Span::new(0, span.start()),
        Span::new(span.end(), text.len()),
    ];
    let trimmed = around.map(|part| {
        let inner = part.of(text);
        let start = part.start() + inner.len() - inner.trim_start().len();
        Span::new(start, start + inner.trim().len())
    });
    trimmed
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect()
}

/// Whether a value that was found without a mark around it is data rather than a sentence.
pub(crate) fn is_data(reading: &Reading, text: &str, is_alone: bool) -> bool {
    region::is_data(&reading.value, &reading.source(text), is_alone)
}

/// Whether what was read is more than blanks, and on one line.
pub(crate) fn is_one_line(reading: &Reading, text: &str) -> bool {
    let is_blank = reading
        .value
        .as_str()
        .is_some_and(|text| text.trim().is_empty());
    !is_blank && !reading.source(text).trim().contains('\n')
}

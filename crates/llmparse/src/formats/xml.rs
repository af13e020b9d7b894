//! Tags as delimiters in a text: `So: <answer>Paris</answer>.` asked for `answer` is `Paris`.
//!
//! This is no XML reader: what stands between the tags is taken as it is, and tags that nobody asked for are text.

mod attributes;
mod candidates;
mod content;
mod elements;
mod names;
mod places;
mod quote;
mod sentences;
mod settle;
mod tags;
mod tree;

use crate::error::ParseError;
use crate::options::ParseMode;
use crate::span::Span;
use crate::trace::{Repair, RepairKind, Trace, Warning, WarningKind};
use candidates::{Candidate, Class, find_candidates, trim};
use elements::Elements;
use settle::settle;
pub(crate) use tags::is_name;
pub(crate) use tree::{Failure, read_tree};

/// A code fence.
#[derive(Clone, Copy)]
pub(crate) struct Fence {
    pub(crate) span: Span,
    pub(crate) content: Span,
}

/// A text with tags, and what other stages know of it.
pub(crate) struct Source<'t> {
    pub(crate) text: &'t str,
    /// Where its code fences stand, in order.
    pub(crate) fences: &'t [Fence],
    /// What of it is written in another format, in whose strings the tags stand, in order.
    pub(crate) literals: &'t [Span],
    /// What a piece of such a string says.
    pub(crate) unescape: fn(&str) -> Option<String>,
    pub(crate) mode: ParseMode,
}

/// An asked element that stands in a reply.
pub(crate) struct Asked {
    pub(crate) span: Span,
    pub(crate) content: Span,
    pub(crate) has_opener: bool,
}

/// What was found of the asked names.
pub(crate) struct Reader<'t> {
    source: &'t Source<'t>,
    names: &'t [&'t str],
    found: Vec<Candidate>,
}

impl<'t> Reader<'t> {
    pub(crate) fn new(source: &'t Source<'t>, names: &'t [&'t str]) -> Self {
        let mut elements = Elements::find(source.text, source.fences, names);
        settle(&mut elements);
        let mut found = find_candidates(&elements);
        if source.mode == ParseMode::Strict {
            found.retain(|candidate| !candidate.is_repaired());
        }
        Self {
            source,
            names,
            found,
        }
    }

    /// The content of the first element of each name, none for a name that was not found; other elements of it are
    /// warnings, and so are names that were not found, if others were.
    pub(crate) fn read_first(&self, trace: &mut Trace) -> Vec<Option<String>> {
        let best = self.find_best();
        let missing = best.iter().filter(|best| best.is_none()).count();
        if missing < best.len() {
            let end = self.source.text.len();
            let warning = || warn(trace, WarningKind::MissingTag, Span::new(end, end));
            std::iter::repeat_with(warning).take(missing).for_each(drop);
        }
        self.warn_of_others(&best, trace);
        let values = best.into_iter().map(|best| Some(self.take(best?, trace)));
        let values = values.collect();
        sort(trace);
        values
    }

    /// The contents of all elements of the first name, but for those inside of another.
    pub(crate) fn read_all(&self, trace: &mut Trace) -> Vec<String> {
        let best = self.found.iter().map(|candidate| candidate.class).max();
        let mut end = 0;
        let mut values = Vec::new();
        for candidate in &self.found {
            if Some(candidate.class) == best && candidate.span.start() >= end {
                end = candidate.span.end();
                values.push(self.take(candidate, trace));
            }
        }
        sort(trace);
        values
    }

    /// Where elements of the names stand.
    pub(crate) fn into_asked(self) -> Vec<Asked> {
        let found = self.found.iter();
        let found = found.filter(|found| matches!(found.class, Class::Bare | Class::Orphan));
        let asked = found.map(|found| Asked {
            span: found.span,
            content: found.content,
            has_opener: found.class == Class::Bare,
        });
        asked.collect()
    }

    pub(crate) fn not_found(&self, expected: &'static str) -> ParseError {
        ParseError::unparseable(expected, self.source.text)
    }

    fn find_best(&self) -> Vec<Option<&Candidate>> {
        let mut best: Vec<Option<&Candidate>> = vec![None; self.names.len()];
        for candidate in &self.found {
            let Some(slot) = best.get_mut(candidate.asked) else {
                continue;
            };
            if slot.is_none_or(|best| merit(candidate) > merit(best)) {
                *slot = Some(candidate);
            }
        }
        best
    }

    fn warn_of_others(&self, best: &[Option<&Candidate>], trace: &mut Trace) {
        for other in self
            .found
            .iter()
            .filter(|found| found.class >= Class::Fence)
        {
            let best = best.get(other.asked).copied().flatten();
            let is_apart = |best: &Candidate| {
                other.span.end() <= best.span.start() || other.span.start() >= best.span.end()
            };
            if best.is_some_and(is_apart) {
                warn(trace, WarningKind::OtherCandidate, other.span);
            }
        }
    }

    /// The content of an element, with what had to be done for it.
    fn take(&self, candidate: &Candidate, trace: &mut Trace) -> String {
        let name = self.names.get(candidate.asked).copied().unwrap_or_default();
        let content = trim(self.source.text, candidate.content);
        let mut end = candidate.span.end();
        if let Some((kind, span)) = candidate.opener {
            add_repair(trace, kind, span, format!("<{name}>"));
        }
        if let Some((kind, mut span)) = candidate.closer {
            if kind == RepairKind::MissingCloser && span.is_empty() {
                // Right behind the content: the blanks behind it are no part of the element.
                end = content.end();
                span = Span::new(end, end);
            }
            add_repair(trace, kind, span, format!("</{name}>"));
        }
        extend_extracted(trace, Span::new(candidate.span.start(), end));
        self.read_content(content, trace)
    }

    fn read_content(&self, span: Span, trace: &mut Trace) -> String {
        let raw = span.of(self.source.text);
        if let Some(literal) = self.unescape(span) {
            warn(trace, WarningKind::Unescaped, span);
            return content::read(literal.trim()).0.into_owned();
        }
        let prefixes = quote::find_prefixes(self.source.text, span);
        if !prefixes.is_empty() {
            let text = quote::without(self.source.text, span, &prefixes);
            let repairs = prefixes.into_iter();
            repairs.for_each(|prefix| {
                add_repair(trace, RepairKind::LinePrefix, prefix, String::new())
            });
            let (read, unescaped) = content::read(text.trim());
            if !unescaped.is_empty() {
                warn(trace, WarningKind::Unescaped, span);
            }
            return read.into_owned();
        }
        let (text, unescaped) = content::read(raw);
        for place in unescaped {
            let place = Span::new(span.start() + place.start(), span.start() + place.end());
            warn(trace, WarningKind::Unescaped, place);
        }
        text.into_owned()
    }

    /// What a piece of a literal says, if it says anything else than it shows.
    fn unescape(&self, span: Span) -> Option<String> {
        let piece = span.of(self.source.text);
        let literals = self.source.literals;
        let index = literals.partition_point(|literal| literal.start() <= span.start());
        let literal = literals.get(index.checked_sub(1)?)?;
        let is_escaped = span.end() <= literal.end() && piece.contains('\\');
        is_escaped.then(|| (self.source.unescape)(piece)).flatten()
    }
}

/// What is preferred, the first difference deciding; among equals, what stands first.
fn merit(candidate: &Candidate) -> (Class, std::cmp::Reverse<usize>, bool, bool) {
    let is_closed = candidate.closer.is_none();
    let depth = std::cmp::Reverse(candidate.depth);
    (candidate.class, depth, is_closed, !candidate.is_empty)
}

fn extend_extracted(trace: &mut Trace, span: Span) {
    let extracted = trace.extracted.get_or_insert(span);
    let start = extracted.start().min(span.start());
    *extracted = Span::new(start, extracted.end().max(span.end()));
}

fn add_repair(trace: &mut Trace, kind: RepairKind, span: Span, replacement: String) {
    trace.repairs.push(Repair {
        kind,
        span,
        replacement: replacement.into(),
    });
}

fn warn(trace: &mut Trace, kind: WarningKind, span: Span) {
    trace.warnings.push(Warning { kind, span });
}

fn sort(trace: &mut Trace) {
    trace.repairs.sort_by_key(|repair| repair.span);
    trace.repairs.dedup();
    trace.warnings.sort_by_key(|warning| warning.span);
}

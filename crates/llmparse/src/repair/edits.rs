//! The log of repairs while a text is read: insertions before `]`, deletions of `,`, replacements of `'`.

use std::borrow::Cow;
use std::slice;

use super::blocks::Blocks;
use crate::span::Span;
use crate::trace::{Repair, RepairKind};

/// Where an edit goes among others at the same place: what completes the token before, the closers and the comma
/// behind it, what opens before the token that follows, then that token itself.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    #[default]
    Tail,
    Closer,
    Comma,
    Opener,
    Token,
}

/// What an edit puts in place of its span.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Its text.
    Fixed,
    /// A spelling of its own.
    Spelled,
    /// What stands there, in quotes.
    Quoted,
    /// What stands there, whose first and last byte are read as quotes; two repairs in one.
    Requoted,
}

/// A repair in short. It is small and has nothing to drop, since most readings make many of them.
#[derive(Clone, Copy)]
struct Edit {
    span: Span,
    text: &'static str,
    /// The number of its spelling, counted from 1.
    spelling: u32,
    form: Form,
    kind: RepairKind,
    place: Place,
}

impl Edit {
    #[inline]
    fn new(kind: RepairKind, start: usize, end: usize, text: &'static str) -> Self {
        Self {
            span: Span::new(start, end),
            text,
            spelling: 0,
            form: Form::Fixed,
            kind,
            place: Place::Token,
        }
    }

    /// The two quotes that this replaces.
    #[inline]
    fn quotes(self) -> [Self; 2] {
        [self.span.start(), self.span.end() - 1].map(|at| Self {
            span: Span::new(at, at + 1),
            form: Form::Fixed,
            ..self
        })
    }

    #[inline]
    fn repair(&self, replacement: Cow<'static, str>) -> Repair {
        Repair {
            kind: self.kind,
            span: self.span,
            replacement,
        }
    }

    #[inline]
    fn spot(&self) -> Spot {
        Spot {
            span: self.span,
            place: self.place,
        }
    }

    /// An amended edit may have become empty.
    #[inline]
    fn changes_something(&self) -> bool {
        !(self.span.is_empty() && self.form == Form::Fixed && self.text.is_empty())
    }
}

/// Edits in the order in which they were found; [`settle`](Edits::settle) sorts them by position.
#[derive(Default)]
pub(crate) struct Edits {
    log: Blocks<Edit>,
    /// Spellings that are not known beforehand.
    spellings: Vec<String>,
    /// How many of them are two repairs, at most.
    requoted: usize,
    /// Not each of them stands behind the one before.
    is_unsorted: bool,
    last: Spot,
    guard: Guard,
}

/// Where an edit stands.
#[derive(Clone, Copy, Default)]
struct Spot {
    span: Span,
    place: Place,
}

impl Spot {
    /// Whether sorting leaves an edit that is made here and now behind one that was made at `earlier`.
    #[inline]
    fn is_behind(self, earlier: Self) -> bool {
        let (start, end) = (self.span.start(), earlier.span.end());
        if start != earlier.span.start() {
            return start >= end;
        }
        start == end && earlier.place <= self.place && self.place != Place::Opener
    }
}

/// Watches that what was edited before a stretch of the text stays as it is.
#[derive(Default)]
struct Guard {
    /// Where the stretch starts, in the text and in the log.
    start: usize,
    index: usize,
    is_broken: bool,
}

/// A point to which the log can be taken back.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mark(usize);

impl Edits {
    /// The bytes of `start..end` are read as `replacement`.
    #[inline]
    pub(crate) fn replace(
        &mut self,
        kind: RepairKind,
        start: usize,
        end: usize,
        replacement: impl Into<Cow<'static, str>>,
    ) -> usize {
        match replacement.into() {
            Cow::Borrowed(text) => self.push(Edit::new(kind, start, end, text)),
            Cow::Owned(spelling) => {
                self.spellings.push(spelling);
                self.push(Edit {
                    form: Form::Spelled,
                    spelling: u32::try_from(self.spellings.len()).unwrap_or(0),
                    ..Edit::new(kind, start, end, "")
                })
            }
        }
    }

    /// The text of `start..end` should have quotes around it, and needs no escapes.
    pub(crate) fn quote(&mut self, kind: RepairKind, start: usize, end: usize) {
        self.push(Edit {
            form: Form::Quoted,
            ..Edit::new(kind, start, end, "")
        });
    }

    /// The quotes at `start` and `end` are read as double ones.
    #[inline]
    pub(crate) fn requote(&mut self, start: usize, end: usize) {
        self.requoted += 1;
        self.push(Edit {
            form: Form::Requoted,
            ..Edit::new(RepairKind::QuoteStyle, start, end + 1, "\"")
        });
    }

    pub(crate) fn delete(&mut self, kind: RepairKind, start: usize, end: usize) -> usize {
        self.push(Edit::new(kind, start, end, ""))
    }

    /// `text` is missing behind the token that ends at `at`.
    pub(crate) fn insert(&mut self, kind: RepairKind, at: usize, text: &'static str) {
        self.insert_in(Place::Tail, kind, at, text);
    }

    /// A closer is missing behind the token that ends at `at`.
    pub(crate) fn insert_closer(&mut self, kind: RepairKind, at: usize, closer: &'static str) {
        self.insert_in(Place::Closer, kind, at, closer);
    }

    /// A comma is missing behind the token that ends at `at`.
    pub(crate) fn insert_comma(&mut self, kind: RepairKind, at: usize) -> usize {
        self.insert_in(Place::Comma, kind, at, ",")
    }

    /// `text`, a bracket or a quote, is missing before the token that starts at `at`.
    pub(crate) fn open(&mut self, kind: RepairKind, at: usize, text: &'static str) {
        self.insert_in(Place::Opener, kind, at, text);
    }

    fn insert_in(
        &mut self,
        place: Place,
        kind: RepairKind,
        at: usize,
        text: &'static str,
    ) -> usize {
        self.push(Edit {
            place,
            ..Edit::new(kind, at, at, text)
        })
    }

    #[inline]
    fn push(&mut self, edit: Edit) -> usize {
        let spot = edit.spot();
        self.is_unsorted |= !spot.is_behind(self.last);
        self.last = spot;
        self.log.push(edit)
    }

    /// Changes what an edit made earlier puts in place.
    pub(crate) fn amend(&mut self, index: usize, replacement: &'static str) {
        self.guard.is_broken |= index < self.guard.index;
        if let Some(edit) = self.log.get_mut(index) {
            edit.text = replacement;
            edit.form = Form::Fixed;
        }
    }

    /// A stretch starts at `start`.
    pub(super) fn start_stretch(&mut self, start: usize) {
        self.guard.start = start;
        self.guard.index = self.log.len();
    }

    /// The stretch ends at `end`, where the log had come to `mark`: no edit of its own may stand outside of it, and
    /// none of those before it may have been changed. Gives whether there is any.
    pub(super) fn finish_stretch(&mut self, end: usize, mark: Mark) -> bool {
        let start = self.guard.start;
        let is_inside = |edit: &Edit| start <= edit.span.start() && edit.span.end() <= end;
        let count = mark.0.saturating_sub(self.guard.index);
        let mut edits = self.log.iter_from(self.guard.index).take(count);
        self.guard.is_broken |= !edits.all(is_inside);
        count > 0
    }

    /// Whether every edit stands in the stretch in which it was made.
    pub(super) fn stay_inside(&self) -> bool {
        !self.guard.is_broken
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark(self.log.len())
    }

    pub(crate) fn rewind(&mut self, mark: Mark) {
        self.guard.is_broken |= mark.0 < self.guard.index;
        self.log.truncate(mark.0);
        self.find_last();
    }

    fn find_last(&mut self) {
        self.last = self.log.last().map(Edit::spot).unwrap_or_default();
    }

    /// The text from `start` to `end`, which is its end, goes, and with it what was to change there.
    pub(crate) fn cut(&mut self, start: usize, end: usize) {
        self.guard.is_broken |= start < self.guard.start;
        let stays = |edit: &Edit| {
            edit.span.start() < start || edit.span.start() == start && edit.span.is_empty()
        };
        if self.is_unsorted {
            self.log.retain_from(0, stays);
        } else {
            self.log.trim(stays);
        }
        self.find_last();
        self.delete(RepairKind::CutOff, start, end);
    }

    /// Whether an edit was made at or behind `offset` since `mark`.
    pub(crate) fn has_behind(&self, mark: Mark, offset: usize) -> bool {
        self.log
            .iter_from(mark.0)
            .any(|edit| edit.span.start() >= offset)
    }

    /// Takes back the edits at or behind `offset` that were made since `mark`.
    pub(crate) fn rewind_behind(&mut self, mark: Mark, offset: usize) {
        self.guard.is_broken |= offset < self.guard.start;
        self.log
            .retain_from(mark.0, |edit| edit.span.start() < offset);
        self.find_last();
    }

    /// Nothing more is edited: sorts the edits by position, and drops those outside of `span`.
    pub(super) fn settle(&mut self, span: Span) {
        if self.is_unsorted {
            self.sort();
        }
        let is_inside =
            |edit: &Edit| span.start() <= edit.span.start() && edit.span.end() <= span.end();
        // They are sorted, so that the outermost ones tell.
        let (first, last) = (self.log.iter_from(0).next(), self.log.last());
        if !first.is_none_or(is_inside) || !last.is_none_or(is_inside) {
            self.log.retain_from(0, is_inside);
        }
    }

    fn sort(&mut self) {
        let mut parts = Vec::with_capacity(self.log.len() + self.requoted);
        for edit in self.log.iter_from(0) {
            match edit.form {
                Form::Requoted => parts.extend(edit.quotes()),
                _ if edit.changes_something() => parts.push(*edit),
                _ => {}
            }
        }
        sort(&mut parts);
        let overlap =
            |pair: &[Edit]| matches!(pair, [one, next] if next.span.start() < one.span.end());
        if parts.windows(2).any(overlap) {
            separate(&mut parts);
        }
        self.requoted = 0;
        self.log.refill(&parts);
    }

    /// Whether nothing is changed.
    pub(super) fn is_empty(&self) -> bool {
        !self.log.iter_from(0).any(Edit::changes_something)
    }

    /// The settled edits as repairs of `text`.
    pub(super) fn repairs(&self, text: &str) -> Vec<Repair> {
        let mut repairs = Vec::with_capacity(self.log.len() + self.requoted);
        for block in self.log.blocks() {
            for edit in block {
                let replacement = match edit.form {
                    Form::Requoted => {
                        for quote in edit.quotes() {
                            repairs.push(quote.repair(Cow::Borrowed(quote.text)));
                        }
                        continue;
                    }
                    Form::Fixed if !edit.changes_something() => continue,
                    Form::Fixed => Cow::Borrowed(edit.text),
                    Form::Spelled => Cow::Owned(self.spelling(edit).to_owned()),
                    Form::Quoted => Cow::Owned(quoted(edit.span.of(text))),
                };
                repairs.push(edit.repair(replacement));
            }
        }
        repairs
    }

    pub(super) fn writer<'e>(&'e self, text: &'e str) -> Writer<'e> {
        Writer {
            edits: self,
            text,
            rest: &[],
            blocks: self.log.blocks().iter(),
        }
    }

    /// Makes room for the edits of another text.
    pub(super) fn clear(&mut self) {
        self.log.clear();
        self.spellings.clear();
        *self = Self {
            log: std::mem::take(&mut self.log),
            spellings: std::mem::take(&mut self.spellings),
            ..Self::default()
        };
    }

    fn spelling(&self, edit: &Edit) -> &str {
        let index = (edit.spelling as usize).checked_sub(1);
        let spelling = index.and_then(|index| self.spellings.get(index));
        spelling.map(String::as_str).unwrap_or_default()
    }

    /// Writes what stands for the part of `text` under `edit`.
    fn write(&self, out: &mut String, text: &str, edit: &Edit) {
        let span = edit.span;
        match edit.form {
            Form::Fixed => out.push_str(edit.text),
            Form::Spelled => out.push_str(self.spelling(edit)),
            Form::Quoted => push_quoted(out, span.of(text)),
            Form::Requoted => {
                let content = text.get(span.start() + 1..span.end() - 1);
                push_quoted(out, content.unwrap_or_default());
            }
        }
    }
}

/// Writes a text with its edits applied, part by part.
pub(super) struct Writer<'e> {
    edits: &'e Edits,
    text: &'e str,
    /// The edits from the next one on: the rest of its block, and the blocks behind.
    rest: &'e [Edit],
    blocks: slice::Iter<'e, Vec<Edit>>,
}

impl<'e> Writer<'e> {
    /// What the part under `part`, which stands behind those asked for before, says; `out` is for use where that is
    /// not what stands there. An insertion at the end belongs to what stands before it.
    pub(super) fn say<'o>(&mut self, out: &'o mut String, part: Span) -> &'o str
    where
        'e: 'o,
    {
        self.skip(|edit| edit.span.start() < part.start());
        let is_inside = |edit: &Edit| {
            let start = edit.span.start();
            start < part.end() || start == part.end() && edit.span.is_empty()
        };
        if !self.rest.first().is_some_and(is_inside) {
            return part.of(self.text);
        }
        out.clear();
        out.reserve(part.len() + 16);
        let (edits, text, mut done) = (self.edits, self.text, part.start());
        self.skip(|edit| {
            let is_inside = is_inside(edit);
            if is_inside {
                out.push_str(text.get(done..edit.span.start()).unwrap_or_default());
                edits.write(out, text, edit);
                done = done.max(edit.span.end());
            }
            is_inside
        });
        out.push_str(text.get(done..part.end()).unwrap_or_default());
        out
    }

    /// Passes over the edits that `is_passed` says.
    #[inline]
    fn skip(&mut self, mut is_passed: impl FnMut(&Edit) -> bool) {
        loop {
            let count = self.rest.iter().take_while(|edit| is_passed(edit)).count();
            self.rest = self.rest.get(count..).unwrap_or_default();
            if !self.rest.is_empty() {
                return;
            }
            let Some(block) = self.blocks.next() else {
                return;
            };
            self.rest = block;
        }
    }
}

/// Brackets opened at one place stand in the reverse order of their finding: the one that was found last encloses the
/// others.
fn sort(edits: &mut [Edit]) {
    edits.sort_by_key(|edit| (edit.span.start(), edit.place));
    let together = |one: &Edit, other: &Edit| {
        one.place == Place::Opener
            && other.place == Place::Opener
            && one.span.start() == other.span.start()
    };
    for openers in edits.chunk_by_mut(together) {
        openers.reverse();
    }
}

fn quoted(text: &str) -> String {
    ["\"", text, "\""].concat()
}

#[inline]
fn push_quoted(out: &mut String, text: &str) {
    out.push('"');
    out.push_str(text);
    out.push('"');
}

/// An edit inside of what another took out has nothing left to change; an insertion there goes behind it.
fn separate(edits: &mut Vec<Edit>) {
    let mut done = 0;
    edits.retain_mut(|edit| {
        let is_inside = edit.span.start() < done;
        if is_inside && edit.span.is_empty() {
            edit.span = Span::new(done, done);
        }
        done = done.max(edit.span.end());
        !is_inside || edit.span.is_empty()
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::apply_repairs;

    #[test]
    fn edits_at_one_place_keep_their_order() {
        let text = "'a' 'b'";
        let mut edits = Edits::default();
        edits.replace(RepairKind::QuoteStyle, 0, 1, "\"");
        edits.replace(RepairKind::QuoteStyle, 2, 3, "\"");
        edits.open(RepairKind::SeveralValues, 0, "{");
        edits.open(RepairKind::SeveralValues, 0, "[");
        edits.insert_comma(RepairKind::MissingComma, 3);
        edits.insert_closer(RepairKind::MissingCloser, 3, "}");
        let span = Span::new(0, 3);
        edits.settle(span);
        let repaired = "[{\"a\"},";
        assert_eq!(edits.writer(text).say(&mut String::new(), span), repaired);
        assert_eq!(apply_repairs(text, span, &edits.repairs(text)), repaired);
    }
}

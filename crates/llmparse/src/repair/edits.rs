//! The log of repairs while a text is read: insertions before `]`, deletions of `,`, replacements of `'`.

use std::borrow::Cow;

use crate::span::Span;
use crate::trace::{Repair, RepairKind};

/// Where an edit goes among others at the same place: what completes the token before, the closers and the comma
/// behind it, what opens before the token that follows, then that token itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Tail,
    Closer,
    Comma,
    Opener,
    Token,
}

/// Repairs in the order in which they were found; [`finish`](Edits::finish) sorts them by position.
#[derive(Default)]
pub(crate) struct Edits {
    repairs: Vec<Repair>,
    /// The place of each of them.
    places: Vec<Place>,
    /// Some of them may change nothing.
    may_be_empty: bool,
    /// Not each of them stands behind the one before.
    may_be_unsorted: bool,
    last: Span,
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
        self.push(
            kind,
            Span::new(start, end),
            replacement.into(),
            Place::Token,
        )
    }

    /// The quotes at `start` and `end` are read as double ones.
    pub(crate) fn requote(&mut self, start: usize, end: usize) {
        self.replace(RepairKind::QuoteStyle, start, start + 1, "\"");
        self.replace(RepairKind::QuoteStyle, end, end + 1, "\"");
    }

    pub(crate) fn delete(&mut self, kind: RepairKind, start: usize, end: usize) -> usize {
        self.replace(kind, start, end, "")
    }

    /// `text` is missing behind the token that ends at `at`.
    pub(crate) fn insert(&mut self, kind: RepairKind, at: usize, text: &'static str) {
        self.push(kind, Span::new(at, at), text.into(), Place::Tail);
    }

    /// A closer is missing behind the token that ends at `at`.
    pub(crate) fn insert_closer(&mut self, kind: RepairKind, at: usize, closer: &'static str) {
        self.push(kind, Span::new(at, at), closer.into(), Place::Closer);
    }

    /// A comma is missing behind the token that ends at `at`.
    pub(crate) fn insert_comma(&mut self, kind: RepairKind, at: usize) -> usize {
        self.push(kind, Span::new(at, at), ",".into(), Place::Comma)
    }

    /// `text`, a bracket or a quote, is missing before the token that starts at `at`.
    pub(crate) fn open(&mut self, kind: RepairKind, at: usize, text: &'static str) {
        self.push(kind, Span::new(at, at), text.into(), Place::Opener);
    }

    #[inline]
    fn push(
        &mut self,
        kind: RepairKind,
        span: Span,
        replacement: Cow<'static, str>,
        place: Place,
    ) -> usize {
        let index = self.repairs.len();
        if index == self.repairs.capacity() {
            self.grow();
        }
        self.may_be_empty |= span.is_empty();
        self.may_be_unsorted |= span.start() <= self.last.start() || span.start() < self.last.end();
        self.last = span;
        self.repairs.push(Repair {
            kind,
            span,
            replacement,
        });
        self.places.push(place);
        index
    }

    /// Where there are many repairs, there will be many more.
    #[cold]
    fn grow(&mut self) {
        let more = (3 * self.repairs.len()).max(24);
        self.repairs.reserve(more);
        self.places.reserve(more);
    }

    /// Changes what an edit made earlier puts in place.
    pub(crate) fn amend(&mut self, index: usize, replacement: &'static str) {
        if let Some(repair) = self.repairs.get_mut(index) {
            repair.replacement = replacement.into();
            self.may_be_empty = true;
        }
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark(self.repairs.len())
    }

    pub(crate) fn rewind(&mut self, mark: Mark) {
        self.repairs.truncate(mark.0);
        self.places.truncate(mark.0);
    }

    /// The text from `start` to `end`, which is its end, goes, and with it what was to change there.
    pub(crate) fn cut(&mut self, start: usize, end: usize) {
        let mut kept = 0;
        for index in 0..self.repairs.len() {
            let stays = self.repairs.get(index).is_some_and(|repair| {
                repair.span.start() < start
                    || repair.span.start() == start && repair.span.is_empty()
            });
            if stays {
                self.repairs.swap(kept, index);
                self.places.swap(kept, index);
                kept += 1;
            }
        }
        self.rewind(Mark(kept));
        self.delete(RepairKind::CutOff, start, end);
    }

    /// Whether an edit was made at or behind `offset` since `mark`.
    pub(crate) fn has_behind(&self, mark: Mark, offset: usize) -> bool {
        let since = self.repairs.get(mark.0..).unwrap_or_default();
        since
            .iter()
            .rev()
            .any(|repair| repair.span.start() >= offset)
    }

    /// Takes back the edits at or behind `offset` that were made since `mark`.
    pub(crate) fn rewind_behind(&mut self, mark: Mark, offset: usize) {
        let mut kept = mark.0;
        for index in mark.0..self.repairs.len() {
            if self
                .repairs
                .get(index)
                .is_some_and(|repair| repair.span.start() < offset)
            {
                self.repairs.swap(kept, index);
                self.places.swap(kept, index);
                kept += 1;
            }
        }
        self.rewind(Mark(kept));
    }

    /// The repairs, sorted by position.
    pub(crate) fn finish(mut self) -> Vec<Repair> {
        if self.may_be_unsorted {
            self.sort();
        }
        let mut repairs = self.repairs;
        if self.may_be_empty {
            repairs.retain(changes_something);
        }
        if self.may_be_unsorted
            && repairs
                .windows(2)
                .any(|pair| matches!(pair, [one, next] if next.span.start() < one.span.end()))
        {
            separate(&mut repairs);
        }
        repairs
    }

    /// Brackets opened at one place stand in the reverse order of their finding: the one that was found last encloses
    /// the others.
    fn sort(&mut self) {
        let starts = || {
            self.repairs
                .iter()
                .map(|repair| repair.span.start())
                .zip(&self.places)
        };
        if starts().is_sorted_by(|one, other| one < other) {
            return;
        }
        let mut order: Vec<_> = starts()
            .enumerate()
            .map(|(found, (start, &place))| (start, place, found))
            .collect();
        order.sort_by_key(|&(start, place, found)| {
            (
                start,
                place,
                if place == Place::Opener {
                    usize::MAX - found
                } else {
                    found
                },
            )
        });
        let mut found: Vec<Option<Repair>> = std::mem::take(&mut self.repairs)
            .into_iter()
            .map(Some)
            .collect();
        self.repairs = order
            .into_iter()
            .filter_map(|(_, _, index)| found.get_mut(index)?.take())
            .collect();
    }
}

/// An edit inside of what another took out has nothing left to change; an insertion there goes behind it.
fn separate(repairs: &mut Vec<Repair>) {
    let mut done = 0;
    repairs.retain_mut(|repair| {
        let is_inside = repair.span.start() < done;
        if is_inside && repair.span.is_empty() {
            repair.span = Span::new(done, done);
        }
        done = done.max(repair.span.end());
        !is_inside || repair.span.is_empty()
    });
}

/// An amended edit may have become empty.
fn changes_something(repair: &Repair) -> bool {
    !(repair.span.is_empty() && repair.replacement.is_empty())
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
        let repairs = edits.finish();
        assert_eq!(apply_repairs(text, Span::new(0, 3), &repairs), "[{\"a\"},");
    }
}

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

struct Edit {
    repair: Repair,
    place: Place,
}

/// Repairs in the order in which they were found; [`finish`](Edits::finish) sorts them by position.
#[derive(Default)]
pub(crate) struct Edits {
    edits: Vec<Edit>,
}

/// A point to which the log can be taken back.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Mark(usize);

impl Edits {
    /// The bytes of `start..end` are read as `replacement`.
    pub(crate) fn replace(
        &mut self,
        kind: RepairKind,
        start: usize,
        end: usize,
        replacement: impl Into<Cow<'static, str>>,
    ) -> usize {
        self.push(kind, Span::new(start, end), replacement.into(), Place::Token)
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
    pub(crate) fn insert_comma(&mut self, kind: RepairKind, at: usize) {
        self.push(kind, Span::new(at, at), ",".into(), Place::Comma);
    }

    /// `text`, a bracket or a quote, is missing before the token that starts at `at`.
    pub(crate) fn open(&mut self, kind: RepairKind, at: usize, text: &'static str) {
        self.push(kind, Span::new(at, at), text.into(), Place::Opener);
    }

    fn push(&mut self, kind: RepairKind, span: Span, replacement: Cow<'static, str>, place: Place) -> usize {
        self.edits.push(Edit { repair: Repair { kind, span, replacement }, place });
        self.edits.len() - 1
    }

    /// Changes what an edit made earlier puts in place.
    pub(crate) fn amend(&mut self, index: usize, replacement: &'static str) {
        if let Some(edit) = self.edits.get_mut(index) {
            edit.repair.replacement = replacement.into();
        }
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark(self.edits.len())
    }

    pub(crate) fn rewind(&mut self, mark: Mark) {
        self.edits.truncate(mark.0);
    }

    /// Takes back the edits at or behind `offset` that were made since `mark`.
    pub(crate) fn rewind_behind(&mut self, mark: Mark, offset: usize) {
        let mut index = 0;
        self.edits.retain(|edit| {
            index += 1;
            index <= mark.0 || edit.repair.span.start() < offset
        });
    }

    /// The repairs sorted by position. Brackets opened at one place stand in the reverse order of their finding:
    /// the one that was found last encloses the others.
    pub(crate) fn finish(self) -> Vec<Repair> {
        let place = |edit: &Edit| (edit.repair.span.start(), edit.place);
        let is_sorted = self.edits.is_sorted_by(|one, other| place(one) < place(other));
        if is_sorted {
            return self.edits.into_iter().map(|edit| edit.repair).filter(changes_something).collect();
        }
        let mut edits: Vec<(usize, Edit)> = self.edits.into_iter().enumerate().collect();
        edits.sort_by_key(|(found, edit)| {
            let order = if edit.place == Place::Opener { usize::MAX - found } else { *found };
            (edit.repair.span.start(), edit.place, order)
        });
        edits.into_iter().map(|(_, edit)| edit.repair).filter(changes_something).collect()
    }
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

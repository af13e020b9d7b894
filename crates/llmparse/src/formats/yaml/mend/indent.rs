//! Indentation: tabs become blanks, and a line that stands between two columns goes to the only one it can belong to.

use super::super::line::Line;
use super::{Found, Kind, Mender};
use crate::span::Span;
use crate::trace::RepairKind;

impl Mender<'_> {
    /// Indents `line` by `column` blanks, unless it is.
    pub(super) fn set_indent(&mut self, line: &Line, column: usize) {
        let indent = line.indent(self.text);
        if indent.len() == column && indent.bytes().all(|blank| blank == b' ') {
            return;
        }
        let has_tabs_only = indent.bytes().all(|blank| matches!(blank, b' ' | b'\t'));
        let kind = if has_tabs_only {
            RepairKind::Indentation
        } else {
            RepairKind::UnusualBlank
        };
        self.repair(kind, Span::new(line.start, line.text), " ".repeat(column));
    }

    /// The first line may be indented where those behind it are not: ` a: 1\nb: 2`. Gives where to go on.
    pub(super) fn take_first(&mut self, at: usize) -> usize {
        let (first, second) = (self.peek(at), self.peek(self.peek(at).next));
        let (width, column) = (first.width(self.text), second.width(self.text));
        if first.is_blank() || second.is_blank() || first.next >= self.end || column >= width {
            return at;
        }
        let kind = self.kind_of(&first, column);
        if kind.is_none() || kind != self.kind_of(&second, column) {
            return at;
        }
        let line = self.line(at);
        self.set_indent(&line, column);
        self.take_head(line, column)
    }

    fn kind_of(&self, line: &Line, column: usize) -> Option<Kind> {
        match self.find(line.text, line.end, column) {
            Found::Item(_) => Some(Kind::List),
            Found::Entry(_) => Some(Kind::Map),
            Found::Loose => None,
        }
    }

    /// The column that a line indented by `width` belongs in; what it does not belong to is closed.
    pub(super) fn settle(&mut self, width: usize, kind: Kind) -> usize {
        let column = self.find_column(width, kind);
        while self
            .levels
            .last()
            .is_some_and(|level| level.column > column)
        {
            self.levels.pop();
            self.awaits = false;
        }
        // `- a` under a key may stand in its column; the next key ends the list.
        let is_list = self
            .levels
            .last()
            .is_some_and(|level| level.column == column && level.kind == Kind::List);
        if is_list && kind == Kind::Map {
            self.levels.pop();
        }
        column
    }

    fn find_column(&self, width: usize, kind: Kind) -> usize {
        let Some(top) = self.levels.last() else {
            return width;
        };
        let fits = |column: usize| {
            self.levels
                .iter()
                .any(|level| level.column == column && level.kind == kind)
        };
        let is_child = self.awaits && width >= top.column;
        if fits(width) || is_child {
            return width;
        }
        if width > top.column {
            // Nothing may be nested in a text, so one blank too many is just that.
            let is_off_by_one = width == top.column + 1 && top.kind == kind;
            return if is_off_by_one { top.column } else { width };
        }
        self.between(width, kind).unwrap_or(width)
    }

    /// The column for a line that stands between two columns, if it can be in one of them only.
    fn between(&self, width: usize, kind: Kind) -> Option<usize> {
        let above = self.levels.iter().position(|level| level.column > width)?;
        let inner = self
            .levels
            .get(above..)?
            .iter()
            .find(|level| level.kind == kind)?
            .column;
        let outer = above
            .checked_sub(1)
            .and_then(|outer| self.levels.get(outer));
        let first = self.levels.get(above)?;
        match outer {
            _ if first.column != inner => None,
            Some(outer) if outer.column == width => None,
            Some(outer) if outer.kind == kind => {
                let (near_inner, near_outer) = (inner - width == 1, width - outer.column == 1);
                match (near_inner, near_outer) {
                    (true, false) => Some(inner),
                    (false, true) => Some(outer.column),
                    _ => None,
                }
            }
            Some(_) => Some(inner),
            None => (inner - width == 1).then_some(inner),
        }
    }
}

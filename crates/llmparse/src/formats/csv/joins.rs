//! Rows with more cells than the header, because a delimiter in a text has no quotes around it:
//! `Analyst,Find trends, risks, and gaps`.

use crate::formats::grid::Log;
use crate::scan::records::{Delimiter, Quoting, RawCell};
use crate::span::Span;
use crate::trace::WarningKind;

pub(super) struct Joiner<'t> {
    pub(super) text: &'t str,
    pub(super) delimiter: Delimiter,
    pub(super) width: usize,
    pub(super) is_header_spaced: bool,
}

impl Joiner<'_> {
    /// The cells, as many as there are columns if it can be told which of them belong together.
    pub(super) fn fit(&self, cells: &[RawCell], log: &mut Log) -> Vec<RawCell> {
        let cells = self.without_empty_end(cells);
        let surplus = cells.len() - self.width;
        if surplus == 0 {
            return cells.to_vec();
        }
        let marks = self.find_marks(cells, surplus);
        let Some(marks) = marks else {
            return cells.to_vec();
        };
        let mut joined: Vec<RawCell> = Vec::with_capacity(self.width);
        for (cell, is_joined) in cells.iter().zip(marks) {
            match joined.last_mut() {
                Some(last) if is_joined => *last = self.join(*last, *cell),
                _ => joined.push(*cell),
            }
        }
        for cell in &joined {
            if !cells.iter().any(|whole| whole.span == cell.span) {
                log.warn(WarningKind::JoinedCells, cell.span);
            }
        }
        joined
    }

    /// Delimiters at the end of a row say nothing.
    fn without_empty_end<'c>(&self, cells: &'c [RawCell]) -> &'c [RawCell] {
        let is_filled = |cell: &RawCell| !cell.span.is_empty();
        let filled = cells.iter().rposition(is_filled).map_or(0, |last| last + 1);
        cells.get(..filled.max(self.width)).unwrap_or(cells)
    }

    /// For each cell, whether it belongs to the one before.
    fn find_marks(&self, cells: &[RawCell], surplus: usize) -> Option<Vec<bool>> {
        self.behind_open_quote(cells, surplus)
            .or_else(|| self.behind_blank(cells, surplus))
            .or_else(|| self.grouped_digits(cells, surplus))
            .or_else(|| self.in_last_column(cells))
    }

    /// `1,"a, b` where the quote is never closed.
    fn behind_open_quote(&self, cells: &[RawCell], surplus: usize) -> Option<Vec<bool>> {
        let open = cells
            .iter()
            .position(|cell| cell.quoting == Quoting::Unclosed)?;
        let joined = open + 1..open + 1 + surplus;
        (joined.end <= cells.len()).then(|| {
            (0..cells.len())
                .map(|index| joined.contains(&index))
                .collect()
        })
    }

    /// Where the delimiters of the table have no blank behind them, those that do are text.
    fn behind_blank(&self, cells: &[RawCell], surplus: usize) -> Option<Vec<bool>> {
        let is_text = |cell: &RawCell| cell.is_spaced && cell.quoting == Quoting::None;
        let spaced = cells.iter().skip(1).filter(|cell| is_text(cell)).count();
        if self.is_header_spaced || spaced < surplus || spaced == cells.len() - 1 && self.width > 1
        {
            return None;
        }
        let mut spare = spaced - surplus;
        let marks = cells.iter().enumerate().map(|(index, cell)| {
            if index == 0 || !is_text(cell) {
                return false;
            }
            let is_joined = spare == 0;
            spare = spare.saturating_sub(1);
            is_joined
        });
        Some(marks.collect())
    }

    /// `1,200` in two cells.
    fn grouped_digits(&self, cells: &[RawCell], surplus: usize) -> Option<Vec<bool>> {
        if self.delimiter.letter() != ',' {
            return None;
        }
        let mut before = "";
        let marks = cells.iter().map(|cell| {
            let text = if cell.quoting == Quoting::None {
                cell.of(self.text)
            } else {
                ""
            };
            let is_joined = is_group(text) && ends_in_group(before);
            before = text;
            is_joined
        });
        let marks: Vec<bool> = marks.collect();
        let joined = marks.iter().filter(|is_joined| **is_joined).count();
        (joined == surplus).then_some(marks)
    }

    /// Text with blanks in it, from the last column on.
    fn in_last_column(&self, cells: &[RawCell]) -> Option<Vec<bool>> {
        let last = cells.get(self.width - 1..)?;
        let is_text = |cell: &RawCell| {
            let text = cell.of(self.text);
            text.chars().any(char::is_alphabetic) && text.contains(' ')
        };
        let is_plain = last.iter().all(|cell| cell.quoting == Quoting::None);
        let is_prose = last.iter().any(is_text)
            || last
                .iter()
                .skip(1)
                .all(|cell| cell.is_spaced && !cell.span.is_empty());
        let has_letters = last
            .iter()
            .any(|cell| cell.of(self.text).chars().any(char::is_alphabetic));
        (is_plain && is_prose && has_letters)
            .then(|| (0..cells.len()).map(|index| index >= self.width).collect())
    }

    fn join(&self, first: RawCell, last: RawCell) -> RawCell {
        let span = Span::new(first.span.start(), last.span.end());
        let whole = span.of(self.text);
        let is_quoted = whole.len() > 1 && whole.starts_with('"') && whole.ends_with('"');
        let quoting = match first.quoting {
            Quoting::Unclosed if !is_quoted => Quoting::Unclosed,
            _ if is_quoted => Quoting::DoubleWithin,
            _ => Quoting::None,
        };
        RawCell {
            span,
            quoting,
            is_spaced: first.is_spaced,
        }
    }
}

fn is_group(text: &str) -> bool {
    let digits = text.split('.').next().unwrap_or_default();
    let is_number = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    digits.len() == 3 && is_number
}

fn ends_in_group(text: &str) -> bool {
    let digits = text.trim_start_matches(['$', '€', '£', '-', '+']);
    matches!(digits.len(), 1..=3) && digits.bytes().all(|byte| byte.is_ascii_digit())
}

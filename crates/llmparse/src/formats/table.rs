//! Markdown tables: `| a | b |`, `|---|---|`, `| 1 | 2 |` gives `[{"a": "1", "b": "2"}]`.

use std::borrow::Cow;

use crate::error::ParseError;
use crate::formats::grid::{Cell, Grid, Log, Reading, is_ellipsis};
use crate::options::Columns;
use crate::scan::pipes::{Row, Shield};
use crate::span::Span;
use crate::trace::WarningKind;

mod find;

pub(crate) use find::find_tables;

/// A table that was found.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    header: Row,
    rows: Vec<Row>,
    width: usize,
    has_alignment: bool,
    /// The first blank line between rows.
    gap: Option<Span>,
}

impl Table {
    pub(crate) fn span(&self) -> Span {
        let last = self.rows.last().unwrap_or(&self.header);
        Span::new(self.header.span.start(), last.span.end())
    }

    pub(crate) fn has_rows(&self) -> bool {
        !self.rows.is_empty()
    }

    /// The rows as objects.
    pub(crate) fn read(&self, text: &str, columns: &Columns) -> Result<Reading, ParseError> {
        let mut log = Log::default();
        if !self.has_alignment {
            log.warn(WarningKind::NoAlignmentRow, self.header.span);
        }
        if let Some(gap) = self.gap {
            log.warn(WarningKind::BlankLine, gap);
        }
        let mut spans = Vec::new();
        self.header.cells(text, Shield::Code, &mut spans);
        let header: Vec<Cell<'_>> = spans.iter().map(|span| read_name(text, *span)).collect();
        let mut grid = Grid::new(&header, columns, &mut log)?;
        grid.reserve(self.rows.len());
        if self.rows.is_empty() {
            log.warn(WarningKind::NoRows, self.header.span);
        }
        for row in &self.rows {
            let edges = if self.header.has_start {
                Edges::Framed
            } else {
                Edges::Open
            };
            split_row(text, (row, edges), self.width, &mut spans, &mut log);
            if spans.iter().all(|span| is_ellipsis(span.of(text))) {
                log.omit(spans.iter().copied());
                continue;
            }
            let cells = spans.iter().map(|span| read_cell(text, *span));
            grid.add_row(cells, row.span, &mut log)?;
        }
        Ok(grid.finish(self.span(), log))
    }
}

/// Whether the rows of a table start with a pipe; if not, one that does has an empty cell before it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edges {
    Framed,
    Open,
}

/// Splits a row so that it has as many cells as the header, if some way to read it does.
fn split_row(
    text: &str,
    (row, edges): (&Row, Edges),
    width: usize,
    cells: &mut Vec<Span>,
    log: &mut Log,
) {
    for shield in [Shield::Code, Shield::CodeAndMath, Shield::None] {
        row.cells(text, shield, cells);
        if cells.len() == width {
            return;
        }
    }
    if edges == Edges::Open {
        row.without_edges().cells(text, Shield::Code, cells);
        if cells.len() == width {
            return;
        }
    }
    row.cells(text, Shield::Code, cells);
    drop_empty_end(cells, width);
    if cells.len() > width {
        join_tight(text, width, cells, log);
    }
}

fn drop_empty_end(cells: &mut Vec<Span>, width: usize) {
    while cells.len() > width && cells.last().is_some_and(|cell| cell.is_empty()) {
        cells.pop();
    }
}

/// Joins cells with no blank around the pipe between them, `string|number`, if that gives the wanted width.
fn join_tight(text: &str, width: usize, cells: &mut Vec<Span>, log: &mut Log) {
    let is_tight = |left: &Span, right: &Span| {
        right.start() - left.end() == 1 && !left.is_empty() && !right.is_empty()
    };
    let pairs = cells.iter().zip(cells.iter().skip(1));
    let tight = pairs.filter(|(left, right)| is_tight(left, right)).count();
    if tight == 0 || cells.len() - tight != width || text.is_empty() {
        return;
    }
    let mut joined: Vec<Span> = Vec::with_capacity(width);
    for cell in cells.iter() {
        match joined.last_mut() {
            Some(last) if is_tight(last, cell) => *last = Span::new(last.start(), cell.end()),
            _ => joined.push(*cell),
        }
    }
    for cell in &joined {
        if !cells.contains(cell) {
            log.warn(WarningKind::JoinedCells, *cell);
        }
    }
    *cells = joined;
}

fn read_cell(text: &str, span: Span) -> Cell<'_> {
    Cell {
        text: unescape(span.of(text)),
        span,
        is_complete: true,
    }
}

/// The name of a column, without the emphasis around it.
fn read_name(text: &str, span: Span) -> Cell<'_> {
    let mut cell = read_cell(text, span);
    let name = strip_emphasis(&cell.text);
    if name.len() < cell.text.len() {
        cell.text = Cow::Owned(name.to_owned());
    }
    cell
}

/// `**name**` is `name`, `` `name` `` too.
fn strip_emphasis(name: &str) -> &str {
    let mut name = name;
    for mark in ["***", "**", "__", "*", "`"] {
        let inner = name
            .strip_prefix(mark)
            .and_then(|inner| inner.strip_suffix(mark));
        let is_dunder = mark == "__" && !name.contains(' ');
        if let Some(inner) =
            inner.filter(|inner| !inner.trim().is_empty() && !inner.contains(mark) && !is_dunder)
        {
            name = inner.trim();
        }
    }
    name
}

/// `\|` is a pipe, and `<br>` a line break.
fn unescape(cell: &str) -> Cow<'_, str> {
    if memchr::memchr3(b'\\', b'<', b'&', cell.as_bytes()).is_none() {
        return Cow::Borrowed(cell);
    }
    let mut out = String::with_capacity(cell.len());
    let mut rest = cell;
    while let Some(at) = rest.find(['\\', '<', '&']) {
        let (before, behind) = rest.split_at(at);
        out.push_str(before);
        let (replacement, len) = read_mark(behind);
        match replacement {
            Some(replacement) => out.push_str(replacement),
            None => out.push_str(behind.get(..len).unwrap_or_default()),
        }
        rest = behind.get(len..).unwrap_or_default();
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// What the mark that `text` starts with stands for, and its length.
fn read_mark(text: &str) -> (Option<&'static str>, usize) {
    const MARKS: [(&str, &str); 8] = [
        ("\\|", "|"),
        ("\\｜", "｜"),
        ("<br>", "\n"),
        ("<br/>", "\n"),
        ("<br />", "\n"),
        ("</br>", "\n"),
        ("&#124;", "|"),
        ("&vert;", "|"),
    ];
    let starts = |mark: &&(&str, &str)| {
        let start = text.get(..mark.0.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(mark.0))
    };
    match MARKS.iter().find(starts) {
        Some((mark, replacement)) => (Some(replacement), mark.len()),
        None => (None, 1),
    }
}

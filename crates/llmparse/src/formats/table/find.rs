//! Where tables stand among prose and code.

use crate::formats::table::Table;
use crate::scan::lines::{announces, ends_sentence, is_lead_in, lines};
use crate::scan::pipes::{Row, Shield, is_alignment_row, is_drawn};
use crate::scan::records::is_datum;
use crate::span::Span;

/// How many lines the cells of a row may go over.
const LONGEST_ROW: usize = 16;

/// About how long a line is, in bytes.
const LINE: usize = 32;

/// How many rows there is room for at first.
const ROWS: usize = 16;

/// What a line is to a table.
#[derive(Clone, Copy)]
enum Line {
    Blank,
    Row(Row),
    Alignment(Span),
    Other,
}

/// All tables under `span`, in order.
pub(crate) fn find_tables(text: &str, span: Span) -> Vec<Table> {
    let mut all = Vec::with_capacity(span.len() / LINE);
    all.extend(lines(text, span).map(|line| read_line(text, line)));
    let mut finder = TableFinder {
        text,
        lines: all,
        cells: Vec::new(),
        at: 0,
    };
    let mut tables = Vec::new();
    while finder.at < finder.lines.len() {
        tables.extend(finder.read_table());
    }
    tables
}

fn read_line(text: &str, line: Span) -> Line {
    let whole = line.of(text);
    if whole
        .trim_matches(|letter: char| letter.is_whitespace() || letter == '>')
        .is_empty()
    {
        return Line::Blank;
    }
    if is_alignment_row(whole) {
        return Line::Alignment(line);
    }
    Row::read(text, line).map_or(Line::Other, Line::Row)
}

struct TableFinder<'t> {
    text: &'t str,
    lines: Vec<Line>,
    cells: Vec<Span>,
    at: usize,
}

impl TableFinder<'_> {
    fn line(&self, at: usize) -> Line {
        self.lines.get(at).copied().unwrap_or(Line::Other)
    }

    fn width(&mut self, row: &Row) -> usize {
        row.cells(self.text, Shield::Code, &mut self.cells);
        self.cells.len()
    }

    /// The table whose header is the line that was come to; goes on to what stands behind it.
    fn read_table(&mut self) -> Option<Table> {
        let line = self.line(self.at);
        self.at += 1;
        let Line::Row(header) = line else {
            return None;
        };
        let below = self.skip_blank(self.at);
        let alignment = match self.line(below) {
            Line::Alignment(line) => Some(line),
            _ => None,
        };
        let width = self.width(&header);
        if alignment.is_none() && !self.is_header(&header, width) {
            return None;
        }
        let mut table = Table {
            header,
            rows: Vec::with_capacity(ROWS),
            width,
            has_alignment: alignment.is_some(),
            gap: None,
        };
        if alignment.is_some() {
            self.at = below + 1;
        }
        self.read_rows(&mut table, alignment);
        (table.has_alignment || self.is_plain_table(&table)).then_some(table)
    }

    fn skip_blank(&self, from: usize) -> usize {
        let rest = self.lines.get(from..).unwrap_or_default();
        // Only one blank line: what stands further apart does not belong together.
        from + usize::from(matches!(
            rest,
            [Line::Blank, Line::Row(_) | Line::Alignment(_), ..]
        ))
    }

    /// Whether a row may be the header of a table without an alignment row.
    fn is_header(&mut self, row: &Row, width: usize) -> bool {
        let line = row.span.of(self.text);
        let is_framed = row.has_start && row.has_end;
        let is_plain = width > 1 && !row.has_start && !row.has_end && line.contains(" | ");
        (is_framed || is_plain) && !ends_sentence(line) && !announces(line) && !is_lead_in(line)
    }

    fn read_rows(&mut self, table: &mut Table, alignment: Option<Span>) {
        loop {
            let next = self.skip_blank(self.at);
            let is_behind_blank = next > self.at;
            match self.line(next) {
                Line::Row(row) if self.belongs(table, &row, next, is_behind_blank) => {
                    if is_behind_blank && table.has_rows() && table.gap.is_none() {
                        table.gap = Some(Span::new(table.span().end(), row.span.start()));
                    }
                    let (row, last) = self.join_lines(table, row, next);
                    table.rows.push(row);
                    self.at = last + 1;
                    continue;
                }
                Line::Alignment(line) if !is_behind_blank && !self.is_border(line, alignment) => {
                    table.rows.extend(Row::read(self.text, line));
                }
                Line::Alignment(_) if !is_behind_blank => {}
                _ => return,
            }
            self.at = next + 1;
        }
    }

    /// A row whose last cell goes on in the lines below, up to the one with a pipe at its end.
    fn join_lines(&mut self, table: &Table, row: Row, at: usize) -> (Row, usize) {
        if !row.has_start || row.has_end || !table.header.has_end {
            return (row, at);
        }
        for below in at + 1..at + LONGEST_ROW {
            match self.line(below) {
                Line::Other if below < self.lines.len() => {}
                Line::Row(last) if !last.has_start && last.has_end => {
                    let joined = row.joined(&last);
                    let is_whole = self.width(&joined) == table.width;
                    return if is_whole { (joined, below) } else { (row, at) };
                }
                _ => break,
            }
        }
        (row, at)
    }

    /// Whether a row of dashes is a border, or the alignment row once more, rather than data.
    fn is_border(&self, line: Span, alignment: Option<Span>) -> bool {
        let text = line.of(self.text).trim();
        let is_repeated = alignment.is_some_and(|first| first.of(self.text).trim() == text);
        is_repeated && text.contains("--") || text.contains(['+', '=']) || text.contains(is_drawn)
    }

    fn belongs(&mut self, table: &Table, row: &Row, at: usize, is_behind_blank: bool) -> bool {
        let is_framed = row.has_start || row.has_end;
        let is_table_framed = table.header.has_start || table.header.has_end;
        if self.starts_table(at) && (is_behind_blank || !self.has_data(row)) {
            return false;
        }
        if is_behind_blank {
            return is_framed && is_table_framed && self.width(row) == table.width;
        }
        let is_remark = || is_table_framed && row.span.of(self.text).contains(": ");
        is_framed
            || !is_remark()
                && !self.is_prose(row)
                && (!is_table_framed || self.width(row) == table.width)
    }

    /// Data above a row of dashes is a row above a line, rather than the header of another table.
    fn has_data(&mut self, row: &Row) -> bool {
        row.cells(self.text, Shield::Code, &mut self.cells);
        let mut cells = self.cells.iter();
        cells.any(|cell| is_datum(cell.of(self.text)))
    }

    /// Whether an alignment row stands below the line, which makes it the header of another table.
    fn starts_table(&self, at: usize) -> bool {
        match self.line(self.skip_blank(at + 1)) {
            Line::Alignment(line) => {
                let text = line.of(self.text);
                text.contains("--") && !text.contains(['+', '=']) && !text.contains(is_drawn)
            }
            _ => false,
        }
    }

    fn is_prose(&self, row: &Row) -> bool {
        let line = row.span.of(self.text);
        ends_sentence(line) || announces(line) || is_lead_in(line)
    }

    /// Whether rows without an alignment row make a table rather than a line of prose or code with pipes.
    fn is_plain_table(&mut self, table: &Table) -> bool {
        let is_framed = table.header.has_start && table.header.has_end;
        let mut even = 0;
        for row in &table.rows {
            even += usize::from(self.width(row) == table.width && !self.is_prose(row));
        }
        if is_framed {
            return even > 0;
        }
        even > 1 && even == table.rows.len()
    }
}

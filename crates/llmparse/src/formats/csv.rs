//! CSV in a reply: `name;age`, then `Ann;31`, gives `[{"name": "Ann", "age": "31"}]`. Delimiter, header and extent of
//! the rows are found; quotes may span lines.

use crate::error::ParseError;
use crate::formats::Place;
use crate::formats::grid::{Cell, Grid, Log, Reading, is_ellipsis};
use crate::options::{Columns, Header};
use crate::scan::lines::lines;
use crate::scan::records::{Delimiter, Lead, RawCell, Record, Records, is_datum};
use crate::span::Span;
use crate::trace::WarningKind;
use crate::value::{Data, Value};

mod blocks;
mod cells;
mod joins;

use blocks::Block;

/// The blocks of rows at one place.
pub(crate) struct Sheets<'t> {
    text: &'t str,
    all: Records,
    blocks: Vec<Block>,
}

impl<'t> Sheets<'t> {
    /// The rows at `place`, split by the delimiter that fits most of them.
    pub(crate) fn find(text: &'t str, place: Place, columns: &Columns) -> Option<Self> {
        let (span, announced) = read_separator_line(text, place.span);
        let asked = columns.delimiter.or(announced);
        let found = match asked {
            Some(letter) => vec![letter],
            None => find_delimiters(span.of(text)),
        };
        let place = Place { span, ..place };
        let read =
            |letter: char, lead| Self::read(text, place, Delimiter::new(letter), (lead, columns));
        let find = |lead| {
            let sheets = found.iter().rev().filter_map(|letter| read(*letter, lead));
            sheets.max_by_key(Self::score)
        };
        let is_quoted =
            || lines(text, span).any(|line| line.of(text).trim_start().starts_with('>'));
        find(Lead::None).or_else(|| is_quoted().then(|| find(Lead::Quoted))?)
    }

    fn read(
        text: &'t str,
        place: Place,
        delimiter: Delimiter,
        (lead, columns): (Lead, &Columns),
    ) -> Option<Self> {
        let all = Records::read(text, place.span, delimiter, lead);
        let blocks = blocks::find(text, &all, place.trust, columns);
        (!blocks.is_empty()).then_some(Self { text, all, blocks })
    }

    /// How many rows have as many cells as their header, and how many that is.
    fn score(&self) -> (usize, usize) {
        let scores = self.blocks.iter().map(|block| {
            let width = self.record(block.first).width;
            let rows = self
                .records(block)
                .filter(|record| record.width == width && !record.has_open_quote);
            (rows.count() * usize::from(width > 1), width)
        });
        scores.fold((0, 0), |(rows, width), (more, wider)| {
            (rows + more, width.max(wider))
        })
    }

    fn record(&self, index: usize) -> Record {
        self.all.records.get(index).copied().unwrap_or_default()
    }

    /// The records of `block` that are no blank lines, the header included.
    fn records(&self, block: &Block) -> impl Iterator<Item = Record> {
        let records = self.all.records.get(block.first..block.end);
        let filled = |record: &&Record| record.width > 0;
        records.unwrap_or_default().iter().filter(filled).copied()
    }

    /// Where each block stands, and whether it has rows.
    pub(crate) fn spans(&self) -> impl Iterator<Item = (Span, bool)> {
        self.blocks.iter().map(|block| {
            let has_rows = self.records(block).nth(1).is_some();
            (self.span(block), has_rows)
        })
    }

    fn span(&self, block: &Block) -> Span {
        let start = self.record(block.first);
        let start = start.cells(&self.all.cells).first();
        let start = start.map_or(0, |cell| cell.span.start());
        Span::new(start, self.record(block.end - 1).span.end())
    }

    /// Reads the block with the number `index`.
    pub(crate) fn read_block(
        &self,
        index: usize,
        columns: &Columns,
    ) -> Option<Result<Reading, ParseError>> {
        let block = self.blocks.get(index)?;
        let mut log = Log::default();
        if let Some(gap) = block.gap {
            log.warn(WarningKind::BlankLine, gap);
        }
        Some(match columns.header {
            Header::Present => self.read_objects(block, columns, log),
            Header::Absent => Ok(self.read_arrays(block, log)),
        })
    }

    fn read_objects(
        &self,
        block: &Block,
        columns: &Columns,
        mut log: Log,
    ) -> Result<Reading, ParseError> {
        let mut records = self.records(block);
        let header = records.next().unwrap_or_else(|| self.record(block.first));
        let width = self.header_width(block, header);
        let names = header
            .cells(&self.all.cells)
            .get(..width)
            .unwrap_or_default();
        self.warn_of_header(block, names, &mut log);
        let names: Vec<Cell<'_>> = names
            .iter()
            .map(|cell| self.resolve(cell, &mut log))
            .collect();
        let mut grid = Grid::new(&names, columns, &mut log)?;
        grid.reserve(block.end - block.first);
        let joiner = joins::Joiner {
            text: self.text,
            delimiter: self.all.delimiter,
            width,
            is_header_spaced: header.is_spaced(),
        };
        let mut told = Log::default();
        for (index, record) in records.enumerate() {
            let cells = record.cells(&self.all.cells);
            let span = record.span;
            if self.says_nothing(cells, index, &mut log) {
                continue;
            }
            if cells.len() > width {
                let cells = joiner.fit(cells, &mut log);
                let cells = cells.iter().map(|cell| self.resolve(cell, &mut told));
                grid.add_row(cells, span, &mut log)?;
            } else {
                let cells = cells.iter().map(|cell| self.resolve(cell, &mut told));
                grid.add_row(cells, span, &mut log)?;
            }
        }
        log.append(told);
        Ok(grid.finish(self.span(block), log))
    }

    fn read_arrays(&self, block: &Block, mut log: Log) -> Reading {
        let rows = self.records(block).map(|record| {
            let cells = record.cells(&self.all.cells).iter();
            let cells = cells
                .map(|cell| self.resolve(cell, &mut log))
                .map(|cell| Value {
                    data: Data::String(cell.text.into()),
                    span: cell.span,
                    complete: cell.is_complete,
                });
            let cells: Vec<Value> = cells.collect();
            Value {
                complete: cells.iter().all(|cell| cell.complete),
                data: Data::Array(cells),
                span: record.span,
            }
        });
        let rows: Vec<Value> = rows.collect();
        let value = Value {
            complete: rows.iter().all(|row| row.complete),
            data: Data::Array(rows),
            span: self.span(block),
        };
        Reading {
            value,
            repairs: log.repairs,
            warnings: log.warnings,
        }
    }

    /// A line of dashes below the header, or dots in place of rows.
    fn says_nothing(&self, cells: &[RawCell], index: usize, log: &mut Log) -> bool {
        let is_all = |is: fn(&str) -> bool| cells.iter().all(|cell| is(cell.of(self.text)));
        if is_all(is_ellipsis) {
            log.omit(cells.iter().map(|cell| cell.span));
            return true;
        }
        index == 0 && is_all(is_dashes)
    }

    fn resolve(&self, cell: &RawCell, log: &mut Log) -> Cell<'t> {
        cells::resolve(self.text, cell, log)
    }

    /// The width of the header without a last delimiter that every row has too: `a,b,`, `1,2,`.
    fn header_width(&self, block: &Block, header: Record) -> usize {
        let is_empty_at = |record: Record, column: usize| {
            let cells = record.cells(&self.all.cells);
            cells.get(column).is_none_or(|cell| cell.span.is_empty())
        };
        let last = header.width.saturating_sub(1);
        let is_open = last > 0 && self.records(block).all(|record| is_empty_at(record, last));
        header.width - usize::from(is_open)
    }

    fn warn_of_header(&self, block: &Block, names: &[RawCell], log: &mut Log) {
        let mut rows = self.records(block).skip(1).peekable();
        if rows.peek().is_none() {
            log.warn(WarningKind::NoRows, self.span(block));
        }
        let is_data = names.iter().any(|name| {
            let text = name.of(self.text);
            is_datum(text)
                && !is_year(text)
                && text.starts_with(|letter: char| !letter.is_alphabetic())
        });
        if is_data || block.is_doubtful {
            log.warn(WarningKind::DoubtfulHeader, self.record(block.first).span);
        }
    }
}

fn is_dashes(text: &str) -> bool {
    text.len() > 1 && text.bytes().all(|byte| matches!(byte, b'-' | b'=' | b':'))
}

/// Years are usual names of columns.
fn is_year(text: &str) -> bool {
    text.len() == 4 && (text.starts_with("19") || text.starts_with("20"))
}

/// `sep=;` before the rows, as spreadsheets write it.
fn read_separator_line(text: &str, span: Span) -> (Span, Option<char>) {
    let first = lines(text, span).find(|line| !line.of(text).trim().is_empty());
    let letter = first.and_then(|line| {
        let letters = line.of(text).trim().strip_prefix("sep=")?;
        let mut letters = letters.chars();
        letters.next().filter(|_| letters.next().is_none())
    });
    match (first, letter) {
        (Some(line), Some(_)) => (Span::new(line.end(), span.end()), letter),
        _ => (span, None),
    }
}

fn find_delimiters(text: &str) -> Vec<char> {
    let bytes = text.as_bytes();
    // The first byte of full-width punctuation.
    let has_wide = memchr::memchr(0xef, bytes).is_some();
    let has = |letter: &char| match u8::try_from(*letter) {
        Ok(byte) if byte.is_ascii() => memchr::memchr(byte, bytes).is_some(),
        _ => has_wide && text.contains(*letter),
    };
    let found: Vec<char> = Delimiter::KNOWN.into_iter().filter(has).collect();
    // Rows of one cell have no delimiter.
    if found.is_empty() { vec![','] } else { found }
}

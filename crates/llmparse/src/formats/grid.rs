//! Rows of cells made into a list of objects: header `a | b`, row `1 | 2` gives `[{"a": "1", "b": "2"}]`.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::error::{ParseError, excerpt};
use crate::options::{ColumnType, Columns};
use crate::span::Span;
use crate::trace::{Repair, RepairKind, Warning, WarningKind};
use crate::value::{Data, Key, Object, Value};

mod cell_types;

pub(crate) use cell_types::read_truth;

/// A cell of a row, or of the header.
pub(crate) struct Cell<'t> {
    pub(crate) text: Cow<'t, str>,
    pub(crate) span: Span,
    /// Whether the text closed it.
    pub(crate) is_complete: bool,
}

/// What was read of a grid of cells.
pub(crate) struct Reading {
    pub(crate) value: Value,
    pub(crate) repairs: Vec<Repair>,
    pub(crate) warnings: Vec<Warning>,
}

/// What a list of rows was made of, and what has to be said about it.
#[derive(Default)]
pub(crate) struct Log {
    pub(crate) repairs: Vec<Repair>,
    pub(crate) warnings: Vec<Warning>,
}

impl Log {
    pub(crate) fn warn(&mut self, kind: WarningKind, span: Span) {
        self.warnings.push(Warning { kind, span });
    }
}

/// A list of rows being built.
pub(crate) struct Grid {
    names: Vec<Key>,
    types: Vec<ColumnType>,
    rows: Vec<Value>,
    is_complete: bool,
}

impl Grid {
    /// A grid with the columns that `header` names.
    pub(crate) fn new(
        header: &[Cell<'_>],
        columns: &Columns,
        log: &mut Log,
    ) -> Result<Self, ParseError> {
        let names = name_columns(header, log);
        require(&names, header, columns)?;
        let types = names.iter().map(|name| find_type(name, columns));
        Ok(Self {
            types: types.collect(),
            names,
            rows: Vec::new(),
            is_complete: true,
        })
    }

    /// Makes room for as many rows.
    pub(crate) fn reserve(&mut self, rows: usize) {
        self.rows.reserve(rows);
    }

    pub(crate) fn width(&self) -> usize {
        self.names.len()
    }

    /// Adds the row under `span`: missing cells are empty, surplus ones are left out, and either is told.
    pub(crate) fn add_row<'t>(
        &mut self,
        mut cells: impl Iterator<Item = Cell<'t>>,
        span: Span,
        log: &mut Log,
    ) -> Result<(), ParseError> {
        let mut members = Vec::with_capacity(self.width());
        let mut is_complete = true;
        for (name, kind) in self.names.iter().zip(&self.types) {
            let Some(cell) = cells.next() else { break };
            let value = read_cell(cell, *kind);
            let row = self.rows.len() + 1;
            let value = value.map_err(|(cell, expected)| wrong_cell(name, row, &cell, expected))?;
            is_complete &= value.complete;
            members.push((name.clone(), value));
        }
        if members.len() < self.width() {
            log.warn(WarningKind::ShortRow, span);
            self.fill(&mut members, span.end());
        } else if let Some(surplus) = cells.next() {
            let last = cells.last().map_or(surplus.span, |last| last.span);
            log.warn(
                WarningKind::SurplusCell,
                Span::new(surplus.span.start(), last.end()),
            );
        }
        self.is_complete &= is_complete;
        self.rows.push(Value {
            data: Data::Object(Object { members }),
            span,
            complete: is_complete,
        });
        Ok(())
    }

    fn fill(&self, members: &mut Vec<(Key, Value)>, end: usize) {
        let missing = self.names.iter().zip(&self.types).skip(members.len());
        let empty = |kind| empty_cell(kind, Span::new(end, end));
        members.extend(missing.map(|(name, kind)| (name.clone(), empty(*kind))));
    }

    /// The list of all rows, which stands at `span`.
    pub(crate) fn finish(self, span: Span, log: Log) -> Reading {
        Reading {
            value: Value {
                data: Data::Array(self.rows),
                span,
                complete: self.is_complete,
            },
            repairs: log.repairs,
            warnings: log.warnings,
        }
    }
}

/// Whether `text` stands for something that was left out.
pub(crate) fn is_ellipsis(text: &str) -> bool {
    matches!(text, "..." | "…" | "....")
}

impl Log {
    /// Tells that dots in place of a row, one for each of `cells`, were left out.
    pub(crate) fn omit(&mut self, cells: impl Iterator<Item = Span>) {
        self.repairs.extend(cells.map(|span| Repair {
            kind: RepairKind::Ellipsis,
            span,
            replacement: Cow::Borrowed(""),
        }));
    }

    /// Adds what another log has.
    pub(crate) fn append(&mut self, mut other: Self) {
        self.repairs.append(&mut other.repairs);
        self.warnings.append(&mut other.warnings);
    }
}

fn read_cell<'t>(cell: Cell<'t>, kind: ColumnType) -> Result<Value, (Cell<'t>, &'static str)> {
    let data = match kind {
        ColumnType::Text => Data::String(cell.text.into()),
        _ => match cell_types::read(&cell.text, kind) {
            Ok(data) => data,
            Err(expected) => return Err((cell, expected)),
        },
    };
    Ok(Value {
        data,
        span: cell.span,
        complete: cell.is_complete,
    })
}

fn empty_cell(kind: ColumnType, span: Span) -> Value {
    let data = match kind {
        ColumnType::Text => Data::String("".into()),
        _ => Data::Null,
    };
    Value {
        data,
        span,
        complete: true,
    }
}

fn wrong_cell(name: &str, row: usize, cell: &Cell<'_>, expected: &'static str) -> ParseError {
    ParseError::WrongCell {
        column: excerpt(name),
        row,
        value: excerpt(&cell.text),
        expected,
        span: cell.span,
    }
}

/// The name of each column, every name once: the second `a` is `a_2`.
fn name_columns(header: &[Cell<'_>], log: &mut Log) -> Vec<Key> {
    let given: HashSet<&str> = header.iter().map(|cell| &*cell.text).collect();
    let mut taken: HashSet<Key> = HashSet::with_capacity(header.len());
    let mut counts = std::collections::HashMap::new();
    let mut names = Vec::with_capacity(header.len());
    for cell in header {
        let mut name: Key = (&*cell.text).into();
        while taken.contains(&name) {
            let count = counts.entry(&*cell.text).or_insert(1_usize);
            *count += 1;
            let next = format!("{}_{count}", cell.text);
            if !given.contains(&*next) {
                name = next.into();
                log.warn(WarningKind::RepeatedHeader, cell.span);
            }
        }
        taken.insert(name.clone());
        names.push(name);
    }
    names
}

fn require(names: &[Key], header: &[Cell<'_>], columns: &Columns) -> Result<(), ParseError> {
    let is_missing = |wanted: &&String| !names.iter().any(|name| is_same_name(name, wanted));
    let missing: Vec<String> = columns
        .required
        .iter()
        .filter(is_missing)
        .cloned()
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    let start = header.first().map_or(0, |cell| cell.span.start());
    let end = header.last().map_or(start, |cell| cell.span.end());
    Err(ParseError::MissingColumns {
        missing,
        found: names.iter().map(|name| excerpt(name)).collect(),
        span: Span::new(start, end),
    })
}

fn find_type(name: &str, columns: &Columns) -> ColumnType {
    let mut types = columns.types.iter();
    let found = types.find(|(wanted, _)| is_same_name(name, wanted));
    found.map_or(ColumnType::Text, |(_, kind)| *kind)
}

/// Whether two columns are called the same, in any case.
pub(crate) fn is_same_name(name: &str, other: &str) -> bool {
    let lower = |text: &str| {
        text.trim()
            .chars()
            .flat_map(char::to_lowercase)
            .collect::<String>()
    };
    name.trim().eq_ignore_ascii_case(other.trim())
        || !name.is_ascii() && lower(name) == lower(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells<'t>(texts: &[&'t str]) -> Vec<Cell<'t>> {
        let cell = |text: &&'t str| Cell {
            text: Cow::Borrowed(*text),
            span: Span::default(),
            is_complete: true,
        };
        texts.iter().map(cell).collect()
    }

    fn names(header: &[&str]) -> Vec<String> {
        let names = name_columns(&cells(header), &mut Log::default());
        names.iter().map(|name| name.to_string()).collect()
    }

    #[test]
    fn a_repeated_name_gets_a_number_that_no_other_has() {
        assert_eq!(names(&["a", "a", "b", "a"]), ["a", "a_2", "b", "a_3"]);
        assert_eq!(names(&["a", "a", "a_2"]), ["a", "a_3", "a_2"]);
        assert_eq!(names(&["", "x", ""]), ["", "x", "_2"]);
    }

    #[test]
    fn names_are_compared_in_any_case() {
        assert!(is_same_name(" Größe", "GRÖSSE ") || is_same_name("Größe", "größe"));
        assert!(is_same_name("Имя", "имя"));
        assert!(!is_same_name("a", "b"));
    }
}

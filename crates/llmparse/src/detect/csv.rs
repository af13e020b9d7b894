//! Rows of cells: `name,age`, then `Ann,31`. Commas in sentences make no rows.

use memchr::memchr_iter;

use super::tally::Tally;
use super::{Score, weights};
use crate::output_format::OutputFormat;
use crate::scan::lines::{count_words, ends_sentence};
use crate::scan::records::{Delimiter, Lead, RawCell, Records};
use crate::span::Span;

const DELIMITERS: [u8; 4] = *b",;\t|";
/// How many rows are compared with the header.
const ROWS: usize = 4;

pub(crate) fn score(text: &str, tally: &Tally) -> Option<Score> {
    if tally.filled < 2 {
        return None;
    }
    let found = DELIMITERS.iter().find_map(|&delimiter| {
        let mut counts = tally
            .first
            .iter()
            .map(|line| memchr_iter(delimiter, line.of(text).as_bytes()).count());
        let header = counts.next().filter(|&count| count > 0)?;
        let rows = (tally.filled - 1).min(ROWS);
        let alike = counts.filter(|count| count.abs_diff(header) <= 1).count();
        let share = alike as f64 / rows as f64;
        (share >= weights::CSV_SHARE).then_some((delimiter, alike, share))
    });
    let (delimiter, alike, share) = found?;
    let name = if delimiter == b'\t' {
        "\\t".to_owned()
    } else {
        char::from(delimiter).to_string()
    };
    let rows = tally.filled - 1;
    Some(Score::new(
        OutputFormat::Csv,
        weights::CSV_BASE + weights::CSV_ROWS * share,
        format!("delimiter='{name}' consistent across {alike}/{rows} rows"),
    ))
}

/// Whether most of the rows under `span`, a block of CSV, have about as many cells as the header, of which there are
/// two at least; the evidence if so.
pub(crate) fn compare_rows(text: &str, span: Span) -> Option<String> {
    let header = span.of(text).lines().next().unwrap_or_default();
    let count = |delimiter: &char| header.matches(*delimiter).count();
    let delimiter = Delimiter::KNOWN.into_iter().rev().max_by_key(count)?;
    let head = first_lines(text, span);
    let all = Records::read(text, head, Delimiter::new(delimiter), Lead::None);
    let records = &all.records;
    if are_clauses(text, &all) || delimiter == ',' && are_numbers(text, &all) {
        return None;
    }
    let mut widths = records
        .iter()
        .map(|record| record.width)
        .filter(|&width| width > 0);
    let header = widths.next().filter(|&width| width > 1)?;
    let rows: Vec<usize> = widths.collect();
    let alike = rows
        .iter()
        .filter(|width| **width > 1 && width.abs_diff(header) <= 1)
        .count();
    let is_found = alike > 0 && alike as f64 >= weights::CSV_SHARE * rows.len() as f64;
    is_found.then(|| {
        format!(
            "delimiter='{}' consistent across {alike}/{} rows",
            delimiter.escape_default(),
            rows.len()
        )
    })
}

/// Whether the first record is clauses with commas between them: `The woods are lovely, dark and deep`.
fn are_clauses(text: &str, all: &Records) -> bool {
    let header = all.records.iter().find(|record| record.width > 0);
    header.is_some_and(|header| {
        let cells = header.cells(&all.cells);
        let words: usize = cells.iter().map(|cell| count_words(cell.of(text), 9)).sum();
        let is_spaced = |cell: &RawCell| cell.is_spaced || cell.span.is_empty();
        let ends_open = cells.last().is_some_and(|cell| cell.span.is_empty());
        let are_spaced = cells.iter().skip(1).all(is_spaced);
        are_spaced && (words > 2 * cells.len() || ends_open && words > 1)
    })
}

/// Whether all records are numbers such as `1,234`.
fn are_numbers(text: &str, all: &Records) -> bool {
    let is_digits = |cell: &RawCell| cell.of(text).bytes().all(|byte| byte.is_ascii_digit());
    let is_number = |cells: &[RawCell]| {
        let is_short = cells
            .first()
            .is_some_and(|first| (1..=3).contains(&first.span.len()));
        is_short && cells.iter().skip(1).all(|cell| cell.span.len() == 3)
    };
    all.cells.iter().all(is_digits)
        && all
            .records
            .iter()
            .filter(|record| record.width > 0)
            .all(|record| is_number(record.cells(&all.cells)))
}

/// The first lines under `span`; a cell may go over several.
fn first_lines(text: &str, span: Span) -> Span {
    let breaks = memchr_iter(b'\n', span.of(text).as_bytes());
    let end = breaks.take(16 * ROWS).last();
    let all = span.of(text).lines().nth(16 * ROWS).is_none();
    match end.filter(|_| !all) {
        Some(end) => Span::new(span.start(), span.start() + end),
        None => span,
    }
}

/// Whether `line` has a delimiter.
fn may_have_cells(line: &str) -> bool {
    let bytes = line.as_bytes();
    memchr::memchr3(b',', b';', b'\t', bytes).is_some()
        || memchr::memchr(b'|', bytes).is_some()
        || memchr::memchr(0xef, bytes).is_some() && line.contains(['，', '；'])
}

/// What a line shows of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cells {
    /// Delimiters with something right behind them.
    tight: [u16; DELIMITERS.len()],
    all: [u16; DELIMITERS.len()],
    has_quote: bool,
}

impl Cells {
    /// None for a sentence.
    pub(crate) fn of(line: &str) -> Option<Self> {
        if line.ends_with(['.', '!', '?']) || !may_have_cells(line) || ends_sentence(line) {
            return None;
        }
        let mut cells = Self::default();
        let bytes = line.as_bytes();
        for (index, &byte) in bytes.iter().enumerate() {
            let Some(kind) = DELIMITERS.iter().position(|delimiter| *delimiter == byte) else {
                cells.has_quote |= byte == b'"';
                continue;
            };
            let is_tight = byte == b'\t' || bytes.get(index + 1).is_some_and(|next| *next != b' ');
            for counts in [Some(&mut cells.all), is_tight.then_some(&mut cells.tight)]
                .into_iter()
                .flatten()
            {
                if let Some(count) = counts.get_mut(kind) {
                    *count = count.saturating_add(1);
                }
            }
        }
        Some(cells)
    }

    /// Whether two lines below each other may be rows.
    pub(crate) fn goes_with(&self, other: &Self) -> bool {
        let pairs = |own: &[u16; 4], others: &[u16; 4]| -> bool {
            let mut pairs = own.iter().zip(others);
            pairs.any(|(own, other)| *own > 0 && *other > 0)
        };
        let same = self
            .all
            .iter()
            .zip(other.all)
            .any(|(own, other)| *own > 0 && *own == other);
        pairs(&self.tight, &other.tight)
            || same
            || (self.has_quote || other.has_quote) && pairs(&self.all, &other.all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn may_be_rows(text: &str) -> bool {
        let lines: Vec<_> = text.lines().map(Cells::of).collect();
        lines
            .windows(2)
            .any(|pair| matches!(pair, [Some(one), Some(two)] if one.goes_with(two)))
    }

    #[test]
    fn rows_go_together_and_sentences_do_not() {
        for text in ["a,b\n1,2", "a; b\n1; 2", "a\tb\n1\t2", "n,q\nx,\"1, 2\""] {
            assert!(may_be_rows(text), "{text}");
        }
        for text in [
            "Hello, world\nHow are you",
            "One, two.\nThree, four.",
            "a\nb",
        ] {
            assert!(!may_be_rows(text), "{text}");
        }
    }

    #[test]
    fn most_rows_are_as_wide_as_the_header() {
        let compare = |text: &str| compare_rows(text, Span::new(0, text.len()));
        assert!(compare("a,b\n1,\"2,3,4\"").is_some());
        assert!(compare("a,b,c\nx\ny\n1,2,3\n4,5,6").is_none());
        assert!(compare("a\nb").is_none());
    }
}

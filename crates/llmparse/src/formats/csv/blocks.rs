//! Where rows of CSV stand among prose: `Here it is:`, `name,age`, `Ann,31`, `Hope this helps, cheers.`

use crate::formats::Trust;
use crate::formats::grid::is_same_name;
use crate::options::{Columns, Header};
use crate::scan::lines::{announces, count_words, ends_sentence, is_lead_in};
use crate::scan::records::{Quoting, RawCell, Record, Records, is_datum};
use crate::span::Span;

/// Records that belong together, the header first; blank lines among them count.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub(super) first: usize,
    pub(super) end: usize,
    /// The first blank line between rows.
    pub(super) gap: Option<Span>,
    /// Whether nothing but its shape says that the first record is a header.
    pub(super) is_doubtful: bool,
}

pub(super) fn find(text: &str, all: &Records, trust: Trust, columns: &Columns) -> Vec<Block> {
    let mut filled = all.records.iter().filter(|record| record.width > 0);
    let (first, second) = (filled.next(), filled.next());
    let is_all = |record: &Record| record.span.of(text).trim().len() == text.trim().len();
    let finder = BlockFinder {
        text,
        all,
        trust,
        columns,
        is_only_record: second.is_none(),
        is_whole: trust > Trust::Bare || first.is_some_and(is_all),
    };
    finder.find()
}

struct BlockFinder<'t> {
    text: &'t str,
    all: &'t Records,
    trust: Trust,
    columns: &'t Columns,
    /// Whether there is one line only, and whether nothing stands around it.
    is_only_record: bool,
    is_whole: bool,
}

impl BlockFinder<'_> {
    fn find(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut at = 0;
        let starts_by_name = self.has_asked_names();
        while let Some(record) = self.all.records.get(at) {
            let starts = match starts_by_name {
                true => self.is_asked(record),
                false => self.starts(at, record),
            };
            if !starts {
                at += 1;
                continue;
            }
            let mut block = self.extend(at, record);
            at = block.end;
            if starts_by_name || self.is_acceptable(&block, record) {
                block.is_doubtful = !starts_by_name && self.is_doubtful(&block, record);
                blocks.push(block);
            }
        }
        blocks
    }

    /// Whether some record is a header with the columns that were asked for.
    fn has_asked_names(&self) -> bool {
        let is_asked = |record: &Record| self.is_asked(record);
        self.columns.header == Header::Present && self.all.records.iter().any(is_asked)
    }

    /// Whether `record` names all columns that are required, or one that has a type.
    fn is_asked(&self, record: &Record) -> bool {
        let cells = record.cells(&self.all.cells);
        let has = |name: &str| {
            cells
                .iter()
                .any(|cell| is_same_name(cell.inner().of(self.text), name))
        };
        match self.columns.required.as_slice() {
            [] => self.columns.types.iter().any(|(name, _)| has(name)),
            required => cells.len() >= required.len() && required.iter().all(|name| has(name)),
        }
    }

    fn starts(&self, at: usize, record: &Record) -> bool {
        if self.trust == Trust::Labelled {
            return record.width > 0;
        }
        if !self.is_header(record) || self.is_prose(record) && is_lead_in(self.line(record)) {
            return false;
        }
        let next = self
            .next_filled(at + 1)
            .and_then(|next| self.all.records.get(next));
        // `Sure, here you go` before `name,age`.
        !next.is_some_and(|next| {
            self.is_prose(record) && next.width > 1 && !self.is_prose(next) && next.quoted == 0
        })
    }

    fn line(&self, record: &Record) -> &str {
        record.span.of(self.text)
    }

    /// Whether the delimiters stand as they do in prose.
    fn is_prose(&self, record: &Record) -> bool {
        let is_mark = !matches!(self.all.delimiter.letter(), '\t' | '|');
        is_mark && record.quoted == 0 && (record.is_spaced() || self.is_wide())
    }

    /// Full-width punctuation has no blank behind it in prose either.
    fn is_wide(&self) -> bool {
        !self.all.delimiter.letter().is_ascii()
    }

    fn next_filled(&self, from: usize) -> Option<usize> {
        let rest = self.all.records.get(from..)?;
        rest.iter()
            .position(|record| record.width > 0)
            .map(|len| from + len)
    }

    fn is_header(&self, record: &Record) -> bool {
        let cells = record.cells(&self.all.cells);
        let line = self.line(record).trim();
        let filled = cells.iter().filter(|cell| !cell.span.is_empty()).count();
        let ends_code = line.ends_with(['{', '}', ')']) && !is_balanced(line)
            || line.ends_with(';') && self.all.delimiter.letter() != ';';
        filled > 1
            && !is_foreign(line)
            && cells.iter().all(|cell| self.is_name(cell))
            && !has_list_mark(line)
            && !ends_code
            && !ends_sentence(line)
            && !announces(line)
            && !self.is_grouped_number(cells)
    }

    fn is_name(&self, cell: &RawCell) -> bool {
        let name = cell.inner().of(self.text);
        let is_short = name.len() <= 120 && count_words(name, 8) < 8;
        let is_plain = cell.quoting != Quoting::None
            || is_balanced(name) && !name.contains(": ") && !name.contains("://");
        is_short && is_plain
    }

    /// `1,200 people`
    fn is_grouped_number(&self, cells: &[RawCell]) -> bool {
        let is_group = |pair: &[RawCell]| match pair {
            [left, right] => {
                let digits = right
                    .of(self.text)
                    .bytes()
                    .take_while(u8::is_ascii_digit)
                    .count();
                digits == 3
                    && !right.is_spaced
                    && left
                        .of(self.text)
                        .ends_with(|letter: char| letter.is_ascii_digit())
            }
            _ => false,
        };
        self.columns.header == Header::Present
            && self.all.delimiter.letter() == ','
            && cells.windows(2).all(is_group)
            && cells.iter().any(|cell| cell.of(self.text).contains(' '))
    }

    fn extend(&self, first: usize, header: &Record) -> Block {
        let mut block = Block {
            first,
            end: first + 1,
            gap: None,
            is_doubtful: false,
        };
        let mut before = header;
        while let Some(next) = self.next_filled(block.end) {
            let Some(record) = self.all.records.get(next) else {
                break;
            };
            let is_behind_blank = next > block.end;
            let has_rows = block.end > first + 1;
            if !self.belongs(header, record)
                || is_behind_blank && !self.goes_on(header, before, record, has_rows)
            {
                break;
            }
            if is_behind_blank && has_rows && block.gap.is_none() {
                block.gap = Some(Span::new(before.span.end(), record.span.start()));
            }
            block.end = next + 1;
            before = record;
        }
        block
    }

    /// Whether `record` may be a row below `header`.
    fn belongs(&self, header: &Record, record: &Record) -> bool {
        let line = self.line(record);
        if self.trust == Trust::Labelled {
            return true;
        }
        if is_foreign(line.trim()) {
            return false;
        }
        if record.width == 1 {
            return self.is_short_row(line);
        }
        let is_other =
            self.is_prose(record) && (record.width != header.width || !self.is_prose(header));
        !(is_other && self.is_sentence(record))
    }

    /// A line without a delimiter is a row only if it does not read as prose.
    fn is_short_row(&self, line: &str) -> bool {
        let words = if self.trust == Trust::Bare { 3 } else { 8 };
        !ends_sentence(line)
            && !announces(line)
            && !is_lead_in(line)
            && count_words(line, words + 1) <= words
    }

    fn is_sentence(&self, record: &Record) -> bool {
        let line = self.line(record);
        ends_sentence(line) || is_lead_in(line) || announces(line)
    }

    /// Whether `record`, behind a blank line, goes on with the rows.
    fn goes_on(&self, header: &Record, before: &Record, record: &Record, has_rows: bool) -> bool {
        if self.trust == Trust::Labelled {
            return true;
        }
        let is_alike =
            record.width == header.width && self.is_prose(record) <= self.is_prose(header);
        if !is_alike
            || self.is_sentence(record) && self.is_prose(record)
            || self.is_same(header, record)
        {
            return false;
        }
        // Names below numbers are the header of other rows.
        let pairs = before
            .cells(&self.all.cells)
            .iter()
            .zip(record.cells(&self.all.cells));
        let mut pairs =
            pairs.map(|(above, below)| (is_datum(above.of(self.text)), below.of(self.text)));
        if !has_rows {
            return !self.is_prose(header) || pairs.any(|(_, below)| is_datum(below));
        }
        let mut has_data = false;
        let is_kept = pairs.all(|(is_data, below)| {
            has_data |= is_data && is_datum(below);
            !is_data || below.is_empty() || is_datum(below)
        });
        is_kept && (has_data || !self.is_prose(header))
    }

    fn is_same(&self, header: &Record, record: &Record) -> bool {
        let cells = header
            .cells(&self.all.cells)
            .iter()
            .zip(record.cells(&self.all.cells));
        cells
            .into_iter()
            .all(|(name, cell)| name.of(self.text) == cell.of(self.text))
    }

    fn rows(&self, block: &Block) -> impl Iterator<Item = &Record> {
        let rows = self
            .all
            .records
            .get(block.first + 1..block.end)
            .unwrap_or_default();
        rows.iter().filter(|record| record.width > 0)
    }

    fn is_acceptable(&self, block: &Block, header: &Record) -> bool {
        if self.trust == Trust::Labelled {
            return true;
        }
        let rows = self.rows(block).count();
        if rows == 0 {
            return self.is_lone_header(header);
        }
        let is_even = self.rows(block).all(|row| row.width == header.width);
        match (self.is_prose(header), self.trust) {
            (false, _) => {
                let wide = self.rows(block).filter(|row| row.width > 1).count();
                wide * 2 >= rows || self.are_words(header)
            }
            (true, Trust::Bare) => {
                self.has_evidence(block, header)
                    || rows > 1 && header.width > 2 && is_even && self.is_terse(block)
            }
            (true, _) => is_even || self.has_evidence(block, header),
        }
    }

    /// Whether commas stand as in prose, and no quotes or data say that these are rows.
    fn is_doubtful(&self, block: &Block, header: &Record) -> bool {
        let is_labelled = self.trust == Trust::Labelled;
        !is_labelled && self.is_prose(header) && !self.has_evidence(block, header)
    }

    /// `name,age` and nothing else at all.
    fn is_lone_header(&self, header: &Record) -> bool {
        self.is_only_record && self.is_whole && !self.is_prose(header) && self.are_words(header)
    }

    /// Whether every cell is a word, as names are.
    fn are_words(&self, record: &Record) -> bool {
        let is_word = |cell: &RawCell| {
            let name = cell.of(self.text);
            let may_be_data = self.columns.header == Header::Absent;
            !name.is_empty() && !name.contains(' ') && (may_be_data || !is_datum(name))
        };
        record.cells(&self.all.cells).iter().all(is_word)
    }

    /// Quotes around cells, or a column of data below a name.
    fn has_evidence(&self, block: &Block, header: &Record) -> bool {
        if header.quoted > 0 || self.rows(block).any(|row| row.quoted > 0) {
            return true;
        }
        let names = header.cells(&self.all.cells);
        let mut are_data: Vec<bool> = names
            .iter()
            .map(|name| !is_datum(name.of(self.text)))
            .collect();
        for row in self.rows(block) {
            for (is_data, cell) in are_data.iter_mut().zip(row.cells(&self.all.cells)) {
                *is_data &= is_datum(cell.of(self.text));
            }
        }
        let is_even = self.rows(block).all(|row| row.width >= header.width);
        is_even && are_data.contains(&true)
    }

    fn is_terse(&self, block: &Block) -> bool {
        let is_terse = |cell: &RawCell| count_words(cell.of(self.text), 4) < 4;
        self.rows(block)
            .all(|row| !self.is_sentence(row) && row.cells(&self.all.cells).iter().all(is_terse))
    }
}

fn is_balanced(text: &str) -> bool {
    let mut depth = 0_i32;
    for letter in text.chars() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

/// JSON, a tag on a line of its own, a fence, the row of a Markdown table.
fn is_foreign(line: &str) -> bool {
    if line.starts_with(|letter: char| letter.is_ascii_alphanumeric()) {
        return false;
    }
    line.starts_with(['{', '[']) && !line.ends_with(|letter: char| letter.is_alphanumeric())
        || line.starts_with('<') && line.ends_with('>')
        || line.starts_with("```")
        || line.starts_with("~~~")
        || line.len() > 1 && line.starts_with('|') && line.ends_with('|')
        || is_rule(line)
}

/// `---`, `---|---`, `+---+`
fn is_rule(line: &str) -> bool {
    line.len() > 2
        && line.contains("--")
        && line
            .bytes()
            .all(|byte| matches!(byte, b'-' | b'|' | b':' | b'+' | b' ' | b'='))
}

/// `- a`, `* a`, `1. a`, `# a`, `> a`
fn has_list_mark(line: &str) -> bool {
    if line.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
        return false;
    }
    let number = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let marks = ["- ", "* ", "+ ", "• ", "– ", "# ", "## ", "### ", "> "];
    marks.iter().any(|mark| line.starts_with(mark))
        || number.len() < line.len() && (number.starts_with(". ") || number.starts_with(") "))
}

//! Records of delimited text: `Ann,"3, or 4"` has two cells. A quote counts where a cell starts, and closes where
//! one ends.

use crate::scan::lines::is_blank;
use crate::span::Span;

/// What stands between two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Delimiter {
    letter: char,
    first: u8,
}

impl Delimiter {
    /// Those that are looked for, the most usual first.
    pub(crate) const KNOWN: [char; 6] = [',', ';', '\t', '|', '，', '；'];

    pub(crate) fn new(letter: char) -> Self {
        let mut bytes = [0; 4];
        let first = letter.encode_utf8(&mut bytes).bytes().next();
        Self {
            letter,
            first: first.unwrap_or_default(),
        }
    }

    pub(crate) fn letter(self) -> char {
        self.letter
    }

    fn len(self) -> usize {
        self.letter.len_utf8()
    }

    fn stands_at(self, text: &str, at: usize) -> bool {
        text.as_bytes().get(at) == Some(&self.first)
            && (self.first.is_ascii()
                || text
                    .get(at..)
                    .is_some_and(|rest| rest.starts_with(self.letter)))
    }
}

/// How a cell is quoted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quoting {
    None,
    /// `"a"`
    Double,
    /// `"a ""b"" c"`, `"a "b" c"` or `"a \"b\" c"`
    DoubleWithin,
    /// `'a'`
    Single,
    /// `“a”`
    Curly,
    /// `"a`, and no quote closes it.
    Unclosed,
}

/// A cell without the blanks around it, its quotes included.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RawCell {
    pub(crate) span: Span,
    pub(crate) quoting: Quoting,
    /// Whether a blank stands between the delimiter and the cell.
    pub(crate) is_spaced: bool,
}

impl RawCell {
    pub(crate) fn of<'t>(&self, text: &'t str) -> &'t str {
        self.span.of(text)
    }

    /// The text between the quotes, as it stands.
    pub(crate) fn inner(&self) -> Span {
        let (start, end) = (self.span.start(), self.span.end());
        match self.quoting {
            Quoting::None => self.span,
            Quoting::Double | Quoting::DoubleWithin | Quoting::Single => {
                Span::new(start + 1, end - 1)
            }
            Quoting::Curly => Span::new(start + '“'.len_utf8(), end - '”'.len_utf8()),
            Quoting::Unclosed => Span::new(start + 1, end),
        }
    }
}

/// A record: a line, or several where a quoted cell holds line breaks.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Record {
    pub(crate) span: Span,
    /// Its first cell among all cells, and how many it has; a blank line has none.
    pub(crate) first: usize,
    pub(crate) width: usize,
    /// How many of its cells have a blank before them, the first aside.
    pub(crate) spaced: usize,
    pub(crate) quoted: usize,
    /// Whether a quote in it is never closed.
    pub(crate) has_open_quote: bool,
}

impl Record {
    pub(crate) fn cells<'c>(&self, cells: &'c [RawCell]) -> &'c [RawCell] {
        cells
            .get(self.first..self.first + self.width)
            .unwrap_or_default()
    }

    /// Whether every delimiter has a blank behind it, as commas in prose have.
    pub(crate) fn is_spaced(&self) -> bool {
        self.width > 1 && self.spaced == self.width - 1
    }
}

/// What stands before every line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lead {
    None,
    /// The mark of a block quote: `> a,b`.
    Quoted,
}

/// All records of a part of a text.
pub(crate) struct Records {
    pub(crate) delimiter: Delimiter,
    pub(crate) records: Vec<Record>,
    pub(crate) cells: Vec<RawCell>,
}

impl Records {
    pub(crate) fn read(text: &str, span: Span, delimiter: Delimiter, lead: Lead) -> Self {
        let mut reader = RecordReader {
            text,
            bytes: text.as_bytes().get(..span.end()).unwrap_or_default(),
            delimiter,
            lead,
            // Most cells are longer than this, and most records have several.
            cells: Vec::with_capacity(span.len() / 8),
            at: span.start(),
            unclosed_before: 0,
            single_open_before: 0,
            curly_open_before: 0,
        };
        let mut records = Vec::with_capacity(span.len() / 32);
        while reader.at < reader.bytes.len() {
            records.push(reader.read_record());
        }
        Self {
            delimiter,
            records,
            cells: reader.cells,
        }
    }
}

struct RecordReader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    delimiter: Delimiter,
    lead: Lead,
    cells: Vec<RawCell>,
    at: usize,
    /// No quote that opens before these offsets is closed; what is known is not looked for again.
    unclosed_before: usize,
    single_open_before: usize,
    curly_open_before: usize,
}

impl RecordReader<'_> {
    fn byte(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied()
    }

    fn read_record(&mut self) -> Record {
        self.at = self.skip_lead(self.at);
        let start = self.at;
        let first = self.cells.len();
        let (mut spaced, mut quoted, mut has_open_quote) = (0, 0, false);
        loop {
            let cell = self.read_cell();
            spaced += usize::from(cell.is_spaced && self.cells.len() > first);
            quoted += usize::from(cell.quoting != Quoting::None);
            has_open_quote |= cell.quoting == Quoting::Unclosed;
            self.cells.push(cell);
            if !self.delimiter.stands_at(self.text, self.at) || self.at >= self.bytes.len() {
                break;
            }
            self.at += self.delimiter.len();
        }
        let end = self.at.max(start);
        self.at = end + 1;
        let mut width = self.cells.len() - first;
        if width == 1 && self.cells.last().is_some_and(|cell| cell.span.is_empty()) {
            self.cells.pop();
            width = 0;
        }
        let end = end - usize::from(end > start && self.byte(end - 1) == Some(b'\r'));
        Record {
            span: Span::new(start, end),
            first,
            width,
            spaced,
            quoted,
            has_open_quote,
        }
    }

    fn skip_lead(&self, at: usize) -> usize {
        let mark = self.skip_blanks(at);
        let is_mark = self.lead == Lead::Quoted && self.byte(mark) == Some(b'>');
        if is_mark { mark + 1 } else { at }
    }

    /// Reads up to the delimiter or line break behind a cell.
    fn read_cell(&mut self) -> RawCell {
        let start = self.skip_blanks(self.at);
        let is_spaced = start > self.at;
        let (quoting, end) = match self.byte(start) {
            Some(b'"') => self.close_double(start),
            Some(b'\'') => self.close_single(start),
            Some(0xe2) if self.has(start, "“") => self.close_curly(start),
            _ => (Quoting::None, start),
        };
        if !matches!(quoting, Quoting::None | Quoting::Unclosed) {
            self.at = self.skip_blanks(end);
            return RawCell {
                span: Span::new(start, end),
                quoting,
                is_spaced,
            };
        }
        self.at = self.find_cell_end(start);
        RawCell {
            span: self.trim_end(start, self.at),
            quoting,
            is_spaced,
        }
    }

    fn has(&self, at: usize, mark: &str) -> bool {
        self.bytes
            .get(at..)
            .is_some_and(|rest| rest.starts_with(mark.as_bytes()))
    }

    fn find_cell_end(&self, from: usize) -> usize {
        let mut at = from;
        while let Some(len) = memchr::memchr2(
            self.delimiter.first,
            b'\n',
            self.bytes.get(at..).unwrap_or_default(),
        ) {
            at += len;
            if self.byte(at) == Some(b'\n') || self.delimiter.stands_at(self.text, at) {
                return at;
            }
            at += 1;
        }
        self.bytes.len()
    }

    fn trim_end(&self, start: usize, end: usize) -> Span {
        match end.checked_sub(1).and_then(|last| self.byte(last)) {
            Some(b'!'..=b'~') => Span::new(start, end),
            _ => {
                let cell = self.text.get(start..end).unwrap_or_default();
                Span::new(start, start + cell.trim_end_matches(is_blank).len())
            }
        }
    }

    fn skip_blanks(&self, mut at: usize) -> usize {
        loop {
            match self.byte(at) {
                Some(b' ' | b'\r') => at += 1,
                Some(b'\t') if self.delimiter.letter != '\t' => at += 1,
                Some(0xc2) if self.has(at, "\u{a0}") => at += 2,
                Some(0xe3) if self.has(at, "\u{3000}") => at += 3,
                Some(0xef) if self.has(at, "\u{feff}") => at += 3,
                _ => return at,
            }
        }
    }

    /// Whether a cell may end at `at`, but for blanks.
    fn ends_cell(&self, at: usize) -> bool {
        let at = self.skip_blanks(at);
        matches!(self.byte(at), None | Some(b'\n')) || self.delimiter.stands_at(self.text, at)
    }

    /// Where the cell that a double quote opens at `open` ends.
    fn close_double(&mut self, open: usize) -> (Quoting, usize) {
        if open < self.unclosed_before {
            return (Quoting::Unclosed, open);
        }
        let mut at = open + 1;
        let (mut crossed, mut has_escape, mut quoting) = (false, false, Quoting::Double);
        while let Some(len) = memchr::memchr2(b'"', b'\n', self.bytes.get(at..).unwrap_or_default())
        {
            at += len;
            if self.byte(at) == Some(b'\n') {
                crossed = true;
                at += 1;
                continue;
            }
            let run = self.run_len(at);
            let is_escaped = at > open + 1 && self.byte(at - 1) == Some(b'\\');
            let is_open_end = self.ends_cell(at + run);
            let quotes = run - usize::from(is_escaped && (has_escape || run > 1 || !is_open_end));
            if is_open_end && quotes % 2 == 1 {
                let quoting = if run > 1 {
                    Quoting::DoubleWithin
                } else {
                    quoting
                };
                return (quoting, at + run);
            }
            if crossed && run == 1 && self.opens_cell(at) {
                self.unclosed_before = at;
                return (Quoting::Unclosed, open);
            }
            has_escape |= is_escaped;
            quoting = Quoting::DoubleWithin;
            at += run;
        }
        self.unclosed_before = self.bytes.len();
        (Quoting::Unclosed, open)
    }

    fn run_len(&self, at: usize) -> usize {
        let rest = self.bytes.get(at..).unwrap_or_default();
        rest.iter().take_while(|&&byte| byte == b'"').count()
    }

    /// Whether a delimiter or a line break stands right before `at`.
    fn opens_cell(&self, at: usize) -> bool {
        self.byte(at - 1) == Some(b'\n')
            || at
                .checked_sub(self.delimiter.len())
                .is_some_and(|at| self.delimiter.stands_at(self.text, at))
    }

    fn close_single(&mut self, open: usize) -> (Quoting, usize) {
        if open < self.single_open_before {
            return (Quoting::None, open);
        }
        let mut at = open + 1;
        while let Some(len) =
            memchr::memchr2(b'\'', b'\n', self.bytes.get(at..).unwrap_or_default())
        {
            at += len;
            if self.byte(at) == Some(b'\n') {
                break;
            }
            if self.ends_cell(at + 1) {
                return (Quoting::Single, at + 1);
            }
            at += 1;
        }
        self.single_open_before = at;
        (Quoting::None, open)
    }

    fn close_curly(&mut self, open: usize) -> (Quoting, usize) {
        if open < self.curly_open_before {
            return (Quoting::None, open);
        }
        let mut at = open + '“'.len_utf8();
        while let Some(len) = memchr::memchr2(0xe2, b'\n', self.bytes.get(at..).unwrap_or_default())
        {
            at += len;
            if self.byte(at) == Some(b'\n') {
                break;
            }
            let end = at + '”'.len_utf8();
            if self.has(at, "”") && self.ends_cell(end) {
                return (Quoting::Curly, end);
            }
            at += 1;
        }
        self.curly_open_before = at;
        (Quoting::None, open)
    }
}

/// Whether `cell` is a number, a share, an amount of money, a date, a time or a truth value: data rather than a name.
pub(crate) fn is_datum(cell: &str) -> bool {
    let cell = cell.trim_matches(['"', '\'']);
    let bare = cell.trim_matches(|letter: char| {
        matches!(
            letter,
            '$' | '€' | '£' | '¥' | '%' | '+' | '-' | '−' | '~' | '<' | '>'
        ) || is_blank(letter)
    });
    let is_number = bare.starts_with(|letter: char| letter.is_ascii_digit())
        && bare.bytes().all(|byte| {
            byte.is_ascii_digit() || matches!(byte, b'.' | b',' | b':' | b'-' | b'/' | b' ' | b'_')
        });
    is_number
        || ["true", "false", "yes", "no", "null"]
            .iter()
            .any(|word| cell.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str, delimiter: char) -> Vec<Vec<&str>> {
        let all = Records::read(
            text,
            Span::new(0, text.len()),
            Delimiter::new(delimiter),
            Lead::None,
        );
        all.records
            .iter()
            .map(|record| {
                let cells = record.cells(&all.cells).iter();
                cells.map(|cell| cell.inner().of(text)).collect()
            })
            .collect()
    }

    #[test]
    fn a_delimiter_in_quotes_is_text() {
        assert_eq!(rows("a,\"b, c\"\n", ','), [["a", "b, c"]]);
        assert_eq!(rows("a;'b; c';“d; e”", ';'), [["a", "b; c", "d; e"]]);
    }

    #[test]
    fn a_quoted_cell_goes_over_line_breaks() {
        assert_eq!(rows("\"a\nb\",c\nd,e", ','), [["a\nb", "c"], ["d", "e"]]);
    }

    #[test]
    fn blanks_may_stand_around_quotes() {
        assert_eq!(rows("a , \"b, c\" , d \r\n", ','), [["a", "b, c", "d"]]);
    }

    #[test]
    fn a_quote_that_nothing_closes_ends_with_its_line() {
        assert_eq!(rows("\"a,b\nc,d", ','), [["a", "b"], ["c", "d"]]);
        assert_eq!(rows("1,\"a\n2,\"b\"", ','), [["1", "a"], ["2", "b"]]);
    }

    #[test]
    fn escaped_and_stray_quotes_close_nothing() {
        assert_eq!(rows(r#""a ""b"" c",d"#, ','), [[r#"a ""b"" c"#, "d"]]);
        assert_eq!(rows(r#""a \"b\" c",d"#, ','), [[r#"a \"b\" c"#, "d"]]);
        assert_eq!(rows(r#""a \"b\", c",d"#, ','), [[r#"a \"b\", c"#, "d"]]);
        assert_eq!(rows(r#""C:\a\",d"#, ','), [[r"C:\a\", "d"]]);
        assert_eq!(rows(r#""a "b" c",d"#, ','), [[r#"a "b" c"#, "d"]]);
    }

    #[test]
    fn a_delimiter_may_be_full_width() {
        assert_eq!(
            rows("姓名，年龄\n王，30", '，'),
            [["姓名", "年龄"], ["王", "30"]]
        );
    }

    #[test]
    fn data_is_told_from_names() {
        for cell in ["3", "-1.5", "$1,200", "85%", "2024-01-31", "10:30", "TRUE"] {
            assert!(is_datum(cell), "{cell}");
        }
        for cell in ["", "name", "3 apples", "Q3", "-"] {
            assert!(!is_datum(cell), "{cell}");
        }
    }
}

//! Rows of a Markdown table: `| a | b \| c |` has two cells. `｜` and `│` are pipes too.

use memchr::memmem;

use crate::scan::lines::trim;
use crate::span::Span;

/// What may hide a pipe from being the end of a cell, besides a backslash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shield {
    /// `` `a | b` ``
    Code,
    None,
    /// `` `a | b` `` and `$|x|$`
    CodeAndMath,
}

/// A line of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// The line without indentation and marks of quotation.
    pub(crate) span: Span,
    /// Whether a pipe stands at its start, and at its end.
    pub(crate) has_start: bool,
    pub(crate) has_end: bool,
    pipe: char,
}

const PIPES: [char; 5] = ['|', '｜', '│', '┃', '║'];

/// Whether there is a pipe of any kind in `text`.
pub(crate) fn has_pipe(text: &str) -> bool {
    let has = |pipe: &char| {
        let mut bytes = [0; 4];
        memmem::find(text.as_bytes(), pipe.encode_utf8(&mut bytes).as_bytes()).is_some()
    };
    memchr::memchr(b'|', text.as_bytes()).is_some() || !text.is_ascii() && PIPES.iter().any(has)
}

impl Row {
    /// The row that `line` is, if it has a pipe.
    pub(crate) fn read(text: &str, line: Span) -> Option<Self> {
        let span = skip_marks(text, line);
        let inner = span.of(text);
        let pipe = if memchr::memchr(b'|', inner.as_bytes()).is_some() {
            '|'
        } else if inner.is_ascii() {
            return None;
        } else {
            PIPES.into_iter().find(|pipe| inner.contains(*pipe))?
        };
        let has_start = inner.starts_with(pipe);
        let has_end = inner.len() > pipe.len_utf8()
            && inner.ends_with(pipe)
            && !is_escaped(inner, inner.len() - pipe.len_utf8());
        Some(Self {
            span,
            has_start,
            has_end,
            pipe,
        })
    }

    /// The row that goes on to the end of `last`, a row on a later line.
    pub(crate) fn joined(&self, last: &Self) -> Self {
        Self {
            span: Span::new(self.span.start(), last.span.end()),
            has_end: last.has_end,
            ..*self
        }
    }

    /// The same row, whose first and last pipe have an empty cell on their other side.
    pub(crate) fn without_edges(&self) -> Self {
        Self {
            has_start: false,
            has_end: false,
            ..*self
        }
    }

    /// The cells between the pipes, without the blanks around them.
    pub(crate) fn cells(&self, text: &str, shield: Shield, cells: &mut Vec<Span>) {
        cells.clear();
        let pipe = self.pipe.len_utf8();
        let mut start = self.span.start() + if self.has_start { pipe } else { 0 };
        let end = self.span.end() - if self.has_end { pipe } else { 0 };
        let mut finder = PipeFinder::new(text, start, end, self.pipe, shield);
        while let Some(at) = finder.next_pipe() {
            cells.push(trim(text, Span::new(start, at)));
            start = at + pipe;
        }
        if start <= end {
            cells.push(trim(text, Span::new(start, end)));
        }
    }
}

fn skip_marks(text: &str, line: Span) -> Span {
    let mut span = trim(text, line);
    while span.of(text).starts_with('>') {
        span = trim(text, Span::new(span.start() + 1, span.end()));
    }
    let digits = span
        .of(text)
        .trim_start_matches(|letter: char| letter.is_ascii_digit());
    let is_number = digits.len() < span.len();
    let behind_bullet = match is_number {
        true => digits.strip_prefix(['.', ')']),
        false => digits.strip_prefix(['-', '*', '+']),
    };
    match behind_bullet
        .map(str::trim_start)
        .filter(|row| row.starts_with('|'))
    {
        Some(row) if row.len() + 1 < span.len() => Span::new(span.end() - row.len(), span.end()),
        _ => span,
    }
}

/// Whether an odd number of backslashes stands before `at`.
fn is_escaped(text: &str, at: usize) -> bool {
    let before = text.as_bytes().get(..at).unwrap_or_default();
    before
        .iter()
        .rev()
        .take_while(|&&byte| byte == b'\\')
        .count()
        % 2
        == 1
}

/// Goes from pipe to pipe that ends a cell.
struct PipeFinder<'t> {
    bytes: &'t [u8],
    text: &'t str,
    at: usize,
    pipe: char,
    first: u8,
    shield: Shield,
    dollar: usize,
    /// No run of backticks of these lengths comes any more.
    no_ticks: [bool; 4],
}

impl<'t> PipeFinder<'t> {
    fn new(text: &'t str, start: usize, end: usize, pipe: char, shield: Shield) -> Self {
        let mut bytes = [0; 4];
        let first = pipe.encode_utf8(&mut bytes).bytes().next();
        Self {
            bytes: text.as_bytes().get(..end).unwrap_or_default(),
            text,
            at: start,
            pipe,
            first: first.unwrap_or_default(),
            shield,
            dollar: 0,
            no_ticks: [false; 4],
        }
    }

    fn next_pipe(&mut self) -> Option<usize> {
        loop {
            let rest = self.bytes.get(self.at..)?;
            let found = match self.shield {
                Shield::None => memchr::memchr2(self.first, b'\\', rest),
                _ => memchr::memchr3(self.first, b'\\', b'`', rest),
            };
            let found = found.map(|len| self.at + len);
            let at = match self.find_dollar() {
                Some(dollar) => found.map_or(dollar, |found| found.min(dollar)),
                None => found?,
            };
            self.at = match self.bytes.get(at)? {
                b'\\' => at + 2,
                b'`' => self.skip_code(at),
                b'$' => self.skip_math(at),
                b'|' => {
                    self.at = at + 1;
                    return Some(at);
                }
                _ if self
                    .text
                    .get(at..)
                    .is_some_and(|rest| rest.starts_with(self.pipe)) =>
                {
                    self.at = at + self.pipe.len_utf8();
                    return Some(at);
                }
                _ => at + 1,
            };
        }
    }

    /// The next dollar, which is looked for only once.
    fn find_dollar(&mut self) -> Option<usize> {
        if self.shield != Shield::CodeAndMath {
            return None;
        }
        if self.dollar < self.at {
            let rest = self.bytes.get(self.at..).unwrap_or_default();
            self.dollar = memchr::memchr(b'$', rest).map_or(usize::MAX, |len| self.at + len);
        }
        (self.dollar < usize::MAX).then_some(self.dollar)
    }

    /// Behind the code that backticks open at `at`, or behind them if nothing closes it.
    fn skip_code(&mut self, at: usize) -> usize {
        let run = self.run_len(at);
        let Some(is_known) = self.no_ticks.get(run.min(3)).copied() else {
            return at + run;
        };
        if is_known {
            return at + run;
        }
        let mut next = at + run;
        while let Some(len) = memchr::memchr(b'`', self.bytes.get(next..).unwrap_or_default()) {
            next += len;
            let other = self.run_len(next);
            next += other;
            if other == run {
                return next;
            }
        }
        if let Some(known) = self.no_ticks.get_mut(run.min(3)) {
            *known = true;
        }
        at + run
    }

    fn run_len(&self, at: usize) -> usize {
        let rest = self.bytes.get(at..).unwrap_or_default();
        rest.iter().take_while(|&&byte| byte == b'`').count()
    }

    fn skip_math(&mut self, at: usize) -> usize {
        match memchr::memchr(b'$', self.bytes.get(at + 1..).unwrap_or_default()) {
            Some(len) => at + len + 2,
            None => {
                self.dollar = usize::MAX;
                at + 1
            }
        }
    }
}

/// `|---|:-:|`, the row below a header; the borders of tables that are drawn with `+` or `─` count as one too.
pub(crate) fn is_alignment_row(line: &str) -> bool {
    let line = line.trim_matches(|letter: char| letter.is_whitespace() || letter == '>');
    // Most rows show in their first cell that they are none.
    let mut letters = line.bytes();
    let first = letters.find(|byte| !matches!(byte, b'|' | b' ' | b'\t'));
    if first.is_none_or(|byte| !matches!(byte, b'-' | b':' | b'+' | b'=') && byte.is_ascii()) {
        return false;
    }
    let is_mark =
        |letter| is_dash(letter) || is_border(letter) || matches!(letter, ':' | '：' | ' ' | '\t');
    let inner = line.trim_matches(is_border);
    let is_drawn = line.contains(|letter| letter == '+' || is_drawn(letter));
    line.chars().all(is_mark)
        && line.contains(is_dash)
        && line.contains(is_border)
        && (is_drawn || inner.split(is_border).all(is_dashes))
}

fn is_dash(letter: char) -> bool {
    matches!(letter, '-' | '=' | '－' | '—' | '–' | '─' | '━' | '═')
}

fn is_border(letter: char) -> bool {
    matches!(letter, '|' | '｜' | '+') || is_drawn(letter) && !is_dash(letter)
}

/// A character to draw boxes with.
pub(crate) fn is_drawn(letter: char) -> bool {
    matches!(letter, '\u{2500}'..='\u{257f}')
}

/// `:---:`; `| --- | |` is a row of data.
fn is_dashes(cell: &str) -> bool {
    let cell = cell.trim().trim_matches([':', '：']);
    !cell.is_empty() && cell.chars().all(is_dash)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(line: &str, shield: Shield) -> Vec<&str> {
        let row = Row::read(line, Span::new(0, line.len())).unwrap();
        let mut cells = Vec::new();
        row.cells(line, shield, &mut cells);
        cells.iter().map(|cell| cell.of(line)).collect()
    }

    #[test]
    fn pipes_at_the_edges_may_be_missing() {
        for line in ["| a | b |", "a | b", "|a|b", "  > | a |b |", "｜ a ｜b｜"] {
            assert_eq!(cells(line, Shield::Code), ["a", "b"], "{line}");
        }
        assert_eq!(cells("| a |  |", Shield::Code), ["a", ""]);
        assert_eq!(cells("|", Shield::Code), [""]);
    }

    #[test]
    fn an_escaped_pipe_ends_no_cell() {
        assert_eq!(
            cells(r"| a \| b | c \\| d |", Shield::Code),
            [r"a \| b", r"c \\", "d"]
        );
        assert_eq!(cells(r"| a \| b |", Shield::None), [r"a \| b"]);
        assert_eq!(cells(r"a | b \|", Shield::Code), ["a", r"b \|"]);
    }

    #[test]
    fn a_pipe_in_code_ends_no_cell() {
        assert_eq!(
            cells("| `a | b` | ``c ` | d`` |", Shield::Code),
            ["`a | b`", "``c ` | d``"]
        );
        assert_eq!(cells("| a ` | b |", Shield::Code), ["a `", "b"]);
        assert_eq!(cells("| `a | b` |", Shield::None), ["`a", "b`"]);
    }

    #[test]
    fn a_pipe_in_math_ends_no_cell() {
        assert_eq!(cells("| $|x|$ | 1 |", Shield::CodeAndMath), ["$|x|$", "1"]);
        assert_eq!(cells("| $5 | 1 |", Shield::CodeAndMath), ["$5", "1"]);
    }

    #[test]
    fn alignment_rows_have_dashes_in_each_cell() {
        for line in [
            "|---|---|",
            "| :-: | --: |",
            "---|---",
            "|-|",
            "> |---|",
            "+---+---+",
            "├───┼───┤",
            "｜---｜---｜",
            "| - | - |",
        ] {
            assert!(is_alignment_row(line), "{line}");
        }
        for line in [
            "---",
            "| --- | |",
            "|  |",
            "| a |",
            "| - - | - |",
            "- x",
            "",
        ] {
            assert!(!is_alignment_row(line), "{line}");
        }
    }
}

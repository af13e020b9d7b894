//! One walk over the lines of a text for what all scorers count: `key: v`, `- item`, `1. item`, `| cell |`.

use crate::scan::lines::lines;
use crate::span::Span;

/// How many lines behind the first are looked at for rows.
const ROWS: usize = 5;

/// What the lines of a text show at first glance.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// `key: v` where a line starts.
    pub(crate) keys: usize,
    /// `- item`
    pub(crate) dashes: usize,
    /// `1. item`, `a) item`
    pub(crate) numbered: usize,
    /// `- item`, `• item`
    pub(crate) bulleted: usize,
    /// `Any words: v`, `a = v`
    pub(crate) pairs: usize,
    /// The first lines that are not blank.
    pub(crate) first: Vec<Span>,
    /// How many lines are not blank.
    pub(crate) filled: usize,
    /// `| a | b |` and below it `|---|---|`.
    pub(crate) has_separator: bool,
    /// Whether what opens a line with a bracket is closed where a line ends.
    pub(crate) has_edges: bool,
    /// The first letter that is no blank.
    pub(crate) opener: Option<char>,
}

impl Tally {
    pub(crate) fn of(text: &str) -> Self {
        let mut walk = Walk {
            text,
            tally: Self::default(),
            key_end: 0,
            pair_end: 0,
            run_end: 0,
            was_row: false,
            edges: [None; 2],
        };
        for line in lines(text, Span::new(0, text.len())) {
            walk.visit(line);
        }
        walk.tally.opener = text.trim_start().chars().next();
        walk.tally
    }

    pub(crate) fn starts_with_bracket(&self) -> bool {
        matches!(self.opener, Some('{' | '['))
    }
}

struct Walk<'t> {
    text: &'t str,
    tally: Tally,
    /// Where the last key, pair and run of words ended; they may go over several lines.
    key_end: usize,
    pair_end: usize,
    run_end: usize,
    was_row: bool,
    /// The first line that `{`, and the first that `[` opens.
    edges: [Option<usize>; 2],
}

impl Walk<'_> {
    fn visit(&mut self, line: Span) {
        let whole = line.of(self.text);
        let body = whole.trim_start();
        let Some(first) = body.bytes().next() else {
            self.was_row = false;
            return;
        };
        self.tally.filled += 1;
        if self.tally.first.len() < ROWS {
            self.tally.first.push(line);
        }
        self.visit_edges(line, whole, first);
        self.visit_table(whole);
        if is_word_byte(first) {
            self.visit_key(line.start());
            self.visit_pair(line.start(), line.end() - body.len());
        }
        self.visit_mark(body, first);
    }

    fn visit_edges(&mut self, line: Span, whole: &str, first: u8) {
        let [object, list] = &mut self.edges;
        match first {
            b'{' => object.get_or_insert(line.start()),
            b'[' => list.get_or_insert(line.start()),
            _ if object.is_none() && list.is_none() => return,
            _ => &mut 0,
        };
        let opened = match whole.trim_end().bytes().next_back() {
            Some(b'}') => *object,
            Some(b']') => *list,
            _ => None,
        };
        self.tally.has_edges |= opened.is_some();
    }

    fn visit_table(&mut self, whole: &str) {
        let is_pipe = whole.starts_with('|');
        if is_pipe && self.was_row {
            let mark = |byte: u8| matches!(byte, b'|' | b'-' | b':' | b' ' | b'\t' | b'\r');
            let is_separator = whole.bytes().all(mark) && whole.contains('-');
            self.tally.has_separator |= is_separator && whole.trim_end().ends_with('|');
        }
        self.was_row = is_pipe && whole.trim_end().len() > 2 && whole.trim_end().ends_with('|');
    }

    fn visit_mark(&mut self, body: &str, first: u8) {
        match first {
            b'-' | b'*' | b'+' => {
                let is_item = has_text_behind_blank(body, 1);
                self.tally.dashes += usize::from(is_item && first == b'-');
                self.tally.bulleted += usize::from(is_item && first != b'+');
            }
            b'0'..=b'9' | b'a'..=b'z' => self.visit_number(body),
            0xe2 if body.starts_with(['•', '–']) => {
                self.tally.bulleted += usize::from(has_text_behind_blank(body, 3));
            }
            0x80.. => self.visit_number(body),
            _ => {}
        }
    }

    fn visit_number(&mut self, body: &str) {
        let digits: usize = body
            .chars()
            .take_while(|letter| letter.is_numeric())
            .map(char::len_utf8)
            .sum();
        let len = match digits {
            0 if body.starts_with(|letter: char| letter.is_ascii_lowercase()) => 1,
            len => len,
        };
        let closes = matches!(body.as_bytes().get(len), Some(b'.' | b')'));
        self.tally.numbered +=
            usize::from(len > 0 && closes && has_text_behind_blank(body, len + 1));
    }

    /// `word-1 : v`, where blanks may be line breaks.
    fn visit_key(&mut self, at: usize) {
        let bytes = self.text.as_bytes();
        let is_start = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'_';
        if at < self.key_end || !bytes.get(at).is_some_and(is_start) {
            return;
        }
        let end = skip_word(self.text, at, b'-', Blanks::Stop);
        let colon = skip_blanks(self.text, end);
        if bytes.get(colon) == Some(&b':') {
            let value = skip_blanks(self.text, colon + 1);
            if value < bytes.len() {
                self.tally.keys += 1;
                self.key_end = value + 1;
            }
        }
    }

    /// `any words = v`, where blanks may be line breaks; `body` is where the line shows something.
    fn visit_pair(&mut self, at: usize, body: usize) {
        if at < self.pair_end || at < self.run_end && self.run_end > 0 {
            return;
        }
        let end = skip_word(self.text, body, b'_', Blanks::Pass);
        self.run_end = end;
        if !matches!(self.text.as_bytes().get(end), Some(b':' | b'=')) {
            return;
        }
        let value = skip_blanks(self.text, end + 1);
        if value < self.text.len() {
            self.tally.pairs += 1;
            self.pair_end = value + 1;
        }
    }
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// Whether the mark of `len` bytes has a blank and more behind it.
fn has_text_behind_blank(body: &str, len: usize) -> bool {
    let behind = body.get(len..).unwrap_or_default();
    behind.starts_with(char::is_whitespace) && !behind.trim_start().is_empty()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Blanks {
    Stop,
    Pass,
}

/// Behind the letters, digits, `_` and `extra` from `at` on, blanks among them or not.
fn skip_word(text: &str, mut at: usize, extra: u8, blanks: Blanks) -> usize {
    let bytes = text.as_bytes();
    while let Some(&byte) = bytes.get(at) {
        let is_passed = blanks == Blanks::Pass && matches!(byte, b' ' | b'\n' | b'\t' | b'\r');
        if byte.is_ascii_alphanumeric() || byte == b'_' || byte == extra || is_passed {
            at += 1;
        } else if byte >= 0x80 {
            let letter = text.get(at..).and_then(|rest| rest.chars().next());
            let is_part = |letter: &char| {
                letter.is_alphanumeric() || blanks == Blanks::Pass && letter.is_whitespace()
            };
            let Some(letter) = letter.filter(is_part) else {
                return at;
            };
            at += letter.len_utf8();
        } else {
            return at;
        }
    }
    at
}

fn skip_blanks(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    text.len() - rest.trim_start().len()
}

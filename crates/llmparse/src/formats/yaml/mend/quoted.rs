//! Quoted scalars that are not sound: `'Joe\'s'`, `"a "b" c"`, `"a" and b`, `"a` without an end, `"\d"`.

use super::super::line::{Head, Line, quoted_end, read_head};
use super::{Mender, RepairKind, Span};

/// Where a quoted scalar ends.
enum End {
    /// Behind its closing quote, on the same line.
    Here(usize),
    /// Behind its closing quote, on a line that is followed by the one at the second offset.
    Later(usize, usize),
    /// Nowhere: its last line ends at the first offset, and the next line is at the second.
    Never(usize, usize),
}

impl Mender<'_> {
    /// Takes the scalar whose opening quote is at `at`.
    pub(super) fn take_quoted(
        &mut self,
        at: usize,
        line: Line,
        parent: Option<usize>,
        quote: u8,
    ) -> usize {
        match self.find_end(at, &line, parent, quote) {
            End::Here(end) if self.ends_value(end, &line) => {
                self.fix_escapes(at, end, quote);
                line.next
            }
            End::Here(end) if self.drop_comma(end, &line) => {
                self.fix_escapes(at, end, quote);
                line.next
            }
            End::Here(end) => self.take_broken(at, end - 1, line, quote),
            End::Later(end, next) => {
                self.fix_escapes(at, end, quote);
                self.pass(line.next, next);
                next
            }
            End::Never(end, next) => self.close_open(at, line, Span::new(end, next), quote),
        }
    }

    /// Takes away a comma that is all there is from `at` to the end of `line`.
    pub(super) fn drop_comma(&mut self, at: usize, line: &Line) -> bool {
        let is_comma = self.slice(at, line.end).trim_start() == ",";
        if is_comma {
            self.repair(RepairKind::TrailingComma, Span::new(at, line.end), "");
        }
        is_comma
    }

    fn ends_value(&self, at: usize, line: &Line) -> bool {
        let rest = self.slice(at, line.end);
        let text = rest.trim_start();
        text.is_empty() || text.len() < rest.len() && text.starts_with('#')
    }

    /// Notes the marks before the lines from `at` to `end`.
    fn pass(&mut self, at: usize, end: usize) {
        let mut at = at;
        while at < end {
            at = self.line(at).next;
        }
    }

    fn find_end(&self, at: usize, line: &Line, parent: Option<usize>, quote: u8) -> End {
        if let Some(len) = quoted_end(self.slice(at, line.end), quote) {
            return End::Here(at + len);
        }
        let (mut from, mut last) = (line.next, line.end);
        while from < self.end {
            let next = self.peek(from);
            if !next.is_blank() && self.starts_other(&next, parent) {
                break;
            }
            let len = close_of(self.content(&next), quote);
            if let Some(end) = len.map(|len| next.text + len) {
                let is_end = self.ends_value(end, &next);
                return if is_end {
                    End::Later(end, next.next)
                } else {
                    End::Never(line.end, line.next)
                };
            }
            if !next.is_blank() {
                last = next.end;
            }
            from = next.next;
        }
        End::Never(last, from)
    }

    /// Whether `line` is the next member or item rather than part of a text.
    fn starts_other(&self, line: &Line, parent: Option<usize>) -> bool {
        let is_left = parent.is_some_and(|parent| line.width(self.text) <= parent);
        is_left
            && matches!(
                read_head(self.content(line)),
                Head::Entry(_) | Head::Item(_) | Head::Marker
            )
    }

    /// `"a "b" c"`, `"a" and "b"`, `"a" and b`, `'Joe\'s'`: the quote at `inner` does not end the value.
    fn take_broken(&mut self, at: usize, inner: usize, line: Line, quote: u8) -> usize {
        let text = self.slice(at, line.end);
        let is_enclosed =
            text.len() > 1 && text.as_bytes().last() == Some(&quote) && line.end - 1 > inner;
        if !is_enclosed || self.closes_word(inner, line.end) {
            return self.quote_rest(at, line);
        }
        self.escape_inner(at + 1, line.end - 1, quote);
        line.next
    }

    /// Whether the quote at `at` ends a quotation, behind a word and before a blank, rather than opening one.
    fn closes_word(&self, at: usize, end: usize) -> bool {
        let before = self.slice(0, at).chars().next_back();
        let behind = self.slice(at + 1, end).chars().next();
        let is_word = before.is_some_and(|letter| !letter.is_whitespace() && letter != '\\');
        is_word
            && behind.is_some_and(|letter| {
                letter.is_whitespace() || matches!(letter, ',' | ';' | '.' | ')')
            })
    }

    fn escape_inner(&mut self, from: usize, to: usize, quote: u8) {
        let mut at = from;
        while at < to {
            let rest = self.slice(at, to).as_bytes();
            let Some(found) = memchr::memchr2(quote, b'\\', rest) else {
                return;
            };
            let (here, next) = (at + found, rest.get(found + 1).copied());
            at = here + self.escape_at(here, next, quote);
        }
    }

    /// Puts right the quote or backslash at `at`; gives how many bytes were looked at.
    fn escape_at(&mut self, at: usize, next: Option<u8>, quote: u8) -> usize {
        let is_backslash = self.slice(at, at + 1) == "\\";
        match (is_backslash, quote, next) {
            (true, b'\'', Some(b'\'')) => {
                self.repair(RepairKind::InvalidEscape, Span::new(at, at + 1), "'")
            }
            (true, b'\'', _) => return 1,
            (true, ..) => self.fix_escape(at),
            (false, b'\'', Some(b'\'')) => {}
            (false, b'\'', _) => {
                self.repair(RepairKind::UnescapedQuote, Span::new(at, at + 1), "''");
                return 1;
            }
            (false, ..) => {
                self.repair(RepairKind::UnescapedQuote, Span::new(at, at + 1), "\\\"");
                return 1;
            }
        }
        2
    }

    /// Escapes that YAML does not know are text.
    pub(super) fn fix_escapes(&mut self, from: usize, to: usize, quote: u8) {
        if quote != b'"' {
            return;
        }
        let mut at = from;
        while let Some(found) = memchr::memchr(b'\\', self.slice(at, to).as_bytes()) {
            self.fix_escape(at + found);
            let escaped = self.slice(at + found + 1, to).chars().next();
            at += found + 1 + escaped.map_or(0, char::len_utf8);
        }
    }

    fn fix_escape(&mut self, at: usize) {
        let rest = self.slice(at + 1, self.end);
        let has_hex = |len: usize| {
            let digits = rest.get(1..=len).unwrap_or_default();
            digits.len() == len && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
        };
        let is_known = match rest.as_bytes().first() {
            Some(b'x') => has_hex(2),
            Some(b'u') => has_hex(4),
            Some(b'U') => has_hex(8),
            Some(byte) => b"0abtnvfre \t\"/\\N_LP\n\r".contains(byte),
            None => true,
        };
        if is_known {
            return;
        }
        let kind = RepairKind::InvalidEscape;
        if rest.starts_with('\'') {
            self.repair(kind, Span::new(at, at + 1), "");
        } else {
            self.repair(kind, Span::new(at, at + 1), "\\\\");
        }
    }

    /// A scalar that is never closed. `rest` is from the end of its last line to the next one.
    fn close_open(&mut self, at: usize, line: Line, rest: Span, quote: u8) -> usize {
        let text = self.slice(at + 1, line.end);
        let is_apostrophe =
            text.starts_with(|first: char| first.is_ascii_digit()) || is_clipped(text);
        if quote == b'\'' && (is_apostrophe || rest.end() < self.end) {
            return self.take_text(at, line, Some(self.column()));
        }
        let is_cut = rest.end() >= self.end;
        let kind = if is_cut {
            RepairKind::CutOff
        } else {
            RepairKind::MissingQuote
        };
        self.fix_escapes(at, rest.start(), quote);
        self.pass(line.next, rest.end());
        let end = rest.start();
        let is_half = quote == b'"' && ends_in_escape(self.slice(at, end));
        let from = if is_half { end - 1 } else { end };
        self.repair(
            kind,
            Span::new(from, end),
            if quote == b'"' { "\"" } else { "'" },
        );
        rest.end()
    }
}

/// Behind the first `quote` of `content` that no backslash or other quote takes away.
fn close_of(content: &str, quote: u8) -> Option<usize> {
    let opened = format!("{}{content}", char::from(quote));
    quoted_end(&opened, quote).map(|end| end - 1)
}

/// `'tis` and the like start with an apostrophe.
fn is_clipped(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default();
    [
        "tis", "twas", "em", "til", "cause", "n", "n'", "bout", "round",
    ]
    .contains(&word.to_ascii_lowercase().as_str())
}

/// Whether an odd number of backslashes ends `text`.
fn ends_in_escape(text: &str) -> bool {
    text.bytes().rev().take_while(|&byte| byte == b'\\').count() % 2 == 1
}

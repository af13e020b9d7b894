//! A text without quotes that holds what only a quoted one may: `note: @home: in` becomes `note: '@home: in'`.

use super::super::line::{Head, Line, read_head, without_comment};
use super::{Found, Mender, RepairKind, Span};

/// A key with as many words, indented under a text, is part of that text.
const WORDS_OF_TEXT: usize = 3;

pub(super) fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// The key as it stands, where that is possible.
pub(super) fn quote_key(name: &str) -> String {
    let is_simple = name
        .chars()
        .all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '-' | ' ' | '.'));
    if is_simple && !name.starts_with('-') {
        name.to_owned()
    } else {
        quote(name)
    }
}

/// A line that goes on with the text of the one before.
struct More {
    /// Where it starts, its mark included.
    raw: usize,
    line: Line,
}

impl Mender<'_> {
    /// Takes a plain scalar, and quotes it if it has to be.
    pub(super) fn take_text(&mut self, at: usize, line: Line, parent: Option<usize>) -> usize {
        let end = at + without_comment(self.slice(at, line.end));
        let more = if end == line.end {
            self.find_more(&line, parent)
        } else {
            Vec::new()
        };
        let first = self.slice(at, end);
        let has_colon = more
            .iter()
            .any(|more| holds_colon(self.content(&more.line)));
        if has_colon || holds_colon(first) || starts_reserved(first) {
            return self.quote_lines(Span::new(at, end), &more, line.next);
        }
        let column = self.text_column(parent);
        for more in &more {
            let line = self.line(more.raw);
            let width = line.width(self.text);
            let is_deep = parent.is_none_or(|parent| width > parent);
            self.set_indent(&line, if is_deep { width } else { column });
        }
        more.last().map_or(line.next, |last| last.line.next)
    }

    /// Quotes all of `line` from `at` on.
    pub(super) fn quote_rest(&mut self, at: usize, line: Line) -> usize {
        let end = at + without_comment(self.slice(at, line.end));
        self.quote_lines(Span::new(at, end), &[], line.next)
    }

    pub(super) fn text_column(&self, parent: Option<usize>) -> usize {
        parent.map_or(0, |parent| parent + 2)
    }

    fn quote_lines(&mut self, first: Span, more: &[More], next: usize) -> usize {
        let mut text = first.of(self.text).to_owned();
        for more in more {
            // An empty line between stays one.
            let between = self.slice(more.raw.saturating_sub(2), more.raw);
            text.push_str(if between == "\n\n" { "\n\n  " } else { "\n  " });
            text.push_str(self.content(&more.line));
        }
        let last = more.last().map(|more| more.line);
        let span = Span::new(first.start(), last.map_or(first.end(), |line| line.end));
        let column = self.column();
        let text = quote(&text).replace("\n  ", &format!("\n{}", " ".repeat(column + 2)));
        self.repair(RepairKind::UnquotedString, span, text);
        let next = last.map_or(next, |line| line.next);
        self.seen = self.seen.max(next);
        next
    }

    /// The lines behind `line` that go on with its text.
    fn find_more(&self, line: &Line, parent: Option<usize>) -> Vec<More> {
        let mut found = Vec::new();
        let (mut at, mut after_blank) = (line.next, false);
        while at < self.end {
            let next = self.peek(at);
            if !next.is_blank() {
                if !self.goes_on(&next, parent, after_blank) {
                    break;
                }
                found.push(More {
                    raw: at,
                    line: next,
                });
            }
            after_blank = next.is_blank();
            at = next.next;
        }
        found
    }

    fn goes_on(&self, line: &Line, parent: Option<usize>, after_blank: bool) -> bool {
        let width = line.width(self.text);
        let is_deep = parent.is_none_or(|parent| width > parent);
        if matches!(read_head(self.content(line)), Head::Comment | Head::Marker) {
            return false;
        }
        match self.find(line.text, line.end, width) {
            Found::Loose => is_deep || !after_blank && self.is_loose(line, width),
            Found::Item(_) => is_deep && parent.is_some() && !after_blank,
            Found::Entry(member) => {
                let words = member
                    .key
                    .of(self.text)
                    .split_whitespace()
                    .take(WORDS_OF_TEXT)
                    .count();
                is_deep && parent.is_some() && words == WORDS_OF_TEXT
            }
        }
    }

    /// Whether `line`, at the left, starts nothing of its own.
    pub(super) fn is_loose(&self, line: &Line, width: usize) -> bool {
        let starts = read_head(self.content(line)) != Head::Loose
            || self.content(line).starts_with([
                '[', ']', '{', '}', '"', '\'', '&', '*', '!', '|', '>', '@', '`', '%',
            ]);
        !starts
            && matches!(self.find(line.text, line.end, width), Found::Loose)
            && !self.is_cut_key(line, width)
    }
}

/// Whether a colon stands in `text` that would end a key.
fn holds_colon(text: &str) -> bool {
    memchr::memchr_iter(b':', text.as_bytes())
        .any(|at| matches!(text.as_bytes().get(at + 1), None | Some(b' ' | b'\t')))
}

/// Whether a plain scalar may not start as `text` does.
fn starts_reserved(text: &str) -> bool {
    let is_mark = |mark| {
        text.strip_prefix(mark)
            .is_some_and(|rest: &str| rest.is_empty() || rest.starts_with([' ', '\t']))
    };
    text.starts_with([
        ',', '[', ']', '{', '}', '%', '@', '`', '*', '&', '|', '>', '"', '\'', '#',
    ]) || is_mark('-')
        || is_mark('?')
        || is_mark(':')
}

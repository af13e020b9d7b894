//! Repairs what a YAML parser refuses, line by line: `note: @home: in` becomes `note: '@home: in'`, a tab of
//! indentation two blanks. What has two readings is left as it is, and refused.

mod flow;
mod indent;
mod quoted;
mod text;
mod value;

use std::borrow::Cow;
use std::collections::HashSet;

use super::line::{Head, Line, is_explicit, item_mark, number_mark, read_head};
use super::member::{KeyStyle, find_marked, find_plain, find_tight};
use crate::span::Span;
use crate::trace::{Repair, RepairKind, apply_repairs};

/// A text with its repairs made.
pub(super) struct Mended {
    pub(super) text: String,
    pub(super) repairs: Vec<Repair>,
}

/// Repairs what stands under `span`; none if there is nothing to repair.
pub(super) fn mend(text: &str, span: Span) -> Option<Mended> {
    let mut mender = Mender::new(text, span);
    let mut at = mender.take_first(span.start());
    while at < span.end() {
        let line = mender.line(at);
        at = mender.take_line(line).max(line.next);
    }
    let repairs = mender.repairs;
    (!repairs.is_empty()).then(|| Mended {
        text: apply_repairs(text, span, &repairs),
        repairs,
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    List,
    Map,
}

/// An open collection, and the column its items or keys stand in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Level {
    column: usize,
    kind: Kind,
}

struct Mender<'t> {
    text: &'t str,
    end: usize,
    /// Whether `>` stands before every line.
    is_quoted: bool,
    levels: Vec<Level>,
    /// Whether the last key or item mark has no value yet.
    awaits: bool,
    anchors: HashSet<&'t str>,
    repairs: Vec<Repair>,
    /// Behind the last line whose mark was noted.
    seen: usize,
}

/// What a line starts with, in the widest sense.
enum Found {
    Item(usize),
    Entry(Member),
    Loose,
}

/// A member: its key, and the bytes behind it up to the value, both by offset in the text.
struct Member {
    key: Span,
    /// What stands between key and value.
    colon: Span,
    style: KeyStyle,
}

impl<'t> Mender<'t> {
    fn new(text: &'t str, span: Span) -> Self {
        Self {
            text,
            end: span.end(),
            is_quoted: is_block_quote(span.of(text)),
            levels: Vec::new(),
            awaits: false,
            anchors: HashSet::new(),
            repairs: Vec::new(),
            seen: span.start(),
        }
    }

    fn slice(&self, start: usize, end: usize) -> &'t str {
        self.text.get(start..end).unwrap_or_default()
    }

    fn content(&self, line: &Line) -> &'t str {
        line.content(self.text)
    }

    fn repair(&mut self, kind: RepairKind, span: Span, text: impl Into<Cow<'static, str>>) {
        let replacement = text.into();
        self.repairs.push(Repair {
            kind,
            span,
            replacement,
        });
    }

    /// The line at `at`, without the mark before it.
    fn peek(&self, at: usize) -> Line {
        let line = Line::read(self.text, at, self.end);
        if !self.is_quoted || !self.content(&line).starts_with('>') {
            return line;
        }
        let blank = usize::from(self.slice(line.text + 1, line.end).starts_with(' '));
        let start = line.text + 1 + blank;
        let inner = Line::read(self.text, start, self.end);
        Line {
            next: line.next,
            ..inner
        }
    }

    /// The line at `at`; the mark before it is taken away, once.
    fn line(&mut self, at: usize) -> Line {
        let line = self.peek(at);
        if line.start > at && at >= self.seen {
            self.repair(RepairKind::LinePrefix, Span::new(at, line.start), "");
        }
        self.seen = self.seen.max(line.next);
        line
    }

    fn column(&self) -> usize {
        self.levels.last().map_or(0, |level| level.column)
    }

    /// Gives where to go on.
    fn take_line(&mut self, line: Line) -> usize {
        match read_head(self.content(&line)) {
            Head::Blank => line.next,
            Head::Comment => {
                self.set_indent(&line, line.width(self.text));
                line.next
            }
            Head::Marker => {
                self.levels.clear();
                self.awaits = false;
                line.next
            }
            Head::Item(_) | Head::Entry(_) | Head::Loose | Head::Flow => self.take_content(line),
        }
    }

    fn take_content(&mut self, line: Line) -> usize {
        let width = line.width(self.text);
        let kind = match self.find(line.text, line.end, width) {
            Found::Item(_) => Kind::List,
            Found::Entry(_) => Kind::Map,
            Found::Loose => return self.take_loose(line, width),
        };
        let column = self.settle(width, kind);
        self.set_indent(&line, column);
        self.take_head(line, column)
    }

    /// A line that starts neither a member nor an item: the value of the line before, or a key that was cut off.
    fn take_loose(&mut self, line: Line, width: usize) -> usize {
        if is_explicit(self.content(&line)) {
            return line.next;
        }
        if self.is_cut_key(&line, width) {
            let before = self.slice(0, line.start).trim_end().len();
            let from = before.max(line.start.saturating_sub(1));
            self.repair(RepairKind::CutOff, Span::new(from, line.end), "");
            return line.next;
        }
        if self.levels.is_empty() && !self.opens_value(&line) {
            self.drop_sentence(&line);
            return line.next;
        }
        self.set_indent(&line, width);
        let parent = if self.awaits {
            self.levels.last().map(|level| level.column)
        } else {
            None
        };
        self.take_value(line.text, line, parent)
    }

    /// Whether a line before everything is a value of its own.
    fn opens_value(&self, line: &Line) -> bool {
        self.content(line)
            .starts_with(['{', '[', '"', '\'', '|', '>', '&', '!', '?'])
    }

    /// A sentence before the first member or item.
    fn drop_sentence(&mut self, line: &Line) {
        let mut next = self.peek(line.next);
        while next.is_blank() && next.next < self.end {
            next = self.peek(next.next);
        }
        let found = self.find(next.text, next.end, next.width(self.text));
        if !matches!(found, Found::Loose) {
            self.repair(RepairKind::StrayText, Span::new(line.start, line.end), "");
        }
    }

    /// `a: 1\nb` at the end of the text, where another key would stand.
    fn is_cut_key(&self, line: &Line, width: usize) -> bool {
        let is_last = line.end == self.end;
        let is_level = self
            .levels
            .iter()
            .any(|level| level.column == width && level.kind == Kind::Map);
        let content = self.content(line);
        let is_word = content
            .chars()
            .all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '-'));
        is_last && is_level && !self.awaits && is_word
    }

    /// Takes the marks and the key of a line whose first stands in `column`.
    fn take_head(&mut self, line: Line, column: usize) -> usize {
        let (mut at, mut column) = (line.text, column);
        loop {
            match self.find(at, line.end, column) {
                Found::Item(len) => {
                    let next = self.take_mark(at, len, line.end);
                    self.push(Kind::List, column);
                    column += next.1;
                    at = next.0;
                }
                Found::Entry(member) => {
                    self.push(Kind::Map, column);
                    self.fix_key(&member);
                    return self.take_value(member.colon.end(), line, Some(column));
                }
                Found::Loose => {
                    let parent = self.column();
                    return self.take_value(at, line, Some(parent));
                }
            }
            if at >= line.end {
                return line.next;
            }
        }
    }

    /// Gives where the item starts, and how many columns further than its mark.
    fn take_mark(&mut self, at: usize, len: usize, end: usize) -> (usize, usize) {
        let mark = self.slice(at, at + len);
        let width = mark.chars().count();
        if mark != "-" {
            let text: Cow<'static, str> = match width {
                1 => "-".into(),
                _ => format!("{:width$}", "-").into(),
            };
            self.repair(RepairKind::ListMark, Span::new(at, at + len), text);
        }
        let behind = self.slice(at + len, end);
        let blanks = behind.len() - behind.trim_start().len();
        let gap = behind.get(..blanks).unwrap_or_default();
        let start = at + len + blanks;
        if gap.bytes().any(|blank| blank != b' ') {
            self.repair(RepairKind::Indentation, Span::new(at + len, start), " ");
            return (start, width + 1);
        }
        (start, width + blanks)
    }

    fn push(&mut self, kind: Kind, column: usize) {
        let level = Level { column, kind };
        if self.levels.last() != Some(&level) {
            self.levels.push(level);
        }
        self.awaits = true;
    }

    /// What stands at `at`, in `column`.
    fn find(&self, at: usize, end: usize, column: usize) -> Found {
        let content = self.slice(at, end);
        let number = number_mark(content).filter(|_| self.starts_line(at));
        let mark = item_mark(content).filter(|_| !is_emphasis(content));
        if let Some(len) = mark.or(number) {
            return Found::Item(len);
        }
        let member = find_marked(content)
            .or_else(|| find_plain(content))
            .or_else(|| find_tight(content).filter(|_| self.expects_member(at, end, column)));
        match member {
            None => Found::Loose,
            Some((key, value, style)) => Found::Entry(Member {
                key: Span::new(at, at + key),
                colon: Span::new(at + key, at + value),
                style,
            }),
        }
    }

    fn starts_line(&self, at: usize) -> bool {
        let before = self.slice(0, at).trim_end_matches([' ', '\t', '>']);
        before.is_empty() || before.ends_with('\n')
    }

    /// Whether a line in `column` is next to members: behind one of a mapping, or before one.
    fn expects_member(&self, at: usize, end: usize, column: usize) -> bool {
        let is_sibling = |level: &Level| level.column == column && level.kind == Kind::Map;
        if self.levels.iter().any(is_sibling) {
            return true;
        }
        let next = self.peek(Line::read(self.text, end.max(at), self.end).next);
        let content = self.content(&next);
        let is_member = find_plain(content)
            .or_else(|| find_tight(content))
            .is_some();
        is_member && next.width(self.text) == column
    }

    fn fix_key(&mut self, member: &Member) {
        let key = member.key.of(self.text);
        match member.style {
            KeyStyle::Plain => {}
            KeyStyle::Tight => {
                let at = member.colon.end();
                self.repair(RepairKind::MissingBlank, Span::new(at, at), " ");
            }
            KeyStyle::Wide => self.repair(RepairKind::WidePunctuation, member.colon, ": "),
            KeyStyle::Marked => {
                let name = key.trim_matches(['*', '_', '`', ':', ' ']);
                let span = Span::new(member.key.start(), member.colon.end());
                self.repair(
                    RepairKind::Markup,
                    span,
                    format!("{}: ", text::quote_key(name)),
                );
            }
            KeyStyle::Reserved => {
                self.repair(RepairKind::UnquotedKey, member.key, text::quote(key))
            }
        }
    }
}

/// Whether `>` stands before every line that is not empty.
fn is_block_quote(text: &str) -> bool {
    let mut lines = text
        .lines()
        .map(str::trim_start)
        .filter(|line| !line.is_empty());
    text.trim_start().starts_with('>') && lines.all(|line| line.starts_with('>'))
}

/// `* *a* b` is an item; `**a** b` and `*a* b` are none.
fn is_emphasis(content: &str) -> bool {
    content.starts_with("**") || content.starts_with("--")
}

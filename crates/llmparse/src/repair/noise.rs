//! What stands between tokens and means nothing: comments, odd blanks, marks before lines, a terminal's colours,
//! ellipses, and the closing fence, behind which the text ends.

use std::sync::LazyLock;

use super::builder::Node;
use super::machine::{Flow, Machine};
use super::quotes::{Lookout, Role};
use crate::scan::words::Words;
use crate::scan::{Input, WINDOW};
use crate::trace::RepairKind;

impl<N: Node> Machine<N> {
    /// Whether a look ahead went behind the end of a partial text since the last question.
    pub(super) fn starved(&self, input: Input<'_>) -> bool {
        input.take_starved()
    }

    /// Takes one piece of noise at `at`, if there is one.
    pub(super) fn skip_noise(&mut self, input: Input<'_>, at: usize, byte: u8) -> Option<Flow> {
        if let Some(flow) = self.skip_line_prefix(input, at) {
            return Some(flow);
        }
        let taken = match byte {
            b'`' | b'~' => return self.close_fence(input, at, byte),
            b'<' if note_end(input, at).is_some() => {
                note_end(input, at).map(|end| (RepairKind::Ellipsis, end, ""))
            }
            b'/' | b'#' | b'<' | b'-' => self.comment(input, at, byte),
            b'.' => self.ellipsis(input, at, 3),
            b'[' | b'(' => note_end(input, at).map(|end| (RepairKind::Ellipsis, end, "")),
            b'\\' | 0x1b | 0x0b | 0x0c => self.odd_blank(input, at),
            0x80.. if input.has(at, "…") => self.ellipsis(input, at, 3),
            0x80.. => self.odd_blank(input, at),
            _ => None,
        };
        if self.starved(input) {
            return Some(Flow::Wait);
        }
        let (kind, end, replacement) = taken?;
        self.pos = end;
        if self.is_inside() {
            self.edits.replace(kind, at, end, replacement);
            self.token(end);
        } else if self.first.is_some() {
            self.edits.replace(kind, at, end, replacement);
        }
        Some(Flow::Go)
    }

    /// Whether the value goes on behind this place in any case.
    fn is_inside(&self) -> bool {
        self.stack.len() > 0 && !self.is_at_top()
    }

    fn odd_blank(&self, input: Input<'_>, at: usize) -> Option<(RepairKind, usize, &'static str)> {
        let len = input.blank_len(at);
        let kind = match input.at(at) {
            Some(b'\\') => RepairKind::EscapedBlank,
            Some(0x1b) => RepairKind::TerminalCode,
            _ => RepairKind::UnusualBlank,
        };
        (len > 0).then_some((kind, at + len, " "))
    }

    // ---- fences -------------------------------------------------------------------------------------------------

    /// Three or more backticks or tildes between tokens: the text ends before them.
    fn close_fence(&mut self, input: Input<'_>, at: usize, byte: u8) -> Option<Flow> {
        let run = input.run_len(at, byte);
        if input.at(at + run).is_none() && !input.is_whole() {
            self.starved(input);
            return Some(Flow::Wait);
        }
        if run < 3 {
            return None;
        }
        self.end = Some(input.slice(0, at).trim_end().len());
        Some(Flow::Go)
    }

    // ---- comments -----------------------------------------------------------------------------------------------

    pub(super) fn comment(
        &mut self,
        input: Input<'_>,
        at: usize,
        byte: u8,
    ) -> Option<(RepairKind, usize, &'static str)> {
        let end = match byte {
            b'/' if input.at(at + 1) == Some(b'*') => self.block_end(input, at, "*/")?,
            b'/' if input.at(at + 1) == Some(b'/') => self.line_comment_end(input, at)?,
            b'#' if self.is_hash_comment(input, at) => self.line_comment_end(input, at)?,
            b'<' if input.has(at, "<!--") => self.block_end(input, at, "-->")?,
            b'-' if input.has(at, "-- ") => self.line_comment_end(input, at)?,
            _ => return None,
        };
        Some((RepairKind::Comment, end, ""))
    }

    /// `#fff` where a value is wanted is a text.
    fn is_hash_comment(&self, input: Input<'_>, at: usize) -> bool {
        self.role() != Role::Member
            || self.state_is_next()
            || !matches!(input.at(at + 1), Some(byte) if byte.is_ascii_alphanumeric())
    }

    fn block_end(&self, input: Input<'_>, at: usize, mark: &str) -> Option<usize> {
        let rest = input.bytes().get(at + 2..).unwrap_or_default();
        match memchr::memmem::find(rest, mark.as_bytes()) {
            Some(found) => Some(at + 2 + found + mark.len()),
            None => {
                input.at(input.len());
                Some(input.len())
            }
        }
    }

    /// A line comment ends with its line, or before a closer that the text needs: one with a member behind it, or,
    /// where no further line comes, any.
    fn line_comment_end(&mut self, input: Input<'_>, at: usize) -> Option<usize> {
        let line_end = self.next_line_end(input, at);
        let last_line = line_end == input.len();
        let line = input.bytes().get(at..line_end).unwrap_or_default();
        if memchr::memchr2(b'}', b']', line).is_none() {
            return Some(line_end);
        }
        let mut depth = 0i32;
        for (index, &byte) in (at..).zip(line) {
            match byte {
                b'{' | b'[' => depth += 1,
                b'}' | b']' if depth > 0 => depth -= 1,
                b'}' | b']' if last_line || self.member_follows_closer(input, index) => {
                    return Some(index);
                }
                _ => {}
            }
        }
        Some(line_end)
    }

    fn member_follows_closer(&self, input: Input<'_>, closer: usize) -> bool {
        let comma = input.skip_plain(closer + 1);
        if input.at(comma) != Some(b',') {
            return false;
        }
        let next = input.skip_plain(comma + 1);
        let lookout = Lookout {
            input,
            stack: &self.stack,
            role: Role::Member,
            quoting: false,
            keys: self.config.keys.as_deref(),
        };
        input.at(next) == Some(b'{') || input.at(next) == Some(b'"') && lookout.is_key(next)
    }

    /// The next line end, sought once however many comments ask for it.
    fn next_line_end(&mut self, input: Input<'_>, at: usize) -> usize {
        let (end, from) = self.line;
        if at >= from && at <= end && end < input.len() {
            return end;
        }
        if end == input.len() && input.is_whole() && at >= from {
            return end;
        }
        let found = input.line_end(at);
        if found < input.len() || input.is_whole() {
            self.line = (found, at);
        }
        found
    }

    // ---- ellipses -----------------------------------------------------------------------------------------------

    /// `...` and the note behind it, up to the end of the line or the next separator.
    fn ellipsis(
        &self,
        input: Input<'_>,
        at: usize,
        len: usize,
    ) -> Option<(RepairKind, usize, &'static str)> {
        if input.at(at) == Some(b'.') && !input.has(at, "...") {
            return None;
        }
        let mut end = at + len;
        if !self.starts_note(input, end) {
            return Some((RepairKind::Ellipsis, end, ""));
        }
        if let Some(close) = self.bracketed_note_end(input, end) {
            return Some((RepairKind::Ellipsis, close, ""));
        }
        while let Some(byte) = input.at(end) {
            if matches!(byte, b',' | b']' | b'}' | b'\n' | b'"' | b'`') {
                break;
            }
            end += 1;
        }
        Some((RepairKind::Ellipsis, end, ""))
    }

    /// The end of `(…)` or `[…]` behind an ellipsis, if it closes on the same line; dots may follow.
    fn bracketed_note_end(&self, input: Input<'_>, end: usize) -> Option<usize> {
        let open = input.skip_plain(end);
        let closer = match input.at(open)? {
            b'(' => b')',
            b'[' => b']',
            _ => return None,
        };
        let close = (open..open + WINDOW).find(|&index| {
            matches!(input.at(index), Some(b'\n') | None) || input.at(index) == Some(closer)
        })?;
        (input.at(close) == Some(closer)).then(|| close + 1 + input.run_len(close + 1, b'.'))
    }

    /// Whether words stand behind an ellipsis, as in `... (truncated)` or `... and 5 more`.
    fn starts_note(&self, input: Input<'_>, end: usize) -> bool {
        let next = (end..end + 8).find(|&index| !matches!(input.at(index), Some(b' ' | b'.')));
        let Some(next) = next else { return false };
        match input.at(next) {
            Some(b'(' | b'<' | b'[') => true,
            Some(byte) => byte.is_ascii_alphabetic() || byte.is_ascii_digit() && next > end,
            None => false,
        }
    }

    // ---- marks before lines -------------------------------------------------------------------------------------

    fn skip_line_prefix(&mut self, input: Input<'_>, at: usize) -> Option<Flow> {
        let prefix = self.config.prefix?;
        let end = input.line_prefix_end(prefix, at)?;
        if self.starved(input) {
            return Some(Flow::Wait);
        }
        self.edits.delete(RepairKind::LinePrefix, at, end);
        self.pos = end;
        Some(Flow::Go)
    }
}

/// The end of a note such as `[truncated]`, `(output cut off)` or `<snip>` that starts at `at`.
pub(super) fn note_end(input: Input<'_>, at: usize) -> Option<usize> {
    let closer = match input.at(at)? {
        b'[' => b']',
        b'(' => b')',
        b'<' => b'>',
        _ => return None,
    };
    let is_text =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'.' | b',' | b'-' | b':');
    let close =
        (at + 1..at + 64).find(|&index| !matches!(input.at(index), Some(byte) if is_text(byte)))?;
    let is_note = input.at(close) == Some(closer) && says_more(input.slice(at + 1, close));
    is_note.then_some(close + 1)
}

/// What a note says of the text that it stands for.
static MORE: LazyLock<Words> = LazyLock::new(|| {
    Words::new(&[
        "truncated",
        "cut off",
        "omitted",
        "continued",
        "continues",
        "snip",
        "remaining",
        "and so on",
    ])
});

/// Whether `note` says that there was more, in any case.
fn says_more(note: &str) -> bool {
    let starts = |rest: &str, word: &str| {
        let start = rest.get(..word.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(word))
    };
    note.char_indices().any(|(at, _)| {
        let rest = note.get(at..).unwrap_or_default();
        MORE.near(rest).iter().any(|word| starts(rest, word))
    })
}

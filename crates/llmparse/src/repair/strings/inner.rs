//! Quotes inside of strings: which one ends it, and which is content: `"the "best" one"`.

use super::{Fallback, Verdict};
use crate::repair::builder::{Node, Shape};
use crate::repair::machine::{Flow, Machine};
use crate::repair::quotes::{Lookout, Role, nesting, structural_tail};
use crate::scan::Input;
use crate::scan::quotes::Style;
use crate::trace::RepairKind;

impl<N: Node> Machine<N> {
    pub(in crate::repair) fn lookout<'a, 't>(&'a self, input: Input<'t>) -> Lookout<'a, 't> {
        Lookout {
            input,
            stack: &self.stack,
            role: self.text.role,
            quoting: self.text.quoting || self.text.in_tag,
            keys: self.config.keys.as_deref(),
        }
    }

    pub(super) fn read_quote(&mut self, input: Input<'_>, at: usize) -> Flow {
        let Some(len) = self.text.style.closing_len(input, at) else {
            return Flow::Go;
        };
        self.survey(input, at);
        let verdict = match self.text.stop {
            None => self.judge_quote(input, at, len),
            Some(_) if self.is_doubled(input, at, len) => match self.judge_doubled(input, at) {
                Some(Verdict::Doubled) => Verdict::Doubled,
                _ => Verdict::Inner,
            },
            Some(_) => Verdict::Inner,
        };
        if self.starved(input) {
            return Flow::Wait;
        }
        match verdict {
            Verdict::Ends => return self.end_text(input, at, len),
            Verdict::EndedAt(offset) => return self.end_text_at(input, offset),
            Verdict::Doubled => {
                self.replace(RepairKind::UnescapedQuote, at + len * 2, "\"", "\\\"")
            }
            Verdict::Inner => {
                self.note_quotation(input, at, len);
                self.keep_inner_quote(input, at, len);
            }
        }
        self.text.inner += 1;
        self.text.path = false;
        Flow::Go
    }

    fn keep_inner_quote(&mut self, input: Input<'_>, at: usize, len: usize) {
        let content = input.slice(at, at + len);
        match self.text.style {
            Style::Escaped | Style::Entity => {
                self.replace(RepairKind::UnescapedQuote, at + len, "\"", "\\\"")
            }
            Style::Double => self.replace(RepairKind::UnescapedQuote, at + len, content, "\\\""),
            _ if content.contains('"') => {
                let spelled = content.replace('"', "\\\"");
                self.replace(RepairKind::UnescapedQuote, at + len, content, spelled);
            }
            _ => self.copy(input, at + len),
        }
    }

    fn judge_quote(&mut self, input: Input<'_>, at: usize, len: usize) -> Verdict {
        let style = self.text.style;
        if style.is_unmistakable() {
            return Verdict::Ends;
        }
        if let Some(offset) = self.key_end_before(input, at) {
            return Verdict::EndedAt(offset);
        }
        if self.is_doubled(input, at, len) {
            if let Some(verdict) = self.judge_doubled(input, at) {
                return verdict;
            }
        }
        let lookout = self.lookout(input);
        if lookout.closes(at + len) {
            return self.judge_embedded(at, len);
        }
        if (self.text.depth <= 0 || self.text.inner == 0) && self.text.fences % 2 == 0 {
            let bare = match self.text.inner {
                0 => self
                    .known_member_end(input, at)
                    .or_else(|| self.bare_member_inside(input, at))
                    .or_else(|| self.foreign_end_inside(input, at)),
                _ => None,
            };
            if let Some(offset) = bare.or_else(|| self.missing_end(input, at)) {
                return Verdict::EndedAt(self.line_end_before(input, offset));
            }
        }
        Verdict::Inner
    }

    /// A quote inside a JSON text that stands in this string, as in `"body is {"k": "v"} here"`, ends nothing.
    fn judge_embedded(&mut self, at: usize, len: usize) -> Verdict {
        let in_json = self.text.inner > 0 && self.text.depth > 0;
        let embedded = (in_json || self.text.fences % 2 == 1) && self.text.role != Role::Key;
        if !embedded || self.again > self.text.cursor {
            return Verdict::Ends;
        }
        if self.text.fallback.is_none() {
            let (out, mark) = (self.text.out.len(), self.edits.mark());
            self.text.fallback = Some(Fallback {
                quote: at,
                len,
                out,
                mark,
                is_first: self.text.inner == 0,
            });
        }
        Verdict::Inner
    }

    fn is_doubled(&self, input: Input<'_>, at: usize, len: usize) -> bool {
        matches!(self.text.style, Style::Double | Style::Single)
            && len == 1
            && input.at(at + 1) == input.at(at)
    }

    /// Two quotes in a row: an escaped one, or one that is content before the one that ends the string, or the
    /// end of one string and the start of the next.
    fn judge_doubled(&self, input: Input<'_>, at: usize) -> Option<Verdict> {
        let lookout = self.lookout(input);
        if at == self.text.content || self.text.style == Style::Single {
            return None;
        }
        let behind_quotation = Lookout {
            quoting: false,
            ..lookout
        };
        if behind_quotation.closes(at + 2) {
            return Some(Verdict::Inner);
        }
        let lookout = self.lookout(input);
        let before = input
            .before(at)
            .is_some_and(|byte| byte.is_ascii_alphanumeric());
        let behind = input
            .at(at + 2)
            .is_some_and(|byte| byte.is_ascii_alphanumeric());
        if before && behind && (lookout.is_key(at + 1) || self.text.role == Role::Item) {
            return Some(Verdict::Ends);
        }
        Some(Verdict::Doubled)
    }

    /// Where the string ended whose end quote is missing, if the quote at `at` starts the next one.
    fn missing_end(&self, input: Input<'_>, at: usize) -> Option<usize> {
        let lookout = self.lookout(input);
        let in_list = self.text.role == Role::Item;
        let outer = self.stack.frame(self.stack.len().saturating_sub(1));
        let leaves_for_list = self.text.role == Role::Member
            && outer.is_some_and(|frame| frame.shape == Shape::Array);
        if self.text.role == Role::Key || self.text.inner > 0 && lookout.is_no_member(at) {
            return None;
        }
        let is_damaged_key = !in_list && self.starts_line(input, at) && lookout.is_damaged_key(at);
        if lookout.is_key(at) || is_damaged_key || in_list && lookout.is_item(at) {
            return structural_tail(input, self.text.content, at, self.text.depth);
        }
        if !leaves_for_list || !lookout.is_item(at) {
            return None;
        }
        // `"x}, "q"]`: the object ends too, and the quote starts an item of the list around it.
        let tail = structural_tail(input, self.text.content, at, self.text.depth)?;
        input
            .slice(tail, at)
            .trim_start()
            .starts_with('}')
            .then_some(tail)
    }

    fn starts_line(&self, input: Input<'_>, at: usize) -> bool {
        input
            .near_line_start(at)
            .is_some_and(|start| input.slice(start, at).trim().is_empty())
    }

    /// Of the places where the string may have ended, the first line end with a closer behind it.
    fn line_end_before(&self, input: Input<'_>, offset: usize) -> usize {
        let content = input.slice(self.text.content, offset);
        let mut depth = 0;
        for (at, byte) in content.bytes().enumerate() {
            depth += nesting(byte);
            let next = self.text.content + at + 1;
            if byte == b'\n'
                && depth == 0
                && matches!(input.at(input.skip_plain(next)), Some(b'}' | b']'))
            {
                return next - 1;
            }
        }
        offset
    }

    /// Where the key ended whose end quote is missing: `"a: "x"`, `"a: 1, "b"`.
    fn key_end_before(&self, input: Input<'_>, at: usize) -> Option<usize> {
        if self.text.role != Role::Key || self.text.inner > 0 {
            return None;
        }
        let content = input.slice(self.text.content, at);
        let colon = content.find(':')?;
        let (key, rest) = content.split_at_checked(colon)?;
        let rest = rest.strip_prefix(':').unwrap_or_default();
        let is_name = !key.trim().is_empty() && key.len() < 64 && !key.contains(['\n', '\\']);
        let starts_value = rest.trim().is_empty() || rest.trim_end().ends_with([',', '{', '[']);
        let next = input.skip_blank(at + 1);
        let goes_on = input.at(next) != Some(b':') || !rest.trim().is_empty();
        (is_name && starts_value && goes_on && rest.starts_with([' ', '\n', '\t', '{', '[']))
            .then_some(self.text.content + colon)
    }

    /// `"z: true}` at the end of the text: the key lacks its end quote, and the text is not cut off.
    pub(super) fn key_end_at_end(&self, input: Input<'_>) -> Option<usize> {
        let content = input.slice(self.text.content, input.len());
        let (key, rest) = content.split_once(':')?;
        let is_name = !key.trim().is_empty() && key.len() < 64 && !key.contains(['\n', '\\']);
        let is_closed = rest.trim_end().ends_with(['}', ']']) && rest.len() < 256;
        (is_name && is_closed).then_some(self.text.content + key.len())
    }

    /// Takes stock of the content up to `at`: brackets, tags and typographic quotes that are open.
    pub(super) fn survey(&mut self, input: Input<'_>, at: usize) {
        let mut index = self.text.depth_at;
        let content = input.bytes().get(..at).unwrap_or_default();
        while let Some((found, byte)) = next_mark(content, index) {
            index = found + 1;
            match byte {
                b'{' | b'[' | b'}' | b']' => self.text.depth += nesting(byte),
                b'<' => {
                    self.text.in_tag =
                        matches!(input.at(found + 1), Some(next) if next.is_ascii_alphabetic())
                }
                b'>' => self.text.in_tag = false,
                0xc2 | 0xe2 => self.note_typographic(input, found),
                b'`' => self.note_fence(input, found),
                _ => {}
            }
        }
        self.text.depth_at = at;
    }

    /// Three backticks start or end code inside the string.
    fn note_fence(&mut self, input: Input<'_>, at: usize) {
        if input.before(at) != Some(b'`') && input.has(at, "```") {
            self.text.fences += 1;
        }
    }

    fn note_typographic(&mut self, input: Input<'_>, at: usize) {
        match input.char_at(at) {
            Some('„' | '«') => self.text.quoting = true,
            Some('“') => self.text.quoting = !self.text.quoting,
            Some('”' | '»') => self.text.quoting = false,
            _ => {}
        }
    }

    /// A quote inside the string opens a quotation, or closes it; behind a digit it is an inch, between letters an
    /// apostrophe.
    pub(super) fn note_quotation(&mut self, input: Input<'_>, at: usize, len: usize) {
        let before = input.before(at);
        let behind = input.at(at + len);
        let is_word = |byte: Option<u8>| {
            byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || byte >= 0x80)
        };
        if self.text.quoting {
            self.text.quoting = is_word(before) && is_word(behind);
        } else {
            let is_inch = before.is_some_and(|byte| byte.is_ascii_digit());
            self.text.quoting =
                !is_inch && !is_word(before) && !matches!(behind, Some(b' ' | b',' | b'.') | None);
        }
    }
}

/// The first byte from `index` on that [`survey`](Machine::survey) takes stock of: a bracket of any kind, a backtick,
/// the start of a typographic quote.
fn next_mark(content: &[u8], index: usize) -> Option<(usize, u8)> {
    let is_mark = |byte: u8| {
        matches!(
            byte,
            b'{' | b'[' | b'}' | b']' | b'<' | b'>' | b'`' | 0xc2 | 0xe2
        )
    };
    let mut rest = content.get(index..)?;
    while let Some((piece, behind)) = rest.split_first_chunk::<16>() {
        if may_hold_mark(piece) {
            break;
        }
        rest = behind;
    }
    let offset = rest.iter().position(|&byte| is_mark(byte))?;
    Some((content.len() - rest.len() + offset, *rest.get(offset)?))
}

/// Whether one of the bytes may be a mark. They come in pairs that differ in one bit; no branch for each byte, so that
/// all are compared at once.
fn may_hold_mark(piece: &[u8; 16]) -> bool {
    let holds = |mask: u8, wanted: u8| {
        piece
            .iter()
            .fold(false, |found, &byte| found | (byte & mask == wanted))
    };
    holds(0xdf, b'[')
        | holds(0xdf, b']')
        | holds(0xfd, b'<')
        | holds(0xff, b'`')
        | holds(0xdf, 0xc2)
}

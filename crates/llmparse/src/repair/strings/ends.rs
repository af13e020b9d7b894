//! Where strings end: at a quote, before one that is missing, or with the text.

use super::Fallback;
use crate::repair::builder::Node;
use crate::repair::machine::{Failure, Flow, LastKind, Machine, State};
use crate::repair::quotes::{Role, before_foreign_quote, structural_tail};
use crate::scan::Input;
use crate::scan::quotes::{Style, is_quote, opening_quote};
use crate::span::Span;
use crate::trace::RepairKind;

impl<N: Node> Machine<N> {
    /// The quote of `len` bytes at `at` ends the string, unless another literal is joined to it.
    pub(super) fn end_text(&mut self, input: Input<'_>, at: usize, len: usize) -> Flow {
        if self.must_reread_escapes() {
            return self.reread_text();
        }
        let joined = self.joined_quote(input, at + len);
        if self.starved(input) {
            return Flow::Wait;
        }
        if let Some((quote, style, opening)) = joined {
            self.edits
                .delete(RepairKind::JoinedStrings, at, quote + opening);
            self.text.style = style;
            self.text.cursor = quote + opening;
            self.text.depth_at = self.text.cursor;
            self.text.fallback = None;
            return Flow::Go;
        }
        if self.ends_with_separator(input, at, len) {
            return self.end_text_before_comma(input, at, len);
        }
        if self.text.style != Style::Double || len != 1 || input.at(at) != Some(b'"') {
            self.edits
                .replace(RepairKind::QuoteStyle, at, at + len, "\"");
        }
        self.give_text(at + len, true)
    }

    /// `"a," "b"`: the comma that should stand behind the quote stands before it.
    fn ends_with_separator(&self, input: Input<'_>, at: usize, len: usize) -> bool {
        let next = input.skip_blank(at + len);
        let starts_next = match self.text.role {
            Role::Item => {
                next > at + len
                    && (is_quote(input, next)
                        || matches!(input.at(next), Some(b'{' | b'[' | b'0'..=b'9')))
            }
            Role::Member => is_quote(input, next) && self.lookout(input).is_key(next),
            _ => false,
        };
        starts_next && input.before(at) == Some(b',') && self.text.content < at
    }

    fn end_text_before_comma(&mut self, input: Input<'_>, at: usize, len: usize) -> Flow {
        self.take_back(input, at - 1);
        self.edits
            .replace(RepairKind::MissingComma, at - 1, at + len, "\",");
        self.give_text(at + len, true);
        self.separate(at - 1, len + 1);
        self.comma = None;
        Flow::Go
    }

    /// The opening quote of a literal that is joined to the one that ends at `end`.
    fn joined_quote(&self, input: Input<'_>, end: usize) -> Option<(usize, Style, usize)> {
        if self.text.role == Role::Key {
            return None;
        }
        let at = input.skip_blank(end);
        let quote = match input.at(at)? {
            b'+' => input.skip_blank(at + 1),
            _ if at > end && self.joins_neighbours() => at,
            _ => return None,
        };
        let (style, len) = opening_quote(input, quote)?;
        let is_key = self.text.role == Role::Member && self.lookout(input).is_key(quote);
        (!is_key).then_some((quote, style, len))
    }

    /// In a member, and in round brackets, literals side by side are one.
    fn joins_neighbours(&self) -> bool {
        let in_group = self
            .stack
            .top()
            .is_some_and(|frame| frame.opener == crate::repair::frames::Opener::Paren);
        self.text.role == Role::Member || in_group
    }

    /// The string ended at `offset`, before text that was taken for content; its end quote is missing.
    pub(super) fn end_text_at(&mut self, input: Input<'_>, offset: usize) -> Flow {
        if self.must_reread_escapes() {
            return self.reread_text();
        }
        let end = before_foreign_quote(input, self.text.content, offset).unwrap_or(offset);
        // `x\", "b"`: a backslash before the quote is no content, unless it is that of a path.
        let escaped = end < offset && input.before(end) == Some(b'\\');
        let end = if escaped { end - 1 } else { end };
        let is_plain = !input.slice(end, self.text.cursor).contains('\\')
            && !self.edits.has_behind(self.text.mark, end);
        if !is_plain {
            return self.reread_until(end, offset);
        }
        self.take_back(input, end);
        self.end_unquoted(input, end, offset)
    }

    /// Reads the string again, up to where it ends.
    fn reread_until(&mut self, end: usize, offset: usize) -> Flow {
        let (latex, invalid) = (self.text.latex, self.text.invalid);
        self.again += self.text.cursor.saturating_sub(self.text.start);
        self.reread_text();
        self.text.latex = latex;
        self.text.invalid = invalid;
        self.text.stop = Some((end, offset));
        Flow::Go
    }

    /// The string ends at `end`; what stands from there to `offset` is in the place of its end quote.
    pub(super) fn end_unquoted(&mut self, input: Input<'_>, end: usize, offset: usize) -> Flow {
        let is_escaped = input.at(end) == Some(b'\\');
        if is_escaped && self.text.invalid {
            // `C:\dir\"`: the backslash is text.
            self.text.out.push('\\');
            self.edits
                .replace(RepairKind::InvalidEscape, end, offset, "\\\\\"");
        } else if end < offset {
            self.edits
                .replace(RepairKind::QuoteStyle, end, offset, "\"");
        } else {
            self.edits.insert(RepairKind::MissingQuote, end, "\"");
        }
        self.give_text(offset, true)
    }

    /// Takes the content back to what it was at `end`, behind which all was copied as it stands.
    fn take_back(&mut self, input: Input<'_>, end: usize) {
        let extra = input.slice(end, self.text.cursor).len();
        let keep = self.text.out.len().saturating_sub(extra);
        self.text.out.truncate(keep);
        self.edits.rewind_behind(self.text.mark, end);
    }

    /// The text ends inside the string: one that lacks its end quote, unless the end is only that of what has come.
    pub(super) fn text_at_end(&mut self, input: Input<'_>) -> Flow {
        let end = input.len();
        let may_go_on = self.config.more_at == Some(end);
        let is_meant = |fallback: &mut Fallback| fallback.is_first || !may_go_on;
        if let Some(fallback) = self.text.fallback.take_if(is_meant) {
            return self.go_back(input, fallback);
        }
        if self.must_reread_escapes() {
            return self.reread_text();
        }
        let found = if may_go_on {
            None
        } else {
            self.end_inside(input)
        };
        if let Some(offset) = found {
            return self.end_text_at(input, offset);
        }
        if self.text.role == Role::Key {
            return self.drop_cut_key(input);
        }
        if self.text.role == Role::Top && self.text.out.trim().is_empty() {
            return self.fail(Failure::Nothing);
        }
        self.edits.insert(RepairKind::CutOff, end, "\"");
        self.give_text(end, false)
    }

    /// Where the string ended whose end quote is missing, in a text that ends inside of it.
    fn end_inside(&mut self, input: Input<'_>) -> Option<usize> {
        let end = input.len();
        if self.text.role == Role::Key {
            return self.key_end_at_end(input);
        }
        self.foreign_end_inside(input, end)
            .or_else(|| self.closers_inside(input))
            .or_else(|| self.bare_member_inside(input, end))
    }

    fn go_back(&mut self, input: Input<'_>, fallback: Fallback) -> Flow {
        self.again += self.text.cursor.saturating_sub(fallback.quote);
        self.text.out.truncate(fallback.out);
        self.edits.rewind(fallback.mark);
        self.text.cursor = fallback.quote;
        self.state = State::Text;
        self.end_text(input, fallback.quote, fallback.len)
    }

    /// A key that the text cuts off goes, and the comma before it.
    fn drop_cut_key(&mut self, input: Input<'_>) -> Flow {
        self.edits.rewind(self.text.mark);
        let start = self.comma.take().unwrap_or(self.text.start);
        self.edits.cut(start, input.len());
        self.token(input.len());
        self.state = State::Next;
        Flow::Go
    }

    /// Where closers start, in a string without end quote, that close all that is open, with a line end, a tag or
    /// nothing behind them; or some of it, at the end of the text.
    fn closers_inside(&mut self, input: Input<'_>) -> Option<usize> {
        if self.again > 2 * input.len() {
            return None;
        }
        let content = input.bytes().get(self.text.content..)?;
        self.again += content.len();
        let mut depth = 0i32;
        for (offset, &byte) in content.iter().enumerate() {
            match byte {
                b'{' | b'[' => depth += 1,
                b'}' | b']' if depth > 0 => depth -= 1,
                b'}' | b']' if self.closes_all(input, self.text.content + offset) => {
                    return Some(self.before_blanks(input, self.text.content + offset));
                }
                _ => {}
            }
        }
        None
    }

    /// Whether the closers from `at` on fit what is open, down to the last.
    fn closes_all(&self, input: Input<'_>, at: usize) -> bool {
        let mut depth = self.stack.len();
        let mut index = at;
        while let Some(byte @ (b'}' | b']' | b',')) = input.at(index) {
            if byte == b',' && depth > 0 {
                return false;
            }
            if depth == 0
                || !self
                    .stack
                    .frame(depth)
                    .is_some_and(|frame| frame.is_closed_by(byte))
            {
                break;
            }
            depth -= 1;
            index += 1;
            if depth > 0 {
                index = input.skip_plain(index);
            }
        }
        let next = input.skip_plain(index);
        let ends_line = input.slice(index, next).contains('\n');
        index > at
            && (input.at(next).is_none()
                || depth == 0 && (ends_line || input.has(next, "</") || input.has(next, "```")))
    }

    fn before_blanks(&self, input: Input<'_>, at: usize) -> usize {
        self.text.content + input.slice(self.text.content, at).trim_end().len()
    }

    /// Where the string ended that was opened by `"` and closed by a quote of another style, as in `"x', 5`.
    pub(super) fn foreign_end_inside(&mut self, input: Input<'_>, end: usize) -> Option<usize> {
        if self.text.style != Style::Double || self.again > 2 * input.len() {
            return None;
        }
        let content = input.slice(self.text.content, end);
        self.again += content.len();
        let lookout = self.lookout(input);
        let found = content
            .match_indices(['\'', '`', '’', '”', '»'])
            .find(|(at, quote)| {
                let behind = self.text.content + at + quote.len();
                behind < end
                    && lookout.closes(behind)
                    && before_foreign_quote(input, self.text.content, behind).is_some()
            });
        found.map(|(at, quote)| self.text.content + at + quote.len())
    }

    /// `"x, b: 1}`: where keys have no quotes, the first `, key:` in a string without end ends it.
    pub(super) fn bare_member_inside(&mut self, input: Input<'_>, end: usize) -> Option<usize> {
        let is_member = matches!(self.text.role, Role::Member);
        if !is_member || !self.stack.has_bare_keys(self.stack.len()) || self.again > 2 * input.len()
        {
            return None;
        }
        let content = input.bytes().get(self.text.content..end)?;
        let found = memchr::memchr_iter(b',', content).find(|&comma| {
            let next = input.skip_blank(self.text.content + comma + 1);
            crate::repair::bare::is_bare_member(input, next)
        });
        self.again += found.unwrap_or(content.len());
        let comma = self.text.content + found?;
        structural_tail(input, self.text.content, comma + 1, 0)
    }

    /// The content goes to the builder, or becomes the waiting key.
    pub(super) fn give_text(&mut self, end: usize, complete: bool) -> Flow {
        let span = Span::new(self.text.start, end);
        if self.text.role == Role::Key {
            std::mem::swap(&mut self.key, &mut self.text.out);
            self.key_span = span;
            self.token(end);
            self.state = State::Colon;
            return Flow::Go;
        }
        let out = std::mem::take(&mut self.text.out);
        self.builder.note_string(&out, span, complete);
        self.text.out = out;
        self.state = State::Value;
        self.value_read(self.text.start, end, LastKind::Text);
        Flow::Go
    }
}

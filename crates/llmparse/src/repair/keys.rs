//! Damage where a key is wanted, and behind one: `{a: 1, b": 2}`, `{"a" = 1}`, `{'x', 'y'}`.

use super::bare::is_bare_member;
use super::builder::{Node, Shape};
use super::frames::Opener;
use super::machine::{Failure, Flow, LastKind, Machine, State};
use super::numbers::is_json_number;
use super::quotes::Role;
use crate::scan::literals::read_literal;
use crate::scan::quotes::{Style, is_wide_comma, opening_quote, wide_comma_len};
use crate::scan::{Input, WINDOW, starts_word};
use crate::span::Span;
use crate::trace::RepairKind;
use crate::value::write_text;

/// A text with more opening braces in vain than this is no JSON.
const MOST_SURPLUS: u32 = 16;

impl<N: Node> Machine<N> {
    pub(super) fn read_key(&mut self, input: Input<'_>) -> Flow {
        let at = input.skip_plain(self.pos);
        let Some(byte) = input.at(at) else {
            return self.end_of_text(input);
        };
        match byte {
            b'}' => self.read_closer(input, at, byte),
            _ => self.slow_key(input, at, byte),
        }
    }

    fn slow_key(&mut self, input: Input<'_>, at: usize, byte: u8) -> Flow {
        if let Some(flow) = self.skip_noise(input, at, byte) {
            return flow;
        }
        if self.is_rest_of_value(input, at) {
            if self.starved(input) {
                return Flow::Wait;
            }
            return self.reread_last(input);
        }
        let quote = opening_quote(input, at);
        if self.starved(input) {
            return Flow::Wait;
        }
        if let Some((style, len)) = quote {
            let unclosed = unclosed_key_end(input, at + len);
            if self.starved(input) {
                return Flow::Wait;
            }
            return match unclosed {
                Some(end) => self.take_unclosed_key(input, at, len, end),
                None => self.start_text(at, style, len),
            };
        }
        match byte {
            b'}' | b']' | b')' => self.read_closer(input, at, byte),
            b',' | b';' => self.comma_for_key(at, 1),
            b':' | b'=' => self.add_empty_key(at),
            b'{' => self.brace_for_key(at),
            b'[' => self.bracket_for_key(at),
            0xef if input.has(at, "｝") => self.close_wide(input, at, b'}'),
            _ if is_wide_comma(input, at) => self.comma_for_key(at, wide_comma_len(input, at)),
            _ if starts_word(byte) || byte.is_ascii_digit() || byte == b'@' => {
                self.bare_key(input, at)
            }
            _ => self.stray_for_key(input, at),
        }
    }

    /// `"z: true}`: the key lacks its end quote.
    fn take_unclosed_key(&mut self, input: Input<'_>, at: usize, len: usize, end: usize) -> Flow {
        self.key_mark = self.edits.mark();
        if input.slice(at, at + len) != "\"" {
            self.edits
                .replace(RepairKind::QuoteStyle, at, at + len, "\"");
        }
        self.edits.insert(RepairKind::MissingQuote, end, "\"");
        let text = input.slice(at + len, end);
        self.set_key(text, at, end);
        Flow::Go
    }

    fn comma_for_key(&mut self, at: usize, len: usize) -> Flow {
        self.edits.delete(RepairKind::SurplusComma, at, at + len);
        self.token(at + len);
        Flow::Go
    }

    /// `: 1` without a key.
    fn add_empty_key(&mut self, at: usize) -> Flow {
        self.edits.open(RepairKind::MissingKey, at, "\"\"");
        self.set_key("", at, at);
        Flow::Go
    }

    pub(super) fn set_key(&mut self, text: &str, start: usize, end: usize) {
        self.key.clear();
        self.key.push_str(text);
        self.key_span = Span::new(start, end);
        self.token(end);
        self.state = State::Colon;
    }

    /// What stands where a key should may be the rest of the value before the comma: `12, Main Street`, or
    /// `"he said "yes", and left"`.
    fn is_rest_of_value(&self, input: Input<'_>, at: usize) -> bool {
        let has_value = self.stack.top().is_some_and(|frame| frame.len > 0);
        if !has_value
            || self.comma.is_none()
            || self.reread == Some(self.last.start())
            || self.again > at
        {
            return false;
        }
        match self.last.kind {
            LastKind::String => {
                let plain = input.at(self.last.start()) == Some(b'"');
                let look = self.look(input, Role::Member);
                plain
                    && input.at(at) == Some(b'"')
                    && look.is_other(at)
                    && !look.is_unclosed_key(at)
            }
            LastKind::Number => {
                is_json_number(self.last.span.of(input.text)) && self.is_rest_of_number(input, at)
            }
            _ => false,
        }
    }

    fn is_rest_of_number(&self, input: Input<'_>, at: usize) -> bool {
        let is_word = input
            .at(at)
            .is_some_and(|byte| starts_word(byte) || byte.is_ascii_digit());
        if !is_word || is_bare_member(input, at) {
            return false;
        }
        // Words up to a separator, without a quote or colon among them.
        for index in at..at + WINDOW / 4 {
            match input.at(index) {
                Some(b',' | b'}') => return true,
                Some(b'"' | b'\'' | b':' | b'\n' | b'{' | b'[') | None => return false,
                Some(_) => {}
            }
        }
        false
    }

    fn reread_last(&mut self, input: Input<'_>) -> Flow {
        let is_text = self.last.kind == LastKind::String;
        let start = self.take_back_last();
        self.again += self.pos.saturating_sub(start);
        if is_text {
            return self.start_text(start, Style::Double, 1);
        }
        self.bare_from(input, start)
    }

    fn brace_for_key(&mut self, at: usize) -> Flow {
        let is_empty = self.stack.top().is_some_and(|frame| frame.len == 0);
        let outer = self.stack.frame(self.stack.len().saturating_sub(1));
        if !is_empty && outer.is_some_and(|frame| frame.shape == Shape::Array) {
            let had_comma = self.comma.is_some() || self.comma_added.is_some();
            self.close_missing(RepairKind::MissingCloser, true);
            if !had_comma {
                self.add_comma();
            }
            self.pos = at;
            self.state = State::Value;
            return Flow::Go;
        }
        self.surplus_openers += 1;
        if self.surplus_openers > MOST_SURPLUS {
            return self.fail(Failure::Nothing);
        }
        self.edits.delete(RepairKind::SurplusOpener, at, at + 1);
        self.token(at + 1);
        Flow::Go
    }

    fn bracket_for_key(&mut self, at: usize) -> Flow {
        let is_empty = self.stack.top().is_some_and(|frame| frame.len == 0);
        if is_empty {
            self.pos = at;
            self.turn_into_set();
            return Flow::Go;
        }
        self.edits.open(RepairKind::MissingKey, at, "\"\": ");
        self.set_key("", at, at);
        self.take_key();
        self.state = State::Value;
        Flow::Go
    }

    fn bare_key(&mut self, input: Input<'_>, at: usize) -> Flow {
        let end = input.bare_key_end(at);
        let colon = input.skip_blank(end);
        let next = input.at(colon);
        if self.starved(input) {
            return Flow::Wait;
        }
        self.key_mark = self.edits.mark();
        match next {
            None => self.drop_cut_word(input, at),
            Some(b'"' | b'\'') if colon == end => {
                input.at(input.skip_blank(end + 1));
                if self.starved(input) {
                    Flow::Wait
                } else {
                    self.half_quoted_key(input, at, end)
                }
            }
            Some(b':' | b'=' | b',' | b'}' | b']' | b'{' | b'[') => {
                self.take_bare_key(input, at, end)
            }
            Some(b'-') if input.at(colon + 1) == Some(b'>') => self.take_bare_key(input, at, end),
            Some(_) if input.has(colon, "：") => self.take_bare_key(input, at, end),
            Some(b'0'..=b'9') => self.take_bare_key(input, at, end),
            Some(_) => self.words_for_key(input, at, colon),
        }
    }

    /// A bare key that the text cuts off goes, and the comma before it.
    fn drop_cut_word(&mut self, input: Input<'_>, at: usize) -> Flow {
        let start = self.comma.take().unwrap_or(at);
        self.edits.cut(start, input.len());
        self.token(input.len());
        self.state = State::Next;
        Flow::Go
    }

    fn take_bare_key(&mut self, input: Input<'_>, start: usize, end: usize) -> Flow {
        let text = input.slice(start, end).trim_end();
        let mut quoted = String::with_capacity(text.len() + 2);
        write_text(&mut quoted, text);
        self.edits
            .replace(RepairKind::UnquotedKey, start, start + text.len(), quoted);
        self.set_key(text, start, start + text.len());
        if let Some(frame) = self.stack.top_mut() {
            frame.has_bare_keys = true;
        }
        Flow::Go
    }

    /// `b": 1` lacks its first quote; in `u"b": 1` the letter is a prefix.
    fn half_quoted_key(&mut self, input: Input<'_>, start: usize, end: usize) -> Flow {
        let behind = input.skip_blank(end + 1);
        if matches!(input.at(behind), Some(b':' | b'=')) || input.has(behind, "：") {
            let text = input.slice(start, end);
            let mut quoted = String::with_capacity(text.len() + 2);
            write_text(&mut quoted, text);
            self.edits
                .replace(RepairKind::MissingQuote, start, end + 1, quoted);
            self.set_key(text, start, end + 1);
            return Flow::Go;
        }
        let kind = if end - start <= 2 {
            RepairKind::StringPrefix
        } else {
            RepairKind::StrayText
        };
        self.edits.delete(kind, start, end);
        self.pos = end;
        Flow::Go
    }

    /// Several words: a key with blanks if a colon comes before anything else, stray text before a quote or a
    /// separator.
    fn words_for_key(&mut self, input: Input<'_>, start: usize, from: usize) -> Flow {
        let stop = (from..from + WINDOW).find(|&index| {
            matches!(
                input.at(index),
                None | Some(b':' | b'"' | b'\'' | b',' | b'{' | b'}' | b'[' | b']' | b'\n' | b'`')
            )
        });
        let quote = stop.filter(|&stop| matches!(input.at(stop), Some(b'"' | b'\'')));
        let starts_key = quote.is_some_and(|quote| self.look(input, Role::Member).is_key(quote));
        let ends_key = quote.is_some_and(|quote| {
            input.before(quote) != Some(b' ') && input.at(input.skip_blank(quote + 1)) == Some(b':')
        });
        if self.starved(input) {
            return Flow::Wait;
        }
        let Some(stop) = stop else {
            return self.drop_text(start, from);
        };
        match input.at(stop) {
            Some(b':') => self.take_bare_key(input, start, stop),
            Some(_) if ends_key => self.half_quoted_key(input, start, stop),
            Some(_) if quote == Some(from) && !starts_key => self.take_bare_key(input, start, from),
            _ if self.is_implied_top() => self.end_implied(),
            None => self.drop_cut_word(input, start),
            Some(_) => self.drop_text(start, stop),
        }
    }

    fn stray_for_key(&mut self, input: Input<'_>, at: usize) -> Flow {
        if self.is_implied_top() {
            return self.end_implied();
        }
        let len = input.char_at(at).map_or(1, char::len_utf8);
        self.drop_text(at, at + len)
    }

    /// Whether all that is open is an object without a brace at the top.
    pub(super) fn is_implied_top(&self) -> bool {
        self.stack.len() == 1
            && self
                .stack
                .top()
                .is_some_and(|frame| frame.opener == Opener::Implied)
    }

    /// Prose behind members without braces: they end there.
    pub(super) fn end_implied(&mut self) -> Flow {
        self.drop_comma();
        self.close_missing(RepairKind::MissingCloser, true);
        self.state = State::Done;
        Flow::Go
    }

    pub(super) fn read_colon(&mut self, input: Input<'_>) -> Flow {
        let at = input.skip_plain(self.pos);
        let Some(byte) = input.at(at) else {
            return self.end_of_text(input);
        };
        if byte == b':' {
            return self.take_colon(at + 1);
        }
        let wrong = wrong_colon(input, at, byte);
        if self.starved(input) {
            return Flow::Wait;
        }
        if let Some(len) = wrong {
            let kind = if byte >= 0x80 {
                RepairKind::WidePunctuation
            } else {
                RepairKind::WrongColon
            };
            self.edits.replace(kind, at, at + len, ":");
            return self.take_colon(at + len);
        }
        if let Some(flow) = self.skip_noise(input, at, byte) {
            return flow;
        }
        if self.starved(input) {
            return Flow::Wait;
        }
        if matches!(byte, b',' | b';' | b'}' | b']' | b')') || is_wide_comma(input, at) {
            return self.key_without_value(input, at, byte);
        }
        self.edits.insert(RepairKind::MissingColon, self.mark, ":");
        self.take_colon(self.pos)
    }

    fn take_colon(&mut self, end: usize) -> Flow {
        self.take_key();
        self.comma = None;
        self.comma_added = None;
        self.token(end);
        self.state = State::Value;
        Flow::Go
    }

    fn key_without_value(&mut self, input: Input<'_>, at: usize, byte: u8) -> Flow {
        let is_first = self
            .stack
            .top()
            .is_some_and(|frame| frame.len == 0 && frame.opener == Opener::Brace);
        let next = input.skip_blank(at + 1);
        let member_follows = byte == b','
            && (self.look(input, Role::Member).is_key(next) || is_bare_member(input, next));
        if self.starved(input) {
            return Flow::Wait;
        }
        if is_first && !member_follows {
            self.pos = self.key_span.start();
            self.mark = self.pos;
            self.edits.rewind(self.key_mark);
            self.turn_into_set();
            return Flow::Go;
        }
        self.take_key();
        self.comma = None;
        self.add_null(RepairKind::MissingValue, ": null");
        Flow::Go
    }

    /// `{'x', 'y'}`: the braces are those of a list.
    fn turn_into_set(&mut self) {
        let Some(start) = self.stack.top().map(|frame| frame.start()) else {
            return;
        };
        self.stack.turn_into_array();
        self.builder.reshape(Shape::Array);
        self.edits.replace(RepairKind::Set, start, start + 1, "[");
        self.state = State::Value;
    }
}

/// The end of a name that stands behind a quote and has a colon and a number or literal behind it, with no quote on
/// the way to the end of that.
fn unclosed_key_end(input: Input<'_>, start: usize) -> Option<usize> {
    let end = input.bare_key_end(start);
    if end == start || input.at(end) != Some(b':') {
        return None;
    }
    let value = input.skip_plain(end + 1);
    let is_number = matches!(input.at(value), Some(b'0'..=b'9' | b'-'));
    if !is_number && read_literal(input.slice(value, input.word_end(value))).is_none() {
        return None;
    }
    let stop = (value..value + 64).find(|&index| {
        matches!(
            input.at(index),
            None | Some(b',' | b'}' | b'"' | b'\'' | b'\n')
        )
    })?;
    matches!(input.at(stop), Some(b',' | b'}' | b'\n')).then_some(end)
}

fn wrong_colon(input: Input<'_>, at: usize, byte: u8) -> Option<usize> {
    match byte {
        b'=' => Some(if matches!(input.at(at + 1), Some(b'>' | b'=')) {
            2
        } else {
            1
        }),
        b'-' | b'~' if input.at(at + 1) == Some(b'>') => Some(2),
        0xe2 if input.has(at, "→") => Some(3),
        _ if input.has(at, "：") => Some(3),
        _ => None,
    }
}

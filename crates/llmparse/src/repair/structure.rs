//! Damage between tokens: brackets, commas, colons and keys that are missing, doubled or of the wrong kind.

use super::bare::is_bare_member;
use super::builder::{Node, Shape};
use super::frames::{Frame, Opener};
use super::machine::{Failure, Flow, LastKind, Machine, Scope, State};
use super::numbers::is_json_number;
use super::quotes::{Lookout, Role};
use crate::scan::literals::read_literal;
use crate::scan::quotes::{Style, is_quote, is_wide_comma, opening_quote, wide_comma_len};
use crate::scan::{Input, WINDOW, starts_word};
use crate::span::Span;
use crate::trace::RepairKind;
use crate::value::write_text;

/// A text with more opening braces in vain than this is no JSON.
const MOST_SURPLUS: u32 = 16;

/// How a container goes on behind a closer of its own.
#[derive(Clone, Copy)]
pub(super) enum GoesOn {
    /// With a member.
    Member,
    /// With another list: the comma, and its opener.
    List(Option<usize>, usize),
    /// The closer stands twice.
    Twice,
}

/// What to do with a closer that does not fit.
enum Misfit {
    /// It goes.
    Surplus,
    /// It stands for the closer that was due.
    Wrong,
    /// What is open inside the container at this depth is closed first.
    CloseTo(usize),
}

impl<N: Node> Machine<N> {
    // ---- where a value is wanted --------------------------------------------------------------------------------

    pub(super) fn slow_value(&mut self, input: Input<'_>, at: usize, byte: u8) -> Flow {
        if let Some(flow) = self.skip_noise(input, at, byte) {
            return flow;
        }
        let quote = opening_quote(input, at);
        if self.starved(input) {
            return Flow::Wait;
        }
        if let Some((style, len)) = quote {
            if self.value_is_missing(input, at) {
                self.add_null(RepairKind::MissingValue, "null");
                return Flow::Go;
            }
            self.begin_string(at);
            return self.start_text(at, style, len);
        }
        match byte {
            b'}' | b']' | b')' => self.closer_for_value(input, at, byte),
            b',' | b';' => self.comma_for_value(at, 1),
            b':' => self.drop_text(at, at + 1),
            b'=' if self.waits_for_member_value() => self.drop_text(at, at + 1),
            b'(' if !is_arithmetic(input, at) => self.open_paren(at),
            0xef if input.has(at, "｛") => self.open_wide(Shape::Object, Opener::Brace, at, "{"),
            0xef if input.has(at, "［") => self.open_wide(Shape::Array, Opener::Bracket, at, "["),
            0xef if input.has(at, "］") => self.close_wide(input, at, b']'),
            _ if is_wide_comma(input, at) => self.comma_for_value(at, wide_comma_len(input, at)),
            _ if input.has(at, "：") => self.drop_text(at, at + 3),
            _ => self.bare_value(input, at),
        }
    }

    /// `"a":` and on the next line `"b": 2`
    fn value_is_missing(&self, input: Input<'_>, at: usize) -> bool {
        let breaks = input.slice(self.mark, at).contains('\n');
        breaks && self.waits_for_member_value() && self.look(input, Role::Member).is_key(at)
    }

    /// A string starts; the separator before it is kept in mind until the string is known to be a value.
    fn begin_string(&mut self, at: usize) {
        if self.first.is_none() {
            self.first = Some(at);
        }
    }

    fn closer_for_value(&mut self, input: Input<'_>, at: usize, byte: u8) -> Flow {
        if self.stack.len() == 0 {
            return self.fail(Failure::Nothing);
        }
        if self.waits_for_member_value() {
            self.add_null(RepairKind::MissingValue, "null");
            return Flow::Go;
        }
        self.read_closer(input, at, byte)
    }

    fn waits_for_member_value(&self) -> bool {
        self.state == State::Value
            && self
                .stack
                .top()
                .is_some_and(|frame| frame.shape == Shape::Object)
    }

    fn comma_for_value(&mut self, at: usize, len: usize) -> Flow {
        if self.stack.len() == 0 {
            return self.fail(Failure::Nothing);
        }
        if self.waits_for_member_value() {
            self.add_null(RepairKind::MissingValue, "null");
            return Flow::Go;
        }
        self.edits.delete(RepairKind::SurplusComma, at, at + len);
        self.token(at + len);
        Flow::Go
    }

    fn drop_text(&mut self, start: usize, end: usize) -> Flow {
        self.edits.delete(RepairKind::StrayText, start, end);
        self.pos = end;
        if self.stack.len() > 0 && self.state != State::End {
            self.token(end);
        }
        Flow::Go
    }

    /// `(1, 2)` is a list; round brackets around a whole value mean nothing.
    fn open_paren(&mut self, at: usize) -> Flow {
        let edit = self.edits.replace(RepairKind::Tuple, at, at + 1, "[");
        let flow = self.open(Shape::Array, Opener::Paren, at, 1);
        if let Some(frame) = self.stack.top_mut() {
            frame.edit = u32::try_from(edit).unwrap_or(u32::MAX);
        }
        flow
    }

    fn open_wide(
        &mut self,
        shape: Shape,
        opener: Opener,
        at: usize,
        bracket: &'static str,
    ) -> Flow {
        self.edits
            .replace(RepairKind::WidePunctuation, at, at + 3, bracket);
        self.open(shape, opener, at, 3)
    }

    /// A full-width closer; one that does not fit goes.
    fn close_wide(&mut self, _: Input<'_>, at: usize, byte: u8) -> Flow {
        let Some(closer) = self
            .stack
            .top()
            .filter(|frame| frame.is_closed_by(byte))
            .map(Frame::json_closer)
        else {
            self.edits.delete(RepairKind::SurplusCloser, at, at + 3);
            self.token(at + 3);
            return Flow::Go;
        };
        self.drop_comma();
        self.edits
            .replace(RepairKind::WidePunctuation, at, at + 3, closer);
        self.close(at + 3, at + 3, true);
        Flow::Go
    }

    fn bare_value(&mut self, input: Input<'_>, at: usize) -> Flow {
        let role = self.role();
        let starts_member = role != Role::Member && self.starts_bare_member(input, at);
        let continues_number = role == Role::Item && self.continues_number(input, at);
        if self.starved(input) {
            return Flow::Wait;
        }
        if starts_member {
            return self.member_in_list(at);
        }
        if continues_number {
            return self.reread_bare(input);
        }
        self.start_bare(input, at)
    }

    fn starts_bare_member(&self, input: Input<'_>, at: usize) -> bool {
        let is_word = input.at(at).is_some_and(starts_word);
        let allowed = self.stack.len() > 0 || self.config.scope == Scope::Document;
        // `mailto:a@b.c` is a text.
        let end = input.bare_key_end(at);
        let is_text = self.role() == Role::Item
            && input.at(end) == Some(b':')
            && input.at(end + 1).is_some_and(starts_word);
        allowed && is_word && !is_text && is_bare_member(input, at)
    }

    /// `000` behind `1,`
    fn continues_number(&self, input: Input<'_>, at: usize) -> bool {
        let is_digit = |index| matches!(input.at(index), Some(b'0'..=b'9'));
        self.last.kind == LastKind::Number
            && self.comma == Some(self.last.end())
            && at == self.last.end() + 1
            && (0..3).all(|offset| is_digit(at + offset))
            && !is_digit(at + 3)
            && self.reread != Some(self.last.start())
    }

    /// The last value is read again, as a text without quotes that goes on behind the comma.
    fn reread_bare(&mut self, input: Input<'_>) -> Flow {
        let start = self.take_back_last();
        self.again += self.pos.saturating_sub(start);
        self.bare_from(input, start)
    }

    /// Takes the last value back and gives its start.
    fn take_back_last(&mut self) -> usize {
        self.builder.retract();
        if let Some(frame) = self.stack.top_mut() {
            frame.len = frame.len.saturating_sub(1);
            frame.run = frame.run.saturating_sub(1);
        }
        let start = self.last.start();
        self.mark = start;
        self.reread = Some(start);
        self.comma = None;
        self.last = self.previous;
        self.state = State::Value;
        start
    }

    /// A member, `key: `, starts at `at` where an item of a list, or a value at the top, is wanted.
    fn member_in_list(&mut self, at: usize) -> Flow {
        self.end_mark = None;
        let len = self.stack.top().map_or(0, |frame| frame.len);
        let outer = self
            .stack
            .frame(self.stack.len().saturating_sub(1))
            .map(|frame| frame.shape);
        let is_array = self
            .stack
            .top()
            .is_some_and(|frame| frame.opener != Opener::Implied);
        if is_array && len > 0 && outer == Some(Shape::Object) {
            self.close_list_before_member();
        } else {
            self.open_implied_object(at);
        }
        self.pos = at;
        self.state = State::Key;
        Flow::Go
    }

    /// `[1, 2, "b": 3`: the list lacks its closer, and the member belongs to the object around it.
    fn close_list_before_member(&mut self) {
        let comma = self.comma.take();
        let Some(frame) = self.stack.pop() else {
            return;
        };
        let end = self.last.end();
        self.edits
            .insert_closer(RepairKind::MissingCloser, end, frame.json_closer());
        self.builder.close(end, true);
        self.note_value(frame.start(), end, LastKind::Array);
        self.comma = comma;
    }

    fn open_implied_object(&mut self, at: usize) {
        self.edits.open(RepairKind::MissingOpener, at, "{");
        self.begin_value(at);
        self.builder.open(Shape::Object, at);
        self.stack
            .push(Frame::new(Shape::Object, Opener::Implied, at));
    }

    // ---- where a key is wanted ----------------------------------------------------------------------------------

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

    // ---- keys without quotes ------------------------------------------------------------------------------------

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
    fn is_implied_top(&self) -> bool {
        self.stack.len() == 1
            && self
                .stack
                .top()
                .is_some_and(|frame| frame.opener == Opener::Implied)
    }

    /// Prose behind members without braces: they end there.
    fn end_implied(&mut self) -> Flow {
        self.drop_comma();
        self.close_missing(RepairKind::MissingCloser, true);
        self.state = State::Done;
        Flow::Go
    }

    // ---- behind a key -------------------------------------------------------------------------------------------

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

    // ---- behind a value -----------------------------------------------------------------------------------------

    pub(super) fn slow_next(&mut self, input: Input<'_>, at: usize, byte: u8) -> Flow {
        if let Some(flow) = self.skip_noise(input, at, byte) {
            return flow;
        }
        let starts_text = is_quote(input, at) || starts_word(byte);
        if self.starved(input) {
            return Flow::Wait;
        }
        let in_object = self
            .stack
            .top()
            .is_some_and(|frame| frame.shape == Shape::Object);
        match byte {
            b';' => self.wrong_separator(RepairKind::WrongSeparator, at, 1),
            _ if is_wide_comma(input, at) => {
                self.wrong_separator(RepairKind::WidePunctuation, at, wide_comma_len(input, at))
            }
            b')' => self.read_closer(input, at, byte),
            0xef if input.has(at, "｝") => self.close_wide(input, at, b'}'),
            0xef if input.has(at, "］") => self.close_wide(input, at, b']'),
            b':' | b'=' if !in_object && self.last.kind == LastKind::String => self.item_is_key(),
            b'{' | b'[' | b'(' | b'-' | b'0'..=b'9' => self.next_without_comma(at, in_object),
            _ if starts_text => self.next_without_comma(at, in_object),
            _ if self.is_implied_top() => self.end_implied(),
            _ => self.drop_text(at, at + input.char_at(at).map_or(1, char::len_utf8)),
        }
    }

    fn wrong_separator(&mut self, kind: RepairKind, at: usize, len: usize) -> Flow {
        let edit = self.edits.replace(kind, at, at + len, ",");
        let flow = self.separate(at, len);
        self.comma_edit = Some((at, edit));
        flow
    }

    fn next_without_comma(&mut self, at: usize, in_object: bool) -> Flow {
        self.add_comma();
        self.pos = at;
        self.state = if in_object { State::Key } else { State::Value };
        Flow::Go
    }

    fn add_comma(&mut self) {
        self.comma_added = Some(
            self.edits
                .insert_comma(RepairKind::MissingComma, self.last.end()),
        );
    }

    /// A colon behind a string of a list, or at the top: the string is a key.
    fn item_is_key(&mut self) -> Flow {
        self.edits.rewind(self.text_mark);
        let start = self.take_back_last();
        self.comma = self.last_comma;
        self.member_in_list(start)
    }

    // ---- closers that do not fit --------------------------------------------------------------------------------

    pub(super) fn wrong_closer(&mut self, input: Input<'_>, at: usize, byte: u8) -> Flow {
        let misfit = self.judge_closer(input, at, byte);
        if self.starved(input) {
            return Flow::Wait;
        }
        match misfit {
            Misfit::Surplus => {
                self.edits.delete(RepairKind::SurplusCloser, at, at + 1);
                self.token(at + 1);
            }
            Misfit::Wrong => {
                self.drop_comma();
                if let Some(frame) = self.stack.top().filter(|frame| !frame.closer_is_edited()) {
                    self.edits
                        .replace(RepairKind::WrongCloser, at, at + 1, frame.json_closer());
                }
                self.close(at, at + 1, true);
            }
            Misfit::CloseTo(depth) => {
                while self.stack.len() > depth {
                    self.close_missing(RepairKind::MissingCloser, true);
                }
                self.pos = at;
                self.state = State::Next;
                return self.read_closer(input, at, byte);
            }
        }
        Flow::Go
    }

    fn judge_closer(&self, input: Input<'_>, at: usize, byte: u8) -> Misfit {
        let next = input.skip_blank_and_comments(at + 1);
        let Some(depth) = self.stack.find_closed_by(byte) else {
            return if self.goes_on(input, next, byte) {
                Misfit::Surplus
            } else {
                Misfit::Wrong
            };
        };
        if self.is_doubled_closer(input, next, byte) {
            return Misfit::Surplus;
        }
        let outermost = depth == 1 || !self.has_object_below(depth);
        let adjacent = depth + 1 == self.stack.len();
        if byte == b'}' && depth + 2 == self.stack.len() && self.another_list_follows(input, next) {
            return Misfit::Wrong;
        }
        if byte == b'}' && adjacent && outermost && self.member_or_brace_follows(input, next, depth)
        {
            return Misfit::Wrong;
        }
        if byte == b']' && self.list_goes_on(input, next, depth) {
            return Misfit::Wrong;
        }
        Misfit::CloseTo(depth)
    }

    /// `[[1, 2}, [3, 4]]`
    fn another_list_follows(&self, input: Input<'_>, next: usize) -> bool {
        input.at(next) == Some(b',') && input.at(input.skip_blank(next + 1)) == Some(b'[')
    }

    /// `[{"a": 1], {"a": 2}]`: a bracket for the brace of an item, since the list goes on behind it.
    fn list_goes_on(&self, input: Input<'_>, next: usize, depth: usize) -> bool {
        let in_list = depth > 1
            && self
                .stack
                .frame(depth - 1)
                .is_some_and(|frame| frame.shape == Shape::Array);
        let open = self.stack.len() - depth;
        match input.at(next) {
            Some(b'}') => open > 1,
            Some(b',') if open == 1 && !in_list => {
                let item = input.skip_blank_and_comments(next + 1);
                let is_member =
                    self.look(input, Role::Member).is_key(item) || is_bare_member(input, item);
                !is_member && matches!(input.at(item), Some(b'{' | b'[' | b'"' | b'0'..=b'9'))
            }
            _ => false,
        }
    }

    /// Whether the container on top goes on behind a closer that nothing open waits for.
    fn goes_on(&self, input: Input<'_>, next: usize, byte: u8) -> bool {
        let doubled = self.is_behind_own_closer(byte);
        match input.at(next) {
            None => false,
            Some(b'}' | b']' | b')') => true,
            Some(b',') => doubled || self.stack.len() == 1,
            Some(_) => doubled,
        }
    }

    /// Whether the last token was a closer like `byte`.
    fn is_behind_own_closer(&self, byte: u8) -> bool {
        let kind = if byte == b'}' {
            LastKind::Object
        } else {
            LastKind::Array
        };
        self.comma.is_none() && self.last.kind == kind && self.state == State::Next
    }

    /// `}}` inside a list of objects, `]]` inside an object: the second closes nothing if the container goes on.
    fn is_doubled_closer(&self, input: Input<'_>, next: usize, byte: u8) -> bool {
        let Some(top) = self.stack.top() else {
            return false;
        };
        if !self.is_behind_own_closer(byte) {
            return false;
        }
        match (top.shape, input.at(next)) {
            (_, Some(closer)) if top.is_closed_by(closer) => true,
            (Shape::Array, Some(b',' | b';')) => {
                let mut behind = input.skip_blank_and_comments(next + 1);
                if input.at(behind) == Some(b',') {
                    behind = input.skip_blank(behind + 1);
                }
                input.at(behind) == Some(b'{')
            }
            (Shape::Object, Some(b',')) => {
                let behind = input.skip_blank(next + 1);
                self.look(input, Role::Member).is_key(behind) || is_bare_member(input, behind)
            }
            (Shape::Object, Some(_)) => self.look(input, Role::Member).is_key(next),
            _ => false,
        }
    }

    fn has_object_below(&self, depth: usize) -> bool {
        (1..depth).rev().take(8).any(|below| {
            self.stack
                .frame(below)
                .is_some_and(|frame| frame.shape == Shape::Object)
        })
    }

    fn member_or_brace_follows(&self, input: Input<'_>, next: usize, depth: usize) -> bool {
        match input.at(next) {
            Some(b'}') => true,
            Some(b'"' | b'\'') => self.look(input, Role::Member).is_key(next),
            Some(_) if skip_commas(input, next) > next => {
                let behind = skip_commas(input, next);
                let in_list = self
                    .stack
                    .frame(depth - 1)
                    .is_some_and(|frame| frame.shape == Shape::Array);
                !in_list
                    && (self.look(input, Role::Member).is_key(behind)
                        || is_bare_member(input, behind))
            }
            _ => false,
        }
    }

    /// `[["x"], "z", "w"], ["v"]]`: behind the closer another list follows where a key should, so the items before
    /// it were a list whose opener is missing.
    pub(super) fn needs_inner_array(&self, input: Input<'_>, at: usize) -> bool {
        let outer = self.stack.frame(self.stack.len().saturating_sub(1));
        let next = input.skip_blank(at + 1);
        match input.at(next) {
            Some(b']') => !self.stack.has_array_below_top(),
            Some(b',') => {
                let in_object = outer.is_some_and(|frame| frame.shape == Shape::Object);
                in_object && input.at(input.skip_blank(next + 1)) == Some(b'[')
            }
            _ => false,
        }
    }

    /// Whether the container goes on behind a closer of its own kind, which came too early or twice.
    pub(super) fn container_goes_on(
        &self,
        input: Input<'_>,
        at: usize,
        byte: u8,
    ) -> Option<GoesOn> {
        let next = input.skip_blank_and_comments(at + 1);
        let item = skip_commas(input, next);
        let comma = (item > next).then_some(next);
        let outer = self
            .stack
            .frame(self.stack.len().saturating_sub(1))
            .map(|frame| frame.shape);
        match byte {
            b'}' if self.key_goes_on(input, item, outer) => Some(GoesOn::Member),
            b']' if outer == Some(Shape::Object)
                && input.at(item) == Some(b'[')
                && self.comma.is_none() =>
            {
                Some(GoesOn::List(comma, item))
            }
            b']' if outer.is_none() && self.is_doubled_root_closer(input, comma, item) => {
                Some(GoesOn::Twice)
            }
            _ => None,
        }
    }

    /// A key where only values can stand: at the top, or in a list at the top, unless it starts another object.
    fn key_goes_on(&self, input: Input<'_>, item: usize, outer: Option<Shape>) -> bool {
        let Some(top) = self
            .stack
            .top()
            .filter(|frame| frame.opener == Opener::Brace)
        else {
            return false;
        };
        let at_top = self.stack.len() == 1 || self.stack.len() == 2 && outer == Some(Shape::Array);
        let bare = || {
            self.config.scope == Scope::Document
                && top.has_bare_keys
                && self.starts_bare_member(input, item)
        };
        let first_key = top.first_key.of(input.text);
        let repeats = outer.is_some() && !first_key.is_empty() && input.has(item, first_key);
        at_top
            && top.len > 0
            && !repeats
            && (is_quote(input, item) && self.look(input, Role::Member).is_key(item) || bare())
    }

    /// `[[1, 2]], [3, 4]]`
    fn is_doubled_root_closer(&self, input: Input<'_>, comma: Option<usize>, item: usize) -> bool {
        let opens_list =
            input.at(item) == Some(b'[') && input.at(input.skip_blank(item + 1)) != Some(b'[');
        comma.is_some() && opens_list && self.is_behind_own_closer(b']')
    }

    /// Passes over a closer behind which the container goes on.
    pub(super) fn skip_closer(&mut self, at: usize, goes_on: GoesOn) -> Flow {
        let kind = match goes_on {
            GoesOn::Member => RepairKind::ClosedEarly,
            GoesOn::List(..) => RepairKind::SplitArray,
            GoesOn::Twice => RepairKind::SurplusCloser,
        };
        self.drop_comma();
        self.edits.delete(kind, at, at + 1);
        self.token(at + 1);
        if let GoesOn::List(comma, opener) = goes_on {
            self.edits.delete(kind, opener, opener + 1);
            let is_empty = self.stack.top().is_none_or(|frame| frame.len == 0);
            match comma {
                Some(comma) if is_empty => {
                    self.edits
                        .delete(RepairKind::SurplusComma, comma, comma + 1);
                }
                Some(comma) => self.comma = Some(comma),
                None if is_empty => {}
                None => self.add_comma(),
            }
            self.token(opener + 1);
            self.state = State::Value;
        } else {
            self.state = State::Next;
        }
        Flow::Go
    }

    pub(super) fn close_inner_array(&mut self, at: usize) -> Flow {
        self.drop_comma();
        let Some(frame) = self.stack.top_mut() else {
            return Flow::Go;
        };
        let (run, start) = (frame.run, frame.run_start());
        frame.len = frame.len.saturating_sub(run);
        self.edits.open(RepairKind::MissingOpener, start, "[");
        self.builder.wrap(run as usize, start);
        self.builder.close(at + 1, true);
        self.token(at + 1);
        self.note_value(start, at + 1, LastKind::Array);
        Flow::Go
    }

    // ---- behind a value at the top ------------------------------------------------------------------------------

    pub(super) fn read_end(&mut self, input: Input<'_>) -> Flow {
        if self.end_mark.is_none() {
            self.end_mark = Some(self.edits.mark());
        }
        let at = input.skip_plain(self.pos);
        let Some(byte) = input.at(at) else {
            return if input.is_whole() {
                self.finish_top()
            } else {
                Flow::Wait
            };
        };
        if let Some(flow) = self.skip_noise(input, at, byte) {
            return flow;
        }
        if let Some(len) =
            bullet_len(input, at).filter(|_| self.stack.len() > 0 || self.follows_bullet(input))
        {
            return self.drop_text(at, at + len);
        }
        let comma = match byte {
            b',' | b';' => Some(at),
            _ => None,
        };
        if matches!(byte, b'}' | b']') {
            self.edits.delete(RepairKind::SurplusCloser, at, at + 1);
            self.pos = at + 1;
            return Flow::Go;
        }
        let next = if comma.is_some() {
            input.skip_blank(at + 1)
        } else {
            at
        };
        let is_value = self.value_follows_top(input, next, comma.is_some());
        if self.starved(input) {
            return Flow::Wait;
        }
        match byte {
            b':' | b'=' if self.last.kind == LastKind::String && self.stack.len() == 0 => {
                self.item_is_key()
            }
            0xef if input.has(at, "：")
                && self.last.kind == LastKind::String
                && self.stack.len() == 0 =>
            {
                self.item_is_key()
            }
            _ if is_value => self.next_at_top(comma, byte),
            _ => self.finish_top(),
        }
    }

    /// Whether the first value stands behind a bullet, so that more may.
    fn follows_bullet(&self, input: Input<'_>) -> bool {
        let first = self.first.unwrap_or(0);
        input
            .near_line_start(first)
            .is_some_and(|start| bullet_len(input, input.skip_plain(start)).is_some())
    }

    /// Whether another value stands at `next`, so that the values are a list.
    fn value_follows_top(&self, input: Input<'_>, next: usize, has_comma: bool) -> bool {
        let behind = input.skip_blank(next + 1);
        let starts_container = match input.at(next) {
            Some(b'{') => {
                is_quote(input, behind)
                    || input.at(behind) == Some(b'}')
                    || is_bare_member(input, behind)
            }
            Some(b'[') => {
                is_quote(input, behind)
                    || matches!(input.at(behind), Some(b'{' | b'['))
                    || self.config.scope == Scope::Document && input.at(behind).is_some()
            }
            _ => false,
        };
        if starts_container {
            let same = match self.last.kind {
                LastKind::Object => input.at(next) == Some(b'{'),
                LastKind::Array => input.at(next) == Some(b'['),
                _ => false,
            };
            return same || self.config.scope == Scope::Document;
        }
        let is_scalar = self.config.scope == Scope::Document && self.scalar_follows(input, next);
        is_scalar && (has_comma || input.slice(self.last.end(), next).contains('\n'))
    }

    fn scalar_follows(&self, input: Input<'_>, next: usize) -> bool {
        let is_plain = !matches!(self.last.kind, LastKind::Object | LastKind::Array);
        match input.at(next) {
            Some(b'-' | b'0'..=b'9') => is_plain,
            Some(byte) if starts_word(byte) => {
                is_plain && read_literal(input.slice(next, input.word_end(next))).is_some()
            }
            Some(_) => is_plain && is_quote(input, next),
            None => false,
        }
    }

    /// Another value follows: the first makes them a list.
    fn next_at_top(&mut self, comma: Option<usize>, byte: u8) -> Flow {
        self.end_mark = None;
        if self.stack.len() == 0 {
            let start = self.last.start();
            self.edits.open(RepairKind::SeveralValues, start, "[");
            self.builder.wrap(1, start);
            let mut frame = Frame::new(Shape::Array, Opener::Implied, start);
            frame.len = 1;
            self.stack.push(frame);
        }
        match comma {
            Some(at) if byte == b';' => {
                self.edits
                    .replace(RepairKind::WrongSeparator, at, at + 1, ",");
                self.token(at + 1);
            }
            Some(at) => self.token(at + 1),
            None => {
                self.edits
                    .insert_comma(RepairKind::SeveralValues, self.last.end());
            }
        }
        self.comma = None;
        self.state = State::Value;
        Flow::Go
    }

    /// What was taken for noise behind the last value is none of the value's.
    fn finish_top(&mut self) -> Flow {
        if let Some(mark) = self.end_mark.take() {
            self.edits.rewind(mark);
        }
        if self.stack.len() > 0 {
            self.comma = None;
            self.close_missing(RepairKind::SeveralValues, true);
        }
        self.state = State::Done;
        Flow::Go
    }

    // ---- small questions ----------------------------------------------------------------------------------------

    pub(super) fn look<'a, 't>(&'a self, input: Input<'t>, role: Role) -> Lookout<'a, 't> {
        Lookout {
            input,
            stack: &self.stack,
            role,
            quoting: false,
        }
    }

    pub(super) fn state_is_next(&self) -> bool {
        self.state != State::Value
    }
}

/// What stands behind one or two commas, or semicolons, and blanks; `at` if there is no comma.
fn skip_commas(input: Input<'_>, at: usize) -> usize {
    let mut index = at;
    for _ in 0..2 {
        let len = match input.at(index) {
            Some(b',' | b';') => 1,
            _ => wide_comma_len(input, index),
        };
        if len == 0 {
            break;
        }
        index = input.skip_blank_and_comments(index + len);
    }
    index
}

/// The length of `- ` or `2. ` before a brace.
fn bullet_len(input: Input<'_>, at: usize) -> Option<usize> {
    let digits = (at..at + 4)
        .take_while(|&index| matches!(input.at(index), Some(b'0'..=b'9')))
        .count();
    let mark = match (digits, input.at(at + digits)) {
        (0, Some(b'-' | b'*' | b'+')) => 1,
        (1.., Some(b'.' | b')')) => digits + 1,
        _ => return None,
    };
    let next = input.skip_plain(at + mark);
    (next > at + mark && input.at(next) == Some(b'{')).then_some(next - at)
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

/// `(1 + 2) * 3` is a text.
fn is_arithmetic(input: Input<'_>, at: usize) -> bool {
    let mut has_operator = false;
    for index in at + 1..at + 64 {
        match input.at(index) {
            Some(b')') => return has_operator,
            Some(b'+' | b'*' | b'/' | b'^') => has_operator = true,
            Some(b'0'..=b'9' | b' ' | b'.' | b'-' | b'(') => {}
            _ => return false,
        }
    }
    false
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

//! Damage between tokens: brackets, commas, colons and keys that are missing, doubled or of the wrong kind.

use super::bare::is_bare_member;
use super::builder::{Node, Shape};
use super::frames::{Frame, Opener};
use super::machine::{Failure, Flow, LastKind, Machine, Scope, State};
use super::quotes::{Lookout, Role};
use crate::scan::literals::read_literal;
use crate::scan::quotes::{Style, is_quote, is_wide_comma, opening_quote};
use crate::scan::{Input, WINDOW, starts_word};
use crate::span::Span;
use crate::trace::RepairKind;
use crate::value::write_text;

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
        if let Some((style, len)) = opening_quote(input, at) {
            if self.starved(input) {
                return Flow::Wait;
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
            _ if is_wide_comma(input, at) => self.comma_for_value(at, 3),
            _ if input.has(at, "：") => self.drop_text(at, at + 3),
            _ => self.bare_value(input, at),
        }
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
        self.state == State::Value && self.stack.top().is_some_and(|frame| frame.shape == Shape::Object)
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
        Flow::Go
    }

    /// `(1, 2)` is a list; round brackets around a whole value mean nothing.
    fn open_paren(&mut self, at: usize) -> Flow {
        if self.stack.len() == 0 {
            return self.drop_text(at, at + 1);
        }
        let edit = self.edits.replace(RepairKind::Tuple, at, at + 1, "[");
        let flow = self.open(Shape::Array, Opener::Paren, at, 1);
        if let Some(frame) = self.stack.top_mut() {
            frame.edit = u32::try_from(edit).unwrap_or(u32::MAX);
        }
        flow
    }

    fn open_wide(&mut self, shape: Shape, opener: Opener, at: usize, bracket: &'static str) -> Flow {
        self.edits.replace(RepairKind::WidePunctuation, at, at + 3, bracket);
        self.open(shape, opener, at, 3)
    }

    /// A full-width closer; one that does not fit goes.
    fn close_wide(&mut self, _: Input<'_>, at: usize, byte: u8) -> Flow {
        let Some(closer) = self.stack.top().filter(|frame| frame.is_closed_by(byte)).map(Frame::json_closer) else {
            self.edits.delete(RepairKind::SurplusCloser, at, at + 3);
            self.token(at + 3);
            return Flow::Go;
        };
        self.drop_comma();
        self.edits.replace(RepairKind::WidePunctuation, at, at + 3, closer);
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
            return self.member_in_list(input, at);
        }
        if continues_number {
            return self.reread_bare();
        }
        self.start_bare(input, at)
    }

    fn starts_bare_member(&self, input: Input<'_>, at: usize) -> bool {
        let is_word = input.at(at).is_some_and(starts_word);
        let allowed = self.stack.len() > 0 || self.config.scope == Scope::Document;
        allowed && is_word && is_bare_member(input, at)
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
    fn reread_bare(&mut self) -> Flow {
        let start = self.take_back_last();
        self.again += self.pos.saturating_sub(start);
        self.bare_from(start)
    }

    /// Takes the last value back and gives its start.
    fn take_back_last(&mut self) -> usize {
        self.builder.retract();
        if let Some(frame) = self.stack.top_mut() {
            frame.len = frame.len.saturating_sub(1);
            frame.run = frame.run.saturating_sub(1);
        }
        let start = self.last.start();
        self.reread = Some(start);
        self.comma = None;
        self.last = self.previous;
        self.state = State::Value;
        start
    }

    /// A member, `key: `, starts at `at` where an item of a list, or a value at the top, is wanted.
    fn member_in_list(&mut self, input: Input<'_>, at: usize) -> Flow {
        let len = self.stack.top().map_or(0, |frame| frame.len);
        let outer = self.stack.frame(self.stack.len().saturating_sub(1)).map(|frame| frame.shape);
        let is_array = self.stack.top().is_some_and(|frame| frame.opener != Opener::Implied);
        if is_array && len > 0 && outer == Some(Shape::Object) {
            self.close_list_before_member();
        } else if self.last.kind == LastKind::Object && len > 0 && outer.is_none() && !self.repeats_first_key(input, at) {
            self.reopen_object();
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
        let Some(frame) = self.stack.pop() else { return };
        let end = self.last.end();
        self.edits.insert_closer(RepairKind::MissingCloser, end, frame.json_closer());
        self.builder.close(end, true);
        self.note_value(frame.start(), end, LastKind::Array);
        self.comma = comma;
    }

    fn open_implied_object(&mut self, at: usize) {
        self.edits.open(RepairKind::MissingOpener, at, "{");
        self.begin_value(at);
        self.builder.open(Shape::Object, at);
        self.stack.push(Frame::new(Shape::Object, Opener::Implied, at));
    }

    /// Whether the key at `at` is the one that the object before it starts with, so that it starts another.
    fn repeats_first_key(&self, input: Input<'_>, at: usize) -> bool {
        let key = self.first_key.of(input.text);
        !key.is_empty() && input.has(at, key)
    }

    /// `{"a": 1}, "b": 2}`: the closer of the object that was read last came too early.
    fn reopen_object(&mut self) {
        let last = self.last;
        self.edits.delete(RepairKind::ClosedEarly, last.end() - 1, last.end());
        self.builder.reopen(last.start());
        if let Some(frame) = self.stack.top_mut() {
            frame.len = frame.len.saturating_sub(1);
        }
        let mut frame = Frame::new(Shape::Object, Opener::Brace, last.start());
        frame.len = 1;
        frame.first_key = self.first_key;
        self.stack.push(frame);
    }

    // ---- where a key is wanted ----------------------------------------------------------------------------------

    pub(super) fn read_key(&mut self, input: Input<'_>) -> Flow {
        let at = input.skip_plain(self.pos);
        let Some(byte) = input.at(at) else { return self.end_of_text(input) };
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
            return self.reread_last();
        }
        if let Some((style, len)) = opening_quote(input, at) {
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
            _ if is_wide_comma(input, at) => self.comma_for_key(at, 3),
            _ if starts_word(byte) || byte.is_ascii_digit() || byte == b'@' => self.bare_key(input, at),
            _ => self.stray_for_key(input, at),
        }
    }

    /// `"z: true}`: the key lacks its end quote.
    fn take_unclosed_key(&mut self, input: Input<'_>, at: usize, len: usize, end: usize) -> Flow {
        self.key_mark = self.edits.mark();
        if input.slice(at, at + len) != "\"" {
            self.edits.replace(RepairKind::QuoteStyle, at, at + len, "\"");
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
        self.edits.insert(RepairKind::MissingKey, at, "\"\"");
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
        if !has_value || self.comma.is_none() || self.reread == Some(self.last.start()) || self.again > at {
            return false;
        }
        match self.last.kind {
            LastKind::String => {
                let plain = input.at(self.last.start()) == Some(b'"');
                plain && input.at(at) == Some(b'"') && self.look(input, Role::Member).is_other(at)
            }
            LastKind::Number => self.is_rest_of_number(input, at),
            _ => false,
        }
    }

    fn is_rest_of_number(&self, input: Input<'_>, at: usize) -> bool {
        let is_word = input.at(at).is_some_and(|byte| starts_word(byte) || byte.is_ascii_digit());
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

    fn reread_last(&mut self) -> Flow {
        let is_text = self.last.kind == LastKind::String;
        let start = self.take_back_last();
        self.again += self.pos.saturating_sub(start);
        if is_text {
            return self.start_text(start, Style::Double, 1);
        }
        self.bare_from(start)
    }

    fn brace_for_key(&mut self, at: usize) -> Flow {
        let is_empty = self.stack.top().is_some_and(|frame| frame.len == 0);
        let outer = self.stack.frame(self.stack.len().saturating_sub(1));
        if !is_empty && outer.is_some_and(|frame| frame.shape == Shape::Array) {
            let had_comma = self.comma.is_some();
            self.close_missing(RepairKind::MissingCloser, true);
            if !had_comma {
                self.add_comma();
            }
            self.pos = at;
            self.state = State::Value;
            return Flow::Go;
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
        if self.last.kind == LastKind::Array {
            return self.join_arrays(at);
        }
        self.edits.insert(RepairKind::MissingKey, at, "\"\": ");
        self.set_key("", at, at);
        self.take_key();
        self.state = State::Value;
        Flow::Go
    }

    /// `"a": ["x"], ["y"]`: the second list goes on with the first.
    fn join_arrays(&mut self, at: usize) -> Flow {
        let last = self.last;
        self.edits.delete(RepairKind::SplitArray, last.end() - 1, last.end());
        self.edits.delete(RepairKind::SplitArray, at, at + 1);
        let comma = self.comma;
        self.builder.reopen(last.start());
        if let Some(frame) = self.stack.top_mut() {
            frame.len = frame.len.saturating_sub(1);
        }
        let mut frame = Frame::new(Shape::Array, Opener::Bracket, last.start());
        frame.len = 1;
        self.stack.push(frame);
        self.last = super::machine::Last::default();
        self.token(at + 1);
        self.comma = comma;
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
            Some(b'"' | b'\'') if colon == end => self.half_quoted_key(input, at, end),
            Some(b':' | b'=' | b',' | b'}' | b']' | b'{' | b'[') => self.take_bare_key(input, at, end),
            Some(b'-') if input.at(colon + 1) == Some(b'>') => self.take_bare_key(input, at, end),
            Some(_) if input.has(colon, "：") => self.take_bare_key(input, at, end),
            Some(b'0'..=b'9') => self.take_bare_key(input, at, end),
            Some(_) => self.words_for_key(input, at, colon),
        }
    }

    /// A bare key that the text cuts off goes, and the comma before it.
    fn drop_cut_word(&mut self, input: Input<'_>, at: usize) -> Flow {
        let start = self.comma.take().unwrap_or(at);
        self.edits.delete(RepairKind::CutOff, start, input.len());
        self.token(input.len());
        self.state = State::Next;
        Flow::Go
    }

    fn take_bare_key(&mut self, input: Input<'_>, start: usize, end: usize) -> Flow {
        let text = input.slice(start, end).trim_end();
        let mut quoted = String::with_capacity(text.len() + 2);
        write_text(&mut quoted, text);
        self.edits.replace(RepairKind::UnquotedKey, start, start + text.len(), quoted);
        self.set_key(text, start, start + text.len());
        if let Some(frame) = self.stack.top_mut() {
            frame.has_bare_keys = true;
        }
        Flow::Go
    }

    /// `b": 1` lacks its first quote; in `u"b": 1` the letter is a prefix.
    fn half_quoted_key(&mut self, input: Input<'_>, start: usize, end: usize) -> Flow {
        let behind = input.skip_blank(end + 1);
        if matches!(input.at(behind), Some(b':' | b'=')) {
            self.edits.open(RepairKind::MissingQuote, start, "\"");
            if input.at(end) != Some(b'"') {
                self.edits.replace(RepairKind::QuoteStyle, end, end + 1, "\"");
            }
            let text = input.slice(start, end);
            self.set_key(text, start, end + 1);
            return Flow::Go;
        }
        let kind = if end - start <= 2 { RepairKind::StringPrefix } else { RepairKind::StrayText };
        self.edits.delete(kind, start, end);
        self.pos = end;
        Flow::Go
    }

    /// Several words: a key with blanks if a colon comes before anything else, stray text before a quote or a
    /// separator.
    fn words_for_key(&mut self, input: Input<'_>, start: usize, from: usize) -> Flow {
        let stop = (from..from + WINDOW).find(|&index| {
            matches!(input.at(index), None | Some(b':' | b'"' | b'\'' | b',' | b'{' | b'}' | b'[' | b']' | b'\n' | b'`'))
        });
        if self.starved(input) {
            return Flow::Wait;
        }
        let Some(stop) = stop else { return self.drop_text(start, from) };
        match input.at(stop) {
            Some(b':') => self.take_bare_key(input, start, stop),
            Some(b'"' | b'\'') if stop == from && !self.look(input, Role::Member).is_key(stop) => {
                self.take_bare_key(input, start, from)
            }
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
        self.stack.len() == 1 && self.stack.top().is_some_and(|frame| frame.opener == Opener::Implied)
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
        let Some(byte) = input.at(at) else { return self.end_of_text(input) };
        if byte == b':' {
            return self.take_colon(at + 1);
        }
        if let Some(len) = wrong_colon(input, at, byte) {
            let kind = if byte >= 0x80 { RepairKind::WidePunctuation } else { RepairKind::WrongColon };
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
        self.token(end);
        self.state = State::Value;
        Flow::Go
    }

    fn key_without_value(&mut self, input: Input<'_>, at: usize, byte: u8) -> Flow {
        let is_first = self.stack.top().is_some_and(|frame| frame.len == 0 && frame.opener == Opener::Brace);
        let next = input.skip_blank(at + 1);
        let member_follows = byte == b',' && (self.look(input, Role::Member).is_key(next) || is_bare_member(input, next));
        if self.starved(input) {
            return Flow::Wait;
        }
        if is_first && !member_follows {
            self.pos = self.key_span.start();
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
        let Some(start) = self.stack.top().map(|frame| frame.start()) else { return };
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
        if self.starved(input) {
            return Flow::Wait;
        }
        let in_object = self.stack.top().is_some_and(|frame| frame.shape == Shape::Object);
        match byte {
            b';' => self.wrong_separator(RepairKind::WrongSeparator, at, 1),
            _ if is_wide_comma(input, at) => self.wrong_separator(RepairKind::WidePunctuation, at, 3),
            b')' => self.read_closer(input, at, byte),
            0xef if input.has(at, "｝") => self.close_wide(input, at, b'}'),
            0xef if input.has(at, "］") => self.close_wide(input, at, b']'),
            b':' if !in_object && self.last.kind == LastKind::String => self.item_is_key(input),
            b'{' | b'[' | b'(' | b'-' | b'0'..=b'9' => self.next_without_comma(at, in_object),
            _ if is_quote(input, at) || starts_word(byte) => self.next_without_comma(at, in_object),
            _ if self.is_implied_top() => self.end_implied(),
            _ => self.drop_text(at, at + input.char_at(at).map_or(1, char::len_utf8)),
        }
    }

    fn wrong_separator(&mut self, kind: RepairKind, at: usize, len: usize) -> Flow {
        self.edits.replace(kind, at, at + len, ",");
        self.separate(at, len)
    }

    fn next_without_comma(&mut self, at: usize, in_object: bool) -> Flow {
        self.add_comma();
        self.pos = at;
        self.state = if in_object { State::Key } else { State::Value };
        Flow::Go
    }

    fn add_comma(&mut self) {
        self.edits.insert_comma(RepairKind::MissingComma, self.last.end());
    }

    /// A colon behind a string of a list, or at the top: the string is a key.
    fn item_is_key(&mut self, input: Input<'_>) -> Flow {
        self.edits.rewind(self.text_mark);
        let start = self.take_back_last();
        self.comma = self.last_comma;
        self.member_in_list(input, start)
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
                if let Some(frame) = self.stack.top().filter(|frame| frame.opener != Opener::Paren) {
                    self.edits.replace(RepairKind::WrongCloser, at, at + 1, frame.json_closer());
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
        let next = input.skip_blank(at + 1);
        let Some(depth) = self.stack.find_closed_by(byte) else {
            return if self.goes_on(input, next, byte) { Misfit::Surplus } else { Misfit::Wrong };
        };
        if self.is_doubled_closer(input, next, byte) {
            return Misfit::Surplus;
        }
        let outermost = depth == 1 || !self.has_object_below(depth);
        let adjacent = depth + 1 == self.stack.len();
        if byte == b'}' && adjacent && outermost && self.member_or_brace_follows(input, next, depth) {
            return Misfit::Wrong;
        }
        Misfit::CloseTo(depth)
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
        let kind = if byte == b'}' { LastKind::Object } else { LastKind::Array };
        self.comma.is_none() && self.last.kind == kind && self.state == State::Next
    }

    /// `}}` inside a list of objects, `]]` inside an object: the second closes nothing if the container goes on.
    fn is_doubled_closer(&self, input: Input<'_>, next: usize, byte: u8) -> bool {
        let Some(top) = self.stack.top() else { return false };
        if !self.is_behind_own_closer(byte) {
            return false;
        }
        match (top.shape, input.at(next)) {
            (_, Some(closer)) if top.is_closed_by(closer) => true,
            (Shape::Array, Some(b',')) => {
                let behind = input.skip_blank(next + 1);
                input.at(behind) == Some(b'{')
            }
            (Shape::Object, Some(b',')) => {
                let behind = input.skip_blank(next + 1);
                self.look(input, Role::Member).is_key(behind) || is_bare_member(input, behind)
            }
            _ => false,
        }
    }

    fn has_object_below(&self, depth: usize) -> bool {
        (1..depth).rev().take(8).any(|below| self.stack.frame(below).is_some_and(|frame| frame.shape == Shape::Object))
    }

    fn member_or_brace_follows(&self, input: Input<'_>, next: usize, depth: usize) -> bool {
        match input.at(next) {
            Some(b'}') => true,
            Some(b',') => {
                let behind = input.skip_blank(next + 1);
                let in_list = self.stack.frame(depth - 1).is_some_and(|frame| frame.shape == Shape::Array);
                !in_list && (self.look(input, Role::Member).is_key(behind) || is_bare_member(input, behind))
            }
            _ => false,
        }
    }

    /// `[["x"], "z", "w"], ["v"]]`: behind the closer another list follows where a key should, so the items before
    /// it were a list whose opener is missing.
    pub(super) fn needs_inner_array(&self, input: Input<'_>, at: usize) -> bool {
        let outer = self.stack.frame(self.stack.len().saturating_sub(1));
        if outer.is_none_or(|frame| frame.shape != Shape::Object) {
            return false;
        }
        let comma = input.skip_blank(at + 1);
        input.at(comma) == Some(b',') && input.at(input.skip_blank(comma + 1)) == Some(b'[')
    }

    pub(super) fn close_inner_array(&mut self, at: usize) -> Flow {
        self.drop_comma();
        let Some(frame) = self.stack.top_mut() else { return Flow::Go };
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
            return if input.is_whole() { self.finish_top() } else { Flow::Wait };
        };
        if let Some(flow) = self.skip_noise(input, at, byte) {
            return flow;
        }
        let comma = match byte {
            b',' | b';' => Some(at),
            _ => None,
        };
        let next = if comma.is_some() { input.skip_blank(at + 1) } else { at };
        let is_member = comma.is_some() && self.last.kind == LastKind::Object && self.member_follows_top(input, next);
        let is_value = self.value_follows_top(input, next, comma.is_some());
        if self.starved(input) {
            return Flow::Wait;
        }
        match byte {
            b':' if self.last.kind == LastKind::String && self.stack.len() == 0 => self.item_is_key(input),
            b'}' | b']' => {
                self.edits.delete(RepairKind::SurplusCloser, at, at + 1);
                self.pos = at + 1;
                Flow::Go
            }
            _ if is_member => self.reopen_top(at),
            _ if is_value => self.next_at_top(comma),
            _ => self.finish_top(),
        }
    }

    fn member_follows_top(&self, input: Input<'_>, next: usize) -> bool {
        let quoted = is_quote(input, next) && self.look(input, Role::Member).is_key(next);
        quoted || self.config.scope == Scope::Document && self.starts_bare_member(input, next)
    }

    /// Whether another value stands at `next`, so that the values are a list.
    fn value_follows_top(&self, input: Input<'_>, next: usize, has_comma: bool) -> bool {
        let behind = input.skip_blank(next + 1);
        let starts_container = match input.at(next) {
            Some(b'{') => is_quote(input, behind) || input.at(behind) == Some(b'}') || is_bare_member(input, behind),
            Some(b'[') => {
                is_quote(input, behind) || matches!(input.at(behind), Some(b'{' | b'['))
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
        let separated = has_comma || input.slice(self.last.end(), next).contains('\n');
        self.config.scope == Scope::Document && separated && self.scalar_follows(input, next)
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

    fn reopen_top(&mut self, comma: usize) -> Flow {
        self.end_mark = None;
        self.reopen_object();
        self.token(comma + 1);
        self.comma = Some(comma);
        self.state = State::Key;
        Flow::Go
    }

    /// Another value follows: the first makes them a list.
    fn next_at_top(&mut self, comma: Option<usize>) -> Flow {
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
            Some(at) => self.token(at + 1),
            None => self.edits.insert_comma(RepairKind::SeveralValues, self.last.end()),
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
        Lookout { input, stack: &self.stack, role, quoting: false }
    }

    pub(super) fn state_is_next(&self) -> bool {
        self.state != State::Value
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
    let stop = (value..value + 64).find(|&index| matches!(input.at(index), None | Some(b',' | b'}' | b'"' | b'\'' | b'\n')))?;
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
        b'=' => Some(if matches!(input.at(at + 1), Some(b'>' | b'=')) { 2 } else { 1 }),
        b'-' | b'~' if input.at(at + 1) == Some(b'>') => Some(2),
        _ if input.has(at, "：") => Some(3),
        _ => None,
    }
}

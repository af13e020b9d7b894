//! Damage where a value is wanted: `[, 1]`, `"a": ,`, `(1, 2)`, a member in a list.

use super::bare::is_bare_member;
use super::builder::{Node, Shape};
use super::frames::{Frame, Opener};
use super::machine::{Failure, Flow, LastKind, Machine, Scope, State};
use super::quotes::{Lookout, Role};
use crate::scan::quotes::{is_wide_comma, opening_quote, wide_comma_len};
use crate::scan::{Input, starts_word};
use crate::trace::RepairKind;

impl<N: Node> Machine<N> {
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

    pub(super) fn drop_text(&mut self, start: usize, end: usize) -> Flow {
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
    pub(super) fn close_wide(&mut self, _: Input<'_>, at: usize, byte: u8) -> Flow {
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

    pub(super) fn starts_bare_member(&self, input: Input<'_>, at: usize) -> bool {
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
    pub(super) fn take_back_last(&mut self) -> usize {
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
    pub(super) fn member_in_list(&mut self, at: usize) -> Flow {
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
        self.builder.note_open(Shape::Object, at);
        self.stack
            .push(Frame::new(Shape::Object, Opener::Implied, at));
    }

    pub(super) fn look<'a, 't>(&'a self, input: Input<'t>, role: Role) -> Lookout<'a, 't> {
        Lookout {
            input,
            stack: &self.stack,
            role,
            quoting: false,
            keys: self.config.keys.as_deref(),
        }
    }

    pub(super) fn state_is_next(&self) -> bool {
        self.state != State::Value
    }
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

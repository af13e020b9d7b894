//! Damage behind a value in a container: commas and closers that are missing, doubled or of the wrong kind.

use super::bare::is_bare_member;
use super::builder::{Node, Shape};
use super::frames::Opener;
use super::machine::{Flow, LastKind, Machine, Scope, State};
use super::quotes::Role;
use crate::scan::quotes::{is_quote, is_wide_comma, wide_comma_len};
use crate::scan::{Input, starts_word};
use crate::trace::RepairKind;

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
            b':' | b'=' if !in_object && self.last.kind == LastKind::Text => self.item_is_key(),
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

    pub(super) fn next_without_comma(&mut self, at: usize, in_object: bool) -> Flow {
        self.add_comma();
        self.pos = at;
        self.state = if in_object { State::Key } else { State::Value };
        Flow::Go
    }

    pub(super) fn add_comma(&mut self) {
        self.comma_added = Some(
            self.edits
                .insert_comma(RepairKind::MissingComma, self.last.end()),
        );
    }

    /// A colon behind a string of a list, or at the top: the string is a key.
    pub(super) fn item_is_key(&mut self) -> Flow {
        self.edits.rewind(self.text_mark);
        let start = self.take_back_last();
        self.comma = self.last_comma;
        self.member_in_list(start)
    }

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

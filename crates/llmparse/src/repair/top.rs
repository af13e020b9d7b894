//! Behind a value at the top: another value, as in `{"a": 1} {"a": 2}`, a closer too many, or the end.

use super::bare::is_bare_member;
use super::builder::{Node, Shape};
use super::frames::{Frame, Opener};
use super::machine::{Flow, LastKind, Machine, Scope, State};
use crate::scan::literals::read_literal;
use crate::scan::quotes::is_quote;
use crate::scan::{Input, starts_word};
use crate::trace::RepairKind;

impl<N: Node> Machine<N> {
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
            b':' | b'=' if self.last.kind == LastKind::Text && self.stack.len() == 0 => {
                self.item_is_key()
            }
            0xef if input.has(at, "：")
                && self.last.kind == LastKind::Text
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
            let is_whole = self.config.more_at.is_none();
            self.close_missing(RepairKind::SeveralValues, is_whole);
        }
        self.state = State::Done;
        Flow::Go
    }
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

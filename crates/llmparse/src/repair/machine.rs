//! The tolerant reader: takes a text in pieces, `{'a': [1, 2`, and gives a value, and the edits that make it JSON.
//!
//! A push-down automaton with a stack of its own. Well-formed text goes through short paths that accept what
//! `serde_json` accepts; whatever else stands there goes to the slow paths, which decide with a bounded look ahead,
//! record the edit, and come back. A decision that needs text which has not come yet waits for it.

use std::sync::Arc;

use super::agreement;
use super::bare::Bare;
use super::builder::{Builder, Node, Shape};
use super::edits::{Edits, Mark};
use super::frames::{Frame, Opener, Stack};
use super::quotes::Role;
use super::stretches::{Behind, Standing, Stretches};
use super::strings::Text;
use crate::scan::known_keys::KnownKeys;
use crate::scan::{Input, Prefix};
use crate::span::Span;
use crate::trace::{Repair, RepairKind, Warning};

/// What the machine is told about the text.
#[derive(Clone, Debug)]
pub(crate) struct Config {
    pub(crate) max_depth: usize,
    /// Doubtful escapes are text, as in LaTeX.
    pub(crate) latex: bool,
    pub(crate) scope: Scope,
    /// The mark before every line.
    pub(crate) prefix: Option<Prefix>,
    /// The keys that a schema names.
    pub(crate) keys: Option<Arc<KnownKeys>>,
    /// Where more of the text may come: its end, if that is not the end of the reply.
    pub(crate) more_at: Option<usize>,
}

/// What the text may hold beside one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Nothing else: several values are a list, members without a brace an object.
    Document,
    /// Prose: only objects and lists right behind each other are taken together.
    Prose,
}

/// What the machine waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Value,
    Key,
    Colon,
    /// A comma or a closer.
    Next,
    /// Inside a string.
    Text,
    /// Inside a text without quotes.
    Bare,
    /// Behind a value at the top.
    End,
    Done,
}

/// What a step leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    Go,
    Wait,
}

/// The value that was read last in the open container.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Last {
    pub(super) span: Span,
    pub(super) kind: LastKind,
}

impl Last {
    pub(super) fn start(self) -> usize {
        self.span.start()
    }

    pub(super) fn end(self) -> usize {
        self.span.end()
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum LastKind {
    #[default]
    Other,
    Number,
    /// A string that was well formed.
    String,
    /// A string that the long path read.
    Text,
    Object,
    Array,
}

/// Why the machine gave up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The bracket at this offset is nested too deep.
    TooDeep(usize),
    /// There is no value here.
    Nothing,
}

/// What was read.
#[derive(Debug)]
pub(crate) struct Reading<N> {
    pub(crate) value: N,
    pub(crate) span: Span,
    pub(crate) warnings: Vec<Warning>,
}

/// What a machine allocates. A text with many candidates is read by one machine after another, all in one room.
pub(crate) struct Room<N: Node> {
    stack: Stack,
    key: String,
    out: String,
    scratch: String,
    builder: Builder<N>,
    edits: Edits,
    stretches: Stretches,
}

impl<N: Node> Default for Room<N> {
    fn default() -> Self {
        Self {
            stack: Stack::default(),
            key: String::new(),
            out: String::new(),
            scratch: String::new(),
            builder: Builder::default(),
            edits: Edits::default(),
            stretches: Stretches::default(),
        }
    }
}

pub(crate) struct Machine<N: Node> {
    pub(super) config: Config,
    pub(super) state: State,
    pub(super) stack: Stack,
    /// The next byte to read.
    pub(super) pos: usize,
    /// The end of the last token.
    pub(super) mark: usize,
    /// A separator that waits for what it separates.
    pub(super) comma: Option<usize>,
    /// A separator that an edit made a comma, and that edit.
    pub(super) comma_edit: Option<(usize, usize)>,
    /// The edit that inserted a comma before what comes now.
    pub(super) comma_added: Option<usize>,
    pub(super) last: Last,
    /// The value before the last one, in the same container.
    pub(super) previous: Last,
    /// The first key of the object that was closed last.
    pub(super) first_key: Span,
    /// The separator before the last value.
    pub(super) last_comma: Option<usize>,
    /// The log before the last string, the last key, and the noise behind the last value at the top.
    pub(super) text_mark: Mark,
    pub(super) key_mark: Mark,
    pub(super) end_mark: Option<Mark>,
    /// A key that waits for its colon.
    pub(super) key: String,
    pub(super) key_span: Span,
    pub(super) text: Text,
    pub(super) bare: Bare,
    /// A string of the short path whose escapes are resolved, and those of them that may be text.
    pub(super) scratch: String,
    pub(super) doubtful: Vec<Span>,
    pub(super) builder: Builder<N>,
    pub(super) edits: Edits,
    /// What the long path read.
    stretches: Stretches,
    /// Where the short path took over.
    pub(super) clean_from: usize,
    /// Where the text ends for this value, once a closing fence was seen.
    pub(super) end: Option<usize>,
    /// A value that was read again with another reading; not a third time.
    pub(super) reread: Option<usize>,
    /// How many bytes were read again in all; bounded by the length of the text.
    pub(super) again: usize,
    /// A line end found ahead, and from where it was sought.
    pub(super) line: (usize, usize),
    pub(super) failure: Option<Failure>,
    /// Where the first value starts.
    pub(super) first: Option<usize>,
    pub(super) steps: u64,
    pub(super) surplus_openers: u32,
}

impl<N: Node> Machine<N> {
    /// A machine that reads from byte `start` on, and notes what it reads in `room`.
    pub(crate) fn new(config: Config, start: usize, room: Room<N>) -> Self {
        Self {
            config,
            state: State::Value,
            stack: room.stack,
            pos: start,
            mark: start,
            comma: None,
            comma_edit: None,
            comma_added: None,
            last: Last::default(),
            previous: Last::default(),
            first_key: Span::default(),
            last_comma: None,
            text_mark: Mark::default(),
            key_mark: Mark::default(),
            end_mark: None,
            key: room.key,
            key_span: Span::default(),
            text: Text::with_room(room.out),
            bare: Bare::default(),
            scratch: room.scratch,
            doubtful: Vec::new(),
            builder: room.builder,
            edits: room.edits,
            stretches: room.stretches,
            clean_from: start,
            end: None,
            reread: None,
            again: 0,
            line: (usize::MAX, 0),
            failure: None,
            first: None,
            steps: 0,
            surplus_openers: 0,
        }
    }

    /// The room that this machine used, for another one.
    pub(crate) fn into_room(mut self) -> Room<N> {
        self.stack.clear();
        self.builder.clear();
        self.edits.clear();
        self.stretches.clear();
        Room {
            stack: self.stack,
            key: self.key,
            out: self.text.out,
            scratch: self.scratch,
            builder: self.builder,
            edits: self.edits,
            stretches: self.stretches,
        }
    }

    /// Reads as far as the text goes. A partial text leaves the machine waiting; a whole one ends it.
    pub(crate) fn run(&mut self, input: Input<'_>) {
        if self.state == State::Done {
            return;
        }
        let mut input = input.with_prefix(self.config.prefix);
        while self.state != State::Done {
            if let Some(end) = self.end {
                input = input.cut(end);
            }
            self.steps += 1;
            if self.step(input) == Flow::Wait {
                if !input.is_whole() {
                    return;
                }
                // A whole text never waits; giving up keeps a mistake from becoming an endless loop.
                self.fail(Failure::Nothing);
            }
        }
        if self.failure.is_none() {
            self.finish_stretch(self.mark, self.standing(), self.edits.mark());
            self.builder.events.is_corrected |= !self.edits.stay_inside();
        }
    }

    fn step(&mut self, input: Input<'_>) -> Flow {
        let may_be_clean = matches!(self.state, State::Value | State::Key | State::Next);
        if may_be_clean && self.config.prefix.is_none() && self.read_clean_stretch(input) {
            return Flow::Wait;
        }
        if !self.stretches.is_open() && !self.stretches.is_broken() {
            self.start_stretch();
        }
        match self.state {
            State::Value => self.read_value(input),
            State::Key => self.read_key(input),
            State::Colon => self.read_colon(input),
            State::Next => self.read_next(input),
            State::Text => self.read_text(input),
            State::Bare => self.read_bare(input),
            State::End => self.read_end(input),
            State::Done => Flow::Go,
        }
    }

    /// Takes the short path as far as it goes; whether it waits for more.
    fn read_clean_stretch(&mut self, input: Input<'_>) -> bool {
        let (pos, standing, mark) = (self.pos, self.standing(), self.edits.mark());
        self.clean_from = pos;
        self.builder.events.turn(false);
        let waits = self.read_clean(input);
        self.builder.events.turn(true);
        if self.pos != pos {
            self.finish_stretch(pos, standing, mark);
        }
        waits
    }

    /// The long path reads on. A comma that waits for what it separates may go yet.
    fn start_stretch(&mut self) {
        let comma = self
            .comma
            .filter(|_| self.state != State::Value || !self.in_object());
        let start = comma.unwrap_or(self.mark);
        let standing = match comma {
            Some(_) => self.standing_behind(Behind::Value),
            None => self.standing(),
        };
        self.stretches.start(start, standing);
        self.edits.start_stretch(start);
    }

    fn finish_stretch(&mut self, end: usize, standing: Option<Standing>, mark: Mark) {
        if self.stretches.is_open() {
            let is_edited = self.edits.finish_stretch(end, mark);
            let events = &self.builder.events;
            self.stretches.finish(end, standing, events, is_edited);
        }
    }

    fn standing_behind(&self, behind: Behind) -> Option<Standing> {
        let inside = self.stack.top().map(|frame| frame.shape);
        Some(Standing { inside, behind })
    }

    /// Where the reader stands, if that is between two tokens.
    fn standing(&self) -> Option<Standing> {
        let is_first = self.stack.top().is_none_or(|frame| frame.len == 0);
        let has_comma = self.comma.is_some() || self.comma_added.is_some();
        self.standing_behind(match self.state {
            State::Value if self.in_object() => Behind::Colon,
            State::Key | State::Value if has_comma => Behind::Comma,
            State::Key | State::Value if is_first => Behind::Opener,
            State::Next | State::End | State::Done => Behind::Value,
            _ => return None,
        })
    }

    /// Where the reading has come to; behind a finished value, the end of its last token.
    pub(crate) fn position(&self) -> usize {
        self.mark
            .max(if self.failure.is_some() { self.pos } else { 0 })
    }

    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// The value, if the machine is done and there is one.
    pub(crate) fn finish(&mut self) -> Result<Reading<N>, Failure> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let (value, warnings) = self.builder.finish().ok_or(Failure::Nothing)?;
        let start = self.first.unwrap_or(0);
        let span = Span::new(start, self.mark.max(start));
        // What was taken for noise around the value is none of its repairs.
        self.edits.settle(span);
        Ok(Reading {
            value,
            span,
            warnings,
        })
    }

    /// Whether anything was repaired in what was read.
    pub(crate) fn has_repairs(&self) -> bool {
        !self.edits.is_empty()
    }

    /// What was repaired in `text`, the source.
    pub(crate) fn repairs(&self, text: &str) -> Vec<Repair> {
        self.edits.repairs(text)
    }

    /// Whether `text`, the source, with its repairs applied is JSON, and says what was built.
    pub(crate) fn agrees_with(&self, text: &str, reading: &Reading<N>) -> bool {
        if self.edits.is_empty() || self.stretches_agree(text, reading.span) {
            return true;
        }
        let (mut writer, mut repaired) = (self.edits.writer(text), String::new());
        agreement::says(writer.say(&mut repaired, reading.span), &reading.value)
    }

    fn stretches_agree(&self, text: &str, span: Span) -> bool {
        let events = &self.builder.events;
        self.stretches.agree(events, (text, span), &self.edits)
    }

    pub(super) fn fail(&mut self, failure: Failure) -> Flow {
        self.failure = Some(failure);
        self.state = State::Done;
        Flow::Go
    }

    /// Whether the last value may have been the last.
    pub(super) fn is_at_top(&self) -> bool {
        self.state == State::End
    }

    /// What a string that starts here would be.
    pub(super) fn role(&self) -> Role {
        match (self.state, self.stack.top().map(|frame| frame.shape)) {
            (State::Key, _) => Role::Key,
            (_, Some(Shape::Object)) => Role::Member,
            (_, Some(Shape::Array)) => Role::Item,
            (_, None) => Role::Top,
        }
    }

    fn in_object(&self) -> bool {
        self.stack
            .top()
            .is_some_and(|frame| frame.shape == Shape::Object)
    }

    // ---- values -------------------------------------------------------------------------------------------------

    pub(super) fn read_value(&mut self, input: Input<'_>) -> Flow {
        let at = input.skip_plain(self.pos);
        let Some(byte) = input.at(at) else {
            return self.end_of_text(input);
        };
        match byte {
            b'{' => self.open(Shape::Object, Opener::Brace, at, 1),
            b'[' if !starts_note(input, at) => self.open(Shape::Array, Opener::Bracket, at, 1),
            _ => self.slow_value(input, at, byte),
        }
    }

    /// Opens a container whose bracket is the `len` bytes at `at`.
    pub(super) fn open(&mut self, shape: Shape, opener: Opener, at: usize, len: usize) -> Flow {
        if self.stack.len() >= self.config.max_depth {
            self.pos = at + 1;
            return self.fail(Failure::TooDeep(at));
        }
        self.begin_value(at);
        self.builder.note_open(shape, at);
        self.stack.push(Frame::new(shape, opener, at));
        self.token(at + len);
        self.state = match shape {
            Shape::Object => State::Key,
            Shape::Array => State::Value,
        };
        self.last = Last::default();
        self.previous = Last::default();
        Flow::Go
    }

    /// A value starts at `at`: the separator before it, if one waits, has done its duty.
    pub(super) fn begin_value(&mut self, at: usize) {
        if self.first.is_none() {
            self.first = Some(at);
        }
        self.last_comma = self.comma.take();
        self.comma_added = None;
    }

    /// A token ends at `end`, and the reading goes on there.
    pub(super) fn token(&mut self, end: usize) {
        self.pos = end;
        self.mark = self.mark.max(end);
    }

    /// A value was given to the builder.
    pub(super) fn value_read(&mut self, start: usize, end: usize, kind: LastKind) {
        self.begin_value(start);
        self.token(end);
        self.note_value(start, end, kind);
    }

    pub(super) fn note_value(&mut self, start: usize, end: usize, kind: LastKind) {
        self.previous = self.last;
        self.last = Last {
            span: Span::new(start, end),
            kind,
        };
        let Some(frame) = self.stack.top_mut() else {
            self.state = State::End;
            return;
        };
        frame.count_value(start, kind == LastKind::Array);
        let is_sequence = frame.opener == Opener::Implied && frame.shape == Shape::Array;
        self.state = if is_sequence { State::End } else { State::Next };
    }

    // ---- separators and closers ---------------------------------------------------------------------------------

    fn read_next(&mut self, input: Input<'_>) -> Flow {
        let at = input.skip_plain(self.pos);
        let Some(byte) = input.at(at) else {
            return self.end_of_text(input);
        };
        match byte {
            b',' => self.separate(at, 1),
            b'}' | b']' => self.read_closer(input, at, byte),
            _ => self.slow_next(input, at, byte),
        }
    }

    /// A separator of `len` bytes at `at`.
    pub(super) fn separate(&mut self, at: usize, len: usize) -> Flow {
        self.comma = Some(at);
        self.token(at + len);
        if let Some(frame) = self.stack.top_mut() {
            frame.had_comma = true;
        }
        self.state = if self.in_object() {
            State::Key
        } else {
            State::Value
        };
        Flow::Go
    }

    pub(super) fn read_closer(&mut self, input: Input<'_>, at: usize, byte: u8) -> Flow {
        let Some(frame) = self.stack.top() else {
            return Flow::Go;
        };
        if !frame.is_closed_by(byte) {
            return self.wrong_closer(input, at, byte);
        }
        if byte == b']' && frame.has_arrays && frame.run > 0 && self.needs_inner_array(input, at) {
            return self.close_inner_array(at);
        }
        let goes_on = self.container_goes_on(input, at, byte);
        if self.starved(input) {
            return Flow::Wait;
        }
        if let Some(flow) = goes_on.map(|goes_on| self.skip_closer(at, goes_on)) {
            return flow;
        }
        self.drop_comma();
        self.close(at, at + 1, true);
        Flow::Go
    }

    /// A separator that nothing follows goes.
    pub(super) fn drop_comma(&mut self) {
        if let Some(edit) = self.comma_added.take() {
            self.edits.amend(edit, "");
        }
        let Some(comma) = self.comma.take() else {
            return;
        };
        match self.comma_edit {
            Some((at, edit)) if at == comma => self.edits.amend(edit, ""),
            _ => {
                self.edits
                    .delete(RepairKind::TrailingComma, comma, comma + 1);
            }
        }
    }

    /// Closes the container on top; its closer, if there is one, is the text from `at` to `end`.
    pub(super) fn close(&mut self, at: usize, end: usize, complete: bool) {
        let Some(frame) = self.stack.pop() else {
            return;
        };
        self.builder.close(end, complete);
        self.comma = None;
        if frame.opener == Opener::Paren {
            self.close_paren(&frame, at, end);
        } else if frame.shape == Shape::Array && frame.opener == Opener::Brace && end > at {
            self.edits.replace(RepairKind::Set, at, end, "]");
        }
        let kind = match frame.shape {
            Shape::Object => LastKind::Object,
            Shape::Array => LastKind::Array,
        };
        self.token(end);
        self.last = Last::default();
        if kind == LastKind::Object {
            self.first_key = frame.first_key;
        }
        self.note_value(frame.start(), end, kind);
    }

    /// Round brackets make a list; around one value without a comma they are just brackets.
    fn close_paren(&mut self, frame: &Frame, at: usize, end: usize) {
        let is_group = frame.shape == Shape::Array && frame.len == 1 && !frame.had_comma;
        if is_group {
            self.builder.unwrap_last();
            self.edits.amend(frame.edit as usize, "");
        }
        if end > at {
            let closer = if is_group { "" } else { frame.json_closer() };
            self.edits.replace(RepairKind::Tuple, at, end, closer);
        }
    }

    /// Closes the container on top although its closer is missing; it is complete if something else ends it.
    pub(super) fn close_missing(&mut self, kind: RepairKind, complete: bool) {
        let Some(frame) = self.stack.top() else {
            return;
        };
        let is_group = frame.opener == Opener::Paren && frame.len == 1 && !frame.had_comma;
        let closer = if is_group { "" } else { frame.json_closer() };
        let at = self.comma.unwrap_or(self.mark);
        self.edits.insert_closer(kind, at, closer);
        let comma = self.comma;
        self.close(at, at, complete);
        self.comma = comma;
    }

    // ---- the end ------------------------------------------------------------------------------------------------

    /// Nothing stands behind the last token. A partial text waits; in a whole one all that is open is closed.
    pub(super) fn end_of_text(&mut self, input: Input<'_>) -> Flow {
        if !input.is_whole() {
            return Flow::Wait;
        }
        self.pos = input.len();
        match self.state {
            State::Value if self.stack.len() == 0 => return self.fail(Failure::Nothing),
            State::Value if self.in_object() && self.comma.is_none() => {
                self.add_null(RepairKind::CutOff, "null")
            }
            State::Colon if self.builder.has_key(&self.key) => {
                let start = self.comma.take().unwrap_or(self.key_span.start());
                self.edits.rewind(self.key_mark);
                self.edits.cut(start, input.len());
                self.token(input.len());
            }
            State::Colon => {
                self.take_key();
                self.comma = None;
                self.add_null(RepairKind::CutOff, ": null");
            }
            _ => {}
        }
        // Members without a bracket around them may go on as long as text may.
        let is_whole = self.config.more_at.is_none()
            && self.stack.len() == 1
            && self
                .stack
                .top()
                .is_some_and(|frame| frame.opener == Opener::Implied);
        self.drop_comma();
        while self.stack.len() > 0 {
            self.close_missing(RepairKind::MissingCloser, is_whole);
        }
        self.state = State::Done;
        Flow::Go
    }

    /// The value of the waiting key is null; `text` is missing behind the last token.
    pub(super) fn add_null(&mut self, kind: RepairKind, text: &'static str) {
        let at = self.mark;
        self.edits.insert(kind, at, text);
        self.builder
            .note_null(Span::new(at, at), kind != RepairKind::CutOff);
        self.note_value(at, at, LastKind::Other);
    }

    /// The waiting key goes to the builder.
    pub(super) fn take_key(&mut self) {
        self.comma_added = None;
        self.builder.note_key(&self.key, self.key_span);
        self.key_taken(self.key_span);
    }

    /// A key was given to the builder.
    #[inline]
    pub(super) fn key_taken(&mut self, span: Span) {
        if let Some(frame) = self.stack.top_mut() {
            if frame.len == 0 {
                frame.first_key = span;
            }
        }
    }
}

/// `[truncated]` is no list.
pub(crate) fn starts_note(input: Input<'_>, at: usize) -> bool {
    matches!(input.at(at + 1), Some(b'a'..=b'z' | b'A'..=b'Z'))
        && super::noise::note_end(input, at).is_some()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::trace::apply_repairs;
    use crate::value::Value;

    fn config() -> Config {
        Config {
            max_depth: 64,
            latex: false,
            scope: Scope::Document,
            prefix: None,
            keys: None,
            more_at: None,
        }
    }

    fn finish(mut machine: Machine<Value>, text: &str) -> Result<(Value, Vec<Repair>), Failure> {
        let reading = machine.finish()?;
        Ok((reading.value, machine.repairs(text)))
    }

    fn read_whole(text: &str) -> Result<(Value, Vec<Repair>), Failure> {
        let mut machine = Machine::new(config(), 0, Room::default());
        machine.run(Input::whole(text));
        finish(machine, text)
    }

    /// Reads `text` in pieces of `size` characters.
    fn read_in_pieces(text: &str, size: usize) -> Result<(Value, Vec<Repair>), Failure> {
        let starved = Cell::new(false);
        let mut machine = Machine::new(config(), 0, Room::default());
        let ends: Vec<usize> = text
            .char_indices()
            .map(|(at, _)| at)
            .step_by(size)
            .collect();
        for end in ends {
            machine.run(Input::partial(&text[..end], &starved));
            starved.set(false);
        }
        machine.run(Input::whole(text));
        finish(machine, text)
    }

    fn texts() -> Vec<String> {
        let cases = include_str!("../../../../cases/repair/kinds.jsonl");
        let read = |line: &str| {
            serde_json::from_str::<serde_json::Value>(line).unwrap()["input"]
                .as_str()
                .unwrap()
                .to_owned()
        };
        cases.lines().map(read).collect()
    }

    #[test]
    fn pieces_of_any_size_give_what_the_whole_gives() {
        for text in texts() {
            let whole = read_whole(&text);
            for size in [1, 2, 3, 7] {
                let pieces = read_in_pieces(&text, size);
                assert_eq!(pieces, whole, "{text:?} in pieces of {size}");
            }
        }
    }

    #[test]
    fn the_stretches_say_no_more_than_the_whole_text() {
        let (mut told, mut all) = (0, 0);
        for text in texts() {
            let mut machine: Machine<Value> = Machine::new(config(), 0, Room::default());
            machine.run(Input::whole(&text));
            let Ok(reading) = machine.finish() else {
                continue;
            };
            let agree = machine.stretches_agree(&text, reading.span);
            let repaired = apply_repairs(&text, reading.span, &machine.repairs(&text));
            assert!(
                !agree || agreement::says(&repaired, &reading.value),
                "{text}"
            );
            told += usize::from(agree);
            all += 1;
        }
        assert!(told * 4 > all * 3, "only {told} of {all}");
    }

    #[test]
    fn a_text_that_may_go_on_is_not_finished() {
        let starved = Cell::new(false);
        let mut machine: Machine<Value> = Machine::new(config(), 0, Room::default());
        machine.run(Input::partial("{\"a\": [1, 2], \"b\": tr", &starved));
        assert_ne!(machine.state, State::Done);
        machine.run(Input::whole("{\"a\": [1, 2], \"b\": true}"));
        assert_eq!(
            machine.finish().map(|reading| reading.value.to_json_text()),
            Ok("{\"a\":[1,2],\"b\":true}".into())
        );
    }
}

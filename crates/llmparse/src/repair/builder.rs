//! Builds the `Value` from the machine's events: `open`, `key`, `string`, `close`, and corrections of these.

use crate::span::Span;
use crate::trace::{Warning, WarningKind};
use crate::value::{Data, Number, Object, Value};

/// The two kinds of container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Object,
    Array,
}

struct Open {
    shape: Shape,
    start: usize,
    /// Where its items start in `values`, or its members in `members`.
    base: usize,
}

struct Member {
    key: Box<str>,
    key_span: Span,
    value: Value,
}

/// The value so far. Items and members of all open containers lie on two stacks, so that a closed container is
/// allocated once, at its size.
#[derive(Default)]
pub(crate) struct Builder {
    open: Vec<Open>,
    /// Items of open arrays, and the values at the top.
    values: Vec<Value>,
    members: Vec<Member>,
    /// Keys that wait for their value, one for each open object at most.
    keys: Vec<(Box<str>, Span)>,
    pub(crate) warnings: Vec<Warning>,
}

impl Builder {
    pub(crate) fn open(&mut self, shape: Shape, at: usize) {
        let base = match shape {
            Shape::Object => self.members.len(),
            Shape::Array => self.values.len(),
        };
        self.open.push(Open { shape, start: at, base });
    }

    pub(crate) fn close(&mut self, end: usize, complete: bool) {
        let Some(open) = self.open.pop() else { return };
        let data = match open.shape {
            Shape::Object => Data::Object(self.take_members(open.base)),
            Shape::Array => Data::Array(self.values.drain(open.base.min(self.values.len())..).collect()),
        };
        self.add(Value { data, span: Span::new(open.start, end), complete });
    }

    fn take_members(&mut self, base: usize) -> Object {
        let base = base.min(self.members.len());
        self.drop_duplicates(base);
        let members = self.members.drain(base..).map(|member| (member.key, member.value)).collect();
        Object { members }
    }

    /// Of members with the same key the last value is kept, in the place of the first.
    fn drop_duplicates(&mut self, base: usize) {
        let Some(members) = self.members.get(base..) else { return };
        if !has_duplicates(members) {
            return;
        }
        let mut places = std::collections::HashMap::new();
        let mut kept: Vec<Member> = Vec::new();
        for member in self.members.drain(base..) {
            match places.get(&member.key).and_then(|&place: &usize| kept.get_mut(place)) {
                Some(earlier) => {
                    self.warnings.push(Warning { kind: WarningKind::DuplicateKey, span: member.key_span });
                    earlier.value = member.value;
                }
                None => {
                    places.insert(member.key.clone(), kept.len());
                    kept.push(member);
                }
            }
        }
        self.members.append(&mut kept);
    }

    pub(crate) fn key(&mut self, text: &str, span: Span) {
        self.keys.push((text.into(), span));
    }

    pub(crate) fn string(&mut self, text: &str, span: Span, complete: bool) {
        self.add(Value { data: Data::String(text.into()), span, complete });
    }

    /// Adds a number; `text` is one in JSON's spelling.
    pub(crate) fn number(&mut self, text: &str, span: Span, complete: bool) {
        let number = Number::from_json(text);
        if !number.is_exact() {
            self.warnings.push(Warning { kind: WarningKind::LossyNumber, span });
        }
        self.add(Value { data: Data::Number(number), span, complete });
    }

    pub(crate) fn boolean(&mut self, truth: bool, span: Span, complete: bool) {
        self.add(Value { data: Data::Bool(truth), span, complete });
    }

    pub(crate) fn null(&mut self, span: Span, complete: bool) {
        self.add(Value { data: Data::Null, span, complete });
    }

    fn add(&mut self, value: Value) {
        match self.open.last() {
            Some(Open { shape: Shape::Object, .. }) => {
                let (key, key_span) = self.keys.pop().unwrap_or_default();
                self.members.push(Member { key, key_span, value });
            }
            _ => self.values.push(value),
        }
    }

    /// Takes back the last value; in an object its key waits for another.
    pub(crate) fn retract(&mut self) -> Option<Value> {
        match self.open.last() {
            Some(Open { shape: Shape::Object, .. }) => {
                let member = self.members.pop()?;
                self.keys.push((member.key, member.key_span));
                Some(member.value)
            }
            _ => self.values.pop(),
        }
    }

    /// Makes the container that was closed last the open one again.
    pub(crate) fn reopen(&mut self) {
        let Some(value) = self.retract() else { return };
        let start = value.span.start();
        match value.data {
            Data::Object(object) => {
                self.open(Shape::Object, start);
                let span = Span::new(start, start);
                self.members.extend(object.members.into_iter().map(|(key, value)| Member { key, key_span: span, value }));
            }
            Data::Array(mut items) => {
                self.open(Shape::Array, start);
                self.values.append(&mut items);
            }
            _ => self.add(value),
        }
    }

    /// The last `count` items become the first items of a new open array.
    pub(crate) fn wrap(&mut self, count: usize, at: usize) {
        let base = self.values.len().saturating_sub(count);
        self.open.push(Open { shape: Shape::Array, start: at, base });
    }

    /// The open container, which is empty, becomes one of `shape`.
    pub(crate) fn reshape(&mut self, shape: Shape) {
        if let Some(open) = self.open.pop() {
            self.open(shape, open.start);
        }
    }

    /// The array that was closed last is replaced by its only item.
    pub(crate) fn unwrap_last(&mut self) {
        let Some(value) = self.retract() else { return };
        match value.data {
            Data::Array(mut items) if items.len() == 1 => {
                if let Some(item) = items.pop() {
                    self.add(item);
                }
            }
            _ => self.add(value),
        }
    }

    /// The finished value, and what is suspicious about it.
    pub(crate) fn finish(mut self) -> Option<(Value, Vec<Warning>)> {
        self.warnings.sort_by_key(|warning| warning.span);
        Some((self.values.pop()?, self.warnings))
    }
}

/// Small objects are compared pairwise, large ones through a set.
fn has_duplicates(members: &[Member]) -> bool {
    if members.len() <= 12 {
        let repeats = |(index, member): (usize, &Member)| members.iter().take(index).any(|other| other.key == member.key);
        return members.iter().enumerate().any(repeats);
    }
    let mut seen = std::collections::HashSet::with_capacity(members.len());
    !members.iter().all(|member| seen.insert(&*member.key))
}

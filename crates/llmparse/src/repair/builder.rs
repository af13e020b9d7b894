//! Builds the `Value` from the machine's events: `open`, `key`, `string`, `close`, and corrections of these.

use crate::span::Span;
use crate::trace::{Warning, WarningKind};
use crate::value::{Data, Number, Object, Value, is_exact, json_number};

/// A tree that the builder can build: our own, or `serde_json`'s.
pub(crate) trait Node: Sized {
    fn null(span: Span, complete: bool) -> Self;
    fn boolean(truth: bool, span: Span, complete: bool) -> Self;
    /// `text` is a JSON number.
    fn number(text: &str, span: Span, complete: bool) -> Self;
    fn string(text: &str, span: Span, complete: bool) -> Self;
    fn array(items: Vec<Self>, span: Span, complete: bool) -> Self;
    fn object(members: impl Iterator<Item = (Box<str>, Self)>, span: Span, complete: bool) -> Self;
    /// The item of a list that has just one; anything else as it is.
    fn into_only_item(self) -> Self;
}

impl Node for Value {
    fn null(span: Span, complete: bool) -> Self {
        Self { data: Data::Null, span, complete }
    }

    fn boolean(truth: bool, span: Span, complete: bool) -> Self {
        Self { data: Data::Bool(truth), span, complete }
    }

    fn number(text: &str, span: Span, complete: bool) -> Self {
        Self { data: Data::Number(Number::from_json(text)), span, complete }
    }

    fn string(text: &str, span: Span, complete: bool) -> Self {
        Self { data: Data::String(text.into()), span, complete }
    }

    fn array(items: Vec<Self>, span: Span, complete: bool) -> Self {
        Self { data: Data::Array(items), span, complete }
    }

    fn object(members: impl Iterator<Item = (Box<str>, Self)>, span: Span, complete: bool) -> Self {
        Self { data: Data::Object(Object { members: members.collect() }), span, complete }
    }

    fn into_only_item(mut self) -> Self {
        match &mut self.data {
            Data::Array(items) if items.len() == 1 => items.pop().unwrap_or(self),
            _ => self,
        }
    }
}

impl Node for serde_json::Value {
    fn null(_: Span, _: bool) -> Self {
        Self::Null
    }

    fn boolean(truth: bool, _: Span, _: bool) -> Self {
        Self::Bool(truth)
    }

    fn number(text: &str, _: Span, _: bool) -> Self {
        json_number(text)
    }

    fn string(text: &str, _: Span, _: bool) -> Self {
        Self::String(text.to_owned())
    }

    fn array(items: Vec<Self>, _: Span, _: bool) -> Self {
        Self::Array(items)
    }

    fn object(members: impl Iterator<Item = (Box<str>, Self)>, _: Span, _: bool) -> Self {
        let mut object = serde_json::Map::new();
        for (key, value) in members {
            object.insert(key.into_string(), value);
        }
        Self::Object(object)
    }

    fn into_only_item(self) -> Self {
        match self {
            Self::Array(mut items) if items.len() == 1 => items.pop().unwrap_or(Self::Null),
            other => other,
        }
    }
}

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
    /// A bit for each key by a cheap hash: a bit that is set already asks for a closer look.
    seen: u64,
    has_duplicates: bool,
}

/// The value so far. Items and members of all open containers lie on two stacks, so that a closed container is
/// allocated once, at its size.
pub(crate) struct Builder<N> {
    open: Vec<Open>,
    /// Items of open arrays, and the values at the top.
    values: Vec<N>,
    /// A key that waits for its value has null.
    members: Vec<(Box<str>, N)>,
    /// Where the keys of `members` stand.
    spans: Vec<Span>,
    pub(crate) warnings: Vec<Warning>,
}

impl<N> Default for Builder<N> {
    fn default() -> Self {
        Self {
            open: Vec::with_capacity(6),
            values: Vec::with_capacity(12),
            members: Vec::with_capacity(20),
            spans: Vec::with_capacity(20),
            warnings: Vec::new(),
        }
    }
}

/// Objects with more members than this look for duplicates once, when they are closed.
const FEW: usize = 24;

impl<N: Node> Builder<N> {
    pub(crate) fn open(&mut self, shape: Shape, at: usize) {
        let base = match shape {
            Shape::Object => self.members.len(),
            Shape::Array => self.values.len(),
        };
        self.open.push(Open { shape, start: at, base, seen: 0, has_duplicates: false });
    }

    pub(crate) fn close(&mut self, end: usize, complete: bool) {
        let Some(open) = self.open.pop() else { return };
        let span = Span::new(open.start, end);
        let node = match open.shape {
            Shape::Object => self.close_object(&open, span, complete),
            Shape::Array => N::array(self.values.split_off(open.base.min(self.values.len())), span, complete),
        };
        self.add(node);
    }

    fn close_object(&mut self, open: &Open, span: Span, complete: bool) -> N {
        let base = open.base.min(self.members.len());
        let members = self.members.get(base..).unwrap_or_default();
        if open.has_duplicates || members.len() > FEW && has_duplicates(members) {
            let members = self.members.split_off(base);
            let members = self.without_duplicates(members, base);
            return N::object(members.into_iter(), span, complete);
        }
        self.spans.truncate(base);
        N::object(self.members.drain(base..), span, complete)
    }

    /// Of members with the same key the last value is kept, in the place of the first.
    fn without_duplicates(&mut self, members: Vec<(Box<str>, N)>, base: usize) -> Vec<(Box<str>, N)> {
        let mut places = std::collections::HashMap::new();
        let mut kept: Vec<(Box<str>, N)> = Vec::new();
        let spans = self.spans.split_off(base.min(self.spans.len()));
        for ((key, value), span) in members.into_iter().zip(spans) {
            match places.get(&key).and_then(|&place: &usize| kept.get_mut(place)) {
                Some(earlier) => {
                    self.warnings.push(Warning { kind: WarningKind::DuplicateKey, span });
                    earlier.1 = value;
                }
                None => {
                    places.insert(key.clone(), kept.len());
                    kept.push((key, value));
                }
            }
        }
        kept
    }

    /// Whether the open object has `key`.
    pub(crate) fn has_key(&self, key: &str) -> bool {
        let base = self.open.last().map_or(0, |open| open.base);
        self.members.get(base..).unwrap_or_default().iter().any(|(name, _)| **name == *key)
    }

    #[inline]
    pub(crate) fn key(&mut self, text: &str, span: Span) {
        self.note_key(text);
        self.members.push((text.into(), N::null(span, false)));
        self.spans.push(span);
    }

    #[inline]
    fn note_key(&mut self, text: &str) {
        let Some(open) = self.open.last_mut() else { return };
        let bytes = text.as_bytes();
        let ends = bytes.first().zip(bytes.last()).map_or(0, |(&first, &last)| usize::from(first) * 7 + usize::from(last) * 3);
        let bit = 1u64 << ((ends + bytes.len() * 5) % 64);
        if open.seen & bit != 0 && self.members.len() - open.base.min(self.members.len()) <= FEW {
            let earlier = self.members.get(open.base..).unwrap_or_default();
            open.has_duplicates |= earlier.iter().any(|(key, _)| **key == *text);
        }
        open.seen |= bit;
    }

    #[inline]
    pub(crate) fn string(&mut self, text: &str, span: Span, complete: bool) {
        self.add(N::string(text, span, complete));
    }

    /// Adds a number; `text` is one in JSON's spelling.
    pub(crate) fn number(&mut self, text: &str, span: Span, complete: bool) {
        if !is_exact(text) {
            self.warnings.push(Warning { kind: WarningKind::LossyNumber, span });
        }
        self.add(N::number(text, span, complete));
    }

    pub(crate) fn boolean(&mut self, truth: bool, span: Span, complete: bool) {
        self.add(N::boolean(truth, span, complete));
    }

    pub(crate) fn null(&mut self, span: Span, complete: bool) {
        self.add(N::null(span, complete));
    }

    #[inline]
    fn add(&mut self, value: N) {
        match self.open.last() {
            Some(Open { shape: Shape::Object, .. }) => {
                if let Some((_, waiting)) = self.members.last_mut() {
                    *waiting = value;
                }
            }
            _ => self.values.push(value),
        }
    }

    /// Takes back the last value; in an object its key waits for another.
    pub(crate) fn retract(&mut self) -> Option<N> {
        match self.open.last() {
            Some(Open { shape: Shape::Object, .. }) => {
                let null = N::null(Span::default(), false);
                self.members.last_mut().map(|(_, value)| std::mem::replace(value, null))
            }
            _ => self.values.pop(),
        }
    }

    /// The last `count` items become the first items of a new open array.
    pub(crate) fn wrap(&mut self, count: usize, at: usize) {
        let base = self.values.len().saturating_sub(count);
        self.open.push(Open { shape: Shape::Array, start: at, base, seen: 0, has_duplicates: false });
    }

    /// The open container, which is empty, becomes one of `shape`.
    pub(crate) fn reshape(&mut self, shape: Shape) {
        if let Some(open) = self.open.pop() {
            self.open(shape, open.start);
        }
    }

    /// The array that was closed last is replaced by its only item.
    pub(crate) fn unwrap_last(&mut self) {
        if let Some(value) = self.retract() {
            self.add(value.into_only_item());
        }
    }

    /// The finished value, and what is suspicious about it.
    pub(crate) fn finish(mut self) -> Option<(N, Vec<Warning>)> {
        self.warnings.sort_by_key(|warning| warning.span);
        Some((self.values.pop()?, self.warnings))
    }
}

fn has_duplicates<N>(members: &[(Box<str>, N)]) -> bool {
    let mut seen = std::collections::HashSet::with_capacity(members.len());
    !members.iter().all(|(key, _)| seen.insert(&**key))
}

//! Builds the `Value` from the machine's events: `open`, `key`, `string`, `close`, and corrections of these.

use crate::span::Span;
use crate::trace::{Warning, WarningKind};
use crate::value::{Data, Number, Object, Value, is_exact, json_number};

/// A tree that the builder can build: our own, or `serde_json`'s.
pub(crate) trait Node: Sized + PartialEq {
    type Members: Members<Self>;
    fn null(span: Span, complete: bool) -> Self;
    fn boolean(truth: bool, span: Span, complete: bool) -> Self;
    /// `text` is a JSON number.
    fn number(text: &str, span: Span, complete: bool) -> Self;
    fn string(text: &str, span: Span, complete: bool) -> Self;
    fn array(items: Vec<Self>, span: Span, complete: bool) -> Self;
    /// The item of a list that has just one; anything else as it is.
    fn into_only_item(self) -> Self;
}

impl Node for Value {
    type Members = MemberStack;

    fn null(span: Span, complete: bool) -> Self {
        Self {
            data: Data::Null,
            span,
            complete,
        }
    }

    fn boolean(truth: bool, span: Span, complete: bool) -> Self {
        Self {
            data: Data::Bool(truth),
            span,
            complete,
        }
    }

    fn number(text: &str, span: Span, complete: bool) -> Self {
        Self {
            data: Data::Number(Number::from_json(text)),
            span,
            complete,
        }
    }

    fn string(text: &str, span: Span, complete: bool) -> Self {
        Self {
            data: Data::String(text.into()),
            span,
            complete,
        }
    }

    fn array(items: Vec<Self>, span: Span, complete: bool) -> Self {
        Self {
            data: Data::Array(items),
            span,
            complete,
        }
    }

    fn into_only_item(mut self) -> Self {
        match &mut self.data {
            Data::Array(items) if items.len() == 1 => items.pop().unwrap_or(self),
            _ => self,
        }
    }
}

impl Node for serde_json::Value {
    type Members = MapStack;

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

/// The members of the open objects. Of members with the same key the last value is kept, in the place of the first.
pub(crate) trait Members<N>: Default {
    fn open(&mut self);
    /// Adds a member, whose value is null as yet, to the innermost object.
    fn add(&mut self, key: &str, span: Span, warnings: &mut Vec<Warning>);
    /// The value of the last member of the innermost object.
    fn last(&mut self) -> Option<&mut N>;
    /// Whether the innermost object has `key`.
    fn has(&self, key: &str) -> bool;
    fn close(&mut self, span: Span, complete: bool, warnings: &mut Vec<Warning>) -> N;
}

/// The members of all open objects one behind the other, so that an object is allocated once, at its size.
pub(crate) struct MemberStack {
    objects: Vec<OpenObject>,
    members: Vec<(Box<str>, Value)>,
    /// Where the keys of `members` stand.
    spans: Vec<Span>,
}

#[derive(Default)]
struct OpenObject {
    /// Where its members start.
    base: usize,
    /// A bit for each key by a cheap hash: a bit that is set already asks for a closer look.
    seen: u64,
    has_duplicates: bool,
}

/// Objects with more members than this look for duplicates once, when they are closed.
const FEW: usize = 24;

impl Default for MemberStack {
    fn default() -> Self {
        Self {
            objects: Vec::with_capacity(6),
            members: Vec::with_capacity(18),
            spans: Vec::with_capacity(18),
        }
    }
}

impl MemberStack {
    #[inline]
    fn note_key(&mut self, text: &str) {
        let Some(object) = self.objects.last_mut() else {
            return;
        };
        let bytes = text.as_bytes();
        let ends = bytes
            .first()
            .zip(bytes.last())
            .map_or(0, |(&first, &last)| {
                usize::from(first) * 7 + usize::from(last) * 3
            });
        let bit = 1u64 << ((ends + bytes.len() * 5) % 64);
        if object.seen & bit != 0 && self.members.len() - object.base.min(self.members.len()) <= FEW
        {
            let earlier = self.members.get(object.base..).unwrap_or_default();
            object.has_duplicates |= earlier.iter().any(|(key, _)| **key == *text);
        }
        object.seen |= bit;
    }

    fn without_duplicates(
        &mut self,
        base: usize,
        warnings: &mut Vec<Warning>,
    ) -> Vec<(Box<str>, Value)> {
        let mut places = std::collections::HashMap::new();
        let mut kept: Vec<(Box<str>, Value)> = Vec::new();
        let spans = self.spans.split_off(base.min(self.spans.len()));
        for ((key, value), span) in self.members.split_off(base).into_iter().zip(spans) {
            match places
                .get(&key)
                .and_then(|&place: &usize| kept.get_mut(place))
            {
                Some(earlier) => {
                    warnings.push(Warning {
                        kind: WarningKind::DuplicateKey,
                        span,
                    });
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
}

impl Members<Value> for MemberStack {
    #[inline]
    fn open(&mut self) {
        self.objects.push(OpenObject {
            base: self.members.len(),
            ..OpenObject::default()
        });
    }

    #[inline]
    fn add(&mut self, key: &str, span: Span, _: &mut Vec<Warning>) {
        self.note_key(key);
        self.members.push((key.into(), Value::null(span, false)));
        self.spans.push(span);
    }

    #[inline]
    fn last(&mut self) -> Option<&mut Value> {
        self.members.last_mut().map(|(_, value)| value)
    }

    fn has(&self, key: &str) -> bool {
        let base = self.objects.last().map_or(0, |object| object.base);
        self.members
            .get(base..)
            .unwrap_or_default()
            .iter()
            .any(|(name, _)| **name == *key)
    }

    fn close(&mut self, span: Span, complete: bool, warnings: &mut Vec<Warning>) -> Value {
        let object = self.objects.pop().unwrap_or_default();
        let base = object.base.min(self.members.len());
        let members = self.members.get(base..).unwrap_or_default();
        let members = if object.has_duplicates || members.len() > FEW && has_duplicates(members) {
            self.without_duplicates(base, warnings)
        } else {
            self.spans.truncate(base);
            self.members.split_off(base)
        };
        Value {
            data: Data::Object(Object { members }),
            span,
            complete,
        }
    }
}

fn has_duplicates(members: &[(Box<str>, Value)]) -> bool {
    let mut seen = std::collections::HashSet::with_capacity(members.len());
    !members.iter().all(|(key, _)| seen.insert(&**key))
}

/// The open maps of `serde_json`, outermost first.
pub(crate) struct MapStack(Vec<OpenMap>);

#[derive(Default)]
struct OpenMap {
    map: serde_json::Map<String, serde_json::Value>,
    /// The last member, which may be changed before another follows.
    last: Option<(String, serde_json::Value)>,
    /// Where its key stands.
    span: Span,
}

impl Default for MapStack {
    fn default() -> Self {
        Self(Vec::with_capacity(6))
    }
}

impl OpenMap {
    #[inline]
    fn settle(&mut self, warnings: &mut Vec<Warning>) {
        let Some((key, value)) = self.last.take() else {
            return;
        };
        if self.map.insert(key, value).is_some() {
            warnings.push(Warning {
                kind: WarningKind::DuplicateKey,
                span: self.span,
            });
        }
    }
}

impl Members<serde_json::Value> for MapStack {
    #[inline]
    fn open(&mut self) {
        self.0.push(OpenMap::default());
    }

    #[inline]
    fn add(&mut self, key: &str, span: Span, warnings: &mut Vec<Warning>) {
        let Some(open) = self.0.last_mut() else {
            return;
        };
        open.settle(warnings);
        open.last = Some((key.to_owned(), serde_json::Value::Null));
        open.span = span;
    }

    #[inline]
    fn last(&mut self) -> Option<&mut serde_json::Value> {
        self.0.last_mut()?.last.as_mut().map(|(_, value)| value)
    }

    fn has(&self, key: &str) -> bool {
        let is_last = |open: &OpenMap| open.last.as_ref().is_some_and(|(name, _)| name == key);
        self.0
            .last()
            .is_some_and(|open| is_last(open) || open.map.contains_key(key))
    }

    fn close(&mut self, _: Span, _: bool, warnings: &mut Vec<Warning>) -> serde_json::Value {
        let mut open = self.0.pop().unwrap_or_default();
        open.settle(warnings);
        serde_json::Value::Object(open.map)
    }
}

struct Open {
    shape: Shape,
    start: usize,
    /// Where the items of an array start in `values`.
    base: usize,
}

/// The value so far. The items of all open arrays lie on one stack, so that a closed array is allocated once, at its
/// size.
pub(crate) struct Builder<N: Node> {
    open: Vec<Open>,
    /// Items of open arrays, and the values at the top.
    values: Vec<N>,
    members: N::Members,
    pub(crate) warnings: Vec<Warning>,
}

impl<N: Node> Default for Builder<N> {
    fn default() -> Self {
        Self {
            open: Vec::with_capacity(6),
            values: Vec::with_capacity(12),
            members: N::Members::default(),
            warnings: Vec::new(),
        }
    }
}

impl<N: Node> Builder<N> {
    pub(crate) fn open(&mut self, shape: Shape, at: usize) {
        if shape == Shape::Object {
            self.members.open();
        }
        self.open.push(Open {
            shape,
            start: at,
            base: self.values.len(),
        });
    }

    pub(crate) fn close(&mut self, end: usize, complete: bool) {
        let Some(open) = self.open.pop() else { return };
        let span = Span::new(open.start, end);
        let node = match open.shape {
            Shape::Object => self.members.close(span, complete, &mut self.warnings),
            Shape::Array => N::array(
                self.values.split_off(open.base.min(self.values.len())),
                span,
                complete,
            ),
        };
        self.add(node);
    }

    /// Whether the open object has `key`.
    pub(crate) fn has_key(&self, key: &str) -> bool {
        self.members.has(key)
    }

    #[inline]
    pub(crate) fn key(&mut self, text: &str, span: Span) {
        self.members.add(text, span, &mut self.warnings);
    }

    #[inline]
    pub(crate) fn string(&mut self, text: &str, span: Span, complete: bool) {
        self.add(N::string(text, span, complete));
    }

    /// Adds a number; `text` is one in JSON's spelling.
    pub(crate) fn number(&mut self, text: &str, span: Span, complete: bool) {
        if !is_exact(text) {
            self.warnings.push(Warning {
                kind: WarningKind::LossyNumber,
                span,
            });
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
            Some(Open {
                shape: Shape::Object,
                ..
            }) => {
                if let Some(waiting) = self.members.last() {
                    *waiting = value;
                }
            }
            _ => self.values.push(value),
        }
    }

    /// Takes back the last value; in an object its key waits for another.
    pub(crate) fn retract(&mut self) -> Option<N> {
        match self.open.last() {
            Some(Open {
                shape: Shape::Object,
                ..
            }) => {
                let null = N::null(Span::default(), false);
                self.members
                    .last()
                    .map(|value| std::mem::replace(value, null))
            }
            _ => self.values.pop(),
        }
    }

    /// The last `count` items become the first items of a new open array.
    pub(crate) fn wrap(&mut self, count: usize, at: usize) {
        let base = self.values.len().saturating_sub(count);
        self.open.push(Open {
            shape: Shape::Array,
            start: at,
            base,
        });
    }

    /// The open container, which is empty, becomes one of `shape`.
    pub(crate) fn reshape(&mut self, shape: Shape) {
        let Some(open) = self.open.pop() else { return };
        if open.shape == Shape::Object {
            self.members
                .close(Span::default(), true, &mut self.warnings);
        }
        self.open(shape, open.start);
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

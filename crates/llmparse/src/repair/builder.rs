//! Builds the `Value` from the machine's events: `open`, `key`, `string`, `close`, and corrections of these.

use super::stretches::Events;
use crate::span::Span;
use crate::trace::{Warning, WarningKind};
use crate::value::{Data, Key, Number, Object, Spelled, Value};

/// A tree that the builder can build: our own, or `serde_json`'s.
pub(crate) trait Node: Sized + PartialEq {
    type Members: Members<Self>;
    fn null(span: Span, complete: bool) -> Self;
    fn boolean(truth: bool, span: Span, complete: bool) -> Self;
    fn number(number: Spelled<'_>, span: Span, complete: bool) -> Self;
    fn string(text: &str, span: Span, complete: bool) -> Self;
    fn array(items: Vec<Self>, span: Span, complete: bool) -> Self;
    /// The item of a list that has just one; anything else as it is.
    fn into_only_item(self) -> Self;
    fn is_null(&self) -> bool;
    /// Whether the members of an object stay in the order in which they came.
    const KEEPS_ORDER: bool;
    fn view(&self) -> View<'_, Self>;
    /// Shows the members of an object, one by one.
    fn each_member<'n>(&'n self, take: impl FnMut(&'n str, &'n Self));
}

/// A look at a tree.
pub(crate) enum View<'n, N> {
    Scalar,
    Text(&'n str),
    Items(&'n [N]),
    /// The object itself.
    Members(&'n N),
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

    fn number(number: Spelled<'_>, span: Span, complete: bool) -> Self {
        Self {
            data: Data::Number(Number::from_spelled(number)),
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

    fn is_null(&self) -> bool {
        matches!(self.data, Data::Null)
    }

    const KEEPS_ORDER: bool = true;

    #[inline]
    fn view(&self) -> View<'_, Self> {
        match &self.data {
            Data::String(text) => View::Text(text),
            Data::Array(items) => View::Items(items),
            Data::Object(_) => View::Members(self),
            _ => View::Scalar,
        }
    }

    fn each_member<'n>(&'n self, mut take: impl FnMut(&'n str, &'n Self)) {
        let object = self.as_object().into_iter();
        object
            .flat_map(Object::iter)
            .for_each(|(key, value)| take(key, value));
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

    fn number(number: Spelled<'_>, _: Span, _: bool) -> Self {
        number.to_json()
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

    fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    // Whether it does is for the features of `serde_json` to say.
    const KEEPS_ORDER: bool = false;

    #[inline]
    fn view(&self) -> View<'_, Self> {
        match self {
            Self::String(text) => View::Text(text),
            Self::Array(items) => View::Items(items),
            Self::Object(_) => View::Members(self),
            _ => View::Scalar,
        }
    }

    fn each_member<'n>(&'n self, mut take: impl FnMut(&'n str, &'n Self)) {
        let object = self.as_object().into_iter().flatten();
        object.for_each(|(key, value)| take(key, value));
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
    /// Forgets all open objects.
    fn clear(&mut self);
}

/// The members of all open objects one behind the other, so that an object is allocated once, at its size.
pub(crate) struct MemberStack {
    objects: Vec<OpenObject>,
    members: Vec<(Key, Value)>,
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
    ) -> Vec<(Key, Value)> {
        let mut places = std::collections::HashMap::new();
        let mut kept: Vec<(Key, Value)> = Vec::new();
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

    fn clear(&mut self) {
        self.objects.clear();
        self.members.clear();
        self.spans.clear();
    }
}

fn has_duplicates(members: &[(Key, Value)]) -> bool {
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

    fn clear(&mut self) {
        self.0.clear();
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
    pub(super) events: Events,
}

impl<N: Node> Default for Builder<N> {
    fn default() -> Self {
        Self {
            open: Vec::with_capacity(6),
            values: Vec::with_capacity(12),
            members: N::Members::default(),
            warnings: Vec::new(),
            events: Events::default(),
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
        self.events.close(self.open.last().map(|outer| outer.shape));
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
        let number = Spelled::new(text);
        if !number.is_exact() {
            self.warnings.push(Warning {
                kind: WarningKind::LossyNumber,
                span,
            });
        }
        self.add(N::number(number, span, complete));
    }

    pub(crate) fn boolean(&mut self, truth: bool, span: Span, complete: bool) {
        self.add(N::boolean(truth, span, complete));
    }

    pub(crate) fn null(&mut self, span: Span, complete: bool) {
        self.add(N::null(span, complete));
    }

    // ---- the same, noted as what the long path gave ---------------------------------------------------------------

    pub(super) fn note_open(&mut self, shape: Shape, at: usize) {
        self.events.open(shape);
        self.open(shape, at);
    }

    pub(super) fn note_key(&mut self, text: &str, span: Span) {
        self.events.key(text);
        self.key(text, span);
    }

    pub(super) fn note_string(&mut self, text: &str, span: Span, complete: bool) {
        self.events.text(text);
        self.string(text, span, complete);
    }

    pub(super) fn note_number(&mut self, text: &str, span: Span, complete: bool) {
        self.events.number(text);
        self.number(text, span, complete);
    }

    pub(super) fn note_boolean(&mut self, truth: bool, span: Span, complete: bool) {
        self.events.boolean(truth);
        self.boolean(truth, span, complete);
    }

    pub(super) fn note_null(&mut self, span: Span, complete: bool) {
        self.events.null();
        self.null(span, complete);
    }

    // ---- corrections ----------------------------------------------------------------------------------------------

    #[inline]
    fn add(&mut self, value: N) {
        match self.open.last() {
            Some(Open {
                shape: Shape::Object,
                ..
            }) => {
                if let Some(waiting) = self.members.last() {
                    let before = std::mem::replace(waiting, value);
                    // Most often there is nothing to drop, and asking is cheaper than the call.
                    if before.is_null() {
                        std::mem::forget(before);
                    }
                }
            }
            _ => self.values.push(value),
        }
    }

    /// Takes back the last value; in an object its key waits for another.
    pub(crate) fn retract(&mut self) -> Option<N> {
        self.events.is_corrected = true;
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
        self.events.is_corrected = true;
        let base = self.values.len().saturating_sub(count);
        self.open.push(Open {
            shape: Shape::Array,
            start: at,
            base,
        });
    }

    /// The open container, which is empty, becomes one of `shape`.
    pub(crate) fn reshape(&mut self, shape: Shape) {
        self.events.is_corrected = true;
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
    pub(crate) fn finish(&mut self) -> Option<(N, Vec<Warning>)> {
        let mut warnings = std::mem::take(&mut self.warnings);
        warnings.sort_by_key(|warning| warning.span);
        Some((self.values.pop()?, warnings))
    }

    /// Makes room for another value.
    pub(super) fn clear(&mut self) {
        self.open.clear();
        self.values.clear();
        self.members.clear();
        self.warnings.clear();
        self.events.clear();
    }
}

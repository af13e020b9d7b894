//! Builds the value from what the readers find: `open_map`, `key`, `add`, `close`; the last of equal keys is kept.

use std::collections::{HashMap, HashSet};

use super::scalar::{Scalar, resolve};
use crate::span::Span;
use crate::trace::{Warning, WarningKind};
use crate::value::{Data, Key, Object, Value};

/// Mappings with more keys than this are looked through with a set.
const FEW: usize = 16;

/// The open collections, and what is suspicious so far.
#[derive(Default)]
pub(super) struct Tree {
    frames: Vec<Frame>,
    pub(super) warnings: Vec<Warning>,
}

struct Frame {
    start: usize,
    nodes: Nodes,
}

enum Nodes {
    List(Vec<Value>),
    Map(Members),
}

#[derive(Default)]
struct Members {
    members: Vec<(Key, Value)>,
    keys: Vec<Span>,
    /// The key whose value has not come yet.
    pending: Option<(Key, Span)>,
    /// What `<<` merges, and before how many members it stands.
    merged: Vec<(usize, Object)>,
}

impl Tree {
    pub(super) fn depth(&self) -> usize {
        self.frames.len()
    }

    pub(super) fn open_list(&mut self, start: usize) {
        let nodes = Nodes::List(Vec::new());
        self.frames.push(Frame { start, nodes });
    }

    pub(super) fn open_map(&mut self, start: usize) {
        let nodes = Nodes::Map(Members::default());
        self.frames.push(Frame { start, nodes });
    }

    /// The innermost mapping.
    fn map(&mut self) -> Option<&mut Members> {
        match &mut self.frames.last_mut()?.nodes {
            Nodes::Map(members) => Some(members),
            Nodes::List(_) => None,
        }
    }

    /// Whether a mapping waits for its next key.
    pub(super) fn wants_key(&mut self) -> bool {
        self.map().is_some_and(|members| members.pending.is_none())
    }

    pub(super) fn key(&mut self, key: &str, span: Span) {
        if let Some(members) = self.map() {
            members.pending = Some((key.into(), span));
        }
    }

    /// Adds a value to the innermost collection.
    pub(super) fn add(&mut self, value: Value) {
        match self.frames.last_mut().map(|frame| &mut frame.nodes) {
            Some(Nodes::List(items)) => items.push(value),
            Some(Nodes::Map(members)) => members.add(value),
            None => {}
        }
    }

    /// Merges the members of `object` where the pending key `<<` stands.
    pub(super) fn merge(&mut self, object: Object) {
        if let Some(members) = self.map() {
            members.merged.push((members.members.len(), object));
        }
    }

    /// Gives up the pending key.
    pub(super) fn take_pending(&mut self) {
        if let Some(members) = self.map() {
            members.pending = None;
        }
    }

    /// Adds what the plain scalar at `span` says.
    pub(super) fn add_plain(&mut self, text: &str, span: Span) {
        let value = plain_value(text, span, &mut self.warnings);
        self.add(value);
    }

    /// Closes the innermost collection, which ends at `end`.
    pub(super) fn close(&mut self, end: usize) -> Option<Value> {
        let Frame { start, nodes } = self.frames.pop()?;
        let data = match nodes {
            Nodes::List(items) => Data::Array(items),
            Nodes::Map(members) => Data::Object(members.finish(&mut self.warnings)),
        };
        Some(value(data, Span::new(start, end)))
    }
}

impl Members {
    fn add(&mut self, value: Value) {
        if let Some((key, span)) = self.pending.take() {
            self.members.push((key, value));
            self.keys.push(span);
        }
    }

    fn finish(self, warnings: &mut Vec<Warning>) -> Object {
        let Self {
            members,
            keys,
            merged,
            ..
        } = self;
        let members = if has_duplicates(&members) {
            without_duplicates(members, keys, warnings)
        } else {
            members
        };
        if merged.is_empty() {
            return Object { members };
        }
        with_merged(members, merged)
    }
}

fn has_duplicates(members: &[(Key, Value)]) -> bool {
    if members.len() > FEW {
        let mut seen = HashSet::with_capacity(members.len());
        return !members.iter().all(|(key, _)| seen.insert(&**key));
    }
    let mut rest = members;
    while let Some(((key, _), behind)) = rest.split_first() {
        if behind.iter().any(|(other, _)| other == key) {
            return true;
        }
        rest = behind;
    }
    false
}

/// The last value of each key, in the place of the first.
fn without_duplicates(
    members: Vec<(Key, Value)>,
    keys: Vec<Span>,
    warnings: &mut Vec<Warning>,
) -> Vec<(Key, Value)> {
    let mut places = HashMap::new();
    let mut kept: Vec<(Key, Value)> = Vec::with_capacity(members.len());
    for ((key, value), span) in members.into_iter().zip(keys) {
        let place = places.get(&key).copied();
        match place.and_then(|place: usize| kept.get_mut(place)) {
            Some(earlier) => {
                let kind = WarningKind::DuplicateKey;
                warnings.push(Warning { kind, span });
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

/// The members and, where `<<` stood, those merged ones that are not there by themselves; of several the first.
fn with_merged(members: Vec<(Key, Value)>, merged: Vec<(usize, Object)>) -> Object {
    let mut seen: HashSet<Key> = members.iter().map(|(key, _)| key.clone()).collect();
    let mut out = Vec::with_capacity(members.len());
    let mut merged = merged.into_iter().peekable();
    let mut members = members.into_iter().enumerate().peekable();
    loop {
        let next = members.peek().map_or(usize::MAX, |(index, _)| *index);
        if let Some((_, object)) = merged.next_if(|(before, _)| *before <= next) {
            let fresh = object.members.into_iter();
            out.extend(fresh.filter(|(key, _)| seen.insert(key.clone())));
        } else if let Some((_, member)) = members.next() {
            out.push(member);
        } else {
            return Object { members: out };
        }
    }
}

pub(super) fn value(data: Data, span: Span) -> Value {
    Value {
        data,
        span,
        complete: true,
    }
}

pub(super) fn text_value(text: &str, span: Span) -> Value {
    value(Data::String(text.into()), span)
}

/// The value of a plain scalar.
pub(super) fn plain_value(text: &str, span: Span, warnings: &mut Vec<Warning>) -> Value {
    let mut warn = |kind| warnings.push(Warning { kind, span });
    let data = match resolve(text) {
        Scalar::Text => Data::String(text.into()),
        Scalar::Null => Data::Null,
        Scalar::Bool(truth) => Data::Bool(truth),
        Scalar::NonFinite => {
            warn(WarningKind::NonFinite);
            Data::Null
        }
        Scalar::Number(number) => {
            if !number.is_exact() {
                warn(WarningKind::LossyNumber);
            }
            Data::Number(number)
        }
    };
    value(data, span)
}

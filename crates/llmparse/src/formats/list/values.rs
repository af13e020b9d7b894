//! Lists in JSON: `["a", 1]`, `{"tags": ["a"]}`, `[{"name": "a"}]`.

use std::borrow::Cow;

use super::marker::{Mark, Marker, read_marker};
use super::{Draft, Entry, Failure, Shape, read_text, warn, words};
use crate::span::Span;
use crate::trace::{Warning, WarningKind};
use crate::value::{Data, Object, Value};

/// The list that `value` is or holds.
pub(crate) fn read_value(value: &Value, shape: Shape) -> Result<Draft<'static>, Failure> {
    let mut reader = Reader {
        shape,
        entries: Vec::new(),
        warnings: Vec::new(),
        is_cut: false,
    };
    reader.read(value)?;
    reader.drop_cut_off();
    drop_marks(&mut reader.entries);
    let is_refused = match reader.entries.as_slice() {
        [only] => words::starts_refusal(&only.text) && only.text.contains(' '),
        _ => false,
    };
    if is_refused {
        return Err(Failure::Refused);
    }
    if let [only] = reader.entries.as_slice() {
        if words::is_nothing(&only.text) && !only.text.is_empty() {
            reader
                .warnings
                .push(warn(WarningKind::PlaceholderItem, only.span));
        }
    }
    Ok(Draft {
        entries: reader.entries,
        span: value.span,
        warnings: reader.warnings,
    })
}

/// `["1. red", "2. blue"]`: marks before every item are no part of them.
fn drop_marks(entries: &mut [Entry<'_>]) {
    let markers: Option<Vec<Marker<'_>>> = entries
        .iter()
        .map(|entry| read_marker(&entry.text))
        .collect();
    let Some(markers) = markers.filter(|markers| markers.len() > 1) else {
        return;
    };
    let follows = |(last, this): (&Marker<'_>, &Marker<'_>)| match (last.mark, this.mark) {
        (Mark::Bullet(one), Mark::Bullet(other)) => one == other && !this.is_weak,
        (Mark::Ordinal(last), Mark::Ordinal(this)) => this.follows(&last),
        _ => false,
    };
    if !markers.iter().zip(markers.iter().skip(1)).all(follows) {
        return;
    }
    let starts: Vec<usize> = markers.iter().map(|marker| marker.text_at).collect();
    for (entry, start) in entries.iter_mut().zip(starts) {
        let text = entry.text.get(start..).unwrap_or_default();
        entry.text = Cow::Owned(text.to_owned());
    }
}

struct Reader {
    shape: Shape,
    entries: Vec<Entry<'static>>,
    warnings: Vec<Warning>,
    /// Whether the last entry was cut off.
    is_cut: bool,
}

impl Reader {
    fn warn(&mut self, kind: WarningKind, span: Span) {
        self.warnings.push(warn(kind, span));
    }

    fn read(&mut self, value: &Value) -> Result<(), Failure> {
        match &value.data {
            Data::Array(items) => self.read_items(items, 0),
            Data::Object(object) => self.read_object(object, value.span),
            _ => Err(Failure::Nothing),
        }
    }

    fn drop_cut_off(&mut self) {
        if self.is_cut && self.entries.len() > 1 {
            if let Some(last) = self.entries.pop() {
                self.warn(WarningKind::CutOffItem, last.span);
            }
        } else if let Some(last) = self.entries.last().filter(|_| self.is_cut) {
            let span = last.span;
            self.warn(WarningKind::CutOffItem, span);
        }
    }

    fn push(&mut self, text: String, depth: usize, value: &Value) {
        self.is_cut = !value.complete;
        let trimmed = text.trim();
        let text = if trimmed.len() < text.len() {
            trimmed.to_owned()
        } else {
            text
        };
        self.entries.push(Entry {
            depth,
            ..Entry::new(Cow::Owned(text), value.span)
        });
    }

    // ---- arrays -----------------------------------------------------------------------------------------------------

    fn read_items(&mut self, items: &[Value], depth: usize) -> Result<(), Failure> {
        let key = find_text_key(items)?;
        let mut is_below = false;
        for item in items {
            match &item.data {
                Data::Null => self.warn(WarningKind::EmptyItem, item.span),
                Data::Array(inner) => {
                    if !is_below {
                        self.warn(WarningKind::NestedItems, item.span);
                    }
                    self.read_items(inner, depth + usize::from(is_below))?;
                }
                Data::Object(object) => self.read_row(object, item, key, depth)?,
                _ => self.push(scalar_text(item), depth, item),
            }
            is_below = matches!(item.data, Data::String(_));
        }
        Ok(())
    }

    /// `{"name": "a", "items": ["b"]}` in a list.
    fn read_row(
        &mut self,
        object: &Object,
        value: &Value,
        key: Option<&str>,
        depth: usize,
    ) -> Result<(), Failure> {
        let Some((name, text)) = key.and_then(|key| Some((key, object.get(key)?))) else {
            if object.iter().any(|(_, member)| member.as_array().is_some()) {
                self.warn(WarningKind::NestedItems, value.span);
                return self.read_object(object, value.span);
            }
            self.warn(
                if value.complete {
                    WarningKind::EmptyItem
                } else {
                    WarningKind::CutOffItem
                },
                value.span,
            );
            return Ok(());
        };
        self.push(scalar_text(text), depth, text);
        for (other, member) in object.iter().filter(|(other, _)| *other != name) {
            match member
                .as_array()
                .filter(|_| is_one_of(other, words::CHILD_KEYS))
            {
                Some(below) => self.read_items(below, depth + 1)?,
                None => self.warn(WarningKind::PickedField, member.span),
            }
        }
        Ok(())
    }

    // ---- objects ----------------------------------------------------------------------------------------------------

    fn read_object(&mut self, object: &Object, span: Span) -> Result<(), Failure> {
        if let Some(member) = find_known(object)? {
            self.warn_others(object, member);
            return self.read_member(member);
        }
        let lists: Vec<(&str, &Value)> = object
            .iter()
            .filter(|(_, member)| member.as_array().is_some())
            .collect();
        let full: Vec<(&str, &Value)> = lists
            .iter()
            .copied()
            .filter(|(_, member)| !is_empty(member))
            .collect();
        match (full.as_slice(), lists.as_slice()) {
            ([(_, member)], _) | ([], [(_, member)]) => self.read_member(member),
            ([], []) => self.read_inner(object, span),
            (lists, _) | ([], lists) if self.shape == Shape::Tree => self.read_labelled(lists),
            (lists, _) => Err(ambiguous(lists, span)),
        }
    }

    fn warn_others(&mut self, object: &Object, member: &Value) {
        let others = object.iter().filter(|(_, other)| {
            !std::ptr::eq(*other, member) && other.as_array().is_some_and(|items| !items.is_empty())
        });
        for (_, other) in others {
            self.warn(WarningKind::OtherCandidate, other.span);
        }
    }

    fn read_member(&mut self, member: &Value) -> Result<(), Failure> {
        match &member.data {
            Data::Array(items) => self.read_items(items, 0),
            Data::String(text) => self.read_string(text, member),
            _ => self.read(member),
        }
    }

    /// A list written as text: `{"tags": "a, b"}`.
    fn read_string(&mut self, text: &str, value: &Value) -> Result<(), Failure> {
        let draft = read_text(text)?;
        self.is_cut = !value.complete;
        self.warnings
            .extend(draft.warnings.into_iter().map(|warning| Warning {
                span: value.span,
                ..warning
            }));
        self.entries
            .extend(draft.entries.into_iter().map(|entry| Entry {
                span: value.span,
                ..entry.into_owned()
            }));
        Ok(())
    }

    /// Every list under its name.
    fn read_labelled(&mut self, lists: &[(&str, &Value)]) -> Result<(), Failure> {
        for (name, member) in lists {
            self.entries
                .push(Entry::new(Cow::Owned((*name).to_owned()), member.span));
            self.read_items(member.as_array().unwrap_or_default(), 1)?;
        }
        Ok(())
    }

    /// The object in an object that holds a list, or texts that are counted: `{"1": "a", "2": "b"}`.
    fn read_inner(&mut self, object: &Object, span: Span) -> Result<(), Failure> {
        if is_counted(object) {
            object
                .iter()
                .for_each(|(_, member)| self.push(scalar_text(member), 0, member));
            return Ok(());
        }
        let mut inner = object
            .iter()
            .filter(|(_, member)| member.as_object().is_some());
        let named = || {
            object
                .iter()
                .find(|(name, member)| words::is_list_label(name) && member.as_str().is_some())
        };
        match (inner.next(), inner.next()) {
            (Some((_, member)), None) => self.read(member),
            (None, _) => match named().filter(|_| object.len() == 1) {
                Some((_, member)) => self.read_member(member),
                None => Err(Failure::Nothing),
            },
            (Some(_), Some(_)) => {
                let objects: Vec<(&str, &Value)> = object.iter().collect();
                Err(ambiguous(&objects, span))
            }
        }
    }
}

fn is_one_of(name: &str, names: &[&str]) -> bool {
    names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

fn is_empty(value: &Value) -> bool {
    value.as_array().is_some_and(<[Value]>::is_empty)
}

/// The member under one of the names that lists have; an empty one only if there is no other.
fn find_known(object: &Object) -> Result<Option<&Value>, Failure> {
    let holds_list = |value: &Value| matches!(value.data, Data::Array(_) | Data::String(_));
    let known: Vec<(&str, &Value)> = object
        .iter()
        .filter(|(name, member)| is_one_of(name, words::LIST_KEYS) && holds_list(member))
        .collect();
    let full: Vec<(&str, &Value)> = known
        .iter()
        .copied()
        .filter(|(_, member)| !is_empty(member))
        .collect();
    let is_string_among_lists = |member: &Value| {
        member.as_str().is_some() && object.iter().any(|(_, other)| other.as_array().is_some())
    };
    match full.as_slice() {
        [(_, member)] if is_string_among_lists(member) => Ok(None),
        [(_, member)] => Ok(Some(member)),
        [] => Ok(known.first().map(|(_, member)| *member).filter(|_| {
            object
                .iter()
                .filter(|(_, member)| member.as_array().is_some_and(|items| !items.is_empty()))
                .count()
                == 0
        })),
        [(_, first), ..] => Err(ambiguous(&full, first.span)),
    }
}

fn ambiguous(members: &[(&str, &Value)], span: Span) -> Failure {
    Failure::Ambiguous {
        readings: members
            .iter()
            .take(8)
            .map(|(name, _)| crate::error::excerpt(name))
            .collect(),
        span,
    }
}

/// `1`, `2`, or `tag1`, `tag2`: texts under names that count.
fn is_counted(object: &Object) -> bool {
    let stem = |name: &str| {
        name.trim_end_matches(|letter: char| letter.is_ascii_digit())
            .len()
    };
    let first = object
        .iter()
        .next()
        .map(|(name, _)| name.get(..stem(name)).unwrap_or_default().to_owned());
    let Some(first) = first.filter(|_| object.len() > 1) else {
        return false;
    };
    object.iter().all(|(name, member)| {
        let is_scalar = !matches!(member.data, Data::Array(_) | Data::Object(_) | Data::Null);
        stem(name) < name.len()
            && name.starts_with(&*first)
            && stem(name) == first.len()
            && is_scalar
    })
}

/// The name of the member that tells what each object of a list is.
fn find_text_key(items: &[Value]) -> Result<Option<&str>, Failure> {
    let objects: Vec<&Object> = items
        .iter()
        .filter(|item| item.complete)
        .filter_map(Value::as_object)
        .collect();
    let objects = if objects.is_empty() {
        items.iter().filter_map(Value::as_object).collect()
    } else {
        objects
    };
    let Some(first) = objects.first() else {
        return Ok(None);
    };
    let is_text = |member: &Value| member.as_str().is_some();
    let is_everywhere = |name: &str| {
        objects
            .iter()
            .all(|object| object.get(name).is_some_and(is_text))
    };
    let named = |wanted: &&&str| {
        first
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(wanted))
            .filter(|(name, _)| is_everywhere(name))
    };
    let known = words::TEXT_KEYS
        .iter()
        .find_map(|wanted| named(&wanted))
        .map(|(name, _)| name);
    if known.is_some() {
        return Ok(known);
    }
    let texts: Vec<(&str, &Value)> = first
        .iter()
        .filter(|(name, member)| is_text(member) && is_everywhere(name))
        .collect();
    match texts.as_slice() {
        [(name, _)] => Ok(Some(name)),
        [] if objects.iter().all(|object| holds_list(object)) => Ok(None),
        [] => Err(Failure::Nothing),
        texts => Err(ambiguous(
            texts,
            texts
                .first()
                .map_or(Span::default(), |(_, member)| member.span),
        )),
    }
}

/// `{"tags": ["a"]}` in a list.
fn holds_list(object: &Object) -> bool {
    let lists = object
        .iter()
        .filter(|(_, member)| member.as_array().is_some());
    lists.count() == 1
}

fn scalar_text(value: &Value) -> String {
    match &value.data {
        Data::String(text) => text.to_string(),
        _ => value.to_json_text(),
    }
}

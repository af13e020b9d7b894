//! What a `$ref` names: `#`, `#/$defs/Address`, `#address` (an `$anchor`), and the same behind an `$id`.

use std::collections::HashMap;

use super::error::{SchemaError, quote};
use crate::value::{Data, Value};

pub(super) struct Refs<'d> {
    document: &'d Value,
    /// Read when the first reference is asked for.
    names: Option<Names<'d>>,
}

/// A schema and where it stands.
type Place<'d> = (&'d Value, String);

/// What a schema calls its parts.
#[derive(Default)]
struct Names<'d> {
    /// By `$anchor`.
    anchors: HashMap<&'d str, Place<'d>>,
    /// By `$id`, the schema as a whole among them.
    ids: HashMap<&'d str, Place<'d>>,
    /// The parts with an `$id`, by where they stand: a pointer inside of one starts there.
    bases: HashMap<String, &'d Value>,
    /// Every part, by its pointer.
    places: HashMap<String, &'d Value>,
}

impl<'d> Refs<'d> {
    pub(super) fn new(document: &'d Value) -> Self {
        Self {
            document,
            names: None,
        }
    }

    /// The schema that `reference`, which stands at `path`, names, and where that one stands.
    pub(super) fn find(&mut self, reference: &str, path: &str) -> Result<Place<'d>, SchemaError> {
        let document = self.document;
        let names = self.names.get_or_insert_with(|| Names::of(document));
        let (id, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let base = match id {
            "" => Some(names.base(document, path)),
            id => names.with_id(id),
        };
        let Some((schema, start)) = base else {
            let reason = "is not in this schema; a reference starts with `#`, as in `#/$defs/Name`";
            return Err(SchemaError::new(
                path,
                format!("{} {reason}", quote(reference)),
            ));
        };
        let fragment = unescape_percent(fragment);
        let found = match fragment.as_str() {
            "" => Some((schema, start)),
            pointer if pointer.starts_with('/') => names.at(start + pointer),
            anchor => names.anchors.get(anchor).cloned(),
        };
        let reason = || format!("nothing stands at {}", quote(reference));
        found.ok_or_else(|| SchemaError::new(path, reason()))
    }
}

impl<'d> Names<'d> {
    fn of(document: &'d Value) -> Self {
        let mut names = Self::default();
        let mut open = vec![(document, String::new())];
        while let Some((value, path)) = open.pop() {
            match &value.data {
                Data::Object(object) => {
                    names.add(value, &path);
                    let members = object.iter();
                    open.extend(members.map(|(key, child)| (child, join(&path, key))));
                }
                Data::Array(items) => {
                    let items = items.iter().enumerate();
                    open.extend(
                        items.map(|(index, child)| (child, join(&path, &index.to_string()))),
                    );
                }
                _ => {}
            }
            names.places.insert(path, value);
        }
        names
    }

    fn add(&mut self, schema: &'d Value, path: &str) {
        let text = |key| schema.get(key).and_then(Value::as_str);
        for anchor in [text("$anchor"), text("$dynamicAnchor")]
            .into_iter()
            .flatten()
        {
            self.anchors.insert(anchor, (schema, path.to_owned()));
        }
        // In draft 7 an anchor is an `$id` that is only a fragment; in draft 4 it is called `id`.
        let old = text("id").filter(|_| path.is_empty());
        let Some(id) = text("$id").or(old) else {
            return;
        };
        match id.strip_prefix('#') {
            Some(anchor) if !anchor.is_empty() => {
                self.anchors.insert(anchor, (schema, path.to_owned()));
            }
            _ => {
                let id = id.strip_suffix('#').unwrap_or(id);
                self.ids.insert(id, (schema, path.to_owned()));
                self.bases.insert(path.to_owned(), schema);
            }
        }
    }

    fn at(&self, pointer: String) -> Option<Place<'d>> {
        let schema = *self.places.get(&pointer)?;
        Some((schema, pointer))
    }

    /// The part with an `$id` of its own that `path` lies in, or all of the schema.
    fn base(&self, document: &'d Value, path: &str) -> Place<'d> {
        let mut path = path;
        loop {
            if let Some(schema) = self.bases.get(path) {
                return (schema, path.to_owned());
            }
            let Some((parent, _)) = path.rsplit_once('/') else {
                return (document, String::new());
            };
            path = parent;
        }
    }

    /// The part with this `$id`: in full, or, if just one ends so, its end, as in `/schemas/address`.
    fn with_id(&self, id: &str) -> Option<Place<'d>> {
        if let Some(place) = self.ids.get(id) {
            return Some(place.clone());
        }
        let end = format!("/{}", id.trim_start_matches("./").trim_start_matches('/'));
        let mut ending = self.ids.iter().filter(|(known, _)| known.ends_with(&end));
        match (ending.next(), ending.next()) {
            (Some((_, place)), None) => Some(place.clone()),
            _ => None,
        }
    }
}

/// `path` with one more step, as a JSON pointer.
pub(crate) fn join(path: &str, step: &str) -> String {
    let mut joined = String::with_capacity(path.len() + step.len() + 1);
    joined.push_str(path);
    join_to(&mut joined, step);
    joined
}

/// Adds one more step to `path`, a JSON pointer.
pub(crate) fn join_to(path: &mut String, step: &str) {
    path.push('/');
    if step.contains(['~', '/']) {
        path.push_str(&step.replace('~', "~0").replace('/', "~1"));
    } else {
        path.push_str(step);
    }
}

/// `%24defs` is `$defs`; what is no escape stays.
fn unescape_percent(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&byte, behind)) = rest.split_first() {
        let escaped = behind
            .get(..2)
            .and_then(|code| std::str::from_utf8(code).ok());
        let code = escaped
            .filter(|_| byte == b'%')
            .and_then(|code| u8::from_str_radix(code, 16).ok());
        bytes.push(code.unwrap_or(byte));
        rest = behind
            .get(if code.is_some() { 2 } else { 0 }..)
            .unwrap_or_default();
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

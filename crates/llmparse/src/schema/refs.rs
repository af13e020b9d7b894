//! What a `$ref` names: `#`, `#/$defs/Address`, `#address` (an `$anchor`), and the same behind the schema's own `$id`.

use std::collections::HashMap;

use super::error::{SchemaError, quote};
use crate::value::{Data, Object, Value};

pub(super) struct Refs<'d> {
    document: &'d Value,
    id: Option<&'d str>,
    /// Every object with an `$anchor`, with where it stands; read when the first anchor is asked for.
    anchors: Option<HashMap<&'d str, (&'d Value, String)>>,
}

impl<'d> Refs<'d> {
    pub(super) fn new(document: &'d Value) -> Self {
        Self {
            document,
            id: document
                .get("$id")
                .or_else(|| document.get("id"))
                .and_then(Value::as_str),
            anchors: None,
        }
    }

    /// The schema that `reference` names, and where it stands.
    pub(super) fn find(
        &mut self,
        reference: &str,
        path: &str,
    ) -> Result<(&'d Value, String), SchemaError> {
        let fragment = self.fragment(reference, path)?;
        let found = match fragment.as_str() {
            "" => Some((self.document, String::new())),
            pointer if pointer.starts_with('/') => {
                follow(self.document, pointer).map(|schema| (schema, pointer.to_owned()))
            }
            anchor => self.anchors().get(anchor).cloned(),
        };
        found.ok_or_else(|| {
            SchemaError::new(path, format!("nothing stands at {}", quote(reference)))
        })
    }

    /// What stands behind the `#`.
    fn fragment(&self, reference: &str, path: &str) -> Result<String, SchemaError> {
        let (document, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let is_here = document.is_empty()
            || self
                .id
                .is_some_and(|id| id.trim_end_matches('#') == document);
        if is_here {
            return Ok(unescape_percent(fragment));
        }
        let reason = "is not in this schema; a reference starts with `#`, as in `#/$defs/Name`";
        Err(SchemaError::new(
            path,
            format!("{} {reason}", quote(reference)),
        ))
    }

    fn anchors(&mut self) -> &HashMap<&'d str, (&'d Value, String)> {
        let document = self.document;
        self.anchors.get_or_insert_with(|| find_anchors(document))
    }
}

fn find_anchors(document: &Value) -> HashMap<&str, (&Value, String)> {
    let mut found = HashMap::new();
    let mut open = vec![(document, String::new())];
    while let Some((value, path)) = open.pop() {
        let names = ["$anchor", "$dynamicAnchor"].map(|key| value.get(key).and_then(Value::as_str));
        for name in names.into_iter().flatten() {
            found.insert(name, (value, path.clone()));
        }
        match &value.data {
            Data::Object(object) => {
                open.extend(object.iter().map(|(key, child)| (child, join(&path, key))))
            }
            Data::Array(items) => {
                let items = items.iter().enumerate();
                open.extend(items.map(|(index, child)| (child, join(&path, &index.to_string()))));
            }
            _ => {}
        }
    }
    found
}

/// What the JSON pointer `pointer` names in `document`.
fn follow<'d>(document: &'d Value, pointer: &str) -> Option<&'d Value> {
    pointer
        .split('/')
        .skip(1)
        .try_fold(document, |value, step| {
            let step = step.replace("~1", "/").replace("~0", "~");
            match &value.data {
                Data::Object(object) => Object::get(object, &step),
                Data::Array(items) => items.get(step.parse::<usize>().ok()?),
                _ => None,
            }
        })
}

/// `path` with one more step, as a JSON pointer.
pub(super) fn join(path: &str, step: &str) -> String {
    if step.contains(['~', '/']) {
        format!("{path}/{}", step.replace('~', "~0").replace('/', "~1"))
    } else {
        format!("{path}/{step}")
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

//! The fields that have to be there, put in where they are missing: `{"a": 1}` becomes `{"a": 1, "b": null}`.

use std::collections::HashSet;

use crate::pipeline::parse_value;
use crate::span::Span;
use crate::value::spaced::to_spaced_text;
use crate::value::{Data, Object, Value, write_text};

/// The names that are required, and what they get if they are missing.
#[derive(Clone, Debug, Default)]
pub(super) struct Fields {
    required: Vec<String>,
    defaults: Vec<(String, Value)>,
}

/// What one field of an object lacks.
enum Lack {
    /// The name is not there.
    Member,
    /// It is null; the place of the null.
    Value(Span),
}

impl Fields {
    pub(super) fn require(&mut self, names: impl Iterator<Item = String>) {
        for name in names {
            if !self.required.contains(&name) {
                self.required.push(name);
            }
        }
    }

    pub(super) fn set_defaults(&mut self, defaults: impl Iterator<Item = (String, Value)>) {
        for (name, value) in defaults {
            self.defaults.retain(|(known, _)| *known != name);
            self.defaults.push((name, value));
        }
    }

    pub(super) fn required(&self) -> &[String] {
        &self.required
    }

    /// Whether every field is in `object`, be it null.
    pub(super) fn missing_in(&self, object: &Object) -> Vec<String> {
        let is_missing = |name: &&String| object.get(name).is_none();
        self.required.iter().filter(is_missing).cloned().collect()
    }

    /// The fields that are not among `names`, in any spelling.
    pub(super) fn missing_among<'n>(&self, names: impl Iterator<Item = &'n str>) -> Vec<String> {
        let names: HashSet<String> = names.map(fold).collect();
        let missing = self
            .required
            .iter()
            .filter(|name| !names.contains(&fold(name)));
        missing.cloned().collect()
    }

    pub(super) fn are_all_in(&self, value: &Value) -> bool {
        value
            .as_object()
            .is_some_and(|object| self.missing_in(object).is_empty())
    }

    fn default_of(&self, name: &str) -> Value {
        let known = self.defaults.iter().find(|(known, _)| known == name);
        known.map_or_else(|| Data::Null.into(), |(_, value)| value.clone())
    }

    /// The fields that a default would change, and the defaults. A null that would stay null is left alone.
    fn lacking(&self, object: &Object) -> Vec<(&String, Lack, Value)> {
        let lacking = self.required.iter().filter_map(|name| {
            let default = self.default_of(name);
            match object.get(name) {
                None => Some((name, Lack::Member, default)),
                Some(value) if value.is_null() && !default.is_null() => {
                    Some((name, Lack::Value(value.span), default))
                }
                Some(_) => None,
            }
        });
        lacking.collect()
    }

    /// Sets what `value` lacks, if it is an object, and gives the names.
    pub(super) fn inject(&self, value: &mut Value) -> Vec<String> {
        let Data::Object(object) = &mut value.data else {
            return Vec::new();
        };
        let mut names = Vec::new();
        for (name, _, default) in self.lacking(object) {
            object.insert(name.as_str(), default);
            names.push(name.clone());
        }
        names
    }

    /// The object that `text` is with what it lacks, the rest of it as it stands, and the names; none if it lacks
    /// nothing, or is no JSON object.
    pub(super) fn inject_text(&self, text: &str) -> Option<(String, Vec<String>)> {
        if self.required.is_empty() || !is_object(text) {
            return None;
        }
        let value = parse_value(text).ok()?;
        let object = value.as_object()?;
        let mut names = Vec::new();
        let mut nulls = Vec::new();
        let mut added = Vec::new();
        for (name, lack, default) in self.lacking(object) {
            names.push(name.clone());
            match lack {
                Lack::Member => added.push((name.as_str(), default)),
                Lack::Value(span) => nulls.push((span, default)),
            }
        }
        if names.is_empty() {
            return None;
        }
        nulls.sort_by_key(|(span, _)| *span);
        let end = text.trim_end().len().checked_sub(1)?;
        let mut out = replace(text.get(..end)?, &nulls);
        add_members(&mut out, &added, object.is_empty());
        out.push('}');
        Some((out, names))
    }
}

/// A name without case, blanks, hyphens and underscores alike.
pub(super) fn fold(name: &str) -> String {
    let lower = name.trim().to_lowercase();
    let words = lower.split(|letter: char| letter.is_whitespace() || matches!(letter, '_' | '-'));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("_")
}

/// Whether `text` is a JSON object and nothing else.
fn is_object(text: &str) -> bool {
    text.trim_start().starts_with('{') && text.trim_end().ends_with('}')
}

/// `text` with the values put in at their places, which are sorted.
fn replace(text: &str, places: &[(Span, Value)]) -> String {
    let mut out = String::with_capacity(text.len() + 64);
    let mut done = 0;
    for (span, value) in places {
        out.push_str(text.get(done..span.start()).unwrap_or_default());
        out.push_str(&to_spaced_text(value));
        done = span.end();
    }
    out.push_str(text.get(done..).unwrap_or_default());
    out
}

/// Adds members to `out`, an object that is still open, each on a line of its own if the others are.
fn add_members(out: &mut String, members: &[(&str, Value)], mut is_first: bool) {
    if members.is_empty() {
        return;
    }
    let tail = out
        .get(out.trim_end().len()..)
        .unwrap_or_default()
        .to_owned();
    let blank = first_blank(out);
    out.truncate(out.trim_end().len());
    for (name, default) in members {
        match (is_first, blank.contains('\n')) {
            (true, _) => {}
            (false, true) => {
                out.push(',');
                out.push_str(&blank);
            }
            (false, false) => out.push_str(", "),
        }
        is_first = false;
        write_text(out, name);
        out.push_str(": ");
        out.push_str(&to_spaced_text(default));
    }
    out.push_str(&tail);
}

/// The blanks behind the opening brace.
fn first_blank(text: &str) -> String {
    let inner = text.trim_start().strip_prefix('{').unwrap_or_default();
    let len = inner.len() - inner.trim_start().len();
    inner.get(..len).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn inject(text: &str) -> Option<String> {
        let mut fields = Fields::default();
        fields.require(["a", "b"].map(str::to_owned).into_iter());
        fields.set_defaults([("b".to_owned(), json!([1, 2]).into())].into_iter());
        fields.inject_text(text).map(|(text, _)| text)
    }

    #[test]
    fn members_are_added_in_the_layout_of_the_text() {
        for (text, wanted) in [
            ("{}", r#"{"a": null, "b": [1, 2]}"#),
            ("{ }", r#"{"a": null, "b": [1, 2] }"#),
            (r#"{"x":1}"#, r#"{"x":1, "a": null, "b": [1, 2]}"#),
            ("{\n  \"a\": 1\n}", "{\n  \"a\": 1,\n  \"b\": [1, 2]\n}"),
            (
                r#"{"a": 1.50, "x": "ä"}"#,
                r#"{"a": 1.50, "x": "ä", "b": [1, 2]}"#,
            ),
        ] {
            assert_eq!(inject(text).as_deref(), Some(wanted), "{text}");
        }
    }

    #[test]
    fn a_null_gets_its_default_in_its_place() {
        let wanted = r#"{"b": [1, 2], "x": {"b": null}, "a": null}"#;
        let text = r#"{"b": null, "x": {"b": null}, "a": null}"#;
        assert_eq!(inject(text).as_deref(), Some(wanted));
        let twice = r#"{"a": 1, "b": 2, "b": null}"#;
        assert_eq!(inject(twice).unwrap(), r#"{"a": 1, "b": 2, "b": [1, 2]}"#);
    }

    #[test]
    fn what_lacks_nothing_or_is_no_object_is_left_alone() {
        for text in [
            r#"{"a": 0, "b": ""}"#,
            r#"{"a": null, "b": 1}"#,
            "[{}]",
            "{",
        ] {
            assert_eq!(inject(text), None, "{text}");
        }
    }
}

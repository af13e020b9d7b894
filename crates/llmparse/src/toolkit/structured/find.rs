//! Where the values of fields stand: in tags, behind `name:`, below headings, or in a JSON object.

use std::collections::HashMap;

use crate::error::{ParseError, excerpt};
use crate::options::{Options, ParseMode};
use crate::pipeline::{parse_fields_with_trace, parse_value_with_trace, parse_xml_tags_with_trace};
use crate::toolkit::structured::{ResponseSchema, fold};
use crate::trace::{Trace, Traced, Warning, WarningKind};
use crate::value::{Data, Object, Value};

/// The value of a field as it was found.
pub(super) struct Found {
    pub(super) value: Value,
    /// Whether it has a type of its own, which JSON gives it.
    pub(super) is_json: bool,
}

impl Found {
    /// Nothing stands there. A text that JSON says is empty is one.
    pub(super) fn is_empty(&self) -> bool {
        match &self.value.data {
            Data::Null => true,
            Data::String(text) => !self.is_json && text.trim().is_empty(),
            _ => false,
        }
    }
}

type Values = Vec<Option<Found>>;

fn count(values: &Values) -> usize {
    let found = values.iter().flatten();
    found.filter(|found| !found.is_empty()).count()
}

/// What a reply has for each of `fields`; an error only if it cannot be read at all.
pub(super) fn find(fields: &[ResponseSchema], text: &str, options: &Options) -> Traced<Values> {
    let search = Search {
        fields,
        text,
        options,
    };
    let lines = search.find_lines();
    if matches!(&lines.result, Err(error) if !matches!(error, ParseError::Unparseable { .. })) {
        return lines;
    }
    match search.find_json() {
        Some(json) if is_better(&json, &lines) => json,
        _ => search.add_tags(lines),
    }
}

/// Whether what JSON says is no less than what lines say; if the JSON is a part of a value on a line, it has to be more.
fn is_better(json: &Traced<Values>, lines: &Traced<Values>) -> bool {
    let count = |read: &Traced<Values>| read.result.as_ref().map_or(0, count);
    let place = json.trace.extracted.unwrap_or_default();
    let is_part = |found: &Found| {
        let value = found.value.span;
        value.start() <= place.start() && place.end() <= value.end() && value != place
    };
    let values = lines.result.iter().flatten().flatten();
    let least = count(lines) + usize::from(values.into_iter().any(is_part));
    count(json) >= least
}

#[derive(Clone, Copy)]
struct Search<'s> {
    fields: &'s [ResponseSchema],
    text: &'s str,
    options: &'s Options,
}

impl<'s> Search<'s> {
    fn names(&self) -> Vec<&'s str> {
        let fields = self.fields.iter();
        fields.flat_map(ResponseSchema::all_names).collect()
    }

    // ---- lines ------------------------------------------------------------------------------------------------------

    /// What stands behind names on lines, below headings, and in tags.
    fn find_lines(&self) -> Traced<Values> {
        let names = self.names();
        let Traced { result, mut trace } = parse_fields_with_trace(self.text, &names, self.options);
        let result = result.map(|found| self.choose(found, &mut trace));
        Traced { result, trace }
    }

    /// The first value of each field that is not empty, its own name before its aliases.
    fn choose(&self, found: Vec<(String, Value)>, trace: &mut Trace) -> Values {
        let mut by_name: HashMap<String, Found> = HashMap::new();
        for (name, value) in found {
            let span = value.span;
            let found = Found {
                value,
                is_json: false,
            };
            let earlier = by_name.get(&name).filter(|earlier| !earlier.is_empty());
            if earlier.is_none() {
                by_name.insert(name, found);
            } else if !found.is_empty() {
                trace.warnings.push(Warning {
                    kind: WarningKind::ConflictingAnswers,
                    span,
                });
            }
        }
        let fields = self.fields.iter();
        fields
            .map(|field| choose_name(field, &mut by_name))
            .collect()
    }

    // ---- JSON -------------------------------------------------------------------------------------------------------

    /// The members of a JSON object that are asked for, if there is an object with one of them.
    fn find_json(&self) -> Option<Traced<Values>> {
        memchr::memchr(b'{', self.text.as_bytes())?;
        let Traced { result, trace } = parse_value_with_trace(self.text, self.options);
        let mut value = result.ok()?;
        if let Some(error) = self.find_rivals(&value) {
            let result = Err(error);
            return Some(Traced { result, trace });
        }
        let object = find_object(&mut value, &|object| self.has_field(object))?;
        let values = self.take_members(std::mem::take(object));
        Some(Traced {
            result: Ok(values),
            trace,
        })
    }

    /// Several objects that each have fields.
    fn find_rivals(&self, value: &Value) -> Option<ParseError> {
        let items = value.as_array()?.iter();
        let rivals = items.filter(|item| item.as_object().is_some_and(|item| self.has_field(item)));
        let readings: Vec<String> = rivals
            .take(2)
            .map(|item| excerpt(&item.to_json_text()))
            .collect();
        let span = value.span;
        (readings.len() > 1).then_some(ParseError::Ambiguous { readings, span })
    }

    fn has_field(&self, object: &Object) -> bool {
        let names: Vec<String> = self.names().into_iter().map(fold).collect();
        object.iter().any(|(key, _)| names.contains(&fold(key)))
    }

    fn take_members(&self, object: Object) -> Values {
        let mut by_name: HashMap<String, Found> = HashMap::new();
        for (key, value) in object.members {
            let found = Found {
                value,
                is_json: true,
            };
            by_name.entry(fold(&key)).or_insert(found);
        }
        let fields = self.fields.iter();
        let take = |field: &ResponseSchema| {
            let mut names = field.all_names();
            names.find_map(|name| by_name.remove(&fold(name)))
        };
        fields.map(take).collect()
    }

    // ---- tags -------------------------------------------------------------------------------------------------------

    /// Adds what stands in tags: closed ones say most, open ones only what nothing else says.
    fn add_tags(&self, lines: Traced<Values>) -> Traced<Values> {
        let Traced { result, mut trace } = lines;
        let nothing = || self.fields.iter().map(|_| None).collect::<Values>();
        let mut values = result.unwrap_or_else(|_| nothing());
        if memchr::memchr(b'<', self.text.as_bytes()).is_none() {
            return Traced {
                result: Ok(values),
                trace,
            };
        }
        let modes = [ParseMode::Strict, self.options.mode];
        for mode in modes {
            let mut tags = self.read_tags(mode, &mut trace);
            for (field, value) in self.fields.iter().zip(&mut values) {
                let is_open = mode != ParseMode::Strict;
                if is_open && value.as_ref().is_some_and(|found| !found.is_empty()) {
                    continue;
                }
                let found = field
                    .all_names()
                    .find_map(|name| tags.remove(&tag_of(name)));
                *value = found.map(as_found).or(value.take());
            }
        }
        trace
            .warnings
            .sort_by_key(|warning| (warning.span, warning.kind));
        trace.warnings.dedup();
        trace.repairs.sort_by_key(|repair| repair.span);
        Traced {
            result: Ok(values),
            trace,
        }
    }

    fn read_tags(&self, mode: ParseMode, trace: &mut Trace) -> HashMap<String, String> {
        let names: Vec<String> = self.names().into_iter().map(tag_of).collect();
        let names: Vec<&str> = names
            .iter()
            .map(String::as_str)
            .filter(|name| is_tag(name))
            .collect();
        let options = self.options.clone().mode(mode);
        let read = parse_xml_tags_with_trace(self.text, &names, &options);
        let Ok(found) = read.result else {
            return HashMap::new();
        };
        // What is around the tags has been told.
        let is_known =
            |kind| matches!(kind, WarningKind::MissingTag | WarningKind::SurroundingText);
        let told = read.trace.warnings.into_iter();
        trace
            .warnings
            .extend(told.filter(|warning| !is_known(warning.kind)));
        trace.repairs.extend(read.trace.repairs);
        trace.extracted = trace.extracted.or(read.trace.extracted);
        found
    }
}

fn as_found(text: String) -> Found {
    Found {
        value: text.into(),
        is_json: false,
    }
}

/// `first name` is the tag `first_name`.
fn tag_of(name: &str) -> String {
    name.trim().replace(char::is_whitespace, "_")
}

/// Whether a tag can have that name.
fn is_tag(name: &str) -> bool {
    let is_part =
        |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_' | '.' | ':');
    name.starts_with(|letter: char| letter.is_alphabetic() || letter == '_')
        && name.chars().all(is_part)
}

fn choose_name(field: &ResponseSchema, by_name: &mut HashMap<String, Found>) -> Option<Found> {
    let is_filled = |name: &&str| by_name.get(*name).is_some_and(|found| !found.is_empty());
    let mut names = field.all_names();
    let name = field.all_names().find(is_filled);
    let name = name.or_else(|| names.find(|name| by_name.contains_key(*name)))?;
    by_name.remove(name)
}

/// The object that `value` is, or the only one in it: `{"result": {...}}`, `[{...}]`.
fn find_object<'v>(
    value: &'v mut Value,
    is_wanted: &dyn Fn(&Object) -> bool,
) -> Option<&'v mut Object> {
    if value.as_object().is_some_and(is_wanted) {
        return as_object(value);
    }
    let only = match &mut value.data {
        Data::Object(object) => object
            .members
            .as_mut_slice()
            .split_first_mut()
            .map(|((_, only), rest)| (only, rest.is_empty())),
        Data::Array(items) => items
            .as_mut_slice()
            .split_first_mut()
            .map(|(only, rest)| (only, rest.is_empty())),
        _ => None,
    };
    let (only, is_alone) = only?;
    as_object(only).filter(|object| is_alone && is_wanted(object))
}

fn as_object(value: &mut Value) -> Option<&mut Object> {
    match &mut value.data {
        Data::Object(object) => Some(object),
        _ => None,
    }
}

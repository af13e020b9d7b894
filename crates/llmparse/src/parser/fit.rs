//! Data made to fit the schema or the fields of a parser: `{"type": "a"}` is `{"kind": "a"}` where `type` is an alias.

use super::OutputParser;
use crate::coerce::coerce;
use crate::error::excerpt;
use crate::options::{Level, ParseMode};
use crate::schema::{FieldSchema, Schema, issues_text};
use crate::trace::{Coercion, CoercionRule};
use crate::value::{Data, Value};

/// Data that fits.
pub(super) struct Fitted {
    pub(super) data: Value,
    pub(super) coercions: Vec<Coercion>,
    /// Whether a required field got its default.
    pub(super) is_injected: bool,
}

impl Fitted {
    fn as_it_is(data: Value) -> Self {
        Self {
            data,
            coercions: Vec::new(),
            is_injected: false,
        }
    }
}

/// `value` as the schema of `parser` has it, or as its fields do; of a list of objects each of them. An error says
/// everything that does not fit.
pub(super) fn fit(parser: &OutputParser, value: Value) -> Result<Fitted, String> {
    let Some(schema) = &parser.shape else {
        return Ok(Fitted::as_it_is(value));
    };
    if parser.schema.is_some() && is_list_of_objects(&value) && !takes_lists(schema) {
        return fit_each(parser, schema, value);
    }
    fit_one(parser, schema, value)
}

/// Says in what `value`, or a part of the list that it is, does not fit `schema`.
pub(super) fn check(schema: &Schema, value: &Value) -> Result<(), String> {
    let whole = schema.check(value);
    if whole.is_empty() {
        return Ok(());
    }
    let items = value
        .as_array()
        .filter(|_| is_list_of_objects(value) && !takes_lists(schema));
    let issues = match items {
        Some(items) => items.iter().flat_map(|item| schema.check(item)).collect(),
        None => whole,
    };
    if issues.is_empty() {
        Ok(())
    } else {
        Err(issues_text(&issues))
    }
}

fn is_list_of_objects(value: &Value) -> bool {
    let items = value.as_array().filter(|items| !items.is_empty());
    items.is_some_and(|items| items.iter().all(|item| item.as_object().is_some()))
}

/// Whether a list as such may fit `schema`.
fn takes_lists(schema: &Schema) -> bool {
    let issues = schema.check(&Vec::<Value>::new().into());
    issues.is_empty() || schema.to_json().get("type").is_none()
}

fn fit_each(parser: &OutputParser, schema: &Schema, value: Value) -> Result<Fitted, String> {
    let (span, complete) = (value.span, value.complete);
    let Data::Array(items) = value.data else {
        return fit_one(parser, schema, value);
    };
    let mut fitted = Fitted::as_it_is(Vec::<Value>::new().into());
    let mut data = Vec::with_capacity(items.len());
    for (index, item) in items.into_iter().enumerate() {
        let one =
            fit_one(parser, schema, item).map_err(|error| format!("item {index}: {error}"))?;
        data.push(one.data);
        fitted.coercions.extend(one.coercions);
        fitted.is_injected |= one.is_injected;
    }
    fitted.data = Value {
        data: Data::Array(data),
        span,
        complete,
    };
    Ok(fitted)
}

fn fit_one(parser: &OutputParser, schema: &Schema, value: Value) -> Result<Fitted, String> {
    let level = match parser.mode {
        ParseMode::Strict => Level::Strict,
        _ => parser.level,
    };
    let mut value = value;
    let renamed = match parser.schema {
        Some(_) => Vec::new(),
        None => name_fields(&parser.fields, &mut value),
    };
    let had: Vec<String> = keys(&value);
    let mut coerced = coerce(value, schema, level);
    coerced.coercions.splice(0..0, renamed);
    if !coerced.issues.is_empty() {
        return Err(format!(
            "Schema cast failed: {}",
            issues_text(&coerced.issues)
        ));
    }
    let mut data = coerced.value;
    let is_injected = coerced
        .coercions
        .iter()
        .any(|coercion| coercion.rule == CoercionRule::Default)
        && parser.fields.iter().any(|field| {
            field.required
                && field.default.is_some()
                && !field
                    .all_names()
                    .any(|name| had.iter().any(|key| key == name))
        });
    if let Data::Object(object) = &mut data.data {
        let absent = parser.fields.iter().filter(|field| !field.required);
        for field in absent {
            if object.get(&field.name).is_none() {
                let default = field.default.clone();
                object.insert(
                    field.name.as_str(),
                    default.unwrap_or_else(|| Data::Null.into()),
                );
            }
        }
    }
    Ok(Fitted {
        data,
        coercions: coerced.coercions,
        is_injected,
    })
}

/// Gives the members of `value` that mean a field its name, where that is not taken.
fn name_fields(fields: &[FieldSchema], value: &mut Value) -> Vec<Coercion> {
    let mut renamed = Vec::new();
    let Data::Object(object) = &mut value.data else {
        return renamed;
    };
    for field in fields {
        if object.get(&field.name).is_some() {
            continue;
        }
        let means = |key: &str| field.all_names().any(|name| fold(name) == fold(key));
        let mut meant = object.members.iter_mut().filter(|(key, _)| means(key));
        let Some((key, member)) = meant.next().filter(|_| meant.next().is_none()) else {
            continue;
        };
        let rule = if fold(&field.name) == fold(key) {
            CoercionRule::KeySpelling
        } else {
            CoercionRule::KeyAlias
        };
        renamed.push(Coercion {
            path: format!("/{}", field.name),
            rule,
            from: excerpt(key),
            to: field.name.clone(),
            span: member.span,
            risk: rule.risk(),
        });
        *key = field.name.as_str().into();
    }
    renamed
}

/// A key without what models vary: case, blanks, hyphens and underscores.
fn fold(key: &str) -> String {
    let letters = key
        .chars()
        .filter(|letter| !matches!(letter, ' ' | '-' | '_'));
    letters.flat_map(char::to_lowercase).collect()
}

fn keys(value: &Value) -> Vec<String> {
    let object = value.as_object();
    let members = object.into_iter().flat_map(|object| object.iter());
    members.map(|(key, _)| key.to_owned()).collect()
}

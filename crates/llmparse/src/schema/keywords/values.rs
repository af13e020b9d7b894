//! What may stand under a keyword: a truth value, a text, a number, a count, a list, an object.

use super::{Keywords, Read};
use crate::schema::error::SchemaError;
use crate::schema::exact;
use crate::schema::refs::join;
use crate::schema::shape::Counts;
use crate::value::{Number, Object, Value};

impl<'d> Keywords<'d, '_> {
    pub(super) fn at(&self, key: &str) -> String {
        join(self.path, key)
    }

    pub(super) fn not<T>(&self, key: &str, found: &Value, accepted: &str) -> Read<T> {
        Err(SchemaError::not(self.at(key), found, accepted))
    }

    pub(super) fn flag(&self, key: &str) -> Read<bool> {
        match self.object.get(key).map(|value| (value, value.as_bool())) {
            None => Ok(false),
            Some((_, Some(truth))) => Ok(truth),
            Some((value, None)) => self.not(key, value, "truth value; true or false is"),
        }
    }

    pub(super) fn text(&self, key: &str) -> Read<Option<&'d str>> {
        match self.object.get(key).map(|value| (value, value.as_str())) {
            None => Ok(None),
            Some((_, Some(text))) => Ok(Some(text)),
            Some((value, None)) => self.not(key, value, "string"),
        }
    }

    pub(super) fn number(&self, key: &str) -> Read<Option<Number>> {
        match self.object.get(key).map(|value| (value, value.as_number())) {
            None => Ok(None),
            Some((_, Some(number))) => Ok(Some(number.clone())),
            Some((value, None)) => self.not(key, value, "number"),
        }
    }

    pub(super) fn count(&self, key: &str) -> Read<Option<usize>> {
        let Some(value) = self.object.get(key) else {
            return Ok(None);
        };
        let number = value.as_number().filter(|number| exact::is_integer(number));
        let count = number
            .and_then(Number::as_f64)
            .filter(|count| *count >= 0.0);
        match (number.and_then(Number::as_u64), count) {
            (Some(count), _) => Ok(Some(usize::try_from(count).unwrap_or(usize::MAX))),
            // `3.0`, or more than a count can be.
            (None, Some(count)) => Ok(Some(format!("{count}").parse().unwrap_or(usize::MAX))),
            (None, None) => self.not(key, value, "count; a whole number from 0 on is"),
        }
    }

    pub(super) fn counts(&self, least: &str, most: &str) -> Read<Counts> {
        Ok(Counts {
            least: self.count(least)?.unwrap_or(0),
            most: self.count(most)?,
        })
    }

    pub(super) fn items(&self, key: &str) -> Read<Option<&'d [Value]>> {
        match self.object.get(key).map(|value| (value, value.as_array())) {
            None => Ok(None),
            Some((_, Some(items))) => Ok(Some(items)),
            Some((value, None)) => self.not(key, value, "array"),
        }
    }

    pub(super) fn members(&self, key: &str) -> Read<Option<&'d Object>> {
        match self.object.get(key).map(|value| (value, value.as_object())) {
            None => Ok(None),
            Some((_, Some(members))) => Ok(Some(members)),
            Some((value, None)) => self.not(key, value, "object"),
        }
    }

    /// The strings of a list.
    pub(super) fn names(&self, path: &str, value: &'d Value) -> Read<Vec<&'d str>> {
        let Some(items) = value.as_array() else {
            return Err(SchemaError::not(path, value, "list of strings"));
        };
        let names = items.iter().enumerate().map(|(index, item)| {
            let wrong = || SchemaError::not(join(path, &index.to_string()), item, "string");
            item.as_str().ok_or_else(wrong)
        });
        names.collect()
    }
}

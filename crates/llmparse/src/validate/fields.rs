//! The fields asked for against `{"town": "Rome", "age": "3"}`: there or missing, allowed or not, of the type or not.

use std::collections::{HashMap, HashSet};

use super::dtypes::{Fit, fit, is_same, type_name};
use super::repr::{repr, repr_list};
use super::result::{ValidationResult, ValidationStatus};
use crate::schema::FieldSchema;
use crate::value::{Object, Value};

/// A value of the right type is `PASSED`, one that says the same in another spelling a `WARNING`, any other `FAILED`.
pub(super) fn check_fields(fields: &[FieldSchema], data: &Value) -> Vec<ValidationResult> {
    let Some(object) = data.as_object() else {
        let message = format!("expected an object, got {}", type_name(data));
        return vec![ValidationResult::new(ValidationStatus::Failed, message).value(data)];
    };
    let names = Names::new(fields, object);
    let mut results: Vec<_> = fields.iter().flat_map(|field| names.check(field)).collect();
    results.extend(names.strangers());
    results
}

/// The members by name, and the names that fields have.
struct Names<'v> {
    object: &'v Object,
    members: HashMap<&'v str, &'v Value>,
    /// First names; another field's alias does not take them.
    first: HashSet<&'v str>,
    aliases: HashSet<&'v str>,
}

impl<'v> Names<'v> {
    fn new(fields: &'v [FieldSchema], object: &'v Object) -> Self {
        let aliases = fields.iter().flat_map(|field| &field.aliases);
        Self {
            object,
            members: object.iter().collect(),
            first: fields.iter().map(|field| field.name.as_str()).collect(),
            aliases: aliases.map(String::as_str).collect(),
        }
    }

    /// The names under which `field` is there.
    fn found<'f>(&'f self, field: &'f FieldSchema) -> impl Iterator<Item = (&'f str, &'v Value)> {
        let is_own = |name: &&str| *name == field.name || !self.first.contains(name);
        let names = field.all_names().filter(is_own);
        names.filter_map(|name| self.members.get(name).map(|value| (name, *value)))
    }

    fn check(&self, field: &FieldSchema) -> Vec<ValidationResult> {
        let filled = self.found(field).find(|(_, value)| !value.is_null());
        let mut results = vec![field.validate_value(filled.map(|(_, value)| value))];
        results.extend(filled.map(|(_, value)| check_type(field, value)));
        let others = self.found(field).filter(|(name, value)| {
            !value.is_null() && filled.is_some_and(|(taken, _)| taken != *name)
        });
        results.extend(others.map(|(name, value)| {
            let message = format!(
                "Field '{}' is there twice; '{name}' is not taken",
                field.name
            );
            let warning = ValidationResult::new(ValidationStatus::Warning, message);
            warning.field(Some(&field.name)).value(value)
        }));
        results
    }

    fn strangers(&self) -> impl Iterator<Item = ValidationResult> {
        let is_known = |key: &str| self.first.contains(key) || self.aliases.contains(key);
        let strangers = self.object.iter().filter(move |(key, _)| !is_known(key));
        strangers.map(|(key, _)| {
            let message = format!("Unexpected field '{key}' not in schema");
            ValidationResult::new(ValidationStatus::Warning, message).field(Some(key))
        })
    }
}

fn check_type(field: &FieldSchema, value: &Value) -> ValidationResult {
    let (name, found, wanted) = (&field.name, type_name(value), field.dtype);
    let message = format!("Field '{name}' has type {found}, expected {wanted}");
    let result = match fit(value, field.dtype) {
        Fit::Exact => ValidationResult::new(ValidationStatus::Passed, ""),
        Fit::Coercible(_) => {
            ValidationResult::new(ValidationStatus::Warning, format!("{message} (coercible)"))
        }
        Fit::Unfit(reason) => {
            let message = reason.map_or(message.clone(), |reason| format!("{message}: {reason}"));
            ValidationResult::new(ValidationStatus::Failed, message).value(value)
        }
    };
    result.field(Some(name))
}

fn is_allowed(field: &FieldSchema, value: &Value) -> bool {
    let coerced = match fit(value, field.dtype) {
        Fit::Coercible(coerced) => Some(coerced),
        _ => None,
    };
    let taken = coerced.as_ref().unwrap_or(value);
    let mut choices = field.choices.iter();
    field.choices.is_empty() || choices.any(|choice| is_same(choice, taken))
}

impl FieldSchema {
    /// Whether a value is there, and one of the choices if there are any; its type is not looked at.
    ///
    /// A required value that is missing or null fails, an optional one is skipped. `true` is not the choice 1, and the
    /// text `"1"` is, for an integer.
    ///
    /// ```
    /// use llmparse::{FieldSchema, ValidationStatus};
    /// let mood = FieldSchema::new("mood").choices(["good", "bad"]);
    /// assert!(mood.validate_value(Some(&"good".into())).passed());
    /// let result = mood.validate_value(Some(&"so so".into()));
    /// assert_eq!(result.message, "Value 'so so' not in allowed choices ['good', 'bad']");
    /// assert_eq!(mood.optional().validate_value(None).status, ValidationStatus::Skipped);
    /// ```
    #[must_use]
    pub fn validate_value(&self, value: Option<&Value>) -> ValidationResult {
        let result = match value.filter(|value| !value.is_null()) {
            None if self.required => {
                let message = format!("Required field '{}' is missing", self.name);
                ValidationResult::new(ValidationStatus::Failed, message)
            }
            None => ValidationResult::new(ValidationStatus::Skipped, ""),
            Some(value) if is_allowed(self, value) => {
                ValidationResult::new(ValidationStatus::Passed, "").value(value)
            }
            Some(value) => {
                let choices = repr_list(&self.choices);
                let message = format!("Value {} not in allowed choices {choices}", repr(value));
                ValidationResult::new(ValidationStatus::Failed, message).value(value)
            }
        };
        result.field(Some(&self.name))
    }
}

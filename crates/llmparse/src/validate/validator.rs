//! `OutputValidator`: fields, rules, safety and schema, one after the other, each adding to the results.

use std::fmt;

use super::fields::check_fields;
use super::model::Model;
use super::result::{ValidationCounts, ValidationResult, ValidationStatus};
use super::rules::ValidationRule;
use super::safety::{SafetyKind, check_safety};
use crate::schema::FieldSchema;
use crate::value::{Data, Value};

/// Whether replies are searched for leaks, injected prompts and admissions of invention.
///
/// ```
/// use llmparse::{OutputValidator, Safety};
/// let off = OutputValidator::new().safety(Safety::Off);
/// assert!(off.validate(None, "password: hunter2").is_empty());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Safety {
    /// They are.
    #[default]
    On,
    /// They are not.
    Off,
}

/// Checks a value, and the reply that it came from, in four layers: fields, rules, safety, schema.
///
/// ```
/// use llmparse::{Dtype, FieldSchema, OutputValidator, ValidationRule};
/// let validator = OutputValidator::new()
///     .fields([FieldSchema::new("name"), FieldSchema::new("age").dtype(Dtype::Int)])
///     .rule(ValidationRule::new("named", "a name is needed", |value| value.get("name").is_some()));
/// let reply = r#"{"name": "Ada", "age": "36", "mail": "ada@example.org"}"#;
/// let value = llmparse::parse_value(reply).unwrap();
/// let results = validator.validate(Some(&value), reply);
/// let messages: Vec<&str> = results.iter().filter(|result| !result.passed()).map(|result| result.message.as_str()).collect();
/// assert_eq!(messages, [
///     "Field 'age' has type str, expected int (coercible)",
///     "Unexpected field 'mail' not in schema",
///     "Potential sensitive data leakage detected in output",
/// ]);
/// assert!(!OutputValidator::is_valid(&results));
/// ```
#[derive(Clone, Debug, Default)]
pub struct OutputValidator {
    fields: Vec<FieldSchema>,
    rules: Vec<ValidationRule>,
    model: Option<Model>,
    safety: Safety,
    statuses: Vec<(SafetyKind, ValidationStatus)>,
}

impl OutputValidator {
    /// A validator that checks nothing but safety.
    ///
    /// ```
    /// assert!(llmparse::OutputValidator::new().validate(None, "All fine.").is_empty());
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds fields that are asked for.
    ///
    /// ```
    /// use llmparse::{FieldSchema, OutputValidator};
    /// let validator = OutputValidator::new().fields([FieldSchema::new("city").aliases(["town"])]);
    /// let value = llmparse::parse_value(r#"{"town": "Rome"}"#).unwrap();
    /// assert!(validator.validate(Some(&value), "").iter().all(|result| result.passed()));
    /// ```
    #[must_use]
    pub fn fields(mut self, fields: impl IntoIterator<Item = FieldSchema>) -> Self {
        self.fields.extend(fields);
        self
    }

    /// Adds a rule.
    ///
    /// ```
    /// use llmparse::{OutputValidator, ValidationRule};
    /// let validator = OutputValidator::new().rule(ValidationRule::new("never", "no", |_| false));
    /// assert_eq!(validator.validate(None, "")[0].message, "no");
    /// ```
    #[must_use]
    pub fn rule(mut self, rule: ValidationRule) -> Self {
        self.rules.push(rule);
        self
    }

    /// Sets the schema of the whole, as a check that says why a value does not fit.
    ///
    /// ```
    /// use llmparse::{OutputValidator, Value};
    /// let is_list = |value: &Value| value.as_array().map(|_| ()).ok_or("no list");
    /// let validator = OutputValidator::new().schema("List", is_list);
    /// assert_eq!(validator.validate(Some(&Vec::<Value>::new().into()), "")[0].message, "Schema List validation passed");
    /// assert_eq!(validator.validate(None, "")[0].message, "Schema validation failed: no list");
    /// ```
    #[must_use]
    pub fn schema<E: fmt::Display>(
        mut self,
        name: impl Into<String>,
        check: impl Fn(&Value) -> Result<(), E> + Send + Sync + 'static,
    ) -> Self {
        self.model = Some(Model::new(name, check));
        self
    }

    /// Switches the safety layer on or off; it is on unless it is set.
    ///
    /// ```
    /// use llmparse::{OutputValidator, Safety};
    /// let validator = OutputValidator::new().safety(Safety::On);
    /// assert_eq!(validator.validate(None, "password: hunter2").len(), 1);
    /// ```
    #[must_use]
    pub fn safety(mut self, safety: Safety) -> Self {
        self.safety = safety;
        self
    }

    /// Sets the status of the result when something of `kind` is found; with `Passed` or `Skipped` it is not reported.
    ///
    /// Keys of every provider have one status.
    ///
    /// ```
    /// use llmparse::{OutputValidator, SafetyKind, ValidationStatus};
    /// let validator = OutputValidator::new().safety_status(SafetyKind::Email, ValidationStatus::Warning);
    /// let results = validator.validate(None, "contact: info@example.org");
    /// assert_eq!(results[0].status, ValidationStatus::Warning);
    /// ```
    #[must_use]
    pub fn safety_status(mut self, kind: SafetyKind, status: ValidationStatus) -> Self {
        self.statuses.push((kind, status));
        self
    }

    /// Checks `data`, and `raw_text` that it came from if that is not empty. No data counts as null.
    ///
    /// The results stand in the order of the layers. Fields come only if there are some, and tell of unknown members;
    /// safety tells nothing but what it finds, once for each family: admissions, leaks, injections.
    ///
    /// ```
    /// let results = llmparse::OutputValidator::new().validate(None, "Mail jo@example.org or ann@example.org");
    /// assert_eq!(results.len(), 1);
    /// assert_eq!(results[0].findings.len(), 2);
    /// ```
    #[must_use]
    pub fn validate(&self, data: Option<&Value>, raw_text: &str) -> Vec<ValidationResult> {
        let null = Data::Null.into();
        let data = data.unwrap_or(&null);
        let mut results = Vec::new();
        if !self.fields.is_empty() {
            results.extend(check_fields(&self.fields, data));
        }
        results.extend(self.rules.iter().map(|rule| rule.check(data)));
        if self.safety == Safety::On {
            results.extend(check_safety(data, raw_text, &|kind| self.status_of(kind)));
        }
        results.extend(self.model.iter().map(|model| model.check(data)));
        results
    }

    /// The latest setting counts.
    fn status_of(&self, kind: SafetyKind) -> ValidationStatus {
        let mut set = self.statuses.iter().rev();
        let set = set.find(|(of, _)| of.code() == kind.code());
        set.map_or(kind.severity().status(), |(_, status)| *status)
    }

    /// Whether nothing failed.
    ///
    /// ```
    /// assert!(llmparse::OutputValidator::is_valid(&[]));
    /// ```
    #[must_use]
    pub fn is_valid(results: &[ValidationResult]) -> bool {
        Self::failures(results).next().is_none()
    }

    /// The results that failed; warnings and checks that were skipped are none.
    ///
    /// ```
    /// use llmparse::{FieldSchema, OutputValidator};
    /// let results = [FieldSchema::new("a").validate_value(None), FieldSchema::new("b").optional().validate_value(None)];
    /// assert_eq!(OutputValidator::failures(&results).count(), 1);
    /// ```
    pub fn failures(results: &[ValidationResult]) -> impl Iterator<Item = &ValidationResult> {
        let failed = |result: &&ValidationResult| result.status == ValidationStatus::Failed;
        results.iter().filter(failed)
    }

    /// How many results there are of each status.
    ///
    /// ```
    /// let results = llmparse::OutputValidator::new().validate(None, "password: hunter2");
    /// assert_eq!(llmparse::OutputValidator::counts(&results).failed, 1);
    /// ```
    #[must_use]
    pub fn counts(results: &[ValidationResult]) -> ValidationCounts {
        ValidationCounts::of(results)
    }
}

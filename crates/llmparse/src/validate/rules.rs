//! Rules of the caller: `total >= 0`, a predicate with a name and a message.

use std::fmt;
use std::sync::Arc;

use super::result::{ValidationResult, ValidationStatus};
use crate::value::Value;

/// What a rule says of a value.
pub(super) enum Verdict {
    Holds,
    Broken,
    /// Broken, with another message than the rule's.
    BrokenAs(String),
    /// There is nothing that the rule could be asked of.
    NotAsked,
}

type Check = dyn Fn(&Value) -> Verdict + Send + Sync;

/// A rule: a predicate over the value, and what is said when it does not hold.
///
/// ```
/// use llmparse::{OutputValidator, ValidationRule, Value};
/// let has_city = |value: &Value| value.get("city").is_some();
/// let rule = ValidationRule::new("has_city", "a city is needed", has_city).field("city");
/// let value = llmparse::parse_value("{}").unwrap();
/// let results = OutputValidator::new().rule(rule).validate(Some(&value), "");
/// assert_eq!(results[0].message, "a city is needed");
/// ```
#[derive(Clone)]
pub struct ValidationRule {
    name: String,
    message: String,
    field: Option<String>,
    severity: ValidationStatus,
    check: Arc<Check>,
}

impl ValidationRule {
    /// A rule that fails with `message` unless `predicate` holds.
    ///
    /// ```
    /// let rule = llmparse::ValidationRule::new("any", "there has to be a value", |value| !value.is_null());
    /// assert_eq!(rule.name(), "any");
    /// ```
    #[must_use]
    pub fn new(
        name: impl Into<String>,
        message: impl Into<String>,
        predicate: impl Fn(&Value) -> bool + Send + Sync + 'static,
    ) -> Self {
        Self::judging(name, message, move |value| verdict(predicate(value)))
    }

    /// A rule whose predicate may fail; an error counts as a broken rule, and the result carries its text.
    ///
    /// ```
    /// use llmparse::{OutputValidator, ValidationRule, Value};
    /// let is_positive = |value: &Value| {
    ///     let number = value.as_number().and_then(|number| number.as_f64());
    ///     number.map(|number| number > 0.0).ok_or("no number")
    /// };
    /// let rule = ValidationRule::fallible("positive", "must be > 0", is_positive);
    /// let results = OutputValidator::new().rule(rule).validate(Some(&"x".into()), "");
    /// assert_eq!(results[0].message, "Rule 'positive' raised exception: no number");
    /// ```
    #[must_use]
    pub fn fallible<E: fmt::Display>(
        name: impl Into<String>,
        message: impl Into<String>,
        predicate: impl Fn(&Value) -> Result<bool, E> + Send + Sync + 'static,
    ) -> Self {
        let name = name.into();
        let named = name.clone();
        Self::judging(name, message, move |value| match predicate(value) {
            Ok(holds) => verdict(holds),
            Err(error) => Verdict::BrokenAs(format!("Rule '{named}' raised exception: {error}")),
        })
    }

    pub(super) fn judging(
        name: impl Into<String>,
        message: impl Into<String>,
        check: impl Fn(&Value) -> Verdict + Send + Sync + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            message: message.into(),
            field: None,
            severity: ValidationStatus::Failed,
            check: Arc::new(check),
        }
    }

    /// What it is called.
    ///
    /// ```
    /// assert_eq!(llmparse::ValidationRule::new("r", "", |_| true).name(), "r");
    /// ```
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Names the field that it is about.
    ///
    /// ```
    /// use llmparse::{OutputValidator, ValidationRule};
    /// let rule = ValidationRule::new("r", "", |_| true).field("age");
    /// let results = OutputValidator::new().rule(rule).validate(None, "");
    /// assert_eq!(results[0].field.as_deref(), Some("age"));
    /// ```
    #[must_use]
    pub fn field(mut self, field: impl Into<String>) -> Self {
        self.field = Some(field.into());
        self
    }

    /// Sets the status of the result when it does not hold; `Failed` unless it is set.
    ///
    /// ```
    /// use llmparse::{OutputValidator, ValidationRule, ValidationStatus};
    /// let rule = ValidationRule::new("r", "", |_| false).severity(ValidationStatus::Warning);
    /// let results = OutputValidator::new().rule(rule).validate(None, "");
    /// assert!(OutputValidator::is_valid(&results));
    /// ```
    #[must_use]
    pub fn severity(mut self, severity: ValidationStatus) -> Self {
        self.severity = severity;
        self
    }

    pub(super) fn check(&self, data: &Value) -> ValidationResult {
        let broken = |message: &str| ValidationResult::new(self.severity, message);
        let result = match (self.check)(data) {
            Verdict::Holds => ValidationResult::new(ValidationStatus::Passed, ""),
            Verdict::NotAsked => ValidationResult::new(ValidationStatus::Skipped, ""),
            Verdict::Broken => broken(&self.message),
            Verdict::BrokenAs(message) => broken(&message),
        };
        result.field(self.field.as_deref())
    }
}

fn verdict(holds: bool) -> Verdict {
    if holds {
        Verdict::Holds
    } else {
        Verdict::Broken
    }
}

impl fmt::Debug for ValidationRule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ValidationRule")
            .field("name", &self.name)
            .field("field", &self.field)
            .field("severity", &self.severity)
            .finish_non_exhaustive()
    }
}

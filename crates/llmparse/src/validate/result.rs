//! What a check found: `ValidationResult(WARNING, field='age', msg='...')`.

use std::fmt;

use serde::{Serialize, Serializer};

use super::safety::SafetyFinding;
use crate::value::Value;

/// How a check ended.
///
/// ```
/// assert_eq!(llmparse::ValidationStatus::Passed.name(), "PASSED");
/// assert_eq!(llmparse::ValidationStatus::Skipped as u8, 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ValidationStatus {
    /// It holds.
    Passed = 1,
    /// It does not.
    Failed = 2,
    /// A reader should look at it; the value is taken nevertheless.
    Warning = 3,
    /// There was nothing to check.
    Skipped = 4,
}

impl ValidationStatus {
    /// Every status.
    pub const ALL: [Self; 4] = [Self::Passed, Self::Failed, Self::Warning, Self::Skipped];

    /// The stable name.
    ///
    /// ```
    /// assert_eq!(llmparse::ValidationStatus::Warning.name(), "WARNING");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Passed => "PASSED",
            Self::Failed => "FAILED",
            Self::Warning => "WARNING",
            Self::Skipped => "SKIPPED",
        }
    }
}

impl fmt::Display for ValidationStatus {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

impl Serialize for ValidationStatus {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// What one check found.
///
/// ```
/// use llmparse::{FieldSchema, OutputValidator, ValidationStatus};
/// let validator = OutputValidator::new().fields([FieldSchema::new("city")]);
/// let value = llmparse::parse_value("{}").unwrap();
/// let results = validator.validate(Some(&value), "");
/// assert_eq!(results[0].status, ValidationStatus::Failed);
/// assert_eq!(results[0].field.as_deref(), Some("city"));
/// assert_eq!(results[0].message, "Required field 'city' is missing");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ValidationResult {
    /// How it ended.
    pub status: ValidationStatus,
    /// The field that was checked; none for a check of the whole.
    pub field: Option<String>,
    /// What is wrong; empty if nothing is.
    pub message: String,
    /// The value that was looked at.
    pub value: Option<Value>,
    /// What the safety check found, kind and place of each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<SafetyFinding>,
}

impl ValidationResult {
    pub(crate) fn new(status: ValidationStatus, message: impl Into<String>) -> Self {
        Self {
            status,
            field: None,
            message: message.into(),
            value: None,
            findings: Vec::new(),
        }
    }

    pub(crate) fn field(mut self, field: Option<&str>) -> Self {
        self.field = field.map(str::to_owned);
        self
    }

    pub(super) fn value(mut self, value: &Value) -> Self {
        self.value = Some(value.clone());
        self
    }

    /// Whether the check holds; a warning and a check that was skipped do not count.
    ///
    /// ```
    /// let score = llmparse::FieldSchema::new("score").optional();
    /// assert!(!score.validate_value(None).passed());
    /// assert!(score.validate_value(Some(&"7".into())).passed());
    /// ```
    #[must_use]
    pub fn passed(&self) -> bool {
        self.status == ValidationStatus::Passed
    }
}

/// ```
/// let result = llmparse::FieldSchema::new("a").validate_value(None);
/// assert_eq!(result.to_string(), "ValidationResult(FAILED, field='a', msg='Required field 'a' is missing')");
/// ```
impl fmt::Display for ValidationResult {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "ValidationResult({}, field=", self.status)?;
        match &self.field {
            Some(field) => write!(formatter, "'{field}'")?,
            None => formatter.write_str("None")?,
        }
        write!(formatter, ", msg='{}')", self.message)
    }
}

/// How many checks ended in each way.
///
/// ```
/// use llmparse::{FieldSchema, ValidationCounts};
/// let field = FieldSchema::new("a");
/// let results = [field.validate_value(None), field.validate_value(Some(&"x".into()))];
/// let counts = ValidationCounts::of(&results);
/// assert_eq!((counts.passed, counts.failed, counts.warning, counts.skipped), (1, 1, 0, 0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ValidationCounts {
    /// Checks that hold.
    pub passed: usize,
    /// Checks that do not.
    pub failed: usize,
    /// Warnings.
    pub warning: usize,
    /// Checks that had nothing to look at.
    pub skipped: usize,
}

impl ValidationCounts {
    /// Counts `results`.
    ///
    /// ```
    /// assert_eq!(llmparse::ValidationCounts::of(&[]), llmparse::ValidationCounts::default());
    /// ```
    #[must_use]
    pub fn of(results: &[ValidationResult]) -> Self {
        let mut counts = Self::default();
        for result in results {
            match result.status {
                ValidationStatus::Passed => counts.passed += 1,
                ValidationStatus::Failed => counts.failed += 1,
                ValidationStatus::Warning => counts.warning += 1,
                ValidationStatus::Skipped => counts.skipped += 1,
            }
        }
        counts
    }
}

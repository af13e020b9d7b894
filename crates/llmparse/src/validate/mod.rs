//! Validate: whether `{"answer": "Paris", "confidence": 1.5}` has the fields asked for, keeps the rules, leaks nothing and
//! fits its schema.

mod answer;
mod dtypes;
mod fields;
mod model;
mod repr;
mod result;
mod rules;
mod safety;
mod validator;

pub use answer::build_answer_validator;
pub use result::{ValidationCounts, ValidationResult, ValidationStatus};
pub use rules::ValidationRule;
pub use safety::{SafetyFinding, SafetyKind, Severity, redact, redact_value, scan_safety};
pub use validator::{OutputValidator, Safety};

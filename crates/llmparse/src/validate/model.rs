//! The schema of the whole: whatever can say why a value does not fit, under a name.

use std::fmt;
use std::sync::Arc;

use super::result::{ValidationResult, ValidationStatus};
use crate::value::Value;

type Check = dyn Fn(&Value) -> Result<(), String> + Send + Sync;

/// A schema by its name and its check.
#[derive(Clone)]
pub(super) struct Model {
    name: String,
    check: Arc<Check>,
}

impl Model {
    pub(super) fn new<E: fmt::Display>(
        name: impl Into<String>,
        check: impl Fn(&Value) -> Result<(), E> + Send + Sync + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            check: Arc::new(move |value| check(value).map_err(|error| error.to_string())),
        }
    }

    pub(super) fn check(&self, data: &Value) -> ValidationResult {
        match (self.check)(data) {
            Ok(()) => {
                let message = format!("Schema {} validation passed", self.name);
                ValidationResult::new(ValidationStatus::Passed, message)
            }
            Err(error) => {
                let message = format!("Schema validation failed: {error}");
                ValidationResult::new(ValidationStatus::Failed, message)
            }
        }
    }
}

impl fmt::Debug for Model {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Model").field(&self.name).finish()
    }
}

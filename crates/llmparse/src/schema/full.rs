//! The check of another validator, for keywords that ours does not look at: `format: hostname`, `contentEncoding`.

use std::sync::OnceLock;

use jsonschema::Validator;

use super::error::describe;
use super::{Schema, SchemaIssue};
use crate::value::Value;

/// Keywords by which the other validator may refuse a value.
const KEYWORDS: [&str; 32] = [
    "additionalItems",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "contains",
    "contentEncoding",
    "contentMediaType",
    "dependentRequired",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "maxContains",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minContains",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "oneOf",
    "pattern",
    "propertyNames",
    "required",
    "type",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// The validator of a schema, made when it is first needed; or why there is none.
#[derive(Default)]
pub(super) struct Full(OnceLock<Result<Validator, String>>);

impl Full {
    fn of<'s>(&'s self, schema: &Schema) -> &'s Result<Validator, String> {
        self.0.get_or_init(|| {
            let options = jsonschema::options().should_validate_formats(true);
            let validator = options.build(&schema.to_json());
            validator.map_err(|error| error.to_string())
        })
    }
}

impl Schema {
    /// Everything in which `value` does not fit, also by the keywords that [`check`](Self::check) does not look at and
    /// that [`unchecked`](Self::unchecked) names. [`parse_with_schema`](crate::parse_with_schema) asks for it.
    ///
    /// The crate `jsonschema` looks at those, if there are any. Patterns with lookaround are among them, and take its engine
    /// a time that may grow fast with the text; it gives up after a number of steps.
    ///
    /// ```
    /// use serde_json::json;
    /// let schema = llmparse::Schema::from_json(&json!({"items": {"format": "hostname"}}))?;
    /// let value = json!(["example.com", "no host"]).into();
    /// assert!(schema.check(&value).is_empty());
    /// let issue = &schema.check_in_full(&value)[0];
    /// assert_eq!((issue.path.as_str(), issue.keyword), ("/1", "format"));
    /// # Ok::<(), llmparse::SchemaError>(())
    /// ```
    #[must_use]
    pub fn check_in_full(&self, value: &Value) -> Vec<SchemaIssue> {
        let issues = self.check(value);
        if !issues.is_empty() || !self.0.has_unchecked {
            return issues;
        }
        match self.0.full.of(self) {
            Ok(validator) => refusals(validator, &value.clone().into()),
            Err(error) => vec![SchemaIssue {
                path: String::new(),
                keyword: "",
                expected: format!("a schema that can be checked in full ({error})"),
                found: describe(value),
            }],
        }
    }
}

fn refusals(validator: &Validator, value: &serde_json::Value) -> Vec<SchemaIssue> {
    let errors = validator.iter_errors(value);
    let issues = errors.map(|error| {
        let place = error.schema_path().to_string();
        let keyword = KEYWORDS
            .iter()
            .find(|keyword| place.rsplit('/').next() == Some(keyword));
        SchemaIssue {
            path: error.instance_path().to_string(),
            keyword: keyword.copied().unwrap_or_default(),
            expected: format!("what the schema says there ({})", error.masked()),
            found: describe(&Value::from(error.instance().clone().into_owned())),
        }
    });
    issues.take(super::check::MOST).collect()
}

//! One thing in which a value does not fit its schema: `/age: expected an integer, found "thirty"`.

use std::fmt;

/// One thing in which a value does not fit its schema.
///
/// ```
/// let schema = llmparse::Schema::from_text(r#"{"properties": {"age": {"type": "integer"}}}"#)?;
/// let issues = schema.check(&serde_json::json!({"age": "thirty"}).into());
/// assert_eq!(issues[0].to_string(), r#"/age: expected an integer, found "thirty""#);
/// assert_eq!((issues[0].path.as_str(), issues[0].keyword), ("/age", "type"));
/// # Ok::<(), llmparse::SchemaError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SchemaIssue {
    /// Where in the value, as a JSON pointer; empty for the whole value. A key of more than 200 characters is cut.
    pub path: String,
    /// The keyword that is broken, such as `type` or `minimum`; empty where a schema takes nothing.
    pub keyword: &'static str,
    /// What would fit, in words.
    pub expected: String,
    /// What stands there: a scalar, cut to 80 characters, or what kind of container; `nothing` if a key is missing.
    pub found: String,
}

impl fmt::Display for SchemaIssue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = match self.path.as_str() {
            "" => "the value",
            path => path,
        };
        write!(
            formatter,
            "{path}: expected {}, found {}",
            self.expected, self.found
        )
    }
}

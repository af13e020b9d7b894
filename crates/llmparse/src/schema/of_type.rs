//! The schema of a Rust type that derives `schemars::JsonSchema`.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;

use super::{Schema, SchemaError};

impl Schema {
    /// The schema of `T`, as `serde` reads it; doc comments are the descriptions in a prompt.
    ///
    /// It is made anew at each call: keep it for many replies.
    ///
    /// # Errors
    ///
    /// Those of [`from_json`](Self::from_json), for a type that writes a wrong schema of itself; a derived one is right.
    ///
    /// ```
    /// #[derive(schemars::JsonSchema)]
    /// struct Person {
    ///     /// As on the passport.
    ///     name: String,
    ///     age: Option<u8>,
    /// }
    /// let schema = llmparse::Schema::of::<Person>()?;
    /// assert_eq!(schema.name(), Some("Person"));
    /// let issues = schema.check(&serde_json::json!({"age": 300}).into());
    /// let issues: Vec<String> = issues.iter().map(ToString::to_string).collect();
    /// assert_eq!(issues, [
    ///     "/name: expected a string, found nothing",
    ///     "/age: expected at most 255, found 300",
    /// ]);
    /// # Ok::<(), llmparse::SchemaError>(())
    /// ```
    pub fn of<T: JsonSchema>() -> Result<Self, SchemaError> {
        let settings = SchemaSettings::draft2020_12().for_deserialize();
        let schema = settings.into_generator().into_root_schema_for::<T>();
        Self::from_json(schema.as_value())
    }
}

//! A parser of JSON into a type: `{"name": "Ann"}` gives `User { name: "Ann" }`.

use std::fmt;
use std::marker::PhantomData;

use serde::de::DeserializeOwned;

use crate::error::ParsingError;
use crate::formats::number::Decimal;
use crate::options::Options;
use crate::schema::Schema;
use crate::toolkit::BaseOutputParser;
use crate::toolkit::fit::Fit;
use crate::toolkit::json::read_fitting;
use crate::trace::{Trace, Traced};
use crate::value::{Data, Number, Value};

/// A parser of JSON into `T`, which a schema describes to the model; what is read has to fit both.
///
/// For how a value is chosen, repaired and made to fit see [`JsonOutputParser`](crate::JsonOutputParser).
///
/// ```
/// use llmparse::{BaseOutputParser, Schema, TypedOutputParser};
/// use serde_json::json;
///
/// #[derive(serde::Deserialize)]
/// struct User {
///     name: String,
///     age: u8,
/// }
///
/// let schema = json!({
///     "title": "User",
///     "type": "object",
///     "properties": {"name": {"type": "string"}, "age": {"type": "integer", "minimum": 0}},
///     "required": ["name", "age"]
/// });
/// let parser: TypedOutputParser<User> = TypedOutputParser::new(Schema::from_json(&schema)?);
/// let user = parser.parse("```json\n{\"name\": \"Ann\", \"age\": \"31\",}\n```").unwrap();
/// assert_eq!((user.name.as_str(), user.age), ("Ann", 31));
/// assert_eq!(parser.parse(r#"{"name": "Ann"}"#).err().unwrap().kind(), "schema_mismatch");
/// # Ok::<(), llmparse::SchemaError>(())
/// ```
pub struct TypedOutputParser<T> {
    schema: Schema,
    options: Options,
    target: PhantomData<fn() -> T>,
}

impl<T: DeserializeOwned> TypedOutputParser<T> {
    /// A parser of what `schema` describes.
    ///
    /// ```
    /// use llmparse::{BaseOutputParser, Schema, TypedOutputParser};
    /// let schema = Schema::from_json(&serde_json::json!({"type": "array", "items": {"type": "integer"}}))?;
    /// assert_eq!(TypedOutputParser::<Vec<u8>>::new(schema).parse("[1, 2]").unwrap(), [1, 2]);
    /// # Ok::<(), llmparse::SchemaError>(())
    /// ```
    #[must_use]
    pub fn new(schema: Schema) -> Self {
        Self {
            schema,
            options: Options::default(),
            target: PhantomData,
        }
    }

    /// Bounds on size and depth, and whether damage is repaired.
    ///
    /// ```
    /// use llmparse::{BaseOutputParser, Options, ParseMode, Schema, TypedOutputParser};
    /// let schema = Schema::from_json(&serde_json::json!({"type": "array"}))?;
    /// let strict = TypedOutputParser::<Vec<u8>>::new(schema).options(Options::default().mode(ParseMode::Strict));
    /// assert!(strict.parse("[1,]").is_err());
    /// # Ok::<(), llmparse::SchemaError>(())
    /// ```
    #[must_use]
    pub fn options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// The schema.
    ///
    /// ```
    /// use llmparse::{Schema, TypedOutputParser};
    /// let schema = Schema::from_json(&serde_json::json!({"type": "array"}))?;
    /// assert_eq!(TypedOutputParser::<Vec<u8>>::new(schema).schema().to_json(), serde_json::json!({"type": "array"}));
    /// # Ok::<(), llmparse::SchemaError>(())
    /// ```
    #[must_use]
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Makes `T` of a value that has been read already.
    ///
    /// # Errors
    ///
    /// A [`ParsingError`] of the kind `schema_mismatch` if it does not fit.
    ///
    /// ```
    /// use llmparse::{Schema, TypedOutputParser};
    /// use serde_json::json;
    /// let schema = Schema::from_json(&json!({"title": "Scores", "type": "array", "items": {"type": "integer"}}))?;
    /// let parser = TypedOutputParser::<Vec<u8>>::new(schema);
    /// assert_eq!(parser.validate(json!([1, 2])).unwrap(), [1, 2]);
    /// assert!(parser.validate(json!(["x"])).unwrap_err().message.starts_with("Validation failed for Scores: /0"));
    /// # Ok::<(), llmparse::SchemaError>(())
    /// ```
    pub fn validate(&self, value: impl Into<Value>) -> Result<T, ParsingError> {
        let mut trace = Trace::default();
        self.take(value.into(), &mut trace).map_err(|mut error| {
            let name = self.fit().name();
            let prefix = format!("JSON does not match schema for {name}: ");
            let reason = error
                .message
                .strip_prefix(&prefix)
                .unwrap_or(&error.message);
            error.message = format!("Validation failed for {name}: {reason}");
            error
        })
    }

    fn fit(&self) -> Fit<'_> {
        Fit::json(&self.schema)
    }

    fn take(&self, value: Value, trace: &mut Trace) -> Result<T, ParsingError> {
        let mut value = self.fit().fit(value, trace)?;
        if let Ok(typed) = T::deserialize(&value) {
            return Ok(typed);
        }
        // `3.0` is an integer to a schema, and none to serde.
        spell_integers(&mut value);
        serde_path_to_error::deserialize(&value).map_err(|error| {
            let name = self.fit().name();
            let message = format!("JSON does not match schema for {name}: {error}");
            ParsingError::of_kind("schema_mismatch", message).cause(error.into_inner())
        })
    }
}

/// Spells numbers that are whole without a fraction.
fn spell_integers(value: &mut Value) {
    match &mut value.data {
        Data::Array(items) => items.iter_mut().for_each(spell_integers),
        Data::Object(object) => {
            let members = object.members.iter_mut();
            members.for_each(|(_, member)| spell_integers(member));
        }
        Data::Number(number) => {
            let decimal: Option<Decimal> = number.to_string().parse().ok();
            if let Some(integer) = decimal.and_then(|decimal| decimal.to_integer()) {
                *number = Number::from_json(integer.as_str());
            }
        }
        _ => {}
    }
}

impl<T: DeserializeOwned> BaseOutputParser for TypedOutputParser<T> {
    type Output = T;

    fn parse(&self, text: &str) -> Result<T, ParsingError> {
        self.parse_with_trace(text).result
    }

    fn format_instructions(&self) -> String {
        self.fit().instructions()
    }

    fn parse_with_trace(&self, text: &str) -> Traced<T, ParsingError> {
        read_fitting(text, &self.options, &|value, trace| self.take(value, trace))
    }
}

impl<T> Clone for TypedOutputParser<T> {
    fn clone(&self) -> Self {
        Self {
            schema: self.schema.clone(),
            options: self.options.clone(),
            target: PhantomData,
        }
    }
}

impl<T> fmt::Debug for TypedOutputParser<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("TypedOutputParser")
            .field("schema", &self.schema)
            .field("target", &std::any::type_name::<T>())
            .finish_non_exhaustive()
    }
}

//! What a parser makes of a reply: the data, how it came about, and a fallback that is never taken for it.

use std::fmt;

use serde::de::DeserializeOwned;

use super::trace::ParseTrace;
use crate::error::ParsingError;
use crate::value::{Data, Value};

/// How a reply was read.
///
/// ```
/// use llmparse::{OutputParser, Outcome};
/// let parser = OutputParser::new();
/// assert_eq!(parser.parse(r#"{"a": 1}"#).outcome, Outcome::Parsed);
/// assert_eq!(parser.parse(r#"{"a": 1,}"#).outcome, Outcome::Repaired);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outcome {
    /// As it stands.
    Parsed,
    /// After repairs, or by asking a model.
    Repaired,
    /// Not at all; there is a payload that says so.
    Fallback,
    /// Not at all.
    Failed,
}

impl Outcome {
    /// The stable name.
    ///
    /// ```
    /// assert_eq!(llmparse::Outcome::Repaired.name(), "repaired");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Parsed => "parsed",
            Self::Repaired => "repaired",
            Self::Fallback => "fallback",
            Self::Failed => "failed",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// The result of parsing a reply.
///
/// ```
/// let result = llmparse::OutputParser::new().parse(r#"{"city": "Oslo"}"#);
/// assert!(result.ok());
/// assert_eq!(result.data.unwrap().get("city").unwrap().as_str(), Some("Oslo"));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ParseResult {
    /// How the reply was read.
    pub outcome: Outcome,
    /// The data; there is some just if the outcome is `Parsed` or `Repaired`. It may be null.
    pub data: Option<Value>,
    /// What stands in for the data, if the outcome is `Fallback`: an answer with the text and `_parse_error`.
    pub fallback: Option<Value>,
    /// The name of the schema that the data fits.
    pub schema_type: Option<String>,
    /// What was done.
    pub trace: ParseTrace,
    /// The reply.
    pub raw: String,
}

impl ParseResult {
    /// Whether there is data.
    ///
    /// ```
    /// assert!(!llmparse::OutputParser::new().parse(" ").ok());
    /// ```
    #[must_use]
    pub fn ok(&self) -> bool {
        self.data.is_some()
    }

    /// The data, or why there is none.
    ///
    /// # Errors
    ///
    /// The newest error of the trace.
    ///
    /// ```
    /// let error = llmparse::OutputParser::new().parse(" ").into_data().unwrap_err();
    /// assert_eq!(error.message, "Input text is empty");
    /// ```
    pub fn into_data(self) -> Result<Value, ParsingError> {
        let message = || self.trace.errors.last().cloned().unwrap_or_default();
        match self.data {
            Some(data) => Ok(data),
            None => Err(ParsingError::new(message()).original_text(self.raw)),
        }
    }

    /// The data as `T`. A fallback is not taken for it.
    ///
    /// # Errors
    ///
    /// There is no data, or it does not fit `T`; the error has the path.
    ///
    /// ```
    /// let result = llmparse::OutputParser::new().parse(r#"[1, 2]"#);
    /// let numbers: Vec<u8> = result.as_typed()?;
    /// assert_eq!(numbers, [1, 2]);
    /// let error = result.as_typed::<Vec<bool>>().unwrap_err();
    /// assert!(error.to_string().starts_with("Cannot cast list to "), "{error}");
    /// # Ok::<(), llmparse::ParsingError>(())
    /// ```
    pub fn as_typed<T: DeserializeOwned>(&self) -> Result<T, ParsingError> {
        let Some(data) = &self.data else {
            return Err(ParsingError::new("Parsing produced no data").original_text(&self.raw));
        };
        serde_path_to_error::deserialize(data).map_err(|error| {
            let message = format!(
                "Cannot cast {} to {}",
                type_name(data),
                std::any::type_name::<T>()
            );
            ParsingError::new(message)
                .original_text(&self.raw)
                .cause(error)
        })
    }
}

/// `ParseResult(ok=True, type=dict)`
impl fmt::Display for ParseResult {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ok = if self.ok() { "True" } else { "False" };
        let kind = self.data.as_ref().map_or("NoneType", type_name);
        write!(formatter, "ParseResult(ok={ok}, type={kind})")
    }
}

/// The name that the engine's documents have for the type of `value`.
fn type_name(value: &Value) -> &'static str {
    match &value.data {
        Data::Null => "NoneType",
        Data::Bool(_) => "bool",
        Data::Number(number) if number.as_i128().is_some() => "int",
        Data::Number(_) => "float",
        Data::String(_) => "str",
        Data::Array(_) => "list",
        Data::Object(_) => "dict",
    }
}

//! Why there is no value: `no valid number found in response`.

pub use super::options::ParseOptions;
pub use super::trace::ParseTrace;

/// Why a reply gave no value.
///
/// The variants, their fields and their messages are those of the published crate, so that a `match` without a
/// wildcard still compiles. [`llmparse::ParseError`] says more: where it happened, and which number was out of range.
/// Who needs that calls the function of the same name in [`llmparse`].
///
/// ```
/// use llm_pipeline::output_parser::{ParseError, parse_json_value};
///
/// let error = parse_json_value(" \n").unwrap_err();
/// assert!(matches!(error, ParseError::EmptyResponse));
/// assert_eq!(error.to_string(), "empty LLM response");
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ParseError {
    /// Nothing but blanks, or nothing but reasoning.
    #[error("empty LLM response")]
    EmptyResponse,

    /// The reply holds nothing of the wanted format, or several things between which nothing decides.
    #[error("could not parse {expected_format} from LLM response: {text}")]
    Unparseable {
        /// What was looked for, such as `JSON`.
        expected_format: &'static str,
        /// How the reply starts, at most 200 characters of it; or the rival readings.
        text: String,
    },

    /// A value was found, and it is not of the type that was asked for.
    #[error("JSON deserialization failed: {reason}")]
    DeserializationFailed {
        /// What was expected and found, with the path to it.
        reason: String,
        /// How the value starts, at most 200 characters of it.
        raw_json: String,
    },

    /// None of the choices is in the reply.
    #[error("no valid choice found in response (valid: {valid:?})")]
    NoMatchingChoice {
        /// The choices that were offered.
        valid: Vec<String>,
    },

    /// The reply holds no number, or none inside the range that was asked for.
    #[error("no valid number found in response")]
    NoNumber,

    /// The text is longer than [`ParseOptions::max_input_bytes`].
    #[error("input too large: {size} bytes exceeds limit of {limit} bytes")]
    TooLarge {
        /// Size of the text in bytes.
        size: usize,
        /// The limit in bytes.
        limit: usize,
    },

    /// Arrays and objects are nested deeper than [`ParseOptions::max_nesting_depth`].
    #[error("nesting too deep: depth {depth} exceeds limit of {limit}")]
    TooDeep {
        /// The depth at which reading stopped, the first beyond the limit.
        depth: usize,
        /// The limit.
        limit: usize,
    },
}

impl ParseError {
    /// A stable name of the kind: `empty_response`, `unparseable`, `deserialization_failed`, `no_matching_choice`,
    /// `no_number`, `too_large`, `too_deep`.
    ///
    /// ```
    /// use llm_pipeline::output_parser::ParseError;
    /// assert_eq!(ParseError::NoNumber.kind(), "no_number");
    /// ```
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::EmptyResponse => "empty_response",
            Self::Unparseable { .. } => "unparseable",
            Self::DeserializationFailed { .. } => "deserialization_failed",
            Self::NoMatchingChoice { .. } => "no_matching_choice",
            Self::NoNumber => "no_number",
            Self::TooLarge { .. } => "too_large",
            Self::TooDeep { .. } => "too_deep",
        }
    }
}

/// A number outside the range becomes [`ParseError::NoNumber`], which has always meant both; rival readings become
/// [`ParseError::Unparseable`] and stand in its text.
///
/// ```
/// use llm_pipeline::{llmparse, output_parser::ParseError};
///
/// let error = llmparse::parse_json::<bool>("The answer: [1]").unwrap_err();
/// assert_eq!(error.span().unwrap().range(), 12..15);
/// assert_eq!(ParseError::from(error).kind(), "deserialization_failed");
/// ```
impl From<llmparse::ParseError> for ParseError {
    fn from(error: llmparse::ParseError) -> Self {
        use llmparse::ParseError as Core;
        match error {
            Core::EmptyResponse => Self::EmptyResponse,
            Core::Unparseable {
                expected_format,
                text,
            } => Self::Unparseable {
                expected_format,
                text,
            },
            Core::DeserializationFailed {
                reason, raw_json, ..
            } => Self::DeserializationFailed { reason, raw_json },
            Core::NoMatchingChoice { valid } => Self::NoMatchingChoice { valid },
            Core::NoNumber | Core::OutOfRange { .. } => Self::NoNumber,
            Core::TooLarge { size, limit } => Self::TooLarge { size, limit },
            Core::TooDeep { limit, .. } => Self::TooDeep {
                depth: limit.saturating_add(1),
                limit,
            },
            // `Ambiguous`, and what is still to come.
            other => Self::Unparseable {
                expected_format: "one answer",
                text: other.to_string(),
            },
        }
    }
}

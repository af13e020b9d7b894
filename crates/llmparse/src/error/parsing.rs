//! Why a parser of one format gave no value: `Missing required columns: ['age']`, what was parsed, and the cause.

use std::error::Error;
use std::fmt;

use crate::error::ParseError;

/// How much of the original text is shown, in characters.
const PREVIEW: usize = 200;

type Cause = Box<dyn Error + Send + Sync>;

/// Why a parser of the toolkit gave no value.
///
/// As text it is the message, then the cause and the start of the original text, where there are any; the message is a
/// sentence that a model can act on.
///
/// ```
/// use llmparse::{BaseOutputParser, JsonOutputParser};
/// let error = JsonOutputParser::new().parse("this is not json").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "No valid JSON found in text. Expected a JSON object {...} or array [...].\n\
///      Original text preview: this is not json"
/// );
/// ```
#[derive(Debug)]
pub struct ParsingError {
    /// What went wrong.
    pub message: String,
    /// The text that was parsed.
    pub original_text: Option<String>,
    /// The error behind it.
    pub cause: Option<Cause>,
    kind: &'static str,
}

impl ParsingError {
    /// An error of the kind `custom`: what a parser of one's own gives.
    ///
    /// ```
    /// let error = llmparse::ParsingError::new("No city found.");
    /// assert_eq!((error.to_string().as_str(), error.kind()), ("No city found.", "custom"));
    /// ```
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self::of_kind("custom", message)
    }

    pub(crate) fn of_kind(kind: &'static str, message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            original_text: None,
            cause: None,
            kind,
        }
    }

    /// Says what was parsed.
    ///
    /// ```
    /// let error = llmparse::ParsingError::new("No city found.").original_text("It rains.");
    /// assert_eq!(error.to_string(), "No city found.\nOriginal text preview: It rains.");
    /// ```
    #[must_use]
    pub fn original_text(mut self, text: impl Into<String>) -> Self {
        self.original_text = Some(text.into());
        self
    }

    /// Says what is behind it.
    ///
    /// ```
    /// let error = llmparse::ParsingError::new("No city found.").cause("the line is dead");
    /// assert_eq!(error.to_string(), "No city found.\nCaused by: the line is dead");
    /// ```
    #[must_use]
    pub fn cause(mut self, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        self.cause = Some(cause.into());
        self
    }

    /// A stable name of the kind.
    ///
    /// What the readers say keeps its name, see [`ParseError::kind`]. Beyond those there are `missing_field`,
    /// `empty_field`, `wrong_value`, `too_few_items`, `too_many_items`, `refused_item`, `no_rows`, `schema_mismatch`,
    /// `attempts_exhausted`, `fixer_failed`, `all_failed` and `custom`.
    ///
    /// ```
    /// use llmparse::{BaseOutputParser, JsonOutputParser};
    /// assert_eq!(JsonOutputParser::new().parse("").unwrap_err().kind(), "empty_response");
    /// ```
    #[must_use]
    pub fn kind(&self) -> &'static str {
        self.kind
    }
}

/// The message is the error's, which is the cause too.
impl From<ParseError> for ParsingError {
    fn from(error: ParseError) -> Self {
        Self::of_kind(error.kind(), error.to_string()).cause(error)
    }
}

impl fmt::Display for ParsingError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)?;
        if let Some(cause) = &self.cause {
            write!(formatter, "\nCaused by: {cause}")?;
        }
        match self.original_text.as_deref() {
            Some(text) if !text.is_empty() => write_preview(formatter, text),
            _ => Ok(()),
        }
    }
}

fn write_preview(formatter: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    let end = text.char_indices().nth(PREVIEW).map(|(end, _)| end);
    let preview = end.and_then(|end| text.get(..end)).unwrap_or(text);
    let ellipsis = if end.is_some() { "..." } else { "" };
    write!(formatter, "\nOriginal text preview: {preview}{ellipsis}")
}

impl Error for ParsingError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        let cause: &(dyn Error + 'static) = self.cause.as_deref()?;
        Some(cause)
    }
}

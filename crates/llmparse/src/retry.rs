//! Asks a model again until its reply can be read: three prompts, each firmer than the last, and a wait between them.
//!
//! ```text
//!     {"answer": Paris   ->  "your previous response could not be parsed ..."  ->  {"answer": "Paris"}
//! ```

mod backoff;
mod example;
mod handler;
mod prompts;
mod session;

use std::fmt;
use std::time::Duration;

use crate::value::{Data, Number, Object, Value};

pub use handler::RetryHandler;

/// How a model is asked again.
///
/// ```
/// assert_eq!(llmparse::RetryStrategy::StrictFormat.to_string(), "STRICT_FORMAT");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RetryStrategy {
    /// What was wrong with the reply, and the instructions once more.
    StrictFormat,
    /// The format alone, with an example. The name is older than the other formats: CSV is asked for as CSV.
    JsonStrict,
    /// As little as the schema allows, in a few words.
    Simplified,
    /// The model is not asked any more.
    GracefulFail,
}

impl RetryStrategy {
    /// Every strategy, in the order in which they are tried.
    pub const ALL: [Self; 4] = [
        Self::StrictFormat,
        Self::JsonStrict,
        Self::Simplified,
        Self::GracefulFail,
    ];

    /// The stable name.
    ///
    /// ```
    /// assert_eq!(llmparse::RetryStrategy::GracefulFail.name(), "GRACEFUL_FAIL");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::StrictFormat => "STRICT_FORMAT",
            Self::JsonStrict => "JSON_STRICT",
            Self::Simplified => "SIMPLIFIED",
            Self::GracefulFail => "GRACEFUL_FAIL",
        }
    }
}

impl fmt::Display for RetryStrategy {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// What was asked before, and what went wrong with the reply.
///
/// ```
/// use llmparse::RetryRequest;
/// let request = RetryRequest::new("What is 2+2?")
///     .format_instructions("Reply with JSON.")
///     .last_error("no JSON found")
///     .last_response("Four.");
/// assert_eq!(request.last_response, "Four.");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RetryRequest {
    /// The question.
    pub original_prompt: String,
    /// What the parser says about the format that it reads.
    pub format_instructions: String,
    /// Why the last reply could not be read; empty if there was none.
    pub last_error: String,
    /// The last reply; empty if there was none.
    pub last_response: String,
}

impl RetryRequest {
    /// A question that was not asked yet.
    ///
    /// ```
    /// assert_eq!(llmparse::RetryRequest::new("Why?").last_error, "");
    /// ```
    #[must_use]
    pub fn new(original_prompt: impl Into<String>) -> Self {
        Self {
            original_prompt: original_prompt.into(),
            ..Self::default()
        }
    }

    /// Sets what the parser says about the format that it reads.
    ///
    /// ```
    /// let request = llmparse::RetryRequest::new("Why?").format_instructions("Reply with YAML.");
    /// assert_eq!(request.format_instructions, "Reply with YAML.");
    /// ```
    #[must_use]
    pub fn format_instructions(mut self, instructions: impl Into<String>) -> Self {
        self.format_instructions = instructions.into();
        self
    }

    /// Sets why the last reply could not be read.
    ///
    /// ```
    /// let request = llmparse::RetryRequest::new("Why?").last_error("no JSON found");
    /// assert_eq!(request.last_error, "no JSON found");
    /// ```
    #[must_use]
    pub fn last_error(mut self, error: impl Into<String>) -> Self {
        self.last_error = error.into();
        self
    }

    /// Sets the last reply.
    ///
    /// ```
    /// let request = llmparse::RetryRequest::new("Why?").last_response("Because.");
    /// assert_eq!(request.last_response, "Because.");
    /// ```
    #[must_use]
    pub fn last_response(mut self, response: impl Into<String>) -> Self {
        self.last_response = response.into();
        self
    }
}

/// What came of asking again.
///
/// ```
/// use llmparse::{Llm, LlmError, RetryHandler, RetryRequest, RetryStrategy};
/// let model = Llm::new(|_| Ok::<_, LlmError>("four".to_owned()));
/// let result = RetryHandler::new().max_retries(1).run(&model, &RetryRequest::new("2+2?"), str::parse::<u8>);
/// assert!(!result.success);
/// assert_eq!(result.strategy, Some(RetryStrategy::GracefulFail));
/// assert_eq!(result.errors, ["Attempt 1 (STRICT_FORMAT): invalid digit found in string"]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct RetryResult<T> {
    /// Whether a reply could be read.
    pub success: bool,
    /// What was read; always there on success.
    pub value: Option<T>,
    /// The reply that was read, as the model gave it; empty without success.
    pub response: String,
    /// How often the model was asked, be it in vain.
    pub attempts: u32,
    /// How many of the attempts gave no reply at all.
    pub transport_errors: u32,
    /// The strategy of the last attempt, [`RetryStrategy::GracefulFail`] without success.
    pub strategy: Option<RetryStrategy>,
    /// A line for each attempt that failed: `Attempt 1 (STRICT_FORMAT): no JSON found`.
    pub errors: Vec<String>,
    /// How long it took, waits included.
    pub total: Duration,
}

impl<T> Default for RetryResult<T> {
    fn default() -> Self {
        Self {
            success: false,
            value: None,
            response: String::new(),
            attempts: 0,
            transport_errors: 0,
            strategy: None,
            errors: Vec::new(),
            total: Duration::ZERO,
        }
    }
}

impl<T> RetryResult<T> {
    /// An object for a caller that wants data rather than an error: `error`, `message`, `attempts`, `original_query` and
    /// `errors`.
    ///
    /// ```
    /// use llmparse::RetryResult;
    /// let failed = RetryResult::<()> { attempts: 3, errors: vec!["e1".into()], ..Default::default() };
    /// let payload = failed.as_error_payload("q");
    /// assert_eq!(payload.get("message").unwrap().as_str().unwrap(), "Failed to obtain a valid response after all retries");
    /// assert_eq!(payload.get("attempts").unwrap().as_number().unwrap().as_u64(), Some(3));
    /// ```
    #[must_use]
    pub fn as_error_payload(&self, query: &str) -> Value {
        let attempts = Number::from_json(&self.attempts.to_string());
        let errors: Vec<Value> = self
            .errors
            .iter()
            .map(|error| error.as_str().into())
            .collect();
        let mut payload = Object::default();
        payload.insert("error", Data::Bool(true).into());
        payload.insert(
            "message",
            "Failed to obtain a valid response after all retries".into(),
        );
        payload.insert("attempts", Data::Number(attempts).into());
        payload.insert("original_query", query.into());
        payload.insert("errors", Data::Array(errors).into());
        payload.into()
    }
}

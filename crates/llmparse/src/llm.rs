//! A model that can be asked: a prompt in, a reply out; what stands behind it is the caller's.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

type Ask = dyn Fn(&str) -> Result<String, LlmError> + Send + Sync;

/// A model, as a closure from prompt to reply.
///
/// ```
/// use llmparse::{Llm, LlmError};
/// let model = Llm::new(|prompt| Ok::<_, LlmError>(format!("You said: {prompt}")));
/// assert_eq!(model.ask("Hello").unwrap(), "You said: Hello");
/// ```
#[derive(Clone)]
pub struct Llm(Arc<Ask>);

impl Llm {
    /// A model that `ask` reaches; any error will do.
    ///
    /// ```
    /// use std::io::{Error, ErrorKind};
    /// let model = llmparse::Llm::new(|_| Err(Error::from(ErrorKind::TimedOut)));
    /// assert_eq!(model.ask("Hello").unwrap_err().to_string(), "timed out");
    /// ```
    #[must_use]
    pub fn new<E: Into<Box<dyn Error + Send + Sync>>>(
        ask: impl Fn(&str) -> Result<String, E> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(move |prompt| ask(prompt).map_err(LlmError::new)))
    }

    /// Asks the model.
    ///
    /// # Errors
    ///
    /// What the closure gives.
    ///
    /// ```
    /// let model = llmparse::Llm::new(|_| Err("the line is dead"));
    /// assert!(model.ask("Hello").is_err());
    /// ```
    pub fn ask(&self, prompt: &str) -> Result<String, LlmError> {
        (self.0)(prompt)
    }
}

impl fmt::Debug for Llm {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Llm")
    }
}

/// Why a model gave no reply.
///
/// ```
/// assert_eq!(llmparse::LlmError::new("the line is dead").to_string(), "the line is dead");
/// ```
#[derive(Debug)]
pub struct LlmError(Box<dyn Error + Send + Sync>);

impl LlmError {
    /// An error with `cause`.
    ///
    /// ```
    /// let error = llmparse::LlmError::new(std::fmt::Error);
    /// assert!(error.into_inner().is::<std::fmt::Error>());
    /// ```
    #[must_use]
    pub fn new(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(cause.into())
    }

    /// The cause as it came.
    ///
    /// ```
    /// assert_eq!(llmparse::LlmError::new("dead").into_inner().to_string(), "dead");
    /// ```
    #[must_use]
    pub fn into_inner(self) -> Box<dyn Error + Send + Sync> {
        self.0
    }
}

impl fmt::Display for LlmError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl Error for LlmError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source()
    }
}

//! What can go wrong between the image and the model's reply, whatever was asked for.

use std::error::Error;

/// Why there is no reply.
#[derive(Debug)]
pub(crate) enum Failure {
    /// No connection, or it was lost, or it took too long.
    Transport(String),
    /// The endpoint is none.
    Endpoint(String),
    /// Another status than success, and the start of what came with it.
    Status(u16, String),
    /// Not what Ollama answers.
    Invalid(String),
    /// The file cannot be read.
    Image(String),
}

impl Failure {
    /// Whether it may go better next time.
    pub(crate) fn is_temporary(&self) -> bool {
        match self {
            Self::Transport(_) | Self::Invalid(_) => true,
            Self::Status(status, _) => *status >= 500,
            Self::Endpoint(_) | Self::Image(_) => false,
        }
    }
}

/// An error of the public functions.
pub(crate) trait FromFailure {
    fn from_failure(failure: Failure, endpoint: &str) -> Self;
}

impl From<reqwest::Error> for Failure {
    fn from(error: reqwest::Error) -> Self {
        let text = chain(&error);
        if error.is_builder() {
            Self::Endpoint(text)
        } else {
            Self::Transport(text)
        }
    }
}

/// The message of an error and of what lies under it: `error sending request: connection refused`.
fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}

//! One run of attempts: what comes next, and what came of the last one. It calls nobody, so that both the plain and the
//! async run are a loop around it.

use std::fmt::Display;
use std::time::Duration;

use super::handler::RetryHandler;
use super::prompts::Story;
use super::{RetryRequest, RetryResult, RetryStrategy};

/// An attempt to make.
pub(super) struct Attempt {
    /// How long to wait before it.
    pub(super) delay: Duration,
    pub(super) prompt: String,
}

/// The state between attempts.
pub(super) struct Session<'a> {
    handler: &'a RetryHandler,
    request: &'a RetryRequest,
    started: Duration,
    attempts: u32,
    transport_errors: u32,
    errors: Vec<String>,
    /// The newest error of the parser, and the reply that it is about.
    last_error: String,
    last_response: String,
}

impl<'a> Session<'a> {
    pub(super) fn new(handler: &'a RetryHandler, request: &'a RetryRequest) -> Self {
        Self {
            handler,
            request,
            started: handler.now(),
            attempts: 0,
            transport_errors: 0,
            errors: Vec::new(),
            last_error: request.last_error.clone(),
            last_response: request.last_response.clone(),
        }
    }

    /// The next attempt, while there is one.
    pub(super) fn next(&self) -> Option<Attempt> {
        let is_over = self.replies() >= self.handler.max_retries
            || self.transport_errors >= self.handler.transport_bound();
        (!is_over).then(|| Attempt {
            delay: self.handler.delay_before(self.attempts),
            prompt: self.prompt(),
        })
    }

    /// How many replies could not be read.
    fn replies(&self) -> u32 {
        self.attempts - self.transport_errors
    }

    /// A call without a reply says nothing about the format: the same is asked again.
    fn strategy(&self) -> RetryStrategy {
        match self.replies() {
            0 => RetryStrategy::StrictFormat,
            1 => RetryStrategy::JsonStrict,
            _ => RetryStrategy::Simplified,
        }
    }

    fn prompt(&self) -> String {
        let story = Story {
            question: &self.request.original_prompt,
            instructions: &self.request.format_instructions,
            error: &self.last_error,
            response: &self.last_response,
        };
        self.handler.prompts().write(self.strategy(), &story)
    }

    /// Takes what came of an attempt; a result if the reply could be read.
    pub(super) fn take<T, R: Display, E: Display>(
        &mut self,
        reply: Result<String, R>,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<RetryResult<T>> {
        let strategy = self.strategy();
        let number = self.attempts + 1;
        let reply = match reply {
            Ok(reply) => reply,
            Err(error) => {
                self.errors
                    .push(format!("Attempt {number} ({strategy}): {error}"));
                self.attempts = number;
                self.transport_errors += 1;
                return None;
            }
        };
        match parse(&reply) {
            Ok(value) => {
                self.attempts = number;
                Some(self.finish(strategy, Some((value, reply))))
            }
            Err(error) => {
                self.last_error = error.to_string();
                self.errors.push(format!(
                    "Attempt {number} ({strategy}): {}",
                    self.last_error
                ));
                self.last_response = reply;
                self.attempts = number;
                None
            }
        }
    }

    pub(super) fn fail<T>(mut self) -> RetryResult<T> {
        self.finish(RetryStrategy::GracefulFail, None)
    }

    fn finish<T>(&mut self, strategy: RetryStrategy, read: Option<(T, String)>) -> RetryResult<T> {
        let success = read.is_some();
        let (value, response) = read.unzip();
        RetryResult {
            success,
            value,
            response: response.unwrap_or_default(),
            attempts: self.attempts,
            transport_errors: self.transport_errors,
            strategy: Some(strategy),
            errors: std::mem::take(&mut self.errors),
            total: self.handler.now().saturating_sub(self.started),
        }
    }
}

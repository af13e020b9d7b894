//! The handler: its settings, and the plain and the async run.

use std::fmt;
use std::fmt::Display;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use super::backoff::Backoff;
use super::example::Asked;
use super::prompts::Prompts;
use super::session::Session;
use super::{RetryRequest, RetryResult};
use crate::llm::Llm;
use crate::output_format::OutputFormat;
use crate::schema::Schema;
use crate::value::Value;

/// The most characters of the question, and of the instructions, that a prompt holds by default.
const PROMPT_CHARS: usize = 32_000;

type Sleep = dyn Fn(Duration) + Send + Sync;
type Clock = dyn Fn() -> Duration + Send + Sync;

/// Asks a model again until its reply can be read.
///
/// The attempts go through [`RetryStrategy`](crate::RetryStrategy): what was wrong and the instructions, then the format alone
/// with an example, then as little as will do, which is repeated. Every prompt shows the newest error, the first 300
/// characters of the newest reply, and the instructions; what is long is cut in the middle. A call that gives no reply
/// (the model's error) is an attempt too, but says nothing about the format: the same is asked again.
///
/// The handler waits before each attempt but the first, half a second longer each time and at most five. It knows no
/// threads: how to wait is for [`sleeper`](Self::sleeper) to say, and without one it does not.
///
/// ```
/// use llmparse::{Llm, LlmError, RetryHandler, RetryRequest, RetryStrategy};
/// let model = Llm::new(|prompt| {
///     assert!(prompt.contains("What is 2+2?"));
///     Ok::<_, LlmError>("{\"answer\": 4}".to_owned())
/// });
/// let handler = RetryHandler::new().required_fields(["answer"]).sleeper(std::thread::sleep);
/// let request = RetryRequest::new("What is 2+2?").last_error("no JSON found").last_response("Four.");
/// let result = handler.run(&model, &request, llmparse::parse_json_value);
/// assert_eq!(result.value, Some(serde_json::json!({"answer": 4})));
/// assert_eq!((result.attempts, result.strategy), (1, Some(RetryStrategy::StrictFormat)));
/// ```
#[derive(Clone)]
pub struct RetryHandler {
    pub(super) max_retries: u32,
    max_transport_errors: Option<u32>,
    max_prompt_chars: usize,
    backoff: Backoff,
    format: OutputFormat,
    schema: Option<Schema>,
    required: Vec<String>,
    sleeper: Option<Arc<Sleep>>,
    clock: Option<Arc<Clock>>,
}

impl Default for RetryHandler {
    fn default() -> Self {
        Self {
            max_retries: 3,
            max_transport_errors: None,
            max_prompt_chars: PROMPT_CHARS,
            backoff: Backoff::default(),
            format: OutputFormat::Json,
            schema: None,
            required: Vec::new(),
            sleeper: None,
            clock: None,
        }
    }
}

impl fmt::Debug for RetryHandler {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("RetryHandler")
            .field("max_retries", &self.max_retries)
            .field("max_transport_errors", &self.transport_bound())
            .field("max_prompt_chars", &self.max_prompt_chars)
            .field("backoff", &self.backoff)
            .field("format", &self.format)
            .field("schema", &self.schema)
            .field("required", &self.required)
            .finish_non_exhaustive()
    }
}

impl RetryHandler {
    /// A handler that asks for JSON three times at most.
    ///
    /// ```
    /// use llmparse::{Llm, RetryHandler, RetryRequest};
    /// let model = Llm::new(|_| Err("the line is dead"));
    /// let result = RetryHandler::new().run(&model, &RetryRequest::new("Why?"), str::parse::<u8>);
    /// assert_eq!((result.attempts, result.transport_errors), (3, 3));
    /// assert_eq!(result.errors[2], "Attempt 3 (STRICT_FORMAT): the line is dead");
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets how many replies are tried; 3 by default, and with 0 the model is not asked at all.
    ///
    /// ```
    /// use llmparse::{Llm, LlmError, RetryHandler, RetryRequest};
    /// let model = Llm::new(|_| Ok::<_, LlmError>("four".to_owned()));
    /// let result = RetryHandler::new().max_retries(0).run(&model, &RetryRequest::new("2+2?"), str::parse::<u8>);
    /// assert_eq!((result.success, result.attempts), (false, 0));
    /// ```
    #[must_use]
    pub fn max_retries(mut self, retries: u32) -> Self {
        self.max_retries = retries;
        self
    }

    /// Sets after how many calls without a reply the model is given up; as many as replies are tried by default.
    ///
    /// ```
    /// use llmparse::{Llm, RetryHandler, RetryRequest};
    /// let model = Llm::new(|_| Err("the line is dead"));
    /// let handler = RetryHandler::new().max_transport_errors(1);
    /// assert_eq!(handler.run(&model, &RetryRequest::new("Why?"), str::parse::<u8>).attempts, 1);
    /// ```
    #[must_use]
    pub fn max_transport_errors(mut self, errors: u32) -> Self {
        self.max_transport_errors = Some(errors);
        self
    }

    /// Sets how many characters of the question, and of the instructions, a prompt holds; 32,000 by default. The middle
    /// of a longer text is left out, with a mark.
    ///
    /// ```
    /// use llmparse::{Llm, LlmError, RetryHandler, RetryRequest};
    /// let model = Llm::new(|prompt| {
    ///     assert!(prompt.contains("[... 80 characters left out ...]"));
    ///     Ok::<_, LlmError>("4".to_owned())
    /// });
    /// let request = RetryRequest::new("2+2? ".repeat(20));
    /// assert!(RetryHandler::new().max_prompt_chars(20).run(&model, &request, str::parse::<u8>).success);
    /// ```
    #[must_use]
    pub fn max_prompt_chars(mut self, chars: usize) -> Self {
        self.max_prompt_chars = chars;
        self
    }

    /// Sets how much longer each wait is than the one before; half a second by default.
    ///
    /// ```
    /// use std::time::Duration;
    /// let handler = llmparse::RetryHandler::new().backoff(Duration::from_secs(1));
    /// assert_eq!(handler.delay_before(2), Duration::from_secs(2));
    /// ```
    #[must_use]
    pub fn backoff(mut self, step: Duration) -> Self {
        self.backoff.step = step;
        self
    }

    /// Sets the longest wait; five seconds by default, or the step of the backoff if that is longer.
    ///
    /// ```
    /// use std::time::Duration;
    /// let handler = llmparse::RetryHandler::new().max_backoff(Duration::from_secs(1));
    /// assert_eq!(handler.delay_before(100), Duration::from_secs(1));
    /// ```
    #[must_use]
    pub fn max_backoff(mut self, bound: Duration) -> Self {
        self.backoff.bound = Some(bound);
        self
    }

    /// Shortens each wait to a part of it, from 0 to 1, which `source` gives; a random one keeps many callers apart.
    ///
    /// ```
    /// use std::time::Duration;
    /// let handler = llmparse::RetryHandler::new().jitter(|| 0.5);
    /// assert_eq!(handler.delay_before(1), Duration::from_millis(250));
    /// ```
    #[must_use]
    pub fn jitter(mut self, source: impl Fn() -> f64 + Send + Sync + 'static) -> Self {
        self.backoff.jitter = Some(Arc::new(source));
        self
    }

    /// Sets how [`run`](Self::run) waits; it does not without it.
    ///
    /// ```
    /// let handler = llmparse::RetryHandler::new().sleeper(std::thread::sleep);
    /// ```
    #[must_use]
    pub fn sleeper(mut self, sleep: impl Fn(Duration) + Send + Sync + 'static) -> Self {
        self.sleeper = Some(Arc::new(sleep));
        self
    }

    /// Sets the clock that [`RetryResult::total`](crate::RetryResult::total) is taken from, as the time since any fixed moment; the system's by
    /// default.
    ///
    /// ```
    /// use llmparse::{Llm, LlmError, RetryHandler, RetryRequest};
    /// use std::time::Duration;
    /// let handler = RetryHandler::new().clock(|| Duration::from_secs(7));
    /// let model = Llm::new(|_| Ok::<_, LlmError>("4".to_owned()));
    /// let result = handler.run(&model, &RetryRequest::new("2+2?"), str::parse::<u8>);
    /// assert_eq!(result.total, Duration::ZERO);
    /// ```
    #[must_use]
    pub fn clock(mut self, clock: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        self.clock = Some(Arc::new(clock));
        self
    }

    /// Sets the format that is asked for; JSON by default.
    ///
    /// ```
    /// use llmparse::{Llm, LlmError, OutputFormat, RetryHandler, RetryRequest};
    /// let model = Llm::new(|prompt| {
    ///     assert!(prompt.contains("name,age\n<name_value>,<age_value>"));
    ///     Ok::<_, LlmError>("name,age\nAnn,31".to_owned())
    /// });
    /// let handler = RetryHandler::new().format(OutputFormat::Csv).required_fields(["name", "age"]);
    /// assert!(handler.run(&model, &RetryRequest::new("Who?"), llmparse::parse_csv).success);
    /// ```
    #[must_use]
    pub fn format(mut self, format: OutputFormat) -> Self {
        self.format = format;
        self
    }

    /// Sets the schema that examples are made from, and that [`run_value`](Self::run_value) holds values against.
    ///
    /// ```
    /// let schema = llmparse::Schema::from_text(r#"{"properties": {"n": {"type": "integer"}}}"#)?;
    /// let handler = llmparse::RetryHandler::new().schema(schema);
    /// # Ok::<(), llmparse::SchemaError>(())
    /// ```
    #[must_use]
    pub fn schema(mut self, schema: Schema) -> Self {
        self.schema = Some(schema);
        self
    }

    /// Adds fields that examples show; a schema says more, and counts before them.
    ///
    /// ```
    /// use llmparse::{Llm, LlmError, RetryHandler, RetryRequest};
    /// let model = Llm::new(|prompt| {
    ///     assert!(prompt.contains(r#""city": "<city_value>""#));
    ///     Ok::<_, LlmError>(r#"{"city": "Oslo"}"#.to_owned())
    /// });
    /// let handler = RetryHandler::new().required_fields(["city"]);
    /// assert!(handler.run(&model, &RetryRequest::new("Where?"), llmparse::parse_json_value).success);
    /// ```
    #[must_use]
    pub fn required_fields<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        for name in names.into_iter().map(Into::into) {
            if !self.required.contains(&name) {
                self.required.push(name);
            }
        }
        self
    }

    /// The wait before an attempt when so many were made; none before the first.
    ///
    /// ```
    /// let handler = llmparse::RetryHandler::new();
    /// let waits = [0, 1, 2].map(|attempts| handler.delay_before(attempts).as_millis());
    /// assert_eq!(waits, [0, 500, 1000]);
    /// ```
    #[must_use]
    pub fn delay_before(&self, attempts: u32) -> Duration {
        self.backoff.delay(attempts)
    }

    /// Asks `llm` until `parse` can read its reply.
    ///
    /// ```
    /// use llmparse::{Llm, LlmError, RetryHandler, RetryRequest, RetryStrategy};
    /// let model = Llm::new(|prompt| {
    ///     let reply = if prompt.contains("IMPORTANT") { "4" } else { "four" };
    ///     Ok::<_, LlmError>(reply.to_owned())
    /// });
    /// let result = RetryHandler::new().run(&model, &RetryRequest::new("2+2?"), str::parse::<u8>);
    /// assert_eq!((result.value, result.attempts), (Some(4), 2));
    /// assert_eq!(result.strategy, Some(RetryStrategy::JsonStrict));
    /// ```
    pub fn run<T, E: Display>(
        &self,
        llm: &Llm,
        request: &RetryRequest,
        parse: impl Fn(&str) -> Result<T, E>,
    ) -> RetryResult<T> {
        let mut session = Session::new(self, request);
        while let Some(attempt) = session.next() {
            if let Some(sleep) = self.sleeper.as_ref().filter(|_| !attempt.delay.is_zero()) {
                sleep(attempt.delay);
            }
            let reply = llm.ask(&attempt.prompt);
            if let Some(result) = session.take(reply, &parse) {
                return result;
            }
        }
        session.fail()
    }

    /// As [`run`](Self::run), for a [`Value`] that has to fit the [`schema`](Self::schema) too, if there is one; what does
    /// not fit is told the model.
    ///
    /// ```
    /// use llmparse::{Llm, LlmError, RetryHandler, RetryRequest, Schema};
    /// let schema = Schema::from_text(r#"{"properties": {"n": {"type": "integer"}}, "required": ["n"]}"#)?;
    /// let model = Llm::new(|prompt| {
    ///     let reply = if prompt.contains("/n: expected") { r#"{"n": 4}"# } else { r#"{"m": 4}"# };
    ///     Ok::<_, LlmError>(reply.to_owned())
    /// });
    /// let handler = RetryHandler::new().schema(schema);
    /// let result = handler.run_value(&model, &RetryRequest::new("2+2?"), llmparse::parse_value);
    /// assert_eq!((result.success, result.attempts), (true, 2));
    /// # Ok::<(), llmparse::SchemaError>(())
    /// ```
    pub fn run_value<E: Display>(
        &self,
        llm: &Llm,
        request: &RetryRequest,
        parse: impl Fn(&str) -> Result<Value, E>,
    ) -> RetryResult<Value> {
        self.run(llm, request, |reply| self.parse_fitting(reply, &parse))
    }

    /// As [`run`](Self::run), with any async client and any async wait.
    ///
    /// ```
    /// use llmparse::{RetryHandler, RetryRequest};
    /// # use std::{future::Future, pin::pin, task::{Context, Poll, Waker}};
    /// # fn block_on<F: Future>(future: F) -> F::Output {
    /// #     let mut future = pin!(future);
    /// #     loop {
    /// #         if let Poll::Ready(out) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) { return out; }
    /// #     }
    /// # }
    /// let ask = async |prompt: &str| {
    ///     let reply = if prompt.contains("IMPORTANT") { "4" } else { "four" };
    ///     Ok::<_, std::io::Error>(reply.to_owned())
    /// };
    /// // With tokio: `async |delay| tokio::time::sleep(delay).await`.
    /// let sleep = async |_delay| {};
    /// let request = RetryRequest::new("2+2?");
    /// let result = block_on(RetryHandler::new().run_async(ask, sleep, &request, str::parse::<u8>));
    /// assert_eq!((result.value, result.attempts), (Some(4), 2));
    /// ```
    pub async fn run_async<T, E: Display, R: Display>(
        &self,
        ask: impl AsyncFn(&str) -> Result<String, R>,
        sleep: impl AsyncFn(Duration),
        request: &RetryRequest,
        parse: impl Fn(&str) -> Result<T, E>,
    ) -> RetryResult<T> {
        let mut session = Session::new(self, request);
        while let Some(attempt) = session.next() {
            if !attempt.delay.is_zero() {
                sleep(attempt.delay).await;
            }
            let reply = ask(&attempt.prompt).await;
            if let Some(result) = session.take(reply, &parse) {
                return result;
            }
        }
        session.fail()
    }

    /// As [`run_value`](Self::run_value), with any async client and any async wait.
    ///
    /// ```
    /// use llmparse::{RetryHandler, RetryRequest, Schema};
    /// # use std::{future::Future, pin::pin, task::{Context, Poll, Waker}};
    /// # fn block_on<F: Future>(future: F) -> F::Output {
    /// #     let mut future = pin!(future);
    /// #     loop {
    /// #         if let Poll::Ready(out) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) { return out; }
    /// #     }
    /// # }
    /// let schema = Schema::from_text(r#"{"required": ["n"]}"#)?;
    /// let ask = async |_: &str| Ok::<_, std::io::Error>(r#"{"m": 4}"#.to_owned());
    /// let handler = RetryHandler::new().schema(schema);
    /// let request = RetryRequest::new("2+2?");
    /// let result = block_on(handler.run_value_async(ask, async |_| {}, &request, llmparse::parse_value));
    /// assert!(!result.success);
    /// # Ok::<(), llmparse::SchemaError>(())
    /// ```
    pub async fn run_value_async<E: Display, R: Display>(
        &self,
        ask: impl AsyncFn(&str) -> Result<String, R>,
        sleep: impl AsyncFn(Duration),
        request: &RetryRequest,
        parse: impl Fn(&str) -> Result<Value, E>,
    ) -> RetryResult<Value> {
        let parse = |reply: &str| self.parse_fitting(reply, &parse);
        self.run_async(ask, sleep, request, parse).await
    }

    /// The value that `parse` reads, if it fits the schema.
    fn parse_fitting<E: Display>(
        &self,
        reply: &str,
        parse: impl Fn(&str) -> Result<Value, E>,
    ) -> Result<Value, String> {
        let value = parse(reply).map_err(|error| error.to_string())?;
        let issues = self.schema.as_ref().map(|schema| schema.check(&value));
        match issues.filter(|issues| !issues.is_empty()) {
            None => Ok(value),
            Some(issues) => {
                let lines: Vec<String> = issues.iter().map(ToString::to_string).collect();
                Err(lines.join("; "))
            }
        }
    }

    pub(super) fn transport_bound(&self) -> u32 {
        self.max_transport_errors.unwrap_or(self.max_retries)
    }

    pub(super) fn prompts(&self) -> Prompts<'_> {
        let asked = match &self.schema {
            Some(schema) => Asked::Schema(schema),
            None if self.required.is_empty() => Asked::Nothing,
            None => Asked::Fields(&self.required),
        };
        Prompts {
            asked,
            format: self.format,
            limit: self.max_prompt_chars,
        }
    }

    /// The time since some fixed moment.
    pub(super) fn now(&self) -> Duration {
        match &self.clock {
            Some(clock) => clock(),
            None => system_time(),
        }
    }
}

/// The time since the first call; always nothing where the system has no clock.
fn system_time() -> Duration {
    if cfg!(all(target_family = "wasm", target_os = "unknown")) {
        return Duration::ZERO;
    }
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

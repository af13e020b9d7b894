//! The orchestrator: any reply in, data of the asked shape out, with a trace of what it took.

mod attempt;
mod cache;
mod factories;
mod fit;
mod instructions;
mod result;
mod run;
mod trace;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde::de::DeserializeOwned;

use crate::error::ParsingError;
use crate::fix::OutputFixer;
use crate::llm::Llm;
use crate::options::{Level, Options, ParseMode};
use crate::output_format::OutputFormat;
use crate::pipeline::FormatDetector;
use crate::retry::RetryHandler;
use crate::schema::{FieldSchema, Schema};
use crate::validate::{OutputValidator, Safety, ValidationResult, ValidationRule};
use crate::value::Value;
use cache::{Cache, Key};
use run::{Asks, Run};

pub use factories::{
    create_answer_parser, create_json_parser, create_tool_call_parser, graceful_fallback,
};
pub use result::{Outcome, ParseResult};
pub use trace::{ParseTrace, TraceSummary};

/// How many results are kept, if nothing else is said.
const CACHED: usize = 128;

type Sleep = dyn Fn(Duration) + Send + Sync;
/// Changes data in place; what was odd about it are warnings, or a result like that of a check.
type Prepare = fn(&mut Value, &mut Vec<String>) -> Option<ValidationResult>;

/// Reads replies: finds the format, repairs, fits the data to a schema or to fields, checks it, and asks a model where
/// one is given and nothing else helps.
///
/// | mode | meaning |
/// |---|---|
/// | [`Strict`](ParseMode::Strict) | nothing is repaired or coerced, and every check has to pass |
/// | [`Lenient`](ParseMode::Lenient) | damage is repaired; what safety and rules find is in the trace |
/// | [`Semantic`](ParseMode::Semantic) | as lenient; a model extracts the data where the reply has no structure |
/// | [`ToolCall`](ParseMode::ToolCall) | the reply has to call a tool |
///
/// A parser may be shared between threads. What could not be read is never data: the result says so, with a payload to
/// go on with.
///
/// ```
/// use llmparse::{Dtype, FieldSchema, OutputParser, Outcome};
/// let parser = OutputParser::new().fields([
///     FieldSchema::new("answer"),
///     FieldSchema::new("score").dtype(Dtype::Float).optional(),
/// ]);
/// let result = parser.parse("**Answer:** Paris\n**Score:** 0.7");
/// assert_eq!(result.data.unwrap().to_json_text(), r#"{"answer":"Paris","score":0.7}"#);
///
/// let result = parser.parse("I cannot tell.");
/// assert_eq!((result.outcome, result.data), (Outcome::Fallback, None));
/// assert_eq!(result.fallback.unwrap().get("_parse_error").unwrap().as_bool(), Some(true));
/// ```
#[derive(Clone)]
pub struct OutputParser {
    schema: Option<Schema>,
    fields: Vec<FieldSchema>,
    /// The schema, or that of the fields.
    shape: Option<Schema>,
    mode: ParseMode,
    level: Level,
    expected_format: Option<OutputFormat>,
    llm: Option<Llm>,
    max_retries: u32,
    original_prompt: String,
    options: Options,
    sleeper: Option<Arc<Sleep>>,
    detector: FormatDetector,
    validator: OutputValidator,
    fixer: OutputFixer,
    /// What is done to data before it is fitted.
    prepare: Option<Prepare>,
    cache: Cache,
}

impl Default for OutputParser {
    fn default() -> Self {
        Self {
            schema: None,
            fields: Vec::new(),
            shape: None,
            mode: ParseMode::default(),
            level: Level::default(),
            expected_format: None,
            llm: None,
            max_retries: 2,
            original_prompt: String::new(),
            options: Options::default(),
            sleeper: None,
            detector: FormatDetector::new(),
            validator: OutputValidator::new(),
            fixer: OutputFixer::new(),
            prepare: None,
            cache: Cache::new(CACHED),
        }
    }
}

impl fmt::Debug for OutputParser {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("OutputParser")
            .field("schema", &self.schema)
            .field("fields", &self.fields)
            .field("mode", &self.mode)
            .field("expected_format", &self.expected_format)
            .field("llm", &self.llm)
            .field("max_retries", &self.max_retries)
            .finish_non_exhaustive()
    }
}

impl OutputParser {
    /// A parser of any format, of any shape, lenient, without a model.
    ///
    /// ```
    /// let result = llmparse::OutputParser::new().parse("- red\n- green\n- blue");
    /// assert_eq!(result.data.unwrap().to_json_text(), r#"["red","green","blue"]"#);
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the schema that the data has to fit. A list of objects fits the schema of an object if each of them does.
    ///
    /// ```
    /// use llmparse::{OutputParser, Schema};
    /// let schema = Schema::from_text(r#"{"properties": {"n": {"type": "integer"}}, "required": ["n"]}"#)?;
    /// let parser = OutputParser::new().schema(schema);
    /// assert_eq!(parser.parse(r#"{"n": "3"}"#).data.unwrap().to_json_text(), r#"{"n":3}"#);
    /// assert!(!parser.parse("{}").ok());
    /// # Ok::<(), llmparse::SchemaError>(())
    /// ```
    #[must_use]
    pub fn schema(mut self, schema: Schema) -> Self {
        let name = schema.name().unwrap_or("Schema").to_owned();
        let checked = schema.clone();
        self.validator = self
            .validator
            .schema(name, move |value| fit::check(&checked, value));
        self.shape = Some(schema.clone());
        self.schema = Some(schema);
        self.fresh()
    }

    /// Sets the fields that the data has to have. Without a schema they are what the data is made to fit: aliases become
    /// names, texts become numbers, and an optional field that is not there is its default or null.
    ///
    /// ```
    /// use llmparse::{FieldSchema, OutputParser};
    /// let parser = OutputParser::new().fields([FieldSchema::new("kind").aliases(["type"])]);
    /// assert_eq!(parser.parse(r#"{"type": "a"}"#).data.unwrap().to_json_text(), r#"{"kind":"a"}"#);
    /// ```
    #[must_use]
    pub fn fields(mut self, fields: impl IntoIterator<Item = FieldSchema>) -> Self {
        self.fields.extend(fields);
        self.validator = self.validator.fields(self.fields.iter().cloned());
        let required = self.fields.iter().filter(|field| field.required);
        self.fixer = self
            .fixer
            .required_fields(required.map(|field| field.name.clone()));
        let defaults = self.fields.iter();
        let defaults =
            defaults.filter_map(|field| Some((field.name.clone(), field.default.clone()?)));
        self.fixer = self.fixer.field_defaults(defaults);
        let of_fields = || Schema::from_fields(self.fields.iter().cloned());
        self.shape = self.schema.clone().or_else(|| Some(of_fields()));
        self.fresh()
    }

    /// Sets the mode.
    ///
    /// ```
    /// use llmparse::{OutputParser, ParseMode};
    /// let strict = OutputParser::new().mode(ParseMode::Strict);
    /// assert!(!strict.parse("[1, 2,]").ok());
    /// ```
    #[must_use]
    pub fn mode(mut self, mode: ParseMode) -> Self {
        self.mode = mode;
        self.fresh()
    }

    /// Sets how far values are coerced to the schema or the fields.
    ///
    /// ```
    /// use llmparse::{Dtype, FieldSchema, Level, OutputParser};
    /// let parser = OutputParser::new().fields([FieldSchema::new("n").dtype(Dtype::Int)]);
    /// assert!(parser.parse(r#"{"n": "3"}"#).ok());
    /// assert!(!parser.level(Level::Strict).parse(r#"{"n": "3"}"#).ok());
    /// ```
    #[must_use]
    pub fn level(mut self, level: Level) -> Self {
        self.level = level;
        self.fresh()
    }

    /// Sets the format that every reply has; without it each is looked at.
    ///
    /// ```
    /// use llmparse::{OutputFormat, OutputParser};
    /// let parser = OutputParser::new().expected_format(OutputFormat::KeyValue);
    /// assert_eq!(parser.parse("First Name = Ann").data.unwrap().to_json_text(), r#"{"first_name":"Ann"}"#);
    /// ```
    #[must_use]
    pub fn expected_format(mut self, format: OutputFormat) -> Self {
        self.expected_format = Some(format);
        self.fresh()
    }

    /// Sets the model that is asked when nothing else helps.
    ///
    /// ```
    /// use llmparse::{Llm, LlmError, OutputFormat, OutputParser};
    /// let model = Llm::new(|_| Ok::<_, LlmError>(r#"{"a": 1}"#.to_owned()));
    /// let parser = OutputParser::new().expected_format(OutputFormat::Json).llm(model);
    /// assert_eq!(parser.parse("a is one").data.unwrap().to_json_text(), r#"{"a":1}"#);
    /// ```
    #[must_use]
    pub fn llm(mut self, llm: Llm) -> Self {
        self.llm = Some(llm);
        self.fresh()
    }

    /// Sets how often the model is asked again; twice unless it is set.
    ///
    /// ```
    /// use llmparse::{Llm, LlmError, OutputFormat, OutputParser};
    /// let model = Llm::new(|_| Ok::<_, LlmError>("no".to_owned()));
    /// let parser = OutputParser::new().expected_format(OutputFormat::Json).llm(model).max_retries(0);
    /// assert_eq!(parser.parse("a is one").trace.retries, 0);
    /// ```
    #[must_use]
    pub fn max_retries(mut self, retries: u32) -> Self {
        self.max_retries = retries;
        self.fresh()
    }

    /// Switches the safety checks on or off; they are on unless it is set.
    ///
    /// ```
    /// use llmparse::{OutputParser, Safety};
    /// let parser = OutputParser::new().safety(Safety::Off);
    /// assert!(parser.parse("password: hunter2").trace.validations.is_empty());
    /// ```
    #[must_use]
    pub fn safety(mut self, safety: Safety) -> Self {
        self.validator = self.validator.safety(safety);
        self.fresh()
    }

    /// Adds a rule that the data is checked by.
    ///
    /// ```
    /// use llmparse::{OutputParser, ValidationRule};
    /// let rule = ValidationRule::new("not_empty", "it is empty", |value| value.as_array().is_some_and(|items| !items.is_empty()));
    /// let parser = OutputParser::new().rule(rule);
    /// assert_eq!(parser.parse("[]").trace.validations[0].message, "it is empty");
    /// ```
    #[must_use]
    pub fn rule(mut self, rule: ValidationRule) -> Self {
        self.validator = self.validator.rule(rule);
        self.fresh()
    }

    /// Sets how many results are kept for replies that come again; 128 unless it is set, none with 0. A result is kept
    /// for the text and the format, and copies of a parser keep their own.
    ///
    /// ```
    /// let parser = llmparse::OutputParser::new().cache_size(0);
    /// parser.parse("[1]");
    /// assert_eq!(parser.cached(), 0);
    /// ```
    #[must_use]
    pub fn cache_size(mut self, results: usize) -> Self {
        self.cache = Cache::new(results);
        self
    }

    /// Sets the question that the replies answer, for a model that is asked again.
    ///
    /// ```
    /// let parser = llmparse::OutputParser::new().original_prompt("Which city?");
    /// assert_eq!(parser.parse("Oslo {").fallback, None);
    /// ```
    #[must_use]
    pub fn original_prompt(mut self, prompt: impl Into<String>) -> Self {
        self.original_prompt = prompt.into();
        self.fresh()
    }

    /// Sets the limits, and how escapes are read; the mode is the parser's.
    ///
    /// ```
    /// use llmparse::{Limits, Options, OutputParser};
    /// let parser = OutputParser::new().options(Options::default().limits(Limits::default().max_depth(1)));
    /// assert!(!parser.parse("[[1]]").ok());
    /// ```
    #[must_use]
    pub fn options(mut self, options: Options) -> Self {
        self.options = options;
        self.fresh()
    }

    /// Sets how to wait before the model is asked again; without it there is no waiting.
    ///
    /// ```
    /// let parser = llmparse::OutputParser::new().sleeper(std::thread::sleep);
    /// assert!(parser.parse("[1]").ok());
    /// ```
    #[must_use]
    pub fn sleeper(mut self, sleep: impl Fn(Duration) + Send + Sync + 'static) -> Self {
        self.sleeper = Some(Arc::new(sleep));
        self.fresh()
    }

    /// A parser that keeps nothing of what it read with other settings.
    fn fresh(mut self) -> Self {
        self.cache = self.cache.clone();
        self
    }

    /// Reads a reply.
    ///
    /// ```
    /// let result = llmparse::OutputParser::new().parse("name,age\nAnn,3\nBob,4");
    /// assert_eq!(result.data.unwrap().to_json_text(), r#"[{"name":"Ann","age":"3"},{"name":"Bob","age":"4"}]"#);
    /// ```
    #[must_use]
    pub fn parse(&self, text: &str) -> ParseResult {
        self.parse_cached(text, None)
    }

    /// Reads a reply of a format that is known for this once.
    ///
    /// ```
    /// use llmparse::{OutputFormat, OutputParser};
    /// let result = OutputParser::new().parse_format("a,b\n1,2", OutputFormat::PlainText);
    /// assert_eq!(result.data.unwrap().to_json_text(), r#"{"answer":"a,b\n1,2"}"#);
    /// ```
    #[must_use]
    pub fn parse_format(&self, text: &str, format: OutputFormat) -> ParseResult {
        self.parse_cached(text, Some(format))
    }

    /// Reads a reply into `T`.
    ///
    /// # Errors
    ///
    /// There is no data, or it does not fit `T`; a fallback is no data.
    ///
    /// ```
    /// let numbers: Vec<u8> = llmparse::OutputParser::new().parse_typed("[1, 2,]")?;
    /// assert_eq!(numbers, [1, 2]);
    /// # Ok::<(), llmparse::ParsingError>(())
    /// ```
    pub fn parse_typed<T: DeserializeOwned>(&self, text: &str) -> Result<T, ParsingError> {
        self.parse(text).as_typed()
    }

    /// Reads a reply where the model is asked, and time is waited for, by async functions; no model of the parser's own
    /// is asked. Nothing is kept or taken from the cache.
    ///
    /// ```
    /// # fn ready<T>(future: impl std::future::Future<Output = T>) -> T {
    /// #     let mut future = std::pin::pin!(future);
    /// #     match future.as_mut().poll(&mut std::task::Context::from_waker(std::task::Waker::noop())) {
    /// #         std::task::Poll::Ready(value) => value,
    /// #         std::task::Poll::Pending => panic!("it waits for nothing"),
    /// #     }
    /// # }
    /// use llmparse::{LlmError, OutputFormat, OutputParser};
    /// let parser = OutputParser::new().expected_format(OutputFormat::Json);
    /// let ask = async |_: &str| Ok::<_, LlmError>(r#"{"a": 1}"#.to_owned());
    /// let result = ready(parser.parse_async("a is one", (ask, async |_| ())));
    /// assert_eq!(result.data.unwrap().to_json_text(), r#"{"a":1}"#);
    /// ```
    pub async fn parse_async<E: fmt::Display>(
        &self,
        text: &str,
        (ask, sleep): (
            impl AsyncFn(&str) -> Result<String, E>,
            impl AsyncFn(Duration),
        ),
    ) -> ParseResult {
        let mut run = Run::start(self, (text, None), Asks::Yes);
        if let Some(prompt) = run.semantic_prompt() {
            run.take_semantic(ask(&prompt).await.map_err(|error| error.to_string()));
        }
        if let Some(prompt) = run.reformat_prompt() {
            run.take_reformatted(ask(&prompt).await.map_err(|error| error.to_string()));
        }
        if let Some(request) = run.retry_request() {
            let format = run.asked_format();
            let read = |reply: &str| self.read_again(reply, format);
            let handler = self.handler(format);
            run.take_retried(handler.run_async(ask, sleep, &request, read).await);
        }
        run.finish()
    }

    /// How many results are kept.
    ///
    /// ```
    /// let parser = llmparse::OutputParser::new();
    /// parser.parse("[1]");
    /// assert_eq!(parser.cached(), 1);
    /// ```
    #[must_use]
    pub fn cached(&self) -> usize {
        self.cache.len()
    }

    /// Forgets the results that are kept.
    ///
    /// ```
    /// let parser = llmparse::OutputParser::new();
    /// parser.parse("[1]");
    /// parser.clear_cache();
    /// assert_eq!(parser.cached(), 0);
    /// ```
    pub fn clear_cache(&self) {
        self.cache.clear();
    }

    fn parse_cached(&self, text: &str, format: Option<OutputFormat>) -> ParseResult {
        let key = Key {
            text: text.to_owned(),
            format,
        };
        if let Some(result) = self.cache.get(&key) {
            return result;
        }
        let result = self.run(text, format);
        if result.ok() {
            self.cache.put(key, &result);
        }
        result
    }

    fn run(&self, text: &str, format: Option<OutputFormat>) -> ParseResult {
        let Some(llm) = &self.llm else {
            return Run::start(self, (text, format), Asks::No).finish();
        };
        let mut run = Run::start(self, (text, format), Asks::Yes);
        let ask = |prompt: String| llm.ask(&prompt).map_err(|error| error.to_string());
        if let Some(reply) = run.semantic_prompt().map(ask) {
            run.take_semantic(reply);
        }
        if let Some(reply) = run.reformat_prompt().map(ask) {
            run.take_reformatted(reply);
        }
        if let Some(request) = run.retry_request() {
            let format = run.asked_format();
            let read = |reply: &str| self.read_again(reply, format);
            run.take_retried(self.handler(format).run(llm, &request, read));
        }
        run.finish()
    }

    fn read_again(&self, reply: &str, format: OutputFormat) -> Result<attempt::Success, String> {
        let read = self.attempt(reply, Some(format));
        read.map_err(|failure| failure.newest().to_owned())
    }

    fn handler(&self, format: OutputFormat) -> RetryHandler {
        let names = self.fields.iter().map(|field| field.name.clone());
        let handler = RetryHandler::new()
            .max_retries(self.max_retries)
            .format(format)
            .required_fields(names);
        let handler = match &self.schema {
            Some(schema) => handler.schema(schema.clone()),
            None => handler,
        };
        match &self.sleeper {
            Some(sleep) => {
                let sleep = Arc::clone(sleep);
                handler.sleeper(move |time| sleep(time))
            }
            None => handler,
        }
    }

    fn reader_options(&self) -> Options {
        self.options.clone().mode(self.mode)
    }

    fn schema_type(&self) -> Option<String> {
        let name = self.schema.as_ref()?.name();
        Some(name.unwrap_or("Schema").to_owned())
    }
}

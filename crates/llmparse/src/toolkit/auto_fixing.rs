//! A parser that has a failed reply put right, mostly by a model, and tries again.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::sync::Arc;

use crate::error::ParsingError;
use crate::toolkit::{BaseOutputParser, Specificity};
use crate::trace::Traced;

type Cause = Box<dyn Error + Send + Sync>;
type Fixer = Arc<dyn Fn(&str, &str) -> Result<String, Cause> + Send + Sync>;

/// A parser around another one: what that one cannot read is given to a fixer, with the instructions for the format, and
/// what the fixer makes of it is read instead. Without a fixer a reply is read once.
///
/// ```
/// use llmparse::{AutoFixingParser, BaseOutputParser, JsonOutputParser, ParsingError};
/// let parser = AutoFixingParser::new(JsonOutputParser::new())
///     .fixer(|text, instructions| {
///         assert!(instructions.starts_with("Return ONLY valid JSON"));
///         Ok::<_, ParsingError>(format!("[{text:?}]"))
///     })
///     .max_retries(1);
/// assert_eq!(parser.parse("just words")?.to_json_text(), r#"["just words"]"#);
/// # Ok::<(), ParsingError>(())
/// ```
#[derive(Clone)]
pub struct AutoFixingParser<P> {
    parser: P,
    fixer: Option<Fixer>,
    max_retries: usize,
}

impl<P: BaseOutputParser> AutoFixingParser<P> {
    /// A parser around `parser` that has no fixer yet, and tries again twice at most.
    ///
    /// ```
    /// use llmparse::{AutoFixingParser, BaseOutputParser, ListOutputParser};
    /// let error = AutoFixingParser::new(ListOutputParser::new()).parse("No.").unwrap_err();
    /// assert_eq!(error.message, "Failed after 1 attempts.");
    /// ```
    #[must_use]
    pub fn new(parser: P) -> Self {
        Self {
            parser,
            fixer: None,
            max_retries: 2,
        }
    }

    /// Puts texts right: `fixer(text, instructions)` gives the text that is read instead. An error ends the attempts.
    ///
    /// ```
    /// use llmparse::{AutoFixingParser, BaseOutputParser, JsonOutputParser};
    /// let parser = AutoFixingParser::new(JsonOutputParser::new()).fixer(|_, _| Err("the line is dead"));
    /// let error = parser.parse("words").unwrap_err();
    /// assert_eq!(error.message, "Fixer failed after 1 attempt: the line is dead");
    /// ```
    #[must_use]
    pub fn fixer<E: Into<Box<dyn Error + Send + Sync>>>(
        mut self,
        fixer: impl Fn(&str, &str) -> Result<String, E> + Send + Sync + 'static,
    ) -> Self {
        let fix = move |text: &str, instructions: &str| fixer(text, instructions).map_err(E::into);
        self.fixer = Some(Arc::new(fix));
        self
    }

    /// How often a text is put right at most; 2 by default.
    ///
    /// ```
    /// use llmparse::{AutoFixingParser, JsonOutputParser};
    /// let parser = AutoFixingParser::new(JsonOutputParser::new()).max_retries(5);
    /// ```
    #[must_use]
    pub fn max_retries(mut self, retries: usize) -> Self {
        self.max_retries = retries;
        self
    }

    /// The fixer, unless `attempts` have used it up.
    fn fixer_after(&self, attempts: usize) -> Option<&Fixer> {
        self.fixer.as_ref().filter(|_| attempts <= self.max_retries)
    }
}

impl<P: BaseOutputParser> BaseOutputParser for AutoFixingParser<P> {
    type Output = P::Output;

    fn parse(&self, text: &str) -> Result<P::Output, ParsingError> {
        self.parse_with_trace(text).result
    }

    fn format_instructions(&self) -> String {
        self.parser.format_instructions()
    }

    /// The places in the trace are those of the text that was read last: the reply, or what the fixer gave.
    fn parse_with_trace(&self, text: &str) -> Traced<P::Output, ParsingError> {
        let mut current = Cow::Borrowed(text);
        let mut attempts = 0;
        loop {
            let read = self.parser.parse_with_trace(&current);
            attempts += 1;
            let Err(failure) = read.result else {
                return read;
            };
            let fixed = self
                .fixer_after(attempts)
                .map(|fix| fix(&current, &self.format_instructions()));
            let error = match fixed {
                Some(Ok(fixed)) => {
                    current = Cow::Owned(fixed);
                    continue;
                }
                Some(Err(cause)) => fixer_failed(attempts, cause),
                None => exhausted(attempts, failure),
            };
            return Traced {
                result: Err(error.original_text(text)),
                trace: read.trace,
            };
        }
    }

    fn specificity(&self) -> Specificity {
        self.parser.specificity()
    }
}

fn exhausted(attempts: usize, failure: ParsingError) -> ParsingError {
    let message = format!("Failed after {attempts} attempts.");
    ParsingError::of_kind("attempts_exhausted", message).cause(failure)
}

fn fixer_failed(attempts: usize, cause: Cause) -> ParsingError {
    let times = if attempts == 1 { "attempt" } else { "attempts" };
    let message = format!("Fixer failed after {attempts} {times}: {cause}");
    ParsingError::of_kind("fixer_failed", message).cause(cause)
}

impl<P: fmt::Debug> fmt::Debug for AutoFixingParser<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("AutoFixingParser")
            .field("parser", &self.parser)
            .field("has_fixer", &self.fixer.is_some())
            .field("max_retries", &self.max_retries)
            .finish()
    }
}

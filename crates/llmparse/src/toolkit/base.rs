//! What every parser of the toolkit can do: read a reply, and say how a model has to answer.

use crate::error::{ParseError, ParsingError};
use crate::toolkit::BoxedParser;
use crate::trace::{Trace, Traced};
use crate::value::Value;

/// How much it says about a reply that a parser takes it; among the parsers of a [`ChainedParser`](crate::ChainedParser)
/// the one that says most is tried first.
///
/// ```
/// use llmparse::{BaseOutputParser, JsonOutputParser, ListOutputParser};
/// assert!(JsonOutputParser::new().specificity() > ListOutputParser::new().specificity());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Specificity {
    /// It takes any text.
    Text,
    /// It takes most texts of several lines, or with commas.
    List,
    /// It takes texts whose lines follow a pattern: CSV, YAML.
    Lines,
    /// It takes what is marked as data: JSON, named fields.
    Record,
}

/// A parser of one format.
///
/// A parser of one's own has to say how it reads a text, and what a model has to be told.
///
/// ```
/// use llmparse::{BaseOutputParser, ParsingError};
///
/// struct Shout;
///
/// impl BaseOutputParser for Shout {
///     type Output = String;
///
///     fn parse(&self, text: &str) -> Result<String, ParsingError> {
///         let is_loud = text.ends_with('!');
///         let shout = is_loud.then(|| text.to_uppercase());
///         shout.ok_or_else(|| ParsingError::new("Not loud enough.").original_text(text))
///     }
///
///     fn format_instructions(&self) -> String {
///         "End with an exclamation mark.".to_owned()
///     }
/// }
///
/// assert_eq!(Shout.parse("ahoy!")?, "AHOY!");
/// assert_eq!(Shout.parse_or_default("ahoy", "...".to_owned()), "...");
/// # Ok::<(), ParsingError>(())
/// ```
pub trait BaseOutputParser: Send + Sync {
    /// What a text is read into.
    type Output;

    /// Reads a reply.
    ///
    /// # Errors
    ///
    /// A [`ParsingError`] that says what was looked for and not found, or did not fit.
    ///
    /// ```
    /// use llmparse::{BaseOutputParser, ListOutputParser};
    /// assert_eq!(ListOutputParser::new().parse("1. red\n2. blue")?, ["red", "blue"]);
    /// # Ok::<(), llmparse::ParsingError>(())
    /// ```
    fn parse(&self, text: &str) -> Result<Self::Output, ParsingError>;

    /// What to put into a prompt so that the model answers in this format.
    ///
    /// ```
    /// use llmparse::{BaseOutputParser, JsonOutputParser};
    /// assert!(JsonOutputParser::new().format_instructions().starts_with("Return ONLY valid JSON"));
    /// ```
    fn format_instructions(&self) -> String;

    /// Reads a reply, and says how; the parsers of this crate fill the trace, on failure too.
    ///
    /// ```
    /// use llmparse::{BaseOutputParser, JsonOutputParser};
    /// let read = JsonOutputParser::new().parse_with_trace("[1, 2,]");
    /// assert_eq!(read.result.unwrap().to_json_text(), "[1,2]");
    /// assert_eq!(read.trace.repairs[0].kind.code(), "trailing-comma");
    /// ```
    fn parse_with_trace(&self, text: &str) -> Traced<Self::Output, ParsingError> {
        Traced {
            result: self.parse(text),
            trace: Trace::default(),
        }
    }

    /// The name of the parser in errors; that of its type by default.
    ///
    /// ```
    /// use llmparse::{BaseOutputParser, ListOutputParser};
    /// assert_eq!(ListOutputParser::new().name(), "ListOutputParser");
    /// ```
    fn name(&self) -> &'static str {
        short_name(std::any::type_name::<Self>())
    }

    /// How much it says about a reply that this parser takes it; most by default.
    ///
    /// ```
    /// use llmparse::{BaseOutputParser, CsvOutputParser, Specificity};
    /// assert_eq!(CsvOutputParser::new().specificity(), Specificity::Lines);
    /// ```
    fn specificity(&self) -> Specificity {
        Specificity::Record
    }

    /// Reads a reply, and gives the instructions for its format along with it.
    ///
    /// # Errors
    ///
    /// Those of [`parse`](Self::parse).
    ///
    /// ```
    /// use llmparse::{BaseOutputParser, ListOutputParser};
    /// let (items, instructions) = ListOutputParser::new().parse_with_prompt("- red")?;
    /// assert_eq!(items, ["red"]);
    /// assert!(instructions.contains("numbered list"));
    /// # Ok::<(), llmparse::ParsingError>(())
    /// ```
    fn parse_with_prompt(&self, text: &str) -> Result<(Self::Output, String), ParsingError> {
        Ok((self.parse(text)?, self.format_instructions()))
    }

    /// Reads a reply, or gives `default` if that fails.
    ///
    /// ```
    /// use llmparse::{BaseOutputParser, ListOutputParser};
    /// let items = ListOutputParser::new().parse_or_default("I cannot say.", vec!["none".to_owned()]);
    /// assert_eq!(items, ["none"]);
    /// ```
    fn parse_or_default(&self, text: &str, default: Self::Output) -> Self::Output
    where
        Self: Sized,
    {
        self.parse(text).unwrap_or(default)
    }

    /// Reads a reply where a future is called for. Parsing takes no time that is worth waiting for: the future is ready
    /// when it is first asked.
    ///
    /// ```
    /// use llmparse::{BaseOutputParser, ListOutputParser};
    /// async fn tags(reply: &str) -> Vec<String> {
    ///     ListOutputParser::new().parse_async(reply).await.unwrap_or_default()
    /// }
    /// # use std::task::{Context, Poll, Waker};
    /// let mut future = std::pin::pin!(tags("- red"));
    /// let polled = future.as_mut().poll(&mut Context::from_waker(Waker::noop()));
    /// assert_eq!(polled, Poll::Ready(vec!["red".to_owned()]));
    /// ```
    fn parse_async(
        &self,
        text: &str,
    ) -> impl Future<Output = Result<Self::Output, ParsingError>> + Send
    where
        Self: Sized,
    {
        async move { self.parse(text) }
    }

    /// The same parser behind a pointer, for [`ChainedParser`](crate::ChainedParser).
    ///
    /// ```
    /// use llmparse::{BaseOutputParser, ListOutputParser};
    /// let parser = ListOutputParser::new().boxed();
    /// assert_eq!(parser.parse("- red")?.to_json_text(), r#"["red"]"#);
    /// # Ok::<(), llmparse::ParsingError>(())
    /// ```
    fn boxed(self) -> BoxedParser
    where
        Self: Sized + 'static,
        Self::Output: Into<Value>,
    {
        BoxedParser::new(self)
    }
}

/// The last name of `path`: `ListOutputParser` of `llmparse::toolkit::ListOutputParser<String>`.
fn short_name(path: &'static str) -> &'static str {
    let bare = path.split('<').next().unwrap_or(path);
    bare.rsplit("::").next().unwrap_or(bare)
}

/// What a parser says it looked for.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    /// `JSON`
    pub(super) format: &'static str,
    /// The sentence for a text that has none of it.
    pub(super) nothing: &'static str,
}

impl Wanted {
    /// The error of a parser for that of a reader.
    pub(super) fn explain(self, error: ParseError, text: &str) -> ParsingError {
        let explained = match &error {
            ParseError::EmptyResponse => {
                ParsingError::of_kind(error.kind(), "Cannot parse empty text")
            }
            ParseError::Unparseable { .. } => ParsingError::of_kind(error.kind(), self.nothing),
            _ => {
                let message = format!("{} could not be read: {error}.", self.format);
                ParsingError::of_kind(error.kind(), message).cause(error)
            }
        };
        explained.original_text(text)
    }

    /// What a reader gave, as a parser gives it.
    pub(super) fn take<T>(self, read: Traced<T>, text: &str) -> Traced<T, ParsingError> {
        Traced {
            result: read.result.map_err(|error| self.explain(error, text)),
            trace: read.trace,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_types_without_paths() {
        assert_eq!(
            short_name("llmparse::toolkit::csv::CsvOutputParser"),
            "CsvOutputParser"
        );
        assert_eq!(short_name("a::Wrapper<b::Inner<c::T>>"), "Wrapper");
        assert_eq!(short_name("Plain"), "Plain");
    }
}

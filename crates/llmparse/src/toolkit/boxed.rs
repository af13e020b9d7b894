//! A parser of any type behind a pointer, its values as [`Value`].

use std::fmt;
use std::sync::Arc;

use crate::error::ParsingError;
use crate::toolkit::{BaseOutputParser, Specificity};
use crate::trace::Traced;
use crate::value::Value;

/// A parser of any type whose values are given as [`Value`]; clones share it.
///
/// ```
/// use llmparse::{BaseOutputParser, BoxedParser, JsonOutputParser, ListOutputParser};
/// let parsers = [BoxedParser::new(JsonOutputParser::new()), BoxedParser::new(ListOutputParser::new())];
/// let texts = parsers.iter().map(|parser| parser.parse(r#"["red"]"#).map(|value| value.to_json_text()));
/// assert!(texts.flatten().all(|text| text == r#"["red"]"#));
/// ```
#[derive(Clone)]
pub struct BoxedParser(Arc<dyn BaseOutputParser<Output = Value>>);

impl BoxedParser {
    /// Boxes `parser`.
    ///
    /// ```
    /// use llmparse::{BaseOutputParser, BoxedParser, CsvOutputParser};
    /// assert_eq!(BoxedParser::new(CsvOutputParser::new()).name(), "CsvOutputParser");
    /// ```
    #[must_use]
    pub fn new<P>(parser: P) -> Self
    where
        P: BaseOutputParser + 'static,
        P::Output: Into<Value>,
    {
        Self(Arc::new(Untyped(parser)))
    }
}

impl fmt::Debug for BoxedParser {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl BaseOutputParser for BoxedParser {
    type Output = Value;

    fn parse(&self, text: &str) -> Result<Value, ParsingError> {
        self.0.parse(text)
    }

    fn format_instructions(&self) -> String {
        self.0.format_instructions()
    }

    fn parse_with_trace(&self, text: &str) -> Traced<Value, ParsingError> {
        self.0.parse_with_trace(text)
    }

    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn specificity(&self) -> Specificity {
        self.0.specificity()
    }
}

/// A parser whose values become [`Value`]s.
struct Untyped<P>(P);

impl<P> BaseOutputParser for Untyped<P>
where
    P: BaseOutputParser,
    P::Output: Into<Value>,
{
    type Output = Value;

    fn parse(&self, text: &str) -> Result<Value, ParsingError> {
        self.0.parse(text).map(Into::into)
    }

    fn format_instructions(&self) -> String {
        self.0.format_instructions()
    }

    fn parse_with_trace(&self, text: &str) -> Traced<Value, ParsingError> {
        let read = self.0.parse_with_trace(text);
        Traced {
            result: read.result.map(Into::into),
            trace: read.trace,
        }
    }

    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn specificity(&self) -> Specificity {
        self.0.specificity()
    }
}

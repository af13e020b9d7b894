//! A parser that takes any of several formats.

use std::cmp::Reverse;

use crate::error::ParsingError;
use crate::toolkit::{BaseOutputParser, BoxedParser, InvalidParser, Specificity};
use crate::trace::{Trace, Traced};
use crate::value::Value;

/// A parser that takes what any of several parsers takes.
///
/// Those whose success says most are tried first, see [`Specificity`], and among equals the earlier one: a list, which
/// most texts can be read as, does not stand in the way of JSON.
///
/// ```
/// use llmparse::{BaseOutputParser, ChainedParser, JsonOutputParser, ListOutputParser};
/// let parser = ChainedParser::new([ListOutputParser::new().boxed(), JsonOutputParser::new().boxed()])?;
/// assert_eq!(parser.parse(r#"{"a": 1, "b": 2}"#)?.to_json_text(), r#"{"a":1,"b":2}"#);
/// assert_eq!(parser.parse("1. red\n2. blue")?.to_json_text(), r#"["red","blue"]"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ChainedParser {
    parsers: Vec<BoxedParser>,
}

impl ChainedParser {
    /// A parser of what any of `parsers` takes.
    ///
    /// # Errors
    ///
    /// [`InvalidParser::NoParsers`] if there is none.
    ///
    /// ```
    /// use llmparse::{BaseOutputParser, ChainedParser, JsonOutputParser};
    /// assert!(ChainedParser::new([JsonOutputParser::new().boxed()]).is_ok());
    /// assert_eq!(ChainedParser::new([]).unwrap_err().to_string(), "parsers list cannot be empty");
    /// ```
    pub fn new(parsers: impl IntoIterator<Item = BoxedParser>) -> Result<Self, InvalidParser> {
        let parsers: Vec<BoxedParser> = parsers.into_iter().collect();
        if parsers.is_empty() {
            return Err(InvalidParser::NoParsers);
        }
        Ok(Self { parsers })
    }

    /// The parsers with their places, those that say most first.
    fn by_specificity(&self) -> Vec<(usize, &BoxedParser)> {
        let mut ordered: Vec<_> = self.parsers.iter().enumerate().collect();
        ordered.sort_by_key(|(_, parser)| Reverse(parser.specificity()));
        ordered
    }
}

impl BaseOutputParser for ChainedParser {
    type Output = Value;

    fn parse(&self, text: &str) -> Result<Value, ParsingError> {
        self.parse_with_trace(text).result
    }

    fn format_instructions(&self) -> String {
        let mut out = "Accept any of the following formats:".to_owned();
        for (index, parser) in self.parsers.iter().enumerate() {
            let instructions = parser.format_instructions();
            out.push_str(&format!("\n\n[Option {}] {instructions}", index + 1));
        }
        out
    }

    fn parse_with_trace(&self, text: &str) -> Traced<Value, ParsingError> {
        let mut failures = Vec::with_capacity(self.parsers.len());
        for (index, parser) in self.by_specificity() {
            let read = parser.parse_with_trace(text);
            match read.result {
                Ok(_) => return read,
                Err(error) => failures.push((index, format!("\n{}: {error}", parser.name()))),
            }
        }
        failures.sort_by_key(|(index, _)| *index);
        let lines = failures.into_iter().map(|(_, line)| line);
        let message = format!("All parsers in chain failed:{}", lines.collect::<String>());
        Traced {
            result: Err(ParsingError::of_kind("all_failed", message).original_text(text)),
            trace: Trace::default(),
        }
    }

    /// That of the parser that takes most.
    fn specificity(&self) -> Specificity {
        let all = self.parsers.iter().map(BoxedParser::specificity);
        all.min().unwrap_or(Specificity::Record)
    }
}

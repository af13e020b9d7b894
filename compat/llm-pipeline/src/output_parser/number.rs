//! Numbers in a reply: `Score: 8.5/10`.

use std::fmt::Display;
use std::str::FromStr;

use llmparse::Options;

use super::error::{ParseError, ParseOptions, ParseTrace};
use super::{options, trace};

/// The number that the reply gives.
///
/// # Errors
///
/// [`ParseError::NoNumber`] when it gives none, or none that is a `T`, and the others by their names.
///
/// ```
/// use llm_pipeline::output_parser::parse_number;
///
/// assert_eq!(parse_number::<f64>("I'd rate it 8.5 out of 10.").unwrap(), 8.5);
/// assert_eq!(parse_number::<u8>("300").unwrap_err().kind(), "no_number");
/// ```
pub fn parse_number<T: FromStr>(response: &str) -> Result<T, ParseError> {
    let number = llmparse::parse_number_with_options(response, &options::defaults());
    number.map_err(|error| no_number(error.into()))
}

/// The number that the reply gives, from `min` to `max`.
///
/// # Errors
///
/// [`ParseError::NoNumber`] when it gives none in that range, and the others by their names.
///
/// ```
/// use llm_pipeline::output_parser::parse_number_in_range;
///
/// assert_eq!(parse_number_in_range("Score: 8", 1, 10).unwrap(), 8);
/// assert_eq!(parse_number_in_range("15", 1, 10).unwrap_err().kind(), "no_number");
/// ```
pub fn parse_number_in_range<T: FromStr + PartialOrd + Display>(
    response: &str,
    min: T,
    max: T,
) -> Result<T, ParseError> {
    let options = options::defaults();
    let number = llmparse::parse_number_in_range_with_options(response, min, max, &options);
    number.map_err(|error| no_number(error.into()))
}

/// [`parse_number`], and how it was read.
///
/// # Errors
///
/// As for [`parse_number`].
///
/// ```
/// use llm_pipeline::output_parser::{ParseOptions, parse_number_with_trace};
///
/// let (number, _) = parse_number_with_trace::<u8>("Page 3 of 5, score 8", &ParseOptions::default()).unwrap();
/// assert_eq!(number, 8);
/// ```
pub fn parse_number_with_trace<T: FromStr>(
    response: &str,
    opts: &ParseOptions,
) -> Result<(T, ParseTrace), ParseError> {
    let read = llmparse::parse_number_with_trace(response, &Options::from(opts));
    trace::pair(response, read).map_err(no_number)
}

/// [`parse_number_in_range`], and how it was read.
///
/// # Errors
///
/// As for [`parse_number_in_range`].
///
/// ```
/// use llm_pipeline::output_parser::{ParseOptions, parse_number_in_range_with_trace};
///
/// let options = ParseOptions::default();
/// let (number, _) = parse_number_in_range_with_trace("8/10", 0.0, 10.0, &options).unwrap();
/// assert_eq!(number, 8.0);
/// ```
pub fn parse_number_in_range_with_trace<T: FromStr + PartialOrd + Display>(
    response: &str,
    min: T,
    max: T,
    opts: &ParseOptions,
) -> Result<(T, ParseTrace), ParseError> {
    let read = llmparse::parse_number_in_range_with_trace(response, min, max, &Options::from(opts));
    trace::pair(response, read).map_err(no_number)
}

/// A number that is no `T` has always been none here.
fn no_number(error: ParseError) -> ParseError {
    match error {
        ParseError::DeserializationFailed { .. } => ParseError::NoNumber,
        other => other,
    }
}

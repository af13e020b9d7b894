//! One of several answers: `I'd say it is **positive**.`

use llmparse::Options;

use super::error::{ParseError, ParseOptions, ParseTrace};
use super::{options, trace};

/// The choice that the reply makes, in any case, spelled as in `valid_choices`.
///
/// # Errors
///
/// [`ParseError::NoMatchingChoice`] when it makes none of them, and the others by their names.
///
/// ```
/// use llm_pipeline::output_parser::parse_choice;
///
/// let choices = ["positive", "negative"];
/// assert_eq!(parse_choice("<think>negative?</think>**Positive**.", &choices).unwrap(), "positive");
/// ```
pub fn parse_choice<'a>(response: &str, valid_choices: &[&'a str]) -> Result<&'a str, ParseError> {
    Ok(llmparse::parse_choice_with_options(
        response,
        valid_choices,
        &options::defaults(),
    )?)
}

/// [`parse_choice`], and how it was read.
///
/// # Errors
///
/// As for [`parse_choice`].
///
/// ```
/// use llm_pipeline::output_parser::{ParseOptions, parse_choice_with_trace};
///
/// let options = ParseOptions::default();
/// let (choice, trace) = parse_choice_with_trace("yes", &["yes", "no"], &options).unwrap();
/// assert_eq!((choice, trace.repaired), ("yes", false));
/// ```
pub fn parse_choice_with_trace<'a>(
    response: &str,
    valid_choices: &[&'a str],
    opts: &ParseOptions,
) -> Result<(&'a str, ParseTrace), ParseError> {
    let read = llmparse::parse_choice_with_trace(response, valid_choices, &Options::from(opts));
    trace::pair(response, read)
}

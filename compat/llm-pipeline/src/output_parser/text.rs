//! Prose without what models put around it: `Sure! Paris is the capital.` gives the sentence.

use llmparse::Options;

use super::error::{ParseError, ParseOptions, ParseTrace};
use super::{options, trace};

/// The reply without its reasoning and without a lead-in.
///
/// # Errors
///
/// [`ParseError::EmptyResponse`] when nothing else is there, and the others by their names.
///
/// ```
/// use llm_pipeline::output_parser::parse_text;
///
/// assert_eq!(parse_text("<think>hm</think>Sure! Paris is the capital.").unwrap(), "Paris is the capital.");
/// ```
pub fn parse_text(response: &str) -> Result<String, ParseError> {
    Ok(llmparse::parse_text_with_options(
        response,
        &options::defaults(),
    )?)
}

/// [`parse_text`], and how it was read.
///
/// # Errors
///
/// As for [`parse_text`].
///
/// ```
/// use llm_pipeline::output_parser::{ParseOptions, parse_text_with_trace};
///
/// let (text, _) = parse_text_with_trace("Paris.", &ParseOptions::default()).unwrap();
/// assert_eq!(text, "Paris.");
/// ```
pub fn parse_text_with_trace(
    response: &str,
    opts: &ParseOptions,
) -> Result<(String, ParseTrace), ParseError> {
    let read = llmparse::parse_text_with_trace(response, &Options::from(opts));
    trace::pair(response, read)
}

//! Lists in a reply: a JSON array, lines with bullets or numbers, or `sunset, beach, waves`.

use llmparse::Options;

use super::error::{ParseError, ParseOptions, ParseTrace};
use super::{options, trace};

/// Reads a list of tags: in lower case, each once, none empty and none longer than 50 characters.
///
/// # Errors
///
/// [`ParseError::Unparseable`] when the reply is no list, and the others by their names.
///
/// ```
/// use llm_pipeline::output_parser::parse_string_list;
///
/// assert_eq!(parse_string_list(r#"{"tags": ["Sunset", "beach", "sunset"]}"#).unwrap(), ["sunset", "beach"]);
/// assert_eq!(parse_string_list("1. Sunset\n2. Beach").unwrap(), ["sunset", "beach"]);
/// ```
pub fn parse_string_list(response: &str) -> Result<Vec<String>, ParseError> {
    Ok(llmparse::parse_string_list_with_options(
        response,
        &options::defaults(),
    )?)
}

/// Reads a list as it is written.
///
/// # Errors
///
/// As for [`parse_string_list`].
///
/// ```
/// use llm_pipeline::output_parser::parse_string_list_raw;
///
/// assert_eq!(parse_string_list_raw(r#"["Sunset", "Sunset"]"#).unwrap(), ["Sunset", "Sunset"]);
/// ```
pub fn parse_string_list_raw(response: &str) -> Result<Vec<String>, ParseError> {
    Ok(llmparse::parse_string_list_raw_with_options(
        response,
        &options::defaults(),
    )?)
}

/// Reads a list of tags, and says how.
///
/// # Errors
///
/// As for [`parse_string_list`].
///
/// ```
/// use llm_pipeline::output_parser::{ParseOptions, parse_string_list_with_trace};
///
/// let reply = "['sunset', 'beach']";
/// let (tags, trace) = parse_string_list_with_trace(reply, &ParseOptions::default()).unwrap();
/// assert_eq!((tags.len(), trace.repaired), (2, true));
/// ```
pub fn parse_string_list_with_trace(
    response: &str,
    opts: &ParseOptions,
) -> Result<(Vec<String>, ParseTrace), ParseError> {
    let read = llmparse::parse_string_list_with_trace(response, &Options::from(opts));
    trace::pair(response, read)
}

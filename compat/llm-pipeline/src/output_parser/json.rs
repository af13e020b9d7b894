//! JSON in a reply: `Sure! {'a': 1,}` gives the object.

use llmparse::Options;
use serde::de::DeserializeOwned;

use super::error::{ParseError, ParseOptions, ParseTrace};
use super::{options, trace};

/// Reads the JSON of a reply into `T`, wherever it stands and whatever has to be repaired.
///
/// # Errors
///
/// [`ParseError::DeserializationFailed`] when there is JSON that is not a `T`, [`ParseError::Unparseable`] when there
/// is none, and the others by their names.
///
/// ```
/// use llm_pipeline::output_parser::parse_json;
///
/// #[derive(serde::Deserialize)]
/// struct Review { sentiment: String, score: f64 }
///
/// let reply = "<think>positive</think>```json\n{'sentiment': 'positive', 'score': .9,}\n```";
/// let review: Review = parse_json(reply).unwrap();
/// assert_eq!((review.sentiment.as_str(), review.score), ("positive", 0.9));
/// ```
pub fn parse_json<T: DeserializeOwned>(response: &str) -> Result<T, ParseError> {
    Ok(llmparse::parse_json_with_options(
        response,
        &options::defaults(),
    )?)
}

/// Reads the JSON of a reply, whatever it is.
///
/// # Errors
///
/// As for [`parse_json`].
///
/// ```
/// use llm_pipeline::output_parser::parse_json_value;
///
/// let value = parse_json_value(r#"It is {"a": [1, 2"#).unwrap();
/// assert_eq!(value["a"][1], 2);
/// ```
pub fn parse_json_value(response: &str) -> Result<serde_json::Value, ParseError> {
    Ok(llmparse::parse_json_value_with_options(
        response,
        &options::defaults(),
    )?)
}

/// Reads the JSON of a reply into `T`, and says how.
///
/// # Errors
///
/// As for [`parse_json`].
///
/// ```
/// use llm_pipeline::output_parser::{ParseOptions, parse_json_with_trace};
///
/// let (list, trace) = parse_json_with_trace::<Vec<u8>>("[1]", &ParseOptions::default()).unwrap();
/// assert_eq!((list, trace.strategies_tried), (vec![1], vec!["direct_parse"]));
/// ```
pub fn parse_json_with_trace<T: DeserializeOwned>(
    response: &str,
    opts: &ParseOptions,
) -> Result<(T, ParseTrace), ParseError> {
    let read = llmparse::parse_json_with_trace(response, &Options::from(opts));
    trace::pair(response, read)
}

/// Reads the JSON of a reply, whatever it is, and says how.
///
/// # Errors
///
/// As for [`parse_json`].
///
/// ```
/// use llm_pipeline::output_parser::{ParseOptions, parse_json_value_with_trace};
///
/// let options = ParseOptions { max_nesting_depth: 2, ..ParseOptions::default() };
/// assert_eq!(parse_json_value_with_trace("[[[1]]]", &options).unwrap_err().kind(), "too_deep");
/// ```
pub fn parse_json_value_with_trace(
    response: &str,
    opts: &ParseOptions,
) -> Result<(serde_json::Value, ParseTrace), ParseError> {
    let read = llmparse::parse_json_value_with_trace(response, &Options::from(opts));
    trace::pair(response, read)
}

//! Tags that a prompt asked for: `<answer>Paris</answer>`.

use std::collections::HashMap;

use llmparse::{Options, WarningKind};

use super::error::{ParseError, ParseOptions, ParseTrace};
use super::{options, trace};

/// The content of `<tag>`, without outer blanks; up to the end of the reply when the tag is not closed.
///
/// # Errors
///
/// [`ParseError::Unparseable`] when there is no such tag, and the others by their names.
///
/// ```
/// use llm_pipeline::output_parser::parse_xml_tag;
///
/// let reply = "<think>hm</think><answer> The capital is <b>Paris</b>. </answer>";
/// assert_eq!(parse_xml_tag(reply, "answer").unwrap(), "The capital is <b>Paris</b>.");
/// ```
pub fn parse_xml_tag(response: &str, tag: &str) -> Result<String, ParseError> {
    Ok(llmparse::parse_xml_tag_with_options(
        response,
        tag,
        &options::defaults(),
    )?)
}

/// The contents of those of the `tags` that are there, by name.
///
/// # Errors
///
/// [`ParseError::Unparseable`] when none of them is there, and the others by their names.
///
/// ```
/// use llm_pipeline::output_parser::parse_xml_tags;
///
/// let reply = "<analysis>Looks good</analysis><confidence>0.95</confidence>";
/// let found = parse_xml_tags(reply, &["analysis", "confidence", "doubts"]).unwrap();
/// assert_eq!((found["analysis"].as_str(), found.len()), ("Looks good", 2));
/// ```
pub fn parse_xml_tags(
    response: &str,
    tags: &[&str],
) -> Result<HashMap<String, String>, ParseError> {
    Ok(llmparse::parse_xml_tags_with_options(
        response,
        tags,
        &options::defaults(),
    )?)
}

/// [`parse_xml_tag`], and how it was read.
///
/// # Errors
///
/// As for [`parse_xml_tag`].
///
/// ```
/// use llm_pipeline::output_parser::{ParseOptions, parse_xml_tag_with_trace};
///
/// let options = ParseOptions::default();
/// let (answer, _) = parse_xml_tag_with_trace("<answer>Paris", "answer", &options).unwrap();
/// assert_eq!(answer, "Paris");
/// ```
pub fn parse_xml_tag_with_trace(
    response: &str,
    tag: &str,
    opts: &ParseOptions,
) -> Result<(String, ParseTrace), ParseError> {
    let read = llmparse::parse_xml_tag_with_trace(response, tag, &Options::from(opts));
    trace::pair(response, read)
}

/// [`parse_xml_tags`], and how they were read; a warning names each tag that is not there.
///
/// # Errors
///
/// As for [`parse_xml_tags`].
///
/// ```
/// use llm_pipeline::output_parser::{ParseOptions, parse_xml_tags_with_trace};
///
/// let options = ParseOptions::default();
/// let (_, trace) = parse_xml_tags_with_trace("<a>1</a>", &["a", "b"], &options).unwrap();
/// assert_eq!(trace.warnings, ["tag 'b' not found"]);
/// ```
pub fn parse_xml_tags_with_trace(
    response: &str,
    tags: &[&str],
    opts: &ParseOptions,
) -> Result<(HashMap<String, String>, ParseTrace), ParseError> {
    let mut read = llmparse::parse_xml_tags_with_trace(response, tags, &Options::from(opts));
    let warnings = &mut read.trace.warnings;
    warnings.retain(|warning| warning.kind != WarningKind::MissingTag);
    let (found, mut trace) = trace::pair(response, read)?;
    let missing = tags.iter().filter(|tag| !found.contains_key(**tag));
    let warnings = missing.map(|tag| format!("tag '{tag}' not found"));
    trace.warnings.extend(warnings);
    Ok((found, trace))
}

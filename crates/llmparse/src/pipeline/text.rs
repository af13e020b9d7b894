//! The public readers of plain text, each plain, with options, and with a trace: `parse_text("Sure! Paris.")`.

use super::content::{Reasoning, read_content};
use crate::error::ParseError;
use crate::formats::text;
use crate::options::Options;
use crate::trace::Traced;

/// Reads a reply as plain text, without reasoning, message tokens and lead-ins such as `Sure! Here's the answer:`.
///
/// A token that is only named, `Use <|im_end|> to stop.`, is text. What a model writes for someone else behind the end of
/// its own turn is left out, with a warning.
///
/// A first line that says something of its own stays, and so does everything behind the lead-ins: Markdown, code
/// fences, `Let me know if …`.
///
/// # Errors
///
/// [`ParseError::EmptyResponse`] if nothing remains, [`ParseError::TooLarge`] beyond the limit.
///
/// ```
/// assert_eq!(llmparse::parse_text("Sure! Here's the answer:\nParis.")?, "Paris.");
/// assert_eq!(llmparse::parse_text("Here's why: heat rises.")?, "Here's why: heat rises.");
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_text(response: &str) -> Result<String, ParseError> {
    parse_text_with_options(response, &Options::default())
}

/// Reads a reply as plain text, with options.
///
/// # Errors
///
/// Those of [`parse_text`].
///
/// ```
/// let text = llmparse::parse_text_with_options("Voici la réponse :\nParis.", &Default::default())?;
/// assert_eq!(text, "Paris.");
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_text_with_options(response: &str, options: &Options) -> Result<String, ParseError> {
    parse_text_with_trace(response, options).result
}

/// Reads a reply as plain text, and says what was left out.
///
/// ```
/// let reply = "Sure! Paris.";
/// let read = llmparse::parse_text_with_trace(reply, &Default::default());
/// let warning = &read.trace.warnings[0];
/// assert_eq!((warning.kind.code(), warning.span.of(reply)), ("lead-in", "Sure!"));
/// ```
#[must_use]
pub fn parse_text_with_trace(response: &str, options: &Options) -> Traced<String> {
    read_content(response, options, Reasoning::SetAside, text::read)
}

//! Tags: `{"tags": ["sunset", "beach"]}` and every other shape that a list comes in.

use std::collections::HashSet;
use std::path::Path;

use llm_pipeline::llmparse::{self, Options};
use reqwest::Client;

use crate::cut::cut_at_grapheme;
use crate::failure::{Failure, FromFailure};
use crate::parser::ParseError;
use crate::query::{Format, Query};
use crate::session::Session;
use crate::types::{OllamaVisionConfig, TagOptions};

/// Held to JSON, the model writes an object, so that is what it is asked for.
const OBJECT_PROMPT: &str = r#"List 5 to 15 tags for this image: what it shows, its style, mood, colours and composition.
A tag is one word or a phrase of at most three words, in lower case.
Answer with a JSON object and nothing else, like this: {"tags": ["sunset", "beach", "two people", "warm colours"]}"#;

const ARRAY_PROMPT: &str = r#"List 5 to 15 tags for this image: what it shows, its style, mood, colours and composition.
A tag is one word or a phrase of at most three words, in lower case.
Answer with a JSON array of strings and nothing else, like this: ["sunset", "beach", "two people", "warm colours"]"#;

/// What is longer, in characters, is something else than a tag, unless longer tags were asked for.
const MAX_TAG_LENGTH: usize = 50;

/// The tags that a model gives an image file: in lower case, each once, in the model's order.
///
/// # Errors
///
/// [`TagError::ImageRead`] when the file cannot be read; the others as for [`tag_image_base64`].
///
/// ```no_run
/// # async fn run() -> Result<(), ollama_vision::TagError> {
/// use ollama_vision::{OllamaVisionConfig, TagOptions, tag_image};
///
/// let (client, config) = (reqwest::Client::new(), OllamaVisionConfig::default());
/// let tags = tag_image(&client, &config, "photo.jpg".as_ref(), &TagOptions::default()).await?;
/// assert!(tags.len() <= 30);
/// # Ok(())
/// # }
/// ```
pub async fn tag_image(
    client: &Client,
    config: &OllamaVisionConfig,
    image_path: &Path,
    options: &TagOptions,
) -> Result<Vec<String>, TagError> {
    Session::new(client, config).tag(image_path, options).await
}

/// The tags that a model gives an image in base64.
///
/// # Errors
///
/// What the last attempt failed with: see [`TagError`].
///
/// ```no_run
/// # async fn run() -> Result<(), ollama_vision::TagError> {
/// use ollama_vision::{OllamaVisionConfig, TagOptions, tag_image_base64};
///
/// let (client, config) = (reqwest::Client::new(), OllamaVisionConfig::default());
/// let tags = tag_image_base64(&client, &config, "iVBORw0KGgo=", &TagOptions::default()).await?;
/// # Ok(())
/// # }
/// ```
pub async fn tag_image_base64(
    client: &Client,
    config: &OllamaVisionConfig,
    image_b64: &str,
    options: &TagOptions,
) -> Result<Vec<String>, TagError> {
    let session = Session::new(client, config);
    session.tag_base64(image_b64, options).await
}

pub(crate) fn query<'a>(image: &'a str, options: &'a TagOptions) -> Query<'a> {
    let (format, prompt) = if options.request_json_format {
        (Format::Json, OBJECT_PROMPT)
    } else {
        (Format::Text, ARRAY_PROMPT)
    };
    Query {
        prompt: options.prompt.as_deref().unwrap_or(prompt),
        image,
        format,
        max_retries: options.max_retries,
    }
}

pub(crate) fn read_tags(text: &str, options: &TagOptions) -> Result<Vec<String>, TagError> {
    let longest = options.max_tag_length.max(MAX_TAG_LENGTH);
    let reading = Options::default().max_item_chars(longest);
    let tags =
        llmparse::parse_string_list_with_options(text, &reading).map_err(ParseError::from)?;
    Ok(cut_tags(&tags, options))
}

/// Two tags that are the same after the cut are one.
fn cut_tags(tags: &[String], options: &TagOptions) -> Vec<String> {
    let mut seen = HashSet::new();
    tags.iter()
        .map(|tag| cut_at_grapheme(tag, options.max_tag_length).trim_end())
        .filter(|tag| !tag.is_empty() && seen.insert(*tag))
        .take(options.max_tags)
        .map(str::to_owned)
        .collect()
}

/// Why there are no tags.
///
/// ```
/// use ollama_vision::TagError;
/// let error = TagError::OllamaError(404, "model 'llava' not found".to_owned());
/// assert_eq!(error.kind(), "ollama_error");
/// assert_eq!(error.to_string(), "Ollama returned HTTP 404: model 'llava' not found");
/// ```
#[derive(Debug, thiserror::Error)]
pub enum TagError {
    /// No connection to the endpoint, or it was lost, or it took too long.
    #[error("Cannot connect to Ollama at {0}: {1}")]
    Connection(String, String),

    /// A status that is not success, and the start of what came with it.
    #[error("Ollama returned HTTP {0}: {1}")]
    OllamaError(u16, String),

    /// What came is not what Ollama answers.
    #[error("Invalid response from Ollama: {0}")]
    InvalidResponse(String),

    /// The image file cannot be read.
    #[error("Failed to read image: {0}")]
    ImageRead(String),

    /// The model's reply holds no tags.
    #[error("{0}")]
    Parse(#[from] ParseError),
}

impl TagError {
    /// A stable name of the kind: `connection`, `ollama_error`, `invalid_response`, `image_read`, `parse`.
    ///
    /// ```
    /// use ollama_vision::{ParseError, TagError};
    /// assert_eq!(TagError::from(ParseError::EmptyResponse).kind(), "parse");
    /// ```
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Connection(..) => "connection",
            Self::OllamaError(..) => "ollama_error",
            Self::InvalidResponse(_) => "invalid_response",
            Self::ImageRead(_) => "image_read",
            Self::Parse(_) => "parse",
        }
    }
}

impl FromFailure for TagError {
    fn from_failure(failure: Failure, endpoint: &str) -> Self {
        match failure {
            Failure::Transport(text) | Failure::Endpoint(text) => {
                Self::Connection(endpoint.to_owned(), text)
            }
            Failure::Status(status, body) => Self::OllamaError(status, body),
            Failure::Invalid(text) => Self::InvalidResponse(text),
            Failure::Image(text) => Self::ImageRead(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{TagOptions, cut_tags};

    fn cut(tags: &[&str], max_tags: usize, max_tag_length: usize) -> Vec<String> {
        let tags: Vec<String> = tags.iter().map(|tag| (*tag).to_owned()).collect();
        let options = TagOptions {
            max_tags,
            max_tag_length,
            ..TagOptions::default()
        };
        cut_tags(&tags, &options)
    }

    #[test]
    fn tags_that_are_alike_after_the_cut_are_one() {
        assert_eq!(
            cut(&["sunset sky", "sunset sea", "beach"], 9, 8),
            ["sunset s", "beach"]
        );
        assert_eq!(cut(&["sunset", "sunset sea"], 9, 7), ["sunset"]);
    }

    #[test]
    fn the_first_tags_are_kept() {
        assert_eq!(cut(&["ab1", "ab2", "c", "d"], 2, 2), ["ab", "c"]);
        assert!(cut(&["a"], 0, 5).is_empty());
    }

    #[test]
    fn tags_are_cut_between_graphemes() {
        assert_eq!(cut(&["👩‍🚀 in space", "cafe\u{301}"], 9, 4), ["👩‍🚀", "caf"]);
    }
}

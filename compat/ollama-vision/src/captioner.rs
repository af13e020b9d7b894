//! Captions: `<think>a beach</think>Two people on a beach.` gives the sentence.

use std::path::Path;

use llm_pipeline::output_parser::preprocess;
use reqwest::Client;

use crate::cut::cut_at_word;
use crate::failure::{Failure, FromFailure};
use crate::query::{Format, Query};
use crate::session::Session;
use crate::types::{CaptionOptions, OllamaVisionConfig};

const PROMPT: &str = "Describe this image in one or two sentences: what it shows, where, and how it looks. \
    Answer with the description alone.";

/// The caption that a model gives an image file, without its reasoning.
///
/// # Errors
///
/// [`CaptionError::ImageRead`] when the file cannot be read; the others as for [`caption_image_base64`].
///
/// ```no_run
/// # async fn run() -> Result<(), ollama_vision::CaptionError> {
/// use ollama_vision::{CaptionOptions, OllamaVisionConfig, caption_image};
///
/// let (client, config) = (reqwest::Client::new(), OllamaVisionConfig::default());
/// let caption = caption_image(&client, &config, "photo.jpg".as_ref(), &CaptionOptions::default()).await?;
/// assert!(caption.chars().count() <= 500);
/// # Ok(())
/// # }
/// ```
pub async fn caption_image(
    client: &Client,
    config: &OllamaVisionConfig,
    image_path: &Path,
    options: &CaptionOptions,
) -> Result<String, CaptionError> {
    let session = Session::new(client, config);
    session.caption(image_path, options).await
}

/// The caption that a model gives an image in base64.
///
/// # Errors
///
/// What the last attempt failed with: see [`CaptionError`].
///
/// ```no_run
/// # async fn run() -> Result<(), ollama_vision::CaptionError> {
/// use ollama_vision::{CaptionOptions, OllamaVisionConfig, caption_image_base64};
///
/// let (client, config) = (reqwest::Client::new(), OllamaVisionConfig::default());
/// let caption = caption_image_base64(&client, &config, "iVBORw0KGgo=", &CaptionOptions::default()).await?;
/// # Ok(())
/// # }
/// ```
pub async fn caption_image_base64(
    client: &Client,
    config: &OllamaVisionConfig,
    image_b64: &str,
    options: &CaptionOptions,
) -> Result<String, CaptionError> {
    let session = Session::new(client, config);
    session.caption_base64(image_b64, options).await
}

pub(crate) fn query<'a>(image: &'a str, options: &'a CaptionOptions) -> Query<'a> {
    Query {
        prompt: options.prompt.as_deref().unwrap_or(PROMPT),
        image,
        format: Format::Text,
        max_retries: options.max_retries,
    }
}

pub(crate) fn read_caption(text: &str, options: &CaptionOptions) -> Result<String, CaptionError> {
    let caption = preprocess(text);
    if caption.is_empty() {
        return Err(CaptionError::EmptyCaption);
    }
    Ok(cut_at_word(&caption, options.max_caption_length))
}

/// Why there is no caption.
///
/// ```
/// use ollama_vision::CaptionError;
/// assert_eq!(CaptionError::EmptyCaption.kind(), "empty_caption");
/// assert_eq!(CaptionError::EmptyCaption.to_string(), "Ollama returned empty caption");
/// ```
#[derive(Debug, thiserror::Error)]
pub enum CaptionError {
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

    /// The model said nothing, or nothing but its reasoning.
    #[error("Ollama returned empty caption")]
    EmptyCaption,
}

impl CaptionError {
    /// A stable name of the kind: `connection`, `ollama_error`, `invalid_response`, `image_read`, `empty_caption`.
    ///
    /// ```
    /// use ollama_vision::CaptionError;
    /// assert_eq!(CaptionError::ImageRead("no such file".to_owned()).kind(), "image_read");
    /// ```
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Connection(..) => "connection",
            Self::OllamaError(..) => "ollama_error",
            Self::InvalidResponse(_) => "invalid_response",
            Self::ImageRead(_) => "image_read",
            Self::EmptyCaption => "empty_caption",
        }
    }
}

impl FromFailure for CaptionError {
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

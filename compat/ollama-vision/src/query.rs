//! What is asked: the body of a request to `/api/generate`.

use bytes::Bytes;
use serde::Serialize;

use crate::failure::Failure;
use crate::types::{GenerateOptions, OllamaVisionConfig};

/// One question about one image.
pub(crate) struct Query<'a> {
    pub(crate) prompt: &'a str,
    pub(crate) image: &'a str,
    pub(crate) format: Format,
    pub(crate) max_retries: u32,
}

/// What the server holds the model to.
#[derive(Clone, Copy)]
pub(crate) enum Format {
    Text,
    /// An object.
    Json,
}

#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    prompt: &'a str,
    images: [&'a str; 1],
    stream: bool,
    options: &'a GenerateOptions,
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<&'static str>,
}

impl Query<'_> {
    pub(crate) fn body(&self, config: &OllamaVisionConfig) -> Result<Bytes, Failure> {
        let body = Body {
            model: &config.model,
            prompt: self.prompt,
            images: [self.image],
            stream: false,
            options: &config.options,
            format: match self.format {
                Format::Text => None,
                Format::Json => Some("json"),
            },
        };
        let body = serde_json::to_vec(&body);
        body.map(Bytes::from)
            .map_err(|error| Failure::Endpoint(error.to_string()))
    }
}

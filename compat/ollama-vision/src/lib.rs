//! Tags and captions for images, by a vision model behind [Ollama](https://ollama.com)'s `/api/generate`.
//!
//! ```text
//!     image file
//!       | read         without blocking the executor, as base64
//!       | ask          one request; no connection, 5xx and what cannot be read are tried again
//!       | read         parse_tags: a list in any shape; a caption: the reply without its reasoning
//!       | cut          to the lengths asked for, between graphemes
//!     Vec<String> or String
//! ```
//!
//! The four functions, the options and the errors have the names, signatures and defaults of the published
//! `ollama-vision`. [`Session`] is what they are made of, and can be told how long to wait before it tries again.
//!
//! ```no_run
//! # async fn run() -> Result<(), ollama_vision::TagError> {
//! use ollama_vision::{OllamaVisionConfig, TagOptions, tag_image};
//!
//! let client = reqwest::Client::new();
//! let config = OllamaVisionConfig::with_model("llava");
//! let tags = tag_image(&client, &config, "photo.jpg".as_ref(), &TagOptions::default()).await?;
//! println!("{}", tags.join(", "));
//! # Ok(())
//! # }
//! ```

pub mod captioner;
pub mod parser;
pub mod session;
pub mod tagger;
pub mod types;

mod announced;
mod backoff;
mod cut;
mod failure;
mod image;
mod query;
mod reply;

pub use captioner::{CaptionError, caption_image, caption_image_base64};
pub use parser::{ParseError, parse_tags, strip_think_tags};
pub use session::Session;
pub use tagger::{TagError, tag_image, tag_image_base64};
pub use types::{CaptionOptions, GenerateOptions, OllamaVisionConfig, TagOptions};

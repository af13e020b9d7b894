//! Prints the tags of images: `cargo run -p ollama-vision --example tag -- photo.jpg`, with Ollama running.

use std::env;
use std::path::Path;

use ollama_vision::{OllamaVisionConfig, TagError, TagOptions, tag_image};
use reqwest::Client;

#[tokio::main]
async fn main() -> Result<(), TagError> {
    let (client, config) = (Client::new(), OllamaVisionConfig::with_model("llava"));
    for path in env::args().skip(1) {
        let tags = tag_image(&client, &config, Path::new(&path), &TagOptions::default()).await?;
        println!("{path}: {}", tags.join(", "));
    }
    Ok(())
}

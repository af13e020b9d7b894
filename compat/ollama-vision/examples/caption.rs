//! Prints captions of images: `cargo run -p ollama-vision --example caption -- photo.jpg`, with Ollama running.

use std::env;
use std::time::Duration;

use ollama_vision::{CaptionError, CaptionOptions, OllamaVisionConfig, Session};
use reqwest::Client;

#[tokio::main]
async fn main() -> Result<(), CaptionError> {
    let (client, config) = (Client::new(), OllamaVisionConfig::with_model("llava"));
    let session = Session::new(&client, &config).backoff(Duration::from_secs(1));
    for path in env::args().skip(1) {
        let caption = session.caption(&path, &CaptionOptions::default()).await?;
        println!("{path}: {caption}");
    }
    Ok(())
}

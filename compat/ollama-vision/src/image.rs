//! An image file as the base64 text that Ollama takes.

use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::failure::Failure;

pub(crate) async fn read_base64(path: &Path) -> Result<String, Failure> {
    let bytes = tokio::fs::read(path).await;
    bytes
        .map(|bytes| STANDARD.encode(bytes))
        .map_err(|error| Failure::Image(format!("{}: {error}", path.display())))
}

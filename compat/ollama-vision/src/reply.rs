//! What comes back: `{"response": "a caption", "done": true}`, read up to a bound.

use reqwest::Response;
use serde::Deserialize;

use crate::cut::cut_at_word;
use crate::failure::Failure;

/// The longest body that is read, in bytes. Text takes little of it; older servers send the tokens of the context.
const MAX_BODY: usize = 8 << 20;
/// How much of the body of an error is read, in bytes, and how much of that is shown, in characters.
const MAX_ERROR_BODY: usize = 4 << 10;
const MAX_ERROR_TEXT: usize = 200;

#[derive(Deserialize)]
struct Generated {
    response: Option<String>,
    error: Option<String>,
}

/// The model's text.
pub(crate) async fn read(response: Response) -> Result<String, Failure> {
    let status = response.status();
    if !status.is_success() {
        let text = read_error(response).await;
        return Err(Failure::Status(status.as_u16(), text));
    }
    generated(&read_body(response).await?)
}

fn generated(body: &[u8]) -> Result<String, Failure> {
    let generated: Generated = serde_json::from_slice(body)
        .map_err(|error| Failure::Invalid(format!("the body is not the JSON expected: {error}")))?;
    match (generated.response, generated.error) {
        (Some(text), _) => Ok(text),
        (None, Some(error)) => Err(Failure::Invalid(cut_at_word(&error, MAX_ERROR_TEXT))),
        (None, None) => Err(Failure::Invalid(
            "no field `response` in the body".to_owned(),
        )),
    }
}

async fn read_body(mut response: Response) -> Result<Vec<u8>, Failure> {
    let mut body = Vec::new();
    while let Some(piece) = response.chunk().await? {
        if body.len() + piece.len() > MAX_BODY {
            return Err(Failure::Invalid(format!(
                "the body is longer than {MAX_BODY} bytes"
            )));
        }
        body.extend_from_slice(&piece);
    }
    Ok(body)
}

/// The start of the body; the status says what happened, so a body that breaks off is no other error.
async fn read_error(mut response: Response) -> String {
    let mut body = Vec::new();
    while let Ok(Some(piece)) = response.chunk().await {
        body.extend_from_slice(&piece);
        if body.len() >= MAX_ERROR_BODY {
            break;
        }
    }
    body.truncate(MAX_ERROR_BODY);
    cut_at_word(String::from_utf8_lossy(&body).trim(), MAX_ERROR_TEXT)
}

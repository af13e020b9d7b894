//! The client against a server on a real socket.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

#[path = "support/server.rs"]
mod server;

use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use ollama_vision::{
    CaptionError, CaptionOptions, GenerateOptions, OllamaVisionConfig, Session, TagError,
    TagOptions, caption_image, caption_image_base64, tag_image, tag_image_base64,
};
use reqwest::Client;
use reqwest::dns::{Name, Resolve, Resolving};
use serde_json::json;

use server::{Answer, Server};

const IMAGE: &str = "aW1hZ2U=";

fn config(server: &Server) -> OllamaVisionConfig {
    OllamaVisionConfig::default().endpoint(&server.endpoint)
}

async fn caption(config: &OllamaVisionConfig) -> Result<String, CaptionError> {
    let client = Client::new();
    let session = Session::new(&client, config).backoff(Duration::from_millis(1));
    session
        .caption_base64(IMAGE, &CaptionOptions::default())
        .await
}

async fn tags(config: &OllamaVisionConfig) -> Result<Vec<String>, TagError> {
    let client = Client::new();
    let session = Session::new(&client, config).backoff(Duration::from_millis(1));
    session.tag_base64(IMAGE, &TagOptions::default()).await
}

fn text(text: &str) -> Answer {
    Answer::Text(text.to_owned())
}

fn status(status: u16, body: &str) -> Answer {
    Answer::Status(status, body.to_owned())
}

// What is sent.

#[tokio::test]
async fn the_request_is_what_ollama_takes() {
    let server = Server::saying("A cat.");
    assert_eq!(caption(&config(&server)).await.unwrap(), "A cat.");

    let [request] = server.requests().try_into().unwrap();
    assert_eq!(request.line, "POST /api/generate HTTP/1.1");
    assert!(request.headers.contains("content-type: application/json"));
    assert!(!request.headers.contains("transfer-encoding"));
    let sent = &request.body;
    assert_eq!(
        (&sent["model"], &sent["images"], &sent["stream"]),
        (&json!("llava"), &json!([IMAGE]), &json!(false))
    );
    assert_eq!(sent["options"].as_object().unwrap().len(), 3);
    assert_eq!(sent.get("format"), None);
}

#[tokio::test]
async fn options_that_are_set_are_sent() {
    let server = Server::saying("A cat.");
    let options = GenerateOptions {
        temperature: Some(0.5),
        ..GenerateOptions::default()
    };
    let config = config(&server).options(options);
    caption(&config).await.unwrap();
    assert_eq!(server.requests()[0].body["options"]["temperature"], 0.5);
}

#[tokio::test]
async fn a_slash_at_the_end_of_the_endpoint_makes_no_difference() {
    let server = Server::saying("A cat.");
    let config = OllamaVisionConfig::default().endpoint(format!("{}//", server.endpoint));
    caption(&config).await.unwrap();
    assert_eq!(server.requests()[0].line, "POST /api/generate HTTP/1.1");
}

#[tokio::test]
async fn an_image_file_is_sent_in_base64() {
    let server = Server::saying("A cat.");
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&file, b"image").unwrap();
    let (client, options) = (Client::new(), CaptionOptions::default());
    caption_image(&client, &config(&server), file.path(), &options)
        .await
        .unwrap();
    assert_eq!(server.requests()[0].body["images"], json!([IMAGE]));
}

#[tokio::test]
async fn a_file_that_is_not_there_is_asked_about_by_nobody() {
    let server = Server::saying("A cat.");
    let (client, path) = (Client::new(), "no such file.jpg".as_ref());
    let error = tag_image(&client, &config(&server), path, &TagOptions::default())
        .await
        .unwrap_err();
    assert_eq!(error.kind(), "image_read");
    assert!(error.to_string().contains("no such file.jpg"));
    assert!(server.requests().is_empty());
}

#[tokio::test]
async fn the_prompt_asks_for_what_the_format_gives() {
    for (request_json_format, format, sample) in [
        (true, Some(json!("json")), r#"{"tags": ["#),
        (false, None, r#": ["sunset""#),
    ] {
        let server = Server::saying(r#"["cat"]"#);
        let options = TagOptions {
            request_json_format,
            ..TagOptions::default()
        };
        let client = Client::new();
        tag_image_base64(&client, &config(&server), IMAGE, &options)
            .await
            .unwrap();
        let sent = &server.requests()[0].body;
        assert_eq!(sent.get("format"), format.as_ref());
        assert!(sent["prompt"].as_str().unwrap().contains(sample));
    }
}

#[tokio::test]
async fn a_prompt_of_the_callers_is_sent_as_it_is() {
    let server = Server::saying("A cat.");
    let options = CaptionOptions {
        prompt: Some("What is it?".to_owned()),
        ..CaptionOptions::default()
    };
    caption_image_base64(&Client::new(), &config(&server), IMAGE, &options)
        .await
        .unwrap();
    assert_eq!(server.requests()[0].body["prompt"], "What is it?");
}

// What comes back.

#[tokio::test]
async fn reasoning_is_no_part_of_a_caption() {
    let server = Server::saying("<think>Is it a cat?</think>\n A cat on a sofa. \n");
    assert_eq!(caption(&config(&server)).await.unwrap(), "A cat on a sofa.");
}

#[tokio::test]
async fn a_long_caption_ends_with_a_word() {
    let server = Server::saying("A cat sleeps on a sofa.");
    let options = CaptionOptions {
        max_caption_length: 14,
        ..CaptionOptions::default()
    };
    let caption = caption_image_base64(&Client::new(), &config(&server), IMAGE, &options).await;
    assert_eq!(caption.unwrap(), "A cat sleeps…");
}

#[tokio::test]
async fn tags_come_in_any_shape() {
    for reply in [
        r#"{"tags": ["cat", "sofa"]}"#,
        r#"<think>["dog"]?</think>["cat", "sofa",]"#,
        "Sure!\n```json\n['cat', 'sofa']\n```",
    ] {
        let server = Server::saying(reply);
        assert_eq!(
            tags(&config(&server)).await.unwrap(),
            ["cat", "sofa"],
            "{reply}"
        );
    }
}

#[tokio::test]
async fn tags_are_limited_in_number_and_length() {
    let server = Server::saying(r#"{"tags": ["sunset sky", "sunset sea", "beach", "two people"]}"#);
    let options = TagOptions {
        max_tags: 2,
        max_tag_length: 8,
        ..TagOptions::default()
    };
    let tags = tag_image_base64(&Client::new(), &config(&server), IMAGE, &options).await;
    assert_eq!(tags.unwrap(), ["sunset s", "beach"]);
}

#[tokio::test]
async fn longer_tags_can_be_asked_for() {
    let long = "a dog and a cat that sleep on the same green sofa in the sun";
    for (max_tag_length, tags) in [(50, vec!["cat"]), (60, vec!["cat", long])] {
        let server = Server::saying(&json!({"tags": ["cat", long]}).to_string());
        let options = TagOptions {
            max_tag_length,
            ..TagOptions::default()
        };
        let read = tag_image_base64(&Client::new(), &config(&server), IMAGE, &options).await;
        assert_eq!(read.unwrap(), tags);
    }
}

// What goes wrong and is tried again.

#[tokio::test]
async fn a_server_error_is_tried_again() {
    let server = Server::start([status(500, "busy"), status(503, "busy"), text("A cat.")]);
    assert_eq!(caption(&config(&server)).await.unwrap(), "A cat.");
    assert_eq!(server.requests().len(), 3);
}

#[tokio::test]
async fn the_last_failure_is_the_error_when_no_attempt_is_left() {
    let server = Server::start([
        status(500, "one"),
        status(500, "two"),
        status(502, "three"),
        text("A cat."),
    ]);
    let error = caption(&config(&server)).await.unwrap_err();
    assert!(
        matches!(&error, CaptionError::OllamaError(502, body) if body == "three"),
        "{error}"
    );
    assert_eq!(server.requests().len(), 3);
}

#[tokio::test]
async fn without_retries_there_is_one_attempt() {
    let server = Server::start([status(500, "busy"), text("A cat.")]);
    let options = CaptionOptions {
        max_retries: 0,
        ..CaptionOptions::default()
    };
    let result = caption_image_base64(&Client::new(), &config(&server), IMAGE, &options).await;
    assert_eq!(result.unwrap_err().kind(), "ollama_error");
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn a_connection_that_breaks_is_tried_again() {
    let server = Server::start([Answer::Closed, Answer::Broken, text("A cat.")]);
    assert_eq!(caption(&config(&server)).await.unwrap(), "A cat.");
    assert_eq!(server.requests().len(), 3);
}

#[tokio::test]
async fn a_connection_that_breaks_each_time_is_an_error() {
    let server = Server::start([Answer::Broken, Answer::Broken, Answer::Broken]);
    assert_eq!(
        caption(&config(&server)).await.unwrap_err().kind(),
        "connection"
    );
    assert_eq!(server.requests().len(), 3);
}

#[tokio::test]
async fn a_late_reply_is_tried_again() {
    let late = Answer::Late(Duration::from_millis(300), "A dog.".to_owned());
    let server = Server::start([late, text("A cat."), text("A cat.")]);
    let config = config(&server).timeout(Duration::from_millis(200));
    assert_eq!(caption(&config).await.unwrap(), "A cat.");
    // One more, where the machine is too slow for the second.
    assert!(server.requests().len() >= 2);
}

#[tokio::test]
async fn a_reply_that_is_always_late_is_an_error() {
    let late = || Answer::Late(Duration::from_millis(400), "A dog.".to_owned());
    let server = Server::start([late(), late(), late()]);
    let config = config(&server).timeout(Duration::from_millis(50));
    let error = caption(&config).await.unwrap_err();
    assert_eq!(error.kind(), "connection");
    assert!(error.to_string().contains("timed out"), "{error}");
}

#[tokio::test]
async fn a_refused_connection_is_an_error() {
    let endpoint = {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        format!("http://{}", listener.local_addr().unwrap())
    };
    let config = OllamaVisionConfig::default().endpoint(&endpoint);
    let error = tags(&config).await.unwrap_err();
    assert!(
        matches!(&error, TagError::Connection(at, _) if *at == endpoint),
        "{error}"
    );
    assert!(
        error.to_string().to_lowercase().contains("refused"),
        "{error}"
    );
}

#[tokio::test]
async fn a_reply_without_tags_is_tried_again() {
    let server = Server::start([
        text("I'm sorry, but I cannot see any image."),
        text("<think>hm</think>"),
        text(r#"{"tags": ["cat"]}"#),
    ]);
    assert_eq!(tags(&config(&server)).await.unwrap(), ["cat"]);
    assert_eq!(server.requests().len(), 3);
}

#[tokio::test]
async fn replies_without_tags_are_an_error() {
    let server = Server::start([text(""), text(" "), text("<think>hm</think>")]);
    assert_eq!(tags(&config(&server)).await.unwrap_err().kind(), "parse");
    assert_eq!(server.requests().len(), 3);
}

#[tokio::test]
async fn an_empty_caption_is_tried_again() {
    let server = Server::start([text("<think>hm"), text("A cat.")]);
    assert_eq!(caption(&config(&server)).await.unwrap(), "A cat.");

    let server = Server::start([text(""), text(" "), text("\u{feff}\n")]);
    assert_eq!(
        caption(&config(&server)).await.unwrap_err().kind(),
        "empty_caption"
    );
}

#[tokio::test]
async fn a_body_that_is_not_ollamas_is_tried_again() {
    for body in [
        r#"{"response": "A c"#,
        "<html>",
        "",
        "[]",
        r#"{"done": true}"#,
        r#"{"response": 7}"#,
        r#"{"response": null}"#,
    ] {
        let server = Server::start([status(200, body), text("A cat.")]);
        assert_eq!(caption(&config(&server)).await.unwrap(), "A cat.", "{body}");

        let server = Server::start([status(200, body), status(200, body), status(200, body)]);
        let error = tags(&config(&server)).await.unwrap_err();
        assert_eq!(error.kind(), "invalid_response", "{body}: {error}");
    }
}

#[tokio::test]
async fn a_body_that_does_not_end_is_not_read_to_the_end() {
    let body = format!(r#"{{"response": "{}"}}"#, "a".repeat(9 << 20));
    let server = Server::start([status(200, &body), text("A cat.")]);
    assert_eq!(caption(&config(&server)).await.unwrap(), "A cat.");
}

#[tokio::test]
async fn an_error_in_the_body_is_told() {
    let body = r#"{"error": "out of memory"}"#;
    let server = Server::start([status(200, body), status(200, body), status(200, body)]);
    let error = caption(&config(&server)).await.unwrap_err();
    assert!(matches!(&error, CaptionError::InvalidResponse(text) if text == "out of memory"));
}

// What goes wrong once and for all.

#[tokio::test]
async fn a_redirect_or_a_client_error_is_final() {
    for code in [307, 400, 404, 429] {
        let server = Server::start([
            status(code, r#"{"error":"model 'llava' not found"}"#),
            text("A cat."),
        ]);
        let error = caption(&config(&server)).await.unwrap_err();
        assert!(
            matches!(&error, CaptionError::OllamaError(got, body) if *got == code && body.contains("not found")),
            "{error}"
        );
        assert_eq!(server.requests().len(), 1);
    }
}

#[tokio::test]
async fn the_body_of_an_error_is_bounded() {
    let server = Server::start([status(404, &"ü x".repeat(100_000))]);
    let error = tags(&config(&server)).await.unwrap_err();
    let TagError::OllamaError(404, body) = error else {
        panic!("{error}");
    };
    assert!(body.chars().count() <= 200);
    assert!(body.starts_with("ü xü x"));
}

#[tokio::test]
async fn an_endpoint_that_is_none_is_final() {
    let config = OllamaVisionConfig::default().endpoint("not an endpoint");
    let client = Client::new();
    // A retry would keep the test for an hour.
    let session = Session::new(&client, &config).backoff(Duration::from_secs(3600));
    let error = session
        .caption_base64(IMAGE, &CaptionOptions::default())
        .await
        .unwrap_err();
    assert_eq!(error.kind(), "connection");
}

// How long it may take until there is a connection.

/// Names that are never found out.
struct Nowhere;

impl Resolve for Nowhere {
    fn resolve(&self, _: Name) -> Resolving {
        Box::pin(std::future::pending())
    }
}

#[tokio::test]
async fn a_connection_that_does_not_come_about_is_given_up() {
    let client = Client::builder()
        .dns_resolver(Arc::new(Nowhere))
        .build()
        .unwrap();
    let config = OllamaVisionConfig::default()
        .endpoint("http://ollama.invalid:11434")
        .connect_timeout(Duration::from_millis(20));
    let session = Session::new(&client, &config).backoff(Duration::from_millis(1));
    let error = session
        .caption_base64(IMAGE, &CaptionOptions::default())
        .await
        .unwrap_err();
    assert_eq!(error.kind(), "connection");
    assert!(
        error.to_string().contains("no connection within 20ms"),
        "{error}"
    );
}

#[tokio::test]
async fn a_slow_reply_is_no_slow_connection() {
    let server = Server::start([Answer::Late(
        Duration::from_millis(700),
        "A cat.".to_owned(),
    )]);
    let config = config(&server).connect_timeout(Duration::from_millis(400));
    assert_eq!(caption(&config).await.unwrap(), "A cat.");
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn a_call_can_be_spawned() {
    let server = Server::saying("A cat.");
    let config = config(&server);
    let call = async move {
        caption_image_base64(&Client::new(), &config, IMAGE, &CaptionOptions::default()).await
    };
    assert_eq!(tokio::spawn(call).await.unwrap().unwrap(), "A cat.");
}

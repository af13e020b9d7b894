//! Every path and signature of `ollama_vision`.

use std::future::Future;
use std::path::Path;
use std::time::Duration;

use ollama_vision::{
    caption_image, caption_image_base64, captioner, parse_tags, parser, strip_think_tags,
    tag_image, tag_image_base64, tagger, types, CaptionError, CaptionOptions, GenerateOptions,
    OllamaVisionConfig, ParseError, TagError, TagOptions,
};
use reqwest::Client;

type Tags = Result<Vec<String>, TagError>;
type Parsed = Result<Vec<String>, ParseError>;
type Caption = Result<String, CaptionError>;

/// Takes a call and does not make it.
fn check<T>(call: impl Future<Output = T> + Send) {
    drop(call);
}

#[test]
fn the_calls_have_their_signatures_at_both_paths() {
    let client: &Client = &Client::new();
    let config = &OllamaVisionConfig::default();
    let (path, image): (&Path, &str) = (Path::new("photo.jpg"), "aW1hZ2U=");

    let options = &TagOptions::default();
    check::<Tags>(tag_image(client, config, path, options));
    check::<Tags>(tag_image_base64(client, config, image, options));
    check::<Tags>(tagger::tag_image(client, config, path, options));
    check::<Tags>(tagger::tag_image_base64(client, config, image, options));

    let options = &CaptionOptions::default();
    check::<Caption>(caption_image(client, config, path, options));
    check::<Caption>(caption_image_base64(client, config, image, options));
    check::<Caption>(captioner::caption_image(client, config, path, options));
    check::<Caption>(captioner::caption_image_base64(
        client, config, image, options,
    ));
}

#[test]
fn the_readers_have_their_signatures_at_both_paths() {
    let _: [fn(&str) -> Parsed; 2] = [parse_tags, parser::parse_tags];
    let _: [fn(&str) -> String; 2] = [strip_think_tags, parser::strip_think_tags];
    let _: fn(parser::ParseError) -> TagError = TagError::Parse;
}

#[test]
fn a_config_is_built_or_written_out() {
    let built = OllamaVisionConfig::with_model("llava:13b")
        .endpoint("http://gpu-1:11434")
        .timeout(Duration::from_secs(60))
        .connect_timeout(Duration::from_secs(5))
        .options(GenerateOptions::default());
    let written: types::OllamaVisionConfig = OllamaVisionConfig {
        endpoint: "http://gpu-1:11434".to_owned(),
        model: "llava:13b".to_owned(),
        timeout: Duration::from_secs(60),
        connect_timeout: Duration::from_secs(5),
        options: GenerateOptions::default(),
    };
    assert_eq!(format!("{:?}", built.clone()), format!("{written:?}"));
}

#[test]
fn the_defaults_are_those_that_users_know() {
    let config = OllamaVisionConfig::default();
    assert_eq!(
        (config.endpoint.as_str(), config.model.as_str()),
        ("http://localhost:11434", "llava")
    );
    assert_eq!(
        (config.timeout.as_secs(), config.connect_timeout.as_secs()),
        (120, 10)
    );

    let generate: types::GenerateOptions = GenerateOptions {
        num_predict: 512,
        repeat_penalty: 1.2,
        repeat_last_n: 128,
        temperature: None,
        top_p: None,
    };
    assert_eq!(format!("{generate:?}"), format!("{:?}", config.options));

    let tags: types::TagOptions = TagOptions {
        prompt: None,
        request_json_format: true,
        max_tags: 30,
        max_tag_length: 50,
        max_retries: 2,
    };
    assert_eq!(
        format!("{tags:?}"),
        format!("{:?}", TagOptions::default().clone())
    );

    let captions: types::CaptionOptions = CaptionOptions {
        prompt: None,
        max_caption_length: 500,
        max_retries: 2,
    };
    assert_eq!(
        format!("{captions:?}"),
        format!("{:?}", CaptionOptions::default().clone())
    );
}

#[test]
fn options_for_generating_are_read_and_written() {
    let sent = serde_json::json!({"num_predict": 8, "repeat_penalty": 1.5, "repeat_last_n": 4, "top_p": 0.5});
    let read = serde_json::from_value::<GenerateOptions>(sent.clone())
        .map(|options| serde_json::to_value(options).ok());
    assert!(matches!(read, Ok(Some(written)) if written == sent));
}

/// As a user writes it: no wildcard.
fn tell_tag_error(error: &tagger::TagError) -> String {
    match error {
        TagError::Connection(endpoint, text) => format!("{endpoint} {text}"),
        TagError::OllamaError(status, body) => format!("{status} {body}"),
        TagError::InvalidResponse(text) | TagError::ImageRead(text) => text.clone(),
        TagError::Parse(error) => error.kind().to_owned(),
    }
}

fn tell_caption_error(error: &captioner::CaptionError) -> String {
    match error {
        CaptionError::Connection(endpoint, text) => format!("{endpoint} {text}"),
        CaptionError::OllamaError(status, body) => format!("{status} {body}"),
        CaptionError::InvalidResponse(text) | CaptionError::ImageRead(text) => text.clone(),
        CaptionError::EmptyCaption => "empty".to_owned(),
    }
}

#[test]
fn tag_errors_are_matched_without_a_wildcard() {
    let (one, two) = (|| "one".to_owned(), || "two".to_owned());
    let errors = [
        (
            TagError::Connection(one(), two()),
            "one two",
            "connection",
            "Cannot connect to Ollama at one: two",
        ),
        (
            TagError::OllamaError(500, two()),
            "500 two",
            "ollama_error",
            "Ollama returned HTTP 500: two",
        ),
        (
            TagError::InvalidResponse(one()),
            "one",
            "invalid_response",
            "Invalid response from Ollama: one",
        ),
        (
            TagError::ImageRead(one()),
            "one",
            "image_read",
            "Failed to read image: one",
        ),
        (
            ParseError::EmptyResponse.into(),
            "empty_response",
            "parse",
            "empty LLM response",
        ),
    ];
    for (error, told, kind, message) in errors {
        assert_eq!(
            (tell_tag_error(&error).as_str(), error.kind()),
            (told, kind)
        );
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn caption_errors_are_matched_without_a_wildcard() {
    let (one, two) = (|| "one".to_owned(), || "two".to_owned());
    let errors = [
        (
            CaptionError::Connection(one(), two()),
            "one two",
            "connection",
            "Cannot connect to Ollama at one: two",
        ),
        (
            CaptionError::OllamaError(500, two()),
            "500 two",
            "ollama_error",
            "Ollama returned HTTP 500: two",
        ),
        (
            CaptionError::InvalidResponse(one()),
            "one",
            "invalid_response",
            "Invalid response from Ollama: one",
        ),
        (
            CaptionError::ImageRead(one()),
            "one",
            "image_read",
            "Failed to read image: one",
        ),
        (
            CaptionError::EmptyCaption,
            "empty",
            "empty_caption",
            "Ollama returned empty caption",
        ),
    ];
    for (error, told, kind, message) in errors {
        assert_eq!(
            (tell_caption_error(&error).as_str(), error.kind()),
            (told, kind)
        );
        assert_eq!(error.to_string(), message);
    }
}

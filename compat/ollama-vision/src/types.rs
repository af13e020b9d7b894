//! Where the model is, and what is asked of it.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Where the model is, and how long it may take.
///
/// ```
/// use ollama_vision::OllamaVisionConfig;
/// use std::time::Duration;
///
/// let config = OllamaVisionConfig::with_model("qwen3-vl")
///     .endpoint("http://gpu-1:11434")
///     .timeout(Duration::from_secs(60));
/// assert_eq!(config.connect_timeout, Duration::from_secs(10));
/// ```
#[derive(Debug, Clone)]
pub struct OllamaVisionConfig {
    /// The server, with or without a slash at the end; `http://localhost:11434` by default.
    pub endpoint: String,
    /// The model; `llava` by default.
    pub model: String,
    /// How long one attempt may take, the connection and all of the reply included; 120 s by default.
    pub timeout: Duration,
    /// How long an attempt may take until the request is being sent, whatever the client was told; 10 s by default.
    pub connect_timeout: Duration,
    /// What Ollama is told about how to generate.
    pub options: GenerateOptions,
}

impl OllamaVisionConfig {
    /// The defaults with another model.
    ///
    /// ```
    /// let config = ollama_vision::OllamaVisionConfig::with_model("llava:13b");
    /// assert_eq!(config.model, "llava:13b");
    /// ```
    #[must_use]
    pub fn with_model(model: impl Into<String>) -> Self {
        Self {
            model: model.into(),
            ..Self::default()
        }
    }

    /// Another server.
    ///
    /// ```
    /// let config = ollama_vision::OllamaVisionConfig::default().endpoint("http://gpu-1:11434/");
    /// assert_eq!(config.endpoint, "http://gpu-1:11434/");
    /// ```
    #[must_use]
    pub fn endpoint(mut self, endpoint: impl Into<String>) -> Self {
        self.endpoint = endpoint.into();
        self
    }

    /// How long one attempt may take.
    ///
    /// ```
    /// use std::time::Duration;
    /// let config = ollama_vision::OllamaVisionConfig::default().timeout(Duration::from_secs(30));
    /// assert_eq!(config.timeout, Duration::from_secs(30));
    /// ```
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// How long an attempt may take until the request is being sent.
    ///
    /// ```
    /// use std::time::Duration;
    /// let config = ollama_vision::OllamaVisionConfig::default().connect_timeout(Duration::from_secs(2));
    /// assert_eq!(config.connect_timeout, Duration::from_secs(2));
    /// ```
    #[must_use]
    pub fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.connect_timeout = timeout;
        self
    }

    /// What Ollama is told about how to generate.
    ///
    /// ```
    /// use ollama_vision::{GenerateOptions, OllamaVisionConfig};
    /// let cold = GenerateOptions { temperature: Some(0.0), ..GenerateOptions::default() };
    /// let config = OllamaVisionConfig::default().options(cold);
    /// assert_eq!(config.options.temperature, Some(0.0));
    /// ```
    #[must_use]
    pub fn options(mut self, options: GenerateOptions) -> Self {
        self.options = options;
        self
    }
}

impl Default for OllamaVisionConfig {
    fn default() -> Self {
        Self {
            endpoint: "http://localhost:11434".to_owned(),
            model: "llava".to_owned(),
            timeout: Duration::from_secs(120),
            connect_timeout: Duration::from_secs(10),
            options: GenerateOptions::default(),
        }
    }
}

/// How Ollama generates; what is `None` is left to the model's own settings.
///
/// ```
/// use ollama_vision::GenerateOptions;
/// let sent = serde_json::to_value(GenerateOptions::default()).unwrap();
/// assert_eq!((&sent["num_predict"], sent.get("top_p")), (&512.into(), None));
/// ```
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct GenerateOptions {
    /// The most tokens a reply may have; 512 by default.
    pub num_predict: u32,
    /// How strongly repetition is held down; 1.2 by default.
    pub repeat_penalty: f32,
    /// How many tokens back repetition is looked for; 128 by default.
    pub repeat_last_n: u32,
    /// The temperature.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f32>,
    /// The nucleus that is sampled from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top_p: Option<f32>,
}

impl Default for GenerateOptions {
    fn default() -> Self {
        Self {
            num_predict: 512,
            repeat_penalty: 1.2,
            repeat_last_n: 128,
            temperature: None,
            top_p: None,
        }
    }
}

/// What tags are wanted.
///
/// ```
/// use ollama_vision::TagOptions;
/// let few = TagOptions { max_tags: 5, ..TagOptions::default() };
/// assert_eq!((few.max_tag_length, few.max_retries), (50, 2));
/// ```
#[derive(Debug, Clone)]
pub struct TagOptions {
    /// The prompt; by default one that asks for the shape that `request_json_format` gives.
    pub prompt: Option<String>,
    /// Whether the server is to hold the model to JSON, which makes the reply an object; true by default.
    pub request_json_format: bool,
    /// How many tags are kept, the first ones; 30 by default.
    pub max_tags: usize,
    /// How many characters of a tag are kept; 50 by default. What is longer than that, and than 50, is no tag and is
    /// left out.
    pub max_tag_length: usize,
    /// How often a failed attempt is followed by another; 2 by default.
    pub max_retries: u32,
}

impl Default for TagOptions {
    fn default() -> Self {
        Self {
            prompt: None,
            request_json_format: true,
            max_tags: 30,
            max_tag_length: 50,
            max_retries: 2,
        }
    }
}

/// What caption is wanted.
///
/// ```
/// use ollama_vision::CaptionOptions;
/// let short = CaptionOptions { max_caption_length: 80, ..CaptionOptions::default() };
/// assert_eq!(short.max_retries, 2);
/// ```
#[derive(Debug, Clone)]
pub struct CaptionOptions {
    /// The prompt; by default one that asks for one or two sentences.
    pub prompt: Option<String>,
    /// How many characters of the caption are kept; 500 by default.
    pub max_caption_length: usize,
    /// How often a failed attempt is followed by another; 2 by default.
    pub max_retries: u32,
}

impl Default for CaptionOptions {
    fn default() -> Self {
        Self {
            prompt: None,
            max_caption_length: 500,
            max_retries: 2,
        }
    }
}

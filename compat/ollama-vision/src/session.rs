//! A client and a configuration put together: asks, waits and asks again.

use std::path::Path;
use std::time::Duration;

use bytes::Bytes;
use reqwest::header::CONTENT_TYPE;
use reqwest::{Body, Client, RequestBuilder, Response};
use tokio::time::{sleep, timeout};

use crate::announced::Announced;
use crate::backoff::Backoff;
use crate::captioner::{self, CaptionError};
use crate::failure::{Failure, FromFailure};
use crate::image;
use crate::query::Query;
use crate::reply;
use crate::tagger::{self, TagError};
use crate::types::{CaptionOptions, OllamaVisionConfig, TagOptions};

/// A client and a configuration, and how to wait between attempts.
///
/// An attempt that finds no connection, a 5xx status, a body that is not Ollama's or a reply that cannot be read is
/// followed by another, as often as `max_retries` says. Another status is final, a redirect too.
///
/// ```no_run
/// # async fn run() -> Result<(), ollama_vision::CaptionError> {
/// use ollama_vision::{CaptionOptions, OllamaVisionConfig, Session};
/// use std::time::Duration;
///
/// let (client, config) = (reqwest::Client::new(), OllamaVisionConfig::default());
/// let session = Session::new(&client, &config).backoff(Duration::from_secs(1));
/// println!("{}", session.caption("photo.jpg", &CaptionOptions::default()).await?);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Session<'a> {
    client: &'a Client,
    config: &'a OllamaVisionConfig,
    backoff: Backoff,
}

impl<'a> Session<'a> {
    /// A session that waits 250 ms before the second attempt.
    ///
    /// ```
    /// use ollama_vision::{OllamaVisionConfig, Session};
    /// let (client, config) = (reqwest::Client::new(), OllamaVisionConfig::default());
    /// let session = Session::new(&client, &config);
    /// # let _ = session;
    /// ```
    #[must_use]
    pub fn new(client: &'a Client, config: &'a OllamaVisionConfig) -> Self {
        Self {
            client,
            config,
            backoff: Backoff::default(),
        }
    }

    /// How long to wait before the second attempt; each further wait is twice as long, up to 30 s.
    ///
    /// ```
    /// # use ollama_vision::{OllamaVisionConfig, Session};
    /// # let (client, config) = (reqwest::Client::new(), OllamaVisionConfig::default());
    /// let session = Session::new(&client, &config).backoff(std::time::Duration::from_secs(2));
    /// # let _ = session;
    /// ```
    #[must_use]
    pub fn backoff(mut self, first: Duration) -> Self {
        self.backoff = Backoff { first };
        self
    }

    /// The tags of an image file: [`tag_image`](crate::tag_image).
    ///
    /// # Errors
    ///
    /// As for [`tag_image`](crate::tag_image).
    ///
    /// ```no_run
    /// # async fn run(session: ollama_vision::Session<'_>) -> Result<(), ollama_vision::TagError> {
    /// let tags = session.tag("photo.jpg", &Default::default()).await?;
    /// # Ok(())
    /// # }
    /// ```
    pub async fn tag(
        &self,
        image: impl AsRef<Path>,
        options: &TagOptions,
    ) -> Result<Vec<String>, TagError> {
        let image = self.read_image::<TagError>(image.as_ref()).await?;
        self.tag_base64(&image, options).await
    }

    /// The tags of an image in base64: [`tag_image_base64`](crate::tag_image_base64).
    ///
    /// # Errors
    ///
    /// As for [`tag_image_base64`](crate::tag_image_base64).
    ///
    /// ```no_run
    /// # async fn run(session: ollama_vision::Session<'_>) -> Result<(), ollama_vision::TagError> {
    /// let tags = session.tag_base64("iVBORw0KGgo=", &Default::default()).await?;
    /// # Ok(())
    /// # }
    /// ```
    pub async fn tag_base64(
        &self,
        image: &str,
        options: &TagOptions,
    ) -> Result<Vec<String>, TagError> {
        let query = tagger::query(image, options);
        self.ask(&query, |text| tagger::read_tags(text, options))
            .await
    }

    /// The caption of an image file: [`caption_image`](crate::caption_image).
    ///
    /// # Errors
    ///
    /// As for [`caption_image`](crate::caption_image).
    ///
    /// ```no_run
    /// # async fn run(session: ollama_vision::Session<'_>) -> Result<(), ollama_vision::CaptionError> {
    /// let caption = session.caption("photo.jpg", &Default::default()).await?;
    /// # Ok(())
    /// # }
    /// ```
    pub async fn caption(
        &self,
        image: impl AsRef<Path>,
        options: &CaptionOptions,
    ) -> Result<String, CaptionError> {
        let image = self.read_image::<CaptionError>(image.as_ref()).await?;
        self.caption_base64(&image, options).await
    }

    /// The caption of an image in base64: [`caption_image_base64`](crate::caption_image_base64).
    ///
    /// # Errors
    ///
    /// As for [`caption_image_base64`](crate::caption_image_base64).
    ///
    /// ```no_run
    /// # async fn run(session: ollama_vision::Session<'_>) -> Result<(), ollama_vision::CaptionError> {
    /// let caption = session.caption_base64("iVBORw0KGgo=", &Default::default()).await?;
    /// # Ok(())
    /// # }
    /// ```
    pub async fn caption_base64(
        &self,
        image: &str,
        options: &CaptionOptions,
    ) -> Result<String, CaptionError> {
        let query = captioner::query(image, options);
        self.ask(&query, |text| captioner::read_caption(text, options))
            .await
    }

    async fn read_image<E: FromFailure>(&self, path: &Path) -> Result<String, E> {
        let image = image::read_base64(path).await;
        image.map_err(|failure| self.error(failure))
    }

    fn error<E: FromFailure>(&self, failure: Failure) -> E {
        E::from_failure(failure, &self.config.endpoint)
    }

    /// Asks until there is an answer that `read` takes, or no attempt is left.
    async fn ask<T, E: FromFailure>(
        &self,
        query: &Query<'_>,
        read: impl Fn(&str) -> Result<T, E>,
    ) -> Result<T, E> {
        let body = query.body(self.config);
        let body = body.map_err(|failure| self.error::<E>(failure))?;
        let mut failures = 0;
        loop {
            let (error, is_temporary): (E, bool) = match self.attempt(body.clone()).await {
                Ok(text) => match read(&text) {
                    Ok(answer) => return Ok(answer),
                    Err(error) => (error, true),
                },
                Err(failure) => {
                    let is_temporary = failure.is_temporary();
                    (self.error(failure), is_temporary)
                }
            };
            if !is_temporary || failures >= query.max_retries {
                return Err(error);
            }
            failures += 1;
            sleep(self.backoff.after(failures)).await;
        }
    }

    async fn attempt(&self, body: Bytes) -> Result<String, Failure> {
        let response = self.send(body).await?;
        reply::read(response).await
    }

    /// Sends the request; whether there is a connection shows when the body is taken.
    async fn send(&self, body: Bytes) -> Result<Response, Failure> {
        let (body, is_connected) = Announced::new(body);
        let sending = self.request(body).send();
        tokio::pin!(sending);
        let limit = self.config.connect_timeout;
        tokio::select! {
            biased;
            response = &mut sending => return Ok(response?),
            connected = timeout(limit, is_connected) => if connected.is_err() {
                return Err(Failure::Transport(format!("no connection within {limit:?}")));
            },
        }
        Ok(sending.await?)
    }

    fn request(&self, body: Announced) -> RequestBuilder {
        let endpoint = self.config.endpoint.trim().trim_end_matches('/');
        self.client
            .post(format!("{endpoint}/api/generate"))
            .header(CONTENT_TYPE, "application/json")
            .timeout(self.config.timeout)
            .body(Body::wrap(body))
    }
}

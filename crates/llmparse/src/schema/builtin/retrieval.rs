//! A piece of a document that a search found: `{"content": "...", "source": "atlas", "score": 0.7}`.

use serde::{Deserialize, Serialize};

use super::{Schema, fraction, known};

/// A piece of a document, where it comes from, and how well it fits.
///
/// A score may be text or in percent; one that is outside 0 to 1, or no number, is an error.
///
/// ```
/// use llmparse::RetrievalResult;
/// let found: RetrievalResult = llmparse::parse_json(r#"{"content": "Oslo is ...", "score": "70%"}"#)?;
/// assert_eq!(found.score, Some(0.7));
/// assert!(llmparse::parse_json::<RetrievalResult>(r#"{"content": "Oslo is ...", "score": 7}"#).is_err());
/// # Ok::<(), llmparse::ParseError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RetrievalResult {
    /// The text.
    pub content: String,
    /// Where it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// How well it fits, from 0 to 1.
    #[serde(
        default,
        deserialize_with = "fraction::score",
        skip_serializing_if = "Option::is_none"
    )]
    pub score: Option<f64>,
    /// Whatever else is known of it.
    #[serde(default)]
    pub metadata: serde_json::Map<String, serde_json::Value>,
}

impl RetrievalResult {
    /// A text that nothing more is known of.
    ///
    /// ```
    /// assert_eq!(llmparse::RetrievalResult::new("Oslo is ...").score, None);
    /// ```
    #[must_use]
    pub fn new(content: impl Into<String>) -> Self {
        Self {
            content: content.into(),
            ..Self::default()
        }
    }

    /// What to ask for.
    ///
    /// ```
    /// assert!(llmparse::RetrievalResult::schema().to_prompt().contains("0 to 1"));
    /// ```
    #[must_use]
    pub fn schema() -> Schema {
        known(SCHEMA)
    }
}

const SCHEMA: &str = r#"{
  "title": "RetrievalResult",
  "type": "object",
  "properties": {
    "content": {"type": "string", "description": "the text"},
    "source": {"type": ["string", "null"], "description": "where it comes from"},
    "score": {"type": ["number", "null"], "minimum": 0, "maximum": 1, "description": "how well it fits"},
    "metadata": {"type": "object", "description": "whatever else is known"}
  },
  "required": ["content"]
}"#;

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_score_outside_of_its_range_is_an_error() {
        let read = |score| RetrievalResult::deserialize(json!({"content": "a", "score": score}));
        assert_eq!(read(json!(1)).unwrap().score, Some(1.0));
        assert_eq!(read(json!(null)).unwrap().score, None);
        for (score, error) in [
            (json!(1.5), "score 1.5 is outside 0 to 1"),
            (json!(-1), "score -1 is outside 0 to 1"),
            (json!("high"), "score \"high\" is no number between 0 and 1"),
        ] {
            assert_eq!(read(score).unwrap_err().to_string(), error);
        }
    }
}

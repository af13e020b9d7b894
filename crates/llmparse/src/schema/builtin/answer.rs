//! An answer with what it rests on: `{"answer": "Oslo", "sources": ["atlas"], "confidence": 0.9}`.

use serde::{Deserialize, Serialize};

use super::{Schema, fraction, known};

/// An answer, what it rests on, and how sure the model says it is.
///
/// A reply may give the confidence as a number, as text (`"0.9"`), or in percent (`"85%"`); what is outside 0 to 1 is
/// clamped. A word, NaN or null is no confidence, and neither is a missing key: the model did not say, which is not the
/// same as being sure.
///
/// ```
/// use llmparse::Answer;
/// let answer: Answer = llmparse::parse_json(r#"{"answer": "Oslo", "confidence": "85%"}"#)?;
/// assert_eq!((answer.answer.as_str(), answer.confidence()), ("Oslo", Some(0.85)));
/// let answer: Answer = llmparse::parse_json(r#"{"answer": "Oslo", "confidence": "high"}"#)?;
/// assert_eq!(answer.confidence(), None);
/// # Ok::<(), llmparse::ParseError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Answer {
    /// The answer.
    pub answer: String,
    /// What it rests on.
    #[serde(default)]
    pub sources: Vec<String>,
    /// How sure the model is, from 0 to 1; none if it did not say.
    #[serde(
        default,
        deserialize_with = "fraction::confidence",
        skip_serializing_if = "Option::is_none"
    )]
    pub confidence: Option<f64>,
    /// How the model came to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<String>,
}

impl Answer {
    /// An answer that nothing more is known of.
    ///
    /// ```
    /// assert_eq!(llmparse::Answer::new("Oslo").sources.len(), 0);
    /// ```
    #[must_use]
    pub fn new(answer: impl Into<String>) -> Self {
        Self {
            answer: answer.into(),
            ..Self::default()
        }
    }

    /// How sure the model is, from 0 to 1 whatever was set; none if it did not say. Who needs a number decides
    /// themselves what silence means.
    ///
    /// ```
    /// let mut answer = llmparse::Answer::new("Oslo");
    /// assert_eq!(answer.confidence(), None);
    /// answer.confidence = Some(7.0);
    /// assert_eq!(answer.confidence(), Some(1.0));
    /// ```
    #[must_use]
    pub fn confidence(&self) -> Option<f64> {
        let number = self.confidence.filter(|number| !number.is_nan());
        number.map(|number| number.clamp(0.0, 1.0))
    }

    /// What to ask for. Reading takes more than this: text where a number was asked for, as above.
    ///
    /// ```
    /// assert_eq!(
    ///     llmparse::Answer::schema().example().to_json_text(),
    ///     r#"{"answer":"example text","sources":[],"confidence":0.0,"reasoning":"example text"}"#
    /// );
    /// ```
    #[must_use]
    pub fn schema() -> Schema {
        known(SCHEMA)
    }
}

const SCHEMA: &str = r#"{
  "title": "Answer",
  "type": "object",
  "properties": {
    "answer": {"type": "string", "description": "the answer"},
    "sources": {"type": "array", "items": {"type": "string"}, "description": "what it rests on"},
    "confidence": {"type": "number", "minimum": 0, "maximum": 1, "description": "how sure it is"},
    "reasoning": {"type": ["string", "null"], "description": "how it was found"}
  },
  "required": ["answer"]
}"#;

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn confidence(value: serde_json::Value) -> Option<f64> {
        let answer = Answer::deserialize(json!({"answer": "a", "confidence": value})).unwrap();
        answer.confidence
    }

    #[test]
    fn a_confidence_is_a_number_in_any_spelling_or_missing() {
        for (value, expected) in [
            (json!(0.9), Some(0.9)),
            (json!("0.9"), Some(0.9)),
            (json!("85%"), Some(0.85)),
            (json!(" 85 % "), Some(0.85)),
            (json!(1.5), Some(1.0)),
            (json!(-3), Some(0.0)),
            (json!("150%"), Some(1.0)),
            (json!(null), None),
            (json!("high"), None),
            (json!("NaN"), None),
            (json!("inf"), None),
            (json!(""), None),
            (json!(true), None),
            (json!([0.9]), None),
            (json!({"value": 0.9}), None),
        ] {
            assert_eq!(confidence(value.clone()), expected, "{value}");
        }
        let silent = Answer::deserialize(json!({"answer": "a"})).unwrap();
        assert_eq!(silent.confidence, None);
    }

    #[test]
    fn an_answer_is_written_as_it_was_read() {
        let json = json!({"answer": "a", "sources": ["b"], "confidence": 0.5, "reasoning": "c"});
        assert_eq!(
            serde_json::to_value(Answer::deserialize(&json).unwrap()).unwrap(),
            json
        );
        assert_eq!(
            serde_json::to_value(Answer::new("a")).unwrap(),
            json!({"answer": "a", "sources": []})
        );
        assert!(Answer::deserialize(json!({"sources": []})).is_err());
    }
}

//! Several answers and which is the best: `{"answers": [{"answer": "Oslo"}, {"answer": "Bergen"}], "best_index": 0}`.

use serde::{Deserialize, Serialize};

use super::{Answer, Schema, known};

/// Several answers, and which of them is the best.
///
/// Without `best_index` the first one is. An index that no answer has, and no answer at all, are errors.
///
/// ```
/// use llmparse::RankedAnswers;
/// let reply = r#"{"answers": [{"answer": "Oslo"}, {"answer": "Bergen"}], "best_index": 1}"#;
/// let ranked: RankedAnswers = llmparse::parse_json(reply)?;
/// assert_eq!(ranked.best().unwrap().answer, "Bergen");
/// let error = llmparse::parse_json::<RankedAnswers>(r#"{"answers": [{"answer": "Oslo"}], "best_index": 1}"#);
/// assert!(error.unwrap_err().to_string().contains("best_index is 1, and there is 1 answer"));
/// # Ok::<(), llmparse::ParseError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
#[non_exhaustive]
pub struct RankedAnswers {
    /// The answers; one at least, when it was read.
    pub answers: Vec<Answer>,
    /// The place of the best one, from 0 on.
    pub best_index: usize,
}

impl RankedAnswers {
    /// Answers, the first of which is the best.
    ///
    /// ```
    /// use llmparse::{Answer, RankedAnswers};
    /// let ranked = RankedAnswers::new(vec![Answer::new("Oslo"), Answer::new("Bergen")]);
    /// assert_eq!(ranked.best(), Some(&Answer::new("Oslo")));
    /// ```
    #[must_use]
    pub fn new(answers: Vec<Answer>) -> Self {
        Self {
            answers,
            best_index: 0,
        }
    }

    /// The best answer; none only if the fields were set so that there is none.
    ///
    /// ```
    /// assert_eq!(llmparse::RankedAnswers::default().best(), None);
    /// ```
    #[must_use]
    pub fn best(&self) -> Option<&Answer> {
        self.answers.get(self.best_index)
    }

    /// What to ask for.
    ///
    /// ```
    /// assert!(llmparse::RankedAnswers::schema().to_prompt().contains("best_index"));
    /// ```
    #[must_use]
    pub fn schema() -> Schema {
        let answer = Answer::schema().to_json_text();
        known(&format!(
            r##"{{
  "title": "RankedAnswers",
  "type": "object",
  "properties": {{
    "answers": {{"type": "array", "items": {{"$ref": "#/$defs/Answer"}}, "minItems": 1}},
    "best_index": {{"type": "integer", "minimum": 0, "description": "place of the best answer, from 0 on"}}
  }},
  "required": ["answers"],
  "$defs": {{"Answer": {answer}}}
}}"##
        ))
    }
}

#[derive(Deserialize)]
struct Unchecked {
    answers: Vec<Answer>,
    #[serde(default)]
    best_index: usize,
}

impl TryFrom<Unchecked> for RankedAnswers {
    type Error = String;

    fn try_from(
        Unchecked {
            answers,
            best_index,
        }: Unchecked,
    ) -> Result<Self, String> {
        match answers.len() {
            0 => Err("answers is empty; one answer or more is needed".to_owned()),
            count if best_index < count => Ok(Self {
                answers,
                best_index,
            }),
            1 => Err(format!("best_index is {best_index}, and there is 1 answer")),
            count => Err(format!(
                "best_index is {best_index}, and there are {count} answers"
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_best_answer_has_to_be_there() {
        let one = json!([{"answer": "a"}]);
        let read = |answers: &serde_json::Value, best| {
            RankedAnswers::deserialize(json!({"answers": answers, "best_index": best}))
        };
        assert_eq!(read(&one, 0).unwrap().best().unwrap().answer, "a");
        assert!(read(&one, 1).is_err());
        assert!(read(&one, -1).is_err());
        assert!(read(&json!([]), 0).is_err());
        assert_eq!(
            RankedAnswers::deserialize(json!({"answers": one}))
                .unwrap()
                .best_index,
            0
        );
    }
}

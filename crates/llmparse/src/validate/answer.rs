//! The validator of answers: `{"answer": "Paris", "sources": [], "confidence": 0.9}`.

use super::dtypes::{Fit, fit, type_name};
use super::result::ValidationStatus;
use super::rules::{ValidationRule, Verdict};
use super::validator::OutputValidator;
use crate::schema::{Dtype, FieldSchema};
use crate::value::{Data, Value};

/// Validates an answer with its sources and its confidence: the answer is there and not blank, and the confidence, if
/// there is one, lies between 0 and 1.
///
/// ```
/// use llmparse::{OutputValidator, build_answer_validator};
/// let value = llmparse::parse_value(r#"{"answer": " ", "confidence": 1.5}"#).unwrap();
/// let results = build_answer_validator().validate(Some(&value), "");
/// let failures: Vec<&str> = OutputValidator::failures(&results).map(|result| result.message.as_str()).collect();
/// assert_eq!(failures, ["answer field must not be empty"]);
/// assert_eq!(OutputValidator::counts(&results).warning, 1);
/// ```
#[must_use]
pub fn build_answer_validator() -> OutputValidator {
    let fields = [
        FieldSchema::new("answer"),
        FieldSchema::new("sources").dtype(Dtype::List).optional(),
        FieldSchema::new("confidence")
            .dtype(Dtype::Float)
            .optional(),
    ];
    let range = "confidence must be in [0.0, 1.0]";
    let range = ValidationRule::judging("confidence_range", range, judge_confidence);
    let empty = "answer field must not be empty";
    let empty = ValidationRule::judging("answer_not_empty", empty, judge_answer);
    OutputValidator::new()
        .fields(fields)
        .rule(empty.field("answer"))
        .rule(
            range
                .field("confidence")
                .severity(ValidationStatus::Warning),
        )
}

/// The field layer has said it already when the type cannot be made to fit.
fn judge_answer(data: &Value) -> Verdict {
    let Some(answer) = data.get("answer").filter(|answer| !answer.is_null()) else {
        return Verdict::Broken;
    };
    match (&answer.data, fit(answer, Dtype::Str)) {
        (Data::String(text), _) if text.trim().is_empty() => Verdict::Broken,
        (Data::String(_), _) => Verdict::Holds,
        (_, Fit::Coercible(_)) => Verdict::BrokenAs(format!(
            "answer has type {}, expected str",
            type_name(answer)
        )),
        _ => Verdict::NotAsked,
    }
}

fn judge_confidence(data: &Value) -> Verdict {
    let Some(confidence) = data
        .get("confidence")
        .filter(|confidence| !confidence.is_null())
    else {
        return Verdict::Holds;
    };
    let coerced = match fit(confidence, Dtype::Float) {
        Fit::Exact => confidence.clone(),
        Fit::Coercible(coerced) => coerced,
        Fit::Unfit(_) => return Verdict::NotAsked,
    };
    let number = coerced.as_number().and_then(|number| number.as_f64());
    if number.is_some_and(|number| (0.0..=1.0).contains(&number)) {
        Verdict::Holds
    } else {
        Verdict::Broken
    }
}

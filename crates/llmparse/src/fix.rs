//! Mends a text so that the reader of its format takes it: `{answer: 'Paris',}` becomes `{"answer": "Paris"}`.
//!
//! What is valid stays as it is. What is not goes through the tolerant reader, then through a look for pairs of keys and
//! values, and at last to a model, if there is one. Fields that are required and missing get their defaults.

mod choose;
mod fields;
mod flow;
mod json;
mod other;
mod pairs;
mod reformat;
#[cfg(test)]
mod tests;
mod words;

use std::fmt;

use crate::llm::Llm;
use crate::output_format::OutputFormat;
use crate::trace::Trace;
use crate::value::Value;
use fields::Fields;
pub use reformat::ReformatError;

/// How a text was mended.
///
/// ```
/// assert_eq!(llmparse::FixStrategy::RegexRepair.to_string(), "regex_repair");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FixStrategy {
    /// The text was repaired, or taken out of what stood around it. The name is older than the way it is done.
    RegexRepair,
    /// Required fields were missing and got their defaults; the text may have been repaired before.
    FieldInjection,
    /// Lines such as `Answer: Paris` were made an object.
    FallbackParse,
    /// A model wrote the text anew.
    LlmReformat,
    /// The text is as it was: valid, or beyond repair.
    #[default]
    None,
}

impl FixStrategy {
    /// Every strategy, in the order in which they are tried.
    pub const ALL: [Self; 5] = [
        Self::RegexRepair,
        Self::FieldInjection,
        Self::FallbackParse,
        Self::LlmReformat,
        Self::None,
    ];

    /// The stable name.
    ///
    /// ```
    /// assert_eq!(llmparse::FixStrategy::FieldInjection.name(), "field_injection");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::RegexRepair => "regex_repair",
            Self::FieldInjection => "field_injection",
            Self::FallbackParse => "fallback_parse",
            Self::LlmReformat => "llm_reformat",
            Self::None => "none",
        }
    }
}

impl fmt::Display for FixStrategy {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// A mended text, and everything that was done to it.
///
/// ```
/// use llmparse::{FixStrategy, OutputFixer, OutputFormat};
/// let fixer = OutputFixer::new().required_fields(["a", "b"]);
/// let fixed = fixer.fix_with_report("{'a': 1}", OutputFormat::Json);
/// assert_eq!(fixed.text, r#"{"a": 1, "b": null}"#);
/// assert_eq!(fixed.strategy, FixStrategy::FieldInjection);
/// assert_eq!(fixed.injected, ["b"]);
/// assert_eq!(fixed.trace.repairs[0].kind.code(), "quote-style");
/// ```
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Fixed {
    /// The text; as it was given if nothing could be done.
    pub text: String,
    /// How it came about.
    pub strategy: FixStrategy,
    /// Whether the text is of the format that was expected; if not, a reader will refuse it.
    pub is_valid: bool,
    /// The required fields that were missing and got their defaults.
    pub injected: Vec<String>,
    /// How the text was read, in places of the text as it was given; empty if a model wrote it anew.
    pub trace: Trace,
    /// Why the model was asked in vain.
    pub error: Option<ReformatError>,
}

impl Fixed {
    fn unchanged(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            ..Self::default()
        }
    }
}

/// A text that its format's reader takes.
struct Mended {
    text: String,
    is_changed: bool,
    trace: Trace,
}

/// Mends texts that a model wrote: repair first, then what is cheap, then a model.
///
/// 1. A text that is valid stays as it is ([`FixStrategy::None`]); outer blanks are no damage.
/// 2. A damaged one is repaired, or taken out of a fence or prose ([`FixStrategy::RegexRepair`]).
/// 3. Required fields that are missing or null get their defaults ([`FixStrategy::FieldInjection`]).
/// 4. Pairs such as `Answer: Paris` become a JSON object of texts ([`FixStrategy::FallbackParse`]), where JSON or pairs are
///    expected, or anything.
/// 5. A model writes the text anew ([`FixStrategy::LlmReformat`]), if one is given. Its reply counts only if it is of the
///    expected format and has the required fields.
///
/// ```
/// use llmparse::{FixStrategy, OutputFixer, OutputFormat};
/// let fixer = OutputFixer::new().required_fields(["answer", "sources"]);
/// let (text, strategy) = fixer.fix("{answer: 'Paris', sources: ['wiki'],}", OutputFormat::Json);
/// assert_eq!(text, r#"{"answer": "Paris", "sources": ["wiki"]}"#);
/// assert_eq!(strategy, FixStrategy::RegexRepair);
/// ```
#[derive(Clone, Debug, Default)]
pub struct OutputFixer {
    fields: Fields,
    llm: Option<Llm>,
}

impl OutputFixer {
    /// A fixer that requires no fields and asks no model.
    ///
    /// ```
    /// use llmparse::{FixStrategy, OutputFixer, OutputFormat};
    /// let (text, strategy) = OutputFixer::new().fix("[1, 2,]", OutputFormat::Json);
    /// assert_eq!((text.as_str(), strategy), ("[1, 2]", FixStrategy::RegexRepair));
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds fields that have to be there.
    ///
    /// ```
    /// use llmparse::{OutputFixer, OutputFormat};
    /// let fixer = OutputFixer::new().required_fields(["note"]);
    /// assert_eq!(fixer.fix("{}", OutputFormat::Json).0, r#"{"note": null}"#);
    /// ```
    #[must_use]
    pub fn required_fields<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        self.fields.require(names.into_iter().map(Into::into));
        self
    }

    /// Adds what required fields get if they are missing; null without it.
    ///
    /// ```
    /// use llmparse::{OutputFixer, OutputFormat};
    /// let fixer = OutputFixer::new().required_fields(["note"]).field_defaults([("note", "n/a")]);
    /// assert_eq!(fixer.fix("{}", OutputFormat::Json).0, r#"{"note": "n/a"}"#);
    /// ```
    #[must_use]
    pub fn field_defaults<S: Into<String>, V: Into<Value>>(
        mut self,
        defaults: impl IntoIterator<Item = (S, V)>,
    ) -> Self {
        let defaults = defaults.into_iter();
        self.fields
            .set_defaults(defaults.map(|(name, value)| (name.into(), value.into())));
        self
    }

    /// Sets the model that is asked when everything else fails.
    ///
    /// ```
    /// use llmparse::{FixStrategy, Llm, LlmError, OutputFixer, OutputFormat};
    /// let fixer = OutputFixer::new().llm(Llm::new(|_| Ok::<_, LlmError>("```json\n{\"a\": 1}\n```".into())));
    /// let (text, strategy) = fixer.fix("a is one", OutputFormat::Json);
    /// assert_eq!((text.as_str(), strategy), (r#"{"a": 1}"#, FixStrategy::LlmReformat));
    /// ```
    #[must_use]
    pub fn llm(mut self, llm: Llm) -> Self {
        self.llm = Some(llm);
        self
    }

    /// The mended text, and how it was mended. A text that cannot be mended comes back as it is, with
    /// [`FixStrategy::None`]; an error of the model is told by [`fix_with_report`](Self::fix_with_report) alone.
    ///
    /// ```
    /// use llmparse::{FixStrategy, OutputFixer, OutputFormat};
    /// let (text, strategy) = OutputFixer::new().fix("Answer: Paris\nConfidence: 0.9", OutputFormat::Json);
    /// assert_eq!(text, r#"{"answer": "Paris", "confidence": "0.9"}"#);
    /// assert_eq!(strategy, FixStrategy::FallbackParse);
    /// ```
    #[must_use]
    pub fn fix(&self, text: &str, expected: OutputFormat) -> (String, FixStrategy) {
        let fixed = self.fix_with_report(text, expected);
        (fixed.text, fixed.strategy)
    }

    /// The mended text with a report: what was repaired and injected, and why the model was asked in vain.
    ///
    /// ```
    /// use llmparse::{Llm, OutputFixer, OutputFormat, ReformatError};
    /// let fixer = OutputFixer::new().llm(Llm::new(|_| Err("the line is dead")));
    /// let fixed = fixer.fix_with_report("a is one", OutputFormat::Json);
    /// assert!(!fixed.is_valid);
    /// assert!(matches!(fixed.error, Some(ReformatError::Model(_))));
    /// ```
    #[must_use]
    pub fn fix_with_report(&self, text: &str, expected: OutputFormat) -> Fixed {
        if text.trim().is_empty() {
            return Fixed::unchanged(text);
        }
        self.fix_locally(text, expected)
            .unwrap_or_else(|| self.ask(text, expected))
    }

    /// An object with the required fields that are missing or null set to their defaults; anything else as it is.
    ///
    /// ```
    /// use llmparse::{FixStrategy, OutputFixer};
    /// use serde_json::json;
    /// let fixer = OutputFixer::new()
    ///     .required_fields(["answer", "confidence"])
    ///     .field_defaults([("confidence", json!(0.5))]);
    /// let (fixed, strategy) = fixer.fix_dict(json!({"answer": "Paris"}).into());
    /// assert_eq!(fixed, json!({"answer": "Paris", "confidence": 0.5}).into());
    /// assert_eq!(strategy, FixStrategy::FieldInjection);
    /// ```
    #[must_use]
    pub fn fix_dict(&self, mut data: Value) -> (Value, FixStrategy) {
        let injected = self.fields.inject(&mut data);
        let strategy = if injected.is_empty() {
            FixStrategy::None
        } else {
            FixStrategy::FieldInjection
        };
        (data, strategy)
    }

    /// What a model is asked, to write `text` anew.
    pub(crate) fn reformat_prompt(&self, text: &str, expected: OutputFormat) -> String {
        reformat::prompt(text, expected, &self.fields)
    }

    /// The part of a model's reply that is of the expected format.
    pub(crate) fn check_reformatted(
        &self,
        reply: &str,
        expected: OutputFormat,
    ) -> Result<String, ReformatError> {
        reformat::check(reply, expected, &self.fields)
    }

    fn fix_locally(&self, text: &str, expected: OutputFormat) -> Option<Fixed> {
        match expected {
            OutputFormat::Json => self.fix_json(text),
            OutputFormat::Unknown => self
                .fix_json(text)
                .or_else(|| self.fix_other(text, expected)),
            OutputFormat::KeyValue => self.fix_pairs(text),
            _ => self.fix_other(text, expected),
        }
    }

    fn fix_json(&self, text: &str) -> Option<Fixed> {
        let read_pairs = || pairs::read(text, &self.fields);
        match json::mend(text, &self.fields) {
            None => read_pairs(),
            Some(read) if read.is_members => read_pairs(),
            Some(read) if read.is_list_in_prose(text) => {
                let several = read_pairs().filter(|_| pairs::are_data(text));
                Some(several.unwrap_or_else(|| self.complete(read.mended)))
            }
            Some(read) => Some(self.complete(read.mended)),
        }
    }

    /// Pairs stay pairs, unless fields are missing: these need an object.
    fn fix_pairs(&self, text: &str) -> Option<Fixed> {
        let kept = self.fix_other(text, OutputFormat::KeyValue);
        if kept
            .as_ref()
            .is_some_and(|kept| kept.strategy == FixStrategy::FieldInjection)
        {
            return kept;
        }
        let object = pairs::read(text, &self.fields);
        match object {
            Some(object) if kept.is_none() || !object.injected.is_empty() => Some(object),
            _ => kept,
        }
    }

    fn fix_other(&self, text: &str, expected: OutputFormat) -> Option<Fixed> {
        if let Some(mended) = other::mend(text, expected, &self.fields) {
            return Some(self.complete(mended));
        }
        let read = json::mend(text, &self.fields)?;
        let injected = self.complete(read.mended);
        (injected.strategy == FixStrategy::FieldInjection).then_some(injected)
    }

    /// Adds the fields that are missing if the text is a JSON object.
    fn complete(&self, mended: Mended) -> Fixed {
        let mut fixed = Fixed {
            is_valid: true,
            trace: mended.trace,
            strategy: if mended.is_changed {
                FixStrategy::RegexRepair
            } else {
                FixStrategy::None
            },
            ..Fixed::default()
        };
        match self.fields.inject_text(&mended.text) {
            Some((text, injected)) => {
                (fixed.text, fixed.injected) = (text, injected);
                fixed.strategy = FixStrategy::FieldInjection;
            }
            None => fixed.text = mended.text,
        }
        fixed
    }

    fn ask(&self, text: &str, expected: OutputFormat) -> Fixed {
        let mut fixed = Fixed::unchanged(text);
        let Some(llm) = &self.llm else {
            return fixed;
        };
        match reformat::ask(llm, text, expected, &self.fields) {
            Ok(text) => {
                fixed.text = text;
                fixed.strategy = FixStrategy::LlmReformat;
                fixed.is_valid = true;
            }
            Err(error) => fixed.error = Some(error),
        }
        fixed
    }
}

/// A fixer of answers, objects that have to have the field `answer`; without one it is `""`, and
/// [`Fixed::injected`] says so. Sources and confidence are not made up.
///
/// ```
/// use llmparse::{FixStrategy, OutputFormat, build_answer_fixer};
/// let fixer = build_answer_fixer(None);
/// let (text, strategy) = fixer.fix("Answer: only", OutputFormat::Json);
/// assert_eq!((text.as_str(), strategy), (r#"{"answer": "only"}"#, FixStrategy::FallbackParse));
/// ```
#[must_use]
pub fn build_answer_fixer(llm: Option<Llm>) -> OutputFixer {
    let fixer = OutputFixer::new()
        .required_fields(["answer"])
        .field_defaults([("answer", "")]);
    match llm {
        Some(llm) => fixer.llm(llm),
        None => fixer,
    }
}

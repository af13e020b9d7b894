//! The prompts by which a model is asked again.

use std::fmt::Write;

use super::RetryStrategy;
use super::example::{Asked, Extent, write};
use crate::output_format::OutputFormat;
use crate::scan::cut::{cut_end, cut_middle};
use crate::value::Data;

/// The most characters of a reply that a prompt shows.
const PREVIEW: usize = 300;
/// The most characters of an error.
const ERROR: usize = 1_000;
/// The most characters of an example; a larger one is left out, for half an example is none.
const EXAMPLE: usize = 8_000;

/// What every prompt is made of.
pub(super) struct Prompts<'a> {
    pub(super) asked: Asked<'a>,
    pub(super) format: OutputFormat,
    /// The most characters of the question, and of the instructions.
    pub(super) limit: usize,
}

/// What is told about the attempts so far.
pub(super) struct Story<'a> {
    pub(super) question: &'a str,
    pub(super) instructions: &'a str,
    pub(super) error: &'a str,
    pub(super) response: &'a str,
}

impl Prompts<'_> {
    pub(super) fn write(&self, strategy: RetryStrategy, story: &Story<'_>) -> String {
        let mut out = Prompt(String::new());
        match strategy {
            RetryStrategy::StrictFormat => self.write_strict(&mut out, story),
            RetryStrategy::JsonStrict => self.write_firm(&mut out, story),
            RetryStrategy::Simplified | RetryStrategy::GracefulFail => {
                self.write_simple(&mut out, story);
            }
        }
        out.0
    }

    /// An example is shown as soon as something is known of the value.
    fn write_strict(&self, out: &mut Prompt, story: &Story<'_>) {
        out.line("Your previous response could not be parsed.");
        out.mistake(story);
        out.section("The required format:", &self.shown(story.instructions));
        let is_known = !matches!(self.asked, Asked::Nothing) || self.format != OutputFormat::Json;
        if is_known {
            out.section("An example of it:", &self.example(Extent::Full));
        }
        out.line("\nAnswer once more. The question again:");
        out.0.push_str(&self.shown(story.question));
    }

    fn write_firm(&self, out: &mut Prompt, story: &Story<'_>) {
        let request = self.request();
        out.line(&format!(
            "IMPORTANT: respond with {request} and nothing else."
        ));
        out.line("No explanation, no text before or behind it, no code fence.");
        out.mistake(story);
        out.section("The required format:", &self.shown(story.instructions));
        out.section(
            "It has to look like this, with your values:",
            &self.example(Extent::Full),
        );
        out.section("The question:", &self.shown(story.question));
    }

    fn write_simple(&self, out: &mut Prompt, story: &Story<'_>) {
        let request = self.request();
        out.line(&format!(
            "Answer the question concisely, as {request} and nothing else."
        ));
        out.section("The question:", &self.shown(story.question));
        out.mistake(story);
        out.section("The required format:", &self.shown(story.instructions));
        out.section(
            "This much is enough, with your values:",
            &self.example(Extent::Required),
        );
    }

    /// What is asked for, `a valid JSON object`; a schema may want something else than an object.
    fn request(&self) -> &'static str {
        match (self.format, self.asked.value(Extent::Full).data) {
            (OutputFormat::Json, Data::Array(_)) => "a valid JSON array",
            (OutputFormat::Json, Data::Object(_)) => self.format.request(),
            (OutputFormat::Json, _) => "a valid JSON value",
            (format, _) => format.request(),
        }
    }

    fn shown(&self, text: &str) -> String {
        cut_middle(text, self.limit)
    }

    fn example(&self, extent: Extent) -> String {
        let text = write(&self.asked.value(extent), self.format).unwrap_or_default();
        if text.chars().count() > EXAMPLE {
            String::new()
        } else {
            text
        }
    }
}

struct Prompt(String);

impl Prompt {
    fn line(&mut self, text: &str) {
        self.0.push_str(text);
        self.0.push('\n');
    }

    /// A title and a text below it; nothing if the text is blank.
    fn section(&mut self, title: &str, text: &str) {
        if !text.trim().is_empty() {
            // Writing to a string cannot fail.
            let _ = write!(self.0, "\n{title}\n{text}\n");
        }
    }

    fn mistake(&mut self, story: &Story<'_>) {
        self.section("The error message:", &cut_end(story.error, ERROR));
        self.section(
            "Your previous response started like this:",
            &cut_end(story.response, PREVIEW),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::Schema;

    const STRATEGIES: [RetryStrategy; 3] = [
        RetryStrategy::StrictFormat,
        RetryStrategy::JsonStrict,
        RetryStrategy::Simplified,
    ];

    fn written(format: OutputFormat, strategy: RetryStrategy) -> String {
        let names = ["city".to_owned()];
        let prompts = Prompts {
            asked: Asked::Fields(&names),
            format,
            limit: 100,
        };
        let story = Story {
            question: "Which city?",
            instructions: "Mind the format.",
            error: "no city found",
            response: "Some city.",
        };
        prompts.write(strategy, &story)
    }

    #[test]
    fn every_prompt_tells_the_whole_story_in_every_format() {
        for format in OutputFormat::ALL {
            for strategy in STRATEGIES {
                let prompt = written(format, strategy);
                for part in [
                    "Which city?",
                    "Mind the format.",
                    "no city found",
                    "Some city.",
                ] {
                    assert!(prompt.contains(part), "{part} {format} {strategy}");
                }
            }
        }
    }

    #[test]
    fn only_json_is_asked_for_as_json() {
        let asks = |format| written(format, RetryStrategy::JsonStrict).contains("JSON");
        let json = OutputFormat::ALL.into_iter().filter(|format| asks(*format));
        let json: Vec<OutputFormat> = json.collect();
        assert_eq!(json, [OutputFormat::Json, OutputFormat::ToolCall]);
    }

    #[test]
    fn a_schema_of_a_list_is_asked_for_as_a_list() {
        let schema =
            Schema::from_text(r#"{"type": "array", "items": {"type": "string"}}"#).unwrap();
        let prompts = Prompts {
            asked: Asked::Schema(&schema),
            format: OutputFormat::Json,
            limit: 100,
        };
        assert_eq!(prompts.request(), "a valid JSON array");
    }
}

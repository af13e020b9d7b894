//! What a prompt says about the format: a schema, a line for each field, or an example.

use super::OutputParser;
use crate::scan::cut::cut_middle;

/// The most characters of a reply that a model is shown.
const SHOWN: usize = 12_000;

const EXAMPLE: &str = r#"Return your response as valid JSON:

```json
{
  "answer": "<your answer>",
  "sources": ["<source>"],
  "confidence": 0.9
}
```"#;

impl OutputParser {
    /// What to tell a model about the format that is read: the schema, the fields, or an example.
    ///
    /// ```
    /// use llmparse::{Dtype, FieldSchema, OutputParser};
    /// let parser = OutputParser::new().fields([
    ///     FieldSchema::new("answer").description("the answer"),
    ///     FieldSchema::new("score").dtype(Dtype::Float).optional(),
    /// ]);
    /// assert_eq!(
    ///     parser.format_instructions(),
    ///     "Return your response with these fields:\n  answer: <str> — the answer (required)\n  score: <float> (optional)"
    /// );
    /// ```
    #[must_use]
    pub fn format_instructions(&self) -> String {
        match &self.schema {
            Some(schema) => format!(
                "Return ONLY valid JSON matching this schema:\n\n```json\n{}\n```\n\nDo not include any explanation outside the JSON.",
                schema.to_json_text()
            ),
            None if !self.fields.is_empty() => self.field_instructions(),
            None => EXAMPLE.to_owned(),
        }
    }

    fn field_instructions(&self) -> String {
        let mut lines = vec!["Return your response with these fields:".to_owned()];
        lines.extend(self.fields.iter().map(|field| {
            let need = if field.required {
                "required"
            } else {
                "optional"
            };
            let description = if field.description.is_empty() {
                String::new()
            } else {
                format!(" — {}", field.description)
            };
            format!("  {}: <{}>{description} ({need})", field.name, field.dtype)
        }));
        lines.join("\n")
    }

    /// Asks a model to extract from `text` what the parser is for.
    pub(super) fn semantic_prompt(&self, text: &str) -> String {
        let task = if self.original_prompt.is_empty() {
            String::new()
        } else {
            format!(
                "The text answers this request:\n{}\n\n",
                cut_middle(&self.original_prompt, SHOWN)
            )
        };
        format!(
            "Extract structured data from the text below as JSON. Keep to what it says; add nothing.\n\n{task}{}\n\n--- BEGIN TEXT ---\n{}\n--- END TEXT ---\n\nReturn ONLY the JSON.",
            self.format_instructions(),
            cut_middle(text, SHOWN)
        )
    }
}

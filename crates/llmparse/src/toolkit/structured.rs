//! A parser of named fields: `**Answer:** Paris` over `Confidence: 0.9` gives `{"answer": "Paris", "confidence": 0.9}`.

use std::collections::HashSet;

use crate::error::ParsingError;
use crate::options::Options;
use crate::schema::Dtype;
use crate::toolkit::base::Wanted;
use crate::toolkit::{BaseOutputParser, InvalidParser};
use crate::trace::{Trace, Traced};
use crate::value::{Object, Value};

mod convert;
mod find;
mod key;
mod response_schema;

use convert::convert;
use find::{Found, find};
use key::fold;
pub use response_schema::ResponseSchema;

const FIELDS: Wanted = Wanted {
    format: "Fields",
    nothing: "No fields found in text. Expected one line per field, as `name: value`.",
};

/// A parser of the fields that are asked for, each found as models write them.
///
/// A field is a JSON member, a tag, a heading with text below it, or a line such as `Name: value`, `**Name**: value`,
/// `- name = value` or `名：value`; names are compared in any case, and blanks, hyphens and underscores count as the same.
/// A value goes on up to the next field. Of several values of a field the first that is not empty counts. A value of one
/// line has its blanks collapsed; one of several is kept as it stands. A field that is optional and not there is left out.
///
/// ```
/// use llmparse::{BaseOutputParser, Dtype, ResponseSchema, StructuredOutputParser};
/// let parser = StructuredOutputParser::new([
///     ResponseSchema::new("answer", "the answer"),
///     ResponseSchema::new("confidence", "how sure it is").dtype(Dtype::Float).aliases(["certainty"]),
///     ResponseSchema::new("sources", "where it is from").dtype(Dtype::List).optional(),
/// ])?;
/// let value = parser.parse("**Answer:** Paris\n- Certainty = 0.9\n### Sources\nWiki, Britannica")?;
/// assert_eq!(value.to_json_text(), r#"{"answer":"Paris","confidence":0.9,"sources":["Wiki","Britannica"]}"#);
/// assert_eq!(parser.parse("Certainty: 1").unwrap_err().message, "Required field 'answer' not found in text.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct StructuredOutputParser {
    fields: Vec<ResponseSchema>,
    options: Options,
}

impl StructuredOutputParser {
    /// A parser of `fields`.
    ///
    /// # Errors
    ///
    /// [`InvalidParser`] if there is no field, one has no name, two have a name in common, or one is of a type that is not
    /// read out of text ([`Dtype::Dict`]).
    ///
    /// ```
    /// use llmparse::{ResponseSchema, StructuredOutputParser};
    /// let fields = [ResponseSchema::new("a", ""), ResponseSchema::new("b", "").aliases(["A"])];
    /// let error = StructuredOutputParser::new(fields).unwrap_err();
    /// assert_eq!(error.to_string(), "Duplicate field name or alias: 'a'");
    /// ```
    pub fn new<F: Into<ResponseSchema>>(
        fields: impl IntoIterator<Item = F>,
    ) -> Result<Self, InvalidParser> {
        let fields: Vec<ResponseSchema> = fields.into_iter().map(Into::into).collect();
        check(&fields)?;
        Ok(Self {
            fields,
            options: Options::default(),
        })
    }

    /// Bounds on size and depth, and whether damage is repaired.
    ///
    /// ```
    /// use llmparse::{BaseOutputParser, Limits, Options, ResponseSchema, StructuredOutputParser};
    /// let small = Options::default().limits(Limits::default().max_bytes(4));
    /// let parser = StructuredOutputParser::new([ResponseSchema::new("a", "")])?.options(small);
    /// assert_eq!(parser.parse("a: long").unwrap_err().kind(), "too_large");
    /// # Ok::<(), llmparse::InvalidParser>(())
    /// ```
    #[must_use]
    pub fn options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    fn build(
        &self,
        found: Vec<Option<Found>>,
        text: &str,
        trace: &mut Trace,
    ) -> Result<Value, ParsingError> {
        let mut object = Object::default();
        for (field, found) in self.fields.iter().zip(found) {
            match found {
                Some(found) if !found.is_empty() => {
                    object.insert(field.name.as_str(), convert(field, found, text, trace)?);
                }
                _ if !field.required => {}
                Some(_) => return Err(missing("empty_field", field, "is empty.")),
                None => return Err(missing("missing_field", field, "not found in text.")),
            }
        }
        if object.is_empty() {
            return Err(ParsingError::of_kind("unparseable", FIELDS.nothing));
        }
        let mut value = Value::from(object);
        value.span = trace.extracted.unwrap_or_default();
        trace.warnings.sort_by_key(|warning| warning.span);
        Ok(value)
    }
}

fn missing(kind: &'static str, field: &ResponseSchema, what: &str) -> ParsingError {
    ParsingError::of_kind(kind, format!("Required field '{}' {what}", field.name))
}

fn check(fields: &[ResponseSchema]) -> Result<(), InvalidParser> {
    if fields.is_empty() {
        return Err(InvalidParser::NoFields);
    }
    let mut seen = HashSet::new();
    for field in fields {
        if field.dtype == Dtype::Dict {
            return Err(InvalidParser::UnsupportedType(field.dtype));
        }
        for name in field.all_names() {
            if !name.contains(char::is_alphanumeric) {
                return Err(InvalidParser::NoName(name.to_owned()));
            }
            if !seen.insert(fold(name)) {
                return Err(InvalidParser::DuplicateName(name.to_lowercase()));
            }
        }
    }
    Ok(())
}

impl BaseOutputParser for StructuredOutputParser {
    type Output = Value;

    fn parse(&self, text: &str) -> Result<Value, ParsingError> {
        self.parse_with_trace(text).result
    }

    fn format_instructions(&self) -> String {
        let mut out =
            "Return these fields, each on a line of its own, as `name: value`:\n".to_owned();
        for field in &self.fields {
            let need = if field.required {
                "required"
            } else {
                "optional"
            };
            let about = match field.description.as_str() {
                "" => String::new(),
                text => format!(": {text}"),
            };
            out.push_str(&format!(
                "\n- {} ({}, {need}){about}",
                field.name,
                kind_of(field)
            ));
        }
        out.push_str("\n\nExample:");
        for field in &self.fields {
            out.push_str(&format!("\n{}: {}", field.name, example_of(field)));
        }
        out
    }

    fn parse_with_trace(&self, text: &str) -> Traced<Value, ParsingError> {
        let Traced { result, mut trace } = find(&self.fields, text, &self.options);
        let result = match result {
            Ok(found) => self
                .build(found, text, &mut trace)
                .map_err(|error| error.original_text(text)),
            Err(error) => Err(FIELDS.explain(error, text)),
        };
        Traced { result, trace }
    }
}

fn kind_of(field: &ResponseSchema) -> &'static str {
    match field.dtype {
        Dtype::Int => "int",
        Dtype::Float => "float",
        Dtype::Bool => "bool, true or false",
        Dtype::List => "list, parted by commas",
        Dtype::Str | Dtype::Dict => "str",
    }
}

fn example_of(field: &ResponseSchema) -> &'static str {
    match field.dtype {
        Dtype::Int => "1",
        Dtype::Float => "0.5",
        Dtype::Bool => "true",
        Dtype::List => "first, second",
        Dtype::Str | Dtype::Dict => "example text",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, &'static str> {
        let fields = [
            ResponseSchema::new("answer", ""),
            ResponseSchema::new("score", "")
                .dtype(Dtype::Float)
                .optional(),
            ResponseSchema::new("page_count", "")
                .dtype(Dtype::Int)
                .optional(),
            ResponseSchema::new("is_final", "")
                .dtype(Dtype::Bool)
                .optional(),
            ResponseSchema::new("tags", "")
                .dtype(Dtype::List)
                .optional(),
        ];
        let parser = StructuredOutputParser::new(fields).unwrap();
        let value = parser.parse(text).map_err(|error| error.kind())?;
        Ok(value.to_json_text())
    }

    #[test]
    fn a_field_is_found_however_it_is_written() {
        for text in [
            "**Answer:** x\r\n**Score:** .5",
            "- answer: x\n- score = 0.5",
            "### Answer\nx\n### Score\n0.5",
            "{\"Answer\": \"x\", \"score\": \"0.5\"}",
            "<answer>x</answer>\n<score>0.5",
            "<answer kind='a'>x</answer>\nScore: 0.5",
            "  ANSWER：x\n  score：0,5",
            "answer - x\nscore → 0.5",
            "answer: x, score: 0.5",
            "[{\"result\": 1, \"answer\": \"x\", \"score\": 0.5}]",
            "answer:\nscore: 0.5\nanswer: x",
            "<think>answer: y</think>answer: x\nscore: 0.5",
        ] {
            let wanted = r#"{"answer":"x","score":0.5}"#;
            assert_eq!(read(text).as_deref(), Ok(wanted), "{text:?}");
        }
    }

    #[test]
    fn values_are_of_their_type_or_refused() {
        for (value, wanted) in [
            ("page_count: 1,234", r#""page_count":1234"#),
            ("Page Count: 3.0", r#""page_count":3"#),
            ("pages\npage-count: 45 (30 last year)", r#""page_count":45"#),
            ("is_final: **Yes**.", r#""is_final":true"#),
            ("tags: ['a, b', \"c\"]", r#""tags":["a, b","c"]"#),
            ("tags: a; b | c, d", r#""tags":["a","b","c","d"]"#),
            (
                "tags: Oslo, Norway; Rome, Italy",
                r#""tags":["Oslo, Norway","Rome, Italy"]"#,
            ),
            (
                "tags: \"x, y\", z (1, 2), '90s",
                r#""tags":["x, y","z (1, 2)","'90s"]"#,
            ),
            ("tags:\n- a\n- b", r#""tags":["a","b"]"#),
        ] {
            let got = read(&format!("answer: x\n\n{value}")).unwrap();
            assert!(got.contains(wanted), "{value:?}: {got}");
        }
        for value in [
            "page_count: 3.9",
            "page_count: 7-9",
            "score: high",
            "is_final: maybe",
        ] {
            let got = read(&format!("answer: x\n{value}"));
            assert_eq!(got, Err("wrong_value"), "{value:?}");
        }
    }

    #[test]
    fn nothing_is_made_up() {
        assert_eq!(read("answer:\nscore: 1"), Err("empty_field"));
        assert_eq!(read("{\"answer\": null}"), Err("empty_field"));
        assert_eq!(read("The answer is x."), Err("missing_field"));
        assert_eq!(
            read("[{\"answer\": \"x\"}, {\"answer\": \"y\"}]"),
            Err("ambiguous")
        );
        assert_eq!(read(" \n"), Err("empty_response"));
        let optional = [ResponseSchema::new("answer", "").optional()];
        let parser = StructuredOutputParser::new(optional).unwrap();
        assert_eq!(parser.parse("words").unwrap_err().kind(), "unparseable");
    }

    #[test]
    fn json_inside_of_a_value_is_a_part_of_it() {
        let wanted = r#"{"answer":"use {\"answer\": \"y\"} here"}"#;
        assert_eq!(
            read("answer: use {\"answer\": \"y\"} here").as_deref(),
            Ok(wanted)
        );
    }
}

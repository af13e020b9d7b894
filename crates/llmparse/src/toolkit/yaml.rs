//! A parser of YAML: `name: Ann` over `age: 31` gives `{"name": "Ann", "age": 31}`.

use crate::error::{ParseError, ParsingError};
use crate::options::Options;
use crate::pipeline::{extract_code_block, parse_yaml_value_with_trace};
use crate::schema::Schema;
use crate::toolkit::base::Wanted;
use crate::toolkit::fit::Fit;
use crate::toolkit::{BaseOutputParser, Specificity};
use crate::trace::{Trace, Traced, WarningKind};
use crate::value::{Data, Value};

const YAML: Wanted = Wanted {
    format: "YAML",
    nothing: "Invalid YAML: no mapping or list that can be read.",
};
const EMPTY: &str = "YAML code block found but empty.";
const NO_COLON: &str = "Extracted text does not look like valid YAML (missing ':').";

/// A parser of YAML, with a schema or without.
///
/// For how YAML is found and its damage repaired see [`parse_yaml`](crate::parse_yaml).
///
/// ```
/// use llmparse::{BaseOutputParser, YamlOutputParser};
/// let value = YamlOutputParser::new().parse("Here is the YAML:\n\nname: Ann\ntags:\n  - a\n  - b")?;
/// assert_eq!(value.to_json_text(), r#"{"name":"Ann","tags":["a","b"]}"#);
/// # Ok::<(), llmparse::ParsingError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct YamlOutputParser {
    schema: Option<Schema>,
    options: Options,
}

impl YamlOutputParser {
    /// A parser of any YAML.
    ///
    /// ```
    /// use llmparse::{BaseOutputParser, YamlOutputParser};
    /// assert!(YamlOutputParser::new().parse("plain words").unwrap_err().message.ends_with("(missing ':')."));
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A parser of YAML that fits `schema`.
    ///
    /// ```
    /// use llmparse::{BaseOutputParser, Schema, YamlOutputParser};
    /// use serde_json::json;
    /// let schema = Schema::from_json(&json!({"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}))?;
    /// let parser = YamlOutputParser::with_schema(schema);
    /// assert!(parser.parse("name: Ann").is_ok());
    /// assert_eq!(parser.parse("age: 3").unwrap_err().kind(), "schema_mismatch");
    /// # Ok::<(), llmparse::SchemaError>(())
    /// ```
    #[must_use]
    pub fn with_schema(schema: Schema) -> Self {
        Self {
            schema: Some(schema),
            options: Options::default(),
        }
    }

    /// Bounds on size and depth, and whether damage is repaired.
    ///
    /// ```
    /// use llmparse::{BaseOutputParser, Limits, Options, YamlOutputParser};
    /// let parser = YamlOutputParser::new().options(Options::default().limits(Limits::default().max_bytes(4)));
    /// assert_eq!(parser.parse("name: Ann").unwrap_err().kind(), "too_large");
    /// ```
    #[must_use]
    pub fn options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    fn check(
        &self,
        mut value: Value,
        trace: &mut Trace,
        text: &str,
    ) -> Result<Value, ParsingError> {
        if let Some(tag) = find_foreign_tag(trace, text) {
            let message = format!("Invalid YAML: no value can be made of the tag '{tag}'.");
            let cause = ParseError::unparseable("YAML", tag);
            let error = ParsingError::of_kind("unparseable", message).cause(cause);
            return Err(error.original_text(text));
        }
        if matches!(value.data, Data::Null) {
            let error = ParsingError::of_kind("unparseable", "YAML parsed to None/empty.");
            return Err(error.original_text(text));
        }
        keep_versions(&mut value, "");
        match &self.schema {
            Some(schema) => {
                let fitted = Fit::yaml(schema).fit(value, trace);
                fitted.map_err(|error| error.original_text(text))
            }
            None => Ok(value),
        }
    }
}

/// Keys whose numbers are versions.
const VERSIONS: [&str; 6] = ["v", "ver", "version", "versions", "release", "revision"];

/// Under a key that names a version, `1.10` is text: as a number it would be 1.1.
fn keep_versions(value: &mut Value, key: &str) {
    match &mut value.data {
        Data::Object(object) => {
            for (key, member) in &mut object.members {
                keep_versions(member, key);
            }
        }
        Data::Array(items) => items.iter_mut().for_each(|item| keep_versions(item, key)),
        Data::Number(number) => {
            let spelled = number.to_string();
            if spelled.contains('.') && spelled.ends_with('0') && is_version(key) {
                value.data = Data::String(spelled.into());
            }
        }
        _ => {}
    }
}

/// `api_version`, `Version`
fn is_version(key: &str) -> bool {
    let last = key.rsplit(['_', '-', ' ', '.']).next().unwrap_or(key);
    let mut names = VERSIONS.iter();
    names.any(|name| last.eq_ignore_ascii_case(name)) || last.ends_with("Version")
}

fn explain(error: ParseError, text: &str) -> ParsingError {
    let nothing = match error {
        ParseError::Unparseable { .. } if is_empty_block(text) => EMPTY,
        ParseError::Unparseable { .. } if !text.contains(':') => NO_COLON,
        _ => YAML.nothing,
    };
    Wanted { nothing, ..YAML }.explain(error, text)
}

fn is_empty_block(text: &str) -> bool {
    extract_code_block(text).is_some_and(|(_, content)| content.trim().is_empty())
}

/// A tag that names a type of a programming language: `!!python/name:os.system`.
fn find_foreign_tag<'t>(trace: &Trace, text: &'t str) -> Option<&'t str> {
    let unknown = trace
        .warnings
        .iter()
        .filter(|warning| warning.kind == WarningKind::UnknownTag);
    let mut tags = unknown.filter_map(|warning| tag_before(text, warning.span.start()));
    tags.find(|tag| tag.contains('/') || tag.contains(":python"))
}

/// The tag right before `at`.
fn tag_before(text: &str, at: usize) -> Option<&str> {
    let before = text.get(..at)?.trim_end();
    let start = before
        .rfind(char::is_whitespace)
        .map_or(0, |blank| blank + 1);
    before.get(start..).filter(|tag| tag.starts_with("!"))
}

impl BaseOutputParser for YamlOutputParser {
    type Output = Value;

    fn parse(&self, text: &str) -> Result<Value, ParsingError> {
        self.parse_with_trace(text).result
    }

    fn format_instructions(&self) -> String {
        match &self.schema {
            Some(schema) => Fit::yaml(schema).instructions(),
            None => "Return the result as valid YAML.\n\nExample:\n```yaml\nkey1: value1\nkey2:\n  - item1\n  - item2\n```".to_owned(),
        }
    }

    fn parse_with_trace(&self, text: &str) -> Traced<Value, ParsingError> {
        let Traced { result, mut trace } = parse_yaml_value_with_trace(text, &self.options);
        let result = match result {
            Ok(value) => self.check(value, &mut trace, text),
            Err(error) => Err(explain(error, text)),
        };
        Traced { result, trace }
    }

    fn specificity(&self) -> Specificity {
        match self.schema {
            Some(_) => Specificity::Record,
            None => Specificity::Lines,
        }
    }
}

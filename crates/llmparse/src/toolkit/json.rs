//! A parser of JSON: ``Sure: {'name': 'Ann',}`` gives `{"name": "Ann"}`.

use crate::error::ParsingError;
use crate::options::Options;
use crate::pipeline::{parse_all_with_trace, parse_value_with_trace};
use crate::schema::Schema;
use crate::toolkit::BaseOutputParser;
use crate::toolkit::base::Wanted;
use crate::toolkit::fit::Fit;
use crate::trace::{Trace, Traced, Warning, WarningKind};
use crate::value::Value;

const JSON: Wanted = Wanted {
    format: "JSON",
    nothing: "No valid JSON found in text. Expected a JSON object {...} or array [...].",
};
const INSTRUCTIONS: &str = "Return ONLY valid JSON: one object or one array. \
    Do not wrap it in a code block, and do not write any explanations before or after it.";

/// A parser of JSON, with a schema or without.
///
/// For how JSON is found and its damage repaired see [`parse_value`](crate::parse_value). With a schema, numbers and truth
/// values in quotes are read as what they say where only that fits, and of several values the last that fits is taken if the
/// one that would be chosen without the schema does not.
///
/// ```
/// use llmparse::{BaseOutputParser, JsonOutputParser};
/// let value = JsonOutputParser::new().parse("Sure! {'name': 'Ann', 'tags': ['a', 'b'],}")?;
/// assert_eq!(value.to_json_text(), r#"{"name":"Ann","tags":["a","b"]}"#);
/// # Ok::<(), llmparse::ParsingError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct JsonOutputParser {
    schema: Option<Schema>,
    options: Options,
}

impl JsonOutputParser {
    /// A parser of any JSON.
    ///
    /// ```
    /// use llmparse::{BaseOutputParser, JsonOutputParser};
    /// assert_eq!(JsonOutputParser::new().parse("42")?.to_json_text(), "42");
    /// # Ok::<(), llmparse::ParsingError>(())
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A parser of JSON that fits `schema`.
    ///
    /// ```
    /// use llmparse::{BaseOutputParser, JsonOutputParser, Schema};
    /// use serde_json::json;
    /// let schema = json!({"title": "User", "type": "object", "properties": {"age": {"type": "integer"}}});
    /// let parser = JsonOutputParser::with_schema(Schema::from_json(&schema)?);
    /// assert_eq!(parser.parse(r#"{"age": "31"}"#).unwrap().to_json_text(), r#"{"age":31}"#);
    /// let error = parser.parse("[1]").unwrap_err();
    /// assert_eq!(error.message, "Expected JSON object for schema User, got list");
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
    /// use llmparse::{BaseOutputParser, JsonOutputParser, Options, ParseMode};
    /// let strict = JsonOutputParser::new().options(Options::default().mode(ParseMode::Strict));
    /// assert!(strict.parse("[1, 2,]").is_err());
    /// ```
    #[must_use]
    pub fn options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }
}

impl BaseOutputParser for JsonOutputParser {
    type Output = Value;

    fn parse(&self, text: &str) -> Result<Value, ParsingError> {
        self.parse_with_trace(text).result
    }

    fn format_instructions(&self) -> String {
        match &self.schema {
            Some(schema) => Fit::json(schema).instructions(),
            None => INSTRUCTIONS.to_owned(),
        }
    }

    fn parse_with_trace(&self, text: &str) -> Traced<Value, ParsingError> {
        read_fitting(text, &self.options, &|value, trace| match &self.schema {
            Some(schema) => Fit::json(schema).fit(value, trace),
            None => Ok(value),
        })
    }
}

/// What a value is made into, if it fits.
pub(super) type Take<'f, T> = dyn Fn(Value, &mut Trace) -> Result<T, ParsingError> + 'f;

/// What `take` makes of the value of a reply, or else of the last of its values that fits.
pub(super) fn read_fitting<T>(
    text: &str,
    options: &Options,
    take: &Take<'_, T>,
) -> Traced<T, ParsingError> {
    let Traced { result, mut trace } = JSON.take(parse_value_with_trace(text, options), text);
    let value = match result {
        Ok(value) => value,
        Err(error) => {
            let result = Err(error);
            return Traced { result, trace };
        }
    };
    let span = value.span;
    match take(value, &mut trace) {
        Ok(taken) => Traced {
            result: Ok(taken),
            trace,
        },
        Err(error) => {
            let passed_over = Warning {
                kind: WarningKind::OtherCandidate,
                span,
            };
            read_other(text, options, take, passed_over).unwrap_or_else(|| Traced {
                result: Err(error.original_text(text)),
                trace,
            })
        }
    }
}

fn read_other<T>(
    text: &str,
    options: &Options,
    take: &Take<'_, T>,
    passed_over: Warning,
) -> Option<Traced<T, ParsingError>> {
    let Traced { result, mut trace } = parse_all_with_trace(text, options);
    let others = result.ok()?.into_iter().rev();
    let mut others = others.filter(|value| value.span != passed_over.span);
    let (taken, span) = others.find_map(|value| {
        let span = value.span;
        Some((take(value, &mut trace).ok()?, span))
    })?;
    trace.extracted = Some(span);
    trace.warnings.push(passed_over);
    trace.warnings.sort_by_key(|warning| warning.span);
    let result = Ok(taken);
    Some(Traced { result, trace })
}

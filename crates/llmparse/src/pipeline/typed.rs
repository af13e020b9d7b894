//! The public readers of a value that fits a schema: `{"Age": "31"}` as `{"age": 31}`.

use std::cmp::Reverse;
use std::collections::HashSet;

use serde::de::DeserializeOwned;

use super::parse::is_list_opener;
use super::{Candidate, Detail, Rank, Run, check_size, misfit, reasoning_spans, turn_warnings};
use crate::coerce::score::Cost;
use crate::coerce::{Coerced, Coercer, Origin};
use crate::error::ParseError;
use crate::formats::json;
use crate::options::{Ending, Options};
use crate::schema::{Schema, Types};
use crate::span::Span;
use crate::trace::{Repair, Risk, Trace, Traced, Warning, WarningKind};
use crate::value::{Data, Value};

/// Reads a reply into a value that fits `schema`.
///
/// Of several values in the reply the one that fits with the least risk is taken, and of equals the last. Below the level
/// lenient, what the end of the reply cut off does not fit, nor does `NaN`, which is null otherwise.
///
/// # Errors
///
/// Those of [`parse_value`](crate::parse_value), and [`ParseError::DoesNotFit`] if there is JSON and none of it can be made
/// to fit.
///
/// ```
/// use llmparse::{ParseError, Schema};
/// let schema = Schema::from_text(r#"{"properties": {"age": {"type": "integer"}}, "required": ["age"]}"#).unwrap();
/// let value = llmparse::parse_with_schema("Here: {Age: '31'}", &schema)?;
/// assert_eq!(value.to_json_text(), r#"{"age":31}"#);
/// let error = llmparse::parse_with_schema(r#"{"age": "thirty"}"#, &schema).unwrap_err();
/// assert_eq!(error.to_string(), r#"the value found does not fit the schema: /age: expected an integer, found "thirty""#);
/// # Ok::<(), ParseError>(())
/// ```
pub fn parse_with_schema(response: &str, schema: &Schema) -> Result<Value, ParseError> {
    parse_with_schema_with_options(response, schema, &Options::default())
}

/// Reads a reply into a value that fits `schema`, with options.
///
/// # Errors
///
/// Those of [`parse_with_schema`].
///
/// ```
/// use llmparse::{Level, Options, Schema};
/// let schema = Schema::from_text(r#"{"items": {"type": "integer"}}"#).unwrap();
/// let lenient = Options::default().level(Level::Lenient);
/// let value = llmparse::parse_with_schema_with_options(r#"["about 3 apples"]"#, &schema, &lenient)?;
/// assert_eq!(value.to_json_text(), "[3]");
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_with_schema_with_options(
    response: &str,
    schema: &Schema,
    options: &Options,
) -> Result<Value, ParseError> {
    parse_with_schema_with_trace(response, schema, options).result
}

/// Reads a reply into a value that fits `schema`, and says how; the trace has each coercion.
///
/// ```
/// let schema = llmparse::Schema::from_text(r#"{"type": "array", "items": {"type": "integer"}}"#)?;
/// let read = llmparse::parse_with_schema_with_trace("5 ", &schema, &Default::default());
/// assert_eq!(read.result.unwrap().to_json_text(), "[5]");
/// assert_eq!(read.trace.coercions[0].rule.code(), "single-item");
/// # Ok::<(), llmparse::SchemaError>(())
/// ```
#[must_use]
pub fn parse_with_schema_with_trace(
    response: &str,
    schema: &Schema,
    options: &Options,
) -> Traced<Value> {
    if let Err(error) = check_size(response, options) {
        return Traced {
            result: Err(error),
            trace: Trace::default(),
        };
    }
    let mut run: Run<'_, '_, Value> = Run::new(response, options, Detail::Every);
    run.keys = Some(schema.known_keys());
    run.read_all();
    let trace = Trace {
        reasoning: reasoning_spans(&run.finder.set_aside),
        warnings: turn_warnings(&run.finder.set_aside),
        steps: run.steps,
        ..Trace::default()
    };
    let nothing = run.nothing_found();
    let mut coercer = Coercer::new(schema, options);
    let mut choice = Choice::default();
    for mut candidate in std::mem::take(&mut run.found) {
        if options.ending == Ending::Open {
            candidate.fitted = candidate.fitted.map(|value| value.settled(response));
        }
        choice.add(candidate, &mut coercer, response);
    }
    match choice.best {
        Some(best) => {
            let mut others = choice.others;
            others.extend(later_misfits(&best, &choice.misfits));
            best.traced(trace, others)
        }
        None => read_bare(&mut coercer, schema, response, &run).unwrap_or(Traced {
            result: Err(choice
                .withheld
                .map_or(nothing, |span| ParseError::unsettled(span, response))),
            trace,
        }),
    }
}

/// Reads a reply into `T`, after it was made to fit the schema of `T`.
///
/// # Errors
///
/// Those of [`parse_with_schema`], and [`ParseError::DeserializationFailed`] if what fits the schema does not fit `T`, or `T`
/// has no schema.
///
/// ```
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// struct Invoice {
///     total: f64,
///     #[serde(rename = "isPaid")]
///     is_paid: bool,
/// }
/// let invoice: Invoice = llmparse::parse_typed(r#"{"Total": "1,250.50", "is_paid": "yes"}"#)?;
/// assert_eq!((invoice.total, invoice.is_paid), (1250.5, true));
/// # Ok::<(), llmparse::ParseError>(())
/// ```
#[cfg(feature = "schemars")]
pub fn parse_typed<T: DeserializeOwned + schemars::JsonSchema>(
    response: &str,
) -> Result<T, ParseError> {
    parse_typed_with_options(response, &Options::default())
}

/// Reads a reply into `T`, after it was made to fit the schema of `T`, with options.
///
/// # Errors
///
/// Those of [`parse_typed`].
///
/// ```
/// #[derive(serde::Deserialize, schemars::JsonSchema)]
/// struct Basket {
///     apples: u8,
/// }
/// let lenient = llmparse::Options::default().level(llmparse::Level::Lenient);
/// let basket: Basket = llmparse::parse_typed_with_options("{apples: about 3}", &lenient)?;
/// assert_eq!(basket.apples, 3);
/// # Ok::<(), llmparse::ParseError>(())
/// ```
#[cfg(feature = "schemars")]
pub fn parse_typed_with_options<T: DeserializeOwned + schemars::JsonSchema>(
    response: &str,
    options: &Options,
) -> Result<T, ParseError> {
    let schema = Schema::of::<T>().map_err(|error| ParseError::DeserializationFailed {
        reason: format!("the type has a wrong schema: {error}"),
        raw_json: String::new(),
        span: Span::default(),
    })?;
    parse_typed_with_schema_and_options(response, &schema, options)
}

/// Reads a reply into `T`, after it was made to fit `schema`.
///
/// # Errors
///
/// Those of [`parse_with_schema`], and [`ParseError::DeserializationFailed`] if what fits the schema does not fit `T`.
///
/// ```
/// #[derive(serde::Deserialize)]
/// struct Person {
///     age: u8,
/// }
/// let schema = llmparse::Schema::from_text(r#"{"properties": {"age": {"type": "integer"}}, "required": ["age"]}"#).unwrap();
/// let person: Person = llmparse::parse_typed_with_schema(r#"{"person": {"age": 31.0}}"#, &schema)?;
/// assert_eq!(person.age, 31);
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_typed_with_schema<T: DeserializeOwned>(
    response: &str,
    schema: &Schema,
) -> Result<T, ParseError> {
    parse_typed_with_schema_and_options(response, schema, &Options::default())
}

fn parse_typed_with_schema_and_options<T: DeserializeOwned>(
    response: &str,
    schema: &Schema,
    options: &Options,
) -> Result<T, ParseError> {
    let value = parse_with_schema_with_options(response, schema, options)?;
    json::fit(&value).map_err(|reason| misfit(reason, value.span, response))
}

/// What is preferred, the first difference deciding; of equals the later one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Merit {
    /// Neither `{}` or `[1]` in prose, nor a schema, nor a piece of a larger value: what fits by saying nothing is no answer
    /// where something that says more does not fit.
    tells: bool,
    misfits: Reverse<u32>,
    high: Reverse<u32>,
    cost: Reverse<Cost>,
    is_strict: bool,
    rank: Rank,
}

/// A candidate that was made to fit, or not.
struct Fitted {
    merit: Merit,
    coerced: Coerced,
    span: Span,
    repairs: Vec<Repair>,
    warnings: Vec<Warning>,
}

/// The best of the candidates so far, and where others stand that tell something.
#[derive(Default)]
struct Choice {
    best: Option<Fitted>,
    others: Vec<Span>,
    misfits: Vec<(Span, Value)>,
    /// Where the last one stands that may become another value.
    withheld: Option<Span>,
}

impl Choice {
    /// Values right behind each other are a list, or each of them is meant.
    fn add(&mut self, candidate: Candidate<Value>, coercer: &mut Coercer<'_>, text: &str) {
        let Ok(value) = candidate.fitted else {
            return;
        };
        let is_list = candidate
            .repairs
            .iter()
            .any(|repair| is_list_opener(repair, candidate.span));
        let items = match &value.data {
            Data::Array(items) if is_list => items.clone(),
            _ => Vec::new(),
        };
        let (rank, span) = (candidate.rank, candidate.span);
        let origin = Origin {
            text,
            is_repaired: !candidate.repairs.is_empty(),
        };
        let whole = Fitted::new(coercer.coerce(value, origin), rank, span, candidate.repairs);
        if whole.coerced.is_withheld() {
            self.withheld = Some(span);
            return;
        }
        let repairs = whole.repairs.clone();
        let cost = whole.coerced.cost;
        self.take(Fitted {
            warnings: candidate.warnings,
            ..whole
        });
        if cost.fits() && cost.high == 0 {
            return;
        }
        for item in items {
            let span = item.span;
            let repairs = repairs_inside(&repairs, span).to_vec();
            let fitted = Fitted::new(coercer.coerce(item, origin), rank, span, repairs);
            self.take(fitted);
        }
    }

    fn take(&mut self, fitted: Fitted) {
        let is_better = self
            .best
            .as_ref()
            .is_none_or(|best| fitted.merit >= best.merit);
        let loser = if is_better {
            self.best.replace(fitted)
        } else {
            Some(fitted)
        };
        let Some(loser) = loser.filter(|loser| loser.merit.rank.tells) else {
            return;
        };
        if loser.coerced.cost.fits() {
            self.others.push(loser.span);
        } else {
            self.misfits.push((loser.span, loser.coerced.value));
        }
    }
}

/// Where values stand behind the chosen one that do not fit and are of its kind, both lists or objects with a key in
/// common: the answer, corrected to what does not fit.
fn later_misfits(best: &Fitted, misfits: &[(Span, Value)]) -> Vec<Span> {
    let object = best.coerced.value.as_object();
    let keys: HashSet<&str> = object
        .into_iter()
        .flat_map(|object| object.iter().map(|(key, _)| key))
        .collect();
    let is_list = best.coerced.value.as_array().is_some();
    let is_of_a_kind = |value: &Value| match &value.data {
        Data::Array(_) => is_list,
        Data::Object(object) => object.iter().any(|(key, _)| keys.contains(key)),
        _ => false,
    };
    let later = misfits
        .iter()
        .filter(|(span, value)| span.start() >= best.span.end() && is_of_a_kind(value));
    later.map(|(span, _)| *span).collect()
}

impl Fitted {
    fn new(coerced: Coerced, rank: Rank, span: Span, repairs: Vec<Repair>) -> Self {
        let risky = repairs
            .iter()
            .filter(|repair| repair.kind.risk() == Risk::High)
            .count();
        let risky = u32::try_from(risky).unwrap_or(u32::MAX);
        let issues = u32::try_from(coerced.issues.len()).unwrap_or(u32::MAX);
        let merit = Merit {
            tells: rank.tells,
            misfits: Reverse(issues),
            high: Reverse(coerced.cost.high.saturating_add(risky)),
            cost: Reverse(coerced.cost),
            is_strict: rank.is_strict,
            rank,
        };
        Self {
            merit,
            coerced,
            span,
            repairs,
            warnings: Vec::new(),
        }
    }

    fn traced(self, mut trace: Trace, others: Vec<Span>) -> Traced<Value> {
        trace.extracted = Some(self.span);
        trace.repairs = self.repairs;
        trace.warnings.extend(self.warnings);
        if !self.coerced.issues.is_empty() {
            let error = ParseError::DoesNotFit {
                issues: self.coerced.issues,
                span: self.span,
            };
            return Traced {
                result: Err(error),
                trace,
            };
        }
        let kind = WarningKind::OtherCandidate;
        trace
            .warnings
            .extend(others.into_iter().map(|span| Warning { kind, span }));
        let kind = WarningKind::Withheld;
        let withheld = self.coerced.withheld.map(|span| Warning { kind, span });
        trace.warnings.extend(withheld);
        trace.warnings.sort_by_key(|warning| warning.span);
        trace.coercions = self.coerced.coercions;
        Traced {
            result: Ok(self.coerced.value),
            trace,
        }
    }
}

/// Those of `repairs`, which are sorted by position, that lie inside of `span`.
fn repairs_inside(repairs: &[Repair], span: Span) -> &[Repair] {
    let start = repairs.partition_point(|repair| repair.span.start() < span.start());
    let end = repairs.partition_point(|repair| repair.span.end() <= span.end());
    repairs.get(start..end).unwrap_or_default()
}

/// A reply without JSON, where a scalar is asked for: what it says as a whole, such as `Positive.` for one of some values.
fn read_bare(
    coercer: &mut Coercer<'_>,
    schema: &Schema,
    text: &str,
    run: &Run<'_, '_, Value>,
) -> Option<Traced<Value>> {
    let shape = schema.shape();
    let types = shape.types_of(shape.root());
    let takes_containers = types.and(Types::ARRAY.or(Types::OBJECT)) != Types::NONE;
    let takes_text = types.contains(Types::STRING) && !shape.takes_choices(shape.root());
    if takes_containers || takes_text {
        return None;
    }
    let start = run.finder.first_content();
    let content = text.get(start..)?.trim();
    let at = start + text.get(start..)?.find(content)?;
    let span = Span::new(at, at + content.len());
    let value = Value {
        span,
        complete: run.options.ending == Ending::Final,
        ..content.into()
    };
    let origin = Origin {
        text,
        is_repaired: false,
    };
    let coerced = coercer.coerce(value, origin);
    if !coerced.cost.fits() || content.is_empty() {
        return None;
    }
    let result = if coerced.is_withheld() {
        Err(ParseError::unsettled(span, text))
    } else {
        Ok(coerced.value)
    };
    let trace = Trace {
        extracted: Some(span),
        coercions: coerced.coercions,
        reasoning: reasoning_spans(&run.finder.set_aside),
        steps: run.steps,
        ..Trace::default()
    };
    Some(Traced { result, trace })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn others(reply: &str) -> Vec<&str> {
        let schema = r#"{"properties": {"name": {"type": "string"}, "age": {"type": "integer"}}, "required": ["name", "age"]}"#;
        let schema = Schema::from_text(schema).unwrap();
        let read = parse_with_schema_with_trace(reply, &schema, &Options::default());
        assert!(read.result.is_ok(), "{reply}");
        let warnings = read.trace.warnings.iter();
        let others = warnings.filter(|warning| warning.kind == WarningKind::OtherCandidate);
        others.map(|warning| warning.span.of(reply)).collect()
    }

    #[test]
    fn a_correction_that_does_not_fit_is_named() {
        let corrected =
            "{\"name\": \"A\", \"age\": 5}\nCorrected: {\"name\": \"B\", \"age\": \"six\"}";
        assert_eq!(others(corrected), ["{\"name\": \"B\", \"age\": \"six\"}"]);
        let fenced = "```json\n{\"name\": \"A\", \"age\": 5}\n```\nNo:\n```json\n{\"name\": \"B\", \"age\": \"two\"}\n```";
        assert_eq!(others(fenced), ["{\"name\": \"B\", \"age\": \"two\"}"]);
    }

    #[test]
    fn what_stands_before_the_answer_or_is_another_thing_is_not_named() {
        assert_eq!(
            others("Not {\"name\": \"B\", \"age\": \"two\"} but {\"name\": \"A\", \"age\": 5}"),
            [""; 0]
        );
        assert_eq!(
            others("{\"name\": \"A\", \"age\": 5} by {\"temperature\": \"low\"}"),
            [""; 0]
        );
    }
}

//! From the text of a reply to what was asked for: a payload or a failure, with the record of how it came about.

use std::collections::HashMap;
use std::fmt::Display;
use std::str::FromStr;

use llmparse::{
    Columns, Decimal, Ending, FormatDetector, Header, Options, ParseError, Schema, Span, Trace,
    Traced, ValidationResult,
};

use crate::args::{
    ChoiceArgs, CsvArgs, FenceArgs, FixArgs, JsonArgs, KvArgs, ListArgs, Mode, NumberArgs,
    ReasoningArgs, SourceArgs, TableArgs, TextArgs, TraceArgs, What, XmlArgs, YamlArgs,
};
use crate::auto;
use crate::bound::{Bound, Integer};
use crate::fit::fit;
use crate::payload::Payload;

/// What came of one reply.
#[derive(Debug)]
pub(crate) struct Reading<'t> {
    pub(crate) format: &'static str,
    pub(crate) result: Result<Payload<'t>, Failure>,
    pub(crate) trace: Trace,
    pub(crate) notes: Notes,
}

/// What the row says on request.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    /// Whether the text differs from what stood in the reply.
    pub(crate) changed: Option<bool>,
    /// Whether the reply closed the value.
    pub(crate) complete: Option<bool>,
    /// Whether the trace is part of the row.
    pub(crate) trace: bool,
    /// What the checks of the value found.
    pub(crate) validations: Option<Vec<ValidationResult>>,
}

impl<'t> Reading<'t> {
    pub(crate) fn new(format: &'static str, result: Result<Payload<'t>, Failure>) -> Self {
        Self {
            format,
            result,
            trace: Trace::default(),
            notes: Notes::default(),
        }
    }

    /// What a reader of the library gave, its value made a payload by `pay`.
    fn of<T>(
        format: &'static str,
        read: Traced<T>,
        pay: impl FnOnce(T) -> Payload<'t>,
        asked: &TraceArgs,
    ) -> Self {
        let result = read.result.map(pay).map_err(Failure::from);
        let mut reading = Self::new(format, result).traced(read.trace);
        reading.notes.trace = asked.trace;
        reading
    }

    pub(crate) fn traced(self, trace: Trace) -> Self {
        Self { trace, ..self }
    }

    /// A reading that never got to the text of a reply.
    pub(crate) fn of_bad_input(message: String) -> Self {
        Self::of_failure(Failure::bad_input(message))
    }

    pub(crate) fn of_failure(failure: Failure) -> Self {
        Self::new("", Err(failure))
    }
}

/// Why there is no payload.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) kind: &'static str,
    pub(crate) message: String,
    pub(crate) span: Option<Span>,
}

impl Failure {
    pub(crate) fn new(kind: &'static str, message: String) -> Self {
        Self {
            kind,
            message,
            span: None,
        }
    }

    /// The input is not of the form that it should have: encoding, line, field.
    pub(crate) fn bad_input(message: String) -> Self {
        Self::new("bad_input", message)
    }

    /// What came with the reply is no schema.
    pub(crate) fn invalid_schema(message: String) -> Self {
        Self::new("invalid_schema", message)
    }

    /// The reply is longer than `limit` bytes, and nobody knows how long.
    pub(crate) fn too_large(limit: usize) -> Self {
        Self::new(
            "too_large",
            format!("the reply has more than {limit} bytes, and no more are read"),
        )
    }
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Self {
        Self {
            kind: error.kind(),
            message: error.to_string(),
            span: error.span(),
        }
    }
}

/// Whether any reply at all can give what was asked for; the reason if none can.
pub(crate) fn check(what: &What) -> Result<(), String> {
    let is_usage = |kind: &str| {
        matches!(
            kind,
            "invalid_choices" | "invalid_range" | "invalid_tag_name"
        )
    };
    match read(what, PROBE).result {
        Err(failure) if is_usage(failure.kind) => Err(failure.message),
        _ => Ok(()),
    }
}

/// A reply in which something may be sought.
const PROBE: &str = "1";

/// Reads what was asked for out of `text`.
pub(crate) fn read<'t>(what: &'t What, text: &'t str) -> Reading<'t> {
    let schema = what.schema().and_then(|asked| asked.schema.as_ref());
    read_typed(what, text, schema)
}

/// Reads what was asked for out of `text`, to fit `schema` if there is one.
pub(crate) fn read_typed<'t>(
    what: &'t What,
    text: &'t str,
    schema: Option<&Schema>,
) -> Reading<'t> {
    let source = &what.run().source;
    if text.len() > source.max_bytes() {
        return too_large(text.len(), source.max_bytes());
    }
    let reading = match what {
        What::Json(asked) => read_json(text, &asked.own, schema, source),
        What::Fix(asked) => fix(text, &asked.own, source),
        What::Fence(asked) => read_fence(text, &asked.own),
        What::Reasoning(asked) => split_reasoning(text, &asked.own),
        What::List(asked) => read_list(text, &asked.own, source),
        What::Xml(asked) => read_tags(text, &asked.own, source),
        What::Yaml(asked) => read_yaml(text, &asked.own, source),
        What::Csv(asked) => read_csv(text, &asked.own, source),
        What::Table(asked) => read_table(text, &asked.own, source),
        What::Kv(asked) => read_pairs(text, &asked.own, source),
        What::Choice(asked) => read_choice(text, &asked.own, source),
        What::Number(asked) => read_number(text, &asked.own, source),
        What::Text(asked) => read_text(text, &asked.own, source),
        What::Detect(_) => detect(text),
        What::Auto(asked) => auto::read(text, &asked.own, source),
    };
    match (what, what.schema(), schema) {
        // Its reader chooses among several values by the schema.
        (What::Json(_), ..) => reading,
        (_, Some(asked), Some(schema)) => fit(reading, schema, asked.level.into()),
        _ => reading,
    }
}

fn too_large<'t>(size: usize, limit: usize) -> Reading<'t> {
    Reading::new("", Err(ParseError::TooLarge { size, limit }.into()))
}

fn read_json<'t>(
    text: &'t str,
    asked: &JsonArgs,
    schema: Option<&Schema>,
    source: &SourceArgs,
) -> Reading<'t> {
    let options = asked
        .engine
        .tolerance
        .options(asked.strictness.mode, source)
        .level(asked.schema.level.into())
        .ending(if asked.partial {
            Ending::Open
        } else {
            Ending::Final
        });
    let (result, trace) = if let Some(schema) = schema {
        let read = llmparse::parse_with_schema_with_trace(text, schema, &options);
        (read.result.map(Payload::Value), read.trace)
    } else if asked.all {
        let read = llmparse::parse_all_with_trace(text, &options);
        (read.result.map(Payload::Values), read.trace)
    } else {
        let read = llmparse::parse_value_with_trace(text, &options);
        (read.result.map(Payload::Value), read.trace)
    };
    let mut reading = Reading::new("json", result.map_err(Failure::from)).traced(trace);
    let closed = reading.result.as_ref().ok().map(Payload::is_complete);
    reading.notes.complete = closed.filter(|_| asked.partial);
    reading.notes.trace = asked.engine.trace.trace;
    reading
}

fn fix<'t>(text: &'t str, asked: &FixArgs, source: &SourceArgs) -> Reading<'t> {
    let options = asked.engine.tolerance.options(Mode::Lenient, source);
    let read = llmparse::try_repair_json_with_trace(text, &options);
    let changed = read.result.is_ok().then(|| read.trace.is_repaired());
    let result = read.result.map(Payload::Repaired).map_err(Failure::from);
    let mut reading = Reading::new("json", result).traced(read.trace);
    reading.notes.changed = changed;
    reading.notes.trace = asked.engine.trace.trace;
    reading
}

fn read_fence<'t>(text: &'t str, asked: &'t FenceArgs) -> Reading<'t> {
    let found = match asked.lang.as_deref() {
        None => llmparse::extract_code_block(text),
        Some(lang) => {
            llmparse::extract_code_block_for(text, lang).map(|content| (Some(lang), content))
        }
    };
    let result = found.map(|(lang, content)| Payload::Fence { lang, content });
    Reading::new("fence", result.ok_or_else(|| no_fence(asked)))
}

fn no_fence(asked: &FenceArgs) -> Failure {
    let message = match &asked.lang {
        None => "no code fence found".to_owned(),
        Some(lang) => format!("no `{lang}` code fence found"),
    };
    Failure::new("unparseable", message)
}

fn split_reasoning<'t>(text: &'t str, asked: &ReasoningArgs) -> Reading<'t> {
    let split = if asked.open {
        llmparse::split_open_reasoning
    } else {
        llmparse::split_reasoning
    };
    Reading::new("reasoning", Ok(Payload::Reply(split(text))))
}

fn detect(text: &str) -> Reading<'static> {
    let ranked = FormatDetector::new().rank(text);
    Reading::new("detect", Ok(Payload::Formats(ranked)))
}

fn limits(source: &SourceArgs) -> Options {
    Options::default().limits(source.limits())
}

fn read_list<'t>(text: &str, asked: &ListArgs, source: &SourceArgs) -> Reading<'t> {
    let options = limits(source);
    if asked.nested {
        let read = llmparse::parse_nested_list_with_trace(text, &options);
        return Reading::of("list", read, Payload::Tree, &asked.trace);
    }
    let read = if asked.raw {
        llmparse::parse_string_list_raw_with_trace(text, &options)
    } else {
        let options = options.max_item_chars(asked.max_item_chars);
        llmparse::parse_string_list_with_trace(text, &options)
    };
    Reading::of("list", read, Payload::List, &asked.trace)
}

fn read_tags<'t>(text: &str, asked: &'t XmlArgs, source: &SourceArgs) -> Reading<'t> {
    let options = limits(source);
    let tags: Vec<&str> = asked.tags.iter().map(String::as_str).collect();
    if tags.is_empty() {
        let read = llmparse::parse_xml_with_trace(text, &options);
        return Reading::of("xml", read, Payload::Value, &asked.trace);
    }
    if asked.all {
        return read_all_tags(text, &tags, &options, &asked.trace);
    }
    let read = llmparse::parse_xml_tags_with_trace(text, &tags, &options);
    let pay = |mut found: HashMap<String, String>| {
        let find = |&tag: &&'t str| Some((tag, found.remove(tag)?));
        Payload::Tags(tags.iter().filter_map(find).collect())
    };
    Reading::of("xml", read, pay, &asked.trace)
}

/// Every occurrence of each tag; a tag that is not there is left out, unless none is.
fn read_all_tags<'t>(
    text: &str,
    tags: &[&'t str],
    options: &Options,
    asked: &TraceArgs,
) -> Reading<'t> {
    let mut trace = Trace::default();
    let (mut found, mut missing) = (Vec::new(), None);
    for tag in tags {
        let read = llmparse::parse_xml_tag_all_with_trace(text, tag, options);
        add_trace(&mut trace, read.trace);
        match read.result {
            Ok(contents) => found.push((*tag, contents)),
            Err(error) => missing = Some(error),
        }
    }
    let result = match missing {
        Some(error) if found.is_empty() => Err(error),
        _ => Ok(found),
    };
    Reading::of("xml", Traced { result, trace }, Payload::AllTags, asked)
}

/// Adds what was read at other places of the same reply.
fn add_trace(trace: &mut Trace, other: Trace) {
    trace.repairs.extend(other.repairs);
    trace.repairs.sort_by_key(|repair| repair.span);
    trace.warnings.extend(other.warnings);
    trace.warnings.sort_by_key(|warning| warning.span);
    trace.reasoning = other.reasoning;
    trace.steps += other.steps;
    let covered = trace.extracted.into_iter().chain(other.extracted);
    trace.extracted = covered
        .reduce(|one, two| Span::new(one.start().min(two.start()), one.end().max(two.end())));
}

fn read_yaml<'t>(text: &str, asked: &YamlArgs, source: &SourceArgs) -> Reading<'t> {
    let options = asked.depth.options(asked.strictness.mode, source);
    let read = llmparse::parse_yaml_value_with_trace(text, &options);
    Reading::of("yaml", read, Payload::Value, &asked.trace)
}

/// What is known of the columns when those of `names` have to be there.
fn require(names: &[String]) -> Columns {
    let columns = Columns::default();
    names
        .iter()
        .fold(columns, |columns, name| columns.required(name))
}

fn read_csv<'t>(text: &str, asked: &CsvArgs, source: &SourceArgs) -> Reading<'t> {
    let mut columns = require(&asked.columns);
    if asked.no_header {
        columns = columns.header(Header::Absent);
    }
    if let Some(delimiter) = asked.delimiter {
        columns = columns.delimiter(delimiter);
    }
    let options = limits(source).mode(asked.strictness.mode.into());
    let read = llmparse::parse_csv_with_trace(text, &options.columns(columns));
    Reading::of("csv", read, Payload::Value, &asked.trace)
}

fn read_table<'t>(text: &str, asked: &TableArgs, source: &SourceArgs) -> Reading<'t> {
    let options = limits(source).mode(asked.strictness.mode.into());
    let options = options.columns(require(&asked.columns));
    if asked.all {
        let read = llmparse::parse_tables_with_trace(text, &options);
        return Reading::of("table", read, Payload::Values, &asked.trace);
    }
    let read = llmparse::parse_table_with_trace(text, &options);
    Reading::of("table", read, Payload::Value, &asked.trace)
}

fn read_pairs<'t>(text: &str, asked: &KvArgs, source: &SourceArgs) -> Reading<'t> {
    let options = limits(source).mode(asked.strictness.mode.into());
    let read = if asked.fields.is_empty() {
        llmparse::parse_key_value_with_trace(text, &options)
    } else {
        let fields: Vec<&str> = asked.fields.iter().map(String::as_str).collect();
        llmparse::parse_key_value_of_with_trace(text, &fields, &options)
    };
    Reading::of("kv", read, Payload::Value, &asked.trace)
}

fn read_choice<'t>(text: &str, asked: &'t ChoiceArgs, source: &SourceArgs) -> Reading<'t> {
    let options = limits(source);
    let read = if asked.option_texts.is_empty() {
        let choices: Vec<&str> = asked.options.iter().map(String::as_str).collect();
        llmparse::parse_choice_with_trace(text, &choices, &options)
    } else {
        let pairs = asked.option_texts.iter();
        let pairs: Vec<(&str, &str)> = pairs.map(|(name, text)| (&**name, &**text)).collect();
        llmparse::parse_choice_of_with_trace(text, &pairs, &options)
    };
    Reading::of("choice", read, Payload::Choice, &asked.trace)
}

fn read_number<'t>(text: &str, asked: &NumberArgs, source: &SourceArgs) -> Reading<'t> {
    let options = limits(source);
    let read = if asked.integer {
        read_number_as::<Integer>(text, asked, &options)
    } else {
        read_number_as::<Decimal>(text, asked, &options)
    };
    Reading::of("number", read, Payload::Number, &asked.trace)
}

/// Reads a number in the range that was asked for, if one was.
fn read_number_as<T>(text: &str, asked: &NumberArgs, options: &Options) -> Traced<String>
where
    T: FromStr + PartialOrd + Display + From<Decimal>,
{
    let bound = |asked: &Option<Decimal>| asked.clone().map(T::from).map(Bound::Number);
    let (min, max) = (bound(&asked.min), bound(&asked.max));
    let read = if min.is_none() && max.is_none() {
        llmparse::parse_number_with_trace(text, options)
    } else {
        let (min, max) = (min.unwrap_or(Bound::Lowest), max.unwrap_or(Bound::Highest));
        llmparse::parse_number_in_range_with_trace(text, min, max, options)
    };
    Traced {
        result: read.result.map(|number| number.to_string()),
        trace: read.trace,
    }
}

fn read_text<'t>(text: &str, asked: &TextArgs, source: &SourceArgs) -> Reading<'t> {
    let read = llmparse::parse_text_with_trace(text, &limits(source));
    Reading::of("text", read, Payload::Text, &asked.trace)
}

//! The value of a field as its type: `1,234` is the integer 1234, `['a', 'b']` a list, `maybe` no truth value.

use crate::error::{ParseError, ParsingError, excerpt};
use crate::formats::grid::read_truth;
use crate::formats::number::Decimal;
use crate::options::Options;
use crate::pipeline::{parse_number_with_trace, parse_string_list_raw, parse_value_with_options};
use crate::schema::Dtype;
use crate::span::Span;
use crate::toolkit::fit::type_of;
use crate::toolkit::structured::ResponseSchema;
use crate::toolkit::structured::find::Found;
use crate::trace::{Trace, Warning, WarningKind};
use crate::value::{Data, Number, Value};

/// The value of `field`; what is doubtful about it is told to `trace`.
pub(super) fn convert(
    field: &ResponseSchema,
    found: Found,
    reply: &str,
    trace: &mut Trace,
) -> Result<Value, ParsingError> {
    let (span, complete) = (found.value.span, found.value.complete);
    let shown = match found.value.as_str() {
        Some(text) => excerpt(text),
        None => excerpt(&found.value.to_json_text()),
    };
    let mut reader = Reader {
        dtype: field.dtype,
        warnings: Vec::new(),
    };
    let data = reader.read(found).map_err(|reason| {
        let (name, dtype) = (&field.name, field.dtype);
        let message =
            format!("Cannot convert field '{name}' value '{shown}' to type '{dtype}': {reason}");
        ParsingError::of_kind("wrong_value", message).cause(reason)
    })?;
    trace
        .warnings
        .extend(reader.warnings.into_iter().map(|kind| Warning {
            kind,
            span: if span.of(reply).is_empty() {
                Span::default()
            } else {
                span
            },
        }));
    let value = Value::from(data);
    Ok(Value {
        span,
        complete,
        ..value
    })
}

/// Why a value is not of its type: `3.9 is not an integer`.
type Reason = String;

struct Reader {
    dtype: Dtype,
    warnings: Vec<WarningKind>,
}

impl Reader {
    fn read(&mut self, found: Found) -> Result<Data, Reason> {
        match found.value.data {
            Data::String(text) if found.is_json && self.dtype == Dtype::Str => {
                Ok(Data::String(text))
            }
            Data::String(text) => self.read_text(&text),
            _ => self.read_typed(found.value),
        }
    }

    fn read_text(&mut self, text: &str) -> Result<Data, Reason> {
        match self.dtype {
            Dtype::Int | Dtype::Float => self.read_number(text),
            Dtype::Bool => read_bool(text),
            Dtype::List => Ok(read_list(text)),
            Dtype::Str | Dtype::Dict => Ok(Data::String(tidy(text).into())),
        }
    }

    /// A value that JSON gives a type.
    fn read_typed(&mut self, value: Value) -> Result<Data, Reason> {
        let kind = type_of(&value);
        match (self.dtype, value.data) {
            (Dtype::Int | Dtype::Float, Data::Number(number)) => {
                let spelled = number.to_string();
                let decimal = spelled
                    .parse()
                    .map_err(|_| format!("{spelled} is no number"))?;
                self.take_number(&decimal)
            }
            (Dtype::Bool, Data::Number(number)) => read_bool(&number.to_string()),
            (Dtype::Bool, Data::Bool(truth)) => Ok(Data::Bool(truth)),
            (Dtype::List, Data::Array(items)) => Ok(Data::Array(items)),
            (Dtype::List, data @ (Data::Bool(_) | Data::Number(_))) => {
                Ok(Data::Array(vec![data.into()]))
            }
            (Dtype::Str | Dtype::Dict, Data::Number(number)) => {
                Ok(Data::String(number.to_string().into()))
            }
            (Dtype::Str | Dtype::Dict, Data::Bool(truth)) => {
                Ok(Data::String(truth.to_string().into()))
            }
            (dtype, _) => Err(format!("a {kind} is no {dtype}")),
        }
    }

    fn read_number(&mut self, text: &str) -> Result<Data, Reason> {
        let read = parse_number_with_trace::<Decimal>(text, &Options::default());
        let warnings = read.trace.warnings.iter().map(|warning| warning.kind);
        let warnings: Vec<WarningKind> = warnings.collect();
        let number = match read.result {
            Ok(_) if warnings.contains(&WarningKind::OtherCandidate) => read_first(text)?,
            Ok(number) => number,
            Err(ParseError::NoNumber) => return Err(format!("'{}' has no number", excerpt(text))),
            Err(error) => return Err(error.to_string()),
        };
        self.warnings.extend(warnings);
        self.take_number(&number)
    }

    fn take_number(&self, number: &Decimal) -> Result<Data, Reason> {
        let number = match self.dtype {
            Dtype::Int => number
                .to_integer()
                .ok_or_else(|| format!("{number} is not an integer"))?,
            _ => number.clone(),
        };
        Ok(Data::Number(Number::from_json(number.as_str())))
    }
}

/// The number that a text with several starts with: `45 (30 last year)`.
fn read_first(text: &str) -> Result<Decimal, Reason> {
    let first = text.split_whitespace().next().unwrap_or_default();
    let starts =
        first.starts_with(|letter: char| letter.is_numeric() || "-+−.$€£".contains(letter));
    let number = starts.then(|| parse_number_with_trace::<Decimal>(first, &Options::default()));
    let number = number.and_then(|read| read.result.ok());
    number.ok_or_else(|| format!("'{}' has several numbers", excerpt(text)))
}

fn read_bool(text: &str) -> Result<Data, Reason> {
    let is_around = |letter: char| letter.is_whitespace() || "*_`\"'“”.,;!。".contains(letter);
    let word = text.trim_matches(is_around);
    let truth = match word.to_lowercase().as_str() {
        "correct" => Some(true),
        "incorrect" => Some(false),
        _ => read_truth(word),
    };
    let truth = truth.ok_or_else(|| format!("Cannot interpret '{}' as bool", excerpt(text)))?;
    Ok(Data::Bool(truth))
}

/// A line with its blanks collapsed; several lines as they stand.
fn tidy(text: &str) -> String {
    let text = text.trim();
    if text.contains('\n') {
        return text.to_owned();
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A list in JSON, in lines with marks, or between commas, semicolons and bars.
fn read_list(text: &str) -> Data {
    let text = text.trim();
    let json = text
        .starts_with('[')
        .then(|| parse_value_with_options(text, &Options::default()).ok());
    if let Some(Data::Array(items)) = json.flatten().map(|value| value.data) {
        return Data::Array(items.into_iter().map(unplaced).collect());
    }
    let items = if text.contains('\n') {
        read_lines(text)
    } else {
        split(text)
    };
    Data::Array(items.into_iter().map(Value::from).collect())
}

/// The places are those of the list alone.
fn unplaced(value: Value) -> Value {
    Value::from(value.data)
}

fn read_lines(text: &str) -> Vec<String> {
    if let Ok(items) = parse_string_list_raw(text) {
        return items;
    }
    let lines = text.lines().map(|line| unquote(line.trim()).to_owned());
    lines.filter(|line| !line.is_empty()).collect()
}

/// The items of one line. Semicolons or bars part items that all have commas.
fn split(text: &str) -> Vec<String> {
    let coarse = pieces(text, &[';', '；', '|']);
    let are_pairs = coarse.len() > 1 && coarse.iter().all(|piece| pieces(piece, COMMAS).len() > 1);
    let items = if are_pairs {
        coarse
    } else {
        coarse
            .into_iter()
            .flat_map(|piece| pieces(piece, COMMAS))
            .collect()
    };
    items
        .into_iter()
        .map(|item| unquote(item).to_owned())
        .collect()
}

const COMMAS: &[char] = &[',', '，', '、'];

/// What stands between `marks`, those in quotes and brackets aside; all of them, if one of those is never closed.
fn pieces<'t>(text: &'t str, marks: &[char]) -> Vec<&'t str> {
    // An apostrophe may look as if it opened a quote: `'90s music`.
    let quotes = ["\"“'", "\"“", ""].into_iter();
    let mut cuts = quotes.filter_map(|quotes| find_cuts(text, marks, quotes));
    let pieces: Vec<&str> = match cuts.next() {
        Some(cuts) => cut(text, &cuts),
        None => text.split(marks).collect(),
    };
    let pieces = pieces.into_iter().map(str::trim);
    pieces.filter(|piece| !piece.is_empty()).collect()
}

/// Where `marks` stand that are in no `quotes` and brackets; none if one of those is never closed.
fn find_cuts(text: &str, marks: &[char], quotes: &str) -> Option<Vec<Span>> {
    let mut cuts = Vec::new();
    let (mut depth, mut quote) = (0usize, None);
    let mut is_start = true;
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let next = letters.peek().map(|(_, next)| *next);
        let ends = next.is_none_or(|next| next.is_whitespace() || marks.contains(&next));
        match letter {
            _ if quote == Some(letter) && ends => quote = None,
            _ if quote.is_some() => {}
            _ if is_start && quotes.contains(letter) => quote = Some(closer_of(letter)),
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.checked_sub(1)?,
            _ if depth == 0 && marks.contains(&letter) => {
                cuts.push(Span::new(at, at + letter.len_utf8()));
                is_start = true;
                continue;
            }
            _ => {}
        }
        is_start &= letter.is_whitespace();
    }
    (depth == 0 && quote.is_none()).then_some(cuts)
}

fn closer_of(quote: char) -> char {
    match quote {
        '“' => '”',
        other => other,
    }
}

fn cut<'t>(text: &'t str, cuts: &[Span]) -> Vec<&'t str> {
    let mut start = 0;
    let mut pieces = Vec::with_capacity(cuts.len() + 1);
    for cut in cuts {
        pieces.push(text.get(start..cut.start()).unwrap_or_default());
        start = cut.end();
    }
    pieces.push(text.get(start..).unwrap_or_default());
    pieces
}

/// `item` without quotes around it.
fn unquote(item: &str) -> &str {
    let quotes = [('"', '"'), ('\'', '\''), ('“', '”'), ('`', '`')];
    let inner = quotes.iter().find_map(|(open, close)| {
        let inner = item.strip_prefix(*open)?.strip_suffix(*close)?;
        (!inner.contains(*close)).then_some(inner)
    });
    inner.unwrap_or(item).trim()
}

//! The public readers of pairs: `parse_key_value("Name: Ann\n**Age:** 31")`.

use super::content::{read_in_mode, read_placed};
use super::other_format;
use super::places::Page;
use crate::error::ParseError;
use crate::formats::Trust;
use crate::formats::key_value::{Area, Pairs};
use crate::options::Options;
use crate::span::Span;
use crate::trace::{Trace, Traced};
use crate::value::Value;

/// What is looked for, in errors.
const FORMAT: &str = "key-value pairs";

const LABELS: &[&str] = &[
    "kv",
    "key-value",
    "keyvalue",
    "key_value",
    "ini",
    "properties",
    "env",
    "dotenv",
    "conf",
    "config",
    "toml",
    "yaml",
    "yml",
    "http",
];

/// Reads the pairs of a reply: an object of texts, keys as they are written.
///
/// A pair is a line such as `Key: value`, `**Key:** value`, `- key = value`, `* **Key** - value` or `键：值`. The value
/// goes on in lines that are indented, and in text up to the next key. Of several values under one key the last is kept,
/// with a warning; prose around the pairs is left out, with a warning. A JSON object in place of pairs is read too, with
/// the warning `other-format`.
///
/// # Errors
///
/// [`ParseError::EmptyResponse`], and [`ParseError::Unparseable`] if there are no pairs: dialogue, times, addresses and
/// remarks (`Note: …`) are none.
///
/// ```
/// let value = llmparse::parse_key_value("Here you go:\n\n**Name:** Ann\n- Time: 10:30\nBio: born in Rome,\n  lives in Oslo")?;
/// let wanted = r#"{"Name":"Ann","Time":"10:30","Bio":"born in Rome,\nlives in Oslo"}"#;
/// assert_eq!(value.to_json_text(), wanted);
/// assert!(llmparse::parse_key_value("Alice: Hi there!\nBob: Hello, Alice.").is_err());
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_key_value(response: &str) -> Result<Value, ParseError> {
    parse_key_value_with_options(response, &Options::default())
}

/// Reads the pairs of a reply, with options.
///
/// # Errors
///
/// Those of [`parse_key_value`].
///
/// ```
/// let value = llmparse::parse_key_value_with_options("a = 1", &Default::default())?;
/// assert_eq!(value.get("a").unwrap().as_str(), Some("1"));
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_key_value_with_options(
    response: &str,
    options: &Options,
) -> Result<Value, ParseError> {
    parse_key_value_with_trace(response, options).result
}

/// Reads the pairs of a reply, and says how; `extracted` goes from the first pair to the last.
///
/// ```
/// let read = llmparse::parse_key_value_with_trace("a: 1\na: 2", &Default::default());
/// assert_eq!(read.result.unwrap().to_json_text(), r#"{"a":"2"}"#);
/// assert_eq!(read.trace.warnings[0].kind.code(), "duplicate-key");
/// ```
#[must_use]
pub fn parse_key_value_with_trace(response: &str, options: &Options) -> Traced<Value> {
    read_in_mode(response, options, FORMAT, |text, trace| {
        read(text, None, (options, trace))
    })
}

/// Reads the fields of a reply that are asked for: an object with those that are there, named as in `fields`.
///
/// Names are compared in any case, and blanks, hyphens and underscores count as the same. A value goes on up to the next
/// key; headings (`## Answer`) and tags (`<answer>…</answer>`) name values too. Other pairs are left out.
///
/// # Errors
///
/// [`ParseError::EmptyResponse`], and [`ParseError::Unparseable`] if none of the fields is there.
///
/// ```
/// let reply = "Thought: it is in France.\n\n**Answer:** Paris\n## Score\n90";
/// let value = llmparse::parse_key_value_of(reply, &["answer", "score"])?;
/// assert_eq!(value.to_json_text(), r#"{"answer":"Paris","score":"90"}"#);
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_key_value_of(response: &str, fields: &[&str]) -> Result<Value, ParseError> {
    parse_key_value_of_with_options(response, fields, &Options::default())
}

/// Reads the fields of a reply that are asked for, with options.
///
/// # Errors
///
/// Those of [`parse_key_value_of`].
///
/// ```
/// let value = llmparse::parse_key_value_of_with_options("First name = Ann", &["first_name"], &Default::default())?;
/// assert_eq!(value.get("first_name").unwrap().as_str(), Some("Ann"));
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_key_value_of_with_options(
    response: &str,
    fields: &[&str],
    options: &Options,
) -> Result<Value, ParseError> {
    parse_key_value_of_with_trace(response, fields, options).result
}

/// Reads the fields of a reply that are asked for, and says how.
///
/// ```
/// let read = llmparse::parse_key_value_of_with_trace("a: 1\nb: 2", &["b"], &Default::default());
/// assert_eq!(read.result.unwrap().to_json_text(), r#"{"b":"2"}"#);
/// assert_eq!(read.trace.warnings[0].kind.code(), "surrounding-text");
/// ```
#[must_use]
pub fn parse_key_value_of_with_trace(
    response: &str,
    fields: &[&str],
    options: &Options,
) -> Traced<Value> {
    read_in_mode(response, options, FORMAT, |text, trace| {
        read(text, Some(fields), (options, trace))
    })
}

/// Every value of the fields that are asked for, in the order of the text, repeated ones included.
pub(crate) fn parse_fields_with_trace(
    response: &str,
    fields: &[&str],
    options: &Options,
) -> Traced<Vec<(String, Value)>> {
    let read = |text: &str, trace: &mut Trace| {
        let page = Page::new(text);
        let found = find(text, Some(fields), &page);
        let Some((pairs, others)) = found else {
            return Err(ParseError::unparseable(FORMAT, text));
        };
        let (values, warnings) = pairs.read_each(fields);
        trace.warnings = warnings;
        page.tell(pairs.span(), &others, trace);
        Ok(values)
    };
    let place = |found: &mut Vec<(String, Value)>, to_reply: &dyn Fn(Span) -> Span| {
        found
            .iter_mut()
            .for_each(|(_, value)| value.move_spans(to_reply));
    };
    read_placed(response, options, read, place)
}

type Fields<'a> = Option<&'a [&'a str]>;

fn read<'a>(
    text: &'a str,
    fields: Fields<'a>,
    (options, trace): (&Options, &mut Trace),
) -> Result<Value, ParseError> {
    if starts_json(text) {
        if let Some(value) = other_format::read_pairs(text, options, trace) {
            return Ok(value);
        }
    }
    let page = Page::new(text);
    let found = find(text, fields, &page);
    let Some((pairs, others)) = found else {
        return Err(ParseError::unparseable(FORMAT, text));
    };
    let reading = pairs.read(fields);
    trace.warnings = reading.warnings;
    page.tell(pairs.span(), &others, trace);
    Ok(reading.value)
}

/// Whether an object stands on a line of its own.
fn starts_json(text: &str) -> bool {
    let is_opener = |line: &str| {
        line.trim_start_matches(['`', ' ', '\t', '\u{feff}'])
            .starts_with(['{', '['])
    };
    memchr::memchr(b'{', text.as_bytes()).is_some() && text.lines().any(is_opener)
}

/// The pairs to give, and where others stand.
fn find<'a>(text: &'a str, fields: Fields<'a>, page: &Page<'a>) -> Option<(Pairs<'a>, Vec<Span>)> {
    let fences = page.fence_spans();
    let find_in = |span, code| {
        Pairs::find(Area {
            text,
            span,
            code,
            fields,
        })
    };
    let mut found: Vec<(Rank, Pairs<'a>)> = Vec::new();
    let whole = find_in(Span::new(0, text.len()), &fences);
    found.extend(whole.map(|pairs| (Rank::of(Trust::Bare, &pairs, fields), pairs)));
    for place in page.fenced(LABELS) {
        let pairs = find_in(place.span, &[]);
        found.extend(pairs.map(|pairs| (Rank::of(place.trust, &pairs, fields), pairs)));
    }
    let best = found
        .iter()
        .enumerate()
        .max_by_key(|(index, (rank, _))| (*rank, *index));
    let best = best.map(|(index, _)| index)?;
    let (_, chosen) = found.swap_remove(best);
    let is_apart =
        |span: &Span| span.end() <= chosen.span().start() || chosen.span().end() <= span.start();
    let others = found
        .iter()
        .map(|(_, pairs)| pairs.span())
        .filter(is_apart)
        .collect();
    Some((chosen, others))
}

/// What is preferred, the first difference deciding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    /// How many of the fields are there, if some are asked for.
    fields: usize,
    is_labelled: bool,
    /// Several pairs outside of fences: a fence without a label is more likely to be one of their values.
    is_list: bool,
    is_fenced: bool,
}

impl Rank {
    fn of(trust: Trust, pairs: &Pairs<'_>, fields: Fields<'_>) -> Self {
        Self {
            fields: if fields.is_some() { pairs.len() } else { 0 },
            is_labelled: trust == Trust::Labelled,
            is_list: trust == Trust::Bare && pairs.len() > 1,
            is_fenced: trust == Trust::Fenced,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(reply: &str) -> (String, Vec<(&'static str, &str)>) {
        let read = parse_key_value_with_trace(reply, &Options::default());
        let warnings = read.trace.warnings.iter();
        let warnings = warnings.map(|warning| (warning.kind.code(), warning.span.of(reply)));
        (read.result.unwrap().to_json_text(), warnings.collect())
    }

    #[test]
    fn plain_pairs_leave_nothing_to_tell() {
        for reply in [
            "a: 1\nb: 2",
            "- **a**: 1\n- **b**: 2",
            "```\na = 1\nb = 2\n```",
        ] {
            assert_eq!(
                read(reply),
                (r#"{"a":"1","b":"2"}"#.to_owned(), vec![]),
                "{reply:?}"
            );
        }
    }

    #[test]
    fn prose_around_and_between_pairs_is_told() {
        let (value, warnings) = read("See below\n\na: 1\n\nor rather\n\nb: 2\n\nAnything else?");
        assert_eq!(value, r#"{"a":"1","b":"2"}"#);
        let left_out = ["See below", "or rather", "Anything else?"];
        assert_eq!(warnings, left_out.map(|text| ("surrounding-text", text)));
    }

    #[test]
    fn an_earlier_value_under_the_same_key_is_told() {
        let (value, warnings) = read("a: 1\nb: 2\na: 3");
        assert_eq!(value, r#"{"a":"3","b":"2"}"#);
        assert_eq!(warnings, [("duplicate-key", "a: 1")]);
    }

    #[test]
    fn json_in_place_of_pairs_is_told() {
        let (value, warnings) = read("{\"a\": 1, \"b\": null, \"c\": [1.50]}");
        assert_eq!(value, r#"{"a":"1","b":"","c":"[1.50]"}"#);
        assert_eq!(warnings[0].0, "other-format");
    }

    #[test]
    fn every_value_has_its_place_in_the_reply() {
        let reply = "<think>x</think>a: 1\nb:\n  two\n  lines";
        let value = parse_key_value(reply).unwrap();
        assert_eq!(value.get("a").unwrap().span.of(reply), "1");
        assert_eq!(value.get("b").unwrap().span.of(reply), "two\n  lines");
    }

    #[test]
    fn a_fence_among_pairs_is_a_value() {
        let (value, _) = read("Code:\n```\nx = 1\ny = 2\n```\nLanguage: Python");
        assert_eq!(
            value,
            r#"{"Code":"```\nx = 1\ny = 2\n```","Language":"Python"}"#
        );
    }

    #[test]
    fn fields_on_one_line_are_told_apart() {
        let value = parse_key_value_of("Answer: Paris, France; Score: 3", &["answer", "score"]);
        assert_eq!(
            value.unwrap().to_json_text(),
            r#"{"answer":"Paris, France","score":"3"}"#
        );
    }
}

//! The public readers of YAML: `parse_yaml::<T>("Sure:\n```yaml\na: 1\n```")`, each plain, with options, with a trace.

use serde::de::DeserializeOwned;

use super::content::read_placed;
use super::{Detail, Run, Target, Typed};
use crate::error::{ParseError, excerpt};
use crate::formats::yaml::{self, Bare, Failure, Reading};
use crate::options::{Options, ParseMode};
use crate::preprocess::candidates::{Context, Start};
use crate::preprocess::fences::{Fence, find_fences};
use crate::span::Span;
use crate::trace::{Trace, Traced, Warning, WarningKind};
use crate::value::{Data, Value};

/// Reads the YAML of a reply into `T`.
///
/// The YAML may stand in a fence or among sentences, and be damaged as models damage it: text that should have
/// quotes (`note: see: below`, `@home`), tabs of indentation, a reply that was cut off. JSON is YAML, too. Scalars are
/// typed as YAML 1.2 does, so `no`, `012`, `12:30` and dates are text; several documents are a list.
///
/// # Errors
///
/// [`ParseError::EmptyResponse`] and [`ParseError::Unparseable`] if there is no YAML, which sentences alone are not;
/// [`ParseError::DeserializationFailed`] with the path if there is and it does not fit `T`; an error for each of the
/// [`Limits`](crate::Limits), [`ParseError::TooLarge`] also where aliases would grow too far.
///
/// ```
/// #[derive(serde::Deserialize)]
/// struct Person {
///     name: String,
///     country: String,
/// }
/// let person: Person = llmparse::parse_yaml("Here you go:\n\nname: Ola\ncountry: NO\n\nAnything else?")?;
/// assert_eq!((&*person.name, &*person.country), ("Ola", "NO"));
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_yaml<T: DeserializeOwned>(response: &str) -> Result<T, ParseError> {
    parse_yaml_with_options(response, &Options::default())
}

/// Reads the YAML of a reply into `T`, with options.
///
/// # Errors
///
/// Those of [`parse_yaml`].
///
/// ```
/// use std::collections::HashMap;
/// use llmparse::{Options, ParseMode};
/// let strict = Options::default().mode(ParseMode::Strict);
/// let read = llmparse::parse_yaml_with_options::<HashMap<String, String>>("note: @home", &strict);
/// assert!(read.is_err());
/// ```
pub fn parse_yaml_with_options<T: DeserializeOwned>(
    response: &str,
    options: &Options,
) -> Result<T, ParseError> {
    parse_yaml_with_trace(response, options).result
}

/// Reads the YAML of a reply into `T`, and says how; the trace is there on failure too.
///
/// ```
/// use std::collections::HashMap;
/// let read = llmparse::parse_yaml_with_trace::<HashMap<String, String>>("note: @home", &Default::default());
/// assert_eq!(read.result.unwrap()["note"], "@home");
/// assert_eq!(read.trace.repairs[0].kind.code(), "unquoted-string");
/// ```
#[must_use]
pub fn parse_yaml_with_trace<T: DeserializeOwned>(response: &str, options: &Options) -> Traced<T> {
    let read = read_reply::<Typed<T>>(response, options, |_, _| {});
    Traced {
        result: read.result.map(|typed| typed.0),
        trace: read.trace,
    }
}

/// Reads the YAML of a reply into a [`Value`], which keeps key order, the spelling of numbers and where everything
/// stood.
///
/// # Errors
///
/// Those of [`parse_yaml`], without `DeserializationFailed`.
///
/// ```
/// let value = llmparse::parse_yaml_value("version: 1.10\nreleased: 2024-01-02")?;
/// assert_eq!(value.to_json_text(), r#"{"version":1.10,"released":"2024-01-02"}"#);
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_yaml_value(response: &str) -> Result<Value, ParseError> {
    parse_yaml_value_with_options(response, &Options::default())
}

/// Reads the YAML of a reply into a [`Value`], with options.
///
/// # Errors
///
/// Those of [`parse_yaml_value`].
///
/// ```
/// use llmparse::{Limits, Options, ParseError};
/// let flat = Options::default().limits(Limits::default().max_depth(1));
/// let error = llmparse::parse_yaml_value_with_options("a: [1]", &flat).unwrap_err();
/// assert!(matches!(error, ParseError::TooDeep { limit: 1, .. }));
/// ```
pub fn parse_yaml_value_with_options(
    response: &str,
    options: &Options,
) -> Result<Value, ParseError> {
    parse_yaml_value_with_trace(response, options).result
}

/// Reads the YAML of a reply into a [`Value`], and says how.
///
/// ```
/// let read = llmparse::parse_yaml_value_with_trace("a: 1\na: 2", &Default::default());
/// assert_eq!(read.result.unwrap().to_json_text(), r#"{"a":2}"#);
/// assert_eq!(read.trace.warnings[0].kind.code(), "duplicate-key");
/// ```
#[must_use]
pub fn parse_yaml_value_with_trace(response: &str, options: &Options) -> Traced<Value> {
    read_reply::<Value>(response, options, |value, place| value.move_spans(place))
}

fn read_reply<T: Target<Tree = Value>>(
    response: &str,
    options: &Options,
    place: impl FnOnce(&mut T, &dyn Fn(Span) -> Span),
) -> Traced<T> {
    let read = |text: &str, trace: &mut Trace| Search::new(text, options).read(trace);
    read_placed(response, options, read, place)
}

/// A place that may hold YAML.
#[derive(Clone, Copy)]
struct Block {
    span: Span,
    label: Label,
    is_closed: bool,
}

/// What the label of a fence says, the best last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Label {
    /// Another language.
    Other,
    Json,
    None,
    Yaml,
}

impl Label {
    fn read(label: Option<&str>) -> Self {
        const LABELS: [(&[&str], Label); 3] = [
            (&["yaml", "yml", "x-yaml"], Label::Yaml),
            (&["text", "txt", "plaintext", "plain", "none"], Label::None),
            (&["json", "json5", "jsonc"], Label::Json),
        ];
        let Some(label) = label else {
            return Self::None;
        };
        let is = |name: &&str| label.eq_ignore_ascii_case(name);
        let known = LABELS.iter().find(|(names, _)| names.iter().any(is));
        known.map_or(Self::Other, |(_, known)| *known)
    }
}

/// Labels of fences that hold something else, even where it can be read as YAML.
const LANGUAGES: [&str; 44] = [
    "bash",
    "c",
    "c++",
    "console",
    "cpp",
    "cs",
    "csharp",
    "css",
    "csv",
    "diff",
    "dockerfile",
    "go",
    "graphql",
    "html",
    "http",
    "ini",
    "java",
    "javascript",
    "js",
    "jsx",
    "kotlin",
    "latex",
    "lua",
    "make",
    "makefile",
    "mermaid",
    "perl",
    "php",
    "powershell",
    "proto",
    "py",
    "python",
    "r",
    "ruby",
    "rust",
    "scala",
    "sh",
    "shell",
    "sql",
    "swift",
    "toml",
    "ts",
    "typescript",
    "xml",
];

fn is_other_language(label: &str) -> bool {
    LANGUAGES
        .iter()
        .any(|name| label.eq_ignore_ascii_case(name))
}

/// One reply being searched.
struct Search<'t, 'o, T> {
    text: &'t str,
    options: &'o Options,
    fences: Vec<Fence>,
    /// The best that does not fit, and why.
    unfit: Option<(Reading, String)>,
    too_much: Option<ParseError>,
    found: Option<(T, Found)>,
}

/// What is told of the value that was found.
struct Found {
    reading: Reading,
    others: Vec<Span>,
    left_out: Vec<Span>,
}

impl<'t, 'o, T: Target<Tree = Value>> Search<'t, 'o, T> {
    fn new(text: &'t str, options: &'o Options) -> Self {
        Self {
            text,
            options,
            fences: find_fences(text),
            unfit: None,
            too_much: None,
            found: None,
        }
    }

    fn depth(&self) -> usize {
        self.options.limits.depth
    }

    fn read(mut self, trace: &mut Trace) -> Result<T, ParseError> {
        let blocks = find_blocks(self.text, &self.fences);
        if !self.search_blocks(&blocks) && blocks.iter().all(|block| block.label < Label::Yaml) {
            self.search_bare();
        }
        if self.found.is_none() && self.unfit.is_none() {
            self.search_json();
        }
        self.tell(trace)
    }

    /// The fences, the best first: without a repair, then with.
    fn search_blocks(&mut self, blocks: &[Block]) -> bool {
        let mut order: Vec<&Block> = blocks.iter().collect();
        order.sort_by_key(|block| std::cmp::Reverse((block.label, block.span)));
        let is_found = order
            .iter()
            .any(|block| self.try_block(block, ParseMode::Strict))
            || self.options.mode != ParseMode::Strict
                && order
                    .iter()
                    .any(|block| self.try_block(block, ParseMode::Lenient));
        if let Some((_, found)) = &mut self.found {
            let is_rival =
                |block: &&Block| block.span != found.reading.span && block.label > Label::Other;
            found.others = blocks
                .iter()
                .filter(is_rival)
                .map(|block| block.span)
                .collect();
        }
        is_found
    }

    fn try_block(&mut self, block: &Block, mode: ParseMode) -> bool {
        let Some(mut reading) = self.read_span(block.span, mode) else {
            return false;
        };
        let is_text = reading.value.as_str().is_some();
        let is_labelled = block.label == Label::Yaml && yaml::is_one_line(&reading, self.text);
        if is_text && !is_labelled && !yaml::is_data(&reading, self.text, true) {
            return false;
        }
        if !block.is_closed {
            yaml::mark_incomplete(&mut reading.value);
        }
        self.take(reading, Vec::new())
    }

    /// Sentences around the YAML are left out.
    fn search_bare(&mut self) -> bool {
        let all = Span::new(0, self.text.len());
        if self.starts_flow(0) && self.try_bare(all, ParseMode::Strict) {
            return true;
        }
        let parts = match yaml::find_bare(self.text, self.depth()) {
            Bare::Read(reading) => {
                return !self.is_in_fence(reading.span) && self.take_bare(reading);
            }
            Bare::Parts(parts) if parts.is_empty() => return self.search_scalar(all),
            Bare::Parts(parts) => parts,
        };
        parts.into_iter().any(|part| {
            !self.is_in_fence(part)
                && (self.try_bare(part, ParseMode::Strict)
                    || self.options.mode != ParseMode::Strict
                        && self.try_bare(part, ParseMode::Lenient))
        })
    }

    /// A reply that is one scalar: `42`, `"text"`.
    fn search_scalar(&mut self, all: Span) -> bool {
        let read = self.read_span(all, ParseMode::Strict);
        let is_scalar = |reading: &Reading| !is_container(&reading.value);
        read.filter(is_scalar)
            .is_some_and(|reading| self.take_bare(reading))
    }

    /// Whether `span` starts inside of a fence.
    fn is_in_fence(&self, span: Span) -> bool {
        let before = self
            .fences
            .partition_point(|fence| fence.start <= span.start());
        let fence = before.checked_sub(1).and_then(|last| self.fences.get(last));
        fence.is_some_and(|fence| span.start() < fence.end)
    }

    fn try_bare(&mut self, span: Span, mode: ParseMode) -> bool {
        self.read_span(span, mode)
            .is_some_and(|reading| self.take_bare(reading))
    }

    fn take_bare(&mut self, reading: Reading) -> bool {
        let left_out = yaml::left_out(self.text, reading.span);
        yaml::is_data(&reading, self.text, left_out.is_empty()) && self.take(reading, left_out)
    }

    fn read_span(&mut self, span: Span, mode: ParseMode) -> Option<Reading> {
        if self.starts_flow(span.start()) {
            if let Some(reading) = self.read_json(span, mode) {
                return Some(reading);
            }
        }
        let read = match mode {
            ParseMode::Strict => yaml::read_strict(self.text, span, self.depth()),
            _ => yaml::read_mended(self.text, span, self.depth()),
        };
        match read {
            Ok(reading) => Some(self.prefer_json(reading)),
            Err(failure) => {
                self.note(failure);
                None
            }
        }
    }

    /// What starts like JSON is meant as that, also where YAML takes a comment of another language for text.
    fn prefer_json(&mut self, reading: Reading) -> Reading {
        let source = reading.span.of(self.text);
        let inner = source
            .trim_start()
            .trim_start_matches(['{', '[', ' ', '\t', '\r', '\n']);
        let is_json_like = self.starts_flow(reading.span.start()) && inner.starts_with('"');
        if !is_json_like || self.options.mode == ParseMode::Strict {
            return reading;
        }
        match self.read_json(reading.span, ParseMode::Lenient) {
            Some(json) if json.value != reading.value => json,
            _ => reading,
        }
    }

    fn note(&mut self, failure: Failure) {
        let error = match failure {
            Failure::Invalid => return,
            Failure::TooDeep(at) => ParseError::TooDeep {
                limit: self.depth(),
                span: Span::new(at, at + 1),
            },
            Failure::TooLarge { size, limit } => ParseError::TooLarge { size, limit },
        };
        self.too_much.get_or_insert(error);
    }

    fn starts_flow(&self, at: usize) -> bool {
        let rest = self.text.get(at..).unwrap_or_default();
        rest.trim_start_matches('\u{feff}')
            .trim_start()
            .starts_with(['{', '['])
    }

    /// JSON that is all of what stands under `span`.
    fn read_json(&mut self, span: Span, mode: ParseMode) -> Option<Reading> {
        let text = span.of(self.text);
        let at = text.find(['{', '['])?;
        let options = self.options.clone().mode(mode);
        let mut run: Run<'_, '_, Value> = Run::new(text, &options, Detail::Record);
        run.read(&Start {
            at,
            context: Context::Document,
            is_weak: false,
            prefix: None,
            starts_line: true,
            limit: text.len(),
        });
        if let Some(at) = run.too_deep {
            self.note(Failure::TooDeep(span.start() + at));
        }
        let found = run.found.pop().filter(|found| found.span.start() == at)?;
        let rest = text.get(found.span.end()..)?;
        let value = found.fitted.ok().filter(|_| rest.trim().is_empty())?;
        let mut reading = Reading {
            value,
            span: found.span,
            repairs: found.repairs,
            warnings: found.warnings,
        };
        reading.move_by(span.start());
        Some(reading)
    }

    /// JSON among sentences, when there is no YAML.
    fn search_json(&mut self) {
        let read = super::read_reply::<Value>(self.text, self.options, Detail::Record);
        let (Ok(value), Some(span)) = (read.result, read.trace.extracted) else {
            return;
        };
        let is_container = matches!(value.data, Data::Array(_) | Data::Object(_));
        if is_container
            && starts_line(self.text, span.start())
            && span.of(self.text).starts_with(['{', '['])
        {
            self.take(
                Reading {
                    value,
                    span,
                    repairs: read.trace.repairs,
                    warnings: read.trace.warnings,
                },
                Vec::new(),
            );
        }
    }

    /// Takes what was read, if it fits.
    fn take(&mut self, mut reading: Reading, left_out: Vec<Span>) -> bool {
        match T::from_tree(reading.take_value()) {
            Ok(value) => {
                let found = Found {
                    reading,
                    others: Vec::new(),
                    left_out,
                };
                self.found = Some((value, found));
                true
            }
            Err(reason) => {
                self.unfit.get_or_insert((reading, reason));
                false
            }
        }
    }

    fn tell(self, trace: &mut Trace) -> Result<T, ParseError> {
        if let Some((value, found)) = self.found {
            tell_reading(trace, found.reading);
            let warn = |kind| move |span| Warning { kind, span };
            let others = found
                .others
                .into_iter()
                .map(warn(WarningKind::OtherCandidate));
            trace.warnings.extend(others);
            let left_out = found
                .left_out
                .into_iter()
                .map(warn(WarningKind::SurroundingText));
            trace.warnings.extend(left_out);
            trace.warnings.sort_by_key(|warning| warning.span);
            return Ok(value);
        }
        if let Some((reading, reason)) = self.unfit {
            let span = reading.span;
            tell_reading(trace, reading);
            return Err(ParseError::DeserializationFailed {
                reason,
                raw_json: excerpt(span.of(self.text)),
                span,
            });
        }
        Err(self
            .too_much
            .unwrap_or_else(|| ParseError::unparseable("YAML", self.text)))
    }
}

fn tell_reading(trace: &mut Trace, reading: Reading) {
    trace.extracted = Some(reading.span);
    trace.repairs = reading.repairs;
    trace.warnings = reading.warnings;
}

fn is_container(value: &Value) -> bool {
    matches!(value.data, Data::Array(_) | Data::Object(_))
}

fn starts_line(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    before.trim_end_matches([' ', '\t']).is_empty()
        || before.trim_end_matches([' ', '\t']).ends_with('\n')
}

/// The fences; one whose marker stands further to the right than the one that opened is text inside of it.
fn find_blocks(text: &str, fences: &[Fence]) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut done = 0;
    for fence in fences {
        if fence.start < done {
            continue;
        }
        let label = Label::read(fence.lang(text));
        let (end, is_closed) = find_close(text, fence);
        done = end;
        let span = Span::new(fence.content.0, end);
        let is_other = fence.lang(text).is_some_and(is_other_language);
        if !is_other && !span.of(text).trim().is_empty() {
            blocks.push(Block {
                span,
                label,
                is_closed,
            });
        }
    }
    blocks
}

/// Where the content of `fence` ends, and whether a marker does it.
fn find_close(text: &str, fence: &Fence) -> (usize, bool) {
    let starts_line = |at: usize| {
        text.get(..at)
            .is_none_or(|before| before.is_empty() || before.ends_with('\n'))
    };
    if !starts_line(fence.content.0) {
        return (fence.content.1, fence.is_closed);
    }
    let column = column_of(text, fence.start);
    let marker = marker_of(text, fence.start);
    let mut at = fence.content.0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let line = rest.split_inclusive('\n').next().unwrap_or_default();
        let content = line.trim_start_matches([' ', '\t', '>']);
        if content.starts_with(marker) && line.len() - content.len() <= column {
            return (at, true);
        }
        at += line.len();
    }
    if fence.is_closed {
        (fence.content.1, true)
    } else {
        (text.len(), false)
    }
}

/// The run of backticks or tildes at `at`.
fn marker_of(text: &str, at: usize) -> &str {
    let rest = text.get(at..).unwrap_or_default();
    let byte = rest.chars().next().unwrap_or_default();
    let len = rest.len() - rest.trim_start_matches(byte).len();
    rest.get(..len).unwrap_or_default()
}

/// How far the marker at `at` stands from the start of its line.
fn column_of(text: &str, at: usize) -> usize {
    let before = text.get(..at).unwrap_or_default();
    at - before.rfind('\n').map_or(0, |newline| newline + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, serde::Deserialize)]
    struct Person {
        name: String,
        age: u8,
    }

    fn assert_josh(reply: &str) {
        let josh = Person {
            name: "Josh".to_owned(),
            age: 30,
        };
        assert_eq!(parse_yaml::<Person>(reply), Ok(josh), "{reply}");
    }

    #[test]
    fn direct_yaml_is_read() {
        assert_josh("name: Josh\nage: 30");
    }

    #[test]
    fn yaml_in_a_code_block_is_read() {
        assert_josh("```yaml\nname: Josh\nage: 30\n```");
        let value = parse_yaml_value("```yaml\nname: Josh\n```").unwrap();
        assert_eq!(value.to_json_text(), r#"{"name":"Josh"}"#);
    }

    #[test]
    fn yaml_behind_reasoning_is_read() {
        assert_josh("<think>...</think>\nname: Josh\nage: 30");
    }

    #[test]
    fn the_fence_that_fits_is_taken() {
        assert_josh("```yaml\nname: Josh\nage: 30\n```\nAs a list:\n```yaml\n- Josh\n```");
    }

    #[test]
    fn what_does_not_fit_is_named_with_its_path() {
        let error = parse_yaml::<Vec<Person>>("- name: Josh\n  age: old").unwrap_err();
        assert_eq!(error.kind(), "deserialization_failed");
        assert!(error.to_string().contains("[0].age"), "{error}");
    }

    #[test]
    fn places_are_those_of_the_reply() {
        let reply = "<think>hm</think>Sure:\n\na:\n\tb: @c\n";
        let read = parse_yaml_value_with_trace(reply, &Options::default());
        let value = read.result.unwrap();
        let inner = value.get("a").unwrap().get("b").unwrap();
        assert_eq!(inner.span.of(reply), "@c");
        assert_eq!(inner.as_str(), Some("@c"));
    }

    #[test]
    fn strict_mode_repairs_nothing() {
        let strict = Options::default().mode(ParseMode::Strict);
        for reply in ["a: b: c", "a: @b", "a:\n\tb: 1", "{\"a\": 1", "a: 'it's'"] {
            let error = parse_yaml_value_with_options(reply, &strict).unwrap_err();
            assert_eq!(error.kind(), "unparseable", "{reply}");
        }
        let value = parse_yaml_value_with_options("Sure:\n\na: 1\nb: 2\n\nBye!", &strict);
        assert_eq!(value.unwrap().to_json_text(), r#"{"a":1,"b":2}"#);
    }

    #[test]
    fn what_was_cut_off_is_not_complete() {
        for reply in ["a: 1\nb: \"unfin", "```yaml\na: 1\nb: unfin"] {
            let value = parse_yaml_value(reply).unwrap();
            assert!(
                !value.complete && value.get("a").unwrap().complete,
                "{reply}"
            );
            assert!(!value.get("b").unwrap().complete, "{reply}");
        }
    }

    #[test]
    fn what_is_legal_and_doubtful_is_warned_of() {
        let warned = [
            ("a: 1\na: 2", "duplicate-key"),
            ("a: .nan", "non-finite-number"),
            ("a: red #1", "suspicious-comment"),
            ("- a\n  - b", "suspicious-line"),
            ("a: 1,\nb: 2,", "trailing-separator"),
            ("a: !Ref b", "unknown-tag"),
            ("a: &b c", "unused-anchor"),
            ("a: \"C:\\new\"", "suspicious-escape"),
            ("a: 12345678901234567890123", "lossy-number"),
            ("```yaml\na: 1\n```\n```yaml\na: 2\n```", "other-candidate"),
            ("Sure.\n\na: 1\nb: 2", "surrounding-text"),
        ];
        for (reply, code) in warned {
            let read = parse_yaml_value_with_trace(reply, &Options::default());
            let codes: Vec<&str> = read
                .trace
                .warnings
                .iter()
                .map(|warning| warning.kind.code())
                .collect();
            assert!(
                read.result.is_ok() && codes.contains(&code),
                "{reply:?}: {codes:?}"
            );
        }
    }
}

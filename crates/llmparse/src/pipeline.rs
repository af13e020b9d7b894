//! The order of the stages, and the choice among what they find: `Draft: {"a": 1}, final: {"a": 2}` gives the second.

use std::sync::Arc;

use serde::de::DeserializeOwned;

use crate::error::{ParseError, excerpt};
use crate::formats::json;
use crate::options::{Ending, Escapes, Options, ParseMode};
use crate::preprocess::brackets;
use crate::preprocess::candidates::{Aside, Context, Finder, Start};
use crate::preprocess::looks::{is_lines_of_members, is_words_in_text};
use crate::repair::builder::Node;
use crate::repair::machine::{Config, Failure, Machine, Reading, Room, Scope, starts_note};
use crate::scan::Input;
use crate::scan::known_keys::KnownKeys;
use crate::span::Span;
use crate::trace::{Repair, Trace, Traced, Warning, WarningKind};
use crate::value::Value;

mod choice;
mod content;
mod detect;
mod list;
mod number;
mod parse;
mod parts;
mod text;
mod typed;
mod xml;
#[cfg(feature = "yaml")]
mod yaml;

pub use choice::{
    parse_choice, parse_choice_of, parse_choice_of_with_options, parse_choice_of_with_trace,
    parse_choice_with_options, parse_choice_with_trace,
};
pub use detect::{FormatCandidate, FormatDetector};
pub(crate) use list::parse_boxed_list_with_trace;
pub use list::{
    parse_nested_list, parse_nested_list_with_options, parse_nested_list_with_trace,
    parse_string_list, parse_string_list_raw, parse_string_list_raw_with_options,
    parse_string_list_raw_with_trace, parse_string_list_with_options, parse_string_list_with_trace,
};
pub use number::{
    parse_number, parse_number_in_range, parse_number_in_range_with_options,
    parse_number_in_range_with_trace, parse_number_with_options, parse_number_with_trace,
};
mod as_format;
mod csv;
mod key_value;
mod mixed;
mod other_format;
mod places;
mod table;
mod tool_call;

pub use as_format::{parse_as, parse_as_with_options, parse_as_with_trace};
pub use csv::{parse_csv, parse_csv_with_options, parse_csv_with_trace};
pub(crate) use key_value::parse_fields_with_trace;
pub use key_value::{
    parse_key_value, parse_key_value_of, parse_key_value_of_with_options,
    parse_key_value_of_with_trace, parse_key_value_with_options, parse_key_value_with_trace,
};
pub use mixed::{Part, parse_mixed, parse_mixed_with_options, parse_mixed_with_trace};
pub use parse::{
    parse_all, parse_all_with_options, parse_all_with_trace, parse_json, parse_json_value,
    parse_json_value_with_options, parse_json_value_with_trace, parse_json_with_options,
    parse_json_with_trace, parse_value, parse_value_with_options, parse_value_with_trace,
    try_repair_json, try_repair_json_with_options, try_repair_json_with_trace,
};
pub use parts::{
    Reply, extract_code_block, extract_code_block_for, find_bracketed, preprocess,
    split_open_reasoning, split_reasoning, strip_think_tags,
};
pub use table::{
    parse_table, parse_table_with_options, parse_table_with_trace, parse_tables,
    parse_tables_with_options, parse_tables_with_trace,
};
pub use text::{parse_text, parse_text_with_options, parse_text_with_trace};
pub use tool_call::{
    ToolCall, ToolReply, parse_tool_calls, parse_tool_calls_with_options,
    parse_tool_calls_with_trace,
};
#[cfg(feature = "schemars")]
pub use typed::{parse_typed, parse_typed_with_options};
pub use typed::{
    parse_typed_with_schema, parse_with_schema, parse_with_schema_with_options,
    parse_with_schema_with_trace,
};
pub use xml::{
    parse_xml, parse_xml_tag, parse_xml_tag_all, parse_xml_tag_all_with_options,
    parse_xml_tag_all_with_trace, parse_xml_tag_with_options, parse_xml_tag_with_trace,
    parse_xml_tags, parse_xml_tags_with_options, parse_xml_tags_with_trace, parse_xml_with_options,
    parse_xml_with_trace,
};
#[cfg(feature = "yaml")]
pub use yaml::{
    parse_yaml, parse_yaml_value, parse_yaml_value_with_options, parse_yaml_value_with_trace,
    parse_yaml_with_options, parse_yaml_with_trace,
};

/// How much may be read in vain, in bytes, beside the length of the text.
const SPARE_WORK: usize = 1 << 14;

/// A value that was read at one of the places.
struct Candidate<T> {
    /// The value, or why it does not fit.
    fitted: Result<T, String>,
    span: Span,
    rank: Rank,
    repairs: Vec<Repair>,
    warnings: Vec<Warning>,
}

/// What is preferred, the first difference deciding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    fits: bool,
    /// Neither `{}` or `[1]` in prose, nor a schema.
    tells: bool,
    is_strict: bool,
    context: Context,
    /// It stands on lines of its own.
    stands_alone: bool,
    is_substantial: bool,
}

/// What a type has to offer to be read from a reply.
trait Target: Sized {
    /// The tree that the tolerant reader builds for it.
    type Tree: Node;
    /// The strict way, straight from the text; none where only the tolerant reader knows enough.
    fn read_strict(text: &str) -> Option<(Self, usize)>;
    fn read_whole(text: &str) -> Option<Self>;
    fn from_tree(tree: Self::Tree) -> Result<Self, String>;
    fn from_value(value: Value) -> Result<Self, String>;
}

struct Typed<T>(T);

impl<T: DeserializeOwned> Target for Typed<T> {
    type Tree = Value;

    fn read_strict(text: &str) -> Option<(Self, usize)> {
        json::read_strict(text).map(|(value, len)| (Self(value), len))
    }

    fn read_whole(text: &str) -> Option<Self> {
        json::read_whole(text).map(Self)
    }

    fn from_tree(tree: Value) -> Result<Self, String> {
        json::fit(&tree).map(Self)
    }

    fn from_value(value: Value) -> Result<Self, String> {
        Self::from_tree(value)
    }
}

/// The plain `serde_json::Value`, which both readers build directly.
impl Target for serde_json::Value {
    type Tree = Self;

    fn read_strict(text: &str) -> Option<(Self, usize)> {
        json::read_strict(text)
    }

    fn read_whole(text: &str) -> Option<Self> {
        json::read_whole(text)
    }

    fn from_tree(tree: Self) -> Result<Self, String> {
        Ok(tree)
    }

    fn from_value(value: Value) -> Result<Self, String> {
        json::fit(&value)
    }
}

impl Target for Value {
    type Tree = Self;

    fn read_strict(_: &str) -> Option<(Self, usize)> {
        None
    }

    fn read_whole(_: &str) -> Option<Self> {
        None
    }

    fn from_tree(tree: Self) -> Result<Self, String> {
        Ok(tree)
    }

    fn from_value(value: Value) -> Result<Self, String> {
        Ok(value)
    }
}

/// How a call reads: what is wanted beside the value decides which shortcuts may be taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    /// The value alone.
    Value,
    /// What was repaired and what is suspicious, too.
    Record,
    /// That, and not the best value alone but every one.
    Every,
}

/// One reply being read.
struct Run<'t, 'o, T: Target> {
    text: &'t str,
    options: &'o Options,
    detail: Detail,
    finder: Finder<'t>,
    /// The best candidate so far, or every one.
    found: Vec<Candidate<T>>,
    /// Where the candidates stand that a better one has taken the place of, if they tell.
    others: Vec<Span>,
    /// What the tolerant reader of the last candidate has left for the next.
    room: Option<Room<T::Tree>>,
    too_deep: Option<usize>,
    steps: u64,
    /// How much was read in vain, in bytes; bounds what is read twice.
    wasted: usize,
    /// The keys that a schema names.
    keys: Option<Arc<KnownKeys>>,
}

impl<'t, 'o, T: Target> Run<'t, 'o, T> {
    fn new(text: &'t str, options: &'o Options, detail: Detail) -> Self {
        let finder = Finder::new(text);
        Self {
            text,
            options,
            detail,
            finder,
            found: Vec::new(),
            others: Vec::new(),
            room: None,
            too_deep: None,
            steps: 0,
            wasted: 0,
            keys: None,
        }
    }

    /// Reads every candidate of the text.
    fn read_all(&mut self) {
        while let Some(start) = self.finder.next_start() {
            let end = self.read(&start);
            self.finder.resume(end);
        }
        self.forget_reasoning();
        let content = self.finder.content_start;
        self.others.retain(|span| span.start() >= content);
        if self.found.is_empty() {
            self.read_lines();
        }
    }

    /// Forgets the candidates that turned out to stand in reasoning.
    fn forget_reasoning(&mut self) {
        let content = self.finder.content_start;
        self.found
            .retain(|candidate| candidate.span.start() >= content);
    }

    /// Reads at `start`, and gives where to go on.
    fn read(&mut self, start: &Start) -> usize {
        if self.detail == Detail::Value
            && !start.is_weak
            && start.prefix.is_none()
            && self.options.escapes == Escapes::Json
            && self.options.limits.depth >= json::MAX_DEPTH
        {
            if let Some(end) = self.read_strict(start) {
                return end;
            }
        }
        if self.is_in_vain(start) {
            return start.at + 1;
        }
        self.read_tolerant(start)
    }

    /// A weak list of words is refused where a text goes on behind it.
    fn is_in_vain(&self, start: &Start) -> bool {
        let is_in_prose = start.context <= Context::Prose && start.prefix.is_none();
        let rest = self.text.get(start.at..start.limit.min(self.text.len()));
        start.is_weak
            && is_in_prose
            && rest.is_some_and(is_words_in_text)
            && !starts_note(Input::whole(self.text), start.at)
    }

    fn read_strict(&mut self, start: &Start) -> Option<usize> {
        let rest = self.text.get(start.at..start.limit.max(start.at))?;
        if !may_be_strict(rest) {
            return None;
        }
        let (value, len) = T::read_strict(rest)?;
        let end = start.at + len;
        if goes_on(self.text, end) {
            return None;
        }
        let span = Span::new(start.at, end);
        let rank = self.rank(start, span, true, true);
        if !self.takes(span, rank) {
            return Some(end);
        }
        self.found.push(Candidate {
            fitted: Ok(value),
            span,
            rank,
            repairs: Vec::new(),
            warnings: Vec::new(),
        });
        Some(end)
    }

    fn read_tolerant(&mut self, start: &Start) -> usize {
        let room = self.room.take().unwrap_or_default();
        let mut machine = Machine::new(self.config(start), start.at, room);
        machine.run(self.input(start));
        self.steps += machine.steps();
        let end = self.take_reading(start, &mut machine);
        self.room = Some(machine.into_room());
        end
    }

    fn input(&self, start: &Start) -> Input<'t> {
        let whole = Input::whole(self.text);
        if start.context == Context::Prose && start.limit < self.text.len() {
            whole.cut(start.limit)
        } else {
            whole
        }
    }

    /// Takes what `machine` has read at `start`, and gives where to go on.
    fn take_reading(&mut self, start: &Start, machine: &mut Machine<T::Tree>) -> usize {
        let reached = machine.position().max(start.at + 1);
        match machine.finish() {
            Ok(reading) => {
                let end = reading.span.end();
                if self.options.mode == ParseMode::Strict && machine.has_repairs() {
                    // A part of what is damaged is not the answer either.
                    return end.max(start.at + 1);
                }
                if self.is_acceptable(start, &reading) && machine.agrees_with(self.text, &reading) {
                    self.add(start, reading, machine);
                    return end;
                }
            }
            Err(Failure::TooDeep(at)) => {
                self.too_deep.get_or_insert(at);
                return reached;
            }
            Err(Failure::Nothing) => {}
        }
        let work = (8 * machine.steps() as usize).max(reached - start.at);
        self.skip_failed(start, reached, work)
    }

    /// Behind a place that gave nothing, the next byte may start a value, unless too much was read in vain: then
    /// what is skipped grows with the work that was done.
    fn skip_failed(&mut self, start: &Start, reached: usize, work: usize) -> usize {
        self.wasted += work;
        if self.wasted > self.text.len() + SPARE_WORK {
            reached.max(start.at + work / 2)
        } else {
            start.at + 1
        }
    }

    fn config(&self, start: &Start) -> Config {
        Config {
            max_depth: self.options.limits.depth,
            latex: self.options.escapes == Escapes::Latex,
            scope: if start.context <= Context::Prose {
                Scope::Prose
            } else {
                Scope::Document
            },
            prefix: start.prefix,
            keys: self.keys.clone(),
            more_at: (self.options.ending == Ending::Open).then_some(self.text.len()),
        }
    }

    /// A place whose look says little counts only if the value is all there is.
    fn is_acceptable(&self, start: &Start, reading: &Reading<T::Tree>) -> bool {
        !start.is_weak
            || self.is_all(start, reading.span)
            || has_structure(reading.span.of(self.text))
    }

    fn is_all(&self, start: &Start, span: Span) -> bool {
        let limit = if start.context == Context::Document {
            self.text.len()
        } else {
            start.limit
        };
        let rest = self
            .text
            .get(span.end()..limit.max(span.end()))
            .unwrap_or_default();
        rest.chars().all(|letter| {
            letter.is_whitespace() || matches!(letter, ';' | ')' | '}' | ']' | '`' | '.' | ',')
        })
    }

    fn add(&mut self, start: &Start, reading: Reading<T::Tree>, machine: &Machine<T::Tree>) {
        let Reading {
            value,
            span,
            mut warnings,
        } = reading;
        let fitted = T::from_tree(value);
        let rank = self.rank(start, span, !machine.has_repairs(), fitted.is_ok());
        if !self.takes(span, rank) {
            return;
        }
        let repairs = match self.detail {
            Detail::Value => Vec::new(),
            Detail::Record | Detail::Every => machine.repairs(self.text),
        };
        warnings.sort_by_key(|warning| warning.span);
        self.found.push(Candidate {
            fitted,
            span,
            rank,
            repairs,
            warnings,
        });
    }

    /// Makes place for a candidate, or says that there is a better one; of two that are alike the later is the better.
    fn takes(&mut self, span: Span, rank: Rank) -> bool {
        if self.detail == Detail::Every {
            return true;
        }
        self.forget_reasoning();
        let is_better = self.found.last().is_none_or(|best| rank >= best.rank);
        let loser = if is_better {
            self.found.pop().map(|best| (best.span, best.rank))
        } else {
            Some((span, rank))
        };
        let telling = loser.filter(|(_, rank)| rank.tells);
        self.others.extend(telling.map(|(span, _)| span));
        is_better
    }

    fn rank(&self, start: &Start, span: Span, is_strict: bool, fits: bool) -> Rank {
        let value = span.of(self.text);
        let is_trivial = brackets::is_trivial(value) && value.starts_with(['{', '[']);
        let is_whole = start.context >= Context::Fence && self.is_all(start, span);
        let context = match start.context {
            Context::Fence | Context::JsonFence if !is_whole && !self.fills_fence(start, span) => {
                Context::Code
            }
            Context::Document if !is_whole => Context::Prose,
            context => context,
        };
        let in_prose = context <= Context::Prose;
        Rank {
            fits,
            tells: !(in_prose && (is_trivial || is_fragment(self.text, start.at))
                || is_schema(value)),
            is_strict,
            context,
            stands_alone: !in_prose || start.starts_line && ends_line(self.text, span.end()),
            is_substantial: !is_trivial,
        }
    }

    /// Whether the value reaches the end of the fence, be it cut off there.
    fn fills_fence(&self, start: &Start, span: Span) -> bool {
        span.end() >= start.limit
    }

    /// Members on lines of their own, without any bracket, when nothing else was found.
    fn read_lines(&mut self) {
        let at = self.finder.first_content();
        let rest = self.text.get(at..).unwrap_or_default();
        let is_members = is_lines_of_members(rest);
        let is_scalar = !is_members
            && self
                .finder
                .set_aside
                .iter()
                .any(|aside| aside.span.start() < at);
        if is_members || is_scalar && !rest.is_empty() {
            let limit = self.text.len();
            let start = Start {
                at,
                context: Context::Document,
                is_weak: !is_members,
                prefix: None,
                starts_line: true,
                limit,
            };
            if self.finder.first_content() < limit {
                self.read_tolerant(&start);
            }
        }
    }

    /// The candidate to give, and a warning for each of the others.
    fn choose(mut self) -> Traced<T> {
        let mut trace = Trace {
            reasoning: reasoning_spans(&self.finder.set_aside),
            steps: self.steps,
            ..Trace::default()
        };
        // What was found inside of what is too deep is not the answer.
        let best = self.found.pop();
        let best = best.filter(|best| self.too_deep.is_none() || best.rank.tells);
        let Some(chosen) = best else {
            return Traced {
                result: Err(self.nothing_found()),
                trace,
            };
        };
        let others = self.others.iter().map(|span| Warning {
            kind: WarningKind::OtherCandidate,
            span: *span,
        });
        trace.extracted = Some(chosen.span);
        trace.repairs = chosen.repairs;
        trace.warnings = chosen.warnings;
        trace.warnings.extend(others);
        trace.warnings.extend(turn_warnings(&self.finder.set_aside));
        trace.warnings.sort_by_key(|warning| warning.span);
        let span = chosen.span;
        let result = chosen
            .fitted
            .map_err(|reason| misfit(reason, span, self.text));
        Traced { result, trace }
    }

    fn nothing_found(&self) -> ParseError {
        if let Some(at) = self.too_deep {
            return ParseError::TooDeep {
                limit: self.options.limits.depth,
                span: Span::new(at, at + 1),
            };
        }
        let content = content_of(self.text, &self.finder.set_aside);
        if content.trim().is_empty() {
            ParseError::EmptyResponse
        } else {
            ParseError::unparseable("JSON", &content)
        }
    }
}

/// Whether JSON may start `text`: a list, or an object whose first key is quoted; and the text does not stop in the
/// middle of one, where no closer, sentence or mark stands at the end.
fn may_be_strict(text: &str) -> bool {
    let ends_well = |letter: char| {
        matches!(
            letter,
            '}' | ']' | '.' | '!' | '?' | ':' | ')' | '`' | '~' | '>' | '*' | ';'
        )
    };
    if !text.trim_end().ends_with(ends_well) {
        return false;
    }
    match text.strip_prefix('{') {
        Some(members) => members.trim_start().starts_with(['"', '}']),
        None => text.starts_with('['),
    }
}

/// Whether something stands at `end` that may belong to the value before it: a member behind a closer that came too
/// early, another value, a closer too many. Words, a fence or a tag do not.
fn goes_on(text: &str, end: usize) -> bool {
    let rest = text.get(end..).unwrap_or_default().trim_start();
    match rest.chars().next() {
        None | Some('`' | '~' | ')' | '*' | '!' | '?' | '|' | '>') => false,
        Some('<') => rest.starts_with("<!--"),
        Some('.') => rest.starts_with("..."),
        Some('-') => rest.starts_with("-- ") || rest.starts_with("- {"),
        Some(letter) => !letter.is_alphanumeric(),
    }
}

/// Whether a bracketed text holds more than words: a comma, and quotes, brackets or colons.
fn has_structure(text: &str) -> bool {
    let inner = text.get(1..).unwrap_or_default();
    inner.contains(',')
        && inner.contains(['"', '\'', '{', '[', '`', '“'])
        && text.starts_with(['{', '[', '('])
}

/// Whether what stands before `at` says that a larger value, which could not be read as one, goes on there.
fn is_fragment(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default().trim_end();
    before.ends_with([',', '{', '['])
        || before
            .strip_suffix(':')
            .is_some_and(|key| key.trim_end().ends_with(['"', '\'', '”']))
}

/// Whether a line ends at `end`, but for punctuation.
fn ends_line(text: &str, end: usize) -> bool {
    let rest = text.get(end..).unwrap_or_default();
    let rest = rest.trim_start_matches([' ', '\t', '\r', '.', ';', ',', ')', '*', '`']);
    rest.is_empty() || rest.starts_with(['\n', '<'])
}

/// Whether `value` is a JSON Schema rather than data.
fn is_schema(value: &str) -> bool {
    let first = value.trim_start_matches(['{', ' ', '\n', '\r', '\t']);
    if !["\"type\"", "\"$schema\"", "\"properties\""]
        .iter()
        .any(|key| first.starts_with(key))
    {
        return false;
    }
    let head: String = value
        .chars()
        .take(64)
        .filter(|letter| !letter.is_whitespace())
        .collect();
    ["{\"type\":\"object\"", "{\"$schema\"", "{\"properties\":{"]
        .iter()
        .any(|start| head.starts_with(start))
}

fn reasoning_spans(set_aside: &[Aside]) -> Vec<Span> {
    set_aside
        .iter()
        .filter(|aside| aside.inner.is_some())
        .map(|aside| aside.span)
        .collect()
}

/// A warning for each turn of someone else.
fn turn_warnings(set_aside: &[Aside]) -> Vec<Warning> {
    let turns = set_aside.iter().filter(|aside| aside.is_turn);
    let warnings = turns.map(|aside| Warning {
        kind: WarningKind::NextTurn,
        span: aside.span,
    });
    warnings.collect()
}

/// The text without what was set aside.
fn content_of(text: &str, set_aside: &[Aside]) -> String {
    let mut content = String::with_capacity(text.len());
    let mut done = 0;
    for aside in set_aside {
        content.push_str(text.get(done..aside.span.start()).unwrap_or_default());
        done = done.max(aside.span.end());
    }
    content.push_str(text.get(done..).unwrap_or_default());
    content
}

fn read_reply<T: Target>(text: &str, options: &Options, detail: Detail) -> Traced<T> {
    if let Err(error) = check_size(text, options) {
        return Traced {
            result: Err(error),
            trace: Trace::default(),
        };
    }
    if options.ending == Ending::Open {
        return read_so_far(text, options, detail);
    }
    if detail == Detail::Value {
        if let Some(value) = read_scalar(text) {
            return Traced {
                result: Ok(value),
                trace: Trace::default(),
            };
        }
    }
    let mut run = Run::new(text, options, detail);
    run.read_all();
    run.choose()
}

/// What a reply says of which more may come.
fn read_so_far<T: Target>(text: &str, options: &Options, detail: Detail) -> Traced<T> {
    let mut run: Run<'_, '_, Value> = Run::new(text, options, detail);
    run.read_all();
    let Traced { result, mut trace } = run.choose();
    let result = result.and_then(|value| {
        let mut value = value.settled(text);
        if !value.is_shown() {
            return Err(ParseError::unsettled(value.span, text));
        }
        trace.warnings.extend(withhold(&mut value));
        trace.warnings.sort_by_key(|warning| warning.span);
        let span = value.span;
        T::from_value(value).map_err(|reason| misfit(reason, span, text))
    });
    Traced { result, trace }
}

/// Takes what is not shown yet out of a value that is.
fn withhold(value: &mut Value) -> Option<Warning> {
    let kind = WarningKind::Withheld;
    value.withhold().map(|span| Warning { kind, span })
}

fn misfit(reason: String, span: Span, text: &str) -> ParseError {
    ParseError::DeserializationFailed {
        reason,
        raw_json: excerpt(span.of(text)),
        span,
    }
}

fn check_size(text: &str, options: &Options) -> Result<(), ParseError> {
    let (size, limit) = (text.len(), options.limits.bytes);
    if size > limit {
        Err(ParseError::TooLarge { size, limit })
    } else {
        Ok(())
    }
}

/// A reply that is one scalar and nothing else.
fn read_scalar<T: Target>(text: &str) -> Option<T> {
    let text = text.trim_start_matches('\u{feff}').trim();
    let starts_scalar = text.starts_with(|letter: char| {
        letter.is_ascii_digit() || matches!(letter, '"' | '-' | 't' | 'f' | 'n')
    });
    if starts_scalar {
        T::read_whole(text)
    } else {
        None
    }
}

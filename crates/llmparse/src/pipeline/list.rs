//! The public readers of lists, each plain, with options, and with a trace: `parse_string_list("1. Red\n2. Blue")`.

use memchr::memmem;

use super::content::{Reasoning, read_content, read_placed};
use super::{Candidate, Context, Detail, Rank, Run};
use crate::error::{ParseError, excerpt};
use crate::formats::json;
use crate::formats::list::{
    self, Cleaning, Draft, Failure, Lines, ListItem, Shape, build_tree, close_last_item,
    drop_asides, drop_empty, find_boxed, find_inner, flatten, has_words, is_answer_label,
    is_beside_answer, is_labelled_aside, label_before, read_elements, read_marked, read_plain,
    restore_boxes,
};
use crate::options::Options;
use crate::preprocess::fences::{Fence, find_fences};
use crate::span::Span;
use crate::trace::{Repair, RepairKind, Trace, Traced, Warning, WarningKind};
use crate::value::{Data, Value};

/// What an error says was looked for.
const LIST: &str = "list";

/// Labels of fences whose content may be a list that is no JSON.
const TEXT_LABELS: [&str; 12] = [
    "text",
    "txt",
    "plain",
    "plaintext",
    "markdown",
    "md",
    "yaml",
    "yml",
    "list",
    "csv",
    "tags",
    "json",
];

/// Reads a reply into a list of tags: in lower case, each once, none longer than
/// [`Options::max_item_chars`] (50 characters).
///
/// The list may be JSON, numbered, bulleted, in HTML tags, or parted by commas, semicolons or lines, with anything around it.
/// Items below others are items too.
///
/// # Errors
///
/// [`ParseError::EmptyResponse`] if there is nothing, [`ParseError::Unparseable`] if there is no list: for prose, a refusal,
/// `None`, and if every item was dropped; [`ParseError::Ambiguous`] if several lists could be meant,
/// [`ParseError::DeserializationFailed`] if the reply is JSON without a list, and an error for each of the
/// [`Limits`](crate::Limits). A list that is empty, `[]`, is a value.
///
/// ```
/// let tags = llmparse::parse_string_list("Here are the tags:\n1. Red\n2. Blue\n3. red")?;
/// assert_eq!(tags, ["red", "blue"]);
/// assert!(llmparse::parse_string_list("I cannot see any colours, sorry.").is_err());
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_string_list(response: &str) -> Result<Vec<String>, ParseError> {
    parse_string_list_with_options(response, &Options::default())
}

/// Reads a reply into a list of tags, with options.
///
/// # Errors
///
/// Those of [`parse_string_list`].
///
/// ```
/// use llmparse::Options;
/// let options = Options::default().max_item_chars(4);
/// assert_eq!(llmparse::parse_string_list_with_options("Red, Purple", &options)?, ["red"]);
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_string_list_with_options(
    response: &str,
    options: &Options,
) -> Result<Vec<String>, ParseError> {
    parse_string_list_with_trace(response, options).result
}

/// Reads a reply into a list of tags, and says how; every item that was dropped is a warning.
///
/// ```
/// let read = llmparse::parse_string_list_with_trace("Red, red, blue", &Default::default());
/// assert_eq!(read.result.unwrap(), ["red", "blue"]);
/// assert_eq!(read.trace.warnings[0].kind.code(), "repeated-item");
/// ```
#[must_use]
pub fn parse_string_list_with_trace(response: &str, options: &Options) -> Traced<Vec<String>> {
    read_flat(response, options, Cleaning::Tags(options.item_chars.0))
}

/// Reads a reply into a list as it stands: items are trimmed, and dropped if they are empty.
///
/// # Errors
///
/// Those of [`parse_string_list`].
///
/// ```
/// let items = llmparse::parse_string_list_raw("1. **Oslo**: cold\n2. **Rome**: warm")?;
/// assert_eq!(items, ["Oslo: cold", "Rome: warm"]);
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_string_list_raw(response: &str) -> Result<Vec<String>, ParseError> {
    parse_string_list_raw_with_options(response, &Options::default())
}

/// Reads a reply into a list as it stands, with options.
///
/// # Errors
///
/// Those of [`parse_string_list`].
///
/// ```
/// let items = llmparse::parse_string_list_raw_with_options("['A', 'b']", &Default::default())?;
/// assert_eq!(items, ["A", "b"]);
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_string_list_raw_with_options(
    response: &str,
    options: &Options,
) -> Result<Vec<String>, ParseError> {
    parse_string_list_raw_with_trace(response, options).result
}

/// Reads a reply into a list as it stands, and says how.
///
/// ```
/// let read = llmparse::parse_string_list_raw_with_trace("Sure:\n- Red\n- Blue", &Default::default());
/// assert_eq!(read.result.unwrap(), ["Red", "Blue"]);
/// assert_eq!(read.trace.warnings[0].kind.code(), "surrounding-text");
/// ```
#[must_use]
pub fn parse_string_list_raw_with_trace(response: &str, options: &Options) -> Traced<Vec<String>> {
    read_flat(response, options, Cleaning::Raw)
}

/// Reads a reply into a list as it stands, where a ticked box is a part of its item.
pub(crate) fn parse_boxed_list_with_trace(
    response: &str,
    options: &Options,
) -> Traced<Vec<String>> {
    read_flat(response, options, Cleaning::Boxed)
}

/// Reads a reply into a list of items that may hold lists themselves. Headings above several lists become items.
///
/// # Errors
///
/// Those of [`parse_string_list`], and [`ParseError::TooDeep`].
///
/// ```
/// let items = llmparse::parse_nested_list("1. Fruit\n   - apple\n   - pear\n2. Bread")?;
/// assert_eq!(items.len(), 2);
/// assert_eq!(items[0].items[1].text, "pear");
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_nested_list(response: &str) -> Result<Vec<ListItem>, ParseError> {
    parse_nested_list_with_options(response, &Options::default())
}

/// Reads a reply into a nested list, with options.
///
/// # Errors
///
/// Those of [`parse_nested_list`].
///
/// ```
/// let items = llmparse::parse_nested_list_with_options("- a\n  - b", &Default::default())?;
/// assert_eq!(items[0].items[0].span.range(), 8..9);
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_nested_list_with_options(
    response: &str,
    options: &Options,
) -> Result<Vec<ListItem>, ParseError> {
    parse_nested_list_with_trace(response, options).result
}

/// Reads a reply into a nested list, and says how.
///
/// ```
/// let read = llmparse::parse_nested_list_with_trace("Plan:\n- a\n- b", &Default::default());
/// assert_eq!(read.trace.extracted.unwrap().range(), 6..13);
/// ```
#[must_use]
pub fn parse_nested_list_with_trace(response: &str, options: &Options) -> Traced<Vec<ListItem>> {
    let read = |text: &str, trace: &mut Trace| {
        let draft = read_draft(text, options, Shape::Tree, trace)?;
        check_depth(&draft, options)?;
        let mut entries = draft.entries;
        drop_empty(&mut entries, &mut trace.warnings);
        trace.warnings.sort_by_key(|warning| warning.span);
        if entries.is_empty() && has_dropped(&trace.warnings) {
            return Err(ParseError::unparseable(LIST, text));
        }
        Ok(build_tree(entries))
    };
    let place = |items: &mut Vec<ListItem>, to_reply: &dyn Fn(Span) -> Span| {
        items.iter_mut().for_each(|item| item.place(to_reply));
    };
    read_placed(response, options, read, place)
}

/// Whether there were items and none of them was kept.
fn has_dropped(warnings: &[Warning]) -> bool {
    let is_item = |warning: &Warning| {
        matches!(
            warning.kind,
            WarningKind::EmptyItem | WarningKind::LongItem | WarningKind::CutOffItem
        )
    };
    warnings.iter().any(is_item)
}

fn check_depth(draft: &Draft<'_>, options: &Options) -> Result<(), ParseError> {
    let limit = options.limits.depth;
    match draft.entries.iter().find(|entry| entry.depth >= limit) {
        Some(entry) => Err(ParseError::TooDeep {
            limit,
            span: entry.span,
        }),
        None => Ok(()),
    }
}

fn read_flat(response: &str, options: &Options, cleaning: Cleaning) -> Traced<Vec<String>> {
    read_content(response, options, Reasoning::SetAside, |text, trace| {
        let mut draft = read_draft(text, options, Shape::Flat, trace)?;
        if cleaning == Cleaning::Boxed {
            restore_boxes(&mut draft.entries, text);
        }
        let items = flatten(draft.entries, cleaning, &mut trace.warnings);
        trace.warnings.sort_by_key(|warning| warning.span);
        if items.is_empty() && has_dropped(&trace.warnings) {
            return Err(ParseError::unparseable(LIST, text));
        }
        Ok(items)
    })
}

/// A list in JSON, and what it stands in.
struct Json {
    draft: Result<Draft<'static>, Failure>,
    rank: Rank,
    span: Span,
    repairs: Vec<Repair>,
    others: Vec<Span>,
}

/// The list of a reply; the trace gets what was done and left out.
fn read_draft<'t>(
    text: &'t str,
    options: &Options,
    shape: Shape,
    trace: &mut Trace,
) -> Result<Draft<'t>, ParseError> {
    let mut source = Source::new(text, options, shape);
    let outcome = source.read();
    trace.steps = source.steps;
    trace.repairs = source.repairs;
    match outcome {
        Ok(mut draft) => {
            trace.extracted = Some(draft.span);
            trace.warnings = std::mem::take(&mut draft.warnings);
            Ok(draft)
        }
        Err(Failure::Ambiguous { readings, span }) => Err(ParseError::Ambiguous { readings, span }),
        Err(Failure::Refused) => Err(ParseError::unparseable(LIST, text)),
        Err(Failure::Nothing) => Err(source
            .error
            .unwrap_or_else(|| ParseError::unparseable(LIST, text))),
    }
}

/// Where lists are looked for.
struct Source<'t, 'o> {
    text: &'t str,
    options: &'o Options,
    shape: Shape,
    fences: Vec<Fence>,
    repairs: Vec<Repair>,
    steps: u64,
    /// What there is instead of a list.
    error: Option<ParseError>,
}

impl<'t, 'o> Source<'t, 'o> {
    fn new(text: &'t str, options: &'o Options, shape: Shape) -> Self {
        let has_fences = memchr::memchr2(b'`', b'~', text.as_bytes()).is_some()
            && (memmem::find(text.as_bytes(), b"```").is_some()
                || memmem::find(text.as_bytes(), b"~~~").is_some());
        let fences = if has_fences {
            find_fences(text)
        } else {
            Vec::new()
        };
        Self {
            text,
            options,
            shape,
            fences,
            repairs: Vec::new(),
            steps: 0,
            error: None,
        }
    }

    fn whole(&self) -> Span {
        Span::new(0, self.text.len())
    }

    fn read(&mut self) -> Result<Draft<'t>, Failure> {
        if let Some(inner) = self.unquoted() {
            return self.read_unquoted(&inner);
        }
        let code: Vec<Span> = self
            .fences
            .iter()
            .map(|fence| Span::new(fence.start, fence.end))
            .collect();
        let lines = Lines::of(self.text, self.whole());
        let marked = read_marked(&lines, &code, self.shape);
        let json = self.find_json();
        if let Some(json) = json {
            if self.prefers_json(&json, &marked) {
                return self.take_json(json);
            }
        }
        let elements = read_elements(self.text);
        if let Some(mut elements) = elements.filter(|elements| is_outside(elements.span, &marked)) {
            let span = elements.span;
            self.warn_around(&mut elements, span);
            return Ok(elements);
        }
        if !code.is_empty() {
            let beside = is_beside_answer(&lines, &code);
            if let Some(draft) = self.read_fences(&marked, beside) {
                return Ok(draft);
            }
        }
        match marked? {
            Some(draft) => Ok(draft),
            None => self.read_unmarked(lines),
        }
    }

    /// What the text says, where all of it is a JSON string that holds an array or lines.
    fn unquoted(&self) -> Option<String> {
        let text = self.text.trim();
        let is_string = text.starts_with('"') && text.ends_with('"') && text.contains('\\');
        let inner: String = is_string.then(|| json::read_whole(text)).flatten()?;
        let start = inner.trim_start();
        (start.starts_with(['[', '{']) || inner.contains('\n') && !start.starts_with('"'))
            .then_some(inner)
    }

    fn read_unquoted(&self, inner: &str) -> Result<Draft<'t>, Failure> {
        let blanks = self.text.len() - self.text.trim_start().len();
        let whole = Span::new(blanks, blanks + self.text.trim().len());
        let read = Source::new(inner, self.options, self.shape).read();
        let read = read.map(Draft::into_owned);
        let mut draft = read.map_err(|failure| match failure {
            Failure::Ambiguous { readings, .. } => Failure::Ambiguous {
                readings,
                span: whole,
            },
            other => other,
        })?;
        draft.span = whole;
        draft
            .entries
            .iter_mut()
            .for_each(|entry| entry.span = whole);
        draft
            .warnings
            .iter_mut()
            .for_each(|warning| warning.span = whole);
        draft.warnings.push(Warning {
            kind: WarningKind::Unescaped,
            span: whole,
        });
        Ok(draft)
    }

    // ---- JSON -------------------------------------------------------------------------------------------------------

    fn find_json(&mut self) -> Option<Json> {
        memchr::memchr2(b'[', b'{', self.text.as_bytes())?;
        let mut run: Run<'_, '_, Value> = Run::new(self.text, self.options, Detail::Every);
        run.read_all();
        self.steps = run.steps;
        let text = self.text;
        if let Some(at) = run.too_deep {
            let limit = self.options.limits.depth;
            self.error = Some(ParseError::TooDeep {
                limit,
                span: Span::new(at, at + 1),
            });
        }
        let found = run
            .found
            .into_iter()
            .filter(|found| found.span.of(text).starts_with(['[', '{', '(', '｛', '［']));
        let read = found.filter_map(|found| self.read_candidate(found));
        let mut read: Vec<Json> = read.collect();
        if let Some(rivals) = self.find_rivals(&read) {
            return Some(rivals);
        }
        let best = read
            .iter()
            .enumerate()
            .max_by_key(|(index, json)| {
                let is_aside = is_labelled_aside(text, json.span.start());
                (json.draft.is_ok(), !is_aside, json.rank, *index)
            })
            .map(|(index, _)| index)?;
        let mut chosen = read.swap_remove(best);
        let others = read
            .iter()
            .filter(|other| other.rank.tells && other.draft.is_ok());
        chosen.others.extend(others.map(|other| other.span));
        Some(chosen)
    }

    /// Lists in several lines, each under a name of its own: `Fruits: ["apple"]\nVegetables: ["leek"]`.
    fn find_rivals(&self, read: &[Json]) -> Option<Json> {
        let lists = || read.iter().filter(|json| json.draft.is_ok());
        let labels: Option<Vec<&str>> = lists()
            .map(|json| label_before(self.text, json.span.start()))
            .collect();
        let is_rival = |label: &&str| !is_answer_label(label);
        let labels = labels.filter(|labels| labels.len() > 1 && labels.iter().all(is_rival))?;
        if lists().any(|json| is_labelled_aside(self.text, json.span.start())) {
            return None;
        }
        let (first, last) = (lists().next()?, lists().next_back()?);
        let span = Span::new(first.span.start(), last.span.end());
        Some(Json {
            draft: Err(Failure::Ambiguous {
                readings: labels.into_iter().take(8).map(excerpt).collect(),
                span,
            }),
            rank: last.rank,
            span,
            repairs: Vec::new(),
            others: Vec::new(),
        })
    }

    fn read_candidate(&self, mut found: Candidate<Value>) -> Option<Json> {
        let mut value = found.fitted.ok()?;
        let is_joined = |repair: &Repair| repair.kind == RepairKind::SeveralValues;
        let mut others = Vec::new();
        if found.repairs.iter().any(is_joined) {
            others.extend(drop_asides(self.text, &mut value));
            others.extend(drop_citations(&mut value));
        }
        if close_last_item(self.text, &mut value, &mut found.repairs) {
            found.span = value.span;
        }
        let draft = list::read_value(&value, self.shape).map(|mut draft| {
            draft.warnings.extend(found.warnings);
            draft
        });
        let is_list = draft.is_ok();
        let counts = found.rank.tells || found.rank.stands_alone && is_list;
        counts.then_some(Json {
            draft,
            rank: found.rank,
            span: found.span,
            repairs: found.repairs,
            others,
        })
    }

    /// Whether the JSON is the answer, and not the list with marks.
    fn prefers_json(&self, json: &Json, marked: &Result<Option<Draft<'_>>, Failure>) -> bool {
        let is_all = json.rank.context >= Context::Fence;
        let Ok(draft) = &json.draft else {
            let has_marked = matches!(marked, Ok(Some(draft)) if !covers(json.span, draft.span));
            return !has_marked && (is_all || matches!(json.draft, Err(Failure::Ambiguous { .. })));
        };
        match marked {
            Ok(Some(marked)) if covers(marked.span, json.span) => {
                marked.entries.len() == 1 && !draft.entries.is_empty()
            }
            Ok(Some(_)) => is_all || json.rank.is_substantial,
            Err(Failure::Nothing) => !draft.entries.is_empty(),
            _ => true,
        }
    }

    fn take_json(&mut self, json: Json) -> Result<Draft<'t>, Failure> {
        self.repairs = json.repairs;
        if matches!(json.draft, Err(Failure::Nothing)) {
            self.error.get_or_insert(ParseError::DeserializationFailed {
                reason: "it holds no list of texts".to_owned(),
                raw_json: excerpt(json.span.of(self.text)),
                span: json.span,
            });
        }
        let mut draft = json.draft?;
        draft.span = json.span;
        let others = json.others.iter().map(|span| Warning {
            kind: WarningKind::OtherCandidate,
            span: *span,
        });
        draft.warnings.extend(others);
        self.warn_around(&mut draft, json.span);
        Ok(draft)
    }

    /// Text before and behind the list is told, but for the marks of a fence.
    fn warn_around(&self, draft: &mut Draft<'_>, span: Span) {
        let span = self.with_fence(span);
        let around = [
            Span::new(0, span.start()),
            Span::new(span.end(), self.text.len()),
        ];
        for side in around {
            let words = side.of(self.text);
            let (start, end) = (
                words.trim_start_matches(is_frame),
                words.trim_end_matches(is_frame),
            );
            if start.is_empty() || !has_words(words) {
                continue;
            }
            let from = side.start() + words.len() - start.len();
            draft.warnings.push(Warning {
                kind: WarningKind::SurroundingText,
                span: Span::new(from, (side.start() + end.len()).max(from)),
            });
        }
    }

    /// The fence around `span`, if nothing else is in it.
    fn with_fence(&self, span: Span) -> Span {
        let is_all = |fence: &&Fence| {
            let (start, end) = fence.content;
            let is_blank = |from, to| Span::new(from, to).of(self.text).trim().is_empty();
            start <= span.start()
                && span.end() <= end
                && is_blank(start, span.start())
                && is_blank(span.end(), end)
        };
        let fence = self.fences.iter().find(is_all);
        fence.map_or(span, |fence| Span::new(fence.start, fence.end))
    }

    // ---- fences and the rest ----------------------------------------------------------------------------------------

    /// The list in a fence that stands outside of the list with marks.
    fn read_fences(
        &self,
        marked: &Result<Option<Draft<'_>>, Failure>,
        beside: bool,
    ) -> Option<Draft<'t>> {
        let has_marked = matches!(marked, Ok(Some(_))) && !beside;
        let mut found: Vec<(Draft<'t>, Span)> = Vec::new();
        for fence in self.fences.iter().filter(|fence| self.is_text(fence)) {
            let region = Span::new(fence.content.0, fence.content.1);
            if !is_outside(region, marked) {
                continue;
            }
            let lines = Lines::of(self.text, region);
            let inner = read_marked(&lines, &[], self.shape).ok().flatten();
            let inner = inner.or_else(|| read_plain(lines).ok().filter(|_| !has_marked));
            found.extend(inner.map(|draft| (draft, Span::new(fence.start, fence.end))));
        }
        let (mut draft, place) = found.pop()?;
        let others = found.iter().map(|(other, _)| Warning {
            kind: WarningKind::OtherCandidate,
            span: other.span,
        });
        draft.warnings.extend(others);
        self.warn_around(&mut draft, place);
        Some(draft)
    }

    fn is_text(&self, fence: &Fence) -> bool {
        fence.lang(self.text).is_none_or(|lang| {
            TEXT_LABELS
                .iter()
                .any(|label| lang.eq_ignore_ascii_case(label))
        })
    }

    fn read_unmarked(&self, lines: Lines<'t>) -> Result<Draft<'t>, Failure> {
        let inner = find_boxed(self.text).or_else(|| find_inner(self.text));
        let Some(region) = inner.filter(|region| *region != self.whole()) else {
            return read_plain(lines);
        };
        let mut draft = read_plain(Lines::of(self.text, region))?;
        self.warn_around(&mut draft, region);
        Ok(draft)
    }
}

/// `["red"] [1][2]` was read as three lists; those of numbers cite. Gives where they stand.
fn drop_citations(value: &mut Value) -> Vec<Span> {
    let Data::Array(lists) = &mut value.data else {
        return Vec::new();
    };
    let is_number = |item: &Value| matches!(item.data, Data::Number(_));
    let is_cited = |list: &Value| {
        let items = list.as_array().filter(|items| !items.is_empty());
        items.is_some_and(|items| items.iter().all(is_number))
    };
    if lists.iter().all(is_cited) {
        return Vec::new();
    }
    let (cited, kept): (Vec<Value>, Vec<Value>) =
        std::mem::take(lists).into_iter().partition(is_cited);
    *lists = kept;
    cited.iter().map(|list| list.span).collect()
}

fn is_frame(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '`' | '~' | '\u{feff}')
}

fn covers(outer: Span, inner: Span) -> bool {
    outer.start() <= inner.start() && inner.end() <= outer.end()
}

/// Whether `span` is no part of the list with marks.
fn is_outside(span: Span, marked: &Result<Option<Draft<'_>>, Failure>) -> bool {
    match marked {
        Ok(Some(marked)) => !covers(marked.span, span),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Items joined by a bar, or the kind of the error.
    fn tags(text: &str) -> String {
        told(parse_string_list(text))
    }

    fn raw(text: &str) -> String {
        told(parse_string_list_raw(text))
    }

    fn told(read: Result<Vec<String>, ParseError>) -> String {
        read.map_or_else(|error| error.kind().to_owned(), |items| items.join("|"))
    }

    fn codes(text: &str) -> Vec<&'static str> {
        let read = parse_string_list_with_trace(text, &Options::default());
        read.trace
            .warnings
            .iter()
            .map(|warning| warning.kind.code())
            .collect()
    }

    #[test]
    fn a_json_array_is_read_directly() {
        assert_eq!(tags(r#"["portrait", "dark"]"#), "portrait|dark");
    }

    #[test]
    fn an_object_with_a_tags_key_is_unwrapped() {
        assert_eq!(tags(r#"{"tags": ["a", "b"]}"#), "a|b");
    }

    #[test]
    fn an_object_with_an_items_key_is_unwrapped() {
        assert_eq!(tags(r#"{"items": ["a", "b"]}"#), "a|b");
    }

    #[test]
    fn an_object_with_a_results_key_is_unwrapped() {
        assert_eq!(tags(r#"{"results": ["a", "b"]}"#), "a|b");
    }

    #[test]
    fn a_damaged_array_is_repaired_and_the_repairs_are_told() {
        let read = parse_string_list_with_trace("['tag1', 'tag2']", &Options::default());
        assert_eq!(read.result.unwrap(), ["tag1", "tag2"]);
        assert_eq!(read.trace.repairs[0].kind.code(), "quote-style");
    }

    #[test]
    fn raw_items_keep_their_case() {
        assert_eq!(raw("A, B"), "A|B");
    }

    #[test]
    fn raw_items_may_be_long() {
        let long = "x".repeat(200);
        assert_eq!(raw(&format!("[\"{long}\"]")), long);
    }

    #[test]
    fn raw_items_may_repeat() {
        assert_eq!(raw("[\"a\", \"a\"]"), "a|a");
    }

    #[test]
    fn tags_are_lowercased_and_trimmed() {
        assert_eq!(tags(r#"[" Portrait ", "DARK"]"#), "portrait|dark");
    }

    #[test]
    fn repeated_tags_are_dropped_with_a_warning() {
        assert_eq!(tags("a, b, A"), "a|b");
        assert_eq!(codes("a, b, A"), ["repeated-item"]);
    }

    #[test]
    fn empty_tags_are_dropped_with_a_warning() {
        assert_eq!(tags(r#"["a", "", null]"#), "a");
        assert_eq!(codes(r#"["a", "", null]"#), ["empty-item", "empty-item"]);
    }

    #[test]
    fn tags_of_more_than_fifty_characters_are_dropped_with_a_warning() {
        let (fits, long) = ("ä".repeat(50), "ä".repeat(51));
        let text = format!("[\"{fits}\", \"{long}\"]");
        assert_eq!(tags(&text), fits);
        assert_eq!(codes(&text), ["long-item"]);
    }

    #[test]
    fn nothing_left_of_a_list_is_an_error() {
        assert_eq!(tags(&format!("[\"{}\"]", "x".repeat(51))), "unparseable");
        assert_eq!(tags(r#"["", null]"#), "unparseable");
    }

    #[test]
    fn an_empty_list_is_a_value() {
        assert_eq!(parse_string_list("[]").unwrap(), Vec::<String>::new());
    }

    #[test]
    fn reasoning_is_no_part_of_the_list() {
        assert_eq!(tags("<think>- no</think>[\"a\"]"), "a");
        assert_eq!(tags("<think>only</think>"), "empty_response");
    }

    #[test]
    fn a_fenced_array_is_found() {
        assert_eq!(tags("```json\n[\"a\", \"b\"]\n```"), "a|b");
    }

    #[test]
    fn a_fence_without_a_label_is_found() {
        assert_eq!(tags("Here:\n```\n{\"tags\": [\"a\"]}\n```"), "a");
    }

    #[test]
    fn an_array_in_prose_is_found_and_the_prose_told() {
        assert_eq!(tags(r#"The tags: ["a", "b"] as asked."#), "a|b");
        assert_eq!(
            codes(r#"The tags: ["a", "b"] as asked."#),
            ["surrounding-text", "surrounding-text"]
        );
    }

    #[test]
    fn a_citation_does_not_hide_an_array() {
        assert_eq!(tags(r#"["a", "b"] [1][2]"#), "a|b");
    }

    #[test]
    fn a_cut_off_item_is_dropped_with_a_warning() {
        assert_eq!(tags(r#"["a", "b", "c"#), "a|b");
        assert!(codes(r#"["a", "b", "c"#).contains(&"cut-off-item"));
    }

    #[test]
    fn numbered_items_are_read() {
        assert_eq!(tags("1. a\n2. b"), "a|b");
    }

    #[test]
    fn bulleted_items_are_read() {
        assert_eq!(tags("- a\n* b\n• c"), "a|b|c");
    }

    #[test]
    fn comma_separated_items_are_read() {
        assert_eq!(tags("a, b, c"), "a|b|c");
    }

    #[test]
    fn quotes_around_items_are_removed() {
        assert_eq!(tags("- \"a\"\n- 'b'"), "a|b");
        assert_eq!(tags("\"a\", \"b\""), "a|b");
    }

    #[test]
    fn words_around_a_list_are_told() {
        let text = "Here you go:\n- a\n- b\nEnjoy!";
        let read = parse_string_list_with_trace(text, &Options::default());
        let skipped: Vec<&str> = read
            .trace
            .warnings
            .iter()
            .map(|warning| warning.span.of(text))
            .collect();
        assert_eq!(skipped, ["Here you go:", "Enjoy!"]);
    }

    #[test]
    fn blank_replies_are_empty() {
        assert_eq!(tags(" \n"), "empty_response");
    }

    #[test]
    fn prose_is_no_list() {
        assert_eq!(
            tags("There are many things in it, and I like them."),
            "unparseable"
        );
    }

    #[test]
    fn a_refusal_is_no_list() {
        assert_eq!(tags("As an AI, I cannot see images, sorry."), "unparseable");
        assert_eq!(tags(r#"["I cannot see images."]"#), "unparseable");
    }

    #[test]
    fn an_answer_that_says_nothing_is_no_list() {
        assert_eq!(tags("N/A"), "unparseable");
        assert_eq!(codes(r#"["N/A"]"#), ["placeholder-item"]);
    }

    #[test]
    fn two_lists_of_an_object_are_ambiguous() {
        assert_eq!(tags(r#"{"colors": ["red"], "sizes": ["L"]}"#), "ambiguous");
    }

    #[test]
    fn json_without_a_list_does_not_fit() {
        assert_eq!(
            tags(r#"{"name": "a", "size": 1}"#),
            "deserialization_failed"
        );
    }

    #[test]
    fn lists_under_headings_are_joined_and_told() {
        assert_eq!(raw("# A\n- x\n\n# B\n- y"), "x|y");
        assert_eq!(
            codes("# A\n- x\n\n# B\n- y"),
            ["merged-lists", "merged-lists"]
        );
    }

    #[test]
    fn the_final_list_is_the_answer_and_the_draft_is_told() {
        let text = "Draft:\n- x\n- y\n\nFinal answer:\n- z";
        assert_eq!(raw(text), "z");
        assert!(codes(text).contains(&"other-candidate"));
    }

    #[test]
    fn places_are_places_in_the_reply() {
        let text = "<think>hm</think>- a\n- b";
        let items = parse_nested_list(text).unwrap();
        assert_eq!(items[1].span.of(text), "b");
    }
}

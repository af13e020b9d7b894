//! A parser of lists: `1. red` over `2. blue` gives `["red", "blue"]`.

use std::error::Error;
use std::fmt;
use std::ops::{Bound, RangeBounds};
use std::sync::Arc;

use crate::error::{ParseError, ParsingError, excerpt};
use crate::options::Options;
use crate::pipeline::parse_boxed_list_with_trace;
use crate::scan::lines::starts_with_words;
use crate::span::Span;
use crate::toolkit::base::Wanted;
use crate::toolkit::{BaseOutputParser, InvalidParser, Specificity};
use crate::trace::{Traced, Warning, WarningKind};

const LIST: Wanted = Wanted {
    format: "List",
    nothing: "No list items found. Expected a numbered or bulleted list.",
};

/// How a first line starts that is no list, although something stands behind its colon: `Result: x`.
const INTROS: &[&str] = &[
    "here is",
    "here are",
    "the following",
    "items",
    "list",
    "summary",
    "result",
    "results",
    "output",
    "note",
    "example",
    "examples",
];

type Cause = Box<dyn Error + Send + Sync>;
type Transform<T> = Arc<dyn Fn(String) -> Result<T, Cause> + Send + Sync>;

/// A parser of lists.
///
/// For what a list is see [`parse_string_list_raw`](crate::parse_string_list_raw); the box before an item that is done is
/// a part of it, `[x] done`.
///
/// ```
/// use llmparse::{BaseOutputParser, ListOutputParser};
/// let parser = ListOutputParser::new().item_count(1..=3)?.item_transform(|item| item.parse::<u8>());
/// assert_eq!(parser.parse("Sure:\n- 4\n- 7")?, [4, 7]);
/// assert_eq!(parser.parse("1, 2, 3, 4").unwrap_err().message, "Found 4 item(s), but maximum allowed is 3.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ListOutputParser<T = String> {
    min_items: usize,
    max_items: Option<usize>,
    transform: Transform<T>,
}

impl ListOutputParser {
    /// A parser of lists of any length.
    ///
    /// ```
    /// use llmparse::{BaseOutputParser, ListOutputParser};
    /// assert_eq!(ListOutputParser::new().parse("* red\n* blue")?, ["red", "blue"]);
    /// # Ok::<(), llmparse::ParsingError>(())
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self {
            min_items: 0,
            max_items: None,
            transform: Arc::new(Ok),
        }
    }
}

impl Default for ListOutputParser {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> ListOutputParser<T> {
    /// How many items are taken.
    ///
    /// # Errors
    ///
    /// [`InvalidParser::MaxBelowMin`] if no count is in `range`.
    ///
    /// ```
    /// use llmparse::{BaseOutputParser, ListOutputParser};
    /// let error = ListOutputParser::new().item_count(2..)?.parse("- red").unwrap_err();
    /// assert_eq!(error.message, "Found 1 item(s), but minimum required is 2.");
    /// # Ok::<(), llmparse::InvalidParser>(())
    /// ```
    pub fn item_count(mut self, range: impl RangeBounds<usize>) -> Result<Self, InvalidParser> {
        let min = match range.start_bound() {
            Bound::Included(&min) => min,
            Bound::Excluded(&below) => below.saturating_add(1),
            Bound::Unbounded => 0,
        };
        let max = match range.end_bound() {
            Bound::Included(&max) => Some(max),
            Bound::Excluded(0) => return Err(InvalidParser::MaxBelowMin { min, max: 0 }),
            Bound::Excluded(&above) => Some(above - 1),
            Bound::Unbounded => None,
        };
        if let Some(max) = max.filter(|&max| max < min) {
            return Err(InvalidParser::MaxBelowMin { min, max });
        }
        (self.min_items, self.max_items) = (min, max);
        Ok(self)
    }

    fn check_count(&self, count: usize, text: &str) -> Result<(), ParsingError> {
        let (kind, bound) = match self.max_items {
            _ if count < self.min_items => {
                let min = self.min_items;
                ("too_few_items", format!("minimum required is {min}"))
            }
            Some(max) if count > max => ("too_many_items", format!("maximum allowed is {max}")),
            _ => return Ok(()),
        };
        let message = format!("Found {count} item(s), but {bound}.");
        Err(ParsingError::of_kind(kind, message).original_text(text))
    }

    fn take(&self, items: Vec<String>, text: &str) -> Result<Vec<T>, ParsingError> {
        self.check_count(items.len(), text)?;
        let items = items.into_iter().enumerate();
        let items = items.map(|(index, item)| {
            let start = excerpt(&item);
            let refused = |cause: Cause| {
                let message = format!("Cannot transform item {} '{start}': {cause}", index + 1);
                ParsingError::of_kind("refused_item", message)
                    .original_text(text)
                    .cause(cause)
            };
            (self.transform)(item).map_err(refused)
        });
        items.collect()
    }

    /// Makes something of every item, or refuses it, which fails the whole list.
    ///
    /// ```
    /// use llmparse::{BaseOutputParser, ListOutputParser};
    /// let parser = ListOutputParser::new().item_transform(|item| item.parse::<u8>());
    /// let error = parser.parse("- 4\n- four").unwrap_err();
    /// assert_eq!(error.message, "Cannot transform item 2 'four': invalid digit found in string");
    /// ```
    #[must_use]
    pub fn item_transform<U, E: Into<Box<dyn Error + Send + Sync>>>(
        self,
        transform: impl Fn(T) -> Result<U, E> + Send + Sync + 'static,
    ) -> ListOutputParser<U>
    where
        T: 'static,
    {
        let first = self.transform;
        let then = move |item| transform(first(item)?).map_err(E::into);
        ListOutputParser {
            min_items: self.min_items,
            max_items: self.max_items,
            transform: Arc::new(then),
        }
    }
}

impl<T> BaseOutputParser for ListOutputParser<T> {
    type Output = Vec<T>;

    fn parse(&self, text: &str) -> Result<Vec<T>, ParsingError> {
        self.parse_with_trace(text).result
    }

    fn format_instructions(&self) -> String {
        let mut out = "Return the result as a numbered list, one item per line.".to_owned();
        if self.min_items > 0 {
            out.push_str(&format!("\nInclude at least {} items.", self.min_items));
        }
        if let Some(max) = self.max_items {
            out.push_str(&format!("\nInclude at most {max} items."));
        }
        out.push_str("\n\nExample format:");
        let names = ["First", "Second", "Third"].into_iter();
        let names = names.chain(std::iter::repeat("Another"));
        for (index, name) in names.take(self.example_len()).enumerate() {
            out.push_str(&format!("\n{}. {name} item", index + 1));
        }
        out
    }

    fn parse_with_trace(&self, text: &str) -> Traced<Vec<T>, ParsingError> {
        let read = LIST.take(read(text), text);
        Traced {
            result: read.result.and_then(|items| self.take(items, text)),
            trace: read.trace,
        }
    }

    fn specificity(&self) -> Specificity {
        Specificity::List
    }
}

impl<T> ListOutputParser<T> {
    /// Three, unless that is too few or too many.
    fn example_len(&self) -> usize {
        let most = self.max_items.unwrap_or(usize::MAX).max(1);
        self.min_items.clamp(3, 10).min(most)
    }
}

fn read(text: &str) -> Traced<Vec<String>> {
    let options = Options::default();
    let mut read = parse_boxed_list_with_trace(text, &options);
    let is_short = read.result.as_ref().map_or(0, Vec::len) < 2;
    if let Some(better) = is_short.then(|| read_below_intro(text)).flatten() {
        return better;
    }
    if is_unmarked(&read, text) || is_footnote(&read, text) || is_clause(&read, text) {
        read.result = Err(ParseError::unparseable("list", text));
    }
    read
}

/// A single item with nothing around it that makes it one: `red`.
fn is_unmarked(read: &Traced<Vec<String>>, text: &str) -> bool {
    let place = read.trace.extracted.unwrap_or_default();
    let is_bare = |item: &String| place.of(text).trim() == item;
    matches!(read.result.as_deref(), Ok([only]) if is_bare(only))
}

/// The list below a first line such as `Result: x`, if it has several items.
fn read_below_intro(text: &str) -> Option<Traced<Vec<String>>> {
    let start = text.len() - text.trim_start().len();
    let end = start + memchr::memchr(b'\n', text.as_bytes().get(start..)?)?;
    let intro = Span::new(start, end);
    if !INTROS
        .iter()
        .any(|words| starts_with_words(intro.of(text), words))
    {
        return None;
    }
    let masked = " ".repeat(end) + text.get(end..)?;
    let mut read = parse_boxed_list_with_trace(&masked, &Options::default());
    let is_list = read.result.as_ref().is_ok_and(|items| items.len() > 1);
    read.trace.warnings.push(Warning {
        kind: WarningKind::SurroundingText,
        span: intro,
    });
    read.trace.warnings.sort_by_key(|warning| warning.span);
    is_list.then_some(read)
}

/// A sentence with commas, and another behind it: `First, we cook. Then, we eat.`
fn is_clause(read: &Traced<Vec<String>>, text: &str) -> bool {
    let place = read.trace.extracted.unwrap_or_default();
    let (before, after) = (text.get(..place.start()), text.get(place.end()..));
    let (Some(before), Some(after)) = (before, after) else {
        return false;
    };
    let is_line_start = before
        .rsplit('\n')
        .next()
        .is_none_or(|line| line.trim().is_empty());
    let rest = after.split('\n').next().unwrap_or_default();
    let is_sentence =
        place.of(text).starts_with(char::is_alphanumeric) && !place.of(text).contains('\n');
    is_line_start && is_sentence && rest.contains(char::is_alphanumeric)
}

/// A single line behind a number in a circle is a note: `① see below`.
fn is_footnote(read: &Traced<Vec<String>>, text: &str) -> bool {
    let is_alone = read.result.as_ref().is_ok_and(|items| items.len() == 1);
    let place = read.trace.extracted.unwrap_or_default();
    let is_circled = |letter: char| matches!(letter, '①'..='⑳' | '⓪' | '⓵'..='⓾' | '❶'..='➓');
    is_alone && place.of(text).starts_with(is_circled)
}

impl<T> Clone for ListOutputParser<T> {
    fn clone(&self) -> Self {
        Self {
            min_items: self.min_items,
            max_items: self.max_items,
            transform: Arc::clone(&self.transform),
        }
    }
}

impl<T> fmt::Debug for ListOutputParser<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ListOutputParser")
            .field("min_items", &self.min_items)
            .field("max_items", &self.max_items)
            .finish_non_exhaustive()
    }
}

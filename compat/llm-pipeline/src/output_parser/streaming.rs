//! JSON that is still being written: `{"name": "Alice", "age": 3` is an object with two members so far.

use std::sync::OnceLock;

use llmparse::{Object, Options};
use serde_json::Value;

/// What a cut-off JSON text says so far, as JSON: strings and brackets closed, what is half a token completed or left
/// out, reasoning, prose and fences set aside. A key whose value has not started yet is left out. JSON that is whole
/// is returned as it stands; nothing is returned for a text without an object, an array or a whole value.
///
/// ```
/// use llm_pipeline::output_parser::streaming::auto_complete_json;
///
/// let complete = |text| auto_complete_json(text).unwrap();
/// assert_eq!(complete(r#"{"name": "Alice", "age": 3"#), r#"{"name": "Alice", "age": 3}"#);
/// assert_eq!(complete(r#"Here: {"done": tru"#), r#"{"done": true}"#);
/// assert_eq!(complete(r#"{"name": "Alice", "age":"#), r#"{"name": "Alice"}"#);
/// assert_eq!(auto_complete_json("not JSON"), None);
/// ```
#[must_use]
pub fn auto_complete_json(input: &str) -> Option<String> {
    let begun = begun_values(input);
    let read = llmparse::try_repair_json_with_trace(begun, &Options::default());
    read.result.ok()
}

/// JSON that comes in pieces, with its value so far.
///
/// A piece costs its length. The text is read when [`current_value`](Self::current_value) is asked for the first time
/// after a piece, from its start: who asks after each of `n` pieces pays for `n` readings of all that came until then.
/// For long replies, ask now and then.
///
/// ```
/// use llm_pipeline::output_parser::streaming::StreamingJsonParser;
///
/// let mut parser = StreamingJsonParser::new();
/// parser.push(r#"{"tags": ["a", "b"#);
/// assert_eq!(parser.current_value().unwrap()["tags"][1], "b");
/// parser.push(r#"c"]}"#);
/// assert_eq!(parser.current_value().unwrap()["tags"][1], "bc");
/// ```
#[derive(Debug, Default)]
pub struct StreamingJsonParser {
    buffer: String,
    /// The last value that there was, for a text that says nothing for a moment.
    last: Option<Value>,
    /// The value of the buffer, once it was asked for.
    current: OnceLock<Option<Value>>,
}

impl StreamingJsonParser {
    /// A parser that nothing has come to.
    ///
    /// ```
    /// use llm_pipeline::output_parser::streaming::StreamingJsonParser;
    /// assert_eq!(StreamingJsonParser::new().current_value(), None);
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the next piece.
    ///
    /// ```
    /// # use llm_pipeline::output_parser::streaming::StreamingJsonParser;
    /// let mut parser = StreamingJsonParser::new();
    /// parser.push("[1");
    /// parser.push("2]");
    /// assert_eq!(parser.current_value().unwrap()[0], 12);
    /// ```
    pub fn push(&mut self, text: &str) {
        self.buffer.push_str(text);
        if let Some(value) = self.current.take().flatten() {
            self.last = Some(value);
        }
    }

    /// The value so far; the one before, when the text that came since says nothing.
    ///
    /// ```
    /// # use llm_pipeline::output_parser::streaming::StreamingJsonParser;
    /// let mut parser = StreamingJsonParser::new();
    /// parser.push(r#"{"a": 1, "b":"#);
    /// assert_eq!(*parser.current_value().unwrap(), serde_json::json!({"a": 1}));
    /// ```
    #[must_use]
    pub fn current_value(&self) -> Option<&Value> {
        let current = self.current.get_or_init(|| read(&self.buffer));
        current.as_ref().or(self.last.as_ref())
    }

    /// Everything that came.
    ///
    /// ```
    /// # use llm_pipeline::output_parser::streaming::StreamingJsonParser;
    /// let mut parser = StreamingJsonParser::new();
    /// parser.push("[1, ");
    /// assert_eq!(parser.buffer(), "[1, ");
    /// ```
    #[must_use]
    pub fn buffer(&self) -> &str {
        &self.buffer
    }

    /// Forgets everything that came.
    ///
    /// ```
    /// # use llm_pipeline::output_parser::streaming::StreamingJsonParser;
    /// let mut parser = StreamingJsonParser::new();
    /// parser.push("[1]");
    /// parser.clear();
    /// assert_eq!((parser.buffer(), parser.current_value()), ("", None));
    /// ```
    pub fn clear(&mut self) {
        *self = Self::default();
    }
}

fn read(text: &str) -> Option<Value> {
    llmparse::parse_json_value(begun_values(text)).ok()
}

/// `text` without what has not begun to be a value at its end: a key alone, a minus sign.
fn begun_values(text: &str) -> &str {
    let value = llmparse::parse_value(text).ok();
    let end = value.and_then(|value| find_unbegun(text, &value));
    end.and_then(|end| text.get(..end)).unwrap_or(text)
}

/// Where what stands before it ends: `{"a": 1, "b":` gives the end of the 1.
fn find_unbegun(text: &str, value: &llmparse::Value) -> Option<usize> {
    let mut value = value;
    loop {
        let last = parts(value).max_by_key(|part| part.span.start())?;
        if is_unbegun(text, last) {
            let ends = parts(value).map(|part| part.span.end());
            let before = ends.filter(|end| *end < last.span.start()).max();
            return Some(before.unwrap_or(value.span.start() + 1));
        }
        value = last;
    }
}

/// The items or the members, in no order: a key that came twice keeps its first place.
fn parts(value: &llmparse::Value) -> impl Iterator<Item = &llmparse::Value> {
    let items = value.as_array().unwrap_or_default().iter();
    let members = value.as_object().into_iter().flat_map(Object::iter);
    items.chain(members.map(|(_, member)| member))
}

/// Whether the reader put a null where nothing stands that could become one.
fn is_unbegun(text: &str, value: &llmparse::Value) -> bool {
    let source = value.span.of(text);
    !value.complete && value.is_null() && !source.starts_with(char::is_alphabetic)
}

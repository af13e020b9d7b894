//! The public readers of replies that hold several things, each plain, with options, and with a trace: a sentence, a table,
//! a list, and JSON in one.

use super::content::read_placed;
use super::{FormatDetector, parse_all_with_trace, parse_as_with_trace};
use crate::error::ParseError;
use crate::options::Options;
use crate::output_format::OutputFormat;
use crate::preprocess::fences::find_fences;
use crate::scan::lines::{lines, trim};
use crate::span::Span;
use crate::trace::{Trace, Traced};
use crate::value::Value;

/// A part of a reply, and what it holds.
///
/// ```
/// use llmparse::OutputFormat;
/// let parts = llmparse::parse_mixed("Two colours:\n\n- red\n- green").unwrap();
/// assert_eq!(parts[1].format, OutputFormat::BulletedList);
/// assert_eq!(parts[1].value.to_json_text(), r#"["red","green"]"#);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Part {
    /// What it is.
    pub format: OutputFormat,
    /// What it says; a text is as it stands.
    pub value: Value,
    /// Where it stands, in bytes of the reply.
    pub span: Span,
}

/// Reads all that a reply holds, in order, each part as what it is; what is nothing else is text.
///
/// # Errors
///
/// [`ParseError::EmptyResponse`], and an error for each of the [`Limits`](crate::Limits).
///
/// ```
/// let reply = "Here you go:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```json\n{\"total\": 3}\n```\nDone.";
/// let formats: Vec<_> = llmparse::parse_mixed(reply)?.iter().map(|part| part.format.name()).collect();
/// assert_eq!(formats, ["plain_text", "markdown_table", "json", "plain_text"]);
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_mixed(response: &str) -> Result<Vec<Part>, ParseError> {
    parse_mixed_with_options(response, &Options::default())
}

/// Reads all that a reply holds, with options.
///
/// # Errors
///
/// Those of [`parse_mixed`].
///
/// ```
/// assert_eq!(llmparse::parse_mixed_with_options("Hello.", &Default::default())?.len(), 1);
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_mixed_with_options(
    response: &str,
    options: &Options,
) -> Result<Vec<Part>, ParseError> {
    parse_mixed_with_trace(response, options).result
}

/// Reads all that a reply holds, and says how.
///
/// ```
/// let read = llmparse::parse_mixed_with_trace("So: {'a': 1}", &Default::default());
/// assert_eq!(read.result.unwrap().len(), 2);
/// assert!(read.trace.is_repaired());
/// ```
#[must_use]
pub fn parse_mixed_with_trace(response: &str, options: &Options) -> Traced<Vec<Part>> {
    let place = |parts: &mut Vec<Part>, place: &dyn Fn(Span) -> Span| {
        for part in parts {
            part.span = place(part.span);
            part.value.move_spans(place);
        }
    };
    let read = |text: &str, trace: &mut Trace| {
        let mut reader = Reader {
            text,
            options,
            detector: FormatDetector::new(),
            parts: Vec::new(),
            trace: Trace::default(),
        };
        reader.read();
        *trace = reader.trace;
        trace.extracted = Some(trim(text, Span::new(0, text.len())));
        Ok(reader.parts)
    };
    read_placed(response, options, read, place)
}

struct Reader<'t, 'o> {
    text: &'t str,
    options: &'o Options,
    detector: FormatDetector,
    parts: Vec<Part>,
    trace: Trace,
}

impl Reader<'_, '_> {
    fn read(&mut self) {
        let mut done = 0;
        for cut in self.find_cuts() {
            self.read_blocks(Span::new(done, cut.start()));
            self.read_block(cut);
            done = cut.end();
        }
        self.read_blocks(Span::new(done, self.text.len()));
    }

    /// The fences, and the JSON between them, in order.
    fn find_cuts(&self) -> Vec<Span> {
        let fences = find_fences(self.text);
        let mut cuts: Vec<Span> = fences
            .iter()
            .map(|fence| Span::new(fence.start, fence.end))
            .collect();
        let values = parse_all_with_trace(self.text, self.options).result;
        let values = values.unwrap_or_default();
        let is_container = |value: &&Value| value.span.of(self.text).starts_with(['{', '[']);
        cuts.extend(values.iter().filter(is_container).map(|value| value.span));
        cuts.sort_unstable_by_key(|cut| (cut.start(), std::cmp::Reverse(cut.end())));
        let mut end = 0;
        cuts.retain(|cut| {
            let is_outer = cut.start() >= end;
            end = end.max(cut.end());
            is_outer
        });
        cuts
    }

    /// Reads what blank lines part.
    fn read_blocks(&mut self, span: Span) {
        let mut block: Option<Span> = None;
        for line in lines(self.text, span) {
            if trim(self.text, line).is_empty() {
                self.read_open(block.take());
            } else {
                let start = block.map_or(line.start(), |block| block.start());
                block = Some(Span::new(start, line.end()));
            }
        }
        self.read_open(block);
    }

    fn read_open(&mut self, block: Option<Span>) {
        if let Some(block) = block {
            self.read_block(block);
        }
    }

    /// Reads one thing, and the words before and behind it.
    fn read_block(&mut self, block: Span) {
        let text = block.of(self.text);
        let format = self.detector.detect(text);
        if !matches!(format, OutputFormat::PlainText | OutputFormat::Unknown) {
            let read = parse_as_with_trace(text, format, self.options);
            if let (Ok(value), Some(found)) = (read.result, read.trace.extracted) {
                self.take((format, value), (block, found), read.trace);
                return;
            }
        }
        self.add_text(block);
    }

    /// Takes what was read at `found`, counted from the start of `block`.
    fn take(
        &mut self,
        (format, mut value): (OutputFormat, Value),
        (block, found): (Span, Span),
        trace: Trace,
    ) {
        let place =
            |span: Span| Span::new(block.start() + span.start(), block.start() + span.end());
        value.move_spans(&place);
        let found = place(found);
        self.add_text(Span::new(block.start(), found.start()));
        self.parts.push(Part {
            format,
            value,
            span: found,
        });
        self.add_text(Span::new(found.end(), block.end()));
        self.trace.append(trace, &place);
    }

    /// Adds words, to those before them if these are the last part. Marks around other parts are none.
    fn add_text(&mut self, span: Span) {
        let span = trim(self.text, span);
        let is_label = || {
            find_fences(span.of(self.text)).len() == 1 && span.of(self.text).lines().count() == 1
        };
        if !span.of(self.text).contains(char::is_alphanumeric) || is_label() {
            return;
        }
        let last = self.parts.last_mut();
        match last.filter(|part| part.format == OutputFormat::PlainText) {
            Some(part) => {
                part.span = Span::new(part.span.start(), span.end());
                part.value = text_of(self.text, part.span);
            }
            None => self.parts.push(Part {
                format: OutputFormat::PlainText,
                value: text_of(self.text, span),
                span,
            }),
        }
    }
}

fn text_of(text: &str, span: Span) -> Value {
    Value {
        span,
        ..Value::from(span.of(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(&'static str, String)> {
        let parts = parse_mixed(text).unwrap().into_iter();
        parts
            .map(|part| (part.format.name(), part.value.to_json_text()))
            .collect()
    }

    #[test]
    fn parts_keep_their_order_and_their_words() {
        let text = "Two lists.\n\nColours:\n- red\n- green\n\nSteps:\n1. Mix\n2. Bake\n\nEnjoy!";
        let wanted = [
            ("plain_text", r#""Two lists.\n\nColours:""#),
            ("bulleted_list", r#"["red","green"]"#),
            ("plain_text", r#""Steps:""#),
            ("numbered_list", r#"["Mix","Bake"]"#),
            ("plain_text", r#""Enjoy!""#),
        ];
        assert_eq!(
            read(text),
            wanted.map(|(name, text)| (name, text.to_owned()))
        );
    }

    #[test]
    fn a_fence_is_what_stands_in_it() {
        let text = "Data:\n```json\n{\"a\": 1}\n```\nCode:\n```py\nprint(1)\n```";
        let formats: Vec<&str> = read(text).iter().map(|(name, _)| *name).collect();
        assert_eq!(formats, ["plain_text", "json", "plain_text"]);
    }

    #[test]
    fn json_between_words_is_a_part() {
        let text = "First {\"a\": 1}, then {\"a\": 2}.";
        let read = read(text);
        assert_eq!(read[1], ("json", r#"{"a":1}"#.to_owned()));
        assert_eq!(read[3], ("json", r#"{"a":2}"#.to_owned()));
    }

    #[test]
    fn words_alone_are_one_part() {
        assert_eq!(read("Hello.\n\nHow are you?").len(), 1);
        assert!(matches!(parse_mixed(" "), Err(ParseError::EmptyResponse)));
    }

    #[test]
    fn places_are_those_of_the_reply() {
        let text = "<think>hm</think>See: [1, 2]";
        let parts = parse_mixed(text).unwrap();
        assert_eq!(parts[1].span.of(text), "[1, 2]");
    }
}

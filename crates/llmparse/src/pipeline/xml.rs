//! The public readers of tagged text, each plain, with options, and with a trace: `<answer>Paris</answer>`.

use std::collections::{HashMap, HashSet};

use serde::de::IgnoredAny;

use super::content::{self, Reasoning, read_content, read_in_mode};
use crate::error::ParseError;
use crate::formats::json;
use crate::formats::xml::{self, Asked, Fence, Reader, Source, is_name};
use crate::options::{Options, ParseMode};
use crate::preprocess::candidates::Aside;
use crate::preprocess::fences::find_fences;
use crate::span::Span;
use crate::trace::{Trace, Traced};
use crate::value::Value;

/// Reads what stands between `<tag>` and `</tag>`, without outer blanks.
///
/// Tags are delimiters here: other tags inside belong to the text, and names count as they are written. Of several
/// elements the first counts, one at the top before one inside of another; a tag that is only mentioned, in prose, in
/// code or in a comment, counts if there is nothing else. What was never closed ends where the next asked element
/// starts, or where what it stands in ends. Character references such as `&lt;` are read, unless the content is markup
/// itself, and CDATA is unwrapped. Asking for a reasoning tag, such as `think`, keeps it from being set aside.
///
/// # Errors
///
/// [`ParseError::Unparseable`] if there is no such tag, [`ParseError::EmptyResponse`] if there is nothing at all,
/// [`ParseError::InvalidTagName`] if no tag can have that name, [`ParseError::TooLarge`] beyond the limit.
///
/// ```
/// assert_eq!(llmparse::parse_xml_tag("So: <answer>Paris</answer>.", "answer")?, "Paris");
/// assert_eq!(llmparse::parse_xml_tag("Use <answer> tags: <answer type='x'>Paris", "answer")?, "Paris");
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_xml_tag(response: &str, tag: &str) -> Result<String, ParseError> {
    parse_xml_tag_with_options(response, tag, &Options::default())
}

/// Reads the content of a tag, with options; in [`ParseMode::Strict`] it has to be closed.
///
/// # Errors
///
/// Those of [`parse_xml_tag`].
///
/// ```
/// let strict = llmparse::Options::default().mode(llmparse::ParseMode::Strict);
/// assert!(llmparse::parse_xml_tag_with_options("<answer>Paris", "answer", &strict).is_err());
/// ```
pub fn parse_xml_tag_with_options(
    response: &str,
    tag: &str,
    options: &Options,
) -> Result<String, ParseError> {
    parse_xml_tag_with_trace(response, tag, options).result
}

/// Reads the content of a tag, and says how.
///
/// ```
/// let reply = "<answer>Paris";
/// let read = llmparse::parse_xml_tag_with_trace(reply, "answer", &Default::default());
/// assert_eq!(read.trace.repairs[0].kind.code(), "missing-closer");
/// assert_eq!(read.trace.repaired_text(reply).unwrap(), "<answer>Paris</answer>");
/// ```
#[must_use]
pub fn parse_xml_tag_with_trace(response: &str, tag: &str, options: &Options) -> Traced<String> {
    read_tags(response, &[tag], options, |reader, trace| {
        let mut values = reader.read_first(trace).into_iter().flatten();
        values.next().ok_or_else(|| reader.not_found("XML tag"))
    })
}

/// Reads what stands in each of several tags; those that are not there are left out, with a warning each.
///
/// # Errors
///
/// [`ParseError::Unparseable`] if none of the tags is there, and otherwise those of [`parse_xml_tag`].
///
/// ```
/// let reply = "<analysis>Looks good</analysis><confidence>0.95</confidence>";
/// let found = llmparse::parse_xml_tags(reply, &["analysis", "confidence", "note"])?;
/// assert_eq!((found.len(), &*found["confidence"]), (2, "0.95"));
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_xml_tags(
    response: &str,
    tags: &[&str],
) -> Result<HashMap<String, String>, ParseError> {
    parse_xml_tags_with_options(response, tags, &Options::default())
}

/// Reads several tags, with options.
///
/// # Errors
///
/// Those of [`parse_xml_tags`].
///
/// ```
/// let found = llmparse::parse_xml_tags_with_options("<a>1<b>2", &["a", "b"], &Default::default())?;
/// assert_eq!((&*found["a"], &*found["b"]), ("1", "2"));
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_xml_tags_with_options(
    response: &str,
    tags: &[&str],
    options: &Options,
) -> Result<HashMap<String, String>, ParseError> {
    parse_xml_tags_with_trace(response, tags, options).result
}

/// Reads several tags, and says how.
///
/// ```
/// let read = llmparse::parse_xml_tags_with_trace("<a>1</a>", &["a", "b"], &Default::default());
/// assert_eq!(read.trace.warnings[0].kind.code(), "missing-tag");
/// ```
#[must_use]
pub fn parse_xml_tags_with_trace(
    response: &str,
    tags: &[&str],
    options: &Options,
) -> Traced<HashMap<String, String>> {
    let mut asked: Vec<&str> = Vec::with_capacity(tags.len());
    let mut seen = HashSet::new();
    asked.extend(tags.iter().filter(|tag| seen.insert(**tag)));
    read_tags(response, &asked, options, |reader, trace| {
        let values = asked.iter().zip(reader.read_first(trace));
        let values = values.filter_map(|(tag, value)| Some(((*tag).to_owned(), value?)));
        let values: HashMap<String, String> = values.collect();
        if values.is_empty() {
            return Err(reader.not_found("XML tags"));
        }
        Ok(values)
    })
}

/// Reads what stands in every `<tag>` of a reply, in order; one inside of another is a part of it.
///
/// # Errors
///
/// Those of [`parse_xml_tag`]; there is at least one value.
///
/// ```
/// let steps = llmparse::parse_xml_tag_all("<step>Boil.</step> <step>Serve.</step>", "step")?;
/// assert_eq!(steps, ["Boil.", "Serve."]);
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_xml_tag_all(response: &str, tag: &str) -> Result<Vec<String>, ParseError> {
    parse_xml_tag_all_with_options(response, tag, &Options::default())
}

/// Reads every `<tag>` of a reply, with options.
///
/// # Errors
///
/// Those of [`parse_xml_tag_all`].
///
/// ```
/// let steps = llmparse::parse_xml_tag_all_with_options("<s>a<s>b", "s", &Default::default())?;
/// assert_eq!(steps, ["a", "b"]);
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_xml_tag_all_with_options(
    response: &str,
    tag: &str,
    options: &Options,
) -> Result<Vec<String>, ParseError> {
    parse_xml_tag_all_with_trace(response, tag, options).result
}

/// Reads every `<tag>` of a reply, and says how.
///
/// ```
/// let read = llmparse::parse_xml_tag_all_with_trace("<s>a</s><s>b", "s", &Default::default());
/// assert_eq!((read.result.unwrap().len(), read.trace.repairs.len()), (2, 1));
/// ```
#[must_use]
pub fn parse_xml_tag_all_with_trace(
    response: &str,
    tag: &str,
    options: &Options,
) -> Traced<Vec<String>> {
    read_tags(response, &[tag], options, |reader, trace| {
        let values = reader.read_all(trace);
        if values.is_empty() {
            return Err(reader.not_found("XML tag"));
        }
        Ok(values)
    })
}

/// Reads all elements of a reply as a tree: names to texts, or to objects of what is inside; what occurs again is a list.
///
/// An attribute is a member `@name`, the text beside elements or attributes the member `#text`. Markup inside of a text
/// stays in it. Outer blanks of texts are left out.
///
/// # Errors
///
/// [`ParseError::Unparseable`] if there is no element, [`ParseError::EmptyResponse`], and an error for each of the
/// [`Limits`](crate::Limits).
///
/// ```
/// let tree = llmparse::parse_xml("So: <city id=\"1\"><name>Oslo</name><tag>a</tag><tag>b</tag></city>")?;
/// assert_eq!(tree.to_json_text(), r#"{"city":{"@id":"1","name":"Oslo","tag":["a","b"]}}"#);
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_xml(response: &str) -> Result<Value, ParseError> {
    parse_xml_with_options(response, &Options::default())
}

/// Reads all elements of a reply, with options.
///
/// # Errors
///
/// Those of [`parse_xml`].
///
/// ```
/// let strict = llmparse::Options::default().mode(llmparse::ParseMode::Strict);
/// assert!(llmparse::parse_xml_with_options("<a>1", &strict).is_err());
/// ```
pub fn parse_xml_with_options(response: &str, options: &Options) -> Result<Value, ParseError> {
    parse_xml_with_trace(response, options).result
}

/// Reads all elements of a reply, and says how.
///
/// ```
/// let read = llmparse::parse_xml_with_trace("<a>1", &Default::default());
/// assert_eq!(read.trace.repairs[0].kind.code(), "missing-closer");
/// ```
#[must_use]
pub fn parse_xml_with_trace(response: &str, options: &Options) -> Traced<Value> {
    // An `<answer>` around the reply is an element here.
    let reasoning = Reasoning::SetAsideBut(&|_, _| {});
    let reply = content::Source {
        response,
        reasoning,
    };
    read_in_mode(reply, options, "XML", |text, trace| {
        let span = find_xml(text);
        let reading = xml::read_tree(text, span, options.limits.depth);
        let reading = reading.map_err(|failure| match failure {
            xml::Failure::Nothing => ParseError::unparseable("XML", text),
            xml::Failure::TooDeep(at) => ParseError::TooDeep {
                limit: options.limits.depth,
                span: Span::new(at, at + 1),
            },
        })?;
        trace.extracted = Some(reading.value.span);
        trace.repairs.extend(reading.repairs);
        trace.warnings.extend(reading.warnings);
        Ok(reading.value)
    })
}

/// The fence that holds XML, by its label or else by how it starts; all of the text if there is none.
fn find_xml(text: &str) -> Span {
    let fences = find_fences(text);
    let labelled = fences.iter().find(|fence| {
        let lang = fence.lang(text).unwrap_or_default();
        ["xml", "html", "svg"]
            .iter()
            .any(|label| lang.eq_ignore_ascii_case(label))
    });
    let found = labelled.or_else(|| {
        let mut fences = fences.iter();
        fences.find(|fence| fence.content(text).starts_with('<'))
    });
    found.map_or(Span::new(0, text.len()), |fence| {
        Span::new(fence.content.0, fence.content.1)
    })
}

fn read_tags<T>(
    response: &str,
    tags: &[&str],
    options: &Options,
    read: impl FnOnce(&Reader<'_>, &mut Trace) -> Result<T, ParseError>,
) -> Traced<T> {
    if let Some(name) = tags.iter().find(|tag| !is_name(tag)) {
        return Traced {
            result: Err(ParseError::invalid_tag_name(name)),
            trace: Trace::default(),
        };
    }
    let keep = |reply: &str, blocks: &mut Vec<Aside>| keep_asked(reply, tags, blocks);
    let reasoning = Reasoning::SetAsideBut(&keep);
    read_content(response, options, reasoning, |text, trace| {
        let fences = find_code(text);
        let source = Source {
            text,
            fences: &fences,
            literals: &find_json(text, &fences),
            unescape,
            mode: options.mode,
        };
        read(&Reader::new(&source, tags), trace)
    })
}

fn find_code(text: &str) -> Vec<Fence> {
    let fences = find_fences(text);
    let fences = fences.iter().map(|fence| Fence {
        span: Span::new(fence.start, fence.end),
        content: Span::new(fence.content.0, fence.content.1),
    });
    fences.collect()
}

/// Where the text, or a fence in it, is JSON with escapes, so that tags in it stand in strings.
fn find_json(text: &str, fences: &[Fence]) -> Vec<Span> {
    if !text.contains('\\') {
        return Vec::new();
    }
    if is_json(text) {
        return vec![Span::new(0, text.len())];
    }
    let contents = fences.iter().map(|fence| fence.content);
    contents
        .filter(|content| is_json(content.of(text)))
        .collect()
}

fn is_json(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim();
    text.starts_with(['{', '[', '"']) && json::read_whole::<IgnoredAny>(text).is_some()
}

/// What a piece of a JSON string says.
fn unescape(piece: &str) -> Option<String> {
    json::read_whole(&format!("\"{piece}\""))
}

/// Takes from `blocks` those that are no reasoning in a reply that was asked for `tags`: an asked element itself, and
/// talk of such blocks in the content of one.
fn keep_asked(reply: &str, tags: &[&str], blocks: &mut Vec<Aside>) {
    let fences = find_code(reply);
    let source = Source {
        text: reply,
        fences: &fences,
        literals: &[],
        unescape,
        mode: ParseMode::Lenient,
    };
    let asked = Reader::new(&source, tags).into_asked();
    let kept = Kept::new(reply, &asked);
    blocks.retain(|block| !kept.has(block) && !is_asked_token(block, reply, tags));
}

/// Whether a token is spelled as a tag that was asked for: `</s>`.
fn is_asked_token(block: &Aside, reply: &str, tags: &[&str]) -> bool {
    let name = block.span.of(reply).trim_matches(['<', '/', '>']);
    block.inner.is_none() && tags.contains(&name)
}

/// What is asked for, for a look at each block.
struct Kept<'t> {
    reply: &'t str,
    /// Where asked elements start.
    starts: HashSet<usize>,
    /// Where asked elements end whose opener is missing.
    ends: HashSet<usize>,
    /// The contents of asked elements, but for those inside of another.
    contents: Vec<Span>,
}

impl<'t> Kept<'t> {
    fn new(reply: &'t str, asked: &[Asked]) -> Self {
        let (whole, orphans): (Vec<&Asked>, _) = asked.iter().partition(|asked| asked.has_opener);
        let orphans: Vec<&Asked> = orphans;
        let mut contents: Vec<Span> = Vec::new();
        for asked in &whole {
            let end = contents.last().map_or(0, |last| last.end());
            if asked.content.start() >= end {
                contents.push(asked.content);
            }
        }
        Self {
            reply,
            starts: whole.iter().map(|asked| asked.span.start()).collect(),
            ends: orphans.iter().map(|asked| asked.span.end()).collect(),
            contents,
        }
    }

    fn has(&self, block: &Aside) -> bool {
        let Some(inner) = block.inner else {
            return false;
        };
        self.starts.contains(&block.span.start())
            || self.ends.contains(&block.span.end())
            || self.is_talk(block.span.start(), inner.end() == block.span.end())
    }

    /// Whether a block is text of an asked element: it starts in the middle of a line, or would hide the closer.
    fn is_talk(&self, start: usize, is_open: bool) -> bool {
        let index = self
            .contents
            .partition_point(|content| content.start() <= start);
        let content = index
            .checked_sub(1)
            .and_then(|index| self.contents.get(index));
        let Some(content) = content.filter(|content| start < content.end()) else {
            return false;
        };
        let before = self.reply.get(content.start()..start);
        is_open && content.end() < self.reply.len() || before.is_some_and(is_in_line)
    }
}

/// Whether text stands on the last line.
fn is_in_line(before: &str) -> bool {
    let before = before.trim_end_matches([' ', '\t']);
    !before.is_empty() && !before.ends_with(['\n', '>'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(reply: &str) -> Result<String, ParseError> {
        parse_xml_tag(reply, "answer")
    }

    fn read_answer(reply: &str) -> String {
        read(reply).unwrap_or_else(|error| panic!("{reply:?}: {error}"))
    }

    fn repairs(reply: &str) -> Vec<&'static str> {
        let read = parse_xml_tag_with_trace(reply, "answer", &Options::default());
        let repairs = read.trace.repairs.iter();
        repairs.map(|repair| repair.kind.code()).collect()
    }

    #[test]
    fn a_simple_tag_gives_its_content() {
        assert_eq!(read_answer("<answer>Paris</answer>"), "Paris");
    }

    #[test]
    fn a_tag_behind_reasoning_is_read() {
        assert_eq!(
            read_answer("<think>...</think><answer>Paris</answer>"),
            "Paris"
        );
    }

    #[test]
    fn several_tags_are_read_at_once() {
        let found = parse_xml_tags("<a>one</a><b>two</b>", &["a", "b"]).unwrap();
        assert_eq!((&*found["a"], &*found["b"]), ("one", "two"));
    }

    #[test]
    fn other_tags_in_the_content_are_text() {
        let reply = "<answer>The answer is <b>bold</b></answer>";
        assert_eq!(read_answer(reply), "The answer is <b>bold</b>");
    }

    #[test]
    fn a_missing_closer_is_put_in() {
        assert_eq!(read_answer("<answer>Paris"), "Paris");
        for reply in [
            "<answer>Paris",
            "<answer>Paris</ans",
            "<r><answer>Paris\n</r>",
        ] {
            let read = parse_xml_tag_with_trace(reply, "answer", &Options::default());
            let text = read.trace.repaired_text(reply).unwrap();
            assert_eq!(text, "<answer>Paris</answer>", "{reply}");
        }
    }

    #[test]
    fn content_may_have_several_lines() {
        let found = parse_xml_tag("<code>\nfn main() {}\n</code>", "code");
        assert_eq!(found.as_deref(), Ok("fn main() {}"));
    }

    #[test]
    fn outer_blanks_go() {
        assert_eq!(read_answer("<answer> Paris </answer>"), "Paris");
    }

    #[test]
    fn a_tag_that_is_not_there_is_an_error() {
        let error = read("<wrong>data</wrong>").unwrap_err();
        assert_eq!(
            error,
            ParseError::unparseable("XML tag", "<wrong>data</wrong>")
        );
        assert_eq!(read(" "), Err(ParseError::EmptyResponse));
    }

    #[test]
    fn tags_that_are_not_there_are_left_out_and_told() {
        let read =
            parse_xml_tags_with_trace("<a>1</a><c>3</c>", &["a", "b", "c"], &Options::default());
        assert_eq!(read.result.unwrap().len(), 2);
        let kinds: Vec<&str> = read
            .trace
            .warnings
            .iter()
            .map(|warning| warning.kind.code())
            .collect();
        assert_eq!(kinds, ["missing-tag"]);
    }

    #[test]
    fn none_of_several_tags_is_an_error() {
        let error = parse_xml_tags("<x>1</x>", &["a", "b"]).unwrap_err();
        assert_eq!(error, ParseError::unparseable("XML tags", "<x>1</x>"));
    }

    #[test]
    fn names_are_case_sensitive() {
        assert!(read("<Answer>Paris</Answer>").is_err());
        assert_eq!(
            read_answer("<Answer>no</Answer><answer>yes</answer>"),
            "yes"
        );
    }

    #[test]
    fn case_says_nothing_where_opener_and_closer_differ() {
        assert_eq!(read_answer("<Answer>Paris</ANSWER>"), "Paris");
        assert_eq!(repairs("<Answer>Paris</ANSWER>"), ["tag-spelling"; 2]);
    }

    #[test]
    fn a_name_that_no_tag_can_have_is_an_error() {
        for name in ["", "<answer>", "two words"] {
            let error = parse_xml_tag("<answer>Paris</answer>", name).unwrap_err();
            assert_eq!(error.kind(), "invalid_tag_name", "{name:?}");
        }
    }

    #[test]
    fn other_elements_are_told() {
        let reply = "<answer>draft</answer> no: <answer>final</answer>";
        let read = parse_xml_tag_with_trace(reply, "answer", &Options::default());
        assert_eq!(read.result.as_deref(), Ok("draft"));
        assert_eq!(
            read.trace.warnings[0].span.of(reply),
            "<answer>final</answer>"
        );
    }

    #[test]
    fn all_elements_are_read_on_request() {
        let reply = "<s>a</s> <s>b <s>c</s></s> <s></s> <s>d";
        let found = parse_xml_tag_all(reply, "s").unwrap();
        assert_eq!(found, ["a", "b <s>c</s>", "", "d"]);
    }

    #[test]
    fn strict_mode_takes_what_is_closed() {
        let strict = Options::default().mode(ParseMode::Strict);
        let read = |reply| parse_xml_tag_with_options(reply, "answer", &strict);
        assert_eq!(
            read("So: <answer a='1'>1 &lt; 2</answer >").as_deref(),
            Ok("1 < 2")
        );
        for reply in [
            "<answer>Paris",
            "Paris</answer>",
            "< answer>Paris</answer>",
            "<answer>x</ANSWER>",
        ] {
            assert!(read(reply).is_err(), "{reply}");
        }
    }

    #[test]
    fn a_slip_in_the_closer_is_repaired() {
        assert_eq!(repairs("<answer>Paris</anwser>"), ["wrong-closer"]);
        assert_eq!(repairs("Paris</answer>"), ["missing-opener"]);
    }

    #[test]
    fn escapes_are_told_where_they_are_read() {
        let reply = "<answer>1 &lt; 2</answer>";
        let read = parse_xml_tag_with_trace(reply, "answer", &Options::default());
        assert_eq!(read.trace.warnings[0].span.of(reply), "&lt;");
        let reply = r#"{"text": "<answer>say \"x\"</answer>"}"#;
        let read = parse_xml_tag_with_trace(reply, "answer", &Options::default());
        assert_eq!(read.result.as_deref(), Ok("say \"x\""));
        assert_eq!(read.trace.warnings[0].kind.code(), "unescaped");
    }

    #[test]
    fn asking_for_reasoning_keeps_it() {
        let reply = "<think>hm</think><answer>Paris</answer>";
        let read = parse_xml_tag_with_trace(reply, "think", &Options::default());
        assert_eq!(read.result.as_deref(), Ok("hm"));
        assert!(read.trace.reasoning.is_empty());
    }

    #[test]
    fn places_are_told_in_the_reply() {
        let reply = "<think>a</think> <answer>Paris<|eot_id|>";
        let read = parse_xml_tag_with_trace(reply, "answer", &Options::default());
        assert_eq!(read.trace.extracted.unwrap().of(reply), "<answer>Paris");
    }
}

//! The parts of a reply: `<think>…</think>`, fences, bracketed regions, and what is left.

use super::{Detail, Run, content_of, reasoning_spans};
use crate::options::Options;
use crate::preprocess::brackets;
use crate::preprocess::candidates::{Aside, Finder};
use crate::preprocess::fences::find_fences;
use crate::value::Value;

/// Goes over all of `text` for what is to be set aside; its values are read, for a mark inside a string is data.
pub(super) fn walk(text: &str) -> Finder<'_> {
    let options = Options::default();
    let mut run: Run<'_, '_, Value> = Run::new(text, &options, Detail::Record);
    while let Some(start) = run.finder.next_start() {
        let end = run.read(&start);
        run.found.clear();
        run.finder.resume(end);
    }
    run.finder
}

/// A reply split into reasoning and content.
///
/// ```
/// let reply = llmparse::split_reasoning("<think>a</think>One.<think>b</think>Two.");
/// assert_eq!(reply.reasoning, "a\nb");
/// assert_eq!(reply.content, "One.Two.");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// The reasoning, blocks joined by a newline, outer blanks removed.
    pub reasoning: String,
    /// Everything else, outer blanks removed.
    pub content: String,
}

/// Splits a reply into reasoning and content. Marks inside JSON strings, fences and code are content.
///
/// ```
/// let reply = llmparse::split_reasoning("Oslo, I guess.</think>Oslo");
/// assert_eq!((&*reply.reasoning, &*reply.content), ("Oslo, I guess.", "Oslo"));
/// ```
#[must_use]
pub fn split_reasoning(text: &str) -> Reply {
    let mut finder = walk(text);
    finder.unwrap_answer();
    split(text, &finder.set_aside)
}

fn split(text: &str, set_aside: &[Aside]) -> Reply {
    let blocks = set_aside
        .iter()
        .filter_map(|aside| aside.inner)
        .map(|inner| inner.of(text).trim());
    let blocks: Vec<&str> = blocks.filter(|block| !block.is_empty()).collect();
    Reply {
        reasoning: blocks.join("\n"),
        content: content_of(text, set_aside).trim().to_owned(),
    }
}

/// Splits a reply that starts in reasoning, because the prompt opened it: what no mark closes is all reasoning.
///
/// ```
/// let reply = llmparse::split_open_reasoning("Oslo, I guess.</think>Oslo");
/// assert_eq!((&*reply.reasoning, &*reply.content), ("Oslo, I guess.", "Oslo"));
/// let reply = llmparse::split_open_reasoning("Oslo, I gue");
/// assert_eq!((&*reply.reasoning, &*reply.content), ("Oslo, I gue", ""));
/// ```
#[must_use]
pub fn split_open_reasoning(text: &str) -> Reply {
    let mut finder = walk(text);
    finder.unwrap_answer();
    let is_marked = finder.set_aside.iter().any(|aside| aside.inner.is_some());
    let reply = split(text, &finder.set_aside);
    if is_marked {
        return reply;
    }
    Reply {
        reasoning: reply.content,
        content: String::new(),
    }
}

/// A reply without its reasoning, otherwise as it stands.
///
/// ```
/// assert_eq!(llmparse::strip_think_tags("<think>hm</think>Oslo"), "Oslo");
/// assert_eq!(llmparse::strip_think_tags("Use the `<think>` tag."), "Use the `<think>` tag.");
/// ```
#[must_use]
pub fn strip_think_tags(text: &str) -> String {
    let mut finder = walk(text);
    finder.unwrap_answer();
    content_of(text, &finder.set_aside)
}

/// A reply without its reasoning, outer blanks and byte order mark.
///
/// ```
/// assert_eq!(llmparse::preprocess("\u{feff}<think>hm</think>\n Oslo \n"), "Oslo");
/// ```
#[must_use]
pub fn preprocess(text: &str) -> String {
    let content = strip_think_tags(text);
    content
        .trim_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}')
        .to_owned()
}

/// The first wanted fence of the content; of the reasoning only if the content has none.
fn find_block<'t>(
    text: &'t str,
    is_wanted: impl Fn(Option<&str>) -> bool,
) -> Option<(Option<&'t str>, &'t str)> {
    let find_in = |part: &'t str| {
        let fences = find_fences(part);
        let mut found = fences
            .iter()
            .map(|fence| (fence.lang(part), fence.content(part)));
        found.find(|(lang, _)| is_wanted(*lang))
    };
    let first = find_in(text)?;
    if !Finder::new(text).has_marks() {
        return Some(first);
    }
    let reasoning = reasoning_spans(&walk(text).set_aside);
    let starts = std::iter::once(0).chain(reasoning.iter().map(|span| span.end()));
    let ends = reasoning
        .iter()
        .map(|span| span.start())
        .chain([text.len()]);
    let mut parts = starts
        .zip(ends)
        .filter_map(|(start, end)| text.get(start..end));
    parts.find_map(find_in).or(Some(first))
}

/// The language and content of the first code fence; a fence in the model's reasoning counts only if there is no other.
///
/// ```
/// let text = "Run this:\n```sh\nls\n```\n";
/// assert_eq!(llmparse::extract_code_block(text), Some((Some("sh"), "ls")));
/// let text = "<think>\n```sh\nrm x\n```\nToo rude.</think>\n```sh\nls\n```";
/// assert_eq!(llmparse::extract_code_block(text), Some((Some("sh"), "ls")));
/// ```
#[must_use]
pub fn extract_code_block(text: &str) -> Option<(Option<&str>, &str)> {
    find_block(text, |_| true)
}

/// The content of the first code fence whose language is `lang`, in any case.
///
/// ```
/// let text = "```js\n1\n```\n```json\n2\n```";
/// assert_eq!(llmparse::extract_code_block_for(text, "JSON"), Some("2"));
/// assert_eq!(llmparse::extract_code_block_for(text, "yaml"), None);
/// ```
#[must_use]
pub fn extract_code_block_for<'t>(text: &'t str, lang: &str) -> Option<&'t str> {
    find_block(text, |found| {
        found.is_some_and(|found| found.eq_ignore_ascii_case(lang))
    })
    .map(|(_, content)| content)
}

/// The last balanced region from `open` to `close` that says something; the last of all if none does. Brackets in
/// strings do not count.
///
/// ```
/// let text = "Rows: [{\"id\": 1}, {\"id\": 2}], see [1].";
/// assert_eq!(llmparse::find_bracketed(text, '[', ']'), Some("[{\"id\": 1}, {\"id\": 2}]"));
/// ```
#[must_use]
pub fn find_bracketed(text: &str, open: char, close: char) -> Option<&str> {
    let regions = brackets::find_regions(text, open, close);
    let telling = regions
        .iter()
        .rev()
        .find(|region| !brackets::is_trivial(region.of(text)));
    telling.or(regions.last()).map(|region| region.of(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fence_in_reasoning_counts_only_if_there_is_no_other() {
        let text = "<think>\n```js\n1\n```\n</think>\n```py\n2\n```\n";
        assert_eq!(extract_code_block(text), Some((Some("py"), "2")));
        assert_eq!(extract_code_block_for(text, "js"), Some("1"));
        assert_eq!(
            extract_code_block("<think>\n```js\n1\n```\n</think> Done."),
            Some((Some("js"), "1"))
        );
    }

    #[test]
    fn a_fence_left_open_in_reasoning_does_not_hide_the_next() {
        let text = "<think>\n```js\n1\n</think>\nSo:\n```\n2\n```\n";
        assert_eq!(extract_code_block(text), Some((None, "2")));
    }

    #[test]
    fn a_reasoning_mark_inside_a_fence_is_code() {
        let text = "```html\n<think>\n```\nand\n```html\n</think>\n```";
        assert_eq!(extract_code_block(text), Some((Some("html"), "<think>")));
    }

    #[test]
    fn a_wrapper_behind_reasoning_is_no_content() {
        let reply = split_reasoning("<think>a</think>\n<answer>Oslo</answer><|im_end|>\n");
        assert_eq!(
            (reply.reasoning.trim(), reply.content.trim()),
            ("a", "Oslo")
        );
        assert_eq!(
            split_reasoning("<answer>Oslo</answer>").content,
            "<answer>Oslo</answer>"
        );
        let part = "<think>a</think>So <answer>Oslo</answer>";
        assert_eq!(split_reasoning(part).content, "So <answer>Oslo</answer>");
    }

    #[test]
    fn reasoning_that_words_delimit_is_set_aside() {
        let reply = split_reasoning("Here is my thought process: Look. Here is my response: Oslo.");
        assert_eq!(
            (&*reply.reasoning, reply.content.trim()),
            ("Look.", "Oslo.")
        );
        let value =
            crate::pipeline::parse_json_value("analysisMaybe {\"a\": 0}.assistantfinal{\"a\": 1}")
                .unwrap();
        assert_eq!(value, serde_json::json!({"a": 1}));
    }
}

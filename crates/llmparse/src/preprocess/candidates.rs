//! Places where a value may start: the text itself, the content of a fence, a bracket in prose. One pass over what
//! is not a value; the caller reads each and says where it ended.

use std::collections::HashMap;

use super::fences::{Fence, find_fences};
use super::looks::{
    Look, find_prefix, find_tag_ends, is_scalar_start, is_value_start, is_wide_opener, look,
    starts_members,
};
use super::reasoning::{self, Kind, Mark, mark_at};
use super::turns::{Edges, Standing};
use crate::scan::{Input, Prefix, WINDOW};
use crate::span::Span;

/// How many openers of reasoning that are only named are searched for their closers.
const MOST_MENTIONS: usize = 16;

/// What surrounds a candidate, the least telling first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Context {
    /// In a fence, with other text before it.
    Code,
    /// In prose.
    Prose,
    /// All of a fence.
    Fence,
    /// All of a fence whose label says JSON.
    JsonFence,
    /// The text starts with it.
    Document,
}

/// A place where a value may start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    pub(crate) at: usize,
    pub(crate) context: Context,
    /// Only if nothing but the value stands there: its look alone says little.
    pub(crate) is_weak: bool,
    pub(crate) prefix: Option<Prefix>,
    /// Whether the value starts its line, or stands behind a label.
    pub(crate) starts_line: bool,
    /// Where what it stands in ends: its fence, or the text.
    pub(crate) limit: usize,
}

/// Walks through a text and stops at every place where a value may start.
pub(crate) struct Finder<'t> {
    input: Input<'t>,
    pos: usize,
    fences: Vec<Fence>,
    /// The next fence to come to.
    next_fence: usize,
    /// The fence that `pos` is in.
    fence: Option<usize>,
    /// Where code in the line ends.
    code_end: usize,
    /// Reasoning blocks and message tokens, markers included.
    pub(crate) set_aside: Vec<Aside>,
    /// Where the content starts, behind a closer that no opener stands before.
    pub(crate) content_start: usize,
    /// From here on no closer of reasoning comes.
    no_closer_from: usize,
    /// From here on closers of reasoning come in code only.
    code_closers_from: usize,
    /// Openers up to here that stand in a line are only named, for one on a line of its own takes the closer.
    mentions_until: usize,
    /// How many searches found that an opener is only named; behind too many any in a line is.
    mentions: usize,
    started: bool,
    /// Where the next bracket, and the next of the other marks, stands that was found ahead.
    bracket_ahead: usize,
    mark_ahead: usize,
    edges: Edges,
    /// Where tags close last, by name; collected when the first is asked for.
    tag_ends: Option<HashMap<&'t str, usize>>,
}

/// A piece of the text that is no content.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aside {
    /// Markers included.
    pub(crate) span: Span,
    /// The reasoning in it; none for a token.
    pub(crate) inner: Option<Span>,
    /// Whether a turn of someone else is in it.
    pub(crate) is_turn: bool,
}

impl<'t> Finder<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self {
            input: Input::whole(text),
            pos: 0,
            fences: find_fences(text),
            next_fence: 0,
            fence: None,
            code_end: 0,
            set_aside: Vec::new(),
            content_start: 0,
            no_closer_from: usize::MAX,
            code_closers_from: usize::MAX,
            mentions_until: 0,
            mentions: 0,
            started: false,
            bracket_ahead: 0,
            mark_ahead: 0,
            edges: Edges::default(),
            tag_ends: None,
        }
    }

    /// Goes on behind what was read.
    pub(crate) fn resume(&mut self, at: usize) {
        self.pos = self.pos.max(at);
        while let Some(fence) = self
            .fences
            .get(self.next_fence)
            .filter(|fence| fence.start < self.pos)
        {
            self.fence = (fence.end > self.pos).then_some(self.next_fence);
            self.next_fence += 1;
        }
    }

    /// The next place where a value may start.
    pub(crate) fn next_start(&mut self) -> Option<Start> {
        if !self.started {
            self.started = true;
            if let Some(start) = self.first_start() {
                return Some(start);
            }
        }
        loop {
            self.leave_fence();
            let fence_start = self
                .fences
                .get(self.next_fence)
                .map_or(self.input.len(), |fence| fence.start);
            let limit = self.fence_limit().min(fence_start);
            let at = self.find_interesting(limit);
            if at >= limit {
                if limit == self.input.len() {
                    return None;
                }
                self.pos = limit;
                if limit == fence_start {
                    if let Some(start) = self.enter_fence() {
                        return Some(start);
                    }
                }
                continue;
            }
            if let Some(start) = self.look_at(at) {
                return Some(start);
            }
        }
    }

    fn fence_limit(&self) -> usize {
        self.fence
            .and_then(|index| self.fences.get(index))
            .map_or(self.input.len(), |fence| fence.content.1)
    }

    fn leave_fence(&mut self) {
        let end = self
            .fence
            .and_then(|index| self.fences.get(index))
            .filter(|fence| self.pos >= fence.content.1)
            .map(|fence| fence.end);
        if let Some(end) = end {
            self.fence = None;
            self.pos = self.pos.max(end);
        }
    }

    /// A bracket, a backtick or the first byte of a wide mark.
    fn find_interesting(&mut self, limit: usize) -> usize {
        let rest = self.input.bytes().get(self.pos..).unwrap_or_default();
        let place = |found: Option<usize>| found.map_or(usize::MAX, |offset| self.pos + offset);
        if self.bracket_ahead <= self.pos {
            self.bracket_ahead = place(memchr::memchr3(b'{', b'[', b'<', rest));
        }
        if self.mark_ahead <= self.pos {
            self.mark_ahead = place(memchr::memchr3(b'`', 0xe2, 0xef, rest));
        }
        self.bracket_ahead.min(self.mark_ahead).min(limit)
    }

    fn first_start(&mut self) -> Option<Start> {
        if let Some((inner, end)) = reasoning::find_worded(self.input.text) {
            self.add_reasoning(self.first_content(), inner.start(), inner.end(), end);
            return None;
        }
        self.document_start()
    }

    fn document_start(&mut self) -> Option<Start> {
        let at = self.input.skip_blank_and_comments(0);
        let start = self.start_of_whole(at, Context::Document, self.input.len())?;
        self.resume(start.at);
        Some(start)
    }

    fn enter_fence(&mut self) -> Option<Start> {
        let index = self.next_fence;
        let fence = self.fences.get(index)?.clone();
        self.next_fence += 1;
        self.fence = Some(index);
        self.pos = fence.content.0;
        let is_json = fence.lang(self.input.text).is_some_and(|lang| {
            lang.get(..4)
                .is_some_and(|lang| lang.eq_ignore_ascii_case("json"))
        });
        let context = if is_json {
            Context::JsonFence
        } else {
            Context::Fence
        };
        let at = self.input.skip_blank(fence.content.0);
        self.start_of_whole(at, context, fence.content.1)
    }

    /// The start at `at`, where a text or the content of a fence starts.
    fn start_of_whole(&self, at: usize, context: Context, limit: usize) -> Option<Start> {
        if at >= limit || mark_at(self.input, at).is_some() {
            return None;
        }
        let (at, prefix) = find_prefix(self.input, at);
        let is_weak = match self.input.at(at)? {
            b'{' | b'[' => match look(self.input.with_prefix(prefix), at) {
                Look::Strong | Look::Member => false,
                Look::Weak | Look::None => true,
            },
            0xef if is_wide_opener(self.input, at) => false,
            b'(' => !is_value_start(self.input, self.input.skip_blank(at + 1)),
            _ => !starts_members(self.input, at),
        };
        let is_bracket = matches!(self.input.at(at), Some(b'{' | b'['));
        let usable = is_bracket
            || !is_weak
            || context == Context::JsonFence
            || is_scalar_start(self.input, at);
        usable.then_some(Start {
            at,
            context,
            is_weak,
            prefix,
            starts_line: true,
            limit,
        })
    }

    fn look_at(&mut self, at: usize) -> Option<Start> {
        let byte = self.input.at(at)?;
        self.pos = at + 1;
        if byte == b'`' {
            self.enter_code(at);
            return None;
        }
        if let Some(mark) = self.mark_outside_code(at, byte) {
            self.take_mark(at, mark.kind, mark.len);
            return None;
        }
        let is_wide = byte == 0xef && is_wide_opener(self.input, at);
        if !matches!(byte, b'{' | b'[') && !is_wide || self.is_no_value(at) {
            return None;
        }
        let (_, prefix) = self.prefix_before(at);
        let look = if is_wide {
            Look::Strong
        } else {
            look(self.input.with_prefix(prefix), at)
        };
        let is_good = match look {
            Look::Strong => true,
            Look::Member => !self.is_behind_word(at),
            Look::Weak => self.starts_line(at) && !self.is_behind_word(at),
            Look::None => false,
        };
        if !is_good {
            return None;
        }
        let context = if self.fence.is_some() {
            Context::Code
        } else {
            Context::Prose
        };
        let limit = self
            .tag_end(at)
            .unwrap_or(usize::MAX)
            .min(self.fence_limit());
        Some(Start {
            at,
            context,
            is_weak: look == Look::Weak,
            prefix,
            starts_line: self.starts_line(at),
            limit,
        })
    }

    /// A colour code, or a link or check box of Markdown.
    fn is_no_value(&self, at: usize) -> bool {
        self.input.before(at) == Some(0x1b)
            || self.input.has(at, "[ ]")
            || self.input.has(at, "[x]")
            || self.is_in_comment(at)
            || self.input.slice(at.saturating_sub(5), at) == "CDATA"
    }

    /// Where the tag closes that opens right before `at`, as in `<answer>{"a": 1}</answer>`.
    fn tag_end(&mut self, at: usize) -> Option<usize> {
        let before = self.input.slice(at.saturating_sub(64), at).trim_end();
        let (_, tag) = before.strip_suffix('>')?.rsplit_once('<')?;
        let name = tag
            .split(' ')
            .next()
            .filter(|name| !name.is_empty() && !name.starts_with('/'))?;
        let ends = self
            .tag_ends
            .get_or_insert_with(|| find_tag_ends(self.input.text));
        ends.get(name).copied().filter(|&end| end > at)
    }

    /// `// {"a": 0}` is no value.
    fn is_in_comment(&self, at: usize) -> bool {
        let start = self.input.near_line_start(at);
        start.is_some_and(|start| self.input.slice(start, at).trim_start().starts_with("//"))
    }

    /// `User {` and `) {` start code.
    fn is_behind_word(&self, at: usize) -> bool {
        let before = self.input.slice(at.saturating_sub(1), at);
        let index = if before == " " { at - 1 } else { at };
        self.input
            .before(index)
            .is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b')' || byte == b'_')
    }

    fn prefix_before(&self, at: usize) -> (usize, Option<Prefix>) {
        match self.input.near_line_start(at) {
            Some(start) => find_prefix(self.input, self.input.skip_plain(start).min(at)),
            None => (at, None),
        }
    }

    fn starts_line(&self, at: usize) -> bool {
        let Some(start) = self.input.near_line_start(at) else {
            return false;
        };
        let before = self
            .input
            .slice(start, at)
            .trim_end_matches([' ', '\t', '(', '*', '`', '>']);
        before.is_empty() || before.ends_with([':', '=']) || before.trim_start().len() <= 3
    }

    /// Code in a line: marks in it are text.
    fn enter_code(&mut self, at: usize) {
        let run = self.input.run_len(at, b'`');
        self.pos = at + run;
        if at < self.code_end || run > 2 {
            return;
        }
        let behind = at + run;
        let near = self
            .input
            .bytes()
            .get(behind..(behind + 4 * WINDOW).min(self.input.len()))
            .unwrap_or_default();
        let end = memchr::memchr2(b'`', b'\n', near).map(|offset| behind + offset);
        if let Some(end) = end.filter(|&end| self.input.at(end) == Some(b'`')) {
            self.code_end = end;
        }
    }

    // ---- reasoning ----------------------------------------------------------------------------------------------

    /// The mark at `at`, if it is no code. A fence that was never closed does not hide a closer that starts a line.
    fn mark_outside_code(&self, at: usize, byte: u8) -> Option<Mark> {
        if !reasoning::may_start(byte) || at < self.code_end {
            return None;
        }
        let mark = mark_at(self.input, at)?;
        let Some(fence) = self.fence.and_then(|index| self.fences.get(index)) else {
            return Some(mark);
        };
        let ends_code =
            !fence.is_closed && mark.kind == Kind::Close && self.input.before(at) == Some(b'\n');
        ends_code.then_some(mark)
    }

    fn take_mark(&mut self, at: usize, kind: Kind, len: usize) {
        match kind {
            Kind::Open => self.take_opener(at, len),
            Kind::Close => self.take_orphan(at, len),
            Kind::Token => self.take_token(at, at + len),
        }
    }

    fn take_token(&mut self, at: usize, end: usize) {
        let is_first = self.is_first(at);
        let standing = self.edges.judge(self.input, (at, end), is_first);
        let end = match standing {
            Standing::Named => return self.resume(end),
            Standing::Edge => end,
            Standing::LastEdge => self.input.len(),
        };
        self.set_aside.push(Aside {
            span: Span::new(at, end),
            inner: None,
            is_turn: standing == Standing::LastEdge,
        });
        self.resume(end);
    }

    fn take_opener(&mut self, at: usize, len: usize) {
        let starts_message = self
            .input
            .slice(0, at)
            .trim_end_matches([' ', '\t'])
            .ends_with(['\n', '>', '\u{feff}'])
            || self.is_first(at);
        let inner = at + len;
        let starts_message = starts_message && !self.is_listed(inner);
        if !starts_message && (at < self.mentions_until || self.mentions > MOST_MENTIONS) {
            return;
        }
        match self.find_closer(inner) {
            Some(_) if !starts_message && at < self.mentions_until => self.mentions += 1,
            Some((close, end)) => self.add_reasoning(at, inner, close, end),
            None if starts_message => {
                self.add_reasoning(at, inner, self.input.len(), self.input.len())
            }
            None => {}
        }
    }

    /// Whether a sentence goes on with other tags behind the opener that ends at `at`: `<thought> and <action> …`.
    fn is_listed(&self, at: usize) -> bool {
        const LONGEST: usize = 10;
        let rest = self.input.slice(at, self.input.len());
        if let Some(next) = rest.strip_prefix([',', '/']) {
            return next.trim_start_matches(' ').starts_with('<');
        }
        let Some(rest) = rest.strip_prefix(' ') else {
            return false;
        };
        let mut near = rest.char_indices().take(LONGEST);
        let end = near.find(|(_, letter)| !letter.is_lowercase());
        end.is_some_and(|(end, _)| rest.get(end..).is_some_and(|rest| rest.starts_with(" <")))
    }

    fn is_first(&self, at: usize) -> bool {
        let from = self
            .set_aside
            .last()
            .map_or(0, |aside| aside.span.end())
            .min(at);
        self.input.slice(from, at).trim_end().is_empty()
    }

    fn add_reasoning(&mut self, start: usize, inner: usize, close: usize, end: usize) {
        self.set_aside.push(Aside {
            span: Span::new(start, end),
            inner: Some(Span::new(inner, close)),
            is_turn: false,
        });
        self.resume_content(end);
    }

    /// Goes on behind a closer of reasoning, where a fence that was left open ends too.
    fn resume_content(&mut self, end: usize) {
        self.resume(end);
        self.fence = self
            .fence
            .filter(|&index| self.fences.get(index).is_some_and(|fence| fence.is_closed));
    }

    /// The closer of the reasoning that starts at `from`: its start and end. Openers inside count; where there are
    /// more openers than closers the last closer ends it.
    fn find_closer(&mut self, from: usize) -> Option<(usize, usize)> {
        if from >= self.no_closer_from {
            return None;
        }
        let mut depth = 1;
        let mut last = None;
        let mut in_code = None;
        let mut on_line = None;
        let mut at = from;
        while let Some((found, kind, len)) = self.next_mark(at) {
            at = found + len;
            let is_code = self.is_quoted_mark(found, at);
            if kind == Kind::Close && (is_code || self.is_in_closed_fence(found)) {
                in_code = in_code.or((!is_code).then_some((found, at)));
                if in_code.is_some() && from >= self.code_closers_from {
                    return in_code;
                }
                continue;
            }
            match kind {
                Kind::Open if !is_code => {
                    depth += 1;
                    let starts_line = self.input.before(found) == Some(b'\n');
                    on_line = on_line.or(starts_line.then_some(found));
                }
                Kind::Close => {
                    depth -= 1;
                    last = Some((found, at));
                    if depth == 0 {
                        return last;
                    }
                }
                _ => {}
            }
        }
        self.mentions_until = on_line.unwrap_or(0);
        self.code_closers_from = last.map_or(from, |(_, end)| end);
        if last.is_none() && in_code.is_none() {
            self.no_closer_from = from;
        }
        last.or(in_code)
    }

    fn next_mark(&self, from: usize) -> Option<(usize, Kind, usize)> {
        let mut at = from;
        loop {
            let rest = self.input.bytes().get(at..)?;
            at += memchr::memchr3(b'<', b'[', 0xe2, rest)?;
            if let Some(mark) = mark_at(self.input, at) {
                let kind = if reasoning::is_message_end(self.input, at) {
                    Kind::Close
                } else {
                    mark.kind
                };
                return Some((at, kind, mark.len));
            }
            at += 1;
        }
    }

    /// `` `</think>` `` is talk about the mark.
    fn is_quoted_mark(&self, start: usize, end: usize) -> bool {
        self.input.before(start) == Some(b'`') && self.input.at(end) == Some(b'`')
    }

    fn is_in_closed_fence(&self, at: usize) -> bool {
        let index = self.fences.partition_point(|fence| fence.start <= at);
        let fence = index
            .checked_sub(1)
            .and_then(|index| self.fences.get(index));
        fence.is_some_and(|fence| fence.is_closed && at < fence.content.1)
    }

    /// A closer without an opener: what stands before it is reasoning, unless nothing stands behind it.
    fn take_orphan(&mut self, at: usize, len: usize) {
        let end = at + len;
        let is_last = self
            .input
            .slice(end, self.input.len())
            .trim_start()
            .is_empty();
        if is_last && self.has_content(at) {
            self.set_aside.push(Aside {
                span: Span::new(at, end),
                inner: None,
                is_turn: false,
            });
        } else {
            let start = self.content_start;
            while self
                .set_aside
                .last()
                .is_some_and(|aside| aside.span.end() > start)
            {
                self.set_aside.pop();
            }
            self.set_aside.push(Aside {
                span: Span::new(start, end),
                inner: Some(Span::new(start, at)),
                is_turn: false,
            });
            self.content_start = end;
        }
        self.resume_content(end);
    }

    /// Whether anything outside of reasoning stands before `at`.
    fn has_content(&self, at: usize) -> bool {
        let aside: usize = self.set_aside.iter().map(|aside| aside.span.len()).sum();
        aside < self.input.slice(0, at).trim().len()
    }

    /// Whether there is anything that may set a part of the text aside.
    pub(crate) fn has_marks(&self) -> bool {
        self.next_mark(0).is_some() || reasoning::find_worded(self.input.text).is_some()
    }

    /// Sets the tags of `<answer>Oslo</answer>` aside where they stand around all of the content behind reasoning.
    pub(crate) fn unwrap_answer(&mut self) {
        let start = self.first_content();
        let end = self.content_end().max(start);
        let is_behind_reasoning = self
            .set_aside
            .iter()
            .any(|aside| aside.inner.is_some() && aside.span.end() <= start);
        let Some((open, close)) = reasoning::find_wrapper(self.input.slice(start, end)) else {
            return;
        };
        if is_behind_reasoning {
            self.insert_token(Span::new(start, start + open));
            self.insert_token(Span::new(end - close, end));
        }
    }

    fn insert_token(&mut self, span: Span) {
        let index = self
            .set_aside
            .partition_point(|aside| aside.span.end() <= span.start());
        let token = Aside {
            span,
            inner: None,
            is_turn: false,
        };
        self.set_aside.insert(index, token);
    }

    /// Behind the last character of the content that is no blank.
    fn content_end(&self) -> usize {
        let mut end = self.input.text.trim_end().len();
        for aside in self.set_aside.iter().rev() {
            if aside.span.end() < end {
                break;
            }
            end = self.input.slice(0, aside.span.start()).trim_end().len();
        }
        end
    }

    /// The first character of the content that is no blank.
    pub(crate) fn first_content(&self) -> usize {
        let mut at = self.input.skip_blank(0);
        for aside in &self.set_aside {
            if aside.span.start() <= at && at < aside.span.end() {
                at = self.input.skip_blank(aside.span.end());
            }
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn starts(text: &str) -> Vec<&str> {
        let mut finder = Finder::new(text);
        let starts = std::iter::from_fn(|| finder.next_start());
        starts.map(|start| text[start.at..].split_at(6).0).collect()
    }

    fn reasoning(text: &str) -> Vec<&str> {
        let mut finder = Finder::new(text);
        while finder.next_start().is_some() {}
        finder
            .set_aside
            .iter()
            .filter_map(|aside| aside.inner)
            .map(|inner| inner.of(text))
            .collect()
    }

    #[test]
    fn values_in_reasoning_are_no_candidates() {
        assert_eq!(
            starts("<think>{\"a\":0}</think> so {\"a\":1}"),
            ["{\"a\":1"]
        );
        assert_eq!(
            starts("analysisTry {\"a\":0}.assistantfinal{\"a\":1}"),
            ["{\"a\":1"]
        );
    }

    #[test]
    fn a_closer_in_code_ends_reasoning_only_if_there_is_no_other() {
        assert_eq!(
            reasoning("<think>\n```\n</think>\n```\nb</think>c"),
            ["\n```\n</think>\n```\nb"]
        );
        assert_eq!(reasoning("<think>a\n```\n</think>\n```\n"), ["a\n```\n"]);
        assert_eq!(reasoning("<think>a `</think>` b"), ["a `</think>` b"]);
    }

    #[test]
    fn a_closer_ends_reasoning_whose_fence_was_left_open() {
        assert_eq!(
            reasoning("a\n```json\n{}\n</think>\nb"),
            ["a\n```json\n{}\n"]
        );
        assert_eq!(reasoning("a\n```html\n</think>\n```\nb"), [""; 0]);
    }

    #[test]
    fn a_value_ends_where_the_tag_around_it_closes_last() {
        let limit = |text| Finder::new(text).next_start().map(|start| start.limit);
        assert_eq!(limit("x <out>{\"a\":1}</out>"), Some(14));
        assert_eq!(limit("x <out>{\"a\":\"</out>\"}</out>"), Some(21));
        assert_eq!(limit("x <out>{\"a\":1}</in>"), Some(19));
    }
}

//! The short way for the plain part of YAML: block mappings and lists of scalars and of short lists, as in
//! `items:\n  - name: Ann\n    tags: [a, b]`. It gives up on anything else, and the events are read then.

use super::line::{Key, find_key};
use super::member::is_odd_key;
use super::tree::{Tree, plain_value, text_value, value};
use crate::span::Span;
use crate::trace::Warning;
use crate::value::{Data, Value};

/// The longest key, in bytes, that is read here.
const LONGEST_KEY: usize = 512;

/// What was read, and where: at the end of the text, or before a line at the left that belongs to nothing.
pub(super) struct Plain {
    pub(super) value: Value,
    pub(super) warnings: Vec<Warning>,
    pub(super) end: usize,
}

/// Reads what starts at the start of `span`, a line's, nested at most `depth` deep.
pub(super) fn read_plain(text: &str, span: Span, depth: usize) -> Option<Plain> {
    if !has_plain_characters(span.of(text).as_bytes()) {
        return None;
    }
    let reader = Reader {
        text,
        bytes: text.as_bytes().get(..span.end())?,
        depth,
        tree: Tree::default(),
        levels: Vec::with_capacity(8),
        awaits: None,
        end: span.start(),
    };
    reader.read(span.start())
}

/// Whether there is no character that a YAML parser refuses or takes for something else. No branch for each byte.
fn has_plain_characters(bytes: &[u8]) -> bool {
    let odd = bytes.iter().fold(false, |odd, &byte| {
        let is_control = byte < b' ' && byte != b'\n' && byte != b'\r' && byte != b'\t';
        odd | is_control | (byte == 0x7f)
    });
    let at = |index: usize| bytes.get(index).copied();
    let is_c1 = |index: usize| at(index + 1).is_some_and(|next| next < 0xa0);
    let is_lone = |index: usize| at(index + 1) != Some(b'\n');
    let is_mark = |index: usize| matches!(at(index + 1), Some(0xbb | 0xbf));
    !odd && !memchr::memchr_iter(0xc2, bytes).any(is_c1)
        && !memchr::memchr_iter(b'\r', bytes).any(is_lone)
        && !memchr::memchr_iter(0xef, bytes).any(is_mark)
}

struct Reader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    depth: usize,
    tree: Tree,
    levels: Vec<Level>,
    /// Where the value that is missing as yet would stand.
    awaits: Option<usize>,
    /// Where what was read last ends.
    end: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Level {
    indent: usize,
    is_list: bool,
}

/// A line by offsets; `end` is behind its last character, the line break apart.
#[derive(Clone, Copy)]
struct Line {
    start: usize,
    text: usize,
    end: usize,
}

enum Next {
    Line,
    /// The line belongs to nothing that is open.
    Stop,
}

impl Reader<'_> {
    fn read(mut self, start: usize) -> Option<Plain> {
        let mut at = start;
        while at < self.bytes.len() {
            let line_end = self.line_end(at);
            let line = self.line(at, line_end);
            if let Next::Stop = self.take_line(line)? {
                break;
            }
            at = line_end + 1;
        }
        let end = at.min(self.bytes.len());
        self.finish(end)
    }

    fn finish(mut self, at: usize) -> Option<Plain> {
        while self.levels.len() > 1 {
            self.close_level()?;
        }
        self.fill();
        self.levels.pop()?;
        let value = self.tree.close(self.end)?;
        let mut warnings = self.tree.warnings;
        warnings.sort_by_key(|warning| warning.span);
        Some(Plain {
            value,
            warnings,
            end: at,
        })
    }

    #[inline]
    fn at(&self, index: usize) -> Option<u8> {
        self.bytes.get(index).copied()
    }

    fn line_end(&self, at: usize) -> usize {
        let rest = self.bytes.get(at..).unwrap_or_default();
        memchr::memchr(b'\n', rest).map_or(self.bytes.len(), |end| at + end)
    }

    fn line(&self, start: usize, line_end: usize) -> Line {
        let line = self.bytes.get(start..line_end).unwrap_or_default();
        let text = start + line.iter().take_while(|&&byte| byte == b' ').count();
        let blanks = line
            .iter()
            .rev()
            .take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r'));
        let end = (line_end - blanks.count()).max(text);
        Line { start, text, end }
    }

    fn take_line(&mut self, line: Line) -> Option<Next> {
        let indent = line.text - line.start;
        match self.at(line.text) {
            _ if line.text == line.end => return Some(Next::Line),
            Some(b'#') => return Some(Next::Line),
            Some(b'-') if self.is_dash(line.text, line.end) => {
                return self.take_items(line, indent);
            }
            Some(b'-' | b'.' | b'%') if indent == 0 => return self.take_marker(line),
            _ => {}
        }
        match self.find_key(line.text, line.end)? {
            Some(key) => {
                if let Next::Stop = self.settle(indent, false)? {
                    return Some(Next::Stop);
                }
                self.open_level(indent, false, line.text)?;
                self.take_member(line.text, key, line)?;
                Some(Next::Line)
            }
            None => self.stop(indent),
        }
    }

    /// `---` before everything is passed over.
    fn take_marker(&mut self, line: Line) -> Option<Next> {
        let is_start = self.text.get(line.text..line.end) == Some("---");
        match (self.levels.is_empty(), is_start) {
            (true, true) if self.end == line.start => {
                self.end = line.end;
                Some(Next::Line)
            }
            (true, _) => None,
            (false, _) => Some(Next::Stop),
        }
    }

    fn stop(&self, indent: usize) -> Option<Next> {
        let root = self.levels.first()?;
        (indent <= root.indent).then_some(Next::Stop)
    }

    fn is_dash(&self, at: usize, end: usize) -> bool {
        self.at(at) == Some(b'-') && (at + 1 >= end || self.at(at + 1) == Some(b' '))
    }

    /// Closes what a line at `indent` does not belong to.
    fn settle(&mut self, indent: usize, is_list: bool) -> Option<Next> {
        while let Some(&level) = self.levels.last() {
            let is_child = self.awaits.is_some() && !level.is_list && is_list;
            let fits = level.indent == indent && (level.is_list == is_list || is_child);
            if level.indent < indent {
                return self.awaits.map(|_| Next::Line);
            }
            if fits {
                return Some(Next::Line);
            }
            if self.levels.len() == 1 {
                return Some(Next::Stop);
            }
            self.close_level()?;
        }
        Some(Next::Line)
    }

    /// Opens a collection for a line at `indent`, unless it is open.
    fn open_level(&mut self, indent: usize, is_list: bool, start: usize) -> Option<()> {
        let level = Level { indent, is_list };
        if self.levels.last() == Some(&level) {
            self.fill();
            return Some(());
        }
        if self.levels.len() >= self.depth {
            return None;
        }
        self.awaits = None;
        self.levels.push(level);
        if is_list {
            self.tree.open_list(start);
        } else {
            self.tree.open_map(start);
        }
        Some(())
    }

    fn close_level(&mut self) -> Option<()> {
        self.fill();
        self.levels.pop()?;
        let value = self.tree.close(self.end)?;
        self.tree.add(value);
        Some(())
    }

    /// What is still missing is null.
    fn fill(&mut self) {
        if let Some(at) = self.awaits.take() {
            self.tree.add(value(Data::Null, Span::new(at, at)));
        }
    }

    fn add(&mut self, value: Value) {
        self.awaits = None;
        self.end = value.span.end();
        self.tree.add(value);
    }

    /// `- - a` and `- name: Ann`
    fn take_items(&mut self, line: Line, indent: usize) -> Option<Next> {
        if let Next::Stop = self.settle(indent, true)? {
            return Some(Next::Stop);
        }
        let mut at = line.text;
        while self.is_dash(at, line.end) {
            self.open_level(at - line.start, true, at)?;
            self.end = at + 1;
            self.awaits = Some(at + 1);
            at = self.skip_spaces(at + 1, line.end);
        }
        if at >= line.end {
            return Some(Next::Line);
        }
        match self.find_key(at, line.end)? {
            Some(key) => {
                self.open_level(at - line.start, false, at)?;
                self.take_member(at, key, line)?;
            }
            None => self.take_value(at, line.end)?,
        }
        Some(Next::Line)
    }

    fn take_member(&mut self, at: usize, key: Key, line: Line) -> Option<()> {
        let span = Span::new(at, at + key.end);
        let text = span.of(self.text);
        let name = match text.as_bytes() {
            [b'"' | b'\'', inner @ .., _] => text.get(1..=inner.len())?,
            _ => text,
        };
        self.tree.key(name, span);
        self.end = at + key.value;
        self.awaits = Some(self.end);
        let from = self.skip_blanks(self.end, line.end);
        if from < line.end {
            self.take_value(from, line.end)?;
        }
        Some(())
    }

    /// The key at `at`; none, within, if there is none.
    #[expect(clippy::option_option, reason = "giving up is not the same as no key")]
    fn find_key(&self, at: usize, end: usize) -> Option<Option<Key>> {
        let content = self.text.get(at..end)?;
        let Some(key) = find_key(content) else {
            return Some(None);
        };
        let first = *content.as_bytes().first()?;
        let name = content.as_bytes().get(..key.end)?;
        let is_quoted = matches!(first, b'"' | b'\'');
        let is_simple = if is_quoted {
            !name.contains(&b'\\') && !name.get(1..name.len() - 1)?.contains(&first)
        } else {
            starts_word(first) && !name.contains(&b'#') && !is_odd_key(content)
        };
        (is_simple && key.end <= LONGEST_KEY).then_some(Some(key))
    }

    fn skip_spaces(&self, at: usize, end: usize) -> usize {
        let rest = self.bytes.get(at..end).unwrap_or_default();
        at + rest.iter().take_while(|&&byte| byte == b' ').count()
    }

    fn skip_blanks(&self, at: usize, end: usize) -> usize {
        let rest = self.bytes.get(at..end).unwrap_or_default();
        at + rest
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\t'))
            .count()
    }

    fn take_value(&mut self, at: usize, end: usize) -> Option<()> {
        match self.at(at)? {
            b'#' => self.is_comment(at, end).then_some(()),
            quote @ (b'"' | b'\'') => {
                let close = self.close_of(at, end, quote)?;
                self.ends_line(close + 1, end).then_some(())?;
                self.add_text(at, close);
                Some(())
            }
            b'[' => {
                let behind = self.take_list(at, end)?;
                self.ends_line(behind, end).then_some(())
            }
            first if starts_plain(first, self.at(at + 1)) => {
                let stop = self.plain_end(at, end)?;
                self.add_plain(at, stop)
            }
            _ => None,
        }
    }

    fn add_text(&mut self, open: usize, close: usize) {
        let text = self.text.get(open + 1..close).unwrap_or_default();
        self.add(text_value(text, Span::new(open, close + 1)));
    }

    /// A separator at the end may be meant otherwise, which the events warn of.
    fn add_plain(&mut self, at: usize, end: usize) -> Option<()> {
        if matches!(self.at(end.checked_sub(1)?), Some(b',' | b';')) {
            return None;
        }
        let span = Span::new(at, end);
        let value = plain_value(span.of(self.text), span, &mut self.tree.warnings);
        self.add(value);
        Some(())
    }

    /// Where the quote closes that opens at `at`, if nothing has to be replaced between.
    fn close_of(&self, at: usize, end: usize, quote: u8) -> Option<usize> {
        let inner = self.bytes.get(at + 1..end)?;
        let close = at
            + 1
            + if quote == b'"' {
                memchr::memchr2(b'"', b'\\', inner)?
            } else {
                memchr::memchr(b'\'', inner)?
            };
        let is_closed =
            self.at(close) == Some(quote) && (quote == b'"' || self.at(close + 1) != Some(quote));
        is_closed.then_some(close)
    }

    /// Whether nothing, or a comment behind a blank, stands from `at` to `end`.
    fn ends_line(&self, at: usize, end: usize) -> bool {
        let rest = self.skip_blanks(at, end);
        rest >= end || rest > at && self.is_comment(rest, end)
    }

    /// Whether a comment at `at` is one; `#1` may be text.
    fn is_comment(&self, at: usize, end: usize) -> bool {
        self.at(at) == Some(b'#')
            && (at + 1 >= end || matches!(self.at(at + 1), Some(b' ' | b'\t')))
    }

    /// Where the plain scalar at `at` ends; none if it holds what makes it none.
    fn plain_end(&self, at: usize, end: usize) -> Option<usize> {
        let mut from = at;
        while let Some(found) = memchr::memchr2(b':', b'#', self.bytes.get(from..end)?) {
            let mark = from + found;
            let is_blank = |byte: Option<u8>| matches!(byte, Some(b' ' | b'\t'));
            if self.at(mark) == Some(b':') {
                if mark + 1 >= end || is_blank(self.at(mark + 1)) {
                    return None;
                }
            } else if is_blank(self.at(mark - 1)) {
                let text = self.text.get(at..mark)?.trim_end_matches([' ', '\t']);
                return self.is_comment(mark, end).then_some(at + text.len());
            }
            from = mark + 1;
        }
        Some(end)
    }

    /// `[a, "b", 3]` on one line; gives where it ends.
    fn take_list(&mut self, at: usize, end: usize) -> Option<usize> {
        if self.levels.len() >= self.depth {
            return None;
        }
        self.tree.open_list(at);
        let mut from = self.skip_blanks(at + 1, end);
        while self.at(from)? != b']' {
            let behind = self.take_list_item(from, end)?;
            let next = self.skip_blanks(behind, end);
            from = match self.at(next).filter(|_| next < end)? {
                b',' => self.skip_blanks(next + 1, end),
                b']' => next,
                _ => return None,
            };
            if from >= end {
                return None;
            }
        }
        let list = self.tree.close(from + 1)?;
        self.add(list);
        Some(from + 1)
    }

    /// Gives where the item ends.
    fn take_list_item(&mut self, at: usize, end: usize) -> Option<usize> {
        let first = self.at(at)?;
        if matches!(first, b'"' | b'\'') {
            let close = self.close_of(at, end, first)?;
            let text = self.text.get(at + 1..close)?;
            self.tree.add(text_value(text, Span::new(at, close + 1)));
            return Some(close + 1);
        }
        if !starts_plain(first, self.at(at + 1)) {
            return None;
        }
        let rest = self.bytes.get(at..end)?;
        let len = rest
            .iter()
            .position(|byte| matches!(byte, b',' | b']' | b'[' | b'{' | b'}' | b':' | b'#'))?;
        if !matches!(rest.get(len), Some(b',' | b']')) {
            return None;
        }
        let text = self.text.get(at..at + len)?.trim_end_matches([' ', '\t']);
        self.tree.add_plain(text, Span::new(at, at + text.len()));
        Some(at + len)
    }
}

fn starts_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// Whether a plain scalar may start with `first`; what is rare is left to the events.
fn starts_plain(first: u8, next: Option<u8>) -> bool {
    match first {
        b'-' => next.is_some_and(|next| next.is_ascii_alphanumeric() || next == b'.'),
        b'/' | b'(' | b'$' | b'.' | b'+' | b'~' | b'<' | b'=' | b';' | b'^' | b'\\' => true,
        _ => starts_word(first),
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;
    use proptest::test_runner::RngSeed;

    use super::super::events::read_events;
    use super::*;

    const DEPTH: usize = 64;

    /// What lines are put together from.
    const PIECES: [&str; 52] = [
        "a: ",
        "b: ",
        "key:",
        "k2: ",
        "\"q k\": ",
        "- ",
        "-",
        "  ",
        "    ",
        " ",
        "\n",
        "\n",
        "\n  ",
        "\n  ",
        "\n    ",
        "\n- ",
        "\n  - ",
        "\na: ",
        "\nb: ",
        "\n  c: ",
        "\r\n",
        "\t",
        "x",
        "some text",
        "1",
        "-1.50",
        "012",
        "no",
        "true",
        "~",
        "12:30",
        "2024-01-02",
        "[a, b]",
        "[1, \"x\", 'y']",
        "[]",
        "[ ]",
        "[-1, .5,]",
        ",",
        ":",
        "#",
        " # note",
        " #1",
        "\"q\"",
        "'q'",
        "http://x.y",
        "(z)",
        "/p",
        "é",
        "日本",
        "\u{a0}",
        "---\n",
        "a: x y\n",
    ];

    fn text() -> impl Strategy<Value = String> {
        vec(select(&PIECES[..]), 0..20).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, cases: 4000, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

        #[test]
        fn what_is_read_the_short_way_is_what_the_events_say(text in text()) {
            let span = Span::new(0, text.len());
            let Some(plain) = read_plain(&text, span, DEPTH) else {
                return Ok(());
            };
            let part = text.get(..plain.end).unwrap_or_default();
            let stream = read_events(part, DEPTH).ok();
            let said = stream.as_ref().map(|stream| (&stream.documents[..], &stream.warnings));
            let read = [plain.value];
            prop_assert_eq!(Some((&read[..], &plain.warnings)), said, "{:?}", part);
            prop_assert_eq!(places(&read[0]), places(&stream.unwrap().documents[0]), "{:?}", part);
        }
    }

    /// The places of the scalars that are there.
    fn places(value: &Value) -> Vec<Span> {
        match &value.data {
            Data::Array(items) => items.iter().flat_map(places).collect(),
            Data::Object(object) => object
                .iter()
                .flat_map(|(_, member)| places(member))
                .collect(),
            _ if value.span.is_empty() => Vec::new(),
            _ => vec![value.span],
        }
    }
}

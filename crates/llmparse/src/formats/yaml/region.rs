//! Where YAML stands among sentences: `Sure, see below.\n\na: 1\n\nAnything else?` has it on the third line.

use super::line::{Head, Line, number_mark, read_head};
use super::member::{find_marked, find_tight};
use super::phrases::{is_lead_in, is_lead_out, is_remark};
use crate::span::Span;
use crate::value::{Data, Value};

/// A key with more words is part of a sentence.
const MOST_WORDS: usize = 6;

/// Lines that may be YAML, without the sentences around them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Region {
    pub(super) span: Span,
    /// How many of its lines at the left are members, items or the like.
    weight: usize,
}

/// What a line at the left is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    Blank,
    /// A comment or a marker, which belongs to what stands around it.
    Neutral,
    /// A member, an item, a bracket.
    Structure,
    /// `key:value`, a member next to others.
    Tight,
    Prose,
}

fn look(content: &str) -> Look {
    let content = unquoted(content);
    match read_head(content) {
        _ if number_mark(content).is_some() => Look::Structure,
        Head::Blank => Look::Blank,
        Head::Comment | Head::Marker => Look::Neutral,
        Head::Item(_) | Head::Flow => Look::Structure,
        Head::Entry(key) if is_key(content.get(..key.end).unwrap_or_default()) => Look::Structure,
        Head::Entry(_) | Head::Loose => look_closer(content),
    }
}

/// A line without the mark of a quotation before it.
fn unquoted(content: &str) -> &str {
    content.strip_prefix('>').map_or(content, str::trim_start)
}

fn look_closer(content: &str) -> Look {
    if let Some((key, ..)) = find_marked(content) {
        let is_label = is_remark(content.get(..key).unwrap_or_default());
        return if is_label {
            Look::Prose
        } else {
            Look::Structure
        };
    }
    match find_tight(content) {
        Some((_, value, _)) if value < content.len() => Look::Tight,
        _ => Look::Prose,
    }
}

/// Whether `key` may be one: no part of a sentence.
pub(super) fn is_key(key: &str) -> bool {
    if key.starts_with(['"', '\'']) {
        return true;
    }
    let has_pause = [
        ", ", ". ", "! ", "? ", "; ", ": ", "，", "。", "！", "？", "、",
    ]
    .iter()
    .any(|pause| key.contains(pause));
    let words = key.split_whitespace().take(MOST_WORDS + 1).count();
    !has_pause && words <= MOST_WORDS && !(words > 2 && (is_lead_in(key) || is_lead_out(key)))
}

/// Where the first line starts that is no sentence, and not what leads to the value.
pub(super) fn find_start(text: &str) -> Option<usize> {
    let mut at = 0;
    while at < text.len() {
        let line = Line::read(text, at, text.len());
        let content = line.content(text);
        let starts = match look(content) {
            Look::Blank | Look::Prose => false,
            Look::Neutral => !content.starts_with('#') || !line.indent(text).is_empty(),
            Look::Structure => !leads_in(text, &line),
            Look::Tight => is_member_next(text, &line),
        };
        if starts {
            return Some(line.start);
        }
        at = line.next;
    }
    None
}

/// `Here is the list:` before what it speaks of; a long key only where it would be left without a value.
fn leads_in(text: &str, line: &Line) -> bool {
    let content = line.content(text);
    if find_marked(content).is_some_and(|(_, value, _)| value == content.len()) {
        return is_member_next(text, line);
    }
    let Some(key) = content.strip_suffix(':') else {
        return false;
    };
    let words = key.split_whitespace().take(5).count();
    if key.starts_with(['"', '\'', '-']) {
        return false;
    }
    let is_label = key.starts_with(char::is_uppercase) && is_blank_next(text, line);
    match words {
        1 if key.is_ascii() => is_label && is_member_next(text, line),
        1..=4 => is_lead_in(key) || is_label && is_member_next(text, line),
        _ => is_lead_in(key) || is_member_next(text, line),
    }
}

fn is_blank_next(text: &str, line: &Line) -> bool {
    Line::read(text, line.next, text.len()).is_blank()
}

/// Whether a member that is indented no further comes next.
fn is_member_next(text: &str, line: &Line) -> bool {
    let mut at = line.next;
    while at < text.len() {
        let next = Line::read(text, at, text.len());
        if !next.is_blank() {
            let content = unquoted(next.content(text));
            let is_member =
                matches!(read_head(content), Head::Entry(_)) || look(content) == Look::Tight;
            return is_member && next.width(text) <= line.width(text);
        }
        at = next.next;
    }
    false
}

/// Whether nothing but sentences stands in `rest`, behind an empty line.
pub(super) fn is_closing(rest: &str) -> bool {
    let mut at = 0;
    while at < rest.len() {
        let line = Line::read(rest, at, rest.len());
        let content = line.content(rest);
        let is_sentence = look(content) == Look::Prose && !opens_like_yaml(content);
        if !line.is_blank() && !is_sentence {
            return false;
        }
        at = line.next;
    }
    true
}

/// Something that a sentence does not start with: what is quoted, anchored, tagged.
fn opens_like_yaml(content: &str) -> bool {
    content.starts_with(['"', '\'', '&', '!', '|', '%', '?', '@', '`', '\t'])
}

/// The regions of `text` from `start`, a line's, on: first the one that says most, of equals the later.
pub(super) fn find_regions(text: &str, start: usize) -> Vec<Region> {
    let mut walk = Walk::new(text, start);
    while walk.at < text.len() {
        walk.step();
    }
    walk.end();
    let mut found = walk.found;
    found.sort_by_key(|region| std::cmp::Reverse((region.weight, region.span)));
    found
}

/// Goes over the lines at the left.
struct Walk<'t> {
    text: &'t str,
    at: usize,
    /// How far the lines of the region are indented.
    base: usize,
    open: Option<Region>,
    /// Whether the line before was empty.
    after_blank: bool,
    /// Where sentences, which may still be part of a text, started.
    prose: Option<usize>,
    found: Vec<Region>,
}

impl<'t> Walk<'t> {
    fn new(text: &'t str, start: usize) -> Self {
        Self {
            text,
            at: start,
            base: Line::read(text, start, text.len()).width(text),
            open: None,
            after_blank: true,
            prose: None,
            found: Vec::new(),
        }
    }

    fn step(&mut self) {
        let line = Line::read(self.text, self.at, self.text.len());
        self.at = line.next;
        let seen = look(line.content(self.text));
        let is_inside =
            self.open.is_some() && self.prose.is_none() && line.width(self.text) > self.base;
        match seen {
            Look::Blank => {}
            _ if is_inside => self.extend(&line, 0),
            Look::Structure => self.take_structure(&line),
            Look::Tight if self.open.is_some() || is_member_next(self.text, &line) => {
                self.take_structure(&line)
            }
            Look::Tight => self.take_prose(&line),
            Look::Neutral if self.prose.is_none() => self.extend(&line, 0),
            Look::Neutral => {}
            Look::Prose => self.take_prose(&line),
        }
        self.after_blank = seen == Look::Blank;
    }

    /// Behind sentences that follow an empty line another region starts.
    fn take_structure(&mut self, line: &Line) {
        if self.open.is_none() {
            self.base = line.width(self.text);
        }
        self.prose = None;
        self.extend(line, 1);
    }

    fn take_prose(&mut self, line: &Line) {
        if self.after_blank {
            self.end();
        }
        if self.open.is_some() {
            self.prose = Some(line.start);
        }
    }

    fn extend(&mut self, line: &Line, weight: usize) {
        let region = self.open.get_or_insert(Region {
            span: Span::new(line.start, line.start),
            weight: 0,
        });
        region.span = Span::new(region.span.start(), line.next.min(self.text.len()));
        region.weight += weight;
    }

    fn end(&mut self) {
        self.prose = None;
        if let Some(region) = self.open.take().filter(|region| region.weight > 0) {
            self.found.push(region);
        }
    }
}

/// Whether the last key of `value` is one, and not the start of a sentence such as `Let me know: …`.
pub(super) fn ends_in_key(value: &Value) -> bool {
    let last = value.as_object().and_then(|object| object.iter().last());
    last.is_none_or(|(key, _)| is_key(key))
}

/// Whether `value`, which `source` says without any mark that it is YAML, is data rather than a sentence.
pub(super) fn is_data(value: &Value, source: &str, is_alone: bool) -> bool {
    match &value.data {
        Data::Null | Data::Bool(_) | Data::Number(_) => true,
        Data::Array(items) => !items.is_empty() || is_alone,
        Data::String(_) => is_marked_text(source),
        Data::Object(object) => {
            let mut members = object.iter();
            match (members.next(), members.next()) {
                (None, _) => is_alone,
                (Some((key, member)), None) => is_member(key, member, is_alone),
                _ => !object.iter().all(|(key, _)| is_remark(key)),
            }
        }
    }
}

/// A text that says that it is one: quoted, a block, tagged.
fn is_marked_text(source: &str) -> bool {
    let text = source.trim_start().trim_start_matches('-').trim_start();
    text.starts_with(['"', '\'', '|', '>', '!', '&'])
}

/// Whether the only member of a mapping is one.
fn is_member(key: &str, member: &Value, is_alone: bool) -> bool {
    let words = key.split_whitespace().count();
    match &member.data {
        Data::Null => words == 1 && !is_lead_in(key),
        Data::String(text) => {
            let is_sentence = text.split_whitespace().nth(2).is_some();
            let is_closed = words > 2 && text.ends_with(['.', '!', '?', '。']);
            words < 4 && !is_closed && !(is_sentence && (is_remark(key) || !is_alone))
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn regions(text: &str) -> Vec<&str> {
        let start = find_start(text).unwrap_or(text.len());
        find_regions(text, start)
            .iter()
            .map(|region| region.span.of(text).trim_end())
            .collect()
    }

    #[test]
    fn sentences_around_are_no_part() {
        assert_eq!(
            regions("Sure, see below.\n\na: 1\nb:\n  c\n\nAnything else?"),
            ["a: 1\nb:\n  c"]
        );
        assert_eq!(
            regions("Here is the YAML:\nname: x\nage: 3\nHope this helps: bye, then."),
            ["name: x\nage: 3"]
        );
        assert_eq!(
            regions("Here's it\nThe following\nBelow is\nThis is\na: 1"),
            ["a: 1"]
        );
        assert_eq!(regions("yaml\na: 1"), ["a: 1"]);
        assert_eq!(regions("just some words"), [""; 0]);
    }

    #[test]
    fn a_line_that_was_wrapped_is_part() {
        assert_eq!(regions("a: one\ntwo\nb: 3"), ["a: one\ntwo\nb: 3"]);
        assert_eq!(regions("a: [\n1\n]\n"), ["a: [\n1\n]"]);
    }

    #[test]
    fn a_key_that_only_looks_like_a_lead_in_stays() {
        assert_eq!(regions("this is: ok\nb: 1"), ["this is: ok\nb: 1"]);
        assert_eq!(
            regions("Full Name: Ann\nage: 3"),
            ["Full Name: Ann\nage: 3"]
        );
        assert_eq!(regions("here:\n  a: 1"), ["here:\n  a: 1"]);
    }

    #[test]
    fn sentences_between_part_regions() {
        assert_eq!(
            regions("a: 1\n\nAnd then:\n\nSome words here.\n\nb: 2\nc: 3"),
            ["b: 2\nc: 3", "a: 1\n\nAnd then:"]
        );
    }
}

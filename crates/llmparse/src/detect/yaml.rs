//! YAML: `key: v` where lines start, `- item`, and what is nested below either.

use std::borrow::Cow;
use std::collections::HashSet;

use super::tally::Tally;
use super::{Score, weights};
use crate::output_format::OutputFormat;
use crate::scan::lines::{announces, count_words, ends_sentence, is_lead_in};

/// From how many keys on a mapping is one for sure, and from how many items on a sequence.
const MANY_KEYS: usize = 3;
const MANY_ITEMS: usize = 2;

pub(crate) fn score(tally: &Tally) -> Option<Score> {
    let keys = match tally.keys {
        0 => 0.0,
        MANY_KEYS.. => weights::YAML_MANY_KEYS,
        _ => weights::YAML_FEW_KEYS,
    };
    let items = if tally.dashes >= MANY_ITEMS {
        weights::YAML_ITEMS
    } else {
        0.0
    };
    let bracket = if tally.starts_with_bracket() {
        weights::YAML_BRACKET
    } else {
        0.0
    };
    let confidence = keys + items - bracket;
    (confidence > 1e-9).then(|| Score::new(OutputFormat::Yaml, confidence, evidence(tally)))
}

fn evidence(tally: &Tally) -> Cow<'static, str> {
    let keys = (tally.keys >= MANY_KEYS).then(|| format!("{} key: value lines", tally.keys));
    let items = (tally.dashes >= MANY_ITEMS).then(|| format!("{} list items", tally.dashes));
    let told: Vec<String> = keys.into_iter().chain(items).collect();
    if told.is_empty() {
        "yaml-like structure".into()
    } else {
        told.join(", ").into()
    }
}

/// How many lines may announce what comes.
const LEADS: usize = 3;

/// How lines hang together as YAML, one after the other.
#[derive(Debug, Default)]
pub(crate) struct Shape<'t> {
    /// Keys of the outermost mapping, and those among them with a value on their line.
    keys: usize,
    scalars: usize,
    /// Keys with text over several lines: `key: |`.
    blocks: usize,
    /// Keys below another key, and items there.
    nested_keys: usize,
    nested_items: usize,
    /// `- item`, `- key: v`, and keys right below the latter.
    items: usize,
    item_pairs: usize,
    item_more: usize,
    /// Lines that are none of this, and those of them behind the last key and a blank line.
    strays: usize,
    tail: usize,
    /// Whether `---` is the first line.
    is_marked: bool,
    /// Whether an outermost key is no single word, has a value that YAML would not take as text, or comes twice.
    has_phrase: bool,
    has_capital: bool,
    has_odd_value: bool,
    seen: HashSet<&'t str>,
    item_keys: HashSet<&'t str>,
    has_repeated: bool,
    state: State,
}

#[derive(Debug, Default)]
struct State {
    lines: usize,
    /// The indentation of the outermost mapping.
    base: Option<usize>,
    /// The indentation of the last key without a value, of a key with a block, and of the last item.
    open: Option<usize>,
    block: Option<usize>,
    item: Option<usize>,
    was_blank: bool,
    is_behind: bool,
}

/// `key: value`, the way YAML has it.
fn read_key(body: &str) -> Option<(&str, &str)> {
    let colon = memchr::memchr(b':', body.as_bytes().get(..body.len().min(80))?)?;
    let (key, rest) = body.split_at_checked(colon)?;
    let value = rest.get(1..)?;
    let key = key.trim_end();
    let inner = key.trim_matches(['"', '\'']);
    let is_part = |letter: char| {
        letter.is_alphanumeric()
            || matches!(letter, '_' | '-' | '.' | '/' | ' ' | '(' | ')' | '$' | '@')
    };
    let is_key = inner.starts_with(|letter: char| {
        letter.is_alphabetic() || matches!(letter, '_' | '$' | '@') || key.len() > inner.len()
    }) && inner.chars().all(is_part)
        && count_words(inner, 6) <= 5;
    let is_spaced = value.is_empty() || value.starts_with([' ', '\t']);
    (is_key && is_spaced).then(|| (inner, value.trim()))
}

fn is_block_mark(value: &str) -> bool {
    let mark = value.strip_prefix(['|', '>']);
    mark.is_some_and(|rest| {
        rest.len() <= 2
            && rest
                .bytes()
                .all(|byte| matches!(byte, b'-' | b'+' | b'0'..=b'9'))
    })
}

impl<'t> Shape<'t> {
    /// Takes the next line.
    pub(crate) fn add(&mut self, line: &'t str) {
        let body = line.trim_start();
        let indent = line.len() - body.len();
        let body = body.trim_end();
        if body.is_empty() {
            self.state.was_blank = true;
            return;
        }
        self.state.lines += 1;
        if !self.is_clean() {
            return;
        }
        if self.state.block.is_some_and(|block| indent > block) {
            return;
        }
        self.state.block = None;
        if body.starts_with("# ") {
        } else if matches!(body, "---" | "...") {
            self.is_marked |= self.state.lines == 1;
        } else if let Some(item) = body.strip_prefix("- ").or((body == "-").then_some("")) {
            self.add_item(indent, item.trim());
        } else if let Some((key, value)) = read_key(body).filter(|_| !self.is_lead(body)) {
            self.add_key(indent, key, value);
        } else {
            self.add_stray(indent, body);
        }
        self.state.was_blank = false;
    }

    /// `Here is the file:`
    fn is_lead(&self, body: &str) -> bool {
        self.keys == 0 && announces(body) && (is_lead_in(body) || count_words(body, 4) > 3)
    }

    fn add_item(&mut self, indent: usize, item: &'t str) {
        self.items += 1;
        if self.keys > 0 && self.state.open.is_some_and(|open| indent >= open) {
            self.nested_items += 1;
        } else if self.keys > 0 && self.state.item.is_none_or(|at| indent < at) {
            self.strays += 1;
        }
        self.state.item = Some(indent);
        if let Some((key, value)) = read_key(item) {
            self.item_pairs += 1;
            self.item_keys.insert(key);
            if is_block_mark(value) {
                self.state.block = Some(indent);
            }
        }
        self.state.is_behind = false;
    }

    fn add_key(&mut self, indent: usize, key: &'t str, value: &'t str) {
        let base = *self
            .state
            .base
            .get_or_insert(if self.items > 0 { 0 } else { indent });
        if indent > base || self.items > 0 && self.keys == 0 {
            self.add_nested(indent, base);
        } else {
            self.keys += 1;
            self.has_phrase |= key.contains(' ');
            self.has_capital |= key.chars().any(char::is_uppercase);
            self.has_repeated |= !self.seen.insert(key);
            self.scalars += usize::from(!value.is_empty() && !is_block_mark(value));
            self.has_odd_value |= is_odd(value);
            self.state.item = None;
        }
        if is_block_mark(value) {
            self.blocks += 1;
            self.state.block = Some(indent);
        }
        if value.is_empty() {
            self.state.open = Some(indent);
        } else if indent <= base {
            self.state.open = None;
        }
        self.state.is_behind = false;
    }

    fn add_nested(&mut self, indent: usize, base: usize) {
        if self.state.item.is_some_and(|item| indent > item) {
            self.item_more += 1;
            self.nested_keys += usize::from(self.keys > 0);
        } else if self
            .state
            .open
            .is_some_and(|open| indent > open || open > base)
        {
            self.nested_keys += 1;
        } else {
            self.strays += 1;
        }
    }

    fn add_stray(&mut self, indent: usize, body: &str) {
        let base = self.state.base;
        let goes_on = base.is_some_and(|base| indent > base)
            || self.state.item.is_some_and(|item| indent > item);
        let is_flow = matches!(body, "]" | "}" | "],") || goes_on;
        let is_behind = self.state.is_behind || self.state.was_blank && self.keys + self.items > 0;
        if is_flow {
            return;
        }
        if is_behind {
            self.tail += 1;
            self.state.is_behind = true;
        } else if self.keys + self.items > 0
            || self.state.lines > LEADS
            || !is_lead_in(body) && !announces(body)
        {
            self.strays += 1;
        }
    }

    fn is_clean(&self) -> bool {
        self.strays == 0 && self.tail <= 2 && !self.has_repeated
    }

    /// Whether this is nested, or marked as YAML; the evidence if so.
    pub(crate) fn find_nested(&self) -> Option<String> {
        if !self.is_clean() {
            return None;
        }
        let is_mapping = self.keys > 0
            && (self.is_marked
                || self.blocks > 0
                || self.nested_keys > 0
                || self.scalars > 0 && self.nested_items > 0
                || self.nested_items > 0 && !self.has_phrase && !self.has_capital);
        let is_sequence = self.keys == 0
            && self.item_pairs > 0
            && (self.item_more > 0
                || self.item_pairs == self.items && self.items > 1 && self.item_keys.len() == 1
                || self.is_marked && self.items > 1);
        let is_marked = self.is_marked && self.items > 1;
        (is_mapping || is_sequence || is_marked).then(|| self.evidence())
    }

    /// Whether this is a mapping of three or more single words to plain values; the evidence if so.
    pub(crate) fn find_flat(&self) -> Option<String> {
        let is_flat = self.is_clean()
            && self.keys >= MANY_KEYS
            && self.items == 0
            && !self.has_phrase
            && !self.has_odd_value;
        is_flat.then(|| self.evidence())
    }

    fn evidence(&self) -> String {
        let keys = self.keys + self.nested_keys + self.item_pairs;
        format!("YAML of {keys} key(s) and {} item(s)", self.items)
    }
}

/// A sentence, or what YAML gives a meaning of its own.
fn is_odd(value: &str) -> bool {
    let is_quoted = value.starts_with(['"', '\'']) && value.len() > 1;
    value.contains(": ") && !is_quoted && !value.starts_with(['{', '['])
        || value.starts_with(['@', '`', '%', '*', '&'])
        || !is_quoted && count_words(value, 4) > 3 && ends_sentence(value)
        || value.ends_with([';', '{'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> Shape<'_> {
        let mut shape = Shape::default();
        text.lines().for_each(|line| shape.add(line));
        shape
    }

    #[test]
    fn nested_lines_are_yaml() {
        for text in [
            "title: x\nitems:\n  - a\n  - b",
            "Here it is:\na:\n  b: 1",
            "- name: a\n  n: 1\n- name: b\n  n: 2",
            "---\na: 1",
            "key: |\n  some: text\n  more\nb: 1",
            "steps:\n- one\n- two",
            "a:\n  b:\n    c: 1\nd: 2\n\nThat is all.",
        ] {
            assert!(
                shape(text).find_nested().is_some(),
                "{text}: {:?}",
                shape(text)
            );
        }
        for text in [
            "Pros:\n- fast\nCons:\n- new",
            "- a\n- b",
            "a: 1\nb: 2",
            "Name: x\nSome words here\nItems:\n- a",
            "- Ann: 1\n- Bob: 2",
        ] {
            assert!(
                shape(text).find_nested().is_none(),
                "{text}: {:?}",
                shape(text)
            );
        }
    }

    #[test]
    fn flat_lines_are_yaml_from_three_keys_on() {
        assert!(
            shape("name: Ann\nage: 31\ncity: Rome")
                .find_flat()
                .is_some()
        );
        for text in [
            "a: 1\nb: 2",
            "First name: a\nb: 1\nc: 2",
            "a: It is so and not else.\nb: 1\nc: 2",
            "a: 1\na: 2\na: 3",
        ] {
            assert!(shape(text).find_flat().is_none(), "{text}");
        }
    }
}

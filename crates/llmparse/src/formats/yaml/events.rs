//! Reads all of YAML by the events of `granit-parser`: `a: &x [1]\nb: *x` becomes a value without anchors, with an
//! explicit stack and a bound on what aliases may grow to.

use std::borrow::Cow;
use std::collections::HashMap;

use granit_parser::{ErrorKind, Event, Parser, Placement, ScalarStyle, StructureStyle, Tag};

use super::Failure;
use super::member::is_odd_key;
use super::suspicious::{has_folded_line, has_text_escape};
use super::tag::{Wanted, read_tag};
use super::tree::{Tree, plain_value, text_value};
use crate::span::Span;
use crate::trace::{Warning, WarningKind};
use crate::value::{Data, Value};

/// How many times the size of the text a value may have, aliases written out, and what is free.
const EXPANSION: usize = 16;
const FREE: usize = 1 << 16;

/// The documents of a stream, and what is suspicious about them.
pub(super) struct Stream {
    pub(super) documents: Vec<Value>,
    pub(super) warnings: Vec<Warning>,
}

/// Reads `text`, in which nothing may be nested deeper than `depth`.
pub(super) fn read_events(text: &str, depth: usize) -> Result<Stream, Failure> {
    let options = granit_parser::options! {
        block_scalar_eof_without_line_feed: true,
        max_buffered_comment_events: usize::MAX,
        flow_nesting_limit: depth + 1,
        block_nesting_limit: depth + 1,
    };
    let mut parser = Parser::new_from_str_with_options(text, options);
    let mut reader = Reader::new(text, depth);
    while let Some(event) = parser.next_event() {
        let (event, span) = event.map_err(|error| match error.kind() {
            ErrorKind::RecursionLimitExceeded => {
                Failure::TooDeep(error.marker().byte_offset().unwrap_or_default())
            }
            _ => Failure::Invalid,
        })?;
        let range = span.byte_range().unwrap_or_default();
        reader.take(event, Span::new(range.start, range.end))?;
    }
    Ok(reader.finish())
}

struct Reader<'t> {
    text: &'t str,
    depth: usize,
    tree: Tree,
    open: Vec<Open>,
    anchors: HashMap<usize, Anchor>,
    documents: Vec<Value>,
    /// Where what was read last ends.
    end: usize,
    /// The size so far, in nodes and bytes of text.
    size: usize,
}

/// An open collection.
struct Open {
    start: usize,
    anchor: usize,
    is_flow: bool,
    /// The size before it.
    size: usize,
    /// How deep it is nested inside.
    height: usize,
    /// Whether the key that waits for its value is `<<`.
    is_merge: bool,
}

struct Anchor {
    value: Value,
    size: usize,
    height: usize,
    is_used: bool,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, depth: usize) -> Self {
        Self {
            text,
            depth,
            tree: Tree::default(),
            open: Vec::new(),
            anchors: HashMap::new(),
            documents: Vec::new(),
            end: 0,
            size: 0,
        }
    }

    fn take(&mut self, event: Event<'_>, span: Span) -> Result<(), Failure> {
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let span = self.place(span, style);
                self.take_scalar(&Text { text, style, span }, anchor, tag.as_deref())
            }
            Event::SequenceStart(style, anchor, tag) => {
                self.open(span, style, anchor)?;
                self.check_tag(tag.as_deref(), "seq", span);
                self.tree.open_list(span.start());
                Ok(())
            }
            Event::MappingStart(style, anchor, tag) => {
                self.open(span, style, anchor)?;
                self.check_tag(tag.as_deref(), "map", span);
                self.tree.open_map(span.start());
                Ok(())
            }
            Event::SequenceEnd | Event::MappingEnd => self.close(span),
            Event::Alias(anchor) => self.take_alias(anchor, span),
            Event::Comment(text, place) => {
                self.check_comment(&text, place, span);
                Ok(())
            }
            Event::DocumentEnd => {
                self.end_document();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// What is absent stands right behind what was read last; the parser has it on one of the next lines.
    fn place(&self, span: Span, style: ScalarStyle) -> Span {
        if style != ScalarStyle::Plain || !span.is_empty() {
            return span;
        }
        let start = self.open.last().map_or(0, |open| open.start);
        let at = self.end.max(start).min(span.start());
        Span::new(at, at)
    }

    fn warn(&mut self, kind: WarningKind, span: Span) {
        self.tree.warnings.push(Warning { kind, span });
    }

    fn grow(&mut self, by: usize) -> Result<(), Failure> {
        self.size = self.size.saturating_add(by);
        let limit = self
            .text
            .len()
            .saturating_mul(EXPANSION)
            .saturating_add(FREE);
        if self.size > limit {
            let size = self.size;
            return Err(Failure::TooLarge { size, limit });
        }
        Ok(())
    }

    fn take_scalar(
        &mut self,
        text: &Text<'_>,
        anchor: usize,
        tag: Option<&Tag>,
    ) -> Result<(), Failure> {
        self.grow(1 + text.text.len())?;
        if !text.is_absent() {
            self.end = text.span.end();
        }
        if self.tree.wants_key() {
            return self.take_key(text, anchor);
        }
        self.check_text(text);
        let value = self.scalar_value(text, tag);
        self.define(anchor, &value, 1 + text.text.len(), 0)?;
        self.add(value);
        Ok(())
    }

    fn take_key(&mut self, text: &Text<'_>, anchor: usize) -> Result<(), Failure> {
        let key = text.key();
        if text.style == ScalarStyle::Plain && is_odd_key(key) {
            return Err(Failure::Invalid);
        }
        if let Some(open) = self.open.last_mut() {
            open.is_merge = key == "<<" && text.style == ScalarStyle::Plain;
        }
        self.tree.key(key, text.span);
        self.define(anchor, &text_value(key, text.span), 1 + key.len(), 0)
    }

    fn scalar_value(&mut self, text: &Text<'_>, tag: Option<&Tag>) -> Value {
        let is_plain = text.style == ScalarStyle::Plain;
        let wanted = match tag {
            None if is_plain => Wanted::Any,
            None => Wanted::Text,
            Some(tag) => read_tag(tag),
        };
        if let Some(value) = wanted.read(text.key(), text.span, &mut self.tree.warnings) {
            return value;
        }
        self.warn(WarningKind::UnknownTag, text.span);
        if is_plain {
            plain_value(text.key(), text.span, &mut self.tree.warnings)
        } else {
            text_value(&text.text, text.span)
        }
    }

    /// Keeps the value of an anchor for its aliases.
    fn define(
        &mut self,
        anchor: usize,
        value: &Value,
        size: usize,
        height: usize,
    ) -> Result<(), Failure> {
        if anchor == 0 {
            return Ok(());
        }
        self.grow(size)?;
        let anchored = Anchor {
            value: value.clone(),
            size,
            height,
            is_used: false,
        };
        self.anchors.insert(anchor, anchored);
        Ok(())
    }

    fn open(&mut self, span: Span, style: StructureStyle, anchor: usize) -> Result<(), Failure> {
        // A collection as a key is none that JSON has.
        if self.tree.wants_key() {
            return Err(Failure::Invalid);
        }
        if self.tree.depth() >= self.depth {
            return Err(Failure::TooDeep(span.start()));
        }
        let size = self.size;
        self.open.push(Open {
            start: span.start(),
            anchor,
            is_flow: style == StructureStyle::Flow,
            size,
            height: 0,
            is_merge: false,
        });
        self.grow(1)
    }

    fn close(&mut self, span: Span) -> Result<(), Failure> {
        let Some(open) = self.open.pop() else {
            return Err(Failure::Invalid);
        };
        let end = if open.is_flow { span.end() } else { open.start };
        self.end = self.end.max(end);
        let Some(value) = self.tree.close(self.end) else {
            return Err(Failure::Invalid);
        };
        let height = open.height + 1;
        self.define(open.anchor, &value, self.size - open.size, height)?;
        self.reach(height);
        self.add(value);
        Ok(())
    }

    /// Notes that something of `height` stands in the innermost collection.
    fn reach(&mut self, height: usize) {
        if let Some(open) = self.open.last_mut() {
            open.height = open.height.max(height);
        }
    }

    fn take_alias(&mut self, anchor: usize, span: Span) -> Result<(), Failure> {
        self.end = span.end();
        let Some(anchored) = self.anchors.get_mut(&anchor) else {
            // Inside of what it names.
            return Err(Failure::Invalid);
        };
        anchored.is_used = true;
        let (size, height) = (anchored.size, anchored.height);
        if self.tree.depth() + height > self.depth {
            return Err(Failure::TooDeep(span.start()));
        }
        self.grow(size)?;
        self.reach(height);
        let Some(anchored) = self.anchors.get(&anchor) else {
            return Err(Failure::Invalid);
        };
        let mut value = anchored.value.clone();
        value.move_spans(&|_| span);
        if !self.tree.wants_key() {
            self.add(value);
            return Ok(());
        }
        let key = key_text(&value).ok_or(Failure::Invalid)?;
        self.tree.key(&key, span);
        Ok(())
    }

    fn add(&mut self, value: Value) {
        let is_merge = self.open.last_mut().is_some_and(|open| {
            let is_merge = open.is_merge;
            open.is_merge = false;
            is_merge
        });
        if is_merge && is_mergeable(&value) {
            return self.merge(value);
        }
        if self.open.is_empty() {
            self.documents.push(value);
        } else {
            self.tree.add(value);
        }
    }

    fn merge(&mut self, value: Value) {
        self.tree.take_pending();
        match value.data {
            Data::Object(object) => self.tree.merge(object),
            Data::Array(items) => items.into_iter().for_each(|item| self.merge(item)),
            _ => {}
        }
    }

    /// Drops a document in which nothing stands.
    fn end_document(&mut self) {
        let is_absent = |value: &Value| value.is_null() && value.span.is_empty();
        if self.documents.last().is_some_and(is_absent) {
            self.documents.pop();
        }
        self.warn_unused();
    }

    fn warn_unused(&mut self) {
        let unused = self.anchors.drain().map(|(_, anchor)| anchor);
        let unused = unused.filter(|anchor| !anchor.is_used);
        let warnings = unused.map(|anchor| Warning {
            kind: WarningKind::UnusedAnchor,
            span: anchor.value.span,
        });
        self.tree.warnings.extend(warnings);
    }

    fn check_tag(&mut self, tag: Option<&Tag>, wanted: &str, span: Span) {
        if tag.is_some_and(|tag| tag.core_suffix() != Some(wanted)) {
            self.warn(WarningKind::UnknownTag, span);
        }
    }

    /// `color: red #1` loses `#1`.
    fn check_comment(&mut self, text: &str, place: Placement, span: Span) {
        let is_text = text.starts_with(|first: char| first.is_alphanumeric());
        if place == Placement::Right && is_text {
            self.warn(WarningKind::SuspiciousComment, span);
        }
    }

    fn check_text(&mut self, text: &Text<'_>) {
        let source = text.span.of(self.text);
        match text.style {
            ScalarStyle::Plain if has_folded_line(source) => {
                self.warn(WarningKind::SuspiciousLine, text.span);
            }
            ScalarStyle::Plain if source.ends_with([',', ';']) => {
                self.warn(WarningKind::TrailingSeparator, text.span);
            }
            ScalarStyle::DoubleQuoted if has_text_escape(source) => {
                self.warn(WarningKind::SuspiciousEscape, text.span);
            }
            _ => {}
        }
    }

    fn finish(mut self) -> Stream {
        self.tree.warnings.sort_by_key(|warning| warning.span);
        Stream {
            documents: self.documents,
            warnings: self.tree.warnings,
        }
    }
}

/// A scalar as the parser gives it.
struct Text<'e> {
    text: Cow<'e, str>,
    style: ScalarStyle,
    span: Span,
}

impl Text<'_> {
    /// Whether it stands for something that is not there.
    fn is_absent(&self) -> bool {
        self.style == ScalarStyle::Plain && self.span.is_empty()
    }

    fn key(&self) -> &str {
        if self.is_absent() { "" } else { &self.text }
    }
}

fn is_mergeable(value: &Value) -> bool {
    match &value.data {
        Data::Object(_) => true,
        Data::Array(items) => items.iter().all(|item| item.as_object().is_some()),
        _ => false,
    }
}

fn key_text(value: &Value) -> Option<Cow<'_, str>> {
    match &value.data {
        Data::String(text) => Some(Cow::Borrowed(text)),
        Data::Array(_) | Data::Object(_) => None,
        _ => Some(Cow::Owned(value.to_json_text())),
    }
}

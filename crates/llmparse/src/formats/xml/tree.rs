//! All elements of a text as a tree: `<a id="1"><b>x</b><b>y</b></a>` is `{"a": {"@id": "1", "b": ["x", "y"]}}`.

use std::collections::HashMap;

use super::attributes::attributes;
use super::content;
use super::names::{is_markup, is_slip};
use super::places::{Place, Walk};
use super::tags::{Form, Tag};
use crate::scan::lines::trim;
use crate::span::Span;
use crate::trace::{Repair, RepairKind, Warning, WarningKind};
use crate::value::{Data, Key, Object, Value};

/// The member that holds the text beside the elements or attributes of an element.
const TEXT: &str = "#text";
/// What an attribute's name starts with, so that it is told from an element's.
const ATTRIBUTE: char = '@';
/// Tags of HTML that need not be closed; one that is not holds nothing.
const VOID: [&str; 8] = ["area", "br", "col", "hr", "img", "input", "link", "wbr"];

/// The elements of a text.
pub(crate) struct Reading {
    /// An object, from the names of the outermost elements to what they hold.
    pub(crate) value: Value,
    pub(crate) repairs: Vec<Repair>,
    pub(crate) warnings: Vec<Warning>,
}

/// Why there are no elements.
pub(crate) enum Failure {
    Nothing,
    /// They are nested too deep, here.
    TooDeep(usize),
}

/// Reads the elements of `text` that stand under `span`.
pub(crate) fn read_tree(text: &str, span: Span, max_depth: usize) -> Result<Reading, Failure> {
    let mut builder = Builder::new(text, span);
    let mut walk = Walk::new(span.of(text), &[]);
    while let Some((at, tag, zone)) = walk.next_tag() {
        if zone.place == Place::Bare {
            builder.take(Span::new(span.start() + at, span.start() + tag.end), tag);
        }
        if builder.stack.len() > max_depth {
            return Err(Failure::TooDeep(span.start() + at));
        }
    }
    builder.finish()
}

/// An element whose closer has not come yet, or the text around all elements.
struct Open<'t> {
    name: &'t str,
    tag: Span,
    attributes: Members,
    members: Members,
    /// Where the text behind its last child starts.
    text_from: usize,
    /// What stands between its children.
    texts: Vec<Span>,
    /// Whether all its children, if there are any, are markup of a text.
    has_only_markup: bool,
}

impl<'t> Open<'t> {
    fn new(name: &'t str, tag: Span) -> Self {
        Self {
            name,
            tag,
            attributes: Members::default(),
            members: Members::default(),
            text_from: tag.end(),
            texts: Vec::new(),
            has_only_markup: true,
        }
    }
}

/// Values by name; what occurs again makes a list.
#[derive(Default)]
struct Members {
    values: Vec<(Key, Vec<Value>)>,
    places: HashMap<Key, usize>,
}

impl Members {
    fn add(&mut self, name: &str, value: Value) {
        if let Some((_, values)) = self
            .places
            .get(name)
            .and_then(|place| self.values.get_mut(*place))
        {
            values.push(value);
            return;
        }
        let key = Key::from(name);
        self.places.insert(Key::clone(&key), self.values.len());
        self.values.push((key, vec![value]));
    }

    fn append(&mut self, others: Self) {
        for (name, values) in others.values {
            for value in values {
                self.add(&name, value);
            }
        }
    }

    fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    fn into_object(self) -> Object {
        let members = self.values.into_iter();
        let members = members.map(|(name, mut values)| match values.len() {
            1 => (name, values.remove(0)),
            _ => (name, list(values)),
        });
        Object {
            members: members.collect(),
        }
    }
}

fn list(values: Vec<Value>) -> Value {
    let spans = values.iter().map(|value| value.span);
    let start = spans.clone().map(|span| span.start()).min();
    let end = spans.map(|span| span.end()).max();
    Value {
        span: Span::new(start.unwrap_or_default(), end.unwrap_or_default()),
        complete: values.iter().all(|value| value.complete),
        data: Data::Array(values),
    }
}

struct Builder<'t> {
    text: &'t str,
    span: Span,
    /// The text around all elements, and below it what is open.
    root: Open<'t>,
    stack: Vec<Open<'t>>,
    /// How many elements of each name are open, by its lower-case spelling.
    open: HashMap<String, usize>,
    repairs: Vec<Repair>,
    warnings: Vec<Warning>,
}

impl<'t> Builder<'t> {
    fn new(text: &'t str, span: Span) -> Self {
        Self {
            text,
            span,
            root: Open::new("", Span::new(span.start(), span.start())),
            stack: Vec::new(),
            open: HashMap::new(),
            repairs: Vec::new(),
            warnings: Vec::new(),
        }
    }

    fn take(&mut self, place: Span, tag: Tag<'t>) {
        match tag.form {
            Form::Open if tag.is_odd => {}
            Form::Open => self.open(place, tag.name),
            Form::Empty => {
                self.open(place, tag.name);
                self.close(Span::new(place.end(), place.end()), true);
            }
            Form::Close => self.take_closer(place, tag.name),
        }
    }

    fn open(&mut self, place: Span, name: &'t str) {
        self.end_text(place);
        let mut open = Open::new(name, place);
        for (name, value) in attributes(place.of(self.text)) {
            let span = Span::new(place.start() + value.start(), place.start() + value.end());
            let value = self.text_value(span, true);
            open.attributes.add(&format!("{ATTRIBUTE}{name}"), value);
        }
        *self.open.entry(name.to_lowercase()).or_default() += 1;
        self.stack.push(open);
    }

    /// Ends the text of the innermost open element where a tag stands.
    fn end_text(&mut self, tag: Span) {
        let open = self.stack.last_mut().unwrap_or(&mut self.root);
        open.texts.push(Span::new(open.text_from, tag.start()));
        open.text_from = tag.end();
    }

    fn take_closer(&mut self, place: Span, name: &str) {
        let is_open = self.open.contains_key(&name.to_lowercase());
        if is_open {
            while let Some(open) = self.stack.last() {
                if open.name.eq_ignore_ascii_case(name)
                    || open.name.to_lowercase() == name.to_lowercase()
                {
                    break;
                }
                self.close_missing(place.start());
            }
            self.note_spelling(place, name, RepairKind::TagSpelling);
            self.close(place, true);
        } else if self
            .stack
            .last()
            .is_some_and(|open| is_slip(name, open.name))
        {
            self.note_spelling(place, name, RepairKind::WrongCloser);
            self.close(place, true);
        } else {
            self.end_text(place);
            self.repair(RepairKind::SurplusCloser, place, String::new());
        }
    }

    /// Notes a closer that names its element in another way.
    fn note_spelling(&mut self, place: Span, name: &str, kind: RepairKind) {
        let meant = self.stack.last().map(|open| open.name);
        if let Some(meant) = meant.filter(|meant| *meant != name) {
            self.repair(kind, place, format!("</{meant}>"));
        }
    }

    fn repair(&mut self, kind: RepairKind, span: Span, replacement: String) {
        self.repairs.push(Repair {
            kind,
            span,
            replacement: replacement.into(),
        });
    }

    /// Closes the innermost element at `at`, where no closer of it stands; or where its text ends, if other elements
    /// follow behind that.
    fn close_missing(&mut self, at: usize) {
        let Some(open) = self.stack.pop() else { return };
        if VOID.contains(&open.name) {
            self.forget(open.name);
            self.dissolve(open);
            return;
        }
        let is_cut = at >= self.span.end();
        match self.text_before_siblings(&open) {
            Some(text) => self.close_before_siblings(open, text),
            None => {
                let inner = Span::new(open.tag.end(), at.max(open.tag.end()));
                let end = trim(self.text, inner).end();
                self.repair_closer(open.name, end);
                self.stack.push(open);
                self.close(Span::new(end, end), !is_cut);
            }
        }
    }

    fn repair_closer(&mut self, name: &str, at: usize) {
        let closer = format!("</{name}>");
        self.repair(RepairKind::MissingCloser, Span::new(at, at), closer);
    }

    /// The text before the first element inside of `open`, if that may stand beside it as well.
    fn text_before_siblings(&self, open: &Open<'t>) -> Option<Span> {
        let text = open.texts.first().copied()?;
        let has_siblings = !open.members.is_empty() && !open.has_only_markup;
        (has_siblings && !self.is_blank(text)).then_some(text)
    }

    fn close_before_siblings(&mut self, open: Open<'t>, text: Span) {
        let end = trim(self.text, text).end();
        self.repair_closer(open.name, end);
        self.forget(open.name);
        let mut value = self.text_value(text, true);
        value.span = Span::new(open.tag.start(), end);
        let parent = self.stack.last_mut().unwrap_or(&mut self.root);
        parent.members.add(open.name, value);
        parent.members.append(open.members);
        parent.texts.extend(open.texts.into_iter().skip(1));
        parent.text_from = open.text_from;
        parent.has_only_markup = false;
    }

    /// Closes the innermost element with the tag at `closer`.
    fn close(&mut self, closer: Span, complete: bool) {
        self.end_text(closer);
        let Some(open) = self.stack.pop() else { return };
        self.forget(open.name);
        let (name, start) = (open.name, open.tag.start());
        let mut value = self.value(open, closer.start(), complete);
        value.span = Span::new(start, closer.end());
        let parent = self.stack.last_mut().unwrap_or(&mut self.root);
        parent.has_only_markup &= is_markup(name);
        parent.text_from = closer.end();
        parent.members.add(name, value);
    }

    /// One element of this name is not open any more.
    fn forget(&mut self, name: &str) {
        let key = name.to_lowercase();
        if let Some(count) = self.open.get_mut(&key) {
            *count -= 1;
            if *count == 0 {
                self.open.remove(&key);
            }
        }
    }

    fn value(&mut self, open: Open<'t>, end: usize, complete: bool) -> Value {
        let inner = Span::new(open.tag.end(), end.max(open.tag.end()));
        let mut texts = open.texts;
        texts.retain(|span| !self.is_blank(*span));
        let is_text = open.members.is_empty() || !texts.is_empty() && open.has_only_markup;
        if is_text && open.attributes.is_empty() {
            return self.text_value(inner, complete);
        }
        let mut members = open.attributes;
        let text = if is_text {
            self.text_value(inner, complete)
        } else {
            members.append(open.members);
            self.joined(&texts)
        };
        if !texts.is_empty() {
            members.add(TEXT, text);
        }
        Value {
            data: Data::Object(members.into_object()),
            span: inner,
            complete,
        }
    }

    fn is_blank(&self, span: Span) -> bool {
        without_comments(span.of(self.text)).trim().is_empty()
    }

    /// The text of several places as one.
    fn joined(&mut self, places: &[Span]) -> Value {
        let texts: Vec<Value> = places
            .iter()
            .map(|span| self.text_value(*span, true))
            .collect();
        let texts: Vec<&str> = texts.iter().filter_map(Value::as_str).collect();
        let start = places.first().map_or(0, |span| span.start());
        let end = places.last().map_or(start, |span| span.end());
        Value {
            span: trim(self.text, Span::new(start, end)),
            ..Value::from(texts.join(" "))
        }
    }

    /// The text under `span` without comments, its references read.
    fn text_value(&mut self, span: Span, complete: bool) -> Value {
        let span = trim(self.text, span);
        let source = span.of(self.text);
        let bare = without_comments(source);
        let (text, references) = content::read(bare.trim());
        if bare.len() == source.len() {
            let unescaped = references.into_iter().map(|reference| Warning {
                kind: WarningKind::Unescaped,
                span: Span::new(
                    span.start() + reference.start(),
                    span.start() + reference.end(),
                ),
            });
            self.warnings.extend(unescaped);
        }
        Value {
            data: Data::String(text.into()),
            span,
            complete,
        }
    }

    fn finish(mut self) -> Result<Reading, Failure> {
        self.close_rest();
        let end = Span::new(self.span.end(), self.span.end());
        self.end_text(end);
        if self.root.members.is_empty() {
            return Err(Failure::Nothing);
        }
        self.warn_of_text();
        self.repairs.sort_by_key(|repair| repair.span);
        self.warnings.sort_by_key(|warning| warning.span);
        let object = self.root.members.into_object();
        let spans = object.members.iter().map(|(_, value)| value.span);
        let start = spans.clone().map(|span| span.start()).min();
        let end = spans.map(|span| span.end()).max();
        let complete = object.members.iter().all(|(_, value)| value.complete);
        Ok(Reading {
            value: Value {
                data: Data::Object(object),
                span: Span::new(start.unwrap_or_default(), end.unwrap_or_default()),
                complete,
            },
            repairs: self.repairs,
            warnings: self.warnings,
        })
    }

    /// Closes what the text left open. A tag in the middle of a sentence is only mentioned there, if there are elements
    /// besides it.
    fn close_rest(&mut self) {
        while let Some(open) = self.stack.pop() {
            let is_inner = !self.stack.is_empty();
            let has_others = !self.root.members.is_empty() || !open.members.is_empty();
            if is_inner || !has_others || starts_line(self.text, open.tag.start()) {
                self.stack.push(open);
                self.close_missing(self.span.end());
            } else {
                self.dissolve(open);
            }
        }
    }

    /// Leaves what is inside of a tag to what is around it, of which the tag is a part as text.
    fn dissolve(&mut self, open: Open<'t>) {
        let outer = self.stack.last_mut().unwrap_or(&mut self.root);
        outer.texts.extend(open.texts);
        outer.text_from = open.text_from;
        outer.members.append(open.members);
        outer.has_only_markup &= open.has_only_markup;
    }

    /// Tells of the text around the outermost elements.
    fn warn_of_text(&mut self) {
        for span in &self.root.texts {
            let span = trim(self.text, *span);
            let text = span.of(self.text);
            let is_prolog = text.starts_with("<?") || text.starts_with("<!");
            if !is_prolog && text.contains(char::is_alphanumeric) {
                self.warnings.push(Warning {
                    kind: WarningKind::SurroundingText,
                    span,
                });
            }
        }
    }
}

/// Whether nothing but blanks and marks stands before `at` on its line.
fn starts_line(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    !line.contains(char::is_alphanumeric)
}

/// `text` without `<!-- … -->`, but for what stands in character data.
fn without_comments(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("<!") {
        let (before, from) = rest.split_at(at);
        let (mark, end) = if from.starts_with("<!--") {
            ("<!--", "-->")
        } else if from.starts_with("<![CDATA[") {
            ("<![CDATA[", "]]>")
        } else {
            ("<!", "")
        };
        let inner = from.get(mark.len()..).unwrap_or_default();
        let len = inner
            .find(end)
            .map_or(from.len(), |len| mark.len() + len + end.len());
        let (skipped, behind) = from.split_at(len);
        bare.push_str(before);
        if mark != "<!--" {
            bare.push_str(skipped);
        }
        rest = behind;
    }
    bare.push_str(rest);
    bare
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        match read_tree(text, Span::new(0, text.len()), 128) {
            Ok(reading) => reading.value.to_json_text(),
            Err(Failure::Nothing) => "nothing".to_owned(),
            Err(Failure::TooDeep(at)) => format!("too deep at {at}"),
        }
    }

    #[test]
    fn elements_nest_and_repeat() {
        assert_eq!(
            read("<r><a>1</a><b>2</b></r>"),
            r#"{"r":{"a":"1","b":"2"}}"#
        );
        assert_eq!(
            read("<item>a</item>\n<item>b</item>"),
            r#"{"item":["a","b"]}"#
        );
        assert_eq!(read("<a></a><b/>"), r#"{"a":"","b":""}"#);
        assert_eq!(
            read("<s><x>1</x></s><s><x>2</x></s>"),
            r#"{"s":[{"x":"1"},{"x":"2"}]}"#
        );
    }

    #[test]
    fn attributes_and_text_have_names_of_their_own() {
        assert_eq!(
            read("<a id=\"1\" lang='de'>x &lt; y</a>"),
            r##"{"a":{"@id":"1","@lang":"de","#text":"x < y"}}"##
        );
        assert_eq!(
            read("<a>so <n>1</n> and <n>2</n></a>"),
            r##"{"a":{"n":["1","2"],"#text":"so and"}}"##
        );
        assert_eq!(read("<a id=1/>"), r#"{"a":{"@id":"1"}}"#);
    }

    #[test]
    fn markup_in_a_text_stays_as_it_is() {
        assert_eq!(
            read("<e>\n<input>2+2</input>\n<link>a</link><br></e>"),
            r#"{"e":{"input":"2+2","link":"a"}}"#
        );
        assert_eq!(
            read("<answer>It is <b>Oslo</b>.<br>Yes.</answer>"),
            r#"{"answer":"It is <b>Oslo</b>.<br>Yes."}"#
        );
    }

    #[test]
    fn data_comments_and_prologs_are_known() {
        assert_eq!(
            read("<?xml version=\"1.0\"?><!-- n --><a><![CDATA[x <b> y]]></a>"),
            r#"{"a":"x <b> y"}"#
        );
        assert_eq!(
            read("<a><!-- <b>no</b> --><c>1</c></a>"),
            r#"{"a":{"c":"1"}}"#
        );
        assert_eq!(read("<a>x<!-- no --></a>"), r#"{"a":"x"}"#);
    }

    #[test]
    fn missing_and_odd_closers_are_repaired() {
        assert_eq!(read("<answer>Paris"), r#"{"answer":"Paris"}"#);
        assert_eq!(read("<r><n>1<c>2</c></r>"), r#"{"r":{"n":"1","c":"2"}}"#);
        assert_eq!(
            read("<Answer>x</answer><note>y</notes>"),
            r#"{"Answer":"x","note":"y"}"#
        );
        assert_eq!(read("</b><a>1</a></c>"), r#"{"a":"1"}"#);
    }

    #[test]
    fn a_tag_that_a_sentence_mentions_is_text() {
        assert_eq!(read("Use the <tag> tag.\n<a>1</a>"), r#"{"a":"1"}"#);
        assert_eq!(read("1 < 2 and 3 > 2"), "nothing");
        assert_eq!(read("`<a>1</a>`"), "nothing");
    }

    #[test]
    fn depth_is_bounded() {
        let text = "<a>".repeat(200);
        assert!(matches!(
            read_tree(&text, Span::new(0, text.len()), 10),
            Err(Failure::TooDeep(30))
        ));
    }
}

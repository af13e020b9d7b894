//! The stretches of a text that the long path read, `x" y", ` in `{"a": "x" y", "b": 1}`, held against what was built.
//!
//! The short path takes what is strict JSON, and edits where there is no doubt. So the repaired text says what was built
//! if each of these stretches, its edits applied, leads from where the reader stood before to where it stood behind, with
//! just those tokens that the builder was given.

use super::agreement::Tokens;
use super::builder::Shape;
use super::edits::Edits;
use super::escapes::USUAL_LEN;
use crate::span::Span;

/// The last thing that was read in the open container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Behind {
    /// Its opening bracket, or the start of the text.
    Opener,
    Comma,
    Colon,
    Value,
}

/// Where a reader stands between two tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Standing {
    /// The open container; none at the top.
    pub(super) inside: Option<Shape>,
    pub(super) behind: Behind,
}

/// What the builder was given; the offset is the end of its text, which starts where that of the text before ends.
#[derive(Clone, Copy, Debug)]
enum Event {
    Key(u32),
    Text(u32),
    Number(u32),
    Null,
    Truth(bool),
    Open(Shape),
    /// The container that is open behind the closer.
    Close(Option<Shape>),
}

/// What the builder was given in the stretches.
#[derive(Debug, Default)]
pub(crate) struct Events {
    log: Vec<Event>,
    texts: String,
    /// No closer is noted where the short path reads.
    is_off: bool,
    /// What was built before was changed afterwards.
    pub(super) is_corrected: bool,
}

impl Events {
    /// Makes room for those of another text.
    pub(super) fn clear(&mut self) {
        self.log.clear();
        self.texts.clear();
        self.is_off = false;
        self.is_corrected = false;
    }

    pub(super) fn turn(&mut self, is_on: bool) {
        self.is_off = !is_on;
    }

    fn push(&mut self, event: Event) {
        if self.log.is_empty() {
            self.log.reserve(16);
        }
        self.log.push(event);
    }

    fn push_text(&mut self, event: fn(u32) -> Event, text: &str) {
        if self.texts.is_empty() {
            self.texts.reserve(USUAL_LEN);
        }
        self.texts.push_str(text);
        self.push(event(narrow(self.texts.len())));
    }

    pub(super) fn key(&mut self, key: &str) {
        self.push_text(Event::Key, key);
    }

    pub(super) fn text(&mut self, text: &str) {
        self.push_text(Event::Text, text);
    }

    pub(super) fn number(&mut self, number: &str) {
        self.push_text(Event::Number, number);
    }

    pub(super) fn null(&mut self) {
        self.push(Event::Null);
    }

    pub(super) fn boolean(&mut self, truth: bool) {
        self.push(Event::Truth(truth));
    }

    pub(super) fn open(&mut self, shape: Shape) {
        self.push(Event::Open(shape));
    }

    pub(super) fn close(&mut self, outer: Option<Shape>) {
        if !self.is_off {
            self.push(Event::Close(outer));
        }
    }
}

/// Offsets fit, since a longer text is refused.
fn narrow(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

#[derive(Clone, Copy, Debug)]
struct Stretch {
    start: u32,
    end: u32,
    /// How many events there were at its end.
    events: u32,
    from: Standing,
    to: Standing,
}

impl Stretch {
    /// What of it is under `span`.
    fn within(self, span: Span) -> Span {
        let start = span.start().max(self.start as usize);
        Span::new(start, span.end().min(self.end as usize).max(start))
    }
}

/// How many bytes of text there have to be for each stretch, and how many stretches there may be in any case.
const DENSEST: usize = 8;
const SPARE: usize = 64;

/// All stretches, by position.
#[derive(Debug, Default)]
pub(super) struct Stretches {
    list: Vec<Stretch>,
    open: Option<(usize, Standing)>,
    /// One of them cannot be told from what is around it.
    is_broken: bool,
}

impl Stretches {
    pub(super) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Whether none of them is of use any more.
    pub(super) fn is_broken(&self) -> bool {
        self.is_broken
    }

    pub(super) fn start(&mut self, at: usize, standing: Option<Standing>) {
        self.is_broken |= self.list.last().is_some_and(|last| last.end as usize > at);
        match standing {
            Some(standing) => self.open = Some((at, standing)),
            None => self.is_broken = true,
        }
    }

    /// Ends the open stretch; `events` were noted so far.
    pub(super) fn finish(
        &mut self,
        end: usize,
        standing: Option<Standing>,
        events: &Events,
        is_edited: bool,
    ) {
        let Some((start, from)) = self.open.take() else {
            return;
        };
        let Some(to) = standing else {
            self.is_broken = true;
            return;
        };
        let stretch = Stretch {
            start: narrow(start),
            end: narrow(end),
            events: narrow(events.log.len()),
            from,
            to,
        };
        if is_edited || start < end || from != to || self.last_events() < stretch.events {
            self.add(stretch);
        }
        // Where there is little else in a text, it is cheaper to walk through all of it.
        self.is_broken |= self.list.len() > SPARE + end / DENSEST;
    }

    fn add(&mut self, stretch: Stretch) {
        if self.list.is_empty() {
            self.list.reserve(8);
        }
        self.list.push(stretch);
    }

    /// How many events were noted up to the end of the last stretch.
    fn last_events(&self) -> u32 {
        self.list.last().map_or(0, |stretch| stretch.events)
    }

    /// Whether the part of `text` under `span`, with `edits` applied, is JSON and says what was built.
    pub(super) fn agree(&self, events: &Events, (text, span): (&str, Span), edits: &Edits) -> bool {
        if self.is_broken || events.is_corrected {
            return false;
        }
        let (mut writer, mut repaired) = (edits.writer(text), String::with_capacity(USUAL_LEN));
        let mut told = Told::new(events);
        self.list.iter().all(|stretch| {
            let said = writer.say(&mut repaired, stretch.within(span));
            told.agrees(stretch, said) == Some(true)
        })
    }

    /// Makes room for those of another text.
    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.open = None;
        self.is_broken = false;
    }
}

/// Tells the events one by one.
struct Told<'e> {
    events: &'e Events,
    next: usize,
    /// Where the next text starts.
    at: usize,
    scratch: String,
}

impl<'e> Told<'e> {
    fn new(events: &'e Events) -> Self {
        Self {
            events,
            next: 0,
            at: 0,
            scratch: String::new(),
        }
    }

    /// Whether `text` says just what was built in `stretch`; none if it says something else, or is no JSON.
    fn agrees(&mut self, stretch: &Stretch, text: &str) -> Option<bool> {
        let mut reader = Reader {
            tokens: Tokens::new(text, &mut self.scratch),
            stands: stretch.from,
        };
        let events = self.events.log.get(self.next..stretch.events as usize)?;
        self.next = stretch.events as usize;
        for event in events {
            let (Event::Key(end) | Event::Text(end) | Event::Number(end)) = *event else {
                reader.read(*event, "")?;
                continue;
            };
            let start = std::mem::replace(&mut self.at, end as usize);
            reader.read(*event, self.events.texts.get(start..self.at)?)?;
        }
        if stretch.to.behind == Behind::Comma && reader.stands.behind == Behind::Value {
            reader.take_comma()?;
        }
        Some(reader.stands == stretch.to && reader.tokens.next().is_none())
    }
}

/// Reads the text of a stretch event by event.
struct Reader<'t, 's> {
    tokens: Tokens<'t, 's>,
    stands: Standing,
}

impl Reader<'_, '_> {
    /// Reads `event`, which has `content`; none if the text says something else.
    fn read(&mut self, event: Event, content: &str) -> Option<()> {
        if let Event::Close(outer) = event {
            return self.read_closer(outer);
        }
        if self.stands.behind == Behind::Value && self.stands.inside.is_some() {
            self.take_comma()?;
        }
        match (self.stands.inside, self.stands.behind) {
            (Some(Shape::Object), Behind::Opener | Behind::Comma) => {
                matches!(event, Event::Key(_)).then(|| self.read_key(content))?
            }
            (Some(Shape::Object), Behind::Colon)
            | (Some(Shape::Array), Behind::Opener | Behind::Comma)
            | (None, Behind::Opener) => self.read_value(event, content),
            _ => None,
        }
    }

    fn take(&mut self, mark: u8) -> Option<()> {
        (self.tokens.next()? == mark).then(|| self.tokens.skip_mark())
    }

    fn take_comma(&mut self) -> Option<()> {
        self.stands.behind = Behind::Comma;
        self.take(b',')
    }

    fn read_closer(&mut self, outer: Option<Shape>) -> Option<()> {
        let closer = match self.stands.inside? {
            Shape::Object => b'}',
            Shape::Array => b']',
        };
        if !matches!(self.stands.behind, Behind::Opener | Behind::Value) {
            return None;
        }
        self.stands = Standing {
            inside: outer,
            behind: Behind::Value,
        };
        self.take(closer)
    }

    fn read_key(&mut self, key: &str) -> Option<()> {
        self.read_text(key)?;
        self.stands.behind = Behind::Colon;
        self.take(b':')
    }

    fn read_value(&mut self, event: Event, content: &str) -> Option<()> {
        if let Event::Open(shape) = event {
            self.stands = Standing {
                inside: Some(shape),
                behind: Behind::Opener,
            };
            return self.take(if shape == Shape::Object { b'{' } else { b'[' });
        }
        self.stands.behind = Behind::Value;
        match event {
            Event::Text(_) => self.read_text(content),
            Event::Number(_) => self.read_number(content),
            Event::Null => self.read_literal("null"),
            Event::Truth(true) => self.read_literal("true"),
            Event::Truth(false) => self.read_literal("false"),
            Event::Key(_) | Event::Open(_) | Event::Close(_) => None,
        }
    }

    fn read_text(&mut self, content: &str) -> Option<()> {
        self.tokens.next()?;
        (self.tokens.read_text()? == content).then_some(())
    }

    fn read_number(&mut self, number: &str) -> Option<()> {
        self.tokens.next()?;
        (self.tokens.read_number()? == number).then_some(())
    }

    fn read_literal(&mut self, literal: &str) -> Option<()> {
        self.tokens.next()?;
        self.tokens.read_literal(literal)
    }
}

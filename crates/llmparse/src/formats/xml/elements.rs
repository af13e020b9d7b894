//! Openers and closers put together: `<a>x<b>y</a>` is an element `a`, and a `b` that was never closed.

use super::Fence;
use super::names::{Id, Names};
use super::places::{Place, Walk, Zone};
use super::tags::{Form, Tag};
use crate::span::Span;
use crate::trace::RepairKind;

/// How many open tags are looked at for the one around a closer that has no opener.
const NEAR: usize = 8;
/// How far back a line may have started, in bytes.
const NEAR_BYTES: usize = 256;

/// An element of an asked name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element {
    pub(super) asked: Id,
    pub(super) open: Span,
    pub(super) close: Close,
    pub(super) place: Place,
    /// Whether its opener spells the name in another case, or with blanks.
    pub(super) is_odd_opener: bool,
    /// What is wrong with its closer.
    pub(super) odd_closer: Option<RepairKind>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Close {
    Tag(Span),
    /// `<answer/>`
    Itself,
    /// Never; what stands around it ends there.
    Missing(usize),
}

/// A closer of an asked name that no opener stands before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Orphan {
    pub(super) asked: Id,
    pub(super) span: Span,
    pub(super) place: Place,
    /// Where what it closes starts at the earliest.
    pub(super) floor: usize,
    /// The innermost open tag around it.
    pub(super) around: Option<Span>,
    /// Whether an asked element is open.
    pub(super) is_inside: bool,
}

/// An element of another name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Other {
    pub(super) span: Span,
    /// Whether it may stand beside an element that was not closed, rather than in it: no markup, and on a line of
    /// its own or right behind what stands before it.
    pub(super) is_sibling: bool,
}

/// What the tags of a text make.
pub(super) struct Elements<'t> {
    pub(super) text: &'t str,
    pub(super) names: Names<'t>,
    pub(super) found: Vec<Element>,
    pub(super) orphans: Vec<Orphan>,
    /// By position of their openers.
    pub(super) others: Vec<Other>,
    /// Closers of other names that no opener stands before.
    pub(super) strays: Vec<(Span, Id)>,
    /// Where openers of asked names stand, by position.
    pub(super) openers: Vec<(usize, Id)>,
}

/// A tag, and whether it is spelled as no XML reader takes it.
#[derive(Clone, Copy)]
struct Open {
    id: Id,
    tag: Span,
    is_odd: bool,
}

struct Matcher<'t> {
    elements: Elements<'t>,
    stack: Vec<Open>,
    /// Where the openers of each name stand in the stack.
    open_of: Vec<Vec<usize>>,
    zone: Zone,
    /// Openers below belong to what is around the zone.
    base: usize,
    /// Behind the last element that is no markup.
    last_end: usize,
    asked_open: usize,
}

impl<'t> Elements<'t> {
    /// All elements of the asked `names`; `fences` are where code fences stand, in order.
    pub(super) fn find(text: &'t str, fences: &'t [Fence], names: &'t [&'t str]) -> Self {
        let mut matcher = Matcher::new(text, names);
        let mut walk = Walk::new(text, fences);
        while let Some((at, tag, zone)) = walk.next_tag() {
            matcher.enter(zone);
            matcher.take(at, tag);
        }
        matcher.finish()
    }
}

impl<'t> Matcher<'t> {
    fn new(text: &'t str, names: &'t [&'t str]) -> Self {
        Self {
            elements: Elements {
                text,
                names: Names::new(names),
                found: Vec::new(),
                orphans: Vec::new(),
                others: Vec::new(),
                strays: Vec::new(),
                openers: Vec::new(),
            },
            stack: Vec::new(),
            open_of: Vec::new(),
            zone: Zone::bare(text),
            base: 0,
            last_end: 0,
            asked_open: 0,
        }
    }

    /// What is open in a zone ends with it; what is open around it goes on.
    fn enter(&mut self, zone: Zone) {
        if zone == self.zone {
            return;
        }
        if self.zone.place != Place::Bare {
            self.pop_to(self.base, self.zone.content_end);
        }
        self.base = if zone.place == Place::Bare {
            0
        } else {
            self.stack.len()
        };
        self.zone = zone;
    }

    fn take(&mut self, at: usize, tag: Tag<'t>) {
        let id = self.elements.names.id(tag.name);
        let asked = self.elements.names.asked_of(id);
        if tag.is_odd && asked.is_none() {
            return;
        }
        let span = Span::new(at, tag.end);
        let open = Open {
            id,
            tag: span,
            is_odd: tag.is_odd,
        };
        match tag.form {
            Form::Open => self.push(open),
            Form::Empty => self.add(open, Close::Itself, open),
            Form::Close => match self.find_opener(id) {
                Some(index) => {
                    self.pop_to(index + 1, at);
                    self.close(open);
                }
                None => self.add_orphan(span, id),
            },
        }
    }

    fn push(&mut self, open: Open) {
        if let Some(asked) = self.elements.names.asked_of(open.id) {
            if self.zone.place == Place::Bare && !open.is_odd && asked == open.id {
                self.elements.openers.push((open.tag.start(), asked));
            }
            self.asked_open += usize::from(asked == open.id);
        }
        if self.open_of.len() <= open.id {
            self.open_of.resize_with(open.id + 1, Vec::new);
        }
        if let Some(indexes) = self.open_of.get_mut(open.id) {
            indexes.push(self.stack.len());
        }
        self.stack.push(open);
    }

    fn pop(&mut self) -> Option<Open> {
        let open = self.stack.pop()?;
        if let Some(indexes) = self.open_of.get_mut(open.id) {
            indexes.pop();
        }
        let is_asked = self.elements.names.asked_of(open.id) == Some(open.id);
        self.asked_open -= usize::from(is_asked);
        Some(open)
    }

    fn pop_to(&mut self, len: usize, limit: usize) {
        while self.stack.len() > len {
            if let Some(open) = self.pop() {
                self.add(open, Close::Missing(limit), open);
            }
        }
    }

    /// Where the innermost opener stands that a closer named `id` closes: one of its spelling, or of another case.
    fn find_opener(&self, id: Id) -> Option<usize> {
        let innermost = |id: Id| {
            self.open_of
                .get(id)?
                .last()
                .copied()
                .filter(|&at| at >= self.base)
        };
        innermost(id).or_else(|| {
            let names = &self.elements.names;
            let spellings = names.spellings(names.asked_of(id)?).iter();
            spellings.filter_map(|&id| innermost(id)).max()
        })
    }

    fn close(&mut self, closer: Open) {
        if let Some(open) = self.pop() {
            self.add(open, Close::Tag(closer.tag), closer);
        }
    }

    /// Adds an element that `closer` closes, or itself. One in another case counts only if its own tags differ: then
    /// case says nothing there.
    fn add(&mut self, open: Open, close: Close, closer: Open) {
        let end = match close {
            Close::Tag(tag) => tag.end(),
            Close::Itself | Close::Missing(_) => open.tag.end(),
        };
        let is_markup = self.elements.names.is_markup(open.id);
        let is_missing = matches!(close, Close::Missing(_));
        if self.zone.place == Place::Bare && !is_markup && !is_missing {
            self.last_end = end;
        }
        let asked = self.elements.names.asked_of(open.id);
        let is_meant = |asked: Id| asked == open.id || closer.id != open.id;
        match asked.filter(|&asked| is_meant(asked)) {
            Some(asked) => self.elements.found.push(Element {
                asked,
                open: open.tag,
                close,
                place: self.zone.place,
                is_odd_opener: open.is_odd || open.id != asked,
                odd_closer: (closer.is_odd || closer.id != asked)
                    .then_some(RepairKind::TagSpelling),
            }),
            None if is_missing => {}
            None => self.elements.others.push(Other {
                span: Span::new(open.tag.start(), end),
                is_sibling: !is_markup && stands_apart(self.elements.text, open.tag.start()),
            }),
        }
    }

    fn add_orphan(&mut self, span: Span, id: Id) {
        let around = self.around();
        let place = self.zone.place;
        match self.elements.names.asked_of(id) {
            Some(asked) => {
                let around_end = around.map_or(0, |open| open.tag.end());
                self.elements.orphans.push(Orphan {
                    asked,
                    span,
                    place,
                    floor: around_end.max(self.last_end),
                    around: around.map(|open| open.tag),
                    is_inside: self.asked_open > 0 || id != asked,
                });
            }
            None if place == Place::Bare => self.elements.strays.push((span, id)),
            None => {}
        }
        if place == Place::Bare && !self.elements.names.is_markup(id) {
            self.last_end = span.end();
        }
    }

    /// The innermost open tag that is no markup.
    fn around(&self) -> Option<Open> {
        let near = self.stack.iter().skip(self.base).rev().take(NEAR);
        near.copied()
            .find(|open| !self.elements.names.is_markup(open.id))
    }

    fn finish(mut self) -> Elements<'t> {
        self.enter(Zone::bare(self.elements.text));
        self.pop_to(0, self.elements.text.len());
        self.elements.found.sort_by_key(|element| element.open);
        self.elements.others.sort_by_key(|other| other.span);
        self.elements
    }
}

/// Whether a line starts at `at`, or no blank stands before it.
fn stands_apart(text: &str, at: usize) -> bool {
    let before = text.as_bytes().get(at.saturating_sub(NEAR_BYTES)..at);
    let is_gap = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\r');
    let before = before.unwrap_or_default();
    match before.iter().rev().find(|byte| !is_gap(byte)) {
        Some(b'\n') => true,
        _ => !before.last().is_some_and(|byte| is_gap(&byte)),
    }
}

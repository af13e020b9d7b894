//! Which element is meant: `Use <answer>. <answer>Paris</answer>` means the second.

use std::cell::RefCell;
use std::collections::HashMap;

use memchr::memmem;

use super::elements::{Close, Element, Elements, Orphan};
use super::names::{Id, is_slip};
use super::places::Place;
use super::sentences::{before, is_filler, is_in_sentence, is_talk, starts_element};
use crate::span::Span;
use crate::trace::RepairKind;

/// How many closers of other names are held against a name.
const STRAYS: usize = 8;
/// How many bytes at the end of an element are looked at for what closes it.
const TAIL: usize = 512;

/// What speaks for an element, the weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    /// Opened in the middle of a sentence, and never closed.
    Weak,
    /// `Use <answer>...</answer>.`
    Mention,
    /// A closer without an opener.
    Orphan,
    /// In code in a line, in a comment.
    Quoted,
    /// In a fence, and never closed.
    CutFence,
    Fence,
    Bare,
}

/// An element that may be the answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) asked: Id,
    pub(super) class: Class,
    /// How many other elements it stands in.
    pub(super) depth: usize,
    pub(super) span: Span,
    pub(super) content: Span,
    pub(super) is_empty: bool,
    /// What stands in place of its tags, where they are not as they should be.
    pub(super) opener: Option<Damage>,
    pub(super) closer: Option<Damage>,
}

/// What is wrong with a tag, and where it stands or should stand.
pub(super) type Damage = (RepairKind, Span);

/// What an element holds, and how it ends.
struct Inside {
    content: Span,
    end: usize,
    closer: Option<Damage>,
}

impl Inside {
    fn closed_by(tag: Span, start: usize) -> Self {
        Self {
            content: Span::new(start, tag.start()),
            end: tag.end(),
            closer: None,
        }
    }
}

impl Candidate {
    pub(super) fn is_repaired(&self) -> bool {
        self.opener.is_some() || self.closer.is_some()
    }
}

/// Everything that may be meant by one of the asked names, by position.
pub(super) fn find_candidates(elements: &Elements<'_>) -> Vec<Candidate> {
    let mut depths = Depths::new(elements);
    let judge = Judge {
        elements,
        cut_closer: find_cut_closer(elements.text),
        closed: find_closed(elements),
        slips: RefCell::default(),
    };
    let found = elements.found.iter().filter_map(|element| {
        let depth = depths.next(element);
        judge.element(element, depth)
    });
    let mut found: Vec<Candidate> = found.collect();
    let mut is_found = vec![false; elements.names.asked().len()];
    for candidate in &found {
        if let Some(is_found) = is_found.get_mut(candidate.asked) {
            *is_found = true;
        }
    }
    let orphans = elements.orphans.iter();
    let orphans = orphans.filter(|orphan| !is_found.get(orphan.asked).is_none_or(|found| *found));
    found.extend(orphans.filter_map(|orphan| judge.orphan(orphan)));
    found.sort_by_key(|candidate| candidate.span.start());
    found
}

fn find_closed(elements: &Elements<'_>) -> Vec<bool> {
    let mut closed = vec![false; elements.names.asked().len()];
    for element in &elements.found {
        if let (Close::Tag(_), Some(closed)) = (element.close, closed.get_mut(element.asked)) {
            *closed = true;
        }
    }
    closed
}

/// How many closed elements are around each, told in order of their openers.
struct Depths {
    /// Starts and ends of closed elements, by start.
    closed: std::vec::IntoIter<Span>,
    next: Option<Span>,
    ends: Vec<usize>,
}

impl Depths {
    fn new(elements: &Elements<'_>) -> Self {
        let found = elements
            .found
            .iter()
            .filter_map(|element| match element.close {
                Close::Tag(tag) => Some(Span::new(element.open.start(), tag.end())),
                _ => None,
            });
        let others = elements.others.iter().map(|other| other.span);
        let mut closed: Vec<Span> = found.chain(others).collect();
        closed.sort();
        let mut closed = closed.into_iter();
        Self {
            next: closed.next(),
            closed,
            ends: Vec::new(),
        }
    }

    fn next(&mut self, element: &Element) -> usize {
        let at = element.open.start();
        while let Some(span) = self.next.filter(|span| span.start() < at) {
            self.leave(span.start());
            self.ends.push(span.end());
            self.next = self.closed.next();
        }
        self.leave(at);
        self.ends.len()
    }

    fn leave(&mut self, at: usize) {
        while self.ends.last().is_some_and(|&end| end <= at) {
            self.ends.pop();
        }
    }
}

struct Judge<'e, 't> {
    elements: &'e Elements<'t>,
    /// The start of a closer, `</ans`, at the end of the text.
    cut_closer: Option<Span>,
    /// Whether an element of each name is closed.
    closed: Vec<bool>,
    /// Which closers of other names are slips of asked ones.
    slips: RefCell<HashMap<(Id, Id), bool>>,
}

impl Judge<'_, '_> {
    fn element(&self, element: &Element, depth: usize) -> Option<Candidate> {
        let start = element.open.end();
        let inside = match element.close {
            Close::Tag(tag) => Inside::closed_by(tag, start),
            Close::Itself => Inside::closed_by(Span::new(start, start), start),
            Close::Missing(limit) => self.end_of_open(element, limit)?,
        };
        let is_empty = self.is_blank(inside.content);
        let is_closed = inside.closer.is_none();
        if !is_closed && is_empty {
            return None;
        }
        let candidate = Candidate {
            asked: element.asked,
            class: self.class(element, inside.content, is_closed)?,
            depth,
            span: Span::new(element.open.start(), inside.end),
            content: inside.content,
            is_empty,
            opener: element
                .is_odd_opener
                .then_some((RepairKind::TagSpelling, element.open)),
            closer: inside.closer.or(odd_closer(element)),
        };
        Some(self.undecorate(element, candidate))
    }

    /// `**<answer>** Paris **</answer>**` and `<<answer>>Paris<</answer>>`: the marks are those of the tags.
    fn undecorate(&self, element: &Element, candidate: Candidate) -> Candidate {
        let text = self.elements.text;
        let Close::Tag(tag) = element.close else {
            return candidate;
        };
        let head = text.get(..element.open.start()).unwrap_or_default();
        let run = head.trim_end_matches(['*', '_']).len();
        let run = head.get(run..).unwrap_or_default();
        let (before, behind) = if head.ends_with('<') {
            ("<", ">")
        } else {
            (run, run)
        };
        let content = candidate.content.of(text).strip_prefix(behind);
        let inner = content.and_then(|inner| inner.strip_suffix(before));
        let rest = text.get(tag.end()..).unwrap_or_default();
        if before.is_empty() || inner.is_none() || !rest.starts_with(behind) {
            return candidate;
        }
        let start = element.open.end() + behind.len();
        let end = tag.start() - before.len();
        let damage = |start, end| Some((RepairKind::TagSpelling, Span::new(start, end)));
        Candidate {
            content: Span::new(start, end),
            opener: damage(element.open.start(), start),
            closer: damage(end, tag.end()),
            ..candidate
        }
    }

    fn class(&self, element: &Element, content: Span, is_closed: bool) -> Option<Class> {
        let text = self.elements.text;
        let before = || before(text, element.open.start());
        let is_filler = || is_filler(content.of(text).trim());
        match (element.place, is_closed) {
            (Place::Bare, true) if is_filler() && is_in_sentence(before()) => Some(Class::Mention),
            (Place::Bare, true) => Some(Class::Bare),
            (Place::Bare, false) if element.is_odd_opener => None,
            (Place::Bare, false) if starts_element(text, element.open.start()) => Some(Class::Bare),
            (Place::Bare, false) => (!is_talk(text, element.open.end())).then_some(Class::Weak),
            (Place::Fence, true) => Some(Class::Fence),
            (Place::Fence, false) => Some(Class::CutFence),
            (Place::Quoted, true) if is_filler() => Some(Class::Mention),
            (Place::Quoted, true) => Some(Class::Quoted),
            (Place::Quoted, false) => None,
        }
    }

    fn is_blank(&self, content: Span) -> bool {
        content.of(self.elements.text).chars().all(is_blank)
    }

    /// How an element ends that was not closed up to `limit`.
    fn end_of_open(&self, element: &Element, limit: usize) -> Option<Inside> {
        let start = element.open.end();
        let next = self.next_sibling(element, limit);
        if let Some(tag) = self.closer_in_code(element, next) {
            return Some(Inside::closed_by(tag, start));
        }
        let wrong = self.misspelt_closer(element, next);
        if let Some(tag) = wrong.or_else(|| self.wrong_closer(element, next)) {
            return Some(Inside {
                closer: Some((RepairKind::WrongCloser, tag)),
                ..Inside::closed_by(tag, start)
            });
        }
        let text = self.elements.text;
        let name = self.elements.names.asked().get(element.asked)?;
        let cut = self.cut_closer.filter(|cut| {
            next == text.len() && cut.start() >= start && starts_like(name, name_of(cut.of(text)))
        });
        let end = cut.map_or(next, Span::start);
        Some(Inside {
            content: Span::new(start, end),
            end: next,
            closer: Some((RepairKind::MissingCloser, Span::new(end, next))),
        })
    }

    /// A closer in code or a fence that closes nothing there.
    fn closer_in_code(&self, element: &Element, limit: usize) -> Option<Span> {
        let orphans = &self.elements.orphans;
        let from = orphans.partition_point(|orphan| orphan.span.start() < element.open.end());
        let near = orphans.iter().skip(from).take(STRAYS);
        near.take_while(|orphan| orphan.span.start() < limit)
            .find(|orphan| orphan.asked == element.asked && orphan.place != Place::Bare)
            .map(|orphan| orphan.span)
            .filter(|_| {
                element.place == Place::Bare
                    && starts_element(self.elements.text, element.open.start())
            })
    }

    fn misspelt_closer(&self, element: &Element, limit: usize) -> Option<Span> {
        let strays = &self.elements.strays;
        let from = strays.partition_point(|(span, _)| span.start() < element.open.end());
        let near = strays.iter().skip(from).take(STRAYS);
        let name = self.elements.names.asked().get(element.asked)?;
        near.take_while(|(span, _)| span.start() < limit)
            .find(|&&(span, id)| self.is_slip_of(name, element.asked, span, id))
            .map(|(span, _)| *span)
    }

    /// What stands at the end of an open element in place of its closer: one of another asked name that has its own,
    /// `</>`, `[/answer]`.
    fn wrong_closer(&self, element: &Element, end: usize) -> Option<Span> {
        let text = self.elements.text;
        let mut from = end.saturating_sub(TAIL).max(element.open.end());
        while !text.is_char_boundary(from) {
            from += 1;
        }
        let tail = text.get(from..end)?.trim_end();
        let name = self.elements.names.asked().get(element.asked)?;
        let orphans = &self.elements.orphans;
        let index = orphans.partition_point(|orphan| orphan.span.start() < end);
        let last = index.checked_sub(1).and_then(|index| orphans.get(index));
        let other = last.filter(|orphan| {
            orphan.span.end() == from + tail.len() && self.closed.get(orphan.asked) == Some(&true)
        });
        other.map(|orphan| orphan.span).or_else(|| {
            let len = odd_closer_len(tail, name)?;
            let end = from + tail.len();
            Some(Span::new(end - len, end))
        })
    }

    /// Whether a closer is named like `name` but for a slip; looked at once for each pair of names.
    fn is_slip_of(&self, name: &str, asked: Id, closer: Span, id: Id) -> bool {
        let mut slips = self.slips.borrow_mut();
        *slips
            .entry((asked, id))
            .or_insert_with(|| is_slip(name, name_of(closer.of(self.elements.text))))
    }

    /// Where the next element starts that stands beside the open one rather than in it: an asked one, or one of
    /// another name on a line of its own. What follows the opener at once stands in it.
    fn next_sibling(&self, element: &Element, limit: usize) -> usize {
        let start = element.open.end();
        let openers = &self.elements.openers;
        let from = openers.partition_point(|(at, _)| *at < start);
        let asked = openers.get(from).map(|(at, _)| *at);
        let others = &self.elements.others;
        let from = others.partition_point(|other| other.span.start() < start);
        let near = others.iter().skip(from).take(STRAYS);
        let other = near
            .filter(|other| other.is_sibling)
            .map(|other| other.span.start())
            .next();
        let next = [asked, other].into_iter().flatten().min();
        next.filter(|&at| at < limit && !self.is_blank(Span::new(start, at)))
            .map_or(limit, |at| before_marks(self.elements.text, at))
    }

    /// `Paris</answer>`, where the prompt ended with the opener; `<anwser>Paris</answer>`.
    fn orphan(&self, orphan: &Orphan) -> Option<Candidate> {
        let text = self.elements.text;
        let behind = text
            .get(orphan.span.end()..)?
            .trim_start_matches([' ', '\t', '*', '`', '.']);
        let ends_line = behind.is_empty() || behind.starts_with(['\n', '\r', '<']);
        if orphan.is_inside || orphan.place != Place::Bare || !ends_line {
            return None;
        }
        let name = self.elements.names.asked().get(orphan.asked)?;
        let misspelt = orphan
            .around
            .filter(|span| is_slip(name, name_of(span.of(text))))
            .or_else(|| {
                find_broken_opener(text, Span::new(orphan.floor, orphan.span.start()), name)
            });
        let floor = misspelt.map_or(orphan.floor, Span::end);
        let content = trim(text, Span::new(floor, orphan.span.start()));
        let at = content.start();
        let opener = match misspelt {
            Some(span) => (RepairKind::TagSpelling, span),
            None => (RepairKind::MissingOpener, Span::new(at, at)),
        };
        (!content.is_empty()).then_some(Candidate {
            asked: orphan.asked,
            class: Class::Orphan,
            depth: 0,
            span: Span::new(opener.1.start(), orphan.span.end()),
            content,
            is_empty: false,
            opener: Some(opener),
            closer: None,
        })
    }
}

/// `<answer lang="fr>`, whose quote is never closed, or `answer>` at the start of `place`.
fn find_broken_opener(text: &str, place: Span, name: &str) -> Option<Span> {
    let place = trim(text, place);
    let content = place.of(text);
    let at = memmem::rfind(content.as_bytes(), format!("<{name}").as_bytes());
    let at = at.or_else(|| content.strip_prefix(name)?.starts_with('>').then_some(0))?;
    let rest = content.get(at..)?;
    let len = memchr::memchr(b'>', rest.as_bytes())? + 1;
    let start = place.start() + at;
    (name_of(rest) == name).then(|| Span::new(start, start + len))
}

/// Whether `name` starts with `part`, in any case.
fn starts_like(name: &str, part: &str) -> bool {
    let start = name.get(..part.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(part))
}

/// The length of what `tail` ends with that is meant to close `name`: `</>`, `<\\answer>`, `[/answer]`, `</answer]`.
fn odd_closer_len(tail: &str, name: &str) -> Option<usize> {
    if tail.ends_with("</>") {
        return Some(3);
    }
    let inner = tail.strip_suffix(['>', ']', ')'])?.strip_suffix(name)?;
    let inner = inner.strip_suffix(['/', '\\'])?.strip_suffix(['<', '['])?;
    Some(tail.len() - inner.len())
}

/// Where the line of `at` starts, if nothing but list and quote marks stands before `at` on it.
fn before_marks(text: &str, at: usize) -> usize {
    let line = before(text, at);
    let is_mark = |letter: char| letter.is_ascii_digit() || "-*+•>#.) \t".contains(letter);
    if line.is_empty() || !line.chars().all(is_mark) {
        return at;
    }
    let head = text.get(..at).unwrap_or_default().trim_end();
    head.len() - line.len()
}

fn odd_closer(element: &Element) -> Option<Damage> {
    let Close::Tag(tag) = element.close else {
        return None;
    };
    element.odd_closer.map(|kind| (kind, tag))
}

/// The span without its outer blanks.
pub(super) fn trim(text: &str, span: Span) -> Span {
    let content = span.of(text);
    let end = span.start() + content.trim_end_matches(is_blank).len();
    let start = span.end() - content.trim_start_matches(is_blank).len();
    Span::new(start.min(end), end)
}

fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || letter == '\u{feff}'
}

fn name_of(tag: &str) -> &str {
    let tag = tag.trim_start_matches(['<', '/', '\\', ' ']);
    let ends = |letter: char| letter.is_whitespace() || matches!(letter, '>' | '/' | '\\');
    tag.split(ends).next().unwrap_or_default()
}

/// The start of a closer that the end of the text cut off.
fn find_cut_closer(text: &str) -> Option<Span> {
    let tail = text.trim_end();
    let at = memchr::memrchr(b'<', tail.as_bytes())?;
    let cut = tail.get(at + 1..)?;
    let is_start = cut
        .strip_prefix('/')
        .is_some_and(|name| !name.contains(['>', ' ', '\n']));
    (cut.is_empty() || is_start).then(|| Span::new(at, tail.len()))
}

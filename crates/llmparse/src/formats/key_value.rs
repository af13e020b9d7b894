//! Pairs of keys and values: `Name: Ann`, then `**Age:** 31`, gives `{"Name": "Ann", "Age": "31"}`.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::formats::grid::{Log, Reading};
use crate::scan::lines::lines;
use crate::scan::pairs::Pair;
use crate::span::Span;
use crate::trace::{Warning, WarningKind};
use crate::value::{Data, Key, Object, Value};

mod collect;
mod looks;
mod tags;

/// Among so many keys one is found without a table.
const FEW: usize = 24;

/// A part of a reply to look for pairs in.
#[derive(Clone, Copy)]
pub(crate) struct Area<'t, 'c> {
    pub(crate) text: &'t str,
    pub(crate) span: Span,
    /// Code inside of it, fences included.
    pub(crate) code: &'c [Span],
    /// The keys that are asked for; none for all that are there.
    pub(crate) fields: Option<&'t [&'t str]>,
}

/// A key and the lines of its value.
struct Entry<'t> {
    pair: Pair<'t>,
    /// The lines behind the first, blank ones included.
    more: Option<Span>,
}

impl Entry<'_> {
    fn is_empty(&self) -> bool {
        self.pair.value.is_empty() && self.more.is_none()
    }

    fn end(&self) -> usize {
        self.more.map_or(self.pair.value.end(), Span::end)
    }

    fn span(&self) -> Span {
        Span::new(self.pair.start, self.end())
    }

    fn extend(&mut self, text: &str, line: Span) {
        let start = match self.more {
            Some(more) => more.start(),
            None => next_line(text, self.pair.value.end()),
        };
        self.more = Some(Span::new(start, line.end()));
    }
}

/// The pairs of an area.
pub(crate) struct Pairs<'t> {
    text: &'t str,
    entries: Vec<Entry<'t>>,
    /// Lines among the pairs that belong to none.
    left_out: Vec<Span>,
}

impl<'t> Pairs<'t> {
    /// The pairs of `area`, if what stands there is a list of pairs.
    pub(crate) fn find(area: Area<'t, '_>) -> Option<Self> {
        let pairs = collect::collect(area);
        let is_found = match area.fields {
            Some(_) => !pairs.entries.is_empty(),
            None => looks::are_pairs(&pairs),
        };
        is_found.then_some(pairs)
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn span(&self) -> Span {
        let start = self.entries.first().map_or(0, |entry| entry.pair.start);
        Span::new(start, self.entries.last().map_or(start, Entry::end))
    }

    /// An object of texts. Of several values under one key the last is kept, and the others are told.
    pub(crate) fn read(&self, fields: Option<&[&str]>) -> Reading {
        let mut log = Log::default();
        let inner = self.span();
        self.tell_left_out(&mut log);
        let mut places = Places::default();
        let mut members: Vec<(Key, Value)> = Vec::with_capacity(self.entries.len());
        let mut kept: Vec<Span> = Vec::with_capacity(self.entries.len());
        for entry in &self.entries {
            let key = collect::field(&entry.pair.key, fields).unwrap_or(&entry.pair.key);
            let value = self.value(entry);
            match places.find(key) {
                Some(place) => {
                    if let (Some(member), Some(span)) =
                        (members.get_mut(place), kept.get_mut(place))
                    {
                        log.warn(WarningKind::DuplicateKey, *span);
                        (member.1, *span) = (value, entry.span());
                    }
                }
                None => {
                    places.keys.push(key);
                    members.push((key.into(), value));
                    kept.push(entry.span());
                }
            }
        }
        Reading {
            value: Value {
                data: Data::Object(Object { members }),
                span: inner,
                complete: true,
            },
            repairs: log.repairs,
            warnings: log.warnings,
        }
    }

    /// Each value with the field that it is of, in order, and what was left out in between.
    pub(crate) fn read_each(&self, fields: &[&str]) -> (Vec<(String, Value)>, Vec<Warning>) {
        let mut log = Log::default();
        self.tell_left_out(&mut log);
        let asked = self.entries.iter().filter_map(|entry| {
            let field = collect::field(&entry.pair.key, Some(fields))?;
            Some((field.to_owned(), self.value(entry)))
        });
        (asked.collect(), log.warnings)
    }

    fn tell_left_out(&self, log: &mut Log) {
        let inner = self.span();
        let is_between = |span: &&Span| inner.start() < span.start() && span.end() < inner.end();
        for span in self.left_out.iter().filter(is_between) {
            log.warn(WarningKind::SurroundingText, *span);
        }
    }

    fn value(&self, entry: &Entry<'_>) -> Value {
        let first = entry.pair.value;
        let (text, span) = match entry.more {
            None => (Cow::Borrowed(first.of(self.text)), first),
            Some(more) => {
                let start = if first.is_empty() {
                    first_text(self.text, more)
                } else {
                    first.start()
                };
                (
                    Cow::Owned(join_lines(self.text, first, more)),
                    Span::new(start, more.end()),
                )
            }
        };
        Value {
            data: Data::String(text.into()),
            span,
            complete: true,
        }
    }
}

/// Keys in order.
#[derive(Default)]
struct Places<'k> {
    keys: Vec<&'k str>,
    /// The first of them, if there are many.
    known: HashMap<&'k str, usize>,
}

impl Places<'_> {
    fn find(&mut self, key: &str) -> Option<usize> {
        if self.keys.len() <= FEW {
            return self.keys.iter().position(|known| *known == key);
        }
        let new = self.keys.iter().enumerate().skip(self.known.len());
        self.known.extend(new.map(|(place, known)| (*known, place)));
        self.known.get(key).copied()
    }
}

/// Where the line behind the one that `at` is in starts.
fn next_line(text: &str, at: usize) -> usize {
    let rest = text.as_bytes().get(at..).unwrap_or_default();
    memchr::memchr(b'\n', rest).map_or(text.len(), |len| at + len + 1)
}

fn first_text(text: &str, span: Span) -> usize {
    let inner = span.of(text);
    span.end() - inner.trim_start().len()
}

/// The value on the line of its key, and the lines below without the indentation that all of them have.
fn join_lines(text: &str, first: Span, more: Span) -> String {
    let mut below: Vec<&str> = lines(text, more)
        .map(|line| line.of(text).trim_end())
        .collect();
    if below.iter().all(|line| line.starts_with('>')) {
        below = below.iter().filter_map(|line| line.get(1..)).collect();
    }
    let indent = |line: &&str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let filled = below.iter().copied().filter(|line| !line.is_empty());
    let shared = filled.map(|line| indent(&line)).min().unwrap_or(0);
    let mut out = String::with_capacity(first.len() + more.len() + 1);
    out.push_str(first.of(text));
    for line in below {
        if out.is_empty() && line.is_empty() {
            continue;
        }
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(line.get(shared..).unwrap_or_default());
    }
    out
}

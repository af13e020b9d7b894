//! The parts of a reply where rows or pairs may stand: fences by label, what tags enclose, and what is between them.

use std::collections::HashSet;

use memchr::memmem;

use crate::formats::{Place, Trust};
use crate::preprocess::fences::{Fence, find_fences};
use crate::scan::labels::is_plain;
use crate::scan::lines::trim;
use crate::span::Span;
use crate::trace::{Trace, Warning, WarningKind};

/// Tags that enclose an answer: `<csv>…</csv>`.
const TAGS: &[&str] = &[
    "csv",
    "tsv",
    "table",
    "data",
    "output",
    "answer",
    "final_answer",
    "result",
    "results",
    "response",
    "final",
    "markdown",
    "content",
    "rows",
    "fields",
    "key_value",
    "key_values",
    "pairs",
];

/// A reply and its parts.
pub(super) struct Page<'t> {
    text: &'t str,
    fences: Vec<Fence>,
    tagged: Vec<Tagged>,
}

/// What a tag encloses.
struct Tagged {
    inner: Span,
    outer: Span,
}

impl<'t> Page<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            text,
            fences: find_fences(text),
            tagged: find_tagged(text),
        }
    }

    /// The fences that `labels` name, and those whose label says nothing, in order.
    pub(super) fn fenced(&self, labels: &[&str]) -> Vec<Place> {
        let places = self.fences.iter().filter_map(|fence| {
            let trust = trust_in(fence.lang(self.text), labels)?;
            Some(Place {
                span: content(fence),
                trust,
            })
        });
        places.collect()
    }

    /// What stands between fences and tags, and inside of tags, in order.
    pub(super) fn bare(&self) -> Vec<Place> {
        let fences = self
            .fences
            .iter()
            .map(|fence| Span::new(fence.start, fence.end));
        let mut cuts: Vec<Span> = fences.chain(self.marks()).collect();
        cuts.sort_unstable();
        let stretches = between(self.text, &cuts);
        let places = stretches.into_iter().map(|span| {
            let trust = if self.is_tagged(span) {
                Trust::Fenced
            } else {
                Trust::Bare
            };
            Place { span, trust }
        });
        places.collect()
    }

    /// Whether a tag encloses `span`; tags are in order, and none is inside of another.
    fn is_tagged(&self, span: Span) -> bool {
        let starts_before = |tagged: &Tagged| tagged.inner.start() <= span.start();
        let count = self.tagged.partition_point(starts_before);
        let last = count.checked_sub(1).and_then(|last| self.tagged.get(last));
        last.is_some_and(|tagged| span.end() <= tagged.inner.end())
    }

    /// Where the fences stand, markers included.
    pub(super) fn fence_spans(&self) -> Vec<Span> {
        self.fences
            .iter()
            .map(|fence| Span::new(fence.start, fence.end))
            .collect()
    }

    /// Tells where the answer stands, what else could have been it, and what text is left out.
    pub(super) fn tell(&self, chosen: Span, others: &[Span], trace: &mut Trace) {
        let other = |span: &Span| Warning {
            kind: WarningKind::OtherCandidate,
            span: *span,
        };
        trace.warnings.extend(others.iter().map(other));
        let all: Vec<Span> = others.iter().copied().chain([chosen]).collect();
        self.tell_all(&all, trace);
        trace.extracted = Some(chosen);
    }

    /// Tells where answers stand, all of which are given, and what text is left out.
    pub(super) fn tell_all(&self, answers: &[Span], trace: &mut Trace) {
        let start = answers.iter().map(|span| span.start()).min();
        let end = answers.iter().map(|span| span.end()).max();
        trace.extracted = start.zip(end).map(|(start, end)| Span::new(start, end));
        let mut cuts: Vec<Span> = answers.iter().copied().chain(self.marks()).collect();
        cuts.sort_unstable();
        for span in between(self.text, &cuts) {
            let span = trim(self.text, span);
            if span.of(self.text).contains(char::is_alphanumeric) {
                let kind = WarningKind::SurroundingText;
                trace.warnings.push(Warning { kind, span });
            }
        }
        trace.warnings.sort_by_key(|warning| warning.span);
        trace.repairs.sort_by_key(|repair| repair.span);
    }

    /// The markers of fences and the tags.
    fn marks(&self) -> impl Iterator<Item = Span> {
        let fences = self
            .fences
            .iter()
            .map(|fence| (Span::new(fence.start, fence.end), content(fence)));
        let tags = self
            .tagged
            .iter()
            .map(|tagged| (tagged.outer, tagged.inner));
        fences.chain(tags).flat_map(|(outer, inner)| {
            [
                Span::new(outer.start(), inner.start()),
                Span::new(inner.end(), outer.end()),
            ]
        })
    }
}

fn content(fence: &Fence) -> Span {
    Span::new(fence.content.0, fence.content.1)
}

fn trust_in(label: Option<&str>, labels: &[&str]) -> Option<Trust> {
    let Some(label) = label else {
        return Some(Trust::Fenced);
    };
    if labels.iter().any(|known| known.eq_ignore_ascii_case(label)) {
        return Some(Trust::Labelled);
    }
    is_plain(label).then_some(Trust::Fenced)
}

/// What is left of `text` without `cuts`, which are sorted.
fn between(text: &str, cuts: &[Span]) -> Vec<Span> {
    let mut left = Vec::with_capacity(cuts.len() + 1);
    let mut done = 0;
    for cut in cuts {
        if done < cut.start() {
            left.push(Span::new(done, cut.start()));
        }
        done = done.max(cut.end());
    }
    if done < text.len() {
        left.push(Span::new(done, text.len()));
    }
    left
}

fn find_tagged(text: &str) -> Vec<Tagged> {
    let mut found = Vec::new();
    let mut unclosed: HashSet<&str> = HashSet::new();
    let mut at = 0;
    while let Some(open) = find_from(text, "<", at) {
        at = open + 1;
        let Some(name) = tag_name(text, open) else {
            continue;
        };
        let start = open + name.len() + 2;
        if unclosed.contains(name) {
            continue;
        }
        let Some(close) = find_from(text, &format!("</{name}>"), start) else {
            unclosed.insert(name);
            continue;
        };
        at = close + name.len() + 3;
        found.push(Tagged {
            inner: Span::new(start, close),
            outer: Span::new(open, at),
        });
    }
    found
}

/// The name of the tag that opens at `open`, if it is one that encloses answers.
fn tag_name(text: &str, open: usize) -> Option<&str> {
    let rest = text.as_bytes().get(open + 1..)?;
    let len = rest.iter().take(16).position(|&byte| byte == b'>')?;
    let name = text.get(open + 1..open + 1 + len)?;
    TAGS.iter()
        .any(|tag| tag.eq_ignore_ascii_case(name))
        .then_some(name)
}

fn find_from(text: &str, mark: &str, from: usize) -> Option<usize> {
    let rest = text.as_bytes().get(from..)?;
    memmem::find(rest, mark.as_bytes()).map(|len| from + len)
}

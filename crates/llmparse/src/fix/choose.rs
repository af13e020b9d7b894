//! Which of several values is meant, where the reader of JSON cannot know: `Example: {"a": 0}`, then `Real: {"a": 5,}`.

use super::fields::Fields;
use super::words::{CONJUNCTIONS, EXAMPLES};
use crate::options::Options;
use crate::pipeline::parse_value_with_trace;
use crate::scan::lines::starts_with_words;
use crate::span::Span;
use crate::trace::{Trace, WarningKind};
use crate::value::Value;

type Reading = (Value, Trace);

/// The value with the required fields; else one that is no example; else, of values that are merely listed, the first.
pub(super) fn choose(text: &str, fields: &Fields, read: Reading) -> Reading {
    let others = find_others(text, &read.1);
    if others.is_empty() {
        return read;
    }
    let at = read.1.extracted.unwrap_or_default();
    let better = if !fields.required().is_empty() && !fields.are_all_in(&read.0) {
        find_complete(text, &others, fields)
    } else if is_example(text, at) {
        let answer = others.iter().rev().find(|span| !is_example(text, **span));
        answer.and_then(|span| read_part(text, *span))
    } else {
        first_listed(text, &others, at).and_then(|span| read_part(text, span))
    };
    better.unwrap_or(read)
}

/// The places of the values that were not chosen, none inside of another, in order.
fn find_others(text: &str, trace: &Trace) -> Vec<Span> {
    let others = trace.warnings.iter();
    let others = others.filter(|warning| warning.kind == WarningKind::OtherCandidate);
    let mut spans: Vec<Span> = others.map(|warning| warning.span).collect();
    spans.sort_unstable();
    let mut end = 0;
    spans.retain(|span| {
        let is_apart = end <= span.start() && span.end() <= text.len();
        if is_apart {
            end = span.end();
        }
        is_apart
    });
    spans
}

/// The last value that has all fields.
fn find_complete(text: &str, others: &[Span], fields: &Fields) -> Option<Reading> {
    let mut readings = others
        .iter()
        .rev()
        .filter_map(|span| read_part(text, *span));
    readings.find(|(value, _)| fields.are_all_in(value))
}

/// Reads `span` alone; the places are those of `text`.
fn read_part(text: &str, span: Span) -> Option<Reading> {
    let read = parse_value_with_trace(span.of(text), &Options::default());
    let mut value = read.result.ok()?;
    let mut trace = read.trace;
    let place = |inner: Span| Span::new(inner.start() + span.start(), inner.end() + span.start());
    value.move_spans(&place);
    trace.extracted = trace.extracted.map(place);
    let repairs = trace.repairs.iter_mut().map(|repair| &mut repair.span);
    let warnings = trace.warnings.iter_mut().map(|warning| &mut warning.span);
    for inner in repairs.chain(warnings).chain(&mut trace.reasoning) {
        *inner = place(*inner);
    }
    Some((value, trace))
}

/// Whether words before `span`, or before the fence it stands in, say that it is an example: `For example:`.
fn is_example(text: &str, span: Span) -> bool {
    const NEAR: usize = 120;
    let before = text.get(..span.start()).unwrap_or_default().trim_end();
    let (above, opener) = before.rsplit_once('\n').unwrap_or_default();
    let before = if opener.trim_start().starts_with("```") {
        above
    } else {
        before
    };
    let before = before.trim_end_matches(is_mark);
    let line = before.rsplit('\n').next().unwrap_or_default();
    let line = line.trim_start_matches(is_mark);
    line.len() <= NEAR
        && EXAMPLES
            .iter()
            .any(|words| starts_with_words(line, words) || ends_with_words(line, words))
}

fn is_mark(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, ':' | '：' | '`' | '*' | '"' | '(' | '#' | '-')
}

fn ends_with_words(text: &str, words: &str) -> bool {
    let count = words.chars().count();
    let start = text.char_indices().rev().take(count).last();
    let Some((start, _)) = start else {
        return false;
    };
    let before = text
        .get(..start)
        .and_then(|before| before.chars().next_back());
    before.is_none_or(|letter| !letter.is_alphanumeric())
        && text
            .get(start..)
            .is_some_and(|tail| starts_with_words(tail, words))
}

/// The first of the values that are joined by `and` up to the one at `chosen`, none of which says more than the others.
fn first_listed(text: &str, others: &[Span], chosen: Span) -> Option<Span> {
    let mut first = chosen;
    for span in others
        .iter()
        .rev()
        .filter(|span| span.end() <= chosen.start())
    {
        let between = text.get(span.end()..first.start()).unwrap_or_default();
        if !is_conjunction(between) {
            break;
        }
        first = *span;
    }
    (first != chosen).then_some(first)
}

fn is_conjunction(text: &str) -> bool {
    let word = text.trim_matches(|letter: char| letter.is_whitespace() || letter == ',');
    word.len() < 16
        && CONJUNCTIONS
            .iter()
            .any(|known| word.to_lowercase() == *known)
}

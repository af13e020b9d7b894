//! What stands before a list and names it: `Tags: red, green`, `The colors are red and green`.

use super::lines::{Line, is_blank};
use super::split::{ends_separated, split};
use super::text::count_words;
use super::wording::Wording;
use super::{Failure, blocks, words};
use crate::error::excerpt;
use crate::span::Span;

/// The one line among several that starts with the name of a list and a colon; two are rivals.
pub(super) fn find_labelled(text: &str, rows: &[Line<'_>]) -> Result<Option<usize>, Failure> {
    if !has_colon(span_of(rows).of(text)) {
        return Ok(None);
    }
    let mut next = 0;
    // The colon of each, and whether what stands before it is the name of a list.
    let label = |row: &Line<'_>| -> Option<(usize, bool)> {
        let colon = find_next_colon(text, row, &mut next)?;
        let is_known = words::is_list_label(row.body.get(..colon)?);
        (!behind_label(row.body, colon).is_empty()).then_some((colon, is_known))
    };
    let labels: Vec<Option<(usize, bool)>> = rows.iter().map(label).collect();
    let is_list = |(row, label): &(&Line<'_>, &Option<(usize, bool)>)| {
        label.is_some_and(|(colon, is_known)| is_known || lists_behind(row.body, colon))
    };
    let labelled = || rows.iter().zip(&labels);
    let known = |found: &Option<(usize, bool)>| found.is_some_and(|(_, is_known)| is_known);
    let count = labels.iter().filter(|found| known(found)).count();
    if rows.len() > 1 && count != 1 && (count > 1 || labelled().all(|row| is_list(&row))) {
        let named = labelled()
            .filter(is_list)
            .filter_map(|(row, label)| row.body.get(..(*label)?.0));
        return Err(Failure::Ambiguous {
            readings: named.take(8).map(excerpt).collect(),
            span: span_of(rows),
        });
    }
    let first = labels
        .iter()
        .position(known)
        .filter(|_| rows.len() > 1 && count == 1);
    Ok(first.filter(|first| {
        rows.get(*first)
            .is_some_and(|row| !ends_separated(row.body))
    }))
}

/// A colon, or what may be a wide one.
fn has_colon(text: &str) -> bool {
    memchr::memchr2(b':', 0xef, text.as_bytes()).is_some()
}

/// The colon in `row`; `next` is where the first one may stand behind those of the rows before.
fn find_next_colon(text: &str, row: &Line<'_>, next: &mut usize) -> Option<usize> {
    if *next < row.at {
        let rest = text.as_bytes().get(row.at..).unwrap_or_default();
        let offset = memchr::memchr2(b':', 0xef, rest);
        *next = row.at + offset.unwrap_or(rest.len());
    }
    (*next < row.span().end())
        .then(|| row.body.find([':', '：']))
        .flatten()
}

pub(super) fn span_of(rows: &[Line<'_>]) -> Span {
    let ends = rows.first().zip(rows.last());
    ends.map_or(Span::default(), |(first, last)| {
        Span::new(first.at, last.span().end())
    })
}

/// What stands behind the label in `**Tags:** red`.
fn behind_label(body: &str, colon: usize) -> &str {
    let rest = body.get(colon..).unwrap_or_default();
    rest.trim_start_matches([':', '：', '*', '_', ' '])
}

/// Whether a label of a few words stands before several items.
fn lists_behind(body: &str, colon: usize) -> bool {
    let label = body.get(..colon).unwrap_or_default();
    count_words(label) <= 3 && split(behind_label(body, colon)).is_some()
}

pub(super) fn has_label(sentence: &str) -> bool {
    find_label(sentence).is_some()
}

/// The length of `Tags: ` or `Sure, here you go: ` before a list.
pub(super) fn find_label(sentence: &str) -> Option<usize> {
    let (at, colon) = sentence
        .char_indices()
        .find(|(at, letter)| is_colon(sentence, *at, *letter))?;
    let label = sentence.get(..at)?;
    let end = at + colon.len_utf8();
    let rest = sentence.get(end..)?;
    let rest =
        rest.trim_start_matches(|letter: char| is_blank(letter) || matches!(letter, '*' | '_'));
    if rest.is_empty()
        || words::is_aside_label(label) && !words::is_list_label(label)
        || label.starts_with(['"', '“', '\''])
    {
        return None;
    }
    let is_known = words::is_list_label(label)
        || words::is_lead(label)
        || Wording::of(label).has_sentence_word() && count_words(label) > 2;
    let has_more = || {
        rest.char_indices()
            .any(|(at, letter)| is_colon(rest, at, letter))
    };
    let is_list = || {
        split(rest).is_some() || blocks::is_label(label) && words::find_conjunction(rest).is_some()
    };
    let fits =
        is_known || count_words(label) <= 8 && split(label).is_none() && !has_more() && is_list();
    fits.then_some(sentence.len() - rest.len())
}

/// A colon with a blank behind it, or a wide one.
fn is_colon(text: &str, at: usize, letter: char) -> bool {
    let is_named = || words::is_list_label(text.get(..at).unwrap_or_default());
    let ends = |letter: char| is_blank(letter) || matches!(letter, '*' | '_' | '"' | '[');
    match letter {
        '：' => true,
        ':' => {
            text.get(at + 1..)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(ends))
                || is_named()
        }
        '=' | '-' | '–' | '—' => is_named(),
        _ => false,
    }
}

/// Where the list starts in `The colors are red and green`.
pub(super) fn find_verb(sentence: &str) -> Option<usize> {
    let at = words::find_verb(sentence)?;
    let (subject, list) = (sentence.get(..at)?, sentence.get(at..)?);
    let is_short = count_words(subject) <= 7 && split(subject).is_none();
    let pieces = split(list)?;
    let ends = |piece: &Span| words::find_conjunction(piece.of(list)).is_some();
    let is_list = pieces.len() > 2 || pieces.last().is_some_and(ends);
    let are_items = pieces.iter().all(|piece| count_words(piece.of(list)) <= 6);
    (is_short && is_list && are_items).then_some(at)
}

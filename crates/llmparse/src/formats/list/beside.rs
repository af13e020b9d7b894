//! An answer in one line beside a list that explains it: `Tags: cat, dog\n\nWhy:\n- cats are visible`.

use super::blocks::{Block, Blocks};
use super::lines::{Line, lines};
use super::split::split;
use super::text::{clean, count_words};
use super::words;
use crate::span::Span;

/// The most words of an item in such a line.
const MOST_WORDS: usize = 5;
/// How many lines, and how many items in one, are held against a list that may explain them.
const MOST_EXPLAINED: usize = 32;

/// The line that is the answer rather than the lists of `found`.
pub(super) fn find_line_answer(text: &str, found: &Blocks<'_>) -> Option<Span> {
    let labels = || found.blocks.iter().filter_map(|block| block.label);
    let is_answer = |label: Span| {
        let label = label.of(text);
        is_answer_label(label) && list_behind_label(label).is_none()
    };
    if labels().any(is_answer) {
        return None;
    }
    let apart = found
        .blocks
        .iter()
        .filter(|block| stands_apart(text, block))
        .filter_map(|block| block.label);
    let places = found.skipped.iter().copied().chain(apart);
    let rows = places.flat_map(|place| lines(text, place));
    let mut labelled = rows.filter(|row| {
        list_behind_label(row.body).is_some() && !is_right_above(text, row.span(), &found.blocks)
    });
    match (labelled.next(), labelled.next()) {
        (Some(row), None) => return Some(row.span()),
        (Some(_), Some(_)) => return None,
        (None, _) => {}
    }
    let [block] = found.blocks.as_slice() else {
        return None;
    };
    let places = found.skipped.iter().copied().chain(labels());
    let rows = places.flat_map(|place| lines(text, place));
    let mut near = rows.take(MOST_EXPLAINED);
    near.find(|row| is_explained_by(row, block))
        .map(|row| row.span())
}

/// Whether a blank line stands between the list and the line before it.
fn stands_apart(text: &str, block: &Block<'_>) -> bool {
    let label = block.label;
    label.is_some_and(|label| has_blank_line(text, label.end(), block.span().start()))
}

/// Whether a list follows the line at once, and the line belongs to it.
fn is_right_above(text: &str, row: Span, blocks: &[Block<'_>]) -> bool {
    let next = blocks.partition_point(|block| block.span().start() < row.end());
    let start = blocks.get(next).map(|block| block.span().start());
    start.is_some_and(|start| {
        let between = text.get(row.end()..start).unwrap_or_default();
        between.trim().is_empty() && !has_blank_line(text, row.end(), start)
    })
}

fn has_blank_line(text: &str, start: usize, end: usize) -> bool {
    let between = text.get(start..end).unwrap_or_default();
    memchr::memchr_iter(b'\n', between.as_bytes())
        .nth(1)
        .is_some()
}

fn is_answer_label(label: &str) -> bool {
    words::is_list_label(label) || words::is_final_label(label)
}

/// What stands behind the label in `Tags: cat, dog`.
fn list_behind_label(body: &str) -> Option<&str> {
    let (label, rest) = body.split_once([':', '：'])?;
    let rest = rest.trim_matches(['*', '_', ' ']);
    let is_answer =
        words::is_list_label(label) || words::is_final_label(label) && count_words(label) <= 3;
    let is_list = is_answer && !rest.ends_with([':', '：']) && short_pieces(rest).is_some();
    is_list.then_some(rest)
}

fn short_pieces(text: &str) -> Option<Vec<&str>> {
    let pieces: Vec<&str> = split(text)?.iter().map(|piece| piece.of(text)).collect();
    let is_short = |piece: &&str| count_words(piece) <= MOST_WORDS;
    pieces.iter().all(is_short).then_some(pieces)
}

/// `cat, dog` above `- cat because it is there`
fn is_explained_by(row: &Line<'_>, block: &Block<'_>) -> bool {
    let list = list_behind_label(row.body).unwrap_or(row.body);
    let pieces = short_pieces(list).filter(|pieces| pieces.len() <= MOST_EXPLAINED);
    let Some(pieces) = pieces else {
        return false;
    };
    block.items.iter().all(|item| {
        let text = clean(item.text());
        let explains = |piece: &&str| {
            let start = text.get(..piece.len());
            let rest = text.get(piece.len()..).unwrap_or_default();
            let is_same = start.is_some_and(|start| start.eq_ignore_ascii_case(piece));
            is_same && rest.starts_with([' ', ':', ',', '-', '–', '—', '(', '：', '（'])
        };
        pieces.iter().any(explains)
    })
}

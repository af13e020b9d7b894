//! What is a sentence rather than an item: `The dog runs, the cat sleeps.`

use super::lines::{Line, is_blank};
use super::marker::read_marker;
use super::text::{count_words, has_sentences, may_have_more_words, unwrap};
use super::wording::Wording;
use super::words;
use crate::span::Span;

/// The most words of an item between separators, of one on a line of its own, and of one alone.
const MOST_WORDS: [usize; 3] = [9, 12, 4];

/// From how many bytes on a text is likely to have several words.
const LONG: usize = 32;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Part,
    Line,
    Alone,
}

/// Whether `text` is a sentence rather than an item.
pub(super) fn is_prose(text: &str, place: Place) -> bool {
    let (_, text) = unwrap(text);
    let is_ended = ends_sentence(text);
    let is_foreign_end = || is_ended && !text.is_ascii();
    if text.len() < LONG && !may_have_more_words(text, 2) {
        return has_sentences(text) || is_foreign_end() && Wording::of(text).has_sentence_word();
    }
    if is_ended && count_words(text) >= 4 {
        return true;
    }
    let most = match place {
        Place::Part => MOST_WORDS[0],
        Place::Line => MOST_WORDS[1],
        Place::Alone => MOST_WORDS[2],
    };
    let wording = Wording::of(text);
    let count = wording.count();
    count > most
        || wording.has_sentences()
        || count >= 3 && wording.has_sentence_word() && !is_title(text)
        || is_foreign_end() && wording.has_sentence_word()
}

/// Whether more than a third of the lines are sentences rather than items; `has_item` says whether one starts as an item.
pub(super) fn are_prose(rows: &[Line<'_>], has_item: bool) -> bool {
    let most = rows.len() / 3;
    let mut prose = 0;
    for (row, rest) in rows.iter().zip((0..rows.len()).rev()) {
        let is_one = is_prose(row.body, Place::Line) || has_item && starts_like_item(row.body);
        prose += usize::from(is_one);
        if prose > most || prose + rest <= most {
            break;
        }
    }
    prose > most
}

/// Whether what lies between the separators is long for items.
pub(super) fn is_sentence(text: &str, whole: Span, pieces: &[Span]) -> bool {
    let count = pieces.len();
    let words: usize = pieces.iter().map(|piece| count_words(piece.of(text))).sum();
    let is_ended = ends_sentence(whole.of(text));
    words > 5 * count || is_ended && 2 * words > if count == 1 { 4 } else { 7 * count }
}

/// Whether a sentence was parted at its commas: `The dog runs, the cat sleeps.`
pub(super) fn are_clauses(text: &str, whole: Span, pieces: &[Span]) -> bool {
    let body = whole.of(text);
    if !ends_sentence(body) || pieces.len() < 2 {
        return false;
    }
    if pieces.iter().any(|piece| words::is_clause(piece.of(text))) {
        return true;
    }
    let has = |least: usize| move |piece: &Span| count_words(piece.of(text)) >= least;
    let goes_on = |piece: &Span| piece.of(text).starts_with(char::is_lowercase);
    let is_cased = body.starts_with(char::is_uppercase) && pieces.iter().skip(1).all(goes_on);
    let is_pair = pieces.len() == 2 && pieces.iter().all(has(2)) && !words::has_conjunction(body);
    let starts = |piece: &Span| words::starts_with_article(piece.of(text));
    is_cased && (is_pair || pieces.iter().all(|piece| has(3)(piece) && starts(piece)))
}

/// `A. Smith went home, tired`: a mark that no other line speaks for, before a sentence.
fn starts_like_item(body: &str) -> bool {
    read_marker(body).is_some() && count_words(body) > 4
}

#[inline]
pub(super) fn ends_sentence(text: &str) -> bool {
    match text.as_bytes().last() {
        Some(last) if last.is_ascii() => matches!(last, b'.' | b'!' | b'?'),
        _ => text.ends_with(['。', '！', '？', '।', '؟']),
    }
}

/// `There Will Be Blood`
fn is_title(text: &str) -> bool {
    let mut words = text.split(is_blank).filter(|word| word.chars().count() > 3);
    let is_cased = text.starts_with(char::is_uppercase)
        && words.all(|word| !word.starts_with(char::is_lowercase));
    is_cased
        && count_words(text) <= 8
        && text
            .split(is_blank)
            .filter(|word| word.starts_with(char::is_uppercase))
            .count()
            > 1
}

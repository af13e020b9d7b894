//! What is a sentence rather than an item: `The dog runs, the cat sleeps.`

use super::lines::{Line, is_blank};
use super::marker::read_marker;
use super::text::{count_words, unwrap};
use super::wording::Wording;
use super::words;
use crate::span::Span;

/// The most words of an item between separators, of one on a line of its own, and of one alone.
const MOST_WORDS: [usize; 3] = [9, 12, 4];

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Part,
    Line,
    Alone,
}

/// Whether `text` is a sentence rather than an item.
pub(super) fn is_prose(text: &str, place: Place) -> bool {
    tells(&Wording::of(unwrap(text).1), place)
}

/// Whether the words of a text make it a sentence.
fn tells(wording: &Wording<'_>, place: Place) -> bool {
    let (text, count) = (wording.text(), wording.count());
    let most = match place {
        Place::Part => MOST_WORDS[0],
        Place::Line => MOST_WORDS[1],
        Place::Alone => MOST_WORDS[2],
    };
    count > most
        || count >= 4 && ends_sentence(text)
        || wording.has_sentences()
        || count >= 3 && wording.has_sentence_word() && !is_title(text)
        || !wording.is_ascii() && ends_sentence(text) && wording.has_sentence_word()
}

/// Whether more than a third of the lines are sentences rather than items.
pub(super) fn are_prose(rows: &[Line<'_>]) -> bool {
    let most = rows.len() / 3;
    let mut prose = 0;
    for (row, rest) in rows.iter().zip((0..rows.len()).rev()) {
        prose += usize::from(is_prose_line(row.body));
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

/// Whether a line is a sentence, or starts as an item does that no other line speaks for: `A. Smith went home, tired`.
fn is_prose_line(body: &str) -> bool {
    let (_, inner) = unwrap(body);
    let wording = Wording::of(inner);
    let has_more = || {
        if inner.len() == body.len() {
            wording.count() > 4
        } else {
            count_words(body) > 4
        }
    };
    tells(&wording, Place::Line) || has_more() && read_marker(body).is_some()
}

pub(super) fn ends_sentence(text: &str) -> bool {
    text.ends_with(['.', '!', '?', '。', '！', '？', '।', '؟'])
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

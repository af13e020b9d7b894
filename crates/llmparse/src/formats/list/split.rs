//! Items in one line: `red, "dark, blue"; a | b` parted at the strongest separator, quotes and brackets respected.

use std::cell::LazyCell;

use memchr::memmem;

use super::lines::{is_blank, trim};
use super::text::{QUOTES, count_words, is_letter};
use super::words;
use crate::span::Span;

/// How far a quote in a line may reach, in bytes.
const QUOTED: usize = 512;

/// How many quotes may be left open before no more are looked for.
const VAIN: usize = 32;

/// How many kinds of separators there are.
const KINDS: u8 = 5;

/// A separator in a line.
#[derive(Clone, Copy)]
struct Mark {
    at: usize,
    letter: char,
    /// Its kind; none for a slash.
    kind: Option<u8>,
}

/// The kind of a separator, the strongest first.
fn kind_of(letter: char) -> Option<u8> {
    Some(match letter {
        ';' | '；' | '؛' => 0,
        '|' | '｜' | '¦' => 1,
        '•' | '▪' | '●' | '·' => 2,
        ',' | '，' | '、' | '،' | '､' => 3,
        '\t' => 4,
        _ => return None,
    })
}

/// Whether a separator stands behind the last item of `body`.
pub(super) fn ends_separated(body: &str) -> bool {
    body.ends_with([',', ';', '，', '、', '；', '|'])
}

/// The items of `text`, as ranges in it; none if nothing parts it.
pub(super) fn split(text: &str) -> Option<Vec<Span>> {
    let mut splitter = Splitter::default();
    splitter.split(text)?;
    Some(splitter.pieces)
}

/// Parts lines one after the other.
#[derive(Default)]
pub(super) struct Splitter {
    marks: Vec<Mark>,
    /// A bit for each kind of the marks.
    kinds: u8,
    pieces: Vec<Span>,
}

impl Splitter {
    /// The items of `text`, as ranges in it; none if nothing parts it.
    pub(super) fn split(&mut self, text: &str) -> Option<&[Span]> {
        self.find_marks(text);
        let is_split = self.split_breaks(text) || self.split_by_mark(text);
        if !is_split {
            self.pieces = split_slashes(text, &self.marks)
                .or_else(|| split_arrows(text))
                .or_else(|| split_quoted(text))
                .or_else(|| split_hashtags(text))?;
        }
        Some(&self.pieces)
    }

    /// Every separator outside of quotes and brackets.
    fn find_marks(&mut self, text: &str) {
        let is_balanced = LazyCell::new(|| are_balanced(text));
        let has_spaced_comma = LazyCell::new(|| memmem::find(text.as_bytes(), b", ").is_some());
        self.marks.clear();
        self.kinds = 0;
        let mut depth = 0usize;
        let mut quote_end = 0;
        let mut vain = 0;
        let mut starts_piece = true;
        let mut next = 0;
        loop {
            let letters = letters_len(text, next);
            starts_piece &= letters == 0;
            let at = next + letters;
            let Some(letter) = text.get(at..).and_then(|rest| rest.chars().next()) else {
                break;
            };
            next = at + letter.len_utf8();
            if is_letter(letter) {
                starts_piece = false;
                continue;
            }
            if is_plain(letter) {
                starts_piece &= letter == ' ';
                continue;
            }
            if letter == '<' {
                quote_end = quote_end.max(token_end(text, at));
            }
            if starts_piece && vain < VAIN && is_quote(letter) {
                let end = find_quote_end(text, at);
                vain += usize::from(end.is_none());
                quote_end = end.unwrap_or(quote_end);
            }
            match letter {
                '(' | '（' if *is_balanced => depth += 1,
                ')' | '）' if *is_balanced => depth = depth.saturating_sub(1),
                _ => {}
            }
            let kind = kind_of(letter);
            let is_mark = (letter == '/' || kind.is_some())
                && depth == 0
                && quote_end <= at
                && (letter != '·' || stands_free(text, at, letter.len_utf8()));
            if is_mark && !(letter == ',' && is_in_number(text, at) && *has_spaced_comma) {
                self.marks.push(Mark { at, letter, kind });
                self.kinds |= kind.map_or(0, |kind| 1 << kind);
            }
            starts_piece = is_mark || starts_piece && is_blank(letter);
            next = next.max(quote_end);
        }
    }

    /// `red<br>green`
    fn split_breaks(&mut self, text: &str) -> bool {
        memchr::memchr(b'<', text.as_bytes()).is_some() && {
            push_pieces(&mut self.pieces, text, breaks(text));
            self.pieces.len() > 1
        }
    }

    /// Parts `text` at the strongest kind of separator that leaves several items.
    fn split_by_mark(&mut self, text: &str) -> bool {
        let mut kinds = (0..KINDS).filter(|kind| self.kinds & 1 << kind != 0);
        kinds.any(|kind| {
            let marks = self.marks.iter().filter(|mark| mark.kind == Some(kind));
            let places = marks.map(|mark| (mark.at, mark.at + mark.letter.len_utf8()));
            push_pieces(&mut self.pieces, text, places);
            self.pieces.len() > 1
        })
    }
}

/// Where the breaks of lines in HTML stand.
fn breaks(text: &str) -> impl Iterator<Item = (usize, usize)> {
    const BREAKS: [&str; 4] = ["<br>", "<br/>", "<br />", "<BR>"];
    text.match_indices('<').filter_map(|(at, _)| {
        let rest = text.get(at..)?;
        let mark = BREAKS.iter().find(|mark| rest.starts_with(**mark))?;
        Some((at, at + mark.len()))
    })
}

/// What stands between the marks, without outer blanks; what is empty is left out.
fn pieces_between(text: &str, marks: impl Iterator<Item = (usize, usize)>) -> Vec<Span> {
    let mut pieces = Vec::with_capacity(8);
    push_pieces(&mut pieces, text, marks);
    pieces
}

/// Makes `pieces` those of [`pieces_between`].
fn push_pieces(pieces: &mut Vec<Span>, text: &str, marks: impl Iterator<Item = (usize, usize)>) {
    pieces.clear();
    let mut start = 0;
    for (at, end) in marks.chain([(text.len(), text.len())]) {
        let (blanks, piece) = trim(text.get(start..at).unwrap_or_default());
        if !piece.is_empty() {
            pieces.push(Span::new(start + blanks, start + blanks + piece.len()));
        }
        start = end;
    }
}

/// The length of the letters and digits of scripts that no mark belongs to, from `at` on.
fn letters_len(text: &str, at: usize) -> usize {
    let letters = text.as_bytes().get(at..).unwrap_or_default();
    let is_letter = |byte: &u8| {
        IS_LETTER
            .get(usize::from(*byte))
            .is_some_and(|is_one| *is_one)
    };
    let end = letters.iter().position(|byte| !is_letter(byte));
    end.unwrap_or(letters.len())
}

/// For each byte, whether it is a digit or a part of a letter of a script that no mark belongs to.
#[expect(
    clippy::indexing_slicing,
    reason = "done by the compiler, which would refuse an index out of bounds"
)]
static IS_LETTER: [bool; 256] = {
    let mut is_letter = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        is_letter[byte] =
            (byte as u8).is_ascii_alphanumeric() || matches!(byte, 0x80..=0xbf | 0xc3..=0xd7);
        byte += 1;
    }
    is_letter
};

/// Whether nothing depends on `letter`, but that it is no blank: `.`, `-`; or that it is one.
fn is_plain(letter: char) -> bool {
    matches!(
        letter,
        ' ' | '.' | '-' | '_' | ':' | '!' | '?' | '&' | '#' | '@' | '+' | '=' | '%' | '$' | '*'
    )
}

fn is_quote(letter: char) -> bool {
    QUOTES.iter().any(|(open, _)| *open == letter)
}

/// Whether as many brackets open as close.
fn are_balanced(text: &str) -> bool {
    text.matches(['(', '（']).count() == text.matches([')', '）']).count()
}

/// Behind the special token that starts at `at`: `<|im_end|>`; `at` if there is none.
fn token_end(text: &str, at: usize) -> usize {
    const LONGEST: usize = 48;
    let near = text.as_bytes().get(at..(at + LONGEST).min(text.len()));
    let near = near
        .filter(|near| near.starts_with(b"<|"))
        .unwrap_or_default();
    let end = near.windows(2).position(|pair| pair == b"|>");
    end.filter(|end| *end > 1).map_or(at, |end| at + end + 2)
}

/// Whether blanks stand around what starts at `at`.
fn stands_free(text: &str, at: usize, len: usize) -> bool {
    let before = text
        .get(..at)
        .is_some_and(|before| before.ends_with(is_blank));
    before
        && text
            .get(at + len..)
            .is_some_and(|rest| rest.starts_with(is_blank))
}

/// Behind the quote that starts at `at`, if a separator stands there.
fn find_quote_end(text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    let first = rest.chars().next()?;
    let (_, close) = QUOTES.iter().find(|(open, _)| *open == first)?;
    let ends = |end: &usize| {
        let behind = rest.get(*end..).unwrap_or_default();
        let behind = behind.trim_start_matches(is_blank);
        !behind.starts_with(char::is_alphanumeric)
    };
    let end = if let Some(close) = u8::try_from(*close).ok().filter(u8::is_ascii) {
        let near = rest.as_bytes().get(1..QUOTED.min(rest.len()))?;
        let offsets = memchr::memchr_iter(close, near);
        offsets.map(|offset| offset + 2).find(ends)
    } else {
        let near = rest.char_indices().skip(1);
        let near = near.take_while(|(offset, _)| *offset < QUOTED);
        let closed = near.filter(|(_, letter)| letter == close);
        let mut ends_at = closed.map(|(offset, letter)| offset + letter.len_utf8());
        ends_at.find(ends)
    };
    end.map(|end| at + end)
}

/// `1,000` or `0,5`, where items are parted by `, `.
fn is_in_number(text: &str, at: usize) -> bool {
    let (before, behind) = text.as_bytes().split_at_checked(at).unwrap_or_default();
    if !before.last().is_some_and(u8::is_ascii_digit) {
        return false;
    }
    let digits = behind.iter().skip(1).take(4);
    let digits = digits.take_while(|byte| byte.is_ascii_digit());
    (1..=3).contains(&digits.count())
}

/// `red / green`, and `red/green/blue`; `and/or`, paths and fractions are one item.
fn split_slashes(text: &str, marks: &[Mark]) -> Option<Vec<Span>> {
    let slashes = || {
        let slashes = marks.iter().filter(|mark| mark.letter == '/');
        slashes.map(|mark| mark.at)
    };
    let is_spaced = |at: usize| {
        let before = text
            .get(..at)
            .is_some_and(|before| before.ends_with(is_blank));
        before
            && text
                .get(at + 1..)
                .is_some_and(|behind| behind.starts_with(is_blank))
    };
    slashes().next()?;
    let spaced = pieces_between(
        text,
        slashes().filter(|at| is_spaced(*at)).map(|at| (at, at + 1)),
    );
    if spaced.len() > 1 {
        return Some(spaced);
    }
    let tight = pieces_between(text, slashes().map(|at| (at, at + 1)));
    let is_word = |piece: &Span| {
        piece.of(text).chars().count() > 1 && piece.of(text).chars().all(char::is_alphabetic)
    };
    let is_words =
        tight.len() > 2 && tight.iter().all(is_word) && slashes().count() + 1 == tight.len();
    is_words.then_some(tight)
}

/// `red → green → blue`; one arrow alone says what becomes of what.
fn split_arrows(text: &str) -> Option<Vec<Span>> {
    // The last byte of `->` and `=>`, and the first of the others.
    memchr::memchr2(b'>', 0xe2, text.as_bytes())?;
    let arrows = ["→", "⇒", "➜", " -> ", " => "];
    let pieces = arrows.iter().map(|arrow| {
        let marks = text
            .match_indices(arrow)
            .map(|(at, mark)| (at, at + mark.len()));
        pieces_between(text, marks)
    });
    pieces.into_iter().find(|pieces| pieces.len() > 2)
}

/// `"a" "b"`
fn split_quoted(text: &str) -> Option<Vec<Span>> {
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let end = find_quote_end(text, at)?;
        pieces.push(Span::new(at, end));
        at = end + text.get(end..)?.len() - text.get(end..)?.trim_start_matches(is_blank).len();
    }
    (pieces.len() > 1).then_some(pieces)
}

/// `#cat #dog`
fn split_hashtags(text: &str) -> Option<Vec<Span>> {
    let mut pieces = Vec::new();
    let mut at = 0;
    for word in text.split(is_blank) {
        if !word.is_empty() {
            let tag = word
                .strip_prefix('#')
                .filter(|tag| tag.starts_with(char::is_alphanumeric))?;
            pieces.push(Span::new(at + word.len() - tag.len(), at + word.len()));
        }
        at += word.len()
            + text
                .get(at + word.len()..)?
                .chars()
                .next()
                .map_or(0, char::len_utf8);
    }
    (!pieces.is_empty()).then_some(pieces)
}

/// Numbered items in one line: `1) red 2) green`, `(1) red, (2) green`, `1. a 2. b 3. c`.
pub(super) fn split_numbered(text: &str) -> Option<(usize, Vec<Span>)> {
    let mut marks: Vec<(usize, usize)> = Vec::new();
    let mut closer = None;
    for (at, end, number, mark) in numbers(text) {
        if number == marks.len() + 1 && closer.is_none_or(|closer| closer == mark) {
            closer = Some(mark);
            marks.push((at, end));
        }
    }
    let least = if closer == Some('.') { 3 } else { 2 };
    let start = marks.first()?.0;
    let pieces = pieces_between(text, marks.iter().copied());
    let pieces: Vec<Span> = pieces
        .into_iter()
        .filter(|piece| piece.start() > start)
        .map(|piece| {
            Span::new(
                piece.start(),
                piece.end() - words::trailing_conjunction(piece.of(text)),
            )
        })
        .collect();
    // `1. Upgrade to version 2. Done`
    let is_short = |piece: &Span| count_words(piece.of(text)) <= 2;
    let is_list = pieces.len() >= least || pieces.len() == 2 && pieces.iter().all(is_short);
    (is_list && pieces.len() == marks.len()).then_some((start, pieces))
}

/// Items behind bullets in one line: `• red • green`.
pub(super) fn split_bullets(body: &str) -> Option<Vec<Span>> {
    const BULLETS: [char; 7] = ['•', '▪', '●', '◦', '‣', '·', '→'];
    let bullet = body
        .chars()
        .next()
        .filter(|first| BULLETS.contains(first))?;
    let marks = body
        .match_indices(bullet)
        .map(|(at, mark)| (at, at + mark.len()));
    let pieces = pieces_between(body, marks);
    (pieces.len() > 1).then_some(pieces)
}

/// `1.`, `2)`, `(3)` with a blank before and behind: start, end, number, closer.
fn numbers(text: &str) -> impl Iterator<Item = (usize, usize, usize, char)> {
    text.match_indices(['.', ')', '）'])
        .filter_map(|(at, mark)| {
            if let Some(letter) = lettered(text, at, mark) {
                return Some(letter);
            }
            let before = text.get(..at)?;
            let near = before
                .get(before.len().saturating_sub(3)..)
                .unwrap_or(before);
            let digits = near.len()
                - near
                    .trim_end_matches(|letter: char| letter.is_ascii_digit())
                    .len();
            let number = before.get(at - digits..)?.parse().ok()?;
            let start = before.get(..at - digits)?;
            let start = start.strip_suffix(['(', '（']).unwrap_or(start);
            let end = at + mark.len();
            let stands_apart = start.is_empty()
                || start.ends_with(is_blank)
                || start.ends_with(['：', ':', '，', '、', '；', ',', ';']);
            let is_mark = text.get(end..)?.starts_with(is_blank) || mark != ".";
            (stands_apart && is_mark).then_some((start.len(), end, number, mark.chars().next()?))
        })
}

/// `a)` or `(b)` with a blank before and behind, told by the closer `a`.
fn lettered(text: &str, at: usize, mark: &str) -> Option<(usize, usize, usize, char)> {
    let letter = at.checked_sub(1)?;
    let byte = *text.as_bytes().get(letter)?;
    let start = text.get(..letter)?;
    let start = start.strip_suffix('(').unwrap_or(start);
    let end = at + mark.len();
    let is_apart = start.is_empty() || start.ends_with(is_blank);
    let is_mark = byte.is_ascii_lowercase()
        && mark == ")"
        && is_apart
        && text.get(end..)?.starts_with(is_blank);
    is_mark.then(|| (start.len(), end, usize::from(byte - b'a') + 1, 'a'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Vec<&str> {
        split(text)
            .unwrap_or_default()
            .iter()
            .map(|piece| piece.of(text))
            .collect()
    }

    #[test]
    fn the_strongest_separator_parts_a_line() {
        assert_eq!(parts("a, b, c"), ["a", "b", "c"]);
        assert_eq!(parts("a, b; c"), ["a, b", "c"]);
        assert_eq!(parts("a | b"), ["a", "b"]);
        assert_eq!(parts("猫、狗，鸟"), ["猫", "狗", "鸟"]);
        assert_eq!(parts("red/green/blue"), ["red", "green", "blue"]);
        assert_eq!(parts("a / b"), ["a", "b"]);
        assert_eq!(parts("#cat #dog"), ["cat", "dog"]);
        assert_eq!(parts("\"a\" \"b\""), ["\"a\"", "\"b\""]);
    }

    #[test]
    fn quotes_brackets_and_numbers_are_not_parted() {
        assert_eq!(parts("\"red, dark\", blue"), ["\"red, dark\"", "blue"]);
        assert_eq!(parts("a (b, c), d"), ["a (b, c)", "d"]);
        assert_eq!(parts("1,000, 2,500"), ["1,000", "2,500"]);
        assert_eq!(parts("it's, 'tis"), ["it's", "'tis"]);
        assert_eq!(parts("and/or"), Vec::<&str>::new());
    }

    #[test]
    fn numbers_in_a_line_part_it_where_they_count_up() {
        let numbered = |text: &str| split_numbered(text).map(|(_, pieces)| pieces.len());
        assert_eq!(numbered("1) red 2) green"), Some(2));
        assert_eq!(numbered("1. a 2. b 3. c"), Some(3));
        assert_eq!(numbered("1. Upgrade to version 2. Something"), None);
    }
}

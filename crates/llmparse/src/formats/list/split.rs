//! Items in one line: `red, "dark, blue"; a | b` parted at the strongest separator, quotes and brackets respected.

use std::ops::Range;

use memchr::memmem;

use super::lines::{is_blank, trim};
use super::text::{QUOTES, count_words};
use super::words;
use crate::scan::byte_set::ByteSet;
use crate::span::Span;

/// How far a quote in a line may reach, in bytes.
const QUOTED: usize = 512;

/// How many quotes may be left open before no more are looked for.
const VAIN: usize = 32;

/// The kind of a comma.
const COMMA: u8 = 3;

/// The kind of a slash, which is weaker than those of separators.
const SLASH: u8 = 5;

/// A separator or a slash in a line.
#[derive(Clone, Copy)]
struct Mark {
    at: usize,
    end: usize,
    kind: u8,
}

/// The kind of a separator, the strongest first.
fn kind_of(letter: char) -> Option<u8> {
    Some(match letter {
        ';' | '；' | '؛' => 0,
        '|' | '｜' | '¦' => 1,
        '•' | '▪' | '●' | '·' => 2,
        ',' | '，' | '、' | '،' | '､' => COMMA,
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
    let mut splitter = Splitter::of(text);
    splitter.split(text)?;
    Some(splitter.pieces)
}

/// Parts lines one after the other.
pub(super) struct Splitter {
    /// Whether there may be breaks of lines in HTML.
    has_angle: bool,
    marks: Vec<Mark>,
    /// A bit for each kind of the marks.
    kinds: u8,
    pieces: Vec<Span>,
}

impl Splitter {
    /// One for `text` and parts of it.
    pub(super) fn of(text: &str) -> Self {
        Self {
            has_angle: memchr::memchr(b'<', text.as_bytes()).is_some(),
            marks: Vec::new(),
            kinds: 0,
            pieces: Vec::new(),
        }
    }

    /// The items of `text`, as ranges in it; none if nothing parts it.
    pub(super) fn split(&mut self, text: &str) -> Option<&[Span]> {
        self.find_marks(text);
        let is_split = self.split_breaks(text) || self.split_by_mark(text);
        if !is_split {
            self.pieces = split_otherwise(text, &self.marks)?;
        }
        Some(&self.pieces)
    }

    /// Every separator outside of quotes and brackets.
    #[inline(never)]
    fn find_marks(&mut self, text: &str) {
        self.marks.clear();
        self.kinds = 0;
        let mut walk = Walk::new(text);
        while let Some((at, letter)) = walk.next_letter() {
            if let Some(mark) = walk.take(at, letter) {
                self.kinds |= 1 << mark.kind;
                self.marks.push(mark);
            }
        }
    }

    /// `red<br>green`
    fn split_breaks(&mut self, text: &str) -> bool {
        self.has_angle && memchr::memchr(b'<', text.as_bytes()).is_some() && {
            push_pieces(&mut self.pieces, text, breaks(text));
            self.pieces.len() > 1
        }
    }

    /// Parts `text` at the strongest kind of separator that leaves several items.
    fn split_by_mark(&mut self, text: &str) -> bool {
        let kinds = self.kinds;
        (0..SLASH).any(|kind| kinds & 1 << kind != 0 && self.split_by(kind, text))
    }

    fn split_by(&mut self, kind: u8, text: &str) -> bool {
        self.pieces.clear();
        let mut start = 0;
        for mark in self.marks.iter().filter(|mark| mark.kind == kind) {
            push_piece(&mut self.pieces, text, start..mark.at);
            start = mark.end;
        }
        push_piece(&mut self.pieces, text, start..text.len());
        self.pieces.len() > 1
    }
}

/// The items of a text without separators.
#[inline(never)]
fn split_otherwise(text: &str, marks: &[Mark]) -> Option<Vec<Span>> {
    split_slashes(text, marks)
        .or_else(|| split_arrows(text))
        .or_else(|| split_quoted(text))
        .or_else(|| split_hashtags(text))
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
    for (at, end) in marks {
        push_piece(pieces, text, start..at);
        start = end;
    }
    push_piece(pieces, text, start..text.len());
}

/// Adds what `range` of `text` is without outer blanks, if that is something.
#[inline(always)]
fn push_piece(pieces: &mut Vec<Span>, text: &str, range: Range<usize>) {
    let start = range.start;
    let (blanks, piece) = trim(text.get(range).unwrap_or_default());
    if !piece.is_empty() {
        pieces.push(Span::new(start + blanks, start + blanks + piece.len()));
    }
}

/// Goes from one separator of a text to the next, past quotes and brackets.
struct Walk<'t> {
    text: &'t str,
    /// Where to read on.
    next: usize,
    /// Where the item that is read starts.
    item: usize,
    /// How many brackets are open.
    depth: usize,
    /// How many quotes are left open.
    vain: usize,
    is_balanced: Option<bool>,
    has_spaced_comma: Option<bool>,
}

impl<'t> Walk<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            next: 0,
            item: skip_blanks(text, 0),
            depth: 0,
            vain: 0,
            is_balanced: None,
            has_spaced_comma: None,
        }
    }

    /// The next letter that may be a mark, a quote or a bracket, and where it stands.
    #[inline]
    fn next_letter(&mut self) -> Option<(usize, char)> {
        let bytes = self.text.as_bytes();
        let at = SPECIAL.find(bytes, self.next)?;
        let letter = match bytes.get(at) {
            Some(byte) if byte.is_ascii() => char::from(*byte),
            _ => letter_at(self.text, at)?,
        };
        self.next = at + letter.len_utf8();
        Some((at, letter))
    }

    /// The mark that `letter` is, which stands at `at`.
    #[inline]
    fn take(&mut self, at: usize, letter: char) -> Option<Mark> {
        match letter {
            ',' if self.depth == 0 => return self.take_comma(at),
            '(' | '（' => self.depth += usize::from(self.is_balanced()),
            ')' | '）' => self.depth -= usize::from(self.depth > 0 && self.is_balanced()),
            '<' => self.next = self.next.max(token_end(self.text, at)),
            _ if at == self.item && self.vain < VAIN && is_quote(letter) => self.skip_quote(at),
            _ if self.depth == 0 => return self.take_other(at, letter),
            _ => {}
        }
        None
    }

    #[inline]
    fn skip_quote(&mut self, at: usize) {
        match find_quote_end(self.text, at) {
            Some(end) => self.next = self.next.max(end),
            None => self.vain += 1,
        }
    }

    #[inline]
    fn take_comma(&mut self, at: usize) -> Option<Mark> {
        self.start_item();
        let is_inner = is_in_number(self.text, at) && self.has_spaced_comma();
        (!is_inner).then(|| self.mark(at, COMMA))
    }

    #[inline]
    fn take_other(&mut self, at: usize, letter: char) -> Option<Mark> {
        let kind = if letter == '/' {
            SLASH
        } else {
            kind_of(letter)?
        };
        if letter == '·' && !stands_free(self.text, at, letter.len_utf8()) {
            return None;
        }
        self.start_item();
        Some(self.mark(at, kind))
    }

    #[inline]
    fn mark(&self, at: usize, kind: u8) -> Mark {
        let end = self.next;
        Mark { at, end, kind }
    }

    /// An item starts behind the mark that was read.
    #[inline]
    fn start_item(&mut self) {
        if self.item < self.next {
            self.item = skip_blanks(self.text, self.next);
        }
    }

    #[inline]
    fn is_balanced(&mut self) -> bool {
        let is_balanced = self.is_balanced.unwrap_or_else(|| are_balanced(self.text));
        self.is_balanced = Some(is_balanced);
        is_balanced
    }

    #[inline]
    fn has_spaced_comma(&mut self) -> bool {
        let known = self.has_spaced_comma;
        let has_one = known.unwrap_or_else(|| has_spaced_comma(self.text));
        self.has_spaced_comma = Some(has_one);
        has_one
    }
}

#[inline(never)]
fn has_spaced_comma(text: &str) -> bool {
    memmem::find(text.as_bytes(), b", ").is_some()
}

#[inline(never)]
fn letter_at(text: &str, at: usize) -> Option<char> {
    text.get(at..)?.chars().next()
}

/// Behind the blanks that stand at `at`.
#[inline]
fn skip_blanks(text: &str, at: usize) -> usize {
    let is_plain = text.as_bytes().get(at).is_none_or(u8::is_ascii_graphic);
    if is_plain { at } else { blanks_end(text, at) }
}

#[inline(never)]
fn blanks_end(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    text.len() - rest.trim_start_matches(is_blank).len()
}

/// The first bytes of separators, quotes and brackets.
static SPECIAL: ByteSet = ByteSet::of(b",;|\t/()<\"'`\xc2\xd8\xe2\xe3\xef");

fn is_quote(letter: char) -> bool {
    QUOTES.iter().any(|(open, _)| *open == letter)
}

/// Whether as many brackets open as close.
#[inline(never)]
fn are_balanced(text: &str) -> bool {
    text.matches(['(', '（']).count() == text.matches([')', '）']).count()
}

/// Behind the special token that starts at `at`: `<|im_end|>`; `at` if there is none.
#[inline(never)]
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
#[inline(never)]
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
        let slashes = marks.iter().filter(|mark| mark.kind == SLASH);
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
    fn what_parts_items_starts_with_a_special_byte() {
        let parts = |letter: &char| {
            let is_bracket = matches!(letter, '(' | ')' | '（' | '）' | '<' | '/');
            is_bracket || kind_of(*letter).is_some() || is_quote(*letter)
        };
        let mut letters = ('\0'..=char::MAX).filter(parts).map(String::from);
        assert!(letters.all(|letter| SPECIAL.find(letter.as_bytes(), 0).is_some()));
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

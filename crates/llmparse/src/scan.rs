//! The byte scanner: looks at `{"a": 1}` a few tokens ahead, and says when it would need text that is not there yet.

use std::cell::Cell;

pub(crate) mod byte_set;
pub(crate) mod calls;
pub(crate) mod cut;
pub(crate) mod known_keys;
pub(crate) mod labels;
pub(crate) mod lines;
pub(crate) mod literals;
pub(crate) mod pairs;
pub(crate) mod pipes;
pub(crate) mod quotes;
pub(crate) mod records;
pub(crate) mod words;

/// How many bytes a look ahead may cover; what is longer counts as unknown.
pub(crate) const WINDOW: usize = 256;

/// A mark that stands before every line of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prefix {
    /// `> {"a": 1}`
    Quote,
    /// `+{"a": 1}`, where lines with a minus are gone.
    Diff,
    /// `12: {"a": 1}` or `12| {"a": 1}`
    Number,
}

/// The text read so far. Looking behind its end while more may come marks the input as starved, which tells the
/// reader to wait instead of deciding.
#[derive(Clone, Copy)]
pub(crate) struct Input<'t> {
    pub(crate) text: &'t str,
    more: Option<&'t Cell<bool>>,
    /// The mark before every line, which counts as a blank.
    prefix: Option<Prefix>,
}

impl<'t> Input<'t> {
    /// A text that is all there is.
    pub(crate) fn whole(text: &'t str) -> Self {
        Self {
            text,
            more: None,
            prefix: None,
        }
    }

    /// The start of a text that may go on; `starved` is set when a look goes behind it.
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "texts come in pieces from the readers of streams")
    )]
    pub(crate) fn partial(text: &'t str, starved: &'t Cell<bool>) -> Self {
        Self {
            text,
            more: Some(starved),
            prefix: None,
        }
    }

    /// The text up to `end`, which is all there is.
    pub(crate) fn cut(self, end: usize) -> Self {
        Self {
            prefix: self.prefix,
            ..Self::whole(self.text.get(..end).unwrap_or(self.text))
        }
    }

    /// The same text, whose lines have a mark before them.
    pub(crate) fn with_prefix(self, prefix: Option<Prefix>) -> Self {
        Self { prefix, ..self }
    }

    /// Whether a look went behind the end of a partial text since the last question.
    pub(crate) fn take_starved(self) -> bool {
        self.more.is_some_and(|starved| starved.replace(false))
    }

    pub(crate) fn len(self) -> usize {
        self.text.len()
    }

    #[inline]
    pub(crate) fn bytes(self) -> &'t [u8] {
        self.text.as_bytes()
    }

    /// Whether nothing can come behind this text.
    pub(crate) fn is_whole(self) -> bool {
        self.more.is_none()
    }

    #[inline]
    pub(crate) fn at(self, index: usize) -> Option<u8> {
        match self.bytes().get(index) {
            Some(&byte) => Some(byte),
            None => {
                self.starve();
                None
            }
        }
    }

    #[cold]
    fn starve(self) {
        if let Some(starved) = self.more {
            starved.set(true);
        }
    }

    /// The byte before `index`.
    pub(crate) fn before(self, index: usize) -> Option<u8> {
        self.bytes().get(index.checked_sub(1)?).copied()
    }

    #[inline]
    pub(crate) fn slice(self, start: usize, end: usize) -> &'t str {
        self.text.get(start..end).unwrap_or_default()
    }

    pub(crate) fn char_at(self, index: usize) -> Option<char> {
        let found = self.text.get(index..).and_then(|rest| rest.chars().next());
        if found.is_none() {
            self.starve();
        }
        found
    }

    /// Whether `word` stands at `index`.
    pub(crate) fn has(self, index: usize, word: &str) -> bool {
        let rest = self.bytes().get(index..).unwrap_or_default();
        if rest.len() < word.len() && word.as_bytes().starts_with(rest) {
            self.starve();
        }
        rest.starts_with(word.as_bytes())
    }

    /// The first byte from `index` on that is no JSON blank.
    #[inline]
    pub(crate) fn skip_plain(self, mut index: usize) -> usize {
        loop {
            match self.bytes().get(index) {
                Some(b' ' | b'\r' | b'\t') => index += 1,
                Some(b'\n') => index = skip_indent(self.bytes(), index + 1),
                _ => return index,
            }
        }
    }

    /// The first byte from `index` on that is no blank of any kind; comments are not blanks here.
    pub(crate) fn skip_blank(self, mut index: usize) -> usize {
        loop {
            index = self.skip_plain(index);
            if self.prefix.is_none()
                && matches!(self.bytes().get(index), Some(b'!'..=b'[' | b']'..=b'~'))
            {
                return index;
            }
            match self.blank_len(index).max(self.prefix_len(index)) {
                0 => {
                    if index >= self.bytes().len() {
                        self.starve();
                    }
                    return index;
                }
                len => index += len,
            }
        }
    }

    pub(crate) fn has_prefix(self) -> bool {
        self.prefix.is_some()
    }

    fn prefix_len(self, index: usize) -> usize {
        let Some(prefix) = self.prefix else { return 0 };
        self.line_prefix_end(prefix, index)
            .map_or(0, |end| end - index)
    }

    /// The end of the mark that stands at `at`, if `at` is where a line's text starts; a line that a diff takes out
    /// is a mark as a whole.
    pub(crate) fn line_prefix_end(self, prefix: Prefix, at: usize) -> Option<usize> {
        let line = self.bytes().get(..at)?;
        let before = line
            .iter()
            .rev()
            .find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
        if before.is_some_and(|&byte| byte != b'\n') {
            return None;
        }
        match (prefix, self.at(at)?) {
            (Prefix::Quote, b'>') | (Prefix::Diff, b'+') => Some(at + 1),
            (Prefix::Diff, b'-') => Some(self.line_end(at)),
            (Prefix::Diff, b'@') if self.has(at, "@@") => Some(self.line_end(at)),
            (Prefix::Number, b'0'..=b'9') => self.number_mark_end(at),
            _ => None,
        }
    }

    /// The end of `12:`, `12 |`, `12.` or `12 ` at `at`.
    pub(crate) fn number_mark_end(self, at: usize) -> Option<usize> {
        let digits = (at..at + 8).find(|&index| !matches!(self.at(index), Some(b'0'..=b'9')))?;
        if digits == at {
            return None;
        }
        let mark = if self.at(digits) == Some(b' ') {
            digits + 1
        } else {
            digits
        };
        match self.at(mark) {
            Some(b':' | b'|' | b'\t') => Some(mark + 1),
            Some(b'.' | b')') if self.at(mark + 1) == Some(b' ') => Some(mark + 1),
            Some(_) if mark > digits => Some(mark),
            _ => None,
        }
    }

    /// The number of the line that starts with one at `at`.
    pub(crate) fn line_number(self, at: usize) -> Option<u32> {
        self.number_mark_end(at)?;
        let digits = (at..at + 8).find(|&index| !matches!(self.at(index), Some(b'0'..=b'9')))?;
        self.slice(at, digits).parse().ok()
    }

    /// The first byte from `index` on that is neither a blank nor part of a short comment.
    pub(crate) fn skip_blank_and_comments(self, index: usize) -> usize {
        let mut at = self.skip_blank(index);
        for _ in 0..4 {
            let (mark, start) = match (self.at(at), self.at(at + 1)) {
                (Some(b'/'), Some(b'/')) => ("\n", at + 2),
                (Some(b'#'), Some(b' ')) => ("\n", at + 1),
                (Some(b'/'), Some(b'*')) => ("*/", at + 2),
                _ => return at,
            };
            let Some(stop) = self.find_near(start, mark) else {
                return at;
            };
            at = self.skip_blank(stop + mark.len());
        }
        at
    }

    /// Where `mark`, which is ASCII, stands from `index` on, if it is at most [`WINDOW`] bytes on.
    fn find_near(self, index: usize, mark: &str) -> Option<usize> {
        let to = (index + WINDOW + mark.len() - 1).min(self.len());
        let found = memchr::memmem::find(self.bytes().get(index..to)?, mark.as_bytes());
        if found.is_none() && to == self.len() {
            self.starve();
        }
        found.map(|at| index + at)
    }

    /// Length of the blank at `index` that JSON does not know: no-break, zero-width and other spaces, an escape
    /// such as `\n` between tokens, a terminal's colour code.
    pub(crate) fn blank_len(self, index: usize) -> usize {
        match self.bytes().get(index) {
            Some(b'\\') => match self.at(index + 1) {
                Some(b'n' | b't' | b'r') => 2,
                _ => 0,
            },
            Some(0x1b) => self.terminal_code_len(index),
            Some(0x0b | 0x0c) => 1,
            Some(byte) if *byte >= 0x80 => match self.char_at(index) {
                Some(blank) if is_unusual_blank(blank) => blank.len_utf8(),
                _ => 0,
            },
            _ => 0,
        }
    }

    /// Length of `ESC [ 3 2 m` at `index`.
    pub(crate) fn terminal_code_len(self, index: usize) -> usize {
        if self.at(index + 1) != Some(b'[') {
            return 0;
        }
        let parameters = (index + 2..index + 18)
            .take_while(|&at| matches!(self.at(at), Some(b'0'..=b'9' | b';')))
            .count();
        match self.at(index + 2 + parameters) {
            Some(b'a'..=b'z' | b'A'..=b'Z') => parameters + 3,
            _ => 0,
        }
    }

    /// The end of the run of word characters (letters and digits of any script, `_`, `$`) that starts at `index`,
    /// at most [`WINDOW`] bytes on.
    pub(crate) fn word_end(self, index: usize) -> usize {
        let mut end = index;
        while end < index + WINDOW {
            match self.bytes().get(end) {
                Some(byte) if byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') => {
                    end += 1
                }
                Some(byte) if *byte >= 0x80 => match self.char_at(end) {
                    Some(letter) if is_word_letter(letter) => end += letter.len_utf8(),
                    _ => return end,
                },
                Some(_) => return end,
                None => {
                    self.starve();
                    return end;
                }
            }
        }
        end
    }

    /// The end of a bare key such as `first-name` or `a.b` that starts at `index`.
    pub(crate) fn bare_key_end(self, index: usize) -> usize {
        let start = if self.bytes().get(index) == Some(&b'@') {
            index + 1
        } else {
            index
        };
        let mut end = match self.word_end(start) {
            end if end > start => end,
            _ => return index,
        };
        while end > index && matches!(self.at(end), Some(b'-' | b'.' | b'/' | b'@')) {
            let further = self.word_end(end + 1);
            if further == end + 1 || further > index + WINDOW {
                break;
            }
            end = further;
        }
        end
    }

    /// The run length of `byte` from `index` on.
    pub(crate) fn run_len(self, index: usize, byte: u8) -> usize {
        self.bytes()
            .get(index..)
            .unwrap_or_default()
            .iter()
            .take_while(|&&other| other == byte)
            .count()
    }

    /// The first newline from `index` on, or the end.
    pub(crate) fn line_end(self, index: usize) -> usize {
        let rest = self.bytes().get(index..).unwrap_or_default();
        match memchr::memchr(b'\n', rest) {
            Some(at) => index + at,
            None => {
                self.starve();
                self.bytes().len()
            }
        }
    }

    /// The first newline from `index` on, or the end of the text, if it is at most 1024 bytes on.
    pub(crate) fn near_line_end(self, index: usize) -> Option<usize> {
        let to = (index + 1024).min(self.bytes().len());
        match memchr::memchr(b'\n', self.bytes().get(index..to)?) {
            Some(at) => Some(index + at),
            None if to == self.bytes().len() => {
                self.starve();
                Some(to)
            }
            None => None,
        }
    }

    /// The start of the line that `index` is in, if it is at most 64 bytes back.
    pub(crate) fn near_line_start(self, index: usize) -> Option<usize> {
        let from = index.saturating_sub(64);
        match memchr::memrchr(b'\n', self.bytes().get(from..index)?) {
            Some(at) => Some(from + at + 1),
            None => (from == 0).then_some(0),
        }
    }
}

/// Eight times the byte 1; a multiple of it is eight times another byte.
const ONES: u64 = u64::from_le_bytes([1; 8]);

/// The first byte from `index` on that is no space. Eight bytes are looked at together.
fn skip_indent(bytes: &[u8], mut index: usize) -> usize {
    while let Some(chunk) = bytes.get(index..).and_then(|rest| rest.first_chunk()) {
        let differing = u64::from_le_bytes(*chunk) ^ (ONES * 0x20);
        if differing != 0 {
            return index + differing.trailing_zeros() as usize / 8;
        }
        index += 8;
    }
    index
}

/// The first byte from `index` on that is a quote, a backslash, a control character, or `other`, which is ASCII.
#[inline]
pub(crate) fn plain_end(bytes: &[u8], index: usize, other: u8) -> usize {
    let rest = bytes.get(index..).unwrap_or_default();
    let left = if other == b'"' {
        find_special::<false>(rest, other)
    } else {
        find_special::<true>(rest, other)
    };
    bytes.len() - left
}

/// How many bytes are left from the first special one on. Without `OTHER`, `other` is none but the quote.
fn find_special<const OTHER: bool>(mut rest: &[u8], other: u8) -> usize {
    let mut is_long = false;
    while let Some((chunk, behind)) = rest.split_first_chunk() {
        if let Some(at) = first_special::<OTHER>(u64::from_le_bytes(*chunk), other) {
            return rest.len() - at;
        }
        // Most keys end in the first eight bytes; what is longer is taken in larger pieces.
        rest = if is_long {
            behind
        } else {
            skip_pieces::<OTHER>(behind, other)
        };
        is_long = true;
    }
    let special = |byte: u8| byte < b' ' || byte == b'"' || byte == b'\\' || byte == other;
    let found = rest.iter().position(|&byte| special(byte));
    found.map_or(0, |at| rest.len() - at)
}

/// Skips pieces of 16 bytes without any that is special or `other`.
#[inline]
fn skip_pieces<const OTHER: bool>(mut rest: &[u8], other: u8) -> &[u8] {
    while let Some((piece, behind)) = rest.split_first_chunk::<16>() {
        // No branch for each byte, so that all of them are compared at once.
        let holds = |wanted: u8| {
            piece
                .iter()
                .fold(false, |found, &byte| found | (byte == wanted))
        };
        let holds_control = piece
            .iter()
            .fold(false, |found, &byte| found | (byte < b' '));
        if holds_control | holds(b'"') | holds(b'\\') | (OTHER && holds(other)) {
            break;
        }
        rest = behind;
    }
    rest
}

/// Where the first of eight bytes is that is special or `other`. Where subtracting borrows, the high bit of a byte
/// shows it; bytes beyond ASCII have that bit from the start, and are never wanted.
#[inline]
fn first_special<const OTHER: bool>(word: u64, other: u8) -> Option<usize> {
    // The flipped bit moves the quote right behind the control characters.
    let quote_or_control = (word ^ (ONES * 2)).wrapping_sub(ONES * 0x21);
    let backslash = (word ^ (ONES * 0x5c)).wrapping_sub(ONES);
    let other = if OTHER {
        (word ^ (ONES * u64::from(other))).wrapping_sub(ONES)
    } else {
        0
    };
    let found = (quote_or_control | backslash | other) & !word & (ONES << 7);
    (found != 0).then(|| found.trailing_zeros() as usize / 8)
}

/// Whether a character beyond ASCII is part of a word: letters, digits and the marks that go with them.
fn is_word_letter(letter: char) -> bool {
    let is_punctuation = matches!(letter, '\u{80}'..='\u{bf}' | '\u{2000}'..='\u{206f}' | '\u{3000}'..='\u{303f}')
        || matches!(letter, '\u{ff00}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff20}' | '\u{ff3b}'..='\u{ff40}' | '\u{ff5b}'..='\u{ff65}')
        || matches!(
            letter,
            '\u{60c}' | '\u{61b}' | '\u{61f}' | '\u{6d4}' | '×' | '÷'
        );
    letter.is_alphanumeric()
        || !is_punctuation && !letter.is_whitespace() && !is_unusual_blank(letter)
}

/// A blank that JSON does not take for one.
pub(crate) fn is_unusual_blank(letter: char) -> bool {
    matches!(
        letter,
        '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{180e}' | '\u{ad}'
    ) || letter.is_whitespace() && !matches!(letter, ' ' | '\n' | '\r' | '\t')
}

/// Whether `byte` starts a word: a letter of any script, `_` or `$`.
pub(crate) fn starts_word(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looking_behind_the_end_starves_only_a_partial_text() {
        let starved = Cell::new(false);
        assert_eq!(Input::whole("a").at(1), None);
        let input = Input::partial("a", &starved);
        assert_eq!(input.at(0), Some(b'a'));
        assert!(!starved.get());
        assert_eq!(input.at(1), None);
        assert!(starved.get());
    }

    #[test]
    fn blanks_of_every_kind_are_skipped() {
        let text = " \u{a0}\u{200b}\\n\u{1b}[32m\u{3000}x";
        let input = Input::whole(text);
        assert_eq!(input.at(input.skip_blank(0)), Some(b'x'));
    }

    #[test]
    fn bare_keys_take_hyphens_and_dots_inside_only() {
        let end = |text| Input::whole(text).bare_key_end(0);
        assert_eq!(end("first-name: 1"), 10);
        assert_eq!(end("a.b= 1"), 3);
        assert_eq!(end("a- b"), 1);
        assert_eq!(end("ключ: 1"), 8);
    }
}

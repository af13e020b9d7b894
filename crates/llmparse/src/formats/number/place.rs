//! A number in its place: the word before it and the words behind.

use super::front::word_before;
use super::token::Token;
use super::vocabulary::{Role, role_of};

/// How far the words behind are looked at, in bytes.
const REACH: usize = 40;

pub(crate) struct Place<'t> {
    pub(crate) text: &'t str,
    pub(crate) token: &'t Token,
    /// The word before, with blanks, a number sign or a point between.
    pub(crate) word: &'t str,
    pub(crate) role: Role,
    /// What stands behind, if that is a word.
    behind: &'t str,
}

impl<'t> Place<'t> {
    pub(crate) fn new(text: &'t str, token: &'t Token) -> Self {
        let word = word_before(text, token.start());
        Self {
            text,
            token,
            word,
            role: role_of(word),
            behind: find_behind(text, token.end()),
        }
    }

    /// The words behind the number in its line, with blanks, points and commas between.
    pub(crate) fn words_behind(&self) -> impl Iterator<Item = &'t str> + use<'t> {
        let words = self
            .behind
            .split(|letter: char| letter.is_whitespace() || letter == ',');
        words.filter(|word| !word.is_empty())
    }
}

fn find_behind(text: &str, at: usize) -> &str {
    let rest = text.as_bytes().get(at..).unwrap_or_default();
    // `3,Anna`: the next cell of a line.
    if matches!(rest, [b',', next, ..] if !next.is_ascii_whitespace()) {
        return "";
    }
    let start = rest
        .iter()
        .position(|byte| !matches!(byte, b' ' | b',' | b'.' | b'*' | b'-'));
    let starts_word = |start: usize| {
        rest.get(start)
            .is_some_and(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80)
    };
    if start.is_none_or(|start| start > 3 || !starts_word(start)) {
        return "";
    }
    let mut end = (at + REACH).min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let line = text.get(at..end).unwrap_or_default();
    let stop = line.find(['\n', ';', ':', '(', '|', '"', '。']);
    line.get(..stop.unwrap_or(line.len())).unwrap_or_default()
}

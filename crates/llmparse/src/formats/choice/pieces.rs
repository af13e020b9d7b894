//! Cuts a text into words, symbols and line ends: `Yes, 1.5 km!` is `Yes` `,` `1.5` `km` `!`.

use super::letters::{self, Class, SEED, class, mix};

/// A word, a symbol or the end of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) kind: Shape,
    pub(super) start: usize,
    pub(super) end: usize,
    /// Of the folded letters.
    pub(super) hash: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Word,
    Symbol(char),
    Line,
}

impl Piece {
    pub(super) fn of<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.start..self.end).unwrap_or_default()
    }

    /// Whether the piece counts when phrases are compared: emphasis, quotes and what joins words do not.
    pub(super) fn is_spoken(&self, text: &str) -> bool {
        match self.kind {
            Shape::Word => true,
            Shape::Line => false,
            Shape::Symbol('_') => !self.is_beside_word(text),
            Shape::Symbol('-' | '‐' | '‑' | '–') => {
                !self.is_glued(text) && !self.is_hyphen_at_end(text)
            }
            Shape::Symbol('\'' | '’' | 'ʼ') => self.is_glued(text),
            Shape::Symbol(symbol) => !is_decoration(symbol),
        }
    }

    /// Whether it may stand around a phrase.
    pub(super) fn is_stop(&self) -> bool {
        let Shape::Symbol(symbol) = self.kind else {
            return false;
        };
        matches!(
            symbol,
            '.' | ',' | ';' | ':' | '!' | '?' | '。' | '！' | '？' | '(' | ')' | '[' | ']'
        )
    }

    fn is_beside_word(&self, text: &str) -> bool {
        let (before, behind) = self.around(text);
        let is_beside = |letter: char| letter == '_' || letters::is_of_word(letter);
        before.is_some_and(is_beside) || behind.is_some_and(is_beside)
    }

    /// `needs-` at the end of a line, with `review` on the next.
    fn is_hyphen_at_end(&self, text: &str) -> bool {
        let (before, behind) = self.around(text);
        before.is_some_and(letters::is_of_word) && matches!(behind, Some('\n' | '\r'))
    }

    fn around(&self, text: &str) -> (Option<char>, Option<char>) {
        let before = text.get(..self.start);
        let behind = text.get(self.end..);
        (
            before.and_then(|text| text.chars().next_back()),
            behind.and_then(|text| text.chars().next()),
        )
    }

    /// Whether letters stand right before and behind it.
    pub(super) fn is_glued(&self, text: &str) -> bool {
        let (before, behind) = self.around(text);
        before.is_some_and(letters::is_of_word) && behind.is_some_and(letters::is_of_word)
    }
}

/// Marks that set text off and say nothing.
pub(super) fn is_decoration(symbol: char) -> bool {
    matches!(
        symbol,
        '*' | '_'
            | '`'
            | '"'
            | '“'
            | '”'
            | '„'
            | '‟'
            | '‘'
            | '‚'
            | '«'
            | '»'
            | '‹'
            | '›'
            | '「'
            | '」'
            | '『'
            | '』'
            | '~'
            | '$'
            | '\u{200d}'
    )
}

pub(super) fn pieces(text: &str) -> Pieces<'_> {
    Pieces { text, at: 0 }
}

pub(super) struct Pieces<'t> {
    text: &'t str,
    pub(super) at: usize,
}

impl Iterator for Pieces<'_> {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        loop {
            let start = self.at;
            let byte = *self.text.as_bytes().get(start)?;
            if matches!(byte, b' ' | b'\t' | b'\r') {
                self.at += 1;
                continue;
            }
            if byte.is_ascii_alphanumeric() || simple_at(self.text, start).is_some() {
                return Some(self.word(start));
            }
            if byte.is_ascii_punctuation() && byte != b'&' {
                self.at += 1;
                let symbol = char::from(byte);
                let kind = Shape::Symbol(symbol);
                return Some(Piece {
                    kind,
                    start,
                    end: start + 1,
                    hash: mix(SEED, symbol),
                });
            }
            let letter = self.text.get(start..)?.chars().next()?;
            let end = start + letter.len_utf8();
            self.at = end;
            let kind = match class(letter) {
                Class::Blank | Class::Ignored => continue,
                Class::Line => Shape::Line,
                Class::Symbol => Shape::Symbol(letter),
                Class::Letter | Class::Katakana | Class::Single | Class::Mark => {
                    return Some(self.wide_word(start));
                }
            };
            let hash = letters::hash(self.text.get(start..end)?);
            return Some(Piece {
                kind,
                start,
                end,
                hash,
            });
        }
    }
}

impl Pieces<'_> {
    /// A word that starts with a letter or digit of ASCII, or a letter that folds to one; the comma and the point of a
    /// number belong to it.
    fn word(&mut self, start: usize) -> Piece {
        let bytes = self.text.as_bytes();
        let (mut hash, mut at, mut is_number) = (SEED, start, true);
        let may_be_number = bytes.get(start).is_some_and(u8::is_ascii_digit);
        while let Some(&byte) = bytes.get(at) {
            let lower = byte | 0x20;
            if lower.is_ascii_lowercase() {
                is_number = false;
                hash = mix(hash, char::from(lower));
                at += 1;
            } else if byte.is_ascii() {
                if !(byte.is_ascii_digit() || is_number && is_inside_number(bytes, at)) {
                    break;
                }
                hash = mix(hash, char::from(byte));
                at += 1;
            } else if let Some(letter) = simple_at(self.text, at).filter(|_| !may_be_number) {
                is_number = false;
                hash = mix(hash, letter);
                at += letter.len_utf8();
            } else if self.goes_on_wide(at) {
                return self.wide_word(start);
            } else {
                break;
            }
        }
        self.at = at;
        Piece {
            kind: Shape::Word,
            start,
            end: at,
            hash,
        }
    }

    fn goes_on_wide(&self, at: usize) -> bool {
        let next = self.text.get(at..).and_then(|rest| rest.chars().next());
        next.is_some_and(|letter| {
            matches!(class(letter), Class::Letter | Class::Mark | Class::Ignored)
        })
    }

    fn wide_word(&mut self, start: usize) -> Piece {
        let rest = self.text.get(start..).unwrap_or_default();
        let mut letters = rest.char_indices();
        let first = letters
            .next()
            .map_or(Class::Letter, |(_, letter)| class(letter));
        let goes_on = |letter: char| match class(letter) {
            Class::Mark | Class::Ignored => true,
            next => next == first && first != Class::Single,
        };
        let end = letters
            .find(|&(_, letter)| !goes_on(letter))
            .map_or(rest.len(), |(at, _)| at);
        let word = rest.get(..end).unwrap_or_default();
        // What is not to be seen behind a word is no part of it.
        let word = word.trim_end_matches(|letter| class(letter) == Class::Ignored);
        self.at = start + end.max(1);
        let end = start + word.len();
        Piece {
            kind: Shape::Word,
            start,
            end,
            hash: letters::hash(word),
        }
    }
}

/// The letter at `at` as it folds, if it is one that folds to one of the same length.
#[inline]
fn simple_at(text: &str, at: usize) -> Option<char> {
    if !matches!(text.as_bytes().get(at), Some(0xc3..=0xc5 | 0xd0..=0xd1)) {
        return None;
    }
    letters::fold_simple(text.get(at..)?.chars().next()?)
}

/// A comma or point with a digit behind it.
fn is_inside_number(bytes: &[u8], at: usize) -> bool {
    matches!(bytes.get(at), Some(b'.' | b',')) && bytes.get(at + 1).is_some_and(u8::is_ascii_digit)
}

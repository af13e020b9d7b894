//! Backslashes in strings: JSON's escapes, those of other languages (`\x41`, `\'`), and those that are text, as in
//! `\d+`, `C:\new` or `\alpha`.

use super::builder::Node;
use super::machine::{Flow, Machine};
use crate::scan::quotes::Style;
use crate::scan::{Input, plain_end};
use crate::span::Span;
use crate::trace::RepairKind;

/// LaTeX commands that start like one of JSON's escapes.
const COMMANDS: [&str; 44] = [
    "bar",
    "begin",
    "beta",
    "big",
    "binom",
    "bmod",
    "boldsymbol",
    "bot",
    "boxed",
    "forall",
    "frac",
    "frown",
    "nabla",
    "ne",
    "neg",
    "neq",
    "newline",
    "ni",
    "nolimits",
    "not",
    "notin",
    "nu",
    "rangle",
    "rceil",
    "re",
    "rfloor",
    "rho",
    "right",
    "rightarrow",
    "rm",
    "rVert",
    "tan",
    "tanh",
    "tau",
    "tbinom",
    "text",
    "textbf",
    "textit",
    "tfrac",
    "theta",
    "tilde",
    "times",
    "to",
    "top",
];

/// What most strings fit in: room made at once for that much is cheaper than growth in steps.
pub(super) const USUAL_LEN: usize = 240;

/// Decodes a string with none but JSON's escapes whose content before the first of them is `plain`; gives the offset
/// of the closing quote. Notes in `doubtful` the legal escapes that are probably text.
pub(super) fn read_strict(
    input: Input<'_>,
    plain: Span,
    quote: u8,
    out: &mut String,
    doubtful: &mut Vec<Span>,
) -> Option<usize> {
    out.reserve(USUAL_LEN);
    let (start, mut cursor, mut end) = (plain.start(), plain.start(), plain.end());
    loop {
        out.push_str(input.slice(cursor, end));
        match input.at(end)? {
            byte if byte == quote => return Some(end),
            b'\\' => {}
            _ => return None,
        }
        let escape = input.at(end + 1)?;
        if let Some(letter) = simple_escape(escape) {
            if is_doubtful(input, start, end, escape) {
                doubtful.push(Span::new(end, end + 2));
            }
            out.push(letter);
            cursor = end + 2;
        } else {
            let (letter, len) = unicode_escape(input, end)?;
            out.push(letter?);
            cursor = end + len;
        }
        end = plain_end(input.bytes(), cursor, quote);
    }
}

fn simple_escape(byte: u8) -> Option<char> {
    Some(match byte {
        b'"' => '"',
        b'\\' => '\\',
        b'/' => '/',
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        _ => return None,
    })
}

/// The character of the `\uXXXX`, or pair of these, at `at` and its length; half a pair has no character.
fn unicode_escape(input: Input<'_>, at: usize) -> Option<(Option<char>, usize)> {
    let high = hex(input, at, "\\u", 4)?;
    if let Some(letter) = char::from_u32(high) {
        return Some((Some(letter), 6));
    }
    let low = hex(input, at + 6, "\\u", 4);
    match low {
        Some(low @ 0xdc00..0xe000) if high < 0xdc00 => {
            let letter = char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00));
            Some((letter, 12))
        }
        _ => Some((None, 6)),
    }
}

/// The number in `digits` hexadecimal digits behind `lead` at `at`.
fn hex(input: Input<'_>, at: usize, lead: &str, digits: usize) -> Option<u32> {
    if !input.has(at, lead) {
        return None;
    }
    let start = at + lead.len();
    for offset in 0..digits {
        input.at(start + offset).filter(u8::is_ascii_hexdigit)?;
    }
    u32::from_str_radix(input.slice(start, start + digits), 16).ok()
}

/// Whether the legal escape at `at` with the letter `escape` is probably text: `\f` and `\b` before a letter, and any
/// behind a drive letter.
fn is_doubtful(input: Input<'_>, start: usize, at: usize, escape: u8) -> bool {
    let before_letter =
        || matches!(input.bytes().get(at + 2), Some(byte) if byte.is_ascii_alphabetic());
    match escape {
        b'b' | b'f' => before_letter(),
        b'n' | b'r' | b't' => before_letter() && follows_drive(input, start, at),
        _ => false,
    }
}

/// Whether `C:` stands before `at`, and no more letters.
fn follows_drive(input: Input<'_>, start: usize, at: usize) -> bool {
    let drive = input.slice(at.saturating_sub(2).max(start), at).as_bytes();
    let before = at
        .checked_sub(3)
        .filter(|&index| index >= start)
        .and_then(|index| input.at(index));
    matches!(drive, [letter, b':'] if letter.is_ascii_alphabetic())
        && !before.is_some_and(|byte| byte.is_ascii_alphanumeric())
}

/// Whether the run of characters without a blank around `at` holds a backslash that escapes nothing.
fn run_has_invalid(input: Input<'_>, at: usize) -> bool {
    let mut index = at;
    while index < at + 128 {
        match input.at(index) {
            Some(b'\\') => match input.at(index + 1) {
                Some(byte)
                    if byte.is_ascii_alphabetic()
                        && simple_escape(byte).is_none()
                        && byte != b'u' =>
                {
                    return true;
                }
                Some(b'\\') => return false,
                _ => index += 2,
            },
            None | Some(b' ' | b'\n' | b'"' | b'\'' | b'<') => return false,
            Some(_) => index += 1,
        }
    }
    false
}

fn is_command(input: Input<'_>, at: usize) -> bool {
    let end = (at + 1..at + 16)
        .find(|&index| !matches!(input.at(index), Some(byte) if byte.is_ascii_alphabetic()));
    end.is_some_and(|end| COMMANDS.contains(&input.slice(at + 1, end)))
}

impl<N: Node> Machine<N> {
    pub(super) fn read_escape(&mut self, input: Input<'_>, at: usize) -> Flow {
        if self.text.style == Style::Escaped && input.at(at + 1) == Some(b'\\') {
            return self.read_twice_escaped(input, at);
        }
        let Some(byte) = input.at(at + 1) else {
            return self.cut_escape(input);
        };
        self.take_escape(input, at, byte);
        if self.starved(input) {
            Flow::Wait
        } else {
            Flow::Go
        }
    }

    /// A backslash, or part of an escape, that the text cuts off goes.
    fn cut_escape(&mut self, input: Input<'_>) -> Flow {
        if !input.is_whole() {
            self.starved(input);
            return Flow::Wait;
        }
        self.replace(RepairKind::CutOff, input.len(), "", "");
        Flow::Go
    }

    fn take_escape(&mut self, input: Input<'_>, at: usize, byte: u8) {
        match byte {
            b'b' | b'f' | b'n' | b'r' | b't' => self.take_letter_escape(input, at, byte),
            b'"' if self.text.path && self.lookout_closes(input, at + 2) => {
                self.keep_backslash(input, at)
            }
            b'"' | b'\\' | b'/' => self.decode(at + 2, simple_escape(byte)),
            b'u' => self.take_unicode_escape(input, at),
            b'\'' | b'`' => {
                self.replace(RepairKind::InvalidEscape, at + 1, "", "");
                self.copy(input, at + 2);
            }
            b'\n' => self.replace(RepairKind::InvalidEscape, at + 1, "", ""),
            b'0' if !matches!(input.at(at + 2), Some(b'0'..=b'9')) && !self.text.path => {
                self.spell(at + 2, '\0')
            }
            b'x' | b'U' | b'0'..=b'3' => self.take_foreign_escape(input, at, byte),
            _ => self.keep_backslash(input, at),
        }
    }

    fn take_letter_escape(&mut self, input: Input<'_>, at: usize, byte: u8) {
        let before_letter = matches!(input.at(at + 2), Some(next) if next.is_ascii_alphabetic());
        let drive = follows_drive(input, self.text.content, at);
        let in_path = before_letter && (self.text.path || drive || run_has_invalid(input, at + 2));
        let in_formula = before_letter
            && self.text.latex
            && (matches!(byte, b'b' | b'f') || is_command(input, at));
        if in_path || in_formula {
            self.text.path |= in_path && drive;
            return self.replace(RepairKind::SuspiciousEscape, at + 1, "\\", "\\\\");
        }
        self.text.doubtful |=
            before_letter && (matches!(byte, b'b' | b'f') || is_command(input, at));
        self.decode(at + 2, simple_escape(byte));
    }

    fn take_unicode_escape(&mut self, input: Input<'_>, at: usize) {
        if input.at(at + 2) == Some(b'{') {
            return self.take_braced_escape(input, at);
        }
        match unicode_escape(input, at) {
            Some((Some(letter), len)) => self.decode(at + len, Some(letter)),
            Some((None, len))
                if input.is_whole() && input.len() < at + 12 && self.is_high(input, at) =>
            {
                // The other half may have been cut off.
                let end = if input
                    .slice(at + len, input.len())
                    .bytes()
                    .all(is_escape_part)
                {
                    input.len()
                } else {
                    at + len
                };
                let kind = if end == input.len() {
                    RepairKind::CutOff
                } else {
                    RepairKind::LoneSurrogate
                };
                let content = if end == input.len() { "" } else { "\u{fffd}" };
                self.replace(kind, end, content, content);
            }
            Some((None, len)) => {
                self.replace(RepairKind::LoneSurrogate, at + len, "\u{fffd}", "\u{fffd}")
            }
            None if input.is_whole()
                && input
                    .slice(at + 2, input.len())
                    .bytes()
                    .all(|byte| byte.is_ascii_hexdigit())
                && input.len() < at + 6 =>
            {
                self.replace(RepairKind::CutOff, input.len(), "", "");
            }
            None => self.keep_backslash(input, at),
        }
    }

    fn is_high(&self, input: Input<'_>, at: usize) -> bool {
        hex(input, at, "\\u", 4).is_some_and(|unit| (0xd800..0xdc00).contains(&unit))
    }

    /// `\u{1F600}`
    fn take_braced_escape(&mut self, input: Input<'_>, at: usize) {
        let close = (at + 3..at + 10).find(|&index| input.at(index) == Some(b'}'));
        let letter = close
            .and_then(|close| u32::from_str_radix(input.slice(at + 3, close), 16).ok())
            .and_then(char::from_u32);
        match (close, letter) {
            (Some(close), Some(letter)) => self.spell(close + 1, letter),
            _ => self.keep_backslash(input, at),
        }
    }

    /// `\x41`, `\U0001F600`, `\101`
    fn take_foreign_escape(&mut self, input: Input<'_>, at: usize, byte: u8) {
        let (unit, len) = match byte {
            b'x' => (hex(input, at, "\\x", 2), 4),
            b'U' => (hex(input, at, "\\U", 8), 10),
            _ => {
                let is_octal =
                    (1..=3).all(|offset| matches!(input.at(at + offset), Some(b'0'..=b'7')));
                let digits = input.slice(at + 1, at + 4);
                (
                    is_octal
                        .then(|| u32::from_str_radix(digits, 8).ok())
                        .flatten(),
                    4,
                )
            }
        };
        match unit.and_then(char::from_u32) {
            Some(letter) if !self.text.path => self.spell(at + len, letter),
            _ => self.keep_backslash(input, at),
        }
    }

    /// Reads up to `end` as `letter`, which JSON spells as itself or with its own escape.
    fn spell(&mut self, end: usize, letter: char) {
        let mut content = [0; 4];
        let content = letter.encode_utf8(&mut content);
        let spelled = match content.as_bytes() {
            [byte @ (0..b' ' | b'"' | b'\\')] => crate::value::escape(*byte),
            _ => content.to_owned().into(),
        };
        self.replace(RepairKind::InvalidEscape, end, content, spelled);
    }

    /// A legal escape: nothing to repair.
    fn decode(&mut self, end: usize, letter: Option<char>) {
        self.text.out.extend(letter);
        self.text.cursor = end;
    }

    /// A backslash that escapes nothing is text.
    fn keep_backslash(&mut self, input: Input<'_>, at: usize) {
        let before_letter = matches!(input.at(at + 1), Some(byte) if byte.is_ascii_alphabetic());
        self.text.invalid = true;
        self.text.path |= before_letter;
        self.replace(RepairKind::InvalidEscape, at + 1, "\\", "\\\\");
    }

    fn lookout_closes(&self, input: Input<'_>, index: usize) -> bool {
        self.lookout(input).closes(index)
    }

    /// In a text that was escaped as a whole, two backslashes are one, and may escape what follows them.
    fn read_twice_escaped(&mut self, input: Input<'_>, at: usize) -> Flow {
        let len = match input.at(at + 2) {
            None if !input.is_whole() => {
                self.starved(input);
                return Flow::Wait;
            }
            // `\\\"` is an escaped quote, `\\\\` an escaped backslash.
            Some(b'\\') => 4,
            Some(_) => 3,
            None => 2,
        };
        let escaped = input.at(at + len - 1).and_then(simple_escape);
        match escaped {
            Some(letter) if len > 2 => {
                let mut content = [0; 4];
                let content = letter.encode_utf8(&mut content);
                let spelled = content
                    .bytes()
                    .next()
                    .map_or_else(Default::default, spell_byte);
                self.replace(RepairKind::QuoteStyle, at + len, content, spelled);
            }
            _ => self.replace(RepairKind::QuoteStyle, at + 2, "\\", "\\\\"),
        }
        Flow::Go
    }
}

fn spell_byte(byte: u8) -> std::borrow::Cow<'static, str> {
    if byte == b'/' {
        "/".into()
    } else {
        crate::value::escape(byte)
    }
}

fn is_escape_part(byte: u8) -> bool {
    byte == b'\\' || byte == b'u' || byte.is_ascii_hexdigit()
}

//! Text without quotes: `New York`, `1/3`, `12:30`, `https://x.y/z`, up to the separator or closer that ends it.

use super::builder::{Node, Shape};
use super::frames::Opener;
use super::machine::{Failure, Flow, LastKind, Machine, State};
use super::numbers::{complete_number, read_number};
use super::quotes::Role;
use crate::scan::literals::{Literal, complete_literal, read_literal};
use crate::scan::quotes::{Style, is_quote, is_wide_comma, opening_quote};
use crate::scan::{Input, WINDOW, starts_word};
use crate::span::Span;
use crate::trace::RepairKind;
use crate::value::write_text;

/// A text without quotes that is being read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bare {
    start: usize,
    cursor: usize,
    role: Role,
    /// Brackets that the text itself opened.
    depth: usize,
    /// A quotation in the text is open: `it is "fine"`.
    quoting: bool,
}

impl<N: Node> Machine<N> {
    /// Starts a value without quotes at `at`.
    pub(super) fn start_bare(&mut self, input: Input<'_>, at: usize) -> Flow {
        let prefix_end = self.string_prefix_end(input, at);
        let constructor = find_constructor(input, at);
        if self.starved(input) {
            return Flow::Wait;
        }
        if let Some(end) = prefix_end {
            self.edits.delete(RepairKind::StringPrefix, at, end);
            self.pos = end;
            return Flow::Go;
        }
        match constructor {
            Some((shape, end)) => self.open_constructor(shape, at, end),
            None => self.bare_from(input, at),
        }
    }

    /// The end of the prefix of `b'x'`, `u"x"` or `rb'x'`.
    fn string_prefix_end(&self, input: Input<'_>, at: usize) -> Option<usize> {
        let is_letter = |index| {
            matches!(
                input.at(index),
                Some(b'b' | b'B' | b'u' | b'U' | b'r' | b'R' | b'f' | b'F')
            )
        };
        let end = (at..at + 3).find(|&index| !is_letter(index))?;
        let is_prefix = end > at && matches!(input.at(end), Some(b'\'' | b'"'));
        (is_prefix && !self.look(input, self.role()).is_other(end)).then_some(end)
    }

    /// The name goes, the arguments stay.
    fn open_constructor(&mut self, shape: Shape, at: usize, end: usize) -> Flow {
        let bracket = if shape == Shape::Object { "{" } else { "[" };
        let edit = self
            .edits
            .replace(RepairKind::Constructor, at, end, bracket);
        let flow = self.open(shape, Opener::Paren, at, end - at);
        if let Some(frame) = self.stack.top_mut() {
            frame.edit = u32::try_from(edit).unwrap_or(u32::MAX);
        }
        flow
    }

    /// Reads a text without quotes from `at` on.
    pub(super) fn bare_from(&mut self, input: Input<'_>, at: usize) -> Flow {
        self.bare = Bare {
            start: at,
            cursor: regex_end(input, at),
            role: self.role(),
            depth: 0,
            quoting: false,
        };
        self.state = State::Bare;
        Flow::Go
    }

    pub(super) fn read_bare(&mut self, input: Input<'_>) -> Flow {
        let mut index = self.bare.cursor;
        loop {
            self.steps += 1;
            let Some(byte) = input.at(index) else {
                self.bare.cursor = index;
                if !input.is_whole() {
                    return Flow::Wait;
                }
                return self.finish_bare(input, index, true);
            };
            let ends = self.bare_ends(input, index, byte);
            if self.starved(input) {
                self.bare.cursor = index;
                return Flow::Wait;
            }
            if ends {
                return self.finish_bare(input, index, false);
            }
            match byte {
                b'"' => self.bare.quoting = !self.bare.quoting,
                b'(' | b'[' | b'{' => self.bare.depth += 1,
                b')' | b']' | b'}' => self.bare.depth = self.bare.depth.saturating_sub(1),
                _ => {}
            }
            index += if byte < 0x80 {
                1
            } else {
                input.char_at(index).map_or(1, char::len_utf8)
            };
        }
    }

    /// Whether the text without quotes ends before the byte at `index`.
    fn bare_ends(&self, input: Input<'_>, index: usize, byte: u8) -> bool {
        if byte.is_ascii_alphanumeric() || index == self.bare.start {
            return false;
        }
        let nested = self.bare.depth > 0;
        match byte {
            b',' | b';' => !nested && self.bare_ends_at_comma(input, index, byte),
            b'}' | b']' => !nested,
            b')' => !nested && self.stack.has_paren(),
            b'\n' => self.bare_ends_at_line(input, index),
            b' ' | b'\t' | b'\r' => self.bare_ends_at_blank(input, index),
            b'"' if self.bare.quoting => false,
            b'"' if self.starts_next_string(input, index) => true,
            b'"' | b'\'' => {
                input.before(index) != Some(b' ')
                    && self.look(input, self.bare.role).closes(index + 1)
            }
            b'.' => input.has(index, "...") && self.is_scalar_so_far(input, index),
            b'/' => input.at(index + 1) == Some(b'*'),
            0x1b => input.terminal_code_len(index) > 0,
            b'`' => input.run_len(index, b'`') >= 3,
            b'\\' => input.blank_len(index) > 0 && self.bare_ends_at_blank(input, index),
            0xef if input.has(index, "｝") || input.has(index, "］") => true,
            0x80.. => {
                is_wide_comma(input, index)
                    || input.blank_len(index) > 0 && self.bare_ends_at_blank(input, index)
            }
            _ => false,
        }
    }

    /// `1"b": 2` and `true"a"`: the quote starts another string.
    fn starts_next_string(&self, input: Input<'_>, index: usize) -> bool {
        let look = self.look(input, self.bare.role);
        if matches!(input.at(index + 1), Some(b',' | b' ' | b'}' | b']' | b'\n')) {
            return false;
        }
        match self.bare.role {
            Role::Member => look.is_key(index),
            _ => self.is_scalar_so_far(input, index) && look.is_item(index),
        }
    }

    fn bare_ends_at_comma(&self, input: Input<'_>, index: usize, byte: u8) -> bool {
        match self.bare.role {
            Role::Member => {
                let next = input.skip_blank(index + 1);
                self.member_follows(input, next) || byte == b';' && input.at(next).is_none()
            }
            _ => !is_digit_group(input, index),
        }
    }

    /// Whether a member, a closer, a comment or the end stands at `next`.
    fn member_follows(&self, input: Input<'_>, next: usize) -> bool {
        match input.at(next) {
            None | Some(b'}' | b']' | b',' | b';') => true,
            Some(b')') => self.stack.has_paren(),
            Some(b'/') => matches!(input.at(next + 1), Some(b'/' | b'*')),
            Some(b'#') => true,
            Some(b'.') => input.has(next, "..."),
            Some(b'{' | b'[') => true,
            Some(_) if is_quote(input, next) => true,
            Some(_) => is_bare_member(input, next),
        }
    }

    fn bare_ends_at_line(&self, input: Input<'_>, index: usize) -> bool {
        if self.bare.role != Role::Member || self.config.prefix.is_some() {
            return true;
        }
        self.member_follows(input, input.skip_blank(index))
    }

    /// A blank ends the text where a comment, a closer, another member or, in a list of numbers, another value
    /// stands behind it.
    fn bare_ends_at_blank(&self, input: Input<'_>, index: usize) -> bool {
        let next = input.skip_blank(index);
        let Some(byte) = input.at(next) else {
            return false;
        };
        match byte {
            b'#' => true,
            b'/' => matches!(input.at(next + 1), Some(b'/' | b'*')),
            b'<' => input.has(next, "<!--"),
            b'"' | b'\'' | b'`' if self.bare.role == Role::Member => {
                self.look(input, self.bare.role).is_key(next)
            }
            b'-' if input.has(next, "-- ") => true,
            b'"' | b'{' | b'[' if self.bare.role == Role::Item => {
                self.is_scalar_so_far(input, index)
            }
            b'.' | 0xe2 if input.has(next, "...") || input.has(next, "…") => {
                self.is_scalar_so_far(input, index)
            }
            b'0'..=b'9' if self.bare.role == Role::Item => self.is_scalar_so_far(input, index),
            b'-' if self.bare.role == Role::Item => {
                self.is_scalar_so_far(input, index)
                    && matches!(input.at(next + 1), Some(b'0'..=b'9'))
            }
            _ if starts_word(byte) && self.bare.role == Role::Item => {
                self.is_scalar_so_far(input, index)
                    && read_literal(input.slice(next, input.word_end(next))).is_some()
            }
            _ if starts_word(byte) => {
                is_bare_member(input, next) && !input.has(input.word_end(next), "://")
            }
            _ => false,
        }
    }

    fn is_scalar_so_far(&self, input: Input<'_>, index: usize) -> bool {
        let text = input.slice(self.bare.start, index);
        if text.len() > 64 || text.starts_with('+') {
            return false;
        }
        read_literal(text).is_some() || read_number(text).is_some()
    }

    fn finish_bare(&mut self, input: Input<'_>, end: usize, cut: bool) -> Flow {
        let start = self.bare.start;
        let text = trim_blanks(input.slice(start, end));
        let trimmed = start + text.len();
        if self.lacks_start_quote(input, text, end) {
            let mark = self.edits.mark();
            self.edits.open(RepairKind::MissingQuote, start, "\"");
            self.state = State::Value;
            let flow = self.start_text(start, Style::Double, 0);
            self.text_mark = mark;
            return flow;
        }
        self.begin_value(start);
        if self.bare.role == Role::Top
            && read_literal(text).is_none()
            && read_number(text).is_none()
        {
            return self.fail(Failure::Nothing);
        }
        let kind = self.add_bare(text, Span::new(start, trimmed), cut);
        self.value_read(start, trimmed, kind);
        self.drop_stray_quote(input, end);
        Flow::Go
    }

    /// `x", ` is a string whose start quote is missing, so that its escapes are to be read.
    fn lacks_start_quote(&self, input: Input<'_>, text: &str, end: usize) -> bool {
        let ends_quoted = input.at(end) == Some(b'"') && !self.starts_next_string(input, end);
        ends_quoted
            && self.bare.role != Role::Top
            && read_number(text).is_none()
            && read_literal(text).is_none()
    }

    /// Gives the text to the builder as the literal, number or string that it is.
    fn add_bare(&mut self, text: &str, span: Span, cut: bool) -> LastKind {
        if let Some(literal) =
            read_literal(text).or_else(|| cut.then(|| complete_literal(text)).flatten())
        {
            self.add_literal(literal, text, span, cut);
            return LastKind::Other;
        }
        if cut && matches!(text, "-" | "+") {
            self.edits
                .replace(RepairKind::CutOff, span.start(), span.end(), "null");
            self.builder.note_null(span, false);
            return LastKind::Other;
        }
        let cut_number = if cut { complete_number(text) } else { None };
        if let Some(number) = read_number(text).or(cut_number) {
            if number != text {
                self.edits.replace(
                    RepairKind::NumberSpelling,
                    span.start(),
                    span.end(),
                    number.clone().into_owned(),
                );
            }
            self.builder.note_number(&number, span, !cut);
            return LastKind::Number;
        }
        let mut quoted = String::with_capacity(text.len() + 2);
        write_text(&mut quoted, text);
        self.edits
            .replace(RepairKind::UnquotedString, span.start(), span.end(), quoted);
        self.builder.note_string(text, span, !cut);
        LastKind::Other
    }

    fn add_literal(&mut self, literal: Literal, text: &str, span: Span, cut: bool) {
        if text != literal.json() {
            let kind = match literal {
                Literal::NonFinite => RepairKind::NonFinite,
                _ if cut && read_literal(text).is_none() => RepairKind::CutOff,
                _ => RepairKind::LiteralSpelling,
            };
            self.edits
                .replace(kind, span.start(), span.end(), literal.json());
        }
        match literal {
            Literal::True => self.builder.note_boolean(true, span, !cut),
            Literal::False => self.builder.note_boolean(false, span, !cut),
            Literal::Null | Literal::NonFinite => self.builder.note_null(span, !cut),
        }
    }

    /// `12", ` or `x", `: an end quote without a start.
    fn drop_stray_quote(&mut self, input: Input<'_>, end: usize) {
        if self.starts_next_string(input, end) {
            return;
        }
        if matches!(input.at(end), Some(b'"' | b'\''))
            && self.mark == end
            && opening_quote(input, end).is_some()
        {
            self.edits.delete(RepairKind::StrayQuote, end, end + 1);
            self.token(end + 1);
        }
    }
}

/// What the arguments of `ObjectId("5f")`, `new Date(0)` or `OrderedDict(a=1)` make, and the end of its opening bracket.
fn find_constructor(input: Input<'_>, at: usize) -> Option<(Shape, usize)> {
    let name_start = if input.has(at, "new ") { at + 4 } else { at };
    let paren = input.bare_key_end(name_start);
    if paren == name_start || input.at(paren) != Some(b'(') {
        return None;
    }
    let first = input.skip_blank(paren + 1);
    let named_end = input.word_end(first);
    if named_end > first && input.at(input.skip_blank(named_end)) == Some(b'=') {
        return Some((Shape::Object, paren + 1));
    }
    let starts_value = matches!(
        input.at(first),
        Some(b'0'..=b'9' | b'-' | b'[' | b'{' | b'(')
    ) || is_quote(input, first);
    starts_value.then_some((Shape::Array, paren + 1))
}

/// The end of `/ab+c/` at `at`, or `at` itself.
fn regex_end(input: Input<'_>, at: usize) -> usize {
    if input.at(at) != Some(b'/') {
        return at;
    }
    let stop = (at + 1..at + WINDOW).find(|&index| {
        input.at(index) == Some(b'/') && input.before(index) != Some(b'\\')
            || matches!(input.at(index), Some(b'\n' | b'"') | None)
    });
    stop.filter(|&stop| input.at(stop) == Some(b'/'))
        .map_or(at, |stop| stop + 1)
}

/// `,000` with exactly three digits and no fourth.
fn is_digit_group(input: Input<'_>, comma: usize) -> bool {
    let is_digit = |index| matches!(input.at(index), Some(b'0'..=b'9'));
    (1..=3).all(|offset| is_digit(comma + offset))
        && !is_digit(comma + 4)
        && input
            .before(comma)
            .is_some_and(|byte| byte.is_ascii_digit())
}

/// `key:` or `key =`, with or without its end quote.
pub(super) fn is_bare_member(input: Input<'_>, at: usize) -> bool {
    let end = input.bare_key_end(at);
    if end == at {
        return false;
    }
    let closed = if matches!(input.at(end), Some(b'"' | b'\'')) {
        end + 1
    } else {
        end
    };
    let colon = input.skip_blank(closed);
    let is_number = input.at(at).is_some_and(|byte| byte.is_ascii_digit());
    match input.at(colon) {
        Some(b':') if is_number => matches!(input.at(colon + 1), Some(b' ' | b'"' | b'{' | b'[')),
        Some(b':') => !input.has(colon, "://"),
        Some(b'=') => input.at(colon + 1) != Some(b'='),
        _ => input.has(colon, "："),
    }
}

fn trim_blanks(text: &str) -> &str {
    let mut text = text.trim_end_matches(|letter: char| {
        letter.is_whitespace() || crate::scan::is_unusual_blank(letter)
    });
    while let Some(shorter) = text
        .strip_suffix("\\n")
        .or_else(|| text.strip_suffix("\\r"))
        .or_else(|| text.strip_suffix("\\t"))
    {
        text = shorter.trim_end();
    }
    text
}

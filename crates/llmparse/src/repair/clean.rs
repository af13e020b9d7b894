//! The short path: text that is well formed, `{"a": [1, true]}`, is taken token by token as `serde_json` takes it.
//!
//! A token is taken only if what stands behind it is what should, so that a quote inside a string, or a comma inside
//! a number, is left to the long path. Damage that leaves no doubt and comes with every token of a reply is taken
//! here too: single quotes, keys without quotes, Python's literals, trailing commas.

use super::builder::{Node, Shape};
use super::escapes;
use super::frames::{Frame, Opener};
use super::machine::{Last, LastKind, Machine, State};
use super::numbers::json_number_len;
use super::quotes::Role;
use crate::scan::{Input, plain_end};
use crate::span::Span;
use crate::trace::{RepairKind, Warning, WarningKind};

/// What the short path did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clean {
    Taken,
    /// The text ends where more is needed to tell.
    Wait,
    /// Something stands here that the long path has to look at.
    Odd,
}

/// How a string or scalar goes on behind its end.
enum Behind {
    /// A comma at this offset, and behind blanks what follows it.
    Comma(usize, usize),
    Closer(usize),
    /// A comment at this offset.
    Noise(usize),
    Wait,
    Odd,
}

impl<N: Node> Machine<N> {
    /// Reads on as long as the text is well formed; whether it now waits for more.
    pub(super) fn read_clean(&mut self, input: Input<'_>) -> bool {
        let clean = loop {
            self.steps += 1;
            let clean = match self.state {
                State::Key => self.clean_key(input),
                State::Value => self.clean_value(input),
                State::Next => self.clean_next(input),
                _ => Clean::Odd,
            };
            if clean != Clean::Taken {
                break clean;
            }
        };
        clean == Clean::Wait
    }

    #[inline]
    fn clean_key(&mut self, input: Input<'_>) -> Clean {
        let at = input.skip_plain(self.pos);
        match input.bytes().get(at) {
            Some(&quote @ (b'"' | b'\'')) => self.clean_quoted_key(input, at, quote),
            Some(b'}') => self.clean_close(input, at, b'}'),
            Some(b'/') => self.clean_comment(input, at),
            Some(byte) if byte.is_ascii_alphabetic() || *byte == b'_' => {
                self.clean_bare_key(input, at)
            }
            _ => Clean::Odd,
        }
    }

    #[inline]
    fn clean_quoted_key(&mut self, input: Input<'_>, at: usize, quote: u8) -> Clean {
        let (end, escaped) = match self.clean_string_end(input, at, quote) {
            Ok(found) => found,
            Err(clean) => return clean,
        };
        let colon = input.skip_plain(end + 1);
        match input.bytes().get(colon) {
            Some(b':') => {}
            None if !input.is_whole() => return Clean::Wait,
            _ => return Clean::Odd,
        }
        if escaped && !self.note_doubtful() {
            return Clean::Odd;
        }
        let span = Span::new(at, end + 1);
        let content = if escaped {
            &*self.scratch
        } else {
            input.slice(at + 1, end)
        };
        self.builder.key(content, span);
        self.note_quotes(at, end, quote);
        self.clean_member(input, span, colon)
    }

    /// The key was given to the builder, and its value follows the colon.
    #[inline]
    fn clean_member(&mut self, input: Input<'_>, key: Span, colon: usize) -> Clean {
        self.key_taken(key);
        self.pos = colon + 1;
        let clean = self.clean_value(input);
        if clean != Clean::Taken {
            self.comma = None;
            self.comma_added = None;
            self.token(colon + 1);
            self.state = State::Value;
        }
        clean
    }

    fn clean_bare_key(&mut self, input: Input<'_>, at: usize) -> Clean {
        let end = word_end(input.bytes(), at);
        if input.bytes().get(end) != Some(&b':') {
            return Clean::Odd;
        }
        let span = Span::new(at, end);
        self.edits.quote(RepairKind::UnquotedKey, at, end);
        self.builder.key(input.slice(at, end), span);
        if let Some(frame) = self.stack.top_mut() {
            frame.has_bare_keys = true;
        }
        self.clean_member(input, span, end)
    }

    /// Quotes of the other kind are edits.
    #[inline]
    fn note_quotes(&mut self, at: usize, end: usize, quote: u8) {
        if quote != b'"' {
            self.edits.requote(at, end);
        }
    }

    #[inline]
    fn clean_value(&mut self, input: Input<'_>) -> Clean {
        let at = input.skip_plain(self.pos);
        let Some(&byte) = input.bytes().get(at) else {
            return Clean::Odd;
        };
        match byte {
            b'"' | b'\'' => self.clean_text(input, at, byte),
            b'{' => self.clean_open(Shape::Object, Opener::Brace, at),
            b'[' if !super::machine::starts_note(input, at) => {
                self.clean_open(Shape::Array, Opener::Bracket, at)
            }
            b']' => self.clean_close(input, at, b']'),
            b'-' | b'0'..=b'9' | b't' | b'f' | b'n' | b'T' | b'F' | b'N' => {
                self.clean_scalar(input, at, byte)
            }
            b'/' if self.state == State::Value => self.clean_comment(input, at),
            _ => Clean::Odd,
        }
    }

    #[inline]
    fn clean_next(&mut self, input: Input<'_>) -> Clean {
        let at = input.skip_plain(self.pos);
        match input.bytes().get(at) {
            Some(b',') => {
                self.separate(at, 1);
                Clean::Taken
            }
            Some(&byte @ (b'}' | b']')) => self.clean_close(input, at, byte),
            Some(b'/') => self.clean_comment(input, at),
            _ => Clean::Odd,
        }
    }

    /// A comment between two tokens goes, whatever they are.
    fn clean_comment(&mut self, input: Input<'_>, at: usize) -> Clean {
        if self.stack.len() == 0 {
            return Clean::Odd;
        }
        let comment = self.comment(input, at, b'/');
        match comment {
            _ if self.starved(input) => Clean::Odd,
            Some((kind, end, _)) => {
                self.edits.delete(kind, at, end);
                self.token(end);
                Clean::Taken
            }
            None => Clean::Odd,
        }
    }

    #[inline]
    fn clean_open(&mut self, shape: Shape, opener: Opener, at: usize) -> Clean {
        if self.stack.len() >= self.config.max_depth {
            return Clean::Odd;
        }
        if self.stack.len() == 0 {
            self.begin_value(at);
        }
        self.builder.open(shape, at);
        self.stack.push(Frame::new(shape, opener, at));
        self.comma = None;
        self.comma_added = None;
        self.last = Last::default();
        self.previous = Last::default();
        self.token(at + 1);
        self.state = if shape == Shape::Object {
            State::Key
        } else {
            State::Value
        };
        Clean::Taken
    }

    #[inline]
    fn clean_close(&mut self, input: Input<'_>, at: usize, byte: u8) -> Clean {
        if self.is_doubtful_closer(input, at, byte) || self.has_doubtful_comma() {
            return Clean::Odd;
        }
        match self.stack.top() {
            Some(frame)
                if frame.shape == Shape::Object
                    && frame.opener == Opener::Brace
                    && byte == b'}' => {}
            Some(frame)
                if frame.opener == Opener::Bracket
                    && byte == b']'
                    && (!frame.has_arrays || frame.run == 0) => {}
            _ => return Clean::Odd,
        }
        self.drop_comma();
        self.close(at, at + 1, true);
        Clean::Taken
    }

    /// Whether what stands behind a closer may mean that the container goes on: a key behind a brace where no key can
    /// stand, a list behind a list that is a member, a second closer at the end.
    #[inline]
    fn is_doubtful_closer(&self, input: Input<'_>, at: usize, byte: u8) -> bool {
        let bytes = input.bytes();
        let next = input.skip_plain(at + 1);
        match (byte, bytes.get(next)) {
            (b'}', Some(b'"' | b'\'')) => true,
            (b'}', Some(b',')) => {
                let outer = self.stack.frame(self.stack.len().saturating_sub(1));
                let item = bytes.get(skip_comments(input, next + 1));
                outer.is_none_or(|frame| frame.shape == Shape::Array)
                    && item.map_or(!input.is_whole(), |&byte| !matches!(byte, b'{' | b'['))
            }
            (b']', Some(b'[' | b'#' | b'/')) | (_, Some(b';')) => true,
            (b']', Some(b',')) => {
                let in_list = self
                    .stack
                    .frame(self.stack.len().saturating_sub(1))
                    .is_some_and(|frame| frame.shape == Shape::Array);
                let item = bytes.get(skip_comments(input, next + 1));
                !in_list
                    && item.map_or(!input.is_whole(), |&byte| {
                        matches!(byte, b'[' | b'#' | b'/')
                    })
            }
            (_, None) => !input.is_whole(),
            _ => false,
        }
    }

    /// Whether the comma before a closer is not one that the short path read.
    #[inline]
    fn has_doubtful_comma(&self) -> bool {
        self.comma_added.is_some() || self.comma.is_some_and(|comma| comma < self.clean_from)
    }

    #[inline]
    fn clean_text(&mut self, input: Input<'_>, at: usize, quote: u8) -> Clean {
        let (end, escaped) = match self.clean_string_end(input, at, quote) {
            Ok(found) => found,
            Err(clean) => return clean,
        };
        let behind = match self.stack.len() {
            0 => behind_top(input, end + 1),
            _ => self.behind(input, end + 1, Some(quote)),
        };
        match behind {
            Behind::Wait => return Clean::Wait,
            Behind::Odd if escaped || quote != b'"' => return Clean::Odd,
            Behind::Odd => return self.clean_item(input, Span::new(at, end + 1)),
            _ => {}
        }
        if escaped && !self.note_doubtful() {
            return Clean::Odd;
        }
        let content = if escaped {
            &*self.scratch
        } else {
            input.slice(at + 1, end)
        };
        self.builder.string(content, Span::new(at, end + 1), true);
        self.note_quotes(at, end, quote);
        self.clean_taken(at, end + 1, LastKind::String, &behind);
        Clean::Taken
    }

    /// A string item of a list with another behind it, and no comma between them.
    #[inline(never)]
    fn clean_item(&mut self, input: Input<'_>, span: Span) -> Clean {
        let next = input.skip_plain(span.end());
        let in_list = self
            .stack
            .top()
            .is_some_and(|frame| frame.shape == Shape::Array && frame.opener == Opener::Bracket);
        let may_be_item = in_list
            && input.is_whole()
            && next > span.end()
            && input.bytes().get(next) == Some(&b'"')
            && is_simple(span.of(input.text));
        if !may_be_item || !self.look(input, Role::Item).closes(span.end()) {
            return Clean::Odd;
        }
        let content = input.slice(span.start() + 1, span.end() - 1);
        self.builder.string(content, span, true);
        self.value_read(span.start(), span.end(), LastKind::String);
        self.next_without_comma(next, false);
        Clean::Taken
    }

    fn clean_scalar(&mut self, input: Input<'_>, at: usize, byte: u8) -> Clean {
        let rest = input.bytes().get(at..).unwrap_or_default();
        let len = match byte {
            b't' if rest.starts_with(b"true") => 4,
            b'f' if rest.starts_with(b"false") => 5,
            b'n' if rest.starts_with(b"null") => 4,
            b'T' if rest.starts_with(b"True") => 4,
            b'F' if rest.starts_with(b"False") => 5,
            b'N' if rest.starts_with(b"None") => 4,
            b't' | b'f' | b'n' | b'T' | b'F' | b'N' => return Clean::Odd,
            _ => json_number_len(rest).unwrap_or(0),
        };
        if len == 0 {
            return Clean::Odd;
        }
        let end = at + len;
        let behind = self.behind(input, end, None);
        match behind {
            Behind::Comma(comma, _) if comma == end && self.is_thousands(input, end) => {
                return Clean::Odd;
            }
            Behind::Wait => return Clean::Wait,
            Behind::Odd => return Clean::Odd,
            _ => {}
        }
        let span = Span::new(at, end);
        if let Some(json) = python_literal(byte) {
            self.edits
                .replace(RepairKind::LiteralSpelling, at, end, json);
        }
        match byte {
            b't' | b'T' => self.builder.boolean(true, span, true),
            b'f' | b'F' => self.builder.boolean(false, span, true),
            b'n' | b'N' => self.builder.null(span, true),
            _ => self.builder.number(input.slice(at, end), span, true),
        }
        let kind = if byte.is_ascii_alphabetic() {
            LastKind::Other
        } else {
            LastKind::Number
        };
        self.clean_taken(at, end, kind, &behind);
        Clean::Taken
    }

    /// The closing quote of the string at `at`, and whether it has escapes, which are resolved into the scratch text.
    #[inline]
    fn clean_string_end(
        &mut self,
        input: Input<'_>,
        at: usize,
        quote: u8,
    ) -> Result<(usize, bool), Clean> {
        let end = plain_end(input.bytes(), at + 1, quote);
        if input.bytes().get(end) == Some(&quote) {
            return Ok((end, false));
        }
        match self.escaped_string_end(input, at, end, quote) {
            Some(end) => Ok((end, true)),
            None if input.is_whole() => Err(Clean::Odd),
            None if matches!(input.bytes().get(end), None | Some(b'\\')) => Err(Clean::Wait),
            None => Err(Clean::Odd),
        }
    }

    /// Where the string at `at` ends, if the first thing special in it is an escape at `special`, and all others are
    /// escapes too.
    #[inline(never)]
    fn escaped_string_end(
        &mut self,
        input: Input<'_>,
        at: usize,
        special: usize,
        quote: u8,
    ) -> Option<usize> {
        if input.bytes().get(special) != Some(&b'\\') {
            return None;
        }
        self.scratch.clear();
        self.doubtful.clear();
        let (out, doubtful) = (&mut self.scratch, &mut self.doubtful);
        escapes::read_strict(input, Span::new(at + 1, special), quote, out, doubtful)
    }

    /// What stands behind a value that ends at `end`. Behind a string the comma is only taken for one if a key or an
    /// item starts behind it.
    #[inline(always)]
    fn behind(&self, input: Input<'_>, end: usize, quote: Option<u8>) -> Behind {
        let next = input.skip_plain(end);
        let Some(&byte) = input.bytes().get(next) else {
            return if input.is_whole() {
                Behind::Odd
            } else {
                Behind::Wait
            };
        };
        let Some(frame) = self.stack.top() else {
            return Behind::Odd;
        };
        match (byte, frame.shape) {
            (b'}', Shape::Object) | (b']', Shape::Array) => Behind::Closer(next),
            (b',', _) => {
                let item = input.skip_plain(next + 1);
                match (input.bytes().get(item), quote) {
                    (Some(b'"'), _) | (_, None) => Behind::Comma(next, item),
                    (Some(&byte), Some(quote))
                        if byte == quote || starts_next(input, item, frame, byte) =>
                    {
                        Behind::Comma(next, item)
                    }
                    (Some(b'/'), _) if starts_comment(input, item) => Behind::Comma(next, item),
                    (None, _) if !input.is_whole() => Behind::Wait,
                    _ => Behind::Odd,
                }
            }
            (b'/', _) if next > end && starts_comment(input, next) => Behind::Noise(next),
            _ => Behind::Odd,
        }
    }

    /// A value was given to the builder, and the comma behind it is taken as well.
    #[inline]
    fn clean_taken(&mut self, start: usize, end: usize, kind: LastKind, behind: &Behind) {
        self.last = Last {
            span: Span::new(start, end),
            kind,
        };
        self.comma_added = None;
        let Some(frame) = self.stack.top_mut() else {
            self.begin_value(start);
            self.token(end);
            self.state = State::End;
            return;
        };
        frame.count_value(start, false);
        match *behind {
            Behind::Comma(comma, item) if frame.opener != Opener::Implied => {
                frame.had_comma = true;
                self.comma = Some(comma);
                self.mark = comma + 1;
                self.pos = item;
                self.state = if frame.shape == Shape::Object {
                    State::Key
                } else {
                    State::Value
                };
            }
            _ => {
                self.comma = None;
                self.mark = end;
                self.pos = match *behind {
                    Behind::Closer(next) | Behind::Noise(next) => next,
                    _ => end,
                };
                let is_sequence = frame.opener == Opener::Implied && frame.shape == Shape::Array;
                self.state = if is_sequence { State::End } else { State::Next };
            }
        }
    }

    /// Warns of escapes that may be text; where the caller wants these as text, the long path has to read them.
    fn note_doubtful(&mut self) -> bool {
        if self.doubtful.is_empty() {
            return true;
        }
        if self.config.latex {
            return false;
        }
        let warnings = self.doubtful.drain(..).map(|span| Warning {
            kind: WarningKind::SuspiciousEscape,
            span,
        });
        self.builder.warnings.extend(warnings);
        true
    }

    /// Whether `,000` with exactly three digits stands at `end`, in a place where no member could follow.
    fn is_thousands(&self, input: Input<'_>, end: usize) -> bool {
        let digits = (1..=3).all(|offset| matches!(input.at(end + offset), Some(b'0'..=b'9')));
        digits
            && self
                .stack
                .top()
                .is_some_and(|frame| frame.shape == Shape::Object)
    }
}

/// What stands behind a string at the top: nothing, or something to look at.
fn behind_top(input: Input<'_>, end: usize) -> Behind {
    match input.bytes().get(input.skip_plain(end)) {
        None if input.is_whole() => Behind::Closer(end),
        None => Behind::Wait,
        Some(_) => Behind::Odd,
    }
}

/// The first byte from `at` on that is neither a blank nor part of a comment.
#[inline(always)]
fn skip_comments(input: Input<'_>, at: usize) -> usize {
    let next = input.skip_plain(at);
    if input.bytes().get(next) == Some(&b'/') {
        input.skip_blank_and_comments(next)
    } else {
        next
    }
}

/// Whether nothing in the string `text` asks for a closer look at where it ends: words and blanks alone.
fn is_simple(text: &str) -> bool {
    let is_word =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'_' | b'-' | b'.');
    let content = text.trim_matches('"');
    content.len() <= 64 && !content.is_empty() && content.bytes().all(is_word)
}

/// Whether the slash at `at` starts a comment.
fn starts_comment(input: Input<'_>, at: usize) -> bool {
    matches!(input.bytes().get(at + 1), Some(b'/' | b'*'))
}

/// Whether the `byte` at `at`, behind a comma, closes the container, or starts a key or something that is plainly an
/// item.
fn starts_next(input: Input<'_>, at: usize, frame: &Frame, byte: u8) -> bool {
    let in_object = frame.shape == Shape::Object;
    match byte {
        b'}' => in_object,
        _ if in_object => {
            let is_bare = frame.has_bare_keys && byte.is_ascii_alphabetic();
            is_bare && input.bytes().get(word_end(input.bytes(), at)) == Some(&b':')
        }
        b']' | b'{' | b'[' | b'-' | b'0'..=b'9' => true,
        b't' => input.has(at, "true"),
        b'f' => input.has(at, "false"),
        b'n' => input.has(at, "null"),
        _ => false,
    }
}

/// The end of the run of ASCII letters, digits and `_` that starts at `at`.
fn word_end(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    let is_word = |byte: u8| IS_WORD.get(usize::from(byte)).copied().unwrap_or(false);
    at + rest
        .iter()
        .position(|&byte| !is_word(byte))
        .unwrap_or(rest.len())
}

/// For each byte, whether it is part of a plain word.
#[expect(
    clippy::indexing_slicing,
    reason = "done by the compiler, which would refuse an index out of bounds"
)]
static IS_WORD: [bool; 256] = {
    let mut is_word = [false; 256];
    let mut byte = 0u8;
    while byte < 128 {
        is_word[byte as usize] = byte.is_ascii_alphanumeric() || byte == b'_';
        byte += 1;
    }
    is_word
};

/// JSON's spelling of the Python literal that starts with `byte`.
fn python_literal(byte: u8) -> Option<&'static str> {
    match byte {
        b'T' => Some("true"),
        b'F' => Some("false"),
        b'N' => Some("null"),
        _ => None,
    }
}

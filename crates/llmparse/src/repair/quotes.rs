//! Whether a quote ends a string: in `"the "best", they say", "b": 1` the second and third do not, the fourth does.
//! What stands behind a quote decides, a few tokens at most.

use super::builder::Shape;
use super::frames::Stack;
use crate::scan::known_keys::KnownKeys;
use crate::scan::literals::read_literal;
use crate::scan::quotes::{
    TYPOGRAPHIC_CLOSE, is_quote, is_wide_comma, opening_quote, wide_comma_len,
};
use crate::scan::{Input, WINDOW, starts_word};

/// Where a string stands, which says what may come behind it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Role {
    Key,
    Member,
    Item,
    #[default]
    Top,
}

/// What stands behind a quoted text that starts at some place ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Follower {
    Colon,
    Comma,
    Closer,
    Value,
    End,
    Other,
}

/// A look at what stands behind a quote.
pub(crate) struct Lookout<'a, 't> {
    pub(crate) input: Input<'t>,
    pub(crate) stack: &'a Stack,
    pub(crate) role: Role,
    /// Whether a quotation is open inside the string, which the quote may close.
    pub(crate) quoting: bool,
    /// The keys that a schema names.
    pub(crate) keys: Option<&'a KnownKeys>,
}

impl Lookout<'_, '_> {
    /// Whether a quote that ends before `index` ends the string.
    pub(crate) fn closes(&self, index: usize) -> bool {
        let at = self.input.skip_blank(index);
        let Some(byte) = self.input.at(at) else {
            return true;
        };
        if self.role == Role::Key {
            return self.closes_key(index, at, byte);
        }
        let spaced = at > index;
        match byte {
            b',' | b';' => self.closes_before_comma(at + 1, self.stack.len()),
            b'}' | b']' => self.closes_before_closer(at),
            b')' => {
                self.stack.has_paren()
                    || matches!(
                        self.input.at(self.input.skip_blank(at + 1)),
                        Some(b'}' | b']')
                    )
            }
            b':' | b'=' => self.closes_before_colon(at + 1),
            0xef if self.input.has(at, "：") => self.closes_before_colon(at + 3),
            b'+' => is_quote(self.input, self.input.skip_blank(at + 1)),
            _ if self.starts_comment(at, spaced) => true,
            b'<' => self.input.has(at, "</") && self.stack.len() <= 1,
            b'`' | b'~' if self.starts_fence(at, byte) => true,
            b'(' => {
                self.role == Role::Item
                    && spaced
                    && self.is_value_start(self.input.skip_blank(at + 1))
            }
            b'{' | b'[' => {
                self.role != Role::Member || is_quote(self.input, self.input.skip_blank(at + 1))
            }
            b'.' | 0xe2 if self.ends_with_ellipsis(at) => {
                self.role == Role::Item
                    || self.starts_line(at)
                    || self.ends_after_closers(self.input.skip_blank(at + 3))
            }
            _ if is_wide_comma(self.input, at) => {
                self.closes_before_wide_comma(at, self.stack.len())
            }
            _ if is_quote(self.input, at) => self.closes_before_quote(index, at),
            _ => self.closes_before_word(at, spaced),
        }
    }

    /// Whether marks of a fence stand at `at`, or those of them that have come.
    fn starts_fence(&self, at: usize, mark: u8) -> bool {
        let run = self.input.run_len(at, mark);
        run >= 3 || self.input.at(at + run).is_none()
    }

    /// Whether a comment of any notation starts at `at`; a hash is one only behind a blank.
    fn starts_comment(&self, at: usize, spaced: bool) -> bool {
        match self.input.at(at) {
            Some(b'/') => matches!(self.input.at(at + 1), Some(b'/' | b'*')),
            Some(b'#') => spaced,
            Some(b'<') => self.input.has(at, "<!--"),
            Some(b'-') => spaced && self.input.has(at, "-- "),
            _ => false,
        }
    }

    /// Skips the letter of `b'x'` and `u"x"`.
    fn skip_string_prefix(&self, at: usize) -> usize {
        let is_letter = |index| {
            matches!(
                self.input.at(index),
                Some(b'b' | b'B' | b'u' | b'U' | b'r' | b'R' | b'f' | b'F')
            )
        };
        let end = (at..at + 3).find(|&index| !is_letter(index)).unwrap_or(at);
        if end > at
            && matches!(self.input.at(end), Some(b'"' | b'\''))
            && self.follower(end) != Follower::Other
        {
            end
        } else {
            at
        }
    }

    fn closes_key(&self, index: usize, at: usize, byte: u8) -> bool {
        let spaced = at > index;
        match byte {
            b':' | b'=' | b',' | b'}' | b']' => true,
            _ if self.starts_comment(at, spaced) => true,
            b'-' => self.input.at(at + 1) == Some(b'>') || spaced && self.is_digit(at + 1),
            b'{' | b'[' => true,
            b'0'..=b'9' => spaced,
            _ if self.input.has(at, "：") || self.input.has(at, "→") => true,
            _ if is_quote(self.input, at) => spaced && self.follower(at) != Follower::Other,
            _ => spaced && self.literal_ends(at).is_some(),
        }
    }

    /// Behind the string stands a comma; `index` is behind that, and `depth` containers are open there.
    fn closes_before_comma(&self, index: usize, depth: usize) -> bool {
        let at = self.input.skip_blank(index);
        let at = self.skip_string_prefix(at);
        let Some(byte) = self.input.at(at) else {
            return true;
        };
        let in_object = match self.stack.frame(depth) {
            Some(frame) => frame.shape == Shape::Object,
            None => false,
        };
        match byte {
            b'}' | b']' | b',' => true,
            b')' => self.stack.has_paren(),
            b'#' => matches!(self.input.at(at + 1), None | Some(b' ' | b'\n' | b'\r')),
            _ if self.starts_comment(at, true) => true,
            b'.' | 0xe2 if self.ends_with_ellipsis(at) => true,
            b'`' if self.input.run_len(at, b'`') >= 3 => true,
            b'{' => !in_object || is_quote(self.input, self.input.skip_blank(at + 1)),
            b'[' | b'(' => !in_object,
            _ if is_quote(self.input, at) => self.comma_then_quote(at, in_object),
            _ if in_object => {
                self.is_bare_key(at, self.stack.has_bare_keys(depth)) || self.is_stray_word(at)
            }
            _ => self.is_bare_item(at),
        }
    }

    /// One word that belongs to nothing, with a quoted key behind it.
    fn is_stray_word(&self, at: usize) -> bool {
        let end = self.input.word_end(at);
        let next = self.input.skip_blank(end);
        end > at && next > end && !self.quoting && is_quote(self.input, next) && self.is_key(next)
    }

    /// A comma of another script separates only where a quote or a bracket follows; otherwise it is text.
    fn closes_before_wide_comma(&self, at: usize, depth: usize) -> bool {
        let behind = at + wide_comma_len(self.input, at);
        let next = self.input.skip_blank(behind);
        let plain_member = self
            .stack
            .frame(depth)
            .is_some_and(|frame| frame.shape == Shape::Object)
            && self.is_bare_key(next, true);
        (self.is_value_start(next) || plain_member) && self.closes_before_comma(behind, depth)
    }

    fn comma_then_quote(&self, at: usize, in_object: bool) -> bool {
        match self.follower(at) {
            Follower::Colon => !(self.quoting && self.is_no_member(at)),
            Follower::End => true,
            Follower::Closer | Follower::Comma | Follower::Value => !self.quoting,
            Follower::Other if in_object => self.is_unclosed_key(at),
            Follower::Other => !self.quoting,
        }
    }

    /// Whether what looks like a key at `at` is none: the schema does not name it, no value is behind it, and the string
    /// goes on to a key that the schema names.
    pub(crate) fn is_no_member(&self, at: usize) -> bool {
        let Some((keys, (key, end))) = self.keys.zip(self.quoted(at)) else {
            return false;
        };
        let value = self.input.skip_blank(self.input.skip_blank(end) + 1);
        !keys.contains(key) && !self.is_whole_value(value) && self.reaches_known_key(end, keys)
    }

    /// A string, a container, or a literal with structure behind it.
    fn is_whole_value(&self, at: usize) -> bool {
        matches!(self.input.at(at), None | Some(b'{' | b'['))
            || is_quote(self.input, at)
            || self.literal_ends(at).is_some()
    }

    /// The next quote that ends a member, by a comma and a quoted key or by the end of all, has a known key behind it.
    fn reaches_known_key(&self, from: usize, keys: &KnownKeys) -> bool {
        let quotes = (from..from + WINDOW).filter(|&at| self.input.at(at) == Some(b'"'));
        let mut ends = quotes.filter_map(|at| {
            let mark = self.input.skip_blank(at + 1);
            let key = self.input.skip_blank(mark + 1);
            match self.input.at(mark) {
                Some(b',') if self.is_key(key) => Some(Some(key)),
                Some(b'}') if self.ends_after_closers(mark) => Some(None),
                _ => None,
            }
        });
        ends.next().is_some_and(|key| {
            key.is_none_or(|at| self.quoted(at).is_some_and(|(key, _)| keys.contains(key)))
        })
    }

    /// The text in plain quotes that starts at `at`, and where it ends.
    pub(super) fn quoted(&self, at: usize) -> Option<(&str, usize)> {
        let start = at + 1;
        if self.input.at(at) != Some(b'"') {
            return None;
        }
        let end = (start..start + WINDOW).find(|&index| self.input.at(index) == Some(b'"'))?;
        Some((self.input.slice(start, end), end + 1))
    }

    /// `"key: ` with its end quote missing.
    pub(crate) fn is_unclosed_key(&self, at: usize) -> bool {
        let Some((_, len)) = opening_quote(self.input, at) else {
            return false;
        };
        let end = self.words_end(at + len);
        let closed = if matches!(self.input.at(end), Some(b'\'' | b'`')) {
            end + 1
        } else {
            end
        };
        end > at + len && self.input.at(closed) == Some(b':')
    }

    /// Behind the string stands a closer, at `at`. The containers that it and further ones close are left before
    /// what follows is looked at.
    fn closes_before_closer(&self, at: usize) -> bool {
        let mut depth = self.stack.len();
        let mut index = at;
        for _ in 0..WINDOW {
            let Some(byte) = self.input.at(index) else {
                return true;
            };
            match byte {
                b'}' | b']' if depth == 0 => return true,
                b'}' | b']' => {
                    if byte == b']'
                        && index == at
                        && !self.stack.has_array()
                        && !self.ends_after_closers(at)
                    {
                        return false;
                    }
                    depth = self.stack.depth_after(depth, byte);
                    index = self.input.skip_blank(index + 1);
                }
                b',' | b';' if depth == 0 => return true,
                b',' | b';' => return self.closes_before_comma(index + 1, depth),
                _ if is_wide_comma(self.input, index) => {
                    return depth == 0 || self.closes_before_wide_comma(index, depth);
                }
                _ => return self.follows_closer(index, depth),
            }
        }
        true
    }

    /// Behind closers stands something that is neither a comma nor a closer.
    fn follows_closer(&self, index: usize, depth: usize) -> bool {
        if is_quote(self.input, index) {
            let follower = self.follower(index);
            return match self.stack.frame(depth) {
                Some(frame) if frame.shape == Shape::Object => follower == Follower::Colon,
                Some(_) => follower != Follower::Other,
                None => depth == 0 && !self.quoting,
            };
        }
        let is_structure = matches!(
            self.input.at(index),
            Some(b'{' | b'[' | b'/' | b'#' | b'`' | b'.' | b')')
        );
        depth == 0
            && (!self.quoting || !matches!(self.input.at(index), Some(byte) if starts_word(byte)))
            || is_structure
            || self.is_bare_key(index, true)
    }

    fn ends_after_closers(&self, mut index: usize) -> bool {
        for _ in 0..WINDOW {
            match self.input.at(index) {
                None => return true,
                Some(b'}' | b']') => index = self.input.skip_blank(index + 1),
                Some(_) => return false,
            }
        }
        true
    }

    /// A colon behind a string makes it a key: in a list that lacks its brace, or at the top.
    fn closes_before_colon(&self, index: usize) -> bool {
        let value = self
            .input
            .skip_blank(if self.input.at(index) == Some(b'>') {
                index + 1
            } else {
                index
            });
        self.role != Role::Member && !self.quoting && self.is_value_start(value)
    }

    fn closes_before_quote(&self, index: usize, at: usize) -> bool {
        let follower = self.follower(at);
        match self.role {
            _ if follower == Follower::Colon => true,
            Role::Member if at == index => false,
            Role::Member => !self.quoting && follower != Follower::Other,
            _ => !self.quoting || follower != Follower::Other,
        }
    }

    fn closes_before_word(&self, at: usize, spaced: bool) -> bool {
        match self.role {
            Role::Member => {
                spaced && self.is_bare_key(at, self.stack.has_bare_keys(self.stack.len()))
            }
            Role::Top => false,
            _ if !spaced => false,
            _ => self
                .literal_ends(at)
                .is_some_and(|byte| matches!(byte, b',' | b']' | b'"' | b'\'')),
        }
    }

    /// `key: ` with a value behind it; where keys were bare before, any value will do.
    fn is_bare_key(&self, at: usize, seen_before: bool) -> bool {
        let words = self.words_end(at);
        let lacks_quote = self.input.at(words) == Some(b'"');
        let several =
            words > self.input.bare_key_end(at) && !self.quoting && self.has_strong_value(words);
        let end = if seen_before || lacks_quote || several {
            words
        } else {
            self.input.bare_key_end(at)
        };
        if end == at {
            return false;
        }
        let closed = if self.input.at(end) == Some(b'"') {
            end + 1
        } else {
            end
        };
        let colon = self.input.skip_blank(closed);
        match self.input.at(colon) {
            // The end of the text cut the key off.
            None => return seen_before && !self.quoting && end == self.input.bare_key_end(at),
            Some(b':') => {}
            Some(0xef) if self.input.has(colon, "：") => return true,
            // `href="u"` in a tag is no member.
            Some(b'=') if seen_before || colon > closed => {}
            _ => return false,
        }
        closed > end
            || seen_before
            || !self.quoting
            || self.is_value_start(self.input.skip_blank(colon + 1))
    }

    /// Whether a colon, and a value that is no bare word, stand at `at`.
    fn has_strong_value(&self, at: usize) -> bool {
        self.input.at(at) == Some(b':') && self.is_value_start(self.input.skip_blank(at + 1))
    }

    /// The end of a key of several words, such as `last name`.
    fn words_end(&self, at: usize) -> usize {
        let mut end = self.input.bare_key_end(at);
        for _ in 0..4 {
            let next = end + 1;
            if end == at || self.input.at(end) != Some(b' ') {
                break;
            }
            match self.input.bare_key_end(next) {
                further if further > next => end = further,
                _ => break,
            }
        }
        end
    }

    /// One word, number, literal or constructor, and then a comma or closer; or a text that lacks its first quote.
    fn is_bare_item(&self, at: usize) -> bool {
        let mut blanks = 0;
        for index in at..at + WINDOW / 4 {
            match self.input.at(index) {
                None | Some(b',' | b';' | b']' | b'}' | b'\n') => return true,
                Some(b' ') if self.quoting => return false,
                Some(b' ') => blanks += 1,
                Some(b'(')
                    if index > at && (blanks == 0 || blanks == 1 && self.input.has(at, "new ")) =>
                {
                    return true;
                }
                Some(b'\'') if self.is_apostrophe(index) => {}
                Some(b'"' | b'\'') => {
                    let next = self.input.skip_blank(index + 1);
                    return !self.quoting && matches!(self.input.at(next), Some(b',' | b']'));
                }
                Some(_) => {}
            }
        }
        false
    }

    fn starts_line(&self, at: usize) -> bool {
        let start = self.input.near_line_start(at);
        start.is_some_and(|start| start > 0 && self.input.slice(start, at).trim().is_empty())
    }

    fn is_apostrophe(&self, at: usize) -> bool {
        let is_letter = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_alphabetic());
        is_letter(self.input.before(at)) && is_letter(self.input.at(at + 1))
    }

    /// An ellipsis at `at` with no words behind it, or one that starts its line.
    fn ends_with_ellipsis(&self, at: usize) -> bool {
        if !self.input.has(at, "...") && !self.input.has(at, "…") {
            return false;
        }
        let next = self.input.skip_blank(at + 3);
        self.starts_line(at)
            || matches!(
                self.input.at(next),
                None | Some(b',' | b'}' | b']' | b'(' | b'[')
            )
    }

    /// Whether a value starts at `at` that is no bare word.
    pub(super) fn is_value_start(&self, at: usize) -> bool {
        match self.input.at(at) {
            None | Some(b'{' | b'[' | b'0'..=b'9') => true,
            Some(b'-') => self.is_digit(at + 1),
            Some(_) => is_quote(self.input, at) || self.literal_ends(at).is_some(),
        }
    }

    fn is_digit(&self, at: usize) -> bool {
        matches!(self.input.at(at), Some(b'0'..=b'9'))
    }

    /// What stands behind the literal or number at `at`.
    fn literal_ends(&self, at: usize) -> Option<u8> {
        let end = if self.is_digit(at) || self.input.at(at) == Some(b'-') {
            (at + 1..at + 32)
                .find(|&index| !matches!(self.input.at(index), Some(b'0'..=b'9' | b'.')))?
        } else {
            let end = self.input.word_end(at);
            read_literal(self.input.slice(at, end))?;
            end
        };
        let next = self.input.skip_blank(end);
        match self.input.at(next) {
            None => Some(b','),
            Some(byte @ (b',' | b'}' | b']' | b'"' | b'\'')) => Some(byte),
            Some(_) => None,
        }
    }

    /// What stands behind the quoted text that starts at `at`.
    fn follower(&self, at: usize) -> Follower {
        let Some((style, len)) = opening_quote(self.input, at) else {
            return Follower::Other;
        };
        let mut index = at + len;
        let bytes = self.input.bytes();
        let window = bytes.get(..at + WINDOW).unwrap_or(bytes);
        while index < at + WINDOW {
            index = style.find_special(window, index);
            if index == at + WINDOW {
                break;
            }
            match self.input.at(index) {
                None => return Follower::End,
                Some(b'\n') => return Follower::Other,
                Some(_) if style.closing_len(self.input, index).is_some() => break,
                Some(b'\\') => index += 2,
                Some(_) => index += 1,
            }
        }
        let Some(closing) = style.closing_len(self.input, index) else {
            return Follower::Other;
        };
        let next = self.input.skip_blank(index + closing);
        match self.input.at(next) {
            None => Follower::End,
            Some(b':' | b'=') => Follower::Colon,
            Some(b',' | b';') => Follower::Comma,
            Some(_)
                if self.starts_comment(next, next > index + closing)
                    || is_wide_comma(self.input, next) =>
            {
                Follower::Comma
            }
            Some(b'}' | b']' | b')') => Follower::Closer,
            Some(b'{' | b'[' | b'0'..=b'9') => Follower::Value,
            Some(_) if self.input.has(next, "：") => Follower::Colon,
            Some(_) if next > index + closing && is_quote(self.input, next) => Follower::Value,
            Some(_) if next > index + closing && self.literal_ends(next).is_some() => {
                Follower::Value
            }
            Some(_) => Follower::Other,
        }
    }

    /// Whether a quoted key starts at `at`: a quoted text with a colon behind it.
    pub(crate) fn is_key(&self, at: usize) -> bool {
        self.follower(at) == Follower::Colon
    }

    /// Whether a key starts at `at` that lacks its end quote or its colon.
    pub(crate) fn is_damaged_key(&self, at: usize) -> bool {
        self.is_unclosed_key(at) || self.follower(at) == Follower::Value
    }

    /// Whether the quoted text at `at` has neither a colon nor any other structure behind it.
    pub(crate) fn is_other(&self, at: usize) -> bool {
        self.follower(at) == Follower::Other
    }

    /// Whether the quote at `at` starts an item of the list rather than a quotation inside a text.
    pub(crate) fn is_item(&self, at: usize) -> bool {
        matches!(self.follower(at), Follower::Comma | Follower::Closer) && self.next_is_quoted(at)
    }

    /// Behind the quoted text at `at` stand a comma and another quote, or a closer.
    fn next_is_quoted(&self, at: usize) -> bool {
        let from = at + 1;
        let Some(close) = (from..from + WINDOW).find(|&index| is_quote(self.input, index)) else {
            return false;
        };
        let next = self.input.skip_blank(close + 1);
        match self.input.at(next) {
            Some(b',') => {
                let behind = self.input.skip_blank(next + 1);
                self.is_value_start(behind)
                    || matches!(self.input.at(behind), None | Some(b']' | b'}'))
            }
            _ => true,
        }
    }
}

/// A start of the structure that follows a string whose end quote is missing, found at the quote `at`: in
/// `x}, {"a"` it is the brace, in `x, "b"` the comma, in `x\n"b"` the newline. `depth` counts the brackets that the
/// text before `at` opens and does not close.
pub(crate) fn structural_tail(
    input: Input<'_>,
    start: usize,
    at: usize,
    depth: i32,
) -> Option<usize> {
    let from = at.saturating_sub(WINDOW).max(start);
    let bytes = input.bytes().get(from..at)?;
    let is_mark = |byte: &u8| input.has_prefix() && matches!(byte, b'+' | b'>');
    let is_structure = |byte: &u8| {
        matches!(
            byte,
            b',' | b'}' | b']' | b'{' | b'[' | b' ' | b'\n' | b'\r' | b'\t'
        ) || is_mark(byte)
    };
    let len = bytes
        .iter()
        .rev()
        .take_while(|byte| is_structure(byte))
        .count();
    let tail = bytes.get(bytes.len() - len..)?;
    let mut open = depth - tail.iter().map(|&byte| nesting(byte)).sum::<i32>();
    for (offset, &byte) in tail.iter().enumerate() {
        match byte {
            b'}' | b']' if open > 0 => open -= 1,
            b',' | b'}' | b']' | b'\n' if open <= 0 => return Some(at - len + offset),
            b'{' | b'[' => open += 1,
            _ => {}
        }
    }
    None
}

/// How `byte` changes the depth of nesting.
pub(crate) fn nesting(byte: u8) -> i32 {
    match byte {
        b'{' | b'[' => 1,
        b'}' | b']' => -1,
        _ => 0,
    }
}

/// Where the content before `end` ends if a quote of another style than the string's stands there, as in `b'`.
pub(crate) fn before_foreign_quote(input: Input<'_>, start: usize, end: usize) -> Option<usize> {
    let content = input.slice(start, end);
    let last = content.chars().next_back()?;
    let before = end - last.len_utf8();
    let is_escaped = last == '"' && input.before(before) == Some(b'\\');
    let foreign = is_escaped || matches!(last, '\'' | '`') || TYPOGRAPHIC_CLOSE.contains(&last);
    let opened = input
        .slice(start, before)
        .bytes()
        .rev()
        .take(WINDOW)
        .any(|byte| byte == b'\'' && last == '\'');
    (foreign && !opened).then_some(before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tail_starts_where_the_structure_does() {
        let tail = |text: &str, depth| structural_tail(Input::whole(text), 0, text.len(), depth);
        assert_eq!(tail("x, ", 0), Some(1));
        assert_eq!(tail("x}, {", 0), Some(1));
        assert_eq!(tail("{x}, ", 0), Some(3));
        assert_eq!(tail("x\n  ", 0), Some(1));
        assert_eq!(tail("x ", 0), None);
    }
}

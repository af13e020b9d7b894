//! What a place looks like: `{"a": ` starts a value, `{x}` in prose does not, `> {` is one with a mark before its lines.

use std::collections::HashMap;

use crate::scan::literals::read_literal;
use crate::scan::quotes::{is_quote, opening_quote};
use crate::scan::{Input, Prefix, WINDOW, starts_word};

/// How much the look of an opening bracket says.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    Strong,
    /// `{name: word`
    Member,
    Weak,
    None,
}

/// Where the closing tags of each name stand last.
pub(super) fn find_tag_ends(text: &str) -> HashMap<&str, usize> {
    let name_at = |at: usize| {
        let near = text.as_bytes().get(at..(at + 64).min(text.len()))?;
        text.get(at..at + memchr::memchr(b'>', near)?)
    };
    let closers = memchr::memmem::find_iter(text.as_bytes(), b"</");
    closers
        .filter_map(|at| Some((name_at(at + 2)?, at)))
        .collect()
}

/// How much what stands behind the bracket at `at` looks like a value.
pub(super) fn look(input: Input<'_>, at: usize) -> Look {
    let outer = at;
    let mut at = at;
    for _ in 0..8 {
        let opener = input.at(at);
        let next = input.skip_blank(at + 1);
        let Some(byte) = input.at(next) else {
            return Look::Weak;
        };
        match (opener, byte) {
            (Some(b'{'), b'{') | (Some(b'['), b'{' | b'[') => at = next,
            (Some(b'{'), _) => return look_in_object(input, next, byte),
            _ if at > outer && (is_constructor(input, next) || is_backtick_item(input, next)) => {
                return Look::Strong;
            }
            _ => return look_in_array(input, at > outer, next, byte),
        }
    }
    Look::Strong
}

/// A full-width brace or bracket with a quote behind it.
pub(super) fn is_wide_opener(input: Input<'_>, at: usize) -> bool {
    let opens = input.has(at, "｛") || input.has(at, "［");
    opens && is_quote(input, input.skip_blank(at + 3))
}

fn look_in_object(input: Input<'_>, next: usize, byte: u8) -> Look {
    if is_quote(input, next) {
        return Look::Strong;
    }
    match byte {
        b'}' => return Look::Strong,
        b'/' if matches!(input.at(next + 1), Some(b'/' | b'*')) => return Look::Strong,
        b'#' | b'.' | b',' | b'[' => return Look::Weak,
        b'-' => {
            return if matches!(input.at(next + 1), Some(b' ' | b'-')) {
                Look::Weak
            } else {
                Look::None
            };
        }
        _ => {}
    }
    let mut end = input.bare_key_end(next);
    if end == next {
        return Look::None;
    }
    if input.at(end) == Some(b' ') && input.at(input.bare_key_end(end + 1)) == Some(b':') {
        end = input.bare_key_end(end + 1);
    }
    let closed = if matches!(input.at(end), Some(b'"' | b'\'')) {
        end + 1
    } else {
        end
    };
    let colon = input.skip_blank(closed);
    if !matches!(input.at(colon), Some(b':' | b'=')) && !input.has(colon, "：") {
        // A stray word before a quoted key, or the prefix of a string.
        return if closed > end || is_quote(input, colon) {
            Look::Weak
        } else {
            Look::None
        };
    }
    if closed > end || is_value_start(input, input.skip_blank(colon + 1)) {
        Look::Strong
    } else {
        Look::Member
    }
}

/// `` `a`, `` or `` `a`] ``
fn is_backtick_item(input: Input<'_>, at: usize) -> bool {
    let close = (at + 1..at + WINDOW / 2)
        .find(|&index| matches!(input.at(index), Some(b'`' | b'\n') | None));
    close.is_some_and(|close| matches!(input.at(input.skip_blank(close + 1)), Some(b',' | b']')))
}

/// `UUID('1-2')`
fn is_constructor(input: Input<'_>, at: usize) -> bool {
    let end = input.word_end(at);
    let is_argument = is_quote(input, end + 1) || matches!(input.at(end + 1), Some(b'0'..=b'9'));
    end > at && input.at(end) == Some(b'(') && is_argument
}

fn look_in_array(input: Input<'_>, nested: bool, next: usize, byte: u8) -> Look {
    if is_quote(input, next) && (byte != b'`' || is_backtick_item(input, next)) {
        return Look::Strong;
    }
    match byte {
        b']' if nested || input.before(next) == Some(b'[') => return Look::Strong,
        b']' => return Look::None,
        b'/' if matches!(input.at(next + 1), Some(b'/' | b'*')) => return Look::Strong,
        b'-' | b'+' | b'.' | b'0'..=b'9' => return look_at_number(input, next),
        b',' if is_value_start(input, input.skip_blank(next + 1)) => return Look::Strong,
        b',' | b'(' | b'#' => return Look::Weak,
        _ => {}
    }
    if !starts_word(byte) {
        return Look::None;
    }
    let end = input.word_end(next);
    let behind = input.skip_blank(end);
    let is_literal = read_literal(input.slice(next, end)).is_some();
    match input.at(behind) {
        Some(b'(') if is_constructor(input, next) => Look::Weak,
        Some(b'(') => Look::None,
        Some(b',' | b']') | None if is_literal => Look::Strong,
        _ => Look::Weak,
    }
}

/// A number in a list: a separator, a closer or a blank stands behind it.
fn look_at_number(input: Input<'_>, start: usize) -> Look {
    let end = (start + 1..start + 64).find(|&index| {
        !matches!(
            input.at(index),
            Some(b'0'..=b'9' | b'.' | b'e' | b'E' | b'-' | b'+' | b'_')
        )
    });
    let Some(end) = end else { return Look::Strong };
    match input.at(input.skip_blank(end)) {
        // `[2024-05-01 10:00] started`
        Some(byte) if byte != b',' && is_date(input.slice(start, end)) => Look::Weak,
        None | Some(b',' | b']' | b'/' | b'#') => Look::Strong,
        Some(b'0'..=b'9' | b'-' | b'"' | b';') => Look::Strong,
        Some(_) => Look::Weak,
    }
}

/// Whether a hyphen stands between digits.
fn is_date(run: &str) -> bool {
    let mut parts = run.split('-').filter(|part| !part.is_empty());
    let ends_in_digit = |part: &str| part.ends_with(|letter: char| letter.is_ascii_digit());
    parts.next().is_some_and(ends_in_digit) && parts.next().is_some()
}

pub(super) fn is_value_start(input: Input<'_>, at: usize) -> bool {
    match input.at(at) {
        None | Some(b'{' | b'[' | b'0'..=b'9' | b'-' | b'.' | b'+') => true,
        Some(_) if is_quote(input, at) => true,
        Some(_) => read_literal(input.slice(at, input.word_end(at))).is_some(),
    }
}

/// `"key": ` at the start of a text: members without a brace.
pub(super) fn starts_members(input: Input<'_>, at: usize) -> bool {
    let end = input.bare_key_end(at);
    if end > at && input.at(end) == Some(b'"') {
        return input.at(input.skip_blank(end + 1)) == Some(b':');
    }
    let Some((style, len)) = opening_quote(input, at) else {
        return false;
    };
    let close = (at + len..at + WINDOW).find(|&index| style.closing_len(input, index).is_some());
    let Some(close) = close else { return false };
    let closing = style.closing_len(input, close).unwrap_or(1);
    let colon = input.skip_blank(close + closing);
    input.at(colon) == Some(b':') || input.has(colon, "=>") || input.has(colon, "：")
}

/// A text that starts like a string, a number or a literal may be nothing but that, or a list of these.
pub(super) fn is_scalar_start(input: Input<'_>, at: usize) -> bool {
    match input.at(at) {
        Some(b'0'..=b'9' | b'-' | b'+' | b'.') => true,
        Some(_) if is_quote(input, at) => true,
        Some(_) => read_literal(input.slice(at, input.word_end(at))).is_some(),
        None => false,
    }
}

/// Whether the text at `at` is lines of `key: value`, two or more, and nothing else.
pub(crate) fn is_lines_of_members(text: &str) -> bool {
    let mut count = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let Some((key, value)) = line.split_once(':') else {
            return false;
        };
        let is_name = key
            .chars()
            .all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '-'));
        if key.is_empty() || !is_name || !value.starts_with(' ') || value.trim().is_empty() {
            return false;
        }
        count += 1;
    }
    count >= 2
}

/// Whether `text` is a bracket that holds nothing but words, and goes on with others: `[red, green]\nnote: `.
pub(crate) fn is_words_in_text(text: &str) -> bool {
    let is_word =
        |letter: char| letter.is_alphanumeric() || matches!(letter, ' ' | ',' | '_' | '-');
    let Some(rest) = text.strip_prefix('[') else {
        return false;
    };
    let words = rest.trim_start_matches(is_word);
    let inner = rest.get(..rest.len() - words.len()).unwrap_or_default();
    let Some(behind) = words.strip_prefix(']') else {
        return false;
    };
    let behind = behind.trim_start_matches([' ', '\t', '\r', '\n']);
    let behind = behind.strip_prefix("- ").unwrap_or(behind);
    !inner.contains("--") && behind.starts_with(|letter: char| letter.is_ascii_alphabetic())
}

/// The mark before the line at `at`, if the next line has one too, and where the text behind it starts.
pub(super) fn find_prefix(input: Input<'_>, at: usize) -> (usize, Option<Prefix>) {
    let Some(line_end) = input.near_line_end(at) else {
        return (at, None);
    };
    let next = line_end + 1;
    let behind = |len: usize| input.skip_blank(at + len);
    match input.at(at) {
        Some(b'>') if input.at(input.skip_plain(next)) == Some(b'>') => {
            (behind(1), Some(Prefix::Quote))
        }
        Some(b'+') if matches!(input.at(next), Some(b'+' | b'-' | b' ')) => {
            (behind(1), Some(Prefix::Diff))
        }
        Some(b'0'..=b'9') => match (
            input.number_mark_end(at),
            input.line_number(input.skip_plain(next)),
        ) {
            (Some(end), Some(number))
                if input
                    .line_number(at)
                    .is_some_and(|first| first + 1 == number) =>
            {
                (input.skip_blank(end), Some(Prefix::Number))
            }
            _ => (at, None),
        },
        Some(b'{' | b'[') if has_diff_lines(input, next) => (at, Some(Prefix::Diff)),
        _ => (at, None),
    }
}

/// Whether one of the next lines is marked as gone or come, with JSON behind the mark.
fn has_diff_lines(input: Input<'_>, from: usize) -> bool {
    let mut line = from;
    for _ in 0..4 {
        let is_mark = matches!(input.at(line), Some(b'+' | b'-'));
        let behind = input.skip_plain(line + 1);
        if is_mark && matches!(input.at(behind), Some(b'"' | b'{' | b'}')) {
            return true;
        }
        let Some(end) = input.near_line_end(line) else {
            return false;
        };
        line = end + 1;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_a_bracket_are_known_where_a_text_goes_on_behind_them() {
        for text in [
            "[red, green]\nnote: x",
            "[low-carb, two_words] and more",
            "[один]\n- b",
        ] {
            assert!(is_words_in_text(text), "{text}");
        }
        for text in [
            "[red, green]",
            "[red, green].\n",
            "[red, green]\n[blue]",
            "[red, \"green\"]\nnote: x",
            "[red -- green]\nnote: x",
            "[red, green",
            "{red}\nnote: x",
        ] {
            assert!(!is_words_in_text(text), "{text}");
        }
    }
}

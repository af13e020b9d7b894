//! Quotes of every style: `"`, `'`, `“`, `""`, `"""`, `\\"`, `&quot;`.

use super::{Input, WINDOW, plain_end};

/// How a string is delimited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Style {
    /// `"a"`
    #[default]
    Double,
    /// `'a'`
    Single,
    /// `` `a` ``
    Backtick,
    /// `“a”`, `„a“`, `«a»`, `「a」` and the like; ends with any of the closing ones or a plain quote.
    Typographic,
    /// `""a""`
    Doubled,
    /// `"""a"""`
    TripleDouble,
    /// `'''a'''`
    TripleSingle,
    /// `\"a\"`, in a text that was escaped as a whole.
    Escaped,
    /// `&quot;a&quot;`
    Entity,
}

const TYPOGRAPHIC_OPEN: [char; 14] = [
    '“', '”', '„', '‟', '‘', '’', '‚', '«', '»', '‹', '「', '『', '＂', '＇',
];
pub(crate) const TYPOGRAPHIC_CLOSE: [char; 13] = [
    '”', '“', '„', '‟', '’', '‘', '»', '«', '›', '」', '』', '＂', '＇',
];
const ENTITIES: [&str; 6] = ["&quot;", "&#34;", "&#x22;", "&apos;", "&#39;", "&#x27;"];

/// The style and length of the opening quote at `index`.
pub(crate) fn opening_quote(input: Input<'_>, index: usize) -> Option<(Style, usize)> {
    match input.at(index)? {
        b'"' => Some(opening_double(input, index)),
        b'\'' if input.has(index, "'''") => Some((Style::TripleSingle, 3)),
        b'\'' => Some((Style::Single, 1)),
        b'`' if input.run_len(index, b'`') == 1 => Some((Style::Backtick, 1)),
        b'\\' if input.at(index + 1) == Some(b'"') => Some((Style::Escaped, 2)),
        b'&' => entity_len(input, index).map(|len| (Style::Entity, len)),
        byte if byte >= 0x80 => {
            let letter = input.char_at(index)?;
            TYPOGRAPHIC_OPEN
                .contains(&letter)
                .then(|| (Style::Typographic, letter.len_utf8()))
        }
        _ => None,
    }
}

pub(crate) fn is_quote(input: Input<'_>, index: usize) -> bool {
    opening_quote(input, index).is_some()
}

fn opening_double(input: Input<'_>, index: usize) -> (Style, usize) {
    if input.at(index + 1) != Some(b'"') {
        return (Style::Double, 1);
    }
    if input.at(index + 2) == Some(b'"') && !ends_value(input, index + 3) {
        return (Style::TripleDouble, 3);
    }
    if is_doubled_style(input, index + 2) {
        (Style::Doubled, 2)
    } else {
        (Style::Double, 1)
    }
}

/// Whether the text from `index` on, which stands behind `""`, is ended by `""` as well.
fn is_doubled_style(input: Input<'_>, index: usize) -> bool {
    if ends_value(input, index) || input.at(index) == Some(b':') {
        return false;
    }
    let mut at = index;
    while at < index + WINDOW {
        match input.at(at) {
            Some(b'"') => return input.at(at + 1) == Some(b'"'),
            Some(b'\\') => at += 2,
            Some(_) => at += 1,
            None => return false,
        }
    }
    false
}

/// Whether a value may end before `index`: a separator, a closer, a blank or the end stands there.
fn ends_value(input: Input<'_>, index: usize) -> bool {
    matches!(
        input.at(index),
        None | Some(b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t')
    )
}

pub(crate) fn entity_len(input: Input<'_>, index: usize) -> Option<usize> {
    ENTITIES
        .iter()
        .find(|entity| input.has(index, entity))
        .map(|entity| entity.len())
}

impl Style {
    /// The first byte from `index` on that may matter inside a string of this style.
    pub(crate) fn find_special(self, bytes: &[u8], index: usize) -> usize {
        let other = match self {
            Self::Single | Self::TripleSingle => Some(b'\''),
            Self::Backtick => Some(b'`'),
            Self::Entity => Some(b'&'),
            Self::Typographic => None,
            _ => Some(b'"'),
        };
        if let Some(other) = other {
            return plain_end(bytes, index, other);
        }
        let rest = bytes.get(index..).unwrap_or_default();
        let special = |byte: u8| {
            byte < b' ' || byte == b'\\' || byte == b'"' || byte == b'\'' || byte >= 0xc2
        };
        index
            + rest
                .iter()
                .position(|&byte| special(byte))
                .unwrap_or(rest.len())
    }

    /// The length of the quote at `index` if it is one that can end a string of this style.
    pub(crate) fn closing_len(self, input: Input<'_>, index: usize) -> Option<usize> {
        let byte = input.at(index)?;
        match self {
            Self::Double => (byte == b'"').then_some(1),
            Self::Single => (byte == b'\'').then_some(1),
            Self::Backtick => (byte == b'`').then_some(1),
            Self::Doubled => input.has(index, "\"\"").then_some(2),
            Self::TripleDouble => input.has(index, "\"\"\"").then_some(3),
            Self::TripleSingle => input.has(index, "'''").then_some(3),
            Self::Escaped => input.has(index, "\\\"").then_some(2),
            Self::Entity => entity_len(input, index),
            Self::Typographic if matches!(byte, b'"' | b'\'') => Some(1),
            Self::Typographic => {
                let letter = input.char_at(index)?;
                TYPOGRAPHIC_CLOSE
                    .contains(&letter)
                    .then(|| letter.len_utf8())
            }
        }
    }

    /// Whether every quote of this style inside a string is spelled so that it can only end the string.
    pub(crate) fn is_unmistakable(self) -> bool {
        matches!(self, Self::TripleDouble | Self::TripleSingle)
    }
}

/// The length of the comma of another script, or full-width semicolon, at `index`; 0 if there is none.
pub(crate) fn wide_comma_len(input: Input<'_>, index: usize) -> usize {
    const COMMAS: [&str; 4] = ["，", "、", "；", "،"];
    match input.bytes().get(index) {
        Some(0xd8 | 0xe3 | 0xef) => COMMAS
            .iter()
            .find(|comma| input.has(index, comma))
            .map_or(0, |comma| comma.len()),
        _ => 0,
    }
}

/// Whether a comma of another script stands at `index`.
pub(crate) fn is_wide_comma(input: Input<'_>, index: usize) -> bool {
    wide_comma_len(input, index) > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn style(text: &str) -> Option<(Style, usize)> {
        opening_quote(Input::whole(text), 0)
    }

    #[test]
    fn styles_are_told_apart_by_their_opening() {
        assert_eq!(style("\"a\""), Some((Style::Double, 1)));
        assert_eq!(style("\"\","), Some((Style::Double, 1)));
        assert_eq!(style("\"\"a\"\""), Some((Style::Doubled, 2)));
        assert_eq!(style("\"\"a\" b\""), Some((Style::Double, 1)));
        assert_eq!(style("\"\"\"a\n\"\"\""), Some((Style::TripleDouble, 3)));
        assert_eq!(style("“a”"), Some((Style::Typographic, 3)));
        assert_eq!(style("&quot;a"), Some((Style::Entity, 6)));
        assert_eq!(style("a"), None);
    }
}

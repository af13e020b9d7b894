//! What is legal and probably meant otherwise: a list item under an item reads as one text, `- a\n  - b` as `a - b`.

use memchr::memchr_iter;

/// Marks of items, none of which continues a sentence.
const MARKS: [&str; 5] = ["- ", "* ", "• ", "+ ", "– "];

/// Whether a line of a plain scalar, the first apart, looks like an item or a member.
pub(super) fn has_folded_line(source: &str) -> bool {
    let starts = memchr_iter(b'\n', source.as_bytes());
    let mut lines = starts
        .filter_map(|at| source.get(at + 1..))
        .map(str::trim_start);
    lines.any(|line| MARKS.iter().any(|mark| line.starts_with(mark)) || starts_tight_member(line))
}

/// `name:Ann`, where a blank is missing; `12:30` and `http://` are none.
fn starts_tight_member(line: &str) -> bool {
    let word = line.trim_start_matches(|letter: char| letter.is_alphanumeric() || letter == '_');
    let len = line.len() - word.len();
    let is_name = len > 1 && line.starts_with(|first: char| !first.is_ascii_digit());
    let behind = word
        .strip_prefix(':')
        .and_then(|value| value.chars().next());
    is_name
        && behind
            .is_some_and(|letter| !letter.is_whitespace() && !matches!(letter, '/' | ':' | '\\'))
}

/// Whether an escape in a quoted scalar is probably part of a path or of a formula: `C:\new`, `\frac`.
pub(super) fn has_text_escape(source: &str) -> bool {
    let bytes = source.as_bytes();
    let mut at = 0;
    while let Some(found) = bytes.get(at..).and_then(|rest| memchr::memchr(b'\\', rest)) {
        let slash = at + found;
        let before = bytes.get(..slash).unwrap_or_default();
        let is_drive = matches!(before, [.., drive, b':'] if drive.is_ascii_alphabetic());
        let is_command = matches!(bytes.get(slash + 1..slash + 3), Some([b'f' | b'b', letter]) if letter.is_ascii_lowercase());
        let is_letter = bytes.get(slash + 1).is_some_and(u8::is_ascii_lowercase);
        if is_command || is_drive && is_letter {
            return true;
        }
        at = slash + 2;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_look_like_items_or_members_are_seen() {
        for source in ["a\n  - b", "a\n\n  * b", "b:1\n  cc:2"] {
            assert!(has_folded_line(source), "{source}");
        }
        for source in ["a", "a\n  b", "see\n  http://x.y", "at\n  12:30", "a\n  -b"] {
            assert!(!has_folded_line(source), "{source}");
        }
    }

    #[test]
    fn escapes_in_paths_and_formulas_are_seen() {
        for source in [r#""C:\new""#, r#""\frac{1}{2}""#, r#""a \beta""#] {
            assert!(has_text_escape(source), "{source}");
        }
        for source in [r#""a\nb""#, r#""\\frac""#, r#""é\f""#] {
            assert!(!has_text_escape(source), "{source}");
        }
    }
}

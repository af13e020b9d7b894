//! The lines of a reply, `> - apple` without its quote mark, each with its indent and place.

use memchr::memchr2;

use super::marker::read_marker;
use crate::scan::is_unusual_blank;
use crate::span::Span;

/// About how long a line is, in bytes.
pub(super) const LINE: usize = 32;

/// How many columns a tab stands for.
const TAB: usize = 4;

/// One line of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line<'t> {
    /// Where its body starts in the text.
    pub(super) at: usize,
    /// How far it is indented, in columns.
    pub(super) indent: usize,
    /// What it says, without outer blanks.
    pub(super) body: &'t str,
}

impl Line<'_> {
    pub(super) fn span(&self) -> Span {
        Span::new(self.at, self.at + self.body.len())
    }

    pub(super) fn is_blank(&self) -> bool {
        self.body.is_empty()
    }
}

/// The lines of a region of a text, read once.
pub(crate) struct Lines<'t> {
    pub(super) text: &'t str,
    pub(super) region: Span,
    pub(super) all: Vec<Line<'t>>,
    /// Whether one of them starts as an item does.
    pub(super) has_item: bool,
}

impl<'t> Lines<'t> {
    /// The lines of `text` inside `region`.
    pub(crate) fn of(text: &'t str, region: Span) -> Self {
        let mut all = Vec::with_capacity(region.len() / LINE);
        all.extend(lines(text, region));
        let has_item = all.iter().any(|line| read_marker(line.body).is_some());
        Self {
            text,
            region,
            all,
            has_item,
        }
    }
}

/// The lines of `text` inside `region`.
pub(super) fn lines(text: &str, region: Span) -> impl Iterator<Item = Line<'_>> {
    let mut at = region.start();
    let text = text.get(..region.end()).unwrap_or_default();
    std::iter::from_fn(move || {
        let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
        let len = memchr2(b'\n', b'\r', rest.as_bytes()).unwrap_or(rest.len());
        let line = Line::read(rest.get(..len)?, at);
        let is_pair = rest.as_bytes().get(len..len + 2) == Some(b"\r\n");
        at += len + 1 + usize::from(is_pair);
        Some(line)
    })
}

impl<'t> Line<'t> {
    #[inline]
    fn read(line: &'t str, start: usize) -> Self {
        if is_trimmed(line) && !line.starts_with('>') {
            return Self {
                at: start,
                indent: 0,
                body: line,
            };
        }
        Self::read_indented(line, start)
    }

    #[inline(never)]
    fn read_indented(line: &'t str, start: usize) -> Self {
        let (mut indent, mut skipped) = measure(line);
        while let Some(rest) = line.get(skipped..).and_then(|rest| rest.strip_prefix('>')) {
            if !rest.is_empty() && !rest.starts_with([' ', '\t', '>', '\r']) {
                break;
            }
            let (deeper, blanks) = measure(rest);
            indent = deeper.saturating_sub(1);
            skipped += 1 + blanks;
        }
        let body = line.get(skipped..).unwrap_or_default();
        let body = if is_trimmed(body) {
            body
        } else {
            body.trim_end().trim_end_matches(is_blank)
        };
        Self {
            at: start + skipped,
            indent,
            body,
        }
    }
}

/// The columns and bytes of the blanks that `line` starts with.
fn measure(line: &str) -> (usize, usize) {
    if line.starts_with(|letter: char| letter.is_ascii_graphic()) {
        return (0, 0);
    }
    let mut columns = 0;
    for (at, letter) in line.char_indices() {
        columns += match letter {
            ' ' => 1,
            '\t' => TAB - columns % TAB,
            '\u{3000}' => 2,
            letter if is_invisible(letter) => 0,
            letter if is_blank(letter) => 1,
            _ => return (columns, at),
        };
    }
    (columns, line.len())
}

/// A blank of any kind, invisible ones too.
#[inline]
pub(super) fn is_blank(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\r' | '\n') || !letter.is_ascii() && is_wide_blank(letter)
}

fn is_wide_blank(letter: char) -> bool {
    // All of them stand here.
    let is_near = matches!(letter, '\u{80}'..='\u{ad}' | '\u{1680}' | '\u{180e}' | '\u{2000}'..='\u{206f}' | '\u{3000}' | '\u{feff}');
    is_near && !is_joiner(letter) && (is_unusual_blank(letter) || is_invisible(letter))
}

/// What joins the parts of an emoji, or of a word.
fn is_joiner(letter: char) -> bool {
    matches!(letter, '\u{200c}' | '\u{200d}' | '\u{fe0f}')
}

/// Marks of direction that take no room.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// `text` without outer blanks, and where it starts in it.
pub(super) fn trim(text: &str) -> (usize, &str) {
    if is_trimmed(text) {
        return (0, text);
    }
    let rest = text.trim_start_matches(is_blank);
    (text.len() - rest.len(), rest.trim_end_matches(is_blank))
}

/// Whether `text` plainly has no outer blanks.
#[inline]
fn is_trimmed(text: &str) -> bool {
    let ends = [text.as_bytes().first(), text.as_bytes().last()];
    ends.iter()
        .all(|byte| byte.is_some_and(u8::is_ascii_graphic))
}

/// Whether `body` is nothing but a rule: `---`, `* * *`, `====`.
pub(super) fn is_rule(body: &str) -> bool {
    const MARKS: [char; 13] = [
        '-', '*', '_', '=', '~', '+', '#', '—', '–', '─', '━', '═', '•',
    ];
    let first = body.chars().next();
    let first = first.filter(|first| !first.is_ascii_alphanumeric() && MARKS.contains(first));
    let Some(first) = first else {
        return false;
    };
    let mut count = 0;
    for letter in body.chars().filter(|letter| !is_blank(*letter)) {
        if letter != first {
            return false;
        }
        count += 1;
    }
    count >= 3
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bodies(text: &str) -> Vec<(usize, &str)> {
        lines(text, Span::new(0, text.len()))
            .map(|line| (line.indent, line.body))
            .collect()
    }

    #[test]
    fn quote_marks_and_blanks_are_no_part_of_a_line() {
        assert_eq!(bodies("> - a\r\n>   b\n"), [(0, "- a"), (2, "b")]);
        assert_eq!(bodies("\t- a\n\u{3000}b"), [(4, "- a"), (2, "b")]);
    }

    #[test]
    fn blanks_are_found_wherever_they_stand() {
        let is_one = |letter: &char| {
            let is_wide = !letter.is_ascii() && !is_joiner(*letter);
            let is_blank = is_unusual_blank(*letter) || is_invisible(*letter);
            matches!(letter, ' ' | '\t' | '\r' | '\n') || is_wide && is_blank
        };
        assert!(('\0'..=char::MAX).all(|letter| is_blank(letter) == is_one(&letter)));
    }

    #[test]
    fn rules_are_three_marks_or_more() {
        assert!(is_rule("---") && is_rule("* * *") && !is_rule("--") && !is_rule("- a"));
    }
}

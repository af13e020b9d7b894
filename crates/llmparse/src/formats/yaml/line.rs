//! A line and what it starts with: `  - name: Ann` is indented by 2, an item, and a member `name`.

use crate::scan::is_unusual_blank;

/// How many blanks a tab of indentation stands for.
const TAB: usize = 2;

/// A line of a text, by offsets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// Behind the mark that stands before every line, if there is one.
    pub(super) start: usize,
    /// The first character that is no blank.
    pub(super) text: usize,
    /// Behind the last one that is no blank.
    pub(super) end: usize,
    /// Where the next line starts.
    pub(super) next: usize,
}

impl Line {
    /// The line of `text` that starts at `at`, of which nothing behind `limit` is seen.
    pub(super) fn read(text: &str, at: usize, limit: usize) -> Self {
        let rest = text.get(at..limit).unwrap_or_default();
        let (line, next) = match memchr::memchr(b'\n', rest.as_bytes()) {
            Some(end) => (rest.get(..end).unwrap_or_default(), at + end + 1),
            None => (rest, limit.max(at)),
        };
        let content = line.trim_start_matches(is_blank);
        let first = at + line.len() - content.len();
        Self {
            start: at,
            text: first,
            end: first + content.trim_end().len(),
            next,
        }
    }

    pub(super) fn is_blank(&self) -> bool {
        self.text >= self.end
    }

    /// What stands on the line, without outer blanks.
    pub(super) fn content<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.text..self.end).unwrap_or_default()
    }

    pub(super) fn indent<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.start..self.text).unwrap_or_default()
    }

    /// How many columns the line is indented by.
    pub(super) fn width(&self, text: &str) -> usize {
        let blanks = self.indent(text).chars();
        blanks
            .map(|blank| match blank {
                '\t' => TAB,
                '\u{3000}' => 2,
                '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2060}' => 0,
                _ => 1,
            })
            .sum()
    }
}

fn is_blank(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\r') || letter >= '\u{80}' && is_unusual_blank(letter)
}

/// What a line starts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Head {
    Blank,
    Comment,
    /// `---`, `...` and `%YAML`
    Marker,
    /// A mark of this many bytes with a blank behind it: `- `, `* `, `• `.
    Item(usize),
    /// `key: value`
    Entry(Key),
    /// A bracket or an explicit key.
    Flow,
    /// Nothing of these: a sentence, or the next line of a text.
    Loose,
}

/// Where the key ends on a line that starts with it, and where its value starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) end: usize,
    pub(super) value: usize,
}

/// What `content`, a line without outer blanks, starts with.
pub(super) fn read_head(content: &str) -> Head {
    let Some(first) = content.chars().next() else {
        return Head::Blank;
    };
    if is_marker(content) {
        return Head::Marker;
    }
    if first == '#' {
        return Head::Comment;
    }
    if let Some(len) = item_mark(content) {
        return Head::Item(len);
    }
    match find_key(content) {
        Some(key) => Head::Entry(key),
        None if matches!(first, '{' | '}' | '[' | ']') || is_explicit(content) => Head::Flow,
        None => Head::Loose,
    }
}

/// `? key` and `: value`
pub(super) fn is_explicit(content: &str) -> bool {
    let behind = content.strip_prefix(['?', ':']);
    behind.is_some_and(|behind| behind.is_empty() || behind.starts_with([' ', '\t']))
}

fn is_marker(content: &str) -> bool {
    let is_rule = |mark| {
        let rest = content.strip_prefix(mark);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
    };
    is_rule("---")
        || is_rule("...")
        || content.starts_with("%YAML ")
        || content.starts_with("%TAG ")
}

/// The length of the mark of an item, which has a blank or nothing behind it.
pub(super) fn item_mark(content: &str) -> Option<usize> {
    let mark = content.chars().next()?;
    if !matches!(mark, '-' | '*' | '+' | '•' | '–' | '◦' | '▪' | '·') {
        return None;
    }
    let behind = content.get(mark.len_utf8()..)?;
    let is_mark = behind.starts_with([' ', '\t']) || mark == '-' && behind.is_empty();
    is_mark.then_some(mark.len_utf8())
}

/// The length of a number that marks an item: `1.` or `2)`, with a blank behind it.
pub(super) fn number_mark(content: &str) -> Option<usize> {
    let digits = content.bytes().take_while(u8::is_ascii_digit).count();
    let behind = content.get(digits..)?.strip_prefix(['.', ')'])?;
    ((1..=3).contains(&digits) && behind.starts_with([' ', '\t'])).then_some(digits + 1)
}

/// The key that `content` starts with, quoted or not, with a blank or nothing behind its colon.
pub(super) fn find_key(content: &str) -> Option<Key> {
    let from = match content.as_bytes().first()? {
        quote @ (b'"' | b'\'') => quoted_end(content, *quote)?,
        b'[' | b'{' | b'#' | b'|' | b'>' | b',' => return None,
        _ => 0,
    };
    let bytes = content.as_bytes();
    let mut at = from;
    loop {
        let colon = at + memchr::memchr(b':', bytes.get(at..)?)?;
        if matches!(bytes.get(colon + 1), None | Some(b' ' | b'\t')) {
            let end = content.get(..colon)?.trim_end_matches([' ', '\t']).len();
            let is_key = end > 0 && (from == 0 || end == from);
            let is_comment = content.get(..end)?.contains(" #");
            return (is_key && !is_comment).then_some(Key {
                end,
                value: colon + 1,
            });
        }
        at = colon + 1;
    }
}

/// Behind the quote that closes the one `content` starts with, on the same line.
pub(super) fn quoted_end(content: &str, quote: u8) -> Option<usize> {
    let bytes = content.as_bytes();
    let mut at = 1;
    loop {
        match bytes.get(at)? {
            b'\\' if quote == b'"' => at += 2,
            byte if *byte == quote && quote == b'\'' && bytes.get(at + 1) == Some(&quote) => {
                at += 2
            }
            byte if *byte == quote => return Some(at + 1),
            _ => at += 1,
        }
    }
}

/// The end of `content` without a comment and the blanks before it.
pub(super) fn without_comment(content: &str) -> usize {
    let bytes = content.as_bytes();
    let hashes = memchr::memchr_iter(b'#', bytes);
    let is_comment = |at: &usize| {
        let before = at.checked_sub(1).and_then(|before| bytes.get(before));
        matches!(before, None | Some(b' ' | b'\t'))
            && matches!(bytes.get(at + 1), None | Some(b' ' | b'\t'))
    };
    let end = hashes.into_iter().find(is_comment).unwrap_or(content.len());
    content.get(..end).unwrap_or_default().trim_end().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_knows_its_indent_in_columns() {
        let width = |text: &str| Line::read(text, 0, text.len()).width(text);
        assert_eq!(
            [width("  a"), width("\t\ta"), width("\u{a0} a"), width("a")],
            [2, 4, 2, 0]
        );
    }

    #[test]
    fn heads_are_told_apart() {
        let entry = |end, value| Head::Entry(Key { end, value });
        assert_eq!(read_head("a b: c"), entry(3, 4));
        assert_eq!(read_head("a : c"), entry(1, 3));
        assert_eq!(read_head("\"a: b\": c"), entry(6, 7));
        assert_eq!(read_head("a:"), entry(1, 2));
        assert_eq!(read_head("- a: b"), Head::Item(1));
        assert_eq!(read_head("• a"), Head::Item(3));
        assert_eq!(read_head("---"), Head::Marker);
        assert_eq!(read_head("# a: b"), Head::Comment);
        for loose in ["12:30", "http://a.b", "a # b: c", "\"a\" b: c", "-a"] {
            assert_eq!(read_head(loose), Head::Loose, "{loose}");
        }
    }

    #[test]
    fn a_comment_has_blanks_on_both_sides() {
        let cut = |text: &'static str| text.get(..without_comment(text)).unwrap();
        assert_eq!(
            [cut("a # b"), cut("a #1"), cut("a#b"), cut("# b")],
            ["a", "a #1", "a#b", ""]
        );
    }
}

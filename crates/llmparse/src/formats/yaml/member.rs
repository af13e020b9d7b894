//! Members as models write them: `key: value`, `key:value`, `key：value`, `**key:** value`, `@key: value`.

use super::line::{Key, find_key, item_mark, quoted_end};
use crate::scan::is_unusual_blank;

/// How a member is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyStyle {
    Plain,
    /// `key:value`
    Tight,
    /// `key：value`
    Wide,
    /// `**key**: value` and `**key:** value`
    Marked,
    /// `@key: value`
    Reserved,
}

/// The lengths up to the end of a key, and up to its value.
pub(super) type Lengths = (usize, usize, KeyStyle);

/// `**key**: value`, `**key:** value` and `` `key`: value ``
pub(super) fn find_marked(content: &str) -> Option<Lengths> {
    let mark = ["**", "__", "*", "`"]
        .into_iter()
        .find(|mark| content.starts_with(mark))?;
    let inner = content.get(mark.len()..)?;
    let len = inner.find(mark).filter(|len| *len > 0)?;
    let name = inner.get(..len)?;
    let close = 2 * mark.len() + len;
    let rest = content.get(close..)?;
    let value = if name.ends_with(':') {
        close
    } else {
        let blanks = rest.len() - rest.trim_start().len();
        close + blanks + rest.trim_start().strip_prefix(':').map(|_| 1)?
    };
    let rest = content.get(value..)?;
    let ends = rest.is_empty() || rest.starts_with([' ', '\t']);
    ends.then_some((close, value, KeyStyle::Marked))
}

pub(super) fn find_plain(content: &str) -> Option<Lengths> {
    let Key { end, value } = find_key(content)?;
    let style = match content.as_bytes().first()? {
        b'@' | b'`' | b'%' | b'*' => KeyStyle::Reserved,
        _ => KeyStyle::Plain,
    };
    let is_emphasis =
        style == KeyStyle::Plain && content.starts_with(['&', '!']) && !content.contains(' ');
    (!is_emphasis).then_some((end, value, style))
}

/// `key:value` and `key：value`; `12:30`, `http://…` and `C:\…` are none.
pub(super) fn find_tight(content: &str) -> Option<Lengths> {
    let from = match content.as_bytes().first()? {
        quote @ (b'"' | b'\'') => quoted_end(content, *quote)?,
        _ => content.len() - content.trim_start_matches(is_key_letter).len(),
    };
    let is_name = content
        .starts_with(|first: char| first.is_alphabetic() || matches!(first, '_' | '"' | '\''));
    let rest = content.get(from..)?;
    if !is_name || from < 2 && rest.starts_with(":\\") {
        return None;
    }
    if let Some(value) = rest.strip_prefix('：') {
        let blanks = value.len() - value.trim_start().len();
        return Some((from, from + '：'.len_utf8() + blanks, KeyStyle::Wide));
    }
    let value = rest.strip_prefix(':')?;
    let is_value = !value.is_empty() && !value.starts_with(['/', '\\', ':', '=']);
    is_value.then_some((from, from + 1, KeyStyle::Tight))
}

fn is_key_letter(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.')
}

/// Whether `key`, without quotes, starts with what YAML takes for part of it and nobody means so: a no-break space
/// before it, or the mark of an item.
pub(super) fn is_odd_key(key: &str) -> bool {
    key.starts_with(is_unusual_blank) || !key.starts_with('-') && item_mark(key).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_without_a_blank_are_told_from_times_and_addresses() {
        for content in ["name:Ann", "名：值", "\"a\":1", "a_b:-1"] {
            assert!(find_tight(content).is_some(), "{content}");
        }
        for content in ["12:30", "http://x", "C:\\x", "a::b", "a b:c", "name:"] {
            assert_eq!(find_tight(content), None, "{content}");
        }
    }

    #[test]
    fn marked_keys_have_the_colon_inside_or_behind() {
        assert_eq!(find_marked("**a**: b"), Some((5, 6, KeyStyle::Marked)));
        assert_eq!(find_marked("**a:** b"), Some((6, 6, KeyStyle::Marked)));
        assert_eq!(find_marked("`a`: b"), Some((3, 4, KeyStyle::Marked)));
        assert_eq!(find_marked("**a** b: c"), None);
    }

    #[test]
    fn keys_behind_marks_and_odd_blanks_are_odd() {
        assert!(is_odd_key("\u{a0}a") && is_odd_key("• a") && is_odd_key("+ a"));
        assert!(!is_odd_key("a") && !is_odd_key("-5") && !is_odd_key("+5"));
    }
}

//! Elements: `<answer>Paris</answer>`, nested, with attributes, with a namespace. Marks of emphasis in a sentence are none.

use std::collections::HashMap;

use memchr::memchr_iter;

use super::{Score, weights};
use crate::output_format::OutputFormat;

/// `aside` counts the tags that were set aside with the reasoning between them.
pub(crate) fn score(text: &str, aside: usize) -> Option<Score> {
    let (pairs, has_tag) = count_pairs(text);
    let pairs = if pairs > 0 { pairs + aside } else { 0 };
    let (confidence, evidence) = match pairs {
        2.. => (
            weights::XML_PAIRS,
            format!("{pairs} XML tag pairs found").into(),
        ),
        _ if has_tag || aside > 0 => (weights::XML_TAG, "XML-like tags detected".into()),
        _ => return None,
    };
    Some(Score {
        format: OutputFormat::Xml,
        confidence,
        evidence,
    })
}

/// How many `<t>text</t>` there are, and whether there is any `<t>` or `<t/>`.
fn count_pairs(text: &str) -> (usize, bool) {
    let (mut pairs, mut has_tag, mut done) = (0, false, 0);
    for at in memchr_iter(b'<', text.as_bytes()) {
        let Some((name, end)) = bare_tag(text, at).filter(|_| at >= done) else {
            continue;
        };
        has_tag = true;
        let rest = text.get(end..).unwrap_or_default();
        let close = memchr::memchr(b'<', rest.as_bytes());
        let close = close.and_then(|close| rest.get(close..)?.strip_prefix("</"));
        let behind = close.and_then(|close| close.strip_prefix(name));
        if let Some(behind) = behind.and_then(|behind| behind.strip_prefix('>')) {
            pairs += 1;
            done = text.len() - behind.len();
        }
    }
    (pairs, has_tag)
}

/// The name of `<name>` or `<name/>` at `at`, and where it ends.
fn bare_tag(text: &str, at: usize) -> Option<(&str, usize)> {
    let rest = text.get(at + 1..)?;
    let len = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_')?;
    let (name, behind) = rest.split_at_checked(len)?;
    let behind = behind.strip_prefix('/').unwrap_or(behind);
    let is_tag = !name.is_empty() && behind.starts_with('>');
    is_tag.then(|| (name, text.len() - behind.len() + 1))
}

/// Elements that mark words in a sentence, or lay out Markdown.
const INLINE: &[&str] = &[
    "a", "abbr", "b", "br", "code", "del", "details", "em", "font", "hr", "i", "img", "ins", "kbd",
    "mark", "p", "q", "s", "small", "span", "strike", "strong", "sub", "summary", "sup", "u",
    "wbr",
];

/// Why a careful reader would name `text` XML, if so.
pub(crate) fn find(text: &str) -> Option<String> {
    memchr::memchr(b'<', text.as_bytes())?;
    let trimmed = text.trim();
    let is_declared = ["<?xml", "<!DOCTYPE", "<!doctype"]
        .iter()
        .any(|start| trimmed.starts_with(start));
    let (own, inline) = count_elements(text);
    let is_all = trimmed.starts_with('<') && trimmed.ends_with('>');
    if is_declared || own > 0 || is_all && inline > 0 {
        return Some(format!("{} closed XML element(s)", own + inline));
    }
    is_self_closed(trimmed).then(|| "a closed XML element".to_owned())
}

/// `<item id="1"/>`, and nothing else.
fn is_self_closed(text: &str) -> bool {
    let inner = text
        .strip_prefix('<')
        .and_then(|rest| rest.strip_suffix("/>"));
    inner.is_some_and(|inner| {
        inner.starts_with(|letter: char| letter.is_ascii_alphabetic()) && !inner.contains('>')
    })
}

/// How many elements are closed, those in sentences apart.
fn count_elements(text: &str) -> (usize, usize) {
    let mut open: HashMap<&str, usize> = HashMap::new();
    let (mut own, mut inline) = (0, 0);
    for at in memchr_iter(b'<', text.as_bytes()) {
        if let Some(name) = closing_name(text, at) {
            let Some(count) = open.get_mut(name).filter(|count| **count > 0) else {
                continue;
            };
            *count -= 1;
            let is_inline = INLINE.iter().any(|known| known.eq_ignore_ascii_case(name));
            *(if is_inline { &mut inline } else { &mut own }) += 1;
        } else if let Some(name) = opening_name(text, at) {
            *open.entry(name).or_default() += 1;
        }
    }
    (own, inline)
}

fn closing_name(text: &str, at: usize) -> Option<&str> {
    let rest = text.get(at..)?.strip_prefix("</")?;
    let name = rest.get(..name_len(rest))?;
    let behind = rest.get(name.len()..)?;
    behind.starts_with([' ', '>']).then_some(name)
}

/// The name of an opener that is neither code, `Vec<T>`, nor only mentioned, `` `<t>` ``.
fn opening_name(text: &str, at: usize) -> Option<&str> {
    let is_code = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'`');
    let before = at.checked_sub(1).and_then(|at| text.as_bytes().get(at));
    let rest = text.get(at + 1..)?;
    let name = rest.get(..name_len(rest)).filter(|name| !name.is_empty())?;
    let is_mentioned = before == Some(&b'`');
    let is_generic = before.is_some_and(is_code)
        && text
            .get(..at)
            .is_some_and(|before| before.ends_with(char::is_alphanumeric))
        && name.starts_with(|letter: char| letter.is_ascii_uppercase());
    let ends = rest
        .get(name.len()..)?
        .starts_with(|letter: char| letter.is_whitespace() || matches!(letter, '>' | '/'));
    (ends && !is_mentioned && !is_generic).then_some(name)
}

/// The longest name that is looked for, in bytes.
const LONGEST: usize = 64;

fn name_len(text: &str) -> usize {
    let is_part =
        |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-' | ':' | '.');
    if !text.starts_with(|letter: char| letter.is_alphabetic() || letter == '_') {
        return 0;
    }
    let mut letters = text.char_indices();
    let end = letters.find(|(at, letter)| *at >= LONGEST || !is_part(*letter));
    end.map_or(text.len().min(LONGEST), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closed_elements_are_found() {
        for text in [
            "<a>1</a>",
            "x <ns:b k=\"1\">\n<c/></ns:b>",
            "<?xml?>",
            "<b>x</b>",
            "<i id='1'/>",
            "<r></r >",
        ] {
            assert!(find(text).is_some(), "{text}");
        }
        for text in [
            "a < b > c",
            "if (a <b> c)",
            "This is <b>big</b>.",
            "List<String> x",
            "Use `<t>` here, then </t>",
            "<t>",
        ] {
            assert!(find(text).is_none(), "{text}");
        }
    }
}

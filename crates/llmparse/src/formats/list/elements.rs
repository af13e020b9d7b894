//! Lists in tags: `<ul><li>red</li><li>blue</li></ul>`, `<tag>red</tag><tag>blue</tag>`.

use std::borrow::Cow;
use std::collections::HashMap;

use memchr::memchr;

use super::lines::is_blank;
use super::text::clean;
use super::{Draft, Entry, words};
use crate::span::Span;

/// The longest tag, in bytes.
const TAG: usize = 512;

/// Tags that mark up words of an item.
const INLINE: [&str; 16] = [
    "b", "i", "em", "strong", "code", "a", "span", "p", "u", "s", "small", "mark", "sub", "sup",
    "font", "div",
];

#[derive(Clone, Copy)]
struct Tag<'t> {
    name: &'t str,
    is_closer: bool,
    start: usize,
    end: usize,
}

/// The tags of `text`, in order.
fn tags(text: &str) -> impl Iterator<Item = Tag<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at + memchr(b'<', text.as_bytes().get(at..)?)?;
            at = start + 1;
            if let Some(tag) = tag_at(text, start) {
                at = tag.end;
                return Some(tag);
            }
        }
    })
}

fn tag_at(text: &str, start: usize) -> Option<Tag<'_>> {
    let near = text
        .as_bytes()
        .get(start + 1..(start + TAG).min(text.len()))?;
    let is_closer = near.first() == Some(&b'/');
    let from = usize::from(is_closer);
    let len = near
        .get(from..)?
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b':'))
        .count();
    if len == 0
        || !matches!(
            near.get(from + len),
            Some(b'>' | b' ' | b'/' | b'\n' | b'\t')
        )
    {
        return None;
    }
    let close = memchr(b'>', near)?;
    let name = text.get(start + 1 + from..start + 1 + from + len)?;
    Some(Tag {
        name,
        is_closer,
        start,
        end: start + 1 + close + 1,
    })
}

/// The items of the tags in `text`; none if no tags hold a list.
pub(crate) fn read_elements(text: &str) -> Option<Draft<'static>> {
    memchr(b'<', text.as_bytes())?;
    read_html(text).or_else(|| read_repeated(text))
}

/// `<ul><li>a<ul><li>b</li></ul></li></ul>`, closers left out or not.
fn read_html(text: &str) -> Option<Draft<'static>> {
    let mut entries = Vec::new();
    let mut depth = 0usize;
    let mut open: Option<usize> = None;
    let mut last = 0;
    for tag in tags(text) {
        let is_list = ["ul", "ol", "menu"]
            .iter()
            .any(|name| tag.name.eq_ignore_ascii_case(name));
        let is_item = tag.name.eq_ignore_ascii_case("li");
        if !is_list && !is_item {
            continue;
        }
        if let Some(start) = open.take() {
            let span = Span::new(start, tag.start);
            entries.push(Entry {
                depth: depth.saturating_sub(1),
                ..html_entry(text, span)
            });
        }
        match (is_item, tag.is_closer) {
            (true, false) => open = Some(tag.end),
            (true, true) => {}
            (false, false) => depth += 1,
            (false, true) => depth = depth.saturating_sub(1),
        }
        last = tag.end;
    }
    if let Some(start) = open {
        let end = text
            .get(start..)?
            .find("\n\n")
            .map_or(text.len(), |at| start + at);
        entries.push(Entry {
            depth: depth.saturating_sub(1),
            ..html_entry(text, Span::new(start, end))
        });
        last = end;
    }
    Draft::of(entries, last)
}

fn html_entry(text: &str, span: Span) -> Entry<'static> {
    let plain = plain_text(span.of(text));
    Entry::new(Cow::Owned(clean(&plain).into_owned()), span)
}

/// `text` without tags, entities read, blanks run together.
fn plain_text(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut at = 0;
    for tag in tags(text) {
        push_words(&mut plain, text.get(at..tag.start).unwrap_or_default());
        if !INLINE.contains(&tag.name) {
            push_words(&mut plain, " ");
        }
        at = tag.end;
    }
    push_words(&mut plain, text.get(at..).unwrap_or_default());
    read_entities(plain.trim())
}

/// Whether `text` says anything besides its tags.
pub(crate) fn has_words(text: &str) -> bool {
    !plain_text(text).trim_matches(is_blank).is_empty()
}

fn push_words(out: &mut String, text: &str) {
    for letter in text.chars() {
        if !letter.is_whitespace() {
            out.push(letter);
        } else if !out.ends_with(' ') {
            out.push(' ');
        }
    }
}

fn read_entities(text: &str) -> String {
    const ENTITIES: [(&str, &str); 8] = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&apos;", "'"),
        ("&nbsp;", " "),
        ("&#x27;", "'"),
        ("&amp;", "&"),
    ];
    if !text.contains('&') {
        return text.to_owned();
    }
    ENTITIES
        .iter()
        .fold(text.to_owned(), |text, (entity, letter)| {
            text.replace(entity, letter)
        })
}

/// Elements of one name without others inside: `<tag>a</tag><tag>b</tag>`.
fn read_repeated(text: &str) -> Option<Draft<'static>> {
    let mut open: Option<Tag<'_>> = None;
    let mut found: HashMap<&str, Vec<Entry<'static>>> = HashMap::new();
    let mut last = 0;
    for tag in tags(text).filter(|tag| !INLINE.contains(&tag.name)) {
        match open.take() {
            Some(opener) if tag.is_closer && tag.name == opener.name => {
                let entry = html_entry(text, Span::new(opener.end, tag.start));
                found.entry(tag.name).or_default().push(entry);
                last = tag.end;
            }
            _ if !tag.is_closer => open = Some(tag),
            _ => {}
        }
    }
    let is_item = |name: &str| {
        words::ITEM_ELEMENTS
            .iter()
            .any(|item| name.eq_ignore_ascii_case(item))
    };
    let most = found.values().map(Vec::len).max()?;
    let mut best = found
        .into_iter()
        .filter(|(name, entries)| entries.len() == most && (most > 1 || is_item(name)));
    let (_, entries) = best.next()?;
    if best.next().is_some() {
        return None;
    }
    Draft::of(entries, last)
}

/// What stands in the one element of `text` that holds no others: `<answer>a, b</answer>`.
pub(crate) fn find_inner(text: &str) -> Option<Span> {
    memchr(b'<', text.as_bytes())?;
    let mut open: Option<Tag<'_>> = None;
    let mut inner = None;
    for tag in tags(text).filter(|tag| !INLINE.contains(&tag.name) && tag.name != "br") {
        match open.take() {
            Some(opener) if tag.is_closer && tag.name == opener.name => {
                let span = Span::new(opener.end, tag.start);
                if !span.of(text).trim_matches(is_blank).is_empty() && inner.replace(span).is_some()
                {
                    return None;
                }
            }
            _ if !tag.is_closer => open = Some(tag),
            _ => {}
        }
    }
    inner.or_else(|| open.map(|opener| Span::new(opener.end, text.len())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(text: &str) -> Vec<(usize, String)> {
        let draft = read_elements(text);
        let entries = draft.into_iter().flat_map(|draft| draft.entries);
        entries
            .map(|entry| (entry.depth, entry.text.into_owned()))
            .collect()
    }

    #[test]
    fn items_of_html_lists_are_found_with_their_depth() {
        let text = "<ul>\n<li>a &amp; <b>b</b></li><li>c<ol><li>d</ol></li></ul>";
        let wanted = [(0, "a & b"), (0, "c"), (1, "d")];
        assert_eq!(
            items(text),
            wanted.map(|(depth, text)| (depth, text.to_owned()))
        );
    }

    #[test]
    fn elements_of_one_name_are_items() {
        let wanted = [(0, "a".to_owned()), (0, "b".to_owned())];
        assert_eq!(items("<tags><tag>a</tag><tag>b</tag></tags>"), wanted);
        assert_eq!(items("<x>a</x><y>b</y>"), []);
    }

    #[test]
    fn the_one_element_around_a_list_is_found() {
        let inner = |text: &'static str| find_inner(text).map(|span| span.of(text));
        assert_eq!(inner("<answer>a, b</answer>"), Some("a, b"));
        assert_eq!(inner("<a1>x</a1><b1>y</b1>"), None);
    }
}

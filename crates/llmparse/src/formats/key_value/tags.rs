//! Fields that a tag names: `<answer>Paris</answer>`.

use std::collections::HashSet;

use memchr::memmem;

use crate::formats::key_value::{Area, collect};
use crate::scan::lines::trim;
use crate::scan::pairs::Pair;
use crate::span::Span;

/// A field and what its tag encloses.
#[derive(Clone)]
pub(super) struct Tagged<'t> {
    pub(super) pair: Pair<'t>,
    pub(super) outer: Span,
}

/// The fields of `area` that tags name, in order.
pub(super) fn find_tagged<'t>(area: Area<'t, '_>) -> Vec<Tagged<'t>> {
    let mut found = Vec::new();
    let mut unclosed: HashSet<&str> = HashSet::new();
    if area.fields.is_none() {
        return found;
    }
    let mut at = area.span.start();
    while let Some(open) = find_from(area, "<", at) {
        at = open + 1;
        let Some(name) = tag_name(area, open).filter(|name| !unclosed.contains(name)) else {
            continue;
        };
        let start = open + name.len() + 2;
        let Some(close) = find_from(area, &format!("</{name}>"), start) else {
            unclosed.insert(name);
            continue;
        };
        at = close + name.len() + 3;
        let outer = Span::new(open, at);
        let value = trim(area.text, Span::new(start, close));
        let pair = Pair {
            key: name.into(),
            value,
            start: open,
            indent: 0,
            is_marked: true,
            has_bullet: false,
        };
        found.push(Tagged { pair, outer });
    }
    found
}

fn tag_name<'t>(area: Area<'t, '_>, open: usize) -> Option<&'t str> {
    let rest = area.text.get(open + 1..area.span.end())?;
    let len = rest.bytes().take(64).position(|byte| byte == b'>')?;
    let name = rest.get(..len)?;
    collect::field(name, area.fields).map(|_| name)
}

fn find_from(area: Area<'_, '_>, mark: &str, from: usize) -> Option<usize> {
    let rest = area.text.as_bytes().get(from..area.span.end())?;
    memmem::find(rest, mark.as_bytes()).map(|len| from + len)
}

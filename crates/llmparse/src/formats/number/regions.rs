//! Parts of a reply that hold the answer: `\boxed{42}`, `<answer>42</answer>`, `[[8]]`, `#### 42`.

use memchr::memmem;

use super::vocabulary::{Role, role_of};

/// Where an answer is to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Region {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// How many others are around it.
    pub(crate) depth: usize,
    pub(crate) is_box: bool,
}

const DEEPEST: usize = 8;

/// The boxes and tags of `text`, by where they start.
pub(crate) fn find_regions(text: &str) -> Vec<Region> {
    let mut regions = find_boxes(text);
    find_tags(text, &mut regions);
    regions.sort_by_key(|region| region.start);
    regions
}

fn find_boxes(text: &str) -> Vec<Region> {
    let mut boxes = Vec::new();
    let mut done = 0;
    for at in memmem::find_iter(text.as_bytes(), b"boxed{") {
        if at < done {
            continue;
        }
        let start = at + "boxed{".len();
        let end = find_closer(text, start);
        boxes.push(Region {
            start,
            end,
            depth: 0,
            is_box: true,
        });
        done = end;
    }
    boxes
}

/// The brace that closes the one before `start`, or the end.
fn find_closer(text: &str, start: usize) -> usize {
    let mut depth = 0_usize;
    let rest = text.as_bytes().get(start..).unwrap_or_default();
    for at in memchr::memchr2_iter(b'{', b'}', rest) {
        if rest.get(at) == Some(&b'{') {
            depth += 1;
        } else if let Some(outer) = depth.checked_sub(1) {
            depth = outer;
        } else {
            return start + at;
        }
    }
    text.len()
}

/// A tag: its name, whether it closes, and where it ends.
struct Tag<'t> {
    name: &'t str,
    is_closer: bool,
    end: usize,
}

/// The tag whose `<` stands at `at`.
fn tag_at(text: &str, at: usize) -> Option<Tag<'_>> {
    let inner = text.get(at + 1..)?;
    let is_closer = inner.starts_with('/');
    let inner = inner.get(usize::from(is_closer)..)?;
    let is_name = |letter: &char| letter.is_alphanumeric() || matches!(letter, '_' | '-' | ' ');
    let len: usize = inner
        .chars()
        .take(40)
        .take_while(|letter| is_name(letter) && *letter != ' ')
        .map(char::len_utf8)
        .sum();
    let name = inner.get(..len)?;
    let behind = inner.as_bytes().get(len..)?;
    let close = memchr::memchr2(b'>', b'<', behind.get(..behind.len().min(120))?)?;
    let is_tag = !name.is_empty()
        && behind.get(close) == Some(&b'>')
        && (close == 0 || matches!(behind.first(), Some(b' ' | b'\n' | b'\t')));
    is_tag.then(|| Tag {
        name,
        is_closer,
        end: text.len() - inner.len() + len + close + 1,
    })
}

/// Whether a tag of this name holds an answer: `score`, `final_answer`.
fn is_answer(name: &str) -> bool {
    let last = name.rsplit(['_', '-']).next().unwrap_or_default();
    let is_other = name
        .split(['_', '-'])
        .any(|word| role_of(word).has(Role::OTHER));
    role_of(last).has(Role::LABEL) && !is_other
}

fn find_tags(text: &str, regions: &mut Vec<Region>) {
    let mut open: Vec<(&str, usize)> = Vec::new();
    for at in memchr::memchr_iter(b'<', text.as_bytes()) {
        let Some(tag) = tag_at(text, at).filter(|tag| is_answer(tag.name)) else {
            continue;
        };
        if !tag.is_closer {
            if open.len() < DEEPEST {
                open.push((tag.name, tag.end));
            }
            continue;
        }
        let Some(place) = open.iter().rposition(|(name, _)| *name == tag.name) else {
            continue;
        };
        let start = open.get(place).map_or(at, |(_, start)| *start);
        open.truncate(place);
        regions.push(Region {
            start,
            end: at,
            depth: place,
            is_box: false,
        });
    }
    if let Some((_, start)) = open.first() {
        let end = text.len();
        regions.push(Region {
            start: *start,
            end,
            depth: 0,
            is_box: false,
        });
    }
}

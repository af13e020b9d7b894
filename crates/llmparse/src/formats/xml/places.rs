//! Where tags stand: in the text itself, or in code, `` `<answer>` ``, or in a comment, `<!-- <answer> -->`.

use memchr::memmem;

use super::Fence;
use super::tags::{Tag, tag_at};

/// How far code in a line reaches, in bytes.
const LONGEST_CODE: usize = 1024;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Bare,
    Fence,
    /// Code in a line, a comment, or character data.
    Quoted,
}

/// A stretch of the text in which tags belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Zone {
    pub(super) place: Place,
    pub(super) end: usize,
    /// Where what is still open in it ends.
    pub(super) content_end: usize,
}

impl Zone {
    /// All of the text that is in no other zone.
    pub(super) fn bare(text: &str) -> Self {
        Self {
            place: Place::Bare,
            end: text.len(),
            content_end: text.len(),
        }
    }
}

/// Goes from tag to tag.
pub(super) struct Walk<'t> {
    text: &'t str,
    fences: &'t [Fence],
    at: usize,
    zone: Zone,
    /// From here on no comment ends.
    no_comment_from: usize,
    no_data_from: usize,
}

impl<'t> Walk<'t> {
    pub(super) fn new(text: &'t str, fences: &'t [Fence]) -> Self {
        Self {
            text,
            fences,
            at: 0,
            zone: Zone::bare(text),
            no_comment_from: usize::MAX,
            no_data_from: usize::MAX,
        }
    }

    /// The next tag, where it starts, and what it stands in.
    pub(super) fn next_tag(&mut self) -> Option<(usize, Tag<'t>, Zone)> {
        loop {
            let rest = self.text.as_bytes().get(self.at..)?;
            let at = self.at + memchr::memchr2(b'<', b'`', rest)?;
            self.enter_zone(at);
            if self.text.as_bytes().get(at) == Some(&b'`') {
                self.take_ticks(at);
                continue;
            }
            self.at = at + 1;
            if self.takes_comment(at) {
                continue;
            }
            if let Some(tag) = tag_at(self.text, at) {
                self.at = tag.end;
                return Some((at, tag, self.zone));
            }
        }
    }

    /// Leaves the zone that ends before `at`, and enters the fence that `at` is in.
    fn enter_zone(&mut self, at: usize) {
        if self.zone.place != Place::Bare && at >= self.zone.end {
            self.zone = Zone::bare(self.text);
        }
        while let Some((fence, others)) = self.fences.split_first() {
            if fence.span.start() > at {
                break;
            }
            self.fences = others;
            if self.zone.place == Place::Bare && at < fence.span.end() {
                self.zone = Zone {
                    place: Place::Fence,
                    end: fence.span.end(),
                    content_end: fence.content.end(),
                };
            }
        }
    }

    fn quote(&mut self, end: usize) {
        self.zone = Zone {
            place: Place::Quoted,
            end,
            content_end: end,
        };
    }

    /// Backticks outside of fences quote what stands between them, if that ends on the line.
    fn take_ticks(&mut self, at: usize) {
        let len = run_len(self.text, at);
        self.at = at + len;
        if self.zone.place != Place::Bare {
            return;
        }
        let end = (self.at + LONGEST_CODE).min(self.text.len());
        let mut from = self.at;
        while let Some(near) = self.text.as_bytes().get(from..end) {
            let Some(next) = memchr::memchr2(b'`', b'\n', near).map(|offset| from + offset) else {
                return;
            };
            let other = run_len(self.text, next);
            if other == 0 {
                return;
            }
            from = next + other;
            if other == len {
                self.quote(from);
                return;
            }
        }
    }

    /// Whether a comment or character data starts at `at`.
    fn takes_comment(&mut self, at: usize) -> bool {
        let rest = self.text.get(at..).unwrap_or_default();
        let (end, none_from) = if rest.starts_with("<!--") {
            ("-->", &mut self.no_comment_from)
        } else if rest.starts_with("<![CDATA[") {
            ("]]>", &mut self.no_data_from)
        } else {
            return false;
        };
        if self.zone.place != Place::Bare || at >= *none_from {
            return true;
        }
        match memmem::find(rest.as_bytes(), end.as_bytes()) {
            Some(found) => self.quote(at + found + end.len()),
            None => *none_from = at,
        }
        true
    }
}

fn run_len(text: &str, at: usize) -> usize {
    let rest = text.as_bytes().get(at..).unwrap_or_default();
    rest.iter().take_while(|&&byte| byte == b'`').count()
}

//! Tags: items in lower case, each once, none too long. `Red, green, red` are two.

use std::collections::HashSet;

use foldhash::fast::RandomState;

use super::{Entry, warn};
use crate::scan::words;
use crate::trace::{Warning, WarningKind};

/// The tags that `entries` are, none with more than `most` characters, and a warning for each entry that is dropped.
pub(super) fn read_tags(
    entries: &[Entry<'_>],
    most: usize,
    warnings: &mut Vec<Warning>,
) -> Vec<String> {
    let mut lowered = Lowered::with_room_for(entries);
    for entry in entries {
        if let Err(kind) = lowered.push(&entry.text, most) {
            warnings.push(warn(kind, entry.span));
        }
    }
    lowered.take_once(entries, warnings)
}

/// Texts one behind the other, so that only those that are kept become strings.
struct Lowered {
    /// In lower case, but for letters of ASCII.
    text: String,
    /// Where each ends in `text`; one that is dropped is empty.
    ends: Vec<usize>,
}

impl Lowered {
    fn with_room_for(entries: &[Entry<'_>]) -> Self {
        let len = entries.iter().map(|entry| entry.text.len()).sum();
        Self {
            text: String::with_capacity(len),
            ends: Vec::with_capacity(entries.len()),
        }
    }

    /// Adds `text`, or nothing if it is dropped, and says why.
    #[inline]
    fn push(&mut self, text: &str, most: usize) -> Result<(), WarningKind> {
        let added = self.push_text(text, most);
        self.ends.push(self.text.len());
        added
    }

    #[inline]
    fn push_text(&mut self, text: &str, most: usize) -> Result<(), WarningKind> {
        if text.is_empty() {
            return Err(WarningKind::EmptyItem);
        }
        // No text has fewer letters in lower case.
        if is_longer(text, most) {
            return Err(WarningKind::LongItem);
        }
        let start = self.text.len();
        push_lowercase(&mut self.text, text);
        let len = self.text.len() - start;
        if len > most && is_longer(self.text.get(start..).unwrap_or_default(), most) {
            self.text.truncate(start);
            return Err(WarningKind::LongItem);
        }
        Ok(())
    }

    /// Each text once, and a warning for each of `entries`, whose texts they are, that was there before.
    fn take_once(mut self, entries: &[Entry<'_>], warnings: &mut Vec<Warning>) -> Vec<String> {
        self.text.make_ascii_lowercase();
        let count = self.ends.len();
        let mut seen = HashSet::with_capacity_and_hasher(count, RandomState::default());
        let mut once = Vec::with_capacity(count);
        let mut rest = self.text.as_str();
        let mut start = 0;
        for (end, entry) in self.ends.iter().zip(entries) {
            let (tag, behind) = rest.split_at_checked(end - start).unwrap_or_default();
            (rest, start) = (behind, *end);
            if tag.is_empty() {
                continue;
            }
            if seen.insert(tag) {
                once.push(tag.to_owned());
            } else {
                warnings.push(warn(WarningKind::RepeatedItem, entry.span));
            }
        }
        once
    }
}

fn is_longer(text: &str, most: usize) -> bool {
    text.len() > most && text.chars().count() > most
}

/// Adds `text` to `lower` as `str::to_lowercase` gives it, but for letters of ASCII.
#[inline]
fn push_lowercase(lower: &mut String, text: &str) {
    if text.is_ascii() {
        lower.push_str(text);
    } else {
        push_foreign(lower, text);
    }
}

#[inline(never)]
fn push_foreign(lower: &mut String, text: &str) {
    let start = lower.len();
    let (mut done, mut next) = (0, 0);
    while let Some(at) = find_capital(text.as_bytes(), next) {
        let letter = text.get(at..).and_then(|rest| rest.chars().next());
        let letter = letter.unwrap_or_default();
        if matches!(letter, 'Σ' | 'İ') {
            // The one letter for which its place counts, and the one that is two in lower case.
            lower.truncate(start);
            return lower.push_str(&text.to_lowercase());
        }
        next = at + letter.len_utf8();
        let lowered = words::lower(letter);
        if lowered != letter {
            lower.push_str(text.get(done..at).unwrap_or_default());
            lower.push(lowered);
            done = next;
        }
    }
    lower.push_str(text.get(done..).unwrap_or_default());
}

/// Where, from `at` on, a letter beyond ASCII starts that is likely to be another one in lower case.
#[inline]
fn find_capital(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        let lead = *bytes.get(at)?;
        if lead >= 0xc3 && may_be_capital(lead, bytes.get(at + 1).copied()) {
            return Some(at);
        }
        at += 1;
    }
}

/// Whether the letter with these first two bytes may be another one in lower case.
#[inline]
fn may_be_capital(lead: u8, second: Option<u8>) -> bool {
    let second = second.unwrap_or_default();
    match lead {
        0xc3 => second < 0x9f,
        0xd0 => second < 0xb0,
        0xd1 => second >= 0xa0,
        // Scripts of East Asia.
        _ => !matches!(lead, 0xe3..=0xe9 | 0xeb..=0xed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lowercase(text: &str) -> String {
        let mut lower = String::new();
        push_lowercase(&mut lower, text);
        lower.make_ascii_lowercase();
        lower
    }

    #[test]
    fn a_text_is_lowered_as_by_the_standard_library() {
        for letter in ('\0'..=char::MAX).map(String::from) {
            assert_eq!(lowercase(&letter), letter.to_lowercase());
        }
        assert_eq!(lowercase("ΟΔΟΣ Straße İ"), "ΟΔΟΣ Straße İ".to_lowercase());
    }
}

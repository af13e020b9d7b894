//! Tags: items in lower case, each once, none too long. `Red, green, red` are two.

use std::collections::HashSet;

use foldhash::fast::RandomState;

use super::text::is_plainly_lower;
use super::{Entry, warn};
use crate::span::Span;
use crate::trace::{Warning, WarningKind};

/// The tags that `entries` are, none with more than `most` characters, and a warning for each entry that is dropped.
pub(super) fn read_tags(
    entries: &[Entry<'_>],
    most: usize,
    warnings: &mut Vec<Warning>,
) -> Vec<String> {
    let mut lowered = Lowered::with_room_for(entries);
    for entry in entries {
        if let Err(kind) = lowered.push(entry, most) {
            warnings.push(warn(kind, entry.span));
        }
    }
    lowered.take_once(warnings)
}

/// Texts one behind the other, so that only those that are kept become strings.
struct Lowered {
    /// In lower case, but for letters of ASCII.
    text: String,
    /// Where each ends in `text`, and its place in the reply.
    places: Vec<(usize, Span)>,
}

impl Lowered {
    fn with_room_for(entries: &[Entry<'_>]) -> Self {
        let len = entries.iter().map(|entry| entry.text.len()).sum();
        Self {
            text: String::with_capacity(len),
            places: Vec::with_capacity(entries.len()),
        }
    }

    /// Adds the text of `entry`, or says why it is dropped.
    fn push(&mut self, entry: &Entry<'_>, most: usize) -> Result<(), WarningKind> {
        if entry.text.is_empty() {
            return Err(WarningKind::EmptyItem);
        }
        // No text has fewer letters in lower case.
        if is_longer(&entry.text, most) {
            return Err(WarningKind::LongItem);
        }
        let start = self.text.len();
        push_lowercase(&mut self.text, &entry.text);
        if is_longer(self.text.get(start..).unwrap_or_default(), most) {
            self.text.truncate(start);
            return Err(WarningKind::LongItem);
        }
        self.places.push((self.text.len(), entry.span));
        Ok(())
    }

    /// Each text once, and a warning for each that was there before.
    fn take_once(mut self, warnings: &mut Vec<Warning>) -> Vec<String> {
        self.text.make_ascii_lowercase();
        let count = self.places.len();
        let mut seen = HashSet::with_capacity_and_hasher(count, RandomState::default());
        let mut once = Vec::with_capacity(count);
        let mut start = 0;
        for (end, span) in &self.places {
            let tag = self.text.get(start..*end).unwrap_or_default();
            start = *end;
            if seen.insert(tag) {
                once.push(tag.to_owned());
            } else {
                warnings.push(warn(WarningKind::RepeatedItem, *span));
            }
        }
        once
    }
}

fn is_longer(text: &str, most: usize) -> bool {
    text.len() > most && text.chars().count() > most
}

/// Adds `text` to `lower` as `str::to_lowercase` gives it, but for letters of ASCII.
fn push_lowercase(lower: &mut String, text: &str) {
    if text.is_ascii() {
        return lower.push_str(text);
    }
    let start = lower.len();
    let mut done = 0;
    let is_other = |(_, letter): &(usize, char)| !letter.is_ascii() && !is_plainly_lower(*letter);
    for (at, letter) in text.char_indices().filter(is_other) {
        if letter == 'Σ' {
            // The one letter for which its place counts.
            lower.truncate(start);
            return lower.push_str(&text.to_lowercase());
        }
        lower.push_str(text.get(done..at).unwrap_or_default());
        lower.extend(letter.to_lowercase());
        done = at + letter.len_utf8();
    }
    lower.push_str(text.get(done..).unwrap_or_default());
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

//! Tags: items in lower case, each once, none too long. `Red, green, red` are two.

use std::collections::HashSet;
use std::ops::Range;

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

/// Texts in lower case, one behind the other, so that only those that are kept become strings.
struct Lowered {
    text: String,
    /// The place of each in `text`, and in the reply.
    places: Vec<(Range<usize>, Span)>,
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
        self.places.push((start..self.text.len(), entry.span));
        Ok(())
    }

    /// Each text once, and a warning for each that was there before.
    fn take_once(&self, warnings: &mut Vec<Warning>) -> Vec<String> {
        let count = self.places.len();
        let mut seen = HashSet::with_capacity_and_hasher(count, RandomState::default());
        let mut once = Vec::with_capacity(count);
        for (place, span) in &self.places {
            let tag = self.text.get(place.clone()).unwrap_or_default();
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

/// Adds `text` to `lower` as `str::to_lowercase` gives it; only for sigma does the place of a letter count.
fn push_lowercase(lower: &mut String, text: &str) {
    if text.is_ascii() {
        let start = lower.len();
        lower.push_str(text);
        lower
            .get_mut(start..)
            .unwrap_or_default()
            .make_ascii_lowercase();
    } else if text.contains('Σ') {
        lower.push_str(&text.to_lowercase());
    } else {
        text.chars().for_each(|letter| push_lower(lower, letter));
    }
}

fn push_lower(lower: &mut String, letter: char) {
    if letter.is_ascii() || is_plainly_lower(letter) {
        lower.push(letter.to_ascii_lowercase());
    } else {
        lower.extend(letter.to_lowercase());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lowercase(text: &str) -> String {
        let mut lower = String::new();
        push_lowercase(&mut lower, text);
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

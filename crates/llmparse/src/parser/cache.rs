//! Results by what they depend on; the least recently used goes first.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::result::ParseResult;
use crate::output_format::OutputFormat;

/// What a result depends on besides the parser's own settings, which never change.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub(super) text: String,
    pub(super) format: Option<OutputFormat>,
}

#[derive(Debug, Default)]
struct Entries {
    by_key: HashMap<Key, (u64, ParseResult)>,
    /// The time of the last use; it counts uses.
    now: u64,
}

/// A bounded number of results.
#[derive(Debug)]
pub(super) struct Cache {
    capacity: usize,
    entries: Mutex<Entries>,
}

impl Cache {
    pub(super) fn new(capacity: usize) -> Self {
        Self {
            capacity,
            entries: Mutex::default(),
        }
    }

    /// A copy of what is kept under `key`.
    pub(super) fn get(&self, key: &Key) -> Option<ParseResult> {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        entries.now += 1;
        let now = entries.now;
        let (used, result) = entries.by_key.get_mut(key)?;
        *used = now;
        Some(result.clone())
    }

    pub(super) fn put(&self, key: Key, result: &ParseResult) {
        if self.capacity == 0 {
            return;
        }
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        if entries.by_key.len() >= self.capacity && !entries.by_key.contains_key(&key) {
            entries.forget_oldest();
        }
        entries.now += 1;
        let now = entries.now;
        entries.by_key.insert(key, (now, result.clone()));
    }

    pub(super) fn clear(&self) {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        entries.by_key.clear();
    }

    pub(super) fn len(&self) -> usize {
        let entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        entries.by_key.len()
    }
}

/// A copy of a parser starts with nothing kept.
impl Clone for Cache {
    fn clone(&self) -> Self {
        Self::new(self.capacity)
    }
}

impl Entries {
    fn forget_oldest(&mut self) {
        let oldest = self.by_key.iter().min_by_key(|(_, (used, _))| *used);
        if let Some(key) = oldest.map(|(key, _)| key.clone()) {
            self.by_key.remove(&key);
        }
    }
}

//! Schemas that come with every row of a job, each read once.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::{Schema, SchemaError};

/// The schemas that were read last, found by their content; for callers that get the text of a schema again and again.
///
/// It holds at most as many as it was made for, and may be used from many threads. What was not asked for in a while
/// makes room.
///
/// ```
/// let cache = llmparse::SchemaCache::new(100);
/// let first = cache.from_text(r#"{"type": "string"}"#)?;
/// let second = cache.from_text(r#"{"type": "string"}"#)?;
/// assert_eq!((first == second, cache.len()), (true, 1));
/// # Ok::<(), llmparse::SchemaError>(())
/// ```
#[derive(Debug)]
pub struct SchemaCache {
    /// The most of each generation.
    half: usize,
    generations: Mutex<Generations>,
}

/// When the young are as many as may be, they are the old, and the old are gone.
#[derive(Debug, Default)]
struct Generations {
    young: HashMap<Box<str>, Schema>,
    old: HashMap<Box<str>, Schema>,
}

impl SchemaCache {
    /// A cache of at most `capacity` schemas, and of two at least.
    ///
    /// ```
    /// assert!(llmparse::SchemaCache::new(10).is_empty());
    /// ```
    #[must_use]
    pub fn new(capacity: usize) -> Self {
        Self {
            half: (capacity / 2).max(1),
            generations: Mutex::default(),
        }
    }

    /// The schema that `text` is, as [`Schema::from_text`] reads it.
    ///
    /// # Errors
    ///
    /// Those of [`Schema::from_text`]; what is wrong is not kept.
    ///
    /// ```
    /// assert!(llmparse::SchemaCache::default().from_text("{").is_err());
    /// ```
    pub fn from_text(&self, text: &str) -> Result<Schema, SchemaError> {
        self.get(text, || Schema::from_text(text))
    }

    /// The schema that `schema` is, as [`Schema::from_json`] reads it.
    ///
    /// # Errors
    ///
    /// Those of [`Schema::from_json`]; what is wrong is not kept.
    ///
    /// ```
    /// let schema = llmparse::SchemaCache::default().from_json(&serde_json::json!({"type": "string"}))?;
    /// assert_eq!(schema.to_prompt(), "string");
    /// # Ok::<(), llmparse::SchemaError>(())
    /// ```
    pub fn from_json(&self, schema: &serde_json::Value) -> Result<Schema, SchemaError> {
        super::text::check_depth(schema)?;
        self.get(&schema.to_string(), || Schema::from_json(schema))
    }

    /// How many schemas it holds.
    ///
    /// ```
    /// assert_eq!(llmparse::SchemaCache::default().len(), 0);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        let generations = self.lock();
        generations.young.len() + generations.old.len()
    }

    /// Whether it holds none.
    ///
    /// ```
    /// assert!(llmparse::SchemaCache::default().is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The lock is not held while a schema is read: two threads may read the same one at a time, and none waits.
    fn get(
        &self,
        key: &str,
        read: impl FnOnce() -> Result<Schema, SchemaError>,
    ) -> Result<Schema, SchemaError> {
        if let Some(known) = self.lock().find(key, self.half) {
            return Ok(known);
        }
        let schema = read()?;
        self.lock().keep(key.into(), schema.clone(), self.half);
        Ok(schema)
    }

    /// Every change is one step, so that what a panic elsewhere left behind is whole.
    fn lock(&self) -> std::sync::MutexGuard<'_, Generations> {
        self.generations
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for SchemaCache {
    /// Room for 256 schemas.
    fn default() -> Self {
        Self::new(256)
    }
}

impl Generations {
    fn find(&mut self, key: &str, half: usize) -> Option<Schema> {
        if let Some(schema) = self.young.get(key) {
            return Some(schema.clone());
        }
        let (key, schema) = self.old.remove_entry(key)?;
        self.keep(key, schema.clone(), half);
        Some(schema)
    }

    fn keep(&mut self, key: Box<str>, schema: Schema, half: usize) {
        if self.young.len() >= half && !self.young.contains_key(&key) {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, schema);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(number: usize) -> String {
        format!(r#"{{"minimum": {number}}}"#)
    }

    #[test]
    fn it_never_holds_more_than_it_was_made_for() {
        let cache = SchemaCache::new(4);
        for number in 0..50 {
            cache.from_text(&text(number)).unwrap();
            assert!(cache.len() <= 4);
        }
    }

    #[test]
    fn what_is_asked_for_again_stays() {
        let cache = SchemaCache::new(4);
        let kept = cache.from_text(&text(0)).unwrap();
        for number in 1..50 {
            cache.from_text(&text(number)).unwrap();
            let again = cache.from_text(&text(0)).unwrap();
            assert!(std::sync::Arc::ptr_eq(&kept.0, &again.0));
        }
    }
}

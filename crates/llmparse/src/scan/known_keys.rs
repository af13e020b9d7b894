//! The keys that an answer may have, where a schema names them: evidence of where a text with quotes in it ends.

use rustc_hash::FxHashSet;

/// Every key of a schema, and every other name of it, as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct KnownKeys(FxHashSet<Box<str>>);

impl KnownKeys {
    pub(crate) fn new<'n>(names: impl Iterator<Item = &'n str>) -> Self {
        Self(names.map(Into::into).collect())
    }

    pub(crate) fn contains(&self, key: &str) -> bool {
        self.0.contains(key)
    }
}

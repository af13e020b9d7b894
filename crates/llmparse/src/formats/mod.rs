//! The formats and their strict readers.

pub(crate) mod choice;
pub(crate) mod json;
pub(crate) mod list;
pub(crate) mod number;
pub(crate) mod text;
pub(crate) mod xml;
#[cfg(feature = "yaml")]
pub(crate) mod yaml;

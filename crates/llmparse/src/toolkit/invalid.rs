//! Why a parser cannot be built: `max_items` below `min_items`.

use crate::schema::Dtype;

/// Why a parser cannot be built as it was asked for.
///
/// ```
/// use llmparse::{ChainedParser, InvalidParser};
/// assert_eq!(ChainedParser::new([]).unwrap_err(), InvalidParser::NoParsers);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidParser {
    /// A chain of no parsers.
    #[error("parsers list cannot be empty")]
    NoParsers,
    /// No field is asked for.
    #[error("response schemas list cannot be empty")]
    NoFields,
    /// A field without a name.
    #[error("a field needs a name with a letter or a digit in it, and {0:?} has none")]
    NoName(String),
    /// Two fields with the same name or alias, in any case.
    #[error("Duplicate field name or alias: '{0}'")]
    DuplicateName(String),
    /// A field of a type that is not read out of text.
    #[error("Unsupported type '{0}'. Must be one of: str, int, float, bool, list")]
    UnsupportedType(Dtype),
    /// More items are asked for than are allowed.
    #[error("max_items must be >= min_items")]
    MaxBelowMin {
        /// The fewest items that are taken.
        min: usize,
        /// The most items that are taken.
        max: usize,
    },
}

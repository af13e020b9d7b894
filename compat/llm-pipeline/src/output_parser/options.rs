//! What a caller of the `_with_trace` variants may set.

use llmparse::{Limits, Options, ParseMode};

/// Bounds on what one call takes, and how far it goes; the plain functions use the defaults.
///
/// ```
/// use llm_pipeline::output_parser::{ParseOptions, parse_json_with_trace};
///
/// let strict = ParseOptions { max_repair_attempts: 0, ..ParseOptions::default() };
/// assert!(parse_json_with_trace::<Vec<u8>>("[1, 2,]", &strict).is_err());
/// assert!(parse_json_with_trace::<Vec<u8>>("[1, 2,]", &ParseOptions::default()).is_ok());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseOptions {
    /// Longest reply, in bytes; 2 MiB by default.
    pub max_input_bytes: usize,
    /// Deepest nesting of arrays and objects, wherever they stand; 64 by default, at most
    /// [`Limits::DEEPEST`](llmparse::Limits::DEEPEST).
    pub max_nesting_depth: usize,
    /// Whether damage is repaired: with 0 it is not, with anything else it is, once and to the end. 3 by default.
    pub max_repair_attempts: usize,
    /// Without effect: reasoning is always set aside, and marks inside strings, fences and code never are.
    pub strip_think_tags: bool,
    /// Without effect: what stands in a fence is a candidate like everything else.
    pub allow_code_fences: bool,
}

impl Default for ParseOptions {
    fn default() -> Self {
        Self {
            max_input_bytes: 2_097_152,
            max_nesting_depth: 64,
            max_repair_attempts: 3,
            strip_think_tags: true,
            allow_code_fences: true,
        }
    }
}

impl From<&ParseOptions> for Options {
    fn from(options: &ParseOptions) -> Self {
        let mode = match options.max_repair_attempts {
            0 => ParseMode::Strict,
            _ => ParseMode::Lenient,
        };
        let limits = Limits::default()
            .max_bytes(options.max_input_bytes)
            .max_depth(options.max_nesting_depth);
        Self::default().mode(mode).limits(limits)
    }
}

/// The options of the plain functions.
pub(crate) fn defaults() -> Options {
    Options::from(&ParseOptions::default())
}

//! What a reply looks like: `1. Mix` on three lines scores 0.85 as a numbered list. One scorer for each format, one
//! table of weights. A scorer says how much stands for its format, and whether a careful reader would name it.

use std::borrow::Cow;

use crate::output_format::OutputFormat;

pub(crate) mod csv;
pub(crate) mod json;
pub(crate) mod key_value;
pub(crate) mod labels;
pub(crate) mod list;
pub(crate) mod marks;
pub(crate) mod outline;
pub(crate) mod plain_text;
pub(crate) mod table;
pub(crate) mod tally;
pub(crate) mod tool_call;
pub(crate) mod weights;
pub(crate) mod xml;
pub(crate) mod yaml;

/// How much stands for a format, and what it is.
#[derive(Clone, Debug)]
pub(crate) struct Score {
    pub(crate) format: OutputFormat,
    pub(crate) confidence: f64,
    pub(crate) evidence: Cow<'static, str>,
}

impl Score {
    pub(crate) fn new(
        format: OutputFormat,
        confidence: f64,
        evidence: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self {
            format,
            confidence,
            evidence: evidence.into(),
        }
    }
}

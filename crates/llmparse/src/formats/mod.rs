//! The formats and their strict readers.

use crate::span::Span;

pub(crate) mod choice;
pub(crate) mod csv;
pub(crate) mod grid;
pub(crate) mod json;
pub(crate) mod key_value;
pub(crate) mod list;
pub(crate) mod number;
pub(crate) mod table;
pub(crate) mod text;
pub(crate) mod tool_call;
pub(crate) mod xml;
#[cfg(feature = "yaml")]
pub(crate) mod yaml;

/// A part of a reply where an answer may stand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) span: Span,
    pub(crate) trust: Trust,
}

/// How much a place says about what stands there, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Trust {
    /// Between the fences.
    Bare,
    /// A fence whose label says nothing.
    Fenced,
    /// A fence whose label names the format.
    Labelled,
}

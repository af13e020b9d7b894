//! Preprocess: what stands around a value, `<think>…</think>` and ```` ```json ````, is told apart from places where a
//! value may start.

pub(crate) mod brackets;
pub(crate) mod candidates;
pub(crate) mod fences;
pub(crate) mod looks;
pub(crate) mod reasoning;
pub(crate) mod turns;

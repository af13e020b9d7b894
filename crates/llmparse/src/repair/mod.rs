//! Repair: what no strict reader takes, `{'a': [1, 2`, is read by one tolerant machine, once, and every liberty that
//! it takes is an edit of the text.

mod agreement;
mod bare;
mod blocks;
pub(crate) mod builder;
mod clean;
mod closers;
mod edits;
mod escapes;
mod frames;
mod keys;
pub(crate) mod machine;
mod noise;
mod numbers;
mod quotes;
mod stretches;
mod strings;
mod top;
mod values;

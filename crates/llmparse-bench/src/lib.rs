//! Measures how much work it is to read a reply, next to `serde_json` on the payload alone and next to other crates.
//!
//! ```text
//!     workloads    seeded replies with the payload that should come out of each
//!     subjects     the readers that are measured
//!     callgrind    one subject over one workload, in instructions
//!     measure      many of them at once, in children that may hang or abort
//!     report       the tables of docs/performance.md
//! ```
//!
//! Instructions are counted, not seconds: they come out the same on a busy machine.

pub mod callgrind;
pub mod measure;
mod random;
pub mod report;
pub mod subjects;
pub mod workloads;

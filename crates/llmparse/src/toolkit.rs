//! Parsers of one format each, behind one trait: `CsvOutputParser::new().parse("name,age\nAnn,31")`, and what to tell a
//! model so that it answers in that format.
//!
//! They may be wrapped: [`AutoFixingParser`] has a failed reply put right and tries again, [`ChainedParser`] takes any of
//! several formats.

mod auto_fixing;
mod base;
mod boxed;
mod chained;
mod csv;
mod fit;
mod invalid;
mod json;
mod list;
mod structured;
mod typed;
#[cfg(feature = "yaml")]
mod yaml;

pub use auto_fixing::AutoFixingParser;
pub use base::{BaseOutputParser, Specificity};
pub use boxed::BoxedParser;
pub use chained::ChainedParser;
pub use csv::CsvOutputParser;
pub use invalid::InvalidParser;
pub use json::JsonOutputParser;
pub use list::ListOutputParser;
pub use structured::{ResponseSchema, StructuredOutputParser};
pub use typed::TypedOutputParser;
#[cfg(feature = "yaml")]
pub use yaml::YamlOutputParser;

//! The readers of `llm_pipeline`, under the names they have here.
//!
//! ```
//! use ollama_vision::{parse_tags, strip_think_tags};
//!
//! assert_eq!(parse_tags(r#"{"tags": ["Sunset", "beach", "sunset"]}"#).unwrap(), ["sunset", "beach"]);
//! assert_eq!(strip_think_tags("<think>a beach?</think>A beach."), "A beach.");
//! ```

pub use llm_pipeline::output_parser::ParseError;
pub use llm_pipeline::output_parser::parse_string_list as parse_tags;
pub use llm_pipeline::output_parser::strip_think_tags;

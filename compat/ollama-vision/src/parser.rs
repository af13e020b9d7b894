//! The readers of `llm_pipeline`, under the names they have here.
//!
//! ```
//! use ollama_vision::strip_think_tags;
//!
//! assert_eq!(strip_think_tags("<think>a beach?</think>A beach."), "A beach.");
//! ```

pub use llm_pipeline::output_parser::ParseError;
pub use llm_pipeline::output_parser::strip_think_tags;

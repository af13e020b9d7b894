//! Damaged JSON made JSON: `{'a': True,}` gives `{"a": true}`, without calling a model again.
//!
//! ```
//! use llm_pipeline::output_parser::repair::try_repair_json;
//!
//! assert_eq!(try_repair_json("{'a': True,}").as_deref(), Some(r#"{"a": true}"#));
//! assert_eq!(try_repair_json("{}"), None);
//! ```

pub use llmparse::try_repair_json;

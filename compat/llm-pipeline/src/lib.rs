//! The paths and names of [`output_parser`], for code that was written against the published `llm-pipeline`.
//!
//! Every function calls [`llmparse`], which does the reading; nothing here knows a format. What is new in `llmparse`
//! (options, spans, the record of repairs, errors with more in them) is there under [`llmparse`] itself.
//!
//! The rest of the published crate (clients, chains, payloads, receipts) is not here.
//!
//! ```
//! use llm_pipeline::output_parser::parse_json;
//!
//! let scores: Vec<u8> = parse_json("<think>hm</think>The scores are [7, 8,]").unwrap();
//! assert_eq!(scores, [7, 8]);
//! ```

pub mod output_parser;

pub use llmparse;

//! Pieces of a reply: its content without the reasoning, its fences, its brackets.
//!
//! ```
//! use llm_pipeline::output_parser::extract;
//!
//! let reply = "<think>hm</think>Here:\n```json\n[1]\n```\n";
//! assert_eq!(extract::preprocess(reply), "Here:\n```json\n[1]\n```");
//! assert_eq!(extract::extract_code_block(reply), Some((Some("json"), "[1]")));
//! assert_eq!(extract::extract_code_block_for(reply, "json"), Some("[1]"));
//! assert_eq!(extract::find_bracketed("{a} or {b: 1}", '{', '}'), Some("{b: 1}"));
//! ```

pub use llmparse::{
    extract_code_block, extract_code_block_for, find_bracketed, preprocess, strip_think_tags,
};

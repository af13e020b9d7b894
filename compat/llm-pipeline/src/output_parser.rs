//! Readers for what language models say: `Sure! {'a': 1,}` gives the object.
//!
//! | Function | What it reads |
//! |---|---|
//! | [`parse_json`], [`parse_json_value`] | JSON, into a type or as it is |
//! | [`parse_string_list`], [`parse_string_list_raw`] | a list of strings, cleaned or as it is |
//! | [`parse_choice`] | one of several answers |
//! | [`parse_number`], [`parse_number_in_range`] | a number, in a range |
//! | [`parse_text`] | prose without a lead-in |
//! | [`parse_xml_tag`], [`parse_xml_tags`] | what stands between tags |
//! | `parse_yaml` | YAML, into a type (feature `yaml`) |
//! | [`preprocess`], [`strip_think_tags`] | the reply without its reasoning |
//! | [`try_repair_json`] | damaged JSON, into JSON |
//!
//! Each `parse_*` has a `_with_trace` variant that takes [`ParseOptions`] and returns a [`ParseTrace`] beside the value.

pub mod choice;
pub mod error;
pub mod extract;
pub mod json;
pub mod list;
pub mod number;
pub mod repair;
pub mod streaming;
pub mod text;
pub mod xml;
#[cfg(feature = "yaml")]
pub mod yaml;

mod options;
mod trace;

pub use choice::{parse_choice, parse_choice_with_trace};
pub use error::{ParseError, ParseOptions, ParseTrace};
pub use extract::{extract_code_block, extract_code_block_for, find_bracketed};
pub use extract::{preprocess, strip_think_tags};
pub use json::{parse_json, parse_json_value, parse_json_value_with_trace, parse_json_with_trace};
pub use list::{parse_string_list, parse_string_list_raw, parse_string_list_with_trace};
pub use number::{
    parse_number, parse_number_in_range, parse_number_in_range_with_trace, parse_number_with_trace,
};
pub use repair::try_repair_json;
pub use text::{parse_text, parse_text_with_trace};
pub use xml::{parse_xml_tag, parse_xml_tag_with_trace, parse_xml_tags, parse_xml_tags_with_trace};
#[cfg(feature = "yaml")]
pub use yaml::parse_yaml;

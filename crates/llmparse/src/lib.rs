//! Turns whatever a language model said into the data that was asked for, and says exactly what it had to do to
//! get there.
//!
//! ```text
//!     raw text
//!       | preprocess   reasoning blocks set aside; fences and bracketed regions found   -> candidates
//!       | read         serde_json                                                        -> value
//!       | repair       only when strict reading failed: the tolerant machine             -> value + repairs
//!     typed result + Trace
//! ```
//!
//! [`pipeline`](parse_json) alone knows this order; a stage never calls the next one.
//!
//! ```
//! #[derive(serde::Deserialize)]
//! struct Review {
//!     sentiment: String,
//!     score: f64,
//! }
//!
//! let reply = "<think>positive, I guess</think>Here it is:\n```json\n{'sentiment': 'positive', 'score': .9,}\n```";
//! let review: Review = llmparse::parse_json(reply)?;
//! assert_eq!((review.sentiment.as_str(), review.score), ("positive", 0.9));
//! # Ok::<(), llmparse::ParseError>(())
//! ```

#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

// Ground.
mod error;
mod llm;
mod options;
mod output_format;
mod scan;
mod schema;
mod span;
mod trace;
mod value;
// Stages.
mod coerce;
mod detect;
mod formats;
mod preprocess;
mod repair;
mod retry;
mod validate;
// The order of the stages.
mod pipeline;
// Uses of the pipeline.
mod fix;
mod parser;
mod toolkit;

pub use coerce::{Coerced, coerce};
pub use error::{ParseError, ParsingError};
pub use fix::{FixStrategy, Fixed, OutputFixer, ReformatError, build_answer_fixer};
pub use formats::list::ListItem;
pub use formats::number::{Decimal, DecimalError};
pub use llm::{Llm, LlmError};
pub use options::{
    ColumnType, Columns, Ending, Escapes, Header, Level, Limits, Options, ParseMode,
};
pub use output_format::{OutputFormat, UnknownFormat};
pub use parser::{
    Outcome, OutputParser, ParseResult, ParseTrace, TraceSummary, create_answer_parser,
    create_json_parser, create_tool_call_parser, graceful_fallback,
};
pub use pipeline::{
    FormatCandidate, FormatDetector, Part, Reply, ToolCall, ToolReply, extract_code_block,
    extract_code_block_for, find_bracketed, parse_all, parse_all_with_options,
    parse_all_with_trace, parse_as, parse_as_with_options, parse_as_with_trace, parse_choice,
    parse_choice_of, parse_choice_of_with_options, parse_choice_of_with_trace,
    parse_choice_with_options, parse_choice_with_trace, parse_csv, parse_csv_with_options,
    parse_csv_with_trace, parse_json, parse_json_value, parse_json_value_with_options,
    parse_json_value_with_trace, parse_json_with_options, parse_json_with_trace, parse_key_value,
    parse_key_value_of, parse_key_value_of_with_options, parse_key_value_of_with_trace,
    parse_key_value_with_options, parse_key_value_with_trace, parse_mixed,
    parse_mixed_with_options, parse_mixed_with_trace, parse_nested_list,
    parse_nested_list_with_options, parse_nested_list_with_trace, parse_number,
    parse_number_in_range, parse_number_in_range_with_options, parse_number_in_range_with_trace,
    parse_number_with_options, parse_number_with_trace, parse_string_list, parse_string_list_raw,
    parse_string_list_raw_with_options, parse_string_list_raw_with_trace,
    parse_string_list_with_options, parse_string_list_with_trace, parse_table,
    parse_table_with_options, parse_table_with_trace, parse_tables, parse_tables_with_options,
    parse_tables_with_trace, parse_text, parse_text_with_options, parse_text_with_trace,
    parse_tool_calls, parse_tool_calls_with_options, parse_tool_calls_with_trace,
    parse_typed_with_schema, parse_value, parse_value_with_options, parse_value_with_trace,
    parse_with_schema, parse_with_schema_with_options, parse_with_schema_with_trace, parse_xml,
    parse_xml_tag, parse_xml_tag_all, parse_xml_tag_all_with_options, parse_xml_tag_all_with_trace,
    parse_xml_tag_with_options, parse_xml_tag_with_trace, parse_xml_tags,
    parse_xml_tags_with_options, parse_xml_tags_with_trace, parse_xml_with_options,
    parse_xml_with_trace, preprocess, split_open_reasoning, split_reasoning, strip_think_tags,
    try_repair_json, try_repair_json_with_options, try_repair_json_with_trace,
};
#[cfg(feature = "schemars")]
pub use pipeline::{parse_typed, parse_typed_with_options};
#[cfg(feature = "yaml")]
pub use pipeline::{
    parse_yaml, parse_yaml_value, parse_yaml_value_with_options, parse_yaml_value_with_trace,
    parse_yaml_with_options, parse_yaml_with_trace,
};
pub use retry::{RetryHandler, RetryRequest, RetryResult, RetryStrategy};
pub use schema::{
    Answer, Dtype, FieldSchema, RankedAnswers, RetrievalResult, Schema, SchemaCache, SchemaError,
    SchemaIssue, ToolCallRequest, UnknownDtype, issues_text,
};
pub use span::Span;
#[cfg(feature = "yaml")]
pub use toolkit::YamlOutputParser;
pub use toolkit::{
    AutoFixingParser, BaseOutputParser, BoxedParser, ChainedParser, CsvOutputParser, InvalidParser,
    JsonOutputParser, ListOutputParser, ResponseSchema, Specificity, StructuredOutputParser,
    TypedOutputParser,
};
pub use trace::{
    Coercion, CoercionRule, Repair, RepairKind, Risk, Trace, Traced, Warning, WarningKind,
};
pub use validate::{
    OutputValidator, Safety, SafetyFinding, SafetyKind, Severity, ValidationCounts,
    ValidationResult, ValidationRule, ValidationStatus, build_answer_validator, redact,
    redact_value, scan_safety,
};
pub use value::{Data, Number, Object, Value};

#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

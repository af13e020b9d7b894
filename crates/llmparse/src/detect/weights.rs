//! What each piece of evidence weighs, from 0 to 1.

use crate::output_format::OutputFormat;

/// What is less likely is not told.
pub(crate) const LEAST: f64 = 0.15;

pub(crate) const JSON_WHOLE: f64 = 0.99;
pub(crate) const JSON_EDGES: f64 = 0.65;
pub(crate) const JSON_KEY: f64 = 0.45;

pub(crate) const YAML_MANY_KEYS: f64 = 0.50;
pub(crate) const YAML_FEW_KEYS: f64 = 0.20;
pub(crate) const YAML_ITEMS: f64 = 0.25;
/// What a text that starts with a bracket loses.
pub(crate) const YAML_BRACKET: f64 = 0.30;

pub(crate) const CSV_BASE: f64 = 0.50;
/// What is added if every row has as many cells as the header.
pub(crate) const CSV_ROWS: f64 = 0.30;
/// The least share of rows that have as many cells as the header.
pub(crate) const CSV_SHARE: f64 = 0.75;

pub(crate) const TABLE_SEPARATOR: f64 = 0.92;
pub(crate) const TABLE_PIPES: f64 = 0.50;

pub(crate) const NUMBERED_MANY: f64 = 0.85;
pub(crate) const NUMBERED_FEW: f64 = 0.40;
pub(crate) const BULLETED_MANY: f64 = 0.82;
pub(crate) const BULLETED_FEW: f64 = 0.38;

pub(crate) const KEY_VALUE: f64 = 0.60;

pub(crate) const XML_PAIRS: f64 = 0.88;
pub(crate) const XML_TAG: f64 = 0.35;

pub(crate) const TOOL_WITH_INPUT: f64 = 0.82;
pub(crate) const TOOL_NAME: f64 = 0.55;
pub(crate) const TOOL_JSON: f64 = 0.90;

pub(crate) const PLAIN: f64 = 0.55;
/// What plain text loses for each sign of structure.
pub(crate) const PLAIN_SIGNAL: f64 = 0.10;
pub(crate) const PLAIN_LEAST: f64 = 0.10;

/// What a format weighs once a reader has found it, where its look alone weighs less.
pub(crate) fn found(format: OutputFormat) -> f64 {
    match format {
        OutputFormat::ToolCall => TOOL_JSON,
        OutputFormat::MarkdownTable | OutputFormat::Xml => XML_PAIRS,
        OutputFormat::Json | OutputFormat::Yaml | OutputFormat::Csv => 0.80,
        OutputFormat::NumberedList | OutputFormat::BulletedList => 0.70,
        OutputFormat::KeyValue => KEY_VALUE,
        _ => PLAIN,
    }
}

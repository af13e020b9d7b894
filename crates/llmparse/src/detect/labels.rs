//! What the label of a fence says about its content: ```` ```tsv ```` is CSV, ```` ```python ```` is code.

use crate::output_format::OutputFormat;
use crate::scan::labels::is_plain;

/// What a label says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Label {
    /// The format, and how much the label weighs.
    Data(OutputFormat, f64),
    /// Nothing: the content has to be looked at.
    Silent,
    /// Code in a programming language, a shell or a log.
    Code,
}

const DATA: &[(&str, OutputFormat, f64)] = &[
    ("json", OutputFormat::Json, 0.95),
    ("json5", OutputFormat::Json, 0.95),
    ("jsonc", OutputFormat::Json, 0.95),
    ("jsonl", OutputFormat::Json, 0.95),
    ("ndjson", OutputFormat::Json, 0.95),
    ("hjson", OutputFormat::Json, 0.95),
    ("geojson", OutputFormat::Json, 0.95),
    ("yaml", OutputFormat::Yaml, 0.95),
    ("yml", OutputFormat::Yaml, 0.95),
    ("csv", OutputFormat::Csv, 0.95),
    ("tsv", OutputFormat::Csv, 0.95),
    ("psv", OutputFormat::Csv, 0.95),
    ("xml", OutputFormat::Xml, 0.90),
    ("html", OutputFormat::Xml, 0.85),
    ("xhtml", OutputFormat::Xml, 0.85),
    ("svg", OutputFormat::Xml, 0.85),
    ("ini", OutputFormat::KeyValue, 0.85),
    ("env", OutputFormat::KeyValue, 0.85),
    ("dotenv", OutputFormat::KeyValue, 0.85),
    ("properties", OutputFormat::KeyValue, 0.85),
    ("toml", OutputFormat::KeyValue, 0.85),
    ("tool_call", OutputFormat::ToolCall, 0.95),
    ("tool_calls", OutputFormat::ToolCall, 0.95),
    ("tool_code", OutputFormat::ToolCall, 0.95),
    ("tool_use", OutputFormat::ToolCall, 0.95),
    ("function_call", OutputFormat::ToolCall, 0.95),
];

/// Labels that earlier engines knew, written behind three backticks.
const PLAIN_DATA: &[&str] = &["json", "yaml", "yml", "csv", "xml"];

pub(crate) fn read_label(label: Option<&str>) -> Label {
    let Some(label) = label else {
        return Label::Silent;
    };
    let label = label
        .trim_start_matches(['.', ':'])
        .trim_end_matches([',', ';', ':']);
    let data = DATA
        .iter()
        .find(|(name, ..)| name.eq_ignore_ascii_case(label));
    if let Some((_, format, weight)) = data {
        return Label::Data(*format, *weight);
    }
    if is_plain(label) {
        Label::Silent
    } else {
        Label::Code
    }
}

/// The label of the first fence with nothing but a word behind its three backticks, and a closing marker below.
pub(crate) fn find_first(text: &str) -> Option<&str> {
    let bytes = text.as_bytes();
    let last = memchr::memmem::rfind(bytes, b"```")?;
    let mut at = 0;
    while let Some(len) = memchr::memmem::find(bytes.get(at..)?, b"```") {
        let start = at + len + 3;
        let rest = text.get(start..)?;
        let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
        let (label, behind) = rest.split_at_checked(end.unwrap_or(rest.len()))?;
        let blanks = behind.len() - behind.trim_start().len();
        let newline = behind.get(..blanks)?.rfind('\n');
        if newline.is_some_and(|newline| last > start + label.len() + newline) {
            return Some(label);
        }
        at = start - 2;
    }
    None
}

/// The format and the weight of the label of [`find_first`].
pub(crate) fn first_known(text: &str) -> Option<(&str, OutputFormat, f64)> {
    let label = find_first(text)?;
    let is_known = PLAIN_DATA
        .iter()
        .any(|name| name.eq_ignore_ascii_case(label));
    match read_label(Some(label)) {
        Label::Data(format, weight) if is_known => Some((label, format, weight)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_name_data_or_code() {
        for (label, format) in [
            ("JSON", OutputFormat::Json),
            ("tsv", OutputFormat::Csv),
            ("yml", OutputFormat::Yaml),
        ] {
            assert!(matches!(read_label(Some(label)), Label::Data(found, _) if found == format));
        }
        assert_eq!(read_label(Some("md")), Label::Silent);
        assert_eq!(read_label(None), Label::Silent);
        assert_eq!(read_label(Some("python")), Label::Code);
    }

    #[test]
    fn the_first_fence_needs_a_line_of_its_own_and_a_closer() {
        assert_eq!(find_first("a\n```json  \n1\n```"), Some("json"));
        assert_eq!(find_first("````json\n1\n````"), Some("json"));
        assert_eq!(find_first("```json\n```"), Some("json"));
        for text in ["```json {} ```", "```json\n{}", "``` json\n{}\n```x", ""] {
            assert!(find_first(text).is_none_or(str::is_empty), "{text}");
        }
    }
}

//! The shapes that a reply may have: `json`, `markdown_table`, `plain_text`, ...

use std::fmt;
use std::str::FromStr;

/// The shape of a reply, detected or expected.
///
/// ```
/// use llmparse::OutputFormat;
/// assert_eq!(OutputFormat::MarkdownTable.to_string(), "markdown_table");
/// assert_eq!("yaml".parse(), Ok(OutputFormat::Yaml));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum OutputFormat {
    /// An object, a list or a scalar of JSON.
    Json,
    /// Mappings and sequences of YAML.
    Yaml,
    /// Rows of cells between commas, semicolons, tabs or bars.
    Csv,
    /// A table of Markdown, with or without bars at its edges.
    MarkdownTable,
    /// `1. first`
    NumberedList,
    /// `- first`
    BulletedList,
    /// `Name: value`, a pair a line.
    KeyValue,
    /// `<answer>Oslo</answer>`
    Xml,
    /// The call of a tool.
    ToolCall,
    /// Sentences.
    PlainText,
    /// Several of these, one behind the other.
    Mixed,
    /// Nothing that could be told.
    Unknown,
}

impl OutputFormat {
    /// Every format.
    pub const ALL: [Self; 12] = [
        Self::Json,
        Self::Yaml,
        Self::Csv,
        Self::MarkdownTable,
        Self::NumberedList,
        Self::BulletedList,
        Self::KeyValue,
        Self::Xml,
        Self::ToolCall,
        Self::PlainText,
        Self::Mixed,
        Self::Unknown,
    ];

    /// The stable name.
    ///
    /// ```
    /// assert_eq!(llmparse::OutputFormat::KeyValue.name(), "key_value");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Yaml => "yaml",
            Self::Csv => "csv",
            Self::MarkdownTable => "markdown_table",
            Self::NumberedList => "numbered_list",
            Self::BulletedList => "bulleted_list",
            Self::KeyValue => "key_value",
            Self::Xml => "xml",
            Self::ToolCall => "tool_call",
            Self::PlainText => "plain_text",
            Self::Mixed => "mixed",
            Self::Unknown => "unknown",
        }
    }

    /// What a model is asked for: `a valid JSON object`.
    pub(crate) fn request(self) -> &'static str {
        match self {
            Self::Json => "a valid JSON object",
            Self::Yaml => "valid YAML",
            Self::Csv => "CSV with a header row",
            Self::MarkdownTable => "a Markdown table with a header row",
            Self::NumberedList => "a numbered list, one item per line",
            Self::BulletedList => "a bulleted list, one item per line",
            Self::KeyValue => "`key: value` lines, one pair per line",
            Self::Xml => "XML with one element per field",
            Self::ToolCall => "a tool call, a JSON object with the keys \"name\" and \"arguments\"",
            Self::PlainText => "plain text",
            Self::Mixed | Self::Unknown => "structured text",
        }
    }
}

impl fmt::Display for OutputFormat {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// No format has this name.
///
/// ```
/// let error = "jsn".parse::<llmparse::OutputFormat>().unwrap_err();
/// assert!(error.to_string().starts_with("`jsn` is no format; the formats are json, yaml, csv"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownFormat(String);

impl fmt::Display for UnknownFormat {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = OutputFormat::ALL.map(OutputFormat::name);
        let names = names.join(", ");
        write!(
            formatter,
            "`{}` is no format; the formats are {names}",
            self.0
        )
    }
}

impl std::error::Error for UnknownFormat {}

impl FromStr for OutputFormat {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        let found = Self::ALL.into_iter().find(|format| format.name() == name);
        found.ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}

//! A call of a tool: `{"tool_name": "search", "arguments": {"query": "Oslo"}, "thought": "I need facts"}`.

use serde::{Deserialize, Serialize};

use super::{Schema, known};

/// A tool that the model wants to be called, and with what.
///
/// ```
/// use llmparse::ToolCallRequest;
/// let call: ToolCallRequest = llmparse::parse_json(r#"{"tool_name": "search", "arguments": {"query": "Oslo"}}"#)?;
/// assert_eq!((call.tool_name.as_str(), call.arguments["query"].as_str()), ("search", Some("Oslo")));
/// # Ok::<(), llmparse::ParseError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolCallRequest {
    /// The tool.
    pub tool_name: String,
    /// What it is given.
    #[serde(default)]
    pub arguments: serde_json::Map<String, serde_json::Value>,
    /// Why the model wants it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thought: Option<String>,
}

impl ToolCallRequest {
    /// A call without arguments.
    ///
    /// ```
    /// assert!(llmparse::ToolCallRequest::new("search").arguments.is_empty());
    /// ```
    #[must_use]
    pub fn new(tool_name: impl Into<String>) -> Self {
        Self {
            tool_name: tool_name.into(),
            ..Self::default()
        }
    }

    /// What to ask for.
    ///
    /// ```
    /// assert!(llmparse::ToolCallRequest::schema().to_prompt().contains("tool_name: string"));
    /// ```
    #[must_use]
    pub fn schema() -> Schema {
        known(SCHEMA)
    }
}

const SCHEMA: &str = r#"{
  "title": "ToolCallRequest",
  "type": "object",
  "properties": {
    "tool_name": {"type": "string", "description": "the tool to call"},
    "arguments": {"type": "object", "description": "what it is given"},
    "thought": {"type": ["string", "null"], "description": "why it is needed"}
  },
  "required": ["tool_name"]
}"#;

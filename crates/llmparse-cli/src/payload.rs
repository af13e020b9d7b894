//! What a reading found, and its JSON text: `{"lang":"json","content":"[1]"}`.

use llmparse::{Reply, Value};

use crate::row::{ObjectWriter, write_text};

/// What a reading found in the reply `'t`.
#[derive(Debug)]
pub(crate) enum Payload<'t> {
    Value(Value),
    Values(Vec<Value>),
    Fence {
        lang: Option<&'t str>,
        content: &'t str,
    },
    Reply(Reply),
    /// Text that is JSON by now.
    Repaired(String),
}

impl Payload<'_> {
    /// Appends the payload to `out` as compact JSON.
    pub(crate) fn write_json(&self, out: &mut Vec<u8>) {
        match self {
            Self::Value(value) => out.extend_from_slice(value.to_json_text().as_bytes()),
            Self::Values(values) => write_list(out, values),
            Self::Fence { lang, content } => {
                ObjectWriter::start(out)
                    .optional_text("lang", *lang)
                    .text("content", content)
                    .end();
            }
            Self::Reply(reply) => {
                ObjectWriter::start(out)
                    .text("reasoning", &reply.reasoning)
                    .text("content", &reply.content)
                    .end();
            }
            Self::Repaired(text) => write_text(out, text),
        }
    }

    /// Whether the reply closed every value.
    pub(crate) fn is_complete(&self) -> bool {
        match self {
            Self::Value(value) => value.complete,
            Self::Values(values) => values.iter().all(|value| value.complete),
            Self::Fence { .. } | Self::Reply(_) | Self::Repaired(_) => true,
        }
    }
}

fn write_list(out: &mut Vec<u8>, values: &[Value]) {
    out.push(b'[');
    for (index, value) in values.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        out.extend_from_slice(value.to_json_text().as_bytes());
    }
    out.push(b']');
}

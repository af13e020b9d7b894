//! What a reading found, and its JSON text: `{"lang":"json","content":"[1]"}`.

use llmparse::{FormatCandidate, ListItem, Reply, Value};
use serde::Serialize;

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
    List(Vec<String>),
    Tree(Vec<ListItem>),
    /// The content of tags by name.
    Tags(Vec<(&'t str, String)>),
    /// The contents of tags by name.
    AllTags(Vec<(&'t str, Vec<String>)>),
    Choice(&'t str),
    /// A number as JSON spells it.
    Number(String),
    Text(String),
    /// The formats that a reply may have, the most likely first.
    Formats(Vec<FormatCandidate>),
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
            Self::Repaired(text) | Self::Text(text) => write_text(out, text),
            Self::List(items) => write_serialized(out, items),
            Self::Tree(items) => write_serialized(out, items),
            Self::Tags(tags) => write_members(out, tags),
            Self::AllTags(tags) => write_members(out, tags),
            Self::Choice(choice) => write_text(out, choice),
            Self::Number(number) => out.extend_from_slice(number.as_bytes()),
            Self::Formats(ranked) => write_formats(out, ranked),
        }
    }

    /// Whether the reply closed every value.
    pub(crate) fn is_complete(&self) -> bool {
        match self {
            Self::Value(value) => value.complete,
            Self::Values(values) => values.iter().all(|value| value.complete),
            _ => true,
        }
    }
}

/// `{"top":"json","ranked":[["json",0.99,"valid JSON parse succeeded"]]}`
fn write_formats(out: &mut Vec<u8>, ranked: &[FormatCandidate]) {
    let rows = ranked
        .iter()
        .map(|found| (found.format.name(), found.confidence, &found.evidence));
    let rows: Vec<_> = rows.collect();
    let top = ranked.first().map(|best| best.format.name());
    let mut object = ObjectWriter::start(out).optional_text("top", top);
    write_serialized(object.key("ranked"), &rows);
    object.end();
}

fn write_serialized<T: Serialize>(out: &mut Vec<u8>, value: &T) {
    let written = serde_json::to_writer(out, value);
    debug_assert!(
        written.is_ok(),
        "a Vec takes every byte, and keys are texts"
    );
}

fn write_members<T: Serialize>(out: &mut Vec<u8>, members: &[(&str, T)]) {
    out.push(b'{');
    for (index, (name, value)) in members.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write_text(out, name);
        out.push(b':');
        write_serialized(out, value);
    }
    out.push(b'}');
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

//! The readers that are measured, each called the way its documentation says.

use std::hint::black_box;
use std::sync::LazyLock;

use llmparse::{Level, Schema};
use serde_json::Value;

use crate::workloads::{Document, Workload, typed};

/// A reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Subject {
    /// `serde_json` on the payload as it stands in the reply: what everything is compared with.
    SerdeJson,
    /// `serde_json` on the payload without white space.
    SerdeJsonCompact,
    /// [`llmparse::parse_json_value`]
    ParseJsonValue,
    /// [`llmparse::parse_json_value_with_trace`]
    ParseJsonValueWithTrace,
    /// [`llmparse::parse_value`]: our own tree, with spans.
    ParseValue,
    /// [`llmparse::parse_value`], made to fit [`typed::SCHEMA`] by [`llmparse::coerce`].
    Coerce,
    /// All other readers of the library, one after another: only how their work grows is of interest.
    EveryReader,
    /// A copy of the reply.
    MemoryCopy,
    /// `jsonrepair::repair_to_value`
    #[cfg(feature = "peers")]
    Jsonrepair,
    /// `llm_json::loads`
    #[cfg(feature = "peers")]
    LlmJson,
    /// `llm_output_parser::parse_json_value`
    #[cfg(feature = "peers")]
    LlmOutputParser,
}

impl Subject {
    /// Every subject.
    pub const ALL: &'static [Self] = &[
        Self::SerdeJson,
        Self::SerdeJsonCompact,
        Self::ParseJsonValue,
        Self::ParseJsonValueWithTrace,
        Self::ParseValue,
        Self::Coerce,
        Self::EveryReader,
        Self::MemoryCopy,
        #[cfg(feature = "peers")]
        Self::Jsonrepair,
        #[cfg(feature = "peers")]
        Self::LlmJson,
        #[cfg(feature = "peers")]
        Self::LlmOutputParser,
    ];

    /// Crates that do the same job.
    pub const PEERS: &'static [Self] = &[
        #[cfg(feature = "peers")]
        Self::Jsonrepair,
        #[cfg(feature = "peers")]
        Self::LlmJson,
        #[cfg(feature = "peers")]
        Self::LlmOutputParser,
    ];

    /// Its name in tables and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::SerdeJson => "serde_json",
            Self::SerdeJsonCompact => "serde_json-compact",
            Self::ParseJsonValue => "parse_json_value",
            Self::ParseJsonValueWithTrace => "parse_json_value_with_trace",
            Self::ParseValue => "parse_value",
            Self::Coerce => "coerce",
            Self::EveryReader => "every-reader",
            Self::MemoryCopy => "copy",
            #[cfg(feature = "peers")]
            Self::Jsonrepair => "jsonrepair",
            #[cfg(feature = "peers")]
            Self::LlmJson => "llm_json",
            #[cfg(feature = "peers")]
            Self::LlmOutputParser => "llm-output-parser",
        }
    }

    /// The subject called `name`.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|subject| subject.name() == name)
    }

    /// Reads `document`, throwing the outcome away.
    pub fn read(self, document: &Document) {
        match self {
            Self::ParseValue => drop(black_box(llmparse::parse_value(&document.reply))),
            Self::Coerce => drop(black_box(coerced(&document.reply))),
            Self::EveryReader => use_every_reader(&document.reply),
            Self::MemoryCopy => drop(black_box(document.reply.clone())),
            _ => drop(black_box(self.value(document))),
        }
    }

    /// What the subject makes of `document`; none if it finds nothing, or does not read JSON.
    #[must_use]
    pub fn value(self, document: &Document) -> Option<Value> {
        let reply = document.reply.as_str();
        match self {
            Self::SerdeJson => serde_json::from_str(&document.truth.as_ref()?.payload).ok(),
            Self::SerdeJsonCompact => serde_json::from_str(&document.truth.as_ref()?.compact).ok(),
            Self::ParseJsonValue => llmparse::parse_json_value(reply).ok(),
            Self::ParseJsonValueWithTrace => traced(reply),
            Self::ParseValue => llmparse::parse_value(reply).ok().map(Value::from),
            Self::Coerce => coerced(reply)
                .filter(|coerced| coerced.issues.is_empty())
                .map(|coerced| Value::from(coerced.value)),
            Self::EveryReader | Self::MemoryCopy => None,
            #[cfg(feature = "peers")]
            Self::Jsonrepair => {
                jsonrepair::repair_to_value(reply, &jsonrepair::Options::default()).ok()
            }
            #[cfg(feature = "peers")]
            Self::LlmJson => llm_json::loads(reply, &llm_json::RepairOptions::default()).ok(),
            #[cfg(feature = "peers")]
            Self::LlmOutputParser => llm_output_parser::parse_json_value(reply).ok(),
        }
    }

    /// How many documents of `workload` come out with the value that they stand for.
    #[must_use]
    pub fn count_right(self, workload: &Workload) -> usize {
        let is_right = |document: &&Document| {
            let found = self.value(document);
            found.is_some() && found == Self::SerdeJson.value(document)
        };
        workload.documents.iter().filter(is_right).count()
    }
}

/// The value, with the record of how it came about.
fn traced(reply: &str) -> Option<Value> {
    let read = llmparse::parse_json_value_with_trace(reply, &llmparse::Options::default());
    drop(black_box(read.trace));
    read.result.ok()
}

fn coerced(reply: &str) -> Option<llmparse::Coerced> {
    static SCHEMA: LazyLock<Option<Schema>> =
        LazyLock::new(|| Schema::from_text(typed::SCHEMA).ok());
    let value = llmparse::parse_value(reply).ok()?;
    Some(llmparse::coerce(value, SCHEMA.as_ref()?, Level::Normal))
}

fn use_every_reader(reply: &str) {
    let options = llmparse::Options::default();
    drop(black_box(llmparse::parse_all_with_trace(reply, &options)));
    drop(black_box(llmparse::try_repair_json_with_trace(
        reply, &options,
    )));
    drop(black_box(llmparse::split_reasoning(reply)));
    black_box(llmparse::extract_code_block(reply));
    black_box(llmparse::find_bracketed(reply, '{', '}'));
    black_box(llmparse::find_bracketed(reply, '[', ']'));
}

/// Reads everything once; callgrind counts what happens inside this function and nothing else.
#[inline(never)]
pub fn read_every_document(subject: Subject, workload: &Workload) {
    for document in &workload.documents {
        subject.read(document);
    }
}

//! The text that a row stands for.

use serde_json::Value as Json;

/// The text of a row, as it stands there or as `text_gen` says: pre + unit * n + post.
pub(crate) fn input(row: &Json) -> String {
    if let Some(text) = row["text"].as_str() {
        return text.to_owned();
    }
    let parts = &row["text_gen"];
    let part = |name: &str| parts[name].as_str().unwrap_or_default();
    let count = parts["n"]
        .as_u64()
        .and_then(|count| usize::try_from(count).ok());
    let middle = part("unit").repeat(count.unwrap_or_default());
    format!("{}{middle}{}", part("pre"), part("post"))
}

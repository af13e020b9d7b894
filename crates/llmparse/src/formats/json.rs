//! JSON by `serde_json`: `{"a": 1} and more` gives the value at the start and where it ended.

use serde::de::DeserializeOwned;

/// No value that is nested deeper than this is read here.
pub(crate) const MAX_DEPTH: usize = 128;

/// The value that `text` starts with, and its length; none if there is none, or it does not fit `T`.
pub(crate) fn read_strict<T: DeserializeOwned>(text: &str) -> Option<(T, usize)> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<T>();
    let value = values.next()?.ok()?;
    Some((value, values.byte_offset()))
}

/// The value that is all of `text`; none if it is not JSON, or does not fit `T`.
pub(crate) fn read_whole<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_str(text).ok()
}

/// Reads `T` out of a value; the reason names the path to what does not fit.
pub(crate) fn fit<T: DeserializeOwned>(value: &crate::value::Value) -> Result<T, String> {
    // The path costs time, so it is sought only once it is known that something does not fit.
    T::deserialize(value)
        .or_else(|_| serde_path_to_error::deserialize(value))
        .map_err(describe)
}

fn describe(error: serde_path_to_error::Error<serde_json::Error>) -> String {
    let path = error.path().to_string();
    let reason = error.into_inner().to_string();
    if path == "." {
        reason
    } else {
        format!("{path}: {reason}")
    }
}

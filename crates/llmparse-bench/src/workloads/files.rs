//! Workloads as files: `NAME.jsonl` with `{"id": "a_4k-0", "text": "..."}` and `NAME.truth.jsonl` line by line beside it.
//!
//! A truth file holds compact JSON. If the reply has the same value with white space, that text is the payload.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Document, Truth, Workload, payloads};

/// Names the folder that workloads are taken from instead of being made.
const VARIABLE: &str = "LLMPARSE_WORKLOADS";

/// The workloads `a_*` to `d_*`: those of the folder that the environment names, or else [`payloads`].
///
/// # Errors
/// What [`load_directory`] gives.
pub fn asked() -> io::Result<Vec<Workload>> {
    match env::var_os(VARIABLE) {
        Some(directory) => load_directory(Path::new(&directory), "abcd"),
        None => Ok(payloads()),
    }
}

#[derive(Serialize, Deserialize)]
struct Line {
    id: String,
    text: String,
}

/// Writes `workload` into `directory`, as [`load`] reads it.
///
/// # Errors
/// What the file system says.
pub fn save(workload: &Workload, directory: &Path) -> io::Result<PathBuf> {
    let path = directory.join(format!("{}.jsonl", workload.name));
    let texts = |text: fn(&Document) -> &str| workload.documents.iter().map(text);
    fs::write(
        &path,
        lines(&workload.name, texts(|document| &document.reply))?,
    )?;
    if workload.has_truth() {
        let truths = texts(|document| document.truth.as_ref().map_or("", |truth| &truth.payload));
        fs::write(truth_path(&path), lines(&workload.name, truths)?)?;
    }
    Ok(path)
}

/// Reads a workload from `path`, and its truth if there is a file for it.
///
/// # Errors
/// What the file system says, or that a line is not such a row.
pub fn load(path: &Path) -> io::Result<Workload> {
    let replies = read_texts(path)?;
    let truth_path = truth_path(path);
    let truths = if truth_path.exists() {
        read_texts(&truth_path)?
    } else {
        Vec::new()
    };
    let mut truths = truths.into_iter();
    let documents = replies.into_iter().map(|reply| {
        let truth = truths.next().map(|payload| truth_of(&reply, payload));
        Document { reply, truth }
    });
    Ok(Workload {
        name: name_of(path),
        documents: documents.collect(),
    })
}

/// Reads every workload of `directory` whose name starts with one of `letters` and an underscore.
///
/// # Errors
/// What [`load`] gives.
pub fn load_directory(directory: &Path, letters: &str) -> io::Result<Vec<Workload>> {
    let mut paths: Vec<PathBuf> = fs::read_dir(directory)?
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<_>>()?;
    paths.retain(|path| is_workload(path, letters));
    paths.sort();
    paths.iter().map(|path| load(path)).collect()
}

fn is_workload(path: &Path, letters: &str) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_asked =
        name.starts_with(|letter| letters.contains(letter)) && name.get(1..2) == Some("_");
    is_asked && name.ends_with(".jsonl") && !name.ends_with(".truth.jsonl")
}

fn name_of(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

fn truth_path(path: &Path) -> PathBuf {
    path.with_extension("truth.jsonl")
}

fn lines<'t>(name: &str, texts: impl Iterator<Item = &'t str>) -> io::Result<String> {
    let mut out = String::new();
    for (place, text) in texts.enumerate() {
        let line = Line {
            id: format!("{name}-{place}"),
            text: text.to_owned(),
        };
        out.push_str(&serde_json::to_string(&line)?);
        out.push('\n');
    }
    Ok(out)
}

fn read_texts(path: &Path) -> io::Result<Vec<String>> {
    let text = fs::read_to_string(path)?;
    text.lines()
        .map(|line| Ok(serde_json::from_str::<Line>(line)?.text))
        .collect()
}

fn truth_of(reply: &str, payload: String) -> Truth {
    match find_in_reply(reply, &payload) {
        Some(payload) => Truth::new(payload.to_owned()),
        None => Truth::new(payload),
    }
}

/// The part of `reply` that is the same value as `payload`.
fn find_in_reply<'t>(reply: &'t str, payload: &str) -> Option<&'t str> {
    let wanted: Value = serde_json::from_str(payload).ok()?;
    let fence = reply.find("```").unwrap_or_default();
    let start = fence + reply.get(fence..)?.find(['{', '['])?;
    let mut values = serde_json::Deserializer::from_str(reply.get(start..)?).into_iter::<Value>();
    let found = values.next()?.ok()?;
    (found == wanted).then(|| reply.get(start..start + values.byte_offset()))?
}

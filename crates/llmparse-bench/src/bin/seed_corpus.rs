//! Gives the fuzz targets something to start from: every `input` of `cases/**/*.jsonl` as a file of `fuzz/corpus/TARGET/`.

use std::env;
use std::error::Error;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = env::args_os().nth(1).map_or(root, PathBuf::from);
    let mut files = Vec::new();
    find_case_files(&root.join("cases"), &mut files)?;
    let targets = find_targets(&root.join("fuzz/fuzz_targets"))?;
    let mut inputs = Vec::new();
    for file in &files {
        inputs.extend(read_inputs(file)?);
    }
    for target in &targets {
        write_corpus(&root.join("fuzz/corpus").join(target), &inputs)?;
    }
    println!("{} inputs for each of {}", inputs.len(), targets.join(", "));
    Ok(())
}

fn find_case_files(directory: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            find_case_files(&path, files)?;
        } else if path
            .extension()
            .is_some_and(|extension| extension == "jsonl")
        {
            files.push(path);
        }
    }
    files.sort();
    Ok(())
}

/// The targets are the files of `fuzz_targets/`.
fn find_targets(directory: &Path) -> io::Result<Vec<String>> {
    let name = |path: PathBuf| {
        path.file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    };
    let mut targets: Vec<String> = fs::read_dir(directory)?
        .map(|entry| Ok(name(entry?.path())))
        .collect::<io::Result<_>>()?;
    targets.sort();
    Ok(targets)
}

fn read_inputs(file: &Path) -> Outcome<Vec<String>> {
    let text = fs::read_to_string(file)?;
    let mut inputs = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let row: Value = serde_json::from_str(line)?;
        inputs.extend(row.get("input").and_then(Value::as_str).map(str::to_owned));
    }
    Ok(inputs)
}

fn write_corpus(directory: &Path, inputs: &[String]) -> io::Result<()> {
    fs::create_dir_all(directory)?;
    for (place, input) in inputs.iter().enumerate() {
        fs::write(directory.join(format!("case-{place:04}")), input)?;
    }
    Ok(())
}

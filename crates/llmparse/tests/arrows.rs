//! Holds the `use crate::...` lines of the sources against the arrows of DESIGN.md: ground <- stages <- pipeline.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

#[path = "support/paths.rs"]
mod paths;

use std::fs;
use std::path::{Path, PathBuf};

use paths::find_paths;

/// Where a module stands; an arrow goes from a later layer to an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layer {
    Ground,
    /// Imports ground, and no other stage.
    Stage,
    Pipeline,
    /// Built upon the pipeline: the engine and its toolkit.
    Use,
    /// `lib.rs`, which names what is public.
    Root,
}

const MODULES: &[(&str, Layer)] = &[
    ("error", Layer::Ground),
    ("llm", Layer::Ground),
    ("options", Layer::Ground),
    ("output_format", Layer::Ground),
    ("scan", Layer::Ground),
    ("schema", Layer::Ground),
    ("span", Layer::Ground),
    ("trace", Layer::Ground),
    ("value", Layer::Ground),
    ("detect", Layer::Stage),
    ("preprocess", Layer::Stage),
    ("coerce", Layer::Stage),
    ("formats", Layer::Stage),
    ("repair", Layer::Stage),
    ("validate", Layer::Stage),
    ("retry", Layer::Stage),
    ("pipeline", Layer::Pipeline),
    ("fix", Layer::Use),
    ("parser", Layer::Use),
    ("toolkit", Layer::Use),
    ("lib", Layer::Root),
];

/// What the core knows nothing of, by how the path starts.
const UNKNOWN: [&[&str]; 6] = [
    &["std", "fs"],
    &["std", "net"],
    &["std", "thread"],
    &["std", "process"],
    &["arrow"],
    &["pyo3"],
];

fn layer(module: &str) -> Option<Layer> {
    MODULES
        .iter()
        .find(|(name, _)| *name == module)
        .map(|(_, layer)| *layer)
}

/// Why the file of `module` may not name `path`.
fn refuse(module: &[String], path: &[String]) -> Option<String> {
    let names: Vec<&str> = path.iter().map(String::as_str).collect();
    let here = module.first()?.as_str();
    let is_refused = match names.as_slice() {
        ["crate", there, rest @ ..] => *there != here && !may_import(here, there, rest),
        ["crate"] => true,
        names => UNKNOWN.iter().any(|start| names.starts_with(start)),
    };
    is_refused.then(|| format!("{} names {}", module.join("::"), path.join("::")))
}

fn may_import(here: &str, there: &str, rest: &[&str]) -> bool {
    match (layer(here), layer(there)) {
        (Some(Layer::Root), _) => true,
        (Some(Layer::Use), Some(to)) => to != Layer::Root,
        (Some(_), Some(Layer::Ground)) => true,
        (Some(Layer::Pipeline), Some(Layer::Stage)) => true,
        // The tokens of the strict reader: `formats::json::Token`.
        _ => {
            here == "repair"
                && there == "formats"
                && matches!(rest, ["json", name, ..] if is_type(name))
        }
    }
}

fn is_type(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

fn find_sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let sources = entries.flat_map(|path| {
        if path.is_dir() {
            find_sources(&path)
        } else {
            vec![path]
        }
    });
    sources
        .filter(|path| path.extension().is_some_and(|end| end == "rs"))
        .collect()
}

/// `src/repair/machine.rs` is `repair::machine`, `src/repair/mod.rs` is `repair`.
fn module_of(file: &Path, folder: &Path) -> Vec<String> {
    let path = file.strip_prefix(folder).unwrap().with_extension("");
    let names = path.iter().map(|name| name.to_str().unwrap().to_owned());
    names.filter(|name| name != "mod").collect()
}

fn sources() -> Vec<(Vec<String>, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = find_sources(&folder).into_iter();
    files
        .map(|file| {
            (
                module_of(&file, &folder),
                fs::read_to_string(&file).unwrap(),
            )
        })
        .collect()
}

#[test]
fn imports_follow_the_arrows() {
    let refused = sources().into_iter().flat_map(|(module, source)| {
        let paths = find_paths(&source, &module);
        let refused: Vec<String> = paths
            .iter()
            .filter_map(|path| refuse(&module, path))
            .collect();
        refused
    });
    let refused: Vec<String> = refused.collect();
    assert!(refused.is_empty(), "{refused:#?}");
}

#[test]
fn every_module_has_its_place_and_every_place_a_module() {
    let sources = sources();
    let found = |name: &str| {
        sources
            .iter()
            .any(|(module, _)| module.first().is_some_and(|first| first == name))
    };
    let strangers = sources
        .iter()
        .filter_map(|(module, _)| module.first().filter(|name| layer(name).is_none()));
    assert_eq!(
        strangers.collect::<Vec<_>>(),
        Vec::<&String>::new(),
        "not in the table of modules"
    );
    let gone = MODULES.iter().filter(|(name, _)| !found(name));
    assert_eq!(
        gone.collect::<Vec<_>>(),
        Vec::<&(&str, Layer)>::new(),
        "in the table, and gone"
    );
}

/// How many paths of `source`, in the file of `module`, are refused.
fn count_refused(module: &str, source: &str) -> usize {
    let module: Vec<String> = module.split("::").map(str::to_owned).collect();
    find_paths(source, &module)
        .iter()
        .filter(|path| refuse(&module, path).is_some())
        .count()
}

/// Lines that go against the arrows, each in the file of a module.
const AGAINST: [(&str, &str); 22] = [
    ("value", "use crate::pipeline::parse_json;"),
    ("value", "use crate::repair::machine::Machine;"),
    ("value::de", "use super::super::formats::json;"),
    ("value", "mod tests { use super::super::pipeline; }"),
    (
        "value",
        "use {std::fmt, crate::{span::Span, preprocess::fences}};",
    ),
    ("scan", "use crate::*;"),
    ("scan", "fn f() { crate::parse_json_value(text) }"),
    (
        "scan",
        "macro_rules! m { () => { $crate::pipeline::read() } }",
    ),
    ("preprocess::fences", "use crate::repair::quotes;"),
    (
        "preprocess::fences",
        "fn f() { g(matches!(x, crate::repair::Frame)) }",
    ),
    ("repair::machine", "use crate::formats::json;"),
    ("repair::machine", "use crate::formats::json::read_strict;"),
    ("repair::machine", "use super::super::pipeline::Run;"),
    ("repair", "use super::pipeline::Run;"),
    ("formats::json", "use crate::{self as core};"),
    ("pipeline", "use crate::parse_value;"),
    ("pipeline", "use std::fs;"),
    ("pipeline", "use std::{fmt, fs::File};"),
    ("pipeline", "fn f() { ::std::thread::spawn(g); }"),
    ("lib", "use std::net::TcpStream;"),
    ("lib", "use pyo3;"),
    ("lib", "pub use arrow::array::Array as Column;"),
];

#[test]
fn lines_against_the_arrows_are_refused() {
    let passed = AGAINST
        .iter()
        .filter(|(module, line)| count_refused(module, line) != 1);
    assert_eq!(passed.collect::<Vec<_>>(), Vec::<&(&str, &str)>::new());
}

/// Lines that follow them, each in the file of a module.
const ALONG: [(&str, &str); 10] = [
    (
        "lib",
        "mod pipeline; pub use pipeline::parse_json; pub use crate::value::Value;",
    ),
    ("value", "use crate::span::Span; use super::trace::Trace;"),
    (
        "value::de",
        "use super::{Data, Number}; use crate::value::Object;",
    ),
    ("scan", "mod tests { use super::*; use crate::span::Span; }"),
    (
        "repair::machine",
        "use super::builder::{Builder, Shape}; use crate::scan::{Input, Prefix};",
    ),
    (
        "repair::machine",
        "use crate::formats::json::{Token, Tokens};",
    ),
    (
        "repair",
        "pub(crate) mod machine; use self::machine::Machine; pub(in crate::repair) fn f() {}",
    ),
    (
        "pipeline",
        "use crate::{repair::machine::Machine, preprocess::fences, span::Span};",
    ),
    (
        "pipeline",
        "// use crate::parse_value;\nconst TEXT: &str = \"use std::fs;\";\n/* std::thread */",
    ),
    (
        "pipeline",
        "/// ```\n/// use std::fs;\n/// ```\nfn f() { std::mem::take(x); arrow.len() }",
    ),
];

#[test]
fn lines_along_the_arrows_pass() {
    let refused = ALONG
        .iter()
        .filter(|(module, line)| count_refused(module, line) != 0);
    assert_eq!(refused.collect::<Vec<_>>(), Vec::<&(&str, &str)>::new());
}

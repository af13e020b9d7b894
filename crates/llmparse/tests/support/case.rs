//! One row of a case file, `{"id": "kinds/001", "task": "repair", "input": "...", "expected": ...}`, and whether it holds.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use crate::strict::Strict;

/// The folder of the case files, and the rows among them that cannot hold.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cases");
const EXCEPTIONS: &str = "exceptions.jsonl";
/// Its rows have shapes of their own; each file has a test that reads it.
const ENGINE: &str = "engine";

/// What may be asked, and the options of each.
const TASKS: &[(&str, &[&str])] = &[
    ("json", &[]),
    ("repair", &[]),
    ("strict", &[]),
    ("all", &[]),
    ("choice", &["choices"]),
    ("fence", &["lang"]),
    ("number", &["min", "max", "integer"]),
    ("list", &["raw"]),
    ("nested_list", &[]),
    ("reasoning", &["open"]),
    ("text", &[]),
    ("xml", &["tag", "tags"]),
    ("yaml", &[]),
    ("csv", &["columns"]),
    ("key_value", &["fields"]),
    ("table", &[]),
    ("detect", &[]),
    ("typed", &["schema", "level"]),
    ("partial", &["schema", "level"]),
];

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Case {
    pub(crate) id: String,
    pub(crate) task: String,
    pub(crate) input: String,
    #[serde(default)]
    pub(crate) options: BTreeMap<String, serde_json::Value>,
    #[serde(default, deserialize_with = "present")]
    expected: Option<Box<RawValue>>,
    #[serde(default)]
    expect_error: bool,
    #[serde(default)]
    accept: Vec<Box<RawValue>>,
    pick: Option<String>,
    #[serde(skip)]
    pub(crate) exception: Option<Exception>,
}

/// A row that does not hold, and the setting under which it does, if there is one.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Exception {
    pub(crate) id: String,
    pub(crate) holds_with: Option<Setting>,
    why: String,
}

/// What departs from the defaults.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Setting {
    Latex,
}

/// What was read: the value, or what the error says.
pub(crate) type Answer = Result<Strict, String>;

/// `"expected": null` is there.
pub(crate) fn present<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Box<RawValue>>, D::Error> {
    Deserialize::deserialize(deserializer).map(Some)
}

/// All rows of all files, by file name.
pub(crate) fn load() -> Result<Vec<Case>, String> {
    let exceptions: Vec<Exception> = read_rows(&Path::new(FOLDER).join(EXCEPTIONS))?;
    let exceptions = exceptions.into_iter().map(|row| (row.id.clone(), row));
    let mut exceptions: HashMap<String, Exception> = exceptions.collect();
    let mut cases: Vec<Case> = Vec::new();
    for file in find_files(Path::new(FOLDER))? {
        cases.extend(read_rows::<Case>(&file)?);
    }
    for case in &mut cases {
        case.exception = exceptions.remove(&case.id);
    }
    match exceptions.into_keys().next() {
        Some(id) => Err(format!("{EXCEPTIONS} names {id}, which is no row")),
        None => Ok(cases),
    }
}

fn find_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let explain = |error| format!("{}: {error}", folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(explain)? {
        let path = entry.map_err(explain)?.path();
        if path.is_dir() && !path.ends_with(ENGINE) {
            found.extend(find_files(&path)?);
        } else if path.extension().is_some_and(|end| end == "jsonl") && !path.ends_with(EXCEPTIONS)
        {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn read_rows<T: for<'de> Deserialize<'de>>(file: &Path) -> Result<Vec<T>, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let lines = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty());
    let rows = lines.map(|(index, line)| {
        serde_json::from_str(line)
            .map_err(|error| format!("{}:{}: {error}", file.display(), index + 1))
    });
    rows.collect()
}

impl Case {
    /// Whether the row holds for what `read` gives; one that is excepted must not, except under its setting.
    pub(crate) fn check(
        &self,
        read: impl Fn(Option<Setting>) -> Result<Answer, String>,
    ) -> Result<(), String> {
        self.check_known()?;
        let outcome = self.judge(read(None)?);
        let Some(exception) = &self.exception else {
            return outcome;
        };
        if outcome.is_ok() {
            return Err(format!(
                "holds now, although {EXCEPTIONS} says: {}",
                exception.why
            ));
        }
        match exception.holds_with {
            Some(setting) => self.judge(read(Some(setting))?),
            None => Ok(()),
        }
    }

    fn check_known(&self) -> Result<(), String> {
        let task = TASKS.iter().find(|(task, _)| *task == self.task);
        let (_, options) = task.ok_or_else(|| format!("unknown task {}", self.task))?;
        match self
            .options
            .keys()
            .find(|name| !options.contains(&name.as_str()))
        {
            Some(name) => Err(format!("unknown option {name}")),
            None => Ok(()),
        }
    }

    fn judge(&self, got: Answer) -> Result<(), String> {
        match (got, &self.expected) {
            (Err(_), _) if self.expect_error => Ok(()),
            (Ok(got), _) if self.expect_error => Err(self.describe(&format!("{got:?}"))),
            (Ok(got), Some(expected)) => {
                let wanted = [expected].into_iter().chain(&self.accept);
                let wanted: Result<Vec<Strict>, _> =
                    wanted.map(|want| Strict::read(want.get())).collect();
                let wanted = wanted.map_err(|error| format!("in the row: {error}"))?;
                let is_wanted = wanted.iter().any(|want| self.is_same(&got, want));
                if is_wanted {
                    Ok(())
                } else {
                    Err(self.describe(&format!("{got:?}")))
                }
            }
            (Err(error), Some(_)) => Err(self.describe(&error)),
            (_, None) => Err("the row has neither `expected` nor `expect_error`".to_owned()),
        }
    }

    fn describe(&self, got: &str) -> String {
        let expected = self
            .expected
            .as_ref()
            .map_or("an error", |expected| expected.get());
        format!(
            "\n  input    {:?}\n  expected {expected}\n  got      {got}",
            self.input
        )
    }

    fn is_same(&self, got: &Strict, want: &Strict) -> bool {
        let is_reply = self.task == "reasoning";
        match (&self.pick, got, want) {
            (Some(name), Strict::Object(members), _) => {
                let picked = members.iter().find(|(key, _)| key == name);
                picked.is_some_and(|(_, value)| is_same_part(value, want, is_reply))
            }
            (Some(_), ..) => false,
            (None, Strict::Object(members), Strict::Object(wanted)) if is_reply => {
                let asked = |key: &str| wanted.iter().any(|(name, _)| name == key);
                let members = members.iter().filter(|(key, _)| asked(key));
                let members: Vec<_> = members.cloned().collect();
                is_same_object(&members, wanted, &|got, want| is_same_part(got, want, true))
            }
            _ => is_same(got, want),
        }
    }
}

/// Blanks around a part of a reply do not count.
fn is_same_part(got: &Strict, want: &Strict, is_reply: bool) -> bool {
    match (got, want) {
        (Strict::Text(got), Strict::Text(want)) if is_reply => got.trim() == want.trim(),
        _ => is_same(got, want),
    }
}

/// Numbers are compared by value and keys in any order.
fn is_same(got: &Strict, want: &Strict) -> bool {
    match (got, want) {
        (Strict::Number(got), Strict::Number(want)) => is_same_number(got, want),
        (Strict::Array(got), Strict::Array(want)) => {
            got.len() == want.len() && got.iter().zip(want).all(|(got, want)| is_same(got, want))
        }
        (Strict::Object(got), Strict::Object(want)) => is_same_object(got, want, &is_same),
        _ => got == want,
    }
}

type Members = [(String, Strict)];

fn is_same_object(
    got: &Members,
    want: &Members,
    is_same: &dyn Fn(&Strict, &Strict) -> bool,
) -> bool {
    let has = |key: &str, value: &Strict| {
        want.iter()
            .any(|(name, want)| name == key && is_same(value, want))
    };
    got.len() == want.len() && got.iter().all(|(key, value)| has(key, value))
}

/// Integers digit by digit, however long; `1` and `1.0` are the same.
fn is_same_number(got: &str, want: &str) -> bool {
    let is_integer = |text: &str| !text.contains(['.', 'e', 'E']);
    if got == want || is_integer(got) && is_integer(want) {
        return got == want;
    }
    let (Ok(got), Ok(want)) = (got.parse::<f64>(), want.parse::<f64>()) else {
        return false;
    };
    (got - want).abs() <= 1e-12 * got.abs().max(want.abs())
}

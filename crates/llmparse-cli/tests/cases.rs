//! Runs every row of the case files through the command, those of one task and the same options in one process.

#[path = "../../llmparse/tests/support/case.rs"]
mod case;
#[path = "../../llmparse/tests/support/strict.rs"]
mod strict;

use std::collections::BTreeMap;
use std::process::{Command, ExitCode};
use std::sync::{Arc, OnceLock};

use libtest_mimic::{Arguments, Failed, Trial};
use serde::Deserialize;
use serde_json::value::RawValue;

use case::{Answer, Case, Setting};
use strict::Strict;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let trials = case::load().map(|cases| {
        let groups = Groups::of(&cases);
        let trials = cases
            .into_iter()
            .map(|case| case_trial(case, groups.clone()));
        trials.collect::<Vec<_>>()
    });
    match trials {
        Ok(trials) => libtest_mimic::run(&arguments, trials).exit_code(),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn case_trial(case: Case, groups: Groups) -> Trial {
    let (id, task) = (case.id.clone(), case.task.clone());
    let run = move || {
        case.check(|setting| groups.read(&case, setting))
            .map_err(Failed::from)
    };
    Trial::test(id, run).with_kind(task)
}

/// The arguments of the command.
type Words = Vec<String>;

/// The cases by the arguments that they are read with.
#[derive(Clone)]
struct Groups(Arc<BTreeMap<Words, Group>>);

/// Replies that one process reads, by the id of their case, and its rows once it has.
#[derive(Default)]
struct Group {
    replies: Vec<(String, String)>,
    rows: OnceLock<Result<BTreeMap<String, Row>, String>>,
}

#[derive(Deserialize)]
struct Row {
    id: String,
    ok: bool,
    #[serde(default, deserialize_with = "case::present")]
    value: Option<Box<RawValue>>,
    error: Option<Box<RawValue>>,
}

impl Groups {
    fn of(cases: &[Case]) -> Self {
        let mut groups: BTreeMap<Words, Group> = BTreeMap::new();
        for case in cases {
            let extra = case
                .exception
                .as_ref()
                .and_then(|exception| exception.holds_with);
            for setting in [None].into_iter().chain(extra.map(Some)) {
                let group = groups.entry(words(case, setting)).or_default();
                group.replies.push((case.id.clone(), case.input.clone()));
            }
        }
        Self(Arc::new(groups))
    }

    fn read(&self, case: &Case, setting: Option<Setting>) -> Result<Answer, String> {
        let words = words(case, setting);
        let group = self.0.get(&words).ok_or("in no group")?;
        let rows = group.rows.get_or_init(|| run(&words, &group.replies));
        let row = rows.as_ref().map_err(Clone::clone)?;
        row.get(&case.id).ok_or("no row for it")?.answer()
    }
}

impl Row {
    fn answer(&self) -> Result<Answer, String> {
        match (&self.value, &self.error) {
            (Some(value), None) if self.ok => {
                let value = Strict::read(value.get());
                value
                    .map(Ok)
                    .map_err(|error| format!("the row of {} has no value: {error}", self.id))
            }
            (None, Some(error)) if !self.ok => Ok(Err(error.to_string())),
            _ => Err(format!(
                "the row of {} has to have `value` or `error`, as `ok` says",
                self.id
            )),
        }
    }
}

fn words(case: &Case, setting: Option<Setting>) -> Words {
    let words: &[&str] = match case.task.as_str() {
        "strict" => &["json", "--mode", "strict"],
        "all" => &["json", "--all"],
        "repair" => &["json"],
        "key_value" => &["kv"],
        "nested_list" => &["list", "--nested"],
        "typed" => &["json"],
        "partial" => &["json", "--partial"],
        task => &[task],
    };
    let options = case
        .options
        .iter()
        .filter(|(name, _)| *name != "schema")
        .flat_map(|(name, value)| to_flags(&flag(name), value));
    let setting = setting.map(|Setting::Latex| "--latex".to_owned());
    let words = words.iter().map(|&word| word.to_owned());
    let schema = case.options.get("schema").map(ToString::to_string);
    let schema = schema
        .into_iter()
        .flat_map(|schema| [SCHEMA.to_owned(), schema]);
    words.chain(options).chain(setting).chain(schema).collect()
}

fn flag(option: &str) -> String {
    match option {
        "tags" => "--tag".to_owned(),
        "choices" => "--option".to_owned(),
        "columns" => "--column".to_owned(),
        "fields" => "--field-name".to_owned(),
        name => format!("--{name}"),
    }
}

/// A list is one flag for each item, `true` the flag alone.
fn to_flags(flag: &str, value: &serde_json::Value) -> Vec<String> {
    match value {
        serde_json::Value::Bool(true) => vec![flag.to_owned()],
        serde_json::Value::Bool(false) | serde_json::Value::Null => Vec::new(),
        serde_json::Value::String(text) => vec![format!("{flag}={text}")],
        serde_json::Value::Array(items) => {
            items.iter().flat_map(|item| to_flags(flag, item)).collect()
        }
        other => vec![format!("{flag}={other}")],
    }
}

/// The text of a schema behind this flag becomes a file.
const SCHEMA: &str = "--schema";

fn run(words: &Words, replies: &[(String, String)]) -> Result<BTreeMap<String, Row>, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let file = folder.path().join("replies.jsonl");
    let lines = replies
        .iter()
        .map(|(id, text)| format!("{}\n", serde_json::json!({"id": id, "text": text})));
    std::fs::write(&file, lines.collect::<String>()).map_err(|error| error.to_string())?;
    let mut words = words.clone();
    let mut behind = words.iter_mut().skip_while(|word| *word != SCHEMA).skip(1);
    if let Some(text) = behind.next() {
        let schema = folder.path().join("schema.json");
        std::fs::write(&schema, &*text).map_err(|error| error.to_string())?;
        *text = schema.display().to_string();
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_llmparse"));
    let done = command
        .args(&words)
        .arg("--jsonl")
        .arg(&file)
        .output()
        .map_err(|error| error.to_string())?;
    if !matches!(done.status.code(), Some(0 | 1)) {
        return Err(format!(
            "{}: {}",
            done.status,
            String::from_utf8_lossy(&done.stderr)
        ));
    }
    let rows = serde_json::Deserializer::from_slice(&done.stdout).into_iter::<Row>();
    let rows = rows.map(|row| row.map(|row| (row.id.clone(), row)));
    rows.collect::<Result<_, _>>()
        .map_err(|error| format!("{error} in the rows"))
}

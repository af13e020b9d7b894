//! The rows of `cases/engine/NAME.jsonl`, a test each.

use std::path::Path;

use libtest_mimic::{Failed, Trial};
use serde_json::Value as Json;

/// A test for each row of the file `name`, of which there are more than `least`.
pub(crate) fn trials(
    name: &str,
    least: usize,
    run: impl Fn(&Json) -> Result<(), String> + Clone + Send + 'static,
) -> Vec<Trial> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases/engine");
    let file = folder.join(name);
    let text = std::fs::read_to_string(&file)
        .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let trials = lines.map(|line| {
        let row: Json =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        let id = row["id"].as_str().unwrap_or_default().to_owned();
        let run = run.clone();
        Trial::test(id, move || run(&row).map_err(Failed::from))
    });
    let trials: Vec<Trial> = trials.collect();
    assert!(trials.len() > least, "rows of {name} are missing");
    trials
}

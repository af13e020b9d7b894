//! Runs every row of `cases/engine/detect.jsonl`, one test each: the ranking as it was, or the first format where the
//! earlier engine was wrong.

use std::fs;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use llmparse::{FormatCandidate, FormatDetector};
use serde::Deserialize;

const ROWS: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../cases/engine/detect.jsonl"
);

#[derive(Debug, Deserialize)]
struct Row {
    id: String,
    text: Option<String>,
    text_gen: Option<Repeated>,
    want: Option<Vec<(String, f64, String)>>,
    better: Option<Better>,
}

/// `pre` + `unit` * `n` + `post`
#[derive(Debug, Deserialize)]
struct Repeated {
    #[serde(default)]
    pre: String,
    unit: String,
    n: usize,
    #[serde(default)]
    post: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Better {
    top: String,
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    match load() {
        Ok(rows) => {
            let trials = rows.into_iter().map(trial).collect();
            libtest_mimic::run(&arguments, trials).exit_code()
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn load() -> Result<Vec<Row>, String> {
    let text = fs::read_to_string(ROWS).map_err(|error| format!("{ROWS}: {error}"))?;
    let rows = text.lines().enumerate().map(|(index, line)| {
        serde_json::from_str(line).map_err(|error| format!("{ROWS}:{}: {error}", index + 1))
    });
    rows.collect()
}

fn trial(row: Row) -> Trial {
    Trial::test(row.id.clone(), move || check(&row).map_err(Failed::from))
}

fn check(row: &Row) -> Result<(), String> {
    let text = match (&row.text, &row.text_gen) {
        (Some(text), None) => text.clone(),
        (None, Some(Repeated { pre, unit, n, post })) => format!("{pre}{}{post}", unit.repeat(*n)),
        _ => return Err("the row has to have `text` or `text_gen`".to_owned()),
    };
    let ranked = FormatDetector::new().rank(&text);
    let is_wanted = match (&row.want, &row.better) {
        (Some(want), None) => is_same(&ranked, want),
        (None, Some(better)) => is_first(&ranked, &better.top),
        _ => return Err("the row has to have `want` or `better`".to_owned()),
    };
    let start: String = text.chars().take(200).collect();
    is_wanted
        .then_some(())
        .ok_or_else(|| format!("{start:?}\n  got {ranked:#?}\n  row {row:?}"))
}

fn is_same(ranked: &[FormatCandidate], want: &[(String, f64, String)]) -> bool {
    ranked.len() == want.len()
        && ranked
            .iter()
            .zip(want)
            .all(|(got, (format, confidence, evidence))| {
                got.format.name() == format
                    && (got.confidence - confidence).abs() < 1e-9
                    && got.evidence == *evidence
            })
}

/// The first is the wanted one, none is told twice, and the figures go down.
fn is_first(ranked: &[FormatCandidate], top: &str) -> bool {
    let is_sorted = ranked
        .windows(2)
        .all(|pair| matches!(pair, [one, two] if one.confidence >= two.confidence));
    let mut formats: Vec<_> = ranked.iter().map(|candidate| candidate.format).collect();
    formats.sort_unstable();
    formats.dedup();
    let is_told = ranked.iter().all(|candidate| {
        !candidate.evidence.is_empty() && (0.0..=1.0).contains(&candidate.confidence)
    });
    let first = ranked.first().map(|candidate| candidate.format.name());
    first == Some(top) && is_sorted && is_told && formats.len() == ranked.len()
}

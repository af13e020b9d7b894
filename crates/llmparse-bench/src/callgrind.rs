//! Counts the instructions of one subject over one workload: a child under `valgrind --tool=callgrind`.
//!
//! The child is this crate's `ratios` binary, called `ratios measure SUBJECT FILE`. It reads everything twice, and only the
//! second time is counted, so neither start-up nor the first growth of the heap is in the figure.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::measure::{Failure, run_child};
use crate::subjects::Subject;

/// The function of the child in which instructions are counted.
const COUNTED: &str = "*read_every_document*";
const PATIENCE: Duration = Duration::from_secs(100);

/// Whether there is a `valgrind` to count with.
#[must_use]
pub fn is_available() -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|directory| directory.join("valgrind").is_file())
}

/// Instructions that `subject` needs for the workload in the file `workload`.
///
/// # Errors
/// The child was stopped, failed, or nothing was counted.
pub fn count(ratios: &Path, subject: Subject, workload: &Path) -> Result<u64, Failure> {
    let out = workload.with_extension(format!("{}.callgrind", subject.name()));
    let mut command = Command::new("valgrind");
    command.args(["--quiet", "--tool=callgrind"]);
    command.arg(format!("--toggle-collect={COUNTED}"));
    command.arg(format!("--callgrind-out-file={}", out.display()));
    command
        .arg(ratios)
        .args(["measure", subject.name()])
        .arg(workload);
    run_child(&mut command, PATIENCE)?;
    let profile = fs::read_to_string(&out).map_err(|_| Failure::NothingCounted)?;
    find_total(&profile)
        .filter(|&total| total > 0)
        .ok_or(Failure::NothingCounted)
}

/// The figure of the line `totals: 296542`.
fn find_total(profile: &str) -> Option<u64> {
    let line = profile
        .lines()
        .rev()
        .find_map(|line| line.strip_prefix("totals: "))?;
    line.trim().parse().ok()
}

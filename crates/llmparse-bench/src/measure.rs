//! Runs subjects over workloads in children, several at a time; a child may hang or abort without harm.

use std::fmt;
use std::io::{self, Read};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::callgrind;
use crate::subjects::Subject;
use crate::workloads::{self, Workload};

/// Why there is no figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The child took too long.
    TimedOut,
    /// The child could not be started, or ended with an error.
    Aborted,
    /// The child ended well, without a figure.
    NothingCounted,
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::TimedOut => "hangs",
            Self::Aborted => "aborts",
            Self::NothingCounted => "not counted",
        })
    }
}

impl std::error::Error for Failure {}

/// Runs `command` and gives what it printed, or stops it after `patience`.
pub(crate) fn run_child(command: &mut Command, patience: Duration) -> Result<String, Failure> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut child = command.spawn().map_err(|_| Failure::Aborted)?;
    if !wait(&mut child, patience)?.success() {
        return Err(Failure::Aborted);
    }
    let mut printed = String::new();
    if let Some(mut pipe) = child.stdout {
        pipe.read_to_string(&mut printed)
            .map_err(|_| Failure::Aborted)?;
    }
    Ok(printed)
}

fn wait(child: &mut Child, patience: Duration) -> Result<ExitStatus, Failure> {
    let start = Instant::now();
    while start.elapsed() < patience {
        if let Some(status) = child.try_wait().map_err(|_| Failure::Aborted)? {
            return Ok(status);
        }
        thread::sleep(Duration::from_millis(5));
    }
    // It may have ended just now, which is as good.
    let _ = child.kill();
    let _ = child.wait();
    Err(Failure::TimedOut)
}

/// A folder of workloads and the program that reads them.
#[derive(Debug)]
pub struct Runner {
    ratios: PathBuf,
    directory: TempDir,
}

impl Runner {
    /// A runner of the `ratios` binary at `ratios`.
    ///
    /// # Errors
    /// There is no place for temporary files.
    pub fn new(ratios: PathBuf) -> io::Result<Self> {
        Ok(Self {
            ratios,
            directory: tempfile::tempdir()?,
        })
    }

    /// Makes `workload` known.
    ///
    /// # Errors
    /// What the file system says.
    pub fn add(&self, workload: &Workload) -> io::Result<()> {
        workloads::save(workload, self.directory.path()).map(drop)
    }

    fn path(&self, workload: &str) -> PathBuf {
        self.directory.path().join(format!("{workload}.jsonl"))
    }

    /// Instructions that `subject` needs for the whole of `workload`.
    ///
    /// # Errors
    /// The child was stopped, failed, or nothing was counted.
    pub fn instructions(&self, subject: Subject, workload: &str) -> Result<u64, Failure> {
        callgrind::count(&self.ratios, subject, &self.path(workload))
    }

    /// How many documents of `workload` come out right.
    ///
    /// # Errors
    /// The child was stopped or failed.
    pub fn right(&self, subject: Subject, workload: &str) -> Result<usize, Failure> {
        self.ask("right", subject, workload)
    }

    /// Bytes that `subject` reads in a second.
    ///
    /// # Errors
    /// The child was stopped or failed.
    pub fn speed(&self, subject: Subject, workload: &str) -> Result<f64, Failure> {
        self.ask("speed", subject, workload)
    }

    fn ask<T: std::str::FromStr>(
        &self,
        what: &str,
        subject: Subject,
        workload: &str,
    ) -> Result<T, Failure> {
        let mut command = Command::new(&self.ratios);
        command
            .args([what, subject.name()])
            .arg(self.path(workload));
        let printed = run_child(&mut command, Duration::from_secs(30))?;
        printed.trim().parse().map_err(|_| Failure::NothingCounted)
    }
}

/// Bytes of `workload` that `subject` reads in a second, the best of many tries: five at least, as the first one waits for
/// memory from the system.
#[must_use]
pub fn speed(subject: Subject, workload: &Workload) -> f64 {
    let (start, mut best, mut tries) = (Instant::now(), Duration::MAX, 0);
    while tries < 5 || start.elapsed() < Duration::from_millis(60) {
        let one = Instant::now();
        crate::subjects::read_every_document(subject, workload);
        best = best.min(one.elapsed());
        tries += 1;
    }
    workload.bytes() as f64 / best.as_secs_f64().max(1e-9)
}

/// `work` done on each of `jobs` by as many threads as there are processors; results in the order of the jobs.
pub fn in_parallel<J: Sync, R: Send>(jobs: &[J], work: impl Fn(&J) -> R + Sync) -> Vec<R> {
    let queue = Mutex::new(jobs.iter().enumerate());
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let drain = || {
        let mut done = Vec::new();
        while let Some((place, job)) = next(&queue) {
            done.push((place, work(job)));
        }
        done
    };
    let mut results: Vec<(usize, R)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(drain)).collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap_or_default())
            .collect()
    });
    results.sort_by_key(|(place, _)| *place);
    results.into_iter().map(|(_, result)| result).collect()
}

fn next<I: Iterator>(queue: &Mutex<I>) -> Option<I::Item> {
    queue.lock().ok()?.next()
}

/// The growth of work from a text to one four times as long: 1 is linear, 2 quadratic.
#[must_use]
pub fn growth_exponent(at_n: u64, at_4n: u64) -> f64 {
    (at_4n as f64 / at_n as f64).log2() / 2.0
}

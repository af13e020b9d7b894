//! The tables of `docs/performance.md`, and how they get there.
//!
//! ```text
//!     <!-- generated: growth -->
//!     | shape | ...
//!     <!-- end: growth -->
//! ```

use std::collections::HashMap;

use crate::measure::{Failure, Runner, growth_exponent, in_parallel};
use crate::subjects::Subject;
use crate::workloads::{self, Workload, adversarial::Shape};

/// What is compared with `serde_json` on the payload.
fn compared() -> Vec<Subject> {
    let ours = [
        Subject::SerdeJsonCompact,
        Subject::ParseJsonValue,
        Subject::ParseJsonValueWithTrace,
        Subject::ParseValue,
    ];
    [&ours, Subject::PEERS].concat()
}

/// One subject over one workload.
struct Figure {
    instructions: Result<u64, Failure>,
    right: Result<usize, Failure>,
}

/// Instructions of every subject over every workload that has a payload.
pub struct Ratios {
    workloads: Vec<(String, usize, usize)>,
    figures: HashMap<(Subject, String), Figure>,
}

impl Ratios {
    /// Measures `workloads`, which `runner` knows.
    #[must_use]
    pub fn measure(runner: &Runner, workloads: &[Workload]) -> Self {
        let subjects = [&[Subject::SerdeJson][..], &compared()].concat();
        let job = |subject| {
            workloads
                .iter()
                .map(move |workload| (subject, workload.name.clone()))
        };
        let jobs: Vec<(Subject, String)> = subjects.into_iter().flat_map(job).collect();
        let figures = in_parallel(&jobs, |(subject, name)| Figure {
            instructions: runner.instructions(*subject, name),
            right: runner.right(*subject, name),
        });
        let describe = |workload: &Workload| {
            (
                workload.name.clone(),
                workload.documents.len(),
                workload.bytes(),
            )
        };
        Self {
            workloads: workloads.iter().map(describe).collect(),
            figures: jobs.into_iter().zip(figures).collect(),
        }
    }

    fn instructions(&self, subject: Subject, workload: &str) -> Result<f64, Failure> {
        let figure = self
            .figures
            .get(&(subject, workload.to_owned()))
            .ok_or(Failure::NothingCounted)?;
        figure.instructions.map(|count| count as f64)
    }

    /// Instructions for each byte of the reply.
    #[must_use]
    pub fn per_byte(&self) -> String {
        let subjects = [&[Subject::SerdeJson][..], &compared()].concat();
        self.table(&subjects, |subject, (name, _, bytes)| {
            Ok(format!(
                "{:.1}",
                self.instructions(subject, name)? / *bytes as f64
            ))
        })
    }

    /// Instructions as a multiple of what `serde_json` needs for the payload, and how many values were right if not all were.
    #[must_use]
    pub fn ratios(&self) -> String {
        self.table(&compared(), |subject, (name, documents, _)| {
            let ratio =
                self.instructions(subject, name)? / self.instructions(Subject::SerdeJson, name)?;
            Ok(format!(
                "{ratio:.2}{}",
                self.mistakes(subject, name, *documents)?
            ))
        })
    }

    fn mistakes(
        &self,
        subject: Subject,
        workload: &str,
        documents: usize,
    ) -> Result<String, Failure> {
        let figure = self
            .figures
            .get(&(subject, workload.to_owned()))
            .ok_or(Failure::NothingCounted)?;
        let right = figure.right?;
        Ok(if right == documents {
            String::new()
        } else {
            format!(" ({right} of {documents} right)")
        })
    }

    fn table(
        &self,
        subjects: &[Subject],
        cell: impl Fn(Subject, &(String, usize, usize)) -> Result<String, Failure>,
    ) -> String {
        let names = subjects
            .iter()
            .map(|subject| format!("`{}`", subject.name()));
        let mut rows = vec![
            row(["workload".to_owned()].into_iter().chain(names)),
            rule(subjects.len()),
        ];
        for workload in &self.workloads {
            let cells = subjects.iter().map(|&subject| {
                cell(subject, workload).unwrap_or_else(|failure| failure.to_string())
            });
            rows.push(row([format!("`{}`", workload.0)].into_iter().chain(cells)));
        }
        rows.concat()
    }
}

/// What it takes to make the values of a workload fit their schema, as a multiple of what `serde_json` needs to read them;
/// reading them is not counted.
///
/// # Errors
/// The child was stopped, failed, or nothing was counted.
pub fn typed_ratio(runner: &Runner, workload: &str) -> Result<f64, Failure> {
    let count = |subject| {
        let count = runner.instructions(subject, workload);
        count.map(|count| count as f64)
    };
    let coerced = count(Subject::Coerce)? - count(Subject::ParseValue)?;
    Ok(coerced / count(Subject::SerdeJson)?)
}

/// Work on making values fit a schema.
#[must_use]
pub fn typed(runner: &Runner, workloads: &[Workload]) -> String {
    let lines = in_parallel(workloads, |workload| {
        let ratio = typed_ratio(runner, &workload.name);
        let cell = ratio.map_or_else(|failure| failure.to_string(), |ratio| format!("{ratio:.2}"));
        row([format!("`{}`", workload.name), cell])
    });
    let head = row(["workload".to_owned(), "`coerce`".to_owned()]);
    [vec![head, rule(1)], lines].concat().concat()
}

/// Work on replies without JSON, next to a copy of the reply.
#[must_use]
pub fn texts(runner: &Runner, workloads: &[Workload]) -> String {
    let lines = in_parallel(workloads, |workload| {
        let count = |subject| runner.instructions(subject, &workload.name);
        let cells = [Subject::ParseJsonValue, Subject::EveryReader]
            .map(|subject| per_byte(count(subject), workload));
        row([format!("`{}`", workload.name)].into_iter().chain(cells))
    });
    let head = [
        "workload",
        "`parse_json_value`",
        "all other readers together",
    ]
    .map(str::to_owned);
    row(head) + &rule(2) + &lines.concat()
}

fn per_byte(count: Result<u64, Failure>, workload: &Workload) -> String {
    match count {
        Ok(count) => format!("{:.1}", count as f64 / workload.bytes() as f64),
        Err(failure) => failure.to_string(),
    }
}

/// How the work on adversarial texts grows, and how fast they are read.
///
/// # Errors
/// The workloads cannot be written.
pub fn growth(runner: &Runner, shapes: &[Shape]) -> std::io::Result<String> {
    for shape in shapes {
        for multiple in [1, 2, 4] {
            runner.add(&workloads::adversarial(shape, multiple))?;
        }
    }
    let lines = in_parallel(shapes, |shape| growth_row(runner, shape));
    let head = [
        "shape",
        "KB at 4n",
        "at n",
        "at 2n",
        "at 4n",
        "exponent",
        "exponent of all other readers",
        "MB/s",
        "copy, MB/s",
    ];
    Ok(row(head.map(str::to_owned)) + &rule(head.len() - 1) + &lines.concat())
}

fn growth_row(runner: &Runner, shape: &Shape) -> String {
    let name = |multiple: usize| format!("f_{}.n{multiple}", shape.name);
    let count = |subject, multiple| runner.instructions(subject, &name(multiple));
    let counts = [1, 2, 4].map(|multiple| count(Subject::ParseJsonValue, multiple));
    let [at_n, _, at_4n] = counts;
    let others = [1, 4].map(|multiple| count(Subject::EveryReader, multiple));
    let [others_at_n, others_at_4n] = others;
    let speed = |subject| {
        runner
            .speed(subject, &name(4))
            .map(|bytes| format!("{:.0}", bytes / 1e6))
    };
    let mut cells = vec![
        format!("`{}`", shape.name),
        (shape.text(4).len() / 1000).to_string(),
    ];
    cells.extend(counts.map(|count| text(count.map(|count| format!("{:.2}", count as f64 / 1e6)))));
    cells.push(text(exponent(at_n, at_4n)));
    cells.push(text(exponent(others_at_n, others_at_4n)));
    cells
        .extend([Subject::ParseJsonValue, Subject::MemoryCopy].map(|subject| text(speed(subject))));
    row(cells)
}

fn exponent(at_n: Result<u64, Failure>, at_4n: Result<u64, Failure>) -> Result<String, Failure> {
    Ok(format!("{:.2}", growth_exponent(at_n?, at_4n?)))
}

fn text(cell: Result<String, Failure>) -> String {
    cell.unwrap_or_else(|failure| failure.to_string())
}

fn row(cells: impl IntoIterator<Item = String>) -> String {
    let cells: Vec<String> = cells.into_iter().collect();
    format!("| {} |\n", cells.join(" | "))
}

fn rule(columns: usize) -> String {
    format!("|---|{}\n", "--:|".repeat(columns))
}

/// `page` with `body` between the markers called `name`; none if they are not there.
#[must_use]
pub fn replace_section(page: &str, name: &str, body: &str) -> Option<String> {
    let (opener, closer) = (
        format!("<!-- generated: {name} -->\n"),
        format!("<!-- end: {name} -->"),
    );
    let (before, rest) = page.split_once(&opener)?;
    let (_, after) = rest.split_once(&closer)?;
    Some(format!("{before}{opener}{body}{closer}{after}"))
}

//! Counts instructions and rewrites the tables of `docs/performance.md`.
//!
//! ```text
//!     ratios                everything; rewrites the tables
//!     ratios --print        everything; only prints
//!     ratios --quick        three workloads; only prints
//!     ratios measure|right|speed SUBJECT FILE      what the children do
//! ```
//!
//! With `LLMPARSE_WORKLOADS=DIRECTORY` in the environment the workloads `a_*` to `d_*` come from its files instead.

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use llmparse_bench::callgrind;
use llmparse_bench::measure::{self, Runner};
use llmparse_bench::report::{self, Ratios};
use llmparse_bench::subjects::{Subject, read_every_document};
use llmparse_bench::workloads::{self, Workload, adversarial};

type Outcome<T> = Result<T, Box<dyn Error>>;

const QUICK: [&str; 3] = ["a_4k", "c_512", "d_mixed"];

fn main() -> Outcome<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match *words.as_slice() {
        [] => rewrite(),
        ["--print"] => measure_everything(&runner()?).map(|sections| print(&sections)),
        ["--quick"] => quick(),
        [task, subject, file] => child(task, subject, Path::new(file)),
        _ => Err("usage: ratios [--print | --quick]".into()),
    }
}

fn child(task: &str, subject: &str, file: &Path) -> Outcome<()> {
    let subject = Subject::find(subject).ok_or("no such subject")?;
    let workload = workloads::load(file)?;
    match task {
        "measure" => {
            workload
                .documents
                .iter()
                .for_each(|document| subject.read(document));
            read_every_document(subject, &workload);
        }
        "right" => println!("{}", subject.count_right(&workload)),
        "speed" => println!("{}", measure::speed(subject, &workload)),
        _ => return Err("no such task".into()),
    }
    Ok(())
}

fn runner() -> Outcome<Runner> {
    if !callgrind::is_available() {
        return Err("there is no valgrind on the path".into());
    }
    Ok(Runner::new(env::current_exe()?)?)
}

fn ratios(runner: &Runner, workloads: &[Workload]) -> Outcome<Ratios> {
    workloads
        .iter()
        .try_for_each(|workload| runner.add(workload))?;
    Ok(Ratios::measure(runner, workloads))
}

fn quick() -> Outcome<()> {
    let mut workloads = workloads::asked()?;
    workloads.retain(|workload| QUICK.contains(&workload.name.as_str()));
    let ratios = ratios(&runner()?, &workloads)?;
    println!("{}\n{}", ratios.ratios(), ratios.per_byte());
    Ok(())
}

/// Name and text of each generated section.
type Sections = Vec<(&'static str, String)>;

fn measure_everything(runner: &Runner) -> Outcome<Sections> {
    let ratios = ratios(runner, &workloads::asked()?)?;
    let texts = workloads::texts();
    texts.iter().try_for_each(|workload| runner.add(workload))?;
    let typed = workloads::typed();
    typed.iter().try_for_each(|workload| runner.add(workload))?;
    Ok(vec![
        ("tools", tools()),
        ("ratios", ratios.ratios()),
        ("bytes", ratios.per_byte()),
        ("typed", report::typed(runner, &typed)),
        ("texts", report::texts(runner, &texts)),
        ("growth", report::growth(runner, &adversarial::SHAPES)?),
    ])
}

fn print(sections: &Sections) {
    for (name, body) in sections {
        println!("{name}\n\n{body}");
    }
}

fn rewrite() -> Outcome<()> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/performance.md");
    let sections = measure_everything(&runner()?)?;
    print(&sections);
    let mut page = fs::read_to_string(&path)?;
    for (name, body) in &sections {
        page = report::replace_section(&page, name, body)
            .ok_or_else(|| format!("no markers for {name}"))?;
    }
    Ok(fs::write(&path, page)?)
}

fn tools() -> String {
    let version = |program: &str| {
        let printed = Command::new(program)
            .arg("--version")
            .output()
            .map(|output| output.stdout)
            .unwrap_or_default();
        String::from_utf8_lossy(&printed)
            .split_whitespace()
            .take(2)
            .collect::<Vec<_>>()
            .join(" ")
    };
    format!(
        "Last measured with {}, {}.\n",
        version("rustc"),
        version("valgrind")
    )
}

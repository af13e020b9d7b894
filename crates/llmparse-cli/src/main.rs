//! The command `llmparse`: replies of language models in, data out, with every repair on record.
//!
//! ```text
//!     args       what was asked for
//!       | input       FILE or stdin: one reply, or batches of lines    line      one line: text and other fields
//!       | reading     reply -> value or failure, with its trace        (the only caller of the core, with `explain`)
//!       | row         reading -> one line of JSON                      payload   the value as JSON text
//!     one_shot | jsonl | explain    who calls the above for one reply, for many, for a person
//!       | sink        rows to stdout and `--errors`, counted           progress, summary
//!     exit       how it ended: 0 all parsed, 1 some failed, 2 wrong usage, 3 input or output failed
//! ```

mod args;
mod auto;
mod bound;
mod examples;
mod exit;
mod explain;
mod fit;
mod input;
mod jsonl;
mod line;
mod marks;
mod one_shot;
mod payload;
mod pretty;
mod progress;
mod reading;
mod row;
mod sink;
mod summary;
mod tally;

use std::process::ExitCode;

use args::{Cli, Command, What};
use clap::{CommandFactory, Parser};
use clap_complete::Shell;
use exit::{Outcome, Trouble};

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Read(what) => read(*what),
        Command::Explain(asked) => explain::run(&asked),
        Command::Completions { shell } => print_completions(shell),
    };
    exit::report(outcome)
}

/// For one reply, options that none can meet are wrong usage; with `--jsonl` each row says so.
fn read(what: What) -> Result<Outcome, Trouble> {
    if what.run().jsonl {
        return jsonl::run(what);
    }
    reading::check(&what).map_err(Trouble::Usage)?;
    one_shot::run(&what)
}

fn print_completions(shell: Shell) -> Result<Outcome, Trouble> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "llmparse", &mut script);
    exit::print(&script)?;
    Ok(Outcome::AllParsed)
}

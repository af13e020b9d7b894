//! How far a run is, on stderr: a bar on a terminal, `llmparse: 12,000 replies, 31 failed` now and then elsewhere.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::args::When;
use crate::summary::group_digits;
use crate::tally::Tally;

/// Time between two lines where there is no terminal.
const PAUSE: Duration = Duration::from_secs(2);

/// What shows how far a run is.
pub(crate) enum Progress {
    Off,
    Bar(ProgressBar),
    Lines { last: Instant },
}

impl Progress {
    /// Starts what `when` asks for; `size` is that of the input in bytes, if it is known.
    pub(crate) fn start(when: When, size: Option<u64>) -> Self {
        let has_terminal = io::stderr().is_terminal();
        match when {
            When::Never => Self::Off,
            When::Always if has_terminal => Self::Bar(start_bar(size)),
            When::Always => Self::Lines {
                last: Instant::now(),
            },
            // Rows that go to the same terminal show well enough that something happens.
            When::Auto if has_terminal && !io::stdout().is_terminal() => Self::Bar(start_bar(size)),
            When::Auto => Self::Off,
        }
    }

    /// Says that another `size` bytes of input are done; `tally` counts all replies so far.
    pub(crate) fn advance(&mut self, size: u64, tally: &Tally) {
        match self {
            Self::Off => {}
            Self::Bar(bar) => {
                bar.set_message(describe(tally));
                bar.inc(size);
            }
            Self::Lines { last } if last.elapsed() < PAUSE => {}
            Self::Lines { last } => {
                *last = Instant::now();
                write_line(tally);
            }
        }
    }

    /// Takes the bar away, or writes the last line.
    pub(crate) fn finish(&self, tally: &Tally) {
        match self {
            Self::Off => {}
            Self::Bar(bar) => bar.finish_and_clear(),
            Self::Lines { .. } => write_line(tally),
        }
    }
}

fn start_bar(size: Option<u64>) -> ProgressBar {
    let (bar, template) = match size {
        Some(size) => (
            ProgressBar::new(size),
            "{bar:32} {percent:>3}%  {msg}  {bytes_per_sec}, {eta} left",
        ),
        None => (
            ProgressBar::new_spinner(),
            "{spinner} {bytes}  {msg}  {bytes_per_sec}",
        ),
    };
    let style = ProgressStyle::with_template(template);
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn describe(tally: &Tally) -> String {
    format!(
        "{} replies, {} failed",
        group_digits(tally.replies()),
        group_digits(tally.failed)
    )
}

/// Nobody is told when stderr is closed.
fn write_line(tally: &Tally) {
    let _ = writeln!(io::stderr(), "llmparse: {}", describe(tally));
}

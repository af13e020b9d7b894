//! How a run ends: 0 all parsed, 1 some failed, 2 wrong usage, 3 input or output failed; a reader of stdout that
//! leaves early (`| head -1`) ends it quietly.

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

/// How a run ended that came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    AllParsed,
    SomeFailed,
}

impl Outcome {
    pub(crate) fn of(failed: u64) -> Self {
        if failed == 0 {
            Self::AllParsed
        } else {
            Self::SomeFailed
        }
    }
}

/// Why a run stopped before its end.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// Whoever read stdout has left.
    BrokenPipe,
    /// The options contradict each other or the files.
    Usage(String),
    /// Reading or writing `place` failed.
    Io { place: String, error: io::Error },
}

impl Trouble {
    pub(crate) fn io(place: impl Into<String>, error: io::Error) -> Self {
        Self::Io {
            place: place.into(),
            error,
        }
    }

    fn stdout(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::BrokenPipe => Self::BrokenPipe,
            _ => Self::io("stdout", error),
        }
    }
}

/// Writes `bytes` to stdout at once.
pub(crate) fn print(bytes: &[u8]) -> Result<(), Trouble> {
    let mut stdout = io::stdout().lock();
    stdout
        .write_all(bytes)
        .and_then(|()| stdout.flush())
        .map_err(Trouble::stdout)
}

/// Writes `llmparse: <place>: <message>` to stderr; when even that fails, there is nobody left to tell.
pub(crate) fn complain(place: &str, message: &str) {
    let _ = writeln!(io::stderr(), "llmparse: {place}: {message}");
}

/// Says on stderr what went wrong, and turns the end of a run into its exit status.
pub(crate) fn report(outcome: Result<Outcome, Trouble>) -> ExitCode {
    match outcome {
        Ok(Outcome::AllParsed) | Err(Trouble::BrokenPipe) => ExitCode::SUCCESS,
        Ok(Outcome::SomeFailed) => ExitCode::from(1),
        Err(Trouble::Usage(message)) => {
            let _ = writeln!(io::stderr(), "error: {message}");
            ExitCode::from(2)
        }
        Err(Trouble::Io { place, error }) => {
            complain(&place, &error.to_string());
            ExitCode::from(3)
        }
    }
}

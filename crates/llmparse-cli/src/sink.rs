//! Where rows go: all to stdout, the failed ones also to the file of `--errors`, and all of them into the counts.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::args::{RunArgs, SourceArgs};
use crate::exit::{self, Outcome, Trouble};
use crate::jsonl::Rows;
use crate::progress::Progress;
use crate::summary;
use crate::tally::Tally;

/// The output of a run over many replies.
pub(crate) struct Sink {
    errors: Option<ErrorFile>,
    tally: Tally,
    progress: Progress,
    wants_summary: bool,
    start: Instant,
}

impl Sink {
    /// Opens what `run` asks for; `size` is that of the input in bytes, if it is known.
    pub(crate) fn open(run: &RunArgs, size: Option<u64>) -> Result<Self, Trouble> {
        let errors = run
            .errors
            .as_deref()
            .map(|path| ErrorFile::create(path, &run.source));
        Ok(Self {
            errors: errors.transpose()?,
            tally: Tally::default(),
            progress: Progress::start(run.progress, size),
            wants_summary: run.summary,
            start: Instant::now(),
        })
    }

    /// Writes the rows of one batch.
    pub(crate) fn write(&mut self, rows: Rows) -> Result<(), Trouble> {
        exit::print(&rows.all)?;
        if let Some(errors) = &mut self.errors {
            errors.write(&rows.failed)?;
        }
        self.tally.add(rows.tally);
        self.progress.advance(rows.input_size, &self.tally);
        Ok(())
    }

    /// Ends the run and says how it went.
    pub(crate) fn finish(mut self) -> Result<Outcome, Trouble> {
        if let Some(errors) = &mut self.errors {
            errors.flush()?;
        }
        self.progress.finish(&self.tally);
        if self.wants_summary {
            summary::print(&self.tally, self.start.elapsed());
        }
        Ok(Outcome::of(self.tally.failed))
    }
}

/// The file of `--errors`.
struct ErrorFile {
    path: PathBuf,
    writer: BufWriter<File>,
}

impl ErrorFile {
    fn create(path: &Path, source: &SourceArgs) -> Result<Self, Trouble> {
        if source.path().is_some_and(|input| is_same_file(input, path)) {
            return Err(Trouble::Usage(format!(
                "`--errors {}` would overwrite the input",
                path.display()
            )));
        }
        let file =
            File::create(path).map_err(|error| Trouble::io(path.display().to_string(), error))?;
        Ok(Self {
            path: path.to_owned(),
            writer: BufWriter::new(file),
        })
    }

    fn write(&mut self, rows: &[u8]) -> Result<(), Trouble> {
        let written = self.writer.write_all(rows);
        written.map_err(|error| self.trouble(error))
    }

    fn flush(&mut self) -> Result<(), Trouble> {
        let flushed = self.writer.flush();
        flushed.map_err(|error| self.trouble(error))
    }

    fn trouble(&self, error: std::io::Error) -> Trouble {
        Trouble::io(self.path.display().to_string(), error)
    }
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

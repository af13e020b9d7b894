//! Many replies, one a line: `{"id":7,"text":"Sure: [1]"}` in, `{"id":7,"ok":true,"value":[1],...}` out, in the same order
//! and in bounded memory.
//!
//! ```text
//!     reader thread --batch--> workers --rows--> main thread: stdout
//!          \-----the receiver of each batch's rows, in order-----^
//! ```
//!
//! Both queues are bounded, so at most a few batches for each worker exist at a time.

use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use llmparse::Schema;

use crate::args::What;
use crate::exit::{Outcome, Trouble};
use crate::input::{Batch, Batches, Content};
use crate::line::{Field, Line};
use crate::reading::{Failure, Reading, read, read_typed};
use crate::row::Row;
use crate::sink::Sink;
use crate::tally::Tally;

/// Batches under way for each worker.
const QUEUE: usize = 2;

/// No line of fewer bytes is refused.
const LONG_LINE: usize = 512 << 20;

/// What became of a batch.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    /// The rows, each with its newline.
    pub(crate) all: Vec<u8>,
    /// Those of them that say `"ok":false`.
    pub(crate) failed: Vec<u8>,
    pub(crate) tally: Tally,
    /// How many bytes of input the rows stand for.
    pub(crate) input_size: u64,
}

/// Reads every line of the input and writes its row.
pub(crate) fn run(what: What) -> Result<Outcome, Trouble> {
    let run = what.run();
    let input = run.source.open()?;
    let mut sink = Sink::open(run, input.size)?;
    // Every byte of a text may be an escape of six; the rest is for the other fields.
    let longest_line = run.source.max_bytes().saturating_mul(8).max(LONG_LINE);
    let batches = Batches::new(input.reader, longest_line);
    match count_threads(run.threads) {
        1 => run_inline(&what, batches, &mut sink)?,
        threads => run_threads(&Arc::new(what), batches, threads, &mut sink)?,
    }
    sink.finish()
}

fn count_threads(asked: Option<NonZeroUsize>) -> usize {
    asked
        .or_else(|| thread::available_parallelism().ok())
        .map_or(1, NonZeroUsize::get)
}

fn run_inline<R: Read>(what: &What, batches: Batches<R>, sink: &mut Sink) -> Result<(), Trouble> {
    for batch in batches {
        let batch = batch.map_err(|error| Trouble::io(what.run().source.name(), error))?;
        sink.write(read_batch(what, &batch))?;
    }
    Ok(())
}

/// A batch, and where its rows go.
type Job = (Batch, SyncSender<Rows>);

/// The rows of a batch that was read, once they are there.
type Promise = io::Result<Receiver<Rows>>;

fn run_threads<R: Read + Send + 'static>(
    what: &Arc<What>,
    batches: Batches<R>,
    threads: usize,
    sink: &mut Sink,
) -> Result<(), Trouble> {
    let (jobs, queue) = sync_channel(threads.saturating_mul(QUEUE));
    let (promises, order) = sync_channel(threads.saturating_mul(QUEUE));
    let queue = Arc::new(Mutex::new(queue));
    for _ in 0..threads {
        let (what, queue) = (Arc::clone(what), Arc::clone(&queue));
        spawn("worker", move || work(&what, &queue))?;
    }
    spawn("reader", move || feed(batches, &jobs, &promises))?;
    for promise in order {
        let rows = promise.map_err(|error| Trouble::io(what.run().source.name(), error))?;
        sink.write(rows.recv().map_err(|_| stopped())?)?;
    }
    Ok(())
}

/// Starts a thread that nobody waits for: when stdout is closed, the run ends even if stdin has nothing to read.
fn spawn(name: &str, body: impl FnOnce() + Send + 'static) -> Result<(), Trouble> {
    let thread = thread::Builder::new().name(name.to_owned()).spawn(body);
    thread
        .map(|_| ())
        .map_err(|error| Trouble::io("threads", error))
}

fn stopped() -> Trouble {
    Trouble::io(
        "threads",
        io::Error::other("a worker stopped before it was done"),
    )
}

/// Hands out the batches until there are no more or nobody takes them.
fn feed<R: Read>(batches: Batches<R>, jobs: &SyncSender<Job>, promises: &SyncSender<Promise>) {
    for batch in batches {
        if hand_out(batch, jobs, promises).is_none() {
            return;
        }
    }
}

fn hand_out(
    batch: io::Result<Batch>,
    jobs: &SyncSender<Job>,
    promises: &SyncSender<Promise>,
) -> Option<()> {
    let (rows, promise) = sync_channel(1);
    match batch {
        Ok(batch) => {
            promises.send(Ok(promise)).ok()?;
            jobs.send((batch, rows)).ok()
        }
        Err(error) => {
            // The main thread stops at the error; whether it still listens makes no difference.
            promises.send(Err(error)).ok();
            None
        }
    }
}

fn work(what: &What, queue: &Mutex<Receiver<Job>>) {
    while let Some((batch, rows)) = next_job(queue) {
        if rows.send(read_batch(what, &batch)).is_err() {
            return;
        }
    }
}

fn next_job(queue: &Mutex<Receiver<Job>>) -> Option<Job> {
    let queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
    queue.recv().ok()
}

fn read_batch(what: &What, batch: &Batch) -> Rows {
    let mut rows = Rows {
        input_size: batch.size(),
        ..Rows::default()
    };
    match &batch.content {
        Content::Lines(bytes) => {
            rows.all.reserve(bytes.len());
            batch
                .lines(bytes)
                .for_each(|(number, line)| rows.read_line(what, number, line));
        }
        Content::Overlong { size } => {
            let reading = bad_line(
                batch.first_line,
                &format!("{size} bytes are too many for a line"),
            );
            rows.add(&[], Some(batch.first_line), &reading);
        }
    }
    rows
}

impl Rows {
    fn read_line(&mut self, what: &What, number: u64, line: &[u8]) {
        let line = Line::read(line, &what.run().field);
        match &line.text {
            Ok(text) => match line_schema(what, &line.others) {
                None => self.add(&line.others, None, &read(what, text)),
                Some(Ok(schema)) => {
                    self.add(&line.others, None, &read_typed(what, text, Some(&schema)))
                }
                Some(Err(failure)) => {
                    let reading = Reading::of_failure(failure);
                    self.add(&line.others, Some(number), &reading);
                }
            },
            Err(reason) => self.add(&line.others, Some(number), &bad_line(number, reason)),
        }
    }

    fn add(&mut self, others: &[Field<'_>], line: Option<u64>, reading: &Reading<'_>) {
        let start = self.all.len();
        Row {
            others,
            line,
            reading,
        }
        .write(&mut self.all);
        self.all.push(b'\n');
        if reading.result.is_err() {
            self.failed
                .extend_from_slice(self.all.get(start..).unwrap_or_default());
        }
        self.tally.count(reading);
    }
}

/// The schema that stands in the line itself, as an object or as its text, if that was asked for.
fn line_schema(what: &What, others: &[Field<'_>]) -> Option<Result<Schema, Failure>> {
    let schema = what.schema()?;
    let name = schema.schema_field.as_deref()?;
    let mut fields = others.iter().filter(|field| field.name() == name);
    let field = match (fields.next(), fields.next()) {
        (Some(field), None) => field,
        (None, _) => return Some(Err(Failure::bad_input(format!("no field `{name}`")))),
        (Some(_), Some(_)) => {
            let message = format!("more than one field `{name}`");
            return Some(Err(Failure::bad_input(message)));
        }
    };
    let read = schema.known.from_text(&field.text());
    let read = read.map_err(|error| Failure::invalid_schema(format!("field `{name}`: {error}")));
    Some(read)
}

fn bad_line(number: u64, reason: &str) -> Reading<'static> {
    Reading::of_bad_input(format!("line {number}: {reason}"))
}

//! One reply in, what was asked for out: `Sure: [1, 2,]` gives `[1,2]`, laid out for the eye on a terminal.

use std::io::{self, IsTerminal};

use crate::args::What;
use crate::exit::{self, Outcome, Trouble};
use crate::payload::Payload;
use crate::pretty::lay_out;
use crate::reading::{Failure, Reading, read};
use crate::row::Row;

/// Reads one reply and prints what was asked for.
pub(crate) fn run(what: &What) -> Result<Outcome, Trouble> {
    let source = &what.run().source;
    let text = source.read_reply()?;
    let reading = match &text {
        Ok(text) => read(what, text),
        Err(failure) => return Ok(fail(&source.name(), failure)),
    };
    if reading.notes.trace {
        print_json(&write_row(&reading))?;
    } else if let Ok(payload) = &reading.result {
        print_payload(payload)?;
    }
    match &reading.result {
        Ok(_) => Ok(Outcome::AllParsed),
        Err(failure) => Ok(fail(&source.name(), failure)),
    }
}

fn fail(place: &str, failure: &Failure) -> Outcome {
    exit::complain(place, &failure.message);
    Outcome::SomeFailed
}

/// The row that `--jsonl` would give, without a line around it.
fn write_row(reading: &Reading<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    let row = Row {
        others: &[],
        line: None,
        reading,
    };
    row.write(&mut out);
    out
}

fn print_payload(payload: &Payload<'_>) -> Result<(), Trouble> {
    if let Payload::Repaired(text) = payload {
        return print_line(text);
    }
    let mut json = Vec::new();
    payload.write_json(&mut json);
    print_json(&json)
}

/// Prints compact JSON as it is, or laid out on a terminal.
fn print_json(json: &[u8]) -> Result<(), Trouble> {
    let json = String::from_utf8_lossy(json);
    if io::stdout().is_terminal() {
        return print_line(&lay_out(&json));
    }
    print_line(&json)
}

fn print_line(text: &str) -> Result<(), Trouble> {
    let end = if text.ends_with('\n') { "" } else { "\n" };
    exit::print(format!("{text}{end}").as_bytes())
}

//! Where replies come from: a whole FILE or stdin, or batches of whole lines in bounded memory.

use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::Path;

use crate::args::SourceArgs;
use crate::exit::Trouble;
use crate::line::describe_encoding;
use crate::reading::Failure;

/// How much is read at a time; a batch is what ends with the last newline in it.
const BLOCK: usize = 256 << 10;

/// The mark that some editors put before a text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

impl SourceArgs {
    /// The path, unless the input is stdin.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.file.as_deref().filter(|path| *path != Path::new("-"))
    }

    /// What messages call the input.
    pub(crate) fn name(&self) -> String {
        self.path()
            .map_or_else(|| "stdin".to_owned(), |path| path.display().to_string())
    }

    /// Opens the input.
    pub(crate) fn open(&self) -> Result<Input, Trouble> {
        let Some(path) = self.path() else {
            return Ok(Input {
                reader: Box::new(io::stdin()),
                size: None,
            });
        };
        let file = File::open(path).map_err(|error| Trouble::io(self.name(), error))?;
        let size = file
            .metadata()
            .ok()
            .filter(std::fs::Metadata::is_file)
            .map(|data| data.len());
        Ok(Input {
            reader: Box::new(file),
            size,
        })
    }

    /// Reads the whole input as one reply; the inner failure is one of the reply, not of reading.
    pub(crate) fn read_reply(&self) -> Result<Result<String, Failure>, Trouble> {
        let limit = self.max_bytes();
        let mut bytes = Vec::new();
        let mut bounded = self.open()?.reader.take(limit as u64 + 1);
        bounded
            .read_to_end(&mut bytes)
            .map_err(|error| Trouble::io(self.name(), error))?;
        if bytes.len() > limit {
            return Ok(Err(Failure::too_large(limit)));
        }
        if bytes.starts_with(BYTE_ORDER_MARK) {
            bytes.drain(..BYTE_ORDER_MARK.len());
        }
        Ok(String::from_utf8(bytes)
            .map_err(|error| Failure::bad_input(describe_encoding(&error.utf8_error()))))
    }
}

/// An open input.
pub(crate) struct Input {
    pub(crate) reader: Box<dyn Read + Send>,
    /// Size in bytes, if it is known.
    pub(crate) size: Option<u64>,
}

/// Whole lines that follow each other.
#[derive(Debug)]
pub(crate) struct Batch {
    /// The number of the first line, counted from 1.
    pub(crate) first_line: u64,
    pub(crate) content: Content,
}

/// What a batch holds.
#[derive(Debug)]
pub(crate) enum Content {
    /// Lines, each with its newline; the last one of the input may have none.
    Lines(Vec<u8>),
    /// One line of too many bytes, which were not kept.
    Overlong { size: u64 },
}

impl Batch {
    /// The lines with their numbers; blank lines are left out.
    pub(crate) fn lines<'b>(&self, bytes: &'b [u8]) -> impl Iterator<Item = (u64, &'b [u8])> {
        let is_first = self.first_line == 1;
        let text = bytes
            .strip_prefix(BYTE_ORDER_MARK)
            .filter(|_| is_first)
            .unwrap_or(bytes);
        split_lines(text)
            .zip(self.first_line..)
            .map(|(line, number)| (number, line))
            .filter(|(_, line)| !line.trim_ascii().is_empty())
    }

    /// How many bytes of input the batch stands for.
    pub(crate) fn size(&self) -> u64 {
        match &self.content {
            Content::Lines(bytes) => bytes.len() as u64,
            Content::Overlong { size } => *size,
        }
    }
}

/// The lines of `text` without their newlines.
fn split_lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut start = 0;
    memchr::memchr_iter(b'\n', text)
        .chain(std::iter::once(text.len()))
        .map(move |end| {
            let line = text.get(start..end).unwrap_or_default();
            start = end + 1;
            line
        })
}

/// Cuts an input into batches.
///
/// A batch is sent off as soon as a read returns a newline, so a slow producer sees its rows at once.
pub(crate) struct Batches<R> {
    reader: BufReader<R>,
    next_line: u64,
    /// A line of more bytes is not kept.
    longest_line: usize,
    is_at_end: bool,
}

impl<R: Read> Batches<R> {
    pub(crate) fn new(reader: R, longest_line: usize) -> Self {
        Self {
            reader: BufReader::with_capacity(BLOCK, reader),
            next_line: 1,
            longest_line,
            is_at_end: false,
        }
    }

    /// Whole lines up to the last newline that one read gave; none at the end of the input.
    fn read_batch(&mut self) -> io::Result<Option<Batch>> {
        let mut bytes = Vec::new();
        while !self.is_at_end {
            if self.take_block(&mut bytes, memchr::memrchr)? {
                break;
            }
            if bytes.len() > self.longest_line {
                return self.skip_line(bytes).map(Some);
            }
        }
        let newlines = memchr::memchr_iter(b'\n', &bytes).count() as u64;
        Ok((!bytes.is_empty()).then(|| self.number(newlines, Content::Lines(bytes))))
    }

    /// Reads on to the next newline and keeps nothing of the line that `start` began.
    fn skip_line(&mut self, start: Vec<u8>) -> io::Result<Batch> {
        let mut size = start.len() as u64;
        let mut scrap = start;
        let mut is_over = false;
        while !is_over && !self.is_at_end {
            scrap.clear();
            is_over = self.take_block(&mut scrap, memchr::memchr)?;
            size += scrap.len() as u64;
        }
        Ok(self.number(1, Content::Overlong { size }))
    }

    /// Moves what is at hand to `bytes`, up to and with the newline that `find` points at; whether there is one.
    fn take_block(
        &mut self,
        bytes: &mut Vec<u8>,
        find: fn(u8, &[u8]) -> Option<usize>,
    ) -> io::Result<bool> {
        fill(&mut self.reader)?;
        let block = self.reader.buffer();
        let newline = find(b'\n', block);
        let taken = newline.map_or(block.len(), |at| at + 1);
        bytes.extend_from_slice(block.get(..taken).unwrap_or_default());
        self.reader.consume(taken);
        self.is_at_end = taken == 0;
        Ok(newline.is_some())
    }

    fn number(&mut self, lines: u64, content: Content) -> Batch {
        let first_line = self.next_line;
        self.next_line += lines;
        Batch {
            first_line,
            content,
        }
    }
}

impl<R: Read> Iterator for Batches<R> {
    type Item = io::Result<Batch>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read_batch().transpose()
    }
}

/// Reads until there are bytes at hand or the input ends.
fn fill<R: Read>(reader: &mut BufReader<R>) -> io::Result<()> {
    loop {
        match reader.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            filled => return filled.map(|_| ()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(input: &[u8], longest_line: usize) -> Vec<(u64, String)> {
        let mut found = Vec::new();
        for batch in Batches::new(input, longest_line) {
            let batch = batch.unwrap();
            match &batch.content {
                Content::Lines(bytes) => found.extend(
                    batch
                        .lines(bytes)
                        .map(|(number, line)| (number, String::from_utf8_lossy(line).into_owned())),
                ),
                Content::Overlong { size } => {
                    found.push((batch.first_line, format!("{size} bytes")))
                }
            }
        }
        found
    }

    #[test]
    fn lines_keep_their_numbers_around_blank_ones() {
        let lines = numbered(b"\xEF\xBB\xBFone\r\n\n  \nfour\nfive", 100);
        let wanted = [(1, "one\r"), (4, "four"), (5, "five")];
        assert_eq!(
            lines,
            wanted.map(|(number, line)| (number, line.to_owned()))
        );
    }

    #[test]
    fn an_overlong_line_is_left_out_and_counted() {
        let long = "x".repeat(3 * BLOCK);
        let lines = numbered(format!("a\n{long}\nb\n{long}").as_bytes(), BLOCK);
        let size = long.len();
        let wanted = [
            (1, "a".to_owned()),
            (2, format!("{} bytes", size + 1)),
            (3, "b".to_owned()),
            (4, format!("{size} bytes")),
        ];
        assert_eq!(lines, wanted);
    }
}

//! A table of Markdown: `| a | b |` above `|---|---|`, with or without pipes at the edges.

use super::tally::Tally;
use super::{Score, weights};
use crate::output_format::OutputFormat;

pub(crate) fn score(tally: &Tally) -> Option<Score> {
    let (confidence, evidence) = if tally.has_separator {
        (
            weights::TABLE_SEPARATOR,
            "markdown table separator row found",
        )
    } else if tally.opener == Some('|') {
        (weights::TABLE_PIPES, "pipe-delimited lines")
    } else {
        return None;
    };
    Some(Score::new(
        OutputFormat::MarkdownTable,
        confidence,
        evidence,
    ))
}

//! Plain text: the less it has of anything else, the more.

use super::tally::Tally;
use super::{Score, weights};
use crate::output_format::OutputFormat;

pub(crate) fn score(tally: &Tally) -> Score {
    let signals = [
        tally.keys > 0,
        tally.numbered > 0,
        tally.bulleted > 0,
        tally.starts_with_bracket(),
    ];
    let lost = signals.iter().filter(|signal| **signal).count() as f64;
    let confidence = weights::PLAIN - weights::PLAIN_SIGNAL * lost;
    let confidence = confidence.max(weights::PLAIN_LEAST);
    Score::new(OutputFormat::PlainText, confidence, "default text fallback")
}

//! Lists: `1. Mix` on some lines, or `- Mix`.

use super::tally::Tally;
use super::{Score, weights};
use crate::output_format::OutputFormat;

/// From how many items on a list is one for sure.
const MANY: usize = 3;

pub(crate) fn score_numbered(tally: &Tally) -> Option<Score> {
    let count = tally.numbered;
    let (confidence, evidence) = match count {
        0 => return None,
        MANY.. => (weights::NUMBERED_MANY, format!("{count} numbered items")),
        _ => (weights::NUMBERED_FEW, format!("{count} numbered item(s)")),
    };
    Some(Score::new(OutputFormat::NumberedList, confidence, evidence))
}

pub(crate) fn score_bulleted(tally: &Tally) -> Option<Score> {
    let count = tally.bulleted;
    let (confidence, evidence) = match count {
        0 => return None,
        MANY.. => (weights::BULLETED_MANY, format!("{count} bullet items")),
        _ => (weights::BULLETED_FEW, format!("{count} bullet item(s)")),
    };
    Some(Score::new(OutputFormat::BulletedList, confidence, evidence))
}

//! Pairs: `Name: Ann` or `name = Ann`, two at least, and no list.

use super::tally::Tally;
use super::{Score, weights};
use crate::output_format::OutputFormat;

pub(crate) fn score(tally: &Tally) -> Option<Score> {
    let is_found = tally.pairs >= 2 && tally.dashes == 0;
    is_found.then(|| {
        let evidence = format!("{} key: value pairs", tally.pairs);
        Score::new(OutputFormat::KeyValue, weights::KEY_VALUE, evidence)
    })
}

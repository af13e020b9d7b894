//! One of several choices: `I'd rule out (A); the answer is **B**.` is `B`.
//!
//! The reply becomes tokens (`tokens`: words that are choices, words that say something about them, punctuation), the
//! choices among them mentions (`mentions`), what is said about each is judged (`groups`, `context`), and the strongest
//! evidence decides (`markers`, `decide`).

mod bounds;
mod context;
mod cues;
mod decide;
mod groups;
mod letters;
mod lines;
mod markers;
mod mentions;
mod options;
mod phrases;
mod pieces;
mod spellings;
mod tokens;

use std::collections::HashSet;

use crate::error::ParseError;
use crate::span::Span;
use crate::trace::{Warning, WarningKind};
use decide::Verdict;
use mentions::{Mention, View};
pub(crate) use options::{Choices, Form};

/// The choice of a reply.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    pub(crate) choice: u32,
    pub(crate) span: Span,
    /// Whether it was named by its label or by its text.
    pub(crate) form: Form,
    /// Whether the text says nothing else.
    pub(crate) is_whole: bool,
    pub(crate) warnings: Vec<Warning>,
}

/// Reads which of `choices` is made in `text`.
pub(crate) fn read_choice(text: &str, choices: &Choices<'_>) -> Result<Reading, ParseError> {
    let mut tokens = tokens::read_tokens(text, choices);
    if !tokens.iter().any(|token| token.is_choice()) {
        return Err(none_of(choices));
    }
    let mut mentions = mentions::find_mentions(text, &mut tokens, choices);
    if mentions.is_empty() {
        return Err(none_of(choices));
    }
    let view = View {
        text,
        tokens: &tokens,
        choices,
    };
    let groups = groups::find_groups(&view, &mentions);
    groups::mark_offers(&view, &groups, &mut mentions);
    context::judge(&view, &groups, &mut mentions);
    let answer = markers::find_answer(&view, &groups, &mentions);
    match decide::decide(&view, &mentions, answer) {
        Verdict::None => Err(none_of(choices)),
        Verdict::Several(rivals) => {
            let rivals: Vec<&Mention> = rivals
                .iter()
                .filter_map(|&index| mentions.get(index))
                .collect();
            Err(ambiguous(choices, &rivals))
        }
        Verdict::One(index, evidence) => {
            let chosen = mentions.get(index).ok_or(none_of(choices))?;
            let partner = decide::find_partner(&view, &mentions, index);
            if let Some(partner) = partner.filter(|partner| partner.choice != chosen.choice) {
                return Err(ambiguous(choices, &[chosen, partner]));
            }
            let others = decide::find_others(&mentions, chosen.choice, evidence);
            Ok(Reading {
                choice: chosen.choice,
                form: chosen.form,
                is_whole: mentions
                    .iter()
                    .all(|mention| mention.is_alone && mention.choice == chosen.choice)
                    && view.is_bare(),
                span: cover([Some(chosen), partner].into_iter().flatten()),
                warnings: others.into_iter().map(warn).collect(),
            })
        }
    }
}

fn none_of(choices: &Choices<'_>) -> ParseError {
    let valid = choices.valid();
    ParseError::NoMatchingChoice { valid }
}

fn warn(mention: &Mention) -> Warning {
    let span = Span::new(mention.start, mention.end);
    Warning {
        kind: WarningKind::OtherCandidate,
        span,
    }
}

fn cover<'m>(mentions: impl Iterator<Item = &'m Mention> + Clone) -> Span {
    let start = mentions.clone().map(|mention| mention.start).min();
    let end = mentions.map(|mention| mention.end).max();
    Span::new(start.unwrap_or(0), end.unwrap_or(0))
}

fn ambiguous(choices: &Choices<'_>, rivals: &[&Mention]) -> ParseError {
    let mut seen = HashSet::new();
    let distinct = rivals.iter().filter(|mention| seen.insert(mention.choice));
    let readings = distinct.filter_map(|mention| choices.label(mention.choice));
    ParseError::Ambiguous {
        readings: readings.map(str::to_owned).collect(),
        span: cover(rivals.iter().copied()),
    }
}

#[cfg(test)]
mod tests;

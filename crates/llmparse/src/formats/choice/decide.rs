//! Which choice a reply makes, the strongest evidence first: an announced answer, the whole reply, a whole line, a
//! conclusion, a mark, the only one, the first one.

use std::collections::HashSet;

use super::cues::{self, Cue, Doubt};
use super::groups::{count_distinct, is_text_of};
use super::markers::Answer;
use super::mentions::{Mention, Standing, View};
use super::options::Form;
use super::tokens::Kind;

/// What was decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// A mention, and how sure it is.
    One(usize, Evidence),
    /// Mentions of different choices.
    Several(Vec<usize>),
    None,
}

/// Whether a choice was picked out, or only named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Evidence {
    Stated,
    Named,
}

pub(super) fn decide(view: &View<'_>, mentions: &[Mention], answer: Option<Answer>) -> Verdict {
    match answer {
        Some(Answer::One(index)) => return Verdict::One(index, Evidence::Stated),
        Some(Answer::Several(first, end)) => {
            let is_open = |index: &usize| {
                mentions
                    .get(*index)
                    .is_some_and(|mention| mention.standing != Standing::Negated)
            };
            return Verdict::Several((first..end).filter(is_open).collect());
        }
        Some(Answer::None) => return Verdict::None,
        None => {}
    }
    if let Some(several) = find_ticked(mentions) {
        return several;
    }
    if let Some(index) = find_line(view, mentions) {
        return Verdict::One(index, Evidence::Stated);
    }
    if let Some(verdict) = find_conclusion(view, mentions) {
        return verdict;
    }
    if let Some(index) = find_marked(mentions) {
        return Verdict::One(index, Evidence::Named);
    }
    find_first(view, mentions)
}

/// The choice that has the reply, or a line of it, to itself.
fn find_line(view: &View<'_>, mentions: &[Mention]) -> Option<usize> {
    let is_line = |mention: &Mention| {
        mention.is_alone && matches!(mention.standing, Standing::Plain | Standing::Asked)
    };
    let lines: Vec<(usize, &Mention)> = mentions
        .iter()
        .enumerate()
        .filter(|(_, mention)| is_line(mention))
        .collect();
    let last = lines.last()?;
    if lines
        .iter()
        .all(|(_, mention)| mention.choice == last.1.choice)
    {
        return Some(last.0);
    }
    // Several headings are no answer; the last line is.
    let behind = view.tokens.get(last.1.token + 1..)?;
    let is_last = !behind
        .iter()
        .any(|token| matches!(token.kind, Kind::Word | Kind::Cue(_)));
    is_last.then_some(last.0)
}

/// The last choice behind `therefore`, `I choose`, `answer`, or called the right one.
fn find_conclusion(view: &View<'_>, mentions: &[Mention]) -> Option<Verdict> {
    let mut is_open = false;
    let mut found = None;
    let mut next = 0;
    for (index, token) in view.tokens.iter().enumerate() {
        match token.kind {
            Kind::Cue(Cue::Therefore | Cue::Choose | Cue::Final) => is_open = true,
            Kind::Cue(Cue::Marker | Cue::Heading) => is_open |= !is_naming(view, index),
            Kind::Stop | Kind::Question => is_open = false,
            Kind::Line => {
                is_open &= matches!(
                    view.kind_before(index),
                    Some(Kind::Colon | Kind::Word | Kind::Cue(_))
                )
            }
            Kind::Choice(_) => {
                let mention = mentions.get(next);
                next += 1;
                let Some(mention) = mention else { continue };
                if mention.is_affirmed || is_open && mention.is_candidate() {
                    found = Some(next - 1);
                    is_open = false;
                }
            }
            _ => {}
        }
    }
    found.map(|index| with_partners(view, mentions, index))
}

/// More than one choice that is ticked.
fn find_ticked(mentions: &[Mention]) -> Option<Verdict> {
    let ticked = mentions.iter().enumerate();
    let ticked: Vec<(usize, &Mention)> = ticked.filter(|(_, mention)| mention.is_ticked).collect();
    let first = ticked.first()?.1.choice;
    let is_one = ticked.iter().all(|(_, mention)| mention.choice == first);
    (!is_one).then(|| Verdict::Several(ticked.iter().map(|(index, _)| *index).collect()))
}

/// `Response A is shorter`: the word only says what the choice is, and more is said about it.
fn is_naming(view: &View<'_>, index: usize) -> bool {
    let is_compared = index.checked_sub(1).is_some_and(|before| {
        let words = ["to", "over", "than"];
        let last = view.word(before).rsplit(' ').next().unwrap_or_default();
        words.iter().any(|word| word.eq_ignore_ascii_case(last))
    });
    if !matches!(view.kind(index + 1), Some(Kind::Choice(_))) {
        return false;
    }
    is_compared
        || matches!(view.kind(index + 2), Some(Kind::Word | Kind::Cue(_)))
            && !matches!(
                view.kind(index + 2),
                Some(Kind::Cue(Cue::Break | Cue::Therefore))
            )
}

/// A choice that is joined to another by `and` is not one choice.
fn with_partners(view: &View<'_>, mentions: &[Mention], index: usize) -> Verdict {
    let one = Verdict::One(index, Evidence::Stated);
    let (Some(mention), Some(other)) = (mentions.get(index), mentions.get(index + 1)) else {
        return one;
    };
    let between = view
        .tokens
        .get(mention.token + 1..other.token)
        .unwrap_or_default();
    let is_and = between
        .iter()
        .any(|token| token.kind == Kind::Cue(Cue::And))
        && between.iter().all(|token| {
            matches!(
                token.kind,
                Kind::Comma | Kind::Cue(Cue::And | Cue::Fill | Cue::Label)
            )
        });
    if is_and && other.choice != mention.choice && other.is_candidate() && !mention.is_affirmed {
        Verdict::Several(vec![index, index + 1])
    } else {
        one
    }
}

/// The only choice in bold, quotes or brackets, or that is a label.
fn find_marked(mentions: &[Mention]) -> Option<usize> {
    let marked = mentions
        .iter()
        .enumerate()
        .filter(|(_, mention)| mention.is_candidate() && (mention.is_marked || mention.is_label));
    let marked: Vec<(usize, &Mention)> = marked.collect();
    let first = marked.first()?;
    marked
        .iter()
        .all(|(_, mention)| mention.choice == first.1.choice)
        .then_some(first.0)
}

/// The only choice that is named, or the first one.
fn find_first(view: &View<'_>, mentions: &[Mention]) -> Verdict {
    let candidates = mentions
        .iter()
        .enumerate()
        .filter(|(_, mention)| mention.is_candidate());
    let candidates: Vec<(usize, &Mention)> = candidates.collect();
    let Some(first) = candidates.first() else {
        return find_rivals(mentions);
    };
    if candidates
        .iter()
        .all(|(_, mention)| mention.choice == first.1.choice)
    {
        return Verdict::One(first.0, Evidence::Named);
    }
    if let Some(verdict) = find_firm(view, &candidates) {
        return verdict;
    }
    // `positive/negative` names the first one first, `yes no` does not.
    let has_slash = view.tokens.iter().any(|token| token.kind == Kind::Slash);
    if view.is_bare() && !has_slash {
        return Verdict::Several(candidates.iter().map(|(index, _)| *index).collect());
    }
    let is_doubt = |kind: Kind| matches!(kind, Kind::Cue(Cue::Undecided | Cue::None));
    let Some(doubt) = view.tokens.iter().rposition(|token| is_doubt(token.kind)) else {
        return Verdict::One(first.0, Evidence::Named);
    };
    let behind = candidates.iter().find(|(_, mention)| mention.token > doubt);
    match behind {
        Some((index, _)) => Verdict::One(*index, Evidence::Named),
        None => Verdict::Several(candidates.iter().map(|(index, _)| *index).collect()),
    }
}

/// What is said outright, where the first choice is only said to be likely: `It looks like A, but it is B.`
fn find_firm(view: &View<'_>, candidates: &[(usize, &Mention)]) -> Option<Verdict> {
    let (_, first) = candidates.first()?;
    if first.doubt == Doubt::None {
        return None;
    }
    let contrast = view.tokens.get(first.token..).unwrap_or_default();
    let mut contrast = contrast.iter().zip(first.token..);
    let contrast = contrast.find(|(token, index)| match token.kind {
        Kind::Cue(cue) => cues::is_contrast(cue, view.word(*index)),
        _ => false,
    });
    let from = match (first.doubt, contrast) {
        (Doubt::Possible, _) => first.token,
        (_, Some((_, index))) => index,
        _ => return None,
    };
    let firm = candidates.iter().find(|(_, mention)| {
        mention.choice != first.choice
            && mention.token > from
            && mention.doubt == Doubt::None
            && is_firm(view, mention)
    });
    if let Some((index, _)) = firm {
        return Some(Verdict::One(*index, Evidence::Named));
    }
    let is_open = candidates
        .iter()
        .all(|(_, mention)| mention.doubt == Doubt::Possible);
    is_open.then(|| Verdict::Several(candidates.iter().map(|(index, _)| *index).collect()))
}

/// `it is ham`, `Ham.`, `it is a technical issue`
fn is_firm(view: &View<'_>, mention: &Mention) -> bool {
    let before = view.tokens.get(..mention.token).unwrap_or_default();
    let is_silent = |index: usize| {
        matches!(
            view.kind(index),
            Some(Kind::Open | Kind::Cue(Cue::Fill | Cue::Label))
        ) || view.word(index).eq_ignore_ascii_case("a")
    };
    let before = (0..before.len())
        .rev()
        .take(4)
        .find(|&index| !is_silent(index));
    let before = before.and_then(|index| view.kind(index));
    let ends = |index: usize| {
        matches!(
            view.kind(index),
            None | Some(
                Kind::Stop
                    | Kind::Line
                    | Kind::Comma
                    | Kind::Close
                    | Kind::Cue(Cue::Break | Cue::Therefore)
            )
        )
    };
    let next = mention.token + 1;
    match before {
        Some(Kind::Cue(Cue::Copula)) => {
            let is_noun = view.kind(next) == Some(Kind::Word) && !view.word(next).contains(' ');
            ends(next) || is_noun && ends(next + 1)
        }
        None | Some(Kind::Stop | Kind::Line | Kind::Comma | Kind::Colon | Kind::Dash) => ends(next),
        Some(Kind::Cue(Cue::Break | Cue::Therefore)) => ends(next),
        _ => false,
    }
}

/// What is left when nothing may be the answer: the choices that were offered and not turned down.
fn find_rivals(mentions: &[Mention]) -> Verdict {
    let is_rival =
        |mention: &Mention| matches!(mention.standing, Standing::Listed | Standing::Asked);
    let rivals = mentions
        .iter()
        .enumerate()
        .filter(|(_, mention)| is_rival(mention));
    let rivals: Vec<usize> = rivals.map(|(index, _)| index).collect();
    let chosen: Vec<Mention> = rivals
        .iter()
        .filter_map(|&index| mentions.get(index))
        .copied()
        .collect();
    if count_distinct(&chosen) > 1 {
        Verdict::Several(rivals)
    } else {
        Verdict::None
    }
}

/// The mention beside the chosen one that is its label or its text.
pub(super) fn find_partner<'m>(
    view: &View<'_>,
    mentions: &'m [Mention],
    index: usize,
) -> Option<&'m Mention> {
    let mention = mentions.get(index)?;
    let behind = mentions
        .get(index + 1)
        .filter(|behind| is_pair(view, mention, behind));
    let before = index.checked_sub(1).and_then(|before| mentions.get(before));
    behind.or(before.filter(|before| is_pair(view, before, mention)))
}

fn is_pair(view: &View<'_>, left: &Mention, right: &Mention) -> bool {
    if !is_text_of(view, left, right)
        || right.standing == Standing::Negated
        || left.standing == Standing::Negated
    {
        return false;
    }
    // `Oslo B) Paris` is no pair, `Oslo (B)` is.
    left.form == Form::Label || view.kind(left.token + 1) == Some(Kind::Open)
}

/// One mention of each other choice that was passed over.
pub(super) fn find_others(mentions: &[Mention], chosen: u32, evidence: Evidence) -> Vec<&Mention> {
    let mut seen = HashSet::from([chosen]);
    let counts =
        |mention: &&Mention| mention.standing != Standing::Listed || evidence == Evidence::Named;
    mentions
        .iter()
        .filter(counts)
        .filter(|mention| seen.insert(mention.choice))
        .collect()
}

//! The number that is given: the best that fits, with what was done to read it and what speaks against it.

use std::borrow::Cow;

use super::decimal::Decimal;
use super::fraction::divide_decimals;
use super::front::word_before;
use super::lexeme::{Doubt, Form, Mark};
use super::refusal::refuses;
use super::standing::{Item, Reading, Standing, Survey, has_about_mark, survey};
use super::token::{Body, Kind, Token};
use crate::error::ParseError;
use crate::span::Span;
use crate::trace::{Repair, RepairKind, Warning, WarningKind};

/// How many rival readings an error names.
const READINGS: usize = 5;

/// What stands before the bound of what may be given: `I can't rate it higher than` 6.
const COMPARES: [&str; 7] = ["than", "above", "over", "beyond", "als", "di", "чем"];

/// What a caller makes of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fit {
    Fits,
    /// It is outside of the range that was asked for.
    Outside,
    /// It is not of the type that was asked for.
    Unfit,
}

/// A number, where it stands and what it took to read it.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) number: Decimal,
    pub(crate) span: Span,
    pub(crate) fit: Fit,
    pub(crate) repairs: Vec<Repair>,
    pub(crate) warnings: Vec<Warning>,
}

/// The number of `text` that is the answer, by what `judge` says of each.
pub(crate) fn choose(text: &str, judge: impl Fn(&Decimal) -> Fit) -> Result<Found, ParseError> {
    let survey = survey(text);
    let Some(best) = survey.best() else {
        return Err(survey.nothing());
    };
    if best.standing == Standing::Negated {
        return Err(ParseError::NoNumber);
    }
    let Some((number, fit)) = survey.judged(best, &judge)? else {
        return Err(ParseError::NoNumber);
    };
    if let Some(error) = survey.criteria(best, &number, &judge) {
        return Err(error);
    }
    if survey.is_refused(best) {
        return Err(ParseError::NoNumber);
    }
    match fit {
        Fit::Fits => return survey.give(best, number, fit),
        Fit::Unfit => return survey.give_other(best, number, &judge),
        Fit::Outside => {}
    }
    let floor = if best.standing >= Standing::Prose {
        Standing::Numerator
    } else {
        Standing::Spelled
    };
    let mut refused = Vec::new();
    let mut inside: Option<(&Item, Decimal)> = None;
    for item in survey
        .items
        .iter()
        .filter(|item| item.reading != Reading::Nothing)
    {
        let (number, fit) = survey.judge(item, &judge);
        let is_better = inside
            .as_ref()
            .is_none_or(|(best, _)| item.standing >= best.standing);
        if fit == Fit::Fits && item.standing >= floor && is_better {
            inside = Some((item, number));
        } else if fit == Fit::Outside && item.standing >= Standing::Plain {
            refused.push(item);
        }
    }
    let Some((item, inside)) = inside else {
        return survey.give(best, number, fit);
    };
    if item.reading == Reading::Either {
        return Err(survey.ambiguous(item));
    }
    let mut found =
        survey.give_fitting(item, inside, &|item: &Item| survey.judge(item, &judge).1)?;
    let refused = refused
        .iter()
        .filter(|refused| refused.standing >= item.standing);
    found.warnings.extend(refused.map(|refused| Warning {
        kind: WarningKind::OutsideRange,
        span: survey.span(refused),
    }));
    found.warnings.sort_by_key(|warning| warning.span);
    Ok(found)
}

impl Survey<'_> {
    /// The best of the items, the last among equals.
    fn best(&self) -> Option<&Item> {
        self.items.iter().max_by_key(|item| {
            (
                item.standing,
                item.standing < Standing::Label || item.named.is_none(),
            )
        })
    }

    /// Whether the reply says that it has no answer, and the number is only part of why.
    fn is_refused(&self, item: &Item) -> bool {
        let start = self.token(item).map_or(0, Token::start);
        let front = self
            .text
            .get(..start)
            .unwrap_or_default()
            .trim_end_matches(' ');
        let end = front.strip_suffix(" a").unwrap_or(front).len();
        let is_bound = || COMPARES.contains(&word_before(self.text, end));
        item.standing <= Standing::Emphasis && refuses(self.text) && !is_bound()
    }

    /// An error if the item is one of several that stand behind names of their own: `Style: 6`, `Depth: 8`.
    fn criteria(
        &self,
        item: &Item,
        number: &Decimal,
        judge: &impl Fn(&Decimal) -> Fit,
    ) -> Option<ParseError> {
        let is_criterion = |other: &&Item| {
            other.standing == item.standing
                && other.named.is_some()
                && other.reading == Reading::Number
        };
        if !is_criterion(&item) || item.standing == Standing::Final {
            return None;
        }
        let name = |item: &Item| item.named.map(|span| span.of(self.text));
        let others = || self.items.iter().filter(is_criterion);
        let differs = |other: &&Item| {
            let (value, fit) = self.judge(other, judge);
            value != *number && name(other) != name(item) && fit == Fit::Fits
        };
        if !others().any(|other| differs(&other)) {
            return None;
        }
        let (first, last) = (others().next()?.token, others().next_back()?.token);
        let named = others().take(READINGS).map(|other| other.token);
        let indices: Vec<usize> = named.collect();
        Some(self.rivals(first, last, &indices))
    }

    /// What is given for an item that is not of the type: the same one rounded by the reply, or another as good.
    fn give_other(
        &self,
        item: &Item,
        number: Decimal,
        judge: &impl Fn(&Decimal) -> Fit,
    ) -> Result<Found, ParseError> {
        let next = item.token + 1;
        let is_rounded = self
            .tokens
            .get(next)
            .is_some_and(|token| token.kind == Kind::Rounded);
        let rounded = is_rounded.then(|| Item {
            token: next,
            reading: Reading::Number,
            ..item.clone()
        });
        let is_weak = item.standing <= Standing::Numerator;
        let equals = self.items.iter().rev().filter(|other| {
            is_weak && other.standing == item.standing && other.reading == Reading::Number
        });
        for other in rounded.iter().chain(equals) {
            let (value, fit) = self.judge(other, judge);
            if fit == Fit::Fits {
                return self.give_fitting(other, value, &|item: &Item| self.judge(item, judge).1);
            }
        }
        self.give(item, number, Fit::Unfit)
    }

    fn token(&self, item: &Item) -> Option<&Token> {
        self.tokens.get(item.token)
    }

    /// The number of an item, and whether it fits; nothing where a word says so.
    fn judged(
        &self,
        item: &Item,
        judge: &impl Fn(&Decimal) -> Fit,
    ) -> Result<Option<(Decimal, Fit)>, ParseError> {
        match item.reading {
            Reading::Nothing => Ok(None),
            Reading::Either => Err(self.ambiguous(item)),
            Reading::Number | Reading::Quotient | Reading::Mixed => {
                Ok(Some(self.judge(item, judge)))
            }
        }
    }

    fn judge(&self, item: &Item, judge: &impl Fn(&Decimal) -> Fit) -> (Decimal, Fit) {
        let number = self.number(item);
        let fit = judge(&number);
        (number, fit)
    }

    /// What the item is read as.
    fn number(&self, item: &Item) -> Decimal {
        let number = self.decimal(item.token);
        match item.reading {
            Reading::Mixed => return self.mixed(item.token).unwrap_or(number),
            Reading::Quotient => {}
            Reading::Number | Reading::Either | Reading::Nothing => return number,
        }
        let quotient = divide_decimals(&number, &self.decimal(item.token + 1));
        let is_negative = self.token(item).is_some_and(|token| {
            token.kind == Kind::Frac
                && self
                    .text
                    .get(..token.start())
                    .is_some_and(|front| front.ends_with(['-', '−']))
        });
        match quotient {
            Some(quotient) if is_negative => format!("-{quotient}").parse().unwrap_or(quotient),
            Some(quotient) => quotient,
            None => number,
        }
    }

    /// `7 1/2`
    fn mixed(&self, index: usize) -> Option<Decimal> {
        let part = divide_decimals(&self.decimal(index + 1), &self.decimal(index + 2))?;
        let fraction = part.as_str().strip_prefix("0.")?;
        format!("{}.{fraction}", self.decimal(index)).parse().ok()
    }

    /// Where the item stands.
    fn span(&self, item: &Item) -> Span {
        let Some(token) = self.token(item) else {
            return Span::default();
        };
        let has_sign = token.kind == Kind::Frac
            && self
                .text
                .get(..token.start())
                .is_some_and(|front| front.ends_with('-'));
        let start = token.start() - usize::from(has_sign);
        let end = match item.reading {
            Reading::Number | Reading::Nothing => token.end(),
            Reading::Quotient | Reading::Mixed => self.end_of(item.token, token),
            Reading::Either => {
                let other = self.tokens.get(self.other_end(item));
                other.map_or(token.end(), |other| other.end())
            }
        };
        Span::new(start, end)
    }

    /// The other end of `7-8` or `7/10-8/10`.
    fn other_end(&self, item: &Item) -> usize {
        item.token + self.count_parts(item.token).div_ceil(2).max(1)
    }

    fn ambiguous(&self, item: &Item) -> ParseError {
        let readings =
            [item.token, self.other_end(item)].map(|index| self.decimal(index).to_string());
        ParseError::Ambiguous {
            readings: readings.into(),
            span: self.span(item),
        }
    }

    /// Why there is no number at all.
    fn nothing(&self) -> ParseError {
        let operands: Vec<usize> = (0..self.tokens.len())
            .filter(|&index| {
                self.tokens
                    .get(index)
                    .is_some_and(|token| token.kind == Kind::Operand)
            })
            .collect();
        match (operands.first(), operands.last()) {
            (Some(&first), Some(&last)) if first < last => self.rivals(first, last, &operands),
            _ => ParseError::NoNumber,
        }
    }

    fn rivals(&self, first: usize, last: usize, indices: &[usize]) -> ParseError {
        let readings = indices
            .iter()
            .take(READINGS)
            .map(|&index| self.decimal(index).into_string());
        let start = self.tokens.get(first).map_or(0, |token| token.start());
        let end = self.tokens.get(last).map_or(0, |token| token.end());
        ParseError::Ambiguous {
            readings: readings.collect(),
            span: Span::new(start, end),
        }
    }

    fn give(&self, item: &Item, number: Decimal, fit: Fit) -> Result<Found, ParseError> {
        let found = self.give_fitting(item, number, &|_: &Item| Fit::Fits)?;
        Ok(Found { fit, ..found })
    }

    /// The item, with the others that `judge` takes as its rivals.
    fn give_fitting(
        &self,
        item: &Item,
        number: Decimal,
        judge: &impl Fn(&Item) -> Fit,
    ) -> Result<Found, ParseError> {
        let rivals = self.rivals_of(item, &number, judge);
        if self.is_undecided(item, &rivals) {
            let mut indices: Vec<usize> = rivals
                .iter()
                .map(|rival| rival.token)
                .chain([item.token])
                .collect();
            indices.sort_unstable();
            let (first, last) = (indices.first().copied(), indices.last().copied());
            return Err(self.rivals(
                first.unwrap_or_default(),
                last.unwrap_or_default(),
                &indices,
            ));
        }
        let mut warnings = self.warnings(item);
        let kind = if item.standing >= Standing::Of {
            WarningKind::ConflictingAnswers
        } else {
            WarningKind::OtherCandidate
        };
        warnings.extend(rivals.iter().map(|rival| Warning {
            kind,
            span: self.span(rival),
        }));
        warnings.sort_by_key(|warning| warning.span);
        Ok(Found {
            repairs: self.repairs(item, &number),
            span: self.span(item),
            fit: Fit::Fits,
            number,
            warnings,
        })
    }

    /// Items as good as `item` that say something else.
    fn rivals_of(
        &self,
        item: &Item,
        number: &Decimal,
        judge: &impl Fn(&Item) -> Fit,
    ) -> Vec<&Item> {
        let least = if item.standing > Standing::Emphasis {
            item.standing
        } else {
            Standing::Plain.min(item.standing)
        };
        let rivals = self.items.iter().filter(|other| {
            other.standing >= least
                && other.token != item.token
                && other.reading != Reading::Nothing
        });
        let short = |item: &Item| match item.reading {
            Reading::Number => self.token(item)?.short(self.text),
            _ => None,
        };
        let own = short(item);
        let differs = |other: &Item| match (own, short(other)) {
            (Some(own), Some(other)) => own != other,
            _ => self.number(other) != *number,
        };
        let rivals = rivals.filter(|other| differs(other) && judge(other) == Fit::Fits);
        rivals.collect()
    }

    /// Numbers side by side, without a word or in one box, of which none is the answer.
    fn is_undecided(&self, item: &Item, rivals: &[&Item]) -> bool {
        if rivals.is_empty() {
            return false;
        }
        let is_listed = matches!(
            item.standing,
            Standing::Plain | Standing::Alone | Standing::Aside
        );
        let is_result = |item: &Item| {
            self.token(item)
                .is_some_and(|token| token.kind == Kind::Result)
        };
        let are_steps = is_result(item) && rivals.iter().all(|rival| is_result(rival));
        if is_listed && !are_steps && !self.text.chars().any(char::is_alphabetic) {
            return true;
        }
        let has_neighbour = rivals
            .iter()
            .any(|rival| rival.token + 1 == item.token && rival.standing == item.standing);
        item.standing == Standing::Final && has_neighbour && self.is_in_one_box(item)
    }

    /// Whether the number before `item` stands in the same box.
    fn is_in_one_box(&self, item: &Item) -> bool {
        let Some([first, second]) = item
            .token
            .checked_sub(1)
            .and_then(|index| self.tokens.get(index..=index + 1))
        else {
            return false;
        };
        let gap = self
            .text
            .get(first.end()..second.start())
            .unwrap_or_default();
        gap.len() <= 64
            && !gap.contains(['\n', '<', ':', '='])
            && !gap.contains("boxed")
            && !gap.contains("[[")
    }

    fn repairs(&self, item: &Item, number: &Decimal) -> Vec<Repair> {
        let span = self.span(item);
        if span.of(self.text) == number.as_str() {
            return Vec::new();
        }
        let kind = match self.token(item) {
            _ if matches!(item.reading, Reading::Quotient | Reading::Mixed) => RepairKind::Fraction,
            Some(Token {
                body: Body::Vulgar(..),
                ..
            }) => RepairKind::Fraction,
            Some(Token {
                body: Body::Words(_),
                ..
            }) => RepairKind::NumberWord,
            Some(token) if token.magnitude > 0 => RepairKind::Magnitude,
            _ => RepairKind::NumberSpelling,
        };
        vec![Repair {
            kind,
            span,
            replacement: Cow::Owned(number.to_string()),
        }]
    }

    /// What a careful reader would want to know about the item.
    fn warnings(&self, item: &Item) -> Vec<Warning> {
        let Some(token) = self.token(item) else {
            return Vec::new();
        };
        let rest = self.text.get(token.end()..).unwrap_or_default();
        let is_percent = [" %", "%", "\\%", "％", " percent", " Prozent"]
            .iter()
            .any(|sign| rest.starts_with(sign));
        let notes = [
            (WarningKind::AmbiguousSeparator, self.is_doubtful(token)),
            (WarningKind::Percent, is_percent),
            (
                WarningKind::InexactNumber,
                item.is_about
                    || has_about_mark(self.text, token.start())
                    || rest.trim_start().starts_with('±'),
            ),
            (
                WarningKind::DoubtfulNumber,
                item.standing <= Standing::Negated,
            ),
        ];
        let span = self.span(item);
        let noted = notes.iter().filter(|(_, is_so)| *is_so);
        noted.map(|&(kind, _)| Warning { kind, span }).collect()
    }

    fn is_doubtful(&self, token: &Token) -> bool {
        let is_decimal = token
            .lexeme()
            .is_some_and(|lexeme| lexeme.form == Form::Decimal);
        match token.doubt() {
            Doubt::None => false,
            Doubt::Blank => is_decimal,
            Doubt::Either(Mark::Comma) => self.mark == Some(Mark::Comma),
            Doubt::Either(Mark::Point) => self.mark != Some(Mark::Point),
        }
    }
}

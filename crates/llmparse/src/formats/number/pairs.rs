//! Numbers that belong together: `8/10`, `8 out of 10`, `7-8`, `2024-05-17`, `10:30`, `3 * 4 = 12`.

use super::between::{Between, find_gaps};
use super::digits::char_before;
use super::front::word_before;
use super::token::{Kind, Token};
use super::vocabulary::{Role, is_unparted, role_of};
use crate::span::Span;

/// What stands before a day and a month: `on 5/17`.
const BEFORE_DATE: [&str; 8] = ["on", "On", "since", "until", "dated", "am", "vom", "le"];

/// Gives the tokens that belong together their kinds.
pub(crate) fn relate(text: &str, tokens: &mut [Token]) {
    let gaps = find_gaps(text, tokens);
    if gaps.iter().any(|gap| *gap != Between::Other) {
        relate_neighbours(text, tokens, &gaps);
        find_score_ranges(text, tokens, &gaps);
        find_mixed(text, tokens);
    }
    find_phones(text, tokens);
}

fn relate_neighbours(text: &str, tokens: &mut [Token], gaps: &[Between]) {
    let leads = find_results(gaps);
    let mut at = 0;
    while at + 1 < tokens.len() {
        if gaps.get(at) == Some(&Between::Other) {
            at += 1;
            continue;
        }
        let chain = chain_len(gaps, at);
        let has_result = leads.get(at) == Some(&true);
        if chain >= 2 && !has_result {
            mark(tokens, at, chain + 1, Kind::Never);
            at += chain;
            continue;
        }
        let Some(gap) = gaps.get(at) else { break };
        if let [first, second, rest @ ..] = tokens.get_mut(at..).unwrap_or_default() {
            let pair = Pair {
                text,
                first,
                second,
                gap: *gap,
                has_result: has_result && !rest.is_empty(),
                is_same: gaps.get(at + 1) == Some(&Between::Equals)
                    && gaps.get(at + 2) == Some(&Between::Slash),
            };
            at += pair.relate();
        }
        at += 1;
    }
}

/// `between 7/10 and 8/10`, `7/10 - 8/10`
fn find_score_ranges(text: &str, tokens: &mut [Token], gaps: &[Between]) {
    for index in 0..tokens.len().saturating_sub(3) {
        let Some([first, scale, second, other]) = tokens.get_mut(index..index + 4) else {
            break;
        };
        let joins = match gaps.get(index + 1) {
            Some(Between::To | Between::Dash { .. }) => true,
            Some(Between::And) => role_of(word_before(text, first.start())).has(Role::FROM),
            _ => false,
        };
        let are_scores = [&first.kind, &second.kind]
            .iter()
            .all(|kind| matches!(kind, Kind::Slash | Kind::OutOf));
        if joins && are_scores {
            first.kind = Kind::Range;
            (scale.kind, second.kind, other.kind) = (Kind::Second, Kind::Second, Kind::Second);
        }
    }
}

/// `7 1/2`, `7 and 1/2`
fn find_mixed(text: &str, tokens: &mut [Token]) {
    for index in 0..tokens.len().saturating_sub(2) {
        let Some([whole, above, below]) = tokens.get_mut(index..index + 3) else {
            break;
        };
        if !matches!(above.kind, Kind::Slash | Kind::Frac) {
            continue;
        }
        let is_joined = matches!(
            text.get(whole.end()..above.start()),
            Some(" " | " and " | " & ")
        ) || whole.end() == above.start() && above.kind == Kind::Frac;
        let is_fraction = !above.has_sign()
            && match (above.small(text), below.small(text)) {
                (Some(above), Some(below)) => above < below && below <= 16,
                _ => false,
            };
        if is_joined && is_fraction && whole.kind == Kind::Plain && whole.small(text).is_some() {
            (whole.kind, above.kind) = (Kind::Mixed, Kind::Second);
        }
    }
}

/// Of every gap, whether a calculation goes on behind it and ends with a result.
fn find_results(gaps: &[Between]) -> Vec<bool> {
    let mut leads = vec![false; gaps.len()];
    let mut is_led = false;
    let mut next = Between::Other;
    for (gap, place) in gaps.iter().zip(leads.iter_mut()).rev() {
        is_led = next.is_result()
            || matches!(next, Between::Is | Between::Restated)
                && matches!(gap, Between::Operator | Between::Term | Between::Share)
            || next.is_arithmetic() && is_led;
        *place = is_led;
        next = *gap;
    }
    leads
}

/// How many slashes, dashes or colons follow each other from `at` on, as in dates.
fn chain_len(gaps: &[Between], at: usize) -> usize {
    let Some(first @ (Between::Slash | Between::Dash { is_tight: true } | Between::Colon)) =
        gaps.get(at)
    else {
        return 0;
    };
    gaps.iter().skip(at).take_while(|gap| *gap == first).count()
}

fn mark(tokens: &mut [Token], at: usize, count: usize, kind: Kind) {
    for token in tokens.iter_mut().skip(at).take(count) {
        token.kind = kind;
    }
}

/// Two neighbours.
struct Pair<'t> {
    text: &'t str,
    first: &'t mut Token,
    second: &'t mut Token,
    gap: Between,
    /// Whether an equals sign follows, perhaps behind more operands.
    has_result: bool,
    /// Whether another score follows behind it: `8.5/10 = 85/100`.
    is_same: bool,
}

impl Pair<'_> {
    fn set(&mut self, first: Kind, second: Kind) {
        if self.first.kind != Kind::Never {
            self.first.kind = first;
        }
        self.second.kind = if self.first.kind == Kind::Never {
            Kind::Never
        } else {
            second
        };
    }

    /// Gives both their kinds; how many tokens are done with besides the first.
    fn relate(mut self) -> usize {
        match self.gap {
            Between::Slash => return self.relate_slash(),
            Between::Dash { is_tight } => return self.relate_dash(is_tight),
            Between::Colon if self.is_unparted_label() => self.first.kind = Kind::Never,
            Between::Colon => self.set(Kind::Never, Kind::Never),
            Between::To => self.set(Kind::Range, Kind::Second),
            Between::And => return self.relate_and(),
            Between::OutOf => self.set(Kind::OutOf, Kind::Second),
            Between::Of => return self.relate_of(),
            Between::ScaleFirst if self.is_ascending() => self.set(Kind::Range, Kind::Second),
            Between::ScaleFirst => {
                self.first.kind = Kind::Never;
                self.second.kind = Kind::OutOf;
            }
            Between::PlusMinus => self.second.kind = Kind::Never,
            Between::Frac => self.relate_frac(),
            Between::Share if !self.has_result => return self.relate_of(),
            Between::Term if !self.has_result => return 0,
            Between::Operator | Between::Term | Between::Share => {
                self.first.kind = Kind::Operand;
                self.second.kind = Kind::Operand;
                return 0;
            }
            Between::Equals => return self.relate_equals(),
            Between::Nearly if self.is_apart() => return self.set_second(Kind::Rounded),
            Between::Nearly => return self.relate_equals(),
            Between::Is | Between::Restated if self.first.kind == Kind::Operand => {
                return self.set_second(Kind::Result);
            }
            Between::Is => return self.relate_factorial(),
            Between::Restated => return self.set_second(Kind::Restated),
            Between::Rounded => return self.set_second(Kind::Rounded),
            Between::Than => return self.set_second(Kind::Never),
            Between::Label => return self.relate_label(),
            Between::Other => return 0,
        }
        1
    }

    /// Gives the second a kind if it has none, and goes on with it.
    fn set_second(&mut self, kind: Kind) -> usize {
        if self.second.kind == Kind::Plain {
            self.second.kind = kind;
        }
        0
    }

    fn gap(&self) -> &str {
        let gap = self.text.get(self.first.end()..self.second.start());
        gap.unwrap_or_default()
    }

    /// The right side of an equals sign; what stands alone on the left of it is part of a formula: `5! = 120`.
    fn relate_equals(&mut self) -> usize {
        let is_formula = self.gap().starts_with(['!', '|', ')']);
        if is_formula && self.first.kind == Kind::Plain {
            self.first.kind = Kind::Operand;
        }
        self.set_second(Kind::Result)
    }

    /// Whether the first stands for itself: `3.7`, but not `√2`.
    fn is_apart(&self) -> bool {
        let before = char_before(self.text, self.first.start());
        self.first.kind == Kind::Plain
            && before.is_none_or(|letter| letter.is_whitespace() || "*(:\"".contains(letter))
    }

    /// `5! is 120`
    fn relate_factorial(&mut self) -> usize {
        if self.gap().starts_with('!') {
            self.relate_equals();
        }
        0
    }

    /// `Answer 2: 14`, `Day 1: 15`
    fn relate_label(&mut self) -> usize {
        let is_index = self.first.kind == Kind::Plain
            && self.first.small(self.text).is_some()
            && !self.first.has_sign()
            && !word_before(self.text, self.first.start()).is_empty();
        if is_index {
            self.first.kind = Kind::Never;
        }
        0
    }

    /// `答案1：17`
    fn is_unparted_label(&self) -> bool {
        self.gap() == "：" && char_before(self.text, self.first.start()).is_some_and(is_unparted)
    }

    fn relate_slash(&mut self) -> usize {
        let is_day = |token: &Token| token.small(self.text).is_some_and(|value| value <= 31);
        let is_tight = self.text.get(self.first.end()..self.second.start()) == Some("/");
        let is_scale = self
            .second
            .small(self.text)
            .is_some_and(|value| value % 5 == 0);
        let may_be_date = is_tight && is_day(self.first) && is_day(self.second) && !is_scale;
        if self.has_result && !self.is_same {
            self.set(Kind::Operand, Kind::Operand);
            return 0;
        }
        if may_be_date && BEFORE_DATE.contains(&word_before(self.text, self.first.start())) {
            self.set(Kind::Never, Kind::Never);
        } else {
            self.set(Kind::Slash, Kind::Second);
        }
        1
    }

    fn relate_dash(&mut self, is_tight: bool) -> usize {
        let (text, first, second) = (
            self.text,
            self.first.small(self.text),
            self.second.small(self.text),
        );
        let is_year = |value: Option<u32>| value.is_some_and(is_year);
        let is_phone = self.first.digits(text).len() == 3
            && self.second.digits(text).len() == 4
            && second.is_some_and(|value| value % 100 > 0);
        let has_zero = self.second.digits(text).len() > 1
            && self.second.digits(text).starts_with('0')
            && second.is_some();
        if self.has_result {
            self.set(Kind::Operand, Kind::Operand);
            return 0;
        }
        let kinds = if is_tight && (is_phone || has_zero) || is_year(first) && is_year(second) {
            (Kind::Never, Kind::Never)
        } else if is_tight || self.is_ascending() {
            (Kind::Range, Kind::Second)
        } else {
            return 0;
        };
        self.set(kinds.0, kinds.1);
        1
    }

    fn relate_and(&mut self) -> usize {
        let is_range = role_of(word_before(self.text, self.first.start())).has(Role::FROM);
        if is_range {
            self.set(Kind::Range, Kind::Second);
        }
        usize::from(is_range)
    }

    /// `3 of 4`, but not `4 of 3`.
    fn relate_of(&mut self) -> usize {
        let fits = self.is_ascending()
            || self.first.decimal(self.text, None) == self.second.decimal(self.text, None);
        if fits {
            self.set(Kind::Of, Kind::Second);
        }
        usize::from(fits)
    }

    fn is_ascending(&self) -> bool {
        self.first.decimal(self.text, None) < self.second.decimal(self.text, None)
    }

    fn relate_frac(&mut self) {
        let before = self.text.get(..self.first.start()).unwrap_or_default();
        let commands = ["\\frac{", "\\dfrac{", "\\tfrac{", "\\cfrac{"];
        let Some(command) = commands.iter().find(|command| before.ends_with(**command)) else {
            return;
        };
        if !self
            .text
            .get(self.second.end()..)
            .is_some_and(|rest| rest.starts_with('}'))
        {
            return;
        }
        self.set(Kind::Frac, Kind::Second);
        self.first.span = Span::new(self.first.start() - command.len(), self.first.end());
        self.second.span = Span::new(self.second.start(), self.second.end() + 1);
    }
}

pub(crate) fn is_year(value: u32) -> bool {
    (1900..2100).contains(&value)
}

/// `+49 30`, `030 1234`
fn starts_phone(text: &str, first: &Token, second: &Token) -> bool {
    let has_plus = text
        .get(first.start()..)
        .is_some_and(|rest| rest.starts_with('+'));
    let has_zero = first.digits(text).len() > 2 && first.digits(text).starts_with('0');
    has_plus && second.digits(text).len() >= 2 || has_zero && second.digits(text).len() >= 4
}

/// `+1 (555) 123-4567`, `+49 30 1234567`: what stands right before a phone number belongs to it.
fn find_phones(text: &str, tokens: &mut [Token]) {
    let is_joined = |first: &Token, second: &Token| {
        if second.start().saturating_sub(first.end()) > 2 {
            return false;
        }
        let gap = text.as_bytes().get(first.end()..second.start());
        let is_link = |byte: &u8| matches!(byte, b' ' | b'(' | b')' | b'-');
        gap.is_some_and(|gap| gap.iter().all(is_link))
    };
    let mut pairs = tokens.iter().zip(tokens.iter().skip(1));
    if !pairs.any(|(first, second)| is_joined(first, second)) {
        return;
    }
    for index in (1..tokens.len()).rev() {
        if let [first, second] = tokens.get_mut(index - 1..=index).unwrap_or_default() {
            let is_phone = second.kind == Kind::Never
                && first.kind == Kind::Plain
                && second.digits(text).len() <= 4
                && is_joined(first, second);
            if is_phone && first.lexeme().is_some() && first.digits(text).len() <= 3 {
                first.kind = Kind::Never;
            }
        }
    }
    let mut in_phone = false;
    for index in 0..tokens.len().saturating_sub(1) {
        if let [first, second] = tokens.get_mut(index..index + 2).unwrap_or_default() {
            in_phone = is_joined(first, second)
                && second.lexeme().is_some()
                && !second.has_sign()
                && (in_phone || starts_phone(text, first, second));
            if in_phone {
                (first.kind, second.kind) = (Kind::Never, Kind::Never);
            }
        }
    }
}

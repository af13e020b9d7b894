//! Numbers that belong together: `8/10`, `8 out of 10`, `7-8`, `2024-05-17`, `10:30`, `3 * 4 = 12`.

use super::front::word_before;
use super::lexeme::is_currency;
use super::token::{Body, Kind, Token};
use super::vocabulary::{Role, role_of};
use crate::span::Span;

/// The longest text between two numbers that belong together, in bytes.
const REACH: usize = 48;

/// What stands before a day and a month: `on 5/17`.
const BEFORE_DATE: [&str; 8] = ["on", "On", "since", "until", "dated", "am", "vom", "le"];

/// What stands between two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Between {
    /// `/`, with blanks or without.
    Slash,
    /// `-`, `~`; tight if without blanks.
    Dash {
        is_tight: bool,
    },
    Colon,
    Operator,
    Equals,
    OutOf,
    Of,
    /// `分中`: the scale comes first.
    ScaleFirst,
    To,
    And,
    /// `±`
    PlusMinus,
    /// `}{` of `\frac{1}{2}`
    Frac,
    Other,
}

fn between(gap: &str) -> Between {
    let bare = without_units(gap.trim());
    let is_tight = !gap.starts_with(' ') && !gap.ends_with(' ');
    match bare {
        "" => Between::Other,
        "/" | "／" | "⁄" | "∕" => Between::Slash,
        "-" | "–" | "—" | "~" | "〜" | "～" | "‐" | "‑" | "--" | "から" | "到" | "至"
        | "-\u{200b}" => Between::Dash { is_tight },
        ":" | "：" if is_tight => Between::Colon,
        "+" | "*" | "×" | "÷" | "·" | "⋅" | "x" | "\\times" | "\\cdot" | "−" | "\\div"
        | "−\u{2009}" => Between::Operator,
        "->" | "→" | "=>" | "⇒" => Between::To,
        "=" | "≈" | "\\approx" | "==" => Between::Equals,
        "}{" => Between::Frac,
        "±" | "\\pm" | "+/-" | "+-" => Between::PlusMinus,
        "分中" | "点満点中" | "点中" | "点満点で" | "点満点のうち" | "점 만점에" => {
            Between::ScaleFirst
        }
        bare => between_words(bare),
    }
}

/// The text between `5 °C to ` or `5% - $`, without the units.
fn without_units(gap: &str) -> &str {
    let is_sign = |letter: char| is_currency(letter) || matches!(letter, '%' | '°');
    let bare = gap.trim_end_matches(is_currency);
    let behind = bare.trim_start_matches(is_sign);
    let behind = match bare.starts_with('°') {
        true => behind.strip_prefix(['C', 'F']).unwrap_or(behind),
        false => behind,
    };
    behind.trim()
}

fn between_words(bare: &str) -> Between {
    // `5 apples + 3`, `$5 + $3 = $8`
    match bare
        .trim_end_matches(is_currency)
        .trim_end()
        .chars()
        .next_back()
    {
        Some('=') => return Between::Equals,
        Some('+' | '×' | '÷') => return Between::Operator,
        _ => {}
    }
    let mut words = bare
        .split(|letter: char| letter.is_whitespace() || letter == '*')
        .filter(|word| !word.is_empty());
    let mut units = 0;
    while let Some(word) = words.next() {
        let role = role_of(word);
        if word.eq_ignore_ascii_case("out") {
            return if words
                .next()
                .is_some_and(|next| next.eq_ignore_ascii_case("of"))
            {
                behind_of(words, Between::OutOf)
            } else {
                Between::Other
            };
        }
        if units == 0 && role.has(Role::TO) && words.clone().next().is_none() {
            return Between::To;
        }
        if units == 0 && role.has(Role::AND) && words.clone().next().is_none() {
            return Between::And;
        }
        if role.has(Role::OF) {
            return behind_of(words, Between::Of);
        }
        units += 1;
        if units > 2 || role.has(Role::MONTH) || !word.chars().all(char::is_alphabetic) {
            return Between::Other;
        }
    }
    Between::Other
}

/// `8 out of a possible` 10
fn behind_of<'w>(mut words: impl Iterator<Item = &'w str>, found: Between) -> Between {
    let fits = words.all(|word| {
        let role = role_of(word);
        role.has(Role::FILLER)
            || role.has(Role::OTHER)
            || role.has(Role::OF)
            || word.eq_ignore_ascii_case("total")
    });
    if fits { found } else { Between::Other }
}

/// Gives the tokens that belong together their kinds.
pub(crate) fn relate(text: &str, tokens: &mut [Token]) {
    let gaps = find_gaps(text, tokens);
    let mut at = 0;
    while at + 1 < tokens.len() {
        let chain = chain_len(&gaps, at);
        if chain >= 2 {
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
                has_equals: gaps.get(at + 1) == Some(&Between::Equals) && !rest.is_empty(),
            };
            at += pair.relate();
        }
        at += 1;
    }
    find_score_ranges(text, tokens, &gaps);
    find_mixed(text, tokens);
    find_phones(text, tokens);
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
        let is_joined = matches!(
            text.get(whole.end()..above.start()),
            Some(" " | " and " | " & ")
        ) || whole.end() == above.start() && above.kind == Kind::Frac;
        let is_fraction = matches!(above.kind, Kind::Slash | Kind::Frac)
            && !above.has_sign()
            && match (above.small(text), below.small(text)) {
                (Some(above), Some(below)) => above < below && below <= 16,
                _ => false,
            };
        if is_joined && is_fraction && whole.kind == Kind::Plain && whole.small(text).is_some() {
            (whole.kind, above.kind) = (Kind::Mixed, Kind::Second);
        }
    }
}

fn find_gaps(text: &str, tokens: &[Token]) -> Vec<Between> {
    let pairs = tokens.iter().zip(tokens.iter().skip(1));
    let gaps = pairs.map(|(first, second)| {
        let is_number =
            !matches!(first.body, Body::Nothing) && !matches!(second.body, Body::Nothing);
        let is_one_line = |gap: &&str| {
            !gap.starts_with([',', '"', ';', '.'])
                && memchr::memchr2(b'\n', b'|', gap.as_bytes()).is_none()
        };
        let gap = text
            .get(first.end()..second.start())
            .filter(|gap| is_number && gap.len() <= REACH)
            .filter(is_one_line);
        gap.map_or(Between::Other, between)
    });
    gaps.collect()
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
    /// Whether an equals sign follows.
    has_equals: bool,
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
            Between::Colon => self.set(Kind::Never, Kind::Never),
            Between::To => self.set(Kind::Range, Kind::Second),
            Between::And => return self.relate_and(),
            Between::OutOf => self.set(Kind::OutOf, Kind::Second),
            Between::Of => return self.relate_of(),
            Between::ScaleFirst => {
                self.first.kind = Kind::Never;
                self.second.kind = Kind::OutOf;
            }
            Between::PlusMinus => self.second.kind = Kind::Never,
            Between::Frac => self.relate_frac(),
            Between::Operator => {
                self.first.kind = Kind::Operand;
                self.second.kind = Kind::Operand;
                return 0;
            }
            Between::Equals => {
                if self.second.kind == Kind::Plain {
                    self.second.kind = Kind::Result;
                }
                return 0;
            }
            Between::Other => return 0,
        }
        1
    }

    fn relate_slash(&mut self) -> usize {
        let is_day = |token: &Token| token.small(self.text).is_some_and(|value| value <= 31);
        let is_tight = self.text.get(self.first.end()..self.second.start()) == Some("/");
        let is_scale = self
            .second
            .small(self.text)
            .is_some_and(|value| value % 5 == 0);
        let may_be_date = is_tight && is_day(self.first) && is_day(self.second) && !is_scale;
        if self.has_equals {
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
        let kinds = if is_tight && (is_phone || has_zero) || is_year(first) && is_year(second) {
            (Kind::Never, Kind::Never)
        } else if self.has_equals {
            self.set(Kind::Operand, Kind::Operand);
            return 0;
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

/// `+1 (555) 123-4567`, `+49 30 1234567`: what stands right before a phone number belongs to it.
fn find_phones(text: &str, tokens: &mut [Token]) {
    let is_joined = |first: &Token, second: &Token| {
        let gap = text.get(first.end()..second.start()).unwrap_or("x");
        gap.len() <= 2
            && gap
                .bytes()
                .all(|byte| matches!(byte, b' ' | b'(' | b')' | b'-'))
    };
    for index in (1..tokens.len()).rev() {
        if let [first, second] = tokens.get_mut(index - 1..=index).unwrap_or_default() {
            let is_phone = second.kind == Kind::Never
                && second.digits(text).len() <= 4
                && is_joined(first, second);
            let is_number = first.lexeme().is_some() && first.digits(text).len() <= 3;
            if is_phone && is_number && first.kind == Kind::Plain {
                first.kind = Kind::Never;
            }
        }
    }
    let mut in_phone = false;
    for index in 0..tokens.len().saturating_sub(1) {
        if let [first, second] = tokens.get_mut(index..index + 2).unwrap_or_default() {
            let has_plus = text
                .get(first.start()..)
                .is_some_and(|rest| rest.starts_with('+'));
            let has_zero = first.digits(text).len() > 2 && first.digits(text).starts_with('0');
            let is_start = has_plus && second.digits(text).len() >= 2
                || has_zero && second.digits(text).len() >= 4;
            in_phone = (in_phone || is_start)
                && is_joined(first, second)
                && second.lexeme().is_some()
                && !second.has_sign();
            if in_phone {
                (first.kind, second.kind) = (Kind::Never, Kind::Never);
            }
        }
    }
}

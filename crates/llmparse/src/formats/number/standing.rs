//! How well a number stands as the answer: `Final score: 8` before `Score: 7` before `8/10` before `8`.

use super::decimal::Decimal;
use super::digits::{char_at, char_before, is_digit_at};
use super::fraction;
use super::front::{Front, look_before};
use super::kinds::{starts_line, tell_kinds};
use super::lexeme::{Doubt, Mark, is_currency};
use super::pairs::relate;
use super::regions::{Region, find_regions};
use super::token::{Body, Kind, Token, find_tokens};
use super::vocabulary::{Role, role_of};
use crate::span::Span;

/// From the least to the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Standing {
    /// A year, a scale: a number, and hardly the one that was asked for.
    Doubtful,
    /// `not 13`
    Negated,
    /// A number in words, which may be part of a phrase.
    Spelled,
    /// `3rd`, `5-star`
    Ordinal,
    /// `(13)`
    Aside,
    Plain,
    /// `**8**`
    Emphasis,
    /// `3 of 4`
    Of,
    /// `Total: 8`
    Weak,
    /// `8/10`, `8 out of 10`
    Numerator,
    /// `the score is 8`
    Prose,
    /// On the first or last line and alone there, or in front of the text.
    Alone,
    /// `Score: 8`
    Label,
    /// `Final answer: 8`, `\boxed{8}`, `[[8]]`, `<score>8</score>`, `#### 8`
    Final,
}

/// A number that may be the answer.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) token: usize,
    pub(crate) standing: Standing,
    /// What the label before it is.
    pub(crate) role: Role,
    pub(crate) is_about: bool,
    pub(crate) reading: Reading,
    /// Where a label with words of its own stands before it: `Clarity:`.
    pub(crate) named: Option<Span>,
}

/// What an item is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// The number itself.
    Number,
    /// The number divided by the next.
    Quotient,
    /// The number and the fraction behind it.
    Mixed,
    /// This number or the next.
    Either,
    /// A word that says that there is no number.
    Nothing,
}

/// The numbers of a text and what may be the answer among them.
pub(crate) struct Survey<'t> {
    pub(crate) text: &'t str,
    pub(crate) tokens: Vec<Token>,
    pub(crate) items: Vec<Item>,
    /// The decimal mark of the text.
    pub(crate) mark: Option<Mark>,
    /// Where the text without outer blanks and marks starts and ends.
    bounds: (usize, usize),
    /// Where its first line ends and its last one starts.
    lines: (usize, usize),
    /// Whether there is a mark such as `[[` or `####`.
    has_final_marks: bool,
}

/// Finds all numbers of `text` and how they stand.
pub(crate) fn survey(text: &str) -> Survey<'_> {
    let mut tokens = find_tokens(text);
    relate(text, &mut tokens);
    tell_kinds(text, &mut tokens);
    let bounds = find_bounds(text);
    let mut survey = Survey {
        text,
        tokens,
        items: Vec::new(),
        mark: None,
        bounds,
        lines: find_lines(text, bounds),
        has_final_marks: has_twice(text, b'[') || has_twice(text, b'#'),
    };
    survey.rank_tokens();
    survey.mark = survey.find_mark();
    survey.apply_regions();
    survey.tell_quotients();
    survey
}

/// Whether `mark` stands twice in a row, as in `[[8]]` and `#### 8`.
fn has_twice(text: &str, mark: u8) -> bool {
    let bytes = text.as_bytes();
    memchr::memchr_iter(mark, bytes).any(|at| bytes.get(at + 1) == Some(&mark))
}

/// Marks around a text that say nothing.
fn is_wrap(letter: char) -> bool {
    !letter.is_alphanumeric() && !"+-−–.,:;!?%/\\^=×~≈<>".contains(letter) && !is_currency(letter)
}

fn find_bounds(text: &str) -> (usize, usize) {
    let start = text.len() - text.trim_start_matches(is_wrap).len();
    let end = text.trim_end_matches(is_wrap).len();
    (start, end.max(start))
}

/// Where the first line within `bounds` ends, and where the last starts.
fn find_lines(text: &str, bounds: (usize, usize)) -> (usize, usize) {
    let inner = text.as_bytes().get(bounds.0..bounds.1).unwrap_or_default();
    let first = memchr::memchr(b'\n', inner).unwrap_or(inner.len());
    let last = memchr::memrchr(b'\n', inner).unwrap_or_default();
    (bounds.0 + first, bounds.0 + last)
}

impl Survey<'_> {
    fn rank_tokens(&mut self) {
        let mut inherited: Option<(usize, Front)> = None;
        let mut items: Vec<Item> = Vec::with_capacity(self.tokens.len());
        let mut listed = None;
        for (index, token) in self.tokens.iter().enumerate() {
            let is_passed = matches!(token.kind, Kind::Never | Kind::Second | Kind::Rounded);
            if is_passed || listed == Some(index) {
                continue;
            }
            let mut front = look_before(self.text, token.start());
            if token.kind == Kind::Operand {
                if front.role.has(Role::LABEL) || front.role.has(Role::SUM) {
                    inherited = Some((token.end(), front));
                }
                continue;
            }
            if let Some((_, label)) = inherited.filter(|(end, _)| {
                token.kind == Kind::Result && self.is_same_line(*end, token.start())
            }) {
                front = label;
            } else if token.kind == Kind::Result && front.role.has(Role::OTHER) {
                front = Front::default();
            }
            let Some((standing, reading)) = self.rank(index, token, front) else {
                continue;
            };
            if reading == Reading::Either && self.count_parts(index) == 0 {
                listed = Some(index + 1);
            }
            let before = items
                .last()
                .filter(|last| token.kind == Kind::Restated && last.token + 1 == index);
            items.push(Item {
                token: index,
                standing: before.map_or(standing, |before| before.standing.max(standing)),
                role: front.role,
                is_about: front.is_about,
                reading,
                named: front.named.filter(|_| {
                    token.kind != Kind::Result && self.ends_value(self.end_of(index, token))
                }),
            });
        }
        self.items = items;
    }

    fn is_same_line(&self, from: usize, to: usize) -> bool {
        let between = self.text.as_bytes().get(from..to).unwrap_or_default();
        between.len() <= 200 && memchr::memchr(b'\n', between).is_none()
    }

    fn rank(&self, index: usize, token: &Token, front: Front) -> Option<(Standing, Reading)> {
        if token.is_cell && front.role.is_none() && token.kind == Kind::Plain {
            if let Some(standing) = self.stand_in_cell(token) {
                return Some((standing, Reading::Number));
            }
        }
        if matches!(token.body, Body::Nothing) {
            let is_label = front.role.has(Role::LABEL) && front.is_structured;
            return is_label.then(|| {
                (
                    self.labelled(front).unwrap_or(Standing::Label),
                    Reading::Nothing,
                )
            });
        }
        if token.is_one
            && !self.is_bare(token)
            && !front.role.has(Role::LABEL)
            && !matches!(token.kind, Kind::OutOf | Kind::Slash)
        {
            return None;
        }
        let reading = match token.kind {
            Kind::Range => Reading::Either,
            Kind::Citation if self.is_listed(index, token) => Reading::Either,
            Kind::Frac => Reading::Quotient,
            Kind::Mixed => Reading::Mixed,
            _ => Reading::Number,
        };
        let standing = self.stand(index, token, front)?;
        let is_list = reading == Reading::Number && self.is_list(index, token, standing);
        Some((standing, if is_list { Reading::Either } else { reading }))
    }

    /// How a cell stands that no label says anything about; nothing for the first of the text, which may be more.
    fn stand_in_cell(&self, token: &Token) -> Option<Standing> {
        let standing = match token.in_parens {
            true => Standing::Aside,
            false => Standing::Plain,
        };
        (token.start() > self.bounds.0).then_some(standing)
    }

    fn stand(&self, index: usize, token: &Token, front: Front) -> Option<Standing> {
        let end = self.end_of(index, token);
        if self.has_final_marks && self.is_marked_final(token, end) {
            return Some(Standing::Final);
        }
        if front.role.has(Role::OTHER) {
            return None;
        }
        if front.role.has(Role::NOT) {
            return Some(Standing::Negated);
        }
        let is_scale = token.kind == Kind::Range && self.is_scale(index, token);
        if is_scale {
            return Some(Standing::Doubtful);
        }
        let is_scored = match token.kind {
            Kind::Slash => self.is_score(index),
            kind => kind == Kind::OutOf,
        };
        if is_scored && front.is_conditional && !front.role.has(Role::LABEL) {
            return Some(Standing::Of);
        }
        if is_scored && (front.role.has(Role::SUM) || front.role.has(Role::FINAL)) {
            let is_label = front.is_structured || front.role.has(Role::LABEL);
            let standing = if is_label {
                Standing::Label
            } else {
                Standing::Prose
            };
            return Some(
                self.labelled(front)
                    .map_or(standing, |found| found.max(standing)),
            );
        }
        if let Some(standing) = self.labelled(front) {
            return Some(standing);
        }
        if is_named_behind(self.text, end) {
            return Some(Standing::Prose);
        }
        let is_whole = self.bounds == (token.start(), end);
        match token.kind {
            Kind::Citation | Kind::Marker if !is_whole => None,
            Kind::Year if !is_whole => Some(Standing::Doubtful),
            Kind::Ordinal if !is_whole => Some(Standing::Ordinal),
            _ if self.is_alone(token, end) || self.is_lead(token, end) => Some(Standing::Alone),
            Kind::OutOf => Some(Standing::Numerator),
            Kind::Slash if self.is_score(index) => Some(Standing::Numerator),
            Kind::Of => Some(Standing::Of),
            _ if self.is_struck(token.start(), end) => Some(Standing::Negated),
            _ if token.in_parens => Some(Standing::Aside),
            _ if self.is_emphasized(token.start(), end) => Some(Standing::Emphasis),
            _ if matches!(token.body, Body::Words(_)) => Some(Standing::Spelled),
            _ => Some(Standing::Plain),
        }
    }

    /// `8, 9` and nothing else behind a label or in the whole text.
    fn is_list(&self, index: usize, token: &Token, standing: Standing) -> bool {
        let is_start = standing >= Standing::Label || token.start() == self.bounds.0;
        let Some(next) = self
            .tokens
            .get(index + 1)
            .filter(|_| is_start && token.kind == Kind::Plain)
        else {
            return false;
        };
        let gap = self.text.get(token.end()..next.start()).unwrap_or_default();
        let word = gap.trim();
        let joins = matches!(word, "," | "，" | "、" | "&" | ", and")
            && gap.ends_with([' ', '，', '、'])
            || role_of(word).has(Role::AND);
        joins
            && next.kind == Kind::Plain
            && !matches!(next.body, Body::Nothing)
            && (self.ends_line(next.end()) || goes_on(self.text, next.end()))
            && (standing >= Standing::Label || self.bounds.1 <= next.end() + 1)
    }

    /// Whether no word goes on with what stands behind a label: `6`, but not `2 errors`.
    fn ends_value(&self, at: usize) -> bool {
        let rest = self.text.get(at..).unwrap_or_default();
        !rest
            .trim_start_matches([' ', '*'])
            .starts_with(char::is_alphabetic)
    }

    /// `[8, 7, 9]`
    fn is_listed(&self, index: usize, token: &Token) -> bool {
        let goes_on = self
            .text
            .get(token.end()..)
            .is_some_and(|rest| rest.starts_with(','));
        let next = self.tokens.get(index + 1);
        goes_on && next.is_some_and(|next| next.kind == Kind::Citation)
    }

    /// What a label gives.
    fn labelled(&self, front: Front) -> Option<Standing> {
        let role = front.role;
        if role.has(Role::FINAL) && role.has(Role::LABEL) {
            Some(Standing::Final)
        } else if role.has(Role::LABEL) || role.has(Role::FINAL) && role.has(Role::WEAK) {
            Some(if front.is_structured {
                Standing::Label
            } else {
                Standing::Prose
            })
        } else if role.has(Role::VERB) {
            Some(Standing::Prose)
        } else {
            role.has(Role::WEAK).then_some(Standing::Weak)
        }
    }

    /// The end of a number and what belongs to it.
    pub(crate) fn end_of(&self, index: usize, token: &Token) -> usize {
        let last = self.tokens.get(index + self.count_parts(index));
        last.map_or(token.end(), Token::end)
    }

    /// How many of the tokens behind `index` belong to its number.
    pub(crate) fn count_parts(&self, index: usize) -> usize {
        let behind = self.tokens.iter().skip(index + 1).take(3);
        behind.take_while(|next| next.kind == Kind::Second).count()
    }

    /// `[[8]]`, `#### 8`
    fn is_marked_final(&self, token: &Token, end: usize) -> bool {
        let front = self.text.get(..token.start()).unwrap_or_default();
        let rest = self.text.get(end..).unwrap_or_default();
        let is_inner =
            |letter: char| matches!(letter, ' ' | '*' | '"' | '`') || is_currency(letter);
        let bare = front.trim_end_matches(is_inner);
        if bare.ends_with("[[")
            && rest
                .trim_start_matches([' ', '*', '"', '`', '%'])
                .starts_with("]]")
        {
            return true;
        }
        bare.ends_with("####") && starts_line(self.text, bare.len()) && self.ends_line(end)
    }

    fn is_bare(&self, token: &Token) -> bool {
        let (start, end) = self.bounds;
        let rest = self.text.get(token.end()..end).unwrap_or_default();
        token.start() == start && matches!(rest, "" | "." | "!")
    }

    /// `on a scale of 1 to 10`, `(1-10)`, `from 0 to 5`
    fn is_scale(&self, index: usize, token: &Token) -> bool {
        let Some(second) = self.tokens.get(index + 1) else {
            return false;
        };
        let is_enclosed = char_before(self.text, token.start())
            .is_some_and(|before| "([（【".contains(before))
            && char_at(self.text, second.end()).is_some_and(|next| ")]）】".contains(next));
        let is_usual = matches!(token.small(self.text), Some(0 | 1))
            && second
                .decimal(self.text, None)
                .as_str()
                .parse::<u32>()
                .is_ok_and(|end| end > 3);
        is_enclosed || is_usual || is_scale_behind(self.text, second.end())
    }

    /// Whether nothing but marks stands behind `at` in its line.
    fn ends_line(&self, at: usize) -> bool {
        let rest = self.text.get(at..).unwrap_or_default();
        let rest = rest.trim_start_matches([
            ' ', '\t', '\r', '*', '_', '`', '"', '.', '%', '!', '€', '$', ')', ']', '。',
            '\u{fe0f}', '\u{20e3}',
        ]);
        rest.is_empty() || rest.starts_with('\n')
    }

    /// On the first or last line of the text, which says nothing else.
    fn is_alone(&self, token: &Token, end: usize) -> bool {
        if token.start() > self.lines.0 && token.start() < self.lines.1 {
            return false;
        }
        let front = self.text.get(..token.start()).unwrap_or_default();
        let start = front.trim_end_matches(is_currency).len();
        self.ends_line(end) && starts_line(self.text, start)
    }

    /// In front of the text, with a mark behind: `8. Because`, `7 - good`.
    fn is_lead(&self, token: &Token, end: usize) -> bool {
        if token.start() > self.bounds.0 || matches!(token.kind, Kind::Year | Kind::Marker) {
            return false;
        }
        let rest = self.text.get(end..).unwrap_or_default();
        let bare = rest.trim_start_matches([' ', '*', '_', '%']);
        let Some(mark) = bare.chars().next() else {
            return true;
        };
        let behind = bare.get(mark.len_utf8()..).unwrap_or_default();
        let is_parted = behind.starts_with([' ', '\n', '\r', '*']) || "，。：；、".contains(mark);
        let words = behind.trim_start_matches([' ', '\n', '\r', '*']);
        let is_mark = ".,:;-–—!，。：；".contains(mark) && is_parted || mark == '\n';
        let is_dash = "-–—".contains(mark);
        is_mark && !words.is_empty() && (is_dash || !is_digit_at(words, 0))
    }

    /// `~~7~~`
    fn is_struck(&self, start: usize, end: usize) -> bool {
        let bytes = self.text.as_bytes();
        bytes
            .get(..start)
            .is_some_and(|front| front.ends_with(b"~~"))
            && bytes.get(end..).is_some_and(|rest| rest.starts_with(b"~~"))
    }

    fn is_emphasized(&self, start: usize, end: usize) -> bool {
        if ends_plainly(self.text, start) {
            return false;
        }
        let front = self
            .text
            .get(..start)
            .unwrap_or_default()
            .trim_end_matches(is_currency);
        if !front.ends_with(['*', '`', '_']) {
            return false;
        }
        let rest = self.text.get(end..).unwrap_or_default();
        let bare = rest.trim_start_matches(['%', '€', '$', '.']);
        let is_marked =
            |mark: &str| front.ends_with(mark) && (bare.starts_with(mark) || has_unit(rest, mark));
        ["**", "`", "__"].into_iter().any(is_marked)
    }

    pub(crate) fn decimal(&self, index: usize) -> Decimal {
        self.tokens.get(index).map_or_else(
            || Decimal::from_parts(super::decimal::Parts::whole("0")),
            |token| token.decimal(self.text, self.mark),
        )
    }

    /// Whether a fraction in prose is a score: `8/10`, not `1/2`.
    fn is_score(&self, index: usize) -> bool {
        let (above, below) = (self.decimal(index), self.decimal(index + 1));
        let fits = above <= below
            || fraction::is_scale(&below)
                && below.as_str().len() < 4
                && below.as_str().ends_with(['0', '5']);
        fits && (fraction::is_scale(&below) || !fraction::is_reduced(&above, &below))
    }

    /// Fractions that are values: `The answer is 1/2`.
    fn tell_quotients(&mut self) {
        let is_fraction = |token: &Token| matches!(token.kind, Kind::Slash | Kind::Frac);
        if !self.tokens.iter().any(is_fraction) {
            return;
        }
        let mut items = std::mem::take(&mut self.items);
        for item in &mut items {
            if self
                .tokens
                .get(item.token)
                .is_some_and(|token| token.kind == Kind::Slash)
                && !self.is_graded(item)
            {
                item.reading = Reading::Quotient;
            }
        }
        // `24/7 support` is no answer.
        items.retain(|item| {
            item.reading != Reading::Quotient
                || item.standing != Standing::Plain
                || self.is_part(item.token)
        });
        self.items = items;
    }

    fn is_graded(&self, item: &Item) -> bool {
        let is_boxed = item.role.has(Role::VALUE)
            && !item.role.has(Role::LABEL)
            && item.standing == Standing::Final;
        if is_boxed {
            return !fraction::is_reduced(&self.decimal(item.token), &self.decimal(item.token + 1));
        }
        let is_grade =
            item.role.has(Role::VERB) || item.role.has(Role::LABEL) && !item.role.has(Role::VALUE);
        is_grade || self.is_score(item.token)
    }

    /// Whether the fraction is smaller than one, or in LaTeX.
    fn is_part(&self, index: usize) -> bool {
        let is_frac = self
            .tokens
            .get(index)
            .is_some_and(|token| token.kind == Kind::Frac);
        is_frac || self.decimal(index) < self.decimal(index + 1)
    }

    /// The decimal mark that the numbers of the text show, or its language.
    fn find_mark(&self) -> Option<Mark> {
        let is_doubtful = |token: &Token| matches!(token.doubt(), Doubt::Either(_));
        if !self.tokens.iter().any(is_doubtful) {
            return None;
        }
        let shown = |mark: Mark| {
            self.tokens.iter().any(|token| {
                token.kind != Kind::Never
                    && token
                        .lexeme()
                        .is_some_and(|lexeme| lexeme.shows == Some(mark))
            })
        };
        match (shown(Mark::Point), shown(Mark::Comma)) {
            (true, false) => return Some(Mark::Point),
            (false, true) => return Some(Mark::Comma),
            _ => {}
        }
        let has_euro = self.tokens.iter().any(|token| {
            let rest = self.text.get(token.end()..).unwrap_or_default();
            rest.starts_with(" €") || rest.starts_with("\u{a0}€") || rest.starts_with(" Euro")
        });
        let has_euro = has_euro
            || self.tokens.iter().any(|token| {
                let front = self.text.get(..token.start()).unwrap_or_default();
                token.doubt() == Doubt::Either(Mark::Point) && front.ends_with('€')
            });
        let is_comma = self.items.iter().any(|item| item.role.has(Role::COMMA));
        (has_euro || is_comma).then_some(Mark::Comma)
    }

    /// Gives what stands in a box or a tag its standing.
    fn apply_regions(&mut self) {
        let regions = find_regions(self.text);
        let last_box = regions.iter().rposition(|region| region.is_box);
        let starts: Vec<usize> = regions.iter().map(|region| region.start).collect();
        for (place, region) in regions.iter().enumerate() {
            let is_outer = starts.get(place + 1).is_some_and(|&next| next < region.end);
            if region.is_box && Some(place) == last_box || !region.is_box && !is_outer {
                self.apply(region);
            }
        }
        self.items.sort_by_key(|item| item.token);
    }

    fn apply(&mut self, region: &Region) {
        let first = self
            .tokens
            .partition_point(|token| token.start() < region.start);
        let behind = self
            .tokens
            .partition_point(|token| token.start() < region.end);
        let from = self.items.partition_point(|item| item.token < first);
        let to = self.items.partition_point(|item| item.token < behind);
        let (text, tokens) = (self.text, &self.tokens);
        let is_term = |item: &Item| {
            let end = tokens.get(item.token).map_or(0, Token::end);
            region.is_box && text.get(end..).is_some_and(starts_variable)
        };
        let inside = self.items.get_mut(from..to).unwrap_or_default();
        for item in inside.iter_mut().filter(|item| is_term(item)) {
            item.reading = Reading::Nothing;
        }
        let best = inside.iter().map(|item| item.standing).max();
        for item in inside.iter_mut() {
            if Some(item.standing) == best {
                item.standing = Standing::Final;
                if region.is_box {
                    item.role = item.role.with(Role::VALUE);
                }
            }
        }
        if best.is_none() && region.is_box {
            self.items.insert(
                from,
                Item {
                    token: first.min(self.tokens.len().saturating_sub(1)),
                    standing: Standing::Final,
                    role: Role::default(),
                    is_about: false,
                    reading: Reading::Nothing,
                    named: None,
                },
            );
        }
    }
}

/// Whether a letter, a digit, a blank or a mark of a list stands right before `at`.
fn ends_plainly(text: &str, at: usize) -> bool {
    let last = at.checked_sub(1).and_then(|last| text.as_bytes().get(last));
    last.is_none_or(|byte| {
        byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'\n' | b',' | b'|')
    })
}

/// Whether another number follows a comma.
fn goes_on(text: &str, at: usize) -> bool {
    let rest = text.get(at..).and_then(|rest| rest.strip_prefix(", "));
    rest.is_some_and(|rest| rest.starts_with(|letter: char| letter.is_ascii_digit()))
}

/// `-point scale`, ` scale`
fn is_scale_behind(text: &str, at: usize) -> bool {
    let rest = text.get(at..).unwrap_or_default();
    let rest = rest.trim_start_matches([' ', '-', '*', ')']);
    let word = rest.split(|letter: char| !letter.is_alphabetic()).next();
    let role = role_of(word.unwrap_or_default());
    role.has(Role::OTHER) && !role.has(Role::FILLER)
}

/// `x + 1` behind `2`
fn starts_variable(rest: &str) -> bool {
    let mut letters = rest.chars();
    letters
        .next()
        .is_some_and(|first| first.is_ascii_lowercase())
        && !letters.next().is_some_and(char::is_alphabetic)
}

/// ` miles` before `mark`
fn has_unit(rest: &str, mark: &str) -> bool {
    let mut words = 0;
    let mut end = 0;
    for letter in rest.chars().take(28) {
        match letter {
            ' ' => words += 1,
            letter if !letter.is_alphabetic() && !"/.%°²³-".contains(letter) => break,
            _ => {}
        }
        end += letter.len_utf8();
    }
    words <= 2 && rest.get(end..).is_some_and(|rest| rest.starts_with(mark))
}

/// `8 is my final score`
fn is_named_behind(text: &str, at: usize) -> bool {
    let rest = text.get(at..).and_then(|rest| rest.strip_prefix(' '));
    let Some(rest) = rest.filter(|rest| rest.starts_with(char::is_alphabetic)) else {
        return false;
    };
    let mut words = rest.split([' ', '.', ',', ';', '\n']).take(5).map(role_of);
    if !words.next().is_some_and(|first| first.has(Role::COPULA)) {
        return false;
    }
    let mut names = words.skip_while(|role| {
        (role.has(Role::FILLER) || role.has(Role::FINAL)) && !role.has(Role::LABEL)
    });
    names.next().is_some_and(|role| role.has(Role::LABEL))
}

pub(crate) fn has_about_mark(text: &str, at: usize) -> bool {
    let front = text
        .get(..at)
        .unwrap_or_default()
        .trim_end_matches([' ', '$', '€']);
    if front.ends_with("~~") {
        return false;
    }
    front.ends_with(['~', '≈', '≥', '≤', '>', '<', '±', '約', '约'])
        && !front.ends_with("->")
        && !front.ends_with("=>")
        && !is_behind_tag(front)
        || front.ends_with(">=")
        || front.ends_with("<=")
}

/// `<b>` rather than `>`.
fn is_behind_tag(front: &str) -> bool {
    let bytes = front
        .as_bytes()
        .get(front.len().saturating_sub(60)..)
        .unwrap_or_default();
    front.ends_with('>')
        && memchr::memrchr(b'<', bytes).is_some_and(|at| {
            bytes
                .get(at + 1)
                .is_some_and(|next| next.is_ascii_alphabetic() || *next == b'/')
        })
}

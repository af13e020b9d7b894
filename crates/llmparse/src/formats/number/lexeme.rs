//! One number spelled with digits: `-1,234.50`, `1.234,50`, `1 234`, `.5`, `1.5×10^6`, `0xFF`; or a chain of digits that
//! is none, `1.2.3`.

use super::decimal::Parts;
use super::digits::{
    ascii_digits, char_at, char_before, digit_value, digits_at, digits_end, is_digit_at,
    superscript_value,
};
use crate::span::Span;

/// A decimal mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    Point,
    Comma,
}

/// What a reader could doubt about the marks in a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Doubt {
    None,
    /// `1.234`, `1,234`: the only mark, which divides thousands or is the decimal mark.
    Either(Mark),
    /// `1 234`
    Blank,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Decimal,
    /// `0xFF`
    Hex,
    /// `1.2.3`, `192.168.0.1`, `17.05.2024`
    Chain,
    /// `2^10`, `5²`
    Power,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Lexeme {
    /// Where it stands, sign included.
    pub(crate) span: Span,
    /// Where its digits stand, without an exponent.
    mantissa: Span,
    /// How many bytes of its digits stand before the decimal mark.
    point: Option<u32>,
    exponent: i32,
    pub(crate) is_negative: bool,
    pub(crate) doubt: Doubt,
    pub(crate) form: Form,
    /// The decimal mark that this number shows beyond doubt.
    pub(crate) shows: Option<Mark>,
    /// Whether digits behind a comma go on a list: `1,2,3`.
    pub(crate) goes_on: bool,
}

/// What may stand between the digits of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Separator {
    Point,
    Comma,
    WideComma,
    /// `'`, `{,}`, a narrow blank: it divides thousands and nothing else.
    Group,
    Underscore,
    Space,
    ArabicPoint,
}

impl Separator {
    fn mark(self) -> Option<Mark> {
        match self {
            Self::Point => Some(Mark::Point),
            Self::Comma | Self::WideComma => Some(Mark::Comma),
            _ => None,
        }
    }
}

/// The separator at `at` and its length, if digits follow.
fn separator_at(text: &str, at: usize) -> Option<(Separator, usize)> {
    let (separator, len) = match char_at(text, at)? {
        '.' => (Separator::Point, 1),
        ',' => (Separator::Comma, 1),
        ' ' => (Separator::Space, 1),
        '_' => (Separator::Underscore, 1),
        '\'' => (Separator::Group, 1),
        '{' if text.get(at..)?.starts_with("{,}") => (Separator::Group, 3),
        '\\' if text.get(at..)?.starts_with("\\,") => (Separator::Group, 2),
        wide @ ('’' | '\u{a0}' | '\u{202f}' | '\u{2009}' | '\u{2007}' | '٬') => {
            (Separator::Group, wide.len_utf8())
        }
        '．' => (Separator::Point, 3),
        '，' => (Separator::WideComma, 3),
        '٫' => (Separator::ArabicPoint, 2),
        _ => return None,
    };
    is_digit_at(text, at + len).then_some((separator, len))
}

/// The digits of a number being read.
struct Mantissa<'t> {
    text: &'t str,
    /// How many digits the first group has, and whether it starts with zero.
    first: usize,
    has_zero: bool,
    end: usize,
    group: Option<Separator>,
    point: Option<usize>,
    doubt: Doubt,
    form: Form,
    shows: Option<Mark>,
    goes_on: bool,
    is_done: bool,
}

impl<'t> Mantissa<'t> {
    fn read(text: &'t str, at: usize, in_list: bool) -> Self {
        let (end, first) = digits_at(text, at);
        let mut mantissa = Self {
            text,
            first,
            has_zero: char_at(text, at).and_then(digit_value) == Some(0),
            end,
            group: None,
            point: None,
            doubt: Doubt::None,
            form: Form::Decimal,
            shows: None,
            goes_on: false,
            is_done: false,
        };
        while let Some((separator, len)) = separator_at(text, mantissa.end) {
            let start = mantissa.end + len;
            let (end, len) = digits_at(text, start);
            let run = Run {
                separator,
                at: mantissa.end,
                end,
                len,
            };
            if in_list && separator == Separator::Comma {
                mantissa.goes_on = true;
                break;
            }
            match mantissa.group {
                None => mantissa.take_first(&run),
                Some(group) => mantissa.take_next(group, &run),
            }
            if mantissa.is_done {
                break;
            }
        }
        mantissa
    }

    fn can_group(&self, run: &Run) -> bool {
        run.len == 3 && self.first <= 3 && !self.has_zero
    }

    /// The digits behind the first separator.
    fn take_first(&mut self, run: &Run) {
        match run.separator {
            Separator::Underscore => self.take_group(run),
            Separator::Group if self.can_group(run) => self.take_group(run),
            Separator::Space if self.can_group(run) => {
                self.doubt = Doubt::Blank;
                self.take_group(run);
            }
            Separator::ArabicPoint => self.take_fraction(run),
            Separator::Point => self.take_first_point(run),
            Separator::Comma => self.take_first_comma(run),
            Separator::WideComma if self.can_group(run) => self.take_only(run, Mark::Comma),
            _ => self.is_done = true,
        }
    }

    fn take_first_point(&mut self, run: &Run) {
        match separator_at(self.text, run.end) {
            Some((Separator::Point, _)) if self.can_group(run) => self.take_group(run),
            Some((Separator::Point, _)) => self.take_chain(),
            Some((Separator::Comma, _)) if self.can_group(run) => self.take_group(run),
            _ => self.take_only(run, Mark::Point),
        }
    }

    fn take_first_comma(&mut self, run: &Run) {
        let is_indian = run.len == 2 && self.first <= 2 && !self.has_zero;
        match separator_at(self.text, run.end) {
            Some((Separator::Comma, _)) if self.can_group(run) || is_indian => self.take_group(run),
            Some((Separator::Point, _)) if self.can_group(run) => self.take_group(run),
            Some((Separator::Comma | Separator::Point, _)) => {
                self.goes_on = true;
                self.is_done = true;
            }
            _ => self.take_only(run, Mark::Comma),
        }
    }

    /// The digits behind a separator that is there once.
    fn take_only(&mut self, run: &Run, mark: Mark) {
        if self.can_group(run) {
            self.doubt = Doubt::Either(mark);
        } else {
            self.shows = Some(mark);
        }
        self.take_fraction(run);
    }

    fn take_group(&mut self, run: &Run) {
        self.group = Some(run.separator);
        self.end = run.end;
    }

    fn take_fraction(&mut self, run: &Run) {
        self.point = Some(run.at);
        self.end = run.end;
        self.is_done = true;
    }

    /// The digits behind a separator that is not the first.
    fn take_next(&mut self, group: Separator, run: &Run) {
        if run.separator == group {
            return self.take_same(group, run);
        }
        let Some(mark) = run
            .separator
            .mark()
            .or((run.separator == Separator::ArabicPoint).then_some(Mark::Point))
        else {
            self.is_done = true;
            return;
        };
        if group == Separator::Space {
            self.doubt = Doubt::None;
        }
        self.shows = Some(mark);
        self.take_fraction(run);
        if matches!(separator_at(self.text, self.end), Some((next, _)) if next.mark().is_some()) {
            self.take_chain();
        }
    }

    fn take_same(&mut self, group: Separator, run: &Run) {
        match group {
            Separator::Underscore => self.end = run.end,
            _ if run.len == 3 => {
                self.doubt = Doubt::None;
                self.end = run.end;
            }
            Separator::Comma if run.len == 2 => self.end = run.end,
            Separator::Space | Separator::Group => self.is_done = true,
            _ => self.take_chain(),
        }
        if group.mark().is_some() && !self.is_done {
            self.shows = Some(match group {
                Separator::Point => Mark::Comma,
                _ => Mark::Point,
            });
        }
    }

    /// Takes all of what is no number.
    fn take_chain(&mut self) {
        while let Some((separator, len)) = separator_at(self.text, self.end) {
            if separator.mark().is_none() {
                break;
            }
            self.end = digits_end(self.text, self.end + len);
        }
        self.form = Form::Chain;
        self.shows = None;
        self.doubt = Doubt::None;
        self.is_done = true;
    }
}

/// Digits behind a separator.
struct Run {
    separator: Separator,
    at: usize,
    end: usize,
    len: usize,
}

impl Lexeme {
    /// Reads the number whose first digit stands at `at`; `in_list` if a comma divides numbers there.
    pub(crate) fn read(text: &str, at: usize, in_list: bool) -> Self {
        if let Some(end) = hex_end(text, at) {
            return Self::plain(text, at, end, Form::Hex);
        }
        if has_leading_point(text, at) {
            let mut lexeme = Self::plain(text, at - 1, digits_end(text, at), Form::Decimal);
            lexeme.set_point(Some(at - 1));
            lexeme.read_exponent(text);
            return lexeme;
        }
        let mantissa = Mantissa::read(text, at, in_list);
        let mut lexeme = Self::plain(text, at, mantissa.end, mantissa.form);
        lexeme.set_point(mantissa.point);
        lexeme.doubt = mantissa.doubt;
        lexeme.shows = mantissa.shows;
        lexeme.goes_on = mantissa.goes_on;
        if lexeme.form == Form::Decimal {
            lexeme.read_exponent(text);
        }
        lexeme
    }

    fn plain(text: &str, digits: usize, end: usize, form: Form) -> Self {
        let (start, is_negative) = find_sign(text, digits);
        Self {
            span: Span::new(start, end),
            mantissa: Span::new(digits, end),
            point: None,
            exponent: 0,
            is_negative,
            doubt: Doubt::None,
            form,
            shows: None,
            goes_on: false,
        }
    }

    fn set_point(&mut self, point: Option<usize>) {
        let whole = point.map(|point| point - self.mantissa.start());
        self.point = whole.and_then(|whole| whole.try_into().ok());
    }

    /// Where its digits start, behind a sign.
    pub(crate) fn digits(&self) -> usize {
        self.mantissa.start()
    }

    fn read_exponent(&mut self, text: &str) {
        if !may_be_raised(text, self.span.end()) {
            return;
        }
        if let Some((exponent, end)) = exponent_at(text, self.span.end()) {
            self.exponent = exponent;
            self.span = Span::new(self.span.start(), end);
            self.doubt = Doubt::None;
            return;
        }
        if let Some((power, end)) = power_at(text, self.span.end()) {
            self.span = Span::new(self.span.start(), end);
            let is_ten = ascii_digits(self.mantissa.of(text));
            match power {
                Some(power) if is_ten == "10" => self.exponent = power.saturating_sub(1),
                _ => self.form = Form::Power,
            }
        }
    }

    /// Whether it is a whole number of at most four digits and nothing else: `2024`, `3`.
    pub(crate) fn small(&self, text: &str) -> Option<u32> {
        let is_plain = self.point.is_none() && self.span.end() == self.mantissa.end();
        let digits = self.mantissa.of(text);
        if !is_plain || self.form != Form::Decimal || digits.len() > 16 {
            return None;
        }
        let mut value = 0_u32;
        let mut count = 0;
        for letter in digits.chars() {
            value = value * 10 + u32::from(digit_value(letter)?);
            count += 1;
            if count > 4 {
                return None;
            }
        }
        Some(value)
    }

    /// The number, where `decimal` is the decimal mark of the text.
    pub(crate) fn parts(&self, text: &str, decimal: Option<Mark>) -> Parts {
        let digits = self.mantissa.of(text);
        if self.form == Form::Hex {
            return hex_parts(digits, self.is_negative);
        }
        let point = self.point.filter(|_| !self.is_grouped(decimal));
        let point = point.map_or(digits.len(), |point| point as usize);
        Parts {
            is_negative: self.is_negative,
            whole: ascii_digits(digits.get(..point).unwrap_or_default()),
            fraction: ascii_digits(digits.get(point..).unwrap_or_default()),
            exponent: self.exponent.into(),
        }
    }

    /// Whether the only mark divides thousands; `decimal` is what the rest of the text says.
    pub(crate) fn is_grouped(&self, decimal: Option<Mark>) -> bool {
        match self.doubt {
            Doubt::Either(mark) => mark != decimal.unwrap_or(Mark::Point),
            _ => false,
        }
    }
}

/// Hexadecimal digits beyond 128 bits are kept as what they are spelled with.
fn hex_parts(digits: &str, is_negative: bool) -> Parts {
    let value = u128::from_str_radix(digits.get(2..).unwrap_or_default(), 16);
    Parts {
        is_negative,
        whole: value.unwrap_or_default().to_string(),
        ..Parts::default()
    }
}

/// The end of `0xFF` at `at`, of at most 128 bits.
fn hex_end(text: &str, at: usize) -> Option<usize> {
    let digits = text
        .get(at..)?
        .strip_prefix('0')?
        .strip_prefix(['x', 'X'])?;
    let len = digits.bytes().take_while(u8::is_ascii_hexdigit).count();
    let is_word = digits
        .as_bytes()
        .get(len)
        .is_some_and(u8::is_ascii_alphanumeric);
    ((1..=32).contains(&len) && !is_word).then_some(at + 2 + len)
}

/// `.5`, but not `...5` or `a.5`.
fn has_leading_point(text: &str, at: usize) -> bool {
    let Some(point) = at
        .checked_sub(1)
        .filter(|&point| text.as_bytes().get(point) == Some(&b'.'))
    else {
        return false;
    };
    char_before(text, point)
        .is_none_or(|before| !before.is_alphanumeric() && !")]}.…_".contains(before))
}

/// Whether an exponent or a power may stand at `at`: a quick look.
fn may_be_raised(text: &str, at: usize) -> bool {
    let may_start = |byte: u8| {
        matches!(
            byte,
            b'e' | b'E' | b'^' | b'*' | b'x' | b'X' | b'\\' | 0x80..
        )
    };
    match text.as_bytes().get(at..) {
        Some(&[b' ', next, ..]) => may_start(next),
        Some(&[next, ..]) => may_start(next),
        _ => false,
    }
}

/// The exponent behind the digits that end at `at`, and its end: `e-4`, `×10^6`, ` x 10²³`, `\times 10^{6}`.
fn exponent_at(text: &str, at: usize) -> Option<(i32, usize)> {
    let rest = text.get(at..)?;
    if rest.starts_with(['e', 'E']) {
        let (exponent, end) = signed_digits(text, at + 1)?;
        let goes_on = char_at(text, end).is_some_and(char::is_alphanumeric);
        return (!goes_on).then_some((exponent, end));
    }
    let rest = rest
        .strip_prefix([' ', '\u{a0}', '\u{202f}'])
        .unwrap_or(rest);
    let times = ["\\times", "\\cdot", "×", "x", "X", "·", "⋅", "∙", "*"];
    let rest = times.iter().find_map(|times| rest.strip_prefix(times))?;
    let rest = rest
        .strip_prefix([' ', '\u{a0}', '\u{202f}'])
        .unwrap_or(rest);
    let (power, end) = power_at(text, text.len() - rest.strip_prefix("10")?.len())?;
    Some((power?, end))
}

/// The power at `at` and its end: `^6`, `^{-6}`, `**6`, `²³`; none within if it is no plain number, `^{n}`.
fn power_at(text: &str, at: usize) -> Option<(Option<i32>, usize)> {
    let rest = text.get(at..)?;
    if let Some(behind) = rest.strip_prefix('^').or(rest
        .strip_prefix("**")
        .filter(|behind| is_digit_at(behind, 0)))
    {
        let inner = behind.strip_prefix(['{', '(']).unwrap_or(behind);
        let start = text.len() - inner.len();
        let Some((power, end)) = signed_digits(text, start) else {
            return Some((None, start));
        };
        let closer = usize::from(
            inner.len() < behind.len()
                && char_at(text, end).is_some_and(|letter| "})".contains(letter)),
        );
        return Some((Some(power), end + closer));
    }
    let sign = rest.starts_with('⁻');
    let raised = rest.strip_prefix(['⁻', '⁺']).unwrap_or(rest);
    let values: Vec<usize> = raised
        .chars()
        .map_while(superscript_value)
        .take(6)
        .collect();
    // `42¹` has a footnote.
    if values.is_empty() || values == [1] && !sign {
        return None;
    }
    let len: usize = raised.chars().take(values.len()).map(char::len_utf8).sum();
    let power = values.iter().fold(0, |power, &value| {
        power * 10 + i32::try_from(value).unwrap_or_default()
    });
    Some((
        Some(if sign { -power } else { power }),
        text.len() - raised.len() + len,
    ))
}

/// A whole number at `at` that may have a sign, and its end; what is beyond all reason is cut off at a million.
fn signed_digits(text: &str, at: usize) -> Option<(i32, usize)> {
    let sign = char_at(text, at).filter(|letter| "+-−".contains(*letter));
    let start = at + sign.map_or(0, char::len_utf8);
    let end = digits_end(text, start);
    if end == start {
        return None;
    }
    let value: i32 = ascii_digits(text.get(start..end)?)
        .parse()
        .unwrap_or(i32::MAX);
    let value = value.min(1_000_000);
    Some((
        if sign.is_some_and(|sign| sign != '+') {
            -value
        } else {
            value
        },
        end,
    ))
}

/// Where the number whose digits start at `at` starts, its sign included, and whether it is negative.
fn find_sign(text: &str, at: usize) -> (usize, bool) {
    let nothing = (at, false);
    match at.checked_sub(1).and_then(|last| text.as_bytes().get(last)) {
        Some(b' ') => return find_far_sign(text, at).map_or(nothing, |start| (start, true)),
        Some(b'$' | b'-' | b'+' | 0x80..) => {}
        _ => return nothing,
    }
    let before = text.get(..at).unwrap_or_default();
    let unmarked = before.trim_end_matches(is_currency);
    let Some(sign) = unmarked.chars().next_back() else {
        return nothing;
    };
    let start = unmarked.len() - sign.len_utf8();
    match sign {
        '-' | '–' | '－' | '﹣' | '−' | '+' | '＋' if may_have_sign(text, start) => {
            (start, !matches!(sign, '+' | '＋'))
        }
        ' ' => find_far_sign(text, at).map_or(nothing, |start| (start, true)),
        _ => nothing,
    }
}

/// A sign that a blank parts from its digits: `= - 5`, `minus 5`.
fn find_far_sign(text: &str, at: usize) -> Option<usize> {
    let last = text.as_bytes().get(at.checked_sub(2)?)?;
    if !(last.is_ascii_alphabetic() || matches!(last, b'-' | 0x80..)) {
        return None;
    }
    let before = text.get(..at)?.strip_suffix(' ')?;
    let start = match char_before(before, before.len())? {
        '−' => before.len() - '−'.len_utf8(),
        '-' => before.len() - 1,
        letter if letter.is_alphabetic() => return find_minus_word(before),
        _ => return None,
    };
    let front = before.get(..start)?.trim_end_matches([' ', '\t']);
    let is_wide = before.len() - start > 1;
    match front.chars().next_back() {
        None => is_wide.then_some(start),
        Some(letter) => (letter == '=' || is_wide && "\n:(".contains(letter)).then_some(start),
    }
}

fn find_minus_word(before: &str) -> Option<usize> {
    const MINUS: [&str; 6] = ["minus", "negative", "moins", "menos", "meno", "минус"];
    let word = MINUS.iter().find(|word| {
        let start = before.len().checked_sub(word.len());
        let found = start.and_then(|start| before.get(start..));
        found.is_some_and(|found| found.eq_ignore_ascii_case(word))
    })?;
    let start = before.len() - word.len();
    let front = before.get(..start)?.trim_end();
    let is_word = char_before(before, start).is_none_or(|letter| !letter.is_alphanumeric());
    let is_operator = front.ends_with(|letter: char| letter.is_numeric() || ")%".contains(letter));
    (is_word && !is_operator).then_some(start)
}

/// Whether what stands at `at` can be a sign rather than a hyphen, a dash or an operator.
fn may_have_sign(text: &str, at: usize) -> bool {
    let Some(before) = char_before(text, at) else {
        return true;
    };
    if !before.is_whitespace() {
        return !before.is_alphanumeric() && !")]}%-–—°+½¼¾".contains(before);
    }
    let front = text.get(..at).unwrap_or_default();
    let line = front.trim_end_matches([' ', '\t', '\u{a0}']);
    !line.ends_with(|letter: char| letter.is_numeric() || ")%".contains(letter))
}

pub(crate) fn is_currency(letter: char) -> bool {
    matches!(
        letter,
        '$' | '£' | '¥' | '¢' | '₠'..='⃏' | '￥' | '＄' | '￡' | '￦' | '฿'
    )
}

//! Numbers as they are written in texts: `$1,234.56`, `(5)`, `about 3 apples`; what comes out is spelled as in JSON.

mod loose;
mod vocabulary;

pub(super) use loose::{read_loose, read_percent, read_score};

use crate::trace::CoercionRule;

/// What a text says of a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Numeral {
    /// One number, spelled as in JSON, and how it was found.
    One(String, CoercionRule),
    /// Several readings.
    Rivals(Vec<String>),
    None,
}

const CURRENCIES: [char; 12] = ['$', '€', '£', '¥', '₹', '₩', '₽', '₺', '₪', '฿', '₫', '₴'];

/// The number that is all of `text`, in a notation that has one reading.
pub(super) fn read(text: &str) -> Numeral {
    if is_plain(text) {
        return Numeral::One(text.to_owned(), CoercionRule::NumberText);
    }
    let text = text.trim();
    let inner = text
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    if let Some(inner) = inner {
        return match read_signed(inner.trim()) {
            Numeral::One(number, rule) if !number.starts_with('-') => {
                Numeral::One(negative(&number), rule)
            }
            _ => Numeral::None,
        };
    }
    read_signed(text)
}

/// Whether `text` is nothing but the digits of a whole number, as JSON has them.
fn is_plain(text: &str) -> bool {
    !text.is_empty() && !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether `text` is in brackets, which mean a negative amount and no integer.
pub(super) fn is_bracketed(text: &str) -> bool {
    text.trim_start().starts_with('(')
}

fn negative(number: &str) -> String {
    format!("-{number}")
}

/// `-$5`, `$-5`, `− 5`
fn read_signed(text: &str) -> Numeral {
    let (is_negative, rest) = strip_sign(text);
    let has_sign = rest.len() < text.len();
    let (currency, rest) = strip_currency(rest);
    let (is_negative, rest) = match strip_sign(rest) {
        (is_inner, inner) if inner.len() < rest.len() && currency.is_some() && !has_sign => {
            (is_inner, inner)
        }
        (_, inner) if inner.len() < rest.len() => return Numeral::None,
        _ => (is_negative, rest),
    };
    match read_digits(rest, currency) {
        Numeral::One(number, rule) if is_negative => Numeral::One(negative(&number), rule),
        Numeral::Rivals(readings) if is_negative => {
            Numeral::Rivals(readings.iter().map(|reading| negative(reading)).collect())
        }
        numeral => numeral,
    }
}

/// A blank behind a minus of mathematics is taken; a hyphen and a blank is the mark of an item.
fn strip_sign(text: &str) -> (bool, &str) {
    if let Some(rest) = text.strip_prefix('−') {
        return (true, rest.trim_start());
    }
    match (text.strip_prefix('-'), text.strip_prefix('+')) {
        (Some(rest), _) => (true, rest),
        (None, Some(rest)) => (false, rest),
        (None, None) => (false, text),
    }
}

fn strip_currency(text: &str) -> (Option<char>, &str) {
    if let Some(currency) = text
        .chars()
        .next()
        .filter(|letter| CURRENCIES.contains(letter))
    {
        let rest = text.get(currency.len_utf8()..).unwrap_or_default();
        return (Some(currency), rest.trim_start());
    }
    match text
        .chars()
        .next_back()
        .filter(|letter| CURRENCIES.contains(letter))
    {
        Some(currency) => {
            let rest = text
                .get(..text.len() - currency.len_utf8())
                .unwrap_or_default();
            (Some(currency), rest.trim_end())
        }
        None => (None, text),
    }
}

/// A number without a sign; `currency` stood beside it.
fn read_digits(text: &str, currency: Option<char>) -> Numeral {
    if !text.starts_with(|letter: char| letter.is_ascii_digit() || letter == '.') {
        return Numeral::None;
    }
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) if currency.is_none() => (mantissa, Some(exponent)),
        Some(_) => return Numeral::None,
        None => (text, None),
    };
    let Some(mantissa) = without_underscores(mantissa) else {
        return Numeral::None;
    };
    match (read_mantissa(&mantissa, currency), exponent) {
        (Numeral::One(number, rule), Some(exponent)) => match with_exponent(&number, exponent) {
            Some(number) if !mantissa.contains(',') => Numeral::One(number, rule),
            _ => Numeral::None,
        },
        (numeral, None) => numeral,
        _ => Numeral::None,
    }
}

/// `1_000`; none where an underscore does not stand between digits.
fn without_underscores(text: &str) -> Option<String> {
    let is_between = |part: &str| {
        !part.is_empty()
            && part
                .bytes()
                .all(|byte| byte.is_ascii_digit() || byte == b'.')
    };
    if text.contains('_') && !text.split('_').all(is_between) {
        return None;
    }
    Some(text.replace('_', ""))
}

fn with_exponent(number: &str, exponent: &str) -> Option<String> {
    let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let text = format!("{number}e{exponent}");
    let is_finite = text.parse::<f64>().is_ok_and(f64::is_finite);
    (is_digits(digits) && is_finite).then_some(text)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn read_mantissa(text: &str, currency: Option<char>) -> Numeral {
    let (whole, fraction) = match text.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (text, None),
    };
    if fraction.is_some_and(|fraction| fraction.contains(',')) {
        return read_decimal_comma(text);
    }
    if fraction.is_some_and(|fraction| !fraction.is_empty() && !is_digits(fraction)) {
        return Numeral::None;
    }
    if whole.contains(',') {
        return read_groups(whole, fraction, currency);
    }
    if !(whole.is_empty() || is_digits(whole))
        || (whole.is_empty() && fraction.is_none_or(str::is_empty))
    {
        return Numeral::None;
    }
    let number = spell(whole, fraction);
    match fraction {
        // `€1.234`: who writes a currency rarely means three digits behind the point.
        Some(fraction) if fraction.len() == 3 && currency.is_some() => {
            Numeral::Rivals(vec![number, spell(&format!("{whole}{fraction}"), None)])
        }
        _ => Numeral::One(number, CoercionRule::NumberText),
    }
}

/// `1,234.56`
fn read_groups(whole: &str, fraction: Option<&str>, currency: Option<char>) -> Numeral {
    let digits = whole.replace(',', "");
    if !are_groups(whole, ',') {
        return Numeral::None;
    }
    let may_be_decimal = whole.matches(',').count() == 1 && fraction.is_none();
    let is_euro = currency == Some('€');
    if may_be_decimal && (is_euro || whole.starts_with('0')) {
        let decimal = whole.replace(',', ".");
        return Numeral::Rivals(vec![spell(&digits, None), decimal]);
    }
    if whole.starts_with('0') {
        return Numeral::None;
    }
    Numeral::One(spell(&digits, fraction), CoercionRule::NumberText)
}

/// Whether `text` is one to three digits and then groups of three.
fn are_groups(text: &str, mark: char) -> bool {
    let mut groups = text.split(mark);
    let first = groups.next().unwrap_or_default();
    is_digits(first) && first.len() <= 3 && groups.all(|group| group.len() == 3 && is_digits(group))
}

/// `1.234,56`
fn read_decimal_comma(text: &str) -> Numeral {
    match text.split_once(',') {
        Some((whole, fraction)) if are_groups(whole, '.') && is_digits(fraction) => Numeral::One(
            spell(&whole.replace('.', ""), Some(fraction)),
            CoercionRule::DecimalComma,
        ),
        _ => Numeral::None,
    }
}

/// Digits as JSON spells a number.
fn spell(whole: &str, fraction: Option<&str>) -> String {
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    match fraction {
        Some(fraction) if !fraction.is_empty() => format!("{whole}.{fraction}"),
        _ => whole.to_owned(),
    }
}

/// The number as an integer of JSON, if it is whole.
pub(super) fn to_integer(number: &str) -> Option<String> {
    /// The most zeros that an exponent stands for.
    const MOST: i64 = 30;
    if is_plain(number) {
        return Some(number.to_owned());
    }
    let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let exponent: i64 = exponent.trim_start_matches('+').parse().ok()?;
    if !(-MOST..=MOST).contains(&exponent) {
        return None;
    }
    let (sign, digits) = match mantissa.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", mantissa),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all = format!("{whole}{fraction}");
    let point = i64::try_from(whole.len()).ok()? + exponent;
    let point = usize::try_from(point).ok()?;
    let zeros = point.saturating_sub(all.len());
    let whole = format!("{}{}", all.get(..point.min(all.len()))?, "0".repeat(zeros));
    let rest = all.get(point.min(all.len())..)?;
    if !rest.bytes().all(|byte| byte == b'0') {
        return None;
    }
    let whole = spell(&whole, None);
    Some(if whole == "0" {
        whole
    } else {
        format!("{sign}{whole}")
    })
}

#[cfg(test)]
impl Numeral {
    fn one(self) -> Option<String> {
        match self {
            Self::One(number, _) => Some(number),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_in_one_notation_is_read() {
        for (text, number) in [
            ("3", "3"),
            ("+3", "3"),
            ("− 5", "-5"),
            ("(5)", "-5"),
            ("-$1,234.50", "-1234.50"),
            ("$-5", "-5"),
            ("5 €", "5"),
            ("1_000", "1000"),
            ("007", "7"),
            (".5", "0.5"),
            ("5.", "5"),
            ("1e3", "1e3"),
            ("1,234,567", "1234567"),
            ("€1,234.5", "1234.5"),
        ] {
            assert_eq!(read(text).one().as_deref(), Some(number), "{text}");
        }
    }

    #[test]
    fn what_is_no_number_or_two_is_not_read() {
        for text in [
            "",
            "-",
            "- 5",
            "--5",
            "1,23",
            "12,34,567",
            "3,14",
            "0,123",
            "€1.234",
            "€1,234",
            "1.2.3",
            "NaN",
        ] {
            assert_eq!(read(text).one(), None, "{text}");
        }
        assert_eq!(
            read("€1.234"),
            Numeral::Rivals(vec!["1.234".to_owned(), "1234".to_owned()])
        );
        assert_eq!(read("1e999"), Numeral::None);
    }

    #[test]
    fn whole_numbers_become_integers() {
        for (number, integer) in [
            ("3.0", Some("3")),
            ("1e3", Some("1000")),
            ("-0", Some("0")),
            ("1.5e1", Some("15")),
        ] {
            assert_eq!(to_integer(number).as_deref(), integer, "{number}");
        }
        for number in ["3.5", "1e-1", "1e99"] {
            assert_eq!(to_integer(number), None, "{number}");
        }
        assert_eq!(to_integer("120e-1").as_deref(), Some("12"));
    }
}

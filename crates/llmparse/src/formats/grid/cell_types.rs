//! Cells of a type: `1,200` is the integer 1200, `yes` is true.

use crate::options::ColumnType;
use crate::value::{Data, Number};

const TRUE: &[&str] = &[
    "true", "yes", "y", "1", "t", "on", "ja", "wahr", "oui", "vrai", "sí", "si", "sim", "sì",
    "vero", "да", "是", "はい", "예", "✓", "✔", "✅",
];
const FALSE: &[&str] = &[
    "false",
    "no",
    "n",
    "0",
    "f",
    "off",
    "nein",
    "falsch",
    "non",
    "faux",
    "não",
    "falso",
    "нет",
    "否",
    "いいえ",
    "아니요",
    "아니오",
    "✗",
    "✘",
    "❌",
];

/// What `text` is as `kind`, or what would have been accepted.
pub(super) fn read(text: &str, kind: ColumnType) -> Result<Data, &'static str> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(Data::Null);
    }
    match kind {
        ColumnType::Text => Ok(Data::String(text.into())),
        ColumnType::Integer => read_integer(text).ok_or("an integer"),
        ColumnType::Float => read_float(text).ok_or("a number"),
        ColumnType::Number => read_number(text).map(number).ok_or("a number"),
        ColumnType::Boolean => read_boolean(text).ok_or("a truth value"),
    }
}

fn number(text: String) -> Data {
    Data::Number(Number::from_json(&text))
}

fn read_integer(text: &str) -> Option<Data> {
    let text = read_number(text)?;
    let whole = match text.split_once('.') {
        Some((whole, fraction)) if fraction.bytes().all(|byte| byte == b'0') => whole.to_owned(),
        Some(_) => return None,
        None => text,
    };
    (!whole.contains(['e', 'E'])).then(|| number(whole))
}

fn read_float(text: &str) -> Option<Data> {
    let mut text = read_number(text)?;
    if !text.contains(['.', 'e', 'E']) {
        text.push_str(".0");
    }
    Some(number(text))
}

fn read_boolean(text: &str) -> Option<Data> {
    read_truth(text).map(Data::Bool)
}

/// Whether a word says yes or no, in any case.
pub(crate) fn read_truth(text: &str) -> Option<bool> {
    let lower = text.to_lowercase();
    let has = |words: &[&str]| words.contains(&lower.as_str());
    match (has(TRUE), has(FALSE)) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

/// The JSON spelling of a number: `+1 200,5` is `1200.5`.
fn read_number(text: &str) -> Option<String> {
    let (sign, digits) = match text.strip_prefix(['-', '−']) {
        Some(digits) => ("-", digits),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let (mantissa, exponent) = match digits.find(['e', 'E']) {
        Some(at) => (digits.get(..at)?, read_exponent(digits.get(at + 1..)?)?),
        None => (digits, String::new()),
    };
    let (whole, fraction) = split_mantissa(mantissa)?;
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let whole = ungroup(whole)?;
    let whole = match whole.trim_start_matches('0') {
        "" => "0",
        whole => whole,
    };
    let is_digits = fraction.bytes().all(|byte| byte.is_ascii_digit());
    let point = if fraction.is_empty() { "" } else { "." };
    is_digits.then(|| format!("{sign}{whole}{point}{fraction}{exponent}"))
}

fn read_exponent(text: &str) -> Option<String> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let is_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_digits.then(|| format!("e{text}"))
}

/// What stands before and behind the mark of the fraction. A comma is one where three digits do not follow, or where
/// points group the digits before it.
fn split_mantissa(text: &str) -> Option<(&str, &str)> {
    let mark = match (text.rfind('.'), text.rfind(',')) {
        (Some(point), Some(comma)) if point > comma => Some(point),
        (point, Some(comma)) if point.is_some() || text.len() - comma != 4 => Some(comma),
        (Some(point), None) if text.matches('.').count() == 1 => Some(point),
        _ => None,
    };
    let Some(mark) = mark else {
        return Some((text, ""));
    };
    Some((text.get(..mark)?, text.get(mark + 1..)?))
}

/// The digits without the marks between groups of three.
fn ungroup(text: &str) -> Option<String> {
    let is_mark = |letter: char| {
        matches!(
            letter,
            ',' | '.' | '\'' | '’' | '_' | ' ' | '\u{a0}' | '\u{202f}'
        )
    };
    let groups: Vec<&str> = text.split(is_mark).collect();
    let mut marks = text.chars().filter(|&letter| is_mark(letter));
    let first_mark = marks.next();
    let is_even = marks.all(|mark| Some(mark) == first_mark);
    let is_digits = |group: &&str| group.bytes().all(|byte| byte.is_ascii_digit());
    let (first, rest) = groups.split_first()?;
    let is_grouped = rest.is_empty()
        || matches!(first.len(), 1..=3) && rest.iter().all(|group| group.len() == 3);
    (is_even && is_grouped && groups.iter().all(is_digits)).then(|| groups.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelled(text: &str, kind: ColumnType) -> Option<String> {
        match read(text, kind).ok()? {
            Data::Number(number) => Some(number.to_string()),
            Data::Bool(truth) => Some(truth.to_string()),
            _ => Some("null".to_owned()),
        }
    }

    #[test]
    fn integers_are_whole() {
        let read = |text| spelled(text, ColumnType::Integer);
        for (text, wanted) in [
            ("3", "3"),
            ("-4", "-4"),
            ("−4", "-4"),
            ("+5", "5"),
            ("1,200", "1200"),
            ("1.200.300", "1200300"),
            ("3.0", "3"),
            ("007", "7"),
            ("1 200", "1200"),
            ("1_200", "1200"),
            ("", "null"),
            ("12345678901234567890123", "12345678901234567890123"),
        ] {
            assert_eq!(read(text).as_deref(), Some(wanted), "{text}");
        }
        for text in [
            "3.5",
            "x",
            "1e3",
            "1,20",
            "12 apples",
            "NaN",
            "-",
            "1,2,3",
            "0x1F",
            ".",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn floats_may_have_a_comma() {
        let read = |text| spelled(text, ColumnType::Float);
        for (text, wanted) in [
            ("1.5", "1.5"),
            ("1,5", "1.5"),
            ("1.234,56", "1234.56"),
            ("1,234.56", "1234.56"),
            (".5", "0.5"),
            ("2", "2.0"),
            ("1e3", "1e3"),
            ("1,200", "1200.0"),
            ("5.", "5.0"),
        ] {
            assert_eq!(read(text).as_deref(), Some(wanted), "{text}");
        }
        for text in ["inf", "NaN", "1.2.3", "50%", "$3", "1e", ",", "1,2,3.5"] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(spelled("1.50", ColumnType::Number).as_deref(), Some("1.50"));
        assert_eq!(spelled("31", ColumnType::Number).as_deref(), Some("31"));
    }

    #[test]
    fn truth_is_told_in_several_languages() {
        let read = |text| spelled(text, ColumnType::Boolean);
        for text in ["true", "YES", "1", "ja", "Oui", "sí", "да", "是"] {
            assert_eq!(read(text).as_deref(), Some("true"), "{text}");
        }
        for text in ["False", "no", "0", "nein", "нет", "否"] {
            assert_eq!(read(text).as_deref(), Some("false"), "{text}");
        }
        assert_eq!(read("maybe"), None);
    }
}

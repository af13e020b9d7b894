//! What a scalar without quotes is: `1.10` a number, `true` a truth value, `no`, `012` and `12:30` text.
//!
//! The core schema of YAML 1.2, less careful where it would change what a text says: leading zeros and telephone
//! numbers stay text.

use crate::value::Number;

/// A resolved plain scalar.
#[derive(Debug, PartialEq)]
pub(super) enum Scalar {
    Null,
    Bool(bool),
    Number(Number),
    /// `.inf` and `.nan`, which no number of JSON holds.
    NonFinite,
    Text,
}

/// A `+` before this many digits is a telephone number's.
const TELEPHONE: usize = 7;

/// What the plain scalar `text` is.
pub(super) fn resolve(text: &str) -> Scalar {
    match text.as_bytes().first() {
        None => Scalar::Null,
        Some(b'0'..=b'9' | b'-' | b'+' | b'.') => read_number(text),
        Some(b'~' | b'n' | b'N' | b't' | b'T' | b'f' | b'F') => read_word(text),
        Some(_) => Scalar::Text,
    }
}

fn read_word(text: &str) -> Scalar {
    match text {
        "~" | "null" | "Null" | "NULL" => Scalar::Null,
        "true" | "True" | "TRUE" => Scalar::Bool(true),
        "false" | "False" | "FALSE" => Scalar::Bool(false),
        _ => Scalar::Text,
    }
}

fn read_number(text: &str) -> Scalar {
    let (sign, digits) = split_sign(text);
    if matches!(digits, ".inf" | ".Inf" | ".INF")
        || sign.is_empty() && matches!(digits, ".nan" | ".NaN" | ".NAN")
    {
        return Scalar::NonFinite;
    }
    if let Some(number) = read_radix(text) {
        return Scalar::Number(Number::from_json(&number.to_string()));
    }
    let Some(parts) = Parts::split(digits) else {
        return Scalar::Text;
    };
    let is_telephone = sign == "+" && parts.is_whole() && parts.whole.len() >= TELEPHONE;
    if is_telephone || parts.has_leading_zero() || !parts.is_finite(digits) {
        return Scalar::Text;
    }
    if sign != "+" && parts.is_json() {
        return Scalar::Number(Number::from_json(text));
    }
    let sign = if sign == "-" { "-" } else { "" };
    Scalar::Number(Number::from_json(&format!("{sign}{}", parts.to_json())))
}

fn split_sign(text: &str) -> (&str, &str) {
    let len = usize::from(text.starts_with(['-', '+']));
    text.split_at(len)
}

/// `0x1F` and `0o17`
fn read_radix(text: &str) -> Option<u128> {
    let (digits, radix) = match text.strip_prefix("0x") {
        Some(digits) => (digits, 16),
        None => (text.strip_prefix("0o")?, 8),
    };
    if digits.starts_with('+') {
        return None;
    }
    u128::from_str_radix(digits, radix).ok()
}

/// A number without its sign: `12.50e3` is `12`, `50` and `3`.
struct Parts<'t> {
    whole: &'t str,
    fraction: Option<&'t str>,
    exponent: Option<&'t str>,
}

impl<'t> Parts<'t> {
    fn split(text: &'t str) -> Option<Self> {
        let (whole, rest) = split_digits(text);
        let (fraction, rest) = match rest.strip_prefix('.') {
            Some(rest) => {
                let (fraction, rest) = split_digits(rest);
                (Some(fraction), rest)
            }
            None => (None, rest),
        };
        let exponent = match rest.strip_prefix(['e', 'E']) {
            Some(exponent) if is_exponent(exponent) => Some(exponent),
            Some(_) => return None,
            None if rest.is_empty() => None,
            None => return None,
        };
        let has_digits = !whole.is_empty() || fraction.is_some_and(|digits| !digits.is_empty());
        has_digits.then_some(Self {
            whole,
            fraction,
            exponent,
        })
    }

    fn is_whole(&self) -> bool {
        self.fraction.is_none() && self.exponent.is_none()
    }

    fn has_leading_zero(&self) -> bool {
        self.whole.len() > 1 && self.whole.starts_with('0')
    }

    /// An exponent that leads out of the range is part of a code, as in `12e4567`.
    fn is_finite(&self, text: &str) -> bool {
        self.exponent.is_none() || text.parse::<f64>().is_ok_and(f64::is_finite)
    }

    fn is_json(&self) -> bool {
        !self.whole.is_empty() && self.fraction.is_none_or(|digits| !digits.is_empty())
    }

    fn to_json(&self) -> String {
        let or_zero = |digits: &'t str| if digits.is_empty() { "0" } else { digits };
        let mut out = or_zero(self.whole).to_owned();
        if let Some(fraction) = self.fraction {
            out.push('.');
            out.push_str(or_zero(fraction));
        }
        if let Some(exponent) = self.exponent {
            out.push('e');
            out.push_str(exponent);
        }
        out
    }
}

fn split_digits(text: &str) -> (&str, &str) {
    let len = text.bytes().take_while(u8::is_ascii_digit).count();
    text.split_at(len)
}

fn is_exponent(text: &str) -> bool {
    let (_, digits) = split_sign(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Option<String> {
        match resolve(text) {
            Scalar::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }

    #[test]
    fn the_words_of_the_core_schema_are_typed() {
        for text in ["", "~", "null", "Null", "NULL"] {
            assert_eq!(resolve(text), Scalar::Null, "{text}");
        }
        for text in ["true", "True", "TRUE"] {
            assert_eq!(resolve(text), Scalar::Bool(true), "{text}");
        }
        for text in ["false", "False", "FALSE"] {
            assert_eq!(resolve(text), Scalar::Bool(false), "{text}");
        }
    }

    #[test]
    fn the_words_of_yaml_1_1_are_text() {
        for text in [
            "no", "NO", "yes", "on", "off", "y", "n", "None", "tRUE", "nil", "N/A",
        ] {
            assert_eq!(resolve(text), Scalar::Text, "{text}");
        }
    }

    #[test]
    fn numbers_keep_their_spelling() {
        for text in [
            "0",
            "-7",
            "1.10",
            "-0",
            "1e3",
            "2.5E-4",
            "12345678901234567890123",
        ] {
            assert_eq!(number(text).as_deref(), Some(text));
        }
    }

    #[test]
    fn numbers_that_json_spells_otherwise_are_numbers() {
        let spelled = [
            ("+5", "5"),
            (".5", "0.5"),
            ("-.5", "-0.5"),
            ("1.", "1.0"),
            ("0x1F", "31"),
            ("0o17", "15"),
            ("+1.5e+3", "1.5e+3"),
        ];
        for (text, json) in spelled {
            assert_eq!(number(text).as_deref(), Some(json), "{text}");
        }
    }

    #[test]
    fn what_only_looks_like_a_number_is_text() {
        for text in [
            "012",
            "-007",
            "00",
            "01.5",
            "1.10.2",
            "12:30",
            "12:30:45",
            "2024-01-02",
            "1_000",
            "1,000",
            "50%",
            "5 kg",
            "0b101",
            "0x",
            "0xZZ",
            "0o8",
            "-0x1F",
            "1e",
            "1e999",
            "12e4567",
            ".",
            "-",
            "+",
            "--1",
            "1-2",
            "+4915112345678",
            "+1-555-0100",
            "1/2",
            "..5",
            "1e5.5",
        ] {
            assert_eq!(resolve(text), Scalar::Text, "{text}");
        }
    }

    #[test]
    fn what_is_not_finite_says_so() {
        for text in [".inf", "-.Inf", "+.INF", ".nan", ".NaN"] {
            assert_eq!(resolve(text), Scalar::NonFinite, "{text}");
        }
    }
}

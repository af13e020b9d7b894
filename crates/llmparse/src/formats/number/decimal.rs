//! Exact decimal numbers of any length: `1234.50`, `6.02e23`.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// The most digits that an exponent is written out to.
const LONGEST: i64 = 40;

/// A decimal number with all its digits; its text is a JSON number, and it is compared by value.
///
/// ```
/// let total: llmparse::Decimal = llmparse::parse_number("Total: $12,345,678,901,234,567,890.50")?;
/// assert_eq!(total.to_string(), "12345678901234567890.50");
/// assert!(total == "12345678901234567890.5".parse().unwrap());
/// # Ok::<(), llmparse::ParseError>(())
/// ```
#[derive(Clone)]
pub struct Decimal(Box<str>);

/// The text is no decimal number.
///
/// ```
/// let error = "eight".parse::<llmparse::Decimal>().unwrap_err();
/// assert_eq!(error.to_string(), "not a decimal number");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a decimal number")]
pub struct DecimalError;

/// What a number is made of, all of it ASCII digits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Parts {
    pub(crate) is_negative: bool,
    pub(crate) whole: String,
    pub(crate) fraction: String,
    /// Of ten.
    pub(crate) exponent: i64,
}

impl Decimal {
    /// The text, which is a JSON number.
    ///
    /// ```
    /// assert_eq!("+007.50".parse::<llmparse::Decimal>().unwrap().as_str(), "7.50");
    /// ```
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The same number without a fraction, if it is a whole number.
    ///
    /// ```
    /// let eight: llmparse::Decimal = "8.0".parse().unwrap();
    /// assert_eq!(eight.to_integer().unwrap().as_str(), "8");
    /// assert!("8.5".parse::<llmparse::Decimal>().unwrap().to_integer().is_none());
    /// ```
    #[must_use]
    pub fn to_integer(&self) -> Option<Self> {
        let (whole, fraction) = match self.0.split_once('.') {
            None => (&*self.0, ""),
            Some(parts) => parts,
        };
        let is_integer = fraction.bytes().all(|digit| digit == b'0') && !whole.contains('e');
        is_integer.then(|| Self(whole.into()))
    }

    pub(crate) fn from_parts(mut parts: Parts) -> Self {
        let len = parts.whole.len() + parts.fraction.len();
        let reach = i64::try_from(len).unwrap_or(i64::MAX);
        if parts.exponent != 0 && reach.saturating_add(parts.exponent.saturating_abs()) <= LONGEST {
            parts.write_out();
        }
        Self(parts.write().into())
    }

    /// A number that is spelled as it is to be written: `1234.50`.
    pub(crate) fn from_plain(text: &str) -> Option<Self> {
        let unsigned = text.strip_prefix('-').unwrap_or(text).as_bytes();
        let point = unsigned.iter().position(|byte| *byte == b'.');
        let whole = unsigned.get(..point.unwrap_or(unsigned.len()))?;
        let fraction = unsigned.get(point.map_or(0, |point| point + 1)..)?;
        let is_digits = |digits: &[u8]| !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
        let has_zero = match whole {
            [b'0'] => unsigned.len() < text.len(),
            _ => whole.starts_with(b"0"),
        };
        (is_digits(whole) && is_digits(fraction) && !has_zero).then(|| Self(text.into()))
    }

    pub(crate) fn into_string(self) -> String {
        self.0.into()
    }

    /// The sign, the digits without zeros around them, and the power of ten that the first digit counts.
    fn significant(&self) -> (bool, Vec<u8>, i64) {
        let text = self.0.strip_prefix('-').unwrap_or(&self.0);
        let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
        let exponent: i64 = exponent.parse().unwrap_or_default();
        let point = mantissa.find('.').unwrap_or(mantissa.len());
        let digits: Vec<u8> = mantissa.bytes().filter(|&byte| byte != b'.').collect();
        let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
        let mut digits = digits.get(zeros..).unwrap_or_default().to_vec();
        while digits.last() == Some(&b'0') {
            digits.pop();
        }
        let first = signed(point) - signed(zeros);
        (
            self.0.starts_with('-') && !digits.is_empty(),
            digits,
            exponent.saturating_add(first),
        )
    }
}

fn signed(len: usize) -> i64 {
    i64::try_from(len).unwrap_or(i64::MAX)
}

impl Parts {
    /// The number that ASCII `digits` spell.
    pub(crate) fn whole(digits: impl Into<String>) -> Self {
        Self {
            whole: digits.into(),
            ..Self::default()
        }
    }

    /// Moves the point so that no exponent is left.
    fn write_out(&mut self) {
        while self.exponent > 0 {
            let next = if self.fraction.is_empty() {
                '0'
            } else {
                self.fraction.remove(0)
            };
            self.whole.push(next);
            self.exponent -= 1;
        }
        while self.exponent < 0 {
            let last = self.whole.pop().unwrap_or('0');
            self.fraction.insert(0, last);
            self.exponent += 1;
        }
    }

    fn write(&self) -> String {
        let whole = self.whole.trim_start_matches('0');
        let is_zero = whole.is_empty() && self.fraction.bytes().all(|digit| digit == b'0');
        let point = usize::from(!self.fraction.is_empty());
        let sign = usize::from(self.is_negative && !is_zero);
        let len = sign + whole.len().max(1) + point + self.fraction.len();
        let mut text = String::with_capacity(len);
        if self.is_negative && !is_zero {
            text.push('-');
        }
        text.push_str(if whole.is_empty() { "0" } else { whole });
        if !self.fraction.is_empty() {
            text.push('.');
            text.push_str(&self.fraction);
        }
        if self.exponent != 0 && !is_zero {
            text.push('e');
            text.push_str(&self.exponent.to_string());
        }
        text
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl fmt::Debug for Decimal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl FromStr for Decimal {
    type Err = DecimalError;

    fn from_str(text: &str) -> Result<Self, DecimalError> {
        if let Some(plain) = Self::from_plain(text) {
            return Ok(plain);
        }
        let is_negative = text.starts_with('-');
        let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
        let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_digits(whole) || !is_digits(fraction) || whole.len() + fraction.len() == 0 {
            return Err(DecimalError);
        }
        Ok(Self::from_parts(Parts {
            is_negative,
            whole: whole.to_owned(),
            fraction: fraction.to_owned(),
            exponent: exponent.parse().map_err(|_| DecimalError)?,
        }))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let (is_negative, digits, first) = self.significant();
        let (other_negative, other_digits, other_first) = other.significant();
        let size = match (digits.is_empty(), other_digits.is_empty()) {
            (true, true) => return Ordering::Equal,
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (false, false) => first
                .cmp(&other_first)
                .then_with(|| digits.cmp(&other_digits)),
        };
        match (is_negative, other_negative) {
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (true, true) => size.reverse(),
            (false, false) => size,
        }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Decimal {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0 || self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Decimal {}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn numbers_are_compared_by_value() {
        let ascending = [
            "-1e50", "-10", "-9.5", "-0.1", "0", "0.09", "0.1", "9.5", "10", "1e50",
        ];
        for (index, text) in ascending.iter().enumerate() {
            for (other, larger) in ascending.iter().enumerate() {
                let order = decimal(text).cmp(&decimal(larger));
                assert_eq!(order, index.cmp(&other), "{text} {larger}");
            }
        }
        assert_eq!(decimal("8"), decimal("8.00"));
        assert_eq!(decimal("-0"), decimal("0e9"));
        assert_eq!(decimal("1e50"), decimal("10e49"));
    }

    #[test]
    fn an_exponent_is_written_out_while_that_is_short() {
        assert_eq!(decimal("1.5e3").as_str(), "1500");
        assert_eq!(decimal("3.2e-4").as_str(), "0.00032");
        assert_eq!(decimal("6.02e23").as_str(), "602000000000000000000000");
        assert_eq!(decimal("1e999").as_str(), "1e999");
    }

    #[test]
    fn whole_numbers_lose_their_zeros_only() {
        let integer = |text: &str| decimal(text).to_integer().map(|whole| whole.to_string());
        assert_eq!(integer("8.00").as_deref(), Some("8"));
        assert_eq!(integer("-0.0").as_deref(), Some("0"));
        assert_eq!(integer("8.01"), None);
        assert_eq!(integer("1e999"), None);
    }

    #[test]
    fn only_decimal_numbers_are_read() {
        for text in ["", "-", ".", "1.2.3", "1e", "NaN", "inf", "0x1", " 1"] {
            assert_eq!(text.parse::<Decimal>(), Err(DecimalError), "{text:?}");
        }
        assert_eq!(decimal(".5").as_str(), "0.5");
        assert_eq!(decimal("5.").as_str(), "5");
    }
}

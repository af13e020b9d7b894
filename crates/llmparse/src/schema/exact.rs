//! Numbers compared by their digits: `0.3` is a multiple of `0.1`, `1.0` is an integer, and nothing is rounded.

use std::cmp::Ordering;

use crate::value::Number;

/// `0.d1d2d3... * 10^point`, without zeros at either end of the digits; zero has no digits.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Exact {
    is_negative: bool,
    digits: Vec<u8>,
    point: i64,
}

impl Exact {
    pub(crate) fn new(number: &Number) -> Self {
        let text = number.to_string();
        let unsigned = text.strip_prefix('-').unwrap_or(&text);
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, read_exponent(exponent)),
            None => (unsigned, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
        let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
        let kept = digits.get(zeros..).unwrap_or_default();
        let tail = kept
            .iter()
            .rev()
            .take_while(|&&digit| digit == b'0')
            .count();
        let kept = kept.get(..kept.len() - tail).unwrap_or_default();
        if kept.is_empty() {
            return Self::zero();
        }
        Self {
            is_negative: unsigned.len() < text.len(),
            digits: kept.to_vec(),
            point: count(whole.len()) - count(zeros) + exponent,
        }
    }

    fn zero() -> Self {
        Self {
            is_negative: false,
            digits: Vec::new(),
            point: 0,
        }
    }

    pub(crate) fn is_integer(&self) -> bool {
        self.digits.is_empty() || self.power() >= 0
    }

    /// The power of ten that the digits, read as an integer, are multiplied by.
    fn power(&self) -> i64 {
        self.point - count(self.digits.len())
    }

    /// Whether it is a whole number of times `step`; none if `step` has more digits than can be told.
    pub(crate) fn is_multiple_of(&self, step: &Self) -> Option<bool> {
        if self.digits.is_empty() {
            return Some(true);
        }
        let shift = self.power() - step.power();
        if shift < 0 {
            return Some(false);
        }
        let text = std::str::from_utf8(&step.digits).ok()?;
        let divisor = u128::from(text.parse::<u64>().ok().filter(|&divisor| divisor > 0)?);
        let rest = self.digits.iter().fold(0, |rest, digit| {
            (rest * 10 + u128::from(digit - b'0')) % divisor
        });
        Some(rest * power_of_ten(shift, divisor) % divisor == 0)
    }

    fn cmp_size(&self, other: &Self) -> Ordering {
        let points = match (self.digits.is_empty(), other.digits.is_empty()) {
            (false, false) => self.point.cmp(&other.point),
            (left, right) => right.cmp(&left),
        };
        points.then_with(|| self.digits.cmp(&other.digits))
    }

    /// The number in one spelling for all spellings of it.
    pub(crate) fn key(&self) -> String {
        let sign = if self.is_negative { "-" } else { "" };
        let digits = String::from_utf8_lossy(&self.digits);
        format!("{sign}{digits}e{}", self.point)
    }
}

impl Ord for Exact {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.is_negative, other.is_negative) {
            (false, false) => self.cmp_size(other),
            (true, true) => other.cmp_size(self),
            (left, right) => right.cmp(&left),
        }
    }
}

impl PartialOrd for Exact {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Which of two numbers is greater, whatever their spelling.
pub(crate) fn compare(left: &Number, right: &Number) -> Ordering {
    let short = left.compare_short(right);
    short.unwrap_or_else(|| Exact::new(left).cmp(&Exact::new(right)))
}

/// Whether a number is whole: `3`, `3.0`, `3e2`.
pub(crate) fn is_integer(number: &Number) -> bool {
    number.as_i64().is_some() || Exact::new(number).is_integer()
}

/// Whether `number` is a whole number of times `step`, told by floats where `step` has more than 19 digits.
pub(crate) fn is_multiple(number: &Number, step: &Number) -> bool {
    if let (Some(number), Some(step)) = (number.as_i64(), step.as_i64()) {
        return number.checked_rem(step).is_some_and(|rest| rest == 0);
    }
    let exact = Exact::new(number).is_multiple_of(&Exact::new(step));
    exact.unwrap_or_else(|| match (number.as_f64(), step.as_f64()) {
        (Some(number), Some(step)) => number % step == 0.0,
        _ => false,
    })
}

fn count(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

/// An exponent, held within bounds that no sum with a length leaves.
fn read_exponent(text: &str) -> i64 {
    const FAR: i64 = i64::MAX / 4;
    let far = if text.starts_with('-') { -FAR } else { FAR };
    text.parse::<i64>().unwrap_or(far).clamp(-FAR, FAR)
}

fn power_of_ten(mut exponent: i64, modulus: u128) -> u128 {
    let (mut power, mut base) = (1 % modulus, 10 % modulus);
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = power * base % modulus;
        }
        base = base * base % modulus;
        exponent >>= 1;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        Number::from_json(text)
    }

    #[test]
    fn numbers_are_compared_by_value_and_not_by_spelling() {
        for (left, right, order) in [
            ("1", "1.0", Ordering::Equal),
            ("1e2", "100", Ordering::Equal),
            ("-0", "0.0", Ordering::Equal),
            ("0.1", "0.01", Ordering::Greater),
            ("-2", "-1", Ordering::Less),
            ("-1", "0", Ordering::Less),
            ("0", "1e-400", Ordering::Less),
            ("9007199254740993", "9007199254740992.0", Ordering::Greater),
            ("1e999999999999999999999", "1e400", Ordering::Greater),
            ("12", "1.3e1", Ordering::Less),
        ] {
            assert_eq!(
                compare(&number(left), &number(right)),
                order,
                "{left} {right}"
            );
            assert_eq!(
                compare(&number(right), &number(left)),
                order.reverse(),
                "{right} {left}"
            );
        }
    }

    #[test]
    fn whole_numbers_are_told_from_their_digits() {
        let whole = ["3", "3.0", "3e2", "0.5e1", "-0", "1e400", "10.00"];
        assert!(whole.iter().all(|text| is_integer(&number(text))));
        let broken = ["3.5", "3e-1", "0.1", "12345678901234567890.5"];
        assert!(!broken.iter().any(|text| is_integer(&number(text))));
    }

    #[test]
    fn multiples_are_told_without_floats() {
        for (value, step) in [
            ("0.3", "0.1"),
            ("4.35", "0.01"),
            ("1e300", "7e299"),
            ("0", "3"),
            ("9", "1.5"),
        ] {
            let expected = value != "1e300";
            assert_eq!(
                is_multiple(&number(value), &number(step)),
                expected,
                "{value} {step}"
            );
        }
        assert!(!is_multiple(&number("0.35"), &number("0.1")));
        assert!(!is_multiple(&number("7"), &number("2.5")));
        assert!(!is_multiple(&number("1e30"), &number("3e-1")));
    }
}

//! Fractions as values: `1/2` is 0.5; and when a fraction is one, rather than a score: `8/10`.

use super::decimal::{Decimal, Parts};

/// How many digits of a fraction that never ends are given.
const DIGITS: usize = 34;

/// `numerator` divided by `denominator`, both whole numbers.
pub(crate) fn divide(numerator: &str, denominator: &str) -> Option<Parts> {
    let numerator: u128 = numerator.parse().ok().filter(|&value| value < 1 << 120)?;
    let denominator: u128 = denominator
        .parse()
        .ok()
        .filter(|&value| value > 0 && value < 1 << 120)?;
    let mut rest = numerator % denominator;
    let mut parts = Parts::whole((numerator / denominator).to_string());
    while rest > 0 && parts.fraction.len() < DIGITS {
        rest *= 10;
        parts.fraction.push_str(&(rest / denominator).to_string());
        rest %= denominator;
    }
    Some(parts)
}

/// `numerator` divided by `denominator`; none where one of them is no whole number.
pub(crate) fn divide_decimals(numerator: &Decimal, denominator: &Decimal) -> Option<Decimal> {
    let above = numerator.as_str().trim_start_matches('-');
    let below = denominator.as_str().trim_start_matches('-');
    let is_negative = above.len() < numerator.as_str().len();
    let is_flipped = below.len() < denominator.as_str().len();
    let mut parts = divide(above, below)?;
    parts.is_negative = is_negative != is_flipped;
    Some(Decimal::from_parts(parts))
}

/// Whether `numerator/denominator` cannot be shortened, as a value would be.
pub(crate) fn is_reduced(numerator: &Decimal, denominator: &Decimal) -> bool {
    let read = |decimal: &Decimal| decimal.as_str().parse::<u128>().ok();
    let (Some(mut a), Some(mut b)) = (read(numerator), read(denominator)) else {
        return false;
    };
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a == 1
}

/// Whether scores are given out of `denominator`: 5, 10, 20, 100.
pub(crate) fn is_scale(denominator: &Decimal) -> bool {
    denominator
        .as_str()
        .parse::<u64>()
        .is_ok_and(|value| value % 5 == 0 || value == 7 || value > 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_divided_exactly_or_to_many_digits() {
        let divided = |above: &str, below: &str| {
            divide(above, below).map(|parts| Decimal::from_parts(parts).to_string())
        };
        assert_eq!(divided("1", "2").as_deref(), Some("0.5"));
        assert_eq!(divided("7", "4").as_deref(), Some("1.75"));
        assert_eq!(divided("1", "3").map(|text| text.len()), Some(DIGITS + 2));
        assert_eq!(divided("1", "0"), None);
    }
}

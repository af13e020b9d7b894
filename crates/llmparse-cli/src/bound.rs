//! A number, or a bound that no number reaches: `--min 1` alone leaves the other side open.

use std::fmt;
use std::str::FromStr;

use llmparse::{Decimal, DecimalError};

/// A number, or a bound that no number reaches; compared in this order.
#[derive(Clone, Debug, PartialEq, PartialOrd)]
pub(crate) enum Bound<T> {
    Lowest,
    Number(T),
    Highest,
}

impl<T: FromStr> FromStr for Bound<T> {
    type Err = T::Err;

    fn from_str(text: &str) -> Result<Self, T::Err> {
        text.parse().map(Self::Number)
    }
}

impl<T: fmt::Display> fmt::Display for Bound<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lowest => formatter.write_str("-infinity"),
            Self::Number(number) => number.fmt(formatter),
            Self::Highest => formatter.write_str("infinity"),
        }
    }
}

/// A number without a fraction.
#[derive(Clone, Debug, PartialEq, PartialOrd)]
pub(crate) struct Integer(Decimal);

impl From<Decimal> for Integer {
    fn from(number: Decimal) -> Self {
        Self(number)
    }
}

impl FromStr for Integer {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number: Decimal = text
            .parse()
            .map_err(|error: DecimalError| error.to_string())?;
        let integer = number.to_integer().ok_or("not an integer")?;
        Ok(Self(integer))
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_lies_between_the_bounds() {
        assert!(Bound::Lowest < Bound::Number(-1e308));
        assert!(Bound::Number(1e308) < Bound::Highest);
        assert!(Bound::Number(-3.0) < Bound::Number(2.5));
    }

    #[test]
    fn an_integer_has_no_fraction() {
        let read = |text: &str| text.parse::<Integer>().map(|integer| integer.to_string());
        assert_eq!(
            read("123456789012345678901"),
            Ok("123456789012345678901".to_owned())
        );
        assert_eq!(read("8.0"), Ok("8".to_owned()));
        assert!(read("8.5").is_err() && read("eight").is_err());
    }
}

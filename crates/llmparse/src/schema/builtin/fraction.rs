//! A number between 0 and 1 as models write it: `0.85`, `"0.85"`, `"85%"`; or a word, which is none.

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// What stands where a fraction was asked for.
pub(super) enum Fraction {
    /// Null.
    Absent,
    /// A finite number, in whatever range.
    Number(f64),
    /// Anything else, in a few words.
    Other(String),
}

impl<'de> Deserialize<'de> for Fraction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

/// A confidence: clamped, and none if there is no number.
pub(super) fn confidence<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<f64>, D::Error> {
    Ok(match Fraction::deserialize(deserializer)? {
        Fraction::Number(number) => Some(number.clamp(0.0, 1.0)),
        Fraction::Absent | Fraction::Other(_) => None,
    })
}

/// A score: null, or a number between 0 and 1.
pub(super) fn score<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    match Fraction::deserialize(deserializer)? {
        Fraction::Absent => Ok(None),
        Fraction::Number(number) if (0.0..=1.0).contains(&number) => Ok(Some(number)),
        Fraction::Number(number) => Err(D::Error::custom(format_args!(
            "score {number} is outside 0 to 1"
        ))),
        Fraction::Other(found) => Err(D::Error::custom(format_args!(
            "score {found} is no number between 0 and 1"
        ))),
    }
}

/// `0.85`, `85%`
fn read(text: &str) -> Option<f64> {
    let text = text.trim();
    let percent = text.strip_suffix(['%', '％']).map(str::trim_end);
    let number: f64 = percent.unwrap_or(text).parse().ok()?;
    let number = if percent.is_some() {
        number / 100.0
    } else {
        number
    };
    number.is_finite().then_some(number)
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Fraction;

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("a number between 0 and 1")
    }

    fn visit_unit<E: Error>(self) -> Result<Fraction, E> {
        Ok(Fraction::Absent)
    }

    fn visit_none<E: Error>(self) -> Result<Fraction, E> {
        Ok(Fraction::Absent)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Fraction, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Fraction, E> {
        let other = || Fraction::Other(number.to_string());
        Ok(if number.is_finite() {
            Fraction::Number(number)
        } else {
            other()
        })
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "what is beyond 1 is beyond 1 in any precision"
    )]
    fn visit_u64<E: Error>(self, number: u64) -> Result<Fraction, E> {
        Ok(Fraction::Number(number as f64))
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "what is below 0 is below 0 in any precision"
    )]
    fn visit_i64<E: Error>(self, number: i64) -> Result<Fraction, E> {
        Ok(Fraction::Number(number as f64))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Fraction, E> {
        let other = || Fraction::Other(crate::schema::error::quote(text));
        Ok(read(text).map_or_else(other, Fraction::Number))
    }

    fn visit_bool<E: Error>(self, truth: bool) -> Result<Fraction, E> {
        Ok(Fraction::Other(truth.to_string()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Fraction, A::Error> {
        while access.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Fraction::Other("[...]".to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Fraction, A::Error> {
        while access.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Fraction::Other("{...}".to_owned()))
    }
}

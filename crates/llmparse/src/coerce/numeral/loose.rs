//! Numbers that are not all of a text, or not as they stand: `about 3 apples`, `1/2`, `10k`, `50%`.

use super::vocabulary::{CURRENCY_WORDS, MAGNITUDES, MULTIPLIERS, REFUSED};
use super::{CURRENCIES, Numeral, is_digits, read, spell};
use crate::trace::CoercionRule;

/// The longest text in which a number among words is sought.
const LONGEST: usize = 200;

/// The number that a text says in words, in a fraction, or with something that multiplies it.
pub(in crate::coerce) fn read_loose(text: &str) -> Numeral {
    let text = text.trim();
    if text.len() > LONGEST {
        return Numeral::None;
    }
    for read in [read_fraction, read_magnitude, read_among_words] {
        match read(text) {
            Numeral::None => {}
            numeral => return numeral,
        }
    }
    Numeral::None
}

/// The scales that scores are given on; `8/10` is eight of ten points as well as a fraction.
const SCALES: [u64; 3] = [5, 10, 100];

/// `1/2`; none if the fraction does not end.
fn read_fraction(text: &str) -> Numeral {
    match read_parts(text) {
        Some((above, below)) if SCALES.contains(&below) => match divide(above, below) {
            Numeral::One(share, _) => Numeral::Rivals(vec![share, above.to_string()]),
            numeral => numeral,
        },
        Some((above, below)) => divide(above, below),
        None => Numeral::None,
    }
}

/// The share and the points of a score: `8/10`.
pub(in crate::coerce) fn read_score(text: &str) -> Option<[String; 2]> {
    match read_fraction(text.trim()) {
        Numeral::Rivals(readings) => readings.try_into().ok(),
        _ => None,
    }
}

/// The numbers above and below the line of a fraction.
fn read_parts(text: &str) -> Option<(u64, u64)> {
    let (above, below) = text.split_once('/')?;
    let (above, below) = (above.trim(), below.trim());
    let is_short = |part: &str| is_digits(part) && part.len() <= 6;
    if !is_short(above) || !is_short(below) {
        return None;
    }
    Some((above.parse().ok()?, below.parse().ok()?))
}

/// Exact division; a fraction that does not end within twelve digits is none.
fn divide(above: u64, below: u64) -> Numeral {
    if below == 0 {
        return Numeral::None;
    }
    let (whole, mut rest) = (above / below, above % below);
    let mut fraction = String::new();
    while rest > 0 && fraction.len() < 12 {
        rest *= 10;
        fraction.push_str(&(rest / below).to_string());
        rest %= below;
    }
    if rest > 0 {
        return Numeral::None;
    }
    Numeral::One(
        spell(&whole.to_string(), Some(&fraction)),
        CoercionRule::Fraction,
    )
}

/// `10k`, `1.5 million`
fn read_magnitude(text: &str) -> Numeral {
    let letters = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let word = text.get(letters.len()..).unwrap_or_default();
    let is_same = |name: &str| name == word || name.len() > 2 && name.eq_ignore_ascii_case(word);
    let found = MAGNITUDES.iter().find(|(name, _)| is_same(name));
    // `10 K` is cold, `10K` is much.
    let is_unit = word.len() == 1 && letters.ends_with(char::is_whitespace);
    let Some((_, power)) = found.filter(|_| !is_unit) else {
        return Numeral::None;
    };
    match read(letters) {
        Numeral::One(number, CoercionRule::NumberText) if !number.contains('e') => {
            Numeral::One(shift(&number, *power), CoercionRule::Magnitude)
        }
        Numeral::Rivals(readings) => Numeral::Rivals(readings),
        _ => Numeral::None,
    }
}

/// `number` times ten to the `power`.
fn shift(number: &str, power: usize) -> String {
    let (sign, digits) = match number.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", number),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mut all = format!("{whole}{fraction}");
    while all.len() < whole.len() + power {
        all.push('0');
    }
    let (whole, fraction) = all
        .split_at_checked(whole.len() + power)
        .unwrap_or((&all, ""));
    format!("{sign}{}", spell(whole, Some(fraction)))
}

/// `about 3 apples`: one number, and no word that says it is another one.
fn read_among_words(text: &str) -> Numeral {
    let mut found: Vec<String> = Vec::new();
    let mut is_behind_number = false;
    let has_currency = text.split_whitespace().any(is_currency);
    for token in text.split_whitespace() {
        let word = bare_word(token);
        let is_negated = word.ends_with("n't") || word.ends_with("n’t");
        // `(12.5)` by itself is negative, as is `- 12.5`.
        let is_signed = matches!(token, "-" | "−")
            || found.is_empty() && token.starts_with('(') && token.ends_with(')');
        let is_refused = is_negated || is_signed || REFUSED.contains(&word.as_str());
        let multiplies = is_behind_number
            && (MULTIPLIERS.contains(&word.as_str())
                || MAGNITUDES
                    .iter()
                    .any(|(name, _)| name.eq_ignore_ascii_case(&word)));
        let compares = token.contains(['<', '>', '≤', '≥', '%', '±']);
        if is_refused || multiplies || compares {
            return Numeral::None;
        }
        is_behind_number = token.contains(char::is_numeric);
        if !is_behind_number {
            continue;
        }
        match read(trim_marks(token)) {
            Numeral::One(number, CoercionRule::NumberText) => {
                if let Some(readings) = grouped(&number).filter(|_| has_currency) {
                    return Numeral::Rivals(readings);
                }
                found.push(number);
            }
            Numeral::Rivals(readings) => return Numeral::Rivals(readings),
            _ => return Numeral::None,
        }
    }
    match found.as_slice() {
        [number] => Numeral::One(number.clone(), CoercionRule::NumberInWords),
        [] => Numeral::None,
        _ => Numeral::Rivals(found),
    }
}

/// Whether a token names a currency: `EUR`, `R$`.
fn is_currency(token: &str) -> bool {
    token.contains(CURRENCIES) || CURRENCY_WORDS.contains(&bare_word(token).as_str())
}

fn bare_word(token: &str) -> String {
    token
        .trim_matches(|letter: char| !letter.is_alphanumeric())
        .to_lowercase()
}

/// The readings of `1.234`, whose point may stand between thousands.
fn grouped(number: &str) -> Option<Vec<String>> {
    let (whole, fraction) = number.split_once('.')?;
    let is_group = fraction.len() == 3 && !whole.ends_with('0');
    is_group.then(|| vec![number.to_owned(), format!("{whole}{fraction}")])
}

/// A token without the marks of a sentence.
fn trim_marks(token: &str) -> &str {
    let token = token.trim_start_matches([
        '(', '[', '{', '"', '\'', '*', '_', '~', '≈', '“', '`', ':', '#',
    ]);
    token.trim_end_matches([
        ')', ']', '}', '"', '\'', '*', '_', '.', ',', ';', ':', '!', '?', '”', '`',
    ])
}

/// The two readings of a percentage: as a share of one, and as it stands.
pub(in crate::coerce) fn read_percent(text: &str) -> Option<[String; 2]> {
    let number = text.trim().strip_suffix('%')?.trim_end();
    match read(number) {
        Numeral::One(number, CoercionRule::NumberText) if !number.contains('e') => {
            Some([shift_down(&number), number])
        }
        _ => None,
    }
}

/// A hundredth of `number`.
fn shift_down(number: &str) -> String {
    let (sign, digits) = match number.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", number),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let padded = format!("{whole:0>3}");
    let (whole, share) = padded
        .split_at_checked(padded.len() - 2)
        .unwrap_or((&padded, ""));
    let fraction = format!("{share}{fraction}");
    let fraction = fraction.trim_end_matches('0');
    format!("{sign}{}", spell(whole, Some(fraction)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_words_fractions_and_multiples_are_read_loosely() {
        for (text, number) in [
            ("about 3 apples", "3"),
            ("**12**", "12"),
            ("1/2", "0.5"),
            ("10k", "10000"),
            ("1.5M", "1500000"),
            ("2.5 million", "2500000"),
            ("3 Thousand", "3000"),
            ("5 trillion", "5000000000000"),
            ("3/4", "0.75"),
            ("$1,000 monthly", "1000"),
        ] {
            assert_eq!(read_loose(text).one().as_deref(), Some(number), "{text}");
        }
        for text in [
            "1/3",
            "1/0",
            "5m",
            "not 3",
            "at least 3",
            "3 or 4",
            "3rd",
            "about 3 million",
            "7-8",
            "50% of it",
            "2 dozen",
            "3 Mrd",
            "4 milliards",
            "2.5 миллиона",
            "25 Prozent",
            "30 por ciento",
            "1.234 EUR",
            "Rp 15.000",
            "none of 5",
            "negative 5",
            "mehr als 10",
            "change - 12.5 degrees",
            "(12.5) approx",
            "8/10",
        ] {
            assert_eq!(read_loose(text).one(), None, "{text}");
        }
    }

    #[test]
    fn a_score_on_a_scale_is_a_share_or_points() {
        let read = |text| read_score(text).map(|readings| readings.join(" "));
        assert_eq!(read("8/10").as_deref(), Some("0.8 8"));
        assert_eq!(read(" 85 / 100 ").as_deref(), Some("0.85 85"));
        assert_eq!((read("3/4"), read("1/3"), read("8")), (None, None, None));
    }

    #[test]
    fn a_percentage_has_two_readings() {
        let read = |text| read_percent(text).map(|readings| readings.join(" "));
        assert_eq!(read("50%").as_deref(), Some("0.5 50"));
        assert_eq!(read("7.5 %").as_deref(), Some("0.075 7.5"));
        assert_eq!(read("50"), None);
    }
}

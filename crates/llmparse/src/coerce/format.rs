//! Texts of a format in the notation of the schema: `January 31, 2024` as `2024-01-31`.

use super::scalar::Reading;
use crate::options::Level;
use crate::trace::{CoercionRule, Risk};
use crate::value::Data;

/// The longest text that is read.
const LONGEST: usize = 200;

/// `text` in the notation of `format`; whether that fits is for the caller to check.
pub(super) fn to_format(text: &str, format: &str, level: Level) -> Reading {
    let text = text.trim();
    if text.is_empty() || text.len() > LONGEST {
        return Reading::None;
    }
    let reading = match format {
        "date" => read_date(text),
        "date-time" => read_date_time(text),
        "uuid" => spelled(read_uuid(text)),
        "uri" => read_uri(text),
        "email" => spelled(Some(strip_angles(text).to_owned())),
        "duration" => spelled(Some(text.to_ascii_uppercase())),
        "time" | "ipv4" | "ipv6" => spelled(Some(text.to_owned())),
        _ => Reading::None,
    };
    match reading {
        Reading::One(_, rule) if rule.risk() == Risk::High && level < Level::Lenient => {
            Reading::None
        }
        reading => reading,
    }
}

fn spelled(text: Option<String>) -> Reading {
    found(text, CoercionRule::FormatSpelling)
}

fn found(text: Option<String>, rule: CoercionRule) -> Reading {
    text.map_or(Reading::None, |text| {
        Reading::One(Data::String(text.into()), rule)
    })
}

fn strip_angles(text: &str) -> &str {
    let inner = text
        .strip_prefix('<')
        .and_then(|rest| rest.strip_suffix('>'));
    inner.unwrap_or(text)
}

/// `<https://a.example>`, `[text](https://a.example)`
fn read_uri(text: &str) -> Reading {
    let link = text
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(')')?.split_once("]("));
    match link {
        Some((_, target)) if !target.contains(['(', ')', '[']) => {
            found(Some(target.to_owned()), CoercionRule::FormatInWords)
        }
        Some(_) => Reading::None,
        None => spelled(Some(strip_angles(text).to_owned())),
    }
}

/// `{123e4567-...}`, `urn:uuid:123e4567-...`, or without hyphens.
fn read_uuid(text: &str) -> Option<String> {
    let bare = text
        .strip_prefix('{')
        .and_then(|rest| rest.strip_suffix('}'))
        .unwrap_or(text);
    let bare = bare.strip_prefix("urn:uuid:").unwrap_or(bare);
    if bare.len() != 32 || !bare.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Some(bare.to_owned());
    }
    let ends = [(0, 8), (8, 12), (12, 16), (16, 20), (20, 32)];
    let parts: Option<Vec<&str>> = ends
        .into_iter()
        .map(|(start, end)| bare.get(start..end))
        .collect();
    parts.map(|parts| parts.join("-"))
}

/// A date, then a time as it stands.
fn read_date_time(text: &str) -> Reading {
    let Some((date, time)) = text.split_once(['T', 't', ' ']) else {
        return Reading::None;
    };
    let time = time.trim();
    match read_date(date.trim_end_matches(',')) {
        Reading::One(Data::String(date), rule) => found(Some(format!("{date}T{time}")), rule),
        Reading::Rivals(readings) => Reading::Rivals(
            readings
                .into_iter()
                .map(|date| format!("{date}T{time}"))
                .collect(),
        ),
        _ => Reading::None,
    }
}

fn read_date(text: &str) -> Reading {
    if let Some([year, month, day]) = split_digits(text) {
        if let Some(date) = iso(year, month, day) {
            return spelled(Some(date));
        }
        return read_day_month(year, month, day);
    }
    match compact(text) {
        Some(date) => spelled(Some(date)),
        None => found(read_named_month(text), CoercionRule::FormatInWords),
    }
}

/// The three numbers of a date with one separator.
fn split_digits(text: &str) -> Option<[&str; 3]> {
    let separator = text.chars().find(|letter| !letter.is_ascii_digit())?;
    if !matches!(separator, '-' | '/' | '.') {
        return None;
    }
    let parts: Vec<&str> = text.split(separator).collect();
    let parts: [&str; 3] = parts.try_into().ok()?;
    let is_number = |part: &&str| {
        (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    parts.iter().all(is_number).then_some(parts)
}

fn iso(year: &str, month: &str, day: &str) -> Option<String> {
    (year.len() == 4 && month.len() <= 2 && day.len() <= 2)
        .then(|| format!("{year}-{month:0>2}-{day:0>2}"))
}

/// `20240131`
fn compact(text: &str) -> Option<String> {
    let is_compact = text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_digit());
    let (year, rest) = text.split_at_checked(4).filter(|_| is_compact)?;
    let (month, day) = rest.split_at_checked(2)?;
    iso(year, month, day)
}

/// `31/01/2024`: which number is the month is told only by one that is none.
fn read_day_month(first: &str, second: &str, year: &str) -> Reading {
    let numbers = (first.parse::<u32>(), second.parse::<u32>());
    let (Ok(left), Ok(right)) = numbers else {
        return Reading::None;
    };
    let (day_first, month_first) = (iso(year, second, first), iso(year, first, second));
    match (left, right) {
        _ if left == right => found(day_first, CoercionRule::FormatInWords),
        (13.., 1..=12) => found(day_first, CoercionRule::FormatInWords),
        (1..=12, 13..) => found(month_first, CoercionRule::FormatInWords),
        (1..=12, 1..=12) => {
            Reading::Rivals([day_first, month_first].into_iter().flatten().collect())
        }
        _ => Reading::None,
    }
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

const WEEKDAYS: [&str; 7] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
];

/// `January 31, 2024`, `31st of Jan 2024`
fn read_named_month(text: &str) -> Option<String> {
    let (mut year, mut month, mut day) = (None, None, None);
    for word in text
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
    {
        let word = word.to_lowercase();
        let digits = strip_ordinal(&word);
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let slot = match (is_number, digits.len()) {
            (true, 4) if digits == word => &mut year,
            (true, 1 | 2) => &mut day,
            (false, _) => match name_number(&word) {
                Some(number) if month.is_none() => {
                    month = Some(number);
                    continue;
                }
                None if is_filler(&word) => continue,
                _ => return None,
            },
            _ => return None,
        };
        if slot.replace(digits.to_owned()).is_some() {
            return None;
        }
    }
    iso(&year?, &month?.to_string(), &day?)
}

/// `31` of `31st`
fn strip_ordinal(word: &str) -> &str {
    let mut ends = ["st", "nd", "rd", "th"].into_iter();
    let digits = ends.find_map(|end| word.strip_suffix(end));
    digits
        .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
        .unwrap_or(word)
}

fn name_number(word: &str) -> Option<usize> {
    let is_month = |name: &&str| {
        **name == *word || name.get(..3) == Some(word) || (word == "sept" && **name == *"september")
    };
    MONTHS.iter().position(is_month).map(|index| index + 1)
}

fn is_filler(word: &str) -> bool {
    matches!(word, "of" | "the")
        || WEEKDAYS
            .iter()
            .any(|name| *name == word || name.get(..3) == Some(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, format: &str) -> Option<String> {
        match to_format(text, format, Level::Lenient) {
            Reading::One(Data::String(text), _) => Some(text.into()),
            _ => None,
        }
    }

    #[test]
    fn dates_in_one_clear_order_are_read() {
        for text in [
            "2024/1/31",
            "20240131",
            "31.01.2024",
            "1/31/2024",
            "Jan 31, 2024",
            "Wednesday, 31st of January 2024",
        ] {
            assert_eq!(read(text, "date").as_deref(), Some("2024-01-31"), "{text}");
        }
    }

    #[test]
    fn day_and_month_are_not_guessed() {
        for text in [
            "01/02/2024",
            "1/2/24",
            "Jan 2024",
            "31 Jan",
            "Jan Feb 1 2024",
            "tomorrow",
        ] {
            assert_eq!(read(text, "date"), None, "{text}");
        }
        let rivals = ["2024-02-01", "2024-01-02"].map(str::to_owned);
        assert_eq!(
            to_format("01/02/2024", "date", Level::Normal),
            Reading::Rivals(rivals.into())
        );
    }

    #[test]
    fn identifiers_lose_what_stands_around_them() {
        let uuid = "123e4567-e89b-42d3-a456-426614174000";
        for text in [
            "{123e4567-e89b-42d3-a456-426614174000}",
            "123e4567e89b42d3a456426614174000",
        ] {
            assert_eq!(read(text, "uuid").as_deref(), Some(uuid));
        }
        assert_eq!(
            read("<https://a.example>", "uri").as_deref(),
            Some("https://a.example")
        );
    }
}

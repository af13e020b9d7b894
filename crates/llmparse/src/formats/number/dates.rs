//! Numbers of dates, times and addresses: `May 5`, `5. Mai`, `5月`, `5 pm`, `123 Main Street`, `Hauptstraße 12`.

use super::digits::char_at;
use super::pairs::is_year;
use super::place::Place;
use super::vocabulary::{Role, role_of};

/// Months that are other words, too, when they are written small.
const SMALL_MONTHS: [&str; 9] = [
    "may", "march", "mar", "dec", "sep", "jan", "mai", "marzo", "nov",
];

/// `May 5`, `5 May`, `5. Mai`, `5th of May`, `5月`, `2024年`, `5 pm`
pub(crate) fn is_dated(place: &Place<'_>) -> bool {
    if matches!(
        char_at(place.text, place.token.end()),
        Some('月' | '日' | '年' | '号')
    ) {
        return true;
    }
    let is_day = |value: u32| value <= 31 || is_year(value);
    if place
        .token
        .small(place.text)
        .is_none_or(|value| !is_day(value))
    {
        return false;
    }
    if place.role.has(Role::MONTH) && is_month(place.word) {
        return true;
    }
    let mut words = place.words_behind();
    let first = words.next().unwrap_or_default();
    if role_of(first.trim_end_matches('.')).has(Role::HOUR) && !place.token.has_sign() {
        return true;
    }
    let is_link = matches!(
        first,
        "of" | "de" | "." | "st" | "nd" | "rd" | "th" | "er" | "o"
    );
    is_month(first) || is_link && words.next().is_some_and(is_month)
}

fn is_month(word: &str) -> bool {
    let word = word.trim_matches(['.', '*']);
    role_of(word).has(Role::MONTH) && !SMALL_MONTHS.contains(&word)
}

/// `123 Main Street`, `12 rue de la Paix`, `Hauptstraße 12`
pub(crate) fn is_address(place: &Place<'_>) -> bool {
    if place.token.small(place.text).is_none() || place.token.has_sign() {
        return false;
    }
    ends_like_street(place.word) || is_before_street(place) || is_flat(place.word)
}

/// `Apartment 4`
fn is_flat(word: &str) -> bool {
    let is_name = word.starts_with(char::is_uppercase) && word.len() > 2;
    is_name && role_of(word).has(Role::STREET) && !role_of(word).has(Role::FILLER)
}

fn ends_like_street(word: &str) -> bool {
    const ENDS: [&str; 7] = ["straße", "strasse", "str", "gasse", "allee", "weg", "platz"];
    let is_name = word.len() > 5 && word.starts_with(char::is_uppercase);
    is_name && ENDS.iter().any(|end| word.ends_with(end))
}

/// Kinds of streets that come before the name.
const FIRST: [&str; 9] = [
    "rue",
    "avenue",
    "boulevard",
    "impasse",
    "chemin",
    "quai",
    "calle",
    "avenida",
    "rua",
];

fn is_before_street(place: &Place<'_>) -> bool {
    for (index, word) in place.words_behind().take(4).enumerate() {
        let is_name = word.starts_with(char::is_uppercase);
        let is_street = || role_of(word.trim_matches(['.', '*'])).has(Role::STREET);
        if index > 0 && is_name && is_street() || index == 0 && FIRST.contains(&word) {
            return true;
        }
        if !is_name {
            return false;
        }
    }
    false
}

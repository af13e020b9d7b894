//! What a number is by what stands around it: `1.` of a list, `[1]`, `page 3`, `May 5`, `GPT-4`, `123 Main Street`.

use super::digits::{char_at, char_before, is_digit_at};
use super::front::word_before;
use super::lexeme::is_currency;
use super::pairs::is_year;
use super::token::{Body, Kind, Token};
use super::vocabulary::{Role, is_unparted, role_of};

/// Letters that stand right before an amount: `USD5`, `R$ 5`.
const CURRENCIES: [&str; 14] = [
    "USD", "EUR", "GBP", "JPY", "CNY", "INR", "CHF", "CAD", "AUD", "BRL", "RS", "US", "R", "KRW",
];

/// Gives every token that is not part of a pair its kind.
pub(crate) fn tell_kinds(text: &str, tokens: &mut [Token]) {
    let mut last: Option<(usize, Kind)> = None;
    for token in tokens.iter_mut() {
        if !matches!(token.body, Body::Nothing) && token.kind != Kind::Never {
            let near = last.filter(|(end, _)| token.start.saturating_sub(*end) <= 5);
            if let Some(kind) = tell(text, token, near) {
                token.kind = kind;
            }
        }
        last = Some((token.end, token.kind));
    }
    spread_never(tokens);
    tell_markers(text, tokens);
}

/// The other number of a pair goes with the first.
fn spread_never(tokens: &mut [Token]) {
    let mut is_never = false;
    for token in tokens.iter_mut() {
        if token.kind == Kind::Second && is_never {
            token.kind = Kind::Never;
        }
        is_never = token.kind == Kind::Never;
    }
}

fn tell(text: &str, token: &Token, near: Option<(usize, Kind)>) -> Option<Kind> {
    token.lexeme()?;
    if is_in_name(text, token)
        || goes_with_last(text, token, near)
        || is_dated(text, token)
        || is_address(text, token)
    {
        return Some(Kind::Never);
    }
    if token.kind != Kind::Plain {
        return counts(text, token).then_some(Kind::Never);
    }
    if is_citation(text, token, near) {
        return Some(Kind::Citation);
    }
    if is_marker(text, token) {
        return Some(Kind::Marker);
    }
    if counts(text, token) {
        return Some(Kind::Never);
    }
    if is_lone_year(text, token) {
        return Some(Kind::Year);
    }
    behind(text, token)
}

/// `GPT-4`, `file_2`, `A4`, `x^2`, `https://a.b/3`, `/10`
fn is_in_name(text: &str, token: &Token) -> bool {
    let Some(before) = char_before(text, token.start) else {
        return false;
    };
    let front = text
        .get(..token.start - before.len_utf8())
        .unwrap_or_default();
    let follows_letter = front.ends_with(|letter: char| letter.is_alphanumeric() || letter == '_');
    match before {
        '^' => true,
        '{' => front.ends_with(['^', '_']) && !front.ends_with("\\_"),
        '_' => follows_letter && !front.ends_with(is_unparted),
        '-' | '‐' | '‑' | '.' | '\\' | '=' | '&' | '?' | '@' => {
            before != '.' && before != '=' && before != '?' && !token.has_sign() && follows_letter
                || is_in_link(text, token)
        }
        '/' | '／' => {
            !front
                .trim_end()
                .ends_with(|letter: char| letter.is_numeric() || "*$".contains(letter))
                || is_in_link(text, token)
        }
        '#' => front.ends_with('&'),
        letter => {
            letter.is_alphabetic() && !is_unparted(letter) && !is_code(text, token.start)
                || is_before_name(text, token)
        }
    }
}

/// Letters and digits go on behind a unit: `4x4`, `2a3`.
fn is_before_name(text: &str, token: &Token) -> bool {
    let rest = text.get(token.end..).unwrap_or_default();
    let len = rest
        .bytes()
        .take(8)
        .take_while(u8::is_ascii_alphabetic)
        .count();
    len > 0 && is_digit_at(text, token.end + len)
}

fn is_code(text: &str, at: usize) -> bool {
    let before = text
        .as_bytes()
        .get(at.saturating_sub(4)..at)
        .unwrap_or_default();
    let len = before
        .iter()
        .rev()
        .take_while(|byte| byte.is_ascii_alphabetic())
        .count();
    let code = before.get(before.len() - len..).unwrap_or_default();
    CURRENCIES
        .iter()
        .any(|other| code.eq_ignore_ascii_case(other.as_bytes()))
}

fn is_in_link(text: &str, token: &Token) -> bool {
    let from = token.start.saturating_sub(160);
    let before = text.as_bytes().get(from..token.start).unwrap_or_default();
    let len = before
        .iter()
        .rev()
        .take_while(|byte| !byte.is_ascii_whitespace() && !matches!(byte, b'(' | b'<' | b'"'))
        .count();
    let run = before.get(before.len() - len..).unwrap_or_default();
    memchr::memmem::find(run, b"://").is_some() || run.starts_with(b"www.")
}

/// `pages 3, 4 and 5`, `[1, 2]`, `May 17, 2024`
fn goes_with_last(text: &str, token: &Token, near: Option<(usize, Kind)>) -> bool {
    let Some((end, Kind::Never)) = near else {
        return false;
    };
    let gap = text.get(end..token.start).unwrap_or_default();
    let is_year = token.small(text).is_some_and(is_year);
    matches!(gap, "-" | "–" | " & ") || is_year && matches!(gap, ", " | " " | " de " | ". ")
}

/// `page 3`, `step 4`, `version 2`, `第3章`
fn counts(text: &str, token: &Token) -> bool {
    let word = word_before(text, token.start);
    if role_of(word).has(Role::COUNTER) && !token.has_sign() {
        return !(word.len() == 1 && word.chars().all(char::is_uppercase));
    }
    let front = text.get(..token.start).unwrap_or_default();
    let next = char_at(text, token.end);
    front.trim_end().ends_with('第')
        && next.is_some_and(|next| "章页頁节節步题題条條問问回部".contains(next))
        || next.is_some_and(|next| "页頁章节節".contains(next))
        || text.get(token.end..).is_some_and(|rest| {
            ["ページ", "페이지"]
                .iter()
                .any(|page| rest.starts_with(page))
        })
}

/// The words behind a number, with blanks, points and commas between.
fn words_behind<'t>(text: &'t str, token: &Token) -> impl Iterator<Item = &'t str> {
    let mut end = (token.end + 40).min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let rest = text.get(token.end..end).unwrap_or_default();
    let line = rest
        .split(['\n', ';', ':', '(', '|', '"', '。'])
        .next()
        .unwrap_or_default();
    line.split(|letter: char| letter.is_whitespace() || letter == ',')
        .filter(|word| !word.is_empty())
}

/// `May 5`, `5 May`, `5. Mai`, `5th of May`, `5月`, `2024年`, `10:30`, `5 pm`
fn is_dated(text: &str, token: &Token) -> bool {
    if char_at(text, token.end).is_some_and(|next| "月日年号".contains(next)) {
        return true;
    }
    let is_day = token
        .small(text)
        .is_some_and(|value| value <= 31 || is_year(value));
    let is_month = |word: &str| {
        let word = word.trim_matches(['.', '*']);
        role_of(word).has(Role::MONTH)
            && (word.len() > 5
                || word.starts_with(char::is_uppercase)
                || !matches!(
                    word,
                    "may" | "march" | "mar" | "dec" | "sep" | "jan" | "mai" | "marzo"
                ))
    };
    if is_day && is_month(word_before(text, token.start)) {
        return true;
    }
    let mut words = words_behind(text, token);
    let first = words.next().unwrap_or_default();
    if role_of(first.trim_end_matches('.')).has(Role::HOUR) && is_day && !token.has_sign() {
        return true;
    }
    let is_link = |word: &str| matches!(word, "of" | "de" | "." | "st" | "nd" | "rd" | "th" | "er");
    is_day && (is_month(first) || is_link(first) && words.next().is_some_and(is_month))
}

/// `123 Main Street`, `12 rue de la Paix`, `Hauptstraße 12`
fn is_address(text: &str, token: &Token) -> bool {
    let is_street = |word: &str| role_of(word.trim_matches(['.', '*'])).has(Role::STREET);
    if token.small(text).is_none() || token.has_sign() {
        return false;
    }
    let word = word_before(text, token.start).to_lowercase();
    if ["straße", "strasse", "gasse", "allee", "weg", "platz"]
        .iter()
        .any(|end| word.ends_with(end))
        && word.len() > 5
    {
        return true;
    }
    for (index, word) in words_behind(text, token).take(4).enumerate() {
        let is_name = word.starts_with(char::is_uppercase);
        if index > 0 && is_name && is_street(word)
            || index == 0
                && is_street(word)
                && matches!(
                    word,
                    "rue" | "avenue" | "boulevard" | "impasse" | "chemin" | "quai"
                )
        {
            return true;
        }
        if !is_name {
            return false;
        }
    }
    false
}

/// `[1]`, `[1, 2]`, but not `[[1]]`
fn is_citation(text: &str, token: &Token, near: Option<(usize, Kind)>) -> bool {
    let front = text.get(..token.start).unwrap_or_default();
    let goes_on = matches!(near, Some((end, Kind::Citation)) if matches!(text.get(end..token.start), Some(", " | "," | "-" | "–" | "][" | "] [")));
    let opens = front.ends_with('[') && !front.ends_with("[[") || goes_on || front.ends_with("[^");
    opens
        && token.small(text).is_some()
        && text
            .get(token.end..)
            .is_some_and(|rest| rest.starts_with([']', ',', '-', '–']))
}

/// `1. First`, `1) First`, `(1) first`, `1️⃣ First`
fn is_marker(text: &str, token: &Token) -> bool {
    if token.small(text).is_none_or(|value| value > 99) || token.has_sign() {
        return false;
    }
    let rest = text.get(token.end..).unwrap_or_default();
    let Some(mark) = rest
        .chars()
        .next()
        .filter(|letter| matches!(letter, '.' | ')' | '、' | '．' | '）' | '\u{fe0f}'))
    else {
        return false;
    };
    let rest = rest
        .get(mark.len_utf8()..)
        .unwrap_or_default()
        .trim_start_matches(['\u{20e3}', '*', '_', '.']);
    let is_parted = rest.starts_with([' ', '\t', '\u{a0}']) || mark == '、';
    let line = rest.trim_start_matches([' ', '\t', '\u{a0}', '*', '_']);
    let has_text = is_parted && !line.is_empty() && !line.starts_with(['\n', '\r']);
    has_text && (starts_line(text, token.start) || mark == ')' && !token.in_parens_alone(text))
}

impl Token {
    /// Whether the closing parenthesis behind it has an opening one that is not right before it: `(see 3)`.
    fn in_parens_alone(&self, text: &str) -> bool {
        self.in_parens && char_before(text, self.start) != Some('(')
    }
}

/// Whether nothing but marks stands before `at` in its line.
pub(crate) fn starts_line(text: &str, at: usize) -> bool {
    let from = at.saturating_sub(16);
    let before = text.as_bytes().get(from..at).unwrap_or_default();
    let len = before
        .iter()
        .rev()
        .take_while(|byte| {
            matches!(
                byte,
                b' ' | b'\t' | b'*' | b'#' | b'>' | b'-' | b'_' | b'\\'
            )
        })
        .count();
    let front = text.get(..at - len).unwrap_or_default();
    front.is_empty() || front.ends_with(['\n', '\r', '\u{feff}', '•'])
}

/// Markers are those of a list that counts up, or a lone `1.`; others are what they look like.
fn tell_markers(text: &str, tokens: &mut [Token]) {
    let markers: Vec<(usize, u32)> = tokens
        .iter()
        .enumerate()
        .filter(|(_, token)| token.kind == Kind::Marker)
        .filter_map(|(index, token)| Some((index, token.small(text)?)))
        .collect();
    for (place, &(index, number)) in markers.iter().enumerate() {
        let neighbour = |place: Option<usize>| {
            place
                .and_then(|place| markers.get(place))
                .map(|marker| marker.1)
        };
        let is_counted = neighbour(place.checked_sub(1)).is_some_and(|before| before + 1 == number)
            || neighbour(Some(place + 1)) == Some(number + 1);
        let Some(token) = tokens.get_mut(index) else {
            continue;
        };
        let is_heading = text
            .get(..token.start)
            .is_some_and(|front| front.trim_end_matches([' ', '*']).ends_with('#'));
        if is_counted || is_heading {
            token.kind = Kind::Never;
        } else if !(number <= 1 && starts_line(text, token.start)) {
            token.kind = Kind::Plain;
        }
    }
}

/// `in 2019`, `(Smith, 2020)`
fn is_lone_year(text: &str, token: &Token) -> bool {
    if !token.small(text).is_some_and(is_year) || token.has_sign() {
        return false;
    }
    let front = text.get(..token.start).unwrap_or_default();
    let is_cited = token.in_parens && (front.ends_with('(') || front.ends_with(", "));
    let is_heading = starts_line(text, token.start)
        && text
            .get(token.end..)
            .is_some_and(|rest| rest.starts_with(": "));
    is_cited
        || is_heading
        || front.ends_with('©')
        || role_of(word_before(text, token.start)).has(Role::BEFORE_YEAR)
}

/// `3rd`, `2ème`, `5-star`, `10-point scale`
fn behind(text: &str, token: &Token) -> Option<Kind> {
    let rest = text.get(token.end..).unwrap_or_default();
    let compound = rest
        .strip_prefix(['-', '‑'])
        .filter(|rest| rest.starts_with(char::is_alphabetic));
    if compound.is_some()
        && !text
            .get(..token.start)
            .is_some_and(|front| front.ends_with(is_currency))
    {
        let is_scale = words_behind(text, token)
            .nth(1)
            .is_some_and(|word| role_of(word).has(Role::OTHER));
        return Some(if is_scale { Kind::Never } else { Kind::Ordinal });
    }
    let next = words_behind(text, token).next().unwrap_or_default();
    if role_of(next).has(Role::OTHER) && matches!(next, "scale" | "maximum" | "max" | "Skala") {
        return Some(Kind::Never);
    }
    let suffix: String = rest
        .chars()
        .take(5)
        .take_while(|letter| letter.is_alphabetic())
        .collect();
    let is_ordinal = matches!(
        suffix.to_lowercase().as_str(),
        "st" | "nd"
            | "rd"
            | "th"
            | "er"
            | "ère"
            | "ere"
            | "e"
            | "ème"
            | "eme"
            | "º"
            | "ª"
            | "ter"
            | "te"
    );
    is_ordinal.then_some(Kind::Ordinal)
}

//! What a number is by what stands around it: `1.` of a list, `[1]`, `page 3`, `May 5`, `GPT-4`, `123 Main Street`.

use super::dates::{is_address, is_dated};
use super::digits::{char_at, char_before};
use super::front::word_before;
use super::lexeme::is_currency;
use super::names::{is_in_formula, is_in_name};
use super::pairs::is_year;
use super::place::Place;
use super::token::{Body, Kind, Token};
use super::vocabulary::{Role, role_of};

/// What makes digits ordinal: `3rd`, `2ème`, `1er`.
const ORDINALS: [&str; 16] = [
    "st", "nd", "rd", "th", "ST", "ND", "RD", "TH", "er", "ère", "re", "e", "ème", "º", "ª", "te",
];

/// Gives every token that is not part of a pair its kind.
pub(crate) fn tell_kinds(text: &str, tokens: &mut [Token]) {
    let mut last: Option<(usize, Kind)> = None;
    for token in tokens.iter_mut() {
        if !matches!(token.body, Body::Nothing) && token.kind != Kind::Never {
            let near = last.filter(|(end, _)| token.start().saturating_sub(*end) <= 5);
            if let Some(kind) = tell(text, token, near) {
                token.kind = kind;
            }
        }
        last = Some((token.end(), token.kind));
    }
    spread_never(tokens);
    tell_markers(text, tokens);
    tell_legend(text, tokens);
}

/// `1 = poor, 5 = excellent`
fn tell_legend(text: &str, tokens: &mut [Token]) {
    let is_entry = |token: &Token| {
        let rest = text.get(token.end()..).unwrap_or_default();
        let word = rest
            .trim_start_matches(' ')
            .strip_prefix('=')
            .map(str::trim_start);
        token.kind == Kind::Plain && word.is_some_and(|word| word.starts_with(char::is_alphabetic))
    };
    let mut was_entry = false;
    for index in 0..tokens.len() {
        let Some(token) = tokens.get(index) else {
            break;
        };
        let starts = match text.as_bytes().get(token.end()..) {
            Some([b'=', ..] | [b' ', b'=', ..]) => is_entry(token),
            _ => false,
        };
        if starts && was_entry {
            for entry in tokens.iter_mut().skip(index - 1).take(2) {
                entry.kind = Kind::Never;
            }
        }
        was_entry = starts;
    }
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
    if token.is_cell && near.is_none_or(|(_, kind)| kind == Kind::Plain) {
        return None;
    }
    if is_in_name(text, token) || is_in_formula(text, token) || goes_with_last(text, token, near) {
        return Some(Kind::Never);
    }
    let place = Place::new(text, token);
    if counts(&place) || is_dated(&place) || is_address(&place) {
        return Some(Kind::Never);
    }
    if token.kind != Kind::Plain {
        return None;
    }
    if is_citation(text, token, near) {
        return Some(Kind::Citation);
    }
    if is_marker(text, token) {
        return Some(Kind::Marker);
    }
    if is_lone_year(&place) || is_called(&place) {
        return Some(Kind::Year);
    }
    behind(&place)
}

/// `pages 3, 4 and 5`, `[1, 2]`, `May 17, 2024`
fn goes_with_last(text: &str, token: &Token, near: Option<(usize, Kind)>) -> bool {
    let Some((end, Kind::Never)) = near else {
        return false;
    };
    let gap = text.get(end..token.start()).unwrap_or_default();
    let is_year = token.small(text).is_some_and(is_year);
    matches!(gap, "-" | "–" | " & ") || is_year && matches!(gap, ", " | " " | " de " | ". ")
}

/// `page 3`, `step 4`, `version 2`, `第3章`
fn counts(place: &Place<'_>) -> bool {
    let (text, token, word) = (place.text, place.token, place.word);
    if token.kind == Kind::Plain && (is_scale_alone(place) || is_again(place)) {
        return true;
    }
    if place.role.has(Role::COUNTER) && !token.has_sign() {
        return !(word.len() == 1 && word.chars().all(char::is_uppercase));
    }
    let front = text.get(..token.start()).unwrap_or_default();
    let Some(next) = char_at(text, token.end()).filter(|next| !next.is_ascii()) else {
        return false;
    };
    front.trim_end().ends_with('第') && "章页頁节節步题題条條問问回部".contains(next)
        || "页頁章节節".contains(next)
        || text.get(token.end()..).is_some_and(|rest| {
            ["ページ", "페이지"]
                .iter()
                .any(|page| rest.starts_with(page))
        })
}

/// `X out of 5`, `__ / 10`: the scale of a score that is not there.
fn is_scale_alone(place: &Place<'_>) -> bool {
    let front = place.text.get(..place.token.start()).unwrap_or_default();
    if place.word.eq_ignore_ascii_case("of") {
        let start = front.trim_end_matches([' ', '*']).len().saturating_sub(2);
        return word_before(place.text, start).eq_ignore_ascii_case("out");
    }
    let Some(front) = front
        .strip_suffix(' ')
        .and_then(|front| front.strip_suffix('/'))
    else {
        return false;
    };
    let blank = front.trim_end_matches(' ');
    blank.ends_with(['_', '?', '…', '-', '–', ']', '}', '>'])
        || word_before(blank, blank.len()).len() == 1
}

/// `try again in 5 seconds`
fn is_again(place: &Place<'_>) -> bool {
    if !matches!(
        place.word,
        "in" | "after" | "nach" | "dans" | "en" | "tra" | "через"
    ) {
        return false;
    }
    let front = place.text.get(..place.token.start()).unwrap_or_default();
    let start = front.trim_end().len().saturating_sub(place.word.len());
    let verb = word_before(place.text, start);
    [
        "again",
        "retry",
        "wait",
        "erneut",
        "réessayez",
        "nuevo",
        "novamente",
        "снова",
    ]
    .iter()
    .any(|other| verb.eq_ignore_ascii_case(other))
}

/// `[1]`, `[1, 2]`, but not `[[1]]`
fn is_citation(text: &str, token: &Token, near: Option<(usize, Kind)>) -> bool {
    let front = text.get(..token.start()).unwrap_or_default();
    let goes_on = matches!(near, Some((end, Kind::Citation)) if matches!(text.get(end..token.start()), Some(", " | "," | "-" | "–" | "][" | "] [")));
    let opens = front.ends_with('[') && !front.ends_with("[[") || goes_on || front.ends_with("[^");
    opens
        && token.small(text).is_some()
        && text
            .get(token.end()..)
            .is_some_and(|rest| rest.starts_with([']', ',', '-', '–']))
}

/// `1. First`, `1) First`, `(1) first`, `1️⃣ First`
fn is_marker(text: &str, token: &Token) -> bool {
    if token.small(text).is_none_or(|value| value > 99) || token.has_sign() {
        return false;
    }
    let rest = text.get(token.end()..).unwrap_or_default();
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
    has_text && (starts_line(text, token.start()) || mark == ')' && !token.in_parens_alone(text))
}

impl Token {
    /// Whether the closing parenthesis behind it has an opening one that is not right before it: `(see 3)`.
    fn in_parens_alone(&self, text: &str) -> bool {
        self.in_parens && char_before(text, self.start()) != Some('(')
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
            .get(..token.start())
            .is_some_and(|front| front.trim_end_matches([' ', '*']).ends_with('#'));
        if is_counted || is_heading {
            token.kind = Kind::Never;
        } else if !(number <= 1 && starts_line(text, token.start())) {
            token.kind = Kind::Plain;
        }
    }
}

/// What may stand before a number that counts.
const COUNTED: Role = Role::LABEL
    .with(Role::WEAK)
    .with(Role::FINAL)
    .with(Role::FILLER)
    .with(Role::VERB)
    .with(Role::GIVE)
    .with(Role::NOT);

/// `Apollo 11 landed`: part of what something is called.
fn is_called(place: &Place<'_>) -> bool {
    let mut letters = place.word.chars();
    let is_name = letters.next().is_some_and(char::is_uppercase)
        && letters.next().is_some_and(char::is_lowercase);
    let front = place.text.get(..place.token.start()).unwrap_or_default();
    if !is_name
        || place.role.has(COUNTED)
        || place.token.small(place.text).is_none()
        || !front.ends_with(' ')
    {
        return false;
    }
    let verb = place.words_behind().next().unwrap_or_default();
    verb.ends_with("ed") || matches!(verb, "is" | "was" | "has" | "had" | "were" | "began")
}

/// `in 2019`, `(Smith, 2020)`
fn is_lone_year(place: &Place<'_>) -> bool {
    let (text, token) = (place.text, place.token);
    if !token.small(text).is_some_and(is_year) || token.has_sign() {
        return false;
    }
    let front = text.get(..token.start()).unwrap_or_default();
    let is_cited = token.in_parens && (front.ends_with('(') || front.ends_with(", "));
    let is_heading = starts_line(text, token.start())
        && text
            .get(token.end()..)
            .is_some_and(|rest| rest.starts_with(": "));
    is_cited || is_heading || front.ends_with('©') || place.role.has(Role::BEFORE_YEAR)
}

/// `3rd`, `2ème`, `5-star`, `10-point scale`
fn behind(place: &Place<'_>) -> Option<Kind> {
    let (text, token) = (place.text, place.token);
    let rest = text.get(token.end()..).unwrap_or_default();
    let compound = rest
        .strip_prefix(['-', '‑'])
        .filter(|rest| rest.starts_with(char::is_alphabetic));
    if compound.is_some()
        && !text
            .get(..token.start())
            .is_some_and(|front| front.ends_with(is_currency))
    {
        let is_scale = place.words_behind().take(2).any(|word| {
            let word = word.trim_matches(['.', '*', ')', '!', '-']);
            role_of(word.rsplit('-').next().unwrap_or(word)).has(Role::OTHER)
        });
        return Some(if is_scale { Kind::Never } else { Kind::Ordinal });
    }
    let next = place.words_behind().next().unwrap_or_default();
    if role_of(next).has(Role::OTHER) && matches!(next, "scale" | "maximum" | "max" | "Skala") {
        return Some(Kind::Never);
    }
    let is_decade = rest.starts_with("s ") || rest.starts_with("s.") || rest == "s";
    if is_decade && token.small(text).is_some_and(is_year) {
        return Some(Kind::Never);
    }
    let suffix = rest.split(|letter: char| !letter.is_alphabetic()).next();
    let is_ordinal = suffix.is_some_and(|suffix| ORDINALS.contains(&suffix));
    is_ordinal.then_some(Kind::Ordinal)
}

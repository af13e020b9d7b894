//! Scalars in the type that is asked for: `"3"` as 3, `yes` as true, `N/A` as null.

use super::enumeration::strip_marks;
use super::numeral::{self, Numeral};
use crate::options::Level;
use crate::trace::CoercionRule;
use crate::value::{Data, Number, Value};

/// What a value may be in another type.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Reading {
    One(Data, CoercionRule),
    /// Several readings, in words.
    Rivals(Vec<String>),
    None,
}

/// `value` as an integer.
pub(super) fn to_integer(value: &Value, level: Level) -> Reading {
    match &value.data {
        Data::Number(number) => whole(&number.to_string(), CoercionRule::IntegerSpelling),
        Data::String(text) if numeral::is_bracketed(text) => Reading::None,
        Data::String(text) => match read_number(text, level) {
            Numeral::One(_, CoercionRule::Fraction | CoercionRule::DecimalComma) => Reading::None,
            Numeral::One(number, rule) => whole(&number, rule),
            Numeral::Rivals(readings) => Reading::Rivals(readings),
            Numeral::None => percent_rivals(text),
        },
        _ => Reading::None,
    }
}

fn whole(number: &str, rule: CoercionRule) -> Reading {
    match numeral::to_integer(number) {
        Some(integer) => Reading::One(number_data(&integer), rule),
        None => Reading::None,
    }
}

/// `value` as a number.
pub(super) fn to_number(value: &Value, level: Level) -> Reading {
    let Data::String(text) = &value.data else {
        return Reading::None;
    };
    match read_number(text, level) {
        Numeral::One(number, rule) => Reading::One(number_data(&number), rule),
        Numeral::Rivals(readings) => Reading::Rivals(readings),
        Numeral::None => percent_rivals(text),
    }
}

fn number_data(number: &str) -> Data {
    Data::Number(Number::from_json(number))
}

fn read_number(text: &str, level: Level) -> Numeral {
    match numeral::read(text) {
        Numeral::One(_, CoercionRule::DecimalComma) if level < Level::Lenient => Numeral::None,
        Numeral::None if level == Level::Lenient => numeral::read_loose(text),
        numeral => numeral,
    }
}

fn percent_rivals(text: &str) -> Reading {
    numeral::read_percent(text).map_or(Reading::None, |readings| Reading::Rivals(readings.into()))
}

/// The readings of a percentage, for a schema whose bounds may tell which one is meant.
pub(super) fn percent_readings(value: &Value) -> Option<[Data; 2]> {
    let readings = numeral::read_percent(value.as_str()?)?;
    Some(readings.map(|number| number_data(&number)))
}

/// The share and the points of a score, for a schema whose bounds may say that it asks for a share.
pub(super) fn score_readings(value: &Value) -> Option<[Data; 2]> {
    let readings = numeral::read_score(value.as_str()?)?;
    Some(readings.map(|number| number_data(&number)))
}

/// `value` as a truth value.
pub(super) fn to_boolean(value: &Value, level: Level) -> Reading {
    let found = match &value.data {
        Data::Number(number) => match number.to_string().as_str() {
            "1" => Some((true, CoercionRule::BooleanWord)),
            "0" => Some((false, CoercionRule::BooleanWord)),
            _ => None,
        },
        Data::String(text) => truth_of(text),
        _ => None,
    };
    let found =
        found.filter(|(_, rule)| level == Level::Lenient || *rule != CoercionRule::BooleanInWords);
    found.map_or(Reading::None, |(truth, rule)| {
        Reading::One(Data::Bool(truth), rule)
    })
}

/// The truth value that a text is, as a whole.
pub(super) fn truth_of(text: &str) -> Option<(bool, CoercionRule)> {
    let text = text.trim();
    if text.len() > 40 {
        return None;
    }
    if let Some(found) = truth_word(text) {
        return Some(found);
    }
    let bare = strip_marks(text);
    let found = truth_word(bare).filter(|_| bare.len() < text.len());
    found.map(|(truth, _)| (truth, CoercionRule::BooleanInWords))
}

fn truth_word(word: &str) -> Option<(bool, CoercionRule)> {
    use CoercionRule::{BooleanInWords, BooleanText, BooleanWord};
    Some(match word.to_lowercase().as_str() {
        "true" => (true, BooleanText),
        "false" => (false, BooleanText),
        "yes" | "on" | "1" => (true, BooleanWord),
        "no" | "off" | "0" => (false, BooleanWord),
        "y" | "t" | "correct" => (true, BooleanInWords),
        "n" | "f" | "incorrect" => (false, BooleanInWords),
        _ => return None,
    })
}

/// `value` as null.
pub(super) fn to_null(value: &Value, level: Level) -> Reading {
    let rule = value.as_str().and_then(null_rule);
    let rule = rule.filter(|rule| level == Level::Lenient || *rule == CoercionRule::NullWord);
    rule.map_or(Reading::None, |rule| Reading::One(Data::Null, rule))
}

/// How a text stands for null, if it does.
pub(super) fn null_rule(text: &str) -> Option<CoercionRule> {
    let text = text.trim();
    if text.len() > 16 {
        return None;
    }
    match text.to_ascii_lowercase().as_str() {
        "null" | "none" | "n/a" | "nil" | "unknown" | "undefined" => Some(CoercionRule::NullWord),
        "-" | "" | "na" | "--" | "—" | "?" => Some(CoercionRule::NullMark),
        _ => None,
    }
}

/// What stands for null even where texts are taken; names such as `Null` and answers such as `none` do not.
const PLACEHOLDERS: [&str; 6] = ["null", "NULL", "None", "N/A", "n/a", "N/a"];

pub(super) fn is_placeholder(text: &str) -> bool {
    text.len() <= 4 && PLACEHOLDERS.contains(&text)
}

/// Whether `text` is the start of a placeholder.
pub(super) fn starts_placeholder(text: &str) -> bool {
    text.len() <= 4 && PLACEHOLDERS.iter().any(|word| word.starts_with(text))
}

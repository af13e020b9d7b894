//! Whether a value is of a type, or can be made so without loss: `"3"` and `3.0` are 3, `3.7` and `true` are no integer.

use crate::schema::Dtype;
use crate::value::{Data, Number, Value};

/// How a value stands to a type.
#[derive(Debug, PartialEq)]
pub(super) enum Fit {
    /// It is of the type.
    Exact,
    /// It says this value of the type, spelled otherwise.
    Coercible(Value),
    /// It is not, and why if the two types do not say it.
    Unfit(Option<String>),
}

/// The name of the type that `value` has.
pub(super) fn type_name(value: &Value) -> &'static str {
    match &value.data {
        Data::Null => "NoneType",
        Data::Bool(_) => "bool",
        Data::Number(number) if is_integer(number) => "int",
        Data::Number(_) => "float",
        Data::String(_) => "str",
        Data::Array(_) => "list",
        Data::Object(_) => "dict",
    }
}

fn is_integer(number: &Number) -> bool {
    !number.to_string().contains(['.', 'e', 'E'])
}

/// Holds `value` against `dtype`.
pub(super) fn fit(value: &Value, dtype: Dtype) -> Fit {
    match (dtype, &value.data) {
        (Dtype::Str, Data::String(_))
        | (Dtype::Bool, Data::Bool(_))
        | (Dtype::List, Data::Array(_))
        | (Dtype::Dict, Data::Object(_)) => Fit::Exact,
        (Dtype::Str, Data::Number(number)) => Fit::Coercible(number.to_string().into()),
        (Dtype::Str, Data::Bool(truth)) => Fit::Coercible(truth.to_string().into()),
        (Dtype::Int, Data::Number(number)) => fit_int(number),
        (Dtype::Int, Data::String(text)) => coercible(read_int(text)),
        (Dtype::Float, Data::Number(number)) => fit_float(number),
        (Dtype::Float, Data::String(text)) => coercible(read_float(text)),
        (Dtype::Bool, Data::String(text)) => coercible(read_bool(text)),
        _ => Fit::Unfit(None),
    }
}

fn coercible(value: Option<Value>) -> Fit {
    value.map_or(Fit::Unfit(None), Fit::Coercible)
}

fn fit_int(number: &Number) -> Fit {
    if is_integer(number) {
        return Fit::Exact;
    }
    match whole_digits(number) {
        Some(digits) => Fit::Coercible(from_number(&digits)),
        None => Fit::Unfit(Some(format!("{number} is not an integer"))),
    }
}

fn fit_float(number: &Number) -> Fit {
    match number.as_f64() {
        Some(_) => Fit::Exact,
        None => Fit::Unfit(Some(format!("{number} is too large for a float"))),
    }
}

fn from_number(text: &str) -> Value {
    Data::Number(Number::from_json(text)).into()
}

/// `true`, `No`
fn read_bool(text: &str) -> Option<Value> {
    let text = text.trim();
    let is = |word: &&str| text.eq_ignore_ascii_case(word);
    let truth = if ["true", "yes"].iter().any(is) {
        true
    } else if ["false", "no"].iter().any(is) {
        false
    } else {
        return None;
    };
    Some(Data::Bool(truth).into())
}

/// `3`, `+3`, `1_000`, `１２`
fn read_int(text: &str) -> Option<Value> {
    let text = plain_digits(text)?;
    let digits = text.trim_start_matches(['+', '-']);
    let is_signed_once = text.len() - digits.len() <= 1;
    if !is_signed_once || digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let sign = if text.starts_with('-') { "-" } else { "" };
    Some(from_number(&format!("{sign}{}", without_zeros(digits))))
}

/// `0.5`, `.5`, `1e3`
fn read_float(text: &str) -> Option<Value> {
    let text = plain_digits(text)?;
    let number: f64 = text
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite())?;
    serde_json::Number::from_f64(number).map(|number| from_number(&number.to_string()))
}

fn without_zeros(digits: &str) -> &str {
    let kept = digits.trim_start_matches('0');
    if kept.is_empty() { "0" } else { kept }
}

/// Zeros of the scripts whose digits models write numbers with; nine more stand behind each.
const ZEROS: [char; 10] = ['٠', '۰', '०', '০', '๐', '０', '߀', '੦', '૦', '௦'];

/// The characters of a number in ASCII, without the marks between groups; none if there is any other.
fn plain_digits(text: &str) -> Option<String> {
    let mut out = String::new();
    let mut letters = text.trim().chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '_' => {
                let is_between = out.ends_with(|last: char| last.is_ascii_digit())
                    && letters
                        .peek()
                        .is_some_and(|&next| ascii_digit(next).is_some());
                is_between.then_some(())?;
            }
            '+' | '-' | '.' | 'e' | 'E' => out.push(letter),
            letter => out.push(ascii_digit(letter)?),
        }
    }
    Some(out)
}

fn ascii_digit(letter: char) -> Option<char> {
    let zero = |zero: &char| u32::from(letter).checked_sub(u32::from(*zero));
    let digit = ['0'].iter().chain(&ZEROS).filter_map(zero);
    digit
        .into_iter()
        .find(|digit| *digit < 10)
        .and_then(|digit| char::from_digit(digit, 10))
}

/// An exponent beyond this is of no number that anyone means.
const MAX_EXPONENT: i32 = 400;

/// The digits of a number that is whole, however it is spelled: `3.0`, `1.5e1`.
fn whole_digits(number: &Number) -> Option<String> {
    let text = number.to_string();
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().ok()?;
    if exponent.abs() > MAX_EXPONENT {
        return None;
    }
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let (sign, whole) = whole
        .strip_prefix('-')
        .map_or(("", whole), |rest| ("-", rest));
    let mut digits = format!("{whole}{fraction}");
    let scale = exponent.checked_sub(i32::try_from(fraction.len()).ok()?)?;
    match usize::try_from(scale) {
        Ok(zeros) => digits.push_str(&"0".repeat(zeros)),
        Err(_) => {
            let dropped = usize::try_from(scale.unsigned_abs()).ok()?;
            let kept = digits.len().saturating_sub(dropped);
            let rest = digits.split_off(kept);
            rest.bytes().all(|byte| byte == b'0').then_some(())?;
        }
    }
    let digits = without_zeros(&digits);
    let sign = if digits == "0" { "" } else { sign };
    Some(format!("{sign}{digits}"))
}

/// Whether both say the same; `true` is not 1, and 3.0 is 3.
pub(super) fn is_same(one: &Value, other: &Value) -> bool {
    match (&one.data, &other.data) {
        (Data::Number(one), Data::Number(other)) => is_same_number(one, other),
        _ => one == other,
    }
}

fn is_same_number(one: &Number, other: &Number) -> bool {
    if one == other {
        return true;
    }
    match (whole_digits(one), whole_digits(other)) {
        (None, None) => one.is_exact() && other.is_exact() && one.as_f64() == other.as_f64(),
        (one, other) => one == other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn fit_of(value: serde_json::Value, dtype: Dtype) -> Fit {
        fit(&value.into(), dtype)
    }

    fn number(text: &str) -> Value {
        from_number(text)
    }

    #[test]
    fn integers_are_whole_numbers_and_their_spellings() {
        for text in ["3", " 3 ", "+3", "0_3", "３", "٣"] {
            assert_eq!(
                fit_of(json!(text), Dtype::Int),
                Fit::Coercible(number("3")),
                "{text:?}"
            );
        }
        for text in [
            "3.0", "3.7", "", "-", "--3", "1__0", "_1", "1_", "NaN", "three", "1,000", "0x3",
        ] {
            assert_eq!(
                fit_of(json!(text), Dtype::Int),
                Fit::Unfit(None),
                "{text:?}"
            );
        }
        for (text, whole) in [
            ("3.0", "3"),
            ("1.50e1", "15"),
            ("-0.0", "0"),
            ("1e3", "1000"),
            ("300e-2", "3"),
        ] {
            let fit = fit(&number(text), Dtype::Int);
            assert!(
                matches!(fit, Fit::Coercible(value) if value == number(whole)),
                "{text}"
            );
        }
        for text in ["3.7", "1e-1", "1e999999", "0.5"] {
            assert!(
                matches!(fit(&number(text), Dtype::Int), Fit::Unfit(Some(_))),
                "{text}"
            );
        }
        assert_eq!(fit_of(json!(true), Dtype::Int), Fit::Unfit(None));
    }

    #[test]
    fn floats_are_finite() {
        assert_eq!(fit_of(json!(3), Dtype::Float), Fit::Exact);
        for text in ["0.5", ".5", "5e-1", "0.5 ", "0_0.5"] {
            assert_eq!(
                fit_of(json!(text), Dtype::Float),
                Fit::Coercible(number("0.5")),
                "{text:?}"
            );
        }
        for text in ["NaN", "Infinity", "-inf", "1e999", "85%", "high", "", "e"] {
            assert_eq!(
                fit_of(json!(text), Dtype::Float),
                Fit::Unfit(None),
                "{text:?}"
            );
        }
        assert!(matches!(
            fit(&number("1e999"), Dtype::Float),
            Fit::Unfit(Some(_))
        ));
        assert_eq!(fit_of(json!(false), Dtype::Float), Fit::Unfit(None));
    }

    #[test]
    fn only_words_of_truth_are_booleans() {
        for text in ["true", "Yes", " TRUE "] {
            assert_eq!(
                fit_of(json!(text), Dtype::Bool),
                Fit::Coercible(Data::Bool(true).into())
            );
        }
        for value in [
            json!("banana"),
            json!(1),
            json!("1"),
            json!([]),
            json!("on"),
            json!(""),
        ] {
            assert_eq!(fit_of(value, Dtype::Bool), Fit::Unfit(None));
        }
    }

    #[test]
    fn the_same_number_may_be_spelled_otherwise() {
        for (one, other) in [("3.0", "3"), ("0.10", "0.1"), ("1e2", "100"), ("-0", "0")] {
            assert!(is_same(&number(one), &number(other)), "{one} {other}");
        }
        assert!(!is_same(&number("1"), &Data::Bool(true).into()));
        assert!(!is_same(
            &number("9007199254740993"),
            &number("9007199254740992")
        ));
    }
}

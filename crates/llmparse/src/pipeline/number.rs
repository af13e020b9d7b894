//! The public readers of numbers, each plain, with options, and with a trace: `parse_number::<f64>("Score: 8/10")`.

use std::cmp::Ordering;
use std::fmt::Display;
use std::str::FromStr;

use super::content::{Reasoning, read_content};
use crate::error::{ParseError, excerpt};
use crate::formats::number::{Decimal, Fit, Found, choose};
use crate::options::{Options, ParseMode};
use crate::trace::{Trace, Traced};

/// Reads the number that a reply gives.
///
/// What is labelled as the answer comes before the score of `8/10`, that before a number alone, and of several the
/// last counts. Numbers of another kind (dates, pages, list markers, scales) are no answer. `T` is read from the plain
/// spelling of the number, `-1234.5`; a whole number such as `8.0` fits an integer. [`Decimal`] keeps every digit.
///
/// # Errors
///
/// [`ParseError::EmptyResponse`] and [`ParseError::NoNumber`] if there is none, [`ParseError::Ambiguous`] for a range
/// such as `7-8`, [`ParseError::DeserializationFailed`] if the number is not of type `T`, as `8.5` for an integer, and
/// [`ParseError::TooLarge`] for a reply beyond the limit.
///
/// ```
/// assert_eq!(llmparse::parse_number::<f64>("Page 3 of 5. **Score:** 8,5 von 10")?, 8.5);
/// assert_eq!(llmparse::parse_number::<u32>("That makes $1,234,567 in total.")?, 1_234_567);
/// assert!(llmparse::parse_number::<u32>("It is 8.5").is_err());
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_number<T: FromStr>(response: &str) -> Result<T, ParseError> {
    parse_number_with_options(response, &Options::default())
}

/// Reads the number that a reply gives, with options; [`ParseMode::Strict`] takes only what needs no repair.
///
/// # Errors
///
/// Those of [`parse_number`].
///
/// ```
/// use llmparse::{Options, ParseMode};
/// let strict = Options::default().mode(ParseMode::Strict);
/// assert_eq!(llmparse::parse_number_with_options::<f64>("Score: 8.5", &strict)?, 8.5);
/// assert!(llmparse::parse_number_with_options::<f64>("Score: eight", &strict).is_err());
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_number_with_options<T: FromStr>(
    response: &str,
    options: &Options,
) -> Result<T, ParseError> {
    parse_number_with_trace(response, options).result
}

/// Reads the number that a reply gives, and says how; the trace is there on failure too.
///
/// ```
/// let read = llmparse::parse_number_with_trace::<f64>("It grew by 2.5 million.", &Default::default());
/// assert_eq!(read.result.unwrap(), 2_500_000.0);
/// assert_eq!(read.trace.repairs[0].kind.code(), "magnitude");
/// ```
#[must_use]
pub fn parse_number_with_trace<T: FromStr>(response: &str, options: &Options) -> Traced<T> {
    let judge = |number: &Decimal| match convert::<T>(number) {
        Some(_) => Fit::Fits,
        None => Fit::Unfit,
    };
    read_content(response, options, Reasoning::SetAside, |text, trace| {
        let found = choose(text, judge)?;
        take(text, &found, options, trace)?;
        convert(&found.number).ok_or_else(|| unfit::<T>(text, &found))
    })
}

/// Reads the number that a reply gives and that is between `min` and `max`, both included.
///
/// # Errors
///
/// Those of [`parse_number`], [`ParseError::OutOfRange`] if there are only numbers outside of the range, and
/// [`ParseError::InvalidRange`] if `min` is not at most `max`.
///
/// ```
/// assert_eq!(llmparse::parse_number_in_range("Score: 40 (i.e. 4/10)", 0, 10)?, 4);
/// let error = llmparse::parse_number_in_range("Score: 11", 0, 10).unwrap_err();
/// assert_eq!(error.to_string(), "11 is outside 0 to 10");
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_number_in_range<T: FromStr + PartialOrd + Display>(
    response: &str,
    min: T,
    max: T,
) -> Result<T, ParseError> {
    parse_number_in_range_with_options(response, min, max, &Options::default())
}

/// Reads a number between `min` and `max`, with options.
///
/// # Errors
///
/// Those of [`parse_number_in_range`].
///
/// ```
/// let score = llmparse::parse_number_in_range_with_options("7", 1, 10, &Default::default())?;
/// assert_eq!(score, 7);
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_number_in_range_with_options<T: FromStr + PartialOrd + Display>(
    response: &str,
    min: T,
    max: T,
    options: &Options,
) -> Result<T, ParseError> {
    parse_number_in_range_with_trace(response, min, max, options).result
}

/// Reads a number between `min` and `max`, and says how; the trace is there on failure too.
///
/// ```
/// let read = llmparse::parse_number_in_range_with_trace("Score: 40 (4/10)", 0, 10, &Default::default());
/// assert_eq!(read.result.unwrap(), 4);
/// assert_eq!(read.trace.warnings[0].kind.code(), "outside-range");
/// ```
#[must_use]
pub fn parse_number_in_range_with_trace<T: FromStr + PartialOrd + Display>(
    response: &str,
    min: T,
    max: T,
    options: &Options,
) -> Traced<T> {
    let judge = |number: &Decimal| match convert::<T>(number) {
        None => Fit::Unfit,
        Some(value) if min <= value && value <= max => Fit::Fits,
        Some(_) => Fit::Outside,
    };
    read_content(response, options, Reasoning::SetAside, |text, trace| {
        if min.partial_cmp(&max).is_none_or(Ordering::is_gt) {
            return Err(ParseError::InvalidRange {
                min: min.to_string(),
                max: max.to_string(),
            });
        }
        let found = choose(text, judge)?;
        take(text, &found, options, trace)?;
        if found.fit == Fit::Outside {
            return Err(ParseError::OutOfRange {
                value: excerpt(found.span.of(text)),
                min: min.to_string(),
                max: max.to_string(),
            });
        }
        convert(&found.number).ok_or_else(|| unfit::<T>(text, &found))
    })
}

/// Enters what was found in the trace; an error if it took more than the mode allows.
fn take(text: &str, found: &Found, options: &Options, trace: &mut Trace) -> Result<(), ParseError> {
    trace.extracted = Some(found.span);
    trace.repairs.clone_from(&found.repairs);
    trace.warnings.clone_from(&found.warnings);
    if options.mode == ParseMode::Strict && !found.repairs.is_empty() {
        return Err(ParseError::unparseable("plain number", found.span.of(text)));
    }
    Ok(())
}

/// The number as a `T`; `8.0` is a whole number, and what is too large for a float is none.
fn convert<T: FromStr>(number: &Decimal) -> Option<T> {
    if is_beyond::<T>(number) {
        return None;
    }
    let whole = || number.to_integer()?.as_str().parse().ok();
    number.as_str().parse().ok().or_else(whole)
}

/// Whether `T` is a float, which would read the number as infinite.
fn is_beyond<T: FromStr>(number: &Decimal) -> bool {
    if number.as_str().len() < 30 && !number.as_str().contains('e') {
        return false;
    }
    let is_infinite = if size_of::<T>() == size_of::<f32>() {
        number.as_str().parse().is_ok_and(f32::is_infinite)
    } else {
        number.as_str().parse().is_ok_and(f64::is_infinite)
    };
    is_infinite && "inf".parse::<T>().is_ok()
}

fn unfit<T>(text: &str, found: &Found) -> ParseError {
    let name = std::any::type_name::<T>();
    let kind = match name.contains("::") {
        true => "the type asked for".to_owned(),
        false => format!("type {name}"),
    };
    ParseError::DeserializationFailed {
        reason: format!("{} is not of {kind}", excerpt(found.number.as_str())),
        raw_json: excerpt(found.span.of(text)),
        span: found.span,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Option<f64> {
        parse_number(text).ok()
    }

    fn within(text: &str, min: f64, max: f64) -> Result<f64, &'static str> {
        parse_number_in_range(text, min, max).map_err(|error| error.kind())
    }

    fn warnings(text: &str) -> Vec<&'static str> {
        let read = parse_number_with_trace::<f64>(text, &Options::default());
        let kinds = read
            .trace
            .warnings
            .iter()
            .map(|warning| warning.kind.code());
        kinds.collect()
    }

    #[test]
    fn a_whole_number_alone_is_the_number() {
        assert_eq!(parse_number::<u8>("8"), Ok(8));
    }

    #[test]
    fn a_decimal_alone_is_the_number() {
        assert_eq!(number("8.5"), Some(8.5));
    }

    #[test]
    fn the_numerator_of_a_score_is_the_number() {
        assert_eq!(number("8/10"), Some(8.0));
        assert_eq!(number("8.5/10"), Some(8.5));
        assert_eq!(number("I'd rate it 8.5 out of 10"), Some(8.5));
    }

    #[test]
    fn a_number_in_prose_is_found() {
        assert_eq!(number("I'd give it a 7.5"), Some(7.5));
    }

    #[test]
    fn a_label_names_the_number() {
        assert_eq!(number("Score: 9"), Some(9.0));
        assert_eq!(number("Rating: 8"), Some(8.0));
        assert_eq!(number("underscore: 5, real 7"), Some(7.0));
    }

    #[test]
    fn reasoning_does_not_count() {
        assert_eq!(number("<think>...</think>8.5"), Some(8.5));
        assert_eq!(number("<think>considering 3</think>8.5"), Some(8.5));
    }

    #[test]
    fn a_minus_belongs_to_its_number() {
        assert_eq!(number("-3"), Some(-3.0));
        assert_eq!(number("−3"), Some(-3.0));
        assert_eq!(number("- 3"), Some(3.0));
    }

    #[test]
    fn a_number_within_the_range_passes() {
        assert_eq!(within("8", 1.0, 10.0), Ok(8.0));
    }

    #[test]
    fn a_number_outside_of_the_range_is_an_error_of_its_own() {
        assert_eq!(within("15", 1.0, 10.0), Err("out_of_range"));
        assert_eq!(within("great work", 1.0, 10.0), Err("no_number"));
    }

    #[test]
    fn a_text_without_a_number_has_none() {
        assert_eq!(parse_number::<f64>("great work"), Err(ParseError::NoNumber));
        assert_eq!(parse_number::<f64>(""), Err(ParseError::EmptyResponse));
    }

    #[test]
    fn of_several_numbers_the_labelled_or_the_last_counts() {
        assert_eq!(number("Page 3 of 5, score 8"), Some(8.0));
        assert_eq!(number("I saw 3 birds and 12 cats"), Some(12.0));
    }

    #[test]
    fn a_range_without_a_number_is_told() {
        let told = |min, max| within("8", min, max);
        assert_eq!(told(10.0, 1.0), Err("invalid_range"));
        assert_eq!(told(f64::NAN, 1.0), Err("invalid_range"));
    }

    #[test]
    fn a_number_inside_is_preferred_to_a_better_one_outside() {
        assert_eq!(within("Score: 40 (i.e. 4/10)", 0.0, 10.0), Ok(4.0));
        let weak = within("Score: 85. There are 3 issues.", 0.0, 10.0);
        assert_eq!(weak, Err("out_of_range"));
    }

    #[test]
    fn a_range_of_numbers_is_ambiguous() {
        let error = parse_number::<f64>("Score: 7-8").unwrap_err();
        let ParseError::Ambiguous { readings, span } = error else {
            panic!("{error}");
        };
        assert_eq!(readings, ["7", "8"]);
        assert_eq!(span.of("Score: 7-8"), "7-8");
    }

    #[test]
    fn a_fraction_is_no_whole_number() {
        let error = parse_number::<i32>("8.5").unwrap_err();
        assert_eq!(error.kind(), "deserialization_failed");
        assert_eq!(parse_number::<i32>("8.0"), Ok(8));
        assert_eq!(
            parse_number::<u8>("300").unwrap_err().kind(),
            "deserialization_failed"
        );
    }

    #[test]
    fn every_digit_reaches_the_type() {
        let large = "170141183460469231731687303715884105727";
        assert_eq!(parse_number::<i128>(large), Ok(i128::MAX));
        let exact: Decimal = parse_number("It is 0.12345678901234567890123").unwrap();
        assert_eq!(exact.as_str(), "0.12345678901234567890123");
    }

    #[test]
    fn what_is_no_finite_number_is_refused() {
        assert_eq!(number("NaN"), None);
        assert_eq!(number("inf"), None);
        assert_eq!(number("1e999"), None);
        assert_eq!(parse_number::<f32>("1e39").ok(), None);
        assert_eq!(parse_number::<Decimal>("1e999").unwrap().as_str(), "1e999");
    }

    #[test]
    fn what_a_careful_reader_would_doubt_is_a_warning() {
        assert_eq!(warnings("1.234"), ["ambiguous-separator"]);
        assert_eq!(warnings("1.234 of 5.5"), [""; 0]);
        assert_eq!(warnings("Score: 7\nScore: 8"), ["conflicting-answers"]);
        assert_eq!(warnings("3 birds, 12 cats"), ["other-candidate"]);
        assert_eq!(warnings("95%"), ["percent"]);
        assert_eq!(warnings("about 12"), ["inexact-number"]);
        assert_eq!(warnings("We met in 2019."), ["doubtful-number"]);
        assert_eq!(warnings("I say 8. Yes, 8.0!"), [""; 0]);
    }

    #[test]
    fn the_trace_tells_where_the_number_stands_and_how_it_is_spelled() {
        let reply = "<think>7</think>Total: $1,234.50!";
        let read = parse_number_with_trace::<f64>(reply, &Options::default());
        assert_eq!(read.trace.extracted.unwrap().of(reply), "1,234.50");
        assert_eq!(read.trace.repaired_text(reply).unwrap(), "1234.50");
        assert_eq!(read.trace.repairs[0].kind.code(), "number-spelling");
        let plain = parse_number_with_trace::<f64>("Score: 8.5", &Options::default());
        assert!(!plain.trace.is_repaired());
    }
}

//! Numbers in other spellings: `+1`, `.5`, `2.`, `1_000`, `1,000`, `0xFF` give `1`, `0.5`, `2.0`, `1000`, `1000`, `255`.

use std::borrow::Cow;

/// JSON's spelling of the number that `text` is; none where it is a text, such as `01234`, `1.2.3` or `3kg`.
pub(crate) fn read_number(text: &str) -> Option<Cow<'_, str>> {
    if !text.starts_with(|first: char| first.is_ascii_digit() || matches!(first, '+' | '-' | '.')) {
        return None;
    }
    if is_json_number(text) {
        return Some(Cow::Borrowed(text));
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let sign = if text.starts_with('-') { "-" } else { "" };
    if let Some(number) = read_radix(unsigned) {
        return Some(Cow::Owned(format!("{sign}{number}")));
    }
    let plain = without_separators(unsigned)?;
    let (mantissa, exponent) = match plain.find(['e', 'E']) {
        Some(at) => plain.split_at(at),
        None => (&*plain, ""),
    };
    let spelled = match mantissa.split_once('.') {
        Some(("", fraction)) => format!("{sign}0.{fraction}{exponent}"),
        Some((whole, "")) => format!("{sign}{whole}.0{exponent}"),
        _ => format!("{sign}{plain}"),
    };
    is_json_number(&spelled).then_some(Cow::Owned(spelled))
}

/// The number at the start of `text` whose exponent or fraction the end of the text cut off: `2e` is `2`.
pub(crate) fn complete_number(text: &str) -> Option<Cow<'_, str>> {
    let whole = text
        .trim_end_matches(['+', '-'])
        .trim_end_matches(['e', 'E']);
    (whole.len() < text.len())
        .then(|| read_number(whole))
        .flatten()
}

/// Whether `text` is a number by the grammar of JSON.
pub(crate) fn is_json_number(text: &str) -> bool {
    json_number_len(text.as_bytes()) == Some(text.len())
}

/// The length of the JSON number that `bytes` start with.
pub(crate) fn json_number_len(bytes: &[u8]) -> Option<usize> {
    let start = usize::from(bytes.first() == Some(&b'-'));
    let whole = digits_end(bytes, start);
    if whole == start || whole > start + 1 && bytes.get(start) == Some(&b'0') {
        return None;
    }
    let mut end = whole;
    if bytes.get(end) == Some(&b'.') {
        let fraction = end + 1;
        end = digits_end(bytes, fraction);
        if end == fraction {
            return None;
        }
    }
    if let Some(b'e' | b'E') = bytes.get(end) {
        let exponent = end + 1 + usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        end = digits_end(bytes, exponent);
        if end == exponent {
            return None;
        }
    }
    Some(end)
}

/// The end of the run of digits that starts at `at`.
fn digits_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(b'0'..=b'9') = bytes.get(at) {
        at += 1;
    }
    at
}

fn read_radix(unsigned: &str) -> Option<u128> {
    let radix = match unsigned.get(..2)? {
        "0x" | "0X" => 16,
        "0b" | "0B" => 2,
        "0o" | "0O" => 8,
        _ => return None,
    };
    u128::from_str_radix(unsigned.get(2..)?, radix).ok()
}

/// Takes out `_` between digits, and commas before groups of three digits.
fn without_separators(text: &str) -> Option<Cow<'_, str>> {
    if text.contains(',') {
        let (whole, fraction) = text
            .split_once('.')
            .map_or((text, ""), |(whole, fraction)| (whole, fraction));
        let mut groups = whole.split(',');
        let first = groups.next()?;
        let grouped = matches!(first.len(), 1..=3)
            && groups.all(|group| group.len() == 3)
            && !fraction.contains(',');
        let digits = whole
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b',');
        return (grouped && digits).then(|| Cow::Owned(text.replace(',', "")));
    }
    if text.contains('_') {
        let inside = !text.starts_with('_') && !text.ends_with('_') && !text.contains("__");
        return inside.then(|| Cow::Owned(text.replace('_', "")));
    }
    Some(Cow::Borrowed(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_spellings_are_read() {
        let spelled = |text| read_number(text).map(Cow::into_owned);
        for (text, number) in [
            ("+1", "1"),
            (".5", "0.5"),
            ("-.5", "-0.5"),
            ("2.", "2.0"),
            ("2.e3", "2.0e3"),
            ("1_000", "1000"),
            ("1,000", "1000"),
            ("12,345,678.50", "12345678.50"),
            ("0xFF", "255"),
            ("-0x10", "-16"),
        ] {
            assert_eq!(spelled(text).as_deref(), Some(number), "{text}");
        }
    }

    #[test]
    fn what_is_no_number_stays_text() {
        for text in [
            "01234", "1/3", "1.2.3", "10%", "3kg", "1,00", "1,0000", "", "-", ".", "1__0", "0x",
        ] {
            assert_eq!(read_number(text), None, "{text}");
        }
    }

    #[test]
    fn a_cut_off_exponent_is_dropped() {
        assert_eq!(complete_number("2e").as_deref(), Some("2"));
        assert_eq!(complete_number("1.5E-").as_deref(), Some("1.5"));
        assert_eq!(complete_number("2"), None);
    }
}

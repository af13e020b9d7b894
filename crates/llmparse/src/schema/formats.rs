//! Whether a string looks like what its `format` names: `2024-02-31` does not look like a date.
//!
//! The checks are loose: they refuse what nobody could mean, and take more than the standards do.

/// Whether `text` looks like `format`; a format that is not known takes anything.
pub(super) fn fits_format(text: &str, format: &str) -> bool {
    match format {
        "date" => is_date(text),
        "time" => is_time(text),
        "date-time" => is_date_time(text),
        "email" => is_email(text),
        "uuid" => is_uuid(text),
        "uri" => is_uri(text),
        "ipv4" => is_ipv4(text),
        "ipv6" => is_ipv6(text),
        "duration" => is_duration(text),
        _ => true,
    }
}

/// A text that has the format.
pub(super) fn example_of(format: &str) -> Option<&'static str> {
    Some(match format {
        "date" => "2024-01-31",
        "time" => "12:30:00Z",
        "date-time" => "2024-01-31T12:30:00Z",
        "email" => "name@example.com",
        "uuid" => "123e4567-e89b-42d3-a456-426614174000",
        "uri" => "https://example.com",
        "ipv4" => "192.0.2.1",
        "ipv6" => "2001:db8::1",
        "duration" => "P1DT12H",
        _ => return None,
    })
}

/// `digits` of them, and nothing else.
fn number(text: &str, digits: usize) -> Option<u32> {
    let is_number = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}

fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts.as_slice() else {
        return false;
    };
    match (number(year, 4), number(month, 2), number(day, 2)) {
        (Some(year), Some(month), Some(day)) => (1..=days_of(year, month)).contains(&day),
        _ => false,
    }
}

fn days_of(year: u32, month: u32) -> u32 {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    }
}

/// `12:30`, with seconds, a fraction and an offset if there are any.
fn is_time(text: &str) -> bool {
    let clock = text.strip_suffix(['Z', 'z']).unwrap_or(text);
    let clock = match clock.rsplit_once(['+', '-']) {
        Some((clock, offset)) if is_clock(offset) => clock,
        Some(_) => return false,
        None => clock,
    };
    let (clock, fraction) = clock.split_once('.').unwrap_or((clock, "0"));
    is_clock(clock) && !fraction.is_empty() && fraction.bytes().all(|byte| byte.is_ascii_digit())
}

/// `12:30` or `12:30:59`; a leap second is taken.
fn is_clock(text: &str) -> bool {
    let parts: Vec<&str> = text.split(':').collect();
    let (hour, minute, second) = match parts.as_slice() {
        [hour, minute] => (*hour, *minute, "00"),
        [hour, minute, second] => (*hour, *minute, *second),
        _ => return false,
    };
    let limits = [(hour, 24), (minute, 60), (second, 61)];
    limits
        .into_iter()
        .all(|(text, limit)| number(text, 2).is_some_and(|part| part < limit))
}

fn is_date_time(text: &str) -> bool {
    let parts = text.split_once(['T', 't']);
    parts.is_some_and(|(date, time)| is_date(date) && is_time(time))
}

fn is_email(text: &str) -> bool {
    let parts = text.rsplit_once('@');
    parts.is_some_and(|(name, host)| {
        !name.is_empty()
            && !host.is_empty()
            && !text.contains(char::is_whitespace)
            && !host.starts_with('.')
    })
}

fn is_uuid(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let lengths = parts.iter().map(|part| part.len());
    lengths.eq([8, 4, 4, 4, 12]) && parts.concat().bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// A scheme, a colon, and no blanks.
fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else {
        return false;
    };
    let is_scheme = scheme.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && scheme
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || "+-.".contains(letter));
    is_scheme && !rest.is_empty() && !text.contains(char::is_whitespace)
}

fn is_ipv4(text: &str) -> bool {
    let parts: Vec<&str> = text.split('.').collect();
    let is_part = |part: &&str| number(part, part.len()).is_some_and(|byte| byte < 256);
    parts.len() == 4 && parts.iter().all(|part| part.len() < 4 && is_part(part))
}

/// Eight groups of hexadecimal digits, of which `::` stands for one or more that are zero.
fn is_ipv6(text: &str) -> bool {
    let Some((left, right)) = text.split_once("::") else {
        return count_groups(text) == Some(8);
    };
    let counts = (count_groups(left), count_groups(right));
    matches!(counts, (Some(left), Some(right)) if left + right < 8) && !left.contains('.')
}

/// How many groups of an IPv6 address stand in `text`; an IPv4 address at the end is two.
fn count_groups(text: &str) -> Option<usize> {
    if text.is_empty() {
        return Some(0);
    }
    let is_group = |group: &str| {
        (1..=4).contains(&group.len()) && group.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    let groups: Vec<&str> = text.split(':').collect();
    let (last, before) = groups.split_last()?;
    match (before.iter().all(|group| is_group(group)), is_group(last)) {
        (true, true) => Some(groups.len()),
        (true, false) if is_ipv4(last) => Some(groups.len() + 1),
        _ => None,
    }
}

/// `P3W`, `P1Y2M3DT4H5M6.5S`: one part or more, the largest first, and a fraction in the last one alone.
fn is_duration(text: &str) -> bool {
    let Some(parts) = text.strip_prefix('P') else {
        return false;
    };
    match parts.split_once('T') {
        Some((days, times)) => {
            (days.is_empty() || are_parts(days, "YMWD", false)) && are_parts(times, "HMS", true)
        }
        None => are_parts(parts, "YMWD", true),
    }
}

/// Whether `text` is numbers with units that stand in the order of `units`.
fn are_parts(text: &str, units: &str, may_end_in_fraction: bool) -> bool {
    let mut open = units;
    let mut parts = text
        .split_inclusive(|letter: char| letter.is_ascii_alphabetic())
        .peekable();
    if parts.peek().is_none() {
        return false;
    }
    while let Some(part) = parts.next() {
        let Some(unit) = part.chars().next_back() else {
            return false;
        };
        let Some((_, behind)) = open.split_once(unit) else {
            return false;
        };
        open = behind;
        let count = part.strip_suffix(unit).unwrap_or_default();
        let is_last = may_end_in_fraction && parts.peek().is_none();
        let (whole, fraction) = match count.split_once(['.', ',']) {
            Some((whole, fraction)) if is_last => (whole, fraction),
            Some(_) => return false,
            None => (count, "0"),
        };
        let are_digits =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !are_digits(whole) || !are_digits(fraction) {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::keywords::FORMATS;

    #[test]
    fn what_nobody_could_mean_is_refused() {
        for (format, good, bad) in [
            ("date", "2024-02-29", "2023-02-29"),
            ("date", "0001-12-31", "31.12.2024"),
            ("time", "12:30", "25:00"),
            ("time", "12:30:00.5+02:00", "12:30:00+2"),
            ("date-time", "2024-01-31T12:30:00Z", "2024-01-31"),
            ("email", "ann@example.com", "ann at example.com"),
            (
                "uuid",
                "123E4567-e89b-42d3-a456-426614174000",
                "123e4567e89b42d3a456426614174000",
            ),
            ("uri", "mailto:ann@example.com", "example.com/a b"),
            ("ipv4", "127.0.0.1", "256.0.0.1"),
            ("ipv6", "::1", "1::2::3"),
            ("ipv6", "2001:db8:0:0:0:0:0:1", "2001:db8:0:0:0:0:1"),
            ("ipv6", "::ffff:192.0.2.1", "192.0.2.1::"),
            ("ipv6", "::", ":::"),
            ("ipv6", "1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:8::"),
            ("ipv6", "fe80::1", "12345::"),
            ("ipv6", "a:b:c:d:e:f:0:1", ":a:b:c:d:e:f:0:1"),
            ("ipv6", "1::2", ":1::2"),
            ("date-time", "2024-01-31t12:30:00z", "2024-01-31 12:30:00Z"),
            ("duration", "P3DT4H", "3 days"),
            ("duration", "PT1.5S", "P1.5DT1S"),
            ("duration", "P2W", "P"),
            ("duration", "P1Y2M", "PT"),
            ("duration", "PT1H2M3S", "PT3S2M"),
            ("duration", "P1D", "P1DT"),
            ("duration", "PT36H", "P36H"),
        ] {
            assert!(fits_format(good, format), "{format} {good}");
            assert!(!fits_format(bad, format), "{format} {bad}");
        }
        assert!(fits_format("anything", "hostname"));
    }

    #[test]
    fn every_format_that_is_checked_has_an_example() {
        assert!(
            FORMATS
                .iter()
                .all(|format| fits_format(example_of(format).unwrap(), format))
        );
    }
}

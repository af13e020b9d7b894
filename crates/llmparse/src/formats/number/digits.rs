//! Decimal digits of every script, `8`, `８`, `٨`, and the characters beside a place in a text.

/// The zeros of the scripts that have ten digits in a row.
const ZEROS: [u32; 62] = [
    0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66,
    0x0de6, 0x0e50, 0x0ed0, 0x0f20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90,
    0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10,
    0x104a0, 0x10d30, 0x11066, 0x110f0, 0x11136, 0x111d0, 0x112f0, 0x11450, 0x114d0, 0x11650,
    0x116c0, 0x11730, 0x118e0, 0x11950, 0x11c50, 0x11d50, 0x11da0, 0x16a60, 0x16ac0, 0x1d7ce,
    0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1e140, 0x1e950,
];

const SUPERSCRIPTS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

/// What `½` and its like are worth.
const FRACTIONS: [(char, &str, &str); 15] = [
    ('½', "1", "2"),
    ('¼', "1", "4"),
    ('¾', "3", "4"),
    ('⅓', "1", "3"),
    ('⅔', "2", "3"),
    ('⅕', "1", "5"),
    ('⅖', "2", "5"),
    ('⅗', "3", "5"),
    ('⅘', "4", "5"),
    ('⅙', "1", "6"),
    ('⅚', "5", "6"),
    ('⅛', "1", "8"),
    ('⅜', "3", "8"),
    ('⅝', "5", "8"),
    ('⅞', "7", "8"),
];

#[inline]
pub(crate) fn char_at(text: &str, at: usize) -> Option<char> {
    match text.as_bytes().get(at) {
        Some(byte) if byte.is_ascii() => Some(char::from(*byte)),
        _ => text.get(at..)?.chars().next(),
    }
}

#[inline]
pub(crate) fn char_before(text: &str, at: usize) -> Option<char> {
    match text.as_bytes().get(at.checked_sub(1)?) {
        Some(byte) if byte.is_ascii() => Some(char::from(*byte)),
        _ => text.get(..at)?.chars().next_back(),
    }
}

/// Letters of Latin, Cyrillic and Han, which are asked for most: quicker than `is_alphabetic`.
#[inline]
pub(crate) fn is_common_letter(letter: char) -> bool {
    matches!(letter, '\u{c0}'..='\u{24f}' | '\u{400}'..='\u{481}' | '\u{1e00}'..='\u{1eff}' | '\u{4e00}'..='\u{9ffc}')
        && !matches!(letter, '×' | '÷')
}

/// The value of a decimal digit of any script.
pub(crate) fn digit_value(letter: char) -> Option<u8> {
    if letter.is_ascii() {
        return letter.to_digit(10).and_then(|value| value.try_into().ok());
    }
    let code = u32::from(letter);
    let block = ZEROS.partition_point(|&zero| zero <= code).checked_sub(1)?;
    let value = code - ZEROS.get(block)?;
    (value < 10).then(|| value.try_into().ok())?
}

/// The value of a number in a circle, or of its like: `④`, `❹`, `⑫`.
pub(crate) fn circled_value(letter: char) -> Option<u32> {
    let (first, zero) = match letter {
        '①'..='⑳' => ('①', 1),
        '➀'..='➉' => ('➀', 1),
        '➊'..='➓' => ('➊', 1),
        '❶'..='❿' => ('❶', 1),
        '⓿' => ('⓿', 0),
        '⓪' => ('⓪', 0),
        _ => return None,
    };
    Some(u32::from(letter) - u32::from(first) + zero)
}

pub(crate) fn superscript_value(letter: char) -> Option<usize> {
    SUPERSCRIPTS.iter().position(|&other| other == letter)
}

/// Numerator and denominator of a character that is a fraction.
pub(crate) fn fraction_parts(letter: char) -> Option<(&'static str, &'static str)> {
    let found = FRACTIONS.iter().find(|(other, ..)| *other == letter);
    found.map(|&(_, numerator, denominator)| (numerator, denominator))
}

pub(crate) fn is_digit_at(text: &str, at: usize) -> bool {
    match text.as_bytes().get(at) {
        Some(byte) if byte.is_ascii() => byte.is_ascii_digit(),
        Some(_) => char_at(text, at).is_some_and(|letter| digit_value(letter).is_some()),
        None => false,
    }
}

/// Where the digits that start at `at` end, and how many there are.
pub(crate) fn digits_at(text: &str, at: usize) -> (usize, usize) {
    let rest = text.as_bytes().get(at..).unwrap_or_default();
    let plain = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (mut end, mut count) = (at + plain, plain);
    if rest.get(plain).is_none_or(u8::is_ascii) {
        return (end, count);
    }
    let beyond = text.get(end..).unwrap_or_default().chars();
    for digit in beyond.take_while(|&letter| digit_value(letter).is_some()) {
        (end, count) = (end + digit.len_utf8(), count + 1);
    }
    (end, count)
}

/// Where the digits that start at `at` end.
pub(crate) fn digits_end(text: &str, at: usize) -> usize {
    digits_at(text, at).0
}

/// The digits in `text` as ASCII, everything else left out.
pub(crate) fn ascii_digits(text: &str) -> String {
    let mut digits = String::with_capacity(text.len());
    let values = text.chars().filter_map(digit_value);
    digits.extend(values.map(|value| char::from(b'0' + value)));
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_stand_beside_every_place() {
        let text = "aé中b\n";
        for at in 0..=text.len() + 1 {
            let (before, behind) = (text.get(..at), text.get(at..));
            let next = behind.and_then(|behind| behind.chars().next());
            assert_eq!(char_at(text, at), next, "{at}");
            let last = before.and_then(|before| before.chars().next_back());
            assert_eq!(char_before(text, at), last, "{at}");
        }
    }

    #[test]
    fn common_letters_are_letters_and_no_numbers() {
        for letter in ('\0'..=char::MAX).filter(|letter| is_common_letter(*letter)) {
            assert!(letter.is_alphabetic(), "{letter}");
            assert_eq!(digit_value(letter), None, "{letter}");
            assert_eq!(circled_value(letter), None, "{letter}");
            assert_eq!(fraction_parts(letter), None, "{letter}");
        }
    }

    #[test]
    fn digits_of_every_script_count() {
        assert_eq!(ascii_digits("٣٥ ４２ ४ 𝟖 x7"), "3542487");
        assert_eq!(digits_end("１2٣x", 0), 6);
        assert_eq!(digit_value('²'), None);
        assert!(ZEROS.is_sorted());
    }
}

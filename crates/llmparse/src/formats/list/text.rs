//! What an item says, without what was put around it: `**Name**: "text",` is `Name: "text"`.

use std::borrow::Cow;

use memchr::memmem;

use super::lines::{is_blank, trim};
use super::words;
use crate::scan::byte_set::ByteSet;

/// Pairs of quotes that may stand around an item.
pub(super) const QUOTES: [(char, char); 15] = [
    ('`', '`'),
    ('"', '"'),
    ('\'', '\''),
    ('“', '”'),
    ('„', '“'),
    ('„', '”'),
    ('”', '”'),
    ('‘', '’'),
    ('‚', '‘'),
    ('«', '»'),
    ('»', '«'),
    ('‹', '›'),
    ('「', '」'),
    ('『', '』'),
    ('＂', '＂'),
];

/// The item in `text`, without marks of emphasis, quotes around all of it, and a comma behind it.
#[inline]
pub(super) fn clean(text: &str) -> Cow<'_, str> {
    if is_bare(text) {
        return Cow::Borrowed(text);
    }
    clean_marked(text)
}

#[inline(never)]
fn clean_marked(text: &str) -> Cow<'_, str> {
    if let Some(inner) = between_plain_quotes(text) {
        return Cow::Borrowed(inner);
    }
    let (_, text) = trim(text);
    let text = trim(text.trim_end_matches([',', ';', '，', '；', '、'])).1;
    // No word for "and" ends so.
    let text = if text.ends_with('"') {
        text
    } else {
        without_conjunction(text)
    };
    let plain = without_emphasis(text);
    match plain {
        Cow::Borrowed(text) => Cow::Borrowed(unwrap(text).1),
        Cow::Owned(text) => Cow::Owned(unwrap(&text).1.to_owned()),
    }
}

/// Whether `text` has nothing around it, and neither marks of emphasis nor commas in it.
#[inline]
fn is_bare(text: &str) -> bool {
    is_letter_to_word(text) && ITEM_ENDS.find(text.as_bytes(), 0).is_none()
}

/// Marks of emphasis, and the first bytes of commas.
static ITEM_ENDS: ByteSet = ByteSet::of(b"*,;\xef");

/// `"red, green"`, where nothing more stands around what is between the quotes.
fn between_plain_quotes(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    let is_mark = |byte: u8| byte == b'*' || byte == b'"';
    (is_letter_to_word(inner) && !inner.bytes().any(is_mark)).then_some(inner)
}

/// Whether `text` starts with a letter, and ends with one or with a mark that stands in words.
#[inline]
fn is_letter_to_word(text: &str) -> bool {
    let bytes = text.as_bytes();
    let (Some(first), Some(last)) = (bytes.first(), bytes.last()) else {
        return false;
    };
    let starts = first.is_ascii_alphanumeric() || !first.is_ascii() && starts_with_letter(text);
    starts && (last.is_ascii_graphic() || !last.is_ascii() && ends_with_letter(text))
}

#[inline(never)]
fn starts_with_letter(text: &str) -> bool {
    text.starts_with(is_letter)
}

#[inline(never)]
fn ends_with_letter(text: &str) -> bool {
    text.ends_with(is_letter)
}

/// A digit or a letter, of a script that no quotes, separators or blanks belong to.
#[inline]
pub(super) fn is_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric()
        || matches!(letter, '\u{c0}'..='\u{600}' | '\u{3040}'..='\u{fefe}')
}

/// Whether a letter of `text` may be a wide blank, or one of a script without blanks.
#[inline]
pub(super) fn has_wide(text: &str) -> bool {
    text.bytes()
        .fold(false, |has, byte| has | may_be_wide(byte))
}

/// Whether `byte` is the first one of such a letter.
#[inline]
pub(super) fn may_be_wide(byte: u8) -> bool {
    (byte >= 0xe0) | (byte == 0xc2)
}

/// `a; and`, where the next item stands on a line of its own.
fn without_conjunction(text: &str) -> &str {
    let len = words::trailing_conjunction(text);
    let rest = text.get(..text.len() - len).unwrap_or(text);
    let is_comma = text
        .get(rest.len()..)
        .is_some_and(|tail| tail.starts_with([',', ';', '，', '；']));
    if is_comma { rest } else { text }
}

/// `text` without what stands around all of it, and where it starts in it.
#[inline]
pub(super) fn unwrap(text: &str) -> (usize, &str) {
    let is_bare = text
        .as_bytes()
        .first()
        .is_some_and(u8::is_ascii_alphanumeric)
        && text.as_bytes().last().is_some_and(u8::is_ascii_graphic);
    if is_bare {
        (0, text)
    } else {
        unwrap_marked(text)
    }
}

#[inline(never)]
fn unwrap_marked(text: &str) -> (usize, &str) {
    let (mut at, mut text) = trim(text);
    for _ in 0..4 {
        let Some((len, inner)) = unwrap_once(text) else {
            break;
        };
        let (blanks, inner) = trim(inner);
        at += len + blanks;
        text = inner;
    }
    (at, text)
}

fn unwrap_once(text: &str) -> Option<(usize, &str)> {
    let first = text.chars().next()?;
    if first.is_ascii_alphanumeric() {
        return None;
    }
    let (open, inner) = match first {
        '*' | '_' | '~' => unwrap_marks(text, first),
        _ => QUOTES
            .iter()
            .filter(|(open, _)| *open == first)
            .find_map(|(open, close)| between(text, *open, *close)),
    }?;
    (!inner.is_empty()).then_some((open, inner))
}

/// `**a**`, `*a*`, `__A b__`; `__init__` is a name.
fn unwrap_marks(text: &str, mark: char) -> Option<(usize, &str)> {
    let len = (text.len() - text.trim_start_matches(mark).len()).min(3);
    let inner = text.get(len..text.len().checked_sub(len)?)?;
    let close = text.get(text.len() - len..)?;
    let is_closed = close.chars().all(|letter| letter == mark) && !inner.contains(mark);
    let is_name = mark == '_'
        && inner
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    let is_tilde = mark == '~' && len != 2;
    (is_closed && !is_name && !is_tilde).then_some((len, inner))
}

fn between(text: &str, open: char, close: char) -> Option<(usize, &str)> {
    let inner = text.strip_prefix(open)?.strip_suffix(close)?;
    let is_outer = if open == close {
        !inner.contains(open)
    } else {
        !inner.contains([open, close])
    };
    is_outer.then_some((open.len_utf8(), inner))
}

/// `text` without `**` around words of it, and without `*` or `_` around the first.
fn without_emphasis(text: &str) -> Cow<'_, str> {
    let text = without_strong(text, b"**");
    match text {
        Cow::Borrowed(text) => without_lead_marks(text),
        Cow::Owned(text) => match without_lead_marks(&text) {
            Cow::Borrowed(_) => Cow::Owned(text),
            Cow::Owned(text) => Cow::Owned(text),
        },
    }
}

fn without_strong<'t>(text: &'t str, mark: &[u8]) -> Cow<'t, str> {
    if memchr::memchr(b'*', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    let marks = || memmem::find_iter(text.as_bytes(), mark);
    let Some(first) = marks().next() else {
        return Cow::Borrowed(text);
    };
    let count = marks().count();
    let before = text
        .get(..first)
        .and_then(|before| before.chars().next_back());
    let opens = before.is_none_or(|before| !before.is_ascii_alphanumeric() && before != ')');
    // `Name**: text`, where the opening marks stood before the number.
    let closes = |rest: &str| rest.is_empty() || rest.starts_with([':', ' ', '.', '-', '：']);
    let is_left_over = count == 1
        && before.is_some_and(|before| !before.is_whitespace())
        && text.get(first + mark.len()..).is_some_and(closes);
    if !(count % 2 == 0 && opens || is_left_over) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut done = 0;
    for at in marks() {
        plain.push_str(text.get(done..at).unwrap_or_default());
        done = at + mark.len();
    }
    plain.push_str(text.get(done..).unwrap_or_default());
    Cow::Owned(plain)
}

/// `*Name*: text` and `_Name_ - text`
fn without_lead_marks(text: &str) -> Cow<'_, str> {
    let Some(mark) = text
        .chars()
        .next()
        .filter(|first| matches!(first, '*' | '_' | '`'))
    else {
        return Cow::Borrowed(text);
    };
    let Some((word, rest)) = text.get(1..).and_then(|text| text.split_once(mark)) else {
        return Cow::Borrowed(text);
    };
    let ends = !word.is_empty()
        && !word.ends_with(is_blank)
        && !word.starts_with(is_blank)
        && rest.starts_with([':', ' ', ',', '-', '–', '—', '.', '：']);
    if ends && !rest.contains(mark) {
        Cow::Owned([word, rest].concat())
    } else {
        Cow::Borrowed(text)
    }
}

/// Words of a text; in scripts without blanks two characters count as one.
pub(super) fn count_words(text: &str) -> usize {
    if !has_wide(text) {
        return count_spaced_words(text.as_bytes());
    }
    let (mut words, mut ideographs, mut is_inside) = (0, 0, false);
    for letter in text.chars() {
        let is_letter = !is_blank(letter);
        words += usize::from(is_letter && !is_inside);
        is_inside = is_letter;
        ideographs += usize::from(is_ideograph(letter));
    }
    words + ideographs / 3
}

fn count_spaced_words(text: &[u8]) -> usize {
    let is_blank = |byte: u8| (byte == b' ') | (byte == b'\t') | (byte == b'\r') | (byte == b'\n');
    let starts_word = |(before, byte): (&u8, &u8)| u8::from(is_blank(*before) & !is_blank(*byte));
    let Some((first, rest)) = text.split_first() else {
        return 0;
    };
    // As many at once as a byte counts.
    let runs = text.chunks(255).zip(rest.chunks(255));
    let counts = runs.map(|(before, run)| before.iter().zip(run).map(starts_word).sum::<u8>());
    usize::from(!is_blank(*first)) + counts.map(usize::from).sum::<usize>()
}

/// Whether `text` may have more than `most` words: each but the first stands behind a blank, or is in wide letters.
pub(super) fn may_have_more_words(text: &str, most: usize) -> bool {
    let starts = |byte: &u8| u8::from((*byte <= b' ') | may_be_wide(*byte));
    // As many at once as a byte counts.
    let runs = text.as_bytes().chunks(255);
    let counts = runs.map(|run| run.iter().map(starts).sum::<u8>());
    counts.map(usize::from).sum::<usize>() >= most
}

/// Whether `letter` is one of those beyond ASCII that often stand in words, and are in lower case or have none.
#[inline]
pub(super) fn is_plainly_lower(letter: char) -> bool {
    match letter {
        '\u{df}'..='\u{f6}' | '\u{430}'..='\u{44f}' => true,
        '\u{3040}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' => true,
        // Capitals are even here: `Ă`, `ă`.
        '\u{100}'..='\u{137}' | '\u{14a}'..='\u{177}' | '\u{1ea0}'..='\u{1eff}' => {
            u32::from(letter) % 2 == 1
        }
        _ => false,
    }
}

pub(super) fn is_ideograph(letter: char) -> bool {
    letter >= '\u{3040}'
        && matches!(letter, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Where the first sentence of `text` ends, if another stands behind it.
pub(super) fn sentence_break(text: &str) -> Option<usize> {
    // The first bytes of the marks.
    let may_stop = |byte: u8| matches!(byte, b'.' | b'!' | b'?' | 0xe3 | 0xef);
    let near = text.bytes().enumerate().filter(|(_, byte)| may_stop(*byte));
    near.filter_map(|(at, _)| stop_end(text, at)).next()
}

/// Whether another sentence stands behind the first one of `text`.
pub(super) fn has_sentences(text: &str) -> bool {
    if has_wide(text) {
        return sentence_break(text).is_some();
    }
    let mut stops = memchr::memchr3_iter(b'.', b'!', b'?', text.as_bytes());
    stops.any(|at| stop_end(text, at).is_some())
}

/// Where the mark at `at` ends, if a sentence ends with it and another follows.
fn stop_end(text: &str, at: usize) -> Option<usize> {
    let (before, rest) = text.split_at_checked(at)?;
    let stop = rest.chars().next()?;
    let behind = rest.get(stop.len_utf8()..)?;
    let ends = match stop {
        '。' | '！' | '？' => !behind.trim_matches(is_blank).is_empty(),
        '!' | '?' => behind.starts_with(is_blank),
        '.' => behind.starts_with(is_blank) && starts_sentence(behind) && !is_abbreviation(before),
        _ => false,
    };
    ends.then_some(at + stop.len_utf8())
}

/// Whether `St.`, `Dr.`, `e.g.`, `J.` or `Mt.` ends with the point behind `before`.
fn is_abbreviation(before: &str) -> bool {
    const KNOWN: [&str; 13] = [
        "Inc", "Ltd", "Corp", "Prof", "Sgt", "Capt", "Mrs", "etc", "approx", "incl", "bzw", "vs",
        "ca",
    ];
    let word = before.rsplit(is_blank).next().unwrap_or_default();
    let letters = word.chars().filter(|letter| letter.is_alphabetic()).count();
    let is_short = letters <= 2 && word.starts_with(char::is_uppercase);
    is_short || KNOWN.contains(&word) || word.contains('.')
}

fn starts_sentence(behind: &str) -> bool {
    let word = behind.trim_start_matches(is_blank);
    word.starts_with(|letter: char| {
        letter.is_uppercase() || !letter.is_alphanumeric() && letter != '.' || is_ideograph(letter)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_emphasis_go_and_the_text_stays() {
        for (text, wanted) in [
            ("**Name**: text", "Name: text"),
            ("**Name** - text", "Name - text"),
            ("Name**: text", "Name: text"),
            ("*Name*: x", "Name: x"),
            ("`a`", "a"),
            ("\"a\",", "a"),
            ("**\"a\"**", "a"),
            ("“a”", "a"),
            ("«a»", "a"),
            ("**a:** b", "a: b"),
            ("__init__", "__init__"),
            ("2**3", "2**3"),
            ("it's", "it's"),
            ("a * b", "a * b"),
            ("\"a\" or \"b\"", "\"a\" or \"b\""),
            ("**A** and **B**", "A and B"),
        ] {
            assert_eq!(clean(text), wanted, "{text}");
        }
    }

    #[test]
    fn plain_letters_are_in_lower_case() {
        let mut plain = ('\0'..=char::MAX).filter(|letter| is_plainly_lower(*letter));
        assert!(plain.all(|letter| letter.to_lowercase().eq([letter])));
        assert!("àéñßя猫ăễ한".chars().all(is_plainly_lower));
    }

    #[test]
    fn sentences_end_where_another_starts() {
        assert_eq!(sentence_break("a, b. Let me know"), Some(5));
        assert_eq!(sentence_break("St. Louis, Mt. Rainier"), None);
        assert_eq!(sentence_break("猫、狗。还有"), Some(12));
    }
}

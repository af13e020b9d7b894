//! What an item starts with: `1.` `(2)` `c)` `iv.` `③` `一、` `Step 6:` `-` `•` `☐` `- [x]`.

use super::lines::is_blank;
use super::numeral::{Numeral, Script, read_number, read_numeral};

/// The mark before an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Marker<'t> {
    pub(super) mark: Mark<'t>,
    /// Where the text of the item starts in the line.
    pub(super) text_at: usize,
    /// Whether the box before it is ticked.
    pub(super) checked: Option<bool>,
    /// Only with another of its kind before or behind it: its look alone says little.
    pub(super) is_weak: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark<'t> {
    Bullet(char),
    Ordinal(Ordinal<'t>),
}

/// A number, or what counts like one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ordinal<'t> {
    pub(super) value: u32,
    /// The value as a letter of what may be a Roman number: `i`, `c`.
    pub(super) letter: Option<u32>,
    pub(super) style: Style<'t>,
}

/// How ordinals of one list look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Style<'t> {
    pub(super) script: Script,
    /// What stands before the number: `(`, `Step`, or `1.` in `1.2`.
    pub(super) before: &'t str,
    pub(super) closer: char,
}

/// Bullets that need a blank behind them.
const SPACED: [char; 10] = ['-', '*', '+', '–', '—', '−', '»', '›', '‐', '~'];
/// Bullets of several characters, which need a blank behind them, and what each stands for.
const SPELLED: [(&str, char); 11] = [
    ("->", '→'),
    ("-->", '→'),
    ("=>", '⇒'),
    ("==>", '⇒'),
    ("&bull;", '•'),
    ("&#8226;", '•'),
    ("&middot;", '·'),
    ("\\item", '•'),
    ("\\-", '-'),
    ("\\*", '*'),
    ("\\+", '+'),
];
/// Bullets that nothing else starts with.
const FREE: &str = "•▪▫●○◦‣⁃∙■□◆◇►▶▸▹▷➤➢➔➜➝➡→⇒⟶✓✔✗✘✕✖☐☑☒✅❌❎★☆✦✧❖♦⬤◾◽▻·・‧※🔹🔸🔷🔶🔘👉⭐🌟📌🔵🔴🟢🟡🟠🟣⚫⚪🟦🟩🟥🟧🟨🟪⬛⬜✨🔺🔻💠➕➖\u{f0b7}\u{f0a7}";
const TICKED: &str = "✓✔☑✅";
const UNTICKED: &str = "☐□⬜";

/// The marker that `body` starts with.
#[inline]
pub(super) fn read_marker(body: &str) -> Option<Marker<'_>> {
    if is_plain_number(body.as_bytes()) {
        return None;
    }
    read_any_marker(body)
}

#[inline(never)]
fn read_any_marker(body: &str) -> Option<Marker<'_>> {
    let first = body.chars().next()?;
    if first.is_ascii_alphanumeric() {
        return read_ordinal(body, 0);
    }
    let is_spelled = match first {
        '-' => body.starts_with("->") || body.starts_with("--"),
        _ => matches!(first, '=' | '&' | '\\' | '['),
    };
    if let Some(marker) = is_spelled.then(|| read_spelled(body)).flatten() {
        return Some(marker);
    }
    if SPACED.contains(&first) {
        if let Some(marker) = read_spaced(body, first) {
            return Some(marker);
        }
    } else if first == '•' || !first.is_ascii() && FREE.contains(first) {
        return Some(read_free(body, first));
    }
    let start = skip_emphasis(body);
    if let Some(marker) = read_ordinal(body, start) {
        return Some(marker);
    }
    let is_bold = start > 0;
    if is_bold {
        None
    } else {
        read_emoji(body, first)
    }
}

/// Whether `body` starts with digits that no mark can close: `12,`, `3a`.
#[inline]
fn is_plain_number(body: &[u8]) -> bool {
    let mut digits = 0;
    while body.get(digits).is_some_and(u8::is_ascii_digit) {
        digits += 1;
    }
    let behind = body.get(digits).copied();
    digits > 0 && behind.is_some_and(|behind| is_no_closer(char::from(behind)))
}

fn rest(body: &str, at: usize) -> &str {
    body.get(at..).unwrap_or_default()
}

fn skip_blank(body: &str, at: usize) -> usize {
    let rest = rest(body, at);
    at + rest.len() - rest.trim_start_matches(is_blank).len()
}

/// `-> a`, `\- a`, and a box without a bullet, which is weak.
fn read_spelled(body: &str) -> Option<Marker<'_>> {
    if let (text_at, Some(ticked)) = read_box(body, 0) {
        return (text_at < body.len()).then_some(Marker {
            mark: Mark::Bullet('☐'),
            text_at,
            checked: Some(ticked),
            is_weak: true,
        });
    }
    let (len, bullet) = SPELLED.iter().find_map(|(spelling, bullet)| {
        let behind = body.strip_prefix(spelling)?;
        behind
            .starts_with(is_blank)
            .then_some((spelling.len(), *bullet))
    })?;
    let (text_at, checked) = read_box(body, skip_blank(body, len));
    Some(Marker {
        mark: Mark::Bullet(bullet),
        text_at,
        checked,
        is_weak: bullet == '→' || bullet == '⇒',
    })
}

/// `- a`, and `-a` with a letter behind the mark, which is weak.
fn read_spaced(body: &str, first: char) -> Option<Marker<'_>> {
    let at = first.len_utf8();
    let behind = rest(body, at);
    let text_at = skip_blank(body, at);
    let is_tight = text_at == at && !behind.is_empty();
    if is_tight && !is_tight_text(behind, first) {
        return None;
    }
    let (text_at, checked) = read_box(body, text_at);
    Some(Marker {
        mark: Mark::Bullet(first),
        text_at,
        checked,
        is_weak: is_tight || first == '~',
    })
}

/// A word of two letters or more; `-v` is an option, `*a*` emphasis.
fn is_tight_text(behind: &str, first: char) -> bool {
    let mut letters = behind.chars();
    if behind.starts_with("[ ]") || behind.starts_with("[x]") {
        return true;
    }
    let is_word = letters.next().is_some_and(char::is_alphabetic)
        && letters
            .next()
            .is_some_and(|letter| letter.is_alphabetic() || letter == '\'');
    is_word
        && (first != '*'
            || !behind.ends_with('*') && !behind.contains("*:") && !behind.contains("* "))
}

fn read_free(body: &str, first: char) -> Marker<'_> {
    let at = first.len_utf8();
    let is_emoji_style = rest(body, at).starts_with('\u{fe0f}');
    let text_at = skip_blank(body, at + if is_emoji_style { 3 } else { 0 });
    let own = if TICKED.contains(first) {
        Some(true)
    } else {
        UNTICKED.contains(first).then_some(false)
    };
    let (text_at, boxed) = read_box(body, text_at);
    Marker {
        mark: Mark::Bullet(first),
        text_at,
        checked: boxed.or(own),
        is_weak: false,
    }
}

/// `[ ]` or `[x]` at `at`, and where the text behind it starts.
fn read_box(body: &str, at: usize) -> (usize, Option<bool>) {
    const BOXES: [(&str, bool); 17] = [
        ("[ ]", false),
        ("[x]", true),
        ("[X]", true),
        ("[✓]", true),
        ("[✔]", true),
        ("[✅]", true),
        ("[✗]", false),
        ("[✘]", false),
        ("[❌]", false),
        ("[-]", false),
        ("[]", false),
        ("[\u{a0}]", false),
        ("( )", false),
        ("☐", false),
        ("☑", true),
        ("✅", true),
        ("⬜", false),
    ];
    let rest = rest(body, at);
    if rest.starts_with(|letter: char| letter.is_ascii_alphanumeric() || letter == '*') {
        return (at, None);
    }
    let found = BOXES.iter().find(|(mark, _)| rest.starts_with(mark));
    match found {
        Some((mark, ticked))
            if rest.len() == mark.len()
                || rest
                    .get(mark.len()..)
                    .is_some_and(|rest| rest.starts_with(is_blank)) =>
        {
            (skip_blank(body, at + mark.len()), Some(*ticked))
        }
        _ => (at, None),
    }
}

/// An emoji with a blank behind it; weak, for it may be part of the text.
fn read_emoji(body: &str, first: char) -> Option<Marker<'_>> {
    if !is_emoji(first) {
        return None;
    }
    let len = body.find(is_blank).filter(|len| *len <= 16)?;
    let is_all = rest(body, 0)
        .get(..len)?
        .chars()
        .all(|letter| is_emoji(letter) || is_joiner(letter));
    is_all.then(|| Marker {
        mark: Mark::Bullet(first),
        text_at: skip_blank(body, len),
        checked: None,
        is_weak: true,
    })
}

fn is_emoji(letter: char) -> bool {
    matches!(letter, '\u{1f000}'..='\u{1faff}' | '\u{2600}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' | '\u{2190}'..='\u{21ff}')
}

fn is_joiner(letter: char) -> bool {
    matches!(letter, '\u{200d}' | '\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}' | '\u{e0020}'..='\u{e007f}')
}

/// Behind `**`, `_` or `### ` before a number.
fn skip_emphasis(body: &str) -> usize {
    let hashes = body.len() - body.trim_start_matches('#').len();
    if (1..=6).contains(&hashes) && rest(body, hashes).starts_with([' ', '\t']) {
        let at = skip_blank(body, hashes);
        return at + skip_emphasis_marks(rest(body, at));
    }
    skip_emphasis_marks(body)
}

fn skip_emphasis_marks(text: &str) -> usize {
    let marks = text.len() - text.trim_start_matches(['*', '_']).len();
    if marks <= 3 { marks } else { 0 }
}

// ---- ordinals -------------------------------------------------------------------------------------------------------

fn read_ordinal(body: &str, start: usize) -> Option<Marker<'_>> {
    let number_at = skip_opener(body, start)?;
    let numeral = read_numeral(rest(body, number_at))?;
    let before = body.get(start..number_at)?;
    let opener = before.trim_end();
    let is_open = matches!(opener, "(" | "（" | "[" | "【");
    let behind = number_at + numeral.len;
    if numeral.script == Script::Circled {
        let text_at = skip_blank(body, behind + punctuation_len(rest(body, behind)));
        return Some(ordinal(numeral, before, ' ', (text_at, false)));
    }
    if rest(body, behind).starts_with(is_no_closer) {
        return None;
    }
    let (closer, end) =
        read_closer(body, behind, is_open).or_else(|| read_gap(body, behind, &numeral, opener))?;
    let end = end + skip_closing_marks(body, end, start);
    let text_at = skip_blank(body, end);
    let text = rest(body, text_at);
    let is_tight = text_at == end && !text.is_empty() && closer.is_ascii();
    let (text_at, checked) = read_box(body, text_at);
    if is_tight
        && (!is_open || closer == ']')
        && !text
            .starts_with(|letter: char| letter.is_alphabetic() || matches!(letter, '*' | '"' | '`'))
    {
        return None;
    }
    let is_plain = numeral.script == Script::Digits
        && numeral.value < 1000
        && (opener.is_empty() || opener == "(" || opener == "（");
    let is_weak =
        !is_plain || is_tight && !is_open || !matches!(closer, '.' | ')' | '．' | '）' | '、');
    // `3.5` and `10:30`
    if numeral.script == Script::Digits && numeral.value >= 1000 && opener.is_empty() {
        return None;
    }
    let marker = ordinal(numeral, before.trim_end(), closer, (text_at, is_weak));
    Some(Marker { checked, ..marker })
}

fn ordinal<'t>(
    numeral: Numeral,
    before: &'t str,
    closer: char,
    (text_at, is_weak): (usize, bool),
) -> Marker<'t> {
    Marker {
        mark: Mark::Ordinal(Ordinal {
            value: numeral.value,
            letter: numeral.letter,
            style: Style {
                script: numeral.script,
                before,
                closer,
            },
        }),
        text_at,
        checked: None,
        is_weak,
    }
}

/// Where the number starts: behind `(`, `#`, `No. `, `第`, or a word such as `Step `.
fn skip_opener(body: &str, start: usize) -> Option<usize> {
    let text = rest(body, start);
    let first = text.chars().next()?;
    match first {
        '(' | '（' | '[' | '【' => Some(skip_blank(body, start + first.len_utf8())),
        '#' | '№' | '第' => Some(start + first.len_utf8()),
        _ if first.is_alphabetic() => Some(start + label_len(text)),
        _ => Some(start),
    }
}

/// The length of `Step ` or `No. ` before a digit; 0 if there is none.
fn label_len(text: &str) -> usize {
    let word = text
        .char_indices()
        .take(16)
        .find(|(_, letter)| !letter.is_alphabetic());
    let Some((len, _)) = word else { return 0 };
    let behind = rest(text, len);
    let dot = usize::from(behind.starts_with(". ") && len <= 4);
    let end = skip_blank(text, len + dot);
    let end = end + usize::from(rest(text, end).starts_with('#'));
    let is_word = len > 1 || !text.is_ascii();
    let is_counted = rest(text, end).starts_with(|letter: char| letter.is_ascii_digit());
    if is_word && is_counted { end } else { 0 }
}

/// Whether no mark behind a number starts with `letter`.
fn is_no_closer(letter: char) -> bool {
    let may_close = matches!(letter, '.' | ')' | ']' | ':' | '-' | '/' | '\\');
    letter.is_ascii_graphic() && !may_close
}

/// `.`, `)`, `:`, ` -` and the like at `at`, and where it ends.
fn read_closer(body: &str, at: usize, is_open: bool) -> Option<(char, usize)> {
    let spaced = skip_blank(body, at);
    // `1\. a` and `[1.] a`
    let text = rest(body, spaced);
    let escaped = text
        .strip_prefix('\\')
        .filter(|text| text.starts_with(['.', ')']));
    let dotted = text
        .strip_prefix('.')
        .filter(|text| is_open && text.starts_with([']', ')']));
    let text = escaped.or(dotted).unwrap_or(text);
    let closer = text.chars().next()?;
    let end = body.len() - text.len() + closer.len_utf8();
    let behind = rest(body, end);
    let followed = || {
        behind.is_empty()
            || behind.starts_with(|letter: char| is_blank(letter) || letter == '*' || letter == '_')
    };
    let fits = match closer {
        ')' | '）' => true,
        ']' | '】' => is_open || followed(),
        '.' | '．' | '、' | '：' | '，' | '｡' => !is_open,
        ':' | '-' | '/' => !is_open && followed(),
        '–' | '—' => !is_open && (followed() || behind.starts_with(char::is_alphabetic)),
        _ => false,
    };
    fits.then(|| (closer, end + second_closer_len(closer, is_open, behind)))
}

/// `1.)`, `1.-`, `1.: a`, `(1). a`, `[1]: a`
fn second_closer_len(closer: char, is_open: bool, behind: &str) -> usize {
    let is_spaced = || {
        let next = behind.chars().nth(1);
        next.is_none_or(is_blank)
    };
    let has_second = match closer {
        '.' => behind.starts_with([')', '-']) || behind.starts_with(':') && is_spaced(),
        ')' | ']' => is_open && behind.starts_with(['.', ':']) && is_spaced(),
        _ => false,
    };
    usize::from(has_second)
}

/// A tab behind a number, or a blank behind a section or a counted hash: `1.2 Aim`, `#1 Aim`.
fn read_gap(body: &str, at: usize, numeral: &Numeral, opener: &str) -> Option<(char, usize)> {
    let gap = rest(body, at).chars().next()?;
    let is_bare = opener.is_empty();
    let is_section = is_bare && numeral.script == Script::Section && gap == ' ';
    let is_column = is_bare && numeral.script == Script::Digits && gap == '\t';
    let is_hash = matches!(opener, "#" | "№") && numeral.script == Script::Digits && gap == ' ';
    (is_section || is_column || is_hash).then_some((gap, at + 1))
}

/// The marks of emphasis that close right behind the number: `**1.** a`.
fn skip_closing_marks(body: &str, at: usize, start: usize) -> usize {
    if start == 0 {
        return 0;
    }
    let rest = rest(body, at);
    rest.len() - rest.trim_start_matches(['*', '_']).len()
}

fn punctuation_len(text: &str) -> usize {
    text.chars()
        .next()
        .filter(|letter| matches!(letter, '.' | ')' | '、' | ':' | '：' | '．'))
        .map_or(0, char::len_utf8)
}

/// The text behind a number that only its neighbours make a mark: `2, b` between `1. a` and `3. c`.
pub(super) fn read_loose_number(body: &str) -> Option<(u32, usize)> {
    const CLOSERS: [char; 10] = [',', ']', ':', '-', '–', '=', ';', ')', '.', '>'];
    let (value, len) = read_number(body)?;
    let behind = rest(body, len).trim_start_matches(is_blank);
    let text = behind.strip_prefix(CLOSERS).unwrap_or(behind);
    let text = text.trim_start_matches(is_blank);
    let is_apart = text.len() + len < body.len();
    let is_text = text.starts_with(|letter: char| !letter.is_ascii_digit());
    (is_apart && is_text).then_some((value, body.len() - text.len()))
}

impl Ordinal<'_> {
    /// Whether this one counts on from `last`, in another style: `2)` behind `1.`.
    pub(super) fn continues(&self, last: &Ordinal<'_>) -> bool {
        let is_bracket = |before: &str| matches!(before, "" | "(" | "（" | "[" | "【");
        let (this, other) = (self.style, last.style);
        let is_alike = is_bracket(this.before) && is_bracket(other.before)
            || this.before.eq_ignore_ascii_case(other.before);
        let counted = Ordinal {
            style: other,
            ..*self
        };
        this.script.without_case() == other.script.without_case()
            && is_alike
            && counted.follows(last)
    }

    /// Whether this one comes right behind `last`.
    pub(super) fn follows(&self, last: &Ordinal<'_>) -> bool {
        let is_next = |value: Option<u32>, last: Option<u32>| {
            value
                .zip(last)
                .is_some_and(|(value, last)| value == last + 1)
        };
        self.style == last.style
            && (is_next(Some(self.value), Some(last.value))
                || is_next(self.letter, last.letter)
                || is_next(self.letter, Some(last.value))
                || is_next(Some(self.value), last.letter))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text behind the marker, and whether the marker is weak.
    fn read(body: &str) -> Option<(&str, bool)> {
        read_marker(body).map(|marker| (rest(body, marker.text_at), marker.is_weak))
    }

    #[test]
    fn numbers_of_many_styles_are_markers() {
        for body in [
            "1. a",
            "1) a",
            "(1) a",
            "１．a",
            "①a",
            "(12) a",
            "1️⃣ a",
            "1 . a",
            "1.) a",
            "**1.** a",
            "### 1. a",
        ] {
            assert_eq!(read(body), Some(("a", false)), "{body}");
        }
        for body in [
            "a. a",
            "IV) a",
            "一、a",
            "（二）a",
            "Step 1: a",
            "1: a",
            "1 - a",
            "#1 - a",
            "가. a",
            "б) a",
            "1.2. a",
            "1.a",
            "第一，a",
        ] {
            assert_eq!(read(body), Some(("a", true)), "{body}");
        }
    }

    #[test]
    fn bullets_of_many_styles_are_markers() {
        for body in [
            "- a", "* a", "+ a", "• a", "•a", "– a", "→ a", "✅ a", "☐ a", "- [ ] a", "- [x] a",
            "▪️ a", "🔹a", "-\u{a0}a",
        ] {
            assert_eq!(read(body), Some(("a", false)), "{body}");
        }
        assert_eq!(read("-apple"), Some(("apple", true)));
        assert_eq!(read("🍎 apple"), Some(("apple", true)));
    }

    #[test]
    fn what_only_looks_like_a_marker_is_none() {
        for body in [
            "**bold**",
            "-5 degrees",
            "10:30 tea",
            "2024. Elections",
            "*a* b",
            "--flag",
            "-v",
            "word",
            "1,000 men",
        ] {
            assert_eq!(read(body), None, "{body}");
        }
    }

    #[test]
    fn a_decimal_is_a_section_only_if_more_speaks_for_it() {
        assert_eq!(read("3.5 stars"), Some(("stars", true)));
    }

    #[test]
    fn roman_numbers_and_letters_are_counted() {
        let ordinal = |body| match read_marker(body).unwrap().mark {
            Mark::Ordinal(ordinal) => ordinal,
            Mark::Bullet(_) => panic!("{body}"),
        };
        assert!(ordinal("ii. b").follows(&ordinal("i. a")));
        assert!(ordinal("j. b").follows(&ordinal("i. a")));
        assert!(ordinal("十一、b").follows(&ordinal("十、a")));
        assert!(!ordinal("2) b").follows(&ordinal("1. a")));
    }
}

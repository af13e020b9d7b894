//! A line that names a value: `Name: Ann`, `- **Name:** Ann`, `name = Ann`, `姓名：王`.

use std::borrow::Cow;
use std::sync::LazyLock;

use memchr::memmem;

use crate::scan::lines::{count_words, is_blank, starts_with_words, trim};
use crate::scan::words::Words;
use crate::span::Span;

/// A key and what stands behind it on its line.
#[derive(Clone, Debug)]
pub(crate) struct Pair<'t> {
    pub(crate) key: Cow<'t, str>,
    pub(crate) value: Span,
    /// Where the line starts, its indentation aside.
    pub(crate) start: usize,
    /// How far it is indented, in bytes.
    pub(crate) indent: usize,
    /// Whether the key is set in bold, in code or in quotes.
    pub(crate) is_marked: bool,
    /// Whether the line is an item of a list.
    pub(crate) has_bullet: bool,
}

/// The longest key that is looked for, in bytes.
const LONGEST: usize = 120;

/// The pair that `line` is, if it is one.
pub(crate) fn read_pair(text: &str, line: Span) -> Option<Pair<'_>> {
    let whole = trim(text, line);
    let indent = whole.start() - line.start();
    let content = skip_line_marks(text, whole);
    let (key, value, is_marked) = read_marked(text, content)
        .or_else(|| read_behind_symbol(text, content))
        .or_else(|| read_plain(text, content))?;
    Some(Pair {
        key,
        value,
        start: whole.start(),
        indent,
        is_marked,
        has_bullet: content.start() > whole.start() && !whole.of(text).starts_with(['>', '#']),
    })
}

/// The name that `## Name`, `**Name**` or `Name` is, a line without a value.
pub(crate) fn read_heading(text: &str, line: Span) -> &str {
    let line = skip_line_marks(text, trim(text, line)).of(text);
    line.trim_matches(|letter: char| {
        is_blank(letter) || matches!(letter, '*' | '#' | '_' | ':' | '：')
    })
}

/// Skips `>`, `-`, `1.`, `##` before the text of a line.
fn skip_line_marks(text: &str, line: Span) -> Span {
    let mut rest = line;
    for _ in 0..4 {
        let len = line_mark_len(rest.of(text));
        if len == 0 {
            break;
        }
        rest = trim(text, Span::new(rest.start() + len, rest.end()));
    }
    rest
}

fn line_mark_len(line: &str) -> usize {
    let Some(first) = line.chars().next() else {
        return 0;
    };
    let is_spaced = |len: usize| {
        line.get(len..)
            .is_some_and(|rest| rest.starts_with(is_blank))
    };
    match first {
        '>' => 1,
        '-' | '*' | '+' | '•' | '–' | '—' | '‣' | '▪' | '◦' | '●' | '·' | '➤' | '→'
            if is_spaced(first.len_utf8()) =>
        {
            first.len_utf8()
        }
        '[' if line.starts_with("[x] ") || line.starts_with("[ ] ") => 3,
        '#' => {
            let len = line.bytes().take_while(|&byte| byte == b'#').count();
            if is_spaced(len) { len } else { 0 }
        }
        '0'..='9' => {
            let len = line.bytes().take_while(u8::is_ascii_digit).count();
            let is_number = len < 4
                && line
                    .get(len..)
                    .is_some_and(|rest| rest.starts_with(['.', ')']));
            if is_number && is_spaced(len + 1) {
                len + 1
            } else {
                0
            }
        }
        _ => 0,
    }
}

type Parts<'t> = (Cow<'t, str>, Span, bool);

/// A key with marks around it: `**Key**: value`, `**Key:** value`, `` `key` - value``, `"key": "value",`, `【键】值`.
fn read_marked(text: &str, line: Span) -> Option<Parts<'_>> {
    let content = line.of(text);
    let (open, close) = find_marks(content)?;
    let start = line.start() + open.len();
    let bounded = cut(content.get(open.len()..)?, LONGEST);
    let len = memmem::find(bounded.as_bytes(), close.as_bytes())?;
    let inner = trim(text, Span::new(start, start + len));
    let behind = trim(text, Span::new(start + len + close.len(), line.end()));
    if let Some(key) = strip_separator(inner.of(text)) {
        return marked(key, "", behind);
    }
    if close == "】" && !behind.is_empty() {
        let separator = separator_len(behind.of(text)).unwrap_or(0);
        return marked(
            inner.of(text),
            "",
            trim(text, Span::new(behind.start() + separator, behind.end())),
        );
    }
    if behind.is_empty() && open.starts_with(['*', '_']) {
        return read_plain(text, inner).map(|(key, value, _)| (key, value, true));
    }
    let (unit, behind) = if open == "[" {
        ("", behind)
    } else {
        skip_unit(text, behind)
    };
    let separator = separator_len(behind.of(text))
        .or_else(|| dash_len(behind.of(text)).filter(|_| !open.starts_with(['"', '\'', '“'])))?;
    let value = trim(text, Span::new(behind.start() + separator, behind.end()));
    let value = if open.starts_with(['"', '\'', '“']) {
        unquote(text, value)
    } else {
        value
    };
    let is_reference = open == "[" && value.of(text).contains("://");
    marked(inner.of(text), unit, value).filter(|_| !is_reference)
}

/// A key in bold behind a symbol: `📌 **Key:** value`.
fn read_behind_symbol(text: &str, line: Span) -> Option<Parts<'_>> {
    let content = line.of(text);
    if content.is_ascii() || content.starts_with(char::is_alphanumeric) {
        return None;
    }
    let at = cut(content, 32).find("**")?;
    let symbol = content.get(..at)?.trim_end();
    if symbol.is_empty()
        || symbol.contains(|letter: char| letter.is_alphanumeric() || letter.is_ascii())
    {
        return None;
    }
    let (key, value, _) = read_marked(text, Span::new(line.start() + at, line.end()))?;
    Some((Cow::Owned(format!("{symbol} {key}")), value, true))
}

fn marked<'t>(key: &'t str, unit: &'t str, value: Span) -> Option<Parts<'t>> {
    let key = key.get(line_mark_len(key)..)?.trim();
    let is_key = key.chars().any(char::is_alphabetic)
        && count_words(key, 11) <= 10
        && !key.contains(['{', '}']);
    let key = if unit.is_empty() {
        Cow::Borrowed(key)
    } else {
        Cow::Owned(format!("{key} {unit}"))
    };
    is_key.then_some((key, value, true))
}

fn find_marks(line: &str) -> Option<(&'static str, &'static str)> {
    const MARKS: [(&str, &str); 11] = [
        ("***", "***"),
        ("**", "**"),
        ("__", "__"),
        ("*", "*"),
        ("_", "_"),
        ("`", "`"),
        ("\"", "\""),
        ("'", "'"),
        ("“", "”"),
        ("【", "】"),
        ("[", "]"),
    ];
    let first = line.bytes().next()?;
    let may_be_mark = !first.is_ascii_alphanumeric();
    let mut marks = MARKS.into_iter().filter(|_| may_be_mark);
    marks.find(|(open, _)| line.starts_with(open))
}

/// `(kg)` behind a key.
fn skip_unit(text: &str, rest: Span) -> (&str, Span) {
    let content = rest.of(text);
    let end = match content.starts_with('(') {
        true => cut(content, 40).find(')').map_or(0, |at| at + 1),
        false => 0,
    };
    let unit = content.get(..end).unwrap_or_default();
    (unit, trim(text, Span::new(rest.start() + end, rest.end())))
}

fn strip_separator(key: &str) -> Option<&str> {
    key.strip_suffix([':', '：', '='])
        .map(str::trim_end)
        .filter(|key| !key.is_empty())
}

/// The length of `:`, `=`, `=>` and the like, at the start of `text`.
fn separator_len(text: &str) -> Option<usize> {
    let marks = [":=", "=>", "==", "::", "：", ":", "=", "->", "→", "⇒"];
    let mark = marks.into_iter().find(|mark| text.starts_with(mark))?;
    (mark != "::").then_some(mark.len())
}

fn dash_len(text: &str) -> Option<usize> {
    let dash = text
        .chars()
        .next()
        .filter(|dash| matches!(dash, '-' | '–' | '—'))?;
    let len = dash.len_utf8();
    text.get(len..)?.starts_with(is_blank).then_some(len)
}

/// `"value",` is `value`.
fn unquote(text: &str, value: Span) -> Span {
    let content = value.of(text);
    let inner = content.trim_end_matches(',').trim_end();
    let is_quoted = inner.len() > 1
        && ["\"", "'"]
            .iter()
            .any(|quote| inner.starts_with(quote) && inner.ends_with(quote));
    match is_quoted {
        true => Span::new(value.start() + 1, value.start() + inner.len() - 1),
        false if inner.len() < content.len() => {
            Span::new(value.start(), value.start() + inner.len())
        }
        false => value,
    }
}

fn read_plain(text: &str, line: Span) -> Option<Parts<'_>> {
    let content = line.of(text);
    let (at, len) = find_separator(cut(content, LONGEST))?;
    let key = content.get(..at)?.trim_end();
    let value = trim(text, Span::new(line.start() + at + len, line.end()));
    is_key(key).then_some((Cow::Borrowed(key), value, false))
}

/// `text` up to `len` bytes, on a character boundary.
fn cut(text: &str, len: usize) -> &str {
    let len = (0..=len.min(text.len()))
        .rev()
        .find(|&len| text.is_char_boundary(len));
    text.get(..len.unwrap_or_default()).unwrap_or_default()
}

/// Where the separator behind a key stands, and its length. Times, web addresses and paths have none.
fn find_separator(line: &str) -> Option<(usize, usize)> {
    let bytes = line.as_bytes();
    let mut at = 0;
    while let Some(len) = memchr::memchr3(b':', b'=', 0xef, bytes.get(at..)?) {
        at += len;
        let rest = line.get(at..).unwrap_or_default();
        match rest.chars().next() {
            Some('：') => return Some((at, '：'.len_utf8())),
            Some(':') if is_colon(line, at) => {
                return Some((at, if rest.starts_with(":=") { 2 } else { 1 }));
            }
            Some(':') if rest.starts_with(":: ") => return Some((at, 2)),
            Some(':') => {
                at += bytes
                    .get(at..)?
                    .iter()
                    .take_while(|&&byte| byte == b':')
                    .count()
            }
            Some('=') if is_equals(line, at) => {
                let len = bytes
                    .get(at..)?
                    .iter()
                    .take_while(|&&byte| byte == b'=')
                    .count();
                return Some((at, len + usize::from(bytes.get(at + len) == Some(&b'>'))));
            }
            Some('=') => return None,
            _ => at += 1,
        }
    }
    None
}

fn is_colon(line: &str, at: usize) -> bool {
    let before = line.get(..at).unwrap_or_default();
    let behind = line.get(at + 1..).unwrap_or_default();
    let is_time = before.ends_with(|letter: char| letter.is_ascii_digit())
        && behind.starts_with(|letter: char| letter.is_ascii_digit());
    let is_path = before.len() == 1 && behind.starts_with(['\\', '/']);
    !(is_time
        || is_path
        || behind.starts_with("//")
        || behind.starts_with(':')
        || before.ends_with(':'))
}

fn is_equals(line: &str, at: usize) -> bool {
    let before = line.get(..at).unwrap_or_default();
    !before.ends_with(['!', '<', '>', '+', '-', '*', '/', '%', '&', '|', '^'])
}

/// Whether `text` may be the name of a value rather than the start of a sentence or code.
pub(crate) fn is_key(text: &str) -> bool {
    text.len() <= 100 && (is_plain_key(text) || is_marked_key(text)) && !is_clause(text)
}

/// Up to five words of ASCII letters, digits, hyphens and underscores, as most keys are.
fn is_plain_key(text: &str) -> bool {
    let (mut blanks, mut has_letter) = (0, false);
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' => has_letter = true,
            b'0'..=b'9' | b'-' | b'_' => {}
            b' ' => blanks += 1,
            _ => return false,
        }
    }
    has_letter && blanks < 5
}

fn is_marked_key(text: &str) -> bool {
    count_words(text, 6) <= 5 && text.chars().any(char::is_alphabetic) && has_marks_of_keys(text)
}

/// Whether no mark in `text` is one of sentences or of code.
fn has_marks_of_keys(text: &str) -> bool {
    let is_mark = |letter: char| {
        matches!(
            letter,
            ',' | ';'
                | '?'
                | '!'
                | '"'
                | '<'
                | '>'
                | '{'
                | '}'
                | '|'
                | '\\'
                | '`'
                | '，'
                | '。'
                | '；'
                | '！'
                | '？'
                | '、'
                | '“'
                | '”'
                | '$'
        )
    };
    let unspaced = text
        .chars()
        .filter(|letter| matches!(letter, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}'))
        .count();
    unspaced <= 12
        && !text.contains(is_mark)
        && !text.contains(". ")
        && !text.contains("//")
        && !text.contains("**")
        && !text.contains("](")
        && !text.starts_with(['[', '(', '/', '.', '@', '='])
        && text.matches('(').count() == text.matches(')').count()
}

/// Words that open a sentence, and words that only stand in the middle of one.
static FIRST_WORDS: LazyLock<Words> = LazyLock::new(|| {
    Words::new(&[
        "dear",
        "here",
        "there",
        "this",
        "these",
        "that",
        "those",
        "i",
        "we",
        "you",
        "he",
        "she",
        "it",
        "they",
        "sure",
        "okay",
        "ok",
        "please",
        "let",
        "if",
        "when",
        "because",
        "hier",
        "ich",
        "wir",
        "dies",
        "wenn",
        "voici",
        "voilà",
        "je",
        "nous",
        "si",
        "aquí",
        "estos",
        "aqui",
        "ecco",
        "questi",
        "вот",
        "это",
        "以下",
        "这是",
        "這是",
        "こちら",
        "다음",
    ])
});
static INNER_WORDS: LazyLock<Words> = LazyLock::new(|| {
    Words::new(&[
        "is", "are", "was", "were", "am", "has", "have", "had", "will", "would", "should", "said",
        "says", "replied", "answered", "asked", "that", "which", "ist", "sind", "war", "est",
        "sont", "était", "es", "son", "são", "è", "sono",
    ])
});
const UNSPACED_WORDS: &[&str] = &[
    "以下",
    "如下",
    "这是",
    "這是",
    "です",
    "ます",
    "입니다",
    "다음은",
    "我认为",
    "我認為",
];

/// Whether `text` is the start of a sentence: `The answer is`, `Here you go`.
fn is_clause(text: &str) -> bool {
    let first = text.split(|letter: char| !letter.is_alphanumeric()).next();
    let first = first.unwrap_or_default();
    if has_word(&FIRST_WORDS, first) {
        return true;
    }
    if !text.is_ascii() && is_clause_beyond_ascii(text) {
        return true;
    }
    let mut words = text.split_whitespace().skip(1);
    words.any(|word| has_word(&INNER_WORDS, word))
}

fn has_word(words: &Words, word: &str) -> bool {
    let mut near = words.near(word).iter();
    near.any(|other| word.eq_ignore_ascii_case(other))
}

fn is_clause_beyond_ascii(text: &str) -> bool {
    let near = FIRST_WORDS.near(text).iter();
    let mut words = near.filter(|word| !word.is_ascii());
    words.any(|word| starts_with_words(text, word))
        || UNSPACED_WORDS.iter().any(|word| text.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(line: &str) -> Option<(String, &str)> {
        let pair = read_pair(line, Span::new(0, line.len()))?;
        Some((pair.key.into_owned(), pair.value.of(line)))
    }

    #[test]
    fn every_spelling_of_a_pair_is_read() {
        for line in [
            "Key: value",
            "Key:value",
            "Key : value",
            "Key = value",
            "key=value",
            "**Key**: value",
            "**Key:** value",
            "**Key: value**",
            "- Key: value",
            "* **Key** - value",
            "1. **Key** – value",
            "`Key`: value",
            "Key：value",
            "> Key: value",
            "### Key: value",
            "*Key*: value",
            "__Key__: value",
            "\"Key\": \"value\",",
            "'Key': 'value'",
            "【Key】value",
            "【Key】：value",
            "\tKey:\tvalue",
            "Key := value",
            "**Key** => value",
        ] {
            let (key, value) = pair(line).unwrap_or_default();
            assert_eq!(
                (key.to_lowercase().as_str(), value),
                ("key", "value"),
                "{line}"
            );
        }
    }

    #[test]
    fn keys_may_have_hyphens_blanks_and_letters_of_any_script() {
        for key in [
            "first-name",
            "First Name",
            "Größe (cm)",
            "ключ",
            "مفتاح",
            "📍 Location",
            "user.name",
            "Q3 2024",
            "No.",
            "is_active",
            "A/B",
            "naïve",
        ] {
            let line = format!("{key}: x");
            assert_eq!(pair(&line).map(|(found, _)| found).as_deref(), Some(key));
        }
        assert_eq!(
            pair("**Weight** (kg): 3").unwrap(),
            ("Weight (kg)".to_owned(), "3")
        );
    }

    #[test]
    fn times_addresses_and_sentences_are_no_pairs() {
        for line in [
            "10:30",
            "Meet at 10:30",
            "https://example.org/a",
            "C:\\new",
            "std::vector",
            "The answer is: Paris",
            "Here is the list:",
            "I think: no",
            "a <= b",
            "x != y",
            "if x == 3: y",
            "[1]: http://x.io",
            "First, second: third",
            "以下是结果：",
            ":smile:",
            "Voici la réponse : 3",
        ] {
            assert_eq!(pair(line), None, "{line}");
        }
    }

    #[test]
    fn a_value_may_hold_separators() {
        assert_eq!(
            pair("Link: https://x.io/a?b=c:d").unwrap().1,
            "https://x.io/a?b=c:d"
        );
        assert_eq!(
            pair("url = https://x.org/?a=b").unwrap().1,
            "https://x.org/?a=b"
        );
        assert_eq!(
            pair("备注：时间 10:30，见《说明：第一版》").unwrap().1,
            "时间 10:30，见《说明：第一版》"
        );
    }
}

//! JSON: the whole text, `{` where a line starts and `}` where one ends, or `{"key":` anywhere.

use memchr::memchr_iter;

use super::tally::Tally;
use super::{Score, weights};
use crate::output_format::OutputFormat;

/// The longest key that is looked for, in bytes.
const LONGEST: usize = 256;

/// `is_whole` says that a strict reader takes all of the text, as an object or a list.
pub(crate) fn score(text: &str, tally: &Tally, is_whole: bool) -> Option<Score> {
    let (confidence, evidence) = if is_whole {
        (weights::JSON_WHOLE, "valid JSON parse succeeded")
    } else if tally.has_edges {
        (weights::JSON_EDGES, "starts/ends with { } or [ ]")
    } else if has_key(text) {
        (weights::JSON_KEY, "contains JSON-like key pattern")
    } else {
        return None;
    };
    Some(Score::new(OutputFormat::Json, confidence, evidence))
}

/// `{"key":`
fn has_key(text: &str) -> bool {
    memchr_iter(b'{', text.as_bytes()).any(|at| is_key(text.as_bytes(), at + 1))
}

fn is_key(bytes: &[u8], at: usize) -> bool {
    let near = bytes.get(at..).unwrap_or_default();
    let near = near.get(..LONGEST).unwrap_or(near);
    let Some((quote @ (b'"' | b'\''), rest)) = near.split_first() else {
        return false;
    };
    let end = memchr::memchr(*quote, rest).filter(|&end| end > 0);
    let behind = end.and_then(|end| rest.get(end + 1..)).unwrap_or_default();
    let mark = behind.iter().find(|byte| !byte.is_ascii_whitespace());
    mark == Some(&b':')
}

/// How many brackets in a row are looked through.
const NESTED: usize = 4;

/// Whether the look of what stands at `at`, a bracket, promises a value: `{"a":`, `{a: 1`, `[{"a":`, `["a", `.
pub(crate) fn promises(text: &str, at: usize) -> bool {
    let mut rest = text.get(at..).unwrap_or_default();
    for _ in 0..NESTED {
        let Some(inner) = rest.strip_prefix('[').map(str::trim_start) else {
            break;
        };
        if inner.starts_with('"') {
            return !inner.starts_with("\"]");
        }
        rest = inner;
    }
    let inner = rest.strip_prefix('{').map(str::trim_start);
    inner.is_some_and(|inner| is_quoted_key(inner) || is_bare_key(inner))
}

fn is_quoted_key(inner: &str) -> bool {
    let Some(quote) = inner
        .chars()
        .next()
        .filter(|quote| matches!(quote, '"' | '\'' | '“' | '‘'))
    else {
        return false;
    };
    let close = match quote {
        '“' => '”',
        '‘' => '’',
        quote => quote,
    };
    let near: &str = inner.get(quote.len_utf8()..).unwrap_or_default();
    let mut letters = near.char_indices().take(LONGEST / 2);
    let end = letters.find(|(_, letter)| *letter == close);
    end.and_then(|(end, _)| near.get(end + close.len_utf8()..))
        .is_some_and(|behind| behind.trim_start().starts_with([':', '：']))
}

/// `name: "Ann"`, not `color: red;`
fn is_bare_key(inner: &str) -> bool {
    let end = inner.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let Some(behind) = end.filter(|&end| end > 0).and_then(|end| inner.get(end..)) else {
        return false;
    };
    let value = behind.trim_start().strip_prefix(':').map(str::trim_start);
    value.is_some_and(|value| {
        let is_start = |letter: char| {
            letter.is_ascii_digit() || matches!(letter, '"' | '\'' | '[' | '{' | '-')
        };
        let word = value.split(|letter: char| !letter.is_alphanumeric()).next();
        let is_literal = word.is_some_and(|word| {
            matches!(word, "true" | "false" | "null" | "True" | "False" | "None")
        });
        value.starts_with(is_start) || is_literal
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_with_a_key_promise_a_value() {
        for text in [
            "{\"a\" : 1",
            "{ 'a': 1}",
            "{a: 1}",
            "[{\"a\": 1}",
            "[\"a\", 1]",
            "[[{a: \"\"}]]",
        ] {
            assert!(promises(text, 0), "{text}");
        }
        for text in [
            "{{ user }}",
            "{% if %}",
            "{curly}",
            "[1]",
            "[docs](u)",
            "{\n  return a;",
            "{color: red;}",
            "[",
            "{",
        ] {
            assert!(!promises(text, 0), "{text}");
        }
    }
}

//! Patterns of JSON Schema, which are those of ECMAScript: `^[A-Z]{3}-\d+$`.
//!
//! With the feature `regex` they are translated for the crate `regex`, whose time is linear in the text whatever the
//! pattern; the engines that know lookaround and back references backtrack. A pattern that needs those, and every
//! pattern without the feature, is kept and not checked: [`Schema::unchecked`](super::Schema::unchecked) names it.

/// A pattern, which may stand anywhere in a text.
#[derive(Debug)]
pub(crate) struct Pattern {
    text: Box<str>,
    #[cfg(feature = "regex")]
    engine: Option<regex::Regex>,
}

#[cfg(not(feature = "regex"))]
impl Pattern {
    pub(super) fn new(text: &str) -> Self {
        Self { text: text.into() }
    }

    /// Whether a part of `text` matches; none if that cannot be told.
    #[expect(clippy::unused_self, reason = "nothing is matched without an engine")]
    pub(crate) fn matches(&self, _: &str) -> Option<bool> {
        None
    }

    #[expect(clippy::unused_self, reason = "nothing is matched without an engine")]
    pub(super) fn is_checked(&self) -> bool {
        false
    }
}

impl Pattern {
    /// As it stands in the schema.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}

#[cfg(feature = "regex")]
impl Pattern {
    pub(super) fn new(text: &str) -> Self {
        Self {
            text: text.into(),
            engine: regex::RegexBuilder::new(&translate(text))
                .size_limit(LARGEST)
                .build()
                .ok(),
        }
    }

    /// Whether a part of `text` matches; none if that cannot be told.
    pub(crate) fn matches(&self, text: &str) -> Option<bool> {
        Some(self.engine.as_ref()?.is_match(text))
    }

    pub(super) fn is_checked(&self) -> bool {
        self.engine.is_some()
    }

    /// A short text that the pattern may match.
    pub(super) fn example(&self) -> Option<String> {
        let hir = regex_syntax::parse(self.engine.as_ref()?.as_str()).ok()?;
        let mut out = String::new();
        write_example(&hir, &mut out, 0)?;
        Some(out)
    }
}

/// The size of a compiled pattern, in bytes; a larger one is not checked.
#[cfg(feature = "regex")]
const LARGEST: usize = 1 << 20;

/// The blanks of ECMAScript, as members of a class.
#[cfg(feature = "regex")]
const BLANKS: &str = r"\t\n\x0b\x0c\r \u{a0}\u{1680}\u{2000}-\u{200a}\u{2028}\u{2029}\u{202f}\u{205f}\u{3000}\u{feff}";

/// The ECMAScript pattern `text` in the syntax of the crate `regex`.
#[cfg(feature = "regex")]
fn translate(text: &str) -> String {
    let mut out = String::new();
    let mut is_class = false;
    let mut rest = text.chars();
    while let Some(letter) = rest.next() {
        match (letter, is_class) {
            ('\\', _) => push_escape(&mut out, rest.next(), is_class),
            ('[', false) => is_class = open_class(&mut out, &mut rest),
            (']', true) => {
                is_class = false;
                out.push(']');
            }
            ('[' | '&' | '~', true) => out.extend(['\\', letter]),
            ('.', false) => out.push_str(r"[^\n\r\u{2028}\u{2029}]"),
            _ => out.push(letter),
        }
    }
    out
}

/// Behind a `[`: whether a class is open now. `[]` matches nothing, and `[^]` anything.
#[cfg(feature = "regex")]
fn open_class(out: &mut String, rest: &mut std::str::Chars<'_>) -> bool {
    if let Some(behind) = rest.as_str().strip_prefix(']') {
        out.push_str(r"[^\x00-\x{10ffff}]");
        *rest = behind.chars();
        return false;
    }
    if let Some(behind) = rest.as_str().strip_prefix("^]") {
        out.push_str("(?s:.)");
        *rest = behind.chars();
        return false;
    }
    out.push('[');
    true
}

#[cfg(feature = "regex")]
fn push_escape(out: &mut String, letter: Option<char>, is_class: bool) {
    let Some(letter) = letter else {
        out.push('\\');
        return;
    };
    match (letter, is_class) {
        ('d', _) => out.push_str("[0-9]"),
        ('D', _) => out.push_str("[^0-9]"),
        ('w', _) => out.push_str("[0-9A-Za-z_]"),
        ('W', _) => out.push_str("[^0-9A-Za-z_]"),
        ('s', _) => out.push_str(&format!("[{BLANKS}]")),
        ('S', _) => out.push_str(&format!("[^{BLANKS}]")),
        ('b', true) => out.push_str(r"\x08"),
        ('b', false) => out.push_str(r"(?-u:\b)"),
        ('-', true) => out.push_str(r"\-"),
        // Letters and signs that stand for themselves there, and for something else here.
        ('a' | 'A' | 'z' | '<' | '>', _) => out.push(letter),
        _ => out.extend(['\\', letter]),
    }
}

/// How long an example may grow, and how deep its pattern may nest.
#[cfg(feature = "regex")]
const LONGEST: usize = 1000;

#[cfg(feature = "regex")]
fn write_example(hir: &regex_syntax::hir::Hir, out: &mut String, depth: usize) -> Option<()> {
    use regex_syntax::hir::HirKind;
    if depth > 50 || out.len() > LONGEST {
        return None;
    }
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => out.push_str(std::str::from_utf8(&literal.0).ok()?),
        HirKind::Class(class) => out.push(pick(class)?),
        HirKind::Capture(group) => write_example(&group.sub, out, depth + 1)?,
        HirKind::Repetition(repeated) => {
            let most = repeated.max.unwrap_or(u32::MAX);
            for _ in 0..repeated.min.max(1).min(most) {
                write_example(&repeated.sub, out, depth + 1)?;
            }
        }
        HirKind::Concat(parts) => {
            for part in parts {
                write_example(part, out, depth + 1)?;
            }
        }
        HirKind::Alternation(arms) => write_example(arms.first()?, out, depth + 1)?,
    }
    Some(())
}

/// A letter or digit of the class, if there is one.
#[cfg(feature = "regex")]
fn pick(class: &regex_syntax::hir::Class) -> Option<char> {
    use regex_syntax::hir::Class;
    let ranges: Vec<(char, char)> = match class {
        Class::Unicode(class) => class
            .iter()
            .map(|range| (range.start(), range.end()))
            .collect(),
        Class::Bytes(class) => class
            .iter()
            .map(|range| (range.start().into(), range.end().into()))
            .collect(),
    };
    let holds = |letter: char| {
        ranges
            .iter()
            .any(|(from, to)| (*from..=*to).contains(&letter))
    };
    let plain = ('a'..='z')
        .chain('A'..='Z')
        .chain('0'..='9')
        .chain(" -_.".chars());
    plain
        .into_iter()
        .find(|letter| holds(*letter))
        .or_else(|| ranges.first().map(|(from, _)| *from))
}

#[cfg(all(test, feature = "regex"))]
mod tests {
    use super::*;

    fn matches(pattern: &str, text: &str) -> Option<bool> {
        Pattern::new(pattern).matches(text)
    }

    #[test]
    fn patterns_mean_what_ecmascript_means() {
        for (pattern, text, expected) in [
            ("b", "abc", true),
            ("^b", "abc", false),
            (r"^\d+$", "12", true),
            (r"^\d+$", "१२", false),
            (r"^\w+$", "é", false),
            (r"^\s$", "\u{feff}", true),
            (r"^[\d\-]+$", "1-2", true),
            ("^[[a]$", "[", true),
            ("^[a&&b]$", "&", true),
            ("^.$", "\r", false),
            ("^[^]$", "\n", true),
            ("[]a", "a", false),
            (r"^a\/b$", "a/b", true),
            ("a$", "a\n", false),
            (r"^\<a\>$", "<a>", true),
        ] {
            assert_eq!(matches(pattern, text), Some(expected), "{pattern} {text:?}");
        }
    }

    #[test]
    fn lookaround_is_not_checked() {
        assert_eq!(matches("^(?=a)a$", "b"), None);
        assert!(!Pattern::new(r"(a)\1").is_checked());
    }

    #[test]
    fn an_example_matches_its_pattern() {
        for pattern in [
            r"^[A-Z]{3}-\d{4}$",
            "^(good|bad)+$",
            "a?b*c",
            "^.{5,}$",
            r"^\S+@\S+\.[a-z]+$",
            "",
        ] {
            let read = Pattern::new(pattern);
            let example = read.example().unwrap();
            assert_eq!(read.matches(&example), Some(true), "{pattern} {example:?}");
        }
        assert_eq!(Pattern::new("a{2000}").example(), None);
    }
}

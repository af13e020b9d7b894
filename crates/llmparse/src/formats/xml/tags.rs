//! One tag: `<answer type="final">`, `</answer >`, `<answer/>`, and the odd `< answer>`.

/// The longest tag in bytes, attributes included; what is longer is text.
const LONGEST: usize = 2048;
/// The longest name in bytes.
const LONGEST_NAME: usize = 256;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Open,
    Close,
    /// It opens and closes at once.
    Empty,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tag<'t> {
    pub(super) name: &'t str,
    pub(super) form: Form,
    /// Behind its `>`.
    pub(super) end: usize,
    /// Spelled as no XML reader takes it.
    pub(super) is_odd: bool,
}

/// Whether a tag can be called `name`.
pub(crate) fn is_name(name: &str) -> bool {
    !name.is_empty() && name_end(name, 0) == name.len()
}

/// The tag that starts at `at`, where a `<` stands.
pub(super) fn tag_at(text: &str, at: usize) -> Option<Tag<'_>> {
    let mut scanner = Scanner::new(text, at);
    let is_spaced = scanner.skip_blanks();
    let is_escaped = scanner.take(b'\\');
    let is_closer = scanner.take(b'/');
    if is_escaped && !is_closer {
        return None;
    }
    let is_odd = is_closer && scanner.skip_blanks() || is_spaced;
    let name = scanner.take_name()?;
    if is_closer && scanner.ends_unclosed() {
        return Some(Tag {
            name,
            form: Form::Close,
            end: scanner.at,
            is_odd: true,
        });
    }
    let form = if is_closer || is_odd {
        scanner.skip_blanks();
        let form = if is_closer { Form::Close } else { Form::Open };
        scanner.take(b'>').then_some(form)?
    } else {
        scanner.take_attributes()?
    };
    Some(Tag {
        name,
        form,
        end: scanner.at,
        is_odd,
    })
}

struct Scanner<'t> {
    /// The text up to where a tag has to end.
    text: &'t str,
    at: usize,
}

impl<'t> Scanner<'t> {
    fn new(text: &'t str, at: usize) -> Self {
        let mut limit = (at + LONGEST).min(text.len());
        while !text.is_char_boundary(limit) {
            limit -= 1;
        }
        Self {
            text: text.get(..limit).unwrap_or(text),
            at: at + 1,
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let is_there = self.peek() == Some(byte);
        self.at += usize::from(is_there);
        is_there
    }

    fn skip_blanks(&mut self) -> bool {
        let start = self.at;
        while let Some(byte) = self.peek() {
            if byte.is_ascii_whitespace() {
                self.at += 1;
            } else if byte >= 0x80 {
                let rest = self.text.get(self.at..).unwrap_or_default();
                let blanks = rest.len() - rest.trim_start().len();
                if blanks == 0 {
                    break;
                }
                self.at += blanks;
            } else {
                break;
            }
        }
        self.at > start
    }

    /// Whether another tag starts where this one should end: `</a\n<b>`.
    fn ends_unclosed(&self) -> bool {
        let rest = self.text.get(self.at..).unwrap_or_default();
        rest.trim_start().starts_with('<')
    }

    fn take_name(&mut self) -> Option<&'t str> {
        let end = name_end(self.text, self.at);
        let name = self
            .text
            .get(self.at..end)
            .filter(|name| !name.is_empty() && name.len() <= LONGEST_NAME)?;
        self.at = end;
        Some(name)
    }

    /// Goes over the attributes and the end of the tag.
    fn take_attributes(&mut self) -> Option<Form> {
        loop {
            let is_spaced = self.skip_blanks();
            match self.peek()? {
                b'>' => {
                    self.at += 1;
                    return Some(Form::Open);
                }
                b'/' => {
                    self.at += 1;
                    self.skip_blanks();
                    if self.take(b'>') {
                        return Some(Form::Empty);
                    }
                }
                _ if is_spaced => self.take_attribute()?,
                _ => return None,
            }
        }
    }

    /// `lang`, `lang=fr`, `lang = "fr"`
    fn take_attribute(&mut self) -> Option<()> {
        let is_part = |byte: u8| {
            !byte.is_ascii_whitespace() && !matches!(byte, b'=' | b'>' | b'<' | b'/' | b'"' | b'\'')
        };
        let start = self.at;
        self.skip_while(is_part);
        let behind = self.at;
        self.skip_blanks();
        if !self.take(b'=') {
            self.at = behind;
            return (behind > start).then_some(());
        }
        self.skip_blanks();
        match self.peek()? {
            quote @ (b'"' | b'\'') => {
                let inner = self.text.as_bytes().get(self.at + 1..)?;
                self.at += memchr::memchr(quote, inner)? + 2;
            }
            _ => {
                self.skip_while(|byte| !byte.is_ascii_whitespace() && !matches!(byte, b'>' | b'<'))
            }
        }
        Some(())
    }

    fn skip_while(&mut self, is_part: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&is_part) {
            self.at += 1;
        }
    }
}

/// Where the name that starts at `at` ends.
fn name_end(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let is_part = |byte: &u8| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b':') || *byte >= 0x80
    };
    let len = rest
        .bytes()
        .position(|byte| !is_part(&byte))
        .unwrap_or(rest.len());
    let name = rest.get(..len).unwrap_or_default();
    if name.is_ascii() {
        return at + len;
    }
    at + name.find(char::is_whitespace).unwrap_or(len)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(&str, Form, bool, &str)> {
        tag_at(text, 0).map(|tag| (tag.name, tag.form, tag.is_odd, &text[tag.end..]))
    }

    #[test]
    fn tags_have_attributes_and_blanks() {
        assert_eq!(read("<a>x"), Some(("a", Form::Open, false, "x")));
        assert_eq!(
            read("<a b=\"c > d\" e f = g>x"),
            Some(("a", Form::Open, false, "x"))
        );
        assert_eq!(
            read("<a-b.c:d\n>x"),
            Some(("a-b.c:d", Form::Open, false, "x"))
        );
        assert_eq!(read("</答案 >x"), Some(("答案", Form::Close, false, "x")));
        assert_eq!(read("<a b='/'/>x"), Some(("a", Form::Empty, false, "x")));
        assert_eq!(read("<a\u{a0}b>x"), Some(("a", Form::Open, false, "x")));
        assert_eq!(
            read("<a href=http://x/y>x"),
            Some(("a", Form::Open, false, "x"))
        );
    }

    #[test]
    fn odd_tags_are_told_apart() {
        assert_eq!(read("< a >x"), Some(("a", Form::Open, true, "x")));
        assert_eq!(read("</ a>x"), Some(("a", Form::Close, true, "x")));
        assert_eq!(read("<\\/a>x"), Some(("a", Form::Close, false, "x")));
        assert_eq!(read("</a\n<b>"), Some(("a", Form::Close, true, "\n<b>")));
    }

    #[test]
    fn other_angle_brackets_are_text() {
        for text in [
            "< b and c >",
            "<=>",
            "<a<b>",
            "<a",
            "<>",
            "<|eot|>",
            "<a \"x\">",
            "<a b=\"c>",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn names_are_words() {
        assert!(is_name("my-tag") && is_name("ns:tag") && is_name("réponse"));
        assert!(!is_name("") && !is_name("a b") && !is_name("<a>") && !is_name("/a"));
    }
}

//! What stands between the tags: `<![CDATA[a < b]]>` and `a &lt; b` are `a < b`.

use std::borrow::Cow;

use memchr::memmem;

use crate::span::Span;

const DATA_START: &str = "<![CDATA[";
const DATA_END: &str = "]]>";
/// The longest character reference, in bytes.
const LONGEST: usize = 12;

/// The text of `content`, and where references in it were read as characters. Content with markup of its own stays as
/// it is.
pub(super) fn read(content: &str) -> (Cow<'_, str>, Vec<Span>) {
    let has_data = memmem::find(content.as_bytes(), DATA_START.as_bytes()).is_some();
    let has_references = memchr::memchr(b'&', content.as_bytes()).is_some();
    if !has_data && (!has_references || has_markup(content)) {
        return (Cow::Borrowed(content), Vec::new());
    }
    let mut reader = Reader {
        content,
        text: String::with_capacity(content.len()),
        unescaped: Vec::new(),
        is_markup: has_markup(content),
    };
    reader.run();
    let text = reader.text.trim();
    (Cow::Owned(text.to_owned()), reader.unescaped)
}

/// Whether tags close in it, outside of character data.
fn has_markup(content: &str) -> bool {
    let mut rest = content;
    while let Some((before, data)) = rest.split_once(DATA_START) {
        if closes_tag(before) {
            return true;
        }
        rest = data.split_once(DATA_END).map_or("", |(_, behind)| behind);
    }
    closes_tag(rest)
}

fn closes_tag(text: &str) -> bool {
    text.contains("</") || text.contains("/>")
}

struct Reader<'t> {
    content: &'t str,
    text: String,
    unescaped: Vec<Span>,
    is_markup: bool,
}

impl Reader<'_> {
    fn run(&mut self) {
        let mut done = 0;
        while let Some(at) = self.find_mark(done) {
            self.copy(done, at);
            done = self
                .take_data(at)
                .or_else(|| self.take_reference(at))
                .unwrap_or_else(|| {
                    self.copy(at, at + 1);
                    at + 1
                });
        }
        self.copy(done, self.content.len());
    }

    fn find_mark(&self, from: usize) -> Option<usize> {
        let rest = self.content.as_bytes().get(from..)?;
        memchr::memchr2(b'<', b'&', rest).map(|offset| from + offset)
    }

    fn copy(&mut self, start: usize, end: usize) {
        self.text
            .push_str(self.content.get(start..end).unwrap_or_default());
    }

    fn take_data(&mut self, at: usize) -> Option<usize> {
        let start = at + DATA_START.len();
        let data = self.content.get(at..)?.strip_prefix(DATA_START)?;
        let end = memmem::find(data.as_bytes(), DATA_END.as_bytes()).map(|len| start + len);
        self.copy(start, end.unwrap_or(self.content.len()));
        Some(end.map_or(self.content.len(), |end| end + DATA_END.len()))
    }

    fn take_reference(&mut self, at: usize) -> Option<usize> {
        if self.is_markup {
            return None;
        }
        let rest = self.content.as_bytes().get(at + 1..)?;
        let len = memchr::memchr(b';', rest.get(..LONGEST.min(rest.len()))?)?;
        let letter = character(self.content.get(at + 1..at + 1 + len)?)?;
        self.text.push(letter);
        let end = at + len + 2;
        self.unescaped.push(Span::new(at, end));
        Some(end)
    }
}

/// The character that `lt`, `#60` or `#x3C` stands for.
fn character(name: &str) -> Option<char> {
    match name {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)
                .filter(|letter| !letter.is_control() || letter.is_whitespace())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_read_once_and_told() {
        let (text, spans) = read("a &lt; b &amp;lt; &#39;&#x41;&nope;&");
        assert_eq!(text, "a < b &lt; 'A&nope;&");
        assert_eq!(spans[0].range(), 2..6);
        assert_eq!(spans.len(), 4);
    }

    #[test]
    fn markup_keeps_its_references() {
        assert_eq!(read("<b>1 &lt; 2</b>").0, "<b>1 &lt; 2</b>");
    }

    #[test]
    fn character_data_is_unwrapped() {
        assert_eq!(read("<![CDATA[ <b>&lt;</b> ]]>").0, "<b>&lt;</b>");
        assert_eq!(read("a <![CDATA[<]]> &gt;").0, "a < >");
        assert_eq!(read("<![CDATA[open").0, "open");
    }
}

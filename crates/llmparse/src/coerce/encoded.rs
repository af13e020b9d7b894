//! JSON inside of a string, read strictly, with the spelling of numbers and its places in the text: `"{\"a\": 1.50}"`.

use std::collections::HashSet;

use crate::span::Span;
use crate::value::{Data, Key, Number, Object, Value};

/// The deepest nesting that is read.
const DEEPEST: usize = 128;

/// The array, object or string that is all of `text`.
pub(super) fn read(text: &str) -> Option<Value> {
    if !text.trim_start().starts_with(['{', '[', '"']) {
        return None;
    }
    let mut reader = Reader { text, at: 0 };
    let value = reader.value(0)?;
    reader.skip_blanks();
    (reader.at == text.len()).then_some(value)
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
    }

    fn peek(&mut self) -> Option<u8> {
        self.skip_blanks();
        self.rest().bytes().next()
    }

    fn take(&mut self, byte: u8) -> Option<()> {
        let is_there = self.peek()? == byte;
        self.at += usize::from(is_there);
        is_there.then_some(())
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > DEEPEST {
            return None;
        }
        let first = self.peek()?;
        let start = self.at;
        let data = match first {
            b'{' => self.object(depth)?,
            b'[' => self.array(depth)?,
            b'"' => Data::String(self.string()?.into()),
            b't' => self.word("true", Data::Bool(true))?,
            b'f' => self.word("false", Data::Bool(false))?,
            b'n' => self.word("null", Data::Null)?,
            _ => self.number()?,
        };
        Some(Value {
            data,
            span: Span::new(start, self.at),
            complete: true,
        })
    }

    fn word(&mut self, word: &str, data: Data) -> Option<Data> {
        self.rest().strip_prefix(word)?;
        self.at += word.len();
        Some(data)
    }

    fn number(&mut self) -> Option<Data> {
        let rest = self.rest();
        let is_part =
            |letter: char| letter.is_ascii_digit() || matches!(letter, '-' | '+' | '.' | 'e' | 'E');
        let end = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
        let text = rest.get(..end)?;
        serde_json::from_str::<serde::de::IgnoredAny>(text).ok()?;
        self.at += end;
        Some(Data::Number(Number::from_json(text)))
    }

    fn string(&mut self) -> Option<String> {
        let rest = self.rest();
        let mut is_escaped = false;
        let end = rest.bytes().skip(1).position(|byte| {
            let is_end = byte == b'"' && !is_escaped;
            is_escaped = byte == b'\\' && !is_escaped;
            is_end
        })?;
        let literal = rest.get(..end + 2)?;
        self.at += literal.len();
        serde_json::from_str(literal).ok()
    }

    fn array(&mut self, depth: usize) -> Option<Data> {
        self.take(b'[')?;
        let mut items = Vec::new();
        if self.take(b']').is_some() {
            return Some(Data::Array(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            if self.take(b',').is_none() {
                self.take(b']')?;
                return Some(Data::Array(items));
            }
        }
    }

    /// A key that stands twice is no object: one of the two would be lost.
    fn object(&mut self, depth: usize) -> Option<Data> {
        self.take(b'{')?;
        let mut members: Vec<(Key, Value)> = Vec::new();
        let mut seen = HashSet::new();
        if self.take(b'}').is_some() {
            return Some(Data::Object(Object { members }));
        }
        loop {
            if self.peek()? != b'"' {
                return None;
            }
            let key = Key::from(self.string()?);
            self.take(b':')?;
            let value = self.value(depth + 1)?;
            if !seen.insert(key.clone()) {
                return None;
            }
            members.push((key, value));
            if self.take(b',').is_none() {
                self.take(b'}')?;
                return Some(Data::Object(Object { members }));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_reads_what_is_json_as_it_is_spelled() {
        let text = r#" {"a": [1.50, -2e3, true, null, "x\n"], "b": {}} "#;
        let value = read(text).unwrap();
        assert_eq!(
            value.to_json_text(),
            r#"{"a":[1.50,-2e3,true,null,"x\n"],"b":{}}"#
        );
        assert_eq!(
            value.get("a").unwrap().span.of(text),
            r#"[1.50, -2e3, true, null, "x\n"]"#
        );
    }

    #[test]
    fn it_refuses_what_is_not_json() {
        for text in [
            "",
            "1",
            "{",
            "[1,]",
            "{\"a\": 1} x",
            "{\"a\": 01}",
            "{a: 1}",
            "{\"a\": 1, \"a\": 2}",
            "[\"\\x\"]",
        ] {
            assert!(read(text).is_none(), "{text}");
        }
        assert!(read(&format!("{}{}", "[".repeat(2000), "]".repeat(2000))).is_none());
    }
}

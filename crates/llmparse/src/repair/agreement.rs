//! The second route to a value: `{"a": [1]}`, a text with its repairs applied, is strict JSON and says what was built.
//!
//! The text is read token by token alongside the value. Nothing is built, so that this costs a fraction of the reading.

use super::builder::{Node, Shape, View};
use super::escapes;
use super::numbers::json_number_len;
use crate::scan::{Input, plain_end};
use crate::span::Span;
use crate::value::Spelled;

/// Whether `text` is JSON as a whole, and says `value`.
pub(crate) fn says<N: Node>(text: &str, value: &N) -> bool {
    Walk::new(text, value, &mut String::new()).run() == Some(true)
}

/// Objects with more members than this are searched by halves.
const FEW: usize = 16;

/// A member of an open object.
struct Member<'v, N> {
    key: &'v str,
    value: &'v N,
    /// Which of the members of the object it is.
    place: usize,
    /// Whether the text says so; unknown until its key was read.
    agrees: Option<bool>,
}

/// An open container.
struct Open<'v, N> {
    shape: Shape,
    /// What was built in place of this list.
    items: &'v [N],
    /// Where the members of this object start.
    base: usize,
    /// How many items, or members with different keys, were read.
    len: usize,
    /// The member whose value is read now.
    member: Option<usize>,
    is_sorted: bool,
    agrees: bool,
}

/// The tokens of strict JSON.
pub(super) struct Tokens<'t, 's> {
    input: Input<'t>,
    at: usize,
    /// A string whose escapes are resolved.
    scratch: &'s mut String,
}

impl<'t, 's> Tokens<'t, 's> {
    pub(super) fn new(text: &'t str, scratch: &'s mut String) -> Self {
        Self {
            input: Input::whole(text),
            at: 0,
            scratch,
        }
    }

    /// The next byte that is no blank.
    #[inline]
    pub(super) fn next(&mut self) -> Option<u8> {
        self.at = self.input.skip_plain(self.at);
        self.input.bytes().get(self.at).copied()
    }

    /// The bracket, comma or colon that stands here was read.
    #[inline]
    pub(super) fn skip_mark(&mut self) {
        self.at += 1;
    }

    /// The content of the string that starts here.
    #[inline]
    pub(super) fn read_text(&mut self) -> Option<&str> {
        if self.input.bytes().get(self.at) != Some(&b'"') {
            return None;
        }
        let start = self.at + 1;
        let end = plain_end(self.input.bytes(), start, b'"');
        if self.input.bytes().get(end) == Some(&b'"') {
            self.at = end + 1;
            return Some(self.input.slice(start, end));
        }
        self.scratch.clear();
        let doubtful = &mut Vec::new();
        let plain = Span::new(start, end);
        self.at = escapes::read_strict(self.input, plain, b'"', self.scratch, doubtful)? + 1;
        Some(self.scratch)
    }

    pub(super) fn read_number(&mut self) -> Option<&'t str> {
        let start = self.at;
        self.at += json_number_len(self.input.bytes().get(start..)?)?;
        Some(self.input.slice(start, self.at))
    }

    pub(super) fn read_literal(&mut self, literal: &str) -> Option<()> {
        self.input
            .has(self.at, literal)
            .then(|| self.at += literal.len())
    }
}

struct Walk<'t, 's, 'v, N> {
    tokens: Tokens<'t, 's>,
    root: &'v N,
    agrees: bool,
    open: Vec<Open<'v, N>>,
    /// The members of all open objects, one behind the other.
    members: Vec<Member<'v, N>>,
}

impl<'t, 's, 'v, N: Node> Walk<'t, 's, 'v, N> {
    fn new(text: &'t str, root: &'v N, scratch: &'s mut String) -> Self {
        Self {
            tokens: Tokens::new(text, scratch),
            root,
            agrees: false,
            open: Vec::with_capacity(8),
            members: Vec::with_capacity(24),
        }
    }

    /// Whether the two agree; none if the text is not JSON.
    fn run(mut self) -> Option<bool> {
        loop {
            if self.read_value()? {
                continue;
            }
            if self.read_behind()? {
                return Some(self.agrees);
            }
        }
    }

    /// Reads a scalar, an empty container, or the start of a container; whether a value has to follow.
    #[inline]
    fn read_value(&mut self) -> Option<bool> {
        match self.tokens.next()? {
            b'"' => self.read_string()?,
            b'{' => return self.read_opener(Shape::Object, b'}'),
            b'[' => return self.read_opener(Shape::Array, b']'),
            b't' => self.read_literal("true", &N::boolean(true, Span::default(), true))?,
            b'f' => self.read_literal("false", &N::boolean(false, Span::default(), true))?,
            b'n' => self.read_literal("null", &N::null(Span::default(), true))?,
            _ => self.read_number()?,
        }
        Some(false)
    }

    /// Reads the comma or the closers behind a value; whether all is read.
    fn read_behind(&mut self) -> Option<bool> {
        while let Some(shape) = self.open.last().map(|open| open.shape) {
            match (self.tokens.next()?, shape) {
                (b'}', Shape::Object) | (b']', Shape::Array) => self.close(),
                (b',', Shape::Array) => {
                    self.tokens.skip_mark();
                    return Some(false);
                }
                (b',', Shape::Object) => {
                    self.tokens.skip_mark();
                    self.read_key()?;
                    return Some(false);
                }
                _ => return None,
            }
        }
        self.tokens.next().is_none().then_some(true)
    }

    fn read_opener(&mut self, shape: Shape, closer: u8) -> Option<bool> {
        self.tokens.skip_mark();
        self.open(shape);
        if self.tokens.next()? == closer {
            self.close();
            return Some(false);
        }
        if shape == Shape::Object {
            self.read_key()?;
        }
        Some(true)
    }

    fn read_literal(&mut self, word: &str, literal: &N) -> Option<()> {
        self.tokens.read_literal(word)?;
        let agrees = self.built() == Some(literal);
        self.note(agrees);
        Some(())
    }

    fn read_number(&mut self) -> Option<()> {
        let number = N::number(
            Spelled::new(self.tokens.read_number()?),
            Span::default(),
            true,
        );
        let agrees = self.built() == Some(&number);
        self.note(agrees);
        Some(())
    }

    #[inline]
    fn read_string(&mut self) -> Option<()> {
        let built = self.built().map(N::view);
        let text = self.tokens.read_text()?;
        let agrees = matches!(built, Some(View::Text(built)) if built == text);
        self.note(agrees);
        Some(())
    }

    #[inline]
    fn read_key(&mut self) -> Option<()> {
        self.tokens.next();
        let key = self.tokens.read_text()?;
        if let Some(open) = self.open.last_mut() {
            open.find_member(&mut self.members, key);
        }
        if self.tokens.next()? != b':' {
            return None;
        }
        self.tokens.skip_mark();
        Some(())
    }

    /// What was built in place of the value that is read now.
    #[inline]
    fn built(&self) -> Option<&'v N> {
        match self.open.last() {
            None => Some(self.root),
            Some(open) if open.shape == Shape::Array => open.items.get(open.len),
            Some(open) => self.members.get(open.member?).map(|member| member.value),
        }
    }

    /// A value was read. Of members with the same key, the last one counts.
    #[inline]
    fn note(&mut self, agrees: bool) {
        match self.open.last_mut() {
            None => self.agrees = agrees,
            Some(open) if open.shape == Shape::Array => {
                open.agrees &= agrees;
                open.len += 1;
            }
            Some(open) => {
                let member = open.member.and_then(|index| self.members.get_mut(index));
                match member {
                    Some(member) => member.agrees = Some(agrees),
                    None => open.agrees = false,
                }
            }
        }
    }

    fn open(&mut self, shape: Shape) {
        let view = self.built().map(N::view);
        let base = self.members.len();
        let (items, agrees) = match (shape, view) {
            (Shape::Array, Some(View::Items(items))) => (items, true),
            (Shape::Object, Some(View::Members(object))) => {
                self.add_members(object);
                (&[][..], true)
            }
            _ => (&[][..], false),
        };
        self.open.push(Open {
            shape,
            items,
            base,
            len: 0,
            member: None,
            is_sorted: false,
            agrees,
        });
    }

    fn add_members(&mut self, object: &'v N) {
        let mut place = 0;
        object.each_member(|key, value| {
            self.members.push(Member {
                key,
                value,
                place,
                agrees: None,
            });
            place += 1;
        });
    }

    fn close(&mut self) {
        self.tokens.skip_mark();
        let Some(open) = self.open.pop() else { return };
        let agrees = match open.shape {
            Shape::Array => open.items.len() == open.len,
            Shape::Object => {
                let members = self.members.get(open.base..).unwrap_or_default();
                members.iter().all(|member| member.agrees == Some(true))
            }
        };
        self.members.truncate(open.base);
        self.note(open.agrees && agrees);
    }
}

impl<N: Node> Open<'_, N> {
    /// Finds the member that was built for `key`.
    #[inline]
    fn find_member(&mut self, members: &mut [Member<'_, N>], key: &str) {
        let members = members.get_mut(self.base..).unwrap_or_default();
        let found = match members.get(self.len) {
            Some(next) if next.key == key => Some(self.len),
            _ if members.len() <= FEW => members.iter().position(|member| member.key == key),
            _ => self.search(members, key),
        };
        self.member = found.map(|index| self.base + index);
        match found.and_then(|index| members.get(index)) {
            Some(member) if member.agrees.is_some() => {}
            Some(member) => {
                self.agrees &= !N::KEEPS_ORDER || member.place == self.len;
                self.len += 1;
            }
            None => self.agrees = false,
        }
    }

    fn search(&mut self, members: &mut [Member<'_, N>], key: &str) -> Option<usize> {
        if !self.is_sorted {
            members.sort_unstable_by_key(|member| member.key);
            self.is_sorted = true;
        }
        members.binary_search_by_key(&key, |member| member.key).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repair::machine::{Config, Machine, Room, Scope};
    use crate::value::Value;

    fn read(json: &str) -> Value {
        let config = Config {
            max_depth: 64,
            latex: false,
            scope: Scope::Document,
            prefix: None,
            keys: None,
            more_at: None,
        };
        let mut machine = Machine::new(config, 0, Room::default());
        machine.run(Input::whole(json));
        machine.finish().unwrap().value
    }

    /// Whether `text` says what is in `json`, in both kinds of tree.
    fn agree(text: &str, json: &str) -> bool {
        let plain: serde_json::Value = serde_json::from_str(json).unwrap();
        let (plain, ours) = (says(text, &plain), says(text, &read(json)));
        assert_eq!(plain, ours, "{text} and {json}");
        plain
    }

    #[test]
    fn a_text_says_itself() {
        for json in [
            "1",
            "\"\"",
            "[]",
            "{}",
            " [1, [true, false], null, -0.5e3] ",
            "{\"b\": {\"x\": []}, \"a\": \"\\u00e9\\n\", \"\": {}}",
            "[{\"k\\\"\": 1}, {\"k\\\"\": 2}]",
        ] {
            assert!(agree(json, json), "{json}");
        }
    }

    #[test]
    fn a_text_that_is_no_json_says_nothing() {
        for text in [
            "",
            "[",
            "[1",
            "[1]]",
            "[1,]",
            "[,1]",
            "[1 1]",
            "{\"a\"}",
            "{\"a\":1,}",
            "{a:1}",
            "[1} ",
            "[01]",
            "[1.]",
            "[tru]",
            "[\"\t\"]",
            "[\"\\x\"]",
            "[\"a]",
            "[+1]",
            "['a']",
        ] {
            let built = Value::array(Vec::new(), Span::default(), true);
            assert!(
                Walk::new(text, &built, &mut String::new()).run().is_none(),
                "{text}"
            );
        }
    }

    #[test]
    fn every_difference_is_seen() {
        for (text, json) in [
            ("1", "2"),
            ("1", "\"1\""),
            ("[1]", "[1, 2]"),
            ("[1, 2]", "[1]"),
            ("[1, 2]", "[2, 1]"),
            ("[[]]", "[{}]"),
            ("[]", "{}"),
            ("[[1], 2]", "[[1, 2]]"),
            ("{\"a\": 1}", "{\"a\": 1, \"b\": 1}"),
            ("{\"a\": 1, \"b\": 1}", "{\"a\": 1}"),
            ("{\"a\": 1, \"a\": 1}", "{\"a\": 1, \"b\": 1}"),
            ("{\"a\": {\"b\": 1}}", "{\"a\": {\"b\": 2}}"),
            ("{\"a\": \"x\"}", "{\"a\": \"x \"}"),
            ("null", "false"),
        ] {
            assert!(!agree(text, json), "{text} and {json}");
        }
    }

    #[test]
    fn of_members_with_the_same_key_the_last_one_counts() {
        assert!(agree(
            "{\"a\": [1], \"b\": 2, \"a\": [3]}",
            "{\"a\": [3], \"b\": 2}"
        ));
        assert!(!agree(
            "{\"a\": [3], \"b\": 2, \"a\": [1]}",
            "{\"a\": [3], \"b\": 2}"
        ));
    }

    #[test]
    fn the_order_of_members_counts_where_it_is_kept() {
        let (text, json) = ("{\"b\": 1, \"a\": 2}", "{\"a\": 2, \"b\": 1}");
        assert!(says(
            text,
            &serde_json::from_str::<serde_json::Value>(json).unwrap()
        ));
        assert!(!says(text, &read(json)));
    }

    #[test]
    fn large_objects_are_searched_as_small_ones_are() {
        let member = |key: usize| format!("\"k{key}\": {key}");
        let object = |keys: &mut dyn Iterator<Item = usize>| {
            format!("{{{}}}", keys.map(member).collect::<Vec<_>>().join(", "))
        };
        let json = object(&mut (0..500));
        assert!(agree(&json, &json));
        assert!(agree(&object(&mut (0..500).chain(0..500)), &json));
        assert!(!agree(
            &object(&mut (0..499).chain(0..500).chain([500])),
            &json
        ));
        assert!(!agree(&object(&mut (0..499)), &json));
    }
}

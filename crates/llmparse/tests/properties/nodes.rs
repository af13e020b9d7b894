//! Generated JSON: a tree, and the ways to write it down.

use proptest::prelude::*;
use proptest::sample::select;

use crate::blanks::Blanks;
use crate::pieces;

const NUMBERS: [&str; 22] = [
    "0",
    "-0",
    "1",
    "-1",
    "1.0",
    "1.50",
    "-0.0",
    "0e0",
    "1e5",
    "1E+5",
    "0.1e-7",
    "12345678901234567890123",
    "-98765432109876543210",
    "9007199254740993",
    "18446744073709551615",
    "18446744073709551616",
    "-9223372036854775808",
    "-9223372036854775809",
    "1e308",
    "5e-324",
    "123456789.123456789123456789",
    "3.141592653589793238",
];

/// A JSON value; numbers are kept as they are spelled.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    Word(&'static str),
    Number(String),
    Text(String),
    Array(Vec<Node>),
    Object(Vec<(String, Node)>),
}

/// How a tree is written.
#[derive(Clone, Debug)]
pub(crate) struct Style {
    blanks: Blanks,
    escapes: Escapes,
}

#[derive(Clone, Copy, Debug)]
enum Escapes {
    /// Only what has to be.
    Few,
    /// Everything beyond ASCII: `\u65e5`.
    Ascii,
    /// `\/`
    Slashes,
}

pub(crate) fn style() -> impl Strategy<Value = Style> {
    let escapes = select(vec![Escapes::Few, Escapes::Ascii, Escapes::Slashes]);
    (Blanks::any(), escapes).prop_map(|(blanks, escapes)| Style { blanks, escapes })
}

pub(crate) fn number() -> impl Strategy<Value = String> {
    let spelled = "-?(0|[1-9][0-9]{0,17})(\\.[0-9]{1,6})?([eE][+-]?[0-9]{1,2})?";
    prop_oneof![select(&NUMBERS[..]).prop_map(str::to_owned), spelled]
}

pub(crate) fn scalar() -> impl Strategy<Value = Node> {
    prop_oneof![
        1 => select(vec!["null", "true", "false"]).prop_map(Node::Word),
        1 => number().prop_map(Node::Number),
        3 => pieces::text().prop_map(Node::Text),
    ]
}

/// Any value; an object may have a key several times.
pub(crate) fn node() -> BoxedStrategy<Node> {
    scalar()
        .prop_recursive(6, 40, 6, |inner| {
            prop_oneof![array(inner.clone()), object(inner)]
        })
        .boxed()
}

/// An array or object that nobody would write in prose without meaning it.
pub(crate) fn telling_container() -> BoxedStrategy<Node> {
    prop_oneof![array(node()), object(node())]
        .prop_filter("too little", Node::is_telling)
        .prop_map(Node::with_unique_keys)
        .boxed()
}

fn array(item: impl Strategy<Value = Node>) -> impl Strategy<Value = Node> {
    prop::collection::vec(item, 0..6).prop_map(Node::Array)
}

fn object(member: impl Strategy<Value = Node>) -> impl Strategy<Value = Node> {
    prop::collection::vec((pieces::text(), member), 0..6).prop_map(Node::Object)
}

impl Node {
    pub(crate) fn write(&self, style: &Style) -> String {
        let mut tokens = Vec::new();
        self.tokens(style.escapes, &mut tokens);
        style.blanks.join(&tokens)
    }

    fn tokens(&self, escapes: Escapes, out: &mut Vec<String>) {
        match self {
            Self::Word(word) => out.push((*word).to_owned()),
            Self::Number(number) => out.push(number.clone()),
            Self::Text(text) => out.push(escapes.quote(text)),
            Self::Array(items) => {
                out.push("[".to_owned());
                for (index, item) in items.iter().enumerate() {
                    out.extend((index > 0).then(|| ",".to_owned()));
                    item.tokens(escapes, out);
                }
                out.push("]".to_owned());
            }
            Self::Object(members) => {
                out.push("{".to_owned());
                for (index, (key, member)) in members.iter().enumerate() {
                    out.extend((index > 0).then(|| ",".to_owned()));
                    out.extend([escapes.quote(key), ":".to_owned()]);
                    member.tokens(escapes, out);
                }
                out.push("}".to_owned());
            }
        }
    }

    fn is_telling(&self) -> bool {
        match self {
            Self::Array(items) => match items.as_slice() {
                [] | [Self::Word(_) | Self::Number(_)] => false,
                items => items.iter().any(|item| {
                    !matches!(item, Self::Array(_) | Self::Object(_)) || item.is_telling()
                }),
            },
            Self::Object(members) => !members.is_empty(),
            _ => true,
        }
    }

    /// The same with a number behind every key.
    fn with_unique_keys(self) -> Self {
        match self {
            Self::Array(items) => {
                Self::Array(items.into_iter().map(Self::with_unique_keys).collect())
            }
            Self::Object(members) => {
                let members = members.into_iter().enumerate();
                Self::Object(
                    members
                        .map(|(index, (key, value))| (unique(key, index), value.with_unique_keys()))
                        .collect(),
                )
            }
            scalar => scalar,
        }
    }
}

/// The first key stays as it is.
fn unique(key: String, index: usize) -> String {
    if index == 0 {
        key
    } else {
        format!("{key}{index}")
    }
}

impl Escapes {
    fn quote(self, text: &str) -> String {
        let quoted = serde_json::Value::from(text).to_string();
        match self {
            Self::Few => quoted,
            Self::Slashes => quoted.replace('/', "\\/"),
            Self::Ascii => quoted.chars().map(escape_letter).collect(),
        }
    }
}

fn escape_letter(letter: char) -> String {
    if letter.is_ascii() {
        return letter.to_string();
    }
    letter
        .encode_utf16(&mut [0; 2])
        .iter()
        .map(|unit| format!("\\u{unit:04x}"))
        .collect()
}

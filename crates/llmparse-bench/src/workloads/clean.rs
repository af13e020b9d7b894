//! Random JSON of a given size, as a tree whose numbers and order of keys are kept, and its strict spellings.

use std::fmt::Write;

use super::prose::{self, NAMES, WORDS};
use crate::random::Random;

/// A tree that is written once, clean or damaged.
#[derive(Clone, Debug)]
pub(super) enum Tree {
    /// A number, `true`, `false` or `null` as spelled.
    Scalar(String),
    Text(String),
    Array(Vec<Tree>),
    Object(Vec<(&'static str, Tree)>),
}

/// Where white space stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    Indented,
    Spaced,
    Compact,
}

const KEYS: [&str; 48] = [
    "address",
    "amount",
    "answer",
    "author",
    "category",
    "city",
    "code",
    "color",
    "comment",
    "confidence",
    "count",
    "country",
    "created",
    "currency",
    "deadline",
    "department",
    "details",
    "due",
    "entities",
    "explanation",
    "first",
    "group",
    "height",
    "id",
    "is_open",
    "items_left",
    "kind",
    "last",
    "length",
    "level",
    "link",
    "mood",
    "name",
    "notes",
    "origin",
    "owner",
    "page",
    "phone",
    "priority",
    "quantity",
    "rating",
    "reference",
    "result",
    "review",
    "score",
    "title",
    "unit_price",
    "weight",
];

/// Clean JSON of about `bytes`, in one of the layouts that models use.
pub(super) fn payload(random: &mut Random, bytes: usize) -> String {
    let tree = tree(random, bytes);
    let layout = match random.below(100) {
        0..60 => Layout::Indented,
        60..85 => Layout::Spaced,
        _ => Layout::Compact,
    };
    let mut printer = Printer {
        layout,
        ascii: random.chance(20),
        out: String::new(),
    };
    printer.write(&tree, 0);
    printer.out
}

/// An object whose indented form has about `bytes`.
pub(super) fn tree(random: &mut Random, bytes: usize) -> Tree {
    if bytes < 1500 {
        return record(random, bytes);
    }
    let (mut rows, mut size) = (Vec::new(), 60);
    while size < bytes {
        let width = random.between(5, 11);
        let row = object(random, 2, width);
        size += weight(&row);
        rows.push(row);
    }
    let count = Tree::Scalar(rows.len().to_string());
    Tree::Object(vec![
        ("status", Tree::Text("done".to_owned())),
        ("count", count),
        ("items", Tree::Array(rows)),
    ])
}

fn record(random: &mut Random, bytes: usize) -> Tree {
    let (mut members, mut size) = (Vec::new(), 2);
    for key in random.sample(&KEYS, KEYS.len()) {
        let value = if random.chance(15) {
            object(random, 1, 3)
        } else {
            scalar(random)
        };
        size += key.len() + 8 + weight(&value);
        members.push((key, value));
        if size >= bytes {
            break;
        }
    }
    Tree::Object(members)
}

/// About how many bytes the indented form has.
fn weight(tree: &Tree) -> usize {
    match tree {
        Tree::Scalar(text) => text.len(),
        Tree::Text(text) => text.len() + 3,
        Tree::Array(items) => items.iter().map(|item| weight(item) + 8).sum(),
        Tree::Object(members) => members
            .iter()
            .map(|(key, value)| key.len() + weight(value) + 14)
            .sum(),
    }
}

fn object(random: &mut Random, depth: usize, width: usize) -> Tree {
    let keys = random.sample(&KEYS, width);
    Tree::Object(
        keys.into_iter()
            .map(|key| (key, value(random, depth)))
            .collect(),
    )
}

fn value(random: &mut Random, depth: usize) -> Tree {
    let choice = if depth == 0 { 99 } else { random.below(100) };
    match choice {
        0..13 => {
            let width = random.between(2, 5);
            object(random, depth - 1, width)
        }
        13..25 => Tree::Array((0..random.between(1, 6)).map(|_| scalar(random)).collect()),
        25..30 => Tree::Array(
            (0..random.between(1, 3))
                .map(|_| object(random, depth - 1, 3))
                .collect(),
        ),
        _ => scalar(random),
    }
}

fn scalar(random: &mut Random) -> Tree {
    match random.below(100) {
        0..58 => Tree::Text(text(random)),
        58..74 => Tree::Scalar((random.below(100_000) as i64 - 50).to_string()),
        74..86 => Tree::Scalar(decimal(random)),
        86..95 => Tree::Scalar(random.chance(50).to_string()),
        _ => Tree::Scalar("null".to_owned()),
    }
}

fn decimal(random: &mut Random) -> String {
    let digits = random.between(1, 6);
    let fraction = random.below(10usize.pow(digits as u32));
    format!("{}.{fraction:0digits$}", random.below(1000))
}

fn text(random: &mut Random) -> String {
    match random.below(100) {
        0..30 => random.pick(&WORDS).to_owned(),
        30..45 => random.pick(&NAMES).to_owned(),
        45..75 => prose::any_sentence(random),
        75..80 => prose::any_sentence(random) + "\n" + &prose::any_sentence(random),
        80..85 => format!(
            "They called it \"{}\" in the report",
            prose::sentence(random, 3)
        ),
        85..90 => format!(
            "https://example.org/{}/{}?page={}",
            random.pick(&WORDS),
            random.below(999),
            random.below(99)
        ),
        90..95 => format!(
            "2027-{:02}-{:02}T08:30:00Z",
            random.between(1, 12),
            random.between(1, 28)
        ),
        _ => format!("D:\\data\\{}\t→ 20 € “ok”", random.pick(&WORDS)),
    }
}

struct Printer {
    layout: Layout,
    /// Whether characters beyond ASCII are written as escapes.
    ascii: bool,
    out: String,
}

impl Printer {
    fn write(&mut self, tree: &Tree, depth: usize) {
        match tree {
            Tree::Scalar(text) => self.out.push_str(text),
            Tree::Text(text) => self.string(text),
            Tree::Array(items) => self.list(
                ('[', ']'),
                items,
                |printer, item| printer.write(item, depth + 1),
                depth,
            ),
            Tree::Object(members) => self.list(
                ('{', '}'),
                members,
                |printer, member| printer.member(member, depth),
                depth,
            ),
        }
    }

    fn member(&mut self, (key, value): &(&str, Tree), depth: usize) {
        self.string(key);
        self.out.push_str(if self.layout == Layout::Compact {
            ":"
        } else {
            ": "
        });
        self.write(value, depth + 1);
    }

    fn list<T>(
        &mut self,
        (open, close): (char, char),
        items: &[T],
        write: impl Fn(&mut Self, &T),
        depth: usize,
    ) {
        self.out.push(open);
        for (place, item) in items.iter().enumerate() {
            self.gap(place, depth + 1);
            write(self, item);
        }
        if !items.is_empty() && self.layout == Layout::Indented {
            self.line(depth);
        }
        self.out.push(close);
    }

    fn gap(&mut self, place: usize, depth: usize) {
        if place > 0 {
            self.out.push(',');
        }
        match self.layout {
            Layout::Indented => self.line(depth),
            Layout::Spaced if place > 0 => self.out.push(' '),
            Layout::Spaced | Layout::Compact => {}
        }
    }

    fn line(&mut self, depth: usize) {
        self.out.push('\n');
        self.out.push_str(&"  ".repeat(depth));
    }

    fn string(&mut self, text: &str) {
        self.out.push('"');
        for letter in text.chars() {
            if self.ascii && !letter.is_ascii() {
                escape_unicode(letter, &mut self.out);
            } else {
                escape(letter, &mut self.out);
            }
        }
        self.out.push('"');
    }
}

/// Writes `letter` as it stands in a JSON string.
pub(super) fn escape(letter: char, out: &mut String) {
    match letter {
        '"' => out.push_str("\\\""),
        '\\' => out.push_str("\\\\"),
        '\n' => out.push_str("\\n"),
        '\t' => out.push_str("\\t"),
        other => out.push(other),
    }
}

fn escape_unicode(letter: char, out: &mut String) {
    for unit in letter.encode_utf16(&mut [0; 2]) {
        // Writing to a `String` cannot fail.
        let _ = write!(out, "\\u{unit:04x}");
    }
}

/// `json` without the white space between its tokens.
pub(super) fn compact(json: &str) -> String {
    let (mut in_string, mut escaped) = (false, false);
    let keep = |letter: &char| {
        let was_string = in_string;
        match letter {
            '"' if !escaped => in_string = !in_string,
            _ => {}
        }
        escaped = in_string && *letter == '\\' && !escaped;
        was_string || !letter.is_ascii_whitespace()
    };
    json.chars().filter(keep).collect()
}

//! Damaged JSON together with its clean twin: `{'a': True,}` and `{"a": true}`.

use super::clean::{self, Tree};
use super::prose;
use crate::random::Random;

/// A kind of damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// `[1, 2,]`
    TrailingComma,
    /// `{'a': 'b'}`
    SingleQuotes,
    /// `[True, None]`
    PythonLiterals,
    /// `[1, // one`
    Comments,
    /// `{a: 1}`
    UnquotedKeys,
    /// `"the "best" one"`
    InnerQuotes,
    /// A line break in a string.
    RawNewlines,
    /// The end is missing.
    Truncated,
}

impl Damage {
    /// Every kind.
    pub const ALL: [Self; 8] = [
        Self::TrailingComma,
        Self::SingleQuotes,
        Self::PythonLiterals,
        Self::Comments,
        Self::UnquotedKeys,
        Self::InnerQuotes,
        Self::RawNewlines,
        Self::Truncated,
    ];

    /// Its name in the names of workloads.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::TrailingComma => "trailing_comma",
            Self::SingleQuotes => "single_quotes",
            Self::PythonLiterals => "python_literals",
            Self::Comments => "comments",
            Self::UnquotedKeys => "unquoted_keys",
            Self::InnerQuotes => "inner_quotes",
            Self::RawNewlines => "raw_newlines",
            Self::Truncated => "truncated",
        }
    }
}

/// A damaged text of 0.5-8 KB and its clean twin with the same white space.
pub(super) fn write(random: &mut Random, damages: &[Damage]) -> (String, String) {
    let bytes = random.size(9, 13);
    let tree = with_every_kind(clean::tree(random, bytes), random);
    let indented = random.chance(65);
    let writer = Writer::new(random.clone(), damages, indented);
    let (damaged, payload) = writer.clone().run(&tree);
    if !damages.contains(&Damage::Truncated) {
        return (damaged, payload);
    }
    let cut = damaged.len() * random.between(30, 96) / 100;
    Writer {
        cut_from: cut,
        ..writer
    }
    .run(&tree)
}

/// Adds members that every kind of damage has something to do with.
fn with_every_kind(tree: Tree, random: &mut Random) -> Tree {
    let Tree::Object(mut members) = tree else {
        return tree;
    };
    let quote = prose::sentence(random, 3);
    let named = Tree::Text(format!(
        "The guide says \"{}\" and stops",
        quote.trim_end_matches(['.', '!', '?'])
    ));
    let lines = Tree::Text(prose::any_sentence(random) + "\n" + &prose::any_sentence(random));
    let scalar = |text: &str| Tree::Scalar(text.to_owned());
    members.extend([
        ("remark", named),
        ("body", lines),
        ("active", scalar("true")),
        ("parent", scalar("null")),
    ]);
    Tree::Object(members)
}

/// Writes both twins at once.
#[derive(Clone)]
struct Writer<'d> {
    random: Random,
    damages: &'d [Damage],
    indented: bool,
    damaged: String,
    clean: String,
    /// What would close the clean twin, innermost last.
    closers: Vec<char>,
    /// The text ends at the first place behind this many bytes where its meaning is beyond doubt.
    cut_from: usize,
    is_cut: bool,
}

impl<'d> Writer<'d> {
    fn new(random: Random, damages: &'d [Damage], indented: bool) -> Self {
        let (damaged, clean, closers) = (String::new(), String::new(), Vec::new());
        Self {
            random,
            damages,
            indented,
            damaged,
            clean,
            closers,
            cut_from: usize::MAX,
            is_cut: false,
        }
    }

    fn run(mut self, tree: &Tree) -> (String, String) {
        self.value(tree, 0);
        (self.damaged, self.clean)
    }

    fn has(&self, damage: Damage) -> bool {
        self.damages.contains(&damage)
    }

    fn put(&mut self, damaged: &str, clean: &str) {
        if !self.is_cut {
            self.damaged.push_str(damaged);
            self.clean.push_str(clean);
        }
    }

    /// A place where the text may end; `tail` is then missing from the clean twin, which is closed.
    fn may_end(&mut self, tail: &str) {
        if self.is_cut || self.damaged.len() < self.cut_from {
            return;
        }
        self.is_cut = true;
        self.clean.push_str(tail);
        self.clean.extend(self.closers.iter().rev());
    }

    fn value(&mut self, tree: &Tree, depth: usize) {
        match tree {
            Tree::Scalar(text) => self.scalar(text),
            Tree::Text(text) => self.string(text),
            Tree::Array(items) => self.container(
                ('[', ']'),
                items,
                |writer, item, _| writer.value(item, depth + 1),
                depth,
            ),
            Tree::Object(members) => {
                self.container(
                    ('{', '}'),
                    members,
                    |writer, member, start| writer.member(member, start, depth),
                    depth,
                );
            }
        }
    }

    fn scalar(&mut self, text: &str) {
        let python = match text {
            "true" => "True",
            "false" => "False",
            "null" => "None",
            _ => text,
        };
        self.put(
            if self.has(Damage::PythonLiterals) {
                python
            } else {
                text
            },
            text,
        );
    }

    /// `start` is the length of the clean twin before the comma in front of the item.
    fn container<T>(
        &mut self,
        (open, close): (char, char),
        items: &[T],
        write: impl Fn(&mut Self, &T, usize),
        depth: usize,
    ) {
        self.put(open.encode_utf8(&mut [0; 4]), open.encode_utf8(&mut [0; 4]));
        if !self.is_cut {
            self.closers.push(close);
        }
        for (place, item) in items.iter().enumerate() {
            let start = self.clean.len();
            self.put("", if place > 0 { "," } else { "" });
            self.gap(place, depth + 1);
            write(self, item, start);
            self.comma(place + 1 == items.len());
        }
        self.close(close, if items.is_empty() { None } else { Some(depth) });
    }

    fn close(&mut self, close: char, line: Option<usize>) {
        if let (Some(depth), true) = (line, self.indented) {
            self.line(depth);
        }
        self.put(
            close.encode_utf8(&mut [0; 4]),
            close.encode_utf8(&mut [0; 4]),
        );
        if !self.is_cut {
            self.closers.pop();
        }
    }

    /// The comma behind an item; the clean twin gets it with the next item.
    fn comma(&mut self, is_last: bool) {
        let chosen = self.random.chance(80) || self.is_outermost();
        let surplus = self.has(Damage::TrailingComma) && chosen;
        if !is_last || surplus {
            self.put(",", "");
        }
        self.may_end("");
        if self.has(Damage::Comments) && self.random.chance(10) {
            let remark = self.remark();
            self.put(&format!(" {remark}"), "");
        }
    }

    /// There, damage is certain; elsewhere it is likely.
    fn is_outermost(&self) -> bool {
        self.closers.len() == 1
    }

    fn remark(&mut self) -> String {
        let words = prose::sentence(&mut self.random, 3);
        if self.indented {
            format!("// {words}")
        } else {
            format!("/* {words} */")
        }
    }

    /// The white space in front of an item, and perhaps a comment on a line of its own.
    fn gap(&mut self, place: usize, depth: usize) {
        if self.indented {
            self.line(depth);
        } else if place > 0 {
            self.put(" ", " ");
        }
        let chosen = self.random.chance(15) || (place == 0 && self.is_outermost());
        if self.has(Damage::Comments) && chosen {
            let remark = self.remark();
            self.put(&remark, "");
            self.put(
                &if self.indented {
                    break_line(depth)
                } else {
                    " ".to_owned()
                },
                "",
            );
        }
    }

    fn line(&mut self, depth: usize) {
        let line = break_line(depth);
        self.put(&line, &line);
    }

    fn member(&mut self, (key, value): &(&str, Tree), start: usize, depth: usize) {
        self.key(key, start);
        self.put(": ", ": ");
        self.may_end("null");
        self.value(value, depth + 1);
    }

    fn key(&mut self, key: &str, start: usize) {
        let (first, rest) = key.split_at(1);
        let quote = if self.has(Damage::UnquotedKeys) {
            ""
        } else {
            self.quote()
        };
        self.put(quote, "\"");
        self.put(first, first);
        if !self.is_cut && self.damaged.len() >= self.cut_from {
            // A key that was cut off names nothing, so the member is not there.
            self.clean.truncate(start);
            self.may_end("");
        }
        self.put(rest, rest);
        self.put(quote, "\"");
    }

    fn quote(&self) -> &'static str {
        if self.has(Damage::SingleQuotes) {
            "'"
        } else {
            "\""
        }
    }

    fn string(&mut self, text: &str) {
        self.put(self.quote(), "\"");
        // With bare quotes inside, where a cut string ends is a matter of opinion.
        let may_end = !self.has(Damage::InnerQuotes);
        for letter in text.chars() {
            self.letter(letter);
            if may_end && letter.is_alphanumeric() {
                self.may_end("\"");
            }
        }
        self.put(self.quote(), "\"");
    }

    fn letter(&mut self, letter: char) {
        let mut clean = String::new();
        clean::escape(letter, &mut clean);
        let damaged = match letter {
            '\'' if self.has(Damage::SingleQuotes) => "\\'",
            '"' if self.has(Damage::SingleQuotes) || self.has(Damage::InnerQuotes) => "\"",
            '\n' if self.has(Damage::RawNewlines) => "\n",
            _ => &clean,
        };
        self.put(damaged, &clean);
    }
}

fn break_line(depth: usize) -> String {
    format!("\n{}", "  ".repeat(depth))
}

//! Replies without JSON: bullets, numbered lists, CSV, tables, YAML, keys and values.

use std::fmt::Write;

use super::prose::{self, NAMES, WORDS};
use crate::random::Random;

/// Writes `count` lines.
pub(super) type Lines = fn(&mut Random, usize) -> String;

pub(super) const KINDS: [(&str, Lines); 6] = [
    ("bullets", bullets),
    ("numbered", numbered),
    ("csv", csv),
    ("table", table),
    ("yaml", yaml),
    ("kv", key_values),
];

/// 4 to 40 lines of the kind that `make` writes, with or without a line before and behind.
pub(super) fn reply(random: &mut Random, make: Lines) -> String {
    let count = random.between(4, 40);
    let body = make(random, count);
    prose::around(random, &body)
}

fn lines(count: usize, line: impl FnMut(usize) -> String) -> String {
    (1..=count).map(line).collect::<Vec<_>>().join("\n")
}

fn bullets(random: &mut Random, count: usize) -> String {
    lines(count, |_| {
        let words = random.between(2, 9);
        format!(
            "{} {}",
            random.pick(&["-", "*", "•"]),
            prose::sentence(random, words)
        )
    })
}

fn numbered(random: &mut Random, count: usize) -> String {
    lines(count, |number| {
        format!(
            "{number}. **{}**: {}",
            random.pick(&WORDS),
            prose::sentence(random, 6)
        )
    })
}

fn csv(random: &mut Random, count: usize) -> String {
    let row = |number| {
        let (name, word) = (random.pick(&NAMES), random.pick(&WORDS));
        format!(
            "{number},{name},{}.50,\"{word}, {}\"",
            random.below(900),
            random.pick(&WORDS)
        )
    };
    format!("id,name,amount,note\n{}", lines(count, row))
}

fn table(random: &mut Random, count: usize) -> String {
    let row = |number| {
        format!(
            "| {number} | {} | {}.25 |",
            random.pick(&NAMES),
            random.below(900)
        )
    };
    format!(
        "| id | name | amount |\n|----|------|-------:|\n{}",
        lines(count, row)
    )
}

fn yaml(random: &mut Random, count: usize) -> String {
    let mut text = String::from("status: ok\nitems:");
    for _ in 0..count.div_ceil(3) {
        let (name, word, note) = (
            random.pick(&NAMES),
            random.pick(&WORDS),
            prose::sentence(random, 5),
        );
        // Writing to a `String` cannot fail.
        let _ = write!(
            text,
            "\n  - name: {name}\n    tags: [{word}, {word}]\n    note: \"{note}\""
        );
    }
    text
}

fn key_values(random: &mut Random, count: usize) -> String {
    lines(count, |_| {
        format!("{}: {}", random.pick(&WORDS), prose::sentence(random, 5))
    })
}

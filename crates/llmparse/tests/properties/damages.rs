//! Damaged JSON: whatever is made of it, both routes to the value agree and the record fits the text.

use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::{agreement, config, nodes, told, wrappings};

/// One thing that goes wrong.
#[derive(Clone, Debug)]
enum Damage {
    Delete(Index),
    Insert(Index, char),
    Duplicate(Index),
    Cut(Index),
    /// Puts the text behind one of the marks.
    Behind(Index, &'static str, &'static str),
    Replace(&'static str, &'static str),
    /// `"key"` becomes `key`.
    Unquote(Index),
}

const MARKS: &str = "{}[],:\"'\\/`aNt019.-";

const INSERTIONS: [(&str, &str); 10] = [
    (",", " // a comment\n"),
    (",", "/* a comment */"),
    ("{", " # a comment\n"),
    (":", " /* open"),
    ("}", ","),
    ("]", ","),
    ("[", "..., "),
    (",", "\n```\n"),
    ("\"", "\n"),
    (",", "</think>"),
];

const REPLACEMENTS: [(&str, &str); 16] = [
    ("\"", "'"),
    ("\"", "“"),
    ("\"", "\\\""),
    ("\"", "&quot;"),
    ("true", "True"),
    ("false", "False"),
    ("null", "None"),
    ("null", "NaN"),
    ("}", ",}"),
    ("]", ", ]"),
    (",", ""),
    (",", ";"),
    (":", " ="),
    ("}", "]"),
    ("{", "{{"),
    ("\\n", "\n"),
];

fn damage() -> impl Strategy<Value = Damage> {
    let mark = select(MARKS.chars().collect::<Vec<_>>());
    let at = any::<Index>;
    prop_oneof![
        2 => at().prop_map(Damage::Delete),
        3 => (at(), mark).prop_map(|(at, mark)| Damage::Insert(at, mark)),
        1 => at().prop_map(Damage::Duplicate),
        2 => at().prop_map(Damage::Cut),
        2 => (at(), select(&INSERTIONS[..])).prop_map(|(at, (mark, text))| Damage::Behind(at, mark, text)),
        3 => select(&REPLACEMENTS[..]).prop_map(|(from, to)| Damage::Replace(from, to)),
        1 => at().prop_map(Damage::Unquote),
    ]
}

impl Damage {
    fn apply(&self, text: &str) -> String {
        let starts: Vec<usize> = text
            .char_indices()
            .map(|(at, _)| at)
            .chain([text.len()])
            .collect();
        let split = |at: &Index| text.split_at(*at.get(&starts));
        match self {
            Self::Delete(at) => {
                let (before, after) = split(at);
                [before, after.get(first_len(after)..).unwrap_or_default()].concat()
            }
            Self::Insert(at, mark) => {
                let (before, after) = split(at);
                format!("{before}{mark}{after}")
            }
            Self::Duplicate(at) => {
                let (before, after) = split(at);
                [
                    before,
                    after.get(..first_len(after)).unwrap_or_default(),
                    after,
                ]
                .concat()
            }
            Self::Cut(at) => split(at).0.to_owned(),
            Self::Behind(at, mark, inserted) => insert_behind(text, *at, mark, inserted),
            Self::Replace(from, to) => text.replace(from, to),
            Self::Unquote(at) => unquote(text, *at),
        }
    }
}

fn first_len(text: &str) -> usize {
    text.chars().next().map_or(0, char::len_utf8)
}

fn insert_behind(text: &str, at: Index, mark: &str, inserted: &str) -> String {
    let places: Vec<usize> = text
        .match_indices(mark)
        .map(|(start, _)| start + mark.len())
        .collect();
    if places.is_empty() {
        return text.to_owned();
    }
    let (before, after) = text.split_at(*at.get(&places));
    [before, inserted, after].concat()
}

/// Takes the quotes of a key away, or what looks like one.
fn unquote(text: &str, at: Index) -> String {
    let ends: Vec<usize> = text.match_indices("\":").map(|(end, _)| end).collect();
    if ends.is_empty() {
        return text.to_owned();
    }
    let (before, after) = text.split_at(*at.get(&ends));
    let start = before.rfind('"').unwrap_or(before.len());
    [
        &before[..start],
        before.get(start + 1..).unwrap_or_default(),
        &after[1..],
    ]
    .concat()
}

fn damaged() -> impl Strategy<Value = String> {
    let damages = prop::collection::vec(damage(), 1..=4);
    (nodes::node(), nodes::style(), damages).prop_map(|(node, style, damages)| {
        damages
            .iter()
            .fold(node.write(&style), |text, damage| damage.apply(&text))
    })
}

/// What `agreement` says, with the reply.
fn check(reply: &str) -> Result<(), TestCaseError> {
    told(agreement::check(reply).map_err(|error| format!("{reply:?}\n    {error}")))
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn two_routes_agree_on_damaged_json(reply in damaged()) {
        check(&reply)?;
    }

    #[test]
    fn two_routes_agree_on_damaged_json_in_a_wrapping(json in damaged(), (_, wrap) in select(&wrappings::ALL[..])) {
        check(&wrap(&json))?;
    }
}

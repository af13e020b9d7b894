//! White space between tokens: none, two blanks for each level, or whatever JSON allows.

use proptest::prelude::*;
use proptest::sample::select;

#[derive(Clone, Debug)]
pub(crate) enum Blanks {
    None,
    Pretty,
    /// One after another between the tokens, and again from the first.
    Odd(Vec<&'static str>),
}

const ODD: [&str; 9] = ["", "", " ", "  ", "\n", "\r\n", "\t", "\n\n", " \n\t"];

impl Blanks {
    pub(crate) fn any() -> impl Strategy<Value = Self> {
        let odd = prop::collection::vec(select(&ODD[..]), 1..12);
        prop_oneof![
            Just(Self::None),
            Just(Self::Pretty),
            odd.prop_map(Self::Odd)
        ]
    }

    pub(crate) fn join(&self, tokens: &[String]) -> String {
        match self {
            Self::None => tokens.concat(),
            Self::Pretty => join_pretty(tokens),
            Self::Odd(blanks) => {
                let mut blanks = blanks.iter().cycle();
                let mut out = tokens.first().cloned().unwrap_or_default();
                for token in tokens.iter().skip(1) {
                    out.push_str(blanks.next().copied().unwrap_or_default());
                    out.push_str(token);
                }
                out
            }
        }
    }
}

fn join_pretty(tokens: &[String]) -> String {
    let mut out = String::new();
    let mut level = 0_usize;
    for (index, token) in tokens.iter().enumerate() {
        let before = index
            .checked_sub(1)
            .and_then(|index| tokens.get(index))
            .map_or("", String::as_str);
        let is_closer = matches!(token.as_str(), "}" | "]");
        level -= usize::from(is_closer);
        let is_empty = is_closer && matches!(before, "{" | "[");
        if (is_closer || matches!(before, "{" | "[" | ",")) && !is_empty {
            out.push('\n');
            out.push_str(&"  ".repeat(level));
        } else if before == ":" {
            out.push(' ');
        }
        out.push_str(token);
        level += usize::from(matches!(token.as_str(), "{" | "["));
    }
    out
}

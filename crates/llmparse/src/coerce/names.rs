//! The names of choices, found in time that does not grow with their number: `high`, `HIGH`, `the risk is high`, `hgih`.

use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap};

use super::nearest::Nearest;
use crate::schema::fold;
use crate::schema::{Choice, describe};

/// What a choice is called.
#[derive(Debug)]
pub(super) struct Name<'c> {
    pub(super) text: &'c str,
    pub(super) choice: usize,
    pub(super) is_alias: bool,
}

/// A choice named in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mention {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) choice: usize,
}

/// Choices by all of their names.
#[derive(Debug)]
pub(super) struct Names<'c> {
    pub(super) choices: Vec<&'c Choice>,
    names: Vec<Name<'c>>,
    texts: HashMap<&'c str, Vec<usize>>,
    lower: HashMap<String, Vec<usize>>,
    folded: HashMap<String, Vec<usize>>,
    /// How many bytes the names have, as they stand and in lower case.
    lengths: OnceCell<[BTreeSet<usize>; 2]>,
    nearest: OnceCell<Nearest>,
}

/// A letter or two may be any word, unless they are written just so.
const SHORT: usize = 2;

impl<'c> Names<'c> {
    pub(super) fn new(choices: Vec<&'c Choice>) -> Self {
        let mut names = Vec::new();
        for (index, choice) in choices.iter().enumerate() {
            let aliases = choice.aliases.iter().map(|alias| (&**alias, true));
            let own = choice.value.as_str().map(|text| (text, false));
            names.extend(own.into_iter().chain(aliases).map(|(text, is_alias)| Name {
                text,
                choice: index,
                is_alias,
            }));
        }
        let mut texts: HashMap<&'c str, Vec<usize>> = HashMap::new();
        let (mut lower, mut folded) = (HashMap::new(), HashMap::new());
        for (index, name) in names.iter().enumerate() {
            texts.entry(name.text).or_default().push(index);
            push(&mut lower, name.text.to_lowercase(), index);
            push(&mut folded, fold(name.text), index);
        }
        Self {
            choices,
            names,
            texts,
            lower,
            folded,
            lengths: OnceCell::new(),
            nearest: OnceCell::new(),
        }
    }

    /// The names that are `form`; else those that are but for case, else those that are but for separators too.
    pub(super) fn same(&self, form: &str) -> Vec<&Name<'c>> {
        let folded = fold(form);
        let found = self.texts.get(form);
        let found = found.or_else(|| self.lower.get(&form.to_lowercase()));
        let found = found.or_else(|| self.folded.get(&folded).filter(|_| !folded.is_empty()));
        self.named(found.into_iter().flatten())
    }

    /// The first name that is `text`, to the letter.
    pub(super) fn exact(&self, text: &str) -> Option<&Name<'c>> {
        self.names.get(*self.texts.get(text)?.first()?)
    }

    /// The names at most `most` edits away from `form`, which is folded, with how many those are.
    pub(super) fn near(&self, form: &str, most: usize) -> Vec<(&Name<'c>, usize)> {
        let nearest = self.nearest.get_or_init(|| {
            let names = self.folded.iter().flat_map(|(name, indexes)| {
                indexes.iter().map(move |index| (name.as_str(), *index))
            });
            Nearest::new(names)
        });
        let found = nearest.find(form, most).into_iter();
        found
            .filter_map(|(index, edits)| Some((self.names.get(index)?, edits)))
            .collect()
    }

    /// Some of the choices, in words.
    pub(super) fn words(&self, choices: &[usize]) -> Vec<String> {
        let choices = choices.iter().filter_map(|index| self.choices.get(*index));
        choices.map(|choice| describe(&choice.value)).collect()
    }

    fn named<'n>(&self, indexes: impl Iterator<Item = &'n usize>) -> Vec<&Name<'c>> {
        indexes.filter_map(|index| self.names.get(*index)).collect()
    }

    /// Every whole word, or words, that are a choice; the longest where several start in one place or overlap.
    pub(super) fn mentions(&self, text: &str) -> Vec<Mention> {
        let lower = text.to_lowercase();
        if lower.len() != text.len() {
            // Places in the one are not those in the other.
            return Vec::new();
        }
        let mut found: Vec<Mention> = Vec::new();
        let mut end = 0;
        for (start, _) in text.char_indices() {
            if start < end || is_joined_before(text, start) {
                continue;
            }
            if let Some(mention) = self.longest_at([text, &lower], start) {
                end = mention.end;
                found.push(mention);
            }
        }
        found
    }

    /// The longest choice that starts at `start`; of equals the first.
    fn longest_at(&self, [text, lower]: [&str; 2], start: usize) -> Option<Mention> {
        let [own, lowered] = self.lengths.get_or_init(|| self.find_lengths());
        let is_whole = |end: &usize| !is_joined_behind(text, *end);
        let ends = |lengths: &BTreeSet<usize>| {
            let ends = lengths.iter().rev().map(|length| start + length);
            ends.filter(|end| *end <= text.len())
                .filter(is_whole)
                .collect::<Vec<usize>>()
        };
        let short = ends(own).into_iter().filter_map(|end| {
            let indexes = self.texts.get(text.get(start..end)?)?;
            self.mention(indexes, start..end, |name| is_short(name.text))
        });
        let long = ends(lowered).into_iter().filter_map(|end| {
            let indexes = self.lower.get(lower.get(start..end)?)?;
            self.mention(indexes, start..end, |name| !is_short(name.text))
        });
        let found = short.chain(long);
        found.max_by_key(|mention| (mention.end, std::cmp::Reverse(mention.choice)))
    }

    fn mention(
        &self,
        indexes: &[usize],
        place: std::ops::Range<usize>,
        is_meant: impl Fn(&Name<'_>) -> bool,
    ) -> Option<Mention> {
        let mut names = indexes.iter().filter_map(|index| self.names.get(*index));
        let name = names.find(|name| is_meant(name))?;
        Some(Mention {
            start: place.start,
            end: place.end,
            choice: name.choice,
        })
    }

    fn find_lengths(&self) -> [BTreeSet<usize>; 2] {
        let own = self.texts.keys().filter(|text| is_short(text));
        let lower = self.lower.keys().filter(|text| !is_short(text));
        let lengths = [
            own.map(|text| text.len()).collect(),
            lower.map(String::len).collect(),
        ];
        lengths.map(|lengths: BTreeSet<usize>| {
            lengths.into_iter().filter(|length| *length > 0).collect()
        })
    }
}

fn push(table: &mut HashMap<String, Vec<usize>>, name: String, index: usize) {
    table.entry(name).or_default().push(index);
}

fn is_short(text: &str) -> bool {
    text.chars().nth(SHORT).is_none()
}

fn is_joined_before(text: &str, start: usize) -> bool {
    is_joined(text.get(..start).unwrap_or_default().chars().rev())
}

/// What is no character boundary is inside of a word, too.
fn is_joined_behind(text: &str, end: usize) -> bool {
    text.get(end..)
        .is_none_or(|behind| is_joined(behind.chars()))
}

/// Whether what stands next belongs to the same word or number, as in `2.5`, `<2`, `A2`; a point does if a letter or digit
/// is behind it.
fn is_joined(mut next: impl Iterator<Item = char>) -> bool {
    match next.next() {
        Some('.' | ',' | ':' | '\'' | '’' | '@') => {
            next.next().is_some_and(char::is_alphanumeric)
        }
        Some(letter) => letter.is_alphanumeric() || "_-+<>=≤≥±~#%$€£/\\".contains(letter),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_word_or_number_is_no_word() {
        let is_word = |text: &str| {
            let at = text.find('2');
            at.is_some_and(|at| !is_joined_before(text, at) && !is_joined_behind(text, at + 1))
        };
        assert!(
            ["2", "is 2.", "(2)", "**2**", "2, I think"]
                .into_iter()
                .all(is_word)
        );
        assert!(
            !["2.5", "<2", "A2", "1,2", "2%", "-2", "12"]
                .into_iter()
                .any(is_word)
        );
    }
}

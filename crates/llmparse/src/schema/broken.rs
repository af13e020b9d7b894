//! The rules of one node that one value breaks by itself, its parts aside: `5` breaks `{"minimum": 7}`.

use std::cmp::Ordering;
use std::collections::HashSet;

use super::exact;
use super::formats::fits_format;
use super::shape::{Bound, Counts, ListRules, Node, NumberRules, ObjectRules, TextRules, Types};
use super::verdicts::Verdicts;
use crate::value::{Data, Number, Object, Value};

/// A rule that is broken; places are those of the rule or of the part of the value that breaks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Broken {
    Type,
    Choice,
    Least,
    Greatest,
    Multiple,
    Shorter,
    Longer,
    Pattern,
    Format,
    FewerItems,
    MoreItems,
    /// The item at this index stood there before.
    Repeated(usize),
    FewerContained(usize),
    MoreContained(usize),
    FewerMembers,
    MoreMembers,
    /// The required key of this number.
    Missing(usize),
    /// The key of the member of this number.
    Name(usize),
    /// `dependentRequired`: which rule, and which key of it.
    Together(usize, usize),
}

/// Every rule of `node` that `value` breaks by itself. What the verdicts know of parts is used for `contains` alone.
pub(super) fn find_broken(value: &Value, node: &Node, verdicts: &mut Verdicts<'_>) -> Vec<Broken> {
    if !fits_types(value, node.types) {
        return vec![Broken::Type];
    }
    let is_open = verdicts.is_open(value);
    let may_be_choice = || is_open && has_choice_of(type_of(value), node);
    if !node.takes_choice(value) && !may_be_choice() {
        return vec![Broken::Choice];
    }
    let mut broken = Vec::new();
    match &value.data {
        Data::Array(items) => find_in_list(items, &node.list, verdicts, &mut broken),
        Data::Object(object) => find_in_object(object, &node.object, verdicts, &mut broken),
        _ => find_in_scalar(value, node, &mut broken),
    }
    if is_open {
        broken.retain(|rule| !rule.is_mended_by_more(value));
    }
    broken
}

fn has_choice_of(types: Types, node: &Node) -> bool {
    let mut choices = node.choices.iter().flatten();
    choices.any(|choice| type_of(&choice.value) == types)
}

impl Broken {
    /// Whether it may hold for a container of which more comes.
    fn is_mended_by_more(self, container: &Value) -> bool {
        let items = container.as_array().unwrap_or_default();
        match self {
            Self::FewerItems
            | Self::FewerContained(_)
            | Self::FewerMembers
            | Self::Missing(_)
            | Self::Together(..) => true,
            Self::MoreContained(_) => items.iter().any(|item| !item.complete),
            Self::Repeated(index) => items.get(index).is_some_and(|item| !item.complete),
            _ => false,
        }
    }
}

/// Whether a scalar keeps to every rule of `node`; other nodes that are held against it aside.
pub(crate) fn is_whole(scalar: &Value, node: &Node) -> bool {
    if !fits_types(scalar, node.types) || !node.takes_choice(scalar) {
        return false;
    }
    let mut broken = Vec::new();
    find_in_scalar(scalar, node, &mut broken);
    broken.is_empty()
}

fn find_in_scalar(scalar: &Value, node: &Node, broken: &mut Vec<Broken>) {
    match &scalar.data {
        Data::Number(number) if !node.number.is_free() => {
            find_in_number(number, &node.number, broken);
        }
        Data::String(text) if !node.text.is_free() => find_in_text(text, &node.text, broken),
        _ => {}
    }
}

/// The type of a value; of a number, that it is an integer if it is one.
pub(super) fn type_of(value: &Value) -> Types {
    match &value.data {
        Data::Null => Types::NULL,
        Data::Bool(_) => Types::BOOLEAN,
        Data::Number(number) if exact::is_integer(number) => Types::INTEGER,
        Data::Number(_) => Types::NUMBER,
        Data::String(_) => Types::STRING,
        Data::Array(_) => Types::ARRAY,
        Data::Object(_) => Types::OBJECT,
    }
}

fn fits_types(value: &Value, types: Types) -> bool {
    match &value.data {
        _ if types == Types::ANY => true,
        Data::Number(_) if types.contains(Types::NUMBER) => true,
        Data::Number(_) if !types.contains(Types::INTEGER) => false,
        _ => types.contains(type_of(value)),
    }
}

fn find_in_number(number: &Number, rules: &NumberRules, broken: &mut Vec<Broken>) {
    let is_beyond = |bound: &Option<Bound>, side| {
        bound
            .as_ref()
            .is_some_and(|bound| is_beyond(number, bound, side))
    };
    let step = rules.multiple_of.as_ref();
    let rules = [
        (is_beyond(&rules.least, Ordering::Less), Broken::Least),
        (
            is_beyond(&rules.greatest, Ordering::Greater),
            Broken::Greatest,
        ),
        (
            step.is_some_and(|step| !exact::is_multiple(number, step)),
            Broken::Multiple,
        ),
    ];
    broken.extend(
        rules
            .into_iter()
            .filter(|(is_broken, _)| *is_broken)
            .map(|(_, rule)| rule),
    );
}

fn is_beyond(number: &Number, bound: &Bound, side: Ordering) -> bool {
    let order = exact::compare(number, &bound.number);
    order == side || (bound.is_exclusive && order == Ordering::Equal)
}

fn find_in_text(text: &str, rules: &TextRules, broken: &mut Vec<Broken>) {
    if rules.length.least > 0 || rules.length.most.is_some() {
        find_in_count(
            text.chars().count(),
            rules.length,
            [Broken::Shorter, Broken::Longer],
            broken,
        );
    }
    if rules
        .pattern
        .as_ref()
        .is_some_and(|pattern| pattern.matches(text) == Some(false))
    {
        broken.push(Broken::Pattern);
    }
    if rules
        .format
        .as_ref()
        .is_some_and(|format| !fits_format(text, format))
    {
        broken.push(Broken::Format);
    }
}

fn find_in_count(
    count: usize,
    counts: Counts,
    [fewer, more]: [Broken; 2],
    broken: &mut Vec<Broken>,
) {
    if count < counts.least {
        broken.push(fewer);
    }
    if counts.most.is_some_and(|most| count > most) {
        broken.push(more);
    }
}

fn find_in_list(
    items: &[Value],
    rules: &ListRules,
    verdicts: &mut Verdicts<'_>,
    broken: &mut Vec<Broken>,
) {
    find_in_count(
        items.len(),
        rules.length,
        [Broken::FewerItems, Broken::MoreItems],
        broken,
    );
    if rules.are_unique {
        let mut seen = HashSet::new();
        let identities = items.iter().map(|item| verdicts.identities.of(item));
        let repeated = identities
            .enumerate()
            .filter(|(_, identity)| !seen.insert(*identity));
        broken.extend(repeated.map(|(index, _)| Broken::Repeated(index)));
    }
    if let Some(contains) = &rules.contains {
        let count = verdicts.count_contained(items, contains);
        let rules = [Broken::FewerContained(count), Broken::MoreContained(count)];
        find_in_count(count, contains.counts, rules, broken);
    }
}

fn find_in_object(
    object: &Object,
    rules: &ObjectRules,
    verdicts: &Verdicts<'_>,
    broken: &mut Vec<Broken>,
) {
    find_in_count(
        object.len(),
        rules.size,
        [Broken::FewerMembers, Broken::MoreMembers],
        broken,
    );
    if let Some(names) = rules.names {
        let keys = object
            .iter()
            .enumerate()
            .filter(|(_, (key, _))| !verdicts.key_fits(key, names));
        broken.extend(keys.map(|(index, _)| Broken::Name(index)));
    }
    if rules.required().next().is_none() && rules.together.is_empty() {
        return;
    }
    let keys = Keys::of(object);
    let required = rules.required().enumerate();
    let missing = required.filter(|(_, name)| !keys.contains(name));
    broken.extend(missing.map(|(index, _)| Broken::Missing(index)));
    let together = rules.together.iter().enumerate();
    for (rule, (_, others)) in together.filter(|(_, (key, _))| keys.contains(key)) {
        let missing = others
            .iter()
            .enumerate()
            .filter(|(_, name)| !keys.contains(name));
        broken.extend(missing.map(|(index, _)| Broken::Together(rule, index)));
    }
}

/// The keys of an object, in a set where they are many.
enum Keys<'v> {
    Few(&'v Object),
    Many(HashSet<&'v str>),
}

impl<'v> Keys<'v> {
    fn of(object: &'v Object) -> Self {
        const MANY: usize = 16;
        if object.len() <= MANY {
            Self::Few(object)
        } else {
            Self::Many(object.iter().map(|(key, _)| key).collect())
        }
    }

    fn contains(&self, key: &str) -> bool {
        match self {
            Self::Few(object) => object.get(key).is_some(),
            Self::Many(keys) => keys.contains(key),
        }
    }
}

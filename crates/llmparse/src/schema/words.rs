//! What fits, in words that a model can act on: `an integer`, `"good" or "bad"`, `an object with the keys a, b`.

use super::broken::Broken;
use super::error::quote;
use super::formats::example_of;
use super::shape::{Bound, Choice, Node, NodeId, ObjectRules, Shape, Types};
use crate::error::excerpt;

/// How many choices or keys a message names.
const SHOWN: usize = 12;

/// How many references are followed to find words.
const DEEPEST: usize = 3;

/// What fits the node.
pub(crate) fn words_of(shape: &Shape, id: NodeId) -> String {
    words_at(shape, id, 0)
}

fn words_at(shape: &Shape, id: NodeId, depth: usize) -> String {
    let node = shape.node(id);
    let own = own_words(node);
    if own.is_some() || depth > DEEPEST {
        return own.unwrap_or_else(|| "a value".to_owned());
    }
    let next = node.conjuncts().next();
    match (next, node.unions.first()) {
        (Some(next), _) => words_at(shape, next, depth + 1),
        (None, Some(union)) => {
            let arms = union.arms.iter().take(SHOWN);
            let mut arms: Vec<String> = arms.map(|arm| words_at(shape, *arm, depth + 1)).collect();
            arms.dedup();
            either(&arms)
        }
        (None, None) => "a value".to_owned(),
    }
}

/// What the node says of types and choices by itself.
fn own_words(node: &Node) -> Option<String> {
    if let Some(choices) = &node.choices {
        return Some(choice_words(choices));
    }
    match node.types {
        Types::NONE => Some("no value here".to_owned()),
        Types::ANY if node.object.properties.is_empty() => None,
        Types::ANY | Types::OBJECT => Some(object_words(&node.object)),
        types => Some(type_words(types)),
    }
}

fn object_words(rules: &ObjectRules) -> String {
    let mut required = rules.required();
    let names: Vec<&str> = required.by_ref().take(SHOWN).collect();
    match names.as_slice() {
        [] => "an object".to_owned(),
        [name] => format!("an object with the key {name}"),
        names => format!("an object with the keys {}", names.join(", ")),
    }
}

/// `an integer or null`
pub(super) fn type_words(types: Types) -> String {
    const WORDS: [(Types, &str); 7] = [
        (Types::STRING, "a string"),
        (Types::NUMBER, "a number"),
        (Types::INTEGER, "an integer"),
        (Types::BOOLEAN, "true or false"),
        (Types::ARRAY, "an array"),
        (Types::OBJECT, "an object"),
        (Types::NULL, "null"),
    ];
    let is_number = types.contains(Types::NUMBER);
    let named = WORDS.iter().filter(|(one, _)| types.contains(*one));
    let named = named.filter(|(one, _)| !(is_number && *one == Types::INTEGER));
    either(&named.map(|(_, words)| *words).collect::<Vec<_>>())
}

pub(super) fn choice_words(choices: &[Choice]) -> String {
    let shown = choices
        .iter()
        .take(SHOWN)
        .map(|choice| excerpt(&choice.value.to_json_text()));
    let mut shown: Vec<String> = shown.collect();
    if choices.len() > SHOWN {
        shown.push(format!("{} other values", choices.len() - SHOWN));
    }
    if shown.is_empty() {
        return "no value at all".to_owned();
    }
    either(&shown)
}

/// `a, b or c`
pub(crate) fn either<S: AsRef<str>>(parts: &[S]) -> String {
    let parts: Vec<&str> = parts.iter().map(AsRef::as_ref).collect();
    match parts.split_last() {
        None => "a value".to_owned(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}

/// The keys that an object may have.
pub(super) fn key_words(rules: &ObjectRules) -> String {
    let names = rules
        .properties
        .iter()
        .take(SHOWN)
        .map(|property| excerpt(&property.name));
    let names: Vec<String> = names.collect();
    let more = rules.properties.len().saturating_sub(names.len());
    match (names.as_slice(), more) {
        ([], _) => "no such key".to_owned(),
        (names, 0) => format!("no such key (the keys are {})", names.join(", ")),
        (names, _) => format!(
            "no such key (the keys are {} and {more} more)",
            names.join(", ")
        ),
    }
}

/// `3 items`, `1 item`
pub(super) fn counted(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}

/// The keyword that is broken, and what it asks for.
pub(super) fn rule_words(shape: &Shape, node: &Node, broken: Broken) -> (&'static str, String) {
    let most =
        |most: Option<usize>, noun| format!("at most {}", counted(most.unwrap_or_default(), noun));
    let least = |least, noun| format!("at least {}", counted(least, noun));
    let (text, list, object) = (&node.text, &node.list, &node.object);
    match broken {
        Broken::Type if node.types == Types::NONE => ("", "no value here".to_owned()),
        Broken::Type => ("type", type_words(node.types)),
        Broken::Choice => (
            "enum",
            choice_words(node.choices.as_deref().unwrap_or_default()),
        ),
        Broken::Least => bound_words(node.number.least.as_ref(), LEAST),
        Broken::Greatest => bound_words(node.number.greatest.as_ref(), GREATEST),
        Broken::Multiple => ("multipleOf", multiple_words(node)),
        Broken::Shorter => ("minLength", least(text.length.least, "character")),
        Broken::Longer => ("maxLength", most(text.length.most, "character")),
        Broken::Pattern => ("pattern", pattern_words(node)),
        Broken::Format => ("format", format_words(node)),
        Broken::FewerItems => ("minItems", least(list.length.least, "item")),
        Broken::MoreItems => ("maxItems", most(list.length.most, "item")),
        Broken::Repeated(_) => ("uniqueItems", "no item twice".to_owned()),
        Broken::FewerContained(_) => ("contains", contained_words(shape, node, "at least")),
        Broken::MoreContained(_) => ("contains", contained_words(shape, node, "at most")),
        Broken::FewerMembers => ("minProperties", least(object.size.least, "key")),
        Broken::MoreMembers => ("maxProperties", most(object.size.most, "key")),
        Broken::Missing(_) => ("required", "a value".to_owned()),
        Broken::Name(_) => ("propertyNames", name_words(shape, object)),
        Broken::Together(rule, _) => ("dependentRequired", together_words(object, rule)),
    }
}

/// The keyword and the words of a bound, then of one that leaves its number out.
const LEAST: [&str; 4] = ["minimum", "at least", "exclusiveMinimum", "more than"];
const GREATEST: [&str; 4] = ["maximum", "at most", "exclusiveMaximum", "less than"];

fn bound_words(
    bound: Option<&Bound>,
    [closed, at, open, than]: [&'static str; 4],
) -> (&'static str, String) {
    let Some(bound) = bound else {
        return (closed, String::new());
    };
    let (keyword, words) = if bound.is_exclusive {
        (open, than)
    } else {
        (closed, at)
    };
    (keyword, format!("{words} {}", bound.number))
}

fn multiple_words(node: &Node) -> String {
    let step = node.number.multiple_of.as_ref().map(ToString::to_string);
    format!("a multiple of {}", step.unwrap_or_default())
}

fn pattern_words(node: &Node) -> String {
    let pattern = node
        .text
        .pattern
        .as_ref()
        .map(|pattern| excerpt(pattern.text()));
    format!("a text that matches {}", pattern.unwrap_or_default())
}

fn format_words(node: &Node) -> String {
    let format = node.text.format.as_deref().unwrap_or_default();
    let article = if format.starts_with(['e', 'i', 'a', 'o']) {
        "an"
    } else {
        "a"
    };
    match example_of(format) {
        Some(example) => format!("{article} {format}, such as {example}"),
        None => format!("{article} {format}"),
    }
}

fn contained_words(shape: &Shape, node: &Node, side: &str) -> String {
    let Some(contains) = &node.list.contains else {
        return "other items".to_owned();
    };
    let counts = contains.counts;
    let count = match side {
        "at most" => counts.most.unwrap_or_default(),
        _ => counts.least,
    };
    format!(
        "{side} {} being {}",
        counted(count, "item"),
        words_of(shape, contains.child)
    )
}

/// What a key has to be.
fn name_words(shape: &Shape, rules: &ObjectRules) -> String {
    let Some(id) = rules.names else {
        return "another key".to_owned();
    };
    let node = shape.node(id);
    let pattern = node
        .text
        .pattern
        .as_ref()
        .map(|pattern| excerpt(pattern.text()));
    match (pattern, &node.choices) {
        (Some(pattern), _) => format!("a key that matches {pattern}"),
        (None, Some(_)) => format!("the key {}", words_of(shape, id)),
        (None, None) => "another key".to_owned(),
    }
}

fn together_words(rules: &ObjectRules, rule: usize) -> String {
    let key = rules.together.get(rule).map(|(key, _)| quote(key));
    format!("a value, as {} is there", key.unwrap_or_default())
}

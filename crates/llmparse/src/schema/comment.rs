//! What a type alone does not say: `in years; 0 to 130; default: 18`.

use super::formats::example_of;
use super::shape::{Counts, ListRules, Node, NodeId, NumberRules, Shape, TextRules};
use crate::value::Value;

/// The comment on a node, on one line; empty if there is nothing to say. `has_name` tells of which nodes it is said
/// elsewhere.
pub(super) fn comment_of(shape: &Shape, id: NodeId, has_name: &dyn Fn(NodeId) -> bool) -> String {
    let node = shape.node(id);
    let unnamed = |id: &NodeId| Some(shape.node(*id)).filter(|_| !has_name(*id));
    let mut parts = own_comments(node);
    let arms = node.unions.iter().flat_map(|union| &union.arms);
    for child in arms.clone().chain(&node.all).filter_map(unnamed) {
        parts.extend(rule_comments(child));
    }
    parts.extend(arms.filter_map(unnamed).filter_map(arm_comment));
    if let Some(target) = node.reference.as_ref().and_then(unnamed) {
        let said = own_comments(target).into_iter();
        let is_silent = node.about.description.is_none();
        parts.extend(said.skip(usize::from(
            !is_silent && target.about.description.is_some(),
        )));
    }
    if let Some(item) = node.list.rest.as_ref().and_then(unnamed) {
        let said = own_comments(item).join(", ");
        parts.extend((!said.is_empty()).then(|| format!("each: {said}")));
    }
    parts.dedup();
    parts.join("; ")
}

/// What a node says by itself, the description first.
fn own_comments(node: &Node) -> Vec<String> {
    let mut parts: Vec<String> = node
        .about
        .description
        .iter()
        .map(|text| one_line(text))
        .collect();
    parts.extend(choice_comments(node));
    parts.extend(rule_comments(node));
    parts.extend(default_comment(node));
    parts
}

/// `{"const": "good", "description": "all went well"}` is a choice with a meaning.
fn arm_comment(arm: &Node) -> Option<String> {
    let [choice] = arm.choices.as_deref()? else {
        return None;
    };
    let meaning = arm
        .about
        .description
        .as_deref()
        .or(arm.about.title.as_deref())?;
    Some(format!(
        "{}: {}",
        choice.value.to_json_text(),
        one_line(meaning)
    ))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// `"good": all went well`
fn choice_comments(node: &Node) -> impl Iterator<Item = String> + '_ {
    let choices = node.choices.iter().flatten();
    choices.filter_map(|choice| {
        let meaning = choice.description.as_deref()?;
        Some(format!(
            "{}: {}",
            choice.value.to_json_text(),
            one_line(meaning)
        ))
    })
}

fn default_comment(node: &Node) -> Option<String> {
    let default = node
        .about
        .default
        .as_ref()
        .filter(|value| !is_empty(value))?;
    Some(format!("default: {}", default.to_json_text()))
}

/// Whether a default says no more than that there is none.
fn is_empty(value: &Value) -> bool {
    matches!(value.to_json_text().as_str(), "null" | "[]" | "{}" | "\"\"")
}

fn rule_comments(node: &Node) -> Vec<String> {
    let rules = [
        number_comment(&node.number),
        node.number
            .multiple_of
            .as_ref()
            .map(|step| format!("multiple of {step}")),
        count_comment(node.text.length, "characters"),
        format_comment(&node.text),
        node.text
            .pattern
            .as_ref()
            .map(|pattern| format!("matches {}", one_line(pattern.text()))),
        count_comment(node.list.length, "items"),
        unique_comment(&node.list),
        count_comment(node.object.size, "keys"),
    ];
    rules.into_iter().flatten().collect()
}

fn number_comment(rules: &NumberRules) -> Option<String> {
    let least = rules.least.as_ref();
    let greatest = rules.greatest.as_ref();
    let side = |bound: &super::shape::Bound, words: [&str; 2]| {
        let [closed, open] = words;
        format!(
            "{} {}",
            if bound.is_exclusive { open } else { closed },
            bound.number
        )
    };
    match (least, greatest) {
        (Some(least), Some(greatest)) if !least.is_exclusive && !greatest.is_exclusive => {
            Some(format!("{} to {}", least.number, greatest.number))
        }
        (None, None) => None,
        (least, greatest) => {
            let least = least.map(|bound| side(bound, ["at least", "more than"]));
            let greatest = greatest.map(|bound| side(bound, ["at most", "less than"]));
            Some(
                least
                    .into_iter()
                    .chain(greatest)
                    .collect::<Vec<_>>()
                    .join(", "),
            )
        }
    }
}

fn count_comment(counts: Counts, noun: &str) -> Option<String> {
    match (counts.least, counts.most) {
        (0, None) => None,
        (least, None) => Some(format!("at least {least} {noun}")),
        (0, Some(most)) => Some(format!("at most {most} {noun}")),
        (least, Some(most)) if least == most => Some(format!("{least} {noun}")),
        (least, Some(most)) => Some(format!("{least} to {most} {noun}")),
    }
}

fn format_comment(rules: &TextRules) -> Option<String> {
    let format = rules.format.as_deref()?;
    let example = match format {
        "date" | "time" | "date-time" | "duration" => example_of(format),
        _ => None,
    };
    Some(example.map_or_else(
        || format.to_owned(),
        |example| format!("{format}, such as {example}"),
    ))
}

fn unique_comment(rules: &ListRules) -> Option<String> {
    rules.are_unique.then(|| "no item twice".to_owned())
}

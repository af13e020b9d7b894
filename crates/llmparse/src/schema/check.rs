//! Everything in which a value does not fit: the verdicts say which parts fail, and only those are looked at again.

use std::collections::HashSet;

use super::arms::Tags;
use super::broken::{Broken, find_broken, type_of};
use super::error::{describe, quote};
use super::issue::SchemaIssue;
use super::refs::join;
use super::same::are_same;
use super::shape::{Choice, Node, NodeId, Shape, Union};
use super::verdicts::{Step, Verdicts, children, dependents, pair};
use super::words::{choice_words, counted, either, key_words, rule_words, words_of};
use crate::options::Ending;
use crate::value::{Data, Value};

/// How many issues are listed.
pub(super) const MOST: usize = 1000;

/// How many arms of a union are named.
const MOST_ARMS: usize = 12;

/// How many characters of what is expected are told.
const LONGEST: usize = 400;

/// What stands under a key that is missing.
const NOTHING: &str = "nothing";

/// How many characters of a key a path shows.
const LONGEST_KEY: usize = 200;

/// Every way in which `value`, from a text with this ending, does not fit the shape.
pub(super) fn check(shape: &Shape, value: &Value, ending: Ending) -> Vec<SchemaIssue> {
    let mut verdicts = Verdicts::at(shape, ending);
    if verdicts.fits(value, shape.root()) {
        return Vec::new();
    }
    let mut report = Report {
        shape,
        verdicts,
        steps: Vec::new(),
        open: Vec::new(),
        seen: HashSet::new(),
        issues: Vec::new(),
    };
    report.run(value);
    report.issues
}

struct Report<'s, 'v> {
    shape: &'s Shape,
    verdicts: Verdicts<'s>,
    /// Each step of a path, with the place of the one before it.
    steps: Vec<(Option<usize>, Step<'v>)>,
    open: Vec<Failure<'v>>,
    seen: HashSet<(usize, NodeId)>,
    issues: Vec<SchemaIssue>,
}

/// A value that does not fit a node; `path` is the last step to it.
#[derive(Clone, Copy)]
struct Failure<'v> {
    value: &'v Value,
    id: NodeId,
    path: Option<usize>,
}

impl<'s, 'v> Report<'s, 'v> {
    fn run(&mut self, value: &'v Value) {
        let id = self.shape.root();
        self.open.push(Failure {
            value,
            id,
            path: None,
        });
        while let Some(failure) = self.open.pop() {
            if self.issues.len() >= MOST {
                return;
            }
            if self.seen.insert(pair(failure.value, failure.id)) {
                self.explain(failure);
            }
        }
    }

    fn explain(&mut self, failure: Failure<'v>) {
        let node = self.shape.node(failure.id);
        let bottom = self.open.len();
        let broken = find_broken(failure.value, node, &mut self.verdicts);
        for rule in broken.iter().take(MOST) {
            self.tell_rule(failure, node, *rule);
        }
        if matches!(broken.as_slice(), [Broken::Type | Broken::Choice]) {
            return;
        }
        self.explain_in_place(failure, node);
        self.explain_parts(failure, node);
        // The first one is explained first.
        if let Some(added) = self.open.get_mut(bottom..) {
            added.reverse();
        }
    }

    /// Puts what fails in the same place on the stack, and tells what has no parts.
    fn explain_in_place(&mut self, failure: Failure<'v>, node: &'s Node) {
        let value = failure.value;
        let branch = self.verdicts.branch(value, node);
        let again = node
            .conjuncts()
            .chain(branch)
            .chain(dependents(value, node));
        for id in again {
            self.open_if_failed(Failure { id, ..failure });
        }
        for union in &node.unions {
            self.explain_union(failure, node, union);
        }
        if let Some(id) = self.verdicts.refused(value, node) {
            let expected = format!("anything but {}", words_of(self.shape, id));
            self.tell(failure.path, ("not", expected), describe(value));
        }
    }

    fn open_if_failed(&mut self, failure: Failure<'v>) {
        if !self.verdicts.known(failure.value, failure.id) {
            self.open.push(failure);
        }
    }

    fn explain_parts(&mut self, failure: Failure<'v>, node: &'s Node) {
        let mut failed = Vec::new();
        children(failure.value, node, |step, value, id| {
            if !self.verdicts.known(value, id) {
                failed.push((step, value, id));
            }
        });
        for (step, value, id) in failed.into_iter().take(MOST) {
            let path = Some(self.step(failure.path, step));
            if self.verdicts.takes_nothing(id) {
                self.tell(
                    path,
                    extra_words(step, node, failure.value),
                    describe(value),
                );
            } else {
                self.open.push(Failure { value, id, path });
            }
        }
    }

    fn step(&mut self, path: Option<usize>, step: Step<'v>) -> usize {
        self.steps.push((path, step));
        self.steps.len() - 1
    }

    // Unions.

    fn explain_union(&mut self, failure: Failure<'v>, node: &'s Node, union: &'s Union) {
        let keyword = keyword_of(union);
        let value = failure.value;
        match self.verdicts.count_arms(value, &union.arms) {
            0 => {}
            1 => return,
            _ if !union.is_exclusive || self.verdicts.is_open(value) => return,
            count => {
                let arms = counted(union.arms.len(), "schema");
                let expected = format!("what fits exactly one of {arms}");
                let found = format!("{}, which fits {count}", describe(value));
                return self.tell(failure.path, (keyword, expected), found);
            }
        }
        let arms = self.arms_of_type(value, &union.arms);
        match (arms.as_slice(), self.shape.find_tag(node, &arms)) {
            ([], _) => self.tell_arms(failure, keyword, &union.arms),
            ([id], _) => self.open.push(Failure { id: *id, ..failure }),
            (_, Some((key, tags))) => self.explain_tagged(failure, (keyword, key), &tags),
            (arms, None) => self.tell_arms(failure, keyword, arms),
        }
    }

    /// The arms that take the type of `value`.
    fn arms_of_type(&self, value: &Value, arms: &[NodeId]) -> Vec<NodeId> {
        let asked = type_of(value);
        let arms = arms.iter().copied();
        arms.filter(|arm| self.shape.types_of(*arm).contains(asked))
            .collect()
    }

    /// Several arms take the type, and the value of `key` tells which one is meant.
    fn explain_tagged(
        &mut self,
        failure: Failure<'v>,
        (keyword, key): (&'static str, &str),
        tags: &Tags<'s>,
    ) {
        let found = failure.value.get(key);
        let is_tag =
            |choices: &[Choice], tag| choices.iter().any(|choice| are_same(&choice.value, tag));
        let meant = found.and_then(|tag| tags.iter().find(|(choices, _)| is_tag(choices, tag)));
        if let Some((_, id)) = meant {
            return self.open.push(Failure { id: *id, ..failure });
        }
        let expected = tags.iter().take(MOST_ARMS);
        let expected: Vec<String> = expected.map(|(choices, _)| choice_words(choices)).collect();
        let found = found.map_or_else(|| NOTHING.to_owned(), describe);
        let path = join(&self.path(failure.path), &cut(key, LONGEST_KEY));
        self.tell_at(path, (keyword, either(&expected)), found);
    }

    fn tell_arms(&mut self, failure: Failure<'v>, keyword: &'static str, arms: &[NodeId]) {
        let arms = arms.iter().take(MOST_ARMS);
        let mut words: Vec<String> = arms.map(|arm| words_of(self.shape, *arm)).collect();
        words.sort_unstable();
        words.dedup();
        self.tell(
            failure.path,
            (keyword, either(&words)),
            describe(failure.value),
        );
    }

    // Telling.

    fn tell_rule(&mut self, failure: Failure<'v>, node: &Node, broken: Broken) {
        let (keyword, mut expected) = rule_words(self.shape, node, broken);
        let mut path = self.path(failure.path);
        let (part, found) = part_of(failure.value, node, broken);
        if let Some(part) = part {
            path = join(&path, &cut(&part, LONGEST_KEY));
        }
        if let Broken::Missing(index) = broken {
            expected = self.missing_words(node, index);
        }
        let alias = match broken {
            Broken::Missing(index) => self.find_alias(failure.value, node, index),
            _ => None,
        };
        let found = alias.map_or(found, |alias| format!("{NOTHING}, but {}", quote(alias)));
        self.tell_at(path, (keyword, expected), found);
    }

    /// What is expected under the required key of this number.
    fn missing_words(&self, node: &Node, index: usize) -> String {
        let property = node
            .object
            .required()
            .nth(index)
            .and_then(|name| node.object.property(name));
        property.map_or_else(
            || "a value".to_owned(),
            |property| words_of(self.shape, property.child),
        )
    }

    /// Another name under which the value of the required key may stand.
    fn find_alias<'n>(&self, value: &Value, node: &'n Node, index: usize) -> Option<&'s str> {
        let name: &'n str = node.object.required().nth(index)?;
        let child = self.shape.node(node.object.property(name)?.child);
        let mut aliases = child.about.aliases.iter().map(|alias| &**alias);
        aliases.find(|alias| value.get(alias).is_some())
    }

    fn tell(&mut self, path: Option<usize>, rule: (&'static str, String), found: String) {
        let path = self.path(path);
        self.tell_at(path, rule, found);
    }

    fn tell_at(
        &mut self,
        path: String,
        (keyword, expected): (&'static str, String),
        found: String,
    ) {
        if self.issues.len() < MOST {
            self.issues.push(SchemaIssue {
                path,
                keyword,
                expected: cut(&expected, LONGEST),
                found,
            });
        }
    }

    fn path(&self, mut last: Option<usize>) -> String {
        let mut steps = Vec::new();
        while let Some((before, step)) = last.and_then(|place| self.steps.get(place)) {
            steps.push(*step);
            last = *before;
        }
        steps
            .iter()
            .rev()
            .fold(String::new(), |path, step| match step {
                Step::Key(key) => join(&path, &cut(key, LONGEST_KEY)),
                Step::Index(index) => join(&path, &index.to_string()),
            })
    }
}

fn cut(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
    }
}

/// What a part that must not be there breaks.
fn extra_words(step: Step<'_>, node: &Node, whole: &Value) -> (&'static str, String) {
    let is_property = matches!(step, Step::Key(key) if node.object.property(key).is_some());
    match (step, &whole.data) {
        (Step::Key(_), _) if !is_property => ("additionalProperties", key_words(&node.object)),
        (Step::Index(_), Data::Array(_)) if !node.list.first.is_empty() => {
            let count = counted(node.list.first.len(), "item");
            ("items", format!("at most {count}"))
        }
        _ => ("", "no value here".to_owned()),
    }
}

/// The part of `value` that breaks a rule, if it is not all of it, and what stands there.
fn part_of(value: &Value, node: &Node, broken: Broken) -> (Option<String>, String) {
    match broken {
        Broken::Missing(index) => {
            let name = node.object.required().nth(index);
            (name.map(str::to_owned), NOTHING.to_owned())
        }
        Broken::Together(rule, index) => {
            let names = node.object.together.get(rule).map(|(_, names)| names);
            let name = names.and_then(|names| names.get(index));
            (name.map(|name| name.to_string()), NOTHING.to_owned())
        }
        Broken::Repeated(index) => {
            let item = value.as_array().and_then(|items| items.get(index));
            (
                Some(index.to_string()),
                item.map(describe).unwrap_or_default(),
            )
        }
        Broken::Name(index) => {
            let key = value
                .as_object()
                .and_then(|object| object.iter().nth(index));
            let key = key.map_or("", |(key, _)| key);
            (Some(key.to_owned()), quote(key))
        }
        Broken::FewerContained(count) | Broken::MoreContained(count) => (None, count.to_string()),
        Broken::Shorter | Broken::Longer => (None, length_words(value)),
        _ => (None, describe(value)),
    }
}

fn keyword_of(union: &Union) -> &'static str {
    if union.is_exclusive { "oneOf" } else { "anyOf" }
}

/// `"abc" (3 characters)`
fn length_words(value: &Value) -> String {
    let count = value.as_str().unwrap_or_default().chars().count();
    format!("{} ({})", describe(value), counted(count, "character"))
}

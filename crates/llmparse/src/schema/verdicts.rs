//! Whether a value fits a schema: each pair of a value and a node is decided once, what it depends on first, on a
//! stack of its own. So the time is at most the size of the value times that of the schema, and no depth is too deep.

use rustc_hash::FxHashMap;

use super::broken::find_broken;
use super::same::Identities;
use super::shape::{Contains, Node, NodeId, Shape};
use crate::options::Ending;
use crate::value::{Data, Value};

pub(crate) struct Verdicts<'s> {
    shape: &'s Shape,
    ending: Ending,
    known: FxHashMap<Pair, bool>,
    pub(super) identities: Identities,
}

/// A value, by where it stands in memory, and a node.
type Pair = (usize, NodeId);

pub(super) fn pair(value: &Value, id: NodeId) -> Pair {
    (std::ptr::from_ref(value).addr(), id)
}

impl<'s> Verdicts<'s> {
    pub(crate) fn new(shape: &'s Shape) -> Self {
        Self::at(shape, Ending::Final)
    }

    /// Verdicts on values from a text with this ending.
    pub(crate) fn at(shape: &'s Shape, ending: Ending) -> Self {
        Self {
            shape,
            ending,
            known: FxHashMap::default(),
            identities: Identities::default(),
        }
    }

    /// Whether `value`, which outlives the verdicts, fits the node.
    pub(crate) fn fits(&mut self, value: &Value, id: NodeId) -> bool {
        if self.is_plain(value, id) {
            return self.decide(value, id);
        }
        let mut stack = vec![(value, id, false)];
        while let Some((value, id, is_ready)) = stack.pop() {
            let pair = pair(value, id);
            if self.known.contains_key(&pair) {
                continue;
            }
            if is_ready || self.is_plain(value, id) {
                let verdict = self.decide(value, id);
                self.known.insert(pair, verdict);
                continue;
            }
            stack.push((value, id, true));
            let node = self.shape.node(id);
            self.visit(value, node, |value, id| stack.push((value, id, false)));
        }
        self.known(value, id)
    }

    /// Whether more of `value` may come.
    pub(super) fn is_open(&self, value: &Value) -> bool {
        value.is_open(self.ending)
    }

    /// A verdict that has been reached.
    pub(super) fn known(&self, value: &Value, id: NodeId) -> bool {
        self.known.get(&pair(value, id)).copied().unwrap_or(true)
    }

    /// Whether nothing else has to be decided first.
    fn is_plain(&self, value: &Value, id: NodeId) -> bool {
        value.is_scalar() && self.shape.node(id).in_place().next().is_none()
    }

    /// Every pair that the verdict on `value` and `node` depends on.
    fn visit<'v>(&self, value: &'v Value, node: &Node, mut push: impl FnMut(&'v Value, NodeId)) {
        if node.is_nullable && value.is_null() {
            return;
        }
        node.in_place().for_each(|child| push(value, child));
        children(value, node, |_, child, id| push(child, id));
        if let (Some(contains), Some(items)) = (&node.list.contains, value.as_array()) {
            items.iter().for_each(|item| push(item, contains.child));
        }
    }

    fn decide(&mut self, value: &Value, id: NodeId) -> bool {
        let node = self.shape.node(id);
        let is_open_scalar = || self.is_open(value) && value.is_scalar();
        if node.is_nullable && value.is_null() || is_open_scalar() {
            return true;
        }
        let is_whole = find_broken(value, node, self).is_empty();
        is_whole && self.parts_fit(value, node)
    }

    fn parts_fit(&self, value: &Value, node: &Node) -> bool {
        let mut all_fit = node.conjuncts().all(|child| self.known(value, child));
        children(value, node, |_, child, id| all_fit &= self.known(child, id));
        all_fit && self.unions_fit(value, node) && self.conditions_hold(value, node)
    }

    fn unions_fit(&self, value: &Value, node: &Node) -> bool {
        node.unions.iter().all(|union| {
            let is_exclusive = union.is_exclusive && !self.is_open(value);
            match (self.count_arms(value, &union.arms), is_exclusive) {
                (1, _) => true,
                (count, is_exclusive) => count > 0 && !is_exclusive,
            }
        })
    }

    pub(super) fn count_arms(&self, value: &Value, arms: &[NodeId]) -> usize {
        arms.iter().filter(|arm| self.known(value, **arm)).count()
    }

    fn conditions_hold(&self, value: &Value, node: &Node) -> bool {
        let not = self.refused(value, node).is_none();
        let branch = self.branch(value, node);
        let dependent = dependents(value, node).all(|child| self.known(value, child));
        not && branch.is_none_or(|child| self.known(value, child)) && dependent
    }

    /// The schema that `value` has not to fit, and does.
    pub(super) fn refused(&self, value: &Value, node: &Node) -> Option<NodeId> {
        node.not
            .filter(|child| !self.is_open(value) && self.known(value, *child))
    }

    /// Whether what comes yet may decide whether `value` fits the schema of an `if`.
    pub(crate) fn is_undecided(&self, value: &Value, when: NodeId) -> bool {
        let node = self.shape.node(when);
        let is_to_come = |name: &str| value.get(name).is_none_or(|member| !member.complete);
        let mut names = node
            .object
            .properties
            .iter()
            .map(|property| &*property.name);
        self.is_open(value) && (node.in_place().next().is_some() || names.any(is_to_come))
    }

    /// The schema that `if` chooses.
    pub(super) fn branch(&self, value: &Value, node: &Node) -> Option<NodeId> {
        let condition = node.condition.as_ref()?;
        if self.is_undecided(value, condition.when) {
            return None;
        }
        if self.known(value, condition.when) {
            condition.then
        } else {
            condition.otherwise
        }
    }

    /// How many items fit `contains`.
    pub(super) fn count_contained(&self, items: &[Value], contains: &Contains) -> usize {
        items
            .iter()
            .filter(|item| self.known(item, contains.child))
            .count()
    }

    /// Whether a key fits `propertyNames`.
    pub(super) fn key_fits(&self, key: &str, id: NodeId) -> bool {
        Verdicts::new(self.shape).fits(&key.into(), id)
    }

    /// Whether a node takes nothing at all.
    pub(super) fn takes_nothing(&self, id: NodeId) -> bool {
        self.shape.node(id).types == super::shape::Types::NONE
    }
}

/// One step from a value to a part of it.
#[derive(Clone, Copy)]
pub(super) enum Step<'v> {
    Key(&'v str),
    Index(usize),
}

/// Calls `visit` for each part of `value` with each schema that `node` has for it.
pub(super) fn children<'v>(
    value: &'v Value,
    node: &Node,
    mut visit: impl FnMut(Step<'v>, &'v Value, NodeId),
) {
    match &value.data {
        Data::Array(items) if node.list.rest.is_some() || !node.list.first.is_empty() => {
            for (index, item) in items.iter().enumerate() {
                if let Some(id) = node.list.item(index) {
                    visit(Step::Index(index), item, id);
                }
            }
        }
        Data::Object(object) => {
            for (key, member) in object.iter() {
                for id in member_schemas(key, node) {
                    visit(Step::Key(key), member, id);
                }
            }
        }
        _ => {}
    }
}

/// The schemas of the member `key`: its property, the patterns it matches, or else the one for all others.
pub(super) fn member_schemas<'n>(
    key: &str,
    node: &'n Node,
) -> impl Iterator<Item = NodeId> + use<'n> {
    let rules = &node.object;
    let property = rules.property(key).map(|property| property.child);
    let matches = rules
        .patterns
        .iter()
        .map(|(pattern, id)| (pattern.matches(key), *id));
    let matches: Vec<(Option<bool>, NodeId)> = matches
        .filter(|(matched, _)| *matched != Some(false))
        .collect();
    let is_named = property.is_some() || !matches.is_empty();
    let additional = rules.additional.filter(|_| !is_named);
    // A pattern that cannot be told apart may be meant, and says nothing then.
    let matched = matches
        .into_iter()
        .filter(|(matched, _)| matched.is_some())
        .map(|(_, id)| id);
    property.into_iter().chain(matched).chain(additional)
}

/// The schemas of `dependentSchemas` whose key is there.
pub(super) fn dependents<'n>(
    value: &Value,
    node: &'n Node,
) -> impl Iterator<Item = NodeId> + use<'n> {
    let rules = node.object.dependent.iter();
    let present: Vec<NodeId> = rules
        .filter(|(key, _)| value.get(key).is_some())
        .map(|(_, id)| *id)
        .collect();
    present.into_iter()
}

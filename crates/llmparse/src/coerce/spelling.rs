//! Values that fit, in a spelling that readers of the result stumble over: `3.0` where an integer is asked for, `N/A` where
//! a text or null is.

use std::collections::{BTreeMap, BTreeSet};

use super::demand::member_nodes;
use super::scalar::is_placeholder;
use super::text::spelled_as;
use crate::schema::{Node, NodeId, Shape, Types, describe, join};
use crate::trace::Coercion;
use crate::value::{Data, Value};

/// The deepest that values, and schemas held against the same value, nest.
const DEEPEST: usize = 300;

/// Whether any part of `value` is spelled in such a way, whatever is asked for there.
pub(super) fn may_differ(value: &Value) -> bool {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match &value.data {
            Data::Array(items) => open.extend(items),
            Data::Object(object) => open.extend(object.iter().map(|(_, member)| member)),
            Data::Number(number) if number.as_i128().is_none() => return true,
            Data::String(text) if is_placeholder(text) => return true,
            _ => {}
        }
    }
    false
}

pub(super) struct Speller<'s> {
    shape: &'s Shape,
    path: Vec<String>,
    pub(super) coercions: Vec<Coercion>,
}

impl<'s> Speller<'s> {
    pub(super) fn new(shape: &'s Shape) -> Self {
        Self {
            shape,
            path: Vec::new(),
            coercions: Vec::new(),
        }
    }

    /// Changes what is spelled otherwise in `value`, which all of these schemas are held against.
    pub(super) fn run(&mut self, value: &mut Value, ids: &[NodeId], depth: usize) {
        if depth > DEEPEST {
            return;
        }
        let nodes = self.in_place(ids);
        match &mut value.data {
            Data::Array(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    let children = children(&nodes, |node| node.list.item(index));
                    self.inside(&index.to_string(), item, &children, depth);
                }
            }
            Data::Object(object) => {
                for (key, member) in &mut object.members {
                    let children = children(&nodes, |node| member_nodes(node, key));
                    self.inside(key, member, &children, depth);
                }
            }
            Data::Null | Data::Bool(_) => {}
            Data::Number(_) | Data::String(_) => self.spell(value, &nodes),
        }
    }

    fn inside(&mut self, step: &str, value: &mut Value, children: &[NodeId], depth: usize) {
        if children.is_empty() {
            return;
        }
        self.path.push(step.to_owned());
        self.run(value, children, depth + 1);
        self.path.pop();
    }

    /// The schemas that are held against one value, each once, and the types that each takes there. Of a union only an arm
    /// is looked at that is alone, or beside null.
    fn in_place(&self, ids: &[NodeId]) -> Vec<(&'s Node, Types)> {
        let mut open: Vec<(NodeId, bool)> = ids.iter().map(|id| (*id, false)).collect();
        let mut seen = BTreeMap::new();
        while let Some((id, is_nullable)) = open.pop() {
            if seen.contains_key(&id) {
                continue;
            }
            let node = self.shape.node(id);
            let is_nullable = is_nullable || node.is_nullable;
            let null = if is_nullable {
                Types::NULL
            } else {
                Types::NONE
            };
            seen.insert(id, (node, node.types.or(null)));
            open.extend(node.conjuncts().map(|child| (child, is_nullable)));
            open.extend(self.only_arm(node));
        }
        seen.into_values().collect()
    }

    /// The only arm of a union that is not null, and whether there is one that is.
    fn only_arm(&self, node: &Node) -> Option<(NodeId, bool)> {
        let [union] = node.unions.as_slice() else {
            return None;
        };
        let mut arms = union
            .arms
            .iter()
            .filter(|arm| self.shape.node(**arm).types != Types::NULL);
        match (arms.next(), arms.next()) {
            (Some(arm), None) => Some((*arm, union.arms.len() > 1)),
            _ => None,
        }
    }

    fn spell(&mut self, value: &mut Value, nodes: &[(&'s Node, Types)]) {
        let is_ruled = |node: &Node| {
            node.choices.is_some() || node.text.pattern.is_some() || node.text.format.is_some()
        };
        let types = nodes
            .iter()
            .fold(Types::ANY, |all, (_, types)| all.and(*types));
        let Some((data, rule)) =
            spelled_as(value, types, nodes.iter().any(|(node, _)| is_ruled(node)))
        else {
            return;
        };
        let from = describe(value);
        value.data = data;
        self.coercions.push(Coercion {
            path: self
                .path
                .iter()
                .fold(String::new(), |path, step| join(&path, step)),
            rule,
            from,
            to: describe(value),
            span: value.span,
            risk: rule.risk(),
        });
    }
}

/// The schemas that these have for a part of the value, each once.
fn children<'s, I: IntoIterator<Item = NodeId>>(
    nodes: &[(&'s Node, Types)],
    child: impl Fn(&'s Node) -> I,
) -> Vec<NodeId> {
    let children: BTreeSet<NodeId> = nodes.iter().flat_map(|(node, _)| child(node)).collect();
    children.into_iter().collect()
}

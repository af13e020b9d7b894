//! Containers: `{"name": "example text"}`, `[{"name": "example text"}]`.

use std::collections::HashSet;

use super::super::shape::{Node, NodeId, ObjectRules};
use super::super::verdicts::member_schemas;
use super::{Extent, LONGEST, Maker, Plan};
use crate::value::{Key, Object, Value};

impl<'s> Maker<'s> {
    /// An object with every property that can be made; those that may be absent go when there are too many.
    pub(super) fn make_object(&mut self, plan: &Plan<'s>) -> Option<Value> {
        let required = self.required(plan);
        let mut members: Vec<(Key, Value)> = Vec::new();
        let names = self.property_names(plan, &required).into_iter();
        let is_wanted = |name: &&str| self.extent == Extent::Full || required.contains(name);
        let names: Vec<&str> = names.filter(is_wanted).collect();
        for name in names {
            match self.make_member(name, plan) {
                Some(value) => members.push((name.into(), value)),
                None if required.contains(name) => return None,
                None => {}
            }
        }
        self.add_members(plan, &mut members)?;
        let most = self
            .nodes(plan)
            .filter_map(|node| node.object.size.most)
            .min();
        let mut surplus = members.len().saturating_sub(most.unwrap_or(usize::MAX));
        let mut kept = Vec::new();
        for member in members.into_iter().rev() {
            if surplus > 0 && !required.contains(&*member.0) {
                surplus -= 1;
            } else {
                kept.push(member);
            }
        }
        kept.reverse();
        Some(Object { members: kept }.into())
    }

    fn make_member(&mut self, name: &str, plan: &Plan<'s>) -> Option<Value> {
        let goals: Vec<NodeId> = self
            .nodes(plan)
            .flat_map(|node| member_schemas(name, node))
            .collect();
        if goals.is_empty() {
            return Some("example text".into());
        }
        self.make(&goals)
    }

    /// Every key that has to be there, those that others bring along too.
    fn required(&self, plan: &Plan<'s>) -> HashSet<&'s str> {
        let mut required: HashSet<&str> = self
            .nodes(plan)
            .flat_map(|node| node.object.required())
            .collect();
        let rules: Vec<_> = self
            .nodes(plan)
            .flat_map(|node| &node.object.together)
            .collect();
        for _ in 0..rules.len() {
            let before = required.len();
            let met = rules.iter().filter(|(key, _)| required.contains(&**key));
            let others: Vec<&str> = met
                .flat_map(|(_, others)| others)
                .map(|other| &**other)
                .collect();
            required.extend(others);
            if required.len() == before {
                break;
            }
        }
        required
    }

    /// The properties in their order, then what else is required, each once.
    fn property_names(&self, plan: &Plan<'s>, required: &HashSet<&'s str>) -> Vec<&'s str> {
        let properties = self.nodes(plan).flat_map(|node| &node.object.properties);
        let named = properties.map(|property| &*property.name);
        let mut others: Vec<&str> = required.iter().copied().collect();
        others.sort_unstable();
        let mut seen = HashSet::new();
        named
            .chain(others)
            .filter(|name| seen.insert(*name))
            .collect()
    }

    /// Members beyond the properties, where more are needed, or where one tells more than none.
    fn add_members(&mut self, plan: &Plan<'s>, members: &mut Vec<(Key, Value)>) -> Option<()> {
        let least = self
            .nodes(plan)
            .map(|node| node.object.size.least)
            .max()
            .unwrap_or(0);
        if least > LONGEST {
            return None;
        }
        let is_map = members.is_empty()
            && self
                .nodes(plan)
                .any(|node| self.is_telling_map(&node.object));
        let wanted = least.max(usize::from(is_map));
        for name in self.new_names(plan, wanted) {
            if members.len() >= wanted {
                break;
            }
            if members.iter().all(|(known, _)| **known != *name) {
                let made = self.make_member(&name, plan);
                members.extend(made.map(|value| (Key::from(name), value)));
            }
        }
        (members.len() >= least).then_some(())
    }

    fn is_telling_map(&self, rules: &ObjectRules) -> bool {
        let patterns = rules.patterns.iter().map(|(_, child)| *child);
        rules
            .additional
            .into_iter()
            .chain(patterns)
            .any(|child| self.is_telling(child))
    }

    /// Names for members that no property gives.
    fn new_names(&mut self, plan: &Plan<'s>, count: usize) -> Vec<Box<str>> {
        if count == 0 {
            return Vec::new();
        }
        let rules: Vec<NodeId> = self
            .nodes(plan)
            .filter_map(|node| node.object.names)
            .collect();
        let properties = self.nodes(plan).flat_map(|node| &node.object.properties);
        let mut names: Vec<Box<str>> = properties.map(|property| property.name.clone()).collect();
        if !rules.is_empty() {
            for turn in 0..count.saturating_add(LONGEST.min(16)) {
                self.turn = turn;
                let name = self.make(&rules);
                self.turn = 0;
                names.extend(name.and_then(|name| name.as_str().map(Into::into)));
            }
        }
        names.extend(self.pattern_names(plan));
        names.push("key".into());
        names.extend((2..=count + 1).map(|number| format!("key{number}").into()));
        names
    }

    #[cfg(feature = "regex")]
    fn pattern_names(&self, plan: &Plan<'s>) -> Vec<Box<str>> {
        let patterns = self.nodes(plan).flat_map(|node| &node.object.patterns);
        patterns
            .filter_map(|(pattern, _)| pattern.example())
            .map(Into::into)
            .collect()
    }

    #[cfg(not(feature = "regex"))]
    #[expect(clippy::unused_self, reason = "the feature `regex` uses it")]
    fn pattern_names(&self, _: &Plan<'s>) -> Vec<Box<str>> {
        Vec::new()
    }

    /// A list as short as it may be, and of one item where that tells more.
    pub(super) fn make_list(&mut self, plan: &Plan<'s>) -> Option<Value> {
        let lengths = || self.nodes(plan).map(|node| node.list.length);
        let least = lengths().map(|length| length.least).max().unwrap_or(0);
        let most = lengths()
            .filter_map(|length| length.most)
            .min()
            .unwrap_or(usize::MAX);
        if least > LONGEST {
            return None;
        }
        let first = self
            .nodes(plan)
            .map(|node| node.list.first.len())
            .max()
            .unwrap_or(0);
        let is_telling = self
            .nodes(plan)
            .filter_map(|node| node.list.rest)
            .any(|id| self.is_telling(id));
        let wanted = least.max(first).max(usize::from(is_telling)).min(most);
        let mut items: Vec<Value> = Vec::new();
        let mut contained = self.contained(plan);
        while items.len() < wanted || !contained.is_empty() {
            match self.make_item(plan, &items, contained.pop()) {
                Some(item) => items.push(item),
                None if items.len() >= least && contained.is_empty() => break,
                None => return None,
            }
        }
        Some(items.into())
    }

    /// The schemas of `contains`, each as often as it has to be met.
    fn contained(&self, plan: &Plan<'s>) -> Vec<NodeId> {
        let contains = self
            .nodes(plan)
            .filter_map(|node| node.list.contains.as_ref());
        contains
            .flat_map(|contains| vec![contains.child; contains.counts.least.min(LONGEST)])
            .collect()
    }

    fn make_item(
        &mut self,
        plan: &Plan<'s>,
        before: &[Value],
        contained: Option<NodeId>,
    ) -> Option<Value> {
        let index = before.len();
        let goals = self
            .nodes(plan)
            .filter_map(|node| node.list.item(index))
            .chain(contained);
        let goals: Vec<NodeId> = goals.collect();
        if !self.nodes(plan).any(|node| node.list.are_unique) {
            return self.make_or_plain(&goals, 0);
        }
        let turns = 0..before.len() + 3;
        turns.into_iter().find_map(|turn| {
            let made = self.make_or_plain(&goals, turn)?;
            let is_new = !before
                .iter()
                .any(|item| super::super::same::are_same(item, &made));
            is_new.then_some(made)
        })
    }

    fn make_or_plain(&mut self, goals: &[NodeId], turn: usize) -> Option<Value> {
        if goals.is_empty() {
            return Some(match turn {
                0 => "example text".into(),
                turn => format!("{} example text", turn + 1).into(),
            });
        }
        self.turn = turn;
        let made = self.make(goals);
        self.turn = 0;
        made
    }

    /// Whether one item of this schema tells more than an empty list: an object, or one of several choices.
    fn is_telling(&self, id: NodeId) -> bool {
        let mut plan = Plan::default();
        let is_open = self.add(id, &mut plan).is_none();
        let tells = |node: &Node| {
            node.choices.is_some() || !node.object.properties.is_empty() || !node.unions.is_empty()
        };
        !is_open && self.nodes(&plan).any(tells)
    }
}

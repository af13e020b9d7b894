//! Whether a value fits at a glance: no table, no list, one look at each part. What it cannot tell is left to the check.

use super::scalar::is_placeholder;
use crate::schema::{Node, NodeId, Shape, Types, Verdicts, are_same};
use crate::value::{Data, Number, Object, Value};

/// How deep a glance goes.
const DEEPEST: usize = 64;

/// How many looks are taken in vain, at arms of unions that do not fit and at parts that were looked at, before the check
/// is left to tell.
const MOST_VAIN: usize = 4096;

pub(super) struct Glance<'s> {
    shape: &'s Shape,
    looks: usize,
    vain: usize,
}

impl<'s> Glance<'s> {
    pub(super) fn new(shape: &'s Shape) -> Self {
        Self {
            shape,
            looks: 0,
            vain: 0,
        }
    }

    /// Whether it is certain that `value` fits, and is spelled as readers of it expect.
    pub(super) fn fits(&mut self, value: &Value, id: NodeId, depth: usize) -> bool {
        self.looks += 1;
        let node = self.shape.node(id);
        if depth > DEEPEST || self.vain > MOST_VAIN || is_beyond(node) {
            return false;
        }
        if node.is_nullable && value.is_null() {
            return true;
        }
        self.fits_conjuncts(value, node, depth)
            && node
                .unions
                .iter()
                .all(|union| !union.is_exclusive && self.fits_arm(value, &union.arms, depth))
            && fits_types(value, node.types)
            && fits_choices(value, node)
            && self.fits_rules(value, id, depth)
    }

    /// Each of several schemas looks at all parts of the value again.
    fn fits_conjuncts(&mut self, value: &Value, node: &Node, depth: usize) -> bool {
        let start = self.looks;
        for (index, child) in node.conjuncts().enumerate() {
            if !self.fits(value, child, depth + 1) {
                return false;
            }
            self.vain += if index > 0 { self.looks - start } else { 0 };
        }
        true
    }

    fn fits_arm(&mut self, value: &Value, arms: &[NodeId], depth: usize) -> bool {
        arms.iter().any(|arm| {
            let start = self.looks;
            let fits = self.fits(value, *arm, depth + 1);
            self.vain += if fits { 0 } else { self.looks - start };
            fits
        })
    }

    fn fits_rules(&mut self, value: &Value, id: NodeId, depth: usize) -> bool {
        let node = self.shape.node(id);
        match &value.data {
            Data::Null | Data::Bool(_) => true,
            Data::Number(_) => {
                let rules = &node.number;
                let is_free = rules.least.is_none()
                    && rules.greatest.is_none()
                    && rules.multiple_of.is_none();
                is_free || self.is_checked(value, id)
            }
            Data::String(text) => {
                let rules = &node.text;
                let counts = rules.length.least > 0 || rules.length.most.is_some();
                let is_free = rules.pattern.is_none() && rules.format.is_none() && !counts;
                !is_placeholder(text) && (is_free || self.is_checked(value, id))
            }
            Data::Array(items) => self.fits_items(items, node, depth),
            Data::Object(object) => self.fits_members(object, node, depth),
        }
    }

    fn is_checked(&self, value: &Value, id: NodeId) -> bool {
        Verdicts::new(self.shape).fits(value, id)
    }

    fn fits_items(&mut self, items: &[Value], node: &Node, depth: usize) -> bool {
        let rules = &node.list;
        let counts = rules.length;
        let is_counted =
            items.len() >= counts.least && counts.most.is_none_or(|most| items.len() <= most);
        if !is_counted || rules.are_unique || rules.contains.is_some() {
            return false;
        }
        items
            .iter()
            .enumerate()
            .all(|(index, item)| match rules.item(index) {
                Some(child) => self.fits(item, child, depth + 1),
                None => true,
            })
    }

    fn fits_members(&mut self, object: &Object, node: &Node, depth: usize) -> bool {
        let rules = &node.object;
        let counts = rules.size;
        let is_counted =
            object.len() >= counts.least && counts.most.is_none_or(|most| object.len() <= most);
        let is_plain =
            rules.patterns.is_empty() && rules.names.is_none() && rules.together.is_empty();
        if !is_counted || !is_plain || !rules.required.is_empty() {
            return false;
        }
        let mut present = 0;
        for (key, member) in object.iter() {
            let property = rules.property(key);
            present += usize::from(property.is_some_and(|property| property.is_required));
            let child = property.map(|property| property.child).or(rules.additional);
            if child.is_some_and(|child| !self.fits(member, child, depth + 1)) {
                return false;
            }
        }
        let required = rules
            .properties
            .iter()
            .filter(|property| property.is_required);
        required.count() == present
    }
}

/// Whether a schema has rules that a glance does not look at.
fn is_beyond(node: &Node) -> bool {
    node.not.is_some() || node.condition.is_some() || !node.object.dependent.is_empty()
}

fn fits_types(value: &Value, types: Types) -> bool {
    if types == Types::ANY {
        return true;
    }
    match &value.data {
        Data::Null => types.contains(Types::NULL),
        Data::Bool(_) => types.contains(Types::BOOLEAN),
        Data::Number(number) => {
            types.contains(Types::NUMBER)
                || types.contains(Types::INTEGER) && is_plain_integer(number)
        }
        Data::String(_) => types.contains(Types::STRING),
        Data::Array(_) => types.contains(Types::ARRAY),
        Data::Object(_) => types.contains(Types::OBJECT),
    }
}

fn is_plain_integer(number: &Number) -> bool {
    number.as_i64().is_some() || number.as_i128().is_some()
}

fn fits_choices(value: &Value, node: &Node) -> bool {
    let Some(choices) = &node.choices else {
        return true;
    };
    choices.iter().any(|choice| are_same(&choice.value, value))
}

//! Values that fit, in a spelling that readers of the result stumble over: `3.0` where an integer is asked for, `N/A` where
//! a text or null is.

use super::text::spelled_as;
use crate::schema::{NodeId, Shape, Types, describe, join};
use crate::trace::Coercion;
use crate::value::{Data, Value};

/// The deepest that values, and schemas held against the same value, nest.
const DEEPEST: usize = 300;

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

    /// Changes what is spelled otherwise in `value`.
    pub(super) fn run(&mut self, value: &mut Value, id: NodeId, depth: usize) {
        if depth > DEEPEST {
            return;
        }
        match &mut value.data {
            Data::Array(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    let children = self.children(id, |node| node.list.item(index));
                    self.inside(index.to_string(), item, &children, depth);
                }
            }
            Data::Object(object) => {
                for (key, member) in &mut object.members {
                    let children = self.children(id, |node| {
                        node.object.property(key).map(|property| property.child)
                    });
                    self.inside(key.to_string(), member, &children, depth);
                }
            }
            Data::Null | Data::Bool(_) => {}
            Data::Number(_) | Data::String(_) => self.spell(value, id),
        }
    }

    fn inside(&mut self, step: String, value: &mut Value, children: &[NodeId], depth: usize) {
        self.path.push(step);
        for child in children {
            self.run(value, *child, depth + 1);
        }
        self.path.pop();
    }

    /// What the schemas in this place have for a part; of a union only the one arm that is not null.
    fn children(
        &self,
        id: NodeId,
        child: impl Fn(&'s crate::schema::Node) -> Option<NodeId>,
    ) -> Vec<NodeId> {
        let mut found = Vec::new();
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            let node = self.shape.node(id);
            found.extend(child(node));
            open.extend(node.conjuncts());
            open.extend(self.only_arm(id));
        }
        found
    }

    fn only_arm(&self, id: NodeId) -> Option<NodeId> {
        let [union] = self.shape.node(id).unions.as_slice() else {
            return None;
        };
        let mut arms = union
            .arms
            .iter()
            .filter(|arm| self.shape.node(**arm).types != Types::NULL);
        match (arms.next(), arms.next()) {
            (Some(arm), None) => Some(*arm),
            _ => None,
        }
    }

    fn spell(&mut self, value: &mut Value, id: NodeId) {
        let (types, is_choice) = self.types(id);
        let Some((data, rule)) = spelled_as(value, types, is_choice) else {
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

    /// The types that are taken here, and whether there are choices, a pattern or a format.
    fn types(&self, id: NodeId) -> (Types, bool) {
        let mut types = Types::ANY;
        let mut is_choice = false;
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            let node = self.shape.node(id);
            let null = if node.is_nullable {
                Types::NULL
            } else {
                Types::NONE
            };
            types = types.and(node.types.or(null));
            is_choice |=
                node.choices.is_some() || node.text.pattern.is_some() || node.text.format.is_some();
            open.extend(node.conjuncts());
            for union in &node.unions {
                let arms = union.arms.iter().map(|arm| self.types(*arm));
                let (taken, choice) = arms.fold((Types::NONE, false), |(all, any), (one, is)| {
                    (all.or(one), any || is)
                });
                types = types.and(taken);
                is_choice |= choice;
            }
        }
        (types, is_choice)
    }
}

//! The arms of a union: which types each takes, and the key whose value tells them apart, as `kind` in
//! `{"kind": "circle", "radius": 1}`.

use std::collections::HashSet;

use super::broken::type_of;
use super::shape::{Choice, Node, NodeId, Shape, Types};

/// The values of a key that say which arm is meant.
pub(crate) type Tags<'s> = Vec<(&'s [Choice], NodeId)>;

impl Shape {
    /// The types that a node takes, as far as references, `allOf` and choices tell.
    pub(crate) fn types_of(&self, id: NodeId) -> Types {
        let own = own_types(self.node(id));
        if self.node(id).conjuncts().next().is_none() {
            return own;
        }
        let (mut types, mut open) = (own, vec![id]);
        let mut seen = HashSet::new();
        while let Some(id) = open.pop() {
            if seen.insert(id) {
                types = types.and(own_types(self.node(id)));
                open.extend(self.node(id).conjuncts());
            }
        }
        types
    }

    /// The key whose value tells the arms of a union apart, with the values of each arm: the discriminator that `node`
    /// names, or the first property that has choices in every arm.
    pub(crate) fn find_tag<'s>(
        &'s self,
        node: &'s Node,
        arms: &[NodeId],
    ) -> Option<(&'s str, Tags<'s>)> {
        let first = self.object_of(*arms.first()?)?;
        let properties = first
            .object
            .properties
            .iter()
            .map(|property| &*property.name);
        let mut keys = node
            .object
            .discriminator
            .as_deref()
            .into_iter()
            .chain(properties);
        keys.find_map(|key| {
            let tags = arms.iter().map(|arm| Some((self.tag_of(*arm, key)?, *arm)));
            Some((key, tags.collect::<Option<Tags<'s>>>()?))
        })
    }

    /// The values of the property `key` in an arm.
    fn tag_of(&self, arm: NodeId, key: &str) -> Option<&[Choice]> {
        let property = self.object_of(arm)?.object.property(key)?;
        let child = self.node(property.child);
        let target = child.reference.map(|id| self.node(id));
        child
            .choices
            .as_deref()
            .or_else(|| target?.choices.as_deref())
    }

    /// The node with the properties of an arm, references followed.
    fn object_of(&self, mut id: NodeId) -> Option<&Node> {
        for _ in 0..self.nodes().len() {
            let node = self.node(id);
            if !node.object.properties.is_empty() {
                return Some(node);
            }
            id = node.reference?;
        }
        None
    }
}

/// The types that a node takes by itself.
fn own_types(node: &Node) -> Types {
    let null = if node.is_nullable {
        Types::NULL
    } else {
        Types::NONE
    };
    let choices = node.choices.as_ref().map(|choices| {
        let types = choices.iter().map(|choice| type_of(&choice.value));
        types.fold(Types::NONE, Types::or)
    });
    node.types.and(choices.unwrap_or(Types::ANY)).or(null)
}

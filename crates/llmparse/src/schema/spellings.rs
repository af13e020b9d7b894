//! What a schema calls things, wherever in it they stand: whether `user_name` is another spelling of a key that it knows.

use std::collections::{HashMap, HashSet};

use super::fold::fold;
use super::shape::{Node, NodeId, Shape};
use crate::value::Object;

/// The names and aliases of all properties.
#[derive(Debug)]
pub(super) struct Spellings {
    /// Names of which there is no other spelling.
    plain: HashSet<Box<str>>,
    folded: HashSet<String>,
    has_loose_arms: bool,
}

impl Spellings {
    pub(super) fn new(shape: &Shape) -> Self {
        let mut names: HashMap<String, HashSet<&str>> = HashMap::new();
        for node in shape.nodes() {
            for property in &node.object.properties {
                let aliases = &shape.node(property.child).about.aliases;
                for name in std::iter::once(&property.name).chain(aliases) {
                    names.entry(fold(name)).or_default().insert(name);
                }
            }
            for name in &node.object.required {
                names.entry(fold(name)).or_default().insert(name);
            }
        }
        let is_alias = aliases_of(shape);
        let only = names.values().filter(|spellings| spellings.len() == 1);
        let plain = only.flatten().filter(|name| !is_alias.contains(**name));
        Self {
            plain: plain.map(|name| Box::from(*name)).collect(),
            has_loose_arms: shape.nodes().any(|node| has_loose_arms(shape, node)),
            folded: names.into_keys().collect(),
        }
    }
}

fn aliases_of(shape: &Shape) -> HashSet<&str> {
    let aliases = shape.nodes().flat_map(|node| &node.about.aliases);
    aliases.map(|alias| &**alias).collect()
}

/// Whether a union has an arm that takes any object, though it names keys, beside another arm that names some.
fn has_loose_arms(shape: &Shape, node: &Node) -> bool {
    node.unions.iter().any(|union| {
        let named = union.arms.iter().filter(|arm| shape.names_keys(**arm));
        let named: Vec<NodeId> = named.copied().collect();
        named.len() > 1 && named.iter().any(|arm| !shape.needs_keys(*arm))
    })
}

impl Shape {
    /// Whether `key` may be another spelling of a key, or an alias of it.
    pub(crate) fn is_other_spelling(&self, key: &str) -> bool {
        let spellings = self.spellings();
        !spellings.plain.contains(key) && spellings.folded.contains(&fold(key))
    }

    /// Whether a union takes objects of which it knows no key by an arm, while another arm may know them.
    pub(crate) fn has_loose_arms(&self) -> bool {
        self.spellings().has_loose_arms
    }

    /// Whether `object` has a key that `id` names, if it names any.
    pub(crate) fn knows_key_of(&self, object: &Object, id: NodeId) -> bool {
        let has_key = |node: &Node| {
            let mut keys = object.iter().map(|(key, _)| key);
            keys.any(|key| node.object.property(key).is_some())
        };
        !self.names_keys(id) || self.any_conjunct(id, has_key)
    }

    fn names_keys(&self, id: NodeId) -> bool {
        self.any_conjunct(id, |node| !node.object.properties.is_empty())
    }

    fn needs_keys(&self, id: NodeId) -> bool {
        self.any_conjunct(id, |node| node.object.required().next().is_some())
    }

    /// Whether `test` holds for a schema or one that holds together with it.
    fn any_conjunct(&self, id: NodeId, test: impl Fn(&Node) -> bool) -> bool {
        let (mut open, mut seen) = (vec![id], HashSet::new());
        while let Some(id) = open.pop() {
            let node = self.node(id);
            if test(node) {
                return true;
            }
            if seen.insert(id) {
                open.extend(node.conjuncts());
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use crate::schema::Schema;

    #[test]
    fn a_key_is_known_by_its_other_spellings_and_aliases() {
        let schema = r#"{"properties": {"userName": {"x-alias": "login"}, "id": {}, "ID": {}}}"#;
        let schema = Schema::from_text(schema).unwrap();
        for key in ["user_name", "USERNAME", "login", "Login", "Id", "id"] {
            assert!(schema.shape().is_other_spelling(key), "{key}");
        }
        for key in ["userName", "user", "username2", ""] {
            assert!(!schema.shape().is_other_spelling(key), "{key}");
        }
    }

    #[test]
    fn arms_are_loose_where_one_takes_any_object_beside_one_with_keys() {
        let is_loose = |schema: &str| Schema::from_text(schema).unwrap().shape().has_loose_arms();
        assert!(is_loose(
            r#"{"anyOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}, "required": ["b"]}]}"#
        ));
        assert!(!is_loose(
            r#"{"anyOf": [{"properties": {"a": {}}}, {"type": "null"}, {"type": "object"}]}"#
        ));
    }
}

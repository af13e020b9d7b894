//! What a schema asks for, read once: `{"type": "object", "properties": {"n": {"type": "integer"}}}` is two nodes, and
//! the property `n` of the first names the second. Nodes name each other by number, so that recursion is no cycle.

use std::collections::HashSet;
use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::value::{Number, Value};

use super::key_names::KeyNames;
use super::pattern::Pattern;
use super::same::are_same;
use super::spellings::Spellings;

/// The number of a node in its shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NodeId(u32);

/// The nodes of one schema.
#[derive(Debug, Default)]
pub(crate) struct Shape {
    nodes: Vec<Node>,
    /// What a number that belongs to no node stands for: anything at all.
    anything: Node,
    spellings: OnceLock<Spellings>,
}

impl Shape {
    pub(super) fn new(mut nodes: Vec<Node>) -> Self {
        let optional: Vec<Option<NodeId>> =
            nodes.iter().map(|node| optional(node, &nodes)).collect();
        for (node, optional) in nodes.iter_mut().zip(optional) {
            node.optional = optional;
            node.standing = Standing::of(node);
            node.free = node.free_types();
            node.object.count_required();
        }
        Self {
            nodes,
            ..Self::default()
        }
    }

    /// What it calls things, found when it is first asked for.
    pub(super) fn spellings(&self) -> &Spellings {
        self.spellings.get_or_init(|| Spellings::new(self))
    }

    pub(crate) fn root(&self) -> NodeId {
        NodeId(0)
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        self.nodes.get(id.index()).unwrap_or(&self.anything)
    }

    /// The keys of the node and their aliases, folded; made when they are first asked for.
    pub(crate) fn names(&self, id: NodeId) -> &KeyNames {
        let node = self.node(id);
        node.object.names_folded.get_or_init(|| {
            let places = || node.object.properties.iter().zip(0..);
            let names = places().map(|(property, place)| (&*property.name, place));
            let aliases = places().flat_map(|(property, place)| {
                let aliases = self.node(property.child).about.aliases.iter();
                aliases.map(move |alias| (&**alias, place))
            });
            KeyNames::new(names, aliases)
        })
    }

    /// Whether a node, or what it refers to, names the values that it takes.
    pub(crate) fn takes_choices(&self, id: NodeId) -> bool {
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            let node = self.node(id);
            if node.choices.is_some() {
                return true;
            }
            open.extend(node.conjuncts());
        }
        false
    }

    /// The names of all properties, and their aliases.
    pub(super) fn key_names(&self) -> impl Iterator<Item = &str> {
        let properties = self.nodes.iter().flat_map(|node| &node.object.properties);
        properties.flat_map(|property| {
            let aliases = &self.node(property.child).about.aliases;
            std::iter::once(&*property.name).chain(aliases.iter().map(|alias| &**alias))
        })
    }

    pub(crate) fn nodes(&self) -> impl ExactSizeIterator<Item = &Node> {
        self.nodes.iter()
    }
}

impl NodeId {
    pub(super) fn new(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// What has to be looked at besides a node itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Standing {
    /// Nothing but the parts of the value.
    #[default]
    Alone,
    /// Another node in place of this one, which says nothing but its name.
    Reference(NodeId),
    /// Other nodes as well, for the same value.
    Compound,
}

impl Standing {
    fn of(node: &Node) -> Self {
        match (node.in_place().next(), node.reference) {
            (None, _) => Self::Alone,
            (_, Some(target)) if node.in_place().count() == 1 && node.is_bare() => {
                Self::Reference(target)
            }
            _ => Self::Compound,
        }
    }
}

fn optional(node: &Node, nodes: &[Node]) -> Option<NodeId> {
    let [Union { arms, .. }] = node.unions.as_slice() else {
        return None;
    };
    let is_null = |arm: NodeId| {
        let node = nodes.get(arm.index());
        node.is_some_and(|node| node.types == Types::NULL && node.in_place().next().is_none())
    };
    let is_alone = node.is_bare() && node.in_place().count() == arms.len();
    match *arms.as_slice() {
        [arm, null] | [null, arm] if is_alone && is_null(null) && !is_null(arm) => Some(arm),
        _ => None,
    }
}

/// One schema: everything that stands in it has to hold.
#[derive(Debug, Default)]
pub(crate) struct Node {
    pub(crate) standing: Standing,
    /// What is asked for unless null is given, where nothing else is said: `{"anyOf": [{"type": "string"}, {"type": "null"}]}`.
    pub(crate) optional: Option<NodeId>,
    /// The types of scalars of which it asks nothing else.
    pub(crate) free: Types,
    /// Where it stands in the schema, as a JSON pointer.
    pub(crate) path: String,
    pub(crate) about: About,
    pub(crate) types: Types,
    /// Whether null is taken, whatever else stands here (OpenAPI).
    pub(crate) is_nullable: bool,
    /// The only values that are taken, from `enum` and `const`.
    pub(crate) choices: Option<Vec<Choice>>,
    /// The texts among them, where they are many.
    pub(super) choice_texts: HashSet<Box<str>>,
    pub(crate) number: NumberRules,
    pub(crate) text: TextRules,
    pub(crate) list: ListRules,
    pub(crate) object: ObjectRules,
    /// What `$ref` names.
    pub(crate) reference: Option<NodeId>,
    /// `allOf`
    pub(crate) all: Vec<NodeId>,
    /// `anyOf` and `oneOf`
    pub(crate) unions: Vec<Union>,
    pub(crate) not: Option<NodeId>,
    pub(crate) condition: Option<Condition>,
    /// Keywords that stand here, and that a check does not look at.
    pub(crate) unchecked: Vec<&'static str>,
}

impl Node {
    /// Whether `value` is one of the choices, if there are any.
    pub(crate) fn takes_choice(&self, value: &Value) -> bool {
        let Some(choices) = &self.choices else {
            return true;
        };
        match value.as_str() {
            Some(text) if !self.choice_texts.is_empty() => self.choice_texts.contains(text),
            _ => choices.iter().any(|choice| are_same(&choice.value, value)),
        }
    }

    /// The types that it takes, null included.
    pub(crate) fn all_types(&self) -> Types {
        if self.is_nullable {
            self.types.or(Types::NULL)
        } else {
            self.types
        }
    }

    fn free_types(&self) -> Types {
        let free = |is_free: bool, types: Types| if is_free { types } else { Types::NONE };
        let numbers = free(self.number.is_free(), Types::NUMBER);
        let texts = free(self.text.is_free(), Types::STRING);
        let all = Types::NULL.or(Types::BOOLEAN).or(numbers).or(texts);
        let is_alone = self.standing == Standing::Alone && self.choices.is_none();
        free(is_alone, all.and(self.all_types()))
    }

    /// Whether it has no rule of its own.
    fn is_bare(&self) -> bool {
        self.types == Types::ANY
            && !self.is_nullable
            && self.choices.is_none()
            && self.number.is_free()
            && self.text.is_free()
            && self.list.is_free()
            && self.object.is_free()
    }

    /// The schemas that the same value has to fit: the target of `$ref`, and the members of `allOf`.
    pub(crate) fn conjuncts(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.reference.iter().chain(&self.all).copied()
    }

    /// Every schema that is held against the same value.
    pub(crate) fn in_place(&self) -> impl Iterator<Item = NodeId> + '_ {
        let arms = self.unions.iter().flat_map(|union| &union.arms).copied();
        let condition = self.condition.iter().flat_map(Condition::parts);
        let dependent = self.object.dependent.iter().map(|(_, child)| *child);
        let rest = self.not.iter().copied().chain(condition).chain(dependent);
        self.conjuncts().chain(arms).chain(rest)
    }
}

/// What a schema says of itself.
#[derive(Debug, Default)]
pub(crate) struct About {
    /// The name under `$defs` or `definitions`.
    pub(crate) name: Option<Box<str>>,
    pub(crate) title: Option<Box<str>>,
    pub(crate) description: Option<Box<str>>,
    pub(crate) default: Option<Value>,
    pub(crate) examples: Vec<Value>,
    /// Other names that models give the property that stands here.
    pub(crate) aliases: Vec<Box<str>>,
}

/// A set of JSON types; every integer is a number too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Types(u8);

impl Types {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const NULL: Self = Self(1);
    pub(crate) const BOOLEAN: Self = Self(2);
    pub(crate) const INTEGER: Self = Self(4);
    pub(crate) const NUMBER: Self = Self(8 | 4);
    pub(crate) const STRING: Self = Self(16);
    pub(crate) const ARRAY: Self = Self(32);
    pub(crate) const OBJECT: Self = Self(64);
    pub(crate) const ANY: Self = Self(127);

    /// Each type by the name that schemas give it.
    pub(crate) const NAMES: [(&'static str, Self); 7] = [
        ("null", Self::NULL),
        ("boolean", Self::BOOLEAN),
        ("integer", Self::INTEGER),
        ("number", Self::NUMBER),
        ("string", Self::STRING),
        ("array", Self::ARRAY),
        ("object", Self::OBJECT),
    ];

    pub(crate) fn named(name: &str) -> Option<Self> {
        let found = Self::NAMES.iter().find(|(known, _)| *known == name);
        found.map(|(_, types)| *types)
    }

    pub(crate) fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    pub(crate) fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(crate) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Default for Types {
    fn default() -> Self {
        Self::ANY
    }
}

/// One value that is allowed.
#[derive(Debug)]
pub(crate) struct Choice {
    pub(crate) value: Value,
    /// Other spellings of it, from `x-aliases`.
    pub(crate) aliases: Vec<Box<str>>,
    /// From `x-enum-descriptions`.
    pub(crate) description: Option<Box<str>>,
}

/// Bounds of numbers.
#[derive(Debug, Default)]
pub(crate) struct NumberRules {
    pub(crate) least: Option<Bound>,
    pub(crate) greatest: Option<Bound>,
    pub(crate) multiple_of: Option<Number>,
}

impl NumberRules {
    pub(crate) fn is_free(&self) -> bool {
        self.least.is_none() && self.greatest.is_none() && self.multiple_of.is_none()
    }
}

/// A least or greatest number.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    pub(crate) number: Number,
    /// Whether the number itself is left out.
    pub(crate) is_exclusive: bool,
}

/// Least and greatest count of characters, items or members.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) least: usize,
    pub(crate) most: Option<usize>,
}

impl Counts {
    pub(crate) fn contains(self, count: usize) -> bool {
        count >= self.least && self.most.is_none_or(|most| count <= most)
    }

    fn is_free(self) -> bool {
        self.least == 0 && self.most.is_none()
    }
}

/// Bounds of strings; lengths are in characters.
#[derive(Debug, Default)]
pub(crate) struct TextRules {
    pub(crate) length: Counts,
    pub(crate) pattern: Option<Pattern>,
    pub(crate) format: Option<Box<str>>,
}

impl TextRules {
    pub(crate) fn is_free(&self) -> bool {
        self.length.is_free() && self.pattern.is_none() && self.format.is_none()
    }
}

/// Bounds of arrays.
#[derive(Debug, Default)]
pub(crate) struct ListRules {
    pub(crate) length: Counts,
    pub(crate) are_unique: bool,
    /// One schema for each of the first items.
    pub(crate) first: Vec<NodeId>,
    /// The schema of the items behind those.
    pub(crate) rest: Option<NodeId>,
    pub(crate) contains: Option<Contains>,
}

impl ListRules {
    fn is_free(&self) -> bool {
        let has_items = self.rest.is_some() || !self.first.is_empty();
        self.length.is_free() && !self.are_unique && !has_items && self.contains.is_none()
    }

    /// The schema of the item at `index`.
    pub(crate) fn item(&self, index: usize) -> Option<NodeId> {
        self.first.get(index).copied().or(self.rest)
    }
}

/// `contains`, with how many items have to fit it.
#[derive(Debug)]
pub(crate) struct Contains {
    pub(crate) child: NodeId,
    pub(crate) counts: Counts,
}

/// Bounds of objects.
#[derive(Debug, Default)]
pub(crate) struct ObjectRules {
    pub(crate) size: Counts,
    /// In the order of the schema.
    pub(crate) properties: Vec<Property>,
    pub(crate) patterns: Vec<(Pattern, NodeId)>,
    /// The schema of the members that neither a property nor a pattern names.
    pub(crate) additional: Option<NodeId>,
    /// The schema of the keys.
    pub(crate) names: Option<NodeId>,
    /// Keys that have to be there without being properties.
    pub(crate) required: Vec<Box<str>>,
    /// `dependentRequired`: what has to be there as well if a key is.
    pub(crate) together: Vec<(Box<str>, Vec<Box<str>>)>,
    /// `dependentSchemas`: what the object has to fit as well if a key is there.
    pub(crate) dependent: Vec<(Box<str>, NodeId)>,
    /// `discriminator`: the key whose value says which arm of a union is meant.
    pub(crate) discriminator: Option<Box<str>>,
    /// How many of the properties have to be there.
    pub(crate) required_count: usize,
    pub(super) index: FxHashMap<Box<str>, usize>,
    pub(super) names_folded: OnceLock<KeyNames>,
}

impl ObjectRules {
    fn is_free(&self) -> bool {
        let has_keys = !self.properties.is_empty() || !self.required.is_empty();
        self.size.is_free() && !has_keys && self.additional.is_none() && self.is_plain()
    }

    fn count_required(&mut self) {
        let properties = self.properties.iter();
        self.required_count = properties.filter(|property| property.is_required).count();
    }

    /// Whether nothing is said of keys but what each of them holds, and which have to be there.
    pub(crate) fn is_plain(&self) -> bool {
        let has_dependents = !self.together.is_empty() || !self.dependent.is_empty();
        self.patterns.is_empty() && self.names.is_none() && !has_dependents
    }

    pub(crate) fn property(&self, name: &str) -> Option<&Property> {
        self.properties.get(*self.index.get(name)?)
    }

    /// The place of the property `name`, which may be the one at `guess`.
    pub(crate) fn find(&self, name: &str, guess: usize) -> Option<usize> {
        match self.properties.get(guess) {
            Some(property) if *property.name == *name => Some(guess),
            _ => self.index.get(name).copied(),
        }
    }

    /// Every key that has to be there.
    pub(crate) fn required(&self) -> impl Iterator<Item = &str> {
        let named = self
            .properties
            .iter()
            .filter(|property| property.is_required);
        let named = named.map(|property| &*property.name);
        named.chain(self.required.iter().map(|name| &**name))
    }
}

/// One property of an object.
#[derive(Debug)]
pub(crate) struct Property {
    pub(crate) name: Box<str>,
    pub(crate) is_required: bool,
    /// Its schema; aliases and default are in what that says of itself.
    pub(crate) child: NodeId,
}

/// `anyOf` or `oneOf`.
#[derive(Debug)]
pub(crate) struct Union {
    pub(crate) arms: Vec<NodeId>,
    /// Whether exactly one arm may fit (`oneOf`).
    pub(crate) is_exclusive: bool,
}

/// `if`, `then` and `else`.
#[derive(Debug)]
pub(crate) struct Condition {
    pub(crate) when: NodeId,
    pub(crate) then: Option<NodeId>,
    pub(crate) otherwise: Option<NodeId>,
}

impl Condition {
    fn parts(&self) -> impl Iterator<Item = NodeId> + '_ {
        let rest = self.then.iter().chain(&self.otherwise).copied();
        std::iter::once(self.when).chain(rest)
    }
}

//! The schemas that one value has to fit at once, taken together: a schema, what it refers to, and its `allOf`.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::schema::{Choice, KeyName, KeyNames, Node, NodeId, Shape, Types, fold};
use crate::value::{Data, Value};

/// The number of a demand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct DemandId(usize);

/// What tells one demand from another.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Key {
    nodes: Vec<NodeId>,
    /// Unions whose arm is not chosen yet: the node, and which of its unions.
    unions: Vec<(NodeId, usize)>,
    /// Nodes whose condition is not decided yet.
    conditions: Vec<NodeId>,
}

/// Schemas that one value has to fit at once.
pub(super) struct Demand<'s> {
    key: Key,
    /// The types that all of them take.
    pub(super) types: Types,
    pub(super) choices: Vec<&'s Choice>,
}

impl Demand<'_> {
    pub(super) fn nodes(&self) -> &[NodeId] {
        &self.key.nodes
    }

    pub(super) fn union(&self) -> Option<(NodeId, usize)> {
        self.key.unions.first().copied()
    }

    /// Whether the type of `value` is among those that are asked for by name.
    pub(super) fn takes_type_of(&self, value: &Value) -> bool {
        let own = match &value.data {
            Data::Null => Types::NULL,
            Data::Bool(_) => Types::BOOLEAN,
            Data::Number(number) if number.as_i128().is_some() => Types::INTEGER,
            Data::Number(_) => Types::NUMBER,
            Data::String(_) => Types::STRING,
            Data::Array(_) => Types::ARRAY,
            Data::Object(_) => Types::OBJECT,
        };
        self.types != Types::ANY && self.types.contains(own)
    }

    pub(super) fn condition(&self) -> Option<NodeId> {
        self.key.conditions.first().copied()
    }
}

/// The keys that a demand knows.
pub(super) struct Fields<'s> {
    pub(super) list: Vec<Field<'s>>,
    exact: HashMap<&'s str, usize>,
    names: KeyNames,
    pub(super) has_patterns: bool,
    /// What a key has to fit that nothing names.
    pub(super) additional: DemandId,
}

/// One key, in all schemas that the object has to fit.
pub(super) struct Field<'s> {
    pub(super) name: &'s str,
    pub(super) folded: String,
    pub(super) demand: DemandId,
    pub(super) is_required: bool,
    pub(super) default: Option<&'s Value>,
}

/// Which field a key of the input is, and whether by its name or an alias.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Match {
    Exact(usize),
    Folded(usize),
    Alias(usize),
    /// It could be several of them.
    Several,
    None,
}

impl Fields<'_> {
    pub(super) fn find(&self, key: &str) -> Match {
        if let Some(index) = self.exact.get(key) {
            return Match::Exact(*index);
        }
        match self.names.find(key) {
            Ok(Some(KeyName {
                property,
                is_alias: false,
            })) => Match::Folded(property),
            Ok(Some(KeyName {
                property,
                is_alias: true,
            })) => Match::Alias(property),
            Ok(None) => Match::None,
            Err(_) => Match::Several,
        }
    }
}

/// Every demand that has come up, by its number; each is made once.
pub(super) struct Demands<'s> {
    pub(super) shape: &'s Shape,
    list: Vec<Rc<Demand<'s>>>,
    known: FxHashMap<Key, DemandId>,
    alone: FxHashMap<NodeId, DemandId>,
    fields: FxHashMap<DemandId, Rc<Fields<'s>>>,
    items: FxHashMap<(DemandId, usize), DemandId>,
}

impl<'s> Demands<'s> {
    pub(super) fn new(shape: &'s Shape) -> Self {
        Self {
            shape,
            list: Vec::new(),
            known: FxHashMap::default(),
            alone: FxHashMap::default(),
            fields: FxHashMap::default(),
            items: FxHashMap::default(),
        }
    }

    pub(super) fn get(&self, id: DemandId) -> Rc<Demand<'s>> {
        match self.list.get(id.0) {
            Some(demand) => Rc::clone(demand),
            None => Rc::new(self.make(Key::default())),
        }
    }

    /// The demand of these schemas.
    pub(super) fn of(&mut self, nodes: impl IntoIterator<Item = NodeId>) -> DemandId {
        let mut key = Key::default();
        self.add(&mut key, nodes);
        self.intern(key)
    }

    /// The demand of a node that refers to no other.
    pub(super) fn alone(&mut self, node: NodeId) -> DemandId {
        if let Some(id) = self.alone.get(&node) {
            return *id;
        }
        let id = DemandId(self.list.len());
        let demand = self.make(Key {
            nodes: vec![node],
            ..Key::default()
        });
        self.list.push(Rc::new(demand));
        self.alone.insert(node, id);
        id
    }

    /// The demand with the first of its unions replaced by an arm of it.
    pub(super) fn with_arm(&mut self, demand: &Demand<'s>, arm: NodeId) -> DemandId {
        let mut key = demand.key.clone();
        key.unions = key.unions.into_iter().skip(1).collect();
        self.add(&mut key, [arm]);
        self.intern(key)
    }

    /// The demand with the first of its conditions replaced by the schemas that it leads to.
    pub(super) fn with_branch(&mut self, demand: &Demand<'s>, nodes: Vec<NodeId>) -> DemandId {
        let mut key = demand.key.clone();
        key.conditions = key.conditions.into_iter().skip(1).collect();
        self.add(&mut key, nodes);
        self.intern(key)
    }

    fn add(&self, key: &mut Key, nodes: impl IntoIterator<Item = NodeId>) {
        let mut open: Vec<NodeId> = nodes.into_iter().collect();
        let mut seen: BTreeSet<NodeId> = key.nodes.iter().copied().collect();
        while let Some(id) = open.pop() {
            if !seen.insert(id) {
                continue;
            }
            let node = self.shape.node(id);
            open.extend(node.conjuncts());
            key.unions
                .extend((0..node.unions.len()).map(|index| (id, index)));
            if node.condition.is_some() || !node.object.dependent.is_empty() {
                key.conditions.push(id);
            }
        }
        key.nodes = seen.into_iter().collect();
    }

    fn intern(&mut self, key: Key) -> DemandId {
        if let Some(id) = self.known.get(&key) {
            return *id;
        }
        let id = DemandId(self.list.len());
        let demand = self.make(key.clone());
        self.list.push(Rc::new(demand));
        self.known.insert(key, id);
        id
    }

    fn make(&self, key: Key) -> Demand<'s> {
        let shape = self.shape;
        let nodes = key.nodes.iter().map(|id| shape.node(*id));
        let types = nodes
            .clone()
            .fold(Types::ANY, |types, node| types.and(node.all_types()));
        let choices = nodes.into_iter().find_map(|node| node.choices.as_ref());
        let types = choices.map_or(types, |choices| types.and(types_of(choices)));
        Demand {
            key,
            types,
            choices: choices.into_iter().flatten().collect(),
        }
    }

    fn nodes_of(&self, id: DemandId) -> Vec<&'s Node> {
        let shape = self.shape;
        let demand = self.get(id);
        demand.nodes().iter().map(|id| shape.node(*id)).collect()
    }

    /// The types that are asked for; where none is named, those whose parts are.
    pub(super) fn asked(&self, id: DemandId) -> Types {
        let demand = self.get(id);
        if demand.types != Types::ANY {
            return demand.types;
        }
        let nodes = self.nodes_of(id);
        let has_keys = nodes
            .iter()
            .any(|node| !node.object.properties.is_empty() || !node.object.required.is_empty());
        let has_items = nodes
            .iter()
            .any(|node| node.list.rest.is_some() || !node.list.first.is_empty());
        let object = if has_keys { Types::OBJECT } else { Types::NONE };
        let array = if has_items { Types::ARRAY } else { Types::NONE };
        object.or(array)
    }

    /// What the member `key` of an object has to fit.
    pub(super) fn member(&mut self, id: DemandId, key: &str) -> DemandId {
        let nodes: Vec<NodeId> = self
            .nodes_of(id)
            .into_iter()
            .flat_map(|node| member_nodes(node, key))
            .collect();
        self.of(nodes)
    }

    /// What the item at `index` of an array has to fit.
    pub(super) fn item(&mut self, id: DemandId, index: usize) -> DemandId {
        let nodes = self.nodes_of(id);
        let first = nodes
            .iter()
            .map(|node| node.list.first.len())
            .max()
            .unwrap_or_default();
        let index = index.min(first);
        if let Some(item) = self.items.get(&(id, index)) {
            return *item;
        }
        let items: Vec<NodeId> = nodes
            .iter()
            .filter_map(|node| node.list.item(index))
            .collect();
        let item = self.of(items);
        self.items.insert((id, index), item);
        item
    }

    /// The keys that an object has to have, or may have.
    pub(super) fn fields(&mut self, id: DemandId) -> Rc<Fields<'s>> {
        if let Some(fields) = self.fields.get(&id) {
            return Rc::clone(fields);
        }
        let fields = Rc::new(self.make_fields(id));
        self.fields.insert(id, Rc::clone(&fields));
        fields
    }

    fn make_fields(&mut self, id: DemandId) -> Fields<'s> {
        let nodes = self.nodes_of(id);
        let mut list: Vec<Field<'s>> = Vec::new();
        let mut exact: HashMap<&'s str, usize> = HashMap::new();
        let mut aliases: Vec<(&'s str, usize)> = Vec::new();
        for property in nodes.iter().flat_map(|node| &node.object.properties) {
            let about = &self.shape.node(property.child).about;
            let index = *exact.entry(&*property.name).or_insert(list.len());
            aliases.extend(about.aliases.iter().map(|alias| (&**alias, index)));
            if let Some(field) = list.get_mut(index) {
                field.is_required |= property.is_required;
                field.default = field.default.or(about.default.as_ref());
                continue;
            }
            list.push(Field {
                name: &property.name,
                folded: fold(&property.name),
                demand: self.member(id, &property.name),
                is_required: property.is_required,
                default: about.default.as_ref(),
            });
        }
        self.add_required(id, &nodes, &mut list, &mut exact);
        let names = list.iter().map(|field| field.name).zip(0..);
        Fields {
            names: KeyNames::new(names, aliases),
            list,
            exact,
            has_patterns: nodes.iter().any(|node| !node.object.patterns.is_empty()),
            additional: self.of(nodes.iter().filter_map(|node| node.object.additional)),
        }
    }

    /// Keys that have to be there without being properties.
    fn add_required(
        &mut self,
        id: DemandId,
        nodes: &[&'s Node],
        list: &mut Vec<Field<'s>>,
        exact: &mut HashMap<&'s str, usize>,
    ) {
        for name in nodes.iter().flat_map(|node| &node.object.required) {
            let index = *exact.entry(name).or_insert(list.len());
            match list.get_mut(index) {
                Some(field) => field.is_required = true,
                None => list.push(Field {
                    name,
                    folded: fold(name),
                    demand: self.member(id, name),
                    is_required: true,
                    default: None,
                }),
            }
        }
    }
}

/// The types of the choices; a number among them takes every number.
fn types_of(choices: &[Choice]) -> Types {
    let types = choices.iter().map(|choice| match &choice.value.data {
        Data::Null => Types::NULL,
        Data::Bool(_) => Types::BOOLEAN,
        Data::Number(_) => Types::NUMBER,
        Data::String(_) => Types::STRING,
        Data::Array(_) => Types::ARRAY,
        Data::Object(_) => Types::OBJECT,
    });
    types.fold(Types::NONE, Types::or)
}

/// The schemas that one node has for the member `key`.
pub(super) fn member_nodes(node: &Node, key: &str) -> Vec<NodeId> {
    let rules = &node.object;
    let mut found: Vec<NodeId> = rules
        .property(key)
        .map(|property| property.child)
        .into_iter()
        .collect();
    let mut is_named = !found.is_empty();
    for (pattern, child) in &rules.patterns {
        match pattern.matches(key) {
            Some(true) => {
                is_named = true;
                found.push(*child);
            }
            // It may be meant, and says nothing then.
            None => is_named = true,
            Some(false) => {}
        }
    }
    found.extend(rules.additional.filter(|_| !is_named));
    found
}

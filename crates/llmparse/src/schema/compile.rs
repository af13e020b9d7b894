//! A schema's text made into a shape: `{"items": {"$ref": "#"}}` is one node that names itself.
//!
//! Every schema is put on a queue when something names it, so that neither nesting nor recursion needs a stack.

use std::collections::{HashMap, VecDeque};

use super::error::SchemaError;
use super::keywords;
use super::refs::Refs;
use super::shape::{Node, NodeId, Shape};
use crate::value::{Data, Value};

/// Reads `document`, which is a JSON Schema.
pub(super) fn compile(document: &Value) -> Result<Shape, SchemaError> {
    let mut compiler = Compiler {
        refs: Refs::new(document),
        known: HashMap::new(),
        queue: VecDeque::new(),
        nodes: Vec::new(),
    };
    compiler.node(document, String::new());
    while let Some(place) = compiler.queue.pop_front() {
        let node = compiler.read(&place)?;
        if let Some(slot) = compiler.nodes.get_mut(place.id.index()) {
            *slot = node;
        }
    }
    let shape = Shape::new(compiler.nodes);
    refuse_loops(&shape)?;
    Ok(shape)
}

pub(super) struct Compiler<'d> {
    refs: Refs<'d>,
    /// The node of each schema, by where it stands in memory.
    known: HashMap<usize, NodeId>,
    queue: VecDeque<Place<'d>>,
    nodes: Vec<Node>,
}

/// A schema that is still to be read.
struct Place<'d> {
    schema: &'d Value,
    path: String,
    id: NodeId,
}

impl<'d> Compiler<'d> {
    /// The node of `schema`, which stands at `path`.
    pub(super) fn node(&mut self, schema: &'d Value, path: String) -> NodeId {
        let key = std::ptr::from_ref(schema).addr();
        if let Some(id) = self.known.get(&key) {
            return *id;
        }
        let id = NodeId::new(self.nodes.len());
        self.known.insert(key, id);
        self.nodes.push(Node::default());
        self.queue.push_back(Place { schema, path, id });
        id
    }

    /// The node that `reference`, which stands at `path`, names.
    pub(super) fn target(&mut self, reference: &str, path: &str) -> Result<NodeId, SchemaError> {
        let (schema, place) = self.refs.find(reference, path)?;
        Ok(self.node(schema, place))
    }

    fn read(&mut self, place: &Place<'d>) -> Result<Node, SchemaError> {
        match &place.schema.data {
            Data::Bool(takes_anything) => Ok(keywords::read_boolean(*takes_anything, &place.path)),
            Data::Object(object) => keywords::Keywords::new(object, &place.path).read(self),
            _ => Err(SchemaError::not(
                place.path.as_str(),
                place.schema,
                "schema; a schema is an object, true or false",
            )),
        }
    }
}

/// A schema that is held against the same value again, by its own reference, says nothing: `{"$ref": "#"}`.
fn refuse_loops(shape: &Shape) -> Result<(), SchemaError> {
    let mut is_done = vec![false; shape.nodes().len()];
    let mut is_open = is_done.clone();
    for start in 0..is_done.len() {
        let mut stack = vec![(NodeId::new(start), false)];
        while let Some((id, is_left)) = stack.pop() {
            let (Some(done), Some(open)) =
                (is_done.get_mut(id.index()), is_open.get_mut(id.index()))
            else {
                continue;
            };
            if is_left {
                (*done, *open) = (true, false);
            } else if *open {
                let path = shape.node(id).path.as_str();
                return Err(SchemaError::new(
                    path,
                    "refers to itself for the same value, so that nothing is said",
                ));
            } else if !*done {
                *open = true;
                stack.push((id, true));
                stack.extend(shape.node(id).in_place().map(|child| (child, false)));
            }
        }
    }
    Ok(())
}

//! A value that fits a schema: what the schema names itself (`const`, `default`, `enum`, `examples`), or else the
//! plainest value of each type that keeps to the bounds. Each try is held against the schema before it is taken.

use std::cell::Cell;

use super::shape::{Condition, Node, NodeId, Shape, Types, Union};
use super::verdicts::Verdicts;
use crate::value::{Data, Number, Object, Value};

mod object;
mod scalar;

/// How deep an example may nest; what goes deeper is left out.
const DEEPEST: usize = 60;

/// How many values are tried, at most, beyond some for each node.
const TRIES: usize = 5000;

/// How many items are made, at most.
const LONGEST: usize = 1000;

/// Which members an example has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// All that can be made.
    Full,
    /// Those that have to be there.
    Required,
}

/// A value that fits the shape, or null if there is none to be found.
pub(super) fn example(shape: &Shape, extent: Extent) -> Value {
    let mut maker = Maker {
        shape,
        extent,
        left: TRIES + shape.nodes().len(),
        guesses: Cell::new(4 * (TRIES + shape.nodes().len())),
        open: Vec::new(),
        depth: 0,
        turn: 0,
    };
    maker
        .make(&[shape.root()])
        .unwrap_or_else(|| Data::Null.into())
}

pub(super) struct Maker<'s> {
    shape: &'s Shape,
    extent: Extent,
    /// How many more values may be tried.
    left: usize,
    /// How many more values without parts may be held against the schema.
    guesses: Cell<usize>,
    /// The nodes of the values around the one that is made: to come back to one of them would not end.
    open: Vec<NodeId>,
    depth: usize,
    /// Which value is asked for, where several have to differ.
    turn: usize,
}

/// What one value has to fit, unions still to be decided apart.
#[derive(Clone, Default)]
pub(super) struct Plan<'s> {
    goals: Vec<NodeId>,
    nodes: Vec<NodeId>,
    unions: Vec<&'s Union>,
    conditions: Vec<&'s Condition>,
}

impl<'s> Maker<'s> {
    /// A value that fits all of `goals`.
    pub(super) fn make(&mut self, goals: &[NodeId]) -> Option<Value> {
        let mut plan = Plan {
            goals: goals.to_vec(),
            ..Plan::default()
        };
        goals
            .iter()
            .try_for_each(|goal| self.add(*goal, &mut plan))?;
        self.deeper(|maker| maker.settle(plan))
    }

    fn deeper<T>(&mut self, make: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        self.left = self.left.checked_sub(1)?;
        if self.depth >= DEEPEST {
            return None;
        }
        self.depth += 1;
        let made = make(self);
        self.depth -= 1;
        made
    }

    /// Adds a node and all that has to hold with it; nothing if it is open.
    fn add(&self, id: NodeId, plan: &mut Plan<'s>) -> Option<()> {
        let mut next = vec![id];
        while let Some(id) = next.pop() {
            if self.open.contains(&id) {
                return None;
            }
            if plan.nodes.contains(&id) {
                continue;
            }
            let node = self.shape.node(id);
            plan.nodes.push(id);
            plan.unions.extend(&node.unions);
            plan.conditions.extend(&node.condition);
            next.extend(node.conjuncts());
        }
        Some(())
    }

    /// Decides the unions of the plan, one after the other.
    fn settle(&mut self, mut plan: Plan<'s>) -> Option<Value> {
        if let Some(made) = self.given(&plan) {
            return Some(made);
        }
        if !plan.unions.is_empty() {
            let union = plan.unions.remove(0);
            return union
                .arms
                .iter()
                .find_map(|arm| self.try_with(&plan, &[*arm]));
        }
        let Some(condition) = plan.conditions.pop() else {
            return self.generate(&plan);
        };
        let then: Vec<NodeId> = std::iter::once(condition.when)
            .chain(condition.then)
            .collect();
        let otherwise: Vec<NodeId> = condition.otherwise.into_iter().collect();
        [then, otherwise]
            .iter()
            .find_map(|branch| self.try_with(&plan, branch))
    }

    fn try_with(&mut self, plan: &Plan<'s>, more: &[NodeId]) -> Option<Value> {
        let mut plan = plan.clone();
        more.iter().try_for_each(|id| self.add(*id, &mut plan))?;
        self.deeper(|maker| maker.settle(plan))
    }

    /// Whether a guess fits, of which there are only so many.
    fn guess_fits(&self, value: &Value, plan: &Plan<'s>) -> bool {
        let left = self.guesses.get().checked_sub(1);
        self.guesses.set(left.unwrap_or(0));
        left.is_some() && self.fits(value, plan)
    }

    /// Whether a value fits everything that is asked of it.
    fn fits(&self, value: &Value, plan: &Plan<'s>) -> bool {
        let mut verdicts = Verdicts::new(self.shape);
        plan.goals.iter().all(|goal| verdicts.fits(value, *goal))
    }

    fn nodes<'p>(
        &self,
        plan: &'p Plan<'s>,
    ) -> impl Iterator<Item = &'s Node> + Clone + use<'s, 'p> {
        let shape = self.shape;
        plan.nodes.iter().map(|id| shape.node(*id))
    }

    /// What the schema itself names: defaults and examples, then choices. A default of null tells nothing.
    fn given(&self, plan: &Plan<'s>) -> Option<Value> {
        let named = self
            .nodes(plan)
            .flat_map(|node| node.about.default.iter().chain(&node.about.examples));
        let named = named.filter(|value| !value.is_null()).skip(self.turn);
        let mut choices = self.nodes(plan).filter_map(|node| node.choices.as_ref());
        let choices = choices
            .next()
            .into_iter()
            .flatten()
            .map(|choice| &choice.value)
            .skip(self.turn);
        named
            .chain(choices)
            .find(|value| self.guess_fits(value, plan))
            .cloned()
    }

    fn generate(&mut self, plan: &Plan<'s>) -> Option<Value> {
        if self.nodes(plan).any(|node| node.choices.is_some()) {
            return None;
        }
        let types = self.types(plan);
        let plain = types.into_iter().find_map(|types| {
            let made = match types {
                Types::OBJECT => self.inside(plan, Self::make_object)?,
                Types::ARRAY => self.inside(plan, Self::make_list)?,
                types => {
                    let mut scalars = self.scalars(types, plan).into_iter();
                    return scalars.find(|value| self.guess_fits(value, plan));
                }
            };
            Some(made).filter(|value| self.fits(value, plan))
        });
        plain.or_else(|| self.other(plan))
    }

    /// Where the plainest value is refused, as by `not` or `oneOf`, the next one may do.
    fn other(&self, plan: &Plan<'s>) -> Option<Value> {
        let text = || Value::from("example text");
        let mut object = Object::default();
        object.insert("key", text());
        let scalars = [Data::Null, Data::Bool(true), Data::Bool(false)].map(Value::from);
        let texts = ["", "a", "example text"].map(Value::from);
        let empty = [Value::from(Object::default()), Vec::<Value>::new().into()];
        let numbers =
            ["0", "1", "-1", "0.5"].map(|text| Data::Number(Number::from_json(text)).into());
        let larger = [
            Value::from(object),
            vec![text()].into(),
            vec![text(), text()].into(),
        ];
        let values = larger
            .into_iter()
            .chain(empty)
            .chain(texts)
            .chain(numbers)
            .chain(scalars);
        values
            .into_iter()
            .filter(|value| self.guess_fits(value, plan))
            .nth(self.turn)
    }

    /// Makes the parts of a value, the nodes of which are open meanwhile.
    fn inside(
        &mut self,
        plan: &Plan<'s>,
        make: fn(&mut Self, &Plan<'s>) -> Option<Value>,
    ) -> Option<Value> {
        let before = self.open.len();
        self.open.extend(&plan.nodes);
        let turn = std::mem::take(&mut self.turn);
        let made = make(self, plan);
        self.turn = turn;
        self.open.truncate(before);
        made
    }

    /// The types that may be taken: first those that the schema says more of.
    fn types(&self, plan: &Plan<'s>) -> Vec<Types> {
        let taken = self
            .nodes(plan)
            .fold(Types::ANY, |types, node| types.and(node.types));
        let order = [
            Types::STRING,
            Types::INTEGER,
            Types::NUMBER,
            Types::BOOLEAN,
            Types::OBJECT,
            Types::ARRAY,
            Types::NULL,
        ];
        let mut types: Vec<Types> = order
            .into_iter()
            .filter(|one| taken.contains(*one))
            .collect();
        if taken.contains(Types::NUMBER) {
            types.retain(|one| *one != Types::INTEGER);
        }
        types.sort_by_key(|one| !self.nodes(plan).any(|node| tells_of(node, *one)));
        types
    }
}

/// Whether a node has rules for a type.
fn tells_of(node: &Node, types: Types) -> bool {
    let object = &node.object;
    let (number, text, list) = (&node.number, &node.text, &node.list);
    match types {
        Types::OBJECT => {
            !object.properties.is_empty()
                || !object.required.is_empty()
                || object.additional.is_some()
                || !object.patterns.is_empty()
                || object.size.least > 0
        }
        Types::ARRAY => {
            list.rest.is_some()
                || !list.first.is_empty()
                || list.contains.is_some()
                || list.length.least > 0
        }
        Types::INTEGER | Types::NUMBER => {
            number.least.is_some() || number.greatest.is_some() || number.multiple_of.is_some()
        }
        Types::STRING => text.pattern.is_some() || text.format.is_some() || text.length.least > 0,
        _ => false,
    }
}

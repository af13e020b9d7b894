//! Values that fit, or whose parts are made to fit where they stand: one look at each part, held against the schema that
//! it has there. What takes a comparison of readings, such as the arms of a union, is left to the planner.

use super::edits::{Change, Edit};
use super::scalar::{is_placeholder, null_rule};
use super::score::Cost;
use super::text::spelled_as;
use super::{Coercer, Origin};
use crate::error::shorten;
use crate::options::Level;
use crate::schema::{Node, NodeId, Shape, Standing, Types, describe, is_whole, join_to};
use crate::span::Span;
use crate::trace::{Coercion, CoercionRule};
use crate::value::{Data, Number, Value};

/// How deep a walk goes.
const DEEPEST: usize = 64;

/// How many looks are taken in vain, at arms of unions that do not fit and at parts that were looked at, before the
/// planner is left to tell.
const MOST_VAIN: usize = 4096;

/// How many plans are made for parts, before the planner is left to look at the whole.
const MOST_PLANNED: usize = 100_000;

/// Whether a container fits, with the edits that were told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    Whole,
    Broken,
    /// The planner may know a way.
    Unknown,
}

/// One step from a value to a part of it.
#[derive(Clone, Copy)]
pub(super) struct Step<'v> {
    pub(super) index: usize,
    /// The key of a member, as it comes out.
    pub(super) key: Option<&'v str>,
}

pub(super) struct Walk<'c, 's, 'v> {
    pub(super) coercer: &'c mut Coercer<'s>,
    pub(super) shape: &'s Shape,
    text: &'v str,
    /// The level, and strict inside of what is only compared.
    pub(super) level: Level,
    steps: Vec<Step<'v>>,
    pub(super) edits: Vec<Edit>,
    pub(super) coercions: Vec<Coercion>,
    pub(super) cost: Cost,
    looks: usize,
    vain: usize,
    planned: usize,
    has_given_up: bool,
}

/// How much was told at one moment.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    edits: usize,
    coercions: usize,
    cost: Cost,
}

impl<'c, 's: 'v, 'v> Walk<'c, 's, 'v> {
    pub(super) fn new(coercer: &'c mut Coercer<'s>, text: &'v str) -> Self {
        Self {
            shape: coercer.schema.shape(),
            level: coercer.level,
            coercer,
            text,
            steps: Vec::new(),
            edits: Vec::new(),
            coercions: Vec::new(),
            cost: Cost::default(),
            looks: 0,
            vain: 0,
            planned: 0,
            has_given_up: false,
        }
    }

    /// Whether it is certain that `value` fits, with the edits that were told on the way.
    pub(super) fn fits(&mut self, value: &'v Value, id: NodeId) -> bool {
        self.looks += 1;
        let node = self.shape.node(id);
        if self.steps.len() > DEEPEST || self.vain > MOST_VAIN || self.has_given_up {
            return false;
        }
        match node.standing {
            Standing::Reference(target) => self.fits(value, target),
            Standing::Alone => self.fits_alone(value, id, node),
            Standing::Compound => {
                let fits = match self.fits_optional(value, node) {
                    Some(fits) => fits,
                    None => self.fits_compound(value, id, node),
                };
                fits || self.is_planned(value, id)
            }
        }
    }

    /// As [`fits`](Self::fits), of a part.
    pub(super) fn fits_inside(&mut self, step: Step<'v>, part: &'v Value, id: NodeId) -> bool {
        if is_taken_freely(part, self.shape.node(id)) {
            self.looks += 1;
            return true;
        }
        self.inside(step, |walk| walk.fits(part, id))
    }

    fn fits_alone(&mut self, value: &'v Value, id: NodeId, node: &'s Node) -> bool {
        if node.is_nullable && value.is_null() {
            return true;
        }
        let mark = self.mark();
        let fits = match &value.data {
            Data::Array(items) => self.fits_list(items, node),
            Data::Object(object) => self.fits_object(value, object, id),
            _ => return self.fits_scalar(value, id, node),
        };
        match fits {
            Fit::Whole => true,
            Fit::Broken => false,
            Fit::Unknown => {
                self.take_back(mark);
                self.is_planned(value, id)
            }
        }
    }

    fn fits_list(&mut self, items: &'v [Value], node: &'s Node) -> Fit {
        let rules = &node.list;
        let is_plain = !rules.are_unique && rules.contains.is_none() && node.choices.is_none();
        if !is_plain || !node.types.contains(Types::ARRAY) {
            return Fit::Unknown;
        }
        if !rules.length.contains(items.len()) {
            return Fit::Broken;
        }
        let fits = items.iter().enumerate().all(|(index, item)| {
            let step = Step { index, key: None };
            let child = rules.item(index);
            child.is_none_or(|child| self.fits_inside(step, item, child))
        });
        if fits { Fit::Whole } else { Fit::Broken }
    }

    fn fits_scalar(&mut self, value: &'v Value, id: NodeId, node: &'s Node) -> bool {
        if !is_whole(value, node) {
            return self.is_made(value, id);
        }
        let may_differ = match &value.data {
            Data::String(text) => is_placeholder(text),
            Data::Number(number) => !takes_spelling(number, node.types),
            _ => false,
        };
        !may_differ || self.is_spelled(value, node)
    }

    /// A value that fits, and that readers of it may stumble over.
    fn is_spelled(&mut self, value: &'v Value, node: &'s Node) -> bool {
        if self.level == Level::Strict {
            return false;
        }
        let is_ruled =
            node.choices.is_some() || node.text.pattern.is_some() || node.text.format.is_some();
        match spelled_as(value, node.all_types(), is_ruled) {
            None => true,
            Some((data, rule)) => {
                is_whole(&Value::from(data.clone()), node) && self.replace(value, data, rule)
            }
        }
    }

    /// A scalar that does not fit, in another type or notation.
    fn is_made(&mut self, value: &'v Value, id: NodeId) -> bool {
        if self.level == Level::Strict {
            return false;
        }
        match self.coercer.read_scalar(value, id, self.origin()) {
            Some((data, rule)) => self.replace(value, data, rule),
            None => self.is_planned(value, id),
        }
    }

    fn replace(&mut self, value: &Value, data: Data, rule: CoercionRule) -> bool {
        let made = Value {
            data,
            span: value.span,
            complete: value.complete,
        };
        self.record(rule, (describe(value), describe(&made)), value.span);
        self.edit(Change::Replace(made));
        true
    }

    // What is held against several schemas.

    /// Whether a value fits what is asked for beside null; none if it may stand for null, or more is asked.
    fn fits_optional(&mut self, value: &'v Value, node: &'s Node) -> Option<bool> {
        let stands_for_null =
            value.is_null() || value.as_str().is_some_and(|text| null_rule(text).is_some());
        let asked = node.optional.filter(|_| !stands_for_null)?;
        let is_wrapped = match value.data {
            Data::Array(_) => !self.shape.types_of(asked).contains(Types::ARRAY),
            Data::Object(_) => !self.shape.types_of(asked).contains(Types::OBJECT),
            _ => false,
        };
        if is_wrapped {
            return None;
        }
        let mark = self.mark();
        let fits = self.fits(value, asked);
        if !fits {
            self.take_back(mark);
        }
        Some(fits)
    }

    /// Whether a value fits several schemas as it stands.
    fn fits_compound(&mut self, value: &'v Value, id: NodeId, node: &'s Node) -> bool {
        if node.is_nullable && value.is_null() {
            return true;
        }
        if node.not.is_some() || node.condition.is_some() || !node.object.dependent.is_empty() {
            return false;
        }
        let level = std::mem::replace(&mut self.level, Level::Strict);
        let mark = self.mark();
        let fits = self.fits_all(value, node)
            && node
                .unions
                .iter()
                .all(|union| !union.is_exclusive && self.fits_arm(value, &union.arms))
            && self.fits_alone(value, id, node);
        self.level = level;
        if !fits {
            self.take_back(mark);
        }
        fits
    }

    /// Each of several schemas looks at all parts of the value again.
    fn fits_all(&mut self, value: &'v Value, node: &'s Node) -> bool {
        let start = self.looks;
        for (index, child) in node.conjuncts().enumerate() {
            if !self.fits(value, child) {
                return false;
            }
            self.vain += if index > 0 { self.looks - start } else { 0 };
        }
        true
    }

    fn fits_arm(&mut self, value: &'v Value, arms: &[NodeId]) -> bool {
        arms.iter().any(|arm| {
            let start = self.looks;
            let fits = self.fits(value, *arm) && self.is_meant(value, *arm);
            self.vain += if fits { 0 } else { self.looks - start };
            fits
        })
    }

    /// Whether an arm of a union knows a key of the value; one that knows none may take what is meant for another.
    fn is_meant(&self, value: &Value, arm: NodeId) -> bool {
        let object = value.as_object().filter(|object| !object.is_empty());
        object.is_none_or(|object| {
            !self.shape.has_loose_arms() || self.shape.knows_key_of(object, arm)
        })
    }

    /// Whether the planner makes a part of the value fit by itself; the whole is not given to it here.
    fn is_planned(&mut self, value: &'v Value, id: NodeId) -> bool {
        let is_whole = self.steps.is_empty();
        if self.level == Level::Strict || self.has_given_up || is_whole {
            return false;
        }
        let Some(made) = self.coercer.fit_part(value, id, self.origin()) else {
            // The whole may fit in another way, which is not found in a part of it. Null may be as if it were absent.
            self.has_given_up = !value.is_null();
            return false;
        };
        self.planned += made.plans;
        self.has_given_up = self.planned > MOST_PLANNED;
        let path = self.path();
        self.cost = self.cost.and(made.cost);
        let coercions = made.coercions.into_iter().map(|coercion| Coercion {
            path: format!("{path}{}", coercion.path),
            ..coercion
        });
        self.coercions.extend(coercions);
        if let Some(value) = made.value {
            self.edit(Change::Replace(value));
        }
        true
    }

    /// Where the value was read from; nothing in it is a guess.
    fn origin(&self) -> Origin<'v> {
        Origin {
            text: self.text,
            is_repaired: false,
        }
    }

    // What is told.

    pub(super) fn inside<T>(&mut self, step: Step<'v>, act: impl FnOnce(&mut Self) -> T) -> T {
        self.steps.push(step);
        let done = act(self);
        self.steps.pop();
        done
    }

    pub(super) fn edit(&mut self, change: Change) {
        let place = self.steps.iter().map(|step| step.index).collect();
        self.edits.push(Edit { place, change });
    }

    pub(super) fn record(&mut self, rule: CoercionRule, (from, to): (String, String), span: Span) {
        self.cost = self.cost.and(Cost::of(rule));
        self.coercions.push(Coercion {
            path: self.path(),
            rule,
            from,
            to: shorten(to),
            span,
            risk: rule.risk(),
        });
    }

    fn path(&self) -> String {
        let mut path = String::with_capacity(24 * self.steps.len());
        for step in &self.steps {
            match step.key {
                Some(key) => join_to(&mut path, key),
                None => join_to(&mut path, &step.index.to_string()),
            }
        }
        path
    }

    pub(super) fn mark(&self) -> Mark {
        Mark {
            edits: self.edits.len(),
            coercions: self.coercions.len(),
            cost: self.cost,
        }
    }

    /// Forgets what was told since.
    pub(super) fn take_back(&mut self, mark: Mark) {
        self.edits.truncate(mark.edits);
        self.coercions.truncate(mark.coercions);
        self.cost = mark.cost;
    }

    pub(super) fn has_edits_since(&self, mark: Mark) -> bool {
        self.edits.len() > mark.edits
    }
}

/// Whether a scalar needs no more than a look at its type.
fn is_taken_freely(value: &Value, node: &Node) -> bool {
    match &value.data {
        Data::Null => node.free.contains(Types::NULL),
        Data::Bool(_) => node.free.contains(Types::BOOLEAN),
        Data::String(text) => node.free.contains(Types::STRING) && !is_placeholder(text),
        Data::Number(number) => {
            let is_integer = || number.as_i64().is_some();
            node.free.contains(Types::NUMBER) || node.free.contains(Types::INTEGER) && is_integer()
        }
        Data::Array(_) | Data::Object(_) => false,
    }
}

/// Whether the number is spelled as readers of these types expect.
fn takes_spelling(number: &Number, types: Types) -> bool {
    types.contains(Types::NUMBER) || !types.contains(Types::INTEGER) || number.as_i128().is_some()
}

//! How a value is made to fit, decided before anything is made: each pair of a value and a demand once.
//!
//! The readings of a value, such as the arms of a union, share the plans of its parts. So the time is at most the size of
//! the value times the number of demands that come up for a part of it, and [`MOST_PLANS`] bounds that too: nested unions
//! whose arms mix cannot make it grow beyond.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::demand::{Demand, DemandId, Demands};
use super::score::Cost;
use super::suspects::Suspects;
use super::{Coercer, Findings, Made, Place};
use crate::options::Level;
use crate::schema::{NodeId, Types, Verdicts, describe};
use crate::trace::CoercionRule;
use crate::value::{Data, Value};

/// The deepest that plans nest, schemas held against the same value included.
pub(super) const DEEPEST: usize = 600;

/// How many plans are made for each part of a value, at most, beside a fixed number.
const MOST_PLANS: usize = 200;
const SPARE_PLANS: usize = 10_000;

/// The number of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlanId(usize);

/// How one value is made to fit one demand, and how well that goes.
#[derive(Clone)]
pub(super) struct Plan<'v> {
    pub(super) cost: Cost,
    pub(super) step: Step<'v>,
}

#[derive(Clone)]
pub(super) enum Step<'v> {
    /// It stays as it is, whether it fits or not.
    Keep(&'v Value),
    /// It stays as it is and does not fit, for a reason that no check tells.
    Refuse(&'v Value, Note),
    /// It is left out, because more of it may come.
    Withhold(&'v Value),
    Scalar {
        from: &'v Value,
        data: Data,
        rule: CoercionRule,
    },
    /// JSON in a string, coerced by itself.
    Made {
        from: &'v Value,
        made: Rc<Made>,
    },
    /// The value becomes the only item of an array.
    Item {
        from: &'v Value,
        item: PlanId,
    },
    /// The value becomes the only member of an object.
    Field {
        from: &'v Value,
        name: Box<str>,
        member: PlanId,
    },
    /// A part of the value stands for all of it.
    Inner {
        from: &'v Value,
        rule: CoercionRule,
        inner: PlanId,
    },
    List {
        from: &'v Value,
        items: Vec<PlanId>,
    },
    /// Numbers that stood in one string.
    Split {
        from: &'v Value,
        items: Vec<Data>,
    },
    Object {
        from: &'v Value,
        members: Vec<Member<'v>>,
        left_out: Vec<(&'v str, &'v Value, CoercionRule)>,
    },
}

/// What no check of the schema tells.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Note {
    /// The key that it is about; none if it is about the value itself.
    pub(super) key: Option<Box<str>>,
    pub(super) keyword: &'static str,
    pub(super) expected: String,
    pub(super) found: String,
}

impl Note {
    /// Several readings are equally good.
    pub(super) fn ambiguous(value: &Value, readings: &[String]) -> Self {
        let readings: Vec<String> = readings.iter().take(4).cloned().collect();
        Self {
            key: None,
            keyword: "ambiguous",
            expected: "a value with one reading".to_owned(),
            found: format!(
                "{}, which could be {}",
                describe(value),
                crate::schema::either(&readings)
            ),
        }
    }
}

#[derive(Clone)]
pub(super) struct Member<'v> {
    pub(super) name: Box<str>,
    /// Under which key it stood, if that was another one.
    pub(super) renamed: Option<(&'v str, CoercionRule)>,
    pub(super) source: Source<'v>,
}

#[derive(Clone, Copy)]
pub(super) enum Source<'v> {
    Plan(PlanId),
    /// The default, in place of a null if there was one.
    Default(&'v Value, Option<&'v Value>),
}

/// Whether the value may be wrapped or unwrapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Mode {
    Free,
    Plain,
}

pub(super) struct Planner<'c, 's, 'v> {
    pub(super) coercer: &'c mut Coercer<'s>,
    pub(super) place: Place<'v>,
    verdicts: Verdicts<'s>,
    pub(super) suspects: Suspects,
    plans: Vec<Plan<'v>>,
    known: FxHashMap<(usize, DemandId, Mode), PlanId>,
    depth: usize,
    most: usize,
}

impl<'c, 's: 'v, 'v> Planner<'c, 's, 'v> {
    /// A planner with what is known of a value, which outlives it.
    pub(super) fn new(
        coercer: &'c mut Coercer<'s>,
        place: Place<'v>,
        findings: Findings<'s>,
    ) -> Self {
        Self {
            coercer,
            place,
            verdicts: findings.verdicts,
            suspects: findings.suspects,
            plans: Vec::new(),
            known: FxHashMap::default(),
            depth: 0,
            most: SPARE_PLANS,
        }
    }

    /// The plan for `value`, the whole of what is coerced.
    pub(super) fn run(&mut self, value: &'v Value, demand: DemandId) -> PlanId {
        self.most = SPARE_PLANS.saturating_add(MOST_PLANS.saturating_mul(count_parts(value)));
        self.plan(value, demand, Mode::Free)
    }

    pub(super) fn demands(&mut self) -> &mut Demands<'s> {
        &mut self.coercer.demands
    }

    pub(super) fn level(&self) -> Level {
        self.coercer.level
    }

    pub(super) fn get(&self, id: PlanId) -> Option<&Plan<'v>> {
        self.plans.get(id.0)
    }

    pub(super) fn cost(&self, id: PlanId) -> Cost {
        self.get(id).map_or(Cost::MISFIT, |plan| plan.cost)
    }

    /// How many plans there are.
    pub(super) fn count(&self) -> usize {
        self.plans.len()
    }

    pub(super) fn push(&mut self, plan: Plan<'v>) -> PlanId {
        self.plans.push(plan);
        PlanId(self.plans.len() - 1)
    }

    /// How `value` is made to fit `demand`.
    pub(super) fn plan(&mut self, value: &'v Value, id: DemandId, mode: Mode) -> PlanId {
        let key = (std::ptr::from_ref(value).addr(), id, mode);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let demand = self.demands().get(id);
        if self.depth >= DEEPEST || self.plans.len() >= self.most {
            let fits = self.fits(value, &demand);
            let plan = if fits {
                keep(value)
            } else {
                refuse(value, too_much(value))
            };
            return self.push(plan);
        }
        self.depth += 1;
        let plan = self.decide(value, id, &demand, mode);
        self.depth -= 1;
        let plan = match plan {
            Decided::Known(plan) => plan,
            Decided::New(plan) => self.push(plan),
        };
        self.known.insert(key, plan);
        plan
    }

    fn decide(
        &mut self,
        value: &'v Value,
        id: DemandId,
        demand: &Demand<'s>,
        mode: Mode,
    ) -> Decided<'v> {
        // How a scalar is spelled, one type alone can tell.
        let is_container = !value.is_scalar();
        let is_open = self.is_open(value);
        if is_open && !is_container {
            return Decided::New(self.plan_open_scalar(value, demand, mode));
        }
        if self.level() == Level::Strict && !is_open {
            return Decided::New(self.plan_strictly(value, demand));
        }
        let fits = (is_container || demand.union().is_some()) && self.fits(value, demand);
        if fits && is_container && !is_open && !self.suspects.holds(value) {
            return Decided::New(keep(value));
        }
        if let Some(plan) = self.plan_guess(value, demand) {
            return Decided::New(plan);
        }
        if fits && !is_container {
            return Decided::New(keep(value));
        }
        if let Some(node) = demand.condition() {
            let branch = self.branch(value, node);
            let resolved = self.demands().with_branch(demand, branch);
            return Decided::Known(self.plan(value, resolved, mode));
        }
        if demand.union().is_some() {
            return self.plan_union(value, id, mode);
        }
        let plan = match &value.data {
            Data::Array(items) => self.plan_array(value, items, id),
            Data::Object(object) => self.plan_object(value, object, id),
            _ => self.plan_scalar(value, id),
        };
        let plan = match plan.step {
            // Nothing in it is changed, and it fits.
            Step::Keep(_) if fits && is_open => keep_open(value, plan.cost),
            Step::Keep(_) if fits => keep(value),
            _ if plan.cost.fits() || mode == Mode::Plain || self.level() == Level::Strict => plan,
            _ => self.plan_structure(value, id, plan),
        };
        Decided::New(if is_open {
            self.plan_open_container(value, id, plan, mode)
        } else {
            plan
        })
    }

    /// A value as it stands, or not at all.
    fn plan_strictly(&mut self, value: &'v Value, demand: &Demand<'s>) -> Plan<'v> {
        if let Some(plan) = self.plan_guess(value, demand) {
            return plan;
        }
        if self.fits(value, demand) {
            keep(value)
        } else {
            misfit(value)
        }
    }

    /// Whether `value` fits as it stands.
    pub(super) fn fits(&mut self, value: &Value, demand: &Demand<'s>) -> bool {
        demand
            .nodes()
            .iter()
            .all(|node| self.verdicts.fits(value, *node))
    }

    /// The schemas that the condition, and the keys that are there, lead to.
    fn branch(&mut self, value: &'v Value, id: NodeId) -> Vec<NodeId> {
        let shape = self.demands().shape;
        let node = shape.node(id);
        let mut nodes: Vec<NodeId> = Vec::new();
        if let Some(condition) = &node.condition {
            let when = self.demands().of([condition.when]);
            let plan = self.plan(value, when, Mode::Plain);
            let branch = if !self.cost(plan).fits() {
                condition.otherwise
            } else if self.verdicts.is_undecided(value, condition.when) {
                None
            } else {
                condition.then
            };
            nodes.extend(branch);
        }
        let dependent = node.object.dependent.iter();
        nodes.extend(
            dependent
                .filter(|(key, _)| value.get(key).is_some())
                .map(|(_, id)| *id),
        );
        nodes
    }

    /// The best of the ways to wrap or unwrap a value that does not fit as it is.
    fn plan_structure(&mut self, value: &'v Value, id: DemandId, plain: Plan<'v>) -> Plan<'v> {
        let types = self.demands().asked(id);
        let demand = self.demands().get(id);
        // What has a type that is taken is broken inside, and nothing around it mends that.
        let is_taken = demand.takes_type_of(value);
        let mut plans = Vec::new();
        match &value.data {
            Data::Array(items) => plans.extend(self.plan_one_of(value, items, id)),
            Data::Object(object) => plans.extend(self.plan_unwrapped(value, object, id)),
            Data::String(text) if types.and(Types::ARRAY.or(Types::OBJECT)) != Types::NONE => {
                let made = self.plan_encoded(value, text, id);
                if made.is_some() {
                    // What is JSON is not meant as a text in a list.
                    return made.unwrap_or(plain);
                }
                plans.extend(self.plan_split(value, text, id));
            }
            _ => {}
        }
        if types.contains(Types::ARRAY) && !is_taken {
            plans.extend(self.plan_item(value, id));
        }
        if types.contains(Types::OBJECT) && !is_taken && !matches!(value.data, Data::Object(_)) {
            plans.extend(self.plan_field(value, id));
        }
        let inner = plans
            .iter()
            .find(|plan| matches!(plan.step, Step::Inner { .. }))
            .cloned();
        // Where nothing fits, what is wrong inside of a wrapper says more than that there is one.
        let told = inner.unwrap_or(plain);
        self.best(value, plans).unwrap_or(told)
    }

    /// The plan of the least cost; several are a refusal that names them.
    fn best(&mut self, value: &'v Value, plans: Vec<Plan<'v>>) -> Option<Plan<'v>> {
        let least = plans
            .iter()
            .map(|plan| plan.cost)
            .filter(|cost| cost.fits())
            .min()?;
        let mut best = plans.into_iter().filter(|plan| plan.cost == least);
        let first = best.next()?;
        let rivals: Vec<Plan<'v>> = best.collect();
        if rivals.is_empty() {
            return Some(first);
        }
        let readings: Vec<String> = std::iter::once(&first)
            .chain(&rivals)
            .map(|plan| self.words(plan))
            .collect();
        Some(refuse(value, Note::ambiguous(value, &readings)))
    }

    /// What a plan makes of a value, in a few words.
    fn words(&self, plan: &Plan<'v>) -> String {
        match &plan.step {
            Step::Keep(value) | Step::Refuse(value, _) | Step::Withhold(value) => describe(value),
            Step::Scalar { data, .. } => describe(&Value::from(data.clone())),
            Step::Made { made, .. } => made.value.as_ref().map(describe).unwrap_or_default(),
            Step::Item { from, .. } => format!("an array of {}", describe(from)),
            Step::Field { name, .. } => {
                format!("an object with the key {}", crate::schema::quote(name))
            }
            Step::Inner { inner, .. } => match self.get(*inner) {
                Some(Plan {
                    step: Step::Keep(value) | Step::Refuse(value, _),
                    ..
                }) => describe(value),
                _ => "the value inside of it".to_owned(),
            },
            Step::List { items, .. } => format!("an array of {} items", items.len()),
            Step::Split { items, .. } => format!("an array of {} items", items.len()),
            Step::Object { .. } => "an object".to_owned(),
        }
    }

    /// Whether two plans come to the same value.
    pub(super) fn are_alike(&self, left: PlanId, right: PlanId) -> bool {
        if left == right {
            return true;
        }
        let (Some(left), Some(right)) = (self.get(left), self.get(right)) else {
            return false;
        };
        match (&left.step, &right.step) {
            (Step::Keep(left), Step::Keep(right))
            | (Step::Withhold(left), Step::Withhold(right)) => std::ptr::eq(*left, *right),
            (Step::Scalar { data: left, .. }, Step::Scalar { data: right, .. }) => left == right,
            (Step::Made { made: left, .. }, Step::Made { made: right, .. }) => {
                left.value == right.value
            }
            (Step::List { items: left, .. }, Step::List { items: right, .. }) => {
                left.len() == right.len()
                    && left
                        .iter()
                        .zip(right)
                        .all(|(left, right)| self.are_alike(*left, *right))
            }
            (Step::Object { members: left, .. }, Step::Object { members: right, .. }) => {
                left.len() == right.len()
                    && left
                        .iter()
                        .zip(right)
                        .all(|(left, right)| self.are_same_member(left, right))
            }
            (Step::Item { item: left, .. }, Step::Item { item: right, .. }) => {
                self.are_alike(*left, *right)
            }
            (Step::Inner { inner: left, .. }, Step::Inner { inner: right, .. }) => {
                self.are_alike(*left, *right)
            }
            (
                Step::Field { name, member, .. },
                Step::Field {
                    name: other,
                    member: right,
                    ..
                },
            ) => name == other && self.are_alike(*member, *right),
            _ => false,
        }
    }

    fn are_same_member(&self, left: &Member<'v>, right: &Member<'v>) -> bool {
        left.name == right.name
            && match (left.source, right.source) {
                (Source::Plan(left), Source::Plan(right)) => self.are_alike(left, right),
                (Source::Default(left, _), Source::Default(right, _)) => left == right,
                _ => false,
            }
    }
}

/// A plan that was made before, or a new one.
pub(super) enum Decided<'v> {
    Known(PlanId),
    New(Plan<'v>),
}

pub(super) fn keep(value: &Value) -> Plan<'_> {
    Plan {
        cost: Cost::default(),
        step: Step::Keep(value),
    }
}

/// A value that stays as it is and fits, whatever else was counted than what is to come and what no schema names.
fn keep_open(value: &Value, cost: Cost) -> Plan<'_> {
    Plan {
        cost: Cost {
            pending: cost.pending,
            growing: cost.growing,
            unknown: cost.unknown,
            ..Cost::NONE
        },
        step: Step::Keep(value),
    }
}

pub(super) fn misfit(value: &Value) -> Plan<'_> {
    Plan {
        cost: Cost::MISFIT,
        step: Step::Keep(value),
    }
}

pub(super) fn refuse(value: &Value, note: Note) -> Plan<'_> {
    Plan {
        cost: Cost::MISFIT,
        step: Step::Refuse(value, note),
    }
}

fn too_much(value: &Value) -> Note {
    Note {
        key: None,
        keyword: "",
        expected: "a value with fewer levels and fewer readings".to_owned(),
        found: describe(value),
    }
}

/// How many values a value is made of.
fn count_parts(value: &Value) -> usize {
    let mut open = vec![value];
    let mut count = 0;
    while let Some(value) = open.pop() {
        count += 1;
        match &value.data {
            Data::Array(items) => open.extend(items),
            Data::Object(object) => open.extend(object.iter().map(|(_, member)| member)),
            _ => {}
        }
    }
    count
}

//! What more text may still change: shown as far as it goes where it only grows, and withheld where it may become
//! another value.

use super::demand::{Demand, DemandId, Match};
use super::echo::instance;
use super::plan::{Member, Mode, Plan, PlanId, Planner, Source, Step, keep};
use super::scalar::starts_placeholder;
use super::score::Cost;
use crate::options::Level;
use crate::schema::Types;
use crate::value::{Data, Object, Value};

impl<'s: 'v, 'v> Planner<'_, 's, 'v> {
    /// Whether more of `value` may come.
    pub(super) fn is_open(&self, value: &Value) -> bool {
        value.is_open(self.coercer.ending)
    }

    /// A scalar that is not closed: a text where any text is taken, and nothing else.
    pub(super) fn plan_open_scalar(
        &mut self,
        value: &'v Value,
        demand: &Demand<'s>,
        mode: Mode,
    ) -> Plan<'v> {
        let arms = self.arms(demand);
        let is_text = value.as_str().is_some_and(|text| {
            let may_be_null = starts_placeholder(text) && self.takes_null(demand, &arms);
            demand.types.contains(Types::STRING) && !may_be_null
        });
        let is_free = is_text && demand.choices.is_empty() && !self.asks_format(demand);
        let mut shows = |arm: &DemandId| {
            let plan = self.plan(value, *arm, mode);
            !self.is_withheld(plan)
        };
        if is_free && (arms.is_empty() || arms.iter().any(&mut shows)) {
            Plan {
                cost: Cost::GROWING,
                ..keep(value)
            }
        } else {
            withhold(value)
        }
    }

    /// What the arms of the union ask for, if there is one.
    fn arms(&mut self, demand: &Demand<'s>) -> Vec<DemandId> {
        let shape = self.demands().shape;
        let union = demand
            .union()
            .and_then(|(id, index)| shape.node(id).unions.get(index));
        let arms = union.map_or(&[][..], |union| &union.arms);
        let arms = arms.iter().map(|arm| self.demands().with_arm(demand, *arm));
        arms.collect()
    }

    /// Whether null is asked for, alone or as an arm.
    fn takes_null(&mut self, demand: &Demand<'s>, arms: &[DemandId]) -> bool {
        let names_null = |types: Types| types != Types::ANY && types.contains(Types::NULL);
        let mut types = arms.iter().map(|arm| self.demands().get(*arm).types);
        types.any(names_null) || names_null(demand.types)
    }

    pub(super) fn is_withheld(&self, plan: PlanId) -> bool {
        let step = self.get(plan).map(|plan| &plan.step);
        matches!(step, Some(Step::Withhold(_)))
    }

    /// The plan of a container that is not closed: what may be a wrapper is taken for one once something asked for is inside
    /// of it, and what may yet be put otherwise is withheld.
    pub(super) fn plan_open_container(
        &mut self,
        value: &'v Value,
        id: DemandId,
        plan: Plan<'v>,
        mode: Mode,
    ) -> Plan<'v> {
        let is_free = mode == Mode::Free;
        if plan.cost.fits() {
            let is_put_otherwise = matches!(plan.step, Step::Inner { .. });
            let is_free = is_free && !is_put_otherwise && self.level() > Level::Strict;
            return match value.as_object() {
                Some(object) if is_free && self.asks_keys(id) => {
                    self.plan_open_object(value, object, id, plan)
                }
                _ => plan,
            };
        }
        let is_undecided = match &plan.step {
            Step::Refuse(_, note) => note.key.is_none() && note.keyword == "ambiguous",
            _ => is_free && self.may_be_other(value, id),
        };
        if is_undecided { withhold(value) } else { plan }
    }

    /// An object that may be a wrapper: what is inside of it, once that has a key that is asked for, and nothing before.
    fn plan_open_object(
        &mut self,
        value: &'v Value,
        object: &'v Object,
        id: DemandId,
        plan: Plan<'v>,
    ) -> Plan<'v> {
        let inner = self.plan_unwrapped(value, object, id);
        match inner.filter(|inner| inner.cost.fits()) {
            Some(inner) if self.is_named_inside(object, id) => inner,
            Some(_) => self.plan_nothing_of(value, object, plan.cost),
            None => plan,
        }
    }

    fn is_named_inside(&mut self, object: &Object, id: DemandId) -> bool {
        let inner = instance(object).or_else(|| object.iter().next().map(|(_, inner)| inner));
        inner.is_some_and(|inner| self.names_key_of(inner, id))
    }

    fn plan_nothing_of(&mut self, value: &'v Value, object: &'v Object, cost: Cost) -> Plan<'v> {
        let members = object.iter().map(|(key, member)| Member {
            name: key.into(),
            renamed: None,
            source: Source::Plan(self.push(withhold(member))),
        });
        let members = members.collect();
        let step = Step::Object {
            from: value,
            members,
            left_out: Vec::new(),
        };
        Plan { cost, step }
    }

    /// Whether a container of a type that is not asked for may yet be put otherwise.
    fn may_be_other(&mut self, value: &Value, id: DemandId) -> bool {
        let demand = self.demands().get(id);
        if demand.takes_type_of(value) || demand.types == Types::ANY {
            return false;
        }
        let is_lenient = self.level() == Level::Lenient;
        match &value.data {
            Data::Array(items) => is_lenient || items.len() <= 1,
            _ => is_lenient || demand.types.contains(Types::ARRAY),
        }
    }

    /// Whether keys have to be there that nothing stands in for.
    fn asks_keys(&mut self, id: DemandId) -> bool {
        let fields = self.demands().fields(id);
        let mut fields = fields.list.iter();
        fields.any(|field| field.is_required && field.default.is_none())
    }

    /// Whether an object has a key that the demand names.
    pub(super) fn names_key_of(&mut self, value: &Value, id: DemandId) -> bool {
        let fields = self.demands().fields(id);
        let mut members = value.as_object().into_iter().flat_map(Object::iter);
        members.any(|(key, _)| fields.find(key) != Match::None)
    }
}

pub(super) fn withhold(value: &Value) -> Plan<'_> {
    Plan {
        cost: Cost::PENDING,
        step: Step::Withhold(value),
    }
}

//! What more text may still change: shown as far as it goes where it only grows, and withheld where it may become
//! another value.

use super::demand::{Demand, DemandId};
use super::plan::{Mode, Plan, PlanId, Planner, Step, keep};
use super::scalar::starts_placeholder;
use super::score::Cost;
use crate::options::{Ending, Level};
use crate::schema::Types;
use crate::value::Value;

impl<'s: 'v, 'v> Planner<'_, 's, 'v> {
    /// Whether more of `value` may come.
    pub(super) fn is_open(&self, value: &Value) -> bool {
        self.coercer.ending == Ending::Open && !value.complete
    }

    /// A scalar that is not closed: a text where any text is taken, and nothing else.
    pub(super) fn plan_open_scalar(
        &mut self,
        value: &'v Value,
        demand: &Demand<'s>,
        mode: Mode,
    ) -> Plan<'v> {
        let is_text = value.as_str().is_some_and(|text| {
            let stands_for_null = demand.types != Types::ANY
                && demand.types.contains(Types::NULL)
                && starts_placeholder(text);
            !stands_for_null && demand.types.contains(Types::STRING)
        });
        let is_free = is_text && demand.choices.is_empty() && !self.asks_format(demand);
        if is_free && self.takes_arm(value, demand, mode) {
            Plan {
                cost: Cost::GROWING,
                ..keep(value)
            }
        } else {
            withhold(value)
        }
    }

    /// Whether an arm of the union that is asked for, if one is, shows the text.
    fn takes_arm(&mut self, value: &'v Value, demand: &Demand<'s>, mode: Mode) -> bool {
        let shape = self.demands().shape;
        let union = demand
            .union()
            .and_then(|(id, index)| shape.node(id).unions.get(index));
        union.is_none_or(|union| {
            union.arms.iter().any(|arm| {
                let arm = self.demands().with_arm(demand, *arm);
                let plan = self.plan(value, arm, mode);
                !self.is_withheld(plan)
            })
        })
    }

    pub(super) fn is_withheld(&self, plan: PlanId) -> bool {
        let step = self.get(plan).map(|plan| &plan.step);
        matches!(step, Some(Step::Withhold(_)))
    }

    /// The plan of a container that is not closed: what fits with a wrapper taken off, if that leaves less to come; and
    /// what may yet be put otherwise is withheld.
    pub(super) fn plan_open_container(
        &mut self,
        value: &'v Value,
        id: DemandId,
        plan: Plan<'v>,
        mode: Mode,
    ) -> Plan<'v> {
        let is_free = mode == Mode::Free && self.level() > Level::Strict;
        if plan.cost.fits() {
            let inner = match value.as_object() {
                Some(object) if is_free && plan.cost.pending > 0 => {
                    self.plan_unwrapped(value, object, id)
                }
                _ => None,
            };
            return inner.filter(|inner| inner.cost < plan.cost).unwrap_or(plan);
        }
        let demand = self.demands().get(id);
        let is_undecided = match &plan.step {
            Step::Refuse(_, note) => note.key.is_none() && note.keyword == "ambiguous",
            _ => !demand.takes_type_of(value) && demand.types != Types::ANY,
        };
        if is_undecided { withhold(value) } else { plan }
    }
}

pub(super) fn withhold(value: &Value) -> Plan<'_> {
    Plan {
        cost: Cost::PENDING,
        step: Step::Withhold(value),
    }
}

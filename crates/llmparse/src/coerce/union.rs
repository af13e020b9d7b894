//! Unions: the arm that the tag names, or else the one that fits with the fewest and least risky coercions.

use super::demand::{Demand, DemandId};
use super::enumeration::{Pick, pick};
use super::plan::{Decided, Mode, Note, Plan, PlanId, Planner, Step, misfit, refuse};
use crate::schema::fold;
use crate::schema::{Choice, NodeId, Tags, Types, are_same, describe, words_of};
use crate::value::{Data, Object, Value};

impl<'s: 'v, 'v> Planner<'_, 's, 'v> {
    pub(super) fn plan_union(
        &mut self,
        value: &'v Value,
        demand: &Demand<'s>,
        mode: Mode,
    ) -> Decided<'v> {
        let shape = self.demands().shape;
        let node = demand.union().map(|(id, index)| (shape.node(id), index));
        let Some((node, union)) =
            node.and_then(|(node, index)| Some((node, node.unions.get(index)?)))
        else {
            return Decided::New(misfit(value));
        };
        if let Data::Object(object) = &value.data {
            let tags = shape.find_tag(node, &union.arms);
            let tag = tags.and_then(|(key, tags)| Some((find_member(object, key)?, key, tags)));
            if let Some((tag, key, tags)) = tag.filter(|(tag, ..)| !tag.is_null()) {
                let decided = self.plan_tagged(value, (tag, key, tags), demand, mode);
                return decided;
            }
        }
        self.plan_arms(value, (demand, &union.arms), mode)
    }

    /// The best of the arms; those that are values are one list of values.
    fn plan_arms(
        &mut self,
        value: &'v Value,
        (demand, arms): (&Demand<'s>, &[NodeId]),
        mode: Mode,
    ) -> Decided<'v> {
        let asked: Vec<(NodeId, DemandId)> = arms
            .iter()
            .map(|arm| (*arm, self.demands().with_arm(demand, *arm)))
            .collect();
        let is_container = matches!(value.data, Data::Array(_) | Data::Object(_));
        // What an arm takes by its type, and refuses for another reason, is not made to fit by a wrapper around it.
        let is_taken = !is_container
            && asked
                .iter()
                .any(|(_, id)| self.demands().get(*id).takes_type_of(value));
        let mode = if is_taken { Mode::Plain } else { mode };
        let (values, others): (Vec<_>, Vec<_>) = asked
            .iter()
            .copied()
            .partition(|(_, id)| !self.demands().get(*id).choices.is_empty());
        if is_container || values.len() < 2 {
            return self.choose(value, &asked, mode);
        }
        let fitting = asked.iter().find(|(_, id)| {
            let demand = self.demands().get(*id);
            self.fits(value, &demand)
        });
        if let Some(fitting) = fitting.copied() {
            return self.choose(value, &[fitting], mode);
        }
        match self.pick_arm(value, &values) {
            Ok(arm) => {
                let arms: Vec<_> = arm.into_iter().chain(others).collect();
                self.choose(value, &arms, mode)
            }
            Err(note) => Decided::New(refuse(value, note)),
        }
    }

    /// The arm whose values the scalar is one of.
    fn pick_arm(
        &mut self,
        value: &Value,
        arms: &[(NodeId, DemandId)],
    ) -> Result<Option<(NodeId, DemandId)>, Note> {
        let mut choices: Vec<&'s Choice> = Vec::new();
        let mut owners = Vec::new();
        for arm in arms {
            let own = self.demands().get(arm.1);
            owners.extend(own.choices.iter().map(|_| *arm));
            choices.extend(&own.choices);
        }
        match pick(value, &choices, self.level()) {
            Pick::One(index, _) => Ok(owners.get(index).copied()),
            Pick::Rivals(rivals) => {
                let rivals = rivals.iter().filter_map(|index| choices.get(*index));
                let readings: Vec<String> = rivals.map(|choice| describe(&choice.value)).collect();
                Err(Note::ambiguous(value, &readings))
            }
            Pick::None => Ok(None),
        }
    }

    /// The arm that the tag of an object names.
    fn plan_tagged(
        &mut self,
        value: &'v Value,
        (tag, key, tags): (&'v Value, &'s str, Tags<'s>),
        demand: &Demand<'s>,
        mode: Mode,
    ) -> Decided<'v> {
        let choices: Vec<&'s Choice> = tags
            .iter()
            .flat_map(|(choices, _)| choices.iter())
            .collect();
        let index = match choices
            .iter()
            .position(|choice| are_same(&choice.value, tag))
        {
            Some(index) => index,
            None => match pick(tag, &choices, self.level()) {
                Pick::One(index, _) => index,
                Pick::Rivals(rivals) => {
                    let rivals = rivals.iter().filter_map(|index| choices.get(*index));
                    let readings: Vec<String> =
                        rivals.map(|choice| describe(&choice.value)).collect();
                    let note = Note {
                        key: Some(key.into()),
                        ..Note::ambiguous(tag, &readings)
                    };
                    return Decided::New(refuse(value, note));
                }
                Pick::None => return Decided::New(misfit(value)),
            },
        };
        let Some(named) = choices.get(index) else {
            return Decided::New(misfit(value));
        };
        let names_arm = |choices: &[Choice]| {
            choices
                .iter()
                .any(|choice| are_same(&choice.value, &named.value))
        };
        let arms = tags
            .iter()
            .filter(|(choices, _)| names_arm(choices))
            .map(|(_, arm)| *arm);
        let arms: Vec<_> = arms
            .map(|arm| (arm, self.demands().with_arm(demand, arm)))
            .collect();
        self.choose(value, &arms, mode)
    }

    /// The arm that fits with the least cost; arms that come to different values at the same cost are rivals.
    fn choose(&mut self, value: &'v Value, arms: &[(NodeId, DemandId)], mode: Mode) -> Decided<'v> {
        let plans: Vec<(NodeId, DemandId, PlanId)> = arms
            .iter()
            .map(|(arm, id)| (*arm, *id, self.plan(value, *id, mode)))
            .collect();
        let plans = self.without_wrapped(plans);
        let costs = plans.iter().map(|(_, _, plan)| self.cost(*plan));
        let Some(least) = costs.min() else {
            return Decided::New(misfit(value));
        };
        if !least.fits() {
            return self.explain(value, &plans);
        }
        let best: Vec<(NodeId, PlanId)> = plans
            .iter()
            .filter(|(_, _, plan)| self.cost(*plan) == least)
            .map(|(arm, _, plan)| (*arm, *plan))
            .collect();
        let Some((_, first)) = best.first().copied() else {
            return Decided::New(misfit(value));
        };
        if best.iter().all(|(_, plan)| self.are_alike(first, *plan)) {
            return Decided::Known(first);
        }
        let shape = self.demands().shape;
        let readings: Vec<String> = best.iter().map(|(arm, _)| name_of(shape, *arm)).collect();
        Decided::New(refuse(value, Note::ambiguous(value, &readings)))
    }

    /// What is read in the type of an arm, and breaks a bound of it, is not put into a container that another arm takes.
    fn without_wrapped(
        &self,
        mut plans: Vec<(NodeId, DemandId, PlanId)>,
    ) -> Vec<(NodeId, DemandId, PlanId)> {
        let step = |plan: &PlanId| self.get(*plan).map(|plan| (&plan.step, plan.cost));
        let is_out_of_bounds =
            |plan: &PlanId| matches!(step(plan), Some((Step::Scalar { .. }, cost)) if !cost.fits());
        if plans.iter().any(|(_, _, plan)| is_out_of_bounds(plan)) {
            plans.retain(|(_, _, plan)| {
                !matches!(
                    step(plan),
                    Some((
                        Step::Item { .. } | Step::Field { .. } | Step::Split { .. },
                        _
                    ))
                )
            });
        }
        plans
    }

    /// The plan that tells best why no arm fits: the only one with a reason of its own, or of the type of the value.
    fn explain(&mut self, value: &'v Value, plans: &[(NodeId, DemandId, PlanId)]) -> Decided<'v> {
        let is_told = |plan: &PlanId| {
            matches!(
                self.get(*plan),
                Some(Plan {
                    step: Step::Refuse(..),
                    ..
                })
            )
        };
        let told: Vec<PlanId> = plans
            .iter()
            .map(|(_, _, plan)| *plan)
            .filter(is_told)
            .collect();
        if let [plan] = told.as_slice() {
            return Decided::Known(*plan);
        }
        let asked = match value.data {
            Data::Array(_) => Types::ARRAY,
            Data::Object(_) => Types::OBJECT,
            _ => return Decided::New(misfit(value)),
        };
        let mut typed = plans
            .iter()
            .filter(|(_, id, _)| self.coercer.demands.get(*id).types.contains(asked));
        match (typed.next(), typed.next()) {
            (Some((_, _, plan)), None) => Decided::Known(*plan),
            _ => Decided::New(misfit(value)),
        }
    }
}

fn find_member<'v>(object: &'v Object, key: &str) -> Option<&'v Value> {
    object.get(key).or_else(|| {
        let folded = fold(key);
        let mut found = object.iter().filter(|(name, _)| fold(name) == folded);
        found.next().map(|(_, member)| member)
    })
}

fn name_of(shape: &crate::schema::Shape, arm: NodeId) -> String {
    let node = shape.node(arm);
    let target = node.reference.map(|id| shape.node(id));
    let mut names = [Some(node), target].into_iter().flatten();
    let name = names.find_map(|node| node.about.title.as_deref().or(node.about.name.as_deref()));
    name.map_or_else(
        || words_of(shape, arm),
        |name| format!("{name} ({})", words_of(shape, arm)),
    )
}

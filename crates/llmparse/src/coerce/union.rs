//! Unions: the arm that the tag names, or else the one that fits with the fewest and least risky coercions.

use super::Choosing;
use super::demand::{DemandId, Match};
use super::enumeration::{Pick, pick};
use super::open::withhold;
use super::plan::{Decided, Mode, Note, Plan, PlanId, Planner, Step, misfit, refuse};
use super::score::Cost;
use crate::options::Level;
use crate::schema::{
    Choice, NodeId, Shape, Tags, Types, are_same, describe, fold, quote, words_of,
};
use crate::value::{Data, Object, Value};

/// How many keys of an arm are told.
const SHOWN: usize = 5;

impl<'s: 'v, 'v> Planner<'_, 's, 'v> {
    pub(super) fn plan_union(&mut self, value: &'v Value, id: DemandId, mode: Mode) -> Decided<'v> {
        let shape = self.demands().shape;
        let demand = self.demands().get(id);
        let node = demand.union().map(|(id, index)| (shape.node(id), index));
        let Some((node, union)) =
            node.and_then(|(node, index)| Some((node, node.unions.get(index)?)))
        else {
            return Decided::New(misfit(value));
        };
        if let Data::Object(object) = &value.data {
            let tags = shape.find_tag(node, &union.arms);
            let tag = tags.and_then(|(key, tags)| Some((find_member(object, key)?, key, tags)));
            if let Some((tag, key, tags)) =
                tag.filter(|(tag, ..)| !tag.is_null() && !self.is_open(tag))
            {
                let decided = self.plan_tagged(value, (tag, key, tags), id, mode);
                return decided;
            }
        }
        self.plan_arms(value, (id, &union.arms), mode)
    }

    /// The best of the arms; those that are values are one list of values.
    fn plan_arms(
        &mut self,
        value: &'v Value,
        (id, arms): (DemandId, &[NodeId]),
        mode: Mode,
    ) -> Decided<'v> {
        let demand = self.demands().get(id);
        let asked: Vec<(NodeId, DemandId)> = arms
            .iter()
            .map(|arm| (*arm, self.demands().with_arm(&demand, *arm)))
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
            return self.choose(value, id, &asked, mode);
        }
        let fitting = asked.iter().find(|(_, id)| {
            let demand = self.demands().get(*id);
            self.fits(value, &demand)
        });
        if let Some(fitting) = fitting.copied() {
            return self.choose(value, id, &[fitting], mode);
        }
        match self.pick_arm(value, id, &values) {
            Ok(arm) => {
                let arms: Vec<_> = arm.into_iter().chain(others).collect();
                self.choose(value, id, &arms, mode)
            }
            Err(note) => Decided::New(refuse(value, note)),
        }
    }

    /// The arm whose values the scalar is one of.
    fn pick_arm(
        &mut self,
        value: &Value,
        id: DemandId,
        arms: &[(NodeId, DemandId)],
    ) -> Result<Option<(NodeId, DemandId)>, Note> {
        let demands: Vec<_> = arms
            .iter()
            .map(|(_, arm)| self.demands().get(*arm))
            .collect();
        let choices = || demands.iter().flat_map(|demand| &demand.choices).copied();
        let names = self
            .coercer
            .names(id, Choosing::Arm, || choices().collect());
        let spelling = self.own_spelling(value);
        match pick(value, &names, spelling.as_deref(), self.level()) {
            Pick::One(index, _) => {
                let mut ends = demands.iter().scan(0, |end, demand| {
                    *end += demand.choices.len();
                    Some(*end)
                });
                let owner = ends.position(|end| index < end);
                Ok(owner.and_then(|owner| arms.get(owner)).copied())
            }
            Pick::Rivals(rivals) => Err(Note::ambiguous(value, &names.words(&rivals))),
            Pick::None => Ok(None),
        }
    }

    /// The arm that the tag of an object names.
    fn plan_tagged(
        &mut self,
        value: &'v Value,
        (tag, key, tags): (&'v Value, &'s str, Tags<'s>),
        id: DemandId,
        mode: Mode,
    ) -> Decided<'v> {
        let choices = || tags.iter().flat_map(|(choices, _)| choices.iter());
        let names = self
            .coercer
            .names(id, Choosing::Tag, || choices().collect());
        let index = match choices().position(|choice| are_same(&choice.value, tag)) {
            Some(index) => index,
            None => match pick(tag, &names, None, self.level()) {
                Pick::One(index, _) => index,
                Pick::Rivals(rivals) => {
                    let note = Note {
                        key: Some(key.into()),
                        ..Note::ambiguous(tag, &names.words(&rivals))
                    };
                    return Decided::New(refuse(value, note));
                }
                Pick::None => return Decided::New(misfit(value)),
            },
        };
        let Some(named) = names.choices.get(index) else {
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
        let demand = self.demands().get(id);
        let arms: Vec<_> = arms
            .map(|arm| (arm, self.demands().with_arm(&demand, arm)))
            .collect();
        self.choose(value, id, &arms, mode)
    }

    /// The arm that fits with the least cost; arms that come to different values at the same cost are rivals.
    fn choose(
        &mut self,
        value: &'v Value,
        id: DemandId,
        arms: &[(NodeId, DemandId)],
        mode: Mode,
    ) -> Decided<'v> {
        let (count, arms) = (arms.len(), self.without_blind(value, id, arms));
        let has_blind = arms.len() < count;
        let plans: Vec<(NodeId, DemandId, PlanId)> = arms
            .iter()
            .map(|(arm, id)| (*arm, *id, self.plan(value, *id, mode)))
            .collect();
        let plans = self.without_withheld(self.without_wrapped(plans));
        let costs = plans
            .iter()
            .map(|(_, _, plan)| self.cost_of_arm(value, *plan));
        let Some(least) = costs.min() else {
            return Decided::New(misfit(value));
        };
        if least.0 > 0 {
            let seeing = has_blind.then_some(&*arms);
            return self.refuse_arms(value, seeing, &plans);
        }
        let best: Vec<(NodeId, DemandId, PlanId)> = plans
            .into_iter()
            .filter(|(_, _, plan)| self.cost_of_arm(value, *plan) == least)
            .collect();
        let Some((_, _, first)) = best.first().copied() else {
            return Decided::New(misfit(value));
        };
        let are_blind = best.len() > 1
            && best
                .iter()
                .all(|(_, arm, plan)| self.is_taken_blindly(value, (id, *arm), *plan));
        let are_alike = best.iter().all(|(_, _, plan)| self.are_alike(first, *plan));
        if are_alike && !are_blind {
            return Decided::Known(first);
        }
        let shape = self.demands().shape;
        let readings: Vec<String> = best
            .iter()
            .map(|(arm, _, _)| name_of(shape, *arm))
            .collect();
        Decided::New(if self.is_open(value) {
            withhold(value)
        } else {
            refuse(value, Note::ambiguous(value, &readings))
        })
    }

    /// Why no arm fits; where some are blind, by the others, which know a key.
    fn refuse_arms(
        &mut self,
        value: &'v Value,
        seeing: Option<&[(NodeId, DemandId)]>,
        plans: &[(NodeId, DemandId, PlanId)],
    ) -> Decided<'v> {
        if seeing.is_some() && self.is_open(value) {
            // A key that another arm knows may come yet.
            return Decided::New(withhold(value));
        }
        match seeing.and_then(|arms| self.broken_member(value, arms)) {
            Some(note) => Decided::New(refuse(value, note)),
            None => self.explain(value, plans),
        }
    }

    /// What counts against an arm, the misfits first. Of a value that is open, a structure that it lacks, keys that the arm
    /// does not know, and coercions tell more than what is still to come.
    fn cost_of_arm(&self, value: &Value, plan: PlanId) -> (u32, [u32; 4], Cost) {
        let cost = self.cost(plan);
        if !self.is_open(value) {
            return (cost.misfits, [0; 4], cost);
        }
        let step = self.get(plan).map(|plan| &plan.step);
        let is_kept = matches!(
            step,
            Some(Step::Keep(_) | Step::List { .. } | Step::Object { .. })
        );
        let strange = cost.dropped.saturating_add(cost.unknown);
        let so_far = [cost.high, u32::from(!is_kept), strange, cost.low];
        (cost.misfits, so_far, cost)
    }

    /// The arms but for those that are blind where another arm sees: they would take anything.
    fn without_blind(
        &mut self,
        value: &Value,
        id: DemandId,
        arms: &[(NodeId, DemandId)],
    ) -> Vec<(NodeId, DemandId)> {
        let sights: Vec<Option<bool>> = arms
            .iter()
            .map(|(_, arm)| self.sees(value, id, *arm))
            .collect();
        let is_seen = self.level() > Level::Strict && sights.contains(&Some(true));
        let kept = arms.iter().zip(sights);
        kept.filter(|(_, sight)| !is_seen || *sight != Some(false))
            .map(|(arm, _)| *arm)
            .collect()
    }

    /// Whether an arm that names keys knows one of an object; those that the demand around the union names do not count.
    fn sees(&mut self, value: &Value, id: DemandId, arm: DemandId) -> Option<bool> {
        let object = value.as_object().filter(|object| !object.is_empty())?;
        let (fields, outer) = (self.demands().fields(arm), self.demands().fields(id));
        let mut keys = object.iter().map(|(key, _)| key);
        let is_own = |key| fields.find(key) != Match::None && outer.find(key) == Match::None;
        (fields.list.len() > outer.list.len()).then(|| keys.any(is_own))
    }

    /// Whether an arm takes an object, of which it knows no key, only because it takes any.
    fn is_taken_blindly(
        &mut self,
        value: &Value,
        (id, arm): (DemandId, DemandId),
        plan: PlanId,
    ) -> bool {
        let step = self.get(plan).map(|plan| &plan.step);
        let is_object = matches!(step, Some(Step::Keep(_) | Step::Object { .. }));
        // A key that it knows may come yet.
        is_object && !self.is_open(value) && self.sees(value, id, arm) == Some(false)
    }

    /// The first member that an arm knows and that does not fit it. No check tells that, where a blind arm takes the value.
    fn broken_member(&mut self, value: &'v Value, arms: &[(NodeId, DemandId)]) -> Option<Note> {
        let shape = self.demands().shape;
        for (_, arm) in arms {
            let fields = self.demands().fields(*arm);
            for (key, member) in value.as_object()?.iter() {
                let (Match::Exact(index) | Match::Folded(index) | Match::Alias(index)) =
                    fields.find(key)
                else {
                    continue;
                };
                let demand = fields.list.get(index)?.demand;
                let plan = self.plan(member, demand, Mode::Free);
                let asked = self.demands().get(demand).nodes().first().copied();
                if let Some(asked) = asked.filter(|_| !self.cost(plan).fits()) {
                    return Some(Note {
                        key: Some(key.into()),
                        keyword: "type",
                        expected: words_of(shape, asked),
                        found: describe(member),
                    });
                }
            }
        }
        None
    }

    /// What one arm shows, another does not hold back.
    fn without_withheld(
        &self,
        mut plans: Vec<(NodeId, DemandId, PlanId)>,
    ) -> Vec<(NodeId, DemandId, PlanId)> {
        let is_shown = |plan: &PlanId| self.cost(*plan).fits() && !self.is_withheld(*plan);
        if plans.iter().any(|(_, _, plan)| is_shown(plan)) {
            plans.retain(|(_, _, plan)| !self.is_withheld(*plan));
        }
        plans
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

fn name_of(shape: &Shape, arm: NodeId) -> String {
    let node = shape.node(arm);
    let target = node.reference.map(|id| shape.node(id));
    let nodes = [Some(node), target].into_iter().flatten();
    let name = nodes
        .clone()
        .find_map(|node| node.about.title.as_deref().or(node.about.name.as_deref()));
    let words = match nodes.last().map(|node| &node.object) {
        Some(rules) if !rules.properties.is_empty() && rules.required().next().is_none() => {
            let keys = rules.properties.iter().take(SHOWN);
            let keys: Vec<String> = keys.map(|property| quote(&property.name)).collect();
            format!("an object that may have {}", keys.join(", "))
        }
        _ => words_of(shape, arm),
    };
    name.map_or(words.clone(), |name| format!("{name} ({words})"))
}

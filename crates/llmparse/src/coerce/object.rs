//! Objects: keys in another spelling, defaults, what is left out, and the wrappers around what is meant.

use std::rc::Rc;

use super::demand::{DemandId, Field, Fields, Match};
use super::echo::instance;
use super::plan::{Member, Mode, Note, Plan, Planner, Source, Step, misfit, refuse};
use super::score::Cost;
use super::suspects::{Guess, Suspects};
use super::{Findings, Origin, Place};
use crate::options::Level;
use crate::schema::{Types, Verdicts, describe, either, quote};
use crate::schema::{distance, fold};
use crate::trace::CoercionRule;
use crate::value::{Data, Object, Value};

/// The fewest letters of a key that may be misspelled.
const SHORTEST: usize = 4;

/// How many pairs of keys are compared in search of misspelled ones.
const MOST_COMPARED: usize = 4096;

/// How deep JSON may stand in strings of JSON.
const DEEPEST_NESTING: usize = 4;

/// What becomes of the members of an object.
struct Parts<'v> {
    cost: Cost,
    members: Vec<Member<'v>>,
    left_out: Vec<(&'v str, &'v Value, CoercionRule)>,
    is_changed: bool,
}

/// For each member of the input its field, and how it was found.
type Claims = Vec<Option<(usize, Option<CoercionRule>)>>;

impl<'s: 'v, 'v> Planner<'_, 's, 'v> {
    pub(super) fn plan_object(
        &mut self,
        value: &'v Value,
        object: &'v Object,
        id: DemandId,
    ) -> Plan<'v> {
        let demand = self.demands().get(id);
        if !demand.types.contains(Types::OBJECT) {
            return self
                .plan_source(value, &demand)
                .unwrap_or_else(|| misfit(value));
        }
        let is_open = self.is_open(value);
        let fields = self.demands().fields(id);
        let claims = match self.claim(value, object, id, &fields) {
            Ok(claims) => claims,
            Err(note) => return refuse(value, note),
        };
        let mut parts = Parts {
            cost: Cost::default(),
            members: Vec::with_capacity(object.len()),
            left_out: Vec::new(),
            is_changed: false,
        };
        let mut is_claimed = vec![false; fields.list.len()];
        for ((key, member), claim) in object.iter().zip(&claims) {
            match claim.and_then(|(index, rule)| Some((fields.list.get(index)?, index, rule))) {
                Some((field, index, rule)) => {
                    if let Some(slot) = is_claimed.get_mut(index) {
                        *slot = true;
                    }
                    self.add_field(&mut parts, (key, member), field, rule);
                }
                None => self.add_extra(&mut parts, (key, member), id, &fields),
            }
        }
        for field in fields
            .list
            .iter()
            .zip(is_claimed)
            .filter(|(_, is_claimed)| !is_claimed)
            .map(|(field, _)| field)
        {
            if field.is_required && is_open {
                parts.cost = parts.cost.and(Cost::PENDING);
            } else {
                add_missing(&mut parts, field);
            }
        }
        finish(value, is_open, parts)
    }

    /// Finds the field of each key; two keys for one field are an error.
    fn claim(
        &mut self,
        value: &'v Value,
        object: &'v Object,
        id: DemandId,
        fields: &Rc<Fields<'s>>,
    ) -> Result<Claims, Note> {
        let mut claims: Claims = Vec::with_capacity(object.len());
        let mut owners: Vec<Option<&str>> = vec![None; fields.list.len()];
        for (key, _) in object.iter() {
            let claim = match fields.find(key) {
                Match::Exact(index) => Some((index, None)),
                _ if self.level() == Level::Strict => None,
                Match::Folded(index) if !self.is_patterned(id, key, fields) => {
                    Some((index, Some(CoercionRule::KeySpelling)))
                }
                Match::Alias(index) if !self.is_patterned(id, key, fields) => {
                    Some((index, Some(CoercionRule::KeyAlias)))
                }
                Match::Several if !self.is_patterned(id, key, fields) => {
                    return Err(several_fields(key, fields));
                }
                _ => None,
            };
            claims.push(claim);
            let Some((index, _)) = claim else {
                continue;
            };
            if let Some(owner) = owners.get_mut(index) {
                if let Some(other) = owner.replace(key) {
                    return Err(two_keys(value, fields, index, [other, key]));
                }
            }
        }
        if self.level() == Level::Lenient {
            claim_misspelled(object, fields, &mut claims, &owners);
        }
        Ok(claims)
    }

    /// Whether a pattern names `key`.
    fn is_patterned(&mut self, id: DemandId, key: &str, fields: &Fields<'s>) -> bool {
        fields.has_patterns && self.demands().member(id, key) != fields.additional
    }

    /// A member under the name of its field. Null for a key that may be absent is as if it were.
    fn add_field(
        &mut self,
        parts: &mut Parts<'v>,
        (key, member): (&'v str, &'v Value),
        field: &Field<'s>,
        rule: Option<CoercionRule>,
    ) {
        let plan = self.plan(member, field.demand, Mode::Free);
        let cost = self.cost(plan);
        let is_strict = self.level() == Level::Strict;
        if member.is_null() && !is_strict && !cost.fits() && self.is_absent(member, field) {
            if let Some(default) = field.default {
                parts.replace(field.name, Source::Default(default, Some(member)));
                return;
            }
            if !field.is_required {
                parts.leave_out(key, member, CoercionRule::NullAsAbsent);
                return;
            }
        }
        parts.cost = parts
            .cost
            .and(cost)
            .and(rule.map(Cost::of).unwrap_or_default());
        parts.is_changed |= rule.is_some() || !self.is_kept(plan);
        parts.members.push(Member {
            name: field.name.into(),
            renamed: rule.map(|rule| (key, rule)),
            source: Source::Plan(plan),
        });
    }

    /// Whether a null that does not fit says no more than that nothing is there. `NaN` says more, and so does a key that
    /// is cut off behind its colon where it has to be there.
    fn is_absent(&self, null: &Value, field: &Field<'s>) -> bool {
        match self.suspects.guess(null) {
            Some(Guess::NonFinite) => false,
            Some(Guess::CutOff) if self.level() < Level::Lenient => {
                !field.is_required && field.default.is_none()
            }
            Some(Guess::CutOff) | None => true,
        }
    }

    fn is_kept(&self, plan: super::plan::PlanId) -> bool {
        matches!(
            self.get(plan),
            Some(Plan {
                step: Step::Keep(_),
                ..
            })
        )
    }

    fn add_extra(
        &mut self,
        parts: &mut Parts<'v>,
        (key, member): (&'v str, &'v Value),
        id: DemandId,
        fields: &Fields<'s>,
    ) {
        let asked = if fields.has_patterns {
            self.demands().member(id, key)
        } else {
            fields.additional
        };
        let demand = self.demands().get(asked);
        if demand.types == Types::NONE {
            if self.level() == Level::Strict {
                parts.cost = parts.cost.and(Cost::MISFIT);
            }
            return parts.leave_out(key, member, CoercionRule::ExtraKey);
        }
        let plan = self.plan(member, asked, Mode::Free);
        parts.cost = parts.cost.and(self.cost(plan));
        if demand.nodes().is_empty() {
            parts.cost.unknown = parts.cost.unknown.saturating_add(1);
        }
        parts.is_changed |= !self.is_kept(plan);
        parts.members.push(Member {
            name: key.into(),
            renamed: None,
            source: Source::Plan(plan),
        });
    }

    /// A value for the only key of an object.
    pub(super) fn plan_field(&mut self, value: &'v Value, id: DemandId) -> Option<Plan<'v>> {
        let fields = self.demands().fields(id);
        let ([field], false) = (fields.list.as_slice(), value.is_null()) else {
            return None;
        };
        let member = self.plan(value, field.demand, Mode::Plain);
        if self.is_withheld(member) {
            return None;
        }
        let cost = self.cost(member).and(Cost::of(CoercionRule::SingleField));
        let step = Step::Field {
            from: value,
            name: field.name.into(),
            member,
        };
        Some(Plan { cost, step })
    }

    /// What stands inside of a wrapper, or where a schema has its properties.
    pub(super) fn plan_unwrapped(
        &mut self,
        value: &'v Value,
        object: &'v Object,
        id: DemandId,
    ) -> Option<Plan<'v>> {
        if let Some(inner) =
            instance(object).filter(|_| self.demands().asked(id).contains(Types::OBJECT))
        {
            return self.plan_inner(value, inner, id, CoercionRule::SchemaEcho);
        }
        let mut members = object.iter();
        let (Some((key, inner)), None) = (members.next(), members.next()) else {
            return None;
        };
        let types = self.demands().asked(id);
        let is_named =
            types.contains(Types::OBJECT) && self.demands().fields(id).find(key) != Match::None;
        let is_asked = match inner.data {
            Data::Object(_) => types.contains(Types::OBJECT),
            Data::Array(_) => types.contains(Types::ARRAY),
            _ => types != Types::NONE,
        };
        if is_named || !is_asked {
            return None;
        }
        match inner.data {
            Data::Array(_) | Data::Object(_) => {
                self.plan_inner(value, inner, id, CoercionRule::Wrapper)
            }
            Data::Null => None,
            _ if self.level() < Level::Lenient => None,
            _ => self.plan_inner(value, inner, id, CoercionRule::ScalarWrapper),
        }
    }

    fn plan_inner(
        &mut self,
        value: &'v Value,
        inner: &'v Value,
        id: DemandId,
        rule: CoercionRule,
    ) -> Option<Plan<'v>> {
        let inner = self.plan(inner, id, Mode::Plain);
        if self.is_withheld(inner) {
            return None;
        }
        let cost = self.cost(inner).and(Cost::of(rule));
        let step = Step::Inner {
            from: value,
            rule,
            inner,
        };
        let tells = cost.fits() || rule != CoercionRule::ScalarWrapper;
        tells.then_some(Plan { cost, step })
    }

    /// JSON in a string, where no string is asked for.
    pub(super) fn plan_encoded(
        &mut self,
        value: &'v Value,
        text: &'v str,
        id: DemandId,
    ) -> Option<Plan<'v>> {
        let types = self.demands().get(id).types;
        let nesting = self.place.nesting + 1;
        if nesting > DEEPEST_NESTING || types.contains(Types::STRING) {
            return None;
        }
        let inner = super::encoded::read(text)?;
        let shape = self.demands().shape;
        let findings = Findings {
            verdicts: Verdicts::new(shape),
            suspects: Suspects::find(&inner, shape, Origin::default()),
        };
        let place = Place { text, nesting };
        let made = self.coercer.plan(&inner, id, place, findings);
        let cost = made.cost.and(Cost::of(CoercionRule::DoubleEncoded));
        let step = Step::Made {
            from: value,
            made: Rc::new(made),
        };
        Some(Plan { cost, step })
    }
}

impl<'v> Parts<'v> {
    fn leave_out(&mut self, key: &'v str, member: &'v Value, rule: CoercionRule) {
        self.cost = self.cost.and(Cost::of(rule));
        self.is_changed = true;
        self.left_out.push((key, member, rule));
    }

    fn replace(&mut self, name: &str, source: Source<'v>) {
        self.cost = self.cost.and(Cost::of(CoercionRule::Default));
        self.is_changed = true;
        self.members.push(Member {
            name: name.into(),
            renamed: None,
            source,
        });
    }
}

/// A key that is not there: its default, or a misfit if it has to be.
fn add_missing<'v, 's: 'v>(parts: &mut Parts<'v>, field: &Field<'s>) {
    if !field.is_required {
        return;
    }
    match field.default {
        Some(default) => parts.replace(field.name, Source::Default(default, None)),
        None => parts.cost = parts.cost.and(Cost::MISFIT),
    }
}

/// An object of which nothing would be left is no answer.
fn finish<'v>(value: &'v Value, is_open: bool, parts: Parts<'v>) -> Plan<'v> {
    let count = value.as_object().map_or(0, Object::len);
    let is_emptied = count > 0 && parts.left_out.len() == count && !is_open;
    if is_emptied || !parts.is_changed {
        let cost = if parts.cost.fits() {
            parts.cost.and(Cost::MISFIT)
        } else {
            parts.cost
        };
        return Plan {
            cost,
            step: Step::Keep(value),
        };
    }
    Plan {
        cost: parts.cost,
        step: Step::Object {
            from: value,
            members: parts.members,
            left_out: parts.left_out,
        },
    }
}

fn two_keys(value: &Value, fields: &Fields<'_>, index: usize, keys: [&str; 2]) -> Note {
    let name = fields.list.get(index).map_or("", |field| field.name);
    Note {
        key: Some(name.into()),
        keyword: "ambiguous",
        expected: "one key for this value".to_owned(),
        found: format!("{} in {}", either(&keys.map(quote)), describe(value))
            .replacen(" or ", " and ", 1),
    }
}

fn several_fields(key: &str, fields: &Fields<'_>) -> Note {
    let folded = fold(key);
    let named = fields.list.iter().filter(|field| field.folded == folded);
    let names: Vec<String> = named.map(|field| quote(field.name)).collect();
    let readings = match names.as_slice() {
        [] | [_] => "several of the keys".to_owned(),
        names => either(names),
    };
    Note {
        key: Some(key.into()),
        keyword: "ambiguous",
        expected: "a key with one reading".to_owned(),
        found: format!("{}, which could be {readings}", quote(key)),
    }
}

/// Gives keys that are one edit away from a field that has none to it, where no other key or field is as near.
fn claim_misspelled(
    object: &Object,
    fields: &Fields<'_>,
    claims: &mut Claims,
    owners: &[Option<&str>],
) {
    let open: Vec<usize> = owners
        .iter()
        .enumerate()
        .filter(|(_, owner)| owner.is_none())
        .map(|(index, _)| index)
        .collect();
    let extra = claims.iter().filter(|claim| claim.is_none()).count();
    if open.is_empty() || extra == 0 || open.len().saturating_mul(extra) > MOST_COMPARED {
        return;
    }
    let folded: Vec<String> = object.iter().map(|(key, _)| fold(key)).collect();
    let is_near = |key: &str, field: &Field<'_>| {
        let is_long = key.chars().count() >= SHORTEST && field.folded.chars().count() >= SHORTEST;
        is_long && distance(key, &field.folded, 1).is_some()
    };
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (member, key) in folded
        .iter()
        .enumerate()
        .filter(|(member, _)| claims.get(*member) == Some(&None))
    {
        // All fields count, those that have a key too: what is near to two of them is neither.
        let mut near = fields
            .list
            .iter()
            .enumerate()
            .filter(|(_, field)| is_near(key, field));
        if let (Some((index, _)), None) = (near.next(), near.next()) {
            found.push((member, index));
        }
    }
    for (member, index) in &found {
        let is_only = found.iter().filter(|(_, other)| other == index).count() == 1;
        if let Some(claim) = claims
            .get_mut(*member)
            .filter(|_| is_only && open.contains(index))
        {
            *claim = Some((*index, Some(CoercionRule::KeyMisspelling)));
        }
    }
}

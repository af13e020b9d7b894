//! Texts: a scalar in its own spelling (`00123`, `1.10`), a container as its source, and one value of any other type.

use super::Choosing;
use super::demand::{Demand, DemandId};
use super::echo::is_schema;
use super::enumeration::{Pick, in_other_case, pick};
use super::format::to_format;
use super::plan::{Note, Plan, Planner, Step, keep, misfit, refuse};
use super::scalar::{self, Reading, is_placeholder};
use super::score::Cost;
use crate::options::Level;
use crate::schema::{Types, describe};
use crate::trace::CoercionRule;
use crate::value::{Data, Value};

/// The longest spelling of a number that is kept; one of a thousand digits is no name.
const LONGEST_NUMBER: usize = 1000;

/// What a scalar may become.
type Found = (Data, CoercionRule);

impl<'s: 'v, 'v> Planner<'_, 's, 'v> {
    /// A scalar in one of the types that are asked for.
    pub(super) fn plan_scalar(&mut self, value: &'v Value, id: DemandId) -> Plan<'v> {
        let demand = self.demands().get(id);
        if self.fits(value, &demand) {
            return match spelled(value, &demand) {
                Some(found) => scalar_plan(value, found, Cost::default()),
                None => keep(value),
            };
        }
        self.plan_reading(value, id, &demand)
    }

    /// A scalar that does not fit, in one of the types that are asked for.
    pub(super) fn plan_reading(
        &mut self,
        value: &'v Value,
        id: DemandId,
        demand: &Demand<'s>,
    ) -> Plan<'v> {
        if !demand.choices.is_empty() {
            return self.plan_choice(value, id, demand);
        }
        let plan = self.plan_types(value, demand);
        self.uncompleted(plan)
    }

    /// One of the choices.
    fn plan_choice(&mut self, value: &'v Value, id: DemandId, demand: &Demand<'s>) -> Plan<'v> {
        let text = value.as_str();
        if let Some(choice) = text.and_then(|text| in_other_case(text, &demand.choices)) {
            let found = (choice.value.data.clone(), CoercionRule::EnumSpelling);
            return self.checked(value, found, demand);
        }
        let choices = || demand.choices.clone();
        let names = self.coercer.names(id, Choosing::Value, choices);
        let spelling = self.own_spelling(value);
        match pick(value, &names, spelling.as_deref(), self.level()) {
            Pick::One(index, rule) => match names.choices.get(index) {
                Some(choice) => self.checked(value, (choice.value.data.clone(), rule), demand),
                None => misfit(value),
            },
            Pick::Rivals(rivals) => refuse(value, Note::ambiguous(value, &names.words(&rivals))),
            Pick::None => misfit(value),
        }
    }

    /// The reading of the least cost in the types that are taken.
    fn plan_types(&mut self, value: &'v Value, demand: &Demand<'s>) -> Plan<'v> {
        let readings = self.readings(value, demand);
        let mut found: Vec<Plan<'v>> = Vec::new();
        let mut rivals = Vec::new();
        for reading in readings {
            match reading {
                Reading::One(data, rule) => {
                    let plan = self.checked(value, (data, rule), demand);
                    found.push(plan);
                }
                Reading::Rivals(words) => rivals = words,
                Reading::None => {}
            }
        }
        let least = found.iter().map(|plan| plan.cost).min();
        let mut best: Vec<Plan<'v>> = found
            .into_iter()
            .filter(|plan| Some(plan.cost) == least)
            .collect();
        match (best.pop(), best.is_empty()) {
            (Some(plan), true) if plan.cost.fits() || rivals.is_empty() => plan,
            (Some(plan), false) if plan.cost.fits() => {
                let plans = best.iter().chain([&plan]);
                let readings: Vec<String> = plans
                    .filter_map(|plan| match &plan.step {
                        Step::Scalar { data, .. } => Some(describe(&Value::from(data.clone()))),
                        _ => None,
                    })
                    .collect();
                refuse(value, Note::ambiguous(value, &readings))
            }
            _ if rivals.is_empty() => misfit(value),
            _ => refuse(value, Note::ambiguous(value, &rivals)),
        }
    }

    fn readings(&self, value: &'v Value, demand: &Demand<'s>) -> [Reading; 4] {
        let (types, level) = (demand.types, self.level());
        let asks = |asked: Types| types != Types::ANY && types.contains(asked);
        [
            asks(Types::STRING).then(|| self.to_text(value, demand)),
            match (asks(Types::NUMBER), asks(Types::INTEGER)) {
                (true, _) => Some(self.to_number(value, demand)),
                (false, true) => Some(scalar::to_integer(value, level)),
                (false, false) => None,
            },
            asks(Types::BOOLEAN).then(|| scalar::to_boolean(value, level)),
            match types {
                Types::NULL => Some(scalar::to_null(value, level.min(Level::Normal))),
                _ => asks(Types::NULL).then(|| scalar::to_null(value, level)),
            },
        ]
        .map(|reading| reading.unwrap_or(Reading::None))
    }

    fn to_text(&self, value: &'v Value, demand: &Demand<'s>) -> Reading {
        let source = value.span.of(self.place.text);
        let text = match &value.data {
            Data::Number(number) => self
                .own_spelling(value)
                .unwrap_or_else(|| number.to_string()),
            Data::Bool(truth) if source.eq_ignore_ascii_case(&truth.to_string()) => {
                source.to_owned()
            }
            Data::Bool(truth) => truth.to_string(),
            Data::String(text) => return self.to_format(text, demand),
            _ => return Reading::None,
        };
        Reading::One(Data::String(text.into()), CoercionRule::ScalarAsText)
    }

    /// A number as it stands in the text: `+15550109999`, `0x1F`.
    pub(super) fn own_spelling(&self, value: &Value) -> Option<String> {
        value.as_number()?;
        let source = value.span.of(self.place.text).trim();
        let is_kept = !source.is_empty() && source.len() <= LONGEST_NUMBER;
        is_kept.then(|| source.to_owned())
    }

    fn to_format(&self, text: &str, demand: &Demand<'s>) -> Reading {
        let shape = self.coercer.demands.shape;
        let mut formats = demand
            .nodes()
            .iter()
            .filter_map(|id| shape.node(*id).text.format.as_deref());
        formats.next().map_or(Reading::None, |format| {
            to_format(text, format, self.coercer.level)
        })
    }

    /// A number; of a percentage the one reading that the bounds of the schema take, if there are bounds, and of a score
    /// the share if they do not take the points.
    fn to_number(&self, value: &'v Value, demand: &Demand<'s>) -> Reading {
        let reading = scalar::to_number(value, self.level());
        if self.level() < Level::Lenient {
            return reading;
        }
        if let Some([share, points]) = scalar::score_readings(value) {
            let is_share = self.takes(&share, demand) && !self.takes(&points, demand);
            return if is_share {
                Reading::One(share, CoercionRule::Fraction)
            } else {
                reading
            };
        }
        let readings = scalar::percent_readings(value).into_iter().flatten();
        let mut fitting = readings.filter(|data| self.takes(data, demand));
        match (fitting.next(), fitting.next()) {
            (Some(data), None) => Reading::One(data, CoercionRule::Percent),
            _ => reading,
        }
    }

    /// A scalar, and whether it keeps to all rules.
    pub(super) fn checked(
        &mut self,
        value: &'v Value,
        found: Found,
        demand: &Demand<'s>,
    ) -> Plan<'v> {
        let misfits = if self.takes(&found.0, demand) {
            Cost::default()
        } else {
            Cost::MISFIT
        };
        scalar_plan(value, found, misfits)
    }

    fn takes(&self, data: &Data, demand: &Demand<'s>) -> bool {
        let value = Value::from(data.clone());
        let shape = self.coercer.demands.shape;
        let mut verdicts = crate::schema::Verdicts::new(shape);
        demand
            .nodes()
            .iter()
            .all(|node| verdicts.fits(&value, *node))
    }

    /// A container as its source text, for a string.
    pub(super) fn plan_source(
        &mut self,
        value: &'v Value,
        demand: &Demand<'s>,
    ) -> Option<Plan<'v>> {
        let is_asked = demand.types.contains(Types::STRING) && demand.types != Types::ANY;
        if !is_asked || self.level() < Level::Lenient || !value.complete || is_schema(value) {
            return None;
        }
        let source = value.span.of(self.place.text);
        if !source.starts_with(['{', '[']) || !demand.choices.is_empty() {
            return None;
        }
        let plan = self.checked(
            value,
            (Data::String(source.into()), CoercionRule::ContainerAsText),
            demand,
        );
        plan.cost.fits().then_some(plan)
    }
}

/// What fits, and is spelled in a way that readers of the result do not take: `3.0` for an integer, `N/A` for null.
fn spelled(value: &Value, demand: &Demand<'_>) -> Option<Found> {
    spelled_as(value, demand.types, !demand.choices.is_empty())
}

pub(super) fn spelled_as(value: &Value, types: Types, is_choice: bool) -> Option<Found> {
    match &value.data {
        _ if is_choice || types == Types::ANY => None,
        Data::Number(number)
            if types.contains(Types::INTEGER) && !types.contains(Types::NUMBER) =>
        {
            if number.as_i128().is_some()
                || number
                    .to_string()
                    .bytes()
                    .all(|byte| byte.is_ascii_digit() || byte == b'-')
            {
                return None;
            }
            match scalar::to_integer(value, Level::Normal) {
                Reading::One(data, rule) => Some((data, rule)),
                _ => None,
            }
        }
        Data::String(text)
            if types.contains(Types::NULL.or(Types::STRING)) && is_placeholder(text) =>
        {
            Some((Data::Null, CoercionRule::NullWord))
        }
        _ => None,
    }
}

fn scalar_plan(value: &Value, (data, rule): Found, misfits: Cost) -> Plan<'_> {
    Plan {
        cost: Cost::of(rule).and(misfits),
        step: Step::Scalar {
            from: value,
            data,
            rule,
        },
    }
}

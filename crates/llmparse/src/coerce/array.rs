//! Arrays: items that fit, `5` for `[5]`, a list of one for its item, `"1, 2"` for numbers.

use super::demand::DemandId;
use super::numeral::{self, Numeral};
use super::plan::{Mode, Note, Plan, Planner, Step, misfit, refuse};
use super::scalar::null_rule;
use super::score::Cost;
use crate::options::Level;
use crate::schema::{Types, describe};
use crate::trace::CoercionRule;
use crate::value::{Data, Number, Value};

/// The most numbers that are read out of one string.
const MOST_SPLIT: usize = 10_000;

impl<'s: 'v, 'v> Planner<'_, 's, 'v> {
    pub(super) fn plan_array(
        &mut self,
        value: &'v Value,
        items: &'v [Value],
        id: DemandId,
    ) -> Plan<'v> {
        let demand = self.demands().get(id);
        if !demand.types.contains(Types::ARRAY) {
            let is_scalar =
                |item: &Value| !matches!(item.data, Data::Array(_) | Data::Object(_) | Data::Null);
            let holds_scalar = matches!(items, [item] if is_scalar(item));
            let source = if holds_scalar {
                None
            } else {
                self.plan_source(value, &demand)
            };
            return source.unwrap_or_else(|| misfit(value));
        }
        let is_open = self.is_open(value);
        let mut cost = if is_open {
            Cost::default()
        } else {
            self.count_misfits(items.len(), id)
        };
        let mut is_changed = false;
        let mut plans = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            let asked = self.demands().item(id, index);
            let plan = self.plan(item, asked, Mode::Free);
            cost = cost.and(self.cost(plan));
            is_changed |= !matches!(
                self.get(plan),
                Some(Plan {
                    step: Step::Keep(_),
                    ..
                })
            );
            plans.push(plan);
        }
        if !is_changed {
            let cost = if cost.fits() {
                cost.and(Cost::MISFIT)
            } else {
                cost
            };
            return Plan {
                cost,
                step: Step::Keep(value),
            };
        }
        Plan {
            cost,
            step: Step::List {
                from: value,
                items: plans,
            },
        }
    }

    /// A misfit for each of the bounds that this many items break.
    fn count_misfits(&mut self, count: usize, id: DemandId) -> Cost {
        let demand = self.demands().get(id);
        let shape = self.demands().shape;
        let mut cost = Cost::default();
        for node in demand.nodes() {
            let length = shape.node(*node).list.length;
            if count < length.least || length.most.is_some_and(|most| count > most) {
                cost = cost.and(Cost::MISFIT);
            }
        }
        cost
    }

    /// `5` for `[5]`; what says that there is nothing is neither no item nor one.
    pub(super) fn plan_item(&mut self, value: &'v Value, id: DemandId) -> Option<Plan<'v>> {
        if matches!(value.data, Data::Array(_) | Data::Null) {
            return None;
        }
        let item = self.demands().item(id, 0);
        let takes_text = self.demands().get(item).types.contains(Types::STRING);
        if let Some(text) = value.as_str() {
            if null_rule(text).is_some() || !takes_text && text.contains([',', ';']) {
                return None;
            }
        }
        let plan = self.plan(value, item, Mode::Plain);
        let may_be_wrapper = self.is_open(value) && !self.names_key_of(value, item);
        if self.is_withheld(plan) || may_be_wrapper {
            return None;
        }
        let cost = self
            .cost(plan)
            .and(Cost::of(CoercionRule::SingleItem))
            .and(self.count_misfits(1, id));
        Some(Plan {
            cost,
            step: Step::Item {
                from: value,
                item: plan,
            },
        })
    }

    /// `"1, 2"` for a list of numbers.
    pub(super) fn plan_split(
        &mut self,
        value: &'v Value,
        text: &str,
        id: DemandId,
    ) -> Option<Plan<'v>> {
        let item = self.demands().item(id, 0);
        let types = self.demands().get(item).types;
        let is_number = types.and(Types::NUMBER) != Types::NONE && !types.contains(Types::STRING);
        let separator = if text.contains(';') { ';' } else { ',' };
        let is_split = text.contains(separator) && !has_decimal_commas(text);
        if !is_number || self.level() < Level::Lenient || !is_split {
            return None;
        }
        let parts: Vec<&str> = text.split(separator).take(MOST_SPLIT + 1).collect();
        if parts.len() > MOST_SPLIT {
            return None;
        }
        let items: Option<Vec<Data>> = parts.iter().map(|part| number(part, types)).collect();
        let items = items?;
        if let Numeral::One(whole, _) = numeral::read(text) {
            let readings = [
                format!("the number {whole}"),
                format!("{} numbers", items.len()),
            ];
            return Some(refuse(value, Note::ambiguous(value, &readings)));
        }
        let cost = Cost::of(CoercionRule::SplitText).and(self.count_misfits(items.len(), id));
        Some(Plan {
            cost,
            step: Step::Split { from: value, items },
        })
    }

    /// A list of one for its item; where much is taken, the last of several that fit.
    pub(super) fn plan_one_of(
        &mut self,
        value: &'v Value,
        items: &'v [Value],
        id: DemandId,
    ) -> Option<Plan<'v>> {
        let types = self.demands().asked(id);
        if types == Types::NONE || types.contains(Types::ARRAY) || self.is_open(value) {
            return None;
        }
        let rule = match items.len() {
            0 => return None,
            1 => CoercionRule::ListOfOne,
            _ if self.level() < Level::Lenient || types.contains(Types::STRING) => return None,
            _ => CoercionRule::LastOfList,
        };
        for item in items.iter().rev() {
            let inner = self.plan(item, id, Mode::Plain);
            let cost = self.cost(inner);
            if cost.fits() {
                return Some(Plan {
                    cost: cost.and(Cost::of(rule)),
                    step: Step::Inner {
                        from: value,
                        rule,
                        inner,
                    },
                });
            }
        }
        self.told(value, items, id)
    }

    /// Why the only item does not fit, if that is known better here.
    fn told(&mut self, value: &'v Value, items: &'v [Value], id: DemandId) -> Option<Plan<'v>> {
        let [item] = items else {
            return None;
        };
        let inner = self.plan(item, id, Mode::Plain);
        match self.get(inner) {
            Some(Plan {
                step: Step::Refuse(_, note),
                ..
            }) => {
                let note = Note {
                    found: format!("{} with {}", describe(value), note.found),
                    ..note.clone()
                };
                Some(refuse(value, note))
            }
            _ => None,
        }
    }
}

/// Whether some commas stand between digits and others before blanks: `1,5, 2,5`.
fn has_decimal_commas(text: &str) -> bool {
    let mut behind = text.split(',').skip(1);
    let is_tight = |part: &str| part.starts_with(|letter: char| letter.is_ascii_digit());
    behind.clone().any(is_tight) && behind.any(|part| part.starts_with(char::is_whitespace))
}

fn number(text: &str, types: Types) -> Option<Data> {
    let Numeral::One(number, CoercionRule::NumberText) = numeral::read(text) else {
        return None;
    };
    let number = if types.contains(Types::NUMBER) {
        number
    } else {
        numeral::to_integer(&number)?
    };
    Some(Data::Number(Number::from_json(&number)))
}

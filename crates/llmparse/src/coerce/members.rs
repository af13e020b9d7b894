//! The members of an object on a walk: under their own keys or under a spelling of them, defaults, and what is left out.

use super::edits::Change;
use super::walk::{Fit, Mark, Step, Walk};
use crate::options::Level;
use crate::schema::{NodeId, ObjectRules, Property, Types, describe, quote};
use crate::span::Span;
use crate::trace::CoercionRule;
use crate::value::{Key, Object, Value};

const NOTHING: &str = "nothing";

/// What is known of the members so far.
struct Members<'s> {
    rules: &'s ObjectRules,
    claimed: Claimed,
    /// How many of the properties that have to be there have been claimed.
    required: usize,
    /// Where the next property probably is.
    next: usize,
    left_out: Vec<(usize, CoercionRule)>,
    /// Members that the schema says nothing of.
    unknown: u32,
    /// Members that are not under the name of a property.
    extra: usize,
}

/// A key, its value, and which member it is.
type Member<'v> = (usize, &'v str, &'v Value);

impl<'s: 'v, 'v> Walk<'_, 's, 'v> {
    pub(super) fn fits_object(&mut self, value: &'v Value, object: &'v Object, id: NodeId) -> Fit {
        let node = self.shape.node(id);
        let rules = &node.object;
        let is_plain = rules.is_plain() && rules.required.is_empty() && node.choices.is_none();
        if !is_plain || !node.types.contains(Types::OBJECT) {
            return Fit::Unknown;
        }
        let mark = self.mark();
        let mut members = Members::new(rules);
        for (index, (key, member)) in object.iter().enumerate() {
            let member = (index, key, member);
            let place = rules.find(key, members.next);
            let fits = match place.and_then(|place| Some((place, rules.properties.get(place)?))) {
                Some((place, property)) => {
                    members.claim(place, property)
                        && self.fits_property(member, property, None, &mut members)
                }
                None => self.fits_other(member, id, &mut members),
            };
            if !fits {
                return Fit::Unknown;
            }
        }
        self.finish(value, object, members, mark)
    }

    /// A member under a spelling of its name, or one that no property names.
    fn fits_other(
        &mut self,
        (index, key, value): Member<'v>,
        id: NodeId,
        members: &mut Members<'s>,
    ) -> bool {
        let rules = members.rules;
        let Ok(name) = self.shape.names(id).find(key) else {
            return false;
        };
        if let Some(name) = name {
            let Some(property) = rules.properties.get(name.property) else {
                return false;
            };
            let rule = if name.is_alias {
                CoercionRule::KeyAlias
            } else {
                CoercionRule::KeySpelling
            };
            return self.level != Level::Strict
                && members.claim(name.property, property)
                && self.fits_property((index, key, value), property, Some(rule), members);
        }
        members.extra += 1;
        match rules.additional {
            None => {
                members.unknown = members.unknown.saturating_add(1);
                true
            }
            Some(child) if self.shape.node(child).types == Types::NONE => {
                members.left_out.push((index, CoercionRule::ExtraKey));
                self.level != Level::Strict
            }
            Some(child) => {
                let key = Some(key);
                self.fits_inside(Step { index, key }, value, child)
            }
        }
    }

    /// A member that is the property; null for a key that may be absent is as if it were.
    fn fits_property(
        &mut self,
        (index, key, value): Member<'v>,
        property: &'s Property,
        renamed: Option<CoercionRule>,
        members: &mut Members<'s>,
    ) -> bool {
        let mark = self.mark();
        let name = &*property.name;
        let step = Step {
            index,
            key: Some(name),
        };
        if let Some(rule) = renamed {
            self.edit(Change::Rename(index, Key::from(name)));
            let ends = (quote(key), quote(name));
            self.inside(step, |walk| walk.record(rule, ends, value.span));
        }
        let fits = self.fits_inside(step, value, property.child);
        if fits || !value.is_null() || self.level == Level::Strict {
            return fits;
        }
        self.take_back(mark);
        match &self.shape.node(property.child).about.default {
            Some(default) => {
                if renamed.is_some() {
                    self.edit(Change::Rename(index, Key::from(name)));
                }
                self.inside(step, |walk| walk.replace_null(value, default));
                true
            }
            None if !property.is_required => {
                members.left_out.push((index, CoercionRule::NullAsAbsent));
                true
            }
            None => false,
        }
    }

    fn replace_null(&mut self, null: &Value, default: &Value) {
        let ends = (describe(null), describe(default));
        self.record(CoercionRule::Default, ends, null.span);
        self.edit(Change::Replace(Value {
            span: null.span,
            ..default.clone()
        }));
    }

    fn finish(
        &mut self,
        value: &Value,
        object: &'v Object,
        members: Members<'s>,
        mark: Mark,
    ) -> Fit {
        // What misspells a key, and what nothing is left of, takes more than a look.
        let is_misspelled = self.level == Level::Lenient && members.may_be_misspelled();
        let is_emptied = !object.is_empty() && members.left_out.len() == object.len();
        if is_misspelled || is_emptied {
            return Fit::Unknown;
        }
        let Some(added) = self.add_defaults(value, &members) else {
            return Fit::Broken;
        };
        let count = object.len() + added.len() - members.left_out.len();
        if !members.rules.size.contains(count) {
            return Fit::Broken;
        }
        self.leave_out(object, &members.left_out);
        if !added.is_empty() {
            self.edit(Change::Append(added));
        }
        if self.has_edits_since(mark) {
            self.cost.unknown = self.cost.unknown.saturating_add(members.unknown);
        }
        Fit::Whole
    }

    /// The defaults of members that have to be there and are not; none if one of them has no default.
    fn add_defaults(&mut self, object: &Value, members: &Members<'s>) -> Option<Vec<(Key, Value)>> {
        let mut added = Vec::new();
        if members.required == members.rules.required_count {
            return Some(added);
        }
        let end = object.span.end();
        let span = Span::new(end, end);
        for (place, property) in members.rules.properties.iter().enumerate() {
            if !property.is_required || members.claimed.contains(place) {
                continue;
            }
            let default = &self.shape.node(property.child).about.default;
            let default = default.as_ref().filter(|_| self.level != Level::Strict)?;
            let step = Step {
                index: place,
                key: Some(&property.name),
            };
            let ends = (NOTHING.to_owned(), describe(default));
            self.inside(step, |walk| walk.record(CoercionRule::Default, ends, span));
            let value = Value {
                span,
                ..default.clone()
            };
            added.push((Key::from(&*property.name), value));
        }
        Some(added)
    }

    fn leave_out(&mut self, object: &'v Object, left_out: &[(usize, CoercionRule)]) {
        for (index, rule) in left_out {
            let Some((key, member)) = object.members.get(*index) else {
                continue;
            };
            let step = Step {
                index: *index,
                key: Some(key),
            };
            let ends = (describe(member), NOTHING.to_owned());
            self.inside(step, |walk| walk.record(*rule, ends, member.span));
        }
        if !left_out.is_empty() {
            let places = left_out.iter().map(|(index, _)| *index);
            self.edit(Change::LeaveOut(places.collect()));
        }
    }
}

impl<'s> Members<'s> {
    fn new(rules: &'s ObjectRules) -> Self {
        Self {
            rules,
            claimed: Claimed::new(rules.properties.len()),
            required: 0,
            next: 0,
            left_out: Vec::new(),
            unknown: 0,
            extra: 0,
        }
    }

    /// Whether no other member is this property.
    fn claim(&mut self, place: usize, property: &Property) -> bool {
        self.next = place + 1;
        self.required += usize::from(property.is_required);
        self.claimed.insert(place)
    }

    fn may_be_misspelled(&self) -> bool {
        let count = self.rules.properties.len();
        self.extra > 0 && (0..count).any(|place| !self.claimed.contains(place))
    }
}

/// A set of properties, by their places.
struct Claimed {
    first: u64,
    others: Vec<bool>,
}

impl Claimed {
    fn new(count: usize) -> Self {
        Self {
            first: 0,
            others: vec![false; count.saturating_sub(64)],
        }
    }

    /// Adds `place`; false if it was there.
    fn insert(&mut self, place: usize) -> bool {
        if place < 64 {
            let is_new = !self.contains(place);
            self.first |= 1 << place;
            return is_new;
        }
        let slot = self.others.get_mut(place - 64);
        slot.is_some_and(|slot| !std::mem::replace(slot, true))
    }

    fn contains(&self, place: usize) -> bool {
        if place < 64 {
            return self.first & (1 << place) != 0;
        }
        self.others.get(place - 64).is_some_and(|slot| *slot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_place_is_claimed_once() {
        let mut claimed = Claimed::new(130);
        for place in [0, 63, 64, 129] {
            assert!(!claimed.contains(place) && claimed.insert(place));
            assert!(claimed.contains(place) && !claimed.insert(place));
        }
        assert!(!claimed.contains(1) && !claimed.contains(65));
    }
}

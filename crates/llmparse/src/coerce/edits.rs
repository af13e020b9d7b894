//! What is changed in a value, told while it is looked at and done afterwards.

use crate::value::{Data, Key, Object, Value};

/// A change of one part of a value.
#[derive(Debug)]
pub(super) struct Edit {
    /// The way to the part: for each container on the way, which of its parts.
    pub(super) place: Box<[usize]>,
    pub(super) change: Change,
}

#[derive(Debug)]
pub(super) enum Change {
    /// The part is another value.
    Replace(Value),
    /// The member at this place has another key.
    Rename(usize, Key),
    /// The members at these places, which are sorted, go.
    LeaveOut(Vec<usize>),
    /// These members are added behind the others.
    Append(Vec<(Key, Value)>),
}

/// Does `edits`, in their order, to `value`; those to a part stand before those to what holds it.
pub(super) fn apply(value: &mut Value, edits: Vec<Edit>) {
    for edit in edits {
        if let Some(part) = find(value, &edit.place) {
            edit.change.apply(part);
        }
    }
}

fn find<'v>(value: &'v mut Value, place: &[usize]) -> Option<&'v mut Value> {
    place
        .iter()
        .try_fold(value, |part, index| match &mut part.data {
            Data::Array(items) => items.get_mut(*index),
            Data::Object(object) => object.members.get_mut(*index).map(|(_, member)| member),
            _ => None,
        })
}

impl Change {
    fn apply(self, part: &mut Value) {
        match (self, &mut part.data) {
            (Self::Replace(value), _) => *part = value,
            (Self::Rename(index, name), Data::Object(object)) => rename(object, index, name),
            (Self::LeaveOut(left_out), Data::Object(object)) => leave_out(object, &left_out),
            (Self::Append(members), Data::Object(object)) => object.members.extend(members),
            _ => {}
        }
    }
}

fn rename(object: &mut Object, index: usize, name: Key) {
    if let Some((key, _)) = object.members.get_mut(index) {
        *key = name;
    }
}

fn leave_out(object: &mut Object, left_out: &[usize]) {
    let mut left_out = left_out.iter().peekable();
    let mut index = 0;
    object.members.retain(|_| {
        let goes = left_out.next_if(|place| **place == index).is_some();
        index += 1;
        !goes
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(place: &[usize], change: Change) -> Edit {
        Edit {
            place: place.into(),
            change,
        }
    }

    #[test]
    fn places_are_those_of_the_value_as_it_was() {
        let mut value = Value::from(serde_json::json!({"a": [1, 2], "b": 3, "c": {"d": 4}}));
        apply(
            &mut value,
            vec![
                edit(&[0, 1], Change::Replace(serde_json::json!(7).into())),
                edit(&[2], Change::Rename(0, Key::from("e"))),
                edit(&[], Change::LeaveOut(vec![1])),
                edit(
                    &[],
                    Change::Append(vec![(Key::from("f"), serde_json::json!(true).into())]),
                ),
            ],
        );
        assert_eq!(value.to_json_text(), r#"{"a":[1,7],"c":{"e":4},"f":true}"#);
    }
}

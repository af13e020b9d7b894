//! The values that are allowed, from `enum` and `const`, with their other spellings and what they mean.

use std::collections::HashSet;

use super::{Keywords, Read};
use crate::schema::error::SchemaError;
use crate::schema::refs::join;
use crate::schema::same::are_same;
use crate::schema::shape::Choice;
use crate::value::{Data, Object, Value};

impl Keywords<'_, '_> {
    pub(super) fn choices(&self) -> Read<Option<Vec<Choice>>> {
        let constant = self.object.get("const");
        let listed = self.items("enum")?;
        if listed.is_some_and(<[Value]>::is_empty) {
            return Err(SchemaError::new(
                self.at("enum"),
                "an empty list takes nothing; one value or more is needed",
            ));
        }
        let values: Vec<&Value> = match (constant, listed) {
            (None, None) => return Ok(None),
            (Some(constant), None) => vec![constant],
            (constant, Some(listed)) => {
                let is_taken =
                    |value: &&Value| constant.is_none_or(|constant| are_same(constant, value));
                listed.iter().filter(is_taken).collect()
            }
        };
        let plain = values.into_iter().map(|value| Choice {
            value: value.clone(),
            aliases: Vec::new(),
            description: None,
        });
        let mut choices: Vec<Choice> = plain.collect();
        self.add_choice_aliases(&mut choices)?;
        self.add_choice_descriptions(&mut choices)?;
        Ok(Some(choices))
    }

    /// `x-aliases`: `{"great": "good"}`.
    fn add_choice_aliases(&self, choices: &mut [Choice]) -> Read<()> {
        let Some(members) = self.members("x-aliases")? else {
            return Ok(());
        };
        for (alias, member) in members.iter() {
            let chosen = choices
                .iter_mut()
                .find(|choice| are_same(&choice.value, member));
            match chosen {
                Some(choice) => choice.aliases.push(alias.into()),
                None => {
                    let path = join(&self.at("x-aliases"), alias);
                    return Err(SchemaError::not(path, member, "value of `enum`"));
                }
            }
        }
        Ok(())
    }

    /// `x-enum-descriptions`: a list beside `enum`, or an object from the value's text to what it means.
    fn add_choice_descriptions(&self, choices: &mut [Choice]) -> Read<()> {
        let key = "x-enum-descriptions";
        let Some(value) = self.object.get(key) else {
            return Ok(());
        };
        match &value.data {
            Data::Array(_) => {
                let texts = self.names(&self.at(key), value)?;
                for (choice, text) in choices.iter_mut().zip(texts) {
                    choice.description = Some(text.into());
                }
                Ok(())
            }
            Data::Object(members) => self.describe_choices(choices, members),
            _ => self.not(
                key,
                value,
                "list of strings, and no object from values to strings",
            ),
        }
    }

    fn describe_choices(&self, choices: &mut [Choice], members: &Object) -> Read<()> {
        let path = self.at("x-enum-descriptions");
        for (name, text) in members.iter() {
            let Some(description) = text.as_str() else {
                return Err(SchemaError::not(join(&path, name), text, "string"));
            };
            let chosen = choices
                .iter_mut()
                .find(|choice| match choice.value.as_str() {
                    Some(text) => text == name,
                    None => choice.value.to_json_text() == name,
                });
            match chosen {
                Some(choice) => choice.description = Some(description.into()),
                None => {
                    return Err(SchemaError::new(
                        join(&path, name),
                        "describes no value of `enum`",
                    ));
                }
            }
        }
        Ok(())
    }
}

/// The texts among choices, if they are so many that one is not found by looking at each.
pub(super) fn choice_texts(choices: Option<&[Choice]>) -> HashSet<Box<str>> {
    const MANY: usize = 16;
    let choices = choices
        .filter(|choices| choices.len() > MANY)
        .unwrap_or_default();
    let texts = choices.iter().filter_map(|choice| choice.value.as_str());
    texts.map(Into::into).collect()
}

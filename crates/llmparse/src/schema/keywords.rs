//! The keywords of one schema, each held against what may stand there: `{"minLength": "3"}` is an error at
//! `/minLength`.

use std::collections::HashSet;

use super::compile::Compiler;
use super::error::SchemaError;
use super::exact;
use super::pattern::Pattern;
use super::refs::join;
use super::shape::{
    About, Bound, Condition, Contains, Counts, ListRules, Node, NodeId, NumberRules, ObjectRules,
    Property, TextRules, Types, Union,
};
use crate::value::{Number, Object, Value};

mod choices;
mod values;

type Read<T> = Result<T, SchemaError>;

/// Formats that a check looks at.
pub(super) const FORMATS: [&str; 9] = [
    "date",
    "date-time",
    "time",
    "duration",
    "email",
    "uuid",
    "uri",
    "ipv4",
    "ipv6",
];

/// Keywords that say something of values, and that no check looks at.
const UNCHECKED: [&str; 4] = [
    "$dynamicRef",
    "$recursiveRef",
    "contentEncoding",
    "contentSchema",
];

/// Keywords that say something of the same value by other schemas.
const IN_PLACE: [&str; 10] = [
    "$dynamicRef",
    "$recursiveRef",
    "$ref",
    "allOf",
    "anyOf",
    "dependencies",
    "dependentSchemas",
    "if",
    "not",
    "oneOf",
];

/// `true` takes anything, `false` nothing.
pub(super) fn read_boolean(takes_anything: bool, path: &str) -> Node {
    Node {
        path: path.to_owned(),
        types: if takes_anything {
            Types::ANY
        } else {
            Types::NONE
        },
        ..Node::default()
    }
}

/// The keywords of the schema at `path`.
pub(super) struct Keywords<'d, 'p> {
    object: &'d Object,
    path: &'p str,
}

impl<'d, 'p> Keywords<'d, 'p> {
    pub(super) fn new(object: &'d Object, path: &'p str) -> Self {
        Self { object, path }
    }

    pub(super) fn read(&self, compiler: &mut Compiler<'d>) -> Read<Node> {
        let choices = self.choices()?;
        let node = Node {
            path: self.path.to_owned(),
            about: self.about()?,
            types: self.types()?,
            is_nullable: self.flag("nullable")?,
            choice_texts: choices::choice_texts(choices.as_deref()),
            choices,
            number: self.number_rules()?,
            text: self.text_rules()?,
            list: self.list_rules(compiler)?,
            object: self.object_rules(compiler)?,
            reference: self.reference(compiler)?,
            all: self.schemas("allOf", compiler)?.unwrap_or_default(),
            unions: self.unions(compiler)?,
            not: self.schema("not", compiler),
            condition: self.condition(compiler),
            ..Node::default()
        };
        for definitions in ["$defs", "definitions"] {
            self.named_schemas(definitions, compiler)?;
        }
        Ok(Node {
            unchecked: self.unchecked(&node),
            ..node
        })
    }

    // Schemas inside of the schema.

    fn schema(&self, key: &str, compiler: &mut Compiler<'d>) -> Option<NodeId> {
        let schema = self.object.get(key)?;
        Some(compiler.node(schema, self.at(key)))
    }

    /// The schema of the parts that nothing names; `unevaluated` says the same where no other schema says anything of them.
    fn rest(&self, key: &str, unevaluated: &str, compiler: &mut Compiler<'d>) -> Option<NodeId> {
        let rest = self.schema(key, compiler);
        match rest {
            None if self.stands_alone() => self.schema(unevaluated, compiler),
            rest => rest,
        }
    }

    /// Whether no other schema is held against the same value here, and none says which items there are.
    fn stands_alone(&self) -> bool {
        !IN_PLACE
            .iter()
            .chain(&["contains"])
            .any(|key| self.object.get(key).is_some())
    }

    fn schemas(&self, key: &str, compiler: &mut Compiler<'d>) -> Read<Option<Vec<NodeId>>> {
        let Some(items) = self.items(key)? else {
            return Ok(None);
        };
        let path = self.at(key);
        let places = items.iter().enumerate();
        let nodes =
            places.map(|(index, item)| compiler.node(item, join(&path, &index.to_string())));
        Ok(Some(nodes.collect()))
    }

    fn named_schemas(
        &self,
        key: &str,
        compiler: &mut Compiler<'d>,
    ) -> Read<Vec<(&'d str, NodeId)>> {
        let Some(members) = self.members(key)? else {
            return Ok(Vec::new());
        };
        let path = self.at(key);
        let nodes = members
            .iter()
            .map(|(name, schema)| (name, compiler.node(schema, join(&path, name))));
        Ok(nodes.collect())
    }

    fn reference(&self, compiler: &mut Compiler<'d>) -> Read<Option<NodeId>> {
        let Some(reference) = self.text("$ref")? else {
            return Ok(None);
        };
        compiler.target(reference, &self.at("$ref")).map(Some)
    }

    fn unions(&self, compiler: &mut Compiler<'d>) -> Read<Vec<Union>> {
        let mut unions = Vec::new();
        for (key, is_exclusive) in [("anyOf", false), ("oneOf", true)] {
            let Some(arms) = self.schemas(key, compiler)? else {
                continue;
            };
            if arms.is_empty() {
                return Err(SchemaError::new(
                    self.at(key),
                    "an empty list takes nothing; one schema or more is needed",
                ));
            }
            unions.push(Union { arms, is_exclusive });
        }
        Ok(unions)
    }

    fn condition(&self, compiler: &mut Compiler<'d>) -> Option<Condition> {
        Some(Condition {
            when: self.schema("if", compiler)?,
            then: self.schema("then", compiler),
            otherwise: self.schema("else", compiler),
        })
    }

    // Groups of keywords.

    fn about(&self) -> Read<About> {
        Ok(About {
            name: self.definition_name(),
            title: self.text("title")?.map(Into::into),
            description: self.text("description")?.map(Into::into),
            default: self.object.get("default").cloned(),
            examples: self.examples(),
            aliases: self.aliases()?,
        })
    }

    /// `#/$defs/Address` is called `Address`.
    fn definition_name(&self) -> Option<Box<str>> {
        let (parent, name) = self.path.rsplit_once('/')?;
        let is_definition = parent.ends_with("/$defs") || parent.ends_with("/definitions");
        is_definition.then(|| name.replace("~1", "/").replace("~0", "~").into())
    }

    fn examples(&self) -> Vec<Value> {
        let listed = self
            .object
            .get("examples")
            .and_then(Value::as_array)
            .unwrap_or_default();
        listed
            .iter()
            .chain(self.object.get("example"))
            .cloned()
            .collect()
    }

    fn aliases(&self) -> Read<Vec<Box<str>>> {
        match self.object.get("x-alias") {
            None => Ok(Vec::new()),
            Some(value) => match value.as_str() {
                Some(alias) => Ok(vec![alias.into()]),
                None => {
                    let names = self.names(&self.at("x-alias"), value)?;
                    Ok(names.into_iter().map(Into::into).collect())
                }
            },
        }
    }

    fn types(&self) -> Read<Types> {
        let Some(value) = self.object.get("type") else {
            return Ok(Types::ANY);
        };
        let path = self.at("type");
        let Some(items) = value.as_array() else {
            return named_type(value, &path);
        };
        if items.is_empty() {
            return Err(SchemaError::new(
                path,
                "an empty list takes nothing; one type or more is needed",
            ));
        }
        let places = items.iter().enumerate();
        places
            .into_iter()
            .try_fold(Types::NONE, |types, (index, item)| {
                Ok(types.or(named_type(item, &join(&path, &index.to_string()))?))
            })
    }

    fn number_rules(&self) -> Read<NumberRules> {
        let multiple_of = self.number("multipleOf")?;
        let is_positive = |number: &Number| number.as_f64().is_none_or(|number| number > 0.0);
        match (multiple_of, self.object.get("multipleOf")) {
            (Some(number), Some(found)) if !is_positive(&number) => {
                self.not("multipleOf", found, "step; a number greater than 0 is")
            }
            (multiple_of, _) => Ok(NumberRules {
                least: self.bound("minimum", "exclusiveMinimum", std::cmp::Ordering::Greater)?,
                greatest: self.bound("maximum", "exclusiveMaximum", std::cmp::Ordering::Less)?,
                multiple_of,
            }),
        }
    }

    /// The tighter one of two bounds; `tighter` is how it compares with the other one. In draft 4 the exclusive one is
    /// a truth value.
    fn bound(
        &self,
        key: &str,
        exclusive: &str,
        tighter: std::cmp::Ordering,
    ) -> Read<Option<Bound>> {
        let inclusive = self.number(key)?.map(|number| Bound {
            number,
            is_exclusive: false,
        });
        if let Some(is_exclusive) = self.object.get(exclusive).and_then(Value::as_bool) {
            return Ok(inclusive.map(|bound| Bound {
                is_exclusive,
                ..bound
            }));
        }
        let exclusive = self.number(exclusive)?.map(|number| Bound {
            number,
            is_exclusive: true,
        });
        Ok(match (inclusive, exclusive) {
            (Some(one), Some(other)) if exact::compare(&one.number, &other.number) == tighter => {
                Some(one)
            }
            (one, other) => other.or(one),
        })
    }

    fn text_rules(&self) -> Read<TextRules> {
        Ok(TextRules {
            length: self.counts("minLength", "maxLength")?,
            pattern: self.text("pattern")?.map(Pattern::new),
            format: self.text("format")?.map(Into::into),
        })
    }

    fn list_rules(&self, compiler: &mut Compiler<'d>) -> Read<ListRules> {
        let items_are_tuple = self
            .object
            .get("items")
            .is_some_and(|items| items.as_array().is_some());
        let (first, rest) = match self.schemas("prefixItems", compiler)? {
            Some(first) => (first, self.rest("items", "unevaluatedItems", compiler)),
            // Draft 7.
            None if items_are_tuple => (
                self.schemas("items", compiler)?.unwrap_or_default(),
                self.schema("additionalItems", compiler),
            ),
            None => (Vec::new(), self.rest("items", "unevaluatedItems", compiler)),
        };
        Ok(ListRules {
            length: self.counts("minItems", "maxItems")?,
            are_unique: self.flag("uniqueItems")?,
            first,
            rest,
            contains: self.contains(compiler)?,
        })
    }

    fn contains(&self, compiler: &mut Compiler<'d>) -> Read<Option<Contains>> {
        let least = self.count("minContains")?.unwrap_or(1);
        let most = self.count("maxContains")?;
        let child = self.schema("contains", compiler);
        let counts = Counts { least, most };
        Ok(child.map(|child| Contains { child, counts }))
    }

    fn object_rules(&self, compiler: &mut Compiler<'d>) -> Read<ObjectRules> {
        let patterns = self.named_schemas("patternProperties", compiler)?;
        let patterns = patterns
            .into_iter()
            .map(|(pattern, child)| (Pattern::new(pattern), child));
        let mut rules = ObjectRules {
            size: self.counts("minProperties", "maxProperties")?,
            patterns: patterns.collect(),
            additional: self.rest("additionalProperties", "unevaluatedProperties", compiler),
            names: self.schema("propertyNames", compiler),
            discriminator: self.discriminator()?,
            ..ObjectRules::default()
        };
        for (name, child) in self.named_schemas("properties", compiler)? {
            rules.index.insert(name.into(), rules.properties.len());
            rules.properties.push(Property {
                name: name.into(),
                is_required: false,
                child,
            });
        }
        self.read_required(&mut rules)?;
        self.read_dependencies(&mut rules, compiler)?;
        Ok(rules)
    }

    fn read_required(&self, rules: &mut ObjectRules) -> Read<()> {
        // In draft 3 `required` is a truth value of a property; Swagger 1 has it too.
        let Some(required) = self
            .object
            .get("required")
            .filter(|value| value.as_bool().is_none())
        else {
            return Ok(());
        };
        let mut others = HashSet::new();
        for name in self.names(&self.at("required"), required)? {
            let place = rules
                .index
                .get(name)
                .and_then(|index| rules.properties.get_mut(*index));
            match place {
                Some(property) => property.is_required = true,
                None if others.insert(name) => rules.required.push(name.into()),
                None => {}
            }
        }
        Ok(())
    }

    /// `dependentRequired`, `dependentSchemas`, and `dependencies` of draft 7, which is both.
    fn read_dependencies(&self, rules: &mut ObjectRules, compiler: &mut Compiler<'d>) -> Read<()> {
        for key in ["dependentRequired", "dependentSchemas", "dependencies"] {
            let Some(members) = self.members(key)? else {
                continue;
            };
            let path = self.at(key);
            for (name, value) in members.iter() {
                let path = join(&path, name);
                let is_list = value.as_array().is_some();
                if key == "dependentRequired" || (key == "dependencies" && is_list) {
                    let names = self.names(&path, value)?.into_iter().map(Into::into);
                    rules.together.push((name.into(), names.collect()));
                } else {
                    rules
                        .dependent
                        .push((name.into(), compiler.node(value, path)));
                }
            }
        }
        Ok(())
    }

    /// `{"propertyName": "kind"}` (OpenAPI), or the name alone.
    fn discriminator(&self) -> Read<Option<Box<str>>> {
        let Some(value) = self.object.get("discriminator") else {
            return Ok(None);
        };
        let name = value
            .as_str()
            .or_else(|| value.get("propertyName").and_then(Value::as_str));
        match name {
            Some(name) => Ok(Some(name.into())),
            None => self.not(
                "discriminator",
                value,
                "discriminator; an object with the string `propertyName` is",
            ),
        }
    }

    fn unchecked(&self, node: &Node) -> Vec<&'static str> {
        let format = node.text.format.as_deref();
        let pattern = node.text.pattern.as_ref();
        let mut patterns = node.object.patterns.iter();
        let here = [
            (
                "format",
                format.is_some_and(|format| !FORMATS.contains(&format)),
            ),
            (
                "pattern",
                pattern.is_some_and(|pattern| !pattern.is_checked()),
            ),
            (
                "patternProperties",
                patterns.any(|(pattern, _)| !pattern.is_checked()),
            ),
        ];
        let here = here
            .into_iter()
            .filter(|(_, is_unchecked)| *is_unchecked)
            .map(|(key, _)| key);
        let unevaluated = ["unevaluatedItems", "unevaluatedProperties"];
        let unevaluated = unevaluated.into_iter().filter(|_| !self.stands_alone());
        let others = UNCHECKED
            .into_iter()
            .chain(unevaluated)
            .filter(|key| self.object.get(key).is_some());
        here.chain(others).collect()
    }
}

fn named_type(value: &Value, path: &str) -> Read<Types> {
    let named = value.as_str().and_then(Types::named);
    named.ok_or_else(|| {
        let names = Types::NAMES.map(|(name, _)| name).join(", ");
        SchemaError::not(path, value, &format!("type; the types are {names}"))
    })
}

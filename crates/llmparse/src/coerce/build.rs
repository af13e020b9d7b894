//! The value that a plan comes to, with a coercion for each liberty on the way, and the notes on what is refused.

use std::rc::Rc;

use super::Made;
use super::plan::{Member, Note, Plan, PlanId, Planner, Source, Step};
use crate::schema::{SchemaIssue, describe, join, quote};
use crate::span::Span;
use crate::trace::{Coercion, CoercionRule};
use crate::value::{Data, Key, Object, Value};

pub(super) struct Builder<'p, 'c, 's, 'v> {
    planner: &'p Planner<'c, 's, 'v>,
    path: Vec<PathStep>,
    pub(super) coercions: Vec<Coercion>,
    pub(super) issues: Vec<SchemaIssue>,
    pub(super) withheld: Option<Span>,
}

enum PathStep {
    Key(Box<str>),
    Index(usize),
}

const NOTHING: &str = "nothing";

impl<'p, 'c, 's: 'v, 'v> Builder<'p, 'c, 's, 'v> {
    pub(super) fn new(planner: &'p Planner<'c, 's, 'v>) -> Self {
        Self {
            planner,
            path: Vec::new(),
            coercions: Vec::new(),
            issues: Vec::new(),
            withheld: None,
        }
    }

    pub(super) fn make(&mut self, id: PlanId) -> Value {
        let Some(plan) = self.planner.get(id) else {
            return Data::Null.into();
        };
        self.make_step(plan)
    }

    fn make_step(&mut self, plan: &Plan<'v>) -> Value {
        match &plan.step {
            Step::Keep(value) => (*value).clone(),
            Step::Refuse(value, note) => {
                self.tell(note);
                (*value).clone()
            }
            Step::Withhold(value) => {
                self.withheld = Some(value.span);
                like(value, Data::Null)
            }
            Step::Scalar { from, data, rule } => {
                let made = like(from, data.clone());
                self.record(*rule, (describe(from), describe(&made)), from.span);
                made
            }
            Step::Made { from, made } => self.make_encoded(from, made),
            Step::Item { from, item } => {
                self.record(
                    CoercionRule::SingleItem,
                    (describe(from), "an array of 1 item".to_owned()),
                    from.span,
                );
                let item = self.inside(PathStep::Index(0), |builder| builder.make(*item));
                like(from, Data::Array(vec![item]))
            }
            Step::Field { from, name, member } => {
                let to = format!("an object with the key {}", quote(name));
                self.record(CoercionRule::SingleField, (describe(from), to), from.span);
                let member =
                    self.inside(PathStep::Key(name.clone()), |builder| builder.make(*member));
                let mut object = Object::default();
                object.insert(name.clone(), member);
                like(from, Data::Object(object))
            }
            Step::Inner { from, rule, inner } => {
                let place = self.coercions.len();
                let made = self.make(*inner);
                let coercion = self.coercion(*rule, (describe(from), describe(&made)), from.span);
                self.coercions.insert(place, coercion);
                made
            }
            Step::List { from, items } => {
                let items = items.iter().enumerate();
                let items = items.map(|(index, item)| {
                    self.inside(PathStep::Index(index), |builder| builder.make_part(*item))
                });
                let items = items.flatten().collect();
                like(from, Data::Array(items))
            }
            Step::Split { from, items } => {
                let items = items.iter().map(|item| like(from, item.clone())).collect();
                let made = like(from, Data::Array(items));
                self.record(
                    CoercionRule::SplitText,
                    (describe(from), made.to_json_text()),
                    from.span,
                );
                made
            }
            Step::Object {
                from,
                members,
                left_out,
            } => self.make_object(from, members, left_out),
        }
    }

    fn make_object(
        &mut self,
        from: &Value,
        members: &[Member<'v>],
        left_out: &[(&str, &Value, CoercionRule)],
    ) -> Value {
        let mut made = Vec::with_capacity(members.len());
        for member in members {
            let step = PathStep::Key(member.name.clone());
            let value = self.inside(step, |builder| builder.make_member(from, member));
            made.extend(value.map(|value| (Key::from(&*member.name), value)));
        }
        for (key, member, rule) in left_out {
            let ends = (describe(member), NOTHING.to_owned());
            self.inside(PathStep::Key((*key).into()), |builder| {
                builder.record(*rule, ends, member.span)
            });
        }
        like(from, Data::Object(Object { members: made }))
    }

    /// A part of a container, unless it is withheld.
    fn make_part(&mut self, id: PlanId) -> Option<Value> {
        let value = self.make(id);
        (!self.planner.is_withheld(id)).then_some(value)
    }

    fn make_member(&mut self, object: &Value, member: &Member<'v>) -> Option<Value> {
        match member.source {
            Source::Plan(plan) => {
                let place = self.coercions.len();
                let value = self.make_part(plan)?;
                if let Some((key, rule)) = member.renamed {
                    let coercion =
                        self.coercion(rule, (quote(key), quote(&member.name)), value.span);
                    self.coercions.insert(place, coercion);
                }
                Some(value)
            }
            Source::Default(default, null) => {
                let end = object.span.end();
                let span = null.map_or(Span::new(end, end), |null| null.span);
                let from = null.map_or(NOTHING.to_owned(), describe);
                self.record(CoercionRule::Default, (from, describe(default)), span);
                Some(Value {
                    span,
                    ..default.clone()
                })
            }
        }
    }

    /// What came out of a string; the places inside of it are those of the string.
    fn make_encoded(&mut self, from: &Value, made: &Rc<Made>) -> Value {
        let mut value = made.value.clone().unwrap_or_else(|| Data::Null.into());
        value.move_spans(&|_| from.span);
        self.record(
            CoercionRule::DoubleEncoded,
            (describe(from), describe(&value)),
            from.span,
        );
        let path = self.path();
        self.coercions
            .extend(made.coercions.iter().map(|coercion| Coercion {
                path: format!("{path}{}", coercion.path),
                span: from.span,
                ..coercion.clone()
            }));
        self.issues
            .extend(made.issues.iter().map(|issue| SchemaIssue {
                path: format!("{path}{}", issue.path),
                ..issue.clone()
            }));
        value
    }

    fn inside<T>(&mut self, step: PathStep, act: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(step);
        let done = act(self);
        self.path.pop();
        done
    }

    fn record(&mut self, rule: CoercionRule, ends: (String, String), span: Span) {
        let coercion = self.coercion(rule, ends, span);
        self.coercions.push(coercion);
    }

    fn coercion(&self, rule: CoercionRule, (from, to): (String, String), span: Span) -> Coercion {
        Coercion {
            path: self.path(),
            rule,
            from,
            to: crate::error::shorten(to),
            span,
            risk: rule.risk(),
        }
    }

    fn tell(&mut self, note: &Note) {
        let path = self.path();
        self.issues.push(SchemaIssue {
            path: note
                .key
                .as_ref()
                .map_or(path.clone(), |key| join(&path, key)),
            keyword: note.keyword,
            expected: note.expected.clone(),
            found: note.found.clone(),
        });
    }

    fn path(&self) -> String {
        self.path
            .iter()
            .fold(String::new(), |path, step| match step {
                PathStep::Key(key) => join(&path, key),
                PathStep::Index(index) => join(&path, &index.to_string()),
            })
    }
}

/// `data` in the place of `from`.
fn like(from: &Value, data: Data) -> Value {
    Value {
        data,
        span: from.span,
        complete: from.complete,
    }
}

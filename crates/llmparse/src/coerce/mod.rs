//! A value made to fit a schema: `{"Age": "31"}` as `{"age": 31}`, with a coercion for each liberty.
//!
//! ```text
//!     value
//!       | walk       each part by its own schema alone         -> the value, and edits of its parts
//!       | spelling   it fits, but for `3.0` and `N/A`          -> the same, spelled as asked
//!       | suspects   what fits and is not what is meant        -> planned all the same
//!       | plan       how each part is made to fit, and at what cost (scalar, text, object, array, union)
//!       | build      the value of the best plan                -> value and coercions
//!       | check      by the schema itself                      -> issues
//! ```

mod array;
mod build;
mod demand;
mod echo;
mod edits;
mod encoded;
mod enumeration;
mod format;
mod members;
mod names;
mod nearest;
mod negation;
mod numeral;
mod object;
mod open;
mod plan;
mod scalar;
pub(crate) mod score;
mod spelling;
mod suspects;
#[cfg(test)]
mod tests;
mod text;
mod union;
mod walk;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use build::Builder;
use demand::{DemandId, Demands, Match};
use names::Names;
use plan::{Plan, Planner, Step};
use score::Cost;
use spelling::Speller;
use suspects::Suspects;
use walk::Walk;

use crate::options::{Ending, Level, Options};
use crate::schema::{Choice, NodeId, Schema, SchemaIssue, Shape, Verdicts, describe};
use crate::span::Span;
use crate::trace::{Coercion, CoercionRule};
use crate::value::{Data, Value};

/// What came of making a value fit a schema.
///
/// ```
/// use llmparse::{Level, Schema, coerce};
/// let schema = Schema::from_text(r#"{"properties": {"age": {"type": "integer"}}, "required": ["age"]}"#)?;
/// let value = llmparse::parse_value(r#"{"Age": "31"}"#).unwrap();
/// let coerced = coerce(value, &schema, Level::Normal);
/// assert!(coerced.issues.is_empty());
/// assert_eq!(coerced.value.to_json_text(), r#"{"age":31}"#);
/// let rules: Vec<&str> = coerced.coercions.iter().map(|coercion| coercion.rule.code()).collect();
/// assert_eq!(rules, ["key-spelling", "number-text"]);
/// # Ok::<(), llmparse::SchemaError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Coerced {
    /// The value; it fits the schema if there are no issues.
    pub value: Value,
    /// Each liberty that was taken, in the order of the value.
    pub coercions: Vec<Coercion>,
    /// Everything in which the value does not fit.
    pub issues: Vec<SchemaIssue>,
    pub(crate) cost: Cost,
    /// Where stands what is left out because more of it may come; it may be all there is.
    pub(crate) withheld: Option<Span>,
}

impl Coerced {
    /// Whether nothing of the value is given yet.
    pub(crate) fn is_withheld(&self) -> bool {
        self.withheld.is_some() && !self.value.is_shown()
    }
}

/// Makes `value` fit `schema`, as far as `level` allows, or says everything in which it does not fit.
///
/// What comes out without issues fits the schema. A value that fits already is unchanged, but for whole numbers such as
/// `3.0` where only integers are taken, for `N/A`, `None` and `null` in strings that may be null, for keys in another
/// spelling or under an alias, and for objects that fit only because an arm of a union knows none of their keys.
///
/// ```
/// use llmparse::{Level, Schema, coerce};
/// let schema = Schema::from_text(r#"{"items": {"enum": ["good", "bad"]}}"#)?;
/// let value = llmparse::parse_value(r#"["Good", "not bad"]"#).unwrap();
/// let issues = coerce(value, &schema, Level::Lenient).issues;
/// assert_eq!(llmparse::issues_text(&issues), r#"/1: expected "good" or "bad", found "not bad""#);
/// # Ok::<(), llmparse::SchemaError>(())
/// ```
#[must_use]
pub fn coerce(value: Value, schema: &Schema, level: Level) -> Coerced {
    let options = Options::default().level(level);
    Coercer::new(schema, &options).coerce(value, Origin::default())
}

/// A schema with what was found out about it, for several values.
pub(crate) struct Coercer<'s> {
    schema: &'s Schema,
    level: Level,
    ending: Ending,
    demands: Demands<'s>,
    names: HashMap<(DemandId, Choosing), Rc<Names<'s>>>,
}

/// What choices are meant for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Choosing {
    /// The value itself.
    Value,
    /// An arm that is values.
    Arm,
    /// An arm by its tag.
    Tag,
}

impl<'s> Coercer<'s> {
    pub(crate) fn new(schema: &'s Schema, options: &Options) -> Self {
        Self {
            schema,
            level: options.level,
            ending: options.ending,
            demands: Demands::new(schema.shape()),
            names: HashMap::new(),
        }
    }

    /// The names of the choices of a demand, which are the same each time.
    fn names(
        &mut self,
        id: DemandId,
        choosing: Choosing,
        choices: impl FnOnce() -> Vec<&'s Choice>,
    ) -> Rc<Names<'s>> {
        let names = self.names.entry((id, choosing));
        Rc::clone(names.or_insert_with(|| Rc::new(Names::new(choices()))))
    }

    /// Makes `value`, which was read from `origin`, fit.
    pub(crate) fn coerce(&mut self, value: Value, origin: Origin<'_>) -> Coerced {
        let coerced = self.coerce_checked(value, origin);
        #[cfg(feature = "jsonschema")]
        let coerced = self.check_in_full(coerced);
        coerced
    }

    #[cfg(feature = "jsonschema")]
    fn check_in_full(&self, mut coerced: Coerced) -> Coerced {
        if coerced.issues.is_empty() && !self.is_open(&coerced.value) {
            coerced.issues = self.schema.check_in_full(&coerced.value);
        }
        if !coerced.issues.is_empty() && coerced.cost.fits() {
            coerced.cost = coerced.cost.and(Cost::MISFIT);
        }
        coerced
    }

    fn coerce_checked(&mut self, mut value: Value, origin: Origin<'_>) -> Coerced {
        if self.repeats_schema(&value) {
            return echoed(value);
        }
        if self.is_open(&value) || origin.is_repaired && suspects::has_guesses(&value, origin) {
            return self.coerce_by_plan(value, origin);
        }
        let root = self.schema.shape().root();
        let mut walk = Walk::new(self, origin.text);
        if walk.fits(&value, root) && (walk.edits.is_empty() || !echo::is_echo(&value)) {
            let (edits, coercions, cost) = (walk.edits, walk.coercions, walk.cost);
            edits::apply(&mut value, edits);
            return Coerced {
                value,
                coercions,
                issues: Vec::new(),
                cost,
                withheld: None,
            };
        }
        self.coerce_by_plan(value, origin)
    }

    /// Makes `value` fit as a whole, by comparing its readings.
    fn coerce_by_plan(&mut self, value: Value, origin: Origin<'_>) -> Coerced {
        let root = self.schema.shape().root();
        if self.level == Level::Strict && !self.is_open(&value) {
            return self.check(value, origin);
        }
        if echo::is_echo(&value) && !self.verdicts().fits(&value, root) {
            return echoed(value);
        }
        let made = self.make(&value, root, origin);
        let coerced = Coerced {
            value: made.value.unwrap_or(value),
            coercions: made.coercions,
            issues: made.issues,
            cost: made.cost,
            withheld: made.withheld,
        };
        self.add_issues(coerced)
    }

    /// Makes a value, or a part of one, fit; what does not is told by issues or by the cost.
    fn make(&mut self, value: &Value, id: NodeId, origin: Origin<'_>) -> Made {
        let shape = self.schema.shape();
        let (spelled, coercions) = self.spell_fitting(value, id);
        let mut findings = Findings {
            verdicts: self.verdicts(),
            suspects: Suspects::find(&spelled, shape, origin),
        };
        if !self.is_open(value)
            && findings.suspects.is_empty()
            && findings.verdicts.fits(&spelled, id)
        {
            return Made::spelled(spelled, coercions);
        }
        let demand = self.demands.of([id]);
        let place = Place {
            text: origin.text,
            nesting: 0,
        };
        let mut made = self.plan(&spelled, demand, place, findings);
        made.coercions.splice(0..0, coercions);
        self.spell_made(made, id)
    }

    /// The value in the spelling that is asked for, unless it fits only as it stands.
    fn spell_fitting<'v>(&self, value: &'v Value, id: NodeId) -> (Cow<'v, Value>, Vec<Coercion>) {
        let (spelled, coercions) = spell(value, id, self.schema.shape());
        let fits = |value: &Value| self.verdicts().fits(value, id);
        let is_strict = self.level == Level::Strict;
        if coercions.is_empty() || is_strict || !fits(&spelled) && fits(value) {
            return (Cow::Borrowed(value), Vec::new());
        }
        (spelled, coercions)
    }

    fn verdicts(&self) -> Verdicts<'s> {
        Verdicts::at(self.schema.shape(), self.ending)
    }

    /// Whether more of `value` may come.
    fn is_open(&self, value: &Value) -> bool {
        value.is_open(self.ending)
    }

    /// What does not fit, and what is only guessed.
    fn check(&self, value: Value, origin: Origin<'_>) -> Coerced {
        let mut issues = self.schema.check(&value);
        issues.extend(suspects::issues(&value, origin));
        unchanged(value, issues)
    }

    /// Whether `value` is a copy of the schema, or of its properties, that fits because nothing is asked for by name.
    fn repeats_schema(&mut self, value: &Value) -> bool {
        let Some(names) = echo::repeated_names(value) else {
            return false;
        };
        let root = self.demands.of([self.schema.shape().root()]);
        let fields = self.demands.fields(root);
        let is_own = |name: &str| matches!(fields.find(name), Match::Exact(_));
        !is_own("properties") && names.iter().all(|name| is_own(name))
    }

    /// Spells what came to its place by a coercion as what stood there.
    fn spell_made(&self, mut made: Made, id: NodeId) -> Made {
        let shape = self.schema.shape();
        let Some(value) = made
            .value
            .take_if(|_| made.issues.is_empty() && made.cost.fits())
        else {
            return made;
        };
        let (spelled, coercions) = spell(&value, id, shape);
        let is_strict = self.level == Level::Strict;
        if coercions.is_empty() || is_strict || !self.verdicts().fits(&spelled, id) {
            made.value = Some(value);
            return made;
        }
        made.value = Some(spelled.into_owned());
        made.coercions.extend(coercions);
        made
    }

    /// A part that was made to fit, if that is certain.
    fn fit_part(&mut self, value: &Value, id: NodeId, origin: Origin<'_>) -> Option<Made> {
        let made = self.make(value, id, origin);
        let is_fit = made.issues.is_empty() && made.cost.fits();
        let made_value = made.value.as_ref().filter(|_| is_fit);
        let is_certain = made_value.is_none_or(|value| self.verdicts().fits(value, id));
        (is_fit && is_certain).then_some(made)
    }

    /// A scalar that does not fit one schema, in a type or notation that does.
    fn read_scalar(
        &mut self,
        scalar: &Value,
        id: NodeId,
        origin: Origin<'_>,
    ) -> Option<(Data, CoercionRule)> {
        let findings = Findings {
            verdicts: self.verdicts(),
            suspects: Suspects::default(),
        };
        let place = Place {
            text: origin.text,
            nesting: 0,
        };
        let id = self.demands.alone(id);
        let demand = self.demands.get(id);
        let mut planner = Planner::new(self, place, findings);
        match planner.plan_reading(scalar, id, &demand) {
            Plan {
                cost,
                step: Step::Scalar { data, rule, .. },
            } if cost.fits() => Some((data, rule)),
            _ => None,
        }
    }

    /// Adds what the schema itself says of the value that came out.
    fn add_issues(&self, mut coerced: Coerced) -> Coerced {
        let checked = self.schema.check_at(&coerced.value, self.ending);
        let told: HashSet<String> = coerced
            .issues
            .iter()
            .map(|told| told.path.clone())
            .collect();
        let others = checked
            .into_iter()
            .filter(|issue| !told.contains(&issue.path));
        coerced.issues.extend(others);
        if coerced.issues.is_empty() && !coerced.cost.fits() {
            coerced.issues.push(misread(&coerced.value));
        }
        if !coerced.issues.is_empty() && coerced.cost.fits() {
            coerced.cost = coerced.cost.and(Cost::MISFIT);
        }
        coerced
    }

    /// Makes one value fit one demand; what a check of the schema would tell is not among the issues.
    fn plan<'v>(
        &mut self,
        value: &'v Value,
        demand: DemandId,
        place: Place<'v>,
        findings: Findings<'s>,
    ) -> Made {
        let mut planner = Planner::new(self, place, findings);
        let plan = planner.run(value, demand);
        let cost = planner.cost(plan);
        let mut builder = Builder::new(&planner);
        let value = builder.make(plan);
        Made {
            value: Some(value),
            coercions: builder.coercions,
            issues: builder.issues,
            withheld: builder.withheld,
            cost,
            plans: planner.count(),
        }
    }
}

/// What came of a part of a value.
#[derive(Default)]
struct Made {
    /// None if it stays as it is.
    value: Option<Value>,
    coercions: Vec<Coercion>,
    issues: Vec<SchemaIssue>,
    /// Where stands what is left out because more of it may come.
    withheld: Option<Span>,
    cost: Cost,
    /// How many plans it took.
    plans: usize,
}

impl Made {
    fn spelled(value: Cow<'_, Value>, coercions: Vec<Coercion>) -> Self {
        let costs = coercions.iter().map(|coercion| Cost::of(coercion.rule));
        Self {
            cost: costs.fold(Cost::default(), Cost::and),
            value: match value {
                Cow::Owned(value) if !coercions.is_empty() => Some(value),
                _ => None,
            },
            coercions,
            ..Self::default()
        }
    }
}

/// Where a value was read from.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Origin<'t> {
    /// The text that its spans are places in.
    pub(crate) text: &'t str,
    /// Whether anything was repaired there.
    pub(crate) is_repaired: bool,
}

/// What is known of a value before it is planned.
struct Findings<'s> {
    verdicts: Verdicts<'s>,
    suspects: Suspects,
}

/// Where a value stands.
#[derive(Clone, Copy)]
struct Place<'v> {
    /// The text that its spans are places in.
    text: &'v str,
    /// How many strings of JSON it stands in.
    nesting: usize,
}

/// The value in the spelling that is asked for, and what was spelled otherwise.
fn spell<'v>(value: &'v Value, id: NodeId, shape: &Shape) -> (Cow<'v, Value>, Vec<Coercion>) {
    if !spelling::may_differ(value) {
        return (Cow::Borrowed(value), Vec::new());
    }
    let mut spelled = value.clone();
    let mut speller = Speller::new(shape);
    speller.run(&mut spelled, &[id], 0);
    (Cow::Owned(spelled), speller.coercions)
}

fn unchanged(value: Value, issues: Vec<SchemaIssue>) -> Coerced {
    let cost = if issues.is_empty() {
        Cost::default()
    } else {
        Cost::MISFIT
    };
    Coerced {
        value,
        coercions: Vec::new(),
        issues,
        cost,
        withheld: None,
    }
}

/// What fits by the letter alone.
fn misread(value: &Value) -> SchemaIssue {
    SchemaIssue {
        path: String::new(),
        keyword: "",
        expected: "a value that can be taken for one thing only".to_owned(),
        found: describe(value),
    }
}

fn echoed(value: Value) -> Coerced {
    let note = echo::note(&value);
    let issue = SchemaIssue {
        path: String::new(),
        keyword: note.keyword,
        expected: note.expected,
        found: note.found,
    };
    unchanged(value, vec![issue])
}

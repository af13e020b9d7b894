//! A value made to fit a schema: `{"Age": "31"}` as `{"age": 31}`, with a coercion for each liberty.
//!
//! ```text
//!     value
//!       | quick      it fits at a glance                       -> the value as it is
//!       | spelling   it fits, but for `3.0` and `N/A`          -> the same, spelled as asked
//!       | plan       how each part is made to fit, and at what cost (scalar, text, object, array, union)
//!       | build      the value of the best plan                -> value and coercions
//!       | check      by the schema itself                      -> issues
//! ```

mod array;
mod build;
mod demand;
mod echo;
mod encoded;
mod enumeration;
mod fold;
mod format;
mod negation;
mod numeral;
mod object;
mod plan;
mod quick;
mod scalar;
pub(crate) mod score;
mod spelling;
mod text;
mod union;

use std::borrow::Cow;
use std::collections::HashSet;

use build::Builder;
use demand::{DemandId, Demands};
use plan::Planner;
use quick::Glance;
use score::Cost;
use spelling::Speller;

use crate::options::Level;
use crate::schema::{Schema, SchemaIssue, Shape, Verdicts};
use crate::trace::Coercion;
use crate::value::Value;

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
}

/// Makes `value` fit `schema`, as far as `level` allows, or says everything in which it does not fit.
///
/// What comes out without issues fits the schema. A value that fits already is unchanged, but for whole numbers such as
/// `3.0` where only integers are taken, and for `N/A`, `None` and `null` in strings that may be null.
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
    Coercer::new(schema, level).coerce(value, "")
}

/// A schema with what was found out about it, for several values.
pub(crate) struct Coercer<'s> {
    schema: &'s Schema,
    level: Level,
    demands: Demands<'s>,
}

impl<'s> Coercer<'s> {
    pub(crate) fn new(schema: &'s Schema, level: Level) -> Self {
        Self {
            schema,
            level,
            demands: Demands::new(schema.shape()),
        }
    }

    /// Makes `value`, which was read from `text`, fit.
    pub(crate) fn coerce(&mut self, value: Value, text: &str) -> Coerced {
        let shape = self.schema.shape();
        if Glance::new(shape).fits(&value, shape.root(), 0) {
            return unchanged(value, Vec::new());
        }
        if self.level == Level::Strict {
            let issues = self.schema.check(&value);
            return unchanged(value, issues);
        }
        let (spelled, coercions) = spell(&value, shape);
        let mut verdicts = Verdicts::new(shape);
        if verdicts.fits(&spelled, shape.root()) {
            let costs = coercions.iter().map(|coercion| Cost::of(coercion.rule));
            return Coerced {
                cost: costs.fold(Cost::default(), Cost::and),
                value: spelled.into_owned(),
                coercions,
                issues: Vec::new(),
            };
        }
        if !coercions.is_empty() && self.schema.check(&value).is_empty() {
            return unchanged(value, Vec::new());
        }
        if echo::is_echo(&value) {
            return echoed(value);
        }
        let root = self.demands.of([shape.root()]);
        let place = Place { text, nesting: 0 };
        let mut coerced = self.coerce_part(&spelled, root, place, verdicts);
        coerced.coercions.splice(0..0, coercions);
        self.spell_made(self.add_issues(coerced))
    }

    /// Spells what came to its place by a coercion as what stood there.
    fn spell_made(&self, mut coerced: Coerced) -> Coerced {
        let shape = self.schema.shape();
        if !coerced.issues.is_empty() {
            return coerced;
        }
        let (spelled, coercions) = spell(&coerced.value, shape);
        if coercions.is_empty() || !Verdicts::new(shape).fits(&spelled, shape.root()) {
            return coerced;
        }
        coerced.value = spelled.into_owned();
        coerced.coercions.extend(coercions);
        coerced
    }

    /// Adds what the schema itself says of the value that came out.
    fn add_issues(&self, mut coerced: Coerced) -> Coerced {
        let shape = self.schema.shape();
        if coerced.issues.is_empty() && Glance::new(shape).fits(&coerced.value, shape.root(), 0) {
            return coerced;
        }
        let checked = self.schema.check(&coerced.value);
        let told: HashSet<String> = coerced
            .issues
            .iter()
            .map(|told| told.path.clone())
            .collect();
        let others = checked
            .into_iter()
            .filter(|issue| !told.contains(&issue.path));
        coerced.issues.extend(others);
        if !coerced.issues.is_empty() && coerced.cost.fits() {
            coerced.cost = coerced.cost.and(Cost::MISFIT);
        }
        coerced
    }

    /// Makes one value fit one demand; what a check of the schema would tell is not among the issues.
    fn coerce_part<'v>(
        &mut self,
        value: &'v Value,
        demand: DemandId,
        place: Place<'v>,
        verdicts: Verdicts<'s>,
    ) -> Coerced {
        let mut planner = Planner::new(self, place, verdicts);
        let plan = planner.run(value, demand);
        let cost = planner.cost(plan);
        let mut builder = Builder::new(&planner);
        let made = builder.make(plan);
        Coerced {
            coercions: builder.coercions,
            issues: builder.issues,
            value: made,
            cost,
        }
    }
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
fn spell<'v>(value: &'v Value, shape: &Shape) -> (Cow<'v, Value>, Vec<Coercion>) {
    if !spelling::may_differ(value) {
        return (Cow::Borrowed(value), Vec::new());
    }
    let mut spelled = value.clone();
    let mut speller = Speller::new(shape);
    speller.run(&mut spelled, &[shape.root()], 0);
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

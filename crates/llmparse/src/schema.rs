//! What is asked for: a JSON Schema read once, with checks, instructions and an example; or a list of fields.
//!
//! ```text
//!     {"properties": {"age": {"type": "integer", "minimum": 0}}, "required": ["age"]}
//! ```
//!
//! is `{ age: int }` in a prompt, `{"age": 0}` as an example, and finds `/age: expected an integer, found "thirty"` in
//! `{"age": "thirty"}`.

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::options::Ending;
use crate::scan::known_keys::KnownKeys;
use crate::value::Value;

mod arms;
mod broken;
mod builtin;
mod cache;
mod check;
mod comment;
mod compile;
mod error;
mod exact;
mod example;
mod field;
mod fields;
mod fold;
mod formats;
#[cfg(feature = "jsonschema")]
mod full;
mod issue;
mod issues_text;
mod key_names;
mod keywords;
#[cfg(feature = "schemars")]
mod of_type;
mod pattern;
mod prompt;
mod refs;
mod same;
mod shape;
mod spellings;
mod text;
mod verdicts;
mod words;

pub use builtin::{Answer, RankedAnswers, RetrievalResult, ToolCallRequest};
pub use cache::SchemaCache;
pub use error::SchemaError;
pub use field::{Dtype, FieldSchema, UnknownDtype};
pub use issue::SchemaIssue;
pub use issues_text::issues_text;

pub(crate) use arms::Tags;
pub(crate) use broken::is_whole;
pub(crate) use error::{describe, quote};
use example::Extent;
pub(crate) use fold::{distance, fold};
pub(crate) use key_names::{KeyName, KeyNames};
pub(crate) use refs::{join, join_to};
pub(crate) use same::are_same;
pub(crate) use shape::{Choice, Node, NodeId, ObjectRules, Property, Shape, Standing, Types};
pub(crate) use verdicts::Verdicts;
pub(crate) use words::{either, words_of};

/// A JSON Schema, read and found right; cheap to clone.
///
/// It is read in the spellings of draft 4 to 2020-12 and of OpenAPI (`nullable`, `discriminator`), and checked in
/// full, but for what [`unchecked`](Self::unchecked) names. Keywords beside a `$ref` hold in every draft. Beyond the
/// standard there are:
///
/// | keyword | meaning |
/// |---|---|
/// | `x-alias` | other names of the property that it stands in: a text, or a list |
/// | `x-aliases` | other spellings of the values of `enum`: an object from the spelling to the value |
/// | `x-enum-descriptions` | what the values of `enum` mean: a list beside it, or an object by value |
///
/// Keywords that are not known are kept in [`to_json`](Self::to_json), and mean nothing.
///
/// ```
/// use llmparse::Schema;
/// let schema = Schema::from_text(
///     r#"{"properties": {"name": {"type": "string"}, "age": {"type": "integer"}}, "required": ["name"]}"#,
/// )?;
/// assert_eq!(schema.to_prompt(), "{ name: string, age?: int }");
/// assert_eq!(schema.example().to_json_text(), r#"{"name":"example text","age":0}"#);
/// let issues = schema.check(&serde_json::json!({"age": "thirty"}).into());
/// let issues: Vec<String> = issues.iter().map(ToString::to_string).collect();
/// assert_eq!(issues, [
///     "/name: expected a string, found nothing",
///     r#"/age: expected an integer, found "thirty""#,
/// ]);
/// # Ok::<(), llmparse::SchemaError>(())
/// ```
#[derive(Clone)]
pub struct Schema(Arc<Content>);

struct Content {
    document: Value,
    #[cfg(feature = "jsonschema")]
    has_unchecked: bool,
    shape: Shape,
    keys: OnceLock<Arc<KnownKeys>>,
    #[cfg(feature = "jsonschema")]
    full: full::Full,
}

impl Content {
    fn new(document: Value, shape: Shape) -> Self {
        #[cfg(feature = "jsonschema")]
        let has_unchecked = shape.nodes().any(|node| !node.unchecked.is_empty());
        Self {
            document,
            #[cfg(feature = "jsonschema")]
            has_unchecked,
            shape,
            keys: OnceLock::new(),
            #[cfg(feature = "jsonschema")]
            full: full::Full::default(),
        }
    }
}

impl Schema {
    /// Reads a schema. The properties come in the order of the map, which is that of the alphabet unless `serde_json`
    /// keeps another; [`from_text`](Self::from_text) keeps the order of the text.
    ///
    /// # Errors
    ///
    /// A [`SchemaError`] with the place of the first keyword that is wrong, or of the first reference that leads
    /// nowhere, out of the schema, or back to itself for the same value.
    ///
    /// ```
    /// use serde_json::json;
    /// let schema = llmparse::Schema::from_json(&json!({"type": "array", "items": {"$ref": "#"}}))?;
    /// assert!(schema.check(&json!([[], [[]]]).into()).is_empty());
    /// let error = llmparse::Schema::from_json(&json!({"minLength": "3"})).unwrap_err();
    /// assert_eq!(error.to_string(), r#"/minLength: "3" is no count; a whole number from 0 on is"#);
    /// # Ok::<(), llmparse::SchemaError>(())
    /// ```
    pub fn from_json(schema: &serde_json::Value) -> Result<Self, SchemaError> {
        text::check_depth(schema)?;
        Self::from_document(schema.clone().into())
    }

    /// Reads the text of a schema, its properties in their order. Numbers are read as `serde_json` reads them.
    ///
    /// # Errors
    ///
    /// Those of [`from_json`](Self::from_json), one for a text that is not JSON, and one for a key that stands twice.
    ///
    /// ```
    /// let schema = llmparse::Schema::from_text(r#"{"properties": {"b": {}, "a": {}}}"#)?;
    /// assert_eq!(schema.to_prompt(), "{ b?: any, a?: any }");
    /// # Ok::<(), llmparse::SchemaError>(())
    /// ```
    pub fn from_text(text: &str) -> Result<Self, SchemaError> {
        Self::from_document(text::read(text)?)
    }

    /// The schema of an object with these fields; further members are allowed. A field that may be absent may be null
    /// too, and one with choices takes just those, whatever its type.
    ///
    /// ```
    /// use llmparse::{Dtype, FieldSchema, Schema};
    /// let schema = Schema::from_fields([
    ///     FieldSchema::new("name"),
    ///     FieldSchema::new("age").dtype(Dtype::Int).description("in years").optional(),
    /// ]);
    /// assert_eq!(schema.to_prompt(), "{\n  name: string,\n  age?: int | null, // in years\n}");
    /// ```
    #[must_use]
    pub fn from_fields(fields: impl IntoIterator<Item = FieldSchema>) -> Self {
        let document = fields::to_document(fields);
        // Every document that fields give is right; the empty shape takes anything.
        let shape = compile::compile(&document).unwrap_or_default();
        Self(Arc::new(Content::new(document, shape)))
    }

    fn from_document(document: Value) -> Result<Self, SchemaError> {
        let shape = compile::compile(&document)?;
        Ok(Self(Arc::new(Content::new(document, shape))))
    }

    /// The `title`, or the name that its reference at the top has under `$defs`.
    ///
    /// ```
    /// let schema = llmparse::Schema::from_text(r#"{"title": "Person", "type": "object"}"#)?;
    /// assert_eq!(schema.name(), Some("Person"));
    /// # Ok::<(), llmparse::SchemaError>(())
    /// ```
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        let root = self.shape().node(self.shape().root());
        let target = root.reference.map(|id| &self.shape().node(id).about);
        let titles = [Some(&root.about), target].into_iter().flatten();
        let mut names = titles.filter_map(|about| about.title.as_deref().or(about.name.as_deref()));
        names.next()
    }

    /// The schema as JSON, with all that stood in it.
    ///
    /// ```
    /// let json = serde_json::json!({"type": "string", "x-widget": "area"});
    /// assert_eq!(llmparse::Schema::from_json(&json)?.to_json(), json);
    /// # Ok::<(), llmparse::SchemaError>(())
    /// ```
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        self.0.document.clone().into()
    }

    /// The schema as JSON text, indented by two, in the order that it was read in.
    ///
    /// ```
    /// let schema = llmparse::Schema::from_text(r#"{"type":"string","enum":["b","a"]}"#)?;
    /// assert_eq!(schema.to_json_text(), "{\n  \"type\": \"string\",\n  \"enum\": [\n    \"b\",\n    \"a\"\n  ]\n}");
    /// # Ok::<(), llmparse::SchemaError>(())
    /// ```
    #[must_use]
    pub fn to_json_text(&self) -> String {
        text::write(&self.0.document)
    }

    /// Everything in which `value` does not fit, the first 1000 of it; empty if it fits.
    ///
    /// The time is linear in the value, times the number of schemas that are held against each part of it, which is
    /// small without unions and never more than all. Numbers are compared by their digits, `1.0` is an integer, and of
    /// the arms of a union that all fail the one is explained that the value is meant for, if that can be told.
    ///
    /// ```
    /// use serde_json::json;
    /// let schema = llmparse::Schema::from_json(&json!({"items": {"enum": ["good", "bad"]}, "maxItems": 1}))?;
    /// let issues = schema.check(&json!(["good", "ugly"]).into());
    /// assert_eq!(issues[0].to_string(), "the value: expected at most 1 item, found an array of 2 items");
    /// assert_eq!(issues[1].to_string(), r#"/1: expected "good" or "bad", found "ugly""#);
    /// # Ok::<(), llmparse::SchemaError>(())
    /// ```
    #[must_use]
    pub fn check(&self, value: &Value) -> Vec<SchemaIssue> {
        self.check_at(value, Ending::Final)
    }

    /// As [`check`](Self::check), of a value from a text with this ending.
    pub(crate) fn check_at(&self, value: &Value, ending: Ending) -> Vec<SchemaIssue> {
        check::check(self.shape(), value, ending)
    }

    /// A value that fits, the same every time: nested objects with all their properties, lists of objects or of
    /// choices with one item, and bounds, patterns, defaults and examples of the schema kept to. Recursion ends as soon
    /// as it may. Where nothing fits, or nothing is found within a bounded number of tries, it is null.
    ///
    /// ```
    /// use serde_json::json;
    /// let schema = llmparse::Schema::from_json(&json!({
    ///     "properties": {
    ///         "mood": {"enum": ["good", "bad"]},
    ///         "rating": {"type": "integer", "minimum": 1},
    ///         "tags": {"type": "array", "items": {"type": "string"}},
    ///     },
    /// }))?;
    /// assert_eq!(schema.example().to_json_text(), r#"{"mood":"good","rating":1,"tags":[]}"#);
    /// # Ok::<(), llmparse::SchemaError>(())
    /// ```
    #[must_use]
    pub fn example(&self) -> Value {
        example::example(self.shape(), Extent::Full)
    }

    /// An [`example`](Self::example) without what may be absent.
    ///
    /// ```
    /// let schema = llmparse::Answer::schema();
    /// assert_eq!(schema.required_example().to_json_text(), r#"{"answer":"example text"}"#);
    /// ```
    #[must_use]
    pub fn required_example(&self) -> Value {
        example::example(self.shape(), Extent::Required)
    }

    /// The schema in a notation of types that is short and that models know; what it cannot say is in comments.
    ///
    /// ```
    /// let schema = llmparse::Schema::from_text(r##"{
    ///     "properties": {
    ///         "mood": {"enum": ["good", "bad"], "description": "of the writer"},
    ///         "tags": {"type": "array", "items": {"type": "string"}},
    ///         "replies": {"type": "array", "items": {"$ref": "#"}}
    ///     },
    ///     "required": ["mood"],
    ///     "title": "Post"
    /// }"##)?;
    /// assert_eq!(schema.to_prompt(), r#"Post
    ///
    /// type Post = {
    ///   mood: "good" | "bad", // of the writer
    ///   tags?: string[],
    ///   replies?: Post[],
    /// }"#);
    /// # Ok::<(), llmparse::SchemaError>(())
    /// ```
    #[must_use]
    pub fn to_prompt(&self) -> String {
        prompt::to_prompt(self.shape())
    }

    /// Where keywords stand that restrict values, and that [`check`](Self::check) does not look at: unknown formats,
    /// `unevaluatedProperties` beside schemas for the same value, and patterns without the feature `regex` or with
    /// lookaround, which needs an engine that may take exponential time.
    ///
    /// ```
    /// let schema = llmparse::Schema::from_text(r#"{"items": {"format": "hostname"}}"#)?;
    /// assert_eq!(schema.unchecked(), ["/items/format"]);
    /// # Ok::<(), llmparse::SchemaError>(())
    /// ```
    #[must_use]
    pub fn unchecked(&self) -> Vec<String> {
        let nodes = self.shape().nodes();
        let places =
            nodes.flat_map(|node| node.unchecked.iter().map(|key| refs::join(&node.path, key)));
        places.collect()
    }

    /// Every key that it names, and their aliases.
    pub(crate) fn known_keys(&self) -> Arc<KnownKeys> {
        let keys = || Arc::new(KnownKeys::new(self.shape().key_names()));
        Arc::clone(self.0.keys.get_or_init(keys))
    }

    /// What the engine walks along.
    pub(crate) fn shape(&self) -> &Shape {
        &self.0.shape
    }
}

/// Schemas are equal when their JSON is; the order of keys does not count.
impl PartialEq for Schema {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || same::are_same(&self.0.document, &other.0.document)
    }
}

impl fmt::Debug for Schema {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.document.to_json_text();
        formatter.debug_tuple("Schema").field(&text).finish()
    }
}

impl TryFrom<&serde_json::Value> for Schema {
    type Error = SchemaError;

    fn try_from(schema: &serde_json::Value) -> Result<Self, SchemaError> {
        Self::from_json(schema)
    }
}

impl std::str::FromStr for Schema {
    type Err = SchemaError;

    fn from_str(text: &str) -> Result<Self, SchemaError> {
        Self::from_text(text)
    }
}

//! One field that is asked for: `FieldSchema::new("score").dtype(Dtype::Int).optional()`.

use std::fmt;
use std::str::FromStr;

use crate::value::Value;

/// The type of a field's value.
///
/// ```
/// use llmparse::Dtype;
/// assert_eq!("float".parse(), Ok(Dtype::Float));
/// assert_eq!(Dtype::List.to_string(), "list");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dtype {
    /// Text.
    #[default]
    Str,
    /// A whole number.
    Int,
    /// A number.
    Float,
    /// `true` or `false`.
    Bool,
    /// A list.
    List,
    /// An object.
    Dict,
}

impl Dtype {
    /// Every type.
    pub const ALL: [Self; 6] = [
        Self::Str,
        Self::Int,
        Self::Float,
        Self::Bool,
        Self::List,
        Self::Dict,
    ];

    /// The stable name.
    ///
    /// ```
    /// assert_eq!(llmparse::Dtype::Bool.name(), "bool");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Str => "str",
            Self::Int => "int",
            Self::Float => "float",
            Self::Bool => "bool",
            Self::List => "list",
            Self::Dict => "dict",
        }
    }
}

impl fmt::Display for Dtype {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// No type has this name.
///
/// ```
/// let error = "number".parse::<llmparse::Dtype>().unwrap_err();
/// assert_eq!(error.to_string(), "`number` is no dtype; the dtypes are str, int, float, bool, list, dict");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownDtype(String);

impl fmt::Display for UnknownDtype {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Dtype::ALL.map(Dtype::name).join(", ");
        write!(
            formatter,
            "`{}` is no dtype; the dtypes are {names}",
            self.0
        )
    }
}

impl std::error::Error for UnknownDtype {}

impl FromStr for Dtype {
    type Err = UnknownDtype;

    fn from_str(name: &str) -> Result<Self, UnknownDtype> {
        let found = Self::ALL.into_iter().find(|dtype| dtype.name() == name);
        found.ok_or_else(|| UnknownDtype(name.to_owned()))
    }
}

/// A field that is asked for. It is required, and text, unless it says otherwise.
///
/// ```
/// use llmparse::{Dtype, FieldSchema};
/// let score = FieldSchema::new("score").dtype(Dtype::Int).aliases(["rating"]).optional();
/// assert!(score.all_names().eq(["score", "rating"]));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FieldSchema {
    /// What it is called.
    pub name: String,
    /// What it means; for the model to read.
    pub description: String,
    /// The type of its value.
    pub dtype: Dtype,
    /// Whether it has to be there.
    pub required: bool,
    /// Other names that models give it.
    pub aliases: Vec<String>,
    /// What is taken if it is not there.
    pub default: Option<Value>,
    /// The only values that are allowed; any, if there is none.
    pub choices: Vec<Value>,
}

impl FieldSchema {
    /// A required field of text.
    ///
    /// ```
    /// assert!(llmparse::FieldSchema::new("answer").required);
    /// ```
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            description: String::new(),
            dtype: Dtype::default(),
            required: true,
            aliases: Vec::new(),
            default: None,
            choices: Vec::new(),
        }
    }

    /// Says what it means.
    ///
    /// ```
    /// let field = llmparse::FieldSchema::new("city").description("where it is");
    /// assert_eq!(field.description, "where it is");
    /// ```
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = description.into();
        self
    }

    /// Sets the type of its value.
    ///
    /// ```
    /// use llmparse::{Dtype, FieldSchema};
    /// assert_eq!(FieldSchema::new("n").dtype(Dtype::Int).dtype, Dtype::Int);
    /// ```
    #[must_use]
    pub fn dtype(mut self, dtype: Dtype) -> Self {
        self.dtype = dtype;
        self
    }

    /// It need not be there.
    ///
    /// ```
    /// assert!(!llmparse::FieldSchema::new("note").optional().required);
    /// ```
    #[must_use]
    pub fn optional(mut self) -> Self {
        self.required = false;
        self
    }

    /// Adds other names that models give it.
    ///
    /// ```
    /// let field = llmparse::FieldSchema::new("city").aliases(["town", "place"]);
    /// assert_eq!(field.aliases, ["town", "place"]);
    /// ```
    #[must_use]
    pub fn aliases<S: Into<String>>(mut self, aliases: impl IntoIterator<Item = S>) -> Self {
        self.aliases.extend(aliases.into_iter().map(Into::into));
        self
    }

    /// Sets what is taken if it is not there.
    ///
    /// ```
    /// let field = llmparse::FieldSchema::new("confidence").default(serde_json::json!(0.5));
    /// assert_eq!(field.default.unwrap().as_number().unwrap().as_f64(), Some(0.5));
    /// ```
    #[must_use]
    pub fn default(mut self, value: impl Into<Value>) -> Self {
        self.default = Some(value.into());
        self
    }

    /// Adds values that are allowed.
    ///
    /// ```
    /// use serde_json::json;
    /// let field = llmparse::FieldSchema::new("mood").choices([json!("good"), json!("bad")]);
    /// assert_eq!(field.choices.len(), 2);
    /// ```
    #[must_use]
    pub fn choices<V: Into<Value>>(mut self, choices: impl IntoIterator<Item = V>) -> Self {
        self.choices.extend(choices.into_iter().map(Into::into));
        self
    }

    /// Its name, and the other names behind it.
    ///
    /// ```
    /// let field = llmparse::FieldSchema::new("city").aliases(["town"]);
    /// assert_eq!(field.all_names().count(), 2);
    /// ```
    pub fn all_names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.name)
            .chain(&self.aliases)
            .map(String::as_str)
    }
}

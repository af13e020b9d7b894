//! One field that a reply is asked for: its name, what it means, its type.

use serde::{Serialize, Serializer};

use crate::schema::{Dtype, FieldSchema};

/// A field that a reply is asked for. It is required, and text, unless it says otherwise.
///
/// ```
/// use llmparse::{Dtype, ResponseSchema};
/// let field = ResponseSchema::new("age", "in years").dtype(Dtype::Int).optional().aliases(["years"]);
/// assert_eq!(
///     serde_json::to_value(&field).unwrap(),
///     serde_json::json!({"name": "age", "description": "in years", "type": "int", "required": false, "aliases": ["years"]})
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ResponseSchema {
    /// What it is called.
    pub name: String,
    /// What it means; for the model to read.
    pub description: String,
    /// The type of its value.
    #[serde(rename = "type", serialize_with = "write_name")]
    pub dtype: Dtype,
    /// Whether it has to be there.
    pub required: bool,
    /// Other names that models give it.
    pub aliases: Vec<String>,
}

impl ResponseSchema {
    /// A required field of text.
    ///
    /// ```
    /// assert!(llmparse::ResponseSchema::new("answer", "the answer").required);
    /// ```
    #[must_use]
    pub fn new(name: impl Into<String>, description: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            description: description.into(),
            dtype: Dtype::default(),
            required: true,
            aliases: Vec::new(),
        }
    }

    /// Sets the type of its value.
    ///
    /// ```
    /// use llmparse::{Dtype, ResponseSchema};
    /// assert_eq!(ResponseSchema::new("n", "").dtype(Dtype::Int).dtype, Dtype::Int);
    /// ```
    #[must_use]
    pub fn dtype(mut self, dtype: Dtype) -> Self {
        self.dtype = dtype;
        self
    }

    /// It need not be there.
    ///
    /// ```
    /// assert!(!llmparse::ResponseSchema::new("note", "").optional().required);
    /// ```
    #[must_use]
    pub fn optional(mut self) -> Self {
        self.required = false;
        self
    }

    /// Adds other names that models give it.
    ///
    /// ```
    /// let field = llmparse::ResponseSchema::new("city", "").aliases(["town", "place"]);
    /// assert_eq!(field.aliases, ["town", "place"]);
    /// ```
    #[must_use]
    pub fn aliases<S: Into<String>>(mut self, aliases: impl IntoIterator<Item = S>) -> Self {
        self.aliases.extend(aliases.into_iter().map(Into::into));
        self
    }

    /// Its name, and the other names behind it.
    pub(super) fn all_names(&self) -> impl Iterator<Item = &str> {
        let aliases = self.aliases.iter();
        std::iter::once(&self.name)
            .chain(aliases)
            .map(String::as_str)
    }
}

/// Its default and its choices do not come along.
impl From<FieldSchema> for ResponseSchema {
    fn from(field: FieldSchema) -> Self {
        Self {
            name: field.name,
            description: field.description,
            dtype: field.dtype,
            required: field.required,
            aliases: field.aliases,
        }
    }
}

fn write_name<S: Serializer>(dtype: &Dtype, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(dtype.name())
}

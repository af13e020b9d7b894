//! What a caller may set: how much is repaired, how large an input may be, how escapes are read.

/// How far a reader may depart from what stands there.
///
/// ```
/// use llmparse::{Options, ParseMode};
/// let strict = Options::default().mode(ParseMode::Strict);
/// assert!(llmparse::parse_json_with_options::<Vec<u8>>("[1, 2,]", &strict).is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseMode {
    /// Only what a strict reader takes; the wrapping around it (fences, prose, reasoning) is still set aside.
    Strict,
    /// Damage is repaired, and each repair is recorded.
    #[default]
    Lenient,
    /// As `Lenient`; where an `OutputParser` has a model at hand, it is asked when the structure fails.
    Semantic,
    /// As `Lenient`; an `OutputParser` reads the calls of tools, and nothing else.
    ToolCall,
}

impl ParseMode {
    /// The stable name.
    ///
    /// ```
    /// assert_eq!(llmparse::ParseMode::ToolCall.name(), "tool_call");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Lenient => "lenient",
            Self::Semantic => "semantic",
            Self::ToolCall => "tool_call",
        }
    }
}

/// What a backslash before `b`, `f`, `n`, `r` or `t` and more letters means in a string.
///
/// ```
/// use llmparse::{Escapes, Options};
/// let latex = Options::default().escapes(Escapes::Latex);
/// let value = llmparse::parse_json_with_options::<Vec<String>>(r#"["\frac{1}{2}"]"#, &latex);
/// assert_eq!(value.unwrap(), [r"\frac{1}{2}"]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Escapes {
    /// JSON's meaning (a form feed, a backspace, ...), with a warning where it is suspicious.
    #[default]
    Json,
    /// A LaTeX command: the backslash is kept as text.
    Latex,
}

/// How far a value may be changed so that it fits its schema.
///
/// What is ambiguous is an error at every level.
///
/// ```
/// use llmparse::{Level, Options, Schema};
/// let schema = Schema::from_text(r#"{"properties": {"age": {"type": "integer"}}}"#)?;
/// let read = |reply, level| {
///     let options = Options::default().level(level);
///     llmparse::parse_with_schema_with_options(reply, &schema, &options).is_ok()
/// };
/// assert!(!read(r#"{"age": "31"}"#, Level::Strict) && read(r#"{"age": "31"}"#, Level::Normal));
/// assert!(!read(r#"{"age": "31 years"}"#, Level::Normal) && read(r#"{"age": "31 years"}"#, Level::Lenient));
/// # Ok::<(), llmparse::SchemaError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Level {
    /// Not at all.
    Strict,
    /// Where it cannot be misread: `"31"` for an integer.
    #[default]
    Normal,
    /// Where it could be misread, too: `"31 years"` for an integer, and what the end of the text cut off.
    Lenient,
}

/// What the end of the text is.
///
/// ```
/// use llmparse::{Ending, Options};
/// let open = Options::default().ending(Ending::Open);
/// let reply = r#"{"title": "The old man and the s", "year": 19"#;
/// assert_eq!(llmparse::parse_value(reply)?.to_json_text(), r#"{"title":"The old man and the s","year":19}"#);
/// let so_far = llmparse::parse_value_with_options(reply, &open)?;
/// assert_eq!(so_far.to_json_text(), r#"{"title":"The old man and the s"}"#);
/// # Ok::<(), llmparse::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ending {
    /// The end of the reply: nothing more comes, and what it cut off is read as far as it goes.
    #[default]
    Final,
    /// As far as the reply has come: more may follow. Readers of JSON give what no more text can change: texts as far as
    /// they go, and no number, word or choice before it is closed. What a schema asks for may be missing where an array
    /// or an object is not closed.
    Open,
}

/// Bounds on what one call takes; reaching one is an error that names it.
///
/// ```
/// use llmparse::{Limits, Options, ParseError};
/// let small = Options::default().limits(Limits::default().max_bytes(8));
/// let error = llmparse::parse_json_with_options::<Vec<u8>>("[1, 2, 3, 4]", &small).unwrap_err();
/// assert!(matches!(error, ParseError::TooLarge { size: 12, limit: 8 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub(crate) bytes: usize,
    pub(crate) depth: usize,
}

impl Limits {
    /// The deepest nesting that [`max_depth`](Self::max_depth) can allow.
    pub const DEEPEST: usize = 1024;

    /// Longest text in bytes; 64 MiB by default, at most 4 GiB - 1.
    ///
    /// ```
    /// let limits = llmparse::Limits::default().max_bytes(1 << 20);
    /// ```
    #[must_use]
    pub fn max_bytes(mut self, bytes: usize) -> Self {
        self.bytes = bytes.min(u32::MAX as usize - 1);
        self
    }

    /// Deepest nesting of arrays and objects; 256 by default, at most [`DEEPEST`](Self::DEEPEST).
    ///
    /// ```
    /// let limits = llmparse::Limits::default().max_depth(32);
    /// ```
    #[must_use]
    pub fn max_depth(mut self, depth: usize) -> Self {
        self.depth = depth.min(Self::DEEPEST);
        self
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes: 64 << 20,
            depth: 256,
        }
    }
}

/// What the cells of a column are read as; an empty cell is null, whatever the type.
///
/// ```
/// use llmparse::{ColumnType, Columns, Options, ParseError};
/// let options = Options::default().columns(Columns::default().typed("age", ColumnType::Integer));
/// let value = llmparse::parse_csv_with_options("name,age\nAnn,31", &options)?;
/// assert_eq!(value.to_json_text(), r#"[{"name":"Ann","age":31}]"#);
/// let error = llmparse::parse_csv_with_options("name,age\nAnn,old", &options).unwrap_err();
/// assert_eq!(error.to_string(), r#"column "age", row 1: "old" is not an integer"#);
/// # Ok::<(), ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColumnType {
    /// Text as it stands.
    Text,
    /// A whole number: `31`, `-4`, `1,200`, `3.0`.
    Integer,
    /// A number, with a point even if it is whole: `1.5`, `1e3`, `2`.
    Float,
    /// A number as it is spelled: `31`, `1.50`.
    Number,
    /// A truth value: `true`, `yes`, `1`, `false`, `no`, `0`.
    Boolean,
}

/// What the first row of CSV is.
///
/// ```
/// use llmparse::{Columns, Header, Options};
/// let options = Options::default().columns(Columns::default().header(Header::Absent));
/// let value = llmparse::parse_csv_with_options("1,2\n3,4", &options)?;
/// assert_eq!(value.to_json_text(), r#"[["1","2"],["3","4"]]"#);
/// # Ok::<(), llmparse::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Header {
    /// The names of the columns; each further row is an object.
    #[default]
    Present,
    /// Data; each row is an array.
    Absent,
}

/// What a caller knows of the columns of CSV or of a table. Names are compared in any case.
///
/// ```
/// use llmparse::{Columns, Options};
/// let options = Options::default().columns(Columns::default().required("name").required("age"));
/// let error = llmparse::parse_csv_with_options("name,city\nAnn,Rome", &options).unwrap_err();
/// assert_eq!(error.to_string(), "missing required columns: age; found are: name, city");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    pub(crate) header: Header,
    pub(crate) delimiter: Option<char>,
    pub(crate) required: Vec<String>,
    pub(crate) types: Vec<(String, ColumnType)>,
}

impl Columns {
    /// What the first row of CSV is; the names of the columns by default. A table always has a header.
    ///
    /// ```
    /// let columns = llmparse::Columns::default().header(llmparse::Header::Absent);
    /// ```
    #[must_use]
    pub fn header(mut self, header: Header) -> Self {
        self.header = header;
        self
    }

    /// What stands between the cells of CSV; found by itself by default.
    ///
    /// ```
    /// use llmparse::{Columns, Options};
    /// let options = Options::default().columns(Columns::default().delimiter(';'));
    /// let value = llmparse::parse_csv_with_options("a;b,c\n1;2,3", &options)?;
    /// assert_eq!(value.to_json_text(), r#"[{"a":"1","b,c":"2,3"}]"#);
    /// # Ok::<(), llmparse::ParseError>(())
    /// ```
    #[must_use]
    pub fn delimiter(mut self, delimiter: char) -> Self {
        self.delimiter = Some(delimiter);
        self
    }

    /// A column that has to be there.
    ///
    /// ```
    /// let columns = llmparse::Columns::default().required("name");
    /// ```
    #[must_use]
    pub fn required(mut self, name: impl Into<String>) -> Self {
        self.required.push(name.into());
        self
    }

    /// What the cells of the column `name` are read as, if there is such a column.
    ///
    /// ```
    /// let columns = llmparse::Columns::default().typed("age", llmparse::ColumnType::Integer);
    /// ```
    #[must_use]
    pub fn typed(mut self, name: impl Into<String>, kind: ColumnType) -> Self {
        self.types.push((name.into(), kind));
        self
    }
}

/// Settings shared by every reader; the plain functions use the defaults.
///
/// ```
/// use llmparse::{Limits, Options, ParseMode};
/// let options = Options::default()
///     .mode(ParseMode::Strict)
///     .limits(Limits::default().max_depth(16));
/// # let _ = options;
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    pub(crate) mode: ParseMode,
    pub(crate) escapes: Escapes,
    pub(crate) level: Level,
    pub(crate) ending: Ending,
    pub(crate) columns: Columns,
    pub(crate) limits: Limits,
    pub(crate) item_chars: ItemChars,
}

/// The most characters of an item in a list of tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ItemChars(pub(crate) usize);

impl Default for ItemChars {
    fn default() -> Self {
        Self(50)
    }
}

impl Options {
    /// How far the reader may depart from what stands there; [`ParseMode::Lenient`] by default.
    ///
    /// ```
    /// let options = llmparse::Options::default().mode(llmparse::ParseMode::Strict);
    /// ```
    #[must_use]
    pub fn mode(mut self, mode: ParseMode) -> Self {
        self.mode = mode;
        self
    }

    /// What doubtful escapes mean; [`Escapes::Json`] by default.
    ///
    /// ```
    /// let options = llmparse::Options::default().escapes(llmparse::Escapes::Latex);
    /// ```
    #[must_use]
    pub fn escapes(mut self, escapes: Escapes) -> Self {
        self.escapes = escapes;
        self
    }

    /// How far a value may be changed to fit its schema; [`Level::Normal`] by default.
    ///
    /// ```
    /// let options = llmparse::Options::default().level(llmparse::Level::Strict);
    /// ```
    #[must_use]
    pub fn level(mut self, level: Level) -> Self {
        self.level = level;
        self
    }

    /// What the end of the text is; [`Ending::Final`] by default.
    ///
    /// ```
    /// let options = llmparse::Options::default().ending(llmparse::Ending::Open);
    /// assert_eq!(llmparse::parse_value_with_options("[1, 2", &options).unwrap().to_json_text(), "[1]");
    /// ```
    #[must_use]
    pub fn ending(mut self, ending: Ending) -> Self {
        self.ending = ending;
        self
    }

    /// What is known of the columns of CSV and tables; nothing by default.
    ///
    /// ```
    /// use llmparse::{Columns, Options};
    /// let options = Options::default().columns(Columns::default().required("name"));
    /// # let _ = options;
    /// ```
    #[must_use]
    pub fn columns(mut self, columns: Columns) -> Self {
        self.columns = columns;
        self
    }

    /// Bounds on size and depth.
    ///
    /// ```
    /// let options = llmparse::Options::default().limits(llmparse::Limits::default().max_depth(8));
    /// ```
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// The most characters of an item in [`parse_string_list`](crate::parse_string_list), 50 by default; a longer one is
    /// dropped with a warning.
    ///
    /// ```
    /// let options = llmparse::Options::default().max_item_chars(3);
    /// assert_eq!(llmparse::parse_string_list_with_options("red, green", &options).unwrap(), ["red"]);
    /// ```
    #[must_use]
    pub fn max_item_chars(mut self, chars: usize) -> Self {
        self.item_chars = ItemChars(chars);
        self
    }
}

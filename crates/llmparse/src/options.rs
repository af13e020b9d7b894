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

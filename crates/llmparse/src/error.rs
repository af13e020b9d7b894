//! Why there is no value: one enum with kinds to match on and texts that are cut to a bounded length.

use crate::span::Span;

mod parsing;

pub use parsing::ParsingError;

/// The longest piece of the reply, in characters, that an error carries.
pub(crate) const EXCERPT: usize = 80;

/// Why a reply gave no value.
///
/// The texts inside are excerpts of at most 80 characters; the reply as a whole is never in a message.
///
/// ```
/// let error = llmparse::parse_json_value("I cannot help with that.").unwrap_err();
/// assert_eq!(error.kind(), "unparseable");
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseError {
    /// Nothing but blanks, or nothing but reasoning.
    #[error("the reply is empty")]
    EmptyResponse,
    /// The reply holds nothing of the wanted format.
    #[error("no {expected_format} found in {text:?}")]
    Unparseable {
        /// What was looked for, such as `JSON`.
        expected_format: &'static str,
        /// How the reply starts.
        text: String,
    },
    /// A value was found, and it is not of the type that was asked for.
    #[error("the value found does not fit: {reason}")]
    DeserializationFailed {
        /// What was expected and found, with the path to it.
        reason: String,
        /// How the value starts, as it stands in the reply.
        raw_json: String,
        /// Where the value stands.
        span: Span,
    },
    /// A value was found, and it does not fit the schema that was asked for.
    #[error(
        "the value found does not fit the schema: {}",
        crate::schema::issues_text(issues)
    )]
    DoesNotFit {
        /// Each thing in which it does not fit, those that no check of the schema tells first.
        issues: Vec<crate::schema::SchemaIssue>,
        /// Where the value stands.
        span: Span,
    },
    /// None of the choices is in the reply.
    #[error("none of the choices {valid:?} found")]
    NoMatchingChoice {
        /// The choices that were offered.
        valid: Vec<String>,
    },
    /// The choices that were offered cannot be told apart in any reply.
    #[error("the choices cannot be used: {reason}{}", quoted(choice))]
    InvalidChoices {
        /// What is wrong with them.
        reason: &'static str,
        /// The first one that is, if there is one.
        choice: String,
    },
    /// The reply holds no number.
    #[error("no number found")]
    NoNumber,
    /// A number was found, and it is outside the range that was asked for.
    #[error("{value} is outside {min} to {max}")]
    OutOfRange {
        /// The number, as it stands in the reply.
        value: String,
        /// The least value that is taken.
        min: String,
        /// The greatest value that is taken.
        max: String,
    },
    /// The range that was asked for holds no number.
    #[error("no number is in the range from {min} to {max}")]
    InvalidRange {
        /// The least value that is taken.
        min: String,
        /// The greatest value that is taken.
        max: String,
    },
    /// A table was found without columns that were asked for.
    #[error("missing required columns: {}; found are: {}", missing.join(", "), found.join(", "))]
    MissingColumns {
        /// The columns asked for that are not there.
        missing: Vec<String>,
        /// The columns that are.
        found: Vec<String>,
        /// Where the table stands.
        span: Span,
    },
    /// A cell is not of the type that its column was asked to have.
    #[error("column {column:?}, row {row}: {value:?} is not {expected}")]
    WrongCell {
        /// The name of the column.
        column: String,
        /// The number of the row, the first behind the header being 1.
        row: usize,
        /// What stands in the cell.
        value: String,
        /// What would have been accepted, such as `an integer`.
        expected: &'static str,
        /// Where the cell stands.
        span: Span,
    },
    /// The text is longer than the limit; sizes are in bytes.
    #[error("the reply has {size} bytes, and at most {limit} are read")]
    TooLarge {
        /// Size of the text.
        size: usize,
        /// The limit that was set.
        limit: usize,
    },
    /// Arrays and objects are nested deeper than the limit.
    #[error("nested deeper than {limit} levels at byte {}", span.start())]
    TooDeep {
        /// The limit that was set.
        limit: usize,
        /// The bracket that went too deep.
        span: Span,
    },
    /// The text has an open [`Ending`](crate::Ending), and all that it says so far may become another value.
    #[error("{found} may still become another value; more of the reply has to come first")]
    Unsettled {
        /// What stands there so far.
        found: String,
        /// Where.
        span: Span,
    },
    /// No tag can have the name that was asked for.
    #[error("{name:?} is no name of a tag: letters, digits, `-`, `_`, `.` and `:` are taken")]
    InvalidTagName {
        /// The name.
        name: String,
    },
    /// Several readings are equally good.
    #[error("ambiguous: it could be {}", readings.join(" or "))]
    Ambiguous {
        /// The rival readings.
        readings: Vec<String>,
        /// Where they stand.
        span: Span,
    },
}

impl ParseError {
    /// A stable name of the kind: `empty_response`, `unparseable`, `deserialization_failed`, `does_not_fit`,
    /// `no_matching_choice`, `invalid_choices`, `no_number`, `out_of_range`, `invalid_range`, `missing_columns`, `wrong_cell`, `too_large`,
    /// `too_deep`, `invalid_tag_name`, `ambiguous`.
    ///
    /// ```
    /// assert_eq!(llmparse::ParseError::NoNumber.kind(), "no_number");
    /// ```
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::EmptyResponse => "empty_response",
            Self::Unparseable { .. } => "unparseable",
            Self::DeserializationFailed { .. } => "deserialization_failed",
            Self::DoesNotFit { .. } => "does_not_fit",
            Self::NoMatchingChoice { .. } => "no_matching_choice",
            Self::InvalidChoices { .. } => "invalid_choices",
            Self::NoNumber => "no_number",
            Self::OutOfRange { .. } => "out_of_range",
            Self::InvalidRange { .. } => "invalid_range",
            Self::MissingColumns { .. } => "missing_columns",
            Self::WrongCell { .. } => "wrong_cell",
            Self::TooLarge { .. } => "too_large",
            Self::TooDeep { .. } => "too_deep",
            Self::Unsettled { .. } => "unsettled",
            Self::InvalidTagName { .. } => "invalid_tag_name",
            Self::Ambiguous { .. } => "ambiguous",
        }
    }

    /// The place in the original text that the error is about, where there is one.
    ///
    /// ```
    /// let error = llmparse::parse_json::<bool>("The answer: [1]").unwrap_err();
    /// assert_eq!(error.span().unwrap().range(), 12..15);
    /// ```
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        match self {
            Self::DeserializationFailed { span, .. }
            | Self::DoesNotFit { span, .. }
            | Self::MissingColumns { span, .. }
            | Self::WrongCell { span, .. }
            | Self::TooDeep { span, .. }
            | Self::Unsettled { span, .. }
            | Self::Ambiguous { span, .. } => Some(*span),
            _ => None,
        }
    }

    /// The same error with its place changed by `map`.
    pub(crate) fn map_span(mut self, map: impl FnOnce(Span) -> Span) -> Self {
        if let Self::DeserializationFailed { span, .. }
        | Self::DoesNotFit { span, .. }
        | Self::MissingColumns { span, .. }
        | Self::WrongCell { span, .. }
        | Self::TooDeep { span, .. }
        | Self::Unsettled { span, .. }
        | Self::Ambiguous { span, .. } = &mut self
        {
            *span = map(*span);
        }
        self
    }

    pub(crate) fn unsettled(span: Span, text: &str) -> Self {
        Self::Unsettled {
            found: excerpt(span.of(text)),
            span,
        }
    }

    pub(crate) fn invalid_tag_name(name: &str) -> Self {
        Self::InvalidTagName {
            name: excerpt(name),
        }
    }

    pub(crate) fn unparseable(expected_format: &'static str, text: &str) -> Self {
        Self::Unparseable {
            expected_format,
            text: excerpt(text),
        }
    }
}

fn quoted(choice: &str) -> String {
    if choice.is_empty() {
        String::new()
    } else {
        format!(", {choice:?}")
    }
}

/// As [`excerpt`], of a text that may be kept.
pub(crate) fn shorten(text: String) -> String {
    let is_short = text.len() <= EXCERPT && text.trim().len() == text.len();
    if is_short { text } else { excerpt(&text) }
}

/// The start of `text`, cut to [`EXCERPT`] characters, the cut marked by an ellipsis.
pub(crate) fn excerpt(text: &str) -> String {
    let text = text.trim();
    let mut ends = text.char_indices().map(|(at, _)| at).skip(EXCERPT - 1);
    match (ends.next(), ends.next()) {
        (Some(end), Some(_)) => [text.get(..end).unwrap_or_default(), "…"].concat(),
        _ => text.to_owned(),
    }
}

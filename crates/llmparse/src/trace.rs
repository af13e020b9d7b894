//! The record of what was done to a reply: repairs, warnings, where the value stood.

use std::borrow::Cow;

use serde::{Serialize, Serializer};

use crate::error::ParseError;
use crate::span::Span;

/// How likely a liberty changes what was meant.
///
/// ```
/// assert_eq!(llmparse::RepairKind::TrailingComma.risk(), llmparse::Risk::None);
/// assert!(llmparse::Risk::Low < llmparse::Risk::High);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Risk {
    /// It has one reading only.
    None,
    /// Another reading is possible and unlikely.
    Low,
    /// A careful reader would look at it.
    High,
}

impl Serialize for Risk {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::None => "none",
            Self::Low => "low",
            Self::High => "high",
        })
    }
}

macro_rules! kinds {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $code:literal, $risk:ident;)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum $name { $($(#[$doc])* $variant),+ }

        impl $name {
            /// Every kind, in the order of the list.
            ///
            /// ```
            #[doc = concat!("assert!(llmparse::", stringify!($name), "::ALL.iter().all(|kind| !kind.code().is_empty()));")]
            /// ```
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The stable name of the kind.
            ///
            /// ```
            #[doc = concat!("assert!(llmparse::", stringify!($name), "::ALL[0].code().is_ascii());")]
            /// ```
            #[must_use]
            pub fn code(self) -> &'static str {
                match self { $(Self::$variant => $code),+ }
            }

            /// How likely something of this kind changes what was meant.
            ///
            /// ```
            #[doc = concat!("assert!(llmparse::", stringify!($name), "::ALL[0].risk() <= llmparse::Risk::High);")]
            /// ```
            #[must_use]
            pub fn risk(self) -> Risk {
                match self { $(Self::$variant => Risk::$risk),+ }
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.code())
            }
        }
    };
}

kinds! {
    /// What was wrong and has been put right; the codes are stable.
    RepairKind {
        /// A bracket or a tag that was never closed: `{"a": [1`, `<a>1`.
        MissingCloser = "missing-closer", Low;
        /// A bracket or a tag that was never opened: `"a": 1}`, `1</a>`.
        MissingOpener = "missing-opener", Low;
        /// A bracket or a tag closed by one of another kind: `[1, 2}`, `<answer>1</anwser>`.
        WrongCloser = "wrong-closer", Low;
        /// A closing bracket that closes nothing: `{"a": 1}}`.
        SurplusCloser = "surplus-closer", Low;
        /// An opening bracket that opens nothing: `{{"a": 1}}`.
        SurplusOpener = "surplus-opener", Low;
        /// A container closed before its last members: `{"a": 1}, "b": 2}`.
        ClosedEarly = "closed-early", Low;
        /// One list written as several: `"a": ["x"], ["y"]`.
        SplitArray = "split-array", Low;
        /// A Python tuple: `(1, 2)`.
        Tuple = "tuple", None;
        /// A Python set: `{'x', 'y'}`.
        Set = "set", Low;
        /// Several values without brackets around them: `{"a": 1} {"a": 2}`.
        SeveralValues = "several-values", Low;
        /// A comma before a closing bracket.
        TrailingComma = "trailing-comma", None;
        /// A comma with nothing before it: `[, 1]`, `[1,, 2]`.
        SurplusComma = "surplus-comma", Low;
        /// No comma between two items or members.
        MissingComma = "missing-comma", Low;
        /// Another mark in place of a comma: `;`.
        WrongSeparator = "wrong-separator", None;
        /// No colon between key and value.
        MissingColon = "missing-colon", Low;
        /// Another mark in place of a colon: `=`, `=>`.
        WrongColon = "wrong-colon", None;
        /// A key without a value, read as null.
        MissingValue = "missing-value", High;
        /// A value without a key.
        MissingKey = "missing-key", High;
        /// An ellipsis, or a note that something was left out.
        Ellipsis = "ellipsis", High;
        /// Text that belongs to no value.
        StrayText = "stray-text", High;
        /// Quotes of another style: `'a'`, `“a”`, `"""a"""`, `&quot;a&quot;`.
        QuoteStyle = "quote-style", None;
        /// A key without quotes.
        UnquotedKey = "unquoted-key", None;
        /// A text without quotes, or something that JSON has no notation for, kept as text.
        UnquotedString = "unquoted-string", Low;
        /// A quote that is not there.
        MissingQuote = "missing-quote", High;
        /// A quote inside a string that should have had a backslash.
        UnescapedQuote = "unescaped-quote", Low;
        /// A quote that belongs to no string: `12"`.
        StrayQuote = "stray-quote", Low;
        /// String literals side by side, read as one: `"x" + "y"`.
        JoinedStrings = "joined-strings", Low;
        /// A raw newline, tab or other control character in a string.
        ControlCharacter = "control-character", None;
        /// A backslash that escapes nothing: `\d`.
        InvalidEscape = "invalid-escape", Low;
        /// A legal escape that is part of a path or a LaTeX command: `\beta`.
        SuspiciousEscape = "suspicious-escape", High;
        /// Half a surrogate pair, read as U+FFFD.
        LoneSurrogate = "lone-surrogate", High;
        /// A literal of another language or case: `True`, `None`, `undefined`.
        LiteralSpelling = "literal-spelling", None;
        /// `NaN` or an infinity, read as null.
        NonFinite = "non-finite-number", High;
        /// A constructor around a value: `ObjectId("5f")`.
        Constructor = "constructor", Low;
        /// A prefix before a string: `b'x'`.
        StringPrefix = "string-prefix", Low;
        /// A number in another spelling: `+1`, `.5`, `1_000`, `0xFF`.
        NumberSpelling = "number-spelling", None;
        /// A comment.
        Comment = "comment", None;
        /// A value, key or escape that the end of the text cut off.
        CutOff = "cut-off", High;
        /// A blank that JSON does not know, such as a no-break space.
        UnusualBlank = "unusual-blank", None;
        /// A fraction read as a value: `1/2`, `½`.
        Fraction = "fraction", Low;
        /// A number with a word that multiplies it: `3 million`, `2.5k`.
        Magnitude = "magnitude", Low;
        /// A number in words: `twenty-one`.
        NumberWord = "number-word", Low;
        /// Full-width punctuation.
        WidePunctuation = "wide-punctuation", None;
        /// A newline or tab written as an escape between tokens.
        EscapedBlank = "escaped-blank", None;
        /// A mark before a line: `>`, `+`, a line number.
        LinePrefix = "line-prefix", None;
        /// A terminal's colour code.
        TerminalCode = "terminal-code", None;
        /// A tag in another spelling: `< answer>`, `<Answer>…</ANSWER>`.
        TagSpelling = "tag-spelling", Low;
        /// Indentation by tabs, or by a blank too many or too few, where it matters.
        Indentation = "indentation", Low;
        /// Another mark before an item than a hyphen: `* a`, `• a`.
        ListMark = "list-mark", Low;
        /// No blank behind the colon of a member: `a:1`.
        MissingBlank = "missing-blank", Low;
        /// Markdown around a key: `**a**: 1`.
        Markup = "markup", Low;
    }
}

kinds! {
    /// What is legal and still suspicious, or worth a look; the codes are stable.
    WarningKind {
        /// An escape that is probably text: `\frac`, `C:\new`.
        SuspiciousEscape = "suspicious-escape", High;
        /// A key that occurs again; the last value is kept.
        DuplicateKey = "duplicate-key", High;
        /// A number with more digits than a 64-bit number holds.
        LossyNumber = "lossy-number", Low;
        /// Another value in the reply that was not chosen.
        OtherCandidate = "other-candidate", Low;
        /// A turn of someone else behind the end of the reply, left out: `Rome.<|im_end|><|im_start|>user and?`.
        NextTurn = "next-turn", Low;
        /// Words before an answer that say nothing, left out: `Sure! Here's the answer:`.
        LeadIn = "lead-in", Low;
        /// A tag that was asked for together with others, and is not there.
        MissingTag = "missing-tag", Low;
        /// An escape that was read as what it stands for: `&lt;`, or `\n` between tags in a JSON string.
        Unescaped = "unescaped", Low;
        /// A number whose only mark divides thousands or is the decimal mark: `1.234`.
        AmbiguousSeparator = "ambiguous-separator", High;
        /// Another answer, as explicit as the one that was chosen: `Score: 7 ... Score: 8`.
        ConflictingAnswers = "conflicting-answers", High;
        /// A number that is hardly what was asked for, and the only one: `in 2019`.
        DoubtfulNumber = "doubtful-number", High;
        /// A number that is said not to be exact: `about 5`, `>= 5`.
        InexactNumber = "inexact-number", Low;
        /// A number that was passed over because it is outside of the range: `40` in `Score: 40 (4/10)`.
        OutsideRange = "outside-range", High;
        /// A percentage, whose number is given as it stands: `95%`.
        Percent = "percent", Low;
        /// The last item of a list, which the end of the text cut off; dropped if there are others: `["red", "bl`.
        CutOffItem = "cut-off-item", High;
        /// An item without text, or null, that was dropped: `- `.
        EmptyItem = "empty-item", None;
        /// An item with more characters than were asked for, that was dropped.
        LongItem = "long-item", High;
        /// The label of one of several lists that were read as one: `Fruit:`.
        MergedLists = "merged-lists", High;
        /// Items below others, read as items beside them.
        NestedItems = "nested-items", Low;
        /// An item that says there is none: `["N/A"]`.
        PlaceholderItem = "placeholder-item", High;
        /// The other members or columns of an item, left out: `{"name": "red", "id": 1}`.
        PickedField = "picked-field", Low;
        /// A refusal or an apology before an answer: `I cannot see it well, but here is a guess: ...`.
        Refusal = "refusal", High;
        /// An item that occurs again and was dropped.
        RepeatedItem = "repeated-item", None;
        /// Two items without a comma between them: `b and c`.
        SplitConjunction = "split-conjunction", Low;
        /// A number, a word or a choice that is not closed, left out because more of it may come: `{"a": 1, "b": 2`.
        Withheld = "withheld", None;
        /// An infinity or `.nan`, read as null.
        NonFinite = "non-finite-number", High;
        /// Words around the answer that were left out: `Here you go:`.
        SurroundingText = "surrounding-text", Low;
        /// What a comment takes away and may be text: `color: red #1`.
        SuspiciousComment = "suspicious-comment", High;
        /// A line that was folded into a text and looks like an item or a member: `- a` over `  - b`.
        SuspiciousLine = "suspicious-line", High;
        /// A separator at the end of a text, as other notations have it between members: `a: 1,`.
        TrailingSeparator = "trailing-separator", High;
        /// A tag that says nothing here, or that its value does not fit: `!Ref x`, `!!int x`.
        UnknownTag = "unknown-tag", Low;
        /// An anchor that no alias names: `&b` of `a &b c`.
        UnusedAnchor = "unused-anchor", Low;
        /// An answer in another format than the one asked for: a Markdown table in place of CSV.
        OtherFormat = "other-format", High;
        /// A row with fewer cells than the header; the others are empty texts.
        ShortRow = "short-row", Low;
        /// Cells behind the last column, left out of the row.
        SurplusCell = "surplus-cell", High;
        /// Cells that were read as one, because the row has too many: `Find trends, risks` without quotes.
        JoinedCells = "joined-cells", Low;
        /// A column of the same name as one before it; it is called `name_2`.
        RepeatedHeader = "repeated-header", Low;
        /// A first row that looks like data, read as the header: `1,2`.
        DoubtfulHeader = "doubtful-header", High;
        /// A header without any row.
        NoRows = "no-rows", High;
        /// A blank line between rows.
        BlankLine = "blank-line", Low;
        /// A number or truth value in quotes, read as what it says, because only that fits the schema: `"3"`.
        QuotedScalar = "quoted-scalar", Low;
        /// No row of dashes below the header of a table.
        NoAlignmentRow = "no-alignment-row", Low;
    }
}

kinds! {
    /// What was done to a value so that it fits its schema; the codes are stable.
    CoercionRule {
        /// A whole number that is spelled as a broken one, for an integer: `3.0`.
        IntegerSpelling = "integer-spelling", None;
        /// A number in a string: `"3"`, `"1,234.56"`, `"$5"`.
        NumberText = "number-text", Low;
        /// The only number among words: `"about 3 apples"`.
        NumberInWords = "number-in-words", High;
        /// A fraction: `"1/2"`.
        Fraction = "fraction", High;
        /// A number with a letter or a word that multiplies it: `"10k"`.
        Magnitude = "magnitude", High;
        /// A percentage of which the bounds of the schema take one reading: `"50%"` up to 1.
        Percent = "percent", High;
        /// Points between thousands and a comma before the fraction: `"1.234,56"`.
        DecimalComma = "decimal-comma", High;
        /// `"true"` or `"False"` in a string.
        BooleanText = "boolean-text", Low;
        /// Another word, or digit, for a truth value: `"yes"`, `"off"`, `1`.
        BooleanWord = "boolean-word", Low;
        /// A truth value in words that are rarely meant so, or with marks around it: `"correct"`, `"Yes."`.
        BooleanInWords = "boolean-in-words", High;
        /// A number or a truth value for a string, as it is spelled: `1.10`.
        ScalarAsText = "scalar-as-text", Low;
        /// An array or an object for a string, as its source text.
        ContainerAsText = "container-as-text", High;
        /// A word for null where null is taken: `"null"`, `"N/A"`.
        NullWord = "null-word", Low;
        /// A mark or nothing for null where null is taken: `"-"`, `""`.
        NullMark = "null-mark", High;
        /// One of the values in another case, or with other separators: `"High"`, `"front-end"`.
        EnumSpelling = "enum-spelling", Low;
        /// One of the values with marks around it: `"**high**"`, `"'high'."`.
        EnumMarks = "enum-marks", Low;
        /// One of the values with a remark in brackets: `"high (blocks the release)"`.
        EnumRemark = "enum-remark", Low;
        /// Another name that the schema has for one of the values.
        EnumAlias = "enum-alias", Low;
        /// One of the values, the only one that is named: `"the priority is high"`.
        EnumMention = "enum-mention", High;
        /// One of the values, misspelled: `"mediun"`.
        EnumMisspelling = "enum-misspelling", High;
        /// A date, time or identifier in another notation: `"2024/01/31"`, `"<https://a.example>"`.
        FormatSpelling = "format-spelling", Low;
        /// A date in words or in another order, or a link: `"January 31, 2024"`.
        FormatInWords = "format-in-words", High;
        /// A key in another case, or with other separators: `"firstName"` for `first_name`.
        KeySpelling = "key-spelling", Low;
        /// Another name that the schema has for a key.
        KeyAlias = "key-alias", Low;
        /// A key that is one edit away: `"frst_name"`.
        KeyMisspelling = "key-misspelling", High;
        /// A key that is not there, or null, with its default.
        Default = "default", Low;
        /// A null left out, as the key may be absent and may not be null.
        NullAsAbsent = "null-as-absent", Low;
        /// A key that the schema does not allow, left out.
        ExtraKey = "extra-key", Low;
        /// A value for the only key of an object: `"Oslo"` for `{"city": "Oslo"}`.
        SingleField = "single-field", Low;
        /// A value without the object around it: `{"person": {...}}`.
        Wrapper = "wrapper", Low;
        /// A scalar without the object around it: `{"answer": 5}`.
        ScalarWrapper = "scalar-wrapper", High;
        /// A value inside of a copy of its schema: `{"properties": {...}}`.
        SchemaEcho = "schema-echo", Low;
        /// A value for a list of it: `5` for `[5]`.
        SingleItem = "single-item", Low;
        /// Numbers in one string for a list of them: `"1, 2"`.
        SplitText = "split-text", High;
        /// A list of one item for the item.
        ListOfOne = "list-of-one", Low;
        /// The last of several items that fit.
        LastOfList = "last-of-list", High;
        /// JSON in a string.
        DoubleEncoded = "double-encoded", Low;
    }
}

/// One liberty taken so that a value fits its schema.
///
/// ```
/// use llmparse::{Level, Schema, coerce};
/// let schema = Schema::from_text(r#"{"properties": {"age": {"type": "integer"}}}"#)?;
/// let value = llmparse::parse_value(r#"{"age": "31"}"#).unwrap();
/// let coercion = &coerce(value, &schema, Level::Normal).coercions[0];
/// assert_eq!((coercion.path.as_str(), coercion.rule.code()), ("/age", "number-text"));
/// assert_eq!((coercion.from.as_str(), coercion.to.as_str(), coercion.span.range()), (r#""31""#, "31", 8..12));
/// # Ok::<(), llmparse::SchemaError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Coercion {
    /// Where in the value that came out, as a JSON pointer; empty for the whole value.
    pub path: String,
    /// What was done.
    pub rule: CoercionRule,
    /// What stood there: a scalar, cut to 80 characters, or what kind of container; `nothing` for a missing key.
    pub from: String,
    /// What stands there now; `nothing` if it was left out.
    pub to: String,
    /// Where it stood, in bytes of the original text.
    pub span: Span,
    /// How likely this changes what was meant.
    pub risk: Risk,
}

/// One liberty taken: the bytes of `span` in the original text were read as `replacement`.
///
/// ```
/// let read = llmparse::parse_json_with_trace::<Vec<u8>>("[1, 2,]", &Default::default());
/// let repair = &read.trace.repairs[0];
/// assert_eq!(repair.kind.code(), "trailing-comma");
/// assert_eq!((repair.span.range(), &*repair.replacement), (5..6, ""));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Repair {
    /// What was wrong.
    pub kind: RepairKind,
    /// The bytes of the original text; empty for an insertion.
    pub span: Span,
    /// What stands for them in the repaired text.
    pub replacement: Cow<'static, str>,
}

/// Something that a careful reader would want to know about a value that was taken as it stands.
///
/// ```
/// let read = llmparse::parse_json_with_trace::<llmparse::Value>(r#"{"a": 1, "a": 2}"#, &Default::default());
/// assert_eq!(read.trace.warnings[0].kind.code(), "duplicate-key");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Warning {
    /// What is suspicious.
    pub kind: WarningKind,
    /// Where, in bytes of the original text.
    pub span: Span,
}

/// How a reply was read.
///
/// ```
/// let read = llmparse::parse_json_with_trace::<Vec<u8>>("Sure: [1, 2]", &Default::default());
/// assert_eq!(read.trace.extracted.unwrap().range(), 6..12);
/// assert!(read.trace.repairs.is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Trace {
    /// Where the chosen value stands, in bytes of the original text.
    pub extracted: Option<Span>,
    /// The liberties taken, by position; around the value, too, where it was read out of a larger one.
    pub repairs: Vec<Repair>,
    /// What is legal there and suspicious, by position.
    pub warnings: Vec<Warning>,
    /// The liberties taken to make the value fit a schema, in the order of the value.
    pub coercions: Vec<Coercion>,
    /// The reasoning blocks that were set aside, markers included.
    pub reasoning: Vec<Span>,
    /// Work done by the tolerant reader, in steps; grows linearly with the text.
    pub steps: u64,
}

impl Trace {
    /// Adds what was said of a part of the same reply, whose places `place` makes those of the whole.
    pub(crate) fn append(&mut self, other: Self, place: &dyn Fn(Span) -> Span) {
        let repairs = other.repairs.into_iter().map(|mut repair| {
            repair.span = place(repair.span);
            repair
        });
        self.repairs.extend(repairs);
        let warnings = other.warnings.into_iter().map(|mut warning| {
            warning.span = place(warning.span);
            warning
        });
        self.warnings.extend(warnings);
        self.steps += other.steps;
    }

    /// Whether anything had to be repaired.
    ///
    /// ```
    /// let read = llmparse::parse_json_with_trace::<Vec<u8>>("[1]", &Default::default());
    /// assert!(!read.trace.is_repaired());
    /// ```
    #[must_use]
    pub fn is_repaired(&self) -> bool {
        !self.repairs.is_empty()
    }

    /// The extracted part of `text` with the repairs inside it applied.
    ///
    /// ```
    /// let reply = "Here: [1, 2,] ok";
    /// let read = llmparse::parse_json_with_trace::<Vec<u8>>(reply, &Default::default());
    /// assert_eq!(read.trace.repaired_text(reply).unwrap(), "[1, 2]");
    /// ```
    #[must_use]
    pub fn repaired_text(&self, text: &str) -> Option<String> {
        let span = self.extracted?;
        let is_inside = |repair: &&Repair| {
            span.start() <= repair.span.start() && repair.span.end() <= span.end()
        };
        let repairs: Vec<Repair> = self.repairs.iter().filter(is_inside).cloned().collect();
        Some(apply_repairs(text, span, &repairs))
    }
}

/// The part of `text` under `span` with `repairs` (sorted by position) applied.
pub(crate) fn apply_repairs(text: &str, span: Span, repairs: &[Repair]) -> String {
    let mut out = String::with_capacity(span.len() + 16);
    write_repaired(&mut out, text, span, repairs);
    out
}

/// Writes the part of `text` under `span` with `repairs` (sorted by position) applied.
pub(crate) fn write_repaired(out: &mut String, text: &str, span: Span, repairs: &[Repair]) {
    let mut done = span.start();
    for repair in repairs {
        out.push_str(text.get(done..repair.span.start()).unwrap_or_default());
        out.push_str(&repair.replacement);
        done = done.max(repair.span.end());
    }
    out.push_str(text.get(done..span.end()).unwrap_or_default());
}

/// A result together with the record of how it came about, on failure too.
///
/// ```
/// let read = llmparse::parse_json_with_trace::<Vec<u8>>("nothing here", &Default::default());
/// assert!(read.result.is_err());
/// assert!(read.trace.repairs.is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Traced<T, E = ParseError> {
    /// The value, or why there is none.
    pub result: Result<T, E>,
    /// How the reply was read.
    pub trace: Trace,
}

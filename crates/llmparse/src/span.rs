//! Where something stands in the original text: `[12, 40)` in bytes, line and column on demand.

use std::ops::Range;

use serde::{Serialize, Serializer};

/// A half-open range of bytes of the original text, always on character boundaries.
///
/// Offsets are kept in 32 bits; [`Limits`](crate::Limits) refuse a text that would not fit.
///
/// ```
/// let span = llmparse::Span::new(6, 11);
/// assert_eq!(span.of("hello world"), "world");
/// assert_eq!(span.line_column("hello world"), (1, 7));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    start: u32,
    end: u32,
}

impl Span {
    /// The span from byte `start` to before byte `end`.
    ///
    /// ```
    /// assert_eq!(llmparse::Span::new(2, 5).len(), 3);
    /// ```
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        let narrow = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Self {
            start: narrow(start),
            end: narrow(end.max(start)),
        }
    }

    /// First byte of the span.
    ///
    /// ```
    /// assert_eq!(llmparse::Span::new(2, 5).start(), 2);
    /// ```
    #[must_use]
    pub fn start(self) -> usize {
        self.start as usize
    }

    /// First byte behind the span.
    ///
    /// ```
    /// assert_eq!(llmparse::Span::new(2, 5).end(), 5);
    /// ```
    #[must_use]
    pub fn end(self) -> usize {
        self.end as usize
    }

    /// Length in bytes.
    ///
    /// ```
    /// assert_eq!(llmparse::Span::new(2, 2).len(), 0);
    /// ```
    #[must_use]
    pub fn len(self) -> usize {
        self.end() - self.start()
    }

    /// Whether the span covers no byte, as that of an insertion does.
    ///
    /// ```
    /// assert!(llmparse::Span::new(2, 2).is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The span as a range of bytes.
    ///
    /// ```
    /// assert_eq!(llmparse::Span::new(2, 5).range(), 2..5);
    /// ```
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start()..self.end()
    }

    /// The text that the span covers; empty if it lies outside `text`.
    ///
    /// ```
    /// assert_eq!(llmparse::Span::new(0, 2).of("ab c"), "ab");
    /// ```
    #[must_use]
    pub fn of(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or_default()
    }

    /// Line and column of the start, both counted from 1; columns count characters.
    ///
    /// ```
    /// assert_eq!(llmparse::Span::new(4, 5).line_column("é\nxy"), (2, 2));
    /// ```
    #[must_use]
    pub fn line_column(self, text: &str) -> (usize, usize) {
        let before = text.get(..self.start()).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
        let column = before.get(line_start..).unwrap_or_default().chars().count() + 1;
        (line, column)
    }
}

impl Serialize for Span {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.start, self.end).serialize(serializer)
    }
}

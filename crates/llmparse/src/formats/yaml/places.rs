//! Where something in a repaired text stood before: `b` of `  b` in `\tb`.

use crate::span::Span;
use crate::trace::Repair;

/// The stretches of a repaired text that its repairs put there.
pub(super) struct Places {
    offset: usize,
    pieces: Vec<Piece>,
}

/// What stands from `start` to `end` in the repaired text stood under `source`.
struct Piece {
    start: usize,
    end: usize,
    source: Span,
}

impl Places {
    /// The places of a text that starts at `offset`, and in which `repairs`, by position, were made.
    pub(super) fn new(offset: usize, repairs: &[Repair]) -> Self {
        let (mut done, mut out) = (offset, 0);
        let piece = |repair: &Repair| {
            let start = out + repair.span.start().saturating_sub(done);
            out = start + repair.replacement.len();
            done = repair.span.end();
            Piece {
                start,
                end: out,
                source: repair.span,
            }
        };
        let pieces = repairs.iter().map(piece).collect();
        Self { offset, pieces }
    }

    pub(super) fn to_source(&self, span: Span) -> Span {
        let start = self.place(span.start(), |source| source.start());
        if span.is_empty() {
            return Span::new(start, start);
        }
        Span::new(start, self.place(span.end(), |source| source.end()))
    }

    /// Where `at` stood; `inside` says what stands for a place inside of what was put there.
    fn place(&self, at: usize, inside: impl Fn(Span) -> usize) -> usize {
        let before = self.pieces.partition_point(|piece| piece.start <= at);
        let Some(piece) = before.checked_sub(1).and_then(|last| self.pieces.get(last)) else {
            return self.offset + at;
        };
        if at < piece.end {
            return inside(piece.source);
        }
        piece.source.end() + (at - piece.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::{RepairKind, apply_repairs};

    #[test]
    fn places_are_told_in_the_source() {
        let source = "xx a:\n\tb: @c d";
        let repair = |start, end, text: &'static str| Repair {
            kind: RepairKind::Indentation,
            span: Span::new(start, end),
            replacement: text.into(),
        };
        let repairs = [repair(6, 7, "  "), repair(10, 12, "'@c'")];
        let places = Places::new(3, &repairs);
        let text = apply_repairs(source, Span::new(3, source.len()), &repairs);
        assert_eq!(text, "a:\n  b: '@c' d");
        let told = |word: &str| {
            let at = text.find(word).unwrap();
            places.to_source(Span::new(at, at + word.len())).of(source)
        };
        assert_eq!(
            [told("a"), told("b"), told("'@c'"), told("d")],
            ["a", "b", "@c", "d"]
        );
    }
}

//! The stack of open containers: what opened each, what would close it, and what the reader knows about it.

use super::builder::Shape;
use crate::span::Span;

/// How a container was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opener {
    /// `{`
    Brace,
    /// `[`
    Bracket,
    /// `(`, alone or behind the name of a constructor.
    Paren,
    /// Nothing: the opening bracket is missing.
    Implied,
}

/// Offsets fit, since a longer text is refused.
fn narrow(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

/// An open container.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub(crate) shape: Shape,
    pub(crate) opener: Opener,
    start: u32,
    /// Members or items so far.
    pub(crate) len: u32,
    /// Items since the last one that was an array, and where the first of them starts; of use only where an
    /// array came before.
    pub(crate) run: u32,
    run_start: u32,
    pub(crate) has_arrays: bool,
    pub(crate) has_bare_keys: bool,
    pub(crate) had_comma: bool,
    /// The edit that replaced a round opening bracket.
    pub(crate) edit: u32,
    /// The first key as it stands in the text.
    pub(crate) first_key: Span,
}

impl Frame {
    pub(crate) fn new(shape: Shape, opener: Opener, start: usize) -> Self {
        let start = narrow(start);
        Self {
            shape,
            opener,
            start,
            len: 0,
            run: 0,
            run_start: start,
            has_arrays: false,
            has_bare_keys: false,
            had_comma: false,
            edit: u32::MAX,
            first_key: Span::default(),
        }
    }

    pub(crate) fn start(&self) -> usize {
        self.start as usize
    }

    pub(crate) fn run_start(&self) -> usize {
        self.run_start as usize
    }

    /// Notes a value that starts at `start`.
    #[inline]
    pub(crate) fn count_value(&mut self, start: usize, is_array: bool) {
        self.len += 1;
        if is_array {
            self.has_arrays = true;
            self.run = 0;
            return;
        }
        if self.run == 0 {
            self.run_start = narrow(start);
        }
        self.run += 1;
    }

    /// The bracket that closes this container in JSON.
    pub(crate) fn json_closer(&self) -> &'static str {
        match self.shape {
            Shape::Object => "}",
            Shape::Array => "]",
        }
    }

    /// Whether closing this container edits its closer in any case, since its opener was no bracket of JSON's.
    pub(crate) fn closer_is_edited(&self) -> bool {
        self.opener == Opener::Paren || self.opener == Opener::Brace && self.shape == Shape::Array
    }

    /// Whether `byte` is the closer that this container waits for.
    pub(crate) fn is_closed_by(&self, byte: u8) -> bool {
        match self.opener {
            Opener::Brace => byte == b'}',
            Opener::Bracket => byte == b']',
            Opener::Paren => byte == b')',
            Opener::Implied => byte == b'}' && self.shape == Shape::Object,
        }
    }
}

/// The open containers, outermost first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stack {
    frames: Vec<Frame>,
    parens: usize,
    arrays: usize,
}

impl Stack {
    pub(crate) fn push(&mut self, frame: Frame) {
        self.parens += usize::from(frame.opener == Opener::Paren);
        self.arrays += usize::from(frame.shape == Shape::Array);
        self.frames.push(frame);
    }

    pub(crate) fn pop(&mut self) -> Option<Frame> {
        let frame = self.frames.pop()?;
        self.parens -= usize::from(frame.opener == Opener::Paren);
        self.arrays -= usize::from(frame.shape == Shape::Array);
        Some(frame)
    }

    pub(crate) fn clear(&mut self) {
        self.frames.clear();
        self.parens = 0;
        self.arrays = 0;
    }

    /// The object on top, which has no member yet, is a list after all.
    pub(crate) fn turn_into_array(&mut self) {
        if let Some(frame) = self.frames.last_mut() {
            frame.shape = Shape::Array;
            self.arrays += 1;
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.frames.len()
    }

    pub(crate) fn top(&self) -> Option<&Frame> {
        self.frames.last()
    }

    pub(crate) fn top_mut(&mut self) -> Option<&mut Frame> {
        self.frames.last_mut()
    }

    /// The innermost container when `depth` are open.
    pub(crate) fn frame(&self, depth: usize) -> Option<&Frame> {
        self.frames.get(depth.checked_sub(1)?)
    }

    pub(crate) fn has_paren(&self) -> bool {
        self.parens > 0
    }

    /// Whether a list is open around the container on top.
    pub(crate) fn has_array_below_top(&self) -> bool {
        let top = self.top().is_some_and(|frame| frame.shape == Shape::Array);
        self.arrays > usize::from(top)
    }

    pub(crate) fn has_array(&self) -> bool {
        self.arrays > 0
    }

    /// Whether the innermost of `depth` containers had keys without quotes.
    pub(crate) fn has_bare_keys(&self, depth: usize) -> bool {
        self.frame(depth).is_some_and(|frame| frame.has_bare_keys)
    }

    /// How many containers are open behind the closer `byte`, when `depth` were before it.
    pub(crate) fn depth_after(&self, depth: usize, byte: u8) -> usize {
        let near = self
            .frames
            .get(..depth)
            .unwrap_or_default()
            .iter()
            .enumerate()
            .rev()
            .take(4);
        near.into_iter()
            .find(|(_, frame)| frame.is_closed_by(byte))
            .map_or(depth.saturating_sub(1), |(index, _)| index)
    }

    /// The depth of the innermost container that `byte` closes, counted from 1.
    pub(crate) fn find_closed_by(&self, byte: u8) -> Option<usize> {
        match byte {
            b')' if self.parens == 0 => return None,
            b']' if self.arrays == 0 => return None,
            _ => {}
        }
        self.frames
            .iter()
            .rposition(|frame| frame.is_closed_by(byte))
            .map(|index| index + 1)
    }
}

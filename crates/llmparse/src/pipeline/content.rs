//! What a reply says besides its reasoning: `<think>4? 5.</think>Score: 5` is read as `Score: 5`, and every place in
//! it is told as a place in the reply.

use std::borrow::Cow;

use super::other_format::is_strict;
use super::parts::walk;
use super::{check_size, reasoning_spans};
use crate::error::ParseError;
use crate::options::{Options, ParseMode};
use crate::preprocess::candidates::{Aside, Finder};
use crate::span::Span;
use crate::trace::{Trace, Traced, Warning};
use crate::value::Value;

/// Whether reasoning blocks are set aside before reading.
#[derive(Clone, Copy)]
pub(super) enum Reasoning<'k> {
    SetAside,
    /// Of what would be set aside in a reply, that which is content is taken out first.
    SetAsideBut(&'k dyn Fn(&str, &mut Vec<Aside>)),
}

/// A reply, and what becomes of its reasoning: set aside, if nothing else is said.
pub(super) struct Source<'r> {
    pub(super) response: &'r str,
    pub(super) reasoning: Reasoning<'r>,
}

impl<'r> From<&'r str> for Source<'r> {
    fn from(response: &'r str) -> Self {
        Self {
            response,
            reasoning: Reasoning::SetAside,
        }
    }
}

/// The text without what was set aside.
struct Content<'t> {
    text: Cow<'t, str>,
    gaps: Vec<Gap>,
    reasoning: Vec<Span>,
    /// Turns of others behind the reply.
    turns: Vec<Warning>,
}

/// A place of the content where something was set aside.
struct Gap {
    /// Its offset in the content.
    at: usize,
    /// How many bytes of the reply are left out up to here.
    left_out: usize,
}

impl<'t> Content<'t> {
    fn open(
        response: &'t str,
        options: &Options,
        reasoning: Reasoning<'_>,
    ) -> Result<Self, ParseError> {
        check_size(response, options)?;
        Ok(Self::of(response, reasoning))
    }

    fn read<T>(&self, read: impl FnOnce(&str, &mut Trace) -> Result<T, ParseError>) -> Traced<T> {
        let mut trace = Trace::default();
        let result = if is_blank(&self.text) {
            Err(ParseError::EmptyResponse)
        } else {
            read(&self.text, &mut trace)
        };
        self.restore(&mut trace);
        trace.reasoning.clone_from(&self.reasoning);
        trace.warnings.extend(self.turns.iter().cloned());
        Traced {
            result: result.map_err(|error| error.map_span(|span| self.to_reply(span))),
            trace,
        }
    }

    fn whole(text: &'t str) -> Self {
        Self {
            text: Cow::Borrowed(text),
            gaps: Vec::new(),
            reasoning: Vec::new(),
            turns: Vec::new(),
        }
    }

    fn of(text: &'t str, reasoning: Reasoning<'_>) -> Self {
        if !Finder::new(text).has_marks() {
            return Self::whole(text);
        }
        let mut finder = walk(text);
        match reasoning {
            Reasoning::SetAside => finder.unwrap_answer(),
            Reasoning::SetAsideBut(keep) => keep(text, &mut finder.set_aside),
        }
        Self {
            text: Cow::Owned(super::content_of(text, &finder.set_aside)),
            gaps: find_gaps(&finder.set_aside),
            reasoning: reasoning_spans(&finder.set_aside),
            turns: super::turn_warnings(&finder.set_aside),
        }
    }

    /// Where `span` of the content stands in the reply.
    fn to_reply(&self, span: Span) -> Span {
        let start = span.start() + self.left_out(|gap| gap.at <= span.start());
        if span.is_empty() {
            return Span::new(start, start);
        }
        Span::new(start, span.end() + self.left_out(|gap| gap.at < span.end()))
    }

    /// How many bytes the gaps at the front that are `before` leave out.
    fn left_out(&self, before: impl Fn(&Gap) -> bool) -> usize {
        let count = self.gaps.partition_point(before);
        let last = count.checked_sub(1).and_then(|last| self.gaps.get(last));
        last.map_or(0, |gap| gap.left_out)
    }

    fn restore(&self, trace: &mut Trace) {
        if self.gaps.is_empty() {
            return;
        }
        trace.extracted = trace.extracted.map(|span| self.to_reply(span));
        for repair in &mut trace.repairs {
            repair.span = self.to_reply(repair.span);
        }
        for warning in &mut trace.warnings {
            warning.span = self.to_reply(warning.span);
        }
    }
}

/// Reads the content of `response` with `read`, whose places count the bytes of the content; blank content is an
/// error already.
pub(super) fn read_content<T>(
    response: &str,
    options: &Options,
    reasoning: Reasoning<'_>,
    read: impl FnOnce(&str, &mut Trace) -> Result<T, ParseError>,
) -> Traced<T> {
    match Content::open(response, options, reasoning) {
        Ok(content) => content.read(read),
        Err(error) => failed(error),
    }
}

fn failed<T>(error: ParseError) -> Traced<T> {
    Traced {
        result: Err(error),
        trace: Trace::default(),
    }
}

/// As [`read_content`], where what is read has places itself, which `place` changes.
pub(super) fn read_placed<'r, T>(
    reply: impl Into<Source<'r>>,
    options: &Options,
    read: impl FnOnce(&str, &mut Trace) -> Result<T, ParseError>,
    place: impl FnOnce(&mut T, &dyn Fn(Span) -> Span),
) -> Traced<T> {
    let Source {
        response,
        reasoning,
    } = reply.into();
    let content = match Content::open(response, options, reasoning) {
        Ok(content) => content,
        Err(error) => return failed(error),
    };
    let mut read = content.read(read);
    if let Some(value) = read
        .result
        .as_mut()
        .ok()
        .filter(|_| !content.gaps.is_empty())
    {
        place(value, &|span| content.to_reply(span));
    }
    read
}

/// [`read_placed`] for a value; strict mode takes none that was repaired, or stands in a reply of another format.
pub(super) fn read_in_mode<'r>(
    reply: impl Into<Source<'r>>,
    options: &Options,
    format: &'static str,
    read: impl FnOnce(&str, &mut Trace) -> Result<Value, ParseError>,
) -> Traced<Value> {
    let read = |text: &str, trace: &mut Trace| {
        let value = read(text, trace)?;
        if options.mode == ParseMode::Strict && !is_strict(trace) {
            return Err(ParseError::unparseable(format, text));
        }
        Ok(value)
    };
    read_placed(reply, options, read, Value::move_spans)
}

fn find_gaps(set_aside: &[Aside]) -> Vec<Gap> {
    let mut left_out = 0;
    let gaps = set_aside.iter().map(|aside| {
        let at = aside.span.start() - left_out;
        left_out += aside.span.len();
        Gap { at, left_out }
    });
    gaps.collect()
}

fn is_blank(text: &str) -> bool {
    text.chars()
        .all(|letter| letter.is_whitespace() || letter == '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::WarningKind;

    fn read_word(text: &str, word: &str) -> Traced<()> {
        let read = |content: &str, trace: &mut Trace| {
            let at = content.find(word).ok_or(ParseError::NoNumber)?;
            let span = Span::new(at, at + word.len());
            trace.extracted = Some(span);
            trace.warnings.push(Warning {
                kind: WarningKind::OtherCandidate,
                span,
            });
            let readings = vec![content.to_owned()];
            Err(ParseError::Ambiguous { readings, span })
        };
        read_content(text, &Options::default(), Reasoning::SetAside, read)
    }

    #[test]
    fn places_are_told_in_the_reply() {
        let text = "<think>a</think>One <think>b</think>two, three.";
        for word in ["One", "two", "three"] {
            let read = read_word(text, word);
            let span = read.trace.extracted.unwrap();
            assert_eq!(span.of(text), word);
            assert_eq!(read.trace.warnings[0].span, span);
            assert_eq!(read.result.unwrap_err().span(), Some(span));
            assert_eq!(read.trace.reasoning.len(), 2);
        }
    }

    #[test]
    fn a_place_over_a_gap_covers_it() {
        let text = "One <think>b</think>two";
        let span = read_word(text, "One two").trace.extracted.unwrap();
        assert_eq!(span.range(), 0..text.len());
        assert_eq!(
            read_word(text, "One ").trace.extracted.unwrap().of(text),
            "One "
        );
    }

    #[test]
    fn nothing_but_reasoning_is_an_empty_reply() {
        for text in ["", " \u{feff}\n", "<think>hm</think>\n"] {
            let error = read_word(text, "x").result.unwrap_err();
            assert_eq!(error, ParseError::EmptyResponse, "{text:?}");
        }
    }
}

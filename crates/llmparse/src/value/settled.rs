//! What a value says for sure while more of its text may come: of `{"a": 1, "b": "wor`, what `{"a": 1, "b": "wor"}` says,
//! and of `{"a": 1, "b": 2` no more than `{"a": 1}`.

use super::{Data, Value};
use crate::options::Ending;
use crate::scan::Input;
use crate::scan::quotes::is_quote;
use crate::span::Span;

impl Value {
    /// Whether more of it may come, in a text with this ending.
    pub(crate) fn is_open(&self, ending: Ending) -> bool {
        ending == Ending::Open && !self.complete
    }

    /// Whether it is given as it stands: it is closed, or only grows. A number such as `1` is not, which may become `1.5`.
    pub(crate) fn is_shown(&self) -> bool {
        self.complete || !matches!(self.data, Data::Null | Data::Bool(_) | Data::Number(_))
    }

    /// The value with its last part, which the end of the text may have cut off, told apart: a word of JSON is closed if no
    /// letter makes another of it, and a text without quotes is nothing yet, for it may become a number or a word.
    pub(crate) fn settled(mut self, text: &str) -> Self {
        if let Some(last) = self.last_open() {
            let source = last.span.of(text);
            match last.data {
                Data::Null | Data::Bool(_) => {
                    last.complete = matches!(source, "true" | "false" | "null");
                }
                Data::String(_) if !is_quote(Input::whole(source), 0) => last.data = Data::Null,
                _ => {}
            }
        }
        self
    }

    /// Takes out the part that is not shown, and gives where it stands. Only the part read last can be such a one.
    pub(crate) fn withhold(&mut self) -> Option<Span> {
        let mut container = self;
        loop {
            let part = container.open_part()?;
            if !part.is_shown() {
                let span = part.span;
                container.remove(|part| !part.is_shown());
                return Some(span);
            }
            container = container.open_part()?;
        }
    }

    /// The innermost part that is not closed.
    fn last_open(&mut self) -> Option<&mut Self> {
        if self.complete {
            return None;
        }
        let mut last = self;
        while last.open_part().is_some() {
            last = last.open_part()?;
        }
        Some(last)
    }

    fn open_part(&mut self) -> Option<&mut Self> {
        match &mut self.data {
            Data::Array(items) => items.iter_mut().rfind(|item| !item.complete),
            Data::Object(object) => {
                let parts = object.members.iter_mut().map(|(_, member)| member);
                parts.rev().find(|member| !member.complete)
            }
            _ => None,
        }
    }

    fn remove(&mut self, is_meant: impl Fn(&Self) -> bool) {
        match &mut self.data {
            Data::Array(items) => items.retain(|item| !is_meant(item)),
            Data::Object(object) => object.members.retain(|(_, member)| !is_meant(member)),
            _ => {}
        }
    }
}

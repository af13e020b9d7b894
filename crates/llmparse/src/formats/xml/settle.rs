//! Openers whose closer went to another: `<code>// see <code>\n</code>` is one element, and so is `<a>1<a/>`.

use super::elements::{Close, Element, Elements};
use super::places::Place;
use super::sentences::starts_element;
use crate::span::Span;
use crate::trace::RepairKind;

/// How far an opener may stand behind the same one, in bytes.
const NEAR: usize = 256;

/// Gives closers to the openers that they were written for, and takes out what only took them away.
pub(super) fn settle(elements: &mut Elements<'_>) {
    let mut settler = Settler {
        text: elements.text,
        open: vec![None; elements.names.asked().len()],
        kept: Vec::with_capacity(elements.found.len()),
    };
    for element in std::mem::take(&mut elements.found) {
        settler.take(element);
    }
    elements.found = settler.kept.into_iter().flatten().collect();
}

struct Settler<'t> {
    text: &'t str,
    /// The last element of each name that starts an answer and was not closed, by its index in `kept`.
    open: Vec<Option<usize>>,
    kept: Vec<Option<Element>>,
}

impl Settler<'_> {
    fn take(&mut self, element: Element) {
        let settled = self.settle(&element);
        let is_open = matches!(element.close, Close::Missing(_));
        let starts = element.place == Place::Bare
            && !element.is_odd_opener
            && starts_element(self.text, element.open.start());
        if let Some(slot) = self.open.get_mut(element.asked) {
            if settled {
                *slot = None;
            } else if is_open && starts {
                *slot = Some(self.kept.len());
            }
        }
        if !settled {
            self.kept.push(Some(element));
        }
    }

    /// Whether `element` was no element of its own, but the closer of the one that is open, or held it.
    fn settle(&mut self, element: &Element) -> bool {
        let index = self.open.get(element.asked).copied().flatten();
        let Some(slot) = index.and_then(|index| self.kept.get_mut(index)) else {
            return false;
        };
        let Some(open) = slot.as_mut() else {
            return false;
        };
        let between = Span::new(open.open.end(), element.open.start());
        if !matches!(open.close, Close::Missing(limit) if limit > element.open.start()) {
            return false;
        }
        if between.len() <= NEAR && between.of(self.text).trim_start().is_empty() {
            // `<answer>\n<answer>Paris`: the opener stands there twice.
            *slot = None;
            return false;
        }
        let is_mention = !starts_element(self.text, element.open.start());
        match element.close {
            Close::Itself => {
                open.close = Close::Tag(element.open);
                open.odd_closer = Some(RepairKind::WrongCloser);
            }
            Close::Tag(tag) if is_mention => {
                open.close = Close::Tag(tag);
                open.odd_closer = element.odd_closer;
            }
            _ => return false,
        }
        true
    }
}

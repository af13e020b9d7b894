//! How deep the items of a list stand: `1. a` over `- b` flush left holds it.

use std::collections::HashMap;

use super::blocks::Item;
use super::marker::{Mark, Ordinal, Style};

/// How many levels may stand equally far to the left.
const FLAT_LEVELS: usize = 16;

/// A level of a list that is nested.
struct Level<'t> {
    indent: usize,
    /// The style and value of its last number.
    ordinal: Option<Ordinal<'t>>,
    /// Whether items below it stand as far to the left as its own.
    nests_flat: bool,
}

/// Whether every item has the indent and kind of mark of the first.
fn is_flat(items: &[Item<'_>]) -> bool {
    let style = |item: &Item<'_>| match item.marker.mark {
        Mark::Ordinal(ordinal) => Some((ordinal.style.script, ordinal.style.before.len())),
        Mark::Bullet(_) => None,
    };
    let first = items.first().map(|item| (item.line.indent, style(item)));
    items
        .iter()
        .all(|item| Some((item.line.indent, style(item))) == first)
}

/// How deep each item stands, by its indent and its kind of mark.
pub(super) fn set_depths(items: &mut [Item<'_>]) {
    if is_flat(items) {
        return;
    }
    let mut last_of_style: HashMap<Style<'_>, usize> = HashMap::new();
    for (index, item) in items.iter().enumerate() {
        if let Mark::Ordinal(ordinal) = item.marker.mark {
            last_of_style.insert(ordinal.style, index);
        }
    }
    let mut levels: Vec<Level<'_>> = Vec::new();
    for (index, item) in items.iter_mut().enumerate() {
        let ordinal = match item.marker.mark {
            Mark::Ordinal(ordinal) => Some(ordinal),
            Mark::Bullet(_) => None,
        };
        find_level(&mut levels, item.line.indent, ordinal, |style| {
            last_of_style.get(&style).is_some_and(|last| *last > index)
        });
        item.depth = levels.len().saturating_sub(1);
    }
}

fn find_level<'t>(
    levels: &mut Vec<Level<'t>>,
    indent: usize,
    ordinal: Option<Ordinal<'t>>,
    goes_on: impl Fn(Style<'t>) -> bool,
) {
    let is_next = |level: &Level<'t>| {
        ordinal
            .zip(level.ordinal)
            .is_some_and(|(this, last)| this.follows(&last))
    };
    let goes_on_mixed = |level: &Level<'t>| {
        ordinal
            .zip(level.ordinal)
            .is_some_and(|(this, last)| this.continues(&last))
    };
    let is_here = |level: &Level<'t>| indent.abs_diff(level.indent) <= 1;
    while levels.len() > 1 && levels.last().is_some_and(|level| level.indent > indent + 1) {
        levels.pop();
    }
    // `1.` flush left under the bullets of the item before: back to the numbers.
    let back = levels.iter().rposition(|level| {
        is_here(level)
            && level
                .ordinal
                .is_some_and(|last| ordinal.is_some_and(|this| this.style == last.style))
    });
    if let Some(back) = back {
        levels.truncate(back + 1);
    }
    let is_shallow = levels.len() < FLAT_LEVELS;
    match levels.last_mut() {
        Some(level) if is_next(level) && level.indent <= indent => level.ordinal = ordinal,
        Some(level) if is_here(level) && goes_on_mixed(level) => level.ordinal = ordinal,
        Some(level) if indent > level.indent + 1 => levels.push(Level {
            indent,
            ordinal,
            nests_flat: false,
        }),
        Some(level) => {
            let is_other = level
                .ordinal
                .is_some_and(|last| ordinal.is_none_or(|this| this.style != last.style));
            if is_other
                && is_shallow
                && level
                    .ordinal
                    .is_some_and(|last| level.nests_flat || goes_on(last.style))
            {
                level.nests_flat = true;
                levels.push(Level {
                    indent,
                    ordinal,
                    nests_flat: false,
                });
            } else {
                level.ordinal = ordinal;
                level.indent = level.indent.min(indent);
            }
        }
        None => levels.push(Level {
            indent,
            ordinal,
            nests_flat: false,
        }),
    }
}

//! Which marks are likely to be marks, seen over all lines: `A. Smith` alone is a name.

use std::collections::{HashMap, HashSet};

use super::marker::{Mark, Marker, Ordinal, Style};
use super::numeral::Script;

/// Which marks are likely to be marks, seen over all lines.
#[derive(Default)]
pub(super) struct Evidence<'t> {
    styles: HashMap<Style<'t>, Count<'t>>,
    /// The style of the last number, and how its numbers follow each other.
    current: Option<(Style<'t>, Count<'t>)>,
    weak_bullets: HashMap<char, usize>,
    bullets: HashSet<char>,
    last_bullet: Option<char>,
}

impl<'t> Evidence<'t> {
    pub(super) fn take(&mut self, marker: &Marker<'t>) {
        match marker.mark {
            Mark::Bullet(bullet) if marker.is_weak => {
                *self.weak_bullets.entry(bullet).or_default() += 1;
            }
            Mark::Bullet(bullet) if self.last_bullet == Some(bullet) => {}
            Mark::Bullet(bullet) => {
                self.last_bullet = Some(bullet);
                self.bullets.insert(bullet);
            }
            Mark::Ordinal(ordinal) => self.take_ordinal(ordinal, marker.is_weak),
        }
    }

    fn take_ordinal(&mut self, ordinal: Ordinal<'t>, is_weak: bool) {
        if let Some(count) = self.current_of(ordinal.style) {
            return count.take(ordinal, is_weak);
        }
        self.put_back();
        let count = match self.styles.remove(&ordinal.style) {
            Some(mut count) => {
                count.take(ordinal, is_weak);
                count
            }
            None => Count {
                last: ordinal,
                good: 0,
                bad: 0,
                is_plain: !is_weak && ordinal.value <= 1,
            },
        };
        self.current = Some((ordinal.style, count));
    }

    fn current_of(&mut self, style: Style<'t>) -> Option<&mut Count<'t>> {
        let current = self
            .current
            .as_mut()
            .filter(|(current, _)| *current == style);
        current.map(|(_, count)| count)
    }

    pub(super) fn put_back(&mut self) {
        self.styles.extend(self.current.take());
    }

    /// Whether there is but one style of numbers, and nothing doubtful.
    pub(super) fn is_all_good(&self) -> bool {
        let is_good = self
            .current
            .as_ref()
            .is_none_or(|(_, count)| count.is_good());
        let is_gap = self
            .current
            .as_ref()
            .is_some_and(|(style, _)| style.closer == ' ' && style.script == Script::Section);
        is_good && !is_gap && self.styles.is_empty() && self.weak_bullets.is_empty()
    }

    pub(super) fn supports(&self, marker: &Marker<'t>) -> bool {
        match marker.mark {
            Mark::Bullet(bullet) if marker.is_weak => {
                self.bullets.contains(&bullet)
                    || self
                        .weak_bullets
                        .get(&bullet)
                        .is_some_and(|count| *count > 1)
            }
            Mark::Bullet(_) => true,
            Mark::Ordinal(Ordinal { style, .. }) => {
                let is_gap = style.script == Script::Section && style.closer == ' ';
                self.styles.get(&style).is_some_and(Count::is_good)
                    && (!is_gap || self.has_numbers())
            }
        }
    }
}

impl Evidence<'_> {
    /// Whether plain numbers stand above sections: `1.` above `1.1`.
    fn has_numbers(&self) -> bool {
        let mut styles = self.styles.iter();
        styles.any(|(style, count)| style.script == Script::Digits && count.is_good())
    }
}

/// How the numbers of a style follow each other.
struct Count<'t> {
    last: Ordinal<'t>,
    /// How often one counts up, or starts again.
    good: usize,
    bad: usize,
    /// Whether the look of one alone is enough.
    is_plain: bool,
}

impl<'t> Count<'t> {
    fn take(&mut self, ordinal: Ordinal<'t>, is_weak: bool) {
        let last = std::mem::replace(&mut self.last, ordinal);
        let is_near = last.follows(&ordinal) || last.value == ordinal.value || ordinal.value <= 1;
        if ordinal.follows(&last) {
            self.good += 1;
        } else if !is_near {
            self.bad += 1;
        }
        self.is_plain |= !is_weak && (is_near || ordinal.follows(&last));
    }

    fn is_good(&self) -> bool {
        self.is_plain || self.good > 0 && self.bad * 2 <= self.good
    }
}

//! How well a value fits, so that readings can be compared: what does not fit counts first, then the liberties by risk.

use crate::trace::{CoercionRule, Risk};

/// What is wrong with a reading; less is better, the first difference deciding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Cost {
    /// Places where it does not fit.
    pub(crate) misfits: u32,
    /// Coercions of a high risk.
    pub(crate) high: u32,
    /// What is not there yet, in a text whose end is open.
    pub(crate) pending: u32,
    /// Texts that are shown as far as they go.
    pub(crate) growing: u32,
    /// Keys that were left out.
    pub(crate) dropped: u32,
    /// Other coercions, each with its weight.
    pub(crate) low: u32,
    /// Keys that the schema says nothing of.
    pub(crate) unknown: u32,
}

impl Cost {
    pub(super) const NONE: Self = Self {
        misfits: 0,
        high: 0,
        pending: 0,
        growing: 0,
        dropped: 0,
        low: 0,
        unknown: 0,
    };

    pub(super) const MISFIT: Self = Self {
        misfits: 1,
        ..Self::NONE
    };

    pub(super) const PENDING: Self = Self {
        pending: 1,
        ..Self::NONE
    };

    pub(super) const GROWING: Self = Self {
        growing: 1,
        ..Self::NONE
    };

    pub(super) fn of(rule: CoercionRule) -> Self {
        let mut cost = Self::default();
        match rule.risk() {
            Risk::High => cost.high = 1,
            Risk::None | Risk::Low if rule == CoercionRule::ExtraKey => cost.dropped = 1,
            Risk::None | Risk::Low => cost.low = weight(rule),
        }
        cost
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self {
            misfits: self.misfits.saturating_add(other.misfits),
            high: self.high.saturating_add(other.high),
            pending: self.pending.saturating_add(other.pending),
            growing: self.growing.saturating_add(other.growing),
            dropped: self.dropped.saturating_add(other.dropped),
            low: self.low.saturating_add(other.low),
            unknown: self.unknown.saturating_add(other.unknown),
        }
    }

    pub(crate) fn fits(self) -> bool {
        self.misfits == 0
    }
}

/// The same value in another spelling is nearer than another word for it, and that nearer than another structure.
fn weight(rule: CoercionRule) -> u32 {
    match rule {
        CoercionRule::BooleanWord | CoercionRule::NullWord => 2,
        CoercionRule::SingleItem
        | CoercionRule::SingleField
        | CoercionRule::ListOfOne
        | CoercionRule::Wrapper
        | CoercionRule::SchemaEcho => 3,
        _ => 1,
    }
}

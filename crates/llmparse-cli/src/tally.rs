//! What is counted over many replies: how they came out, and which repairs, failures and warnings there were.

use std::collections::BTreeMap;

use llmparse::{CoercionRule, RepairKind, Risk, WarningKind};

use crate::reading::Reading;

/// Counts over some replies.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) as_they_stood: u64,
    pub(crate) repaired: u64,
    /// Those that were not repaired, and made to fit a schema.
    pub(crate) coerced: u64,
    /// Those that have a repair or a coercion of high risk.
    pub(crate) risky: u64,
    pub(crate) failed: u64,
    pub(crate) repairs: BTreeMap<RepairKind, u64>,
    pub(crate) coercions: BTreeMap<CoercionRule, u64>,
    pub(crate) failures: BTreeMap<&'static str, u64>,
    pub(crate) warnings: BTreeMap<WarningKind, u64>,
}

impl Tally {
    /// Counts one reply.
    pub(crate) fn count(&mut self, reading: &Reading<'_>) {
        if let Err(failure) = &reading.result {
            self.failed += 1;
            *self.failures.entry(failure.kind).or_default() += 1;
            return;
        }
        let repairs = &reading.trace.repairs;
        let coercions = &reading.trace.coercions;
        match (repairs.is_empty(), coercions.is_empty()) {
            (true, true) => self.as_they_stood += 1,
            (true, false) => self.coerced += 1,
            (false, _) => self.repaired += 1,
        }
        let risks = repairs.iter().map(|repair| repair.kind.risk());
        let mut risks = risks.chain(coercions.iter().map(|coercion| coercion.risk));
        self.risky += u64::from(risks.any(|risk| risk == Risk::High));
        for coercion in coercions {
            *self.coercions.entry(coercion.rule).or_default() += 1;
        }
        for repair in repairs {
            *self.repairs.entry(repair.kind).or_default() += 1;
        }
        for warning in &reading.trace.warnings {
            *self.warnings.entry(warning.kind).or_default() += 1;
        }
    }

    /// Adds the counts of `other`.
    pub(crate) fn add(&mut self, other: Self) {
        self.as_they_stood += other.as_they_stood;
        self.repaired += other.repaired;
        self.coerced += other.coerced;
        self.risky += other.risky;
        self.failed += other.failed;
        add_counts(&mut self.repairs, other.repairs);
        add_counts(&mut self.coercions, other.coercions);
        add_counts(&mut self.failures, other.failures);
        add_counts(&mut self.warnings, other.warnings);
    }

    /// How many replies were counted.
    pub(crate) fn replies(&self) -> u64 {
        self.as_they_stood + self.repaired + self.coerced + self.failed
    }
}

fn add_counts<K: Ord>(sum: &mut BTreeMap<K, u64>, counts: BTreeMap<K, u64>) {
    for (kind, count) in counts {
        *sum.entry(kind).or_default() += count;
    }
}

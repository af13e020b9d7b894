//! How long to wait before another attempt: 250 ms, 500 ms, 1 s, ...

use std::time::Duration;

/// However often it failed, a try is at most this far away.
const LONGEST: Duration = Duration::from_secs(30);

/// Waits that double.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Backoff {
    pub(crate) first: Duration,
}

impl Backoff {
    /// The wait after `failures` failed attempts.
    pub(crate) fn after(self, failures: u32) -> Duration {
        let factor = 1_u32
            .checked_shl(failures.saturating_sub(1))
            .unwrap_or(u32::MAX);
        self.first.saturating_mul(factor).min(LONGEST)
    }
}

impl Default for Backoff {
    fn default() -> Self {
        Self {
            first: Duration::from_millis(250),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Backoff;

    #[test]
    fn waits_double_and_are_bounded() {
        let waits = [1, 2, 3, 4, 7, 8, 40, u32::MAX]
            .map(|failures| Backoff::default().after(failures).as_millis());
        assert_eq!(
            waits,
            [250, 500, 1_000, 2_000, 16_000, 30_000, 30_000, 30_000]
        );
    }
}

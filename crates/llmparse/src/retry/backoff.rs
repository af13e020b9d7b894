//! How long to wait before a model is asked again: 0.5 s, 1 s, 1.5 s, up to a bound.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// A source of numbers from 0 to 1.
pub(super) type Jitter = dyn Fn() -> f64 + Send + Sync;

/// The waits between attempts.
#[derive(Clone)]
pub(super) struct Backoff {
    pub(super) step: Duration,
    pub(super) bound: Option<Duration>,
    pub(super) jitter: Option<Arc<Jitter>>,
}

/// What no wait goes beyond unless the caller says so, or a single step does.
const BOUND: Duration = Duration::from_secs(5);

impl Default for Backoff {
    fn default() -> Self {
        Self {
            step: Duration::from_millis(500),
            bound: None,
            jitter: None,
        }
    }
}

impl Backoff {
    /// The wait when `attempts` were made: the step as often, up to the bound, then the jitter.
    pub(super) fn delay(&self, attempts: u32) -> Duration {
        let bound = self.bound.unwrap_or(BOUND.max(self.step));
        let delay = self.step.saturating_mul(attempts).min(bound);
        match &self.jitter {
            Some(jitter) => delay.mul_f64(part(jitter())),
            None => delay,
        }
    }
}

/// A number from 0 to 1; one that is none is 1.
fn part(number: f64) -> f64 {
    if number.is_nan() {
        1.0
    } else {
        number.clamp(0.0, 1.0)
    }
}

impl fmt::Debug for Backoff {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = formatter.debug_struct("Backoff");
        out.field("step", &self.step).field("bound", &self.bound);
        out.field("jitter", &self.jitter.is_some()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_by_a_step_up_to_the_bound() {
        let backoff = Backoff {
            step: Duration::from_secs(2),
            ..Backoff::default()
        };
        let waits = [0, 1, 2, 3, u32::MAX].map(|attempts| backoff.delay(attempts).as_secs());
        assert_eq!(waits, [0, 2, 4, 5, 5]);
    }

    #[test]
    fn a_step_beyond_the_usual_bound_is_the_bound() {
        let backoff = Backoff {
            step: Duration::from_secs(30),
            ..Backoff::default()
        };
        assert_eq!(backoff.delay(3), Duration::from_secs(30));
    }

    #[test]
    fn jitter_only_shortens() {
        for (number, millis) in [(0.5, 250), (-1.0, 0), (7.0, 500), (f64::NAN, 500)] {
            let backoff = Backoff {
                jitter: Some(Arc::new(move || number)),
                ..Backoff::default()
            };
            assert_eq!(backoff.delay(1), Duration::from_millis(millis), "{number}");
        }
    }
}

//! What holds for every reply, tried on generated ones: `cargo test --test properties`, with another seed
//! `PROPTEST_RNG_SEED=7`, for longer `PROPTEST_CASES=10000`.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

#[path = "../support/agreement.rs"]
mod agreement;
mod arbitrary;
mod blanks;
mod choices;
mod damages;
mod depth;
mod detect;
mod engine;
mod list;
mod nodes;
mod number;
mod pieces;
mod records;
mod regressions;
mod schema;
mod shapes;
mod so_far;
#[path = "../support/strict.rs"]
mod strict;
mod tabular;
mod text;
mod typed;
mod valid;
mod values;
mod wrapped;
mod wrappings;
mod xml;
#[cfg(feature = "yaml")]
mod yaml;

use proptest::test_runner::{Config, RngSeed, TestCaseError};

use agreement::Check;

/// The same replies in every run, unless another seed is asked for.
pub(crate) fn config() -> Config {
    let asked = Config::default();
    let rng_seed = match asked.rng_seed {
        RngSeed::Random => RngSeed::Fixed(1),
        seed => seed,
    };
    Config {
        rng_seed,
        failure_persistence: None,
        max_shrink_iters: 20_000,
        ..asked
    }
}

/// What proptest wants to hear of a check.
pub(crate) fn told(check: Check) -> Result<(), TestCaseError> {
    check.map_err(TestCaseError::fail)
}

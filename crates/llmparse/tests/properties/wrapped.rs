//! Valid JSON comes through every wrapping as it stands, without a repair.

use llmparse::Options;
use proptest::prelude::*;
use proptest::test_runner::{TestError, TestRunner};

use crate::agreement::{Check, ensure};
use crate::nodes::{self, Node, Style};
use crate::records::{self, Record};
use crate::strict::Strict;
use crate::wrappings::{self, Wrap};
use crate::{agreement, config, told};

/// Each of the wrappings, and all that fail.
fn check_all(check: impl Fn(Wrap) -> Result<(), String>) {
    let failures = wrappings::ALL.iter().filter_map(|(name, wrap)| Some(format!("{name}: {}", check(*wrap).err()?)));
    let failures: Vec<String> = failures.collect();
    assert!(failures.is_empty(), "{} fail:\n{}", failures.len(), failures.join("\n"));
}

/// Tries `check` on what `strategy` gives; the smallest failure is told.
fn try_on<S: Strategy>(strategy: &S, check: impl Fn(S::Value) -> Check) -> Result<(), String> {
    let outcome = TestRunner::new(config()).run(strategy, |value| told(check(value)));
    outcome.map_err(|error| match error {
        TestError::Fail(reason, _) => reason.to_string(),
        TestError::Abort(reason) => format!("given up: {reason}"),
    })
}

//! Valid JSON comes through every wrapping as it stands, without a repair.

use llmparse::Options;
use proptest::prelude::*;
use proptest::test_runner::{TestError, TestRunner};

use crate::agreement::{self, Check, ensure};
use crate::nodes;
use crate::records::{self, Record};
use crate::strict::Strict;
use crate::wrappings::{self, Wrap};
use crate::{config, told};

#[test]
fn any_json_comes_through_every_wrapping_untouched() {
    try_wrappings(
        &(nodes::telling_container(), nodes::style()),
        |(node, style), wrap| check_untouched(&node.write(style), wrap),
    );
}

#[test]
fn a_type_is_read_through_every_wrapping() {
    try_wrappings(
        &(records::record(), any::<bool>()),
        |(record, is_pretty), wrap| check_record(record, *is_pretty, wrap),
    );
}

/// Tries every wrapping, and lists all that fail, each with its smallest failure.
fn try_wrappings<S: Strategy>(strategy: &S, check: impl Fn(&S::Value, Wrap) -> Check) {
    let try_one = |(name, wrap): &(&str, Wrap)| {
        let outcome = TestRunner::new(config()).run(strategy, |value| told(check(&value, *wrap)));
        outcome.err().map(|error| match error {
            TestError::Fail(reason, _) => format!("{name}: {reason}"),
            TestError::Abort(reason) => format!("{name}: given up, {reason}"),
        })
    };
    let failures: Vec<String> = wrappings::ALL.iter().filter_map(try_one).collect();
    assert!(
        failures.is_empty(),
        "{} wrappings fail\n{}",
        failures.len(),
        failures.join("\n")
    );
}

fn check_untouched(json: &str, wrap: Wrap) -> Check {
    let reply = wrap(json);
    let blame = |what: String| format!("{reply:?}\n    {what}");
    let read = llmparse::parse_value_with_trace(&reply, &Options::default());
    ensure(!read.trace.is_repaired(), || {
        blame(format!("repaired: {:?}", read.trace.repairs))
    })?;
    let place = read.trace.extracted.map(|span| span.of(&reply));
    let is_all = place.is_some_and(|place| without_indents(place) == without_indents(json));
    ensure(is_all, || blame(format!("extracted: {place:?}")))?;
    let value = read.result.as_ref().map(Strict::from);
    let wanted = Strict::read(json).unwrap();
    ensure(value.as_ref() == Ok(&wanted), || {
        blame(format!("read as {value:?}"))
    })?;
    let value = llmparse::parse_json_value(&reply);
    let wanted = serde_json::from_str(json).unwrap();
    ensure(value.as_ref() == Ok(&wanted), || {
        blame(format!("parse_json_value {value:?}"))
    })?;
    agreement::check(&reply).map_err(blame)
}

/// A wrapping may indent the lines, none of which starts inside of a string.
fn without_indents(text: &str) -> Vec<&str> {
    text.lines().map(str::trim_start).collect()
}

fn check_record(record: &Record, is_pretty: bool, wrap: Wrap) -> Check {
    let write = if is_pretty {
        serde_json::to_string_pretty
    } else {
        serde_json::to_string
    };
    let reply = wrap(&write(record).unwrap());
    let value = llmparse::parse_json::<Record>(&reply);
    ensure(value.as_ref() == Ok(record), || {
        format!("{reply:?}\n    {value:?}")
    })?;
    let read = llmparse::parse_json_with_trace::<Record>(&reply, &Options::default());
    ensure(read.result.as_ref() == Ok(record), || {
        format!("{reply:?}\n    with a trace {:?}", read.result)
    })?;
    ensure(!read.trace.is_repaired(), || {
        format!("{reply:?}\n    repaired: {:?}", read.trace.repairs)
    })
}

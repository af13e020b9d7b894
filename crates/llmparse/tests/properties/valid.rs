//! A reply that `serde_json` takes as a whole is read as it reads it.

use llmparse::Options;
use proptest::prelude::*;

use crate::agreement::{self, ensure};
use crate::nodes::{self, Node};
use crate::strict::Strict;
use crate::{config, told};

/// One below the depth that `serde_json` refuses.
const DEEPEST: usize = 127;

const OUTER: [&str; 5] = ["", " ", "\n", "\r\n\t", "\n\n  "];

fn outer() -> impl Strategy<Value = &'static str> {
    prop::sample::select(&OUTER[..])
}

/// Scalars within arrays and objects in turn, as `pattern` says.
fn nested() -> impl Strategy<Value = Node> {
    let levels = prop::collection::vec((any::<bool>(), "[a-z]{0,2}"), 1..DEEPEST);
    (nodes::scalar(), levels).prop_map(|(scalar, levels)| {
        let nest = |inner, (is_array, key)| {
            if is_array {
                Node::Array(vec![inner])
            } else {
                Node::Object(vec![(key, inner)])
            }
        };
        levels.into_iter().fold(scalar, nest)
    })
}

fn same_key() -> impl Strategy<Value = Node> {
    let key = prop::sample::select(vec!["a", "b", "a\n", ""]).prop_map(str::to_owned);
    prop::collection::vec((key, nodes::node()), 2..6).prop_map(Node::Object)
}

pub(crate) fn check_as_serde_json(json: &str) -> agreement::Check {
    serde_json::from_str::<serde_json::Value>(json).unwrap();
    let read = llmparse::parse_value_with_trace(json, &Options::default());
    let value = read.result.as_ref().map(Strict::from);
    let wanted = Strict::read(json).unwrap();
    ensure(value.as_ref() == Ok(&wanted), || {
        format!("{json:?} read as {value:?}")
    })?;
    ensure(
        read.trace.extracted.map(|span| span.of(json)) == Some(json.trim()),
        || format!("{json:?} {:?}", read.trace),
    )?;
    agreement::check(json)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_json_is_read_as_serde_json_reads_it(node in nodes::node(), style in nodes::style(), before in outer(), after in outer()) {
        told(check_as_serde_json(&format!("{before}{}{after}", node.write(&style))))?;
    }

    #[test]
    fn any_scalar_is_read_as_serde_json_reads_it(node in nodes::scalar(), style in nodes::style(), before in outer(), after in outer()) {
        told(check_as_serde_json(&format!("{before}{}{after}", node.write(&style))))?;
    }

    #[test]
    fn nesting_is_read_as_serde_json_reads_it(node in nested(), style in nodes::style()) {
        told(check_as_serde_json(&node.write(&style)))?;
    }

    #[test]
    fn repeated_keys_are_read_as_serde_json_reads_them(node in same_key(), style in nodes::style()) {
        told(check_as_serde_json(&node.write(&style)))?;
    }

    #[test]
    fn strict_mode_reads_what_is_valid(node in nodes::telling_container(), style in nodes::style()) {
        let json = node.write(&style);
        let strict = Options::default().mode(llmparse::ParseMode::Strict);
        let value = llmparse::parse_value_with_options(&json, &strict).map(|value| Strict::from(&value));
        prop_assert_eq!(value, Ok(Strict::read(&json).unwrap()));
    }
}

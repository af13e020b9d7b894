//! Nesting of any depth, `[[[[[[`, is a value or an error on a small stack.

use std::thread;

use llmparse::{Limits, Options, ParseError, ParseMode, Value};
use serde::Deserialize;

const DEPTH: usize = 100_000;
const STACK: usize = 1 << 20;

/// What opens a level, and what closes it.
const LEVELS: [(&str, &str); 8] = [
    ("[", "]"),
    ("{\"a\":", "}"),
    ("[{\"a\":", "}]"),
    ("{a:", "}"),
    ("{'a': [", "]}"),
    ("(", ")"),
    ("[ ", " ]"),
    ("{{", "}}"),
];

fn on_small_stack(run: impl FnOnce() + Send + 'static) {
    thread::Builder::new()
        .stack_size(STACK)
        .spawn(run)
        .unwrap()
        .join()
        .unwrap();
}

fn is_answer<T>(result: &Result<T, ParseError>) -> bool {
    matches!(
        result,
        Ok(_) | Err(ParseError::TooDeep { .. } | ParseError::Unparseable { .. })
    )
}

fn read_everything(reply: &str, options: &Options) {
    assert!(is_answer(&llmparse::parse_value_with_options(
        reply, options
    )));
    assert!(is_answer(&llmparse::parse_json_value_with_options(
        reply, options
    )));
    assert!(is_answer(&llmparse::parse_all_with_options(reply, options)));
    let typed = llmparse::parse_json_with_options::<serde_json::Value>(reply, options);
    assert!(is_answer(&typed) || matches!(typed, Err(ParseError::DeserializationFailed { .. })));
    let _ = llmparse::try_repair_json_with_options(reply, options);
    let _ = llmparse::split_reasoning(reply);
    let _ = llmparse::extract_code_block(reply);
    let _ = llmparse::find_bracketed(reply, '[', ']');
}

fn nest(depth: usize, (open, close): (&str, &str), middle: &str) -> String {
    [&open.repeat(depth), middle, &close.repeat(depth)].concat()
}

#[test]
fn levels_that_are_not_closed_need_no_stack() {
    on_small_stack(|| {
        for (open, _) in LEVELS {
            let text = open.repeat(DEPTH);
            read_everything(&text, &Options::default());
            read_everything(&format!("Here:\n```json\n{text}\n```"), &Options::default());
        }
    });
}

#[test]
fn levels_that_are_closed_need_no_stack() {
    on_small_stack(|| {
        for level in LEVELS {
            read_everything(&nest(DEPTH, level, "1"), &Options::default());
        }
    });
}

#[test]
fn levels_that_are_closed_need_no_stack_in_strict_mode() {
    let strict = Options::default().mode(ParseMode::Strict);
    on_small_stack(move || {
        for level in LEVELS {
            read_everything(&nest(DEPTH, level, "1"), &strict);
        }
    });
}

#[test]
fn valid_nesting_beyond_the_limit_is_too_deep() {
    on_small_stack(|| {
        for level in [("[", "]"), ("{\"a\":", "}")] {
            let result = llmparse::parse_value(&nest(DEPTH, level, "1"));
            assert!(
                matches!(result, Err(ParseError::TooDeep { .. })),
                "{:?}",
                result.map(|value| value.span)
            );
        }
    });
}

#[test]
fn the_deepest_nesting_that_can_be_allowed_is_read_on_a_small_stack() {
    let options = Options::default().limits(Limits::default().max_depth(Limits::DEEPEST));
    on_small_stack(move || {
        for level in [("[", "]"), ("{\"a\":", "}")] {
            let text = nest(Limits::DEEPEST - 1, level, "1");
            let value: Value = llmparse::parse_value_with_options(&text, &options).unwrap();
            assert_eq!(value.to_json_text().len(), text.len());
            assert_eq!(serde_json::to_string(&value).unwrap().len(), text.len());
            assert_eq!(value.clone(), value);
            let json = serde_json::Value::deserialize(&value).unwrap();
            assert_eq!(json, serde_json::Value::from(value.clone()));
            assert_eq!(Value::from(json), value);
            read_everything(&text, &options);
        }
    });
}

#[test]
fn a_limit_below_that_of_serde_json_holds_for_every_reader() {
    let options = Options::default().limits(Limits::default().max_depth(2));
    for reply in ["[[[1]]]", "So: {\"a\": [{\"b\": 1}]}."] {
        let plain = llmparse::parse_json_value_with_options(reply, &options);
        let typed = llmparse::parse_json_with_options::<serde_json::Value>(reply, &options);
        for error in [plain.unwrap_err(), typed.unwrap_err()] {
            assert_eq!(error.kind(), "too_deep", "{reply}");
        }
    }
    assert!(llmparse::parse_json_value_with_options("[[1]]", &options).is_ok());
}

//! What `serde_json` reads is read as it reads it, without a repair.

#![no_main]

use libfuzzer_sys::fuzz_target;
use llmparse::{Options, parse_json_value_with_trace};

fuzz_target!(|text: &str| {
    let Ok(strict) = serde_json::from_str::<serde_json::Value>(text) else {
        return;
    };
    let read = parse_json_value_with_trace(text, &Options::default());
    assert!(
        !read.trace.is_repaired(),
        "repairs on valid JSON: {:?}",
        read.trace.repairs
    );
    match read.result {
        Ok(value) => assert_eq!(value, strict),
        Err(error) => panic!("valid JSON was refused: {error}"),
    }
});

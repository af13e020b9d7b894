//! The tolerant machine alone: what it repairs is strict JSON afterwards, and its record fits the text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use llmparse::{Options, try_repair_json_with_trace};
use llmparse_fuzz::{check_trace, read_strictly};

fuzz_target!(|text: &str| {
    let repaired = try_repair_json_with_trace(text, &Options::default());
    check_trace(text, &repaired.trace);
    if let (Ok(json), true) = (&repaired.result, repaired.trace.is_repaired()) {
        let _ = read_strictly(json);
    }
});

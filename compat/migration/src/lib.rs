//! Holds code that was written against the published `llm-pipeline` and `ollama-vision` against the crates of
//! `compat/`. There is nothing here; the tests are the point of it: `output_parser.rs` and `vision.rs` name every path
//! with its signature, `document.rs` has the cases of the architecture document that those crates were built from.

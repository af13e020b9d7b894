//! The replies of `examples/` give what a careful reader makes of them.

use std::error::Error;

use serde_json::Value;

fn rows(file: &str) -> Result<Vec<Value>, Box<dyn Error>> {
    let path = format!("{}/../../examples/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path)?;
    let rows: Result<_, serde_json::Error> = text.lines().map(serde_json::from_str).collect();
    Ok(rows?)
}

#[test]
fn every_example_gives_what_it_should() -> Result<(), Box<dyn Error>> {
    let replies = rows("replies.jsonl")?;
    let wanted = rows("replies.expected.jsonl")?;
    assert!(!replies.is_empty() && replies.len() == wanted.len());
    for (reply, wanted) in replies.iter().zip(&wanted) {
        assert_eq!(reply["id"], wanted["id"]);
        let text = reply["text"].as_str().ok_or("a reply is text")?;
        let value = llmparse::parse_json_value(text).ok();
        assert_eq!(value.as_ref(), wanted.get("value"), "{}", reply["id"]);
    }
    Ok(())
}

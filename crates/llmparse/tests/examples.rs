//! The replies of `examples/` give what a careful reader makes of them.

use serde_json::Value;

fn rows(file: &str) -> Vec<Value> {
    let path = format!("{}/../../examples/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the examples are there");
    let read = |line| serde_json::from_str(line).expect("a row is JSON");
    text.lines().map(read).collect()
}

#[test]
fn every_example_gives_what_it_should() {
    let replies = rows("replies.jsonl");
    let wanted = rows("replies.expected.jsonl");
    assert_eq!(replies.len(), wanted.len());
    for (reply, wanted) in replies.iter().zip(&wanted) {
        assert_eq!(reply["id"], wanted["id"]);
        let text = reply["text"].as_str().expect("a reply is text");
        let value = llmparse::parse_json_value(text).ok();
        assert_eq!(value.as_ref(), wanted.get("value"), "{}", reply["id"]);
    }
}

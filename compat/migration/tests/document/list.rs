use llm_pipeline::output_parser::{parse_string_list, parse_string_list_raw, ParseError};

fn list(reply: &str) -> Vec<String> {
    parse_string_list(reply).unwrap()
}

fn raw(reply: &str) -> Vec<String> {
    parse_string_list_raw(reply).unwrap()
}

fn is_empty_response(reply: &str) -> bool {
    matches!(parse_string_list(reply), Err(ParseError::EmptyResponse))
}

fn is_unparseable(reply: &str) -> bool {
    matches!(
        parse_string_list(reply),
        Err(ParseError::Unparseable { .. })
    )
}

fn long(len: usize) -> String {
    "x".repeat(len)
}

super::cases! {
    json_array: list(r#"["sunset", "beach"]"#) => ["sunset", "beach"];
    think_then_json_array: list(r#"<think>x, y</think>["sunset", "beach"]"#) => ["sunset", "beach"];
    json_array_with_blanks_around: list("\n [\"sunset\"] \n") => ["sunset"];
    json_object_with_tags_key: list(r#"{"tags": ["a", "b"]}"#) => ["a", "b"];
    json_object_with_items_key: list(r#"{"items": ["a", "b"]}"#) => ["a", "b"];
    json_object_with_results_key: list(r#"{"results": ["a", "b"]}"#) => ["a", "b"];
    json_object_with_list_key: list(r#"{"list": ["a", "b"]}"#) => ["a", "b"];
    code_block_with_array: list("```json\n[\"sunset\", \"beach\"]\n```") => ["sunset", "beach"];
    bare_code_block_with_array: list("```\n[\"sunset\", \"beach\"]\n```") => ["sunset", "beach"];
    code_block_with_object: list("```json\n{\"tags\": [\"a\"]}\n```") => ["a"];
    code_block_behind_prose: list("Here are the tags:\n```json\n[\"a\"]\n```\nEnjoy!") => ["a"];
    array_in_prose: list(r#"The tags are ["sunset", "beach"]."#) => ["sunset", "beach"];
    repaired_json_list: list("['tag1', 'tag2']") => ["tag1", "tag2"];
    repaired_trailing_comma: list(r#"["a", "b",]"#) => ["a", "b"];
    truncated_array: list(r#"{"tags": ["a", "b""#) => ["a", "b"];
    numbered_list_with_dots: list("1. Sunset\n2. Beach") => ["sunset", "beach"];
    numbered_list_with_parentheses: list("1) sunset\n2) beach") => ["sunset", "beach"];
    bulleted_list_with_hyphens: list("- sunset\n- beach") => ["sunset", "beach"];
    bulleted_list_with_asterisks: list("* sunset\n* beach") => ["sunset", "beach"];
    bulleted_list_with_bullets: list("• sunset\n• beach") => ["sunset", "beach"];
    list_between_sentences: list("Here are the tags:\n- a\n- b\nLet me know!") => ["a", "b"];
    quoted_items: list("- \"a\"\n- 'b'") => ["a", "b"];
    comma_separated: list("sunset, beach") => ["sunset", "beach"];
    comma_separated_with_quotes: list(r#""sunset", "beach""#) => ["sunset", "beach"];
    comma_separated_behind_a_label: list("Tags: sunset, beach") => ["sunset", "beach"];
    one_word: list("sunset") => ["sunset"];
    items_are_lower_case: list(r#"["Sunset", "BEACH"]"#) => ["sunset", "beach"];
    items_are_trimmed: list(r#"["  a ", "b\n"]"#) => ["a", "b"];
    items_are_deduplicated: list("Sunset, beach, sunset") => ["sunset", "beach"];
    empty_items_are_dropped: list(r#"["a", "", "  ", "b"]"#) => ["a", "b"];
    items_over_50_characters_are_dropped: list(&format!("[\"{}\", \"b\"]", long(51))) => ["b"];
    items_of_50_characters_are_kept: list(&format!("[\"{}\"]", long(50))) => [long(50)];
    items_that_are_no_texts: list(r#"["a", 1, true]"#) => ["a", "1", "true"];
    empty_reply: is_empty_response(" \n") => true;
    nothing_but_thinking: is_empty_response("<think>tags: a, b</think>") => true;
    prose_is_no_list: is_unparseable("I am sorry, but I cannot see the image you describe.") => true;
    raw_preserves_case: raw("A, B") => ["A", "B"];
    raw_preserves_length: raw(&format!("[\"{}\", \"b\"]", long(80))) => [long(80), "b".to_owned()];
    raw_preserves_duplicates: raw(r#"["a", "a"]"#) => ["a", "a"];
}

use llm_pipeline::output_parser::extract::{
    extract_code_block, extract_code_block_for, find_bracketed, preprocess, strip_think_tags,
};

const TWO_BLOCKS: &str = "```json\n[1]\n```\n```yaml\na: 1\n```";

super::cases! {
    think_block: strip_think_tags("<think>a</think>b") => "b";
    several_think_blocks: strip_think_tags("<think>a</think>b<think>c</think>d") => "bd";
    think_block_without_closing_tag: strip_think_tags("<think>a") => "";
    thinking_block: strip_think_tags("<thinking>a</thinking>b") => "b";
    no_think_block: strip_think_tags("a < b") => "a < b";
    preprocess_strips_and_trims: preprocess("  <think>a</think> b \n") => "b";
    code_block_with_language: extract_code_block("a\n```json\n[1]\n```") => Some((Some("json"), "[1]"));
    bare_code_block: extract_code_block("```\n[1]\n```") => Some((None, "[1]"));
    first_of_several_code_blocks: extract_code_block(TWO_BLOCKS) => Some((Some("json"), "[1]"));
    no_code_block: extract_code_block("none") => None;
    code_block_of_a_language: extract_code_block_for(TWO_BLOCKS, "yaml") => Some("a: 1");
    no_code_block_of_a_language: extract_code_block_for(TWO_BLOCKS, "toml") => None;
    bracketed_array_with_nesting: find_bracketed("a [1, [2]] b", '[', ']') => Some("[1, [2]]");
    bracketed_object: find_bracketed(r#"is {"a": "}"} so"#, '{', '}') => Some(r#"{"a": "}"}"#);
    later_brackets_are_preferred:
        find_bracketed(r#"{"a": 1} {"b": {"c": 2}}"#, '{', '}') => Some(r#"{"b": {"c": 2}}"#);
    no_brackets: find_bracketed("none", '[', ']') => None;
}

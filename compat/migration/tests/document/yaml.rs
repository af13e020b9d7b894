use llm_pipeline::output_parser::{parse_yaml, ParseError};

#[derive(Debug, PartialEq, serde::Deserialize)]
struct Person {
    name: String,
    age: Option<u8>,
}

fn josh(age: Option<u8>) -> Person {
    let name = "Josh".to_owned();
    Person { name, age }
}

fn read(reply: &str) -> Person {
    parse_yaml(reply).unwrap()
}

super::cases! {
    direct_yaml: read("name: Josh\nage: 30") => josh(Some(30));
    yaml_code_block: read("```yaml\nname: Josh\n```") => josh(None);
    think_then_yaml: read("<think>...</think>\nname: Josh\nage: 30") => josh(Some(30));
    bare_code_block: read("```\nname: Josh\nage: 30\n```") => josh(Some(30));
    prose_is_no_yaml:
        matches!(parse_yaml::<Person>("I cannot help."), Err(ParseError::Unparseable { .. })) => true;
}

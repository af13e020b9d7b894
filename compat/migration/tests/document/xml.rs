use llm_pipeline::output_parser::{parse_xml_tag, parse_xml_tags, ParseError};

fn tag(reply: &str, name: &str) -> String {
    parse_xml_tag(reply, name).unwrap()
}

/// The names and contents that were found, by name.
fn tags(reply: &str, names: &[&str]) -> Vec<(String, String)> {
    let mut found: Vec<_> = parse_xml_tags(reply, names).unwrap().into_iter().collect();
    found.sort();
    found
}

fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    let owned = |&(name, content): &(&str, &str)| (name.to_owned(), content.to_owned());
    pairs.iter().map(owned).collect()
}

fn is_unparseable<T>(result: Result<T, ParseError>) -> bool {
    matches!(result, Err(ParseError::Unparseable { .. }))
}

super::cases! {
    example_of_one_tag: tag("<answer>The capital is Paris.</answer>", "answer") => "The capital is Paris.";
    example_of_several_tags:
        tags("<analysis>Looks good</analysis><confidence>0.95</confidence>", &["analysis", "confidence"])
            => pairs(&[("analysis", "Looks good"), ("confidence", "0.95")]);
    simple_tag: tag("<answer>Paris</answer>", "answer") => "Paris";
    think_then_tag: tag("<think>...</think><answer>Paris</answer>", "answer") => "Paris";
    multiple_tags: tags("<a>one</a><b>two</b>", &["a", "b"]) => pairs(&[("a", "one"), ("b", "two")]);
    nested_content:
        tag("<answer>The answer is <b>bold</b></answer>", "answer") => "The answer is <b>bold</b>";
    missing_close: tag("<answer>Paris", "answer") => "Paris";
    multiline_content: tag("<code>\nfn main() {}\n</code>", "code") => "fn main() {}";
    whitespace_trimming: tag("<answer> Paris </answer>", "answer") => "Paris";
    tag_not_found: is_unparseable(parse_xml_tag("<wrong>data</wrong>", "answer")) => true;
    partial_tags_found:
        tags("<a>1</a><b>2</b>", &["a", "b", "c"]) => pairs(&[("a", "1"), ("b", "2")]);
    no_tags_found: is_unparseable(parse_xml_tags("<x>1</x>", &["a", "b", "c"])) => true;
    case_sensitive: is_unparseable(parse_xml_tag("<Answer>Paris</Answer>", "answer")) => true;
    first_of_several: tag("<answer>Paris</answer> or <answer>Rome</answer>", "answer") => "Paris";
}

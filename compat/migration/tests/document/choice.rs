use llm_pipeline::output_parser::{parse_choice, ParseError};

const CHOICES: [&str; 2] = ["positive", "negative"];

fn choose(reply: &str) -> &'static str {
    parse_choice(reply, &CHOICES).unwrap()
}

#[test]
fn no_match_tells_what_is_valid() {
    let error = parse_choice("maybe", &CHOICES).unwrap_err();
    assert!(matches!(error, ParseError::NoMatchingChoice { valid } if valid == CHOICES));
}

super::cases! {
    exact_match: choose("positive") => "positive";
    with_period: choose("positive.") => "positive";
    bold: choose("**positive**") => "positive";
    quoted: choose("\"positive\"") => "positive";
    quoted_with_apostrophes: choose("'positive'") => "positive";
    parenthesized: choose("(positive)") => "positive";
    starts_with_choice: choose("positive. Because it is.") => "positive";
    in_prose: choose("I'd classify this as positive") => "positive";
    in_prose_with_a_reason: choose("I would classify this as positive because...") => "positive";
    case_insensitive: choose("POSITIVE") => "positive";
    first_wins: choose("positive and negative aspects") => "positive";
    with_think: choose("<think>hmm</think>negative") => "negative";
    no_match: parse_choice("maybe", &CHOICES).is_err() => true;
    no_substring: parse_choice("unpositive", &["positive"]).is_err() => true;
    spelling_of_the_caller: parse_choice("yes", &["YES", "NO"]).unwrap() => "YES";
}

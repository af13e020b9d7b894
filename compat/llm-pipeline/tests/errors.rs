//! What becomes of the errors of the core that the published crate does not know.

use llm_pipeline::llmparse;
use llm_pipeline::output_parser::{ParseError, parse_choice, parse_number, parse_number_in_range};

#[test]
fn a_number_out_of_range_is_no_number() {
    let (reply, min, max) = ("15", 1, 10);
    let core = llmparse::parse_number_in_range(reply, min, max).unwrap_err();
    assert!(matches!(&core, llmparse::ParseError::OutOfRange { value, .. } if value == "15"));
    assert_eq!(ParseError::from(core), ParseError::NoNumber);
    assert_eq!(
        parse_number_in_range(reply, min, max),
        Err(ParseError::NoNumber)
    );
}

#[test]
fn a_number_of_another_type_is_no_number() {
    assert_eq!(parse_number::<u8>("300"), Err(ParseError::NoNumber));
    assert_eq!(parse_number::<i32>("8.5"), Err(ParseError::NoNumber));
}

#[test]
fn rival_readings_stand_in_the_text() {
    let reply = "Either yes or no.";
    let core = llmparse::parse_choice(reply, &["yes", "no"]).unwrap_err();
    assert_eq!(core.kind(), "ambiguous");
    let error = parse_choice(reply, &["yes", "no"]).unwrap_err();
    assert!(
        matches!(&error, ParseError::Unparseable { text, .. } if text.contains("yes or no")),
        "{error}"
    );
}

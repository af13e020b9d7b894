use llm_pipeline::output_parser::{parse_text, ParseError};

fn text(reply: &str) -> String {
    parse_text(reply).unwrap()
}

super::cases! {
    clean_text: text("Paris is the capital.") => "Paris is the capital.";
    with_think: text("<think>...</think>Paris.") => "Paris.";
    sure_prefix: text("Sure! Paris is the capital.") => "Paris is the capital.";
    heres_prefix: text("Here's the answer:\nParis.") => "Paris.";
    of_course_prefix: text("Of course! Paris.") => "Paris.";
    certainly_prefix: text("Certainly.\nParis.") => "Paris.";
    absolutely_prefix: text("Absolutely! Paris.") => "Paris.";
    empty_after_strip:
        matches!(parse_text("<think>just thinking</think>"), Err(ParseError::EmptyResponse)) => true;
    already_clean: text("No prefix here.") => "No prefix here.";
}

use llm_pipeline::output_parser::{parse_number, parse_number_in_range, ParseError};

fn number(reply: &str) -> f64 {
    parse_number(reply).unwrap()
}

fn is_no_number<T>(result: Result<T, ParseError>) -> bool {
    matches!(result, Err(ParseError::NoNumber))
}

super::cases! {
    integer: parse_number::<i32>("8").unwrap() => 8;
    float: number("8.5") => 8.5;
    fraction: number("8/10") => 8.0;
    fraction_of_floats: number("8.5/10") => 8.5;
    fraction_as_integer: parse_number::<i32>("8/10").unwrap() => 8;
    in_prose: number("I'd give it a 7.5") => 7.5;
    out_of: number("I'd rate it 8.5 out of 10") => 8.5;
    labeled: number("Score: 9") => 9.0;
    labeled_rating: number("Rating: 8") => 8.0;
    with_think: number("<think>...</think>8.5") => 8.5;
    think_block_of_the_summary: number("<think>considering...</think>8.5") => 8.5;
    negative: number("-3") => -3.0;
    range_pass: parse_number_in_range("8", 1, 10).unwrap() => 8;
    range_fail: is_no_number(parse_number_in_range("15", 1, 10)) => true;
    no_number: is_no_number(parse_number::<f64>("great work")) => true;
    multiple_numbers: number("Page 3 of 5, score 8") => 8.0;
}

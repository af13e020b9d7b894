//! Every format but JSON: no panic, the record fits the text, and what comes out is what was asked for.

#![no_main]

use std::fmt::Debug;

use libfuzzer_sys::fuzz_target;
use llmparse::{Decimal, ListItem, Options, Traced};
use llmparse_fuzz::{check_places, check_span};

const CHOICES: [&str; 5] = ["A", "B", "positive", "not positive", "да"];
const MEANINGS: [(&str, &str); 2] = [("A", "Oslo"), ("B", "Paris")];
const TAGS: [&str; 3] = ["answer", "a", "think"];

fuzz_target!(|text: &str| {
    let options = Options::default();
    check_lists(text, &options);
    check_choices(text, &options);
    let tags = check(
        text,
        llmparse::parse_xml_tags_with_trace(text, &TAGS, &options),
    );
    assert!(tags.is_none_or(|tags| !tags.is_empty()));
    let all = check(
        text,
        llmparse::parse_xml_tag_all_with_trace(text, "a", &options),
    );
    assert!(all.is_none_or(|all| !all.is_empty()));
    check(
        text,
        llmparse::parse_number_with_trace::<Decimal>(text, &options),
    );
    let number = check(
        text,
        llmparse::parse_number_in_range_with_trace(text, 1, 10, &options),
    );
    assert!(number.is_none_or(|number| (1..=10).contains(&number)));
    let plain = check(text, llmparse::parse_text_with_trace(text, &options));
    assert!(plain.is_none_or(|plain| !plain.trim().is_empty()));
    check_yaml(text, &options);
});

/// The value, if there is one and its record fits `text`.
fn check<T: Debug>(text: &str, read: Traced<T>) -> Option<T> {
    check_places(text, &read.trace);
    if let Some(span) = read
        .result
        .as_ref()
        .err()
        .and_then(llmparse::ParseError::span)
    {
        check_span(text, span);
    }
    read.result.ok()
}

fn check_lists(text: &str, options: &Options) {
    let tags = check(text, llmparse::parse_string_list_with_trace(text, options));
    let is_tag = |item: &String| !item.trim().is_empty() && item.chars().count() <= 50;
    assert!(tags.is_none_or(|tags| tags.iter().all(is_tag)));
    check(
        text,
        llmparse::parse_string_list_raw_with_trace(text, options),
    );
    let items = check(text, llmparse::parse_nested_list_with_trace(text, options));
    items
        .iter()
        .flatten()
        .for_each(|item| check_item(text, item));
}

fn check_item(text: &str, item: &ListItem) {
    check_span(text, item.span);
    item.items.iter().for_each(|item| check_item(text, item));
}

fn check_choices(text: &str, options: &Options) {
    let choice = check(
        text,
        llmparse::parse_choice_with_trace(text, &CHOICES, options),
    );
    assert!(choice.is_none_or(|choice| CHOICES.contains(&choice)));
    check(
        text,
        llmparse::parse_choice_of_with_trace(text, &MEANINGS, options),
    );
}

fn check_yaml(text: &str, options: &Options) {
    let Some(value) = check(text, llmparse::parse_yaml_value_with_trace(text, options)) else {
        return;
    };
    let mut left = vec![&value];
    while let Some(value) = left.pop() {
        check_span(text, value.span);
        left.extend(value.as_array().unwrap_or_default());
        let members = value
            .as_object()
            .into_iter()
            .flat_map(|object| object.iter());
        left.extend(members.map(|(_, member)| member));
    }
}

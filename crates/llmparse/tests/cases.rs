//! Runs every row of the case files, one test each: what comes out, and that both routes to it agree.

#[path = "support/agreement.rs"]
mod agreement;
#[path = "support/case.rs"]
mod case;
#[path = "support/strict.rs"]
mod strict;

use std::collections::HashSet;
use std::fmt::Display;
use std::process::ExitCode;
use std::str::FromStr;

use libtest_mimic::{Arguments, Failed, Trial};
use llmparse::{
    Columns, Decimal, Ending, Escapes, Level, ListItem, Options, ParseError, ParseMode, Schema,
    Value,
};

use case::{Answer, Case, Setting};
use strict::Strict;

/// The rows that cannot hold; `exceptions.jsonl` says why.
const EXCEPTIONS: [&str; 2] = ["rust_repair-081", "report-011"];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let cases = match case::load() {
        Ok(cases) => cases,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    let mut trials = vec![ids_trial(&cases), exceptions_trial(&cases)];
    let is_readable = |case: &Case| match case.task.as_str() {
        "yaml" => cfg!(feature = "yaml"),
        "typed" | "partial" => cfg!(feature = "regex") || !has_pattern(case),
        _ => true,
    };
    trials.extend(cases.into_iter().filter(is_readable).map(case_trial));
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Whether the schema of a case has patterns, which are checked by the feature `regex`.
fn has_pattern(case: &Case) -> bool {
    let schema = case.options.get("schema").map(ToString::to_string);
    schema.is_some_and(|schema| schema.contains("attern"))
}

fn ids_trial(cases: &[Case]) -> Trial {
    let ids: Vec<String> = cases.iter().map(|case| case.id.clone()).collect();
    Trial::test("every_id_is_there_once", move || {
        let mut seen = HashSet::new();
        match ids.iter().find(|id| !seen.insert(id.as_str())) {
            Some(id) => Err(format!("{id} is there twice").into()),
            None => Ok(()),
        }
    })
}

fn exceptions_trial(cases: &[Case]) -> Trial {
    let excepted = cases.iter().filter(|case| case.exception.is_some());
    let excepted: HashSet<String> = excepted.map(|case| case.id.clone()).collect();
    Trial::test("the_exceptions_are_those_that_were_agreed_on", move || {
        let agreed = EXCEPTIONS.map(str::to_owned);
        let is_agreed = excepted == HashSet::from(agreed);
        if is_agreed {
            Ok(())
        } else {
            Err(format!("excepted are {excepted:?}").into())
        }
    })
}

fn case_trial(case: Case) -> Trial {
    let task = case.task.clone();
    Trial::test(case.id.clone(), move || run(&case).map_err(Failed::from)).with_kind(task)
}

fn run(case: &Case) -> Result<(), String> {
    case.check(|setting| Ok(read(case, setting)))?;
    match case.task.as_str() {
        "json" | "repair" => agreement::check(&case.input),
        _ => Ok(()),
    }
}

fn read(case: &Case, setting: Option<Setting>) -> Answer {
    let input = case.input.as_str();
    let options = options(setting);
    match case.task.as_str() {
        "strict" => read_value(input, &options.mode(ParseMode::Strict)),
        "all" => read_all(input, &options),
        "choice" => read_choice(input, &list_option(case, "choices")),
        "fence" => read_fence(input, text_option(case, "lang")).ok_or("no fence".to_owned()),
        "number" => read_number(case),
        "list" => read_list(input, case.options.contains_key("raw"), &options),
        "nested_list" => read_nested_list(input, &options),
        "reasoning" => Ok(read_reply(input, case.options.contains_key("open"))),
        "text" => llmparse::parse_text_with_options(input, &options)
            .map(|found| text(&found))
            .map_err(|error| error.to_string()),
        "xml"
            if !["tag", "tags"]
                .iter()
                .any(|name| case.options.contains_key(*name)) =>
        {
            read_rows(llmparse::parse_xml_with_options(input, &options))
        }
        "xml" => read_tags(case, &options),
        #[cfg(feature = "yaml")]
        "yaml" => read_yaml(input, &options),
        "csv" => {
            let columns = list_option(case, "columns").into_iter();
            let columns = columns.fold(Columns::default(), |columns, name| columns.required(name));
            read_rows(llmparse::parse_csv_with_options(
                input,
                &options.columns(columns),
            ))
        }
        "key_value" => match list_option(case, "fields").as_slice() {
            [] => read_rows(llmparse::parse_key_value_with_options(input, &options)),
            fields => read_rows(llmparse::parse_key_value_of_with_options(
                input, fields, &options,
            )),
        },
        "detect" => Ok(read_formats(input)),
        "typed" => read_typed(case, options),
        "partial" if case.options.contains_key("schema") => {
            read_typed(case, options.ending(Ending::Open))
        }
        "partial" => read_value(input, &options.ending(Ending::Open)),
        "table" => read_rows(llmparse::parse_table_with_options(input, &options)),
        _ => read_value(input, &options),
    }
}

fn read_typed(case: &Case, options: Options) -> Answer {
    let schema = case.options.get("schema").ok_or("no schema")?;
    let schema = Schema::from_json(schema).map_err(|error| error.to_string())?;
    let level = match text_option(case, "level") {
        Some("strict") => Level::Strict,
        Some("lenient") => Level::Lenient,
        None | Some(_) => Level::Normal,
    };
    let options = options.level(level);
    read_rows(llmparse::parse_with_schema_with_options(
        &case.input,
        &schema,
        &options,
    ))
}

/// An object of tag to text; a tag alone is asked for alone.
fn read_tags(case: &Case, options: &Options) -> Answer {
    let input = case.input.as_str();
    let found = if let Some(tag) = text_option(case, "tag") {
        let found = llmparse::parse_xml_tag_with_options(input, tag, options);
        found.map(|found| vec![(tag.to_owned(), text(&found))])
    } else {
        let tags = case.options.get("tags").and_then(|tags| tags.as_array());
        let tags: Vec<&str> = tags
            .into_iter()
            .flatten()
            .filter_map(|tag| tag.as_str())
            .collect();
        let found = llmparse::parse_xml_tags_with_options(input, &tags, options);
        found.map(|found| {
            found
                .iter()
                .map(|(tag, found)| (tag.clone(), text(found)))
                .collect()
        })
    };
    found.map(Strict::Object).map_err(|error| error.to_string())
}

fn options(setting: Option<Setting>) -> Options {
    match setting {
        None => Options::default(),
        Some(Setting::Latex) => Options::default().escapes(Escapes::Latex),
    }
}

fn text_option<'c>(case: &'c Case, name: &str) -> Option<&'c str> {
    case.options.get(name)?.as_str()
}

fn list_option<'c>(case: &'c Case, name: &str) -> Vec<&'c str> {
    let items = case.options.get(name).and_then(|list| list.as_array());
    let items = items.into_iter().flatten();
    items.filter_map(|item| item.as_str()).collect()
}

fn read_choice(input: &str, choices: &[&str]) -> Answer {
    let read = llmparse::parse_choice(input, choices);
    read.map(text).map_err(|error| error.to_string())
}

fn read_rows(read: Result<Value, ParseError>) -> Answer {
    read.map(|value| Strict::from(&value))
        .map_err(|error| error.to_string())
}

fn read_value(input: &str, options: &Options) -> Answer {
    let read = llmparse::parse_value_with_options(input, options);
    read.map(|value| Strict::from(&value))
        .map_err(|error| error.to_string())
}

#[cfg(feature = "yaml")]
fn read_yaml(input: &str, options: &Options) -> Answer {
    let read = llmparse::parse_yaml_value_with_options(input, options);
    read.map(|value| Strict::from(&value))
        .map_err(|error| error.to_string())
}

fn read_all(input: &str, options: &Options) -> Answer {
    let read = llmparse::parse_all_with_options(input, options);
    let values = read.map_err(|error| error.to_string())?;
    Ok(Strict::Array(values.iter().map(Strict::from).collect()))
}

fn read_fence(input: &str, lang: Option<&str>) -> Option<Strict> {
    let (lang, content) = match lang {
        None => llmparse::extract_code_block(input)?,
        Some(lang) => (Some(lang), llmparse::extract_code_block_for(input, lang)?),
    };
    let lang = lang.map_or(Strict::Null, text);
    Some(Strict::Object(vec![
        ("lang".to_owned(), lang),
        ("content".to_owned(), text(content)),
    ]))
}

fn read_number(case: &Case) -> Answer {
    if case.options.contains_key("integer") {
        read_number_as::<i128>(case)
    } else {
        read_number_as::<Decimal>(case)
    }
}

fn read_number_as<T: FromStr + PartialOrd + Display>(case: &Case) -> Answer {
    let bound = |name: &str| case.options.get(name)?.to_string().parse::<T>().ok();
    let read = match (bound("min"), bound("max")) {
        (Some(min), Some(max)) => llmparse::parse_number_in_range(&case.input, min, max),
        _ => llmparse::parse_number(&case.input),
    };
    read.map(|number| Strict::Number(number.to_string()))
        .map_err(|error| error.to_string())
}

fn read_reply(input: &str, is_open: bool) -> Strict {
    let reply = if is_open {
        llmparse::split_open_reasoning(input)
    } else {
        llmparse::split_reasoning(input)
    };
    let parts = [("reasoning", &reply.reasoning), ("content", &reply.content)];
    Strict::Object(
        parts
            .map(|(name, part)| (name.to_owned(), text(part)))
            .into(),
    )
}

fn read_formats(input: &str) -> Strict {
    let ranked = llmparse::FormatDetector::new().rank(input);
    let names = ranked.iter().map(|candidate| text(candidate.format.name()));
    let top = ranked.first().map_or("", |best| best.format.name());
    let members = [
        ("top", text(top)),
        ("ranked", Strict::Array(names.collect())),
    ];
    Strict::Object(members.map(|(name, part)| (name.to_owned(), part)).into())
}

fn read_list(input: &str, is_raw: bool, options: &Options) -> Answer {
    let read = if is_raw {
        llmparse::parse_string_list_raw_with_options(input, options)
    } else {
        llmparse::parse_string_list_with_options(input, options)
    };
    let items = read.map_err(|error| error.to_string())?;
    Ok(Strict::Array(items.iter().map(|item| text(item)).collect()))
}

fn read_nested_list(input: &str, options: &Options) -> Answer {
    let read = llmparse::parse_nested_list_with_options(input, options);
    let items = read.map_err(|error| error.to_string())?;
    Ok(nested(&items))
}

/// A text, or an object of the text and the items below it.
fn nested(items: &[ListItem]) -> Strict {
    let item = |item: &ListItem| {
        let members = [("text", text(&item.text)), ("items", nested(&item.items))];
        let checked = item
            .checked
            .map(|checked| ("checked", Strict::Bool(checked)));
        let members = members.into_iter().chain(checked);
        Strict::Object(
            members
                .map(|(name, part)| (name.to_owned(), part))
                .collect(),
        )
    };
    Strict::Array(items.iter().map(item).collect())
}

fn text(text: &str) -> Strict {
    Strict::Text(text.to_owned())
}

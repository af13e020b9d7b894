//! An example of what is asked for, in the format that is asked for: `answer: "..."` where it is YAML.

use std::borrow::Cow;

use crate::output_format::OutputFormat;
use crate::schema::Schema;
use crate::value::spaced::{to_indented_text, to_spaced_text};
use crate::value::{Data, Number, Object, Value, write_text};

/// What is known of the value that is asked for.
pub(super) enum Asked<'a> {
    Schema(&'a Schema),
    Fields(&'a [String]),
    Nothing,
}

/// How much of it an example shows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    Full,
    /// The members that have to be there.
    Required,
}

impl Asked<'_> {
    /// A value of the kind that is asked for.
    pub(super) fn value(&self, extent: Extent) -> Value {
        match self {
            Self::Schema(schema) => match extent {
                Extent::Full => schema.example(),
                Extent::Required => schema.required_example(),
            },
            Self::Fields(names) => {
                let members = names.iter().map(|name| (name.as_str(), placeholder(name)));
                object(members)
            }
            Self::Nothing => object([
                ("answer", "...".into()),
                ("confidence", Data::Number(Number::from_json("0.9")).into()),
            ]),
        }
    }
}

fn object<'n>(members: impl IntoIterator<Item = (&'n str, Value)>) -> Value {
    let members = members.into_iter();
    let members = members.map(|(name, value)| (name.into(), value));
    Object {
        members: members.collect(),
    }
    .into()
}

fn placeholder(name: &str) -> Value {
    format!("<{name}_value>").into()
}

/// `value` as it is written in `format`; none where there is no form to show.
pub(super) fn write(value: &Value, format: OutputFormat) -> Option<String> {
    let text = match format {
        OutputFormat::PlainText | OutputFormat::Mixed => return None,
        OutputFormat::Json | OutputFormat::Unknown => to_indented_text(value),
        OutputFormat::Yaml => write_lines(value, &yaml_line),
        OutputFormat::KeyValue => write_lines(value, &pair_line),
        OutputFormat::Xml => write_lines(value, &element_line),
        OutputFormat::Csv => write_csv(value),
        OutputFormat::MarkdownTable => write_table(value),
        OutputFormat::NumberedList => write_list(value, &|index| format!("{}. ", index + 1)),
        OutputFormat::BulletedList => write_list(value, &|_| "- ".to_owned()),
        OutputFormat::ToolCall => write_call(value),
    };
    Some(text)
}

/// The object, or the first of a list of them.
fn members(value: &Value) -> Option<&Object> {
    let first = value.as_array().and_then(|items| items.first());
    value.as_object().or_else(|| first?.as_object())
}

fn write_lines(value: &Value, line: &dyn Fn(&str, &Value) -> String) -> String {
    match value.as_object() {
        Some(object) if !object.is_empty() => {
            let lines: Vec<String> = object
                .iter()
                .map(|(name, value)| line(name, value))
                .collect();
            lines.join("\n")
        }
        _ => to_spaced_text(value),
    }
}

/// JSON in a line is YAML as well.
fn yaml_line(name: &str, value: &Value) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-');
    let is_safe = name.len() > 3
        && name.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && name.chars().all(is_plain)
        && !matches!(
            name.to_ascii_lowercase().as_str(),
            "null" | "true" | "false"
        );
    let mut out = String::new();
    if is_safe {
        out.push_str(name);
    } else {
        write_text(&mut out, name);
    }
    out.push_str(": ");
    out.push_str(&to_spaced_text(value));
    out
}

fn pair_line(name: &str, value: &Value) -> String {
    format!("{name}: {}", one_line(&plain(value)))
}

fn element_line(name: &str, value: &Value) -> String {
    let is_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.');
    let tag: String = name
        .chars()
        .map(|letter| if is_name(letter) { letter } else { '_' })
        .collect();
    let content = plain(value).replace('&', "&amp;").replace('<', "&lt;");
    format!("<{tag}>{content}</{tag}>")
}

/// A text as it is, anything else as JSON.
fn plain(value: &Value) -> Cow<'_, str> {
    match &value.data {
        Data::String(text) => Cow::Borrowed(text),
        _ => Cow::Owned(to_spaced_text(value)),
    }
}

fn one_line(text: &str) -> String {
    text.split(['\n', '\r']).collect::<Vec<_>>().join(" ")
}

fn write_csv(value: &Value) -> String {
    let Some(members) = members(value).filter(|members| !members.is_empty()) else {
        return "column1,column2\nvalue1,value2".to_owned();
    };
    let header: Vec<String> = members.iter().map(|(name, _)| csv_cell(name)).collect();
    let row: Vec<String> = members
        .iter()
        .map(|(_, value)| csv_cell(&plain(value)))
        .collect();
    format!("{}\n{}", header.join(","), row.join(","))
}

fn csv_cell(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

fn write_table(value: &Value) -> String {
    let Some(members) = members(value).filter(|members| !members.is_empty()) else {
        return "| column1 | column2 |\n| --- | --- |\n| value1 | value2 |".to_owned();
    };
    let cell = |text: &str| one_line(text).replace('|', "\\|");
    let row = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    let header = row(members.iter().map(|(name, _)| cell(name)).collect());
    let rule = row(members.iter().map(|_| "---".to_owned()).collect());
    let values = row(members
        .iter()
        .map(|(_, value)| cell(&plain(value)))
        .collect());
    format!("{header}\n{rule}\n{values}")
}

fn write_list(value: &Value, mark: &dyn Fn(usize) -> String) -> String {
    let items: Vec<Cow<'_, str>> = match value.as_array() {
        Some(items) if !items.is_empty() => items.iter().map(plain).collect(),
        _ => vec!["First item".into(), "Second item".into()],
    };
    let lines: Vec<String> = items
        .iter()
        .enumerate()
        .map(|(index, item)| format!("{}{}", mark(index), one_line(item)))
        .collect();
    lines.join("\n")
}

/// What is asked for are the arguments.
fn write_call(value: &Value) -> String {
    let arguments = match value.as_object() {
        Some(_) => value.clone(),
        None => Object::default().into(),
    };
    to_indented_text(&object([
        ("name", "tool_name".into()),
        ("arguments", arguments),
    ]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn written(value: serde_json::Value, format: OutputFormat) -> String {
        write(&value.into(), format).unwrap()
    }

    #[test]
    fn every_format_has_its_own_form() {
        let value = || json!({"name": "a|b, \"c\"", "tags": ["x"]});
        for (format, wanted) in [
            (
                OutputFormat::Yaml,
                "name: \"a|b, \\\"c\\\"\"\ntags: [\"x\"]",
            ),
            (OutputFormat::KeyValue, "name: a|b, \"c\"\ntags: [\"x\"]"),
            (
                OutputFormat::Xml,
                "<name>a|b, \"c\"</name>\n<tags>[\"x\"]</tags>",
            ),
            (
                OutputFormat::Csv,
                "name,tags\n\"a|b, \"\"c\"\"\",\"[\"\"x\"\"]\"",
            ),
            (
                OutputFormat::MarkdownTable,
                "| name | tags |\n| --- | --- |\n| a\\|b, \"c\" | [\"x\"] |",
            ),
            (OutputFormat::NumberedList, "1. First item\n2. Second item"),
        ] {
            assert_eq!(written(value(), format), wanted, "{format}");
        }
    }

    #[test]
    fn rows_and_items_of_a_list_are_shown() {
        assert_eq!(written(json!([{"a": 1}]), OutputFormat::Csv), "a\n1");
        assert_eq!(
            written(json!(["x", 2]), OutputFormat::BulletedList),
            "- x\n- 2"
        );
    }

    #[test]
    fn names_that_yaml_or_xml_would_misread_are_quoted_or_changed() {
        assert_eq!(written(json!({"no": 1}), OutputFormat::Yaml), "\"no\": 1");
        assert_eq!(
            written(json!({"my key": "<"}), OutputFormat::Xml),
            "<my_key>&lt;</my_key>"
        );
    }

    #[test]
    fn there_is_no_form_of_prose() {
        assert_eq!(write(&json!({}).into(), OutputFormat::PlainText), None);
    }
}

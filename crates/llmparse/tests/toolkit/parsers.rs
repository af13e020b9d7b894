//! The parser that a row asks for, and what it makes of the text.

use llmparse::{
    BaseOutputParser, ColumnType, CsvOutputParser, Dtype, JsonOutputParser, ListOutputParser,
    ParsingError, ResponseSchema, StructuredOutputParser, Traced, TypedOutputParser,
    YamlOutputParser,
};
use serde::Serialize;
use serde_json::Value;

use crate::models::{Product, User, product_schema, user_schema};

#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) result: Result<Value, Failure>,
    pub(crate) warnings: Vec<&'static str>,
}

#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) message: String,
    pub(crate) kind: &'static str,
    pub(crate) has_cause: bool,
}

impl Outcome {
    /// Whether the data is what the words of a row say.
    pub(crate) fn describes(&self, words: &Value) -> bool {
        let Ok(data) = &self.result else {
            return false;
        };
        match words.as_str().unwrap() {
            "row with a 140000-character cell" => {
                let rows = data.as_array().unwrap();
                rows.len() == 1 && rows[0]["a"].as_str().unwrap().chars().count() == 140_000
            }
            "Product(name=W, price=1)" => data["name"] == "W" && data["price"] == 1.0,
            _ => false,
        }
    }
}

pub(crate) fn text_of(row: &Value) -> String {
    if let Some(text) = row["text"].as_str() {
        return text.to_owned();
    }
    let made = &row["text_gen"];
    let part = |name: &str| made[name].as_str().unwrap_or_default();
    let count = usize::try_from(made["n"].as_u64().unwrap()).unwrap();
    format!(
        "{}{}{}",
        part("pre"),
        part("unit").repeat(count),
        part("post")
    )
}

pub(crate) fn run(row: &Value) -> Outcome {
    let text = text_of(row);
    let config = &row["config"];
    let has_model = !config["model"].is_null();
    match row["parser"].as_str().unwrap() {
        "json" if has_model => {
            outcome(TypedOutputParser::<User>::new(user_schema()).parse_with_trace(&text))
        }
        "pydantic" => {
            outcome(TypedOutputParser::<Product>::new(product_schema()).parse_with_trace(&text))
        }
        "json" => outcome(JsonOutputParser::new().parse_with_trace(&text)),
        "yaml" if has_model => {
            outcome(YamlOutputParser::with_schema(user_schema()).parse_with_trace(&text))
        }
        "yaml" => outcome(YamlOutputParser::new().parse_with_trace(&text)),
        "csv" => outcome(csv(config).parse_with_trace(&text)),
        "list" => run_list(config, &text),
        "structured" => outcome(structured(config).parse_with_trace(&text)),
        other => panic!("unknown parser {other}"),
    }
}

fn outcome<T: Serialize>(read: Traced<T, ParsingError>) -> Outcome {
    let result = read.result.map(|data| serde_json::to_value(data).unwrap());
    let failure = |error: ParsingError| Failure {
        has_cause: error.cause.is_some(),
        kind: error.kind(),
        message: error.message,
    };
    Outcome {
        result: result.map_err(failure),
        warnings: read
            .trace
            .warnings
            .iter()
            .map(|warning| warning.kind.code())
            .collect(),
    }
}

fn csv(config: &Value) -> CsvOutputParser {
    let mut parser = CsvOutputParser::new();
    for name in config["required_columns"].as_array().into_iter().flatten() {
        parser = parser.required_column(name.as_str().unwrap());
    }
    for (name, kind) in config["column_types"].as_object().into_iter().flatten() {
        let kind = match kind.as_str().unwrap() {
            "int" => ColumnType::Integer,
            "float" => ColumnType::Float,
            "bool" => ColumnType::Boolean,
            "str" => ColumnType::Text,
            other => panic!("unknown type {other}"),
        };
        parser = parser.column_type(name, kind);
    }
    if let Some(delimiter) = config["delimiter"].as_str() {
        parser = parser.delimiter(delimiter.chars().next().unwrap());
    }
    parser
}

fn run_list(config: &Value, text: &str) -> Outcome {
    let count = |name: &str| {
        config[name]
            .as_u64()
            .map(|count| usize::try_from(count).unwrap())
    };
    let min = count("min_items").unwrap_or_default();
    let parser = ListOutputParser::new();
    let parser = match count("max_items") {
        Some(max) => parser.item_count(min..=max),
        None => parser.item_count(min..),
    };
    let parser = parser.unwrap();
    match config["item_transform"].as_str() {
        None => outcome(parser.parse_with_trace(text)),
        Some("lower") => {
            let lower = |item: String| Ok::<_, ParsingError>(item.to_lowercase());
            outcome(parser.item_transform(lower).parse_with_trace(text))
        }
        Some("int") => outcome(
            parser
                .item_transform(|item| item.parse::<i64>())
                .parse_with_trace(text),
        ),
        Some(other) => panic!("unknown transform {other}"),
    }
}

pub(crate) fn structured(config: &Value) -> StructuredOutputParser {
    let fields = config["schemas"].as_array().unwrap().iter().map(|field| {
        let text = |name: &str| field[name].as_str().unwrap();
        let dtype = field["type"]
            .as_str()
            .map_or(Dtype::Str, |name| name.parse().unwrap());
        let aliases = field["aliases"].as_array().into_iter().flatten();
        let aliases = aliases.map(|alias| alias.as_str().unwrap());
        let schema = ResponseSchema::new(text("name"), text("description"))
            .dtype(dtype)
            .aliases(aliases);
        if field["required"] == false {
            schema.optional()
        } else {
            schema
        }
    });
    StructuredOutputParser::new(fields).unwrap()
}

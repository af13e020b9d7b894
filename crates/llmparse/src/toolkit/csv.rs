//! A parser of CSV: `name,age` over `Ann,31` gives `[{"name": "Ann", "age": "31"}]`.

use std::collections::HashSet;

use crate::error::{ParseError, ParsingError};
use crate::options::{ColumnType, Columns, Options};
use crate::pipeline::parse_csv_with_trace;
use crate::toolkit::base::Wanted;
use crate::toolkit::{BaseOutputParser, Specificity};
use crate::trace::Traced;
use crate::value::{Data, Value};

const CSV: Wanted = Wanted {
    format: "CSV",
    nothing: "No CSV found in text. Expected a header row and rows of data.",
};

/// A parser of CSV into a list of objects.
///
/// A column that is asked for, by [`required_column`](Self::required_column) or
/// [`column_type`](Self::column_type), is found in any case, and named in lower case; the others are named as they are
/// written. For how a table is found and its damage repaired see [`parse_csv`](crate::parse_csv).
///
/// ```
/// use llmparse::{BaseOutputParser, ColumnType, CsvOutputParser};
/// let parser = CsvOutputParser::new().required_column("name").column_type("age", ColumnType::Integer);
/// let rows = parser.parse("Here it is:\n```csv\nName;Age;City\nAnn;31;Oslo\n```")?;
/// assert_eq!(rows.to_json_text(), r#"[{"name":"Ann","age":31,"City":"Oslo"}]"#);
/// # Ok::<(), llmparse::ParsingError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct CsvOutputParser {
    options: Options,
}

impl CsvOutputParser {
    /// A parser of CSV with any columns.
    ///
    /// ```
    /// use llmparse::{BaseOutputParser, CsvOutputParser};
    /// let error = CsvOutputParser::new().parse("a,b").unwrap_err();
    /// assert_eq!(error.message, "CSV contains no data rows.");
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A column that has to be there.
    ///
    /// ```
    /// use llmparse::{BaseOutputParser, CsvOutputParser};
    /// let error = CsvOutputParser::new().required_column("age").parse("name,city\nAnn,Rome").unwrap_err();
    /// assert_eq!(error.message, "Missing required columns: ['age']");
    /// ```
    #[must_use]
    pub fn required_column(self, name: impl AsRef<str>) -> Self {
        let name = name.as_ref().to_lowercase();
        self.with_columns(|columns| columns.required(name))
    }

    /// What the cells of a column are read as, if there is such a column; an empty cell is null.
    ///
    /// ```
    /// use llmparse::{BaseOutputParser, ColumnType, CsvOutputParser};
    /// let parser = CsvOutputParser::new().column_type("age", ColumnType::Integer);
    /// assert!(parser.parse("age\nold").unwrap_err().message.starts_with("Cannot coerce column 'age' value 'old' to int"));
    /// ```
    #[must_use]
    pub fn column_type(self, name: impl AsRef<str>, kind: ColumnType) -> Self {
        let name = name.as_ref().to_lowercase();
        self.with_columns(|columns| columns.typed(name, kind))
    }

    /// What stands between the cells; found by itself by default.
    ///
    /// ```
    /// use llmparse::{BaseOutputParser, CsvOutputParser};
    /// let rows = CsvOutputParser::new().delimiter(';').parse("a;b,c\n1;2,3")?;
    /// assert_eq!(rows.to_json_text(), r#"[{"a":"1","b,c":"2,3"}]"#);
    /// # Ok::<(), llmparse::ParsingError>(())
    /// ```
    #[must_use]
    pub fn delimiter(self, delimiter: char) -> Self {
        self.with_columns(|columns| columns.delimiter(delimiter))
    }

    fn with_columns(self, change: impl FnOnce(Columns) -> Columns) -> Self {
        let columns = change(self.options.columns.clone());
        Self {
            options: self.options.columns(columns),
        }
    }

    /// The columns that are asked for, each once.
    fn asked(&self) -> Vec<&str> {
        let columns = &self.options.columns;
        let typed = columns.types.iter().map(|(name, _)| name);
        let mut asked: Vec<&str> = Vec::new();
        for name in columns.required.iter().chain(typed) {
            if !asked.contains(&name.as_str()) {
                asked.push(name);
            }
        }
        asked
    }

    fn type_of(&self, column: &str) -> Option<ColumnType> {
        let column = column.trim().to_lowercase();
        let mut types = self.options.columns.types.iter();
        types
            .find(|(name, _)| name.trim() == column)
            .map(|(_, kind)| *kind)
    }

    fn explain(&self, error: ParseError, text: &str) -> ParsingError {
        match &error {
            ParseError::MissingColumns { missing, .. } => {
                let kind = error.kind();
                ParsingError::of_kind(kind, missing_message(missing)).original_text(text)
            }
            ParseError::WrongCell {
                column,
                row,
                value,
                expected,
                ..
            } => {
                let name = self.type_of(column).map_or("its type", type_name);
                let column = column.to_lowercase();
                let message = format!(
                    "Cannot coerce column '{column}' value '{value}' to {name}: row {row} is not {expected}"
                );
                ParsingError::of_kind(error.kind(), message)
                    .original_text(text)
                    .cause(error)
            }
            _ => CSV.explain(error, text),
        }
    }

    fn name_columns(&self, rows: &mut [Value]) {
        let asked = self.asked();
        let Some(Data::Object(header)) = rows.first().map(|row| &row.data) else {
            return;
        };
        let written: HashSet<&str> = header.iter().map(|(key, _)| key).collect();
        let names = header.iter().map(|(key, _)| {
            let name = key.trim().to_lowercase();
            let is_free = !written.contains(name.as_str());
            (is_free && asked.contains(&name.as_str())).then_some(name)
        });
        let names: Vec<Option<String>> = names.collect();
        for row in rows {
            rename(row, &names);
        }
    }
}

fn rename(row: &mut Value, names: &[Option<String>]) {
    let Data::Object(object) = &mut row.data else {
        return;
    };
    for ((key, _), name) in object.members.iter_mut().zip(names) {
        if let Some(name) = name {
            *key = name.as_str().into();
        }
    }
}

fn missing_message(missing: &[String]) -> String {
    let mut names: Vec<String> = missing.iter().map(|name| format!("'{name}'")).collect();
    names.sort();
    format!("Missing required columns: [{}]", names.join(", "))
}

fn type_name(kind: ColumnType) -> &'static str {
    match kind {
        ColumnType::Text => "str",
        ColumnType::Integer => "int",
        ColumnType::Float => "float",
        ColumnType::Number => "number",
        ColumnType::Boolean => "bool",
    }
}

impl BaseOutputParser for CsvOutputParser {
    type Output = Value;

    fn parse(&self, text: &str) -> Result<Value, ParsingError> {
        self.parse_with_trace(text).result
    }

    fn format_instructions(&self) -> String {
        let mut out = "Return the result as a CSV table with a header row.".to_owned();
        let delimiter = self.options.columns.delimiter.unwrap_or(',');
        let join = |names: &[String]| names.join(&delimiter.to_string());
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let required: Vec<String> = self.options.columns.required.clone();
        if !required.is_empty() {
            out.push_str("\nThe table must include these columns: ");
            out.push_str(&join(&required));
        }
        for (name, kind) in &self.options.columns.types {
            out.push_str(&format!("\nThe column {name} holds {}.", described(*kind)));
        }
        let asked = self.asked();
        let (header, row): (Vec<String>, Vec<String>) = if asked.is_empty() {
            (
                owned(&["column1", "column2", "column3"]),
                owned(&["value1", "value2", "value3"]),
            )
        } else {
            let cells = asked.iter().map(|name| self.example_cell(name));
            (owned(&asked), cells.collect())
        };
        let (header, row) = (join(&header), join(&row));
        out.push_str(&format!("\n\nExample:\n{header}\n{row}\n\n"));
        out.push_str("You may wrap the CSV in a ```csv code block for clarity.");
        out
    }

    fn parse_with_trace(&self, text: &str) -> Traced<Value, ParsingError> {
        let read = parse_csv_with_trace(text, &self.options);
        let result = match read.result {
            Ok(mut value) => match &mut value.data {
                Data::Array(rows) if !rows.is_empty() => {
                    self.name_columns(rows);
                    Ok(value)
                }
                _ => Err(no_rows(text)),
            },
            Err(error) => Err(self.explain(error, text)),
        };
        Traced {
            result,
            trace: read.trace,
        }
    }

    fn specificity(&self) -> Specificity {
        Specificity::Lines
    }
}

impl CsvOutputParser {
    fn example_cell(&self, column: &str) -> String {
        match self.type_of(column) {
            Some(ColumnType::Integer) => "1".to_owned(),
            Some(ColumnType::Float | ColumnType::Number) => "1.5".to_owned(),
            Some(ColumnType::Boolean) => "true".to_owned(),
            Some(ColumnType::Text) | None => format!("value_{column}"),
        }
    }
}

fn described(kind: ColumnType) -> &'static str {
    match kind {
        ColumnType::Text => "text",
        ColumnType::Integer => "whole numbers",
        ColumnType::Float | ColumnType::Number => "numbers",
        ColumnType::Boolean => "true or false",
    }
}

fn no_rows(text: &str) -> ParsingError {
    ParsingError::of_kind("no_rows", "CSV contains no data rows.").original_text(text)
}

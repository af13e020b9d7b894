//! The public readers of Markdown tables: `parse_table("| a | b |\n|---|---|\n| 1 | 2 |")`.

use super::content::{read_in_mode, read_placed};
use super::other_format;
use super::places::Page;
use crate::error::ParseError;
use crate::formats::table::{Table, find_tables};
use crate::options::Options;
use crate::scan::pipes::has_pipe;
use crate::span::Span;
use crate::trace::{Trace, Traced, Warning, WarningKind};
use crate::value::Value;

/// What is looked for, in errors.
const FORMAT: &str = "table";

const LABELS: &[&str] = &["table", "markdown-table", "grid"];

/// Reads the last Markdown table of a reply that has rows: a list with an object for each row, whose values are texts.
///
/// Pipes at the edges and the alignment row may be missing; escaped pipes and pipes in inline code belong to their
/// cell; `<br>` is a line break; emphasis around the name of a column is no part of it. A short row is filled with
/// `""`, surplus cells are left out with a warning, and a repeated name gets `_2`. Other tables get the warning
/// `other-candidate`; [`parse_tables`] reads them all. JSON in place of a table is read too, with the warning
/// `other-format`.
///
/// # Errors
///
/// [`ParseError::EmptyResponse`], [`ParseError::Unparseable`] if there is no table, [`ParseError::MissingColumns`] and
/// [`ParseError::WrongCell`] if it is not as [`Options::columns`] asks.
///
/// ```
/// let value = llmparse::parse_table("Here:\n\n| **Name** | Type |\n|---|:-:|\n| v | a\\|b |\n| w | |")?;
/// assert_eq!(value.to_json_text(), r#"[{"Name":"v","Type":"a|b"},{"Name":"w","Type":""}]"#);
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_table(response: &str) -> Result<Value, ParseError> {
    parse_table_with_options(response, &Options::default())
}

/// Reads the last Markdown table of a reply, with options.
///
/// # Errors
///
/// Those of [`parse_table`].
///
/// ```
/// use llmparse::{ColumnType, Columns, Options};
/// let options = Options::default().columns(Columns::default().typed("n", ColumnType::Integer));
/// let value = llmparse::parse_table_with_options("| n |\n|---|\n| 1,200 |", &options)?;
/// assert_eq!(value.to_json_text(), r#"[{"n":1200}]"#);
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_table_with_options(response: &str, options: &Options) -> Result<Value, ParseError> {
    parse_table_with_trace(response, options).result
}

/// Reads the last Markdown table of a reply, and says how; `extracted` is where it stands.
///
/// ```
/// let reply = "Draft:\n\n| a |\n|---|\n| 1 |\n\nFinal:\n\n| a |\n|---|\n| 2 |";
/// let read = llmparse::parse_table_with_trace(reply, &Default::default());
/// assert_eq!(read.result.unwrap().to_json_text(), r#"[{"a":"2"}]"#);
/// assert!(read.trace.warnings.iter().any(|warning| warning.kind.code() == "other-candidate"));
/// ```
#[must_use]
pub fn parse_table_with_trace(response: &str, options: &Options) -> Traced<Value> {
    read_in_mode(response, options, FORMAT, |text, trace| {
        let page = Page::new(text);
        let tables = find_all(text, &page);
        match choose(&tables) {
            Some(index) => read_chosen(text, &tables, index, (options, &page, trace)),
            None => other_format::read_rows(text, options, trace)
                .unwrap_or_else(|| Err(ParseError::unparseable(FORMAT, text))),
        }
    })
}

/// Reads every Markdown table of a reply, in order.
///
/// # Errors
///
/// Those of [`parse_table`].
///
/// ```
/// let tables = llmparse::parse_tables("| a |\n|---|\n| 1 |\n\n| b |\n|---|\n| 2 |")?;
/// assert_eq!(tables[1].to_json_text(), r#"[{"b":"2"}]"#);
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_tables(response: &str) -> Result<Vec<Value>, ParseError> {
    parse_tables_with_options(response, &Options::default())
}

/// Reads every Markdown table of a reply, with options.
///
/// # Errors
///
/// Those of [`parse_table`].
///
/// ```
/// let tables = llmparse::parse_tables_with_options("| a |\n|---|\n| 1 |", &Default::default())?;
/// assert_eq!(tables.len(), 1);
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_tables_with_options(
    response: &str,
    options: &Options,
) -> Result<Vec<Value>, ParseError> {
    parse_tables_with_trace(response, options).result
}

/// Reads every Markdown table of a reply, and says how; the trace covers all of them.
///
/// ```
/// let read = llmparse::parse_tables_with_trace("| a | b |\n|---|---|\n| 1 |", &Default::default());
/// assert_eq!(read.result.unwrap().len(), 1);
/// assert_eq!(read.trace.warnings[0].kind.code(), "short-row");
/// ```
#[must_use]
pub fn parse_tables_with_trace(response: &str, options: &Options) -> Traced<Vec<Value>> {
    let read = |text: &str, trace: &mut Trace| {
        let page = Page::new(text);
        let tables = find_all(text, &page);
        if tables.is_empty() {
            return Err(ParseError::unparseable(FORMAT, text));
        }
        let mut values = Vec::with_capacity(tables.len());
        for table in &tables {
            let reading = table.read(text, &options.columns)?;
            trace.warnings.extend(reading.warnings);
            values.push(reading.value);
        }
        let spans: Vec<Span> = tables.iter().map(Table::span).collect();
        page.tell_all(&spans, trace);
        Ok(values)
    };
    read_placed(
        response,
        options,
        read,
        |values: &mut Vec<Value>, to_reply| {
            values
                .iter_mut()
                .for_each(|value| value.move_spans(to_reply));
        },
    )
}

/// The last table of `text`, where rows in another format were asked for.
pub(super) fn read_as_rows(
    text: &str,
    options: &Options,
    trace: &mut Trace,
) -> Option<Result<Value, ParseError>> {
    let page = Page::new(text);
    let tables = find_all(text, &page);
    let index = choose(&tables)?;
    let span = tables.get(index)?.span();
    let read = read_chosen(text, &tables, index, (options, &page, trace));
    trace.warnings.push(Warning {
        kind: WarningKind::OtherFormat,
        span,
    });
    Some(read)
}

fn find_all(text: &str, page: &Page<'_>) -> Vec<Table> {
    if !has_pipe(text) {
        return Vec::new();
    }
    let mut places = page.fenced(LABELS);
    places.extend(page.bare());
    places.sort_by_key(|place| place.span);
    places
        .iter()
        .flat_map(|place| find_tables(text, place.span))
        .collect()
}

/// The last table with rows, the last of all if none has.
fn choose(tables: &[Table]) -> Option<usize> {
    let ranked = tables.iter().enumerate();
    ranked
        .map(|(index, table)| (table.has_rows(), index))
        .max()
        .map(|(_, index)| index)
}

fn read_chosen(
    text: &str,
    tables: &[Table],
    index: usize,
    (options, page, trace): (&Options, &Page<'_>, &mut Trace),
) -> Result<Value, ParseError> {
    let chosen = tables
        .get(index)
        .ok_or_else(|| ParseError::unparseable(FORMAT, text))?;
    let reading = chosen.read(text, &options.columns)?;
    trace.repairs = reading.repairs;
    trace.warnings = reading.warnings;
    let others = tables
        .iter()
        .map(Table::span)
        .filter(|span| *span != chosen.span());
    page.tell(chosen.span(), &others.collect::<Vec<Span>>(), trace);
    Ok(reading.value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Columns;

    fn codes(reply: &str) -> Vec<&'static str> {
        let read = parse_table_with_trace(reply, &Options::default());
        let warnings = read
            .trace
            .warnings
            .iter()
            .map(|warning| warning.kind.code());
        warnings.collect()
    }

    #[test]
    fn a_plain_table_leaves_nothing_to_tell() {
        for reply in [
            "| a | b |\n|---|---|\n| 1 | 2 |",
            "a | b\n--- | ---\n1 | 2",
            "```md\n> |a|\n> |-|\n> |1|\n```",
        ] {
            assert_eq!(codes(reply), [""; 0], "{reply:?}");
        }
    }

    #[test]
    fn each_liberty_is_told() {
        for (reply, code) in [
            ("| a | b |\n|---|---|\n| 1 |", "short-row"),
            ("| a |\n|---|\n| 1 | 2 |", "surplus-cell"),
            ("| a | b |\n|---|---|\n| x|y | 2 |", "joined-cells"),
            ("| a | a |\n|---|---|\n| 1 | 2 |", "repeated-header"),
            ("| a | b |\n| 1 | 2 |", "no-alignment-row"),
            ("| a | b |\n|---|---|", "no-rows"),
            ("| a |\n|---|\n| 1 |\n\n| 2 |", "blank-line"),
            ("Here:\n| a |\n|---|\n| 1 |", "surrounding-text"),
            (
                "| a |\n|---|\n| 1 |\n\n| b |\n|---|\n| 2 |",
                "other-candidate",
            ),
            ("[{\"a\": 1}]", "other-format"),
        ] {
            assert!(
                codes(reply).contains(&code),
                "{reply:?}: {:?}",
                codes(reply)
            );
        }
    }

    #[test]
    fn a_cell_may_go_over_several_lines() {
        let value = parse_table("| a | b |\n|---|---|\n| 1 | x\ny\nz |\n| 2 | w |").unwrap();
        assert_eq!(
            value.to_json_text(),
            r#"[{"a":"1","b":"x\ny\nz"},{"a":"2","b":"w"}]"#
        );
    }

    #[test]
    fn all_tables_are_read_in_order() {
        let reply = "One:\n\n| a |\n|---|\n| 1 |\n\nTwo:\n\n```\n| b |\n|---|\n| 2 |\n```\n";
        let read = parse_tables_with_trace(reply, &Options::default());
        let tables: Vec<String> = read
            .result
            .unwrap()
            .iter()
            .map(Value::to_json_text)
            .collect();
        assert_eq!(tables, [r#"[{"a":"1"}]"#, r#"[{"b":"2"}]"#]);
        let left_out: Vec<&str> = read
            .trace
            .warnings
            .iter()
            .map(|warning| warning.span.of(reply))
            .collect();
        assert_eq!(left_out, ["One:", "Two:"]);
    }

    #[test]
    fn every_cell_has_its_place_in_the_reply() {
        let reply = "<think>x</think>| a | b |\n|---|---|\n| 1\\|2 | `3` |";
        let value = parse_table(reply).unwrap();
        let row = &value.as_array().unwrap()[0];
        assert_eq!(row.get("a").unwrap().span.of(reply), "1\\|2");
        assert_eq!(row.get("b").unwrap().span.of(reply), "`3`");
    }

    #[test]
    fn missing_columns_are_named() {
        let options = Options::default().columns(Columns::default().required("c"));
        let error = parse_table_with_options("| a |\n|---|\n| 1 |", &options).unwrap_err();
        assert_eq!(error.kind(), "missing_columns");
    }
}

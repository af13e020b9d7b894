//! The public readers of CSV: `parse_csv("Here it is:\n```csv\nname,age\nAnn,31\n```")`.

use super::content::read_in_mode;
use super::places::Page;
use super::{other_format, table};
use crate::error::ParseError;
use crate::formats::Trust;
use crate::formats::csv::Sheets;
use crate::options::Options;
use crate::span::Span;
use crate::trace::{Trace, Traced};
use crate::value::Value;

/// What is looked for, in errors.
const FORMAT: &str = "CSV";

const LABELS: &[&str] = &["csv", "tsv", "psv", "ssv", "dsv", "excel", "csv-table"];

/// Reads the CSV of a reply: a list with an object for each row, whose values are texts.
///
/// The delimiter (`,`, `;`, tab or `|`) is found, quotes may span lines, and what stands around the rows, fences and
/// prose, is left out with a warning. Cells are trimmed. A short row is filled with `""`; surplus cells are joined where
/// a text holds the delimiter without quotes, and otherwise left out with a warning; a repeated name gets `_2`. A reply
/// with a Markdown table or JSON instead is read too, with the warning `other-format`.
///
/// [`Options::columns`] says which columns have to be there, what their types are, or that there is no header.
///
/// # Errors
///
/// [`ParseError::EmptyResponse`], [`ParseError::Unparseable`] if there are no rows (prose with commas has none),
/// [`ParseError::MissingColumns`] and [`ParseError::WrongCell`] if they are not as asked for.
///
/// ```
/// let value = llmparse::parse_csv("Sure:\n\nname;note\nAnn;\"a; b\"\nBob;\n\nHope this helps!")?;
/// assert_eq!(value.to_json_text(), r#"[{"name":"Ann","note":"a; b"},{"name":"Bob","note":""}]"#);
/// assert!(llmparse::parse_csv("Well, I cannot help with that.\nSorry, again.").is_err());
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_csv(response: &str) -> Result<Value, ParseError> {
    parse_csv_with_options(response, &Options::default())
}

/// Reads the CSV of a reply, with options.
///
/// # Errors
///
/// Those of [`parse_csv`].
///
/// ```
/// use llmparse::{ColumnType, Columns, Options};
/// let columns = Columns::default().required("name").typed("age", ColumnType::Integer);
/// let options = Options::default().columns(columns);
/// let value = llmparse::parse_csv_with_options("Name,Age\nAnn,31", &options)?;
/// assert_eq!(value.to_json_text(), r#"[{"Name":"Ann","Age":31}]"#);
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_csv_with_options(response: &str, options: &Options) -> Result<Value, ParseError> {
    parse_csv_with_trace(response, options).result
}

/// Reads the CSV of a reply, and says how; `extracted` is where the rows stand.
///
/// ```
/// let read = llmparse::parse_csv_with_trace("a,b,c\n1,2", &Default::default());
/// assert_eq!(read.result.unwrap().to_json_text(), r#"[{"a":"1","b":"2","c":""}]"#);
/// assert_eq!(read.trace.warnings[0].kind.code(), "short-row");
/// ```
#[must_use]
pub fn parse_csv_with_trace(response: &str, options: &Options) -> Traced<Value> {
    read_in_mode(response, options, FORMAT, |text, trace| {
        read(text, options, trace)
    })
}

fn read(text: &str, options: &Options, trace: &mut Trace) -> Result<Value, ParseError> {
    let page = Page::new(text);
    let fenced = page.fenced(LABELS);
    let labelled = fenced.iter().filter(|place| place.trust == Trust::Labelled);
    let plain = fenced.iter().filter(|place| place.trust != Trust::Labelled);
    let bare = page.bare();
    let find = |place| Sheets::find(text, place, &options.columns);
    let mut sheets: Vec<Sheets<'_>> = labelled.copied().filter_map(find).collect();
    if sheets.is_empty() {
        sheets = plain.copied().filter_map(find).collect();
    }
    if sheets.is_empty() {
        sheets = bare.into_iter().filter_map(find).collect();
    }
    match choose(&sheets) {
        Some(choice) => read_chosen(&sheets, choice, options, (&page, trace)),
        None => read_other(text, options, trace),
    }
}

/// The last block with rows, the last of all if none has.
fn choose(sheets: &[Sheets<'_>]) -> Option<(usize, usize)> {
    let blocks = sheets.iter().enumerate().flat_map(|(index, sheet)| {
        let spans = sheet.spans().enumerate();
        spans.map(move |(block, (_, has_rows))| (has_rows, index, block))
    });
    blocks.max().map(|(_, sheet, block)| (sheet, block))
}

fn read_chosen(
    sheets: &[Sheets<'_>],
    (sheet, block): (usize, usize),
    options: &Options,
    (page, trace): (&Page<'_>, &mut Trace),
) -> Result<Value, ParseError> {
    let spans = sheets.iter().flat_map(Sheets::spans).map(|(span, _)| span);
    let chosen = sheets.get(sheet);
    let place = chosen.and_then(|chosen| chosen.spans().nth(block));
    let place = place.map_or_else(Span::default, |(span, _)| span);
    let others: Vec<Span> = spans.filter(|span| *span != place).collect();
    let read = chosen.and_then(|chosen| chosen.read_block(block, &options.columns));
    let reading = read.unwrap_or_else(|| Err(ParseError::unparseable(FORMAT, "")))?;
    trace.repairs = reading.repairs;
    trace.warnings = reading.warnings;
    page.tell(place, &others, trace);
    Ok(reading.value)
}

/// Rows that are there in another format.
fn read_other(text: &str, options: &Options, trace: &mut Trace) -> Result<Value, ParseError> {
    table::read_as_rows(text, options, trace)
        .or_else(|| other_format::read_rows(text, options, trace))
        .unwrap_or_else(|| Err(ParseError::unparseable(FORMAT, text)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{ColumnType, Columns, Header};

    fn codes(reply: &str) -> Vec<&'static str> {
        let read = parse_csv_with_trace(reply, &Options::default());
        let warnings = read
            .trace
            .warnings
            .iter()
            .map(|warning| warning.kind.code());
        let repairs = read.trace.repairs.iter().map(|repair| repair.kind.code());
        warnings.chain(repairs).collect()
    }

    fn read_with(reply: &str, columns: Columns) -> Result<String, String> {
        let value = parse_csv_with_options(reply, &Options::default().columns(columns));
        value
            .map(|value| value.to_json_text())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn plain_csv_leaves_nothing_to_tell() {
        for reply in [
            "a,b\n1,2",
            "```csv\na;b\n1;2\n```",
            "a\tb\r\n1\t2\r\n",
            "\u{feff}\"a\",\"b\"\n\"x\"\"y\",2\n",
        ] {
            assert_eq!(codes(reply), [""; 0], "{reply:?}");
        }
    }

    #[test]
    fn each_liberty_is_told() {
        for (reply, code) in [
            ("a,b\n1", "short-row"),
            ("a,b\n1,2,3", "surplus-cell"),
            ("a,b\n1,x, y", "joined-cells"),
            ("a,a\n1,2", "repeated-header"),
            ("1,2\n3,4", "doubtful-header"),
            ("a,b", "no-rows"),
            ("a,b\n1,2\n\n3,4", "blank-line"),
            ("Here:\na,b\n1,2", "surrounding-text"),
            ("a,b\n1,2\n\nNow, the other:\n\na,b\n3,4", "other-candidate"),
            ("| a |\n|---|\n| 1 |", "other-format"),
            ("a,b\n1,\"x", "missing-quote"),
            ("a,b\n1,2\n...", "ellipsis"),
            ("a,b\n1,'x, y'", "quote-style"),
            ("a,b\n1,\"x \"y\" z\"", "unescaped-quote"),
            ("a,b\n1,\"x \\\"y\\\" z\"", "invalid-escape"),
        ] {
            assert!(
                codes(reply).contains(&code),
                "{reply:?}: {:?}",
                codes(reply)
            );
        }
    }

    #[test]
    fn strict_mode_takes_no_repair_and_no_other_format() {
        let strict = Options::default().mode(crate::options::ParseMode::Strict);
        assert!(parse_csv_with_options("Here:\na;b\n1;\"2\"", &strict).is_ok());
        for reply in [
            "a,b\n1,\"x",
            "a,b\n1,'x, y'",
            "| a |\n|---|\n| 1 |",
            "[{\"a\": 1}]",
        ] {
            let error = parse_csv_with_options(reply, &strict).unwrap_err();
            assert_eq!(error.kind(), "unparseable", "{reply:?}");
        }
    }

    #[test]
    fn a_cut_off_cell_is_not_complete() {
        let value = parse_csv("a,b\n1,2\n3,\"cut o").unwrap();
        let rows = value.as_array().unwrap();
        assert!(!value.complete && rows[0].complete && !rows[1].complete);
        assert!(!rows[1].get("b").unwrap().complete);
    }

    #[test]
    fn every_cell_has_its_place_in_the_reply() {
        let reply = "<think>x</think>Rows:<think>y</think>\n\nname,age\nAnn, \"31\"";
        let value = parse_csv(reply).unwrap();
        let row = &value.as_array().unwrap()[0];
        assert_eq!(row.span.of(reply), "Ann, \"31\"");
        assert_eq!(row.get("name").unwrap().span.of(reply), "Ann");
        assert_eq!(row.get("age").unwrap().span.of(reply), "\"31\"");
    }

    #[test]
    fn columns_have_the_types_that_were_asked_for() {
        let columns = Columns::default()
            .typed("n", ColumnType::Integer)
            .typed("OK", ColumnType::Boolean)
            .typed("x", ColumnType::Float)
            .typed("gone", ColumnType::Number);
        let text = "n,ok,x,t\n\"1,200\",false,2,07\n,yes,1.5,";
        let wanted =
            r#"[{"n":1200,"ok":false,"x":2.0,"t":"07"},{"n":null,"ok":true,"x":1.5,"t":""}]"#;
        assert_eq!(read_with(text, columns).unwrap(), wanted);
        let columns = || Columns::default().typed("v", ColumnType::Float);
        assert_eq!(read_with("v\n1.5", columns()).unwrap(), r#"[{"v":1.5}]"#);
        assert_eq!(
            read_with("v\n1.5\nx", columns()).unwrap_err(),
            r#"column "v", row 2: "x" is not a number"#
        );
    }

    #[test]
    fn a_cell_that_does_not_fit_has_a_place() {
        let options =
            Options::default().columns(Columns::default().typed("b", ColumnType::Integer));
        let reply = "So:\n\na,b\n1,x";
        let error = parse_csv_with_options(reply, &options).unwrap_err();
        assert_eq!(
            (error.kind(), error.span().unwrap().of(reply)),
            ("wrong_cell", "x")
        );
    }

    #[test]
    fn missing_columns_are_named() {
        let columns = Columns::default().required("c").required("A");
        let error = read_with("a,b\n1,2", columns).unwrap_err();
        assert_eq!(error, "missing required columns: c; found are: a, b");
    }

    #[test]
    fn without_a_header_rows_are_lists() {
        let columns = || Columns::default().header(Header::Absent);
        assert_eq!(
            read_with("1,2\n3", columns()).unwrap(),
            r#"[["1","2"],["3"]]"#
        );
        assert!(read_with("Hello, world\nHow are you", columns()).is_err());
    }

    #[test]
    fn a_cell_may_be_of_any_length() {
        let long = "x".repeat(140_000);
        let value = parse_csv(&format!("a,b\n\"{long}\",1")).unwrap();
        assert_eq!(
            value.as_array().unwrap()[0].get("a").unwrap().as_str(),
            Some(&*long)
        );
    }
}

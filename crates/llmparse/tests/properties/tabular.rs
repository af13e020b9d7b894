//! CSV, tables and pairs: what was written is read, spans are places in the reply, nothing panics, time grows in line.

use std::time::{Duration, Instant};

use llmparse::{Data, Options, Traced, Value};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::agreement::{Check, ensure};
use crate::{config, told};

type Read = fn(&str) -> Traced<Value>;

const READERS: [(&str, Read); 4] = [
    ("csv", |text| {
        llmparse::parse_csv_with_trace(text, &Options::default())
    }),
    ("table", |text| {
        llmparse::parse_table_with_trace(text, &Options::default())
    }),
    ("key_value", |text| {
        llmparse::parse_key_value_with_trace(text, &Options::default())
    }),
    ("fields", |text| {
        let options = Options::default();
        llmparse::parse_key_value_of_with_trace(text, &["a", "b c"], &options)
    }),
];

/// Pieces that rows, pairs and what stands around them are made of.
const PIECES: [&str; 44] = [
    "a",
    "b c",
    "é",
    "王",
    "👍🏽",
    "1",
    "1,200",
    ",",
    ";",
    "\t",
    "|",
    "｜",
    "，",
    "：",
    ":",
    "=",
    "\"",
    "\"\"",
    "'",
    "“",
    "”",
    "\\",
    "\\|",
    "`",
    "```",
    "~~~",
    "**",
    "- ",
    "# ",
    "> ",
    "---",
    "|---|---|\n",
    "+-+\n",
    "\n",
    "\n\n",
    "\r\n",
    " ",
    "\u{a0}",
    "\u{feff}",
    "<a>",
    "</a>",
    "$",
    "...",
    "{",
];

fn reply() -> impl Strategy<Value = String> {
    vec(prop::sample::select(&PIECES[..]), 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn spans_are_places_in_any_reply(reply in prop_oneof![reply(), any::<String>()]) {
        for (name, read) in READERS {
            told(check_spans(name, &reply, &read(&reply)))?;
        }
        for value in llmparse::parse_tables(&reply).unwrap_or_default() {
            told(check_value("tables", &reply, &value))?;
        }
    }

    #[test]
    fn reasoning_before_a_reply_changes_nothing(reply in reply()) {
        let thought = "<think>a,b\n1,2\n| x |\n|---|\na: 1</think>\n";
        let wrapped = format!("{thought}{reply}");
        for (name, read) in READERS {
            let (plain, wrapped) = (read(&reply), read(&wrapped));
            let same = plain.result.as_ref().ok() == wrapped.result.as_ref().ok();
            prop_assert!(same, "{name}: {plain:?}\n{wrapped:?}");
            if let (Some(plain), Some(wrapped)) = (plain.trace.extracted, wrapped.trace.extracted) {
                prop_assert_eq!(plain.start() + thought.len(), wrapped.start(), "{}", name);
            }
        }
    }

    #[test]
    fn csv_is_read_as_it_was_written(rows in table(cell()), delimiter in prop::sample::select(&b",;\t|"[..])) {
        let mut writer = csv::WriterBuilder::new().delimiter(delimiter).from_writer(Vec::new());
        for row in &rows {
            writer.write_record(row).unwrap();
        }
        let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        for reply in [format!("```csv\n{text}```"), format!("Here it is:\n\n```csv\r\n{text}\n```\nDone, as asked.")] {
            let value = llmparse::parse_csv(&reply);
            prop_assert_eq!(value.map(|value| texts(&value)).ok(), Some(objects(&rows)), "{:?}", reply);
        }
    }

    #[test]
    fn tables_are_read_as_they_were_written(rows in table(cell()), has_edges in any::<bool>()) {
        let (open, close) = if has_edges { ("| ", " |") } else { ("", "") };
        let line = |row: &Vec<String>| {
            let cells: Vec<String> = row.iter().map(|cell| escape(cell)).collect();
            format!("{open}{}{close}", cells.join(" | "))
        };
        let mut lines: Vec<String> = rows.iter().map(line).collect();
        let dashes: Vec<&str> = rows[0].iter().map(|_| "---").collect();
        lines.insert(1, format!("{open}{}{close}", dashes.join(" | ")));
        let reply = format!("Here:\n\n{}\n\nDone.", lines.join("\n"));
        let value = llmparse::parse_table(&reply);
        prop_assert_eq!(value.map(|value| texts(&value)).ok(), Some(objects(&rows)), "{:?}", reply);
    }

    #[test]
    fn pairs_are_read_as_they_were_written(
        pairs in prop::collection::btree_map("[a-z]{3,8}( [a-z]{3,8})?-id", "[a-z0-9]{1,5}([ .:,/=][a-z0-9]{1,5}){0,3}", 2..8),
        spelling in 0..6_usize,
    ) {
        let line = |(key, value): (&String, &String)| match spelling {
            0 => format!("{key}: {value}"),
            1 => format!("**{key}**: {value}"),
            2 => format!("**{key}:** {value}"),
            3 => format!("- {key}: {value}"),
            4 => format!("{key} = {value}"),
            _ => format!("{key}：{value}"),
        };
        let lines: Vec<String> = pairs.iter().map(line).collect();
        let reply = format!("Here they are:\n\n{}\n\nHope this helps!", lines.join("\n"));
        let value = llmparse::parse_key_value(&reply);
        let read: Vec<(String, String)> = value.map(|value| members(&value)).unwrap_or_default();
        prop_assert_eq!(read, pairs.into_iter().collect::<Vec<_>>(), "{:?}", reply);
    }
}

/// A header of distinct names, and rows as wide as it.
fn table(
    cell: impl Strategy<Value = String> + Clone + 'static,
) -> impl Strategy<Value = Vec<Vec<String>>> {
    (2..5_usize).prop_flat_map(move |width| {
        let names: Vec<String> = (0..width)
            .map(|column| format!("column {column}"))
            .collect();
        vec(vec(cell.clone(), width..=width), 1..6).prop_map(move |rows| {
            let mut table = vec![names.clone()];
            table.extend(rows);
            table
        })
    })
}

/// Text with letters at both ends, and whatever may stand in a cell between them.
fn cell() -> impl Strategy<Value = String> + Clone {
    let inner = prop::sample::select(
        &[
            "x", " ", "é", "王", ",", ";", "|", "\"", "'", "\t", ".", "1", "<b>", "--",
        ][..],
    );
    vec(inner, 0..6).prop_map(|pieces| format!("a{}b", pieces.concat()))
}

fn escape(cell: &str) -> String {
    cell.replace('|', "\\|")
}

fn objects(rows: &[Vec<String>]) -> Vec<Vec<(String, String)>> {
    let names = rows.first().into_iter().flatten();
    let rows = rows.iter().skip(1);
    rows.map(|row| names.clone().cloned().zip(row.iter().cloned()).collect())
        .collect()
}

fn texts(value: &Value) -> Vec<Vec<(String, String)>> {
    value
        .as_array()
        .unwrap_or_default()
        .iter()
        .map(members)
        .collect()
}

fn members(value: &Value) -> Vec<(String, String)> {
    let members = value
        .as_object()
        .into_iter()
        .flat_map(|object| object.iter());
    members
        .map(|(key, member)| {
            (
                key.to_owned(),
                member.as_str().unwrap_or_default().to_owned(),
            )
        })
        .collect()
}

fn check_spans(name: &str, reply: &str, read: &Traced<Value>) -> Check {
    if let Ok(value) = &read.result {
        check_value(name, reply, value)?;
        let place = read.trace.extracted.map(|span| span.range());
        ensure(place == Some(value.span.range()), || {
            format!(
                "{name} {reply:?}: extracted {place:?}, value {:?}",
                value.span
            )
        })?;
    }
    let repairs = read.trace.repairs.iter().map(|repair| repair.span);
    let warnings = read.trace.warnings.iter().map(|warning| warning.span);
    for span in repairs.chain(warnings).chain(read.trace.extracted) {
        ensure(reply.get(span.range()).is_some(), || {
            format!("{name} {reply:?}: {span:?} of {:?}", read.trace)
        })?;
    }
    Ok(())
}

fn check_value(name: &str, reply: &str, value: &Value) -> Check {
    ensure(reply.get(value.span.range()).is_some(), || {
        format!("{name} {reply:?}: {value:?}")
    })?;
    match &value.data {
        Data::Array(items) => items
            .iter()
            .try_for_each(|item| check_value(name, reply, item)),
        Data::Object(object) => object
            .iter()
            .try_for_each(|(_, member)| check_value(name, reply, member)),
        _ => Ok(()),
    }
}

/// What the text of each shape starts with, and what it repeats.
const SHAPES: [(&str, &str); 30] = [
    ("", "\""),
    ("", "\"a,"),
    ("", "a,\"b\n"),
    ("a,b\n", "a, \"b\n"),
    ("", "'a,"),
    ("a,b\n", "'a\n"),
    ("", "“a,"),
    ("a,b\n", ","),
    ("", ",\n"),
    ("", "a,b\n\n"),
    ("", "a,b\n---\n"),
    ("", "> a,b\n"),
    ("", "|"),
    ("", "|\n"),
    ("", "|a|\n"),
    ("|a|\n|-|\n", "|`a"),
    ("|a|\n|-|\n", "|$a"),
    ("|a|\n|-|\n", "|``a`"),
    ("|a|\n|-|\n", "|a\nb\n"),
    ("", "a|b\n---|---\n"),
    ("", "\\"),
    ("", "a:\n"),
    ("a: b\n\n", "x\n\n"),
    ("", "**a"),
    ("", "- "),
    ("", ": "),
    ("a: ", "a, a: "),
    ("", "<a>"),
    ("", "<csv>"),
    ("", "```csv\na,b\n"),
];

/// Four times the text may take four times as long; a quadratic reader takes sixteen times as long, and far more than
/// a second.
#[test]
fn time_grows_in_line_with_the_text() {
    let slow = SHAPES.iter().flat_map(|(start, piece)| {
        READERS.iter().filter_map(move |(name, read)| {
            let text = |bytes: usize| format!("{start}{}", piece.repeat(bytes / piece.len()));
            let (short, long) = (
                measure(*read, &text(50_000)),
                measure(*read, &text(200_000)),
            );
            let bound = 10 * short + Duration::from_millis(200);
            (long > bound).then(|| format!("{name} {start:?} {piece:?}: {short:?}, {long:?}"))
        })
    });
    let slow: Vec<String> = slow.collect();
    assert!(slow.is_empty(), "{slow:#?}");
}

fn measure(read: Read, text: &str) -> Duration {
    let times = (0..3).map(|_| {
        let start = Instant::now();
        drop(read(text));
        start.elapsed()
    });
    times.min().unwrap_or_default()
}

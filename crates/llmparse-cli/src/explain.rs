//! Shows one reply to a person: every repair and warning marked in place, then the value.
//!
//! ```text
//!     repaired: 1 repair
//!      --> stdin:1:7
//!       |
//!     1 | [1, 2,]
//!       |      ^ trailing-comma: removed
//! ```

use std::fmt::Write as _;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use anstream::{AutoStream, ColorChoice};
use llmparse::{ParseError, Repair, Risk, Span, Trace, Traced, Value, Warning};

use crate::args::{ExplainArgs, When};
use crate::exit::{self, Outcome, Trouble};
use crate::marks::{Mark, Sheet, cut_sheets};
use crate::pretty::lay_out;

/// Marks that are shown; a reply with more is better read by a program.
const MOST_MARKS: usize = 60;

/// Characters of a replacement that are shown.
const EXCERPT: usize = 40;

/// Width of a line where there is no terminal, and the greatest on one.
const WIDTH: usize = 100;

/// Shows one reply.
pub(crate) fn run(asked: &ExplainArgs) -> Result<Outcome, Trouble> {
    let name = asked.source.name();
    let text = match asked.source.read_reply()? {
        Ok(text) => text,
        Err(failure) => {
            exit::complain(&name, &failure.message);
            return Ok(Outcome::SomeFailed);
        }
    };
    let options = asked.tolerance.options(asked.mode, &asked.source);
    let read = llmparse::parse_value_with_trace(&text, &options);
    print(&render(&name, &text, &read), asked.color)?;
    Ok(Outcome::of(read.result.is_err().into()))
}

/// Prints `report`, its colours taken out where they are not wanted.
fn print(report: &str, color: When) -> Result<(), Trouble> {
    let choice = match color {
        When::Auto => AutoStream::choice(&std::io::stdout()),
        When::Always => ColorChoice::Always,
        When::Never => ColorChoice::Never,
    };
    if choice == ColorChoice::Never {
        return exit::print(anstream::adapter::strip_str(report).to_string().as_bytes());
    }
    exit::print(report.as_bytes())
}

fn render(name: &str, text: &str, read: &Traced<Value>) -> String {
    let marks = collect_marks(read);
    let sheets = cut_sheets(text, marks.get(..MOST_MARKS).unwrap_or(&marks), width());
    let group = Group::with_title(title(read))
        .elements(sheets.iter().map(|sheet| show(name, sheet)))
        .elements(
            notes(text, read, marks.len())
                .into_iter()
                .map(|note| Level::NOTE.message(note)),
        );
    let mut report = Renderer::styled().term_width(WIDTH * 2).render(&[group]) + "\n";
    if let Ok(value) = &read.result {
        let _ = writeln!(report, "\n{}", lay_out(&value.to_json_text()));
    }
    report
}

fn width() -> usize {
    let terminal = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    // Line numbers and borders stand before the text.
    terminal
        .unwrap_or(WIDTH)
        .saturating_sub(12)
        .clamp(40, WIDTH)
}

fn title(read: &Traced<Value>) -> annotate_snippets::Title<'static> {
    let Trace {
        repairs, warnings, ..
    } = &read.trace;
    let counts = [
        count(repairs.len(), "repair"),
        count(warnings.len(), "warning"),
    ];
    let counts: Vec<_> = counts.into_iter().flatten().collect();
    match &read.result {
        Err(error) => Level::ERROR
            .primary_title(error.to_string())
            .id(error.kind()),
        Ok(_) if !repairs.is_empty() => Level::WARNING
            .with_name("repaired")
            .primary_title(counts.join(", ")),
        Ok(_) if !warnings.is_empty() => Level::WARNING
            .with_name("as it stands")
            .primary_title(counts.join(", ")),
        Ok(_) => Level::INFO
            .with_name("as it stands")
            .primary_title("nothing to repair"),
    }
}

/// `2 repairs`; none for nothing.
fn count(number: usize, noun: &str) -> Option<String> {
    match number {
        0 => None,
        1 => Some(format!("1 {noun}")),
        _ => Some(format!("{number} {noun}s")),
    }
}

fn collect_marks(read: &Traced<Value>) -> Vec<Mark> {
    let repairs = read.trace.repairs.iter().map(mark_repair);
    let warnings = read.trace.warnings.iter().map(mark_warning);
    let failure = read.result.as_ref().err().and_then(mark_failure);
    let mut marks: Vec<_> = repairs.chain(warnings).chain(failure).collect();
    marks.sort_by_key(|mark| (mark.span.start, mark.span.end));
    marks
}

fn mark_repair(repair: &Repair) -> Mark {
    let text = excerpt(&repair.replacement);
    let done = match (repair.span.is_empty(), text.is_empty()) {
        (true, _) => format!("insert `{text}`"),
        (false, true) => "removed".to_owned(),
        (false, false) => format!("read as `{text}`"),
    };
    let risk = if repair.kind.risk() == Risk::High {
        " (high risk)"
    } else {
        ""
    };
    Mark {
        span: repair.span.range(),
        label: format!("{}: {done}{risk}", repair.kind.code()),
        is_primary: true,
    }
}

fn mark_warning(warning: &Warning) -> Mark {
    Mark {
        span: warning.span.range(),
        label: format!("warning: {}", warning.kind.code()),
        is_primary: false,
    }
}

fn mark_failure(error: &ParseError) -> Option<Mark> {
    let span = error.span()?;
    Some(Mark {
        span: span.range(),
        label: error.kind().replace('_', " "),
        is_primary: true,
    })
}

/// The start of `text` in one line.
fn excerpt(text: &str) -> String {
    let is_long = text.chars().count() > EXCERPT;
    let shown = text
        .chars()
        .take(if is_long { EXCERPT - 1 } else { EXCERPT });
    let mut excerpt = String::new();
    for character in shown {
        match character.is_control() {
            true => excerpt.extend(character.escape_default()),
            false => excerpt.push(character),
        }
    }
    excerpt + if is_long { "…" } else { "" }
}

/// A strip has no origin line: the column would be the one in the strip.
fn show(name: &str, sheet: &Sheet) -> Snippet<'static, Annotation<'static>> {
    let snippet = Snippet::source(sheet.text.clone())
        .line_start(sheet.first_line)
        .fold(false);
    snippet
        .path((!sheet.is_strip).then(|| name.to_owned()))
        .annotations(sheet.marks.iter().map(annotate))
}

fn annotate(mark: &Mark) -> Annotation<'static> {
    let kind = if mark.is_primary {
        AnnotationKind::Primary
    } else {
        AnnotationKind::Context
    };
    kind.span(mark.span.clone()).label(mark.label.clone())
}

/// What was set aside around the value, and what is not shown.
fn notes(text: &str, read: &Traced<Value>, marks: usize) -> Vec<String> {
    let mut notes = Vec::new();
    if marks > MOST_MARKS {
        notes.push(format!(
            "{MOST_MARKS} of {marks} marks are shown; `llmparse json --trace` lists all"
        ));
    }
    let reasoning = &read.trace.reasoning;
    if let Some(blocks) = count(reasoning.len(), "block") {
        let bytes: usize = reasoning.iter().map(|block| block.len()).sum();
        notes.push(format!("reasoning set aside: {blocks}, {bytes} bytes"));
    }
    let wraps = |value: &Span| value.len() < text.trim().len();
    let value = read.trace.extracted.filter(|_| read.result.is_ok());
    if let Some(value) = value.filter(wraps) {
        notes.push(format!("the value: {}", describe_lines(text, value)));
    }
    notes
}

/// `lines 3 to 7`
fn describe_lines(text: &str, span: Span) -> String {
    let last = span.end().saturating_sub(1).max(span.start());
    let (start, end) = (
        span.line_column(text).0,
        Span::new(last, last).line_column(text).0,
    );
    match start == end {
        true => format!("line {start}, {} bytes", span.len()),
        false => format!("lines {start} to {end}, {} bytes", span.len()),
    }
}

#[cfg(test)]
mod tests {
    use llmparse::{RepairKind, WarningKind};

    use super::*;

    fn repair(text: &str, kind: RepairKind, found: &str, replacement: &'static str) -> Repair {
        let start = text.find(found).unwrap();
        Repair {
            kind,
            span: Span::new(start, start + found.len()),
            replacement: replacement.into(),
        }
    }

    fn plain(text: &str, value: Result<&str, ParseError>, trace: Trace) -> String {
        let result = value.map(|json| llmparse::parse_value(json).unwrap());
        let report = render("reply.txt", text, &Traced { result, trace });
        anstream::adapter::strip_str(&report).to_string()
    }

    #[test]
    fn every_repair_and_warning_is_marked_in_its_place() {
        let text = "Sure:\n\n{'a': 1, \"a\": 2,\n \"b\": None";
        let mut trace = Trace::default();
        trace.extracted = Some(Span::new(7, text.len()));
        trace.repairs = vec![
            repair(text, RepairKind::QuoteStyle, "'a'", "\"a\""),
            repair(text, RepairKind::LiteralSpelling, "None", "null"),
            Repair {
                kind: RepairKind::MissingCloser,
                span: Span::new(text.len(), text.len()),
                replacement: "}".into(),
            },
        ];
        trace.warnings = vec![Warning {
            kind: WarningKind::DuplicateKey,
            span: Span::new(16, 19),
        }];
        let report = plain(text, Ok(r#"{"a":2,"b":null}"#), trace);
        let wanted = r#"
repaired: 3 repairs, 1 warning
 --> reply.txt:3:2
  |
1 | Sure:
2 |
3 | {'a': 1, "a": 2,
  |  ^^^     --- warning: duplicate-key
  |  |
  |  quote-style: read as `"a"`
4 |  "b": None
  |       ^^^^^ missing-closer: insert `}`
  |       |
  |       literal-spelling: read as `null`
  |
  = note: the value: lines 3 to 4, 27 bytes

{
  "a": 2,
  "b": null
}
"#;
        assert_eq!(report, wanted.trim_start());
    }

    #[test]
    fn a_long_line_is_shown_around_its_marks_only() {
        let text = format!("[{}{{'a': 1}}, {}]", "1, ".repeat(200), "0.5, ".repeat(100));
        let mut trace = Trace::default();
        trace.repairs = vec![repair(&text, RepairKind::QuoteStyle, "'a'", "\"a\"")];
        let report = plain(&text, Ok("[]"), trace);
        let wanted = r#"
repaired: 1 repair
  |
1 | …1, 1, 1, 1, 1, 1, 1, {'a': 1}, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.…
  |                        ^^^ column 603: quote-style: read as `"a"`

[]
"#;
        assert_eq!(report, wanted.trim_start());
    }

    #[test]
    fn a_failure_is_shown_in_its_place() {
        let error = ParseError::TooDeep {
            limit: 1,
            span: Span::new(1, 2),
        };
        let wanted = "\
error[too_deep]: nested deeper than 1 levels at byte 1
 --> reply.txt:1:2
  |
1 | [[1]]
  |  ^ too deep
";
        assert_eq!(plain("[[1]]", Err(error), Trace::default()), wanted);
    }

    #[test]
    fn a_failure_without_a_place_is_one_line() {
        let report = plain(
            "<think>x</think>",
            Err(ParseError::EmptyResponse),
            Trace::default(),
        );
        assert_eq!(report, "error[empty_response]: the reply is empty\n");
    }

    #[test]
    fn more_marks_than_a_person_reads_are_counted() {
        let text = "'a' ".repeat(100);
        let mut trace = Trace::default();
        trace.repairs = (0..100)
            .map(|at| Repair {
                kind: RepairKind::QuoteStyle,
                span: Span::new(at * 4, at * 4 + 3),
                replacement: "\"a\"".into(),
            })
            .collect();
        let report = plain(&text, Ok("[]"), trace);
        assert_eq!(report.matches("quote-style").count(), MOST_MARKS);
        assert!(report.contains("note: 60 of 100 marks are shown"));
    }

    #[test]
    fn control_characters_of_a_reply_do_not_reach_the_terminal() {
        let text = "[\u{1b}[31m1,\u{7}]";
        let mut trace = Trace::default();
        trace.repairs = vec![repair(
            text,
            RepairKind::StrayText,
            "\u{1b}[31m",
            "\u{1b}[0m",
        )];
        let result = Ok(llmparse::parse_value("[1]").unwrap());
        let report = render("reply.txt", text, &Traced { result, trace });
        assert!(!report.contains("\u{1b}[31m1") && !report.contains('\u{7}'));
        assert!(report.contains(r"\u{1b}[0m"));
    }
}

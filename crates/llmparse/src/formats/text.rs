//! Plain text without lead-ins: `Sure! Here's the answer:\nParis.` is `Paris.`

mod fold;
mod lead_in;
mod phrases;

use crate::error::ParseError;
use crate::span::Span;
use crate::trace::{Trace, Warning, WarningKind};

/// How many lead-ins may follow each other.
const MOST: usize = 8;

/// The content without its lead-ins and outer blanks; each lead-in is a warning.
pub(crate) fn read(content: &str, trace: &mut Trace) -> Result<String, ParseError> {
    let end = content.trim_end_matches(is_blank).len();
    let content = content.get(..end).unwrap_or_default();
    let mut at = skip_blanks(content, 0);
    for _ in 0..MOST {
        let rest = content.get(at..).unwrap_or_default();
        let Some(len) = lead_in::find(rest) else {
            break;
        };
        let words = rest.get(..len).unwrap_or_default();
        trace.warnings.push(Warning {
            kind: WarningKind::LeadIn,
            span: Span::new(at, at + words.trim_end().len()),
        });
        at = skip_blanks(content, at + len);
    }
    let text = content.get(at..).unwrap_or_default();
    if text.is_empty() {
        return Err(ParseError::EmptyResponse);
    }
    trace.extracted = Some(Span::new(at, end));
    Ok(text.to_owned())
}

fn skip_blanks(content: &str, at: usize) -> usize {
    let rest = content.get(at..).unwrap_or_default();
    content.len() - rest.trim_start_matches(is_blank).len()
}

fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || letter == '\u{feff}'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(content: &str) -> String {
        read(content, &mut Trace::default()).unwrap()
    }

    #[test]
    fn clean_text_stays() {
        assert_eq!(read_text("Paris is the capital."), "Paris is the capital.");
        assert_eq!(read_text("No prefix here."), "No prefix here.");
    }

    #[test]
    fn an_acknowledgement_goes() {
        assert_eq!(
            read_text("Sure! Paris is the capital."),
            "Paris is the capital."
        );
        assert_eq!(read_text("Of course.\nParis."), "Paris.");
    }

    #[test]
    fn an_acknowledgement_that_starts_a_sentence_stays() {
        for text in [
            "Of course, the moon has no air.",
            "Sure enough, it rained.",
            "Sure!Paris",
            "Absolutely. It is.",
        ] {
            assert_eq!(read_text(text), text);
        }
    }

    #[test]
    fn an_announcement_goes() {
        assert_eq!(read_text("Here's the answer:\nParis."), "Paris.");
        assert_eq!(read_text("Here is the answer: Paris."), "Paris.");
        assert_eq!(
            read_text("Here are three tips for better sleep:\n- Rest."),
            "- Rest."
        );
    }

    #[test]
    fn a_first_line_that_carries_content_stays() {
        for text in [
            "Here's why it works: heat rises.\nMore.",
            "Here is my opinion.\nNo.",
            "Here's to you",
        ] {
            assert_eq!(read_text(text), text);
        }
    }

    #[test]
    fn lead_ins_go_in_a_row_and_each_is_told() {
        let text = "Sure, here's the answer:\n\nParis.";
        let mut trace = Trace::default();
        assert_eq!(read(text, &mut trace).as_deref(), Ok("Paris."));
        let told: Vec<&str> = trace
            .warnings
            .iter()
            .map(|warning| warning.span.of(text))
            .collect();
        assert_eq!(told, ["Sure,", "here's the answer:"]);
        assert_eq!(trace.extracted.unwrap().of(text), "Paris.");
    }

    #[test]
    fn an_announcement_of_nothing_is_an_empty_reply() {
        let read = read("Sure! Here's the answer:", &mut Trace::default());
        assert_eq!(read, Err(ParseError::EmptyResponse));
        assert_eq!(read_text("Sure!"), "Sure!");
    }

    #[test]
    fn a_long_row_of_lead_ins_needs_no_stack() {
        let text = "sure, ".repeat(100_000);
        assert!(read_text(&text).starts_with("sure, sure"));
    }
}

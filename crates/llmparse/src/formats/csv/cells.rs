//! What a cell of CSV says: `"a ""b"" c"` is `a "b" c`.

use std::borrow::Cow;

use crate::formats::grid::{Cell, Log};
use crate::scan::records::{Quoting, RawCell};
use crate::span::Span;
use crate::trace::{Repair, RepairKind};

pub(super) fn resolve<'t>(text: &'t str, cell: &RawCell, log: &mut Log) -> Cell<'t> {
    let inner = cell.inner();
    let content = inner.of(text);
    let content = match cell.quoting {
        Quoting::DoubleWithin => unescape(content, inner.start(), log),
        _ => Cow::Borrowed(content),
    };
    match cell.quoting {
        Quoting::Single | Quoting::Curly => {
            repair(
                log,
                RepairKind::QuoteStyle,
                Span::new(cell.span.start(), inner.start()),
                "\"",
            );
            repair(
                log,
                RepairKind::QuoteStyle,
                Span::new(inner.end(), cell.span.end()),
                "\"",
            );
        }
        Quoting::Unclosed => repair(
            log,
            RepairKind::MissingQuote,
            Span::new(inner.end(), inner.end()),
            "\"",
        ),
        _ => {}
    }
    let is_cut_off = || {
        text.get(inner.end()..)
            .is_none_or(|rest| rest.trim().is_empty())
    };
    Cell {
        text: content,
        span: cell.span,
        is_complete: cell.quoting != Quoting::Unclosed || !is_cut_off(),
    }
}

/// The text between quotes that has quotes in it: doubled, with a backslash, or as they are.
fn unescape<'t>(content: &'t str, start: usize, log: &mut Log) -> Cow<'t, str> {
    let mut out = String::with_capacity(content.len());
    let mut rest = content;
    while let Some(at) = rest.find('"') {
        let place = start + content.len() - rest.len() + at;
        let (before, behind) = rest.split_at(at);
        let plain = before.strip_suffix('\\');
        out.push_str(plain.unwrap_or(before));
        out.push('"');
        let single = behind.get(1..).unwrap_or_default();
        rest = match (plain, single.strip_prefix('"')) {
            (Some(_), _) => {
                repair(
                    log,
                    RepairKind::InvalidEscape,
                    Span::new(place - 1, place + 1),
                    "\"\"",
                );
                single
            }
            (None, Some(doubled)) => doubled,
            (None, None) => {
                repair(
                    log,
                    RepairKind::UnescapedQuote,
                    Span::new(place, place + 1),
                    "\"\"",
                );
                single
            }
        };
    }
    out.push_str(rest);
    Cow::Owned(out)
}

fn repair(log: &mut Log, kind: RepairKind, span: Span, replacement: &'static str) {
    log.repairs.push(Repair {
        kind,
        span,
        replacement: Cow::Borrowed(replacement),
    });
}

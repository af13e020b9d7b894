//! Tables with one column that tells: `| Tag |`, `|---|`, `| red |`.

use super::lines::{Line, is_blank, trim};
use super::text::clean;
use super::{Draft, Entry, Failure, warn, words};
use crate::span::Span;
use crate::trace::WarningKind;

/// Names of a column that only counts.
const COUNTS: [&str; 12] = [
    "#", "no", "no.", "nr", "nr.", "id", "rank", "№", "n°", "index", "序号", "番号",
];

/// The column of the table in `rows` that holds the list; none if there is no table.
pub(super) fn read_table<'t>(
    text: &'t str,
    rows: &[Line<'_>],
) -> Result<Option<Draft<'t>>, Failure> {
    let Some(rule) = rows
        .iter()
        .position(|row| is_delimiter(row.body))
        .filter(|rule| *rule > 0)
    else {
        return Ok(None);
    };
    let (above, below) = rows.split_at(rule);
    let (Some(head), Some((_, below))) = (above.last(), below.split_first()) else {
        return Ok(None);
    };
    let len = below
        .iter()
        .take_while(|row| row.body.contains('|') || !head.body.contains('|'))
        .count();
    let (body, behind) = below.split_at(len);
    let names: Vec<&str> = cells(head).map(|cell| cell.of(text)).collect();
    let column = find_column(&names).ok_or_else(|| Failure::Ambiguous {
        readings: names.iter().map(|name| (*name).to_owned()).collect(),
        span: head.span(),
    })?;
    let found = body.iter().filter_map(|row| cells(row).nth(column));
    let entries: Vec<Entry<'_>> = found
        .map(|cell| Entry::new(clean(cell.of(text)), cell))
        .collect();
    let (Some(first), Some(last)) = (entries.first(), entries.last()) else {
        return Err(Failure::Nothing);
    };
    let span = Span::new(first.span.start(), last.span.end());
    let mut warnings: Vec<_> = above
        .iter()
        .map(|row| warn(WarningKind::SurroundingText, row.span()))
        .collect();
    if names.len() > 1 {
        warnings.push(warn(WarningKind::PickedField, span));
    }
    warnings.extend(
        behind
            .iter()
            .map(|row| warn(WarningKind::SurroundingText, row.span())),
    );
    Ok(Some(Draft {
        entries,
        span,
        warnings,
    }))
}

fn is_delimiter(body: &str) -> bool {
    let is_mark = |letter| matches!(letter, '|' | '-' | ':') || is_blank(letter);
    body.chars().all(is_mark) && body.contains("--") && body.contains('|')
}

/// The cells of a row, without outer blanks.
fn cells<'r>(row: &'r Line<'_>) -> impl Iterator<Item = Span> + 'r {
    let body = row.body;
    let inner = body.strip_prefix('|').unwrap_or(body);
    let start = row.at + body.len() - inner.len();
    let inner = inner.strip_suffix('|').unwrap_or(inner);
    let mut at = start;
    inner.split('|').map(move |cell| {
        let (blanks, trimmed) = trim(cell);
        let span = Span::new(at + blanks, at + blanks + trimmed.len());
        at += cell.len() + 1;
        span
    })
}

/// The only column, the one beside a count, or the one that is named like a list.
fn find_column(names: &[&str]) -> Option<usize> {
    let is_count = |name: &str| COUNTS.contains(&name.to_lowercase().as_str()) || name.is_empty();
    let mut named = names
        .iter()
        .enumerate()
        .filter(|(_, name)| words::is_list_label(name))
        .map(|(index, _)| index);
    match names {
        [_] => Some(0),
        [first, _] if is_count(first) => Some(1),
        _ => named.next().filter(|_| named.next().is_none()),
    }
}

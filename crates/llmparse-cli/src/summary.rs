//! The account of a run over many replies, for a person: how many came out how, and which repairs, failures and
//! warnings there were.

use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use llmparse::Risk;

use crate::row::risk_name;
use crate::tally::Tally;

/// Length of a bar that stands for all replies, in characters.
const BAR: f64 = 30.0;

/// Width of the first column, in characters: that of the longest kind.
const NAME: usize = 22;

/// The blocks that end a bar, by eighths of a character.
const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

const GOOD: Style = AnsiColor::Green.on_default();
const DOUBTFUL: Style = AnsiColor::Yellow.on_default();
const BAD: Style = AnsiColor::Red.on_default();
const QUIET: Style = Style::new().dimmed();
const TITLE: Style = Style::new().bold();

/// Prints the summary to stderr, coloured on a terminal.
pub(crate) fn print(tally: &Tally, time: Duration) {
    // Nobody is told when stderr is closed.
    let _ = anstream::stderr().write_all(render(tally, time).as_bytes());
}

fn render(tally: &Tally, time: Duration) -> String {
    let repairs = tally.repairs.iter();
    let coercions = tally.coercions.iter();
    let warnings = tally.warnings.iter();
    let failures = tally.failures.iter();
    let tables = [
        table(
            "Repairs",
            repairs.map(|(kind, count)| ((kind.code(), Some(kind.risk())), *count)),
        ),
        table(
            "Coercions",
            coercions.map(|(rule, count)| ((rule.code(), Some(rule.risk())), *count)),
        ),
        table(
            "Warnings",
            warnings.map(|(kind, count)| ((kind.code(), Some(kind.risk())), *count)),
        ),
        table(
            "Failures",
            failures.map(|(kind, count)| ((*kind, None), *count)),
        ),
    ];
    let mut lines = vec![headline(tally, time), String::new()];
    lines.extend(outcomes(tally));
    lines.extend(tables.into_iter().flatten());
    lines.join("\n") + "\n"
}

/// `5,000 replies in 0.41 s (12,195 a second)`
fn headline(tally: &Tally, time: Duration) -> String {
    let (replies, seconds) = (tally.replies(), time.as_secs_f64());
    let noun = if replies == 1 { "reply" } else { "replies" };
    let rate = replies as f64 / seconds.max(1e-9);
    let mut line = format!(
        "{TITLE}{} {noun}{TITLE:#} in {seconds:.2} s",
        group_digits(replies)
    );
    if seconds >= 0.1 {
        let _ = write!(
            line,
            " {QUIET}({} a second){QUIET:#}",
            group_digits(rate as u64)
        );
    }
    line
}

/// `  repaired                     1,540   30.8 %  █████████▎`
fn outcomes(tally: &Tally) -> Vec<String> {
    let all = tally.replies();
    let rows = [
        ("as they stood", tally.as_they_stood, GOOD),
        ("repaired", tally.repaired, DOUBTFUL),
        ("made to fit", tally.coerced, DOUBTFUL),
        ("  at high risk", tally.risky, DOUBTFUL),
        ("failed", tally.failed, BAD),
    ];
    let shown = rows.into_iter().filter(|(name, count, _)| {
        *count > 0 || !matches!(*name, "made to fit" | "  at high risk")
    });
    shown
        .map(|(name, count, style)| {
            let share = count as f64 / (all as f64).max(1.0);
            let bar = match count {
                0 => String::new(),
                _ => format!("  {style}{}{style:#}", draw_bar(share)),
            };
            format!(
                "  {name:<NAME$} {:>11}  {:>5.1} %{bar}",
                group_digits(count),
                share * 100.0
            )
        })
        .collect()
}

/// The kinds that occurred, most frequent first, with their risk where they have one.
fn table<'k>(
    title: &str,
    counts: impl Iterator<Item = ((&'k str, Option<Risk>), u64)>,
) -> Vec<String> {
    let counts = sort_counts(counts);
    if counts.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![String::new(), format!("{TITLE}{title}{TITLE:#}")];
    lines.extend(counts.into_iter().map(|((kind, risk), count)| {
        let count = group_digits(count);
        match risk {
            Some(risk) => format!("  {kind:<NAME$} {count:>11}  {}", describe_risk(risk)),
            None => format!("  {kind:<NAME$} {count:>11}"),
        }
    }));
    lines
}

fn describe_risk(risk: Risk) -> String {
    let style = match risk {
        Risk::None => QUIET,
        Risk::Low => Style::new(),
        _ => DOUBTFUL,
    };
    format!(
        "{style}{} risk{style:#}",
        if risk == Risk::None {
            "no"
        } else {
            risk_name(risk)
        }
    )
}

/// A bar for `share` of all, of at least one eighth of a character for anything that is there at all.
fn draw_bar(share: f64) -> String {
    let eighths = (share * BAR * 8.0).round() as usize;
    let eighths = if share > 0.0 { eighths.max(1) } else { 0 };
    let end = EIGHTHS.get(eighths % 8).copied().unwrap_or_default();
    "█".repeat(eighths / 8) + end
}

/// The counts, largest first; equal ones in the order they came in.
fn sort_counts<K>(counts: impl Iterator<Item = (K, u64)>) -> Vec<(K, u64)> {
    let mut sorted: Vec<_> = counts.collect();
    sorted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    sorted
}

/// `12,345,678`
pub(crate) fn group_digits(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_three() {
        let grouped = [0, 999, 1_000, 123_456, 1_234_567].map(group_digits);
        assert_eq!(grouped, ["0", "999", "1,000", "123,456", "1,234,567"]);
    }

    #[test]
    fn a_bar_shows_the_smallest_share_and_fills_at_one() {
        assert_eq!(draw_bar(0.0), "");
        assert_eq!(draw_bar(0.000_01), "▏");
        assert_eq!(draw_bar(0.5), "█".repeat(15));
        assert_eq!(draw_bar(1.0), "█".repeat(30));
    }
}

//! Lists without marks before their items: `Tags: red, green and blue`, or an item a line.

use super::labels::{find_label, find_labelled, find_verb, has_label, span_of};
use super::lines::{Line, Lines, is_blank, is_rule, trim};
use super::prose::{Place, are_clauses, are_prose, ends_sentence, is_prose, is_sentence};
use super::split::{Splitter, ends_separated, split, split_numbered};
use super::text::{clean, count_words, may_have_more_words, sentence_break, unwrap};
use super::{Draft, Entry, Failure, table, warn, words};
use crate::error::excerpt;
use crate::span::Span;
use crate::trace::{Warning, WarningKind};

/// How many phrases of a conversation may stand before a list.
const MOST_PHRASES: usize = 4;

/// The list that `lines` are, in spite of there being no marks.
pub(super) fn read_plain(lines: Lines<'_>) -> Result<Draft<'_>, Failure> {
    let (text, region) = (lines.text, lines.region);
    let whole = region.of(text);
    if words::is_nothing(whole) {
        return Err(Failure::Nothing);
    }
    let mut reader = Reader::new(text);
    reader.check_refusal(region)?;
    let rest = reader.skip_chat(region)?;
    let lines = if rest == region {
        lines
    } else {
        Lines::of(text, rest)
    };
    reader.has_item = lines.has_item;
    let rows = find_rows(lines);
    if let Some(draft) = table::read_table(text, &rows)? {
        return Ok(draft);
    }
    reader.read_rows(&rows)
}

/// The lines that say something.
fn find_rows(lines: Lines<'_>) -> Vec<Line<'_>> {
    let mut rows = lines.all;
    rows.retain(|line| !line.is_blank() && !is_rule(line.body));
    rows
}

struct Reader<'t> {
    text: &'t str,
    /// Whether a line starts as an item with a mark does.
    has_item: bool,
    warnings: Vec<Warning>,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            has_item: false,
            warnings: Vec::new(),
        }
    }

    fn check_refusal(&mut self, region: Span) -> Result<(), Failure> {
        let whole = region.of(self.text);
        if !words::is_refusal(whole) {
            return Ok(());
        }
        if !words::turns(whole) {
            return Err(Failure::Nothing);
        }
        let end = region.start() + sentence_break(whole).unwrap_or(whole.len());
        self.warnings
            .push(warn(WarningKind::Refusal, Span::new(region.start(), end)));
        Ok(())
    }

    /// Behind `Hello! ` in a text of one line; what is one sentence behind it goes on with the conversation.
    fn skip_chat(&mut self, region: Span) -> Result<Span, Failure> {
        let mut rest = trimmed(self.text, region);
        if rest.of(self.text).contains(['\n', '\r']) {
            return Ok(region);
        }
        for _ in 0..MOST_PHRASES {
            let Some(end) = self.chat_end(rest) else {
                break;
            };
            self.skip(trimmed(self.text, Span::new(rest.start(), end)));
            rest = trimmed(self.text, Span::new(end, rest.end()));
            let body = rest.of(self.text);
            if find_label(body).is_none() && split(body).is_none() {
                return Err(Failure::Nothing);
            }
        }
        Ok(if rest == trimmed(self.text, region) {
            region
        } else {
            rest
        })
    }

    /// Where the phrase of a conversation ends that starts `span`.
    fn chat_end(&self, span: Span) -> Option<usize> {
        let body = span.of(self.text);
        let end = sentence_break(body).unwrap_or(body.len());
        words::is_chat(body.get(..end)?).then_some(span.start() + end)
    }

    fn skip(&mut self, span: Span) {
        if !span.is_empty() {
            self.warnings.push(warn(WarningKind::SurroundingText, span));
        }
    }

    fn finish(mut self, entries: Vec<Entry<'t>>) -> Result<Draft<'t>, Failure> {
        let (Some(first), Some(last)) = (entries.first(), entries.last()) else {
            return Err(Failure::Nothing);
        };
        if entries.len() == 1 && words::is_nothing(&first.text) {
            return Err(Failure::Nothing);
        }
        let span = Span::new(first.span.start(), last.span.end());
        self.warnings.sort_by_key(|warning| warning.span);
        Ok(Draft {
            entries,
            span,
            warnings: self.warnings,
        })
    }

    fn read_rows(mut self, rows: &[Line<'t>]) -> Result<Draft<'t>, Failure> {
        if let Some(row) = find_labelled(self.text, rows)? {
            return self.read_labelled(rows, row);
        }
        let rows = self.trim_rows(rows);
        let rows = self.single_row(rows)?;
        match rows {
            [] => Err(Failure::Nothing),
            [row] => self.read_line(row.span()),
            [first, .., last] if is_wrapped(rows) => {
                let span = Span::new(first.at, last.span().end());
                self.read_line(span)
            }
            rows => self.read_lines(rows),
        }
    }

    /// The one line that says what it lists, among others.
    fn read_labelled(mut self, rows: &[Line<'t>], row: usize) -> Result<Draft<'t>, Failure> {
        for (index, other) in rows.iter().enumerate().filter(|(index, _)| *index != row) {
            let is_kept = index == row;
            if !is_kept {
                self.skip(other.span());
            }
        }
        let span = rows.get(row).map_or(Span::default(), Line::span);
        self.read_line(span)
    }

    /// The lines without those before and behind the list.
    fn trim_rows<'r>(&mut self, mut rows: &'r [Line<'t>]) -> &'r [Line<'t>] {
        while let [first, rest @ ..] = rows {
            if rest.is_empty() || !is_intro(first.body) {
                break;
            }
            self.skip(first.span());
            rows = rest;
        }
        while let [rest @ .., last] = rows {
            let is_beside = is_prose(last.body, Place::Line)
                || words::is_outro(last.body)
                || last.body.starts_with('#') && words::is_aside_label(last.body);
            if rest.is_empty() || !is_beside {
                break;
            }
            self.skip(last.span());
            rows = rest;
        }
        rows
    }

    /// The one line that holds several items, where the others hold none.
    fn single_row<'r>(&mut self, rows: &'r [Line<'t>]) -> Result<&'r [Line<'t>], Failure> {
        if rows.len() < 2 || rows.len() > 4 || is_wrapped(rows) {
            return Ok(rows);
        }
        let count = |row: &Line<'_>| split(row.body).map_or(1, |pieces| pieces.len());
        let mut lists = rows.iter().enumerate().filter(|(_, row)| count(row) > 2);
        let (Some((index, list)), None) = (lists.next(), lists.next()) else {
            return Ok(rows);
        };
        let others = rows.iter().filter(|row| row.at != list.at);
        if others.clone().any(|row| count(row) > 1) {
            return Ok(rows);
        }
        if !others.clone().all(|row| ends_sentence(row.body)) {
            let readings = rows.iter().map(|row| excerpt(row.body)).collect();
            return Err(Failure::Ambiguous {
                readings,
                span: list.span(),
            });
        }
        others.for_each(|row| self.skip(row.span()));
        Ok(rows.get(index..=index).unwrap_or_default())
    }

    fn read_lines(self, rows: &[Line<'t>]) -> Result<Draft<'t>, Failure> {
        if rows.iter().all(|row| starts_decimal(row.body)) {
            return Err(decimals(rows));
        }
        if are_prose(rows, self.has_item) {
            return Err(Failure::Nothing);
        }
        if let Some(entries) = self.read_grid(rows) {
            return self.finish(entries);
        }
        let entries = join_definitions(rows);
        self.finish(entries)
    }

    /// Lines with three items or more each are one list.
    fn read_grid(&self, rows: &[Line<'t>]) -> Option<Vec<Entry<'t>>> {
        let mut entries = Vec::with_capacity(4 * rows.len());
        let mut splitter = Splitter::of(span_of(rows).of(self.text));
        for row in rows {
            let pieces = splitter.split(row.body).filter(|pieces| pieces.len() > 2)?;
            // Four words take seven bytes.
            let is_long = |piece: &Span| piece.len() > 6 && count_words(piece.of(row.body)) > 3;
            if may_have_more_words(row.body, 3) && pieces.iter().any(is_long) {
                return None;
            }
            entries.extend(pieces.iter().map(|piece| {
                entry(
                    self.text,
                    Span::new(row.at + piece.start(), row.at + piece.end()),
                )
            }));
        }
        Some(entries)
    }

    // ---- one line -------------------------------------------------------------------------------------------------

    fn read_line(mut self, span: Span) -> Result<Draft<'t>, Failure> {
        let mut span = unwrapped(self.text, span);
        span = self.skip_leads(span);
        if let Some((start, pieces)) = split_numbered(span.of(self.text)) {
            self.skip(trimmed(
                self.text,
                Span::new(span.start(), span.start() + start),
            ));
            return self.read_numbered(span, &pieces);
        }
        let (label, list) = self.find_list(span)?;
        self.skip(label);
        let list = unwrapped(self.text, list);
        let is_labelled = !label.is_empty();
        self.read_parts(list, span, is_labelled)
    }

    fn read_numbered(self, span: Span, pieces: &[Span]) -> Result<Draft<'t>, Failure> {
        let text = self.text;
        let ends = |piece: &Span| ends_sentence(piece.of(span.of(text)));
        let is_stop = pieces
            .split_last()
            .is_some_and(|(_, others)| !others.iter().any(ends));
        let entries = pieces.iter().map(|piece| {
            let start = span.start();
            let piece = Span::new(start + piece.start(), start + piece.end());
            entry(
                text,
                if is_stop {
                    without_stop(text, piece)
                } else {
                    piece
                },
            )
        });
        let entries = entries.collect();
        self.finish(entries)
    }

    /// Behind `Sure! ` and the like.
    fn skip_leads(&mut self, span: Span) -> Span {
        let mut span = span;
        for _ in 0..4 {
            let body = span.of(self.text);
            let Some(end) = sentence_break(body).filter(|end| {
                words::is_lead(body) && !has_label(body.get(..*end).unwrap_or_default())
            }) else {
                break;
            };
            self.skip(trimmed(
                self.text,
                Span::new(span.start(), span.start() + end),
            ));
            span = trimmed(self.text, Span::new(span.start() + end, span.end()));
        }
        span
    }

    /// What names the list, and the list; sentences around it are left out.
    fn find_list(&mut self, span: Span) -> Result<(Span, Span), Failure> {
        let sentences = sentences(self.text, span);
        let labelled = sentences
            .iter()
            .find_map(|sentence| Some((*sentence, find_label(sentence.of(self.text))?)));
        let (sentence, label) = match (labelled, sentences.as_slice()) {
            (Some((sentence, len)), _) => (sentence, len),
            (None, [sentence]) => (*sentence, 0),
            (None, [sentence, rest @ ..])
                if rest
                    .iter()
                    .all(|other| is_prose(other.of(self.text), Place::Part)) =>
            {
                (*sentence, 0)
            }
            _ => return Err(Failure::Nothing),
        };
        for other in sentences.iter().filter(|other| **other != sentence) {
            self.skip(*other);
        }
        let body = sentence.of(self.text);
        let label = if label == 0 {
            find_verb(body).unwrap_or(0)
        } else {
            label
        };
        let at = sentence.start() + label;
        let before = trimmed(self.text, Span::new(sentence.start(), at));
        let list = trimmed(self.text, Span::new(at, sentence.end()));
        // `Here you go: Tags: a, b`
        match find_label(list.of(self.text)).filter(|_| label > 0) {
            Some(len) => {
                self.skip(before);
                let at = list.start() + len;
                Ok((
                    trimmed(self.text, Span::new(list.start(), at)),
                    trimmed(self.text, Span::new(at, list.end())),
                ))
            }
            None => Ok((before, list)),
        }
    }

    /// The items between separators.
    fn read_parts(
        mut self,
        list: Span,
        whole: Span,
        is_labelled: bool,
    ) -> Result<Draft<'t>, Failure> {
        let text = self.text;
        let body = list.of(text);
        let pieces = split(body).unwrap_or_else(|| vec![Span::new(0, body.len())]);
        let pieces: Vec<Span> = pieces
            .iter()
            .map(|piece| Span::new(list.start() + piece.start(), list.start() + piece.end()))
            .collect();
        let (more, pieces): (Vec<Span>, Vec<Span>) = pieces
            .into_iter()
            .partition(|piece| words::is_more(piece.of(text)));
        more.into_iter().for_each(|piece| self.skip(piece));
        let pieces = self.part_last(pieces);
        let place = if pieces.len() == 1 && !is_labelled {
            Place::Alone
        } else {
            Place::Part
        };
        let pieces: Vec<Span> = pieces
            .into_iter()
            .map(|piece| without_stop(text, piece))
            .collect();
        let is_sentence = !is_labelled
            && (is_sentence(text, whole, &pieces) || are_clauses(text, whole, &pieces));
        if is_sentence || pieces.iter().any(|piece| is_prose(piece.of(text), place)) {
            return Err(Failure::Nothing);
        }
        let entries = pieces.into_iter().map(|piece| entry(text, piece)).collect();
        self.finish(entries)
    }

    /// `b and c` at the end of a list are two items; `a and b` alone too, if they are short.
    fn part_last(&mut self, mut pieces: Vec<Span>) -> Vec<Span> {
        let Some(last) = pieces.pop() else {
            return pieces;
        };
        let body = last.of(self.text);
        let lead = words::leading_conjunction(body);
        if lead > 0 && !pieces.is_empty() {
            pieces.push(Span::new(last.start() + lead, last.end()));
            return pieces;
        }
        let others_join = pieces
            .iter()
            .any(|piece| words::has_conjunction(piece.of(self.text)));
        let are_words = !pieces.is_empty()
            && pieces
                .iter()
                .all(|piece| !piece.of(self.text).contains(is_blank));
        let bare = body.trim_end_matches('.');
        let parted = words::find_conjunction(bare)
            .or_else(|| {
                are_words
                    .then(|| words::find_lone_conjunction(bare))
                    .flatten()
            })
            .filter(|_| !others_join && !is_quoted(body));
        let Some((start, end)) = parted else {
            pieces.push(last);
            return pieces;
        };
        let first = Span::new(last.start(), last.start() + start);
        let second = Span::new(last.start() + end, last.end());
        let is_short = [first, second]
            .iter()
            .all(|piece| count_words(piece.of(self.text)) <= 4);
        let is_name =
            pieces.is_empty() && body.get(start..end).is_some_and(|word| word.contains('&'));
        let is_single = !is_name && words::find_conjunction(second.of(self.text)).is_none();
        if !is_short || !is_single {
            pieces.push(last);
            return pieces;
        }
        self.warnings
            .push(warn(WarningKind::SplitConjunction, last));
        pieces.extend([first, second].map(|piece| trimmed(self.text, piece)));
        pieces
    }
}

fn entry(text: &str, span: Span) -> Entry<'_> {
    Entry::new(clean(span.of(text)), span)
}

/// `3.5 stars` a line each: items that are numbers, or numbered items without a blank?
fn decimals(rows: &[Line<'_>]) -> Failure {
    let span = rows
        .first()
        .zip(rows.last())
        .map_or(Span::default(), |(first, last)| {
            Span::new(first.at, last.span().end())
        });
    let first = rows.first().map_or("", |row| row.body);
    let behind = first.split_once('.').map_or("", |(_, behind)| behind);
    Failure::Ambiguous {
        readings: vec![format!("{first:?}"), format!("{behind:?}")],
        span,
    }
}

fn starts_decimal(body: &str) -> bool {
    let rest = body.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let behind = rest.strip_prefix('.');
    rest.len() < body.len()
        && behind.is_some_and(|behind| behind.starts_with(|letter: char| letter.is_ascii_digit()))
        && body.contains(is_blank)
}

/// `term` with `: definition` below it is one item.
fn join_definitions<'t>(rows: &[Line<'t>]) -> Vec<Entry<'t>> {
    let mut entries: Vec<Entry<'t>> = Vec::new();
    for row in rows {
        let definition = row
            .body
            .strip_prefix([':', '：'])
            .filter(|rest| rest.starts_with(is_blank));
        match (definition, entries.last_mut()) {
            (Some(definition), Some(term)) => {
                let text = term.text.to_mut();
                text.push_str(if term.is_defined { "; " } else { ": " });
                text.push_str(&clean(definition));
                term.is_defined = true;
                term.span = Span::new(term.span.start(), row.span().end());
            }
            _ => entries.push(Entry::new(clean(row.body), row.span())),
        }
    }
    entries.retain(|entry| !entry.text.is_empty());
    entries
}

/// Whether every line but the last ends with a separator.
fn is_wrapped(rows: &[Line<'_>]) -> bool {
    rows.split_last()
        .is_some_and(|(_, rest)| rest.iter().all(|row| ends_separated(row.body)))
}

fn is_intro(body: &str) -> bool {
    let bare =
        body.trim_end_matches(|letter: char| is_blank(letter) || matches!(letter, '*' | '_'));
    let is_label = bare.ends_with([':', '：']) || body.starts_with("# ") || body.starts_with("##");
    if ends_sentence(body) && words::is_chat(body) {
        return true;
    }
    let is_bold_label =
        body.starts_with("**") && body.ends_with("**") && words::is_list_label(body);
    is_label
        || is_bold_label
        || (words::is_lead(body)
            && !ends_separated(body)
            && count_words(body) > 1
            && split(body).is_none_or(|pieces| pieces.len() < 3))
        || is_prose(body, Place::Line)
}

fn is_quoted(body: &str) -> bool {
    let (at, _) = unwrap(body);
    at > 0
}

/// `span` without outer blanks.
fn trimmed(text: &str, span: Span) -> Span {
    let (at, body) = trim(span.of(text));
    Span::new(span.start() + at, span.start() + at + body.len())
}

/// `span` without outer blanks, and marks, quotes or brackets around all of it.
fn unwrapped(text: &str, span: Span) -> Span {
    let mut span = trimmed(text, span);
    for _ in 0..4 {
        let body = span.of(text);
        let (at, inner) = unwrap(body);
        let (at, inner) = if at == 0 {
            unbracketed(body)
        } else {
            (at, inner)
        };
        if at == 0 {
            break;
        }
        span = trimmed(
            text,
            Span::new(span.start() + at, span.start() + at + inner.len()),
        );
    }
    span
}

/// What some languages write before the brackets of a list.
const CALLS: [&str; 8] = [
    "array", "list", "set", "tuple", "Set", "c", "vec!", "List.of",
];

/// `[a, b]`, `{a, b}`, `(a, b)`, `array(a, b)`
fn unbracketed(body: &str) -> (usize, &str) {
    let call = CALLS
        .iter()
        .find(|call| {
            let rest = body.strip_prefix(**call);
            rest.is_some_and(|rest| rest.starts_with(['(', '[']))
        })
        .map_or(0, |call| call.len());
    let whole = body;
    let body = body.get(call..).unwrap_or_default();
    const BRACKETS: [(char, char); 6] = [
        ('[', ']'),
        ('{', '}'),
        ('(', ')'),
        ('【', '】'),
        ('（', '）'),
        ('［', '］'),
    ];
    let inner = BRACKETS.iter().find_map(|(open, close)| {
        let inner = body.strip_prefix(*open)?.strip_suffix(*close)?;
        (!inner.contains([*open, *close])).then_some((call + open.len_utf8(), inner))
    });
    inner.unwrap_or((0, whole))
}

/// `span` without a full stop at its end; that of `D.C.` stays.
fn without_stop(text: &str, span: Span) -> Span {
    let body = span.of(text);
    let bare = body.strip_suffix(['.', '。']).unwrap_or(body);
    let word = bare.rsplit(is_blank).next().unwrap_or_default();
    if words::is_more(body)
        || word.contains('.')
        || word.len() == 1 && bare.len() > 1
        || bare.ends_with('.')
    {
        return span;
    }
    Span::new(span.start(), span.start() + bare.len())
}

/// The sentences of `span`.
fn sentences(text: &str, span: Span) -> Vec<Span> {
    let mut found = Vec::new();
    let mut rest = trimmed(text, span);
    while let Some(end) = sentence_break(rest.of(text)) {
        found.push(Span::new(rest.start(), rest.start() + end));
        rest = trimmed(text, Span::new(rest.start() + end, rest.end()));
    }
    if !rest.is_empty() {
        found.push(rest);
    }
    found
}

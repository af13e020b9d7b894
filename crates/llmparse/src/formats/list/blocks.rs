//! Lists whose items start with a mark: `Fruits:\n- apple\n- pear\n\nBye!` holds one with two items.

use std::collections::HashSet;

use super::evidence::Evidence;
use super::levels::set_depths;
use super::lines::{Line, Lines, is_blank, is_rule};
use super::marker::{Mark, Marker, Ordinal, read_loose_number, read_marker};
use super::numeral::Script;
use super::text::{count_words, is_ideograph};
use super::words;
use crate::span::Span;

/// A line, and what it is.
struct Row<'t> {
    line: Line<'t>,
    kind: RowKind<'t>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum RowKind<'t> {
    Blank,
    /// Part of a code fence.
    Code,
    Item(Marker<'t>),
    Text,
}

/// An item of a list.
pub(super) struct Item<'t> {
    pub(super) depth: usize,
    pub(super) marker: Marker<'t>,
    /// The line that it starts on, mark included.
    pub(super) line: Line<'t>,
    /// Its text, where more lines than one belong to it.
    pub(super) joined: String,
    /// Where it ends in the text.
    pub(super) end: usize,
    last_len: usize,
}

impl<'t> Item<'t> {
    fn new(line: Line<'t>, marker: Marker<'t>) -> Self {
        Self {
            depth: 0,
            marker,
            line,
            joined: String::new(),
            end: line.span().end(),
            last_len: line.body.len(),
        }
    }

    /// The text behind the mark on the first line.
    pub(super) fn first(&self) -> &'t str {
        self.line
            .body
            .get(self.marker.text_at..)
            .unwrap_or_default()
    }

    /// The whole text, marks of emphasis included.
    pub(super) fn text(&self) -> &str {
        if self.joined.is_empty() {
            self.first()
        } else {
            &self.joined
        }
    }

    pub(super) fn span(&self) -> Span {
        Span::new(self.line.at + self.marker.text_at, self.end)
    }

    fn join(&mut self, line: &Line<'_>, is_code: bool) {
        if self.joined.is_empty() {
            let first = self.first();
            // Further lines are likely to follow.
            self.joined = String::with_capacity(4 * (first.len() + line.body.len()));
            self.joined.push_str(first);
        }
        let last = self.joined.chars().next_back();
        let is_tight = last.is_some_and(is_ideograph) && line.body.starts_with(is_ideograph);
        if is_code {
            self.joined.push('\n');
        } else if last.is_some() && !is_tight {
            self.joined.push(' ');
        }
        self.joined.push_str(line.body);
        self.end = line.span().end();
        self.last_len = line.body.len();
    }

    fn is_heading(&self) -> bool {
        self.line.body.starts_with('#') && matches!(self.marker.mark, Mark::Ordinal(_))
    }
}

/// A list, and what stands before it.
#[derive(Default)]
pub(super) struct Block<'t> {
    pub(super) items: Vec<Item<'t>>,
    /// The line right before it that names it.
    pub(super) label: Option<Span>,
    /// `[1] https://…`
    is_reference: bool,
}

impl Block<'_> {
    pub(super) fn span(&self) -> Span {
        let start = self.items.first().map_or(0, |item| item.line.at);
        let end = self.items.last().map_or(start, |item| item.end);
        Span::new(start, end)
    }
}

/// What the lines of a text are.
#[derive(Default)]
pub(super) struct Blocks<'t> {
    pub(super) blocks: Vec<Block<'t>>,
    /// Lines that belong to no list; labels are none of them.
    pub(super) skipped: Vec<Span>,
}

/// The lists that `lines` hold; what is `code` is no list.
pub(super) fn find_blocks<'t>(lines: &Lines<'t>, code: &[Span]) -> Blocks<'t> {
    if !lines.has_item {
        return Blocks::default();
    }
    let mut rows = classify(&lines.all, code);
    adopt_numbers(&mut rows);
    drop_unlikely(&mut rows);
    let mut grouper = Grouper::default();
    for row in &rows {
        grouper.take(row);
    }
    let mut found = grouper.finish();
    for block in &mut found.blocks {
        set_depths(&mut block.items);
    }
    found
}

fn classify<'t>(lines: &[Line<'t>], code: &[Span]) -> Vec<Row<'t>> {
    let mut code = code.iter().peekable();
    let rows = lines.iter().map(|&line| {
        while code.peek().is_some_and(|fence| fence.end() <= line.at) {
            code.next();
        }
        let is_code = code.peek().is_some_and(|fence| fence.start() <= line.at);
        let kind = match read_marker(line.body) {
            _ if line.is_blank() => RowKind::Blank,
            _ if is_code => RowKind::Code,
            _ if is_rule(line.body) || is_lone_tag(line.body) || is_environment(line.body) => {
                RowKind::Blank
            }
            Some(marker) => RowKind::Item(marker),
            None => RowKind::Text,
        };
        Row { line, kind }
    });
    rows.collect()
}

/// `<tags>` or `</tags>` alone on its line.
fn is_lone_tag(body: &str) -> bool {
    let name = body
        .strip_prefix('<')
        .and_then(|body| body.strip_suffix('>'));
    name.is_some_and(|name| {
        !name.is_empty()
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'_' | b'-'))
    })
}

/// `\begin{itemize}` or `\end{itemize}` alone on its line.
fn is_environment(body: &str) -> bool {
    let name = body
        .strip_prefix("\\begin{")
        .or_else(|| body.strip_prefix("\\end{"));
    name.is_some_and(|name| name.ends_with('}') && !name.contains(is_blank))
}

/// The number of an item.
fn ordinal_of<'t>(row: &Row<'t>) -> Option<Ordinal<'t>> {
    match row.kind {
        RowKind::Item(Marker {
            mark: Mark::Ordinal(ordinal),
            ..
        }) => Some(ordinal),
        _ => None,
    }
}

/// `2, b` right between `1. a` and `3. c` is an item.
fn adopt_numbers(rows: &mut [Row<'_>]) {
    let mut last: Option<(Ordinal<'_>, usize)> = None;
    for index in 0..rows.len() {
        let next = rows.get(index + 1).and_then(ordinal_of);
        let Some(row) = rows.get_mut(index) else {
            return;
        };
        let loose = match row.kind {
            RowKind::Text if last.is_some() && next.is_some() => read_loose_number(row.line.body),
            _ => None,
        };
        let between = loose
            .zip(last)
            .zip(next)
            .filter(|(((value, _), (last, indent)), next)| {
                *value == last.value + 1
                    && next.value == value + 1
                    && next.style.script == Script::Digits
                    && last.style.script == Script::Digits
                    && *indent == row.line.indent
            });
        if let Some((((value, text_at), (last, _)), _)) = between {
            let ordinal = Ordinal { value, ..last };
            row.kind = RowKind::Item(Marker {
                mark: Mark::Ordinal(ordinal),
                text_at,
                checked: None,
                is_weak: false,
            });
        }
        last = ordinal_of(row).map(|ordinal| (ordinal, row.line.indent));
    }
}

/// Which rows have numbers that count up from one in several styles: `1.`, `2)`, `(3)`.
fn find_mixed(rows: &[Row<'_>]) -> HashSet<usize> {
    let mut mixed = HashSet::new();
    let mut run: Vec<usize> = Vec::new();
    let mut last: Option<Ordinal<'_>> = None;
    for (index, row) in rows.iter().enumerate() {
        let Some(ordinal) = ordinal_of(row) else {
            continue;
        };
        let counts_on = |last: Ordinal<'_>| ordinal.follows(&last) || ordinal.continues(&last);
        if !last.is_some_and(counts_on) {
            end_run(&mut run, &mut mixed);
        }
        let starts = ordinal.value == 1 || ordinal.letter == Some(1);
        if starts || !run.is_empty() {
            run.push(index);
        }
        last = Some(ordinal);
    }
    end_run(&mut run, &mut mixed);
    mixed
}

fn end_run(run: &mut Vec<usize>, mixed: &mut HashSet<usize>) {
    if run.len() > 1 {
        mixed.extend(run.iter());
    }
    run.clear();
}

/// Marks that nothing else in the text speaks for are text: `A. Smith`, `3. Oktober`.
fn drop_unlikely(rows: &mut [Row<'_>]) {
    let mut evidence = Evidence::default();
    for row in &*rows {
        if let RowKind::Item(marker) = &row.kind {
            evidence.take(marker);
        }
    }
    if evidence.is_all_good() {
        return;
    }
    evidence.put_back();
    let mixed = find_mixed(rows);
    for (index, row) in rows.iter_mut().enumerate() {
        let is_alone = |marker| !mixed.contains(&index) && !evidence.supports(marker);
        if matches!(&row.kind, RowKind::Item(marker) if is_alone(marker)) {
            row.kind = RowKind::Text;
        }
    }
}

/// Puts lines together into lists.
#[derive(Default)]
struct Grouper<'t> {
    found: Blocks<'t>,
    block: Option<Block<'t>>,
    /// Lines of text since the last item.
    pending: Vec<Line<'t>>,
    /// Whether a blank line stands before the pending ones.
    is_apart: bool,
    /// Whether a blank line stands before this one.
    behind_blank: bool,
    /// The last number of the list at its outer level.
    last_number: Option<Ordinal<'t>>,
}

impl<'t> Grouper<'t> {
    fn take(&mut self, row: &Row<'t>) {
        match row.kind {
            RowKind::Blank => {
                self.behind_blank = true;
                return;
            }
            RowKind::Code => self.take_code(row.line),
            RowKind::Text => self.take_text(row.line),
            RowKind::Item(marker) => self.take_item(row.line, marker),
        }
        self.behind_blank = false;
    }

    fn last_item(&mut self) -> Option<&mut Item<'t>> {
        self.block.as_mut()?.items.last_mut()
    }

    fn take_code(&mut self, line: Line<'t>) {
        let is_free = self.pending.is_empty();
        match self.last_item() {
            Some(item) if is_free && line.indent > item.line.indent => item.join(&line, true),
            _ => self.push_pending(line),
        }
    }

    fn take_text(&mut self, line: Line<'t>) {
        let is_free = self.pending.is_empty();
        match self.last_item() {
            Some(item) if is_free && line.indent > item.line.indent => item.join(&line, false),
            _ => self.push_pending(line),
        }
    }

    fn push_pending(&mut self, line: Line<'t>) {
        if self.pending.is_empty() {
            self.is_apart = self.behind_blank;
        } else if self.behind_blank {
            self.is_apart = true;
        }
        self.pending.push(line);
    }

    fn take_item(&mut self, line: Line<'t>, marker: Marker<'t>) {
        let names = |line: &Line<'t>| {
            let stands_out = self.is_apart || self.block.is_none() || starts_large(line.body);
            is_marked_label(line.body) || is_label(line.body) && stands_out
        };
        let label = self.pending.last().copied().filter(names);
        let is_reference = is_reference(&marker) && !self.counts_on(&marker);
        if self
            .block
            .as_ref()
            .is_some_and(|block| is_reference && !block.is_reference)
        {
            self.start_block(label);
        } else if self.block.is_some()
            && (self.pending.is_empty() || self.goes_on(&line, &marker, label.is_some()))
        {
            self.settle_between(label.is_some());
        } else {
            self.start_block(label);
        }
        if let Mark::Ordinal(ordinal) = marker.mark {
            if self
                .block
                .as_ref()
                .and_then(|block| block.items.first())
                .is_none_or(|first| line.indent <= first.line.indent)
            {
                self.last_number = Some(ordinal);
            }
        }
        if let Some(block) = &mut self.block {
            block.is_reference = is_reference;
            block.items.push(Item::new(line, marker));
        }
    }

    /// Whether the item right below one of a list that is none of references has the next number: `[2] b` below `(1) a`.
    fn counts_on(&self, marker: &Marker<'t>) -> bool {
        let is_below = !self.behind_blank && self.pending.is_empty();
        let is_list = self.block.as_ref().is_some_and(|block| !block.is_reference);
        let Mark::Ordinal(ordinal) = marker.mark else {
            return false;
        };
        let is_next = |last: Ordinal<'t>| ordinal.continues(&last);
        is_below && is_list && self.last_number.is_some_and(is_next)
    }

    /// Whether the item goes on with the list in spite of the lines in between.
    fn goes_on(&self, line: &Line<'t>, marker: &Marker<'t>, has_label: bool) -> bool {
        let is_next = match (marker.mark, self.last_number) {
            (Mark::Ordinal(ordinal), Some(last)) => {
                ordinal.follows(&last) || ordinal.continues(&last)
            }
            _ => false,
        };
        let Some(first) = self.block.as_ref().and_then(|block| block.items.first()) else {
            return false;
        };
        let is_alike = match (marker.mark, first.marker.mark) {
            (Mark::Bullet(_), Mark::Bullet(_)) => true,
            (Mark::Ordinal(ordinal), Mark::Ordinal(first)) => {
                ordinal.style == first.style && ordinal.value > 1
            }
            _ => line.indent > first.line.indent,
        };
        let is_inner = line.indent > first.line.indent;
        is_next || is_inner || !has_label && !self.is_apart && is_alike
    }

    /// The pending lines belong to the last item, or to none.
    fn settle_between(&mut self, has_label: bool) {
        let is_lazy = !self.is_apart && !has_label;
        let pending = std::mem::take(&mut self.pending);
        let is_heading = self.last_item().is_some_and(|item| item.is_heading());
        match self.last_item() {
            Some(item) if is_lazy && !is_heading => {
                pending.iter().for_each(|line| item.join(line, false))
            }
            _ => self.skip(&pending),
        }
    }

    fn start_block(&mut self, label: Option<Line<'t>>) {
        self.end_block();
        let pending = std::mem::take(&mut self.pending);
        let before = if label.is_some() {
            pending.split_last().map_or(&[][..], |(_, before)| before)
        } else {
            &pending
        };
        self.skip(before);
        self.last_number = None;
        self.block = Some(Block {
            items: Vec::new(),
            label: label.map(|line| line.span()),
            is_reference: false,
        });
    }

    fn end_block(&mut self) {
        self.found.blocks.extend(self.block.take());
    }

    fn skip(&mut self, lines: &[Line<'t>]) {
        if let (Some(first), Some(last)) = (lines.first(), lines.last()) {
            self.found
                .skipped
                .push(Span::new(first.at, last.span().end()));
        }
    }

    /// A line right behind the last item goes on with it only if that one was wrapped.
    fn finish(mut self) -> Blocks<'t> {
        let pending = std::mem::take(&mut self.pending);
        let is_apart = self.is_apart;
        let starts_small = pending
            .first()
            .is_some_and(|line| line.body.starts_with(char::is_lowercase));
        match self.last_item() {
            Some(item) if !is_apart && starts_small && item.last_len >= 60 => {
                pending.iter().for_each(|line| item.join(line, false))
            }
            _ => self.skip(&pending),
        }
        self.end_block();
        self.found
    }
}

/// Whether an item is counted as what is cited is: `[1]`.
fn is_reference(marker: &Marker<'_>) -> bool {
    matches!(marker.mark, Mark::Ordinal(ordinal) if ordinal.style.before == "[")
}

/// Whether a line before a list names it: a heading, a bold line, `Fruits:`, `Fruits`.
pub(super) fn is_label(body: &str) -> bool {
    let ends = body.ends_with(['.', '!', '?', ',', '。', '！', '？']);
    is_marked_label(body) || body.len() <= 60 && !ends && count_words(body) <= 4
}

fn starts_large(body: &str) -> bool {
    body.starts_with(|letter: char| letter.is_uppercase() || is_ideograph(letter))
}

/// A heading, a bold line, or one that ends with a colon.
fn is_marked_label(body: &str) -> bool {
    let is_bold = body.starts_with("**") && body.trim_end_matches([':', '：']).ends_with("**");
    let bare = body.trim_end_matches(['*', '_', ' ']);
    is_bold || body.starts_with('#') || bare.ends_with([':', '：'])
}

impl Block<'_> {
    /// Whether the label of the block says that it is not the answer.
    pub(super) fn is_aside(&self, text: &str) -> bool {
        self.is_reference
            || self
                .label
                .is_some_and(|label| words::is_aside_label(label.of(text)))
    }

    /// Whether the label of the block says that it is the answer.
    pub(super) fn is_final(&self, text: &str) -> bool {
        self.label
            .is_some_and(|label| words::is_final_label(label.of(text)))
    }
}

//! Lists as people write them: `1. red`, `- red`, `Tags: red, green`, `<li>red</li>`, `["red"]` give their items with
//! depth and place.

mod beside;
mod blocks;
mod elements;
mod evidence;
mod item;
mod labels;
mod levels;
mod lines;
mod marker;
mod mend;
mod numeral;
mod plain;
mod prose;
mod split;
mod table;
mod tags;
mod text;
mod values;
mod wording;
mod words;

use std::borrow::Cow;

use beside::find_line_answer;
use blocks::{Block, Blocks, Item, find_blocks};
use tags::read_tags;

pub(crate) use elements::{find_inner, has_words, read_elements};
pub use item::ListItem;
pub(crate) use item::build_tree;
pub(crate) use lines::Lines;
pub(crate) use mend::{
    close_last_item, drop_asides, find_boxed, is_answer_label, is_labelled_aside, label_before,
};
pub(crate) use values::read_value;
pub(crate) use words::is_refusal;

use crate::span::Span;
use crate::trace::{Warning, WarningKind};

/// What is made of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Items in order, whatever their depth.
    Flat,
    Tree,
}

/// An item as it was read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entry<'t> {
    pub(crate) depth: usize,
    pub(crate) text: Cow<'t, str>,
    pub(crate) checked: Option<bool>,
    pub(crate) span: Span,
    /// It names the list below it.
    pub(crate) is_label: bool,
    /// A definition stands behind it.
    is_defined: bool,
}

impl<'t> Entry<'t> {
    fn new(text: Cow<'t, str>, span: Span) -> Self {
        Self {
            text,
            span,
            ..Self::default()
        }
    }

    fn into_owned(self) -> Entry<'static> {
        Entry {
            text: Cow::Owned(self.text.into_owned()),
            ..self
        }
    }
}

/// A list as it was read.
#[derive(Clone, Debug)]
pub(crate) struct Draft<'t> {
    pub(crate) entries: Vec<Entry<'t>>,
    pub(crate) span: Span,
    pub(crate) warnings: Vec<Warning>,
}

/// Why there is no list.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Failure {
    /// There is none, or the model refused in prose.
    Nothing,
    /// The only item is a refusal.
    Refused,
    Ambiguous {
        readings: Vec<String>,
        span: Span,
    },
}

impl<'t> Draft<'t> {
    /// The entries up to `end`; none if there are none.
    fn of(entries: Vec<Entry<'t>>, end: usize) -> Option<Self> {
        let start = entries.first()?.span.start();
        Some(Self {
            entries,
            span: Span::new(start, end),
            warnings: Vec::new(),
        })
    }

    /// The same, without the text that it was read from.
    pub(crate) fn into_owned(self) -> Draft<'static> {
        Draft {
            entries: self.entries.into_iter().map(Entry::into_owned).collect(),
            span: self.span,
            warnings: self.warnings,
        }
    }
}

fn warn(kind: WarningKind, span: Span) -> Warning {
    Warning { kind, span }
}

/// The list in `text`, with marks before its items or without.
pub(crate) fn read_text(text: &str) -> Result<Draft<'_>, Failure> {
    let lines = Lines::of(text, Span::new(0, text.len()));
    match read_marked(&lines, &[], Shape::Flat)? {
        Some(draft) => Ok(draft),
        None => read_plain(lines),
    }
}

/// The list without marks that `lines` are.
pub(crate) fn read_plain(lines: Lines<'_>) -> Result<Draft<'_>, Failure> {
    plain::read_plain(lines)
}

/// The list with marks before its items in `lines`; none if there are no marks. What is `code` is no list.
pub(crate) fn read_marked<'t>(
    lines: &Lines<'t>,
    code: &[Span],
    shape: Shape,
) -> Result<Option<Draft<'t>>, Failure> {
    let (text, region) = (lines.text, lines.region);
    let found = find_blocks(lines, code);
    if let Some(draft) = read_line_answer(text, region, &found) {
        return Ok(Some(draft));
    }
    let Blocks { blocks, skipped } = found;
    let Some(first) = blocks.first() else {
        return Ok(None);
    };
    let mut warnings: Vec<Warning> = skipped
        .iter()
        .map(|span| warn(WarningKind::SurroundingText, *span))
        .collect();
    let intro = Span::new(region.start(), first.span().start());
    if words::is_refusal(intro.of(text)) {
        if !words::turns(intro.of(text)) {
            return Err(Failure::Nothing);
        }
        warnings.push(warn(WarningKind::Refusal, intro));
    }
    let (kept, others) = choose(blocks, text)?;
    for block in &others {
        warnings.extend(
            block
                .label
                .map(|label| warn(WarningKind::SurroundingText, label)),
        );
        warnings.push(warn(WarningKind::OtherCandidate, block.span()));
    }
    let draft = assemble(text, &kept, warnings, shape)?;
    Ok(Some(draft))
}

/// The list in the one line that is the answer, where lists with marks say why.
fn read_line_answer<'t>(text: &'t str, region: Span, found: &Blocks<'_>) -> Option<Draft<'t>> {
    found.blocks.first()?;
    let line = find_line_answer(text, found)?;
    let intro = Span::new(region.start(), line.start());
    if words::is_refusal(intro.of(text)) {
        return None;
    }
    let mut draft = read_plain(Lines::of(text, line)).ok()?;
    let labels = found.blocks.iter().filter_map(|block| block.label);
    let around = found.skipped.iter().copied().chain(labels);
    let around = around.filter(|span| !(span.start() <= line.start() && line.end() <= span.end()));
    let around = around.map(|span| warn(WarningKind::SurroundingText, span));
    draft.warnings.extend(around);
    let blocks = found.blocks.iter();
    let others = blocks.map(|block| warn(WarningKind::OtherCandidate, block.span()));
    draft.warnings.extend(others);
    Some(draft)
}

/// Whether all lists in `lines` are labelled as something beside the answer.
pub(crate) fn is_beside_answer(lines: &Lines<'_>, code: &[Span]) -> bool {
    let found = find_blocks(lines, code);
    found.blocks.iter().all(|block| block.is_aside(lines.text))
}

/// The lists that are the answer, and the others.
fn choose<'t>(
    blocks: Vec<Block<'t>>,
    text: &str,
) -> Result<(Vec<Block<'t>>, Vec<Block<'t>>), Failure> {
    let (asides, mut kept): (Vec<_>, Vec<_>) =
        blocks.into_iter().partition(|block| block.is_aside(text));
    if kept.is_empty() {
        return Ok((asides, kept));
    }
    let mut others = asides;
    if let Some(last) = kept
        .iter()
        .rposition(|block| block.is_final(text))
        .filter(|last| *last > 0)
    {
        others.extend(kept.drain(..last));
    }
    check_opposites(&kept, text)?;
    let is_grouped = kept.iter().skip(1).all(|block| block.label.is_some());
    if !is_grouped {
        let longest = kept
            .iter()
            .enumerate()
            .max_by_key(|(index, block)| (block.items.len(), *index))
            .map_or(0, |(index, _)| index);
        let chosen = kept.swap_remove(longest);
        others.append(&mut kept);
        kept.push(chosen);
    }
    Ok((kept, others))
}

fn check_opposites(blocks: &[Block<'_>], text: &str) -> Result<(), Failure> {
    for (first, second) in blocks.iter().zip(blocks.iter().skip(1)) {
        let (Some(one), Some(other)) = (first.label, second.label) else {
            continue;
        };
        if words::are_opposite(one.of(text), other.of(text)) {
            return Err(Failure::Ambiguous {
                readings: vec![one.of(text).to_owned(), other.of(text).to_owned()],
                span: Span::new(one.start(), second.span().end()),
            });
        }
    }
    Ok(())
}

fn assemble<'t>(
    text: &'t str,
    blocks: &[Block<'t>],
    mut warnings: Vec<Warning>,
    shape: Shape,
) -> Result<Draft<'t>, Failure> {
    let is_merged = blocks.len() > 1;
    let mut entries = Vec::with_capacity(blocks.iter().map(|block| block.items.len()).sum());
    for block in blocks {
        let label = block.label.map(|label| Entry {
            is_label: true,
            ..Entry::new(label_text(label.of(text)), label)
        });
        let is_named = label.is_some() && is_merged;
        match label {
            Some(label) if is_named => {
                warnings.push(warn(WarningKind::MergedLists, label.span));
                entries.push(label);
            }
            Some(label) => warnings.push(warn(WarningKind::SurroundingText, label.span)),
            None => {}
        }
        let deeper = usize::from(is_named && shape == Shape::Tree);
        push_items(&mut entries, block, deeper);
    }
    if shape == Shape::Flat {
        entries.retain(|entry| !entry.is_label);
    }
    check_items(&entries)?;
    let start = blocks.first().map_or(0, |block| block.span().start());
    let end = blocks.last().map_or(start, |block| block.span().end());
    Ok(Draft {
        entries,
        span: Span::new(start, end),
        warnings,
    })
}

fn label_text(label: &str) -> Cow<'_, str> {
    let label = label.trim_start_matches('#').trim_start();
    let bare = label
        .trim_end_matches(['*', '_', ' '])
        .trim_end_matches([':', '：']);
    let text = if bare.len() < label.len() {
        bare.trim_start_matches(['*', '_'])
    } else {
        label
    };
    text::clean(text)
}

fn push_items<'t>(entries: &mut Vec<Entry<'t>>, block: &Block<'t>, deeper: usize) {
    if let [only] = block.items.as_slice() {
        if let Some(parts) = split_item(only) {
            return entries.extend(parts.into_iter().map(|part| Entry {
                depth: deeper,
                ..part
            }));
        }
    }
    entries.extend(block.items.iter().map(|item| Entry {
        depth: item.depth + deeper,
        checked: item.marker.checked,
        ..Entry::new(clean_item(item), item.span())
    }));
}

/// What an item says; only one of several lines is put together.
fn clean_item<'t>(item: &Item<'t>) -> Cow<'t, str> {
    if item.joined.is_empty() {
        return text::clean(item.first());
    }
    Cow::Owned(text::clean(&item.joined).into_owned())
}

/// Items that stand in one line: `1. red 2. green 3. blue`, `• red • green`.
fn split_item<'t>(item: &Item<'t>) -> Option<Vec<Entry<'t>>> {
    if !item.joined.is_empty() {
        return None;
    }
    let body = item.line.body;
    let at = item.line.at;
    let pieces = match split::split_numbered(body) {
        Some((0, pieces)) => pieces,
        _ => split::split_bullets(body)?,
    };
    let entries = pieces.iter().map(|piece| {
        let text = text::clean(piece.of(body));
        Entry::new(text, Span::new(at + piece.start(), at + piece.end()))
    });
    Some(entries.collect())
}

/// `- none` and `- I cannot do this.` are no items.
fn check_items(entries: &[Entry<'_>]) -> Result<(), Failure> {
    match entries {
        [only] if words::is_nothing(&only.text) || words::starts_refusal(&only.text) => {
            Err(Failure::Nothing)
        }
        _ => Ok(()),
    }
}

/// How items are cleaned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cleaning {
    /// Trimmed; empty ones are dropped.
    Raw,
    /// As `Raw`, and a ticked box is a part of its item: `[x] done`.
    Boxed,
    /// In lower case, each once, none longer than so many characters.
    Tags(usize),
}

/// The texts of `entries`, and a warning for each that is dropped.
pub(crate) fn flatten(
    mut entries: Vec<Entry<'_>>,
    cleaning: Cleaning,
    warnings: &mut Vec<Warning>,
) -> Vec<String> {
    if let Some(first) = entries.iter().find(|entry| entry.depth > 0) {
        warnings.push(warn(WarningKind::NestedItems, first.span));
    }
    if let Cleaning::Tags(most) = cleaning {
        return read_tags(&entries, most, warnings);
    }
    drop_empty(&mut entries, warnings);
    let texts = entries.into_iter().map(|entry| entry.text.into_owned());
    texts.collect()
}

/// Drops the entries without text, with a warning for each.
pub(crate) fn drop_empty(entries: &mut Vec<Entry<'_>>, warnings: &mut Vec<Warning>) {
    entries.retain(|entry| {
        let is_empty = entry.text.is_empty();
        warnings.extend(is_empty.then(|| warn(WarningKind::EmptyItem, entry.span)));
        !is_empty
    });
}

/// Puts the ticked boxes of `text` before their items again.
pub(crate) fn restore_boxes(entries: &mut [Entry<'_>], text: &str) {
    let ticked = entries
        .iter_mut()
        .filter(|entry| entry.checked == Some(true));
    for entry in ticked {
        let before = text.get(..entry.span.start()).unwrap_or_default();
        if ["[x]", "[X]"]
            .iter()
            .any(|mark| before.trim_end().ends_with(mark))
        {
            entry.text.to_mut().insert_str(0, "[x] ");
        }
    }
}

//! Which lines make a value: the line of its key, what is indented below it, and text up to the next key.

use crate::formats::key_value::tags::{self, Tagged};
use crate::formats::key_value::{Area, Entry, Pairs};
use crate::scan::lines::{ends_sentence, is_closing, lines, starts_with_words, trim};
use crate::scan::pairs::{Pair, read_heading, read_pair};
use crate::span::Span;

/// About how long a line is, in bytes.
const LINE: usize = 32;

/// What parts a name that is asked for from its value, besides what parts any key.
const DASHES: [&str; 5] = [" - ", " – ", " — ", " -> ", " → "];

pub(super) fn collect<'t>(area: Area<'t, '_>) -> Pairs<'t> {
    let mut collector = Collector {
        area,
        entries: Vec::with_capacity(area.span.len() / LINE),
        left_out: Vec::new(),
        pending: None,
        gap: Gap::None,
        next_code: 0,
        tagged: tags::find_tagged(area),
        next_tagged: 0,
    };
    for line in lines(area.text, area.span) {
        collector.take(line);
    }
    collector.finish()
}

/// The field that `key` is, in any case.
pub(super) fn field<'f>(key: &str, fields: Option<&[&'f str]>) -> Option<&'f str> {
    fields?.iter().copied().find(|name| is_same_key(key, name))
}

/// `First Name`, `first_name` and `first-name` are the same key.
fn is_same_key(key: &str, name: &str) -> bool {
    let letters = |text: &str| {
        let plain = text.trim().chars().map(|letter| {
            if matches!(letter, '_' | '-') {
                ' '
            } else {
                letter
            }
        });
        plain.flat_map(char::to_lowercase).collect::<String>()
    };
    key.eq_ignore_ascii_case(name) || letters(key) == letters(name)
}

/// What stands between the last line of a value and the line that was come to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Gap {
    None,
    Blank,
    /// A rule, a heading, or another key: what comes belongs to nothing before it.
    End,
}

struct Collector<'t, 'c> {
    area: Area<'t, 'c>,
    entries: Vec<Entry<'t>>,
    left_out: Vec<Span>,
    /// Text behind a blank line, which belongs to the value if another key comes.
    pending: Option<Span>,
    gap: Gap,
    next_code: usize,
    /// What tags named like a field enclose.
    tagged: Vec<Tagged<'t>>,
    next_tagged: usize,
}

impl<'a> Collector<'a, '_> {
    fn take(&mut self, line: Span) {
        let text = line.of(self.area.text).trim();
        if self.take_tagged(line) {
            return;
        }
        if self.is_code(line) {
            return self.take_text(line);
        }
        if text.trim_start_matches('>').is_empty() {
            self.gap = self.gap.max_blank();
            return;
        }
        if is_markup(text) {
            self.gap = Gap::End;
            return;
        }
        if let Some(pair) = read_pair(self.area.text, line) {
            return self.take_pair(pair, line);
        }
        let asked = self.read_asked_heading(line);
        match asked.or_else(|| self.read_asked_dash(line)) {
            Some(pair) => self.start(pair),
            None => self.take_text(line),
        }
    }

    /// Whether `line` is inside of a fence, or opens one that is not the value of a key before it on the line.
    fn is_code(&mut self, line: Span) -> bool {
        let start = trim(self.area.text, line).start();
        while let Some(code) = self.area.code.get(self.next_code) {
            if line.start() < code.end() {
                return code.start() <= start;
            }
            self.next_code += 1;
        }
        false
    }

    /// Takes the tags that start on `line`; gives whether the line is a part of one.
    fn take_tagged(&mut self, line: Span) -> bool {
        let mut is_part = false;
        while let Some(tagged) = self.tagged.get(self.next_tagged).cloned() {
            if line.end() < tagged.outer.start() {
                break;
            }
            is_part = true;
            if line.start() <= tagged.outer.start() {
                self.start(tagged.pair);
                self.gap = Gap::End;
            }
            if line.end() < tagged.outer.end() {
                break;
            }
            self.next_tagged += 1;
        }
        is_part
    }

    fn take_pair(&mut self, pair: Pair<'a>, line: Span) {
        if self.is_nested(&pair) {
            return self.append(line);
        }
        if self.area.fields.is_some() && field(&pair.key, self.area.fields).is_none() {
            if self.is_inner(&pair) {
                return self.append(line);
            }
            self.leave_out(line);
            self.gap = Gap::End;
            return;
        }
        let mut last = pair;
        let fields = self.area.fields.unwrap_or_default();
        while let Some((first, next)) = split_inline(self.area.text, &last, fields) {
            self.start(first);
            last = next;
        }
        self.start(last);
    }

    /// Whether `pair` is indented below a key that has no value of its own.
    fn is_nested(&self, pair: &Pair<'_>) -> bool {
        self.entries.last().is_some_and(|last| {
            let is_below = pair.indent > last.pair.indent || self.is_item(last, pair);
            last.pair.value.is_empty() && is_below && self.gap != Gap::End
        })
    }

    /// Whether `pair` is indented below a value that is asked for: a line of code in it.
    fn is_inner(&self, pair: &Pair<'_>) -> bool {
        let last = self.entries.last().filter(|_| self.gap != Gap::End);
        last.is_some_and(|last| pair.indent > last.pair.indent)
    }

    /// Whether `pair` is an item of the list that is the value of `last`, rather than a pair below a title.
    fn is_item(&self, last: &Entry<'_>, pair: &Pair<'_>) -> bool {
        let is_list = last.more.is_some() || self.entries.len() > 1;
        pair.has_bullet && !last.pair.has_bullet && is_list
    }

    fn read_asked_heading(&self, line: Span) -> Option<Pair<'a>> {
        self.area.fields?;
        let name = read_heading(self.area.text, line);
        field(name, self.area.fields)?;
        Some(Pair {
            key: name.into(),
            value: Span::new(line.end(), line.end()),
            start: line.start(),
            indent: 0,
            is_marked: true,
            has_bullet: false,
        })
    }

    /// `Answer - Paris`, which says something only because `answer` is asked for.
    fn read_asked_dash(&self, line: Span) -> Option<Pair<'a>> {
        self.area.fields?;
        let text = self.area.text;
        let whole = trim(text, line);
        let content = whole.of(text);
        let dash = DASHES
            .iter()
            .filter_map(|dash| Some((content.find(dash)?, dash)));
        let (at, dash) = dash.min_by_key(|(at, _)| *at)?;
        let key = content.get(..at)?;
        field(key, self.area.fields)?;
        let start = whole.start() + at + dash.len();
        Some(Pair {
            key: key.into(),
            value: trim(text, Span::new(start, whole.end())),
            start: whole.start(),
            indent: whole.start() - line.start(),
            is_marked: false,
            has_bullet: false,
        })
    }

    fn start(&mut self, pair: Pair<'a>) {
        self.settle_pending();
        self.entries.push(Entry { pair, more: None });
        self.gap = Gap::None;
    }

    /// A line that is no pair.
    fn take_text(&mut self, line: Span) {
        let text = self.area.text;
        let Some(last) = self.entries.last() else {
            return self.leave_out(line);
        };
        let content = line.of(text);
        let indent = content.len() - content.trim_start().len();
        let is_indented = indent > last.pair.indent;
        let is_closing = !is_indented && !last.is_empty() && is_closing(content.trim());
        match self.gap {
            _ if is_closing && self.pending.is_none() => {
                self.leave_out(line);
                self.gap = Gap::End;
            }
            Gap::None if self.pending.is_none() => self.append(line),
            Gap::Blank if self.pending.is_none() && (is_indented || last.is_empty()) => {
                self.append(line)
            }
            Gap::End => self.leave_out(line),
            _ => {
                let start = self.pending.map_or(line.start(), Span::start);
                self.pending = Some(Span::new(start, line.end()));
            }
        }
    }

    fn append(&mut self, line: Span) {
        if let Some(last) = self.entries.last_mut() {
            last.extend(self.area.text, line);
        }
        self.gap = Gap::None;
    }

    /// Paragraphs between a long value and the next key belong to the value.
    fn settle_pending(&mut self) {
        let Some(pending) = self.pending.take() else {
            return;
        };
        let is_asked = self.area.fields.is_some();
        let text = self.area.text;
        match self.entries.last_mut() {
            Some(last)
                if is_asked || last.more.is_some() || ends_sentence(last.pair.value.of(text)) =>
            {
                last.extend(text, pending)
            }
            _ => self.left_out.push(pending),
        }
    }

    fn leave_out(&mut self, line: Span) {
        self.left_out.push(line);
    }

    fn finish(mut self) -> Pairs<'a> {
        if self.area.fields.is_some() {
            self.settle_pending();
        } else {
            self.left_out.extend(self.pending.take());
        }
        self.drop_title();
        Pairs {
            text: self.area.text,
            entries: self.entries,
            left_out: self.left_out,
        }
    }

    /// `Extracted information:` before the pairs is their title.
    fn drop_title(&mut self) {
        let [first, second, ..] = self.entries.as_slice() else {
            return;
        };
        let between = Span::new(first.end(), second.pair.start).of(self.area.text);
        let is_apart = between.matches('\n').count() > 1;
        let has_several_words = first.pair.key.contains(' ') && self.entries.len() > 2;
        let is_only_empty = self.entries.iter().skip(1).all(|entry| !entry.is_empty());
        if self.area.fields.is_none()
            && first.is_empty()
            && is_only_empty
            && (is_apart || has_several_words)
        {
            let title = first.span();
            self.entries.remove(0);
            self.left_out.insert(0, title);
        }
    }
}

impl Gap {
    fn max_blank(self) -> Self {
        match self {
            Self::None => Self::Blank,
            other => other,
        }
    }
}

/// `Answer: Paris, Score: 3` where both are asked for, in two.
fn split_inline<'t>(
    text: &'t str,
    pair: &Pair<'t>,
    fields: &[&str],
) -> Option<(Pair<'t>, Pair<'t>)> {
    if fields.is_empty() {
        return None;
    }
    let value = pair.value.of(text);
    let mut breaks = value.match_indices([',', ';', '|', '，', '；']);
    breaks.find_map(|(at, mark)| {
        let start = pair.value.start() + at + mark.len();
        let rest = trim(text, Span::new(start, pair.value.end()));
        let is_name = |name: &&str| starts_with_words(rest.of(text), name);
        fields.iter().find(|name| is_name(name))?;
        let next = read_pair(text, rest)?;
        field(&next.key, Some(fields))?;
        let value = trim(text, Span::new(pair.value.start(), pair.value.start() + at));
        let first = Pair {
            value,
            ..pair.clone()
        };
        Some((first, next))
    })
}

/// A rule, a tag or a fence on a line of its own.
fn is_markup(line: &str) -> bool {
    let is_rule = line.len() > 2
        && line
            .bytes()
            .all(|byte| matches!(byte, b'-' | b'*' | b'_' | b'=' | b' '));
    let is_tag = line.starts_with('<') && line.ends_with('>') && !line.contains("</");
    let is_closing_tag = line.starts_with("</") && line.ends_with('>');
    is_rule || is_tag || is_closing_tag || line.starts_with("```") || line.starts_with("~~~")
}

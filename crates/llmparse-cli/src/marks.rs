//! The parts of a reply worth showing: the lines that have marks, a little around them, and of long lines only a strip.
//!
//! ```text
//!     1 | Sure, here you go:        <- context
//!     2 | {'a': 1}                  <- marked
//!     ...
//!    90 | …lpha, beta, 'gamma', …   <- a strip of a long line
//! ```

use std::ops::Range;

/// Lines shown before and behind a marked one.
const CONTEXT: usize = 2;

/// A line with more marks is cut into strips, as a long one is.
const MARKS_PER_STRIP: usize = 5;

/// A place in a text and what is to be said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    /// Bytes of the text; empty for an insertion.
    pub(crate) span: Range<usize>,
    pub(crate) label: String,
    /// Whether something was done at the place, or is only to be looked at.
    pub(crate) is_primary: bool,
}

/// Neighbouring lines, or a strip of one line, with the marks in them.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Sheet {
    /// The number of the first line, counted from 1.
    pub(crate) first_line: usize,
    pub(crate) text: String,
    /// Their spans are in `text`.
    pub(crate) marks: Vec<Mark>,
    /// Whether the text starts inside a line; the first mark then says in which column it is.
    pub(crate) is_strip: bool,
}

/// Cuts out of `text` what shows `marks`, which are sorted; no line is longer than about `width` bytes.
pub(crate) fn cut_sheets(text: &str, marks: &[Mark], width: usize) -> Vec<Sheet> {
    let lines = find_lines(text);
    let mut cutter = Cutter {
        text,
        width,
        sheets: Vec::new(),
        last_line: None,
    };
    let marked = group_by_line(&lines, marks);
    for index in find_shown(&marked, lines.len()) {
        let Some(line) = lines.get(index) else {
            continue;
        };
        let found = marked.binary_search_by_key(&index, |(line, _)| *line).ok();
        let in_line = found
            .and_then(|at| marked.get(at))
            .map_or(&[][..], |(_, marks)| marks);
        cutter.add(
            &Line {
                index,
                range: line.clone(),
            },
            &anchor(in_line, &lines, index),
        );
    }
    let mut sheets = cutter.sheets;
    sheets.retain(|sheet| !sheet.marks.is_empty());
    sheets
}

/// The lines of `text` without their ends; at least one.
fn find_lines(text: &str) -> Vec<Range<usize>> {
    let mut start = 0;
    memchr::memchr_iter(b'\n', text.as_bytes())
        .chain(std::iter::once(text.len()))
        .map(|end| {
            let line = text.get(start..end).unwrap_or_default();
            let found = start..start + line.trim_end_matches('\r').len();
            start = end + 1;
            found
        })
        .collect()
}

fn line_at(lines: &[Range<usize>], offset: usize) -> usize {
    lines
        .partition_point(|line| line.start <= offset)
        .saturating_sub(1)
}

/// The index of each marked line with its marks, in the order of the text.
fn group_by_line<'m>(lines: &[Range<usize>], marks: &'m [Mark]) -> Vec<(usize, &'m [Mark])> {
    let line_of = |mark: &Mark| line_at(lines, mark.span.start);
    marks
        .chunk_by(|one, next| line_of(one) == line_of(next))
        .filter_map(|group| group.first().map(|first| (line_of(first), group)))
        .collect()
}

/// The indices of the lines to show, in order.
fn find_shown(marked: &[(usize, &[Mark])], lines: usize) -> Vec<usize> {
    let mut shown = Vec::new();
    let mut next = 0;
    for (index, _) in marked {
        let end = (index + CONTEXT + 1).min(lines);
        shown.extend(index.saturating_sub(CONTEXT).max(next)..end);
        next = end;
    }
    shown
}

/// The marks of line `index`, cut where the line ends; one that goes on says how far.
fn anchor(marks: &[Mark], lines: &[Range<usize>], index: usize) -> Vec<Mark> {
    let end_of_line = lines.get(index).map_or(0, |line| line.end);
    let mut anchored = marks.to_vec();
    for mark in &mut anchored {
        let last = line_at(lines, mark.span.end.saturating_sub(1).max(mark.span.start));
        if last > index {
            mark.label += &format!(" (through line {})", last + 1);
        }
        mark.span.end = mark.span.end.min(end_of_line);
        mark.span.start = mark.span.start.min(mark.span.end);
    }
    anchored
}

/// One line of the text.
struct Line {
    /// Counted from 0.
    index: usize,
    range: Range<usize>,
}

struct Cutter<'t> {
    text: &'t str,
    width: usize,
    sheets: Vec<Sheet>,
    /// The line that the next one has to follow to be on the same sheet.
    last_line: Option<usize>,
}

impl Cutter<'_> {
    fn add(&mut self, line: &Line, marks: &[Mark]) {
        let is_short = line.range.len() <= self.width && marks.len() <= MARKS_PER_STRIP;
        if is_short || marks.is_empty() {
            self.add_line(line, marks);
        } else {
            self.add_strips(line, marks);
        }
    }

    /// Puts the start of a line, which is mostly all of it, behind the line before it.
    fn add_line(&mut self, line: &Line, marks: &[Mark]) {
        let follows = self.last_line.is_some_and(|last| last + 1 == line.index);
        if !follows {
            self.sheets.push(Sheet::new(line));
        }
        if let Some(sheet) = self.sheets.last_mut() {
            if follows {
                sheet.text.push('\n');
            }
            let end = floor(self.text, line.range.start + self.width).min(line.range.end);
            sheet.add(self.text, line, line.range.start..end, marks);
        }
        self.last_line = Some(line.index);
    }

    /// Shows a long line, or one with many marks, in pieces of a few marks each.
    fn add_strips(&mut self, line: &Line, marks: &[Mark]) {
        let margin = self.width / 4;
        let mut rest = marks;
        while let Some(first) = rest.first() {
            let start =
                floor(self.text, first.span.start.saturating_sub(margin)).max(line.range.start);
            let limit = start + self.width - margin;
            let in_strip = |mark: &&Mark| mark.span.end <= limit;
            let count = rest
                .iter()
                .take(MARKS_PER_STRIP)
                .take_while(in_strip)
                .count()
                .max(1);
            let (here, behind) = rest.split_at(count);
            let end = floor(self.text, start + self.width).min(line.range.end);
            let mut sheet = Sheet::new(line);
            sheet.add(self.text, line, start..end, here);
            self.sheets.push(sheet);
            rest = behind;
        }
        self.last_line = None;
    }
}

impl Sheet {
    fn new(line: &Line) -> Self {
        Self {
            first_line: line.index + 1,
            text: String::new(),
            marks: Vec::new(),
            is_strip: false,
        }
    }

    /// Appends `piece` of a line of `text` with the marks in it.
    fn add(&mut self, text: &str, line: &Line, piece: Range<usize>, marks: &[Mark]) {
        self.is_strip = piece.start > line.range.start;
        if self.is_strip {
            self.text.push('…');
        }
        let shift =
            |offset: usize| offset.clamp(piece.start, piece.end) - piece.start + self.text.len();
        let moved = marks.iter().map(|mark| Mark {
            span: shift(mark.span.start)..shift(mark.span.end),
            ..mark.clone()
        });
        self.marks.extend(moved);
        if let (true, Some(first)) = (self.is_strip, self.marks.first_mut()) {
            let column = column_of(text, line.range.start, marks);
            first.label = format!("column {column}: {}", first.label);
        }
        let is_cut = piece.end < line.range.end;
        self.text.push_str(text.get(piece).unwrap_or_default());
        if is_cut {
            self.text.push('…');
        }
    }
}

/// The column of the first mark in its line, which begins at `line_start`; counted from 1 in characters.
fn column_of(text: &str, line_start: usize, marks: &[Mark]) -> usize {
    let end = marks.first().map_or(line_start, |mark| mark.span.start);
    text.get(line_start..end)
        .unwrap_or_default()
        .chars()
        .count()
        + 1
}

/// The last character boundary of `text` that is not behind `offset`.
fn floor(text: &str, offset: usize) -> usize {
    let offset = offset.min(text.len());
    (0..=offset)
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(text: &str, found: &str) -> Mark {
        let start = text.find(found).unwrap();
        Mark {
            span: start..start + found.len(),
            label: found.to_owned(),
            is_primary: true,
        }
    }

    fn shown(sheet: &Sheet) -> Vec<&str> {
        sheet
            .marks
            .iter()
            .map(|mark| &sheet.text[mark.span.clone()])
            .collect()
    }

    #[test]
    fn lines_far_from_a_mark_are_left_out() {
        let text = "1\n2\n3\nfour\n5\n6\n7\n8\n9\n10\n11\ntwelve";
        let sheets = cut_sheets(text, &[mark(text, "four"), mark(text, "twelve")], 80);
        let found: Vec<_> = sheets
            .iter()
            .map(|sheet| (sheet.first_line, sheet.text.as_str()))
            .collect();
        assert_eq!(found, [(2, "2\n3\nfour\n5\n6"), (10, "10\n11\ntwelve")]);
        assert_eq!(shown(&sheets[1]), ["twelve"]);
    }

    #[test]
    fn a_long_line_is_cut_to_strips_around_its_marks() {
        let text = format!(
            "{}'x'{}'y'{}",
            "é ".repeat(200),
            "b ".repeat(200),
            "c ".repeat(200)
        );
        let sheets = cut_sheets(&text, &[mark(&text, "'x'"), mark(&text, "'y'")], 80);
        assert_eq!(
            sheets.iter().map(shown).collect::<Vec<_>>(),
            [["'x'"], ["'y'"]]
        );
        assert!(
            sheets
                .iter()
                .all(|sheet| sheet.text.len() < 100 && sheet.text.starts_with('…'))
        );
    }

    #[test]
    fn many_marks_in_a_line_are_spread_over_strips() {
        let text = "'k' ".repeat(12);
        let marks: Vec<_> = text
            .match_indices("'k'")
            .map(|(at, found)| Mark {
                span: at..at + 3,
                label: found.to_owned(),
                is_primary: true,
            })
            .collect();
        let sheets = cut_sheets(&text, &marks, 80);
        assert_eq!(
            sheets.iter().map(|sheet| sheet.marks.len()).sum::<usize>(),
            12
        );
        assert!(
            sheets
                .iter()
                .all(|sheet| shown(sheet).iter().all(|text| *text == "'k'"))
        );
    }

    #[test]
    fn a_mark_over_several_lines_is_shown_where_it_starts() {
        let text = "a /* b\nc\nd */ e";
        let sheets = cut_sheets(text, &[mark(text, "/* b\nc\nd */")], 80);
        assert_eq!(shown(&sheets[0]), ["/* b"]);
        assert!(sheets[0].marks[0].label.ends_with("(through line 3)"));
    }

    #[test]
    fn a_mark_at_the_very_end_has_a_place() {
        let text = "{\"a\": 1\n";
        let end = Mark {
            span: text.len()..text.len(),
            label: "insert".to_owned(),
            is_primary: true,
        };
        let sheets = cut_sheets(text, &[end], 80);
        assert_eq!((sheets.len(), sheets[0].text.as_str()), (1, text));
    }
}

//! The value behind a key or a mark: which of the notations it is in, and whether it is sound.

use super::super::line::Line;
use super::{Mender, RepairKind, Span};

impl Mender<'_> {
    /// Takes what stands at `at`, or behind the blanks there, up to the end of `line` and on the lines that belong to
    /// it, which are indented further than `parent`. Gives where to go on.
    pub(super) fn take_value(&mut self, at: usize, line: Line, parent: Option<usize>) -> usize {
        let mut at = at;
        loop {
            let rest = self.slice(at, line.end);
            at += rest.len() - rest.trim_start().len();
            let rest = self.slice(at, line.end);
            if rest.is_empty() || rest.starts_with('#') {
                return line.next;
            }
            let Some(len) = property_len(rest) else {
                self.awaits = false;
                return self.take_node(at, line, parent);
            };
            let name = rest
                .get(..len)
                .and_then(|property| property.strip_prefix('&'));
            self.anchors.extend(name);
            at += len;
        }
    }

    fn take_node(&mut self, at: usize, line: Line, parent: Option<usize>) -> usize {
        let rest = self.slice(at, line.end);
        match rest.as_bytes().first() {
            Some(quote @ (b'"' | b'\'')) => self.take_quoted(at, line, parent, *quote),
            Some(b'[' | b'{') => self.take_flow(at, line, parent),
            Some(b'|' | b'>') if is_block_header(rest) => self.take_block(at, line, parent),
            Some(b'*') if self.is_alias(rest) => line.next,
            _ => self.take_text(at, line, parent),
        }
    }

    fn is_alias(&self, rest: &str) -> bool {
        let name = rest.strip_prefix('*').unwrap_or_default();
        let name = name.split(" #").next().unwrap_or_default().trim_end();
        self.anchors.contains(name)
    }

    /// The lines of a block scalar; those that stand too far left are moved to the others.
    fn take_block(&mut self, header: usize, line: Line, parent: Option<usize>) -> usize {
        let slot = self.repairs.len();
        let mut at = line.next;
        let (mut first, mut least) = (None, usize::MAX);
        while at < self.end {
            let next = self.peek(at);
            let width = next.width(self.text);
            if !next.is_blank() && !self.is_in_block(&next, width, parent) {
                break;
            }
            let next = self.line(at);
            if !next.is_blank() {
                let is_deep = parent.is_none_or(|parent| width > parent);
                let column = if is_deep {
                    width
                } else {
                    first.unwrap_or_else(|| self.text_column(parent))
                };
                self.set_indent(&next, column);
                first.get_or_insert(column);
                least = least.min(column);
            }
            at = next.next;
        }
        if first.is_some_and(|first| first > least) {
            self.say_indent(slot, header, least.saturating_sub(parent.unwrap_or(0)));
        }
        at
    }

    fn is_in_block(&self, line: &Line, width: usize, parent: Option<usize>) -> bool {
        parent.is_none_or(|parent| width > parent) || self.is_loose(line, width)
    }

    /// Writes how far a block scalar is indented whose first line is indented further than the rest.
    fn say_indent(&mut self, slot: usize, header: usize, columns: usize) {
        let has_indicator = self
            .slice(header + 1, header + 3)
            .bytes()
            .any(|byte| byte.is_ascii_digit());
        if has_indicator || !(1..=9).contains(&columns) {
            return;
        }
        let repair = super::Repair {
            kind: RepairKind::Indentation,
            span: Span::new(header + 1, header + 1),
            replacement: columns.to_string().into(),
        };
        self.repairs.insert(slot, repair);
    }
}

/// The length of the anchor or tag that `rest` starts with.
fn property_len(rest: &str) -> Option<usize> {
    let name = rest.strip_prefix(['&', '!'])?;
    let len = name.find([' ', '\t']).unwrap_or(name.len());
    let is_anchor =
        rest.starts_with('&') && len > 0 && !name.get(..len)?.contains(['[', ']', '{', '}', ',']);
    (is_anchor || rest.starts_with('!')).then_some(1 + len)
}

/// `|`, `>-`, `|2+`, with or without a comment.
fn is_block_header(rest: &str) -> bool {
    let behind = rest.get(1..).unwrap_or_default();
    let marks = behind.trim_start_matches(['+', '-', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
    let comment = marks.trim_start();
    behind.len() - marks.len() <= 2
        && (comment.is_empty() || comment.len() < marks.len() && comment.starts_with('#'))
}

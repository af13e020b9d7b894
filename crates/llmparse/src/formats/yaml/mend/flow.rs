//! Flow collections: `[@home, 'Joe\'s']` has its items quoted, `[a](b)` and `{name}/x` are text, one that is never
//! closed is left as it is.

use super::super::line::{Head, Line, read_head};
use super::text::quote;
use super::{Mender, RepairKind, Span};

/// Where the reading of a collection stands.
struct Flow {
    at: usize,
    depth: usize,
    /// Whether a value or a key may start here.
    starts: bool,
    line: Line,
}

impl Mender<'_> {
    pub(super) fn take_flow(&mut self, at: usize, line: Line, parent: Option<usize>) -> usize {
        if self.is_template(at, &line) {
            return self.quote_rest(at, line);
        }
        let mark = self.repairs.len();
        let mut flow = Flow {
            at,
            depth: 0,
            starts: true,
            line,
        };
        loop {
            if flow.at >= flow.line.end {
                match self.next_flow_line(&flow, parent) {
                    Some(next) => flow = next,
                    // Cut off or never closed: the rest is not known.
                    None => return flow.line.next,
                }
                continue;
            }
            self.step_flow(&mut flow);
            if flow.depth == 0 {
                break;
            }
        }
        let rest = self.slice(flow.at, flow.line.end).trim_start();
        let is_over = rest.is_empty() || rest.starts_with('#') || flow.line.start != line.start;
        if is_over || self.drop_comma(flow.at, &flow.line) {
            return flow.line.next;
        }
        self.repairs.truncate(mark);
        self.quote_rest(at, line)
    }

    /// `{{ name }}` is filled in by someone else.
    fn is_template(&self, at: usize, line: &Line) -> bool {
        let rest = self.slice(at, line.end);
        rest.starts_with("{{") && rest.contains("}}")
            || rest.starts_with("{%") && rest.contains("%}")
    }

    fn next_flow_line(&mut self, flow: &Flow, parent: Option<usize>) -> Option<Flow> {
        let mut at = flow.line.next;
        loop {
            if at >= self.end {
                return None;
            }
            let next = self.peek(at);
            let is_left = parent.is_some_and(|parent| next.width(self.text) <= parent);
            if is_left
                && matches!(
                    read_head(self.content(&next)),
                    Head::Entry(_) | Head::Item(_) | Head::Marker
                )
            {
                return None;
            }
            let line = self.line(at);
            if !line.is_blank() {
                self.set_indent(&line, line.width(self.text));
                return Some(Flow {
                    at: line.text,
                    depth: flow.depth,
                    starts: flow.starts,
                    line,
                });
            }
            at = line.next;
        }
    }

    fn step_flow(&mut self, flow: &mut Flow) {
        let rest = self.slice(flow.at, flow.line.end);
        let Some(first) = rest.chars().next() else {
            return;
        };
        let len = match first {
            '[' | '{' => {
                flow.depth += 1;
                flow.starts = true;
                1
            }
            ']' | '}' => {
                flow.depth -= 1;
                flow.starts = false;
                1
            }
            ',' => {
                flow.starts = true;
                1
            }
            ':' if rest
                .get(1..)
                .is_some_and(|rest| rest.starts_with([' ', '\t'])) =>
            {
                flow.starts = true;
                1
            }
            ' ' | '\t' => 1,
            '#' if flow.starts => rest.len(),
            _ if flow.starts => {
                flow.starts = false;
                self.take_flow_token(flow.at, rest)
            }
            other => other.len_utf8(),
        };
        flow.at += len;
    }

    /// Takes the token that `rest` starts with; gives its length.
    fn take_flow_token(&mut self, at: usize, rest: &str) -> usize {
        match rest.as_bytes().first() {
            Some(b'\'') => self.take_flow_single(at, rest),
            Some(b'"') => {
                let len = flow_quoted_len(rest, b'"').unwrap_or(rest.len());
                self.fix_escapes(at, at + len, b'"');
                len
            }
            Some(b'@' | b'`' | b'%' | b'*') => {
                let len = rest.find([',', ']', '}']).unwrap_or(rest.len());
                let len = rest.get(..len).unwrap_or_default().trim_end().len();
                let text = self.slice(at, at + len);
                if !self.anchors.contains(text.get(1..).unwrap_or_default()) {
                    self.repair(
                        RepairKind::UnquotedString,
                        Span::new(at, at + len),
                        quote(text),
                    );
                }
                len
            }
            _ => rest.chars().next().map_or(1, char::len_utf8),
        }
    }

    /// `'Joe\'s'`, closed by the quote that a separator or closer follows.
    fn take_flow_single(&mut self, at: usize, rest: &str) -> usize {
        let Some(len) = flow_quoted_len(rest, b'\'') else {
            return rest.len();
        };
        self.escape_single(at + 1, at + len - 1);
        len
    }

    fn escape_single(&mut self, from: usize, to: usize) {
        let inner = self.slice(from, to);
        let mut skip = false;
        for (index, letter) in inner.char_indices() {
            let next = inner.get(index + 1..).unwrap_or_default();
            let at = from + index;
            match letter {
                _ if skip => skip = false,
                '\\' if next.starts_with('\'') => {
                    self.repair(RepairKind::InvalidEscape, Span::new(at, at + 1), "'");
                    skip = true;
                }
                '\'' if next.starts_with('\'') => skip = true,
                '\'' => self.repair(RepairKind::UnescapedQuote, Span::new(at, at + 1), "''"),
                _ => {}
            }
        }
    }
}

/// The length of a quoted token up to the quote that a separator, a closer or the end of the line follows.
fn flow_quoted_len(rest: &str, quote: u8) -> Option<usize> {
    let bytes = rest.as_bytes();
    let mut at = 1;
    while let Some(found) = bytes
        .get(at..)
        .and_then(|rest| memchr::memchr2(quote, b'\\', rest))
    {
        let here = at + found;
        if bytes.get(here) == Some(&b'\\') {
            let takes = quote == b'"' || bytes.get(here + 1) == Some(&quote);
            at = here + 1 + usize::from(takes);
            continue;
        }
        let behind = rest.get(here + 1..).unwrap_or_default();
        if behind.starts_with(char::from(quote)) && quote == b'\'' {
            at = here + 2;
            continue;
        }
        if behind.trim_start().is_empty()
            || behind.trim_start().starts_with([',', ']', '}', ':', '#'])
        {
            return Some(here + 1);
        }
        at = here + 1;
    }
    None
}

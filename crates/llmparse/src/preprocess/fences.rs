//! Code fences: ```` ```json ```` up to the line that closes it, `~~~` too, one-line, indented, quoted with `>`, unclosed.

use crate::scan::Input;

/// A code fence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fence {
    /// Where its marker starts.
    pub(crate) start: usize,
    /// The first word behind the marker.
    pub(crate) lang: Option<(usize, usize)>,
    /// Where its content starts and ends; the lines of the markers are no part of it.
    pub(crate) content: (usize, usize),
    /// Behind the closing marker, or the end of the content.
    pub(crate) end: usize,
    pub(crate) is_closed: bool,
}

impl Fence {
    pub(crate) fn lang<'t>(&self, text: &'t str) -> Option<&'t str> {
        self.lang.and_then(|(start, end)| text.get(start..end))
    }

    pub(crate) fn content<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.content.0..self.content.1).unwrap_or_default().trim()
    }
}

/// What a marker at some place is.
enum Marker {
    /// It opens a fence: language, and where the content starts.
    Opens(Option<(usize, usize)>, usize),
    /// It opens a fence and closes it on the same line, with the marker that starts at the offset.
    OneLine(Option<(usize, usize)>, usize, usize),
    /// Code in a line, up to the offset.
    Inline(usize),
    /// Nothing.
    None,
}

struct OpenFence {
    fence: Fence,
    byte: u8,
    run: usize,
}

/// All fences of `text`, in order, in one pass.
pub(crate) fn find_fences(text: &str) -> Vec<Fence> {
    let input = Input::whole(text);
    let mut fences = Vec::new();
    let mut open: Option<OpenFence> = None;
    let mut at = 0;
    while let Some(offset) = memchr::memchr2(b'`', b'~', input.bytes().get(at..).unwrap_or_default()) {
        let start = at + offset;
        let byte = input.at(start).unwrap_or_default();
        let run = input.run_len(start, byte);
        at = start + run;
        if run < 3 {
            continue;
        }
        at = match open.take() {
            Some(current) => inside(input, current, start, byte, run, &mut open, &mut fences),
            None => outside(input, start, byte, run, &mut open, &mut fences),
        };
    }
    if let Some(mut last) = open {
        last.fence.content.1 = text.len();
        last.fence.end = text.len();
        fences.push(last.fence);
    }
    fences
}

fn outside(
    input: Input<'_>,
    start: usize,
    byte: u8,
    run: usize,
    open: &mut Option<OpenFence>,
    fences: &mut Vec<Fence>,
) -> usize {
    match read_marker(input, start, byte, run) {
        Marker::Opens(lang, content) => {
            let fence = Fence { start, lang, content: (content, content), end: content, is_closed: false };
            *open = Some(OpenFence { fence, byte, run });
            content
        }
        Marker::OneLine(lang, content, close) => {
            let end = close + input.run_len(close, byte);
            fences.push(Fence { start, lang, content: (content, close), end, is_closed: true });
            end
        }
        Marker::Inline(end) => end,
        Marker::None => start + run,
    }
}

/// A marker inside an open fence closes it, or opens another where the one before was never closed, or is content.
fn inside(
    input: Input<'_>,
    mut current: OpenFence,
    start: usize,
    byte: u8,
    run: usize,
    open: &mut Option<OpenFence>,
    fences: &mut Vec<Fence>,
) -> usize {
    let fits = byte == current.byte && run >= current.run && starts_line(input, start);
    if fits && closes(input, start + run) {
        current.fence.content.1 = start;
        current.fence.end = start + run;
        current.fence.is_closed = true;
        fences.push(current.fence);
        return start + run;
    }
    let marker = if fits { read_marker(input, start, byte, run) } else { Marker::None };
    let Marker::Opens(lang @ Some(_), content) = marker else {
        *open = Some(current);
        return start + run;
    };
    current.fence.content.1 = start;
    current.fence.end = start;
    if !current.fence.content(input.text).is_empty() {
        fences.push(current.fence);
    }
    let fence = Fence { start, lang, content: (content, content), end: content, is_closed: false };
    *open = Some(OpenFence { fence, byte, run });
    content
}

/// Behind a closing marker stands nothing, or a blank and prose.
fn closes(input: Input<'_>, behind: usize) -> bool {
    matches!(input.at(behind), None | Some(b' ' | b'\t' | b'\r' | b'\n'))
}

/// Whether nothing but blanks, quote marks and list marks stands before `at` on its line.
fn starts_line(input: Input<'_>, at: usize) -> bool {
    let line_start = input.near_line_start(at);
    let Some(line) = line_start.map(|start| input.slice(start, at)) else { return false };
    let mark = line.trim_matches(|letter: char| letter.is_whitespace() || letter == '>' || letter == '\u{feff}');
    let number = mark.trim_end_matches(['.', ')']);
    matches!(mark, "" | "-" | "*" | "+" | "•") || number.len() < mark.len() && number.len() < 4 && number.bytes().all(|byte| byte.is_ascii_digit())
}

fn read_marker(input: Input<'_>, start: usize, byte: u8, run: usize) -> Marker {
    let behind = start + run;
    let line_end = input.line_end(behind).min(behind + 4096);
    let line = input.slice(behind, line_end);
    let label_start = behind + (line.len() - line.trim_start().len());
    let label_len = line.trim_start().find(|letter: char| letter.is_whitespace() || matches!(letter, '{' | '[' | '`' | '"')).unwrap_or(line.trim_start().len());
    let lang = (label_len > 0).then_some((label_start, label_start + label_len));
    let rest = input.slice(label_start + label_len, line_end);
    let close = rest.find("```").filter(|_| byte == b'`').map(|offset| label_start + label_len + offset);
    if rest.trim_start().starts_with(['{', '[']) && !rest.trim_start().starts_with("{.") {
        return open_with_value(input, lang, label_start + label_len, close);
    }
    if let Some(close) = close {
        return Marker::Inline(close + input.run_len(close, b'`'));
    }
    if line.contains("```") && byte == b'`' {
        let close = behind + line.find("```").unwrap_or_default();
        return Marker::Inline(close + input.run_len(close, b'`'));
    }
    let has_line_behind = line_end < input.len();
    let words = line.split_whitespace().count();
    let is_block = has_line_behind || starts_line(input, start) && words <= 1;
    let is_info = rest.trim().is_empty() || rest.contains(['=', '{', ',']) || starts_line(input, start) && words <= 3;
    if is_block && is_info && (starts_line(input, start) || lang.is_some_and(|_| words == 1)) {
        return Marker::Opens(lang, (line_end + 1).min(input.len()));
    }
    Marker::None
}

/// The value starts on the line of the marker.
fn open_with_value(input: Input<'_>, lang: Option<(usize, usize)>, content: usize, close: Option<usize>) -> Marker {
    let last = close.map(|close| {
        let line_end = input.line_end(close).min(close + 4096);
        let line = input.slice(close, line_end);
        line.rfind("```").map_or(close, |offset| {
            let marker = close + offset;
            marker - input.slice(close, marker).bytes().rev().take_while(|&byte| byte == b'`').count()
        })
    });
    match last {
        Some(close) => Marker::OneLine(lang, content, close),
        None => Marker::Opens(lang, content),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(Option<&str>, &str)> {
        find_fences(text).iter().map(|fence| (fence.lang(text), fence.content(text))).collect()
    }

    #[test]
    fn a_longer_fence_holds_a_shorter_one() {
        assert_eq!(found("````md\n```js\nx\n```\n````"), [(Some("md"), "```js\nx\n```")]);
    }

    #[test]
    fn an_unclosed_fence_goes_to_the_end() {
        assert_eq!(found("```json\n{\"a\": 1"), [(Some("json"), "{\"a\": 1")]);
    }

    #[test]
    fn a_fence_that_was_not_closed_ends_where_the_next_opens() {
        assert_eq!(found("```json\n1\n```json\n2\n```"), [(Some("json"), "1"), (Some("json"), "2")]);
    }

    #[test]
    fn code_in_a_line_is_no_fence() {
        assert_eq!(found("Use ```x``` or ``` for it.\n"), []);
    }

    #[test]
    fn indented_and_quoted_fences_are_fences() {
        assert_eq!(found("1. Do:\n   ```sh\n   ls\n   ```\n"), [(Some("sh"), "ls")]);
        assert_eq!(found("> ```\n> x\n> ```"), [(None, "> x\n>")]);
    }
}

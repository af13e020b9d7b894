//! Code fences: ```` ```json ```` up to the line that closes it, `~~~` too, one-line, indented, quoted with `>`, unclosed.

use memchr::memmem;

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
        text.get(self.content.0..self.content.1)
            .unwrap_or_default()
            .trim()
    }
}

/// A run of three or more backticks or tildes.
#[derive(Clone, Copy)]
struct Run {
    start: usize,
    byte: u8,
    len: usize,
}

impl Run {
    fn end(self) -> usize {
        self.start + self.len
    }
}

/// What a run is.
enum Marker {
    /// It opens a fence: language, and where the content starts.
    Opens(Option<(usize, usize)>, usize),
    /// It opens a fence and closes it on the same line, with the run that starts at the offset.
    OneLine(Option<(usize, usize)>, usize, usize),
    /// Code in a line, up to the offset.
    Inline(usize),
    /// Nothing.
    None,
}

struct OpenFence {
    fence: Fence,
    marker: Run,
}

/// All fences of `text`, in order, in one pass.
pub(crate) fn find_fences(text: &str) -> Vec<Fence> {
    let mut finder = FenceFinder {
        input: Input::whole(text),
        fences: Vec::new(),
        open: None,
        line_end: 0,
    };
    let mut at = 0;
    while let Some(run) = finder.next_run(at) {
        at = match finder.open.take() {
            Some(open) => finder.look_inside(open, run),
            None => finder.look_outside(run),
        };
    }
    finder.finish()
}

/// Goes from run to run through a text.
struct FenceFinder<'t> {
    input: Input<'t>,
    fences: Vec<Fence>,
    open: Option<OpenFence>,
    /// The end of the line that was looked at last.
    line_end: usize,
}

impl FenceFinder<'_> {
    fn next_run(&self, from: usize) -> Option<Run> {
        let mut at = from;
        loop {
            let rest = self.input.bytes().get(at..)?;
            let start = at + memchr::memchr2(b'`', b'~', rest)?;
            let byte = self.input.at(start)?;
            let len = self.input.run_len(start, byte);
            if len >= 3 {
                return Some(Run { start, byte, len });
            }
            at = start + len;
        }
    }

    /// A run outside of fences, and where to go on.
    fn look_outside(&mut self, run: Run) -> usize {
        match self.read_marker(run) {
            Marker::Opens(lang, content) => self.open_fence(run, lang, content),
            Marker::OneLine(lang, content, close) => {
                let end = close + self.input.run_len(close, run.byte);
                let start = run.start;
                self.fences.push(Fence {
                    start,
                    lang,
                    content: (content, close),
                    end,
                    is_closed: true,
                });
                end
            }
            Marker::Inline(end) => end,
            Marker::None => run.end(),
        }
    }

    /// A run inside an open fence closes it, or opens another where the one before was never closed, or is content.
    fn look_inside(&mut self, mut open: OpenFence, run: Run) -> usize {
        let fits = run.byte == open.marker.byte && run.len >= open.marker.len;
        let starts_line = fits && starts_line(self.input, run.start);
        if starts_line && closes(self.input, run.end()) || fits && closes_value(self.input, run) {
            open.fence.is_closed = true;
            self.end_fence(open, run.start, run.end());
            return run.end();
        }
        let marker = if starts_line {
            self.read_marker(run)
        } else {
            Marker::None
        };
        let Marker::Opens(lang @ Some(_), content) = marker else {
            self.open = Some(open);
            return run.end();
        };
        open.fence.content.1 = run.start;
        if !open.fence.content(self.input.text).is_empty() {
            self.end_fence(open, run.start, run.start);
        }
        self.open_fence(run, lang, content)
    }

    fn open_fence(&mut self, marker: Run, lang: Option<(usize, usize)>, content: usize) -> usize {
        let fence = Fence {
            start: marker.start,
            lang,
            content: (content, content),
            end: content,
            is_closed: false,
        };
        self.open = Some(OpenFence { fence, marker });
        content
    }

    fn end_fence(&mut self, mut open: OpenFence, content_end: usize, end: usize) {
        open.fence.content.1 = content_end;
        open.fence.end = end;
        self.fences.push(open.fence);
    }

    fn finish(mut self) -> Vec<Fence> {
        if let Some(last) = self.open.take() {
            let end = self.input.len();
            self.end_fence(last, end, end);
        }
        self.fences
    }

    fn line_end(&mut self, at: usize) -> usize {
        if at > self.line_end {
            self.line_end = self.input.line_end(at);
        }
        self.line_end
    }

    fn read_marker(&mut self, run: Run) -> Marker {
        let line_end = self.line_end(run.end());
        let line = self.input.slice(run.end(), line_end);
        let (label_start, label_end) = find_label(line);
        let content = run.end() + label_end;
        let lang = (label_end > label_start).then_some((run.end() + label_start, content));
        let rest = self.input.slice(content, line_end);
        let close = (run.byte == b'`')
            .then(|| memmem::find(rest.as_bytes(), b"```"))
            .flatten();
        if starts_value(rest) {
            return match close {
                Some(close) => Marker::OneLine(lang, content, content + last_ticks(rest, close)),
                None => Marker::Opens(lang, content),
            };
        }
        if let Some(close) = close.map(|close| content + close) {
            return Marker::Inline(close + self.input.run_len(close, b'`'));
        }
        let is_last_line = line_end == self.input.len();
        let opens = if starts_line(self.input, run.start) {
            is_info(line, is_last_line)
        } else {
            lang.is_some() && rest.trim_start().is_empty() && !is_last_line
        };
        if opens {
            Marker::Opens(lang, (line_end + 1).min(self.input.len()))
        } else {
            Marker::None
        }
    }
}

/// Behind a closing marker stands nothing, or a blank and prose.
fn closes(input: Input<'_>, behind: usize) -> bool {
    matches!(input.at(behind), None | Some(b' ' | b'\t' | b'\r' | b'\n'))
}

/// Whether a value ends right before `run`, and the line right behind it.
fn closes_value(input: Input<'_>, run: Run) -> bool {
    let ends_line = matches!(input.at(run.end()), None | Some(b'\r' | b'\n'));
    ends_line && matches!(input.before(run.start), Some(b'}' | b']'))
}

/// Whether nothing but blanks, quote marks and list marks stands before `at` on its line.
fn starts_line(input: Input<'_>, at: usize) -> bool {
    let line_start = input.near_line_start(at);
    let Some(line) = line_start.map(|start| input.slice(start, at)) else {
        return false;
    };
    let mark = line.trim_matches(|letter: char| {
        letter.is_whitespace() || letter == '>' || letter == '\u{feff}'
    });
    let number = mark.trim_end_matches(['.', ')']);
    matches!(mark, "" | "-" | "*" | "+" | "•")
        || number.len() < mark.len()
            && number.len() < 4
            && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// Where the first word of what stands behind a marker starts and ends.
fn find_label(line: &str) -> (usize, usize) {
    let word = line.trim_start();
    let ends =
        |letter: char| letter.is_whitespace() || matches!(letter, '{' | '[' | '`' | '~' | '"');
    let start = line.len() - word.len();
    (start, start + word.find(ends).unwrap_or(word.len()))
}

/// Whether the value starts on the line of the marker; `{.numberLines}` is none.
fn starts_value(rest: &str) -> bool {
    let rest = rest.trim_start();
    rest.starts_with(['{', '[']) && !rest.starts_with("{.")
}

/// Whether `line`, behind a marker that starts a line, is a language and its attributes rather than prose.
fn is_info(line: &str, is_last_line: bool) -> bool {
    let words = line.split_whitespace().take(4).count();
    words <= 1 || !is_last_line && (words <= 3 || line.contains(['=', '{', ',']))
}

/// Where the last run of backticks on the line starts, at `first` or behind it.
fn last_ticks(rest: &str, first: usize) -> usize {
    let last = memmem::rfind(rest.as_bytes(), b"```").unwrap_or(first);
    let before = rest.get(first..last).unwrap_or_default();
    first + before.trim_end_matches('`').len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(Option<&str>, &str)> {
        find_fences(text)
            .iter()
            .map(|fence| (fence.lang(text), fence.content(text)))
            .collect()
    }

    #[test]
    fn a_longer_fence_holds_a_shorter_one() {
        assert_eq!(
            found("````md\n```js\nx\n```\n````"),
            [(Some("md"), "```js\nx\n```")]
        );
    }

    #[test]
    fn an_unclosed_fence_goes_to_the_end() {
        assert_eq!(found("```json\n{\"a\": 1"), [(Some("json"), "{\"a\": 1")]);
    }

    #[test]
    fn a_fence_that_was_not_closed_ends_where_the_next_opens() {
        assert_eq!(
            found("```json\n1\n```json\n2\n```"),
            [(Some("json"), "1"), (Some("json"), "2")]
        );
    }

    #[test]
    fn code_in_a_line_is_no_fence() {
        assert_eq!(found("Use ```x``` or ``` for it.\n"), []);
    }

    #[test]
    fn indented_and_quoted_fences_are_fences() {
        assert_eq!(
            found("1. Do:\n   ```sh\n   ls\n   ```\n"),
            [(Some("sh"), "ls")]
        );
        assert_eq!(found("> ```\n> x\n> ```"), [(None, "> x\n>")]);
    }

    #[test]
    fn a_fence_on_one_line_goes_to_the_last_marker_there() {
        assert_eq!(
            found("```json {\"a\": \"```x```\"}``` Done.\n"),
            [(Some("json"), "{\"a\": \"```x```\"}")]
        );
    }

    #[test]
    fn a_marker_right_behind_a_value_closes_its_fence() {
        assert_eq!(
            found("```json\n{\"a\": 1}```\nDone."),
            [(Some("json"), "{\"a\": 1}")]
        );
        assert_eq!(found("```sh\necho ```\n```"), [(Some("sh"), "echo ```")]);
    }

    #[test]
    fn prose_behind_a_marker_opens_no_fence() {
        assert_eq!(found("``` marks a fence in Markdown\n"), []);
        assert_eq!(found("```py title=\"a b c\"\n1\n```"), [(Some("py"), "1")]);
    }
}

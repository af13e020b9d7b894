//! The long path for strings, which repairs quotes, escapes and raw newlines: `"the "best" one"`.

mod ends;
mod inner;
mod known;

use super::builder::Node;
use super::edits;
use super::escapes::USUAL_LEN;
use super::machine::{Flow, Machine, State};
use super::quotes::Role;
use crate::scan::Input;
use crate::scan::quotes::Style;
use crate::trace::RepairKind;
use crate::value::escape;

/// A string that is being read on the long path.
#[derive(Clone, Default)]
pub(super) struct Text {
    start: usize,
    /// Where its content starts.
    pub(super) content: usize,
    pub(super) style: Style,
    /// The style of the first literal, where several are joined.
    opening: Style,
    role: Role,
    /// The content so far, escapes resolved, for the source up to `cursor`.
    pub(super) out: String,
    pub(super) cursor: usize,
    /// Quotes taken for content so far.
    inner: u32,
    /// A quotation inside the string is open, or a tag.
    quoting: bool,
    in_tag: bool,
    /// Brackets opened and not closed in the content up to `depth_at`.
    depth: i32,
    depth_at: usize,
    mark: edits::Mark,
    /// A backslash in it escaped nothing, so that others may be text too.
    pub(super) invalid: bool,
    /// A legal escape in it may be text.
    pub(super) doubtful: bool,
    pub(super) latex: bool,
    /// The run of characters without a blank is a path.
    pub(super) path: bool,
    /// A quote that would end the string, were it not for the brackets open before it.
    fallback: Option<Fallback>,
    /// Fences opened inside.
    fences: u32,
    /// Where the string ends, if it is read again because it ended before what was taken for content: the end of
    /// its content, and what stands for its end quote.
    stop: Option<(usize, usize)>,
}

#[derive(Clone, Copy)]
struct Fallback {
    quote: usize,
    len: usize,
    out: usize,
    mark: edits::Mark,
    /// No quote stands before it in the string.
    is_first: bool,
}

/// How a quote inside a string is to be read.
enum Verdict {
    /// It ends the string.
    Ends,
    /// It is content.
    Inner,
    /// Doubled, it stands for one quote of content.
    Doubled,
    /// The string ended earlier, at the offset, and its end quote is missing.
    EndedAt(usize),
}

impl Text {
    /// None as yet; `out` is room for its content.
    pub(super) fn with_room(out: String) -> Self {
        Self {
            out,
            ..Self::default()
        }
    }
}

impl<N: Node> Machine<N> {
    /// Starts a string whose opening quote is the `len` bytes at `at`.
    pub(super) fn start_text(&mut self, at: usize, style: Style, len: usize) -> Flow {
        let mut out = std::mem::take(&mut self.text.out);
        out.clear();
        out.reserve(USUAL_LEN);
        let role = self.role();
        let mark = self.edits.mark();
        self.text = Text {
            start: at,
            content: at + len,
            style,
            opening: style,
            role,
            out,
            cursor: at + len,
            depth_at: at + len,
            mark,
            latex: self.config.latex,
            ..Text::default()
        };
        if style != Style::Double {
            self.edits
                .replace(RepairKind::QuoteStyle, at, at + len, "\"");
        }
        match role {
            Role::Key => self.key_mark = mark,
            _ => self.text_mark = mark,
        }
        self.state = State::Text;
        Flow::Go
    }

    pub(super) fn read_text(&mut self, input: Input<'_>) -> Flow {
        loop {
            self.steps += 1;
            let cursor = self.text.cursor;
            let special = self.text.style.find_special(input.bytes(), cursor);
            if let Some((end, offset)) = self.text.stop.filter(|stop| special >= stop.0) {
                // An escape may have gone further.
                let end = end.max(cursor);
                self.copy(input, end);
                return self.end_unquoted(input, end, offset.max(end));
            }
            self.copy(input, special);
            let Some(byte) = input.at(special) else {
                return if input.is_whole() {
                    self.text_at_end(input)
                } else {
                    Flow::Wait
                };
            };
            let flow = match byte {
                _ if self.text.style.closing_len(input, special).is_some() => {
                    self.read_quote(input, special)
                }
                b'\\' => self.read_escape(input, special),
                b'"' => self.read_double_quote(input, special),
                b'&' => self.read_entity(input, special),
                0..b' ' => self.read_control(input, special, byte),
                _ => {
                    let len = input.char_at(special).map_or(1, char::len_utf8);
                    self.copy(input, special + len);
                    Flow::Go
                }
            };
            if flow == Flow::Wait || self.state != State::Text {
                return flow;
            }
        }
    }

    /// Takes the source up to `end` as it stands.
    pub(super) fn copy(&mut self, input: Input<'_>, end: usize) {
        let piece = input.slice(self.text.cursor, end);
        self.text.out.push_str(piece);
        if self.text.path && piece.contains([' ', '\n', '"', '\'']) {
            self.text.path = false;
        }
        self.text.cursor = end;
    }

    /// Reads the source from the cursor to `end` as `content`, which is `spelled` in JSON.
    pub(super) fn replace(
        &mut self,
        kind: RepairKind,
        end: usize,
        content: &str,
        spelled: impl Into<std::borrow::Cow<'static, str>>,
    ) {
        self.edits.replace(kind, self.text.cursor, end, spelled);
        self.text.out.push_str(content);
        self.text.cursor = end;
    }

    /// A plain quote in a string of another style is content, or by mistake its end.
    fn read_double_quote(&mut self, input: Input<'_>, at: usize) -> Flow {
        self.survey(input, at);
        let may_end =
            matches!(self.text.style, Style::Single | Style::Backtick) && !self.text.quoting;
        let may_go_on = self.config.more_at == Some(at + 1);
        let ends = may_end && !may_go_on && self.lookout(input).closes(at + 1);
        if self.starved(input) {
            return Flow::Wait;
        }
        if ends {
            return self.give_text(at + 1, true);
        }
        self.note_quotation(input, at, 1);
        self.replace(RepairKind::QuoteStyle, at + 1, "\"", "\\\"");
        Flow::Go
    }

    fn read_entity(&mut self, input: Input<'_>, at: usize) -> Flow {
        const ENTITIES: [(&str, &str); 4] = [
            ("&amp;", "&"),
            ("&lt;", "<"),
            ("&gt;", ">"),
            ("&nbsp;", "\u{a0}"),
        ];
        let found = ENTITIES.iter().find(|(entity, _)| input.has(at, entity));
        if self.starved(input) {
            return Flow::Wait;
        }
        match found {
            Some((entity, content)) => {
                self.replace(RepairKind::QuoteStyle, at + entity.len(), content, *content)
            }
            None => self.copy(input, at + 1),
        }
        Flow::Go
    }

    fn read_control(&mut self, input: Input<'_>, at: usize, byte: u8) -> Flow {
        if byte == b'\n' {
            if let Some(flow) = self.read_line_start(input, at) {
                return flow;
            }
        }
        self.text.path = false;
        let content = input.slice(at, at + 1);
        self.replace(RepairKind::ControlCharacter, at + 1, content, escape(byte));
        Flow::Go
    }

    /// Behind a raw newline a fence may close, or the mark before the line may stand.
    fn read_line_start(&mut self, input: Input<'_>, at: usize) -> Option<Flow> {
        self.survey(input, at);
        let next =
            (at + 1..at + 64).find(|&index| !matches!(input.at(index), Some(b' ' | b'\t')))?;
        let byte = input.at(next);
        let prefix = self
            .config
            .prefix
            .and_then(|prefix| input.line_prefix_end(prefix, next));
        let fence = matches!(byte, Some(b'`' | b'~'))
            .then(|| self.fence_ends(input, next))
            .flatten();
        if self.starved(input) {
            return Some(Flow::Wait);
        }
        if let Some(end) = prefix {
            self.replace(RepairKind::ControlCharacter, at + 1, "\n", "\\n");
            let end = if input.at(end) == Some(b' ') {
                end + 1
            } else {
                end
            };
            self.replace(RepairKind::LinePrefix, end, "", "");
            return Some(Flow::Go);
        }
        if fence? {
            self.end = Some(at);
            return Some(self.text_at_end(input.cut(at)));
        }
        None
    }

    /// Whether the fence mark at `at` closes the fence around the value; none where there is no mark. One with a
    /// label opens a fence inside the string, and the next one without closes that.
    fn fence_ends(&self, input: Input<'_>, at: usize) -> Option<bool> {
        let byte = input.at(at)?;
        let run = input.run_len(at, byte);
        if run < 3 {
            return None;
        }
        let next = (at + run..at + run + 64)
            .find(|&index| !matches!(input.at(index), Some(b' ' | b'\t' | b'\r')))?;
        let is_bare = matches!(input.at(next), None | Some(b'\n'));
        Some(is_bare && self.text.fences % 2 == 0 && !self.quote_follows(input, next))
    }

    /// Whether a line that starts behind `at` soon has a quote with structure behind it, so that the string goes on.
    fn quote_follows(&self, input: Input<'_>, at: usize) -> bool {
        let lookout = self.lookout(input);
        let quote = (at..at + crate::scan::WINDOW).find(|&index| input.at(index) == Some(b'"'));
        quote.is_some_and(|quote| {
            matches!(input.at(quote + 1), Some(b',' | b'}' | b']')) && lookout.closes(quote + 1)
        })
    }

    fn must_reread_escapes(&self) -> bool {
        self.text.invalid && self.text.doubtful && !self.text.latex
    }

    /// Once a backslash turned out to be text, doubtful escapes before it are read again as text.
    fn reread_text(&mut self) -> Flow {
        self.edits.rewind(self.text.mark);
        let (start, content) = (self.text.start, self.text.content);
        let role = self.text.role;
        self.start_text(start, self.text.opening, content - start);
        self.text.role = role;
        self.text.latex = true;
        Flow::Go
    }
}

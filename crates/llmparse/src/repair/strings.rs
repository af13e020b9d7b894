//! The long path for strings, which repairs quotes, escapes and raw newlines: `"the "best" one"`.

use super::builder::{Node, Shape};
use super::edits;
use super::escapes::USUAL_LEN;
use super::machine::{Flow, LastKind, Machine, State};
use super::quotes::{Lookout, Role, before_foreign_quote, nesting, structural_tail};
use crate::scan::Input;
use crate::scan::quotes::{Style, is_quote, opening_quote};
use crate::span::Span;
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
        let ends = may_end && self.lookout(input).closes(at + 1);
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

    // ---- quotes -------------------------------------------------------------------------------------------------

    pub(super) fn lookout<'a, 't>(&'a self, input: Input<'t>) -> Lookout<'a, 't> {
        Lookout {
            input,
            stack: &self.stack,
            role: self.text.role,
            quoting: self.text.quoting || self.text.in_tag,
            keys: self.config.keys.as_deref(),
        }
    }

    fn read_quote(&mut self, input: Input<'_>, at: usize) -> Flow {
        let Some(len) = self.text.style.closing_len(input, at) else {
            return Flow::Go;
        };
        self.survey(input, at);
        let verdict = match self.text.stop {
            None => self.judge_quote(input, at, len),
            Some(_) if self.is_doubled(input, at, len) => match self.judge_doubled(input, at) {
                Some(Verdict::Doubled) => Verdict::Doubled,
                _ => Verdict::Inner,
            },
            Some(_) => Verdict::Inner,
        };
        if self.starved(input) {
            return Flow::Wait;
        }
        match verdict {
            Verdict::Ends => return self.end_text(input, at, len),
            Verdict::EndedAt(offset) => return self.end_text_at(input, offset),
            Verdict::Doubled => {
                self.replace(RepairKind::UnescapedQuote, at + len * 2, "\"", "\\\"")
            }
            Verdict::Inner => {
                self.note_quotation(input, at, len);
                self.keep_inner_quote(input, at, len);
            }
        }
        self.text.inner += 1;
        self.text.path = false;
        Flow::Go
    }

    fn keep_inner_quote(&mut self, input: Input<'_>, at: usize, len: usize) {
        let content = input.slice(at, at + len);
        match self.text.style {
            Style::Escaped | Style::Entity => {
                self.replace(RepairKind::UnescapedQuote, at + len, "\"", "\\\"")
            }
            Style::Double => self.replace(RepairKind::UnescapedQuote, at + len, content, "\\\""),
            _ if content.contains('"') => {
                let spelled = content.replace('"', "\\\"");
                self.replace(RepairKind::UnescapedQuote, at + len, content, spelled);
            }
            _ => self.copy(input, at + len),
        }
    }

    fn judge_quote(&mut self, input: Input<'_>, at: usize, len: usize) -> Verdict {
        let style = self.text.style;
        if style.is_unmistakable() {
            return Verdict::Ends;
        }
        if let Some(offset) = self.key_end_before(input, at) {
            return Verdict::EndedAt(offset);
        }
        if self.is_doubled(input, at, len) {
            if let Some(verdict) = self.judge_doubled(input, at) {
                return verdict;
            }
        }
        let lookout = self.lookout(input);
        if lookout.closes(at + len) {
            return self.judge_embedded(at, len);
        }
        if (self.text.depth <= 0 || self.text.inner == 0) && self.text.fences % 2 == 0 {
            let bare = match self.text.inner {
                0 => self
                    .known_member_end(input, at)
                    .or_else(|| self.bare_member_inside(input, at))
                    .or_else(|| self.foreign_end_inside(input, at)),
                _ => None,
            };
            if let Some(offset) = bare.or_else(|| self.missing_end(input, at)) {
                return Verdict::EndedAt(self.line_end_before(input, offset));
            }
        }
        Verdict::Inner
    }

    /// A quote inside a JSON text that stands in this string, as in `"body is {"k": "v"} here"`, ends nothing.
    fn judge_embedded(&mut self, at: usize, len: usize) -> Verdict {
        let in_json = self.text.inner > 0 && self.text.depth > 0;
        let embedded = (in_json || self.text.fences % 2 == 1) && self.text.role != Role::Key;
        if !embedded || self.again > self.text.cursor {
            return Verdict::Ends;
        }
        if self.text.fallback.is_none() {
            let (out, mark) = (self.text.out.len(), self.edits.mark());
            self.text.fallback = Some(Fallback {
                quote: at,
                len,
                out,
                mark,
            });
        }
        Verdict::Inner
    }

    fn is_doubled(&self, input: Input<'_>, at: usize, len: usize) -> bool {
        matches!(self.text.style, Style::Double | Style::Single)
            && len == 1
            && input.at(at + 1) == input.at(at)
    }

    /// Two quotes in a row: an escaped one, or one that is content before the one that ends the string, or the
    /// end of one string and the start of the next.
    fn judge_doubled(&self, input: Input<'_>, at: usize) -> Option<Verdict> {
        let lookout = self.lookout(input);
        if at == self.text.content || self.text.style == Style::Single {
            return None;
        }
        let behind_quotation = Lookout {
            quoting: false,
            ..lookout
        };
        if behind_quotation.closes(at + 2) {
            return Some(Verdict::Inner);
        }
        let lookout = self.lookout(input);
        let before = input
            .before(at)
            .is_some_and(|byte| byte.is_ascii_alphanumeric());
        let behind = input
            .at(at + 2)
            .is_some_and(|byte| byte.is_ascii_alphanumeric());
        if before && behind && (lookout.is_key(at + 1) || self.text.role == Role::Item) {
            return Some(Verdict::Ends);
        }
        Some(Verdict::Doubled)
    }

    /// Where the string ended whose end quote is missing, if the quote at `at` starts the next one.
    fn missing_end(&self, input: Input<'_>, at: usize) -> Option<usize> {
        let lookout = self.lookout(input);
        let in_list = self.text.role == Role::Item;
        let outer = self.stack.frame(self.stack.len().saturating_sub(1));
        let leaves_for_list = self.text.role == Role::Member
            && outer.is_some_and(|frame| frame.shape == Shape::Array);
        if self.text.role == Role::Key || self.text.inner > 0 && lookout.is_no_member(at) {
            return None;
        }
        let is_damaged_key = !in_list && self.starts_line(input, at) && lookout.is_damaged_key(at);
        if lookout.is_key(at) || is_damaged_key || in_list && lookout.is_item(at) {
            return structural_tail(input, self.text.content, at, self.text.depth);
        }
        if !leaves_for_list || !lookout.is_item(at) {
            return None;
        }
        // `"x}, "q"]`: the object ends too, and the quote starts an item of the list around it.
        let tail = structural_tail(input, self.text.content, at, self.text.depth)?;
        input
            .slice(tail, at)
            .trim_start()
            .starts_with('}')
            .then_some(tail)
    }

    fn starts_line(&self, input: Input<'_>, at: usize) -> bool {
        input
            .near_line_start(at)
            .is_some_and(|start| input.slice(start, at).trim().is_empty())
    }

    /// Of the places where the string may have ended, the first line end with a closer behind it.
    fn line_end_before(&self, input: Input<'_>, offset: usize) -> usize {
        let content = input.slice(self.text.content, offset);
        let mut depth = 0;
        for (at, byte) in content.bytes().enumerate() {
            depth += nesting(byte);
            let next = self.text.content + at + 1;
            if byte == b'\n'
                && depth == 0
                && matches!(input.at(input.skip_plain(next)), Some(b'}' | b']'))
            {
                return next - 1;
            }
        }
        offset
    }

    /// Where the key ended whose end quote is missing: `"a: "x"`, `"a: 1, "b"`.
    fn key_end_before(&self, input: Input<'_>, at: usize) -> Option<usize> {
        if self.text.role != Role::Key || self.text.inner > 0 {
            return None;
        }
        let content = input.slice(self.text.content, at);
        let colon = content.find(':')?;
        let (key, rest) = content.split_at_checked(colon)?;
        let rest = rest.strip_prefix(':').unwrap_or_default();
        let is_name = !key.trim().is_empty() && key.len() < 64 && !key.contains(['\n', '\\']);
        let starts_value = rest.trim().is_empty() || rest.trim_end().ends_with([',', '{', '[']);
        let next = input.skip_blank(at + 1);
        let goes_on = input.at(next) != Some(b':') || !rest.trim().is_empty();
        (is_name && starts_value && goes_on && rest.starts_with([' ', '\n', '\t', '{', '[']))
            .then_some(self.text.content + colon)
    }

    /// `"z: true}` at the end of the text: the key lacks its end quote, and the text is not cut off.
    fn key_end_at_end(&self, input: Input<'_>) -> Option<usize> {
        let content = input.slice(self.text.content, input.len());
        let (key, rest) = content.split_once(':')?;
        let is_name = !key.trim().is_empty() && key.len() < 64 && !key.contains(['\n', '\\']);
        let is_closed = rest.trim_end().ends_with(['}', ']']) && rest.len() < 256;
        (is_name && is_closed).then_some(self.text.content + key.len())
    }

    /// Takes stock of the content up to `at`: brackets, tags and typographic quotes that are open.
    fn survey(&mut self, input: Input<'_>, at: usize) {
        let mut index = self.text.depth_at;
        let content = input.bytes().get(..at).unwrap_or_default();
        while let Some((found, byte)) = next_mark(content, index) {
            index = found + 1;
            match byte {
                b'{' | b'[' | b'}' | b']' => self.text.depth += nesting(byte),
                b'<' => {
                    self.text.in_tag =
                        matches!(input.at(found + 1), Some(next) if next.is_ascii_alphabetic())
                }
                b'>' => self.text.in_tag = false,
                0xc2 | 0xe2 => self.note_typographic(input, found),
                b'`' => self.note_fence(input, found),
                _ => {}
            }
        }
        self.text.depth_at = at;
    }

    /// Three backticks start or end code inside the string.
    fn note_fence(&mut self, input: Input<'_>, at: usize) {
        if input.before(at) != Some(b'`') && input.has(at, "```") {
            self.text.fences += 1;
        }
    }

    fn note_typographic(&mut self, input: Input<'_>, at: usize) {
        match input.char_at(at) {
            Some('„' | '«') => self.text.quoting = true,
            Some('“') => self.text.quoting = !self.text.quoting,
            Some('”' | '»') => self.text.quoting = false,
            _ => {}
        }
    }

    /// A quote inside the string opens a quotation, or closes it; behind a digit it is an inch, between letters an
    /// apostrophe.
    fn note_quotation(&mut self, input: Input<'_>, at: usize, len: usize) {
        let before = input.before(at);
        let behind = input.at(at + len);
        let is_word = |byte: Option<u8>| {
            byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || byte >= 0x80)
        };
        if self.text.quoting {
            self.text.quoting = is_word(before) && is_word(behind);
        } else {
            let is_inch = before.is_some_and(|byte| byte.is_ascii_digit());
            self.text.quoting =
                !is_inch && !is_word(before) && !matches!(behind, Some(b' ' | b',' | b'.') | None);
        }
    }

    // ---- the end of a string ------------------------------------------------------------------------------------

    /// The quote of `len` bytes at `at` ends the string, unless another literal is joined to it.
    fn end_text(&mut self, input: Input<'_>, at: usize, len: usize) -> Flow {
        if self.must_reread_escapes() {
            return self.reread_text();
        }
        let joined = self.joined_quote(input, at + len);
        if self.starved(input) {
            return Flow::Wait;
        }
        if let Some((quote, style, opening)) = joined {
            self.edits
                .delete(RepairKind::JoinedStrings, at, quote + opening);
            self.text.style = style;
            self.text.cursor = quote + opening;
            self.text.depth_at = self.text.cursor;
            self.text.fallback = None;
            return Flow::Go;
        }
        if self.ends_with_separator(input, at, len) {
            return self.end_text_before_comma(input, at, len);
        }
        if self.text.style != Style::Double || len != 1 || input.at(at) != Some(b'"') {
            self.edits
                .replace(RepairKind::QuoteStyle, at, at + len, "\"");
        }
        self.give_text(at + len, true)
    }

    /// `"a," "b"`: the comma that should stand behind the quote stands before it.
    fn ends_with_separator(&self, input: Input<'_>, at: usize, len: usize) -> bool {
        let next = input.skip_blank(at + len);
        let starts_next = match self.text.role {
            Role::Item => {
                next > at + len
                    && (is_quote(input, next)
                        || matches!(input.at(next), Some(b'{' | b'[' | b'0'..=b'9')))
            }
            Role::Member => is_quote(input, next) && self.lookout(input).is_key(next),
            _ => false,
        };
        starts_next && input.before(at) == Some(b',') && self.text.content < at
    }

    fn end_text_before_comma(&mut self, input: Input<'_>, at: usize, len: usize) -> Flow {
        self.take_back(input, at - 1);
        self.edits
            .replace(RepairKind::MissingComma, at - 1, at + len, "\",");
        self.give_text(at + len, true);
        self.separate(at - 1, len + 1);
        self.comma = None;
        Flow::Go
    }

    /// The opening quote of a literal that is joined to the one that ends at `end`.
    fn joined_quote(&self, input: Input<'_>, end: usize) -> Option<(usize, Style, usize)> {
        if self.text.role == Role::Key {
            return None;
        }
        let at = input.skip_blank(end);
        let quote = match input.at(at)? {
            b'+' => input.skip_blank(at + 1),
            _ if at > end && self.joins_neighbours() => at,
            _ => return None,
        };
        let (style, len) = opening_quote(input, quote)?;
        let is_key = self.text.role == Role::Member && self.lookout(input).is_key(quote);
        (!is_key).then_some((quote, style, len))
    }

    /// In a member, and in round brackets, literals side by side are one.
    fn joins_neighbours(&self) -> bool {
        let in_group = self
            .stack
            .top()
            .is_some_and(|frame| frame.opener == super::frames::Opener::Paren);
        self.text.role == Role::Member || in_group
    }

    /// The string ended at `offset`, before text that was taken for content; its end quote is missing.
    fn end_text_at(&mut self, input: Input<'_>, offset: usize) -> Flow {
        if self.must_reread_escapes() {
            return self.reread_text();
        }
        let end = before_foreign_quote(input, self.text.content, offset).unwrap_or(offset);
        // `x\", "b"`: a backslash before the quote is no content, unless it is that of a path.
        let escaped = end < offset && input.before(end) == Some(b'\\');
        let end = if escaped { end - 1 } else { end };
        let is_plain = !input.slice(end, self.text.cursor).contains('\\')
            && !self.edits.has_behind(self.text.mark, end);
        if !is_plain {
            return self.reread_until(end, offset);
        }
        self.take_back(input, end);
        self.end_unquoted(input, end, offset)
    }

    /// Reads the string again, up to where it ends.
    fn reread_until(&mut self, end: usize, offset: usize) -> Flow {
        let (latex, invalid) = (self.text.latex, self.text.invalid);
        self.again += self.text.cursor.saturating_sub(self.text.start);
        self.reread_text();
        self.text.latex = latex;
        self.text.invalid = invalid;
        self.text.stop = Some((end, offset));
        Flow::Go
    }

    /// The string ends at `end`; what stands from there to `offset` is in the place of its end quote.
    fn end_unquoted(&mut self, input: Input<'_>, end: usize, offset: usize) -> Flow {
        let is_escaped = input.at(end) == Some(b'\\');
        if is_escaped && self.text.invalid {
            // `C:\dir\"`: the backslash is text.
            self.text.out.push('\\');
            self.edits
                .replace(RepairKind::InvalidEscape, end, offset, "\\\\\"");
        } else if end < offset {
            self.edits
                .replace(RepairKind::QuoteStyle, end, offset, "\"");
        } else {
            self.edits.insert(RepairKind::MissingQuote, end, "\"");
        }
        self.give_text(offset, true)
    }

    /// Takes the content back to what it was at `end`, behind which all was copied as it stands.
    fn take_back(&mut self, input: Input<'_>, end: usize) {
        let extra = input.slice(end, self.text.cursor).len();
        let keep = self.text.out.len().saturating_sub(extra);
        self.text.out.truncate(keep);
        self.edits.rewind_behind(self.text.mark, end);
    }

    /// The text ends inside the string.
    fn text_at_end(&mut self, input: Input<'_>) -> Flow {
        if let Some(fallback) = self.text.fallback.take() {
            return self.go_back(input, fallback);
        }
        if self.must_reread_escapes() {
            return self.reread_text();
        }
        let end = input.len();
        if self.text.role == Role::Key {
            return match self.key_end_at_end(input) {
                Some(offset) => self.end_text_at(input, offset),
                None => self.drop_cut_key(input),
            };
        }
        if let Some(offset) = self
            .foreign_end_inside(input, end)
            .or_else(|| self.closers_inside(input))
            .or_else(|| self.bare_member_inside(input, end))
        {
            return self.end_text_at(input, offset);
        }
        if self.text.role == Role::Top && self.text.out.trim().is_empty() {
            return self.fail(super::machine::Failure::Nothing);
        }
        self.edits.insert(RepairKind::CutOff, end, "\"");
        self.give_text(end, false)
    }

    fn go_back(&mut self, input: Input<'_>, fallback: Fallback) -> Flow {
        self.again += self.text.cursor.saturating_sub(fallback.quote);
        self.text.out.truncate(fallback.out);
        self.edits.rewind(fallback.mark);
        self.text.cursor = fallback.quote;
        self.state = State::Text;
        self.end_text(input, fallback.quote, fallback.len)
    }

    /// A key that the text cuts off goes, and the comma before it.
    fn drop_cut_key(&mut self, input: Input<'_>) -> Flow {
        self.edits.rewind(self.text.mark);
        let start = self.comma.take().unwrap_or(self.text.start);
        self.edits.cut(start, input.len());
        self.token(input.len());
        self.state = State::Next;
        Flow::Go
    }

    /// Where closers start, in a string without end quote, that close all that is open, with a line end, a tag or
    /// nothing behind them; or some of it, at the end of the text.
    fn closers_inside(&mut self, input: Input<'_>) -> Option<usize> {
        if self.again > 2 * input.len() {
            return None;
        }
        let content = input.bytes().get(self.text.content..)?;
        self.again += content.len();
        let mut depth = 0i32;
        for (offset, &byte) in content.iter().enumerate() {
            match byte {
                b'{' | b'[' => depth += 1,
                b'}' | b']' if depth > 0 => depth -= 1,
                b'}' | b']' if self.closes_all(input, self.text.content + offset) => {
                    return Some(self.before_blanks(input, self.text.content + offset));
                }
                _ => {}
            }
        }
        None
    }

    /// Whether the closers from `at` on fit what is open, down to the last.
    fn closes_all(&self, input: Input<'_>, at: usize) -> bool {
        let mut depth = self.stack.len();
        let mut index = at;
        while let Some(byte @ (b'}' | b']' | b',')) = input.at(index) {
            if byte == b',' && depth > 0 {
                return false;
            }
            if depth == 0
                || !self
                    .stack
                    .frame(depth)
                    .is_some_and(|frame| frame.is_closed_by(byte))
            {
                break;
            }
            depth -= 1;
            index += 1;
            if depth > 0 {
                index = input.skip_plain(index);
            }
        }
        let next = input.skip_plain(index);
        let ends_line = input.slice(index, next).contains('\n');
        index > at
            && (input.at(next).is_none()
                || depth == 0 && (ends_line || input.has(next, "</") || input.has(next, "```")))
    }

    fn before_blanks(&self, input: Input<'_>, at: usize) -> usize {
        self.text.content + input.slice(self.text.content, at).trim_end().len()
    }

    /// Where the string ended that was opened by `"` and closed by a quote of another style, as in `"x', 5`.
    fn foreign_end_inside(&mut self, input: Input<'_>, end: usize) -> Option<usize> {
        if self.text.style != Style::Double || self.again > 2 * input.len() {
            return None;
        }
        let content = input.slice(self.text.content, end);
        self.again += content.len();
        let lookout = self.lookout(input);
        let found = content
            .match_indices(['\'', '`', '’', '”', '»'])
            .find(|(at, quote)| {
                let behind = self.text.content + at + quote.len();
                behind < end
                    && lookout.closes(behind)
                    && before_foreign_quote(input, self.text.content, behind).is_some()
            });
        found.map(|(at, quote)| self.text.content + at + quote.len())
    }

    /// `"x, b: 1}`: where keys have no quotes, the first `, key:` in a string without end ends it.
    fn bare_member_inside(&mut self, input: Input<'_>, end: usize) -> Option<usize> {
        let is_member = matches!(self.text.role, Role::Member);
        if !is_member || !self.stack.has_bare_keys(self.stack.len()) || self.again > 2 * input.len()
        {
            return None;
        }
        let content = input.bytes().get(self.text.content..end)?;
        let found = memchr::memchr_iter(b',', content).find(|&comma| {
            let next = input.skip_blank(self.text.content + comma + 1);
            super::bare::is_bare_member(input, next)
        });
        self.again += found.unwrap_or(content.len());
        let comma = self.text.content + found?;
        structural_tail(input, self.text.content, comma + 1, 0)
    }

    /// The content goes to the builder, or becomes the waiting key.
    fn give_text(&mut self, end: usize, complete: bool) -> Flow {
        let span = Span::new(self.text.start, end);
        if self.text.role == Role::Key {
            std::mem::swap(&mut self.key, &mut self.text.out);
            self.key_span = span;
            self.token(end);
            self.state = State::Colon;
            return Flow::Go;
        }
        let out = std::mem::take(&mut self.text.out);
        self.builder.note_string(&out, span, complete);
        self.text.out = out;
        self.state = State::Value;
        self.value_read(self.text.start, end, LastKind::Text);
        Flow::Go
    }

    // ---- reading a string again ---------------------------------------------------------------------------------

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

/// The first byte from `index` on that [`survey`](Machine::survey) takes stock of: a bracket of any kind, a backtick,
/// the start of a typographic quote.
fn next_mark(content: &[u8], index: usize) -> Option<(usize, u8)> {
    let is_mark = |byte: u8| {
        matches!(
            byte,
            b'{' | b'[' | b'}' | b']' | b'<' | b'>' | b'`' | 0xc2 | 0xe2
        )
    };
    let mut rest = content.get(index..)?;
    while let Some((piece, behind)) = rest.split_first_chunk::<16>() {
        if may_hold_mark(piece) {
            break;
        }
        rest = behind;
    }
    let offset = rest.iter().position(|&byte| is_mark(byte))?;
    Some((content.len() - rest.len() + offset, *rest.get(offset)?))
}

/// Whether one of the bytes may be a mark. They come in pairs that differ in one bit; no branch for each byte, so that
/// all are compared at once.
fn may_hold_mark(piece: &[u8; 16]) -> bool {
    let holds = |mask: u8, wanted: u8| {
        piece
            .iter()
            .fold(false, |found, &byte| found | (byte & mask == wanted))
    };
    holds(0xdf, b'[')
        | holds(0xdf, b']')
        | holds(0xfd, b'<')
        | holds(0xff, b'`')
        | holds(0xdf, 0xc2)
}

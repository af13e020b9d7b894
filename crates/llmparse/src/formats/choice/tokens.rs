//! Turns a reply into what counts for a choice: `**Answer:** not (A)` is a marker, a colon, a `not`, brackets and `A`.

use super::bounds::is_whole;
use super::cues::{self, Cue};
use super::letters::is_of_word;
use super::options::Choices;
use super::phrases::Matcher;
use super::pieces::{Piece, Pieces, Shape, pieces};

/// How far the end of a tag is looked for, in bytes.
const TAG: usize = 64;

/// What stands behind a `&` that is written as HTML.
const AMPERSAND: &str = "amp;";

/// How far the end of struck text is looked for, in bytes.
const STRUCK: usize = 256;

/// LaTeX commands that set text off.
const COMMANDS: [&str; 12] = [
    "text",
    "textbf",
    "textit",
    "textrm",
    "mathrm",
    "mathbf",
    "mathsf",
    "mathit",
    "left",
    "right",
    "quad",
    "displaystyle",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Words that mean nothing here.
    Word,
    /// One of the choices, by the number of the phrase.
    Choice(u32),
    Cue(Cue),
    /// `:`, `=`, `->`
    Colon,
    Comma,
    /// `- [x]`
    Check,
    /// `- [ ]`
    Uncheck,
    Slash,
    Pipe,
    Stop,
    Question,
    Open,
    Close,
    Dash,
    /// The end of a line.
    Line,
    /// `<answer>`, `[[`
    OpenTag,
    CloseTag,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    start: u32,
    end: u32,
}

impl Token {
    pub(super) fn start(self) -> usize {
        self.start as usize
    }

    pub(super) fn end(self) -> usize {
        self.end as usize
    }

    pub(super) fn is_choice(self) -> bool {
        matches!(self.kind, Kind::Choice(_))
    }
}

pub(super) fn read_tokens(text: &str, choices: &Choices<'_>) -> Vec<Token> {
    let mut reader = Reader {
        text,
        choices,
        pieces: pieces(text),
        tokens: Vec::with_capacity(text.len() / 8),
        cues: Matcher::new(cues::phrases()),
        names: Matcher::new(&choices.phrases),
        choice: Place::default(),
        cue: Place::default(),
        set: Place::default(),
    };
    while let Some(piece) = reader.pieces.next() {
        match piece.kind {
            Shape::Word => reader.on_word(piece),
            Shape::Line => reader.on_line(piece),
            Shape::Symbol(symbol) => reader.on_symbol(piece, symbol),
        }
    }
    reader.tokens
}

/// Where a phrase was placed last.
#[derive(Clone, Copy, Default)]
struct Place(usize, usize);

impl Place {
    /// Whether a phrase from `start` on would take a part of it.
    fn cuts(self, start: usize) -> bool {
        self.0 < start && start < self.1
    }
}

struct Reader<'t, 'c> {
    text: &'t str,
    choices: &'c Choices<'c>,
    pieces: Pieces<'t>,
    tokens: Vec<Token>,
    cues: Matcher<'static>,
    names: Matcher<'c>,
    choice: Place,
    cue: Place,
    /// A set phrase, none of whose words is a choice.
    set: Place,
}

impl Reader<'_, '_> {
    fn on_word(&mut self, piece: Piece) {
        let cue = self.cues.phrases.find_piece(piece, self.text);
        let name = self.names.phrases.find_piece(piece, self.text);
        if cue.is_none() && name.is_none() {
            let piece = self.with_address(piece);
            self.cues.reset();
            self.names.reset();
            return self.on_other_word(piece);
        }
        self.push(Kind::Word, piece.start, piece.end);
        self.feed(piece, cue, name);
    }

    /// `https`, with the rest of the address.
    fn with_address(&mut self, piece: Piece) -> Piece {
        if !matches!(self.text.as_bytes().get(piece.end), Some(b':' | b'.')) {
            return piece;
        }
        let word = piece.of(self.text);
        let rest = self.text.get(piece.end..).unwrap_or_default();
        let is_address = rest.starts_with("://") && word.starts_with("http")
            || rest.starts_with('.') && word == "www";
        if !is_address {
            return piece;
        }
        let ends = |letter: char| letter.is_whitespace() || "\"'<>)]}*`".contains(letter);
        let address = rest
            .get(..rest.find(ends).unwrap_or(rest.len()))
            .unwrap_or_default();
        let len = address
            .trim_end_matches(['.', ',', ';', '!', '?', ':'])
            .len();
        self.pieces.at = piece.end + len;
        Piece {
            end: piece.end + len,
            ..piece
        }
    }

    /// A word that is in no phrase; several behind each other are one token.
    fn on_other_word(&mut self, piece: Piece) {
        match self.tokens.last_mut() {
            Some(last) if last.kind == Kind::Word => last.end = piece.end as u32,
            _ => self.push(Kind::Word, piece.start, piece.end),
        }
    }

    fn feed(&mut self, piece: Piece, cue: Option<u32>, name: Option<u32>) {
        match cue {
            None => self.cues.reset(),
            Some(word) => {
                if let Some((phrase, start)) = self.cues.feed(word, piece.start) {
                    self.place_cue(phrase, start, piece.end);
                }
            }
        }
        match name {
            None => self.names.reset(),
            Some(word) => {
                if let Some((phrase, start)) = self.names.feed(word, piece.start) {
                    self.place_choice(phrase, start, piece.end);
                }
            }
        }
    }

    fn place_cue(&mut self, phrase: u32, start: usize, end: usize) {
        let Some(cue) = cues::kind(phrase) else {
            return;
        };
        // What is a choice is not a word about choices, unless it is part of a set phrase.
        let is_taken = self.choice.1 > start && cue != Cue::Neutral;
        if is_taken || self.cue.cuts(start) || self.is_joined(start, end) {
            return;
        }
        let is_set = matches!(cue, Cue::Neutral | Cue::Undecided);
        self.cue = Place(start, end);
        self.set = if is_set { self.cue } else { self.set };
        self.replace(Kind::Cue(cue), start, end);
    }

    fn place_choice(&mut self, phrase: u32, start: usize, end: usize) {
        if self.choice.cuts(start) || self.set.cuts(start) {
            return;
        }
        let before = self.tokens.iter().rev().find(|token| token.end() <= start);
        let Some(name) = self.choices.name(phrase) else {
            return;
        };
        if is_whole(self.text, (start, end), name, before.copied()) {
            let denial = self.find_denial(start);
            self.choice = Place(start, end);
            self.replace(Kind::Choice(phrase), start, end);
            if let Some(denial) = denial {
                self.tokens.pop();
                self.push(Kind::Cue(Cue::Not), denial, start);
                self.push(Kind::Choice(phrase), start, end);
            }
        }
    }

    /// Where a phrase starts that turns its own end, the choice at `start`: `不正确`.
    fn find_denial(&self, start: usize) -> Option<usize> {
        let last = self.tokens.last()?;
        let turns = matches!(last.kind, Kind::Cue(Cue::Wrong | Cue::Not));
        (turns && last.start() < start && start < last.end()).then_some(last.start())
    }

    fn replace(&mut self, kind: Kind, start: usize, end: usize) {
        while self.tokens.last().is_some_and(|last| last.end() > start) {
            self.tokens.pop();
        }
        self.push(kind, start, end);
    }

    fn push(&mut self, kind: Kind, start: usize, end: usize) {
        self.tokens.push(Token {
            kind,
            start: start as u32,
            end: end as u32,
        });
    }

    fn on_line(&mut self, piece: Piece) {
        if self
            .tokens
            .last()
            .is_some_and(|last| last.kind == Kind::Line)
        {
            self.cues.reset();
            self.names.reset();
        }
        self.push(Kind::Line, piece.start, piece.end);
    }

    fn on_symbol(&mut self, piece: Piece, symbol: char) {
        // `R&amp;D`
        let rest = || self.text.get(piece.end..).unwrap_or_default();
        if symbol == '&' && rest().starts_with(AMPERSAND) {
            self.pieces.at = piece.end + AMPERSAND.len();
        }
        if self.skip_markup(piece, symbol) {
            return;
        }
        let cue = self.cues.phrases.find_piece(piece, self.text);
        let name = self.names.phrases.find_piece(piece, self.text);
        if cue.is_none() && name.is_none() && !piece.is_spoken(self.text) {
            return;
        }
        if let Some(kind) = self.kind_of(piece, symbol) {
            self.push(kind, piece.start, piece.end);
        } else if cue.is_some() || name.is_some() {
            self.push(Kind::Word, piece.start, piece.end);
        }
        self.feed(piece, cue, name);
    }

    /// Whether a tag, a LaTeX command, double brackets or the mark of a fence start here; all of it is read.
    fn skip_markup(&mut self, piece: Piece, symbol: char) -> bool {
        match symbol {
            '<' => self.skip_tag(piece),
            '\\' => self.skip_command(piece),
            '[' | ']' if self.has(piece.end, symbol) => {
                let kind = if symbol == '[' {
                    Kind::OpenTag
                } else {
                    Kind::CloseTag
                };
                self.skip_to(kind, piece.start, piece.end + 1)
            }
            '[' => self.skip_check(piece),
            '☑' | '🗹' => self.skip_to(Kind::Check, piece.start, piece.end),
            '☐' | '☒' | '□' => self.skip_to(Kind::Uncheck, piece.start, piece.end),
            '%' if self.is_nought(piece.start) => {
                let is_number = |last: &&Token| last.end() == last.start() + 1;
                let number = self.tokens.last().filter(is_number).copied();
                self.tokens
                    .truncate(self.tokens.len() - usize::from(number.is_some()));
                let start = number.map_or(piece.start, Token::start);
                self.skip_to(Kind::Cue(Cue::Not), start, piece.end)
            }
            '`' | '~' => self.skip_fence(piece, symbol) || self.skip_struck(piece),
            '-' | '=' if self.has(piece.end, '>') => {
                self.skip_to(Kind::Colon, piece.start, piece.end + 1)
            }
            _ => false,
        }
    }

    /// Whether a number that is nought ends at `end`.
    fn is_nought(&self, end: usize) -> bool {
        let before = self.text.get(..end).unwrap_or_default();
        let mut letters = before.chars().rev();
        letters.next() == Some('0')
            && letters
                .next()
                .is_none_or(|letter| !matches!(letter, '0'..='9' | '.' | ','))
    }

    /// `~~approve~~`, which is struck out.
    fn skip_struck(&mut self, piece: Piece) -> bool {
        let rest = self.text.as_bytes().get(piece.start..).unwrap_or_default();
        let window = rest.get(..STRUCK).unwrap_or(rest);
        let Some(inner) = window.strip_prefix(b"~~") else {
            return false;
        };
        let line = memchr::memchr(b'\n', inner).and_then(|end| inner.get(..end));
        let Some(len) = memchr::memmem::find(line.unwrap_or(inner), b"~~") else {
            return false;
        };
        self.cues.reset();
        self.names.reset();
        self.pieces.at = piece.start + len + 4;
        len > 0
    }

    fn has(&self, at: usize, symbol: char) -> bool {
        self.text
            .get(at..)
            .is_some_and(|rest| rest.starts_with(symbol))
    }

    fn skip_to(&mut self, kind: Kind, start: usize, end: usize) -> bool {
        self.cues.reset();
        self.names.reset();
        self.push(kind, start, end);
        self.pieces.at = end;
        true
    }

    /// `- [x] B`, a box that is ticked, or `- [ ] B`, one that is not.
    fn skip_check(&mut self, piece: Piece) -> bool {
        let before = self
            .text
            .get(..piece.start)
            .unwrap_or_default()
            .trim_end_matches(' ');
        let rest = self.text.get(piece.end..).unwrap_or_default();
        let kind = match rest.get(..3) {
            Some("x] " | "X] ") => Kind::Check,
            Some(" ] ") => Kind::Uncheck,
            _ => return false,
        };
        before.ends_with(['-', '*', '+', '•']) && self.skip_to(kind, piece.start, piece.end + 2)
    }

    /// `<answer id="1">`; a tag that is no marker says nothing.
    fn skip_tag(&mut self, piece: Piece) -> bool {
        let rest = self.text.as_bytes().get(piece.end..).unwrap_or_default();
        let window = rest.get(..TAG).unwrap_or(rest);
        let Some(len) = memchr::memchr3(b'>', b'<', b'\n', window) else {
            return false;
        };
        let tag = self
            .text
            .get(piece.end..piece.end + len)
            .unwrap_or_default();
        let name = tag.trim_start_matches('/');
        let end = piece.end + len + 1;
        if window.get(len) != Some(&b'>')
            || !name.starts_with(|letter: char| letter.is_ascii_alphabetic())
        {
            return false;
        }
        let name = name.split([' ', '/']).next().unwrap_or_default();
        if !is_marker(name) {
            self.pieces.at = end;
            return true;
        }
        let kind = if tag.starts_with('/') {
            Kind::CloseTag
        } else {
            Kind::OpenTag
        };
        self.skip_to(kind, piece.start, end)
    }

    /// `\boxed{`, which marks an answer, or `\text`, which says nothing.
    fn skip_command(&mut self, piece: Piece) -> bool {
        let rest = self.text.get(piece.end..).unwrap_or_default();
        let len = rest
            .bytes()
            .take(TAG)
            .take_while(u8::is_ascii_alphabetic)
            .count();
        let end = piece.end + len;
        match rest.get(..len).unwrap_or_default() {
            "boxed" | "fbox" => self.skip_to(Kind::OpenTag, piece.start, end),
            name if COMMANDS.contains(&name) => {
                self.pieces.at = end;
                true
            }
            _ => false,
        }
    }

    /// ```` ```text ````: the name of the language is no word of the reply.
    fn skip_fence(&mut self, piece: Piece, symbol: char) -> bool {
        let starts_line = self
            .tokens
            .last()
            .is_none_or(|last| last.kind == Kind::Line);
        if !starts_line {
            return false;
        }
        let rest = self.text.get(piece.start..).unwrap_or_default();
        let marks = rest.trim_start_matches(symbol);
        if rest.len() - marks.len() < 3 {
            return false;
        }
        let lang = marks
            .bytes()
            .take(TAG)
            .take_while(|&byte| byte.is_ascii_graphic() && byte != b'`')
            .count();
        let behind = marks.get(lang..).unwrap_or_default();
        let ends_line = behind.starts_with(['\n', '\r']) || behind.is_empty() && lang == 0;
        self.pieces.at = self.text.len() - if ends_line { behind.len() } else { marks.len() };
        true
    }

    fn kind_of(&self, piece: Piece, symbol: char) -> Option<Kind> {
        let kind = match symbol {
            ':' | '：' | '=' | '＝' | '→' | '⇒' | '➡' | '⟶' | '﹕' => Kind::Colon,
            ',' | '，' | '、' | '،' => Kind::Comma,
            '/' | '／' => Kind::Slash,
            '|' | '｜' | '│' => Kind::Pipe,
            '.' if self.is_inside(piece) => return None,
            '.' | '!' | '。' | '！' | ';' | '；' | '…' | '।' | '۔' | '؛' => Kind::Stop,
            '?' | '？' | '؟' => Kind::Question,
            '(' | '[' | '{' | '（' | '【' | '［' | '〔' | '《' => Kind::Open,
            ')' | ']' | '}' | '）' | '】' | '］' | '〕' | '》' => Kind::Close,
            '+' if piece.is_glued(self.text) => Kind::Cue(Cue::And),
            '-' | '–' | '—' | '―' | '•' | '·' | '▪' | '●' | '○' | '◦' | '+' => {
                Kind::Dash
            }
            '&' | '＆' => Kind::Cue(Cue::And),
            _ => return None,
        };
        Some(kind)
    }

    /// Whether a word is joined to another by a hyphen or an underscore: `no-one`.
    fn is_joined(&self, start: usize, end: usize) -> bool {
        let mut before = self.text.get(..start).unwrap_or_default().chars().rev();
        let mut behind = self.text.get(end..).unwrap_or_default().chars();
        let is_joint = |letter: Option<char>| matches!(letter, Some('-' | '_' | '‐' | '‑'));
        is_joint(before.next()) && before.next().is_some_and(is_of_word)
            || is_joint(behind.next()) && behind.next().is_some_and(char::is_lowercase)
    }

    /// A point in `1.5`, `e.g` or `node.js` ends nothing.
    fn is_inside(&self, piece: Piece) -> bool {
        piece.is_glued(self.text) && {
            let behind = self.text.get(piece.end..).unwrap_or_default();
            !behind.starts_with(char::is_uppercase)
        }
    }
}

/// Whether the last word of `final_answer` is one that an answer follows.
fn is_marker(name: &str) -> bool {
    let last = name.rsplit(['_', '-', ':']).next().unwrap_or_default();
    let cue = cues::kind_of_word(last);
    matches!(cue, Some(Cue::Marker | Cue::Heading | Cue::Final))
}

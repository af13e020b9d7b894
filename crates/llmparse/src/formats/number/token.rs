//! The numbers of a text in order, whatever they are: `Step 1: 3 of 4 tests, so seven` has four.

use super::decimal::{Decimal, Parts};
use super::digits::{char_at, circled_value, digit_value, fraction_parts, is_common_letter};
use super::lexeme::{Doubt, Form, Lexeme, Mark, is_currency};
use super::vocabulary::{Role, magnitude, role_of, unparted_magnitude};
use super::words;
use crate::span::Span;

/// What a token is spelled with.
#[derive(Clone, Debug)]
pub(crate) enum Body {
    Digits(Lexeme),
    Words(Box<Parts>),
    /// `½`, `7½`: digits before it, if there are any, and what it is worth.
    Vulgar(Option<Box<Lexeme>>, &'static str, &'static str),
    /// `N/A`, `unknown`: a word that says that there is no number.
    Nothing,
}

/// What a number is in its place; what is `Never` is no answer to anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Plain,
    /// `3rd`, `5-star`
    Ordinal,
    /// `8` in `8/10`, whose other number is the next token.
    Slash,
    /// `\frac{1}{2}`
    Frac,
    /// `7` in `7 1/2`, whose fraction is the next two tokens.
    Mixed,
    /// `8` in `8 out of 10`.
    OutOf,
    /// `3` in `3 of 4`.
    Of,
    /// `7` in `7-8`, whose other end is the next token.
    Range,
    /// `3` and `4` in `3 * 4 = 12`.
    Operand,
    /// `12` there.
    Result,
    /// `0.85` in `85%, i.e. 0.85`.
    Restated,
    /// `4` in `4.3, rounded to 4`.
    Rounded,
    /// What may be the number of a list item.
    Marker,
    /// `[1]`
    Citation,
    /// `in 2019`
    Year,
    /// The other number of a fraction or a range.
    Second,
    /// A date, a time, a page, a house number, a scale, a version, a part of a name.
    Never,
}

#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) span: Span,
    pub(crate) body: Body,
    pub(crate) kind: Kind,
    /// The power of ten of a word behind it: `3 million`.
    pub(crate) magnitude: i8,
    pub(crate) in_parens: bool,
    /// Whether it is the one word `one`.
    pub(crate) is_one: bool,
    /// Whether it is in digits, and all that a cell of a table holds: `| 8 |`, `,8,`.
    pub(crate) is_cell: bool,
}

impl Token {
    fn new(start: usize, end: usize, body: Body) -> Self {
        Self {
            span: Span::new(start, end),
            body,
            kind: Kind::Plain,
            magnitude: 0,
            in_parens: false,
            is_one: false,
            is_cell: false,
        }
    }

    pub(crate) fn start(&self) -> usize {
        self.span.start()
    }

    pub(crate) fn end(&self) -> usize {
        self.span.end()
    }

    pub(crate) fn lexeme(&self) -> Option<&Lexeme> {
        match &self.body {
            Body::Digits(lexeme) => Some(lexeme),
            _ => None,
        }
    }

    /// A whole number below 10,000 in digits and nothing else.
    pub(crate) fn small(&self, text: &str) -> Option<u32> {
        self.lexeme().filter(|_| self.magnitude == 0)?.small(text)
    }

    pub(crate) fn has_sign(&self) -> bool {
        self.lexeme()
            .is_some_and(|lexeme| lexeme.span.start() < lexeme.digits())
    }

    /// The digits, without sign and what follows.
    pub(crate) fn digits<'t>(&self, text: &'t str) -> &'t str {
        let start = self.lexeme().map_or(self.start(), Lexeme::digits);
        text.get(start..self.end()).unwrap_or_default()
    }

    pub(crate) fn decimal(&self, text: &str, mark: Option<Mark>) -> Decimal {
        if let Some(plain) = self.plain(text) {
            return plain;
        }
        let mut parts = match &self.body {
            Body::Digits(lexeme) => lexeme.parts(text, mark),
            Body::Words(parts) => Parts::clone(parts),
            Body::Vulgar(whole, numerator, denominator) => {
                vulgar_parts(text, whole.as_deref(), numerator, denominator)
            }
            Body::Nothing => Parts::default(),
        };
        parts.exponent = parts.exponent.saturating_add(self.magnitude.into());
        Decimal::from_parts(parts)
    }

    /// The number as it is spelled, if that is how it is written.
    fn plain(&self, text: &str) -> Option<Decimal> {
        let lexeme = self.lexeme().filter(|_| self.magnitude == 0)?;
        let is_clear = lexeme.form == Form::Decimal && lexeme.doubt == Doubt::None;
        Decimal::from_plain(self.span.of(text)).filter(|_| is_clear)
    }

    /// Digits and decimals behind a point as one number, if it is spelled with nothing else and short.
    pub(crate) fn short(&self, text: &str) -> Option<(u64, u32)> {
        let lexeme = self.lexeme().filter(|_| self.magnitude == 0)?;
        let spelled = self.span.of(text);
        if lexeme.form != Form::Decimal || lexeme.doubt != Doubt::None || spelled.len() > 18 {
            return None;
        }
        let (mut digits, mut scale, mut step) = (0, 0, 0);
        for byte in spelled.bytes() {
            match byte {
                b'0'..=b'9' => {
                    (digits, scale) = (digits * 10 + u64::from(byte - b'0'), scale + step)
                }
                b'.' if step == 0 => step = 1,
                _ => return None,
            }
        }
        while scale > 0 && digits % 10 == 0 {
            (digits, scale) = (digits / 10, scale - 1);
        }
        Some((digits, scale))
    }

    pub(crate) fn doubt(&self) -> Doubt {
        self.lexeme().map_or(Doubt::None, |lexeme| lexeme.doubt)
    }
}

fn vulgar_parts(text: &str, whole: Option<&Lexeme>, numerator: &str, denominator: &str) -> Parts {
    let fraction = super::fraction::divide(numerator, denominator);
    let mut parts = whole.map_or_else(|| Parts::whole("0"), |whole| whole.parts(text, None));
    parts.fraction = fraction
        .map(|fraction| fraction.fraction)
        .unwrap_or_default();
    parts
}

/// How far apart numbers usually stand at least, in bytes.
const SPARSE: usize = 32;

/// All numbers of `text`, in order.
pub(crate) fn find_tokens(text: &str) -> Vec<Token> {
    let mut finder = Finder {
        text,
        tokens: Vec::with_capacity(text.len() / SPARSE),
        depth: 0,
        in_list: false,
    };
    let mut at = 0;
    while let Some(&byte) = text.as_bytes().get(at) {
        at = finder.step(at, byte);
    }
    finder.tokens
}

struct Finder<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    /// How many parentheses are open in the line.
    depth: u32,
    /// Whether a comma stands between digits as in `1,2,3`.
    in_list: bool,
}

impl Finder<'_> {
    /// Takes what starts at `at`, and gives where to go on.
    #[inline]
    fn step(&mut self, at: usize, byte: u8) -> usize {
        match byte {
            b'0'..=b'9' => self.take_digits(at),
            b'A'..=b'Z' | b'a'..=b'z' => self.take_word(at),
            0x80.. => self.take_beyond(at),
            _ => {
                self.take_mark(byte);
                at + 1
            }
        }
    }

    fn take_mark(&mut self, byte: u8) {
        match byte {
            b'(' => self.depth += 1,
            b')' => self.depth = self.depth.saturating_sub(1),
            b'\n' => self.depth = 0,
            _ => {}
        }
    }

    fn push(&mut self, mut token: Token) -> usize {
        let end = token.end();
        token.in_parens = self.depth > 0;
        self.tokens.push(token);
        end
    }

    fn take_digits(&mut self, at: usize) -> usize {
        let in_list = self.in_list && self.text.as_bytes().get(at.wrapping_sub(1)) == Some(&b',');
        let lexeme = Lexeme::read(self.text, at, in_list);
        self.in_list = lexeme.goes_on;
        let vulgar = char_at(self.text, lexeme.span.end()).filter(|letter| !letter.is_ascii());
        if let Some((letter, (numerator, denominator))) =
            vulgar.and_then(|letter| Some((letter, fraction_parts(letter)?)))
        {
            let end = lexeme.span.end() + letter.len_utf8();
            let body = Body::Vulgar(Some(Box::new(lexeme)), numerator, denominator);
            return self.push(Token::new(lexeme.span.start(), end, body));
        }
        let mut token = Token::new(lexeme.span.start(), lexeme.span.end(), Body::Digits(lexeme));
        match lexeme.form {
            Form::Chain | Form::Power => token.kind = Kind::Never,
            Form::Decimal | Form::Hex => self.take_magnitude(&mut token),
        }
        token.is_cell = is_cell(self.text, token.span);
        self.push(token)
    }

    /// A word behind the digits that multiplies them.
    fn take_magnitude(&self, token: &mut Token) {
        let rest = self.text.get(token.end()..).unwrap_or_default();
        if !may_start_word(rest.as_bytes()) {
            return;
        }
        let bare = rest.trim_start_matches([' ', '\u{a0}', '\u{202f}']);
        let blanks = rest.len() - bare.len();
        let Some(first) = bare
            .chars()
            .next()
            .filter(|letter| blanks <= 3 && letter.is_alphabetic())
        else {
            return;
        };
        if let Some(power) = unparted_magnitude(first).filter(|_| blanks == 0) {
            token.magnitude = power;
            token.span = Span::new(token.start(), token.end() + first.len_utf8());
            return;
        }
        let len: usize = bare
            .chars()
            .take(14)
            .take_while(|letter| letter.is_alphanumeric())
            .map(char::len_utf8)
            .sum();
        let word = bare.get(..len).unwrap_or_default();
        let has_currency = self
            .text
            .get(..token.start())
            .is_some_and(|before| before.ends_with(is_currency));
        let power = match word {
            "m" if has_currency && blanks == 0 => Some(6),
            word => magnitude(word, blanks == 0),
        };
        if let Some(power) = power {
            token.magnitude = power;
            token.span = Span::new(token.start(), token.end() + blanks + len);
        }
    }

    fn take_word(&mut self, at: usize) -> usize {
        let bytes = self.text.as_bytes().get(at..).unwrap_or_default();
        let len = bytes
            .iter()
            .take_while(|byte| byte.is_ascii_alphabetic())
            .count();
        let is_inside = at
            .checked_sub(1)
            .and_then(|before| self.text.as_bytes().get(before))
            .is_some_and(|before| *before >= 0x80 || *before == b'_');
        if is_inside {
            return at + len;
        }
        let word = bytes.get(..len).unwrap_or_default();
        if words::may_start(word) {
            if let Some(spelled) = words::read(self.text, at) {
                let body = Body::Words(Box::new(spelled.parts));
                let token = Token {
                    is_one: spelled.is_one,
                    ..Token::new(at, spelled.end, body)
                };
                return self.push(token);
            }
        }
        if may_say_nothing(word) {
            let word = self.text.get(at..at + len).unwrap_or_default();
            let is_nothing = match word {
                "N" | "n" => self
                    .text
                    .get(at + 1..at + 3)
                    .is_some_and(|rest| rest.eq_ignore_ascii_case("/a")),
                word => role_of(word).has(Role::NONE),
            };
            if is_nothing {
                return self.push(Token::new(at, at + len, Body::Nothing));
            }
        }
        at + len
    }

    fn take_beyond(&mut self, at: usize) -> usize {
        let Some(letter) = char_at(self.text, at) else {
            return at + 1;
        };
        let end = at + letter.len_utf8();
        if is_common_letter(letter) {
            return end;
        }
        if digit_value(letter).is_some() {
            return self.take_digits(at);
        }
        match letter {
            '（' => self.depth += 1,
            '）' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        if let Some(value) = circled_value(letter).filter(|_| ends_clause(self.text, end)) {
            let body = Body::Words(Box::new(Parts::whole(value.to_string())));
            return self.push(Token::new(at, end, body));
        }
        match fraction_parts(letter) {
            Some((numerator, denominator)) => self.push(Token::new(
                at,
                end,
                Body::Vulgar(None, numerator, denominator),
            )),
            None => end,
        }
    }
}

/// Whether there is nothing else in a cell of a table, or of a line of CSV.
fn is_cell(text: &str, span: Span) -> bool {
    let bytes = text.as_bytes();
    let front = bytes.get(..span.start()).unwrap_or_default();
    let rest = bytes.get(span.end()..).unwrap_or_default();
    match (front, rest) {
        ([.., b'|' | b','], [b'|' | b',' | b'\n' | b'\r', ..])
        | ([.., b'|', b' '], [b' ', b'|', ..]) => true,
        ([] | [.., b'\n'], [b',', next, ..]) => !next.is_ascii_whitespace(),
        _ => false,
    }
}

/// Whether no text follows in the line, as it does behind the number of an item.
fn ends_clause(text: &str, at: usize) -> bool {
    let rest = text
        .get(at..)
        .unwrap_or_default()
        .trim_start_matches([' ', '*', '"']);
    rest.chars()
        .next()
        .is_none_or(|letter| "\n\r.,;!/。，）)".contains(letter))
}

/// Whether a word may follow, perhaps behind blanks: a quick look.
fn may_start_word(rest: &[u8]) -> bool {
    let may_start = |byte: u8| byte.is_ascii_alphabetic() || matches!(byte, b' ' | 0x80..);
    match *rest {
        [b' ', next, ..] | [next, ..] => may_start(next),
        [] => false,
    }
}

/// Whether `word` may say that there is no number: a quick look.
fn may_say_nothing(word: &[u8]) -> bool {
    let first = word.first().map_or(0, u8::to_ascii_lowercase);
    match first {
        b'n' => word.len() <= 4,
        b'u' => matches!(word.len(), 6..=12),
        b'i' => matches!(word.len(), 3 | 7 | 8),
        b'c' => word.len() == 6,
        _ => false,
    }
}

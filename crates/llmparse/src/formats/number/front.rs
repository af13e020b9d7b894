//! What stands before a number: `**Final score** (1-10): about` 8, `I would rate it a` 7, `max` 10.

use super::digits::{char_before, is_common_letter};
use super::vocabulary::{Role, is_small, is_unparted, role_of, unparted_role};
use crate::span::Span;

/// How far back a look goes, in bytes.
const REACH: usize = 120;

/// How many words may stand between a label and its number.
const WORDS: usize = 8;

/// What the words before a number say about it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Front {
    /// What the label is, if there is one, or what else the number is.
    pub(crate) role: Role,
    /// Whether the label stands in front of a line, a cell or a member, with a colon or the like.
    pub(crate) is_structured: bool,
    pub(crate) is_about: bool,
    /// Whether a sentence says what would be: `it'd be`.
    pub(crate) is_conditional: bool,
    /// Where a label with words of its own stands: `Clarity:`, `Clarity score:`.
    pub(crate) named: Option<Span>,
}

impl Front {
    fn label(role: Role, is_structured: bool) -> Self {
        Self {
            role,
            is_structured,
            ..Self::default()
        }
    }
}

/// Goes back through a text, within reach.
#[derive(Clone, Copy)]
struct Back<'t> {
    text: &'t str,
    at: usize,
    floor: usize,
}

impl<'t> Back<'t> {
    fn new(text: &'t str, at: usize) -> Self {
        let floor = at.saturating_sub(REACH);
        Self { text, at, floor }
    }

    #[inline]
    fn char(&self) -> Option<char> {
        if self.at <= self.floor {
            return None;
        }
        char_before(self.text, self.at)
    }

    fn step(&mut self, letter: char) {
        self.at -= letter.len_utf8();
    }

    fn skip(&mut self, is_skipped: impl Fn(char) -> bool) -> bool {
        let start = self.at;
        while let Some(letter) = self.char().filter(|&letter| is_skipped(letter)) {
            self.step(letter);
        }
        self.at < start
    }

    /// Skips blanks and marks that say nothing; whether a line ended among them.
    fn skip_marks(&mut self) -> bool {
        let mut has_newline = false;
        while let Some(letter) = self.char() {
            match letter {
                '\n' => has_newline = true,
                '>' if self.skip_tag() => continue,
                '>' if self.is_arrow() => break,
                letter if !is_mark(letter) => break,
                _ => {}
            }
            self.step(letter);
        }
        has_newline
    }

    fn is_arrow(&self) -> bool {
        let before = self.text.get(..self.at - 1).unwrap_or_default();
        before.ends_with(['-', '=', '–'])
    }

    /// Skips `<b>` or `</b>`.
    fn skip_tag(&mut self) -> bool {
        let bytes = self.text.as_bytes();
        let floor = self.floor.max(self.at.saturating_sub(24));
        let inside = bytes
            .get(floor..self.at.saturating_sub(1))
            .unwrap_or_default();
        let Some(open) = memchr::memrchr2(b'<', b'>', inside) else {
            return false;
        };
        let name = inside.get(open + 1..).unwrap_or_default();
        let is_tag = inside.get(open) == Some(&b'<')
            && name
                .first()
                .is_some_and(|first| first.is_ascii_alphabetic() || *first == b'/');
        if is_tag {
            self.at = floor + open;
        }
        is_tag
    }

    /// Skips `(1-10)` or `[0-5]`.
    fn skip_group(&mut self) -> bool {
        let openers: &[u8] = match self.char() {
            Some(')') => b"(",
            Some(']') => b"[",
            Some('）') => "（".as_bytes(),
            _ => return false,
        };
        let before = self
            .text
            .as_bytes()
            .get(self.floor..self.at)
            .unwrap_or_default();
        let Some(open) = memchr::memmem::rfind(before, openers) else {
            return false;
        };
        self.at = self.floor + open;
        true
    }

    /// Skips small letters without accents, and a large one before them that starts a word.
    fn skip_plain(&mut self) {
        let before = self.text.as_bytes().get(self.floor..self.at);
        let before = before.unwrap_or_default();
        let letters = before.iter().rev();
        let small = letters.take_while(|byte| byte.is_ascii_lowercase()).count();
        let is_start = matches!(
            before.get(..before.len() - small),
            Some([.., b' ' | b'\n' | b'|', b'A'..=b'Z'])
        );
        self.at -= small + usize::from(is_start);
    }

    /// The word that ends here; of `overallScore` the last hump.
    fn word(&mut self) -> &'t str {
        let end = self.at;
        self.skip_plain();
        while let Some(letter) = self.char().filter(|&letter| is_word(letter)) {
            self.step(letter);
            let before = || char_before(self.text, self.at);
            let is_large = !is_small(letter) && letter.is_uppercase();
            if is_large && before().is_some_and(char::is_lowercase) {
                break;
            }
            self.skip_plain();
        }
        self.text.get(self.at..end).unwrap_or_default()
    }

    /// The run of letters of a script without blanks that ends here.
    fn unparted(&mut self) -> &'t str {
        let end = self.at;
        let mut count = 0;
        while let Some(letter) = self
            .char()
            .filter(|&letter| count < 16 && is_unparted(letter))
        {
            self.step(letter);
            count += 1;
        }
        self.text.get(self.at..end).unwrap_or_default()
    }

    /// Skips the number of a label: `Answer 2`, `between 0 and 1`.
    fn skip_number(&mut self) -> bool {
        self.skip(|letter| letter.is_ascii_digit() || matches!(letter, '%' | '#' | '–'))
    }

    /// Skips a colon or what stands for one.
    fn skip_connector(&mut self) -> bool {
        let Some(letter) = self.char() else {
            return false;
        };
        let is_connector = match letter {
            ':' | '：' | '=' | '|' | '→' | '➔' | '➡' | '⇒' | '—' | '>' | '﹕' | '∶' => {
                true
            }
            '-' | '–' => char_before(self.text, self.at - letter.len_utf8()) == Some(' '),
            _ => false,
        };
        is_connector && self.skip(is_connector_part)
    }
}

/// A piece of `: `, `->` or `|`.
fn is_connector_part(letter: char) -> bool {
    matches!(
        letter,
        ' ' | '-'
            | '–'
            | '—'
            | '='
            | '>'
            | ':'
            | '：'
            | '|'
            | '→'
            | '➔'
            | '➡'
            | '⇒'
            | '﹕'
            | '∶'
    )
}

#[inline]
fn is_word(letter: char) -> bool {
    if letter.is_ascii() {
        return letter.is_ascii_alphabetic() || letter == '\'';
    }
    is_wide_word(letter)
}

fn is_wide_word(letter: char) -> bool {
    (is_common_letter(letter) || letter.is_alphabetic()) && !is_unparted(letter)
        || matches!(letter, '\u{300}'..='\u{36f}' | '\u{93c}'..='\u{94d}' | '\'' | '’')
}

/// What stands around numbers and labels and says nothing: blanks, quotes, asterisks, opening brackets, emoji.
#[inline]
fn is_mark(letter: char) -> bool {
    if !letter.is_ascii() {
        return is_wide_mark(letter);
    }
    !letter.is_ascii_alphanumeric()
        && !matches!(
            letter,
            '.' | ','
                | ';'
                | '!'
                | '?'
                | ':'
                | '='
                | '|'
                | '/'
                | '+'
                | '%'
                | ')'
                | ']'
                | '}'
                | '-'
                | '^'
        )
}

fn is_wide_mark(letter: char) -> bool {
    let says_something = || {
        matches!(
            letter,
            '–' | '—'
                | '→'
                | '➔'
                | '➡'
                | '⇒'
                | '：'
                | '。'
                | '，'
                | '；'
                | '！'
                | '？'
                | '、'
                | '）'
                | '】'
                | '﹕'
                | '∶'
                | '×'
        )
    };
    letter == '’'
        || !is_common_letter(letter)
            && !letter.is_alphanumeric()
            && !is_word(letter)
            && !says_something()
}

/// What stands before the number that starts at `at`.
pub(crate) fn look_before(text: &str, at: usize) -> Front {
    match text.as_bytes().get(..at).unwrap_or_default() {
        [.., b',' | b';'] => return Front::default(),
        // The first cell of a row.
        [.., b'\n', b'|'] | [.., b'\n', b'|', b' '] => {
            return Front::label(Role::default(), true);
        }
        _ => {}
    }
    let mut said = Role::default();
    let mut front = walk(Back::new(text, at), &mut said);
    front.is_about = said.has(Role::ABOUT);
    front.is_conditional = said.has(Role::COND);
    front.role = front.role.with(said.only(Role::FINAL.with(Role::SUM)));
    front
}

/// Goes back to the label of a number; what is `said` on the way is told, too.
fn walk(mut back: Back<'_>, said: &mut Role) -> Front {
    let mut has_copula = false;
    for word_count in 0..WORDS {
        let has_newline = back.skip_marks();
        if has_newline
            && back
                .char()
                .is_some_and(|letter| letter != ':' && letter != '：')
        {
            return heading(back);
        }
        if back.skip_connector() {
            return phrase(back);
        }
        if back.skip_group() {
            back.skip_marks();
        }
        let Some(letter) = back.char() else { break };
        if is_unparted(letter) {
            return Front::label(unparted_role(back.unparted()), false);
        }
        if !is_word(letter) {
            return if has_copula {
                clause(back)
            } else {
                Front::default()
            };
        }
        let role = role_of(back.word());
        if is_there(&back, role) {
            break;
        }
        if role.has(Role::GIVE) {
            let is_verb = word_count > 0 || is_said(&back);
            return Front::label(if is_verb { Role::VERB } else { Role::default() }, false);
        }
        *said = said.with(role);
        match step(role, has_copula) {
            Step::Label => return modified(back, role, false),
            Step::Copula => has_copula = true,
            Step::Filler => {}
            Step::Clause => return clause(back),
            Step::Stop => return Front::label(role, false),
        }
    }
    Front::default()
}

enum Step {
    Label,
    Copula,
    Filler,
    Clause,
    Stop,
}

fn step(role: Role, has_copula: bool) -> Step {
    if role.has(Role::NOT) || role.has(Role::OTHER) && !role.has(Role::FILLER) {
        Step::Stop
    } else if role.has(Role::LABEL) || role.has(Role::WEAK) || role.has(Role::VERB) {
        Step::Label
    } else if role.has(Role::COPULA) {
        Step::Copula
    } else if role.has(Role::FILLER) || role.has(Role::FINAL) {
        Step::Filler
    } else if has_copula {
        Step::Clause
    } else {
        Step::Stop
    }
}

/// `there are`, before what is counted.
fn is_there(back: &Back<'_>, role: Role) -> bool {
    if !role.has(Role::COPULA) {
        return false;
    }
    let mut before = *back;
    before.skip(|letter| letter == ' ');
    let word = before.word();
    ["there", "here", "they", "these", "those", "we", "there's"]
        .iter()
        .any(|other| word.eq_ignore_ascii_case(other))
}

/// `I would say`, of who decides.
fn is_said(back: &Back<'_>) -> bool {
    let mut before = *back;
    before.skip(|letter| letter == ' ');
    let word = before.word();
    ["i", "i'd", "i’d", "i'll", "would", "ich", "je", "я"]
        .iter()
        .any(|other| word.eq_ignore_ascii_case(other))
}

/// A label of which `role` is the last word, with what stands before it: `final`, `max`.
fn modified(mut back: Back<'_>, mut role: Role, is_structured: bool) -> Front {
    for _ in 0..3 {
        back.skip(|letter| matches!(letter, ' ' | '_' | '-' | '*'));
        let other = role_of(back.word());
        if other.has(Role::OTHER) && !other.has(Role::FILLER) {
            return Front::label(Role::OTHER, is_structured);
        }
        if other.has(Role::FINAL) {
            role = role.with(Role::FINAL);
        }
        role = role.with(other.only(Role::LABEL.with(Role::VALUE).with(Role::SUM)));
    }
    Front::label(role, is_structured)
}

/// The label that a colon ends: `Score for clarity (1-10)`.
fn phrase(mut back: Back<'_>) -> Front {
    let end = back.at;
    let mut named = false;
    let mut has_number = false;
    let mut role = Role::default();
    let mut is_first_label = false;
    let mut count = 0;
    let mut is_structured = false;
    loop {
        back.skip(|letter| {
            is_inner_mark(letter) || count == 0 && is_mark(letter) && letter != '\n'
        });
        while back.skip_group() {
            back.skip(is_inner_mark);
        }
        let Some(letter) = back.char() else {
            is_structured = back.at == 0;
            break;
        };
        if count >= WORDS {
            break;
        }
        count += 1;
        if !letter.is_ascii_alphabetic() {
            if is_unparted(letter) {
                let found = unparted_role(back.unparted());
                return Front::label(role.with(found), true);
            }
            if back.skip_number() {
                has_number = true;
                continue;
            }
            if !is_word(letter) {
                is_structured =
                    !matches!(letter, '.' | '!' | '?' | ';') && !letter.is_alphanumeric();
                break;
            }
        }
        let word = back.word();
        let found = role_of(word);
        if found.has(Role::OTHER) && count == 1 {
            if is_scale(word) && follows_number(back) {
                return Front::default();
            }
            return Front::label(Role::OTHER, false);
        }
        is_first_label = found.has(Role::LABEL) || found.has(Role::FINAL);
        named |= found.is_none();
        role = role.with(found);
    }
    if role.has(Role::OTHER) && !is_first_label && !has_number {
        return Front::label(Role::OTHER, is_structured);
    }
    let is_final_alone = role.has(Role::FINAL) && !role.has(Role::LABEL) && count <= 4;
    let role = if is_final_alone {
        role.with(Role::LABEL)
    } else {
        role
    };
    Front {
        named: (named && is_structured && !has_number).then(|| Span::new(back.at, end)),
        ..Front::label(role.only(LABELS), is_structured)
    }
}

fn is_scale(word: &str) -> bool {
    ["scale", "skala", "échelle", "escala", "scala", "шкале"]
        .iter()
        .any(|other| word.eq_ignore_ascii_case(other))
}

/// Whether a number stands before, with at most a word between: `5-point`, `0-1`.
fn follows_number(mut back: Back<'_>) -> bool {
    back.skip(is_inner_mark);
    back.word();
    back.skip(is_inner_mark);
    back.char().is_some_and(|letter| letter.is_ascii_digit())
}

const LABELS: Role = Role::LABEL
    .with(Role::WEAK)
    .with(Role::FINAL)
    .with(Role::VALUE)
    .with(Role::SUM)
    .with(Role::COMMA);

/// What may stand between the words of a label.
fn is_inner_mark(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '_' | '-' | '*' | '/' | '&' | '\u{a0}')
}

/// A line before the number's that is nothing but a label.
fn heading(back: Back<'_>) -> Front {
    if matches!(back.char(), None | Some('.' | '!' | '?' | ';' | ',')) {
        return Front::default();
    }
    let mut line = back;
    let mut count = 0;
    while count <= 4 && line.char().is_some_and(|letter| letter != '\n') {
        line.skip(|letter| letter != '\n' && (is_inner_mark(letter) || is_mark(letter)));
        if line.word().is_empty() {
            break;
        }
        count += 1;
    }
    let is_all = line.char().is_none_or(|letter| letter == '\n');
    if is_all && count <= 4 {
        phrase(back)
    } else {
        Front::default()
    }
}

/// A label further back in the sentence: `The score for clarity, all in all, is`.
fn clause(mut back: Back<'_>) -> Front {
    for _ in 0..16 {
        back.skip(|letter| {
            !is_word(letter)
                && !is_unparted(letter)
                && !matches!(
                    letter,
                    '.' | '!' | '?' | ';' | '\n' | ':' | '。' | '|' | '"'
                )
        });
        if back.char().is_none_or(|letter| !is_word(letter)) {
            break;
        }
        let role = role_of(back.word());
        if role.has(Role::LABEL) || role.has(Role::WEAK) {
            return modified(back, role.only(LABELS), false);
        }
    }
    Front::default()
}

/// The word before `at`, with blanks, a number sign and a point between.
pub(crate) fn word_before(text: &str, at: usize) -> &str {
    let mut back = Back::new(text, at);
    back.skip(|letter| matches!(letter, ' ' | '#' | '.' | '\u{a0}' | '§' | '*' | '('));
    back.word()
}

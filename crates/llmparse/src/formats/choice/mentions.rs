//! Which choices a reply names, and how: `A` in `option A` and in `**A**` is one, in `A good case` it is an article.

use super::cues::{Cue, Doubt};
use super::letters::{Class, class};
use super::lines;
use super::options::{Choices, Form, Nature};
use super::tokens::{Kind, Token};

/// A choice that is named.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mention {
    pub(super) choice: u32,
    pub(super) form: Form,
    /// The number of its token.
    pub(super) token: usize,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) standing: Standing,
    /// It may say how many, or be a small word: `no evidence`, `2 reasons`.
    pub(super) is_loose: bool,
    /// In bold, quotes or brackets.
    pub(super) is_marked: bool,
    /// The only one on its line, with no other words.
    pub(super) is_alone: bool,
    /// There are no words on its line but choices.
    pub(super) is_bare: bool,
    /// The start of its line, with a bracket or colon behind: `B) Paris`.
    pub(super) is_label: bool,
    /// `B is correct`
    pub(super) is_affirmed: bool,
    /// `It could be B.`
    pub(super) doubt: Doubt,
    /// `[x] B`, `B: yes`
    pub(super) is_ticked: bool,
}

/// What is said about a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    Plain,
    /// One of several that are offered.
    Listed,
    /// In a question or a condition.
    Asked,
    Negated,
}

impl Mention {
    /// Whether it may be the answer.
    pub(super) fn is_candidate(&self) -> bool {
        self.standing == Standing::Plain && !self.is_loose
    }
}

/// What the mentions are found in.
#[derive(Clone, Copy)]
pub(super) struct View<'t> {
    pub(super) text: &'t str,
    pub(super) tokens: &'t [Token],
    pub(super) choices: &'t Choices<'t>,
}

impl View<'_> {
    pub(super) fn kind(&self, index: usize) -> Option<Kind> {
        self.tokens.get(index).map(|token| token.kind)
    }

    pub(super) fn kind_before(&self, index: usize) -> Option<Kind> {
        self.kind(index.checked_sub(1)?)
    }

    /// Whether there are no words but choices.
    pub(super) fn is_bare(&self) -> bool {
        !self.tokens.iter().any(|token| is_content(token.kind))
    }

    /// The text of a token.
    pub(super) fn word(&self, index: usize) -> &str {
        let token = self.tokens.get(index);
        let word = token.and_then(|token| self.text.get(token.start()..token.end()));
        word.unwrap_or_default()
    }

    fn letter_before(&self, token: Token) -> Option<char> {
        self.text.get(..token.start())?.chars().next_back()
    }

    fn letter_behind(&self, token: Token) -> Option<char> {
        self.text.get(token.end()..)?.chars().next()
    }

    /// `(B)`, `**B**`, `"B"`
    fn is_marked(&self, token: Token) -> bool {
        let (Some(before), Some(behind)) = (self.letter_before(token), self.letter_behind(token))
        else {
            return false;
        };
        match before {
            '(' => behind == ')',
            '[' => behind == ']',
            '{' => behind == '}',
            '（' => behind == '）',
            '【' => behind == '】',
            '“' | '„' => matches!(behind, '”' | '“'),
            '‘' | '‚' => matches!(behind, '’' | '‘'),
            '«' => behind == '»',
            '»' => behind == '«',
            '「' => behind == '」',
            '『' => behind == '』',
            '*' | '_' | '`' | '"' | '\'' | '$' | '~' => behind == before,
            '>' => behind == '<',
            _ => false,
        }
    }

    /// Whether a script without blanks stands right before or behind.
    fn touches_signs(&self, token: Token) -> bool {
        let around = [self.letter_before(token), self.letter_behind(token)];
        around
            .into_iter()
            .flatten()
            .any(|letter| class(letter) == Class::Single)
    }

    fn starts_with(&self, index: usize, is: fn(char) -> bool) -> bool {
        let token = self.tokens.get(index);
        let rest = token.and_then(|token| self.text.get(token.start()..));
        rest.is_some_and(|rest| rest.starts_with(is))
    }
}

/// All mentions, in order. A token that only looks like a choice becomes a word.
pub(super) fn find_mentions(
    text: &str,
    tokens: &mut [Token],
    choices: &Choices<'_>,
) -> Vec<Mention> {
    let mut mentions = Vec::new();
    let mut words = Vec::new();
    lines::mark_enumerators(text, tokens);
    lines::mark_dialogue(text, tokens);
    let view = View {
        text,
        tokens,
        choices,
    };
    let mut first = 0;
    for line in tokens.split(|token| token.kind == Kind::Line) {
        let is_bare = !line.iter().any(|token| is_content(token.kind));
        let names = line
            .iter()
            .enumerate()
            .filter(|(_, token)| matches!(token.kind, Kind::Choice(_)));
        let from = mentions.len();
        for (index, _) in names {
            match read_mention(&view, first + index, is_bare) {
                Some(mention) => mentions.push(mention),
                None => words.push(first + index),
            }
        }
        if is_bare {
            mark_alone(mentions.get_mut(from..).unwrap_or_default());
        }
        first += line.len() + 1;
    }
    for word in words {
        if let Some(token) = tokens.get_mut(word) {
            token.kind = Kind::Word;
        }
    }
    mentions
}

fn is_content(kind: Kind) -> bool {
    match kind {
        Kind::Word => true,
        Kind::Cue(cue) => !matches!(cue, Cue::Label | Cue::And | Cue::Or | Cue::Unit),
        _ => false,
    }
}

fn mark_alone(line: &mut [Mention]) {
    let Some(first) = line.first().map(|mention| mention.choice) else {
        return;
    };
    let is_alone = line.iter().all(|mention| mention.choice == first);
    for mention in line {
        mention.is_alone = is_alone;
    }
}

fn read_mention(view: &View<'_>, index: usize, is_bare: bool) -> Option<Mention> {
    let token = *view.tokens.get(index)?;
    let Kind::Choice(phrase) = token.kind else {
        return None;
    };
    let name = view.choices.name(phrase)?;
    let is_marked = view.is_marked(token);
    let is_label = is_label(view, index);
    let is_clear = is_bare
        || is_marked
        || is_label
        || view.touches_signs(token)
        || view.kind_before(index) == Some(Kind::Cue(Cue::Label));
    let is_loose = match name.nature {
        Nature::Letter { is_word }
            if !is_clear && (is_in_name(view, index) || !is_letter_named(view, index, is_word)) =>
        {
            return None;
        }
        Nature::Letter { .. } => is_variable(view, index, name.choice),
        Nature::Number => !is_clear && counts(view, index),
        Nature::Quantity => {
            !is_clear && !is_noun(view, index) && (counts(view, index) || is_share(view, index))
        }
        Nature::Small { is_acronym } => !is_clear && is_small_word(view, index, is_acronym),
        _ => false,
    };
    Some(Mention {
        choice: name.choice,
        form: name.form,
        token: index,
        start: token.start(),
        end: token.end(),
        standing: Standing::Plain,
        is_loose,
        is_marked,
        is_alone: false,
        is_bare,
        is_label,
        is_affirmed: false,
        doubt: Doubt::None,
        is_ticked: false,
    })
}

/// `B) Paris`, `B. Paris`, `B: Paris` at the start of a line, or `B)` anywhere.
fn is_label(view: &View<'_>, index: usize) -> bool {
    let (Some(token), Some(next)) = (view.tokens.get(index), view.tokens.get(index + 1)) else {
        return false;
    };
    let is_near = next.start() - token.end() <= 4;
    match next.kind {
        Kind::Close => {
            is_near
                && view.letter_behind(*token) == Some(')')
                && (view.letter_before(*token) != Some('(') || starts_line(view, index))
        }
        Kind::Colon | Kind::Stop => {
            is_near
                && starts_line(view, index)
                && view.text.get(next.start()..next.end()) != Some("!")
        }
        Kind::Pipe => starts_line(view, index),
        _ => false,
    }
}

fn starts_line(view: &View<'_>, index: usize) -> bool {
    let before = view.kind_before(index);
    match before {
        None | Some(Kind::Line) => true,
        Some(Kind::Dash | Kind::Open | Kind::Pipe | Kind::Cue(Cue::Label)) => {
            let before = index
                .checked_sub(1)
                .and_then(|index| view.kind_before(index));
            matches!(before, None | Some(Kind::Line))
        }
        _ => false,
    }
}

/// Whether a letter without any mark is a choice; `is_word` if it is a word of its own in some language.
fn is_letter_named(view: &View<'_>, index: usize, is_word: bool) -> bool {
    let before = view.kind_before(index);
    let is_upper = view.starts_with(index, char::is_uppercase);
    let is_pronoun = view.starts_with(index, |letter| matches!(letter, 'I' | 'i'));
    match view.kind(index + 1) {
        Some(Kind::Cue(
            Cue::Copula
            | Cue::Auxiliary
            | Cue::Break
            | Cue::And
            | Cue::Or
            | Cue::Not
            | Cue::NotBehind
            | Cue::Except,
        )) => {
            if is_upper {
                !is_pronoun
            } else {
                !is_word
            }
        }
        Some(Kind::Word | Kind::Choice(_) | Kind::Cue(_)) => {
            let is_symbol = view.starts_with(index + 1, |letter| !letter.is_alphanumeric());
            let is_inside = matches!(
                before,
                Some(Kind::Word | Kind::Cue(_) | Kind::Comma | Kind::Choice(_))
            );
            let is_lower = view.starts_with(index + 1, char::is_lowercase);
            !is_word || is_upper && !is_pronoun && (is_symbol || is_inside && is_lower)
        }
        _ => is_led(view, index) || if is_upper { !is_pronoun } else { !is_word },
    }
}

/// `Answer: b`, `es la b`
fn is_led(view: &View<'_>, index: usize) -> bool {
    let before = view.tokens.get(..index).unwrap_or_default();
    let mut before = before.iter().rev().take(4).map(|token| token.kind);
    let leading = before.find(|kind| {
        !matches!(
            kind,
            Kind::Dash | Kind::Cue(Cue::Fill | Cue::Label | Cue::Right)
        )
    });
    match leading {
        Some(Kind::Colon | Kind::OpenTag) => true,
        Some(Kind::Cue(cue)) => matches!(
            cue,
            Cue::Copula | Cue::Therefore | Cue::Choose | Cue::Marker | Cue::Heading | Cue::Final
        ),
        _ => false,
    }
}

/// `Dr. B. Smith`, `George W. Bush`
fn is_in_name(view: &View<'_>, index: usize) -> bool {
    let is_initial = view.kind(index + 1) == Some(Kind::Stop)
        && view.word(index + 1) == "."
        && view.kind(index + 2) == Some(Kind::Word)
        && view.starts_with(index + 2, char::is_uppercase);
    let Some(before) = index.checked_sub(1).filter(|_| is_initial) else {
        return false;
    };
    let last = view.word(before).rsplit(' ').next().unwrap_or_default();
    match view.kind(before) {
        Some(Kind::Word) => last.starts_with(char::is_uppercase),
        Some(Kind::Stop) => {
            view.kind_before(before) == Some(Kind::Word) && {
                let title = view.word(before.saturating_sub(1));
                let title = title.rsplit(' ').next().unwrap_or_default();
                title.len() <= 4 && title.starts_with(char::is_uppercase)
            }
        }
        Some(Kind::Comma) => !matches!(view.kind_before(before), Some(Kind::Choice(_))),
        _ => false,
    }
}

/// Things that are called by a letter.
const LETTERED: &[&str] = &[
    "point",
    "points",
    "vertex",
    "angle",
    "side",
    "appendix",
    "punkt",
    "winkel",
    "punto",
    "ponto",
    "vertice",
    "vértice",
    "точка",
];

/// `Point A lies`, `a = 5` where the choice is `A`.
fn is_variable(view: &View<'_>, index: usize, choice: u32) -> bool {
    let label = view.choices.label(choice).unwrap_or_default();
    let is_case = view.word(index).starts_with(char::is_lowercase)
        && label.trim().starts_with(char::is_uppercase);
    let is_equal = |index: usize| view.word(index) == "=";
    let before = index.checked_sub(1);
    if is_case && (is_equal(index + 1) || before.is_some_and(is_equal)) {
        return true;
    }
    // `f(a, b) = c`
    if is_case && view.kind(index + 1) == Some(Kind::Close) && is_equal(index + 2) {
        return true;
    }
    let last = before.map(|before| view.word(before).rsplit(' ').next().unwrap_or_default());
    last.is_some_and(|last| LETTERED.iter().any(|word| word.eq_ignore_ascii_case(last)))
}

/// `a no`
fn is_noun(view: &View<'_>, index: usize) -> bool {
    let before = index.checked_sub(1).map(|before| view.word(before));
    before.is_some_and(|before| {
        let articles = ["a", "ein", "un", "um"];
        articles
            .iter()
            .any(|article| before.eq_ignore_ascii_case(article))
    })
}

/// `2 reasons`, `no evidence`; but `4 stars`, `no because`.
fn counts(view: &View<'_>, index: usize) -> bool {
    match view.kind(index + 1) {
        Some(Kind::Word) => view.starts_with(index + 1, char::is_alphanumeric),
        Some(Kind::Cue(cue)) => matches!(
            cue,
            Cue::Marker
                | Cue::Heading
                | Cue::Final
                | Cue::Listing
                | Cue::Label
                | Cue::Right
                | Cue::Wrong
                | Cue::Therefore
                | Cue::Choose
                | Cue::Neutral
        ),
        _ => false,
    }
}

/// `there are none of these`; at the start of a sentence it may be the answer.
fn is_share(view: &View<'_>, index: usize) -> bool {
    let next = view
        .tokens
        .get(index + 1)
        .and_then(|token| view.text.get(token.start()..token.end()));
    let is_start = matches!(
        view.kind_before(index),
        None | Some(Kind::Line | Kind::Stop | Kind::Colon)
    );
    !is_start && next.is_some_and(|next| next.eq_ignore_ascii_case("of"))
}

/// `on the table`; `us`, where the choice is `US`.
fn is_small_word(view: &View<'_>, index: usize, is_acronym: bool) -> bool {
    if is_acronym {
        let word = view
            .tokens
            .get(index)
            .and_then(|token| view.text.get(token.start()..token.end()));
        return word.is_some_and(|word| word.contains(char::is_lowercase));
    }
    match view.kind(index + 1) {
        Some(Kind::Cue(cue)) => cue != Cue::Break,
        next => matches!(next, Some(Kind::Word | Kind::Choice(_))),
    }
}

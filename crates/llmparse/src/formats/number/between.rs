//! What stands between two numbers: `8` of `10`, `7` to `8`, `25`% of `80` is `20`.

use super::lexeme::is_currency;
use super::token::{Body, Token};
use super::vocabulary::{Role, role_of};

/// The longest text between two numbers that belong together, in bytes.
const REACH: usize = 48;

/// What stands between two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Between {
    /// `/`, with blanks or without.
    Slash,
    /// `-`, `~`; tight if without blanks.
    Dash {
        is_tight: bool,
    },
    Colon,
    Operator,
    /// `mod`: an operator if a result follows.
    Term,
    /// `% of`: one, too.
    Share,
    Equals,
    /// `≈`
    Nearly,
    /// `is`, `i.e.`: an equals sign behind a calculation.
    Is,
    /// `, i.e.`
    Restated,
    /// `, rounded to`
    Rounded,
    /// `: ` behind the number of a label: `Answer 2: `
    Label,
    /// `than`
    Than,
    OutOf,
    Of,
    /// `分中`: the scale comes first.
    ScaleFirst,
    To,
    And,
    /// `±`
    PlusMinus,
    /// `}{` of `\frac{1}{2}`
    Frac,
    Other,
}

impl Between {
    /// Whether it joins the numbers of a calculation.
    pub(crate) fn is_arithmetic(self) -> bool {
        matches!(
            self,
            Self::Operator
                | Self::Term
                | Self::Share
                | Self::Dash { .. }
                | Self::Slash
                | Self::Frac
        )
    }

    pub(crate) fn is_result(self) -> bool {
        matches!(self, Self::Equals | Self::Nearly)
    }
}

/// What stands for an equals sign behind a calculation.
const COPULAS: [&str; 24] = [
    "is",
    "equals",
    "is equal to",
    "makes",
    "gives",
    "yields",
    "ist",
    "sind",
    "ergibt",
    "gleich",
    "ist gleich",
    "est",
    "fait",
    "font",
    "es",
    "son",
    "é",
    "são",
    "è",
    "fa",
    "равно",
    "это",
    "等于",
    "は",
];

/// What says that a number is the one before in other words.
const RESTATES: [&str; 19] = [
    "i.e.",
    "i.e",
    "ie",
    "that is",
    "which is",
    "d.h.",
    "d. h.",
    "das heißt",
    "c'est-à-dire",
    "c’est-à-dire",
    "soit",
    "es decir",
    "o sea",
    "ou seja",
    "cioè",
    "т.е.",
    "то есть",
    "即",
    "つまり",
];

/// What says that a number is the one before without its fraction.
const ROUNDS: [&str; 12] = [
    "rounded",
    "rounds",
    "rounding",
    "round",
    "gerundet",
    "arrondi",
    "arrondie",
    "redondeado",
    "arredondado",
    "arrotondato",
    "округлённо",
    "округленно",
];

/// Operators in words.
const TERMS: [&str; 26] = [
    "mod",
    "plus",
    "minus",
    "times",
    "multiplied by",
    "divided by",
    "over",
    "to the power of",
    "mal",
    "geteilt durch",
    "durch",
    "fois",
    "divisé par",
    "moins",
    "por",
    "más",
    "menos",
    "dividido por",
    "vezes",
    "mais",
    "per",
    "più",
    "meno",
    "diviso",
    "плюс",
    "минус",
];

/// Whether `gap` is one of `words` behind at most two units: ` dozen, i.e. `.
fn restates(gap: &str) -> bool {
    let bare = gap.trim_end_matches(|letter: char| {
        is_currency(letter) || matches!(letter, ' ' | ',' | ':' | '*' | '~')
    });
    RESTATES.iter().any(|word| {
        let front = bare.strip_suffix(word).or_else(|| {
            let at = bare.len().checked_sub(word.len())?;
            let last = bare.get(at..)?;
            last.eq_ignore_ascii_case(word).then(|| bare.get(..at))?
        });
        front.is_some_and(|front| {
            let is_parted = front.ends_with([' ', '(', ',', '，', '（', '*']) || front.is_empty();
            let unit = front.trim_end_matches([' ', '(', ',', '，', '（', '—', '–', '*']);
            is_parted
                && unit.len() < front.len()
                && unit.split(' ').count() <= 3
                && !unit.contains(['.', ':', ','])
        })
    })
}

/// `, rounded down to `, `, which rounds to `
fn rounds(gap: &str) -> bool {
    let mut words = gap
        .split(|letter: char| !letter.is_alphabetic())
        .filter(|word| !word.is_empty());
    if !words.by_ref().take(3).any(|word| ROUNDS.contains(&word)) {
        return false;
    }
    let is_apart = gap.trim_start().starts_with([',', '(', '—', '–', ';']);
    let is_aimed =
        |word: &str| role_of(word).has(Role::TO) || matches!(word, "up" | "down" | "auf" | "до");
    let mut rest = words.take(3);
    rest.next().map_or(is_apart, is_aimed) && rest.all(is_aimed)
}

/// `%, or `: a share, told once more.
fn is_share(gap: &str) -> bool {
    let bare = gap.strip_prefix(['%', '％']).map(str::trim);
    bare.is_some_and(|bare| matches!(bare, ", or" | ", oder" | ", ou" | ", o" | "or"))
}

/// Without a group in parentheses, which says something about the number before: ` (bad) to `.
fn without_group(gap: &str) -> &str {
    let bare = gap.trim_start();
    let behind = bare.strip_prefix('(').and_then(|bare| bare.split_once(')'));
    behind.map_or(gap, |(_, behind)| behind)
}

/// An operator with the parentheses of its operands: `) * (`.
fn is_operator(bare: &str) -> bool {
    matches!(
        bare,
        "+" | "*"
            | "×"
            | "÷"
            | "·"
            | "⋅"
            | "x"
            | "\\times"
            | "\\cdot"
            | "−"
            | "\\div"
            | "−\u{2009}"
    )
}

/// What makes terms of numbers if a result follows.
fn term(gap: &str) -> Option<Between> {
    let bare = gap.trim();
    let unit = bare
        .strip_prefix(['%', '％'])
        .or_else(|| bare.strip_prefix("percent"))
        .or_else(|| bare.strip_prefix("Prozent"));
    let is_share = unit.is_some_and(|unit| {
        let word = unit.trim().trim_end_matches(is_currency).trim();
        role_of(word).has(Role::OF) || word == "the" || role_of(word).has(Role::FROM)
    });
    let is_modulo = bare == "%" && gap.starts_with(' ') || bare == "^" || bare == "**";
    let is_word = TERMS.iter().any(|term| bare.eq_ignore_ascii_case(term));
    let inner = bare
        .trim_start_matches([')', ' '])
        .trim_end_matches(['(', ' ']);
    let is_parted = inner.len() < bare.len() && matches!(inner, "-" | "–" | "/");
    if is_share {
        return Some(Between::Share);
    }
    (is_modulo || is_word || is_parted).then_some(Between::Term)
}

fn between(gap: &str) -> Between {
    let gap = without_group(gap);
    if let Some(term) = term(gap) {
        return term;
    }
    let inner = gap
        .trim_start_matches([')', ' ', '!', '|', '}'])
        .trim_end_matches(['(', ' ']);
    if is_operator(inner) {
        return Between::Operator;
    }
    if COPULAS.contains(&inner.trim_end_matches(is_currency).trim_end()) {
        return Between::Is;
    }
    let bare = without_units(gap.trim());
    let is_tight = !gap.starts_with(' ') && !gap.ends_with(' ');
    match bare {
        "" => Between::Other,
        "/" | "／" | "⁄" | "∕" => Between::Slash,
        "-" | "–" | "—" | "~" | "〜" | "～" | "‐" | "‑" | "--" | "から" | "到" | "至"
        | "-\u{200b}" => Between::Dash { is_tight },
        ":" | "：" if is_tight => Between::Colon,
        bare if is_operator(bare) => Between::Operator,
        ":" | "：" | ":**" | "**:" | ":*" | "):" | "):**" => Between::Label,
        "than" | "than to" | "als" => Between::Than,
        "≈" | "\\approx" => Between::Nearly,
        "->" | "→" | "=>" | "⇒" => Between::To,
        "=" | "==" => Between::Equals,
        "}{" => Between::Frac,
        "±" | "\\pm" | "+/-" | "+-" => Between::PlusMinus,
        "分中" | "点満点中" | "点中" | "点満点で" | "点満点のうち" | "점 만점에" | "점 중"
        | "üzerinden" | "में से" | "میں سے" => Between::ScaleFirst,
        bare => between_words(bare),
    }
}

/// The text between `5 °C to ` or `5% - $`, without the units.
fn without_units(gap: &str) -> &str {
    let is_sign = |letter: char| is_currency(letter) || matches!(letter, '%' | '°');
    let bare = gap.trim_end_matches(is_currency);
    let behind = bare.trim_start_matches(is_sign);
    let behind = match bare.starts_with('°') {
        true => behind.strip_prefix(['C', 'F']).unwrap_or(behind),
        false => behind,
    };
    behind.trim()
}

fn between_words(bare: &str) -> Between {
    // `5 apples + 3`, `$5 + $3 = $8`
    match bare
        .trim_end_matches(is_currency)
        .trim_end()
        .chars()
        .next_back()
    {
        Some('=') => return Between::Equals,
        Some('+' | '×' | '÷') => return Between::Operator,
        _ => {}
    }
    let mut words = bare
        .split(|letter: char| letter.is_whitespace() || letter == '*')
        .filter(|word| !word.is_empty());
    let mut units = 0;
    while let Some(word) = words.next() {
        let role = role_of(word);
        if word.eq_ignore_ascii_case("out") {
            return if words
                .next()
                .is_some_and(|next| next.eq_ignore_ascii_case("of"))
            {
                behind_of(words, Between::OutOf)
            } else {
                Between::Other
            };
        }
        if units == 0 && role.has(Role::TO) && words.clone().next().is_none() {
            return Between::To;
        }
        if units == 0 && role.has(Role::AND) && words.clone().next().is_none() {
            return Between::And;
        }
        if role.has(Role::OF) {
            return behind_of(words, Between::Of);
        }
        units += 1;
        if units > 2 || role.has(Role::MONTH) || !word.chars().all(char::is_alphabetic) {
            return Between::Other;
        }
    }
    Between::Other
}

/// `8 out of a possible` 10
fn behind_of<'w>(mut words: impl Iterator<Item = &'w str>, found: Between) -> Between {
    let fits = words.all(|word| {
        let role = role_of(word);
        role.has(Role::FILLER)
            || role.has(Role::OTHER)
            || role.has(Role::OF)
            || word.eq_ignore_ascii_case("total")
    });
    if fits { found } else { Between::Other }
}

/// What stands between each token and the next.
pub(crate) fn find_gaps(text: &str, tokens: &[Token]) -> Vec<Between> {
    let pairs = tokens.iter().zip(tokens.iter().skip(1));
    let gaps = pairs.map(|(first, second)| {
        let is_number =
            !matches!(first.body, Body::Nothing) && !matches!(second.body, Body::Nothing);
        let gap = text
            .get(first.end()..second.start())
            .filter(|gap| is_number && gap.len() <= REACH);
        gap.map_or(Between::Other, join)
    });
    gaps.collect()
}

/// What a gap of any kind between two numbers is.
fn join(gap: &str) -> Between {
    // `3,Anna,` and `3 | Anna |`: cells of a line.
    let bytes = gap.as_bytes();
    match bytes {
        [b' ', b'|', ..] => return Between::Other,
        [b',' | b';' | b'"', next, ..] if *next != b' ' => return Between::Other,
        _ => {}
    }
    if memchr::memchr(b'\n', bytes).is_some() {
        return Between::Other;
    }
    if memchr::memchr(b'|', bytes).is_some() {
        let is_size = gap.strip_prefix('|').is_some_and(|rest| rest.trim() == "=");
        return if is_size {
            Between::Equals
        } else {
            Between::Other
        };
    }
    if gap.len() > 3 {
        if restates(gap) || is_share(gap) {
            return Between::Restated;
        }
        if rounds(gap) {
            return Between::Rounded;
        }
    }
    if gap.starts_with([',', '"', ';', '.']) {
        return Between::Other;
    }
    between(gap)
}

//! Whether a phrase stands there as a whole: `caf` does not in `café`, nor `1` in `1.5`, nor `positive` in `non-positive`.

use super::cues::Cue;
use super::letters::{is_hangul, is_hiragana, is_of_word, is_sign};
use super::options::{Name, Nature};
use super::tokens::{Kind, Token};

/// Endings that Korean glues to a word.
const KOREAN: &[&str] = &[
    "입니다",
    "이다",
    "이에요",
    "예요",
    "이라고",
    "라고",
    "임",
    "인",
    "은",
    "는",
    "이",
    "가",
    "을",
    "를",
    "로",
    "으로",
    "과",
    "와",
    "도",
    "적",
    "적이",
    "적인",
    "적임",
    "적입니다",
    "적이다",
    "적이며",
    "의",
    "이며",
    "이고",
    "이지",
    "일",
    "번",
    "번입니다",
    "번이다",
    "이라",
    "입니",
    "에",
    "적으로",
    "이나",
    "보다",
    "적이고",
    "적이지",
    "으로는",
    "이므로",
];

/// Endings that may stand behind a word in Hiragana.
const JAPANESE: &[&str] = &[
    "です", "だ", "と", "で", "か", "よ", "ね", "な", "の", "に", "を", "は", "が", "も", "じゃ",
    "では",
];

/// What may stand behind one Chinese character that is an answer.
const CHINESE: &[char] = &['的', '吗', '吧', '呢', '啊', '。', '了', '风', '優', '优'];

/// The characters around a place, from it outwards.
struct Around<'t> {
    before: &'t str,
    behind: &'t str,
}

impl Around<'_> {
    fn left(&self, far: usize) -> Option<char> {
        self.before.chars().rev().nth(far)
    }

    fn right(&self, far: usize) -> Option<char> {
        self.behind.chars().nth(far)
    }
}

/// Whether the phrase at `place` is not a part of something else; `token` is what stands before it.
pub(super) fn is_whole(
    text: &str,
    place: (usize, usize),
    name: Name,
    token: Option<Token>,
) -> bool {
    let around = Around {
        before: text.get(..place.0).unwrap_or_default(),
        behind: text.get(place.1..).unwrap_or_default(),
    };
    let phrase = text.get(place.0..place.1).unwrap_or_default();
    let (Some(first), Some(last)) = (phrase.chars().next(), phrase.chars().next_back()) else {
        return false;
    };
    if name.has_sign && phrase.chars().nth(1).is_none_or(char::is_whitespace) {
        return false;
    }
    let is_led = token.is_some_and(|token| {
        token.end() == place.0 && matches!(token.kind, Kind::Cue(cue) if leads(cue))
    });
    !is_joined_left(&around, first, token)
        && !is_joined_right(&around, last)
        && is_whole_in_script(&around, name.nature, (first, last), is_led)
        && is_whole_sign(&around, name.nature)
}

fn leads(cue: Cue) -> bool {
    matches!(
        cue,
        Cue::Copula
            | Cue::Marker
            | Cue::Heading
            | Cue::Final
            | Cue::Label
            | Cue::Therefore
            | Cue::Choose
            | Cue::Fill
    )
}

fn is_joint(letter: Option<char>) -> bool {
    matches!(letter, Some('-' | '_' | '‐' | '‑'))
}

/// `non-positive`; but `Option-B`.
fn is_joined_left(around: &Around<'_>, first: char, token: Option<Token>) -> bool {
    let is_labelled = token.is_some_and(|token| {
        token.end() + 1 == around.before.len()
            && matches!(
                token.kind,
                Kind::Cue(Cue::Marker | Cue::Heading | Cue::Label | Cue::Final)
            )
    });
    if around.left(0) == Some('\u{200d}') {
        return true;
    }
    !is_labelled
        && is_of_word(first)
        && is_joint(around.left(0))
        && around.left(1).is_some_and(is_of_word)
}

/// `positive-ish`, `C++`, `5%`.
fn is_joined_right(around: &Around<'_>, last: char) -> bool {
    let next = around.right(0);
    if next == Some('\u{200d}') {
        return true;
    }
    if !is_of_word(last) {
        return false;
    }
    is_joint(next) && around.right(1).is_some_and(is_of_word)
        || matches!(next, Some('#' | '%' | '°'))
        || next == Some('+') && !around.right(1).is_some_and(char::is_alphabetic)
}

fn is_whole_in_script(
    around: &Around<'_>,
    nature: Nature,
    ends: (char, char),
    is_led: bool,
) -> bool {
    let (before, behind) = (around.left(0), around.right(0));
    if is_hangul(ends.0) && before.is_some_and(is_hangul) {
        return false;
    }
    if is_hangul(ends.1) && behind.is_some_and(is_hangul) {
        return has_ending(around.behind, is_hangul, KOREAN);
    }
    match nature {
        Nature::Kana => {
            (is_led || !before.is_some_and(is_hiragana))
                && (!behind.is_some_and(is_hiragana)
                    || has_ending(around.behind, is_hiragana, JAPANESE))
        }
        Nature::Sign => {
            (is_led || !before.is_some_and(is_sign))
                && behind.is_none_or(|behind| !is_sign(behind) || CHINESE.contains(&behind))
        }
        _ => !is_quality(around, ends.1),
    }
}

/// `重要性：`, which asks how important it is.
fn is_quality(around: &Around<'_>, last: char) -> bool {
    is_sign(last)
        && matches!(around.right(0), Some('性' | '度'))
        && matches!(around.right(1), Some(':' | '：' | '是' | '为'))
}

/// Whether the word goes on with one of `endings`, or two of them.
fn has_ending(behind: &str, is_letter: fn(char) -> bool, endings: &[&str]) -> bool {
    let len = behind
        .char_indices()
        .take(9)
        .find(|&(_, letter)| !is_letter(letter));
    let end = len.map_or(behind.len().min(30), |(at, _)| at);
    let rest = behind.get(..end).unwrap_or_default();
    let mut heads = endings.iter().filter_map(|head| rest.strip_prefix(head));
    heads.any(|rest| rest.is_empty() || endings.contains(&rest))
}

/// A letter or number is easily a part of something that is written with signs: `e.g.`, `I'm`, `N/A`, `1.5`, `3-5`.
fn is_whole_sign(around: &Around<'_>, nature: Nature) -> bool {
    match nature {
        Nature::Letter { .. } => !is_letter_joined_left(around) && !is_letter_joined_right(around),
        Nature::Number => !is_digit_joined_left(around) && !is_digit_joined_right(around),
        _ => true,
    }
}

fn is_letter_joined_left(around: &Around<'_>) -> bool {
    let is_sign = matches!(around.left(0), Some('.' | '/' | '&' | '@' | '\'' | '’'));
    is_sign && around.left(1).is_some_and(char::is_alphanumeric)
        || around.left(0) == Some('°')
        || around.left(0) == Some('+') && !is_letter_alone(around)
}

/// `A` in `A+C`
fn is_letter_alone(around: &Around<'_>) -> bool {
    around.left(1).is_none_or(|letter| !letter.is_numeric())
        && !around.left(2).is_some_and(char::is_alphanumeric)
}

fn is_letter_joined_right(around: &Around<'_>) -> bool {
    // `E' la C`
    let is_quoted = matches!(around.left(0), Some('\'' | '‘' | '’' | '‚' | '‛'));
    if !is_quoted && matches!(around.right(0), Some('\'' | '’')) {
        return true;
    }
    let Some(next) = around.right(1).filter(|next| next.is_alphanumeric()) else {
        return false;
    };
    match around.right(0) {
        Some('/' | '&' | '@' | '\'' | '’') => true,
        Some('.') => !next.is_uppercase() || !around.right(2).is_some_and(char::is_lowercase),
        _ => false,
    }
}

fn is_digit_joined_left(around: &Around<'_>) -> bool {
    match around.left(0) {
        Some('.' | ',' | ':' | '/' | '–') => around.left(1).is_some_and(char::is_numeric),
        Some('-' | '−') => !around
            .left(1)
            .is_some_and(|letter| letter == '-' || letter == '\u{200b}'),
        _ => false,
    }
}

fn is_digit_joined_right(around: &Around<'_>) -> bool {
    let is_sign = matches!(around.right(0), Some('.' | ',' | ':' | '–'));
    is_sign && around.right(1).is_some_and(char::is_numeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn korean_endings_leave_a_word_whole() {
        assert!(has_ending("입니다.", is_hangul, KOREAN));
        assert!(has_ending("적이지 않다", is_hangul, KOREAN));
        assert!(!has_ending("확한 답", is_hangul, KOREAN));
    }
}

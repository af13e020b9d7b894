//! Words by language: refusals (`As an AI, …`), labels (`Tags:`), "and", answers that say there is nothing.

mod lookup;
mod tables;

use std::sync::LazyLock;

use super::lines::is_blank;
use super::text::{count_words, is_plainly_lower};
use crate::scan::byte_set::ByteSet;
use crate::scan::words::Words;
pub(super) use tables::{CHILD_KEYS, ITEM_ELEMENTS, LIST_KEYS, TEXT_KEYS};
use tables::{
    CLAUSES, CONJUNCTIONS, LONE_CONJUNCTIONS, OPPOSITES, TIGHT_CONJUNCTIONS, TIGHT_VERBS, VERBS,
};

static ARTICLES: LazyLock<Words> = LazyLock::new(|| Words::new(tables::ARTICLES));
static ASIDES: LazyLock<Words> = LazyLock::new(|| Words::new(tables::ASIDES));
static CHAT: LazyLock<Words> = LazyLock::new(|| Words::new(tables::CHAT));
static FINALS: LazyLock<Words> = LazyLock::new(|| Words::new(tables::FINALS));
static GIVEN: LazyLock<Words> = LazyLock::new(|| Words::new(tables::GIVEN));
static LABELS: LazyLock<Words> = LazyLock::new(|| Words::new(tables::LABELS));
static LEADS: LazyLock<Words> = LazyLock::new(|| Words::new(tables::LEADS));
static MORE: LazyLock<Words> = LazyLock::new(|| Words::new(tables::MORE));
static NOTHING: LazyLock<Words> = LazyLock::new(|| Words::new(tables::NOTHING));
static OUTROS: LazyLock<Words> = LazyLock::new(|| Words::new(tables::OUTROS));
static PAIRS: LazyLock<Words> = LazyLock::new(|| Words::new(tables::PAIRS));
static PIECES: LazyLock<Words> = LazyLock::new(|| Words::new(tables::SENTENCE_PIECES));
static REFUSALS: LazyLock<Words> = LazyLock::new(|| Words::new(tables::REFUSALS));
pub(super) static SENTENCE: LazyLock<Words> = LazyLock::new(|| Words::new(tables::SENTENCE));
static TURNS: LazyLock<Words> = LazyLock::new(|| Words::new(tables::TURNS));
/// "and" and verbs without the blank before them, and "and" without blanks.
static AND: LazyLock<Words> = LazyLock::new(|| behind_blank(CONJUNCTIONS));
static ARE: LazyLock<Words> = LazyLock::new(|| behind_blank(VERBS));
static BARE_AND: LazyLock<Words> = LazyLock::new(|| {
    let words: Vec<&str> = CONJUNCTIONS.iter().map(|word| word.trim()).collect();
    Words::new(&words)
});

fn behind_blank(table: &[&'static str]) -> Words {
    let words: Vec<&str> = table.iter().map(|word| word.trim_start()).collect();
    Words::new(&words)
}

/// Whether `text` starts with `word`, in any case, curly apostrophes included; gives what is behind it.
#[inline]
fn strip_start<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (first, wanted) = (text.as_bytes().first()?, word.as_bytes().first()?);
    if first.is_ascii() != wanted.is_ascii() || first.is_ascii() && first | 0x20 != wanted | 0x20 {
        return None;
    }
    // The two differ, mostly, at one of their first letters.
    let mut pairs = text.bytes().zip(word.bytes()).enumerate();
    let other =
        pairs.find(|(_, (byte, wanted))| !byte.eq_ignore_ascii_case(wanted) || !byte.is_ascii());
    match other {
        None => text.get(word.len()..),
        Some((_, (byte, _))) if byte.is_ascii() => None,
        Some((at, _)) => strip_letters(text.get(at..)?, word.get(at..)?),
    }
}

fn strip_letters<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let mut letters = text.char_indices();
    for wanted in word.chars() {
        let (_, letter) = letters.next()?;
        if !is_same(letter, wanted) {
            return None;
        }
    }
    Some(letters.as_str())
}

fn is_same(letter: char, wanted: char) -> bool {
    if letter == wanted {
        return true;
    }
    if wanted == '\'' {
        return letter == '’';
    }
    if letter.is_ascii() {
        return letter.to_ascii_lowercase() == wanted;
    }
    if wanted.is_ascii() {
        // The sign of Kelvin.
        return letter == '\u{212a}' && wanted == 'k';
    }
    !is_plainly_lower(letter) && letter.to_lowercase().eq(std::iter::once(wanted))
}

/// Whether `word` ends before `behind`, which follows it.
fn ends_word(word: &str, behind: &str) -> bool {
    let Some(letter) = behind.chars().next() else {
        return true;
    };
    !word.is_ascii() || !letter.is_alphanumeric() || !word.ends_with(char::is_alphanumeric)
}

fn starts_with_word(text: &str, word: &str) -> bool {
    strip_start(text, word).is_some_and(|behind| ends_word(word, behind))
}

/// Marks that stand around words.
fn bare(text: &str) -> &str {
    let is_mark = |letter: char| {
        is_blank(letter)
            || matches!(
                letter,
                '*' | '_'
                    | '#'
                    | '`'
                    | '"'
                    | '\''
                    | '“'
                    | '”'
                    | '„'
                    | '('
                    | ')'
                    | '['
                    | ']'
                    | '~'
                    | '（'
                    | '）'
                    | '【'
                    | '】'
            )
    };
    text.trim_matches(is_mark)
}

fn without_stop(text: &str) -> &str {
    bare(bare(text).trim_end_matches(['.', '!', '。', '！', ':', '：', ',']))
}

/// Whether a sentence near the start of `text` refuses, or says that there is nothing.
pub(crate) fn is_refusal(text: &str) -> bool {
    const NEAR: usize = 400;
    let near = text.as_bytes().get(..NEAR.min(text.len()));
    let near = near.unwrap_or_default();
    let refusals: &Words = &REFUSALS;
    let refuses = |sentence: &str| refusals.start(without_marks(sentence));
    let mut next = 0;
    while let Some(at) = SENTENCE_ENDS.find(near, next) {
        next = at + 1;
        if !starts_otherwise(text.as_bytes(), next, refusals)
            && text.get(at..).and_then(behind_mark).is_some_and(refuses)
        {
            return true;
        }
    }
    refuses(text)
}

/// Whether what stands at `at` is plainly none of `words`, blanks and quotes apart; a digit is the rest of a number.
#[inline]
fn starts_otherwise(bytes: &[u8], mut at: usize, words: &Words) -> bool {
    if bytes.get(at).is_some_and(u8::is_ascii_digit) {
        return true;
    }
    while matches!(bytes.get(at), Some(b' ' | b'"')) {
        at += 1;
    }
    let rest = bytes.get(at..).unwrap_or_default();
    rest.first().is_some_and(u8::is_ascii_alphanumeric) && words.are_far(rest)
}

/// The first bytes of marks behind which a sentence starts.
static SENTENCE_ENDS: ByteSet = ByteSet::of(b".!?\n,\xe3\xef");

/// What stands behind the mark of a sentence that `text` starts with.
fn behind_mark(text: &str) -> Option<&str> {
    let mut letters = text.chars();
    let is_mark = matches!(
        letters.next()?,
        '.' | ',' | '\n' | '!' | '?' | '。' | '！' | '？' | '，' | '、'
    );
    is_mark.then_some(letters.as_str())
}

/// A sentence without the marks before it.
fn without_marks(sentence: &str) -> &str {
    if sentence.starts_with(|letter: char| letter.is_ascii_alphanumeric()) {
        return sentence;
    }
    sentence.trim_start_matches(|letter: char| {
        is_blank(letter) || matches!(letter, '*' | '_' | '#' | '"' | '>' | '-' | '“')
    })
}

/// Whether `text` itself starts as a refusal does, and is more than a word.
pub(super) fn starts_refusal(text: &str) -> bool {
    REFUSALS.start(bare(text))
}

/// Whether `text`, which refuses, gives an answer after all.
pub(super) fn turns(text: &str) -> bool {
    let near = text.char_indices().take(400);
    let mut words = near.filter(|(at, _)| {
        let before = text
            .get(..*at)
            .and_then(|before| before.chars().next_back());
        before.is_none_or(|before| !before.is_ascii_alphanumeric())
    });
    words.any(|(at, _)| {
        text.get(at..)
            .is_some_and(|rest| TURNS.at_start(rest).next().is_some())
    })
}

/// Whether `text` says that there is nothing.
pub(super) fn is_nothing(text: &str) -> bool {
    let text = text.trim_matches(is_blank);
    NOTHING.contain(text) || NOTHING.contain(without_stop(text)) || without_stop(text).is_empty()
}

/// Whether `text` is a label that lists have: `Tags`, `**Keywords**`.
pub(super) fn is_list_label(text: &str) -> bool {
    LABELS.contain(without_stop(text))
}

pub(super) fn is_aside_label(text: &str) -> bool {
    ASIDES.start(bare(text)) || GIVEN.contain(without_stop(text))
}

/// Whether `text` is a phrase of a conversation: `Hello!`
pub(super) fn is_chat(text: &str) -> bool {
    CHAT.contain(without_stop(text.trim_start_matches(['¡', '¿'])))
}

/// Whether `text` starts with an article.
pub(super) fn starts_with_article(text: &str) -> bool {
    let word = text.split(is_blank).next().unwrap_or_default();
    ARTICLES.contain(word)
}

/// Whether `text`, in a script without blanks, says something of what it starts with.
pub(super) fn is_clause(text: &str) -> bool {
    let has = |piece: &&str| text.find(*piece).is_some_and(|at| at > 0);
    let starts = text.starts_with(['他', '她', '它', '我', '你', '您', '这', '這', '那']);
    !text.is_ascii() && (CLAUSES.iter().any(has) || starts && count_words(text) > 1)
}

/// Where the last two items of `a, b en c` part, where "en" is "and" in one language and not in another.
pub(super) fn find_lone_conjunction(text: &str) -> Option<(usize, usize)> {
    let mut words = text.split(' ');
    let (first, word, last) = (words.next()?, words.next()?, words.next()?);
    let is_pair = words.next().is_none() && !first.is_empty() && !last.is_empty();
    let end = first.len() + word.len() + 2;
    (is_pair && LONE_CONJUNCTIONS.contains(&word)).then_some((first.len(), end))
}

pub(super) fn is_final_label(text: &str) -> bool {
    FINALS.start(bare(text))
}

/// Whether the two labels set their lists against each other.
pub(super) fn are_opposite(first: &str, second: &str) -> bool {
    let (first, second) = (without_stop(first), without_stop(second));
    OPPOSITES.iter().any(|(one, other)| {
        let sets = |first, second| starts_with_word(first, one) && starts_with_word(second, other);
        sets(first, second) || sets(second, first)
    })
}

/// Whether `text` starts as a sentence before a list does.
pub(super) fn is_lead(text: &str) -> bool {
    LEADS.start(bare(text))
}

/// No piece of a sentence starts with a letter before Hiragana.
pub(super) const FIRST_PIECE: char = '\u{3041}';

/// Whether `text`, in a script without blanks, has what belongs to a sentence.
pub(super) fn has_sentence_piece(text: &str) -> bool {
    let mut letters = text
        .char_indices()
        .filter(|(_, letter)| *letter >= FIRST_PIECE);
    letters.any(|(at, _)| {
        let rest = text.get(at..).unwrap_or_default();
        PIECES.at_start(rest).next().is_some()
    })
}

/// Where the last two items of `a, b and c` part: the start and end of "and".
pub(super) fn find_conjunction(text: &str) -> Option<(usize, usize)> {
    if PAIRS.contain(bare(text)) {
        return None;
    }
    let spaced = find_spaced(text, CONJUNCTIONS, &AND);
    let tight = TIGHT_CONJUNCTIONS
        .iter()
        .filter(|_| !text.is_ascii())
        .filter_map(|word| Some((text.find(word)?, word.len())));
    let tight = tight.filter(|(at, len)| !is_part_of_word(text, *at, *len));
    let (at, len) = spaced
        .chain(tight)
        .find(|(at, len)| *at > 0 && at + len < text.len())?;
    Some((at, at + len))
}

/// `和` in `共和国` or `和平` is no "and".
fn is_part_of_word(text: &str, at: usize, len: usize) -> bool {
    let before = text.get(..at).and_then(|before| before.chars().next_back());
    let behind = text
        .get(at + len..)
        .and_then(|behind| behind.chars().next());
    before.is_some_and(|letter| "共温饱缓柔总祥调随亲谐应附".contains(letter))
        || behind.is_some_and(|letter| "平谐服食牛解睦气蔼风室歌许".contains(letter))
}

/// Whether "and" stands in `text`.
pub(super) fn has_conjunction(text: &str) -> bool {
    has_behind_blank(text, &AND)
}

/// Where each word of `table` stands first; `words` are those of the table without the blank before them.
fn find_spaced<'t>(
    text: &'t str,
    table: &'t [&str],
    words: &Words,
) -> impl Iterator<Item = (usize, usize)> + use<'t> {
    let table = if has_behind_blank(text, words) {
        table
    } else {
        &[]
    };
    table.iter().filter_map(|word| find_folded(text, word))
}

fn has_behind_blank(text: &str, words: &Words) -> bool {
    memchr::memchr_iter(b' ', text.as_bytes()).any(|at| {
        let behind = text.get(at + 1..).unwrap_or_default();
        words.at_start(behind).next().is_some()
    })
}

fn find_folded(text: &str, word: &str) -> Option<(usize, usize)> {
    text.match_indices(' ').find_map(|(at, _)| {
        let rest = text.get(at..)?;
        strip_start(rest, word).map(|behind| (at, rest.len() - behind.len()))
    })
}

/// The length of "and " at the start of `text`; 0 if there is none.
pub(super) fn leading_conjunction(text: &str) -> usize {
    let tight = TIGHT_CONJUNCTIONS.iter();
    let tight = tight.filter_map(|word| strip_start(text, word));
    let lone = LONE_CONJUNCTIONS
        .iter()
        .filter_map(|word| text.strip_prefix(word)?.strip_prefix(' '))
        .filter(|word| !word.contains(is_blank));
    let spaced = AND.at_start(text).map(|(_, behind)| behind);
    spaced
        .chain(tight)
        .chain(lone)
        .map(|behind| text.len() - behind.len())
        .next()
        .filter(|len| *len < text.len())
        .unwrap_or(0)
}

/// Whether `text` starts as a line behind a list does.
pub(super) fn is_outro(text: &str) -> bool {
    OUTROS.start(bare(text)) && count_words(text) > 1
}

/// Where the list starts in `The colors are red, green`.
pub(super) fn find_verb(text: &str) -> Option<usize> {
    let spaced = find_spaced(text, VERBS, &ARE);
    let tight = TIGHT_VERBS
        .iter()
        .filter(|_| !text.is_ascii())
        .filter_map(|word| Some((text.find(word)?, word.len())));
    spaced
        .chain(tight)
        .find(|(at, _)| *at > 0)
        .map(|(at, len)| at + len)
}

/// Whether an item says that the list goes on.
pub(super) fn is_more(text: &str) -> bool {
    MORE.contain(text)
}

/// The length of ", and" at the end of `text`, commas and blanks included; 0 if there is none.
pub(super) fn trailing_conjunction(text: &str) -> usize {
    if text.ends_with(['.', '!', '?']) {
        return 0;
    }
    let word = text.rsplit(is_blank).next().unwrap_or_default();
    let is_conjunction = word.len() < text.len() && BARE_AND.contain(word);
    let rest = if is_conjunction {
        text.get(..text.len() - word.len()).unwrap_or_default()
    } else {
        text
    };
    let rest = rest.trim_end_matches(|letter: char| {
        is_blank(letter) || matches!(letter, ',' | ';' | '，' | '；' | '、')
    });
    text.len() - rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_are_known_in_many_languages() {
        for text in [
            "I cannot help.",
            "I’m sorry, no.",
            "As an AI, I",
            "Es tut mir leid",
            "Je ne peux pas",
            "Lo siento",
            "Desculpe, não",
            "Mi dispiace",
            "抱歉，我",
            "申し訳ありません",
            "죄송합니다",
            "К сожалению, я",
        ] {
            assert!(is_refusal(text), "{text}");
        }
        assert!(!is_refusal("cannon, sorrel, iris"));
    }

    #[test]
    fn tables_are_in_lower_case() {
        use tables::*;
        let tables = [
            ARTICLES,
            ASIDES,
            CHAT,
            CONJUNCTIONS,
            FINALS,
            GIVEN,
            LABELS,
            LEADS,
            MORE,
            NOTHING,
            OUTROS,
            PAIRS,
            REFUSALS,
            SENTENCE,
            TURNS,
            VERBS,
        ];
        for word in tables.concat() {
            assert_eq!(word.to_lowercase(), word);
        }
        assert!(
            SENTENCE_PIECES
                .iter()
                .all(|piece| piece.starts_with(|letter| letter >= FIRST_PIECE))
        );
    }

    #[test]
    fn every_word_is_one_of_its_table_in_any_case() {
        use tables::*;
        for table in [
            CHAT,
            CONJUNCTIONS,
            LABELS,
            LEADS,
            NOTHING,
            REFUSALS,
            SENTENCE,
        ] {
            let words = Words::new(table);
            for word in table {
                let capitals = word.to_uppercase();
                let is_same = capitals.to_lowercase() == *word;
                assert!(words.contain(word), "{word}");
                assert!(words.contain(&word.replace('\'', "’")), "{word}");
                assert!(!is_same || words.contain(&capitals), "{word}");
                assert!(words.start(&format!("{word}.")), "{word}");
            }
        }
    }

    #[test]
    fn answers_that_say_nothing_are_known() {
        for text in [
            "None",
            "N/A.",
            "**none**",
            "Keine",
            "无",
            "なし。",
            "[none]",
        ] {
            assert!(is_nothing(text), "{text}");
        }
        assert!(!is_nothing("nonet"));
    }

    #[test]
    fn and_parts_the_last_two_items() {
        assert_eq!(find_conjunction("b and c"), Some((1, 6)));
        assert_eq!(find_conjunction("狗和鸟"), Some((3, 6)));
        assert_eq!(find_conjunction("black and white"), None);
        assert_eq!(leading_conjunction("and c"), 4);
    }
}

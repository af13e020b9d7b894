//! Whether lines with colons are pairs: `Alice: Hi, Bob!` and `Note: this is wrong.` are not.

use crate::formats::key_value::{Entry, Pairs};
use std::sync::LazyLock;

use crate::scan::lines::{
    count_words, ends_sentence, is_blank, starts_with_any, starts_with_words,
};
use crate::scan::words::Words;

pub(super) fn are_pairs(pairs: &Pairs<'_>) -> bool {
    let entries = pairs.entries.as_slice();
    if entries.is_empty() || entries.iter().all(Entry::is_empty) {
        return false;
    }
    !is_drowned(pairs) && !are_notes(pairs) && !is_dialogue(pairs) && !is_code(pairs)
}

fn value<'t>(pairs: &Pairs<'t>, entry: &Entry<'_>) -> &'t str {
    entry.pair.value.of(pairs.text)
}

/// Whether there is far more prose than pairs.
fn is_drowned(pairs: &Pairs<'_>) -> bool {
    let is_marked = pairs.entries.iter().any(|entry| entry.pair.is_marked);
    let prose: usize = pairs
        .left_out
        .iter()
        .map(|span| span.of(pairs.text).lines().count())
        .sum();
    let bound = if pairs.entries.len() == 1 {
        3
    } else {
        3 * pairs.entries.len() + 6
    };
    !is_marked && prose > bound
}

/// Words before a colon that announce a remark rather than name a value.
static NOTES: LazyLock<Words> = LazyLock::new(|| {
    Words::new(&[
        "note",
        "notes",
        "nb",
        "n.b.",
        "ps",
        "p.s.",
        "warning",
        "caution",
        "important",
        "tip",
        "hint",
        "reminder",
        "remember",
        "disclaimer",
        "fyi",
        "edit",
        "update",
        "example",
        "for example",
        "e.g.",
        "i.e.",
        "in short",
        "in summary",
        "hinweis",
        "achtung",
        "wichtig",
        "anmerkung",
        "tipp",
        "beispiel",
        "remarque",
        "attention",
        "exemple",
        "nota",
        "aviso",
        "advertencia",
        "ejemplo",
        "observação",
        "exemplo",
        "attenzione",
        "esempio",
        "avvertenza",
        "примечание",
        "внимание",
        "важно",
        "например",
        "注意",
        "注",
        "备注",
        "提示",
        "補足",
        "참고",
        "주의",
    ])
});

/// Whether every key announces a remark.
fn are_notes(pairs: &Pairs<'_>) -> bool {
    pairs.entries.iter().all(|entry| {
        let value = value(pairs, entry);
        let is_remark = ends_sentence(value) || count_words(value, 4) > 3;
        is_remark && is_word(&entry.pair.key, &NOTES)
    })
}

/// Whether `key` is one of `words`, in any case.
fn is_word(key: &str, words: &Words) -> bool {
    let mut near = words.near(key).iter();
    near.any(|word| key.chars().count() == word.chars().count() && starts_with_words(key, word))
}

/// Who speaks in a dialogue without a name.
static ROLES: LazyLock<Words> = LazyLock::new(|| {
    Words::new(&[
        "user",
        "assistant",
        "human",
        "ai",
        "bot",
        "chatbot",
        "interviewer",
        "interviewee",
        "narrator",
        "agent",
        "customer",
        "speaker",
        "speaker a",
        "speaker b",
        "speaker 1",
        "speaker 2",
        "person a",
        "person b",
        "benutzer",
        "assistent",
        "utilisateur",
        "usuario",
        "asistente",
        "usuário",
        "utente",
        "пользователь",
        "ассистент",
        "用户",
        "助手",
        "ユーザー",
        "アシスタント",
        "사용자",
    ])
});
static GREETINGS: LazyLock<Words> = LazyLock::new(|| {
    Words::new(&[
        "hi",
        "hello",
        "hey",
        "good morning",
        "good evening",
        "thanks",
        "thank you",
        "hallo",
        "guten tag",
        "danke",
        "bonjour",
        "salut",
        "merci",
        "hola",
        "gracias",
        "olá",
        "oi",
        "ciao",
        "buongiorno",
        "grazie",
        "привет",
        "здравствуйте",
        "你好",
        "您好",
        "こんにちは",
        "안녕",
    ])
});
static SPEECH: LazyLock<Words> = LazyLock::new(|| {
    Words::new(&[
        "i",
        "you",
        "we",
        "i'm",
        "i’m",
        "you're",
        "we're",
        "i'll",
        "i've",
        "don't",
        "me",
        "my",
        "your",
        "ich",
        "du",
        "wir",
        "je",
        "tu",
        "vous",
        "nous",
        "yo",
        "tú",
        "usted",
        "eu",
        "você",
        "io",
        "lei",
        "noi",
        "я",
        "ты",
        "вы",
        "мы",
        "我",
        "你",
        "您",
        "私",
        "僕",
        "あなた",
        "저",
        "나",
    ])
});
/// Those in scripts without blanks between words.
const UNSPACED_SPEECH: [&str; 8] = ["我", "你", "您", "私", "僕", "あなた", "저", "나"];

/// Whether people speak: every value is a sentence, and they speak in turns, greet, or say `I` and `you`.
fn is_dialogue(pairs: &Pairs<'_>) -> bool {
    let entries = pairs.entries.as_slice();
    let sentences = entries
        .iter()
        .filter(|entry| ends_sentence(value(pairs, entry)))
        .count();
    if entries.len() < 2
        || sentences < entries.len()
        || entries
            .iter()
            .any(|entry| count_words(&entry.pair.key, 4) > 3)
    {
        return false;
    }
    let are_roles = entries
        .iter()
        .filter(|entry| is_word(&entry.pair.key, &ROLES))
        .count();
    let mut values = entries.iter().map(|entry| value(pairs, entry));
    let greets = values.any(|value| starts_with_any(value, &GREETINGS));
    let speaks = entries
        .iter()
        .filter(|entry| is_speech(value(pairs, entry)))
        .count();
    are_roles > 1
        || greets
        || takes_turns(entries)
        || speaks * 2 > entries.len()
            && entries
                .iter()
                .any(|entry| value(pairs, entry).ends_with('?'))
}

fn is_speech(value: &str) -> bool {
    let marks = |letter: char| is_blank(letter) || matches!(letter, ',' | '.' | '!' | '?');
    let mut words = value.split(marks);
    let is_speech = |word: &str| {
        let mut near = SPEECH.near(word).iter();
        near.any(|speech| word.eq_ignore_ascii_case(speech))
    };
    words.any(is_speech)
        || !value.is_ascii() && UNSPACED_SPEECH.iter().any(|speech| value.contains(speech))
}

/// Whether a key comes again behind another.
fn takes_turns(entries: &[Entry<'_>]) -> bool {
    let keys = entries.iter().map(|entry| &*entry.pair.key);
    let mut seen = std::collections::HashSet::new();
    let repeated = keys.filter(|key| !seen.insert(key.to_lowercase())).count();
    repeated > 0 && seen.len() > 1 && repeated + 1 >= seen.len()
}

/// Whether most values end as statements of code do.
fn is_code(pairs: &Pairs<'_>) -> bool {
    let ends = |entry: &&Entry<'_>| entry.span().of(pairs.text).ends_with([';', '{', '(']);
    let code = pairs.entries.iter().filter(ends).count();
    code * 2 > pairs.entries.len()
}

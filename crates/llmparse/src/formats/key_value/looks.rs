//! Whether lines with colons are pairs: `Alice: Hi, Bob!` and `Note: this is wrong.` are not.

use crate::formats::key_value::{Entry, Pairs};
use crate::scan::lines::{count_words, ends_sentence, is_blank, starts_with_words};

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
const NOTES: &[&str] = &[
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
];

/// Whether every key announces a remark.
fn are_notes(pairs: &Pairs<'_>) -> bool {
    pairs.entries.iter().all(|entry| {
        let value = value(pairs, entry);
        let is_remark = ends_sentence(value) || count_words(value, 4) > 3;
        is_remark && NOTES.iter().any(|note| is_word(&entry.pair.key, note))
    })
}

/// Whether `key` is `word`, in any case.
fn is_word(key: &str, word: &str) -> bool {
    key.chars().count() == word.chars().count() && starts_with_words(key, word)
}

/// Who speaks in a dialogue without a name.
const ROLES: &[&str] = &[
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
];
const GREETINGS: &[&str] = &[
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
];
const SPEECH: &[&str] = &[
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
];

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
        .filter(|entry| ROLES.iter().any(|role| is_word(&entry.pair.key, role)))
        .count();
    let greets = entries.iter().any(|entry| {
        GREETINGS
            .iter()
            .any(|words| starts_with_words(value(pairs, entry), words))
    });
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
    words.any(|word| {
        SPEECH
            .iter()
            .any(|speech| word.eq_ignore_ascii_case(speech))
    }) || !value.is_ascii()
        && SPEECH
            .iter()
            .rev()
            .take(8)
            .any(|speech| value.contains(speech))
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

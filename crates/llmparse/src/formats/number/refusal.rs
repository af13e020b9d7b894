//! Replies that say that they have no answer: `I can't rate this: only 3 sentences were given.`

use std::sync::LazyLock;

use memchr::memmem::Finder;

/// How much of a reply is looked at, in bytes.
const REACH: usize = 400;

/// What says that something cannot be.
const CANNOT: [&str; 30] = [
    "can't",
    "can’t",
    "cannot",
    "can not",
    "couldn't",
    "could not",
    "unable",
    "not able",
    "impossible",
    "not possible",
    "decline",
    "won't",
    "i need",
    "we need",
    "not enough",
    "insufficient",
    "kann nicht",
    "kann ich nicht",
    "kann das nicht",
    "kann keine",
    "ne peux pas",
    "impossible de",
    "no puedo",
    "não posso",
    "non posso",
    "не могу",
    "无法",
    "無法",
    "できません",
    "수 없",
];

/// Parts of them in any case, of which a refusal has one: a quick look.
static SIGNS: LazyLock<Vec<Finder<'static>>> = LazyLock::new(|| {
    let signs = [
        "n't",
        "n’t",
        "not ",
        "Not ",
        "nable",
        "ssib",
        "ecline",
        " need",
        "uffic",
        "ann ",
        "peux",
        "pued",
        "posso",
        "могу",
        "法",
        "ません",
        "수 없",
    ];
    signs.iter().map(|sign| Finder::new(*sign)).collect()
});

/// What would have been done.
const DONE: [&str; 44] = [
    "rate",
    "rating",
    "score",
    "scored",
    "give",
    "grade",
    "judge",
    "assess",
    "evaluate",
    "answer",
    "determine",
    "assign",
    "provide",
    "say",
    "tell",
    "calculate",
    "compute",
    "estimate",
    "bewerten",
    "bewertung",
    "beurteilen",
    "beantworten",
    "note",
    "noter",
    "évaluer",
    "répondre",
    "puntuar",
    "calificar",
    "evaluar",
    "responder",
    "avaliar",
    "pontuar",
    "valutare",
    "rispondere",
    "оценить",
    "ответить",
    "评分",
    "评估",
    "評分",
    "回答",
    "評価",
    "採点",
    "평가",
    "점수",
];

/// Whether one of the first sentences of `text` says that there is no answer.
pub(crate) fn refuses(text: &str) -> bool {
    let mut end = text.len().min(REACH);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let head = text.get(..end).unwrap_or_default();
    let mut signs = SIGNS.iter();
    if !signs.any(|sign| sign.find(head.as_bytes()).is_some()) {
        return false;
    }
    let head = head.to_lowercase();
    let mut found = CANNOT.iter().filter_map(|phrase| {
        let at = memchr::memmem::find(head.as_bytes(), phrase.as_bytes())?;
        Some((at, *phrase))
    });
    found.any(|(at, phrase)| is_refusal(&head, at, phrase))
}

/// Whether the sentence in which `phrase` stands at `at` says that no answer is given.
fn is_refusal(head: &str, at: usize, phrase: &str) -> bool {
    let ends = ['.', '!', '?', '\n', '。'];
    let rest = head.get(at + phrase.len()..).unwrap_or_default();
    let behind = rest.split(ends).next().unwrap_or_default();
    let before = head
        .get(..at)
        .unwrap_or_default()
        .rsplit(ends)
        .next()
        .unwrap_or_default();
    let mut words = behind.split(|letter: char| !letter.is_alphabetic());
    let is_done =
        |done: &&str| !done.is_ascii() && (behind.contains(done) || before.contains(done));
    words.any(|word| DONE.contains(&word)) || !phrase.is_ascii() && DONE.iter().any(is_done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_cannot_be_rated_is_refused() {
        assert!(refuses("I can't rate this: only 3 sentences were given."));
        assert!(refuses("Das kann ich nicht bewerten, es sind nur 3 Sätze."));
        assert!(refuses("无法评分，只有 3 句话。"));
        assert!(!refuses("I can't find more than 3 errors."));
        assert!(!refuses("There are 3."));
    }
}

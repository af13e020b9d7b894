//! Lines and the look of prose: `Here is the data:` reads as a sentence, `name,age` does not.

use std::sync::LazyLock;

use crate::scan::words::Words;
use crate::span::Span;

/// The lines under `span`, without their breaks.
pub(crate) fn lines(text: &str, span: Span) -> Lines<'_> {
    Lines {
        text: text.as_bytes().get(..span.end()).unwrap_or_default(),
        at: Some(span.start()),
    }
}

/// Walks from line to line.
pub(crate) struct Lines<'t> {
    text: &'t [u8],
    at: Option<usize>,
}

impl Iterator for Lines<'_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        let start = self.at?;
        let rest = self.text.get(start..)?;
        let newline = memchr::memchr(b'\n', rest);
        self.at = newline.map(|len| start + len + 1);
        let mut end = start + newline.unwrap_or(rest.len());
        if end > start && self.text.get(end - 1) == Some(&b'\r') {
            end -= 1;
        }
        Some(Span::new(start, end))
    }
}

/// A blank, or a mark that shows nothing.
pub(crate) fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '\u{feff}' | '\u{200b}')
}

/// The part of `span` without the blanks at its ends.
pub(crate) fn trim(text: &str, span: Span) -> Span {
    let bytes = text.as_bytes();
    let plain = |at: Option<usize>| {
        at.and_then(|at| bytes.get(at))
            .is_some_and(u8::is_ascii_graphic)
    };
    if plain(Some(span.start())) && plain(span.end().checked_sub(1)) {
        return span;
    }
    let inner = span.of(text);
    let from_start = inner.trim_start_matches(is_blank);
    let start = span.end() - from_start.len();
    Span::new(start, start + from_start.trim_end_matches(is_blank).len())
}

/// How many words `text` has, counted up to `limit`; a run of Chinese or Japanese counts as one.
pub(crate) fn count_words(text: &str, limit: usize) -> usize {
    text.split_whitespace().take(limit).count()
}

/// Whether `text` ends as a sentence does, quotes and emphasis behind it aside.
pub(crate) fn ends_sentence(text: &str) -> bool {
    let text = text.trim_end_matches(|letter: char| {
        is_blank(letter)
            || matches!(
                letter,
                '"' | '\'' | '”' | '’' | '»' | '*' | '_' | ')' | '」'
            )
    });
    let marks = ['!', '?', '…', '。', '！', '？', '।', '؟', '۔', '．', '｡'];
    let last_word = || text.rsplit(char::is_whitespace).next().unwrap_or_default();
    text.ends_with(marks) || text.ends_with('.') && !is_abbreviation(last_word())
}

/// `e.g.`, `U.S.`, `J.`: a point behind a single letter.
fn is_abbreviation(word: &str) -> bool {
    word.strip_suffix('.').is_some_and(|word| {
        word.chars().count() == 1 && word.starts_with(char::is_alphabetic) || word.contains('.')
    })
}

/// Whether `text` announces what comes next: `Here is the list:`.
pub(crate) fn announces(text: &str) -> bool {
    text.trim_end_matches(|letter: char| is_blank(letter) || matches!(letter, '*' | '_'))
        .ends_with([':', '：'])
}

/// Words that open a sentence around an answer rather than the answer.
static LEAD_INS: LazyLock<Words> = LazyLock::new(|| {
    Words::new(&[
        "sure",
        "here",
        "okay",
        "ok",
        "certainly",
        "of course",
        "absolutely",
        "great",
        "below",
        "the following",
        "let me",
        "hope",
        "i hope",
        "i ",
        "i'",
        "i’",
        "please",
        "feel free",
        "thanks",
        "thank you",
        "this is",
        "these are",
        "hier",
        "gerne",
        "natürlich",
        "sicher",
        "klar",
        "voici",
        "bien sûr",
        "d'accord",
        "aquí",
        "claro",
        "por supuesto",
        "a continuación",
        "aqui",
        "com certeza",
        "abaixo",
        "ecco",
        "certo",
        "certamente",
        "вот",
        "конечно",
        "ниже",
        "以下",
        "好的",
        "当然",
        "这是",
        "當然",
        "這是",
        "如下",
        "希望",
        "はい",
        "こちら",
        "もちろん",
        "다음",
        "네",
        "물론",
        "여기",
    ])
});

/// Whether `text` starts with words that stand around an answer: `Sure, here you go`.
pub(crate) fn is_lead_in(text: &str) -> bool {
    let text = text.trim_start_matches(|letter: char| !letter.is_alphanumeric());
    starts_with_any(text, &LEAD_INS)
}

/// Words that open a sentence behind an answer.
static CLOSINGS: LazyLock<Words> = LazyLock::new(|| {
    Words::new(&[
        "hope",
        "i hope",
        "let me know",
        "feel free",
        "please let me",
        "thank you for",
        "would you like",
        "do you want",
        "is there anything",
        "anything else",
        "if you need",
        "if you have",
        "if you want",
        "ich hoffe",
        "lass mich wissen",
        "lassen sie mich",
        "falls du",
        "falls sie",
        "j'espère",
        "n'hésite",
        "n'hésitez",
        "faites-moi savoir",
        "espero que",
        "avísame",
        "hazme saber",
        "me avise",
        "spero che",
        "fammi sapere",
        "надеюсь",
        "дайте знать",
        "если",
        "希望",
        "如有",
        "如果您",
        "如果你",
        "何か",
        "궁금한",
    ])
});

/// Whether `text` starts with words that stand behind an answer: `Hope this helps!`.
pub(crate) fn is_closing(text: &str) -> bool {
    let text = text.trim_start_matches(|letter: char| !letter.is_alphanumeric());
    starts_with_any(text, &CLOSINGS)
}

/// Whether `text` starts with one of `all`, in any case.
pub(crate) fn starts_with_any(text: &str, all: &Words) -> bool {
    let mut near = all.near(text).iter();
    near.any(|words| starts_with_words(text, words))
}

/// Whether `text` starts with `words`, in any case, and the last of them ends there.
pub(crate) fn starts_with_words(text: &str, words: &str) -> bool {
    let mut rest = text.chars();
    for word in words.chars() {
        if !rest
            .next()
            .is_some_and(|letter| is_same_letter(letter, word))
        {
            return false;
        }
    }
    let spaced = |letter: char| letter.is_alphanumeric() && !is_unspaced(letter);
    let ends_spaced = words.chars().next_back().is_some_and(spaced);
    !(ends_spaced && rest.next().is_some_and(spaced))
}

fn is_same_letter(letter: char, other: char) -> bool {
    letter == other
        || if letter.is_ascii() || other.is_ascii() {
            letter.eq_ignore_ascii_case(&other)
        } else {
            letter.to_lowercase().eq(other.to_lowercase())
        }
}

/// A letter of a script that puts no blanks between words.
fn is_unspaced(letter: char) -> bool {
    matches!(letter, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{0e00}'..='\u{0e7f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_without_their_breaks() {
        let text = "x\na\r\n\nb";
        let found: Vec<&str> = lines(text, Span::new(2, text.len()))
            .map(|line| line.of(text))
            .collect();
        assert_eq!(found, ["a", "", "b"]);
    }

    #[test]
    fn a_sentence_ends_with_its_mark() {
        for text in ["Done.", "Is it so?", "\"Yes!\"", "**完了。**"] {
            assert!(ends_sentence(text), "{text}");
        }
        for text in ["name", "e.g.", "U.S.", "John F.", "3", "a:"] {
            assert!(!ends_sentence(text), "{text}");
        }
    }

    #[test]
    fn words_around_an_answer_are_told_in_several_languages() {
        for text in [
            "Sure, here you go",
            "**Here** is it",
            "Voici les données",
            "以下是数据",
            "다음은",
        ] {
            assert!(is_lead_in(text), "{text}");
        }
        for text in ["Surety, bond", "heredity", "name", "item", "Aquifer"] {
            assert!(!is_lead_in(text), "{text}");
        }
    }

    #[test]
    fn blanks_of_every_kind_are_trimmed() {
        let text = "x\u{a0} a b\u{feff}\ty";
        assert_eq!(trim(text, Span::new(1, text.len() - 1)).of(text), "a b");
        assert_eq!(trim("   ", Span::new(0, 3)).of("   "), "");
    }
}

//! Comparison of words as people type them: `HERE’S`, `Here's` and `here's` are the same, `Voila` and `voilà` too.

/// What stands behind `phrase` at the start of `text`; the phrase is in lower case.
pub(super) fn strip_phrase<'t>(text: &'t str, phrase: &str) -> Option<&'t str> {
    if differs_at_once(text, phrase) {
        return None;
    }
    let mut letters = text.chars();
    let mut rest = letters.as_str();
    for wanted in phrase.chars() {
        let found = fold(letters.find(|letter| !is_combining(*letter))?);
        if found != fold(wanted) {
            return None;
        }
        if found == ' ' {
            letters = letters.as_str().trim_start_matches(is_gap).chars();
        }
        rest = letters.as_str();
    }
    Some(rest.trim_start_matches(is_combining))
}

/// Whether the first bytes say already that the phrase is not there; most phrases go here.
fn differs_at_once(text: &str, phrase: &str) -> bool {
    let (Some(found), Some(wanted)) = (text.bytes().next(), phrase.bytes().next()) else {
        return text.len() < phrase.len();
    };
    // An accented letter of Latin may stand without its accent.
    let is_accented = |byte: u8| byte == 0xc3;
    found.is_ascii() && found.to_ascii_lowercase() != wanted && !is_accented(wanted)
}

/// Whether `list`, in which blanks stand between the words, has `word`.
pub(super) fn has_word(list: &str, word: &str) -> bool {
    let is_same = |listed: &str| strip_phrase(word, listed).is_some_and(str::is_empty);
    list.split_whitespace().any(is_same)
}

/// A blank within a line.
pub(super) fn is_gap(letter: char) -> bool {
    letter.is_whitespace() && !matches!(letter, '\n' | '\r')
}

/// The letter in lower case, without its accent.
fn fold(letter: char) -> char {
    match letter.to_lowercase().next().unwrap_or(letter) {
        '’' | '‘' | 'ʼ' | '´' | '`' => '\'',
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => 'a',
        'ç' | 'ć' => 'c',
        'è' | 'é' | 'ê' | 'ë' | 'ę' => 'e',
        'ì' | 'í' | 'î' | 'ï' => 'i',
        'ñ' | 'ń' => 'n',
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' => 'o',
        'ś' | 'ş' => 's',
        'ù' | 'ú' | 'û' | 'ü' => 'u',
        'ё' => 'е',
        'й' => 'и',
        blank if is_gap(blank) => ' ',
        other => other,
    }
}

fn is_combining(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_accents_and_apostrophes_do_not_count() {
        for text in ["Here’s it", "HERE'S it"] {
            assert_eq!(strip_phrase(text, "here's"), Some(" it"), "{text}");
        }
        for text in ["VOILÀ", "voila", "Voila\u{300}"] {
            assert_eq!(strip_phrase(text, "voilà"), Some(""), "{text}");
        }
        assert_eq!(strip_phrase("of \u{a0}course", "of course"), Some(""));
        assert_eq!(strip_phrase("ofcourse", "of course"), None);
        assert_eq!(strip_phrase("of", "of course"), None);
    }

    #[test]
    fn a_word_is_looked_up_whole() {
        assert!(has_word("la réponse", "RÉPONSE"));
        assert!(!has_word("la réponse", "réponses"));
    }
}

//! Words and marks that turn what stands near them into its opposite, in several languages: `not high`, `kein Fehler`,
//! `anything but high`, `high ではない`, `!high`.

/// Words that deny what stands near them.
const WORDS: &[&str] = &[
    // English
    "not",
    "no",
    "never",
    "none",
    "nor",
    "neither",
    "without",
    "non",
    "cannot",
    "cant",
    "wont",
    "isnt",
    "arent",
    "wasnt",
    "werent",
    "doesnt",
    "dont",
    "didnt",
    "aint",
    "instead",
    "rather",
    "except",
    "excluding",
    "unlike",
    "hardly",
    "barely",
    "scarcely",
    "wrong",
    "false",
    "incorrect",
    // German
    "nicht",
    "kein",
    "keine",
    "keinen",
    "keiner",
    "keinem",
    "keines",
    "nie",
    "niemals",
    "keineswegs",
    "keinesfalls",
    "mitnichten",
    "weder",
    "ohne",
    "kaum",
    "statt",
    "anstatt",
    "außer",
    // French
    "ne",
    "pas",
    "aucun",
    "aucune",
    "aucunement",
    "nullement",
    "jamais",
    "guère",
    "sans",
    "sauf",
    "hormis",
    // Spanish
    "nunca",
    "jamás",
    "ni",
    "sin",
    "tampoco",
    "ningún",
    "ninguno",
    "ninguna",
    "excepto",
    "salvo",
    // Italian
    "mai",
    "né",
    "senza",
    "nessun",
    "nessuno",
    "nessuna",
    "neanche",
    "nemmeno",
    "neppure",
    "tranne",
    // Portuguese
    "não",
    "nem",
    "sem",
    "nenhum",
    "nenhuma",
    "tampouco",
    "exceto",
    // Dutch
    "niet",
    "geen",
    "nooit",
    "zonder",
    "evenmin",
    "behalve",
    // Swedish, Danish, Norwegian, Finnish, Hungarian
    "inte",
    "ej",
    "aldrig",
    "ingen",
    "inget",
    "utan",
    "ikke",
    "aldri",
    "uden",
    "uten",
    "ei",
    "eivät",
    "nem",
    // Polish, Czech, Romanian, Turkish
    "nie",
    "nigdy",
    "bez",
    "není",
    "nikdy",
    "niciodată",
    "değil",
    "yok",
    // Russian, Ukrainian, Greek
    "не",
    "нет",
    "ни",
    "никогда",
    "нельзя",
    "без",
    "кроме",
    "ні",
    "δεν",
    "δε",
    "όχι",
    "μη",
    "μην",
    // Arabic, Hebrew, Hindi
    "ليس",
    "ليست",
    "لا",
    "غير",
    "لم",
    "لن",
    "לא",
    "אין",
    "नहीं",
    "मत",
    // Vietnamese, Indonesian
    "không",
    "chưa",
    "chẳng",
    "bukan",
    "tidak",
];

/// Words that deny what they are said of, and are choices themselves often enough.
const VERBS: &[&str] = &[
    "unlikely",
    "rarely",
    "seldom",
    "refuse",
    "refuses",
    "refused",
    "deny",
    "denies",
    "denied",
    "fail",
    "fails",
    "failed",
    "stop",
    "stops",
    "stopped",
    "lack",
    "lacks",
    "lacked",
    "lacking",
    "avoid",
    "avoids",
    "avoided",
    "exclude",
    "excludes",
    "excluded",
    "eliminated",
    "untrue",
    "opposite",
    "ausgeschlossen",
    "exclu",
    "exclue",
    "excluido",
    "excluida",
    "descartado",
    "descartada",
    "escluso",
    "esclusa",
    "excluído",
    "excluída",
    "uitgesloten",
    "исключено",
    "исключен",
    "исключён",
];

/// Words that say there is nothing of what stands behind them: `nada alto`; `low (nothing blocks)` denies nothing.
const NOTHING: &[&str] = &[
    "nothing",
    "nichts",
    "rien",
    "nada",
    "niente",
    "nulla",
    "niets",
    "intet",
    "ingenting",
    "nic",
    "ничего",
];

/// Several words that deny together.
const PHRASES: &[&str] = &[
    "anything but",
    "far from",
    "ruled out",
    "rule out",
    "rules out",
    "ruling out",
    "less than",
    "short of",
    "free of",
    "free from",
    "other than",
    "out of the question",
    "alles andere als",
    "weit entfernt von",
    "tout sauf",
    "loin de",
    "loin d'être",
    "au lieu de",
    "plutôt que",
    "todo menos",
    "lejos de",
    "en vez de",
    "en lugar de",
    "tutt'altro che",
    "lontano da",
    "invece di",
    "tudo menos",
    "longe de",
    "em vez de",
    "allesbehalve",
    "verre van",
    "in plaats van",
    "далеко не",
    "вместо",
];

/// Letters and marks that deny without blanks around them.
const SIGNS: [&str; 28] = [
    "不",
    "非",
    "没",
    "沒",
    "無",
    "无",
    "未",
    "否",
    "别",
    "勿",
    "ない",
    "なく",
    "ません",
    "아니",
    "아님",
    "아닌",
    "않",
    "없",
    "ไม่",
    "≠",
    "!=",
    "¬",
    "~~",
    "❌",
    "✗",
    "✘",
    "✖",
    "🚫",
];

/// Whether a word or mark of `text` denies.
pub(super) fn is_denial(text: &str) -> bool {
    let words = words(text);
    is_marked(text) || words.iter().any(|word| is_denial_word(word)) || has_phrase(&words)
}

/// Whether `text` denies what it is said of.
pub(super) fn is_denied(text: &str) -> bool {
    is_denial(text)
        || words(text)
            .iter()
            .any(|word| VERBS.contains(&word.as_str()))
}

/// Whether `text` denies what stands right behind it.
pub(super) fn denies_next(text: &str) -> bool {
    let says_nothing = |word: &String| NOTHING.contains(&word.as_str());
    is_denied(text) || text.ends_with('!') || words(text).iter().any(says_nothing)
}

fn is_marked(text: &str) -> bool {
    SIGNS.iter().any(|sign| text.contains(sign))
}

fn words(text: &str) -> Vec<String> {
    let is_apart = |letter: char| !(letter.is_alphanumeric() || letter == '\'' || letter == '’');
    let words = text.split(is_apart).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

fn is_denial_word(word: &str) -> bool {
    WORDS.contains(&word) || word.ends_with("n't") || word.ends_with("n’t")
}

fn has_phrase(words: &[String]) -> bool {
    let text = format!(" {} ", words.join(" ").replace('’', "'"));
    PHRASES.iter().any(|phrase| {
        let mut places = text.match_indices(phrase);
        places.any(|(at, found)| {
            is_blank(&text, at.checked_sub(1)) && is_blank(&text, Some(at + found.len()))
        })
    })
}

fn is_blank(text: &str, at: Option<usize>) -> bool {
    at.is_some_and(|at| text.as_bytes().get(at) == Some(&b' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_deny_and_their_parts_do_not() {
        for text in [
            "It is not high",
            "isn't",
            "kein",
            "far from",
            "Anything but",
            "ist alles andere als",
            "ではない",
            "아님",
            "нельзя",
            "n’est aucunement",
            "❌",
            "was denied",
            "tutt'altro che",
        ] {
            assert!(is_denied(text), "{text}");
        }
        for text in [
            "notable",
            "nothing",
            "the knot",
            "high!",
            "far away from",
            "nicer",
            "penalty",
        ] {
            assert!(!is_denied(text), "{text}");
        }
    }

    #[test]
    fn what_stands_before_a_choice_denies_it_more_easily() {
        assert!(denies_next("nada ") && denies_next("!") && denies_next("nothing"));
        assert!(!denies_next("Great! ") && !denies_next("it is "));
    }

    #[test]
    fn a_choice_may_be_a_word_that_denies_others() {
        assert!(is_denial("no") && is_denial("none") && !is_denial("denied"));
    }
}

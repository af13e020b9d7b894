//! Words that a sentence before YAML starts with, and labels of remarks: `Here is the list:`, `Note: this is …`.

/// How a sentence that leads to a value starts, in lower case.
const LEAD_INS: [&str; 79] = [
    "here is",
    "here are",
    "here's",
    "here’s",
    "here you go",
    "here it is",
    "sure",
    "certainly",
    "of course",
    "absolutely",
    "below is",
    "below are",
    "see below",
    "the following",
    "as requested",
    "this is the",
    "this is your",
    "i've",
    "i have",
    "my answer",
    "okay",
    "ok",
    "hier ist",
    "hier sind",
    "hier kommt",
    "hier die",
    "hier das",
    "gerne",
    "natürlich",
    "klar",
    "im folgenden",
    "nachfolgend",
    "die folgende",
    "voici",
    "voilà",
    "bien sûr",
    "ci-dessous",
    "d'accord",
    "aquí",
    "aqui",
    "claro",
    "a continuación",
    "por supuesto",
    "estos son",
    "este es",
    "segue",
    "abaixo",
    "com certeza",
    "ecco",
    "certo",
    "di seguito",
    "certamente",
    "qui sotto",
    "вот",
    "конечно",
    "ниже",
    "хорошо",
    "следующ",
    "以下",
    "下面",
    "这是",
    "這是",
    "好的",
    "当然",
    "當然",
    "如下",
    "以下の",
    "こちら",
    "これが",
    "はい",
    "了解",
    "もちろん",
    "다음",
    "아래",
    "여기",
    "물론",
    "네,",
    "이것은",
    "알겠",
];

/// How a sentence behind a value starts, in lower case.
const LEAD_OUTS: [&str; 30] = [
    "hope this",
    "hope that",
    "i hope",
    "let me know",
    "please let",
    "feel free",
    "if you",
    "anything else",
    "is there",
    "would you",
    "do you",
    "you can",
    "ich hoffe",
    "lass mich",
    "lassen sie",
    "falls du",
    "wenn sie",
    "möchten sie",
    "j'espère",
    "n'hésitez",
    "faites-moi",
    "espero",
    "avísame",
    "si necesitas",
    "se precisar",
    "spero",
    "fammi",
    "fatemi",
    "надеюсь",
    "если ",
];

/// Labels of what is said beside the data, in lower case.
const REMARKS: [&str; 34] = [
    "note",
    "notes",
    "please note",
    "sure",
    "sorry",
    "disclaimer",
    "caution",
    "unfortunately",
    "hint",
    "tip",
    "ps",
    "p.s.",
    "apologies",
    "important",
    "hinweis",
    "anmerkung",
    "achtung",
    "wichtig",
    "remarque",
    "attention",
    "nota",
    "aviso",
    "importante",
    "atención",
    "atenção",
    "attenzione",
    "примечание",
    "внимание",
    "注意",
    "备注",
    "注",
    "注記",
    "참고",
    "주의",
];

/// Whether `text` starts like a sentence that leads to a value.
pub(super) fn is_lead_in(text: &str) -> bool {
    LEAD_INS
        .iter()
        .any(|phrase| starts_with_phrase(text, phrase))
}

/// Whether `text` starts like a sentence that follows a value.
pub(super) fn is_lead_out(text: &str) -> bool {
    LEAD_OUTS
        .iter()
        .any(|phrase| starts_with_phrase(text, phrase))
}

/// Whether `key` is the label of a remark.
pub(super) fn is_remark(key: &str) -> bool {
    let key = key.trim_matches(['*', '_', ' ', ':', '`']);
    REMARKS.iter().any(|remark| is_same(key, remark))
}

/// In any case, and up to the end of a word where words have one.
fn starts_with_phrase(text: &str, phrase: &str) -> bool {
    let mut letters = text.chars();
    let mut lower = phrase.chars();
    let is_same = lower.all(|wanted| {
        letters
            .next()
            .is_some_and(|letter| is_same_letter(letter, wanted))
    });
    let goes_on = letters
        .next()
        .is_some_and(|next| next.is_alphanumeric() || matches!(next, '_' | '-'));
    is_same && (!goes_on || !phrase.is_ascii())
}

fn is_same(text: &str, lower: &str) -> bool {
    let mut letters = text.chars();
    lower.chars().all(|wanted| {
        letters
            .next()
            .is_some_and(|letter| is_same_letter(letter, wanted))
    }) && letters.next().is_none()
}

fn is_same_letter(letter: char, lower: char) -> bool {
    letter.to_lowercase().eq([lower])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lead_ins_of_many_languages_are_known() {
        for text in [
            "Here is the YAML",
            "Hier ist die Liste",
            "Voici le résultat",
            "Aquí está",
            "Вот список",
            "以下是结果",
            "こちらが結果",
        ] {
            assert!(is_lead_in(text), "{text}");
        }
        for text in ["heresy", "surename", "hierarchy", "name", "okay_count"] {
            assert!(!is_lead_in(text), "{text}");
        }
    }

    #[test]
    fn remarks_are_known_in_any_case() {
        assert!(is_remark("NOTE") && is_remark("**Hinweis**") && is_remark("注意"));
        assert!(!is_remark("notes_field") && !is_remark("answer"));
    }
}

//! Words that turn what stands near them into its opposite, in several languages: `not high`, `kein Fehler`.

const WORDS: [&str; 45] = [
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
    "doesnt",
    "dont",
    "didnt",
    "instead",
    "rather",
    "except",
    "excluding",
    "unlike",
    "hardly",
    "barely",
    "wrong",
    "false",
    "incorrect",
    "nicht",
    "kein",
    "keine",
    "keinen",
    "nie",
    "weder",
    "ohne",
    "pas",
    "aucun",
    "jamais",
    "sans",
    "nunca",
    "ni",
    "sin",
    "não",
    "nem",
    "niet",
    "geen",
];

/// Letters that deny without blanks around them.
const SIGNS: [char; 6] = ['不', '非', '没', '無', '无', '未'];

/// Whether a word of `text` denies something.
pub(super) fn is_denied(text: &str) -> bool {
    let mut words =
        text.split(|letter: char| !(letter.is_alphanumeric() || letter == '\'' || letter == '’'));
    text.contains(SIGNS) || words.any(is_denial)
}

fn is_denial(word: &str) -> bool {
    let word = word.to_lowercase();
    WORDS.contains(&word.as_str()) || word.ends_with("n't") || word.ends_with("n’t")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_deny_and_their_parts_do_not() {
        assert!(is_denied("It is not high") && is_denied("isn't") && is_denied("kein"));
        assert!(!is_denied("notable") && !is_denied("nothing") && !is_denied("the knot"));
    }
}

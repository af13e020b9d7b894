//! Other spellings of a choice: `inProgress` for `in_progress`, `won't fix` for `wont_fix`.

/// Longer choices have no other spellings.
const LONGEST: usize = 64;

/// Shorter words that are joined are easily another word.
const SHORTEST: usize = 5;

const CONTRACTIONS: &[&str] = &["wont", "dont", "cant", "isnt", "doesnt", "didnt", "wouldnt"];

/// The other spellings of all choices, with the number of the choice.
pub(super) fn of_all<'l>(labels: impl Iterator<Item = &'l str>) -> Vec<(usize, String)> {
    let all = labels.enumerate();
    all.flat_map(|(choice, label)| of(label).into_iter().map(move |other| (choice, other)))
        .collect()
}

fn of(label: &str) -> Vec<String> {
    let label = label.trim();
    if !label.is_ascii() || label.len() > LONGEST {
        return Vec::new();
    }
    if label.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return contraction(label).into_iter().collect();
    }
    let words = words(label);
    let mut others = Vec::new();
    if words.len() > 1 {
        let joined = words.concat();
        let is_word = joined.bytes().all(|byte| byte.is_ascii_alphanumeric());
        others.extend(Some(joined).filter(|joined| is_word && joined.len() >= SHORTEST));
        others.push(words.join(" "));
    }
    if words.iter().any(|word| contraction(word).is_some()) {
        let words = words
            .iter()
            .map(|word| contraction(word).unwrap_or(word.clone()));
        others.push(words.collect::<Vec<String>>().join(" "));
    }
    if label.contains('\'') {
        others.push(label.replace('\'', ""));
    }
    others
}

/// `wont` is `won't`.
fn contraction(word: &str) -> Option<String> {
    let is_known = CONTRACTIONS
        .iter()
        .any(|known| known.eq_ignore_ascii_case(word));
    let stem = word.get(..word.len().saturating_sub(1))?;
    is_known.then(|| format!("{stem}'t"))
}

/// The words of `in_progress`, `inProgress` and `progress1`; nothing if something else stands between them.
fn words(label: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = None;
    for letter in label.chars() {
        let is_start = before.is_none_or(|before| starts_word(before, letter));
        before = Some(letter);
        if matches!(letter, '_' | '-' | ' ') {
            continue;
        }
        if !letter.is_ascii_alphanumeric() {
            return Vec::new();
        }
        match words.last_mut().filter(|_| !is_start) {
            Some(word) => word.push(letter),
            None => words.push(letter.to_string()),
        }
    }
    let is_split = words.len() > 1;
    let is_label = |word: &String| word.len() > 1 || word.bytes().all(|byte| byte.is_ascii_digit());
    if is_split && words.iter().all(is_label) {
        words
    } else {
        vec![label.to_owned()]
    }
}

fn starts_word(before: char, letter: char) -> bool {
    matches!(before, '_' | '-' | ' ')
        || before.is_ascii_lowercase() && letter.is_ascii_uppercase()
        || before.is_ascii_alphabetic() && letter.is_ascii_digit()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_joined_and_cut() {
        assert_eq!(of("inProgress"), ["inProgress", "in Progress"]);
        assert_eq!(of("LABEL_1"), ["LABEL1", "LABEL 1"]);
        assert_eq!(of("wont_fix"), ["wontfix", "wont fix", "won't fix"]);
        assert_eq!(of("won't fix"), ["wont fix"]);
        assert!(of("B2").is_empty() && of("iOS").is_empty() && of("3.5-turbo").is_empty());
    }
}

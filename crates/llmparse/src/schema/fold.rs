//! Names without case and separators: `first_name`, `First Name` and `firstName` are one.

/// `name` in lower case and without separators; one between two digits is no separator, nor is a leading minus.
pub(crate) fn fold(name: &str) -> String {
    let mut folded = String::with_capacity(name.len());
    if name
        .bytes()
        .all(|byte| byte.is_ascii_alphabetic() || byte == b'_')
    {
        let letters = name.bytes().filter(|byte| *byte != b'_');
        folded.extend(letters.map(|byte| char::from(byte.to_ascii_lowercase())));
        return folded;
    }
    let mut is_apart = false;
    for letter in name.trim().chars() {
        let is_minus = letter == '-' && folded.is_empty();
        if is_separator(letter) && !is_minus {
            is_apart = true;
            continue;
        }
        let joins_digits = is_apart && letter.is_numeric() && folded.ends_with(char::is_numeric);
        if joins_digits {
            folded.push('_');
        }
        folded.extend(letter.to_lowercase());
        is_apart = false;
    }
    folded
}

fn is_separator(letter: char) -> bool {
    matches!(letter, '_' | '-' | '\u{2010}' | '\u{2011}') || letter.is_whitespace()
}

/// How many edits apart two names are, if that is at most `most`; neighbours in another order are one edit.
pub(crate) fn distance(left: &str, right: &str, most: usize) -> Option<usize> {
    let length = |name: &str| name.chars().count();
    if length(left).abs_diff(length(right)) > most {
        return None;
    }
    Some(strsim::osa_distance(left, right)).filter(|distance| *distance <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_separators_do_not_count() {
        for name in ["first_name", "First Name", "firstName", "FIRST-NAME"] {
            assert_eq!(fold(name), "firstname");
        }
        assert_ne!(fold("first.name"), "firstname");
        assert_eq!(fold("class-2"), fold("class2"));
    }

    #[test]
    fn numbers_are_not_made_of_others() {
        assert_eq!(fold("1-2"), fold("1 2"));
        assert_ne!(fold("1-2"), fold("12"));
        assert_ne!(fold("-1"), fold("1"));
    }

    #[test]
    fn neighbours_in_another_order_are_one_edit() {
        assert_eq!(distance("poisitve", "positive", 2), Some(2));
        assert_eq!(distance("hgih", "high", 1), Some(1));
        assert_eq!(distance("a", "abc", 1), None);
    }
}

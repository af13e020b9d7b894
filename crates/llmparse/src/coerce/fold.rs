//! Names without case and separators: `first_name`, `First Name` and `firstName` are one.

/// The letters and digits of `name` in lower case.
pub(super) fn fold(name: &str) -> String {
    let is_separator = |letter: &char| {
        matches!(letter, '_' | '-' | '\u{2010}' | '\u{2011}') || letter.is_whitespace()
    };
    let letters = name.chars().filter(|letter| !is_separator(letter));
    letters.flat_map(char::to_lowercase).collect()
}

/// How many edits apart two names are, if that is at most `most`; neighbours in another order are one edit.
pub(super) fn distance(left: &str, right: &str, most: usize) -> Option<usize> {
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
    }

    #[test]
    fn neighbours_in_another_order_are_one_edit() {
        assert_eq!(distance("poisitve", "positive", 2), Some(2));
        assert_eq!(distance("hgih", "high", 1), Some(1));
        assert_eq!(distance("a", "abc", 1), None);
    }
}

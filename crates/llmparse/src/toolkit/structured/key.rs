//! Which spellings of a name are the same: `First Name`, `first_name`, `firstName`.

/// `name` without its case and without the blanks, hyphens and underscores in it.
pub(super) fn fold(name: &str) -> String {
    let letters = name
        .chars()
        .filter(|letter| !letter.is_whitespace() && !matches!(letter, '_' | '-'));
    letters.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_a_name_are_the_same() {
        for name in [
            "first_name",
            "First Name",
            "first-name",
            "firstName",
            " FIRST NAME",
        ] {
            assert_eq!(fold(name), "firstname");
        }
        assert_ne!(fold("name"), fold("names"));
    }
}

//! Literals of other languages: `True`, `None`, `undefined`, `NaN`, and literals that the end of the text cut off.

/// What a bare word stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Literal {
    True,
    False,
    Null,
    NonFinite,
}

impl Literal {
    /// JSON's spelling.
    pub(crate) fn json(self) -> &'static str {
        match self {
            Self::True => "true",
            Self::False => "false",
            Self::Null | Self::NonFinite => "null",
        }
    }
}

/// The literal that `word` is in JSON, Python, JavaScript, Ruby or Go.
pub(crate) fn read_literal(word: &str) -> Option<Literal> {
    match word {
        "None" | "NONE" | "nil" | "undefined" => return Some(Literal::Null),
        _ if word.eq_ignore_ascii_case("true") => return Some(Literal::True),
        _ if word.eq_ignore_ascii_case("false") => return Some(Literal::False),
        _ if word.eq_ignore_ascii_case("null") => return Some(Literal::Null),
        _ => {}
    }
    let unsigned = word.strip_prefix(['-', '+']).unwrap_or(word);
    match unsigned {
        "NaN" | "nan" | "NAN" | "Infinity" | "infinity" | "inf" | "Inf" | "INF" => {
            Some(Literal::NonFinite)
        }
        _ => None,
    }
}

/// The literal that `word`, which the end of the text may have cut off, starts.
pub(crate) fn complete_literal(word: &str) -> Option<Literal> {
    const LITERALS: [(&str, Literal); 8] = [
        ("true", Literal::True),
        ("false", Literal::False),
        ("null", Literal::Null),
        ("True", Literal::True),
        ("False", Literal::False),
        ("None", Literal::Null),
        ("undefined", Literal::Null),
        ("NaN", Literal::NonFinite),
    ];
    LITERALS
        .iter()
        .find(|(whole, _)| !word.is_empty() && whole.starts_with(word))
        .map(|&(_, literal)| literal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_only_begin_like_a_literal_are_words() {
        assert_eq!(read_literal("nullable"), None);
        assert_eq!(read_literal("trueish"), None);
        assert_eq!(read_literal("none"), None);
        assert_eq!(read_literal("TRUE"), Some(Literal::True));
        assert_eq!(read_literal("-inf"), Some(Literal::NonFinite));
    }

    #[test]
    fn a_cut_off_literal_is_completed() {
        assert_eq!(complete_literal("tr"), Some(Literal::True));
        assert_eq!(complete_literal("Fals"), Some(Literal::False));
        assert_eq!(complete_literal("n"), Some(Literal::Null));
        assert_eq!(complete_literal("tea"), None);
    }
}

//! Texts cut to a number of characters: `A cat sleeps on a sofa` to 14 gives `A cat sleeps…`.

use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation};

const ELLIPSIS: char = '…';

/// The start of `text`, whole graphemes of it, with at most `limit` characters.
pub(crate) fn cut_at_grapheme(text: &str, limit: usize) -> &str {
    let Some((end, _)) = text.char_indices().nth(limit) else {
        return text;
    };
    let mut graphemes = text.grapheme_indices(true);
    let first_out = graphemes.find(|(start, grapheme)| start + grapheme.len() > end);
    first_out
        .and_then(|(start, _)| text.get(..start))
        .unwrap_or_default()
}

/// The start of `text`, whole words of it, with at most `limit` characters; a cut is marked by an ellipsis where
/// there is room for it. Text without blanks is cut between its signs, and a word that is too long between graphemes.
pub(crate) fn cut_at_word(text: &str, limit: usize) -> String {
    let start = cut_at_grapheme(text, limit);
    if start.len() == text.len() {
        return text.to_owned();
    }
    let words = find_last_word_end(text, start.len()).and_then(|end| text.get(..end));
    let mut cut = words.unwrap_or(start).trim_end().to_owned();
    if cut.chars().count() < limit {
        cut.push(ELLIPSIS);
    }
    cut
}

/// The last place up to `limit` where a word ends, if not all of that is one word.
fn find_last_word_end(text: &str, limit: usize) -> Option<usize> {
    text.split_word_bound_indices()
        .map(|(start, _)| start)
        .take_while(|bound| *bound <= limit)
        .filter(|bound| ends_word(text, *bound))
        .last()
}

/// Whether a reader sees the end of a word at `bound`: a blank stands there, or the script has none, as in `写真を`.
/// `well-known` and `a.b/c` are one word.
fn ends_word(text: &str, bound: usize) -> bool {
    let (before, after) = text.split_at_checked(bound).unwrap_or_default();
    let (Some(before), Some(after)) = (before.chars().next_back(), after.chars().next()) else {
        return false;
    };
    let has_blank = before.is_whitespace() || after.is_whitespace();
    has_blank || !before.is_ascii() && !after.is_ascii() && is_grapheme_bound(text, bound)
}

fn is_grapheme_bound(text: &str, at: usize) -> bool {
    let mut cursor = GraphemeCursor::new(at, text.len(), true);
    cursor.is_boundary(text, 0).unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::{cut_at_grapheme, cut_at_word};
    use proptest::prelude::*;
    use unicode_segmentation::UnicodeSegmentation;

    #[test]
    fn a_text_that_fits_is_left_as_it_is() {
        assert_eq!(cut_at_word("A cat.", 6), "A cat.");
        assert_eq!(cut_at_grapheme("A cat.", 6), "A cat.");
        assert_eq!(cut_at_word("", 0), "");
    }

    #[test]
    fn a_word_that_ends_at_the_limit_is_kept() {
        assert_eq!(cut_at_word("one two three", 7), "one two");
        assert_eq!(cut_at_word("one two three", 8), "one two…");
        assert_eq!(cut_at_word("one two three", 9), "one two…");
        assert_eq!(cut_at_word("one two three", 6), "one…");
    }

    #[test]
    fn any_blank_ends_a_word() {
        for blank in ["\n", "\t", "\u{a0}", "\u{2003}", "\u{3000}", " \r\n "] {
            assert_eq!(
                cut_at_word(&format!("one{blank}three"), 7),
                "one…",
                "{blank:?}"
            );
        }
    }

    #[test]
    fn text_without_blanks_is_cut_between_its_signs() {
        assert_eq!(cut_at_word("海辺に立つ女性の写真", 5), "海辺に立つ");
        assert_eq!(
            cut_at_word("A photo: 海辺に立つ女性", 12),
            "A photo: 海辺に"
        );
        assert_eq!(cut_at_word("コンピューターの写真", 5), "コンピュー");
    }

    #[test]
    fn a_word_with_marks_inside_is_one() {
        assert_eq!(cut_at_word("a well-known place", 8), "a…");
        assert_eq!(cut_at_word("it doesn't matter", 8), "it…");
    }

    #[test]
    fn a_word_that_is_too_long_is_cut_between_graphemes() {
        assert_eq!(cut_at_word("abcdefgh", 5), "abcde");
        assert_eq!(
            cut_at_word("e\u{301}e\u{301}e\u{301}", 5),
            "e\u{301}e\u{301}…"
        );
    }

    #[test]
    fn a_grapheme_is_never_split() {
        let family = "👨‍👩‍👧";
        assert_eq!(cut_at_grapheme(&format!("{family}{family}"), 7), family);
        assert_eq!(cut_at_grapheme(family, 3), "");
        assert_eq!(cut_at_grapheme("🇩🇪🇫🇷", 3), "🇩🇪");
    }

    proptest! {
        #[test]
        fn a_cut_keeps_the_limit_and_whole_graphemes(text in "\\PC{0,40}|[a-z \u{301}一क्ष\u{200d}👩]{0,40}", limit in 0_usize..30) {
            for cut in [cut_at_word(&text, limit), cut_at_grapheme(&text, limit).to_owned()] {
                prop_assert!(cut.chars().count() <= limit);
                let kept = if text.starts_with(&cut) { &cut } else { cut.trim_end_matches('…') };
                prop_assert!(text.starts_with(kept));
                let is_bound = kept.len() == text.len()
                    || text.grapheme_indices(true).any(|(start, _)| start == kept.len());
                prop_assert!(is_bound, "{text:?} cut to {cut:?}");
            }
        }
    }
}

//! A long text cut down to a bound: `start` and `end` with a mark between them, or the start alone.

/// `text`, the middle left out if it has more than `limit` characters; a mark says how many are.
pub(crate) fn cut_middle(text: &str, limit: usize) -> String {
    let count = text.chars().count();
    if count <= limit {
        return text.to_owned();
    }
    let kept = limit / 2;
    let head = char_offset(text, kept);
    let tail = char_offset(text, count - (limit - kept));
    let left_out = count - limit;
    format!(
        "{}\n[... {left_out} characters left out ...]\n{}",
        text.get(..head).unwrap_or_default(),
        text.get(tail..).unwrap_or_default()
    )
}

/// The first `limit` characters of `text`, with `...` if there are more.
pub(crate) fn cut_end(text: &str, limit: usize) -> String {
    let head = char_offset(text, limit);
    let mark = if head < text.len() { "..." } else { "" };
    format!("{}{mark}", text.get(..head).unwrap_or_default())
}

/// Where the character number `index` starts.
fn char_offset(text: &str, index: usize) -> usize {
    text.char_indices()
        .nth(index)
        .map_or(text.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_stays() {
        assert_eq!(cut_middle("äöü", 3), "äöü");
        assert_eq!(cut_end("äöü", 3), "äöü");
    }

    #[test]
    fn start_and_end_of_a_long_text_are_kept() {
        let wanted = "ab\n[... 2 characters left out ...]\nef";
        assert_eq!(cut_middle("abcdef", 4), wanted);
        assert_eq!(cut_end("äöüß", 2), "äö...");
    }
}

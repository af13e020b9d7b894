//! Looks at the characters around a place of a text: the letter before `@`, whether `ab` goes on behind `a`.

/// Scripts whose words stand without blanks between them.
pub(super) fn is_unspaced(letter: char) -> bool {
    matches!(letter, '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Whether `letter` is part of a word that goes on until a blank or a mark.
pub(super) fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() && !is_unspaced(letter)
}

pub(super) fn char_before(text: &str, at: usize) -> Option<char> {
    text.get(..at)?.chars().next_back()
}

pub(super) fn char_at(text: &str, at: usize) -> Option<char> {
    text.get(at..)?.chars().next()
}

/// At most `len` bytes before `at`, and none of another line.
pub(super) fn line_before(text: &str, at: usize, len: usize) -> &str {
    let before = text.get(..at).unwrap_or_default();
    let mut start = at.saturating_sub(len);
    while !before.is_char_boundary(start) {
        start += 1;
    }
    let window = before.get(start..).unwrap_or_default();
    let line = window.rfind('\n').map_or(0, |newline| newline + 1);
    window.get(line..).unwrap_or_default()
}

/// Where the run of characters from `at` on that `is` holds for ends, at most `limit` bytes on.
pub(super) fn run_end(text: &str, at: usize, limit: usize, is: impl Fn(char) -> bool) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let mut letters = rest.char_indices();
    let end = letters.find(|(index, letter)| *index >= limit || !is(*letter));
    at + end.map_or(rest.len(), |(index, _)| index)
}

/// Whether `word` stands at `at` in any case of ASCII.
pub(super) fn has_word(text: &str, at: usize, word: &str) -> bool {
    let found = text.get(at..at + word.len());
    found.is_some_and(|found| found.eq_ignore_ascii_case(word))
}

/// Skips blanks, at most `limit` bytes, and no line break.
pub(super) fn skip_blanks(text: &str, at: usize, limit: usize) -> usize {
    run_end(text, at, limit, |letter| {
        letter.is_whitespace() && letter != '\n'
    })
}

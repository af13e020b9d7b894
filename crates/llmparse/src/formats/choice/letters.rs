//! Letters as words are compared by: `STRASSE`, `straße` and `ＳＴＲＡＳＳＥ` fold to the same letters.

/// What a character is to a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// A letter or digit of a script that sets blanks between words.
    Letter,
    /// Katakana, whose words stand between other scripts.
    Katakana,
    /// A letter of a script without blanks, or of one that glues endings to words: a word on its own.
    Single,
    /// A mark on the letter before it.
    Mark,
    /// Not to be seen: joiners, variation selectors, marks of direction.
    Ignored,
    Blank,
    Line,
    Symbol,
}

/// Han, Hiragana, Thai and Lao, Myanmar, Khmer, Hangul, and Han again.
const SINGLE: [(char, char); 10] = [
    ('\u{e01}', '\u{eff}'),
    ('\u{1000}', '\u{109f}'),
    ('\u{1780}', '\u{17ff}'),
    ('\u{3005}', '\u{3007}'),
    ('\u{3041}', '\u{309f}'),
    ('\u{3400}', '\u{4dbf}'),
    ('\u{4e00}', '\u{9fff}'),
    ('\u{ac00}', '\u{d7a3}'),
    ('\u{f900}', '\u{faff}'),
    ('\u{20000}', '\u{3fffd}'),
];

const KATAKANA: [(char, char); 4] = [
    ('\u{30a1}', '\u{30fa}'),
    ('\u{30fc}', '\u{30ff}'),
    ('\u{31f0}', '\u{31ff}'),
    ('\u{ff66}', '\u{ff9f}'),
];

const MARKS: [(char, char); 27] = [
    ('\u{300}', '\u{36f}'),
    ('\u{483}', '\u{489}'),
    ('\u{591}', '\u{5c7}'),
    ('\u{610}', '\u{61a}'),
    ('\u{64b}', '\u{65f}'),
    ('\u{670}', '\u{670}'),
    ('\u{6d6}', '\u{6ed}'),
    ('\u{900}', '\u{903}'),
    ('\u{93a}', '\u{93c}'),
    ('\u{93e}', '\u{94f}'),
    ('\u{981}', '\u{983}'),
    ('\u{9bc}', '\u{9cd}'),
    ('\u{a3c}', '\u{a4d}'),
    ('\u{abc}', '\u{acd}'),
    ('\u{b3c}', '\u{b4d}'),
    ('\u{bbe}', '\u{bcd}'),
    ('\u{c3e}', '\u{c4d}'),
    ('\u{cbc}', '\u{ccd}'),
    ('\u{d3b}', '\u{d4d}'),
    ('\u{e31}', '\u{e31}'),
    ('\u{e34}', '\u{e3a}'),
    ('\u{e47}', '\u{e4e}'),
    ('\u{eb1}', '\u{ebc}'),
    ('\u{1ab0}', '\u{1aff}'),
    ('\u{1dc0}', '\u{1dff}'),
    ('\u{3099}', '\u{309a}'),
    ('\u{fe20}', '\u{fe2f}'),
];

const IGNORED: [(char, char); 6] = [
    ('\u{ad}', '\u{ad}'),
    ('\u{200c}', '\u{200f}'),
    ('\u{202a}', '\u{202e}'),
    ('\u{2060}', '\u{2069}'),
    ('\u{20e3}', '\u{20e3}'),
    ('\u{fe00}', '\u{fe0f}'),
];

/// The digit nought of scripts whose digits are read as `0` to `9`.
const NOUGHTS: [char; 5] = ['\u{660}', '\u{6f0}', '\u{966}', '\u{9e6}', '\u{e50}'];

/// An accent, and letters without and with it.
const ACCENTS: [(char, &str, &str); 9] = [
    ('\u{300}', "aeiou", "àèìòù"),
    ('\u{301}', "aeiouyαεηιουω", "áéíóúýάέήίόύώ"),
    ('\u{302}', "aeiou", "âêîôû"),
    ('\u{303}', "ano", "ãñõ"),
    ('\u{306}', "agи", "ăğй"),
    ('\u{308}', "aeiouе", "äëïöüё"),
    ('\u{30a}', "au", "åů"),
    ('\u{30c}', "cdenrstz", "čděňřšťž"),
    ('\u{327}', "cs", "çş"),
];

fn is_in(ranges: &[(char, char)], letter: char) -> bool {
    let after = ranges.partition_point(|&(first, _)| first <= letter);
    let range = after.checked_sub(1).and_then(|index| ranges.get(index));
    range.is_some_and(|&(_, last)| letter <= last)
}

pub(super) fn class(letter: char) -> Class {
    if letter.is_ascii() {
        return ascii_class(letter);
    }
    if is_common(letter) {
        Class::Letter
    } else if is_in(&MARKS, letter) {
        Class::Mark
    } else if is_ignored(letter) {
        Class::Ignored
    } else if is_in(&SINGLE, letter) {
        Class::Single
    } else if is_in(&KATAKANA, letter) {
        Class::Katakana
    } else if matches!(letter, '\u{85}' | '\u{2028}' | '\u{2029}') {
        Class::Line
    } else if letter.is_whitespace() || letter == '\u{200b}' {
        Class::Blank
    } else if letter.is_alphanumeric() {
        Class::Letter
    } else {
        Class::Symbol
    }
}

/// Letters of Latin, Greek and Cyrillic, which are asked for most.
fn is_common(letter: char) -> bool {
    matches!(letter, '\u{c0}'..='\u{24f}' | '\u{391}'..='\u{3a1}' | '\u{3a3}'..='\u{3ce}' | '\u{400}'..='\u{481}' | '\u{1e00}'..='\u{1eff}')
        && !matches!(letter, '×' | '÷')
}

fn is_ignored(letter: char) -> bool {
    letter >= '\u{ad}' && !is_common(letter) && (is_in(&IGNORED, letter) || letter == '\u{feff}')
}

fn ascii_class(letter: char) -> Class {
    match letter {
        '0'..='9' | 'a'..='z' | 'A'..='Z' => Class::Letter,
        '\n' => Class::Line,
        ' ' | '\t' | '\r' | '\u{b}' | '\u{c}' => Class::Blank,
        _ => Class::Symbol,
    }
}

pub(super) fn is_hangul(letter: char) -> bool {
    matches!(letter, '\u{ac00}'..='\u{d7a3}')
}

pub(super) fn is_hiragana(letter: char) -> bool {
    matches!(letter, '\u{3041}'..='\u{309f}')
}

/// Whether `letter` stands in a script without blanks, whose single letters are not words: Han, Thai.
pub(super) fn is_sign(letter: char) -> bool {
    matches!(class(letter), Class::Single | Class::Mark)
        && !is_hangul(letter)
        && !is_hiragana(letter)
        && letter > '\u{e00}'
}

/// Whether `letter` belongs to a word of any script.
pub(super) fn is_of_word(letter: char) -> bool {
    matches!(
        class(letter),
        Class::Letter | Class::Katakana | Class::Single | Class::Mark
    )
}

/// The start of a hash; [`mix`] adds the folded letters.
pub(super) const SEED: u64 = 0x243f_6a88_85a3_08d3;

#[inline]
pub(super) fn mix(hash: u64, letter: char) -> u64 {
    (hash.rotate_left(5) ^ u64::from(letter)).wrapping_mul(0x517c_c1b7_2722_0a95)
}

/// The hash of the folded letters of `word`.
pub(super) fn hash(word: &str) -> u64 {
    let mut hash = SEED;
    fold(word, |letter| hash = mix(hash, letter));
    hash
}

/// `word` in the form in which words are compared.
pub(super) fn folded(word: &str) -> String {
    let mut folded = String::with_capacity(word.len());
    fold(word, |letter| folded.push(letter));
    folded
}

/// Gives the folded letters of `word` one by one: no case, no width, accents put on their letters.
pub(super) fn fold(word: &str, mut sink: impl FnMut(char)) {
    if word == "&" {
        return "and".chars().for_each(sink);
    }
    if word.is_ascii() {
        return word
            .bytes()
            .for_each(|byte| sink(char::from(byte.to_ascii_lowercase())));
    }
    let mut held = None;
    for letter in word.chars().filter(|&letter| !is_ignored(letter)) {
        let (first, second) = fold_letter(letter);
        for next in [Some(first), second].into_iter().flatten() {
            held = match held.map(|before| (before, compose(before, next))) {
                Some((_, Some(one))) => Some(one),
                Some((before, None)) => {
                    sink(before);
                    Some(next)
                }
                None => Some(next),
            };
        }
    }
    held.into_iter().for_each(sink);
}

/// `e` and an accent are `é`; the dot that is left of `İ` goes.
fn compose(before: char, next: char) -> Option<char> {
    // The accents, and the dot.
    if !('\u{300}'..='\u{327}').contains(&next) {
        return None;
    }
    if (before, next) == ('i', '\u{307}') {
        return Some('i');
    }
    let (_, plain, accented) = ACCENTS.iter().find(|(accent, ..)| *accent == next)?;
    let found = plain
        .chars()
        .zip(accented.chars())
        .find(|(plain, _)| *plain == before);
    found.map(|(_, accented)| accented)
}

/// Letters of Latin and Cyrillic that fold to one of the same length, which are asked for most: `É`, `ł`, `Ж`.
#[inline]
pub(super) fn fold_simple(letter: char) -> Option<char> {
    let code = u32::from(letter);
    let folded = match letter {
        'à'..='ö' | 'ø'..='ÿ' | 'а'..='я' => code,
        'À'..='Ö' | 'Ø'..='Þ' | 'А'..='Я' => code + 0x20,
        '\u{100}'..='\u{12f}' | '\u{14a}'..='\u{177}' => code | 1,
        '\u{139}'..='\u{148}' => code + code % 2,
        _ => return None,
    };
    char::from_u32(folded)
}

fn fold_letter(letter: char) -> (char, Option<char>) {
    match letter {
        '\0'..='\u{7f}' => (letter.to_ascii_lowercase(), None),
        'ß' | 'ẞ' => ('s', Some('s')),
        'ς' => ('σ', None),
        'ı' => ('i', None),
        'ſ' => ('s', None),
        'à'..='ö' | 'ø'..='ÿ' | 'а'..='я' => (letter, None),
        '‘' | '’' | 'ʼ' | '＇' => ('\'', None),
        '\u{2010}'..='\u{2015}' | '−' => ('-', None),
        '\u{ff01}'..='\u{ff5e}' => (shift(letter, '\u{ff01}', '!').to_ascii_lowercase(), None),
        'Ⓐ'..='Ⓩ' => (shift(letter, 'Ⓐ', 'a'), None),
        'ⓐ'..='ⓩ' => (shift(letter, 'ⓐ', 'a'), None),
        '①'..='⑨' => (shift(letter, '①', '1'), None),
        '\u{1d400}'..='\u{1d6a3}' => (math(letter, 0x1d400, 'a', 26), None),
        '\u{1d7ce}'..='\u{1d7ff}' => (math(letter, 0x1d7ce, '0', 10), None),
        _ => lower(letter),
    }
}

fn lower(letter: char) -> (char, Option<char>) {
    let noughts = if letter < '\u{660}' {
        &[]
    } else {
        &NOUGHTS[..]
    };
    let nought = noughts
        .iter()
        .find(|&&nought| (nought..=shift(nought, '0', '9')).contains(&letter));
    if let Some(&nought) = nought {
        return (shift(letter, nought, '0'), None);
    }
    let mut lower = letter.to_lowercase();
    (lower.next().unwrap_or(letter), lower.next())
}

/// The character as far from `to` as `letter` is from `from`.
fn shift(letter: char, from: char, to: char) -> char {
    let far = u32::from(letter).wrapping_sub(u32::from(from));
    char::from_u32(u32::from(to).wrapping_add(far)).unwrap_or(letter)
}

/// A letter or digit of one of the alphabets for formulas.
fn math(letter: char, first: u32, to: char, count: u32) -> char {
    let far = u32::from(letter).saturating_sub(first) % count;
    char::from_u32(u32::from(to) + far).unwrap_or(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_is_folded_as_unicode_wants_it() {
        let pairs = [
            ("STRASSE", "straße"),
            ("STRAẞE", "straße"),
            ("ΟΔΟΣ", "οδος"),
            ("İSTANBUL", "istanbul"),
            ("HAYIR", "hayır"),
            ("CAFÉ", "cafe\u{301}"),
            ("Ｂ", "b"),
            ("𝐁", "b"),
            ("٣", "3"),
        ];
        for (left, right) in pairs {
            assert_eq!(folded(left), folded(right));
            assert_eq!(hash(left), hash(right));
        }
        assert_ne!(folded("à"), folded("a"));
    }

    #[test]
    fn simple_letters_fold_as_all_do() {
        let simple = |letter: char| Some((letter, fold_simple(letter)?));
        for (letter, fold) in ('\0'..=char::MAX).filter_map(simple) {
            assert_eq!(fold_letter(letter), (fold, None), "{letter}");
            assert_eq!(class(letter), Class::Letter, "{letter}");
            assert_eq!(fold.len_utf8(), letter.len_utf8(), "{letter}");
        }
    }

    #[test]
    fn ranges_are_sorted() {
        for ranges in [&SINGLE[..], &KATAKANA, &MARKS, &IGNORED] {
            assert!(ranges.windows(2).all(|pair| pair[0].1 < pair[1].0));
        }
    }
}

//! What an item of a list starts with: `1.` `(2)` `c)` `iv.` `③` `一、` `Step 6:` `-` `•` `→`.

/// The mark before an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    Bullet,
    Ordinal(Ordinal),
}

/// A number, or what counts like one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ordinal {
    style: Style,
    value: u32,
    /// The value as a Roman number, where it may be one.
    roman: Option<u32>,
}

impl Ordinal {
    /// Whether `self` is the next of a list behind `before`.
    pub(crate) fn follows(self, before: Self) -> bool {
        let is_next = |before: Option<u32>, own: Option<u32>| {
            before
                .zip(own)
                .is_some_and(|(before, own)| before.checked_add(1) == Some(own))
        };
        let (values, romans) = (Some(before.value), before.roman);
        self.style == before.style
            && (is_next(values, Some(self.value)) || is_next(romans, self.roman))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Digits,
    Bracketed,
    Lower,
    Upper,
    Circled,
    Chinese,
    Word,
}

const BULLETS: &[char] = &[
    '-', '*', '+', '•', '–', '‣', '▪', '▫', '◦', '●', '○', '·', '・', '■', '□', '◆', '◇', '▸', '▹',
    '►', '▶', '▷', '→', '➔', '➜', '➤', '⇒', '»', '›', '✓', '✔', '✗', '✘', '☐', '☑', '☒', '★', '☆',
    '❖', '✅', '❌', '⁃', '∙',
];

/// Bullets that need no blank behind them.
const TIGHT: &[char] = &['•', '・', '●', '○', '■', '□', '◆', '◇', '▪'];

/// Words before the number of a step.
const WORDS: &[&str] = &[
    "step",
    "schritt",
    "étape",
    "etape",
    "paso",
    "passo",
    "passaggio",
    "stap",
    "steg",
    "krok",
    "шаг",
    "adım",
    "步骤",
    "ステップ",
    "단계",
];

/// The first digits of scripts that have ten of them in a row.
const ZEROS: [u32; 8] = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10, 0x1040];

/// The mark that `body`, a line without its indentation, starts with; there is text behind it.
pub(crate) fn read_mark(body: &str) -> Option<Mark> {
    let body = body.strip_prefix("**").unwrap_or(body);
    let first = body.chars().next()?;
    if BULLETS.contains(&first) {
        let rest = body.get(first.len_utf8()..)?;
        let is_item =
            has_text(rest) || TIGHT.contains(&first) && rest.starts_with(char::is_alphabetic);
        return is_item.then_some(Mark::Bullet);
    }
    let ordinal = match first {
        '(' | '（' => read_bracketed(body),
        '①'..='⑳' => read_circled(first, body),
        _ if digit(first).is_some() => read_number(body),
        '一'..='龥' if chinese(first).is_some() => read_chinese(body),
        _ if first.is_alphabetic() => read_letters(body).or_else(|| read_word(body)),
        _ => None,
    };
    ordinal.map(Mark::Ordinal)
}

fn has_text(rest: &str) -> bool {
    rest.starts_with(char::is_whitespace) && !rest.trim_start().is_empty()
}

fn plain(style: Style, value: u32) -> Ordinal {
    Ordinal {
        style,
        value,
        roman: None,
    }
}

fn digit(letter: char) -> Option<u32> {
    let code = u32::from(letter);
    ZEROS
        .iter()
        .find_map(|zero| code.checked_sub(*zero).filter(|value| *value < 10))
}

/// The number of at most four digits at the start of `text`, and its length.
fn digits(text: &str) -> Option<(u32, usize)> {
    let (mut value, mut len, mut count) = (0, 0, 0);
    for letter in text.chars() {
        let Some(digit) = digit(letter) else { break };
        (value, len, count) = (value * 10 + digit, len + letter.len_utf8(), count + 1);
        if count > 4 {
            return None;
        }
    }
    (count > 0).then_some((value, len))
}

/// `1. a`, `1) a`, `1\. a`, `1.a`, `１．一`
fn read_number(body: &str) -> Option<Ordinal> {
    let (value, len) = digits(body)?;
    let rest = body.get(len..)?;
    let rest = rest.strip_prefix('\\').unwrap_or(rest);
    let closer = rest
        .chars()
        .next()
        .filter(|closer| matches!(closer, '.' | ')' | '．' | '）' | '、' | '。'))?;
    let rest = rest.get(closer.len_utf8()..)?;
    let starts_text =
        |letter: char| letter.is_alphabetic() || matches!(letter, '*' | '`' | '"' | '[');
    let is_item = has_text(rest) || rest.starts_with(starts_text);
    is_item.then(|| plain(Style::Digits, value))
}

/// `(1) a`, `(b) a`
fn read_bracketed(body: &str) -> Option<Ordinal> {
    let inner = body.get(body.chars().next()?.len_utf8()..)?;
    let (value, len) = digits(inner).or_else(|| {
        let letter = inner.bytes().next().filter(u8::is_ascii_alphabetic)?;
        Some((u32::from(letter), 1))
    })?;
    let rest = inner.get(len..)?;
    let rest = rest.strip_prefix([')', '）'])?;
    let is_item = has_text(rest) || rest.starts_with(char::is_alphabetic);
    is_item.then(|| plain(Style::Bracketed, value))
}

fn read_circled(first: char, body: &str) -> Option<Ordinal> {
    let rest = body.get(first.len_utf8()..)?;
    let value = u32::from(first).checked_sub(u32::from('①'))?;
    (!rest.trim().is_empty()).then(|| plain(Style::Circled, value + 1))
}

fn chinese(letter: char) -> Option<u32> {
    let at = "一二三四五六七八九十"
        .chars()
        .position(|other| other == letter)?;
    u32::try_from(at + 1).ok()
}

/// `一、a`
fn read_chinese(body: &str) -> Option<Ordinal> {
    let first = body.chars().next()?;
    let rest = body
        .get(first.len_utf8()..)?
        .strip_prefix(['、', '.', '．', ')'])?;
    (!rest.trim().is_empty()).then_some(plain(Style::Chinese, chinese(first)?))
}

/// `a) x`, `B. x`, `iv. x`
fn read_letters(body: &str) -> Option<Ordinal> {
    let len = body.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (word, rest) = body
        .split_at_checked(len)
        .filter(|_| (1..=5).contains(&len))?;
    let rest = rest.strip_prefix(['.', ')'])?;
    let is_lower = word.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_upper = word.bytes().all(|byte| byte.is_ascii_uppercase());
    if !has_text(rest) || !is_lower && !is_upper {
        return None;
    }
    let roman = read_roman(&word.to_ascii_lowercase());
    let value = match word.bytes().next() {
        Some(letter) if len == 1 => u32::from(letter),
        _ => roman?.checked_add(1000)?,
    };
    let style = if is_lower { Style::Lower } else { Style::Upper };
    Some(Ordinal {
        style,
        value,
        roman,
    })
}

fn read_roman(word: &str) -> Option<u32> {
    const NUMBERS: [&str; 12] = [
        "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii",
    ];
    let at = NUMBERS.iter().position(|number| *number == word)?;
    u32::try_from(at + 1).ok()
}

/// `Step 1: a`, `第1步：a`
fn read_word(body: &str) -> Option<Ordinal> {
    let behind = match body.strip_prefix('第') {
        Some(behind) => behind,
        None => {
            let end = body.find(|letter: char| !letter.is_alphabetic())?;
            let (word, behind) = body
                .split_at_checked(end)
                .filter(|(word, _)| word.len() <= 24)?;
            let behind = behind.trim_start();
            behind.chars().next().and_then(digit)?;
            let word = word.to_lowercase();
            WORDS.iter().find(|known| **known == word)?;
            behind
        }
    };
    let (value, len) = digits(behind)?;
    let rest = behind.get(len..)?.trim_start_matches('步');
    let is_item = rest
        .trim_start_matches('*')
        .starts_with([':', '：', '.', ')', ' ', '-', '、', '—', '–']);
    is_item.then(|| plain(Style::Word, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_read() {
        for line in ["- a", "• a", "→ a", "+ a", "▪ a"] {
            assert_eq!(read_mark(line), Some(Mark::Bullet), "{line}");
        }
        for line in [
            "1. a",
            "1) a",
            "(1) a",
            "a) x",
            "B. x",
            "iv. x",
            "1.one",
            "1\\. a",
            "１．一",
            "١. و",
            "①a",
            "一、a",
            "Step 1: a",
            "**2.** a",
            "Étape 2 : x",
            "第1步：a",
        ] {
            assert!(matches!(read_mark(line), Some(Mark::Ordinal(_))), "{line}");
        }
        for line in [
            "-a",
            "— Who?",
            "1.5 stars",
            "10:30 lunch",
            "2024-01-02",
            "and. x",
            "1.",
            "word",
            "(see) x",
            "I am",
        ] {
            assert_eq!(read_mark(line), None, "{line}");
        }
    }

    #[test]
    fn ordinals_follow_each_other() {
        for (one, two) in [
            ("1. a", "2. b"),
            ("a) x", "b) y"),
            ("i. a", "ii. b"),
            ("h. a", "i. b"),
            ("iv. a", "v. b"),
            ("Step 1: a", "Step 2: b"),
        ] {
            let (Some(Mark::Ordinal(one)), Some(Mark::Ordinal(two))) =
                (read_mark(one), read_mark(two))
            else {
                panic!("{one} {two}");
            };
            assert!(two.follows(one) && !one.follows(two));
        }
    }
}

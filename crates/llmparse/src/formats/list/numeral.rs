//! Numbers that items are counted with: `12`, `１２`, `iv`, `③`, `十二`, `б`.

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Script {
    Digits,
    /// `1.2`
    Section,
    Lower,
    Upper,
    Circled,
    Chinese,
    Cyrillic,
    Hangul,
}

impl Script {
    /// Letters of either case count as the same.
    pub(super) fn without_case(self) -> Self {
        match self {
            Self::Upper => Self::Lower,
            other => other,
        }
    }
}

/// A number without what stands around it.
pub(super) struct Numeral {
    pub(super) value: u32,
    pub(super) letter: Option<u32>,
    pub(super) script: Script,
    pub(super) len: usize,
}

pub(super) fn read_numeral(text: &str) -> Option<Numeral> {
    let first = text.chars().next()?;
    if digit(first).is_some() {
        return read_digits(text);
    }
    if let Some(value) = circled(first) {
        return Some(Numeral {
            value,
            letter: None,
            script: Script::Circled,
            len: first.len_utf8(),
        });
    }
    if first.is_ascii_alphabetic() {
        return read_letters(text, first);
    }
    read_foreign_letter(first).or_else(|| read_chinese(text))
}

/// `12`, `１２`, `1.2` as a section, `1️⃣`.
fn read_digits(text: &str) -> Option<Numeral> {
    let (value, len) = read_number(text)?;
    let behind = text.get(len..).unwrap_or_default();
    if let Some(cap) = behind
        .strip_prefix('\u{fe0f}')
        .unwrap_or(behind)
        .strip_prefix('\u{20e3}')
    {
        return Some(Numeral {
            value,
            letter: None,
            script: Script::Circled,
            len: text.len() - cap.len(),
        });
    }
    let mut numeral = Numeral {
        value,
        letter: None,
        script: Script::Digits,
        len,
    };
    // Only with a mark behind it: `3.5 stars` is no section.
    for _ in 0..4 {
        let Some((value, more)) = text
            .get(numeral.len..)
            .unwrap_or_default()
            .strip_prefix('.')
            .and_then(read_number)
        else {
            break;
        };
        numeral = Numeral {
            value,
            script: Script::Section,
            len: numeral.len + 1 + more,
            ..numeral
        };
    }
    Some(numeral)
}

pub(super) fn read_number(text: &str) -> Option<(u32, usize)> {
    let mut value = 0;
    let mut len = 0;
    for letter in text.chars().take(5) {
        let Some(digit) = digit(letter) else { break };
        value = value * 10 + digit;
        len += letter.len_utf8();
    }
    (len > 0 && value < 10_000).then_some((value, len))
}

/// The digit that a character is, in any of the common scripts.
fn digit(letter: char) -> Option<u32> {
    const ZEROS: [u32; 6] = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10];
    if letter.is_ascii() {
        return letter.to_digit(10);
    }
    let code = u32::from(letter);
    ZEROS
        .iter()
        .find(|zero| (**zero..**zero + 10).contains(&code))
        .map(|zero| code - zero)
}

fn circled(letter: char) -> Option<u32> {
    const FIRSTS: [(u32, u32); 9] = [
        (0x2460, 20),
        (0x2474, 20),
        (0x2488, 20),
        (0x24f5, 10),
        (0x2776, 10),
        (0x2780, 10),
        (0x278a, 10),
        (0x3220, 10),
        (0x3280, 10),
    ];
    let code = u32::from(letter);
    if letter == '🔟' {
        return Some(10);
    }
    FIRSTS
        .iter()
        .find(|(first, count)| (*first..first + count).contains(&code))
        .map(|(first, _)| code - first + 1)
}

/// `a`, `B`, `iv`, `XII`
fn read_letters(text: &str, first: char) -> Option<Numeral> {
    let len = text
        .bytes()
        .take(8)
        .take_while(u8::is_ascii_alphabetic)
        .count();
    let word = text.get(..len)?;
    let is_upper = first.is_ascii_uppercase();
    let script = if is_upper {
        Script::Upper
    } else {
        Script::Lower
    };
    let letter = (len == 1).then(|| u32::from(first.to_ascii_lowercase()) - u32::from('a') + 1);
    let value = roman(word, is_upper).or(letter)?;
    Some(Numeral {
        value,
        letter,
        script,
        len,
    })
}

fn roman(word: &str, is_upper: bool) -> Option<u32> {
    let mut total = 0;
    let mut last = 0;
    for letter in word.chars().rev() {
        if letter.is_ascii_uppercase() != is_upper {
            return None;
        }
        let value = match letter.to_ascii_lowercase() {
            'i' => 1,
            'v' => 5,
            'x' => 10,
            'l' => 50,
            'c' => 100,
            _ => return None,
        };
        if value < last {
            total -= value.min(total);
        } else {
            total += value;
            last = value;
        }
    }
    Some(total)
}

fn read_foreign_letter(first: char) -> Option<Numeral> {
    const HANGUL: &str = "가나다라마바사아자차카타파하";
    let at = |letters: &str| letters.chars().position(|letter| letter == first);
    let (script, position) = match first {
        'а'..='я' => (Script::Cyrillic, u32::from(first) - u32::from('а')),
        'А'..='Я' => (Script::Cyrillic, u32::from(first) - u32::from('А')),
        _ => (Script::Hangul, u32::try_from(at(HANGUL)?).ok()?),
    };
    Some(Numeral {
        value: position + 1,
        letter: None,
        script,
        len: first.len_utf8(),
    })
}

/// `一`, `十二`, `二十`
fn read_chinese(text: &str) -> Option<Numeral> {
    const DIGITS: &str = "一二三四五六七八九";
    let mut value = 0;
    let mut len = 0;
    for letter in text.chars().take(3) {
        let digit = DIGITS.chars().position(|digit| digit == letter);
        match digit.and_then(|digit| u32::try_from(digit).ok()) {
            Some(digit) => value += digit + 1,
            None if letter == '十' => value = value.max(1) * 10,
            None => break,
        }
        len += letter.len_utf8();
    }
    (len > 0).then_some(Numeral {
        value,
        letter: None,
        script: Script::Chinese,
        len,
    })
}

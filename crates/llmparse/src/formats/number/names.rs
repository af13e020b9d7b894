//! Digits that are part of a name: `GPT-4`, `file_2`, `A4`, `4x4`, `https://a.b/3`.

use super::digits::{char_before, is_digit_at};
use super::token::Token;
use super::vocabulary::is_unparted;

/// Letters that stand right before an amount: `USD5`, `R$ 5`.
const CURRENCIES: [&str; 14] = [
    "USD", "EUR", "GBP", "JPY", "CNY", "INR", "CHF", "CAD", "AUD", "BRL", "RS", "US", "R", "KRW",
];

/// `GPT-4`, `file_2`, `A4`, `x^2`, `https://a.b/3`, `/10`
pub(crate) fn is_in_name(text: &str, token: &Token) -> bool {
    let Some(before) = char_before(text, token.start()) else {
        return false;
    };
    let front = text
        .get(..token.start() - before.len_utf8())
        .unwrap_or_default();
    let follows_letter =
        || front.ends_with(|letter: char| letter.is_alphanumeric() || letter == '_');
    match before {
        '^' => true,
        '{' => front.ends_with(['^', '_']) && !front.ends_with("\\_"),
        '_' => follows_letter() && !front.ends_with(is_unparted),
        '-' | '‐' | '‑' | '.' | '\\' | '=' | '&' | '?' | '@' => {
            before != '.' && before != '=' && before != '?' && !token.has_sign() && follows_letter()
                || is_in_link(text, token)
        }
        '/' | '／' => {
            !front
                .trim_end()
                .ends_with(|letter: char| letter.is_numeric() || "*$".contains(letter))
                || is_in_link(text, token)
        }
        '#' => front.ends_with('&'),
        letter => {
            letter.is_alphabetic() && !is_unparted(letter) && !is_code(text, token.start())
                || is_before_name(text, token)
        }
    }
}

/// `2\pi`, `\sqrt{2}`, `√2`: part of a formula.
pub(crate) fn is_in_formula(text: &str, token: &Token) -> bool {
    let front = text.get(..token.start()).unwrap_or_default();
    let rest = text.get(token.end()..).unwrap_or_default();
    if front.ends_with('√') || rest.starts_with(['π', '√']) {
        return true;
    }
    let behind = rest.strip_prefix('\\').map(command);
    let before = front.strip_suffix('{').map(last_command);
    [behind, before]
        .into_iter()
        .flatten()
        .any(|name| FUNCTIONS.contains(&name))
}

/// LaTeX commands that make a formula of a number.
const FUNCTIONS: [&str; 15] = [
    "pi", "sqrt", "log", "ln", "sin", "cos", "tan", "exp", "alpha", "beta", "theta", "lambda",
    "infty", "sum", "binom",
];

/// The name that `text` starts with.
fn command(text: &str) -> &str {
    let len = text
        .bytes()
        .take(12)
        .take_while(u8::is_ascii_alphabetic)
        .count();
    text.get(..len).unwrap_or_default()
}

/// The name of the command that `text` ends with.
fn last_command(text: &str) -> &str {
    let letters = text
        .bytes()
        .rev()
        .take(12)
        .take_while(u8::is_ascii_alphabetic)
        .count();
    let start = text.len() - letters;
    let is_command = text.get(..start).is_some_and(|front| front.ends_with('\\'));
    text.get(start..).filter(|_| is_command).unwrap_or_default()
}

/// Letters and digits go on behind a unit: `4x4`, `2a3`.
fn is_before_name(text: &str, token: &Token) -> bool {
    let rest = text.get(token.end()..).unwrap_or_default();
    let len = rest
        .bytes()
        .take(8)
        .take_while(u8::is_ascii_alphabetic)
        .count();
    len > 0 && is_digit_at(text, token.end() + len)
}

fn is_code(text: &str, at: usize) -> bool {
    let before = text
        .as_bytes()
        .get(at.saturating_sub(4)..at)
        .unwrap_or_default();
    let len = before
        .iter()
        .rev()
        .take_while(|byte| byte.is_ascii_alphabetic())
        .count();
    let code = before.get(before.len() - len..).unwrap_or_default();
    CURRENCIES
        .iter()
        .any(|other| code.eq_ignore_ascii_case(other.as_bytes()))
}

fn is_in_link(text: &str, token: &Token) -> bool {
    let from = token.start().saturating_sub(160);
    let before = text.as_bytes().get(from..token.start()).unwrap_or_default();
    let len = before
        .iter()
        .rev()
        .take_while(|byte| !byte.is_ascii_whitespace() && !matches!(byte, b'(' | b'<' | b'"'))
        .count();
    let run = before.get(before.len() - len..).unwrap_or_default();
    memchr::memmem::find(run, b"://").is_some() || run.starts_with(b"www.")
}

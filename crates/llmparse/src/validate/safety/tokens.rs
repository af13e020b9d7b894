//! Tokens by their form: `AKIAIOSFODNN7EXAMPLE`, `Bearer abc.def-ghi`, `eyJ….eyJ….…`, `-----BEGIN PRIVATE KEY-----`.

use memchr::memmem;

use super::characters::{char_at, char_before, is_word, line_before, run_end, skip_blanks};
use super::kind::{SafetyFinding, SafetyKind};
use super::passwords::is_placeholder;
use super::providers::Provider;

/// Fewer different characters are those of a sample: `sk-xxxxxxxx`.
const DIFFERENT: usize = 8;

/// The key of `provider`, whose prefix stands at `at` in some case.
pub(super) fn find_key(text: &str, at: usize, provider: &Provider) -> Option<SafetyFinding> {
    let start = at + provider.prefix.len();
    let joins = |letter: char| is_word(letter) || matches!(letter, '_' | '-');
    if text.get(at..start)? != provider.prefix || char_before(text, at).is_some_and(joins) {
        return None;
    }
    let (least, most) = provider.len;
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || provider.extra.contains(letter);
    let end = run_end(text, start, most + 1, is_part);
    let body = text.get(start..end)?.trim_end_matches(['.', '-']);
    let end = start + body.len();
    let is_len = (least..=most).contains(&body.len());
    let joined_behind = char_at(text, end).is_some_and(|letter| is_word(letter) || letter == '_');
    let kind = SafetyKind::ApiKey {
        provider: provider.name,
    };
    (is_len && !joined_behind && is_random(body)).then(|| SafetyFinding::new(kind, at, end))
}

/// Whether `body` has digits and letters, many different ones, and no word of a sample.
fn is_random(body: &str) -> bool {
    let mut different = body.as_bytes().to_vec();
    different.sort_unstable();
    different.dedup();
    let has_digit = body.bytes().any(|byte| byte.is_ascii_digit());
    let lower = body.to_ascii_lowercase();
    let is_sample = ["your", "xxxx", "placeholder", "redacted"];
    has_digit && different.len() >= DIFFERENT && !is_sample.iter().any(|word| lower.contains(word))
}

fn is_base64_url(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_')
}

/// Longest part of a JSON Web Token, in bytes.
const PART: usize = 1 << 16;

/// The JSON Web Token that starts with the `eyJ` at `at`.
pub(super) fn find_jwt(text: &str, at: usize) -> Option<SafetyFinding> {
    let is_inside =
        char_before(text, at).is_some_and(|letter| is_base64_url(letter) || letter == '.');
    if is_inside || !text.get(at..)?.starts_with("eyJ") {
        return None;
    }
    let mut end = at;
    for (index, least) in [10, 4, 4].into_iter().enumerate() {
        if index > 0 {
            (char_at(text, end) == Some('.')).then_some(())?;
            end += 1;
        }
        let part_end = run_end(text, end, PART, is_base64_url);
        (part_end - end >= least).then_some(())?;
        end = part_end;
    }
    Some(SafetyFinding::new(SafetyKind::Jwt, at, end))
}

/// The token behind the `bearer` at `at`.
pub(super) fn find_bearer(text: &str, at: usize) -> Option<SafetyFinding> {
    if char_before(text, at).is_some_and(is_word) {
        return None;
    }
    let behind = at + "bearer".len();
    let colon = usize::from(char_at(text, behind) == Some(':'));
    let start = skip_blanks(text, behind + colon, 8);
    (start > behind).then_some(())?;
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "._~+/=-".contains(letter);
    let end = run_end(text, start, PART, is_part);
    let token = text.get(start..end)?.trim_end_matches('.');
    let is_header = line_before(text, at, 32)
        .to_ascii_lowercase()
        .contains("authorization");
    let is_token = !is_placeholder(token) && is_bearer_token(token, is_header);
    is_token.then(|| SafetyFinding::new(SafetyKind::BearerToken, start, start + token.len()))
}

fn is_bearer_token(token: &str, is_header: bool) -> bool {
    let has_letter = token.bytes().any(|byte| byte.is_ascii_alphabetic());
    let has_digit = token.bytes().any(|byte| byte.is_ascii_digit());
    let is_word = token.bytes().all(|byte| byte.is_ascii_alphabetic());
    if is_header {
        return token.len() >= 3 && (!is_word || token.len() >= 16);
    }
    token.len() >= 8 && has_digit && (has_letter || token.len() >= 16)
}

/// How far behind the opening mark the key starts at most, other headers included.
const KEY_START: usize = 200;

/// The block that starts with the `-----BEGIN ` at `at`.
pub(super) fn find_private_key(text: &str, at: usize) -> Option<SafetyFinding> {
    let name_start = at + "-----BEGIN ".len();
    let name_end = run_end(text, name_start, 48, |letter| {
        letter.is_ascii_uppercase() || letter == ' '
    });
    let name = text.get(name_start..name_end)?;
    let body = name_end + "-----".len();
    let is_private = name.contains("PRIVATE KEY") && text.get(name_end..body)? == "-----";
    if !is_private || !has_base64(text, body) {
        return None;
    }
    let rest = text.get(body..)?;
    let end = match memmem::find(rest.as_bytes(), b"-----") {
        Some(mark)
            if rest
                .get(mark..)
                .is_some_and(|mark| mark.starts_with("-----END")) =>
        {
            let name = run_end(text, body + mark + 5, 64, |letter| {
                letter.is_ascii_uppercase() || letter == ' '
            });
            run_end(text, name, 5, |letter| letter == '-')
        }
        Some(mark) => body + mark,
        None => text.len(),
    };
    Some(SafetyFinding::new(SafetyKind::PrivateKey, at, end))
}

/// Whether a line of a key stands near behind `at`.
fn has_base64(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes().get(at..).unwrap_or_default();
    let near = bytes.get(..KEY_START.min(bytes.len())).unwrap_or_default();
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    near.split(|byte| !is_part(byte)).any(|run| run.len() >= 20)
}

//! E-mail addresses, `jane.doe@example.co.uk`, and not `git@github.com:org/repo`, `pkg@1.2.3` or `@dataclass`; passwords
//! in addresses of servers, `postgres://admin:S3cure@db`.

use super::characters::{char_at, char_before, is_unspaced, line_before, run_end};
use super::kind::{SafetyFinding, SafetyKind};
use super::passwords::is_secret_text;

/// Latin, Greek and Cyrillic letters; text of other scripts may stand around an address without a blank.
fn is_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || (letter.is_alphanumeric() && letter < '\u{590}')
}

fn is_local(letter: char) -> bool {
    is_letter(letter) || matches!(letter, '.' | '_' | '%' | '+' | '-' | '\'' | '’')
}

/// Longest part before the `@`, in bytes.
const LOCAL: usize = 64;

/// Longest domain, in bytes.
const DOMAIN: usize = 255;

/// The e-mail address around the `@` at `at`.
pub(super) fn find_email(text: &str, at: usize) -> Option<SafetyFinding> {
    char_before(text, at).filter(|letter| is_local(*letter))?;
    let start = local_start(text, at)?;
    let end = domain_end(text, at + 1)?;
    let is_other = is_login(text, start) || is_remote(text, end) || has_other_before(text, start);
    (!is_other).then(|| SafetyFinding::new(SafetyKind::Email, start, end))
}

fn local_start(text: &str, at: usize) -> Option<usize> {
    let before = line_before(text, at, LOCAL + 1);
    let len = before.len();
    let local = before
        .char_indices()
        .rev()
        .find(|(_, letter)| !is_local(*letter));
    let local = before.get(local.map_or(0, |(index, letter)| index + letter.len_utf8())..)?;
    let kept = local.trim_start_matches(['.', '-', '\'', '’', '%', '+']);
    let is_whole =
        !kept.is_empty() && kept.len() <= LOCAL && !kept.ends_with('.') && local.len() <= len;
    is_whole.then_some(at - kept.len())
}

/// Endings of files, which are no domains: `logo@2x.png`.
const FILES: [&str; 22] = [
    "png", "jpg", "jpeg", "gif", "svg", "webp", "ico", "js", "ts", "css", "html", "json", "txt",
    "xml", "pdf", "yml", "yaml", "java", "cpp", "exe", "dll", "toml",
];

fn domain_end(text: &str, start: usize) -> Option<usize> {
    let end = run_end(text, start, DOMAIN, |letter| {
        is_letter(letter) || matches!(letter, '.' | '-')
    });
    let domain = text.get(start..end)?.trim_end_matches(['.', '-']);
    let labels: Vec<&str> = domain.split('.').collect();
    let (last, others) = labels.split_last()?;
    let is_label =
        |label: &str| !label.is_empty() && !label.starts_with('-') && !label.ends_with('-');
    let is_domain = !others.is_empty() && labels.iter().all(|label| is_label(label));
    let is_ending = is_ending(last) && !FILES.contains(&last.to_ascii_lowercase().as_str());
    (is_domain && is_ending && !is_version(&labels)).then_some(start + domain.len())
}

fn is_ending(label: &str) -> bool {
    let letters = label.chars().count();
    label.starts_with("xn--")
        || (2..=24).contains(&letters) && label.chars().all(char::is_alphabetic)
}

/// `1.2.3-beta.rc`, `v1.2-x`
fn is_version(labels: &[&str]) -> bool {
    let is_number =
        |label: &str| !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_digit());
    match labels {
        [first, second, ..] => is_number(first.trim_start_matches('v')) && is_number(second),
        _ => false,
    }
}

/// `ssh deploy@prod.example.com`
fn is_login(text: &str, start: usize) -> bool {
    let before = line_before(text, start, 48);
    let words =
        before.split(|letter: char| letter.is_whitespace() || matches!(letter, '`' | '"' | '$'));
    let mut words = words.map(|word| word.trim_matches('\''));
    words.any(|word| {
        matches!(
            word,
            "ssh" | "scp" | "sftp" | "rsync" | "ssh-copy-id" | "mosh"
        )
    })
}

/// `git@github.com:org/repo`, `x@W.sum()`
fn is_remote(text: &str, end: usize) -> bool {
    let next = char_at(text, end);
    let behind = char_at(text, end + 1);
    match next {
        Some(':') => behind.is_some_and(|letter| {
            letter.is_ascii_alphanumeric() || matches!(letter, '/' | '~' | '.')
        }),
        Some('(') => behind.is_some_and(|letter| {
            letter == ')' || letter.is_ascii_lowercase() || letter.is_ascii_digit()
        }),
        Some('@') => true,
        _ => false,
    }
}

/// `@user@mastodon.social`, `https://user@host.com`
fn has_other_before(text: &str, start: usize) -> bool {
    if char_before(text, start) == Some('@') {
        return true;
    }
    let before = line_before(text, start, 128);
    let word = before
        .rfind(char::is_whitespace)
        .map_or(0, |blank| blank + 1);
    let word = before.get(word..).unwrap_or_default();
    match word.rfind("://") {
        Some(scheme) => !word
            .get(scheme + 3..)
            .unwrap_or_default()
            .contains(['/', '?', '#']),
        None => false,
    }
}

/// Longest name of a server with what stands before it, in bytes.
const AUTHORITY: usize = 256;

/// The password in an address, where `://` stands at `at`.
pub(super) fn find_url_password(text: &str, at: usize) -> Option<SafetyFinding> {
    let start = at + 3;
    let is_part = |letter: char| {
        !letter.is_whitespace()
            && !is_unspaced(letter)
            && !matches!(letter, '/' | '"' | '<' | '>' | '`')
    };
    let end = run_end(text, start, AUTHORITY, is_part);
    let authority = text.get(start..end)?;
    let (login, _) = authority.rsplit_once('@')?;
    let (_, password) = login.split_once(':')?;
    let start = start + login.len() - password.len();
    is_secret_text(password)
        .then(|| SafetyFinding::new(SafetyKind::Password, start, start + password.len()))
}

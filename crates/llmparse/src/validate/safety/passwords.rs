//! Passwords that are named as such: `password: hunter2`, `"api_key": "x9"`, and not `password: required`,
//! `password=${VAR}` or `secret: the sauce has honey`.

use super::characters::{
    char_at, char_before, has_word, is_unspaced, is_word, line_before, run_end, skip_blanks,
};
use super::kind::{SafetyFinding, SafetyKind};

/// What a secret is called, in lower case.
pub(super) const NAMES: [&str; 45] = [
    "password",
    "passwd",
    "passphrase",
    "passcode",
    "pwd",
    "secret",
    "api_key",
    "apikey",
    "api-key",
    "api key",
    "access_key",
    "access-key",
    "access key",
    "accesskey",
    "secret_key",
    "secret-key",
    "secretkey",
    "private_token",
    "auth_token",
    "auth-token",
    "authtoken",
    "access_token",
    "access-token",
    "accesstoken",
    "refresh_token",
    "refreshtoken",
    "passwort",
    "kennwort",
    "mot de passe",
    "contraseña",
    "contrasena",
    "senha",
    "palavra-passe",
    "parola d'ordine",
    "wachtwoord",
    "hasło",
    "пароль",
    "密码",
    "密碼",
    "口令",
    "パスワード",
    "暗証番号",
    "비밀번호",
    "şifre",
    "lösenord",
];

/// What stands between a name and its value in a sentence.
const IS: [&str; 12] = [
    "is", "was", "ist", "lautet", "est", "es", "é", "è", "jest", "это", "是", "は",
];

/// Values that say something about a secret, and other words that are none.
const WORDS: [&str; 127] = [
    "required",
    "optional",
    "string",
    "str",
    "text",
    "varchar",
    "char",
    "bool",
    "boolean",
    "int",
    "integer",
    "none",
    "null",
    "nil",
    "undefined",
    "true",
    "false",
    "yes",
    "no",
    "n/a",
    "na",
    "tbd",
    "todo",
    "hidden",
    "redacted",
    "masked",
    "removed",
    "omitted",
    "censored",
    "confidential",
    "protected",
    "encrypted",
    "hashed",
    "plaintext",
    "incorrect",
    "correct",
    "wrong",
    "invalid",
    "valid",
    "missing",
    "empty",
    "blank",
    "unknown",
    "unset",
    "set",
    "reset",
    "expired",
    "changed",
    "forgotten",
    "forgot",
    "weak",
    "strong",
    "mismatch",
    "here",
    "below",
    "above",
    "see",
    "same",
    "different",
    "value",
    "token",
    "key",
    "secret",
    "password",
    "passwort",
    "kennwort",
    "contraseña",
    "senha",
    "пароль",
    "passphrase",
    "pass",
    "passwd",
    "pwd",
    "input",
    "field",
    "example",
    "placeholder",
    "changeme",
    "change_me",
    "default",
    "disabled",
    "enabled",
    "obligatoria",
    "obligatorio",
    "obrigatória",
    "erforderlich",
    "pflichtfeld",
    "requis",
    "obligatoire",
    "обязательно",
    "obligatorisch",
    "random",
    "generated",
    "prompt",
    "env",
    "vault",
    "file",
    "self",
    "this",
    "user",
    "minimum",
    "maximum",
    "show",
    "hide",
    "strength",
    "manager",
    "policy",
    "ok",
    "okay",
    "sha1",
    "sha256",
    "sha512",
    "md5",
    "bcrypt",
    "argon2",
    "base64",
    "oauth2",
    "utf-8",
    "jwt",
    "authentication",
    "richiesta",
    "verplicht",
    "wymagane",
    "login",
    "username",
    "const",
    "type",
];

/// Longest value that is looked at, in bytes.
const VALUE: usize = 200;

/// How a value stands behind its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// `password: "x"`
    Quoted,
    /// `password=x`
    Tight,
    /// `password: x`, the last word of its line
    Last,
    /// `password: x and more`
    InText,
}

/// The value behind the name of a secret that stands from `start` to `end`.
pub(super) fn find_password(text: &str, start: usize, end: usize) -> Option<SafetyFinding> {
    if is_inside_word(text, start, end) || char_at(text, end).is_some_and(is_word) {
        return None;
    }
    if let Some(element) = read_element(text, start, end) {
        return Some(element).filter(|found| is_secret_text(found.span.of(text)));
    }
    let separator = read_separator(text, end)?;
    let (value_start, value_end, form) = read_value(text, separator.end, separator.is_tight)?;
    let value = text.get(value_start..value_end)?;
    let is_secret =
        if has_word(text, start, "secret") && end - start == "secret".len() && separator.is_loose {
            is_everyday_secret(text, start, value, form)
        } else if separator.is_word {
            is_mixed(value) && !is_excused(value)
        } else {
            is_secret_value(value, form)
        };
    is_secret.then(|| SafetyFinding::new(SafetyKind::Password, value_start, value_end))
}

/// Whether a short name is a part of another word: `resenha`; `dbPassword` and `Zugangspasswort` are names.
fn is_inside_word(text: &str, start: usize, end: usize) -> bool {
    let name = text.get(start..end).unwrap_or_default();
    let is_short = name.chars().count() <= 6 || !name.is_ascii();
    let is_capital = name.starts_with(char::is_uppercase);
    let is_joined = char_before(text, start)
        .is_some_and(|letter| is_word(letter) && !(is_capital && letter.is_lowercase()));
    is_short && is_joined
}

/// `<password>x</password>`
fn read_element(text: &str, start: usize, end: usize) -> Option<SafetyFinding> {
    let is_name =
        |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-' | ':' | '.');
    let tag = line_before(text, start, 32).trim_end_matches(is_name);
    (tag.ends_with('<') && char_at(text, end) == Some('>')).then_some(())?;
    let close = run_end(text, end + 1, VALUE, |letter| letter != '<');
    Some(SafetyFinding::new(SafetyKind::Password, end + 1, close))
}

struct Separator {
    end: usize,
    /// `=` without blanks: what stands behind is a value, whatever follows.
    is_tight: bool,
    /// `:` or a word, as in sentences.
    is_loose: bool,
    /// A word or a blank.
    is_word: bool,
}

/// `": `, ` = `, ` is: `
fn read_separator(text: &str, at: usize) -> Option<Separator> {
    let at = skip_marks(text, at);
    let blank = skip_blanks(text, at, 8);
    let word = IS.iter().find(|word| {
        text.get(blank..)
            .is_some_and(|rest| rest.starts_with(**word))
    });
    let behind_word = word.map_or(blank, |word| blank + word.len());
    let has_is = word.is_some_and(|word| {
        let next = char_at(text, behind_word);
        let is_apart = next.is_some_and(|letter| letter.is_whitespace() || letter == ':');
        word.chars().all(is_unspaced) || is_apart && blank > at
    });
    let mark = if has_is {
        skip_blanks(text, behind_word, 8)
    } else {
        blank
    };
    let found = read_mark(text, mark);
    let is_bare = found.is_none() && !has_is;
    if is_bare && !is_option(text, at, blank) {
        return None;
    }
    let (len, is_equal) = found.unwrap_or((0, false));
    let end = skip_blanks(text, mark + len, 16);
    Some(Separator {
        end,
        is_tight: is_equal && end == at + len,
        is_loose: !is_equal,
        is_word: has_is || is_bare,
    })
}

/// Whether a value may stand behind the blanks without a mark: `password "hunter2"`.
fn is_option(text: &str, at: usize, behind: usize) -> bool {
    behind > at
        && char_at(text, behind).is_some_and(|letter| matches!(letter, '"' | '\'' | '`' | '“'))
}

/// The length of `:`, `=`, `:=` or `=>`, and whether it has an equals sign; not of `==`, `::` or `://`.
fn read_mark(text: &str, at: usize) -> Option<(usize, bool)> {
    let rest = text.get(at..)?;
    if ["==", "::", "://", "=~"]
        .iter()
        .any(|mark| rest.starts_with(mark))
    {
        return None;
    }
    let marks = [
        (":=", true),
        ("=>", true),
        ("->", true),
        (":", false),
        ("=", true),
        ("：", false),
        ("＝", true),
    ];
    let found = marks.into_iter().find(|(mark, _)| rest.starts_with(mark));
    found.map(|(mark, is_equal)| (mark.len(), is_equal))
}

/// Skips what closes a name, or is markup: `"`, `**`, `]`.
fn skip_marks(text: &str, at: usize) -> usize {
    run_end(text, at, 6, |letter| {
        matches!(
            letter,
            '"' | '\'' | '`' | '*' | '_' | '\\' | ']' | '”' | '’' | '」' | '】'
        )
    })
}

const CLOSERS: [(char, char); 6] = [
    ('"', '"'),
    ('\'', '\''),
    ('`', '`'),
    ('“', '”'),
    ('‘', '’'),
    ('「', '」'),
];

/// Where the value starts and ends, and how it stands there.
fn read_value(text: &str, at: usize, is_tight: bool) -> Option<(usize, usize, Form)> {
    let markup = run_end(text, at, 4, |letter| matches!(letter, '*' | '\\'));
    let markup_is_value = char_at(text, markup)
        .is_none_or(|letter| letter.is_whitespace() && text.get(at..markup) != Some("**"));
    let start = if markup_is_value {
        at
    } else {
        skip_blanks(text, markup, 4)
    };
    let first = char_at(text, start)?;
    if let Some((_, closer)) = CLOSERS.into_iter().find(|(opener, _)| *opener == first) {
        let start = start + first.len_utf8();
        let end = run_end(text, start, VALUE, |letter| {
            letter != closer && letter != '\\' && letter != '\n'
        });
        let is_closed = char_at(text, end).is_some_and(|letter| letter == closer || letter == '\\');
        return is_closed.then_some((start, end, Form::Quoted));
    }
    let end = run_end(text, start, VALUE, |letter| is_value_part(letter, is_tight));
    let value = text.get(start..end)?;
    let value = if is_tight {
        value
    } else {
        value.trim_end_matches(['.', ':', '?', '*', '_'])
    };
    let form = match (is_tight, is_last(text, end)) {
        (true, _) => Form::Tight,
        (_, true) => Form::Last,
        _ => Form::InText,
    };
    Some((start, start + value.len(), form))
}

fn is_value_part(letter: char, is_tight: bool) -> bool {
    let ends = letter.is_whitespace()
        || is_unspaced(letter)
        || matches!(
            letter,
            '"' | '\''
                | '`'
                | ','
                | ';'
                | ')'
                | '}'
                | ']'
                | '|'
                | '，'
                | '。'
                | '、'
                | '；'
                | '）'
                | '」'
                | '\\'
        )
        || is_tight && matches!(letter, '&' | '@' | '<');
    !ends
}

/// Whether no word follows on the line.
fn is_last(text: &str, at: usize) -> bool {
    let mut rest = text.get(at..).unwrap_or_default().chars().take(24);
    let next = rest.find(|letter| {
        *letter == '\n' || !letter.is_whitespace() && !matches!(letter, '.' | '*' | '_')
    });
    next.is_none_or(|letter| !letter.is_alphanumeric() && letter != '(')
}

/// Whether `value` is one word that is no placeholder, code or description.
pub(super) fn is_secret_text(value: &str) -> bool {
    is_secret_value(value, Form::Quoted)
}

/// Whether `name` names a secret: `dbPassword`, `client_secret`.
pub(super) fn is_secret_name(name: &str) -> bool {
    let name = name.trim().to_lowercase();
    NAMES.iter().any(|known| name.ends_with(known))
}

fn is_secret_value(value: &str, form: Form) -> bool {
    if is_excused(value) {
        return false;
    }
    let is_digits = value.bytes().all(|byte| byte.is_ascii_digit());
    match form {
        _ if is_digits => value.len() >= 4 && form != Form::InText,
        Form::InText => is_mixed(value),
        _ => true,
    }
}

/// Letters and digits, or a mark between letters, as no word of prose has: `Tr0ub4dor&3`, `P@ssword!x`.
fn is_mixed(value: &str) -> bool {
    let core = value.trim_end_matches(['!', '.', '?']);
    let has_letter = core.chars().any(char::is_alphabetic);
    let has_digit = core.bytes().any(|byte| byte.is_ascii_digit());
    let has_mark = core.contains(['@', '#', '$', '%', '^', '&', '*', '!', '+', '=', '~']);
    let is_count = core
        .split_once('-')
        .is_some_and(|(count, _)| count.bytes().all(|byte| byte.is_ascii_digit()));
    has_letter && (has_digit && core.len() >= 6 || has_mark && core.len() >= 5) && !is_count
}

/// `secret: x` alone in its line is a setting; `The secret: patience.` is none.
fn is_everyday_secret(text: &str, start: usize, value: &str, form: Form) -> bool {
    let before = line_before(text, start, 64);
    let is_setting = before.chars().all(|letter| !letter.is_alphanumeric());
    let name = text.get(start..start + "secret".len()).unwrap_or_default();
    let is_lower = name.chars().all(char::is_lowercase) || name.chars().all(char::is_uppercase);
    let ends_sentence = text
        .get(start..)
        .unwrap_or_default()
        .trim_end()
        .ends_with(['.', '!', '?']);
    match form {
        Form::Quoted | Form::Tight => is_secret_value(value, form),
        Form::Last if is_setting && is_lower && !ends_sentence => is_secret_value(value, form),
        _ => !is_excused(value) && is_mixed(value),
    }
}

/// Whether `value` is a placeholder, code, or says something about a secret.
fn is_excused(value: &str) -> bool {
    let has_prose = value
        .chars()
        .any(|letter| letter.is_whitespace() || is_unspaced(letter));
    has_prose || is_placeholder(value) || is_code(value)
}

/// How what stands for a value starts: `{{ secret }}`, `%s`.
const VARIABLES: [&str; 14] = [
    "<", "[", "{", "(", "%s", "%d", "%(", "•", "●", "***", "#{", "!secret", "!env", "&'",
];

/// How a sample starts: `your-password`.
const SAMPLES: [&str; 9] = [
    "your", "my_", "my-", "xxx", "example_", "insert", "enter_", "replace", "&str",
];

/// `<your password>`, `****`, `${VAR}`, `YOUR_API_KEY`, `required`
pub(super) fn is_placeholder(value: &str) -> bool {
    let is_cut = value.contains("...") || value.contains('…');
    let value = value.trim_end_matches(['.', '!', '?', ':', '*']);
    let lower = value.to_lowercase();
    let is_variable = VARIABLES.iter().any(|start| lower.starts_with(start))
        || value.len() > 1 && value.starts_with('%') && value.ends_with('%')
        || value
            .strip_prefix('$')
            .is_some_and(|rest| !rest.starts_with(|letter: char| letter.is_ascii_digit()));
    let mut letters = value.chars();
    let first = letters.next();
    let is_repeated = value.len() >= 3
        && first
            .is_some_and(|first| !first.is_ascii_digit() && letters.all(|letter| letter == first));
    let is_sample = SAMPLES.iter().any(|start| lower.starts_with(start)) || is_cut;
    let is_named = value.contains('_')
        && !value.contains(|letter: char| letter.is_ascii_digit())
        && names_secret(&lower);
    value.is_empty()
        || is_variable
        || is_repeated
        || is_sample
        || is_named
        || WORDS.contains(&lower.as_str())
}

/// `DB_PASSWORD`, `user_pass`, which name a variable.
fn names_secret(lower: &str) -> bool {
    ["pass", "pwd", "secret", "key", "token"]
        .iter()
        .any(|word| lower.contains(word))
}

/// `os.environ[`, `process.env.DB_PASSWORD`, `getpass(`
fn is_code(value: &str) -> bool {
    let has_bracket = value.contains(['(', '[', '{', '<']);
    let is_part = |part: &str| {
        !part.is_empty()
            && part
                .bytes()
                .all(|byte| byte.is_ascii_alphabetic() || byte == b'_')
    };
    let is_path = value.contains('.') && value.split('.').all(is_part);
    let is_called = value.contains("->") || value.contains("::");
    has_bracket || is_path || is_called
}

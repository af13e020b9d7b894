//! The words before an answer that say nothing: `Sure!`, `Here's the answer:`, but not `Here's why: heat rises`.

use super::fold::{has_word, is_gap, strip_phrase};
use super::phrases::{LANGUAGES, Language, OFFERS, Script};

/// How many lead-ins are looked at ahead.
const AHEAD: usize = 4;
/// The longest announcement in characters, on a line of its own and before its answer.
const LONGEST: usize = 120;
/// The longest announcement in characters of a language without blanks, before its answer.
const LONGEST_GLUED: usize = 10;

/// The length of the lead-in at the start of `text`.
pub(super) fn find(text: &str) -> Option<usize> {
    find_announcement(text).or_else(|| find_acknowledgement(text, AHEAD))
}

/// What may follow: any lead-in, or only such that come to an announcement.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    LeadIn,
    Announcement,
}

fn leads_on(text: &str, next: Next, ahead: usize) -> bool {
    let text = text.trim_start();
    if find_announcement(text).is_some() {
        return true;
    }
    let Some(ahead) = ahead.checked_sub(1) else {
        return false;
    };
    match find_acknowledgement(text, ahead) {
        Some(_) if next == Next::LeadIn => true,
        Some(len) => leads_on(text.get(len..).unwrap_or_default(), next, ahead),
        None => false,
    }
}

// ---- acknowledgements ---------------------------------------------------------------------------------------------

fn find_acknowledgement(text: &str, ahead: usize) -> Option<usize> {
    let start = text
        .trim_start_matches(|letter| is_decoration(letter) || is_emoji(letter) || letter == '¡');
    let strip = |phrase: &&str| strip_phrase(start, phrase).filter(|rest| ends_word(rest));
    let behind_offer = OFFERS.iter().filter_map(strip);
    let found = behind_offer
        .filter_map(|rest| find_mark(rest, Phrase::Offer, ahead))
        .next();
    let rest = found.or_else(|| {
        LANGUAGES.iter().find_map(|language| {
            let plain = language.acknowledgements.iter().filter_map(strip);
            let polite = language.greetings.iter().filter_map(strip);
            plain
                .filter_map(|rest| find_mark(rest, Phrase::Acknowledgement(language.script), ahead))
                .next()
                .or_else(|| {
                    polite
                        .filter_map(|rest| find_mark(rest, Phrase::Greeting, ahead))
                        .next()
                })
        })
    })?;
    Some(text.len() - rest.len())
}

fn ends_word(rest: &str) -> bool {
    let next = rest.chars().next();
    next.is_none_or(|letter| !letter.is_alphanumeric() && letter != '\'' && letter != '’')
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phrase {
    Acknowledgement(Script),
    Greeting,
    Offer,
}

/// What stands behind the mark that ends the phrase before `rest`.
fn find_mark(rest: &str, phrase: Phrase, ahead: usize) -> Option<&str> {
    let rest = rest.trim_start_matches(is_decoration);
    let mark = rest.chars().next()?;
    let behind = skip_mark(rest, mark);
    let is_separate = behind.starts_with(char::is_whitespace);
    let tail = behind.trim_start_matches(|letter| is_decoration(letter) || is_emoji(letter));
    if tail.trim_start().is_empty() {
        return None;
    }
    let ends_line = tail.starts_with(['\n', '\r']);
    let stands_alone = match (mark, phrase) {
        (_, Phrase::Greeting) => false,
        ('!' | '！' | '~', Phrase::Acknowledgement(Script::Glued)) => true,
        ('!' | '！' | '~', _) => is_separate || tail.len() < behind.len(),
        ('.' | '。' | '．', Phrase::Offer) => is_separate,
        ('.' | '。' | '．', _) => ends_line,
        _ => false,
    };
    let next = match phrase {
        Phrase::Greeting => Next::Announcement,
        _ => Next::LeadIn,
    };
    let is_mark = behind.len() < rest.len();
    let may_lead_on =
        is_separate || !is_mark || matches!(mark, '，' | '、' | '。' | '！' | '：' | '—');
    (stands_alone || may_lead_on && leads_on(tail, next, ahead)).then_some(tail)
}

/// Behind the mark, or behind a run of exclamation marks.
fn skip_mark(rest: &str, mark: char) -> &str {
    match mark {
        '!' | '！' | '~' => rest.trim_start_matches(['!', '！', '~']),
        '.' | '。' | '．' | ',' | '，' | '、' | '—' | '–' | '-' | ':' | '：' | ';' | '；' => {
            rest.get(mark.len_utf8()..).unwrap_or_default()
        }
        _ => rest,
    }
}

/// Emphasis, and blanks within the line.
fn is_decoration(letter: char) -> bool {
    is_gap(letter) || matches!(letter, '*' | '_')
}

fn is_emoji(letter: char) -> bool {
    matches!(letter, '\u{1f000}'..='\u{1faff}' | '\u{2600}'..='\u{27bf}' | '\u{fe0f}' | '\u{200d}'..='\u{200f}' | '\u{2b50}')
}

// ---- announcements ------------------------------------------------------------------------------------------------

fn find_announcement(text: &str) -> Option<usize> {
    let heading = text.trim_start_matches('#');
    let start = heading.trim_start_matches(|letter| is_decoration(letter) || is_emoji(letter));
    let found = LANGUAGES.iter().find_map(|language| {
        let strip = |opener: &&str| {
            strip_phrase(start, opener)
                .filter(|rest| language.script == Script::Glued || ends_word(rest))
        };
        let mut behind = language.openers.iter().filter_map(strip);
        behind.find_map(|rest| Announcement::new(rest).end(language))
    })?;
    let behind = text.get(text.len() - found..).unwrap_or_default();
    Some(text.len() - skip_rule(behind).len())
}

/// What stands behind an opener such as `Here is`.
struct Announcement<'t> {
    rest: &'t str,
    /// The rest of the line, without blanks and emphasis at its end.
    line: &'t str,
    ends_line: usize,
}

impl<'t> Announcement<'t> {
    fn new(rest: &'t str) -> Self {
        let ends_line = memchr::memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len());
        let line = rest.get(..ends_line).unwrap_or_default();
        let line = line.trim_end_matches(|letter| is_decoration(letter) || letter == '\r');
        Self {
            rest,
            line,
            ends_line,
        }
    }

    /// The length of what stands behind the announcement, if it is one.
    fn end(&self, language: &Language) -> Option<usize> {
        let behind = match self.find_colon() {
            Some((colon, behind)) => {
                let thing = self.line.get(..colon)?;
                let is_last = behind == self.line.len();
                let is_lead_in = thing.trim_matches(is_decoration).is_empty()
                    || is_generic(thing, language, is_last)
                    || is_last && is_plain(thing, language);
                is_lead_in.then_some(if is_last { self.ends_line } else { behind })?
            }
            None => {
                let thing = self.line.trim_end_matches(['.', '!', '。', '！']);
                let goes_on = self.ends_line < self.rest.len() && self.line.len() <= LONGEST;
                (goes_on && is_generic(thing, language, true)).then_some(self.ends_line)?
            }
        };
        let behind = self.rest.get(behind..)?;
        Some(behind.trim_start_matches(is_decoration).len())
    }

    /// The first colon of the line that is none of a time or a URL, and behind it.
    fn find_colon(&self) -> Option<(usize, usize)> {
        let head = self.line.char_indices().take(LONGEST);
        let mut colons = head.filter(|&(_, letter)| matches!(letter, ':' | '：'));
        colons.find_map(|(at, colon)| {
            let behind = at + colon.len_utf8();
            let next = self.line.get(behind..)?;
            let is_inside =
                next.starts_with(|letter: char| letter.is_ascii_digit() || letter == '/');
            (!is_inside || colon == '：').then_some((at, behind))
        })
    }
}

/// `the answer to your question`: nothing is said of what is announced.
fn is_generic(thing: &str, language: &Language, is_last: bool) -> bool {
    let thing = thing.trim_matches(is_decoration);
    if language.script == Script::Glued {
        let longest = if is_last {
            2 * LONGEST_GLUED
        } else {
            LONGEST_GLUED
        };
        let mut nouns = language.nouns.split(' ');
        return thing.chars().count() <= longest
            && !tells(thing, language)
            && nouns.any(|noun| thing.contains(noun));
    }
    let has_noun = words(thing).any(|word| has_word(language.nouns, word));
    let is_known = |word| has_word(language.nouns, word) || has_word(language.fillers, word);
    has_noun && words(thing).all(is_known)
}

/// `a summary of the article`, `three tips for better sleep`, but neither `why it works` nor `the thing`.
fn is_plain(thing: &str, language: &Language) -> bool {
    let is_sentence = thing.contains([';', '?', '!', '。', '？', '！']) || thing.contains(". ");
    if is_sentence || tells(thing, language) {
        return false;
    }
    let Some(first) = words(thing).next() else {
        return false;
    };
    language.articles.is_empty()
        || first.starts_with(|letter: char| letter.is_ascii_digit())
        || has_word(language.articles, first)
        || has_word(language.nouns, first)
}

fn tells(thing: &str, language: &Language) -> bool {
    if language.script == Script::Glued {
        return language.telling.split(' ').any(|word| thing.contains(word));
    }
    words(thing)
        .take(2)
        .any(|word| has_word(language.telling, word))
}

fn words(thing: &str) -> impl Iterator<Item = &str> {
    let between = |letter: char| letter.is_whitespace() || matches!(letter, '\'' | '’');
    thing
        .split(between)
        .map(|word| word.trim_matches(|letter: char| !letter.is_alphanumeric()))
        .filter(|word| !word.is_empty())
}

/// A line of `---` between an announcement and the answer, with a blank line behind it, belongs to neither.
fn skip_rule(behind: &str) -> &str {
    let text = behind.trim_start();
    let rule = text.trim_start_matches(['-', '*', '_']);
    let len = text.len() - rule.len();
    let rest = rule.trim_start_matches(|letter| is_gap(letter) || letter == '\r');
    let next = rest
        .strip_prefix('\n')
        .map(|next| next.trim_start_matches(is_gap));
    match next {
        Some(next) if len >= 3 && next.starts_with(['\n', '\r']) => next,
        _ => behind,
    }
}

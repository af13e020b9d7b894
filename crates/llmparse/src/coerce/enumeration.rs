//! One of the values of `enum` or `const`, as models write it: `**High** (blocks the release)` for `high`.

use super::negation::is_denied;
use super::numeral::{self, Numeral};
use super::scalar::{null_rule, truth_of};
use crate::options::Level;
use crate::schema::{Choice, are_same};
use crate::schema::{distance, fold};
use crate::trace::{CoercionRule, Risk};
use crate::value::{Data, Number, Value};

/// Which of the choices a value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Pick {
    One(usize, CoercionRule),
    /// It could be one or the other.
    Rivals(Vec<usize>),
    None,
}

/// The longest text in which a choice is sought.
const LONGEST: usize = 2000;

/// The longest text that may be a misspelled choice.
const LONGEST_WORD: usize = 64;

/// The choice that `value`, which is none of them as it stands, is meant for.
pub(super) fn pick(value: &Value, choices: &[&Choice], level: Level) -> Pick {
    if let Some(choice) = value.as_str().and_then(|text| in_other_case(text, choices)) {
        return Pick::One(choice, CoercionRule::EnumSpelling);
    }
    let names = Names::new(choices);
    match &value.data {
        Data::String(text) => names.read(text, level),
        Data::Number(number) => names.spelled(&number.to_string()),
        Data::Bool(truth) => names.spelled(&truth.to_string()),
        Data::Null | Data::Array(_) | Data::Object(_) => Pick::None,
    }
}

/// The only choice that `text` is in other case, where all of them are plain texts without other names.
fn in_other_case(text: &str, choices: &[&Choice]) -> Option<usize> {
    let text = text.trim();
    let mut found = None;
    for (index, choice) in choices.iter().enumerate() {
        let own = choice
            .value
            .as_str()
            .filter(|own| own.is_ascii() && choice.aliases.is_empty())?;
        if own.eq_ignore_ascii_case(text) && found.replace(index).is_some() {
            return None;
        }
    }
    found.filter(|_| !text.is_empty() && text.len() <= LONGEST)
}

/// What a choice is called.
struct Name<'c> {
    text: &'c str,
    folded: String,
    lower: String,
    choice: usize,
    is_alias: bool,
}

struct Names<'c, 'l> {
    choices: &'l [&'c Choice],
    names: Vec<Name<'c>>,
}

impl<'c, 'l> Names<'c, 'l> {
    fn new(choices: &'l [&'c Choice]) -> Self {
        let mut names = Vec::new();
        for (index, choice) in choices.iter().enumerate() {
            let aliases = choice.aliases.iter().map(|alias| (&**alias, true));
            let own = choice.value.as_str().map(|text| (text, false));
            names.extend(own.into_iter().chain(aliases).map(|(text, is_alias)| Name {
                text,
                folded: fold(text),
                lower: text.to_lowercase(),
                choice: index,
                is_alias,
            }));
        }
        Self { choices, names }
    }

    /// The choice whose text is the spelling of a number or a truth value.
    fn spelled(&self, text: &str) -> Pick {
        let found = self.names.iter().find(|name| name.text == text);
        found.map_or(Pick::None, |name| {
            Pick::One(name.choice, CoercionRule::ScalarAsText)
        })
    }

    fn read(&self, text: &str, level: Level) -> Pick {
        let whole = text.trim();
        if whole.len() > LONGEST {
            return Pick::None;
        }
        let bare = strip_marks(whole);
        // A hyphen before a number may be the mark of an item, or a minus.
        let is_signed = whole.starts_with(['-', '−']) && bare.starts_with(char::is_numeric);
        let bare = if is_signed { whole } else { bare };
        let forms = [(whole, None), (bare, Some(CoercionRule::EnumMarks))];
        for (form, rule) in forms {
            match self.find(form) {
                Pick::None => {}
                Pick::One(choice, found) => {
                    let is_spelled = found == CoercionRule::EnumSpelling;
                    return Pick::One(choice, rule.filter(|_| is_spelled).unwrap_or(found));
                }
                rivals => return rivals,
            }
        }
        match self.find_before_remark(bare) {
            Pick::None if level == Level::Lenient => self.find_loosely(whole, bare),
            pick => pick,
        }
    }

    /// The choice that `form` is, but for case and separators.
    fn find(&self, form: &str) -> Pick {
        if form.is_empty() {
            return self.find_null(form);
        }
        let (lower, folded) = (form.to_lowercase(), fold(form));
        let same: [&dyn Fn(&Name<'_>) -> bool; 3] = [
            &|name| name.text == form,
            &|name| name.lower == lower,
            &|name| !folded.is_empty() && name.folded == folded,
        ];
        for is_same in same {
            match self.only(self.names.iter().filter(|name| is_same(name))) {
                Pick::None => {}
                pick => return pick,
            }
        }
        self.find_other_type(form)
    }

    fn only<'n>(&self, found: impl Iterator<Item = &'n Name<'c>>) -> Pick
    where
        'c: 'n,
    {
        let found: Vec<&Name<'_>> = found.collect();
        let Some(first) = found.first() else {
            return Pick::None;
        };
        let mut choices: Vec<usize> = found.iter().map(|name| name.choice).collect();
        choices.dedup();
        match choices.as_slice() {
            [choice] if first.is_alias => Pick::One(*choice, CoercionRule::EnumAlias),
            [choice] => Pick::One(*choice, CoercionRule::EnumSpelling),
            _ => Pick::Rivals(choices),
        }
    }

    /// A choice that is no text: `"2"` for 2.
    fn find_other_type(&self, form: &str) -> Pick {
        let wanted = match (numeral::read(form), truth_of(form)) {
            (Numeral::One(number, rule), _) if !numeral::is_bracketed(form) => {
                Some((Data::Number(Number::from_json(&number)), rule))
            }
            (_, Some((truth, rule))) if rule.risk() <= Risk::Low => Some((Data::Bool(truth), rule)),
            _ => None,
        };
        let Some((data, rule)) = wanted else {
            return self.find_null(form);
        };
        let wanted = Value::from(data);
        let found = self
            .choices
            .iter()
            .position(|choice| are_same(&choice.value, &wanted));
        found.map_or(Pick::None, |index| Pick::One(index, rule))
    }

    fn find_null(&self, form: &str) -> Pick {
        let rule = null_rule(form).filter(|rule| rule.risk() <= Risk::Low);
        let found = self
            .choices
            .iter()
            .position(|choice| choice.value.is_null());
        found
            .zip(rule)
            .map_or(Pick::None, |(index, rule)| Pick::One(index, rule))
    }

    /// `high (blocks the release)`, unless the remark takes it back.
    fn find_before_remark(&self, form: &str) -> Pick {
        let Some((head, remark)) = form.strip_suffix(')').and_then(|form| form.split_once('('))
        else {
            return Pick::None;
        };
        let is_doubtful =
            is_denied(remark) || remark.contains('?') || !self.mentions(remark).is_empty();
        match self.find(strip_marks(head)) {
            Pick::One(choice, _) if !is_doubtful => Pick::One(choice, CoercionRule::EnumRemark),
            _ => Pick::None,
        }
    }

    fn find_loosely(&self, whole: &str, bare: &str) -> Pick {
        match self.find_mention(whole) {
            Pick::None => self.find_misspelled(bare),
            pick => pick,
        }
    }

    /// The only mention of a choice in a text that denies nothing.
    fn find_mention(&self, text: &str) -> Pick {
        let mentions = self.mentions(text);
        let mut choices: Vec<usize> = mentions.iter().map(|mention| mention.choice).collect();
        choices.sort_unstable();
        choices.dedup();
        match (mentions.as_slice(), choices.as_slice()) {
            ([mention], [choice]) => {
                let before = text.get(..mention.start).unwrap_or_default();
                let behind = text.get(mention.end..).unwrap_or_default();
                let named = text.get(mention.start..mention.end).unwrap_or_default();
                let is_denial = !named.contains(char::is_whitespace) && is_denied(named);
                if is_denial || is_denied(before) || is_denied(behind) || text.contains('?') {
                    Pick::None
                } else {
                    Pick::One(*choice, CoercionRule::EnumMention)
                }
            }
            (_, [_] | []) => Pick::None,
            _ => Pick::Rivals(choices),
        }
    }

    /// Every whole word, or words, that are a choice; the longest where several start in one place or overlap.
    fn mentions(&self, text: &str) -> Vec<Mention> {
        let lower = text.to_lowercase();
        if lower.len() != text.len() {
            // Places in the one are not those in the other.
            return Vec::new();
        }
        let mut found: Vec<Mention> = Vec::new();
        for name in self.names.iter().filter(|name| !name.text.is_empty()) {
            // A letter or two may be any word, unless they are written just so.
            let (text, sought) = match name.text.chars().count() {
                0..=2 => (text, name.text),
                _ => (lower.as_str(), name.lower.as_str()),
            };
            let places = text
                .match_indices(sought)
                .map(|(start, _)| (start, start + sought.len()));
            let whole = places.filter(|(start, end)| is_word(text, *start, *end));
            found.extend(whole.map(|(start, end)| Mention {
                start,
                end,
                choice: name.choice,
            }));
        }
        found.sort_by_key(|mention| (mention.start, std::cmp::Reverse(mention.end)));
        let mut end = 0;
        found.retain(|mention| {
            let is_kept = mention.start >= end;
            end = end.max(mention.end);
            is_kept
        });
        found
    }

    /// The only choice that is one edit for each five letters apart, and starts alike.
    fn find_misspelled(&self, form: &str) -> Pick {
        let folded = fold(form);
        if folded.len() > LONGEST_WORD || is_denied(form) {
            return Pick::None;
        }
        let is_near = |name: &&Name<'_>| {
            let most = name.folded.chars().count() / 5;
            most > 0
                && name.folded.chars().next() == folded.chars().next()
                && distance(&folded, &name.folded, most).is_some()
        };
        match self.only(self.names.iter().filter(is_near)) {
            Pick::One(choice, _) => Pick::One(choice, CoercionRule::EnumMisspelling),
            pick => pick,
        }
    }
}

/// A choice named in a text.
struct Mention {
    start: usize,
    end: usize,
    choice: usize,
}

/// Whether nothing touches the part of `text` that makes it a part of another word or number: `2` in `2.5`, `<2`, `A2`.
fn is_word(text: &str, start: usize, end: usize) -> bool {
    let before = text.get(..start).unwrap_or_default().chars().rev();
    let behind = text.get(end..).unwrap_or_default().chars();
    !is_joined(before) && !is_joined(behind)
}

/// Whether what stands next belongs to the same word; a point does if a letter or digit is behind it.
fn is_joined(mut next: impl Iterator<Item = char>) -> bool {
    match next.next() {
        Some('.' | ',' | ':' | '\'' | '’' | '@') => {
            next.next().is_some_and(char::is_alphanumeric)
        }
        Some(letter) => letter.is_alphanumeric() || "_-+<>=≤≥±~#%$€£/\\".contains(letter),
        None => false,
    }
}

/// What stands around a text on both sides.
const PAIRS: [(&str, &str); 11] = [
    ("**", "**"),
    ("__", "__"),
    ("*", "*"),
    ("_", "_"),
    ("`", "`"),
    ("\"", "\""),
    ("'", "'"),
    ("“", "”"),
    ("‘", "’"),
    ("<", ">"),
    ("[", "]"),
];

/// A text without quotes, emphasis, the mark of an item, and punctuation behind it. A mark that stands on one side alone
/// is part of the text: `A*`, `<5`, `-1`.
pub(super) fn strip_marks(text: &str) -> &str {
    let mut bare = text;
    loop {
        let before = bare.len();
        bare = bare.trim().trim_end_matches(['.', ',', ';', ':', '!']);
        for start in ["- ", "* ", "• ", ": "] {
            bare = bare.strip_prefix(start).unwrap_or(bare);
        }
        let inner = PAIRS
            .iter()
            .find_map(|(open, close)| bare.strip_prefix(open)?.strip_suffix(close));
        bare = inner.unwrap_or(bare);
        if bare.len() == before {
            return bare;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_go_where_they_stand_on_both_sides() {
        for text in [
            "**high**",
            "'high'.",
            "- high",
            "[high]",
            "“**high**”!",
            " high ",
        ] {
            assert_eq!(strip_marks(text), "high", "{text}");
        }
        for text in ["A*", "<5", "-1", "C#", "*A", "B+"] {
            assert_eq!(strip_marks(text), text);
        }
    }

    #[test]
    fn a_part_of_a_word_or_number_is_no_word() {
        let is_word = |text: &str| text.find('2').is_some_and(|at| is_word(text, at, at + 1));
        assert!(
            ["2", "is 2.", "(2)", "**2**", "2, I think"]
                .into_iter()
                .all(is_word)
        );
        assert!(
            !["2.5", "<2", "A2", "1,2", "2%", "-2", "12"]
                .into_iter()
                .any(is_word)
        );
    }
}

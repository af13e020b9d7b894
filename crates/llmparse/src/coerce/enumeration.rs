//! One of the values of `enum` or `const`, as models write it: `**High** (blocks the release)` for `high`.

use super::names::Names;
use super::negation::{denies_next, is_denial, is_denied};
use super::numeral::{self, Numeral};
use super::scalar::{null_rule, truth_of};
use crate::options::Level;
use crate::schema::{Choice, are_same, fold};
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

/// The choice that `value`, which is none of them as it stands, is meant for; a number in its own `spelling`, if that is
/// known.
pub(super) fn pick(value: &Value, names: &Names<'_>, spelling: Option<&str>, level: Level) -> Pick {
    match &value.data {
        Data::String(text) => names.read(text, level),
        Data::Number(number) => match spelling.map_or(Pick::None, |own| names.spelled(own)) {
            Pick::None => names.spelled(&number.to_string()),
            pick => pick,
        },
        Data::Bool(truth) => names.spelled(&truth.to_string()),
        Data::Null | Data::Array(_) | Data::Object(_) => Pick::None,
    }
}

/// The only choice that `text` is in other case, where they are few, and all of them plain texts without other names.
pub(super) fn in_other_case<'c>(text: &str, choices: &[&'c Choice]) -> Option<&'c Choice> {
    const FEW: usize = 16;
    let text = text.trim();
    let mut found = None;
    for choice in choices {
        let own = choice.value.as_str().filter(|own| own.is_ascii())?;
        let is_same = own.eq_ignore_ascii_case(text);
        if !choice.aliases.is_empty() || is_same && found.replace(*choice).is_some() {
            return None;
        }
    }
    found.filter(|_| !text.is_empty() && choices.len() <= FEW)
}

impl Names<'_> {
    /// The choice whose text is the spelling of a number or a truth value.
    fn spelled(&self, text: &str) -> Pick {
        self.exact(text).map_or(Pick::None, |name| {
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
        let is_negative = numeral::is_bracketed(whole) && bare.starts_with(char::is_numeric);
        let bare_pick = if is_negative {
            self.find_name(bare)
        } else {
            self.find(bare)
        };
        let forms = [
            (self.find(whole), None),
            (bare_pick, Some(CoercionRule::EnumMarks)),
        ];
        for (pick, rule) in forms {
            match pick {
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
        match self.find_name(form) {
            Pick::None => self.find_other_type(form),
            pick => pick,
        }
    }

    fn find_name(&self, form: &str) -> Pick {
        let found = if form.is_empty() {
            Vec::new()
        } else {
            self.same(form)
        };
        let is_alias = found.first().is_some_and(|name| name.is_alias);
        let rule = if is_alias {
            CoercionRule::EnumAlias
        } else {
            CoercionRule::EnumSpelling
        };
        only(found.iter().map(|name| name.choice), rule)
    }

    /// A choice that is no text: `"2"` for 2.
    fn find_other_type(&self, form: &str) -> Pick {
        if form.is_empty() {
            return self.find_null(form);
        }
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
            is_denial(remark) || remark.contains('?') || !self.mentions(remark).is_empty();
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
                let is_denial = !named.contains(char::is_whitespace) && is_denial(named);
                if is_denial || denies_next(before) || is_denied(behind) || text.contains('?') {
                    Pick::None
                } else {
                    Pick::One(*choice, CoercionRule::EnumMention)
                }
            }
            (_, [_] | []) => Pick::None,
            _ => Pick::Rivals(choices),
        }
    }

    /// The only choice that is one edit for each five letters apart, and starts alike, where no other one is as near.
    fn find_misspelled(&self, form: &str) -> Pick {
        let folded = fold(form);
        let letters = folded.chars().count();
        if letters > LONGEST_WORD || is_denied(form) || form.contains('?') {
            return Pick::None;
        }
        let is_meant = |text: &str, edits: usize| {
            let name = fold(text);
            edits <= name.chars().count() / 5 && name.chars().next() == folded.chars().next()
        };
        // What is longer by an edit in five letters has an edit for four letters of this.
        for most in 1..=letters / 4 {
            let near = self.near(&folded, most);
            if near.iter().any(|(name, edits)| is_meant(name.text, *edits)) {
                return only(
                    near.iter().map(|(name, _)| name.choice),
                    CoercionRule::EnumMisspelling,
                );
            }
        }
        Pick::None
    }
}

/// The only one of some choices.
fn only(choices: impl Iterator<Item = usize>, rule: CoercionRule) -> Pick {
    let mut choices: Vec<usize> = choices.collect();
    choices.sort_unstable();
    choices.dedup();
    match choices.as_slice() {
        [] => Pick::None,
        [choice] => Pick::One(*choice, rule),
        _ => Pick::Rivals(choices),
    }
}

/// What stands around a text on both sides.
const PAIRS: [(&str, &str); 18] = [
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
    ("(", ")"),
    ("（", "）"),
    ("«", "»"),
    ("„", "“"),
    ("「", "」"),
    ("『", "』"),
    ("【", "】"),
];

/// A text without quotes, emphasis, the mark of an item, and punctuation behind it. A mark that stands on one side alone
/// is part of the text, `A*`, `<5`, `-1`, but for the bracket of `A)`.
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
        // `(a) or (b)` is not in brackets.
        let inner = inner.filter(|inner| !bare.starts_with('(') || !inner.contains(['(', ')']));
        bare = inner.unwrap_or(bare);
        let label = bare.strip_suffix([')', '）']);
        bare = label
            .filter(|label| !label.contains(['(', '（']))
            .unwrap_or(bare);
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
            "(high).",
            "high)",
            "**high)**",
            "«high»",
            " high ",
        ] {
            assert_eq!(strip_marks(text), "high", "{text}");
        }
        for text in ["A*", "<5", "-1", "C#", "*A", "B+", "(a) or (b)", "f(x)"] {
            assert_eq!(strip_marks(text), text);
        }
    }
}

//! The names of tags: those that are asked for, with their spellings in another case, and all others.

use std::collections::HashMap;

/// How many spellings in another case are known of one name.
const MOST_SPELLINGS: usize = 8;
/// The longest name, in characters, that is held against another for a slip of the pen.
const LONGEST: usize = 32;

/// Names that are markup within a text rather than a part of an answer, sorted.
const MARKUP: &[&str] = &[
    "a",
    "abbr",
    "address",
    "article",
    "aside",
    "audio",
    "b",
    "bdi",
    "bdo",
    "blockquote",
    "body",
    "br",
    "button",
    "canvas",
    "caption",
    "center",
    "cite",
    "code",
    "col",
    "colgroup",
    "dd",
    "del",
    "details",
    "dfn",
    "div",
    "dl",
    "dt",
    "em",
    "embed",
    "fieldset",
    "figcaption",
    "figure",
    "font",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hr",
    "html",
    "i",
    "iframe",
    "img",
    "input",
    "ins",
    "kbd",
    "label",
    "legend",
    "li",
    "link",
    "main",
    "mark",
    "math",
    "menu",
    "meta",
    "nav",
    "ol",
    "optgroup",
    "option",
    "p",
    "param",
    "picture",
    "pre",
    "q",
    "rp",
    "rt",
    "ruby",
    "s",
    "samp",
    "script",
    "section",
    "select",
    "small",
    "span",
    "strike",
    "strong",
    "style",
    "sub",
    "sup",
    "svg",
    "table",
    "tbody",
    "td",
    "template",
    "textarea",
    "tfoot",
    "th",
    "thead",
    "time",
    "title",
    "tr",
    "tt",
    "u",
    "ul",
    "var",
    "video",
    "wbr",
];

pub(super) type Id = usize;

/// Numbers for names; those that are asked for come first.
pub(super) struct Names<'t> {
    ids: HashMap<&'t str, Id>,
    asked: &'t [&'t str],
    folded: HashMap<String, Id>,
    /// The asked name of which it is a spelling, by id.
    asked_of: Vec<Option<Id>>,
    is_markup: Vec<bool>,
    /// The spellings of each asked name.
    spellings: Vec<Vec<Id>>,
}

impl<'t> Names<'t> {
    pub(super) fn new(asked: &'t [&'t str]) -> Self {
        let mut names = Self {
            ids: HashMap::new(),
            asked,
            folded: HashMap::new(),
            asked_of: Vec::new(),
            is_markup: Vec::new(),
            spellings: Vec::new(),
        };
        for (id, name) in asked.iter().enumerate() {
            names.ids.entry(*name).or_insert(id);
            names.folded.entry(name.to_lowercase()).or_insert(id);
            names.asked_of.push(Some(id));
            names.is_markup.push(false);
            names.spellings.push(vec![id]);
        }
        names
    }

    pub(super) fn id(&mut self, name: &'t str) -> Id {
        if let Some(&id) = self.ids.get(name) {
            return id;
        }
        let id = self.asked_of.len();
        let asked = self.folded.get(&name.to_lowercase()).copied();
        let spellings = asked.and_then(|asked| self.spellings.get_mut(asked));
        let spellings = spellings.filter(|spellings| spellings.len() < MOST_SPELLINGS);
        self.asked_of.push(spellings.as_ref().and(asked));
        if let Some(spellings) = spellings {
            spellings.push(id);
        }
        self.is_markup.push(is_markup(name));
        self.ids.insert(name, id);
        id
    }

    /// The asked name of which `id` is a spelling.
    pub(super) fn asked_of(&self, id: Id) -> Option<Id> {
        self.asked_of.get(id).copied().flatten()
    }

    pub(super) fn is_markup(&self, id: Id) -> bool {
        self.is_markup.get(id).copied().unwrap_or_default()
    }

    pub(super) fn spellings(&self, asked: Id) -> &[Id] {
        self.spellings.get(asked).map_or(&[], Vec::as_slice)
    }

    pub(super) fn asked(&self) -> &'t [&'t str] {
        self.asked
    }
}

/// Whether `name` is one of HTML.
pub(super) fn is_markup(name: &str) -> bool {
    MARKUP.binary_search(&name).is_ok()
}

/// Whether one name is the other with a slip: `anwser`, `answers`, `moviesss`.
pub(super) fn is_slip(name: &str, other: &str) -> bool {
    let [name, other] = [name, other].map(|name| name.to_lowercase().chars().collect::<Vec<_>>());
    let (short, long) = (name.len().min(other.len()), name.len().max(other.len()));
    let allowed = if short < 6 { 1 } else { 2 };
    short >= 4 && long <= LONGEST && long - short <= allowed && distance(&name, &other) <= allowed
}

/// How many letters have to be put in, left out or changed.
fn distance(name: &[char], other: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, letter) in name.iter().enumerate() {
        let mut corner = index;
        let mut left = index + 1;
        for (cell, wanted) in row.iter_mut().skip(1).zip(other) {
            let above = *cell;
            let changed = corner + usize::from(letter != wanted);
            left = changed.min(above + 1).min(left + 1);
            corner = std::mem::replace(cell, left);
        }
        if let Some(first) = row.first_mut() {
            *first = index + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_found() {
        assert!(MARKUP.is_sorted());
        assert!(is_markup("a") && is_markup("wbr") && !is_markup("source"));
    }

    #[test]
    fn a_slip_is_small() {
        for other in ["anwser", "answers", "ansver", "ANSWER"] {
            assert!(is_slip("answer", other), "{other}");
        }
        for (name, other) in [
            ("a", "b"),
            ("name", "age"),
            ("answer", "analysis"),
            ("step1", "steps12"),
        ] {
            assert!(!is_slip(name, other), "{other}");
        }
    }

    #[test]
    fn spellings_in_another_case_belong_to_the_name() {
        let mut names = Names::new(&["answer", "Note"]);
        let (other, foreign) = (names.id("ANSWER"), names.id("source"));
        assert_eq!((names.id("answer"), names.id("Note")), (0, 1));
        assert_eq!(names.asked_of(other), Some(0));
        assert_eq!(names.asked_of(foreign), None);
        assert_eq!(names.spellings(0), [0, other]);
    }
}

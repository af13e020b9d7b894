//! What the lines of a part of a reply are to a careful reader: items, pairs, rows, nested keys, or prose.

use std::collections::HashSet;

use super::csv::Cells;
use super::marks::{Mark, Ordinal, read_mark};
use super::yaml::Shape;
use crate::scan::lines::{count_words, ends_sentence, lines, starts_with_words, trim};
use crate::scan::pairs::{Pair, read_pair};
use crate::scan::pipes::is_alignment_row;
use crate::span::Span;

/// The lines of some parts of a text.
#[derive(Debug, Default)]
pub(crate) struct Outline<'t> {
    /// Lines that are not blank.
    pub(crate) filled: usize,
    pub(crate) numbered: Items,
    pub(crate) bulleted: Items,
    /// Lines that are items, or hang below one.
    listed: usize,
    pub(crate) pairs: PairCount<'t>,
    pub(crate) yaml: Shape<'t>,
    /// Whether two lines below each other may be rows of cells.
    pub(crate) may_have_rows: bool,
    /// Rows with pipes at both ends below each other, and whether a row of dashes stands under a header.
    pub(crate) piped: usize,
    pub(crate) has_separator: bool,
    /// Lines of code, and whether lines are those of a comparison of files or of a comment.
    code: usize,
    starts_with_code: bool,
    is_marked_text: bool,
    /// Whether someone is greeted.
    is_letter: bool,
}

/// Items of one kind.
#[derive(Debug, Default)]
pub(crate) struct Items {
    pub(crate) count: usize,
    /// Those in order: the second follows the first.
    chained: usize,
    /// The least indentation, and how many items have it.
    indent: usize,
    last: Option<(usize, Ordinal)>,
}

/// Lines that are pairs.
#[derive(Debug, Default)]
pub(crate) struct PairCount<'t> {
    pub(crate) count: usize,
    /// Items of a list with short values.
    bulleted: usize,
    is_marked: bool,
    has_code: bool,
    keys: HashSet<&'t str>,
}

/// Where one line stands among the others.
struct Before {
    cells: Option<Cells>,
    has_pipe: bool,
    is_piped: bool,
    item: Option<usize>,
}

const NONE: Before = Before {
    cells: None,
    has_pipe: false,
    is_piped: false,
    item: None,
};

/// How far from the start of a line the separator of a pair is looked for, in bytes.
const NEAR: usize = 160;

/// What a line of code starts with.
const CODE: &[&str] = &[
    "def ",
    "import ",
    "from ",
    "print(",
    "return",
    "for ",
    "if (",
    "if __",
    "while ",
    "const ",
    "let ",
    "var ",
    "function ",
    "class ",
    "public ",
    "private ",
    "static ",
    "#include",
    "using ",
    "fn ",
    "pub ",
    "package ",
    "func ",
    "RUN ",
    "CMD ",
    "FROM ",
    "SELECT ",
    "INSERT ",
    "UPDATE ",
    "CREATE ",
    "DELETE ",
    "@",
    "}",
    "elif ",
    "else",
    "try:",
    "except",
    "Traceback",
    "at ",
    "$ ",
    ">>> ",
    "echo ",
    "sudo ",
    "//",
    "console.",
    "System.",
];

/// What a line of a comparison of files, or the first of a comment, starts with.
const MARKED: &[&str] = &["@@ ", "+++ ", "--- a/", "/*", "diff --git"];

/// What a letter starts with.
const GREETINGS: &[&str] = &[
    "dear",
    "hi",
    "hello",
    "hey",
    "good morning",
    "sehr geehrte",
    "sehr geehrter",
    "liebe",
    "lieber",
    "hallo",
    "bonjour",
    "cher",
    "chère",
    "hola",
    "estimado",
    "estimada",
    "querido",
    "querida",
    "prezado",
    "caro",
    "cara",
    "gentile",
    "уважаемый",
    "уважаемая",
    "здравствуйте",
    "尊敬的",
    "你好",
    "您好",
];

impl<'t> Outline<'t> {
    pub(crate) fn of(text: &'t str, parts: &[Span]) -> Self {
        let mut outline = Self::default();
        for part in parts {
            let mut before = NONE;
            for line in lines(text, *part) {
                before = outline.add(text, line, before);
            }
        }
        outline
    }

    fn add(&mut self, text: &'t str, line: Span, before: Before) -> Before {
        let whole = line.of(text);
        self.yaml.add(whole);
        let body = trim(text, line);
        if body.is_empty() {
            return Before {
                item: before.item,
                cells: before.cells,
                ..NONE
            };
        }
        self.filled += 1;
        let indent = body.start() - line.start();
        let shown = body.of(text);
        let item = self.add_item(shown, indent);
        self.listed += usize::from(item.is_some() || before.item.is_some_and(|at| indent > at));
        self.add_pair(text, line, item.is_some());
        self.note_code(shown);
        let cells = if item.is_none() {
            Cells::of(shown)
        } else {
            None
        };
        self.may_have_rows |= before
            .cells
            .zip(cells)
            .is_some_and(|(one, two)| one.goes_with(&two));
        let (has_pipe, is_piped) = self.add_row(shown, &before);
        Before {
            cells,
            has_pipe,
            is_piped,
            item: item
                .map(|()| indent)
                .or(before.item.filter(|at| indent > *at)),
        }
    }

    fn add_item(&mut self, shown: &str, indent: usize) -> Option<()> {
        match read_mark(shown)? {
            Mark::Bullet => self.bulleted.add(indent),
            Mark::Ordinal(ordinal) => {
                self.numbered.add(indent);
                self.numbered.chain(indent, ordinal);
            }
        }
        Some(())
    }

    fn add_pair(&mut self, text: &'t str, line: Span, is_item: bool) {
        let bytes = line.of(text).as_bytes();
        let near = bytes.get(..bytes.len().min(NEAR)).unwrap_or_default();
        if memchr::memchr3(b':', b'=', 0xef, near).is_none() {
            return;
        }
        let Some(pair) = read_pair(text, line).filter(|pair| !pair.value.is_empty()) else {
            return;
        };
        self.pairs.add(text, &pair, is_item);
    }

    fn note_code(&mut self, shown: &str) {
        let first = shown.as_bytes().first();
        let starts = |marks: &[&str]| {
            let mut near = marks.iter().filter(|mark| mark.as_bytes().first() == first);
            near.any(|mark| shown.starts_with(mark))
        };
        let is_code = starts(CODE) || shown.ends_with([';', '{']);
        self.code += usize::from(is_code);
        self.starts_with_code |= is_code && self.filled == 1;
        self.is_marked_text |= starts(MARKED);
        self.is_letter |= shown.len() < 48
            && shown.ends_with([',', '，', '!'])
            && GREETINGS.iter().any(|word| starts_with_words(shown, word));
    }

    fn add_row(&mut self, shown: &str, before: &Before) -> (bool, bool) {
        let has_pipe = memchr::memchr(b'|', shown.as_bytes()).is_some()
            || !shown.is_ascii() && shown.contains(['｜', '│']);
        if !has_pipe && !before.has_pipe {
            return (false, false);
        }
        self.has_separator |= before.has_pipe && is_alignment_row(shown);
        let is_piped = shown.starts_with('|') && shown.ends_with('|') && shown.len() > 2;
        self.piped += usize::from(is_piped && before.is_piped);
        (has_pipe, is_piped)
    }

    /// Whether lines are a comparison of files or a comment in code, where `- x` and `* x` are no items.
    pub(crate) fn is_code_text(&self) -> bool {
        self.is_marked_text
    }

    /// Whether most lines are code.
    pub(crate) fn is_code(&self) -> bool {
        self.code > 0 && 2 * self.code >= self.filled
    }

    pub(crate) fn starts_with_code(&self) -> bool {
        self.starts_with_code
    }

    /// Whether items make up the text, but for a line before them and one behind.
    pub(crate) fn is_list(&self) -> bool {
        self.listed > 1 && self.listed + 2 >= self.filled
    }

    pub(crate) fn has_numbers(&self) -> bool {
        self.numbered.count > 0
            && (self.numbered.chained > 2 || self.numbered.chained > 1 && self.is_list())
            && !(self.bulleted.count > 1 && self.bulleted.indent < self.numbered.indent)
    }

    pub(crate) fn has_bullets(&self) -> bool {
        self.bulleted.count > 2 || self.bulleted.count > 1 && self.is_list()
    }

    /// Whether the items of a bulleted list are pairs with short values.
    pub(crate) fn has_bulleted_pairs(&self) -> bool {
        let count = self.bulleted.count;
        count > 1
            && self.numbered.count == 0
            && self.pairs.bulleted == count
            && self.pairs.keys.len() == count
    }

    /// Whether pairs make up the text: two or more, most keys once, and no code.
    pub(crate) fn may_be_pairs(&self) -> bool {
        let PairCount {
            count,
            is_marked,
            has_code,
            keys,
            ..
        } = &self.pairs;
        let is_most = 2 * count >= self.filled || *is_marked && self.bulleted.count == 0;
        *count > 1 && keys.len() > 1 && is_most && !has_code && self.code == 0 && !self.is_letter
    }
}

impl Items {
    fn add(&mut self, indent: usize) {
        self.indent = if self.count == 0 {
            indent
        } else {
            self.indent.min(indent)
        };
        self.count += 1;
    }

    fn chain(&mut self, indent: usize, ordinal: Ordinal) {
        let follows = self
            .last
            .is_some_and(|(at, last)| at == indent && ordinal.follows(last));
        if follows {
            self.chained += if self.chained == 0 { 2 } else { 1 };
        }
        // Items below an item do not end its list.
        if self.last.is_none_or(|(at, _)| indent <= at) {
            self.last = Some((indent, ordinal));
        }
    }
}

impl<'t> PairCount<'t> {
    fn add(&mut self, text: &'t str, pair: &Pair<'t>, is_item: bool) {
        let key: &str = &pair.key;
        if key.starts_with(|letter: char| letter.is_ascii_digit()) {
            return;
        }
        let value = pair.value.of(text);
        self.count += 1;
        self.is_marked |= pair.is_marked;
        self.has_code |= value.contains(":=") || is_assignment(text, pair);
        let is_short =
            count_words(value, 7) <= 6 && !(ends_sentence(value) && count_words(value, 3) > 2);
        self.bulleted += usize::from(is_item && pair.has_bullet && is_short);
        if let std::borrow::Cow::Borrowed(key) = pair.key {
            self.keys.insert(key);
        }
    }
}

/// `z := 3`
fn is_assignment(text: &str, pair: &Pair<'_>) -> bool {
    let before = text.get(..pair.value.start()).unwrap_or_default();
    before.trim_end().ends_with(":=")
}

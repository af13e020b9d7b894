//! An item of a list that may hold a list: `1. Fruit` with `- apple` below it.

use serde::Serialize;

use super::Entry;
use crate::span::Span;

/// An item of a nested list, with the items below it.
///
/// ```
/// let items = llmparse::parse_nested_list("- fruit\n  - [x] apple\n- bread")?;
/// assert_eq!(items[0].text, "fruit");
/// assert_eq!(items[0].items[0].text, "apple");
/// assert_eq!(items[0].items[0].checked, Some(true));
/// # Ok::<(), llmparse::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ListItem {
    /// What it says, without its mark.
    pub text: String,
    /// The items below it.
    pub items: Vec<ListItem>,
    /// Whether the box before it is ticked; none if it has no box.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked: Option<bool>,
    /// Where its text stands, in bytes of the original text.
    #[serde(skip)]
    pub span: Span,
}

impl ListItem {
    /// Changes its place, and those of the items below it, by `to_reply`.
    pub(crate) fn place(&mut self, to_reply: &dyn Fn(Span) -> Span) {
        self.span = to_reply(self.span);
        self.items.iter_mut().for_each(|item| item.place(to_reply));
    }

    fn new(entry: Entry<'_>) -> Self {
        Self {
            text: entry.text.into_owned(),
            items: Vec::new(),
            checked: entry.checked,
            span: entry.span,
        }
    }
}

/// The tree of `entries`, each below the last one before it that is less deep.
pub(crate) fn build_tree(entries: Vec<Entry<'_>>) -> Vec<ListItem> {
    let mut open: Vec<(usize, ListItem)> = Vec::new();
    let outer = entries.iter().filter(|entry| entry.depth == 0).count();
    let mut roots = Vec::with_capacity(outer);
    for entry in entries {
        close(&mut open, &mut roots, entry.depth);
        open.push((entry.depth, ListItem::new(entry)));
    }
    close(&mut open, &mut roots, 0);
    roots
}

/// Puts the open items that are at least `depth` deep where they belong.
fn close(open: &mut Vec<(usize, ListItem)>, roots: &mut Vec<ListItem>, depth: usize) {
    while open.last().is_some_and(|(open, _)| *open >= depth) {
        let Some((_, item)) = open.pop() else { return };
        match open.last_mut() {
            Some((_, parent)) => parent.items.push(item),
            None => roots.push(item),
        }
    }
}

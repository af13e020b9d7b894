//! What is done to a list in JSON before it is read: `Return format: ["x"]\n["cat"]` is `["cat"]`.

use memchr::memmem;

use super::words;
use crate::span::Span;
use crate::trace::{Repair, RepairKind};
use crate::value::{Data, Value};

/// The longest line before a list that is looked at for a label, in bytes.
const LONGEST: usize = 96;

/// What names the list that starts at `at`, on the line before it: `Return format:`.
pub(crate) fn label_before(text: &str, at: usize) -> Option<&str> {
    let near = (0..4).find_map(|more| text.get(at.saturating_sub(LONGEST + more)..at))?;
    let line = match near.rsplit_once('\n') {
        Some((_, line)) => line,
        None if near.len() == at => near,
        None => return None,
    };
    let line = line.trim_end_matches([' ', '\t', '*', '`']);
    line.strip_suffix([':', '：']).map(str::trim)
}

/// Whether the label of the list at `at` says that it is not the answer.
pub(crate) fn is_labelled_aside(text: &str, at: usize) -> bool {
    label_before(text, at).is_some_and(words::is_aside_label)
}

/// Whether the label says that its list is the answer.
pub(crate) fn is_answer_label(label: &str) -> bool {
    words::is_list_label(label) || words::is_final_label(label)
}

/// Takes the lists out of `value`, which holds several, that are labelled as something beside the answer. Gives where
/// they stand.
pub(crate) fn drop_asides(text: &str, value: &mut Value) -> Vec<Span> {
    let Data::Array(lists) = &mut value.data else {
        return Vec::new();
    };
    let is_aside = |list: &Value| is_labelled_aside(text, list.span.start());
    if lists.iter().all(is_aside) || !lists.iter().any(is_aside) {
        return Vec::new();
    }
    let (asides, mut kept): (Vec<Value>, Vec<Value>) =
        std::mem::take(lists).into_iter().partition(is_aside);
    match (kept.pop(), kept.is_empty()) {
        (Some(only), true) => *value = only,
        (last, _) => {
            kept.extend(last);
            *lists = kept;
        }
    }
    asides.iter().map(|list| list.span).collect()
}

/// Closes the last item of `["cat", "dog"\n\nHope this helps!` at its quote, which was read as a part of it, and the
/// list behind it. Whether there was one.
pub(crate) fn close_last_item(text: &str, value: &mut Value, repairs: &mut Vec<Repair>) -> bool {
    let start = value.span.start();
    let Some(end) = close_item(text, value, repairs) else {
        return false;
    };
    repairs.retain(|repair| repair.span.end() < end);
    let behind = text.get(end..).unwrap_or_default();
    let (kind, span) = if behind.starts_with(')') {
        (RepairKind::WrongCloser, Span::new(end, end + 1))
    } else {
        (RepairKind::MissingCloser, Span::new(end, end))
    };
    repairs.push(Repair {
        kind,
        span,
        replacement: "]".into(),
    });
    value.span = Span::new(start, span.end());
    true
}

/// Closes the item, and gives where it ends.
fn close_item(text: &str, value: &mut Value, repairs: &[Repair]) -> Option<usize> {
    let Data::Array(items) = &mut value.data else {
        return None;
    };
    let last = items.last_mut().filter(|last| !last.complete)?;
    let is_inside = |span: Span| last.span.start() < span.start() && span.end() <= last.span.end();
    let quote = repairs
        .iter()
        .find(|repair| repair.kind == RepairKind::UnescapedQuote && is_inside(repair.span))?
        .span;
    let behind = text.get(quote.end()..)?.trim_start_matches([' ', '\t']);
    let inner = text
        .get(last.span.start()..quote.start())?
        .strip_prefix('"')?;
    if !behind.starts_with(['\n', '\r', ')']) || inner.contains(['\\', '\n', '"']) {
        return None;
    }
    last.data = Data::String(inner.into());
    last.span = Span::new(last.span.start(), quote.end());
    last.complete = true;
    Some(quote.end())
}

/// What stands in the last `\boxed{…}` of `text`.
pub(crate) fn find_boxed(text: &str) -> Option<Span> {
    memchr::memchr(b'\\', text.as_bytes())?;
    let mut start = memmem::rfind(text.as_bytes(), b"\\boxed{")? + "\\boxed{".len();
    let mut end = start + find_closing(text.get(start..)?)?;
    let inner = text.get(start..end)?;
    let plain = ["\\text{", "\\textbf{", "\\mathrm{"]
        .iter()
        .find_map(|command| {
            let inner = inner.strip_prefix(command)?.strip_suffix('}')?;
            (!inner.contains(['{', '}'])).then_some(command.len())
        });
    if let Some(len) = plain {
        start += len;
        end -= 1;
    }
    (start < end).then(|| Span::new(start, end))
}

/// Where the brace closes that opened before `text`.
fn find_closing(text: &str) -> Option<usize> {
    let mut depth = 1usize;
    let mut braces = memchr::memchr2_iter(b'{', b'}', text.as_bytes());
    braces.find(|&at| {
        if text.as_bytes().get(at) == Some(&b'{') {
            depth += 1;
        } else {
            depth -= 1;
        }
        depth == 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_label_before_a_list_is_what_its_line_starts_with() {
        let text = "Return format: [1]\n[2]";
        assert_eq!(label_before(text, 15), Some("Return format"));
        assert_eq!(label_before(text, 19), None);
    }

    #[test]
    fn the_last_box_is_found_with_its_braces_in_pairs() {
        let boxed = |text: &'static str| find_boxed(text).map(|span| span.of(text));
        assert_eq!(boxed("\\boxed{a} \\boxed{b, {c}}"), Some("b, {c}"));
        assert_eq!(boxed("\\boxed{\\text{a, b}}"), Some("a, b"));
        assert_eq!(boxed("\\boxed{a"), None);
    }
}

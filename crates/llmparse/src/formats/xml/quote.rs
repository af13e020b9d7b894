//! Quote marks before every line of a content, `> Paris`, that are those of the reply.

use super::sentences::before;
use crate::span::Span;

/// The marks before the lines of `content`, if its element stands behind such a mark, and all of its lines do.
pub(super) fn find_prefixes(text: &str, content: Span) -> Vec<Span> {
    let opener = text.get(..content.start()).unwrap_or_default();
    let line = before(text, opener.rfind('<').unwrap_or_default());
    if !line.starts_with('>') || !line.trim_matches(['>', ' ']).is_empty() {
        // The content may start on a line of its own.
        return Vec::new();
    }
    let mut prefixes = Vec::new();
    let content_text = content.of(text);
    let mut at = content.start();
    for (index, line) in content_text.split_inclusive('\n').enumerate() {
        let rest = line.trim_start_matches([' ', '\t']);
        match rest.strip_prefix('>') {
            Some(behind) => {
                let behind = behind.strip_prefix(' ').unwrap_or(behind);
                prefixes.push(Span::new(at, at + line.len() - behind.len()));
            }
            None if index == 0 => {}
            None => return Vec::new(),
        }
        at += line.len();
    }
    prefixes
}

/// The content without its prefixes.
pub(super) fn without(text: &str, content: Span, prefixes: &[Span]) -> String {
    let mut read = String::with_capacity(content.len());
    let mut done = content.start();
    for prefix in prefixes {
        read.push_str(text.get(done..prefix.start()).unwrap_or_default());
        done = prefix.end();
    }
    read.push_str(text.get(done..content.end()).unwrap_or_default());
    read
}

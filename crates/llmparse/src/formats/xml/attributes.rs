//! The attributes of a tag: ` id="1" lang=fr checked`.

use crate::span::Span;

/// The names of the attributes of `tag`, from `<` to `>`, and where their values stand in it; one without a value has
/// an empty one.
pub(super) fn attributes(tag: &str) -> Vec<(&str, Span)> {
    let end = tag.trim_end_matches(['>', '/']).len();
    let start = tag.find(char::is_whitespace).unwrap_or(end).min(end);
    let mut reader = Reader {
        text: tag.get(..end).unwrap_or(tag),
        at: start,
    };
    std::iter::from_fn(|| reader.next()).collect()
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn next(&mut self) -> Option<(&'t str, Span)> {
        self.skip(|letter| letter.is_whitespace() || letter == '/');
        let start = self.at;
        self.skip(|letter| !letter.is_whitespace() && letter != '=');
        let name = self
            .text
            .get(start..self.at)
            .filter(|name| !name.is_empty())?;
        let behind = self.at;
        self.skip(char::is_whitespace);
        if !self.rest().starts_with('=') {
            self.at = behind;
            return Some((name, Span::new(behind, behind)));
        }
        self.at += 1;
        self.skip(char::is_whitespace);
        Some((name, self.value()))
    }

    fn value(&mut self) -> Span {
        let quote = self.rest().chars().next();
        let quote = quote.filter(|quote| matches!(quote, '"' | '\''));
        self.at += usize::from(quote.is_some());
        let start = self.at;
        self.skip(|letter| match quote {
            Some(quote) => letter != quote,
            None => !letter.is_whitespace(),
        });
        let span = Span::new(start, self.at);
        let is_closed = quote.is_some_and(|quote| self.rest().starts_with(quote));
        self.at += usize::from(is_closed);
        span
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn skip(&mut self, is_part: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(tag: &str) -> Vec<(&str, &str)> {
        let found = attributes(tag).into_iter();
        found.map(|(name, span)| (name, span.of(tag))).collect()
    }

    #[test]
    fn values_are_quoted_or_bare_or_missing() {
        assert_eq!(
            read("<a b=\"c > d\" e='f' g = h i>"),
            [("b", "c > d"), ("e", "f"), ("g", "h"), ("i", "")]
        );
        assert_eq!(read("<a href=http://x/y />"), [("href", "http://x/y")]);
        assert_eq!(read("<a>"), []);
        assert_eq!(read("<a/>"), []);
    }
}

//! A flow collection that the end of a YAML text cuts off: `tags: [a, "b` is closed by `"]`.

/// What closes the quotes and brackets that are open at the end of `text`; empty if nothing is.
pub(super) fn closers(text: &str) -> String {
    let mut scan = Scan::default();
    for letter in text.trim_end().chars() {
        scan.take(letter);
    }
    let mut closers: String = scan.quote.into_iter().collect();
    closers.extend(scan.closers.iter().rev());
    closers
}

#[derive(Default)]
struct Scan {
    /// What closes the open brackets, the innermost last.
    closers: Vec<char>,
    quote: Option<char>,
    is_escaped: bool,
    in_comment: bool,
    /// Whether a value may start here.
    starts: bool,
    before: Option<char>,
}

impl Scan {
    fn take(&mut self, letter: char) {
        if self.in_comment {
            self.in_comment = letter != '\n';
        } else if let Some(quote) = self.quote {
            self.take_quoted(letter, quote);
        } else {
            self.take_bare(letter);
        }
        self.before = Some(letter);
    }

    fn take_quoted(&mut self, letter: char, quote: char) {
        if self.is_escaped {
            self.is_escaped = false;
        } else if letter == '\\' && quote == '"' {
            self.is_escaped = true;
        } else if letter == quote {
            self.quote = None;
        }
    }

    fn take_bare(&mut self, letter: char) {
        let is_behind_blank = self.before.is_none_or(char::is_whitespace);
        match letter {
            '[' | '{' if self.starts || !self.closers.is_empty() => {
                self.closers.push(if letter == '[' { ']' } else { '}' });
                self.starts = true;
            }
            ']' | '}' => {
                self.closers.pop();
                self.starts = false;
            }
            '"' | '\'' if self.starts => {
                self.quote = Some(letter);
                self.starts = false;
            }
            '#' if is_behind_blank => self.in_comment = true,
            ':' | ',' | '-' => self.starts = true,
            '\n' => self.starts = true,
            letter if letter.is_whitespace() => {}
            _ => self.starts = false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_open_at_the_end_is_closed() {
        assert_eq!(closers("a: [1, 2"), "]");
        assert_eq!(closers("b: {x: 1, y: [2, \"3"), "\"]}");
        assert_eq!(closers("- ['it''s', 'b"), "']");
    }

    #[test]
    fn brackets_in_texts_and_comments_open_nothing() {
        for text in ["a: [1]", "a: b [c", "a: 'x [' # [", "a: \"[\\\"\"", "a: 1]"] {
            assert_eq!(closers(text), "", "{text}");
        }
    }
}

//! Members that a schema names, where a quote between them and the text before is missing: `"x, b: "y"`, `"x, b": 1`,
//! `"x, "b: 1`.

use crate::repair::builder::Node;
use crate::repair::machine::Machine;
use crate::repair::quotes::{Lookout, Role, structural_tail};
use crate::scan::Input;

/// The longest key that is looked for, in bytes.
const LONGEST_KEY: usize = 64;

impl<N: Node> Machine<N> {
    /// Where the string ended whose end quote is missing, if the quote at `at` belongs to a member that the schema names.
    pub(super) fn known_member_end(&self, input: Input<'_>, at: usize) -> Option<usize> {
        let keys = self.config.keys.as_deref()?;
        let lookout = self.lookout(input);
        if lookout.role != Role::Member {
            return None;
        }
        let content = input.slice(self.text.content, at);
        let comma = content.rfind(',')?;
        let last = content.get(comma + 1..)?.trim();
        let (key, is_member) = match last.strip_suffix(':') {
            Some(key) => (key, lookout.is_closed_value(at)),
            None if last.is_empty() => {
                let key = key_before_colon(input, at + 1)?;
                (key, lookout.has_value_behind(at + 1 + key.len()))
            }
            None => (last, lookout.has_value_behind(at + 1)),
        };
        if is_member && keys.contains(key.trim()) {
            structural_tail(input, self.text.content, self.text.content + comma + 1, 0)
        } else {
            None
        }
    }
}

/// What stands at `at` before a colon on the same line.
fn key_before_colon(input: Input<'_>, at: usize) -> Option<&str> {
    let end = (at..at + LONGEST_KEY)
        .find(|&index| matches!(input.at(index), None | Some(b':' | b'"' | b'\n')))?;
    (input.at(end) == Some(b':')).then(|| input.slice(at, end))
}

impl Lookout<'_, '_> {
    /// Whether the quote at `at` starts a text that ends as the value of a member does.
    fn is_closed_value(&self, at: usize) -> bool {
        let outside = Lookout {
            quoting: false,
            ..*self
        };
        self.quoted(at).is_some_and(|(_, end)| outside.closes(end))
    }

    /// Whether a colon stands at `at`, and behind it what a value starts with.
    fn has_value_behind(&self, at: usize) -> bool {
        let colon = self.input.skip_blank(at);
        self.input.at(colon) == Some(b':') && self.is_value_start(self.input.skip_blank(colon + 1))
    }
}

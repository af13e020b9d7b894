//! Compact JSON laid out for the eye: `{"a":[1.50]}` becomes one member or item a line, numbers as they were spelled.

/// The layout of `json`, which is compact JSON, with two blanks for each level.
pub(crate) fn lay_out(json: &str) -> String {
    let mut layout = Layout {
        out: String::with_capacity(json.len() * 2),
        depth: 0,
    };
    let mut rest = json;
    while let Some(first) = rest.chars().next() {
        let length = token_length(rest, first);
        let (token, behind) = rest.split_at(length);
        layout.add(token);
        rest = behind;
    }
    layout.out
}

/// The length of the token that `text` starts with: a string, an empty container, a mark, or a number or word.
fn token_length(text: &str, first: char) -> usize {
    match first {
        '"' => string_length(text),
        '{' | '[' if text.starts_with("{}") || text.starts_with("[]") => 2,
        '{' | '[' | '}' | ']' | ',' | ':' => 1,
        _ => text.find(['}', ']', ',', ':']).unwrap_or(text.len()),
    }
}

fn string_length(text: &str) -> usize {
    let mut is_escaped = false;
    let end = text.bytes().skip(1).position(|byte| {
        let is_end = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    });
    end.map_or(text.len(), |at| at + 2)
}

struct Layout {
    out: String,
    depth: usize,
}

impl Layout {
    fn add(&mut self, token: &str) {
        match token {
            "{" | "[" => {
                self.out.push_str(token);
                self.depth += 1;
                self.break_line();
            }
            "}" | "]" => {
                self.depth = self.depth.saturating_sub(1);
                self.break_line();
                self.out.push_str(token);
            }
            "," => {
                self.out.push(',');
                self.break_line();
            }
            ":" => self.out.push_str(": "),
            _ => self.out.push_str(token),
        }
    }

    fn break_line(&mut self) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n("  ", self.depth));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_and_empty_containers_stay_in_one_piece() {
        let laid_out = lay_out(r#"{"a, {\"b\"\\":[],"c":[1.50,{}]}"#);
        let wanted = "{\n  \"a, {\\\"b\\\"\\\\\": [],\n  \"c\": [\n    1.50,\n    {}\n  ]\n}";
        assert_eq!(laid_out, wanted);
    }

    #[test]
    fn a_scalar_is_left_alone() {
        assert_eq!(lay_out("\"é\""), "\"é\"");
        assert_eq!(lay_out("-1e5"), "-1e5");
    }
}

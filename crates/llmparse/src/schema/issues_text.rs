//! The issues of a value as a text for a model, one line each: `/age: expected an integer, found "thirty"`.

use super::issue::SchemaIssue;

/// The most characters of the text.
const LONGEST: usize = 1500;

/// The most characters of one line, so that one issue leaves room for others.
const LONGEST_LINE: usize = 400;

/// The issues as lines that a model can act on, in at most 1,500 characters; the first ones of `issues`, which come most
/// useful first, and how many were left out.
///
/// ```
/// let schema = llmparse::Schema::from_text(r#"{"items": {"type": "integer"}}"#)?;
/// let issues = schema.check(&serde_json::json!(vec!["x"; 100]).into());
/// let text = llmparse::issues_text(&issues);
/// assert!(text.starts_with("/0: expected an integer, found \"x\"\n/1: "));
/// assert!(text.ends_with(" more issues") && text.chars().count() <= 1500);
/// # Ok::<(), llmparse::SchemaError>(())
/// ```
#[must_use]
pub fn issues_text(issues: &[SchemaIssue]) -> String {
    let mut out = String::new();
    let mut room = LONGEST;
    for (index, issue) in issues.iter().enumerate() {
        let line = line_of(issue);
        let more = more_text(issues.len() - index);
        // The count of those left out has to find room behind this line, unless it is the last one.
        let reserve = if index + 1 < issues.len() {
            more.len() + 1
        } else {
            0
        };
        let size = line.chars().count() + 1;
        if size + reserve > room {
            out.push_str(&more);
            return out;
        }
        room -= size;
        out.push_str(&line);
        out.push('\n');
    }
    out.pop();
    out
}

fn more_text(count: usize) -> String {
    match count {
        1 => "and 1 more issue".to_owned(),
        _ => format!("and {count} more issues"),
    }
}

/// An issue in one line, cut to a bounded length.
fn line_of(issue: &SchemaIssue) -> String {
    let line = issue.to_string().replace(['\n', '\r'], " ");
    match line.char_indices().nth(LONGEST_LINE) {
        None => line,
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn issue(path: &str) -> SchemaIssue {
        SchemaIssue {
            path: path.to_owned(),
            keyword: "type",
            expected: "an integer".to_owned(),
            found: "\"x\"".to_owned(),
        }
    }

    #[test]
    fn the_text_is_bounded_and_counts_what_is_left_out() {
        for count in [0, 1, 2, 20, 40, 1000] {
            let issues: Vec<SchemaIssue> = (0..count)
                .map(|index| issue(&format!("/{index}")))
                .collect();
            let text = issues_text(&issues);
            assert!(text.chars().count() <= LONGEST, "{count}");
            let told = text.lines().filter(|line| line.starts_with('/')).count();
            let left = text
                .lines()
                .last()
                .and_then(|line| line.strip_prefix("and "));
            let left = left.and_then(|line| line.split(' ').next()?.parse::<usize>().ok());
            assert_eq!(told + left.unwrap_or_default(), count);
        }
    }

    #[test]
    fn a_long_path_leaves_room_for_others() {
        let issues = [issue(&"/é".repeat(3000)), issue("/a")];
        assert!(issues_text(&issues).ends_with("\n/a: expected an integer, found \"x\""));
    }
}

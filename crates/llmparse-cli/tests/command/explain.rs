//! One reply shown to a person.

use crate::run::run;

#[test]
fn a_valid_reply_is_shown_to_need_nothing() {
    let done = run(&["explain"], "[1.50]");
    assert_eq!(
        done.stdout,
        "as it stands: nothing to repair\n\n[\n  1.50\n]\n"
    );
    assert_eq!((done.status, done.stderr.as_str()), (0, ""));
}

#[test]
fn colours_are_for_terminals_unless_asked_for() {
    assert!(!run(&["explain"], "[1]").stdout.contains('\u{1b}'));
    assert!(
        !run(&["explain", "--color", "never"], "[1]")
            .stdout
            .contains('\u{1b}')
    );
    assert!(
        run(&["explain", "--color", "always"], "[1]")
            .stdout
            .contains('\u{1b}')
    );
}

#[test]
fn a_reply_that_fails_gives_status_1_and_says_why() {
    let done = run(&["explain"], "I cannot help with that.");
    assert_eq!(done.status, 1);
    assert!(
        done.stdout.starts_with("error[unparseable]: no JSON found"),
        "{}",
        done.stdout
    );
    assert_eq!(
        run(&["explain"], b"\xff").stderr,
        "llmparse: stdin: not UTF-8 at byte 0\n"
    );
}

#[test]
fn a_repair_is_marked_in_its_place() {
    let done = run(&["explain"], "[\n  1,\n  2,\n]");
    let wanted = "\
repaired: 1 repair
 --> stdin:3:4
  |
1 | [
2 |   1,
3 |   2,
  |    ^ trailing-comma: removed
4 | ]
  |

[
  1,
  2
]
";
    assert_eq!(done.stdout, wanted);
}

//! Runs the command as a user does: arguments and stdin in, stdout, stderr and exit status out.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on stops with a panic"
)]

mod auto;
mod explain;
mod formats;
mod help;
mod jsonl;
mod one_shot;
mod run;
mod typed;

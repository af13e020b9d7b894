//! Starts the command and collects what it gives.

use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::thread::{self, JoinHandle};

use serde_json::Value;

/// What a finished command left behind.
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    /// The rows, read strictly.
    pub(crate) fn rows(&self) -> Vec<Value> {
        self.stdout
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }
}

/// Starts `llmparse` with pipes on all sides.
pub(crate) fn start(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_llmparse"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Runs `llmparse` with `input` on stdin.
pub(crate) fn run(args: &[&str], input: impl AsRef<[u8]>) -> Run {
    let mut child = start(args);
    let feeding = feed(&mut child, input.as_ref().to_vec());
    let output = child.wait_with_output().unwrap();
    feeding.join().unwrap();
    Run {
        status: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Writes `input` to the child in a thread of its own; a child that stops reading is none of its business.
fn feed(child: &mut Child, input: Vec<u8>) -> JoinHandle<()> {
    let mut stdin = child.stdin.take().unwrap();
    thread::spawn(move || {
        let _ = stdin.write_all(&input);
    })
}

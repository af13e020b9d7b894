//! The help is true: every example in it is run, and its output compared.

use std::env;
use std::path::Path;
use std::process::Command;

use crate::run::run;

const SUBCOMMANDS: [&str; 17] = [
    "json",
    "fix",
    "fence",
    "reasoning",
    "explain",
    "completions",
    "list",
    "xml",
    "yaml",
    "csv",
    "table",
    "kv",
    "choice",
    "number",
    "text",
    "detect",
    "auto",
];

/// A line of the help that starts with `$`, and the lines below it.
#[derive(Debug)]
struct Example {
    command: String,
    output: String,
}

/// Reads the examples that end `help`; the output of one ends where the next starts or the indent ends.
fn find_examples(help: &str) -> Vec<Example> {
    let (_, examples) = help.split_once("\nExamples:\n").unwrap();
    let indented = examples
        .lines()
        .take_while(|line| line.is_empty() || line.starts_with("  "));
    let text: Vec<_> = indented
        .map(|line| line.strip_prefix("  ").unwrap_or_default())
        .collect();
    let starts = text.split(|line| line.starts_with("$ ")).skip(1);
    let commands = text.iter().filter_map(|line| line.strip_prefix("$ "));
    commands
        .zip(starts)
        .map(|(command, output)| Example {
            command: command.to_owned(),
            output: output.join("\n"),
        })
        .collect()
}

fn run_in_shell(command: &str) -> String {
    let folder = Path::new(env!("CARGO_BIN_EXE_llmparse")).parent().unwrap();
    let old = env::var_os("PATH").unwrap_or_default();
    let path =
        env::join_paths(std::iter::once(folder.to_owned()).chain(env::split_paths(&old))).unwrap();
    let done = Command::new("sh")
        .arg("-c")
        .arg(command)
        .env("PATH", path)
        .output()
        .unwrap();
    String::from_utf8(done.stdout).unwrap()
}

fn check_examples(subcommand: &str) {
    let help = run(&[subcommand, "--help"], "");
    assert_eq!(help.status, 0);
    let examples = find_examples(&help.stdout);
    assert!(
        !examples.is_empty(),
        "no example in the help of {subcommand}"
    );
    for Example { command, output } in examples {
        assert_eq!(
            run_in_shell(&command).trim_end(),
            output.trim_end(),
            "$ {command}"
        );
    }
}

#[cfg(unix)]
mod each_example_holds_in_the_help_of {
    use super::check_examples;

    #[test]
    fn json() {
        check_examples("json");
    }

    #[test]
    fn fix() {
        check_examples("fix");
    }

    #[test]
    fn fence() {
        check_examples("fence");
    }

    #[test]
    fn reasoning() {
        check_examples("reasoning");
    }

    #[test]
    fn explain() {
        check_examples("explain");
    }

    #[test]
    fn list() {
        check_examples("list");
    }

    #[test]
    fn xml() {
        check_examples("xml");
    }

    #[test]
    fn yaml() {
        check_examples("yaml");
    }

    #[test]
    fn csv() {
        check_examples("csv");
    }

    #[test]
    fn table() {
        check_examples("table");
    }

    #[test]
    fn kv() {
        check_examples("kv");
    }

    #[test]
    fn choice() {
        check_examples("choice");
    }

    #[test]
    fn number() {
        check_examples("number");
    }

    #[test]
    fn text() {
        check_examples("text");
    }

    #[test]
    fn detect() {
        check_examples("detect");
    }

    #[test]
    fn auto() {
        check_examples("auto");
    }
}

#[test]
fn the_help_lists_every_subcommand_and_fits_100_columns() {
    let help = run(&["--help"], "");
    assert_eq!(help.status, 0);
    for subcommand in SUBCOMMANDS {
        assert!(
            help.stdout.contains(&format!("\n  {subcommand} ")),
            "{subcommand} is not listed"
        );
        let own = run(&[subcommand, "--help"], "").stdout;
        let long = own.lines().find(|line| line.chars().count() > 100);
        assert_eq!(long, None, "in the help of {subcommand}");
    }
}

#[test]
fn every_shell_gets_a_script() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let done = run(&["completions", shell], "");
        assert_eq!(done.status, 0);
        assert!(done.stdout.contains("reasoning"), "{shell}");
    }
}

#[test]
fn the_version_is_that_of_the_package() {
    assert_eq!(
        run(&["--version"], "").stdout,
        concat!("llmparse ", env!("CARGO_PKG_VERSION"), "\n")
    );
}

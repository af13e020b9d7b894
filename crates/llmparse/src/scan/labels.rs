//! Labels of fences that say nothing about the format of the content, or that it is laid out for reading.

/// Whether `label` is one of them: ```` ```text ````, ```` ```output ````.
pub(crate) fn is_plain(label: &str) -> bool {
    PLAIN.iter().any(|plain| plain.eq_ignore_ascii_case(label))
}

const PLAIN: [&str; 15] = [
    "text",
    "txt",
    "plain",
    "plaintext",
    "output",
    "markdown",
    "md",
    "gfm",
    "raw",
    "data",
    "result",
    "response",
    "answer",
    "none",
    "table",
];

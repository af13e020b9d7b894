//! A text without what was found in it: `mail [REDACTED:email]`.

use super::scan_safety;

/// `text` with each finding of [`scan_safety`] replaced by `[REDACTED:kind]`.
///
/// ```
/// let text = "Ada (ada@example.org) pays with 4111 1111 1111 1111.";
/// assert_eq!(llmparse::redact(text), "Ada ([REDACTED:email]) pays with [REDACTED:credit-card].");
/// ```
#[must_use]
pub fn redact(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for finding in scan_safety(text) {
        out.push_str(text.get(done..finding.span.start()).unwrap_or_default());
        out.push_str("[REDACTED:");
        out.push_str(finding.kind.code());
        out.push(']');
        done = finding.span.end();
    }
    out.push_str(text.get(done..).unwrap_or_default());
    out
}

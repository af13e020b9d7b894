//! Texts that mean something outside of a string, and nothing inside of one: ```` ```json ````, `<think>`, `// x`.

use proptest::prelude::*;
use proptest::sample::select;

/// What strings and keys are made of.
const PIECES: [&str; 64] = [
    "a",
    "the answer",
    "Zürich",
    "naïve café",
    "日本語",
    "🙂",
    "👩‍👩‍👧",
    "مرحبا",
    "שלום",
    "\u{202e}rtl\u{202c}",
    "\u{feff}",
    "\u{a0}",
    "\u{2028}",
    "\u{85}",
    "\u{7f}",
    "\n",
    "\r\n",
    "\t",
    "\u{8}eta",
    "\u{c}rac{1}{2}",
    "\u{0}",
    "\u{1b}[31m",
    "\"",
    "\\\"",
    "'",
    "it's",
    "“quoted”",
    "\"quoted\", so",
    "\": \"",
    "\", \"",
    "\"}",
    "`",
    "```",
    "```json\n{}\n```",
    "\n```\n",
    "~~~",
    "<think>x</think>",
    "<think>",
    "</think>",
    "<|eot_id|>",
    "// comment",
    "/* note */",
    "# note",
    "{",
    "}",
    "[",
    "]",
    "{\"a\": 1}",
    "[1, 2]",
    ",",
    ", ",
    ":",
    "\\",
    "\\frac{1}{2}",
    "C:\\new\\table",
    "C:\new",
    "<a href=\"https://example.org/?q=1&r=2\" class='b'>x</a>",
    "https://example.org/a,b;c#d",
    "...",
    "&quot;",
    "\\u0041",
    "null",
    "True",
    "12",
];

pub(crate) fn text() -> BoxedStrategy<String> {
    let piece = prop_oneof![3 => select(&PIECES[..]).prop_map(str::to_owned), 1 => "\\PC{1,6}", 1 => "[a-zA-Z_ ]{1,8}"];
    prop::collection::vec(piece, 0..4)
        .prop_map(|pieces| pieces.concat())
        .boxed()
}

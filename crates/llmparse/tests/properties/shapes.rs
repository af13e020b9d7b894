//! Texts that make a careless reader quadratic, `[[[[[[` or `"""""""`: the steps grow in line with the length.

use llmparse::{Options, ParseMode};

use crate::agreement::{self, Check, ensure};

/// A family of texts that differ in length alone: what they start with, repeat and end with.
struct Shape {
    name: &'static str,
    start: &'static str,
    piece: &'static str,
    end: &'static str,
    /// Whether `end` is repeated as often as `piece`.
    is_balanced: bool,
}

/// Fewer steps than these say nothing about growth.
const LEAST: u64 = 1000;
const EXPONENT: f64 = 1.15;
const BYTES: usize = 20_000;

const fn repeated(
    name: &'static str,
    start: &'static str,
    piece: &'static str,
    end: &'static str,
) -> Shape {
    Shape {
        name,
        start,
        piece,
        end,
        is_balanced: false,
    }
}

const fn balanced(name: &'static str, piece: &'static str, end: &'static str) -> Shape {
    Shape {
        name,
        start: "",
        piece,
        end,
        is_balanced: true,
    }
}

const SHAPES: [Shape; 44] = [
    repeated("open brackets", "", "[", ""),
    repeated("open braces", "", "{", ""),
    repeated("open members", "", "{\"a\":", ""),
    balanced("closed brackets", "[", "]"),
    balanced("closed members", "{\"a\": ", "}"),
    repeated("quotes", "", "\"", ""),
    repeated("quotes in an object", "{\"a\": ", "\"", ""),
    repeated("single quotes", "{'a': ", "'", ""),
    repeated("fences", "", "```json\n", ""),
    repeated("fences with open JSON", "", "```json\n{\"a\": [1, 2\n", ""),
    repeated("fence not closed", "```json\n", "word {x} ", ""),
    repeated("backticks", "", "`", ""),
    repeated("backticks in a line each", "", "`a\n", ""),
    repeated("string not closed", "{\"a\": \"", "x", ""),
    repeated("reasoning not closed", "", "<think>", ""),
    repeated("reasoning before", "", "<think>a</think>", "{\"a\": 1}"),
    repeated("reasoning closed only", "", "a</think>", "{\"a\": 1}"),
    repeated("tokens", "", "<|eot_id|>{x} ", ""),
    repeated("braces in prose", "", "use {x} or } and { then ] [y ", ""),
    repeated("small objects", "", "{\"a\": 1} ", ""),
    repeated("small objects in prose", "", "so {\"a\": 1} and ", ""),
    repeated("damaged objects in prose", "", "so {a: 'b} and ", ""),
    repeated(
        "lists of words in prose",
        "",
        "see [x, y] and {p, q} or ",
        "",
    ),
    repeated("digits", "{\"n\": ", "9", "}"),
    repeated("backslashes", "{\"a\": \"", "\\", "\"}"),
    repeated("inner quotes", "{\"a\": \"", "he \"said\" so ", "\"}"),
    repeated("inner quotes and commas", "{\"a\": \"", "x\", \"y ", ""),
    repeated("inner quotes and colons", "{\"a\": \"", "x\": \"y ", ""),
    repeated("missing commas", "[", "\"a\" ", "]"),
    repeated("comments not closed", "{\"a\": ", "/* ", ""),
    repeated("comments", "[", "/* a */ // b\n1, ", "]"),
    repeated("doubled commas", "[", "1,,", "]"),
    repeated("commas", "[", ",", "]"),
    repeated("colons", "{\"a\"", ":", ""),
    repeated("closers", "", "}]", ""),
    repeated("closers behind an object", "{\"a\": 1", "}", ""),
    repeated("objects closed early", "", "{\"a\": 1}, \"b\": 2}, ", ""),
    repeated("arrays that split", "{\"a\": ", "[1], ", "}"),
    repeated("members without braces", "", "\"a\": 1,\n", ""),
    repeated("lines of members", "", "a: b\n", ""),
    repeated("bare words", "[", "word ", ""),
    repeated("tuples", "", "(1, ", ""),
    repeated("escaped quotes", "{\\\"a\\\": \\\"", "x\\\" ", ""),
    repeated("line prefixes", "> {\n", "> \"a\": [\n", ""),
];

impl Shape {
    fn text(&self, bytes: usize) -> String {
        let end_len = if self.is_balanced { self.end.len() } else { 0 };
        let count = bytes / (self.piece.len() + end_len);
        let end = self.end.repeat(if self.is_balanced { count } else { 1 });
        [self.start, &self.piece.repeat(count), &end].concat()
    }

    fn check(&self, mode: ParseMode) -> Check {
        let options = Options::default().mode(mode);
        let texts = [1, 2, 4].map(|multiple| self.text(BYTES * multiple));
        let steps = texts.map(|text| {
            llmparse::parse_value_with_trace(&text, &options)
                .trace
                .steps
        });
        let [small, middle, large] = steps;
        let is_linear = small <= LEAST
            || exponent(small, middle) < EXPONENT && exponent(middle, large) < EXPONENT;
        ensure(is_linear, || format!("{}: {steps:?}", self.name))
    }
}

/// Of the growth when the length doubles.
#[expect(clippy::cast_precision_loss, reason = "steps are far below 2^52")]
fn exponent(before: u64, after: u64) -> f64 {
    (after as f64 / before as f64).log2()
}

fn check_all(check: impl Fn(&Shape) -> Check) {
    let failures: Vec<String> = SHAPES
        .iter()
        .filter_map(|shape| check(shape).err())
        .collect();
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn steps_grow_in_line_with_the_length() {
    check_all(|shape| shape.check(ParseMode::Lenient));
}

#[test]
fn steps_grow_in_line_with_the_length_in_strict_mode() {
    check_all(|shape| shape.check(ParseMode::Strict));
}

#[test]
fn two_routes_agree_on_every_shape() {
    check_all(|shape| {
        agreement::check(&shape.text(400)).map_err(|error| format!("{}: {error}", shape.name))
    });
}

//! Texts that make a careless reader quadratic, or run out of stack: `[[[[[[`, `"""""""`, fences that never close.

/// A family of texts that differ in length alone.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Its name in the names of workloads.
    pub name: &'static str,
    /// Length of the longest text in bytes, 4n.
    full: usize,
    make: fn(usize) -> String,
}

impl Shape {
    const fn new(name: &'static str, full: usize, make: fn(usize) -> String) -> Self {
        Self { name, full, make }
    }

    /// The text at `multiple` quarters of the full length.
    #[must_use]
    pub fn text(&self, multiple: usize) -> String {
        (self.make)(self.full / 4 * multiple)
    }
}

const SHORT: usize = 200_000;
const LONG: usize = 1_000_000;
/// Deep enough for 100,000 levels.
const DEEP: usize = 700_000;

/// Every family.
pub const SHAPES: [Shape; 24] = [
    Shape::new("open_brackets", SHORT, |bytes| "[".repeat(bytes)),
    Shape::new("open_braces", SHORT, |bytes| "{".repeat(bytes)),
    Shape::new("open_keyed", SHORT, |bytes| fill("{\"a\":", bytes)),
    Shape::new("deep_array_closed", SHORT, |bytes| {
        nest("[", "", "]", bytes)
    }),
    Shape::new("deep_object_closed", DEEP, |bytes| {
        nest("{\"a\": ", "1", "}", bytes)
    }),
    Shape::new("quotes", SHORT, |bytes| "\"".repeat(bytes)),
    Shape::new("quotes_in_object", SHORT, |bytes| {
        behind("{\"a\": ", "\"", bytes)
    }),
    Shape::new("fences_bare", SHORT, |bytes| fill("```json\n", bytes)),
    Shape::new("fences_open_json", SHORT, |bytes| {
        fill("```json\n{\"a\": [1, 2\n", bytes)
    }),
    Shape::new("fence_never_closed", SHORT, |bytes| {
        behind("```json\n", "word {x} ", bytes)
    }),
    Shape::new("backticks", LONG, |bytes| "`".repeat(bytes)),
    Shape::new("string_no_end", LONG, |bytes| {
        behind("{\"a\": \"", "x", bytes)
    }),
    Shape::new("think_open", SHORT, |bytes| fill("<think>", bytes)),
    Shape::new("think_pairs", SHORT, |bytes| {
        fill("<think>a</think>", bytes) + "{\"a\": 1}"
    }),
    Shape::new("prose_braces", SHORT, |bytes| {
        fill("use {x} or } and { then ] [y ", bytes)
    }),
    Shape::new("many_small_objects", SHORT, |bytes| {
        fill("{\"a\": 1} ", bytes)
    }),
    Shape::new("digits", LONG, |bytes| behind("{\"n\": ", "9", bytes) + "}"),
    Shape::new("backslashes", LONG, |bytes| {
        behind("{\"a\": \"", "\\", bytes) + "\"}"
    }),
    Shape::new("inner_quotes", SHORT, |bytes| {
        behind("{\"a\": \"", "he \"said\" so ", bytes) + "\"}"
    }),
    Shape::new("inner_quotes_commas", SHORT, |bytes| {
        behind("{\"a\": \"", "x\", \"y ", bytes)
    }),
    Shape::new("missing_commas", SHORT, |bytes| {
        behind("[", "\"a\" ", bytes) + "]"
    }),
    Shape::new("comments_open", SHORT, |bytes| {
        behind("{\"a\": ", "/* ", bytes)
    }),
    Shape::new("trailing_commas", SHORT, |bytes| {
        behind("[", "1,,", bytes) + "]"
    }),
    Shape::new("closers", SHORT, |bytes| fill("}]", bytes)),
];

fn fill(piece: &str, bytes: usize) -> String {
    piece.repeat(bytes / piece.len())
}

fn behind(start: &str, piece: &str, bytes: usize) -> String {
    start.to_owned() + &fill(piece, bytes)
}

fn nest(open: &str, middle: &str, close: &str, bytes: usize) -> String {
    let depth = bytes / (open.len() + close.len());
    open.repeat(depth) + middle + &close.repeat(depth)
}

//! The examples and cases that the architecture document of `output_parser` prints, as they stand there, under the
//! names that it gives them; and further behaviours that its sections describe. One module for each of its own.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod choice;
mod extract;
mod json;
mod list;
mod number;
mod repair;
mod text;
mod xml;
mod yaml;

/// One test for each line: its name, what is called, and what comes out.
macro_rules! cases {
    ($($name:ident: $got:expr => $expected:expr;)+) => {
        $(
            #[test]
            fn $name() {
                assert_eq!($got, $expected);
            }
        )+
    };
}
use cases;

//! Numbers as people write them: of `**Score:** 8,5 von 10 (Seite 3)` the 8.5.
//!
//! Every number of the text is found, told what it is in its place, and given a standing: a label before it, a scale
//! behind it, a line of its own. The highest standing wins, and among equals the last.

mod between;
mod choice;
mod dates;
mod decimal;
mod digits;
mod fraction;
mod front;
mod kinds;
mod lexeme;
mod names;
mod pairs;
mod place;
mod refusal;
mod regions;
mod standing;
mod token;
mod vocabulary;
mod words;

pub(crate) use choice::{Fit, Found, choose};
pub use decimal::{Decimal, DecimalError};

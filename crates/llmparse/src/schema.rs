//! What is asked for: fields, each with a name, a type and what may stand there.

mod field;

pub use field::{Dtype, FieldSchema, UnknownDtype};

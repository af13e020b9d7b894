//! Calls of tools in their simple forms: lines such as `Action: search`, and objects such as `{"name": …, "arguments": …}`.

mod labels;
mod objects;

pub(crate) use labels::{Step, Steps, find_steps};
pub(crate) use objects::{Called, Marked, find_calls, into_arguments};

//! What an explicit tag asks for: `!!str 12` is text, `!!int "12"` a number, `!Ref x` is not known here.

use granit_parser::Tag;

use super::scalar::{Scalar, resolve};
use super::tree::{plain_value, text_value, value};
use crate::span::Span;
use crate::trace::Warning;
use crate::value::{Data, Number, Value};

/// What a scalar has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// What it looks like.
    Any,
    Text,
    Int,
    Float,
    Bool,
    Null,
    /// The tag says nothing that is known here.
    Unknown,
}

pub(super) fn read_tag(tag: &Tag) -> Wanted {
    match tag.core_suffix() {
        Some("str") => Wanted::Text,
        Some("int") => Wanted::Int,
        Some("float") => Wanted::Float,
        Some("bool") => Wanted::Bool,
        Some("null") => Wanted::Null,
        None if tag.original_parts() == ("", "!") || tag.original_parts() == ("!", "") => {
            Wanted::Text
        }
        _ => Wanted::Unknown,
    }
}

impl Wanted {
    /// What `text` is if it is what is wanted.
    pub(super) fn read(self, text: &str, span: Span, warnings: &mut Vec<Warning>) -> Option<Value> {
        match (self, resolve(text)) {
            (Self::Text, _) => Some(text_value(text, span)),
            (Self::Any, _)
            | (Self::Bool, Scalar::Bool(_))
            | (Self::Null, Scalar::Null)
            | (Self::Float, Scalar::NonFinite) => Some(plain_value(text, span, warnings)),
            (Self::Int, Scalar::Number(number)) if is_integer(&number) => {
                Some(plain_value(text, span, warnings))
            }
            (Self::Float, Scalar::Number(number)) => Some(float_value(&number, span)),
            _ => None,
        }
    }
}

fn is_integer(number: &Number) -> bool {
    !number.to_string().contains(['.', 'e', 'E'])
}

fn float_value(number: &Number, span: Span) -> Value {
    let text = number.to_string();
    let point = if is_integer(number) { ".0" } else { "" };
    value(
        Data::Number(Number::from_json(&format!("{text}{point}"))),
        span,
    )
}

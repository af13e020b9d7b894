//! The tree that the readers build: `{"a": 1.50}` with key order, number spelling, spans and completeness kept.

use std::cmp::Ordering;
use std::sync::Arc;

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use crate::span::Span;

mod de;
mod settled;
pub(crate) mod spaced;

/// A number in the spelling that it had, or the nearest that JSON allows.
///
/// ```
/// let value = llmparse::parse_value("[1.50, 12345678901234567890123]").unwrap();
/// let numbers = value.as_array().unwrap();
/// assert_eq!(numbers[0].as_number().unwrap().to_string(), "1.50");
/// assert_eq!(numbers[1].as_number().unwrap().as_i128(), Some(12345678901234567890123));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Number(Spelling);

#[derive(Clone, PartialEq, Eq)]
enum Spelling {
    Short(Decimal),
    /// Any other spelling, always valid JSON.
    Text(Box<str>),
}

impl Number {
    /// Reads `text`, which is a JSON number.
    pub(crate) fn from_json(text: &str) -> Self {
        Self::from_spelled(Spelled::new(text))
    }

    pub(crate) fn from_spelled(number: Spelled<'_>) -> Self {
        let long = || Spelling::Text(number.text.into());
        Self(number.decimal.map_or_else(long, Spelling::Short))
    }

    /// The number as a `u64`, if it is a whole number in that range.
    ///
    /// ```
    /// assert_eq!(llmparse::parse_value("7").unwrap().as_number().unwrap().as_u64(), Some(7));
    /// ```
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        match &self.0 {
            Spelling::Short(decimal) => decimal.as_i64()?.try_into().ok(),
            Spelling::Text(text) => text.parse().ok(),
        }
    }

    /// The number as an `i64`, if it is a whole number in that range.
    ///
    /// ```
    /// assert_eq!(llmparse::parse_value("-7").unwrap().as_number().unwrap().as_i64(), Some(-7));
    /// ```
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        match &self.0 {
            Spelling::Short(decimal) => decimal.as_i64(),
            Spelling::Text(text) => text.parse().ok(),
        }
    }

    /// The number as an `i128`, if it is a whole number in that range.
    ///
    /// ```
    /// let big = llmparse::parse_value("123456789012345678901").unwrap();
    /// assert_eq!(big.as_number().unwrap().as_i128(), Some(123456789012345678901));
    /// ```
    #[must_use]
    pub fn as_i128(&self) -> Option<i128> {
        match &self.0 {
            Spelling::Short(decimal) => decimal.as_i64().map(i128::from),
            Spelling::Text(text) => text.parse().ok(),
        }
    }

    /// The nearest finite `f64`; none if it is too large for one.
    ///
    /// ```
    /// assert_eq!(llmparse::parse_value("1.5").unwrap().as_number().unwrap().as_f64(), Some(1.5));
    /// ```
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        match &self.0 {
            Spelling::Short(decimal) => Some(decimal.as_f64()),
            Spelling::Text(text) => text.parse().ok().filter(|number: &f64| number.is_finite()),
        }
    }

    /// Whether a 64-bit integer or float holds every digit.
    ///
    /// ```
    /// assert!(!llmparse::parse_value("0.12345678901234567890").unwrap().as_number().unwrap().is_exact());
    /// assert!(llmparse::parse_value("1.50e2").unwrap().as_number().unwrap().is_exact());
    /// ```
    #[must_use]
    pub fn is_exact(&self) -> bool {
        match &self.0 {
            Spelling::Short(_) => true,
            Spelling::Text(text) => is_exact(text),
        }
    }

    /// Which of two numbers is greater, if both are spelled in short.
    pub(crate) fn compare_short(&self, other: &Self) -> Option<Ordering> {
        match (&self.0, &other.0) {
            (Spelling::Short(left), Spelling::Short(right)) => Some(left.compare(*right)),
            _ => None,
        }
    }

    fn to_json(&self) -> serde_json::Value {
        match &self.0 {
            Spelling::Short(decimal) => decimal
                .to_json()
                .unwrap_or_else(|| parse_number(&decimal.to_string())),
            Spelling::Text(text) => parse_number(text),
        }
    }
}

/// A number without exponent that at most 16 characters spell, in one word: from the low bit on the sign, how many
/// digits stand behind the point, and the digits. A 64-bit integer or float holds every such number.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Decimal(u64);

impl Decimal {
    /// Reads `text`, which is a JSON number.
    fn read(text: &str) -> Option<Self> {
        if text.len() > 16 {
            return None;
        }
        let unsigned = text.strip_prefix('-').unwrap_or(text);
        let (mut digits, mut scale, mut step) = (0, 0, 0);
        for byte in unsigned.bytes() {
            match byte {
                b'0'..=b'9' => {
                    digits = digits * 10 + u64::from(byte - b'0');
                    scale += step;
                }
                b'.' => step = 1,
                _ => return None,
            }
        }
        Some(Self(
            digits << 8 | scale << 1 | u64::from(unsigned.len() < text.len()),
        ))
    }

    fn digits(self) -> u64 {
        self.0 >> 8
    }

    /// How many digits stand behind the point.
    fn scale(self) -> u64 {
        self.0 >> 1 & 0x7f
    }

    fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    fn compare(self, other: Self) -> Ordering {
        let scale = self.scale().max(other.scale());
        self.at_scale(scale).cmp(&other.at_scale(scale))
    }

    /// The number, as so many parts of one: 16 digits and 16 zeros are less than an `i128` holds.
    fn at_scale(self, scale: u64) -> i128 {
        let zeros = (self.scale()..scale).fold(1, |power: i128, _| power * 10);
        let size = i128::from(self.digits()) * zeros;
        if self.is_negative() { -size } else { size }
    }

    fn as_i64(self) -> Option<i64> {
        let magnitude = i64::try_from(self.digits())
            .ok()
            .filter(|_| self.scale() == 0)?;
        Some(if self.is_negative() {
            -magnitude
        } else {
            magnitude
        })
    }

    /// The nearest float: at most 15 digits before a division by a power of ten that is exact.
    #[expect(
        clippy::cast_precision_loss,
        reason = "an integer of 16 digits may exceed what a float holds"
    )]
    fn as_f64(self) -> f64 {
        const POWERS: [f64; 16] = [
            1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
        ];
        let power = usize::try_from(self.scale())
            .ok()
            .and_then(|scale| POWERS.get(scale))
            .unwrap_or(&1.0);
        let magnitude = self.digits() as f64 / power;
        if self.is_negative() {
            -magnitude
        } else {
            magnitude
        }
    }

    /// The number as `serde_json` reads it; none where that depends on how it is spelled, as in `-0` and `1.50`.
    fn to_json(self) -> Option<serde_json::Value> {
        if self.digits() == 0 && self.is_negative() {
            return None;
        }
        if let Some(integer) = self.as_i64() {
            return Some(integer.into());
        }
        let float = self.as_f64();
        let is_shortest = self.scale() == 1 || self.digits() % 10 != 0;
        (is_shortest && float.abs() > 1e-3).then(|| float.into())
    }
}

impl std::fmt::Display for Decimal {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.is_negative() { "-" } else { "" };
        let scale = usize::try_from(self.scale()).unwrap_or_default();
        let power = 10u64.pow(u32::try_from(scale).unwrap_or_default());
        let (whole, fraction) = (self.digits() / power, self.digits() % power);
        match scale {
            0 => write!(formatter, "{sign}{whole}"),
            _ => write!(formatter, "{sign}{whole}.{fraction:0scale$}"),
        }
    }
}

/// A JSON number as it is spelled.
#[derive(Clone, Copy)]
pub(crate) struct Spelled<'t> {
    text: &'t str,
    decimal: Option<Decimal>,
}

impl<'t> Spelled<'t> {
    #[inline]
    pub(crate) fn new(text: &'t str) -> Self {
        Self {
            text,
            decimal: Decimal::read(text),
        }
    }

    /// Whether a 64-bit integer or float holds every digit.
    #[inline]
    pub(crate) fn is_exact(self) -> bool {
        self.decimal.is_some() || is_exact(self.text)
    }

    /// The number as `serde_json` reads it.
    pub(crate) fn to_json(self) -> serde_json::Value {
        self.decimal
            .and_then(Decimal::to_json)
            .unwrap_or_else(|| parse_number(self.text))
    }
}

/// Whether a 64-bit integer or float holds every digit of the JSON number `text`.
fn is_exact(text: &str) -> bool {
    if text.parse::<i64>().is_ok() || text.parse::<u64>().is_ok() {
        return true;
    }
    let mantissa = text.split(['e', 'E']).next().unwrap_or_default();
    let mantissa = if mantissa.contains('.') {
        mantissa.trim_end_matches('0')
    } else {
        mantissa
    };
    let significant = mantissa
        .bytes()
        .filter(u8::is_ascii_digit)
        .skip_while(|&digit| digit == b'0')
        .count();
    significant <= 15 && text.parse::<f64>().is_ok_and(f64::is_finite)
}

fn parse_number(text: &str) -> serde_json::Value {
    match serde_json::from_str::<serde_json::Number>(text) {
        Ok(number) => number.into(),
        // Beyond f64, as in 1e999: the digits are kept as text rather than made an infinity.
        Err(_) => text.into(),
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.0 {
            Spelling::Short(decimal) => decimal.fmt(formatter),
            Spelling::Text(text) => formatter.write_str(text),
        }
    }
}

impl std::fmt::Debug for Number {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, formatter)
    }
}

/// The key of a member; rows of the same columns share theirs.
pub(crate) type Key = Arc<str>;

/// The members of an object in the order of the text, every key once.
///
/// ```
/// let value = llmparse::parse_value(r#"{"b": 1, "a": 2}"#).unwrap();
/// let keys: Vec<&str> = value.as_object().unwrap().iter().map(|(key, _)| key).collect();
/// assert_eq!(keys, ["b", "a"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Object {
    pub(crate) members: Vec<(Key, Value)>,
}

impl Object {
    /// The value under `key`.
    ///
    /// ```
    /// let value = llmparse::parse_value(r#"{"a": true}"#).unwrap();
    /// assert_eq!(value.as_object().unwrap().get("a").unwrap().as_bool(), Some(true));
    /// ```
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.members
            .iter()
            .find(|(name, _)| &**name == key)
            .map(|(_, value)| value)
    }

    /// The members in the order of the text.
    ///
    /// ```
    /// let value = llmparse::parse_value(r#"{"a": 1}"#).unwrap();
    /// assert_eq!(value.as_object().unwrap().iter().count(), 1);
    /// ```
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Value)> {
        self.members.iter().map(|(key, value)| (&**key, value))
    }

    /// Sets `key`; an earlier value under it is replaced in its place.
    ///
    /// ```
    /// let mut object = llmparse::Object::default();
    /// object.insert("a", "one".into());
    /// object.insert("b", "two".into());
    /// object.insert("a", "three".into());
    /// assert_eq!(llmparse::Value::from(object).to_json_text(), r#"{"a":"three","b":"two"}"#);
    /// ```
    pub fn insert(&mut self, key: impl Into<Arc<str>>, value: Value) {
        let key = key.into();
        match self.members.iter_mut().find(|(name, _)| *name == key) {
            Some((_, earlier)) => *earlier = value,
            None => self.members.push((key, value)),
        }
    }

    /// How many members there are.
    ///
    /// ```
    /// assert_eq!(llmparse::parse_value("{}").unwrap().as_object().unwrap().len(), 0);
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there is no member.
    ///
    /// ```
    /// assert!(llmparse::parse_value("{}").unwrap().as_object().unwrap().is_empty());
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }
}

/// What a [`Value`] is.
///
/// ```
/// use llmparse::Data;
/// assert!(matches!(llmparse::parse_value("[]").unwrap().data, Data::Array(items) if items.is_empty()));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number with its spelling.
    Number(Number),
    /// A text, escapes resolved.
    String(Box<str>),
    /// Items in order.
    Array(Vec<Value>),
    /// Members in order.
    Object(Object),
}

/// A value with its place in the original text, and whether the text closed it.
///
/// Implements [`Deserializer`](serde::Deserializer) (owned and by reference), [`Serialize`] with the numbers as spelled where the
/// format allows, and converts to and from [`serde_json::Value`].
///
/// ```
/// let value = llmparse::parse_value(r#"Here: {"tags": ["a", "b"#).unwrap();
/// assert!(!value.complete);
/// assert_eq!(value.get("tags").unwrap().as_array().unwrap()[1].as_str(), Some("b"));
/// let tags: std::collections::HashMap<String, Vec<String>> = serde::Deserialize::deserialize(&value).unwrap();
/// assert_eq!(tags["tags"], ["a", "b"]);
/// ```
#[derive(Clone, Debug)]
pub struct Value {
    /// What it is.
    pub data: Data,
    /// Where it stands, in bytes of the original text.
    pub span: Span,
    /// Whether the text closed it; a cut-off string, number or container is not complete.
    pub complete: bool,
}

/// Values are equal when their data is; where they stand does not count.
impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        self.data == other.data
    }
}

impl Value {
    /// The member `key` of an object.
    ///
    /// ```
    /// assert!(llmparse::parse_value("[]").unwrap().get("a").is_none());
    /// ```
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.as_object()?.get(key)
    }

    /// Whether it is null.
    ///
    /// ```
    /// assert!(llmparse::parse_value("null").unwrap().is_null());
    /// ```
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.data == Data::Null
    }

    pub(crate) fn is_scalar(&self) -> bool {
        !matches!(self.data, Data::Array(_) | Data::Object(_))
    }

    /// The truth value, if it is one.
    ///
    /// ```
    /// assert_eq!(llmparse::parse_value("true").unwrap().as_bool(), Some(true));
    /// ```
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self.data {
            Data::Bool(truth) => Some(truth),
            _ => None,
        }
    }

    /// The number, if it is one.
    ///
    /// ```
    /// assert!(llmparse::parse_value("1").unwrap().as_number().is_some());
    /// ```
    #[must_use]
    pub fn as_number(&self) -> Option<&Number> {
        match &self.data {
            Data::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The text, if it is a string.
    ///
    /// ```
    /// assert_eq!(llmparse::parse_value(r#""a\nb""#).unwrap().as_str(), Some("a\nb"));
    /// ```
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match &self.data {
            Data::String(text) => Some(text),
            _ => None,
        }
    }

    /// The items, if it is an array.
    ///
    /// ```
    /// assert_eq!(llmparse::parse_value("[1, 2]").unwrap().as_array().unwrap().len(), 2);
    /// ```
    #[must_use]
    pub fn as_array(&self) -> Option<&[Value]> {
        match &self.data {
            Data::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The members, if it is an object.
    ///
    /// ```
    /// assert!(llmparse::parse_value("{}").unwrap().as_object().is_some());
    /// ```
    #[must_use]
    pub fn as_object(&self) -> Option<&Object> {
        match &self.data {
            Data::Object(object) => Some(object),
            _ => None,
        }
    }

    /// Changes all places by `place`.
    pub(crate) fn move_spans(&mut self, place: &dyn Fn(Span) -> Span) {
        self.span = place(self.span);
        match &mut self.data {
            Data::Array(items) => items.iter_mut().for_each(|item| item.move_spans(place)),
            Data::Object(object) => {
                let members = object.members.iter_mut();
                members.for_each(|(_, member)| member.move_spans(place));
            }
            _ => {}
        }
    }

    /// The value as JSON text, numbers as they were spelled.
    ///
    /// ```
    /// let value = llmparse::parse_value("{a: 1.50}").unwrap();
    /// assert_eq!(value.to_json_text(), r#"{"a":1.50}"#);
    /// ```
    #[must_use]
    pub fn to_json_text(&self) -> String {
        let mut out = String::new();
        write_value(&mut out, self);
        out
    }
}

fn write_value(out: &mut String, value: &Value) {
    match &value.data {
        Data::Null => out.push_str("null"),
        Data::Bool(truth) => out.push_str(if *truth { "true" } else { "false" }),
        Data::Number(number) => out.push_str(&number.to_string()),
        Data::String(text) => write_text(out, text),
        Data::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_value(out, item);
            }
            out.push(']');
        }
        Data::Object(object) => {
            out.push('{');
            for (index, (key, member)) in object.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_text(out, key);
                out.push(':');
                write_value(out, member);
            }
            out.push('}');
        }
    }
}

/// Writes `text` as a JSON string.
pub(crate) fn write_text(out: &mut String, text: &str) {
    out.push('"');
    let mut done = 0;
    for (at, byte) in text.bytes().enumerate() {
        let len = match byte {
            0..b' ' | b'"' | b'\\' => 1,
            0xc2 | 0xe2 => line_break_len(text, at),
            _ => 0,
        };
        if len == 0 {
            continue;
        }
        out.push_str(text.get(done..at).unwrap_or_default());
        match text.get(at..at + len) {
            Some("\u{85}") => out.push_str("\\u0085"),
            Some("\u{2028}") => out.push_str("\\u2028"),
            Some("\u{2029}") => out.push_str("\\u2029"),
            _ => out.push_str(&escape(byte)),
        }
        done = at + len;
    }
    out.push_str(text.get(done..).unwrap_or_default());
    out.push('"');
}

/// The length of a line break beyond ASCII at `at`; many readers of lines take it for the end of one.
fn line_break_len(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    rest.chars()
        .next()
        .filter(|letter| matches!(letter, '\u{85}' | '\u{2028}' | '\u{2029}'))
        .map_or(0, char::len_utf8)
}

/// The JSON escape of a control character, quote or backslash.
pub(crate) fn escape(byte: u8) -> std::borrow::Cow<'static, str> {
    match byte {
        b'"' => "\\\"".into(),
        b'\\' => "\\\\".into(),
        b'\n' => "\\n".into(),
        b'\r' => "\\r".into(),
        b'\t' => "\\t".into(),
        8 => "\\b".into(),
        12 => "\\f".into(),
        other => format!("\\u{other:04x}").into(),
    }
}

/// Numbers beyond 64 bits lose digits here, as they do in `serde_json::Value`; a trace carries a warning then.
impl From<Value> for serde_json::Value {
    fn from(value: Value) -> Self {
        match value.data {
            Data::Null => Self::Null,
            Data::Bool(truth) => Self::Bool(truth),
            Data::Number(number) => number.to_json(),
            Data::String(text) => Self::String(text.into_string()),
            Data::Array(items) => Self::Array(items.into_iter().map(Self::from).collect()),
            Data::Object(object) => Self::Object(
                object
                    .members
                    .into_iter()
                    .map(|(key, member)| (key.to_string(), Self::from(member)))
                    .collect(),
            ),
        }
    }
}

/// A value that stands nowhere: its span is empty, and it is complete.
impl From<Data> for Value {
    fn from(data: Data) -> Self {
        Self {
            data,
            span: Span::default(),
            complete: true,
        }
    }
}

impl From<Object> for Value {
    fn from(object: Object) -> Self {
        Data::Object(object).into()
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Data::String(text.into()).into()
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Data::String(text.into_boxed_str()).into()
    }
}

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(items: Vec<T>) -> Self {
        Data::Array(items.into_iter().map(Into::into).collect()).into()
    }
}

/// The spans are empty, and everything is complete.
impl From<serde_json::Value> for Value {
    fn from(value: serde_json::Value) -> Self {
        let data = match value {
            serde_json::Value::Null => Data::Null,
            serde_json::Value::Bool(truth) => Data::Bool(truth),
            serde_json::Value::Number(number) => {
                Data::Number(Number::from_json(&number.to_string()))
            }
            serde_json::Value::String(text) => Data::String(text.into_boxed_str()),
            serde_json::Value::Array(items) => {
                Data::Array(items.into_iter().map(Self::from).collect())
            }
            serde_json::Value::Object(members) => Data::Object(Object {
                members: members
                    .into_iter()
                    .map(|(key, member)| (key.into(), Self::from(member)))
                    .collect(),
            }),
        };
        Self {
            data,
            span: Span::default(),
            complete: true,
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.data {
            Data::Null => serializer.serialize_unit(),
            Data::Bool(truth) => serializer.serialize_bool(*truth),
            Data::Number(number) => number.to_json().serialize(serializer),
            Data::String(text) => serializer.serialize_str(text),
            Data::Array(items) => {
                let mut out = serializer.serialize_seq(Some(items.len()))?;
                for item in items {
                    out.serialize_element(item)?;
                }
                out.end()
            }
            Data::Object(object) => {
                let mut out = serializer.serialize_map(Some(object.len()))?;
                for (key, member) in object.iter() {
                    out.serialize_entry(key, member)?;
                }
                out.end()
            }
        }
    }
}

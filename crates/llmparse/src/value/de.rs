//! `Value` as the source of any deserializable type: `u64::deserialize(&value)`.

use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{
    self, Deserialize, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, VariantAccess,
    Visitor,
};
use serde::forward_to_deserialize_any;

use super::{Data, Number, Object, Value};
use crate::span::Span;

type Error = serde_json::Error;

impl Number {
    fn visit<'de, V: Visitor<'de>>(&self, visitor: V) -> Result<V::Value, Error> {
        if self.to_string() == "-0" {
            return visitor.visit_f64(-0.0);
        }
        if let Some(number) = self.as_u64() {
            visitor.visit_u64(number)
        } else if let Some(number) = self.as_i64() {
            visitor.visit_i64(number)
        } else if let Some(number) = self.as_f64() {
            visitor.visit_f64(number)
        } else {
            Err(de::Error::custom(format_args!(
                "number {self} is out of range"
            )))
        }
    }
}

/// Texts are handed out as copies, so one implementation serves every lifetime.
impl<'de> Deserializer<'de> for &Value {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match &self.data {
            Data::Null => visitor.visit_unit(),
            Data::Bool(truth) => visitor.visit_bool(*truth),
            Data::Number(number) => number.visit(visitor),
            Data::String(text) => visitor.visit_str(text),
            Data::Array(items) => {
                let mut items = SeqDeserializer::new(items.iter());
                let value = visitor.visit_seq(&mut items)?;
                items.end()?;
                Ok(value)
            }
            Data::Object(object) => {
                let mut members = MapDeserializer::new(object.iter());
                let value = visitor.visit_map(&mut members)?;
                members.end()?;
                Ok(value)
            }
        }
    }

    // 128-bit integers come from the spelling; the plain visit would go through f64.
    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.as_number().and_then(Number::as_i128) {
            Some(number) => visitor.visit_i128(number),
            None => self.deserialize_any(visitor),
        }
    }

    fn deserialize_u128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self
            .as_number()
            .and_then(|number| number.to_string().parse().ok())
        {
            Some(number) => visitor.visit_u128(number),
            None => self.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.data {
            Data::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match &self.data {
            Data::String(text) => visitor.visit_enum(Variant {
                tag: text,
                content: None,
            }),
            Data::Object(object) => {
                let mut members = object.iter();
                match (members.next(), members.next()) {
                    (Some((tag, content)), None) => visitor.visit_enum(Variant {
                        tag,
                        content: Some(content),
                    }),
                    _ => Err(de::Error::custom(
                        "expected a variant: an object with exactly one key",
                    )),
                }
            }
            _ => Err(de::Error::custom(
                "expected a variant: a string, or an object with one key",
            )),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

impl<'de> Deserializer<'de> for Value {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        (&self).deserialize_any(visitor)
    }

    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        (&self).deserialize_i128(visitor)
    }

    fn deserialize_u128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        (&self).deserialize_u128(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        (&self).deserialize_option(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        (&self).deserialize_newtype_struct(name, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        (&self).deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

impl IntoDeserializer<'_, Error> for &Value {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// An enum written as `"Tag"` or `{"Tag": content}`.
struct Variant<'v> {
    tag: &'v str,
    content: Option<&'v Value>,
}

impl<'de, 'v> EnumAccess<'de> for Variant<'v> {
    type Error = Error;
    type Variant = Content<'v>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Content<'v>), Error> {
        let tag = seed.deserialize(IntoDeserializer::<Error>::into_deserializer(self.tag))?;
        Ok((tag, Content(self.content)))
    }
}

struct Content<'v>(Option<&'v Value>);

impl<'v> Content<'v> {
    fn required(self) -> Result<&'v Value, Error> {
        self.0
            .ok_or_else(|| de::Error::custom("expected the content of the variant"))
    }
}

impl<'de> VariantAccess<'de> for Content<'_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        match self.0 {
            None => Ok(()),
            Some(content) => Deserialize::deserialize(content),
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Error> {
        seed.deserialize(self.required()?)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.required()?.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.required()?.deserialize_any(visitor)
    }
}

/// Reads any self-describing format; the spans are empty then, and 128-bit numbers keep their digits.
impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Builder)
    }
}

fn plain(data: Data) -> Value {
    Value {
        data,
        span: Span::default(),
        complete: true,
    }
}

struct Builder;

impl<'de> Visitor<'de> for Builder {
    type Value = Value;

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("any value that JSON can hold")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Value, E> {
        Ok(plain(Data::Null))
    }

    fn visit_none<E: de::Error>(self) -> Result<Value, E> {
        self.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        Deserialize::deserialize(deserializer)
    }

    fn visit_bool<E: de::Error>(self, truth: bool) -> Result<Value, E> {
        Ok(plain(Data::Bool(truth)))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Value, E> {
        Ok(plain(Data::Number(Number::from_json(&number.to_string()))))
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Value, E> {
        Ok(plain(Data::Number(Number::from_json(&number.to_string()))))
    }

    fn visit_i128<E: de::Error>(self, number: i128) -> Result<Value, E> {
        Ok(plain(Data::Number(Number::from_json(&number.to_string()))))
    }

    fn visit_u128<E: de::Error>(self, number: u128) -> Result<Value, E> {
        Ok(plain(Data::Number(Number::from_json(&number.to_string()))))
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Value, E> {
        match serde_json::Number::from_f64(number) {
            Some(finite) => Ok(plain(Data::Number(Number::from_json(&finite.to_string())))),
            None => Err(E::custom("a finite number is expected")),
        }
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Value, E> {
        Ok(plain(Data::String(text.into())))
    }

    fn visit_string<E: de::Error>(self, text: String) -> Result<Value, E> {
        Ok(plain(Data::String(text.into_boxed_str())))
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = access.next_element()? {
            items.push(item);
        }
        Ok(plain(Data::Array(items)))
    }

    fn visit_map<A: de::MapAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut object = Object::default();
        while let Some((key, member)) = access.next_entry::<String, Value>()? {
            object.insert(key, member);
        }
        Ok(plain(Data::Object(object)))
    }
}

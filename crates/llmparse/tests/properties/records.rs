//! A type that replies are read into.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde::{Deserialize, Serialize};

use crate::pieces;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Record {
    title: String,
    note: Option<String>,
    count: i64,
    ratio: f64,
    tags: Vec<String>,
    flags: BTreeMap<String, bool>,
    mood: Mood,
    inner: Option<Box<Record>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Mood {
    Calm,
    Named(String),
    Mixed(i32, bool),
    Rated { score: u8 },
}

pub(crate) fn record() -> impl Strategy<Value = Record> {
    let innermost = flat_record(None);
    (innermost, any::<bool>())
        .prop_flat_map(|(inner, is_nested)| flat_record(is_nested.then(|| Box::new(inner))))
}

fn flat_record(inner: Option<Box<Record>>) -> impl Strategy<Value = Record> {
    let texts = prop::collection::vec(pieces::text(), 0..3);
    let flags = prop::collection::btree_map(pieces::text(), any::<bool>(), 0..3);
    let numbers = (any::<i64>(), -1000_i32..1000);
    (
        pieces::text(),
        prop::option::of(pieces::text()),
        numbers,
        texts,
        flags,
        mood(),
    )
        .prop_map(move |(title, note, (count, quarters), tags, flags, mood)| {
            let ratio = f64::from(quarters) / 4.0;
            Record {
                title,
                note,
                count,
                ratio,
                tags,
                flags,
                mood,
                inner: inner.clone(),
            }
        })
}

fn mood() -> impl Strategy<Value = Mood> {
    prop_oneof![
        Just(Mood::Calm),
        pieces::text().prop_map(Mood::Named),
        any::<(i32, bool)>().prop_map(|(weight, is_sure)| Mood::Mixed(weight, is_sure)),
        any::<u8>().prop_map(|score| Mood::Rated { score }),
    ]
}

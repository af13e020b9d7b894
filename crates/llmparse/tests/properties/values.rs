//! `Value` as a tree of its own: to and from `serde_json`, and as the source of any type.

use llmparse::Value;
use proptest::prelude::*;
use serde::Deserialize;

use crate::records::{self, Record};
use crate::strict::Strict;
use crate::{config, nodes};

fn read(json: &str) -> Value {
    llmparse::parse_value(json).unwrap()
}

#[test]
fn integers_of_128_bits_keep_every_digit() {
    let value =
        read("[-170141183460469231731687303715884105728, 340282366920938463463374607431768211455]");
    let (least, most) = <(i128, u128)>::deserialize(&value).unwrap();
    assert_eq!((least, most), (i128::MIN, u128::MAX));
    let again: (i128, u128) = Deserialize::deserialize(value).unwrap();
    assert_eq!(again, (i128::MIN, u128::MAX));
}

#[test]
fn numbers_that_do_not_fit_are_errors() {
    assert!(u8::deserialize(&read("256")).is_err());
    assert!(u64::deserialize(&read("-1")).is_err());
    assert!(i64::deserialize(&read("1.5")).is_err());
    assert!(i128::deserialize(&read("340282366920938463463374607431768211455")).is_err());
    assert!(f64::deserialize(&read("[1e400]").as_array().unwrap()[0]).is_err());
}

#[test]
fn options_are_none_for_null_alone() {
    assert_eq!(
        <Vec<Option<u8>>>::deserialize(&read("[null, 1]")).unwrap(),
        [None, Some(1)]
    );
    assert_eq!(
        <Option<String>>::deserialize(&read("\"\""))
            .unwrap()
            .as_deref(),
        Some("")
    );
}

#[test]
fn structs_with_defaults_and_flattened_members_are_read() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Page {
        #[serde(default)]
        number: u32,
        #[serde(rename = "Title")]
        title: String,
        #[serde(flatten)]
        rest: std::collections::BTreeMap<String, serde_json::Value>,
    }
    let page = Page::deserialize(&read(r#"{"Title": "x", "more": [1]}"#)).unwrap();
    let rest = [("more".to_owned(), serde_json::json!([1]))].into();
    assert_eq!(
        page,
        Page {
            number: 0,
            title: "x".to_owned(),
            rest
        }
    );
}

#[test]
fn enums_are_read_however_they_are_tagged() {
    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(untagged)]
    enum Id {
        Number(u64),
        Text(String),
    }
    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(tag = "type", rename_all = "lowercase")]
    enum Event {
        Start { id: Id },
        Stop,
    }
    let events =
        <Vec<Event>>::deserialize(&read(r#"[{"id": 7, "type": "start"}, {"type": "stop"}]"#))
            .unwrap();
    assert_eq!(events, [Event::Start { id: Id::Number(7) }, Event::Stop]);
    assert_eq!(
        Id::deserialize(&read("\"x\"")).unwrap(),
        Id::Text("x".to_owned())
    );
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn serde_json_values_come_back_as_they_were(node in nodes::node(), style in nodes::style()) {
        let json: serde_json::Value = serde_json::from_str(&node.write(&style)).unwrap();
        let value = Value::from(json.clone());
        prop_assert_eq!(&serde_json::Value::from(value.clone()), &json);
        prop_assert_eq!(&serde_json::to_value(&value).unwrap(), &json);
        prop_assert_eq!(&serde_json::Value::deserialize(&value).unwrap(), &json);
        prop_assert_eq!(Value::deserialize(&json).unwrap(), value);
    }

    #[test]
    fn a_value_is_written_as_it_was_read(node in nodes::node(), style in nodes::style()) {
        let json = node.write(&style);
        let value = read(&json);
        prop_assert_eq!(Strict::read(&value.to_json_text()).unwrap(), Strict::read(&json).unwrap());
        prop_assert_eq!(serde_json::Value::from(value), serde_json::from_str::<serde_json::Value>(&json).unwrap());
    }

    #[test]
    fn keys_keep_their_order(node in nodes::telling_container(), style in nodes::style()) {
        let json = node.write(&style);
        let value: Value = serde_json::from_str(&json).unwrap();
        let keys = |value: &Value| -> Vec<String> {
            let members = value.as_object().into_iter().flat_map(|object| object.iter());
            members.map(|(key, _)| key.to_owned()).collect()
        };
        prop_assert_eq!(keys(&value), keys(&read(&json)));
        prop_assert_eq!(keys(&read(&value.to_json_text())), keys(&value));
    }

    #[test]
    fn a_type_is_read_from_a_value_as_from_its_text(record in records::record()) {
        let value = read(&serde_json::to_string(&record).unwrap());
        prop_assert_eq!(&Record::deserialize(&value).unwrap(), &record);
        prop_assert_eq!(&Record::deserialize(value).unwrap(), &record);
    }

    #[test]
    fn any_type_is_read_from_a_value_as_from_its_text(node in nodes::node(), style in nodes::style()) {
        let json = node.write(&style);
        let wanted: serde_json::Value = serde_json::from_str(&json).unwrap();
        prop_assert_eq!(serde_json::Value::deserialize(&read(&json)).unwrap(), wanted);
    }
}

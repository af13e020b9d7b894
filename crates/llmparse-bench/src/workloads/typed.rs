//! Orders of about 4 KB that a schema with twenty fields is held against, as they should be and as models write them.

use crate::random::Random;

use super::prose::{self, NAMES, WORDS};

/// The schema that the orders are held against.
pub const SCHEMA: &str = include_str!("order.schema.json");

/// How far an order is from its schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Liberties {
    /// It fits.
    None,
    /// Three members are spelled otherwise: a key, a number, a word of an enumeration.
    Few,
    /// Every member that may be spelled otherwise is.
    Many,
}

impl Liberties {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::None, Self::Few, Self::Many];

    /// Its name in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "fits",
            Self::Few => "few",
            Self::Many => "many",
        }
    }
}

/// A member of an order: its key, its value, and both as a model may write them.
struct Member {
    key: &'static str,
    value: String,
    loose_key: &'static str,
    loose_value: String,
}

fn member(key: &'static str, value: String) -> Member {
    Member {
        key,
        loose_value: value.clone(),
        value,
        loose_key: key,
    }
}

impl Member {
    fn written_as(mut self, key: &'static str) -> Self {
        self.loose_key = key;
        self
    }

    fn holding(mut self, value: String) -> Self {
        self.loose_value = value;
        self
    }

    fn is_loose(&self) -> bool {
        self.loose_key != self.key || self.loose_value != self.value
    }

    fn write(&self, is_loose: bool) -> String {
        if is_loose {
            format!("  \"{}\": {}", self.loose_key, self.loose_value)
        } else {
            format!("  \"{}\": {}", self.key, self.value)
        }
    }
}

/// An order as a model writes it, and as it should be.
pub(super) fn order(random: &mut Random, liberties: Liberties) -> (String, String) {
    let members = members(random);
    let loose: Vec<usize> = match liberties {
        Liberties::None => Vec::new(),
        Liberties::Few => vec![0, 4, 7],
        Liberties::Many => (0..members.len()).collect(),
    };
    let write = |is_loose: &dyn Fn(usize) -> bool| {
        let members = members.iter().enumerate();
        let lines: Vec<String> = members
            .map(|(place, member)| member.write(is_loose(place) && member.is_loose()))
            .collect();
        format!("{{\n{}\n}}", lines.join(",\n"))
    };
    (write(&|place| loose.contains(&place)), write(&|_| false))
}

fn members(random: &mut Random) -> Vec<Member> {
    let number = random.between(1000, 9999);
    let pages = random.between(1, 40);
    let total = random.between(100, 900);
    let mut texts = Vec::new();
    for words in [4, 100, 150, 180] {
        texts.push(format!("\"{}\"", prose::sentence(random, words)));
    }
    let [title, summary, notes, history] = <[String; 4]>::try_from(texts).unwrap_or_default();
    vec![
        member("order_id", format!("\"A-{number}\"")).written_as("Order ID"),
        member("customer", customer(random)),
        member("title", title).written_as("Title"),
        member("created_at", "\"2026-03-01T08:30:00Z\"".to_owned()).written_as("createdAt"),
        member("status", "\"shipped\"".to_owned()).holding("\"Shipped\"".to_owned()),
        member("priority", "\"high\"".to_owned()).holding("\"**high**\"".to_owned()),
        member("summary", summary),
        member("pages", pages.to_string()).holding(format!("\"{pages}\"")),
        member("total", format!("1{total}.5")).holding(format!("\"$1,{total}.5\"")),
        member("is_paid", "true".to_owned()).holding("\"yes\"".to_owned()),
        member("is_gift", "false".to_owned()).holding("\"False\"".to_owned()),
        member("rating", "4".to_owned()).holding("4.0".to_owned()),
        member("notes", notes),
        member("tags", tags(random)).written_as("Tags"),
        member("lines", lines(random)),
        member("discount", "0.25".to_owned()).holding("\"0.25\"".to_owned()),
        member("reference", format!("\"{number}\"")).holding(number.to_string()),
        member("history", history),
        member("language", "\"en\"".to_owned()).holding("\"EN\"".to_owned()),
        member("revision", "3".to_owned()).holding("\"3\"".to_owned()),
    ]
}

fn customer(random: &mut Random) -> String {
    let name = random.pick(&NAMES);
    let city = random.pick(&WORDS);
    format!(
        "{{\"name\": \"{name}\", \"email\": \"{city}@example.com\", \"city\": \"{city}\", \"vip\": true}}"
    )
}

fn tags(random: &mut Random) -> String {
    let words: Vec<String> = (0..6)
        .map(|_| format!("\"{}\"", random.pick(&WORDS)))
        .collect();
    format!("[{}]", words.join(", "))
}

fn lines(random: &mut Random) -> String {
    let line = |random: &mut Random| {
        format!(
            "{{\"sku\": \"{}-{}\", \"quantity\": {}, \"unit_price\": {}.75}}",
            random.pick(&WORDS),
            random.between(10, 99),
            random.between(1, 9),
            random.between(1, 400)
        )
    };
    let lines: Vec<String> = (0..8).map(|_| line(random)).collect();
    format!("[\n    {}\n  ]", lines.join(",\n    "))
}

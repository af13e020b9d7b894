//! Seeded replies of a language model, each with the payload that should come out of it.
//!
//! | name | what |
//! |---|---|
//! | `a_512 a_4k a_64k` | prose, a fence with clean JSON, prose |
//! | `b_512 b_4k b_64k` | clean JSON alone |
//! | `c_512 c_4k c_64k` | a reasoning block of 2-8 KB before such a fence |
//! | `d_<damage>`, `d_mixed` | damaged JSON of 0.5-8 KB, half of it fenced; `mixed` has two or three kinds at once |
//! | `t_fits t_few t_many` | orders for a schema with twenty fields, with no, three and many liberties |
//! | `e_<kind>` | lists, tables and the like, without JSON |
//! | `f_<shape>.n1 .n2 .n4` | one adversarial document at three sizes |

pub mod adversarial;
mod clean;
mod damage;
mod files;
mod lists;
mod prose;
pub mod typed;

pub use damage::Damage;
pub use files::{asked, load, load_directory, save};

use crate::random::Random;

/// A reply and what should come out of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// What the model said.
    pub reply: String,
    /// What should come out; none where there is no JSON in the reply.
    pub truth: Option<Truth>,
}

/// The JSON that a reply stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Truth {
    /// With the white space that it has in the reply.
    pub payload: String,
    /// Without white space.
    pub compact: String,
}

impl Truth {
    fn new(payload: String) -> Self {
        let compact = clean::compact(&payload);
        Self { payload, compact }
    }
}

/// Documents of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Workload {
    /// Its name, such as `a_4k`.
    pub name: String,
    /// What is read one after another.
    pub documents: Vec<Document>,
}

impl Workload {
    /// Length of all replies in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.documents
            .iter()
            .map(|document| document.reply.len())
            .sum()
    }

    /// Whether every document has a payload to be found.
    #[must_use]
    pub fn has_truth(&self) -> bool {
        self.documents
            .iter()
            .all(|document| document.truth.is_some())
    }
}

/// Label, size of the payload, and number of documents.
const SIZES: [(&str, usize, usize); 3] = [("512", 512, 100), ("4k", 4096, 60), ("64k", 65536, 6)];

/// Writes a document around a payload of some size.
type Make = fn(&mut Random, usize) -> Document;

/// The workloads with a payload to be found: `a_*` to `d_*`.
#[must_use]
pub fn payloads() -> Vec<Workload> {
    let makers: [(&str, Make); 3] = [("a", fenced), ("b", bare), ("c", reasoned)];
    let mut all = Vec::new();
    for (letter, make) in makers {
        for (label, bytes, count) in SIZES {
            all.push(collect(format!("{letter}_{label}"), count, |random| {
                make(random, bytes)
            }));
        }
    }
    all.extend(Damage::ALL.map(|damage| {
        collect(format!("d_{}", damage.name()), 60, |random| {
            damaged(random, &[damage])
        })
    }));
    all.push(collect("d_mixed".to_owned(), 100, |random| {
        let count = random.between(2, 3);
        let damages = random.sample(&Damage::ALL, count);
        damaged(random, &damages)
    }));
    all
}

/// The workloads without JSON: `e_*`.
#[must_use]
pub fn texts() -> Vec<Workload> {
    let collected = lists::KINDS.map(|(kind, make)| {
        collect(format!("e_{kind}"), 50, |random| Document {
            reply: lists::reply(random, make),
            truth: None,
        })
    });
    collected.to_vec()
}

/// The workloads that are held against [`typed::SCHEMA`]: `t_*`, of about 4 KB each.
#[must_use]
pub fn typed() -> Vec<Workload> {
    let collected = typed::Liberties::ALL.map(|liberties| {
        collect(format!("t_{}", liberties.name()), 50, |random| {
            let (reply, payload) = typed::order(random, liberties);
            Document {
                reply,
                truth: Some(Truth::new(payload)),
            }
        })
    });
    collected.to_vec()
}

/// One adversarial document, at `multiple` quarters of its full size.
#[must_use]
pub fn adversarial(shape: &adversarial::Shape, multiple: usize) -> Workload {
    let document = Document {
        reply: shape.text(multiple),
        truth: None,
    };
    Workload {
        name: format!("f_{}.n{multiple}", shape.name),
        documents: vec![document],
    }
}

fn collect(name: String, count: usize, mut make: impl FnMut(&mut Random) -> Document) -> Workload {
    let mut random = Random::named(&name);
    let documents = (0..count).map(|_| make(&mut random)).collect();
    Workload { name, documents }
}

fn fenced(random: &mut Random, bytes: usize) -> Document {
    let payload = clean::payload(random, bytes);
    Document {
        reply: prose::fence(random, &payload),
        truth: Some(Truth::new(payload)),
    }
}

fn bare(random: &mut Random, bytes: usize) -> Document {
    let payload = clean::payload(random, bytes);
    Document {
        reply: payload.clone(),
        truth: Some(Truth::new(payload)),
    }
}

fn reasoned(random: &mut Random, bytes: usize) -> Document {
    let length = random.between(2000, 8000);
    let reasoning = prose::reasoning(random, length);
    let Document { reply, truth } = fenced(random, bytes);
    Document {
        reply: reasoning + &reply,
        truth,
    }
}

fn damaged(random: &mut Random, damages: &[Damage]) -> Document {
    let (text, payload) = damage::write(random, damages);
    let reply = match (random.chance(50), damages.contains(&Damage::Truncated)) {
        (false, _) => text,
        (true, false) => prose::fence(random, &text),
        (true, true) => prose::open_fence(random) + &text,
    };
    Document {
        reply,
        truth: Some(Truth::new(payload)),
    }
}

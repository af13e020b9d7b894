//! What stands around the data: words, sentences, fences, reasoning.

use crate::random::Random;

pub(super) const WORDS: [&str; 72] = [
    "after",
    "answer",
    "approval",
    "archive",
    "available",
    "balance",
    "batch",
    "because",
    "before",
    "between",
    "branch",
    "budget",
    "building",
    "calendar",
    "carrier",
    "change",
    "channel",
    "city",
    "claim",
    "client",
    "column",
    "comment",
    "contract",
    "copy",
    "date",
    "delay",
    "delivery",
    "document",
    "draft",
    "each",
    "editor",
    "email",
    "estimate",
    "event",
    "every",
    "example",
    "factory",
    "family",
    "field",
    "first",
    "folder",
    "forecast",
    "garden",
    "harbour",
    "image",
    "invoice",
    "journey",
    "kitchen",
    "language",
    "letter",
    "library",
    "manual",
    "market",
    "meeting",
    "method",
    "mountain",
    "network",
    "notebook",
    "number",
    "office",
    "order",
    "paper",
    "passenger",
    "pattern",
    "payment",
    "picture",
    "planet",
    "quarter",
    "question",
    "region",
    "summary",
    "window",
];

pub(super) const NAMES: [&str; 9] = [
    "Maria Silva",
    "Ken Thompson",
    "Søren Østergård",
    "Renée Dubois",
    "Łukasz Wójcik",
    "李小龙",
    "Анна Петрова",
    "Sinéad O'Connor",
    "Mary-Jane Watson",
];

const INTROS: [&str; 5] = [
    "Here is the result in the format you described:\n\n",
    "Of course! This is the extracted record.\n\n",
    "I read the document twice.\n\nThese are the fields that I could find:\n\n",
    "Output:\n\n",
    "",
];

const OUTROS: [&str; 5] = [
    "\n\nTell me if anything should be changed.",
    "\n\nFields that the text does not mention are null.",
    "\n\nThe {placeholder} marks and the notes [see the manual] come from the source.",
    "\n",
    "",
];

const LABELS: [&str; 5] = ["json", "json", "json", "JSON", ""];

/// `count` words as a sentence.
pub(super) fn sentence(random: &mut Random, count: usize) -> String {
    let words: Vec<&str> = (0..count).map(|_| random.pick(&WORDS)).collect();
    let mut text = words.join(" ");
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text + random.pick(&[".", ".", ".", ".", "!", "?"])
}

/// A sentence of 5 to 22 words.
pub(super) fn any_sentence(random: &mut Random) -> String {
    let count = random.between(5, 22);
    sentence(random, count)
}

/// `body` in a fence, with or without prose before and behind.
pub(super) fn fence(random: &mut Random, body: &str) -> String {
    let (intro, label, outro) = (
        random.pick(&INTROS),
        random.pick(&LABELS),
        random.pick(&OUTROS),
    );
    format!("{intro}```{label}\n{body}\n```{outro}")
}

/// Where a fence starts.
pub(super) fn open_fence(random: &mut Random) -> String {
    format!("{}```json\n", random.pick(&INTROS))
}

/// What may stand around a list.
pub(super) fn around(random: &mut Random, body: &str) -> String {
    let intro = random.pick(&["Here is the list:\n\n", "See below.\n\n", ""]);
    let outro = random.pick(&["", "\n", "\n\nShall I go on?"]);
    format!("{intro}{body}{outro}")
}

/// A closed reasoning block of at least `bytes`, with a few brackets and quotes in it.
pub(super) fn reasoning(random: &mut Random, bytes: usize) -> String {
    let mut text = String::from("<think>\n");
    while text.len() < bytes {
        let thought = thought(random);
        text.push_str(&thought);
        text.push_str(random.pick(&["\n", " ", " ", "\n\n"]));
    }
    text + "</think>\n\n"
}

fn thought(random: &mut Random) -> String {
    match random.below(100) {
        0..8 => format!(
            "Perhaps {{\"{}\": {}}} is meant, but no.",
            random.pick(&WORDS),
            random.below(10)
        ),
        8..12 => "A list such as [1, 2, 3] would be wrong here.".to_owned(),
        12..15 => format!("The key should be `{}`.", random.pick(&WORDS)),
        _ => any_sentence(random),
    }
}

//! The public readers of one of several choices: `parse_choice("**Negative**, not positive.", &["positive", "negative"])`.

use super::content::{Reasoning, read_content};
use super::{Detail, read_reply};
use crate::error::ParseError;
use crate::formats::choice::{Choices, Reading, read_choice};
use crate::options::Options;
use crate::span::Span;
use crate::trace::{Trace, Traced, Warning, WarningKind};
use crate::value::{Data, Value};

/// Reads which of `valid_choices` a reply makes, and gives it in the caller's spelling.
///
/// What counts most comes first: an answer that is announced (`Answer: B`, `{"label": "b"}`, `<answer>B</answer>`,
/// `\boxed{B}`, in many languages), the whole reply, a whole line, the last one behind `therefore`, `I choose` and the
/// like, the only one, the first one. Choices are whole words in any case; of two that start at the same place the
/// longer one counts. What is negated (`not positive`), ruled out or only offered (`Options: yes, no`) is no answer, and
/// neither is the article `A`.
///
/// # Errors
///
/// [`ParseError::NoMatchingChoice`] if none of the choices is made, [`ParseError::Ambiguous`] if several are,
/// [`ParseError::EmptyResponse`], [`ParseError::TooLarge`], and [`ParseError::InvalidChoices`] if there are no choices,
/// or one is empty, or two differ in nothing but case.
///
/// ```
/// let sentiments = ["positive", "negative", "neutral"];
/// let reply = "It isn't negative, although it starts badly. Overall: **Positive**.";
/// assert_eq!(llmparse::parse_choice(reply, &sentiments)?, "positive");
/// assert!(llmparse::parse_choice("unpositive", &sentiments).is_err());
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_choice<'a>(response: &str, valid_choices: &[&'a str]) -> Result<&'a str, ParseError> {
    parse_choice_with_options(response, valid_choices, &Options::default())
}

/// Reads which of `valid_choices` a reply makes, with options.
///
/// # Errors
///
/// Those of [`parse_choice`].
///
/// ```
/// let choice = llmparse::parse_choice_with_options("Answer: b", &["A", "B"], &Default::default())?;
/// assert_eq!(choice, "B");
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_choice_with_options<'a>(
    response: &str,
    valid_choices: &[&'a str],
    options: &Options,
) -> Result<&'a str, ParseError> {
    parse_choice_with_trace(response, valid_choices, options).result
}

/// Reads which of `valid_choices` a reply makes, and says where; other choices that it names leave a warning.
///
/// ```
/// let reply = "The answer is B. A is a common mistake, of course.";
/// let read = llmparse::parse_choice_with_trace(reply, &["A", "B"], &Default::default());
/// assert_eq!(read.result.unwrap(), "B");
/// assert_eq!(read.trace.extracted.unwrap().range(), 14..15);
/// assert_eq!(read.trace.warnings[0].span.range(), 17..18);
/// ```
#[must_use]
pub fn parse_choice_with_trace<'a>(
    response: &str,
    valid_choices: &[&'a str],
    options: &Options,
) -> Traced<&'a str> {
    read(response, Choices::of_labels(valid_choices), options)
}

/// Reads which option a reply chooses; each is a label and its text, and the reply may give either or both. The label
/// comes out.
///
/// # Errors
///
/// Those of [`parse_choice`]; [`ParseError::Ambiguous`] also if the reply gives the label of one option with the text of
/// another.
///
/// ```
/// let options = [("A", "Oslo"), ("B", "Paris"), ("C", "Rome")];
/// assert_eq!(llmparse::parse_choice_of("It is Paris.", &options)?, "B");
/// assert_eq!(llmparse::parse_choice_of("B) Paris", &options)?, "B");
/// assert_eq!(llmparse::parse_choice_of("Answer: B) Rome", &options).unwrap_err().kind(), "ambiguous");
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_choice_of<'a>(
    response: &str,
    choices: &[(&'a str, &str)],
) -> Result<&'a str, ParseError> {
    parse_choice_of_with_options(response, choices, &Options::default())
}

/// Reads which option a reply chooses, with options.
///
/// # Errors
///
/// Those of [`parse_choice_of`].
///
/// ```
/// let cities = [("1", "Oslo"), ("2", "Paris")];
/// assert_eq!(llmparse::parse_choice_of_with_options("Oslo", &cities, &Default::default())?, "1");
/// # Ok::<(), llmparse::ParseError>(())
/// ```
pub fn parse_choice_of_with_options<'a>(
    response: &str,
    choices: &[(&'a str, &str)],
    options: &Options,
) -> Result<&'a str, ParseError> {
    parse_choice_of_with_trace(response, choices, options).result
}

/// Reads which option a reply chooses, and says where.
///
/// ```
/// let cities = [("A", "Oslo"), ("B", "Paris")];
/// let read = llmparse::parse_choice_of_with_trace("I choose B) Paris.", &cities, &Default::default());
/// assert_eq!(read.result.unwrap(), "B");
/// assert_eq!(read.trace.extracted.unwrap().range(), 9..17);
/// ```
#[must_use]
pub fn parse_choice_of_with_trace<'a>(
    response: &str,
    choices: &[(&'a str, &str)],
    options: &Options,
) -> Traced<&'a str> {
    read(response, Choices::of_options(choices), options)
}

fn read<'a>(
    response: &str,
    choices: Result<Choices<'a>, ParseError>,
    options: &Options,
) -> Traced<&'a str> {
    let choices = match choices {
        Ok(choices) => choices,
        Err(error) => {
            let (result, trace) = (Err(error), Trace::default());
            return Traced { result, trace };
        }
    };
    read_content(response, options, Reasoning::SetAside, |content, trace| {
        let reading = match read_json(content, &choices, options, trace) {
            Some(reading) => reading?,
            None => read_choice(content, &choices)?,
        };
        trace.extracted = Some(reading.span);
        trace.warnings.extend(reading.warnings);
        trace.warnings.sort_by_key(|warning| warning.span);
        let none = || ParseError::NoMatchingChoice {
            valid: choices.valid(),
        };
        choices.label(reading.choice).ok_or_else(none)
    })
}

/// Keys under which an answer stands, by how much they say.
const KEYS: [&str; 24] = [
    "final_answer",
    "answer",
    "correct_answer",
    "choice",
    "label",
    "verdict",
    "decision",
    "category",
    "classification",
    "class",
    "sentiment",
    "prediction",
    "result",
    "selected",
    "selection",
    "option",
    "value",
    "output",
    "antwort",
    "réponse",
    "respuesta",
    "resposta",
    "risposta",
    "答案",
];

/// What a reply in JSON chooses; nothing if it is not JSON, or does not say.
fn read_json(
    content: &str,
    choices: &Choices<'_>,
    options: &Options,
    trace: &mut Trace,
) -> Option<Result<Reading, ParseError>> {
    memchr::memchr(b'{', content.as_bytes())?;
    let read = read_reply::<Value>(content, options, Detail::Record);
    let value = read.result.ok()?;
    let reading = JsonAnswer { content, choices }.find(&value)?;
    trace.repairs = read.trace.repairs;
    trace.steps = read.trace.steps;
    Some(reading)
}

/// What stands for `true`.
const YES: [&str; 10] = [
    "yes", "true", "ja", "oui", "sí", "sim", "sì", "да", "是", "はい",
];

/// How deep an answer may stand in objects.
const DEPTH: usize = 4;

struct JsonAnswer<'v, 'a> {
    content: &'v str,
    choices: &'v Choices<'a>,
}

impl JsonAnswer<'_, '_> {
    /// The answer of an object: under one of the known keys, else the only member that is a choice and nothing else.
    fn find(&self, value: &Value) -> Option<Result<Reading, ParseError>> {
        self.find_within(value, DEPTH)
    }

    fn find_within(&self, value: &Value, depth: usize) -> Option<Result<Reading, ParseError>> {
        let Some(object) = value.as_object() else {
            return self.find_among(value.as_array()?, depth);
        };
        let mut failed = None;
        for key in KEYS {
            let members = object.iter().filter(|(name, _)| is_key(name, key));
            for (_, member) in members {
                match self.read_member(member, depth) {
                    Some(Err(error @ ParseError::NoMatchingChoice { .. })) => {
                        failed = Some(Err(error))
                    }
                    Some(Ok(reading)) => return Some(self.compare(value, reading)),
                    Some(error) => return Some(error),
                    None => {}
                }
            }
        }
        self.find_whole(value).or(failed)
    }

    /// Objects that all say the same.
    fn find_among(&self, items: &[Value], depth: usize) -> Option<Result<Reading, ParseError>> {
        let depth = depth.checked_sub(1)?;
        let mut first: Option<Reading> = None;
        for item in items {
            item.as_object()?;
            match (self.find_within(item, depth)?, &first) {
                (Ok(reading), None) => first = Some(reading),
                (Ok(reading), Some(first)) if reading.choice != first.choice => {
                    return Some(Err(self.ambiguous(first, &reading)));
                }
                (Ok(_), _) => {}
                (Err(error), _) => return Some(Err(error)),
            }
        }
        first.map(Ok)
    }

    fn read_member(&self, member: &Value, depth: usize) -> Option<Result<Reading, ParseError>> {
        match &member.data {
            Data::Object(_) => self.find_within(member, depth.checked_sub(1)?),
            Data::Array(items) => match items.as_slice() {
                [item] => self.read_member(item, depth.checked_sub(1)?),
                _ => self.read_place(member),
            },
            Data::Null => None,
            _ => Some(self.read_scalar(member)),
        }
    }

    fn read_scalar(&self, value: &Value) -> Result<Reading, ParseError> {
        let Some(text) = value.as_str() else {
            return self.read_place(value).unwrap_or_else(|| Err(self.none()));
        };
        let at = value.span.start() + 1;
        let is_plain = self.content.get(at..at + text.len()) == Some(text);
        let place = |span: Span| {
            if is_plain {
                Span::new(at + span.start(), at + span.end())
            } else {
                value.span
            }
        };
        let mut reading = read_choice(text, self.choices).map_err(|error| error.map_span(place))?;
        let is_cut = !value.complete && reading.span.end() == text.len();
        if is_cut && self.choices.is_start_of_another(reading.choice) {
            return Err(self.none());
        }
        reading.span = place(reading.span);
        for warning in &mut reading.warnings {
            warning.span = place(warning.span);
        }
        Ok(reading)
    }

    /// What stands there, as text.
    fn read_place(&self, value: &Value) -> Option<Result<Reading, ParseError>> {
        let at = value.span.start();
        let place = |span: Span| Span::new(at + span.start(), at + span.end());
        let reading = read_choice(value.span.of(self.content), self.choices);
        let reading = reading
            .map_err(|error| error.map_span(place))
            .map(|mut reading| {
                reading.span = place(reading.span);
                reading.warnings.clear();
                reading
            });
        Some(reading)
    }

    fn none(&self) -> ParseError {
        ParseError::NoMatchingChoice {
            valid: self.choices.valid(),
        }
    }

    /// All members that are a choice and nothing else.
    fn wholes(&self, value: &Value) -> Vec<Reading> {
        let members = value
            .as_object()
            .into_iter()
            .flat_map(|object| object.iter());
        let texts = members.filter(|(_, member)| member.as_str().is_some());
        let readings = texts.filter_map(|(_, member)| self.read_scalar(member).ok());
        readings.filter(|reading| reading.is_whole).collect()
    }

    fn find_whole(&self, value: &Value) -> Option<Result<Reading, ParseError>> {
        let mut wholes = self.wholes(value);
        if wholes.is_empty() {
            return self.find_true(value);
        }
        let first = wholes.swap_remove(0);
        match wholes.iter().find(|other| other.choice != first.choice) {
            Some(other) => Some(Err(self.ambiguous(&first, other))),
            None => Some(Ok(first)),
        }
    }

    /// `{"positive": true, "negative": false}`, `{"positive": "yes"}`; choices with a score each are no answer.
    fn find_true(&self, value: &Value) -> Option<Result<Reading, ParseError>> {
        let members = value.as_object()?.iter();
        let named = members.filter_map(|(name, member)| {
            let reading = read_choice(name, self.choices).ok()?;
            let span = member.span;
            let is_yes = |text: &str| YES.iter().any(|yes| yes.eq_ignore_ascii_case(text.trim()));
            let is_true = member.as_bool() == Some(true) || member.as_str().is_some_and(is_yes);
            reading
                .is_whole
                .then_some((Reading { span, ..reading }, is_true))
        });
        let named: Vec<(Reading, bool)> = named.collect();
        let mut taken = named.iter().filter(|(_, is_true)| *is_true);
        match (taken.next(), taken.next()) {
            (Some((reading, _)), None) => Some(Ok(reading.clone())),
            _ => match named.as_slice() {
                [(first, _), .., (last, _)] if first.choice != last.choice => {
                    Some(Err(self.ambiguous(first, last)))
                }
                _ => None,
            },
        }
    }

    /// A label and a text that contradict each other are no answer; any other choice beside it leaves a warning.
    fn compare(&self, value: &Value, mut reading: Reading) -> Result<Reading, ParseError> {
        for other in self.wholes(value) {
            if other.choice == reading.choice {
                continue;
            }
            if other.form != reading.form {
                return Err(self.ambiguous(&reading, &other));
            }
            let kind = WarningKind::OtherCandidate;
            reading.warnings.push(Warning {
                kind,
                span: other.span,
            });
        }
        Ok(reading)
    }

    fn ambiguous(&self, left: &Reading, right: &Reading) -> ParseError {
        let readings = [left, right]
            .into_iter()
            .filter_map(|reading| self.choices.label(reading.choice));
        let start = left.span.start().min(right.span.start());
        let end = left.span.end().max(right.span.end());
        ParseError::Ambiguous {
            readings: readings.map(str::to_owned).collect(),
            span: Span::new(start, end),
        }
    }
}

/// Whether `name` is `key` but for case and what joins its words.
fn is_key(name: &str, key: &str) -> bool {
    let letters = |text: &str| -> String {
        let letters = text.chars().filter(|letter| letter.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    };
    name.len() <= 32 && letters(name) == letters(key)
}

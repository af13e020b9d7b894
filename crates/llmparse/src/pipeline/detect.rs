//! The public detector: `FormatDetector::new().detect("- a\n- b\n- c")` is a bulleted list. Scorers weigh what a reply
//! looks like; readers say whether the format that looks best is there.

use std::fmt;

use memchr::memchr2_iter;
use serde::de::IgnoredAny;

use super::parts::walk;
use super::{Detail, content_of, ends_line, read_reply};
use crate::detect::labels::{Label, first_known, read_label};
use crate::detect::outline::Outline;
use crate::detect::tally::Tally;
use crate::detect::{self as scorers, Score, weights};
use crate::formats::csv::Sheets;
use crate::formats::json::{read_strict, read_whole};
use crate::formats::key_value::{Area, Pairs};
use crate::formats::{Place, Trust};
use crate::options::{Columns, Options};
use crate::output_format::OutputFormat;
use crate::preprocess::candidates::Finder;
use crate::preprocess::fences::{Fence, find_fences};
use crate::span::Span;

/// A format that a reply may have, and why.
///
/// ```
/// let ranked = llmparse::FormatDetector::new().rank("{\"a\": 1}");
/// assert_eq!(
///     ranked[0].to_string(),
///     "FormatCandidate(json, confidence=0.99, evidence='valid JSON parse succeeded')"
/// );
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct FormatCandidate {
    /// The format.
    pub format: OutputFormat,
    /// How likely it is, from 0 to 1.
    pub confidence: f64,
    /// What stands for it, for people to read.
    pub evidence: String,
}

impl fmt::Display for FormatCandidate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            format,
            confidence,
            evidence,
        } = self;
        write!(
            formatter,
            "FormatCandidate({format}, confidence={confidence:.2}, evidence='{evidence}')"
        )
    }
}

impl From<Score> for FormatCandidate {
    fn from(score: Score) -> Self {
        Self {
            format: score.format,
            // 0.55 - 0.1 is a little more than 0.45 in binary.
            confidence: (score.confidence * 1e6).round() / 1e6,
            evidence: score.evidence.into_owned(),
        }
    }
}

/// Tells what format a reply has.
///
/// Each format has a scorer, and all of them look at the whole reply, besides its reasoning. What scores best has to be
/// there for a careful reader too: commas in sentences are no CSV, and a remark behind a colon is no pair. Where it is
/// not, the next one counts, and the evidence says so. A detector holds nothing, and may be shared between threads.
///
/// ```
/// use llmparse::{FormatDetector, OutputFormat};
/// let detector = FormatDetector::new();
/// assert_eq!(detector.detect("{\"a\": 1}"), OutputFormat::Json);
/// assert_eq!(detector.detect("- item one\n- item two\n- item three"), OutputFormat::BulletedList);
/// assert_eq!(detector.detect("just a sentence."), OutputFormat::PlainText);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct FormatDetector;

impl FormatDetector {
    /// A detector.
    ///
    /// ```
    /// let detector = llmparse::FormatDetector::new();
    /// assert_eq!(detector.detect(""), llmparse::OutputFormat::Unknown);
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self
    }

    /// The format that is most likely; `Unknown` for a reply without content.
    ///
    /// ```
    /// use llmparse::{FormatDetector, OutputFormat};
    /// let reply = "Sure, here it is:\n\n```csv\nname,age\nAnn,31\n```";
    /// assert_eq!(FormatDetector::new().detect(reply), OutputFormat::Csv);
    /// ```
    #[must_use]
    pub fn detect(&self, text: &str) -> OutputFormat {
        self.detect_with_confidence(text).0
    }

    /// The format that is most likely, and how likely it is.
    ///
    /// ```
    /// use llmparse::{FormatDetector, OutputFormat};
    /// let found = FormatDetector::new().detect_with_confidence("1. Mix\n2. Bake\n3. Eat");
    /// assert_eq!(found, (OutputFormat::NumberedList, 0.85));
    /// ```
    #[must_use]
    pub fn detect_with_confidence(&self, text: &str) -> (OutputFormat, f64) {
        let best = self.rank(text).into_iter().next();
        best.map_or((OutputFormat::Unknown, 0.0), |best| {
            (best.format, best.confidence)
        })
    }

    /// All formats that the reply may have, the most likely first; there is always one.
    ///
    /// ```
    /// for candidate in llmparse::FormatDetector::new().rank("Answer: Paris\nConfidence: 0.9") {
    ///     println!("{candidate}");
    /// }
    /// // FormatCandidate(key_value, confidence=0.60, evidence='2 key: value pairs')
    /// // FormatCandidate(plain_text, confidence=0.45, evidence='default text fallback')
    /// // FormatCandidate(yaml, confidence=0.20, evidence='yaml-like structure')
    /// # let ranked = llmparse::FormatDetector::new().rank("Answer: Paris\nConfidence: 0.9");
    /// # assert_eq!(ranked[0].to_string(), "FormatCandidate(key_value, confidence=0.60, evidence='2 key: value pairs')");
    /// # assert_eq!(ranked.len(), 3);
    /// ```
    #[must_use]
    pub fn rank(&self, text: &str) -> Vec<FormatCandidate> {
        if !Finder::new(text).has_marks() {
            return rank(text, 0);
        }
        let set_aside = walk(text).set_aside;
        let is_tag = |span: &Span| {
            let tag = span.of(text).strip_prefix('<');
            tag.is_some_and(|tag| tag.starts_with(|letter: char| letter.is_ascii_alphabetic()))
        };
        let reasoning = set_aside.iter().filter(|aside| aside.inner.is_some());
        let tags = reasoning.filter(|aside| is_tag(&aside.span)).count();
        rank(&content_of(text, &set_aside), tags)
    }
}

/// Ranks the formats of a reply without its reasoning; `aside` counts the tags around that.
fn rank(text: &str, aside: usize) -> Vec<FormatCandidate> {
    let text = text.trim_start_matches('\u{feff}');
    if is_blank(text) {
        return vec![Score::new(OutputFormat::Unknown, 0.0, "empty input").into()];
    }
    let page = Page::new(text);
    let tally = Tally::of(text);
    let mut ranked = score_all(text, &tally, (&page, aside));
    page.settle(&mut ranked);
    ranked.retain(|score| score.confidence >= weights::LEAST);
    ranked.into_iter().map(FormatCandidate::from).collect()
}

fn is_blank(text: &str) -> bool {
    let shows_nothing = |letter: char| {
        letter.is_whitespace()
            || matches!(
                letter,
                '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{ad}' | '\u{180e}'
            )
    };
    text.chars().all(shows_nothing)
}

/// What every scorer says, the most likely first, each format once.
fn score_all(text: &str, tally: &Tally, (page, aside): (&Page<'_>, usize)) -> Vec<Score> {
    let scores = [
        scorers::json::score(text, tally, page.is_json),
        scorers::yaml::score(tally),
        scorers::csv::score(text, tally),
        scorers::table::score(tally),
        scorers::list::score_numbered(tally),
        scorers::list::score_bulleted(tally),
        scorers::key_value::score(tally),
        scorers::xml::score(text, aside),
        scorers::tool_call::score(text),
        Some(scorers::plain_text::score(tally)),
    ];
    let labelled = first_known(text)
        .map(|(label, format, weight)| Score::new(format, weight, label_evidence(label)));
    let named = labelled.as_ref().map(|score| score.format);
    let others = scores
        .into_iter()
        .flatten()
        .filter(|score| Some(score.format) != named);
    let mut ranked: Vec<Score> = labelled.into_iter().chain(others).collect();
    ranked.retain(|score| score.confidence >= weights::LEAST);
    ranked.sort_by(|one, two| two.confidence.total_cmp(&one.confidence));
    ranked
}

fn label_evidence(label: &str) -> String {
    format!("code fence with lang='{}'", label.to_lowercase())
}

/// How a JSON value stands in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Standing {
    InLine,
    /// On lines of its own.
    Alone,
}

/// A JSON value that was found.
#[derive(Clone, Copy, Debug)]
struct Found {
    standing: Standing,
    is_call: bool,
}

/// A reply without reasoning, and its fences.
struct Page<'t> {
    text: &'t str,
    fences: Vec<Fence>,
    /// Whether all of the text is an object or a list.
    is_json: bool,
}

impl<'t> Page<'t> {
    fn new(text: &'t str) -> Self {
        let is_json = text.trim_start().starts_with(['{', '['])
            && read_whole::<IgnoredAny>(text.trim()).is_some();
        let fences = if is_json {
            Vec::new()
        } else {
            find_fences(text)
        };
        Self {
            text,
            fences,
            is_json,
        }
    }

    /// Puts first what a careful reader would name, if the scores say otherwise.
    fn settle(&self, ranked: &mut Vec<Score>) {
        let mut bare = None;
        let verdict = self.judge(&mut bare);
        match verdict {
            Some(verdict) if verdict.format != OutputFormat::PlainText => {
                promote(ranked, verdict, bare.as_ref())
            }
            _ => self.deny(ranked, bare.as_ref(), verdict.is_some()),
        }
    }

    /// Puts what no reader finds behind the rest.
    fn deny(&self, ranked: &mut Vec<Score>, bare: Option<&Outline<'_>>, is_prose: bool) {
        for _ in 0..ranked.len() {
            let Some(best) = ranked.first() else { return };
            let items = match best.format {
                OutputFormat::PlainText => return,
                OutputFormat::NumberedList => bare.map_or(1, |bare| bare.numbered.count),
                OutputFormat::BulletedList => bare.map_or(1, |bare| bare.bulleted.count),
                _ => 0,
            };
            if items > 0 && !is_prose {
                return;
            }
            deny_first(ranked);
        }
    }

    /// What a careful reader would name, if more than sentences; the outline of what stands outside of fences is kept.
    fn judge<'o>(&'o self, bare: &mut Option<Outline<'o>>) -> Option<Score> {
        if self.is_json {
            return Some(self.judge_json(self.text));
        }
        // What a fence below the name of a tool holds is the tool's input.
        if let Some(call) = self.find_call(&self.bare_parts()) {
            return Some(call);
        }
        if let Some(labelled) = self.judge_labels() {
            return Some(labelled);
        }
        let open = self.open_parts();
        if let Some(call) = self.find_call(&open) {
            return Some(call);
        }
        let json = self.find_json();
        if let Some(json) = json.filter(|json| json.standing == Standing::Alone) {
            return Some(name_json(json));
        }
        let outside = bare.insert(Outline::of(self.text, &self.bare_parts()));
        let judged = self.judge_outline(outside, &self.bare_parts());
        let is_weak = judged.as_ref().is_none_or(|score| {
            matches!(
                score.format,
                OutputFormat::NumberedList | OutputFormat::BulletedList | OutputFormat::PlainText
            )
        });
        let fenced = if is_weak { self.judge_fences() } else { None };
        fenced
            .or(judged)
            .or_else(|| json.filter(|_| !outside.is_code()).map(name_json))
            .or_else(|| self.judge_name(&open))
    }

    fn judge_json(&self, text: &str) -> Score {
        if is_call_text(text) {
            found(OutputFormat::ToolCall, "JSON of a tool call".to_owned())
        } else {
            Score::new(
                OutputFormat::Json,
                weights::JSON_WHOLE,
                "valid JSON parse succeeded",
            )
        }
    }

    /// The best label of all fences, the first of those that weigh the same.
    fn judge_labels(&self) -> Option<Score> {
        let mut best: Option<(Score, &Fence)> = None;
        for fence in &self.fences {
            let lang = fence.lang(self.text);
            let (Label::Data(format, weight), Some(lang)) = (read_label(lang), lang) else {
                continue;
            };
            if best
                .as_ref()
                .is_none_or(|(best, _)| best.confidence < weight)
            {
                best = Some((Score::new(format, weight, label_evidence(lang)), fence));
            }
        }
        let (score, fence) = best?;
        let is_call = score.format == OutputFormat::Json && is_call_text(fence.content(self.text));
        Some(if is_call {
            Score::new(
                OutputFormat::ToolCall,
                score.confidence,
                "JSON of a tool call in a code fence",
            )
        } else {
            score
        })
    }

    /// What a fence without a label, or with one that says nothing, holds.
    fn judge_fences(&self) -> Option<Score> {
        let silent = self
            .fences
            .iter()
            .filter(|fence| read_label(fence.lang(self.text)) == Label::Silent);
        let mut judged = silent.filter_map(|fence| {
            let part = [Span::new(fence.content.0, fence.content.1)];
            self.judge_outline(&Outline::of(self.text, &part), &part)
        });
        judged.find(|score| score.format != OutputFormat::PlainText)
    }

    fn judge_outline(&self, outline: &Outline<'_>, parts: &[Span]) -> Option<Score> {
        if outline.has_separator || outline.piped > 0 && !outline.may_be_pairs() {
            let evidence = if outline.has_separator {
                "markdown table separator row found"
            } else {
                "rows between pipes"
            };
            return Some(found(OutputFormat::MarkdownTable, evidence.to_owned()));
        }
        if let Some(evidence) = parts
            .iter()
            .find_map(|part| scorers::xml::find(part.of(self.text)))
        {
            return Some(found(OutputFormat::Xml, evidence));
        }
        if outline.is_code_text() {
            return Some(Score::new(OutputFormat::PlainText, weights::PLAIN, "code"));
        }
        if let Some(evidence) = outline
            .yaml
            .find_nested()
            .filter(|_| !outline.starts_with_code())
        {
            return Some(found(OutputFormat::Yaml, evidence));
        }
        self.judge_rows(outline, parts)
            .or_else(|| self.judge_lines(outline, parts))
    }

    fn judge_rows(&self, outline: &Outline<'_>, parts: &[Span]) -> Option<Score> {
        if !outline.may_have_rows {
            return None;
        }
        let evidence = parts.iter().find_map(|part| {
            let place = Place {
                span: *part,
                trust: Trust::Bare,
            };
            let sheets = Sheets::find(self.text, place, &Columns::default())?;
            let blocks = sheets.spans().filter(|(_, has_rows)| *has_rows);
            blocks
                .last()
                .and_then(|(span, _)| scorers::csv::compare_rows(self.text, span))
        });
        evidence.map(|evidence| found(OutputFormat::Csv, evidence))
    }

    fn judge_lines(&self, outline: &Outline<'_>, parts: &[Span]) -> Option<Score> {
        let count = outline.numbered.count;
        if outline.has_numbers() {
            return Some(found(
                OutputFormat::NumberedList,
                format!("{count} numbered items"),
            ));
        }
        if outline.has_bulleted_pairs() {
            let evidence = format!("{} key: value pairs in a list", outline.pairs.count);
            return Some(found(OutputFormat::KeyValue, evidence));
        }
        if outline.has_bullets() {
            let evidence = format!("{} bullet items", outline.bulleted.count);
            return Some(found(OutputFormat::BulletedList, evidence));
        }
        if !outline.may_be_pairs() || self.count_pairs(parts) < 2 {
            return None;
        }
        let flat = outline
            .yaml
            .find_flat()
            .map(|evidence| found(OutputFormat::Yaml, evidence));
        flat.or_else(|| {
            let evidence = format!("{} key: value pairs", outline.pairs.count);
            Some(found(OutputFormat::KeyValue, evidence))
        })
    }

    /// How many pairs a reader finds, which takes neither remarks nor speech for pairs.
    fn count_pairs(&self, parts: &[Span]) -> usize {
        let counts = parts.iter().map(|part| {
            let area = Area {
                text: self.text,
                span: *part,
                code: &[],
                fields: None,
            };
            Pairs::find(area).map_or(0, |pairs| pairs.len())
        });
        counts.sum()
    }

    /// A tool that is named together with its input, or marked as called.
    fn find_call(&self, parts: &[Span]) -> Option<Score> {
        let mut parts = parts.iter();
        let evidence = parts.find_map(|part| scorers::tool_call::find(part.of(self.text)))?;
        Some(found(OutputFormat::ToolCall, evidence.to_owned()))
    }

    /// A tool that is named, and no more.
    fn judge_name(&self, open: &[Span]) -> Option<Score> {
        let has_name = open
            .iter()
            .any(|part| scorers::tool_call::has_name(part.of(self.text)));
        has_name.then(|| {
            Score::new(
                OutputFormat::ToolCall,
                weights::TOOL_NAME,
                "tool/action pattern found",
            )
        })
    }

    /// What stands outside of the fences that `is_cut` names.
    fn parts(&self, is_cut: impl Fn(&Fence) -> bool) -> Vec<Span> {
        let mut parts = Vec::new();
        let mut done = 0;
        for fence in self.fences.iter().filter(|fence| is_cut(fence)) {
            parts.push(Span::new(done, fence.start));
            done = fence.end;
        }
        parts.push(Span::new(done, self.text.len()));
        parts.retain(|part| !part.of(self.text).trim().is_empty());
        parts
    }

    fn bare_parts(&self) -> Vec<Span> {
        self.parts(|_| true)
    }

    /// All but code.
    fn open_parts(&self) -> Vec<Span> {
        self.parts(|fence| read_label(fence.lang(self.text)) == Label::Code)
    }

    /// The JSON value of the text that stands best, code aside.
    fn find_json(&self) -> Option<Found> {
        let mut best: Option<Found> = None;
        for part in self.open_parts() {
            let mut done = part.start();
            for len in memchr2_iter(b'{', b'[', part.of(self.text).as_bytes()) {
                let at = part.start() + len;
                if at < done || !self.may_start(at) {
                    continue;
                }
                let rest = self.text.get(at..part.end()).unwrap_or_default();
                let Some((IgnoredAny, len)) = read_strict::<IgnoredAny>(rest) else {
                    return self.find_damaged();
                };
                done = at + len;
                let found = self.stand(Span::new(at, done));
                if found.standing == Standing::Alone || scorers::json::promises(self.text, at) {
                    best = best.max_by_standing(found);
                }
            }
        }
        best.or_else(|| {
            if self.is_bracketed() {
                self.find_damaged()
            } else {
                None
            }
        })
    }

    /// Whether what stands at `at` promises to be worth reading.
    fn may_start(&self, at: usize) -> bool {
        let before = self.text.get(..at).unwrap_or_default();
        let is_index = |letter: char| {
            letter.is_alphanumeric() || matches!(letter, '_' | ')' | ']' | '(' | '\\' | '$' | '#')
        };
        if before.ends_with(is_index) {
            return false;
        }
        let inner = self.text.get(at + 1..).unwrap_or_default();
        scorers::json::promises(self.text, at)
            || starts_line(before) && starts_number(inner.trim_start())
    }

    fn is_bracketed(&self) -> bool {
        let text = self.text.trim();
        text.starts_with('{') && text.ends_with('}') || text.starts_with('[') && text.ends_with(']')
    }

    /// The JSON value that the tolerant reader makes of the text.
    fn find_damaged(&self) -> Option<Found> {
        let read = read_reply::<serde_json::Value>(self.text, &Options::default(), Detail::Record);
        let value = read.result.ok()?;
        let span = read.trace.extracted?;
        let is_empty = match &value {
            serde_json::Value::Object(object) => object.is_empty(),
            serde_json::Value::Array(items) => items.is_empty(),
            _ => true,
        };
        let text = self.text.trim();
        let is_all = span.len() >= text.len() && self.is_bracketed();
        let is_code = self.fences.iter().any(|fence| {
            fence.start <= span.start()
                && span.end() <= fence.end
                && read_label(fence.lang(self.text)) == Label::Code
        });
        let is_found = !is_empty && !is_code && (is_all || self.may_start(span.start()));
        is_found.then(|| Found {
            is_call: scorers::tool_call::is_call(&value),
            ..self.stand(span)
        })
    }

    fn stand(&self, span: Span) -> Found {
        let before = self.text.get(..span.start()).unwrap_or_default();
        let is_alone = starts_line(before) && ends_line(self.text, span.end());
        Found {
            standing: if is_alone {
                Standing::Alone
            } else {
                Standing::InLine
            },
            is_call: is_call_text(span.of(self.text)),
        }
    }
}

/// The better of two values, the later of two that stand alike.
trait MaxByStanding {
    fn max_by_standing(self, other: Found) -> Option<Found>;
}

impl MaxByStanding for Option<Found> {
    fn max_by_standing(self, other: Found) -> Option<Found> {
        let is_better = self.is_none_or(|best| other.standing >= best.standing);
        if is_better { Some(other) } else { self }
    }
}

fn starts_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    digits.starts_with(|letter: char| letter.is_ascii_digit())
}

/// Whether nothing but marks and tags stands before the end of `before` on its line.
fn starts_line(before: &str) -> bool {
    let before = before.trim_end_matches([' ', '\t', '`', '*']);
    before.is_empty() || before.ends_with(['\n', '>', '\u{feff}'])
}

fn is_call_text(text: &str) -> bool {
    scorers::tool_call::may_be_call(text)
        && read_whole::<serde_json::Value>(text)
            .is_some_and(|value| scorers::tool_call::is_call(&value))
}

fn name_json(json: Found) -> Score {
    if json.is_call {
        return found(OutputFormat::ToolCall, "JSON of a tool call".to_owned());
    }
    let evidence = match json.standing {
        Standing::Alone => "a JSON value on lines of its own",
        Standing::InLine => "a JSON value in the text",
    };
    found(OutputFormat::Json, evidence.to_owned())
}

fn found(format: OutputFormat, evidence: String) -> Score {
    Score::new(format, weights::found(format), evidence)
}

/// Puts `verdict` first if it is not.
fn promote(ranked: &mut Vec<Score>, verdict: Score, bare: Option<&Outline<'_>>) {
    let Some(best) = ranked.first().filter(|best| best.format != verdict.format) else {
        return;
    };
    let has_no_rows = bare.is_some_and(|bare| !bare.may_have_rows);
    if best.format == OutputFormat::Csv && has_no_rows {
        deny_first(ranked);
        return promote(ranked, verdict, None);
    }
    let own = ranked
        .iter()
        .position(|score| score.format == verdict.format);
    let own = own.map(|at| ranked.remove(at).confidence);
    let best = ranked.first().map_or(0.0, |best| best.confidence);
    let confidence = verdict.confidence.max(own.unwrap_or(0.0)).max(best);
    ranked.insert(
        0,
        Score {
            confidence,
            ..verdict
        },
    );
}

/// Puts the first behind the rest, and says why.
fn deny_first(ranked: &mut Vec<Score>) {
    let mut denied = ranked.remove(0);
    let reason = match denied.format {
        OutputFormat::Json => "but no JSON value that says anything",
        OutputFormat::Csv => "but sentences or lines rather than rows of cells",
        OutputFormat::KeyValue | OutputFormat::Yaml => {
            "but remarks, speech, addresses or code rather than data"
        }
        OutputFormat::Xml => "but no element that is closed",
        OutputFormat::ToolCall => "but no call",
        _ => "but in code only",
    };
    denied.evidence = format!("{}, {reason}", denied.evidence).into();
    denied.confidence = weights::LEAST;
    ranked.push(denied);
}

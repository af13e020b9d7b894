//! How a reply was read, in the shape that the published crate gives it.

use llmparse::{Trace, Traced};

use super::error::ParseError;

/// How a reply was read.
///
/// ```
/// use llm_pipeline::output_parser::{ParseOptions, parse_json_with_trace};
///
/// let reply = "Sure: [1, 2,]";
/// let (_, trace) = parse_json_with_trace::<Vec<u8>>(reply, &ParseOptions::default()).unwrap();
/// assert_eq!(trace.extracted_span, Some((6, 13)));
/// assert_eq!((trace.repaired, trace.repair_actions), (true, vec!["trailing-comma".to_owned()]));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParseTrace {
    /// What led to the value: `direct_parse` when it is all of the reply, `deserialize_candidate` when it was found
    /// in it, `repair_candidate` when it had to be repaired.
    pub strategies_tried: Vec<&'static str>,
    /// Whether anything had to be repaired.
    pub repaired: bool,
    /// The kinds of damage, one for each repair, such as `trailing-comma`.
    pub repair_actions: Vec<String>,
    /// Where the value stands, in bytes of the reply as it was given.
    pub extracted_span: Option<(usize, usize)>,
    /// What is suspicious and was taken as it stands.
    pub warnings: Vec<String>,
}

impl ParseTrace {
    fn new(response: &str, trace: &Trace) -> Self {
        Self {
            strategies_tried: vec![strategy(response, trace)],
            repaired: trace.is_repaired(),
            repair_actions: repair_actions(trace),
            extracted_span: trace.extracted.map(|span| (span.start(), span.end())),
            warnings: warnings(trace),
        }
    }
}

/// The value and its trace, side by side.
pub(crate) fn pair<T>(response: &str, read: Traced<T>) -> Result<(T, ParseTrace), ParseError> {
    let trace = ParseTrace::new(response, &read.trace);
    Ok((read.result?, trace))
}

fn strategy(response: &str, trace: &Trace) -> &'static str {
    let is_all = trace
        .extracted
        .is_none_or(|span| span.of(response) == response.trim());
    match (trace.is_repaired(), is_all) {
        (true, _) => "repair_candidate",
        (false, true) => "direct_parse",
        (false, false) => "deserialize_candidate",
    }
}

fn repair_actions(trace: &Trace) -> Vec<String> {
    let codes = trace.repairs.iter().map(|repair| repair.kind.code());
    codes.map(str::to_owned).collect()
}

fn warnings(trace: &Trace) -> Vec<String> {
    let texts = trace.warnings.iter().map(|warning| {
        let (start, end) = (warning.span.start(), warning.span.end());
        format!("{} at bytes {start}..{end}", warning.kind.code())
    });
    texts.collect()
}

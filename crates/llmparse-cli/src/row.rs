//! One line of output:
//! `{"id":7,"ok":true,"value":[1],"format":"json","repairs":[],"coercions":[],"warnings":[]}`.

use std::io::Write;

use llmparse::{Coercion, Repair, Risk, Span, Trace, ValidationResult, Warning};

use crate::line::Field;
use crate::payload::Payload;
use crate::reading::{Failure, Reading};

/// The fields that belong to the row in every line; a field of the input under one of these names is left out.
const OWN: [&str; 7] = [
    "ok",
    "value",
    "format",
    "repairs",
    "coercions",
    "warnings",
    "error",
];

/// Everything that a row is made of.
#[derive(Debug)]
pub(crate) struct Row<'r> {
    /// The fields that are passed through.
    pub(crate) others: &'r [Field<'r>],
    /// The number of the input line, where the row has to name it.
    pub(crate) line: Option<u64>,
    pub(crate) reading: &'r Reading<'r>,
}

impl Row<'_> {
    /// Appends the row to `out`, without a newline.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let mut row = ObjectWriter::start(out);
        for other in self.others.iter().filter(|other| !self.has(&other.name())) {
            row = row.raw(other.key, other.value);
        }
        if let Some(line) = self.line {
            row = row.number("line", line);
        }
        row = match &self.reading.result {
            Ok(payload) => write_success(row, payload, self.reading),
            Err(failure) => write_failure(row, failure),
        };
        if let Some(validations) = &self.reading.notes.validations {
            write_list(row.key("validations"), validations, write_validation);
        }
        if self.reading.notes.trace {
            write_trace(row.key("trace"), &self.reading.trace);
        }
        row.end();
    }

    /// Whether the row itself has a field of this name.
    fn has(&self, name: &str) -> bool {
        let notes = &self.reading.notes;
        match name {
            "line" => self.line.is_some(),
            "changed" => notes.changed.is_some(),
            "complete" => notes.complete.is_some(),
            "trace" => notes.trace,
            "validations" => notes.validations.is_some(),
            _ => OWN.contains(&name),
        }
    }
}

fn write_success<'o>(
    mut row: ObjectWriter<'o>,
    payload: &Payload<'_>,
    reading: &Reading<'_>,
) -> ObjectWriter<'o> {
    row = row.flag("ok", true);
    payload.write_json(row.key("value"));
    row = row.text("format", reading.format);
    let notes = [
        ("changed", reading.notes.changed),
        ("complete", reading.notes.complete),
    ];
    for (name, note) in notes {
        if let Some(flag) = note {
            row = row.flag(name, flag);
        }
    }
    write_list(row.key("repairs"), &reading.trace.repairs, write_repair);
    write_list(
        row.key("coercions"),
        &reading.trace.coercions,
        write_coercion,
    );
    write_list(row.key("warnings"), &reading.trace.warnings, write_warning);
    row
}

fn write_failure<'o>(mut row: ObjectWriter<'o>, failure: &Failure) -> ObjectWriter<'o> {
    row = row.flag("ok", false);
    let mut error = ObjectWriter::start(row.key("error"))
        .text("kind", failure.kind)
        .text("message", &failure.message);
    if let Some(span) = failure.span {
        write_span(error.key("span"), &span);
    }
    error.end();
    row
}

fn write_repair(out: &mut Vec<u8>, repair: &Repair) {
    let mut object = ObjectWriter::start(out)
        .text("kind", repair.kind.code())
        .text("risk", risk_name(repair.kind.risk()));
    write_span(object.key("span"), &repair.span);
    object.text("replacement", &repair.replacement).end();
}

fn write_coercion(out: &mut Vec<u8>, coercion: &Coercion) {
    let mut object = ObjectWriter::start(out)
        .text("path", &coercion.path)
        .text("rule", coercion.rule.code())
        .text("risk", risk_name(coercion.risk))
        .text("from", &coercion.from)
        .text("to", &coercion.to);
    write_span(object.key("span"), &coercion.span);
    object.end();
}

fn write_warning(out: &mut Vec<u8>, warning: &Warning) {
    let mut object = ObjectWriter::start(out).text("kind", warning.kind.code());
    write_span(object.key("span"), &warning.span);
    object.end();
}

fn write_validation(out: &mut Vec<u8>, validation: &ValidationResult) {
    ObjectWriter::start(out)
        .text("status", validation.status.name())
        .optional_text("field", validation.field.as_deref())
        .text("message", &validation.message)
        .end();
}

fn write_trace(out: &mut Vec<u8>, trace: &Trace) {
    let mut object = ObjectWriter::start(out);
    match &trace.extracted {
        Some(span) => write_span(object.key("extracted"), span),
        None => object.key("extracted").extend_from_slice(b"null"),
    }
    write_list(object.key("reasoning"), &trace.reasoning, write_span);
    object.number("steps", trace.steps).end();
}

fn write_span(out: &mut Vec<u8>, span: &Span) {
    write_formatted(out, format_args!("[{},{}]", span.start(), span.end()));
}

fn write_list<T>(out: &mut Vec<u8>, items: &[T], write_item: impl Fn(&mut Vec<u8>, &T)) {
    out.push(b'[');
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write_item(out, item);
    }
    out.push(b']');
}

/// The name of a risk: `none`, `low`, `high`.
pub(crate) fn risk_name(risk: Risk) -> &'static str {
    match risk {
        Risk::None => "none",
        Risk::Low => "low",
        _ => "high",
    }
}

/// Appends `text` to `out` as a JSON string.
pub(crate) fn write_text(out: &mut Vec<u8>, text: &str) {
    let written = serde_json::to_writer(out, text);
    debug_assert!(
        written.is_ok(),
        "a Vec takes every byte, and a str is always a JSON string"
    );
}

fn write_formatted(out: &mut Vec<u8>, arguments: std::fmt::Arguments<'_>) {
    let written = out.write_fmt(arguments);
    debug_assert!(written.is_ok(), "a Vec takes every byte");
}

/// Writes the members of one JSON object, one after the other.
#[derive(Debug)]
pub(crate) struct ObjectWriter<'o> {
    out: &'o mut Vec<u8>,
    is_empty: bool,
}

impl<'o> ObjectWriter<'o> {
    pub(crate) fn start(out: &'o mut Vec<u8>) -> Self {
        out.push(b'{');
        Self {
            out,
            is_empty: true,
        }
    }

    /// Writes the key `name`, which needs no escapes; the caller appends the value.
    pub(crate) fn key(&mut self, name: &str) -> &mut Vec<u8> {
        self.separate();
        self.out.push(b'"');
        self.out.extend_from_slice(name.as_bytes());
        self.out.extend_from_slice(b"\":");
        self.out
    }

    pub(crate) fn text(mut self, name: &str, text: &str) -> Self {
        write_text(self.key(name), text);
        self
    }

    pub(crate) fn optional_text(mut self, name: &str, text: Option<&str>) -> Self {
        match text {
            Some(text) => write_text(self.key(name), text),
            None => self.key(name).extend_from_slice(b"null"),
        }
        self
    }

    fn flag(mut self, name: &str, flag: bool) -> Self {
        self.key(name)
            .extend_from_slice(if flag { b"true" } else { b"false" });
        self
    }

    fn number(mut self, name: &str, number: u64) -> Self {
        write_formatted(self.key(name), format_args!("{number}"));
        self
    }

    /// Writes a member whose key and value are JSON texts already.
    fn raw(mut self, key: &str, value: &str) -> Self {
        self.separate();
        self.out.extend_from_slice(key.as_bytes());
        self.out.push(b':');
        self.out.extend_from_slice(value.as_bytes());
        self
    }

    pub(crate) fn end(self) {
        self.out.push(b'}');
    }

    fn separate(&mut self) {
        if !self.is_empty {
            self.out.push(b',');
        }
        self.is_empty = false;
    }
}

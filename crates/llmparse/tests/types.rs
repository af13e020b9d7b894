//! The main types may be sent to and shared between threads: this file does not compile if one may not.

use llmparse::{
    Coerced, Coercion, CoercionRule, Data, Level, Limits, Number, Object, Options, OutputParser,
    OutputValidator, ParseError, ParseMode, ParseResult, Repair, RepairKind, Reply, SafetyFinding,
    Schema, SchemaCache, SchemaError, SchemaIssue, Span, Trace, Traced, ValidationResult,
    ValidationRule, Value, Warning, WarningKind,
};

const fn is_send_and_sync<T: Send + Sync>() {}

const _: () = {
    is_send_and_sync::<(Coerced, Coercion, CoercionRule, Level)>();
    is_send_and_sync::<(OutputParser, ParseResult)>();
    is_send_and_sync::<(Value, Data, Object, Number)>();
    is_send_and_sync::<(Options, Limits, ParseMode)>();
    is_send_and_sync::<(
        Trace,
        Traced<Value>,
        Repair,
        RepairKind,
        Warning,
        WarningKind,
        Span,
    )>();
    is_send_and_sync::<(ParseError, Reply)>();
    is_send_and_sync::<(Schema, SchemaCache, SchemaError, SchemaIssue)>();
    is_send_and_sync::<(
        OutputValidator,
        ValidationRule,
        ValidationResult,
        SafetyFinding,
    )>();
};

#[test]
fn errors_can_be_boxed_and_sent() {
    let error = llmparse::parse_json_value("").unwrap_err();
    let boxed: Box<dyn std::error::Error + Send + Sync + 'static> = Box::new(error);
    assert_eq!(boxed.to_string(), "the reply is empty");
}

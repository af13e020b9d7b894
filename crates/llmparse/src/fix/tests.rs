use super::*;

/// The mended text and the strategy.
fn fix(text: &str, expected: OutputFormat, required: &[&str]) -> (String, &'static str) {
    let fixer = OutputFixer::new()
        .required_fields(required.iter().copied())
        .field_defaults([("d", "x")]);
    let (text, strategy) = fixer.fix(text, expected);
    (text, strategy.name())
}

fn json(text: &str, required: &[&str]) -> (String, &'static str) {
    fix(text, OutputFormat::Json, required)
}

/// Whether nothing is made of `text`.
fn stays(text: &str, expected: OutputFormat, required: &[&str]) -> bool {
    fix(text, expected, required) == (text.to_owned(), "none")
}

#[test]
fn valid_scalars_stay() {
    for text in ["42", "\"hello\"", "null", "-1.50e3"] {
        assert!(stays(text, OutputFormat::Json, &["a"]), "{text}");
    }
}

#[test]
fn repair_and_injection_go_together() {
    let got = json(r#"{"a": "x", "d": null,}"#, &["d", "e"]);
    let wanted = r#"{"a": "x", "d": "x", "e": null}"#;
    assert_eq!(got, (wanted.to_owned(), "field_injection"));
}

#[test]
fn the_value_with_the_required_fields_is_chosen() {
    for (text, wanted) in [
        (
            r#"I asked {"query": "x"} and got {"answer": 5}"#,
            r#"{"answer": 5}"#,
        ),
        (
            r#"I got {"answer": 5}, and then {"other": 6}"#,
            r#"{"answer": 5}"#,
        ),
        (
            r#"First {"answer": 5}. No: {"answer": 6}"#,
            r#"{"answer": 6}"#,
        ),
    ] {
        assert_eq!(json(text, &["answer"]).0, wanted, "{text}");
    }
}

#[test]
fn an_example_is_not_the_answer() {
    for text in [
        "Here is an example:\n```json\n{\"a\": 0}\n```\nThe result:\n```json\n{'a': 5}\n```",
        "{'a': 5} is the result, for example: {\"a\": 0}",
        "Zum Beispiel: {\"a\": 0}\nErgebnis: {'a': 5}",
    ] {
        assert_eq!(json(text, &[]).0, r#"{"a": 5}"#, "{text}");
    }
    assert_eq!(json(r#"Example: {"a": 0}"#, &[]).0, r#"{"a": 0}"#);
}

#[test]
fn what_is_no_pair_is_no_object() {
    for text in [
        "Error: the model could not be reached today",
        "https://example.com/x?y=1",
        "Visit http://a.b: it is nice",
        "x = f(1)\ny = g(x)\nprint(y)",
        "def f(x): return x",
        "let x = 1;\nlet y = 2;",
        "Alice: Hi!\nBob: Hello.",
        "Name: Ann, Age: 3",
        "a: 1\nb: 2\n}",
        "At 10:30 we met",
        "| a | b |\n|---|---|\n| 1 | 2 |",
    ] {
        assert!(stays(text, OutputFormat::Json, &[]), "{text}");
    }
    assert!(stays("x = f(1)\nprint(x)", OutputFormat::Json, &["x"]));
}

#[test]
fn pairs_are_an_object_of_texts() {
    for (text, wanted) in [
        (
            "Answer: Paris is in France.",
            r#"{"answer": "Paris is in France."}"#,
        ),
        (
            "From address: Rome\nReturn date: 5 May",
            r#"{"from_address": "Rome", "return_date": "5 May"}"#,
        ),
        ("- Name: “Ann”\n- Age: 3", r#"{"name": "Ann", "age": "3"}"#),
        (
            "Time: 10:30\nPlace: Rome",
            r#"{"time": "10:30", "place": "Rome"}"#,
        ),
        ("a: 1\nb: [1, 2]", r#"{"a": "1", "b": "[1, 2]"}"#),
        (
            "Function: f(x)\nResult: 3",
            r#"{"function": "f(x)", "result": "3"}"#,
        ),
    ] {
        assert_eq!(
            json(text, &[]),
            (wanted.to_owned(), "fallback_parse"),
            "{text}"
        );
    }
}

#[test]
fn required_names_are_found_in_any_spelling() {
    for (text, required, wanted) in [
        (
            "First-Name: Ann\nlast name: Bo",
            ["first_name", "Last-Name", "d"].as_slice(),
            r#"{"first_name": "Ann", "Last-Name": "Bo", "d": "x"}"#,
        ),
        (
            "<answer>Paris</answer>",
            &["answer"],
            r#"{"answer": "Paris"}"#,
        ),
        (
            "Answer: Paris; Score: 3",
            &["answer", "score"],
            r#"{"answer": "Paris", "score": "3"}"#,
        ),
        (
            "That is easy.\n\nAnswer: Paris\n\nHope this helps!",
            &["answer"],
            r#"{"answer": "Paris"}"#,
        ),
    ] {
        assert_eq!(
            json(text, required),
            (wanted.to_owned(), "fallback_parse"),
            "{text}"
        );
    }
}

#[test]
fn other_formats_are_mended_as_their_readers_mend_them() {
    use OutputFormat::{Csv, KeyValue, NumberedList, ToolCall, Xml};
    for (format, text, wanted) in [
        (Csv, "Here:\n```csv\na,b\n1,2\n```\nBye", "a,b\n1,2"),
        (Csv, "```csv\na,b\n1,\"2\n```", "a,b\n1,\"2\""),
        (Csv, "<think>a,b?</think>a,b\n1,2", "a,b\n1,2"),
        (NumberedList, "Here:\n```\n1. a\n2. b\n```", "1. a\n2. b"),
        (NumberedList, "['a', 'b']", r#"["a", "b"]"#),
        (KeyValue, "```\nName: Ann\nAge: 3\n```", "Name: Ann\nAge: 3"),
        (Xml, "<r><a>1</a><b>2</r>", "<r><a>1</a><b>2</b></r>"),
        (
            ToolCall,
            "{name: 's', arguments: {}}",
            r#"{"name": "s", "arguments": {}}"#,
        ),
    ] {
        assert_eq!(fix(text, format, &[]).0, wanted, "{format} {text}");
    }
    let closed = fix("<r><a>1</a><b>2</r>", Xml, &["a", "b"]);
    assert_eq!(closed.0, "<r><a>1</a><b>2</b></r>");
}

#[cfg(feature = "yaml")]
#[test]
fn yaml_keeps_its_indentation() {
    let got = fix("```yaml\n  a: 1\n  b: 2\n```", OutputFormat::Yaml, &[]);
    assert_eq!(got, ("  a: 1\n  b: 2".to_owned(), "regex_repair"));
}

#[test]
fn what_a_reader_takes_stays() {
    use OutputFormat::{BulletedList, Csv, KeyValue, MarkdownTable, Mixed, PlainText, ToolCall};
    for (format, text) in [
        (Csv, "Here:\n\na;b\n1;2\n\nBye!"),
        (Csv, "id,meta\n1,{\"a\": 1}"),
        (MarkdownTable, "| a | b |\n|---|---|\n| 1 | 2 |\n"),
        (BulletedList, "- a\n- b"),
        (KeyValue, "Name: Ann\nAge: 3"),
        (PlainText, "see ```x``` and {\"a\": 1} ok"),
        (Mixed, "a {\"b\": 1} c"),
        (ToolCall, "Action: search\nAction Input: {\"q\": \"x\"}"),
    ] {
        assert!(stays(text, format, &[]), "{format} {text}");
    }
    assert!(stays("id,meta\n1,{\"a\": 1}", Csv, &["name"]));
}

#[test]
fn pairs_that_lack_fields_become_an_object() {
    let got = fix("Name: Ann", OutputFormat::KeyValue, &["name", "d"]);
    let wanted = r#"{"name": "Ann", "d": "x"}"#;
    assert_eq!(got, (wanted.to_owned(), "fallback_parse"));
    let got = fix("{\"n\": 1}", OutputFormat::KeyValue, &["d"]);
    assert_eq!(got, (r#"{"n": 1, "d": "x"}"#.to_owned(), "field_injection"));
}

/// What comes of a text that is beyond repair when the model says `reply`.
fn ask(reply: &str, expected: OutputFormat, required: &[&str]) -> Result<String, String> {
    let reply = reply.to_owned();
    let llm = Llm::new(move |_| Ok::<_, crate::llm::LlmError>(reply.clone()));
    let fixer = OutputFixer::new()
        .required_fields(required.iter().copied())
        .llm(llm);
    let fixed = fixer.fix_with_report("nothing of the kind.", expected);
    match fixed.error {
        Some(error) => Err(error.to_string()),
        None => Ok(fixed.text),
    }
}

#[test]
fn a_reply_of_the_model_is_taken_if_it_is_what_was_asked_for() {
    use OutputFormat::{Csv, Json, KeyValue, NumberedList, PlainText, Xml};
    for (format, reply, required, wanted) in [
        (
            Json,
            "<think>hm</think>```json\n{\"a\": 1,}\n```",
            ["a"].as_slice(),
            "{\"a\": 1}",
        ),
        (Csv, "```csv\na,b\n1,2\n```", &["A"], "a,b\n1,2"),
        (Xml, "<a>1</a>", &["a"], "<a>1</a>"),
        (KeyValue, "Name: x", &["name"], "Name: x"),
        (NumberedList, "1. a\n2. b", &["a"], "1. a\n2. b"),
        (PlainText, "hello", &[], "nothing of the kind."),
    ] {
        assert_eq!(
            ask(reply, format, required).as_deref(),
            Ok(wanted),
            "{format}"
        );
    }
}

#[test]
fn a_reply_of_the_model_that_is_something_else_is_told() {
    use OutputFormat::{Csv, Json, Xml};
    for (format, reply, required, wanted) in [
        (
            Json,
            "I'm sorry, I cannot.",
            [].as_slice(),
            "the model refused",
        ),
        (Json, "Sorry, I can't. Here: {}", &[], "the model refused"),
        (Json, "\"I cannot\"", &[], "the model refused"),
        (
            Json,
            "a: 1\nb: 2",
            &[],
            "the reply of the model is not json",
        ),
        (
            Json,
            "{\"b\": 1}",
            &["a", "c"],
            "the reply of the model lacks a, c",
        ),
        (Json, "[1]", &["a"], "the reply of the model lacks a"),
        (Json, " \n", &[], "the reply of the model is empty"),
        (Csv, "a,b\n1,2", &["c"], "the reply of the model lacks c"),
        (Xml, "<b>1</b>", &["a"], "the reply of the model is not xml"),
    ] {
        let error = ask(reply, format, required).unwrap_err();
        assert!(error.starts_with(wanted), "{reply}: {error}");
    }
}

#[test]
fn a_prompt_is_bounded_and_names_the_format_and_the_fields() {
    let llm = Llm::new(|prompt| {
        assert!(prompt.chars().count() < 12_600, "{}", prompt.len());
        assert!(prompt.contains("[... 38000 characters left out ...]"));
        assert!(
            prompt.contains("CSV with a header row") && prompt.contains("Required fields: a, b.")
        );
        Err("asked")
    });
    let fixer = OutputFixer::new().required_fields(["a", "b"]).llm(llm);
    let fixed = fixer.fix_with_report(&"é".repeat(50_000), OutputFormat::Csv);
    assert_eq!(
        fixed.error.unwrap().to_string(),
        "the model gave no reply: asked"
    );
}

#[test]
fn hostile_texts_come_back() {
    let texts = [
        "{".repeat(1 << 16),
        "{\"a\":".repeat(1 << 14),
        "{\"a\": 1} and ".repeat(1 << 12),
        "Example: {\"a\": 1}\n".repeat(1 << 12),
        format!("{{\"a\": 1{}// x\n}}", " ".repeat(1 << 16)),
        "```\nx\n".repeat(1 << 13),
        "</".repeat(1 << 14),
        format!("{{{}}}", "\"b\": null,".repeat(1 << 12)),
    ];
    for text in &texts {
        for format in OutputFormat::ALL {
            let fixed = OutputFixer::new()
                .required_fields(["a", "b"])
                .fix_with_report(text, format);
            let spans = fixed.trace.repairs.iter().map(|repair| repair.span);
            let mut spans = spans.chain(fixed.trace.extracted);
            assert!(
                spans.all(|span| text.get(span.range()).is_some()),
                "{format}"
            );
            assert!(!fixed.text.is_empty());
        }
    }
}

//! The examples and cases that the architecture document of `output_parser` prints, as they stand there.

use llm_pipeline::output_parser::*;
use serde_json::{json, Value};

#[derive(Debug, PartialEq, serde::Deserialize)]
struct Person {
    name: String,
    age: Option<u8>,
}

mod repair {
    use super::*;

    #[test]
    fn the_cases_are_repaired_as_printed() {
        for (broken, repaired) in [
            (r#"{"a": 1, "b": 2,}"#, r#"{"a": 1, "b": 2}"#),
            ("[1, 2, 3,]", "[1, 2, 3]"),
            ("{'key': 'value'}", r#"{"key": "value"}"#),
            (r#"{"active": True}"#, r#"{"active": true}"#),
            (r#"{"data": None}"#, r#"{"data": null}"#),
            (
                r#"{name: "Josh", age: 30}"#,
                r#"{"name": "Josh", "age": 30}"#,
            ),
            (r#"{"a": 1} // comment"#, r#"{"a": 1}"#),
            (r#"{"a": 1"#, r#"{"a": 1}"#),
            ("[1, 2, 3", "[1, 2, 3]"),
            ("{'a': True, 'b': None,}", r#"{"a": true, "b": null}"#),
            (r#"{"a": [1, 2,], "b": 3,}"#, r#"{"a": [1, 2], "b": 3}"#),
        ] {
            assert_eq!(
                try_repair_json(broken).as_deref(),
                Some(repaired),
                "{broken}"
            );
        }
    }

    #[test]
    fn what_is_valid_or_beyond_repair_gives_nothing() {
        assert_eq!(try_repair_json(r#"{"a": 1}"#), None);
        assert_eq!(try_repair_json("not json at all"), None);
    }

    #[test]
    fn an_apostrophe_is_kept() {
        let text = r#"{"text": "don't stop"}"#;
        assert_eq!(
            parse_json_value(text).unwrap(),
            json!({"text": "don't stop"})
        );
        let broken = r#"{"text": "don't stop",}"#;
        assert_eq!(try_repair_json(broken).as_deref(), Some(text));
    }

    #[test]
    fn a_raw_newline_in_a_string_is_escaped() {
        assert_eq!(
            try_repair_json("{\"a\": \"x\ny\"}").as_deref(),
            Some(r#"{"a": "x\ny"}"#)
        );
    }
}

mod extraction {
    use super::extract::{extract_code_block, extract_code_block_for, find_bracketed};
    use super::*;

    #[test]
    fn think_blocks_are_stripped() {
        for (reply, content) in [
            ("<think>a</think>b", "b"),
            ("<think>a</think>b<think>c</think>d", "bd"),
            ("<thinking>a</thinking>b", "b"),
            ("<think>a", ""),
        ] {
            assert_eq!(strip_think_tags(reply), content, "{reply}");
        }
        assert_eq!(preprocess("  <think>a</think> b \n"), "b");
    }

    #[test]
    fn code_blocks_are_found() {
        assert_eq!(
            extract_code_block("a\n```json\n[1]\n```"),
            Some((Some("json"), "[1]"))
        );
        assert_eq!(extract_code_block("```\n[1]\n```"), Some((None, "[1]")));
        assert_eq!(extract_code_block("none"), None);
        let both = "```json\n[1]\n```\n```yaml\na: 1\n```";
        assert_eq!(extract_code_block_for(both, "yaml"), Some("a: 1"));
        assert_eq!(extract_code_block_for(both, "toml"), None);
    }

    #[test]
    fn brackets_are_matched_with_nesting_and_later_ones_preferred() {
        assert_eq!(find_bracketed("a [1, [2]] b", '[', ']'), Some("[1, [2]]"));
        assert_eq!(
            find_bracketed(r#"{"a": 1} {"b": {"c": 2}}"#, '{', '}'),
            Some(r#"{"b": {"c": 2}}"#)
        );
        assert_eq!(find_bracketed("none", '[', ']'), None);
    }
}

mod json_in_replies {
    use super::*;

    #[derive(serde::Deserialize)]
    struct Analysis {
        sentiment: String,
        confidence: f64,
    }

    #[test]
    fn the_example_is_read_into_a_type() {
        let response =
            r#"<think>analyzing...</think>{"sentiment": "positive", "confidence": 0.92}"#;
        let result: Analysis = parse_json(response).unwrap();
        assert_eq!(
            (result.sentiment.as_str(), result.confidence),
            ("positive", 0.92)
        );
    }

    #[test]
    fn the_cases_are_read_as_printed() {
        for (reply, value) in [
            (r#"{"key": "value"}"#, json!({"key": "value"})),
            ("[1, 2, 3]", json!([1, 2, 3])),
            (
                r#"<think>...</think>{"key": "value"}"#,
                json!({"key": "value"}),
            ),
            (
                "Here's the data:\n```json\n{\"key\": \"value\"}\n```",
                json!({"key": "value"}),
            ),
            ("```\n{\"key\": \"value\"}\n```", json!({"key": "value"})),
            (
                r#"The analysis is {"sentiment": "positive"} as shown."#,
                json!({"sentiment": "positive"}),
            ),
            (
                r#"{"outer": {"inner": [1,2,3]}}"#,
                json!({"outer": {"inner": [1, 2, 3]}}),
            ),
            (r#"{"key": "value",}"#, json!({"key": "value"})),
            ("{'key': 'value'}", json!({"key": "value"})),
            (
                "<think>...</think>\n```json\n{\"a\":1}\n```",
                json!({"a": 1}),
            ),
            (
                "Sure! Here's your result: {\"a\": 1}\nHope that helps!",
                json!({"a": 1}),
            ),
        ] {
            assert_eq!(parse_json_value(reply).unwrap(), value, "{reply}");
            assert_eq!(parse_json::<Value>(reply).unwrap(), value, "{reply}");
        }
    }
}

mod lists {
    use super::*;

    #[test]
    fn the_keys_of_a_wrapping_object_are_known() {
        for key in ["tags", "items", "results", "list"] {
            let reply = json!({key: ["a", "b"]}).to_string();
            assert_eq!(parse_string_list(&reply).unwrap(), ["a", "b"], "{reply}");
        }
    }

    #[test]
    fn a_list_in_single_quotes_is_repaired() {
        assert_eq!(
            parse_string_list("['tag1', 'tag2']").unwrap(),
            ["tag1", "tag2"]
        );
    }

    #[test]
    fn the_raw_variant_keeps_case_and_length() {
        assert_eq!(parse_string_list_raw("A, B").unwrap(), ["A", "B"]);
        let long = "a long item ".repeat(6).trim().to_owned();
        let reply = json!([long, "b"]).to_string();
        assert_eq!(parse_string_list_raw(&reply).unwrap(), [long.as_str(), "b"]);
        assert_eq!(parse_string_list(&reply).unwrap(), ["b"]);
    }

    #[test]
    fn every_strategy_gives_the_list() {
        for reply in [
            r#"["Sunset", "beach"]"#,
            r#"{"tags": ["sunset", "beach"]}"#,
            "```json\n[\"sunset\", \"beach\"]\n```",
            r#"The tags are ["sunset", "beach"]."#,
            "1. Sunset\n2. Beach",
            "- sunset\n- beach",
            "sunset, beach",
            "<think>x, y</think>sunset, beach, sunset",
        ] {
            assert_eq!(
                parse_string_list(reply).unwrap(),
                ["sunset", "beach"],
                "{reply}"
            );
        }
    }
}

mod xml_tags {
    use super::*;

    #[test]
    fn the_examples_are_read() {
        let response = "<answer>The capital is Paris.</answer>";
        let answer = parse_xml_tag(response, "answer").unwrap();
        assert_eq!(answer, "The capital is Paris.");

        let response = "<analysis>Looks good</analysis><confidence>0.95</confidence>";
        let result = parse_xml_tags(response, &["analysis", "confidence"]).unwrap();
        assert_eq!(result["analysis"], "Looks good");
        assert_eq!(result["confidence"], "0.95");
    }

    #[test]
    fn the_cases_are_read_as_printed() {
        for (reply, tag, content) in [
            ("<answer>Paris</answer>", "answer", "Paris"),
            (
                "<think>...</think><answer>Paris</answer>",
                "answer",
                "Paris",
            ),
            (
                "<answer>The answer is <b>bold</b></answer>",
                "answer",
                "The answer is <b>bold</b>",
            ),
            ("<answer>Paris", "answer", "Paris"),
            ("<code>\nfn main() {}\n</code>", "code", "fn main() {}"),
            ("<answer> Paris </answer>", "answer", "Paris"),
        ] {
            assert_eq!(parse_xml_tag(reply, tag).unwrap(), content, "{reply}");
        }
        let both = parse_xml_tags("<a>one</a><b>two</b>", &["a", "b"]).unwrap();
        assert_eq!((both["a"].as_str(), both["b"].as_str()), ("one", "two"));
    }

    #[test]
    fn a_tag_that_is_not_there_is_an_error() {
        assert!(parse_xml_tag("<wrong>data</wrong>", "answer").is_err());
        assert!(parse_xml_tag("<Answer>Paris</Answer>", "answer").is_err());
        assert_eq!(
            parse_xml_tags("<a>1</a><b>2</b>", &["a", "b", "c"])
                .unwrap()
                .len(),
            2
        );
        assert!(parse_xml_tags("<x>1</x>", &["a", "b", "c"]).is_err());
    }
}

mod yaml_in_replies {
    use super::*;

    #[test]
    fn the_cases_are_read_as_printed() {
        let josh = |age| Person {
            name: "Josh".to_owned(),
            age,
        };
        for (reply, person) in [
            ("name: Josh\nage: 30", josh(Some(30))),
            ("```yaml\nname: Josh\n```", josh(None)),
            ("<think>...</think>\nname: Josh\nage: 30", josh(Some(30))),
        ] {
            assert_eq!(parse_yaml::<Person>(reply).unwrap(), person, "{reply}");
        }
    }
}

mod choices {
    use super::*;

    #[test]
    fn the_cases_are_read_as_printed() {
        for (reply, choice) in [
            ("positive", "positive"),
            ("positive.", "positive"),
            ("**positive**", "positive"),
            ("\"positive\"", "positive"),
            ("'positive'", "positive"),
            ("(positive)", "positive"),
            ("positive. Because it is.", "positive"),
            ("I'd classify this as positive", "positive"),
            ("I would classify this as positive because...", "positive"),
            ("POSITIVE", "positive"),
            ("positive and negative aspects", "positive"),
            ("<think>hmm</think>negative", "negative"),
        ] {
            assert_eq!(
                parse_choice(reply, &["positive", "negative"]).unwrap(),
                choice,
                "{reply}"
            );
        }
    }

    #[test]
    fn no_choice_is_an_error() {
        let error = parse_choice("maybe", &["positive", "negative"]).unwrap_err();
        assert!(matches!(error, ParseError::NoMatchingChoice { valid } if valid.len() == 2));
        assert!(parse_choice("unpositive", &["positive"]).is_err());
    }
}

mod numbers {
    use super::*;

    #[test]
    fn the_cases_are_read_as_printed() {
        for (reply, number) in [
            ("8", 8.0),
            ("8.5", 8.5),
            ("8/10", 8.0),
            ("8.5/10", 8.5),
            ("I'd give it a 7.5", 7.5),
            ("I'd rate it 8.5 out of 10", 8.5),
            ("Score: 9", 9.0),
            ("Rating: 8", 8.0),
            ("<think>considering...</think>8.5", 8.5),
            ("-3", -3.0),
            ("Page 3 of 5, score 8", 8.0),
        ] {
            assert_eq!(parse_number::<f64>(reply).unwrap(), number, "{reply}");
        }
        assert_eq!(parse_number::<i32>("8").unwrap(), 8);
        assert_eq!(parse_number::<i32>("8/10").unwrap(), 8);
    }

    #[test]
    fn a_range_is_held() {
        assert_eq!(parse_number_in_range("8", 1, 10).unwrap(), 8);
        assert!(parse_number_in_range("15", 1, 10).is_err());
        assert!(parse_number::<f64>("great work").is_err());
    }
}

mod prose {
    use super::*;

    #[test]
    fn the_cases_are_read_as_printed() {
        for (reply, text) in [
            ("Paris is the capital.", "Paris is the capital."),
            ("<think>...</think>Paris.", "Paris."),
            ("Sure! Paris is the capital.", "Paris is the capital."),
            ("Here's the answer:\nParis.", "Paris."),
            ("No prefix here.", "No prefix here."),
        ] {
            assert_eq!(parse_text(reply).unwrap(), text, "{reply}");
        }
        assert!(matches!(
            parse_text("<think>just thinking</think>"),
            Err(ParseError::EmptyResponse)
        ));
    }
}

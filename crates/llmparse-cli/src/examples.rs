//! The examples at the end of each subcommand's help; `tests/help.rs` runs every line that starts with `$`.

pub(crate) const JSON: &str = r#"Examples:
  $ echo "Sure: {'a': [1, 2.50,], 'b': True" | llmparse json
  {"a":[1,2.50],"b":true}

  $ echo '{"id": 7, "text": "[1, 2]"}' | llmparse json --jsonl
  {"id":7,"ok":true,"value":[1,2],"format":"json","repairs":[],"coercions":[],"warnings":[]}

  $ echo 'First {"a": 1}, then {"a": 2}.' | llmparse json --all
  [{"a":1},{"a":2}]

  $ echo '{"s":{"type":"array"},"text":"5"}' | llmparse json --jsonl --schema-field s | cut -c 23-43
  "ok":true,"value":[5]

  $ printf '{"title": "The old man and the s", "year": 19' | llmparse json --partial
  {"title":"The old man and the s"}

A value that fits a schema, and nothing else:
  llmparse json --schema invoice.schema.json reply.txt

A whole file of replies, with an account of it at the end:
  llmparse json --jsonl replies.jsonl --errors failed.jsonl --summary > rows.jsonl"#;

pub(crate) const FIX: &str = r#"Examples:
  $ echo "{'a': 1.50, 'b': [True, None" | llmparse fix
  {"a": 1.50, "b": [true, null]}

  $ echo '{"text": "[1, 2]"}' | llmparse fix --jsonl | cut -c -50
  {"ok":true,"value":"[1, 2]","format":"json","chang"#;

pub(crate) const FENCE: &str = r#"Examples:
  $ printf 'Run this:\n```sh\nls -l\n```\n' | llmparse fence
  {"lang":"sh","content":"ls -l"}

  $ printf '```sh\nls\n```\n```json\n[1]\n```\n' | llmparse fence --lang json
  {"lang":"json","content":"[1]"}"#;

pub(crate) const REASONING: &str = r#"Examples:
  $ echo '<think>Two and two...</think>4' | llmparse reasoning
  {"reasoning":"Two and two...","content":"4"}"#;

pub(crate) const LIST: &str = r#"Examples:
  $ printf 'Here you go:\n1. Red\n2. Green\n3. red\n' | llmparse list
  ["red","green"]

  $ echo 'Tags: Sunset, Beach and Sea' | llmparse list --raw
  ["Sunset","Beach","Sea"]

  $ printf -- '- fruit\n  - apple\n- bread\n' | llmparse list --nested
  [{"text":"fruit","items":[{"text":"apple","items":[]}]},{"text":"bread","items":[]}]"#;

pub(crate) const XML: &str = r#"Examples:
  $ echo '<answer>Paris</answer><score>9' | llmparse xml --tag answer --tag score
  {"answer":"Paris","score":"9"}

  $ echo '<step>Boil.</step><step>Serve.</step>' | llmparse xml --tag step --all
  {"step":["Boil.","Serve."]}

  $ echo '<dish id="1"><step>Boil.</step><step>Serve.</step></dish>' | llmparse xml
  {"dish":{"@id":"1","step":["Boil.","Serve."]}}"#;

pub(crate) const YAML: &str = r#"Examples:
  $ printf 'Sure:\n```yaml\nname: Ann\nnote: a: b\n```\n' | llmparse yaml
  {"name":"Ann","note":"a: b"}

Data that fits a schema, and nothing else; `csv`, `table` and `kv` take one too:
  llmparse yaml --schema invoice.schema.json reply.txt"#;

pub(crate) const CSV: &str = r#"Examples:
  $ printf 'Here you go:\nname,city\nAnn,"Rome, Italy"\n' | llmparse csv
  [{"name":"Ann","city":"Rome, Italy"}]

  $ printf '1;2\n3;4\n' | llmparse csv --no-header
  [["1","2"],["3","4"]]"#;

pub(crate) const TABLE: &str = r#"Examples:
  $ printf '| name | age |\n|---|---|\n| Ann | 31 |\n' | llmparse table
  [{"name":"Ann","age":"31"}]"#;

pub(crate) const KV: &str = r#"Examples:
  $ printf '**Answer:** Paris\n**Score:** 90\n' | llmparse kv
  {"Answer":"Paris","Score":"90"}

  $ printf 'Answer: Paris\nScore: 90\n' | llmparse kv --field-name score
  {"score":"90"}"#;

pub(crate) const CHOICE: &str = r#"Examples:
  $ echo 'Not negative at all: **Positive**.' | llmparse choice --option positive --option negative
  "positive"

  $ echo 'It has to be Paris.' | llmparse choice --option-text A=Oslo --option-text B=Paris
  "B""#;

pub(crate) const NUMBER: &str = r#"Examples:
  $ echo 'There are 5 reasons for a score of 8.5 out of 10.' | llmparse number
  8.5

  $ echo 'Total: $12,345.60' | llmparse number --min 0
  12345.60"#;

pub(crate) const TEXT: &str = r#"Examples:
  $ echo "Sure! Here's the answer: Paris." | llmparse text
  "Paris.""#;

pub(crate) const DETECT: &str = r#"Examples:
  $ echo 'Just a sentence.' | llmparse detect
  {"top":"plain_text","ranked":[["plain_text",0.55,"default text fallback"]]}"#;

pub(crate) const AUTO: &str = r#"Examples:
  $ printf 'name,age\nAnn,31\n' | llmparse auto
  [{"name":"Ann","age":"31"}]

  $ printf 'Answer: Paris\nMail: jo@example.org\n' | llmparse auto --required answer --redact
  {"answer":"Paris","mail":"[REDACTED:email]"}"#;

pub(crate) const EXPLAIN: &str = r#"Examples:
  $ echo '{"ok": True, "n": [1, 2,]}' | llmparse explain
  repaired: 2 repairs
   --> stdin:1:8
    |
  1 | {"ok": True, "n": [1, 2,]}
    |        ^^^^            ^ trailing-comma: removed
    |        |
    |        literal-spelling: read as `true`

  {
    "ok": true,
    "n": [
      1,
      2
    ]
  }"#;

pub(crate) const COMPLETIONS: &str = r#"Examples:
  llmparse completions bash > ~/.local/share/bash-completion/completions/llmparse"#;

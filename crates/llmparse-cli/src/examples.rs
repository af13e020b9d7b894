//! The examples at the end of each subcommand's help; `tests/help.rs` runs every line that starts with `$`.

pub(crate) const JSON: &str = r#"Examples:
  $ echo "Sure: {'a': [1, 2.50,], 'b': True" | llmparse json
  {"a":[1,2.50],"b":true}

  $ echo '{"id": 7, "text": "[1, 2]"}' | llmparse json --jsonl
  {"id":7,"ok":true,"value":[1,2],"format":"json","repairs":[],"coercions":[],"warnings":[]}

  $ echo 'First {"a": 1}, then {"a": 2}.' | llmparse json --all
  [{"a":1},{"a":2}]

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

//! What models put around the JSON that they were asked for.

/// Puts something around a JSON text.
pub(crate) type Wrap = fn(&str) -> String;

/// The wrappings by name.
pub(crate) const ALL: [(&str, Wrap); 52] = [
    ("bare", |json| json.to_owned()),
    ("blanks", |json| format!("\n\n  {json} \t\r\n")),
    ("byte order mark", |json| format!("\u{feff}{json}")),
    ("prose before", |json| {
        format!("Sure, here is what you asked for:\n\n{json}")
    }),
    ("prose after", |json| {
        format!("{json}\n\nLet me know if you need anything else!")
    }),
    ("prose around", |json| {
        format!("Here's the result.\n\n{json}\n\nIt's what the “report” says.")
    }),
    ("prose in the same line before", |json| {
        format!("The answer is {json}")
    }),
    ("prose in the same line after", |json| {
        format!("{json} as far as I can tell.")
    }),
    ("prose in the same line around", |json| {
        format!("I'd say: {json}. Hope that helps!")
    }),
    ("prose in another script", |json| {
        format!("結果は次のとおりです。\n\n{json}\n\n以上です 🙂")
    }),
    ("label", |json| format!("json\n{json}")),
    ("label with a colon", |json| format!("JSON: {json}")),
    ("bold label", |json| format!("**Answer:** {json}")),
    ("const", |json| format!("const x = {json};")),
    ("let on lines", |json| {
        format!("let result = {json};\nconsole.log(result);")
    }),
    ("python assignment", |json| format!("result = {json}\n")),
    ("json fence", |json| format!("```json\n{json}\n```")),
    ("json fence with end of line", |json| {
        format!("```json\n{json}\n```\n")
    }),
    ("json fence with CRLF", |json| {
        format!("```json\r\n{json}\r\n```\r\n")
    }),
    ("json fence in capitals", |json| {
        format!("```JSON\n{json}\n```")
    }),
    ("json5 fence", |json| format!("```json5\n{json}\n```")),
    ("json fence with attributes", |json| {
        format!("```json title=\"a b\"\n{json}\n```")
    }),
    ("json fence in prose", |json| {
        format!("Here you go:\n\n```json\n{json}\n```\n\nThat's all.")
    }),
    ("bare fence", |json| format!("```\n{json}\n```")),
    ("bare fence in prose", |json| {
        format!("Result:\n```\n{json}\n```\nDone.")
    }),
    ("python fence", |json| format!("```python\n{json}\n```")),
    ("tilde fence", |json| format!("~~~\n{json}\n~~~")),
    ("tilde fence with a label", |json| {
        format!("~~~json\n{json}\n~~~")
    }),
    ("fence of four", |json| format!("````\n{json}\n````")),
    ("fence of four with a label", |json| {
        format!("Look:\n````json\n{json}\n````\n")
    }),
    ("fence in one line", |json| format!("```json {json} ```")),
    ("fence in a list item", |json| {
        format!(
            "1. The result:\n\n{}\n\n2. Done.",
            indent(&format!("```json\n{json}\n```"), 3)
        )
    }),
    ("fence under a bullet", |json| {
        format!("- Result\n{}\n", indent(&format!("```\n{json}\n```"), 2))
    }),
    ("fence not closed", |json| format!("```json\n{json}")),
    ("fence not closed, in prose", |json| {
        format!("Here:\n```json\n{json}\n")
    }),
    ("fence closed, not opened", |json| format!("{json}\n```")),
    ("think", |json| {
        format!("<think>Two or three? Let's say two.</think>{json}")
    }),
    ("think on lines", |json| {
        format!("<think>\nThe user wants JSON.\n\nOkay.\n</think>\n\n{json}")
    }),
    ("think in capitals", |json| {
        format!("<THINK>hm</THINK>\n{json}")
    }),
    ("thinking with an attribute", |json| {
        format!("<thinking type=\"plan\">hm</thinking>\n{json}")
    }),
    ("reasoning with JSON in it", |json| {
        format!("<reasoning>First: {{\"draft\": [1, 2]}}, no.</reasoning>\n{json}")
    }),
    ("think with a fence in it", |json| {
        format!("<think>\n```json\n{{\"draft\": true}}\n```\n</think>\n```json\n{json}\n```")
    }),
    ("THINK in brackets", |json| {
        format!("[THINK]hm[/THINK]{json}")
    }),
    ("think in triangles", |json| {
        format!("◁think▷hm◁/think▷{json}")
    }),
    ("thought in tokens", |json| {
        format!("<|begin_of_thought|>hm<|end_of_thought|>\n{json}")
    }),
    ("think closed, not opened", |json| {
        format!("The user wants JSON, so I'd give it.\n</think>\n\n{json}")
    }),
    ("answer tags", |json| format!("<answer>{json}</answer>")),
    ("answer tags on lines", |json| {
        format!("<answer>\n{json}\n</answer>\n")
    }),
    ("think and answer tags", |json| {
        format!("<think>hm</think>\n<answer>\n```json\n{json}\n```\n</answer>")
    }),
    ("token after", |json| format!("{json}<|eot_id|>")),
    ("token after a fence", |json| {
        format!("```json\n{json}\n```<|im_end|>")
    }),
    ("channel before", |json| {
        format!(
            "<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>{json}<|return|>"
        )
    }),
];

fn indent(text: &str, by: usize) -> String {
    let lines: Vec<String> = text
        .split('\n')
        .map(|line| format!("{}{line}", " ".repeat(by)))
        .collect();
    lines.join("\n")
}

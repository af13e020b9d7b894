//! Names of members that make an object the call of a tool: `{"tool": "search", "args": {}}`.

/// Keys of the arguments.
pub(crate) const ARGUMENTS: [&str; 9] = [
    "arguments",
    "parameters",
    "args",
    "params",
    "kwargs",
    "input",
    "action_input",
    "tool_input",
    "tool_args",
];

/// Keys of the name that say by themselves that a tool is called; `name` does not.
pub(crate) const TOOL_NAMES: [&str; 6] = [
    "tool_name",
    "tool",
    "function",
    "function_name",
    "action",
    "recipient_name",
];

//! A schema in few words for a model: `{ name: string, age?: int, mood: "good" | "bad", tags: string[] }`.
//!
//! What is used twice, or inside of itself, gets a name and stands below: `type Tree = { children: Tree[] }`.

use std::collections::{HashMap, HashSet};

use super::comment::comment_of;
use super::shape::{ListRules, Node, NodeId, ObjectRules, Shape, Types};
use crate::value::write_text;

/// How long a line of an object may be.
const WIDTH: usize = 80;

/// How deep types are written out, one inside of another.
const DEEPEST: usize = 64;

/// The types of the shape, the one at the top first.
pub(super) fn to_prompt(shape: &Shape) -> String {
    let names = name_types(shape);
    let writer = Writer {
        shape,
        names: names
            .iter()
            .map(|(id, name)| (*id, name.as_str()))
            .collect(),
    };
    let top = writer.type_text(shape.root(), Level::default());
    let types = names
        .iter()
        .map(|(id, name)| format!("type {name} = {}", writer.definition(*id)));
    let mut parts = vec![top + &writer.top_comment()];
    parts.extend(types);
    parts.join("\n\n")
}

/// The nodes that get names: in the order in which they are met.
fn name_types(shape: &Shape) -> Vec<(NodeId, String)> {
    let mut taken = HashSet::new();
    let named = find_shared(shape).into_iter().map(|id| {
        let about = &shape.node(id).about;
        let name = about
            .name
            .as_deref()
            .or(about.title.as_deref())
            .unwrap_or("Value");
        let name = identifier(name);
        let mut unique = name.clone();
        let mut count = 1;
        while !taken.insert(unique.clone()) {
            count += 1;
            unique = format!("{name}{count}");
        }
        (id, unique)
    });
    named.collect()
}

/// The nodes that a reference names twice, or from inside of themselves.
fn find_shared(shape: &Shape) -> Vec<NodeId> {
    let mut uses: HashMap<NodeId, usize> = HashMap::new();
    let mut is_open = HashSet::new();
    let mut order = Vec::new();
    let mut inside = HashSet::new();
    let mut stack = vec![(shape.root(), false)];
    while let Some((id, is_left)) = stack.pop() {
        if is_left {
            is_open.remove(&id);
            continue;
        }
        let count = uses.entry(id).or_default();
        *count += 1;
        if is_open.contains(&id) {
            inside.insert(id);
        }
        if *count > 1 {
            continue;
        }
        order.push(id);
        is_open.insert(id);
        stack.push((id, true));
        let mut children = written(shape.node(id));
        children.reverse();
        stack.extend(children.into_iter().map(|child| (child, false)));
    }
    let is_shared = |id: &NodeId| {
        let is_used_again = uses.get(id).is_some_and(|count| *count > 1);
        inside.contains(id) || (is_used_again && !is_small(shape.node(*id)))
    };
    order.into_iter().filter(is_shared).collect()
}

/// Whether a node is as short as a name would be.
fn is_small(node: &Node) -> bool {
    written(node).is_empty()
        && node
            .choices
            .as_ref()
            .is_none_or(|choices| choices.len() < 4)
}

/// The nodes that are written inside of a node.
fn written(node: &Node) -> Vec<NodeId> {
    let object = &node.object;
    let properties = object.properties.iter().map(|property| property.child);
    let patterns = object.patterns.iter().map(|(_, child)| *child);
    let items = node.list.first.iter().chain(&node.list.rest).copied();
    let arms = node.unions.iter().flat_map(|union| &union.arms).copied();
    let parts = properties
        .chain(patterns)
        .chain(object.additional)
        .chain(items);
    parts.chain(node.conjuncts()).chain(arms).collect()
}

/// `name` as the name of a type.
fn identifier(name: &str) -> String {
    let kept = |letter: char| letter.is_alphanumeric() || letter == '_';
    let name: String = name.chars().filter(|letter| kept(*letter)).collect();
    match name.chars().next() {
        None => "Value".to_owned(),
        Some(first) if first.is_numeric() => format!("T{name}"),
        Some(_) => name,
    }
}

/// Where a type is written: by how much its lines are indented, and how deep it stands.
#[derive(Clone, Copy, Default)]
struct Level {
    indent: usize,
    depth: usize,
}

impl Level {
    /// In the braces of an object.
    fn inside(self) -> Self {
        Self {
            indent: self.indent + 1,
            depth: self.depth + 1,
        }
    }

    /// On the same line.
    fn beside(self) -> Self {
        Self {
            depth: self.depth + 1,
            ..self
        }
    }
}

struct Writer<'s> {
    shape: &'s Shape,
    names: HashMap<NodeId, &'s str>,
}

impl Writer<'_> {
    /// The type of a node, or its name.
    fn type_text(&self, id: NodeId, level: Level) -> String {
        match self.names.get(&id) {
            Some(name) => (*name).to_owned(),
            None if level.depth > DEEPEST => "any".to_owned(),
            None => self.written_out(self.shape.node(id), level),
        }
    }

    /// The comment on a node; that on a type with a name stands beside the type.
    fn comment_of(&self, id: NodeId) -> String {
        comment_of(self.shape, id, &|target| self.names.contains_key(&target))
    }

    fn definition(&self, id: NodeId) -> String {
        let node = self.shape.node(id);
        let comment = self.comment_of(id);
        let comment = if comment.is_empty() {
            comment
        } else {
            format!(" // {comment}")
        };
        self.written_out(node, Level::default()) + &comment
    }

    /// What is said of the value as a whole, unless that stands beside the type of the same name.
    fn top_comment(&self) -> String {
        let root = self.shape.root();
        let comment = self.comment_of(root);
        if comment.is_empty() || self.names.contains_key(&root) {
            return String::new();
        }
        format!(" // {comment}")
    }

    fn written_out(&self, node: &Node, level: Level) -> String {
        let own = self.own_text(node, level);
        let conjuncts = node
            .conjuncts()
            .map(|id| self.type_text(id, level.beside()));
        let unions = node.unions.iter().map(|union| {
            let arms = union
                .arms
                .iter()
                .map(|arm| self.type_text(*arm, level.beside()));
            join_types(arms, " | ")
        });
        let parts = own.into_iter().chain(conjuncts).chain(unions);
        let mut parts: Vec<String> = parts.filter(|part| part != "any").collect();
        if parts.iter().any(|part| part != "object") {
            parts.retain(|part| part != "object");
        }
        let text = join_types(parts, " & ");
        match text.as_str() {
            "" => "any".to_owned(),
            _ if node.is_nullable => join_types([text, "null".to_owned()], " | "),
            _ => text,
        }
    }

    /// What the node says by itself; nothing if it takes any type.
    fn own_text(&self, node: &Node, level: Level) -> Option<String> {
        if let Some(choices) = &node.choices {
            let texts = choices.iter().map(|choice| choice.value.to_json_text());
            return Some(join_types(texts, " | "));
        }
        let (has_members, has_items) = (!is_free(&node.object), !is_plain(&node.list));
        match node.types {
            Types::NONE => Some("never".to_owned()),
            Types::ANY if has_members => Some(self.object_text(&node.object, level)),
            Types::ANY if has_items => Some(self.list_text(&node.list, level)),
            Types::ANY => None,
            types => Some(self.types_text(node, types, level)),
        }
    }

    fn types_text(&self, node: &Node, types: Types, level: Level) -> String {
        let is_number = types.contains(Types::NUMBER);
        let scalars = [
            (Types::STRING, "string"),
            (Types::INTEGER, if is_number { "number" } else { "int" }),
            (Types::BOOLEAN, "bool"),
        ];
        let named = scalars.iter().filter(|(one, _)| types.contains(*one));
        let mut parts: Vec<String> = named.map(|(_, name)| (*name).to_owned()).collect();
        if types.contains(Types::ARRAY) {
            parts.push(self.list_text(&node.list, level));
        }
        if types.contains(Types::OBJECT) {
            parts.push(self.object_text(&node.object, level));
        }
        if types.contains(Types::NULL) {
            parts.push("null".to_owned());
        }
        join_types(parts, " | ")
    }

    fn list_text(&self, rules: &ListRules, level: Level) -> String {
        let rest = rules.rest.map(|id| self.type_text(id, level.beside()));
        if rules.first.is_empty() {
            return format!("{}[]", group(&rest.unwrap_or_else(|| "any".to_owned())));
        }
        let mut items: Vec<String> = rules
            .first
            .iter()
            .map(|id| self.type_text(*id, level.beside()))
            .collect();
        items.extend(
            rest.filter(|rest| rest != "never")
                .map(|rest| format!("...{}[]", group(&rest))),
        );
        format!("[{}]", items.join(", "))
    }

    fn object_text(&self, rules: &ObjectRules, level: Level) -> String {
        let members = self.members(rules, level);
        if members.is_empty() {
            return if rules.additional.is_some() {
                "{}".to_owned()
            } else {
                "object".to_owned()
            };
        }
        let line = members
            .iter()
            .map(|member| member.text.as_str())
            .collect::<Vec<_>>()
            .join(", ");
        let is_short = line.chars().count() + 4 <= WIDTH && !line.contains('\n');
        if is_short && members.iter().all(|member| member.comment.is_empty()) {
            return format!("{{ {line} }}");
        }
        let indent = "  ".repeat(level.indent + 1);
        let lines = members.iter().map(|member| match member.comment.as_str() {
            "" => format!("{indent}{},\n", member.text),
            comment => format!("{indent}{}, // {comment}\n", member.text),
        });
        format!(
            "{{\n{}{}}}",
            lines.collect::<String>(),
            "  ".repeat(level.indent)
        )
    }

    fn members(&self, rules: &ObjectRules, level: Level) -> Vec<Member> {
        let properties = rules.properties.iter().map(|property| {
            let mark = if property.is_required { "" } else { "?" };
            self.member(
                &format!("{}{mark}", key_text(&property.name)),
                property.child,
                level,
            )
        });
        let required = rules.required.iter().map(|name| Member {
            text: format!("{}: any", key_text(name)),
            comment: String::new(),
        });
        let patterns = rules.patterns.iter().map(|(pattern, id)| {
            let mut member = self.member("[key: string]", *id, level);
            member.comment = format!("keys that match {}", pattern.text());
            member
        });
        let additional = rules
            .additional
            .filter(|id| !is_trivial(self.shape.node(*id)));
        let additional = additional.map(|id| self.member("[key: string]", id, level));
        properties
            .chain(required)
            .chain(patterns)
            .chain(additional)
            .collect()
    }

    fn member(&self, key: &str, id: NodeId, level: Level) -> Member {
        Member {
            text: format!("{key}: {}", self.type_text(id, level.inside())),
            comment: self.comment_of(id),
        }
    }
}

struct Member {
    text: String,
    comment: String,
}

/// Whether a schema takes anything or nothing, which is not worth a line.
fn is_trivial(node: &Node) -> bool {
    let takes_any = node.types == Types::ANY && node.choices.is_none();
    node.types == Types::NONE
        || (takes_any && written(node).is_empty() && node.object.required.is_empty())
}

/// Whether nothing is said of the members of an object.
fn is_free(rules: &ObjectRules) -> bool {
    rules.properties.is_empty()
        && rules.required.is_empty()
        && rules.patterns.is_empty()
        && rules.additional.is_none()
}

/// Whether nothing is said of the items of a list.
fn is_plain(rules: &ListRules) -> bool {
    rules.first.is_empty() && rules.rest.is_none()
}

/// A key as it would be written in code.
fn key_text(key: &str) -> String {
    let is_word = !key.is_empty()
        && key
            .chars()
            .all(|letter| letter.is_alphanumeric() || letter == '_');
    if is_word {
        return key.to_owned();
    }
    let mut out = String::new();
    write_text(&mut out, key);
    out
}

/// Types with `sign` between them, each once.
fn join_types(parts: impl IntoIterator<Item = String>, sign: &str) -> String {
    let mut seen = HashSet::new();
    let parts: Vec<String> = parts
        .into_iter()
        .filter(|part| seen.insert(part.clone()))
        .collect();
    match parts.as_slice() {
        [part] => part.clone(),
        parts if sign == " & " => parts
            .iter()
            .map(|part| group(part))
            .collect::<Vec<_>>()
            .join(sign),
        parts => parts.join(sign),
    }
}

/// `(A | B)`, if a sign stands between types.
fn group(text: &str) -> String {
    if has_outer_sign(text) {
        format!("({text})")
    } else {
        text.to_owned()
    }
}

/// Whether a `|` or `&` stands outside of all brackets, strings and comments.
fn has_outer_sign(text: &str) -> bool {
    let (mut depth, mut rest) = (0_usize, text.chars());
    while let Some(letter) = rest.next() {
        match letter {
            '"' => skip_string(&mut rest),
            '/' => {
                rest = rest
                    .as_str()
                    .split_once('\n')
                    .map_or("", |(_, behind)| behind)
                    .chars()
            }
            '{' | '[' | '(' => depth += 1,
            '}' | ']' | ')' => depth = depth.saturating_sub(1),
            '|' | '&' if depth == 0 => return true,
            _ => {}
        }
    }
    false
}

/// Goes behind the quote that ends a string.
fn skip_string(rest: &mut std::str::Chars<'_>) {
    while let Some(letter) = rest.next() {
        match letter {
            '\\' => drop(rest.next()),
            '"' => return,
            _ => {}
        }
    }
}

//! The paths in a Rust source, resolved: `use super::{span::Span, trace};` in `repair` gives `crate::span::Span` and
//! `crate::trace`.

use std::iter::Peekable;
use std::vec::IntoIter;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Every path of the file of `module` that goes somewhere, with `crate` in front of those of the crate.
pub(crate) fn find_paths(source: &str, module: &[String]) -> Vec<Vec<String>> {
    let is_root = module.first().is_some_and(|name| name == "lib");
    let module = if is_root { Vec::new() } else { module.to_vec() };
    let tokens: TokenStream = source.parse().unwrap();
    let mut found = Vec::new();
    walk(tokens, &module, &mut found);
    found
}

type Tokens = Peekable<IntoIter<TokenTree>>;

fn tokens(stream: TokenStream) -> Tokens {
    stream
        .into_iter()
        .collect::<Vec<_>>()
        .into_iter()
        .peekable()
}

fn walk(stream: TokenStream, module: &[String], found: &mut Vec<Vec<String>>) {
    let mut tokens = tokens(stream);
    let mut is_use = false;
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(name) if name == "mod" => walk_module(&mut tokens, module, found),
            TokenTree::Ident(name) if name == "use" => is_use = true,
            TokenTree::Ident(name) => {
                let paths = read_path(vec![name.to_string()], &mut tokens);
                let paths = paths.into_iter().filter(|path| is_use || path.len() > 1);
                found.extend(paths.map(|path| resolve(path, module)));
                is_use = false;
            }
            TokenTree::Group(group) if is_use => {
                let paths = read_group(&[], group.stream());
                found.extend(paths.into_iter().map(|path| resolve(path, module)));
                is_use = false;
            }
            TokenTree::Group(group) => walk(group.stream(), module, found),
            _ => {}
        }
    }
}

/// `tests { ... }` behind `mod`
fn walk_module(tokens: &mut Tokens, module: &[String], found: &mut Vec<Vec<String>>) {
    let Some(name) = tokens.next() else { return };
    let Some(TokenTree::Group(group)) =
        tokens.next_if(|token| matches!(token, TokenTree::Group(_)))
    else {
        return;
    };
    let module = [module, &[name.to_string()]].concat();
    walk(group.stream(), &module, found);
}

/// The paths that start with `path`; several where it ends in braces.
fn read_path(mut path: Vec<String>, tokens: &mut Tokens) -> Vec<Vec<String>> {
    while skip_colons(tokens) {
        match tokens.peek() {
            Some(TokenTree::Ident(name)) => path.push(name.to_string()),
            Some(TokenTree::Punct(mark)) if mark.as_char() == '*' => path.push("*".to_owned()),
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                let paths = read_group(&path, group.stream());
                tokens.next();
                return paths;
            }
            _ => break,
        }
        tokens.next();
    }
    vec![path]
}

/// `span::Span, trace` within braces
fn read_group(start: &[String], stream: TokenStream) -> Vec<Vec<String>> {
    let mut tokens = tokens(stream);
    let mut found = Vec::new();
    while let Some(token) = tokens.next() {
        let paths = match token {
            TokenTree::Ident(name) if name == "self" => vec![start.to_vec()],
            TokenTree::Ident(name) => read_path([start, &[name.to_string()]].concat(), &mut tokens),
            TokenTree::Punct(mark) if mark.as_char() == '*' => {
                vec![[start, &["*".to_owned()]].concat()]
            }
            TokenTree::Group(group) => read_group(start, group.stream()),
            _ => continue,
        };
        found.extend(paths);
        // `as name`
        while tokens.next_if(|token| !is_comma(token)).is_some() {}
    }
    found
}

fn is_comma(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(mark) if mark.as_char() == ',')
}

fn skip_colons(tokens: &mut Tokens) -> bool {
    let is_colon =
        |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ':');
    // A single colon is that of a type, and nothing follows it that could be taken for a path.
    tokens.next_if(is_colon).is_some() && tokens.next_if(is_colon).is_some()
}

/// Makes `self` and `super` absolute.
fn resolve(path: Vec<String>, module: &[String]) -> Vec<String> {
    let ups = path.iter().take_while(|name| *name == "super").count();
    let is_relative = ups > 0 || path.first().is_some_and(|name| name == "self");
    if !is_relative {
        return path;
    }
    let above = module
        .get(..module.len().saturating_sub(ups))
        .unwrap_or_default();
    let rest = path.get(ups.max(1)..).unwrap_or_default();
    [&["crate".to_owned()], above, rest].concat()
}

//! An example as the text of a module with one test, in which each line of the example stands where it stands in its file:
//! so whatever is said of a place in it is true of the file. The rest of the file is blank; what makes the example a test,
//! and the import of the names that it sees, stand on the lines of the fences. Items that an example begins with stay items.

use std::collections::HashSet;
use std::ops::Range;

use source::Db;
use syntax::{Parse, TokenId, TokenKind};

use super::{Example, ExampleOutput, of_module};
use crate::{ItemId, ItemKind, Module, Name, Resolution, module_file, module_scope, resolve};

/// An example as a module of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExampleProgram {
    /// Its name as a test: `vec: example of Vec3.dot`.
    pub name: String,
    /// The text of the module.
    pub text: String,
    /// What it prints, if that is said.
    pub output: Option<ExampleOutput>,
}

/// The examples of a module for those who use it: of its `pub` items, in the order of the text.
pub fn example_programs(db: &dyn Db, module: Module) -> Vec<ExampleProgram> {
    let Some(file) = module_file(db, module) else {
        return Vec::new();
    };
    let text = file.text(db);
    let path = module.full_path(db);
    let public = PublicNames::of(db, module);
    let mut programs: Vec<ExampleProgram> = Vec::new();
    let mut last: Option<(Option<ItemId>, u32)> = None;
    for (item, example) in of_module(db, module) {
        let number = match last {
            Some((other, number)) if other == item => number + 1,
            _ => 1,
        };
        last = Some((item, number));
        let name = name(db, module, item, number);
        let items_end = items_end(&example.text);
        let import = import(&path, &public, &example.text, items_end);
        let text = program(text, &example, &name, &import, items_end);
        programs.push(ExampleProgram { name, text, output: example.output });
    }
    programs
}

fn name(db: &dyn Db, module: Module, item: Option<ItemId>, number: u32) -> String {
    let path = module.path(db).text();
    let prefix = if path.is_empty() { String::new() } else { format!("{path}: ") };
    let of = item.map_or("the module".to_string(), |item| {
        let full = item.path(db);
        full.strip_prefix(&module.full_path(db)).unwrap_or(&full).trim_start_matches('.').to_string()
    });
    let which = if number > 1 { format!(" ({number})") } else { String::new() };
    format!("{prefix}example of {of}{which}")
}

/// The names of a module that others may use.
struct PublicNames {
    all: HashSet<String>,
    traits: Vec<String>,
}

impl PublicNames {
    fn of(db: &dyn Db, module: Module) -> PublicNames {
        let is_trait = |name: &Name| {
            let item = resolve(db, module, *name).and_then(Resolution::as_item);
            item.is_some_and(|item| item.kind(db) == ItemKind::Trait)
        };
        let names: Vec<Name> = module_scope(db, module).public_names().collect();
        let traits = names.iter().filter(|name| is_trait(name)).map(|name| name.text().to_string()).collect();
        PublicNames { all: names.iter().map(|name| name.text().to_string()).collect(), traits }
    }
}

/// The import of those public names of a module that are a word of the example, and of its traits, whose methods need it;
/// but for those that the items have which the example begins with. All names would make a module with many examples
/// slow: each example would import what all others show.
fn import(path: &str, public: &PublicNames, text: &str, items_end: usize) -> String {
    let own = own_names(&text[..items_end]);
    let words: HashSet<&str> = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').collect();
    let seen = words.iter().filter(|word| public.all.contains(**word)).map(|word| (*word).to_string());
    let mut names: Vec<String> = seen.chain(public.traits.iter().cloned()).collect();
    names.retain(|name| !own.contains(name));
    names.sort();
    names.dedup();
    if names.is_empty() {
        return String::new();
    }
    format!("import {path} ({}) ", names.join(", "))
}

/// The module of one example, whose items end at an offset of its text.
fn program(file: &str, example: &Example, name: &str, import: &str, items_end: usize) -> String {
    let opening = format!("test \"{}\" {{ ", name.replace('\\', "\\\\").replace('"', "\\\"").replace("${", "\\${"));
    let (before, behind) = match items_end {
        0 => (format!("{import}{opening}"), None),
        end => (import.to_string(), Some(place(example, end))),
    };
    let start = file[..example.opening.start as usize].rfind('\n').map_or(0, |newline| newline + 1);
    let mut text = "\n".repeat(file[..start].matches('\n').count());
    let mut at = start as u32;
    for line in file[start..].split_inclusive('\n') {
        let range = at..at + line.len() as u32;
        at = range.end;
        let is_at = |place: &Range<u32>| range.contains(&place.start);
        if is_at(&example.opening) {
            text.push_str(&before);
        } else if let Some(code) = example.lines.iter().find(|code| is_at(code)) {
            let indentation = &file[range.start as usize..code.start as usize];
            text.extend(indentation.chars().map(|_| ' '));
            match behind {
                Some(end) if code.start <= end && end <= code.end => {
                    text.push_str(&file[code.start as usize..end as usize]);
                    text.push(' ');
                    text.push_str(&opening);
                    text.push_str(&file[end as usize..code.end as usize]);
                }
                _ => text.push_str(&file[code.start as usize..code.end as usize]),
            }
        } else if is_at(&example.closing) {
            text.push_str("}\n");
            break;
        }
        text.push('\n');
    }
    text
}

/// Where an offset of an example's text stands in the file.
fn place(example: &Example, offset: usize) -> u32 {
    let mut start = 0;
    for line in &example.lines {
        let length = line.len() + 1;
        if offset < start + length {
            return line.start + (offset - start) as u32;
        }
        start += length;
    }
    example.closing.start
}

/// Where the imports and other items end that an example begins with; 0 if it begins with none.
fn items_end(text: &str) -> usize {
    let parse = syntax::parse(text);
    let mut end = 0;
    let mut depth = 0;
    for token in parse.tokens() {
        let kind = parse.token_kind(token);
        let is_first = token.number() == 0 || parse.is_after_newline(token);
        if kind == TokenKind::EndOfText || (depth == 0 && is_first && !begins_item(&parse, token)) {
            break;
        }
        match kind {
            TokenKind::OpenParen | TokenKind::OpenBracket | TokenKind::OpenBrace | TokenKind::AttributeStart => {
                depth += 1
            }
            TokenKind::CloseParen | TokenKind::CloseBracket | TokenKind::CloseBrace => depth -= 1,
            _ => {}
        }
        end = parse.token_range(token).end as usize;
    }
    end
}

/// Whether a token at the beginning of a line begins an item, and no statement.
fn begins_item(parse: &Parse, token: TokenId) -> bool {
    let next = parse.tokens().nth(token.number() as usize + 1);
    let next = next.map_or(TokenKind::EndOfText, |next| parse.token_kind(next));
    match parse.token_kind(token) {
        TokenKind::Import
        | TokenKind::Type
        | TokenKind::Trait
        | TokenKind::Impl
        | TokenKind::Extern
        | TokenKind::Pub => true,
        TokenKind::Fn => next == TokenKind::Word,
        TokenKind::Unsafe => next == TokenKind::Fn,
        TokenKind::AttributeStart => true,
        TokenKind::Word => next == TokenKind::String && parse.token_text(token) == "bench",
        _ => false,
    }
}

/// The names that the items at the beginning of an example declare, or may.
fn own_names(items: &str) -> Vec<String> {
    let parse = syntax::parse(items);
    let mut names = Vec::new();
    let mut head = None;
    for token in parse.tokens() {
        let kind = parse.token_kind(token);
        match kind {
            TokenKind::Import | TokenKind::Type | TokenKind::Trait | TokenKind::Fn => head = Some(kind),
            TokenKind::Word => {
                let text = parse.token_text(token);
                match head {
                    Some(TokenKind::Import) => names.push(text.to_string()),
                    Some(_) if matches!(text, "copy" | "enum" | "inline" | "union" | "view" | "static") => {}
                    Some(_) => {
                        names.push(text.to_string());
                        head = None;
                    }
                    None => {}
                }
            }
            TokenKind::Dot | TokenKind::OpenParen | TokenKind::CloseParen | TokenKind::Comma | TokenKind::As => {}
            _ => head = None,
        }
    }
    names
}

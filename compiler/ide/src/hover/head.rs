//! Declarations as they are written, without bodies: what stands first on a page. It owns the cut; it must not know what
//! anything means, so that it works on broken code.

use hir::{ItemId, ItemKind};
use source::{Db, parse};
use syntax::view;
use syntax::{NodeId, NodeKind, Parse, TextRange};

use crate::definition::Definition;
use crate::documentation::harmless;

/// Of longer declarations the rest is left out.
const MOST_LINES: usize = 40;

/// How an item is declared, without its body; of a type and a trait without methods.
pub fn of_item(db: &dyn Db, item: ItemId) -> Option<String> {
    let source = hir::item_source(db, item)?;
    let parse = parse(db, source.chunk);
    let node = hir::item_node(db, item)?;
    let text = match parse.kind(node) {
        NodeKind::Function => {
            before_body(parse, node, view::Function::cast(parse, node)?.body().map(|body| body.node()))
        }
        NodeKind::Test => before_body(parse, node, view::Test::cast(parse, node)?.body().map(|body| body.node())),
        NodeKind::Type => type_head(parse, view::Type::cast(parse, node)?),
        NodeKind::Trait => trait_head(parse, view::Trait::cast(parse, node)?),
        NodeKind::Impl => before_brace(parse, node),
        _ => parse.node_text(node).to_string(),
    };
    Some(shortened(&dedented(parse, node, &text)))
}

/// How the declaration of a part of an item is written: a field, a case, a parameter.
pub(super) fn of_part(db: &dyn Db, definition: Definition) -> Option<String> {
    let span = definition.name_span(db)?;
    let item = definition.item()?;
    let source = hir::item_source(db, item)?;
    let parse = parse(db, source.chunk);
    let token = parse.token_at(span.start)?;
    let node = parse.node_of(token);
    Some(shortened(&dedented(parse, node, parse.node_text(node))))
}

/// The comment block above the declaration of a field or case.
pub(super) fn documentation_of_part(db: &dyn Db, definition: Definition) -> Option<String> {
    let span = definition.name_span(db)?;
    let source = hir::item_source(db, definition.item()?)?;
    let parse = parse(db, source.chunk);
    let node = parse.node_of(parse.token_at(span.start)?);
    let lines = view::documentation(parse, node);
    (!lines.is_empty()).then(|| harmless(&lines.join("\n")))
}

/// What an item is, in a word or two.
pub fn kind_words(db: &dyn Db, item: ItemId) -> &'static str {
    let function = || hir::item_data(db, item).and_then(|data| data.item().function());
    if item.kind(db) != ItemKind::Function {
        return item.kind(db).description();
    }
    match (item.parent_item(db), function()) {
        (Some(_), Some(function)) if function.receiver.is_some() => "method",
        (Some(_), _) => "static method",
        (None, Some(function)) if function.is_extern => "function that C can call",
        (None, _) => "function",
    }
}

fn before_body(parse: &Parse, node: NodeId, body: Option<NodeId>) -> String {
    let range = parse.range(node);
    let end = body.map_or(range.end, |body| parse.range(body).start);
    parse.text()[TextRange::new(range.start, end).index()].trim_end().to_string()
}

fn before_brace(parse: &Parse, node: NodeId) -> String {
    let text = parse.node_text(node);
    text.split('{').next().unwrap_or(text).trim_end().to_string()
}

/// The head of a type with its fields or cases; methods have pages of their own.
fn type_head(parse: &Parse, syntax: view::Type<'_>) -> String {
    let members: Vec<NodeId> = syntax
        .members()
        .filter_map(|member| match member {
            view::Member::Field(field) => Some(field.node()),
            view::Member::Case(case) => Some(case.node()),
            view::Member::Function(_) => None,
        })
        .collect();
    with_members(parse, syntax.node(), members.first().copied(), &members)
}

fn trait_head(parse: &Parse, syntax: view::Trait<'_>) -> String {
    let functions: Vec<view::Function<'_>> = syntax.functions().collect();
    let mut text = format!("{} {{\n", before_brace(parse, syntax.node()));
    for function in functions {
        let head = before_body(parse, function.node(), function.body().map(|body| body.node()));
        text.push_str(&format!("  {}\n", head.replace('\n', " ")));
    }
    text.push('}');
    text
}

fn with_members(parse: &Parse, node: NodeId, first: Option<NodeId>, members: &[NodeId]) -> String {
    let Some(first) = first else {
        return format!("{} {{ }}", before_brace(parse, node));
    };
    // Attributes of the type may hold no brace, so the first one begins the members.
    let head = TextRange::new(parse.range(node).start, parse.range(first).start);
    let head = parse.text()[head.index()].split('{').next().unwrap_or_default().trim_end();
    let mut text = format!("{head} {{\n");
    for member in members {
        for line in dedented(parse, *member, parse.node_text(*member)).lines() {
            text.push_str(&format!("  {line}\n"));
        }
    }
    text.push('}');
    text
}

/// Takes the indentation of the line that a node begins in from its other lines.
fn dedented(parse: &Parse, node: NodeId, text: &str) -> String {
    let start = parse.range(node).start as usize;
    let line = parse.text()[..start].rfind('\n').map_or(0, |newline| newline + 1);
    let before = &parse.text()[line..start];
    let indentation = before.len() - before.trim_start_matches([' ', '\t']).len();
    let mut lines = text.lines();
    let mut plain = lines.next().unwrap_or_default().to_string();
    for line in lines {
        let blanks = line.len() - line.trim_start_matches([' ', '\t']).len();
        plain.push('\n');
        plain.push_str(line[blanks.min(indentation)..].trim_end());
    }
    plain
}

fn shortened(text: &str) -> String {
    if text.lines().count() <= MOST_LINES {
        return text.to_string();
    }
    let kept: Vec<&str> = text.lines().take(MOST_LINES).collect();
    format!("{}\n…", kept.join("\n"))
}

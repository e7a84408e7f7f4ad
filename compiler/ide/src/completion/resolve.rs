//! What is shown about the one proposal that is looked at: its declaration, its documentation, and in a line how it is
//! called on the target. Computed for that one only.

use hir::{ItemId, ItemKind, Module, Name};
use source::{Db, Program};
use syntax::view;
use syntax::{NodeKind, TokenKind};

use super::item::CompletionKey;
use crate::builtins::BuiltinName;

/// What is shown about one proposal.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct CompletionDetails {
    /// The declaration, in the language.
    pub declaration: String,
    /// Markdown.
    pub documentation: String,
}

/// Declaration and documentation of a proposal; `None` for one that is no more.
pub fn resolve_completion(db: &dyn Db, key: &CompletionKey) -> Option<CompletionDetails> {
    if key.package.is_empty() {
        let [name] = key.names.as_slice() else { return None };
        let known = BuiltinName::all().find(|known| known.text() == name)?;
        return Some(CompletionDetails {
            declaration: known.declaration().to_string(),
            documentation: known.documentation().to_string(),
        });
    }
    let item = item_of(db, key)?;
    let mut documentation = Vec::new();
    let declaration = match key.part {
        Some(part) => {
            let (declaration, text) = part_of(db, item, part)?;
            documentation.extend(text);
            declaration
        }
        None => {
            documentation.extend(crate::documentation::of_item(db, item));
            documentation.extend(crate::passing::in_a_line(db, item));
            head(db, item)?
        }
    };
    Some(CompletionDetails { declaration, documentation: documentation.join("\n\n") })
}

fn item_of(db: &dyn Db, key: &CompletionKey) -> Option<ItemId> {
    let packages = Program::try_get(db)?.packages(db);
    let package = packages.iter().find(|package| **package.name(db) == *key.package)?;
    let module: Module = hir::find_module(db, *package, &key.module)?;
    let (first, rest) = key.names.split_first()?;
    let first = Name::new(first);
    let is_top = |item: &ItemId| item.parent_item(db).is_none() && item.name(db) == first;
    let mut tops = hir::module_items(db, module).ids().filter(is_top);
    tops.find_map(|top| rest.iter().try_fold(top, |outer, name| hir::member(db, outer, Name::new(name))))
}

/// The declaration without attributes and body.
fn head(db: &dyn Db, item: ItemId) -> Option<String> {
    let source = hir::item_source(db, item)?;
    let parse = source::parse(db, source.chunk);
    let node = hir::item_node(db, item)?;
    let range = parse.range(node);
    let attributes = view::Attribute::all(parse, node).last();
    let start = attributes.map_or(range.start, |attribute| attribute.range().end);
    let mut end = range.end;
    let opener = |from: u32| {
        let mut tokens = parse.tokens().map(|token| (parse.token_kind(token), parse.token_range(token)));
        tokens.find(|(kind, range)| *kind == TokenKind::OpenBrace && range.start >= from)
    };
    if item.kind(db) == ItemKind::Function {
        let body = parse.children(node).find(|child| parse.kind(*child) == NodeKind::Block);
        end = body.map_or(end, |body| parse.range(body).start);
    } else if item.kind(db).has_members() {
        end = opener(start).map_or(end, |(_, brace)| brace.start.min(end));
    }
    Some(parse.text()[start as usize..end as usize].trim().to_string())
}

/// The declaration and documentation of a field or case.
fn part_of(db: &dyn Db, item: ItemId, part: u32) -> Option<(String, Option<String>)> {
    let source = hir::item_source(db, item)?;
    let parse = source::parse(db, source.chunk);
    let written = view::Type::cast(parse, hir::item_node(db, item)?)?;
    let field = written.fields().nth(part as usize).map(|field| field.node());
    let node = field.or_else(|| written.cases().nth(part as usize).map(|case| case.node()))?;
    let lines = view::documentation(parse, node);
    let text = (!lines.is_empty()).then(|| crate::documentation::harmless(&lines.join("\n")));
    Some((parse.node_text(node).to_string(), text))
}

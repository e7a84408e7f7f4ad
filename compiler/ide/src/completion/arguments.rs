//! Names of arguments: the parameters of the called function and the fields of the constructed type that have none yet.

use hir::ItemId;
use source::Db;
use syntax::view;
use syntax::{NodeKind, TokenKind};
use types::Ty;

use super::collector::{Candidate, Class, Collector};
use super::item::CompletionKind;
use crate::cursor::{CallParameter, Called};
use crate::navigation_target::SymbolKind;

/// The names of arguments that may be given at the cursor, if an argument begins there.
pub(super) fn names(collector: &mut Collector<'_, '_>) {
    let cursor = collector.cursor;
    let parse = &cursor.parse;
    let node = cursor.node();
    let has_name = parse.kind(node) == NodeKind::NamedArgument;
    let Some((call, argument)) = cursor.call_around() else {
        return;
    };
    if argument != Some(node) || !matches!(cursor.kind_before(), Some(TokenKind::OpenParen | TokenKind::Comma)) {
        return;
    }
    let Some(target) = cursor.call_target(call) else { return };
    let (symbol, owner) = match target.called {
        Called::Type(item) => (SymbolKind::Field, Some(item)),
        Called::Case { .. } => (SymbolKind::Field, None),
        Called::Function { .. } => (SymbolKind::Parameter, None),
        Called::Pointer | Called::Builtin(_) | Called::BuiltinMethod(_) | Called::PointerNull => return,
    };
    let children: Vec<syntax::NodeId> = parse.children(call).skip(1).filter(|child| *child != node).collect();
    let named = |child: &syntax::NodeId| view::NamedArgument::cast(parse, *child).and_then(|named| named.name());
    let given: Vec<&str> = children.iter().filter_map(named).map(|name| name.text()).collect();
    let positional = children
        .iter()
        .filter(|child| parse.kind(**child) != NodeKind::NamedArgument && parse.kind(**child) != NodeKind::Error)
        .count();
    let missing: Vec<&CallParameter> = (target.parameters.iter().enumerate())
        .filter(|(index, each)| *index >= positional && !each.name.is_empty() && !given.contains(&&*each.name))
        .map(|(_, each)| each)
        .filter(|each| owner.is_none_or(|owner| is_visible(cursor.db, owner, &each.name, cursor.module)))
        .collect();
    let class = if owner.is_some() { Class::FieldName } else { Class::ArgumentName };
    if missing.len() > 1 && !has_name && !target.is_union(cursor.db) {
        let what = if owner.is_some() { "all fields" } else { "all arguments" };
        let places = missing.iter().enumerate().map(|(index, each)| {
            let is_mutable = each.ty.and_then(Ty::as_borrow).is_some_and(|(_, mutable)| mutable);
            let before = if is_mutable { "mut " } else { "" };
            format!("{}: {before}${{{}}}", each.name, index + 1)
        });
        let text = places.collect::<Vec<_>>().join(", ");
        let shown = missing.iter().map(|each| format!("{}:", each.name));
        let shown = shown.collect::<Vec<_>>().join(" ");
        let candidate = Candidate::new(shown, CompletionKind::Snippet, class);
        collector.add(candidate.described(what).snippet(text));
    }
    let colon = if has_name { "" } else { ": " };
    for each in &missing {
        let kind = CompletionKind::Symbol(symbol);
        let mut candidate = Candidate::new(format!("{}:", each.name), kind, class);
        candidate.text = format!("{}{colon}", each.name);
        candidate.description = each.ty.map(|ty| types::display(cursor.db, ty));
        collector.add(candidate);
    }
}

fn is_visible(db: &dyn Db, owner: ItemId, field: &str, from: hir::Module) -> bool {
    let mut fields = types::type_definition(db, owner).fields.iter();
    owner.module(db) == from || fields.any(|each| each.name.text() == field && each.public)
}

//! Cases of enums: as values behind the name of their enum, and as patterns, there those first that a `match` has no arm
//! for. By the text of the arms alone, since the arm at the cursor is broken; a guard or a part that asks for more does
//! not take the whole case.

use hir::{ItemId, Name};
use syntax::view::{self, Pattern};
use syntax::{NodeId, NodeKind, TokenKind};
use types::Field;

use super::collector::{Candidate, Class, Collector, key};
use super::item::CompletionKind;
use super::type_names;
use crate::cursor::{Cursor, Meaning, target};
use crate::navigation_target::SymbolKind;

/// The cases of an enum as values.
pub(super) fn of_enum(collector: &mut Collector<'_, '_>, item: ItemId) {
    let db = collector.cursor.db;
    let Some(enumeration) = types::type_definition(db, item).enumeration.as_deref() else { return };
    for (index, case) in (0..).zip(&enumeration.cases) {
        let mut candidate = Candidate::new(case.name.text(), CompletionKind::Symbol(SymbolKind::Case), Class::Field);
        candidate.key = key(db, item, Some(index));
        if !enumeration.payload(index).is_empty()
            && let Some(target) = target(db, Meaning::Case { item, index })
        {
            candidate = collector.call(candidate, &target);
        }
        collector.add(candidate);
    }
}

/// The cases of an enum as patterns, but for some: what they carry is bound to its names.
pub(super) fn in_pattern(collector: &mut Collector<'_, '_>, item: ItemId, without: &[&str]) {
    let db = collector.cursor.db;
    let Some(enumeration) = types::type_definition(db, item).enumeration.as_deref() else { return };
    let has_parentheses = collector.cursor.text_behind.starts_with('(');
    for (index, case) in (0..).zip(&enumeration.cases) {
        let name = case.name.text();
        if without.contains(&&*name) {
            continue;
        }
        let mut text = name.to_string();
        if !enumeration.payload(index).is_empty() && !has_parentheses {
            let parts: Vec<String> = enumeration.payload(index).iter().map(bound).collect();
            text.push_str(&format!("({})", parts.join(", ")));
        }
        let mut candidate = Candidate::new(text, CompletionKind::Symbol(SymbolKind::Case), Class::FieldName);
        candidate.key = key(db, item, Some(index));
        collector.add(candidate);
    }
}

/// What a part of a case is bound to: its name, if that may be a variable's.
fn bound(part: &Field) -> String {
    let name = part.name.text();
    let parse = syntax::parse(&name);
    let is_word = parse.tokens().next().is_some_and(|token| parse.token_kind(token) == TokenKind::Word);
    let may_be_variable = is_word && !name.starts_with(char::is_uppercase);
    if may_be_variable { name.to_string() } else { "_".to_string() }
}

/// In the arm of a `match` the cases that no other arm takes.
pub(super) fn not_matched_yet(collector: &mut Collector<'_, '_>) {
    let cursor = collector.cursor;
    let parse = &cursor.parse;
    let Some((item, arm)) = matched_enum(cursor, cursor.node()) else { return };
    let Some(all) = parse.parent(arm.node()).and_then(|node| view::Match::cast(parse, node)) else { return };
    let mut taken = Vec::new();
    for each in all.arms().filter(|each| each.guard().is_none()) {
        // Of the arm at the cursor its other alternatives count.
        if let Some(pattern) = each.pattern() {
            add_taken(pattern, cursor.node(), &mut taken);
        }
    }
    in_pattern(collector, item, &taken);
}

/// The enum that a whole pattern of an arm is matched with, and that arm.
fn matched_enum<'t>(cursor: &'t Cursor<'_>, pattern: NodeId) -> Option<(ItemId, view::MatchArm<'t>)> {
    let parse = &cursor.parse;
    let is_part =
        |node: &NodeId| matches!(parse.kind(*node), NodeKind::OrPattern | NodeKind::ParenPattern | NodeKind::AsPattern);
    let arm = view::MatchArm::cast(parse, parse.ancestors(pattern).find(|node| !is_part(node))?)?;
    let scrutinee = view::Match::cast(parse, parse.parent(arm.node())?)?.scrutinee()?;
    let Meaning::Value(ty) = cursor.meaning(scrutinee.node()) else { return None };
    let item = ty.value_type().as_named()?.item;
    types::type_definition(cursor.db, item).enumeration.as_ref()?;
    Some((item, arm))
}

/// Notes the cases of which a pattern takes all values.
fn add_taken<'t>(pattern: Pattern<'t>, here: NodeId, taken: &mut Vec<&'t str>) {
    match pattern {
        _ if pattern.node() == here => {}
        Pattern::Binding(binding) => taken.extend(binding.name().map(|name| name.text())),
        Pattern::Path(path) => {
            if path.arguments().all(|argument| takes_all(argument.pattern)) {
                taken.extend(path.segments().last().map(|name| name.text()));
            }
        }
        Pattern::Paren(paren) => paren.inner().into_iter().for_each(|inner| add_taken(inner, here, taken)),
        Pattern::As(named) => named.pattern().into_iter().for_each(|inner| add_taken(inner, here, taken)),
        Pattern::Or(either) => either.alternatives().for_each(|each| add_taken(each, here, taken)),
        Pattern::Wildcard(_)
        | Pattern::Literal(_)
        | Pattern::Range(_)
        | Pattern::Tuple(_)
        | Pattern::Array(_)
        | Pattern::Error(_) => {}
    }
}

/// Whether a pattern fits every value, as far as its text tells.
fn takes_all(pattern: Pattern<'_>) -> bool {
    match pattern {
        Pattern::Wildcard(_) => true,
        Pattern::Binding(binding) => binding.name().is_some_and(|name| !name.text().starts_with(char::is_uppercase)),
        Pattern::Paren(paren) => paren.inner().is_some_and(takes_all),
        Pattern::As(named) => named.pattern().is_some_and(takes_all),
        Pattern::Tuple(tuple) => tuple.elements().all(takes_all),
        Pattern::Literal(_)
        | Pattern::Range(_)
        | Pattern::Path(_)
        | Pattern::Array(_)
        | Pattern::Or(_)
        | Pattern::Error(_) => false,
    }
}

/// The case that a path in a pattern names: behind its enum, or by itself where an enum is matched.
pub(super) fn of_path(collector: &Collector<'_, '_>, pattern: NodeId, path: &[Name]) -> Option<(ItemId, u32)> {
    let cursor = collector.cursor;
    let (name, before) = path.split_last()?;
    let item = if before.is_empty() {
        matched_enum(cursor, pattern)?.0
    } else {
        let Some(Meaning::Type(ty)) = type_names::behind(collector, before) else { return None };
        ty.as_named()?.item
    };
    let case = types::type_definition(cursor.db, item).enumeration.as_deref()?.case_named(*name)?;
    Some((item, case))
}

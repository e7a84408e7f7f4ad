//! Cases of enums: as values behind the name of their enum, and as patterns, there those first that a `match` has no arm
//! for. By the text of the arms alone, since the arm at the cursor is broken; a guard or a part that asks for more does
//! not take the whole case.

use hir::{ItemId, Name};
use syntax::view::{self, Pattern};
use syntax::{NodeId, NodeKind, TokenKind};
use types::{Field, Ty, TypeKind};

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
    let Some(item) = matched_enum(cursor, cursor.node()) else { return };
    let mut taken = Vec::new();
    // Inside of another pattern nobody knows which of its cases the other arms take.
    let all = arm_of(cursor, cursor.node()).and_then(|arm| view::Match::cast(parse, parse.parent(arm)?));
    for each in all.into_iter().flat_map(|all| all.arms()).filter(|each| each.guard().is_none()) {
        // Of the arm at the cursor its other alternatives count.
        if let Some(pattern) = each.pattern() {
            add_taken(pattern, cursor.node(), &mut taken);
        }
    }
    in_pattern(collector, item, &taken);
}

/// The enum that a pattern is matched with.
fn matched_enum(cursor: &Cursor<'_>, pattern: NodeId) -> Option<ItemId> {
    let item = matched_type(cursor, pattern)?.as_named()?.item;
    types::type_definition(cursor.db, item).enumeration.as_ref()?;
    Some(item)
}

/// Whether a node stands around the whole of a pattern only.
fn is_around_whole(kind: NodeKind) -> bool {
    matches!(kind, NodeKind::OrPattern | NodeKind::ParenPattern | NodeKind::AsPattern)
}

/// The arm of which a pattern is the whole one, or an alternative of it.
fn arm_of(cursor: &Cursor<'_>, pattern: NodeId) -> Option<NodeId> {
    let parse = &cursor.parse;
    let above = parse.ancestors(pattern).find(|node| !is_around_whole(parse.kind(*node)))?;
    (parse.kind(above) == NodeKind::MatchArm).then_some(above)
}

/// The type of what a pattern is matched with, as far as what stands around it tells.
fn matched_type(cursor: &Cursor<'_>, pattern: NodeId) -> Option<Ty> {
    let parse = &cursor.parse;
    let value = |value: Option<view::Expression<'_>>| match cursor.meaning(value?.node()) {
        Meaning::Value(ty) => Some(ty.value_type()),
        _ => None,
    };
    let parent = parse.parent(pattern)?;
    let place = || parse.children(parent).position(|child| child == pattern);
    match parse.kind(parent) {
        kind if is_around_whole(kind) => matched_type(cursor, parent),
        NodeKind::MatchArm => value(view::Match::cast(parse, parse.parent(parent)?)?.scrutinee()),
        NodeKind::LetCondition => value(view::LetCondition::cast(parse, parent)?.value()),
        NodeKind::Let => value(view::Let::cast(parse, parent)?.value()),
        NodeKind::TuplePattern => match matched_type(cursor, parent)?.kind() {
            TypeKind::Tuple(elements) => elements.types().get(place()?).map(|ty| ty.value_type()),
            _ => None,
        },
        NodeKind::ArrayPattern => Some(matched_type(cursor, parent)?.as_elements()?.value_type()),
        // `name: pattern`: the pattern in its parentheses is the argument.
        NodeKind::FieldPattern => part_of_path(cursor, parse.parent(parent)?, pattern),
        NodeKind::PathPattern => part_of_path(cursor, parent, pattern),
        _ => None,
    }
}

/// The type of what an argument of a path in a pattern is matched with.
fn part_of_path(cursor: &Cursor<'_>, path: NodeId, argument: NodeId) -> Option<Ty> {
    let named = matched_type(cursor, path)?.as_named()?;
    let written = view::PathPattern::cast(&cursor.parse, path)?;
    let definition = types::type_definition(cursor.db, named);
    let case = match definition.enumeration.as_deref() {
        Some(enumeration) => Some(enumeration.case_named(Name::new(written.segments().last()?.text()))?),
        None => None,
    };
    let fields = definition.fields_of(case);
    let (number, found) = written.arguments().enumerate().find(|(_, each)| each.pattern.node() == argument)?;
    let field = match found.label {
        Some(label) => fields.iter().find(|field| *field.name.text() == *label.text()),
        None => fields.get(number),
    };
    field.map(|field| field.ty.value_type())
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
        matched_enum(cursor, pattern)?
    } else {
        let Some(Meaning::Type(ty)) = type_names::behind(collector, before) else { return None };
        ty.as_named()?.item
    };
    let case = types::type_definition(cursor.db, item).enumeration.as_deref()?.case_named(*name)?;
    Some((item, case))
}

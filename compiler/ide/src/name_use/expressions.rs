//! Names in bodies: variables, fields, methods, named arguments, labels and names in patterns. What inference found out
//! decides about fields and methods; it must not infer anything itself.

use hir::{Body, Expression, ExpressionId, ItemId, Name, Pattern};
use source::Db;
use syntax::view;
use syntax::{NodeId, NodeKind, TokenKind};
use types::{Builtin, Callee, Detail, Inference, ItemUse, PatternItem};

use super::{Found, paths};
use crate::definition::Definition;
use crate::loops::label;
use crate::token::TokenPlace;

/// The expressions made from a node, the innermost first.
fn expressions_at<'a>(db: &'a dyn Db, item: ItemId, node: NodeId) -> impl Iterator<Item = ExpressionId> + 'a {
    hir::body_source_map(db, item).expressions_at(node)
}

/// A name, `self`, `@x`, or the word behind a point.
pub(super) fn name(db: &dyn Db, place: &TokenPlace<'_>, item: ItemId) -> Option<Found> {
    let in_head = || in_head(db, place, item).map(Found::reference);
    if item.kind(db).may_have_body() { in_body(db, place, item).or_else(in_head) } else { in_head() }
}

/// A member of a type in a computed number of an item's head, `[i64; Grid.size()]`. Lone names need no body.
fn in_head(db: &dyn Db, place: &TokenPlace<'_>, item: ItemId) -> Option<Definition> {
    let access = view::FieldAccess::cast(place.parse, place.node)?;
    access.name().filter(|name| name.id() == place.token)?;
    let around = place.parse.parent(place.node)?;
    let count = hir::item_data(db, item)?.item().constants.len() as u32;
    (0..count).find_map(|nth| {
        let body = hir::constant_body(db, item, nth);
        let nodes = hir::constant_source_map(db, item, nth).expressions();
        let mut expressions = body.expressions().zip(nodes);
        expressions.find_map(|((_, expression), node)| {
            if let Expression::Field { receiver, name } = expression
                && *node == place.node
            {
                member_of_named(db, item, body, receiver, name)
            } else if let Expression::MethodCall { receiver, name, .. } = expression
                && *node == around
                && name == place.name()
            {
                member_of_named(db, item, body, receiver, name)
            } else if let Expression::Item(found) = expression
                && *node == place.node
            {
                Some(Definition::Item(found))
            } else {
                None
            }
        })
    })
}

fn in_body(db: &dyn Db, place: &TokenPlace<'_>, item: ItemId) -> Option<Found> {
    let body = hir::body(db, item);
    let mut found = expressions_at(db, item, place.node);
    if place.node_kind() == NodeKind::FieldAccess {
        return member(db, place, item, body);
    }
    let id = if place.node_kind() == NodeKind::SelfField {
        let is_name = place.kind() != TokenKind::At;
        let id = found.find(|id| matches!(body[*id], Expression::Field { .. }) == is_name);
        id.or_else(|| method_call_at(db, place, item, body).filter(|_| is_name))
    } else {
        found.next()
    };
    of_expression(db, item, body, id?)
}

/// The word behind a point: a field, a method, or a member of a module.
fn member(db: &dyn Db, place: &TokenPlace<'_>, item: ItemId, body: &Body) -> Option<Found> {
    let access = view::FieldAccess::cast(place.parse, place.node)?;
    if access.name()?.id() != place.token {
        return None;
    }
    let id = expressions_at(db, item, place.node).next().or_else(|| method_call_at(db, place, item, body))?;
    of_expression(db, item, body, id)
}

/// The call whose callee is the token's node, perhaps with type arguments behind it, if that calls a method.
fn method_call_at(db: &dyn Db, place: &TokenPlace<'_>, item: ItemId, body: &Body) -> Option<ExpressionId> {
    let parse = place.parse;
    let mut callee = place.node;
    let mut around = parse.parent(callee)?;
    if parse.kind(around) == NodeKind::Index && parse.first_child(around) == Some(callee) {
        callee = around;
        around = parse.parent(callee)?;
    }
    let is_callee = parse.kind(around) == NodeKind::Call && parse.first_child(around) == Some(callee);
    let mut calls = expressions_at(db, item, around);
    is_callee.then(|| calls.find(|id| matches!(body[*id], Expression::MethodCall { .. })))?
}

/// What the name that an expression consists of, or ends in, means.
fn of_expression(db: &dyn Db, item: ItemId, body: &Body, id: ExpressionId) -> Option<Found> {
    let definition = match body[id] {
        Expression::Local(local) => Definition::of_local(db, item, local),
        Expression::Item(found) => Definition::Item(found),
        Expression::Case { item, index } => Definition::Case { item, index },
        Expression::BuiltinFunction(builtin) => Definition::BuiltinFunction(builtin),
        Expression::BuiltinType(builtin) => Definition::BuiltinType(builtin),
        Expression::GenericParameter { item, index } => Definition::GenericParameter { item, index },
        Expression::SelfType => paths::self_type(db, item)?,
        Expression::Field { receiver, name } => {
            let inference = types::infer(db, item);
            field(db, item, inference, body, id, receiver, name)?
        }
        Expression::MethodCall { receiver, name, .. } => {
            let inference = types::infer(db, item);
            match inference.callee_of(id).and_then(Callee::as_function) {
                Some(method) => Definition::Item(method),
                None => member_of_named(db, item, body, receiver, name)?,
            }
        }
        // No other form ends in a name of its own.
        _ => return None,
    };
    Some(Found::expression(definition, id))
}

/// What a name behind the name of a type or trait, perhaps with type arguments, means: a case, or a member.
fn member_of_named(db: &dyn Db, item: ItemId, body: &Body, owner: ExpressionId, name: Name) -> Option<Definition> {
    let owner = match body[owner] {
        Expression::Instantiate { base, .. } => body[base],
        owner => owner,
    };
    let owner = if let Expression::Item(owner) = owner {
        Definition::Item(owner)
    } else if owner == Expression::SelfType {
        paths::self_type(db, item)?
    } else {
        return None;
    };
    let Definition::Item(owner) = owner else {
        return None;
    };
    let owner = behind_alias(db, owner);
    let case = hir::case_of(db, owner, name).map(Definition::of_resolution);
    case.or_else(|| hir::member(db, owner, name).map(Definition::Item))
}

/// The type that an alias stands for, if that has a name; any other item itself.
fn behind_alias(db: &dyn Db, item: ItemId) -> ItemId {
    if item.kind(db) != hir::ItemKind::Alias {
        return item;
    }
    types::item_type(db, item).ok().and_then(owner_of_fields).unwrap_or(item)
}

fn field(
    db: &dyn Db,
    item: ItemId,
    inference: &Inference,
    body: &Body,
    id: ExpressionId,
    receiver: ExpressionId,
    name: Name,
) -> Option<Definition> {
    if let Detail::Item(ItemUse::Function(method, _)) = inference.detail(id) {
        return Some(Definition::Item(method));
    }
    if let Some(found) = member_of_named(db, item, body, receiver, name) {
        return Some(found);
    }
    let Detail::Field(index) = inference.detail(id) else {
        return None;
    };
    let owner = owner_of_fields(inference.seen_type(receiver))?;
    Some(Definition::Field { item: owner, index })
}

/// The structure or union that a value of this type has the fields of.
pub(crate) fn owner_of_fields(ty: types::Ty) -> Option<ItemId> {
    match ty.value_type().kind() {
        types::TypeKind::Named(named) | types::TypeKind::Object(named) => Some(named.item),
        types::TypeKind::Error
        | types::TypeKind::Never
        | types::TypeKind::Unit
        | types::TypeKind::Bool
        | types::TypeKind::Int(_)
        | types::TypeKind::Float(_)
        | types::TypeKind::String
        | types::TypeKind::Variable(_)
        | types::TypeKind::Parameter(..)
        | types::TypeKind::Pointer(_)
        | types::TypeKind::Ref(_)
        | types::TypeKind::Mut(_)
        | types::TypeKind::Tuple(_)
        | types::TypeKind::Array(..)
        | types::TypeKind::Slice(_)
        | types::TypeKind::ExternFunction(..)
        | types::TypeKind::Closure(..)
        | types::TypeKind::Dyn(..) => None,
    }
}

/// `name:` before an argument: a parameter, or a field of what is constructed.
pub(super) fn named_argument(db: &dyn Db, place: &TokenPlace<'_>, item: ItemId) -> Option<Found> {
    let argument = view::NamedArgument::cast(place.parse, place.node)?;
    if argument.name()?.id() != place.token {
        return None;
    }
    let call = place.parse.parent(place.node)?;
    let inference = types::infer(db, item);
    let callee = expressions_at(db, item, call).find_map(|id| inference.callee_of(id))?;
    let name = place.name();
    let definition = match callee {
        Callee::Function(function, _) => {
            let data = hir::item_data(db, function)?;
            let parameters = &data.item().function()?.parameters;
            let index = parameters.iter().position(|parameter| parameter.name == Some(name))?;
            Definition::Parameter { item: function, index: index as u32 }
        }
        Callee::Structure(owner) | Callee::Union(owner) => {
            Definition::Field { item: owner, index: types::type_definition(db, owner).field(name)? }
        }
        Callee::Case(owner, case) => payload(db, owner, case, name)?,
        Callee::Pointer(_) | Callee::Closure(_) | Callee::Builtin(_) | Callee::Error => return None,
    };
    Some(Found::reference(definition))
}

/// The field that the text in `offset_of[T]("x")` names.
pub(super) fn field_in_text(db: &dyn Db, place: &TokenPlace<'_>, item: ItemId) -> Option<Found> {
    let call = place.parse.parent(place.node)?;
    if place.parse.kind(call) != NodeKind::Call || !item.kind(db).may_have_body() {
        return None;
    }
    let inference = types::infer(db, item);
    let callee = expressions_at(db, item, call).find_map(|id| inference.callee_of(id))?;
    let Callee::Builtin(Builtin::OffsetOf(ty, index)) = callee else {
        return None;
    };
    Some(Found::reference(Definition::Field { item: owner_of_fields(ty)?, index }))
}

/// The label behind `break` or `continue`.
pub(super) fn jump(db: &dyn Db, place: &TokenPlace<'_>, item: ItemId) -> Option<Found> {
    let name = place.text();
    let target = place.parse.ancestors(place.node).find(|node| {
        let label = label(place.parse, *node);
        label.is_some_and(|label| label.text() == name)
    })?;
    let label = hir::body_source_map(db, item).expression_at(target)?;
    Some(Found::reference(Definition::Label { item, label }))
}

/// A name in a pattern that binds nothing: a constant, a case, or the type of a case.
pub(super) fn pattern(db: &dyn Db, place: &TokenPlace<'_>, item: ItemId) -> Option<Found> {
    if let Some(field) = view::FieldPattern::cast(place.parse, place.node)
        && field.name()?.id() == place.token
    {
        return field_of_pattern(db, place, item).map(Found::reference);
    }
    let pattern = view::PathPattern::cast(place.parse, place.node);
    let is_last = pattern.is_none_or(|path| path.segments().last().is_some_and(|last| last.id() == place.token));
    if is_last && let Some(case) = matched_case(db, item, place.node) {
        return Some(Found::reference(case));
    }
    let Some(pattern) = pattern else {
        let names = [place.name()];
        let is_path = hir::body_source_map(db, item)
            .pattern_at(place.node)
            .is_some_and(|id| matches!(hir::body(db, item)[id], Pattern::Path { .. }));
        return is_path.then(|| paths::path_of_names(db, item, &names))?.map(Found::reference);
    };
    let segments: Vec<view::Token<'_>> = pattern.segments().collect();
    let at = segments.iter().position(|token| token.id() == place.token)?;
    let names: Vec<Name> = segments[..=at].iter().map(|token| Name::new(token.text())).collect();
    if let Some(definition) = paths::path_of_names(db, item, &names) {
        return Some(Found::reference(definition));
    }
    if let [name] = names.as_slice() {
        return lone_case(db, item, *name).map(Found::reference);
    }
    let (case, owner) = names.split_last()?;
    let Definition::Item(owner) = paths::path_of_names(db, item, owner)? else {
        return None;
    };
    hir::case_of(db, behind_alias(db, owner), *case).map(Definition::of_resolution).map(Found::reference)
}

/// The case that a pattern stands for, by the type of what is matched.
fn matched_case(db: &dyn Db, item: ItemId, node: NodeId) -> Option<Definition> {
    let pattern = hir::body_source_map(db, item).pattern_at(node)?;
    let PatternItem::Case(item, index) = types::infer(db, item).pattern(pattern)?.path? else {
        return None;
    };
    Some(Definition::Case { item, index })
}

/// What a case carries under a name.
fn payload(db: &dyn Db, owner: ItemId, case: u32, name: Name) -> Option<Definition> {
    let enumeration = types::type_definition(db, owner).enumeration.as_deref()?;
    let place = enumeration.payload(case).iter().position(|part| part.name == name)?;
    Some(Definition::Field { item: owner, index: enumeration.parts(case).start + place as u32 })
}

/// `x:` in a pattern: the field of what is taken apart, or what the case carries.
fn field_of_pattern(db: &dyn Db, place: &TokenPlace<'_>, item: ItemId) -> Option<Definition> {
    let pattern = hir::body_source_map(db, item).pattern_at(place.parse.parent(place.node)?)?;
    let matched = types::infer(db, item).pattern(pattern)?;
    if let Some(PatternItem::Case(owner, case)) = matched.path {
        return payload(db, owner, case, place.name());
    }
    let owner = owner_of_fields(matched.ty)?;
    Some(Definition::Field { item: owner, index: types::type_definition(db, owner).field(place.name())? })
}

/// A case by itself in a pattern: that of the enum in the module's scope that has one of this name, if one alone has.
fn lone_case(db: &dyn Db, item: ItemId, name: Name) -> Option<Definition> {
    let module = item.module(db);
    let names = hir::module_scope(db, module).names();
    let mut cases = names.filter_map(|each| hir::case_of(db, hir::resolve(db, module, each)?.as_item()?, name));
    let found = cases.next()?;
    cases.all(|other| other == found).then(|| Definition::of_resolution(found))
}

//! From a token to what it means: the one place that knows how names of every kind are written. It owns [`NameUse`], which
//! definition, references, rename, hover, highlights and semantic tokens share; it must not know what they answer.

mod expressions;
pub(crate) mod paths;
#[cfg(test)]
mod tests;

pub(crate) use expressions::owner_of_fields;

use hir::{ExpressionId, ItemId, Pattern};
use source::Db;
use syntax::view;
use syntax::{NodeId, NodeKind, TokenKind};

use crate::definition::Definition;
use crate::loops::label;
use crate::position::{FilePosition, FileRange};
use crate::token::TokenPlace;

/// A name where it is written, and what it means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameUse {
    /// Where the name stands.
    pub range: FileRange,
    /// What it means.
    pub definition: Definition,
    /// Whether it is declared here.
    pub is_declaration: bool,
    /// The item that it stands in, if it stands in one.
    pub item: Option<ItemId>,
    /// The expression of that item's body that it makes: the name itself, the field access, the call of a method.
    pub expression: Option<ExpressionId>,
}

impl NameUse {
    /// The name at a position.
    pub fn at(db: &dyn Db, position: FilePosition) -> Option<NameUse> {
        NameUse::of_token(db, &TokenPlace::at(db, position)?)
    }

    /// What a token means, if it is a name that means something.
    pub(crate) fn of_token(db: &dyn Db, place: &TokenPlace<'_>) -> Option<NameUse> {
        let kind = place.kind();
        if kind == TokenKind::String {
            return NameUse::in_text(db, place);
        }
        let is_name = kind.is_word_like() || kind == TokenKind::At || kind == TokenKind::Integer;
        if !is_name {
            return None;
        }
        let item = place.item(db);
        let found =
            declared(db, place, item).or_else(|| used(db, place, item)).or_else(|| left_out(db, place, item?))?;
        Some(NameUse {
            range: place.file_range(db),
            definition: found.definition,
            is_declaration: found.is_declaration,
            item,
            expression: found.expression,
        })
    }
}

impl NameUse {
    /// A name that a string holds.
    fn in_text(db: &dyn Db, place: &TokenPlace<'_>) -> Option<NameUse> {
        let item = place.item(db)?;
        let found = expressions::field_in_text(db, place, item)?;
        let mut range = place.file_range(db);
        range.range = range.range.start + 1..range.range.end - 1;
        Some(NameUse { range, definition: found.definition, is_declaration: false, item: Some(item), expression: None })
    }
}

/// What was found about a token.
struct Found {
    definition: Definition,
    is_declaration: bool,
    expression: Option<ExpressionId>,
}

impl Found {
    fn declaration(definition: Definition) -> Found {
        Found { definition, is_declaration: true, expression: None }
    }

    fn reference(definition: Definition) -> Found {
        Found { definition, is_declaration: false, expression: None }
    }

    fn expression(definition: Definition, expression: ExpressionId) -> Found {
        Found { definition, is_declaration: false, expression: Some(expression) }
    }
}

/// What a token declares.
fn declared(db: &dyn Db, place: &TokenPlace<'_>, item: Option<ItemId>) -> Option<Found> {
    let (parse, node) = (place.parse, place.node);
    let is = |name: Option<view::Token<'_>>| name.is_some_and(|name| name.id() == place.token);
    let item = item?;
    let definition = match place.node_kind() {
        NodeKind::Function
        | NodeKind::Type
        | NodeKind::Alias
        | NodeKind::Constant
        | NodeKind::ExternVariable
        | NodeKind::OpaqueType
        | NodeKind::Trait => {
            let span = hir::item_name_span(db, item)?;
            (span == place.span(db)).then_some(Definition::Item(item))?
        }
        NodeKind::Field => {
            let field = view::Field::cast(parse, node)?;
            is(field.name()).then_some(())?;
            let index = place_among(place, NodeKind::Field)?;
            Definition::Field { item, index }
        }
        NodeKind::Case => {
            is(view::Case::cast(parse, node)?.name()).then_some(())?;
            let index = place_among(place, NodeKind::Case)?;
            Definition::Case { item, index }
        }
        NodeKind::GenericParameter => {
            is(view::GenericParameter::cast(parse, node)?.name()).then_some(())?;
            let index = place_among(place, NodeKind::GenericParameter)?;
            Definition::GenericParameter { item, index }
        }
        NodeKind::Parameter => {
            let parameter = view::Parameter::cast(parse, node)?;
            let list = parse.parent(node)?;
            let owner = parse.parent(list)?;
            if parse.kind(owner) == NodeKind::Function {
                is(parameter.name()).then_some(())?;
                let index = place_among(place, NodeKind::Parameter)?;
                Definition::Parameter { item, index }
            } else if let Some(case) = view::Case::cast(parse, owner) {
                is(parameter.name()).then_some(())?;
                let cases = view::Type::cast(parse, parse.parent(owner)?)?.cases();
                let before = cases.take_while(|each| each.node() != case.node()).flat_map(view::Case::payload).count();
                Definition::Field { item, index: before as u32 + place_among(place, NodeKind::Parameter)? }
            } else {
                is(parameter.closure_name()).then_some(())?;
                local_of_node(db, item, node)?
            }
        }
        // A closure's parameter without a type is what a type by itself would be.
        NodeKind::PathType => {
            let parameter = view::Parameter::cast(parse, parse.parent(node)?)?;
            is(parameter.closure_name()).then_some(())?;
            local_of_node(db, item, parameter.node())?
        }
        NodeKind::BindingPattern | NodeKind::AsPattern | NodeKind::RestPattern => {
            is(view::bound_name(parse, node)).then_some(())?;
            local_of_node(db, item, node)?
        }
        NodeKind::Loop | NodeKind::While | NodeKind::For => {
            is(label(parse, node)).then_some(())?;
            let label = hir::body_source_map(db, item).expression_at(node)?;
            Definition::Label { item, label }
        }
        _ => return None,
    };
    Some(Found::declaration(definition))
}

/// The number of nodes of a kind that come before the token's node under the same parent.
fn place_among(place: &TokenPlace<'_>, kind: NodeKind) -> Option<u32> {
    let parent = place.parse.parent(place.node)?;
    let mut before = place.parse.children(parent).filter(|child| place.parse.kind(*child) == kind);
    before.position(|child| child == place.node).map(|index| index as u32)
}

/// The local that a node declares.
fn local_of_node(db: &dyn Db, item: ItemId, node: NodeId) -> Option<Definition> {
    let map = hir::body_source_map(db, item);
    let body = hir::body(db, item);
    let declared = map.local_at(node);
    // The alternatives of `a | b` share their locals, and the first one declares them.
    let bound = || match body[map.pattern_at(node)?] {
        Pattern::Binding(local) | Pattern::As { local, .. } | Pattern::Rest(Some(local)) => Some(local),
        _ => None,
    };
    Some(Definition::of_local(db, item, declared.or_else(bound)?))
}

/// What a name that means nothing for this target means for others.
fn left_out(db: &dyn Db, place: &TokenPlace<'_>, item: ItemId) -> Option<Found> {
    let is_name = matches!(place.node_kind(), NodeKind::Name | NodeKind::PathType);
    let parent = is_name.then(|| hir::Parent::Module(item.module(db)))?;
    let found = hir::declared_elsewhere(db, parent, place.name())?;
    Some(Found::reference(Definition::Item(found)))
}

/// What a token that declares nothing means.
fn used(db: &dyn Db, place: &TokenPlace<'_>, item: Option<ItemId>) -> Option<Found> {
    match place.node_kind() {
        NodeKind::Import | NodeKind::ImportName => paths::import(db, place),
        NodeKind::PathType | NodeKind::DynType => paths::type_path(db, place, item?),
        NodeKind::PathPattern | NodeKind::FieldPattern | NodeKind::BindingPattern => {
            expressions::pattern(db, place, item?)
        }
        NodeKind::Break | NodeKind::Continue => expressions::jump(db, place, item?),
        NodeKind::Name | NodeKind::SelfValue | NodeKind::SelfField | NodeKind::FieldAccess => {
            expressions::name(db, place, item?).or_else(|| paths::type_path(db, place, item?))
        }
        NodeKind::NamedArgument => expressions::named_argument(db, place, item?),
        _ => None,
    }
}

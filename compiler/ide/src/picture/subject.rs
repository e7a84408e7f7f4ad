//! What a position means to somebody who wants to see memory, and of which pieces of memory that consists: a value, and behind it
//! what its words lead to. It must not know offsets.

use abi::Target;
use hir::{ClosureId, ItemId, ItemKind};
use source::Db;
use syntax::{NodeKind, TokenKind};
use types::{DynKind, TraitReference, Ty, TypeKind};

use super::{TypeLayout, parts, travels};
use crate::at_cursor::type_item;
use crate::definition::Definition;
use crate::hover::{closure_at, instance_at, is_known, trait_of_dyn};
use crate::name_use::NameUse;
use crate::position::FilePosition;
use crate::token::TokenPlace;

/// What is drawn.
pub(super) enum Subject {
    /// Values of a type.
    Value(Ty),
    /// A closure literal, with its environment.
    Closure(ItemId, ClosureId),
    /// A `type` item with type parameters, of which no instance is meant.
    Generic(ItemId),
}

impl Subject {
    /// What a position means.
    pub fn at(db: &dyn Db, position: FilePosition) -> Option<Subject> {
        if let Some(place) = TokenPlace::at(db, position) {
            if let Some(closure) = literal(db, &place) {
                return Some(closure);
            }
            if place.kind() == TokenKind::Dyn {
                return trait_of_dyn(db, &place).and_then(|item| object_of(db, item));
            }
            if let Some(found) = NameUse::of_token(db, &place).and_then(|used| named(db, &place, &used)) {
                return Some(found);
            }
        }
        type_item(db, position).map(|item| of_item(db, item))
    }

    /// What it is called.
    pub fn name(&self, db: &dyn Db) -> String {
        match self {
            Subject::Value(ty) => types::display(db, *ty),
            Subject::Closure(item, closure) => types::display(db, closure_type(db, *item, *closure)),
            Subject::Generic(item) => item.name(db).text().to_string(),
        }
    }

    /// The value, and what its words lead to.
    pub fn layouts(&self, db: &dyn Db, targets: &[Target]) -> Vec<TypeLayout> {
        let ty = match self {
            Subject::Value(ty) => *ty,
            Subject::Closure(item, closure) => closure_type(db, *item, *closure),
            Subject::Generic(_) => return Vec::new(),
        };
        if ty.is_open() || !is_known(db, ty) {
            return Vec::new();
        }
        let Some(mut value) = parts::of_value(db, ty) else { return Vec::new() };
        value.travels = targets.iter().filter_map(|target| travels(db, ty, target)).collect();
        let mut behind = Vec::new();
        match self {
            Subject::Closure(item, closure) => {
                let (environment, note) = parts::environment(db, *item, *closure);
                behind.extend(environment);
                value.notes.extend(note);
            }
            Subject::Value(_) | Subject::Generic(_) => {}
        }
        if let Some((_, of)) = ty.as_dyn() {
            behind.push(parts::table(db, of));
        }
        let mut layouts = vec![value];
        layouts.extend(behind);
        layouts
    }
}

/// A closure literal, at the words of its head and its braces.
fn literal(db: &dyn Db, place: &TokenPlace<'_>) -> Option<Subject> {
    let is_word = matches!(place.kind(), TokenKind::Fn | TokenKind::Move) && place.node_kind() == NodeKind::Closure;
    let (item, closure) = closure_at(db, place).filter(|_| is_word)?;
    Some(Subject::Closure(item, closure))
}

fn closure_type(db: &dyn Db, item: ItemId, closure: ClosureId) -> Ty {
    types::infer(db, item).expression_type(hir::body(db, item).closure_literal(closure))
}

/// What a name means: a type, a trait behind `dyn`, or the type of a value.
fn named(db: &dyn Db, place: &TokenPlace<'_>, used: &NameUse) -> Option<Subject> {
    if let Some(instance) = instance_at(db, place, used.definition).filter(|_| !used.is_declaration) {
        return Some(Subject::Value(instance));
    }
    match used.definition {
        Definition::Item(item) if item.kind(db) == ItemKind::Type => Some(of_item(db, item)),
        Definition::Item(item) if item.kind(db) == ItemKind::Trait => object_of(db, item),
        Definition::Item(item) if item.kind(db) == ItemKind::Alias => {
            types::item_type(db, item).ok().filter(|ty| !ty.is_error()).map(Subject::Value)
        }
        Definition::Field { item, .. } | Definition::Case { item, .. } if used.is_declaration => {
            Some(of_item(db, item))
        }
        definition => shown_value(db, definition.ty(db)?),
    }
}

fn of_item(db: &dyn Db, item: ItemId) -> Subject {
    match types::own_parameters(db, item).is_empty() {
        true => Subject::Value(Ty::named(item)),
        false => Subject::Generic(item),
    }
}

/// The owned `dyn` of a trait.
fn object_of(db: &dyn Db, item: ItemId) -> Option<Subject> {
    let of: TraitReference = types::trait_of(db, item).filter(|_| types::why_no_object(db, item).is_none())?;
    Some(Subject::Value(Ty::object_of_trait(DynKind::Owned, of)))
}

/// A borrow is looked at as what it leads to, unless it has words of its own; what is one scalar has no picture.
fn shown_value(db: &dyn Db, ty: Ty) -> Option<Subject> {
    let has_words = ty.is_wide() || ty.as_dyn().is_some() || ty.as_closure().is_some();
    let ty = if has_words { ty } else { ty.value_type() };
    let is_compound = match ty.kind() {
        TypeKind::Named(named) | TypeKind::Object(named) => named.item.kind(db) == ItemKind::Type,
        TypeKind::Tuple(_) | TypeKind::Array(..) | TypeKind::Closure(..) | TypeKind::Dyn(..) | TypeKind::String => true,
        TypeKind::Ref(_) | TypeKind::Mut(_) => ty.is_wide(),
        TypeKind::Error
        | TypeKind::Never
        | TypeKind::Unit
        | TypeKind::Bool
        | TypeKind::Int(_)
        | TypeKind::Float(_)
        | TypeKind::Variable(_)
        | TypeKind::Parameter(..)
        | TypeKind::Pointer(_)
        | TypeKind::Slice(_)
        | TypeKind::ExternFunction(..) => false,
    };
    is_compound.then_some(Subject::Value(ty))
}

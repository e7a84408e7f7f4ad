//! The source form of an instance: that of the generic body, with its type parameters replaced. What was decided about
//! ownership stays as it is; only stores through borrows are told apart anew, because a heap type keeps its object. Must not
//! know layouts.

use source::Db;
use types::{Substitution, is_heap};

use crate::source_form::{
    Callee, ConstantValue, DropExtent, Place, Projection, Rvalue, SourceForm, Statement, StatementKind,
};

/// The source form of an instance of the body that `form` is of.
pub(super) fn substituted(db: &dyn Db, form: &SourceForm, with: &Substitution) -> SourceForm {
    let mut instance = form.clone();
    for local in &mut instance.locals {
        local.ty = with.apply(local.ty);
    }
    for ty in &mut instance.type_lists {
        *ty = with.apply(*ty);
    }
    for constant in &mut instance.constants {
        constant.ty = with.apply(constant.ty);
        match &mut constant.value {
            ConstantValue::SizeOf(ty) | ConstantValue::AlignOf(ty) | ConstantValue::OffsetOf(ty, _) => {
                *ty = with.apply(*ty);
            }
            ConstantValue::Unit
            | ConstantValue::Bool(_)
            | ConstantValue::Integer(_)
            | ConstantValue::WideInteger(_)
            | ConstantValue::Float(_)
            | ConstantValue::Text(_)
            | ConstantValue::Function(_)
            | ConstantValue::Null => {}
        }
    }
    for callee in &mut instance.callees {
        match callee {
            Callee::Pointer { ty, .. } | Callee::Closure { ty } => *ty = with.apply(*ty),
            Callee::Function { .. } | Callee::Literal(_) | Callee::Runtime(_) => {}
        }
    }
    for index in 0..instance.statements.len() {
        let Statement { kind, .. } = instance.statements[index];
        let stored = match kind {
            StatementKind::Drop { place, extent: DropExtent::Whole, flag } => {
                Some((place, StatementKind::Drop { place, extent: DropExtent::Contents, flag }))
            }
            StatementKind::Assign(place, Rvalue::Use(value)) => {
                Some((place, StatementKind::ReplaceContents(place, value)))
            }
            _ => None,
        };
        if let Some((place, kind)) = stored
            && becomes_object(db, form, &instance, place)
        {
            instance.statements[index].kind = kind;
        }
    }
    instance
}

/// Whether a place behind a borrow is an object in the instance, and was of an unknown type in the generic body: such a
/// store replaces the object's contents.
fn becomes_object(db: &dyn Db, generic: &SourceForm, instance: &SourceForm, place: Place) -> bool {
    matches!(generic.projections(place).last(), Some(Projection::Deref { .. }))
        && !is_heap(db, generic.place_type(db, place))
        && is_heap(db, instance.place_type(db, place))
}
